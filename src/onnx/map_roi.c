/* SPDX-License-Identifier: Apache-2.0 */
/* RoiAlign and MaxRoiPool: boxes of pictures, each scaled to a grid of cells.
 *
 * A cell of RoiAlign is the mean of samples, each interpolated from four pixels; or the greatest of
 * the samples' pixels times their weights, as ONNX's reference and its suite have it. Positions
 * along y and x are independent of each other: lists (boxes, cells, samples), which meet only in
 * the index of a pixel. The pixels are taken from the pictures as a list of (pixels, channels), so
 * that a box costs what its samples do. */
#include <math.h>

#include "onnx/import.h"

/* Of the constants and calls that are made: a small file must not cost much. */
enum { SAMPLES_MAX = 1 << 12, CELLS_MAX = 1 << 10 };

typedef struct {
    O *o;
    DType dtype;
    IrOperand rois;
    bool half_pixel;
    double scale;
    int64_t sampling; /* 0: as many samples as a cell is wide in pixels, rounded up */
} Roi;

/* Positions along one axis. */
typedef struct {
    int64_t cells, samples; /* samples: of the largest box */
    IrOperand pixel[2];     /* (boxes, cells * samples), int64 */
    IrOperand weight[2];    /* the same; 0 where the position is outside */
    IrOperand used,
        n_used; /* (boxes, 1, samples), bool, and (boxes), where boxes have different samples */
} Axis;

/* Column i of the boxes, scaled: (boxes, 1, 1). */
static IrOperand edge(Roi *r, int64_t i) {
    O *o = r->o;
    IrOperand x = o_slice(o, r->rois, 1, o_dim(o, i), o_dim(o, i + 1), 1);
    x = o_expand(o, o2c(o, &op_multiply, x, r->scale), (const int64_t[]){2}, 1);
    return r->half_pixel ? o2c(o, &op_subtract, x, 0.5) : x;
}

/* The extent of a box in pixels. */
static IrOperand length(Roi *r, IrOperand start, IrOperand end) {
    const IrOperand n = o2(r->o, &op_subtract, end, start);
    return r->half_pixel ? n : o2c(r->o, &op_maximum, n, 1);
}

/* The samples of the largest box, which must be constant where they are not given. */
static int64_t most_samples(Roi *r, uint32_t axis, int64_t cells) {
    O *o = r->o;
    if (r->sampling) return r->sampling;
    if (!o_is_const(o, 1)) o_unsupported(o, "sampling_ratio 0, where its boxes are not constant,");
    const Tensor *t = o_const_in(o, 1);
    double most = 1;
    for (size_t i = axis; i + 2 < t->count; i += 4) {
        const double a = tensor_get_double(t, i) * r->scale;
        const double b = tensor_get_double(t, i + 2) * r->scale;
        const double n = ceil((b - a) / (double)cells);
        if (n > most) most = n;
    }
    if (!(most <= SAMPLES_MAX)) o_unsupported(o, "boxes of %g samples", most);
    return (int64_t)most + 1; /* one more, as a run rounds in another way */
}

static IrOperand steps(O *o, DType dtype, int64_t n, double first, int64_t axis, int32_t rank) {
    const int64_t extent[] = {n};
    Tensor *t = tensor_new(o->im->ctx, dtype, extent, 1);
    for (int64_t i = 0; i < n; i++) tensor_set_double(t, (size_t)i, (double)i + first);
    const IrDim *dims[3] = {o_dim(o, 1), o_dim(o, 1), o_dim(o, 1)};
    dims[axis] = o_dim(o, n);
    return o_reshape(o, o_tensor(o, t), dims, rank);
}

/* Axis 0 is x (columns 0 and 2 of the boxes), 1 is y. */
static Axis positions(Roi *r, uint32_t axis, int64_t cells, const IrDim *pixels) {
    O *o = r->o;
    if (cells < 1 || cells > CELLS_MAX)
        o_unsupported(o, "an output of %lld cells", (long long)cells);
    Axis a = {.cells = cells, .samples = most_samples(r, axis, cells), .used = o_none()};
    const IrOperand start = edge(r, axis), size = length(r, start, edge(r, axis + 2));
    const IrOperand cell = o2c(o, &op_divide, size, (double)cells);
    const IrOperand at = steps(o, r->dtype, a.samples, 0.5, 2, 3);
    IrOperand part;
    if (r->sampling) {
        part = o2c(o, &op_divide, at, (double)r->sampling);
    } else {
        const IrOperand n = o1(o, &op_ceil, cell);
        a.used = o2(o, &op_less, at, n);
        a.n_used = o_squeeze(o, o2c(o, &op_maximum, n, 0), (const int64_t[]){1, 2}, 2);
        part = o2(o, &op_divide, at, o2c(o, &op_maximum, n, 1));
    }
    const IrOperand place = o2(o, &op_add, steps(o, r->dtype, cells, 0, 1, 3), part);
    IrOperand y = o2(o, &op_add, start, o2(o, &op_multiply, place, cell));
    const IrOperand extent = o_dim_number(o, pixels, r->dtype),
                    last = o2c(o, &op_subtract, extent, 1);
    const IrOperand inside = o_between(o, o_const(o, r->dtype, -1), y, extent);
    y = o2(o, &op_minimum, o2c(o, &op_maximum, y, 0), last);
    const IrOperand low = o1(o, &op_floor, y),
                    high = o2(o, &op_minimum, o2c(o, &op_add, low, 1), last);
    const IrOperand t = o2(o, &op_subtract, y, low);
    const IrOperand zero = o_const(o, r->dtype, 0),
                    weights[] = {o2(o, &op_subtract, o_const(o, r->dtype, 1), t), t};
    const IrDim *const flat[] = {o_dims(o, r->rois)[0], o_dim(o, cells * a.samples)};
    for (int i = 0; i < 2; i++) {
        a.pixel[i] = o_reshape(o, o_cast(o, i ? high : low, DTYPE_INT64), flat, 2);
        a.weight[i] = o_reshape(o, o3(o, &op_where, inside, weights[i], zero), flat, 2);
    }
    return a;
}

/* (boxes, y's, x's) from what depends on y and what depends on x. */
static IrOperand crossed(O *o, const OpDef *op, IrOperand y, IrOperand x) {
    const IrOperand rows = o_expand(o, y, (const int64_t[]){2}, 1);
    return o2(o, op, rows, o_expand(o, x, (const int64_t[]){1}, 1));
}

/* (boxes, 1, samples of y, 1, samples of x, 1): which samples there are. */
static IrOperand used_samples(O *o, const Axis *y, const Axis *x) {
    const IrOperand rows = o_expand(o, y->used, (const int64_t[]){3, 4, 5}, 3);
    return o2(o, &op_logical_and, rows, o_expand(o, x->used, (const int64_t[]){1, 2, 5}, 3));
}

/* Samples (boxes, cells y, samples y, cells x, samples x, channels) as cells. */
static IrOperand pooled(Roi *r, IrOperand v, const Axis *y, const Axis *x, bool is_max) {
    O *o = r->o;
    static const int64_t samples[] = {2, 4};
    if (r->sampling) return o_reduce(o, is_max ? &op_max : &op_mean, v, samples, 2, false);
    const IrOperand used = used_samples(o, y, x), zero = o_const(o, r->dtype, 0);
    const IrOperand n =
        o_expand(o, o2(o, &op_multiply, y->n_used, x->n_used), (const int64_t[]){1, 2, 3}, 3);
    if (is_max) {
        const IrOperand least = o_const(o, r->dtype, -INFINITY);
        const IrOperand most =
            o_reduce(o, &op_max, o3(o, &op_where, used, v, least), samples, 2, false);
        return o3(o, &op_where, o2c(o, &op_greater, n, 0), most, zero);
    }
    const IrOperand sum = o_reduce(o, &op_sum, o3(o, &op_where, used, v, zero), samples, 2, false);
    return o2(o, &op_divide, sum, o2c(o, &op_maximum, n, 1));
}

/* Boxes of which the run tells how many there are: as many as there are numbers of images, of four
 * numbers each. */
static void match_boxes(O *o, IrOperand *boxes, IrOperand *batch) {
    const IrType *b = o_type(o, *boxes), *n = o_type(o, *batch);
    int64_t v;
    if (b->ndim != 2 || n->ndim != 1) return;
    const IrDim *many = b->dims ? b->dims[0] : n->dims ? n->dims[0] : o_fresh_dim(o, "boxes");
    const IrDim *const dims[] = {many, o_dim(o, 4)};
    if (b->dims && ir_dim_is_const(b->dims[1], &v) && v != 4)
        o_fail(o, "boxes of %lld numbers, where 4 are needed", (long long)v);
    if (!b->dims || !ir_dim_is_const(b->dims[1], &v))
        *boxes = o_match(o, *boxes, ir_type_tensor(o->m, dims, 2, b->dtype));
    if (!n->dims) *batch = o_match(o, *batch, ir_type_tensor(o->m, dims, 1, n->dtype));
}

void onnx_map_roi_align(O *o) {
    const IrOperand x = o_in(o, 0);
    IrOperand batch = o_in(o, 2);
    const Str mode = o_str(o, "mode", "avg");
    const Str place = o_str(o, "coordinate_transformation_mode",
                            o->opset < 16 ? "output_half_pixel" : "half_pixel");
    const bool is_max = str_eq_c(mode, "max");
    Roi r = {.o = o,
             .dtype = o_dtype(o, x),
             .rois = o_in(o, 1),
             .half_pixel = str_eq_c(place, "half_pixel")};
    r.scale = o_float(o, "spatial_scale", 1);
    r.sampling = o_int(o, "sampling_ratio", 0);
    if (!dtype_is_float(r.dtype))
        o_fail(o, "an operand of %s instead of floats", dtype_name(r.dtype));
    if (!is_max && !str_eq_c(mode, "avg")) o_fail(o, "its attribute 'mode' is unknown");
    if (!r.half_pixel && !str_eq_c(place, "output_half_pixel"))
        o_fail(o, "its attribute 'coordinate_transformation_mode' is unknown");
    if (o_rank(o, x) != 4 || o_rank(o, r.rois) != 2 || o_rank(o, batch) != 1)
        o_fail(o, "operands of ranks %d, %d and %d", o_rank(o, x), o_rank(o, r.rois),
               o_rank(o, batch));
    match_boxes(o, &r.rois, &batch);
    if (r.sampling < 0 || r.sampling > SAMPLES_MAX)
        o_fail(o, "sampling_ratio is %lld", (long long)r.sampling);
    const IrDim *const *dims = o_dims(o, x), *boxes = o_dims(o, r.rois)[0];
    const Axis h = positions(&r, 1, o_int(o, "output_height", 1), dims[2]);
    const Axis w = positions(&r, 0, o_int(o, "output_width", 1), dims[3]);
    const IrDim *const pixels[] = {ir_dim_mul(o->m, ir_dim_mul(o->m, dims[0], dims[2]), dims[3]),
                                   dims[1]};
    const IrOperand list =
        o_reshape(o, o_permute(o, x, (const int64_t[]){0, 2, 3, 1}, 4), pixels, 2);
    const IrOperand n_rows = o_dim_number(o, dims[2], DTYPE_INT64),
                    n_columns = o_dim_number(o, dims[3], DTYPE_INT64);
    const IrOperand first = o2(o, &op_multiply, o_cast(o, batch, DTYPE_INT64), n_rows);
    IrOperand sum = o_none();
    for (int i = 0; i < 4; i++) {
        const IrOperand row =
            o2(o, &op_add, o_expand(o, first, (const int64_t[]){1}, 1), h.pixel[i / 2]);
        const IrOperand at =
            crossed(o, &op_add, o2(o, &op_multiply, row, n_columns), w.pixel[i % 2]);
        const IrOperand weight = crossed(o, &op_multiply, h.weight[i / 2], w.weight[i % 2]);
        const IrOperand v = o_call(o, &op_take, OPS(list, at), ATTRS(A_INT("axis", 0)));
        const IrOperand part = o2(o, &op_multiply, v, o_expand(o, weight, (const int64_t[]){3}, 1));
        sum = i ? o2(o, is_max ? &op_maximum : &op_add, sum, part) : part;
    }
    const IrDim *const apart[] = {
        boxes,  o_dim(o, h.cells), o_dim(o, h.samples), o_dim(o, w.cells), o_dim(o, w.samples),
        dims[1]};
    const IrOperand cells = pooled(&r, o_reshape(o, sum, apart, 6), &h, &w, is_max);
    o_set(o, 0, o_permute(o, cells, (const int64_t[]){0, 3, 1, 2}, 4));
}

/* To whole numbers, halves away from zero. */
static IrOperand rounded(O *o, IrOperand x) {
    const IrOperand y = o1(o, &op_floor, o2c(o, &op_add, o1(o, &op_abs, x), 0.5));
    return o2(o, &op_multiply, o1(o, &op_sign, x), y);
}

/* The greatest along one axis (2: y, 3: x) of each box's part of it: x (boxes, c, ..) with `cells`
 * in place of the axis. Parts are of whole pixels and overlap; the box is at columns 0 and 2 of
 * `boxes` (y: 1 and 3), rounded. */
static IrOperand box_maxima(O *o, IrOperand x, IrOperand boxes, int32_t axis, int64_t cells) {
    const DType dtype = o_dtype(o, x);
    const int64_t column = 3 - axis;
    const IrDim *extent = o_dims(o, x)[axis];
    if (cells < 1 || cells > CELLS_MAX) o_unsupported(o, "%lld cells", (long long)cells);
    const IrOperand start = o_slice(o, boxes, 1, o_dim(o, column), o_dim(o, column + 1), 1);
    const IrOperand end = o_slice(o, boxes, 1, o_dim(o, column + 2), o_dim(o, column + 3), 1);
    const IrOperand size =
        o2c(o, &op_maximum, o2c(o, &op_add, o2(o, &op_subtract, end, start), 1), 1);
    const IrOperand cell = o2c(o, &op_divide, size, (double)cells);
    const IrOperand at = o_cast(o, o_counter(o, extent, 0, 1), dtype),
                    least = o_const(o, dtype, -INFINITY);
    const int64_t apart[] = {1, axis == 2 ? 3 : 2};
    IrOperand *parts = O_ARRAY(o, IrOperand, cells);
    for (int64_t i = 0; i < cells; i++) {
        const IrOperand from =
            o2(o, &op_add, o1(o, &op_floor, o2c(o, &op_multiply, cell, (double)i)), start);
        const IrOperand to =
            o2(o, &op_add, o1(o, &op_ceil, o2c(o, &op_multiply, cell, (double)i + 1)), start);
        const IrOperand begun = o2(o, &op_greater_equal, at, from);
        const IrOperand inside = o2(o, &op_logical_and, begun, o2(o, &op_less, at, to));
        const IrOperand part = o3(o, &op_where, o_expand(o, inside, apart, 2), x, least);
        parts[i] = o_reduce(o, &op_max, part, (const int64_t[]){axis}, 1, true);
    }
    return o_concat(o, parts, (uint32_t)cells, axis);
}

/* boxes (n, 5): the picture's number, then x and y of two corners, which belong to the box. */
void onnx_map_max_roi_pool(O *o) {
    const IrOperand x = o_in(o, 0), rois = o_in(o, 1);
    const double scale = o_float(o, "spatial_scale", 1);
    uint32_t n;
    const int64_t *cells = o_ints(o, "pooled_shape", &n);
    if (!cells || n != 2) o_fail(o, "its attribute 'pooled_shape' has %u ints", n);
    if (o_rank(o, x) != 4 || o_rank(o, rois) != 2)
        o_fail(o, "operands of ranks %d and %d", o_rank(o, x), o_rank(o, rois));
    const IrOperand batch = o_slice(o, rois, 1, o_dim(o, 0), o_dim(o, 1), 1);
    const IrOperand which = o_cast(o, o_squeeze(o, batch, (const int64_t[]){1}, 1), DTYPE_INT64);
    const IrOperand corners = o_slice(o, rois, 1, o_dim(o, 1), o_dim(o, 5), 1);
    const IrOperand boxes = rounded(o, o2c(o, &op_multiply, corners, scale));
    IrOperand y = o_call(o, &op_take, OPS(x, which), ATTRS(A_INT("axis", 0)));
    y = box_maxima(o, box_maxima(o, y, boxes, 2, cells[0]), boxes, 3, cells[1]);
    const IrOperand is_empty = o2c(o, &op_equal, y, -INFINITY);
    o_set(o, 0, o3(o, &op_where, is_empty, o_const(o, o_dtype(o, x), 0), y));
}
