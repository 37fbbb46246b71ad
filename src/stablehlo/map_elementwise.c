/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise operations. */
#include "stablehlo/import.h"

#include "stablehlo/maps.h"

#include <math.h>
#include <stdio.h>

/* Shapes are equal in StableHLO: where that is not proved, the later operand is cast to the first
 * one's, which a run checks. Nothing is broadcast but select's condition and clamp's bounds. */
void shlo_agree(H *s, IrOperand *x, uint32_t n) {
    const IrType *t = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const IrType *of = h_type(s, x[i]);
        if (of->kind == IR_TYPE_TENSOR && of->dims && (!t || of->ndim > t->ndim)) t = of;
    }
    for (uint32_t i = 0; t && i < n; i++) {
        const IrType *of = h_type(s, x[i]);
        if (of->ndim != t->ndim || !of->dims) continue;
        bool open = false;
        for (int32_t k = 0; k < t->ndim; k++) {
            const IrTruth same = ir_dim_eq(s->m, t->dims[k], of->dims[k]);
            if (same == IR_REFUTED)
                h_fail(s, "its operands have the shapes of %s and %s", ir_type_text(s->m, t),
                       ir_type_text(s->m, of));
            open = open || same == IR_UNKNOWN;
        }
        if (open) x[i] = h_match(s, x[i], ir_type_tensor(s->m, t->dims, t->ndim, of->dtype));
    }
}

static IrOperand *operands(H *s, uint32_t n) {
    if (s->op->n_operands != n) h_fail(s, "%u operands instead of %u", s->op->n_operands, n);
    IrOperand *x = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) x[i] = h_in(s, i);
    shlo_agree(s, x, n);
    return x;
}

/* Small types are computed in wider ones, and rounded once. */
void shlo_map_element(H *s) {
    const uint32_t n = ir_op_n_operands(s->row->op);
    IrOperand *x = operands(s, n);
    const DType last = h_dtype(s, x[n - 1]);
    const bool small = dtype_is_small(last) && s->row->op != &op_where;
    for (uint32_t i = 0; small && i < n; i++) x[i] = h_cast(s, x[i], h_wide(h_dtype(s, x[i])));
    IrOperand y = h_call(s, s->row->op, x, n, H_NO_ATTRS);
    if (small && h_dtype(s, y) != DTYPE_BOOL) y = h_cast(s, y, last);
    h_set(s, 0, y);
}

/* In float32 the sum of exponentials that CHLO puts in its place, for the bits that JAX has: it
 * rounds x + log(1/2), so a greater result is some units off. */
void shlo_map_cosh(H *s) {
    const IrOperand x = operands(s, 1)[0];
    const DType t = h_dtype(s, x);
    if (t == DTYPE_FLOAT32) {
        const IrOperand up = h1(s, &op_exp, h2c(s, &op_add, x, log(0.5)));
        const IrOperand down = h1(s, &op_exp, h2c(s, &op_add, h1(s, &op_negative, x), log(0.5)));
        h_set(s, 0, h2(s, &op_add, up, down));
        return;
    }
    const bool small = dtype_is_small(t);
    const IrOperand y = h1(s, &op_cosh, small ? h_cast(s, x, h_wide(t)) : x);
    h_set(s, 0, small ? h_cast(s, y, t) : y);
}

static void set_operand(H *s, uint32_t i, IrOperand x) {
    ShloValue *v = ARENA_NEW(s->im->arena, ShloValue);
    *v = *s->in[i];
    v->operand = x;
    v->known = NULL;
    v->def = NULL;
    s->in[i] = v;
}

/* broadcast_dimensions says which dims of the greatest rank those of a lower one are; by default
 * the last ones. */
static void spread_operands(H *s) {
    uint32_t n;
    int32_t rank = 0;
    const int64_t *at = h_ints(s, "broadcast_dimensions", &n);
    for (uint32_t i = 0; at && i < s->op->n_operands; i++) {
        if (h_rank(s, h_in(s, i)) > rank) rank = h_rank(s, h_in(s, i));
    }
    for (uint32_t i = 0; at && i < s->op->n_operands; i++) {
        if (h_rank(s, h_in(s, i)) == rank) continue;
        if ((int32_t)n != h_rank(s, h_in(s, i)))
            h_fail(s, "%u dims for an operand of rank %d", n, h_rank(s, h_in(s, i)));
        set_operand(s, i, h_spread(s, h_in(s, i), at, rank));
    }
}

void shlo_map_chlo_broadcast(H *s) {
    static const struct {
        const char *name;
        const OpDef *op;
    } rows[] = {{"add", &op_add},
                {"subtract", &op_subtract},
                {"multiply", &op_multiply},
                {"divide", &op_divide},
                {"maximum", &op_maximum},
                {"minimum", &op_minimum},
                {"power", &op_power},
                {"remainder", &op_mod},
                {"and", &op_bitwise_and},
                {"or", &op_bitwise_or},
                {"xor", &op_bitwise_xor},
                {"select", &op_where},
                {"shift_left", &op_left_shift}};
    const char *name = s->row->name + strlen("chlo.broadcast_");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        const uint32_t n = ir_op_n_operands(rows[i].op);
        IrOperand x[3];
        spread_operands(s);
        for (uint32_t k = 0; k < n; k++) x[k] = h_in(s, k);
        h_set(s, 0, h_call(s, rows[i].op, x, n, H_NO_ATTRS));
    }
}

/* Those whose map takes operands of one shape: they are broadcast before. */
void shlo_map_chlo_broadcast_first(H *s) {
    static const struct {
        const char *name;
        void (*map)(H *s);
    } rows[] = {{"atan2", shlo_map_atan2},
                {"next_after", shlo_map_next_after},
                {"polygamma", shlo_map_polygamma},
                {"zeta", shlo_map_zeta},
                {"shift_right_arithmetic", shlo_map_shift_right_arithmetic},
                {"shift_right_logical", shlo_map_shift_right_logical}};
    const char *name = s->row->name + strlen("chlo.broadcast_");
    if (s->op->n_operands != 2) h_fail(s, "%u operands instead of 2", s->op->n_operands);
    spread_operands(s);
    const IrOperand both[] = {h_in(s, 0), h_in(s, 1)};
    const int32_t ranks[] = {h_rank(s, both[0]), h_rank(s, both[1])};
    const int32_t rank = ranks[0] > ranks[1] ? ranks[0] : ranks[1];
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) {
        dims[i] = h_dim(s, 1);
        for (int k = 0; k < 2; k++) {
            const int32_t at = i - (rank - ranks[k]);
            if (at >= 0 && ir_dim_is(dims[i], 1)) dims[i] = h_dims(s, both[k])[at];
        }
    }
    for (int k = 0; k < 2; k++) set_operand(s, (uint32_t)k, h_broadcast(s, both[k], dims, rank));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) rows[i].map(s);
    }
}

void shlo_map_constant_like(H *s) {
    const ShloAttr *a = h_attr(s, "value");
    const IrOperand x = h_in(s, 0);
    const DType t = h_out_dtype(s, 0);
    if (!a || (!a->tensor && a->kind != SHLO_ATTR_INT && a->kind != SHLO_ATTR_FLOAT))
        h_fail(s, "'value' is no number");
    const IrOperand v =
        a->tensor ? h_cast(s, h_tensor(s, tensor_ref(a->tensor)), t) : h_const(s, t, a->f);
    h_set(s, 0, h_broadcast(s, v, h_dims(s, x), h_rank(s, x)));
}

void shlo_map_clamp(H *s) {
    IrOperand *x = operands(s, 3);
    h_set(s, 0, h2(s, &op_minimum, h2(s, &op_maximum, x[1], x[0]), x[2]));
}

IrOperand shlo_total_order(H *s, IrOperand x) {
    const DType t = h_signed(h_dtype(s, x));
    const IrOperand bits = h_bitcast(s, x, t);
    const uint64_t magnitude = ((uint64_t)1 << (dtype_bits(t) - 1)) - 1;
    const IrOperand sign = h2c(s, &op_right_shift, bits, dtype_bits(t) - 1);
    return h2(s, &op_bitwise_xor, bits,
              h2(s, &op_bitwise_and, sign, h_const_bits(s, t, magnitude)));
}

static const OpDef *comparison(Str direction) {
    static const struct {
        const char *name;
        const OpDef *op;
    } rows[] = {{"EQ", &op_equal},      {"NE", &op_not_equal}, {"LT", &op_less},
                {"LE", &op_less_equal}, {"GT", &op_greater},   {"GE", &op_greater_equal}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(direction, rows[i].name)) return rows[i].op;
    }
    return NULL;
}

static void compare(H *s, IrOperand *x) {
    const Str direction = h_word(s, "comparison_direction");
    const OpDef *op = comparison(direction);
    if (!op) h_fail(s, "there is no direction '%.*s'", (int)direction.len, direction.ptr);
    const bool total =
        str_eq_c(h_word(s, "compare_type"), "TOTALORDER") && dtype_is_float(h_dtype(s, x[0]));
    for (int i = 0; total && i < 2; i++) x[i] = shlo_total_order(s, x[i]);
    h_set(s, 0, h2(s, op, x[0], x[1]));
}

void shlo_map_compare(H *s) { compare(s, operands(s, 2)); }

void shlo_map_broadcast_compare(H *s) {
    spread_operands(s);
    IrOperand x[] = {h_in(s, 0), h_in(s, 1)};
    compare(s, x);
}

void shlo_map_is_inf(H *s) {
    const IrOperand x = h_in(s, 0);
    const bool below = strcmp(s->row->name, "chlo.is_neg_inf") == 0,
               above = strcmp(s->row->name, "chlo.is_pos_inf") == 0;
    h_set(s, 0,
          below || above ? h2c(s, &op_equal, x, below ? -INFINITY : INFINITY)
                         : h1(s, &op_isinf, x));
}

void shlo_map_convert(H *s) {
    const IrOperand x = h_in(s, 0);
    const DType from = h_dtype(s, x), to = h_out_dtype(s, 0);
    if (to == DTYPE_BOOL && dtype_is_float(from) && !dtype_is_small(from)) {
        h_set(s, 0, h2c(s, &op_not_equal, x, 0)); /* NaN is true */
        return;
    }
    h_set(s, 0, h_cast(s, x, to));
}

static uint32_t width_of(DType t) { return t == DTYPE_BOOL ? 1 : dtype_bits(t); }

/* What holds an element's bits as a number. */
static DType code_type(DType t) { return width_of(t) <= 8 ? DTYPE_UINT8 : h_unsigned(t); }

static IrOperand code_of(H *s, IrOperand x) {
    const DType t = h_dtype(s, x);
    if (t == DTYPE_BOOL) return h_cast(s, x, DTYPE_UINT8);
    if (dtype_bits(t) >= 8) return h_bitcast(s, x, code_type(t));
    if (dtype_is_float(t)) x = h_bitcast(s, x, DTYPE_UINT4);
    x = h_bitcast(s, h_cast(s, x, DTYPE_INT8), DTYPE_UINT8);
    return h2(s, &op_bitwise_and, x,
              h_const_bits(s, DTYPE_UINT8, (UINT64_C(1) << dtype_bits(t)) - 1));
}

static IrOperand of_code(H *s, IrOperand x, DType t) {
    if (t == DTYPE_BOOL) return h2c(s, &op_not_equal, x, 0);
    if (dtype_bits(t) >= 8) return h_bitcast(s, x, t);
    return h_bitcast(s, h_cast(s, x, dtype_bits(t) == 2 ? DTYPE_UINT2 : DTYPE_UINT4), t);
}

void shlo_map_bitcast_convert(H *s) {
    const IrOperand x = h_in(s, 0);
    const DType from = h_dtype(s, x), to = h_out_dtype(s, 0);
    const uint32_t a = width_of(from), b = width_of(to);
    if (a == b) {
        h_set(s, 0, h_bitcast(s, x, to));
        return;
    }
    const int32_t rank = h_rank(s, x);
    const uint32_t n = a > b ? a / b : b / a, bits = a > b ? b : a;
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    memcpy(dims, h_dims(s, x), (size_t)rank * sizeof *dims);
    IrOperand y = code_of(s, x);
    const DType wide = code_type(a > b ? from : to);
    int64_t *shifts = H_ARRAY(s, int64_t, n);
    for (uint32_t i = 0; i < n; i++) shifts[i] = (int64_t)i * bits;
    const IrOperand by = h_cast(s, h_const_ints_new(s, shifts, n), wide);
    if (a > b) { /* the low bits first */
        dims[rank] = h_dim(s, 1);
        y = h2(s, &op_right_shift, h_reshape(s, y, dims, rank + 1), by);
        if (bits < 8)
            y = h2(s, &op_bitwise_and, y, h_const_bits(s, wide, (UINT64_C(1) << bits) - 1));
    } else {
        if (rank == 0 || h_extent(s, x, rank - 1) != n)
            h_fail(s, "its operand's last dim is not %u", n);
        const int64_t axis[] = {rank - 1};
        y = h_reduce(s, &op_sum, h2(s, &op_left_shift, h_cast(s, y, wide), by), axis, 1);
    }
    h_set(s, 0, of_code(s, h_cast(s, y, code_type(to)), to));
}

void shlo_map_shift_right_logical(H *s) {
    IrOperand *x = operands(s, 2);
    const DType t = h_dtype(s, x[0]);
    if (dtype_is_small(t) && dtype_bits(t) < 8) { /* the low bits of a byte */
        const double mask = (double)((1u << dtype_bits(t)) - 1);
        const IrOperand bits = h2c(s, &op_bitwise_and, h_cast(s, x[0], DTYPE_UINT8), mask);
        const IrOperand by = h2c(s, &op_bitwise_and, h_cast(s, x[1], DTYPE_UINT8), mask);
        h_set(s, 0, h_cast(s, h2(s, &op_right_shift, bits, by), t));
        return;
    }
    const DType u = h_unsigned(t);
    const IrOperand bits = h_bitcast(s, x[0], u), by = h_bitcast(s, x[1], u);
    h_set(s, 0, h_bitcast(s, h2(s, &op_right_shift, bits, by), t));
}

void shlo_map_shift_right_arithmetic(H *s) {
    IrOperand *x = operands(s, 2);
    const DType t = h_dtype(s, x[0]);
    if (dtype_is_small(t)) {
        const IrOperand a =
            h_cast(s, h_cast(s, x[0], dtype_bits(t) == 2 ? DTYPE_INT2 : DTYPE_INT4), DTYPE_INT8);
        h_set(s, 0, h_cast(s, h2(s, &op_right_shift, a, h_cast(s, x[1], DTYPE_INT8)), t));
        return;
    }
    const DType i = h_signed(t);
    IrOperand bits = h_bitcast(s, x[0], i), by = h_bitcast(s, x[1], i);
    /* a shift by all bits or more leaves the sign */
    const IrOperand most = h_const(s, i, dtype_bits(t) - 1), beyond = h2c(s, &op_less, by, 0);
    by = h3(s, &op_where, beyond, most, by);
    h_set(s, 0, h_bitcast(s, h2(s, &op_right_shift, bits, by), t));
}

/* Bits set, summed in pairs, fours, bytes, then by one product (Warren, Hacker's Delight). */
static IrOperand bit_count(H *s, IrOperand x) {
    const DType t = h_dtype(s, x);
    const uint64_t all = dtype_bits(t) == 64 ? UINT64_MAX : ((uint64_t)1 << dtype_bits(t)) - 1;
    const IrOperand m1 = h_const_bits(s, t, 0x5555555555555555u & all),
                    m2 = h_const_bits(s, t, 0x3333333333333333u & all);
    const IrOperand m4 = h_const_bits(s, t, 0x0f0f0f0f0f0f0f0fu & all),
                    h = h_const_bits(s, t, 0x0101010101010101u & all);
    x = h2(s, &op_subtract, x, h2(s, &op_bitwise_and, h2c(s, &op_right_shift, x, 1), m1));
    const IrOperand even = h2(s, &op_bitwise_and, x, m2);
    x = h2(s, &op_add, even, h2(s, &op_bitwise_and, h2c(s, &op_right_shift, x, 2), m2));
    x = h2(s, &op_bitwise_and, h2(s, &op_add, x, h2c(s, &op_right_shift, x, 4)), m4);
    return h2c(s, &op_right_shift, h2(s, &op_multiply, x, h), dtype_bits(t) - 8);
}

/* An integer's bits, unsigned; small ones in a byte. */
static IrOperand bits_of(H *s, IrOperand x) {
    const DType t = h_dtype(s, x);
    if (!dtype_is_small(t)) return h_bitcast(s, x, h_unsigned(t));
    return h2c(s, &op_bitwise_and, h_cast(s, x, DTYPE_UINT8), (double)((1u << dtype_bits(t)) - 1));
}

void shlo_map_popcnt(H *s) {
    const IrOperand x = h_in(s, 0);
    h_set(s, 0, h_cast(s, bit_count(s, bits_of(s, x)), h_dtype(s, x)));
}

void shlo_map_count_leading_zeros(H *s) {
    const IrOperand x = h_in(s, 0);
    const DType t = h_dtype(s, x);
    IrOperand y = bits_of(s, x);
    for (uint32_t k = 1; k < dtype_bits(t); k *= 2)
        y = h2(s, &op_bitwise_or, y, h2c(s, &op_right_shift, y, k));
    const IrOperand set = bit_count(s, y);
    const IrOperand all = h_const(s, h_dtype(s, y), dtype_bits(t));
    h_set(s, 0, h_cast(s, h2(s, &op_subtract, all, set), t));
}

/* The high half of a product. Of 64 bits: by halves, unsigned, then what the signs take away. */
void shlo_map_mulhi(H *s) {
    IrOperand *x = operands(s, 2);
    const DType t = h_dtype(s, x[0]), u = DTYPE_UINT64;
    const unsigned bits = dtype_bits(t);
    const bool has_sign = dtype_kind(t) == DTYPE_KIND_INT;
    if (dtype_is_float(t) || t == DTYPE_BOOL || dtype_is_small(t))
        h_lacks(s, "the element type %s", dtype_name(t));
    if (bits < 64) {
        const DType wide = has_sign ? DTYPE_INT64 : u;
        const IrOperand p = h2(s, &op_multiply, h_cast(s, x[0], wide), h_cast(s, x[1], wide));
        h_set(s, 0, h_cast(s, h2c(s, &op_right_shift, p, bits), t));
        return;
    }
    const IrOperand low = h_const_bits(s, u, UINT32_MAX);
    IrOperand part[2][2];
    for (int i = 0; i < 2; i++) {
        const IrOperand v = h_bitcast(s, x[i], u);
        part[i][0] = h2(s, &op_bitwise_and, v, low);
        part[i][1] = h2c(s, &op_right_shift, v, 32);
    }
    const IrOperand ll = h2(s, &op_multiply, part[0][0], part[1][0]),
                    hl = h2(s, &op_multiply, part[0][1], part[1][0]),
                    lh = h2(s, &op_multiply, part[0][0], part[1][1]),
                    hh = h2(s, &op_multiply, part[0][1], part[1][1]);
    const IrOperand mid = h2(s, &op_add, hl, h2c(s, &op_right_shift, ll, 32));
    const IrOperand carry = h2(s, &op_add, lh, h2(s, &op_bitwise_and, mid, low));
    IrOperand y = h2(s, &op_add, h2(s, &op_add, hh, h2c(s, &op_right_shift, mid, 32)),
                     h2c(s, &op_right_shift, carry, 32));
    for (int i = 0; has_sign && i < 2; i++) {
        const IrOperand other = h_bitcast(s, x[1 - i], u), none = h_const(s, u, 0);
        y = h2(s, &op_subtract, y, h3(s, &op_where, h2c(s, &op_less, x[i], 0), other, none));
    }
    h_set(s, 0, h_bitcast(s, y, t));
}

/* Floats of 32 bits or less in float64, rounded once. */
static IrOperand in_wider(H *s) { return h_cast(s, h_in(s, 0), DTYPE_FLOAT64); }

/* tanh is accurate near 0, so this is. */
void shlo_map_expm1(H *s) {
    const IrOperand x = in_wider(s);
    const IrOperand half = h1(s, &op_tanh, h2c(s, &op_multiply, x, 0.5)), e = h1(s, &op_exp, x);
    const IrOperand near = h2(s, &op_multiply, half, h2c(s, &op_add, e, 1));
    const IrOperand small = h2c(s, &op_less, h1(s, &op_abs, x), 1);
    h_set(s, 0,
          h_cast(s, h3(s, &op_where, small, near, h2c(s, &op_subtract, e, 1)), h_out_dtype(s, 0)));
}

/* What 1 + x loses, the quotient gives back (Goldberg 1991, theorem 4). */
void shlo_map_log1p(H *s) {
    const IrOperand x = in_wider(s);
    const IrOperand u = h2c(s, &op_add, x, 1), d = h2c(s, &op_subtract, u, 1);
    const IrOperand log = h1(s, &op_log, u);
    const IrOperand flat = h2c(s, &op_equal, d, 0), infinite = h2(s, &op_equal, u, x);
    const IrOperand safe = h3(s, &op_where, flat, h_const(s, h_dtype(s, x), 1), d);
    const IrOperand near = h2(s, &op_multiply, log, h2(s, &op_divide, x, safe));
    const IrOperand y = h3(s, &op_where, flat, x, near);
    h_set(s, 0, h_cast(s, h3(s, &op_where, infinite, log, y), h_out_dtype(s, 0)));
}

void shlo_map_cbrt(H *s) {
    const IrOperand x = in_wider(s);
    const DType t = h_dtype(s, x);
    const IrOperand a = h1(s, &op_abs, x), y = h2c(s, &op_power, a, 1.0 / 3);
    const IrOperand plain =
        h2c(s, &op_equal, h2(s, &op_multiply, y, h_const(s, t, 0)), 0); /* finite */
    const IrOperand not0 = h2c(s, &op_greater, y, 0), ok = h2(s, &op_logical_and, plain, not0);
    const IrOperand safe = h3(s, &op_where, ok, y, h_const(s, t, 1));
    const IrOperand square = h2(s, &op_multiply, safe, safe);
    const IrOperand off = h2(s, &op_subtract, safe, h2(s, &op_divide, a, square));
    const IrOperand better = h2(s, &op_subtract, safe, h2c(s, &op_divide, off, 3));
    const IrOperand root = h3(s, &op_where, ok, better, y);
    const IrOperand minus = h2c(s, &op_less, x, 0);
    const IrOperand signed_root = h3(s, &op_where, minus, h1(s, &op_negative, root), root);
    const IrOperand zero = h2c(s, &op_equal, x, 0);
    h_set(s, 0, h_cast(s, h3(s, &op_where, zero, x, signed_root), h_out_dtype(s, 0)));
}

/* -0 is too. Not by its bits, so that it can be said in any other type. */
static IrOperand is_minus(H *s, IrOperand x) {
    const IrOperand below = h2c(s, &op_less, x, 0);
    const IrOperand turned = h2(s, &op_divide, h_const(s, h_dtype(s, x), 1), x);
    return h2(s, &op_logical_or, below, h2c(s, &op_less, turned, 0));
}

void shlo_map_atan2(H *s) {
    IrOperand *v = operands(s, 2);
    const DType out = h_dtype(s, v[0]), t = dtype_bits(out) < 32 ? DTYPE_FLOAT32 : out;
    const IrOperand y = h_cast(s, v[0], t), x = h_cast(s, v[1], t);
    const IrOperand ay = h1(s, &op_abs, y), ax = h1(s, &op_abs, x);
    const IrOperand low = h2(s, &op_minimum, ax, ay), high = h2(s, &op_maximum, ax, ay);
    const IrOperand same = h2(s, &op_equal, low, high), nothing = h2c(s, &op_equal, high, 0);
    const IrOperand one = h_const(s, t, 1), zero = h_const(s, t, 0);
    const IrOperand safe = h3(s, &op_where, h2(s, &op_logical_or, same, nothing), one, high);
    const IrOperand ratio =
        h3(s, &op_where, nothing, zero, h3(s, &op_where, same, one, h2(s, &op_divide, low, safe)));
    IrOperand a = h1(s, &op_atan, ratio);
    const IrOperand steep = h2(s, &op_greater, ay, ax);
    a = h3(s, &op_where, steep, h2(s, &op_subtract, h_const(s, t, 1.57079632679489661923), a), a);
    const IrOperand left = is_minus(s, x);
    a = h3(s, &op_where, left, h2(s, &op_subtract, h_const(s, t, 3.14159265358979323846), a), a);
    const IrOperand below = is_minus(s, y);
    a = h3(s, &op_where, below, h1(s, &op_negative, a), a);
    const IrOperand nan = h2(s, &op_add, x, y),
                    is_nan = h2(s, &op_logical_or, h2(s, &op_not_equal, x, x),
                                h2(s, &op_not_equal, y, y));
    h_set(s, 0, h_cast(s, h3(s, &op_where, is_nan, nan, a), out));
}

void shlo_map_round_afz(H *s) {
    const IrOperand x = h_in(s, 0);
    const IrOperand a = h1(s, &op_abs, x), down = h1(s, &op_floor, a);
    const IrOperand up = h2c(s, &op_greater_equal, h2(s, &op_subtract, a, down), 0.5);
    const IrOperand r = h3(s, &op_where, up, h2c(s, &op_add, down, 1), down);
    const IrOperand y = h3(s, &op_where, is_minus(s, x), h1(s, &op_negative, r), r);
    h_set(s, 0, h3(s, &op_where, h1(s, &op_isfinite, x), y, x));
}

/* e<exponent>m<mantissa>: rounded to nearest, ties to even, in the float's own bits; what is too
 * large becomes an infinity, what is too small 0. */
void shlo_map_reduce_precision(H *s) {
    const IrOperand x = h_in(s, 0);
    const DType t = h_dtype(s, x);
    int64_t exponent = h_int(s, "exponent_bits", 0), mantissa = h_int(s, "mantissa_bits", 0);
    const Str format = h_word(s, "format");
    if (format.len) {
        char text[16] = {0};
        int e, m;
        memcpy(text, format.ptr, format.len < 15 ? format.len : 15);
        if (sscanf(text, "e%dm%d", &e, &m) != 2) h_fail(s, "there is no format '%s'", text);
        exponent = e;
        mantissa = m;
    }
    const int own_mantissa = t == DTYPE_FLOAT64   ? 52
                             : t == DTYPE_FLOAT32 ? 23
                             : t == DTYPE_FLOAT16 ? 10
                                                  : 7;
    const int own_exponent = (int)dtype_bits(t) - 1 - own_mantissa;
    if (exponent < 1 || mantissa < 0)
        h_fail(s, "a format of %lld bits of exponent and %lld of mantissa", (long long)exponent,
               (long long)mantissa);
    if (dtype_is_small(t)) h_lacks(s, "the element type %s", dtype_name(t));
    const DType u = h_unsigned(t);
    IrOperand bits = h_bitcast(s, x, u);
    if (mantissa < own_mantissa) {
        const int lost = own_mantissa - (int)mantissa;
        const uint64_t half = ((uint64_t)1 << (lost - 1)) - 1;
        const IrOperand odd = h2c(s, &op_bitwise_and, h2c(s, &op_right_shift, bits, lost), 1);
        bits = h2(s, &op_add, bits, h2(s, &op_add, odd, h_const_bits(s, u, half)));
        const uint64_t all = dtype_bits(t) == 64 ? UINT64_MAX : ((uint64_t)1 << dtype_bits(t)) - 1;
        bits = h2(s, &op_bitwise_and, bits, h_const_bits(s, u, all & ~(((uint64_t)1 << lost) - 1)));
    }
    IrOperand y = h_bitcast(s, bits, t);
    if (exponent < own_exponent) {
        const uint64_t bias = ((uint64_t)1 << (own_exponent - 1)) - 1,
                       less = ((uint64_t)1 << (exponent - 1)) - 1;
        const uint64_t sign = (uint64_t)1 << (dtype_bits(t) - 1),
                       infinity = (((uint64_t)1 << own_exponent) - 1) << own_mantissa;
        const IrOperand magnitude = h2(s, &op_bitwise_and, bits, h_const_bits(s, u, sign - 1));
        const IrOperand its_sign = h2(s, &op_bitwise_and, bits, h_const_bits(s, u, sign));
        const IrOperand large = h2(s, &op_greater_equal, magnitude,
                                   h_const_bits(s, u, (bias + less + 1) << own_mantissa));
        const IrOperand small =
            h2(s, &op_less, magnitude, h_const_bits(s, u, (bias - less + 1) << own_mantissa));
        IrOperand cut = h3(s, &op_where, large, h_const_bits(s, u, infinity), magnitude);
        cut = h3(s, &op_where, small, h_const_bits(s, u, 0), cut);
        y = h_bitcast(s, h2(s, &op_bitwise_or, cut, its_sign), t);
    }
    const IrOperand is_nan = h2(s, &op_not_equal, x, x);
    /* without a bit of mantissa there is no NaN, and it is an infinity */
    const IrOperand nan = mantissa ? x : h_const(s, t, INFINITY);
    h_set(s, 0, h3(s, &op_where, is_nan, nan, y));
}

/* The next number toward the second one, by the order of bits. */
void shlo_map_next_after(H *s) {
    IrOperand *v = operands(s, 2);
    const IrOperand x = v[0], y = v[1];
    const DType t = h_dtype(s, x), i = h_signed(t);
    const uint64_t sign = (uint64_t)1 << (dtype_bits(t) - 1);
    const IrOperand bits = h_bitcast(s, x, i), zero = h2c(s, &op_equal, x, 0),
                    up = h2(s, &op_greater, y, x);
    const IrOperand positive = h2c(s, &op_greater_equal, bits, 0);
    const IrOperand grows = h2(s, &op_equal, up, positive);
    const IrOperand step = h3(s, &op_where, grows, h_const(s, i, 1), h_const(s, i, -1));
    const IrOperand least = h3(s, &op_where, up, h_const(s, i, 1), h_const_bits(s, i, sign | 1));
    const IrOperand moved = h3(s, &op_where, zero, least, h2(s, &op_add, bits, step));
    IrOperand r = h3(s, &op_where, h2(s, &op_equal, x, y), y, h_bitcast(s, moved, t));
    const IrOperand is_nan =
        h2(s, &op_logical_or, h2(s, &op_not_equal, x, x), h2(s, &op_not_equal, y, y));
    h_set(s, 0, h3(s, &op_where, is_nan, h2(s, &op_add, x, y), r));
}
