/* SPDX-License-Identifier: Apache-2.0 */
/* Small types in loops: codes out of bytes and into them, floats from codes and to them, all in
 * integer arithmetic. */
#include "ops/small.h"

#include <math.h>

/* What holds one element of a small type: int8 or uint8; another type itself. */
static DType small_carrier(DType t) {
    if (!dtype_is_small(t)) return t;
    return dtype_kind(t) == DTYPE_KIND_INT ? DTYPE_INT8 : DTYPE_UINT8;
}

const IrType *small_carrier_type(IrModule *m, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = small_carrier_type(m, t->fields[i]);
        return ir_type_tuple(m, fields, t->n);
    }
    if (t->kind != IR_TYPE_TENSOR || !dtype_is_small(t->dtype)) return t;
    return ir_type_tensor(m, t->dims, t->ndim, small_carrier(t->dtype));
}

const IrType *lower_storage_type(IrModule *m, const IrType *t) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims || !dtype_is_small(t->dtype)) return t;
    if (!dtype_is_packed(t->dtype)) return ir_type_tensor(m, t->dims, t->ndim, DTYPE_UINT8);
    const int64_t each = dtype_per_byte(t->dtype);
    const IrDim *n = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (ir_dim_is(t->dims[i], 0)) n = t->dims[i];
    }
    for (int32_t i = 0; i < t->ndim && !ir_dim_is(n, 0); i++) n = ir_dim_mul(m, n, t->dims[i]);
    n = ir_dim_floordiv(m, ir_dim_offset(m, n, each - 1), ir_dim_const(m, each));
    return ir_type_tensor(m, &n, 1, DTYPE_UINT8);
}

bool small_is_in(const IrTypes *types) {
    bool is_in = false;
    for (size_t i = 0; i < types->len; i++) is_in |= dtype_is_small(types->at[i]->dtype);
    return is_in;
}

/* ---- floats from codes ---- */

static const LoopExpr *bits(OpLower *low, DType t, uint64_t v) {
    return loop_int(low->b, t, (int64_t)v);
}

/* `code` is a uint8. The fields of a format that has float32's layout move there, and one exact
 * product puts the exponent right, of denormals too. */
static const LoopExpr *decode(OpLower *low, DType t, const LoopExpr *code) {
    const DTypeFormat f = dtype_format(t);
    const LoopExpr *nan = loop_float(low->b, DTYPE_FLOAT32, (double)NAN);
    if (t == DTYPE_FLOAT8E5M2) { /* the upper half of a float16 */
        const LoopExpr *half =
            l_op2(low, LOOP_SHL, l_cast(low, DTYPE_UINT16, code), bits(low, DTYPE_UINT16, 8));
        return l_cast(low, DTYPE_FLOAT32, loop_reinterpret(low->b, DTYPE_FLOAT16, half));
    }
    const LoopExpr *c = l_cast(low, DTYPE_UINT32, code);
    if (!f.has_sign) { /* code 0 is a denormal of float32 */
        const LoopExpr *v = l_op2(low, LOOP_SHL, c, bits(low, DTYPE_UINT32, 23));
        v = l_select(low, l_eq(low, c, bits(low, DTYPE_UINT32, 0)),
                     bits(low, DTYPE_UINT32, 1u << 22), v);
        v = loop_reinterpret(low->b, DTYPE_FLOAT32, v);
        return l_select(low, l_eq(low, c, bits(low, DTYPE_UINT32, f.nan)), nan, v);
    }
    const uint32_t top = 1u << (f.bits - 1);
    const LoopExpr *mag = l_op2(low, LOOP_BITAND, c, bits(low, DTYPE_UINT32, top - 1)),
                   *sign = l_op2(low, LOOP_BITAND, c, bits(low, DTYPE_UINT32, top));
    const LoopExpr *low_part = l_op2(low, LOOP_SHL, mag, bits(low, DTYPE_UINT32, 23u - f.mantissa)),
                   *high_part = l_op2(low, LOOP_SHL, sign, bits(low, DTYPE_UINT32, 32u - f.bits));
    const LoopExpr *v =
        loop_reinterpret(low->b, DTYPE_FLOAT32, l_op2(low, LOOP_BITOR, low_part, high_part));
    v = l_mul(low, v, loop_float(low->b, DTYPE_FLOAT32, ldexp(1, 127 - f.bias)));
    if (f.bits < 8) return v; /* has no NaN */
    if (f.has_infinities) {
        const LoopExpr *infinity =
            l_op2(low, LOOP_BITOR, bits(low, DTYPE_UINT32, 0x7f800000), high_part);
        v = l_select(low, l_eq(low, mag, bits(low, DTYPE_UINT32, f.over)),
                     loop_reinterpret(low->b, DTYPE_FLOAT32, infinity), v);
        return l_select(low, l_lt(low, bits(low, DTYPE_UINT32, f.over), mag), nan, v);
    }
    return l_select(low, l_eq(low, f.has_negative_zero ? mag : c, bits(low, DTYPE_UINT32, f.nan)),
                    nan, v);
}

/* ---- codes from floats ---- */

/* A float type as words. */
typedef struct {
    DType type, word;
    uint32_t bits, mantissa, bias;
} Words;

static const Words words[] = {{DTYPE_FLOAT32, DTYPE_UINT32, 32, 23, 127},
                              {DTYPE_FLOAT64, DTYPE_UINT64, 64, 52, 1023}};

/* An integer as a float64 that rounds as it does: of more than 53 bits, the low ones become one
 * that says whether there were any. */
static const LoopExpr *as_double(OpLower *low, const LoopExpr *x) {
    if (dtype_bits(x->dtype) < 64) return l_cast(low, DTYPE_FLOAT64, x);
    const DType t = x->dtype;
    const LoopExpr *rest = l_op2(low, LOOP_BITAND, x, bits(low, t, 0x7ff));
    const LoopExpr *kept = l_sub(low, x, rest), *sticky = bits(low, t, 0x800);
    const LoopExpr *odd =
        l_op2(low, LOOP_BITOR, kept,
              l_select(low, l_eq(low, rest, bits(low, t, 0)), bits(low, t, 0), sticky));
    const LoopExpr *most = bits(low, t, (uint64_t)1 << 53);
    const LoopExpr *is_wide = l_lt(low, most, x);
    if (dtype_kind(t) == DTYPE_KIND_INT)
        is_wide = l_or(low, is_wide, l_lt(low, x, l_op1(low, LOOP_NEG, most)));
    return l_cast(low, DTYPE_FLOAT64, l_select(low, is_wide, odd, x));
}

/* x, evaluated once. */
static const LoopExpr *once(OpLower *low, const LoopExpr *x) {
    return loop_var(low->b, loop_let(low->b, "x", x));
}

/* A power of two, 2^(code - 127): of a double, whose exponent reaches further. */
static const LoopExpr *encode_power(OpLower *low, DType to, const LoopExpr *x, SmallCast how) {
    const DTypeFormat f = dtype_format(to);
    const DType w = DTYPE_INT64;
    const LoopExpr *u = once(low, loop_reinterpret(low->b, w, l_cast(low, DTYPE_FLOAT64, x)));
    const LoopExpr *fraction = l_op2(low, LOOP_BITAND, u, bits(low, w, ((uint64_t)1 << 52) - 1)),
                   *exponent = l_op2(low, LOOP_SHR, u, bits(low, w, 52));
    const uint64_t from = how.round == DTYPE_ROUND_UP        ? 1
                          : how.round == DTYPE_ROUND_NEAREST ? (uint64_t)1 << 51
                                                             : (uint64_t)1 << 52;
    const LoopExpr *up = l_cast(low, w, l_le(low, bits(low, w, from), fraction));
    const LoopExpr *code =
        once(low, l_sub(low, l_add(low, exponent, up), bits(low, w, 1023 - 127)));
    const LoopExpr *nan = bits(low, w, f.nan), *zero = bits(low, w, 0);
    const LoopExpr *over = how.saturates ? bits(low, w, f.max) : nan,
                   *under = how.saturates ? zero : nan;
    const LoopExpr *y = l_select(low, l_lt(low, bits(low, w, f.max), code), over, code);
    y = l_select(low, l_lt(low, code, zero), under, y);
    /* Negative, or NaN: as integers above infinity. A negative zero is one. */
    const LoopExpr *magnitude = l_op2(low, LOOP_BITAND, u, bits(low, w, INT64_MAX));
    const LoopExpr *is_nan = l_lt(low, bits(low, w, (uint64_t)0x7ff << 52), magnitude);
    const LoopExpr *is_negative = l_and(low, l_lt(low, u, zero), l_lt(low, zero, magnitude));
    y = l_select(low, l_eq(low, magnitude, zero), under, y);
    return l_cast(low, DTYPE_UINT8, l_select(low, l_or(low, is_nan, is_negative), nan, y));
}

/* Of a float32 or float64. Normal results: the bits that do not stay are rounded off, ties to even,
 * and the exponents are brought together; subnormal ones: the number of units, as nearbyint gives
 * it. */
static const LoopExpr *encode(OpLower *low, DType to, const LoopExpr *x, SmallCast how) {
    const DTypeFormat f = dtype_format(to);
    const Words *s = &words[x->dtype == DTYPE_FLOAT64];
    const DType w = s->word;
    x = once(low, x);
    const LoopExpr *u = once(low, loop_reinterpret(low->b, w, x));
    const LoopExpr *a =
        once(low, l_op2(low, LOOP_BITAND, u, bits(low, w, ((uint64_t)1 << (s->bits - 1)) - 1)));
    const uint32_t shift = s->mantissa - f.mantissa;
    const LoopExpr *drop = bits(low, w, shift);
    const LoopExpr *odd = l_op2(low, LOOP_BITAND, l_op2(low, LOOP_SHR, a, drop), bits(low, w, 1));
    const LoopExpr *round = l_add(low, bits(low, w, ((uint64_t)1 << (shift - 1)) - 1), odd);
    const LoopExpr *normal = l_sub(low, l_op2(low, LOOP_SHR, l_add(low, a, round), drop),
                                   bits(low, w, (uint64_t)(s->bias - f.bias) << f.mantissa));
    const LoopExpr *unit = loop_float(low->b, s->type, ldexp(1, f.bias - 1 + f.mantissa));
    const LoopExpr *units = l_op1(low, LOOP_ROUND, l_mul(low, l_op1(low, LOOP_ABS, x), unit));
    const LoopExpr *least = bits(low, w, (uint64_t)(s->bias + 1 - f.bias) << s->mantissa);
    const LoopExpr *code = l_select(low, l_lt(low, a, least), l_cast(low, w, units), normal);
    code = once(low, code);
    const LoopExpr *over = bits(low, w, how.saturates ? f.max : f.over);
    code = l_select(low, l_lt(low, bits(low, w, f.max), code), over, code);
    const LoopExpr *top = l_op2(low, LOOP_SHR, u, bits(low, w, s->bits - f.bits));
    const LoopExpr *sign = l_op2(low, LOOP_BITAND, top, bits(low, w, (uint64_t)1 << (f.bits - 1)));
    const LoopExpr *nan = bits(low, w, f.nan), *is_nan;
    const uint64_t infinity = ((uint64_t)1 << (s->bits - 1)) - ((uint64_t)1 << s->mantissa);
    is_nan = l_lt(low, bits(low, w, infinity), a);
    if (f.has_negative_zero) { /* as NaN of both signs */
        const LoopExpr *y =
            l_op2(low, LOOP_BITOR, l_select(low, is_nan, f.bits == 8 ? nan : code, code), sign);
        return l_cast(low, DTYPE_UINT8, f.bits == 8 ? y : l_select(low, is_nan, nan, y));
    }
    code = once(low, code);
    const LoopExpr *is_zero = l_eq(low, code, bits(low, w, 0)), *is_over = l_eq(low, code, nan);
    const LoopExpr *y =
        l_select(low, l_or(low, is_zero, is_over), code, l_op2(low, LOOP_BITOR, code, sign));
    return l_cast(low, DTYPE_UINT8, l_select(low, is_nan, nan, y));
}

static bool is_wide_float(DType t) { return t == DTYPE_FLOAT32 || t == DTYPE_FLOAT64; }

const LoopExpr *small_convert(OpLower *low, DType to, const LoopExpr *x, SmallCast how) {
    if (!dtype_is_small(to)) return l_cast(low, to, x);
    if (low->copies) return x;
    if (dtype_is_float(to)) {
        const bool is_int = dtype_is_int(x->dtype);
        if (is_int && dtype_bits(x->dtype) > 16) x = as_double(low, x);
        if (!is_wide_float(x->dtype)) x = l_cast(low, DTYPE_FLOAT32, x);
        return to == DTYPE_FLOAT8E8M0 ? encode_power(low, to, x, how) : encode(low, to, x, how);
    }
    const DType carrier = small_carrier(to);
    /* wraps */
    return l_cast(low, carrier, dtype_is_float(x->dtype) ? l_cast(low, DTYPE_INT32, x) : x);
}

const LoopExpr *small_clamp(OpLower *low, DType to, const LoopExpr *x) {
    if (!dtype_is_small(to) || dtype_is_float(to)) return x;
    const bool has_sign = dtype_kind(to) == DTYPE_KIND_INT;
    const int64_t most = ((int64_t)1 << (dtype_bits(to) - has_sign)) - 1,
                  least = has_sign ? -most - 1 : 0;
    const LoopExpr *i = l_cast(low, DTYPE_INT32, x); /* which saturates */
    i = l_op2(low, LOOP_MIN, i, l_num(low, DTYPE_INT32, (double)most));
    return l_op2(low, LOOP_MAX, i, l_num(low, DTYPE_INT32, (double)least));
}

/* ---- bytes ---- */

/* Element number of an index. */
static const LoopExpr *flat(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index) {
    const LoopExpr *at = l_index(low, 0);
    for (uint32_t i = 0; i < b->ndim; i++) at = l_add(low, l_mul(low, at, b->dims[i]), index[i]);
    return at;
}

static const SmallBuffer *find(const OpLower *low, const LoopBuffer *b) {
    for (size_t i = 0; i < low->views.len; i++) {
        if (low->views.at[i].view == b) return &low->views.at[i];
    }
    return NULL;
}

/* The element of view b at the index; NULL: b is no view. */
static const LoopExpr *load_view(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index) {
    const SmallBuffer *v = find(low, b);
    if (!v || v->view == v->bytes) return NULL;
    const DType t = v->dtype;
    const LoopExpr *code;
    if (dtype_is_packed(t)) {
        const int64_t each = dtype_per_byte(t), width = dtype_bits(t);
        const LoopExpr *at = flat(low, b, index);
        const LoopExpr *byte_at = l_op2(low, LOOP_FLOORDIV, at, l_index(low, each)),
                       *place = l_op2(low, LOOP_FLOORMOD, at, l_index(low, each));
        const LoopExpr *byte = loop_load(low->b, v->bytes, &byte_at);
        const LoopExpr *shift = l_cast(low, DTYPE_UINT8, l_mul(low, place, l_index(low, width)));
        code = l_op2(low, LOOP_BITAND, l_op2(low, LOOP_SHR, byte, shift),
                     bits(low, DTYPE_UINT8, (1u << width) - 1));
        if (dtype_kind(t) == DTYPE_KIND_INT) { /* with its sign */
            const LoopExpr *top = bits(low, DTYPE_INT8, 1u << (width - 1));
            return l_sub(low, l_op2(low, LOOP_BITXOR, l_cast(low, DTYPE_INT8, code), top), top);
        }
    } else {
        code = loop_load(low->b, v->bytes, index);
    }
    return v->decodes && dtype_is_float(t) ? decode(low, t, code) : code;
}

const LoopBuffer *small_view(OpLower *low, const LoopBuffer *p, const IrType *t, bool decodes) {
    if (!dtype_is_small(t->dtype)) return p;
    decodes = decodes && dtype_is_float(t->dtype);
    if (!dtype_is_packed(t->dtype) && !decodes) return p; /* the codes themselves */
    const LoopExpr **dims = lower_exprs(low, (uint32_t)t->ndim);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = lower_dim(low, t->dims[d]);
    /* no buffer of the function: see load_view */
    LoopBuffer *view = ARENA_NEW(low->b->arena, LoopBuffer);
    *view = (LoopBuffer){.name = p->name,
                         .kind = p->kind,
                         .dtype = decodes ? DTYPE_FLOAT32 : small_carrier(t->dtype),
                         .ndim = (uint32_t)t->ndim,
                         .dims = dims};
    vec_push(low->b->arena, &low->views, ((SmallBuffer){view, p, t->dtype, decodes, false}));
    return view;
}

const LoopBuffer *small_target(OpLower *low, const LoopBuffer *p, const IrType *t) {
    if (!dtype_is_packed(t->dtype)) return p;
    const LoopExpr **dims = lower_exprs(low, (uint32_t)t->ndim);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = lower_dim(low, t->dims[d]);
    const char *name = arena_printf(low->b->arena, "%s_elements", p->name);
    const LoopBuffer *made =
        loop_local(low->b, name, small_carrier(t->dtype), dims, (uint32_t)t->ndim);
    vec_push(low->b->arena, &low->views, ((SmallBuffer){made, p, t->dtype, false, true}));
    return made;
}

/* The index of element `at`. */
static const LoopExpr **place_of(OpLower *low, const LoopBuffer *b, const LoopExpr *at) {
    const LoopExpr **index = lower_exprs(low, b->ndim);
    for (uint32_t i = b->ndim; i-- > 0;) {
        index[i] = i ? l_op2(low, LOOP_FLOORMOD, at, b->dims[i]) : at;
        if (i) at = l_op2(low, LOOP_FLOORDIV, at, b->dims[i]);
    }
    return index;
}

static void pack_one(OpLower *low, const SmallBuffer *s) {
    const int64_t each = dtype_per_byte(s->dtype), width = dtype_bits(s->dtype);
    const LoopBuffer *b = s->view;
    const LoopExpr *n = l_index(low, 1);
    for (uint32_t i = 0; i < b->ndim; i++) n = l_mul(low, n, b->dims[i]);
    const LoopExpr *at = lower_for(low, s->bytes->dims[0], LOOP_PARALLEL);
    const LoopBuffer *sum = loop_scalar(low->b, "byte", bits(low, DTYPE_UINT8, 0));
    for (int64_t k = 0; k < each; k++) {
        const LoopExpr *element = l_add(low, l_mul(low, at, l_index(low, each)), l_index(low, k));
        const bool may_lack = k > 0; /* a byte holds one element at least */
        if (may_lack) loop_begin_if(low->b, l_lt(low, element, n));
        const LoopExpr *x =
            l_cast(low, DTYPE_UINT8, loop_load(low->b, b, place_of(low, b, element)));
        x = l_op2(low, LOOP_BITAND, x, bits(low, DTYPE_UINT8, (1u << width) - 1));
        x = l_op2(low, LOOP_SHL, x, bits(low, DTYPE_UINT8, (uint64_t)(k * width)));
        loop_set(low->b, sum, l_op2(low, LOOP_BITOR, loop_get(low->b, sum), x));
        if (may_lack) loop_end(low->b);
    }
    loop_store(low->b, s->bytes, &at, loop_get(low->b, sum));
    loop_end(low->b);
}

void small_pack(OpLower *low) {
    for (size_t i = 0; i < low->views.len; i++) {
        if (low->views.at[i].is_target) pack_one(low, &low->views.at[i]);
    }
}

/* Of `lower.h`: an element is read as what it means. */

const LoopExpr *lower_load(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index) {
    const LoopExpr *x = load_view(low, b, index);
    return x ? x : loop_load(low->b, b, index);
}

const LoopExpr *lower_convert(OpLower *low, uint32_t out, const LoopExpr *x) {
    return small_convert(low, low->out_types[out]->dtype, x, (SmallCast){true, DTYPE_ROUND_UP});
}

const LoopExpr *lower_load_broadcast(OpLower *low, uint32_t i, const IrType *out,
                                     const LoopExpr *const *index) {
    const IrType *t = lower_in_type(low, i);
    const LoopExpr **at = lower_exprs(low, (uint32_t)t->ndim);
    int32_t shift = out->ndim - t->ndim;
    for (int32_t d = 0; d < t->ndim; d++) {
        bool stretched = t->dims[d] != out->dims[d + shift] && ir_dim_is(t->dims[d], 1);
        at[d] = stretched ? l_index(low, 0) : index[d + shift];
    }
    return lower_load(low, low->in[i], at);
}
