/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting along an axis: the values, or their positions. Stable, with NaN last. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/order.h"
#include "ops/place.h"
#include "ops/sample.h"

#define AXIS "axis is an axis of the operand"

/* The items of a line (a place in it) of input 0. */
typedef struct {
    const LoopExpr *const *line;
    int64_t axis;
    bool descending;
} Line;

static const LoopExpr *before(OpLower *low, void *user, const LoopExpr *a, const LoopExpr *b) {
    const Line *line = user;
    const LoopExpr *at[2] = {a, b}, *e[2];
    for (uint32_t k = 0; k < 2; k++) {
        const LoopExpr **place = place_copy(low, line->line, low->in[0]->ndim);
        place[line->axis] = at[k];
        e[k] = order_let(low, k ? "y" : "x", lower_load(low, low->in[0], place));
    }
    return order_before(low, e[1], e[0], line->descending);
}

/* Sorts each line and writes the first `values` and `positions` of it (either may be NULL). */
static void lower_sorted(OpLower *low, bool descending, const LoopBuffer *values,
                         const LoopBuffer *positions) {
    const LoopBuffer *x = low->in[0], *out = values ? values : positions;
    int64_t axis = lower_int(low, "axis");
    const LoopExpr **line = place_open_lines(low, x, axis);
    const LoopBuffer *order =
        order_positions(low, x->dims[axis], before, &(Line){line, axis, descending});
    const LoopExpr *i = lower_for(low, out->dims[axis], LOOP_SERIAL);
    const LoopExpr *at = order_let(low, "at", lower_load(low, order, &i));
    const LoopExpr **to = place_copy(low, line, x->ndim), **from = place_copy(low, line, x->ndim);
    to[axis] = i;
    from[axis] = at;
    if (values) lower_store(low, values, to, lower_load(low, x, from));
    if (positions) lower_store(low, positions, to, l_cast(low, positions->dtype, at));
    lower_close(low, x->ndim);
}

/* An adjoint of sorted values goes back to the positions along the axis. */
static void add_at_positions(OpGradient *g, IrOperand positions, IrOperand adjoint) {
    const OpDef *op = &op_scatter_elements;
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_int(op, attrs, "axis", d_int(&g->d, "axis"));
    d_set_string(&g->d, op, attrs, "reduction", "add");
    const IrOperand zeros = g_zeros(g, g->d.types[0]);
    g_add(g, 0, d_call(&g->d, op, (const IrOperand[]){zeros, positions, adjoint}, 3, attrs));
}

/* sort */
static const OpParam sort_params[] = {OP_TENSOR("x"), OP_AXIS("axis", -1),
                                      OP_BOOL("descending", false)};
static const char *const sort_constraints[] = {AXIS, NULL};

static const IrType *infer_sort(IrInfer *in) {
    const IrType *x = in->args[0].type;
    return infer_axis(in, "axis", x->ndim, 1) ? x : NULL;
}

static void lower_sort(OpLower *low) {
    lower_sorted(low, lower_bool(low, "descending"), low->out[0], NULL);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    s_axis(s, "axis", x->ndim);
    if (ir_op_attr_index(s->op, "dtype") >= 0) s_set_dtype(s, "dtype", s_dtype(s, KIND_INT));
    if (ir_op_attr_index(s->op, "k") >= 0) s_set_int(s, "k", s_range(s, 0, 4));
}

static void gradient_sort(OpGradient *g) {
    const OpDef *op = &op_argsort;
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_int(op, attrs, "axis", d_int(&g->d, "axis"));
    d_set_bool(op, attrs, "descending", d_bool(&g->d, "descending"));
    d_set_dtype(op, attrs, "dtype", DTYPE_INT64);
    const IrOperand x = d_arg(&g->d, 0);
    const IrOperand at = d_call(&g->d, op, &x, 1, attrs);
    add_at_positions(g, at, g_adjoint(g));
}

const OpDef op_sort = {
    .name = "sort",
    .doc = "x sorted along the axis, rising or descending; NaN stands last either way.",
    .constraints = sort_constraints,
    .params = sort_params,
    .n_params = ARRAY_LEN(sort_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_sort,
    .lower = lower_sort,
    .gradient = gradient_sort,
};

/* argsort */
static const OpParam argsort_params[] = {
    OP_TENSOR("data"),
    OP_AXIS("axis", -1),
    OP_BOOL("descending", false),
    OP_DTYPE_DEFAULT("dtype", "int32"),
};
static const char *const argsort_constraints[] = {AXIS, "dtype is an integer dtype", NULL};

static const IrType *infer_argsort(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_axis(in, "axis", x->ndim, 1)) return NULL;
    DType dtype = extent_dtype_attr(in, "dtype", DTYPE_INT32);
    return extent_dtype_kind(in, dtype, KIND_INT, 2, "dtype") ? infer_with_dtype(in, x, dtype)
                                                              : NULL;
}

static void lower_argsort(OpLower *low) {
    lower_sorted(low, lower_bool(low, "descending"), NULL, low->out[0]);
}

const OpDef op_argsort = {
    .name = "argsort",
    .doc = "The positions along the axis in the order of the sorted elements, rising or "
           "descending; equal ones in the order in which they stand, NaN last.",
    .constraints = argsort_constraints,
    .params = argsort_params,
    .n_params = ARRAY_LEN(argsort_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_argsort,
    .lower = lower_argsort,
    .no_gradient = GRAD_NONE_INTEGER,
};

/* topk */
static const char *const ret_types[] = {"both", "values", "indices", NULL};

static const OpParam topk_params[] = {
    OP_TENSOR("data"),        OP_INT("k", 1),
    OP_AXIS("axis", -1),      OP_STRING("ret_type", "both", ret_types),
    OP_BOOL("largest", true), OP_DTYPE_DEFAULT("dtype", "int32"),
};
static const char *const topk_constraints[] = {AXIS, "dtype is an integer dtype", NULL};

static const IrType *infer_topk(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_axis(in, "axis", x->ndim, 1)) return NULL;
    DType dtype = extent_dtype_attr(in, "dtype", DTYPE_INT32);
    if (!extent_dtype_kind(in, dtype, KIND_INT, 2, "dtype")) return NULL;
    int64_t k = infer_int(in, "k"), axis = infer_int(in, "axis");
    const IrType *values = x;
    const IrDim **dims = infer_dims_copy(in, x);
    if (dims && k >= 1) {
        dims[axis] = ir_dim_min(in->m, dims[axis], ir_dim_const(in->m, k));
        values = infer_tensor(in, dims, x->ndim, x->dtype);
    }
    const IrType *fields[2] = {values, infer_with_dtype(in, values, dtype)};
    if (infer_string_is(in, "ret_type", "values")) return fields[0];
    if (infer_string_is(in, "ret_type", "indices")) return fields[1];
    return ir_type_tuple(in->m, fields, 2);
}

static void lower_topk(OpLower *low) {
    bool has_values = !lower_string_is(low, "ret_type", "indices");
    bool has_positions = !lower_string_is(low, "ret_type", "values");
    lower_sorted(low, lower_bool(low, "largest"), has_values ? low->out[0] : NULL,
                 has_positions ? low->out[low->n_out - 1] : NULL);
}

/* The positions are found again where the call did not give them in a dtype that holds any. */
static void gradient_topk(OpGradient *g) {
    if (!g_has_adjoint(g, 0)) return;
    const OpDef *op = g->d.op;
    const bool both = d_string_is(&g->d, "ret_type", "both");
    const DType dtype = both ? g->d.result->fields[1]->dtype : DTYPE_VOID;
    if (dtype == DTYPE_INT32 || dtype == DTYPE_INT64) {
        const IrOperand at = g_value_at(g, 1);
        add_at_positions(g, at, g_adjoint(g));
        return;
    }
    IrAttr *attrs = d_attrs(&g->d, op);
    for (uint32_t i = 0; i < ir_op_n_attrs(op); i++) attrs[i] = g->d.attrs[i];
    d_set_string(&g->d, op, attrs, "ret_type", "indices");
    d_set_dtype(op, attrs, "dtype", DTYPE_INT64);
    const IrOperand x = d_arg(&g->d, 0);
    const IrOperand at = d_call(&g->d, op, &x, 1, attrs);
    add_at_positions(g, at, g_adjoint(g));
}

const OpDef op_topk = {
    .name = "topk",
    .doc = "The k largest (or smallest) elements along the axis, sorted, and their positions: "
           "both, or one of them. All elements where there are fewer than k, or k is less than 1. "
           "Equal ones in the order in which they stand, NaN last.",
    .constraints = topk_constraints,
    .params = topk_params,
    .n_params = ARRAY_LEN(topk_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_topk,
    .lower = lower_topk,
    .gradient = gradient_topk,
};
