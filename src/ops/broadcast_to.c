/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_SHAPE("shape")};

static const char *const constraints[] = {
    "no dim of shape is negative",
    "x's shape broadcasts to shape (aligned at the end, each dim equal or 1)",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    int32_t ndim;
    IrDims dims = infer_shape_arg(in, 1, &ndim);
    if (!extent_shape_not_negative(in, 1, 1)) return NULL;
    if (!extent_stretches(in, in->args[0].name, x->dims, x->ndim, dims, ndim, 2)) return NULL;
    return infer_tensor(in, dims, ndim, x->dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const IrType *from = lower_in_type(low, 0), *to = lower_out_type(low, 0);
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **at = lower_exprs(low, x->ndim);
    uint32_t shift = out->ndim - x->ndim;
    for (uint32_t i = 0; i < x->ndim; i++) {
        at[i] = place_stretched(low, from->dims[i], to->dims[i + shift], index[i + shift]);
    }
    lower_store(low, out, index, lower_load(low, x, at));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.max_ndim = 4});
    const int32_t more = (int32_t)s_range(s, 0, 4 - x->ndim > 2 ? 2 : 4 - x->ndim);
    const IrDim **dims = s_dims(s, NULL, more + x->ndim);
    for (int32_t i = 0; i < more; i++) dims[i] = s_dim(s, 0);
    for (int32_t i = 0; i < x->ndim; i++)
        dims[more + i] = ir_dim_is(x->dims[i], 1) && s_chance(s, 70) ? s_dim(s, 0) : x->dims[i];
    s_shape(s, dims, more + x->ndim);
}

static void gradient(OpGradient *g) { g_add_broadcast(g, 0, g_adjoint(g)); }

const OpDef op_broadcast_to = {
    .name = "broadcast_to",
    .doc = "x with its dims of extent 1, and new leading ones, repeated up to the shape.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
    .is_multilinear = true,
};
