/* SPDX-License-Identifier: Apache-2.0 */
/* Windows and Fourier transforms, as products with constant matrices. */
#include <math.h>

#include "onnx/import.h"

enum { SIGNAL_MAX = 1 << 12 };
static const double two_pi = 6.283185307179586476925;

static DType wanted_dtype(O *o, const char *name) {
    const DType dtype = onnx_dtype(o_int(o, name, 1), NULL);
    if (dtype == DTYPE_VOID) o_unsupported(o, "its dtype");
    return dtype;
}

/* a0 - a1 cos(2 pi i / n) + a2 cos(4 pi i / n) */
static void window(O *o, double a0, double a1, double a2) {
    const int64_t size = o_const_int(o, 0, 0);
    if (size < 0 || size > SIGNAL_MAX * SIGNAL_MAX) o_fail(o, "a size of %lld", (long long)size);
    const DType dtype = wanted_dtype(o, "output_datatype");
    const double n = (double)(o_int(o, "periodic", 1) ? size : size - 1);
    Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT64, &size, 1);
    for (int64_t i = 0; i < size; i++) {
        const double x = n > 0 ? two_pi * (double)i / n : 0;
        dtype_write_double(DTYPE_FLOAT64, tensor_at(t, (size_t)i),
                           a0 - a1 * cos(x) + a2 * cos(2 * x));
    }
    o_set(o, 0, o_cast(o, o_tensor(o, t), dtype));
}

void onnx_map_hann(O *o) { window(o, 0.5, 0.5, 0); }
void onnx_map_hamming(O *o) { window(o, 25.0 / 46, 21.0 / 46, 0); }
void onnx_map_blackman(O *o) { window(o, 0.42, 0.5, 0.08); }

/* cos or sin of 2 pi j k / length, times `scale`: (from, to). */
static IrOperand wave(O *o, DType dtype, int64_t from, int64_t to, int64_t length, bool is_sin,
                      double scale) {
    const int64_t dims[] = {from, to};
    Tensor *t = tensor_new(o->im->ctx, dtype, dims, 2);
    for (int64_t j = 0; j < from; j++) {
        for (int64_t k = 0; k < to; k++) {
            const double x = two_pi * (double)(j * k % length) / (double)length;
            tensor_set_double(t, (size_t)(j * to + k), scale * (is_sin ? sin(x) : cos(x)));
        }
    }
    return o_tensor(o, t);
}

/* The real signal of `length` whose spectrum begins with re and im, (.., from): each other bin
 * counts twice, as the conjugate of one that is not there. The result has a new last dim of 1. */
static IrOperand real_signal(O *o, IrOperand re, IrOperand im, int64_t from, int64_t length) {
    const DType dtype = o_dtype(o, re);
    const int64_t half = length / 2 + 1, used = from < half ? from : half, dims[] = {used, length};
    const int32_t rank = o_rank(o, re);
    IrOperand parts[] = {re, im};
    for (int i = 0; i < 2; i++) {
        Tensor *t = tensor_new(o->im->ctx, dtype, dims, 2);
        for (int64_t k = 0; k < used; k++) {
            const bool is_alone = k == 0 || 2 * k == length;
            for (int64_t j = 0; j < length; j++) {
                const double x = two_pi * (double)(j * k % length) / (double)length;
                const double y = i == 0 ? (is_alone ? 1 : 2) * cos(x) : is_alone ? 0 : -2 * sin(x);
                dtype_write_double(dtype, tensor_at(t, (size_t)(k * length + j)),
                                   y / (double)length);
            }
        }
        const IrOperand matrix = o_tensor(o, t);
        if (used < from) parts[i] = o_slice(o, parts[i], rank - 1, o_dim(o, 0), o_dim(o, used), 1);
        parts[i] = o2(o, &op_matmul, parts[i], matrix);
    }
    return o_expand(o, o2(o, &op_add, parts[0], parts[1]), (const int64_t[]){rank}, 1);
}

/* The transform along the last dim of re (and im, NONE: 0), of extent `from`, cut or padded to
 * length. The result has a new last dim: the real and the imaginary parts. */
static IrOperand transform(O *o, IrOperand re, IrOperand im, int64_t from, int64_t length,
                           bool onesided, bool inverse) {
    const DType dtype = o_dtype(o, re);
    const int64_t used = from < length ? from : length, to = onesided ? length / 2 + 1 : length;
    const int32_t rank = o_rank(o, re);
    const double sign = inverse ? 1 : -1, scale = inverse ? 1 / (double)length : 1;
    const IrOperand c = wave(o, dtype, used, to, length, false, scale),
                    s = wave(o, dtype, used, to, length, true, sign * scale);
    if (used < from) {
        re = o_slice(o, re, rank - 1, o_dim(o, 0), o_dim(o, used), 1);
        if (im.kind != IR_OPERAND_NONE)
            im = o_slice(o, im, rank - 1, o_dim(o, 0), o_dim(o, used), 1);
    }
    IrOperand parts[] = {o2(o, &op_matmul, re, c), o2(o, &op_matmul, re, s)};
    if (im.kind != IR_OPERAND_NONE) {
        parts[0] = o2(o, &op_subtract, parts[0], o2(o, &op_matmul, im, s));
        parts[1] = o2(o, &op_add, parts[1], o2(o, &op_matmul, im, c));
    }
    uint32_t n;
    const IrOperand *ops = o_tuple(o, parts, 2, &n);
    return o_call(o, &op_stack, ops, n, ATTRS(A_INT("axis", rank)));
}

/* Part 0 or 1 of the last dim. */
static IrOperand part(O *o, IrOperand x, int64_t i) {
    return o_call(o, &op_take, OPS(x, o_const(o, DTYPE_INT64, (double)i)),
                  ATTRS(A_INT("axis", o_rank(o, x) - 1)));
}

/* The real part, and the imaginary one where there is one: the last dim has extent 1 or 2. */
static void complex_parts(O *o, IrOperand x, IrOperand *re, IrOperand *im) {
    const int64_t n = o_extent(o, x, o_rank(o, x) - 1);
    if (n != 1 && n != 2)
        o_fail(o, "a last dim of %lld, where 1 is real and 2 complex", (long long)n);
    if (!dtype_is_float(o_dtype(o, x))) o_fail(o, "a signal that is not of floats");
    *re = part(o, x, 0);
    *im = n == 2 ? part(o, x, 1) : o_none();
}

static IrOperand swapped(O *o, IrOperand x, int32_t a, int32_t b) {
    const int32_t rank = o_rank(o, x);
    int64_t *order = O_ARRAY(o, int64_t, rank);
    for (int32_t i = 0; i < rank; i++) order[i] = i == a ? b : i == b ? a : i;
    return a == b ? x : o_permute(o, x, order, rank);
}

/* The axis is an attribute before opset 20, an input since. Onesided is a transform of what is
 * real: forth the first half of the spectrum, and back from it. */
void onnx_map_dft(O *o) {
    IrOperand x = o_in(o, 0), re, im, y;
    const DType dtype = o_dtype(o, x);
    const int32_t rank = o_rank(o, x);
    const int64_t given = o->opset < 20 ? o_int(o, "axis", 1) : o_const_int(o, 2, -2);
    const int32_t axis = (int32_t)o_axis(o, given, rank), last = rank - 2;
    if (rank < 2 || axis == rank - 1)
        o_fail(o, "axis %lld, where the rank is %d", (long long)given, rank);
    const bool inverse = o_int(o, "inverse", 0) != 0, onesided = o_int(o, "onesided", 0) != 0;
    const int64_t from = o_extent(o, x, axis);
    const int64_t length = o_const_int(o, 1, inverse && onesided ? 2 * (from - 1) : from);
    if (length < 1 || length > SIGNAL_MAX || from < 1)
        o_unsupported(o, "a transform of length %lld, of %lld elements", (long long)length,
                      (long long)from);
    if (dtype_bits(dtype) < 32 && dtype_is_float(dtype)) x = o_cast(o, x, DTYPE_FLOAT32);
    complex_parts(o, x, &re, &im);
    if (inverse && onesided && im.kind == IR_OPERAND_NONE)
        o_fail(o, "a spectrum that is not complex");
    re = swapped(o, re, axis, last);
    if (im.kind != IR_OPERAND_NONE) im = swapped(o, im, axis, last);
    if (inverse && onesided) {
        y = real_signal(o, re, im, from, length);
    } else {
        y = transform(o, re, im, from, length, onesided, inverse);
    }
    o_set(o, 0, o_cast(o, swapped(o, y, axis, last), dtype));
}

/* signal (batch, length, 1 or 2), frame_step, window, frame_length: frames are taken by their
 * positions. */
void onnx_map_stft(O *o) {
    IrOperand x = o_in(o, 0), parts[2];
    const DType dtype = o_dtype(o, x);
    /* PyTorch's exporter leaves out the last dim of a real signal. */
    if (o_rank(o, x) == 2) x = o_expand(o, x, (const int64_t[]){2}, 1);
    if (o_rank(o, x) != 3) o_fail(o, "its signal has rank %d instead of 3", o_rank(o, x));
    const int64_t step = o_const_int(o, 1, 0);
    const int64_t frame = o_has(o, 3)   ? o_const_int(o, 3, 0)
                          : o_has(o, 2) ? o_extent(o, o_in(o, 2), 0)
                                        : 0;
    const IrDim *signal = o_dims(o, x)[1];
    if (step < 1 || frame < 1 || ir_dim_lt(o->m, signal, o_dim(o, frame)) == IR_PROVED)
        o_fail(o, "frames of %lld every %lld, of %s", (long long)frame, (long long)step,
               ir_dim_text(o->m, signal));
    if (frame > SIGNAL_MAX) o_unsupported(o, "frames of %lld", (long long)frame);
    const IrDim *count = ir_dim_floordiv(o->m, ir_dim_offset(o->m, signal, -frame), o_dim(o, step));
    const IrOperand first =
        o2c(o, &op_multiply, o_counter(o, ir_dim_offset(o->m, count, 1), 0, 2), (double)step);
    const IrOperand at = o2(o, &op_add, first, o_counter(o, o_dim(o, frame), 1, 2));
    if (dtype_bits(dtype) < 32 && dtype_is_float(dtype)) x = o_cast(o, x, DTYPE_FLOAT32);
    complex_parts(o, x, &parts[0], &parts[1]);
    for (int i = 0; i < 2; i++) {
        if (parts[i].kind == IR_OPERAND_NONE) continue;
        parts[i] = o_call(o, &op_take, OPS(parts[i], at), ATTRS(A_INT("axis", 1)));
        if (o_has(o, 2))
            parts[i] = o2(o, &op_multiply, parts[i], o_cast(o, o_in(o, 2), o_dtype(o, x)));
    }
    const bool onesided = o_int(o, "onesided", 1) != 0;
    o_set(o, 0, o_cast(o, transform(o, parts[0], parts[1], frame, frame, onesided, false), dtype));
}

static double to_mel(double hertz) { return 2595 * log10(1 + hertz / 700); }
static double to_hertz(double mel) { return 700 * (pow(10, mel / 2595) - 1); }

/* Triangles that overlap by half, evenly spread over mels, at whole bins of the spectrum. */
void onnx_map_mel_weights(O *o) {
    const int64_t mels = o_const_int(o, 0, 0), length = o_const_int(o, 1, 0),
                  rate = o_const_int(o, 2, 0);
    const double low = to_mel(o_const_number(o, 3, 0)), high = to_mel(o_const_number(o, 4, 0));
    if (mels < 0 || mels > SIGNAL_MAX || length < 0 || length > SIGNAL_MAX || rate < 1 ||
        !(low >= 0 && high >= low && high < 1e6)) {
        o_fail(o, "numbers out of range");
    }
    const int64_t dims[] = {length / 2 + 1, mels}, bins = dims[0];
    double *edges = O_ARRAY(o, double, mels + 2);
    for (int64_t i = 0; i < mels + 2; i++) {
        edges[i] =
            floor((double)(length + 1) *
                  to_hertz(low + (double)i * (high - low) / (double)(mels + 2)) / (double)rate);
    }
    Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT64, dims, 2);
    for (int64_t m = 0; m < mels; m++) {
        const double left = edges[m], middle = edges[m + 1], right = edges[m + 2];
        for (int64_t k = 0; k < bins; k++) {
            const double x = (double)k;
            double w = 0;
            if (x >= left && x < middle) w = (x - left) / (middle - left);
            if (x >= middle && x < right) w = (right - x) / (right - middle);
            if (x == middle) w = 1;
            dtype_write_double(DTYPE_FLOAT64, tensor_at(t, (size_t)(k * mels + m)), w);
        }
    }
    o_set(o, 0, o_cast(o, o_tensor(o, t), wanted_dtype(o, "output_datatype")));
}
