/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers. The stream is the attribute `seed`, or 0, as a seed of R.random, and the node's
 * number as the counter: nodes draw from streams of their own, and each run draws the same. */
#include "onnx/import.h"

typedef struct {
    IrOperand seed, counter;
} Stream;

static Stream stream_of(O *o) {
    if (o->b->fn->parent) o_unsupported(o, "random numbers in the body of a loop");
    const float given = (float)o_float(o, "seed", 0);
    int32_t bits;
    memcpy(&bits, &given, sizeof bits);
    return (Stream){o_const(o, DTYPE_INT64, bits), o_const(o, DTYPE_INT64, (double)o->im->n_nodes)};
}

static IrOperand drawn(O *o, const OpDef *op, IrOperand shape, DType dtype) {
    const Stream s = stream_of(o);
    return o_call(o, op, OPS(s.seed, s.counter, shape), ATTRS(A_DTYPE("dtype", dtype)));
}

static IrOperand shape_like(O *o, IrOperand x) {
    return o_has_dims(o, x) ? o_shape(o, o_dims(o, x), o_rank(o, x)) : o1(o, &op_shape_of, x);
}

static IrOperand given_shape(O *o) {
    uint32_t n;
    const int64_t *ints = o_ints(o, "shape", &n);
    if (!ints) o_fail(o, "its attribute 'shape' is missing");
    const IrDim **dims = O_ARRAY(o, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        if (ints[i] < 0) o_fail(o, "a dim of %lld", (long long)ints[i]);
        dims[i] = o_dim(o, ints[i]);
    }
    return o_shape(o, dims, (int32_t)n);
}

/* The attribute `dtype`; 0: `fallback`. */
static DType given_dtype(O *o, DType fallback) {
    const char *what = "undefined";
    const int64_t said = o_int(o, "dtype", 0);
    const DType dtype = said ? onnx_dtype(said, &what) : fallback;
    if (dtype == DTYPE_VOID) o_unsupported(o, "the element type %s", what);
    return dtype;
}

/* x * scale + offset; random floats of `dtype` in the shape. */
static void set_floats(O *o, const OpDef *op, IrOperand shape, DType dtype, double scale,
                       double offset) {
    if (!dtype_is_float(dtype)) o_fail(o, "random numbers of %s", dtype_name(dtype));
    IrOperand y = drawn(o, op, shape, dtype);
    if (scale != 1) y = o2c(o, &op_multiply, y, scale);
    o_set(o, 0, offset != 0 ? o2c(o, &op_add, y, offset) : y);
}

/* RandomUniform, RandomNormal, and these with the shape of an input. */
void onnx_map_random(O *o) {
    const char *name = o->row->name;
    const bool is_like = strstr(name, "Like") != NULL,
               is_normal = strncmp(name, "RandomNormal", 12) == 0;
    const IrOperand shape = is_like ? shape_like(o, o_in(o, 0)) : given_shape(o);
    const DType dtype = given_dtype(o, is_like ? o_dtype(o, o_in(o, 0)) : DTYPE_FLOAT32);
    if (is_normal) {
        set_floats(o, &op_random_normal, shape, dtype, o_float(o, "scale", 1),
                   o_float(o, "mean", 0));
        return;
    }
    const double low = o_float(o, "low", 0), high = o_float(o, "high", 1);
    set_floats(o, &op_random, shape, dtype, high - low, low);
}

/* 1 with the probability that the input's element is. */
void onnx_map_bernoulli(O *o) {
    const IrOperand p = o_in(o, 0);
    const DType dtype = given_dtype(o, o_dtype(o, p));
    o_set(o, 0,
          o_cast(o, o2(o, &op_less, drawn(o, &op_random, shape_like(o, p), o_dtype(o, p)), p),
                 dtype));
}

/* Classes by logarithms of their weights: the greatest of these with Gumbel's noise added. */
void onnx_map_multinomial(O *o) {
    const IrOperand x = o_in(o, 0);
    const DType dtype = given_dtype(o, DTYPE_INT32);
    const int64_t n = o_int(o, "sample_size", 1);
    if (o_rank(o, x) != 2) o_fail(o, "an operand of rank %d", o_rank(o, x));
    if (n < 1) o_fail(o, "sample_size is %lld", (long long)n);
    const IrDim *const *own = o_dims(o, x), *const dims[] = {own[0], o_dim(o, n), own[1]};
    const IrOperand u = drawn(o, &op_random, o_shape(o, dims, 3), o_dtype(o, x));
    const IrOperand noise =
        o1(o, &op_negative, o1(o, &op_log, o1(o, &op_negative, o1(o, &op_log, u))));
    const IrOperand sum = o2(o, &op_add, o_expand(o, x, (const int64_t[]){1}, 1), noise);
    const IrOperand best = o_call(o, &op_argmax, &sum, 1, ATTRS(A_INT("axis", 2)));
    o_set(o, 0, o_cast(o, best, dtype));
}
