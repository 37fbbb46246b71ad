/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: what ONNX Runtime's optimizer of diffusion models writes. */
#include "onnx/import.h"

void onnx_map_bias_add(O *o) {
    const IrOperand x = o2(o, &op_add, o_in(o, 0), o_in(o, 1));
    o_set(o, 0, o2(o, &op_add, x, o_in(o, 2)));
}

/* The first half of the last dim times gelu of the second one. */
void onnx_map_bias_split_gelu(O *o) {
    const IrOperand x = o2(o, &op_add, o_in(o, 0), o_in(o, 1));
    const int32_t last = o_rank(o, x) - 1;
    const int64_t n = o_extent(o, x, last);
    if (n % 2) o_fail(o, "its last dim is %lld, which has no halves", (long long)n);
    const IrDim *half = o_dim(o, n / 2);
    const IrOperand left = o_slice(o, x, last, o_dim(o, 0), half, 1);
    const IrOperand right = o1(o, &op_nn_gelu, o_slice(o, x, last, half, o_dim(o, n), 1));
    o_set(o, 0, o2(o, &op_multiply, left, right));
}

/* x by groups of its channels, which are the last dim unless channels_last is 0; in float32, as
 * scale and bias may be where x is narrower. */
static void grouped(O *o, IrOperand x) {
    const DType dtype = o_dtype(o, x), wide = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    const int32_t rank = o_rank(o, x);
    const int64_t groups = o_int(o, "groups", 0), how = o_int(o, "activation", 0);
    if (rank < 2) o_fail(o, "its operand is of rank %d", rank);
    if (how != 0 && how != 1) o_unsupported(o, "its activation %lld", (long long)how);
    const int64_t channel = o_int(o, "channels_last", 1) ? rank - 1 : 1;
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    uint32_t n = 0;
    for (int64_t i = 1; i < rank; i++) {
        if (i != channel) axes[n++] = i;
    }
    const OAttr attrs[] = {A_INT("num_groups", groups), A_INT("channel_axis", channel),
                           A_INTS("axes", axes, n),
                           A_FLOAT("epsilon", o_float(o, "epsilon", (double)1e-5f))};
    const IrOperand values = o_cast(o, x, wide), scale = o_cast(o, o_in(o, 1), wide);
    const IrOperand ops[] = {values, scale, o_cast(o, o_in(o, 2), wide)};
    const IrOperand y = o_call(o, &op_nn_group_norm, ops, 3, attrs, ARRAY_LEN(attrs));
    o_set(o, 0, o_cast(o, how ? o1(o, &op_nn_silu, y) : y, dtype));
}

void onnx_map_ms_group_norm(O *o) { grouped(o, o_in(o, 0)); }

/* The sum of x, the skip, which may be one for each channel of the batch, and a bias is output
 * 1. */
void onnx_map_skip_group_norm(O *o) {
    enum { SKIP = 3, BIAS };
    static const int64_t places[] = {1, 2};
    const IrOperand x = o_in(o, 0);
    IrOperand skip = o_in(o, SKIP);
    if (!o_int(o, "channels_last", 1)) o_unsupported(o, "its attribute 'channels_last' of 0");
    if (o_rank(o, x) == 4 && o_rank(o, skip) == 2) skip = o_expand(o, skip, places, 2);
    IrOperand sum = o2(o, &op_add, x, skip);
    if (o_has(o, BIAS)) sum = o2(o, &op_add, sum, o_in(o, BIAS));
    grouped(o, sum);
    if (o_wants(o, 1)) o_set(o, 1, sum);
}
