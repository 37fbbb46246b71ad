/* SPDX-License-Identifier: Apache-2.0 */
/* Quantization, and operators on quantized operands. */
#include "onnx/import.h"

/* Left out, it is 0 in the shape of nothing: a scalar. */
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

/* Blocks of `block_size` elements along the axis share a scale (opset 21): x is quantized by the
 * scales and zero points as they are spread over it. */
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

/* A dtype that an attribute gives; `fallback` without it. */
static DType said_dtype(O *o, const char *name, DType fallback) {
    const char *what = "";
    const int64_t said = o_int(o, name, 0);
    const DType t = said ? onnx_dtype(said, &what) : fallback;
    if (t == DTYPE_VOID || t == DTYPE_STRING)
        o_unsupported(o, "quantization with %s", t == DTYPE_VOID ? what : dtype_name(t));
    return t;
}

static bool is_wide_float(DType t) { return dtype_is_float(t) && !dtype_is_small(t); }
/* A scale or zero point as it meets x: spread over blocks, or along the axis. */
static IrOperand beside(O *o, IrOperand p, IrOperand x) {
    if (has_blocks(o)) return spread(o, p, x);
    const IrOperand one = o_as_scalar(o, p);
    if (o_rank(o, one) == 0) return one;
    if (o_rank(o, one) != 1) o_fail(o, "a scale of rank %d without block_size", o_rank(o, one));
    return o_align(o, one, o_axis(o, o->opset < 13 ? 1 : o_int(o, "axis", 1), o_rank(o, x)),
                   o_rank(o, x));
}

/* To a small float: the quotient and the zero point are added in `precision`, and cast. */
static IrOperand quantize_float(O *o, IrOperand ratio, DType to, DType precision) {
    IrOperand y = ratio;
    if (o_has(o, 2)) y = o2(o, &op_add, y, o_cast(o, beside(o, o_in(o, 2), ratio), precision));
    if (o_int(o, "saturate", 1)) return o_cast(o, y, to);
    const OAttr attrs[] = {A_DTYPE("dtype", to), A_BOOL("saturate", false)};
    return o_call(o, &op_cast, &y, 1, attrs, ARRAY_LEN(attrs));
}

/* Of integers of 16 bits at most, which float32 holds. */
static IrOperand quantize_blocks(O *o, IrOperand ratio, DType to) {
    if (dtype_bits(to) > 16) o_unsupported(o, "blocks of %s", dtype_name(to));
    const DType wide = o_dtype(o, ratio) == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    IrOperand y = o1(o, &op_round, o_cast(o, ratio, wide));
    if (o_has(o, 2)) y = o2(o, &op_add, y, o_cast(o, spread(o, o_in(o, 2), ratio), wide));
    const bool has_sign = dtype_kind(to) == DTYPE_KIND_INT;
    const double most = (double)((1 << (dtype_bits(to) - has_sign)) - 1),
                 least = has_sign ? -most - 1 : 0;
    return o_cast(o, o2c(o, &op_minimum, o2c(o, &op_maximum, y, least), most), to);
}

/* The division is done in the scale's dtype, or as `precision` says. */
void onnx_map_quantize(O *o) {
    const DType dtype = quantized_dtype(o), own = o_dtype(o, o_in(o, 1));
    const DType precision = said_dtype(o, "precision", is_wide_float(own) ? own : DTYPE_FLOAT32);
    if (!is_wide_float(precision)) o_fail(o, "a division in %s", dtype_name(precision));
    if (o_has(o, 2) &&
        o_dtype(o, o_in(o, 2)) != said_dtype(o, "output_dtype", o_dtype(o, o_in(o, 2))))
        o_fail(o, "output_dtype is not the zero point's");
    const IrOperand x = o_cast(o, o_in(o, 0), precision), scale = o_cast(o, o_in(o, 1), precision);
    const bool blocks = has_blocks(o), to_float = dtype_is_float(dtype);
    if (!blocks && !to_float && !dtype_is_half(precision)) {
        o_set(o, 0, o_quantize(o, x, scale, zero_point(o, 2, dtype), quantized_axis(o, x, 1)));
        return;
    }
    const IrOperand ratio = o2(o, &op_divide, x, beside(o, scale, x));
    if (to_float)
        o_set(o, 0, quantize_float(o, ratio, dtype, precision));
    else if (blocks)
        o_set(o, 0, quantize_blocks(o, ratio, dtype));
    else
        o_set(o, 0,
              o_quantize(o, ratio, o_const(o, precision, 1), zero_point(o, 2, dtype),
                         quantized_axis(o, x, 1)));
}

/* (x - zero point) * scale. The difference is exact: in int32, or of small floats in float32; the
 * product is rounded to the result's dtype. */
void onnx_map_dequantize(O *o) {
    const IrOperand x = o_in(o, 0);
    const DType from = o_dtype(o, x), own = o_dtype(o, o_in(o, 1));
    const DType to = said_dtype(o, "output_dtype", is_wide_float(own) ? own : DTYPE_FLOAT32);
    if (!is_wide_float(to)) o_fail(o, "its result would be %s", dtype_name(to));
    if (!has_blocks(o) && !dtype_is_float(from)) {
        const IrOperand scale = is_wide_float(own) ? o_in(o, 1) : o_cast(o, o_in(o, 1), to);
        const IrOperand by = o_as_scalar(o, scale), zero = o_as_scalar(o, zero_point(o, 2, from));
        const OAttr attrs[] = {A_INT("axis", quantized_axis(o, x, 1)), A_DTYPE("out_dtype", to)};
        o_set(o, 0, o_call(o, &op_dequantize, OPS(x, by, zero), attrs, 2));
        return;
    }
    const DType exact = dtype_is_float(from) ? DTYPE_FLOAT32 : DTYPE_INT32;
    IrOperand y = o_cast(o, x, exact);
    if (o_has(o, 2)) y = o2(o, &op_subtract, y, o_cast(o, beside(o, o_in(o, 2), x), exact));
    const IrOperand scale = o_cast(o, beside(o, o_in(o, 1), x), to);
    o_set(o, 0, o2(o, &op_multiply, o_cast(o, y, to), scale));
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
    const IrOperand of_a = o_as_scalar(o, o_in(o, 1)),
                    scale = o2(o, &op_multiply, of_a, o_as_scalar(o, o_in(o, 4)));
    o_set(o, 0, o_requantize(o, sums, scale, 6, o_rank(o, sums) - 1));
}

void onnx_map_qlinear_conv(O *o) {
    const IrOperand x = o_centred(o, 0, 2, 1), w = o_centred(o, 3, 5, 0);
    const IrOperand sums = o_add_bias(o, o_convolve(o, x, w), 8);
    const IrOperand of_a = o_as_scalar(o, o_in(o, 1)),
                    scale = o2(o, &op_multiply, of_a, o_as_scalar(o, o_in(o, 4)));
    o_set(o, 0, o_requantize(o, sums, scale, 6, 1));
}
