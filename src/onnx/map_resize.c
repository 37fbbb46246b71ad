/* SPDX-License-Identifier: Apache-2.0 */
/* Resize and Upsample: one dim after another, at any rank.
 *
 * Where an extent and its scale are known when the model is read, the weights of each result's
 * position are too: nearest is a take along the dim with constant positions, linear and cubic are a
 * sum of such takes by constant weights or, where results are of many elements (antialias), a
 * product with a constant matrix (extent, result's extent). Else positions are computed, unless
 * image.resize2d does it all. */
#include <math.h>

#include "onnx/import.h"
#include "onnx/resize_weights.h"

/* Of the constants that are made: a small file must not cost much. */
enum { MATRIX_MAX = 1 << 24, EXTENT_MAX = 1 << 22, WEIGHTS_MAX = 1 << 20, TAPS_MAX = 4 };

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static IrOperand take(O *o, IrOperand x, const int64_t *at, int64_t n, int32_t axis) {
    return o_call(o, &op_take, OPS(x, o_const_ints_new(o, DTYPE_INT64, at, (uint32_t)n)),
                  ATTRS(A_INT("axis", axis)));
}

/* A result by up to TAPS_MAX elements with their weights, in the order of positions. Where there
 * are fewer than in other results the last one has its weight in parts, which are exact: a weight
 * of 0 would make NaN of an infinity. */
typedef struct {
    int n;
    int64_t *at[TAPS_MAX];
    double *weight[TAPS_MAX];
} Taps;

/* False: some result takes more elements. */
static bool find_taps(O *o, const Resize *r, const ResizeAlong *d, Taps *out) {
    const double reach = r->antialias && d->scale < 1 ? 1 / d->scale : 1;
    if (reach > 1) return false;
    *out = (Taps){.n = r->mode == CUBIC ? 4 : 2};
    if (d->from > WEIGHTS_MAX || d->to > WEIGHTS_MAX / out->n)
        o_unsupported(o, "a dim of %lld that becomes %lld, at most %d by weights,",
                      (long long)d->from, (long long)d->to, WEIGHTS_MAX / out->n);
    double *row = O_ARRAY(o, double, d->from);
    for (int k = 0; k < out->n; k++) {
        out->at[k] = O_ARRAY(o, int64_t, d->to);
        out->weight[k] = O_ARRAY(o, double, d->to);
    }
    for (int64_t i = 0; i < d->to; i++) {
        const double at = resize_position(r, d, i);
        const int64_t first = at < 3 ? 0 : at > (double)d->from ? d->from - 1 : (int64_t)at - 2;
        int n = 0;
        resize_weights(r, d, i, row);
        for (int64_t k = first; k < d->from && k < first + 6; k++) {
            if (row[k] == 0) continue;
            out->at[n][i] = k;
            out->weight[n++][i] = row[k];
            row[k] = 0;
        }
        if (!n) out->at[n++][i] = first; /* all weights are 0 */
        for (; n < out->n; n++) {
            out->at[n][i] = out->at[n - 1][i];
            out->weight[n][i] = out->weight[n - 1][i] /= 2;
        }
    }
    return true;
}

/* 16 bits are few for what stands between. */
static IrOperand by_taps(O *o, IrOperand x, int32_t axis, const ResizeAlong *d, const Taps *taps) {
    const bool is_wide = dtype_is_float(o_dtype(o, x)) && dtype_size_up(o_dtype(o, x)) >= 4;
    const DType dtype = is_wide ? o_dtype(o, x) : DTYPE_FLOAT32;
    IrOperand sum = o_none();
    x = o_cast(o, x, dtype);
    for (int k = 0; k < taps->n; k++) {
        Tensor *w = tensor_new(o->im->ctx, dtype, &d->to, 1);
        for (int64_t i = 0; i < d->to; i++)
            dtype_write_double(dtype, tensor_at(w, (size_t)i), taps->weight[k][i]);
        const IrOperand part = o2(o, &op_multiply, take(o, x, taps->at[k], d->to, axis),
                                  o_align(o, o_tensor(o, w), axis, o_rank(o, x)));
        sum = k ? o2(o, &op_add, sum, part) : part;
    }
    return sum;
}

static IrOperand along(O *o, const Resize *r, IrOperand x, int32_t axis, const ResizeAlong *d) {
    const DType dtype = o_dtype(o, x);
    Taps taps;
    if (r->mode == NEAREST) {
        int64_t *at = O_ARRAY(o, int64_t, d->to);
        for (int64_t i = 0; i < d->to; i++) at[i] = resize_nearest(r, d, i);
        return take(o, x, at, d->to, axis);
    }
    if (find_taps(o, r, d, &taps)) return by_taps(o, x, axis, d, &taps);
    /* (.., from, rest) as (to, from) . (.., from, rest): the dim goes to the end and back. */
    const int32_t rank = o_rank(o, x);
    int64_t *order = O_ARRAY(o, int64_t, rank), *back = O_ARRAY(o, int64_t, rank),
            dims[] = {d->from, d->to};
    for (int32_t i = 0; i < rank; i++) order[i] = i;
    order[axis] = rank - 1;
    order[rank - 1] = axis;
    for (int32_t i = 0; i < rank; i++) back[order[i]] = i;
    const DType wide = dtype_is_float(dtype) ? dtype : DTYPE_FLOAT32;
    size_t count, bytes;
    if (!tensor_count(dims, 2, wide, &count, &bytes) || count > MATRIX_MAX || d->from > MATRIX_MAX)
        o_unsupported(o, "a dim of %lld that becomes %lld, a matrix of more than %d,",
                      (long long)d->from, (long long)d->to, MATRIX_MAX);
    double *row = O_ARRAY(o, double, d->from);
    Tensor *w = tensor_new(o->im->ctx, wide, dims, 2);
    for (int64_t i = 0; i < d->to; i++) {
        memset(row, 0, (size_t)d->from * sizeof *row);
        resize_weights(r, d, i, row);
        for (int64_t k = 0; k < d->from; k++)
            dtype_write_double(wide, tensor_at(w, (size_t)(k * d->to + i)), row[k]);
    }
    const IrOperand matrix = o_tensor(o, w);
    IrOperand y = o_cast(o, x, wide);
    if (axis != rank - 1) y = o_permute(o, y, order, rank);
    y = o2(o, &op_matmul, y, matrix);
    if (axis != rank - 1) y = o_permute(o, y, back, rank);
    return y;
}

/* Positions of the result that lie outside x get the extrapolation value. */
static IrOperand outside(O *o, const Resize *r, IrOperand x, int32_t axis, const ResizeAlong *d) {
    const int64_t dims[] = {d->to};
    bool any = false;
    Tensor *t = tensor_new(o->im->ctx, DTYPE_BOOL, dims, 1);
    for (int64_t i = 0; i < d->to; i++) {
        const double p = resize_position(r, d, i);
        const bool is_out = p < 0 || p > (double)(d->from - 1);
        *(uint8_t *)tensor_at(t, (size_t)i) = is_out;
        any |= is_out;
    }
    const IrOperand mask = o_tensor(o, t);
    if (!any) return x;
    return o3(o, &op_where, o_align(o, mask, axis, o_rank(o, x)),
              o_const(o, o_dtype(o, x), r->extrapolation), x);
}

static const char *text_attr(O *o, const char *name, const char *fallback) {
    return arena_strdup(&o->im->arena, o_str(o, name, fallback));
}

static void read_mode(O *o, Resize *r) {
    const char *mode = text_attr(o, "mode", "nearest");
    if (is(mode, "nearest")) {
        r->mode = NEAREST;
    } else if (is(mode, "linear") || is(mode, "bilinear") || is(mode, "trilinear")) {
        r->mode = LINEAR;
    } else if (is(mode, "cubic")) {
        r->mode = CUBIC;
    } else {
        o_fail(o, "its attribute 'mode' is '%s'", mode);
    }
    /* x / scale, rounded down, or up where there is less than before */
    const bool is_old = o->opset < 11;
    r->transform =
        is_old ? "asymmetric" : text_attr(o, "coordinate_transformation_mode", "half_pixel");
    r->nearest = is_old ? "simple" : text_attr(o, "nearest_mode", "round_prefer_floor");
    r->alpha = o_float(o, "cubic_coeff_a", -0.75);
    r->exclude = o_int(o, "exclude_outside", 0) != 0;
    r->extrapolation = o_float(o, "extrapolation_value", 0);
    r->antialias = o_int(o, "antialias", 0) != 0;
}

/* Input i when it is there and not empty. */
static const Tensor *given(O *o, uint32_t i) {
    if (!o_has(o, i)) return NULL;
    const Tensor *t = o_const_in(o, i);
    return t->count ? t : NULL;
}

/* Scales that are attributes, before opset 9: of all dims, or before 7 of height and width. NULL:
 * there are none. */
static const float *scale_attrs(O *o, uint32_t *n) {
    *n = 0;
    if (o->opset >= 9) return NULL;
    if (o_given(o, "scales")) return o_floats(o, "scales", n);
    if (!o_given(o, "height_scale") && !o_given(o, "width_scale")) return NULL;
    float *scales = O_ARRAY(o, float, 4);
    scales[0] = scales[1] = 1;
    scales[2] = (float)o_float(o, "height_scale", 1);
    scales[3] = (float)o_float(o, "width_scale", 1);
    *n = 4;
    return scales;
}

static void check_number(O *o, const Tensor *t, size_t i, bool is_scale) {
    const double v = tensor_get_double(t, i);
    if (!(v > (is_scale ? 0 : -1e6) && v < 1e6))
        o_fail(o, "its %s has %g", is_scale ? "scale" : "roi", v);
}

/* What sizes that the run computes are to be: batch and channels stay as they are. */
static const IrDim *const *fixed_dims(O *o, IrOperand x, const int64_t *axes, uint32_t n) {
    const int32_t rank = o_rank(o, x);
    const IrDim **fixed = O_ARRAY(o, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        const int64_t axis = o_axis(o, axes ? axes[i] : (int64_t)i, rank);
        fixed[i] = rank > 2 && axis < 2 ? o_dims(o, x)[axis] : NULL;
    }
    return fixed;
}

/* The result's extents along the axes. False: there are none, or scales say them. */
static bool sizes_known(O *o, IrOperand x, OnnxKnown *out) {
    uint32_t n;
    *out = (OnnxKnown){.n = 0};
    if (o->opset < 11 || !o_has(o, 3)) return false;
    if (o_known(o, 3, out)) return out->n != 0;
    if (o_is_const(o, 3)) return false;
    const int64_t *axes = o_ints(o, "axes", &n);
    if (!axes) n = (uint32_t)o_rank(o, x);
    return o_known_of_run(o, 3, fixed_dims(o, x, axes, n), n, out) && out->n != 0;
}

/* H and W of a picture whose extents are not known: the sizes are dims, or the scales whole
 * numbers, so that the scale is the quotient of the extents, as the operator takes it. False: not
 * such a case. */
static bool resize_by_dims(O *o, const Resize *r, IrOperand x) {
    static const char *const methods[] = {
        [NEAREST] = "nearest_neighbor", [LINEAR] = "linear", [CUBIC] = "cubic"};
    const IrType *t = o_type(o, x);
    const bool is_new = o->opset >= 11;
    OnnxKnown sizes = {.n = 0};
    const IrDim *size[2];
    if (t->ndim != 4 || !t->dims || r->antialias || o_given(o, "axes")) return false;
    if (is(r->transform, "tf_crop_and_resize") || is(r->transform, "half_pixel_symmetric"))
        return false;
    if (is(r->transform, "tf_half_pixel_for_nn") && o_has(o, 3) && !o_is_const(o, 3)) return false;
    const bool by_size = sizes_known(o, x, &sizes) && sizes.n == 4;
    bool is_known = !by_size || o_is_const(o, 3);
    int64_t v;
    for (int i = 0; i < 4; i++) is_known &= ir_dim_is_const(t->dims[i], &v);
    if (is_known) return false;
    uint32_t n;
    const float *attr = scale_attrs(o, &n);
    const Tensor *scales = by_size || attr ? NULL : given(o, is_new ? 2 : 1);
    if (scales) n = (uint32_t)scales->count;
    if (!by_size && n != 4) return false;
    for (int i = 0; i < 4; i++) {
        const double s = by_size ? 1
                         : attr  ? (double)attr[i]
                                 : tensor_get_double(scales, (size_t)i);
        if (!(s >= 1 && s <= EXTENT_MAX) || s != floor(s) || (i < 2 && s != 1)) return false;
        const IrDim *d = by_size ? sizes.at[i] : ir_dim_scale(o->m, t->dims[i], (int64_t)s);
        if (i < 2 && ir_dim_eq(o->m, d, t->dims[i]) != IR_PROVED) return false;
        if (i >= 2) size[i - 2] = d;
    }
    const OAttr attrs[] = {
        A_STR("method", methods[r->mode]), A_STR("coordinate_transformation_mode", r->transform),
        A_STR("rounding_method", is(r->nearest, "simple") ? "floor" : r->nearest),
        A_FLOAT("cubic_alpha", r->alpha), A_INT("cubic_exclude", r->exclude)};
    o_set(o, 0,
          o_call(o, &op_image_resize2d, OPS(x, o_shape(o, size, 2)), attrs, ARRAY_LEN(attrs)));
    return true;
}

/* The same where extents are symbols: positions are computed, and the elements there are taken. */
typedef struct {
    DType dtype;        /* of positions: float32 where the nearest element is taken, else float64 */
    IrOperand from, to; /* extents, as numbers */
    IrOperand scale;
    IrOperand full; /* scale * from, for the last corner */
} AlongDims;

static IrOperand number(O *o, const AlongDims *d, double v) { return o_const(o, d->dtype, v); }

/* position() of 0, 1, ..., which are `i`. */
static IrOperand positions(O *o, const Resize *r, const AlongDims *d, IrOperand i) {
    const IrOperand alone = o2c(o, &op_less_equal, d->to, 1);
    if (is(r->transform, "align_corners")) {
        const IrOperand corner = o2c(o, &op_subtract, d->full, 1);
        const IrOperand span = o3(o, &op_where, alone, number(o, d, 1), corner);
        const IrOperand p =
            o2(o, &op_divide, o2(o, &op_multiply, i, o2c(o, &op_subtract, d->from, 1)), span);
        return o3(o, &op_where, alone, number(o, d, 0), p);
    }
    if (is(r->transform, "asymmetric")) return o2(o, &op_divide, i, d->scale);
    IrOperand p = o2(o, &op_divide, o2c(o, &op_add, i, 0.5), d->scale);
    if (is(r->transform, "tf_half_pixel_for_nn")) return p;
    p = o2c(o, &op_subtract, p, 0.5);
    if (is(r->transform, "pytorch_half_pixel")) return o3(o, &op_where, alone, number(o, d, 0), p);
    if (!is(r->transform, "half_pixel_symmetric")) return p;
    const IrOperand adjustment = o2(o, &op_divide, d->to, d->full), one = number(o, d, 1);
    const IrOperand center = o2c(o, &op_multiply, d->from, 0.5);
    return o2(o, &op_add, p, o2(o, &op_multiply, center, o2(o, &op_subtract, one, adjustment)));
}

static IrOperand taken(O *o, IrOperand x, IrOperand at, int32_t axis, const AlongDims *d) {
    const IrOperand last = o2c(o, &op_subtract, d->from, 1);
    at = o2c(o, &op_maximum, o2(o, &op_minimum, at, last), 0);
    return o_call(o, &op_take, OPS(x, o_cast(o, at, DTYPE_INT64)), ATTRS(A_INT("axis", axis)));
}

/* triangle() or cubic() of distances from 0 to 2, `far` ones being 1 and more. */
static IrOperand weight_at(O *o, const Resize *r, const AlongDims *d, IrOperand t, bool far) {
    const double a = r->alpha;
    if (r->mode == LINEAR) return o2(o, &op_subtract, number(o, d, 1), t);
    IrOperand w;
    if (far) {
        w = o2c(o, &op_subtract, o2c(o, &op_multiply, t, a), 5 * a);
        w = o2c(o, &op_add, o2(o, &op_multiply, w, t), 8 * a);
        return o2c(o, &op_subtract, o2(o, &op_multiply, w, t), 4 * a);
    }
    w = o2c(o, &op_subtract, o2c(o, &op_multiply, t, a + 2), a + 3);
    return o2c(o, &op_add, o2(o, &op_multiply, o2(o, &op_multiply, w, t), t), 1);
}

static IrOperand along_dims(O *o, const Resize *r, IrOperand x, int32_t axis, const IrDim *to,
                            const AlongDims *d) {
    const int32_t rank = o_rank(o, x);
    const DType dtype = o_dtype(o, x), wide = dtype_is_float(dtype) ? dtype : DTYPE_FLOAT32;
    const IrOperand p = positions(o, r, d, o_cast(o, o_counter(o, to, 0, 1), d->dtype));
    if (r->mode == NEAREST) {
        const bool up = is(r->nearest, "round_prefer_ceil"),
                   down = is(r->nearest, "round_prefer_floor");
        const IrOperand q = up ? o2c(o, &op_add, p, 0.5) : down ? o2c(o, &op_subtract, p, 0.5) : p;
        if (is(r->nearest, "simple")) { /* down, or up where there is less than before */
            const IrOperand below = o1(o, &op_floor, q), above = o1(o, &op_ceil, q);
            const IrOperand grows = o2(o, &op_greater_equal, d->scale, number(o, d, 1));
            return taken(o, x, o3(o, &op_where, grows, below, above), axis, d);
        }
        return taken(o, x, o1(o, up || is(r->nearest, "floor") ? &op_floor : &op_ceil, q), axis, d);
    }
    const IrOperand base = o1(o, &op_floor, p), last = o2c(o, &op_subtract, d->from, 1);
    IrOperand sum = o_none(), all = o_none();
    const int reach = r->mode == CUBIC ? 2 : 1;
    for (int k = 1 - reach; k <= reach; k++) {
        const IrOperand at = o2c(o, &op_add, base, k);
        IrOperand w =
            weight_at(o, r, d, o1(o, &op_abs, o2(o, &op_subtract, p, at)), k == -1 || k == 2);
        if (r->exclude) {
            const IrOperand inside = o_between(o, number(o, d, 0), at, last);
            w = o3(o, &op_where, inside, w, number(o, d, 0));
            all = all.kind == IR_OPERAND_NONE ? w : o2(o, &op_add, all, w);
        }
        const IrOperand part = o_cast(o, taken(o, x, at, axis, d), wide);
        const IrOperand y = o2(o, &op_multiply, part, o_align(o, o_cast(o, w, wide), axis, rank));
        sum = sum.kind == IR_OPERAND_NONE ? y : o2(o, &op_add, sum, y);
    }
    return r->exclude ? o2(o, &op_divide, sum, o_align(o, o_cast(o, all, wide), axis, rank)) : sum;
}

static void refuse_open(O *o, const Resize *r) {
    if (r->antialias || is(r->transform, "tf_crop_and_resize") ||
        !str_eq_c(o_str(o, "keep_aspect_ratio_policy", "stretch"), "stretch"))
        o_unsupported(
            o,
            "antialias, a roi or an aspect ratio that is kept, where an extent is not constant,");
}

/* The extent times a scale of which the product is exact: one of quarters, say. */
static const IrDim *scaled_dim(O *o, const IrDim *d, double scale) {
    enum { PARTS = 1 << 10 };
    if (!(scale > 0 && scale <= EXTENT_MAX) || scale * PARTS != floor(scale * PARTS))
        o_unsupported(o, "a scale of %g for an extent that is not constant", scale);
    int64_t parts = PARTS;
    while (parts > 1 && fmod(scale * (double)parts, 2) == 0) parts /= 2;
    return ir_dim_floordiv(o->m, ir_dim_scale(o->m, d, (int64_t)(scale * (double)parts)),
                           o_dim(o, parts));
}

static IrOperand element(O *o, IrOperand x, uint32_t i, DType dtype) {
    const IrOperand at = o_const(o, DTYPE_INT64, (double)i);
    return o_cast(o, o_call(o, &op_take, OPS(x, at), ATTRS(A_INT("axis", 0))), dtype);
}

/* floor(extents * scales) as dims: symbols, but for what stays. */
static const IrDim *const *dims_of_scales(O *o, IrOperand x, IrOperand scales, const int64_t *axes,
                                          uint32_t n) {
    const IrDim *const *fixed = fixed_dims(o, x, axes, n);
    const IrDim **from = O_ARRAY(o, const IrDim *, n), **to = O_ARRAY(o, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        from[i] = o_dims(o, x)[o_axis(o, axes ? axes[i] : (int64_t)i, o_rank(o, x))];
        to[i] = fixed[i] ? fixed[i] : o_fresh_dim(o, "resized");
    }
    IrOperand sizes = o1(o, &op_shape_to_tensor, o_shape(o, from, (int32_t)n));
    sizes = o1(o, &op_floor, o2(o, &op_multiply, o_cast(o, sizes, o_dtype(o, scales)), scales));
    sizes = o1(o, &op_tensor_to_shape, o_cast(o, sizes, DTYPE_INT64));
    o_match(o, sizes, ir_type_shape(o->m, to, (int32_t)n));
    return to;
}

/* By scales that are computed. False: there are none. */
static bool resize_by_run(O *o, const Resize *r, IrOperand x) {
    const bool is_new = o->opset >= 11;
    const uint32_t input = is_new ? 2 : 1;
    OnnxKnown sizes;
    uint32_t n, n_axes = (uint32_t)o_rank(o, x);
    if (!o_asks_run(o) || scale_attrs(o, &n) || sizes_known(o, x, &sizes)) return false;
    if ((is_new && o_has(o, 3)) || !o_has(o, input) || o_is_const(o, input)) return false;
    refuse_open(o, r);
    const int64_t *axes = o_ints(o, "axes", &n_axes);
    if (!axes) n_axes = (uint32_t)o_rank(o, x);
    const IrOperand scales = o_in(o, input);
    if (o_rank(o, scales) != 1 || o_extent(o, scales, 0) != n_axes ||
        !dtype_is_float(o_dtype(o, scales)))
        o_fail(o, "its scales are not %u floats", n_axes);
    const IrDim *const *to = dims_of_scales(o, x, scales, axes, n_axes);
    IrOperand y = x;
    for (uint32_t i = 0; i < n_axes; i++) {
        const int32_t axis = (int32_t)o_axis(o, axes ? axes[i] : (int64_t)i, o_rank(o, x));
        const IrDim *from = o_dims(o, x)[axis];
        if (to[i] == from) continue;
        const DType dtype = r->mode == NEAREST ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
        AlongDims d = {.dtype = dtype,
                       .from = o_dim_number(o, from, dtype),
                       .to = o_dim_number(o, to[i], dtype)};
        d.scale = element(o, scales, i, dtype);
        d.full = o2(o, &op_multiply, d.from, d.scale);
        y = along_dims(o, r, y, axis, to[i], &d);
    }
    o_set(o, 0, o_cast(o, y, o_dtype(o, x)));
    return true;
}

/* False: all extents are constant, or this is reported there. */
static bool resize_computed(O *o, const Resize *r, IrOperand x) {
    const int32_t rank = o_rank(o, x);
    const bool is_new = o->opset >= 11;
    uint32_t n, n_axes = (uint32_t)rank;
    OnnxKnown sizes = {.n = 0};
    const bool by_size = sizes_known(o, x, &sizes);
    const float *attr = scale_attrs(o, &n);
    const Tensor *scales = by_size || attr ? NULL : given(o, is_new ? 2 : 1);
    const int64_t *axes = o_ints(o, "axes", &n_axes);
    if (!axes) n_axes = (uint32_t)rank;
    n = by_size ? sizes.n : attr ? n : scales ? (uint32_t)scales->count : 0;
    if (n != n_axes || !o_has_dims(o, x)) return false;
    double *by = O_ARRAY(o, double, n);
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        const IrDim *d = o_dims(o, x)[o_axis(o, axes ? axes[i] : (int64_t)i, rank)];
        int64_t v;
        if (!by_size) by[i] = attr ? (double)attr[i] : tensor_get_double(scales, i);
        any |= by_size ? sizes.at[i] != d &&
                             !(ir_dim_is_const(d, &v) && ir_dim_is_const(sizes.at[i], &v))
                       : by[i] != 1 && !ir_dim_is_const(d, &v);
    }
    if (!any) return false;
    refuse_open(o, r);
    IrOperand y = x;
    for (uint32_t i = 0; i < n; i++) {
        const int32_t axis = (int32_t)o_axis(o, axes ? axes[i] : (int64_t)i, rank);
        const IrDim *from = o_dims(o, x)[axis],
                    *to = by_size ? sizes.at[i] : scaled_dim(o, from, by[i]);
        if (by_size ? to == from : by[i] == 1) continue;
        const DType dtype = r->mode == NEAREST ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
        AlongDims d = {
            .dtype = dtype, .from = o_dim_number(o, from, dtype), .to = o_dim_number(o, to, dtype)};
        d.scale = by_size ? o2(o, &op_divide, d.to, d.from) : number(o, &d, by[i]);
        d.full = by_size ? d.to : o2(o, &op_multiply, d.from, d.scale);
        y = along_dims(o, r, y, axis, to, &d);
    }
    o_set(o, 0, o_cast(o, y, o_dtype(o, x)));
    return true;
}

void onnx_map_resize(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    Resize r = {.mode = NEAREST};
    read_mode(o, &r);
    if (resize_by_run(o, &r, x) || resize_by_dims(o, &r, x) || resize_computed(o, &r, x)) return;
    const bool is_new = o->opset >= 11;
    uint32_t n, n_axes = (uint32_t)rank;
    const float *attr = scale_attrs(o, &n);
    const Tensor *scales = attr ? NULL : given(o, is_new ? 2 : 1),
                 *sizes = is_new ? given(o, 3) : NULL;
    const bool crops = is(r.transform, "tf_crop_and_resize");
    const Tensor *roi = is_new && crops ? given(o, 1) : NULL;
    const int64_t *axes = o_ints(o, "axes", &n_axes);
    if (!axes) n_axes = (uint32_t)rank;
    if (!attr) n = scales ? (uint32_t)scales->count : sizes ? (uint32_t)sizes->count : 0;
    if (n != n_axes) o_fail(o, "%u scales or sizes for %u dims", n, n_axes);
    for (size_t i = 0; scales && i < scales->count; i++) check_number(o, scales, i, true);
    for (size_t i = 0; roi && i < roi->count; i++) check_number(o, roi, i, false);
    for (uint32_t i = 0; attr && i < n; i++) {
        if (!(attr[i] > 0 && attr[i] < 1e6f)) o_fail(o, "scale %g", (double)attr[i]);
    }
    if (sizes && !dtype_is_int(sizes->dtype))
        o_fail(o, "its sizes are %s", dtype_name(sizes->dtype));
    if (roi && roi->count != 2 * (size_t)n_axes) o_fail(o, "its roi has %zu numbers", roi->count);
    const Str policy = o_str(o, "keep_aspect_ratio_policy", "stretch");
    double least = INFINITY, greatest = 0;
    for (uint32_t i = 0; sizes && i < n; i++) {
        const int32_t axis = (int32_t)o_axis(o, axes ? axes[i] : (int64_t)i, rank);
        const double s = tensor_get_double(sizes, i) / (double)o_extent(o, x, axis);
        least = s < least ? s : least;
        greatest = s > greatest ? s : greatest;
    }
    IrOperand y = x;
    for (uint32_t i = 0; i < n; i++) {
        const int32_t axis = (int32_t)o_axis(o, axes ? axes[i] : (int64_t)i, rank);
        const double scale = attr ? (double)attr[i] : scales ? tensor_get_double(scales, i) : 0;
        ResizeAlong d = {.scale = scale, .end = 1};
        if (!sizes && scale == 1 && !crops) continue; /* the extent may be unknown */
        d.from = o_extent(o, x, axis);
        if (roi) {
            d.start = tensor_get_double(roi, i);
            d.end = tensor_get_double(roi, n + i);
        }
        if (sizes) {
            d.to = tensor_get_int(sizes, i);
            d.scale = (double)d.to / (double)d.from;
            if (!str_eq_c(policy, "stretch")) {
                if (!(least >= 0 && greatest < 1e6)) o_fail(o, "a dim of 0");
                d.scale = str_eq_c(policy, "not_larger") ? least : greatest;
                const double to = floor(d.scale * (double)d.from + 0.5);
                d.to = to <= EXTENT_MAX ? (int64_t)to : INT64_MAX; /* refused below */
            }
        } else {
            const float part = crops ? (float)d.end - (float)d.start : 1; /* as ONNX infers it */
            const double to = floor((double)((float)d.from * part * (float)scale));
            if (!(to >= 0 && to <= EXTENT_MAX))
                o_fail(o, "scale %g for a dim of %lld", scale, (long long)d.from);
            d.to = (int64_t)to;
        }
        if (d.to < 0 || d.to > EXTENT_MAX || (d.from == 0 && d.to))
            o_fail(o, "an extent of %lld from %lld", (long long)d.to, (long long)d.from);
        if (r.antialias && !(d.scale * EXTENT_MAX >= 1)) o_fail(o, "scale %g", d.scale);
        if (d.from == d.to && d.scale == 1 && !crops) continue;
        y = along(o, &r, y, axis, &d);
        if (crops) y = outside(o, &r, y, axis, &d);
    }
    o_set(o, 0, o_cast(o, y, o_dtype(o, x)));
}
