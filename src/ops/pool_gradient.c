/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of poolings by windows, as operators: a sum over windows that overlap is no short
 * composition. Each is linear in its first operand, and its transpose is one of them or a pooling:
 *
 *     nn.avg_pool                  grad.avg_pool_backward
 *     grad.max_pool_pick           grad.max_pool_backward
 *
 * As in PyTorch, a window's first greatest element gets all. */
#include "ops/ops.h"
#include "ops/pool.h"
#include "ops/sums.h"

#define SHARED(first)                                                                              \
    POOL_LAYOUTS, POOL_HAS_RANK, first " and data have one dtype, a floating-point one",           \
        POOL_HAS_WINDOW, POOL_HAS_ROOM

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
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, pooled),
                          ir_type_text(in->m, in->args[0].type));
    }
    return data->ndim == IR_NDIM_UNKNOWN ? infer_tensor_ndim(in, row->n + 2, dtype)
                                         : infer_with_dtype(in, data, dtype);
}

static const IrType *infer_pick(IrInfer *in) {
    const IrType *pooled, *data = in->args[1].type;
    DType dtype;
    if (!check(in, &dtype, &pooled)) return NULL;
    if (infer_subsumes(in, data, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, data),
                          ir_type_text(in->m, in->args[0].type));
    }
    return infer_with_dtype(in, pooled, dtype);
}

/* The first greatest element of a window, or the first NaN: `at` is its number in the order of the
 * window's loops, -1 where all is padding. What is to be done with it is done in a second walk,
 * element by element: so nothing is found at a computed place, and windows of several channels are
 * worked on at once. */
typedef struct {
    PoolWindows windows;
    const LoopBuffer *at;
} Greatest;

/* Of the element at hand in a walk. */
static const LoopExpr *number_of(OpLower *low, const PoolWindows *w) {
    const LoopExpr *n = l_index(low, 0);
    for (int i = 0; i < w->n; i++) n = l_add(low, l_mul(low, n, w->dims[i].kernel), w->dims[i].k);
    return l_cast(low, DTYPE_INT32, n);
}

static void find_greatest(OpLower *low, Greatest *g, const LoopBuffer *data,
                          const LoopExpr *const *index) {
    PoolWindows *w = &g->windows;
    *w = pool_windows(low, data, index);
    const LoopBuffer *best = loop_scalar(low->b, "best", l_num(low, data->dtype, 0));
    g->at = loop_scalar(low->b, "at", l_num(low, DTYPE_INT32, -1));
    const uint32_t opened = pool_open(low, w);
    const LoopExpr *x = loop_var(low->b, loop_let(low->b, "x", lower_load(low, data, w->place)));
    const LoopExpr *old = loop_get(low->b, best), *at = loop_get(low->b, g->at);
    const LoopExpr *is_nan =
        l_and(low, l_op1(low, LOOP_ISNAN, x), l_not(low, l_op1(low, LOOP_ISNAN, old)));
    const LoopExpr *none = l_lt(low, at, l_num(low, DTYPE_INT32, 0));
    const LoopExpr *is_greater = l_or(low, none, l_or(low, l_lt(low, old, x), is_nan));
    is_greater = loop_var(low->b, loop_let(low->b, "greater", is_greater));
    loop_set(low->b, best, l_select(low, is_greater, x, old));
    loop_set(low->b, g->at, l_select(low, is_greater, number_of(low, w), at));
    lower_close(low, opened);
}

/* Whether it is the element at hand. */
static const LoopExpr *is_found(OpLower *low, const Greatest *g) {
    return l_eq(low, loop_get(low->b, g->at), number_of(low, &g->windows));
}

/* The loops over the pooled side. Sums of windows that overlap are made one after another; images
 * and channels are apart. */
static const LoopExpr **open_pooled(OpLower *low, const LoopBuffer *grad) {
    const PoolRow *row = low->op->data;
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(row->n), at);
    const LoopExpr **index = lower_exprs(low, grad->ndim);
    for (uint32_t i = 0; i < grad->ndim; i++)
        index[i] =
            lower_for(low, grad->dims[i], i == at[0] || i == at[1] ? LOOP_PARALLEL : LOOP_SERIAL);
    return index;
}

static void lower_max_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0];
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = open_pooled(low, grad);
    Greatest g;
    find_greatest(low, &g, low->in[1], index);
    const LoopExpr *dy = loop_var(low->b, loop_let(low->b, "dy", lower_load(low, grad, index)));
    const uint32_t opened = pool_open(low, &g.windows);
    sums_add(low, sums, g.windows.place,
             l_select(low, is_found(low, &g), dy, l_num(low, grad->dtype, 0)));
    lower_close(low, opened + grad->ndim);
    sums_end(low, sums);
}

static void lower_max_pick(OpLower *low) {
    const LoopBuffer *values = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopBuffer *picked = loop_scalar(low->b, "picked", l_num(low, out->dtype, 0));
    Greatest g;
    find_greatest(low, &g, low->in[1], index);
    const uint32_t opened = pool_open(low, &g.windows);
    const LoopExpr *value = lower_load(low, values, g.windows.place);
    loop_set(low->b, picked, l_select(low, is_found(low, &g), value, loop_get(low->b, picked)));
    lower_close(low, opened);
    lower_store(low, out, index, loop_get(low->b, picked));
    lower_close(low, out->ndim);
}

static void lower_avg_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0], *data = low->in[1];
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = open_pooled(low, grad);
    PoolWindows w = pool_windows(low, data, index);
    const LoopExpr *divisor = l_cast(low, sums->dtype, pool_divisor(low, &w));
    const LoopExpr *share =
        l_op2(low, LOOP_DIV, l_cast(low, sums->dtype, lower_load(low, grad, index)), divisor);
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
static const OpDef *const max_picks[] = {&op_grad_max_pool1d_pick, &op_grad_max_pool2d_pick,
                                         &op_grad_max_pool3d_pick};

/* Operand 0 gets the call of a member of `family` on the adjoint and, where it takes that, on the
 * pooled operand. */
static void transposed(OpGradient *g, const OpDef *const *family) {
    const PoolRow *row = g->d.op->data;
    const OpDef *op = family[row->n - 1];
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, row->arg)};
    if (g_wants(g, 0))
        g_add(g, 0, d_call(&g->d, op, operands, ir_op_n_operands(op), d_attrs_like(&g->d, op)));
}

void grad_max_pool(OpGradient *g) { transposed(g, max_backs); }
void grad_avg_pool(OpGradient *g) { transposed(g, avg_backs); }
static void grad_max_backward(OpGradient *g) { transposed(g, max_picks); }
static void grad_avg_backward(OpGradient *g) { transposed(g, avg_pools); }

#define BACKWARDS(n_, layout_)                                                                     \
    static const OpParam backward##n_##d_params[] = {OP_TENSOR("output_grad"), OP_TENSOR("data"),  \
                                                     POOL_PARAMS(n_, layout_)};                    \
    static const OpParam pick##n_##d_params[] = {OP_TENSOR("values"), OP_TENSOR("data"),           \
                                                 POOL_PARAMS(n_, layout_)};                        \
    static const PoolRow backward##n_##d_row = {n_, 1, false}, pick##n_##d_row = {n_, 1, true};    \
    const OpDef op_grad_max_pool##n_##d_backward =                                                 \
        POOL_OP("grad.max_pool" #n_ "d_backward",                                                  \
                "The gradient of nn.max_pool" #n_                                                  \
                "d with respect to data: each element of output_grad goes to the first "           \
                "greatest element of its window (the first NaN when there is one), and windows "   \
                "that share an element add up.",                                                   \
                backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, \
                lower_max_backward, pool_sample, grad_max_backward);                               \
    const OpDef op_grad_max_pool##n_##d_pick =                                                     \
        POOL_OP("grad.max_pool" #n_ "d_pick",                                                      \
                "The transpose of grad.max_pool" #n_                                               \
                "d_backward: for each window of data the element of values where the "             \
                "window's first greatest element stands (the first NaN when there is one); 0 for " \
                "a window of padding.",                                                            \
                pick##n_##d_params, pick_constraints, pick##n_##d_row, infer_pick, lower_max_pick, \
                pool_sample, grad_max_pool);                                                       \
    const OpDef op_grad_avg_pool##n_##d_backward =                                                 \
        POOL_OP("grad.avg_pool" #n_ "d_backward",                                                  \
                "The gradient of nn.avg_pool" #n_                                                  \
                "d with respect to data: each element of output_grad, divided by its window's "    \
                "divisor, is added to all elements of the window.",                                \
                backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, \
                lower_avg_backward, pool_sample, grad_avg_backward);

BACKWARDS(1, "NCW")
BACKWARDS(2, "NCHW")
BACKWARDS(3, "NCDHW")
