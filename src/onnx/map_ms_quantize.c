/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: operators on quantized operands. What is elementwise or a mean is computed on the
 * numbers that the operands stand for, and quantized again; products are of integers. */
#include "onnx/import.h"

/* The number that input i stands for, by inputs `scale` and the one behind it. */
static IrOperand number(O *o, uint32_t i, uint32_t scale) {
    const IrOperand x = o_in(o, i), by = o_in(o, scale);
    const IrOperand zero = o_has(o, scale + 1) ? o_in(o, scale + 1) : o_const(o, o_dtype(o, x), 0);
    return o_dequantize(o, x, by, zero, 0);
}

/* Back, by inputs `scale` and the one behind it; without that, to x's dtype. */
static void set_quantized(O *o, IrOperand y, uint32_t scale, DType dtype) {
    const IrOperand by = o_in(o, scale);
    const IrOperand zero = o_has(o, scale + 1) ? o_in(o, scale + 1) : o_const(o, dtype, 0);
    o_set(o, 0, o_quantize(o, y, by, zero, 0));
}

void onnx_map_qlinear_binary(O *o) {
    const bool is_add = strstr(o->row->name, "Add") != NULL;
    const IrOperand a = number(o, 0, 1), b = number(o, 3, 4);
    set_quantized(o, o2(o, is_add ? &op_add : &op_multiply, a, b), 6, o_dtype(o, o_in(o, 0)));
}

void onnx_map_qlinear_unary(O *o) {
    IrOperand x = number(o, 0, 1);
    if (strstr(o->row->name, "Sigmoid")) {
        x = o1(o, &op_sigmoid, x);
    } else {
        const OAttr slope = A_FLOAT("alpha", o_float(o, "alpha", (double)0.01f));
        x = o_call(o, &op_nn_leakyrelu, &x, 1, &slope, 1);
    }
    set_quantized(o, x, 3, o_dtype(o, o_in(o, 0)));
}

void onnx_map_qlinear_softmax(O *o) {
    IrOperand x = number(o, 0, 1);
    const int32_t rank = o_rank(o, x);
    const int64_t axis = o_axis(o, o_int(o, "axis", -1), rank);
    if (o_int(o, "opset", 13) < 13 && axis != rank - 1)
        o_unsupported(o, "softmax of several dims together");
    x = o_call(o, &op_nn_softmax, &x, 1, ATTRS(A_INT("axis", axis)));
    set_quantized(o, x, 3, o_dtype(o, o_in(o, 0)));
}

/* Inputs: the result's scale and zero point, then three for each operand. */
void onnx_map_qlinear_concat(O *o) {
    const uint32_t n = o->n_in < 5 ? 0 : (o->n_in - 2) / 3;
    if (o->n_in < 5 || (o->n_in - 2) % 3)
        o_fail(o, "%u inputs: 2, and 3 for each operand, are expected", o->n_in);
    IrOperand *items = O_ARRAY(o, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) items[i] = number(o, 2 + 3 * i, 3 + 3 * i);
    const int64_t axis = o_axis(o, o_int(o, "axis", 0), o_rank(o, items[0]));
    set_quantized(o, o_concat(o, items, n, axis), 0, o_dtype(o, o_in(o, 2)));
}

void onnx_map_qlinear_where(O *o) {
    const IrOperand x = number(o, 1, 2), y = number(o, 4, 5);
    set_quantized(o, o3(o, &op_where, o_in(o, 0), x, y), 7, o_dtype(o, o_in(o, 1)));
}

/* Channels last: (batch, spatial, channels) as (batch, channels, spatial), and the way back. */
static IrOperand channels(O *o, IrOperand x, bool first) {
    const int32_t rank = o_rank(o, x);
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    if (rank < 2) o_fail(o, "an operand of rank %d, which has no channels", rank);
    for (int32_t i = 1; i < rank; i++) axes[i] = first ? i - 1 : i + 1;
    axes[first ? 1 : rank - 1] = first ? rank - 1 : 1;
    return o_permute(o, x, axes, rank);
}

void onnx_map_qlinear_pool(O *o) {
    const bool last = o_int(o, "channels_last", 0) != 0,
               global = strstr(o->row->name, "Global") != NULL;
    IrOperand x = number(o, 0, 1);
    if (last) x = channels(o, x, true);
    uint32_t n;
    const int64_t *axes = o_axes_from(o, 2, o_rank(o, x), &n);
    x = global ? o_reduce(o, &op_mean, x, axes, n, true) : o_average_pool(o, x);
    if (last) x = channels(o, x, false);
    set_quantized(o, x, 3, o_dtype(o, o_in(o, 0)));
}

void onnx_map_nhwc_max_pool(O *o) {
    o_set(o, 0, channels(o, o_max_pool(o, channels(o, o_in(o, 0), true)), false));
}

/* QLinearConv that may have its channels last. */
void onnx_map_ms_qlinear_conv(O *o) {
    if (!o_int(o, "channels_last", 0)) {
        onnx_map_qlinear_conv(o);
        return;
    }
    const IrOperand x = channels(o, o_centred(o, 0, 2, 3), true), w = o_centred(o, 3, 5, 0);
    const IrOperand sums = o_add_bias(o, o_convolve(o, x, w), 8);
    const IrOperand of_x = o_as_scalar(o, o_in(o, 1)), of_w = o_as_scalar(o, o_in(o, 4));
    const IrOperand y = o_requantize(o, sums, o2(o, &op_multiply, of_x, of_w), 6, 1);
    o_set(o, 0, channels(o, y, false));
}

static int64_t ms_axis(O *o, IrOperand x, IrOperand scale) {
    return o_rank(o, o_as_scalar(o, scale)) ? o_axis(o, o_int(o, "axis", 1), o_rank(o, x)) : 0;
}

void onnx_map_ms_quantize(O *o) {
    if (o_int(o, "block_size", 0)) o_unsupported(o, "its attribute 'block_size'");
    const IrOperand x = o_in(o, 0), scale = o_in(o, 1);
    const IrOperand zero = o_has(o, 2) ? o_in(o, 2) : o_const(o, DTYPE_UINT8, 0);
    o_set(o, 0, o_quantize(o, o_cast(o, x, o_dtype(o, scale)), scale, zero, ms_axis(o, x, scale)));
}

void onnx_map_ms_dequantize(O *o) {
    if (o_int(o, "block_size", 0)) o_unsupported(o, "its attribute 'block_size'");
    const IrOperand x = o_in(o, 0), scale = o_in(o, 1);
    const IrOperand zero = o_has(o, 2) ? o_in(o, 2) : o_const(o, o_dtype(o, x), 0);
    o_set(o, 0, o_dequantize(o, x, scale, zero, ms_axis(o, x, scale)));
}

/* --- Products --- */

/* Integer sums by a scale, and input `bias` added. */
static IrOperand scaled(O *o, IrOperand sums, IrOperand scale, uint32_t bias) {
    const IrOperand y = o2(o, &op_multiply, o_cast(o, sums, o_dtype(o, scale)), scale);
    return o_has(o, bias) ? o2(o, &op_add, y, o_in(o, bias)) : y;
}

/* A is quantized by its own range; B by inputs 2 and 3, for each column where they are vectors. */
void onnx_map_dynamic_quantize_matmul(O *o) {
    const IrOperand a = o_in(o, 0);
    IrOperand scale, zero;
    o_quantize_range(o, a, &scale, &zero);
    const IrOperand q = o_cast(o, o_quantize(o, a, scale, zero, 0), DTYPE_INT32);
    const IrOperand centre = o2(o, &op_subtract, q, o_cast(o, zero, DTYPE_INT32));
    const IrOperand b = o_centred(o, 1, 3, o_rank(o, o_in(o, 1)) - 1);
    const IrOperand both = o2(o, &op_multiply, o_as_scalar(o, o_in(o, 2)), scale);
    o_set(o, 0, scaled(o, o2(o, &op_matmul, centre, b), both, 4));
}

void onnx_map_matmul_integer_to_float(O *o) {
    const IrOperand a = o_centred(o, 0, 4, o_rank(o, o_in(o, 0)) - 1);
    const IrOperand b = o_centred(o, 1, 5, o_rank(o, o_in(o, 1)) - 1);
    const IrOperand of_a = o_as_scalar(o, o_in(o, 2)), of_b = o_as_scalar(o, o_in(o, 3));
    o_set(o, 0, scaled(o, o2(o, &op_matmul, a, b), o2(o, &op_multiply, of_a, of_b), 6));
}

/* Zero points of B go by its columns, which transB makes its rows. C is added to the integer
 * sums. */
void onnx_map_qgemm(O *o) {
    enum { A, A_SCALE, A_ZERO, B, B_SCALE, B_ZERO, C, Y_SCALE };
    static const int64_t swap[] = {1, 0};
    const bool trans_a = o_int(o, "transA", 0) != 0, trans_b = o_int(o, "transB", 0) != 0;
    IrOperand a = o_centred(o, A, A_ZERO, 0), b = o_centred(o, B, B_ZERO, !trans_b);
    if (trans_a) a = o_permute(o, a, swap, 2);
    if (trans_b) b = o_permute(o, b, swap, 2);
    IrOperand sums = o2(o, &op_matmul, a, b);
    if (o_has(o, C)) sums = o2(o, &op_add, sums, o_in(o, C));
    const IrOperand of_a = o_as_scalar(o, o_in(o, A_SCALE)),
                    of_b = o_as_scalar(o, o_in(o, B_SCALE));
    IrOperand scale = o2(o, &op_multiply, of_a, of_b);
    const double alpha = o_float(o, "alpha", 1);
    if (alpha != 1) scale = o2c(o, &op_multiply, scale, alpha);
    if (o_has(o, Y_SCALE)) {
        o_set(o, 0, o_requantize(o, sums, scale, Y_SCALE, 1));
    } else {
        o_set(o, 0, o2(o, &op_multiply, o_cast(o, sums, o_dtype(o, scale)), scale));
    }
}
