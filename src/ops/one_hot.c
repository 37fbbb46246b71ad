/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("indices"),   OP_PRIM("on_value"), OP_PRIM("off_value"),
    OP_INT_NEEDED("depth"), OP_AXIS("axis", -1),
};

static const char *const constraints[] = {
    "indices is an integer tensor",
    "on_value and off_value have one dtype",
    "depth is not negative",
    "axis is an axis of the result",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    int64_t depth = infer_int(in, "depth");
    DType dtype = extent_prim_dtype(in, 1), off = extent_prim_dtype(in, 2);
    if (!infer_dtype_kind(in, 0, KIND_INT, 1)) return NULL;
    if (dtype == DTYPE_VOID) dtype = off;
    if (off != DTYPE_VOID && off != dtype) {
        return infer_fail(in, 2, dtype_name(dtype), dtype_name(off));
    }
    if (depth < 0) return infer_fail(in, 3, NULL, infer_text(in, "%lld", (long long)depth));
    if (x->ndim == IR_NDIM_UNKNOWN) return infer_tensor_ndim(in, x->ndim, dtype);
    int32_t ndim = x->ndim + 1;
    if (!infer_axis(in, "axis", ndim, 4)) return NULL;
    if (!x->dims) return infer_tensor_ndim(in, ndim, dtype);
    int64_t axis = infer_int(in, "axis");
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < ndim; i++) {
        dims[i] = i == axis ? ir_dim_const(in->m, depth) : x->dims[i - (i > axis)];
    }
    return infer_tensor(in, dims, ndim, dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    uint32_t axis = (uint32_t)lower_int(low, "axis");
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    for (uint32_t i = 0; i < x->ndim; i++) from[i] = index[i + (i >= axis)];
    const LoopExpr *hot = l_eq(low, place_index(low, lower_load(low, x, from)), index[axis]);
    const LoopExpr *on = place_prim(low, 1, out->dtype, 0),
                   *off = place_prim(low, 2, out->dtype, 0);
    lower_store(low, out, index, l_select(low, hot, on, off));
    lower_close(low, out->ndim);
}

static const OpIndexRole roles[] = {{.operand = 0, .bound = "depth"}, {.operand = -1}};

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_INT, .max_ndim = 4});
    const bool floats = s_chance(s, 50);
    for (int64_t i = 1; i >= 0; i--) {
        if (floats) {
            s_float_prim(s, (double)i + s_float(s, 0, 0.5));
        } else {
            s_int_prim(s, i);
        }
    }
    s_set_int(s, "depth", s_range(s, 0, 4));
    s_axis(s, "axis", x->ndim + 1);
}

const OpDef op_one_hot = {
    .name = "one_hot",
    .doc = "A new dim of extent depth, at the position `axis` of the result's dims, which holds "
           "on_value where its index is the element of indices, off_value elsewhere. In the dtype "
           "of those two. An index outside [0, depth) has off_value everywhere.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .no_gradient = GRAD_NONE_OPERAND,
};
