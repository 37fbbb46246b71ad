/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_TENSOR("indices"), OP_INT("batch_dims", 0)};

static const char *const constraints[] = {
    "indices is an integer tensor",
    "batch_dims is not negative, at most data's rank and less than indices' rank",
    "the first batch_dims dims of data and indices are equal",
    "indices' last extent is at most data's rank without the batch dims",
    NULL,
};

static const IrType *infer(IrInfer *in) {
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
static void lower(OpLower *low) {
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

static const OpIndexRole roles[] = {{.operand = 1, .data = 0, .fixed = -1}, {.operand = -1}};

static void sample(OpSample *s) {
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

static void gradient(OpGradient *g) {
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
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .gradient = gradient,
};
