/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_INTS_NEEDED("repeats")};

static const char *const constraints[] = {
    "no number in repeats is negative",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *repeats = infer_attr(in, "repeats");
    int32_t n = (int32_t)repeats->n;
    for (int32_t i = 0; i < n; i++) {
        if (repeats->ints[i] >= 0) continue;
        return infer_fail(in, 1, NULL, infer_text(in, "%lld", (long long)repeats->ints[i]));
    }
    if (x->ndim == IR_NDIM_UNKNOWN) return x;
    int32_t ndim = n > x->ndim ? n : x->ndim;
    if (!x->dims) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < ndim; i++) {
        int32_t from = i - (ndim - x->ndim), r = i - (ndim - n);
        dims[i] = from < 0 ? ir_dim_const(in->m, 1) : x->dims[from];
        if (r >= 0) dims[i] = ir_dim_scale(in->m, dims[i], repeats->ints[r]);
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    uint32_t shift = out->ndim - x->ndim;
    for (uint32_t i = 0; i < x->ndim; i++) {
        bool whole = lower_in_type(low, 0)->dims[i] == lower_out_type(low, 0)->dims[i + shift];
        from[i] =
            whole ? index[i + shift] : l_op2(low, LOOP_FLOORMOD, index[i + shift], x->dims[i]);
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.max_ndim = 4});
    int64_t repeats[5];
    const uint32_t n = (uint32_t)s_range(s, 0, x->ndim + 1);
    for (uint32_t i = 0; i < n; i++)
        repeats[i] = s_chance(s, 10) ? 0 : s_chance(s, 40) ? 1 : s_range(s, 2, 3);
    s_set_ints(s, "repeats", repeats, n);
}

/* Each dim of the result is (repeats, dim of data): the sum over the repeats. */
static void gradient(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *x = g->d.types[0], *out = g->d.result;
    const IrAttr *repeats = d_attr(&g->d, "repeats");
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, 2 * (size_t)out->ndim + 1);
    int64_t *axes = ARENA_ARRAY(&m->scratch, int64_t, (size_t)out->ndim + 1);
    int32_t ndim = 0;
    uint32_t n = 0;
    for (int32_t i = 0; i < out->ndim; i++) {
        const int32_t from = i - (out->ndim - x->ndim), r = i - (out->ndim - (int32_t)repeats->n);
        if (r >= 0 && repeats->ints[r] != 1) {
            axes[n++] = ndim;
            dims[ndim++] = ir_dim_const(m, repeats->ints[r]);
        }
        dims[ndim++] = from < 0 ? ir_dim_const(m, 1) : x->dims[from];
    }
    IrOperand dx = d_reshape(&g->d, g_adjoint(g), dims, ndim);
    if (n) dx = d_reduce(&g->d, &op_sum, dx, axes, n, false);
    g_add(g, 0, d_reshape(&g->d, dx, x->dims, x->ndim));
}

const OpDef op_tile = {
    .name = "tile",
    .doc = "data laid side by side, repeats[i] times along dim i. Dims and repeats are aligned at "
           "the end; what is missing in either is 1.",
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
