/* SPDX-License-Identifier: Apache-2.0 */
/* data with some elements (scatter_elements) or slices (scatter_nd) updated. */
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"
#include "ops/scatter_gradient.h"

#define SHARED                                                                                     \
    "indices is an integer tensor", "data and updates have one dtype",                             \
        "reductions other than update are on integer or floating-point tensors"

/* C1 to C3. *dtype: of the result. */
static bool check_dtypes(IrInfer *in, DType *dtype) {
    if (!infer_dtype_kind(in, 1, KIND_INT, 1)) return false;
    const IrType *data = in->args[0].type, *updates = in->args[2].type;
    *dtype = data->dtype != DTYPE_VOID ? data->dtype : updates->dtype;
    if (updates->dtype != DTYPE_VOID && updates->dtype != *dtype) {
        infer_fail(in, 2, infer_text(in, "%s for `%s`", dtype_name(*dtype), in->args[2].name),
                   dtype_name(updates->dtype));
        return false;
    }
    if (infer_string_is(in, "reduction", "update")) return true;
    return infer_computes(in, 0, 3) && infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 3) &&
           infer_dtype_kind(in, 2, KIND_INT | KIND_FLOAT, 3);
}

/* out = from, both of one shape, cast and (with counts) divided by them. */
static void copy_all(OpLower *low, const LoopBuffer *out, const LoopBuffer *from,
                     const LoopBuffer *counts) {
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *x = lower_load(low, from, index);
    if (counts) {
        const LoopExpr *n = l_cast(low, x->dtype, lower_load(low, counts, index));
        x = l_op2(low, dtype_is_float(x->dtype) ? LOOP_DIV : LOOP_TRUNCDIV, x, n);
    }
    lower_store(low, out, index, l_cast(low, out->dtype, x));
    lower_close(low, out->ndim);
}

/* Where the updates go. Sums and products of half precision, and the integer sums of a mean, are
 * carried in a wider buffer. */
typedef struct {
    const LoopBuffer *work, *counts; /* counts: for a mean, the elements that are in each sum */
    LoopExprKind op;
    bool is_update;
} Scatter;

static Scatter scatter_begin(OpLower *low) {
    static const struct {
        const char *name;
        LoopExprKind op;
    } ops[] = {{"add", LOOP_ADD},
               {"mul", LOOP_MUL},
               {"mean", LOOP_ADD},
               {"max", LOOP_MAX},
               {"min", LOOP_MIN}};
    const LoopBuffer *out = low->out[0];
    Scatter s = {.work = out, .is_update = true};
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        if (lower_string_is(low, "reduction", ops[i].name)) s.op = ops[i].op, s.is_update = false;
    }
    bool is_mean = lower_string_is(low, "reduction", "mean");
    DType t = s.op == LOOP_ADD || s.op == LOOP_MUL ? lower_acc_dtype(out->dtype) : out->dtype;
    if (is_mean && dtype_kind(t) == DTYPE_KIND_INT) t = DTYPE_INT64;
    if (is_mean && dtype_kind(t) == DTYPE_KIND_UINT) t = DTYPE_UINT64;
    if (t != out->dtype || is_mean) s.work = loop_local(low->b, "work", t, out->dims, out->ndim);
    copy_all(low, s.work, low->in[0], NULL);
    if (is_mean) {
        s.counts = loop_local(low->b, "counts", DTYPE_INT64, out->dims, out->ndim);
        const LoopExpr **index = lower_open(low, out, UINT32_MAX);
        lower_store(low, s.counts, index, l_index(low, 1));
        lower_close(low, out->ndim);
    }
    return s;
}

static void scatter_one(OpLower *low, const Scatter *s, const LoopExpr *const *place,
                        const LoopExpr *update) {
    update = l_cast(low, s->work->dtype, update);
    if (!s->is_update) update = l_op2(low, s->op, lower_load(low, s->work, place), update);
    lower_store(low, s->work, place, update);
    if (!s->counts) return;
    lower_store(low, s->counts, place,
                l_add(low, lower_load(low, s->counts, place), l_index(low, 1)));
}

static void scatter_end(OpLower *low, const Scatter *s) {
    if (s->work != low->out[0]) copy_all(low, low->out[0], s->work, s->counts);
}

/* scatter_elements */
static const char *const elements_reductions[] = {"update", "add", "mul", "mean",
                                                  "max",    "min", NULL};

static const OpParam elements_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("indices"),
    OP_TENSOR("updates"),
    OP_AXIS("axis", 0),
    OP_STRING("reduction", "update", elements_reductions),
};

static const char *const elements_constraints[] = {
    SHARED,
    "data, indices and updates have one rank",
    "axis is an axis of them",
    "indices and updates have one shape",
    "indices' dims other than axis are at most data's",
    NULL,
};

static const IrType *infer_elements(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type, *updates = in->args[2].type;
    DType dtype;
    if (!check_dtypes(in, &dtype)) return NULL;
    int32_t ndim = IR_NDIM_UNKNOWN;
    for (uint32_t i = 0; i < 3; i++) {
        if (ndim == IR_NDIM_UNKNOWN) ndim = in->args[i].type->ndim;
        if (ndim != IR_NDIM_UNKNOWN && !infer_ndim(in, i, ndim, 4)) return NULL;
    }
    if (!infer_axis(in, "axis", ndim, 5)) return NULL;
    int64_t axis = infer_int(in, "axis");
    const IrDim *const *sizes = indices->dims ? indices->dims : updates->dims;
    for (int32_t i = 0; sizes && i < ndim; i++) {
        if (indices->dims && updates->dims &&
            !extent_dim_eq(in, indices->dims[i], updates->dims[i], 2, i, 6)) {
            return NULL;
        }
        if (!data->dims || i == axis || infer_at_most(in, sizes[i], data->dims[i]) != IR_REFUTED) {
            continue;
        }
        return infer_fail(
            in, 7, infer_text(in, "dim %d to be at most %s", i, ir_dim_text(in->m, data->dims[i])),
            ir_dim_text(in->m, sizes[i]));
    }
    return infer_tensor(in, data->dims, ndim, dtype);
}

static void lower_elements(OpLower *low) {
    const LoopBuffer *indices = low->in[1], *out = low->out[0];
    int64_t axis = lower_int(low, "axis");
    Scatter s = scatter_begin(low);
    const LoopExpr **index = lower_open(low, indices, 0), **to = place_copy(low, index, out->ndim);
    const LoopExpr *at = place_from_end(low, lower_load(low, indices, index), out->dims[axis]);
    to[axis] = loop_var(low->b, loop_let(low->b, "at", at));
    scatter_one(low, &s, to, lower_load(low, low->in[2], index));
    lower_close(low, indices->ndim);
    scatter_end(low, &s);
}

static const OpIndexRole elements_roles[] = {{.operand = 1, .data = 0, .axis = "axis"},
                                             {.operand = -1}};

/* Any dtype may be put in, numbers only be combined. */
static SampleWant sampled_data(OpSample *s) {
    const bool puts = strcmp(s_attr(s, "reduction")->s, "update") == 0;
    return (SampleWant){
        .kinds = puts ? 0 : KIND_INT | KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1};
}

static void sample_elements(OpSample *s) {
    const IrType *data = s_tensor(s, sampled_data(s));
    const int64_t axis = s_axis(s, "axis", data->ndim);
    const IrDim **dims = s_dims(s, data->dims, data->ndim);
    for (int32_t i = 0; i < data->ndim; i++) {
        if (i == axis) {
            dims[i] = s_dim(s, 0);
        } else if (s_chance(s, 30)) {
            dims[i] = s_const(s, s_range(s, 0, 1));
        }
    }
    s_index(s, dims, data->ndim, s_extent(s, data->dims[axis]), true);
    s_tensor_dims(s, dims, data->ndim, data->dtype);
}

static void sample_nd(OpSample *s) {
    const IrType *data = s_tensor(s, sampled_data(s));
    const int32_t n = (int32_t)s_range(s, 0, 2), depth = (int32_t)s_range(s, 0, data->ndim);
    const IrDim **dims = s_dims(s, NULL, n + data->ndim + 1);
    int64_t bound = INT64_MAX;
    for (int32_t i = 0; i < data->ndim; i++) {
        if (s_extent(s, data->dims[i]) < bound) bound = s_extent(s, data->dims[i]);
    }
    for (int32_t i = 0; i < n; i++) dims[i] = s_dim(s, 0);
    dims[n] = s_const(s, depth);
    s_index(s, dims, n + 1, bound, true);
    for (int32_t i = depth; i < data->ndim; i++) dims[n + i - depth] = data->dims[i];
    s_tensor_dims(s, dims, n + data->ndim - depth, data->dtype);
}

const OpDef op_scatter_elements = {
    .name = "scatter_elements",
    .doc =
        "data, where the element at p with p[axis] replaced by indices[p] is updated by "
        "updates[p], for each p in row-major order: replaced (so the last one stays), or "
        "combined with it. mean: of the old element and all its updates, on integers truncated. A "
        "negative index counts from the end; one outside is an error at run time.",
    .constraints = elements_constraints,
    .params = elements_params,
    .n_params = ARRAY_LEN(elements_params),
    .sample = sample_elements,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer_elements,
    .index_roles = elements_roles,
    .lower = lower_elements,
    .gradient = grad_scatter,
};

/* scatter_nd */
static const char *const nd_reductions[] = {"update", "add", "mul", "max", "min", NULL};

static const OpParam nd_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("indices"),
    OP_TENSOR("updates"),
    OP_STRING("reduction", "update", nd_reductions),
};

static const char *const nd_constraints[] = {
    SHARED,
    "indices has rank 1 or more",
    "indices' last extent is at most data's rank",
    "updates' shape is indices' without its last dim, then data's dims that are not indexed",
    NULL,
};

static const IrType *infer_nd(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type, *updates = in->args[2].type;
    DType dtype;
    int64_t depth;
    if (!check_dtypes(in, &dtype)) return NULL;
    const IrType *result = infer_with_dtype(in, data, dtype);
    if (indices->ndim == 0) return infer_fail(in, 4, NULL, "rank 0");
    if (!indices->dims || data->ndim == IR_NDIM_UNKNOWN) return result;
    const IrDim *last = indices->dims[indices->ndim - 1];
    if (!ir_dim_is_const(last, &depth)) { /* the ranks say it */
        if (updates->ndim == IR_NDIM_UNKNOWN) return result;
        depth = indices->ndim - 1 + data->ndim - updates->ndim;
        if (!infer_dim_eq(in, ir_dim_const(in->m, depth), last, 6, "the last dim of `indices`"))
            return NULL;
    }
    if (depth > data->ndim) {
        return infer_fail(in, 5, infer_text(in, "at most %d", data->ndim),
                          infer_text(in, "%lld", (long long)depth));
    }
    int32_t lead = indices->ndim - 1;
    if (!infer_ndim(in, 2, lead + data->ndim - (int32_t)depth, 6)) return NULL;
    for (int32_t i = 0; updates->dims && i < updates->ndim; i++) {
        const IrDim *want = i < lead     ? indices->dims[i]
                            : data->dims ? data->dims[i - lead + depth]
                                         : NULL;
        if (want && !extent_dim_eq(in, want, updates->dims[i], 2, i, 6)) return NULL;
    }
    return result;
}

static void lower_nd(OpLower *low) {
    const LoopBuffer *indices = low->in[1], *updates = low->in[2], *out = low->out[0];
    uint32_t lead = indices->ndim - 1, depth = lead + out->ndim - updates->ndim;
    Scatter s = scatter_begin(low);
    const LoopExpr **index = lower_open(low, updates, 0), **to = lower_exprs(low, out->ndim);
    const LoopExpr **from = place_copy(low, index, lead);
    for (uint32_t i = 0; i < depth; i++) {
        from[lead] = l_index(low, i);
        const LoopExpr *at = place_from_end(low, lower_load(low, indices, from), out->dims[i]);
        to[i] = loop_var(low->b, loop_let(low->b, "at", at));
    }
    for (uint32_t i = depth; i < out->ndim; i++) to[i] = index[lead + i - depth];
    scatter_one(low, &s, to, lower_load(low, updates, index));
    lower_close(low, updates->ndim);
    scatter_end(low, &s);
}

static const OpIndexRole nd_roles[] = {{.operand = 1, .data = 0, .fixed = -1}, {.operand = -1}};

const OpDef op_scatter_nd = {
    .name = "scatter_nd",
    .doc = "data, where the slices at the positions that stand in indices' last dim are updated by "
           "the slices of updates, in row-major order: replaced (so the last one stays), or "
           "combined with them. A negative index counts from the end; one outside is an error at "
           "run time.",
    .constraints = nd_constraints,
    .params = nd_params,
    .n_params = ARRAY_LEN(nd_params),
    .sample = sample_nd,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer_nd,
    .index_roles = nd_roles,
    .lower = lower_nd,
    .gradient = grad_scatter,
};
