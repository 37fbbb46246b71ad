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

/* --- Rows of such a table --- */

/* Each block along the axis has an element of x: one for each of `like`'s elements there. */
static IrOperand by_block(O *o, IrOperand x, int64_t block, int64_t axis, IrOperand like) {
    const IrOperand wide =
        o_call(o, &op_repeat, &x, 1, ATTRS(A_INT("repeats", block), A_INT("axis", axis)));
    return o_slice(o, wide, axis, o_dim(o, 0), o_dims(o, like)[axis], 1);
}

static IrOperand taken(O *o, IrOperand x, int64_t axis) {
    return o_call(o, &op_take, OPS(x, o_in(o, 1)), ATTRS(A_INT("axis", axis)));
}

/* A Gather of what is quantized in blocks along another axis, so what is gathered is dequantized,
 * and else all. Bytes hold several numbers of the last dim. */
void onnx_map_gather_block_quantized(O *o) {
    enum { DATA, INDICES, SCALES, ZEROS };
    IrOperand x = o_in(o, DATA), scales = o_in(o, SCALES), zeros = o_none();
    const int32_t rank = o_rank(o, x);
    const int64_t bits = o_int(o, "bits", 4), block = o_int(o, "block_size", 128),
                  gathered = o_axis(o, o_int(o, "gather_axis", 0), rank);
    int64_t axis = o_axis(o, o_int(o, "quantize_axis", 1), rank);
    const DType dtype = o_dtype(o, scales);
    const bool is_packed = o_dtype(o, x) == DTYPE_UINT8;
    if (block < 1 || block > INT32_MAX) o_unsupported(o, "blocks of %lld", (long long)block);
    if (is_packed && bits != 2 && bits != 4 && bits != 8)
        o_unsupported(o, "its attribute 'bits' of %lld", (long long)bits);
    if (is_packed && (axis != rank - 1 || gathered == axis))
        o_unsupported(o, "bytes that are gathered by, or quantized along, another axis");
    if (o_rank(o, scales) != rank) o_fail(o, "scales of rank %d", o_rank(o, scales));
    if (o_has(o, ZEROS)) zeros = o_in(o, ZEROS);
    if (gathered != axis) {
        x = taken(o, x, gathered);
        scales = taken(o, scales, gathered);
        if (o_has(o, ZEROS)) zeros = taken(o, zeros, gathered);
        if (axis > gathered) axis += o_rank(o, o_in(o, INDICES)) - 1;
    }
    IrOperand y = o_cast(o, is_packed ? unpacked(o, x, bits) : x, DTYPE_FLOAT32);
    if (o_has(o, ZEROS)) {
        zeros = is_packed ? unpacked(o, zeros, bits) : zeros;
        zeros = by_block(o, o_cast(o, zeros, DTYPE_FLOAT32), block, axis, y);
        y = o2(o, &op_subtract, y, zeros);
    } else if (is_packed) {
        y = o2c(o, &op_subtract, y, (double)(1 << (bits - 1)));
    }
    y = o2(o, &op_multiply, y, by_block(o, o_cast(o, scales, DTYPE_FLOAT32), block, axis, y));
    y = o_cast(o, y, dtype);
    o_set(o, 0,
          gathered == o_axis(o, o_int(o, "quantize_axis", 1), rank) ? taken(o, y, gathered) : y);
}

/* --- Weights of 16 levels, the high half of a byte first --- */

static const float levels[2][16] = {
    {0, 0.00520833333F, 0.66666667F, 1, 0.33333333F, 0.5F, 0.16666667F, 0.25F, 0, -0.00520833333F,
     -0.66666667F, -1, -0.33333333F, -0.5F, -0.16666667F, -0.25F},
    {-1, -0.6961928009986877F, -0.5250730514526367F, -0.39491748809814453F, -0.28444138169288635F,
     -0.18477343022823334F, -0.09105003625154495F, 0, 0.07958029955625534F, 0.16093020141124725F,
     0.24611230194568634F, 0.33791524171829224F, 0.44070982933044434F, 0.5626170039176941F,
     0.7229568362236023F, 1},
};

/* A . W^T, where W (N, K) lies in B as a row of numbers; blocks of them share a scale. */
void onnx_map_matmul_bnb4(O *o) {
    enum { A, B, SCALES };
    static const int64_t swap[] = {1, 0}, last = 1, extent[] = {16};
    const int64_t kind = o_int(o, "quant_type", 1), block = o_int(o, "block_size", 0),
                  k = o_int(o, "K", 0), n = o_int(o, "N", 0);
    if (kind != 0 && kind != 1) o_unsupported(o, "its quant_type %lld", (long long)kind);
    if (block < 1 || block > INT32_MAX || k < 1 || n < 1 || k > INT32_MAX || n > INT32_MAX)
        o_fail(o, "its K, N and block_size are %lld, %lld and %lld", (long long)k, (long long)n,
               (long long)block);
    const IrOperand a = o_in(o, A);
    const DType own = o_dtype(o, a), dtype = own == DTYPE_FLOAT64 ? own : DTYPE_FLOAT32;
    const IrDim *const bytes[] = {o_dim(o, (n * k + 1) / 2)}, *const all[] = {
                                                                  o_dim(o, n * k + n * k % 2)};
    const IrDim *const flat[] = {o_dim(o, (n * k + block - 1) / block)}, *const matrix[] = {
                                                                             o_dim(o, n),
                                                                             o_dim(o, k)};
    const IrOperand wide = o_cast(o, o_reshape(o, o_in(o, B), bytes, 1), DTYPE_INT32);
    const IrOperand high = o_expand(o, o2c(o, &op_right_shift, wide, 4), &last, 1);
    const IrOperand low = o_expand(o, o2c(o, &op_bitwise_and, wide, 15), &last, 1);
    IrOperand index = o_reshape(o, o_concat(o, (const IrOperand[]){high, low}, 2, 1), all, 1);
    index = o_slice(o, index, 0, o_dim(o, 0), o_dim(o, n * k), 1);
    Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT32, extent, 1);
    memcpy(t->data, levels[kind], sizeof levels[kind]);
    const IrOperand table = o_tensor(o, t);
    IrOperand w = o_call(o, &op_take, OPS(table, index), ATTRS(A_INT("axis", 0)));
    const IrOperand scales = o_cast(o, o_reshape(o, o_in(o, SCALES), flat, 1), DTYPE_FLOAT32);
    w = o2(o, &op_multiply, w, by_block(o, scales, block, 0, w));
    w = o_cast(o, o_reshape(o, w, matrix, 2), dtype);
    if (o_int(o, "transB", 1)) w = o_permute(o, w, swap, 2);
    o_set(o, 0, o_cast(o, o2(o, &op_matmul, o_cast(o, a, dtype), w), own));
}
