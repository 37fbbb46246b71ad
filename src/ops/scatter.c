/* SPDX-License-Identifier: Apache-2.0 */
/* data with some elements (scatter_elements) or slices (scatter_nd) updated. */
#include "ops/extent.h"
#include "ops/ops.h"

#define SHARED                                                                                     \
    "indices is an integer tensor", "data and updates have one dtype",                             \
        "reductions other than update are on integer or floating-point tensors"

/* C1 to C3. *dtype: of the result. */
static bool check_dtypes(IrInfer *in, DType *dtype) {
    if (!infer_dtype_kind(in, 1, KIND_INT, 1)) return false;
    const IrType *data = in->args[0].type, *updates = in->args[2].type;
    *dtype = data->dtype != DTYPE_VOID ? data->dtype : updates->dtype;
    if (updates->dtype != DTYPE_VOID && updates->dtype != *dtype) {
        infer_fail(in, 2, infer_text(in, "%s for `%s`", dtype_name(*dtype), in->args[2].name),
                   dtype_name(updates->dtype));
        return false;
    }
    if (infer_string_is(in, "reduction", "update")) return true;
    return infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 3) &&
           infer_dtype_kind(in, 2, KIND_INT | KIND_FLOAT, 3);
}

/* scatter_elements */
static const char *const elements_reductions[] = {"update", "add", "mul", "mean",
                                                  "max",    "min", NULL};

static const OpParam elements_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("indices"),
    OP_TENSOR("updates"),
    OP_AXIS("axis", 0),
    OP_STRING("reduction", "update", elements_reductions),
};

static const char *const elements_constraints[] = {
    SHARED,
    "data, indices and updates have one rank",
    "axis is an axis of them",
    "indices and updates have one shape",
    "indices' dims other than axis are at most data's",
    NULL,
};

static const IrType *infer_elements(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type, *updates = in->args[2].type;
    DType dtype;
    if (!check_dtypes(in, &dtype)) return NULL;
    int32_t ndim = IR_NDIM_UNKNOWN;
    for (uint32_t i = 0; i < 3; i++) {
        if (ndim == IR_NDIM_UNKNOWN) ndim = in->args[i].type->ndim;
        if (ndim != IR_NDIM_UNKNOWN && !infer_ndim(in, i, ndim, 4)) return NULL;
    }
    if (!infer_axis(in, "axis", ndim, 5)) return NULL;
    int64_t axis = infer_int(in, "axis");
    const IrDim *const *sizes = indices->dims ? indices->dims : updates->dims;
    for (int32_t i = 0; sizes && i < ndim; i++) {
        if (indices->dims && updates->dims &&
            !extent_dim_eq(in, indices->dims[i], updates->dims[i], 2, i, 6)) {
            return NULL;
        }
        if (!data->dims || i == axis || ir_dim_le(in->m, sizes[i], data->dims[i]) != IR_REFUTED) {
            continue;
        }
        return infer_fail(
            in, 7, infer_text(in, "dim %d to be at most %s", i, ir_dim_text(in->m, data->dims[i])),
            ir_dim_text(in->m, sizes[i]));
    }
    return infer_tensor(in, data->dims, ndim, dtype);
}

const OpDef op_scatter_elements = {
    .name = "scatter_elements",
    .doc = "data, where the element at p with p[axis] replaced by indices[p] is updated by "
           "updates[p], for each p in row-major order: replaced (so the last one stays), or "
           "combined with it. mean: of the old element and all its updates. A negative index "
           "counts from the end; one outside is an error at run time.",
    .constraints = elements_constraints,
    .params = elements_params,
    .n_params = ARRAY_LEN(elements_params),
    .flags = OP_PURE,
    .infer = infer_elements,
};

/* scatter_nd */
static const char *const nd_reductions[] = {"update", "add", "mul", "max", "min", NULL};

static const OpParam nd_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("indices"),
    OP_TENSOR("updates"),
    OP_STRING("reduction", "update", nd_reductions),
};

static const char *const nd_constraints[] = {
    SHARED,
    "indices has rank 1 or more",
    "indices' last extent is at most data's rank",
    "updates' shape is indices' without its last dim, then data's dims that are not indexed",
    NULL,
};

static const IrType *infer_nd(IrInfer *in) {
    const IrType *data = in->args[0].type, *indices = in->args[1].type, *updates = in->args[2].type;
    DType dtype;
    int64_t depth;
    if (!check_dtypes(in, &dtype)) return NULL;
    const IrType *result = infer_with_dtype(in, data, dtype);
    if (indices->ndim == 0) return infer_fail(in, 4, NULL, "rank 0");
    if (!indices->dims || !ir_dim_is_const(indices->dims[indices->ndim - 1], &depth)) return result;
    if (data->ndim == IR_NDIM_UNKNOWN) return result;
    if (depth > data->ndim) {
        return infer_fail(in, 5, infer_text(in, "at most %d", data->ndim),
                          infer_text(in, "%lld", (long long)depth));
    }
    int32_t lead = indices->ndim - 1;
    if (!infer_ndim(in, 2, lead + data->ndim - (int32_t)depth, 6)) return NULL;
    for (int32_t i = 0; updates->dims && i < updates->ndim; i++) {
        const IrDim *want = i < lead     ? indices->dims[i]
                            : data->dims ? data->dims[i - lead + depth]
                                         : NULL;
        if (want && !extent_dim_eq(in, want, updates->dims[i], 2, i, 6)) return NULL;
    }
    return result;
}

const OpDef op_scatter_nd = {
    .name = "scatter_nd",
    .doc = "data, where the slices at the positions that stand in indices' last dim are updated by "
           "the slices of updates, in row-major order: replaced (so the last one stays), or "
           "combined with them. A negative index counts from the end; one outside is an error at "
           "run time.",
    .constraints = nd_constraints,
    .params = nd_params,
    .n_params = ARRAY_LEN(nd_params),
    .flags = OP_PURE,
    .infer = infer_nd,
};
