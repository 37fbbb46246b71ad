/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of poolings by windows, as operators: a sum over windows that overlap is no short composition. Each is linear
 * in its first operand, and its transpose is one of them or a pooling:
 *
 *     nn.avg_pool                  grad.avg_pool_backward
 *     grad.max_pool_pick           grad.max_pool_backward
 *
 * As in PyTorch, a window's first greatest element gets all. */
#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/sums.h"

#define SHARED(first) \
    POOL_LAYOUTS, POOL_HAS_RANK, first " and data have one dtype, a floating-point one", POOL_HAS_WINDOW, POOL_HAS_ROOM

static const char *const backward_constraints[] = {
    SHARED("output_grad"),
    "output_grad has the shape that pooling data gives",
    NULL,
};
static const char *const pick_constraints[] = {
    SHARED("values"),
    "values has the shape of data",
    NULL,
};

/* Both operands are of one float dtype; *pooled is the type of pooling data. */
static bool check(IrInfer *in, DType *dtype, const IrType **pooled) {
    if (!infer_same_dtype(in, 0, 1, POOL_DTYPE, dtype)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_FLOAT, POOL_DTYPE)) return false;
    }
    *pooled = pool_type(in);
    return *pooled != NULL;
}

static const IrType *infer_backward(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const IrType *pooled, *data = in->args[1].type;
    DType dtype;
    if (!check(in, &dtype, &pooled)) return NULL;
    if (infer_subsumes(in, pooled, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, pooled), ir_type_text(in->m, in->args[0].type));
    }
    return data->ndim == IR_NDIM_UNKNOWN ? infer_tensor_ndim(in, row->n + 2, dtype) : infer_with_dtype(in, data, dtype);
}

static const IrType *infer_pick(IrInfer *in) {
    const IrType *pooled, *data = in->args[1].type;
    DType dtype;
    if (!check(in, &dtype, &pooled)) return NULL;
    if (infer_subsumes(in, data, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, data), ir_type_text(in->m, in->args[0].type));
    }
    return infer_with_dtype(in, pooled, dtype);
}

/* Finds the place of the window's first greatest element, or first NaN, and opens a body for where there is one; w->place
 * is that. Close with lower_close(low, 1). */
static void open_greatest(OpLower *low, PoolWindows *w, const LoopBuffer *data) {
    const LoopBuffer *best = loop_scalar(low->b, "best", l_num(low, data->dtype, 0));
    const LoopBuffer *best_at[SPATIAL_MAX];
    for (int i = 0; i < w->n; i++) best_at[i] = loop_scalar(low->b, "at", l_index(low, -1));

    const uint32_t opened = pool_open(low, w);
    const LoopExpr *x = loop_var(low->b, loop_let(low->b, "x", lower_load(low, data, w->place)));
    const LoopExpr *old = loop_get(low->b, best), *none = l_lt(low, loop_get(low->b, best_at[0]), l_index(low, 0));
    const LoopExpr *is_nan = l_and(low, l_op1(low, LOOP_ISNAN, x), l_not(low, l_op1(low, LOOP_ISNAN, old)));
    loop_begin_if(low->b, l_or(low, none, l_or(low, l_lt(low, old, x), is_nan)));
    loop_set(low->b, best, x);
    for (int i = 0; i < w->n; i++) loop_set(low->b, best_at[i], w->dims[i].p);
    loop_end(low->b);
    lower_close(low, opened);

    loop_begin_if(low->b, l_le(low, l_index(low, 0), loop_get(low->b, best_at[0])));
    for (int i = 0; i < w->n; i++) w->place[w->at[2 + i]] = loop_get(low->b, best_at[i]);
}

static void lower_max_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0];
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = lower_open(low, grad, 0);
    PoolWindows w = pool_windows(low, low->in[1], index);
    open_greatest(low, &w, low->in[1]);
    sums_add(low, sums, w.place, lower_load(low, grad, index));
    lower_close(low, 1 + grad->ndim);
    sums_end(low, sums);
}

static void lower_max_pick(OpLower *low) {
    const LoopBuffer *values = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopBuffer *picked = loop_scalar(low->b, "picked", l_num(low, out->dtype, 0));
    PoolWindows w = pool_windows(low, low->in[1], index);
    open_greatest(low, &w, low->in[1]);
    loop_set(low->b, picked, lower_load(low, values, w.place));
    lower_close(low, 1);
    lower_store(low, out, index, loop_get(low->b, picked));
    lower_close(low, out->ndim);
}

static void lower_avg_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0], *data = low->in[1];
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = lower_open(low, grad, 0);
    PoolWindows w = pool_windows(low, data, index);
    const LoopExpr *divisor = l_cast(low, sums->dtype, pool_divisor(low, &w));
    const LoopExpr *share = l_op2(low, LOOP_DIV, l_cast(low, sums->dtype, lower_load(low, grad, index)), divisor);
    share = loop_var(low->b, loop_let(low->b, "share", share));
    const uint32_t opened = pool_open(low, &w);
    sums_add(low, sums, w.place, share);
    lower_close(low, opened + grad->ndim);
    sums_end(low, sums);
}

/* Gradients */

static const OpDef *const avg_pools[] = {&op_nn_avg_pool1d, &op_nn_avg_pool2d, &op_nn_avg_pool3d};
static const OpDef *const avg_backs[] = {&op_grad_avg_pool1d_backward, &op_grad_avg_pool2d_backward,
                                         &op_grad_avg_pool3d_backward};
static const OpDef *const max_backs[] = {&op_grad_max_pool1d_backward, &op_grad_max_pool2d_backward,
                                         &op_grad_max_pool3d_backward};
static const OpDef *const max_picks[] = {&op_grad_max_pool1d_pick, &op_grad_max_pool2d_pick, &op_grad_max_pool3d_pick};

/* Operand 0 gets the call of a member of `family` on the adjoint and, where it takes that, on the pooled operand. */
static void transposed(OpGradient *g, const OpDef *const *family) {
    const PoolRow *row = g->d.op->data;
    const OpDef *op = family[row->n - 1];
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, row->arg)};
    if (g_wants(g, 0)) g_add(g, 0, d_call(&g->d, op, operands, op_n_operands(op), d_attrs_like(&g->d, op)));
}

void grad_max_pool(OpGradient *g) { transposed(g, max_backs); }
void grad_avg_pool(OpGradient *g) { transposed(g, avg_backs); }
static void grad_max_backward(OpGradient *g) { transposed(g, max_picks); }
static void grad_avg_backward(OpGradient *g) { transposed(g, avg_pools); }

#define BACKWARDS(n_, layout_) \
    static const OpParam backward##n_##d_params[] = {OP_TENSOR("output_grad"), OP_TENSOR("data"), POOL_PARAMS(n_, layout_)}; \
    static const OpParam pick##n_##d_params[] = {OP_TENSOR("values"), OP_TENSOR("data"), POOL_PARAMS(n_, layout_)}; \
    static const PoolRow backward##n_##d_row = {n_, 1, false}, pick##n_##d_row = {n_, 1, true}; \
    const OpDef op_grad_max_pool##n_##d_backward = POOL_OP( \
        "grad.max_pool" #n_ "d_backward", \
        "The gradient of nn.max_pool" #n_ "d with respect to data: each element of output_grad goes to the first " \
        "greatest element of its window (the first NaN when there is one), and windows that share an element add up.", \
        backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, lower_max_backward, pool_sample, \
        grad_max_backward); \
    const OpDef op_grad_max_pool##n_##d_pick = POOL_OP( \
        "grad.max_pool" #n_ "d_pick", \
        "The transpose of grad.max_pool" #n_ "d_backward: for each window of data the element of values where the " \
        "window's first greatest element stands (the first NaN when there is one); 0 for a window of padding.", \
        pick##n_##d_params, pick_constraints, pick##n_##d_row, infer_pick, lower_max_pick, pool_sample, grad_max_pool); \
    const OpDef op_grad_avg_pool##n_##d_backward = POOL_OP( \
        "grad.avg_pool" #n_ "d_backward", \
        "The gradient of nn.avg_pool" #n_ "d with respect to data: each element of output_grad, divided by its window's " \
        "divisor, is added to all elements of the window.", \
        backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, lower_avg_backward, pool_sample, \
        grad_avg_backward);

BACKWARDS(1, "NCW")
BACKWARDS(2, "NCHW")
BACKWARDS(3, "NCDHW")
