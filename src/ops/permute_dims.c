/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_AXES_OR_NONE("axes")};

static const char *const constraints[] = {
    "axes is a permutation of the dims of x (None: reversed)",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    IrAttr *axes = infer_attr(in, "axes");
    if (x->ndim == IR_NDIM_UNKNOWN) {
        int32_t ndim = axes->kind == IR_ATTR_NONE ? IR_NDIM_UNKNOWN : (int32_t)axes->n;
        return infer_tensor_ndim(in, ndim, x->dtype);
    }
    size_t n = (size_t)x->ndim;
    if (axes->kind == IR_ATTR_NONE) {
        int64_t *reversed = INFER_ARRAY(in, int64_t, n);
        for (size_t i = 0; i < n; i++) reversed[i] = (int64_t)(n - 1 - i);
        infer_set_ints(in, "axes", reversed, (uint32_t)n);
    } else if (axes->n != n) {
        return infer_fail(in, 1, infer_text(in, "%zu axes", n), infer_text(in, "%u", axes->n));
    } else if (!infer_axes(in, "axes", x->ndim, 1, false, false)) {
        return NULL;
    }
    if (!x->dims) return x;
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, n);
    for (size_t i = 0; i < n; i++) dims[i] = x->dims[axes->ints[i]];
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

static void lower(OpLower *low) {
    const IrAttr *axes = lower_attr(low, "axes");
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr **from = lower_exprs(low, axes->n);
    for (uint32_t i = 0; i < axes->n; i++) from[axes->ints[i]] = index[i];
    lower_store(low, low->out[0], index, lower_load(low, low->in[0], from));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    uint32_t n;
    if (s_chance(s, 25)) {
        s_set_none(s, "axes");
    } else {
        s_axes(s, "axes", x->ndim, (uint32_t)x->ndim, &n);
    }
}

static void gradient(OpGradient *g) {
    const IrAttr *axes = d_attr(&g->d, "axes");
    int64_t *back = ARENA_ARRAY(&g->d.b->m->scratch, int64_t, (size_t)axes->n + 1);
    for (uint32_t i = 0; i < axes->n; i++) back[axes->ints[i]] = i;
    g_add(g, 0, d_permute(&g->d, g_adjoint(g), back, axes->n));
}

const OpDef op_permute_dims = {
    .name = "permute_dims",
    .doc = "The dims in another order: dim i of the result is dim axes[i] of x.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .work = OP_WORK_REORDER,
    .gradient = gradient,
    .is_multilinear = true,
};
