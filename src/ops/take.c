/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

static const char *const modes[] = {"fast", "wrap", "clip", "nan", NULL};

static const OpParam params[] = {
    OP_TENSOR("x"),
    {.name = "indices", .kind = OP_PARAM_VALUE},
    OP_AXIS_OR_NONE("axis"),
    OP_STRING("mode", "fast", modes),
};

static const char *const constraints[] = {
    "indices is an integer tensor, or one integer",
    "axis is an axis of x; it may be None only when x has rank 1",
    NULL,
};

/* The indices as a tensor type (a number is one of rank 0); NULL: reported. */
static const IrType *index_type(IrInfer *in) {
    const IrType *t = in->args[1].type;
    if (t->kind == IR_TYPE_ANY) return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, DTYPE_VOID);
    bool kind = t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_PRIM;
    if (!kind || (t->dtype != DTYPE_VOID && !dtype_is_int(t->dtype))) {
        return infer_fail(in, 1, NULL, ir_type_text(in->m, t));
    }
    return t->kind == IR_TYPE_TENSOR ? t : infer_tensor_ndim(in, 0, t->dtype);
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type, *indices = index_type(in);
    IrAttr *axis = infer_attr(in, "axis");
    if (!indices) return NULL;
    if (axis->kind == IR_ATTR_NONE) {
        if (!infer_ndim(in, 0, 1, 2)) return NULL;
        if (x->ndim == 1) *axis = (IrAttr){.kind = IR_ATTR_INT, .i = 0};
        return infer_with_dtype(in, indices, x->dtype);
    }
    if (!infer_axis(in, "axis", x->ndim, 2)) return NULL;
    if (x->ndim == IR_NDIM_UNKNOWN || indices->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, x->dtype);
    }
    int32_t ndim = x->ndim - 1 + indices->ndim, n = 0;
    if (!indices->dims || (x->ndim > 1 && !x->dims)) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < x->ndim; i++) {
        if (i != axis->i) {
            dims[n++] = x->dims[i];
            continue;
        }
        for (int32_t k = 0; k < indices->ndim; k++) dims[n++] = indices->dims[k];
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

const OpDef op_take = {
    .name = "take",
    .doc = "x's slices at the indices along the axis, which the indices' dims replace. An index "
           "outside [-extent, extent) is an error at run time (fast), is taken modulo the extent "
           "(wrap), or becomes the nearest valid one (clip), or yields NaN (nan); a negative one "
           "counts from the end, except that clip makes it 0.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
