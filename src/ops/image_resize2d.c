/* SPDX-License-Identifier: Apache-2.0 */
/* image.resize2d, which is linear in data, and its transpose grad.resize2d_backward. */
#include <math.h>

#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"
#include "ops/spatial.h"
#include "ops/sums.h"

static const char *const methods[] = {"nearest_neighbor", "linear", "cubic", NULL};
static const char *const transforms[] = {
    "half_pixel",           "align_corners",      "asymmetric", "pytorch_half_pixel",
    "tf_half_pixel_for_nn", "tf_crop_and_resize", NULL,
};
/* "": round. */
static const char *const roundings[] = {
    "round", "floor", "ceil", "round_prefer_floor", "round_prefer_ceil", "", NULL,
};

#define MAPPING                                                                                    \
    {.name = "roi", .kind = OP_PARAM_LIST, .optional = true, .none = true},                        \
        OP_STRING("layout", "NCHW", NULL), OP_STRING("method", "linear", methods),                 \
        OP_STRING("coordinate_transformation_mode", "half_pixel", transforms),                     \
        OP_STRING("rounding_method", "round", roundings), OP_FLOAT("cubic_alpha", -0.5),           \
        OP_INT("cubic_exclude", 0)

static const OpParam params[] = {
    OP_TENSOR("data"),     OP_SHAPE("size"), MAPPING, OP_FLOAT("extrapolation_value", 0.0),
    OP_DTYPE("out_dtype"),
};
static const OpParam backward_params[] = {OP_TENSOR("output_grad"), OP_TENSOR("data"), MAPPING};

#define LAYOUT "layout is a permutation of N, C, H and W; no blocked layouts"
#define ROI "roi is four numbers between -1e6 and 1e6"
#define NOT_EMPTY "H and W of data are not 0"

static const char *const constraints[] = {
    LAYOUT,
    "data has rank 4",
    "data is an integer or floating-point tensor",
    "size has two extents, or one for both; none is negative",
    ROI,
    NOT_EMPTY,
    NULL,
};
static const char *const backward_constraints[] = {
    LAYOUT,
    "output_grad and data have rank 4",
    "output_grad and data have one dtype, a floating-point one",
    "output_grad has N and C of data",
    ROI,
    NOT_EMPTY,
    NULL,
};

static const char letters[] = "NCHW";

/* C6. */
static bool check_extents(IrInfer *in, const IrType *data, const uint8_t *at) {
    for (int i = 2; data->dims && i < 4; i++) {
        const IrDim *extent = data->dims[at[i]];
        if (infer_at_most(in, ir_dim_const(in->m, 1), extent) == IR_REFUTED) {
            infer_fail(in, 6, infer_text(in, "an extent along %c of 1 or more", letters[i]),
                       ir_dim_text(in->m, extent));
            return false;
        }
    }
    return true;
}

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
        if (!(fabs(items[i].f) < 1e6)) { /* past it a coordinate has no fraction in float32 */
            infer_fail(in, 5, "numbers between -1e6 and 1e6", infer_text(in, "%g", items[i].f));
            return false;
        }
    }
    *roi = (IrAttr){.kind = IR_ATTR_LIST, .n = 4, .items = items};
    return true;
}

static const IrType *infer(IrInfer *in) {
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
    if (!check_extents(in, data, at)) return NULL;
    if (!data->dims || !size) return infer_tensor_ndim(in, 4, dtype);
    const IrDim **dims = infer_dims_copy(in, data);
    dims[at[2]] = size[0];
    dims[at[3]] = size[1];
    return infer_tensor(in, dims, 4, dtype);
}

static const IrType *infer_backward(IrInfer *in) {
    const IrType *grad = in->args[0].type, *data = in->args[1].type;
    uint8_t at[SPATIAL_RANK_MAX];
    DType dtype;
    if (!spatial_layout(in, "layout", letters, 1, at) || !infer_ndim(in, 0, 4, 2) ||
        !infer_ndim(in, 1, 4, 2) || !infer_same_dtype(in, 0, 1, 3, &dtype) ||
        !infer_dtype_kind(in, 0, KIND_FLOAT, 3) || !infer_dtype_kind(in, 1, KIND_FLOAT, 3) ||
        !canonical_roi(in)) {
        return NULL;
    }
    for (int i = 0; grad->dims && data->dims && i < 2; i++) {
        const char *what = infer_text(in, "%c of `output_grad`", letters[i]);
        if (!infer_dim_eq(in, data->dims[at[i]], grad->dims[at[i]], 4, what)) return NULL;
    }
    if (!check_extents(in, data, at)) return NULL;
    return data->dims ? infer_with_dtype(in, data, dtype) : infer_tensor_ndim(in, 4, dtype);
}

/* What position o of the result stands for along a dim, in data; all in float64, so that positions
 * that are exact in the mathematics are exact here. `roi`: the dim's number in it. */
static const LoopExpr *coordinate(OpLower *low, const LoopExpr *o, const LoopExpr *from,
                                  const LoopExpr *to, int roi) {
    static const char attr[] = "coordinate_transformation_mode";
    const DType t = DTYPE_FLOAT64;
    const LoopExpr *one = l_num(low, t, 1), *half = l_num(low, t, 0.5), *zero = l_num(low, t, 0);
    const LoopExpr *x = l_cast(low, t, o), *e = l_cast(low, t, from), *s = l_cast(low, t, to);
    const LoopExpr *is_one = l_le(low, s, one), *e1 = l_sub(low, e, one);
    const LoopExpr *s1 = l_op2(low, LOOP_MAX, l_sub(low, s, one), one);
    if (lower_string_is(low, attr, "asymmetric")) return l_op2(low, LOOP_DIV, l_mul(low, x, e), s);
    if (lower_string_is(low, attr, "align_corners"))
        return l_op2(low, LOOP_DIV, l_mul(low, x, e1), s1);
    if (lower_string_is(low, attr, "tf_crop_and_resize")) {
        const IrAttr *items = lower_attr(low, "roi")->items;
        const LoopExpr *start = l_num(low, t, items[roi].f), *end = l_num(low, t, items[2 + roi].f);
        const LoopExpr *step =
            l_op2(low, LOOP_DIV, l_mul(low, l_mul(low, x, l_sub(low, end, start)), e1), s1);
        const LoopExpr *middle = l_mul(low, l_mul(low, half, l_add(low, start, end)), e1);
        return l_select(low, is_one, middle, l_add(low, l_mul(low, start, e1), step));
    }
    const LoopExpr *centre = l_op2(low, LOOP_DIV, l_mul(low, l_add(low, x, half), e), s);
    if (lower_string_is(low, attr, "tf_half_pixel_for_nn")) return centre;
    const LoopExpr *shifted = l_sub(low, centre, half);
    if (lower_string_is(low, attr, "pytorch_half_pixel"))
        return l_select(low, is_one, zero, shifted);
    return shifted; /* half_pixel */
}

static const LoopExpr *nearest(OpLower *low, const LoopExpr *x) {
    static const char attr[] = "rounding_method";
    const LoopExpr *half = l_num(low, x->dtype, 0.5);
    if (lower_string_is(low, attr, "floor")) return l_op1(low, LOOP_FLOOR, x);
    if (lower_string_is(low, attr, "ceil")) return l_op1(low, LOOP_CEIL, x);
    if (lower_string_is(low, attr, "round_prefer_floor"))
        return l_op1(low, LOOP_CEIL, l_sub(low, x, half));
    return l_op1(low, LOOP_FLOOR, l_add(low, x, half));
}

/* Along one dim: the elements that count, and their weights. */
enum { TAPS_MAX = 4 };
typedef struct {
    int n;
    const LoopExpr *at[TAPS_MAX], *weight[TAPS_MAX];
    const LoopExpr *outside; /* past the edge, which only tf_crop_and_resize looks at */
} Taps;

static const LoopExpr *let(OpLower *low, const char *name, const LoopExpr *e) {
    return loop_var(low->b, loop_let(low->b, name, e));
}

/* a*t^3 + b*t^2 + c*t + d */
static const LoopExpr *cubic(OpLower *low, const LoopExpr *t, double a, double b, double c,
                             double d) {
    const LoopExpr *y = l_num(low, t->dtype, a);
    const double rest[] = {b, c, d};
    for (int i = 0; i < 3; i++) y = l_add(low, l_mul(low, y, t), l_num(low, t->dtype, rest[i]));
    return y;
}

/* Keys' cubic convolution: weights of the elements -1, 0, 1, 2 away from the floor. */
static void cubic_weights(OpLower *low, Taps *taps, const LoopExpr *t, const LoopExpr *const *raw,
                          const LoopExpr *last) {
    const double a = lower_float(low, "cubic_alpha");
    const LoopExpr **w = taps->weight;
    w[0] = cubic(low, t, a, -2 * a, a, 0);
    w[1] = cubic(low, t, a + 2, -(a + 3), 0, 1);
    w[2] = cubic(low, t, -(a + 2), 2 * a + 3, -a, 0);
    w[3] = cubic(low, t, -a, a, 0, 0);
    if (!lower_int(low, "cubic_exclude")) return;
    const LoopExpr *sum = NULL;
    for (int i = 0; i < 4; i++) {
        const LoopExpr *inside =
            l_and(low, l_le(low, l_index(low, 0), raw[i]), l_le(low, raw[i], last));
        w[i] = let(low, "w", l_select(low, inside, w[i], l_num(low, t->dtype, 0)));
        sum = sum ? l_add(low, sum, w[i]) : w[i];
    }
    sum = let(low, "sum", sum);
    for (int i = 0; i < 4; i++) w[i] = l_op2(low, LOOP_DIV, w[i], sum);
}

static Taps taps_of(OpLower *low, const LoopExpr *o, const LoopExpr *from, const LoopExpr *to,
                    int roi, DType acc) {
    const LoopExpr *x = let(low, "x", coordinate(low, o, from, to, roi));
    const LoopExpr *last = l_sub(low, from, l_index(low, 1)), *zero = l_index(low, 0);
    const LoopExpr *raw[TAPS_MAX];
    Taps taps = {.n = 1};
    taps.outside =
        l_or(low, l_lt(low, x, l_num(low, x->dtype, 0)), l_lt(low, l_cast(low, x->dtype, last), x));
    if (lower_string_is(low, "method", "nearest_neighbor")) {
        raw[0] = l_cast(low, DTYPE_INT64, nearest(low, x));
    } else {
        const LoopExpr *floor = let(low, "floor", l_op1(low, LOOP_FLOOR, x)),
                       *t = let(low, "t", l_sub(low, x, floor));
        const LoopExpr *first = let(low, "first", l_cast(low, DTYPE_INT64, floor));
        const bool is_cubic = lower_string_is(low, "method", "cubic");
        taps.n = is_cubic ? 4 : 2;
        for (int i = 0; i < taps.n; i++)
            raw[i] = l_add(low, first, l_index(low, is_cubic ? i - 1 : i));
        taps.weight[0] = l_sub(low, l_num(low, t->dtype, 1), t);
        taps.weight[1] = t;
        if (is_cubic) cubic_weights(low, &taps, t, raw, last);
        for (int i = 0; i < taps.n; i++)
            taps.weight[i] = let(low, "w", l_cast(low, acc, taps.weight[i]));
    }
    for (int i = 0; i < taps.n; i++) {
        taps.at[i] = let(low, "at", l_op2(low, LOOP_MAX, zero, l_op2(low, LOOP_MIN, raw[i], last)));
    }
    return taps;
}

/* The sum over the taps of both dims; of rows first. */
static const LoopExpr *combine(OpLower *low, const LoopExpr **from, const uint8_t *at,
                               const Taps *taps, DType acc) {
    const LoopExpr *y = NULL;
    for (int i = 0; i < taps[0].n; i++) {
        from[at[2]] = taps[0].at[i];
        const LoopExpr *row = NULL;
        for (int j = 0; j < taps[1].n; j++) {
            from[at[3]] = taps[1].at[j];
            const LoopExpr *x =
                l_mul(low, l_cast(low, acc, lower_load(low, low->in[0], from)), taps[1].weight[j]);
            row = row ? l_add(low, row, x) : x;
        }
        row = l_mul(low, row, taps[0].weight[i]);
        y = y ? l_add(low, y, row) : row;
    }
    return y;
}

static void lower(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "layout")->s, "NCHW", at);
    /* Integers and float64 are combined in float64, the other floats in float32. */
    const DType both[] = {data->dtype, out->dtype};
    DType acc = DTYPE_FLOAT32;
    for (int i = 0; i < 2; i++) {
        if (both[i] == DTYPE_FLOAT64 || !dtype_is_float(both[i])) acc = DTYPE_FLOAT64;
    }
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   **from = place_copy(low, index, out->ndim);
    Taps taps[2];
    for (int i = 0; i < 2; i++) {
        taps[i] =
            taps_of(low, index[at[2 + i]], data->dims[at[2 + i]], out->dims[at[2 + i]], i, acc);
    }
    const LoopExpr *y;
    if (taps[0].n == 1) {
        for (int i = 0; i < 2; i++) from[at[2 + i]] = taps[i].at[0];
        y = lower_load(low, data, from);
    } else {
        y = combine(low, from, at, taps, acc);
    }
    y = l_cast(low, out->dtype, y);
    if (lower_string_is(low, "coordinate_transformation_mode", "tf_crop_and_resize")) {
        const LoopExpr *fill =
            l_cast(low, out->dtype, l_num(low, acc, lower_float(low, "extrapolation_value")));
        y = l_select(low, l_or(low, taps[0].outside, taps[1].outside), fill, y);
    }
    lower_store(low, out, index, y);
    lower_close(low, out->ndim);
}

/* Each element of output_grad adds its parts to the elements that it was combined from. */
static void lower_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0];
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "layout")->s, letters, at);
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = lower_open(low, grad, 0), **to = place_copy(low, index, grad->ndim);
    Taps taps[2];
    for (int i = 0; i < 2; i++)
        taps[i] = taps_of(low, index[at[2 + i]], sums->dims[at[2 + i]], grad->dims[at[2 + i]], i,
                          sums->dtype);
    const bool crops = lower_string_is(low, "coordinate_transformation_mode", "tf_crop_and_resize");
    if (crops) loop_begin_if(low->b, l_not(low, l_or(low, taps[0].outside, taps[1].outside)));
    const LoopExpr *g = let(low, "g", l_cast(low, sums->dtype, lower_load(low, grad, index)));
    for (int i = 0; i < taps[0].n; i++) {
        const LoopExpr *row =
            taps[0].n == 1 ? g : let(low, "row", l_mul(low, g, taps[0].weight[i]));
        to[at[2]] = taps[0].at[i];
        for (int j = 0; j < taps[1].n; j++) {
            to[at[3]] = taps[1].at[j];
            sums_add(low, sums, to, taps[1].n == 1 ? row : l_mul(low, row, taps[1].weight[j]));
        }
    }
    lower_close(low, grad->ndim + crops);
    sums_end(low, sums);
}

/* Gradients: each is the other's transpose. */

static void gradient(OpGradient *g) {
    OpDecompose *d = &g->d;
    const IrOperand dy = g_adjoint(g),
                    operands[] = {dy, d_cast(d, d_arg(d, 0), d_type(d, dy)->dtype)};
    const OpDef *op = &op_grad_resize2d_backward;
    g_add(g, 0, d_call(d, op, operands, 2, d_attrs_like(d, op)));
}

static void gradient_backward(OpGradient *g) {
    OpDecompose *d = &g->d;
    if (!g_wants(g, 0)) return;
    const OpDef *op = &op_image_resize2d;
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(d_attr(d, "layout")->s, letters, at);
    const IrDim *const *dims = d->types[0]->dims, *size[] = {dims[at[2]], dims[at[3]]};
    const IrOperand operands[] = {g_adjoint(g), d_shape(d, size, 2)};
    g_add(g, 0, d_call(d, op, operands, 2, d_attrs_like(d, op)));
}

/* roi and how cubic weighs. */
static void sample_mapping(OpSample *s) {
    static const char *const layouts[] = {"NCHW", "NHWC", "HNCW"};
    s_set_string(s, "layout", layouts[s_below(s, 3)]);
    IrAttr *items = ARENA_ARRAY(&s->b.m->scratch, IrAttr, 4);
    for (int i = 0; i < 4; i++)
        items[i] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = s_float(s, 0, 0.5) + (i < 2 ? 0 : 0.5)};
    if (s_chance(s, 50)) *s_attr(s, "roi") = (IrAttr){.kind = IR_ATTR_LIST, .n = 4, .items = items};
    s_set_int(s, "cubic_exclude", s_range(s, 0, 1));
    s_set_float(s, "cubic_alpha", s_float(s, -1, -0.25));
}

static void sample(OpSample *s) {
    const IrType *data = s_tensor(
        s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT, .min_ndim = 4, .max_ndim = 4, .least = 1});
    const int32_t n = s_chance(s, 80) ? 2 : 1;
    s_shape(s, (const IrDim *[]){s_dim(s, 0), s_dim(s, 0)}, n);
    sample_mapping(s);
    s_set_float(s, "extrapolation_value", s_float(s, -1, 1));
    if (s_chance(s, 30))
        s_set_dtype(s, "out_dtype",
                    s_dtype(s, dtype_is_float(data->dtype) ? KIND_FLOAT : KIND_INT));
}

static void sample_backward(OpSample *s) {
    uint8_t at[SPATIAL_RANK_MAX];
    sample_mapping(s);
    spatial_positions(s_attr(s, "layout")->s, letters, at);
    const IrType *data =
        s_type(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 4, .max_ndim = 4, .least = 1});
    const IrDim **dims = s_dims(s, data->dims, 4);
    for (int i = 2; i < 4; i++) dims[at[i]] = s_dim(s, 0);
    s_tensor_dims(s, dims, 4, data->dtype);
    s_tensor_of(s, data);
}

const OpDef op_image_resize2d = {
    .name = "image.resize2d",
    .doc = "data with H and W resampled to size. coordinate_transformation_mode maps a position of "
           "the result into data, method says how the elements near it combine, all as in ONNX's "
           "Resize; past the edge the edge counts. rounding_method is for nearest_neighbor: round "
           "and \"\" take the upper of two that are equally near. cubic_alpha and cubic_exclude "
           "(weights past the edge are 0, the others scaled to sum to 1) are for cubic; roi (start "
           "H, W, end H, W, as parts of the extents) and extrapolation_value (past the edge) for "
           "tf_crop_and_resize. out_dtype void is data's dtype; integers are computed in float64 "
           "and cast as astype does.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};

const OpDef op_grad_resize2d_backward = {
    .name = "grad.resize2d_backward",
    .doc =
        "The gradient of image.resize2d with respect to data, whose shape is all that counts of it: each element of "
        "output_grad is added, by weight, to the elements of data that it was combined from.",
    .constraints = backward_constraints,
    .params = backward_params,
    .n_params = ARRAY_LEN(backward_params),
    .sample = sample_backward,
    .flags = OP_PURE,
    .infer = infer_backward,
    .lower = lower_backward,
    .gradient = gradient_backward,
};
