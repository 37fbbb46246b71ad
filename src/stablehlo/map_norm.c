/* SPDX-License-Identifier: Apache-2.0 */
/* Batch normalization, as the specification writes it in other operations. */
#include "stablehlo/maps.h"

typedef struct {
    int32_t rank;
    int64_t feature;
    int64_t *axes; /* all dims but the feature's */
    double epsilon;
} Norm;

static Norm read_norm(H *s, uint32_t n_operands) {
    const ShloAttr *epsilon = h_attr(s, "epsilon");
    if (s->op->n_operands != n_operands)
        h_fail(s, "%u operands instead of %u", s->op->n_operands, n_operands);
    Norm n = {.rank = h_rank(s, h_in(s, 0)),
              .feature = h_int(s, "feature_index", 0),
              .epsilon = epsilon ? epsilon->f : 0};
    if (n.feature < 0 || n.feature >= n.rank)
        h_fail(s, "a feature_index of %lld, where the rank is %d", (long long)n.feature, n.rank);
    n.axes = H_ARRAY(s, int64_t, n.rank);
    for (int32_t i = 0, k = 0; i < n.rank; i++) {
        if (i != n.feature) n.axes[k++] = i;
    }
    return n;
}

/* One value for each feature, spread over the operand. */
static IrOperand spread(H *s, const Norm *n, IrOperand x) {
    return h_spread(s, x, &n->feature, n->rank);
}

static IrOperand over_features(H *s, const Norm *n, const OpDef *op, IrOperand x) {
    return h_reduce(s, op, x, n->axes, (uint32_t)n->rank - 1);
}

static IrOperand deviation(H *s, const Norm *n, IrOperand variance) {
    return h1(s, &op_sqrt, h2c(s, &op_add, variance, n->epsilon));
}

static IrOperand normalized(H *s, const Norm *n, IrOperand centered, IrOperand variance) {
    const IrOperand scale = spread(s, n, h_in(s, 1)), offset = spread(s, n, h_in(s, 2));
    const IrOperand y = h2(s, &op_divide, centered, spread(s, n, deviation(s, n, variance)));
    return h2(s, &op_add, h2(s, &op_multiply, y, scale), offset);
}

void shlo_map_batch_norm_inference(H *s) {
    const Norm n = read_norm(s, 5);
    const IrOperand centered = h2(s, &op_subtract, h_in(s, 0), spread(s, &n, h_in(s, 3)));
    h_set(s, 0, normalized(s, &n, centered, h_in(s, 4)));
}

void shlo_map_batch_norm_training(H *s) {
    const Norm n = read_norm(s, 3);
    const IrOperand x = h_in(s, 0), mean = over_features(s, &n, &op_mean, x);
    const IrOperand centered = h2(s, &op_subtract, x, spread(s, &n, mean));
    const IrOperand variance =
        over_features(s, &n, &op_mean, h2(s, &op_multiply, centered, centered));
    h_set(s, 0, normalized(s, &n, centered, variance));
    h_set(s, 1, mean);
    h_set(s, 2, variance);
}

void shlo_map_batch_norm_grad(H *s) {
    const Norm n = read_norm(s, 5);
    const IrOperand x = h_in(s, 0), scale = h_in(s, 1), grad = h_in(s, 4);
    const IrOperand centered = h2(s, &op_subtract, x, spread(s, &n, h_in(s, 2)));
    const IrOperand below = deviation(s, &n, h_in(s, 3));
    const IrOperand sum = over_features(s, &n, &op_sum, grad),
                    product = over_features(s, &n, &op_sum, h2(s, &op_multiply, grad, centered));
    const IrDim *count = h_dim(s, 1);
    for (int32_t i = 0; i + 1 < n.rank; i++)
        count = ir_dim_mul(s->m, count, h_dims(s, x)[n.axes[i]]);
    const IrOperand many = h_cast(s, shlo_dim_number(s, count), h_dtype(s, x));
    const IrOperand pull = h2(s, &op_divide, product, h2(s, &op_multiply, below, below));
    IrOperand y = h2(s, &op_subtract, h2(s, &op_multiply, grad, many), spread(s, &n, sum));
    y = h2(s, &op_subtract, y, h2(s, &op_multiply, centered, spread(s, &n, pull)));
    const IrOperand by = h2(s, &op_divide, h2(s, &op_divide, scale, below), many);
    h_set(s, 0, h2(s, &op_multiply, y, spread(s, &n, by)));
    h_set(s, 1, h2(s, &op_divide, product, below));
    h_set(s, 2, sum);
}
