/* SPDX-License-Identifier: Apache-2.0 */
/* nn.nll_loss and its gradient. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const char *const reductions[] = {"mean", "sum", "none", NULL};

#define PARAMS                                                                                     \
    OP_TENSOR("predictions"), OP_TENSOR("targets"), OP_TENSOR_OR_NONE("weights"),                  \
        OP_STRING("reduction", "mean", reductions), OP_INT("ignore_index", -100)

static const OpParam params[] = {PARAMS};
static const OpParam backward_params[] = {OP_TENSOR("output_grad"), PARAMS};

#define SHARED                                                                                     \
    "predictions and weights have one dtype, a floating-point one; targets are integers",          \
        "predictions is (N, C, d1, ..., dk) or (C,)",                                              \
        "targets is predictions without C: (N, d1, ..., dk) or ()", "weights is (C,)"

static const char *const constraints[] = {SHARED, NULL};
static const char *const backward_constraints[] = {
    SHARED,
    "output_grad has the type of the loss",
    NULL,
};

/* The loss's type; predictions is operand `at`. NULL: reported. */
static const IrType *loss_type(IrInfer *in, uint32_t at) {
    const IrType *x = in->args[at].type, *targets = in->args[at + 1].type,
                 *weights = in->args[at + 2].type;
    DType dtype = x->dtype;
    if (!infer_dtype_kind(in, at, KIND_FLOAT, 1) || !infer_dtype_kind(in, at + 1, KIND_INT, 1))
        return NULL;
    if (weights) {
        if (!infer_dtype_kind(in, at + 2, KIND_FLOAT, 1)) return NULL;
        if (dtype == DTYPE_VOID) dtype = weights->dtype;
        if (weights->dtype != DTYPE_VOID && weights->dtype != dtype) {
            return infer_fail(in, 1,
                              infer_text(in, "%s, the dtype of `predictions`", dtype_name(dtype)),
                              infer_text(in, "%s for `weights`", dtype_name(weights->dtype)));
        }
    }
    if (x->ndim == 0) return infer_fail(in, 2, "rank 1 or more for `predictions`", "rank 0");
    const bool known = x->ndim != IR_NDIM_UNKNOWN;
    const int32_t ndim = !known ? targets->ndim : x->ndim == 1 ? 0 : x->ndim - 1;
    if (known && !infer_ndim(in, at + 1, ndim, 3)) return NULL;
    const IrDim *const *dims = targets->dims;
    if (x->dims) {
        /* The predictions' dims without C. */
        const IrDim **rest = INFER_ARRAY(in, const IrDim *, (size_t)x->ndim);
        for (int32_t i = 0; i < ndim; i++) {
            rest[i] = x->dims[i == 0 ? 0 : i + 1];
            if (dims &&
                !infer_dim_eq(in, rest[i], dims[i], 3, infer_text(in, "dim %d of `targets`", i))) {
                return NULL;
            }
        }
        if (!dims) dims = rest;
    }
    if (weights && !infer_ndim(in, at + 2, 1, 4)) return NULL;
    if (weights && weights->dims && x->dims &&
        !infer_dim_eq(in, x->dims[x->ndim == 1 ? 0 : 1], weights->dims[0], 4,
                      "the extent of `weights`")) {
        return NULL;
    }
    if (infer_string_is(in, "reduction", "none")) return infer_tensor(in, dims, ndim, dtype);
    const IrDim *const none[1] = {NULL};
    return infer_tensor(in, none, 0, dtype);
}

static const IrType *infer(IrInfer *in) { return loss_type(in, 0); }

static const IrType *infer_backward(IrInfer *in) {
    const IrType *loss = loss_type(in, 1), *grad = in->args[0].type;
    if (!loss) return NULL;
    const bool other =
        grad->dtype != DTYPE_VOID && loss->dtype != DTYPE_VOID && grad->dtype != loss->dtype;
    if (other || infer_subsumes(in, loss, grad) == IR_REFUTED) {
        return infer_fail(in, 5, ir_type_text(in->m, loss), ir_type_text(in->m, grad));
    }
    return infer_with_dtype(in, in->args[1].type,
                            loss->dtype == DTYPE_VOID ? grad->dtype : loss->dtype);
}

/* A call's loops: over the targets, each with its class. */
typedef struct {
    const LoopBuffer *predictions, *targets, *weights; /* weights: NULL when left out */
    DType acc;
    const LoopExpr *target; /* of the loop at hand, as int64 */
    const LoopExpr **place; /* in predictions */
} Nll;

static Nll nll_of(OpLower *low, uint32_t first) {
    return (Nll){
        .predictions = low->in[first],
        .targets = low->in[first + 1],
        .weights = low->n_in > first + 2 ? low->in[first + 2] : NULL,
        .acc = lower_acc_dtype(low->in[first]->dtype),
    };
}

/* Loops over the targets; close with lower_close(low, targets->ndim). */
static const LoopExpr **open_targets(OpLower *low, Nll *nll, uint32_t parallel) {
    const LoopExpr **index = lower_open(low, nll->targets, parallel);
    const LoopExpr *t = l_cast(low, DTYPE_INT64, lower_load(low, nll->targets, index));
    nll->target = loop_var(low->b, loop_let(low->b, "t", t));
    nll->place = lower_exprs(low, nll->predictions->ndim);
    const uint32_t channel = nll->predictions->ndim > 1;
    nll->place[channel] = nll->target;
    for (uint32_t i = 0; i < nll->targets->ndim; i++)
        nll->place[i < channel ? i : i + 1] = index[i];
    return index;
}

static const LoopExpr *is_used(OpLower *low, const Nll *nll) {
    return l_op2(low, LOOP_NE, nll->target, l_index(low, lower_int(low, "ignore_index")));
}

static const LoopExpr *weight(OpLower *low, const Nll *nll) {
    if (!nll->weights) return l_num(low, nll->acc, 1);
    return l_cast(low, nll->acc, lower_load(low, nll->weights, &nll->target));
}

/* -weight * prediction */
static const LoopExpr *loss(OpLower *low, const Nll *nll) {
    const LoopExpr *x = l_cast(low, nll->acc, lower_load(low, nll->predictions, nll->place));
    return l_op1(low, LOOP_NEG, nll->weights ? l_mul(low, weight(low, nll), x) : x);
}

static void add_to(OpLower *low, const LoopBuffer *scalar, const LoopExpr *x) {
    loop_set(low->b, scalar, l_add(low, loop_get(low->b, scalar), x));
}

/* The sum of the weights used. */
static const LoopBuffer *total_weight(OpLower *low, Nll *nll) {
    const LoopBuffer *total = loop_scalar(low->b, "total", l_num(low, nll->acc, 0));
    open_targets(low, nll, 0);
    loop_begin_if(low->b, is_used(low, nll));
    add_to(low, total, weight(low, nll));
    lower_close(low, nll->targets->ndim + 1);
    return total;
}

static void lower(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    Nll nll = nll_of(low, 0);
    if (lower_string_is(low, "reduction", "none")) {
        const LoopExpr **index = open_targets(low, &nll, UINT32_MAX);
        loop_begin_if(low->b, is_used(low, &nll));
        lower_store(low, out, index, l_cast(low, out->dtype, loss(low, &nll)));
        loop_else(low->b);
        lower_store(low, out, index, l_num(low, out->dtype, 0));
        lower_close(low, out->ndim + 1);
        return;
    }
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, nll.acc, 0));
    open_targets(low, &nll, 0);
    loop_begin_if(low->b, is_used(low, &nll));
    add_to(low, sum, loss(low, &nll));
    lower_close(low, nll.targets->ndim + 1);
    const LoopExpr *y = loop_get(low->b, sum);
    if (lower_string_is(low, "reduction", "mean")) {
        y = l_op2(low, LOOP_DIV, y, loop_get(low->b, total_weight(low, &nll)));
    }
    lower_store(low, out, NULL, l_cast(low, out->dtype, y));
}

/* Each target has an element of the result of its own. */
static void lower_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0], *out = low->out[0];
    Nll nll = nll_of(low, 1);
    const LoopExpr **zeros = lower_open(low, out, UINT32_MAX);
    lower_store(low, out, zeros, l_num(low, out->dtype, 0));
    lower_close(low, out->ndim);
    const bool is_mean = lower_string_is(low, "reduction", "mean");
    const LoopBuffer *total = is_mean ? total_weight(low, &nll) : NULL;
    const LoopExpr **index = open_targets(low, &nll, UINT32_MAX);
    loop_begin_if(low->b, is_used(low, &nll));
    const LoopExpr *g = l_cast(low, nll.acc, lower_load(low, grad, grad->ndim ? index : NULL));
    if (total) g = l_op2(low, LOOP_DIV, g, loop_get(low->b, total));
    const LoopExpr *y = l_op1(low, LOOP_NEG, nll.weights ? l_mul(low, weight(low, &nll), g) : g);
    lower_store(low, out, nll.place, l_cast(low, out->dtype, y));
    lower_close(low, nll.targets->ndim + 1);
}

/* Gradients. The loss is linear in the predictions, and grad.nll_loss_backward is the transpose of
 * that. */

enum { PREDICTIONS, TARGETS, WEIGHTS };
static const IrOperand left_out = {.kind = IR_OPERAND_NONE, .span = 1};

/* R.nn.nll_loss(x, targets, weights), or what it takes back from dy. The call's own operands begin
 * at `first`. */
static IrOperand loss_of(OpGradient *g, uint32_t first, IrOperand x, IrOperand weights,
                         const char *reduction) {
    const IrOperand operands[] = {x, d_arg(&g->d, first + TARGETS), weights};
    IrAttr *attrs = d_attrs(&g->d, &op_nn_nll_loss);
    d_set_string(&g->d, &op_nn_nll_loss, attrs, "reduction", reduction);
    d_set_int(&op_nn_nll_loss, attrs, "ignore_index", d_int(&g->d, "ignore_index"));
    return d_call(&g->d, &op_nn_nll_loss, operands, 3, attrs);
}

static IrOperand back_of(OpGradient *g, uint32_t first, IrOperand dy, IrOperand x,
                         IrOperand weights, const char *reduction) {
    const OpDef *op = &op_grad_nll_loss_backward;
    const IrOperand operands[] = {dy, x, d_arg(&g->d, first + TARGETS), weights};
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_string(&g->d, op, attrs, "reduction", reduction);
    d_set_int(op, attrs, "ignore_index", d_int(&g->d, "ignore_index"));
    return d_call(&g->d, op, operands, 4, attrs);
}

static IrOperand weights_of(const OpGradient *g, uint32_t first) {
    return g->d.args[first + WEIGHTS] ? d_arg(&g->d, first + WEIGHTS) : left_out;
}

/* The sum of the weights used; 1 instead of 0, which leaves 0 / 0 of a mean over nothing out of
 * derivatives. */
static IrOperand total_of(OpGradient *g, uint32_t first, DType t, IrOperand weights) {
    const IrType *x = g->d.types[first];
    const IrOperand ones =
        d_filled(&g->d, &op_ones, ir_type_tensor(g->d.b->m, x->dims, x->ndim, t));
    const IrOperand total = d1(&g->d, &op_negative, loss_of(g, first, ones, weights, "sum"));
    const IrOperand is_0 = d2(&g->d, &op_equal, total, d_const(&g->d, t, 0));
    return d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), total);
}

/* The weights' adjoint from the adjoint of the loss that x gives. Where p are the losses without
 * weights, a target adds dy * p to its class; of a mean, dy * (p - mean) / sum of the weights
 * used. */
static void add_weights(OpGradient *g, uint32_t first, IrOperand x, IrOperand dy) {
    OpDecompose *d = &g->d;
    const IrType *t = d->types[first];
    x = d_up(d, x);
    dy = d_up(d, dy);
    IrOperand each = loss_of(g, first, x, left_out, "none");
    if (d_string_is(d, "reduction", "mean")) {
        const IrOperand weights = d_up(d, weights_of(g, first));
        const IrOperand total = total_of(g, first, d_type(d, x)->dtype, weights);
        const IrOperand mean = d2(d, &op_divide, loss_of(g, first, x, weights, "sum"), total);
        each = d2(d, &op_subtract, each, mean);
        dy = d2(d, &op_divide, dy, total);
    }
    each = d2(d, &op_multiply, each, dy);
    IrOperand sum = d1(d, &op_negative, back_of(g, first, each, x, left_out, "none"));
    int64_t *axes = ARENA_ARRAY(&d->b->m->scratch, int64_t, (size_t)t->ndim + 1);
    uint32_t n = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (i != (t->ndim > 1)) axes[n++] = i;
    }
    if (n) sum = d_reduce(d, &op_sum, sum, axes, n, false);
    g_add(g, first + WEIGHTS, sum);
}

static void gradient(OpGradient *g) {
    const IrOperand x = d_arg(&g->d, PREDICTIONS);
    if (g_wants(g, PREDICTIONS)) {
        const char *reduction = d_attr(&g->d, "reduction")->s;
        g_add(g, PREDICTIONS, back_of(g, 0, g_adjoint(g), x, weights_of(g, 0), reduction));
    }
    if (g_wants(g, WEIGHTS)) add_weights(g, 0, x, g_adjoint(g));
}

/* The predictions say no more than the shape. Where a mean is over nothing, nothing was given
 * back. */
static void gradient_backward(OpGradient *g) {
    const bool is_mean = d_string_is(&g->d, "reduction", "mean");
    if (g_wants(g, 0)) {
        const char *reduction = is_mean ? "sum" : d_attr(&g->d, "reduction")->s;
        IrOperand loss = loss_of(g, 1, g_adjoint(g), weights_of(g, 1), reduction);
        if (is_mean) {
            const IrOperand total = total_of(g, 1, g->d.result->dtype, weights_of(g, 1));
            loss = d2(&g->d, &op_divide, loss, total);
        }
        g_add(g, 0, loss);
    }
    if (g_wants(g, 1 + WEIGHTS)) add_weights(g, 1, g_adjoint(g), d_arg(&g->d, 0));
}

/* A target names a class: dim 1 of the predictions, dim 0 at rank 1. */
static const OpIndexRole roles[] = {{.operand = 1, .data = 0, .fixed = 1}, {.operand = -1}};
static const OpIndexRole backward_roles[] = {{.operand = 2, .data = 1, .fixed = 1},
                                             {.operand = -1}};

static void sample(OpSample *s) {
    const IrType *x =
        s_type(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1});
    const int32_t channel = x->ndim > 1;
    const IrDim **dims = s_dims(s, x->dims, x->ndim);
    for (int32_t i = channel; i + 1 < x->ndim; i++) dims[i] = x->dims[i + 1];
    static const int64_t ignored[] = {-100, 0, 1, 7};
    s_set_int(s, "ignore_index", ignored[s_below(s, 4)]);
    if (s->op->n_params > ARRAY_LEN(params)) {
        const bool all = strcmp(s_attr(s, "reduction")->s, "none") == 0;
        s_tensor_dims(s, dims, all ? x->ndim - 1 : 0, x->dtype);
    }
    s_tensor_of(s, x);
    s_index(s, dims, x->ndim - 1, s_extent(s, x->dims[channel]), false);
    if (s_chance(s, 50)) {
        s_tensor_dims(s, &x->dims[channel], 1, x->dtype);
    } else {
        s_none(s);
    }
}

const OpDef op_nn_nll_loss = {
    .name = "nn.nll_loss",
    .doc = "For each target t the negative log likelihood -weights[t] * predictions[n, t, ...], 0 "
           "where t is ignore_index; weights left out are ones. reduction none gives all of them, "
           "sum their sum, mean that divided by the sum of the weights used (NaN where none is). A "
           "target outside [0, C) other than ignore_index is an error at run time.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .gradient = gradient,
};

const OpDef op_grad_nll_loss_backward = {
    .name = "grad.nll_loss_backward",
    .doc = "The gradient of nn.nll_loss with respect to predictions, given that of its result.",
    .constraints = backward_constraints,
    .params = backward_params,
    .n_params = ARRAY_LEN(backward_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_backward,
    .index_roles = backward_roles,
    .lower = lower_backward,
    .gradient = gradient_backward,
};
