/* SPDX-License-Identifier: Apache-2.0 */
/* Forms that the first opsets had, and experimental operators that were in the default domain up to
 * opset 9. */
#include <math.h>

#include "onnx/import.h"

/* The dtype by its name. */
void onnx_map_cast_named(O *o) {
    static const char *const names[] = {NULL,      "FLOAT",  "UINT8",  "INT8",  "UINT16",
                                        "INT16",   "INT32",  "INT64",  NULL,    "BOOL",
                                        "FLOAT16", "DOUBLE", "UINT32", "UINT64"};
    const Str to = o_str(o, "to", "");
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (!names[i] || !str_eq_c(to, names[i])) continue;
        o_set(o, 0, o_cast(o, o_in(o, 0), onnx_dtype((int64_t)i, NULL)));
        return;
    }
    o_unsupported(o, "a cast to '%.*s'", (int)(to.len < 40 ? to.len : 40), to.ptr);
}

/* One axis, as often as a number says. */
void onnx_map_tile_axis(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const int64_t times = o_const_int(o, 1, 1), axis = o_axis(o, o_const_int(o, 2, 0), rank);
    int64_t *repeats = O_ARRAY(o, int64_t, rank);
    for (int32_t i = 0; i < rank; i++) repeats[i] = i == axis ? times : 1;
    if (times < 0) o_fail(o, "%lld tiles", (long long)times);
    o_set(o, 0, o_call(o, &op_tile, OPS(x), ATTRS(A_INTS("repeats", repeats, rank))));
}

static IrOperand times_plus(O *o, IrOperand x, double factor, double more) {
    return o2c(o, &op_add, o2c(o, &op_multiply, x, factor), more);
}

void onnx_map_affine(O *o) {
    o_set(o, 0, times_plus(o, o_in(o, 0), o_float(o, "alpha", 1), o_float(o, "beta", 0)));
}

void onnx_map_scale(O *o) { o_set(o, 0, o2c(o, &op_multiply, o_in(o, 0), o_float(o, "scale", 1))); }

void onnx_map_scaled_tanh(O *o) {
    const IrOperand x = o2c(o, &op_multiply, o_in(o, 0), o_float(o, "beta", 1));
    o_set(o, 0, o2c(o, &op_multiply, o1(o, &op_tanh, x), o_float(o, "alpha", 1)));
}

void onnx_map_parametric_softplus(O *o) {
    const IrOperand x = o2c(o, &op_multiply, o_in(o, 0), o_float(o, "beta", 1));
    o_set(o, 0, o2c(o, &op_multiply, o_softplus(o, x), o_float(o, "alpha", 1)));
}

static IrOperand picture(O *o) {
    const IrOperand x = o_in(o, 0);
    if (o_rank(o, x) != 4) o_fail(o, "its operand has rank %d instead of 4", o_rank(o, x));
    return x;
}

/* A bias for each channel. */
void onnx_map_image_scaler(O *o) {
    const IrOperand x = picture(o);
    uint32_t n;
    if (!dtype_is_float(o_dtype(o, x))) o_fail(o, "its operand is %s", dtype_name(o_dtype(o, x)));
    const float *bias = o_floats(o, "bias", &n);
    const int64_t channels = o_extent(o, x, 1), dims[] = {n};
    IrOperand y = o2c(o, &op_multiply, x, o_float(o, "scale", 1));
    if (bias && n != channels) o_fail(o, "%u biases for %lld channels", n, (long long)channels);
    if (bias) {
        Tensor *t = tensor_new(o->im->ctx, o_dtype(o, x), dims, 1);
        for (uint32_t i = 0; i < n; i++)
            dtype_write_double(t->dtype, tensor_at(t, i), (double)bias[i]);
        y = o2(o, &op_add, y, o_align(o, o_tensor(o, t), 1, 4));
    }
    o_set(o, 0, y);
}

/* `border`: left, top, right, bottom; with `scale`, height and width in place of the last two. */
void onnx_map_crop(O *o) {
    IrOperand x = picture(o);
    uint32_t n, n_size;
    const int64_t *border = o_ints(o, "border", &n), *size = o_ints(o, "scale", &n_size);
    if (!border || n != 4) o_fail(o, "its border has %u numbers instead of 4", border ? n : 0);
    if (size && n_size != 2) o_fail(o, "its scale has %u numbers instead of 2", n_size);
    for (int i = 0; i < 2; i++) { /* height, width */
        const int64_t first = border[1 - i], rest = border[3 - i];
        if (first < 0 || (size ? size[i] < 0 : rest < 0)) o_fail(o, "a negative border or size");
        const IrDim *extent = o_dims(o, x)[2 + i];
        const IrDim *end = size ? o_dim(o, first + size[i]) : ir_dim_offset(o->m, extent, -rest);
        x = o_slice(o, x, 2 + i, o_dim(o, first), end, 1);
    }
    o_set(o, 0, x);
}

/* The axes by two flags. */
void onnx_map_mean_variance_flags(O *o) {
    const IrOperand x = picture(o);
    uint32_t n;
    const int64_t *axes = o_axes_from(o, o_int(o, "across_channels", 0) ? 1 : 2, 4, &n);
    IrOperand y = o2(o, &op_subtract, x, o_reduce(o, &op_mean, x, axes, n, true));
    if (o_int(o, "normalize_variance", 1)) {
        const IrOperand deviation =
            o1(o, &op_sqrt, o_reduce(o, &op_mean, o1(o, &op_square, y), axes, n, true));
        y = o2(o, &op_divide, y, o2c(o, &op_add, deviation, 1e-9));
    }
    o_set(o, 0, y);
}
