/* SPDX-License-Identifier: Apache-2.0 */
/* The domain ai.onnx.ml but for trees and support vectors: what its maps share (onnx/ml.h), linear
 * models, and what prepares features. Where its standard leaves something open, ONNX Runtime's
 * results decide (docs/onnx.md). */
#include <math.h>

#include "onnx/ml.h"

/* --- Transforms of scores --- */

MlTransform ml_transform(O *o) {
    static const char *const names[] = {
        [ML_NONE] = "NONE",     [ML_SOFTMAX] = "SOFTMAX",           [ML_LOGISTIC] = "LOGISTIC",
        [ML_PROBIT] = "PROBIT", [ML_SOFTMAX_ZERO] = "SOFTMAX_ZERO",
    };
    const Str s = o_str(o, "post_transform", "NONE");
    for (uint32_t i = 0; i < ML_TRANSFORMS; i++) {
        if (str_eq_c(s, names[i])) return (MlTransform)i;
    }
    o_fail(o, "its attribute 'post_transform' is '%s'", onnx_text(o->im, s));
}

/* 1 / (1 + exp(-x)) in every column. */
static IrOperand ml_logistic(O *o, IrOperand x) { return o1(o, &op_sigmoid, x); }

static IrOperand softmax(O *o, IrOperand x) {
    return o_call(o, &op_nn_softmax, &x, 1, ATTRS(A_INT("axis", 1)));
}

/* A score that is 0 stays 0, and the others share 1 among them. */
static IrOperand softmax_zero(O *o, IrOperand x) {
    const int64_t axis[] = {1};
    const IrOperand greatest = o_reduce(o, &op_max, x, axis, 1, true);
    const IrOperand powers = o1(o, &op_exp, o2(o, &op_subtract, x, greatest));
    const IrOperand small = o2c(o, &op_less_equal, o1(o, &op_abs, x), (double)1e-7f);
    const IrOperand rest = o2(o, &op_multiply, x, o1(o, &op_exp, o1(o, &op_negative, greatest)));
    const IrOperand parts = o3(o, &op_where, small, rest, powers);
    const IrOperand sum = o_reduce(o, &op_sum, parts, axis, 1, true);
    const IrOperand is_zero = o2c(o, &op_equal, sum, 0);
    const IrOperand divisor = o3(o, &op_where, is_zero, o_const(o, o_dtype(o, x), 1), sum);
    return o2(o, &op_divide, parts, divisor);
}

/* The normal distribution's quantile, sqrt(2) * erfinv(2 x - 1), with the inverse of erf as S.
 * Winitzki approximates it (2008, a = 0.147): sign(y) * sqrt(sqrt(b^2 - log(1 - y^2) / a) - b), b
 * = 2 / (pi a) + log(1
 * - y^2) / 2. */
static IrOperand probit(O *o, IrOperand x) {
    const double a = 0.147;
    const IrOperand y = o2c(o, &op_subtract, o2c(o, &op_multiply, x, 2), 1);
    const IrOperand left = o1(o, &op_negative, o2c(o, &op_subtract, y, 1));
    const IrOperand log = o1(o, &op_log, o2(o, &op_multiply, left, o2c(o, &op_add, y, 1)));
    const IrOperand b =
        o2c(o, &op_add, o2c(o, &op_multiply, log, 0.5), 2 / (3.14159265358979323846 * a));
    const IrOperand square = o1(o, &op_square, b);
    const IrOperand inner = o2(o, &op_subtract, square, o2c(o, &op_multiply, log, 1 / a));
    const IrOperand size = o1(o, &op_sqrt, o2(o, &op_subtract, o1(o, &op_sqrt, inner), b));
    const IrOperand scaled = o2c(o, &op_multiply, size, 1.41421356237309504880);
    const IrOperand below = o2c(o, &op_less, y, 0);
    return o3(o, &op_where, below, o1(o, &op_negative, scaled), scaled);
}

IrOperand ml_transformed(O *o, MlTransform t, IrOperand scores) {
    const bool is_one = ir_dim_is(o_dims(o, scores)[1], 1);
    if (t == ML_PROBIT) return probit(o, scores);
    if (t == ML_NONE || is_one) return scores;
    if (t == ML_LOGISTIC) return ml_logistic(o, scores);
    return t == ML_SOFTMAX ? softmax(o, scores) : softmax_zero(o, scores);
}

/* --- Inputs and attributes --- */

IrOperand ml_floats(O *o, IrOperand x) {
    const DType t = o_dtype(o, x);
    const bool is_small = dtype_is_float(t) && dtype_bits(t) <= 32;
    return o_cast(o, x, is_small ? DTYPE_FLOAT32 : DTYPE_FLOAT64);
}

IrOperand ml_matrix(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    if (rank == 1) return o_expand(o, x, (const int64_t[]){0}, 1);
    if (rank != 2) o_fail(o, "an operand of rank %d, where samples by features are needed", rank);
    return x;
}

IrOperand ml_tensor(O *o, DType dtype, const double *v, int64_t rows, int64_t columns) {
    const int64_t dims[] = {rows, columns};
    Tensor *t = tensor_new(o->im->ctx, dtype, dims, columns ? 2 : 1);
    for (size_t i = 0; i < t->count; i++) dtype_write_double(dtype, tensor_at(t, i), v[i]);
    return o_tensor(o, t);
}

const double *ml_tensor_numbers(O *o, const char *name, uint32_t *n, bool *wide) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    *n = 0;
    if (!a) return NULL;
    Tensor *t = a->tensor ? onnx_tensor_load(o->im, a->tensor, name) : NULL;
    if (!t) o_fail(o, "its attribute '%s' holds no tensor", name);
    TensorGuard guard;
    tensor_guard(&guard, t);
    double *v = O_ARRAY(o, double, t->count);
    if (t->count > UINT32_MAX) o_fail(o, "its attribute '%s' has %zu elements", name, t->count);
    for (size_t i = 0; i < t->count; i++) v[i] = dtype_read_double(t->dtype, tensor_at(t, i));
    *n = (uint32_t)t->count;
    *wide |= t->dtype == DTYPE_FLOAT64;
    tensor_unguard(&guard);
    tensor_unref(t);
    return v;
}

const double *ml_numbers(O *o, const char *name, uint32_t *n, bool *wide) {
    const float *f = o_floats(o, name, n);
    const double *other = NULL;
    if (!*n) other = ml_tensor_numbers(o, diag_fmt(o->im->ctx, "%s_as_tensor", name), n, wide);
    if (other || !f) return other;
    double *v = O_ARRAY(o, double, *n);
    for (uint32_t i = 0; i < *n; i++) v[i] = (double)f[i];
    return v;
}

int ml_compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* --- Labels --- */

MlLabels ml_labels(O *o, const char *ints, const char *strs) {
    MlLabels labels = {.n = 0};
    uint32_t n;
    labels.ints = o_ints(o, ints, &n);
    if (!n) labels.ints = NULL;
    labels.n = n;
    if (!labels.ints) labels.strs = o_strs(o, strs, &labels.n);
    if (!labels.n) o_fail(o, "it has neither '%s' nor '%s'", ints, strs);
    return labels;
}

IrOperand ml_labels_tensor(O *o, const MlLabels *labels) {
    if (!labels->ints) return o_strings(o, labels->strs, labels->n);
    return o_const_ints_new(o, DTYPE_INT64, labels->ints, labels->n);
}

void ml_set_label(O *o, const MlLabels *labels, IrOperand index) {
    if (!o_wants(o, 0)) return;
    const IrOperand all = ml_labels_tensor(o, labels);
    o_set(o, 0, o_call(o, &op_take, OPS(all, index), ATTRS(A_INT("axis", 0))));
}

static IrOperand squeezed(O *o, IrOperand x) { return o_squeeze(o, x, (const int64_t[]){1}, 1); }

void ml_set_binary(O *o, const MlLabels *labels, IrOperand score, MlBinary how, MlTransform t) {
    const IrOperand above = squeezed(o, o2c(o, &op_greater, score, how.border));
    ml_set_label(o, labels, o_cast(o, above, DTYPE_INT64));
    const IrOperand negative = o1(o, &op_negative, score);
    const bool is_logistic = t == ML_LOGISTIC;
    IrOperand first = negative;
    if (!is_logistic && (how.is_probability || t == ML_PROBIT))
        first = o2c(o, &op_add, negative, 1);
    IrOperand both = o_concat(o, (const IrOperand[]){first, score}, 2, 1);
    if (is_logistic || t == ML_PROBIT) both = ml_transformed(o, t, both);
    o_set(o, 1, o_cast(o, both, DTYPE_FLOAT32));
}

void ml_set_classes(O *o, const MlLabels *labels, IrOperand scores, IrOperand voted,
                    MlTransform t) {
    IrOperand considered = scores;
    if (voted.kind != IR_OPERAND_NONE)
        considered =
            o3(o, &op_where, voted, scores, o_const(o, o_dtype(o, scores), -(double)INFINITY));
    const IrOperand index =
        o_call(o, &op_argmax, &considered, 1, ATTRS(A_INT("axis", 1), A_BOOL("keepdims", false)));
    ml_set_label(o, labels, o_cast(o, index, DTYPE_INT64));
    o_set(o, 1, o_cast(o, ml_transformed(o, t, scores), DTYPE_FLOAT32));
}

/* --- Linear models --- */

/* x times the coefficients of each target, and its intercept. */
static IrOperand linear(O *o, IrOperand x, int64_t targets) {
    uint32_t n, n_intercepts;
    bool wide = false;
    const double *c = ml_numbers(o, "coefficients", &n, &wide),
                 *b = ml_numbers(o, "intercepts", &n_intercepts, &wide);
    const int64_t features = n / targets;
    int64_t have;
    if (!n || n % targets) o_fail(o, "%u coefficients of %lld targets", n, (long long)targets);
    if (n_intercepts && n_intercepts != targets)
        o_fail(o, "%u intercepts of %lld targets", n_intercepts, (long long)targets);
    if (o_has_dims(o, x) && ir_dim_is_const(o_dims(o, x)[1], &have) && have != features)
        o_fail(o, "%lld coefficients a target, where a sample has %lld features",
               (long long)features, (long long)have);
    double *turned = O_ARRAY(o, double, n);
    for (uint32_t i = 0; i < n; i++) turned[i % features * targets + i / features] = c[i];
    const DType t = o_dtype(o, x);
    const IrOperand y = o2(o, &op_matmul, x, ml_tensor(o, t, turned, features, targets));
    return n_intercepts ? o2(o, &op_add, y, ml_tensor(o, t, b, targets, 0)) : y;
}

void onnx_map_linear_regressor(O *o) {
    const MlTransform t = ml_transform(o);
    const int64_t targets = o_int(o, "targets", 1);
    if (targets < 1 || targets > 1 << 24)
        o_fail(o, "its attribute 'targets' is %lld", (long long)targets);
    const IrOperand y = linear(o, ml_floats(o, ml_matrix(o)), targets);
    o_set(o, 0, o_cast(o, ml_transformed(o, t, y), DTYPE_FLOAT32));
}

void onnx_map_linear_classifier(O *o) {
    const MlTransform t = ml_transform(o);
    const MlLabels labels = ml_labels(o, "classlabels_ints", "classlabels_strings");
    const IrOperand x = ml_floats(o, ml_matrix(o));
    uint32_t n_coefficients, n_intercepts;
    int64_t features = 0, targets = labels.n;
    o_floats(o, "coefficients", &n_coefficients);
    o_floats(o, "intercepts", &n_intercepts);
    if (n_intercepts)
        targets = n_intercepts;
    else if (o_has_dims(o, x) && ir_dim_is_const(o_dims(o, x)[1], &features) &&
             features == n_coefficients)
        targets = 1;
    if (targets == 1 ? labels.n != 2 : targets != labels.n)
        o_fail(o, "%u labels of %lld scores", labels.n, (long long)targets);
    const IrOperand scores = linear(o, x, targets);
    if (targets == 1)
        ml_set_binary(o, &labels, scores, (MlBinary){.border = 0, .is_probability = true}, t);
    else
        ml_set_classes(o, &labels, scores, o_none(), t);
}

/* --- Features --- */

/* A list of one number for all features, or one for each of the last dim's. */
static IrOperand per_feature(O *o, const char *name, IrOperand x, const double *v, uint32_t n) {
    int64_t have = n;
    if (n != 1 && o_rank(o, x) > 0 && o_has_dims(o, x))
        ir_dim_is_const(o_dims(o, x)[o_rank(o, x) - 1], &have);
    if (have != n)
        o_fail(o, "its attribute '%s' has %u elements, where there are %lld features", name, n,
               (long long)have);
    return ml_tensor(o, o_dtype(o, x), v, n, 0);
}

void onnx_map_scaler(O *o) {
    const IrOperand x = ml_floats(o, o_in(o, 0));
    uint32_t n_offsets, n_scales;
    bool wide = false;
    const double *offset = ml_numbers(o, "offset", &n_offsets, &wide),
                 *scale = ml_numbers(o, "scale", &n_scales, &wide);
    IrOperand y = x;
    if (n_offsets) y = o2(o, &op_subtract, y, per_feature(o, "offset", x, offset, n_offsets));
    if (n_scales) y = o2(o, &op_multiply, y, per_feature(o, "scale", x, scale, n_scales));
    o_set(o, 0, o_cast(o, y, DTYPE_FLOAT32));
}

/* Rows divided by their greatest element (of that sign), or their norm; what would be divided by 0
 * stays. */
void onnx_map_normalizer(O *o) {
    const IrOperand x = ml_floats(o, o_in(o, 0));
    const Str norm = o_str(o, "norm", "MAX");
    const int32_t rank = o_rank(o, x);
    if (rank != 1 && rank != 2) o_fail(o, "an operand of rank %d", rank);
    const int64_t axis[] = {rank - 1};
    IrOperand by;
    if (str_eq_c(norm, "MAX"))
        by = o_reduce(o, &op_max, x, axis, 1, true);
    else if (str_eq_c(norm, "L1"))
        by = o_reduce(o, &op_sum, o1(o, &op_abs, x), axis, 1, true);
    else if (str_eq_c(norm, "L2"))
        by = o1(o, &op_sqrt, o_reduce(o, &op_sum, o1(o, &op_square, x), axis, 1, true));
    else
        o_fail(o, "its attribute 'norm' is '%s'", onnx_text(o->im, norm));
    const IrOperand is_zero = o2c(o, &op_equal, by, 0);
    by = o3(o, &op_where, is_zero, o_const(o, o_dtype(o, x), 1), by);
    o_set(o, 0, o_cast(o, o2(o, &op_divide, x, by), DTYPE_FLOAT32));
}

void onnx_map_binarizer(O *o) {
    const IrOperand x = o_in(o, 0),
                    wide = dtype_is_float(o_dtype(o, x)) ? x : o_cast(o, x, DTYPE_FLOAT64);
    const IrOperand above = o2c(o, &op_greater, wide, o_float(o, "threshold", 0));
    o_set(o, 0, o_cast(o, above, o_dtype(o, x)));
}

void onnx_map_imputer(O *o) {
    const IrOperand x = o_in(o, 0);
    const DType t = o_dtype(o, x);
    uint32_t n;
    if (dtype_is_int(t)) {
        const int64_t *v = o_ints(o, "imputed_value_int64s", &n);
        const int64_t old = o_int(o, "replaced_value_int64", 0);
        double *check = O_ARRAY(o, double, n);
        if (!n) o_fail(o, "its attribute 'imputed_value_int64s' is missing");
        per_feature(o, "imputed_value_int64s", o_cast(o, x, DTYPE_FLOAT64), check, n);
        const IrOperand same =
            o2(o, &op_equal, o_cast(o, x, DTYPE_INT64), o_const_ints_new(o, DTYPE_INT64, &old, 1));
        const IrOperand imputed = o_cast(o, o_const_ints_new(o, DTYPE_INT64, v, n), t);
        o_set(o, 0, o3(o, &op_where, same, imputed, x));
        return;
    }
    bool wide = false;
    const double *v = ml_numbers(o, "imputed_value_floats", &n, &wide),
                 old = o_float(o, "replaced_value_float", 0);
    if (!n) o_fail(o, "its attribute 'imputed_value_floats' is missing");
    const IrOperand same = isnan(old) ? o1(o, &op_isnan, x) : o2c(o, &op_equal, x, old);
    o_set(o, 0, o3(o, &op_where, same, per_feature(o, "imputed_value_floats", x, v, n), x));
}

/* Inputs beside each other, each cut or padded with zeros to as many columns as its attribute
 * says. */
void onnx_map_feature_vectorizer(O *o) {
    uint32_t n;
    const int64_t *widths = o_ints(o, "inputdimensions", &n);
    IrOperand *parts = O_ARRAY(o, IrOperand, o->n_in);
    if (n && n != o->n_in)
        o_fail(o, "its attribute 'inputdimensions' has %u elements for %u inputs", n, o->n_in);
    for (uint32_t i = 0; i < o->n_in; i++) {
        IrOperand x = o_cast(o, o_in(o, i), DTYPE_FLOAT32);
        if (o_rank(o, x) == 1) x = o_expand(o, x, (const int64_t[]){0}, 1);
        if (o_rank(o, x) != 2) o_fail(o, "its input %u has rank %d", i, o_rank(o, x));
        const int64_t have = o_extent(o, x, 1), want = n ? widths[i] : have;
        if (want < 0 || want > 1 << 24)
            o_fail(o, "element %u of 'inputdimensions' is %lld", i, (long long)want);
        if (want < have) x = o_slice(o, x, 1, o_dim(o, 0), o_dim(o, want), 1);
        if (want > have) {
            const IrDim *const dims[] = {o_dims(o, x)[0], o_dim(o, want - have)};
            const IrOperand zeros =
                o2(o, &op_full, o_shape(o, dims, 2), o_const(o, DTYPE_FLOAT32, 0));
            x = o_concat(o, (const IrOperand[]){x, zeros}, 2, 1);
        }
        parts[i] = x;
    }
    if (!o->n_in) o_fail(o, "it has no inputs");
    o_set(o, 0, o_concat(o, parts, o->n_in, 1));
}

/* Columns by their numbers. */
void onnx_map_array_feature_extractor(O *o) {
    IrOperand x = o_in(o, 0), index = o_in(o, 1);
    const int32_t rank = o_rank(o, x);
    if (rank == 0) o_fail(o, "an operand of rank 0");
    if (rank == 1) x = o_expand(o, x, (const int64_t[]){0}, 1);
    if (o_rank(o, index) != 1) index = o_reshape(o, index, (const IrDim *const[]){o_dim(o, -1)}, 1);
    o_set(o, 0, o_call(o, &op_take, OPS(x, index), ATTRS(A_INT("axis", rank == 1 ? 1 : rank - 1))));
}
