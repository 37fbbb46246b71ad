/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting along an axis: the values, or their positions. Stable, with NaN last. */
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

#define AXIS "axis is an axis of the operand"

/* Whether y stands before x in the order; NaN stands behind all else. */
static const LoopExpr *before(OpLower *low, const LoopExpr *y, const LoopExpr *x, bool descending) {
    const LoopExpr *less = descending ? l_lt(low, x, y) : l_lt(low, y, x);
    if (!dtype_is_float(x->dtype)) return less;
    const LoopExpr *nan =
        l_and(low, l_op1(low, LOOP_ISNAN, x), l_not(low, l_op1(low, LOOP_ISNAN, y)));
    return l_or(low, less, nan);
}

static const LoopExpr *let(OpLower *low, const char *name, const LoopExpr *e) {
    return loop_var(low->b, loop_let(low->b, name, e));
}

/* The positions of one line of x (`line`: a place in it) in the order: a merge sort from the bottom
 * up, in which runs of `width` are merged pair by pair into a second buffer and copied back. Of
 * equal elements the left run's comes first. */
static const LoopBuffer *sorted_positions(OpLower *low, const LoopBuffer *x,
                                          const LoopExpr *const *line, int64_t axis,
                                          bool descending) {
    const LoopExpr *n = x->dims[axis], *one = l_index(low, 1), *last = l_sub(low, n, one);
    const LoopBuffer *order = loop_local(low->b, "order", DTYPE_INT64, &n, 1);
    const LoopBuffer *merged = loop_local(low->b, "merged", DTYPE_INT64, &n, 1);
    const LoopExpr *i = lower_for(low, n, LOOP_SERIAL);
    lower_store(low, order, &i, i);
    loop_end(low->b);
    const LoopBuffer *width = loop_scalar(low->b, "width", one);
    loop_begin_while(low->b, l_lt(low, loop_get(low->b, width), n));
    const LoopExpr *w = let(low, "w", loop_get(low->b, width)),
                   *pair = l_mul(low, w, l_index(low, 2));
    const LoopExpr *pairs = l_op2(low, LOOP_FLOORDIV, l_add(low, last, pair), pair);
    const LoopExpr *start = let(low, "start", l_mul(low, lower_for(low, pairs, LOOP_SERIAL), pair));
    const LoopExpr *middle = let(low, "middle", l_op2(low, LOOP_MIN, l_add(low, start, w), n));
    const LoopExpr *end = let(low, "end", l_op2(low, LOOP_MIN, l_add(low, start, pair), n));
    const LoopBuffer *left = loop_scalar(low->b, "left", start),
                     *right = loop_scalar(low->b, "right", middle);
    const LoopExpr *p = loop_get(low->b, left), *q = loop_get(low->b, right);
    const LoopExpr *to = l_add(low, start, lower_for(low, l_sub(low, end, start), LOOP_SERIAL));
    /* An exhausted run is read at its last element or beyond, and not taken. */
    const LoopExpr *at[2] = {l_op2(low, LOOP_MIN, p, last), l_op2(low, LOOP_MIN, q, last)}, *e[2];
    for (uint32_t k = 0; k < 2; k++) {
        at[k] = let(low, k ? "b" : "a", lower_load(low, order, &at[k]));
        const LoopExpr **place = place_copy(low, line, x->ndim);
        place[axis] = at[k];
        e[k] = let(low, k ? "y" : "x", lower_load(low, x, place));
    }
    const LoopExpr *right_first =
        l_and(low, l_lt(low, q, end), before(low, e[1], e[0], descending));
    const LoopExpr *take =
        let(low, "take_left", l_and(low, l_lt(low, p, middle), l_not(low, right_first)));
    lower_store(low, merged, &to, l_select(low, take, at[0], at[1]));
    const LoopExpr *step = l_cast(low, DTYPE_INT64, take);
    loop_set(low->b, left, l_add(low, p, step));
    loop_set(low->b, right, l_add(low, q, l_sub(low, one, step)));
    lower_close(low, 2);
    i = lower_for(low, n, LOOP_SERIAL);
    lower_store(low, order, &i, lower_load(low, merged, &i));
    loop_end(low->b);
    loop_set(low->b, width, pair);
    loop_end(low->b);
    return order;
}

/* Sorts each line and writes the first `values` and `positions` of it (either may be NULL). */
static void lower_sorted(OpLower *low, bool descending, const LoopBuffer *values,
                         const LoopBuffer *positions) {
    const LoopBuffer *x = low->in[0], *out = values ? values : positions;
    int64_t axis = lower_int(low, "axis");
    const LoopExpr **line = place_open_lines(low, x, axis);
    const LoopBuffer *order = sorted_positions(low, x, line, axis, descending);
    const LoopExpr *i = lower_for(low, out->dims[axis], LOOP_SERIAL);
    const LoopExpr *at = let(low, "at", lower_load(low, order, &i));
    const LoopExpr **to = place_copy(low, line, x->ndim), **from = place_copy(low, line, x->ndim);
    to[axis] = i;
    from[axis] = at;
    if (values) lower_store(low, values, to, lower_load(low, x, from));
    if (positions) lower_store(low, positions, to, l_cast(low, positions->dtype, at));
    lower_close(low, x->ndim);
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
    if (op_attr_index(s->op, "dtype") >= 0) s_set_dtype(s, "dtype", s_dtype(s, KIND_INT));
    if (op_attr_index(s->op, "k") >= 0) s_set_int(s, "k", s_range(s, 0, 4));
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
};
