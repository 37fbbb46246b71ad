/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_AXES_OR_NONE("axis")};

static const char *const constraints[] = {
    "axis lists distinct axes of x (None: all whose extent is 1)",
    "the extent of a listed axis is 1",
    NULL,
};

/* None becomes the list where every dim is known to be 1 or to be none. */
static bool settle_none(IrInfer *in, const IrType *x) {
    if (!x->dims) return false;
    int64_t *axes = INFER_ARRAY(in, int64_t, (size_t)x->ndim);
    uint32_t n = 0;
    for (int32_t i = 0; i < x->ndim; i++) {
        IrTruth one = ir_dim_eq(in->m, x->dims[i], ir_dim_const(in->m, 1));
        if (one == IR_UNKNOWN) return false;
        if (one == IR_PROVED) axes[n++] = i;
    }
    infer_set_ints(in, "axis", axes, n);
    return true;
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (axis->kind == IR_ATTR_NONE && !settle_none(in, x)) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, x->dtype);
    }
    if (x->ndim == IR_NDIM_UNKNOWN) return x;
    if (!infer_axes(in, "axis", x->ndim, 1, false, true)) return NULL;
    int32_t ndim = x->ndim - (int32_t)axis->n, n = 0;
    if (!x->dims) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    uint32_t next = 0;
    for (int32_t i = 0; i < x->ndim; i++) {
        if (next == axis->n || axis->ints[next] != i) {
            dims[n++] = x->dims[i];
            continue;
        }
        next++;
        if (!extent_dim_eq(in, ir_dim_const(in->m, 1), x->dims[i], 0, i, 2)) return NULL;
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

/* The list stands in the attribute: the rank would not be known otherwise. */
static void lower(OpLower *low) {
    const IrAttr *axis = lower_attr(low, "axis");
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    uint32_t next = 0, n = 0;
    for (uint32_t i = 0; i < x->ndim; i++) {
        if (next < axis->n && axis->ints[next] == i) {
            next++;
            from[i] = l_index(low, 0);
        } else {
            from[i] = index[n++];
        }
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *t = s_type(s, (SampleWant){.min_ndim = 0});
    const IrDim **dims = s_dims(s, t->dims, t->ndim);
    int64_t axes[5];
    uint32_t n = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (s_chance(s, 40)) dims[i] = s_const(s, 1);
        if (ir_dim_is(dims[i], 1) && s_chance(s, 70)) axes[n++] = s_signed(s, i, t->ndim);
    }
    s_tensor_dims(s, dims, t->ndim, t->dtype);
    if (s_chance(s, 70)) s_set_ints(s, "axis", axes, n);
}

const OpDef op_squeeze = {
    .name = "squeeze",
    .doc = "x without the listed dims, whose extents are 1; without all dims of extent 1 for None.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .work = OP_WORK_VIEW,
    .gradient = grad_reshape,
    .is_multilinear = true,
};
