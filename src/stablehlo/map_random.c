/* SPDX-License-Identifier: Apache-2.0 */
/* Random bits of a stated algorithm, and numbers of a stated distribution. */
#include "stablehlo/maps.h"

static IrOperand rotated(H *s, IrOperand x, unsigned by) {
    const IrOperand left = h2c(s, &op_left_shift, x, by),
                    right = h2c(s, &op_right_shift, x, 32 - by);
    return h2(s, &op_bitwise_or, left, right);
}

/* Threefry-2x32 of 20 rounds (Salmon et al. 2011) on the words of a counter: x becomes its bits. */
static void threefry(H *s, const IrOperand key[2], IrOperand x[2]) {
    static const unsigned turns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    const IrOperand parity = h2(s, &op_bitwise_xor, h2(s, &op_bitwise_xor, key[0], key[1]),
                                h_const_bits(s, DTYPE_UINT32, 0x1BD11BDA));
    const IrOperand keys[] = {key[0], key[1], parity};
    for (int i = 0; i < 2; i++) x[i] = h2(s, &op_add, x[i], keys[i]);
    for (unsigned g = 0; g < 5; g++) {
        for (int i = 0; i < 4; i++) {
            x[0] = h2(s, &op_add, x[0], x[1]);
            x[1] = h2(s, &op_bitwise_xor, rotated(s, x[1], turns[g % 2][i]), x[0]);
        }
        x[0] = h2(s, &op_add, x[0], keys[(g + 1) % 3]);
        x[1] = h2(s, &op_add, x[1], h2c(s, &op_add, keys[(g + 2) % 3], g + 1));
    }
}

static IrOperand low_word(H *s, IrOperand x) {
    return h_cast(s, h2(s, &op_bitwise_and, x, h_const_bits(s, DTYPE_UINT64, UINT32_MAX)),
                  DTYPE_UINT32);
}
static IrOperand high_word(H *s, IrOperand x) {
    return h_cast(s, h2c(s, &op_right_shift, x, 32), DTYPE_UINT32);
}

static IrOperand double_word(H *s, IrOperand low, IrOperand high) {
    const IrOperand upper = h2c(s, &op_left_shift, h_cast(s, high, DTYPE_UINT64), 32);
    return h2(s, &op_bitwise_or, h_cast(s, low, DTYPE_UINT64), upper);
}

/* x times a number of 32 bits: the words of the product. */
static void product(H *s, IrOperand x, uint32_t by, IrOperand *low, IrOperand *high) {
    const IrOperand wide = h_cast(s, x, DTYPE_UINT64);
    const IrOperand y = h2(s, &op_multiply, wide, h_const_bits(s, DTYPE_UINT64, by));
    *low = low_word(s, y);
    *high = high_word(s, y);
}

/* Philox-4x32 of 10 rounds (of the same paper). */
static void philox(H *s, const IrOperand given[2], IrOperand x[4]) {
    IrOperand key[] = {given[0], given[1]};
    for (int round = 0; round < 10; round++) {
        IrOperand low[2], high[2];
        product(s, x[0], 0xD2511F53, &low[0], &high[0]);
        product(s, x[2], 0xCD9E8D57, &low[1], &high[1]);
        const IrOperand first = h2(s, &op_bitwise_xor, high[1], x[1]),
                        third = h2(s, &op_bitwise_xor, high[0], x[3]);
        x[0] = h2(s, &op_bitwise_xor, first, key[0]);
        x[1] = low[1];
        x[2] = h2(s, &op_bitwise_xor, third, key[1]);
        x[3] = low[0];
        key[0] = h2(s, &op_add, key[0], h_const_bits(s, DTYPE_UINT32, 0x9E3779B9));
        key[1] = h2(s, &op_add, key[1], h_const_bits(s, DTYPE_UINT32, 0xBB67AE85));
    }
}

/* Element i of the state, as a vector of one. */
static IrOperand state_at(H *s, int64_t i) {
    return h_slice(s, h_in(s, 0), 0, h_dim(s, i), h_dim(s, i + 1), 1);
}

static IrOperand counted(H *s, IrOperand counter, const IrDim *n) {
    return h2(s, &op_add, h_cast(s, h_counter(s, n, 0, 1), DTYPE_UINT64), counter);
}

static IrOperand number_of(H *s, const IrDim *n) {
    return h_cast(s, shlo_dim_number(s, n), DTYPE_UINT64);
}

/* n vectors of `each` elements: the first element of each, then the second ones, ... */
static IrOperand in_turn(H *s, const IrOperand *x, uint32_t n, const IrDim *each) {
    const IrDim *const column[] = {each, h_dim(s, 1)};
    const IrDim *const all[] = {ir_dim_scale(s->m, each, n)};
    IrOperand columns[4];
    for (uint32_t i = 0; i < n; i++) columns[i] = h_reshape(s, x[i], column, 2);
    return h_reshape(s, h_concat(s, columns, n, 1), all, 1);
}

/* Random words of 32 bits become elements of fewer, which are their lower bits. */
static IrOperand as_elements(H *s, IrOperand bits, const IrType *out) {
    const DType t = h_unsigned(out->dtype);
    if (dtype_bits(t) < 32) {
        const uint64_t mask = (UINT64_C(1) << dtype_bits(t)) - 1;
        bits = h2(s, &op_bitwise_and, bits, h_const_bits(s, DTYPE_UINT32, mask));
        bits = h_cast(s, bits, t);
    }
    return h_bitcast(s, h_reshape(s, bits, out->dims, out->ndim), out->dtype);
}

/* The first even dim, else the greatest one: along it a block's two words lie beside each other. */
static int32_t split_dim(const IrType *t) {
    int64_t extent = 0, most = -1;
    int32_t at = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        ir_dim_is_const(t->dims[i], &extent);
        if (extent % 2 == 0) return i;
        if (extent <= most) continue;
        most = extent;
        at = i;
    }
    return at;
}

/* Words of 32 bits: blocks are counted over the shape of half the extent of that dim. What is over
 * at its end is left out. */
static IrOperand split_words(H *s, const IrOperand keys[2], IrOperand counter, const IrType *out,
                             const IrDim **n_blocks) {
    const int32_t rank = out->ndim, at = split_dim(out);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    for (int32_t i = 0; i < rank; i++) dims[i + (i > at)] = out->dims[i];
    const IrDim *extent = rank ? out->dims[at] : h_dim(s, 1);
    const IrDim *half = ir_dim_floordiv(s->m, ir_dim_offset(s->m, extent, 1), h_dim(s, 2));
    dims[at] = half;
    const int32_t n = rank ? rank + 1 : 2;
    dims[at + 1] = h_dim(s, 1);
    *n_blocks = h_product(s, dims, n);
    const IrOperand i = counted(s, counter, *n_blocks);
    IrOperand x[] = {low_word(s, i), high_word(s, i)};
    threefry(s, keys, x);
    for (int k = 0; k < 2; k++) x[k] = h_reshape(s, x[k], dims, n);
    IrOperand y = h_concat(s, x, 2, at + 1);
    dims[at] = ir_dim_scale(s->m, half, 2);
    for (int32_t k = at + 1; k + 1 < n; k++) dims[k] = dims[k + 1];
    y = h_reshape(s, y, dims, n - 1);
    return h_slice(s, y, at, h_dim(s, 0), extent, 1);
}

/* The state is a key and a counter of 64 bits, which goes on by a step for each block. */
static void map_threefry(H *s, const IrType *out) {
    const IrOperand key = state_at(s, 0), counter = state_at(s, 1);
    const IrOperand keys[] = {low_word(s, key), high_word(s, key)};
    const IrDim *n;
    IrOperand bits;
    if (dtype_bits(out->dtype) < 64) {
        bits = split_words(s, keys, counter, out, &n);
    } else {
        n = h_product(s, out->dims, out->ndim);
        const IrOperand at = counted(s, counter, n);
        IrOperand x[] = {low_word(s, at), high_word(s, at)};
        threefry(s, keys, x);
        bits = double_word(s, x[0], x[1]);
    }
    const IrOperand next[] = {key, h2(s, &op_add, counter, number_of(s, n))};
    h_set(s, 0, h_concat(s, next, 2, 0));
    h_set(s, 1, as_elements(s, bits, out));
}

/* What is carried where `sum` = x + y, of which x is given. */
static IrOperand with_carry(H *s, IrOperand upper, IrOperand sum, IrOperand x) {
    const IrOperand carry = h_cast(s, h2(s, &op_less, sum, x), DTYPE_UINT64);
    return h2(s, &op_add, upper, carry);
}

/* The state is a key and a counter of 128 bits, its lower half first; of two numbers, the key is
 * the upper half. A block of four words is two elements of 64 bits or four. */
static void map_philox(H *s, const IrType *out, bool has_upper) {
    const IrOperand key = state_at(s, 0), lower = state_at(s, 1),
                    upper = has_upper ? state_at(s, 2) : key;
    const IrOperand keys[] = {low_word(s, key), high_word(s, key)};
    const bool wide = dtype_bits(out->dtype) == 64;
    const IrDim *all = h_product(s, out->dims, out->ndim);
    const uint32_t each = wide ? 2 : 4;
    const IrDim *n = ir_dim_floordiv(s->m, ir_dim_offset(s->m, all, each - 1), h_dim(s, each));
    const IrOperand low = counted(s, lower, n);
    const IrOperand high = with_carry(s, upper, low, lower);
    IrOperand x[] = {low_word(s, low), high_word(s, low), low_word(s, high), high_word(s, high)};
    philox(s, keys, x);
    if (wide) {
        x[0] = double_word(s, x[0], x[1]);
        x[1] = double_word(s, x[2], x[3]);
    }
    const IrOperand bits = h_slice(s, in_turn(s, x, each, n), 0, h_dim(s, 0), all, 1);
    const IrOperand lower_next = h2(s, &op_add, lower, number_of(s, n));
    const IrOperand next[] = {key, lower_next, with_carry(s, upper, lower_next, lower)};
    h_set(s, 0, h_concat(s, next, has_upper ? 3 : 2, 0));
    h_set(s, 1, as_elements(s, bits, out));
}

/* As XLA does it, whose default is philox. */
void shlo_map_rng_bit_generator(H *s) { shlo_random_bits(s, h_known_type(s, 1)); }

void shlo_random_bits(H *s, const IrType *out) {
    const Str how = h_word(s, "rng_algorithm");
    const IrOperand state = h_in(s, 0);
    const bool is_threefry = str_eq_c(how, "THREE_FRY");
    if (!is_threefry && !str_eq_c(how, "PHILOX") && !str_eq_c(how, "DEFAULT"))
        h_lacks(s, "the algorithm %.*s", (int)(how.len < 40 ? how.len : 40), how.ptr);
    if (out->dtype == DTYPE_BOOL || dtype_bits(out->dtype) < 8)
        h_lacks(s, "random bits as %s", dtype_name(out->dtype));
    const bool is_vector = h_dtype(s, state) == DTYPE_UINT64 && h_rank(s, state) == 1;
    const int64_t n = is_vector ? h_extent(s, state, 0) : 0;
    if (n != 2 && (n != 3 || is_threefry))
        h_fail(s, "its state is no tensor<2xui64>%s", is_threefry ? "" : " and no tensor<3xui64>");
    if (is_threefry)
        map_threefry(s, out);
    else
        map_philox(s, out, n == 3);
}

/* Numbers of a distribution: by what algorithm is left open, so they are those of R.random */

static IrOperand drawn(H *s, const OpDef *op, const IrDim *const *dims, uint32_t n, DType dtype) {
    const IrOperand seed = h_const(s, DTYPE_INT64, 0);
    const IrOperand counter = h_const(s, DTYPE_INT64, (double)++s->im->n_drawn);
    return h_call(s, op, H_OPS(seed, counter, h_shape(s, dims, (int32_t)n)),
                  H_ATTRS(H_DTYPE("dtype", dtype)));
}

/* (1 - u) a + u b overflows nowhere. Where it is rounded up to b it is a. */
static IrOperand uniform_floats(H *s, const IrDim *const *dims, uint32_t n, DType t) {
    const DType wide = h_wide(t);
    const IrOperand a = h_cast(s, h_in(s, 0), wide), b = h_cast(s, h_in(s, 1), wide);
    const IrOperand u = drawn(s, &op_random, dims, n, wide);
    const IrOperand rest = h2(s, &op_subtract, h_const(s, wide, 1), u);
    const IrOperand lower = h2(s, &op_multiply, rest, a);
    const IrOperand y = h_cast(s, h2(s, &op_add, lower, h2(s, &op_multiply, u, b)), t);
    const IrOperand is_below = h2(s, &op_less, h_cast(s, y, wide), b);
    return h3(s, &op_where, is_below, y, h_in(s, 0));
}

/* An integer's value, or its two's complement. */
static IrOperand as_bits(H *s, IrOperand x) {
    if (h_dtype(s, x) == DTYPE_UINT64) return x;
    return h_bitcast(s, h_cast(s, x, DTYPE_INT64), DTYPE_UINT64);
}

/* a and the rest of random bits by b - a. */
static IrOperand uniform_integers(H *s, const IrDim *const *dims, uint32_t n, DType t) {
    const IrOperand a = as_bits(s, h_in(s, 0)), b = as_bits(s, h_in(s, 1));
    const IrOperand count =
        h2(s, &op_maximum, h2(s, &op_subtract, b, a), h_const(s, DTYPE_UINT64, 1));
    const IrOperand bits = drawn(s, &op_random, dims, n, DTYPE_UINT64);
    const IrOperand y = h2(s, &op_add, a, h2(s, &op_mod, bits, count));
    if (t == DTYPE_UINT64) return y;
    return h_cast(s, h_bitcast(s, y, DTYPE_INT64), t);
}

/* Each of them draws from a stream of its own, and each run draws the same. */
void shlo_map_rng(H *s) {
    uint32_t n;
    const Str how = h_word(s, "rng_distribution");
    const DType t = h_dtype(s, h_in(s, 0));
    const bool is_normal = str_eq_c(how, "NORMAL");
    if (!is_normal && !str_eq_c(how, "UNIFORM"))
        h_fail(s, "the distribution %.*s", (int)(how.len < 40 ? how.len : 40), how.ptr);
    if (h_dtype(s, h_in(s, 1)) != t || h_out_dtype(s, 0) != t)
        h_fail(s, "operands and a result of several element types");
    if (h_rank(s, h_in(s, 0)) || h_rank(s, h_in(s, 1))) h_fail(s, "an operand that is no number");
    if (is_normal && !dtype_is_float(t)) h_fail(s, "a normal distribution of %s", dtype_name(t));
    if (s->b->fn->parent) h_lacks(s, "random numbers in the body of a loop");
    const IrDim *const *dims = h_known(s, 2, &n);
    if (is_normal) {
        const DType wide = h_wide(t);
        const IrOperand x = drawn(s, &op_random_normal, dims, n, wide);
        const IrOperand y = h2(s, &op_multiply, x, h_cast(s, h_in(s, 1), wide));
        h_set(s, 0, h_cast(s, h2(s, &op_add, y, h_cast(s, h_in(s, 0), wide)), t));
    } else {
        h_set(s, 0,
              dtype_is_float(t) ? uniform_floats(s, dims, n, t) : uniform_integers(s, dims, n, t));
    }
}
