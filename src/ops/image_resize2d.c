/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/ops.h"
#include "ops/spatial.h"

static const char *const methods[] = {"nearest_neighbor", "linear", "cubic", NULL};
static const char *const transforms[] = {
    "half_pixel",           "align_corners",      "asymmetric", "pytorch_half_pixel",
    "tf_half_pixel_for_nn", "tf_crop_and_resize", NULL,
};
/* "": the method's own, which is round. */
static const char *const roundings[] = {
    "round", "floor", "ceil", "round_prefer_floor", "round_prefer_ceil", "", NULL,
};

static const OpParam params[] = {
    OP_TENSOR("data"),
    OP_SHAPE("size"),
    {.name = "roi", .kind = OP_PARAM_LIST, .optional = true, .none = true},
    OP_STRING("layout", "NCHW", NULL),
    OP_STRING("method", "linear", methods),
    OP_STRING("coordinate_transformation_mode", "half_pixel", transforms),
    OP_STRING("rounding_method", "round", roundings),
    OP_FLOAT("cubic_alpha", -0.5),
    OP_INT("cubic_exclude", 0),
    OP_FLOAT("extrapolation_value", 0.0),
    OP_DTYPE("out_dtype"),
};

static const char *const constraints[] = {
    "layout is a permutation of N, C, H and W; no blocked layouts",
    "data has rank 4",
    "data is an integer or floating-point tensor",
    "size has two extents, or one for both; none is negative",
    "roi is four numbers",
    "H and W of data are not 0",
    NULL,
};

/* roi as four floats; None is zeros. */
static bool canonical_roi(IrInfer *in) {
    IrAttr *roi = infer_attr(in, "roi");
    IrAttr *items = INFER_ARRAY(in, IrAttr, 4);
    for (uint32_t i = 0; i < 4; i++) {
        items[i] = (IrAttr){.kind = IR_ATTR_FLOAT, .dtype = DTYPE_FLOAT32};
        if (roi->kind == IR_ATTR_NONE) continue;
        const IrAttr *item = roi->n == 4 ? &roi->items[i] : NULL;
        if (item && item->kind == IR_ATTR_FLOAT) {
            items[i].f = item->f;
        } else if (item && item->kind == IR_ATTR_INT) {
            items[i].f = (double)item->i;
        } else {
            infer_fail(in, 5, "four numbers", infer_text(in, "%u items", roi->n));
            return false;
        }
    }
    *roi = (IrAttr){.kind = IR_ATTR_LIST, .n = 4, .items = items};
    return true;
}

static const IrType *infer(IrInfer *in) {
    static const char letters[] = "NCHW";
    const IrType *data = in->args[0].type;
    uint8_t at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, 1, at) || !infer_ndim(in, 0, 4, 2) ||
        !infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 3) || !canonical_roi(in)) {
        return NULL;
    }
    DType dtype = infer_dtype_attr(in, "out_dtype", data->dtype);
    int32_t n;
    IrDims size = infer_shape_arg(in, 1, &n);
    if (n != IR_NDIM_UNKNOWN && n != 1 && n != 2) {
        return infer_fail(in, 4, "two extents", infer_text(in, "%d", n));
    }
    if (size && n == 1) {
        const IrDim **pair = INFER_ARRAY(in, const IrDim *, 2);
        pair[0] = pair[1] = size[0];
        in->shape = size = pair;
        in->shape_arg = 1;
        in->shape_ndim = 2;
    }
    for (int i = 0; size && i < 2; i++) {
        if (ir_dim_le(in->m, ir_dim_const(in->m, 0), size[i]) == IR_REFUTED) {
            return infer_fail(in, 4, "extents of 0 or more", ir_dim_text(in->m, size[i]));
        }
    }
    for (int i = 2; data->dims && i < 4; i++) {
        const IrDim *extent = data->dims[at[i]];
        if (ir_dim_le(in->m, ir_dim_const(in->m, 1), extent) == IR_REFUTED) {
            return infer_fail(in, 6, infer_text(in, "an extent along %c of 1 or more", letters[i]),
                              ir_dim_text(in->m, extent));
        }
    }
    if (!data->dims || !size) return infer_tensor_ndim(in, 4, dtype);
    const IrDim **dims = infer_dims_copy(in, data);
    dims[at[2]] = size[0];
    dims[at[3]] = size[1];
    return infer_tensor(in, dims, 4, dtype);
}

const OpDef op_image_resize2d = {
    .name = "image.resize2d",
    .doc = "data with H and W resampled to size. coordinate_transformation_mode maps a position of "
           "the result into data, method says how the elements near it combine. rounding_method is "
           "for nearest_neighbor, cubic_alpha and cubic_exclude (weights past the edge are 0) for "
           "cubic; roi (start H, W, end H, W, as parts of the extents) and extrapolation_value "
           "(past the edge) for tf_crop_and_resize. out_dtype void is data's dtype.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
