/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_INT_NEEDED("repeats"),
                                 OP_AXIS_OR_NONE("axis")};

static const char *const constraints[] = {
    "repeats is not negative",
    "axis is an axis of data (None: data is flattened)",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    int64_t repeats = infer_int(in, "repeats");
    if (repeats < 0) return infer_fail(in, 1, NULL, infer_text(in, "%lld", (long long)repeats));
    if (!infer_axis(in, "axis", x->ndim, 2)) return NULL;
    bool flat = axis->kind == IR_ATTR_NONE;
    if (!x->dims) return infer_tensor_ndim(in, flat ? 1 : x->ndim, x->dtype);
    if (flat) {
        const IrDim *n = ir_dim_scale(in->m, infer_product(in, x->dims, x->ndim), repeats);
        return infer_tensor(in, &n, 1, x->dtype);
    }
    const IrDim **dims = infer_dims_copy(in, x);
    dims[axis->i] = ir_dim_scale(in->m, dims[axis->i], repeats);
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const IrAttr *axis = lower_attr(low, "axis");
    const LoopExpr *repeats = l_index(low, lower_int(low, "repeats"));
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from;
    if (axis->kind == IR_ATTR_NONE) {
        from = place_of_number(low, x, l_op2(low, LOOP_FLOORDIV, index[0], repeats));
    } else {
        from = place_copy(low, index, x->ndim);
        from[axis->i] = l_op2(low, LOOP_FLOORDIV, index[axis->i], repeats);
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    s_axis_or_none(s, "axis", x->ndim);
    s_set_int(s, "repeats", s_chance(s, 10) ? 0 : s_range(s, 1, 3));
}

/* The dim of the result is (dim of data, repeats): the sum over the repeats. */
static void gradient(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *x = g->d.types[0];
    const bool flat = d_is_none(&g->d, "axis");
    const int32_t ndim = flat ? 1 : x->ndim;
    const int64_t axis = flat ? 0 : d_int(&g->d, "axis"), sum = axis + 1;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)ndim + 1),
                *all = ir_dim_const(m, 1);
    for (int32_t i = 0; i < x->ndim; i++) all = ir_dim_mul(m, all, x->dims[i]);
    for (int32_t i = 0, n = 0; i < ndim; i++) {
        dims[n++] = flat ? all : x->dims[i];
        if (i == axis) dims[n++] = ir_dim_const(m, d_int(&g->d, "repeats"));
    }
    const IrOperand dx =
        d_reduce(&g->d, &op_sum, d_reshape(&g->d, g_adjoint(g), dims, ndim + 1), &sum, 1, false);
    g_add(g, 0, d_reshape(&g->d, dx, x->dims, x->ndim));
}

const OpDef op_repeat = {
    .name = "repeat",
    .doc = "Each element along the axis, `repeats` times in a row; of data flattened for None.",
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
