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
static inline int8_t tn_floordiv_i8(int8_t a, int8_t b) {
    if (b == 0) return 0;
    if (b == -1) return (int8_t)(0u - (uint32_t)a);
    return (int8_t)(a / b - (a % b != 0 && (a % b < 0) != (b < 0)));
}
static inline int64_t tn_floordiv_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    if (b == -1) return (int64_t)(0u - (uint64_t)a);
    return (int64_t)(a / b - (a % b != 0 && (a % b < 0) != (b < 0)));
}
static inline int8_t tn_floormod_i8(int8_t a, int8_t b) {
    if (b == 0 || b == -1) return 0;
    return (int8_t)(a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0));
}
static inline int64_t tn_floormod_i64(int64_t a, int64_t b) {
    if (b == 0 || b == -1) return 0;
    return (int64_t)(a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0));
}
static inline int64_t tn_truncdiv_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int64_t)(0u - (uint64_t)a) : (int64_t)(a / b);
}
static inline int8_t tn_truncmod_i8(int8_t a, int8_t b) {
    return b == 0 || b == -1 ? 0 : (int8_t)(a % b);
}
static inline uint64_t tn_floormod_u64(uint64_t a, uint64_t b) { return b ? (uint64_t)(a % b) : 0; }
static inline int64_t tn_min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline uint64_t tn_min_u64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline int8_t tn_max_i8(int8_t a, int8_t b) { return a > b ? a : b; }
static inline int64_t tn_max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
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
static inline int32_t tn_shl_i32(int32_t a, int32_t b) {
    return (uint32_t)b < 32 ? (int32_t)((uint32_t)a << b) : 0;
}
static inline int64_t tn_shl_i64(int64_t a, int64_t b) {
    return (uint64_t)b < 64 ? (int64_t)((uint64_t)a << b) : 0;
}
static inline int32_t tn_shr_i32(int32_t a, int32_t b) {
    if ((uint32_t)b >= 32) return a < 0 ? -1 : 0;
    return (int32_t)(a < 0 ? ~(~a >> b) : a >> b);
}
static inline uint8_t tn_shr_u8(uint8_t a, uint8_t b) { return b < 8 ? (uint8_t)(a >> b) : 0; }
static inline uint32_t tn_shr_u32(uint32_t a, uint32_t b) { return b < 32 ? (uint32_t)(a >> b) : 0; }
static inline uint64_t tn_shr_u64(uint64_t a, uint64_t b) { return b < 64 ? (uint64_t)(a >> b) : 0; }
static inline uint32_t tn_mulhi_u32(uint32_t a, uint32_t b) {
    return (uint32_t)((uint64_t)a * (uint64_t)b >> 32);
}
static inline int8_t tn_abs_i8(int8_t a) { return a < 0 ? (int8_t)(0u - (uint32_t)a) : a; }
static inline int64_t tn_abs_i64(int64_t a) { return a < 0 ? (int64_t)(0u - (uint64_t)a) : a; }
static inline int8_t tn_to_i8(double v) {
    const double end = 0x1p7;
    if (v != v) return 0;
    if (v < -end) return INT8_MIN;
    return v >= end ? INT8_MAX : (int8_t)v;
}
static inline int16_t tn_to_i16(double v) {
    const double end = 0x1p15;
    if (v != v) return 0;
    if (v < -end) return INT16_MIN;
    return v >= end ? INT16_MAX : (int16_t)v;
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

static int32_t k_round(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 7; i++) {
        y0[i] = tn_f16_bits(nearbyint(tn_f16_value(x0[i])));
    }
    return 0;
}

int32_t call_0(void *const *p, const int64_t *s, char *work);
int32_t call_0(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round(p[0], p[1]);
}
int64_t work_0(const int64_t *s);
int64_t work_0(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 8; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_1(void *const *p, const int64_t *s, char *work);
int32_t call_1(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round2(p[0], p[1]);
}
int64_t work_1(const int64_t *s);
int64_t work_1(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_2(void *const *p, const int64_t *s, char *work);
int32_t call_2(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round3(p[0], p[1]);
}
int64_t work_2(const int64_t *s);
int64_t work_2(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round4(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_3(void *const *p, const int64_t *s, char *work);
int32_t call_3(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round4(p[0], p[1]);
}
int64_t work_3(const int64_t *s);
int64_t work_3(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round5(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            y0[i * 0 + i2] = x0[i * 0 + i2];
        }
    }
    return 0;
}

int32_t call_4(void *const *p, const int64_t *s, char *work);
int32_t call_4(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round5(p[0], p[1]);
}
int64_t work_4(const int64_t *s);
int64_t work_4(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_rsqrt(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_bf16_bits(tn_bf16_round((double)(1.0f / sqrtf((float)tn_bf16_value(x0[i * 3 + i2])))));
        }
    }
    return 0;
}

int32_t call_5(void *const *p, const int64_t *s, char *work);
int32_t call_5(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_rsqrt(p[0], p[1]);
}
int64_t work_5(const int64_t *s);
int64_t work_5(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_rsqrt2(const float *restrict x0, float *restrict y0) {
    y0[0] = 1.0f / sqrtf(x0[0]);
    return 0;
}

int32_t call_6(void *const *p, const int64_t *s, char *work);
int32_t call_6(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_rsqrt2(p[0], p[1]);
}
int64_t work_6(const int64_t *s);
int64_t work_6(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nonzero(const int32_t *restrict x0, int64_t *restrict y0, int64_t *restrict y1) {
    int64_t count = 0;
    for (int64_t i = 0; i < 4; i++) {
        if (x0[i] != 0) {
            if ((uint64_t)count >= (uint64_t)4) return 1;
            y0[count] = i;
            count = (int64_t)((uint64_t)count + (uint64_t)1);
        }
    }
    y1[0] = 1;
    y1[1] = count;
    return 0;
}

int32_t call_7(void *const *p, const int64_t *s, char *work);
int32_t call_7(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nonzero(p[0], p[1], p[2]);
}
int64_t work_7(const int64_t *s);
int64_t work_7(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 4; i4++) {
            const int64_t t = x1[i3 * 4 + i4];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            y0[i3 * 3 + at] = y0[i3 * 3 + at] + x2[i3 * 4 + i4];
        }
    }
    return 0;
}

int32_t call_8(void *const *p, const int64_t *s, char *work);
int32_t call_8(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements(p[0], p[1], p[2], p[3]);
}
int64_t work_8(const int64_t *s);
int64_t work_8(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements2(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = x0[i];
    }
    for (int64_t i2 = 0; i2 < 3; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
        if ((uint64_t)at >= (uint64_t)3) return 3;
        if ((uint64_t)at >= (uint64_t)3) return 3;
        y0[at] = y0[at] + x2[i2];
    }
    return 0;
}

int32_t call_9(void *const *p, const int64_t *s, char *work);
int32_t call_9(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements2(p[0], p[1], p[2], p[3]);
}
int64_t work_9(const int64_t *s);
int64_t work_9(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements3(const uint16_t *restrict x0, const int64_t *restrict x1, const uint16_t *restrict x2, uint16_t *restrict y0) {
    float work2[2] = {0};
    for (int64_t i = 0; i < 2; i++) {
        work2[i] = (float)tn_bf16_value(x0[i]);
    }
    for (int64_t i2 = 0; i2 < 4; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
        if ((uint64_t)at >= (uint64_t)2) return 4;
        if ((uint64_t)at >= (uint64_t)2) return 4;
        work2[at] = work2[at] * (float)tn_bf16_value(x2[i2]);
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        y0[i3] = tn_bf16_bits(tn_bf16_round((double)work2[i3]));
    }
    return 0;
}

int32_t call_10(void *const *p, const int64_t *s, char *work);
int32_t call_10(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements3(p[0], p[1], p[2], p[3]);
}
int64_t work_10(const int64_t *s);
int64_t work_10(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements4(const int8_t *restrict x0, const int64_t *restrict x1, const int8_t *restrict x2, int8_t *restrict y0) {
    int64_t work2[3] = {0};
    int64_t counts[3] = {0};
    for (int64_t i = 0; i < 3; i++) {
        work2[i] = (int64_t)x0[i];
    }
    for (int64_t i2 = 0; i2 < 3; i2++) {
        counts[i2] = 1;
    }
    for (int64_t i3 = 0; i3 < 5; i3++) {
        const int64_t t = x1[i3];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
        if ((uint64_t)at >= (uint64_t)3) return 5;
        if ((uint64_t)at >= (uint64_t)3) return 5;
        work2[at] = (int64_t)((uint64_t)work2[at] + (uint64_t)(int64_t)x2[i3]);
        if ((uint64_t)at >= (uint64_t)3) return 6;
        if ((uint64_t)at >= (uint64_t)3) return 6;
        counts[at] = (int64_t)((uint64_t)counts[at] + (uint64_t)1);
    }
    for (int64_t i4 = 0; i4 < 3; i4++) {
        y0[i4] = (int8_t)tn_truncdiv_i64(work2[i4], counts[i4]);
    }
    return 0;
}

int32_t call_11(void *const *p, const int64_t *s, char *work);
int32_t call_11(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements4(p[0], p[1], p[2], p[3]);
}
int64_t work_11(const int64_t *s);
int64_t work_11(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements5(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 4; i4++) {
            const int64_t t = x1[i3 * 4 + i4];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            y0[i3 * 3 + at] = tn_max_f32(y0[i3 * 3 + at], x2[i3 * 4 + i4]);
        }
    }
    return 0;
}

int32_t call_12(void *const *p, const int64_t *s, char *work);
int32_t call_12(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements5(p[0], p[1], p[2], p[3]);
}
int64_t work_12(const int64_t *s);
int64_t work_12(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements6(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = x0[i];
    }
    for (int64_t i2 = 0; i2 < 3; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
        if ((uint64_t)at >= (uint64_t)3) return 3;
        if ((uint64_t)at >= (uint64_t)3) return 3;
        y0[at] = tn_max_f32(y0[at], x2[i2]);
    }
    return 0;
}

int32_t call_13(void *const *p, const int64_t *s, char *work);
int32_t call_13(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements6(p[0], p[1], p[2], p[3]);
}
int64_t work_13(const int64_t *s);
int64_t work_13(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements7(const uint16_t *restrict x0, const int64_t *restrict x1, const uint16_t *restrict x2, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_bf16_bits(tn_bf16_value(x0[i]));
    }
    for (int64_t i2 = 0; i2 < 4; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
        if ((uint64_t)at >= (uint64_t)2) return 7;
        if ((uint64_t)at >= (uint64_t)2) return 7;
        y0[at] = tn_bf16_bits(tn_min_f64(tn_bf16_value(y0[at]), tn_bf16_value(x2[i2])));
    }
    return 0;
}

int32_t call_14(void *const *p, const int64_t *s, char *work);
int32_t call_14(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements7(p[0], p[1], p[2], p[3]);
}
int64_t work_14(const int64_t *s);
int64_t work_14(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements8(const uint16_t *restrict x0, const int64_t *restrict x1, const uint16_t *restrict x2, uint16_t *restrict y0) {
    float work2[1] = {0};
    for (int64_t i = 0; i < 1; i++) {
        work2[i] = (float)tn_f16_value(x0[i]);
    }
    for (int64_t i2 = 0; i2 < 4; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)1) : t;
        if ((uint64_t)at >= (uint64_t)1) return 8;
        if ((uint64_t)at >= (uint64_t)1) return 8;
        work2[at] = work2[at] + (float)tn_f16_value(x2[i2]);
    }
    for (int64_t i3 = 0; i3 < 1; i3++) {
        y0[i3] = tn_f16_bits(tn_f16_round((double)work2[i3]));
    }
    return 0;
}

int32_t call_15(void *const *p, const int64_t *s, char *work);
int32_t call_15(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements8(p[0], p[1], p[2], p[3]);
}
int64_t work_15(const int64_t *s);
int64_t work_15(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements9(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    for (int64_t i2 = 0; i2 < 1; i2++) {
        const int64_t t = x1[i2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
        if ((uint64_t)at >= (uint64_t)2) return 7;
        y0[at] = x2[i2];
    }
    return 0;
}

int32_t call_16(void *const *p, const int64_t *s, char *work);
int32_t call_16(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements9(p[0], p[1], p[2], p[3]);
}
int64_t work_16(const int64_t *s);
int64_t work_16(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements10(const int64_t *restrict x0, const int64_t *restrict x1, const int64_t *restrict x2, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 1; i4++) {
            const int64_t t = x1[i3 + i4];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            y0[i3 * 3 + at] = x2[i3 + i4];
        }
    }
    return 0;
}

int32_t call_17(void *const *p, const int64_t *s, char *work);
int32_t call_17(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements10(p[0], p[1], p[2], p[3]);
}
int64_t work_17(const int64_t *s);
int64_t work_17(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements11(const uint64_t *restrict x0, const int64_t *restrict x1, const uint64_t *restrict x2, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 1; i4++) {
            const int64_t t = x1[i3 + i4];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 2;
            y0[i3 * 3 + at] = x2[i3 + i4];
        }
    }
    return 0;
}

int32_t call_18(void *const *p, const int64_t *s, char *work);
int32_t call_18(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements11(p[0], p[1], p[2], p[3]);
}
int64_t work_18(const int64_t *s);
int64_t work_18(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements12(const float *restrict x0, const int16_t *restrict x1, const float *restrict x2, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                y0[i * 2 + i2] = x0[i * 2 + i2];
            }
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = (int64_t)x1[i3 * 2 + i4];
            const int64_t at = (t < 0) ? (t + 7) : t;
            if ((uint64_t)at >= (uint64_t)7) return 9;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_19(void *const *p, const int64_t *s, char *work);
int32_t call_19(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements12(p[0], p[1], p[2], p[3]);
}
int64_t work_19(const int64_t *s);
int64_t work_19(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements13(const float *restrict x0, const uint8_t *restrict x1, const float *restrict x2, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                y0[i * 2 + i2] = x0[i * 2 + i2];
            }
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t at = (int64_t)x1[i3 * 2 + i4];
            if ((uint64_t)at >= (uint64_t)7) return 9;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_20(void *const *p, const int64_t *s, char *work);
int32_t call_20(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements13(p[0], p[1], p[2], p[3]);
}
int64_t work_20(const int64_t *s);
int64_t work_20(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_elements14(const float *restrict x0, const uint64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                y0[i * 2 + i2] = x0[i * 2 + i2];
            }
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t at = (int64_t)tn_min_u64(x1[i3 * 2 + i4], 9223372036854775807u);
            if ((uint64_t)at >= (uint64_t)7) return 9;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_21(void *const *p, const int64_t *s, char *work);
int32_t call_21(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_elements14(p[0], p[1], p[2], p[3]);
}
int64_t work_21(const int64_t *s);
int64_t work_21(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = x1[(i3 * 2 + i4) * 2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            const int64_t t2 = x1[(i3 * 2 + i4) * 2 + 1];
            const int64_t at2 = (t2 < 0) ? (int64_t)((uint64_t)t2 + (uint64_t)3) : t2;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            if ((uint64_t)at2 >= (uint64_t)3) return 11;
            y0[at * 3 + at2] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_22(void *const *p, const int64_t *s, char *work);
int32_t call_22(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd(p[0], p[1], p[2], p[3]);
}
int64_t work_22(const int64_t *s);
int64_t work_22(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd2(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[at * 3 + i4] = y0[at * 3 + i4] + x2[i3 * 3 + i4];
        }
    }
    return 0;
}

int32_t call_23(void *const *p, const int64_t *s, char *work);
int32_t call_23(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd2(p[0], p[1], p[2], p[3]);
}
int64_t work_23(const int64_t *s);
int64_t work_23(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd3(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[at * 3 + i4] = y0[at * 3 + i4] * x2[i3 * 3 + i4];
        }
    }
    return 0;
}

int32_t call_24(void *const *p, const int64_t *s, char *work);
int32_t call_24(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd3(p[0], p[1], p[2], p[3]);
}
int64_t work_24(const int64_t *s);
int64_t work_24(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd4(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[at * 3 + i4] = tn_max_f32(y0[at * 3 + i4], x2[i3 * 3 + i4]);
        }
    }
    return 0;
}

int32_t call_25(void *const *p, const int64_t *s, char *work);
int32_t call_25(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd4(p[0], p[1], p[2], p[3]);
}
int64_t work_25(const int64_t *s);
int64_t work_25(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd5(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            if ((uint64_t)at >= (uint64_t)2) return 10;
            y0[at * 3 + i4] = tn_min_f32(y0[at * 3 + i4], x2[i3 * 3 + i4]);
        }
    }
    return 0;
}

int32_t call_26(void *const *p, const int64_t *s, char *work);
int32_t call_26(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd5(p[0], p[1], p[2], p[3]);
}
int64_t work_26(const int64_t *s);
int64_t work_26(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd6(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 0; i3++) {
        const int64_t t = x1[i3 * 2];
        const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
        const int64_t t2 = x1[i3 * 2 + 1];
        const int64_t at2 = (t2 < 0) ? (int64_t)((uint64_t)t2 + (uint64_t)3) : t2;
        y0[at * 3 + at2] = x2[i3];
    }
    return 0;
}

int32_t call_27(void *const *p, const int64_t *s, char *work);
int32_t call_27(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd6(p[0], p[1], p[2], p[3]);
}
int64_t work_27(const int64_t *s);
int64_t work_27(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd7(const int16_t *restrict x0, const int64_t *restrict x1, const int16_t *restrict x2, int16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 12;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_28(void *const *p, const int64_t *s, char *work);
int32_t call_28(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd7(p[0], p[1], p[2], p[3]);
}
int64_t work_28(const int64_t *s);
int64_t work_28(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd8(const uint8_t *restrict x0, const int64_t *restrict x1, const uint8_t *restrict x2, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 12;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_29(void *const *p, const int64_t *s, char *work);
int32_t call_29(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd8(p[0], p[1], p[2], p[3]);
}
int64_t work_29(const int64_t *s);
int64_t work_29(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_astype(const int64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (uint64_t)x0[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_30(void *const *p, const int64_t *s, char *work);
int32_t call_30(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_astype(p[0], p[1]);
}
int64_t work_30(const int64_t *s);
int64_t work_30(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd9(const double *restrict x0, const int64_t *restrict x1, const double *restrict x2, double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 12;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_31(void *const *p, const int64_t *s, char *work);
int32_t call_31(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd9(p[0], p[1], p[2], p[3]);
}
int64_t work_31(const int64_t *s);
int64_t work_31(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd10(const float *restrict x0, const int32_t *restrict x1, const float *restrict x2, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                y0[i * 2 + i2] = x0[i * 2 + i2];
            }
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t t = (int64_t)x1[i3];
            const int64_t at = (t < 0) ? (t + 7) : t;
            if ((uint64_t)at >= (uint64_t)7) return 13;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_32(void *const *p, const int64_t *s, char *work);
int32_t call_32(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd10(p[0], p[1], p[2], p[3]);
}
int64_t work_32(const int64_t *s);
int64_t work_32(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd11(const float *restrict x0, const uint16_t *restrict x1, const float *restrict x2, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                y0[i * 2 + i2] = x0[i * 2 + i2];
            }
        }
    }
    for (int64_t i3 = 0; i3 < 3; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            const int64_t at = (int64_t)x1[i3];
            if ((uint64_t)at >= (uint64_t)7) return 13;
            y0[at * 2 + i4] = x2[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_33(void *const *p, const int64_t *s, char *work);
int32_t call_33(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd11(p[0], p[1], p[2], p[3]);
}
int64_t work_33(const int64_t *s);
int64_t work_33(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sigmoid(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = 1.0f / (1.0f + (float)exp((double)(-x0[i * 4 + i2])));
        }
    }
    return 0;
}

int32_t call_34(void *const *p, const int64_t *s, char *work);
int32_t call_34(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sigmoid(p[0], p[1]);
}
int64_t work_34(const int64_t *s);
int64_t work_34(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sigmoid2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = tn_bf16_bits(tn_bf16_round((double)(1.0f / (1.0f + (float)exp((double)(-(float)tn_bf16_value(x0[i * 4 + i2])))))));
        }
    }
    return 0;
}

int32_t call_35(void *const *p, const int64_t *s, char *work);
int32_t call_35(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sigmoid2(p[0], p[1]);
}
int64_t work_35(const int64_t *s);
int64_t work_35(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sigmoid3(const float *restrict x0, float *restrict y0) {
    y0[0] = 1.0f / (1.0f + (float)exp((double)(-x0[0])));
    return 0;
}

int32_t call_36(void *const *p, const int64_t *s, char *work);
int32_t call_36(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sigmoid3(p[0], p[1]);
}
int64_t work_36(const int64_t *s);
int64_t work_36(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 9; i++) {
        const double t = x0[i];
        y0[i] = (0.0 < t) ? 1.0 : ((t < 0.0) ? (-1.0) : ((t == 0.0) ? 0.0 : t));
    }
    return 0;
}

int32_t call_37(void *const *p, const int64_t *s, char *work);
int32_t call_37(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign(p[0], p[1]);
}
int64_t work_37(const int64_t *s);
int64_t work_37(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            const float t = x0[i * 5 + i2];
            y0[i * 5 + i2] = (0.0f < t) ? 1.0f : ((t < 0.0f) ? (-1.0f) : ((t == 0.0f) ? 0.0f : t));
        }
    }
    return 0;
}

int32_t call_38(void *const *p, const int64_t *s, char *work);
int32_t call_38(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign2(p[0], p[1]);
}
int64_t work_38(const int64_t *s);
int64_t work_38(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign3(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        const int32_t t = x0[i];
        y0[i] = (0 < t) ? 1 : ((t < 0) ? (-1) : ((t == 0) ? 0 : t));
    }
    return 0;
}

int32_t call_39(void *const *p, const int64_t *s, char *work);
int32_t call_39(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign3(p[0], p[1]);
}
int64_t work_39(const int64_t *s);
int64_t work_39(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign4(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        const uint16_t t = x0[i];
        y0[i] = (0 < t) ? 1 : ((t == 0) ? 0 : t);
    }
    return 0;
}

int32_t call_40(void *const *p, const int64_t *s, char *work);
int32_t call_40(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign4(p[0], p[1]);
}
int64_t work_40(const int64_t *s);
int64_t work_40(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign5(const double *restrict x0, double *restrict y0) {
    y0[0] = (0.0 < x0[0]) ? 1.0 : ((x0[0] < 0.0) ? (-1.0) : ((x0[0] == 0.0) ? 0.0 : x0[0]));
    return 0;
}

int32_t call_41(void *const *p, const int64_t *s, char *work);
int32_t call_41(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign5(p[0], p[1]);
}
int64_t work_41(const int64_t *s);
int64_t work_41(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sin(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = sin(x0[i * 3 + i2]);
        }
    }
    return 0;
}

int32_t call_42(void *const *p, const int64_t *s, char *work);
int32_t call_42(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sin(p[0], p[1]);
}
int64_t work_42(const int64_t *s);
int64_t work_42(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sin2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = (float)sin((double)x0[i]);
    }
    return 0;
}

int32_t call_43(void *const *p, const int64_t *s, char *work);
int32_t call_43(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sin2(p[0], p[1]);
}
int64_t work_43(const int64_t *s);
int64_t work_43(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sin3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (float)sin((double)x0[i * 3 + i2]);
        }
    }
    return 0;
}

int32_t call_44(void *const *p, const int64_t *s, char *work);
int32_t call_44(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sin3(p[0], p[1]);
}
int64_t work_44(const int64_t *s);
int64_t work_44(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sinh(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_f16_bits(tn_f16_round((double)(float)sinh((double)(float)tn_f16_value(x0[i * 3 + i2]))));
        }
    }
    return 0;
}

int32_t call_45(void *const *p, const int64_t *s, char *work);
int32_t call_45(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sinh(p[0], p[1]);
}
int64_t work_45(const int64_t *s);
int64_t work_45(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sinh2(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = sinh(x0[i]);
    }
    return 0;
}

int32_t call_46(void *const *p, const int64_t *s, char *work);
int32_t call_46(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sinh2(p[0], p[1]);
}
int64_t work_46(const int64_t *s);
int64_t work_46(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort(const float *restrict x0, float *restrict y0) {
    int64_t order[4] = {0};
    int64_t merged[4] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 4) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)3 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 4);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 4);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 3);
                    if ((uint64_t)at >= (uint64_t)4) return 14;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 3);
                    if ((uint64_t)at2 >= (uint64_t)4) return 14;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)4) return 15;
                    const float x = x0[i * 4 + a];
                    if ((uint64_t)b >= (uint64_t)4) return 15;
                    const float y = x0[i * 4 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)4) return 16;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 4; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 4; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)4) return 15;
            y0[i * 4 + i6] = x0[i * 4 + at4];
        }
    }
    return 0;
}

int32_t call_47(void *const *p, const int64_t *s, char *work);
int32_t call_47(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort(p[0], p[1]);
}
int64_t work_47(const int64_t *s);
int64_t work_47(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort2(const int64_t *restrict x0, int64_t *restrict y0) {
    int64_t order[3] = {0};
    int64_t merged[3] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 3) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)2 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 3);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 3);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 2);
                    if ((uint64_t)at >= (uint64_t)3) return 17;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 2);
                    if ((uint64_t)at2 >= (uint64_t)3) return 17;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)3) return 18;
                    const int64_t x = x0[a * 2 + i];
                    if ((uint64_t)b >= (uint64_t)3) return 18;
                    const int64_t y = x0[b * 2 + i];
                    const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)3) return 19;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 3; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 3; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)3) return 18;
            y0[i6 * 2 + i] = x0[at4 * 2 + i];
        }
    }
    return 0;
}

int32_t call_48(void *const *p, const int64_t *s, char *work);
int32_t call_48(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort2(p[0], p[1]);
}
int64_t work_48(const int64_t *s);
int64_t work_48(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort3(const int8_t *restrict x0, int8_t *restrict y0) {
    int64_t order[33] = {0};
    int64_t merged[33] = {0};
    for (int64_t i = 0; i < 33; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 33) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)32 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 33);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 33);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 32);
                if ((uint64_t)at >= (uint64_t)33) return 20;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 32);
                if ((uint64_t)at2 >= (uint64_t)33) return 20;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)33) return 21;
                const int8_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)33) return 21;
                const int8_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (y < x)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)33) return 22;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 33; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 33; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)33) return 21;
        y0[i5] = x0[at4];
    }
    return 0;
}

int32_t call_49(void *const *p, const int64_t *s, char *work);
int32_t call_49(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort3(p[0], p[1]);
}
int64_t work_49(const int64_t *s);
int64_t work_49(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort4(const uint8_t *restrict x0, uint8_t *restrict y0) {
    int64_t order[17] = {0};
    int64_t merged[17] = {0};
    for (int64_t i = 0; i < 17; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 17) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)16 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 17);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 17);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 16);
                if ((uint64_t)at >= (uint64_t)17) return 23;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 16);
                if ((uint64_t)at2 >= (uint64_t)17) return 23;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)17) return 24;
                const uint8_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)17) return 24;
                const uint8_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)17) return 25;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 17; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 17; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)17) return 24;
        y0[i5] = x0[at4];
    }
    return 0;
}

int32_t call_50(void *const *p, const int64_t *s, char *work);
int32_t call_50(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort4(p[0], p[1]);
}
int64_t work_50(const int64_t *s);
int64_t work_50(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort5(const uint8_t *restrict x0, uint8_t *restrict y0) {
    int64_t order[4] = {0};
    int64_t merged[4] = {0};
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 4) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)3 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 4);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 4);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 3);
                    if ((uint64_t)at >= (uint64_t)4) return 14;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 3);
                    if ((uint64_t)at2 >= (uint64_t)4) return 14;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)4) return 15;
                    const bool x = x0[i * 4 + a] != 0;
                    if ((uint64_t)b >= (uint64_t)4) return 15;
                    const bool y = x0[i * 4 + b] != 0;
                    const bool take_left = (left < middle) && (!((right < end2) && (!y && x)));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)4) return 16;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 4; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 4; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)4) return 15;
            y0[i * 4 + i6] = x0[i * 4 + at4] != 0;
        }
    }
    return 0;
}

int32_t call_51(void *const *p, const int64_t *s, char *work);
int32_t call_51(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort5(p[0], p[1]);
}
int64_t work_51(const int64_t *s);
int64_t work_51(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort6(const uint16_t *restrict x0, uint16_t *restrict y0) {
    int64_t order[5] = {0};
    int64_t merged[5] = {0};
    for (int64_t i = 0; i < 5; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 5) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)4 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 5);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 5);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 4);
                if ((uint64_t)at >= (uint64_t)5) return 26;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 4);
                if ((uint64_t)at2 >= (uint64_t)5) return 26;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)5) return 27;
                const double x = tn_f16_value(x0[a]);
                if ((uint64_t)b >= (uint64_t)5) return 27;
                const double y = tn_f16_value(x0[b]);
                const bool take_left = (left < middle) && (!((right < end2) && ((x < y) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)5) return 28;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 5; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 5; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)5) return 27;
        y0[i5] = tn_f16_bits(tn_f16_value(x0[at4]));
    }
    return 0;
}

int32_t call_52(void *const *p, const int64_t *s, char *work);
int32_t call_52(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort6(p[0], p[1]);
}
int64_t work_52(const int64_t *s);
int64_t work_52(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort7(const double *restrict x0, double *restrict y0) {
    int64_t order[1] = {0};
    int64_t merged[1] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 1) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64(t, t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 1);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 1);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 0);
                    if ((uint64_t)at >= (uint64_t)1) return 29;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 0);
                    if ((uint64_t)at2 >= (uint64_t)1) return 29;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)1) return 30;
                    const double x = x0[i + a];
                    if ((uint64_t)b >= (uint64_t)1) return 30;
                    const double y = x0[i + b];
                    const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)1) return 31;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 1; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 1; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)1) return 30;
            y0[i + i6] = x0[i + at4];
        }
    }
    return 0;
}

int32_t call_53(void *const *p, const int64_t *s, char *work);
int32_t call_53(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort7(p[0], p[1]);
}
int64_t work_53(const int64_t *s);
int64_t work_53(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort8(const float *restrict x0, float *restrict y0) {
    int64_t order[1] = {0};
    int64_t merged[1] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 0) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)(-1) + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 0);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 0);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, (-1));
                    if ((uint64_t)at >= (uint64_t)0) return 32;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, (-1));
                    if ((uint64_t)at2 >= (uint64_t)0) return 32;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)0) return 33;
                    const float x = x0[i * 0 + a];
                    if ((uint64_t)b >= (uint64_t)0) return 33;
                    const float y = x0[i * 0 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && ((x < y) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)0) return 34;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 0; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 0; i6++) {
            const int64_t at4 = order[i6];
            y0[i * 0 + i6] = x0[i * 0 + at4];
        }
    }
    return 0;
}

int32_t call_54(void *const *p, const int64_t *s, char *work);
int32_t call_54(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort8(p[0], p[1]);
}
int64_t work_54(const int64_t *s);
int64_t work_54(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort9(const int32_t *restrict x0, int32_t *restrict y0) {
    int64_t order[3] = {0};
    int64_t merged[3] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                order[i3] = i3;
            }
            int64_t width = 1;
            while (width < 3) {
                const int64_t w = width;
                const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
                const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)2 + (uint64_t)t), t);
                for (int64_t i4 = 0; i4 < end; i4++) {
                    const int64_t start = (int64_t)((uint64_t)i4 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                    const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 3);
                    const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 3);
                    int64_t left = start;
                    int64_t right = middle;
                    const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                    for (int64_t i5 = 0; i5 < end3; i5++) {
                        const int64_t at = tn_min_i64(left, 2);
                        if ((uint64_t)at >= (uint64_t)3) return 17;
                        const int64_t a = order[at];
                        const int64_t at2 = tn_min_i64(right, 2);
                        if ((uint64_t)at2 >= (uint64_t)3) return 17;
                        const int64_t b = order[at2];
                        if ((uint64_t)a >= (uint64_t)3) return 35;
                        const int32_t x = x0[(i * 3 + a) * 2 + i2];
                        if ((uint64_t)b >= (uint64_t)3) return 35;
                        const int32_t y = x0[(i * 3 + b) * 2 + i2];
                        const bool take_left = (left < middle) && (!((right < end2) && (y < x)));
                        const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i5);
                        if ((uint64_t)at3 >= (uint64_t)3) return 19;
                        merged[at3] = take_left ? a : b;
                        left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                        right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                    }
                }
                for (int64_t i6 = 0; i6 < 3; i6++) {
                    order[i6] = merged[i6];
                }
                width = (int64_t)((uint64_t)w * (uint64_t)2);
            }
            for (int64_t i7 = 0; i7 < 3; i7++) {
                const int64_t at4 = order[i7];
                if ((uint64_t)at4 >= (uint64_t)3) return 35;
                y0[(i * 3 + i7) * 2 + i2] = x0[(i * 3 + at4) * 2 + i2];
            }
        }
    }
    return 0;
}

int32_t call_55(void *const *p, const int64_t *s, char *work);
int32_t call_55(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort9(p[0], p[1]);
}
int64_t work_55(const int64_t *s);
int64_t work_55(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort10(const uint16_t *restrict x0, uint16_t *restrict y0) {
    int64_t order[5] = {0};
    int64_t merged[5] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 5) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)4 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 5);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 5);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 4);
                    if ((uint64_t)at >= (uint64_t)5) return 26;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 4);
                    if ((uint64_t)at2 >= (uint64_t)5) return 26;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)5) return 36;
                    const uint16_t x = x0[i * 5 + a];
                    if ((uint64_t)b >= (uint64_t)5) return 36;
                    const uint16_t y = x0[i * 5 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && (y < x)));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)5) return 28;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 5; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 5; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)5) return 36;
            y0[i * 5 + i6] = x0[i * 5 + at4];
        }
    }
    return 0;
}

int32_t call_56(void *const *p, const int64_t *s, char *work);
int32_t call_56(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort10(p[0], p[1]);
}
int64_t work_56(const int64_t *s);
int64_t work_56(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split(const float *restrict x0, float *restrict y0, float *restrict y1, float *restrict y2) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i * 6 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            y1[i3 * 3 + i4] = x0[i3 * 6 + (1 + i4)];
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            y2[i5 * 2 + i6] = x0[i5 * 6 + (4 + i6)];
        }
    }
    return 0;
}

int32_t call_57(void *const *p, const int64_t *s, char *work);
int32_t call_57(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split(p[0], p[1], p[2], p[3]);
}
int64_t work_57(const int64_t *s);
int64_t work_57(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split2(const uint8_t *restrict x0, uint8_t *restrict y0, uint8_t *restrict y1, uint8_t *restrict y2, uint8_t *restrict y3, uint8_t *restrict y4) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2] != 0;
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y1[i3 * 2 + i4] = x0[i3 * 2 + i4] != 0;
        }
    }
    for (int64_t i5 = 0; i5 < 0; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            y2[i5 * 2 + i6] = x0[((2 + i5)) * 2 + i6] != 0;
        }
    }
    for (int64_t i7 = 0; i7 < 1; i7++) {
        for (int64_t i8 = 0; i8 < 2; i8++) {
            y3[i7 * 2 + i8] = x0[((2 + i7)) * 2 + i8] != 0;
        }
    }
    for (int64_t i9 = 0; i9 < 0; i9++) {
        for (int64_t i10 = 0; i10 < 2; i10++) {
            y4[i9 * 2 + i10] = x0[((3 + i9)) * 2 + i10] != 0;
        }
    }
    return 0;
}

int32_t call_58(void *const *p, const int64_t *s, char *work);
int32_t call_58(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split2(p[0], p[1], p[2], p[3], p[4], p[5]);
}
int64_t work_58(const int64_t *s);
int64_t work_58(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split3(const int16_t *restrict x0, int16_t *restrict y0, int16_t *restrict y1) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y1[i3 * 2 + i4] = x0[i3 * 3 + (1 + i4)];
        }
    }
    return 0;
}

int32_t call_59(void *const *p, const int64_t *s, char *work);
int32_t call_59(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split3(p[0], p[1], p[2]);
}
int64_t work_59(const int64_t *s);
int64_t work_59(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split4(const uint16_t *restrict x0, uint16_t *restrict y0, uint16_t *restrict y1) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y1[i3 * 2 + i4] = x0[i3 * 3 + (1 + i4)];
        }
    }
    return 0;
}

int32_t call_60(void *const *p, const int64_t *s, char *work);
int32_t call_60(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split4(p[0], p[1], p[2]);
}
int64_t work_60(const int64_t *s);
int64_t work_60(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split5(const uint16_t *restrict x0, uint16_t *restrict y0, uint16_t *restrict y1) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = tn_f16_bits(tn_f16_value(x0[i * 3 + i2]));
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y1[i3 * 2 + i4] = tn_f16_bits(tn_f16_value(x0[i3 * 3 + (1 + i4)]));
        }
    }
    return 0;
}

int32_t call_61(void *const *p, const int64_t *s, char *work);
int32_t call_61(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split5(p[0], p[1], p[2]);
}
int64_t work_61(const int64_t *s);
int64_t work_61(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sqrt(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = sqrtf(x0[i * 3 + i2]);
        }
    }
    return 0;
}

int32_t call_62(void *const *p, const int64_t *s, char *work);
int32_t call_62(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sqrt(p[0], p[1]);
}
int64_t work_62(const int64_t *s);
int64_t work_62(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sqrt2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_bf16_bits(tn_bf16_round((double)sqrtf((float)tn_bf16_value(x0[i * 3 + i2]))));
        }
    }
    return 0;
}

int32_t call_63(void *const *p, const int64_t *s, char *work);
int32_t call_63(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sqrt2(p[0], p[1]);
}
int64_t work_63(const int64_t *s);
int64_t work_63(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sqrt3(const float *restrict x0, float *restrict y0) {
    y0[0] = sqrtf(x0[0]);
    return 0;
}

int32_t call_64(void *const *p, const int64_t *s, char *work);
int32_t call_64(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sqrt3(p[0], p[1]);
}
int64_t work_64(const int64_t *s);
int64_t work_64(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_square(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 9; i++) {
        const double t = x0[i];
        y0[i] = t * t;
    }
    return 0;
}

int32_t call_65(void *const *p, const int64_t *s, char *work);
int32_t call_65(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_square(p[0], p[1]);
}
int64_t work_65(const int64_t *s);
int64_t work_65(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_square2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            const float t = x0[i * 5 + i2];
            y0[i * 5 + i2] = t * t;
        }
    }
    return 0;
}

int32_t call_66(void *const *p, const int64_t *s, char *work);
int32_t call_66(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_square2(p[0], p[1]);
}
int64_t work_66(const int64_t *s);
int64_t work_66(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_square3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        const int64_t t = x0[i];
        y0[i] = (int64_t)((uint64_t)t * (uint64_t)t);
    }
    return 0;
}

int32_t call_67(void *const *p, const int64_t *s, char *work);
int32_t call_67(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_square3(p[0], p[1]);
}
int64_t work_67(const int64_t *s);
int64_t work_67(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_square4(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        const uint32_t t = x0[i];
        y0[i] = (uint32_t)((uint32_t)t * (uint32_t)t);
    }
    return 0;
}

int32_t call_68(void *const *p, const int64_t *s, char *work);
int32_t call_68(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_square4(p[0], p[1]);
}
int64_t work_68(const int64_t *s);
int64_t work_68(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_square5(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            const int32_t t = x0[i * 0 + i2];
            y0[i * 0 + i2] = (int32_t)((uint32_t)t * (uint32_t)t);
        }
    }
    return 0;
}

int32_t call_69(void *const *p, const int64_t *s, char *work);
int32_t call_69(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_square5(p[0], p[1]);
}
int64_t work_69(const int64_t *s);
int64_t work_69(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_squeeze(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_70(void *const *p, const int64_t *s, char *work);
int32_t call_70(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_squeeze(p[0], p[1]);
}
int64_t work_70(const int64_t *s);
int64_t work_70(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros(float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i + i2) * 2 + i3] = 0.0f;
            }
        }
    }
    return 0;
}

int32_t call_71(void *const *p, const int64_t *s, char *work);
int32_t call_71(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros(p[0]);
}
int64_t work_71(const int64_t *s);
int64_t work_71(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_squeeze2(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_72(void *const *p, const int64_t *s, char *work);
int32_t call_72(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_squeeze2(p[0], p[1]);
}
int64_t work_72(const int64_t *s);
int64_t work_72(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_squeeze3(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_73(void *const *p, const int64_t *s, char *work);
int32_t call_73(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_squeeze3(p[0], p[1]);
}
int64_t work_73(const int64_t *s);
int64_t work_73(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_squeeze4(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_74(void *const *p, const int64_t *s, char *work);
int32_t call_74(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_squeeze4(p[0], p[1]);
}
int64_t work_74(const int64_t *s);
int64_t work_74(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            y0[(1 * 2 + i3) * 3 + i4] = x1[i3 * 3 + i4];
        }
    }
    return 0;
}

int32_t call_75(void *const *p, const int64_t *s, char *work);
int32_t call_75(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack(p[0], p[1], p[2]);
}
int64_t work_75(const int64_t *s);
int64_t work_75(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_76(void *const *p, const int64_t *s, char *work);
int32_t call_76(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack2(p[0], p[1]);
}
int64_t work_76(const int64_t *s);
int64_t work_76(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack3(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    y0[0] = tn_f16_bits(tn_f16_value(x0[0]));
    y0[1] = tn_f16_bits(tn_f16_value(x1[0]));
    return 0;
}

int32_t call_77(void *const *p, const int64_t *s, char *work);
int32_t call_77(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack3(p[0], p[1], p[2]);
}
int64_t work_77(const int64_t *s);
int64_t work_77(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack4(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y0[(i3 * 2 + 1) * 2 + i4] = x1[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_78(void *const *p, const int64_t *s, char *work);
int32_t call_78(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack4(p[0], p[1], p[2]);
}
int64_t work_78(const int64_t *s);
int64_t work_78(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack5(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y0[(i3 * 2 + 1) * 2 + i4] = x1[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_79(void *const *p, const int64_t *s, char *work);
int32_t call_79(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack5(p[0], p[1], p[2]);
}
int64_t work_79(const int64_t *s);
int64_t work_79(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_stack6(const double *restrict x0, const double *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 * 2 + i2] = x0[i * 2 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y0[(i3 * 2 + 1) * 2 + i4] = x1[i3 * 2 + i4];
        }
    }
    return 0;
}

int32_t call_80(void *const *p, const int64_t *s, char *work);
int32_t call_80(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_stack6(p[0], p[1], p[2]);
}
int64_t work_80(const int64_t *s);
int64_t work_80(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            float acc = 0.0f;
            for (int64_t i3 = 0; i3 < 2; i3++) {
                acc = acc + x0[(i3 * 2 + i) * 3 + i2];
            }
            const float mean = acc / 2.0f;
            float acc2 = 0.0f;
            for (int64_t i4 = 0; i4 < 2; i4++) {
                const float distance = x0[(i4 * 2 + i) * 3 + i2] - mean;
                acc2 = acc2 + (distance * distance);
            }
            y0[i * 3 + i2] = sqrtf((acc2 / 2.0f));
        }
    }
    return 0;
}

int32_t call_81(void *const *p, const int64_t *s, char *work);
int32_t call_81(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std(p[0], p[1]);
}
int64_t work_81(const int64_t *s);
int64_t work_81(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float acc = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        acc = acc + x0[(i4 * 2 + i2) * 3 + i5];
                    }
                }
                const float mean = acc / 6.0f;
                float acc2 = 0.0f;
                for (int64_t i6 = 0; i6 < 2; i6++) {
                    for (int64_t i7 = 0; i7 < 3; i7++) {
                        const float distance = x0[(i6 * 2 + i2) * 3 + i7] - mean;
                        acc2 = acc2 + (distance * distance);
                    }
                }
                y0[i * 2 + i2 + i3] = sqrtf((acc2 / 6.0f));
            }
        }
    }
    return 0;
}

int32_t call_82(void *const *p, const int64_t *s, char *work);
int32_t call_82(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std2(p[0], p[1]);
}
int64_t work_82(const int64_t *s);
int64_t work_82(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std3(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + (float)tn_f16_value(x0[i * 3 + i2]);
        }
        const float mean = acc / 3.0f;
        float acc2 = 0.0f;
        for (int64_t i3 = 0; i3 < 3; i3++) {
            const float distance = (float)tn_f16_value(x0[i * 3 + i3]) - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_f16_bits(tn_f16_round((double)sqrtf((acc2 / 3.0f))));
    }
    return 0;
}

int32_t call_83(void *const *p, const int64_t *s, char *work);
int32_t call_83(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std3(p[0], p[1]);
}
int64_t work_83(const int64_t *s);
int64_t work_83(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std4(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + (double)x0[i * 3 + i2];
        }
        const double mean = acc / 3.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 3; i3++) {
            const double distance = (double)x0[i * 3 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_i8(sqrt((acc2 / 3.0)));
    }
    return 0;
}

int32_t call_84(void *const *p, const int64_t *s, char *work);
int32_t call_84(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std4(p[0], p[1]);
}
int64_t work_84(const int64_t *s);
int64_t work_84(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std5(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + (double)x0[i * 3 + i2];
        }
        const double mean = acc / 3.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 3; i3++) {
            const double distance = (double)x0[i * 3 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_u64(sqrt((acc2 / 3.0)));
    }
    return 0;
}

int32_t call_85(void *const *p, const int64_t *s, char *work);
int32_t call_85(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std5(p[0], p[1]);
}
int64_t work_85(const int64_t *s);
int64_t work_85(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std6(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 0; i2++) {
            acc = acc + x0[i * 0 + i2];
        }
        const float mean = acc / 0.0f;
        float acc2 = 0.0f;
        for (int64_t i3 = 0; i3 < 0; i3++) {
            const float distance = x0[i * 0 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = sqrtf((acc2 / 0.0f));
    }
    return 0;
}

int32_t call_86(void *const *p, const int64_t *s, char *work);
int32_t call_86(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std6(p[0], p[1]);
}
int64_t work_86(const int64_t *s);
int64_t work_86(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_std7(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 4; i2++) {
            acc = acc + (double)x0[i * 4 + i2];
        }
        const double mean = acc / 4.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 4; i3++) {
            const double distance = (double)x0[i * 4 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_i16(sqrt((acc2 / 4.0)));
    }
    return 0;
}

int32_t call_87(void *const *p, const int64_t *s, char *work);
int32_t call_87(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_std7(p[0], p[1]);
}
int64_t work_87(const int64_t *s);
int64_t work_87(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = x0[(1 + i)];
    }
    return 0;
}

int32_t call_88(void *const *p, const int64_t *s, char *work);
int32_t call_88(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice(p[0], p[1]);
}
int64_t work_88(const int64_t *s);
int64_t work_88(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = x0[(4 + (i * (-1)))];
    }
    return 0;
}

int32_t call_89(void *const *p, const int64_t *s, char *work);
int32_t call_89(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice2(p[0], p[1]);
}
int64_t work_89(const int64_t *s);
int64_t work_89(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        y0[i] = x0[(3 + i)];
    }
    return 0;
}

int32_t call_90(void *const *p, const int64_t *s, char *work);
int32_t call_90(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice3(p[0], p[1]);
}
int64_t work_90(const int64_t *s);
int64_t work_90(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice4(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[(i * 2) * 4 + (1 + (i2 * 2))];
        }
    }
    return 0;
}

int32_t call_91(void *const *p, const int64_t *s, char *work);
int32_t call_91(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice4(p[0], p[1]);
}
int64_t work_91(const int64_t *s);
int64_t work_91(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice5(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[(1 + i)] != 0;
    }
    return 0;
}

int32_t call_92(void *const *p, const int64_t *s, char *work);
int32_t call_92(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice5(p[0], p[1]);
}
int64_t work_92(const int64_t *s);
int64_t work_92(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice6(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 4 + (3 + (i2 * (-2)))];
        }
    }
    return 0;
}

int32_t call_93(void *const *p, const int64_t *s, char *work);
int32_t call_93(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice6(p[0], p[1]);
}
int64_t work_93(const int64_t *s);
int64_t work_93(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice7(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 4 + (3 + (i2 * (-2)))];
        }
    }
    return 0;
}

int32_t call_94(void *const *p, const int64_t *s, char *work);
int32_t call_94(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice7(p[0], p[1]);
}
int64_t work_94(const int64_t *s);
int64_t work_94(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_strided_slice8(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = tn_f16_bits(tn_f16_value(x0[i * 4 + (3 + (i2 * (-2)))]));
        }
    }
    return 0;
}

int32_t call_95(void *const *p, const int64_t *s, char *work);
int32_t call_95(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_strided_slice8(p[0], p[1]);
}
int64_t work_95(const int64_t *s);
int64_t work_95(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = x0[i] - x1[i2];
        }
    }
    return 0;
}

int32_t call_96(void *const *p, const int64_t *s, char *work);
int32_t call_96(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract(p[0], p[1], p[2]);
}
int64_t work_96(const int64_t *s);
int64_t work_96(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract2(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = tn_bf16_bits(tn_bf16_round((tn_bf16_value(x0[i]) - tn_bf16_value(x1[i2]))));
        }
    }
    return 0;
}

int32_t call_97(void *const *p, const int64_t *s, char *work);
int32_t call_97(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract2(p[0], p[1], p[2]);
}
int64_t work_97(const int64_t *s);
int64_t work_97(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract3(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            y0[i * 5 + i2] = (int32_t)((uint32_t)x0[i] - (uint32_t)x1[i2]);
        }
    }
    return 0;
}

int32_t call_98(void *const *p, const int64_t *s, char *work);
int32_t call_98(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract3(p[0], p[1], p[2]);
}
int64_t work_98(const int64_t *s);
int64_t work_98(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract4(const uint16_t *restrict x0, const uint16_t *restrict x1, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (uint16_t)((uint32_t)x0[i] - (uint32_t)x1[i2]);
        }
    }
    return 0;
}

int32_t call_99(void *const *p, const int64_t *s, char *work);
int32_t call_99(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract4(p[0], p[1], p[2]);
}
int64_t work_99(const int64_t *s);
int64_t work_99(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract5(const int16_t *restrict x0, const int16_t *restrict x1, int16_t *restrict y0) {
    y0[0] = (int16_t)((uint32_t)x0[0] - (uint32_t)x1[0]);
    return 0;
}

int32_t call_100(void *const *p, const int64_t *s, char *work);
int32_t call_100(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract5(p[0], p[1], p[2]);
}
int64_t work_100(const int64_t *s);
int64_t work_100(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_subtract6(const int16_t *restrict x0, const int16_t *restrict x1, int16_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (int16_t)((uint32_t)x0[i] - (uint32_t)x1[i2]);
        }
    }
    return 0;
}

int32_t call_101(void *const *p, const int64_t *s, char *work);
int32_t call_101(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_subtract6(p[0], p[1], p[2]);
}
int64_t work_101(const int64_t *s);
int64_t work_101(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float acc = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            acc = acc + x0[(i4 * 2 + i5) * 3 + i6];
                        }
                    }
                }
                y0[i + i2 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_102(void *const *p, const int64_t *s, char *work);
int32_t call_102(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum(p[0], p[1]);
}
int64_t work_102(const int64_t *s);
int64_t work_102(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                acc = acc + x0[(i2 * 2 + i) * 3 + i3];
            }
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_103(void *const *p, const int64_t *s, char *work);
int32_t call_103(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum2(p[0], p[1]);
}
int64_t work_103(const int64_t *s);
int64_t work_103(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum3(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + x0[i * 3 + i2];
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_104(void *const *p, const int64_t *s, char *work);
int32_t call_104(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum3(p[0], p[1]);
}
int64_t work_104(const int64_t *s);
int64_t work_104(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum4(const uint16_t *restrict x0, uint16_t *restrict y0) {
    float acc = 0.0f;
    for (int64_t i = 0; i < 9; i++) {
        acc = acc + (float)tn_f16_value(x0[i]);
    }
    y0[0] = tn_f16_bits(tn_f16_round((double)acc));
    return 0;
}

int32_t call_105(void *const *p, const int64_t *s, char *work);
int32_t call_105(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum4(p[0], p[1]);
}
int64_t work_105(const int64_t *s);
int64_t work_105(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum5(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        int8_t acc = 0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = (int8_t)((uint32_t)acc + (uint32_t)x0[i * 3 + i2]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_106(void *const *p, const int64_t *s, char *work);
int32_t call_106(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum5(p[0], p[1]);
}
int64_t work_106(const int64_t *s);
int64_t work_106(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum6(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        uint64_t acc = 0u;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = (uint64_t)((uint64_t)acc + (uint64_t)x0[i * 3 + i2]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_107(void *const *p, const int64_t *s, char *work);
int32_t call_107(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum6(p[0], p[1]);
}
int64_t work_107(const int64_t *s);
int64_t work_107(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum7(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 0; i2++) {
            acc = acc + x0[i * 0 + i2];
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_108(void *const *p, const int64_t *s, char *work);
int32_t call_108(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum7(p[0], p[1]);
}
int64_t work_108(const int64_t *s);
int64_t work_108(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sum8(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        int16_t acc = 0;
        for (int64_t i2 = 0; i2 < 4; i2++) {
            acc = (int16_t)((uint32_t)acc + (uint32_t)x0[i * 4 + i2]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_109(void *const *p, const int64_t *s, char *work);
int32_t call_109(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sum8(p[0], p[1]);
}
int64_t work_109(const int64_t *s);
int64_t work_109(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const int64_t t = x1[i];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 37;
            y0[i * 4 + i2] = x0[at * 4 + i2];
        }
    }
    return 0;
}

int32_t call_110(void *const *p, const int64_t *s, char *work);
int32_t call_110(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take(p[0], p[1], p[2]);
}
int64_t work_110(const int64_t *s);
int64_t work_110(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take2(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        const int64_t at = (x1[0] < 0) ? (int64_t)((uint64_t)x1[0] + (uint64_t)3) : x1[0];
        if ((uint64_t)at >= (uint64_t)3) return 37;
        y0[i] = x0[at * 4 + i];
    }
    return 0;
}

int32_t call_111(void *const *p, const int64_t *s, char *work);
int32_t call_111(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take2(p[0], p[1], p[2]);
}
int64_t work_111(const int64_t *s);
int64_t work_111(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take3(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t t = x1[i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            y0[i * 2 + i2] = x0[i * 3 + at];
        }
    }
    return 0;
}

int32_t call_112(void *const *p, const int64_t *s, char *work);
int32_t call_112(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take3(p[0], p[1], p[2]);
}
int64_t work_112(const int64_t *s);
int64_t work_112(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take4(const float *restrict x0, const int8_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const int64_t t = (int64_t)x1[i];
            const int64_t at = (t < 0) ? (t + 3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 37;
            y0[i * 4 + i2] = x0[at * 4 + i2];
        }
    }
    return 0;
}

int32_t call_113(void *const *p, const int64_t *s, char *work);
int32_t call_113(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take4(p[0], p[1], p[2]);
}
int64_t work_113(const int64_t *s);
int64_t work_113(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take5(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        const int64_t at = 2;
        y0[i] = x0[i * 4 + at];
    }
    return 0;
}

int32_t call_114(void *const *p, const int64_t *s, char *work);
int32_t call_114(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take5(p[0], p[1]);
}
int64_t work_114(const int64_t *s);
int64_t work_114(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take6(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i = 0; i < 7; i++) {
                const int64_t at = tn_min_i64(tn_max_i64(x1[i], 0), 2);
                y0[i * 2 + i2] = x0[at * 2 + i2];
            }
        }
    }
    return 0;
}

int32_t call_115(void *const *p, const int64_t *s, char *work);
int32_t call_115(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take6(p[0], p[1], p[2]);
}
int64_t work_115(const int64_t *s);
int64_t work_115(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take7(const float *restrict x0, const uint64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t at = (int64_t)tn_floormod_u64(x1[i], 3u);
            if ((uint64_t)at >= (uint64_t)3) return 37;
            y0[i * 2 + i2] = x0[at * 2 + i2];
        }
    }
    return 0;
}

int32_t call_116(void *const *p, const int64_t *s, char *work);
int32_t call_116(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take7(p[0], p[1], p[2]);
}
int64_t work_116(const int64_t *s);
int64_t work_116(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take8(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            const int64_t t = x1[i2];
            const int64_t at = (t < 0) ? t : t;
            if ((0 <= at) && (at < 0)) {
                y0[i + i2] = x0[i * 0 + at];
            } else {
                y0[i + i2] = NAN;
            }
        }
    }
    return 0;
}

int32_t call_117(void *const *p, const int64_t *s, char *work);
int32_t call_117(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take8(p[0], p[1], p[2]);
}
int64_t work_117(const int64_t *s);
int64_t work_117(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take9(const float *restrict x0, const uint64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t at = (int64_t)tn_min_u64(x1[i], 9223372036854775807u);
            if ((uint64_t)at >= (uint64_t)3) return 37;
            y0[i * 2 + i2] = x0[at * 2 + i2];
        }
    }
    return 0;
}

int32_t call_118(void *const *p, const int64_t *s, char *work);
int32_t call_118(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take9(p[0], p[1], p[2]);
}
int64_t work_118(const int64_t *s);
int64_t work_118(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take10(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t t = x1[i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 38;
            y0[i * 3 + i2] = x0[i * 3 + at];
        }
    }
    return 0;
}

int32_t call_119(void *const *p, const int64_t *s, char *work);
int32_t call_119(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take10(p[0], p[1], p[2]);
}
int64_t work_119(const int64_t *s);
int64_t work_119(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take11(const uint32_t *restrict x0, const int64_t *restrict x1, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t t = x1[i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 38;
            y0[i * 3 + i2] = x0[i * 3 + at];
        }
    }
    return 0;
}

int32_t call_120(void *const *p, const int64_t *s, char *work);
int32_t call_120(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take11(p[0], p[1], p[2]);
}
int64_t work_120(const int64_t *s);
int64_t work_120(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take12(const float *restrict x0, const int8_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t t = (int64_t)x1[i * 2 + i2];
                const int64_t at = (t < 0) ? (t + 7) : t;
                if ((uint64_t)at >= (uint64_t)7) return 39;
                y0[(i * 2 + i2) * 2 + i3] = x0[at * 2 + i3];
            }
        }
    }
    return 0;
}

int32_t call_121(void *const *p, const int64_t *s, char *work);
int32_t call_121(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take12(p[0], p[1], p[2]);
}
int64_t work_121(const int64_t *s);
int64_t work_121(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take13(const float *restrict x0, const int64_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t t = x1[i * 2 + i2];
                const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)7) : t;
                if ((uint64_t)at >= (uint64_t)7) return 39;
                y0[(i * 2 + i2) * 2 + i3] = x0[at * 2 + i3];
            }
        }
    }
    return 0;
}

int32_t call_122(void *const *p, const int64_t *s, char *work);
int32_t call_122(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take13(p[0], p[1], p[2]);
}
int64_t work_122(const int64_t *s);
int64_t work_122(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_take14(const float *restrict x0, const uint32_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                const int64_t at = (int64_t)x1[i * 2 + i2];
                if ((uint64_t)at >= (uint64_t)7) return 39;
                y0[(i * 2 + i2) * 2 + i3] = x0[at * 2 + i3];
            }
        }
    }
    return 0;
}

int32_t call_123(void *const *p, const int64_t *s, char *work);
int32_t call_123(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_take14(p[0], p[1], p[2]);
}
int64_t work_123(const int64_t *s);
int64_t work_123(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tan(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tan(x0[i * 3 + i2]);
        }
    }
    return 0;
}

int32_t call_124(void *const *p, const int64_t *s, char *work);
int32_t call_124(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tan(p[0], p[1]);
}
int64_t work_124(const int64_t *s);
int64_t work_124(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tan2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 5; i++) {
        y0[i] = (float)tan((double)x0[i]);
    }
    return 0;
}

int32_t call_125(void *const *p, const int64_t *s, char *work);
int32_t call_125(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tan2(p[0], p[1]);
}
int64_t work_125(const int64_t *s);
int64_t work_125(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tan3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (float)tan((double)x0[i * 3 + i2]);
        }
    }
    return 0;
}

int32_t call_126(void *const *p, const int64_t *s, char *work);
int32_t call_126(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tan3(p[0], p[1]);
}
int64_t work_126(const int64_t *s);
int64_t work_126(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tanh(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_f16_bits(tn_f16_round((double)(float)tanh((double)(float)tn_f16_value(x0[i * 3 + i2]))));
        }
    }
    return 0;
}

int32_t call_127(void *const *p, const int64_t *s, char *work);
int32_t call_127(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tanh(p[0], p[1]);
}
int64_t work_127(const int64_t *s);
int64_t work_127(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tanh2(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tanh(x0[i]);
    }
    return 0;
}

int32_t call_128(void *const *p, const int64_t *s, char *work);
int32_t call_128(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tanh2(p[0], p[1]);
}
int64_t work_128(const int64_t *s);
int64_t work_128(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 6; i2++) {
            y0[i * 6 + i2] = x0[(i % 2) * 2 + (i2 % 2)];
        }
    }
    return 0;
}

int32_t call_129(void *const *p, const int64_t *s, char *work);
int32_t call_129(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile(p[0], p[1]);
}
int64_t work_129(const int64_t *s);
int64_t work_129(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile2(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = x0[0];
    }
    return 0;
}

int32_t call_130(void *const *p, const int64_t *s, char *work);
int32_t call_130(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile2(p[0], p[1]);
}
int64_t work_130(const int64_t *s);
int64_t work_130(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile3(const float *restrict x0, float *restrict y0) {
    {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            for (int64_t i = 0; i < 4; i++) {
                y0[i * 0 + i2] = x0[(i % 2) * 0 + i2];
            }
        }
    }
    return 0;
}

int32_t call_131(void *const *p, const int64_t *s, char *work);
int32_t call_131(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile3(p[0], p[1]);
}
int64_t work_131(const int64_t *s);
int64_t work_131(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile4(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = x0[(i % 2) * 2 + (i2 % 2)];
        }
    }
    return 0;
}

int32_t call_132(void *const *p, const int64_t *s, char *work);
int32_t call_132(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile4(p[0], p[1]);
}
int64_t work_132(const int64_t *s);
int64_t work_132(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile5(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = x0[(i % 2) * 2 + (i2 % 2)];
        }
    }
    return 0;
}

int32_t call_133(void *const *p, const int64_t *s, char *work);
int32_t call_133(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile5(p[0], p[1]);
}
int64_t work_133(const int64_t *s);
int64_t work_133(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tile6(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = tn_bf16_bits(tn_bf16_value(x0[(i % 2) * 2 + (i2 % 2)]));
        }
    }
    return 0;
}

int32_t call_134(void *const *p, const int64_t *s, char *work);
int32_t call_134(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tile6(p[0], p[1]);
}
int64_t work_134(const int64_t *s);
int64_t work_134(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk(const int64_t *restrict x0, int64_t *restrict y0, int32_t *restrict y1) {
    int64_t order[3] = {0};
    int64_t merged[3] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 3) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)2 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 3);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 3);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 2);
                    if ((uint64_t)at >= (uint64_t)3) return 40;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 2);
                    if ((uint64_t)at2 >= (uint64_t)3) return 40;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)3) return 41;
                    const int64_t x = x0[a * 2 + i];
                    if ((uint64_t)b >= (uint64_t)3) return 41;
                    const int64_t y = x0[b * 2 + i];
                    const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)3) return 42;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 3; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 2; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)3) return 41;
            y0[i6 * 2 + i] = x0[at4 * 2 + i];
            y1[i6 * 2 + i] = (int32_t)at4;
        }
    }
    return 0;
}

int32_t call_135(void *const *p, const int64_t *s, char *work);
int32_t call_135(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk(p[0], p[1], p[2]);
}
int64_t work_135(const int64_t *s);
int64_t work_135(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk2(const float *restrict x0, float *restrict y0, int32_t *restrict y1) {
    int64_t order[9] = {0};
    int64_t merged[9] = {0};
    for (int64_t i = 0; i < 9; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 9) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)8 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 9);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 9);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 8);
                if ((uint64_t)at >= (uint64_t)9) return 43;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 8);
                if ((uint64_t)at2 >= (uint64_t)9) return 43;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)9) return 44;
                const float x = x0[a];
                if ((uint64_t)b >= (uint64_t)9) return 44;
                const float y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)9) return 45;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 9; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)9) return 44;
        y0[i5] = x0[at4];
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_136(void *const *p, const int64_t *s, char *work);
int32_t call_136(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk2(p[0], p[1], p[2]);
}
int64_t work_136(const int64_t *s);
int64_t work_136(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk3(const uint8_t *restrict x0, uint8_t *restrict y0, int32_t *restrict y1) {
    int64_t order[17] = {0};
    int64_t merged[17] = {0};
    for (int64_t i = 0; i < 17; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 17) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)16 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 17);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 17);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 16);
                if ((uint64_t)at >= (uint64_t)17) return 46;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 16);
                if ((uint64_t)at2 >= (uint64_t)17) return 46;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)17) return 47;
                const uint8_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)17) return 47;
                const uint8_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)17) return 48;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 17; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)17) return 47;
        y0[i5] = x0[at4];
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_137(void *const *p, const int64_t *s, char *work);
int32_t call_137(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk3(p[0], p[1], p[2]);
}
int64_t work_137(const int64_t *s);
int64_t work_137(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk4(const uint64_t *restrict x0, uint64_t *restrict y0, int32_t *restrict y1) {
    int64_t order[4] = {0};
    int64_t merged[4] = {0};
    for (int64_t i = 0; i < 4; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 4) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)3 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 4);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 4);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 3);
                if ((uint64_t)at >= (uint64_t)4) return 49;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 3);
                if ((uint64_t)at2 >= (uint64_t)4) return 49;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)4) return 50;
                const uint64_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)4) return 50;
                const uint64_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (y < x)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)4) return 51;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 4; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)4) return 50;
        y0[i5] = x0[at4];
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_138(void *const *p, const int64_t *s, char *work);
int32_t call_138(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk4(p[0], p[1], p[2]);
}
int64_t work_138(const int64_t *s);
int64_t work_138(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk5(const uint16_t *restrict x0, uint16_t *restrict y0, int32_t *restrict y1) {
    int64_t order[5] = {0};
    int64_t merged[5] = {0};
    for (int64_t i = 0; i < 5; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 5) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)4 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 5);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 5);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 4);
                if ((uint64_t)at >= (uint64_t)5) return 52;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 4);
                if ((uint64_t)at2 >= (uint64_t)5) return 52;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)5) return 53;
                const double x = tn_f16_value(x0[a]);
                if ((uint64_t)b >= (uint64_t)5) return 53;
                const double y = tn_f16_value(x0[b]);
                const bool take_left = (left < middle) && (!((right < end2) && ((x < y) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)5) return 54;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 5; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)5) return 53;
        y0[i5] = tn_f16_bits(tn_f16_value(x0[at4]));
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_139(void *const *p, const int64_t *s, char *work);
int32_t call_139(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk5(p[0], p[1], p[2]);
}
int64_t work_139(const int64_t *s);
int64_t work_139(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk6(const uint16_t *restrict x0, uint16_t *restrict y0, int32_t *restrict y1) {
    int64_t order[5] = {0};
    int64_t merged[5] = {0};
    for (int64_t i = 0; i < 5; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 5) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)4 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 5);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 5);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 4);
                if ((uint64_t)at >= (uint64_t)5) return 52;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 4);
                if ((uint64_t)at2 >= (uint64_t)5) return 52;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)5) return 53;
                const double x = tn_bf16_value(x0[a]);
                if ((uint64_t)b >= (uint64_t)5) return 53;
                const double y = tn_bf16_value(x0[b]);
                const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)5) return 54;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 5; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)5) return 53;
        y0[i5] = tn_bf16_bits(tn_bf16_value(x0[at4]));
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_140(void *const *p, const int64_t *s, char *work);
int32_t call_140(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk6(p[0], p[1], p[2]);
}
int64_t work_140(const int64_t *s);
int64_t work_140(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk7(const float *restrict x0, float *restrict y0, int32_t *restrict y1) {
    int64_t order[1] = {0};
    int64_t merged[1] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 0) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)(-1) + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 0);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 0);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, (-1));
                    if ((uint64_t)at >= (uint64_t)0) return 55;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, (-1));
                    if ((uint64_t)at2 >= (uint64_t)0) return 55;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)0) return 56;
                    const float x = x0[i * 0 + a];
                    if ((uint64_t)b >= (uint64_t)0) return 56;
                    const float y = x0[i * 0 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && ((x < y) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)0) return 57;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 0; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 0; i6++) {
            const int64_t at4 = order[i6];
            y0[i * 0 + i6] = x0[i * 0 + at4];
            y1[i * 0 + i6] = (int32_t)at4;
        }
    }
    return 0;
}

int32_t call_141(void *const *p, const int64_t *s, char *work);
int32_t call_141(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk7(p[0], p[1], p[2]);
}
int64_t work_141(const int64_t *s);
int64_t work_141(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk8(const float *restrict x0, float *restrict y0, int32_t *restrict y1) {
    int64_t order[3] = {0};
    int64_t merged[3] = {0};
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 3) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)2 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 3);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 3);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t a = order[tn_min_i64(left, 2)];
                    const int64_t b = order[tn_min_i64(right, 2)];
                    const float x = x0[i * 3 + a];
                    const float y = x0[i * 3 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    merged[(int64_t)((uint64_t)start + (uint64_t)i4)] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 3; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 2; i6++) {
            const int64_t at = order[i6];
            y0[i * 2 + i6] = x0[i * 3 + at];
            y1[i * 2 + i6] = (int32_t)at;
        }
    }
    return 0;
}

int32_t call_142(void *const *p, const int64_t *s, char *work);
int32_t call_142(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk8(p[0], p[1], p[2]);
}
int64_t work_142(const int64_t *s);
int64_t work_142(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk9(const int32_t *restrict x0, int32_t *restrict y0) {
    int64_t order[4] = {0};
    int64_t merged[4] = {0};
    for (int64_t i = 0; i < 4; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 4) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)3 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 4);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 4);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 3);
                if ((uint64_t)at >= (uint64_t)4) return 49;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 3);
                if ((uint64_t)at2 >= (uint64_t)4) return 49;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)4) return 50;
                const int32_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)4) return 50;
                const int32_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)4) return 51;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 4; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 3; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)4) return 50;
        y0[i5] = x0[at4];
    }
    return 0;
}

int32_t call_143(void *const *p, const int64_t *s, char *work);
int32_t call_143(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk9(p[0], p[1]);
}
int64_t work_143(const int64_t *s);
int64_t work_143(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk10(const int32_t *restrict x0, int32_t *restrict y0, int32_t *restrict y1) {
    int64_t order[4] = {0};
    int64_t merged[4] = {0};
    for (int64_t i = 0; i < 4; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 4) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)3 + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 4);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 4);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, 3);
                if ((uint64_t)at >= (uint64_t)4) return 49;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, 3);
                if ((uint64_t)at2 >= (uint64_t)4) return 49;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)4) return 50;
                const int32_t x = x0[a];
                if ((uint64_t)b >= (uint64_t)4) return 50;
                const int32_t y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)4) return 51;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 4; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 1; i5++) {
        const int64_t at4 = order[i5];
        if ((uint64_t)at4 >= (uint64_t)4) return 50;
        y0[i5] = x0[at4];
        y1[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_144(void *const *p, const int64_t *s, char *work);
int32_t call_144(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk10(p[0], p[1], p[2]);
}
int64_t work_144(const int64_t *s);
int64_t work_144(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_topk11(const uint32_t *restrict x0, uint32_t *restrict y0) {
    int64_t order[5] = {0};
    int64_t merged[5] = {0};
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 5) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)4 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 5);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 5);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 4);
                    if ((uint64_t)at >= (uint64_t)5) return 52;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 4);
                    if ((uint64_t)at2 >= (uint64_t)5) return 52;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)5) return 58;
                    const uint32_t x = x0[i * 5 + a];
                    if ((uint64_t)b >= (uint64_t)5) return 58;
                    const uint32_t y = x0[i * 5 + b];
                    const bool take_left = (left < middle) && (!((right < end2) && (x < y)));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)5) return 54;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 5; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 3; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)5) return 58;
            y0[i * 3 + i6] = x0[i * 5 + at4];
        }
    }
    return 0;
}

int32_t call_145(void *const *p, const int64_t *s, char *work);
int32_t call_145(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_topk11(p[0], p[1]);
}
int64_t work_145(const int64_t *s);
int64_t work_145(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = ((i2 - i) <= (-1)) ? x0[i * 4 + i2] : 0.0f;
        }
    }
    return 0;
}

int32_t call_146(void *const *p, const int64_t *s, char *work);
int32_t call_146(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril(p[0], p[1]);
}
int64_t work_146(const int64_t *s);
int64_t work_146(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                y0[(i * 2 + i2) * 2 + i3] = ((i3 - i2) <= 0) ? x0[(i * 2 + i2) * 2 + i3] : 0;
            }
        }
    }
    return 0;
}

int32_t call_147(void *const *p, const int64_t *s, char *work);
int32_t call_147(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril2(p[0], p[1]);
}
int64_t work_147(const int64_t *s);
int64_t work_147(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            y0[i * 0 + i2] = ((i2 - i) <= 0) ? x0[i * 0 + i2] : 0.0f;
        }
    }
    return 0;
}

int32_t call_148(void *const *p, const int64_t *s, char *work);
int32_t call_148(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril3(p[0], p[1]);
}
int64_t work_148(const int64_t *s);
int64_t work_148(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril4(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) <= 0) ? x0[i * 3 + i2] : 0;
        }
    }
    return 0;
}

int32_t call_149(void *const *p, const int64_t *s, char *work);
int32_t call_149(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril4(p[0], p[1]);
}
int64_t work_149(const int64_t *s);
int64_t work_149(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril5(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = ((i2 - i) <= 0) ? x0[i * 3 + i2] : 0u;
        }
    }
    return 0;
}

int32_t call_150(void *const *p, const int64_t *s, char *work);
int32_t call_150(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril5(p[0], p[1]);
}
int64_t work_150(const int64_t *s);
int64_t work_150(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_tril6(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_f16_bits((((i2 - i) <= 0) ? tn_f16_value(x0[i * 3 + i2]) : 0.0));
        }
    }
    return 0;
}

int32_t call_151(void *const *p, const int64_t *s, char *work);
int32_t call_151(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_tril6(p[0], p[1]);
}
int64_t work_151(const int64_t *s);
int64_t work_151(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (0 <= (i2 - i)) ? x0[i * 4 + i2] : 0.0f;
        }
    }
    return 0;
}

int32_t call_152(void *const *p, const int64_t *s, char *work);
int32_t call_152(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu(p[0], p[1]);
}
int64_t work_152(const int64_t *s);
int64_t work_152(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (9 <= (i2 - i)) ? x0[i * 4 + i2] : 0.0f;
        }
    }
    return 0;
}

int32_t call_153(void *const *p, const int64_t *s, char *work);
int32_t call_153(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu2(p[0], p[1]);
}
int64_t work_153(const int64_t *s);
int64_t work_153(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (0 <= (i2 - i)) ? x0[i * 2 + i2] : 0.0f;
        }
    }
    return 0;
}

int32_t call_154(void *const *p, const int64_t *s, char *work);
int32_t call_154(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu3(p[0], p[1]);
}
int64_t work_154(const int64_t *s);
int64_t work_154(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu4(const int16_t *restrict x0, int16_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (1 <= (i2 - i)) ? x0[i * 3 + i2] : 0;
        }
    }
    return 0;
}

int32_t call_155(void *const *p, const int64_t *s, char *work);
int32_t call_155(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu4(p[0], p[1]);
}
int64_t work_155(const int64_t *s);
int64_t work_155(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu5(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (1 <= (i2 - i)) ? x0[i * 3 + i2] : 0;
        }
    }
    return 0;
}

int32_t call_156(void *const *p, const int64_t *s, char *work);
int32_t call_156(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu5(p[0], p[1]);
}
int64_t work_156(const int64_t *s);
int64_t work_156(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu6(const uint64_t *restrict x0, uint64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (1 <= (i2 - i)) ? x0[i * 3 + i2] : 0u;
        }
    }
    return 0;
}

int32_t call_157(void *const *p, const int64_t *s, char *work);
int32_t call_157(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu6(p[0], p[1]);
}
int64_t work_157(const int64_t *s);
int64_t work_157(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_triu7(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (1 <= (i2 - i)) ? x0[i * 3 + i2] : 0.0;
        }
    }
    return 0;
}

int32_t call_158(void *const *p, const int64_t *s, char *work);
int32_t call_158(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_triu7(p[0], p[1]);
}
int64_t work_158(const int64_t *s);
int64_t work_158(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                float acc = 0.0f;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            acc = acc + x0[(i4 * 2 + i5) * 3 + i6];
                        }
                    }
                }
                const float mean = acc / 12.0f;
                float acc2 = 0.0f;
                for (int64_t i7 = 0; i7 < 2; i7++) {
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        for (int64_t i9 = 0; i9 < 3; i9++) {
                            const float distance = x0[(i7 * 2 + i8) * 3 + i9] - mean;
                            acc2 = acc2 + (distance * distance);
                        }
                    }
                }
                y0[i + i2 + i3] = acc2 / 12.0f;
            }
        }
    }
    return 0;
}

int32_t call_159(void *const *p, const int64_t *s, char *work);
int32_t call_159(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance(p[0], p[1]);
}
int64_t work_159(const int64_t *s);
int64_t work_159(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 2; i2++) {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                acc = acc + x0[(i2 * 2 + i) * 3 + i3];
            }
        }
        const float mean = acc / 6.0f;
        float acc2 = 0.0f;
        for (int64_t i4 = 0; i4 < 2; i4++) {
            for (int64_t i5 = 0; i5 < 3; i5++) {
                const float distance = x0[(i4 * 2 + i) * 3 + i5] - mean;
                acc2 = acc2 + (distance * distance);
            }
        }
        y0[i] = acc2 / 6.0f;
    }
    return 0;
}

int32_t call_160(void *const *p, const int64_t *s, char *work);
int32_t call_160(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance2(p[0], p[1]);
}
int64_t work_160(const int64_t *s);
int64_t work_160(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance3(const double *restrict x0, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + x0[i * 3 + i2];
        }
        const double mean = acc / 3.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 3; i3++) {
            const double distance = x0[i * 3 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = acc2 / 3.0;
    }
    return 0;
}

int32_t call_161(void *const *p, const int64_t *s, char *work);
int32_t call_161(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance3(p[0], p[1]);
}
int64_t work_161(const int64_t *s);
int64_t work_161(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance4(const float *restrict x0, float *restrict y0) {
    {
        float acc[4];
        for (int64_t i = 0; i < 4; i++) {
            acc[i] = 0.0f;
        }
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i = 0; i < 4; i++) {
                acc[i] = acc[i] + x0[i * 3 + i2];
            }
        }
        float mean[4];
        for (int64_t i = 0; i < 4; i++) {
            mean[i] = acc[i] / 3.0f;
        }
        float acc2[4];
        for (int64_t i = 0; i < 4; i++) {
            acc2[i] = 0.0f;
        }
        for (int64_t i3 = 0; i3 < 3; i3++) {
            for (int64_t i = 0; i < 4; i++) {
                const float distance = x0[i * 3 + i3] - mean[i];
                acc2[i] = acc2[i] + (distance * distance);
            }
        }
        for (int64_t i = 0; i < 4; i++) {
            y0[i] = acc2[i] / 3.0f;
        }
    }
    return 0;
}

int32_t call_162(void *const *p, const int64_t *s, char *work);
int32_t call_162(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance4(p[0], p[1]);
}
int64_t work_162(const int64_t *s);
int64_t work_162(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance5(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc + (double)x0[i * 3 + i2];
        }
        const double mean = acc / 3.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 3; i3++) {
            const double distance = (double)x0[i * 3 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_u8((acc2 / 3.0));
    }
    return 0;
}

int32_t call_163(void *const *p, const int64_t *s, char *work);
int32_t call_163(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance5(p[0], p[1]);
}
int64_t work_163(const int64_t *s);
int64_t work_163(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance6(const float *restrict x0, float *restrict y0) {
    float acc = 0.0f;
    acc = acc + x0[0];
    const float mean = acc / 1.0f;
    float acc2 = 0.0f;
    const float distance = x0[0] - mean;
    acc2 = acc2 + (distance * distance);
    y0[0] = acc2 / 1.0f;
    return 0;
}

int32_t call_164(void *const *p, const int64_t *s, char *work);
int32_t call_164(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance6(p[0], p[1]);
}
int64_t work_164(const int64_t *s);
int64_t work_164(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance7(const int32_t *restrict x0, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 0; i2++) {
            acc = acc + (double)x0[i * 0 + i2];
        }
        const double mean = acc / 0.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 0; i3++) {
            const double distance = (double)x0[i * 0 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_i32((acc2 / 0.0));
    }
    return 0;
}

int32_t call_165(void *const *p, const int64_t *s, char *work);
int32_t call_165(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance7(p[0], p[1]);
}
int64_t work_165(const int64_t *s);
int64_t work_165(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_variance8(const uint32_t *restrict x0, uint32_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        double acc = 0.0;
        for (int64_t i2 = 0; i2 < 4; i2++) {
            acc = acc + (double)x0[i * 4 + i2];
        }
        const double mean = acc / 4.0;
        double acc2 = 0.0;
        for (int64_t i3 = 0; i3 < 4; i3++) {
            const double distance = (double)x0[i * 4 + i3] - mean;
            acc2 = acc2 + (distance * distance);
        }
        y0[i] = tn_to_u32((acc2 / 4.0));
    }
    return 0;
}

int32_t call_166(void *const *p, const int64_t *s, char *work);
int32_t call_166(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_variance8(p[0], p[1]);
}
int64_t work_166(const int64_t *s);
int64_t work_166(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where(const uint8_t *restrict x0, const float *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (x0[i] != 0) ? x1[i2] : x2[i2];
        }
    }
    return 0;
}

int32_t call_167(void *const *p, const int64_t *s, char *work);
int32_t call_167(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where(p[0], p[1], p[2], p[3]);
}
int64_t work_167(const int64_t *s);
int64_t work_167(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where2(const uint8_t *restrict x0, const int64_t *restrict x1, const int64_t *restrict x2, int64_t *restrict y0) {
    y0[0] = (x0[0] != 0) ? x1[0] : x2[0];
    return 0;
}

int32_t call_168(void *const *p, const int64_t *s, char *work);
int32_t call_168(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where2(p[0], p[1], p[2], p[3]);
}
int64_t work_168(const int64_t *s);
int64_t work_168(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where3(const uint8_t *restrict x0, const uint8_t *restrict x1, const uint8_t *restrict x2, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (x0[i2] != 0) ? (x1[i * 2 + i2] != 0) : (x2[i * 2 + i2] != 0);
        }
    }
    return 0;
}

int32_t call_169(void *const *p, const int64_t *s, char *work);
int32_t call_169(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where3(p[0], p[1], p[2], p[3]);
}
int64_t work_169(const int64_t *s);
int64_t work_169(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where4(const uint8_t *restrict x0, const int32_t *restrict x1, const int32_t *restrict x2, int32_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (x0[i2] != 0) ? x1[i * 2 + i2] : x2[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_170(void *const *p, const int64_t *s, char *work);
int32_t call_170(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where4(p[0], p[1], p[2], p[3]);
}
int64_t work_170(const int64_t *s);
int64_t work_170(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where5(const uint8_t *restrict x0, const uint16_t *restrict x1, const uint16_t *restrict x2, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (x0[i2] != 0) ? x1[i * 2 + i2] : x2[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_171(void *const *p, const int64_t *s, char *work);
int32_t call_171(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where5(p[0], p[1], p[2], p[3]);
}
int64_t work_171(const int64_t *s);
int64_t work_171(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where6(const uint8_t *restrict x0, const uint16_t *restrict x1, const uint16_t *restrict x2, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = tn_f16_bits(((x0[i2] != 0) ? tn_f16_value(x1[i * 2 + i2]) : tn_f16_value(x2[i * 2 + i2])));
        }
    }
    return 0;
}

int32_t call_172(void *const *p, const int64_t *s, char *work);
int32_t call_172(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where6(p[0], p[1], p[2], p[3]);
}
int64_t work_172(const int64_t *s);
int64_t work_172(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_where7(const uint8_t *restrict x0, const double *restrict x1, const double *restrict x2, double *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = (x0[i2] != 0) ? x1[i * 2 + i2] : x2[i * 2 + i2];
        }
    }
    return 0;
}

int32_t call_173(void *const *p, const int64_t *s, char *work);
int32_t call_173(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_where7(p[0], p[1], p[2], p[3]);
}
int64_t work_173(const int64_t *s);
int64_t work_173(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros2(uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = false;
    }
    return 0;
}

int32_t call_174(void *const *p, const int64_t *s, char *work);
int32_t call_174(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros2(p[0]);
}
int64_t work_174(const int64_t *s);
int64_t work_174(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros3(uint8_t *restrict y0) {
    for (int64_t i = 0; i < 1; i++) {
        y0[i] = 0;
    }
    return 0;
}

int32_t call_175(void *const *p, const int64_t *s, char *work);
int32_t call_175(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros3(p[0]);
}
int64_t work_175(const int64_t *s);
int64_t work_175(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros_like(const uint8_t *restrict x0, uint8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = false;
    }
    return 0;
}

int32_t call_176(void *const *p, const int64_t *s, char *work);
int32_t call_176(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros_like(p[0], p[1]);
}
int64_t work_176(const int64_t *s);
int64_t work_176(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros_like2(const int16_t *restrict x0, int16_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = 0;
        }
    }
    return 0;
}

int32_t call_177(void *const *p, const int64_t *s, char *work);
int32_t call_177(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros_like2(p[0], p[1]);
}
int64_t work_177(const int64_t *s);
int64_t work_177(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros_like3(const uint8_t *restrict x0, uint8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = 0;
        }
    }
    return 0;
}

int32_t call_178(void *const *p, const int64_t *s, char *work);
int32_t call_178(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros_like3(p[0], p[1]);
}
int64_t work_178(const int64_t *s);
int64_t work_178(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_zeros_like4(const uint64_t *restrict x0, uint64_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = 0u;
        }
    }
    return 0;
}

int32_t call_179(void *const *p, const int64_t *s, char *work);
int32_t call_179(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_zeros_like4(p[0], p[1]);
}
int64_t work_179(const int64_t *s);
int64_t work_179(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_abs(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = fabsf(x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = fabsf(x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_180(void *const *p, const int64_t *s, char *work);
int32_t call_180(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_abs(p[0], p[1], s[0]);
}
int64_t work_180(const int64_t *s);
int64_t work_180(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_abs2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_abs_i8(x0[i]);
    }
    return 0;
}

int32_t call_181(void *const *p, const int64_t *s, char *work);
int32_t call_181(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_abs2(p[0], p[1]);
}
int64_t work_181(const int64_t *s);
int64_t work_181(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_acos(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)acos((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_182(void *const *p, const int64_t *s, char *work);
int32_t call_182(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_acos(p[0], p[1]);
}
int64_t work_182(const int64_t *s);
int64_t work_182(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_acosh(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)acosh((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_183(void *const *p, const int64_t *s, char *work);
int32_t call_183(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_acosh(p[0], p[1]);
}
int64_t work_183(const int64_t *s);
int64_t work_183(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_add(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i] + x1[i2];
        }
    }
    return 0;
}

int32_t call_184(void *const *p, const int64_t *s, char *work);
int32_t call_184(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_add(p[0], p[1], p[2]);
}
int64_t work_184(const int64_t *s);
int64_t work_184(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_add2(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] + x1[((i + v)) * 3 + i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] + x1[i3 * 3 + i4];
            }
        }
    }
    return 0;
}

int32_t call_185(void *const *p, const int64_t *s, char *work);
int32_t call_185(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_add2(p[0], p[1], p[2], s[0]);
}
int64_t work_185(const int64_t *s);
int64_t work_185(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_add3(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2] + x1[0];
        }
    }
    return 0;
}

int32_t call_186(void *const *p, const int64_t *s, char *work);
int32_t call_186(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_add3(p[0], p[1], p[2]);
}
int64_t work_186(const int64_t *s);
int64_t work_186(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_arange(int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = 2 + i;
    }
    return 0;
}

int32_t call_187(void *const *p, const int64_t *s, char *work);
int32_t call_187(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_arange(p[0]);
}
int64_t work_187(const int64_t *s);
int64_t work_187(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_arange2(int32_t *restrict y0) {
    (void)y0;
    return 0;
}

int32_t call_188(void *const *p, const int64_t *s, char *work);
int32_t call_188(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_arange2(p[0]);
}
int64_t work_188(const int64_t *s);
int64_t work_188(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_arange3(double *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        y0[i] = 0.0 + ((double)i * 1.0);
    }
    return 0;
}

int32_t call_189(void *const *p, const int64_t *s, char *work);
int32_t call_189(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_arange3(p[0]);
}
int64_t work_189(const int64_t *s);
int64_t work_189(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argmax(const float *restrict x0, int64_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            if ((uint64_t)0 >= (uint64_t)n) return 59;
            float best = x0[i * n * 4 + i2];
            int64_t at = 0;
            for (int64_t i3 = 0; i3 < n; i3++) {
                const float x = x0[(i * n + i3) * 4 + i2];
                if ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0)))) {
                    best = x;
                    at = i3;
                }
            }
            y0[i * 4 + i2] = at;
        }
    }
    return 0;
}

int32_t call_190(void *const *p, const int64_t *s, char *work);
int32_t call_190(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argmax(p[0], p[1], s[0]);
}
int64_t work_190(const int64_t *s);
int64_t work_190(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argmax2(const float *restrict x0, int64_t *restrict y0) {
    float best = x0[0];
    int64_t at = 0;
    const float x = x0[0];
    if ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0)))) {
        best = x;
        at = 0;
    }
    y0[0] = at;
    return 0;
}

int32_t call_191(void *const *p, const int64_t *s, char *work);
int32_t call_191(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argmax2(p[0], p[1]);
}
int64_t work_191(const int64_t *s);
int64_t work_191(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argmin(const float *restrict x0, int64_t *restrict y0, int64_t n) {
    if ((uint64_t)0 >= (uint64_t)n) return 60;
    float best = x0[0];
    int64_t at = 0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                const float x = x0[(i * n + i2) * 4 + i3];
                if ((x < best) || ((isnan(x) != 0) && (!(isnan(best) != 0)))) {
                    best = x;
                    at = (int64_t)((uint64_t)(int64_t)((uint64_t)(int64_t)((uint64_t)(i * n) + (uint64_t)i2) * (uint64_t)4) + (uint64_t)i3);
                }
            }
        }
    }
    y0[0] = at;
    return 0;
}

int32_t call_192(void *const *p, const int64_t *s, char *work);
int32_t call_192(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argmin(p[0], p[1], s[0]);
}
int64_t work_192(const int64_t *s);
int64_t work_192(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argmin2(const float *restrict x0, int64_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            for (int64_t i3 = 0; i3 < 1; i3++) {
                if ((uint64_t)0 >= (uint64_t)n) return 60;
                float best = x0[0];
                int64_t at = 0;
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < n; i5++) {
                        for (int64_t i6 = 0; i6 < 4; i6++) {
                            const float x = x0[(i4 * n + i5) * 4 + i6];
                            if ((x < best) || ((isnan(x) != 0) && (!(isnan(best) != 0)))) {
                                best = x;
                                at = (int64_t)((uint64_t)(int64_t)((uint64_t)(int64_t)((uint64_t)(i4 * n) + (uint64_t)i5) * (uint64_t)4) + (uint64_t)i6);
                            }
                        }
                    }
                }
                y0[i + i2 + i3] = at;
            }
        }
    }
    return 0;
}

int32_t call_193(void *const *p, const int64_t *s, char *work);
int32_t call_193(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argmin2(p[0], p[1], s[0]);
}
int64_t work_193(const int64_t *s);
int64_t work_193(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argmin3(const int8_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        int8_t best = x0[i];
        int64_t at = 0;
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int8_t x = x0[i2 * 3 + i];
            if (x < best) {
                best = x;
                at = i2;
            }
        }
        y0[i] = at;
    }
    return 0;
}

int32_t call_194(void *const *p, const int64_t *s, char *work);
int32_t call_194(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argmin3(p[0], p[1]);
}
int64_t work_194(const int64_t *s);
int64_t work_194(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_argsort(const float *restrict x0, int32_t *restrict y0) {
    int64_t order[1] = {0};
    int64_t merged[1] = {0};
    for (int64_t i = 0; i < 0; i++) {
        order[i] = i;
    }
    int64_t width = 1;
    while (width < 0) {
        const int64_t w = width;
        const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
        const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)(-1) + (uint64_t)t), t);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t start = (int64_t)((uint64_t)i2 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
            const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 0);
            const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 0);
            int64_t left = start;
            int64_t right = middle;
            const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
            for (int64_t i3 = 0; i3 < end3; i3++) {
                const int64_t at = tn_min_i64(left, (-1));
                if ((uint64_t)at >= (uint64_t)0) return 61;
                const int64_t a = order[at];
                const int64_t at2 = tn_min_i64(right, (-1));
                if ((uint64_t)at2 >= (uint64_t)0) return 61;
                const int64_t b = order[at2];
                if ((uint64_t)a >= (uint64_t)0) return 62;
                const float x = x0[a];
                if ((uint64_t)b >= (uint64_t)0) return 62;
                const float y = x0[b];
                const bool take_left = (left < middle) && (!((right < end2) && ((y < x) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i3);
                if ((uint64_t)at3 >= (uint64_t)0) return 63;
                merged[at3] = take_left ? a : b;
                left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
            }
        }
        for (int64_t i4 = 0; i4 < 0; i4++) {
            order[i4] = merged[i4];
        }
        width = (int64_t)((uint64_t)w * (uint64_t)2);
    }
    for (int64_t i5 = 0; i5 < 0; i5++) {
        const int64_t at4 = order[i5];
        y0[i5] = (int32_t)at4;
    }
    return 0;
}

int32_t call_195(void *const *p, const int64_t *s, char *work);
int32_t call_195(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_argsort(p[0], p[1]);
}
int64_t work_195(const int64_t *s);
int64_t work_195(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_asin(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_f16_bits(tn_f16_round((double)(float)asin((double)(float)tn_f16_value(x0[i]))));
    }
    return 0;
}

int32_t call_196(void *const *p, const int64_t *s, char *work);
int32_t call_196(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_asin(p[0], p[1]);
}
int64_t work_196(const int64_t *s);
int64_t work_196(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_asinh(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_f16_bits(tn_f16_round((double)(float)asinh((double)(float)tn_f16_value(x0[i]))));
    }
    return 0;
}

int32_t call_197(void *const *p, const int64_t *s, char *work);
int32_t call_197(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_asinh(p[0], p[1]);
}
int64_t work_197(const int64_t *s);
int64_t work_197(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_astype2(const uint8_t *restrict x0, int8_t *restrict y0) {
    y0[0] = (int8_t)(x0[0] != 0);
    return 0;
}

int32_t call_198(void *const *p, const int64_t *s, char *work);
int32_t call_198(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_astype2(p[0], p[1]);
}
int64_t work_198(const int64_t *s);
int64_t work_198(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_atan(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)atan((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_199(void *const *p, const int64_t *s, char *work);
int32_t call_199(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_atan(p[0], p[1]);
}
int64_t work_199(const int64_t *s);
int64_t work_199(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_atanh(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)atanh((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_200(void *const *p, const int64_t *s, char *work);
int32_t call_200(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_atanh(p[0], p[1]);
}
int64_t work_200(const int64_t *s);
int64_t work_200(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_and(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (int32_t)(x0[((i + v)) * 3 + i2] & x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (int32_t)(x0[i3 * 3 + i4] & x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_201(void *const *p, const int64_t *s, char *work);
int32_t call_201(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_and(p[0], p[1], p[2], s[0]);
}
int64_t work_201(const int64_t *s);
int64_t work_201(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_and2(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    y0[0] = (int32_t)(x0[0] & x1[0]);
    return 0;
}

int32_t call_202(void *const *p, const int64_t *s, char *work);
int32_t call_202(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_and2(p[0], p[1], p[2]);
}
int64_t work_202(const int64_t *s);
int64_t work_202(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_and3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) && (x1[i] != 0);
    }
    return 0;
}

int32_t call_203(void *const *p, const int64_t *s, char *work);
int32_t call_203(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_and3(p[0], p[1], p[2]);
}
int64_t work_203(const int64_t *s);
int64_t work_203(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_not(const int32_t *restrict x0, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (int32_t)~x0[((i + v)) * 3 + i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (int32_t)~x0[i3 * 3 + i4];
            }
        }
    }
    return 0;
}

int32_t call_204(void *const *p, const int64_t *s, char *work);
int32_t call_204(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_not(p[0], p[1], s[0]);
}
int64_t work_204(const int64_t *s);
int64_t work_204(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_not2(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = !(x0[i] != 0);
    }
    return 0;
}

int32_t call_205(void *const *p, const int64_t *s, char *work);
int32_t call_205(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_not2(p[0], p[1]);
}
int64_t work_205(const int64_t *s);
int64_t work_205(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_or(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (int32_t)(x0[((i + v)) * 3 + i2] | x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (int32_t)(x0[i3 * 3 + i4] | x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_206(void *const *p, const int64_t *s, char *work);
int32_t call_206(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_or(p[0], p[1], p[2], s[0]);
}
int64_t work_206(const int64_t *s);
int64_t work_206(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_or2(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    y0[0] = (int32_t)(x0[0] | x1[0]);
    return 0;
}

int32_t call_207(void *const *p, const int64_t *s, char *work);
int32_t call_207(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_or2(p[0], p[1], p[2]);
}
int64_t work_207(const int64_t *s);
int64_t work_207(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_or3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) || (x1[i] != 0);
    }
    return 0;
}

int32_t call_208(void *const *p, const int64_t *s, char *work);
int32_t call_208(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_or3(p[0], p[1], p[2]);
}
int64_t work_208(const int64_t *s);
int64_t work_208(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_xor(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (int32_t)(x0[((i + v)) * 3 + i2] ^ x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (int32_t)(x0[i3 * 3 + i4] ^ x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_209(void *const *p, const int64_t *s, char *work);
int32_t call_209(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_xor(p[0], p[1], p[2], s[0]);
}
int64_t work_209(const int64_t *s);
int64_t work_209(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_xor2(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    y0[0] = (int32_t)(x0[0] ^ x1[0]);
    return 0;
}

int32_t call_210(void *const *p, const int64_t *s, char *work);
int32_t call_210(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_xor2(p[0], p[1], p[2]);
}
int64_t work_210(const int64_t *s);
int64_t work_210(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_bitwise_xor3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) != (x1[i] != 0);
    }
    return 0;
}

int32_t call_211(void *const *p, const int64_t *s, char *work);
int32_t call_211(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_bitwise_xor3(p[0], p[1], p[2]);
}
int64_t work_211(const int64_t *s);
int64_t work_211(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_broadcast_to(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            y0[i * 0 + i2] = x0[0];
        }
    }
    return 0;
}

int32_t call_212(void *const *p, const int64_t *s, char *work);
int32_t call_212(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_broadcast_to(p[0], p[1]);
}
int64_t work_212(const int64_t *s);
int64_t work_212(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_ccl_allgather(const float *restrict x0, float *restrict y0, int64_t n) {
    const int64_t end = (int64_t)((uint64_t)4 * (uint64_t)n);
    for (int64_t i = 0; i < end; i++) {
        const int64_t at = tn_floormod_i64(i, n);
        if ((uint64_t)at >= (uint64_t)n) return 64;
        y0[i] = x0[at];
    }
    return 0;
}

int32_t call_213(void *const *p, const int64_t *s, char *work);
int32_t call_213(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_ccl_allgather(p[0], p[1], s[0]);
}
int64_t work_213(const int64_t *s);
int64_t work_213(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_ccl_scatter_from_worker0(const float *restrict x0, float *restrict y0, int64_t n) {
    const int64_t d = n / 2;
    for (int64_t i = 0; i < 8; i++) {
        const int64_t end = n / 2;
        for (int64_t i2 = 0; i2 < end; i2++) {
            y0[i * d + i2] = x0[i * n + i2];
        }
    }
    return 0;
}

int32_t call_214(void *const *p, const int64_t *s, char *work);
int32_t call_214(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_ccl_scatter_from_worker0(p[0], p[1], s[0]);
}
int64_t work_214(const int64_t *s);
int64_t work_214(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_ceil(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = ceilf(x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = ceilf(x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_215(void *const *p, const int64_t *s, char *work);
int32_t call_215(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_ceil(p[0], p[1], s[0]);
}
int64_t work_215(const int64_t *s);
int64_t work_215(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_ceil2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_216(void *const *p, const int64_t *s, char *work);
int32_t call_216(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_ceil2(p[0], p[1]);
}
int64_t work_216(const int64_t *s);
int64_t work_216(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_collapse_sum_like(const float *restrict x0, const int32_t *restrict x1, float *restrict y0, int64_t n) {
    (void)x1;
    for (int64_t i = 0; i < 1; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                float acc[16];
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    acc[v] = 0.0f;
                }
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = acc[v] + x0[i3 * n + (i2 + v)];
                    }
                }
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[i * n + (i2 + v)] = acc[v];
                }
            }
        } else {
            for (int64_t i4 = 0; i4 < n; i4++) {
                float acc2 = 0.0f;
                for (int64_t i5 = 0; i5 < 2; i5++) {
                    acc2 = acc2 + x0[i5 * n + i4];
                }
                y0[i * n + i4] = acc2;
            }
        }
    }
    return 0;
}

int32_t call_217(void *const *p, const int64_t *s, char *work);
int32_t call_217(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_collapse_sum_like(p[0], p[1], p[2], s[0]);
}
int64_t work_217(const int64_t *s);
int64_t work_217(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_collapse_sum_to(const float *restrict x0, float *restrict y0, int64_t n) {
    float acc = 0.0f;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            acc = acc + x0[i * n + i2];
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_218(void *const *p, const int64_t *s, char *work);
int32_t call_218(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_collapse_sum_to(p[0], p[1], s[0]);
}
int64_t work_218(const int64_t *s);
int64_t work_218(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_concat(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2];
        }
    }
    {
        for (int64_t i4 = 0; i4 < 3; i4++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                y0[((2 + i3)) * 3 + i4] = x1[i3 * 3 + i4];
            }
        }
    }
    return 0;
}

int32_t call_219(void *const *p, const int64_t *s, char *work);
int32_t call_219(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_concat(p[0], p[1], p[2]);
}
int64_t work_219(const int64_t *s);
int64_t work_219(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_concat2(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t k, int64_t n, int64_t m) {
    const int64_t d = tn_sat_add(m, n);
    for (int64_t i = 0; i < k; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            if ((uint64_t)i >= (uint64_t)5) return 65;
            y0[i * d + i2] = x0[i * n + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 5; i3++) {
        for (int64_t i4 = 0; i4 < m; i4++) {
            y0[i3 * d + (int64_t)((uint64_t)n + (uint64_t)i4)] = x1[i3 * m + i4];
        }
    }
    (void)((int64_t)((uint64_t)n + (uint64_t)m));
    return 0;
}

int32_t call_220(void *const *p, const int64_t *s, char *work);
int32_t call_220(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_concat2(p[0], p[1], p[2], s[0], s[1], s[2]);
}
int64_t work_220(const int64_t *s);
int64_t work_220(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_cos(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_f16_bits(tn_f16_round((double)(float)cos((double)(float)tn_f16_value(x0[i]))));
    }
    return 0;
}

int32_t call_221(void *const *p, const int64_t *s, char *work);
int32_t call_221(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_cos(p[0], p[1]);
}
int64_t work_221(const int64_t *s);
int64_t work_221(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_cosh(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_f16_bits(tn_f16_round((double)(float)cosh((double)(float)tn_f16_value(x0[i]))));
    }
    return 0;
}

int32_t call_222(void *const *p, const int64_t *s, char *work);
int32_t call_222(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_cosh(p[0], p[1]);
}
int64_t work_222(const int64_t *s);
int64_t work_222(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_cumprod(const float *restrict x0, double *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            double acc[16];
            TN_LANES
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = 1.0;
            }
            for (int64_t i2 = 0; i2 < 2; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[i2 * n + (i + v)] = acc[v];
                    acc[v] = acc[v] * (double)x0[i2 * n + (i + v)];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            double acc2 = 1.0;
            for (int64_t i4 = 0; i4 < 2; i4++) {
                y0[i4 * n + i3] = acc2;
                acc2 = acc2 * (double)x0[i4 * n + i3];
            }
        }
    }
    return 0;
}

int32_t call_223(void *const *p, const int64_t *s, char *work);
int32_t call_223(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_cumprod(p[0], p[1], s[0]);
}
int64_t work_223(const int64_t *s);
int64_t work_223(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_cumsum(const float *restrict x0, float *restrict y0) {
    float acc = 0.0f;
    for (int64_t i = 0; i < 0; i++) {
        const int64_t rest2 = i / 3;
        acc = acc + x0[rest2 * 3 + (i % 3)];
        y0[i] = acc;
    }
    return 0;
}

int32_t call_224(void *const *p, const int64_t *s, char *work);
int32_t call_224(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_cumsum(p[0], p[1]);
}
int64_t work_224(const int64_t *s);
int64_t work_224(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_dequantize(const int8_t *restrict x0, const float *restrict x1, const int8_t *restrict x2, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = (float)((int64_t)x0[i * n + i2] - (int64_t)x2[0]) * x1[i2];
        }
    }
    return 0;
}

int32_t call_225(void *const *p, const int64_t *s, char *work);
int32_t call_225(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_dequantize(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_225(const int64_t *s);
int64_t work_225(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_divide(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] / x1[0];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] / x1[0];
            }
        }
    }
    return 0;
}

int32_t call_226(void *const *p, const int64_t *s, char *work);
int32_t call_226(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_divide(p[0], p[1], p[2], s[0]);
}
int64_t work_226(const int64_t *s);
int64_t work_226(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_divide2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2] / x1[0];
        }
    }
    return 0;
}

int32_t call_227(void *const *p, const int64_t *s, char *work);
int32_t call_227(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_divide2(p[0], p[1], p[2]);
}
int64_t work_227(const int64_t *s);
int64_t work_227(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_dynamic_strided_slice(const float *restrict x0, const int64_t *restrict x1, const int64_t *restrict x2, const int64_t *restrict x3, float *restrict y0, int64_t *restrict y1, int64_t n) {
    const int64_t stride = x3[0];
    if (stride == 0) {
        const int64_t at = (int64_t)((uint64_t)stride - (uint64_t)1);
        if ((uint64_t)at >= (uint64_t)2) return 66;
        y1[at] = 0;
    }
    const int64_t t = x1[0];
    const bool t2 = stride < 0;
    const int64_t begin = tn_min_i64(tn_max_i64(((t < 0) ? (int64_t)((uint64_t)t + (uint64_t)4) : t), (t2 ? (-1) : 0)), (t2 ? 3 : 4));
    const bool t3 = stride < 0;
    const int64_t t4 = x2[0];
    const int64_t t5 = tn_min_i64(tn_max_i64(((t4 < 0) ? (int64_t)((uint64_t)t4 + (uint64_t)4) : t4), (t3 ? (-1) : 0)), (t3 ? 3 : 4));
    const int64_t t6 = t3 ? (begin - t5) : (t5 - begin);
    const int64_t extent = (0 < t6) ? (int64_t)((uint64_t)1 + (uint64_t)tn_floordiv_i64((t6 - 1), tn_abs_i64(stride))) : 0;
    y1[0] = extent;
    const int64_t stride2 = x3[1];
    if (stride2 == 0) {
        const int64_t at2 = (int64_t)((uint64_t)stride2 - (uint64_t)1);
        if ((uint64_t)at2 >= (uint64_t)2) return 66;
        y1[at2] = 0;
    }
    const int64_t t7 = x1[1];
    const bool t8 = stride2 < 0;
    const int64_t begin2 = tn_min_i64(tn_max_i64(((t7 < 0) ? (int64_t)((uint64_t)t7 + (uint64_t)n) : t7), (t8 ? (-1) : 0)), (t8 ? (n + (-1)) : n));
    const bool t9 = stride2 < 0;
    const int64_t t10 = x2[1];
    const int64_t t11 = tn_min_i64(tn_max_i64(((t10 < 0) ? (int64_t)((uint64_t)t10 + (uint64_t)n) : t10), (t9 ? (-1) : 0)), (t9 ? (n + (-1)) : n));
    const int64_t t12 = t9 ? (int64_t)((uint64_t)begin2 - (uint64_t)t11) : (int64_t)((uint64_t)t11 - (uint64_t)begin2);
    const int64_t extent2 = (0 < t12) ? (int64_t)((uint64_t)1 + (uint64_t)tn_floordiv_i64((int64_t)((uint64_t)t12 - (uint64_t)1), tn_abs_i64(stride2))) : 0;
    y1[1] = extent2;
    for (int64_t i = 0; i < extent; i++) {
        for (int64_t i2 = 0; i2 < extent2; i2++) {
            const int64_t at3 = (int64_t)((uint64_t)begin + (uint64_t)(int64_t)((uint64_t)i * (uint64_t)stride));
            if ((uint64_t)at3 >= (uint64_t)4) return 67;
            const int64_t at4 = (int64_t)((uint64_t)begin2 + (uint64_t)(int64_t)((uint64_t)i2 * (uint64_t)stride2));
            if ((uint64_t)at4 >= (uint64_t)n) return 68;
            if ((uint64_t)i >= (uint64_t)4) return 69;
            if ((uint64_t)i2 >= (uint64_t)n) return 70;
            y0[i * n + i2] = x0[at3 * n + at4];
        }
    }
    return 0;
}

int32_t call_228(void *const *p, const int64_t *s, char *work);
int32_t call_228(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_dynamic_strided_slice(p[0], p[1], p[2], p[3], p[4], p[5], s[0]);
}
int64_t work_228(const int64_t *s);
int64_t work_228(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            float acc = 0.0f;
            const float product = x0[i] * x1[i2];
            acc = acc + product;
            y0[i * 3 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_229(void *const *p, const int64_t *s, char *work);
int32_t call_229(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum(p[0], p[1], p[2]);
}
int64_t work_229(const int64_t *s);
int64_t work_229(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum2(const float *restrict x0, const float *restrict x1, const float *restrict x2, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            float acc = 0.0f;
            for (int64_t i3 = 0; i3 < 3; i3++) {
                const float product = x0[i * 3 + i3] * x1[i * 3 + i3];
                const float product2 = product * x2[i2 * 3 + i3];
                acc = acc + product2;
            }
            y0[i * 2 + i2] = acc;
        }
    }
    return 0;
}

int32_t call_230(void *const *p, const int64_t *s, char *work);
int32_t call_230(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum2(p[0], p[1], p[2], p[3]);
}
int64_t work_230(const int64_t *s);
int64_t work_230(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum3(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i2 = 0; i2 < 7; i2++) {
                    float acc = 0.0f;
                    const float product = x0[(i2 * 2 + i) * 3 + i3] * x1[i * 3 + i3];
                    acc = acc + product;
                    y0[(i * 7 + i2) * 3 + i3] = acc;
                }
            }
        }
    }
    return 0;
}

int32_t call_231(void *const *p, const int64_t *s, char *work);
int32_t call_231(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum3(p[0], p[1], p[2]);
}
int64_t work_231(const int64_t *s);
int64_t work_231(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_einsum4(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t m, int64_t k) {
    for (int64_t i = 0; i < m; i++) {
        float acc = 0.0f;
        const int64_t end = (n == 1) ? k : n;
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t at = (n == 1) ? 0 : i2;
            if ((uint64_t)at >= (uint64_t)n) return 71;
            const int64_t at2 = (k == 1) ? 0 : i2;
            if ((uint64_t)at2 >= (uint64_t)k) return 72;
            const float product = x0[at * m + i] * x1[at2];
            acc = acc + product;
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_232(void *const *p, const int64_t *s, char *work);
int32_t call_232(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_einsum4(p[0], p[1], p[2], s[0], s[1], s[2]);
}
int64_t work_232(const int64_t *s);
int64_t work_232(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_equal(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] == x1[i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] == x1[i4];
            }
        }
    }
    return 0;
}

int32_t call_233(void *const *p, const int64_t *s, char *work);
int32_t call_233(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_equal(p[0], p[1], p[2], s[0]);
}
int64_t work_233(const int64_t *s);
int64_t work_233(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_equal2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    y0[0] = x0[0] == x1[0];
    return 0;
}

int32_t call_234(void *const *p, const int64_t *s, char *work);
int32_t call_234(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_equal2(p[0], p[1], p[2]);
}
int64_t work_234(const int64_t *s);
int64_t work_234(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_equal3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) == (x1[i] != 0);
    }
    return 0;
}

int32_t call_235(void *const *p, const int64_t *s, char *work);
int32_t call_235(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_equal3(p[0], p[1], p[2]);
}
int64_t work_235(const int64_t *s);
int64_t work_235(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_erf(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)erf((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_236(void *const *p, const int64_t *s, char *work);
int32_t call_236(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_erf(p[0], p[1]);
}
int64_t work_236(const int64_t *s);
int64_t work_236(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_exp(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = (float)exp((double)x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_237(void *const *p, const int64_t *s, char *work);
int32_t call_237(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_exp(p[0], p[1]);
}
int64_t work_237(const int64_t *s);
int64_t work_237(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            if (n >= 16) {
                for (int64_t i3 = 0; i3 < n; i3 += 16) {
                    if (i3 > n - 16) i3 = n - 16;
                    for (int64_t i4 = 0; i4 < 1; i4++) {
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[(i + i2) * n + (i3 + v) + i4] = x0[i * n + (i3 + v)];
                        }
                    }
                }
            } else {
                for (int64_t i5 = 0; i5 < n; i5++) {
                    for (int64_t i6 = 0; i6 < 1; i6++) {
                        y0[(i + i2) * n + i5 + i6] = x0[i * n + i5];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_238(void *const *p, const int64_t *s, char *work);
int32_t call_238(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims(p[0], p[1], s[0]);
}
int64_t work_238(const int64_t *s);
int64_t work_238(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_expand_dims2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 1; i2++) {
            y0[i + i2] = x0[i];
        }
    }
    return 0;
}

int32_t call_239(void *const *p, const int64_t *s, char *work);
int32_t call_239(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_expand_dims2(p[0], p[1]);
}
int64_t work_239(const int64_t *s);
int64_t work_239(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_eye_like(const float *restrict x0, float *restrict y0, int64_t n) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = ((i2 - i) == 0) ? 1.0f : 0.0f;
        }
    }
    return 0;
}

int32_t call_240(void *const *p, const int64_t *s, char *work);
int32_t call_240(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_eye_like(p[0], p[1], s[0]);
}
int64_t work_240(const int64_t *s);
int64_t work_240(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_flatten(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 0; i++) {
        const int64_t rest2 = tn_floordiv_i64(i, n);
        y0[i] = x0[rest2 * n + tn_floormod_i64(i, n)];
    }
    return 0;
}

int32_t call_241(void *const *p, const int64_t *s, char *work);
int32_t call_241(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_flatten(p[0], p[1], s[0]);
}
int64_t work_241(const int64_t *s);
int64_t work_241(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = floorf(x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = floorf(x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_242(void *const *p, const int64_t *s, char *work);
int32_t call_242(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor(p[0], p[1], s[0]);
}
int64_t work_242(const int64_t *s);
int64_t work_242(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor2(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_243(void *const *p, const int64_t *s, char *work);
int32_t call_243(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor2(p[0], p[1]);
}
int64_t work_243(const int64_t *s);
int64_t work_243(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_divide(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    const float quotient = x0[((i + v)) * 3 + i2] / x1[i2];
                    const float rest2 = (float)fmod((double)x0[((i + v)) * 3 + i2], (double)x1[i2]);
                    const float t = x1[i2];
                    const float whole = ((x0[((i + v)) * 3 + i2] - rest2) / t) - ((((rest2 < 0.0f) != (t < 0.0f)) && (rest2 != 0.0f)) ? 1.0f : 0.0f);
                    const float t2 = floorf(whole);
                    y0[((i + v)) * 3 + i2] = (x1[i2] == 0.0f) ? quotient : ((whole == 0.0f) ? (quotient * 0.0f) : (t2 + ((0.5f < (whole - t2)) ? 1.0f : 0.0f)));
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                const float quotient2 = x0[i3 * 3 + i4] / x1[i4];
                const float rest3 = (float)fmod((double)x0[i3 * 3 + i4], (double)x1[i4]);
                const float t3 = x1[i4];
                const float whole2 = ((x0[i3 * 3 + i4] - rest3) / t3) - ((((rest3 < 0.0f) != (t3 < 0.0f)) && (rest3 != 0.0f)) ? 1.0f : 0.0f);
                const float t4 = floorf(whole2);
                y0[i3 * 3 + i4] = (x1[i4] == 0.0f) ? quotient2 : ((whole2 == 0.0f) ? (quotient2 * 0.0f) : (t4 + ((0.5f < (whole2 - t4)) ? 1.0f : 0.0f)));
            }
        }
    }
    return 0;
}

int32_t call_244(void *const *p, const int64_t *s, char *work);
int32_t call_244(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_divide(p[0], p[1], p[2], s[0]);
}
int64_t work_244(const int64_t *s);
int64_t work_244(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_divide2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    const float quotient = x0[0] / x1[0];
    const float rest2 = (float)fmod((double)x0[0], (double)x1[0]);
    const float whole = ((x0[0] - rest2) / x1[0]) - ((((rest2 < 0.0f) != (x1[0] < 0.0f)) && (rest2 != 0.0f)) ? 1.0f : 0.0f);
    const float t = floorf(whole);
    y0[0] = (x1[0] == 0.0f) ? quotient : ((whole == 0.0f) ? (quotient * 0.0f) : (t + ((0.5f < (whole - t)) ? 1.0f : 0.0f)));
    return 0;
}

int32_t call_245(void *const *p, const int64_t *s, char *work);
int32_t call_245(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_divide2(p[0], p[1], p[2]);
}
int64_t work_245(const int64_t *s);
int64_t work_245(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_divide3(const int8_t *restrict x0, const int8_t *restrict x1, int8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = tn_floordiv_i8(x0[i], x1[i]);
    }
    return 0;
}

int32_t call_246(void *const *p, const int64_t *s, char *work);
int32_t call_246(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_divide3(p[0], p[1], p[2]);
}
int64_t work_246(const int64_t *s);
int64_t work_246(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_mod(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    const float t = x1[i2];
                    const float t2 = (float)fmod((double)x0[((i + v)) * 3 + i2], (double)t);
                    y0[((i + v)) * 3 + i2] = (t2 == 0.0f) ? ((t < 0.0f) ? (-0.0f) : 0.0f) : (((t2 < 0.0f) != (t < 0.0f)) ? (t2 + t) : t2);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                const float t3 = x1[i4];
                const float t4 = (float)fmod((double)x0[i3 * 3 + i4], (double)t3);
                y0[i3 * 3 + i4] = (t4 == 0.0f) ? ((t3 < 0.0f) ? (-0.0f) : 0.0f) : (((t4 < 0.0f) != (t3 < 0.0f)) ? (t4 + t3) : t4);
            }
        }
    }
    return 0;
}

int32_t call_247(void *const *p, const int64_t *s, char *work);
int32_t call_247(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_mod(p[0], p[1], p[2], s[0]);
}
int64_t work_247(const int64_t *s);
int64_t work_247(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_mod2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    const float t = (float)fmod((double)x0[0], (double)x1[0]);
    y0[0] = (t == 0.0f) ? ((x1[0] < 0.0f) ? (-0.0f) : 0.0f) : (((t < 0.0f) != (x1[0] < 0.0f)) ? (t + x1[0]) : t);
    return 0;
}

int32_t call_248(void *const *p, const int64_t *s, char *work);
int32_t call_248(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_mod2(p[0], p[1], p[2]);
}
int64_t work_248(const int64_t *s);
int64_t work_248(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_floor_mod3(const int8_t *restrict x0, const int8_t *restrict x1, int8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = tn_floormod_i8(x0[i], x1[i]);
    }
    return 0;
}

int32_t call_249(void *const *p, const int64_t *s, char *work);
int32_t call_249(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_floor_mod3(p[0], p[1], p[2]);
}
int64_t work_249(const int64_t *s);
int64_t work_249(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full(const float *restrict x0, int32_t *restrict y0) {
    y0[0] = tn_to_i32((double)x0[0]);
    return 0;
}

int32_t call_250(void *const *p, const int64_t *s, char *work);
int32_t call_250(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full(p[0], p[1]);
}
int64_t work_250(const int64_t *s);
int64_t work_250(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_full_like(const float *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = x1[0];
        }
    }
    return 0;
}

int32_t call_251(void *const *p, const int64_t *s, char *work);
int32_t call_251(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_full_like(p[0], p[1], p[2], s[0]);
}
int64_t work_251(const int64_t *s);
int64_t work_251(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_elements(const float *restrict x0, const int64_t *restrict x1, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            const int64_t t = x1[i * 2 + i2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)2) : t;
            if ((uint64_t)at >= (uint64_t)2) return 73;
            if ((uint64_t)i2 >= (uint64_t)n) return 74;
            y0[i * 2 + i2] = x0[at * n + i2];
        }
    }
    return 0;
}

int32_t call_252(void *const *p, const int64_t *s, char *work);
int32_t call_252(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_elements(p[0], p[1], p[2], s[0]);
}
int64_t work_252(const int64_t *s);
int64_t work_252(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_gather_nd(const float *restrict x0, const int64_t *restrict x1, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const int64_t t = x1[(i * 4 + i2) * 2];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)3) : t;
            if ((uint64_t)at >= (uint64_t)3) return 75;
            const int64_t t2 = x1[(i * 4 + i2) * 2 + 1];
            const int64_t at2 = (t2 < 0) ? (int64_t)((uint64_t)t2 + (uint64_t)n) : t2;
            if ((uint64_t)at2 >= (uint64_t)n) return 76;
            y0[i * 4 + i2] = x0[(i * 3 + at) * n + at2];
        }
    }
    return 0;
}

int32_t call_253(void *const *p, const int64_t *s, char *work);
int32_t call_253(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_gather_nd(p[0], p[1], p[2], s[0]);
}
int64_t work_253(const int64_t *s);
int64_t work_253(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_avg_pool2d_backward(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t c) {
    (void)x1;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            for (int64_t i3 = 0; i3 < 8; i3++) {
                for (int64_t i4 = 0; i4 < 8; i4++) {
                    y0[((i * c + i2) * 8 + i3) * 8 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < n; i5++) {
        for (int64_t i6 = 0; i6 < c; i6++) {
            for (int64_t i7 = 0; i7 < 4; i7++) {
                for (int64_t i8 = 0; i8 < 4; i8++) {
                    const float share = x0[((i5 * c + i6) * 4 + i7) * 4 + i8] / 4.0f;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = (i7 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i8 * 2) + i10;
                            y0[((i5 * c + i6) * 8 + p) * 8 + p2] = y0[((i5 * c + i6) * 8 + p) * 8 + p2] + share;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_254(void *const *p, const int64_t *s, char *work);
int32_t call_254(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_avg_pool2d_backward(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_254(const int64_t *s);
int64_t work_254(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_max_pool2d_backward(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t c) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            for (int64_t i3 = 0; i3 < 8; i3++) {
                for (int64_t i4 = 0; i4 < 8; i4++) {
                    y0[((i * c + i2) * 8 + i3) * 8 + i4] = 0.0f;
                }
            }
        }
    }
    for (int64_t i5 = 0; i5 < n; i5++) {
        for (int64_t i6 = 0; i6 < c; i6++) {
            for (int64_t i7 = 0; i7 < 4; i7++) {
                for (int64_t i8 = 0; i8 < 4; i8++) {
                    float best = 0.0f;
                    int64_t at = -1;
                    int64_t at2 = -1;
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        const int64_t p = (i7 * 2) + i9;
                        for (int64_t i10 = 0; i10 < 2; i10++) {
                            const int64_t p2 = (i8 * 2) + i10;
                            const float x = x1[((i5 * c + i6) * 8 + p) * 8 + p2];
                            if ((at < 0) || ((best < x) || ((isnan(x) != 0) && (!(isnan(best) != 0))))) {
                                best = x;
                                at = p;
                                at2 = p2;
                            }
                        }
                    }
                    if (0 <= at) {
                        if ((uint64_t)at >= (uint64_t)8) return 77;
                        if ((uint64_t)at2 >= (uint64_t)8) return 78;
                        if ((uint64_t)at >= (uint64_t)8) return 77;
                        if ((uint64_t)at2 >= (uint64_t)8) return 78;
                        y0[((i5 * c + i6) * 8 + at) * 8 + at2] = y0[((i5 * c + i6) * 8 + at) * 8 + at2] + x0[((i5 * c + i6) * 4 + i7) * 4 + i8];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_255(void *const *p, const int64_t *s, char *work);
int32_t call_255(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_max_pool2d_backward(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_255(const int64_t *s);
int64_t work_255(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_nll_loss_backward(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0, int64_t n) {
    (void)x1;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 10; i2++) {
            y0[i * 10 + i2] = 0.0f;
        }
    }
    float total = 0.0f;
    for (int64_t i3 = 0; i3 < n; i3++) {
        const int64_t t = x2[i3];
        if (t != (-100)) {
            total = total + 1.0f;
        }
    }
    for (int64_t i4 = 0; i4 < n; i4++) {
        const int64_t t2 = x2[i4];
        if (t2 != (-100)) {
            if ((uint64_t)t2 >= (uint64_t)10) return 79;
            y0[i4 * 10 + t2] = -(x0[0] / total);
        }
    }
    return 0;
}

int32_t call_256(void *const *p, const int64_t *s, char *work);
int32_t call_256(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_nll_loss_backward(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_256(const int64_t *s);
int64_t work_256(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_grad_take_backward(const float *restrict x0, const float *restrict x1, const int64_t *restrict x2, float *restrict y0, int64_t n) {
    (void)x1;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 7; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                y0[(i * 7 + i2) * 4 + i3] = 0.0f;
            }
        }
    }
    for (int64_t i4 = 0; i4 < n; i4++) {
        for (int64_t i5 = 0; i5 < 4; i5++) {
            const int64_t at = (x2[0] < 0) ? (int64_t)((uint64_t)x2[0] + (uint64_t)7) : x2[0];
            if ((uint64_t)at >= (uint64_t)7) return 80;
            if ((uint64_t)at >= (uint64_t)7) return 80;
            y0[(i4 * 7 + at) * 4 + i5] = y0[(i4 * 7 + at) * 4 + i5] + x0[i4 * 4 + i5];
        }
    }
    return 0;
}

int32_t call_257(void *const *p, const int64_t *s, char *work);
int32_t call_257(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_grad_take_backward(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_257(const int64_t *s);
int64_t work_257(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x1[i2] < x0[i];
        }
    }
    return 0;
}

int32_t call_258(void *const *p, const int64_t *s, char *work);
int32_t call_258(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater(p[0], p[1], p[2]);
}
int64_t work_258(const int64_t *s);
int64_t work_258(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x1[((i + v)) * 3 + i2] < x0[((i + v)) * 3 + i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x1[i3 * 3 + i4] < x0[i3 * 3 + i4];
            }
        }
    }
    return 0;
}

int32_t call_259(void *const *p, const int64_t *s, char *work);
int32_t call_259(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater2(p[0], p[1], p[2], s[0]);
}
int64_t work_259(const int64_t *s);
int64_t work_259(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater3(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x1[0] < x0[i * 3 + i2];
        }
    }
    return 0;
}

int32_t call_260(void *const *p, const int64_t *s, char *work);
int32_t call_260(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater3(p[0], p[1], p[2]);
}
int64_t work_260(const int64_t *s);
int64_t work_260(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater_equal(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x1[i2] <= x0[i];
        }
    }
    return 0;
}

int32_t call_261(void *const *p, const int64_t *s, char *work);
int32_t call_261(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater_equal(p[0], p[1], p[2]);
}
int64_t work_261(const int64_t *s);
int64_t work_261(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater_equal2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x1[((i + v)) * 3 + i2] <= x0[((i + v)) * 3 + i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x1[i3 * 3 + i4] <= x0[i3 * 3 + i4];
            }
        }
    }
    return 0;
}

int32_t call_262(void *const *p, const int64_t *s, char *work);
int32_t call_262(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater_equal2(p[0], p[1], p[2], s[0]);
}
int64_t work_262(const int64_t *s);
int64_t work_262(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_greater_equal3(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x1[0] <= x0[i * 3 + i2];
        }
    }
    return 0;
}

int32_t call_263(void *const *p, const int64_t *s, char *work);
int32_t call_263(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_greater_equal3(p[0], p[1], p[2]);
}
int64_t work_263(const int64_t *s);
int64_t work_263(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d(const float *restrict x0, float *restrict y0, int64_t n, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 16; i3++) {
                for (int64_t i4 = 0; i4 < 24; i4++) {
                    const double x = ((((double)i3 + 0.5) * (double)h) / 16.0) - 0.5;
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const float w2 = (float)(1.0 - t);
                    const float w3 = (float)t;
                    const int64_t at = tn_max_i64(0, tn_min_i64(first, (h - 1)));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), (h - 1)));
                    const double x2 = ((((double)i4 + 0.5) * (double)w) / 24.0) - 0.5;
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const float w4 = (float)(1.0 - t2);
                    const float w5 = (float)t2;
                    const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, (w - 1)));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), (w - 1)));
                    if ((uint64_t)at >= (uint64_t)h) return 81;
                    if ((uint64_t)at3 >= (uint64_t)w) return 82;
                    if ((uint64_t)at >= (uint64_t)h) return 81;
                    if ((uint64_t)at4 >= (uint64_t)w) return 82;
                    if ((uint64_t)at2 >= (uint64_t)h) return 81;
                    if ((uint64_t)at3 >= (uint64_t)w) return 82;
                    if ((uint64_t)at2 >= (uint64_t)h) return 81;
                    if ((uint64_t)at4 >= (uint64_t)w) return 82;
                    const float t3 = (((x0[((i * 3 + i2) * h + at) * w + at3] * w4) + (x0[((i * 3 + i2) * h + at) * w + at4] * w5)) * w2) + (((x0[((i * 3 + i2) * h + at2) * w + at3] * w4) + (x0[((i * 3 + i2) * h + at2) * w + at4] * w5)) * w3);
                    y0[((i * 3 + i2) * 16 + i3) * 24 + i4] = t3;
                }
            }
        }
    }
    return 0;
}

int32_t call_264(void *const *p, const int64_t *s, char *work);
int32_t call_264(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d(p[0], p[1], s[0], s[1], s[2]);
}
int64_t work_264(const int64_t *s);
int64_t work_264(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d2(const float *restrict x0, float *restrict y0, int64_t n, int64_t h, int64_t w) {
    const int64_t d = tn_sat_mul(2, h);
    const int64_t d2 = tn_sat_mul(2, w);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const int64_t end = (int64_t)((uint64_t)2 * (uint64_t)h);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)2 * (uint64_t)w);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const double x = ((((double)i3 + 0.5) * (double)h) / (double)(int64_t)((uint64_t)2 * (uint64_t)h)) - 0.5;
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const float w2 = (float)(1.0 - t);
                    const float w3 = (float)t;
                    const int64_t at = tn_max_i64(0, tn_min_i64(first, (h - 1)));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), (h - 1)));
                    const double x2 = ((((double)i4 + 0.5) * (double)w) / (double)(int64_t)((uint64_t)2 * (uint64_t)w)) - 0.5;
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const float w4 = (float)(1.0 - t2);
                    const float w5 = (float)t2;
                    const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, (w - 1)));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), (w - 1)));
                    if ((uint64_t)at >= (uint64_t)h) return 81;
                    if ((uint64_t)at3 >= (uint64_t)w) return 82;
                    if ((uint64_t)at >= (uint64_t)h) return 81;
                    if ((uint64_t)at4 >= (uint64_t)w) return 82;
                    if ((uint64_t)at2 >= (uint64_t)h) return 81;
                    if ((uint64_t)at3 >= (uint64_t)w) return 82;
                    if ((uint64_t)at2 >= (uint64_t)h) return 81;
                    if ((uint64_t)at4 >= (uint64_t)w) return 82;
                    const float t3 = (((x0[((i * 3 + i2) * h + at) * w + at3] * w4) + (x0[((i * 3 + i2) * h + at) * w + at4] * w5)) * w2) + (((x0[((i * 3 + i2) * h + at2) * w + at3] * w4) + (x0[((i * 3 + i2) * h + at2) * w + at4] * w5)) * w3);
                    y0[((i * 3 + i2) * d + i3) * d2 + i4] = t3;
                }
            }
        }
    }
    return 0;
}

int32_t call_265(void *const *p, const int64_t *s, char *work);
int32_t call_265(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d2(p[0], p[1], s[0], s[1], s[2]);
}
int64_t work_265(const int64_t *s);
int64_t work_265(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_image_resize2d3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 0; i3++) {
                for (int64_t i4 = 0; i4 < 4; i4++) {
                    const double x = ((((double)i3 + 0.5) * 8.0) / 0.0) - 0.5;
                    const double floor2 = floor(x);
                    const double t = x - floor2;
                    const int64_t first = tn_to_i64(floor2);
                    const float w = (float)(1.0 - t);
                    const float w2 = (float)t;
                    const int64_t at = tn_max_i64(0, tn_min_i64(first, 7));
                    const int64_t at2 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first + (uint64_t)1), 7));
                    const double x2 = ((((double)i4 + 0.5) * 8.0) / 4.0) - 0.5;
                    const double floor3 = floor(x2);
                    const double t2 = x2 - floor3;
                    const int64_t first2 = tn_to_i64(floor3);
                    const float w3 = (float)(1.0 - t2);
                    const float w4 = (float)t2;
                    const int64_t at3 = tn_max_i64(0, tn_min_i64(first2, 7));
                    const int64_t at4 = tn_max_i64(0, tn_min_i64((int64_t)((uint64_t)first2 + (uint64_t)1), 7));
                    const float t3 = (((x0[((i * 3 + i2) * 8 + at) * 8 + at3] * w3) + (x0[((i * 3 + i2) * 8 + at) * 8 + at4] * w4)) * w) + (((x0[((i * 3 + i2) * 8 + at2) * 8 + at3] * w3) + (x0[((i * 3 + i2) * 8 + at2) * 8 + at4] * w4)) * w2);
                    y0[((i * 3 + i2) * 0 + i3) * 4 + i4] = t3;
                }
            }
        }
    }
    return 0;
}

int32_t call_266(void *const *p, const int64_t *s, char *work);
int32_t call_266(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_image_resize2d3(p[0], p[1]);
}
int64_t work_266(const int64_t *s);
int64_t work_266(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_isfinite(const int32_t *restrict x0, uint8_t *restrict y0) {
    (void)x0;
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = true;
    }
    return 0;
}

int32_t call_267(void *const *p, const int64_t *s, char *work);
int32_t call_267(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_isfinite(p[0], p[1]);
}
int64_t work_267(const int64_t *s);
int64_t work_267(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_isinf(const float *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = isinf(x0[i * 4 + i2]) != 0;
        }
    }
    return 0;
}

int32_t call_268(void *const *p, const int64_t *s, char *work);
int32_t call_268(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_isinf(p[0], p[1]);
}
int64_t work_268(const int64_t *s);
int64_t work_268(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_isnan(const float *restrict x0, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = isnan(x0[((i + v)) * 3 + i2]) != 0;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = isnan(x0[i3 * 3 + i4]) != 0;
            }
        }
    }
    return 0;
}

int32_t call_269(void *const *p, const int64_t *s, char *work);
int32_t call_269(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_isnan(p[0], p[1], s[0]);
}
int64_t work_269(const int64_t *s);
int64_t work_269(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_isnan2(const double *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = isnan(x0[i]) != 0;
    }
    return 0;
}

int32_t call_270(void *const *p, const int64_t *s, char *work);
int32_t call_270(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_isnan2(p[0], p[1]);
}
int64_t work_270(const int64_t *s);
int64_t work_270(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_left_shift(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = tn_shl_i32(x0[((i + v)) * 3 + i2], x1[0]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = tn_shl_i32(x0[i3 * 3 + i4], x1[0]);
            }
        }
    }
    return 0;
}

int32_t call_271(void *const *p, const int64_t *s, char *work);
int32_t call_271(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_left_shift(p[0], p[1], p[2], s[0]);
}
int64_t work_271(const int64_t *s);
int64_t work_271(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_left_shift2(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_shl_i32(x0[i * 3 + i2], x1[i2]);
        }
    }
    return 0;
}

int32_t call_272(void *const *p, const int64_t *s, char *work);
int32_t call_272(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_left_shift2(p[0], p[1], p[2]);
}
int64_t work_272(const int64_t *s);
int64_t work_272(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_left_shift3(const int64_t *restrict x0, const int64_t *restrict x1, int64_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = tn_shl_i64(x0[i], x1[i]);
    }
    return 0;
}

int32_t call_273(void *const *p, const int64_t *s, char *work);
int32_t call_273(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_left_shift3(p[0], p[1], p[2]);
}
int64_t work_273(const int64_t *s);
int64_t work_273(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] < x1[0];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] < x1[0];
            }
        }
    }
    return 0;
}

int32_t call_274(void *const *p, const int64_t *s, char *work);
int32_t call_274(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less(p[0], p[1], p[2], s[0]);
}
int64_t work_274(const int64_t *s);
int64_t work_274(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2] < x1[i2];
        }
    }
    return 0;
}

int32_t call_275(void *const *p, const int64_t *s, char *work);
int32_t call_275(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less2(p[0], p[1], p[2]);
}
int64_t work_275(const int64_t *s);
int64_t work_275(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less3(const int64_t *restrict x0, const int64_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = x0[i] < x1[i];
    }
    return 0;
}

int32_t call_276(void *const *p, const int64_t *s, char *work);
int32_t call_276(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less3(p[0], p[1], p[2]);
}
int64_t work_276(const int64_t *s);
int64_t work_276(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less_equal(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] <= x1[0];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] <= x1[0];
            }
        }
    }
    return 0;
}

int32_t call_277(void *const *p, const int64_t *s, char *work);
int32_t call_277(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less_equal(p[0], p[1], p[2], s[0]);
}
int64_t work_277(const int64_t *s);
int64_t work_277(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less_equal2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = x0[i * 3 + i2] <= x1[i2];
        }
    }
    return 0;
}

int32_t call_278(void *const *p, const int64_t *s, char *work);
int32_t call_278(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less_equal2(p[0], p[1], p[2]);
}
int64_t work_278(const int64_t *s);
int64_t work_278(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_less_equal3(const int64_t *restrict x0, const int64_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = x0[i] <= x1[i];
    }
    return 0;
}

int32_t call_279(void *const *p, const int64_t *s, char *work);
int32_t call_279(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_less_equal3(p[0], p[1], p[2]);
}
int64_t work_279(const int64_t *s);
int64_t work_279(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_log(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_f16_bits(tn_f16_round((double)(float)log((double)(float)tn_f16_value(x0[i]))));
    }
    return 0;
}

int32_t call_280(void *const *p, const int64_t *s, char *work);
int32_t call_280(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_log(p[0], p[1]);
}
int64_t work_280(const int64_t *s);
int64_t work_280(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_and(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (x0[((i + v)) * 3 + i2] != 0) && (x1[0] != 0);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (x0[i3 * 3 + i4] != 0) && (x1[0] != 0);
            }
        }
    }
    return 0;
}

int32_t call_281(void *const *p, const int64_t *s, char *work);
int32_t call_281(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_and(p[0], p[1], p[2], s[0]);
}
int64_t work_281(const int64_t *s);
int64_t work_281(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_and2(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (x0[i * 3 + i2] != 0) && (x1[0] != 0);
        }
    }
    return 0;
}

int32_t call_282(void *const *p, const int64_t *s, char *work);
int32_t call_282(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_and2(p[0], p[1], p[2]);
}
int64_t work_282(const int64_t *s);
int64_t work_282(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_not(const uint8_t *restrict x0, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = !(x0[i * 4 + i2] != 0);
        }
    }
    return 0;
}

int32_t call_283(void *const *p, const int64_t *s, char *work);
int32_t call_283(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_not(p[0], p[1]);
}
int64_t work_283(const int64_t *s);
int64_t work_283(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_or(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (x0[((i + v)) * 3 + i2] != 0) || (x1[0] != 0);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (x0[i3 * 3 + i4] != 0) || (x1[0] != 0);
            }
        }
    }
    return 0;
}

int32_t call_284(void *const *p, const int64_t *s, char *work);
int32_t call_284(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_or(p[0], p[1], p[2], s[0]);
}
int64_t work_284(const int64_t *s);
int64_t work_284(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_or2(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (x0[i * 3 + i2] != 0) || (x1[0] != 0);
        }
    }
    return 0;
}

int32_t call_285(void *const *p, const int64_t *s, char *work);
int32_t call_285(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_or2(p[0], p[1], p[2]);
}
int64_t work_285(const int64_t *s);
int64_t work_285(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_xor(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (x0[((i + v)) * 3 + i2] != 0) != (x1[0] != 0);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (x0[i3 * 3 + i4] != 0) != (x1[0] != 0);
            }
        }
    }
    return 0;
}

int32_t call_286(void *const *p, const int64_t *s, char *work);
int32_t call_286(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_xor(p[0], p[1], p[2], s[0]);
}
int64_t work_286(const int64_t *s);
int64_t work_286(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_logical_xor2(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (x0[i * 3 + i2] != 0) != (x1[0] != 0);
        }
    }
    return 0;
}

int32_t call_287(void *const *p, const int64_t *s, char *work);
int32_t call_287(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_logical_xor2(p[0], p[1], p[2]);
}
int64_t work_287(const int64_t *s);
int64_t work_287(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 4; i += 4) {
        {
            float acc[5];
            float acc2[5];
            float acc3[5];
            float acc4[5];
            TN_LANES
            for (int64_t i2 = 0; i2 < 5; i2++) {
                acc[i2] = 0.0f;
                acc2[i2] = 0.0f;
                acc3[i2] = 0.0f;
                acc4[i2] = 0.0f;
            }
            for (int64_t i3 = 0; i3 < 0; i3++) {
                TN_LANES
                for (int64_t i2 = 0; i2 < 5; i2++) {
                    acc[i2] = acc[i2] + (x0[i * 0 + i3] * x1[i3 * 5 + i2]);
                    acc2[i2] = acc2[i2] + (x0[((i + 1)) * 0 + i3] * x1[i3 * 5 + i2]);
                    acc3[i2] = acc3[i2] + (x0[((i + 2)) * 0 + i3] * x1[i3 * 5 + i2]);
                    acc4[i2] = acc4[i2] + (x0[((i + 3)) * 0 + i3] * x1[i3 * 5 + i2]);
                }
            }
            TN_LANES
            for (int64_t i2 = 0; i2 < 5; i2++) {
                y0[i * 5 + i2] = acc[i2];
                y0[((i + 1)) * 5 + i2] = acc2[i2];
                y0[((i + 2)) * 5 + i2] = acc3[i2];
                y0[((i + 3)) * 5 + i2] = acc4[i2];
            }
        }
    }
    return 0;
}

int32_t call_288(void *const *p, const int64_t *s, char *work);
int32_t call_288(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul(p[0], p[1], p[2]);
}
int64_t work_288(const int64_t *s);
int64_t work_288(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_matmul2(const uint16_t *restrict x0, const uint16_t *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 4; i += 4) {
        {
            float acc[4];
            float acc2[4];
            float acc3[4];
            float acc4[4];
            TN_LANES
            for (int64_t i2 = 0; i2 < 4; i2++) {
                acc[i2] = 0.0f;
                acc2[i2] = 0.0f;
                acc3[i2] = 0.0f;
                acc4[i2] = 0.0f;
            }
            for (int64_t i3 = 0; i3 < 8; i3++) {
                TN_LANES
                for (int64_t i2 = 0; i2 < 4; i2++) {
                    acc[i2] = acc[i2] + ((float)tn_f16_value(x0[i * 8 + i3]) * (float)tn_f16_value(x1[i3 * 4 + i2]));
                    acc2[i2] = acc2[i2] + ((float)tn_f16_value(x0[((i + 1)) * 8 + i3]) * (float)tn_f16_value(x1[i3 * 4 + i2]));
                    acc3[i2] = acc3[i2] + ((float)tn_f16_value(x0[((i + 2)) * 8 + i3]) * (float)tn_f16_value(x1[i3 * 4 + i2]));
                    acc4[i2] = acc4[i2] + ((float)tn_f16_value(x0[((i + 3)) * 8 + i3]) * (float)tn_f16_value(x1[i3 * 4 + i2]));
                }
            }
            TN_LANES
            for (int64_t i2 = 0; i2 < 4; i2++) {
                y0[i * 4 + i2] = acc[i2];
                y0[((i + 1)) * 4 + i2] = acc2[i2];
                y0[((i + 2)) * 4 + i2] = acc3[i2];
                y0[((i + 3)) * 4 + i2] = acc4[i2];
            }
        }
    }
    return 0;
}

int32_t call_289(void *const *p, const int64_t *s, char *work);
int32_t call_289(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_matmul2(p[0], p[1], p[2]);
}
int64_t work_289(const int64_t *s);
int64_t work_289(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            float acc[16];
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = x0[((i + v)) * 4];
            }
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = tn_max_f32(acc[v], x0[(i2 * n + (i + v)) * 4 + i3]);
                    }
                }
            }
            for (int64_t v = 0; v < 16; v++) {
                y0[(i + v)] = acc[v];
            }
        }
    } else {
        for (int64_t i4 = 0; i4 < n; i4++) {
            float acc2 = x0[i4 * 4];
            for (int64_t i5 = 0; i5 < 2; i5++) {
                for (int64_t i6 = 0; i6 < 4; i6++) {
                    acc2 = tn_max_f32(acc2, x0[(i5 * n + i4) * 4 + i6]);
                }
            }
            y0[i4] = acc2;
        }
    }
    return 0;
}

int32_t call_290(void *const *p, const int64_t *s, char *work);
int32_t call_290(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max(p[0], p[1], s[0]);
}
int64_t work_290(const int64_t *s);
int64_t work_290(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max2(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                float acc = x0[(i * n + i2) * 4 + i3];
                acc = tn_max_f32(acc, x0[(i * n + i2) * 4 + i3]);
                y0[(i * n + i2) * 4 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_291(void *const *p, const int64_t *s, char *work);
int32_t call_291(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max2(p[0], p[1], s[0]);
}
int64_t work_291(const int64_t *s);
int64_t work_291(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_max3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        int64_t acc = x0[i];
        for (int64_t i2 = 0; i2 < 2; i2++) {
            acc = tn_max_i64(acc, x0[i2 * 3 + i]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_292(void *const *p, const int64_t *s, char *work);
int32_t call_292(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_max3(p[0], p[1]);
}
int64_t work_292(const int64_t *s);
int64_t work_292(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_maximum(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = tn_max_f32(x0[((i + v)) * 3 + i2], x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = tn_max_f32(x0[i3 * 3 + i4], x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_293(void *const *p, const int64_t *s, char *work);
int32_t call_293(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_maximum(p[0], p[1], p[2], s[0]);
}
int64_t work_293(const int64_t *s);
int64_t work_293(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_maximum2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    y0[0] = tn_max_f32(x0[0], x1[0]);
    return 0;
}

int32_t call_294(void *const *p, const int64_t *s, char *work);
int32_t call_294(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_maximum2(p[0], p[1], p[2]);
}
int64_t work_294(const int64_t *s);
int64_t work_294(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_maximum3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) || (x1[i] != 0);
    }
    return 0;
}

int32_t call_295(void *const *p, const int64_t *s, char *work);
int32_t call_295(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_maximum3(p[0], p[1], p[2]);
}
int64_t work_295(const int64_t *s);
int64_t work_295(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            float acc[16];
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = 0.0f;
            }
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = acc[v] + x0[(i2 * n + (i + v)) * 4 + i3];
                    }
                }
            }
            for (int64_t v = 0; v < 16; v++) {
                y0[(i + v)] = acc[v] / 8.0f;
            }
        }
    } else {
        for (int64_t i4 = 0; i4 < n; i4++) {
            float acc2 = 0.0f;
            for (int64_t i5 = 0; i5 < 2; i5++) {
                for (int64_t i6 = 0; i6 < 4; i6++) {
                    acc2 = acc2 + x0[(i5 * n + i4) * 4 + i6];
                }
            }
            y0[i4] = acc2 / 8.0f;
        }
    }
    return 0;
}

int32_t call_296(void *const *p, const int64_t *s, char *work);
int32_t call_296(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean(p[0], p[1], s[0]);
}
int64_t work_296(const int64_t *s);
int64_t work_296(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean2(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                float acc = 0.0f;
                acc = acc + x0[(i * n + i2) * 4 + i3];
                y0[(i * n + i2) * 4 + i3] = acc / 1.0f;
            }
        }
    }
    return 0;
}

int32_t call_297(void *const *p, const int64_t *s, char *work);
int32_t call_297(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean2(p[0], p[1], s[0]);
}
int64_t work_297(const int64_t *s);
int64_t work_297(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mean3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        float acc = 0.0f;
        for (int64_t i2 = 0; i2 < 0; i2++) {
            acc = acc + x0[i2 * 3 + i];
        }
        y0[i] = acc / 0.0f;
    }
    return 0;
}

int32_t call_298(void *const *p, const int64_t *s, char *work);
int32_t call_298(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mean3(p[0], p[1]);
}
int64_t work_298(const int64_t *s);
int64_t work_298(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            float acc[16];
            for (int64_t v = 0; v < 16; v++) {
                acc[v] = x0[((i + v)) * 4];
            }
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = tn_min_f32(acc[v], x0[(i2 * n + (i + v)) * 4 + i3]);
                    }
                }
            }
            for (int64_t v = 0; v < 16; v++) {
                y0[(i + v)] = acc[v];
            }
        }
    } else {
        for (int64_t i4 = 0; i4 < n; i4++) {
            float acc2 = x0[i4 * 4];
            for (int64_t i5 = 0; i5 < 2; i5++) {
                for (int64_t i6 = 0; i6 < 4; i6++) {
                    acc2 = tn_min_f32(acc2, x0[(i5 * n + i4) * 4 + i6]);
                }
            }
            y0[i4] = acc2;
        }
    }
    return 0;
}

int32_t call_299(void *const *p, const int64_t *s, char *work);
int32_t call_299(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min(p[0], p[1], s[0]);
}
int64_t work_299(const int64_t *s);
int64_t work_299(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min2(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                float acc = x0[(i * n + i2) * 4 + i3];
                acc = tn_min_f32(acc, x0[(i * n + i2) * 4 + i3]);
                y0[(i * n + i2) * 4 + i3] = acc;
            }
        }
    }
    return 0;
}

int32_t call_300(void *const *p, const int64_t *s, char *work);
int32_t call_300(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min2(p[0], p[1], s[0]);
}
int64_t work_300(const int64_t *s);
int64_t work_300(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_min3(const int64_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 3; i++) {
        int64_t acc = x0[i];
        for (int64_t i2 = 0; i2 < 2; i2++) {
            acc = tn_min_i64(acc, x0[i2 * 3 + i]);
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_301(void *const *p, const int64_t *s, char *work);
int32_t call_301(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_min3(p[0], p[1]);
}
int64_t work_301(const int64_t *s);
int64_t work_301(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_minimum(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = tn_min_f32(x0[((i + v)) * 3 + i2], x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = tn_min_f32(x0[i3 * 3 + i4], x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_302(void *const *p, const int64_t *s, char *work);
int32_t call_302(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_minimum(p[0], p[1], p[2], s[0]);
}
int64_t work_302(const int64_t *s);
int64_t work_302(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_minimum2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    y0[0] = tn_min_f32(x0[0], x1[0]);
    return 0;
}

int32_t call_303(void *const *p, const int64_t *s, char *work);
int32_t call_303(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_minimum2(p[0], p[1], p[2]);
}
int64_t work_303(const int64_t *s);
int64_t work_303(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_minimum3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) && (x1[i] != 0);
    }
    return 0;
}

int32_t call_304(void *const *p, const int64_t *s, char *work);
int32_t call_304(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_minimum3(p[0], p[1], p[2]);
}
int64_t work_304(const int64_t *s);
int64_t work_304(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mod(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (float)fmod((double)x0[((i + v)) * 3 + i2], (double)x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (float)fmod((double)x0[i3 * 3 + i4], (double)x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_305(void *const *p, const int64_t *s, char *work);
int32_t call_305(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mod(p[0], p[1], p[2], s[0]);
}
int64_t work_305(const int64_t *s);
int64_t work_305(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mod2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    y0[0] = (float)fmod((double)x0[0], (double)x1[0]);
    return 0;
}

int32_t call_306(void *const *p, const int64_t *s, char *work);
int32_t call_306(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mod2(p[0], p[1], p[2]);
}
int64_t work_306(const int64_t *s);
int64_t work_306(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_mod3(const int8_t *restrict x0, const int8_t *restrict x1, int8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = tn_truncmod_i8(x0[i], x1[i]);
    }
    return 0;
}

int32_t call_307(void *const *p, const int64_t *s, char *work);
int32_t call_307(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_mod3(p[0], p[1], p[2]);
}
int64_t work_307(const int64_t *s);
int64_t work_307(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_multiply(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] * x1[i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] * x1[i4];
            }
        }
    }
    return 0;
}

int32_t call_308(void *const *p, const int64_t *s, char *work);
int32_t call_308(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_multiply(p[0], p[1], p[2], s[0]);
}
int64_t work_308(const int64_t *s);
int64_t work_308(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_multiply2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    y0[0] = x0[0] * x1[0];
    return 0;
}

int32_t call_309(void *const *p, const int64_t *s, char *work);
int32_t call_309(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_multiply2(p[0], p[1], p[2]);
}
int64_t work_309(const int64_t *s);
int64_t work_309(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_multiply3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) && (x1[i] != 0);
    }
    return 0;
}

int32_t call_310(void *const *p, const int64_t *s, char *work);
int32_t call_310(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_multiply3(p[0], p[1], p[2]);
}
int64_t work_310(const int64_t *s);
int64_t work_310(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_negative(const float *restrict x0, float *restrict y0) {
    y0[0] = -x0[0];
    return 0;
}

int32_t call_311(void *const *p, const int64_t *s, char *work);
int32_t call_311(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_negative(p[0], p[1]);
}
int64_t work_311(const int64_t *s);
int64_t work_311(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_negative2(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = tn_bf16_bits((-tn_bf16_value(x0[i])));
    }
    return 0;
}

int32_t call_312(void *const *p, const int64_t *s, char *work);
int32_t call_312(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_negative2(p[0], p[1]);
}
int64_t work_312(const int64_t *s);
int64_t work_312(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        if (c >= 16) {
            for (int64_t i2 = 0; i2 < c; i2 += 16) {
                if (i2 > c - 16) i2 = c - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    const int64_t length = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i3 * w) / 2));
                    for (int64_t i4 = 0; i4 < length; i4++) {
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = sum[v] + x0[(i * c + (i2 + v)) * w + (int64_t)((uint64_t)((i3 * w) / 2) + (uint64_t)i4)];
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * c + (i2 + v)) * 2 + i3] = sum[v] / (float)tn_max_i64(length, 1);
                    }
                }
            }
        } else {
            for (int64_t i5 = 0; i5 < c; i5++) {
                for (int64_t i6 = 0; i6 < 2; i6++) {
                    float sum2 = 0.0f;
                    const int64_t length2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i6 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i6 * w) / 2));
                    for (int64_t i7 = 0; i7 < length2; i7++) {
                        sum2 = sum2 + x0[(i * c + i5) * w + (int64_t)((uint64_t)((i6 * w) / 2) + (uint64_t)i7)];
                    }
                    y0[(i * c + i5) * 2 + i6] = sum2 / (float)tn_max_i64(length2, 1);
                }
            }
        }
    }
    return 0;
}

int32_t call_313(void *const *p, const int64_t *s, char *work);
int32_t call_313(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d(p[0], p[1], s[0], s[1], s[2]);
}
int64_t work_313(const int64_t *s);
int64_t work_313(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool1d2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                float sum = 0.0f;
                const int64_t length = ((((i3 + 1) * 5) + 1) / 2) - ((i3 * 5) / 2);
                for (int64_t i4 = 0; i4 < length; i4++) {
                    sum = sum + x0[(i * 3 + i2) * 5 + (((i3 * 5) / 2) + i4)];
                }
                y0[(i * 3 + i2) * 2 + i3] = sum / (float)tn_max_i64(length, 1);
            }
        }
    }
    return 0;
}

int32_t call_314(void *const *p, const int64_t *s, char *work);
int32_t call_314(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool1d2(p[0], p[1]);
}
int64_t work_314(const int64_t *s);
int64_t work_314(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        if (c >= 16) {
            for (int64_t i2 = 0; i2 < c; i2 += 16) {
                if (i2 > c - 16) i2 = c - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        float sum[16];
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        const int64_t length = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)h) + (uint64_t)1), 2) - (uint64_t)((i3 * h) / 2));
                        const int64_t length2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i4 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i4 * w) / 2));
                        for (int64_t i5 = 0; i5 < length; i5++) {
                            for (int64_t i6 = 0; i6 < length2; i6++) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = sum[v] + x0[((i * c + (i2 + v)) * h + (int64_t)((uint64_t)((i3 * h) / 2) + (uint64_t)i5)) * w + (int64_t)((uint64_t)((i4 * w) / 2) + (uint64_t)i6)];
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * c + (i2 + v)) * 2 + i3) * 2 + i4] = sum[v] / (float)tn_max_i64((int64_t)((uint64_t)length * (uint64_t)length2), 1);
                        }
                    }
                }
            }
        } else {
            for (int64_t i7 = 0; i7 < c; i7++) {
                for (int64_t i8 = 0; i8 < 2; i8++) {
                    for (int64_t i9 = 0; i9 < 2; i9++) {
                        float sum2 = 0.0f;
                        const int64_t length3 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i8 + 1) * (uint64_t)h) + (uint64_t)1), 2) - (uint64_t)((i8 * h) / 2));
                        const int64_t length4 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i9 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i9 * w) / 2));
                        for (int64_t i10 = 0; i10 < length3; i10++) {
                            for (int64_t i11 = 0; i11 < length4; i11++) {
                                sum2 = sum2 + x0[((i * c + i7) * h + (int64_t)((uint64_t)((i8 * h) / 2) + (uint64_t)i10)) * w + (int64_t)((uint64_t)((i9 * w) / 2) + (uint64_t)i11)];
                            }
                        }
                        y0[((i * c + i7) * 2 + i8) * 2 + i9] = sum2 / (float)tn_max_i64((int64_t)((uint64_t)length3 * (uint64_t)length4), 1);
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
    return k_nn_adaptive_avg_pool2d(p[0], p[1], s[0], s[1], s[2], s[3]);
}
int64_t work_315(const int64_t *s);
int64_t work_315(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool2d2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    float sum = 0.0f;
                    const int64_t length = ((((i3 + 1) * 5) + 1) / 2) - ((i3 * 5) / 2);
                    const int64_t length2 = ((((i4 + 1) * 5) + 1) / 2) - ((i4 * 5) / 2);
                    for (int64_t i5 = 0; i5 < length; i5++) {
                        for (int64_t i6 = 0; i6 < length2; i6++) {
                            sum = sum + x0[((i * 3 + i2) * 5 + (((i3 * 5) / 2) + i5)) * 5 + (((i4 * 5) / 2) + i6)];
                        }
                    }
                    y0[((i * 3 + i2) * 2 + i3) * 2 + i4] = sum / (float)tn_max_i64((length * length2), 1);
                }
            }
        }
    }
    return 0;
}

int32_t call_316(void *const *p, const int64_t *s, char *work);
int32_t call_316(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_adaptive_avg_pool2d2(p[0], p[1]);
}
int64_t work_316(const int64_t *s);
int64_t work_316(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t d, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        if (c >= 16) {
            for (int64_t i2 = 0; i2 < c; i2 += 16) {
                if (i2 > c - 16) i2 = c - 16;
                for (int64_t i3 = 0; i3 < 2; i3++) {
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 2; i5++) {
                            float sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            const int64_t length = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i3 + 1) * (uint64_t)d) + (uint64_t)1), 2) - (uint64_t)((i3 * d) / 2));
                            const int64_t length2 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i4 + 1) * (uint64_t)h) + (uint64_t)1), 2) - (uint64_t)((i4 * h) / 2));
                            const int64_t length3 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i5 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i5 * w) / 2));
                            for (int64_t i6 = 0; i6 < length; i6++) {
                                for (int64_t i7 = 0; i7 < length2; i7++) {
                                    for (int64_t i8 = 0; i8 < length3; i8++) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            const float t = x0[(((i * c + (i2 + v)) * d + (int64_t)((uint64_t)((i3 * d) / 2) + (uint64_t)i6)) * h + (int64_t)((uint64_t)((i4 * h) / 2) + (uint64_t)i7)) * w + (int64_t)((uint64_t)((i5 * w) / 2) + (uint64_t)i8)];
                                            sum[v] = sum[v] + t;
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * c + (i2 + v)) * 2 + i3) * 2 + i4) * 2 + i5] = sum[v] / (float)tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length * (uint64_t)length2) * (uint64_t)length3), 1);
                            }
                        }
                    }
                }
            }
        } else {
            for (int64_t i9 = 0; i9 < c; i9++) {
                for (int64_t i10 = 0; i10 < 2; i10++) {
                    for (int64_t i11 = 0; i11 < 2; i11++) {
                        for (int64_t i12 = 0; i12 < 2; i12++) {
                            float sum2 = 0.0f;
                            const int64_t length4 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i10 + 1) * (uint64_t)d) + (uint64_t)1), 2) - (uint64_t)((i10 * d) / 2));
                            const int64_t length5 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i11 + 1) * (uint64_t)h) + (uint64_t)1), 2) - (uint64_t)((i11 * h) / 2));
                            const int64_t length6 = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)(int64_t)((uint64_t)(i12 + 1) * (uint64_t)w) + (uint64_t)1), 2) - (uint64_t)((i12 * w) / 2));
                            for (int64_t i13 = 0; i13 < length4; i13++) {
                                for (int64_t i14 = 0; i14 < length5; i14++) {
                                    for (int64_t i15 = 0; i15 < length6; i15++) {
                                        const float t2 = x0[(((i * c + i9) * d + (int64_t)((uint64_t)((i10 * d) / 2) + (uint64_t)i13)) * h + (int64_t)((uint64_t)((i11 * h) / 2) + (uint64_t)i14)) * w + (int64_t)((uint64_t)((i12 * w) / 2) + (uint64_t)i15)];
                                        sum2 = sum2 + t2;
                                    }
                                }
                            }
                            y0[(((i * c + i9) * 2 + i10) * 2 + i11) * 2 + i12] = sum2 / (float)tn_max_i64((int64_t)((uint64_t)(int64_t)((uint64_t)length4 * (uint64_t)length5) * (uint64_t)length6), 1);
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
    return k_nn_adaptive_avg_pool3d(p[0], p[1], s[0], s[1], s[2], s[3], s[4]);
}
int64_t work_317(const int64_t *s);
int64_t work_317(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_adaptive_avg_pool3d2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        float sum = 0.0f;
                        const int64_t length = ((((i3 + 1) * 5) + 1) / 2) - ((i3 * 5) / 2);
                        const int64_t length2 = ((((i4 + 1) * 5) + 1) / 2) - ((i4 * 5) / 2);
                        const int64_t length3 = ((((i5 + 1) * 5) + 1) / 2) - ((i5 * 5) / 2);
                        for (int64_t i6 = 0; i6 < length; i6++) {
                            for (int64_t i7 = 0; i7 < length2; i7++) {
                                for (int64_t i8 = 0; i8 < length3; i8++) {
                                    sum = sum + x0[(((i * 3 + i2) * 5 + (((i3 * 5) / 2) + i6)) * 5 + (((i4 * 5) / 2) + i7)) * 5 + (((i5 * 5) / 2) + i8)];
                                }
                            }
                        }
                        y0[(((i * 3 + i2) * 2 + i3) * 2 + i4) * 2 + i5] = sum / (float)tn_max_i64(((length * length2) * length3), 1);
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
    return k_nn_adaptive_avg_pool3d2(p[0], p[1]);
}
int64_t work_318(const int64_t *s);
int64_t work_318(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t w) {
    const int64_t d = tn_floordiv_i64(tn_sat_add(w, 1), 2);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    int64_t count[16];
                    for (int64_t v = 0; v < 16; v++) {
                        count[v] = 0;
                    }
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                         {
                            const int64_t lo = tn_lane(0, ((i3 * 2) - 1) + i4, 2, 16);
                            const int64_t hi = tn_lane(w, ((i3 * 2) - 1) + i4, 2, 16);
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
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                         {
                            const int64_t lo2 = tn_lane(0, ((i3 * 2) - 1) + i5, 2, 16);
                            const int64_t hi2 = tn_lane(w, ((i3 * 2) - 1) + i5, 2, 16);
                            if (lo2 == 0 && hi2 == 16) {
                                for (int64_t v = 0; v < 16; v++) {
                                    sum[v] = sum[v] + x0[(i * c + i2) * w + ((((i3 + v) * 2) - 1) + i5)];
                                }
                            } else {
                                for (int64_t v = lo2; v < hi2; v++) {
                                    sum[v] = sum[v] + x0[(i * c + i2) * w + ((((i3 + v) * 2) - 1) + i5)];
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * c + i2) * d + (i3 + v)] = sum[v] / (float)tn_max_i64(count[v], 1);
                    }
                }
            } else {
                const int64_t end2 = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    int64_t count2 = 0;
                    for (int64_t i7 = 0; i7 < 3; i7++) {
                        const int64_t p = ((i6 * 2) - 1) + i7;
                        if ((0 <= p) && (p < w)) {
                            count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                        }
                    }
                    float sum2 = 0.0f;
                    for (int64_t i8 = 0; i8 < 3; i8++) {
                        const int64_t p2 = ((i6 * 2) - 1) + i8;
                        if ((0 <= p2) && (p2 < w)) {
                            sum2 = sum2 + x0[(i * c + i2) * w + p2];
                        }
                    }
                    y0[(i * c + i2) * d + i6] = sum2 / (float)tn_max_i64(count2, 1);
                }
            }
        }
    }
    return 0;
}

int32_t call_319(void *const *p, const int64_t *s, char *work);
int32_t call_319(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d(p[0], p[1], s[0], s[1], s[2]);
}
int64_t work_319(const int64_t *s);
int64_t work_319(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool1d2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            {
                float sum[4];
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    sum[i3] = 0.0f;
                }
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        const int64_t p = (i2 * 2) + i4;
                        sum[i3] = sum[i3] + x0[(i * 9 + p) * 4 + i3];
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i * 4 + i2) * 4 + i3] = sum[i3] / 3.0f;
                }
            }
        }
    }
    return 0;
}

int32_t call_320(void *const *p, const int64_t *s, char *work);
int32_t call_320(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool1d2(p[0], p[1]);
}
int64_t work_320(const int64_t *s);
int64_t work_320(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            for (int64_t i3 = 0; i3 < h; i3++) {
                if (w >= 16) {
                    for (int64_t i4 = 0; i4 < w; i4 += 16) {
                        if (i4 > w - 16) i4 = w - 16;
                        float sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            const int64_t p = i3 + i5;
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                TN_LANES
                                for (int64_t v = 0; v < 16; v++) {
                                    const int64_t p2 = (i4 + v) + i6;
                                    sum[v] = sum[v] + x0[((i * c + i2) * h + p) * w + p2];
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * c + i2) * h + i3) * w + (i4 + v)] = sum[v] / 1.0f;
                        }
                    }
                } else {
                    for (int64_t i7 = 0; i7 < w; i7++) {
                        float sum2 = 0.0f;
                        for (int64_t i8 = 0; i8 < 1; i8++) {
                            const int64_t p3 = i3 + i8;
                            for (int64_t i9 = 0; i9 < 1; i9++) {
                                const int64_t p4 = i7 + i9;
                                sum2 = sum2 + x0[((i * c + i2) * h + p3) * w + p4];
                            }
                        }
                        y0[((i * c + i2) * h + i3) * w + i7] = sum2 / 1.0f;
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
    return k_nn_avg_pool2d(p[0], p[1], s[0], s[1], s[2], s[3]);
}
int64_t work_321(const int64_t *s);
int64_t work_321(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d2(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t h, int64_t w) {
    const int64_t d = h / 2;
    const int64_t d2 = w / 2;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = h / 2;
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = w / 2;
                if (end2 >= 16) {
                    for (int64_t i4 = 0; i4 < end2; i4 += 16) {
                        if (i4 > end2 - 16) i4 = end2 - 16;
                        int64_t count[16];
                        for (int64_t v = 0; v < 16; v++) {
                            count[v] = 0;
                        }
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            const int64_t p = (i3 * 2) + i5;
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                if ((0 <= p) && (p < h)) {
                                    const int64_t lo = tn_lane(0, (i4 * 2) + i6, 2, 16);
                                    const int64_t hi = tn_lane(w, (i4 * 2) + i6, 2, 16);
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
                        for (int64_t i7 = 0; i7 < 3; i7++) {
                            const int64_t p2 = (i3 * 2) + i7;
                            for (int64_t i8 = 0; i8 < 3; i8++) {
                                if ((0 <= p2) && (p2 < h)) {
                                    const int64_t lo2 = tn_lane(0, (i4 * 2) + i8, 2, 16);
                                    const int64_t hi2 = tn_lane(w, (i4 * 2) + i8, 2, 16);
                                    if (lo2 == 0 && hi2 == 16) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            sum[v] = sum[v] + x0[((i * c + i2) * h + p2) * w + (((i4 + v) * 2) + i8)];
                                        }
                                    } else {
                                        for (int64_t v = lo2; v < hi2; v++) {
                                            sum[v] = sum[v] + x0[((i * c + i2) * h + p2) * w + (((i4 + v) * 2) + i8)];
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * c + i2) * d + i3) * d2 + (i4 + v)] = sum[v] / (float)tn_max_i64(count[v], 1);
                        }
                    }
                } else {
                    const int64_t end3 = w / 2;
                    for (int64_t i9 = 0; i9 < end3; i9++) {
                        int64_t count2 = 0;
                        for (int64_t i10 = 0; i10 < 3; i10++) {
                            const int64_t p3 = (i3 * 2) + i10;
                            for (int64_t i11 = 0; i11 < 3; i11++) {
                                const int64_t p4 = (i9 * 2) + i11;
                                if (((0 <= p3) && (p3 < h)) && ((0 <= p4) && (p4 < w))) {
                                    count2 = (int64_t)((uint64_t)count2 + (uint64_t)1);
                                }
                            }
                        }
                        float sum2 = 0.0f;
                        for (int64_t i12 = 0; i12 < 3; i12++) {
                            const int64_t p5 = (i3 * 2) + i12;
                            for (int64_t i13 = 0; i13 < 3; i13++) {
                                const int64_t p6 = (i9 * 2) + i13;
                                if (((0 <= p5) && (p5 < h)) && ((0 <= p6) && (p6 < w))) {
                                    sum2 = sum2 + x0[((i * c + i2) * h + p5) * w + p6];
                                }
                            }
                        }
                        y0[((i * c + i2) * d + i3) * d2 + i9] = sum2 / (float)tn_max_i64(count2, 1);
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
    return k_nn_avg_pool2d2(p[0], p[1], s[0], s[1], s[2], s[3]);
}
int64_t work_322(const int64_t *s);
int64_t work_322(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool2d3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                {
                    int64_t count[5];
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        count[i4] = 0;
                    }
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = ((i3 * 2) - 1) + i5;
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            if ((0 <= p) && (p < 9)) {
                                const int64_t lo = tn_lane(0, ((0 * 2) - 1) + i6, 2, 5);
                                const int64_t hi = tn_lane(9, ((0 * 2) - 1) + i6, 2, 5);
                                if (lo == 0 && hi == 5) {
                                    for (int64_t i4 = 0; i4 < 5; i4++) {
                                        count[i4] = (int64_t)((uint64_t)count[i4] + (uint64_t)1);
                                    }
                                } else {
                                    for (int64_t i4 = lo; i4 < hi; i4++) {
                                        count[i4] = (int64_t)((uint64_t)count[i4] + (uint64_t)1);
                                    }
                                }
                            }
                        }
                    }
                    float sum[5];
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i7 = 0; i7 < 3; i7++) {
                        const int64_t p2 = ((i3 * 2) - 1) + i7;
                        for (int64_t i8 = 0; i8 < 3; i8++) {
                            if ((0 <= p2) && (p2 < 9)) {
                                const int64_t lo2 = tn_lane(0, ((0 * 2) - 1) + i8, 2, 5);
                                const int64_t hi2 = tn_lane(9, ((0 * 2) - 1) + i8, 2, 5);
                                if (lo2 == 0 && hi2 == 5) {
                                    for (int64_t i4 = 0; i4 < 5; i4++) {
                                        sum[i4] = sum[i4] + x0[((i * 9 + p2) * 9 + (((i4 * 2) - 1) + i8)) * 4 + i2];
                                    }
                                } else {
                                    for (int64_t i4 = lo2; i4 < hi2; i4++) {
                                        sum[i4] = sum[i4] + x0[((i * 9 + p2) * 9 + (((i4 * 2) - 1) + i8)) * 4 + i2];
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[((i * 4 + i2) * 5 + i3) * 5 + i4] = sum[i4] / (float)tn_max_i64(count[i4], 1);
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_323(void *const *p, const int64_t *s, char *work);
int32_t call_323(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool2d3(p[0], p[1]);
}
int64_t work_323(const int64_t *s);
int64_t work_323(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d / 2;
    const int64_t d3 = h / 2;
    const int64_t d4 = w / 2;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = d / 2;
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h / 2;
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w / 2;
                    for (int64_t i5 = 0; i5 < end3; i5++) {
                        float sum = 0.0f;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = (i3 * 2) + i6;
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = (i4 * 2) + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p3 = (i5 * 2) + i8;
                                    if ((uint64_t)p >= (uint64_t)d) return 83;
                                    if ((uint64_t)p2 >= (uint64_t)h) return 84;
                                    if ((uint64_t)p3 >= (uint64_t)w) return 85;
                                    sum = sum + x0[(((i * c + i2) * d + p) * h + p2) * w + p3];
                                }
                            }
                        }
                        y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + i5] = sum / 8.0f;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_324(void *const *p, const int64_t *s, char *work);
int32_t call_324(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d(p[0], p[1], s[0], s[1], s[2], s[3], s[4]);
}
int64_t work_324(const int64_t *s);
int64_t work_324(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d2(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d + (-1);
    const int64_t d3 = h + (-1);
    const int64_t d4 = w + (-1);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = d + (-1);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h + (-1);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w + (-1);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            float sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t p = (i3 - 2) + (i6 * 2);
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p2 = (i4 - 2) + (i7 * 2);
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        if ((0 <= p) && (p < d) && (0 <= p2) && (p2 < h)) {
                                            const int64_t lo = tn_lane(0, (i5 - 2) + (i8 * 2), 1, 16);
                                            const int64_t hi = tn_lane(w, (i5 - 2) + (i8 * 2), 1, 16);
                                            if (lo == 0 && hi == 16) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    sum[v] = sum[v] + x0[(((i * c + i2) * d + p) * h + p2) * w + (((i5 + v) - 2) + (i8 * 2))];
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t v = lo; v < hi; v++) {
                                                    sum[v] = sum[v] + x0[(((i * c + i2) * d + p) * h + p2) * w + (((i5 + v) - 2) + (i8 * 2))];
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + (i5 + v)] = sum[v] / 27.0f;
                            }
                        }
                    } else {
                        const int64_t end4 = w + (-1);
                        for (int64_t i9 = 0; i9 < end4; i9++) {
                            float sum2 = 0.0f;
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t p3 = (i3 - 2) + (i10 * 2);
                                for (int64_t i11 = 0; i11 < 3; i11++) {
                                    const int64_t p4 = (i4 - 2) + (i11 * 2);
                                    for (int64_t i12 = 0; i12 < 3; i12++) {
                                        const int64_t p5 = (i9 - 2) + (i12 * 2);
                                        if ((((0 <= p3) && (p3 < d)) && ((0 <= p4) && (p4 < h))) && ((0 <= p5) && (p5 < w))) {
                                            sum2 = sum2 + x0[(((i * c + i2) * d + p3) * h + p4) * w + p5];
                                        }
                                    }
                                }
                            }
                            y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + i9] = sum2 / 27.0f;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_325(void *const *p, const int64_t *s, char *work);
int32_t call_325(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d2(p[0], p[1], s[0], s[1], s[2], s[3], s[4]);
}
int64_t work_325(const int64_t *s);
int64_t work_325(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_avg_pool3d3(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                for (int64_t i4 = 0; i4 < 4; i4++) {
                    {
                        int64_t sum[4];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            sum[i5] = 0;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = i3 + i6;
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = i4 + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    TN_LANES
                                    for (int64_t i5 = 0; i5 < 4; i5++) {
                                        const int64_t p3 = i5 + i8;
                                        sum[i5] = (int64_t)((uint64_t)sum[i5] + (uint64_t)(int64_t)x0[(((i * 3 + i2) * 5 + p) * 5 + p2) * 5 + p3]);
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            y0[(((i * 3 + i2) * 4 + i3) * 4 + i4) * 4 + i5] = (int8_t)tn_truncdiv_i64(sum[i5], 8);
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_326(void *const *p, const int64_t *s, char *work);
int32_t call_326(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_avg_pool3d3(p[0], p[1]);
}
int64_t work_326(const int64_t *s);
int64_t work_326(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t w) {
    const int64_t d = tn_floordiv_i64(tn_sat_add(w, 1), 2);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                             {
                                const int64_t lo = tn_lane(0, ((i3 * 2) - 1) + i5, 2, 16);
                                const int64_t hi = tn_lane(w, ((i3 * 2) - 1) + i5, 2, 16);
                                if (lo == 0 && hi == 16) {
                                    for (int64_t v = 0; v < 16; v++) {
                                        sum[v] = sum[v] + (x0[(i * 4 + i4) * w + ((((i3 + v) * 2) - 1) + i5)] * x1[(i2 * 4 + i4) * 3 + i5]);
                                    }
                                } else {
                                    for (int64_t v = lo; v < hi; v++) {
                                        sum[v] = sum[v] + (x0[(i * 4 + i4) * w + ((((i3 + v) * 2) - 1) + i5)] * x1[(i2 * 4 + i4) * 3 + i5]);
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 8 + i2) * d + (i3 + v)] = sum[v];
                    }
                }
            } else {
                const int64_t end2 = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    float sum2 = 0.0f;
                    for (int64_t i7 = 0; i7 < 4; i7++) {
                        for (int64_t i8 = 0; i8 < 3; i8++) {
                            const int64_t p = ((i6 * 2) - 1) + i8;
                            if ((0 <= p) && (p < w)) {
                                sum2 = sum2 + (x0[(i * 4 + i7) * w + p] * x1[(i2 * 4 + i7) * 3 + i8]);
                            }
                        }
                    }
                    y0[(i * 8 + i2) * d + i6] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_327(void *const *p, const int64_t *s, char *work);
int32_t call_327(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_327(const int64_t *s);
int64_t work_327(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d2(const float *restrict x0, const float *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 6; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                double sum[7];
                for (int64_t i2 = 0; i2 < 7; i2++) {
                    sum[i2] = 0.0;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        for (int64_t i2 = 0; i2 < 7; i2++) {
                            const int64_t p = i2 + i5;
                            sum[i2] = sum[i2] + ((double)x0[(i3 * 9 + p) * 4 + (((i / 3) * 2) + i4)] * (double)x1[(i5 * 2 + i4) * 6 + i]);
                        }
                    }
                }
                for (int64_t i2 = 0; i2 < 7; i2++) {
                    y0[(i * 7 + i2) * 2 + i3] = sum[i2];
                }
            }
        }
    }
    return 0;
}

int32_t call_328(void *const *p, const int64_t *s, char *work);
int32_t call_328(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d2(p[0], p[1], p[2]);
}
int64_t work_328(const int64_t *s);
int64_t work_328(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t w) {
    const int64_t d = tn_sat_mul(2, w);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = (int64_t)((uint64_t)2 * (uint64_t)w);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    float sum[16];
                    for (int64_t v = 0; v < 16; v++) {
                        sum[v] = 0.0f;
                    }
                    for (int64_t i4 = 0; i4 < 4; i4++) {
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                const int64_t reach = ((i3 + v) + 1) - i5;
                                const int64_t t = tn_floordiv_i64(reach, 2);
                                if (((0 <= t) && (t < w)) && (tn_floormod_i64(reach, 2) == 0)) {
                                    sum[v] = sum[v] + (x0[(i * 4 + i4) * w + tn_floordiv_i64(reach, 2)] * x1[(i4 * 8 + i2) * 3 + i5]);
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * 8 + i2) * d + (i3 + v)] = sum[v];
                    }
                }
            } else {
                const int64_t end2 = (int64_t)((uint64_t)2 * (uint64_t)w);
                for (int64_t i6 = 0; i6 < end2; i6++) {
                    float sum2 = 0.0f;
                    for (int64_t i7 = 0; i7 < 4; i7++) {
                        for (int64_t i8 = 0; i8 < 3; i8++) {
                            const int64_t reach2 = (i6 + 1) - i8;
                            const int64_t t2 = tn_floordiv_i64(reach2, 2);
                            if (((0 <= t2) && (t2 < w)) && (tn_floormod_i64(reach2, 2) == 0)) {
                                sum2 = sum2 + (x0[(i * 4 + i7) * w + tn_floordiv_i64(reach2, 2)] * x1[(i7 * 8 + i2) * 3 + i8]);
                            }
                        }
                    }
                    y0[(i * 8 + i2) * d + i6] = sum2;
                }
            }
        }
    }
    return 0;
}

int32_t call_329(void *const *p, const int64_t *s, char *work);
int32_t call_329(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_329(const int64_t *s);
int64_t work_329(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv1d_transpose2(const float *restrict x0, const float *restrict x1, double *restrict y0) {
    for (int64_t i = 0; i < 12; i++) {
        {
            for (int64_t i3 = 0; i3 < 2; i3++) {
                double sum[11];
                for (int64_t i2 = 0; i2 < 11; i2++) {
                    sum[i2] = 0.0;
                }
                for (int64_t i4 = 0; i4 < 2; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                         {
                            const int64_t lo = tn_lane(0, 0 - i5, 1, 11);
                            const int64_t hi = tn_lane(9, 0 - i5, 1, 11);
                            if (lo == 0 && hi == 11) {
                                for (int64_t i2 = 0; i2 < 11; i2++) {
                                    const int64_t t = ((i / 6) * 2) + i4;
                                    sum[i2] = sum[i2] + ((double)x0[(i3 * 9 + (i2 - i5)) * 4 + t] * (double)x1[(i5 * 6 + (i % 6)) * 4 + t]);
                                }
                            } else {
                                for (int64_t i2 = lo; i2 < hi; i2++) {
                                    const int64_t t2 = ((i / 6) * 2) + i4;
                                    sum[i2] = sum[i2] + ((double)x0[(i3 * 9 + (i2 - i5)) * 4 + t2] * (double)x1[(i5 * 6 + (i % 6)) * 4 + t2]);
                                }
                            }
                        }
                    }
                }
                for (int64_t i2 = 0; i2 < 11; i2++) {
                    y0[(i * 11 + i2) * 2 + i3] = sum[i2];
                }
            }
        }
    }
    return 0;
}

int32_t call_330(void *const *p, const int64_t *s, char *work);
int32_t call_330(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv1d_transpose2(p[0], p[1], p[2]);
}
int64_t work_330(const int64_t *s);
int64_t work_330(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2 += 4) {
            for (int64_t i3 = 0; i3 < h; i3++) {
                if (w >= 16) {
                    for (int64_t i4 = 0; i4 < w; i4 += 16) {
                        if (i4 > w - 16) i4 = w - 16;
                        float sum[16];
                        float sum2[16];
                        float sum3[16];
                        float sum4[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                            sum2[v] = 0.0f;
                            sum3[v] = 0.0f;
                            sum4[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t p = (i3 - 1) + i6;
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    if ((0 <= p) && (p < h)) {
                                        const int64_t lo = tn_lane(0, (i4 - 1) + i7, 1, 16);
                                        const int64_t hi = tn_lane(w, (i4 - 1) + i7, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = sum[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((i2 * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum2[v] = sum2[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 1)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum3[v] = sum3[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 2)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum4[v] = sum4[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 3)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                            }
                                        } else {
                                            TN_LANES
                                            for (int64_t v = lo; v < hi; v++) {
                                                sum[v] = sum[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((i2 * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum2[v] = sum2[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 1)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum3[v] = sum3[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 2)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                                sum4[v] = sum4[v] + (x0[((i * 4 + i5) * h + p) * w + (((i4 + v) - 1) + i7)] * x1[((((i2 + 3)) * 4 + i5) * 3 + i6) * 3 + i7]);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 8 + i2) * h + i3) * w + (i4 + v)] = sum[v];
                            y0[((i * 8 + (i2 + 1)) * h + i3) * w + (i4 + v)] = sum2[v];
                            y0[((i * 8 + (i2 + 2)) * h + i3) * w + (i4 + v)] = sum3[v];
                            y0[((i * 8 + (i2 + 3)) * h + i3) * w + (i4 + v)] = sum4[v];
                        }
                    }
                } else {
                    for (int64_t row = 0; row < 4; row++) {
                        for (int64_t i8 = 0; i8 < w; i8++) {
                            float sum5 = 0.0f;
                            for (int64_t i9 = 0; i9 < 4; i9++) {
                                for (int64_t i10 = 0; i10 < 3; i10++) {
                                    const int64_t p2 = (i3 - 1) + i10;
                                    for (int64_t i11 = 0; i11 < 3; i11++) {
                                        const int64_t p3 = (i8 - 1) + i11;
                                        if (((0 <= p2) && (p2 < h)) && ((0 <= p3) && (p3 < w))) {
                                            sum5 = sum5 + (x0[((i * 4 + i9) * h + p2) * w + p3] * x1[((((i2 + row)) * 4 + i9) * 3 + i10) * 3 + i11]);
                                        }
                                    }
                                }
                            }
                            y0[((i * 8 + (i2 + row)) * h + i3) * w + i8] = sum5;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_331(void *const *p, const int64_t *s, char *work);
int32_t call_331(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d(p[0], p[1], p[2], s[0], s[1], s[2]);
}
int64_t work_331(const int64_t *s);
int64_t work_331(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 7; i2++) {
            for (int64_t i3 = 0; i3 < 7; i3++) {
                {
                    float sum[6];
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t p = i2 + i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                for (int64_t i4 = 0; i4 < 6; i4++) {
                                    const int64_t p2 = i3 + i7;
                                    sum[i4] = sum[i4] + (x0[((i * 9 + p) * 9 + p2) * 4 + (((i4 / 3) * 2) + i5)] * x1[((i6 * 3 + i7) * 2 + i5) * 6 + i4]);
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 6; i4++) {
                        y0[((i * 7 + i2) * 7 + i3) * 6 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_332(void *const *p, const int64_t *s, char *work);
int32_t call_332(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d2(p[0], p[1], p[2]);
}
int64_t work_332(const int64_t *s);
int64_t work_332(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d3(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t h, int64_t w, int64_t r, int64_t s) {
    const int64_t d = tn_sat_add(tn_sat_mul((-2), r), tn_sat_add(h, 2));
    const int64_t d2 = tn_sat_add(tn_sat_mul((-2), s), tn_sat_add(w, 2));
    for (int64_t i = 0; i < 1; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = (int64_t)((uint64_t)(int64_t)((uint64_t)(-2) * (uint64_t)r) + (uint64_t)(int64_t)((uint64_t)h + (uint64_t)2));
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)(int64_t)((uint64_t)(-2) * (uint64_t)s) + (uint64_t)(int64_t)((uint64_t)w + (uint64_t)2));
                if (end2 >= 16) {
                    for (int64_t i4 = 0; i4 < end2; i4 += 16) {
                        if (i4 > end2 - 16) i4 = end2 - 16;
                        float sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            for (int64_t i6 = 0; i6 < r; i6++) {
                                const int64_t p = i3 + (i6 * 2);
                                for (int64_t i7 = 0; i7 < s; i7++) {
                                    TN_LANES
                                    for (int64_t v = 0; v < 16; v++) {
                                        const int64_t p2 = (i4 + v) + (i7 * 2);
                                        sum[v] = sum[v] + (x0[((i * 3 + i5) * h + p) * w + p2] * x1[((i2 * 3 + i5) * r + i6) * s + i7]);
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 8 + i2) * d + i3) * d2 + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    const int64_t end3 = (int64_t)((uint64_t)(int64_t)((uint64_t)(-2) * (uint64_t)s) + (uint64_t)(int64_t)((uint64_t)w + (uint64_t)2));
                    for (int64_t i8 = 0; i8 < end3; i8++) {
                        float sum2 = 0.0f;
                        for (int64_t i9 = 0; i9 < 3; i9++) {
                            for (int64_t i10 = 0; i10 < r; i10++) {
                                const int64_t p3 = i3 + (i10 * 2);
                                for (int64_t i11 = 0; i11 < s; i11++) {
                                    const int64_t p4 = i8 + (i11 * 2);
                                    sum2 = sum2 + (x0[((i * 3 + i9) * h + p3) * w + p4] * x1[((i2 * 3 + i9) * r + i10) * s + i11]);
                                }
                            }
                        }
                        y0[((i * 8 + i2) * d + i3) * d2 + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_333(void *const *p, const int64_t *s, char *work);
int32_t call_333(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d3(p[0], p[1], p[2], s[0], s[1], s[2], s[3]);
}
int64_t work_333(const int64_t *s);
int64_t work_333(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t h, int64_t w) {
    const int64_t d = tn_sat_add(h, 2);
    const int64_t d2 = tn_sat_add(w, 2);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = (int64_t)((uint64_t)h + (uint64_t)2);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)w + (uint64_t)2);
                if (end2 >= 16) {
                    for (int64_t i4 = 0; i4 < end2; i4 += 16) {
                        if (i4 > end2 - 16) i4 = end2 - 16;
                        float sum[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            sum[v] = 0.0f;
                        }
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t reach = i3 - i6;
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    if ((0 <= reach) && (reach < h)) {
                                        const int64_t lo = tn_lane(0, i4 - i7, 1, 16);
                                        const int64_t hi = tn_lane(w, i4 - i7, 1, 16);
                                        if (lo == 0 && hi == 16) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                sum[v] = sum[v] + (x0[((i * 4 + i5) * h + reach) * w + ((i4 + v) - i7)] * x1[((i5 * 8 + i2) * 3 + i6) * 3 + i7]);
                                            }
                                        } else {
                                            TN_LANES
                                            for (int64_t v = lo; v < hi; v++) {
                                                sum[v] = sum[v] + (x0[((i * 4 + i5) * h + reach) * w + ((i4 + v) - i7)] * x1[((i5 * 8 + i2) * 3 + i6) * 3 + i7]);
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * 8 + i2) * d + i3) * d2 + (i4 + v)] = sum[v];
                        }
                    }
                } else {
                    const int64_t end3 = (int64_t)((uint64_t)w + (uint64_t)2);
                    for (int64_t i8 = 0; i8 < end3; i8++) {
                        float sum2 = 0.0f;
                        for (int64_t i9 = 0; i9 < 4; i9++) {
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t reach2 = i3 - i10;
                                for (int64_t i11 = 0; i11 < 3; i11++) {
                                    const int64_t reach3 = i8 - i11;
                                    if (((0 <= reach2) && (reach2 < h)) && ((0 <= reach3) && (reach3 < w))) {
                                        sum2 = sum2 + (x0[((i * 4 + i9) * h + reach2) * w + reach3] * x1[((i9 * 8 + i2) * 3 + i10) * 3 + i11]);
                                    }
                                }
                            }
                        }
                        y0[((i * 8 + i2) * d + i3) * d2 + i8] = sum2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_334(void *const *p, const int64_t *s, char *work);
int32_t call_334(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose(p[0], p[1], p[2], s[0], s[1], s[2]);
}
int64_t work_334(const int64_t *s);
int64_t work_334(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv2d_transpose2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 11; i2++) {
            for (int64_t i3 = 0; i3 < 11; i3++) {
                {
                    float sum[12];
                    for (int64_t i4 = 0; i4 < 12; i4++) {
                        sum[i4] = 0.0f;
                    }
                    for (int64_t i5 = 0; i5 < 2; i5++) {
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            const int64_t reach = i2 - i6;
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t reach2 = i3 - i7;
                                if (((0 <= reach) && (reach < 9)) && ((0 <= reach2) && (reach2 < 9))) {
                                    for (int64_t i4 = 0; i4 < 12; i4++) {
                                        const int64_t t = ((i4 / 6) * 2) + i5;
                                        sum[i4] = sum[i4] + (x0[((i * 9 + reach) * 9 + reach2) * 4 + t] * x1[((i6 * 3 + i7) * 6 + (i4 % 6)) * 4 + t]);
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 12; i4++) {
                        y0[((i * 11 + i2) * 11 + i3) * 12 + i4] = sum[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_335(void *const *p, const int64_t *s, char *work);
int32_t call_335(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv2d_transpose2(p[0], p[1], p[2]);
}
int64_t work_335(const int64_t *s);
int64_t work_335(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d + (-2);
    const int64_t d3 = h + (-2);
    const int64_t d4 = w + (-2);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = d + (-2);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h + (-2);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w + (-2);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            float sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 4; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p = i3 + i7;
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p2 = i4 + i8;
                                        for (int64_t i9 = 0; i9 < 3; i9++) {
                                            TN_LANES
                                            for (int64_t v = 0; v < 16; v++) {
                                                const int64_t p3 = (i5 + v) + i9;
                                                sum[v] = sum[v] + (x0[(((i * 4 + i6) * d + p) * h + p2) * w + p3] * x1[(((i2 * 4 + i6) * 3 + i7) * 3 + i8) * 3 + i9]);
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + (i5 + v)] = sum[v];
                            }
                        }
                    } else {
                        const int64_t end4 = w + (-2);
                        for (int64_t i10 = 0; i10 < end4; i10++) {
                            float sum2 = 0.0f;
                            for (int64_t i11 = 0; i11 < 4; i11++) {
                                for (int64_t i12 = 0; i12 < 3; i12++) {
                                    const int64_t p4 = i3 + i12;
                                    for (int64_t i13 = 0; i13 < 3; i13++) {
                                        const int64_t p5 = i4 + i13;
                                        for (int64_t i14 = 0; i14 < 3; i14++) {
                                            const int64_t p6 = i10 + i14;
                                            sum2 = sum2 + (x0[(((i * 4 + i11) * d + p4) * h + p5) * w + p6] * x1[(((i2 * 4 + i11) * 3 + i12) * 3 + i13) * 3 + i14]);
                                        }
                                    }
                                }
                            }
                            y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + i10] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_336(void *const *p, const int64_t *s, char *work);
int32_t call_336(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d(p[0], p[1], p[2], s[0], s[1], s[2], s[3]);
}
int64_t work_336(const int64_t *s);
int64_t work_336(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d2(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d + (-3);
    const int64_t d3 = h + (-3);
    const int64_t d4 = w + (-3);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = d + (-3);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h + (-3);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w + (-3);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            float sum[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 4; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p = i3 + (i7 * 2);
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t p2 = i4 + (i8 * 2);
                                        for (int64_t i9 = 0; i9 < 3; i9++) {
                                            if ((0 <= p) && (p < d) && (0 <= p2) && (p2 < h)) {
                                                const int64_t lo = tn_lane(0, i5 + (i9 * 2), 1, 16);
                                                const int64_t hi = tn_lane(w, i5 + (i9 * 2), 1, 16);
                                                if (lo == 0 && hi == 16) {
                                                    TN_LANES
                                                    for (int64_t v = 0; v < 16; v++) {
                                                        sum[v] = sum[v] + (x0[(((i * 4 + i6) * d + p) * h + p2) * w + ((i5 + v) + (i9 * 2))] * x1[(((i2 * 4 + i6) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    }
                                                } else {
                                                    TN_LANES
                                                    for (int64_t v = lo; v < hi; v++) {
                                                        sum[v] = sum[v] + (x0[(((i * 4 + i6) * d + p) * h + p2) * w + ((i5 + v) + (i9 * 2))] * x1[(((i2 * 4 + i6) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + (i5 + v)] = sum[v];
                            }
                        }
                    } else {
                        const int64_t end4 = w + (-3);
                        for (int64_t i10 = 0; i10 < end4; i10++) {
                            float sum2 = 0.0f;
                            for (int64_t i11 = 0; i11 < 4; i11++) {
                                for (int64_t i12 = 0; i12 < 3; i12++) {
                                    const int64_t p3 = i3 + (i12 * 2);
                                    for (int64_t i13 = 0; i13 < 3; i13++) {
                                        const int64_t p4 = i4 + (i13 * 2);
                                        for (int64_t i14 = 0; i14 < 3; i14++) {
                                            const int64_t p5 = i10 + (i14 * 2);
                                            if ((((0 <= p3) && (p3 < d)) && ((0 <= p4) && (p4 < h))) && ((0 <= p5) && (p5 < w))) {
                                                sum2 = sum2 + (x0[(((i * 4 + i11) * d + p3) * h + p4) * w + p5] * x1[(((i2 * 4 + i11) * 3 + i12) * 3 + i13) * 3 + i14]);
                                            }
                                        }
                                    }
                                }
                            }
                            y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + i10] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_337(void *const *p, const int64_t *s, char *work);
int32_t call_337(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d2(p[0], p[1], p[2], s[0], s[1], s[2], s[3]);
}
int64_t work_337(const int64_t *s);
int64_t work_337(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d3(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        {
            for (int64_t i3 = 0; i3 < 3; i3++) {
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        float sum[8];
                        for (int64_t i2 = 0; i2 < 8; i2++) {
                            sum[i2] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 4; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t p = i3 + i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t p2 = i4 + i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        for (int64_t i2 = 0; i2 < 8; i2++) {
                                            const int64_t p3 = i5 + i9;
                                            sum[i2] = sum[i2] + (x0[(((i * 4 + i6) * 5 + p) * 5 + p2) * 5 + p3] * x1[(((i2 * 4 + i6) * 3 + i7) * 3 + i8) * 3 + i9]);
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t i2 = 0; i2 < 8; i2++) {
                            y0[(((i * 8 + i2) * 3 + i3) * 3 + i4) * 3 + i5] = sum[i2];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_338(void *const *p, const int64_t *s, char *work);
int32_t call_338(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d3(p[0], p[1], p[2]);
}
int64_t work_338(const int64_t *s);
int64_t work_338(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = tn_sat_add(tn_sat_mul(3, d), 3);
    const int64_t d3 = tn_sat_add(tn_sat_mul(3, h), 3);
    const int64_t d4 = tn_sat_add(tn_sat_mul(3, w), 3);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 8; i2++) {
            const int64_t end = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)d) + (uint64_t)3);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)h) + (uint64_t)3);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)w) + (uint64_t)3);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            float sum[16];
                            for (int64_t v = 0; v < 16; v++) {
                                sum[v] = 0.0f;
                            }
                            for (int64_t i6 = 0; i6 < 4; i6++) {
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t reach = i3 - (i7 * 2);
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        const int64_t reach2 = i4 - (i8 * 2);
                                        for (int64_t i9 = 0; i9 < 3; i9++) {
                                            if ((0 <= tn_floordiv_i64(reach, 3)) && (tn_floordiv_i64(reach, 3) < d) && (tn_floormod_i64(reach, 3) == 0) && (0 <= tn_floordiv_i64(reach2, 3)) && (tn_floordiv_i64(reach2, 3) < h) && (tn_floormod_i64(reach2, 3) == 0)) {
                                                for (int64_t v = 0; v < 16; v++) {
                                                    if ((0 <= tn_floordiv_i64(((i5 + v) - (i9 * 2)), 3)) && (tn_floordiv_i64(((i5 + v) - (i9 * 2)), 3) < w) && (tn_floormod_i64(((i5 + v) - (i9 * 2)), 3) == 0)) {
                                                        const float t = x0[(((i * 4 + i6) * d + tn_floordiv_i64(reach, 3)) * h + tn_floordiv_i64(reach2, 3)) * w + tn_floordiv_i64(((i5 + v) - (i9 * 2)), 3)] * x1[(((i6 * 8 + i2) * 3 + i7) * 3 + i8) * 3 + i9];
                                                        sum[v] = sum[v] + t;
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + (i5 + v)] = sum[v];
                            }
                        }
                    } else {
                        const int64_t end4 = (int64_t)((uint64_t)(int64_t)((uint64_t)3 * (uint64_t)w) + (uint64_t)3);
                        for (int64_t i10 = 0; i10 < end4; i10++) {
                            float sum2 = 0.0f;
                            for (int64_t i11 = 0; i11 < 4; i11++) {
                                for (int64_t i12 = 0; i12 < 3; i12++) {
                                    const int64_t reach3 = i3 - (i12 * 2);
                                    for (int64_t i13 = 0; i13 < 3; i13++) {
                                        const int64_t reach4 = i4 - (i13 * 2);
                                        for (int64_t i14 = 0; i14 < 3; i14++) {
                                            const int64_t reach5 = i10 - (i14 * 2);
                                            const int64_t t2 = tn_floordiv_i64(reach3, 3);
                                            const int64_t t3 = tn_floordiv_i64(reach4, 3);
                                            const int64_t t4 = tn_floordiv_i64(reach5, 3);
                                            const bool t5 = ((((0 <= t2) && (t2 < d)) && (tn_floormod_i64(reach3, 3) == 0)) && (((0 <= t3) && (t3 < h)) && (tn_floormod_i64(reach4, 3) == 0))) && (((0 <= t4) && (t4 < w)) && (tn_floormod_i64(reach5, 3) == 0));
                                            if (t5) {
                                                const float t6 = x0[(((i * 4 + i11) * d + tn_floordiv_i64(reach3, 3)) * h + tn_floordiv_i64(reach4, 3)) * w + tn_floordiv_i64(reach5, 3)] * x1[(((i11 * 8 + i2) * 3 + i12) * 3 + i13) * 3 + i14];
                                                sum2 = sum2 + t6;
                                            }
                                        }
                                    }
                                }
                            }
                            y0[(((i * 8 + i2) * d2 + i3) * d3 + i4) * d4 + i10] = sum2;
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_339(void *const *p, const int64_t *s, char *work);
int32_t call_339(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose(p[0], p[1], p[2], s[0], s[1], s[2], s[3]);
}
int64_t work_339(const int64_t *s);
int64_t work_339(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_conv3d_transpose2(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 8; i2 += 4) {
            for (int64_t i3 = 0; i3 < 7; i3++) {
                for (int64_t i4 = 0; i4 < 7; i4++) {
                    {
                        float sum[7];
                        float sum2[7];
                        float sum3[7];
                        float sum4[7];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 7; i5++) {
                            sum[i5] = 0.0f;
                            sum2[i5] = 0.0f;
                            sum3[i5] = 0.0f;
                            sum4[i5] = 0.0f;
                        }
                        for (int64_t i6 = 0; i6 < 4; i6++) {
                            for (int64_t i7 = 0; i7 < 3; i7++) {
                                const int64_t reach = i3 - i7;
                                for (int64_t i8 = 0; i8 < 3; i8++) {
                                    const int64_t reach2 = i4 - i8;
                                    for (int64_t i9 = 0; i9 < 3; i9++) {
                                        if ((0 <= reach) && (reach < 5) && (0 <= reach2) && (reach2 < 5)) {
                                            const int64_t lo = tn_lane(0, 0 - i9, 1, 7);
                                            const int64_t hi = tn_lane(5, 0 - i9, 1, 7);
                                            if (lo == 0 && hi == 7) {
                                                TN_LANES
                                                for (int64_t i5 = 0; i5 < 7; i5++) {
                                                    sum[i5] = sum[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + i2) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum2[i5] = sum2[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 1)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum3[i5] = sum3[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 2)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum4[i5] = sum4[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 3)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t i5 = lo; i5 < hi; i5++) {
                                                    sum[i5] = sum[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + i2) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum2[i5] = sum2[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 1)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum3[i5] = sum3[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 2)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                    sum4[i5] = sum4[i5] + (x0[(((i * 4 + i6) * 5 + reach) * 5 + reach2) * 5 + (i5 - i9)] * x1[(((i6 * 8 + (i2 + 3)) * 3 + i7) * 3 + i8) * 3 + i9]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 7; i5++) {
                            y0[(((i * 8 + i2) * 7 + i3) * 7 + i4) * 7 + i5] = sum[i5];
                            y0[(((i * 8 + (i2 + 1)) * 7 + i3) * 7 + i4) * 7 + i5] = sum2[i5];
                            y0[(((i * 8 + (i2 + 2)) * 7 + i3) * 7 + i4) * 7 + i5] = sum3[i5];
                            y0[(((i * 8 + (i2 + 3)) * 7 + i3) * 7 + i4) * 7 + i5] = sum4[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_340(void *const *p, const int64_t *s, char *work);
int32_t call_340(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_conv3d_transpose2(p[0], p[1], p[2]);
}
int64_t work_340(const int64_t *s);
int64_t work_340(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_gelu(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        const float t = (float)tn_f16_value(x0[i]);
        y0[i] = tn_f16_bits(tn_f16_round((double)((0.5f * t) * (1.0f + (float)erf((double)(t * 0.70710677f))))));
    }
    return 0;
}

int32_t call_341(void *const *p, const int64_t *s, char *work);
int32_t call_341(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_gelu(p[0], p[1]);
}
int64_t work_341(const int64_t *s);
int64_t work_341(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_gelu_tanh(const uint16_t *restrict x0, uint16_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        const float t = (float)tn_f16_value(x0[i]);
        y0[i] = tn_f16_bits(tn_f16_round((double)((0.5f * t) * (1.0f + (float)tanh((double)(0.7978846f * (t + (0.044715f * ((t * t) * t)))))))));
    }
    return 0;
}

int32_t call_342(void *const *p, const int64_t *s, char *work);
int32_t call_342(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_gelu_tanh(p[0], p[1]);
}
int64_t work_342(const int64_t *s);
int64_t work_342(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_leakyrelu(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const float t = x0[i * 3 + i2];
            y0[i * 3 + i2] = (0.0f < t) ? t : (t * 0.2f);
        }
    }
    return 0;
}

int32_t call_343(void *const *p, const int64_t *s, char *work);
int32_t call_343(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_leakyrelu(p[0], p[1]);
}
int64_t work_343(const int64_t *s);
int64_t work_343(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool1d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t w) {
    const int64_t d = tn_floordiv_i64(tn_sat_add(w, 1), 2);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
            if (end >= 16) {
                for (int64_t i3 = 0; i3 < end; i3 += 16) {
                    if (i3 > end - 16) i3 = end - 16;
                    float best[16];
                    for (int64_t v = 0; v < 16; v++) {
                        best[v] = -INFINITY;
                    }
                    for (int64_t i4 = 0; i4 < 3; i4++) {
                         {
                            const int64_t lo = tn_lane(0, ((i3 * 2) - 1) + i4, 2, 16);
                            const int64_t hi = tn_lane(w, ((i3 * 2) - 1) + i4, 2, 16);
                            if (lo == 0 && hi == 16) {
                                for (int64_t v = 0; v < 16; v++) {
                                    best[v] = tn_max_f32(best[v], x0[(i * c + i2) * w + ((((i3 + v) * 2) - 1) + i4)]);
                                }
                            } else {
                                for (int64_t v = lo; v < hi; v++) {
                                    best[v] = tn_max_f32(best[v], x0[(i * c + i2) * w + ((((i3 + v) * 2) - 1) + i4)]);
                                }
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(i * c + i2) * d + (i3 + v)] = best[v];
                    }
                }
            } else {
                const int64_t end2 = tn_floordiv_i64((int64_t)((uint64_t)w + (uint64_t)1), 2);
                for (int64_t i5 = 0; i5 < end2; i5++) {
                    float best2 = -INFINITY;
                    for (int64_t i6 = 0; i6 < 3; i6++) {
                        const int64_t p = ((i5 * 2) - 1) + i6;
                        if ((0 <= p) && (p < w)) {
                            best2 = tn_max_f32(best2, x0[(i * c + i2) * w + p]);
                        }
                    }
                    y0[(i * c + i2) * d + i5] = best2;
                }
            }
        }
    }
    return 0;
}

int32_t call_344(void *const *p, const int64_t *s, char *work);
int32_t call_344(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool1d(p[0], p[1], s[0], s[1], s[2]);
}
int64_t work_344(const int64_t *s);
int64_t work_344(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool1d2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            {
                float best[4];
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    best[i3] = -INFINITY;
                }
                for (int64_t i4 = 0; i4 < 3; i4++) {
                    TN_LANES
                    for (int64_t i3 = 0; i3 < 4; i3++) {
                        const int64_t p = (i2 * 2) + i4;
                        best[i3] = tn_max_f32(best[i3], x0[(i * 9 + p) * 4 + i3]);
                    }
                }
                TN_LANES
                for (int64_t i3 = 0; i3 < 4; i3++) {
                    y0[(i * 4 + i2) * 4 + i3] = best[i3];
                }
            }
        }
    }
    return 0;
}

int32_t call_345(void *const *p, const int64_t *s, char *work);
int32_t call_345(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool1d2(p[0], p[1]);
}
int64_t work_345(const int64_t *s);
int64_t work_345(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool2d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t h, int64_t w) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            for (int64_t i3 = 0; i3 < h; i3++) {
                if (w >= 16) {
                    for (int64_t i4 = 0; i4 < w; i4 += 16) {
                        if (i4 > w - 16) i4 = w - 16;
                        float best[16];
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            best[v] = -INFINITY;
                        }
                        for (int64_t i5 = 0; i5 < 1; i5++) {
                            const int64_t p = i3 + i5;
                            for (int64_t i6 = 0; i6 < 1; i6++) {
                                TN_LANES
                                for (int64_t v = 0; v < 16; v++) {
                                    const int64_t p2 = (i4 + v) + i6;
                                    best[v] = tn_max_f32(best[v], x0[((i * c + i2) * h + p) * w + p2]);
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * c + i2) * h + i3) * w + (i4 + v)] = best[v];
                        }
                    }
                } else {
                    for (int64_t i7 = 0; i7 < w; i7++) {
                        float best2 = -INFINITY;
                        for (int64_t i8 = 0; i8 < 1; i8++) {
                            const int64_t p3 = i3 + i8;
                            for (int64_t i9 = 0; i9 < 1; i9++) {
                                const int64_t p4 = i7 + i9;
                                best2 = tn_max_f32(best2, x0[((i * c + i2) * h + p3) * w + p4]);
                            }
                        }
                        y0[((i * c + i2) * h + i3) * w + i7] = best2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_346(void *const *p, const int64_t *s, char *work);
int32_t call_346(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool2d(p[0], p[1], s[0], s[1], s[2], s[3]);
}
int64_t work_346(const int64_t *s);
int64_t work_346(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool2d2(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t h, int64_t w) {
    const int64_t d = h / 2;
    const int64_t d2 = w / 2;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = h / 2;
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = w / 2;
                if (end2 >= 16) {
                    for (int64_t i4 = 0; i4 < end2; i4 += 16) {
                        if (i4 > end2 - 16) i4 = end2 - 16;
                        float best[16];
                        for (int64_t v = 0; v < 16; v++) {
                            best[v] = -INFINITY;
                        }
                        for (int64_t i5 = 0; i5 < 3; i5++) {
                            const int64_t p = (i3 * 2) + i5;
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                if ((0 <= p) && (p < h)) {
                                    const int64_t lo = tn_lane(0, (i4 * 2) + i6, 2, 16);
                                    const int64_t hi = tn_lane(w, (i4 * 2) + i6, 2, 16);
                                    if (lo == 0 && hi == 16) {
                                        for (int64_t v = 0; v < 16; v++) {
                                            best[v] = tn_max_f32(best[v], x0[((i * c + i2) * h + p) * w + (((i4 + v) * 2) + i6)]);
                                        }
                                    } else {
                                        for (int64_t v = lo; v < hi; v++) {
                                            best[v] = tn_max_f32(best[v], x0[((i * c + i2) * h + p) * w + (((i4 + v) * 2) + i6)]);
                                        }
                                    }
                                }
                            }
                        }
                        for (int64_t v = 0; v < 16; v++) {
                            y0[((i * c + i2) * d + i3) * d2 + (i4 + v)] = best[v];
                        }
                    }
                } else {
                    const int64_t end3 = w / 2;
                    for (int64_t i7 = 0; i7 < end3; i7++) {
                        float best2 = -INFINITY;
                        for (int64_t i8 = 0; i8 < 3; i8++) {
                            const int64_t p2 = (i3 * 2) + i8;
                            for (int64_t i9 = 0; i9 < 3; i9++) {
                                const int64_t p3 = (i7 * 2) + i9;
                                if (((0 <= p2) && (p2 < h)) && ((0 <= p3) && (p3 < w))) {
                                    best2 = tn_max_f32(best2, x0[((i * c + i2) * h + p2) * w + p3]);
                                }
                            }
                        }
                        y0[((i * c + i2) * d + i3) * d2 + i7] = best2;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_347(void *const *p, const int64_t *s, char *work);
int32_t call_347(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool2d2(p[0], p[1], s[0], s[1], s[2], s[3]);
}
int64_t work_347(const int64_t *s);
int64_t work_347(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool2d3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            for (int64_t i3 = 0; i3 < 5; i3++) {
                {
                    float best[5];
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        best[i4] = -INFINITY;
                    }
                    for (int64_t i5 = 0; i5 < 3; i5++) {
                        const int64_t p = ((i3 * 2) - 1) + i5;
                        for (int64_t i6 = 0; i6 < 3; i6++) {
                            if ((0 <= p) && (p < 9)) {
                                const int64_t lo = tn_lane(0, ((0 * 2) - 1) + i6, 2, 5);
                                const int64_t hi = tn_lane(9, ((0 * 2) - 1) + i6, 2, 5);
                                if (lo == 0 && hi == 5) {
                                    for (int64_t i4 = 0; i4 < 5; i4++) {
                                        best[i4] = tn_max_f32(best[i4], x0[((i * 9 + p) * 9 + (((i4 * 2) - 1) + i6)) * 4 + i2]);
                                    }
                                } else {
                                    for (int64_t i4 = lo; i4 < hi; i4++) {
                                        best[i4] = tn_max_f32(best[i4], x0[((i * 9 + p) * 9 + (((i4 * 2) - 1) + i6)) * 4 + i2]);
                                    }
                                }
                            }
                        }
                    }
                    for (int64_t i4 = 0; i4 < 5; i4++) {
                        y0[((i * 4 + i2) * 5 + i3) * 5 + i4] = best[i4];
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_348(void *const *p, const int64_t *s, char *work);
int32_t call_348(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool2d3(p[0], p[1]);
}
int64_t work_348(const int64_t *s);
int64_t work_348(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool3d(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d / 2;
    const int64_t d3 = h / 2;
    const int64_t d4 = w / 2;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = d / 2;
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h / 2;
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w / 2;
                    for (int64_t i5 = 0; i5 < end3; i5++) {
                        float best = -INFINITY;
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = (i3 * 2) + i6;
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = (i4 * 2) + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    const int64_t p3 = (i5 * 2) + i8;
                                    if ((uint64_t)p >= (uint64_t)d) return 86;
                                    if ((uint64_t)p2 >= (uint64_t)h) return 87;
                                    if ((uint64_t)p3 >= (uint64_t)w) return 88;
                                    best = tn_max_f32(best, x0[(((i * c + i2) * d + p) * h + p2) * w + p3]);
                                }
                            }
                        }
                        y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + i5] = best;
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_349(void *const *p, const int64_t *s, char *work);
int32_t call_349(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool3d(p[0], p[1], s[0], s[1], s[2], s[3], s[4]);
}
int64_t work_349(const int64_t *s);
int64_t work_349(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool3d2(const float *restrict x0, float *restrict y0, int64_t n, int64_t c, int64_t d, int64_t h, int64_t w) {
    const int64_t d2 = d + (-1);
    const int64_t d3 = h + (-1);
    const int64_t d4 = w + (-1);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            const int64_t end = d + (-1);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t end2 = h + (-1);
                for (int64_t i4 = 0; i4 < end2; i4++) {
                    const int64_t end3 = w + (-1);
                    if (end3 >= 16) {
                        for (int64_t i5 = 0; i5 < end3; i5 += 16) {
                            if (i5 > end3 - 16) i5 = end3 - 16;
                            float best[16];
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                best[v] = -INFINITY;
                            }
                            for (int64_t i6 = 0; i6 < 3; i6++) {
                                const int64_t p = (i3 - 2) + (i6 * 2);
                                for (int64_t i7 = 0; i7 < 3; i7++) {
                                    const int64_t p2 = (i4 - 2) + (i7 * 2);
                                    for (int64_t i8 = 0; i8 < 3; i8++) {
                                        if ((0 <= p) && (p < d) && (0 <= p2) && (p2 < h)) {
                                            const int64_t lo = tn_lane(0, (i5 - 2) + (i8 * 2), 1, 16);
                                            const int64_t hi = tn_lane(w, (i5 - 2) + (i8 * 2), 1, 16);
                                            if (lo == 0 && hi == 16) {
                                                TN_LANES
                                                for (int64_t v = 0; v < 16; v++) {
                                                    best[v] = tn_max_f32(best[v], x0[(((i * c + i2) * d + p) * h + p2) * w + (((i5 + v) - 2) + (i8 * 2))]);
                                                }
                                            } else {
                                                TN_LANES
                                                for (int64_t v = lo; v < hi; v++) {
                                                    best[v] = tn_max_f32(best[v], x0[(((i * c + i2) * d + p) * h + p2) * w + (((i5 + v) - 2) + (i8 * 2))]);
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                            TN_LANES
                            for (int64_t v = 0; v < 16; v++) {
                                y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + (i5 + v)] = best[v];
                            }
                        }
                    } else {
                        const int64_t end4 = w + (-1);
                        for (int64_t i9 = 0; i9 < end4; i9++) {
                            float best2 = -INFINITY;
                            for (int64_t i10 = 0; i10 < 3; i10++) {
                                const int64_t p3 = (i3 - 2) + (i10 * 2);
                                for (int64_t i11 = 0; i11 < 3; i11++) {
                                    const int64_t p4 = (i4 - 2) + (i11 * 2);
                                    for (int64_t i12 = 0; i12 < 3; i12++) {
                                        const int64_t p5 = (i9 - 2) + (i12 * 2);
                                        if ((((0 <= p3) && (p3 < d)) && ((0 <= p4) && (p4 < h))) && ((0 <= p5) && (p5 < w))) {
                                            best2 = tn_max_f32(best2, x0[(((i * c + i2) * d + p3) * h + p4) * w + p5]);
                                        }
                                    }
                                }
                            }
                            y0[(((i * c + i2) * d2 + i3) * d3 + i4) * d4 + i9] = best2;
                        }
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
    return k_nn_max_pool3d2(p[0], p[1], s[0], s[1], s[2], s[3], s[4]);
}
int64_t work_350(const int64_t *s);
int64_t work_350(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_max_pool3d3(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                for (int64_t i4 = 0; i4 < 4; i4++) {
                    {
                        int8_t best[4];
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            best[i5] = -128;
                        }
                        for (int64_t i6 = 0; i6 < 2; i6++) {
                            const int64_t p = i3 + i6;
                            for (int64_t i7 = 0; i7 < 2; i7++) {
                                const int64_t p2 = i4 + i7;
                                for (int64_t i8 = 0; i8 < 2; i8++) {
                                    TN_LANES
                                    for (int64_t i5 = 0; i5 < 4; i5++) {
                                        const int64_t p3 = i5 + i8;
                                        best[i5] = tn_max_i8(best[i5], x0[(((i * 3 + i2) * 5 + p) * 5 + p2) * 5 + p3]);
                                    }
                                }
                            }
                        }
                        TN_LANES
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            y0[(((i * 3 + i2) * 4 + i3) * 4 + i4) * 4 + i5] = best[i5];
                        }
                    }
                }
            }
        }
    }
    return 0;
}

int32_t call_351(void *const *p, const int64_t *s, char *work);
int32_t call_351(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_max_pool3d3(p[0], p[1]);
}
int64_t work_351(const int64_t *s);
int64_t work_351(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_nll_loss(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        const int64_t t = x1[i];
        if (t != (-1)) {
            if ((uint64_t)t >= (uint64_t)10) return 89;
            if ((uint64_t)t >= (uint64_t)10) return 90;
            y0[i] = -(x2[t] * x0[i * 10 + t]);
        } else {
            y0[i] = 0.0f;
        }
    }
    return 0;
}

int32_t call_352(void *const *p, const int64_t *s, char *work);
int32_t call_352(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_nll_loss(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_352(const int64_t *s);
int64_t work_352(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_nll_loss2(const float *restrict x0, const int32_t *restrict x1, const float *restrict x2, float *restrict y0) {
    float sum = 0.0f;
    const int64_t t = (int64_t)x1[0];
    if (t != (-100)) {
        if ((uint64_t)t >= (uint64_t)10) return 89;
        if ((uint64_t)t >= (uint64_t)10) return 91;
        sum = sum + (-(x2[t] * x0[t]));
    }
    float total = 0.0f;
    const int64_t t2 = (int64_t)x1[0];
    if (t2 != (-100)) {
        if ((uint64_t)t2 >= (uint64_t)10) return 89;
        total = total + x2[t2];
    }
    y0[0] = sum / total;
    return 0;
}

int32_t call_353(void *const *p, const int64_t *s, char *work);
int32_t call_353(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_nll_loss2(p[0], p[1], p[2], p[3]);
}
int64_t work_353(const int64_t *s);
int64_t work_353(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_pad(const float *restrict x0, float *restrict y0, int64_t h) {
    const int64_t d = tn_sat_add(h, 3);
    for (int64_t i = 0; i < 1; i++) {
        const int64_t end = (int64_t)((uint64_t)h + (uint64_t)3);
        for (int64_t i2 = 0; i2 < end; i2++) {
            const int64_t at = (0 < i) ? (0 - i) : tn_abs_i64(i);
            if ((uint64_t)at >= (uint64_t)1) return 92;
            const int64_t t = h - 1;
            const int64_t t2 = i2 - 2;
            const int64_t at2 = (t < t2) ? (int64_t)((uint64_t)(int64_t)((uint64_t)2 * (uint64_t)t) - (uint64_t)t2) : tn_abs_i64(t2);
            if ((uint64_t)at2 >= (uint64_t)h) return 93;
            y0[i * d + i2] = x0[at * h + at2];
        }
    }
    return 0;
}

int32_t call_354(void *const *p, const int64_t *s, char *work);
int32_t call_354(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_pad(p[0], p[1], s[0]);
}
int64_t work_354(const int64_t *s);
int64_t work_354(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_pad2(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            const int64_t t = i - (-1);
            const int64_t t2 = i2 - (-2);
            if (((0 <= t) && (t < 4)) && ((0 <= t2) && (t2 < n))) {
                y0[i * n + i2] = x0[(i - (-1)) * n + (i2 - (-2))];
            } else {
                y0[i * n + i2] = 0.0f;
            }
        }
    }
    return 0;
}

int32_t call_355(void *const *p, const int64_t *s, char *work);
int32_t call_355(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_pad2(p[0], p[1], s[0]);
}
int64_t work_355(const int64_t *s);
int64_t work_355(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_prelu(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n, int64_t c) {
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < c; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                const float t = x0[(i * c + i2) * 4 + i3];
                y0[(i * c + i2) * 4 + i3] = (0.0f < t) ? t : (t * x1[((c == 1) ? 0 : i2)]);
            }
        }
    }
    return 0;
}

int32_t call_356(void *const *p, const int64_t *s, char *work);
int32_t call_356(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_prelu(p[0], p[1], p[2], s[0], s[1]);
}
int64_t work_356(const int64_t *s);
int64_t work_356(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_relu(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = tn_max_f32(x0[i * 3 + i2], 0.0f);
        }
    }
    return 0;
}

int32_t call_357(void *const *p, const int64_t *s, char *work);
int32_t call_357(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_relu(p[0], p[1]);
}
int64_t work_357(const int64_t *s);
int64_t work_357(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_relu2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = tn_max_f32(x0[i * 4 + i2], 0.0f);
        }
    }
    return 0;
}

int32_t call_358(void *const *p, const int64_t *s, char *work);
int32_t call_358(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_relu2(p[0], p[1]);
}
int64_t work_358(const int64_t *s);
int64_t work_358(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_selu(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    const float t = x0[((i + v)) * 3 + i2];
                    y0[((i + v)) * 3 + i2] = 1.050701f * (tn_max_f32(t, 0.0f) + (1.6732632f * (float)expm1((double)tn_min_f32(t, 0.0f))));
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                const float t2 = x0[i3 * 3 + i4];
                y0[i3 * 3 + i4] = 1.050701f * (tn_max_f32(t2, 0.0f) + (1.6732632f * (float)expm1((double)tn_min_f32(t2, 0.0f))));
            }
        }
    }
    return 0;
}

int32_t call_359(void *const *p, const int64_t *s, char *work);
int32_t call_359(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_selu(p[0], p[1], s[0]);
}
int64_t work_359(const int64_t *s);
int64_t work_359(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_silu(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    const float t = x0[((i + v)) * 3 + i2];
                    y0[((i + v)) * 3 + i2] = t * (1.0f / (1.0f + (float)exp((double)(-t))));
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                const float t2 = x0[i3 * 3 + i4];
                y0[i3 * 3 + i4] = t2 * (1.0f / (1.0f + (float)exp((double)(-t2))));
            }
        }
    }
    return 0;
}

int32_t call_360(void *const *p, const int64_t *s, char *work);
int32_t call_360(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_silu(p[0], p[1], s[0]);
}
int64_t work_360(const int64_t *s);
int64_t work_360(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nn_softplus(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            const float z = x0[i * n + i2] * 1.0f;
            y0[i * n + i2] = (20.0f < z) ? x0[i * n + i2] : ((tn_max_f32(z, 0.0f) + (float)log1p((double)(float)exp((double)(-fabsf(z))))) / 1.0f);
        }
    }
    return 0;
}

int32_t call_361(void *const *p, const int64_t *s, char *work);
int32_t call_361(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nn_softplus(p[0], p[1], s[0]);
}
int64_t work_361(const int64_t *s);
int64_t work_361(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_nonzero2(const float *restrict x0, int64_t *restrict y0, int64_t *restrict y1, int64_t n) {
    const int64_t d = tn_sat_mul(2, n);
    int64_t count = 0;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            if (x0[i * n + i2] != 0.0f) {
                if ((uint64_t)count >= (uint64_t)d) return 94;
                y0[count] = i;
                if ((uint64_t)count >= (uint64_t)d) return 94;
                y0[1 * d + count] = i2;
                count = (int64_t)((uint64_t)count + (uint64_t)1);
            }
        }
    }
    y1[0] = 2;
    y1[1] = count;
    return 0;
}

int32_t call_362(void *const *p, const int64_t *s, char *work);
int32_t call_362(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_nonzero2(p[0], p[1], p[2], s[0]);
}
int64_t work_362(const int64_t *s);
int64_t work_362(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_not_equal(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = x0[((i + v)) * 3 + i2] != x1[i2];
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = x0[i3 * 3 + i4] != x1[i4];
            }
        }
    }
    return 0;
}

int32_t call_363(void *const *p, const int64_t *s, char *work);
int32_t call_363(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_not_equal(p[0], p[1], p[2], s[0]);
}
int64_t work_363(const int64_t *s);
int64_t work_363(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_not_equal2(const float *restrict x0, const float *restrict x1, uint8_t *restrict y0) {
    y0[0] = x0[0] != x1[0];
    return 0;
}

int32_t call_364(void *const *p, const int64_t *s, char *work);
int32_t call_364(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_not_equal2(p[0], p[1], p[2]);
}
int64_t work_364(const int64_t *s);
int64_t work_364(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_not_equal3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = (x0[i] != 0) != (x1[i] != 0);
    }
    return 0;
}

int32_t call_365(void *const *p, const int64_t *s, char *work);
int32_t call_365(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_not_equal3(p[0], p[1], p[2]);
}
int64_t work_365(const int64_t *s);
int64_t work_365(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_one_hot(const int64_t *restrict x0, double *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            for (int64_t i3 = 0; i3 < n; i3++) {
                y0[(i * 4 + i2) * n + i3] = (x0[i2 * n + i3] == i) ? 1.0 : 0.0;
            }
        }
    }
    return 0;
}

int32_t call_366(void *const *p, const int64_t *s, char *work);
int32_t call_366(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_one_hot(p[0], p[1], s[0]);
}
int64_t work_366(const int64_t *s);
int64_t work_366(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_one_hot2(const int32_t *restrict x0, int64_t *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        y0[i] = ((int64_t)x0[0] == i) ? 1 : 0;
    }
    return 0;
}

int32_t call_367(void *const *p, const int64_t *s, char *work);
int32_t call_367(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_one_hot2(p[0], p[1]);
}
int64_t work_367(const int64_t *s);
int64_t work_367(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_ones(float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                TN_LANES
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = 1.0f;
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = 1.0f;
            }
        }
    }
    return 0;
}

int32_t call_368(void *const *p, const int64_t *s, char *work);
int32_t call_368(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_ones(p[0], s[0]);
}
int64_t work_368(const int64_t *s);
int64_t work_368(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_outer(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = x0[i] * x1[i2];
        }
    }
    return 0;
}

int32_t call_369(void *const *p, const int64_t *s, char *work);
int32_t call_369(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_outer(p[0], p[1], p[2], s[0]);
}
int64_t work_369(const int64_t *s);
int64_t work_369(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_permute_dims(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 2; i2++) {
                for (int64_t i3 = 0; i3 < 3; i3++) {
                    TN_LANES
                    for (int64_t v = 0; v < 16; v++) {
                        y0[(((i + v)) * 2 + i2) * 3 + i3] = x0[(i2 * 3 + i3) * n + (i + v)];
                    }
                }
            }
        }
    } else {
        for (int64_t i4 = 0; i4 < n; i4++) {
            for (int64_t i5 = 0; i5 < 2; i5++) {
                for (int64_t i6 = 0; i6 < 3; i6++) {
                    y0[(i4 * 2 + i5) * 3 + i6] = x0[(i5 * 3 + i6) * n + i4];
                }
            }
        }
    }
    return 0;
}

int32_t call_370(void *const *p, const int64_t *s, char *work);
int32_t call_370(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_permute_dims(p[0], p[1], s[0]);
}
int64_t work_370(const int64_t *s);
int64_t work_370(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_power(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (float)pow((double)x0[i], (double)x1[i2]);
        }
    }
    return 0;
}

int32_t call_371(void *const *p, const int64_t *s, char *work);
int32_t call_371(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_power(p[0], p[1], p[2]);
}
int64_t work_371(const int64_t *s);
int64_t work_371(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_power2(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (float)pow((double)x0[((i + v)) * 3 + i2], (double)x1[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (float)pow((double)x0[i3 * 3 + i4], (double)x1[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_372(void *const *p, const int64_t *s, char *work);
int32_t call_372(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_power2(p[0], p[1], p[2], s[0]);
}
int64_t work_372(const int64_t *s);
int64_t work_372(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_power3(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            y0[i * 3 + i2] = (float)pow((double)x0[i * 3 + i2], (double)x1[0]);
        }
    }
    return 0;
}

int32_t call_373(void *const *p, const int64_t *s, char *work);
int32_t call_373(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_power3(p[0], p[1], p[2]);
}
int64_t work_373(const int64_t *s);
int64_t work_373(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_prod(const float *restrict x0, float *restrict y0, int64_t n) {
    float acc = 1.0f;
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            for (int64_t i3 = 0; i3 < 4; i3++) {
                acc = acc * x0[(i * n + i2) * 4 + i3];
            }
        }
    }
    y0[0] = acc;
    return 0;
}

int32_t call_374(void *const *p, const int64_t *s, char *work);
int32_t call_374(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_prod(p[0], p[1], s[0]);
}
int64_t work_374(const int64_t *s);
int64_t work_374(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_prod2(const float *restrict x0, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 1; i++) {
        if (n >= 16) {
            for (int64_t i2 = 0; i2 < n; i2 += 16) {
                if (i2 > n - 16) i2 = n - 16;
                for (int64_t i3 = 0; i3 < 1; i3++) {
                    float acc[16];
                    for (int64_t v = 0; v < 16; v++) {
                        acc[v] = 1.0f;
                    }
                    for (int64_t i4 = 0; i4 < 2; i4++) {
                        for (int64_t i5 = 0; i5 < 4; i5++) {
                            for (int64_t v = 0; v < 16; v++) {
                                acc[v] = acc[v] * x0[(i4 * n + (i2 + v)) * 4 + i5];
                            }
                        }
                    }
                    for (int64_t v = 0; v < 16; v++) {
                        y0[i * n + (i2 + v) + i3] = acc[v];
                    }
                }
            }
        } else {
            for (int64_t i6 = 0; i6 < n; i6++) {
                for (int64_t i7 = 0; i7 < 1; i7++) {
                    float acc2 = 1.0f;
                    for (int64_t i8 = 0; i8 < 2; i8++) {
                        for (int64_t i9 = 0; i9 < 4; i9++) {
                            acc2 = acc2 * x0[(i8 * n + i6) * 4 + i9];
                        }
                    }
                    y0[i * n + i6 + i7] = acc2;
                }
            }
        }
    }
    return 0;
}

int32_t call_375(void *const *p, const int64_t *s, char *work);
int32_t call_375(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_prod2(p[0], p[1], s[0]);
}
int64_t work_375(const int64_t *s);
int64_t work_375(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_prod3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        float acc = 1.0f;
        for (int64_t i2 = 0; i2 < 3; i2++) {
            acc = acc * x0[i * 3 + i2];
        }
        y0[i] = acc;
    }
    return 0;
}

int32_t call_376(void *const *p, const int64_t *s, char *work);
int32_t call_376(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_prod3(p[0], p[1]);
}
int64_t work_376(const int64_t *s);
int64_t work_376(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_quantize(const float *restrict x0, const float *restrict x1, const int8_t *restrict x2, int8_t *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = tn_to_i8(((double)nearbyintf((x0[i * n + i2] / x1[0])) + (double)x2[0]));
        }
    }
    return 0;
}

int32_t call_377(void *const *p, const int64_t *s, char *work);
int32_t call_377(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_quantize(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_377(const int64_t *s);
int64_t work_377(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_random(const int64_t *restrict x0, const uint8_t *restrict x1, float *restrict y0, int64_t n) {
    const uint64_t v = (uint64_t)x0[0];
    const uint32_t key = (uint32_t)v;
    const uint32_t key2 = (uint32_t)tn_shr_u64(v, 32u);
    const uint32_t key3 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)2654435769u);
    const uint32_t key4 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)3144134277u);
    const uint32_t key5 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)1013904242u);
    const uint32_t key6 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)1993301258u);
    const uint32_t key7 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)3668340011u);
    const uint32_t key8 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)842468239u);
    const uint32_t key9 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)2027808484u);
    const uint32_t key10 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)3986602516u);
    const uint32_t key11 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)387276957u);
    const uint32_t key12 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)2835769497u);
    const uint32_t key13 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)3041712726u);
    const uint32_t key14 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)1684936478u);
    const uint32_t key15 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)1401181199u);
    const uint32_t key16 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)534103459u);
    const uint32_t key17 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)4055616968u);
    const uint32_t key18 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)3678237736u);
    const uint32_t key19 = (uint32_t)((uint32_t)(uint32_t)v + (uint32_t)2415085441u);
    const uint32_t key20 = (uint32_t)((uint32_t)(uint32_t)tn_shr_u64(v, 32u) + (uint32_t)2527404717u);
    const uint64_t v2 = (uint64_t)x1[0];
    for (int64_t i = 0; i < n; i++) {
        const int64_t start = i * 3;
        const int64_t before = start % 4;
        const int64_t end = ((before + 3) + 3) / 4;
        for (int64_t i2 = 0; i2 < end; i2++) {
            const uint64_t v3 = (uint64_t)((start / 4) + i2);
            const uint32_t c = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, (uint32_t)v2) ^ (uint32_t)tn_shr_u64(v3, 32u)) ^ key);
            const uint32_t c2 = (uint32_t)((uint32_t)3449720151u * (uint32_t)(uint32_t)v2);
            const uint32_t c3 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, (uint32_t)v3) ^ (uint32_t)tn_shr_u64(v2, 32u)) ^ key2);
            const uint32_t c4 = (uint32_t)((uint32_t)3528531795u * (uint32_t)(uint32_t)v3);
            const uint32_t c5 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c3) ^ c2) ^ key3);
            const uint32_t c6 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c3);
            const uint32_t c7 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c) ^ c4) ^ key4);
            const uint32_t c8 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c);
            const uint32_t c9 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c7) ^ c6) ^ key5);
            const uint32_t c10 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c7);
            const uint32_t c11 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c5) ^ c8) ^ key6);
            const uint32_t c12 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c5);
            const uint32_t c13 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c11) ^ c10) ^ key7);
            const uint32_t c14 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c11);
            const uint32_t c15 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c9) ^ c12) ^ key8);
            const uint32_t c16 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c9);
            const uint32_t c17 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c15) ^ c14) ^ key9);
            const uint32_t c18 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c15);
            const uint32_t c19 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c13) ^ c16) ^ key10);
            const uint32_t c20 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c13);
            const uint32_t c21 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c19) ^ c18) ^ key11);
            const uint32_t c22 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c19);
            const uint32_t c23 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c17) ^ c20) ^ key12);
            const uint32_t c24 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c17);
            const uint32_t c25 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c23) ^ c22) ^ key13);
            const uint32_t c26 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c23);
            const uint32_t c27 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c21) ^ c24) ^ key14);
            const uint32_t c28 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c21);
            const uint32_t c29 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c27) ^ c26) ^ key15);
            const uint32_t c30 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c27);
            const uint32_t c31 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c25) ^ c28) ^ key16);
            const uint32_t c32 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c25);
            const uint32_t c33 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c31) ^ c30) ^ key17);
            const uint32_t c34 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c31);
            const uint32_t c35 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c29) ^ c32) ^ key18);
            const uint32_t c36 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c29);
            const uint32_t c37 = (uint32_t)((uint32_t)(tn_mulhi_u32(3449720151u, c35) ^ c34) ^ key19);
            const uint32_t c38 = (uint32_t)((uint32_t)3449720151u * (uint32_t)c35);
            const uint32_t c39 = (uint32_t)((uint32_t)(tn_mulhi_u32(3528531795u, c33) ^ c36) ^ key20);
            const uint32_t c40 = (uint32_t)((uint32_t)3528531795u * (uint32_t)c33);
            const int64_t at = (i2 * 4) - before;
            if ((0 <= at) && (at < 3)) {
                y0[i * 3 + at] = (float)tn_shr_u32(c37, 8u) * 5.9604645e-08f;
            }
            const int64_t at2 = ((i2 * 4) + 1) - before;
            if ((0 <= at2) && (at2 < 3)) {
                y0[i * 3 + at2] = (float)tn_shr_u32(c38, 8u) * 5.9604645e-08f;
            }
            const int64_t at3 = ((i2 * 4) + 2) - before;
            if ((0 <= at3) && (at3 < 3)) {
                y0[i * 3 + at3] = (float)tn_shr_u32(c39, 8u) * 5.9604645e-08f;
            }
            const int64_t at4 = ((i2 * 4) + 3) - before;
            if ((0 <= at4) && (at4 < 3)) {
                y0[i * 3 + at4] = (float)tn_shr_u32(c40, 8u) * 5.9604645e-08f;
            }
        }
    }
    return 0;
}

int32_t call_378(void *const *p, const int64_t *s, char *work);
int32_t call_378(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_random(p[0], p[1], p[2], s[0]);
}
int64_t work_378(const int64_t *s);
int64_t work_378(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_repeat(const float *restrict x0, float *restrict y0, int64_t n) {
    const int64_t end = (int64_t)((uint64_t)6 * (uint64_t)n);
    for (int64_t i = 0; i < end; i++) {
        const int64_t rest2 = tn_floordiv_i64((i / 3), n);
        if ((uint64_t)rest2 >= (uint64_t)2) return 95;
        const int64_t at = tn_floormod_i64((i / 3), n);
        if ((uint64_t)at >= (uint64_t)n) return 96;
        y0[i] = x0[rest2 * n + at];
    }
    return 0;
}

int32_t call_379(void *const *p, const int64_t *s, char *work);
int32_t call_379(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_repeat(p[0], p[1], s[0]);
}
int64_t work_379(const int64_t *s);
int64_t work_379(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_reshape(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 24; i++) {
        const int64_t rest2 = i / 4;
        const int64_t rest3 = rest2 / 3;
        y0[i] = x0[(rest3 * 3 + (rest2 % 3)) * 4 + (i % 4)];
    }
    return 0;
}

int32_t call_380(void *const *p, const int64_t *s, char *work);
int32_t call_380(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_reshape(p[0], p[1]);
}
int64_t work_380(const int64_t *s);
int64_t work_380(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_reshape2(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 7; i2++) {
            const int64_t number = (i * 7) + i2;
            const int64_t rest2 = number / 3;
            y0[i * 7 + i2] = x0[rest2 * 3 + (number % 3)];
        }
    }
    return 0;
}

int32_t call_381(void *const *p, const int64_t *s, char *work);
int32_t call_381(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_reshape2(p[0], p[1]);
}
int64_t work_381(const int64_t *s);
int64_t work_381(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_reshape3(const float *restrict x0, float *restrict y0, int64_t n) {
    const int64_t end = (int64_t)((uint64_t)tn_floordiv_i64((int64_t)((uint64_t)2 * (uint64_t)n), 5) + (uint64_t)(int64_t)((uint64_t)2 * (uint64_t)n));
    for (int64_t i = 0; i < end; i++) {
        for (int64_t i2 = 0; i2 < 5; i2++) {
            const int64_t number = (i * 5) + i2;
            const int64_t rest2 = number / 4;
            const int64_t rest3 = rest2 / 3;
            if ((uint64_t)rest3 >= (uint64_t)n) return 97;
            y0[i * 5 + i2] = x0[(rest3 * 3 + (rest2 % 3)) * 4 + (number % 4)];
        }
    }
    return 0;
}

int32_t call_382(void *const *p, const int64_t *s, char *work);
int32_t call_382(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_reshape3(p[0], p[1], s[0]);
}
int64_t work_382(const int64_t *s);
int64_t work_382(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_right_shift(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = tn_shr_i32(x0[((i + v)) * 3 + i2], x1[i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = tn_shr_i32(x0[i3 * 3 + i4], x1[i4]);
            }
        }
    }
    return 0;
}

int32_t call_383(void *const *p, const int64_t *s, char *work);
int32_t call_383(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_right_shift(p[0], p[1], p[2], s[0]);
}
int64_t work_383(const int64_t *s);
int64_t work_383(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_right_shift2(const int32_t *restrict x0, const int32_t *restrict x1, int32_t *restrict y0) {
    y0[0] = tn_shr_i32(x0[0], x1[0]);
    return 0;
}

int32_t call_384(void *const *p, const int64_t *s, char *work);
int32_t call_384(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_right_shift2(p[0], p[1], p[2]);
}
int64_t work_384(const int64_t *s);
int64_t work_384(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_right_shift3(const uint8_t *restrict x0, const uint8_t *restrict x1, uint8_t *restrict y0) {
    for (int64_t i = 0; i < 4; i++) {
        y0[i] = tn_shr_u8(x0[i], x1[i]);
    }
    return 0;
}

int32_t call_385(void *const *p, const int64_t *s, char *work);
int32_t call_385(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_right_shift3(p[0], p[1], p[2]);
}
int64_t work_385(const int64_t *s);
int64_t work_385(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round6(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = nearbyintf(x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = nearbyintf(x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_386(void *const *p, const int64_t *s, char *work);
int32_t call_386(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round6(p[0], p[1], s[0]);
}
int64_t work_386(const int64_t *s);
int64_t work_386(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_round7(const int8_t *restrict x0, int8_t *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i];
    }
    return 0;
}

int32_t call_387(void *const *p, const int64_t *s, char *work);
int32_t call_387(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_round7(p[0], p[1]);
}
int64_t work_387(const int64_t *s);
int64_t work_387(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_rsqrt3(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            y0[i * 4 + i2] = 1.0f / sqrtf(x0[i * 4 + i2]);
        }
    }
    return 0;
}

int32_t call_388(void *const *p, const int64_t *s, char *work);
int32_t call_388(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_rsqrt3(p[0], p[1]);
}
int64_t work_388(const int64_t *s);
int64_t work_388(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_multiply4(const float *restrict x0, const float *restrict x1, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        y0[i] = x0[i] * x1[0];
    }
    return 0;
}

int32_t call_389(void *const *p, const int64_t *s, char *work);
int32_t call_389(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_multiply4(p[0], p[1], p[2], s[0]);
}
int64_t work_389(const int64_t *s);
int64_t work_389(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_add4(const float *restrict x0, const float *restrict x1, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        y0[i] = x0[i] + x1[i];
    }
    return 0;
}

int32_t call_390(void *const *p, const int64_t *s, char *work);
int32_t call_390(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_add4(p[0], p[1], p[2]);
}
int64_t work_390(const int64_t *s);
int64_t work_390(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_scatter_nd12(const float *restrict x0, const int64_t *restrict x1, const float *restrict x2, float *restrict y0, int64_t n) {
    for (int64_t i = 0; i < 8; i++) {
        for (int64_t i2 = 0; i2 < n; i2++) {
            y0[i * n + i2] = x0[i * n + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 4; i3++) {
        for (int64_t i4 = 0; i4 < n; i4++) {
            const int64_t t = x1[i3];
            const int64_t at = (t < 0) ? (int64_t)((uint64_t)t + (uint64_t)8) : t;
            if ((uint64_t)at >= (uint64_t)8) return 98;
            y0[at * n + i4] = x2[i3 * n + i4];
        }
    }
    return 0;
}

int32_t call_391(void *const *p, const int64_t *s, char *work);
int32_t call_391(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_scatter_nd12(p[0], p[1], p[2], p[3], s[0]);
}
int64_t work_391(const int64_t *s);
int64_t work_391(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sigmoid4(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = 1.0f / (1.0f + (float)exp((double)(-x0[((i + v)) * 3 + i2])));
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = 1.0f / (1.0f + (float)exp((double)(-x0[i3 * 3 + i4])));
            }
        }
    }
    return 0;
}

int32_t call_392(void *const *p, const int64_t *s, char *work);
int32_t call_392(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sigmoid4(p[0], p[1], s[0]);
}
int64_t work_392(const int64_t *s);
int64_t work_392(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign6(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 3; i2++) {
            const float t = x0[i * 3 + i2];
            y0[i * 3 + i2] = (0.0f < t) ? 1.0f : ((t < 0.0f) ? (-1.0f) : ((t == 0.0f) ? 0.0f : t));
        }
    }
    return 0;
}

int32_t call_393(void *const *p, const int64_t *s, char *work);
int32_t call_393(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign6(p[0], p[1]);
}
int64_t work_393(const int64_t *s);
int64_t work_393(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sign7(const float *restrict x0, float *restrict y0) {
    for (int64_t i = 0; i < 0; i++) {
        for (int64_t i2 = 0; i2 < 4; i2++) {
            const float t = x0[i * 4 + i2];
            y0[i * 4 + i2] = (0.0f < t) ? 1.0f : ((t < 0.0f) ? (-1.0f) : ((t == 0.0f) ? 0.0f : t));
        }
    }
    return 0;
}

int32_t call_394(void *const *p, const int64_t *s, char *work);
int32_t call_394(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sign7(p[0], p[1]);
}
int64_t work_394(const int64_t *s);
int64_t work_394(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sin4(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (float)sin((double)x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (float)sin((double)x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_395(void *const *p, const int64_t *s, char *work);
int32_t call_395(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sin4(p[0], p[1], s[0]);
}
int64_t work_395(const int64_t *s);
int64_t work_395(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sinh3(const float *restrict x0, float *restrict y0, int64_t n) {
    if (n >= 16) {
        for (int64_t i = 0; i < n; i += 16) {
            if (i > n - 16) i = n - 16;
            for (int64_t i2 = 0; i2 < 3; i2++) {
                for (int64_t v = 0; v < 16; v++) {
                    y0[((i + v)) * 3 + i2] = (float)sinh((double)x0[((i + v)) * 3 + i2]);
                }
            }
        }
    } else {
        for (int64_t i3 = 0; i3 < n; i3++) {
            for (int64_t i4 = 0; i4 < 3; i4++) {
                y0[i3 * 3 + i4] = (float)sinh((double)x0[i3 * 3 + i4]);
            }
        }
    }
    return 0;
}

int32_t call_396(void *const *p, const int64_t *s, char *work);
int32_t call_396(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sinh3(p[0], p[1], s[0]);
}
int64_t work_396(const int64_t *s);
int64_t work_396(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_sort11(const float *restrict x0, float *restrict y0, int64_t n) {
    int64_t order[2] = {0};
    int64_t merged[2] = {0};
    for (int64_t i = 0; i < n; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            order[i2] = i2;
        }
        int64_t width = 1;
        while (width < 2) {
            const int64_t w = width;
            const int64_t t = (int64_t)((uint64_t)w * (uint64_t)2);
            const int64_t end = tn_floordiv_i64((int64_t)((uint64_t)1 + (uint64_t)t), t);
            for (int64_t i3 = 0; i3 < end; i3++) {
                const int64_t start = (int64_t)((uint64_t)i3 * (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2));
                const int64_t middle = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)w), 2);
                const int64_t end2 = tn_min_i64((int64_t)((uint64_t)start + (uint64_t)(int64_t)((uint64_t)w * (uint64_t)2)), 2);
                int64_t left = start;
                int64_t right = middle;
                const int64_t end3 = (int64_t)((uint64_t)end2 - (uint64_t)start);
                for (int64_t i4 = 0; i4 < end3; i4++) {
                    const int64_t at = tn_min_i64(left, 1);
                    if ((uint64_t)at >= (uint64_t)2) return 99;
                    const int64_t a = order[at];
                    const int64_t at2 = tn_min_i64(right, 1);
                    if ((uint64_t)at2 >= (uint64_t)2) return 99;
                    const int64_t b = order[at2];
                    if ((uint64_t)a >= (uint64_t)2) return 100;
                    const float x = x0[a * n + i];
                    if ((uint64_t)b >= (uint64_t)2) return 100;
                    const float y = x0[b * n + i];
                    const bool take_left = (left < middle) && (!((right < end2) && ((x < y) || ((isnan(x) != 0) && (!(isnan(y) != 0))))));
                    const int64_t at3 = (int64_t)((uint64_t)start + (uint64_t)i4);
                    if ((uint64_t)at3 >= (uint64_t)2) return 101;
                    merged[at3] = take_left ? a : b;
                    left = (int64_t)((uint64_t)left + (uint64_t)(int64_t)take_left);
                    right = (int64_t)((uint64_t)right + (uint64_t)(1 - (int64_t)take_left));
                }
            }
            for (int64_t i5 = 0; i5 < 2; i5++) {
                order[i5] = merged[i5];
            }
            width = (int64_t)((uint64_t)w * (uint64_t)2);
        }
        for (int64_t i6 = 0; i6 < 2; i6++) {
            const int64_t at4 = order[i6];
            if ((uint64_t)at4 >= (uint64_t)2) return 100;
            y0[i6 * n + i] = x0[at4 * n + i];
        }
    }
    return 0;
}

int32_t call_397(void *const *p, const int64_t *s, char *work);
int32_t call_397(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_sort11(p[0], p[1], s[0]);
}
int64_t work_397(const int64_t *s);
int64_t work_397(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split6(const float *restrict x0, float *restrict y0, float *restrict y1, float *restrict y2, float *restrict y3, float *restrict y4, float *restrict y5) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 2; i2++) {
            y0[i * 2 + i2] = x0[i * 10 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 2; i4++) {
            y1[i3 * 2 + i4] = x0[i3 * 10 + (2 + i4)];
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 2; i6++) {
            y2[i5 * 2 + i6] = x0[i5 * 10 + (4 + i6)];
        }
    }
    for (int64_t i7 = 0; i7 < 2; i7++) {
        for (int64_t i8 = 0; i8 < 2; i8++) {
            y3[i7 * 2 + i8] = x0[i7 * 10 + (6 + i8)];
        }
    }
    for (int64_t i9 = 0; i9 < 2; i9++) {
        for (int64_t i10 = 0; i10 < 2; i10++) {
            y4[i9 * 2 + i10] = x0[i9 * 10 + (8 + i10)];
        }
    }
    for (int64_t i11 = 0; i11 < 2; i11++) {
        for (int64_t i12 = 0; i12 < 0; i12++) {
            y5[i11 * 0 + i12] = x0[i11 * 10 + (10 + i12)];
        }
    }
    return 0;
}

int32_t call_398(void *const *p, const int64_t *s, char *work);
int32_t call_398(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split6(p[0], p[1], p[2], p[3], p[4], p[5], p[6]);
}
int64_t work_398(const int64_t *s);
int64_t work_398(const int64_t *s) {
    (void)s;
    return 0;
}

static int32_t k_split7(const float *restrict x0, float *restrict y0, float *restrict y1, float *restrict y2, float *restrict y3, float *restrict y4) {
    for (int64_t i = 0; i < 2; i++) {
        for (int64_t i2 = 0; i2 < 0; i2++) {
            y0[i * 0 + i2] = x0[i * 10 + i2];
        }
    }
    for (int64_t i3 = 0; i3 < 2; i3++) {
        for (int64_t i4 = 0; i4 < 4; i4++) {
            y1[i3 * 4 + i4] = x0[i3 * 10 + i4];
        }
    }
    for (int64_t i5 = 0; i5 < 2; i5++) {
        for (int64_t i6 = 0; i6 < 0; i6++) {
            y2[i5 * 0 + i6] = x0[i5 * 10 + (4 + i6)];
        }
    }
    for (int64_t i7 = 0; i7 < 2; i7++) {
        for (int64_t i8 = 0; i8 < 6; i8++) {
            y3[i7 * 6 + i8] = x0[i7 * 10 + (4 + i8)];
        }
    }
    for (int64_t i9 = 0; i9 < 2; i9++) {
        for (int64_t i10 = 0; i10 < 0; i10++) {
            y4[i9 * 0 + i10] = x0[i9 * 10 + (10 + i10)];
        }
    }
    return 0;
}

int32_t call_399(void *const *p, const int64_t *s, char *work);
int32_t call_399(void *const *p, const int64_t *s, char *work) {
    (void)p, (void)s, (void)work;
    return k_split7(p[0], p[1], p[2], p[3], p[4], p[5]);
}
int64_t work_399(const int64_t *s);
int64_t work_399(const int64_t *s) {
    (void)s;
    return 0;
}

static const char *const texts[] = {
    "",
    "nonzero: an index is out of range: dim 1 of 'y0' must be in [0, 4)",
    "scatter_elements: an index is out of range: dim 1 of 'y0' must be in [0, 3)",
    "scatter_elements: an index is out of range: dim 0 of 'y0' must be in [0, 3)",
    "scatter_elements: an index is out of range: dim 0 of 'work' must be in [0, 2)",
    "scatter_elements: an index is out of range: dim 0 of 'work' must be in [0, 3)",
    "scatter_elements: an index is out of range: dim 0 of 'counts' must be in [0, 3)",
    "scatter_elements: an index is out of range: dim 0 of 'y0' must be in [0, 2)",
    "scatter_elements: an index is out of range: dim 0 of 'work' must be in [0, 1)",
    "scatter_elements: an index is out of range: dim 0 of 'y0' must be in [0, 7)",
    "scatter_nd: an index is out of range: dim 0 of 'y0' must be in [0, 2)",
    "scatter_nd: an index is out of range: dim 1 of 'y0' must be in [0, 3)",
    "scatter_nd: an index is out of range: dim 0 of 'y0' must be in [0, 3)",
    "scatter_nd: an index is out of range: dim 0 of 'y0' must be in [0, 7)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 4)",
    "sort: an index is out of range: dim 1 of 'x0' must be in [0, 4)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 4)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 3)",
    "sort: an index is out of range: dim 0 of 'x0' must be in [0, 3)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 3)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 33)",
    "sort: an index is out of range: dim 0 of 'x0' must be in [0, 33)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 33)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 17)",
    "sort: an index is out of range: dim 0 of 'x0' must be in [0, 17)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 17)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 5)",
    "sort: an index is out of range: dim 0 of 'x0' must be in [0, 5)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 5)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 1)",
    "sort: an index is out of range: dim 1 of 'x0' must be in [0, 1)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 1)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 0)",
    "sort: an index is out of range: dim 1 of 'x0' must be in [0, 0)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 0)",
    "sort: an index is out of range: dim 1 of 'x0' must be in [0, 3)",
    "sort: an index is out of range: dim 1 of 'x0' must be in [0, 5)",
    "take: an index is out of range: dim 0 of 'x0' must be in [0, 3)",
    "take: an index is out of range: dim 1 of 'x0' must be in [0, 3)",
    "take: an index is out of range: dim 0 of 'x0' must be in [0, 7)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 3)",
    "topk: an index is out of range: dim 0 of 'x0' must be in [0, 3)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 3)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 9)",
    "topk: an index is out of range: dim 0 of 'x0' must be in [0, 9)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 9)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 17)",
    "topk: an index is out of range: dim 0 of 'x0' must be in [0, 17)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 17)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 4)",
    "topk: an index is out of range: dim 0 of 'x0' must be in [0, 4)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 4)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 5)",
    "topk: an index is out of range: dim 0 of 'x0' must be in [0, 5)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 5)",
    "topk: an index is out of range: dim 0 of 'order' must be in [0, 0)",
    "topk: an index is out of range: dim 1 of 'x0' must be in [0, 0)",
    "topk: an index is out of range: dim 0 of 'merged' must be in [0, 0)",
    "topk: an index is out of range: dim 1 of 'x0' must be in [0, 5)",
    "argmax: an index is out of range: dim 1 of 'x0' must be in [0, n)",
    "argmin: an index is out of range: dim 1 of 'x0' must be in [0, n)",
    "argsort: an index is out of range: dim 0 of 'order' must be in [0, 0)",
    "argsort: an index is out of range: dim 0 of 'x0' must be in [0, 0)",
    "argsort: an index is out of range: dim 0 of 'merged' must be in [0, 0)",
    "ccl.allgather: an index is out of range: dim 0 of 'x0' must be in [0, n)",
    "concat: an index is out of range: dim 0 of 'y0' must be in [0, 5)",
    "dynamic_strided_slice: an index is out of range: dim 0 of 'y1' must be in [0, 2)",
    "dynamic_strided_slice: an index is out of range: dim 0 of 'x0' must be in [0, 4)",
    "dynamic_strided_slice: an index is out of range: dim 1 of 'x0' must be in [0, n)",
    "dynamic_strided_slice: an index is out of range: dim 0 of 'y0' must be in [0, 4)",
    "dynamic_strided_slice: an index is out of range: dim 1 of 'y0' must be in [0, n)",
    "einsum: an index is out of range: dim 0 of 'x0' must be in [0, n)",
    "einsum: an index is out of range: dim 0 of 'x1' must be in [0, k)",
    "gather_elements: an index is out of range: dim 0 of 'x0' must be in [0, 2)",
    "gather_elements: an index is out of range: dim 1 of 'x0' must be in [0, n)",
    "gather_nd: an index is out of range: dim 1 of 'x0' must be in [0, 3)",
    "gather_nd: an index is out of range: dim 2 of 'x0' must be in [0, n)",
    "grad.max_pool2d_backward: an index is out of range: dim 2 of 'y0' must be in [0, 8)",
    "grad.max_pool2d_backward: an index is out of range: dim 3 of 'y0' must be in [0, 8)",
    "grad.nll_loss_backward: an index is out of range: dim 1 of 'y0' must be in [0, 10)",
    "grad.take_backward: an index is out of range: dim 1 of 'y0' must be in [0, 7)",
    "image.resize2d: an index is out of range: dim 2 of 'x0' must be in [0, h)",
    "image.resize2d: an index is out of range: dim 3 of 'x0' must be in [0, w)",
    "nn.avg_pool3d: an index is out of range: dim 2 of 'x0' must be in [0, d)",
    "nn.avg_pool3d: an index is out of range: dim 3 of 'x0' must be in [0, h)",
    "nn.avg_pool3d: an index is out of range: dim 4 of 'x0' must be in [0, w)",
    "nn.max_pool3d: an index is out of range: dim 2 of 'x0' must be in [0, d)",
    "nn.max_pool3d: an index is out of range: dim 3 of 'x0' must be in [0, h)",
    "nn.max_pool3d: an index is out of range: dim 4 of 'x0' must be in [0, w)",
    "nn.nll_loss: an index is out of range: dim 0 of 'x2' must be in [0, 10)",
    "nn.nll_loss: an index is out of range: dim 1 of 'x0' must be in [0, 10)",
    "nn.nll_loss: an index is out of range: dim 0 of 'x0' must be in [0, 10)",
    "nn.pad: an index is out of range: dim 0 of 'x0' must be in [0, 1)",
    "nn.pad: an index is out of range: dim 1 of 'x0' must be in [0, h)",
    "nonzero: an index is out of range: dim 1 of 'y0' must be in [0, 2 * n)",
    "repeat: an index is out of range: dim 0 of 'x0' must be in [0, 2)",
    "repeat: an index is out of range: dim 1 of 'x0' must be in [0, n)",
    "reshape: an index is out of range: dim 0 of 'x0' must be in [0, n)",
    "scatter_nd: an index is out of range: dim 0 of 'y0' must be in [0, 8)",
    "sort: an index is out of range: dim 0 of 'order' must be in [0, 2)",
    "sort: an index is out of range: dim 0 of 'x0' must be in [0, 2)",
    "sort: an index is out of range: dim 0 of 'merged' must be in [0, 2)",
};
const char *const *get_texts(void);
const char *const *get_texts(void) { return texts; }
