/* SPDX-License-Identifier: Apache-2.0 */
/* Quantization, and operators on quantized operands. */
#include "onnx/import.h"

static IrOperand zero_point(O *o, uint32_t i, DType fallback) {
    return o_has(o, i) ? o_in(o, i) : o_const(o, fallback, 0);
}

static int64_t quantized_axis(O *o, IrOperand x, uint32_t scale) {
    const int32_t rank = o_rank(o, x);
    return o_rank(o, o_in(o, scale)) == 0
               ? 0
               : o_axis(o, o->opset < 13 ? 1 : o_int(o, "axis", 1), rank);
}

/* A scale of one element may be a vector. */
IrOperand o_as_scalar(O *o, IrOperand x) {
    const IrType *t = o_type(o, x);
    const bool is_one = t->ndim == 1 && t->dims && ir_dim_is(t->dims[0], 1);
    return is_one ? o_squeeze(o, x, (const int64_t[]){0}, 1) : x;
}

IrOperand o_quantize(O *o, IrOperand x, IrOperand scale, IrOperand zero, int64_t axis) {
    const OAttr attrs[] = {A_INT("axis", axis), A_DTYPE("out_dtype", o_dtype(o, zero))};
    const IrOperand by = o_as_scalar(o, scale), to = o_as_scalar(o, zero);
    return o_call(o, &op_quantize, OPS(x, by, to), attrs, 2);
}

IrOperand o_dequantize(O *o, IrOperand x, IrOperand scale, IrOperand zero, int64_t axis) {
    const OAttr attrs[] = {A_INT("axis", axis), A_DTYPE("out_dtype", o_dtype(o, scale))};
    const IrOperand by = o_as_scalar(o, scale), from = o_as_scalar(o, zero);
    return o_call(o, &op_dequantize, OPS(x, by, from), attrs, 2);
}

/* Blocks of `block_size` elements along the axis share a scale (opset 21): x is quantized by the scales and zero points
 * as they are spread over it. */
static bool has_blocks(O *o) {
    const int64_t size = o_int(o, "block_size", 0);
    if (size < 0) o_fail(o, "block_size is %lld", (long long)size);
    return size > 0;
}

static IrOperand spread(O *o, IrOperand scale, IrOperand x) {
    const int32_t rank = o_rank(o, x);
    const int64_t axis = o_axis(o, o_int(o, "axis", 1), rank), size = o_int(o, "block_size", 0);
    const IrDim *extent = o_dims(o, x)[axis];
    if (o_rank(o, scale) != rank)
        o_fail(o, "a scale of rank %d, where the rank is %d", o_rank(o, scale), rank);
    const IrOperand wide =
        o_call(o, &op_repeat, &scale, 1, ATTRS(A_INT("repeats", size), A_INT("axis", axis)));
    const IrDim *have = o_dims(o, wide)[axis];
    const IrTruth enough = ir_dim_le(o->m, extent, have),
                  needed = ir_dim_lt(o->m, ir_dim_offset(o->m, have, -size), extent);
    if (enough == IR_REFUTED || needed == IR_REFUTED)
        o_fail(o, "blocks of %lld that do not fit the dim", (long long)size);
    return have == extent ? wide : o_slice(o, wide, axis, o_dim(o, 0), extent, 1);
}

static DType quantized_dtype(O *o) {
    const char *what = "";
    const int64_t said = o_int(o, "output_dtype", 0);
    const DType dtype = o_has(o, 2) ? o_dtype(o, o_in(o, 2))
                        : said      ? onnx_dtype(said, &what)
                                    : DTYPE_UINT8;
    if (dtype == DTYPE_VOID) o_unsupported(o, "quantization to %s", what);
    return dtype;
}

void onnx_map_quantize(O *o) {
    const DType dtype = quantized_dtype(o);
    const IrOperand scale = o_in(o, 1), x = o_cast(o, o_in(o, 0), o_dtype(o, scale));
    if (!has_blocks(o)) {
        o_set(o, 0, o_quantize(o, x, scale, zero_point(o, 2, dtype), quantized_axis(o, x, 1)));
        return;
    }
    if (dtype_size(dtype) > 2) o_unsupported(o, "blocks of %s", dtype_name(dtype));
    const DType wide =
        o_dtype(o, x) == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32; /* holds 16 bits */
    const IrOperand by = o_cast(o, spread(o, scale, x), wide), ratio = o2(o, &op_divide, o_cast(o, x, wide), by);
    IrOperand y = o1(o, &op_round, ratio);
    if (o_has(o, 2)) y = o2(o, &op_add, y, o_cast(o, spread(o, o_in(o, 2), x), wide));
    const int bits = (int)dtype_size(dtype) * 8 - (dtype_kind(dtype) == DTYPE_KIND_INT);
    const double most = (double)((1 << bits) - 1),
                 least = dtype_kind(dtype) == DTYPE_KIND_INT ? -most - 1 : 0;
    o_set(o, 0, o_cast(o, o2c(o, &op_minimum, o2c(o, &op_maximum, y, least), most), dtype));
}

void onnx_map_dequantize(O *o) {
    const IrOperand x = o_in(o, 0), scale = o_in(o, 1);
    if (has_blocks(o)) {
        const DType dtype = o_dtype(o, scale);
        IrOperand y = o_cast(o, x, DTYPE_INT32);
        if (o_has(o, 2))
            y = o2(o, &op_subtract, y, o_cast(o, spread(o, o_in(o, 2), x), DTYPE_INT32));
        const IrOperand by = spread(o, scale, x);
        o_set(o, 0, o2(o, &op_multiply, o_cast(o, y, dtype), by));
        return;
    }
    const IrOperand zero = zero_point(o, 2, o_dtype(o, x));
    o_set(o, 0, o_dequantize(o, x, scale, zero, quantized_axis(o, x, 1)));
}

void o_quantize_range(O *o, IrOperand x, IrOperand *scale_out, IrOperand *zero_out) {
    const IrOperand low = o2c(o, &op_minimum, o1(o, &op_min, x), 0),
                    high = o2c(o, &op_maximum, o1(o, &op_max, x), 0);
    const IrOperand scale = o2c(o, &op_divide, o2(o, &op_subtract, high, low), 255);
    const IrOperand zero = o1(o, &op_round, o2(o, &op_divide, o1(o, &op_negative, low), scale));
    const IrOperand point =
        o_cast(o, o2c(o, &op_minimum, o2c(o, &op_maximum, zero, 0), 255), DTYPE_UINT8);
    *scale_out = scale;
    *zero_out = point;
}

void onnx_map_dynamic_quantize(O *o) {
    const IrOperand x = o_in(o, 0);
    IrOperand scale, point;
    o_quantize_range(o, x, &scale, &point);
    o_set(o, 0, o_quantize(o, x, scale, point, 0));
    o_set(o, 1, scale);
    o_set(o, 2, point);
}

/* Input i in int32, less its zero point (input z), which goes by dim `axis` when it is a vector. */
IrOperand o_centred(O *o, uint32_t i, uint32_t z, int64_t axis) {
    const IrOperand x = o_cast(o, o_in(o, i), DTYPE_INT32);
    if (!o_has(o, z)) return x;
    IrOperand zero = o_as_scalar(o, o_cast(o, o_in(o, z), DTYPE_INT32));
    if (o_rank(o, zero) == 1) zero = o_align(o, zero, axis, o_rank(o, x));
    return o2(o, &op_subtract, x, zero);
}

void onnx_map_matmul_integer(O *o) {
    const IrOperand a = o_centred(o, 0, 2, o_rank(o, o_in(o, 0)) - 2),
                    b = o_centred(o, 1, 3, o_rank(o, o_in(o, 1)) - 1);
    o_set(o, 0, o2(o, &op_matmul, a, b));
}

void onnx_map_conv_integer(O *o) {
    const IrOperand x = o_centred(o, 0, 2, 1);
    o_set(o, 0, o_convolve(o, x, o_centred(o, 1, 3, 0)));
}

/* sums * (a's scale * b's scale), quantized by that of y. */
IrOperand o_requantize(O *o, IrOperand sums, IrOperand scale, uint32_t y_scale, int64_t axis) {
    IrOperand s = o_as_scalar(o, scale);
    if (o_rank(o, s) == 1) s = o_align(o, s, axis, o_rank(o, sums));
    const IrOperand y = o2(o, &op_multiply, o_cast(o, sums, o_dtype(o, s)), s);
    return o_quantize(o, y, o_in(o, y_scale), o_in(o, y_scale + 1), axis);
}

void onnx_map_qlinear_matmul(O *o) {
    const IrOperand a = o_centred(o, 0, 2, o_rank(o, o_in(o, 0)) - 2),
                    b = o_centred(o, 3, 5, o_rank(o, o_in(o, 3)) - 1);
    const IrOperand sums = o2(o, &op_matmul, a, b);
    const IrOperand of_a = o_as_scalar(o, o_in(o, 1)), scale = o2(o, &op_multiply, of_a, o_as_scalar(o, o_in(o, 4)));
    o_set(o, 0, o_requantize(o, sums, scale, 6, o_rank(o, sums) - 1));
}

void onnx_map_qlinear_conv(O *o) {
    const IrOperand x = o_centred(o, 0, 2, 1), w = o_centred(o, 3, 5, 0);
    const IrOperand sums = o_add_bias(o, o_convolve(o, x, w), 8);
    const IrOperand of_a = o_as_scalar(o, o_in(o, 1)), scale = o2(o, &op_multiply, of_a, o_as_scalar(o, o_in(o, 4)));
    o_set(o, 0, o_requantize(o, sums, scale, 6, 1));
}
