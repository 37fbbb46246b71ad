/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over axes, and the positions of extrema. */
#include "ops/infer.h"
#include "ops/ops.h"

typedef struct {
    unsigned kinds;      /* of dtype that x may have; 0: any */
    bool needs_elements; /* there is no result over an extent of 0 */
} ReduceRow;

static const OpParam params[] = {OP_TENSOR("x"), OP_AXES_OR_NONE("axis"),
                                 OP_BOOL("keepdims", false)};

/* x with the dims that `reduced` marks made 1 or, without keepdims, dropped. */
static const IrType *reduced_type(IrInfer *in, const bool *reduced, DType dtype) {
    const IrType *x = in->args[0].type;
    bool keep = infer_bool(in, "keepdims");
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)x->ndim);
    int32_t n = 0;
    bool known = true;
    for (int32_t i = 0; i < x->ndim; i++) {
        if (reduced[i] && !keep) continue;
        known &= reduced[i] || x->dims;
        dims[n++] = reduced[i] ? ir_dim_const(in->m, 1) : x->dims ? x->dims[i] : NULL;
    }
    return infer_tensor(in, known ? dims : NULL, n, dtype);
}

static bool has_elements(IrInfer *in, const bool *reduced, unsigned c) {
    const IrType *x = in->args[0].type;
    for (int32_t i = 0; x->dims && i < x->ndim; i++) {
        if (!reduced[i] || !ir_dim_is(x->dims[i], 0)) continue;
        infer_fail(in, c, infer_text(in, "dim %d of `%s` to be 1 or more", i, in->args[0].name),
                   "0");
        return false;
    }
    return true;
}

static const IrType *infer_reduce(IrInfer *in) {
    const ReduceRow *row = in->op->data;
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (row->kinds && !infer_dtype_kind(in, 0, row->kinds, 1)) return NULL;
    if (!infer_axes(in, "axis", x->ndim, 2, true, true)) return NULL;
    if (x->ndim == IR_NDIM_UNKNOWN) {
        bool scalar = axis->kind == IR_ATTR_NONE && !infer_bool(in, "keepdims");
        return infer_tensor_ndim(in, scalar ? 0 : IR_NDIM_UNKNOWN, x->dtype);
    }
    bool *reduced = INFER_ARRAY(in, bool, (size_t)x->ndim);
    for (uint32_t i = 0; i < axis->n; i++) reduced[axis->ints[i]] = true;
    if (row->needs_elements && !has_elements(in, reduced, 3)) return NULL;
    return reduced_type(in, reduced, x->dtype);
}

#define ON_NUMBER "x is an integer or floating-point tensor"
#define AXES "axis lists distinct axes of x (None: all)"
static const char *const on_number[] = {ON_NUMBER, AXES, NULL};
static const char *const on_ordered[] = {"x is a tensor of any dtype", AXES,
                                         "no reduced extent is 0", NULL};

static const ReduceRow row_number = {KIND_INT | KIND_FLOAT, false}, row_ordered = {0, true};

#define ROW_NUMBER .constraints = on_number, .data = &row_number
#define ROW_ORDERED .constraints = on_ordered, .data = &row_ordered

#define REDUCE(id, dtypes, doc_)                                                                   \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .flags = OP_PURE,                                                       \
                           .infer = infer_reduce,                                                  \
                           ROW_##dtypes};

REDUCE(max, ORDERED, "The greatest element over the axes; NaN when there is one.")
REDUCE(mean, NUMBER,
       "The sum over the axes divided by the number of elements; on integers truncated, over none "
       "NaN (0 for integers).")
REDUCE(min, ORDERED, "The least element over the axes; NaN when there is one.")
REDUCE(prod, NUMBER, "The product over the axes; 1 over none. Integers wrap.")
REDUCE(std, NUMBER, "The square root of the variance over the axes.")
REDUCE(sum, NUMBER, "The sum over the axes; 0 over none. Integers wrap.")
REDUCE(variance, NUMBER,
       "The mean over the axes of (x - mean(x))^2: divided by the number of elements, not by one "
       "less.")

/* argmax, argmin */
static const OpParam arg_params[] = {OP_TENSOR("x"), OP_AXIS_OR_NONE("axis"),
                                     OP_BOOL("keepdims", false)};

static const char *const arg_constraints[] = {
    ON_NUMBER,
    "axis is an axis of x (None: x is flattened)",
    "no reduced extent is 0",
    NULL,
};

static const IrType *infer_arg(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *axis = infer_attr(in, "axis");
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1) || !infer_axis(in, "axis", x->ndim, 2)) {
        return NULL;
    }
    bool all = axis->kind == IR_ATTR_NONE;
    if (x->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, all && !infer_bool(in, "keepdims") ? 0 : IR_NDIM_UNKNOWN,
                                 DTYPE_INT64);
    }
    bool *reduced = INFER_ARRAY(in, bool, (size_t)x->ndim);
    for (int32_t i = 0; i < x->ndim; i++) reduced[i] = all || axis->i == i;
    return has_elements(in, reduced, 3) ? reduced_type(in, reduced, DTYPE_INT64) : NULL;
}

#define ARG(id, doc_)                                                                              \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = arg_constraints,                                         \
                           .params = arg_params,                                                   \
                           .n_params = ARRAY_LEN(arg_params),                                      \
                           .flags = OP_PURE,                                                       \
                           .infer = infer_arg};

ARG(argmax, "The position along the axis (in x flattened, for None) of the first greatest element, "
            "as int64; of the first NaN when there is one.")
ARG(argmin,
    "The position along the axis (in x flattened, for None) of the first least element, as int64; "
    "of the first NaN when there is one.")
