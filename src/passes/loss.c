/* SPDX-License-Identifier: Apache-2.0 */
/* Losses. Formulas, reductions and what a mean is divided by are those of torch.nn.functional. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/training.h"

const char *const loss_names[] = {
#define LOSS(id, name, doc) name,
#include "passes/losses.def"
    NULL};
const char *const loss_reductions[] = {"mean", "sum", "none", NULL};

static bool by_class(LossKind k) { return k == LOSS_CROSS_ENTROPY || k == LOSS_NLL; }
static bool has_classes(LossKind k) { return by_class(k) || k == LOSS_SOFT_CROSS_ENTROPY; }

int32_t loss_class_axis(const LossOptions *o, const IrType *x) {
    const int64_t axis = o->axis < 0 ? o->axis + x->ndim : o->axis;
    if (x->ndim == 1 && axis == 1) return 0;
    return axis >= 0 && axis < x->ndim ? (int32_t)axis : -1;
}

static const IrType *wrong(IrModule *m, Loc loc, const LossOptions *o, const char *expected,
                           const char *found) {
    Diag *d = diag_error(m->ctx, loc, DIAG_VALUE,
                         diag_fmt(m->ctx, "the loss %s does not fit", loss_names[o->kind]));
    diag_expected(m->ctx, d, "%s", expected);
    diag_found(m->ctx, d, "%s", found);
    return NULL;
}

/* A symbol that only a run defines has no value in a signature. */
static void see_symbol(void *user, IrSymbol *s) { *(bool *)user |= s->body != NULL; }

const IrType *loss_target_type(IrModule *m, Loc loc, const LossOptions *o, const IrType *x) {
    bool of_run = false;
    if (x->has_symbols) ir_type_symbols(x, see_symbol, &of_run);
    const bool known = x->kind == IR_TYPE_TENSOR && x->dims && dtype_is_float(x->dtype) &&
                       !dtype_is_small(x->dtype) && !of_run;
    if (!known) {
        return wrong(m, loc, o, "a prediction that is a floating-point tensor of known shape",
                     ir_type_text(m, x));
    }
    if (has_classes(o->kind) && x->ndim == 0)
        return wrong(m, loc, o, "a prediction with a dim of classes", "rank 0");
    const int32_t axis = has_classes(o->kind) ? loss_class_axis(o, x) : 0;
    if (axis < 0) {
        return wrong(m, loc, o, "an axis among the dims of the prediction",
                     diag_fmt(m->ctx, "axis %lld of %s", (long long)o->axis, ir_type_text(m, x)));
    }
    if (o->smoothing != 0 && o->kind != LOSS_CROSS_ENTROPY && o->kind != LOSS_SOFT_CROSS_ENTROPY)
        return wrong(m, loc, o, "cross_entropy or soft_cross_entropy for a smoothing",
                     loss_names[o->kind]);
    if (!by_class(o->kind)) return x;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)x->ndim + 1);
    int32_t n = 0;
    for (int32_t i = 0; i < x->ndim; i++) {
        if (i != axis) dims[n++] = x->dims[i];
    }
    return ir_type_tensor(m, dims, n, DTYPE_INT64);
}

const IrType *loss_weight_type(IrModule *m, Loc loc, const LossOptions *o, const IrType *x) {
    if (has_classes(o->kind))
        return ir_type_tensor(m, &x->dims[loss_class_axis(o, x)], 1, x->dtype);
    if (o->kind == LOSS_BCE || o->kind == LOSS_BCE_LOGITS) return x;
    return wrong(m, loc, o, "a loss of classes or bce for weights", loss_names[o->kind]);
}

static IrOperand number(OpDecompose *d, IrOperand like, double v) {
    return d_const(d, d_type(d, like)->dtype, v);
}

static IrOperand reduce_axes(OpDecompose *d, const OpDef *op, IrOperand x) {
    const int32_t n = d_type(d, x)->ndim;
    int64_t *axes = ARENA_ARRAY(&d->b->m->scratch, int64_t, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) axes[i] = i;
    return d_reduce(d, op, x, axes, (uint32_t)n, false);
}

static IrOperand reduce(OpDecompose *d, LossReduction r, IrOperand x) {
    return r == LOSS_NONE ? x : reduce_axes(d, r == LOSS_SUM ? &op_sum : &op_mean, x);
}

static IrOperand log_softmax(OpDecompose *d, const LossOptions *o, IrOperand x) {
    IrAttr *attrs = d_attrs(d, &op_nn_log_softmax);
    d_set_int(&op_nn_log_softmax, attrs, "axis", loss_class_axis(o, d_type(d, x)));
    return d_call(d, &op_nn_log_softmax, &x, 1, attrs);
}

/* The classes where nll_loss has them: dim 1, or dim 0 of a single prediction. */
static IrOperand classes_second(OpDecompose *d, const LossOptions *o, IrOperand x) {
    const int32_t ndim = d_type(d, x)->ndim, axis = loss_class_axis(o, d_type(d, x));
    if (ndim == 1 || axis == 1) return x;
    int64_t *axes = ARENA_ARRAY(&d->b->m->scratch, int64_t, (size_t)ndim + 1);
    uint32_t n = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (n == 1) axes[n++] = axis;
        if (i != axis) axes[n++] = i;
    }
    if (n == 1) axes[n++] = axis;
    return d_permute(d, x, axes, n);
}

/* A weight for each class, times x; the classes are dim `axis`. */
static IrOperand weigh(OpDecompose *d, IrOperand x, IrOperand weights, int32_t axis) {
    const IrType *t = d_type(d, x);
    const IrDim **dims = ARENA_ARRAY(&d->b->m->scratch, const IrDim *, (size_t)t->ndim + 1);
    if (weights.kind == IR_OPERAND_NONE) return x;
    for (int32_t i = 0; i < t->ndim; i++)
        dims[i] = i == axis ? t->dims[i] : ir_dim_const(d->b->m, 1);
    return d2(d, &op_multiply, x, d_reshape(d, weights, dims, t->ndim));
}

static IrOperand nll(OpDecompose *d, const LossOptions *o, IrOperand x, IrOperand t,
                     IrOperand weights) {
    IrAttr *attrs = d_attrs(d, &op_nn_nll_loss);
    d_set_string(d, &op_nn_nll_loss, attrs, "reduction", loss_reductions[o->reduction]);
    d_set_int(&op_nn_nll_loss, attrs, "ignore_index", o->ignore_index);
    if (weights.kind == IR_OPERAND_NONE) weights.span = 1;
    return d_call(d, &op_nn_nll_loss, (const IrOperand[]){x, t, weights}, 3, attrs);
}

/* Of log-probabilities, with labels smoothed: of x in the target's place stand (1 - s) * x[t] +
 * s * mean(x), in which weights are the target's in the first part and each class's own in the
 * second; a mean is divided by the sum of the targets' weights. */
static IrOperand smoothed(OpDecompose *d, const LossOptions *o, IrOperand x, IrOperand t,
                          IrOperand weights) {
    const IrType *type = d_type(d, x);
    const int32_t axis = type->ndim > 1;
    const IrOperand none = {.kind = IR_OPERAND_NONE};
    const IrOperand weighed = weigh(d, x, weights, axis);
    const IrOperand own = d2(d, &op_multiply, x, number(d, x, 1 - o->smoothing));
    const IrOperand mean = d_reduce(d, &op_mean, weighed, (const int64_t[]){axis}, 1, true);
    const IrOperand share = d2(d, &op_multiply, mean, number(d, x, o->smoothing));
    const IrOperand all = d_broadcast(d, share, type->dims, type->ndim);
    if (weights.kind == IR_OPERAND_NONE) return nll(d, o, d2(d, &op_add, own, all), t, none);
    LossOptions sum = *o;
    if (o->reduction == LOSS_MEAN) sum.reduction = LOSS_SUM;
    const IrOperand first = nll(d, o, own, t, weights);
    IrOperand second = nll(d, &sum, all, t, none);
    if (o->reduction == LOSS_MEAN) {
        const IrOperand ones = d_broadcast(d, number(d, x, -1), type->dims, type->ndim);
        second = d2(d, &op_divide, second, nll(d, &sum, ones, t, weights));
    }
    return d2(d, &op_add, first, second);
}

static IrOperand huber(OpDecompose *d, IrOperand e, double delta) {
    const IrOperand near = d2(d, &op_multiply, d1(d, &op_square, e), number(d, e, 0.5));
    const IrOperand size = d1(d, &op_abs, e);
    const IrOperand beyond = d2(d, &op_subtract, size, number(d, e, 0.5 * delta));
    const IrOperand far = d2(d, &op_multiply, beyond, number(d, e, delta));
    return d3(d, &op_where, d2(d, &op_less_equal, size, number(d, e, delta)), near, far);
}

static IrOperand log_at_least(OpDecompose *d, IrOperand x) {
    return d2(d, &op_maximum, d1(d, &op_log, x), number(d, x, -100));
}

static IrOperand bce(OpDecompose *d, IrOperand x, IrOperand t) {
    const IrOperand one = number(d, x, 1);
    const IrOperand yes = d2(d, &op_multiply, t, log_at_least(d, x));
    const IrOperand not_x = d2(d, &op_subtract, one, x), not_t = d2(d, &op_subtract, one, t);
    const IrOperand no = d2(d, &op_multiply, not_t, log_at_least(d, not_x));
    return d1(d, &op_negative, d2(d, &op_add, yes, no));
}

/* softplus(x) - t * x */
static IrOperand bce_with_logits(OpDecompose *d, IrOperand x, IrOperand t) {
    const IrOperand zero = number(d, x, 0), one = number(d, x, 1);
    const IrOperand small = d1(d, &op_exp, d1(d, &op_negative, d1(d, &op_abs, x)));
    const IrOperand tail = d1(d, &op_log, d2(d, &op_add, one, small));
    const IrOperand softplus = d2(d, &op_add, d2(d, &op_maximum, x, zero), tail);
    return d2(d, &op_subtract, softplus, d2(d, &op_multiply, t, x));
}

/* The mean is over what is no class. */
static IrOperand soft_cross_entropy(OpDecompose *d, const LossOptions *o, IrOperand x, IrOperand t,
                                    IrOperand weights) {
    const int32_t dim = loss_class_axis(o, d_type(d, x));
    const int64_t axis = dim;
    const IrOperand y = weigh(d, log_softmax(d, o, x), weights, dim);
    IrOperand each = d_reduce(d, &op_sum, d2(d, &op_multiply, t, y), &axis, 1, false);
    if (o->smoothing != 0) {
        const IrOperand mean = d_reduce(d, &op_mean, y, &axis, 1, false);
        const IrOperand own = d2(d, &op_multiply, each, number(d, x, 1 - o->smoothing));
        each = d2(d, &op_add, own, d2(d, &op_multiply, mean, number(d, x, o->smoothing)));
    }
    return d1(d, &op_negative, reduce(d, o->reduction, each));
}

/* t * log(t) - t * x, the former 0 where t is 0. */
static IrOperand kl_div(OpDecompose *d, IrOperand x, IrOperand t) {
    const IrOperand is_some = d2(d, &op_greater, t, number(d, t, 0));
    const IrOperand some = d3(d, &op_where, is_some, t, number(d, t, 1));
    const IrOperand entropy = d2(d, &op_multiply, t, d1(d, &op_log, some));
    return d2(d, &op_subtract, entropy, d2(d, &op_multiply, t, x));
}

static IrOperand each_element(OpDecompose *d, const LossOptions *o, IrOperand x, IrOperand t) {
    if (o->kind == LOSS_BCE) return bce(d, x, t);
    if (o->kind == LOSS_BCE_LOGITS) return bce_with_logits(d, x, t);
    if (o->kind == LOSS_KL_DIV) return kl_div(d, x, t);
    const IrOperand e = d2(d, &op_subtract, x, t);
    if (o->kind == LOSS_L1) return d1(d, &op_abs, e);
    return o->kind == LOSS_MSE ? d1(d, &op_square, e) : huber(d, e, o->delta);
}

IrOperand loss_build(OpDecompose *d, const LossOptions *o, IrOperand x, IrOperand t,
                     IrOperand weights) {
    BUG_IF(o->kind == LOSS_GIVEN);
    if (by_class(o->kind)) {
        const IrOperand y = o->kind == LOSS_NLL ? x : log_softmax(d, o, x);
        const IrOperand second = classes_second(d, o, y);
        return (o->smoothing != 0 ? smoothed : nll)(d, o, second, t, weights);
    }
    if (o->kind == LOSS_SOFT_CROSS_ENTROPY) return soft_cross_entropy(d, o, x, t, weights);
    IrOperand y = each_element(d, o, x, t);
    if (weights.kind != IR_OPERAND_NONE) y = d2(d, &op_multiply, y, weights);
    return reduce(d, o->reduction, y);
}
