/* SPDX-License-Identifier: Apache-2.0 */
/* SVMRegressor, SVMClassifier: kernels of the samples with all support vectors are one matrix, and
 * scores are products with the coefficients. */
#include "onnx/map_svm_pairs.h"

typedef struct {
    O *o;
    IrOperand x;
    DType dtype;
    const double *vectors, *coefficients, *rho;
    uint32_t n_vectors, n_coefficients, n_rho;
    int64_t count, features; /* of the support vectors */
} Svm;

static Svm svm_begin(O *o, int64_t count) {
    bool wide = false;
    uint32_t n;
    Svm s = {.o = o, .x = ml_floats(o, ml_matrix(o)), .count = count};
    s.dtype = o_dtype(o, s.x);
    s.vectors = ml_numbers(o, "support_vectors", &s.n_vectors, &wide);
    s.coefficients = ml_numbers(o, "coefficients", &s.n_coefficients, &wide);
    s.rho = ml_numbers(o, "rho", &s.n_rho, &wide);
    ml_numbers(o, "kernel_params", &n, &wide);
    if (n && n != 3) o_fail(o, "its attribute 'kernel_params' has %u elements instead of 3", n);
    if (count < 0 || (count && (s.n_vectors % count || !s.n_vectors)))
        o_fail(o, "its attribute 'support_vectors' has %u elements, where there are %lld vectors",
               s.n_vectors, (long long)count);
    s.features = count ? s.n_vectors / count : 0;
    int64_t have;
    if (count && o_has_dims(o, s.x) && ir_dim_is_const(o_dims(o, s.x)[1], &have) &&
        have != s.features)
        o_fail(o, "support vectors of %lld features, where a sample has %lld",
               (long long)s.features, (long long)have);
    return s;
}

static double parameter(const Svm *s, uint32_t i) {
    uint32_t n;
    bool wide = false;
    const double *v = ml_numbers(s->o, "kernel_params", &n, &wide);
    return v ? v[i] : 0;
}

/* |x - v|^2 of all samples and vectors: (samples, vectors). Not as |x|^2 - 2 x v + |v|^2, which
 * cancels. */
static IrOperand distances(const Svm *s) {
    O *o = s->o;
    const IrOperand x = o_expand(o, s->x, (const int64_t[]){1}, 1);
    const IrOperand v = o_expand(o, ml_tensor(o, s->dtype, s->vectors, s->count, s->features),
                                 (const int64_t[]){0}, 1);
    const IrOperand square = o1(o, &op_square, o2(o, &op_subtract, x, v));
    return o_reduce(o, &op_sum, square, (const int64_t[]){2}, 1, false);
}

static IrOperand products(const Svm *s, const double *v, int64_t n) {
    O *o = s->o;
    double *turned = O_ARRAY(o, double, n * s->features);
    for (int64_t i = 0; i < n * s->features; i++)
        turned[i % s->features * n + i / s->features] = v[i];
    return o2(o, &op_matmul, s->x, ml_tensor(o, s->dtype, turned, s->features, n));
}

/* The kernel of each sample with each vector: (samples, vectors). */
static IrOperand kernels(const Svm *s) {
    O *o = s->o;
    const Str type = o_str(o, "kernel_type", "LINEAR");
    const double gamma = parameter(s, 0), coef0 = parameter(s, 1), degree = parameter(s, 2);
    if (str_eq_c(type, "RBF")) return o1(o, &op_exp, o2c(o, &op_multiply, distances(s), -gamma));
    const bool is_poly = str_eq_c(type, "POLY"), is_sigmoid = str_eq_c(type, "SIGMOID");
    if (!is_poly && !is_sigmoid && !str_eq_c(type, "LINEAR"))
        o_fail(o, "its attribute 'kernel_type' is '%s'", onnx_text(o->im, type));
    const IrOperand y = products(s, s->vectors, s->count);
    if (!is_poly && !is_sigmoid) return y;
    const IrOperand inner = o2c(o, &op_add, o2c(o, &op_multiply, y, gamma), coef0);
    return is_poly ? o2c(o, &op_power, inner, degree) : o1(o, &op_tanh, inner);
}

/* Without support vectors the coefficients are those of one linear model. */
void onnx_map_svm_regressor(O *o) {
    Svm s = svm_begin(o, o_int(o, "n_supports", 0));
    if (ml_transform(o) != ML_NONE) o_unsupported(o, "a post_transform of a regression");
    if (s.n_rho != 1) o_fail(o, "its attribute 'rho' has %u elements instead of one", s.n_rho);
    if (s.count && s.n_coefficients != s.count)
        o_fail(o, "%u coefficients of %lld support vectors", s.n_coefficients, (long long)s.count);
    if (!s.n_coefficients) o_fail(o, "its attribute 'coefficients' is missing");
    IrOperand y;
    if (s.count) {
        y = o2(o, &op_matmul, kernels(&s), ml_tensor(o, s.dtype, s.coefficients, s.count, 1));
    } else {
        s.features = s.n_coefficients;
        y = products(&s, s.coefficients, 1);
    }
    y = o2c(o, &op_add, y, s.rho[0]);
    if (o_int(o, "one_class", 0)) {
        const IrOperand one = o_const(o, s.dtype, 1), other = o_const(o, s.dtype, -1);
        y = o3(o, &op_where, o2c(o, &op_greater, y, 0), one, other);
    }
    o_set(o, 0, o_cast(o, y, DTYPE_FLOAT32));
}

/* The first of each class's vectors; all of them at the end. */
static int64_t *class_starts(O *o, uint32_t n_classes) {
    uint32_t n;
    const int64_t *counts = o_ints(o, "vectors_per_class", &n);
    int64_t *starts = O_ARRAY(o, int64_t, (size_t)n_classes + 1);
    if (n && n != n_classes)
        o_fail(o, "its attribute 'vectors_per_class' has %u elements, where there are %u classes",
               n, n_classes);
    for (uint32_t i = 0; i < n; i++) {
        if (counts[i] < 0 || counts[i] > INT32_MAX)
            o_fail(o, "class %u has %lld support vectors", i, (long long)counts[i]);
        starts[i + 1] = starts[i] + counts[i];
    }
    return starts;
}

/* One against one, as libsvm does it: class i against j takes row j - 1 of the coefficients for
 * i's vectors, and row i for j's. (samples, pairs) */
static IrOperand pair_scores(const Svm *s, const int64_t *starts, uint32_t n, uint32_t n_pairs) {
    O *o = s->o;
    double *matrix = O_ARRAY(o, double, (size_t)s->count *n_pairs);
    uint32_t pair = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++, pair++) {
            for (int64_t v = starts[i]; v < starts[i + 1]; v++)
                matrix[v * n_pairs + pair] = s->coefficients[(j - 1) * s->count + v];
            for (int64_t v = starts[j]; v < starts[j + 1]; v++)
                matrix[v * n_pairs + pair] = s->coefficients[i * s->count + v];
        }
    }
    const IrOperand y =
        o2(o, &op_matmul, kernels(s), ml_tensor(o, s->dtype, matrix, s->count, n_pairs));
    return o2(o, &op_add, y, ml_tensor(o, s->dtype, s->rho, n_pairs, 0));
}

/* How many pairs each class wins: (samples, classes). */
static IrOperand votes(const Svm *s, IrOperand scores, uint32_t n, uint32_t n_pairs) {
    O *o = s->o;
    double *first = O_ARRAY(o, double, (size_t)n_pairs *n),
           *second = O_ARRAY(o, double, (size_t)n_pairs *n);
    uint32_t pair = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++, pair++) {
            first[pair * n + i] = 1;
            second[pair * n + j] = 1;
        }
    }
    const IrOperand won = o2c(o, &op_greater, scores, 0);
    const IrOperand ours = o_cast(o, won, s->dtype),
                    theirs = o_cast(o, o1(o, &op_logical_not, won), s->dtype);
    const IrOperand a = o2(o, &op_matmul, ours, ml_tensor(o, s->dtype, first, n_pairs, n));
    const IrOperand b = o2(o, &op_matmul, theirs, ml_tensor(o, s->dtype, second, n_pairs, n));
    return o2(o, &op_add, a, b);
}

/* The attributes prob_a and prob_b. False: there are none. */
static bool are_probable(O *o, uint32_t n, uint32_t n_pairs, MlPairs *out) {
    enum { CLASSES_MAX = 256 }; /* what couples them is a loop over all of them, a hundred times */
    bool wide = false;
    uint32_t n_a, n_b;
    *out = (MlPairs){.n = n, .n_pairs = n_pairs};
    out->a = ml_numbers(o, "prob_a", &n_a, &wide);
    out->b = ml_numbers(o, "prob_b", &n_b, &wide);
    if (!n_a && !n_b) return false;
    if (n_a != n_pairs || n_b != n_pairs)
        o_fail(o, "%u elements of 'prob_a' and %u of 'prob_b' for %u pairs of classes", n_a, n_b,
               n_pairs);
    if (n > CLASSES_MAX) o_unsupported(o, "probabilities of %u classes", n);
    return true;
}

static void set_pairs(const Svm *s, const MlLabels *labels, IrOperand scores, IrOperand won,
                      MlTransform t) {
    O *o = s->o;
    const IrOperand index =
        o_call(o, &op_argmax, &won, 1, ATTRS(A_INT("axis", 1), A_BOOL("keepdims", false)));
    ml_set_label(o, labels, o_cast(o, index, DTYPE_INT64));
    MlPairs pairs;
    if (are_probable(o, labels->n, labels->n * (labels->n - 1) / 2, &pairs)) {
        scores = ml_coupled(o, scores, &pairs);
    } else if (labels->n == 2) { /* the one score, and its counterpart before it */
        const bool is_softmax = t == ML_SOFTMAX || t == ML_SOFTMAX_ZERO;
        const IrOperand negative = o1(o, &op_negative, scores);
        const IrOperand first = is_softmax ? o2c(o, &op_add, negative, 1) : negative;
        scores = o_concat(o, (const IrOperand[]){first, scores}, 2, 1);
        if (is_softmax) t = ML_NONE;
    }
    o_set(o, 1, o_cast(o, ml_transformed(o, t, scores), DTYPE_FLOAT32));
}

void onnx_map_svm_classifier(O *o) {
    const MlTransform t = ml_transform(o);
    const MlLabels labels = ml_labels(o, "classlabels_ints", "classlabels_strings");
    const uint32_t n = labels.n, n_pairs = n * (n - 1) / 2;
    if (n < 2 || n > 4096) o_unsupported(o, "%u classes", n);
    const int64_t *starts = class_starts(o, n);
    Svm s = svm_begin(o, starts[n]);
    if (s.count) {
        if (s.n_coefficients != (uint64_t)s.count * (n - 1) || s.n_rho != n_pairs)
            o_fail(o, "%u coefficients and %u of 'rho' for %lld support vectors of %u classes",
                   s.n_coefficients, s.n_rho, (long long)s.count, n);
        const IrOperand scores = pair_scores(&s, starts, n, n_pairs);
        set_pairs(&s, &labels, scores, votes(&s, scores, n, n_pairs), t);
        return;
    }
    if (!s.n_coefficients || s.n_coefficients % n || !s.n_rho)
        o_fail(o, "%u coefficients and %u of 'rho' for %u classes", s.n_coefficients, s.n_rho, n);
    s.features = s.n_coefficients / n;
    const IrOperand scores = o2c(o, &op_add, products(&s, s.coefficients, n), s.rho[0]);
    ml_set_classes(o, &labels, scores, o_none(), t);
}
