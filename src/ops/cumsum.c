/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums and products. */
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/reduce_gradient.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("data"),
    OP_AXIS_OR_NONE("axis"),
    OP_DTYPE("dtype"),
    OP_BOOL("exclusive", false),
};

static const char *const constraints[] = {
    "data and dtype are integer or floating-point",
    "axis is an axis of data (None: data is flattened)",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1) || !infer_axis(in, "axis", x->ndim, 2)) {
        return NULL;
    }
    DType dtype = infer_dtype_attr(in, "dtype", x->dtype);
    if (!extent_dtype_kind(in, dtype, KIND_INT | KIND_FLOAT, 1, "dtype")) return NULL;
    if (infer_attr(in, "axis")->kind != IR_ATTR_NONE) return infer_with_dtype(in, x, dtype);
    if (!x->dims) return infer_tensor_ndim(in, 1, dtype);
    const IrDim *n = infer_product(in, x->dims, x->ndim);
    return infer_tensor(in, &n, 1, dtype);
}

/* One running value a line; of the flattened data there is one line. */
static void lower_running(OpLower *low, LoopExprKind op, double first) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const IrAttr *axis = lower_attr(low, "axis");
    bool flat = axis->kind == IR_ATTR_NONE, exclusive = lower_bool(low, "exclusive");
    DType acc_dtype = lower_acc_dtype(out->dtype);
    uint32_t along = flat ? 0 : (uint32_t)axis->i;
    const LoopExpr **index = place_open_lines(low, out, along), **from = index;
    const LoopBuffer *acc = loop_scalar(low->b, "acc", l_num(low, acc_dtype, first));
    index[along] = lower_for(low, out->dims[along], LOOP_SERIAL);
    if (flat) from = place_of_number(low, x, index[0]);
    if (exclusive) lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, acc)));
    const LoopExpr *value = l_cast(low, acc_dtype, lower_load(low, x, from));
    loop_set(low->b, acc, l_op2(low, op, loop_get(low->b, acc), value));
    if (!exclusive) lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, acc)));
    lower_close(low, out->ndim);
}

static void lower_cumsum(OpLower *low) { lower_running(low, LOOP_ADD, 0); }
static void lower_cumprod(OpLower *low) { lower_running(low, LOOP_MUL, 1); }

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT});
    s_axis_or_none(s, "axis", x->ndim);
    if (s_chance(s, 30)) s_set_dtype(s, "dtype", s_dtype(s, KIND_INT | KIND_FLOAT));
}

#define CUMULATIVE(id, doc_)                                                                       \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = constraints,                                             \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .sample = sample,                                                       \
                           .flags = OP_PURE,                                                       \
                           .infer = infer,                                                         \
                           .gradient = grad_##id,                                                  \
                           .lower = lower_##id};

CUMULATIVE(cumprod,
           "The product of the elements up to each one along the axis, itself included unless "
           "exclusive (the first is then 1). In dtype, by default data's.")
CUMULATIVE(
    cumsum,
    "The sum of the elements up to each one along the axis, itself included unless exclusive (the "
    "first is then 0). In dtype, by default data's.")
