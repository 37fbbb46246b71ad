/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over axes, and the positions of extrema. */
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/reduce_gradient.h"
#include "ops/sample.h"

/* The elements of x that make one element of the result. */
typedef struct {
    const bool *is_reduced;       /* by dim of x */
    const LoopExpr *const *kept;  /* by dim of x: the result's index, 0 where it is reduced */
    const LoopExpr *const *index; /* in the result */
} Reduction;

typedef struct {
    unsigned kinds; /* of dtype that x may have; 0: any */
    void (*lower)(OpLower *low, const Reduction *r);
} ReduceRow;

static const OpParam params[] = {OP_TENSOR("x"), OP_AXES_OR_NONE("axis"),
                                 OP_BOOL("keepdims", false)};

/* x with the dims that `reduced` marks made 1 or, without keepdims, dropped. */
static const IrType *reduced_type(IrInfer *in, const bool *reduced, DType dtype) {
    const IrType *x = in->args[0].type;
    bool keep = infer_bool(in, "keepdims");
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)x->ndim);
    int32_t n = 0;
    bool known = true;
    for (int32_t i = 0; i < x->ndim; i++) {
        if (reduced[i] && !keep) continue;
        known &= reduced[i] || x->dims;
        dims[n++] = reduced[i] ? ir_dim_const(in->m, 1) : x->dims ? x->dims[i] : NULL;
    }
    return infer_tensor(in, known ? dims : NULL, n, dtype);
}

static const IrType *infer_reduce(IrInfer *in) {
    const ReduceRow *row = in->op->data;
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (row->kinds && !infer_dtype_kind(in, 0, row->kinds, 1)) return NULL;
    if (!infer_axes(in, "axis", x->ndim, 2, true, true)) return NULL;
    if (x->ndim == IR_NDIM_UNKNOWN) {
        bool scalar = axis->kind == IR_ATTR_NONE && !infer_bool(in, "keepdims");
        return infer_tensor_ndim(in, scalar ? 0 : IR_NDIM_UNKNOWN, x->dtype);
    }
    bool *reduced = INFER_ARRAY(in, bool, (size_t)x->ndim);
    for (uint32_t i = 0; i < axis->n; i++) reduced[axis->ints[i]] = true;
    return reduced_type(in, reduced, x->dtype);
}

/* Loops over all elements of the result. */
static Reduction open_result(OpLower *low, const bool *is_reduced) {
    const LoopBuffer *x = low->in[0];
    bool keepdims = lower_bool(low, "keepdims");
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX),
                   **kept = lower_exprs(low, x->ndim);
    for (uint32_t i = 0, n = 0; i < x->ndim; i++) {
        kept[i] = is_reduced[i] ? l_index(low, 0) : index[n];
        n += !is_reduced[i] || keepdims;
    }
    return (Reduction){is_reduced, kept, index};
}

/* Loops over the elements that are reduced: how many, and where one is. */
static uint32_t open_reduced(OpLower *low, const Reduction *r, const LoopExpr **place) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < low->in[0]->ndim; i++) {
        place[i] = r->is_reduced[i] ? lower_for(low, low->in[0]->dims[i], LOOP_SERIAL) : r->kept[i];
        n += r->is_reduced[i];
    }
    return n;
}

/* The number of elements that are reduced. */
static const LoopExpr *count(OpLower *low, const Reduction *r) {
    const LoopExpr *n = l_index(low, 1);
    for (uint32_t i = 0; i < low->in[0]->ndim; i++) {
        if (r->is_reduced[i]) n = l_mul(low, n, low->in[0]->dims[i]);
    }
    return n;
}

/* `first` op all elements, in row-major order, each cast to first's dtype; or, with a mean, the
 * squares of their distances to it. */
static const LoopExpr *fold(OpLower *low, const Reduction *r, LoopExprKind op,
                            const LoopExpr *first, const LoopExpr *mean) {
    const LoopBuffer *acc = loop_scalar(low->b, "acc", first);
    const LoopExpr **place = lower_exprs(low, low->in[0]->ndim);
    uint32_t n = open_reduced(low, r, place);
    const LoopExpr *x = l_cast(low, first->dtype, lower_load(low, low->in[0], place));
    if (mean) {
        x = loop_var(low->b, loop_let(low->b, "distance", l_sub(low, x, mean)));
        x = l_mul(low, x, x);
    }
    loop_set(low->b, acc, l_op2(low, op, loop_get(low->b, acc), x));
    lower_close(low, n);
    return loop_get(low->b, acc);
}

static void store_result(OpLower *low, const Reduction *r, const LoopExpr *value) {
    lower_store(low, low->out[0], r->index, l_cast(low, low->out[0]->dtype, value));
}

static void lower_sum(OpLower *low, const Reduction *r) {
    store_result(low, r,
                 fold(low, r, LOOP_ADD, l_num(low, lower_acc_dtype(low->in[0]->dtype), 0), NULL));
}

static void lower_prod(OpLower *low, const Reduction *r) {
    store_result(low, r,
                 fold(low, r, LOOP_MUL, l_num(low, lower_acc_dtype(low->in[0]->dtype), 1), NULL));
}

static const LoopExpr *mean_in(OpLower *low, const Reduction *r, DType t) {
    const LoopExpr *sum = fold(low, r, LOOP_ADD, l_num(low, t, 0), NULL);
    return l_op2(low, dtype_is_float(t) ? LOOP_DIV : LOOP_TRUNCDIV, sum,
                 l_cast(low, t, count(low, r)));
}

static void lower_mean(OpLower *low, const Reduction *r) {
    DType t = lower_acc_dtype(low->in[0]->dtype);
    if (dtype_kind(t) == DTYPE_KIND_INT) t = DTYPE_INT64;
    if (dtype_kind(t) == DTYPE_KIND_UINT) t = DTYPE_UINT64;
    store_result(low, r, mean_in(low, r, t));
}

static const LoopExpr *variance_of(OpLower *low, const Reduction *r) {
    DType t = low->in[0]->dtype;
    t = dtype_is_float(t) ? lower_acc_dtype(t) : DTYPE_FLOAT64;
    const LoopExpr *mean = loop_var(low->b, loop_let(low->b, "mean", mean_in(low, r, t)));
    const LoopExpr *sum = fold(low, r, LOOP_ADD, l_num(low, t, 0), mean);
    return l_op2(low, LOOP_DIV, sum, l_cast(low, t, count(low, r)));
}

static void lower_variance(OpLower *low, const Reduction *r) {
    store_result(low, r, variance_of(low, r));
}
static void lower_std(OpLower *low, const Reduction *r) {
    store_result(low, r, l_op1(low, LOOP_SQRT, variance_of(low, r)));
}

/* From the operation's identity on, which is what there is over no elements. */
static void lower_extremum(OpLower *low, const Reduction *r, LoopExprKind op) {
    store_result(low, r, fold(low, r, op, loop_identity(low->b, op, low->in[0]->dtype), NULL));
}

static void lower_max(OpLower *low, const Reduction *r) {
    lower_extremum(low, r, low->in[0]->dtype == DTYPE_BOOL ? LOOP_OR : LOOP_MAX);
}

static void lower_min(OpLower *low, const Reduction *r) {
    lower_extremum(low, r, low->in[0]->dtype == DTYPE_BOOL ? LOOP_AND : LOOP_MIN);
}

static void lower_reduce(OpLower *low) {
    const ReduceRow *row = low->op->data;
    const IrAttr *axis = lower_attr(low, "axis");
    bool *is_reduced = ARENA_ARRAY(low->b->arena, bool, low->in[0]->ndim + 1);
    for (uint32_t i = 0; i < axis->n; i++) is_reduced[axis->ints[i]] = true;
    Reduction r = open_result(low, is_reduced);
    row->lower(low, &r);
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    const ReduceRow *row = s->op->data;
    const IrType *x = s_tensor(s, (SampleWant){.kinds = row->kinds});
    uint32_t n;
    if (s_chance(s, 70)) s_axes(s, "axis", x->ndim, 0, &n);
}

static void sample_arg(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT, .least = 1});
    s_axis_or_none(s, "axis", x->ndim);
}

#define ON_NUMBER "x is an integer or floating-point tensor"
#define AXES "axis lists distinct axes of x (None: all)"
static const char *const on_number[] = {ON_NUMBER, AXES, NULL};
static const char *const on_ordered[] = {"x is a tensor of any dtype", AXES, NULL};

#define ROW_NUMBER(f)                                                                              \
    .constraints = on_number, .data = &(const ReduceRow) { KIND_INT | KIND_FLOAT, f }
#define ROW_LINEAR(f) .is_multilinear = true, ROW_NUMBER(f)
#define ROW_ORDERED(f)                                                                             \
    .constraints = on_ordered, .data = &(const ReduceRow) { 0, f }

#define REDUCE(id, dtypes, doc_)                                                                   \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .sample = sample,                                                       \
                           .flags = OP_PURE,                                                       \
                           .infer = infer_reduce,                                                  \
                           .lower = lower_reduce,                                                  \
                           .gradient = grad_##id,                                                  \
                           ROW_##dtypes(lower_##id)};

REDUCE(
    max, ORDERED,
    "The greatest element over the axes; NaN when there is one. Over none the least value of the "
    "dtype, -inf of floats. On bool the logical or.")
REDUCE(mean, LINEAR,
       "The sum over the axes divided by the number of elements; on integers truncated (the sum "
       "is carried in 64 bits), over none NaN (0 for integers).")
REDUCE(
    min, ORDERED,
    "The least element over the axes; NaN when there is one. Over none the greatest value of the "
    "dtype, inf of floats. On bool the logical and.")
REDUCE(prod, NUMBER, "The product over the axes; 1 over none. Integers wrap.")
REDUCE(std, NUMBER, "The square root of the variance over the axes, cast once.")
REDUCE(sum, LINEAR, "The sum over the axes; 0 over none. Integers wrap.")
REDUCE(variance, NUMBER,
       "The mean over the axes of (x - mean(x))^2: divided by the number of elements, not by one "
       "less. On integers computed in float64 and cast as astype does.")

/* argmax, argmin */
static const OpParam arg_params[] = {OP_TENSOR("x"), OP_AXIS_OR_NONE("axis"),
                                     OP_BOOL("keepdims", false)};

static const char *const arg_constraints[] = {
    ON_NUMBER,
    "axis is an axis of x (None: x is flattened)",
    "no reduced extent is 0",
    NULL,
};

static bool has_elements(IrInfer *in, const bool *reduced, unsigned c) {
    const IrType *x = in->args[0].type;
    for (int32_t i = 0; x->dims && i < x->ndim; i++) {
        if (!reduced[i] || infer_at_most(in, ir_dim_const(in->m, 1), x->dims[i]) != IR_REFUTED)
            continue;
        infer_fail(in, c, infer_text(in, "dim %d of `%s` to be 1 or more", i, in->args[0].name),
                   ir_dim_text(in->m, x->dims[i]));
        return false;
    }
    return true;
}

static const IrType *infer_arg(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1) || !infer_axis(in, "axis", x->ndim, 2)) {
        return NULL;
    }
    bool all = axis->kind == IR_ATTR_NONE;
    if (x->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, all && !infer_bool(in, "keepdims") ? 0 : IR_NDIM_UNKNOWN,
                                 DTYPE_INT64);
    }
    bool *reduced = INFER_ARRAY(in, bool, (size_t)x->ndim);
    for (int32_t i = 0; i < x->ndim; i++) reduced[i] = all || axis->i == i;
    return has_elements(in, reduced, 3) ? reduced_type(in, reduced, DTYPE_INT64) : NULL;
}

/* The first element that is beyond the best one so far, NaN beyond all. The position is the row-
 * major number among those that are reduced. */
static void lower_arg(OpLower *low, bool greatest) {
    const LoopBuffer *x = low->in[0];
    const IrAttr *axis = lower_attr(low, "axis");
    bool *is_reduced = ARENA_ARRAY(low->b->arena, bool, x->ndim + 1);
    for (uint32_t i = 0; i < x->ndim; i++)
        is_reduced[i] = axis->kind == IR_ATTR_NONE || axis->i == i;
    Reduction r = open_result(low, is_reduced);
    const LoopBuffer *best = loop_scalar(low->b, "best", lower_load(low, x, r.kept));
    const LoopBuffer *at = loop_scalar(low->b, "at", l_index(low, 0));
    const LoopExpr **place = lower_exprs(low, x->ndim), *old = loop_get(low->b, best),
                   *number = l_index(low, 0);
    uint32_t n = open_reduced(low, &r, place);
    for (uint32_t i = 0; i < x->ndim; i++) {
        if (is_reduced[i]) number = l_add(low, l_mul(low, number, x->dims[i]), place[i]);
    }
    const LoopExpr *e = loop_var(low->b, loop_let(low->b, "x", lower_load(low, x, place)));
    const LoopExpr *beyond = greatest ? l_lt(low, old, e) : l_lt(low, e, old);
    if (dtype_is_float(x->dtype)) {
        const LoopExpr *nan =
            l_and(low, l_op1(low, LOOP_ISNAN, e), l_not(low, l_op1(low, LOOP_ISNAN, old)));
        beyond = l_or(low, beyond, nan);
    }
    loop_begin_if(low->b, beyond);
    loop_set(low->b, best, e);
    loop_set(low->b, at, number);
    loop_end(low->b);
    lower_close(low, n);
    store_result(low, &r, loop_get(low->b, at));
    lower_close(low, low->out[0]->ndim);
}

static void lower_argmax(OpLower *low) { lower_arg(low, true); }
static void lower_argmin(OpLower *low) { lower_arg(low, false); }

#define ARG(id, doc_)                                                                              \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = arg_constraints,                                         \
                           .params = arg_params,                                                   \
                           .n_params = ARRAY_LEN(arg_params),                                      \
                           .sample = sample_arg,                                                   \
                           .flags = OP_PURE,                                                       \
                           .infer = infer_arg,                                                     \
                           .no_gradient = GRAD_NONE_INTEGER,                                       \
                           .lower = lower_##id};

ARG(argmax, "The position along the axis (in x flattened, for None) of the first greatest element, "
            "as int64; of the first NaN when there is one.")
ARG(argmin,
    "The position along the axis (in x flattened, for None) of the first least element, as int64; "
    "of the first NaN when there is one.")
