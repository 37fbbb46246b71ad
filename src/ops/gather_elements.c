/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_TENSOR("indices"), OP_AXIS("axis", 0)};

static const char *const constraints[] = {
    "indices is an integer tensor",
    "data and indices have one rank",
    "axis is an axis of them",
    "indices' dims other than axis are at most data's",
    NULL,
};

static const IrType *infer(IrInfer *in) {
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

static void lower(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    int64_t axis = lower_int(low, "axis");
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   **from = place_copy(low, index, out->ndim);
    from[axis] = place_from_end(low, lower_load(low, low->in[1], index), data->dims[axis]);
    lower_store(low, out, index, lower_load(low, data, from));
    lower_close(low, out->ndim);
}

static const OpIndexRole roles[] = {{.operand = 1, .data = 0, .axis = "axis"}, {.operand = -1}};

static void sample(OpSample *s) {
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

static void gradient(OpGradient *g) {
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
