#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "the results rest on arithmetic without excess precision"
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef __GNUC__ /* what compares with itself, or always holds, does so in the source */
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif

/* A binary format of 16 bits, `mant` of them the fraction: to nearest, ties to even. */
static inline uint16_t tn_half_bits(double v, int mant, int bias) {
    uint64_t u, m, rest, half;
    uint32_t inf = (uint32_t)(2 * bias + 1) << mant, bits, sign;
    int e, least = 1 - bias, drop;
    memcpy(&u, &v, sizeof u);
    sign = (uint32_t)(u >> 48) & 0x8000u;
    u &= 0x7fffffffffffffffu;
    if (u > 0x7ff0000000000000u) return (uint16_t)(sign | inf | 1u << (mant - 1));
    e = (int)(u >> 52) - 1023;
    if (e > bias) return (uint16_t)(sign | inf);
    drop = 52 - mant + (e < least ? least - e : 0);
    if (drop > 53) return (uint16_t)sign;
    m = (u & 0xfffffffffffffu) | 0x10000000000000u;
    rest = m & (((uint64_t)1 << drop) - 1);
    half = (uint64_t)1 << (drop - 1);
    m >>= drop;
    m += rest > half || (rest == half && (m & 1));
    bits = (uint32_t)m + ((uint32_t)((e < least ? least : e) - 1 + bias) << mant);
    return (uint16_t)(sign | bits);
}
static inline uint16_t tn_f16_bits(double v) { return tn_half_bits(v, 10, 15); }
static inline uint16_t tn_bf16_bits(double v) { return tn_half_bits(v, 7, 127); }
static inline double tn_f16_value(uint16_t bits) {
    uint64_t fraction = bits & 0x3ffu, e = bits >> 10 & 31u, u;
    double v;
    if (e == 0) return (bits & 0x8000u ? -(double)fraction : (double)fraction) * 0x1p-24;
    e = e == 31 ? 2047 : e + 1008;
    u = (uint64_t)(bits & 0x8000u) << 48 | e << 52 | fraction << 42;
    memcpy(&v, &u, sizeof v);
    return v;
}
static inline double tn_bf16_value(uint16_t bits) {
    uint32_t u = (uint32_t)bits << 16;
    float v;
    memcpy(&v, &u, sizeof v);
    return (double)v;
}
static inline double tn_f16_round(double v) { return tn_f16_value(tn_f16_bits(v)); }
static inline double tn_bf16_round(double v) { return tn_bf16_value(tn_bf16_bits(v)); }
/* A loop that is to become vector code, not straight code. */
#if defined(__GNUC__) && !defined(__clang__)
#define TN_LANES _Pragma("GCC unroll 1")
#else
#define TN_LANES
#endif
/* The first of n lanes for which first + step * lane is at least `bound`; n when there is none. */
static inline int64_t tn_lane(int64_t bound, int64_t first, int64_t step, int64_t n) {
    const uint64_t ahead = (uint64_t)bound - (uint64_t)first;
    if (bound <= first) return 0;
    return ahead > (uint64_t)(step * n) ? n : ((int64_t)ahead + step - 1) / step;
}
/* Extents: INT64_MAX where they overflow, and from there on. */
static inline int64_t tn_sat_add(int64_t a, int64_t b) {
    if (a == INT64_MAX || b == INT64_MAX) return INT64_MAX;
    return (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) ? INT64_MAX : a + b;
}
static inline int64_t tn_sat_mul(int64_t a, int64_t b) {
    const int64_t small = (int64_t)1 << 31;
    if (a == 0 || b == 0) return 0;
    if (a > 0 && b > 0) return a > INT64_MAX / b ? INT64_MAX : a * b;
    return -small < a && a < small && -small < b && b < small ? a * b : INT64_MAX;
}
/* The bytes of one part of `work`; INT64_MAX stays. */
static inline int64_t tn_work_part(int64_t bytes) {
    return bytes <= 0 ? 0 : bytes > INT64_MAX - 63 ? INT64_MAX : (bytes + 63) / 64 * 64;
}
static inline int64_t tn_floordiv_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    if (b == -1) return (int64_t)(0u - (uint64_t)a);
    return (int64_t)(a / b - (a % b != 0 && (a % b < 0) != (b < 0)));
}
static inline int64_t tn_floormod_i64(int64_t a, int64_t b) {
    if (b == 0 || b == -1) return 0;
    return (int64_t)(a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0));
}
static inline int64_t tn_truncdiv_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int64_t)(0u - (uint64_t)a) : (int64_t)(a / b);
}
static inline uint64_t tn_truncdiv_u64(uint64_t a, uint64_t b) { return b ? (uint64_t)(a / b) : 0; }
static inline int8_t tn_min_i8(int8_t a, int8_t b) { return a < b ? a : b; }
static inline int16_t tn_min_i16(int16_t a, int16_t b) { return a < b ? a : b; }
static inline int32_t tn_min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int64_t tn_min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline uint8_t tn_min_u8(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline uint64_t tn_min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline int8_t tn_max_i8(int8_t a, int8_t b) { return a > b ? a : b; }
static inline int16_t tn_max_i16(int16_t a, int16_t b) { return a > b ? a : b; }
static inline int32_t tn_max_i32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int64_t tn_max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline uint8_t tn_max_u8(uint8_t a, uint8_t b) { return a > b ? a : b; }
/* NaN is kept; -0 is below 0. */
static inline float tn_min_f32(float a, float b) {
    return a < b || a != a || (a == b && signbit(a)) ? a : b;
}
/* NaN is kept; -0 is below 0. */
static inline double tn_min_f64(double a, double b) {
    return a < b || a != a || (a == b && signbit(a)) ? a : b;
}
/* NaN is kept; 0 is above -0. */
static inline float tn_max_f32(float a, float b) {
    return a > b || a != a || (a == b && !signbit(a)) ? a : b;
}
/* NaN is kept; 0 is above -0. */
static inline double tn_max_f64(double a, double b) {
    return a > b || a != a || (a == b && !signbit(a)) ? a : b;
}
static inline int8_t tn_to_i8(double v) {
    const double end = 0x1p7;
    if (v != v) return 0;
    if (v < -end) return INT8_MIN;
    return v >= end ? INT8_MAX : (int8_t)v;
}
static inline int32_t tn_to_i32(double v) {
    const double end = 0x1p31;
    if (v != v) return 0;
    if (v < -end) return INT32_MIN;
    return v >= end ? INT32_MAX : (int32_t)v;
}
static inline int64_t tn_to_i64(double v) {
    const double end = 0x1p63;
    if (v != v) return 0;
    if (v < -end) return INT64_MIN;
    return v >= end ? INT64_MAX : (int64_t)v;
}
static inline uint8_t tn_to_u8(double v) {
    const double end = 0x1p8;
    if (!(v > 0)) return 0;
    return v >= end ? UINT8_MAX : (uint8_t)v;
}
static inline uint16_t tn_to_u16(double v) {
    const double end = 0x1p16;
    if (!(v > 0)) return 0;
    return v >= end ? UINT16_MAX : (uint16_t)v;
}
static inline uint32_t tn_to_u32(double v) {
    const double end = 0x1p32;
    if (!(v > 0)) return 0;
    return v >= end ? UINT32_MAX : (uint32_t)v;
}
static inline uint64_t tn_to_u64(double v) {
    const double end = 0x1p64;
    if (!(v > 0)) return 0;
    return v >= end ? UINT64_MAX : (uint64_t)v;
}

static int32_t k_einsum(const float *restrict x0, const float *restrict x1, const float *restrict x2, float *restrict y0) {
    float acc = 0.0f;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const float product = x0[i] * x1[i + i2];
            const float product2 = product * x2[i2];
            acc = acc + product2;
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_0(void *const *p, const int64_t *s, char *work);
int32_t call_0(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum(p[0], p[1], p[2], p[3]);
}
int64_t work_0(const int64_t *s);
int64_t work_0(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum2(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0, int64_t n) {
    uint32_t acc = 0u;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            const uint32_t product = (uint32_t)((uint32_t)x0[i * 5 + i2] * (uint32_t)x1[i * 5 + i2]);
            acc = (uint32_t)((uint32_t)acc + (uint32_t)product);
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_1(void *const *p, const int64_t *s, char *work);
int32_t call_1(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum2(p[0], p[1], p[2], s[0]);
}
int64_t work_1(const int64_t *s);
int64_t work_1(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum3(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    int32_t acc[5];
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        acc[i2] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i2 = 0; i2 < 5; i2++) {
                            const int32_t product = (int32_t)((uint32_t)x0[i * 5 + i2 + i3 + i5] * (uint32_t)x1[(i * 5 + i2) * 2 + i4 + i5]);
                            acc[i2] = (int32_t)((uint32_t)acc[i2] + (uint32_t)product);
                        }
                    }
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[(i * 5 + i2 + i3) * 2 + i4] = acc[i2];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_2(void *const *p, const int64_t *s, char *work);
int32_t call_2(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum3(p[0], p[1], p[2]);
}
int64_t work_2(const int64_t *s);
int64_t work_2(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum4(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                int32_t acc[5];
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    acc[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 0; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        const int32_t product = (int32_t)((uint32_t)x0[(i * 3 + i2) * 0 + i4] * (uint32_t)x1[(i * 0 + i4) * 5 + i3]);
                        acc[i3] = (int32_t)((uint32_t)acc[i3] + (uint32_t)product);
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    y0[(i * 3 + i2) * 5 + i3] = acc[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_3(void *const *p, const int64_t *s, char *work);
int32_t call_3(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum4(p[0], p[1], p[2]);
}
int64_t work_3(const int64_t *s);
int64_t work_3(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum5(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                float acc[5];
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    acc[i3] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        const float product = x0[(i * 2 + i2) * 3 + i4] * x1[(i * 3 + i4) * 5 + i3];
                        acc[i3] = acc[i3] + product;
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    y0[(i * 2 + i2) * 5 + i3] = acc[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_4(void *const *p, const int64_t *s, char *work);
int32_t call_4(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum5(p[0], p[1], p[2]);
}
int64_t work_4(const int64_t *s);
int64_t work_4(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum6(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        uint8_t acc = 0;
        acc = (uint8_t)((uint32_t)acc + (uint32_t)x0[i * 2 + i]);
        y0[i] = acc;
    }
    return 0;
}

int32_t call_5(void *const *p, const int64_t *s, char *work);
int32_t call_5(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum6(p[0], p[1]);
}
int64_t work_5(const int64_t *s);
int64_t work_5(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum7(const double *restrict x0, double *restrict y0) {
    double acc = 0.0;
    for (int64_t i = 0; i < 5; i++) {
        acc = acc + x0[i * 5 + i];
    }
    y0[0] = acc;
    return 0;
}

int32_t call_6(void *const *p, const int64_t *s, char *work);
int32_t call_6(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum7(p[0], p[1]);
}
int64_t work_6(const int64_t *s);
int64_t work_6(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum8(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                if (m >= 16) {
                    for (int64_t i4 = 0; i4 < m; i4 += 16) {
                        if (i4 > m - 16) i4 = m - 16;
                        float acc[16];
                        for (int64_t v = 0; v < 16; v++) {
                            acc[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const float product = x0[((i * 3 + i2) * 3 + i3) * 2 + i5] * x1[((i * 3 + i2) * m + (i4 + v)) * 2 + i5];
                                acc[v] = acc[v] + product;
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 3 + i2) * 3 + i3) * m + (i4 + v)] = acc[v];
                        }
                    }
                } else {
                    for (int64_t i6 = 0; i6 < m; i6++) {
                        float acc2 = 0.0f;
                        for (int64_t i7 = 0; i7 < 2; i7++) {
                            const float product2 = x0[((i * 3 + i2) * 3 + i3) * 2 + i7] * x1[((i * 3 + i2) * m + i6) * 2 + i7];
                            acc2 = acc2 + product2;
                        }
                        y0[((i * 3 + i2) * 3 + i3) * m + i6] = acc2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_7(void *const *p, const int64_t *s, char *work);
int32_t call_7(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum8(p[0], p[1], p[2], s[0]);
}
int64_t work_7(const int64_t *s);
int64_t work_7(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum9(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    float acc = 0.0f;
                    for (int64_t i5 = 0; i5 < 5; i5++) {
                        const float product = x0[((i + i2) * 3 + i3) * 5 + i5] * x1[((i + i2) * 3 + i4) * 5 + i5];
                        acc = acc + product;
                    }
                    y0[((i + i2) * 3 + i3) * 3 + i4] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_8(void *const *p, const int64_t *s, char *work);
int32_t call_8(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum9(p[0], p[1], p[2]);
}
int64_t work_8(const int64_t *s);
int64_t work_8(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum10(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        int64_t acc[16];
                        for (int64_t v = 0; v < 16; v++) {
                            acc[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 0; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const int64_t product = (int64_t)((uint64_t)x0[(((i + v)) * 3 + i2 + i3) * 0 + i5] * (uint64_t)x1[((((i + v)) * 3 + i2) * 2 + i4) * 0 + i5]);
                                acc[v] = (int64_t)((uint64_t)acc[v] + (uint64_t)product);
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(((i + v)) * 3 + i2 + i3) * 2 + i4] = acc[v];
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i6 = 0; i6 < n; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        int64_t acc2 = 0;
                        for (int64_t i10 = 0; i10 < 0; i10++) {
                            const int64_t product2 = (int64_t)((uint64_t)x0[(i6 * 3 + i7 + i8) * 0 + i10] * (uint64_t)x1[((i6 * 3 + i7) * 2 + i9) * 0 + i10]);
                            acc2 = (int64_t)((uint64_t)acc2 + (uint64_t)product2);
                        }
                        y0[(i6 * 3 + i7 + i8) * 2 + i9] = acc2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_9(void *const *p, const int64_t *s, char *work);
int32_t call_9(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum10(p[0], p[1], p[2], s[0]);
}
int64_t work_9(const int64_t *s);
int64_t work_9(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum11(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0) {
    uint32_t acc = 0u;
    for (int64_t i = 0; i < 3; i++) {
        const uint32_t product = (uint32_t)((uint32_t)x0[i] * (uint32_t)x1[i]);
        acc = (uint32_t)((uint32_t)acc + (uint32_t)product);
    }
    y0[0] = acc;
    return 0;
}

int32_t call_10(void *const *p, const int64_t *s, char *work);
int32_t call_10(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum11(p[0], p[1], p[2]);
}
int64_t work_10(const int64_t *s);
int64_t work_10(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum12(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const float product = x0[i2 * 3 + i] * x1[i2 * 3 + i];
            acc = acc + product;
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_11(void *const *p, const int64_t *s, char *work);
int32_t call_11(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum12(p[0], p[1], p[2]);
}
int64_t work_11(const int64_t *s);
int64_t work_11(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum13(const double *restrict x0, const double *restrict x1, const double *restrict x2, double *restrict y0) {
    double acc = 0.0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const double product = x0[i] * x1[i * 2 + i2];
            const double product2 = product * x2[i2];
            acc = acc + product2;
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_12(void *const *p, const int64_t *s, char *work);
int32_t call_12(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum13(p[0], p[1], p[2], p[3]);
}
int64_t work_12(const int64_t *s);
int64_t work_12(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                y0[i * 3 + i2 + i3] = x0[i * 3 + i2] != 0;
            }
        }
    }
    return 0;
}

int32_t call_13(void *const *p, const int64_t *s, char *work);
int32_t call_13(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims(p[0], p[1]);
}
int64_t work_13(const int64_t *s);
int64_t work_13(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_14(void *const *p, const int64_t *s, char *work);
int32_t call_14(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims2(p[0], p[1]);
}
int64_t work_14(const int64_t *s);
int64_t work_14(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims3(const uint8_t *restrict x0, uint8_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[i * 5 + i2 + i3 + i4] = x0[i * 5 + i2 + i3 + i4] != 0;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_15(void *const *p, const int64_t *s, char *work);
int32_t call_15(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims3(p[0], p[1], s[0]);
}
int64_t work_15(const int64_t *s);
int64_t work_15(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims4(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                y0[i * 3 + i2 + i3] = x0[i2];
            }
        }
    }
    return 0;
}

int32_t call_16(void *const *p, const int64_t *s, char *work);
int32_t call_16(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims4(p[0], p[1]);
}
int64_t work_16(const int64_t *s);
int64_t work_16(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims5(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_17(void *const *p, const int64_t *s, char *work);
int32_t call_17(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims5(p[0], p[1]);
}
int64_t work_17(const int64_t *s);
int64_t work_17(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims6(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_18(void *const *p, const int64_t *s, char *work);
int32_t call_18(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims6(p[0], p[1]);
}
int64_t work_18(const int64_t *s);
int64_t work_18(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims7(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i + i2) * 2 + i3] = x0[i3];
            }
        }
    }
    return 0;
}

int32_t call_19(void *const *p, const int64_t *s, char *work);
int32_t call_19(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims7(p[0], p[1]);
}
int64_t work_19(const int64_t *s);
int64_t work_19(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims8(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i + i2];
        }
    }
    return 0;
}

int32_t call_20(void *const *p, const int64_t *s, char *work);
int32_t call_20(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims8(p[0], p[1]);
}
int64_t work_20(const int64_t *s);
int64_t work_20(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims9(const uint16_t *restrict x0, uint16_t *restrict y0) {
    y0[0] = tn_f16_bits(tn_f16_value(x0[0]));
    return 0;
}

int32_t call_21(void *const *p, const int64_t *s, char *work);
int32_t call_21(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims9(p[0], p[1]);
}
int64_t work_21(const int64_t *s);
int64_t work_21(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims10(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        y0[i] = x0[0];
    }
    return 0;
}

int32_t call_22(void *const *p, const int64_t *s, char *work);
int32_t call_22(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims10(p[0], p[1]);
}
int64_t work_22(const int64_t *s);
int64_t work_22(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims11(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i * 2 + i2) * 2 + i3] = x0[(i * 2 + i2) * 2 + i3] != 0;
            }
        }
    }
    return 0;
}

int32_t call_23(void *const *p, const int64_t *s, char *work);
int32_t call_23(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims11(p[0], p[1]);
}
int64_t work_23(const int64_t *s);
int64_t work_23(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims12(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    y0[(i + i2) * 2 + i3 + i4] = x0[i * 2 + i3 + i4] != 0;
                }
            }
        }
    }
    return 0;
}

int32_t call_24(void *const *p, const int64_t *s, char *work);
int32_t call_24(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims12(p[0], p[1]);
}
int64_t work_24(const int64_t *s);
int64_t work_24(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye(uint8_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == (-2)) ? true : false;
        }
    }
    return 0;
}

int32_t call_25(void *const *p, const int64_t *s, char *work);
int32_t call_25(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye(p[0]);
}
int64_t work_25(const int64_t *s);
int64_t work_25(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye2(uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = tn_bf16_bits((((i2 - i) == (-1)) ? 1.0 : 0.0));
        }
    }
    return 0;
}

int32_t call_26(void *const *p, const int64_t *s, char *work);
int32_t call_26(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye2(p[0]);
}
int64_t work_26(const int64_t *s);
int64_t work_26(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye3(int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == 0) ? 1 : 0;
        }
    }
    return 0;
}

int32_t call_27(void *const *p, const int64_t *s, char *work);
int32_t call_27(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye3(p[0]);
}
int64_t work_27(const int64_t *s);
int64_t work_27(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye4(uint16_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == 1) ? 1 : 0;
        }
    }
    return 0;
}

int32_t call_28(void *const *p, const int64_t *s, char *work);
int32_t call_28(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye4(p[0]);
}
int64_t work_28(const int64_t *s);
int64_t work_28(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye5(float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == 0) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_29(void *const *p, const int64_t *s, char *work);
int32_t call_29(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye5(p[0]);
}
int64_t work_29(const int64_t *s);
int64_t work_29(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye6(double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = ((i2 - i) == (-1)) ? 1.0 : 0.0;
        }
    }
    return 0;
}

int32_t call_30(void *const *p, const int64_t *s, char *work);
int32_t call_30(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye6(p[0]);
}
int64_t work_30(const int64_t *s);
int64_t work_30(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye7(uint32_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == (-1)) ? 1u : 0u;
        }
    }
    return 0;
}

int32_t call_31(void *const *p, const int64_t *s, char *work);
int32_t call_31(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye7(p[0]);
}
int64_t work_31(const int64_t *s);
int64_t work_31(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye8(int64_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 2 + i2] = ((i2 - (i + v)) == 1) ? 1 : 0;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < m; i3++) {
            for (int64_t i4 = 0; i4 < 2; i4++) {
                y0[i3 * 2 + i4] = ((i4 - i3) == 1) ? 1 : 0;
            }
        }
    }
    return 0;
}

int32_t call_32(void *const *p, const int64_t *s, char *work);
int32_t call_32(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye8(p[0], s[0]);
}
int64_t work_32(const int64_t *s);
int64_t work_32(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye9(int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = ((i2 - i) == 0) ? 1 : 0;
        }
    }
    return 0;
}

int32_t call_33(void *const *p, const int64_t *s, char *work);
int32_t call_33(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye9(p[0]);
}
int64_t work_33(const int64_t *s);
int64_t work_33(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye10(uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = ((i2 - i) == 1) ? 1 : 0;
        }
    }
    return 0;
}

int32_t call_34(void *const *p, const int64_t *s, char *work);
int32_t call_34(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye10(p[0]);
}
int64_t work_34(const int64_t *s);
int64_t work_34(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye11(uint32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == (-2)) ? 1u : 0u;
        }
    }
    return 0;
}

int32_t call_35(void *const *p, const int64_t *s, char *work);
int32_t call_35(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye11(p[0]);
}
int64_t work_35(const int64_t *s);
int64_t work_35(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye12(float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == 0) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_36(void *const *p, const int64_t *s, char *work);
int32_t call_36(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye12(p[0]);
}
int64_t work_36(const int64_t *s);
int64_t work_36(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like(const uint8_t *restrict x0, uint16_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_f16_bits((((i2 - i) == (-1)) ? 1.0 : 0.0));
        }
    }
    return 0;
}

int32_t call_37(void *const *p, const int64_t *s, char *work);
int32_t call_37(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like(p[0], p[1]);
}
int64_t work_37(const int64_t *s);
int64_t work_37(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    (void)x0;
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            TN_LANES
            for (int64_t i = 0; i < 5; i++) {
                y0[i * 3 + i2] = tn_bf16_bits((((i2 - i) == (-2)) ? 1.0 : 0.0));
            }
        }
    }
    return 0;
}

int32_t call_38(void *const *p, const int64_t *s, char *work);
int32_t call_38(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like2(p[0], p[1]);
}
int64_t work_38(const int64_t *s);
int64_t work_38(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like3(const uint16_t *restrict x0, uint16_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == 1) ? 1 : 0;
        }
    }
    return 0;
}

int32_t call_39(void *const *p, const int64_t *s, char *work);
int32_t call_39(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like3(p[0], p[1]);
}
int64_t work_39(const int64_t *s);
int64_t work_39(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like4(const float *restrict x0, float *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = ((i2 - i) == (-2)) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_40(void *const *p, const int64_t *s, char *work);
int32_t call_40(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like4(p[0], p[1]);
}
int64_t work_40(const int64_t *s);
int64_t work_40(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like5(const uint16_t *restrict x0, float *restrict y0, int64_t n) {
    (void)x0;
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 0; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 0 + i2] = ((i2 - (i + v)) == 0) ? 1.0f : 0.0f;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 0; i4++) {
                y0[i3 * 0 + i4] = ((i4 - i3) == 0) ? 1.0f : 0.0f;
            }
        }
    }
    return 0;
}

int32_t call_41(void *const *p, const int64_t *s, char *work);
int32_t call_41(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like5(p[0], p[1], s[0]);
}
int64_t work_41(const int64_t *s);
int64_t work_41(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like6(const float *restrict x0, float *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == 1) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_42(void *const *p, const int64_t *s, char *work);
int32_t call_42(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like6(p[0], p[1]);
}
int64_t work_42(const int64_t *s);
int64_t work_42(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like7(const int32_t *restrict x0, int32_t *restrict y0, int64_t m) {
    (void)x0;
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = ((i2 - (i + v)) == 0) ? 1 : 0;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < m; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = ((i4 - i3) == 0) ? 1 : 0;
            }
        }
    }
    return 0;
}

int32_t call_43(void *const *p, const int64_t *s, char *work);
int32_t call_43(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like7(p[0], p[1], s[0]);
}
int64_t work_43(const int64_t *s);
int64_t work_43(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like8(const uint32_t *restrict x0, uint32_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == 2) ? 1u : 0u;
        }
    }
    return 0;
}

int32_t call_44(void *const *p, const int64_t *s, char *work);
int32_t call_44(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like8(p[0], p[1]);
}
int64_t work_44(const int64_t *s);
int64_t work_44(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like9(const int32_t *restrict x0, int32_t *restrict y0) {
    (void)x0;
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            TN_LANES
            for (int64_t i = 0; i < 5; i++) {
                y0[i * 2 + i2] = ((i2 - i) == (-1)) ? 1 : 0;
            }
        }
    }
    return 0;
}

int32_t call_45(void *const *p, const int64_t *s, char *work);
int32_t call_45(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like9(p[0], p[1]);
}
int64_t work_45(const int64_t *s);
int64_t work_45(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like10(const float *restrict x0, float *restrict y0, int64_t n) {
    (void)x0;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == (-1)) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_46(void *const *p, const int64_t *s, char *work);
int32_t call_46(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like10(p[0], p[1], s[0]);
}
int64_t work_46(const int64_t *s);
int64_t work_46(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like11(const float *restrict x0, float *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = ((i2 - i) == 1) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_47(void *const *p, const int64_t *s, char *work);
int32_t call_47(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like11(p[0], p[1]);
}
int64_t work_47(const int64_t *s);
int64_t work_47(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like12(const int32_t *restrict x0, int32_t *restrict y0, int64_t n) {
    (void)x0;
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = ((i2 - (i + v)) == 2) ? 1 : 0;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = ((i4 - i3) == 2) ? 1 : 0;
            }
        }
    }
    return 0;
}

int32_t call_48(void *const *p, const int64_t *s, char *work);
int32_t call_48(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like12(p[0], p[1], s[0]);
}
int64_t work_48(const int64_t *s);
int64_t work_48(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like13(const double *restrict x0, double *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) == 1) ? 1.0 : 0.0;
        }
    }
    return 0;
}

int32_t call_49(void *const *p, const int64_t *s, char *work);
int32_t call_49(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like13(p[0], p[1]);
}
int64_t work_49(const int64_t *s);
int64_t work_49(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        const int64_t rest2 = i / 3;
        y0[i] = x0[rest2 * 3 + (i % 3)] != 0;
    }
    return 0;
}

int32_t call_50(void *const *p, const int64_t *s, char *work);
int32_t call_50(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten(p[0], p[1]);
}
int64_t work_50(const int64_t *s);
int64_t work_50(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten2(const int32_t *restrict x0, int32_t *restrict y0, int64_t n) {
    const int64_t end = (int64_t)((uint64_t)6 * (uint64_t)n);
    for (int64_t i = 0; i < end; i++) {
        const int64_t rest2 = tn_floordiv_i64(i, n);
        const int64_t rest3 = rest2 / 2;
        if ((uint64_t)rest3 >= (uint64_t)3) return 1;
        const int64_t at = tn_floormod_i64(i, n);
        if ((uint64_t)at >= (uint64_t)n) return 2;
        y0[i] = x0[(rest3 * 2 + (rest2 % 2)) * n + at + (i % 1)];
    }
    return 0;
}

int32_t call_51(void *const *p, const int64_t *s, char *work);
int32_t call_51(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten2(p[0], p[1], s[0]);
}
int64_t work_51(const int64_t *s);
int64_t work_51(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten3(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 6; i++) {
        const int64_t rest2 = i / 2;
        const int64_t rest3 = rest2 / 3;
        y0[i] = x0[(rest3 * 3 + (rest2 % 3)) * 2 + (i % 2)];
    }
    return 0;
}

int32_t call_52(void *const *p, const int64_t *s, char *work);
int32_t call_52(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten3(p[0], p[1]);
}
int64_t work_52(const int64_t *s);
int64_t work_52(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten4(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        y0[i] = x0[i + (i % 1)] != 0;
    }
    return 0;
}

int32_t call_53(void *const *p, const int64_t *s, char *work);
int32_t call_53(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten4(p[0], p[1]);
}
int64_t work_53(const int64_t *s);
int64_t work_53(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten5(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 30; i++) {
        const int64_t rest2 = i / 2;
        const int64_t rest3 = rest2 / 5;
        y0[i] = x0[(rest3 * 5 + (rest2 % 5)) * 2 + (i % 2)];
    }
    return 0;
}

int32_t call_54(void *const *p, const int64_t *s, char *work);
int32_t call_54(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten5(p[0], p[1]);
}
int64_t work_54(const int64_t *s);
int64_t work_54(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten6(const int8_t *restrict x0, int8_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_55(void *const *p, const int64_t *s, char *work);
int32_t call_55(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten6(p[0], p[1], s[0]);
}
int64_t work_55(const int64_t *s);
int64_t work_55(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten7(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 45; i++) {
        const int64_t rest2 = i / 5;
        const int64_t rest3 = rest2 / 3;
        y0[i] = x0[(rest3 * 3 + (rest2 % 3)) * 5 + (i % 5) + (i % 1) + (i % 1)];
    }
    return 0;
}

int32_t call_56(void *const *p, const int64_t *s, char *work);
int32_t call_56(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten7(p[0], p[1]);
}
int64_t work_56(const int64_t *s);
int64_t work_56(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten8(const double *restrict x0, double *restrict y0, int64_t n, int64_t m) {
    const int64_t end = (int64_t)((uint64_t)(int64_t)((uint64_t)2 * (uint64_t)n) * (uint64_t)m);
    for (int64_t i = 0; i < end; i++) {
        const int64_t rest2 = tn_floordiv_i64(i, m);
        const int64_t rest3 = rest2 / 2;
        if ((uint64_t)rest3 >= (uint64_t)n) return 3;
        const int64_t at = tn_floormod_i64(i, m);
        if ((uint64_t)at >= (uint64_t)m) return 4;
        y0[i] = x0[(rest3 * 2 + (rest2 % 2)) * m + at];
    }
    return 0;
}

int32_t call_57(void *const *p, const int64_t *s, char *work);
int32_t call_57(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten8(p[0], p[1], s[0], s[1]);
}
int64_t work_57(const int64_t *s);
int64_t work_57(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten9(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 6; i++) {
        const int64_t rest2 = i / 3;
        y0[i] = x0[rest2 * 3 + (i % 3)];
    }
    return 0;
}

int32_t call_58(void *const *p, const int64_t *s, char *work);
int32_t call_58(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten9(p[0], p[1]);
}
int64_t work_58(const int64_t *s);
int64_t work_58(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten10(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        const int64_t rest2 = i / 2;
        y0[i] = x0[rest2 * 2 + (i % 2)];
    }
    return 0;
}

int32_t call_59(void *const *p, const int64_t *s, char *work);
int32_t call_59(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten10(p[0], p[1]);
}
int64_t work_59(const int64_t *s);
int64_t work_59(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten11(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 24; i++) {
        const int64_t rest2 = i / 2;
        const int64_t rest3 = rest2 / 2;
        const int64_t rest4 = rest3 / 2;
        y0[i] = x0[((rest4 * 2 + (rest3 % 2)) * 2 + (rest2 % 2)) * 2 + (i % 2)];
    }
    return 0;
}

int32_t call_60(void *const *p, const int64_t *s, char *work);
int32_t call_60(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten11(p[0], p[1]);
}
int64_t work_60(const int64_t *s);
int64_t work_60(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten12(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 6; i++) {
        const int64_t rest2 = i / 2;
        y0[i] = x0[rest2 * 2 + (i % 2)];
    }
    return 0;
}

int32_t call_61(void *const *p, const int64_t *s, char *work);
int32_t call_61(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten12(p[0], p[1]);
}
int64_t work_61(const int64_t *s);
int64_t work_61(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                y0[i * 3 + i2 + i3] = x0[i * 3 + (2 - i2) + i3];
            }
        }
    }
    return 0;
}

int32_t call_62(void *const *p, const int64_t *s, char *work);
int32_t call_62(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip(p[0], p[1]);
}
int64_t work_62(const int64_t *s);
int64_t work_62(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i = 0; i < 5; i++) {
                y0[i * 3 + i2] = tn_bf16_bits(tn_bf16_value(x0[i * 3 + (2 - i2)]));
            }
        }
    }
    return 0;
}

int32_t call_63(void *const *p, const int64_t *s, char *work);
int32_t call_63(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip2(p[0], p[1]);
}
int64_t work_63(const int64_t *s);
int64_t work_63(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip3(const uint8_t *restrict x0, uint8_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i2 = 0; i2 < 5; i2++) {
                            y0[(i * 5 + i2 + i3 + i4) * 3 + i5] = x0[(i * 5 + i2 + (0 - i3) + i4) * 3 + i5] != 0;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_64(void *const *p, const int64_t *s, char *work);
int32_t call_64(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip3(p[0], p[1], s[0]);
}
int64_t work_64(const int64_t *s);
int64_t work_64(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip4(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = x0[i * 5 + (4 - i2)];
        }
    }
    return 0;
}

int32_t call_65(void *const *p, const int64_t *s, char *work);
int32_t call_65(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip4(p[0], p[1]);
}
int64_t work_65(const int64_t *s);
int64_t work_65(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip5(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = x0[(0 - i) * 5 + i2];
        }
    }
    return 0;
}

int32_t call_66(void *const *p, const int64_t *s, char *work);
int32_t call_66(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip5(p[0], p[1]);
}
int64_t work_66(const int64_t *s);
int64_t work_66(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip6(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = x0[((-1) - i) * n + i2];
        }
    }
    return 0;
}

int32_t call_67(void *const *p, const int64_t *s, char *work);
int32_t call_67(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip6(p[0], p[1], s[0]);
}
int64_t work_67(const int64_t *s);
int64_t work_67(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip7(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = tn_f16_bits(tn_f16_value(x0[(1 - i) * 5 + i2]));
        }
    }
    return 0;
}

int32_t call_68(void *const *p, const int64_t *s, char *work);
int32_t call_68(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip7(p[0], p[1]);
}
int64_t work_68(const int64_t *s);
int64_t work_68(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip8(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[(1 - i)];
    }
    return 0;
}

int32_t call_69(void *const *p, const int64_t *s, char *work);
int32_t call_69(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip8(p[0], p[1]);
}
int64_t work_69(const int64_t *s);
int64_t work_69(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip9(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[(1 - i) * 3 + i2];
        }
    }
    return 0;
}

int32_t call_70(void *const *p, const int64_t *s, char *work);
int32_t call_70(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip9(p[0], p[1]);
}
int64_t work_70(const int64_t *s);
int64_t work_70(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip10(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                y0[(i * 2 + i2) * 0 + i3] = tn_f16_bits(tn_f16_value(x0[((1 - i) * 2 + i2) * 0 + i3]));
            }
        }
    }
    return 0;
}

int32_t call_71(void *const *p, const int64_t *s, char *work);
int32_t call_71(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip10(p[0], p[1]);
}
int64_t work_71(const int64_t *s);
int64_t work_71(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip11(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    y0[((i * 2 + i2) * 2 + i3) * 2 + i4] = x0[((i * 2 + i2) * 2 + i3) * 2 + (1 - i4)];
                }
            }
        }
    }
    return 0;
}

int32_t call_72(void *const *p, const int64_t *s, char *work);
int32_t call_72(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip11(p[0], p[1]);
}
int64_t work_72(const int64_t *s);
int64_t work_72(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flip12(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    y0[(i * 5 + i2 + i3) * m + i4] = x0[((0 - i) * 5 + i2 + i3) * m + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_73(void *const *p, const int64_t *s, char *work);
int32_t call_73(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flip12(p[0], p[1], s[0]);
}
int64_t work_73(const int64_t *s);
int64_t work_73(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full(const double *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = (float)x0[0];
        }
    }
    return 0;
}

int32_t call_74(void *const *p, const int64_t *s, char *work);
int32_t call_74(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full(p[0], p[1]);
}
int64_t work_74(const int64_t *s);
int64_t work_74(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full2(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                y0[(i * 2 + i2) * 3 + i3] = x0[0];
            }
        }
    }
    return 0;
}

int32_t call_75(void *const *p, const int64_t *s, char *work);
int32_t call_75(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full2(p[0], p[1]);
}
int64_t work_75(const int64_t *s);
int64_t work_75(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full3(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        y0[((i * 3 + i2) * 3 + i3) * 2 + i4 + i5] = x0[0];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_76(void *const *p, const int64_t *s, char *work);
int32_t call_76(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full3(p[0], p[1]);
}
int64_t work_76(const int64_t *s);
int64_t work_76(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full4(const uint8_t *restrict x0, uint8_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                y0[(i * 0 + i2) * n + i3] = x0[0] != 0;
            }
        }
    }
    return 0;
}

int32_t call_77(void *const *p, const int64_t *s, char *work);
int32_t call_77(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full4(p[0], p[1], s[0]);
}
int64_t work_77(const int64_t *s);
int64_t work_77(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full5(const uint8_t *restrict x0, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                TN_LANES
                for (int64_t i = 0; i < 5; i++) {
                    y0[i + i2 + i3] = (float)(x0[0] != 0);
                }
            }
        }
    }
    return 0;
}

int32_t call_78(void *const *p, const int64_t *s, char *work);
int32_t call_78(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full5(p[0], p[1]);
}
int64_t work_78(const int64_t *s);
int64_t work_78(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full6(const int8_t *restrict x0, int8_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 0; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * n + (i2 + v)) * 2 + i3] = x0[0];
                    }
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < n; i4++) {
                for (int64_t i5 = 0; i5 < 2; i5++) {
                    y0[(i * n + i4) * 2 + i5] = x0[0];
                }
            }
        }
    }
    return 0;
}

int32_t call_79(void *const *p, const int64_t *s, char *work);
int32_t call_79(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full6(p[0], p[1], s[0]);
}
int64_t work_79(const int64_t *s);
int64_t work_79(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full7(const uint8_t *restrict x0, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i = 0; i < 5; i++) {
                        y0[((i * 3 + i2) * 0 + i3) * 3 + i4] = (float)(x0[0] != 0);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_80(void *const *p, const int64_t *s, char *work);
int32_t call_80(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full7(p[0], p[1]);
}
int64_t work_80(const int64_t *s);
int64_t work_80(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full8(const double *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_to_u32(x0[0]);
    }
    return 0;
}

int32_t call_81(void *const *p, const int64_t *s, char *work);
int32_t call_81(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full8(p[0], p[1]);
}
int64_t work_81(const int64_t *s);
int64_t work_81(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full9(const int32_t *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                y0[(i + i2) * 3 + i3] = (float)x0[0];
            }
        }
    }
    return 0;
}

int32_t call_82(void *const *p, const int64_t *s, char *work);
int32_t call_82(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full9(p[0], p[1]);
}
int64_t work_82(const int64_t *s);
int64_t work_82(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full10(const uint8_t *restrict x0, uint8_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * 0 + i2) * m + (i3 + v) + i4] = x0[0] != 0;
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        y0[(i * 0 + i2) * m + i5 + i6] = x0[0] != 0;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_83(void *const *p, const int64_t *s, char *work);
int32_t call_83(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full10(p[0], p[1], s[0]);
}
int64_t work_83(const int64_t *s);
int64_t work_83(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full11(const float *restrict x0, float *restrict y0) {
    y0[0] = x0[0];
    return 0;
}

int32_t call_84(void *const *p, const int64_t *s, char *work);
int32_t call_84(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full11(p[0], p[1]);
}
int64_t work_84(const int64_t *s);
int64_t work_84(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full12(const uint32_t *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i + i2) * 2 + i3] = (double)x0[0];
            }
        }
    }
    return 0;
}

int32_t call_85(void *const *p, const int64_t *s, char *work);
int32_t call_85(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full12(p[0], p[1]);
}
int64_t work_85(const int64_t *s);
int64_t work_85(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full13(const double *restrict x0, float *restrict y0) {
    y0[0] = (float)x0[0];
    return 0;
}

int32_t call_86(void *const *p, const int64_t *s, char *work);
int32_t call_86(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full13(p[0], p[1]);
}
int64_t work_86(const int64_t *s);
int64_t work_86(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like(const uint8_t *restrict x0, const uint16_t *restrict x1, int8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_to_i8(tn_f16_value(x1[0]));
        }
    }
    return 0;
}

int32_t call_87(void *const *p, const int64_t *s, char *work);
int32_t call_87(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like(p[0], p[1], p[2]);
}
int64_t work_87(const int64_t *s);
int64_t work_87(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like2(const int32_t *restrict x0, const float *restrict x1, uint64_t *restrict y0, int64_t n) {
    (void)x0;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * 2 + i2) * n + (i3 + v) + i4] = tn_to_u64((double)x1[0]);
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < n; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        y0[(i * 2 + i2) * n + i5 + i6] = tn_to_u64((double)x1[0]);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_88(void *const *p, const int64_t *s, char *work);
int32_t call_88(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like2(p[0], p[1], p[2], s[0]);
}
int64_t work_88(const int64_t *s);
int64_t work_88(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like3(const int32_t *restrict x0, const int64_t *restrict x1, int32_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i * 3 + i2) * 2 + i3] = (int32_t)x1[0];
            }
        }
    }
    return 0;
}

int32_t call_89(void *const *p, const int64_t *s, char *work);
int32_t call_89(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like3(p[0], p[1], p[2]);
}
int64_t work_89(const int64_t *s);
int64_t work_89(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like4(const int32_t *restrict x0, const int32_t *restrict x1, uint16_t *restrict y0) {
    (void)x0;
    y0[0] = tn_f16_bits(tn_f16_round((double)x1[0]));
    return 0;
}

int32_t call_90(void *const *p, const int64_t *s, char *work);
int32_t call_90(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like4(p[0], p[1], p[2]);
}
int64_t work_90(const int64_t *s);
int64_t work_90(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like5(const uint8_t *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    (void)x0;
    {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                TN_LANES
                for (int64_t i = 0; i < 5; i++) {
                    y0[i + i2 + i3] = tn_to_u8((double)x1[0]);
                }
            }
        }
    }
    return 0;
}

int32_t call_91(void *const *p, const int64_t *s, char *work);
int32_t call_91(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like5(p[0], p[1], p[2]);
}
int64_t work_91(const int64_t *s);
int64_t work_91(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like6(const double *restrict x0, const uint16_t *restrict x1, uint8_t *restrict y0, int64_t n) {
    (void)x0;
    for (int64_t i = 0; i < 0; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * n + (i2 + v)) * 2 + i3] = tn_to_u8(tn_bf16_value(x1[0]));
                    }
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < n; i4++) {
                for (int64_t i5 = 0; i5 < 2; i5++) {
                    y0[(i * n + i4) * 2 + i5] = tn_to_u8(tn_bf16_value(x1[0]));
                }
            }
        }
    }
    return 0;
}

int32_t call_92(void *const *p, const int64_t *s, char *work);
int32_t call_92(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like6(p[0], p[1], p[2], s[0]);
}
int64_t work_92(const int64_t *s);
int64_t work_92(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like7(const int32_t *restrict x0, const int32_t *restrict x1, int64_t *restrict y0) {
    (void)x0;
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i = 0; i < 5; i++) {
                        y0[((i * 3 + i2) * 0 + i3) * 3 + i4] = (int64_t)x1[0];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_93(void *const *p, const int64_t *s, char *work);
int32_t call_93(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like7(p[0], p[1], p[2]);
}
int64_t work_93(const int64_t *s);
int64_t work_93(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like8(const float *restrict x0, const int32_t *restrict x1, float *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = (float)x1[0];
    }
    return 0;
}

int32_t call_94(void *const *p, const int64_t *s, char *work);
int32_t call_94(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like8(p[0], p[1], p[2]);
}
int64_t work_94(const int64_t *s);
int64_t work_94(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like9(const int64_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                y0[(i + i2) * 3 + i3] = x1[0] != 0;
            }
        }
    }
    return 0;
}

int32_t call_95(void *const *p, const int64_t *s, char *work);
int32_t call_95(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like9(p[0], p[1], p[2]);
}
int64_t work_95(const int64_t *s);
int64_t work_95(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like10(const double *restrict x0, const uint64_t *restrict x1, double *restrict y0, int64_t m) {
    (void)x0;
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * 0 + i2) * m + (i3 + v) + i4] = (double)x1[0];
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        y0[(i * 0 + i2) * m + i5 + i6] = (double)x1[0];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_96(void *const *p, const int64_t *s, char *work);
int32_t call_96(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like10(p[0], p[1], p[2], s[0]);
}
int64_t work_96(const int64_t *s);
int64_t work_96(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like11(const uint32_t *restrict x0, const uint64_t *restrict x1, uint32_t *restrict y0) {
    (void)x0;
    y0[0] = (uint32_t)x1[0];
    return 0;
}

int32_t call_97(void *const *p, const int64_t *s, char *work);
int32_t call_97(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like11(p[0], p[1], p[2]);
}
int64_t work_97(const int64_t *s);
int64_t work_97(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like12(const uint8_t *restrict x0, const double *restrict x1, uint8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i + i2) * 2 + i3] = x1[0] != 0;
            }
        }
    }
    return 0;
}

int32_t call_98(void *const *p, const int64_t *s, char *work);
int32_t call_98(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like12(p[0], p[1], p[2]);
}
int64_t work_98(const int64_t *s);
int64_t work_98(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like13(const double *restrict x0, const double *restrict x1, int8_t *restrict y0) {
    (void)x0;
    y0[0] = tn_to_i8(x1[0]);
    return 0;
}

int32_t call_99(void *const *p, const int64_t *s, char *work);
int32_t call_99(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like13(p[0], p[1], p[2]);
}
int64_t work_99(const int64_t *s);
int64_t work_99(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements(const uint16_t *restrict x0, const int8_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                const int64_t t = (int64_t)x1[i + i2 + i3];
                const int64_t at = (t < 0) ? (t + 3) : t;
                if ((uint64_t)at >= (uint64_t)3) return 5;
                y0[i + i2 + i3] = x0[i * 3 + at + i3];
            }
        }
    }
    return 0;
}

int32_t call_100(void *const *p, const int64_t *s, char *work);
int32_t call_100(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements(p[0], p[1], p[2]);
}
int64_t work_100(const int64_t *s);
int64_t work_100(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements2(const uint16_t *restrict x0, const uint8_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = tn_bf16_bits(tn_bf16_value(x0[i * 3 + (int64_t)x1[i + i2]]));
        }
    }
    return 0;
}

int32_t call_101(void *const *p, const int64_t *s, char *work);
int32_t call_101(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements2(p[0], p[1], p[2]);
}
int64_t work_101(const int64_t *s);
int64_t work_101(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements3(const uint8_t *restrict x0, const int32_t *restrict x1, uint8_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i2 = 0; i2 < 5; i2++) {
                            const int64_t t = (int64_t)x1[((i * 5 + i2) * 0 + i3 + i4) * 3 + i5];
                            y0[((i * 5 + i2) * 0 + i3 + i4) * 3 + i5] = x0[(i * 5 + i2 + ((t < 0) ? (t + 1) : t) + i4) * 3 + i5] != 0;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_102(void *const *p, const int64_t *s, char *work);
int32_t call_102(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements3(p[0], p[1], p[2], s[0]);
}
int64_t work_102(const int64_t *s);
int64_t work_102(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements4(const int32_t *restrict x0, const int64_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        const int64_t t = x1[i];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
        if ((uint64_t)at >= (uint64_t)2) return 6;
        y0[i] = x0[at];
    }
    return 0;
}

int32_t call_103(void *const *p, const int64_t *s, char *work);
int32_t call_103(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements4(p[0], p[1], p[2]);
}
int64_t work_103(const int64_t *s);
int64_t work_103(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements5(const float *restrict x0, const uint8_t *restrict x1, float *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    y0[(i * m + i2 + i3) * n + i4] = x0[(i + (int64_t)x1[(i * m + i2 + i3) * n + i4] + i3) * n + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_104(void *const *p, const int64_t *s, char *work);
int32_t call_104(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements5(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_104(const int64_t *s);
int64_t work_104(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements6(const uint8_t *restrict x0, const int32_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                const int64_t t = (int64_t)x1[i * 3 + i2 + i3];
                y0[i * 3 + i2 + i3] = x0[(i * 3 + i2) * 5 + ((t < 0) ? (t + 5) : t)] != 0;
            }
        }
    }
    return 0;
}

int32_t call_105(void *const *p, const int64_t *s, char *work);
int32_t call_105(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements6(p[0], p[1], p[2]);
}
int64_t work_105(const int64_t *s);
int64_t work_105(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements7(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t t = (int64_t)x1[i + i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)m) : t;
            if ((uint64_t)at >= (uint64_t)m) return 7;
            y0[i + i2] = x0[at * 3 + i2];
        }
    }
    return 0;
}

int32_t call_106(void *const *p, const int64_t *s, char *work);
int32_t call_106(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements7(p[0], p[1], p[2], s[0]);
}
int64_t work_106(const int64_t *s);
int64_t work_106(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements8(const float *restrict x0, const int8_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i3 = 0; i3 < 5; i3++) {
                            const int64_t t = (int64_t)x1[(i * 0 + i2) * 5 + i3 + i4 + i5];
                            y0[(i * 0 + i2) * 5 + i3 + i4 + i5] = x0[(i * 3 + ((t < 0) ? (t + 3) : t)) * 5 + i3 + i4 + i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_107(void *const *p, const int64_t *s, char *work);
int32_t call_107(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements8(p[0], p[1], p[2]);
}
int64_t work_107(const int64_t *s);
int64_t work_107(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements9(const int32_t *restrict x0, const uint8_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t at = (int64_t)x1[i * 2 + i2];
            if ((uint64_t)at >= (uint64_t)5) return 8;
            y0[i * 2 + i2] = x0[at * 2 + i2];
        }
    }
    return 0;
}

int32_t call_108(void *const *p, const int64_t *s, char *work);
int32_t call_108(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements9(p[0], p[1], p[2]);
}
int64_t work_108(const int64_t *s);
int64_t work_108(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements10(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            const int64_t t = x1[i * 0 + i2];
            y0[i * 0 + i2] = x0[(((t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t)) * 3 + i2];
        }
    }
    return 0;
}

int32_t call_109(void *const *p, const int64_t *s, char *work);
int32_t call_109(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements10(p[0], p[1], p[2]);
}
int64_t work_109(const int64_t *s);
int64_t work_109(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements11(const uint16_t *restrict x0, const uint8_t *restrict x1, uint16_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                const int64_t at = (int64_t)x1[i * 2 + i2 + i3];
                if ((uint64_t)at >= (uint64_t)2) return 6;
                y0[i * 2 + i2 + i3] = tn_f16_bits(tn_f16_value(x0[at * 2 + i2 + i3]));
            }
        }
    }
    return 0;
}

int32_t call_110(void *const *p, const int64_t *s, char *work);
int32_t call_110(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements11(p[0], p[1], p[2], s[0]);
}
int64_t work_110(const int64_t *s);
int64_t work_110(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements12(const int32_t *restrict x0, const int64_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 0; i4++) {
                    const int64_t t = x1[((i * 2 + i2) * 2 + i3) * 0 + i4];
                    y0[((i * 2 + i2) * 2 + i3) * 0 + i4] = x0[((i * 2 + i2) * 2 + i3) * 2 + ((t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t)];
                }
            }
        }
    }
    return 0;
}

int32_t call_111(void *const *p, const int64_t *s, char *work);
int32_t call_111(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements12(p[0], p[1], p[2]);
}
int64_t work_111(const int64_t *s);
int64_t work_111(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements13(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    const int64_t t = x1[(i * 5 + i2 + i3) * m + i4];
                    const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)1) : t;
                    if ((uint64_t)at >= (uint64_t)1) return 9;
                    y0[(i * 5 + i2 + i3) * m + i4] = x0[(at * 5 + i2 + i3) * m + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_112(void *const *p, const int64_t *s, char *work);
int32_t call_112(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements13(p[0], p[1], p[2], s[0]);
}
int64_t work_112(const int64_t *s);
int64_t work_112(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd(const uint16_t *restrict x0, const int8_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        y0[i] = tn_f16_bits(tn_f16_value(x0[i]));
    }
    return 0;
}

int32_t call_113(void *const *p, const int64_t *s, char *work);
int32_t call_113(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd(p[0], p[1], p[2]);
}
int64_t work_113(const int64_t *s);
int64_t work_113(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd2(const float *restrict x0, const int32_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t t = (int64_t)x1[i + i2];
            const int64_t at = (t < 0) ? (t + 2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[i + i2] = x0[(i + i2) * 2 + at];
        }
    }
    return 0;
}

int32_t call_114(void *const *p, const int64_t *s, char *work);
int32_t call_114(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd2(p[0], p[1], p[2]);
}
int64_t work_114(const int64_t *s);
int64_t work_114(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd3(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                TN_LANES
                for (int64_t i2 = 0; i2 < 5; i2++) {
                    y0[(i * 5 + i2) * 3 + i3] = x0[i * 3 + i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_115(void *const *p, const int64_t *s, char *work);
int32_t call_115(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd3(p[0], p[1], p[2]);
}
int64_t work_115(const int64_t *s);
int64_t work_115(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd4(const int32_t *restrict x0, const int64_t *restrict x1, int32_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i + i2];
        }
    }
    return 0;
}

int32_t call_116(void *const *p, const int64_t *s, char *work);
int32_t call_116(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd4(p[0], p[1], p[2]);
}
int64_t work_116(const int64_t *s);
int64_t work_116(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd5(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t t = x1[(i + i2) * 2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)1) : t;
            if ((uint64_t)at >= (uint64_t)1) return 11;
            const int64_t t2 = x1[(i + i2) * 2 + 1];
            const int64_t at2 = (t2 < 0) ? (int64_t)((uint64_t)t2 + (uint64_t)1) : t2;
            if ((uint64_t)at2 >= (uint64_t)1) return 12;
            y0[i + i2] = x0[i + at + at2];
        }
    }
    return 0;
}

int32_t call_117(void *const *p, const int64_t *s, char *work);
int32_t call_117(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd5(p[0], p[1], p[2]);
}
int64_t work_117(const int64_t *s);
int64_t work_117(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd6(const uint8_t *restrict x0, const int64_t *restrict x1, uint8_t *restrict y0, int64_t m) {
    (void)x1;
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    for (int64_t v = 0; v < 16; v++) {
                        y0[((i + v)) * 2 + i2 + i3] = x0[(i + v) + i3] != 0;
                    }
                }
            }
        }
    } else {
        for (int64_t i4 = 0; i4 < m; i4++) {
            for (int64_t i5 = 0; i5 < 2; i5++) {
                for (int64_t i6 = 0; i6 < 1; i6++) {
                    y0[i4 * 2 + i5 + i6] = x0[i4 + i6] != 0;
                }
            }
        }
    }
    return 0;
}

int32_t call_118(void *const *p, const int64_t *s, char *work);
int32_t call_118(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd6(p[0], p[1], p[2], s[0]);
}
int64_t work_118(const int64_t *s);
int64_t work_118(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd7(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t t = x1[i * 3 + i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 13;
            y0[i * 3 + i2] = x0[i * 2 + at];
        }
    }
    return 0;
}

int32_t call_119(void *const *p, const int64_t *s, char *work);
int32_t call_119(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd7(p[0], p[1], p[2]);
}
int64_t work_119(const int64_t *s);
int64_t work_119(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd8(const int8_t *restrict x0, const uint8_t *restrict x1, int8_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i];
        }
    }
    return 0;
}

int32_t call_120(void *const *p, const int64_t *s, char *work);
int32_t call_120(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd8(p[0], p[1], p[2]);
}
int64_t work_120(const int64_t *s);
int64_t work_120(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd9(const int16_t *restrict x0, const uint8_t *restrict x1, int16_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_121(void *const *p, const int64_t *s, char *work);
int32_t call_121(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd9(p[0], p[1], p[2]);
}
int64_t work_121(const int64_t *s);
int64_t work_121(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd10(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * m + (i2 + v)) * 3 + i3] = x0[i * m + (i2 + v)];
                    }
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < m; i4++) {
                for (int64_t i5 = 0; i5 < 3; i5++) {
                    y0[(i * m + i4) * 3 + i5] = x0[i * m + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_122(void *const *p, const int64_t *s, char *work);
int32_t call_122(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd10(p[0], p[1], p[2], s[0]);
}
int64_t work_122(const int64_t *s);
int64_t work_122(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd11(const float *restrict x0, const int8_t *restrict x1, float *restrict y0) {
    const int64_t t = (int64_t)x1[0];
    const int64_t at = (t < 0) ? (t + 5) : t;
    if ((uint64_t)at >= (uint64_t)5) return 14;
    const int64_t t2 = (int64_t)x1[1];
    const int64_t at2 = (t2 < 0) ? (t2 + 3) : t2;
    if ((uint64_t)at2 >= (uint64_t)3) return 15;
    y0[0] = x0[at * 3 + at2];
    return 0;
}

int32_t call_123(void *const *p, const int64_t *s, char *work);
int32_t call_123(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd11(p[0], p[1], p[2]);
}
int64_t work_123(const int64_t *s);
int64_t work_123(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd12(const int32_t *restrict x0, const uint8_t *restrict x1, int32_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                y0[i * 2 + i2 + i3] = x0[i * 2 + i2 + i3];
            }
        }
    }
    return 0;
}

int32_t call_124(void *const *p, const int64_t *s, char *work);
int32_t call_124(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd12(p[0], p[1], p[2]);
}
int64_t work_124(const int64_t *s);
int64_t work_124(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd13(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t at = (int64_t)x1[i + i2];
            if ((uint64_t)at >= (uint64_t)2) return 13;
            y0[i + i2] = x0[i * 2 + at] != 0;
        }
    }
    return 0;
}

int32_t call_125(void *const *p, const int64_t *s, char *work);
int32_t call_125(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd13(p[0], p[1], p[2]);
}
int64_t work_125(const int64_t *s);
int64_t work_125(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd14(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            const int64_t t = x1[i * m + i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[i * m + i2] = x0[(i * m + i2) * 2 + at];
        }
    }
    return 0;
}

int32_t call_126(void *const *p, const int64_t *s, char *work);
int32_t call_126(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd14(p[0], p[1], p[2], s[0]);
}
int64_t work_126(const int64_t *s);
int64_t work_126(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    float sums[1] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    sums[(i * 0 + i2 + i3) * 3 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 0; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 5; i8++) {
                    int64_t count = 0;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        (void)((i5 * 3) + i9);
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p = (i8 - 1) + i10;
                            if ((0 <= p) && (p < 3)) {
                                count = (int64_t)((uint64_t)count + (uint64_t)1);
                            }
                        }
                    }
                    const float share = (float)tn_bf16_value(x0[(i5 * 0 + i6 + i7) * 5 + i8]) / (float)count;
                    for (int64_t i11 = 0; i11 < 3; i11++) {
                        const int64_t p2 = (i5 * 3) + i11;
                        for (int64_t i12 = 0; i12 < 1; i12++) {
                            const int64_t p3 = (i8 - 1) + i12;
                            if ((0 <= p3) && (p3 < 3)) {
                                sums[(p2 * 0 + i6 + i7) * 3 + p3] = sums[(p2 * 0 + i6 + i7) * 3 + p3] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    for (int64_t i13 = 0; i13 < 3; i13++) {
        for (int64_t i14 = 0; i14 < 0; i14++) {
            for (int64_t i15 = 0; i15 < 1; i15++) {
                for (int64_t i16 = 0; i16 < 3; i16++) {
                    y0[(i13 * 0 + i14 + i15) * 3 + i16] = tn_bf16_bits(tn_bf16_round((double)sums[(i13 * 0 + i14 + i15) * 3 + i16]));
                }
            }
        }
    }
    return 0;
}

int32_t call_127(void *const *p, const int64_t *s, char *work);
int32_t call_127(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward(p[0], p[1], p[2]);
}
int64_t work_127(const int64_t *s);
int64_t work_127(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward2(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    y0[((i * 3 + i2) * 2 + i3) * 2 + i4] = 0.0;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    int64_t count = 0;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i6 * 2) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = (i7 * 2) + (i10 * 2);
                            if (((0 <= p) && (p < 3)) && ((0 <= p2) && (p2 < 2))) {
                                count = (int64_t)((uint64_t)count + (uint64_t)1);
                            }
                        }
                    }
                    const double share = x0[((i5 * 2 + i6) * 2 + i7) * 2 + i8] / (double)count;
                    for (int64_t i11 = 0; i11 < 1; i11++) {
                        const int64_t p3 = (i6 * 2) + (i11 * 2);
                        for (int64_t i12 = 0; i12 < 1; i12++) {
                            const int64_t p4 = (i7 * 2) + (i12 * 2);
                            if (((0 <= p3) && (p3 < 3)) && ((0 <= p4) && (p4 < 2))) {
                                y0[((i5 * 3 + p3) * 2 + p4) * 2 + i8] = y0[((i5 * 3 + p3) * 2 + p4) * 2 + i8] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_128(void *const *p, const int64_t *s, char *work);
int32_t call_128(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward2(p[0], p[1], p[2]);
}
int64_t work_128(const int64_t *s);
int64_t work_128(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward3(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    float sums[36] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    sums[((i * 2 + i2) * 3 + i3) * 2 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    const float share = (float)tn_bf16_value(x0[(i5 * 2 + i6) * 3 + i7 + i8]) / 2.0f;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i5 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i8 * 3) + (i10 * 2);
                            if ((0 <= p2) && (p2 < 2)) {
                                sums[((i7 * 2 + i6) * 3 + p) * 2 + p2] = sums[((i7 * 2 + i6) * 3 + p) * 2 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 3; i11++) {
        for (int64_t i12 = 0; i12 < 2; i12++) {
            for (int64_t i13 = 0; i13 < 3; i13++) {
                for (int64_t i14 = 0; i14 < 2; i14++) {
                    y0[((i11 * 2 + i12) * 3 + i13) * 2 + i14] = tn_bf16_bits(tn_bf16_round((double)sums[((i11 * 2 + i12) * 3 + i13) * 2 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_129(void *const *p, const int64_t *s, char *work);
int32_t call_129(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward3(p[0], p[1], p[2]);
}
int64_t work_129(const int64_t *s);
int64_t work_129(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward4(const double *restrict x0, const double *restrict x1, double *restrict y0, int64_t m, int64_t n) {
    (void)x1;
    const int64_t d = n / 2;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    y0[((i * 3 + i2) * m + i3) * n + i4] = 0.0;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < m; i7++) {
                const int64_t end = n / 2;
                for (int64_t i8 = 0; i8 < end; i8++) {
                    const double share = x0[((i5 * 3 + i6) * m + i7) * d + i8] / 2.0;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = i7 + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i8 * 2) + i10;
                            if ((uint64_t)p2 >= (uint64_t)n) return 16;
                            if ((uint64_t)p2 >= (uint64_t)n) return 16;
                            y0[((i5 * 3 + i6) * m + p) * n + p2] = y0[((i5 * 3 + i6) * m + p) * n + p2] + share;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_130(void *const *p, const int64_t *s, char *work);
int32_t call_130(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward4(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_130(const int64_t *s);
int64_t work_130(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward5(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        y0[((i * 2 + i2) * 5 + i3) * 3 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    const float share = x0[(i5 * 2 + i6) * 2 + i7 + i8] / 6.0f;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t p = (i7 * 3) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = i8 + (i10 * 2);
                            if (((0 <= p) && (p < 5)) && ((0 <= p2) && (p2 < 3))) {
                                y0[((i5 * 2 + i6) * 5 + p) * 3 + p2] = y0[((i5 * 2 + i6) * 5 + p) * 3 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_131(void *const *p, const int64_t *s, char *work);
int32_t call_131(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward5(p[0], p[1], p[2]);
}
int64_t work_131(const int64_t *s);
int64_t work_131(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward6(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    float sums[20] = {0};
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    TN_LANES
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        sums[(i * 5 + i2 + i3) * 2 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 5; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    const float share = (float)tn_bf16_value(x0[(i5 * 5 + i6 + i7) * 2 + i8]) / 2.0f;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i7 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = ((i8 * 3) - 2) + (i10 * 2);
                            if ((0 <= p2) && (p2 < 2)) {
                                sums[(i5 * 5 + i6 + p) * 2 + p2] = sums[(i5 * 5 + i6 + p) * 2 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 2; i11++) {
        {
            for (int64_t i13 = 0; i13 < 1; i13++) {
                for (int64_t i14 = 0; i14 < 2; i14++) {
                    for (int64_t i12 = 0; i12 < 5; i12++) {
                        y0[(i11 * 5 + i12 + i13) * 2 + i14] = tn_bf16_bits(tn_bf16_round((double)sums[(i11 * 5 + i12 + i13) * 2 + i14]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_132(void *const *p, const int64_t *s, char *work);
int32_t call_132(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward6(p[0], p[1], p[2]);
}
int64_t work_132(const int64_t *s);
int64_t work_132(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward7(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    float sums[1] = {0};
    for (int64_t i = 0; i < 0; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    TN_LANES
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        sums[((i * 5 + i2) * 3 + i3) * 2 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 0; i5++) {
        for (int64_t i6 = 0; i6 < 5; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    const float share = (float)tn_f16_value(x0[i5 * 5 + i6 + i7 + i8]) / 3.0f;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t p = (i7 * 3) + i9;
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = (i8 * 2) + i10;
                            sums[((i5 * 5 + i6) * 3 + p) * 2 + p2] = sums[((i5 * 5 + i6) * 3 + p) * 2 + p2] + share;
                        }
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 0; i11++) {
        {
            for (int64_t i13 = 0; i13 < 3; i13++) {
                for (int64_t i14 = 0; i14 < 2; i14++) {
                    for (int64_t i12 = 0; i12 < 5; i12++) {
                        y0[((i11 * 5 + i12) * 3 + i13) * 2 + i14] = tn_f16_bits(tn_f16_round((double)sums[((i11 * 5 + i12) * 3 + i13) * 2 + i14]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_133(void *const *p, const int64_t *s, char *work);
int32_t call_133(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward7(p[0], p[1], p[2]);
}
int64_t work_133(const int64_t *s);
int64_t work_133(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward8(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 5; i4++) {
                    y0[((i * 3 + i2) * 3 + i3) * 5 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < m; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    int64_t count = 0;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = i5 + i9;
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = (i8 * 2) + (i10 * 2);
                            if (((0 <= p) && (p < m)) && ((0 <= p2) && (p2 < 5))) {
                                count = (int64_t)((uint64_t)count + (uint64_t)1);
                            }
                        }
                    }
                    const float share = x0[(i5 * 3 + i6) * 3 + i7 + i8] / (float)count;
                    for (int64_t i11 = 0; i11 < 2; i11++) {
                        const int64_t p3 = i5 + i11;
                        for (int64_t i12 = 0; i12 < 3; i12++) {
                            const int64_t p4 = (i8 * 2) + (i12 * 2);
                            if (((0 <= p3) && (p3 < m)) && ((0 <= p4) && (p4 < 5))) {
                                y0[((p3 * 3 + i6) * 3 + i7) * 5 + p4] = y0[((p3 * 3 + i6) * 3 + i7) * 5 + p4] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_134(void *const *p, const int64_t *s, char *work);
int32_t call_134(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward8(p[0], p[1], p[2], s[0]);
}
int64_t work_134(const int64_t *s);
int64_t work_134(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward9(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    y0[(i * 3 + i2 + i3) * 3 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    const float share = x0[i5 * 3 + i6 + i7 + i8] / 6.0f;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t p = (i5 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = i8 + (i10 * 2);
                            if (((0 <= p) && (p < 3)) && ((0 <= p2) && (p2 < 3))) {
                                y0[(p * 3 + i6 + i7) * 3 + p2] = y0[(p * 3 + i6 + i7) * 3 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_135(void *const *p, const int64_t *s, char *work);
int32_t call_135(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward9(p[0], p[1], p[2]);
}
int64_t work_135(const int64_t *s);
int64_t work_135(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward10(const double *restrict x0, const double *restrict x1, double *restrict y0, int64_t m) {
    (void)x1;
    const int64_t d = m + (-2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    y0[((i * 2 + i2) * 5 + i3) * m + i4] = 0.0;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < m; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                const int64_t end = m + (-2);
                for (int64_t i8 = 0; i8 < end; i8++) {
                    const double share = x0[((i5 * 2 + i6) * 3 + i7) * d + i8] / 3.0;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i7 * 3) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = i8 + i10;
                            if (((0 <= p) && (p < 5)) && ((0 <= p2) && (p2 < m))) {
                                y0[((i5 * 2 + i6) * 5 + p) * m + p2] = y0[((i5 * 2 + i6) * 5 + p) * m + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_136(void *const *p, const int64_t *s, char *work);
int32_t call_136(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward10(p[0], p[1], p[2], s[0]);
}
int64_t work_136(const int64_t *s);
int64_t work_136(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward11(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        y0[((i * 2 + i2) * 5 + i3) * 2 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    const float share = x0[i5 * 2 + i6 + i7 + i8] / 3.0f;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t p = (i7 * 2) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = (i8 * 3) + i10;
                            y0[((i5 * 2 + i6) * 5 + p) * 2 + p2] = y0[((i5 * 2 + i6) * 5 + p) * 2 + p2] + share;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_137(void *const *p, const int64_t *s, char *work);
int32_t call_137(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward11(p[0], p[1], p[2]);
}
int64_t work_137(const int64_t *s);
int64_t work_137(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward12(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    (void)x1;
    float sums[18] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    sums[(i * 3 + i2 + i3) * 2 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < 5; i7++) {
                for (int64_t i8 = 0; i8 < 4; i8++) {
                    const float share = (float)tn_f16_value(x0[((i5 * 3 + i6) * 5 + i7) * 4 + i8]) / 1.0f;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i7 - 2) + i9;
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = ((i8 * 2) - 2) + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 2))) {
                                sums[(i5 * 3 + i6 + p) * 2 + p2] = sums[(i5 * 3 + i6 + p) * 2 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 3; i11++) {
        for (int64_t i12 = 0; i12 < 3; i12++) {
            for (int64_t i13 = 0; i13 < 1; i13++) {
                for (int64_t i14 = 0; i14 < 2; i14++) {
                    y0[(i11 * 3 + i12 + i13) * 2 + i14] = tn_f16_bits(tn_f16_round((double)sums[(i11 * 3 + i12 + i13) * 2 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_138(void *const *p, const int64_t *s, char *work);
int32_t call_138(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward12(p[0], p[1], p[2]);
}
int64_t work_138(const int64_t *s);
int64_t work_138(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward13(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    y0[(i * 2 + i2 + i3) * 2 + i4] = 0.0;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 0; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 5; i8++) {
                    const double share = x0[(i5 * 2 + i6 + i7) * 5 + i8] / 2.0;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i7 * 3) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i8 - 2) + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 2))) {
                                y0[(i5 * 2 + i6 + p) * 2 + p2] = y0[(i5 * 2 + i6 + p) * 2 + p2] + share;
                            }
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_139(void *const *p, const int64_t *s, char *work);
int32_t call_139(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward13(p[0], p[1], p[2]);
}
int64_t work_139(const int64_t *s);
int64_t work_139(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_max_pool2d_backward_work(int64_t m, int64_t n) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, 1), n), n), m)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_max_pool2d_backward(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m, int64_t n, char *work) {
    const int64_t d = tn_sat_add(tn_floordiv_i64(tn_sat_add(n, 2), 3), 2);
    float *restrict const sums = (float *)(void *)(work);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sums[(i * n + i2) * n + (i3 + v) + i4] = 0.0f;
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < n; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        sums[(i * n + i2) * n + i5 + i6] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i7 = 0; i7 < m; i7++) {
        for (int64_t i8 = 0; i8 < n; i8++) {
            const int64_t end = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)2);
            for (int64_t i9 = 0; i9 < end; i9++) {
                for (int64_t i10 = 0; i10 < 1; i10++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i11 = 0; i11 < 1; i11++) {
                        const int64_t p = ((i9 * 3) - 2) + (i11 * 2);
                        for (int64_t i12 = 0; i12 < 3; i12++) {
                            const int64_t p2 = ((i10 * 3) - 1) + i12;
                            if (((0 <= p) && (p < n)) && ((0 <= p2) && (p2 < 1))) {
                                const double x = tn_f16_value(x1[(i7 * n + i8) * n + p + p2]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)n) return 17;
                        if ((uint64_t)at2 >= (uint64_t)1) return 18;
                        if ((uint64_t)at >= (uint64_t)n) return 17;
                        if ((uint64_t)at2 >= (uint64_t)1) return 18;
                        sums[(i7 * n + i8) * n + at + at2] = sums[(i7 * n + i8) * n + at + at2] + (float)tn_f16_value(x0[(i7 * n + i8) * d + i9 + i10]);
                    }
                }
            }
        }
    }
    for (int64_t i13 = 0; i13 < m; i13++) {
        for (int64_t i14 = 0; i14 < n; i14++) {
            if (n >= 16) {
                for (int64_t i15 = 0; i15 < n; i15 += 16) {
                    if (i15 > n - 16) i15 = n - 16;
                    for (int64_t i16 = 0; i16 < 1; i16++) {
                        for (int64_t v2 = 0; v2 < 16; v2++) {
                            y0[(i13 * n + i14) * n + (i15 + v2) + i16] = tn_f16_bits(tn_f16_round((double)sums[(i13 * n + i14) * n + (i15 + v2) + i16]));
                        }
                    }
                }
            } else {
                for (int64_t i17 = 0; i17 < n; i17++) {
                    for (int64_t i18 = 0; i18 < 1; i18++) {
                        y0[(i13 * n + i14) * n + i17 + i18] = tn_f16_bits(tn_f16_round((double)sums[(i13 * n + i14) * n + i17 + i18]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_140(void *const *p, const int64_t *s, char *work);
int32_t call_140(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward(p[0], p[1], p[2], s[0], s[1], work);
}
int64_t work_140(const int64_t *s);
int64_t work_140(const int64_t *s) {
    (void)s;
    return k_grad_max_pool2d_backward_work(s[0], s[1]);
}

static int32_t k_grad_max_pool2d_backward2(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    float sums[18] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    sums[((i + i2) * 2 + i3) * 3 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 1; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = ((i7 * 3) - 1) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = (i8 * 2) + i10;
                            if (((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 3))) {
                                const double x = tn_bf16_value(x1[((i5 + i6) * 2 + p) * 3 + p2]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)2) return 19;
                        if ((uint64_t)at2 >= (uint64_t)3) return 20;
                        if ((uint64_t)at >= (uint64_t)2) return 19;
                        if ((uint64_t)at2 >= (uint64_t)3) return 20;
                        sums[((i5 + i6) * 2 + at) * 3 + at2] = sums[((i5 + i6) * 2 + at) * 3 + at2] + (float)tn_bf16_value(x0[(i5 + i6) * 2 + i7 + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 3; i11++) {
        for (int64_t i12 = 0; i12 < 1; i12++) {
            for (int64_t i13 = 0; i13 < 2; i13++) {
                for (int64_t i14 = 0; i14 < 3; i14++) {
                    y0[((i11 + i12) * 2 + i13) * 3 + i14] = tn_bf16_bits(tn_bf16_round((double)sums[((i11 + i12) * 2 + i13) * 3 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_141(void *const *p, const int64_t *s, char *work);
int32_t call_141(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward2(p[0], p[1], p[2]);
}
int64_t work_141(const int64_t *s);
int64_t work_141(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_max_pool2d_backward3_work(int64_t m) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, m), 1), 2), 3)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_max_pool2d_backward3(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m, char *work) {
    const int64_t d = tn_sat_add((m / 2), 1);
    float *restrict const sums = (float *)(void *)(work);
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    sums[(i * 2 + i2 + i3) * m + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                const int64_t end = (int64_t)((uint64_t)(m / 2) + (uint64_t)1);
                for (int64_t i8 = 0; i8 < end; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = (i7 - 1) + i9;
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = ((i8 * 2) - 1) + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < m))) {
                                const double x = tn_f16_value(x1[(i5 * 2 + i6 + p) * m + p2]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)1) return 21;
                        if ((uint64_t)at2 >= (uint64_t)m) return 22;
                        if ((uint64_t)at >= (uint64_t)1) return 21;
                        if ((uint64_t)at2 >= (uint64_t)m) return 22;
                        sums[(i5 * 2 + i6 + at) * m + at2] = sums[(i5 * 2 + i6 + at) * m + at2] + (float)tn_f16_value(x0[((i5 * 2 + i6) * 2 + i7) * d + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 3; i11++) {
        for (int64_t i12 = 0; i12 < 2; i12++) {
            for (int64_t i13 = 0; i13 < 1; i13++) {
                for (int64_t i14 = 0; i14 < m; i14++) {
                    y0[(i11 * 2 + i12 + i13) * m + i14] = tn_f16_bits(tn_f16_round((double)sums[(i11 * 2 + i12 + i13) * m + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_142(void *const *p, const int64_t *s, char *work);
int32_t call_142(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward3(p[0], p[1], p[2], s[0], work);
}
int64_t work_142(const int64_t *s);
int64_t work_142(const int64_t *s) {
    (void)s;
    return k_grad_max_pool2d_backward3_work(s[0]);
}

static int32_t k_grad_max_pool2d_backward4(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    TN_LANES
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[((i * 5 + i2) * 3 + i3) * 2 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 4; i6++) {
            for (int64_t i7 = 0; i7 < 4; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    float best = 0.0f;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = ((i6 * 2) - 1) + i9;
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = ((i7 * 2) - 2) + i10;
                            if (((0 <= p) && (p < 5)) && ((0 <= p2) && (p2 < 3))) {
                                const float x = x1[((i5 * 5 + p) * 3 + p2) * 2 + i8];
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)5) return 23;
                        if ((uint64_t)at2 >= (uint64_t)3) return 24;
                        if ((uint64_t)at >= (uint64_t)5) return 23;
                        if ((uint64_t)at2 >= (uint64_t)3) return 24;
                        y0[((i5 * 5 + at) * 3 + at2) * 2 + i8] = y0[((i5 * 5 + at) * 3 + at2) * 2 + i8] + x0[((i5 * 4 + i6) * 4 + i7) * 2 + i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_143(void *const *p, const int64_t *s, char *work);
int32_t call_143(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward4(p[0], p[1], p[2]);
}
int64_t work_143(const int64_t *s);
int64_t work_143(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_max_pool2d_backward5_work(int64_t m) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, m), 2), 2), m)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_max_pool2d_backward5(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m, char *work) {
    float *restrict const sums = (float *)(void *)(work);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    sums[((i * 2 + i2) * 2 + i3) * m + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < m; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < m; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = ((i6 * 3) - 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i7 * 3) + i10;
                            if (((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 2))) {
                                const double x = tn_f16_value(x1[((i5 * 2 + p) * 2 + p2) * m + i8]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)2) return 25;
                        if ((uint64_t)at2 >= (uint64_t)2) return 19;
                        if ((uint64_t)at >= (uint64_t)2) return 25;
                        if ((uint64_t)at2 >= (uint64_t)2) return 19;
                        sums[((i5 * 2 + at) * 2 + at2) * m + i8] = sums[((i5 * 2 + at) * 2 + at2) * m + i8] + (float)tn_f16_value(x0[((i5 * 3 + i6) * 2 + i7) * m + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < m; i11++) {
        for (int64_t i12 = 0; i12 < 2; i12++) {
            for (int64_t i13 = 0; i13 < 2; i13++) {
                for (int64_t i14 = 0; i14 < m; i14++) {
                    y0[((i11 * 2 + i12) * 2 + i13) * m + i14] = tn_f16_bits(tn_f16_round((double)sums[((i11 * 2 + i12) * 2 + i13) * m + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_144(void *const *p, const int64_t *s, char *work);
int32_t call_144(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward5(p[0], p[1], p[2], s[0], work);
}
int64_t work_144(const int64_t *s);
int64_t work_144(const int64_t *s) {
    (void)s;
    return k_grad_max_pool2d_backward5_work(s[0]);
}

static int32_t k_grad_max_pool2d_backward6(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    y0[(i * 2 + i2 + i3) * 2 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    float best = 0.0f;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i6 - 1) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = (i7 * 3) + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 2))) {
                                const float x = x1[(i5 * 2 + i8 + p) * 2 + p2];
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)1) return 26;
                        if ((uint64_t)at2 >= (uint64_t)2) return 27;
                        if ((uint64_t)at >= (uint64_t)1) return 26;
                        if ((uint64_t)at2 >= (uint64_t)2) return 27;
                        y0[(i5 * 2 + i8 + at) * 2 + at2] = y0[(i5 * 2 + i8 + at) * 2 + at2] + x0[((i5 * 2 + i6) * 2 + i7) * 2 + i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_145(void *const *p, const int64_t *s, char *work);
int32_t call_145(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward6(p[0], p[1], p[2]);
}
int64_t work_145(const int64_t *s);
int64_t work_145(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward7(const double *restrict x0, const double *restrict x1, double *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((((i + v)) * 2 + i2) * 3 + i3) * 2 + i4] = 0.0;
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < n; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 3; i7++) {
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        y0[((i5 * 2 + i6) * 3 + i7) * 2 + i8] = 0.0;
                    }
                }
            }
        }
    }
    for (int64_t i9 = 0; i9 < n; i9++) {
        for (int64_t i10 = 0; i10 < 2; i10++) {
            for (int64_t i11 = 0; i11 < 2; i11++) {
                for (int64_t i12 = 0; i12 < 4; i12++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i13 = 0; i13 < 2; i13++) {
                        const int64_t p = (i11 * 3) + i13;
                        for (int64_t i14 = 0; i14 < 1; i14++) {
                            const int64_t p2 = ((i12 * 2) - 2) + (i14 * 2);
                            if (((0 <= p) && (p < 3)) && ((0 <= p2) && (p2 < 2))) {
                                const double x = x1[((i9 * 2 + i10) * 3 + p) * 2 + p2];
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)3) return 24;
                        if ((uint64_t)at2 >= (uint64_t)2) return 27;
                        if ((uint64_t)at >= (uint64_t)3) return 24;
                        if ((uint64_t)at2 >= (uint64_t)2) return 27;
                        y0[((i9 * 2 + i10) * 3 + at) * 2 + at2] = y0[((i9 * 2 + i10) * 3 + at) * 2 + at2] + x0[((i9 * 2 + i10) * 2 + i11) * 4 + i12];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_146(void *const *p, const int64_t *s, char *work);
int32_t call_146(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward7(p[0], p[1], p[2], s[0]);
}
int64_t work_146(const int64_t *s);
int64_t work_146(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward8(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    float sums[10] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 5; i4++) {
                    sums[(i + i2 + i3) * 5 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 4; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 5; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = (i6 - 2) + i9;
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = (i7 * 3) + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 1))) {
                                const double x = tn_f16_value(x1[(i5 + p + p2) * 5 + i8]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)1) return 28;
                        if ((uint64_t)at2 >= (uint64_t)1) return 21;
                        if ((uint64_t)at >= (uint64_t)1) return 28;
                        if ((uint64_t)at2 >= (uint64_t)1) return 21;
                        sums[(i5 + at + at2) * 5 + i8] = sums[(i5 + at + at2) * 5 + i8] + (float)tn_f16_value(x0[(i5 * 4 + i6 + i7) * 5 + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 2; i11++) {
        for (int64_t i12 = 0; i12 < 1; i12++) {
            for (int64_t i13 = 0; i13 < 1; i13++) {
                for (int64_t i14 = 0; i14 < 5; i14++) {
                    y0[(i11 + i12 + i13) * 5 + i14] = tn_f16_bits(tn_f16_round((double)sums[(i11 + i12 + i13) * 5 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_147(void *const *p, const int64_t *s, char *work);
int32_t call_147(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward8(p[0], p[1], p[2]);
}
int64_t work_147(const int64_t *s);
int64_t work_147(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward9(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m, int64_t n) {
    const int64_t d = tn_sat_add(tn_floordiv_i64(tn_sat_add(n, 2), 3), 1);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    y0[((i * m + i2) * m + i3) * n + i4] = 0.0f;
                }
            }
        }
    }
    const int64_t end = (int64_t)((uint64_t)(m / 2) + (uint64_t)1);
    for (int64_t i5 = 0; i5 < end; i5++) {
        for (int64_t i6 = 0; i6 < m; i6++) {
            for (int64_t i7 = 0; i7 < n; i7++) {
                const int64_t end2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)1);
                for (int64_t i8 = 0; i8 < end2; i8++) {
                    float best = 0.0f;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i5 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = ((i8 * 3) - 1) + i10;
                            if (((0 <= p) && (p < m)) && ((0 <= p2) && (p2 < n))) {
                                const float x = x1[((i7 * m + i6) * m + p) * n + p2];
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)m) return 29;
                        if ((uint64_t)at2 >= (uint64_t)n) return 30;
                        if ((uint64_t)at >= (uint64_t)m) return 29;
                        if ((uint64_t)at2 >= (uint64_t)n) return 30;
                        y0[((i7 * m + i6) * m + at) * n + at2] = y0[((i7 * m + i6) * m + at) * n + at2] + x0[((i5 * m + i6) * n + i7) * d + i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_148(void *const *p, const int64_t *s, char *work);
int32_t call_148(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward9(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_148(const int64_t *s);
int64_t work_148(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward10(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    float sums[6] = {0};
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    sums[((i + i2) * 2 + i3) * 3 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 1; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = i7 + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = i8 + (i10 * 2);
                            if ((0 <= p) && (p < 2)) {
                                const double x = tn_bf16_value(x1[((i5 + i6) * 2 + p) * 3 + p2]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)2) return 19;
                        if ((uint64_t)at2 >= (uint64_t)3) return 20;
                        if ((uint64_t)at >= (uint64_t)2) return 19;
                        if ((uint64_t)at2 >= (uint64_t)3) return 20;
                        sums[((i5 + i6) * 2 + at) * 3 + at2] = sums[((i5 + i6) * 2 + at) * 3 + at2] + (float)tn_bf16_value(x0[(i5 + i6) * 2 + i7 + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 1; i11++) {
        for (int64_t i12 = 0; i12 < 1; i12++) {
            for (int64_t i13 = 0; i13 < 2; i13++) {
                for (int64_t i14 = 0; i14 < 3; i14++) {
                    y0[((i11 + i12) * 2 + i13) * 3 + i14] = tn_bf16_bits(tn_bf16_round((double)sums[((i11 + i12) * 2 + i13) * 3 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_149(void *const *p, const int64_t *s, char *work);
int32_t call_149(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward10(p[0], p[1], p[2]);
}
int64_t work_149(const int64_t *s);
int64_t work_149(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_max_pool2d_backward11_work(int64_t n) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, 2), 2), 2), n)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_max_pool2d_backward11(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t n, char *work) {
    float *restrict const sums = (float *)(void *)(work);
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sums[((((i + v)) * 2 + i2) * 2 + i3) * 2 + i4] = 0.0f;
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < n; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        sums[((i5 * 2 + i6) * 2 + i7) * 2 + i8] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i9 = 0; i9 < n; i9++) {
        for (int64_t i10 = 0; i10 < 2; i10++) {
            for (int64_t i11 = 0; i11 < 1; i11++) {
                for (int64_t i12 = 0; i12 < 2; i12++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i13 = 0; i13 < 2; i13++) {
                        const int64_t p = (i10 - 1) + (i13 * 2);
                        for (int64_t i14 = 0; i14 < 1; i14++) {
                            const int64_t p2 = (i11 * 2) + i14;
                            if ((0 <= p) && (p < 2)) {
                                const double x = tn_f16_value(x1[((i9 * 2 + p) * 2 + p2) * 2 + i12]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)2) return 25;
                        if ((uint64_t)at2 >= (uint64_t)2) return 19;
                        if ((uint64_t)at >= (uint64_t)2) return 25;
                        if ((uint64_t)at2 >= (uint64_t)2) return 19;
                        sums[((i9 * 2 + at) * 2 + at2) * 2 + i12] = sums[((i9 * 2 + at) * 2 + at2) * 2 + i12] + (float)tn_f16_value(x0[(i9 * 2 + i10 + i11) * 2 + i12]);
                    }
                }
            }
        }
    }
    if (n >= 16) {
        for (int64_t i15 = 0; i15 < n; i15 += 16) {
            if (i15 > n - 16) i15 = n - 16;
            for (int64_t i16 = 0; i16 < 2; i16++) {
                for (int64_t i17 = 0; i17 < 2; i17++) {
                    for (int64_t i18 = 0; i18 < 2; i18++) {
                        for (int64_t v2 = 0; v2 < 16; v2++) {
                            y0[((((i15 + v2)) * 2 + i16) * 2 + i17) * 2 + i18] = tn_f16_bits(tn_f16_round((double)sums[((((i15 + v2)) * 2 + i16) * 2 + i17) * 2 + i18]));
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i19 = 0; i19 < n; i19++) {
            for (int64_t i20 = 0; i20 < 2; i20++) {
                for (int64_t i21 = 0; i21 < 2; i21++) {
                    for (int64_t i22 = 0; i22 < 2; i22++) {
                        y0[((i19 * 2 + i20) * 2 + i21) * 2 + i22] = tn_f16_bits(tn_f16_round((double)sums[((i19 * 2 + i20) * 2 + i21) * 2 + i22]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_150(void *const *p, const int64_t *s, char *work);
int32_t call_150(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward11(p[0], p[1], p[2], s[0], work);
}
int64_t work_150(const int64_t *s);
int64_t work_150(const int64_t *s) {
    (void)s;
    return k_grad_max_pool2d_backward11_work(s[0]);
}

static int32_t k_grad_max_pool2d_backward12(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    float sums[8] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    sums[(i * 2 + i2 + i3) * 2 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    double best = 0.0;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        const int64_t p = (i7 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = i8 + i10;
                            if (((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 2))) {
                                const double x = tn_f16_value(x1[(i5 * 2 + i6 + p) * 2 + p2]);
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)1) return 21;
                        if ((uint64_t)at2 >= (uint64_t)2) return 31;
                        if ((uint64_t)at >= (uint64_t)1) return 21;
                        if ((uint64_t)at2 >= (uint64_t)2) return 31;
                        sums[(i5 * 2 + i6 + at) * 2 + at2] = sums[(i5 * 2 + i6 + at) * 2 + at2] + (float)tn_f16_value(x0[(i5 * 2 + i6) * 2 + i7 + i8]);
                    }
                }
            }
        }
    }
    for (int64_t i11 = 0; i11 < 2; i11++) {
        for (int64_t i12 = 0; i12 < 2; i12++) {
            for (int64_t i13 = 0; i13 < 1; i13++) {
                for (int64_t i14 = 0; i14 < 2; i14++) {
                    y0[(i11 * 2 + i12 + i13) * 2 + i14] = tn_f16_bits(tn_f16_round((double)sums[(i11 * 2 + i12 + i13) * 2 + i14]));
                }
            }
        }
    }
    return 0;
}

int32_t call_151(void *const *p, const int64_t *s, char *work);
int32_t call_151(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward12(p[0], p[1], p[2]);
}
int64_t work_151(const int64_t *s);
int64_t work_151(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward13(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    TN_LANES
                    for (int64_t i = 0; i < 5; i++) {
                        y0[i * 3 + i2 + i3 + i4] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    float best = 0.0f;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t p = (i7 * 2) + (i9 * 2);
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t p2 = i8 + i10;
                            if ((0 <= p2) && (p2 < 1)) {
                                const float x = x1[p * 3 + i6 + i5 + p2];
                                if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                    best = x;
                                    at = p;
                                    at2 = p2;
                                }
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)5) return 32;
                        if ((uint64_t)at2 >= (uint64_t)1) return 33;
                        if ((uint64_t)at >= (uint64_t)5) return 32;
                        if ((uint64_t)at2 >= (uint64_t)1) return 33;
                        y0[at * 3 + i6 + i5 + at2] = y0[at * 3 + i6 + i5 + at2] + x0[(i5 * 3 + i6 + i7) * 2 + i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_152(void *const *p, const int64_t *s, char *work);
int32_t call_152(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward13(p[0], p[1], p[2]);
}
int64_t work_152(const int64_t *s);
int64_t work_152(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = 0.0f;
    }
    const int64_t t = x2[0];
    if (t != 0) {
        if ((uint64_t)t >= (uint64_t)5) return 34;
        y0[t] = -x0[0];
    }
    return 0;
}

int32_t call_153(void *const *p, const int64_t *s, char *work);
int32_t call_153(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward(p[0], p[1], p[2], p[3]);
}
int64_t work_153(const int64_t *s);
int64_t work_153(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward2(const float *restrict x0, const float *restrict x1, const int32_t *restrict x2, const float *restrict x3, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = 0.0f;
        }
    }
    float total = 0.0f;
    for (int64_t i3 = 0; i3 < 3; i3++) {
        const int64_t t = (int64_t)x2[i3];
        if (t != 7) {
            if ((uint64_t)t >= (uint64_t)1) return 35;
            total = total + x3[t];
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        const int64_t t2 = (int64_t)x2[i4];
        if (t2 != 7) {
            if ((uint64_t)t2 >= (uint64_t)1) return 35;
            if ((uint64_t)t2 >= (uint64_t)1) return 36;
            y0[i4 + t2] = -(x3[t2] * (x0[0] / total));
        }
    }
    return 0;
}

int32_t call_154(void *const *p, const int64_t *s, char *work);
int32_t call_154(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward2(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_154(const int64_t *s);
int64_t work_154(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward3(const uint16_t *restrict x0, const uint16_t *restrict x1, const int64_t *restrict x2, const uint16_t *restrict x3, uint16_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i * 3 + i2) * 2 + i3] = tn_f16_bits(0.0);
            }
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        for (int64_t i5 = 0; i5 < 2; i5++) {
            const int64_t t = x2[i4 * 2 + i5];
            if (t != 0) {
                if ((uint64_t)t >= (uint64_t)3) return 37;
                if ((uint64_t)t >= (uint64_t)3) return 38;
                y0[(i4 * 3 + t) * 2 + i5] = tn_f16_bits(tn_f16_round((double)(-((float)tn_f16_value(x3[t]) * (float)tn_f16_value(x0[i4 * 2 + i5])))));
            }
        }
    }
    return 0;
}

int32_t call_155(void *const *p, const int64_t *s, char *work);
int32_t call_155(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward3(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_155(const int64_t *s);
int64_t work_155(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward4(const double *restrict x0, const double *restrict x1, const int64_t *restrict x2, double *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = 0.0;
    }
    double total = 0.0;
    const int64_t t = x2[0];
    if (t != (-100)) {
        total = total + 1.0;
    }
    const int64_t t2 = x2[0];
    if (t2 != (-100)) {
        if ((uint64_t)t2 >= (uint64_t)5) return 34;
        y0[t2] = -(x0[0] / total);
    }
    return 0;
}

int32_t call_156(void *const *p, const int64_t *s, char *work);
int32_t call_156(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward4(p[0], p[1], p[2], p[3]);
}
int64_t work_156(const int64_t *s);
int64_t work_156(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward5(const uint16_t *restrict x0, const uint16_t *restrict x1, const int8_t *restrict x2, const uint16_t *restrict x3, uint16_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = tn_bf16_bits(0.0);
        }
    }
    for (int64_t i3 = 0; i3 < 1; i3++) {
        const int64_t t = (int64_t)x2[i3];
        if (t != (-100)) {
            if ((uint64_t)t >= (uint64_t)1) return 35;
            if ((uint64_t)t >= (uint64_t)1) return 36;
            y0[i3 + t] = tn_bf16_bits(tn_bf16_round((double)(-((float)tn_bf16_value(x3[t]) * (float)tn_bf16_value(x0[i3])))));
        }
    }
    return 0;
}

int32_t call_157(void *const *p, const int64_t *s, char *work);
int32_t call_157(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward5(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_157(const int64_t *s);
int64_t work_157(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward6(const uint16_t *restrict x0, const uint16_t *restrict x1, const uint8_t *restrict x2, uint16_t *restrict y0, int64_t n) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    y0[((i * n + i2) * n + i3) * n + i4] = tn_bf16_bits(0.0);
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < n; i6++) {
            for (int64_t i7 = 0; i7 < n; i7++) {
                const int64_t t = (int64_t)x2[(i5 * n + i6) * n + i7];
                if (t != 1) {
                    if ((uint64_t)t >= (uint64_t)n) return 39;
                    y0[((i5 * n + t) * n + i6) * n + i7] = tn_bf16_bits(tn_bf16_round((double)(-(float)tn_bf16_value(x0[0]))));
                }
            }
        }
    }
    return 0;
}

int32_t call_158(void *const *p, const int64_t *s, char *work);
int32_t call_158(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward6(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_158(const int64_t *s);
int64_t work_158(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward7(const double *restrict x0, const double *restrict x1, const int8_t *restrict x2, const double *restrict x3, double *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = 0.0;
    }
    const int64_t t = (int64_t)x2[0];
    if (t != 0) {
        if ((uint64_t)t >= (uint64_t)2) return 40;
        if ((uint64_t)t >= (uint64_t)2) return 41;
        y0[t] = -(x3[t] * x0[0]);
    }
    return 0;
}

int32_t call_159(void *const *p, const int64_t *s, char *work);
int32_t call_159(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward7(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_159(const int64_t *s);
int64_t work_159(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward8(const double *restrict x0, const double *restrict x1, const int64_t *restrict x2, double *restrict y0, int64_t n, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                y0[(i * n + i2) * m + i3] = 0.0;
            }
        }
    }
    double total = 0.0;
    for (int64_t i4 = 0; i4 < n; i4++) {
        for (int64_t i5 = 0; i5 < m; i5++) {
            const int64_t t = x2[i4 * m + i5];
            if (t != 1) {
                total = total + 1.0;
            }
        }
    }
    for (int64_t i6 = 0; i6 < n; i6++) {
        for (int64_t i7 = 0; i7 < m; i7++) {
            const int64_t t2 = x2[i6 * m + i7];
            if (t2 != 1) {
                if ((uint64_t)t2 >= (uint64_t)n) return 39;
                y0[(i6 * n + t2) * m + i7] = -(x0[0] / total);
            }
        }
    }
    return 0;
}

int32_t call_160(void *const *p, const int64_t *s, char *work);
int32_t call_160(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward8(p[0], p[1], p[2], p[3], s[0], s[1]);
}
int64_t work_160(const int64_t *s);
int64_t work_160(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward9(const float *restrict x0, const float *restrict x1, const int32_t *restrict x2, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = 0.0f;
    }
    const int64_t t = (int64_t)x2[0];
    if (t != 0) {
        if ((uint64_t)t >= (uint64_t)3) return 42;
        y0[t] = -x0[0];
    }
    return 0;
}

int32_t call_161(void *const *p, const int64_t *s, char *work);
int32_t call_161(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward9(p[0], p[1], p[2], p[3]);
}
int64_t work_161(const int64_t *s);
int64_t work_161(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward10(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < m; i++) {
        y0[i] = 0.0f;
    }
    const int64_t t = x2[0];
    if (t != 0) {
        if ((uint64_t)t >= (uint64_t)m) return 43;
        y0[t] = -x0[0];
    }
    return 0;
}

int32_t call_162(void *const *p, const int64_t *s, char *work);
int32_t call_162(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward10(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_162(const int64_t *s);
int64_t work_162(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward11(const uint16_t *restrict x0, const uint16_t *restrict x1, const uint8_t *restrict x2, const uint16_t *restrict x3, uint16_t *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    y0[(i + i2 + i3) * 3 + i4] = tn_f16_bits(0.0);
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        for (int64_t i6 = 0; i6 < 1; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                const int64_t t = (int64_t)x2[(i5 + i6) * 3 + i7];
                if (t != (-100)) {
                    if ((uint64_t)t >= (uint64_t)1) return 35;
                    if ((uint64_t)t >= (uint64_t)1) return 36;
                    y0[(i5 + t + i6) * 3 + i7] = tn_f16_bits(tn_f16_round((double)(-((float)tn_f16_value(x3[t]) * (float)tn_f16_value(x0[(i5 + i6) * 3 + i7])))));
                }
            }
        }
    }
    return 0;
}

int32_t call_163(void *const *p, const int64_t *s, char *work);
int32_t call_163(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward11(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_163(const int64_t *s);
int64_t work_163(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward12(const float *restrict x0, const float *restrict x1, const int8_t *restrict x2, const float *restrict x3, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = 0.0f;
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        const int64_t t = (int64_t)x2[i3];
        if (t != 7) {
            if ((uint64_t)t >= (uint64_t)2) return 40;
            if ((uint64_t)t >= (uint64_t)2) return 44;
            y0[i3 * 2 + t] = -(x3[t] * x0[0]);
        }
    }
    return 0;
}

int32_t call_164(void *const *p, const int64_t *s, char *work);
int32_t call_164(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward12(p[0], p[1], p[2], p[3], p[4]);
}
int64_t work_164(const int64_t *s);
int64_t work_164(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward13(const float *restrict x0, const float *restrict x1, const int32_t *restrict x2, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                y0[i * 2 + i2 + i3] = 0.0f;
            }
        }
    }
    float total = 0.0f;
    for (int64_t i4 = 0; i4 < 1; i4++) {
        for (int64_t i5 = 0; i5 < 1; i5++) {
            const int64_t t = (int64_t)x2[i4 + i5];
            if (t != 7) {
                total = total + 1.0f;
            }
        }
    }
    for (int64_t i6 = 0; i6 < 1; i6++) {
        for (int64_t i7 = 0; i7 < 1; i7++) {
            const int64_t t2 = (int64_t)x2[i6 + i7];
            if (t2 != 7) {
                if ((uint64_t)t2 >= (uint64_t)2) return 44;
                y0[i6 * 2 + t2 + i7] = -(x0[0] / total);
            }
        }
    }
    return 0;
}

int32_t call_165(void *const *p, const int64_t *s, char *work);
int32_t call_165(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward13(p[0], p[1], p[2], p[3]);
}
int64_t work_165(const int64_t *s);
int64_t work_165(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward14(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, const float *restrict x3, float *restrict y0, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < 2; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[i * m + (i2 + v) + i3] = 0.0f;
                    }
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < m; i4++) {
                for (int64_t i5 = 0; i5 < 1; i5++) {
                    y0[i * m + i4 + i5] = 0.0f;
                }
            }
        }
    }
    float total = 0.0f;
    for (int64_t i6 = 0; i6 < 2; i6++) {
        for (int64_t i7 = 0; i7 < 1; i7++) {
            const int64_t t = x2[i6 + i7];
            if (t != (-100)) {
                if ((uint64_t)t >= (uint64_t)m) return 45;
                total = total + x3[t];
            }
        }
    }
    for (int64_t i8 = 0; i8 < 2; i8++) {
        for (int64_t i9 = 0; i9 < 1; i9++) {
            const int64_t t2 = x2[i8 + i9];
            if (t2 != (-100)) {
                if ((uint64_t)t2 >= (uint64_t)m) return 45;
                if ((uint64_t)t2 >= (uint64_t)m) return 46;
                y0[i8 * m + t2 + i9] = -(x3[t2] * (x0[0] / total));
            }
        }
    }
    return 0;
}

int32_t call_166(void *const *p, const int64_t *s, char *work);
int32_t call_166(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward14(p[0], p[1], p[2], p[3], p[4], s[0]);
}
int64_t work_166(const int64_t *s);
int64_t work_166(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward(const float *restrict x0, const float *restrict x1, const int8_t *restrict x2, float *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i * 3 + i2) * 2 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        for (int64_t i5 = 0; i5 < 5; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    const int64_t t = (int64_t)x2[i5 * 2 + i6];
                    const int64_t at = (t < 0) ? (t + 3) : t;
                    if ((uint64_t)at >= (uint64_t)3) return 47;
                    if ((uint64_t)at >= (uint64_t)3) return 47;
                    y0[(i4 * 3 + at) * 2 + i7] = y0[(i4 * 3 + at) * 2 + i7] + x0[((i4 * 5 + i5) * 2 + i6) * 2 + i7];
                }
            }
        }
    }
    return 0;
}

int32_t call_167(void *const *p, const int64_t *s, char *work);
int32_t call_167(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward(p[0], p[1], p[2], p[3]);
}
int64_t work_167(const int64_t *s);
int64_t work_167(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_take_backward2_work(int64_t m) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, 2), 2), 3), m)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_take_backward2(const uint16_t *restrict x0, const uint16_t *restrict x1, const uint8_t *restrict x2, uint16_t *restrict y0, int64_t m, char *work) {
    (void)x1;
    float *restrict const sums = (float *)(void *)(work);
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sums[((((i + v)) * 3 + i2) * 2 + i3) * 2 + i4] = 0.0f;
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < m; i5++) {
            for (int64_t i6 = 0; i6 < 3; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        sums[((i5 * 3 + i6) * 2 + i7) * 2 + i8] = 0.0f;
                    }
                }
            }
        }
    }
    for (int64_t i9 = 0; i9 < m; i9++) {
        for (int64_t i10 = 0; i10 < 3; i10++) {
            for (int64_t i11 = 0; i11 < 2; i11++) {
                for (int64_t i12 = 0; i12 < 2; i12++) {
                    const int64_t at = (int64_t)x2[i11];
                    if ((uint64_t)at >= (uint64_t)2) return 48;
                    if ((uint64_t)at >= (uint64_t)2) return 48;
                    sums[((i9 * 3 + i10) * 2 + at) * 2 + i12] = sums[((i9 * 3 + i10) * 2 + at) * 2 + i12] + (float)tn_f16_value(x0[((i9 * 3 + i10) * 2 + i11) * 2 + i12]);
                }
            }
        }
    }
    if (m >= 16) {
        for (int64_t i13 = 0; i13 < m; i13 += 16) {
            if (i13 > m - 16) i13 = m - 16;
            for (int64_t i14 = 0; i14 < 3; i14++) {
                for (int64_t i15 = 0; i15 < 2; i15++) {
                    for (int64_t i16 = 0; i16 < 2; i16++) {
                        for (int64_t v2 = 0; v2 < 16; v2++) {
                            y0[((((i13 + v2)) * 3 + i14) * 2 + i15) * 2 + i16] = tn_f16_bits(tn_f16_round((double)sums[((((i13 + v2)) * 3 + i14) * 2 + i15) * 2 + i16]));
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i17 = 0; i17 < m; i17++) {
            for (int64_t i18 = 0; i18 < 3; i18++) {
                for (int64_t i19 = 0; i19 < 2; i19++) {
                    for (int64_t i20 = 0; i20 < 2; i20++) {
                        y0[((i17 * 3 + i18) * 2 + i19) * 2 + i20] = tn_f16_bits(tn_f16_round((double)sums[((i17 * 3 + i18) * 2 + i19) * 2 + i20]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_168(void *const *p, const int64_t *s, char *work);
int32_t call_168(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward2(p[0], p[1], p[2], p[3], s[0], work);
}
int64_t work_168(const int64_t *s);
int64_t work_168(const int64_t *s) {
    (void)s;
    return k_grad_take_backward2_work(s[0]);
}

static int32_t k_grad_take_backward3(const uint16_t *restrict x0, const uint16_t *restrict x1, const int64_t *restrict x2, uint16_t *restrict y0) {
    (void)x1;
    float sums[12] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                sums[(i * 2 + i2) * 3 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        for (int64_t i5 = 0; i5 < 2; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 3; i7++) {
                    const int64_t t = x2[i4 * 2 + i5];
                    const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
                    if ((uint64_t)at >= (uint64_t)2) return 49;
                    if ((uint64_t)at >= (uint64_t)2) return 49;
                    sums[(at * 2 + i6) * 3 + i7] = sums[(at * 2 + i6) * 3 + i7] + (float)tn_bf16_value(x0[((i4 * 2 + i5) * 2 + i6) * 3 + i7]);
                }
            }
        }
    }
    for (int64_t i8 = 0; i8 < 2; i8++) {
        for (int64_t i9 = 0; i9 < 2; i9++) {
            for (int64_t i10 = 0; i10 < 3; i10++) {
                y0[(i8 * 2 + i9) * 3 + i10] = tn_bf16_bits(tn_bf16_round((double)sums[(i8 * 2 + i9) * 3 + i10]));
            }
        }
    }
    return 0;
}

int32_t call_169(void *const *p, const int64_t *s, char *work);
int32_t call_169(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward3(p[0], p[1], p[2], p[3]);
}
int64_t work_169(const int64_t *s);
int64_t work_169(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward4(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0, int64_t m) {
    (void)x1;
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 2 + i2] = 0.0f;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < m; i3++) {
            for (int64_t i4 = 0; i4 < 2; i4++) {
                y0[i3 * 2 + i4] = 0.0f;
            }
        }
    }
    for (int64_t i5 = 0; i5 < m; i5++) {
        const int64_t at = (x2[0] < 0) ? (int64_t)((uint64_t)x2[0] + (uint64_t)2) : x2[0];
        if ((uint64_t)at >= (uint64_t)2) return 50;
        if ((uint64_t)at >= (uint64_t)2) return 50;
        y0[i5 * 2 + at] = y0[i5 * 2 + at] + x0[i5];
    }
    return 0;
}

int32_t call_170(void *const *p, const int64_t *s, char *work);
int32_t call_170(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward4(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_170(const int64_t *s);
int64_t work_170(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward5(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0) {
    (void)x1;
    {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            TN_LANES
            for (int64_t i = 0; i < 5; i++) {
                y0[i + i2] = 0.0f;
            }
        }
    }
    for (int64_t i3 = 0; i3 < 5; i3++) {
        const int64_t at = (x2[0] < 0) ? (int64_t)((uint64_t)x2[0] + (uint64_t)1) : x2[0];
        if ((uint64_t)at >= (uint64_t)1) return 51;
        if ((uint64_t)at >= (uint64_t)1) return 51;
        y0[i3 + at] = y0[i3 + at] + x0[i3];
    }
    return 0;
}

int32_t call_171(void *const *p, const int64_t *s, char *work);
int32_t call_171(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward5(p[0], p[1], p[2], p[3]);
}
int64_t work_171(const int64_t *s);
int64_t work_171(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward6(const uint16_t *restrict x0, const uint16_t *restrict x1, const int64_t *restrict x2, uint16_t *restrict y0) {
    (void)x1;
    float sums[6] = {0};
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                sums[(i * 2 + i2) * 3 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 1; i4++) {
        for (int64_t i5 = 0; i5 < 2; i5++) {
            const int64_t at = (x2[0] < 0) ? (int64_t)((uint64_t)x2[0] + (uint64_t)3) : x2[0];
            if ((uint64_t)at >= (uint64_t)3) return 52;
            if ((uint64_t)at >= (uint64_t)3) return 52;
            sums[(i4 * 2 + i5) * 3 + at] = sums[(i4 * 2 + i5) * 3 + at] + (float)tn_bf16_value(x0[i4 * 2 + i5]);
        }
    }
    for (int64_t i6 = 0; i6 < 1; i6++) {
        for (int64_t i7 = 0; i7 < 2; i7++) {
            for (int64_t i8 = 0; i8 < 3; i8++) {
                y0[(i6 * 2 + i7) * 3 + i8] = tn_bf16_bits(tn_bf16_round((double)sums[(i6 * 2 + i7) * 3 + i8]));
            }
        }
    }
    return 0;
}

int32_t call_172(void *const *p, const int64_t *s, char *work);
int32_t call_172(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward6(p[0], p[1], p[2], p[3]);
}
int64_t work_172(const int64_t *s);
int64_t work_172(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward7(const uint16_t *restrict x0, const uint16_t *restrict x1, const int64_t *restrict x2, uint16_t *restrict y0) {
    (void)x1;
    float sums[9] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                sums[(i + i2) * 3 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        for (int64_t i5 = 0; i5 < 1; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    const int64_t t = x2[i6 * 2 + i7];
                    const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
                    if ((uint64_t)at >= (uint64_t)3) return 52;
                    if ((uint64_t)at >= (uint64_t)3) return 52;
                    sums[(i4 + i5) * 3 + at] = sums[(i4 + i5) * 3 + at] + (float)tn_f16_value(x0[((i4 + i5) * 2 + i6) * 2 + i7]);
                }
            }
        }
    }
    for (int64_t i8 = 0; i8 < 3; i8++) {
        for (int64_t i9 = 0; i9 < 1; i9++) {
            for (int64_t i10 = 0; i10 < 3; i10++) {
                y0[(i8 + i9) * 3 + i10] = tn_f16_bits(tn_f16_round((double)sums[(i8 + i9) * 3 + i10]));
            }
        }
    }
    return 0;
}

int32_t call_173(void *const *p, const int64_t *s, char *work);
int32_t call_173(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward7(p[0], p[1], p[2], p[3]);
}
int64_t work_173(const int64_t *s);
int64_t work_173(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward8(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0, int64_t n, int64_t m) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    y0[((i + i2) * n + i3) * n + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 1; i6++) {
            for (int64_t i7 = 0; i7 < n; i7++) {
                for (int64_t i8 = 0; i8 < m; i8++) {
                    const int64_t t = x2[i8];
                    const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)n) : t;
                    if ((uint64_t)at >= (uint64_t)n) return 53;
                    if ((uint64_t)at >= (uint64_t)n) return 53;
                    y0[((i5 + i6) * n + i7) * n + at] = y0[((i5 + i6) * n + i7) * n + at] + x0[((i5 + i6) * n + i7) * m + i8];
                }
            }
        }
    }
    return 0;
}

int32_t call_174(void *const *p, const int64_t *s, char *work);
int32_t call_174(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward8(p[0], p[1], p[2], p[3], s[0], s[1]);
}
int64_t work_174(const int64_t *s);
int64_t work_174(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward9(const uint16_t *restrict x0, const uint16_t *restrict x1, const int32_t *restrict x2, uint16_t *restrict y0) {
    (void)x1;
    float sums[3] = {0};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                sums[i + i2 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        for (int64_t i5 = 0; i5 < 1; i5++) {
            for (int64_t i6 = 0; i6 < 3; i6++) {
                const int64_t t = (int64_t)x2[i6];
                const int64_t at = (t < 0) ? (t + 1) : t;
                if ((uint64_t)at >= (uint64_t)1) return 54;
                if ((uint64_t)at >= (uint64_t)1) return 54;
                sums[i4 + i5 + at] = sums[i4 + i5 + at] + (float)tn_bf16_value(x0[(i4 + i5) * 3 + i6]);
            }
        }
    }
    for (int64_t i7 = 0; i7 < 3; i7++) {
        for (int64_t i8 = 0; i8 < 1; i8++) {
            for (int64_t i9 = 0; i9 < 1; i9++) {
                y0[i7 + i8 + i9] = tn_bf16_bits(tn_bf16_round((double)sums[i7 + i8 + i9]));
            }
        }
    }
    return 0;
}

int32_t call_175(void *const *p, const int64_t *s, char *work);
int32_t call_175(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward9(p[0], p[1], p[2], p[3]);
}
int64_t work_175(const int64_t *s);
int64_t work_175(const int64_t *s) {
    (void)s;
    return 0;
}

static int64_t k_grad_take_backward10_work(int64_t m) {
    int64_t own = 0, inner = 0;
    own = tn_sat_add(own, tn_work_part(tn_sat_mul(tn_sat_mul(tn_sat_mul(4, m), 1), 5)));
    return tn_sat_add(own, inner);
}

static int32_t k_grad_take_backward10(const uint16_t *restrict x0, const uint16_t *restrict x1, const int64_t *restrict x2, uint16_t *restrict y0, int64_t m, char *work) {
    (void)x1;
    float *restrict const sums = (float *)(void *)(work);
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                sums[(i + i2) * m + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < 5; i4++) {
        for (int64_t i5 = 0; i5 < m; i5++) {
            const int64_t at = (x2[0] < 0) ? (int64_t)((uint64_t)x2[0] + (uint64_t)1) : x2[0];
            if ((uint64_t)at >= (uint64_t)1) return 55;
            if ((uint64_t)at >= (uint64_t)1) return 55;
            sums[(i4 + at) * m + i5] = sums[(i4 + at) * m + i5] + (float)tn_f16_value(x0[i4 * m + i5]);
        }
    }
    for (int64_t i6 = 0; i6 < 5; i6++) {
        for (int64_t i7 = 0; i7 < 1; i7++) {
            for (int64_t i8 = 0; i8 < m; i8++) {
                y0[(i6 + i7) * m + i8] = tn_f16_bits(tn_f16_round((double)sums[(i6 + i7) * m + i8]));
            }
        }
    }
    return 0;
}

int32_t call_176(void *const *p, const int64_t *s, char *work);
int32_t call_176(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward10(p[0], p[1], p[2], p[3], s[0], work);
}
int64_t work_176(const int64_t *s);
int64_t work_176(const int64_t *s) {
    (void)s;
    return k_grad_take_backward10_work(s[0]);
}

static int32_t k_grad_take_backward11(const uint16_t *restrict x0, const uint16_t *restrict x1, const uint8_t *restrict x2, uint16_t *restrict y0) {
    (void)x1;
    float sums[36] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    sums[((i * 2 + i2) * 3 + i3) * 3 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        for (int64_t i6 = 0; i6 < 5; i6++) {
            for (int64_t i7 = 0; i7 < 2; i7++) {
                for (int64_t i8 = 0; i8 < 3; i8++) {
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t at = (int64_t)x2[i5 * 5 + i6];
                        if ((uint64_t)at >= (uint64_t)2) return 49;
                        if ((uint64_t)at >= (uint64_t)2) return 49;
                        sums[((at * 2 + i7) * 3 + i8) * 3 + i9] = sums[((at * 2 + i7) * 3 + i8) * 3 + i9] + (float)tn_f16_value(x0[(((i5 * 5 + i6) * 2 + i7) * 3 + i8) * 3 + i9]);
                    }
                }
            }
        }
    }
    for (int64_t i10 = 0; i10 < 2; i10++) {
        for (int64_t i11 = 0; i11 < 2; i11++) {
            for (int64_t i12 = 0; i12 < 3; i12++) {
                for (int64_t i13 = 0; i13 < 3; i13++) {
                    y0[((i10 * 2 + i11) * 3 + i12) * 3 + i13] = tn_f16_bits(tn_f16_round((double)sums[((i10 * 2 + i11) * 3 + i12) * 3 + i13]));
                }
            }
        }
    }
    return 0;
}

int32_t call_177(void *const *p, const int64_t *s, char *work);
int32_t call_177(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward11(p[0], p[1], p[2], p[3]);
}
int64_t work_177(const int64_t *s);
int64_t work_177(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward12(const uint16_t *restrict x0, const uint16_t *restrict x1, const int8_t *restrict x2, uint16_t *restrict y0, int64_t n) {
    (void)x1;
    float sums[2] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            sums[i + i2] = 0.0f;
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < n; i4++) {
            for (int64_t i5 = 0; i5 < 1; i5++) {
                const int64_t t = (int64_t)x2[i4 + i5];
                const int64_t at = (t < 0) ? (t + 1) : t;
                if ((uint64_t)at >= (uint64_t)1) return 55;
                if ((uint64_t)at >= (uint64_t)1) return 55;
                sums[i3 + at] = sums[i3 + at] + (float)tn_f16_value(x0[i3 * n + i4 + i5]);
            }
        }
    }
    for (int64_t i6 = 0; i6 < 2; i6++) {
        for (int64_t i7 = 0; i7 < 1; i7++) {
            y0[i6 + i7] = tn_f16_bits(tn_f16_round((double)sums[i6 + i7]));
        }
    }
    return 0;
}

int32_t call_178(void *const *p, const int64_t *s, char *work);
int32_t call_178(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward12(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_178(const int64_t *s);
int64_t work_178(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward13(const double *restrict x0, const double *restrict x1, const uint8_t *restrict x2, double *restrict y0) {
    (void)x1;
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = 0.0;
    }
    for (int64_t i2 = 0; i2 < 1; i2++) {
        for (int64_t i3 = 0; i3 < 0; i3++) {
            const int64_t at = (int64_t)x2[i2 * 0 + i3];
            y0[at] = y0[at] + x0[i2 * 0 + i3];
        }
    }
    return 0;
}

int32_t call_179(void *const *p, const int64_t *s, char *work);
int32_t call_179(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward13(p[0], p[1], p[2], p[3]);
}
int64_t work_179(const int64_t *s);
int64_t work_179(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d(const double *restrict x0, double *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            const double x = (((double)i + 0.5) * 1.0) / 2.0;
                            const double floor2 = floor(x);
                            const double t = x - floor2;
                            const int64_t first = tn_to_i64(floor2);
                            const double w = 1.0 - t;
                            const double w2 = t;
                            const int64_t at = tn_max_i64(0, tn_min_i64(first, 0));
                            const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 0));
                            const double x2 = (((double)i4 + 0.5) * 2.0) / 2.0;
                            const double floor3 = floor(x2);
                            const double t2 = x2 - floor3;
                            const int64_t first2 = tn_to_i64(floor3);
                            const double w3 = 1.0 - t2;
                            const double w4 = t2;
                            const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, 1));
                            const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 1));
                            const double t3 = (((x0[((at * 2 + i2) * m + (i3 + v)) * 2 + at3] * w3) + (x0[((at * 2 + i2) * m + (i3 + v)) * 2 + at4] * w4)) * w) + (((x0[((at2 * 2 + i2) * m + (i3 + v)) * 2 + at3] * w3) + (x0[((at2 * 2 + i2) * m + (i3 + v)) * 2 + at4] * w4)) * w2);
                            y0[((i * 2 + i2) * m + (i3 + v)) * 2 + i4] = t3;
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    for (int64_t i6 = 0; i6 < 2; i6++) {
                        const double x3 = (((double)i + 0.5) * 1.0) / 2.0;
                        const double floor4 = floor(x3);
                        const double t4 = x3 - floor4;
                        const int64_t first3 = tn_to_i64(floor4);
                        const double w5 = 1.0 - t4;
                        const double w6 = t4;
                        const int64_t at5 = tn_max_i64(0, tn_min_i64(first3, 0));
                        const int64_t at6 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first3 + (uint64_t)1), 0));
                        const double x4 = (((double)i6 + 0.5) * 2.0) / 2.0;
                        const double floor5 = floor(x4);
                        const double t5 = x4 - floor5;
                        const int64_t first4 = tn_to_i64(floor5);
                        const double w7 = 1.0 - t5;
                        const double w8 = t5;
                        const int64_t at7 = tn_max_i64(0, tn_min_i64(first4, 1));
                        const int64_t at8 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first4 + (uint64_t)1), 1));
                        const double t6 = (((x0[((at5 * 2 + i2) * m + i5) * 2 + at7] * w7) + (x0[((at5 * 2 + i2) * m + i5) * 2 + at8] * w8)) * w5) + (((x0[((at6 * 2 + i2) * m + i5) * 2 + at7] * w7) + (x0[((at6 * 2 + i2) * m + i5) * 2 + at8] * w8)) * w6);
                        y0[((i * 2 + i2) * m + i5) * 2 + i6] = t6;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_180(void *const *p, const int64_t *s, char *work);
int32_t call_180(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d(p[0], p[1], s[0]);
}
int64_t work_180(const int64_t *s);
int64_t work_180(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d2(const int64_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const double x = false ? 0.0 : (((((double)i3 + 0.5) * 2.0) / 2.0) - 0.5);
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const int64_t t2 = (int64_t)((uint64_t)first + (uint64_t)(-1));
                    const double w = ((0 <= t2) && (t2 <= 1)) ? (((((((-0.47265625) * t) + 0.9453125) * t) + (-0.47265625)) * t) + 0.0) : 0.0;
                    const double w2 = ((0 <= first) && (first <= 1)) ? ((((((1.52734375 * t) + (-2.52734375)) * t) + 0.0) * t) + 1.0) : 0.0;
                    const int64_t t3 = (int64_t)((uint64_t)first + (uint64_t)1);
                    const double w3 = ((0 <= t3) && (t3 <= 1)) ? (((((((-1.52734375) * t) + 2.0546875) * t) + 0.47265625) * t) + 0.0) : 0.0;
                    const int64_t t4 = (int64_t)((uint64_t)first + (uint64_t)2);
                    const double w4 = ((0 <= t4) && (t4 <= 1)) ? ((((((0.47265625 * t) + (-0.47265625)) * t) + 0.0) * t) + 0.0) : 0.0;
                    const double sum = ((w + w2) + w3) + w4;
                    const double w5 = w / sum;
                    const double w6 = w2 / sum;
                    const double w7 = w3 / sum;
                    const double w8 = w4 / sum;
                    const int64_t at = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)(-1)), 1));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(first, 1));
                    const int64_t at3 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 1));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)2), 1));
                    const double x2 = false ? 0.0 : (((((double)i4 + 0.5) * 1.0) / 3.0) - 0.5);
                    const double floor3 = floor(x2);
                    const double t5 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const int64_t t6 = (int64_t)((uint64_t)first2 + (uint64_t)(-1));
                    const double w9 = ((0 <= t6) && (t6 <= 0)) ? (((((((-0.47265625) * t5) + 0.9453125) * t5) + (-0.47265625)) * t5) + 0.0) : 0.0;
                    const double w10 = ((0 <= first2) && (first2 <= 0)) ? ((((((1.52734375 * t5) + (-2.52734375)) * t5) + 0.0) * t5) + 1.0) : 0.0;
                    const int64_t t7 = (int64_t)((uint64_t)first2 + (uint64_t)1);
                    const double w11 = ((0 <= t7) && (t7 <= 0)) ? (((((((-1.52734375) * t5) + 2.0546875) * t5) + 0.47265625) * t5) + 0.0) : 0.0;
                    const int64_t t8 = (int64_t)((uint64_t)first2 + (uint64_t)2);
                    const double w12 = ((0 <= t8) && (t8 <= 0)) ? ((((((0.47265625 * t5) + (-0.47265625)) * t5) + 0.0) * t5) + 0.0) : 0.0;
                    const double sum2 = ((w9 + w10) + w11) + w12;
                    const double w13 = w9 / sum2;
                    const double w14 = w10 / sum2;
                    const double w15 = w11 / sum2;
                    const double w16 = w12 / sum2;
                    const int64_t at5 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)(-1)), 0));
                    const int64_t at6 = tn_max_i64(0, tn_min_i64(first2, 0));
                    const int64_t at7 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 0));
                    const int64_t at8 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)2), 0));
                    const double t9 = ((((double)x0[(i * 2 + i2) * 2 + at + at5] * w13) + ((double)x0[(i * 2 + i2) * 2 + at + at6] * w14)) + ((double)x0[(i * 2 + i2) * 2 + at + at7] * w15)) + ((double)x0[(i * 2 + i2) * 2 + at + at8] * w16);
                    const double t10 = ((((double)x0[(i * 2 + i2) * 2 + at2 + at5] * w13) + ((double)x0[(i * 2 + i2) * 2 + at2 + at6] * w14)) + ((double)x0[(i * 2 + i2) * 2 + at2 + at7] * w15)) + ((double)x0[(i * 2 + i2) * 2 + at2 + at8] * w16);
                    const double t11 = ((((double)x0[(i * 2 + i2) * 2 + at3 + at5] * w13) + ((double)x0[(i * 2 + i2) * 2 + at3 + at6] * w14)) + ((double)x0[(i * 2 + i2) * 2 + at3 + at7] * w15)) + ((double)x0[(i * 2 + i2) * 2 + at3 + at8] * w16);
                    const double t12 = ((((double)x0[(i * 2 + i2) * 2 + at4 + at5] * w13) + ((double)x0[(i * 2 + i2) * 2 + at4 + at6] * w14)) + ((double)x0[(i * 2 + i2) * 2 + at4 + at7] * w15)) + ((double)x0[(i * 2 + i2) * 2 + at4 + at8] * w16);
                    y0[((i * 2 + i2) * 2 + i3) * 3 + i4] = tn_to_i32(((((t9 * w5) + (t10 * w6)) + (t11 * w7)) + (t12 * w8)));
                }
            }
        }
    }
    return 0;
}

int32_t call_181(void *const *p, const int64_t *s, char *work);
int32_t call_181(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d2(p[0], p[1]);
}
int64_t work_181(const int64_t *s);
int64_t work_181(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d3(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    const double x = ((double)i2 * 1.0) / 1.0;
                    const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor(x)), 0));
                    const double x2 = ((double)i3 * 3.0) / 2.0;
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor(x2)), 2));
                    y0[((i + i2) * 2 + i3) * 2 + i4] = x0[((i + at) * 3 + at2) * 2 + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_182(void *const *p, const int64_t *s, char *work);
int32_t call_182(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d3(p[0], p[1]);
}
int64_t work_182(const int64_t *s);
int64_t work_182(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d4(const float *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    const double x = false ? 0.0 : (0.0 + ((((double)i2 * 0.0) * 1.0) / 2.0));
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const double w = 1.0 - t;
                    const double w2 = t;
                    const int64_t at = tn_max_i64(0, tn_min_i64(first, 1));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 1));
                    const double x2 = false ? 0.0 : (0.0 + ((((double)i3 * 0.0) * 4.0) / 1.0));
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const double w3 = 1.0 - t2;
                    const double w4 = t2;
                    const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, 4));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 4));
                    const double t3 = ((((double)x0[((i * 2 + at) * 5 + at3) * 2 + i4] * w3) + ((double)x0[((i * 2 + at) * 5 + at4) * 2 + i4] * w4)) * w) + ((((double)x0[((i * 2 + at2) * 5 + at3) * 2 + i4] * w3) + ((double)x0[((i * 2 + at2) * 5 + at4) * 2 + i4] * w4)) * w2);
                    y0[((i * 3 + i2) * 2 + i3) * 2 + i4] = (((x < 0.0) || (1.0 < x)) || ((x2 < 0.0) || (4.0 < x2))) ? (-0.34375) : t3;
                }
            }
        }
    }
    return 0;
}

int32_t call_183(void *const *p, const int64_t *s, char *work);
int32_t call_183(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d4(p[0], p[1]);
}
int64_t work_183(const int64_t *s);
int64_t work_183(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d5(const uint64_t *restrict x0, uint64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    const double x = (((double)i2 + 0.5) * 1.0) / 5.0;
                    const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x + 0.5))), 0));
                    const double x2 = (((double)i3 + 0.5) * (double)m) / 2.0;
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x2 + 0.5))), (m - 1)));
                    y0[((i * 5 + i2) * 2 + i3) * m + i4] = x0[((i + at) * m + at2) * m + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_184(void *const *p, const int64_t *s, char *work);
int32_t call_184(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d5(p[0], p[1], s[0]);
}
int64_t work_184(const int64_t *s);
int64_t work_184(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d6(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const double x = ((((double)i3 + 0.5) * 2.0) / 2.0) - 0.5;
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const float w = (float)(1.0 - t);
                    const float w2 = (float)t;
                    const int64_t at = tn_max_i64(0, tn_min_i64(first, 1));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 1));
                    const double x2 = ((((double)i4 + 0.5) * 1.0) / 3.0) - 0.5;
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const float w3 = (float)(1.0 - t2);
                    const float w4 = (float)t2;
                    const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, 0));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 0));
                    const float t3 = (((x0[(i + i2) * 2 + at + at3] * w3) + (x0[(i + i2) * 2 + at + at4] * w4)) * w) + (((x0[(i + i2) * 2 + at2 + at3] * w3) + (x0[(i + i2) * 2 + at2 + at4] * w4)) * w2);
                    y0[((i + i2) * 2 + i3) * 3 + i4] = t3;
                }
            }
        }
    }
    return 0;
}

int32_t call_185(void *const *p, const int64_t *s, char *work);
int32_t call_185(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d6(p[0], p[1]);
}
int64_t work_185(const int64_t *s);
int64_t work_185(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d7(const uint32_t *restrict x0, uint32_t *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    const double x = ((double)i2 * 1.0) / tn_max_f64(((double)m - 1.0), 1.0);
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const double w = ((((((-0.7890625) * t) + 1.578125) * t) + (-0.7890625)) * t) + 0.0;
                    const double w2 = (((((1.2109375 * t) + (-2.2109375)) * t) + 0.0) * t) + 1.0;
                    const double w3 = ((((((-1.2109375) * t) + 1.421875) * t) + 0.7890625) * t) + 0.0;
                    const double w4 = (((((0.7890625 * t) + (-0.7890625)) * t) + 0.0) * t) + 0.0;
                    const int64_t at = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)(-1)), 1));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(first, 1));
                    const int64_t at3 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 1));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)2), 1));
                    const double x2 = ((double)i3 * 0.0) / tn_max_f64(((double)m - 1.0), 1.0);
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const double w5 = ((((((-0.7890625) * t2) + 1.578125) * t2) + (-0.7890625)) * t2) + 0.0;
                    const double w6 = (((((1.2109375 * t2) + (-2.2109375)) * t2) + 0.0) * t2) + 1.0;
                    const double w7 = ((((((-1.2109375) * t2) + 1.421875) * t2) + 0.7890625) * t2) + 0.0;
                    const double w8 = (((((0.7890625 * t2) + (-0.7890625)) * t2) + 0.0) * t2) + 0.0;
                    const int64_t at5 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)(-1)), 0));
                    const int64_t at6 = tn_max_i64(0, tn_min_i64(first2, 0));
                    const int64_t at7 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 0));
                    const int64_t at8 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)2), 0));
                    const double t3 = ((((double)x0[(i * 2 + at + at5) * n + i4] * w5) + ((double)x0[(i * 2 + at + at6) * n + i4] * w6)) + ((double)x0[(i * 2 + at + at7) * n + i4] * w7)) + ((double)x0[(i * 2 + at + at8) * n + i4] * w8);
                    const double t4 = ((((double)x0[(i * 2 + at2 + at5) * n + i4] * w5) + ((double)x0[(i * 2 + at2 + at6) * n + i4] * w6)) + ((double)x0[(i * 2 + at2 + at7) * n + i4] * w7)) + ((double)x0[(i * 2 + at2 + at8) * n + i4] * w8);
                    const double t5 = ((((double)x0[(i * 2 + at3 + at5) * n + i4] * w5) + ((double)x0[(i * 2 + at3 + at6) * n + i4] * w6)) + ((double)x0[(i * 2 + at3 + at7) * n + i4] * w7)) + ((double)x0[(i * 2 + at3 + at8) * n + i4] * w8);
                    const double t6 = ((((double)x0[(i * 2 + at4 + at5) * n + i4] * w5) + ((double)x0[(i * 2 + at4 + at6) * n + i4] * w6)) + ((double)x0[(i * 2 + at4 + at7) * n + i4] * w7)) + ((double)x0[(i * 2 + at4 + at8) * n + i4] * w8);
                    y0[((i * m + i2) * m + i3) * n + i4] = tn_to_u32(((((t3 * w) + (t4 * w2)) + (t5 * w3)) + (t6 * w4)));
                }
            }
        }
    }
    return 0;
}

int32_t call_186(void *const *p, const int64_t *s, char *work);
int32_t call_186(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d7(p[0], p[1], s[0], s[1]);
}
int64_t work_186(const int64_t *s);
int64_t work_186(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d8(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    const double x = true ? 0.0 : (((((double)i + 0.5) * 1.0) / 0.0) - 0.5);
                    const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor(x)), 0));
                    const double x2 = false ? 0.0 : (((((double)i4 + 0.5) * 2.0) / 2.0) - 0.5);
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor(x2)), 1));
                    y0[(i * 2 + i2 + i3) * 2 + i4] = x0[(at * 2 + i2 + i3) * 2 + at2];
                }
            }
        }
    }
    return 0;
}

int32_t call_187(void *const *p, const int64_t *s, char *work);
int32_t call_187(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d8(p[0], p[1]);
}
int64_t work_187(const int64_t *s);
int64_t work_187(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d9(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < n; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            const double t = (double)m;
                            const double t2 = (double)m - 1.0;
                            const double x = (t <= 1.0) ? (0.0 * t2) : ((0.0 * t2) + ((((double)(i2 + v) * 0.0) * t2) / tn_max_f64((t - 1.0), 1.0)));
                            const double floor2 = floor(x);
                            const double t3 = x - floor2;
                            const int64_t first = tn_to_i64(floor2);
                            const int64_t t4 = (int64_t)((uint64_t)first + (uint64_t)(-1));
                            const double w = ((0 <= t4) && (t4 <= (m - 1))) ? (((((((-0.3203125) * t3) + 0.640625) * t3) + (-0.3203125)) * t3) + 0.0) : 0.0;
                            const double w2 = ((0 <= first) && (first <= (m - 1))) ? ((((((1.6796875 * t3) + (-2.6796875)) * t3) + 0.0) * t3) + 1.0) : 0.0;
                            const int64_t t5 = (int64_t)((uint64_t)first + (uint64_t)1);
                            const double w3 = ((0 <= t5) && (t5 <= (m - 1))) ? (((((((-1.6796875) * t3) + 2.359375) * t3) + 0.3203125) * t3) + 0.0) : 0.0;
                            const int64_t t6 = (int64_t)((uint64_t)first + (uint64_t)2);
                            const double w4 = ((0 <= t6) && (t6 <= (m - 1))) ? ((((((0.3203125 * t3) + (-0.3203125)) * t3) + 0.0) * t3) + 0.0) : 0.0;
                            const double sum = ((w + w2) + w3) + w4;
                            const double w5 = w / sum;
                            const double w6 = w2 / sum;
                            const double w7 = w3 / sum;
                            const double w8 = w4 / sum;
                            const int64_t at = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)(-1)), (m - 1)));
                            const int64_t at2 = tn_max_i64(0, tn_min_i64(first, (m - 1)));
                            const int64_t at3 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), (m - 1)));
                            const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)2), (m - 1)));
                            const double x2 = true ? 0.0 : (0.0 + ((((double)i3 * 0.0) * 1.0) / 1.0));
                            const double floor3 = floor(x2);
                            const double t7 = x2 - floor3;
                            const int64_t first2 = tn_to_i64(floor3);
                            const int64_t t8 = (int64_t)((uint64_t)first2 + (uint64_t)(-1));
                            const double w9 = ((0 <= t8) && (t8 <= 1)) ? (((((((-0.3203125) * t7) + 0.640625) * t7) + (-0.3203125)) * t7) + 0.0) : 0.0;
                            const double w10 = ((0 <= first2) && (first2 <= 1)) ? ((((((1.6796875 * t7) + (-2.6796875)) * t7) + 0.0) * t7) + 1.0) : 0.0;
                            const int64_t t9 = (int64_t)((uint64_t)first2 + (uint64_t)1);
                            const double w11 = ((0 <= t9) && (t9 <= 1)) ? (((((((-1.6796875) * t7) + 2.359375) * t7) + 0.3203125) * t7) + 0.0) : 0.0;
                            const int64_t t10 = (int64_t)((uint64_t)first2 + (uint64_t)2);
                            const double w12 = ((0 <= t10) && (t10 <= 1)) ? ((((((0.3203125 * t7) + (-0.3203125)) * t7) + 0.0) * t7) + 0.0) : 0.0;
                            const double sum2 = ((w9 + w10) + w11) + w12;
                            const double w13 = w9 / sum2;
                            const double w14 = w10 / sum2;
                            const double w15 = w11 / sum2;
                            const double w16 = w12 / sum2;
                            const int64_t at5 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)(-1)), 1));
                            const int64_t at6 = tn_max_i64(0, tn_min_i64(first2, 1));
                            const int64_t at7 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 1));
                            const int64_t at8 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)2), 1));
                            const double t11 = (((double)x0[((i * m + at) * 2 + at5) * 2 + i4] * w13) + ((double)x0[((i * m + at) * 2 + at6) * 2 + i4] * w14)) + ((double)x0[((i * m + at) * 2 + at7) * 2 + i4] * w15);
                            const double t12 = (((double)x0[((i * m + at2) * 2 + at5) * 2 + i4] * w13) + ((double)x0[((i * m + at2) * 2 + at6) * 2 + i4] * w14)) + ((double)x0[((i * m + at2) * 2 + at7) * 2 + i4] * w15);
                            const double t13 = (((double)x0[((i * m + at3) * 2 + at5) * 2 + i4] * w13) + ((double)x0[((i * m + at3) * 2 + at6) * 2 + i4] * w14)) + ((double)x0[((i * m + at3) * 2 + at7) * 2 + i4] * w15);
                            const double t14 = (((t11 + ((double)x0[((i * m + at) * 2 + at8) * 2 + i4] * w16)) * w5) + ((t12 + ((double)x0[((i * m + at2) * 2 + at8) * 2 + i4] * w16)) * w6)) + ((t13 + ((double)x0[((i * m + at3) * 2 + at8) * 2 + i4] * w16)) * w7);
                            const double t15 = (((double)x0[((i * m + at4) * 2 + at5) * 2 + i4] * w13) + ((double)x0[((i * m + at4) * 2 + at6) * 2 + i4] * w14)) + ((double)x0[((i * m + at4) * 2 + at7) * 2 + i4] * w15);
                            const uint16_t t16 = (((x < 0.0) || ((double)(m - 1) < x)) || ((x2 < 0.0) || (1.0 < x2))) ? 0 : tn_to_u16((t14 + ((t15 + ((double)x0[((i * m + at4) * 2 + at8) * 2 + i4] * w16)) * w8)));
                            y0[(i * m + (i2 + v) + i3) * 2 + i4] = t16;
                        }
                    }
                }
            }
        } else {
            for (int64_t i5 = 0; i5 < m; i5++) {
                for (int64_t i6 = 0; i6 < 1; i6++) {
                    for (int64_t i7 = 0; i7 < 2; i7++) {
                        const double t17 = (double)m;
                        const double t18 = (double)m - 1.0;
                        const double x3 = (t17 <= 1.0) ? (0.0 * t18) : ((0.0 * t18) + ((((double)i5 * 0.0) * t18) / tn_max_f64((t17 - 1.0), 1.0)));
                        const double floor4 = floor(x3);
                        const double t19 = x3 - floor4;
                        const int64_t first3 = tn_to_i64(floor4);
                        const int64_t t20 = (int64_t)((uint64_t)first3 + (uint64_t)(-1));
                        const double w17 = ((0 <= t20) && (t20 <= (m - 1))) ? (((((((-0.3203125) * t19) + 0.640625) * t19) + (-0.3203125)) * t19) + 0.0) : 0.0;
                        const double w18 = ((0 <= first3) && (first3 <= (m - 1))) ? ((((((1.6796875 * t19) + (-2.6796875)) * t19) + 0.0) * t19) + 1.0) : 0.0;
                        const int64_t t21 = (int64_t)((uint64_t)first3 + (uint64_t)1);
                        const double w19 = ((0 <= t21) && (t21 <= (m - 1))) ? (((((((-1.6796875) * t19) + 2.359375) * t19) + 0.3203125) * t19) + 0.0) : 0.0;
                        const int64_t t22 = (int64_t)((uint64_t)first3 + (uint64_t)2);
                        const double w20 = ((0 <= t22) && (t22 <= (m - 1))) ? ((((((0.3203125 * t19) + (-0.3203125)) * t19) + 0.0) * t19) + 0.0) : 0.0;
                        const double sum3 = ((w17 + w18) + w19) + w20;
                        const double w21 = w17 / sum3;
                        const double w22 = w18 / sum3;
                        const double w23 = w19 / sum3;
                        const double w24 = w20 / sum3;
                        const int64_t at9 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first3 + (uint64_t)(-1)), (m - 1)));
                        const int64_t at10 = tn_max_i64(0, tn_min_i64(first3, (m - 1)));
                        const int64_t at11 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first3 + (uint64_t)1), (m - 1)));
                        const int64_t at12 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first3 + (uint64_t)2), (m - 1)));
                        const double x4 = true ? 0.0 : (0.0 + ((((double)i6 * 0.0) * 1.0) / 1.0));
                        const double floor5 = floor(x4);
                        const double t23 = x4 - floor5;
                        const int64_t first4 = tn_to_i64(floor5);
                        const int64_t t24 = (int64_t)((uint64_t)first4 + (uint64_t)(-1));
                        const double w25 = ((0 <= t24) && (t24 <= 1)) ? (((((((-0.3203125) * t23) + 0.640625) * t23) + (-0.3203125)) * t23) + 0.0) : 0.0;
                        const double w26 = ((0 <= first4) && (first4 <= 1)) ? ((((((1.6796875 * t23) + (-2.6796875)) * t23) + 0.0) * t23) + 1.0) : 0.0;
                        const int64_t t25 = (int64_t)((uint64_t)first4 + (uint64_t)1);
                        const double w27 = ((0 <= t25) && (t25 <= 1)) ? (((((((-1.6796875) * t23) + 2.359375) * t23) + 0.3203125) * t23) + 0.0) : 0.0;
                        const int64_t t26 = (int64_t)((uint64_t)first4 + (uint64_t)2);
                        const double w28 = ((0 <= t26) && (t26 <= 1)) ? ((((((0.3203125 * t23) + (-0.3203125)) * t23) + 0.0) * t23) + 0.0) : 0.0;
                        const double sum4 = ((w25 + w26) + w27) + w28;
                        const double w29 = w25 / sum4;
                        const double w30 = w26 / sum4;
                        const double w31 = w27 / sum4;
                        const double w32 = w28 / sum4;
                        const int64_t at13 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first4 + (uint64_t)(-1)), 1));
                        const int64_t at14 = tn_max_i64(0, tn_min_i64(first4, 1));
                        const int64_t at15 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first4 + (uint64_t)1), 1));
                        const int64_t at16 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first4 + (uint64_t)2), 1));
                        const double t27 = (((double)x0[((i * m + at9) * 2 + at13) * 2 + i7] * w29) + ((double)x0[((i * m + at9) * 2 + at14) * 2 + i7] * w30)) + ((double)x0[((i * m + at9) * 2 + at15) * 2 + i7] * w31);
                        const double t28 = (((double)x0[((i * m + at10) * 2 + at13) * 2 + i7] * w29) + ((double)x0[((i * m + at10) * 2 + at14) * 2 + i7] * w30)) + ((double)x0[((i * m + at10) * 2 + at15) * 2 + i7] * w31);
                        const double t29 = (((double)x0[((i * m + at11) * 2 + at13) * 2 + i7] * w29) + ((double)x0[((i * m + at11) * 2 + at14) * 2 + i7] * w30)) + ((double)x0[((i * m + at11) * 2 + at15) * 2 + i7] * w31);
                        const double t30 = (((t27 + ((double)x0[((i * m + at9) * 2 + at16) * 2 + i7] * w32)) * w21) + ((t28 + ((double)x0[((i * m + at10) * 2 + at16) * 2 + i7] * w32)) * w22)) + ((t29 + ((double)x0[((i * m + at11) * 2 + at16) * 2 + i7] * w32)) * w23);
                        const double t31 = (((double)x0[((i * m + at12) * 2 + at13) * 2 + i7] * w29) + ((double)x0[((i * m + at12) * 2 + at14) * 2 + i7] * w30)) + ((double)x0[((i * m + at12) * 2 + at15) * 2 + i7] * w31);
                        const uint16_t t32 = (((x3 < 0.0) || ((double)(m - 1) < x3)) || ((x4 < 0.0) || (1.0 < x4))) ? 0 : tn_to_u16((t30 + ((t31 + ((double)x0[((i * m + at12) * 2 + at16) * 2 + i7] * w32)) * w24)));
                        y0[(i * m + i5 + i6) * 2 + i7] = t32;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_188(void *const *p, const int64_t *s, char *work);
int32_t call_188(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d9(p[0], p[1], s[0], s[1]);
}
int64_t work_188(const int64_t *s);
int64_t work_188(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d10(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const double x = ((double)i3 * 4.0) / 2.0;
                    const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x + 0.5))), 4));
                    const double x2 = ((double)i4 * 0.0) / 2.0;
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x2 + 0.5))), 0));
                    y0[((i * 2 + i2) * 3 + i3) * 3 + i4] = x0[(i * 2 + i2) * 5 + at + at2];
                }
            }
        }
    }
    return 0;
}

int32_t call_189(void *const *p, const int64_t *s, char *work);
int32_t call_189(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d10(p[0], p[1]);
}
int64_t work_189(const int64_t *s);
int64_t work_189(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d11(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                for (int64_t i4 = 0; i4 < 0; i4++) {
                    const double x = true ? 0.625 : (0.4296875 + ((((double)i3 * 0.390625) * 1.0) / 1.0));
                    const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x + 0.5))), 1));
                    const double x2 = true ? 1.4140625 : (1.0 + ((((double)i4 * 0.4140625) * 2.0) / 1.0));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x2 + 0.5))), 2));
                    y0[((i * 3 + i2) * 0 + i3) * 0 + i4] = (((x < 0.0) || (1.0 < x)) || ((x2 < 0.0) || (2.0 < x2))) ? 0.84375f : x0[((i * 3 + i2) * 2 + at) * 3 + at2];
                }
            }
        }
    }
    return 0;
}

int32_t call_190(void *const *p, const int64_t *s, char *work);
int32_t call_190(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d11(p[0], p[1]);
}
int64_t work_190(const int64_t *s);
int64_t work_190(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d12(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 0; i4++) {
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        const double x = ((((double)i3 + 0.5) * 3.0) / 2.0) - 0.5;
                        const double floor2 = floor(x);
                        const double t = x - floor2;
                        const int64_t first = tn_to_i64(floor2);
                        const double w = 1.0 - t;
                        const double w2 = t;
                        const int64_t at = tn_max_i64(0, tn_min_i64(first, 2));
                        const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 2));
                        const double x2 = ((((double)i4 + 0.5) * 1.0) / 0.0) - 0.5;
                        const double floor3 = floor(x2);
                        const double t2 = x2 - floor3;
                        const int64_t first2 = tn_to_i64(floor3);
                        const double w3 = 1.0 - t2;
                        const double w4 = t2;
                        const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, 0));
                        const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 0));
                        const double t3 = (((x0[(i * 5 + i2) * 3 + at + at3] * w3) + (x0[(i * 5 + i2) * 3 + at + at4] * w4)) * w) + (((x0[(i * 5 + i2) * 3 + at2 + at3] * w3) + (x0[(i * 5 + i2) * 3 + at2 + at4] * w4)) * w2);
                        y0[((i * 5 + i2) * 2 + i3) * 0 + i4] = t3;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_191(void *const *p, const int64_t *s, char *work);
int32_t call_191(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d12(p[0], p[1]);
}
int64_t work_191(const int64_t *s);
int64_t work_191(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d13(const int64_t *restrict x0, uint32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 1; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            const double x = ((double)i3 * 0.0) / 1.0;
                            const int64_t at = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x + 0.5))), 0));
                            const double x2 = ((double)i4 * 2.0) / 2.0;
                            const int64_t at2 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x2 + 0.5))), 2));
                            y0[((i * m + (i2 + v)) * 2 + i3) * 3 + i4] = (uint32_t)x0[(i * m + (i2 + v) + at) * 3 + at2];
                        }
                    }
                }
            }
        } else {
            for (int64_t i5 = 0; i5 < m; i5++) {
                for (int64_t i6 = 0; i6 < 2; i6++) {
                    for (int64_t i7 = 0; i7 < 3; i7++) {
                        const double x3 = ((double)i6 * 0.0) / 1.0;
                        const int64_t at3 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x3 + 0.5))), 0));
                        const double x4 = ((double)i7 * 2.0) / 2.0;
                        const int64_t at4 = tn_max_i64(0, tn_min_i64(tn_to_i64(floor((x4 + 0.5))), 2));
                        y0[((i * m + i5) * 2 + i6) * 3 + i7] = (uint32_t)x0[(i * m + i5 + at3) * 3 + at4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_192(void *const *p, const int64_t *s, char *work);
int32_t call_192(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d13(p[0], p[1], s[0]);
}
int64_t work_192(const int64_t *s);
int64_t work_192(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            int32_t acc = 0;
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = (int32_t)((uint32_t)acc + (uint32_t)(int32_t)((uint32_t)x0[i3] * (uint32_t)x1[(i * 2 + i3) * 2 + i2]));
            }
            y0[i * 2 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_193(void *const *p, const int64_t *s, char *work);
int32_t call_193(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul(p[0], p[1], p[2]);
}
int64_t work_193(const int64_t *s);
int64_t work_193(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul2(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    int64_t acc = 0;
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        acc = (int64_t)((uint64_t)acc + (uint64_t)(int64_t)((uint64_t)x0[((i * 2 + i2) * 2 + i3) * 2 + i5] * (uint64_t)x1[((i * 2 + i2) * 2 + i5) * 2 + i4]));
                    }
                    y0[((i * 2 + i2) * 2 + i3) * 2 + i4] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_194(void *const *p, const int64_t *s, char *work);
int32_t call_194(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul2(p[0], p[1], p[2]);
}
int64_t work_194(const int64_t *s);
int64_t work_194(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul3(const uint16_t *restrict x0, const uint16_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            float acc = 0.0f;
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = acc + ((float)tn_f16_value(x0[i * 2 + i3]) * (float)tn_f16_value(x1[i3 * 3 + i2]));
            }
            y0[i * 3 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_195(void *const *p, const int64_t *s, char *work);
int32_t call_195(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul3(p[0], p[1], p[2]);
}
int64_t work_195(const int64_t *s);
int64_t work_195(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul4(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    double acc = 0.0;
    for (int64_t i = 0; i < 0; i++) {
        acc = acc + (x0[i] * x1[i]);
    }
    y0[0] = acc;
    return 0;
}

int32_t call_196(void *const *p, const int64_t *s, char *work);
int32_t call_196(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul4(p[0], p[1], p[2]);
}
int64_t work_196(const int64_t *s);
int64_t work_196(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul5(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                float acc = 0.0f;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    acc = acc + (x0[i * 3 + i2 + i4] * x1[(i + i4) * 3 + i3]);
                }
                y0[(i * 3 + i2) * 3 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_197(void *const *p, const int64_t *s, char *work);
int32_t call_197(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul5(p[0], p[1], p[2]);
}
int64_t work_197(const int64_t *s);
int64_t work_197(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul6(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            float acc = 0.0f;
            for (int64_t i3 = 0; i3 < n; i3++) {
                acc = acc + (x0[i * n + i3] * x1[i3 + i2]);
            }
            y0[i + i2] = acc;
        }
    }
    return 0;
}

int32_t call_198(void *const *p, const int64_t *s, char *work);
int32_t call_198(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul6(p[0], p[1], p[2], s[0]);
}
int64_t work_198(const int64_t *s);
int64_t work_198(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul7(const uint32_t *restrict x0, const uint32_t *restrict x1, uint64_t *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                uint64_t acc[5];
                for (int64_t i = 0; i < 5; i++) {
                    acc[i] = 0u;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i = 0; i < 5; i++) {
                        acc[i] = (uint64_t)((uint64_t)acc[i] + (uint64_t)(uint64_t)((uint64_t)(uint64_t)x0[i2 + i4] * (uint64_t)(uint64_t)x1[(i + i4) * 2 + i3]));
                    }
                }
                for (int64_t i = 0; i < 5; i++) {
                    y0[(i * 3 + i2) * 2 + i3] = acc[i];
                }
            }
        }
    }
    return 0;
}

int32_t call_199(void *const *p, const int64_t *s, char *work);
int32_t call_199(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul7(p[0], p[1], p[2]);
}
int64_t work_199(const int64_t *s);
int64_t work_199(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul8(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        int64_t acc[16];
                        for (int64_t v = 0; v < 16; v++) {
                            acc[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                acc[v] = (int64_t)((uint64_t)acc[v] + (uint64_t)(int64_t)((uint64_t)x0[(i * m + i2) * n + (i3 + v) + i5] * (uint64_t)x1[(i + i5) * 3 + i4]));
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * m + i2) * n + (i3 + v)) * 3 + i4] = acc[v];
                        }
                    }
                }
            } else {
                for (int64_t i6 = 0; i6 < n; i6++) {
                    for (int64_t i7 = 0; i7 < 3; i7++) {
                        int64_t acc2 = 0;
                        for (int64_t i8 = 0; i8 < 1; i8++) {
                            acc2 = (int64_t)((uint64_t)acc2 + (uint64_t)(int64_t)((uint64_t)x0[(i * m + i2) * n + i6 + i8] * (uint64_t)x1[(i + i8) * 3 + i7]));
                        }
                        y0[((i * m + i2) * n + i6) * 3 + i7] = acc2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_200(void *const *p, const int64_t *s, char *work);
int32_t call_200(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul8(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_200(const int64_t *s);
int64_t work_200(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul9(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                uint64_t acc = 0u;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    acc = (uint64_t)((uint64_t)acc + (uint64_t)(uint64_t)((uint64_t)x0[i * 2 + i2 + i4] * (uint64_t)x1[i + i4 + i3]));
                }
                y0[i * 2 + i2 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_201(void *const *p, const int64_t *s, char *work);
int32_t call_201(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul9(p[0], p[1], p[2]);
}
int64_t work_201(const int64_t *s);
int64_t work_201(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul10(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                float acc[5];
                for (int64_t i2 = 0; i2 < 5; i2++) {
                    acc[i2] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        acc[i2] = acc[i2] + ((float)tn_bf16_value(x0[i * 5 + i2 + i4]) * (float)tn_bf16_value(x1[i4 * 2 + i3]));
                    }
                }
                for (int64_t i2 = 0; i2 < 5; i2++) {
                    y0[(i * 5 + i2) * 2 + i3] = tn_bf16_bits(tn_bf16_round((double)acc[i2]));
                }
            }
        }
    }
    return 0;
}

int32_t call_202(void *const *p, const int64_t *s, char *work);
int32_t call_202(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul10(p[0], p[1], p[2], s[0]);
}
int64_t work_202(const int64_t *s);
int64_t work_202(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul11(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    uint64_t acc = 0u;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        acc = (uint64_t)((uint64_t)acc + (uint64_t)(uint64_t)((uint64_t)x0[i2 + i3 + i5] * (uint64_t)x1[(i * 3 + i2 + i5) * 2 + i4]));
                    }
                    y0[(i * 3 + i2 + i3) * 2 + i4] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_203(void *const *p, const int64_t *s, char *work);
int32_t call_203(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul11(p[0], p[1], p[2]);
}
int64_t work_203(const int64_t *s);
int64_t work_203(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul12(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                int32_t acc[16];
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    acc[v] = 0;
                }
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = (int32_t)((uint32_t)acc[v] + (uint32_t)(int32_t)((uint32_t)x0[i + i3] * (uint32_t)x1[i3 * n + (i2 + v)]));
                    }
                }
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[i * n + (i2 + v)] = acc[v];
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < n; i4++) {
                int32_t acc2 = 0;
                for (int64_t i5 = 0; i5 < 1; i5++) {
                    acc2 = (int32_t)((uint32_t)acc2 + (uint32_t)(int32_t)((uint32_t)x0[i + i5] * (uint32_t)x1[i5 * n + i4]));
                }
                y0[i * n + i4] = acc2;
            }
        }
    }
    return 0;
}

int32_t call_204(void *const *p, const int64_t *s, char *work);
int32_t call_204(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul12(p[0], p[1], p[2], s[0]);
}
int64_t work_204(const int64_t *s);
int64_t work_204(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul13(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        int64_t acc = 0;
        for (int64_t i2 = 0; i2 < 2; i2++) {
            acc = (int64_t)((uint64_t)acc + (uint64_t)(int64_t)((uint64_t)x0[i * 2 + i2] * (uint64_t)x1[i2]));
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_205(void *const *p, const int64_t *s, char *work);
int32_t call_205(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul13(p[0], p[1], p[2]);
}
int64_t work_205(const int64_t *s);
int64_t work_205(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul14(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            int32_t acc[16];
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = 0;
            }
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    acc[v] = (int32_t)((uint32_t)acc[v] + (uint32_t)(int32_t)((uint32_t)x0[((i + v)) * 2 + i2] * (uint32_t)x1[i2]));
                }
            }
            for (int64_t v = 0; v < 16; v++) {
                y0[(i + v)] = acc[v];
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < m; i3++) {
            int32_t acc2 = 0;
            for (int64_t i4 = 0; i4 < 2; i4++) {
                acc2 = (int32_t)((uint32_t)acc2 + (uint32_t)(int32_t)((uint32_t)x0[i3 * 2 + i4] * (uint32_t)x1[i4]));
            }
            y0[i3] = acc2;
        }
    }
    return 0;
}

int32_t call_206(void *const *p, const int64_t *s, char *work);
int32_t call_206(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul14(p[0], p[1], p[2], s[0]);
}
int64_t work_206(const int64_t *s);
int64_t work_206(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max(const uint8_t *restrict x0, uint8_t *restrict y0) {
    uint8_t acc = x0[0];
    for (int64_t i = 0; i < 3; i++) {
        acc = tn_max_u8(acc, x0[i]);
    }
    y0[0] = acc;
    return 0;
}

int32_t call_207(void *const *p, const int64_t *s, char *work);
int32_t call_207(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max(p[0], p[1]);
}
int64_t work_207(const int64_t *s);
int64_t work_207(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max2(const int16_t *restrict x0, int16_t *restrict y0, int64_t m) {
    if ((uint64_t)0 >= (uint64_t)m) return 56;
    int16_t acc = x0[0];
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = tn_max_i16(acc, x0[(i * 3 + i2) * 2 + i3]);
            }
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_208(void *const *p, const int64_t *s, char *work);
int32_t call_208(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max2(p[0], p[1], s[0]);
}
int64_t work_208(const int64_t *s);
int64_t work_208(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    int64_t acc = x0[0];
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            for (int64_t i7 = 0; i7 < 5; i7++) {
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    acc = tn_max_i64(acc, x0[(i5 * 3 + i6) * 5 + i7 + i8]);
                                }
                            }
                        }
                    }
                    y0[i + i2 + i3 + i4] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_209(void *const *p, const int64_t *s, char *work);
int32_t call_209(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max3(p[0], p[1]);
}
int64_t work_209(const int64_t *s);
int64_t work_209(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max4(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                if ((uint64_t)0 >= (uint64_t)m) return 57;
                int64_t acc = x0[i * m];
                for (int64_t i4 = 0; i4 < m; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        acc = tn_max_i64(acc, x0[i * m + i4 + i5]);
                    }
                }
                y0[i + i2 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_210(void *const *p, const int64_t *s, char *work);
int32_t call_210(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max4(p[0], p[1], s[0]);
}
int64_t work_210(const int64_t *s);
int64_t work_210(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max5(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float acc = x0[i3 * 2];
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                acc = tn_max_f32(acc, x0[(i5 * 2 + i6 + i3) * 2 + i7]);
                            }
                        }
                    }
                    y0[i + i2 + i3 + i4] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_211(void *const *p, const int64_t *s, char *work);
int32_t call_211(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max5(p[0], p[1]);
}
int64_t work_211(const int64_t *s);
int64_t work_211(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max6(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            {
                int64_t acc[5];
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    acc[i3] = x0[i * 5 + i3];
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        acc[i3] = tn_max_i64(acc[i3], x0[(i + i4) * 5 + i3]);
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    y0[(i + i2) * 5 + i3] = acc[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_212(void *const *p, const int64_t *s, char *work);
int32_t call_212(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max6(p[0], p[1]);
}
int64_t work_212(const int64_t *s);
int64_t work_212(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max7(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            int32_t acc = x0[i * 2 * 3 + i2];
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = tn_max_i32(acc, x0[(i * 2 + i3) * 3 + i2]);
            }
            y0[i * 3 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_213(void *const *p, const int64_t *s, char *work);
int32_t call_213(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max7(p[0], p[1]);
}
int64_t work_213(const int64_t *s);
int64_t work_213(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max8(const uint8_t *restrict x0, uint8_t *restrict y0) {
    uint8_t acc = x0[0];
    acc = tn_max_u8(acc, x0[0]);
    y0[0] = acc;
    return 0;
}

int32_t call_214(void *const *p, const int64_t *s, char *work);
int32_t call_214(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max8(p[0], p[1]);
}
int64_t work_214(const int64_t *s);
int64_t work_214(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max9(const uint8_t *restrict x0, uint8_t *restrict y0) {
    bool acc = x0[0] != 0;
    acc = acc || (x0[0] != 0);
    y0[0] = acc;
    return 0;
}

int32_t call_215(void *const *p, const int64_t *s, char *work);
int32_t call_215(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max9(p[0], p[1]);
}
int64_t work_215(const int64_t *s);
int64_t work_215(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max10(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    if ((uint64_t)0 >= (uint64_t)m) return 58;
    int64_t acc = x0[0];
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        acc = tn_max_i64(acc, x0[(i * 3 + i2) * m + i3 + i4 + i5]);
                    }
                }
            }
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_216(void *const *p, const int64_t *s, char *work);
int32_t call_216(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max10(p[0], p[1], s[0]);
}
int64_t work_216(const int64_t *s);
int64_t work_216(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max11(const int8_t *restrict x0, int8_t *restrict y0) {
    int8_t acc = x0[0];
    acc = tn_max_i8(acc, x0[0]);
    y0[0] = acc;
    return 0;
}

int32_t call_217(void *const *p, const int64_t *s, char *work);
int32_t call_217(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max11(p[0], p[1]);
}
int64_t work_217(const int64_t *s);
int64_t work_217(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max12(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                double acc = x0[0];
                for (int64_t i4 = 0; i4 < 5; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            acc = tn_max_f64(acc, x0[(i4 * 3 + i5) * 2 + i6]);
                        }
                    }
                }
                y0[i + i2 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_218(void *const *p, const int64_t *s, char *work);
int32_t call_218(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max12(p[0], p[1]);
}
int64_t work_218(const int64_t *s);
int64_t work_218(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean(const double *restrict x0, double *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    double acc = 0.0;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            for (int64_t i7 = 0; i7 < m; i7++) {
                                for (int64_t i8 = 0; i8 < n; i8++) {
                                    acc = acc + x0[((i5 * 3 + i6) * m + i7) * n + i8];
                                }
                            }
                        }
                    }
                    y0[i + i2 + i3 + i4] = acc / (double)(int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)m) * (uint64_t)n);
                }
            }
        }
    }
    return 0;
}

int32_t call_219(void *const *p, const int64_t *s, char *work);
int32_t call_219(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean(p[0], p[1], s[0], s[1]);
}
int64_t work_219(const int64_t *s);
int64_t work_219(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean2(const int64_t *restrict x0, int64_t *restrict y0) {
    int64_t acc = 0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                acc = (int64_t)((uint64_t)acc + (uint64_t)x0[(i + i2) * 3 + i3]);
            }
        }
    }
    y0[0] = tn_truncdiv_i64(acc, 6);
    return 0;
}

int32_t call_220(void *const *p, const int64_t *s, char *work);
int32_t call_220(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean2(p[0], p[1]);
}
int64_t work_220(const int64_t *s);
int64_t work_220(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean3(const double *restrict x0, double *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i = 0; i < 5; i++) {
                double acc = 0.0;
                acc = acc + x0[i * 0 + i2];
                y0[i * 0 + i2] = acc / 1.0;
            }
        }
    }
    return 0;
}

int32_t call_221(void *const *p, const int64_t *s, char *work);
int32_t call_221(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean3(p[0], p[1]);
}
int64_t work_221(const int64_t *s);
int64_t work_221(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean4(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i4 = 0; i4 < 5; i4++) {
                            float acc = 0.0f;
                            acc = acc + x0[(((i + i2) * 2 + i3) * 5 + i4) * 2 + i5];
                            y0[(((i + i2) * 2 + i3) * 5 + i4) * 2 + i5] = acc / 1.0f;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_222(void *const *p, const int64_t *s, char *work);
int32_t call_222(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean4(p[0], p[1]);
}
int64_t work_222(const int64_t *s);
int64_t work_222(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean5(const int32_t *restrict x0, int32_t *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    int64_t acc = 0;
                    for (int64_t i5 = 0; i5 < n; i5++) {
                        for (int64_t i6 = 0; i6 < m; i6++) {
                            acc = (int64_t)((uint64_t)acc + (uint64_t)(int64_t)x0[((i + i2) * n + i5) * m + i6]);
                        }
                    }
                    y0[i + i2 + i3 + i4] = (int32_t)tn_truncdiv_i64(acc, (int64_t)((uint64_t)n * (uint64_t)m));
                }
            }
        }
    }
    return 0;
}

int32_t call_223(void *const *p, const int64_t *s, char *work);
int32_t call_223(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean5(p[0], p[1], s[0], s[1]);
}
int64_t work_223(const int64_t *s);
int64_t work_223(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean6(const int32_t *restrict x0, int32_t *restrict y0) {
    int64_t acc = 0;
    acc = (int64_t)((uint64_t)acc + (uint64_t)(int64_t)x0[0]);
    y0[0] = (int32_t)acc;
    return 0;
}

int32_t call_224(void *const *p, const int64_t *s, char *work);
int32_t call_224(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean6(p[0], p[1]);
}
int64_t work_224(const int64_t *s);
int64_t work_224(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean7(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    for (int64_t i5 = 0; i5 < 0; i5++) {
                        for (int64_t i3 = 0; i3 < 5; i3++) {
                            int64_t acc = 0;
                            acc = (int64_t)((uint64_t)acc + (uint64_t)(int64_t)x0[(((i * 3 + i2) * 5 + i3) * 3 + i4) * 0 + i5]);
                            y0[(((i * 3 + i2) * 5 + i3) * 3 + i4) * 0 + i5] = (int32_t)acc;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_225(void *const *p, const int64_t *s, char *work);
int32_t call_225(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean7(p[0], p[1]);
}
int64_t work_225(const int64_t *s);
int64_t work_225(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean8(const uint8_t *restrict x0, uint8_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            uint64_t acc[16];
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = 0u;
            }
            for (int64_t i2 = 0; i2 < 1; i2++) {
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            acc[v] = (uint64_t)((uint64_t)acc[v] + (uint64_t)(uint64_t)x0[((i2 * m + (i + v)) * 2 + i3) * 3 + i4]);
                        }
                    }
                }
            }
            for (int64_t v = 0; v < 16; v++) {
                y0[(i + v)] = (uint8_t)tn_truncdiv_u64(acc[v], 6u);
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < m; i5++) {
            uint64_t acc2 = 0u;
            for (int64_t i6 = 0; i6 < 1; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    for (int64_t i8 = 0; i8 < 3; i8++) {
                        acc2 = (uint64_t)((uint64_t)acc2 + (uint64_t)(uint64_t)x0[((i6 * m + i5) * 2 + i7) * 3 + i8]);
                    }
                }
            }
            y0[i5] = (uint8_t)tn_truncdiv_u64(acc2, 6u);
        }
    }
    return 0;
}

int32_t call_226(void *const *p, const int64_t *s, char *work);
int32_t call_226(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean8(p[0], p[1], s[0]);
}
int64_t work_226(const int64_t *s);
int64_t work_226(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean9(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float acc = 0.0f;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    acc = acc + (float)tn_bf16_value(x0[i5 + i6 + i7 + i8]);
                                }
                            }
                        }
                    }
                    y0[i + i2 + i3 + i4] = tn_bf16_bits(tn_bf16_round((double)(acc / 1.0f)));
                }
            }
        }
    }
    return 0;
}

int32_t call_227(void *const *p, const int64_t *s, char *work);
int32_t call_227(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean9(p[0], p[1]);
}
int64_t work_227(const int64_t *s);
int64_t work_227(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean10(const double *restrict x0, double *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                double acc = 0.0;
                for (int64_t i4 = 0; i4 < 0; i4++) {
                    for (int64_t i5 = 0; i5 < m; i5++) {
                        for (int64_t i6 = 0; i6 < n; i6++) {
                            acc = acc + x0[(i4 * m + i5) * n + i6];
                        }
                    }
                }
                y0[i + i2 + i3] = acc / 0.0;
            }
        }
    }
    return 0;
}

int32_t call_228(void *const *p, const int64_t *s, char *work);
int32_t call_228(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean10(p[0], p[1], s[0], s[1]);
}
int64_t work_228(const int64_t *s);
int64_t work_228(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean11(const uint16_t *restrict x0, uint16_t *restrict y0) {
    uint64_t acc = 0u;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = (uint64_t)((uint64_t)acc + (uint64_t)(uint64_t)x0[(i + i2) * 2 + i3]);
            }
        }
    }
    y0[0] = (uint16_t)tn_truncdiv_u64(acc, 4u);
    return 0;
}

int32_t call_229(void *const *p, const int64_t *s, char *work);
int32_t call_229(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean11(p[0], p[1]);
}
int64_t work_229(const int64_t *s);
int64_t work_229(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean12(const float *restrict x0, float *restrict y0) {
    float acc = 0.0f;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    acc = acc + x0[((i * 0 + i2) * 2 + i3) * 2 + i4];
                }
            }
        }
    }
    y0[0] = acc / 0.0f;
    return 0;
}

int32_t call_230(void *const *p, const int64_t *s, char *work);
int32_t call_230(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean12(p[0], p[1]);
}
int64_t work_230(const int64_t *s);
int64_t work_230(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            double acc = x0[i2];
            for (int64_t i3 = 0; i3 < 5; i3++) {
                acc = tn_min_f64(acc, x0[i3 * 2 + i2]);
            }
            y0[i * 2 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_231(void *const *p, const int64_t *s, char *work);
int32_t call_231(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min(p[0], p[1]);
}
int64_t work_231(const int64_t *s);
int64_t work_231(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min2(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        int64_t acc = x0[0];
        for (int64_t i2 = 0; i2 < 2; i2++) {
            acc = tn_min_i64(acc, x0[i2]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_232(void *const *p, const int64_t *s, char *work);
int32_t call_232(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min2(p[0], p[1]);
}
int64_t work_232(const int64_t *s);
int64_t work_232(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min3(const int8_t *restrict x0, int8_t *restrict y0) {
    int8_t acc = x0[0];
    for (int64_t i = 0; i < 3; i++) {
        acc = tn_min_i8(acc, x0[i]);
    }
    y0[0] = acc;
    return 0;
}

int32_t call_233(void *const *p, const int64_t *s, char *work);
int32_t call_233(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min3(p[0], p[1]);
}
int64_t work_233(const int64_t *s);
int64_t work_233(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min4(const float *restrict x0, float *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            float acc = x0[((i * 2 + i2) * m + (i3 + v)) * 2 + i4];
                            acc = tn_min_f32(acc, x0[((i * 2 + i2) * m + (i3 + v)) * 2 + i4]);
                            y0[((i * 2 + i2) * m + (i3 + v)) * 2 + i4] = acc;
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    for (int64_t i6 = 0; i6 < 2; i6++) {
                        float acc2 = x0[((i * 2 + i2) * m + i5) * 2 + i6];
                        acc2 = tn_min_f32(acc2, x0[((i * 2 + i2) * m + i5) * 2 + i6]);
                        y0[((i * 2 + i2) * m + i5) * 2 + i6] = acc2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_234(void *const *p, const int64_t *s, char *work);
int32_t call_234(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min4(p[0], p[1], s[0], s[1]);
}
int64_t work_234(const int64_t *s);
int64_t work_234(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min5(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        uint8_t acc = x0[i];
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    acc = tn_min_u8(acc, x0[(i2 * 3 + i3 + i4) * 3 + i]);
                }
            }
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_235(void *const *p, const int64_t *s, char *work);
int32_t call_235(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min5(p[0], p[1]);
}
int64_t work_235(const int64_t *s);
int64_t work_235(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min6(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        bool acc = x0[0] != 0;
        for (int64_t i2 = 0; i2 < 1; i2++) {
            acc = acc && (x0[i2] != 0);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_236(void *const *p, const int64_t *s, char *work);
int32_t call_236(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min6(p[0], p[1]);
}
int64_t work_236(const int64_t *s);
int64_t work_236(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min7(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        int32_t acc = x0[i];
        acc = tn_min_i32(acc, x0[i]);
        y0[i] = acc;
    }
    return 0;
}

int32_t call_237(void *const *p, const int64_t *s, char *work);
int32_t call_237(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min7(p[0], p[1]);
}
int64_t work_237(const int64_t *s);
int64_t work_237(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min8(const uint8_t *restrict x0, uint8_t *restrict y0) {
    bool acc = x0[0] != 0;
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                acc = acc && (x0[i * 5 + i2 + i3] != 0);
            }
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_238(void *const *p, const int64_t *s, char *work);
int32_t call_238(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min8(p[0], p[1]);
}
int64_t work_238(const int64_t *s);
int64_t work_238(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min9(const uint64_t *restrict x0, uint64_t *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            uint64_t acc = x0[(i * m + i2) * n + (i3 + v) + i4];
                            acc = tn_min_u64(acc, x0[(i * m + i2) * n + (i3 + v) + i4]);
                            y0[(i * m + i2) * n + (i3 + v) + i4] = acc;
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < n; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        uint64_t acc2 = x0[(i * m + i2) * n + i5 + i6];
                        acc2 = tn_min_u64(acc2, x0[(i * m + i2) * n + i5 + i6]);
                        y0[(i * m + i2) * n + i5 + i6] = acc2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_239(void *const *p, const int64_t *s, char *work);
int32_t call_239(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min9(p[0], p[1], s[0], s[1]);
}
int64_t work_239(const int64_t *s);
int64_t work_239(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min10(const int16_t *restrict x0, int16_t *restrict y0) {
    int16_t acc = x0[0];
    for (int64_t i = 0; i < 2; i++) {
        acc = tn_min_i16(acc, x0[i]);
    }
    y0[0] = acc;
    return 0;
}

int32_t call_240(void *const *p, const int64_t *s, char *work);
int32_t call_240(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min10(p[0], p[1]);
}
int64_t work_240(const int64_t *s);
int64_t work_240(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min11(const uint64_t *restrict x0, uint64_t *restrict y0) {
    uint64_t acc = x0[0];
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            acc = tn_min_u64(acc, x0[i * 2 + i2]);
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_241(void *const *p, const int64_t *s, char *work);
int32_t call_241(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min11(p[0], p[1]);
}
int64_t work_241(const int64_t *s);
int64_t work_241(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min12(const uint16_t *restrict x0, uint16_t *restrict y0) {
    double acc = tn_f16_value(x0[0]);
    acc = tn_min_f64(acc, tn_f16_value(x0[0]));
    y0[0] = tn_f16_bits(acc);
    return 0;
}

int32_t call_242(void *const *p, const int64_t *s, char *work);
int32_t call_242(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min12(p[0], p[1]);
}
int64_t work_242(const int64_t *s);
int64_t work_242(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min13(const float *restrict x0, float *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                float acc = x0[(i * 2 + i2) * n + i3];
                acc = tn_min_f32(acc, x0[(i * 2 + i2) * n + i3]);
                y0[(i * 2 + i2) * n + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_243(void *const *p, const int64_t *s, char *work);
int32_t call_243(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min13(p[0], p[1], s[0], s[1]);
}
int64_t work_243(const int64_t *s);
int64_t work_243(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    int64_t sum = 0;
                    const int64_t length = ((((i3 + 1) * 5) + 4) / 5) - ((i3 * 5) / 5);
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        sum = (int64_t)((uint64_t)sum + (uint64_t)x0[(i * 2 + i2) * 5 + (((i3 * 5) / 5) + i4)]);
                    }
                    y0[(i * 2 + i2) * 5 + i3] = tn_truncdiv_i64(sum, tn_max_i64(length, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_244(void *const *p, const int64_t *s, char *work);
int32_t call_244(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d(p[0], p[1]);
}
int64_t work_244(const int64_t *s);
int64_t work_244(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d2(const int16_t *restrict x0, int16_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    int64_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    const int64_t length = ((((i2 + 1) * 2) + 1) / 2) - ((i2 * 2) / 2);
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[(((i3 + v)) * 3 + i) * 2 + (((i2 * 2) / 2) + i4)]);
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 2 + i2) * m + (i3 + v)] = (int16_t)tn_truncdiv_i64(sum[v], tn_max_i64(length, 1));
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    int64_t sum2 = 0;
                    const int64_t length2 = ((((i2 + 1) * 2) + 1) / 2) - ((i2 * 2) / 2);
                    for (int64_t i6 = 0; i6 < length2; i6++) {
                        sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[(i5 * 3 + i) * 2 + (((i2 * 2) / 2) + i6)]);
                    }
                    y0[(i * 2 + i2) * m + i5] = (int16_t)tn_truncdiv_i64(sum2, tn_max_i64(length2, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_245(void *const *p, const int64_t *s, char *work);
int32_t call_245(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d2(p[0], p[1], s[0]);
}
int64_t work_245(const int64_t *s);
int64_t work_245(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d3(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                int64_t sum = 0;
                const int64_t length = ((((i3 + 1) * 3) + 2) / 3) - ((i3 * 3) / 3);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[(i2 * 2 + i) * 3 + (((i3 * 3) / 3) + i4)]);
                }
                y0[(i * 2 + i2) * 3 + i3] = (int8_t)tn_truncdiv_i64(sum, tn_max_i64(length, 1));
            }
        }
    }
    return 0;
}

int32_t call_246(void *const *p, const int64_t *s, char *work);
int32_t call_246(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d3(p[0], p[1]);
}
int64_t work_246(const int64_t *s);
int64_t work_246(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d4(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 5; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    int64_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    const int64_t length = (((i3 + 1) + 1) / 2) - (i3 / 2);
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)x0[i * m + (i2 + v) + ((i3 / 2) + i4)]);
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * m + (i2 + v)) * 2 + i3] = tn_truncdiv_i64(sum[v], tn_max_i64(length, 1));
                    }
                }
            }
        } else {
            for (int64_t i5 = 0; i5 < m; i5++) {
                for (int64_t i6 = 0; i6 < 2; i6++) {
                    int64_t sum2 = 0;
                    const int64_t length2 = (((i6 + 1) + 1) / 2) - (i6 / 2);
                    for (int64_t i7 = 0; i7 < length2; i7++) {
                        sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)x0[i * m + i5 + ((i6 / 2) + i7)]);
                    }
                    y0[(i * m + i5) * 2 + i6] = tn_truncdiv_i64(sum2, tn_max_i64(length2, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_247(void *const *p, const int64_t *s, char *work);
int32_t call_247(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d4(p[0], p[1], s[0]);
}
int64_t work_247(const int64_t *s);
int64_t work_247(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d5(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                int64_t sum = 0;
                const int64_t length = ((((i3 + 1) * 2) + 2) / 3) - ((i3 * 2) / 3);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[(i + i2) * 2 + (((i3 * 2) / 3) + i4)]);
                }
                y0[(i + i2) * 3 + i3] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64(length, 1));
            }
        }
    }
    return 0;
}

int32_t call_248(void *const *p, const int64_t *s, char *work);
int32_t call_248(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d5(p[0], p[1]);
}
int64_t work_248(const int64_t *s);
int64_t work_248(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d6(const int8_t *restrict x0, int8_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    int64_t sum = 0;
                    const int64_t length = (((i3 + 1) + 3) / 4) - (i3 / 4);
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[i * 2 + i2 + ((i3 / 4) + i4)]);
                    }
                    y0[(i * 2 + i2) * 4 + i3] = (int8_t)tn_truncdiv_i64(sum, tn_max_i64(length, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_249(void *const *p, const int64_t *s, char *work);
int32_t call_249(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d6(p[0], p[1], s[0]);
}
int64_t work_249(const int64_t *s);
int64_t work_249(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d7(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                int64_t sum = 0;
                const int64_t length = ((((i3 + 1) * 3) + 1) / 2) - ((i3 * 3) / 2);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[(i + i2) * 3 + (((i3 * 3) / 2) + i4)]);
                }
                y0[(i + i2) * 2 + i3] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64(length, 1));
            }
        }
    }
    return 0;
}

int32_t call_250(void *const *p, const int64_t *s, char *work);
int32_t call_250(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d7(p[0], p[1]);
}
int64_t work_250(const int64_t *s);
int64_t work_250(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d8(const uint32_t *restrict x0, uint32_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    uint64_t sum[16];
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0u;
                    }
                    const int64_t length = (i2 + 1) - i2;
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = (uint64_t)((uint64_t)sum[v] + (uint64_t)(uint64_t)x0[(i + (i2 + i4)) * n + (i3 + v)]);
                        }
                    }
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i + i2) * n + (i3 + v)] = (uint32_t)tn_truncdiv_u64(sum[v], (uint64_t)tn_max_i64(length, 1));
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < n; i5++) {
                    uint64_t sum2 = 0u;
                    const int64_t length2 = (i2 + 1) - i2;
                    for (int64_t i6 = 0; i6 < length2; i6++) {
                        sum2 = (uint64_t)((uint64_t)sum2 + (uint64_t)(uint64_t)x0[(i + (i2 + i6)) * n + i5]);
                    }
                    y0[(i + i2) * n + i5] = (uint32_t)tn_truncdiv_u64(sum2, (uint64_t)tn_max_i64(length2, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_251(void *const *p, const int64_t *s, char *work);
int32_t call_251(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d8(p[0], p[1], s[0]);
}
int64_t work_251(const int64_t *s);
int64_t work_251(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d9(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int64_t sum = 0;
                const int64_t length = (((i2 + 1) + 1) / 2) - (i2 / 2);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[i + ((i2 / 2) + i4) + i3]);
                }
                y0[i * 2 + i2 + i3] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64(length, 1));
            }
        }
    }
    return 0;
}

int32_t call_252(void *const *p, const int64_t *s, char *work);
int32_t call_252(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d9(p[0], p[1]);
}
int64_t work_252(const int64_t *s);
int64_t work_252(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d10(const uint32_t *restrict x0, uint32_t *restrict y0, int64_t m) {
    {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                uint64_t sum[5];
                for (int64_t i = 0; i < 5; i++) {
                    sum[i] = 0u;
                }
                const int64_t length = ((i2 + 1) * m) - (i2 * m);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    for (int64_t i = 0; i < 5; i++) {
                        sum[i] = (uint64_t)((uint64_t)sum[i] + (uint64_t)(uint64_t)x0[i * m + ((i2 * m) + i4) + i3]);
                    }
                }
                for (int64_t i = 0; i < 5; i++) {
                    y0[i + i2 + i3] = (uint32_t)tn_truncdiv_u64(sum[i], (uint64_t)tn_max_i64(length, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_253(void *const *p, const int64_t *s, char *work);
int32_t call_253(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d10(p[0], p[1], s[0]);
}
int64_t work_253(const int64_t *s);
int64_t work_253(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d11(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                int64_t sum = 0;
                const int64_t length = ((((i2 + 1) * 2) + 1) / 2) - ((i2 * 2) / 2);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = (int64_t)((uint64_t)sum + (uint64_t)x0[(i * 2 + (((i2 * 2) / 2) + i4)) * 3 + i3]);
                }
                y0[(i * 2 + i2) * 3 + i3] = tn_truncdiv_i64(sum, tn_max_i64(length, 1));
            }
        }
    }
    return 0;
}

int32_t call_254(void *const *p, const int64_t *s, char *work);
int32_t call_254(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d11(p[0], p[1]);
}
int64_t work_254(const int64_t *s);
int64_t work_254(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d12(const int64_t *restrict x0, int64_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 3; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    int64_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    const int64_t length = ((((i3 + 1) * 2) + 2) / 3) - ((i3 * 2) / 3);
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)x0[(i * n + (i2 + v)) * 2 + (((i3 * 2) / 3) + i4)]);
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * n + (i2 + v)) * 3 + i3] = tn_truncdiv_i64(sum[v], tn_max_i64(length, 1));
                    }
                }
            }
        } else {
            for (int64_t i5 = 0; i5 < n; i5++) {
                for (int64_t i6 = 0; i6 < 3; i6++) {
                    int64_t sum2 = 0;
                    const int64_t length2 = ((((i6 + 1) * 2) + 2) / 3) - ((i6 * 2) / 3);
                    for (int64_t i7 = 0; i7 < length2; i7++) {
                        sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)x0[(i * n + i5) * 2 + (((i6 * 2) / 3) + i7)]);
                    }
                    y0[(i * n + i5) * 3 + i6] = tn_truncdiv_i64(sum2, tn_max_i64(length2, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_255(void *const *p, const int64_t *s, char *work);
int32_t call_255(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d12(p[0], p[1], s[0]);
}
int64_t work_255(const int64_t *s);
int64_t work_255(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d13(const float *restrict x0, float *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    float sum = 0.0f;
                    const int64_t t = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)n) + (uint64_t)3), 4) - (uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)n), 4));
                    const int64_t length = t;
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        sum = sum + x0[(i * 2 + i2) * n + (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)n), 4) + (uint64_t)i4)];
                    }
                    y0[(i * 2 + i2) * 4 + i3] = sum / (float)tn_max_i64(length, 1);
                }
            }
        }
    }
    return 0;
}

int32_t call_256(void *const *p, const int64_t *s, char *work);
int32_t call_256(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d13(p[0], p[1], s[0], s[1]);
}
int64_t work_256(const int64_t *s);
int64_t work_256(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    float sum[5];
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        sum[i3] = 0.0f;
                    }
                    const int64_t length = ((((i + 1) * 3) + 3) / 4) - ((i * 3) / 4);
                    const int64_t length2 = ((((i4 + 1) * 2) + 2) / 3) - ((i4 * 2) / 3);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            for (int64_t i3 = 0; i3 < 5; i3++) {
                                sum[i3] = sum[i3] + (float)tn_f16_value(x0[((((((i * 3) / 4) + i5)) * 2 + i2) * 5 + i3) * 2 + (((i4 * 2) / 3) + i6)]);
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 5; i3++) {
                        y0[((i * 2 + i2) * 5 + i3) * 3 + i4] = tn_f16_bits(tn_f16_round((double)(sum[i3] / (float)tn_max_i64((length * length2), 1))));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_257(void *const *p, const int64_t *s, char *work);
int32_t call_257(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d(p[0], p[1]);
}
int64_t work_257(const int64_t *s);
int64_t work_257(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d2(const int32_t *restrict x0, int32_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        int64_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        const int64_t length = ((((i2 + 1) * 3) + 2) / 3) - ((i2 * 3) / 3);
                        const int64_t length2 = ((((i3 + 1) * 2) + 1) / 2) - ((i3 * 2) / 2);
                        for (int64_t i5 = 0; i5 < length; i5++) {
                            for (int64_t i6 = 0; i6 < length2; i6++) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[((((i + v)) * 3 + (((i2 * 3) / 3) + i5)) * 2 + (((i3 * 2) / 2) + i6)) * 2 + i4]);
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((((i + v)) * 3 + i2) * 2 + i3) * 2 + i4] = (int32_t)tn_truncdiv_i64(sum[v], tn_max_i64((length * length2), 1));
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i7 = 0; i7 < m; i7++) {
            for (int64_t i8 = 0; i8 < 3; i8++) {
                for (int64_t i9 = 0; i9 < 2; i9++) {
                    for (int64_t i10 = 0; i10 < 2; i10++) {
                        int64_t sum2 = 0;
                        const int64_t length3 = ((((i8 + 1) * 3) + 2) / 3) - ((i8 * 3) / 3);
                        const int64_t length4 = ((((i9 + 1) * 2) + 1) / 2) - ((i9 * 2) / 2);
                        for (int64_t i11 = 0; i11 < length3; i11++) {
                            for (int64_t i12 = 0; i12 < length4; i12++) {
                                sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[((i7 * 3 + (((i8 * 3) / 3) + i11)) * 2 + (((i9 * 2) / 2) + i12)) * 2 + i10]);
                            }
                        }
                        y0[((i7 * 3 + i8) * 2 + i9) * 2 + i10] = (int32_t)tn_truncdiv_i64(sum2, tn_max_i64((length3 * length4), 1));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_258(void *const *p, const int64_t *s, char *work);
int32_t call_258(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d2(p[0], p[1], s[0]);
}
int64_t work_258(const int64_t *s);
int64_t work_258(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d3(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    double sum[5];
                    TN_LANES
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        sum[i2] = 0.0;
                    }
                    const int64_t length = ((((i3 + 1) * 2) + 1) / 2) - ((i3 * 2) / 2);
                    const int64_t length2 = ((((i4 + 1) * 3) + 2) / 3) - ((i4 * 3) / 3);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            TN_LANES
                            for (int64_t i2 = 0; i2 < 5; i2++) {
                                sum[i2] = sum[i2] + x0[((i * 2 + (((i3 * 2) / 2) + i5)) * 3 + (((i4 * 3) / 3) + i6)) * 5 + i2];
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[((i * 5 + i2) * 2 + i3) * 3 + i4] = sum[i2] / (double)tn_max_i64((length * length2), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_259(void *const *p, const int64_t *s, char *work);
int32_t call_259(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d3(p[0], p[1]);
}
int64_t work_259(const int64_t *s);
int64_t work_259(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d4(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    int64_t sum = 0;
                    const int64_t t = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i2 + 1) * (uint64_t)m) + (uint64_t)(m - 1)), m) - (uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i2 * (uint64_t)m), m));
                    const int64_t length = t;
                    const int64_t length2 = (i3 + 1) - i3;
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            const int64_t at = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i2 * (uint64_t)m), m) + (uint64_t)i5);
                            if ((uint64_t)at >= (uint64_t)m) return 59;
                            sum = (int64_t)((uint64_t)sum + (uint64_t)x0[(i * m + at + (i3 + i6)) * 3 + i4]);
                        }
                    }
                    y0[(i * m + i2 + i3) * 3 + i4] = tn_truncdiv_i64(sum, tn_max_i64((int64_t)((uint64_t)length * (uint64_t)length2), 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_260(void *const *p, const int64_t *s, char *work);
int32_t call_260(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d4(p[0], p[1], s[0]);
}
int64_t work_260(const int64_t *s);
int64_t work_260(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d5(const uint16_t *restrict x0, uint16_t *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    for (int64_t i = 0; i < 4; i++) {
                        float sum = 0.0f;
                        const int64_t length = (((i + 1) + 3) / 4) - (i / 4);
                        const int64_t length2 = (((i4 + 1) + 2) / 3) - (i4 / 3);
                        for (int64_t i5 = 0; i5 < length; i5++) {
                            for (int64_t i6 = 0; i6 < length2; i6++) {
                                sum = sum + (float)tn_bf16_value(x0[(((i / 4) + i5) + i2) * 2 + i3 + ((i4 / 3) + i6)]);
                            }
                        }
                        y0[((i + i2) * 2 + i3) * 3 + i4] = tn_bf16_bits(tn_bf16_round((double)(sum / (float)tn_max_i64((length * length2), 1))));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_261(void *const *p, const int64_t *s, char *work);
int32_t call_261(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d5(p[0], p[1]);
}
int64_t work_261(const int64_t *s);
int64_t work_261(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d6(const double *restrict x0, double *restrict y0, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                {
                    double sum[4];
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        sum[i4] = 0.0;
                    }
                    const int64_t length = (((i3 + 1) + 3) / 4) - (i3 / 4);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            const int64_t end = ((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4);
                            for (int64_t i6 = 0; i6 < end; i6++) {
                                sum[i4] = sum[i4] + x0[(i * 2 + i2 + ((i3 / 4) + i5)) * 2 + (((i4 * 2) / 4) + i6)];
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        y0[((i * 2 + i2) * 4 + i3) * 4 + i4] = sum[i4] / (double)tn_max_i64((length * (((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4))), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_262(void *const *p, const int64_t *s, char *work);
int32_t call_262(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d6(p[0], p[1], s[0]);
}
int64_t work_262(const int64_t *s);
int64_t work_262(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d7(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum[4];
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        sum[i3] = 0.0f;
                    }
                    const int64_t length = ((((i2 + 1) * 3) + 3) / 4) - ((i2 * 3) / 4);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            const int64_t end = ((((i3 + 1) * 5) + 3) / 4) - ((i3 * 5) / 4);
                            for (int64_t i6 = 0; i6 < end; i6++) {
                                sum[i3] = sum[i3] + (float)tn_f16_value(x0[(((((i2 * 3) / 4) + i5) + i4) * 3 + i) * 5 + (((i3 * 5) / 4) + i6)]);
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        y0[(i * 4 + i2) * 4 + i3 + i4] = tn_f16_bits(tn_f16_round((double)(sum[i3] / (float)tn_max_i64((length * (((((i3 + 1) * 5) + 3) / 4) - ((i3 * 5) / 4))), 1))));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_263(void *const *p, const int64_t *s, char *work);
int32_t call_263(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d7(p[0], p[1]);
}
int64_t work_263(const int64_t *s);
int64_t work_263(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d8(const int32_t *restrict x0, int32_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                for (int64_t i4 = 0; i4 < n; i4++) {
                    int64_t sum = 0;
                    const int64_t length = (i2 + 1) - i2;
                    const int64_t t = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)n) + (uint64_t)(n - 1)), n) - (uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)n), n));
                    const int64_t length2 = t;
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            const int64_t at = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)n), n) + (uint64_t)i6);
                            if ((uint64_t)at >= (uint64_t)n) return 60;
                            sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[((i + (i2 + i5)) * n + at) * n + i4]);
                        }
                    }
                    y0[((i + i2) * n + i3) * n + i4] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64((int64_t)((uint64_t)length * (uint64_t)length2), 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_264(void *const *p, const int64_t *s, char *work);
int32_t call_264(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d8(p[0], p[1], s[0]);
}
int64_t work_264(const int64_t *s);
int64_t work_264(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d9(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    int64_t sum = 0;
                    const int64_t length = ((((i + 1) * 3) + 1) / 2) - ((i * 3) / 2);
                    const int64_t length2 = (i4 + 1) - i4;
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[(((i * 3) / 2) + i5) + i2 + i3 + (i4 + i6)]);
                        }
                    }
                    y0[i + i2 + i3 + i4] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64((length * length2), 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_265(void *const *p, const int64_t *s, char *work);
int32_t call_265(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d9(p[0], p[1]);
}
int64_t work_265(const int64_t *s);
int64_t work_265(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d10(const double *restrict x0, double *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 5; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        double sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0;
                        }
                        const int64_t length = (i3 + 1) - i3;
                        const int64_t length2 = ((((i4 + 1) * 3) + 2) / 3) - ((i4 * 3) / 3);
                        for (int64_t i5 = 0; i5 < length; i5++) {
                            for (int64_t i6 = 0; i6 < length2; i6++) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = sum[v] + x0[(i * m + (i2 + v) + (i3 + i5)) * 3 + (((i4 * 3) / 3) + i6)];
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * m + (i2 + v) + i3) * 3 + i4] = sum[v] / (double)tn_max_i64((length * length2), 1);
                        }
                    }
                }
            }
        } else {
            for (int64_t i7 = 0; i7 < m; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        double sum2 = 0.0;
                        const int64_t length3 = (i8 + 1) - i8;
                        const int64_t length4 = ((((i9 + 1) * 3) + 2) / 3) - ((i9 * 3) / 3);
                        for (int64_t i10 = 0; i10 < length3; i10++) {
                            for (int64_t i11 = 0; i11 < length4; i11++) {
                                sum2 = sum2 + x0[(i * m + i7 + (i8 + i10)) * 3 + (((i9 * 3) / 3) + i11)];
                            }
                        }
                        y0[(i * m + i7 + i8) * 3 + i9] = sum2 / (double)tn_max_i64((length3 * length4), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_266(void *const *p, const int64_t *s, char *work);
int32_t call_266(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d10(p[0], p[1], s[0]);
}
int64_t work_266(const int64_t *s);
int64_t work_266(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d11(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    float sum = 0.0f;
                    const int64_t length = ((((i2 + 1) * 2) + 1) / 2) - ((i2 * 2) / 2);
                    const int64_t length2 = ((i3 + 1) * 3) - (i3 * 3);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            sum = sum + (float)tn_f16_value(x0[((i * 2 + (((i2 * 2) / 2) + i5)) * 3 + ((i3 * 3) + i6)) * 3 + i4]);
                        }
                    }
                    y0[(i * 2 + i2 + i3) * 3 + i4] = tn_f16_bits(tn_f16_round((double)(sum / (float)tn_max_i64((length * length2), 1))));
                }
            }
        }
    }
    return 0;
}

int32_t call_267(void *const *p, const int64_t *s, char *work);
int32_t call_267(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d11(p[0], p[1]);
}
int64_t work_267(const int64_t *s);
int64_t work_267(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d12(const uint64_t *restrict x0, uint64_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 4; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        uint64_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0u;
                        }
                        const int64_t length = ((((i + 1) * 3) + 3) / 4) - ((i * 3) / 4);
                        const int64_t length2 = (i4 + 1) - i4;
                        for (int64_t i5 = 0; i5 < length; i5++) {
                            for (int64_t i6 = 0; i6 < length2; i6++) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = (uint64_t)((uint64_t)sum[v] + (uint64_t)x0[(((((i * 3) / 4) + i5)) * n + (i2 + v)) * 2 + i3 + (i4 + i6)]);
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * n + (i2 + v)) * 2 + i3 + i4] = tn_truncdiv_u64(sum[v], (uint64_t)tn_max_i64((length * length2), 1));
                        }
                    }
                }
            }
        } else {
            for (int64_t i7 = 0; i7 < n; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    for (int64_t i9 = 0; i9 < 1; i9++) {
                        uint64_t sum2 = 0u;
                        const int64_t length3 = ((((i + 1) * 3) + 3) / 4) - ((i * 3) / 4);
                        const int64_t length4 = (i9 + 1) - i9;
                        for (int64_t i10 = 0; i10 < length3; i10++) {
                            for (int64_t i11 = 0; i11 < length4; i11++) {
                                sum2 = (uint64_t)((uint64_t)sum2 + (uint64_t)x0[(((((i * 3) / 4) + i10)) * n + i7) * 2 + i8 + (i9 + i11)]);
                            }
                        }
                        y0[(i * n + i7) * 2 + i8 + i9] = tn_truncdiv_u64(sum2, (uint64_t)tn_max_i64((length3 * length4), 1));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_268(void *const *p, const int64_t *s, char *work);
int32_t call_268(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d12(p[0], p[1], s[0]);
}
int64_t work_268(const int64_t *s);
int64_t work_268(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d13(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    double sum[5];
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        sum[i4] = 0.0;
                    }
                    const int64_t length = ((((i2 + 1) * 3) + 1) / 2) - ((i2 * 3) / 2);
                    const int64_t length2 = (i3 + 1) - i3;
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            for (int64_t i4 = 0; i4 < 5; i4++) {
                                sum[i4] = sum[i4] + x0[(i * 5 + i4) * 3 + (((i2 * 3) / 2) + i5) + (i3 + i6)];
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[(i * 2 + i2 + i3) * 5 + i4] = sum[i4] / (double)tn_max_i64((length * length2), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_269(void *const *p, const int64_t *s, char *work);
int32_t call_269(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d13(p[0], p[1]);
}
int64_t work_269(const int64_t *s);
int64_t work_269(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d(const double *restrict x0, double *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        double sum = 0.0;
                        const int64_t length = ((i3 + 1) * 2) - (i3 * 2);
                        const int64_t length2 = ((i4 + 1) * m) - (i4 * m);
                        const int64_t length3 = ((((i5 + 1) * 2) + 1) / 2) - ((i5 * 2) / 2);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    sum = sum + x0[(((i + i2) * 2 + ((i3 * 2) + i6)) * m + ((i4 * m) + i7)) * 2 + (((i5 * 2) / 2) + i8)];
                                }
                            }
                        }
                        y0[(i + i2 + i3 + i4) * 2 + i5] = sum / (double)tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length * (uint64_t)length2) * (uint64_t)length3), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_270(void *const *p, const int64_t *s, char *work);
int32_t call_270(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d(p[0], p[1], s[0]);
}
int64_t work_270(const int64_t *s);
int64_t work_270(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d2(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        int64_t sum[4];
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            sum[i3] = 0;
                        }
                        const int64_t length = (((i2 + 1) + 2) / 3) - (i2 / 3);
                        const int64_t length2 = ((((i4 + 1) * 2) + 2) / 3) - ((i4 * 2) / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i3 = 0; i3 < 4; i3++) {
                                const int64_t end = ((((i3 + 1) * 3) + 3) / 4) - ((i3 * 3) / 4);
                                for (int64_t i7 = 0; i7 < end; i7++) {
                                    for (int64_t i8 = 0; i8 < length2; i8++) {
                                        sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)x0[(((i + ((i2 / 3) + i6)) * 3 + (((i3 * 3) / 4) + i7)) * 2 + (((i4 * 2) / 3) + i8)) * 2 + i5]);
                                    }
                                }
                            }
                        }
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            y0[(((i * 3 + i2) * 4 + i3) * 3 + i4) * 2 + i5] = tn_truncdiv_i64(sum[i3], tn_max_i64(((length * (((((i3 + 1) * 3) + 3) / 4) - ((i3 * 3) / 4))) * length2), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_271(void *const *p, const int64_t *s, char *work);
int32_t call_271(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d2(p[0], p[1]);
}
int64_t work_271(const int64_t *s);
int64_t work_271(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d3(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            int64_t sum = 0;
                            const int64_t length = (((i3 + 1) + 3) / 4) - (i3 / 4);
                            const int64_t length2 = ((((i4 + 1) * 3) + 2) / 3) - ((i4 * 3) / 3);
                            const int64_t length3 = ((i5 + 1) * 2) - (i5 * 2);
                            for (int64_t i6 = 0; i6 < length; i6++) {
                                for (int64_t i7 = 0; i7 < length2; i7++) {
                                    for (int64_t i8 = 0; i8 < length3; i8++) {
                                        sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)x0[((i + i2 + ((i3 / 4) + i6)) * 3 + (((i4 * 3) / 3) + i7)) * 2 + ((i5 * 2) + i8)]);
                                    }
                                }
                            }
                            y0[((i + i2) * 4 + i3) * 3 + i4 + i5] = (int32_t)tn_truncdiv_i64(sum, tn_max_i64(((length * length2) * length3), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_272(void *const *p, const int64_t *s, char *work);
int32_t call_272(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d3(p[0], p[1]);
}
int64_t work_272(const int64_t *s);
int64_t work_272(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d4(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    {
                        double sum[5];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0.0;
                        }
                        const int64_t length = (((i2 + 1) + 2) / 3) - (i2 / 3);
                        const int64_t length2 = (i3 + 1) - i3;
                        const int64_t length3 = ((((i4 + 1) * 2) + 2) / 3) - ((i4 * 2) / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    TN_LANES
                                    for (int64_t i5 = 0; i5 < 5; i5++) {
                                        sum[i5] = sum[i5] + x0[((i + ((i2 / 3) + i6) + (i3 + i7)) * 2 + (((i4 * 2) / 3) + i8)) * 5 + i5];
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[((i * 3 + i2 + i3) * 3 + i4) * 5 + i5] = sum[i5] / (double)tn_max_i64(((length * length2) * length3), 1);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_273(void *const *p, const int64_t *s, char *work);
int32_t call_273(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d4(p[0], p[1]);
}
int64_t work_273(const int64_t *s);
int64_t work_273(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d5(const uint64_t *restrict x0, uint64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        uint64_t sum = 0u;
                        const int64_t length = (i3 + 1) - i3;
                        const int64_t length2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i4 + 1) * (uint64_t)m) + (uint64_t)1), 2) - (uint64_t)((i4 * m) / 2));
                        const int64_t length3 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i5 + 1) * (uint64_t)m) + (uint64_t)1), 2) - (uint64_t)((i5 * m) / 2));
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    const uint64_t t = (uint64_t)((uint64_t)sum + (uint64_t)x0[((i * 2 + i2 + (i3 + i6)) * m + (int64_t)((uint64_t)((i4 * m) / 2) + (uint64_t)i7)) * m + (int64_t)((uint64_t)((i5 * m) / 2) + (uint64_t)i8)]);
                                    sum = t;
                                }
                            }
                        }
                        y0[((i * 2 + i2 + i3) * 2 + i4) * 2 + i5] = tn_truncdiv_u64(sum, (uint64_t)tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length * (uint64_t)length2) * (uint64_t)length3), 1));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_274(void *const *p, const int64_t *s, char *work);
int32_t call_274(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d5(p[0], p[1], s[0]);
}
int64_t work_274(const int64_t *s);
int64_t work_274(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d6(const int64_t *restrict x0, int64_t *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        int64_t sum[5];
                        for (int64_t i = 0; i < 5; i++) {
                            sum[i] = 0;
                        }
                        const int64_t length = ((((i3 + 1) * 2) + 1) / 2) - ((i3 * 2) / 2);
                        const int64_t length2 = (i4 + 1) - i4;
                        const int64_t length3 = ((((i5 + 1) * 2) + 1) / 2) - ((i5 * 2) / 2);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    for (int64_t i = 0; i < 5; i++) {
                                        sum[i] = (int64_t)((uint64_t)sum[i] + (uint64_t)x0[((i * 2 + i2) * 2 + (((i3 * 2) / 2) + i6) + (i4 + i7)) * 2 + (((i5 * 2) / 2) + i8)]);
                                    }
                                }
                            }
                        }
                        for (int64_t i = 0; i < 5; i++) {
                            y0[((i * 2 + i2) * 2 + i3 + i4) * 2 + i5] = tn_truncdiv_i64(sum[i], tn_max_i64(((length * length2) * length3), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_275(void *const *p, const int64_t *s, char *work);
int32_t call_275(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d6(p[0], p[1]);
}
int64_t work_275(const int64_t *s);
int64_t work_275(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d7(const uint32_t *restrict x0, uint32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            uint64_t sum = 0u;
                            const int64_t length = ((((i3 + 1) * 3) + 3) / 4) - ((i3 * 3) / 4);
                            const int64_t length2 = (i4 + 1) - i4;
                            const int64_t length3 = (((i5 + 1) + 2) / 3) - (i5 / 3);
                            for (int64_t i6 = 0; i6 < length; i6++) {
                                for (int64_t i7 = 0; i7 < length2; i7++) {
                                    for (int64_t i8 = 0; i8 < length3; i8++) {
                                        sum = (uint64_t)((uint64_t)sum + (uint64_t)(uint64_t)x0[(((((i3 * 3) / 4) + i6)) * m + i) * 2 + i2 + (i4 + i7) + ((i5 / 3) + i8)]);
                                    }
                                }
                            }
                            y0[((i * 2 + i2) * 4 + i3 + i4) * 3 + i5] = (uint32_t)tn_truncdiv_u64(sum, (uint64_t)tn_max_i64(((length * length2) * length3), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_276(void *const *p, const int64_t *s, char *work);
int32_t call_276(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d7(p[0], p[1], s[0]);
}
int64_t work_276(const int64_t *s);
int64_t work_276(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d8(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        int64_t sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0;
                        }
                        const int64_t length = ((((i + 1) * 3) + 2) / 3) - ((i * 3) / 3);
                        const int64_t length2 = (((i5 + 1) + 2) / 3) - (i5 / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i4 = 0; i4 < 4; i4++) {
                                const int64_t end = ((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4);
                                for (int64_t i7 = 0; i7 < end; i7++) {
                                    for (int64_t i8 = 0; i8 < length2; i8++) {
                                        sum[i4] = (int64_t)((uint64_t)sum[i4] + (uint64_t)(int64_t)x0[(((((i * 3) / 3) + i6)) * 5 + i2 + i3) * 2 + (((i4 * 2) / 4) + i7) + ((i5 / 3) + i8)]);
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[((i * 5 + i2 + i3) * 4 + i4) * 3 + i5] = (int32_t)tn_truncdiv_i64(sum[i4], tn_max_i64(((length * (((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4))) * length2), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_277(void *const *p, const int64_t *s, char *work);
int32_t call_277(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d8(p[0], p[1]);
}
int64_t work_277(const int64_t *s);
int64_t work_277(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d9(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t n, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    {
                        uint64_t sum[4];
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            sum[i5] = 0u;
                        }
                        const int64_t length = ((i3 + 1) * n) - (i3 * n);
                        const int64_t length2 = ((i4 + 1) * m) - (i4 * m);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i5 = 0; i5 < 4; i5++) {
                                    const int64_t end = ((((i5 + 1) * 2) + 3) / 4) - ((i5 * 2) / 4);
                                    for (int64_t i8 = 0; i8 < end; i8++) {
                                        sum[i5] = (uint64_t)((uint64_t)sum[i5] + (uint64_t)(uint64_t)x0[((i * n + ((i3 * n) + i6)) * m + ((i4 * m) + i7)) * 2 + (((i5 * 2) / 4) + i8) + i2]);
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            const uint64_t t = tn_truncdiv_u64(sum[i5], (uint64_t)tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length * (uint64_t)length2) * (uint64_t)(((((i5 + 1) * 2) + 3) / 4) - ((i5 * 2) / 4))), 1));
                            y0[(i + i2 + i3 + i4) * 4 + i5] = (uint16_t)t;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_278(void *const *p, const int64_t *s, char *work);
int32_t call_278(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d9(p[0], p[1], s[0], s[1]);
}
int64_t work_278(const int64_t *s);
int64_t work_278(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d10(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        double sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0.0;
                        }
                        const int64_t length = ((((i + 1) * 2) + 1) / 2) - ((i * 2) / 2);
                        const int64_t length2 = ((((i5 + 1) * 5) + 2) / 3) - ((i5 * 5) / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i4 = 0; i4 < 4; i4++) {
                                const int64_t end = ((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4);
                                for (int64_t i7 = 0; i7 < end; i7++) {
                                    for (int64_t i8 = 0; i8 < length2; i8++) {
                                        sum[i4] = sum[i4] + x0[((((((i * 2) / 2) + i6) + i2) * 3 + i3) * 2 + (((i4 * 2) / 4) + i7)) * 5 + (((i5 * 5) / 3) + i8)];
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[(((i + i2) * 3 + i3) * 4 + i4) * 3 + i5] = sum[i4] / (double)tn_max_i64(((length * (((((i4 + 1) * 2) + 3) / 4) - ((i4 * 2) / 4))) * length2), 1);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_279(void *const *p, const int64_t *s, char *work);
int32_t call_279(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d10(p[0], p[1]);
}
int64_t work_279(const int64_t *s);
int64_t work_279(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d11(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        float sum = 0.0f;
                        const int64_t length = ((((i + 1) * 2) + 1) / 2) - ((i * 2) / 2);
                        const int64_t length2 = ((((i4 + 1) * 2) + 1) / 2) - ((i4 * 2) / 2);
                        const int64_t length3 = ((((i5 + 1) * 3) + 2) / 3) - ((i5 * 3) / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    sum = sum + x0[((((((i * 2) / 2) + i6) + i2) * 3 + i3) * 2 + (((i4 * 2) / 2) + i7)) * 3 + (((i5 * 3) / 3) + i8)];
                                }
                            }
                        }
                        y0[(((i + i2) * 3 + i3) * 2 + i4) * 3 + i5] = sum / (float)tn_max_i64(((length * length2) * length3), 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_280(void *const *p, const int64_t *s, char *work);
int32_t call_280(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d11(p[0], p[1]);
}
int64_t work_280(const int64_t *s);
int64_t work_280(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d12(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        int64_t sum = 0;
                        const int64_t length = ((i3 + 1) * 2) - (i3 * 2);
                        const int64_t length2 = ((((i4 + 1) * 5) + 1) / 2) - ((i4 * 5) / 2);
                        const int64_t length3 = (((i5 + 1) + 2) / 3) - (i5 / 3);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    sum = (int64_t)((uint64_t)sum + (uint64_t)x0[((i * 2 + i2) * 2 + ((i3 * 2) + i6)) * 5 + (((i4 * 5) / 2) + i7) + ((i5 / 3) + i8)]);
                                }
                            }
                        }
                        y0[((i * 2 + i2 + i3) * 2 + i4) * 3 + i5] = tn_truncdiv_i64(sum, tn_max_i64(((length * length2) * length3), 1));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_281(void *const *p, const int64_t *s, char *work);
int32_t call_281(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d12(p[0], p[1]);
}
int64_t work_281(const int64_t *s);
int64_t work_281(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d13(const int64_t *restrict x0, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        int64_t sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0;
                        }
                        const int64_t length = (((i2 + 1) + 2) / 3) - (i2 / 3);
                        const int64_t t = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)m) + (uint64_t)2), 3) - (uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)m), 3));
                        const int64_t length2 = t;
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i4 = 0; i4 < 4; i4++) {
                                    const int64_t end = (((i4 + 1) + 3) / 4) - (i4 / 4);
                                    for (int64_t i8 = 0; i8 < end; i8++) {
                                        const int64_t t2 = (int64_t)((uint64_t)sum[i4] + (uint64_t)x0[((i + ((i2 / 3) + i6)) * m + (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)i3 * (uint64_t)m), 3) + (uint64_t)i7) + ((i4 / 4) + i8)) * 3 + i5]);
                                        sum[i4] = t2;
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[(((i * 3 + i2) * 3 + i3) * 4 + i4) * 3 + i5] = tn_truncdiv_i64(sum[i4], tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length * (uint64_t)length2) * (uint64_t)((((i4 + 1) + 3) / 4) - (i4 / 4))), 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_282(void *const *p, const int64_t *s, char *work);
int32_t call_282(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool3d13(p[0], p[1], s[0]);
}
int64_t work_282(const int64_t *s);
int64_t work_282(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            {
                int64_t sum[5];
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    sum[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                     {
                        const int64_t lo = tn_lane(0, ((0 * 2) - 2) + i4, 2, 5);
                        const int64_t hi = tn_lane(5, ((0 * 2) - 2) + i4, 2, 5);
                        if (lo == 0 && hi == 5) {
                            for (int64_t i3 = 0; i3 < 5; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)(int64_t)x0[(i * 0 + i2) * 5 + (((i3 * 2) - 2) + i4)]);
                            }
                        } else {
                            for (int64_t i3 = lo; i3 < hi; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)(int64_t)x0[(i * 0 + i2) * 5 + (((i3 * 2) - 2) + i4)]);
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    y0[(i * 0 + i2) * 5 + i3] = (int32_t)sum[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_283(void *const *p, const int64_t *s, char *work);
int32_t call_283(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d(p[0], p[1]);
}
int64_t work_283(const int64_t *s);
int64_t work_283(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d2(const double *restrict x0, double *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    double sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0;
                    }
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            const int64_t p = i3 + i4;
                            sum[v] = sum[v] + x0[(i2 * m + (i + v)) * 3 + p];
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(((i + v)) * 2 + i2) * 3 + i3] = sum[v] / 1.0;
                    }
                }
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < m; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 3; i7++) {
                    double sum2 = 0.0;
                    for (int64_t i8 = 0; i8 < 1; i8++) {
                        const int64_t p2 = i7 + i8;
                        sum2 = sum2 + x0[(i6 * m + i5) * 3 + p2];
                    }
                    y0[(i5 * 2 + i6) * 3 + i7] = sum2 / 1.0;
                }
            }
        }
    }
    return 0;
}

int32_t call_284(void *const *p, const int64_t *s, char *work);
int32_t call_284(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d2(p[0], p[1], s[0]);
}
int64_t work_284(const int64_t *s);
int64_t work_284(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            {
                int64_t count[9];
                TN_LANES
                for (int64_t i3 = 0; i3 < 9; i3++) {
                    count[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                     {
                        const int64_t lo = tn_lane(0, (0 - 2) + i4, 1, 9);
                        const int64_t hi = tn_lane(5, (0 - 2) + i4, 1, 9);
                        if (lo == 0 && hi == 9) {
                            TN_LANES
                            for (int64_t i3 = 0; i3 < 9; i3++) {
                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                            }
                        } else {
                            TN_LANES
                            for (int64_t i3 = lo; i3 < hi; i3++) {
                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                            }
                        }
                    }
                }
                int64_t sum[9];
                TN_LANES
                for (int64_t i3 = 0; i3 < 9; i3++) {
                    sum[i3] = 0;
                }
                for (int64_t i5 = 0; i5 < 1; i5++) {
                     {
                        const int64_t lo2 = tn_lane(0, (0 - 2) + i5, 1, 9);
                        const int64_t hi2 = tn_lane(5, (0 - 2) + i5, 1, 9);
                        if (lo2 == 0 && hi2 == 9) {
                            TN_LANES
                            for (int64_t i3 = 0; i3 < 9; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)x0[(i2 + i) * 5 + ((i3 - 2) + i5)]);
                            }
                        } else {
                            TN_LANES
                            for (int64_t i3 = lo2; i3 < hi2; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)x0[(i2 + i) * 5 + ((i3 - 2) + i5)]);
                            }
                        }
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 9; i3++) {
                    y0[(i * 5 + i2) * 9 + i3] = tn_truncdiv_i64(sum[i3], tn_max_i64(count[i3], 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_285(void *const *p, const int64_t *s, char *work);
int32_t call_285(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d3(p[0], p[1]);
}
int64_t work_285(const int64_t *s);
int64_t work_285(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d4(const int32_t *restrict x0, int32_t *restrict y0, int64_t n, int64_t m) {
    const int64_t d = m / 2;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t end = m / 2;
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    int64_t count[16];
                    for (int64_t v = 0; v < 16; v++) {
                        count[v] = 0;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                         {
                            const int64_t lo = tn_lane(0, (i3 * 2) + (i4 * 2), 2, 16);
                            const int64_t hi = tn_lane(m, (i3 * 2) + (i4 * 2), 2, 16);
                            if (lo == 0 && hi == 16) {
                                for (int64_t v = 0; v < 16; v++) {
                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                }
                            } else {
                                for (int64_t v = lo; v < hi; v++) {
                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                }
                            }
                        }
                    }
                    int64_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                         {
                            const int64_t lo2 = tn_lane(0, (i3 * 2) + (i5 * 2), 2, 16);
                            const int64_t hi2 = tn_lane(m, (i3 * 2) + (i5 * 2), 2, 16);
                            if (lo2 == 0 && hi2 == 16) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[(i2 * n + i) * m + (((i3 + v) * 2) + (i5 * 2))]);
                                }
                            } else {
                                for (int64_t v = lo2; v < hi2; v++) {
                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[(i2 * n + i) * m + (((i3 + v) * 2) + (i5 * 2))]);
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 2 + i2) * d + (i3 + v)] = (int32_t)tn_truncdiv_i64(sum[v], tn_max_i64(count[v], 1));
                    }
                }
            } else {
                const int64_t end2 = m / 2;
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    int64_t count2 = 0;
                    for (int64_t i7 = 0; i7 < 2; i7++) {
                        const int64_t p = (i6 * 2) + (i7 * 2);
                        if ((0 <= p) && (p < m)) {
                            count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                        }
                    }
                    int64_t sum2 = 0;
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        const int64_t p2 = (i6 * 2) + (i8 * 2);
                        if ((0 <= p2) && (p2 < m)) {
                            sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[(i2 * n + i) * m + p2]);
                        }
                    }
                    y0[(i * 2 + i2) * d + i6] = (int32_t)tn_truncdiv_i64(sum2, tn_max_i64(count2, 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_286(void *const *p, const int64_t *s, char *work);
int32_t call_286(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d4(p[0], p[1], s[0], s[1]);
}
int64_t work_286(const int64_t *s);
int64_t work_286(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d5(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int64_t count = 0;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    const int64_t p = (i3 * 3) + i4;
                    if ((0 <= p) && (p < 2)) {
                        count = (int64_t)((uint64_t)count + (uint64_t)1);
                    }
                }
                uint64_t sum = 0u;
                for (int64_t i5 = 0; i5 < 2; i5++) {
                    const int64_t p2 = (i3 * 3) + i5;
                    if ((0 <= p2) && (p2 < 2)) {
                        sum = (uint64_t)((uint64_t)sum + (uint64_t)x0[(i * 2 + i2) * 2 + p2]);
                    }
                }
                y0[i * 2 + i2 + i3] = tn_truncdiv_u64(sum, (uint64_t)tn_max_i64(count, 1));
            }
        }
    }
    return 0;
}

int32_t call_287(void *const *p, const int64_t *s, char *work);
int32_t call_287(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d5(p[0], p[1]);
}
int64_t work_287(const int64_t *s);
int64_t work_287(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d6(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        const int64_t p = ((i3 * 3) - 2) + (i4 * 2);
                        if ((0 <= p) && (p < 1)) {
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = sum[v] + (float)tn_f16_value(x0[((i + v)) * 2 + i2 + p]);
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[((i + v)) * 2 + i2 + i3] = tn_f16_bits(tn_f16_round((double)(sum[v] / 3.0f)));
                    }
                }
            }
        }
    } else {
        for (int64_t i5 = 0; i5 < n; i5++) {
            for (int64_t i6 = 0; i6 < 2; i6++) {
                for (int64_t i7 = 0; i7 < 1; i7++) {
                    float sum2 = 0.0f;
                    for (int64_t i8 = 0; i8 < 3; i8++) {
                        const int64_t p2 = ((i7 * 3) - 2) + (i8 * 2);
                        if ((0 <= p2) && (p2 < 1)) {
                            sum2 = sum2 + (float)tn_f16_value(x0[i5 * 2 + i6 + p2]);
                        }
                    }
                    y0[i5 * 2 + i6 + i7] = tn_f16_bits(tn_f16_round((double)(sum2 / 3.0f)));
                }
            }
        }
    }
    return 0;
}

int32_t call_288(void *const *p, const int64_t *s, char *work);
int32_t call_288(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d6(p[0], p[1], s[0]);
}
int64_t work_288(const int64_t *s);
int64_t work_288(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d7(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int64_t sum = 0;
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const int64_t p = i3 + i4;
                    sum = (int64_t)((uint64_t)sum + (uint64_t)x0[(i * 3 + i2) * 3 + p]);
                }
                y0[i * 3 + i2 + i3] = tn_truncdiv_i64(sum, 3);
            }
        }
    }
    return 0;
}

int32_t call_289(void *const *p, const int64_t *s, char *work);
int32_t call_289(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d7(p[0], p[1]);
}
int64_t work_289(const int64_t *s);
int64_t work_289(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d8(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                int64_t count[4];
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    count[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                     {
                        const int64_t lo = tn_lane(0, ((0 * 2) - 2) + i4, 2, 4);
                        const int64_t hi = tn_lane(3, ((0 * 2) - 2) + i4, 2, 4);
                        if (lo == 0 && hi == 4) {
                            for (int64_t i3 = 0; i3 < 4; i3++) {
                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                            }
                        } else {
                            for (int64_t i3 = lo; i3 < hi; i3++) {
                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                            }
                        }
                    }
                }
                int64_t sum[4];
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    sum[i3] = 0;
                }
                for (int64_t i5 = 0; i5 < 1; i5++) {
                     {
                        const int64_t lo2 = tn_lane(0, ((0 * 2) - 2) + i5, 2, 4);
                        const int64_t hi2 = tn_lane(3, ((0 * 2) - 2) + i5, 2, 4);
                        if (lo2 == 0 && hi2 == 4) {
                            for (int64_t i3 = 0; i3 < 4; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)(int64_t)x0[(i * 3 + i2) * 3 + (((i3 * 2) - 2) + i5)]);
                            }
                        } else {
                            for (int64_t i3 = lo2; i3 < hi2; i3++) {
                                sum[i3] = (int64_t)((uint64_t)sum[i3] + (uint64_t)(int64_t)x0[(i * 3 + i2) * 3 + (((i3 * 2) - 2) + i5)]);
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i * 3 + i2) * 4 + i3] = (int8_t)tn_truncdiv_i64(sum[i3], tn_max_i64(count[i3], 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_290(void *const *p, const int64_t *s, char *work);
int32_t call_290(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d8(p[0], p[1]);
}
int64_t work_290(const int64_t *s);
int64_t work_290(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d9(const uint8_t *restrict x0, uint8_t *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                int64_t count[5];
                for (int64_t i = 0; i < 5; i++) {
                    count[i] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    const int64_t p = ((i3 * 2) - 1) + (i4 * 2);
                    if ((0 <= p) && (p < 3)) {
                        for (int64_t i = 0; i < 5; i++) {
                            count[i] = (int64_t)((uint64_t)count[i] + (uint64_t)1);
                        }
                    }
                }
                uint64_t sum[5];
                for (int64_t i = 0; i < 5; i++) {
                    sum[i] = 0u;
                }
                for (int64_t i5 = 0; i5 < 1; i5++) {
                    const int64_t p2 = ((i3 * 2) - 1) + (i5 * 2);
                    if ((0 <= p2) && (p2 < 3)) {
                        for (int64_t i = 0; i < 5; i++) {
                            sum[i] = (uint64_t)((uint64_t)sum[i] + (uint64_t)(uint64_t)x0[(i * 2 + i2) * 3 + p2]);
                        }
                    }
                }
                for (int64_t i = 0; i < 5; i++) {
                    y0[(i * 2 + i2) * 2 + i3] = (uint8_t)tn_truncdiv_u64(sum[i], (uint64_t)tn_max_i64(count[i], 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_291(void *const *p, const int64_t *s, char *work);
int32_t call_291(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d9(p[0], p[1]);
}
int64_t work_291(const int64_t *s);
int64_t work_291(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d10(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                int64_t count = 0;
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const int64_t p = ((i3 * 2) - 2) + i4;
                    if ((0 <= p) && (p < 2)) {
                        count = (int64_t)((uint64_t)count + (uint64_t)1);
                    }
                }
                float sum = 0.0f;
                for (int64_t i5 = 0; i5 < 3; i5++) {
                    const int64_t p2 = ((i3 * 2) - 2) + i5;
                    if ((0 <= p2) && (p2 < 2)) {
                        sum = sum + (float)tn_bf16_value(x0[(i * 3 + i2) * 2 + p2]);
                    }
                }
                y0[(i * 3 + i2) * 2 + i3] = tn_bf16_bits(tn_bf16_round((double)(sum / (float)tn_max_i64(count, 1))));
            }
        }
    }
    return 0;
}

int32_t call_292(void *const *p, const int64_t *s, char *work);
int32_t call_292(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d10(p[0], p[1]);
}
int64_t work_292(const int64_t *s);
int64_t work_292(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d11(const float *restrict x0, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float sum[5];
                for (int64_t i = 0; i < 5; i++) {
                    sum[i] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i = 0; i < 5; i++) {
                        const int64_t p = (i3 * 2) + i4;
                        sum[i] = sum[i] + x0[(i * 2 + i2) * 2 + p];
                    }
                }
                for (int64_t i = 0; i < 5; i++) {
                    y0[i * 2 + i2 + i3] = sum[i] / 2.0f;
                }
            }
        }
    }
    return 0;
}

int32_t call_293(void *const *p, const int64_t *s, char *work);
int32_t call_293(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d11(p[0], p[1]);
}
int64_t work_293(const int64_t *s);
int64_t work_293(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d12(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int64_t count = 0;
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const int64_t p = (i3 * 2) + i4;
                    if ((0 <= p) && (p < 3)) {
                        count = (int64_t)((uint64_t)count + (uint64_t)1);
                    }
                }
                double sum = 0.0;
                for (int64_t i5 = 0; i5 < 3; i5++) {
                    const int64_t p2 = (i3 * 2) + i5;
                    if ((0 <= p2) && (p2 < 3)) {
                        sum = sum + x0[(i * 3 + i2) * 3 + p2];
                    }
                }
                y0[i * 3 + i2 + i3] = sum / (double)tn_max_i64(count, 1);
            }
        }
    }
    return 0;
}

int32_t call_294(void *const *p, const int64_t *s, char *work);
int32_t call_294(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d12(p[0], p[1]);
}
int64_t work_294(const int64_t *s);
int64_t work_294(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d13(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                int64_t count[5];
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    count[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    const int64_t p = ((i2 * 2) - 2) + i4;
                    if ((0 <= p) && (p < 2)) {
                        TN_LANES
                        for (int64_t i3 = 0; i3 < 5; i3++) {
                            count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                        }
                    }
                }
                uint64_t sum[5];
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    sum[i3] = 0u;
                }
                for (int64_t i5 = 0; i5 < 1; i5++) {
                    const int64_t p2 = ((i2 * 2) - 2) + i5;
                    if ((0 <= p2) && (p2 < 2)) {
                        TN_LANES
                        for (int64_t i3 = 0; i3 < 5; i3++) {
                            sum[i3] = (uint64_t)((uint64_t)sum[i3] + (uint64_t)(uint64_t)x0[(i * 2 + p2) * 5 + i3]);
                        }
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 5; i3++) {
                    y0[(i * 3 + i2) * 5 + i3] = (uint8_t)tn_truncdiv_u64(sum[i3], (uint64_t)tn_max_i64(count[i3], 1));
                }
            }
        }
    }
    return 0;
}

int32_t call_295(void *const *p, const int64_t *s, char *work);
int32_t call_295(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d13(p[0], p[1]);
}
int64_t work_295(const int64_t *s);
int64_t work_295(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d14(const double *restrict x0, double *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            if (m >= 16) {
                for (int64_t i3 = 0; i3 < m; i3 += 16) {
                    if (i3 > m - 16) i3 = m - 16;
                    double sum[16];
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0;
                    }
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                         {
                            const int64_t lo = tn_lane(0, i3 + i4, 1, 16);
                            const int64_t hi = tn_lane(m, i3 + i4, 1, 16);
                            if (lo == 0 && hi == 16) {
                                TN_LANES
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = sum[v] + x0[(i * n + i2) * m + ((i3 + v) + i4)];
                                }
                            } else {
                                TN_LANES
                                for (int64_t v = lo; v < hi; v++) {
                                    sum[v] = sum[v] + x0[(i * n + i2) * m + ((i3 + v) + i4)];
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * n + i2) * m + (i3 + v)] = sum[v] / 1.0;
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < m; i5++) {
                    double sum2 = 0.0;
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        const int64_t p = i5 + i6;
                        if ((0 <= p) && (p < m)) {
                            sum2 = sum2 + x0[(i * n + i2) * m + p];
                        }
                    }
                    y0[(i * n + i2) * m + i5] = sum2 / 1.0;
                }
            }
        }
    }
    return 0;
}

int32_t call_296(void *const *p, const int64_t *s, char *work);
int32_t call_296(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d14(p[0], p[1], s[0], s[1]);
}
int64_t work_296(const int64_t *s);
int64_t work_296(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    int64_t count[5];
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        count[i2] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        (void)((i3 * 2) + i5);
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = ((i4 * 3) - 2) + (i6 * 2);
                            if ((0 <= p) && (p < 2)) {
                                for (int64_t i2 = 0; i2 < 5; i2++) {
                                    count[i2] = (int64_t)((uint64_t)count[i2] + (uint64_t)1);
                                }
                            }
                        }
                    }
                    uint64_t sum[5];
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        sum[i2] = 0u;
                    }
                    for (int64_t i7 = 0; i7 < 2; i7++) {
                        const int64_t p2 = (i3 * 2) + i7;
                        for (int64_t i8 = 0; i8 < 2; i8++) {
                            const int64_t p3 = ((i4 * 3) - 2) + (i8 * 2);
                            if ((0 <= p3) && (p3 < 2)) {
                                for (int64_t i2 = 0; i2 < 5; i2++) {
                                    sum[i2] = (uint64_t)((uint64_t)sum[i2] + (uint64_t)(uint64_t)x0[((i * 5 + i2) * 2 + p2) * 2 + p3]);
                                }
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[(i * 5 + i2 + i3) * 2 + i4] = (uint8_t)tn_truncdiv_u64(sum[i2], (uint64_t)tn_max_i64(count[i2], 1));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_297(void *const *p, const int64_t *s, char *work);
int32_t call_297(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d(p[0], p[1]);
}
int64_t work_297(const int64_t *s);
int64_t work_297(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d2(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    int64_t count = 0;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = (i2 * 2) + (i5 * 2);
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p2 = (i3 * 2) + (i6 * 2);
                            if (((0 <= p) && (p < 3)) && ((0 <= p2) && (p2 < 2))) {
                                count = (int64_t)((uint64_t)count + (uint64_t)1);
                            }
                        }
                    }
                    double sum = 0.0;
                    for (int64_t i7 = 0; i7 < 1; i7++) {
                        const int64_t p3 = (i2 * 2) + (i7 * 2);
                        for (int64_t i8 = 0; i8 < 1; i8++) {
                            const int64_t p4 = (i3 * 2) + (i8 * 2);
                            if (((0 <= p3) && (p3 < 3)) && ((0 <= p4) && (p4 < 2))) {
                                sum = sum + x0[((i * 3 + p3) * 2 + p4) * 2 + i4];
                            }
                        }
                    }
                    y0[((i * 2 + i2) * 2 + i3) * 2 + i4] = sum / (double)tn_max_i64(count, 1);
                }
            }
        }
    }
    return 0;
}

int32_t call_298(void *const *p, const int64_t *s, char *work);
int32_t call_298(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d2(p[0], p[1]);
}
int64_t work_298(const int64_t *s);
int64_t work_298(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d3(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    uint64_t sum = 0u;
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        const int64_t p = (i3 * 3) + i5;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p2 = (i4 * 2) + i6;
                            sum = (uint64_t)((uint64_t)sum + (uint64_t)(uint64_t)x0[((i + i2) * 2 + p) * 2 + p2]);
                        }
                    }
                    y0[i + i2 + i3 + i4] = (uint16_t)tn_truncdiv_u64(sum, 4u);
                }
            }
        }
    }
    return 0;
}

int32_t call_299(void *const *p, const int64_t *s, char *work);
int32_t call_299(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d3(p[0], p[1]);
}
int64_t work_299(const int64_t *s);
int64_t work_299(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d4(const double *restrict x0, double *restrict y0, int64_t m, int64_t n) {
    const int64_t d = n / 2;
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                const int64_t end = n / 2;
                for (int64_t i4 = 0; i4 < end; i4++) {
                    double sum = 0.0;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = i3 + i5;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p2 = (i4 * 2) + i6;
                            if ((uint64_t)p2 >= (uint64_t)n) return 61;
                            sum = sum + x0[((i * 3 + i2) * m + p) * n + p2];
                        }
                    }
                    y0[((i * 3 + i2) * m + i3) * d + i4] = sum / 2.0;
                }
            }
        }
    }
    return 0;
}

int32_t call_300(void *const *p, const int64_t *s, char *work);
int32_t call_300(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d4(p[0], p[1], s[0], s[1]);
}
int64_t work_300(const int64_t *s);
int64_t work_300(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d5(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    int64_t sum = 0;
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = (i3 * 3) + i5;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p2 = i4 + (i6 * 2);
                            if (((0 <= p) && (p < 5)) && ((0 <= p2) && (p2 < 3))) {
                                sum = (int64_t)((uint64_t)sum + (uint64_t)x0[((i * 2 + i2) * 5 + p) * 3 + p2]);
                            }
                        }
                    }
                    y0[(i * 2 + i2) * 2 + i3 + i4] = tn_truncdiv_i64(sum, 6);
                }
            }
        }
    }
    return 0;
}

int32_t call_301(void *const *p, const int64_t *s, char *work);
int32_t call_301(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d5(p[0], p[1]);
}
int64_t work_301(const int64_t *s);
int64_t work_301(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d6(const int32_t *restrict x0, int32_t *restrict y0, int64_t m, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < m; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        int64_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t p = ((i4 * 2) - 2) + i6;
                                if ((0 <= p) && (p < 3)) {
                                    const int64_t lo = tn_lane(0, (i3 - 2) + (i5 * 2), 1, 16);
                                    const int64_t hi = tn_lane(n, (i3 - 2) + (i5 * 2), 1, 16);
                                    if (lo == 0 && hi == 16) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[((i * m + i2) * n + (((i3 + v) - 2) + (i5 * 2))) * 3 + p]);
                                        }
                                    } else {
                                        for (int64_t v = lo; v < hi; v++) {
                                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[((i * m + i2) * n + (((i3 + v) - 2) + (i5 * 2))) * 3 + p]);
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * m + i2) * n + (i3 + v)) * 3 + i4] = (int32_t)tn_truncdiv_i64(sum[v], 9);
                        }
                    }
                }
            } else {
                for (int64_t i7 = 0; i7 < n; i7++) {
                    for (int64_t i8 = 0; i8 < 3; i8++) {
                        int64_t sum2 = 0;
                        for (int64_t i9 = 0; i9 < 3; i9++) {
                            const int64_t p2 = (i7 - 2) + (i9 * 2);
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t p3 = ((i8 * 2) - 2) + i10;
                                if (((0 <= p2) && (p2 < n)) && ((0 <= p3) && (p3 < 3))) {
                                    sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[((i * m + i2) * n + p2) * 3 + p3]);
                                }
                            }
                        }
                        y0[((i * m + i2) * n + i7) * 3 + i8] = (int32_t)tn_truncdiv_i64(sum2, 9);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_302(void *const *p, const int64_t *s, char *work);
int32_t call_302(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d6(p[0], p[1], s[0], s[1]);
}
int64_t work_302(const int64_t *s);
int64_t work_302(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d7(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum[5];
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        sum[i2] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = (i3 * 3) + i5;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i2 = 0; i2 < 5; i2++) {
                                const int64_t p2 = (i4 * 2) + i6;
                                sum[i2] = sum[i2] + (float)tn_f16_value(x0[((i * 5 + i2) * 3 + p) * 2 + p2]);
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 5; i2++) {
                        y0[i * 5 + i2 + i3 + i4] = tn_f16_bits(tn_f16_round((double)(sum[i2] / 3.0f)));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_303(void *const *p, const int64_t *s, char *work);
int32_t call_303(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d7(p[0], p[1]);
}
int64_t work_303(const int64_t *s);
int64_t work_303(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d8(const float *restrict x0, float *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        int64_t count[16];
                        for (int64_t v = 0; v < 16; v++) {
                            count[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t p = (i4 * 2) + (i6 * 2);
                                if ((0 <= p) && (p < 5)) {
                                    const int64_t lo = tn_lane(0, i + i5, 1, 16);
                                    const int64_t hi = tn_lane(m, i + i5, 1, 16);
                                    if (lo == 0 && hi == 16) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                        }
                                    } else {
                                        for (int64_t v = lo; v < hi; v++) {
                                            count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                        }
                        float sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        for (int64_t i7 = 0; i7 < 2; i7++) {
                            for (int64_t i8 = 0; i8 < 3; i8++) {
                                const int64_t p2 = (i4 * 2) + (i8 * 2);
                                if ((0 <= p2) && (p2 < 5)) {
                                    const int64_t lo2 = tn_lane(0, i + i7, 1, 16);
                                    const int64_t hi2 = tn_lane(m, i + i7, 1, 16);
                                    if (lo2 == 0 && hi2 == 16) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            sum[v] = sum[v] + x0[(((((i + v) + i7)) * 3 + i2) * 3 + i3) * 5 + p2];
                                        }
                                    } else {
                                        for (int64_t v = lo2; v < hi2; v++) {
                                            sum[v] = sum[v] + x0[(((((i + v) + i7)) * 3 + i2) * 3 + i3) * 5 + p2];
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(((i + v)) * 3 + i2) * 3 + i3 + i4] = sum[v] / (float)tn_max_i64(count[v], 1);
                        }
                    }
                }
            }
        }
    } else {
        for (int64_t i9 = 0; i9 < m; i9++) {
            for (int64_t i10 = 0; i10 < 3; i10++) {
                for (int64_t i11 = 0; i11 < 3; i11++) {
                    for (int64_t i12 = 0; i12 < 1; i12++) {
                        int64_t count2 = 0;
                        for (int64_t i13 = 0; i13 < 2; i13++) {
                            const int64_t p3 = i9 + i13;
                            for (int64_t i14 = 0; i14 < 3; i14++) {
                                const int64_t p4 = (i12 * 2) + (i14 * 2);
                                if (((0 <= p3) && (p3 < m)) && ((0 <= p4) && (p4 < 5))) {
                                    count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                                }
                            }
                        }
                        float sum2 = 0.0f;
                        for (int64_t i15 = 0; i15 < 2; i15++) {
                            const int64_t p5 = i9 + i15;
                            for (int64_t i16 = 0; i16 < 3; i16++) {
                                const int64_t p6 = (i12 * 2) + (i16 * 2);
                                if (((0 <= p5) && (p5 < m)) && ((0 <= p6) && (p6 < 5))) {
                                    sum2 = sum2 + x0[((p5 * 3 + i10) * 3 + i11) * 5 + p6];
                                }
                            }
                        }
                        y0[(i9 * 3 + i10) * 3 + i11 + i12] = sum2 / (float)tn_max_i64(count2, 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_304(void *const *p, const int64_t *s, char *work);
int32_t call_304(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d8(p[0], p[1], s[0]);
}
int64_t work_304(const int64_t *s);
int64_t work_304(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d9(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum = 0.0f;
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = (i * 2) + i5;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p2 = i4 + (i6 * 2);
                            if (((0 <= p) && (p < 3)) && ((0 <= p2) && (p2 < 3))) {
                                sum = sum + x0[(p * 3 + i2 + i3) * 3 + p2];
                            }
                        }
                    }
                    y0[i * 3 + i2 + i3 + i4] = sum / 6.0f;
                }
            }
        }
    }
    return 0;
}

int32_t call_305(void *const *p, const int64_t *s, char *work);
int32_t call_305(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d9(p[0], p[1]);
}
int64_t work_305(const int64_t *s);
int64_t work_305(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d10(const int8_t *restrict x0, int8_t *restrict y0, int64_t m) {
    const int64_t d = m + (-2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                const int64_t end = m + (-2);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        int64_t sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            const int64_t p = (i3 * 3) + (i5 * 2);
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                if ((0 <= p) && (p < 5)) {
                                    const int64_t lo = tn_lane(0, i4 + i6, 1, 16);
                                    const int64_t hi = tn_lane(m, i4 + i6, 1, 16);
                                    if (lo == 0 && hi == 16) {
                                        TN_LANES
                                        for (int64_t v = 0; v < 16; v++) {
                                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[((i * 2 + i2) * 5 + p) * m + ((i4 + v) + i6)]);
                                        }
                                    } else {
                                        TN_LANES
                                        for (int64_t v = lo; v < hi; v++) {
                                            sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[((i * 2 + i2) * 5 + p) * m + ((i4 + v) + i6)]);
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 2 + i2) * 3 + i3) * d + (i4 + v)] = (int8_t)tn_truncdiv_i64(sum[v], 3);
                        }
                    }
                } else {
                    const int64_t end2 = m + (-2);
                    for (int64_t i7 = 0; i7 < end2; i7++) {
                        int64_t sum2 = 0;
                        for (int64_t i8 = 0; i8 < 1; i8++) {
                            const int64_t p2 = (i3 * 3) + (i8 * 2);
                            for (int64_t i9 = 0; i9 < 3; i9++) {
                                const int64_t p3 = i7 + i9;
                                if (((0 <= p2) && (p2 < 5)) && ((0 <= p3) && (p3 < m))) {
                                    sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[((i * 2 + i2) * 5 + p2) * m + p3]);
                                }
                            }
                        }
                        y0[((i * 2 + i2) * 3 + i3) * d + i7] = (int8_t)tn_truncdiv_i64(sum2, 3);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_306(void *const *p, const int64_t *s, char *work);
int32_t call_306(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d10(p[0], p[1], s[0]);
}
int64_t work_306(const int64_t *s);
int64_t work_306(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d11(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum = 0.0f;
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = (i3 * 2) + (i5 * 2);
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p2 = (i4 * 3) + i6;
                            sum = sum + x0[((i * 2 + i2) * 5 + p) * 2 + p2];
                        }
                    }
                    y0[i * 2 + i2 + i3 + i4] = sum / 3.0f;
                }
            }
        }
    }
    return 0;
}

int32_t call_307(void *const *p, const int64_t *s, char *work);
int32_t call_307(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d11(p[0], p[1]);
}
int64_t work_307(const int64_t *s);
int64_t work_307(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d12(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                {
                    float sum[4];
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = (i3 - 2) + i5;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            if ((0 <= p) && (p < 1)) {
                                const int64_t lo = tn_lane(0, ((0 * 2) - 2) + i6, 2, 4);
                                const int64_t hi = tn_lane(2, ((0 * 2) - 2) + i6, 2, 4);
                                if (lo == 0 && hi == 4) {
                                    for (int64_t i4 = 0; i4 < 4; i4++) {
                                        sum[i4] = sum[i4] + (float)tn_f16_value(x0[(i * 3 + i2 + p) * 2 + (((i4 * 2) - 2) + i6)]);
                                    }
                                } else {
                                    for (int64_t i4 = lo; i4 < hi; i4++) {
                                        sum[i4] = sum[i4] + (float)tn_f16_value(x0[(i * 3 + i2 + p) * 2 + (((i4 * 2) - 2) + i6)]);
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        y0[((i * 3 + i2) * 5 + i3) * 4 + i4] = tn_f16_bits(tn_f16_round((double)(sum[i4] / 1.0f)));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_308(void *const *p, const int64_t *s, char *work);
int32_t call_308(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d12(p[0], p[1]);
}
int64_t work_308(const int64_t *s);
int64_t work_308(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d13(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    double sum[5];
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        sum[i4] = 0.0;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = (i3 * 3) + i5;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            if ((0 <= p) && (p < 1)) {
                                const int64_t lo = tn_lane(0, (0 - 2) + i6, 1, 5);
                                const int64_t hi = tn_lane(2, (0 - 2) + i6, 1, 5);
                                if (lo == 0 && hi == 5) {
                                    TN_LANES
                                    for (int64_t i4 = 0; i4 < 5; i4++) {
                                        sum[i4] = sum[i4] + x0[(i * 2 + i2 + p) * 2 + ((i4 - 2) + i6)];
                                    }
                                } else {
                                    TN_LANES
                                    for (int64_t i4 = lo; i4 < hi; i4++) {
                                        sum[i4] = sum[i4] + x0[(i * 2 + i2 + p) * 2 + ((i4 - 2) + i6)];
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[(i * 2 + i2 + i3) * 5 + i4] = sum[i4] / 2.0;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_309(void *const *p, const int64_t *s, char *work);
int32_t call_309(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d13(p[0], p[1]);
}
int64_t work_309(const int64_t *s);
int64_t work_309(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t m, int64_t n) {
    const int64_t d = tn_sat_add(tn_floordiv_i64(tn_sat_add(n, 2), 3), 2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            const int64_t end = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)2);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            float sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p = ((i4 * 3) - 1) + i7;
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p2 = (i5 * 2) + i8;
                                        if ((0 <= p) && (p < 1) && (0 <= p2) && (p2 < 3)) {
                                            const int64_t lo = tn_lane(0, ((i3 * 3) - 2) + (i6 * 2), 3, 16);
                                            const int64_t hi = tn_lane(n, ((i3 * 3) - 2) + (i6 * 2), 3, 16);
                                            if (lo == 0 && hi == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = sum[v] + (float)tn_f16_value(x0[((i * n + i2) * n + ((((i3 + v) * 3) - 2) + (i6 * 2)) + p) * 3 + p2]);
                                                }
                                            } else {
                                                for (int64_t v = lo; v < hi; v++) {
                                                    sum[v] = sum[v] + (float)tn_f16_value(x0[((i * n + i2) * n + ((((i3 + v) * 3) - 2) + (i6 * 2)) + p) * 3 + p2]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(i * n + i2) * d + (i3 + v) + i4 + i5] = tn_f16_bits(tn_f16_round((double)(sum[v] / 9.0f)));
                            }
                        }
                    }
                }
            } else {
                const int64_t end2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)2);
                for (int64_t i9 = 0; i9 < end2; i9++) {
                    for (int64_t i10 = 0; i10 < 1; i10++) {
                        for (int64_t i11 = 0; i11 < 1; i11++) {
                            float sum2 = 0.0f;
                            for (int64_t i12 = 0; i12 < 1; i12++) {
                                const int64_t p3 = ((i9 * 3) - 2) + (i12 * 2);
                                for (int64_t i13 = 0; i13 < 3; i13++) {
                                    const int64_t p4 = ((i10 * 3) - 1) + i13;
                                    for (int64_t i14 = 0; i14 < 3; i14++) {
                                        const int64_t p5 = (i11 * 2) + i14;
                                        if ((((0 <= p3) && (p3 < n)) && ((0 <= p4) && (p4 < 1))) && ((0 <= p5) && (p5 < 3))) {
                                            sum2 = sum2 + (float)tn_f16_value(x0[((i * n + i2) * n + p3 + p4) * 3 + p5]);
                                        }
                                    }
                                }
                            }
                            y0[(i * n + i2) * d + i9 + i10 + i11] = tn_f16_bits(tn_f16_round((double)(sum2 / 9.0f)));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_310(void *const *p, const int64_t *s, char *work);
int32_t call_310(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d(p[0], p[1], s[0], s[1]);
}
int64_t work_310(const int64_t *s);
int64_t work_310(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        int64_t count = 0;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p = ((i3 * 3) - 1) + (i6 * 2);
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p2 = (i4 * 2) + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p3 = i5 + (i8 * 2);
                                    if ((((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 3))) && ((0 <= p3) && (p3 < 3))) {
                                        count = (int64_t)((uint64_t)count + (uint64_t)1);
                                    }
                                }
                            }
                        }
                        float sum = 0.0f;
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            const int64_t p4 = ((i3 * 3) - 1) + (i9 * 2);
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t p5 = (i4 * 2) + i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    const int64_t p6 = i5 + (i11 * 2);
                                    if ((((0 <= p4) && (p4 < 2)) && ((0 <= p5) && (p5 < 3))) && ((0 <= p6) && (p6 < 3))) {
                                        sum = sum + (float)tn_bf16_value(x0[(((i + i2) * 2 + p4) * 3 + p5) * 3 + p6]);
                                    }
                                }
                            }
                        }
                        y0[(i + i2) * 2 + i3 + i4 + i5] = tn_bf16_bits(tn_bf16_round((double)(sum / (float)tn_max_i64(count, 1))));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_311(void *const *p, const int64_t *s, char *work);
int32_t call_311(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d2(p[0], p[1]);
}
int64_t work_311(const int64_t *s);
int64_t work_311(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d3(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add((m / 2), 1);
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t end = (int64_t)((uint64_t)(m / 2) + (uint64_t)1);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            int64_t count[16];
                            for (int64_t v = 0; v < 16; v++) {
                                count[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = (i3 - 1) + i6;
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    for (int64_t i8 = 0; i8 < 2; i8++) {
                                        const int64_t p2 = (i5 * 2) + (i8 * 2);
                                        if ((0 <= p) && (p < 1) && (0 <= p2) && (p2 < 3)) {
                                            const int64_t lo = tn_lane(0, ((i4 * 2) - 1) + i7, 2, 16);
                                            const int64_t hi = tn_lane(m, ((i4 * 2) - 1) + i7, 2, 16);
                                            if (lo == 0 && hi == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            } else {
                                                for (int64_t v = lo; v < hi; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            float sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i9 = 0; i9 < 2; i9++) {
                                const int64_t p3 = (i3 - 1) + i9;
                                for (int64_t i10 = 0; i10 < 3; i10++) {
                                    for (int64_t i11 = 0; i11 < 2; i11++) {
                                        const int64_t p4 = (i5 * 2) + (i11 * 2);
                                        if ((0 <= p3) && (p3 < 1) && (0 <= p4) && (p4 < 3)) {
                                            const int64_t lo2 = tn_lane(0, ((i4 * 2) - 1) + i10, 2, 16);
                                            const int64_t hi2 = tn_lane(m, ((i4 * 2) - 1) + i10, 2, 16);
                                            if (lo2 == 0 && hi2 == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = sum[v] + (float)tn_f16_value(x0[((i * 2 + i2 + p3) * m + ((((i4 + v) * 2) - 1) + i10)) * 3 + p4]);
                                                }
                                            } else {
                                                for (int64_t v = lo2; v < hi2; v++) {
                                                    sum[v] = sum[v] + (float)tn_f16_value(x0[((i * 2 + i2 + p3) * m + ((((i4 + v) * 2) - 1) + i10)) * 3 + p4]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[((i * 2 + i2) * 2 + i3) * d + (i4 + v) + i5] = tn_f16_bits(tn_f16_round((double)(sum[v] / (float)tn_max_i64(count[v], 1))));
                            }
                        }
                    }
                } else {
                    const int64_t end2 = (int64_t)((uint64_t)(m / 2) + (uint64_t)1);
                    for (int64_t i12 = 0; i12 < end2; i12++) {
                        for (int64_t i13 = 0; i13 < 1; i13++) {
                            int64_t count2 = 0;
                            for (int64_t i14 = 0; i14 < 2; i14++) {
                                const int64_t p5 = (i3 - 1) + i14;
                                for (int64_t i15 = 0; i15 < 3; i15++) {
                                    const int64_t p6 = ((i12 * 2) - 1) + i15;
                                    for (int64_t i16 = 0; i16 < 2; i16++) {
                                        const int64_t p7 = (i13 * 2) + (i16 * 2);
                                        if ((((0 <= p5) && (p5 < 1)) && ((0 <= p6) && (p6 < m))) && ((0 <= p7) && (p7 < 3))) {
                                            count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                            float sum2 = 0.0f;
                            for (int64_t i17 = 0; i17 < 2; i17++) {
                                const int64_t p8 = (i3 - 1) + i17;
                                for (int64_t i18 = 0; i18 < 3; i18++) {
                                    const int64_t p9 = ((i12 * 2) - 1) + i18;
                                    for (int64_t i19 = 0; i19 < 2; i19++) {
                                        const int64_t p10 = (i13 * 2) + (i19 * 2);
                                        if ((((0 <= p8) && (p8 < 1)) && ((0 <= p9) && (p9 < m))) && ((0 <= p10) && (p10 < 3))) {
                                            sum2 = sum2 + (float)tn_f16_value(x0[((i * 2 + i2 + p8) * m + p9) * 3 + p10]);
                                        }
                                    }
                                }
                            }
                            y0[((i * 2 + i2) * 2 + i3) * d + i12 + i13] = tn_f16_bits(tn_f16_round((double)(sum2 / (float)tn_max_i64(count2, 1))));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_312(void *const *p, const int64_t *s, char *work);
int32_t call_312(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d3(p[0], p[1], s[0]);
}
int64_t work_312(const int64_t *s);
int64_t work_312(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d4(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        int64_t count[4];
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            count[i3] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p = ((i2 * 2) - 1) + i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t p2 = ((i4 * 3) - 2) + i8;
                                    if ((0 <= p) && (p < 5) && (0 <= p2) && (p2 < 1)) {
                                        const int64_t lo = tn_lane(0, ((0 * 2) - 2) + i7, 2, 4);
                                        const int64_t hi = tn_lane(3, ((0 * 2) - 2) + i7, 2, 4);
                                        if (lo == 0 && hi == 4) {
                                            for (int64_t i3 = 0; i3 < 4; i3++) {
                                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                                            }
                                        } else {
                                            for (int64_t i3 = lo; i3 < hi; i3++) {
                                                count[i3] = (int64_t)((uint64_t)count[i3] + (uint64_t)1);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        float sum[4];
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            sum[i3] = 0.0f;
                        }
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            const int64_t p3 = ((i2 * 2) - 1) + i9;
                            for (int64_t i10 = 0; i10 < 1; i10++) {
                                for (int64_t i11 = 0; i11 < 1; i11++) {
                                    const int64_t p4 = ((i4 * 3) - 2) + i11;
                                    if ((0 <= p3) && (p3 < 5) && (0 <= p4) && (p4 < 1)) {
                                        const int64_t lo2 = tn_lane(0, ((0 * 2) - 2) + i10, 2, 4);
                                        const int64_t hi2 = tn_lane(3, ((0 * 2) - 2) + i10, 2, 4);
                                        if (lo2 == 0 && hi2 == 4) {
                                            for (int64_t i3 = 0; i3 < 4; i3++) {
                                                sum[i3] = sum[i3] + x0[((i * 5 + p3) * 3 + (((i3 * 2) - 2) + i10) + p4) * 2 + i5];
                                            }
                                        } else {
                                            for (int64_t i3 = lo2; i3 < hi2; i3++) {
                                                sum[i3] = sum[i3] + x0[((i * 5 + p3) * 3 + (((i3 * 2) - 2) + i10) + p4) * 2 + i5];
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            y0[(((i * 4 + i2) * 4 + i3) * 2 + i4) * 2 + i5] = sum[i3] / (float)tn_max_i64(count[i3], 1);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_313(void *const *p, const int64_t *s, char *work);
int32_t call_313(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d4(p[0], p[1]);
}
int64_t work_313(const int64_t *s);
int64_t work_313(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d5(const uint16_t *restrict x0, uint16_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 4; i4++) {
                    if (m >= 16) {
                        for (int64_t i5 = 0; i5 < m; i5 += 16) {
                            if (i5 > m - 16) i5 = m - 16;
                            float sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = ((i2 * 3) - 2) + i6;
                                for (int64_t i7 = 0; i7 < 2; i7++) {
                                    const int64_t p2 = (i3 * 3) + i7;
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p3 = (i4 - 1) + i8;
                                        if ((((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 2))) && ((0 <= p3) && (p3 < 3))) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = sum[v] + (float)tn_f16_value(x0[(((i * 2 + p) * 2 + p2) * 3 + p3) * m + (i5 + v)]);
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 3 + i2) * 2 + i3) * 4 + i4) * m + (i5 + v)] = tn_f16_bits(tn_f16_round((double)(sum[v] / 12.0f)));
                            }
                        }
                    } else {
                        for (int64_t i9 = 0; i9 < m; i9++) {
                            float sum2 = 0.0f;
                            for (int64_t i10 = 0; i10 < 2; i10++) {
                                const int64_t p4 = ((i2 * 3) - 2) + i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    const int64_t p5 = (i3 * 3) + i11;
                                    for (int64_t i12 = 0; i12 < 3; i12++) {
                                        const int64_t p6 = (i4 - 1) + i12;
                                        if ((((0 <= p4) && (p4 < 2)) && ((0 <= p5) && (p5 < 2))) && ((0 <= p6) && (p6 < 3))) {
                                            sum2 = sum2 + (float)tn_f16_value(x0[(((i * 2 + p4) * 2 + p5) * 3 + p6) * m + i9]);
                                        }
                                    }
                                }
                            }
                            y0[(((i * 3 + i2) * 2 + i3) * 4 + i4) * m + i9] = tn_f16_bits(tn_f16_round((double)(sum2 / 12.0f)));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_314(void *const *p, const int64_t *s, char *work);
int32_t call_314(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d5(p[0], p[1], s[0]);
}
int64_t work_314(const int64_t *s);
int64_t work_314(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d6(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        float sum = 0.0f;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p = (i2 - 1) + (i6 * 2);
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p2 = (i3 * 3) + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p3 = (i4 * 3) + i8;
                                    if ((((0 <= p) && (p < 1)) && ((0 <= p2) && (p2 < 2))) && ((0 <= p3) && (p3 < 1))) {
                                        sum = sum + x0[(i * 2 + i5 + p) * 2 + p2 + p3];
                                    }
                                }
                            }
                        }
                        y0[((i * 2 + i2) * 2 + i3 + i4) * 2 + i5] = sum / 2.0f;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_315(void *const *p, const int64_t *s, char *work);
int32_t call_315(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d6(p[0], p[1]);
}
int64_t work_315(const int64_t *s);
int64_t work_315(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d7(const int8_t *restrict x0, int8_t *restrict y0, int64_t n, int64_t m) {
    const int64_t d = tn_sat_add(m, 4);
    const int64_t d2 = tn_sat_add(tn_floordiv_i64(tn_sat_add(m, 1), 2), 1);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t end = (int64_t)((uint64_t)m + (uint64_t)4);
            for (int64_t i3 = 0; i3 < end; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const int64_t end2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)m + (uint64_t)1), 2) + (uint64_t)1);
                    if (end2 >= 16) {
                        for (int64_t i5 = 0; i5 < end2; i5 += 16) {
                            if (i5 > end2 - 16) i5 = end2 - 16;
                            int64_t sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                const int64_t p = (i3 - 2) + i6;
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                    const int64_t p2 = (i4 * 2) + i7;
                                    for (int64_t i8 = 0; i8 < 2; i8++) {
                                        if ((0 <= p) && (p < m) && (0 <= p2) && (p2 < 3)) {
                                            const int64_t lo = tn_lane(0, ((i5 * 2) - 1) + i8, 2, 16);
                                            const int64_t hi = tn_lane(m, ((i5 * 2) - 1) + i8, 2, 16);
                                            if (lo == 0 && hi == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[(((i * 3 + i2) * m + p) * 3 + p2) * m + ((((i5 + v) * 2) - 1) + i8)]);
                                                }
                                            } else {
                                                for (int64_t v = lo; v < hi; v++) {
                                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)x0[(((i * 3 + i2) * m + p) * 3 + p2) * m + ((((i5 + v) * 2) - 1) + i8)]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 3 + i2) * d + i3) * 3 + i4) * d2 + (i5 + v)] = (int8_t)tn_truncdiv_i64(sum[v], 2);
                            }
                        }
                    } else {
                        const int64_t end3 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)m + (uint64_t)1), 2) + (uint64_t)1);
                        for (int64_t i9 = 0; i9 < end3; i9++) {
                            int64_t sum2 = 0;
                            for (int64_t i10 = 0; i10 < 1; i10++) {
                                const int64_t p3 = (i3 - 2) + i10;
                                for (int64_t i11 = 0; i11 < 1; i11++) {
                                    const int64_t p4 = (i4 * 2) + i11;
                                    for (int64_t i12 = 0; i12 < 2; i12++) {
                                        const int64_t p5 = ((i9 * 2) - 1) + i12;
                                        if ((((0 <= p3) && (p3 < m)) && ((0 <= p4) && (p4 < 3))) && ((0 <= p5) && (p5 < m))) {
                                            sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)x0[(((i * 3 + i2) * m + p3) * 3 + p4) * m + p5]);
                                        }
                                    }
                                }
                            }
                            y0[(((i * 3 + i2) * d + i3) * 3 + i4) * d2 + i9] = (int8_t)tn_truncdiv_i64(sum2, 2);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_316(void *const *p, const int64_t *s, char *work);
int32_t call_316(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d7(p[0], p[1], s[0], s[1]);
}
int64_t work_316(const int64_t *s);
int64_t work_316(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d8(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    {
                        int64_t count[5];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            count[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = ((i2 * 3) - 2) + i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p2 = i3 + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p3 = (i4 * 2) + (i8 * 2);
                                    if ((((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 3))) && ((0 <= p3) && (p3 < 3))) {
                                        TN_LANES
                                        for (int64_t i5 = 0; i5 < 5; i5++) {
                                            count[i5] = (int64_t)((uint64_t)count[i5] + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                        }
                        uint64_t sum[5];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0u;
                        }
                        for (int64_t i9 = 0; i9 < 2; i9++) {
                            const int64_t p4 = ((i2 * 3) - 2) + i9;
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t p5 = i3 + i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    const int64_t p6 = (i4 * 2) + (i11 * 2);
                                    if ((((0 <= p4) && (p4 < 2)) && ((0 <= p5) && (p5 < 3))) && ((0 <= p6) && (p6 < 3))) {
                                        TN_LANES
                                        for (int64_t i5 = 0; i5 < 5; i5++) {
                                            sum[i5] = (uint64_t)((uint64_t)sum[i5] + (uint64_t)(uint64_t)x0[(((i * 2 + p4) * 3 + p5) * 3 + p6) * 5 + i5]);
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[(i * 2 + i2 + i3 + i4) * 5 + i5] = (uint32_t)tn_truncdiv_u64(sum[i5], (uint64_t)tn_max_i64(count[i5], 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_317(void *const *p, const int64_t *s, char *work);
int32_t call_317(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d8(p[0], p[1]);
}
int64_t work_317(const int64_t *s);
int64_t work_317(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d9(const float *restrict x0, float *restrict y0, int64_t n, int64_t m) {
    const int64_t d = tn_sat_add(tn_floordiv_i64(tn_sat_add(n, 2), 3), 1);
    const int64_t end = (int64_t)((uint64_t)(m / 2) + (uint64_t)1);
    for (int64_t i = 0; i < end; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < m; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)1);
                if (end2 >= 16) {
                    for (int64_t i4 = 0; i4 < end2; i4 += 16) {
                        if (i4 > end2 - 16) i4 = end2 - 16;
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            float sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                const int64_t p = (i * 2) + i6;
                                for (int64_t i7 = 0; i7 < 2; i7++) {
                                    for (int64_t i8 = 0; i8 < 2; i8++) {
                                        const int64_t p2 = (i5 * 3) + (i8 * 2);
                                        if ((0 <= p) && (p < m) && (0 <= p2) && (p2 < 3)) {
                                            const int64_t lo = tn_lane(0, ((i4 * 3) - 1) + i7, 3, 16);
                                            const int64_t hi = tn_lane(n, ((i4 * 3) - 1) + i7, 3, 16);
                                            if (lo == 0 && hi == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = sum[v] + x0[(((i2 * m + i3) * m + p) * n + ((((i4 + v) * 3) - 1) + i7)) * 3 + p2];
                                                }
                                            } else {
                                                for (int64_t v = lo; v < hi; v++) {
                                                    sum[v] = sum[v] + x0[(((i2 * m + i3) * m + p) * n + ((((i4 + v) * 3) - 1) + i7)) * 3 + p2];
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[((i * n + i2) * m + i3) * d + (i4 + v) + i5] = sum[v] / 4.0f;
                            }
                        }
                    }
                } else {
                    const int64_t end3 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)2), 3) + (uint64_t)1);
                    for (int64_t i9 = 0; i9 < end3; i9++) {
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            float sum2 = 0.0f;
                            for (int64_t i11 = 0; i11 < 1; i11++) {
                                const int64_t p3 = (i * 2) + i11;
                                for (int64_t i12 = 0; i12 < 2; i12++) {
                                    const int64_t p4 = ((i9 * 3) - 1) + i12;
                                    for (int64_t i13 = 0; i13 < 2; i13++) {
                                        const int64_t p5 = (i10 * 3) + (i13 * 2);
                                        if ((((0 <= p3) && (p3 < m)) && ((0 <= p4) && (p4 < n))) && ((0 <= p5) && (p5 < 3))) {
                                            sum2 = sum2 + x0[(((i2 * m + i3) * m + p3) * n + p4) * 3 + p5];
                                        }
                                    }
                                }
                            }
                            y0[((i * n + i2) * m + i3) * d + i9 + i10] = sum2 / 4.0f;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_318(void *const *p, const int64_t *s, char *work);
int32_t call_318(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d9(p[0], p[1], s[0], s[1]);
}
int64_t work_318(const int64_t *s);
int64_t work_318(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d10(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    {
                        int64_t count[4];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            count[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            (void)((i3 * 3) + i6);
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p = ((i4 * 2) - 1) + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    if ((0 <= p) && (p < 3)) {
                                        TN_LANES
                                        for (int64_t i5 = 0; i5 < 4; i5++) {
                                            count[i5] = (int64_t)((uint64_t)count[i5] + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                        }
                        int64_t sum[4];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i9 = 0; i9 < 2; i9++) {
                            const int64_t p2 = (i3 * 3) + i9;
                            for (int64_t i10 = 0; i10 < 1; i10++) {
                                const int64_t p3 = ((i4 * 2) - 1) + i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    if ((0 <= p3) && (p3 < 3)) {
                                        TN_LANES
                                        for (int64_t i5 = 0; i5 < 4; i5++) {
                                            sum[i5] = (int64_t)((uint64_t)sum[i5] + (uint64_t)x0[(((i + i2) * 3 + p2) * 3 + p3) * 5 + (i5 + i11)]);
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            y0[((i + i2 + i3) * 3 + i4) * 4 + i5] = tn_truncdiv_i64(sum[i5], tn_max_i64(count[i5], 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_319(void *const *p, const int64_t *s, char *work);
int32_t call_319(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d10(p[0], p[1]);
}
int64_t work_319(const int64_t *s);
int64_t work_319(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d11(const uint64_t *restrict x0, uint64_t *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add(m, 2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                const int64_t end = (int64_t)((uint64_t)m + (uint64_t)2);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            int64_t count[16];
                            for (int64_t v = 0; v < 16; v++) {
                                count[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = (i3 * 2) + i6;
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p2 = ((i5 * 3) - 2) + i8;
                                        if ((0 <= p) && (p < 1) && (0 <= p2) && (p2 < 5)) {
                                            const int64_t lo = tn_lane(0, (i4 - 1) + (i7 * 2), 1, 16);
                                            const int64_t hi = tn_lane(m, (i4 - 1) + (i7 * 2), 1, 16);
                                            if (lo == 0 && hi == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            } else {
                                                for (int64_t v = lo; v < hi; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            uint64_t sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0u;
                            }
                            for (int64_t i9 = 0; i9 < 2; i9++) {
                                const int64_t p3 = (i3 * 2) + i9;
                                for (int64_t i10 = 0; i10 < 1; i10++) {
                                    for (int64_t i11 = 0; i11 < 3; i11++) {
                                        const int64_t p4 = ((i5 * 3) - 2) + i11;
                                        if ((0 <= p3) && (p3 < 1) && (0 <= p4) && (p4 < 5)) {
                                            const int64_t lo2 = tn_lane(0, (i4 - 1) + (i10 * 2), 1, 16);
                                            const int64_t hi2 = tn_lane(m, (i4 - 1) + (i10 * 2), 1, 16);
                                            if (lo2 == 0 && hi2 == 16) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = (uint64_t)((uint64_t)sum[v] + (uint64_t)x0[((i * 0 + i2 + p3) * m + (((i4 + v) - 1) + (i10 * 2))) * 5 + p4]);
                                                }
                                            } else {
                                                for (int64_t v = lo2; v < hi2; v++) {
                                                    sum[v] = (uint64_t)((uint64_t)sum[v] + (uint64_t)x0[((i * 0 + i2 + p3) * m + (((i4 + v) - 1) + (i10 * 2))) * 5 + p4]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[((i * 0 + i2 + i3) * d + (i4 + v)) * 3 + i5] = tn_truncdiv_u64(sum[v], (uint64_t)tn_max_i64(count[v], 1));
                            }
                        }
                    }
                } else {
                    const int64_t end2 = (int64_t)((uint64_t)m + (uint64_t)2);
                    for (int64_t i12 = 0; i12 < end2; i12++) {
                        for (int64_t i13 = 0; i13 < 3; i13++) {
                            int64_t count2 = 0;
                            for (int64_t i14 = 0; i14 < 2; i14++) {
                                const int64_t p5 = (i3 * 2) + i14;
                                for (int64_t i15 = 0; i15 < 1; i15++) {
                                    const int64_t p6 = (i12 - 1) + (i15 * 2);
                                    for (int64_t i16 = 0; i16 < 3; i16++) {
                                        const int64_t p7 = ((i13 * 3) - 2) + i16;
                                        if ((((0 <= p5) && (p5 < 1)) && ((0 <= p6) && (p6 < m))) && ((0 <= p7) && (p7 < 5))) {
                                            count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                            uint64_t sum2 = 0u;
                            for (int64_t i17 = 0; i17 < 2; i17++) {
                                const int64_t p8 = (i3 * 2) + i17;
                                for (int64_t i18 = 0; i18 < 1; i18++) {
                                    const int64_t p9 = (i12 - 1) + (i18 * 2);
                                    for (int64_t i19 = 0; i19 < 3; i19++) {
                                        const int64_t p10 = ((i13 * 3) - 2) + i19;
                                        if ((((0 <= p8) && (p8 < 1)) && ((0 <= p9) && (p9 < m))) && ((0 <= p10) && (p10 < 5))) {
                                            sum2 = (uint64_t)((uint64_t)sum2 + (uint64_t)x0[((i * 0 + i2 + p8) * m + p9) * 5 + p10]);
                                        }
                                    }
                                }
                            }
                            y0[((i * 0 + i2 + i3) * d + i12) * 3 + i13] = tn_truncdiv_u64(sum2, (uint64_t)tn_max_i64(count2, 1));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_320(void *const *p, const int64_t *s, char *work);
int32_t call_320(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d11(p[0], p[1], s[0]);
}
int64_t work_320(const int64_t *s);
int64_t work_320(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d12(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        int64_t sum[7];
                        for (int64_t i4 = 0; i4 < 7; i4++) {
                            sum[i4] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p = i3 + i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t p2 = ((i5 * 3) - 1) + i8;
                                    if ((0 <= p) && (p < 2) && (0 <= p2) && (p2 < 3)) {
                                        const int64_t lo = tn_lane(0, (0 - 2) + i7, 1, 7);
                                        const int64_t hi = tn_lane(3, (0 - 2) + i7, 1, 7);
                                        if (lo == 0 && hi == 7) {
                                            for (int64_t i4 = 0; i4 < 7; i4++) {
                                                sum[i4] = (int64_t)((uint64_t)sum[i4] + (uint64_t)(int64_t)x0[(((i * 0 + i2) * 2 + p) * 3 + ((i4 - 2) + i7)) * 3 + p2]);
                                            }
                                        } else {
                                            for (int64_t i4 = lo; i4 < hi; i4++) {
                                                sum[i4] = (int64_t)((uint64_t)sum[i4] + (uint64_t)(int64_t)x0[(((i * 0 + i2) * 2 + p) * 3 + ((i4 - 2) + i7)) * 3 + p2]);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 7; i4++) {
                            y0[(((i * 0 + i2) * 2 + i3) * 7 + i4) * 3 + i5] = (int8_t)sum[i4];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_321(void *const *p, const int64_t *s, char *work);
int32_t call_321(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d12(p[0], p[1]);
}
int64_t work_321(const int64_t *s);
int64_t work_321(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d13(const float *restrict x0, float *restrict y0, int64_t n) {
    const int64_t d = n + (-1);
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    const int64_t end = n + (-1);
                    if (end >= 16) {
                        for (int64_t i5 = 0; i5 < end; i5 += 16) {
                            if (i5 > end - 16) i5 = end - 16;
                            int64_t count[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                count[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                (void)((i3 * 2) + (i6 * 2));
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                    const int64_t p = i4 + i7;
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        if ((0 <= p) && (p < 1)) {
                                            const int64_t lo = tn_lane(0, (i5 - 1) + i8, 1, 16);
                                            const int64_t hi = tn_lane(n, (i5 - 1) + i8, 1, 16);
                                            if (lo == 0 && hi == 16) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t v = lo; v < hi; v++) {
                                                    count[v] = (int64_t)((uint64_t)count[v] + (uint64_t)1);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            float sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i9 = 0; i9 < 3; i9++) {
                                const int64_t p2 = (i3 * 2) + (i9 * 2);
                                for (int64_t i10 = 0; i10 < 1; i10++) {
                                    const int64_t p3 = i4 + i10;
                                    for (int64_t i11 = 0; i11 < 3; i11++) {
                                        if ((0 <= p3) && (p3 < 1)) {
                                            const int64_t lo2 = tn_lane(0, (i5 - 1) + i11, 1, 16);
                                            const int64_t hi2 = tn_lane(n, (i5 - 1) + i11, 1, 16);
                                            if (lo2 == 0 && hi2 == 16) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = sum[v] + x0[((p2 + i) * 3 + i2 + p3) * n + (((i5 + v) - 1) + i11)];
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t v = lo2; v < hi2; v++) {
                                                    sum[v] = sum[v] + x0[((p2 + i) * 3 + i2 + p3) * n + (((i5 + v) - 1) + i11)];
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[((i * 3 + i2 + i3) * 2 + i4) * d + (i5 + v)] = sum[v] / (float)tn_max_i64(count[v], 1);
                            }
                        }
                    } else {
                        const int64_t end2 = n + (-1);
                        for (int64_t i12 = 0; i12 < end2; i12++) {
                            int64_t count2 = 0;
                            for (int64_t i13 = 0; i13 < 3; i13++) {
                                (void)((i3 * 2) + (i13 * 2));
                                for (int64_t i14 = 0; i14 < 1; i14++) {
                                    const int64_t p4 = i4 + i14;
                                    for (int64_t i15 = 0; i15 < 3; i15++) {
                                        const int64_t p5 = (i12 - 1) + i15;
                                        if (((0 <= p4) && (p4 < 1)) && ((0 <= p5) && (p5 < n))) {
                                            count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                                        }
                                    }
                                }
                            }
                            float sum2 = 0.0f;
                            for (int64_t i16 = 0; i16 < 3; i16++) {
                                const int64_t p6 = (i3 * 2) + (i16 * 2);
                                for (int64_t i17 = 0; i17 < 1; i17++) {
                                    const int64_t p7 = i4 + i17;
                                    for (int64_t i18 = 0; i18 < 3; i18++) {
                                        const int64_t p8 = (i12 - 1) + i18;
                                        if (((0 <= p7) && (p7 < 1)) && ((0 <= p8) && (p8 < n))) {
                                            sum2 = sum2 + x0[((p6 + i) * 3 + i2 + p7) * n + p8];
                                        }
                                    }
                                }
                            }
                            y0[((i * 3 + i2 + i3) * 2 + i4) * d + i12] = sum2 / (float)tn_max_i64(count2, 1);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_322(void *const *p, const int64_t *s, char *work);
int32_t call_322(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d13(p[0], p[1], s[0]);
}
int64_t work_322(const int64_t *s);
int64_t work_322(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                double sum = 0.0;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = i3 + i5;
                        sum = sum + (x0[(i4 * 3 + i2) * 3 + p] * x1[(i4 * 2 + i) * 3 + i5]);
                    }
                }
                y0[i * 3 + i2 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_323(void *const *p, const int64_t *s, char *work);
int32_t call_323(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d(p[0], p[1], p[2]);
}
int64_t work_323(const int64_t *s);
int64_t work_323(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d2(const float *restrict x0, const float *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float sum = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = (i3 * 3) + (i5 * 2);
                        sum = sum + (x0[(i * 2 + i4) * 3 + p] * x1[i2 * 2 + i4 + i5]);
                    }
                }
                y0[i * 3 + i2 + i3] = tn_f16_bits(tn_f16_round((double)sum));
            }
        }
    }
    return 0;
}

int32_t call_324(void *const *p, const int64_t *s, char *work);
int32_t call_324(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d2(p[0], p[1], p[2]);
}
int64_t work_324(const int64_t *s);
int64_t work_324(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d3(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                float sum[7];
                TN_LANES
                for (int64_t i3 = 0; i3 < 7; i3++) {
                    sum[i3] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                         {
                            const int64_t lo = tn_lane(0, (0 - 2) + i5, 1, 7);
                            const int64_t hi = tn_lane(3, (0 - 2) + i5, 1, 7);
                            if (lo == 0 && hi == 7) {
                                TN_LANES
                                for (int64_t i3 = 0; i3 < 7; i3++) {
                                    sum[i3] = sum[i3] + ((float)tn_f16_value(x0[(i * 2 + i4) * 3 + ((i3 - 2) + i5)]) * (float)tn_f16_value(x1[i4 * 2 + i2 + i5]));
                                }
                            } else {
                                TN_LANES
                                for (int64_t i3 = lo; i3 < hi; i3++) {
                                    sum[i3] = sum[i3] + ((float)tn_f16_value(x0[(i * 2 + i4) * 3 + ((i3 - 2) + i5)]) * (float)tn_f16_value(x1[i4 * 2 + i2 + i5]));
                                }
                            }
                        }
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 7; i3++) {
                    y0[(i * 2 + i2) * 7 + i3] = tn_f16_bits(tn_f16_round((double)sum[i3]));
                }
            }
        }
    }
    return 0;
}

int32_t call_325(void *const *p, const int64_t *s, char *work);
int32_t call_325(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d3(p[0], p[1], p[2]);
}
int64_t work_325(const int64_t *s);
int64_t work_325(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d4(const double *restrict x0, const double *restrict x1, double *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add(m, 1);
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t end = (int64_t)((uint64_t)m + (uint64_t)1);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    double sum[16];
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                             {
                                const int64_t lo = tn_lane(0, (i3 - 1) + i5, 1, 16);
                                const int64_t hi = tn_lane(m, (i3 - 1) + i5, 1, 16);
                                if (lo == 0 && hi == 16) {
                                    TN_LANES
                                    for (int64_t v = 0; v < 16; v++) {
                                        sum[v] = sum[v] + (x0[(i * 2 + i4) * m + (((i3 + v) - 1) + i5)] * x1[(i4 * 2 + i2) * 2 + i5]);
                                    }
                                } else {
                                    TN_LANES
                                    for (int64_t v = lo; v < hi; v++) {
                                        sum[v] = sum[v] + (x0[(i * 2 + i4) * m + (((i3 + v) - 1) + i5)] * x1[(i4 * 2 + i2) * 2 + i5]);
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 2 + i2) * d + (i3 + v)] = sum[v];
                    }
                }
            } else {
                const int64_t end2 = (int64_t)((uint64_t)m + (uint64_t)1);
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    double sum2 = 0.0;
                    for (int64_t i7 = 0; i7 < 2; i7++) {
                        for (int64_t i8 = 0; i8 < 2; i8++) {
                            const int64_t p = (i6 - 1) + i8;
                            if ((0 <= p) && (p < m)) {
                                sum2 = sum2 + (x0[(i * 2 + i7) * m + p] * x1[(i7 * 2 + i2) * 2 + i8]);
                            }
                        }
                    }
                    y0[(i * 2 + i2) * d + i6] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_326(void *const *p, const int64_t *s, char *work);
int32_t call_326(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d4(p[0], p[1], p[2], s[0]);
}
int64_t work_326(const int64_t *s);
int64_t work_326(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d5(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                uint32_t sum[4];
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    sum[i3] = 0u;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                         {
                            const int64_t lo = tn_lane(0, ((0 * 2) - 2) + i5, 2, 4);
                            const int64_t hi = tn_lane(3, ((0 * 2) - 2) + i5, 2, 4);
                            if (lo == 0 && hi == 4) {
                                for (int64_t i3 = 0; i3 < 4; i3++) {
                                    sum[i3] = (uint32_t)((uint32_t)sum[i3] + (uint32_t)(uint32_t)((uint32_t)x0[(i * 2 + i4) * 3 + (((i3 * 2) - 2) + i5)] * (uint32_t)x1[i4 * 2 + i2 + i5]));
                                }
                            } else {
                                for (int64_t i3 = lo; i3 < hi; i3++) {
                                    sum[i3] = (uint32_t)((uint32_t)sum[i3] + (uint32_t)(uint32_t)((uint32_t)x0[(i * 2 + i4) * 3 + (((i3 * 2) - 2) + i5)] * (uint32_t)x1[i4 * 2 + i2 + i5]));
                                }
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i * 2 + i2) * 4 + i3] = sum[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_327(void *const *p, const int64_t *s, char *work);
int32_t call_327(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d5(p[0], p[1], p[2]);
}
int64_t work_327(const int64_t *s);
int64_t work_327(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d6(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    int32_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const int64_t p = (i3 * 3) + (i5 * 2);
                                sum[v] = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[(((i + v)) * 2 + i4) * 5 + p] * (uint32_t)x1[(i2 * 2 + i4) * 3 + i5]));
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[((i + v)) * 3 + i2 + i3] = sum[v];
                    }
                }
            }
        }
    } else {
        for (int64_t i6 = 0; i6 < m; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    int32_t sum2 = 0;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = (i8 * 3) + (i10 * 2);
                            sum2 = (int32_t)((uint32_t)sum2 + (uint32_t)(int32_t)((uint32_t)x0[(i6 * 2 + i9) * 5 + p2] * (uint32_t)x1[(i7 * 2 + i9) * 3 + i10]));
                        }
                    }
                    y0[i6 * 3 + i7 + i8] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_328(void *const *p, const int64_t *s, char *work);
int32_t call_328(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d6(p[0], p[1], p[2], s[0]);
}
int64_t work_328(const int64_t *s);
int64_t work_328(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d7(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float sum = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = ((i2 * 3) - 1) + i5;
                        if ((0 <= p) && (p < 2)) {
                            sum = sum + (x0[(i * 2 + p) * 2 + i4] * x1[i4 + i3 + i5]);
                        }
                    }
                }
                y0[i * 2 + i2 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_329(void *const *p, const int64_t *s, char *work);
int32_t call_329(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d7(p[0], p[1], p[2]);
}
int64_t work_329(const int64_t *s);
int64_t work_329(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d8(const int64_t *restrict x0, const int64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                uint64_t sum = 0u;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = ((i3 * 2) - 1) + i5;
                        if ((0 <= p) && (p < 3)) {
                            sum = (uint64_t)((uint64_t)sum + (uint64_t)(uint64_t)((uint64_t)(uint64_t)x0[(i + i4) * 3 + p] * (uint64_t)(uint64_t)x1[(i4 * 3 + i2) * 3 + i5]));
                        }
                    }
                }
                y0[(i * 3 + i2) * 2 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_330(void *const *p, const int64_t *s, char *work);
int32_t call_330(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d8(p[0], p[1], p[2]);
}
int64_t work_330(const int64_t *s);
int64_t work_330(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d9(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                int64_t sum = 0;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        const int64_t p = i2 + (i5 * 2);
                        sum = (int64_t)((uint64_t)sum + (uint64_t)(int64_t)((uint64_t)x0[i * 3 + p + i4] * (uint64_t)x1[(i3 + i4) * 2 + i5]));
                    }
                }
                y0[(i + i2) * 3 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_331(void *const *p, const int64_t *s, char *work);
int32_t call_331(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d9(p[0], p[1], p[2]);
}
int64_t work_331(const int64_t *s);
int64_t work_331(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d10(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 1; i2++) {
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const int64_t p = i3 + i5;
                                sum[v] = sum[v] + ((float)tn_f16_value(x0[(((i + v)) * 2 + i4) * 3 + p]) * (float)tn_f16_value(x1[(i2 * 2 + i4) * 3 + i5]));
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i + v) + i2 + i3] = tn_f16_bits(tn_f16_round((double)sum[v]));
                    }
                }
            }
        }
    } else {
        for (int64_t i6 = 0; i6 < m; i6++) {
            for (int64_t i7 = 0; i7 < 1; i7++) {
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    float sum2 = 0.0f;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p2 = i8 + i10;
                            sum2 = sum2 + ((float)tn_f16_value(x0[(i6 * 2 + i9) * 3 + p2]) * (float)tn_f16_value(x1[(i7 * 2 + i9) * 3 + i10]));
                        }
                    }
                    y0[i6 + i7 + i8] = tn_f16_bits(tn_f16_round((double)sum2));
                }
            }
        }
    }
    return 0;
}

int32_t call_332(void *const *p, const int64_t *s, char *work);
int32_t call_332(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d10(p[0], p[1], p[2], s[0]);
}
int64_t work_332(const int64_t *s);
int64_t work_332(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d11(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int32_t sum = 0;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        const int64_t p = i3 + (i5 * 2);
                        sum = (int32_t)((uint32_t)sum + (uint32_t)(int32_t)((uint32_t)x0[(i * 2 + i4) * 3 + p] * (uint32_t)x1[(i4 * 2 + i2) * 2 + i5]));
                    }
                }
                y0[i * 2 + i2 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_333(void *const *p, const int64_t *s, char *work);
int32_t call_333(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d11(p[0], p[1], p[2]);
}
int64_t work_333(const int64_t *s);
int64_t work_333(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d12(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                int32_t sum[6];
                for (int64_t i2 = 0; i2 < 6; i2++) {
                    sum[i2] = 0;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = (i3 * 2) + (i5 * 2);
                        if ((0 <= p) && (p < 1)) {
                            for (int64_t i2 = 0; i2 < 6; i2++) {
                                sum[i2] = (int32_t)((uint32_t)sum[i2] + (uint32_t)(int32_t)((uint32_t)x0[i * 4 + (((i2 / 3) * 2) + i4) + p] * (uint32_t)x1[(i5 * 2 + i4) * 6 + i2]));
                            }
                        }
                    }
                }
                for (int64_t i2 = 0; i2 < 6; i2++) {
                    y0[i * 6 + i2 + i3] = sum[i2];
                }
            }
        }
    }
    return 0;
}

int32_t call_334(void *const *p, const int64_t *s, char *work);
int32_t call_334(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d12(p[0], p[1], p[2]);
}
int64_t work_334(const int64_t *s);
int64_t work_334(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d13(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                int32_t sum = 0;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = i3 + i5;
                        sum = (int32_t)((uint32_t)sum + (uint32_t)(int32_t)((uint32_t)x0[(i4 * 2 + i2) * 3 + p] * (uint32_t)x1[(i5 * 2 + i4) * 3 + i]));
                    }
                }
                y0[(i * 2 + i2) * 3 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_335(void *const *p, const int64_t *s, char *work);
int32_t call_335(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d13(p[0], p[1], p[2]);
}
int64_t work_335(const int64_t *s);
int64_t work_335(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d14(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                float sum = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t p = i2 + i5;
                        sum = sum + (x0[(i * 2 + i4) * 2 + p] * x1[i3 * 2 + i4 + i5]);
                    }
                }
                y0[(i * 2 + i2) * 2 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_336(void *const *p, const int64_t *s, char *work);
int32_t call_336(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d14(p[0], p[1], p[2]);
}
int64_t work_336(const int64_t *s);
int64_t work_336(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            {
                float sum[10];
                for (int64_t i3 = 0; i3 < 10; i3++) {
                    sum[i3] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i3 = 0; i3 < 10; i3++) {
                            const int64_t reach = i3 - (i5 * 2);
                            const int64_t t = tn_floordiv_i64(reach, 3);
                            if (((0 <= t) && (t < 2)) && (tn_floormod_i64(reach, 3) == 0)) {
                                const int64_t t2 = (i2 / 2) + i4;
                                sum[i3] = sum[i3] + (x0[(i * 2 + t2) * 2 + tn_floordiv_i64(reach, 3)] * x1[(t2 * 2 + (i2 % 2)) * 3 + i5]);
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 10; i3++) {
                    y0[(i * 4 + i2) * 10 + i3] = sum[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_337(void *const *p, const int64_t *s, char *work);
int32_t call_337(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose(p[0], p[1], p[2]);
}
int64_t work_337(const int64_t *s);
int64_t work_337(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose2(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 3; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    uint32_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0u;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            const int64_t reach = i3 - (i5 * 2);
                            if ((0 <= reach) && (reach < 2)) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)x0[(((i2 + v)) * 2 + i4) * 2 + reach] * (uint32_t)x1[i4 * 3 + i + i5]));
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * n + (i2 + v)) * 2 + i3] = sum[v];
                    }
                }
            }
        } else {
            for (int64_t i6 = 0; i6 < n; i6++) {
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    uint32_t sum2 = 0u;
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            const int64_t reach2 = i7 - (i9 * 2);
                            if ((0 <= reach2) && (reach2 < 2)) {
                                sum2 = (uint32_t)((uint32_t)sum2 + (uint32_t)(uint32_t)((uint32_t)x0[(i6 * 2 + i8) * 2 + reach2] * (uint32_t)x1[i8 * 3 + i + i9]));
                            }
                        }
                    }
                    y0[(i * n + i6) * 2 + i7] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_338(void *const *p, const int64_t *s, char *work);
int32_t call_338(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose2(p[0], p[1], p[2], s[0]);
}
int64_t work_338(const int64_t *s);
int64_t work_338(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose3(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    int64_t i = 0;
    for (; i <= 5 - 4; i += 4) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                int32_t sum[6];
                int32_t sum2[6];
                int32_t sum3[6];
                int32_t sum4[6];
                for (int64_t i3 = 0; i3 < 6; i3++) {
                    sum[i3] = 0;
                    sum2[i3] = 0;
                    sum3[i3] = 0;
                    sum4[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t reach = i2 - i5;
                        const int64_t t = tn_floordiv_i64(reach, 3);
                        if (((0 <= t) && (t < 1)) && (tn_floormod_i64(reach, 3) == 0)) {
                            for (int64_t i3 = 0; i3 < 6; i3++) {
                                const int64_t t2 = (i3 / 3) + i4;
                                sum[i3] = (int32_t)((uint32_t)sum[i3] + (uint32_t)(int32_t)((uint32_t)x0[(i + tn_floordiv_i64(reach, 3)) * 2 + t2] * (uint32_t)x1[((i3 % 3) * 2 + t2) * 3 + i5]));
                                const int64_t t3 = (i3 / 3) + i4;
                                sum2[i3] = (int32_t)((uint32_t)sum2[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i + 1) + tn_floordiv_i64(reach, 3)) * 2 + t3] * (uint32_t)x1[((i3 % 3) * 2 + t3) * 3 + i5]));
                                const int64_t t4 = (i3 / 3) + i4;
                                sum3[i3] = (int32_t)((uint32_t)sum3[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i + 2) + tn_floordiv_i64(reach, 3)) * 2 + t4] * (uint32_t)x1[((i3 % 3) * 2 + t4) * 3 + i5]));
                                const int64_t t5 = (i3 / 3) + i4;
                                sum4[i3] = (int32_t)((uint32_t)sum4[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i + 3) + tn_floordiv_i64(reach, 3)) * 2 + t5] * (uint32_t)x1[((i3 % 3) * 2 + t5) * 3 + i5]));
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 6; i3++) {
                    y0[(i * 3 + i2) * 6 + i3] = sum[i3];
                    y0[(((i + 1)) * 3 + i2) * 6 + i3] = sum2[i3];
                    y0[(((i + 2)) * 3 + i2) * 6 + i3] = sum3[i3];
                    y0[(((i + 3)) * 3 + i2) * 6 + i3] = sum4[i3];
                }
            }
        }
    }
    for (; i < 5; i++) {
        for (int64_t i6 = 0; i6 < 3; i6++) {
            {
                int32_t sum5[6];
                for (int64_t i7 = 0; i7 < 6; i7++) {
                    sum5[i7] = 0;
                }
                for (int64_t i8 = 0; i8 < 1; i8++) {
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        const int64_t reach2 = i6 - i9;
                        const int64_t t6 = tn_floordiv_i64(reach2, 3);
                        if (((0 <= t6) && (t6 < 1)) && (tn_floormod_i64(reach2, 3) == 0)) {
                            for (int64_t i7 = 0; i7 < 6; i7++) {
                                const int64_t t7 = (i7 / 3) + i8;
                                sum5[i7] = (int32_t)((uint32_t)sum5[i7] + (uint32_t)(int32_t)((uint32_t)x0[(i + tn_floordiv_i64(reach2, 3)) * 2 + t7] * (uint32_t)x1[((i7 % 3) * 2 + t7) * 3 + i9]));
                            }
                        }
                    }
                }
                for (int64_t i7 = 0; i7 < 6; i7++) {
                    y0[(i * 3 + i6) * 6 + i7] = sum5[i7];
                }
            }
        }
    }
    return 0;
}

int32_t call_339(void *const *p, const int64_t *s, char *work);
int32_t call_339(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose3(p[0], p[1], p[2]);
}
int64_t work_339(const int64_t *s);
int64_t work_339(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose4(const int32_t *restrict x0, const int32_t *restrict x1, uint32_t *restrict y0, int64_t n) {
    const int64_t d = tn_sat_add(n, 1);
    for (int64_t i = 0; i < 0; i++) {
        const int64_t end = (int64_t)((uint64_t)n + (uint64_t)1);
        if (end >= 16) {
            for (int64_t i2 = 0; i2 < end; i2 += 16) {
                if (i2 > end - 16) i2 = end - 16;
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    uint32_t sum[16];
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0u;
                    }
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                             {
                                const int64_t lo = tn_lane(0, i2 - i5, 1, 16);
                                const int64_t hi = tn_lane(n, i2 - i5, 1, 16);
                                if (lo == 0 && hi == 16) {
                                    TN_LANES
                                    for (int64_t v = 0; v < 16; v++) {
                                        const int64_t t = i3 + i4;
                                        const uint32_t t2 = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)(uint32_t)x0[(i * 3 + t) * n + ((i2 + v) - i5)] * (uint32_t)(uint32_t)x1[((i3 % 1) * 3 + t) * 2 + i5]));
                                        sum[v] = t2;
                                    }
                                } else {
                                    TN_LANES
                                    for (int64_t v = lo; v < hi; v++) {
                                        const int64_t t3 = i3 + i4;
                                        const uint32_t t4 = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)(uint32_t)x0[(i * 3 + t3) * n + ((i2 + v) - i5)] * (uint32_t)(uint32_t)x1[((i3 % 1) * 3 + t3) * 2 + i5]));
                                        sum[v] = t4;
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * d + (i2 + v)) * 3 + i3] = sum[v];
                    }
                }
            }
        } else {
            const int64_t end2 = (int64_t)((uint64_t)n + (uint64_t)1);
            for (int64_t i6 = 0; i6 < end2; i6++) {
                for (int64_t i7 = 0; i7 < 3; i7++) {
                    uint32_t sum2 = 0u;
                    for (int64_t i8 = 0; i8 < 1; i8++) {
                        for (int64_t i9 = 0; i9 < 2; i9++) {
                            const int64_t reach = i6 - i9;
                            if ((0 <= reach) && (reach < n)) {
                                const int64_t t5 = i7 + i8;
                                sum2 = (uint32_t)((uint32_t)sum2 + (uint32_t)(uint32_t)((uint32_t)(uint32_t)x0[(i * 3 + t5) * n + reach] * (uint32_t)(uint32_t)x1[((i7 % 1) * 3 + t5) * 2 + i9]));
                            }
                        }
                    }
                    y0[(i * d + i6) * 3 + i7] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_340(void *const *p, const int64_t *s, char *work);
int32_t call_340(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose4(p[0], p[1], p[2], s[0]);
}
int64_t work_340(const int64_t *s);
int64_t work_340(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose5(const float *restrict x0, const float *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            {
                float sum[4];
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    sum[i3] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                         {
                            const int64_t lo = tn_lane(0, 0 - i5, 1, 4);
                            const int64_t hi = tn_lane(2, 0 - i5, 1, 4);
                            if (lo == 0 && hi == 4) {
                                TN_LANES
                                for (int64_t i3 = 0; i3 < 4; i3++) {
                                    sum[i3] = sum[i3] + (x0[(i + i4) * 2 + (i3 - i5)] * x1[i5 + i4 + i2]);
                                }
                            } else {
                                TN_LANES
                                for (int64_t i3 = lo; i3 < hi; i3++) {
                                    sum[i3] = sum[i3] + (x0[(i + i4) * 2 + (i3 - i5)] * x1[i5 + i4 + i2]);
                                }
                            }
                        }
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i + i2) * 4 + i3] = tn_f16_bits(tn_f16_round((double)sum[i3]));
                }
            }
        }
    }
    return 0;
}

int32_t call_341(void *const *p, const int64_t *s, char *work);
int32_t call_341(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose5(p[0], p[1], p[2]);
}
int64_t work_341(const int64_t *s);
int64_t work_341(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose6(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                uint8_t sum[16];
                for (int64_t i2 = 0; i2 < 16; i2++) {
                    sum[i2] = 0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i2 = 0; i2 < 16; i2++) {
                            const int64_t reach = i2 - i5;
                            const int64_t t = tn_floordiv_i64(reach, 3);
                            if (((0 <= t) && (t < 5)) && (tn_floormod_i64(reach, 3) == 0)) {
                                sum[i2] = (uint8_t)((uint32_t)sum[i2] + (uint32_t)(uint8_t)((uint32_t)x0[(i + i4) * 5 + tn_floordiv_i64(reach, 3)] * (uint32_t)x1[i5 + i4 + i3]));
                            }
                        }
                    }
                }
                for (int64_t i2 = 0; i2 < 16; i2++) {
                    y0[i * 16 + i2 + i3] = sum[i2];
                }
            }
        }
    }
    return 0;
}

int32_t call_342(void *const *p, const int64_t *s, char *work);
int32_t call_342(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose6(p[0], p[1], p[2]);
}
int64_t work_342(const int64_t *s);
int64_t work_342(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose7(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 6; i2++) {
            {
                double sum[4];
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    sum[i3] = 0.0;
                }
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                         {
                            const int64_t lo = tn_lane(0, 0 - (i5 * 2), 1, 4);
                            const int64_t hi = tn_lane(2, 0 - (i5 * 2), 1, 4);
                            if (lo == 0 && hi == 4) {
                                TN_LANES
                                for (int64_t i3 = 0; i3 < 4; i3++) {
                                    const int64_t t = (i2 / 3) + i4;
                                    sum[i3] = sum[i3] + (x0[(i * 2 + t) * 2 + (i3 - (i5 * 2))] * x1[((i2 % 3) * 2 + t) * 2 + i5]);
                                }
                            } else {
                                TN_LANES
                                for (int64_t i3 = lo; i3 < hi; i3++) {
                                    const int64_t t2 = (i2 / 3) + i4;
                                    sum[i3] = sum[i3] + (x0[(i * 2 + t2) * 2 + (i3 - (i5 * 2))] * x1[((i2 % 3) * 2 + t2) * 2 + i5]);
                                }
                            }
                        }
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i * 6 + i2) * 4 + i3] = sum[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_343(void *const *p, const int64_t *s, char *work);
int32_t call_343(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose7(p[0], p[1], p[2]);
}
int64_t work_343(const int64_t *s);
int64_t work_343(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose8(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m) {
    if (m >= 16) {
        for (int64_t i = 0; i < m; i += 16) {
            if (i > m - 16) i = m - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            const int64_t reach = (i2 + 1) - (i5 * 2);
                            const int64_t t = reach / 3;
                            if (((0 <= t) && (t < 2)) && ((reach % 3) == 0)) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = sum[v] + (x0[(((i + v)) * 2 + (reach / 3)) * 2 + i4] * x1[i4 * 2 + i3 + i5]);
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(((i + v)) * 3 + i2) * 2 + i3] = sum[v];
                    }
                }
            }
        }
    } else {
        for (int64_t i6 = 0; i6 < m; i6++) {
            for (int64_t i7 = 0; i7 < 3; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    float sum2 = 0.0f;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        for (int64_t i10 = 0; i10 < 1; i10++) {
                            const int64_t reach2 = (i7 + 1) - (i10 * 2);
                            const int64_t t2 = reach2 / 3;
                            if (((0 <= t2) && (t2 < 2)) && ((reach2 % 3) == 0)) {
                                sum2 = sum2 + (x0[(i6 * 2 + (reach2 / 3)) * 2 + i9] * x1[i9 * 2 + i8 + i10]);
                            }
                        }
                    }
                    y0[(i6 * 3 + i7) * 2 + i8] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_344(void *const *p, const int64_t *s, char *work);
int32_t call_344(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose8(p[0], p[1], p[2], s[0]);
}
int64_t work_344(const int64_t *s);
int64_t work_344(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose9(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                float sum = 0.0f;
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t reach = i2 - i5;
                        if ((0 <= reach) && (reach < 2)) {
                            const int64_t t = i3 + i4;
                            sum = sum + (x0[(i * 3 + t) * 2 + reach] * x1[i5 * 3 + t + (i3 % 1)]);
                        }
                    }
                }
                y0[(i * 2 + i2) * 3 + i3] = sum;
            }
        }
    }
    return 0;
}

int32_t call_345(void *const *p, const int64_t *s, char *work);
int32_t call_345(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose9(p[0], p[1], p[2]);
}
int64_t work_345(const int64_t *s);
int64_t work_345(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose10(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 1; i++) {
        if (m >= 16) {
            for (int64_t i2 = 0; i2 < m; i2 += 16) {
                if (i2 > m - 16) i2 = m - 16;
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    int64_t sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0;
                    }
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            const int64_t reach = i3 - i5;
                            if ((0 <= reach) && (reach < 1)) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)((uint64_t)x0[(i2 + v) + reach + i4] * (uint64_t)x1[i5 + i4 + i]));
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * m + (i2 + v)) * 3 + i3] = sum[v];
                    }
                }
            }
        } else {
            for (int64_t i6 = 0; i6 < m; i6++) {
                for (int64_t i7 = 0; i7 < 3; i7++) {
                    int64_t sum2 = 0;
                    for (int64_t i8 = 0; i8 < 1; i8++) {
                        for (int64_t i9 = 0; i9 < 3; i9++) {
                            const int64_t reach2 = i7 - i9;
                            if ((0 <= reach2) && (reach2 < 1)) {
                                sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)((uint64_t)x0[i6 + reach2 + i8] * (uint64_t)x1[i9 + i8 + i]));
                            }
                        }
                    }
                    y0[(i * m + i6) * 3 + i7] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_346(void *const *p, const int64_t *s, char *work);
int32_t call_346(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose10(p[0], p[1], p[2], s[0]);
}
int64_t work_346(const int64_t *s);
int64_t work_346(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose11(const uint32_t *restrict x0, const uint32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                int32_t sum[12];
                for (int64_t i3 = 0; i3 < 12; i3++) {
                    sum[i3] = 0;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i3 = 0; i3 < 12; i3++) {
                            const int64_t reach = (i3 + 2) - i5;
                            const int64_t t = reach / 3;
                            if (((0 <= t) && (t < 5)) && ((reach % 3) == 0)) {
                                sum[i3] = (int32_t)((uint32_t)sum[i3] + (uint32_t)(int32_t)((uint32_t)(int32_t)x0[(i4 * 3 + i2) * 5 + (reach / 3)] * (uint32_t)(int32_t)x1[i5 * 2 + i4 + i]));
                            }
                        }
                    }
                }
                for (int64_t i3 = 0; i3 < 12; i3++) {
                    y0[(i * 3 + i2) * 12 + i3] = sum[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_347(void *const *p, const int64_t *s, char *work);
int32_t call_347(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose11(p[0], p[1], p[2]);
}
int64_t work_347(const int64_t *s);
int64_t work_347(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose12(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    const int64_t d = tn_sat_add(tn_sat_mul(3, n), (-1));
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t end = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)n) + (uint64_t)(-1));
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const int64_t reach = (i3 + v) - i5;
                                const int64_t t = tn_floordiv_i64(reach, 3);
                                if (((0 <= t) && (t < n)) && (tn_floormod_i64(reach, 3) == 0)) {
                                    const int64_t t2 = (i / 2) + i4;
                                    sum[v] = sum[v] + (x0[(t2 * 2 + i2) * n + tn_floordiv_i64(reach, 3)] * x1[((i % 2) * 2 + t2) * 2 + i5]);
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 2 + i2) * d + (i3 + v)] = sum[v];
                    }
                }
            } else {
                const int64_t end2 = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)n) + (uint64_t)(-1));
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    float sum2 = 0.0f;
                    for (int64_t i7 = 0; i7 < 1; i7++) {
                        for (int64_t i8 = 0; i8 < 2; i8++) {
                            const int64_t reach2 = i6 - i8;
                            const int64_t t3 = tn_floordiv_i64(reach2, 3);
                            if (((0 <= t3) && (t3 < n)) && (tn_floormod_i64(reach2, 3) == 0)) {
                                const int64_t t4 = (i / 2) + i7;
                                sum2 = sum2 + (x0[(t4 * 2 + i2) * n + tn_floordiv_i64(reach2, 3)] * x1[((i % 2) * 2 + t4) * 2 + i8]);
                            }
                        }
                    }
                    y0[(i * 2 + i2) * d + i6] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_348(void *const *p, const int64_t *s, char *work);
int32_t call_348(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose12(p[0], p[1], p[2], s[0]);
}
int64_t work_348(const int64_t *s);
int64_t work_348(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose13(const double *restrict x0, const double *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float sum = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        const int64_t reach = i3 - i5;
                        if ((0 <= reach) && (reach < 3)) {
                            sum = sum + ((float)x0[(i2 * 2 + i4) * 3 + reach] * (float)x1[i5 * 2 + i4 + i]);
                        }
                    }
                }
                y0[i * 2 + i2 + i3] = tn_f16_bits(tn_f16_round((double)sum));
            }
        }
    }
    return 0;
}

int32_t call_349(void *const *p, const int64_t *s, char *work);
int32_t call_349(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose13(p[0], p[1], p[2]);
}
int64_t work_349(const int64_t *s);
int64_t work_349(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 9; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                if (m >= 16) {
                    for (int64_t i4 = 0; i4 < m; i4 += 16) {
                        if (i4 > m - 16) i4 = m - 16;
                        int32_t sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = (i3 - 1) + i6;
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    if ((0 <= p) && (p < 3)) {
                                        const int64_t lo = tn_lane(0, (i4 - 1) + i7, 1, 16);
                                        const int64_t hi = tn_lane(m, (i4 - 1) + i7, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                const int32_t t = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + ((i2 / 3) + i5)) * 3 + p) * m + (((i4 + v) - 1) + i7)] * (uint32_t)x1[(i2 * 2 + i6) * 3 + i7 + i5]));
                                                sum[v] = t;
                                            }
                                        } else {
                                            TN_LANES
                                            for (int64_t v = lo; v < hi; v++) {
                                                const int32_t t2 = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + ((i2 / 3) + i5)) * 3 + p) * m + (((i4 + v) - 1) + i7)] * (uint32_t)x1[(i2 * 2 + i6) * 3 + i7 + i5]));
                                                sum[v] = t2;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 9 + i2) * 4 + i3) * m + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    for (int64_t i8 = 0; i8 < m; i8++) {
                        int32_t sum2 = 0;
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            for (int64_t i10 = 0; i10 < 2; i10++) {
                                const int64_t p2 = (i3 - 1) + i10;
                                for (int64_t i11 = 0; i11 < 3; i11++) {
                                    const int64_t p3 = (i8 - 1) + i11;
                                    if (((0 <= p2) && (p2 < 3)) && ((0 <= p3) && (p3 < m))) {
                                        sum2 = (int32_t)((uint32_t)sum2 + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + ((i2 / 3) + i9)) * 3 + p2) * m + p3] * (uint32_t)x1[(i2 * 2 + i10) * 3 + i11 + i9]));
                                    }
                                }
                            }
                        }
                        y0[((i * 9 + i2) * 4 + i3) * m + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_350(void *const *p, const int64_t *s, char *work);
int32_t call_350(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d(p[0], p[1], p[2], s[0]);
}
int64_t work_350(const int64_t *s);
int64_t work_350(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d2(const uint16_t *restrict x0, const uint16_t *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    double sum = 0.0;
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t p = i3 + i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p2 = (i4 * 2) + i7;
                                sum = sum + (tn_f16_value(x0[((i * 6 + ((i2 * 2) + i5)) * 3 + p) * 5 + p2]) * tn_f16_value(x1[(i2 * 3 + i6 + i7) * 2 + i5]));
                            }
                        }
                    }
                    y0[(i * 3 + i2 + i3) * 3 + i4] = sum;
                }
            }
        }
    }
    return 0;
}

int32_t call_351(void *const *p, const int64_t *s, char *work);
int32_t call_351(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d2(p[0], p[1], p[2]);
}
int64_t work_351(const int64_t *s);
int64_t work_351(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d3(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum[4];
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        sum[i2] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p = i4 + i7;
                                 {
                                    const int64_t lo = tn_lane(0, (0 - 1) + i6, 1, 4);
                                    const int64_t hi = tn_lane(2, (0 - 1) + i6, 1, 4);
                                    if (lo == 0 && hi == 4) {
                                        for (int64_t i2 = 0; i2 < 4; i2++) {
                                            sum[i2] = sum[i2] + (x0[(i * 2 + ((i2 - 1) + i6) + i5) * 2 + p] * x1[(i6 * 2 + i7 + i5) * 3 + i3]);
                                        }
                                    } else {
                                        for (int64_t i2 = lo; i2 < hi; i2++) {
                                            sum[i2] = sum[i2] + (x0[(i * 2 + ((i2 - 1) + i6) + i5) * 2 + p] * x1[(i6 * 2 + i7 + i5) * 3 + i3]);
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        y0[(i * 4 + i2) * 3 + i3 + i4] = sum[i2];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_352(void *const *p, const int64_t *s, char *work);
int32_t call_352(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d3(p[0], p[1], p[2]);
}
int64_t work_352(const int64_t *s);
int64_t work_352(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d4(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    uint8_t sum = 0;
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t p = ((i3 * 3) - 2) + (i6 * 2);
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p2 = (i4 * 3) + i7;
                                if ((0 <= p) && (p < 3)) {
                                    sum = (uint8_t)((uint32_t)sum + (uint32_t)(uint8_t)((uint32_t)x0[(i * 2 + i5) * 3 + p + p2] * (uint32_t)x1[(i2 * 2 + i5) * 3 + i6 + i7]));
                                }
                            }
                        }
                    }
                    y0[i * 3 + i2 + i3 + i4] = sum;
                }
            }
        }
    }
    return 0;
}

int32_t call_353(void *const *p, const int64_t *s, char *work);
int32_t call_353(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d4(p[0], p[1], p[2]);
}
int64_t work_353(const int64_t *s);
int64_t work_353(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d5(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    const int64_t d = n + (-1);
    for (int64_t i = 0; i < 1; i++) {
        const int64_t end = n + (-1);
        if (end >= 16) {
            for (int64_t i2 = 0; i2 < end; i2 += 16) {
                if (i2 > end - 16) i2 = end - 16;
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        int32_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p = ((i3 * 3) - 2) + (i7 * 2);
                                    if ((0 <= p) && (p < 2)) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            sum[v] = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[(i * n + ((i2 + v) + i6)) * 2 + p + i5] * (uint32_t)x1[(i4 * 2 + i6) * 3 + i7 + i5]));
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * d + (i2 + v) + i3) * 2 + i4] = sum[v];
                        }
                    }
                }
            }
        } else {
            const int64_t end2 = n + (-1);
            for (int64_t i8 = 0; i8 < end2; i8++) {
                for (int64_t i9 = 0; i9 < 1; i9++) {
                    for (int64_t i10 = 0; i10 < 2; i10++) {
                        int32_t sum2 = 0;
                        for (int64_t i11 = 0; i11 < 1; i11++) {
                            for (int64_t i12 = 0; i12 < 2; i12++) {
                                const int64_t p2 = i8 + i12;
                                for (int64_t i13 = 0; i13 < 3; i13++) {
                                    const int64_t p3 = ((i9 * 3) - 2) + (i13 * 2);
                                    if ((0 <= p3) && (p3 < 2)) {
                                        sum2 = (int32_t)((uint32_t)sum2 + (uint32_t)(int32_t)((uint32_t)x0[(i * n + p2) * 2 + p3 + i11] * (uint32_t)x1[(i10 * 2 + i12) * 3 + i13 + i11]));
                                    }
                                }
                            }
                        }
                        y0[(i * d + i8 + i9) * 2 + i10] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_354(void *const *p, const int64_t *s, char *work);
int32_t call_354(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d5(p[0], p[1], p[2], s[0]);
}
int64_t work_354(const int64_t *s);
int64_t work_354(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d6(const int32_t *restrict x0, const int32_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    uint16_t sum[6];
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        sum[i4] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t p = i3 + i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                 {
                                    const int64_t lo = tn_lane(0, (0 - 2) + (i7 * 2), 1, 6);
                                    const int64_t hi = tn_lane(2, (0 - 2) + (i7 * 2), 1, 6);
                                    if (lo == 0 && hi == 6) {
                                        TN_LANES
                                        for (int64_t i4 = 0; i4 < 6; i4++) {
                                            const uint16_t t = (uint16_t)((uint32_t)sum[i4] + (uint32_t)(uint16_t)((uint32_t)(uint16_t)x0[((i + i5) * 3 + p) * 2 + ((i4 - 2) + (i7 * 2))] * (uint32_t)(uint16_t)x1[i2 * 3 + i6 + i7 + i5]));
                                            sum[i4] = t;
                                        }
                                    } else {
                                        TN_LANES
                                        for (int64_t i4 = lo; i4 < hi; i4++) {
                                            const uint16_t t2 = (uint16_t)((uint32_t)sum[i4] + (uint32_t)(uint16_t)((uint32_t)(uint16_t)x0[((i + i5) * 3 + p) * 2 + ((i4 - 2) + (i7 * 2))] * (uint32_t)(uint16_t)x1[i2 * 3 + i6 + i7 + i5]));
                                            sum[i4] = t2;
                                        }
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        y0[(i * 3 + i2 + i3) * 6 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_355(void *const *p, const int64_t *s, char *work);
int32_t call_355(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d6(p[0], p[1], p[2]);
}
int64_t work_355(const int64_t *s);
int64_t work_355(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d7(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                {
                    float sum[4];
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = i2 + (i6 * 2);
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = i3 + i7;
                                if ((0 <= p2) && (p2 < 2)) {
                                    for (int64_t i4 = 0; i4 < 4; i4++) {
                                        sum[i4] = sum[i4] + (x0[((i * 3 + p) * 2 + p2) * 2 + ((i4 / 2) + i5)] * x1[(i6 * 2 + i7 + i5) * 4 + i4]);
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        y0[((i + i2) * 2 + i3) * 4 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_356(void *const *p, const int64_t *s, char *work);
int32_t call_356(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d7(p[0], p[1], p[2]);
}
int64_t work_356(const int64_t *s);
int64_t work_356(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d8(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    uint64_t sum = 0u;
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t p = ((i2 * 2) - 2) + i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p2 = ((i4 * 3) - 1) + i7;
                                if (((0 <= p) && (p < 2)) && ((0 <= p2) && (p2 < 1))) {
                                    sum = (uint64_t)((uint64_t)sum + (uint64_t)(uint64_t)((uint64_t)x0[(i + i5) * 2 + p + p2] * (uint64_t)x1[(i6 + i7 + i5) * 3 + i3]));
                                }
                            }
                        }
                    }
                    y0[(i * 3 + i2) * 3 + i3 + i4] = sum;
                }
            }
        }
    }
    return 0;
}

int32_t call_357(void *const *p, const int64_t *s, char *work);
int32_t call_357(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d8(p[0], p[1], p[2]);
}
int64_t work_357(const int64_t *s);
int64_t work_357(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d9(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add(m, 2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t end = (int64_t)((uint64_t)m + (uint64_t)2);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        int32_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = i2 + (i6 * 2);
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                     {
                                        const int64_t lo = tn_lane(0, (i3 - 1) + i7, 1, 16);
                                        const int64_t hi = tn_lane(m, (i3 - 1) + i7, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + p) * m + (((i3 + v) - 1) + i7)) * 2 + i5] * (uint32_t)x1[(i4 * 2 + i6 + i7) * 2 + i5]));
                                            }
                                        } else {
                                            for (int64_t v = lo; v < hi; v++) {
                                                sum[v] = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + p) * m + (((i3 + v) - 1) + i7)) * 2 + i5] * (uint32_t)x1[(i4 * 2 + i6 + i7) * 2 + i5]));
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i + i2) * d + (i3 + v)) * 3 + i4] = sum[v];
                        }
                    }
                }
            } else {
                const int64_t end2 = (int64_t)((uint64_t)m + (uint64_t)2);
                for (int64_t i8 = 0; i8 < end2; i8++) {
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        int32_t sum2 = 0;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            for (int64_t i11 = 0; i11 < 2; i11++) {
                                const int64_t p2 = i2 + (i11 * 2);
                                for (int64_t i12 = 0; i12 < 1; i12++) {
                                    const int64_t p3 = (i8 - 1) + i12;
                                    if ((0 <= p3) && (p3 < m)) {
                                        sum2 = (int32_t)((uint32_t)sum2 + (uint32_t)(int32_t)((uint32_t)x0[((i * 3 + p2) * m + p3) * 2 + i10] * (uint32_t)x1[(i9 * 2 + i11 + i12) * 2 + i10]));
                                    }
                                }
                            }
                        }
                        y0[((i + i2) * d + i8) * 3 + i9] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_358(void *const *p, const int64_t *s, char *work);
int32_t call_358(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d9(p[0], p[1], p[2], s[0]);
}
int64_t work_358(const int64_t *s);
int64_t work_358(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d10(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    uint64_t sum[7];
                    for (int64_t i3 = 0; i3 < 7; i3++) {
                        sum[i3] = 0u;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p = i4 + i7;
                                 {
                                    const int64_t lo = tn_lane(0, (0 - 2) + (i6 * 2), 1, 7);
                                    const int64_t hi = tn_lane(3, (0 - 2) + (i6 * 2), 1, 7);
                                    if (lo == 0 && hi == 7) {
                                        for (int64_t i3 = 0; i3 < 7; i3++) {
                                            sum[i3] = (uint64_t)((uint64_t)sum[i3] + (uint64_t)(uint64_t)((uint64_t)x0[((i * 2 + i5) * 3 + ((i3 - 2) + (i6 * 2))) * 2 + p] * (uint64_t)x1[i2 * 2 + i5 + i6 + i7]));
                                        }
                                    } else {
                                        for (int64_t i3 = lo; i3 < hi; i3++) {
                                            sum[i3] = (uint64_t)((uint64_t)sum[i3] + (uint64_t)(uint64_t)((uint64_t)x0[((i * 2 + i5) * 3 + ((i3 - 2) + (i6 * 2))) * 2 + p] * (uint64_t)x1[i2 * 2 + i5 + i6 + i7]));
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 7; i3++) {
                        y0[((i + i2) * 7 + i3) * 2 + i4] = sum[i3];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_359(void *const *p, const int64_t *s, char *work);
int32_t call_359(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d10(p[0], p[1], p[2]);
}
int64_t work_359(const int64_t *s);
int64_t work_359(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d11(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                if (m >= 16) {
                    for (int64_t i4 = 0; i4 < m; i4 += 16) {
                        if (i4 > m - 16) i4 = m - 16;
                        uint32_t sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0u;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                const int64_t p = (i3 * 3) + i6;
                                for (int64_t i7 = 0; i7 < 2; i7++) {
                                     {
                                        const int64_t lo = tn_lane(0, (i4 - 1) + (i7 * 2), 1, 16);
                                        const int64_t hi = tn_lane(m, (i4 - 1) + (i7 * 2), 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                const uint32_t t = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)x0[((i * 3 + (i2 + i5)) * 3 + p) * m + (((i4 + v) - 1) + (i7 * 2))] * (uint32_t)x1[(i2 * 2 + i6) * 2 + i7 + i5]));
                                                sum[v] = t;
                                            }
                                        } else {
                                            TN_LANES
                                            for (int64_t v = lo; v < hi; v++) {
                                                const uint32_t t2 = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)x0[((i * 3 + (i2 + i5)) * 3 + p) * m + (((i4 + v) - 1) + (i7 * 2))] * (uint32_t)x1[(i2 * 2 + i6) * 2 + i7 + i5]));
                                                sum[v] = t2;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i * 3 + i2 + i3) * m + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    for (int64_t i8 = 0; i8 < m; i8++) {
                        uint32_t sum2 = 0u;
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            for (int64_t i10 = 0; i10 < 2; i10++) {
                                const int64_t p2 = (i3 * 3) + i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    const int64_t p3 = (i8 - 1) + (i11 * 2);
                                    if ((0 <= p3) && (p3 < m)) {
                                        sum2 = (uint32_t)((uint32_t)sum2 + (uint32_t)(uint32_t)((uint32_t)x0[((i * 3 + (i2 + i9)) * 3 + p2) * m + p3] * (uint32_t)x1[(i2 * 2 + i10) * 2 + i11 + i9]));
                                    }
                                }
                            }
                        }
                        y0[(i * 3 + i2 + i3) * m + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_360(void *const *p, const int64_t *s, char *work);
int32_t call_360(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d11(p[0], p[1], p[2], s[0]);
}
int64_t work_360(const int64_t *s);
int64_t work_360(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d12(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    float sum[4];
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        sum[i2] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p = (i3 - 1) + i7;
                                if ((0 <= p) && (p < 2)) {
                                    const int64_t lo = tn_lane(0, 0 + i6, 1, 4);
                                    const int64_t hi = tn_lane(2, 0 + i6, 1, 4);
                                    if (lo == 0 && hi == 4) {
                                        for (int64_t i2 = 0; i2 < 4; i2++) {
                                            sum[i2] = sum[i2] + (x0[((i * 2 + i5) * 2 + (i2 + i6)) * 2 + p] * x1[((i6 * 2 + i7) * 2 + i5) * 3 + i4]);
                                        }
                                    } else {
                                        for (int64_t i2 = lo; i2 < hi; i2++) {
                                            sum[i2] = sum[i2] + (x0[((i * 2 + i5) * 2 + (i2 + i6)) * 2 + p] * x1[((i6 * 2 + i7) * 2 + i5) * 3 + i4]);
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        y0[((i * 4 + i2) * 3 + i3) * 3 + i4] = sum[i2];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_361(void *const *p, const int64_t *s, char *work);
int32_t call_361(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d12(p[0], p[1], p[2]);
}
int64_t work_361(const int64_t *s);
int64_t work_361(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d13(const int16_t *restrict x0, const int16_t *restrict x1, int16_t *restrict y0, int64_t m) {
    int64_t i = 0;
    for (; i <= m - 4; i += 4) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    int16_t sum[6];
                    int16_t sum2[6];
                    int16_t sum3[6];
                    int16_t sum4[6];
                    for (int64_t i2 = 0; i2 < 6; i2++) {
                        sum[i2] = 0;
                        sum2[i2] = 0;
                        sum3[i2] = 0;
                        sum4[i2] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = ((i3 * 2) - 1) + i6;
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = i4 + i7;
                                if ((0 <= p) && (p < 2)) {
                                    for (int64_t i2 = 0; i2 < 6; i2++) {
                                        const int16_t t = (int16_t)((uint32_t)sum[i2] + (uint32_t)(int16_t)((uint32_t)x0[((i * 4 + (((i2 / 3) * 2) + i5)) * 2 + p) * 2 + p2] * (uint32_t)x1[((i2 * 2 + i6) * 2 + i7) * 2 + i5]));
                                        sum[i2] = t;
                                        const int16_t t2 = (int16_t)((uint32_t)sum2[i2] + (uint32_t)(int16_t)((uint32_t)x0[((((i + 1)) * 4 + (((i2 / 3) * 2) + i5)) * 2 + p) * 2 + p2] * (uint32_t)x1[((i2 * 2 + i6) * 2 + i7) * 2 + i5]));
                                        sum2[i2] = t2;
                                        const int16_t t3 = (int16_t)((uint32_t)sum3[i2] + (uint32_t)(int16_t)((uint32_t)x0[((((i + 2)) * 4 + (((i2 / 3) * 2) + i5)) * 2 + p) * 2 + p2] * (uint32_t)x1[((i2 * 2 + i6) * 2 + i7) * 2 + i5]));
                                        sum3[i2] = t3;
                                        const int16_t t4 = (int16_t)((uint32_t)sum4[i2] + (uint32_t)(int16_t)((uint32_t)x0[((((i + 3)) * 4 + (((i2 / 3) * 2) + i5)) * 2 + p) * 2 + p2] * (uint32_t)x1[((i2 * 2 + i6) * 2 + i7) * 2 + i5]));
                                        sum4[i2] = t4;
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 6; i2++) {
                        y0[(i * 6 + i2) * 2 + i3 + i4] = sum[i2];
                        y0[(((i + 1)) * 6 + i2) * 2 + i3 + i4] = sum2[i2];
                        y0[(((i + 2)) * 6 + i2) * 2 + i3 + i4] = sum3[i2];
                        y0[(((i + 3)) * 6 + i2) * 2 + i3 + i4] = sum4[i2];
                    }
                }
            }
        }
    }
    for (; i < m; i++) {
        {
            for (int64_t i9 = 0; i9 < 2; i9++) {
                for (int64_t i10 = 0; i10 < 1; i10++) {
                    int16_t sum5[6];
                    for (int64_t i8 = 0; i8 < 6; i8++) {
                        sum5[i8] = 0;
                    }
                    for (int64_t i11 = 0; i11 < 2; i11++) {
                        for (int64_t i12 = 0; i12 < 2; i12++) {
                            const int64_t p3 = ((i9 * 2) - 1) + i12;
                            for (int64_t i13 = 0; i13 < 2; i13++) {
                                const int64_t p4 = i10 + i13;
                                if ((0 <= p3) && (p3 < 2)) {
                                    for (int64_t i8 = 0; i8 < 6; i8++) {
                                        const int16_t t5 = (int16_t)((uint32_t)sum5[i8] + (uint32_t)(int16_t)((uint32_t)x0[((i * 4 + (((i8 / 3) * 2) + i11)) * 2 + p3) * 2 + p4] * (uint32_t)x1[((i8 * 2 + i12) * 2 + i13) * 2 + i11]));
                                        sum5[i8] = t5;
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i8 = 0; i8 < 6; i8++) {
                        y0[(i * 6 + i8) * 2 + i9 + i10] = sum5[i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_362(void *const *p, const int64_t *s, char *work);
int32_t call_362(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d13(p[0], p[1], p[2], s[0]);
}
int64_t work_362(const int64_t *s);
int64_t work_362(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose(const double *restrict x0, const double *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                {
                    float sum[15];
                    for (int64_t i4 = 0; i4 < 15; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t reach = i2 - i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                if ((0 <= reach) && (reach < 1)) {
                                    for (int64_t i4 = 0; i4 < 15; i4++) {
                                        if ((0 <= tn_floordiv_i64((i4 - (i7 * 2)), 3)) && (tn_floordiv_i64((i4 - (i7 * 2)), 3) < 5) && (tn_floormod_i64((i4 - (i7 * 2)), 3) == 0)) {
                                            sum[i4] = sum[i4] + ((float)x0[(i + reach + i5) * 5 + tn_floordiv_i64((i4 - (i7 * 2)), 3)] * (float)x1[((i3 + i5) * 3 + i6) * 3 + i7]);
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 15; i4++) {
                        y0[((i * 3 + i2) * 2 + i3) * 15 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_363(void *const *p, const int64_t *s, char *work);
int32_t call_363(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose(p[0], p[1], p[2]);
}
int64_t work_363(const int64_t *s);
int64_t work_363(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum[7];
                    for (int64_t i3 = 0; i3 < 7; i3++) {
                        sum[i3] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach = i4 - (i7 * 2);
                                if ((0 <= reach) && (reach < 1)) {
                                    for (int64_t i3 = 0; i3 < 7; i3++) {
                                        if ((0 <= ((i3 - (i6 * 2)) / 3)) && (((i3 - (i6 * 2)) / 3) < 3) && (((i3 - (i6 * 2)) % 3) == 0)) {
                                            sum[i3] = sum[i3] + (x0[(i * 2 + i5) * 3 + ((i3 - (i6 * 2)) / 3) + reach] * x1[((i6 + i7) * 2 + i5) * 3 + i2]);
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 7; i3++) {
                        y0[(i * 3 + i2) * 7 + i3 + i4] = sum[i3];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_364(void *const *p, const int64_t *s, char *work);
int32_t call_364(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose2(p[0], p[1], p[2]);
}
int64_t work_364(const int64_t *s);
int64_t work_364(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose3(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    float sum[4];
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t reach = (i3 + 2) - i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                if ((0 <= reach) && (reach < 5)) {
                                    const int64_t lo = tn_lane(0, 0 - i7, 1, 4);
                                    const int64_t hi = tn_lane(2, 0 - i7, 1, 4);
                                    if (lo == 0 && hi == 4) {
                                        TN_LANES
                                        for (int64_t i4 = 0; i4 < 4; i4++) {
                                            sum[i4] = sum[i4] + ((float)tn_f16_value(x0[((i * 2 + i5) * 5 + reach) * 2 + (i4 - i7)]) * (float)tn_f16_value(x1[((i2 + i6) * 3 + i7) * 2 + i5]));
                                        }
                                    } else {
                                        TN_LANES
                                        for (int64_t i4 = lo; i4 < hi; i4++) {
                                            sum[i4] = sum[i4] + ((float)tn_f16_value(x0[((i * 2 + i5) * 5 + reach) * 2 + (i4 - i7)]) * (float)tn_f16_value(x1[((i2 + i6) * 3 + i7) * 2 + i5]));
                                        }
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        y0[(i * 2 + i2 + i3) * 4 + i4] = tn_f16_bits(tn_f16_round((double)sum[i4]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_365(void *const *p, const int64_t *s, char *work);
int32_t call_365(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose3(p[0], p[1], p[2]);
}
int64_t work_365(const int64_t *s);
int64_t work_365(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose4(const double *restrict x0, const double *restrict x1, double *restrict y0, int64_t m) {
    const int64_t d = m + (-1);
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t end = m + (-1);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                        double sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0;
                        }
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                    const int64_t reach = i4 - i7;
                                    if ((0 <= reach) && (reach < 5)) {
                                        const int64_t lo = tn_lane(0, (i3 + 1) - i6, 1, 16);
                                        const int64_t hi = tn_lane(m, (i3 + 1) - i6, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = sum[v] + (x0[((i * 2 + i5) * m + (((i3 + v) + 1) - i6)) * 5 + reach] * x1[((i6 + i7) * 2 + i5) * 2 + i2]);
                                            }
                                        } else {
                                            for (int64_t v = lo; v < hi; v++) {
                                                sum[v] = sum[v] + (x0[((i * 2 + i5) * m + (((i3 + v) + 1) - i6)) * 5 + reach] * x1[((i6 + i7) * 2 + i5) * 2 + i2]);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 2 + i2) * d + (i3 + v)) * 3 + i4] = sum[v];
                        }
                    }
                }
            } else {
                const int64_t end2 = m + (-1);
                for (int64_t i8 = 0; i8 < end2; i8++) {
                    for (int64_t i9 = 0; i9 < 3; i9++) {
                        double sum2 = 0.0;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            for (int64_t i11 = 0; i11 < 2; i11++) {
                                const int64_t reach2 = (i8 + 1) - i11;
                                for (int64_t i12 = 0; i12 < 1; i12++) {
                                    const int64_t reach3 = i9 - i12;
                                    if (((0 <= reach2) && (reach2 < m)) && ((0 <= reach3) && (reach3 < 5))) {
                                        sum2 = sum2 + (x0[((i * 2 + i10) * m + reach2) * 5 + reach3] * x1[((i11 + i12) * 2 + i10) * 2 + i2]);
                                    }
                                }
                            }
                        }
                        y0[((i * 2 + i2) * d + i8) * 3 + i9] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_366(void *const *p, const int64_t *s, char *work);
int32_t call_366(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose4(p[0], p[1], p[2], s[0]);
}
int64_t work_366(const int64_t *s);
int64_t work_366(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose5(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    uint32_t sum = 0u;
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t reach = (i3 + 2) - i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach2 = (i4 + 2) - (i7 * 2);
                                const int64_t t = reach / 2;
                                if ((((0 <= t) && (t < 3)) && ((reach % 2) == 0)) && ((0 <= reach2) && (reach2 < 5))) {
                                    sum = (uint32_t)((uint32_t)sum + (uint32_t)(uint32_t)((uint32_t)x0[((i * 2 + i5) * 3 + (reach / 2)) * 5 + reach2] * (uint32_t)x1[(i2 + i6 + i7) * 2 + i5]));
                                }
                            }
                        }
                    }
                    y0[(i * 2 + i2) * 2 + i3 + i4] = sum;
                }
            }
        }
    }
    return 0;
}

int32_t call_367(void *const *p, const int64_t *s, char *work);
int32_t call_367(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose5(p[0], p[1], p[2]);
}
int64_t work_367(const int64_t *s);
int64_t work_367(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose6(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    int32_t sum[10];
                    for (int64_t i3 = 0; i3 < 10; i3++) {
                        sum[i3] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = (i4 + 1) - i7;
                                if ((0 <= reach) && (reach < 4)) {
                                    for (int64_t i3 = 0; i3 < 10; i3++) {
                                        if ((0 <= tn_floordiv_i64((i3 - (i6 * 2)), 3)) && (tn_floordiv_i64((i3 - (i6 * 2)), 3) < 2) && (tn_floormod_i64((i3 - (i6 * 2)), 3) == 0)) {
                                            const int32_t t = (int32_t)((uint32_t)sum[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i * 2 + i5) * 2 + tn_floordiv_i64((i3 - (i6 * 2)), 3)) * 4 + reach] * (uint32_t)x1[((i2 * 3 + i6) * 2 + i7) * 2 + i5]));
                                            sum[i3] = t;
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 10; i3++) {
                        y0[((i * 3 + i2) * 10 + i3) * 2 + i4] = sum[i3];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_368(void *const *p, const int64_t *s, char *work);
int32_t call_368(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose6(p[0], p[1], p[2], s[0]);
}
int64_t work_368(const int64_t *s);
int64_t work_368(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose7(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                {
                    float sum[6];
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t reach = (i3 + 1) - i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                if ((0 <= (reach / 3)) && ((reach / 3) < 2) && ((reach % 3) == 0)) {
                                    for (int64_t i4 = 0; i4 < 6; i4++) {
                                        if ((0 <= tn_floordiv_i64((i4 - (i7 * 2)), 3)) && (tn_floordiv_i64((i4 - (i7 * 2)), 3) < 1) && (tn_floormod_i64((i4 - (i7 * 2)), 3) == 0)) {
                                            sum[i4] = sum[i4] + (x0[(i * 2 + i5) * 2 + (reach / 3) + tn_floordiv_i64((i4 - (i7 * 2)), 3)] * x1[((i2 + i6) * 3 + i7) * 2 + i5]);
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        y0[((i + i2) * 3 + i3) * 6 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_369(void *const *p, const int64_t *s, char *work);
int32_t call_369(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose7(p[0], p[1], p[2]);
}
int64_t work_369(const int64_t *s);
int64_t work_369(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose8(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t m) {
    const int64_t d = tn_sat_mul(2, m);
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                const int64_t end = (int64_t)((uint64_t)2 * (uint64_t)m);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        int64_t sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t reach = (i2 + 1) - i6;
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    if ((0 <= tn_floordiv_i64(reach, 2)) && (tn_floordiv_i64(reach, 2) < 3) && (tn_floormod_i64(reach, 2) == 0)) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            if ((0 <= tn_floordiv_i64(((i4 + v) - i7), 2)) && (tn_floordiv_i64(((i4 + v) - i7), 2) < m) && (tn_floormod_i64(((i4 + v) - i7), 2) == 0)) {
                                                const int64_t t = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)((uint64_t)x0[(i * 3 + tn_floordiv_i64(reach, 2) + i5) * m + tn_floordiv_i64(((i4 + v) - i7), 2)] * (uint64_t)x1[(i6 * 3 + i7 + i5) * 3 + i3]));
                                                sum[v] = t;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 5 + i2) * 3 + i3) * d + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    const int64_t end2 = (int64_t)((uint64_t)2 * (uint64_t)m);
                    for (int64_t i8 = 0; i8 < end2; i8++) {
                        int64_t sum2 = 0;
                        for (int64_t i9 = 0; i9 < 1; i9++) {
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t reach2 = (i2 + 1) - i10;
                                for (int64_t i11 = 0; i11 < 3; i11++) {
                                    const int64_t reach3 = i8 - i11;
                                    const int64_t t2 = tn_floordiv_i64(reach2, 2);
                                    const int64_t t3 = tn_floordiv_i64(reach3, 2);
                                    if ((((0 <= t2) && (t2 < 3)) && (tn_floormod_i64(reach2, 2) == 0)) && (((0 <= t3) && (t3 < m)) && (tn_floormod_i64(reach3, 2) == 0))) {
                                        const int64_t t4 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)((uint64_t)x0[(i * 3 + tn_floordiv_i64(reach2, 2) + i9) * m + tn_floordiv_i64(reach3, 2)] * (uint64_t)x1[(i10 * 3 + i11 + i9) * 3 + i3]));
                                        sum2 = t4;
                                    }
                                }
                            }
                        }
                        y0[((i * 5 + i2) * 3 + i3) * d + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_370(void *const *p, const int64_t *s, char *work);
int32_t call_370(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose8(p[0], p[1], p[2], s[0]);
}
int64_t work_370(const int64_t *s);
int64_t work_370(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose9(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                {
                    int64_t sum[7];
                    for (int64_t i4 = 0; i4 < 7; i4++) {
                        sum[i4] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t reach = i3 - (i6 * 2);
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                if ((0 <= reach) && (reach < 3)) {
                                    for (int64_t i4 = 0; i4 < 7; i4++) {
                                        if ((0 <= (((i4 + 2) - (i7 * 2)) / 3)) && ((((i4 + 2) - (i7 * 2)) / 3) < 3) && ((((i4 + 2) - (i7 * 2)) % 3) == 0)) {
                                            const int64_t t = (int64_t)((uint64_t)sum[i4] + (uint64_t)(int64_t)((uint64_t)x0[((i + i5) * 3 + reach) * 3 + (((i4 + 2) - (i7 * 2)) / 3)] * (uint64_t)x1[(i2 * 2 + i6) * 2 + i7 + i5]));
                                            sum[i4] = t;
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 7; i4++) {
                        y0[((i * 3 + i2) * 5 + i3) * 7 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_371(void *const *p, const int64_t *s, char *work);
int32_t call_371(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose9(p[0], p[1], p[2]);
}
int64_t work_371(const int64_t *s);
int64_t work_371(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose10(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < m; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    float sum[4];
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        sum[i2] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach = i3 - i7;
                                if ((0 <= (reach / 3)) && ((reach / 3) < 1) && ((reach % 3) == 0)) {
                                    const int64_t lo = tn_lane(0, 0 - i6, 1, 4);
                                    const int64_t hi = tn_lane(2, 0 - i6, 1, 4);
                                    if (lo == 0 && hi == 4) {
                                        for (int64_t i2 = 0; i2 < 4; i2++) {
                                            sum[i2] = sum[i2] + ((float)tn_f16_value(x0[(i * 2 + (i2 - i6) + (reach / 3)) * 2 + i5]) * (float)tn_f16_value(x1[(i4 * 3 + i6 + i7) * 2 + i5]));
                                        }
                                    } else {
                                        for (int64_t i2 = lo; i2 < hi; i2++) {
                                            sum[i2] = sum[i2] + ((float)tn_f16_value(x0[(i * 2 + (i2 - i6) + (reach / 3)) * 2 + i5]) * (float)tn_f16_value(x1[(i4 * 3 + i6 + i7) * 2 + i5]));
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i2 = 0; i2 < 4; i2++) {
                        y0[(i * 4 + i2) * 2 + i3 + i4] = tn_f16_bits(tn_f16_round((double)sum[i2]));
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_372(void *const *p, const int64_t *s, char *work);
int32_t call_372(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose10(p[0], p[1], p[2], s[0]);
}
int64_t work_372(const int64_t *s);
int64_t work_372(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose11(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    int32_t sum[4];
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        sum[i3] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = i4 - i7;
                                if ((0 <= reach) && (reach < 2)) {
                                    const int64_t lo = tn_lane(0, 0 - (i6 * 2), 1, 4);
                                    const int64_t hi = tn_lane(2, 0 - (i6 * 2), 1, 4);
                                    if (lo == 0 && hi == 4) {
                                        for (int64_t i3 = 0; i3 < 4; i3++) {
                                            const int32_t t = (int32_t)((uint32_t)sum[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i * 2 + i5) * 2 + (i3 - (i6 * 2))) * 2 + reach] * (uint32_t)x1[((i6 * 2 + i7) * 2 + i5) * 2 + i2]));
                                            sum[i3] = t;
                                        }
                                    } else {
                                        for (int64_t i3 = lo; i3 < hi; i3++) {
                                            const int32_t t2 = (int32_t)((uint32_t)sum[i3] + (uint32_t)(int32_t)((uint32_t)x0[((i * 2 + i5) * 2 + (i3 - (i6 * 2))) * 2 + reach] * (uint32_t)x1[((i6 * 2 + i7) * 2 + i5) * 2 + i2]));
                                            sum[i3] = t2;
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        y0[((i * 2 + i2) * 4 + i3) * 3 + i4] = sum[i3];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_373(void *const *p, const int64_t *s, char *work);
int32_t call_373(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose11(p[0], p[1], p[2]);
}
int64_t work_373(const int64_t *s);
int64_t work_373(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose12(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 6; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                {
                    int32_t sum[5];
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        sum[i4] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t reach = i3 - (i6 * 2);
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                if ((0 <= (reach / 2)) && ((reach / 2) < 2) && ((reach % 2) == 0)) {
                                    const int64_t lo = tn_lane(0, (0 + 1) - i7, 1, 5);
                                    const int64_t hi = tn_lane(5, (0 + 1) - i7, 1, 5);
                                    if (lo == 0 && hi == 5) {
                                        TN_LANES
                                        for (int64_t i4 = 0; i4 < 5; i4++) {
                                            const int64_t t = ((i2 / 3) * 2) + i5;
                                            const int32_t t2 = (int32_t)((uint32_t)sum[i4] + (uint32_t)(int32_t)((uint32_t)x0[((i * 4 + t) * 2 + (reach / 2)) * 5 + ((i4 + 1) - i7)] * (uint32_t)x1[(((i2 % 3) + i6) * 3 + i7) * 4 + t]));
                                            sum[i4] = t2;
                                        }
                                    } else {
                                        TN_LANES
                                        for (int64_t i4 = lo; i4 < hi; i4++) {
                                            const int64_t t3 = ((i2 / 3) * 2) + i5;
                                            const int32_t t4 = (int32_t)((uint32_t)sum[i4] + (uint32_t)(int32_t)((uint32_t)x0[((i * 4 + t3) * 2 + (reach / 2)) * 5 + ((i4 + 1) - i7)] * (uint32_t)x1[(((i2 % 3) + i6) * 3 + i7) * 4 + t3]));
                                            sum[i4] = t4;
                                        }
                                    }
                                }
                            }
                        }
                    }
                    TN_LANES
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[((i * 6 + i2) * 2 + i3) * 5 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_374(void *const *p, const int64_t *s, char *work);
int32_t call_374(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose12(p[0], p[1], p[2]);
}
int64_t work_374(const int64_t *s);
int64_t work_374(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose13(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                {
                    int32_t sum[5];
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        sum[i4] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            const int64_t reach = i3 - i6;
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                if ((0 <= reach) && (reach < 3)) {
                                    for (int64_t i4 = 0; i4 < 5; i4++) {
                                        if ((0 <= ((i4 - i7) / 3)) && (((i4 - i7) / 3) < 2) && (((i4 - i7) % 3) == 0)) {
                                            sum[i4] = (int32_t)((uint32_t)sum[i4] + (uint32_t)(int32_t)((uint32_t)x0[((i * 2 + i5) * 3 + reach) * 2 + ((i4 - i7) / 3)] * (uint32_t)x1[(i2 + i6 + i7) * 2 + i5]));
                                        }
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[((i * 3 + i2) * 3 + i3) * 5 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_375(void *const *p, const int64_t *s, char *work);
int32_t call_375(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose13(p[0], p[1], p[2]);
}
int64_t work_375(const int64_t *s);
int64_t work_375(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose14(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add(m, 1);
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t end = (int64_t)((uint64_t)m + (uint64_t)1);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        float sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                const int64_t reach = i3 - i6;
                                for (int64_t i7 = 0; i7 < 2; i7++) {
                                    if ((0 <= reach) && (reach < 2)) {
                                        const int64_t lo = tn_lane(0, i4 - i7, 1, 16);
                                        const int64_t hi = tn_lane(m, i4 - i7, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = sum[v] + (x0[((i * 2 + i5) * 2 + reach) * m + ((i4 + v) - i7)] * x1[((i6 * 2 + i7) * 2 + i5) * 2 + i2]);
                                            }
                                        } else {
                                            TN_LANES
                                            for (int64_t v = lo; v < hi; v++) {
                                                sum[v] = sum[v] + (x0[((i * 2 + i5) * 2 + reach) * m + ((i4 + v) - i7)] * x1[((i6 * 2 + i7) * 2 + i5) * 2 + i2]);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 2 + i2) * 2 + i3) * d + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    const int64_t end2 = (int64_t)((uint64_t)m + (uint64_t)1);
                    for (int64_t i8 = 0; i8 < end2; i8++) {
                        float sum2 = 0.0f;
                        for (int64_t i9 = 0; i9 < 2; i9++) {
                            for (int64_t i10 = 0; i10 < 1; i10++) {
                                const int64_t reach2 = i3 - i10;
                                for (int64_t i11 = 0; i11 < 2; i11++) {
                                    const int64_t reach3 = i8 - i11;
                                    if (((0 <= reach2) && (reach2 < 2)) && ((0 <= reach3) && (reach3 < m))) {
                                        sum2 = sum2 + (x0[((i * 2 + i9) * 2 + reach2) * m + reach3] * x1[((i10 * 2 + i11) * 2 + i9) * 2 + i2]);
                                    }
                                }
                            }
                        }
                        y0[((i * 2 + i2) * 2 + i3) * d + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_376(void *const *p, const int64_t *s, char *work);
int32_t call_376(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose14(p[0], p[1], p[2], s[0]);
}
int64_t work_376(const int64_t *s);
int64_t work_376(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        float sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p = (i3 * 3) + (i7 * 2);
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                        const int64_t p2 = ((i5 * 2) - 2) + (i9 * 2);
                                        if ((0 <= p2) && (p2 < 2)) {
                                            const int64_t lo = tn_lane(0, (0 - 2) + (i8 * 2), 1, 4);
                                            const int64_t hi = tn_lane(2, (0 - 2) + (i8 * 2), 1, 4);
                                            if (lo == 0 && hi == 4) {
                                                for (int64_t i4 = 0; i4 < 4; i4++) {
                                                    sum[i4] = sum[i4] + (x0[(((i * 2 + ((i2 / 2) + i6)) * 5 + p) * 2 + ((i4 - 2) + (i8 * 2))) * 2 + p2] * x1[(((i2 + i6) * 3 + i7) * 2 + i8) * 2 + i9]);
                                                }
                                            } else {
                                                for (int64_t i4 = lo; i4 < hi; i4++) {
                                                    sum[i4] = sum[i4] + (x0[(((i * 2 + ((i2 / 2) + i6)) * 5 + p) * 2 + ((i4 - 2) + (i8 * 2))) * 2 + p2] * x1[(((i2 + i6) * 3 + i7) * 2 + i8) * 2 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[(i * 4 + i2 + i3) * 4 + i4 + i5] = sum[i4];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_377(void *const *p, const int64_t *s, char *work);
int32_t call_377(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d(p[0], p[1], p[2]);
}
int64_t work_377(const int64_t *s);
int64_t work_377(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d2(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0, int64_t n) {
    const int64_t d = tn_sat_add(n, 4);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                const int64_t end = (int64_t)((uint64_t)n + (uint64_t)4);
                if (end >= 16) {
                    for (int64_t i4 = 0; i4 < end; i4 += 16) {
                        if (i4 > end - 16) i4 = end - 16;
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            uint32_t sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0u;
                            }
                            for (int64_t i6 = 0; i6 < 2; i6++) {
                                for (int64_t i7 = 0; i7 < 1; i7++) {
                                    const int64_t p = i2 + (i7 * 2);
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p2 = (i3 - 1) + i8;
                                        for (int64_t i9 = 0; i9 < 1; i9++) {
                                            if ((0 <= p2) && (p2 < n)) {
                                                const int64_t lo = tn_lane(0, (i4 - 2) + i9, 1, 16);
                                                const int64_t hi = tn_lane(n, (i4 - 2) + i9, 1, 16);
                                                if (lo == 0 && hi == 16) {
                                                    TN_LANES
                                                    for (int64_t v = 0; v < 16; v++) {
                                                        const uint32_t t = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)x0[(((i * 2 + i6) * 2 + p) * n + p2) * n + (((i4 + v) - 2) + i9)] * (uint32_t)x1[(i6 * 3 + i5 + i7) * 3 + i8 + i9]));
                                                        sum[v] = t;
                                                    }
                                                } else {
                                                    TN_LANES
                                                    for (int64_t v = lo; v < hi; v++) {
                                                        const uint32_t t2 = (uint32_t)((uint32_t)sum[v] + (uint32_t)(uint32_t)((uint32_t)x0[(((i * 2 + i6) * 2 + p) * n + p2) * n + (((i4 + v) - 2) + i9)] * (uint32_t)x1[(i6 * 3 + i5 + i7) * 3 + i8 + i9]));
                                                        sum[v] = t2;
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 2 + i2) * n + i3) * d + (i4 + v)) * 3 + i5] = sum[v];
                            }
                        }
                    }
                } else {
                    const int64_t end2 = (int64_t)((uint64_t)n + (uint64_t)4);
                    for (int64_t i10 = 0; i10 < end2; i10++) {
                        for (int64_t i11 = 0; i11 < 3; i11++) {
                            uint32_t sum2 = 0u;
                            for (int64_t i12 = 0; i12 < 2; i12++) {
                                for (int64_t i13 = 0; i13 < 1; i13++) {
                                    const int64_t p3 = i2 + (i13 * 2);
                                    for (int64_t i14 = 0; i14 < 3; i14++) {
                                        const int64_t p4 = (i3 - 1) + i14;
                                        for (int64_t i15 = 0; i15 < 1; i15++) {
                                            const int64_t p5 = (i10 - 2) + i15;
                                            if (((0 <= p4) && (p4 < n)) && ((0 <= p5) && (p5 < n))) {
                                                const uint32_t t3 = (uint32_t)((uint32_t)sum2 + (uint32_t)(uint32_t)((uint32_t)x0[(((i * 2 + i12) * 2 + p3) * n + p4) * n + p5] * (uint32_t)x1[(i12 * 3 + i11 + i13) * 3 + i14 + i15]));
                                                sum2 = t3;
                                            }
                                        }
                                    }
                                }
                            }
                            y0[(((i * 2 + i2) * n + i3) * d + i10) * 3 + i11] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_378(void *const *p, const int64_t *s, char *work);
int32_t call_378(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d2(p[0], p[1], p[2], s[0]);
}
int64_t work_378(const int64_t *s);
int64_t work_378(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d3(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    int64_t i = 0;
    for (; i <= 5 - 4; i += 4) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        int32_t sum[6];
                        int32_t sum2[6];
                        int32_t sum3[6];
                        int32_t sum4[6];
                        for (int64_t i2 = 0; i2 < 6; i2++) {
                            sum[i2] = 0;
                            sum2[i2] = 0;
                            sum3[i2] = 0;
                            sum4[i2] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p = (i3 * 3) + i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p2 = (i4 * 2) + i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        const int64_t p3 = (i5 * 3) + (i9 * 2);
                                        if ((0 <= p3) && (p3 < 3)) {
                                            for (int64_t i2 = 0; i2 < 6; i2++) {
                                                const int32_t t = (int32_t)((uint32_t)sum[i2] + (uint32_t)(int32_t)((uint32_t)x0[(((i * 2 + ((i2 / 3) + i6)) * 3 + p) * 3 + p2) * 3 + p3] * (uint32_t)x1[((i2 + i6) * 3 + i7) * 3 + i8 + i9]));
                                                sum[i2] = t;
                                                const int32_t t2 = (int32_t)((uint32_t)sum2[i2] + (uint32_t)(int32_t)((uint32_t)x0[(((((i + 1)) * 2 + ((i2 / 3) + i6)) * 3 + p) * 3 + p2) * 3 + p3] * (uint32_t)x1[((i2 + i6) * 3 + i7) * 3 + i8 + i9]));
                                                sum2[i2] = t2;
                                                const int32_t t3 = (int32_t)((uint32_t)sum3[i2] + (uint32_t)(int32_t)((uint32_t)x0[(((((i + 2)) * 2 + ((i2 / 3) + i6)) * 3 + p) * 3 + p2) * 3 + p3] * (uint32_t)x1[((i2 + i6) * 3 + i7) * 3 + i8 + i9]));
                                                sum3[i2] = t3;
                                                const int32_t t4 = (int32_t)((uint32_t)sum4[i2] + (uint32_t)(int32_t)((uint32_t)x0[(((((i + 3)) * 2 + ((i2 / 3) + i6)) * 3 + p) * 3 + p2) * 3 + p3] * (uint32_t)x1[((i2 + i6) * 3 + i7) * 3 + i8 + i9]));
                                                sum4[i2] = t4;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i2 = 0; i2 < 6; i2++) {
                            y0[(i * 6 + i2 + i3 + i4) * 2 + i5] = sum[i2];
                            y0[(((i + 1)) * 6 + i2 + i3 + i4) * 2 + i5] = sum2[i2];
                            y0[(((i + 2)) * 6 + i2 + i3 + i4) * 2 + i5] = sum3[i2];
                            y0[(((i + 3)) * 6 + i2 + i3 + i4) * 2 + i5] = sum4[i2];
                        }
                    }
                }
            }
        }
    }
    for (; i < 5; i++) {
        {
            for (int64_t i11 = 0; i11 < 1; i11++) {
                for (int64_t i12 = 0; i12 < 1; i12++) {
                    for (int64_t i13 = 0; i13 < 2; i13++) {
                        int32_t sum5[6];
                        for (int64_t i10 = 0; i10 < 6; i10++) {
                            sum5[i10] = 0;
                        }
                        for (int64_t i14 = 0; i14 < 1; i14++) {
                            for (int64_t i15 = 0; i15 < 3; i15++) {
                                const int64_t p4 = (i11 * 3) + i15;
                                for (int64_t i16 = 0; i16 < 3; i16++) {
                                    const int64_t p5 = (i12 * 2) + i16;
                                    for (int64_t i17 = 0; i17 < 1; i17++) {
                                        const int64_t p6 = (i13 * 3) + (i17 * 2);
                                        if ((0 <= p6) && (p6 < 3)) {
                                            for (int64_t i10 = 0; i10 < 6; i10++) {
                                                const int32_t t5 = (int32_t)((uint32_t)sum5[i10] + (uint32_t)(int32_t)((uint32_t)x0[(((i * 2 + ((i10 / 3) + i14)) * 3 + p4) * 3 + p5) * 3 + p6] * (uint32_t)x1[((i10 + i14) * 3 + i15) * 3 + i16 + i17]));
                                                sum5[i10] = t5;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i10 = 0; i10 < 6; i10++) {
                            y0[(i * 6 + i10 + i11 + i12) * 2 + i13] = sum5[i10];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_379(void *const *p, const int64_t *s, char *work);
int32_t call_379(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d3(p[0], p[1], p[2]);
}
int64_t work_379(const int64_t *s);
int64_t work_379(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d4(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    const int64_t d = n + (-1);
    const int64_t d2 = tn_sat_add(n, 3);
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t end = n + (-1);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)n + (uint64_t)3);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = n + (-1);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            int32_t sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                for (int64_t i7 = 0; i7 < 2; i7++) {
                                    const int64_t p = i3 + i7;
                                    for (int64_t i8 = 0; i8 < 2; i8++) {
                                        const int64_t p2 = (i4 - 2) + i8;
                                        for (int64_t i9 = 0; i9 < 2; i9++) {
                                            if ((0 <= p2) && (p2 < n)) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    const int32_t t = (int32_t)((uint32_t)sum[v] + (uint32_t)(int32_t)((uint32_t)x0[(((i * 3 + (i2 + i6)) * n + p) * n + p2) * n + ((i5 + v) + i9)] * (uint32_t)x1[(((i6 * 3 + i2) * 2 + i7) * 2 + i8) * 2 + i9]));
                                                    sum[v] = t;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 3 + i2) * d + i3) * d2 + i4) * d + (i5 + v)] = sum[v];
                            }
                        }
                    } else {
                        const int64_t end4 = n + (-1);
                        for (int64_t i10 = 0; i10 < end4; i10++) {
                            int32_t sum2 = 0;
                            for (int64_t i11 = 0; i11 < 1; i11++) {
                                for (int64_t i12 = 0; i12 < 2; i12++) {
                                    const int64_t p3 = i3 + i12;
                                    for (int64_t i13 = 0; i13 < 2; i13++) {
                                        const int64_t p4 = (i4 - 2) + i13;
                                        for (int64_t i14 = 0; i14 < 2; i14++) {
                                            const int64_t p5 = i10 + i14;
                                            if ((0 <= p4) && (p4 < n)) {
                                                const int32_t t2 = (int32_t)((uint32_t)sum2 + (uint32_t)(int32_t)((uint32_t)x0[(((i * 3 + (i2 + i11)) * n + p3) * n + p4) * n + p5] * (uint32_t)x1[(((i11 * 3 + i2) * 2 + i12) * 2 + i13) * 2 + i14]));
                                                sum2 = t2;
                                            }
                                        }
                                    }
                                }
                            }
                            y0[(((i * 3 + i2) * d + i3) * d2 + i4) * d + i10] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_380(void *const *p, const int64_t *s, char *work);
int32_t call_380(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d4(p[0], p[1], p[2], s[0]);
}
int64_t work_380(const int64_t *s);
int64_t work_380(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d5(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        float sum = 0.0f;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p = i3 + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p2 = i4 + i8;
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                        const int64_t p3 = i5 + (i9 * 2);
                                        sum = sum + (x0[(((i + i6) * 3 + p) * 2 + p2) * 3 + p3] * x1[(i7 * 2 + i8) * 2 + i9 + i6 + i2]);
                                    }
                                }
                            }
                        }
                        y0[i + i2 + i3 + i4 + i5] = sum;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_381(void *const *p, const int64_t *s, char *work);
int32_t call_381(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d5(p[0], p[1], p[2]);
}
int64_t work_381(const int64_t *s);
int64_t work_381(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d6(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0, int64_t n) {
    const int64_t d = n + (-2);
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t end = n + (-2);
                for (int64_t i4 = 0; i4 < end; i4++) {
                    {
                        uint8_t sum[5];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p = (i3 * 3) + i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p2 = i4 + i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                         {
                                            const int64_t lo = tn_lane(0, (0 - 2) + (i9 * 2), 1, 5);
                                            const int64_t hi = tn_lane(1, (0 - 2) + (i9 * 2), 1, 5);
                                            if (lo == 0 && hi == 5) {
                                                TN_LANES
                                                for (int64_t i5 = 0; i5 < 5; i5++) {
                                                    const uint8_t t = (uint8_t)((uint32_t)sum[i5] + (uint32_t)(uint8_t)((uint32_t)x0[((i + i6) * 5 + p) * n + p2 + ((i5 - 2) + (i9 * 2))] * (uint32_t)x1[((i6 + i2) * 2 + i7) * 3 + i8 + i9]));
                                                    sum[i5] = t;
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t i5 = lo; i5 < hi; i5++) {
                                                    const uint8_t t2 = (uint8_t)((uint32_t)sum[i5] + (uint32_t)(uint8_t)((uint32_t)x0[((i + i6) * 5 + p) * n + p2 + ((i5 - 2) + (i9 * 2))] * (uint32_t)x1[((i6 + i2) * 2 + i7) * 3 + i8 + i9]));
                                                    sum[i5] = t2;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[(((i + i2) * 2 + i3) * d + i4) * 5 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_382(void *const *p, const int64_t *s, char *work);
int32_t call_382(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d6(p[0], p[1], p[2], s[0]);
}
int64_t work_382(const int64_t *s);
int64_t work_382(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d7(const double *restrict x0, const double *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        float sum[6];
                        for (int64_t i2 = 0; i2 < 6; i2++) {
                            sum[i2] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p = i3 + (i7 * 2);
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p2 = i4 + i8;
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                        for (int64_t i2 = 0; i2 < 6; i2++) {
                                            const int64_t p3 = i5 + i9;
                                            sum[i2] = sum[i2] + ((float)x0[(((i * 2 + ((i2 / 3) + i6)) * 3 + p) * 2 + p2) * 2 + p3] * (float)x1[(((i6 * 6 + i2) * 2 + i7) * 2 + i8) * 2 + i9]);
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i2 = 0; i2 < 6; i2++) {
                            y0[i * 6 + i2 + i3 + i4 + i5] = tn_f16_bits(tn_f16_round((double)sum[i2]));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_383(void *const *p, const int64_t *s, char *work);
int32_t call_383(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d7(p[0], p[1], p[2]);
}
int64_t work_383(const int64_t *s);
int64_t work_383(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d8(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t m) {
    const int64_t d = tn_sat_add(tn_floordiv_i64(tn_sat_add(m, 1), 3), 1);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t end = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)m + (uint64_t)1), 3) + (uint64_t)1);
            for (int64_t i3 = 0; i3 < end; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        float sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p = ((i2 * 3) - 1) + (i7 * 2);
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t p2 = ((i3 * 3) - 1) + i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        if ((0 <= p) && (p < 1) && (0 <= p2) && (p2 < m)) {
                                            const int64_t lo = tn_lane(0, (0 - 1) + (i9 * 2), 1, 4);
                                            const int64_t hi = tn_lane(2, (0 - 1) + (i9 * 2), 1, 4);
                                            if (lo == 0 && hi == 4) {
                                                for (int64_t i4 = 0; i4 < 4; i4++) {
                                                    sum[i4] = sum[i4] + (x0[(((i + p) * m + p2) * 2 + ((i4 - 1) + (i9 * 2))) * 2 + i6] * x1[i6 * 2 + i5 + i7 + i8 + i9]);
                                                }
                                            } else {
                                                for (int64_t i4 = lo; i4 < hi; i4++) {
                                                    sum[i4] = sum[i4] + (x0[(((i + p) * m + p2) * 2 + ((i4 - 1) + (i9 * 2))) * 2 + i6] * x1[i6 * 2 + i5 + i7 + i8 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[(((i + i2) * d + i3) * 4 + i4) * 2 + i5] = sum[i4];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_384(void *const *p, const int64_t *s, char *work);
int32_t call_384(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d8(p[0], p[1], p[2], s[0]);
}
int64_t work_384(const int64_t *s);
int64_t work_384(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d9(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    {
                        float sum[6];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            sum[i5] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t p = i3 + i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p2 = (i4 * 3) + (i8 * 2);
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                         {
                                            const int64_t lo = tn_lane(0, (0 - 1) + i9, 1, 6);
                                            const int64_t hi = tn_lane(5, (0 - 1) + i9, 1, 6);
                                            if (lo == 0 && hi == 6) {
                                                TN_LANES
                                                for (int64_t i5 = 0; i5 < 6; i5++) {
                                                    sum[i5] = sum[i5] + (x0[(((i * 3 + (i2 + i6)) * 2 + p) * 5 + p2) * 5 + ((i5 - 1) + i9)] * x1[((i6 * 3 + i2 + i7) * 3 + i8) * 2 + i9]);
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t i5 = lo; i5 < hi; i5++) {
                                                    sum[i5] = sum[i5] + (x0[(((i * 3 + (i2 + i6)) * 2 + p) * 5 + p2) * 5 + ((i5 - 1) + i9)] * x1[((i6 * 3 + i2 + i7) * 3 + i8) * 2 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            y0[((i * 3 + i2) * 2 + i3 + i4) * 6 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_385(void *const *p, const int64_t *s, char *work);
int32_t call_385(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d9(p[0], p[1], p[2]);
}
int64_t work_385(const int64_t *s);
int64_t work_385(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d10(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0, int64_t m, int64_t n) {
    const int64_t d = n + (-1);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    const int64_t end = n + (-1);
                    if (end >= 16) {
                        for (int64_t i5 = 0; i5 < end; i5 += 16) {
                            if (i5 > end - 16) i5 = end - 16;
                            int64_t sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0;
                            }
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p = i3 + i7;
                                    for (int64_t i8 = 0; i8 < 1; i8++) {
                                        const int64_t p2 = ((i4 * 2) - 2) + i8;
                                        for (int64_t i9 = 0; i9 < 2; i9++) {
                                            if ((0 <= p2) && (p2 < 1)) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    const int64_t t = (int64_t)((uint64_t)sum[v] + (uint64_t)(int64_t)((uint64_t)x0[((i + i6) * 3 + p + p2) * n + ((i5 + v) + i9)] * (uint64_t)x1[((i6 + i2) * 3 + i7 + i8) * 2 + i9]));
                                                    sum[v] = t;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[((i + i2 + i3) * 3 + i4) * d + (i5 + v)] = sum[v];
                            }
                        }
                    } else {
                        const int64_t end2 = n + (-1);
                        for (int64_t i10 = 0; i10 < end2; i10++) {
                            int64_t sum2 = 0;
                            for (int64_t i11 = 0; i11 < 1; i11++) {
                                for (int64_t i12 = 0; i12 < 3; i12++) {
                                    const int64_t p3 = i3 + i12;
                                    for (int64_t i13 = 0; i13 < 1; i13++) {
                                        const int64_t p4 = ((i4 * 2) - 2) + i13;
                                        for (int64_t i14 = 0; i14 < 2; i14++) {
                                            const int64_t p5 = i10 + i14;
                                            if ((0 <= p4) && (p4 < 1)) {
                                                sum2 = (int64_t)((uint64_t)sum2 + (uint64_t)(int64_t)((uint64_t)x0[((i + i11) * 3 + p3 + p4) * n + p5] * (uint64_t)x1[((i11 + i2) * 3 + i12 + i13) * 2 + i14]));
                                            }
                                        }
                                    }
                                }
                            }
                            y0[((i + i2 + i3) * 3 + i4) * d + i10] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_386(void *const *p, const int64_t *s, char *work);
int32_t call_386(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d10(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_386(const int64_t *s);
int64_t work_386(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d11(const uint32_t *restrict x0, const uint32_t *restrict x1, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        uint32_t sum = 0u;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p = ((i3 * 3) - 2) + i7;
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t p2 = (i4 * 2) + i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        const int64_t p3 = i5 + (i9 * 2);
                                        if (((0 <= p) && (p < 5)) && ((0 <= p3) && (p3 < 4))) {
                                            const uint32_t t = (uint32_t)((uint32_t)sum + (uint32_t)(uint32_t)((uint32_t)x0[(((i * 2 + i6) * 5 + p) * 2 + p2) * 4 + p3] * (uint32_t)x1[((i2 * 2 + i6) * 3 + i7 + i8) * 3 + i9]));
                                            sum = t;
                                        }
                                    }
                                }
                            }
                        }
                        y0[(i + i2) * 3 + i3 + i4 + i5] = sum;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_387(void *const *p, const int64_t *s, char *work);
int32_t call_387(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d11(p[0], p[1], p[2]);
}
int64_t work_387(const int64_t *s);
int64_t work_387(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d12(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    const int64_t d = tn_floordiv_i64(tn_sat_add(n, 1), 3);
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)n + (uint64_t)1), 3);
            for (int64_t i3 = 0; i3 < end; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        float sum = 0.0f;
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p = (i3 * 3) + i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p2 = ((i4 * 3) - 1) + i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        const int64_t p3 = i5 + i9;
                                        if ((0 <= p2) && (p2 < 2)) {
                                            if ((uint64_t)p >= (uint64_t)n) return 62;
                                            sum = sum + (x0[(((i * 2 + ((i2 / 2) + i6)) * n + p) * 2 + p2) * 3 + p3] * x1[(((i6 * 4 + i2) * 2 + i7) * 3 + i8) * 3 + i9]);
                                        }
                                    }
                                }
                            }
                        }
                        y0[(i * 4 + i2) * d + i3 + i4 + i5] = sum;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_388(void *const *p, const int64_t *s, char *work);
int32_t call_388(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d12(p[0], p[1], p[2], s[0]);
}
int64_t work_388(const int64_t *s);
int64_t work_388(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d13(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        double sum[4];
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            sum[i3] = 0.0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p = i4 + i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        const int64_t p2 = ((i5 * 3) - 2) + i9;
                                        if ((0 <= p2) && (p2 < 1)) {
                                            const int64_t lo = tn_lane(0, 0 + i7, 1, 4);
                                            const int64_t hi = tn_lane(2, 0 + i7, 1, 4);
                                            if (lo == 0 && hi == 4) {
                                                for (int64_t i3 = 0; i3 < 4; i3++) {
                                                    sum[i3] = sum[i3] + (x0[((i * 2 + i6) * 2 + (i3 + i7)) * 3 + p + p2] * x1[(i7 * 3 + i8 + i9) * 2 + i6 + i2]);
                                                }
                                            } else {
                                                for (int64_t i3 = lo; i3 < hi; i3++) {
                                                    sum[i3] = sum[i3] + (x0[((i * 2 + i6) * 2 + (i3 + i7)) * 3 + p + p2] * x1[(i7 * 3 + i8 + i9) * 2 + i6 + i2]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i3 = 0; i3 < 4; i3++) {
                            y0[(i + i2) * 4 + i3 + i4 + i5] = sum[i3];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_389(void *const *p, const int64_t *s, char *work);
int32_t call_389(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d13(p[0], p[1], p[2]);
}
int64_t work_389(const int64_t *s);
int64_t work_389(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose(const int32_t *restrict x0, const int32_t *restrict x1, int64_t *restrict y0, int64_t m) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 9; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < m; i4++) {
                    {
                        int64_t sum[5];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = (i3 + 1) - i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t reach2 = (i4 + 1) - i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        if ((0 <= reach) && (reach < 3) && (0 <= reach2) && (reach2 < m)) {
                                            const int64_t lo = tn_lane(0, (0 + 2) - (i9 * 2), 1, 5);
                                            const int64_t hi = tn_lane(5, (0 + 2) - (i9 * 2), 1, 5);
                                            if (lo == 0 && hi == 5) {
                                                TN_LANES
                                                for (int64_t i5 = 0; i5 < 5; i5++) {
                                                    const int64_t t = (i2 / 3) + i6;
                                                    const int64_t t2 = (int64_t)((uint64_t)sum[i5] + (uint64_t)((int64_t)x0[(((i * 3 + t) * 3 + reach) * m + reach2) * 5 + ((i5 + 2) - (i9 * 2))] * (int64_t)x1[(((t * 3 + (i2 % 3)) * 2 + i7) * 3 + i8) * 3 + i9]));
                                                    sum[i5] = t2;
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t i5 = lo; i5 < hi; i5++) {
                                                    const int64_t t3 = (i2 / 3) + i6;
                                                    const int64_t t4 = (int64_t)((uint64_t)sum[i5] + (uint64_t)((int64_t)x0[(((i * 3 + t3) * 3 + reach) * m + reach2) * 5 + ((i5 + 2) - (i9 * 2))] * (int64_t)x1[(((t3 * 3 + (i2 % 3)) * 2 + i7) * 3 + i8) * 3 + i9]));
                                                    sum[i5] = t4;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[(((i * 9 + i2) * 2 + i3) * m + i4) * 5 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_390(void *const *p, const int64_t *s, char *work);
int32_t call_390(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose(p[0], p[1], p[2], s[0]);
}
int64_t work_390(const int64_t *s);
int64_t work_390(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose2(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        float sum[9];
                        for (int64_t i4 = 0; i4 < 9; i4++) {
                            sum[i4] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t reach = i3 - i7;
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        const int64_t reach2 = (i5 + 1) - i9;
                                        if ((0 <= reach) && (reach < 2) && (0 <= (reach2 / 3)) && ((reach2 / 3) < 2) && ((reach2 % 3) == 0)) {
                                            for (int64_t i4 = 0; i4 < 9; i4++) {
                                                if ((0 <= ((i4 - i8) / 2)) && (((i4 - i8) / 2) < 5) && (((i4 - i8) % 2) == 0)) {
                                                    const int64_t t = (i2 * 2) + i6;
                                                    const float t2 = sum[i4] + ((float)tn_f16_value(x0[(((i * 6 + t) * 2 + reach) * 5 + ((i4 - i8) / 2)) * 2 + (reach2 / 3)]) * (float)tn_f16_value(x1[(i7 + i8 + i9) * 6 + t + (i2 % 1)]));
                                                    sum[i4] = t2;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 9; i4++) {
                            y0[(((i * 3 + i2) * 4 + i3) * 9 + i4) * 3 + i5] = tn_f16_bits(tn_f16_round((double)sum[i4]));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_391(void *const *p, const int64_t *s, char *work);
int32_t call_391(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose2(p[0], p[1], p[2]);
}
int64_t work_391(const int64_t *s);
int64_t work_391(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose3(const float *restrict x0, const float *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    {
                        float sum[6];
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            sum[i5] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach = (i3 + 1) - i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t reach2 = i4 - i8;
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                        if ((0 <= reach) && (reach < 3) && (0 <= reach2) && (reach2 < 1)) {
                                            for (int64_t i5 = 0; i5 < 6; i5++) {
                                                if ((0 <= tn_floordiv_i64((i5 - i9), 3)) && (tn_floordiv_i64((i5 - i9), 3) < 2) && (tn_floormod_i64((i5 - i9), 3) == 0)) {
                                                    sum[i5] = sum[i5] + (x0[((i + i6) * 3 + reach + reach2) * 2 + tn_floordiv_i64((i5 - i9), 3)] * x1[((i6 * 3 + i2 + i7) * 2 + i8) * 2 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            y0[((i * 3 + i2 + i3) * 2 + i4) * 6 + i5] = tn_bf16_bits(tn_bf16_round((double)sum[i5]));
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_392(void *const *p, const int64_t *s, char *work);
int32_t call_392(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose3(p[0], p[1], p[2]);
}
int64_t work_392(const int64_t *s);
int64_t work_392(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose4(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 7; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    {
                        uint8_t sum[5];
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t reach = (i3 + 2) - (i7 * 2);
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t reach2 = i4 - i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        if ((0 <= tn_floordiv_i64(reach, 3)) && (tn_floordiv_i64(reach, 3) < 3) && (tn_floormod_i64(reach, 3) == 0) && (0 <= (reach2 / 3)) && ((reach2 / 3) < 1) && ((reach2 % 3) == 0)) {
                                            const int64_t lo = tn_lane(0, (0 + 1) - (i9 * 2), 1, 5);
                                            const int64_t hi = tn_lane(2, (0 + 1) - (i9 * 2), 1, 5);
                                            if (lo == 0 && hi == 5) {
                                                for (int64_t i5 = 0; i5 < 5; i5++) {
                                                    const uint8_t t = (uint8_t)((uint32_t)x0[((i * 3 + tn_floordiv_i64(reach, 3) + (reach2 / 3)) * 2 + ((i5 + 1) - (i9 * 2))) * 2 + i6] * (uint32_t)x1[(((i7 + i8) * 3 + i9) * 2 + i6) * 3 + i2]);
                                                    sum[i5] = (uint8_t)((uint32_t)sum[i5] + (uint32_t)t);
                                                }
                                            } else {
                                                for (int64_t i5 = lo; i5 < hi; i5++) {
                                                    const uint8_t t2 = (uint8_t)((uint32_t)x0[((i * 3 + tn_floordiv_i64(reach, 3) + (reach2 / 3)) * 2 + ((i5 + 1) - (i9 * 2))) * 2 + i6] * (uint32_t)x1[(((i7 + i8) * 3 + i9) * 2 + i6) * 3 + i2]);
                                                    sum[i5] = (uint8_t)((uint32_t)sum[i5] + (uint32_t)t2);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[(((i * 3 + i2) * 7 + i3) * 3 + i4) * 5 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_393(void *const *p, const int64_t *s, char *work);
int32_t call_393(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose4(p[0], p[1], p[2]);
}
int64_t work_393(const int64_t *s);
int64_t work_393(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose5(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    const int64_t d = tn_sat_add(n, 1);
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t end = (int64_t)((uint64_t)n + (uint64_t)1);
            for (int64_t i3 = 0; i3 < end; i3++) {
                for (int64_t i4 = 0; i4 < 8; i4++) {
                    {
                        int32_t sum[5];
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = i3 - i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t reach2 = (i4 + 2) - (i8 * 2);
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        if ((0 <= reach) && (reach < n) && (0 <= tn_floordiv_i64(reach2, 3)) && (tn_floordiv_i64(reach2, 3) < 3) && (tn_floormod_i64(reach2, 3) == 0)) {
                                            for (int64_t i5 = 0; i5 < 5; i5++) {
                                                if ((0 <= tn_floordiv_i64((i5 - (i9 * 2)), 2)) && (tn_floordiv_i64((i5 - (i9 * 2)), 2) < 1) && (tn_floormod_i64((i5 - (i9 * 2)), 2) == 0)) {
                                                    const int32_t t = (int32_t)((uint32_t)x0[((i + i6) * n + reach) * 3 + tn_floordiv_i64(reach2, 3) + tn_floordiv_i64((i5 - (i9 * 2)), 2)] * (uint32_t)x1[(((i6 * 2 + i2) * 2 + i7) * 3 + i8) * 3 + i9]);
                                                    sum[i5] = (int32_t)((uint32_t)sum[i5] + (uint32_t)t);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 5; i5++) {
                            y0[(((i * 2 + i2) * d + i3) * 8 + i4) * 5 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_394(void *const *p, const int64_t *s, char *work);
int32_t call_394(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose5(p[0], p[1], p[2], s[0]);
}
int64_t work_394(const int64_t *s);
int64_t work_394(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose6(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 1; i4++) {
                    {
                        int32_t sum[4];
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t reach = i3 - i7;
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t reach2 = (i4 + 2) - (i8 * 2);
                                    for (int64_t i9 = 0; i9 < 2; i9++) {
                                        if ((0 <= reach) && (reach < 1) && (0 <= reach2) && (reach2 < 5)) {
                                            for (int64_t i5 = 0; i5 < 4; i5++) {
                                                if ((0 <= tn_floordiv_i64((i5 - i9), 3)) && (tn_floordiv_i64((i5 - i9), 3) < 1) && (tn_floormod_i64((i5 - i9), 3) == 0)) {
                                                    const int32_t t = (int32_t)((uint32_t)sum[i5] + (uint32_t)(int32_t)((uint32_t)x0[(i + i6 + reach) * 5 + reach2 + tn_floordiv_i64((i5 - i9), 3)] * (uint32_t)x1[((i7 + i8) * 2 + i9 + i6) * 3 + i2]));
                                                    sum[i5] = t;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            y0[((i * 3 + i2) * 3 + i3 + i4) * 4 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_395(void *const *p, const int64_t *s, char *work);
int32_t call_395(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose6(p[0], p[1], p[2]);
}
int64_t work_395(const int64_t *s);
int64_t work_395(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose7(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    {
                        float sum[6];
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            sum[i5] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = i3 - (i7 * 2);
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t reach2 = i4 - i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        if ((0 <= reach) && (reach < 1) && (0 <= reach2) && (reach2 < 2)) {
                                            for (int64_t i5 = 0; i5 < 6; i5++) {
                                                if ((0 <= tn_floordiv_i64((i5 - (i9 * 2)), 2)) && (tn_floordiv_i64((i5 - (i9 * 2)), 2) < 1) && (tn_floormod_i64((i5 - (i9 * 2)), 2) == 0)) {
                                                    const int64_t t = (i2 / 2) + i6;
                                                    sum[i5] = sum[i5] + (x0[(i * 2 + t + reach) * 2 + reach2 + tn_floordiv_i64((i5 - (i9 * 2)), 2)] * x1[(((t * 2 + (i2 % 2)) * 2 + i7) * 2 + i8) * 3 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i5 = 0; i5 < 6; i5++) {
                            y0[(((i * 4 + i2) * 3 + i3) * 2 + i4) * 6 + i5] = sum[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_396(void *const *p, const int64_t *s, char *work);
int32_t call_396(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose7(p[0], p[1], p[2]);
}
int64_t work_396(const int64_t *s);
int64_t work_396(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose8(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        uint64_t sum[4];
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            sum[i4] = 0u;
                        }
                        for (int64_t i6 = 0; i6 < 1; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach = (i3 + 2) - i7;
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        const int64_t reach2 = (i5 + 1) - i9;
                                        if ((0 <= (reach / 2)) && ((reach / 2) < 3) && ((reach % 2) == 0) && (0 <= reach2) && (reach2 < 3)) {
                                            for (int64_t i4 = 0; i4 < 4; i4++) {
                                                if ((0 <= (((i4 + 1) - i8) / 3)) && ((((i4 + 1) - i8) / 3) < 2) && ((((i4 + 1) - i8) % 3) == 0)) {
                                                    const uint64_t t = (uint64_t)((uint64_t)sum[i4] + (uint64_t)(uint64_t)((uint64_t)x0[(((i + i6) * 3 + (reach / 2)) * 2 + (((i4 + 1) - i8) / 3)) * 3 + reach2] * (uint64_t)x1[(i7 + i8 + i9 + i6) * 3 + i2]));
                                                    sum[i4] = t;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 4; i4++) {
                            y0[(i * 3 + i2 + i3) * 4 + i4 + i5] = sum[i4];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_397(void *const *p, const int64_t *s, char *work);
int32_t call_397(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose8(p[0], p[1], p[2]);
}
int64_t work_397(const int64_t *s);
int64_t work_397(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose9(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t m) {
    const int64_t d = m + (-2);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const int64_t end = m + (-2);
            for (int64_t i3 = 0; i3 < end; i3++) {
                {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        int32_t sum[7];
                        for (int64_t i4 = 0; i4 < 7; i4++) {
                            sum[i4] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t reach = i2 - (i7 * 2);
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t reach2 = (i3 + 1) - i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        if ((0 <= reach) && (reach < 2) && (0 <= reach2) && (reach2 < m)) {
                                            for (int64_t i4 = 0; i4 < 7; i4++) {
                                                if ((0 <= (((i4 + 1) - i9) / 3)) && ((((i4 + 1) - i9) / 3) < 3) && ((((i4 + 1) - i9) % 3) == 0)) {
                                                    const int32_t t = (int32_t)((uint32_t)sum[i4] + (uint32_t)(int32_t)((uint32_t)x0[(((i * 2 + reach) * m + reach2) * 3 + (((i4 + 1) - i9) / 3)) * 2 + i6] * (uint32_t)x1[(i5 * 2 + i6) * 2 + i7 + i8 + i9]));
                                                    sum[i4] = t;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i4 = 0; i4 < 7; i4++) {
                            y0[(((i * 4 + i2) * d + i3) * 7 + i4) * 3 + i5] = sum[i4];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_398(void *const *p, const int64_t *s, char *work);
int32_t call_398(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose9(p[0], p[1], p[2], s[0]);
}
int64_t work_398(const int64_t *s);
int64_t work_398(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose10(const uint64_t *restrict x0, const uint64_t *restrict x1, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 1; i5++) {
                        uint64_t sum = 0u;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            for (int64_t i7 = 0; i7 < 1; i7++) {
                                const int64_t reach = (i3 + 2) - (i7 * 2);
                                for (int64_t i8 = 0; i8 < 1; i8++) {
                                    const int64_t reach2 = i4 - i8;
                                    for (int64_t i9 = 0; i9 < 1; i9++) {
                                        const int64_t reach3 = (i5 + 2) - i9;
                                        if ((((0 <= reach) && (reach < 5)) && ((0 <= reach2) && (reach2 < 2))) && ((0 <= reach3) && (reach3 < 5))) {
                                            const uint64_t t = (uint64_t)((uint64_t)sum + (uint64_t)(uint64_t)((uint64_t)x0[(((i * 2 + i6) * 5 + reach) * 2 + reach2) * 5 + reach3] * (uint64_t)x1[i2 * 2 + i6 + i7 + i8 + i9]));
                                            sum = t;
                                        }
                                    }
                                }
                            }
                        }
                        y0[(i + i2 + i3) * 2 + i4 + i5] = sum;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_399(void *const *p, const int64_t *s, char *work);
int32_t call_399(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose10(p[0], p[1], p[2]);
}
int64_t work_399(const int64_t *s);
int64_t work_399(const int64_t *s) {
    (void)s;
    return 0;
}

static const char *const texts[] = {
    "",
    "flatten: an index is out of range: dim 0 of 'x0' must be in [0, 3)",
    "flatten: an index is out of range: dim 2 of 'x0' must be in [0, n)",
    "flatten: an index is out of range: dim 0 of 'x0' must be in [0, n)",
    "flatten: an index is out of range: dim 2 of 'x0' must be in [0, m)",
    "gather_elements: an index is out of range: dim 1 of 'x0' must be in [0, 3)",
    "gather_elements: an index is out of range: dim 0 of 'x0' must be in [0, 2)",
    "gather_elements: an index is out of range: dim 0 of 'x0' must be in [0, m)",
    "gather_elements: an index is out of range: dim 0 of 'x0' must be in [0, 5)",
    "gather_elements: an index is out of range: dim 0 of 'x0' must be in [0, 1)",
    "gather_nd: an index is out of range: dim 2 of 'x0' must be in [0, 2)",
    "gather_nd: an index is out of range: dim 1 of 'x0' must be in [0, 1)",
    "gather_nd: an index is out of range: dim 2 of 'x0' must be in [0, 1)",
    "gather_nd: an index is out of range: dim 1 of 'x0' must be in [0, 2)",
    "gather_nd: an index is out of range: dim 0 of 'x0' must be in [0, 5)",
    "gather_nd: an index is out of range: dim 1 of 'x0' must be in [0, 3)",
    "grad.avg_pool2d_backward: an index is out of range: dim 3 of 'y0' must be in [0, n)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'sums' must be in [0, n)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'sums' must be in [0, 1)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'sums' must be in [0, 2)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'sums' must be in [0, 3)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'sums' must be in [0, 1)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'sums' must be in [0, m)",
    "grad.max_pool2d_backward: an index is out of range: dim 1 of 'y0' must be in [0, 5)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'y0' must be in [0, 3)",
    "grad.max_pool2d_backward: an index is out of range: dim 1 of 'sums' must be in [0, 2)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'y0' must be in [0, 1)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'y0' must be in [0, 2)",
    "grad.max_pool2d_backward: an index is out of range: dim 1 of 'sums' must be in [0, 1)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'y0' must be in [0, m)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'y0' must be in [0, n)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'sums' must be in [0, 2)",
    "grad.max_pool2d_backward: an index is out of range: dim 0 of 'y0' must be in [0, 5)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'y0' must be in [0, 1)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'y0' must be in [0, 5)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'x3' must be in [0, 1)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, 1)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'x3' must be in [0, 3)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, 3)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, n)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'x3' must be in [0, 2)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'y0' must be in [0, 2)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'y0' must be in [0, 3)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'y0' must be in [0, m)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, 2)",
    "grad.nll_loss_backward: an index is out of range: dim 0 of 'x3' must be in [0, m)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, m)",
    "grad.take_backward: an index is out of range: dim 1 of 'y0' must be in [0, 3)",
    "grad.take_backward: an index is out of range: dim 2 of 'sums' must be in [0, 2)",
    "grad.take_backward: an index is out of range: dim 0 of 'sums' must be in [0, 2)",
    "grad.take_backward: an index is out of range: dim 1 of 'y0' must be in [0, 2)",
    "grad.take_backward: an index is out of range: dim 1 of 'y0' must be in [0, 1)",
    "grad.take_backward: an index is out of range: dim 2 of 'sums' must be in [0, 3)",
    "grad.take_backward: an index is out of range: dim 3 of 'y0' must be in [0, n)",
    "grad.take_backward: an index is out of range: dim 2 of 'sums' must be in [0, 1)",
    "grad.take_backward: an index is out of range: dim 1 of 'sums' must be in [0, 1)",
    "max: an index is out of range: dim 0 of 'x0' must be in [0, m)",
    "max: an index is out of range: dim 1 of 'x0' must be in [0, m)",
    "max: an index is out of range: dim 2 of 'x0' must be in [0, m)",
    "nn.adaptive_avg_pool2d: an index is out of range: dim 1 of 'x0' must be in [0, m)",
    "nn.adaptive_avg_pool2d: an index is out of range: dim 2 of 'x0' must be in [0, n)",
    "nn.avg_pool2d: an index is out of range: dim 3 of 'x0' must be in [0, n)",
    "nn.conv3d: an index is out of range: dim 2 of 'x0' must be in [0, n)",
};
const char *const *get_texts(void);
const char *const *get_texts(void) { return texts; }
