/* SPDX-License-Identifier: Apache-2.0 */
/* Element types. The half types are converted through double in one rounding: the exponent decides
 * the weight of the last kept bit, and ldexp and nearbyint do the rest exactly. */
#include "tensor/dtype.h"

#include <math.h>

static const struct {
    const char *name;
    DTypeKind kind;
    uint8_t bits;
} rows[] = {
#define DTYPE(id, name, kind, bytes) {name, DTYPE_KIND_##kind, 8 * (bytes)},
#define SMALL(id, name, kind, bits, mantissa, bias, max, over, nan) {name, DTYPE_KIND_##kind, bits},
#include "tensor/dtype.def"
};

/* Of the small types. */
static const struct {
    uint8_t mantissa, bias, max, over, nan;
} formats[] = {
#define DTYPE(id, name, kind, bytes)
#define SMALL(id, name, kind, bits, mantissa, bias, max, over, nan)                                \
    [DTYPE_##id] = {mantissa, bias, max, over, nan},
#include "tensor/dtype.def"
};

static const bool small[DTYPE_COUNT] = {
#define DTYPE(id, name, kind, bytes)
#define SMALL(id, name, kind, bits, mantissa, bias, max, over, nan) [DTYPE_##id] = true,
#include "tensor/dtype.def"
};

const char *dtype_name(DType t) { return rows[t].name; }
DTypeKind dtype_kind(DType t) { return rows[t].kind; }
uint32_t dtype_bits(DType t) { return rows[t].bits; }
bool dtype_is_small(DType t) { return small[t]; }
bool dtype_is_packed(DType t) { return rows[t].bits % 8 != 0; }
uint32_t dtype_size_up(DType t) { return (rows[t].bits + 7u) / 8; }
uint32_t dtype_per_byte(DType t) { return dtype_is_packed(t) ? 8 / rows[t].bits : 1; }

size_t dtype_size(DType t) {
    if (dtype_is_packed(t)) BUG("%s has no size in bytes", dtype_name(t));
    return rows[t].bits / 8;
}

bool dtype_bytes(DType t, int64_t count, int64_t *bytes) {
    if (!dtype_is_packed(t)) return mul_i64(count, (int64_t)dtype_size(t), bytes);
    const int64_t each = dtype_per_byte(t);
    *bytes = count / each + (count % each != 0);
    return true;
}

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

/* ---- small types ---- */

DTypeFormat dtype_format(DType t) {
    return (DTypeFormat){.bits = rows[t].bits,
                         .mantissa = formats[t].mantissa,
                         .bias = formats[t].bias,
                         .max = formats[t].max,
                         .over = formats[t].over,
                         .nan = formats[t].nan,
                         .has_sign = t != DTYPE_FLOAT8E8M0,
                         .has_negative_zero = t != DTYPE_FLOAT8E8M0 && formats[t].nan != 0x80,
                         .has_infinities = rows[t].bits == 8 && formats[t].over < formats[t].nan};
}

/* A power of two, 2^(code - bias). */
static uint8_t power_from_double(double v, bool saturates, DTypeRound round, DTypeFormat f) {
    int exp;
    if (isnan(v) || v < 0) return f.nan;
    if (v == 0) return saturates ? 0 : f.nan;
    if (isinf(v)) return saturates ? f.max : f.nan;
    const double fraction = frexp(v, &exp); /* of [0.5, 1) */
    const bool is_up =
        round == DTYPE_ROUND_UP ? fraction > 0.5 : round == DTYPE_ROUND_NEAREST && fraction >= 0.75;
    const int code = exp - 1 + is_up + f.bias;
    if (code > f.max) return saturates ? f.max : f.nan;
    if (code < 0) return saturates ? 0 : f.nan;
    return (uint8_t)code;
}

uint8_t dtype_encode(DType t, double v, bool saturates, DTypeRound round) {
    const DTypeFormat f = dtype_format(t);
    if (t == DTYPE_FLOAT8E8M0) return power_from_double(v, saturates, round, f);
    const uint8_t sign = signbit(v) ? (uint8_t)(1 << (f.bits - 1)) : 0;
    /* A NaN keeps its sign where the type has NaN of both. */
    if (isnan(v)) return f.nan | (f.nan < 0x80 && f.bits == 8 ? sign : 0);
    int exp;
    double a = fabs(v);
    uint32_t code = UINT32_MAX;
    if (!isinf(a)) {
        frexp(a, &exp);
        int e = a == 0 || exp - 1 < 1 - f.bias ? 1 - f.bias : exp - 1;
        if (e <= f.bias + 1) { /* else it is past all of them */
            code = (uint32_t)nearbyint(ldexp(a, f.mantissa - e));
            code += (uint32_t)((e - 1 + f.bias) << f.mantissa);
        }
    }
    if (code > f.max) code = saturates ? f.max : f.over;
    if (code == 0) return f.has_negative_zero ? sign : 0;
    return (uint8_t)(code | (code == 0x80 ? 0 : sign));
}

double dtype_decode(DType t, uint8_t code) {
    const DTypeFormat f = dtype_format(t);
    if (!f.has_sign) return code == f.nan ? (double)NAN : ldexp(1, code - f.bias);
    const bool sign = code >> (f.bits - 1) & 1;
    const int a = code & ((1 << (f.bits - 1)) - 1);
    double v;
    if (f.bits == 8 && (f.has_negative_zero ? a > f.over || a == f.nan : code == f.nan)) {
        v = (double)NAN;
    } else if (a > f.max) {
        v = (double)INFINITY;
    } else {
        const int exp = a >> f.mantissa, fraction = a & ((1 << f.mantissa) - 1);
        v = exp ? ldexp(fraction + (1 << f.mantissa), exp - f.bias - f.mantissa)
                : ldexp(fraction, 1 - f.bias - f.mantissa);
    }
    return sign ? -v : v;
}

uint8_t dtype_get_code(DType t, const void *data, size_t i) {
    const unsigned each = dtype_per_byte(t), bits = rows[t].bits;
    return (uint8_t)(((const uint8_t *)data)[i / each] >> i % each * bits & ((1u << bits) - 1));
}

void dtype_set_code(DType t, void *data, size_t i, uint8_t code) {
    const unsigned each = dtype_per_byte(t), bits = rows[t].bits,
                   shift = (unsigned)(i % each) * bits;
    const unsigned mask = (1u << bits) - 1;
    uint8_t *at = (uint8_t *)data + i / each;
    *at = (uint8_t)((*at & ~(mask << shift)) | (code & mask) << shift);
}

static int64_t small_int(DType t, uint8_t code) {
    const unsigned top = 1u << (rows[t].bits - 1);
    return dtype_kind(t) == DTYPE_KIND_INT ? (int64_t)(code ^ top) - (int64_t)top : code;
}

/* clang-format off */
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
    case DTYPE_STRING: /* its bits, which tell it from others */
    case DTYPE_INT64: { READ(int64_t); return v; }
    case DTYPE_UINT16: { READ(uint16_t); return v; }
    case DTYPE_UINT32: { READ(uint32_t); return v; }
    case DTYPE_UINT64: { READ(uint64_t); return (int64_t)v; }
    case DTYPE_INT4:
    case DTYPE_UINT4:
    case DTYPE_INT2:
    case DTYPE_UINT2: return small_int(t, dtype_get_code(t, at, 0));
    default: BUG("no integer: %s", dtype_name(t));
    }
}

double dtype_read_double(DType t, const void *at) {
    switch (t) {
    case DTYPE_FLOAT16: { READ(uint16_t); return float16_to_double(v); }
    case DTYPE_BFLOAT16: { READ(uint16_t); return bfloat16_to_double(v); }
    case DTYPE_FLOAT32: { READ(float); return (double)v; }
    case DTYPE_FLOAT64: { READ(double); return v; }
    case DTYPE_STRING: return (double)NAN; /* no number */
    case DTYPE_UINT64: { READ(uint64_t); return (double)v; }
    default: {
        const bool decodes = small[t] && dtype_is_float(t);
        return decodes ? dtype_decode(t, dtype_get_code(t, at, 0)) : (double)dtype_read_int(t, at);
    }
    }
}
/* clang-format on */

#define STORE_AS(T, value)                                                                         \
    do {                                                                                           \
        T v_ = (T)(value);                                                                         \
        memcpy(at, &v_, sizeof v_);                                                                \
    } while (0)

void dtype_write_double(DType t, void *at, double v) {
    switch (t) {
    case DTYPE_FLOAT16: STORE_AS(uint16_t, float16_from_double(v)); break;
    case DTYPE_BFLOAT16: STORE_AS(uint16_t, bfloat16_from_double(v)); break;
    case DTYPE_FLOAT32: STORE_AS(float, v); break;
    case DTYPE_FLOAT64: STORE_AS(double, v); break;
    default:
        if (!small[t]) BUG("no float: %s", dtype_name(t));
        /* An infinity stays where there is one: what is written of a constant is read as the
         * same. */
        dtype_set_code(
            t, at, 0,
            dtype_encode(t, v, !(isinf(v) && dtype_format(t).has_infinities), DTYPE_ROUND_UP));
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
        STORE_AS(uint8_t, v);
        return true;
    }
    if (t == DTYPE_STRING) return false;
    unsigned bits = dtype_bits(t);
    if (dtype_kind(t) == DTYPE_KIND_UINT) {
        if (v < 0 || (bits < 64 && v >> bits)) return false;
    } else if (bits < 64 && (v < -((int64_t)1 << (bits - 1)) || v >= (int64_t)1 << (bits - 1))) {
        return false;
    }
    switch (bits) {
    case 2:
    case 4: dtype_set_code(t, at, 0, (uint8_t)v); break;
    case 8: STORE_AS(uint8_t, v); break;
    case 16: STORE_AS(uint16_t, v); break;
    case 32: STORE_AS(uint32_t, v); break;
    case 64: STORE_AS(uint64_t, v); break;
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
    STORE_AS(uint64_t, v);
    return true;
}

/* ---- by index ---- */

/* Element i, where it is not packed. */
#define ELEMENT_AT(data) ((data) + i * dtype_size(t))

double dtype_get_double(DType t, const void *data, size_t i) {
    if (!dtype_is_packed(t)) return dtype_read_double(t, ELEMENT_AT((const char *)data));
    const uint8_t code = dtype_get_code(t, data, i);
    return dtype_read_double(t, &code);
}

int64_t dtype_get_int(DType t, const void *data, size_t i) {
    if (!dtype_is_packed(t)) return dtype_read_int(t, ELEMENT_AT((const char *)data));
    const uint8_t code = dtype_get_code(t, data, i);
    return dtype_read_int(t, &code);
}

void dtype_set_double(DType t, void *data, size_t i, double v) {
    uint8_t code = 0;
    if (!dtype_is_packed(t)) {
        dtype_write_double(t, ELEMENT_AT((char *)data), v);
        return;
    }
    dtype_write_double(t, &code, v);
    dtype_set_code(t, data, i, code);
}

bool dtype_set_int(DType t, void *data, size_t i, int64_t v) {
    uint8_t code = 0;
    if (!dtype_is_packed(t)) return dtype_write_int(t, ELEMENT_AT((char *)data), v);
    if (!dtype_write_int(t, &code, v)) return false;
    dtype_set_code(t, data, i, code);
    return true;
}

uint8_t dtype_foreign_code(DType t) {
    switch (t) {
    case DTYPE_BFLOAT16: return 4;
    case DTYPE_FLOAT8E3M4: return 7;
    case DTYPE_FLOAT8E4M3: return 8;
    case DTYPE_FLOAT8E4M3B11FNUZ: return 9;
    case DTYPE_FLOAT8E4M3FN: return 10;
    case DTYPE_FLOAT8E4M3FNUZ: return 11;
    case DTYPE_FLOAT8E5M2: return 12;
    case DTYPE_FLOAT8E5M2FNUZ: return 13;
    case DTYPE_FLOAT8E8M0: return 14;
    case DTYPE_FLOAT4E2M1: return 17;
    default: break;
    }
    switch (dtype_kind(t)) {
    case DTYPE_KIND_INT: return 0;
    case DTYPE_KIND_UINT: return 1;
    case DTYPE_KIND_FLOAT: return 2;
    case DTYPE_KIND_BOOL: return 6;
    case DTYPE_KIND_VOID:
    case DTYPE_KIND_STRING: break;
    }
    return 0xff;
}

bool number_is_near(double a, double b, double rtol, double atol) {
    if (a == b || (isnan(a) && isnan(b))) return true;
    return isfinite(a) && isfinite(b) && fabs(a - b) <= atol + rtol * fabs(b);
}
