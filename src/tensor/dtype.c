/* SPDX-License-Identifier: Apache-2.0 */
/* Element types. The half types are converted through double in one rounding: the exponent decides
 * the weight of the last kept bit, and ldexp and nearbyint do the rest exactly. */
#include "tensor/dtype.h"

#include <math.h>

static const struct {
    const char *name;
    DTypeKind kind;
    uint8_t bytes;
} rows[] = {
#define DTYPE(id, name, kind, bytes) {name, DTYPE_KIND_##kind, bytes},
#include "tensor/dtype.def"
};

const char *dtype_name(DType t) { return rows[t].name; }
DTypeKind dtype_kind(DType t) { return rows[t].kind; }
size_t dtype_size(DType t) { return rows[t].bytes; }

bool dtype_parse(Str name, DType *out) {
    *out = DTYPE_VOID;
    if (name.len == 0) return true;
    for (size_t i = 0; i < DTYPE_COUNT; i++) {
        if (str_eq_c(name, rows[i].name)) {
            *out = (DType)i;
            return true;
        }
    }
    return false;
}

/* To a binary format with `mant` stored significand bits and `bias`, sign in bit 15. */
static uint16_t half_from_double(double v, int mant, int bias) {
    uint16_t sign = signbit(v) ? 0x8000u : 0;
    uint16_t inf = (uint16_t)((2 * bias + 1) << mant);
    if (isnan(v)) return (uint16_t)(sign | inf | (1u << (mant - 1)));
    double a = fabs(v);
    int exp = 0;
    if (a == 0) return sign;
    if (isinf(a)) return sign | inf;
    frexp(a, &exp); /* a = f * 2^exp, f in [0.5, 1) */
    int e = exp - 1;
    if (e < 1 - bias) e = 1 - bias; /* subnormal: the last bit weighs 2^(1 - bias - mant) */
    double scaled = nearbyint(ldexp(a, mant - e));
    uint32_t bits = (uint32_t)scaled + (uint32_t)((e - 1 + bias) << mant);
    return (uint16_t)(sign | (bits > inf ? inf : (uint16_t)bits));
}

static double half_to_double(uint16_t bits, int mant, int bias) {
    int exp_all = 2 * bias + 1;
    int exp = (bits & 0x7FFF) >> mant;
    int frac = bits & ((1 << mant) - 1);
    double v;
    if (exp == exp_all) {
        v = frac ? (double)NAN : (double)INFINITY;
    } else if (exp == 0) {
        v = ldexp(frac, 1 - bias - mant);
    } else {
        v = ldexp(frac + (1 << mant), exp - bias - mant);
    }
    return bits & 0x8000 ? -v : v;
}

uint16_t float16_from_double(double v) { return half_from_double(v, 10, 15); }
uint16_t bfloat16_from_double(double v) { return half_from_double(v, 7, 127); }
double float16_to_double(uint16_t bits) { return half_to_double(bits, 10, 15); }
double bfloat16_to_double(uint16_t bits) { return half_to_double(bits, 7, 127); }

#define READ(T)                                                                                    \
    T v;                                                                                           \
    memcpy(&v, at, sizeof v)

int64_t dtype_read_int(DType t, const void *at) {
    switch (t) {
    case DTYPE_BOOL:
    case DTYPE_UINT8: { READ(uint8_t); return v; }
    case DTYPE_INT8: { READ(int8_t); return v; }
    case DTYPE_INT16: { READ(int16_t); return v; }
    case DTYPE_INT32: { READ(int32_t); return v; }
    case DTYPE_INT64: { READ(int64_t); return v; }
    case DTYPE_UINT16: { READ(uint16_t); return v; }
    case DTYPE_UINT32: { READ(uint32_t); return v; }
    case DTYPE_UINT64: { READ(uint64_t); return (int64_t)v; }
    default: BUG("no integer: %s", dtype_name(t));
    }
}

double dtype_read_double(DType t, const void *at) {
    switch (t) {
    case DTYPE_FLOAT16: { READ(uint16_t); return float16_to_double(v); }
    case DTYPE_BFLOAT16: { READ(uint16_t); return bfloat16_to_double(v); }
    case DTYPE_FLOAT32: { READ(float); return (double)v; }
    case DTYPE_FLOAT64: { READ(double); return v; }
    case DTYPE_UINT64: { READ(uint64_t); return (double)v; }
    default: return (double)dtype_read_int(t, at);
    }
}

#define WRITE(T, value)                                                                            \
    do {                                                                                           \
        T v_ = (T)(value);                                                                         \
        memcpy(at, &v_, sizeof v_);                                                                \
    } while (0)

void dtype_write_double(DType t, void *at, double v) {
    switch (t) {
    case DTYPE_FLOAT16: WRITE(uint16_t, float16_from_double(v)); break;
    case DTYPE_BFLOAT16: WRITE(uint16_t, bfloat16_from_double(v)); break;
    case DTYPE_FLOAT32: WRITE(float, v); break;
    case DTYPE_FLOAT64: WRITE(double, v); break;
    default: BUG("no float: %s", dtype_name(t));
    }
}

/* `v` as a double whose last bit is set when bits were lost (rounding to odd), so that a second
 * rounding, to a type of 24 bits or less, comes out as the only one. */
static double odd_double(uint64_t v) {
    int drop = v >> 53 ? 11 - __builtin_clzll(v) : 0;
    uint64_t kept = v >> drop;
    if (kept << drop != v) kept |= 1;
    return ldexp((double)kept, drop);
}

bool dtype_write_int(DType t, void *at, int64_t v) {
    BUG_IF(t == DTYPE_VOID);
    if (dtype_is_float(t)) {
        double d = v < 0 ? -odd_double(0 - (uint64_t)v) : odd_double((uint64_t)v);
        dtype_write_double(t, at, t == DTYPE_FLOAT64 ? (double)v : d);
        return true;
    }
    if (t == DTYPE_BOOL) {
        if (v != 0 && v != 1) return false;
        WRITE(uint8_t, v);
        return true;
    }
    unsigned bits = (unsigned)dtype_size(t) * 8;
    if (dtype_kind(t) == DTYPE_KIND_UINT) {
        if (v < 0 || (bits < 64 && v >> bits)) return false;
    } else if (bits < 64 && (v < -((int64_t)1 << (bits - 1)) || v >= (int64_t)1 << (bits - 1))) {
        return false;
    }
    switch (bits) {
    case 8: WRITE(uint8_t, v); break;
    case 16: WRITE(uint16_t, v); break;
    case 32: WRITE(uint32_t, v); break;
    case 64: WRITE(uint64_t, v); break;
    default: BUG("no element type: %s", dtype_name(t));
    }
    return true;
}

bool dtype_write_uint(DType t, void *at, uint64_t v) {
    if (v <= INT64_MAX) return dtype_write_int(t, at, (int64_t)v);
    if (dtype_is_float(t)) {
        dtype_write_double(t, at, t == DTYPE_FLOAT64 ? (double)v : odd_double(v));
        return true;
    }
    if (t != DTYPE_UINT64) return false;
    WRITE(uint64_t, v);
    return true;
}
