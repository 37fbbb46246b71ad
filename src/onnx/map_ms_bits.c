/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: weights of 2, 4 or 8 bits, several in a byte, the lowest bits first. Blocks of
 * them along a dim share a scale and a zero point. */
#include "onnx/import.h"

/* The numbers of `bits` bits in the bytes of x's last dim, as int32: each byte gives 8 / bits. */
static IrOperand unpacked(O *o, IrOperand x, int64_t bits) {
    const int32_t rank = o_rank(o, x);
    const int64_t each = 8 / bits, last = rank;
    const IrOperand wide = o_cast(o, x, DTYPE_INT32);
    if (each == 1) return wide;
    IrOperand parts[4];
    for (int64_t i = 0; i < each; i++) {
        const IrOperand low = i ? o2c(o, &op_right_shift, wide, (double)(i * bits)) : wide;
        const IrOperand part = o2c(o, &op_bitwise_and, low, (double)((1 << bits) - 1));
        parts[i] = o_expand(o, part, &last, 1);
    }
    const IrDim **dims = O_ARRAY(o, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) dims[i] = o_dims(o, x)[i];
    dims[rank - 1] = ir_dim_scale(o->m, dims[rank - 1], each);
    return o_reshape(o, o_concat(o, parts, (uint32_t)each, last), dims, rank);
}

/* (rows, n) of x, however it lies: rows of whole bytes where it is packed. */
static IrOperand table(O *o, IrOperand x, int64_t rows, int64_t n, int64_t bits) {
    const bool is_packed = o_dtype(o, x) == DTYPE_UINT8;
    const int64_t bytes = is_packed ? (n * bits + 7) / 8 : n;
    const IrDim *const dims[] = {o_dim(o, rows), o_dim(o, bytes)};
    const IrOperand y = o_reshape(o, x, dims, 2);
    return is_packed ? o_slice(o, unpacked(o, y, bits), 1, o_dim(o, 0), o_dim(o, n), 1) : y;
}

/* For each column, what its block has: by g_idx, or as they follow each other. */
static IrOperand by_column(O *o, IrOperand x, int64_t block, int64_t columns) {
    enum { G_IDX = 4 };
    if (o_has(o, G_IDX))
        return o_call(o, &op_take, OPS(x, o_in(o, G_IDX)), ATTRS(A_INT("axis", 1)));
    const IrOperand wide =
        o_call(o, &op_repeat, &x, 1, ATTRS(A_INT("repeats", block), A_INT("axis", 1)));
    return o_slice(o, wide, 1, o_dim(o, 0), o_dim(o, columns), 1);
}

/* A . W^T, where W (N, K) is unpacked from B (N, blocks, bytes of a block); what is narrower than
 * float32 is computed in that. */
void onnx_map_matmul_nbits(O *o) {
    enum { A, B, SCALES, ZEROS, G_IDX, BIAS };
    static const int64_t swap[] = {1, 0};
    const int64_t bits = o_int(o, "bits", 4), block = o_int(o, "block_size", 0),
                  k = o_int(o, "K", 0), n = o_int(o, "N", 0);
    if (bits != 2 && bits != 4 && bits != 8)
        o_unsupported(o, "its attribute 'bits' of %lld", (long long)bits);
    if (block < 1 || block > INT32_MAX || k < 1 || n < 1 || k > INT32_MAX || n > INT32_MAX)
        o_fail(o, "its K, N and block_size are %lld, %lld and %lld", (long long)k, (long long)n,
               (long long)block);
    const int64_t blocks = (k + block - 1) / block;
    const IrOperand a = o_in(o, A), scales = table(o, o_in(o, SCALES), n, blocks, 8);
    const DType own = o_dtype(o, a), dtype = own == DTYPE_FLOAT64 ? own : DTYPE_FLOAT32;
    if (o_int(o, "weight_prepacked", 0)) o_unsupported(o, "its attribute 'weight_prepacked'");
    const IrDim *const flat[] = {o_dim(o, n), o_dim(o, blocks * ((block * bits + 7) / 8))};
    const IrOperand numbers = unpacked(o, o_reshape(o, o_in(o, B), flat, 2), bits);
    IrOperand w = o_cast(o, o_slice(o, numbers, 1, o_dim(o, 0), o_dim(o, k), 1), dtype);
    if (o_has(o, ZEROS)) {
        const IrOperand zeros = o_cast(o, table(o, o_in(o, ZEROS), n, blocks, bits), dtype);
        w = o2(o, &op_subtract, w, by_column(o, zeros, block, k));
    } else {
        w = o2c(o, &op_subtract, w, (double)(1 << (bits - 1)));
    }
    w = o2(o, &op_multiply, w, by_column(o, o_cast(o, scales, dtype), block, k));
    const IrOperand wide = o_cast(o, a, dtype);
    IrOperand y = o2(o, &op_matmul, wide, o_permute(o, w, swap, 2));
    if (o_has(o, BIAS)) y = o2(o, &op_add, y, o_cast(o, o_in(o, BIAS), dtype));
    o_set(o, 0, o_cast(o, y, own));
}
