/* SPDX-License-Identifier: Apache-2.0 */
/* Random bits of a stated algorithm. */
#include "stablehlo/maps.h"

static IrOperand rotated(H *s, IrOperand x, unsigned by) {
    return h2(s, &op_bitwise_or, h2c(s, &op_left_shift, x, by),
              h2c(s, &op_right_shift, x, 32 - by));
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

/* The state is a key and a counter. Element i of 64 bits is the block of counter + i, its first
 * word the low one; the counter goes on by as many. How narrower elements share blocks is said by
 * no specification. */
void shlo_map_rng_bit_generator(H *s) {
    const Str how = h_word(s, "rng_algorithm");
    const IrOperand state = h_in(s, 0);
    const IrType *out = h_out_type(s, 1);
    if (!str_eq_c(how, "THREE_FRY"))
        h_lacks(s, "the algorithm %.*s", (int)(how.len < 40 ? how.len : 40), how.ptr);
    if (dtype_is_float(out->dtype) || dtype_bits(out->dtype) != 64)
        h_lacks(s, "random bits as %s", dtype_name(out->dtype));
    if (h_dtype(s, state) != DTYPE_UINT64 || h_rank(s, state) != 1 || h_extent(s, state, 0) != 2)
        h_fail(s, "its state is no tensor<2xui64>");
    const IrDim *const zero = h_dim(s, 0), *const one = h_dim(s, 1), *const two = h_dim(s, 2);
    const IrOperand key = h_slice(s, state, 0, zero, one, 1),
                    counter = h_slice(s, state, 0, one, two, 1);
    const IrDim *const n = h_product(s, out->dims, out->ndim);
    const IrOperand at = h2(s, &op_add, h_cast(s, h_counter(s, n, 0, 1), DTYPE_UINT64), counter);
    const IrOperand keys[] = {low_word(s, key), high_word(s, key)};
    IrOperand x[] = {low_word(s, at), high_word(s, at)};
    threefry(s, keys, x);
    const IrOperand high = h2c(s, &op_left_shift, h_cast(s, x[1], DTYPE_UINT64), 32);
    const IrOperand bits = h2(s, &op_bitwise_or, h_cast(s, x[0], DTYPE_UINT64), high);
    const IrOperand steps = h_cast(s, shlo_dim_number(s, n), DTYPE_UINT64);
    const IrOperand next[] = {key, h2(s, &op_add, counter, steps)};
    h_set(s, 0, h_concat(s, next, 2, 0));
    h_set(s, 1, h_bitcast(s, h_reshape(s, bits, out->dims, out->ndim), out->dtype));
}
