/* SPDX-License-Identifier: Apache-2.0 */
/* data with some elements (scatter_elements) or slices (scatter_nd) updated, and these taken out
 * (gather_elements, gather_nd): each is the other's gradient. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

/* gather_elements */

static const OpParam params_gather[] = {OP_TENSOR("data"), OP_TENSOR("indices"),
                                        OP_AXIS("axis", 0)};

static const char *const constraints_gather[] = {
    "indices is an integer tensor",
    "data and indices have one rank",
    "axis is an axis of them",
    "indices' dims other than axis are at most data's",
    NULL,
};

static const IrType *infer_gather(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type;
    if (!infer_dtype_kind(in, 1, KIND_INT, 1)) return NULL;
    if (data->ndim != IR_NDIM_UNKNOWN && !infer_ndim(in, 1, data->ndim, 2)) return NULL;
    int32_t ndim = data->ndim != IR_NDIM_UNKNOWN ? data->ndim : indices->ndim;
    if (!infer_axis(in, "axis", ndim, 3)) return NULL;
    for (int32_t i = 0; data->dims && indices->dims && i < ndim; i++) {
        if (i == infer_int(in, "axis")) continue;
        if (infer_at_most(in, indices->dims[i], data->dims[i]) != IR_REFUTED) continue;
        return infer_fail(
            in, 4, infer_text(in, "dim %d to be at most %s", i, ir_dim_text(in->m, data->dims[i])),
            ir_dim_text(in->m, indices->dims[i]));
    }
    return infer_tensor(in, indices->dims, ndim, data->dtype);
}

static void lower_gather(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    int64_t axis = lower_int(low, "axis");
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   **from = place_copy(low, index, out->ndim);
    from[axis] = place_from_end(low, lower_load(low, low->in[1], index), data->dims[axis]);
    lower_store(low, out, index, lower_load(low, data, from));
    lower_close(low, out->ndim);
}

static const OpIndexRole roles_gather[] = {{.operand = 1, .data = 0, .axis = "axis"},
                                           {.operand = -1}};

static void sample_gather(OpSample *s) {
    const IrType *data = s_tensor(s, (SampleWant){.min_ndim = 1, .least = 1});
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
}

static void gradient_gather(OpGradient *g) {
    const OpDef *op = &op_scatter_elements;
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_int(op, attrs, "axis", d_int(&g->d, "axis"));
    d_set_string(&g->d, op, attrs, "reduction", "add");
    const IrOperand zeros = g_zeros(g, g->d.types[0]);
    g_add(g, 0,
          d_call(&g->d, op, (const IrOperand[]){zeros, d_arg(&g->d, 1), g_adjoint(g)}, 3, attrs));
}

const OpDef op_gather_elements = {
    .name = "gather_elements",
    .doc = "The result has indices' shape; its element at p is data's at p with p[axis] replaced "
           "by indices[p]. A negative index counts from the end; one outside is an error at run "
           "time.",
    .constraints = constraints_gather,
    .params = params_gather,
    .n_params = ARRAY_LEN(params_gather),
    .sample = sample_gather,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer_gather,
    .index_roles = roles_gather,
    .lower = lower_gather,
    .gradient = gradient_gather,
};

/* gather_nd */

static const OpParam params_gather_nd[] = {OP_TENSOR("data"), OP_TENSOR("indices"),
                                           OP_INT("batch_dims", 0)};

static const char *const constraints_gather_nd[] = {
    "indices is an integer tensor",
    "batch_dims is not negative, at most data's rank and less than indices' rank",
    "the first batch_dims dims of data and indices are equal",
    "indices' last extent is at most data's rank without the batch dims",
    NULL,
};

static const IrType *infer_gather_nd(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type;
    int64_t batch = infer_int(in, "batch_dims"), depth;
    if (!infer_dtype_kind(in, 1, KIND_INT, 1)) return NULL;
    bool data_rank = data->ndim != IR_NDIM_UNKNOWN, indices_rank = indices->ndim != IR_NDIM_UNKNOWN;
    if (batch < 0 || (data_rank && batch > data->ndim) ||
        (indices_rank && batch >= indices->ndim)) {
        return infer_fail(in, 2, NULL, infer_text(in, "%lld", (long long)batch));
    }
    for (int32_t i = 0; data->dims && indices->dims && i < batch; i++) {
        if (!extent_dim_eq(in, data->dims[i], indices->dims[i], 1, i, 3)) return NULL;
    }
    const IrDim *last = indices->dims ? indices->dims[indices->ndim - 1] : NULL;
    if (!data_rank || !last || !ir_dim_is_const(last, &depth)) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, data->dtype);
    }
    if (depth > data->ndim - batch) {
        return infer_fail(in, 4, infer_text(in, "at most %d", data->ndim - (int32_t)batch),
                          ir_dim_text(in->m, last));
    }
    int32_t from = (int32_t)(batch + depth), ndim = indices->ndim - 1 + data->ndim - from, n = 0;
    if (!data->dims && from < data->ndim) return infer_tensor_ndim(in, ndim, data->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < indices->ndim - 1; i++) dims[n++] = indices->dims[i];
    for (int32_t i = from; i < data->ndim; i++) dims[n++] = data->dims[i];
    return infer_tensor(in, dims, ndim, data->dtype);
}

/* Its place in data: batch dims, then the numbers of the position, then the slice's dims. */
static void lower_gather_nd(OpLower *low) {
    const LoopBuffer *data = low->in[0], *indices = low->in[1], *out = low->out[0];
    uint32_t batch = (uint32_t)lower_int(low, "batch_dims"), lead = indices->ndim - 1;
    uint32_t rest = out->ndim - lead, depth = data->ndim - batch - rest;
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   **from = lower_exprs(low, data->ndim);
    const LoopExpr **at = place_copy(low, index, lead);
    for (uint32_t i = 0; i < batch; i++) from[i] = index[i];
    for (uint32_t i = 0; i < depth; i++) {
        at[lead] = l_index(low, i);
        from[batch + i] = place_from_end(low, lower_load(low, indices, at), data->dims[batch + i]);
    }
    for (uint32_t i = 0; i < rest; i++) from[batch + depth + i] = index[lead + i];
    lower_store(low, out, index, lower_load(low, data, from));
    lower_close(low, out->ndim);
}

static const OpIndexRole roles_gather_nd[] = {{.operand = 1, .data = 0, .fixed = -1},
                                              {.operand = -1}};

static void sample_gather_nd(OpSample *s) {
    const IrType *data = s_tensor(s, (SampleWant){.min_ndim = 1, .max_ndim = 4, .least = 1});
    const int32_t batch = (int32_t)s_range(s, 0, data->ndim > 2 ? 2 : data->ndim);
    const int32_t more = (int32_t)s_range(s, 0, 1),
                  depth = (int32_t)s_range(s, 0, data->ndim - batch);
    const IrDim **dims = s_dims(s, NULL, batch + more + 1);
    int64_t bound = INT64_MAX;
    for (int32_t i = 0; i < batch; i++) dims[i] = data->dims[i];
    for (int32_t i = 0; i < more; i++) dims[batch + i] = s_dim(s, 0);
    dims[batch + more] = s_const(s, depth);
    for (int32_t i = 0; i < data->ndim; i++) {
        if (s_extent(s, data->dims[i]) < bound) bound = s_extent(s, data->dims[i]);
    }
    s_index(s, dims, batch + more + 1, bound, true);
    s_set_int(s, "batch_dims", batch);
}

static void gradient_gather_nd(OpGradient *g) {
    if (d_int(&g->d, "batch_dims") > 0) {
        grad_moves(g);
        return;
    }
    IrAttr *attrs = d_attrs(&g->d, &op_scatter_nd);
    d_set_string(&g->d, &op_scatter_nd, attrs, "reduction", "add");
    const IrOperand zeros = g_zeros(g, g->d.types[0]);
    g_add(g, 0,
          d_call(&g->d, &op_scatter_nd, (const IrOperand[]){zeros, d_arg(&g->d, 1), g_adjoint(g)},
                 3, attrs));
}

const OpDef op_gather_nd = {
    .name = "gather_nd",
    .doc = "The slices of data at the positions that stand in indices' last dim: dims batch_dims "
           "onwards of data are indexed, one for each number of a position. A negative one counts "
           "from the end; one outside is an error at run time.",
    .constraints = constraints_gather_nd,
    .params = params_gather_nd,
    .n_params = ARRAY_LEN(params_gather_nd),
    .sample = sample_gather_nd,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer_gather_nd,
    .index_roles = roles_gather_nd,
    .lower = lower_gather_nd,
    .gradient = gradient_gather_nd,
};

/* Gradients of scatter_elements and scatter_nd: an update's adjoint is gathered from where it went.
 * Of several updates of one place the last one stays; ties of max and min share the adjoint evenly,
 * as with PyTorch's scatter_reduce; products with zeros are as good as any. */

enum { DATA, INDICES, UPDATES };

#define TWO(op, x, y) d2(&g->d, &op_##op, (x), (y))

/* The call on other tensors of the same shapes. */
static IrOperand scatter(OpGradient *g, IrOperand data, IrOperand updates, const char *reduction) {
    const OpDef *op = g->d.op;
    IrAttr *attrs = d_attrs(&g->d, op);
    for (uint32_t i = 0; i < ir_op_n_attrs(op); i++) attrs[i] = g->d.attrs[i];
    d_set_string(&g->d, op, attrs, "reduction", reduction);
    return d_call(&g->d, op, (const IrOperand[]){data, d_arg(&g->d, INDICES), updates}, 3, attrs);
}

/* What stands where each update goes. */
static IrOperand gather(OpGradient *g, IrOperand x) {
    const IrOperand operands[] = {x, d_arg(&g->d, INDICES)};
    if (g->d.op == &op_scatter_nd) return d_call(&g->d, &op_gather_nd, operands, 2, NULL);
    IrAttr *attrs = d_attrs(&g->d, &op_gather_elements);
    d_set_int(&op_gather_elements, attrs, "axis", d_int(&g->d, "axis"));
    return d_call(&g->d, &op_gather_elements, operands, 2, attrs);
}

static IrOperand filled(OpGradient *g, const OpDef *op, uint32_t i, DType dtype) {
    const IrType *t = g->d.types[i];
    return d_filled(&g->d, op, ir_type_tensor(g->d.b->m, t->dims, t->ndim, dtype));
}

/* An update stays when its number, from 1 on, does. */
static void grad_update(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *t = g->d.types[UPDATES];
    const IrOperand dy = g_adjoint(g);
    if (g_wants(g, DATA)) g_add(g, DATA, scatter(g, dy, g_zeros(g, t), "update"));
    if (!g_wants(g, UPDATES)) return;
    const IrDim *end = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) end = ir_dim_mul(m, end, t->dims[i]);
    const IrOperand line = g_range(g, ir_dim_const(m, 1), ir_dim_offset(m, end, 1));
    const IrOperand numbers = d_reshape(&g->d, line, t->dims, t->ndim);
    const IrOperand last = scatter(g, filled(g, &op_zeros, DATA, DTYPE_INT64), numbers, "update");
    const IrOperand stays = TWO(equal, gather(g, last), numbers);
    g_add(g, UPDATES, g_where(g, stays, gather(g, dy)));
}

static void grad_add_all(OpGradient *g, IrOperand dy) {
    if (g_wants(g, DATA)) g_add(g, DATA, dy);
    if (g_wants(g, UPDATES)) g_add(g, UPDATES, gather(g, dy));
}

static void grad_mean(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand one = filled(g, &op_ones, DATA, t), more = filled(g, &op_ones, UPDATES, t);
    grad_add_all(g, TWO(divide, g_adjoint(g), scatter(g, one, more, "add")));
}

/* The product of all factors but one: with zeros left out of the product and counted. */
static void grad_mul(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand dy = g_adjoint(g), updates = d_arg(&g->d, UPDATES);
    if (g_wants(g, DATA)) {
        const IrOperand others = scatter(g, filled(g, &op_ones, DATA, t), updates, "mul");
        g_add(g, DATA, TWO(multiply, dy, others));
    }
    if (!g_wants(g, UPDATES)) return;
    const IrOperand is_0 = TWO(equal, updates, d_const(&g->d, t, 0)), own = d_cast(&g->d, is_0, t);
    const IrOperand zeros = scatter(g, filled(g, &op_zeros, DATA, t), own, "add");
    const IrOperand others_are_0 = TWO(greater, gather(g, zeros), own);
    const IrOperand factors = d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), updates);
    const IrOperand product = scatter(g, d_arg(&g->d, DATA), factors, "mul");
    const IrOperand whole = gather(g, TWO(multiply, dy, product));
    g_add(g, UPDATES, g_unless(g, others_are_0, TWO(divide, whole, factors)));
}

static void grad_extremum(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand best = g_value(g), theirs = gather(g, best);
    const IrOperand data_is = TWO(equal, d_arg(&g->d, DATA), best);
    const IrOperand update_is = TWO(equal, d_arg(&g->d, UPDATES), theirs);
    const IrOperand one = d_cast(&g->d, data_is, t), more = d_cast(&g->d, update_is, t);
    const IrOperand share = TWO(divide, g_adjoint(g), scatter(g, one, more, "add"));
    if (g_wants(g, DATA)) g_add(g, DATA, g_where(g, data_is, share));
    if (g_wants(g, UPDATES)) g_add(g, UPDATES, g_where(g, update_is, gather(g, share)));
}

static void grad_scatter(OpGradient *g) {
    if (d_string_is(&g->d, "reduction", "update"))
        grad_update(g);
    else if (d_string_is(&g->d, "reduction", "add"))
        grad_add_all(g, g_adjoint(g));
    else if (d_string_is(&g->d, "reduction", "mul"))
        grad_mul(g);
    else if (d_string_is(&g->d, "reduction", "mean"))
        grad_mean(g);
    else
        grad_extremum(g);
}

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
