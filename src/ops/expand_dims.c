/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_INTS_NEEDED("axis")};

static const char *const constraints[] = {
    "axis lists distinct axes of the result",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (x->ndim == IR_NDIM_UNKNOWN) return x;
    int32_t ndim = x->ndim + (int32_t)axis->n;
    if (!infer_axes(in, "axis", ndim, 1, false, true)) return NULL;
    if (!x->dims) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (uint32_t i = 0; i < axis->n; i++) dims[axis->ints[i]] = ir_dim_const(in->m, 1);
    for (int32_t i = 0, from = 0; i < ndim; i++) {
        if (!dims[i]) dims[i] = x->dims[from++];
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

static void lower(OpLower *low) {
    const IrAttr *axis = lower_attr(low, "axis");
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    uint32_t next = 0, n = 0;
    for (uint32_t i = 0; i < out->ndim; i++) {
        if (next < axis->n && axis->ints[next] == i) {
            next++;
        } else {
            from[n++] = index[i];
        }
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.max_ndim = 4});
    const int32_t more = (int32_t)s_range(s, 0, 5 - x->ndim > 2 ? 2 : 5 - x->ndim);
    int64_t *axes = s_permutation(s, x->ndim + more);
    for (int32_t i = 0; i < more; i++) axes[i] = s_signed(s, axes[i], x->ndim + more);
    s_set_ints(s, "axis", axes, (uint32_t)more);
}

const OpDef op_expand_dims = {
    .name = "expand_dims",
    .doc = "x with further dims of extent 1, at the positions `axis` of the result's dims.",
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
