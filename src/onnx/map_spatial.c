/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures: AffineGrid, CenterCropPad, Col2Im, DeformConv. */
#include "onnx/import.h"

enum { SPATIAL_MAX = 3, INT_MOST = INT32_MAX, KERNEL_MAX = 1 << 10 };

/* The last two or three dims of `size`: 2i - (n - 1), over n, or n - 1 where corners are
 * aligned. */
static IrOperand grid_places(O *o, const IrDim *n, DType dtype, bool align) {
    const IrOperand last = o_dim_number(o, ir_dim_offset(o->m, n, -1), dtype);
    const IrOperand twice = o2c(o, &op_multiply, o_cast(o, o_counter(o, n, 0, 1), dtype), 2);
    const IrOperand over = align ? o2c(o, &op_maximum, last, 1) : o_dim_number(o, n, dtype);
    return o2(o, &op_divide, o2(o, &op_subtract, twice, last), over);
}

/* theta (n, k, k + 1) times (x, y, .., 1) at each place: (n, .., y, x, k). */
void onnx_map_affine_grid(O *o) {
    const IrOperand theta = o_in(o, 0);
    OnnxKnown size;
    if (!o_known(o, 1, &size)) o_unsupported(o, "an input 1 that is not constant");
    if (size.n != 4 && size.n != 5) o_fail(o, "a size of %u dims", size.n);
    const int32_t n = (int32_t)size.n - 2, rank = n + 2;
    const bool align = o_int(o, "align_corners", 0) != 0;
    const DType dtype = o_dtype(o, theta);
    if (o_rank(o, theta) != 3 || o_extent(o, theta, 1) != n || o_extent(o, theta, 2) != n + 1)
        o_fail(o, "its input 0 is no matrix of %d rows and %d columns", n, n + 1);
    const IrDim **out = O_ARRAY(o, const IrDim *, rank);
    out[0] = o_dims(o, theta)[0];
    out[rank - 1] = o_dim(o, n);
    for (int32_t i = 0; i < n; i++) out[1 + i] = size.at[2 + i];
    int64_t inner[SPATIAL_MAX];
    for (int32_t i = 0; i < n; i++) inner[i] = 1 + i;
    IrOperand sum = o_none();
    for (int32_t i = 0; i <= n; i++) {
        IrOperand part = o_slice(o, theta, 2, o_dim(o, i), o_dim(o, i + 1), 1); /* (n, k, 1) */
        part = o_expand(o, o_squeeze(o, part, (const int64_t[]){2}, 1), inner, (uint32_t)n);
        if (i < n) {
            const int32_t axis = n - i; /* x is the last dim of the picture */
            const IrOperand at = o_align(o, grid_places(o, out[axis], dtype, align), axis, rank);
            part = o2(o, &op_multiply, part, at);
        }
        sum = i ? o2(o, &op_add, sum, part) : part;
    }
    o_set(o, 0, o_broadcast(o, sum, out, rank));
}

/* Each axis is cut to the extent, or filled up with zeros, on both sides; the smaller half is in
 * front. */
void onnx_map_center_crop_pad(O *o) {
    IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const DType dtype = o_dtype(o, x);
    uint32_t n_axes = (uint32_t)rank;
    const int64_t *axes = o_ints(o, "axes", &n_axes);
    if (!axes) n_axes = (uint32_t)rank;
    OnnxKnown size;
    if (!o_known(o, 1, &size)) o_unsupported(o, "an input 1 that is not constant");
    if (size.n != n_axes) o_fail(o, "%u extents for %u axes", size.n, n_axes);
    int64_t *width = O_ARRAY(o, int64_t, 2 * rank);
    bool pads = false;
    for (uint32_t i = 0; i < n_axes; i++) {
        const int32_t axis = (int32_t)o_axis(o, axes ? axes[i] : (int64_t)i, rank);
        const IrDim *from = o_dims(o, x)[axis], *to = size.at[i];
        int64_t n, want;
        if (from == to) continue;
        if (!ir_dim_is_const(from, &n) || !ir_dim_is_const(to, &want))
            o_unsupported(o, "an axis whose extents are not constant");
        if (want < 0 || want > INT_MOST) o_fail(o, "an extent of %lld", (long long)want);
        if (n > want) {
            const int64_t start = (n - want) / 2;
            x = o_slice(o, x, axis, o_dim(o, start), o_dim(o, start + want), 1);
        } else {
            pads = true;
            width[2 * axis] = (want - n) / 2;
            width[2 * axis + 1] = want - n - width[2 * axis];
        }
    }
    if (pads) {
        if (dtype == DTYPE_BOOL) x = o_cast(o, x, DTYPE_INT8);
        x = o_call(o, &op_nn_pad, &x, 1, ATTRS(A_INTS("pad_width", width, 2 * rank)));
    }
    o_set(o, 0, o_cast(o, x, dtype));
}

static const int64_t *small_ints(O *o, const char *name, uint32_t n, int64_t fallback,
                                 int64_t least) {
    const int64_t *v = o_ints_or(o, name, n, fallback);
    for (uint32_t i = 0; i < n; i++) {
        if (v[i] < least || v[i] > INT_MOST)
            o_fail(o, "its attribute '%s' holds %lld", name, (long long)v[i]);
    }
    return v;
}

/* Blocks back where they came from, sums where they overlap: the transposed convolution, each
 * picture and channel by itself, with the weight (places, 1, ..block) that is 1 where a place is
 * itself. */
void onnx_map_col2im(O *o) {
    static const OpDef *const ops[] = {&op_nn_conv1d_transpose, &op_nn_conv2d_transpose,
                                       &op_nn_conv3d_transpose};
    enum { PLACES_MAX = 1 << 10 };
    const IrOperand x = o_in(o, 0);
    uint32_t n, n_block;
    const int64_t *image = o_const_ints(o, 1, &n), *block = o_const_ints(o, 2, &n_block);
    if (o_rank(o, x) != 3 || n != n_block)
        o_fail(o, "an operand of rank %d, and %u and %u extents", o_rank(o, x), n, n_block);
    if (n < 1 || n > SPATIAL_MAX) o_unsupported(o, "a picture of %u dims", n);
    if (o_dtype(o, x) == DTYPE_VOID) o_unsupported(o, "an operand whose element type is not known");
    const int64_t *strides = small_ints(o, "strides", n, 1, 1),
                  *dilations = small_ints(o, "dilations", n, 1, 1),
                  *pads = small_ints(o, "pads", 2 * n, 0, 0);
    const IrDim *const *dims = o_dims(o, x);
    const IrDim *from[SPATIAL_MAX + 2], *to[SPATIAL_MAX + 2];
    int64_t more[SPATIAL_MAX], extents[SPATIAL_MAX + 2], places = 1, blocks = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (block[i] < 1 || block[i] > PLACES_MAX || image[i] < 1 || image[i] > INT_MOST)
            o_fail(o, "a block of %lld in %lld", (long long)block[i], (long long)image[i]);
        places *= block[i];
        const int64_t room = image[i] + pads[i] + pads[n + i] - ((block[i] - 1) * dilations[i] + 1);
        if (room < 0 || places > PLACES_MAX)
            o_fail(o, "a block of %lld in %lld", (long long)block[i], (long long)image[i]);
        const int64_t count = room / strides[i] + 1;
        if (!mul_i64(blocks, count, &blocks)) o_fail(o, "too many blocks");
        more[i] = room % strides[i];
        from[2 + i] = o_dim(o, count);
        to[2 + i] = o_dim(o, image[i]);
        extents[2 + i] = block[i];
    }
    if (ir_dim_eq(o->m, dims[2], o_dim(o, blocks)) == IR_REFUTED)
        o_fail(o, "%lld blocks", (long long)blocks);
    extents[0] = places;
    extents[1] = 1;
    Tensor *t = tensor_new(o->im->ctx, o_dtype(o, x), extents, n + 2);
    for (int64_t i = 0; i < places; i++) {
        const size_t at = (size_t)(i * places + i);
        if (dtype_is_float(t->dtype))
            tensor_set_double(t, at, 1);
        else
            tensor_set_int(t, at, 1);
    }
    const IrOperand weight = o_tensor(o, t);
    to[0] = dims[0];
    to[1] = ir_dim_floordiv(o->m, dims[1], o_dim(o, places));
    from[0] = ir_dim_mul(o->m, dims[0], to[1]);
    from[1] = o_dim(o, places);
    const OAttr attrs[] = {A_INTS("strides", strides, n), A_INTS("padding", pads, 2 * n),
                           A_INTS("output_padding", more, n), A_INTS("dilation", dilations, n)};
    const IrOperand y = o_call(o, ops[n - 1], OPS(o_reshape(o, x, from, (int32_t)n + 2), weight),
                               attrs, ARRAY_LEN(attrs));
    o_set(o, 0, o_reshape(o, y, to, (int32_t)n + 2));
}

/* A convolution whose window's places are moved by offsets and interpolated; zeros are around the
 * picture. The pictures are a list (batch * group * pixels, channels of a group) that pixels are
 * taken from. */
typedef struct {
    O *o;
    int n; /* spatial dims */
    DType dtype;
    const IrDim *batch, *out[SPATIAL_MAX], *places; /* out: extents; places: their product */
    int64_t groups, window, kernel[SPATIAL_MAX], stride[SPATIAL_MAX], dilation[SPATIAL_MAX],
        pad[SPATIAL_MAX];
} Deform;

/* Positions of the window's places along dim i, moved: (batch, group, window, places). */
static IrOperand moved_places(Deform *d, IrOperand offset, int i) {
    O *o = d->o;
    const IrDim *apart[SPATIAL_MAX + 4] = {d->batch, o_dim(o, d->groups), o_dim(o, d->window),
                                           o_dim(o, d->n)};
    for (int k = 0; k < d->n; k++) apart[4 + k] = d->out[k];
    IrOperand move = o_reshape(o, offset, apart, d->n + 4);
    move =
        o_squeeze(o, o_slice(o, move, 3, o_dim(o, i), o_dim(o, i + 1), 1), (const int64_t[]){3}, 1);
    int64_t inner = 1;
    for (int k = i + 1; k < d->n; k++) inner *= d->kernel[k];
    Tensor *t = tensor_new(o->im->ctx, DTYPE_INT64, &d->window, 1);
    for (int64_t k = 0; k < d->window; k++)
        dtype_write_int(DTYPE_INT64, tensor_at(t, (size_t)k),
                        k / inner % d->kernel[i] * d->dilation[i] - d->pad[i]);
    const int32_t rank = d->n + 3;
    const IrOperand first = o_align(o, o_tensor(o, t), 2, rank);
    const IrOperand along =
        o2c(o, &op_multiply, o_counter(o, d->out[i], 3 + i, rank), (double)d->stride[i]);
    const IrOperand at = o_cast(o, o2(o, &op_add, first, along), d->dtype);
    const IrDim *const flat[] = {d->batch, o_dim(o, d->groups), o_dim(o, d->window), d->places};
    return o_reshape(o, o2(o, &op_add, at, move), flat, 4);
}

/* The pixel at floor(p) + step, and the weight that it has. */
static IrOperand neighbour(Deform *d, IrOperand p, const IrDim *extent, int step,
                           IrOperand *weight) {
    O *o = d->o;
    const IrOperand floor = o1(o, &op_floor, p), t = o2(o, &op_subtract, p, floor);
    const IrOperand last = o_dim_number(o, ir_dim_offset(o->m, extent, -1), d->dtype),
                    zero = o_const(o, d->dtype, 0);
    const IrOperand at = step ? o2c(o, &op_add, floor, 1) : floor;
    const IrOperand w = step ? t : o2(o, &op_subtract, o_const(o, d->dtype, 1), t);
    const IrOperand inside = o_between(o, zero, at, last);
    *weight = o3(o, &op_where, inside, w, zero);
    return o_cast(o, o2(o, &op_minimum, o2(o, &op_maximum, at, zero), last), DTYPE_INT64);
}

/* Its attributes and extents. */
static Deform deform_of(O *o, const IrDim *const *dims, const IrDim *const *offsets, IrOperand w) {
    const int32_t n = o_rank(o, w) - 2;
    const uint32_t un = (uint32_t)n;
    Deform d = {.o = o,
                .n = n,
                .batch = dims[0],
                .groups = o_int(o, "offset_group", 1),
                .window = 1,
                .places = o_dim(o, 1)};
    const int64_t *strides = small_ints(o, "strides", un, 1, 1),
                  *dilations = small_ints(o, "dilations", un, 1, 1),
                  *pads = small_ints(o, "pads", 2 * un, 0, 0);
    for (int i = 0; i < n; i++) {
        d.kernel[i] = o_extent(o, w, 2 + i);
        if (d.kernel[i] > KERNEL_MAX || d.kernel[i] * d.window > (int64_t)KERNEL_MAX * KERNEL_MAX)
            o_unsupported(o, "a window of %lld", (long long)d.kernel[i]);
        d.stride[i] = strides[i];
        d.dilation[i] = dilations[i];
        d.pad[i] = pads[i];
        d.out[i] = offsets[2 + i];
        d.window *= d.kernel[i];
        d.places = ir_dim_mul(o->m, d.places, d.out[i]);
    }
    return d;
}

/* What the window's places see: (batch, group, window, places, channels of a group). first: where a
 * picture begins in the list. */
static IrOperand deformed(Deform *d, IrOperand from, IrOperand offset, IrOperand first,
                          const IrDim *const *extents) {
    O *o = d->o;
    IrOperand p[SPATIAL_MAX], sum = o_none();
    for (int i = 0; i < d->n; i++) p[i] = moved_places(d, offset, i);
    for (int k = 0; k < 1 << d->n; k++) {
        IrOperand at = o_none(), weight = o_none();
        for (int i = 0; i < d->n; i++) {
            IrOperand w;
            const IrOperand place = neighbour(d, p[i], extents[i], k >> (d->n - 1 - i) & 1, &w);
            weight = i ? o2(o, &op_multiply, weight, w) : w;
            if (i) at = o2(o, &op_multiply, at, o_dim_number(o, extents[i], DTYPE_INT64));
            at = i ? o2(o, &op_add, at, place) : place;
        }
        at = o2(o, &op_add, at, first);
        const IrOperand v = o_call(o, &op_take, OPS(from, at), ATTRS(A_INT("axis", 0)));
        const IrOperand part = o2(o, &op_multiply, v, o_expand(o, weight, (const int64_t[]){4}, 1));
        sum = k ? o2(o, &op_add, sum, part) : part;
    }
    return sum;
}

void onnx_map_deform_conv(O *o) {
    const IrOperand x = o_in(o, 0), w = o_in(o, 1), offset = o_in(o, 2);
    const int32_t rank = o_rank(o, x);
    if (rank < 3 || rank > SPATIAL_MAX + 2) o_unsupported(o, "an operand of rank %d", rank);
    if (o_rank(o, w) != rank || o_rank(o, offset) != rank)
        o_fail(o, "its operands are of ranks %d, %d and %d", rank, o_rank(o, w), o_rank(o, offset));
    const IrDim *const *dims = o_dims(o, x), *const *offsets = o_dims(o, offset);
    Deform d = deform_of(o, dims, offsets, w);
    d.dtype = o_dtype(o, x);
    const int64_t channels = o_extent(o, x, 1), made = o_extent(o, w, 0),
                  groups = o_int(o, "group", 1);
    if (d.groups < 1 || channels % d.groups || groups < 1 || channels % groups || made % groups ||
        o_extent(o, w, 1) != channels / groups) {
        o_fail(o, "%lld channels in %lld and %lld groups", (long long)channels, (long long)groups,
               (long long)d.groups);
    }
    int64_t moved, seen;
    if (!mul_i64(d.n * d.window, d.groups, &moved) || !mul_i64(channels / groups, d.window, &seen))
        o_unsupported(o, "%lld channels", (long long)channels);
    if (ir_dim_eq(o->m, offsets[1], o_dim(o, moved)) == IR_REFUTED)
        o_fail(o, "its offsets have another number of channels than %lld", (long long)moved);
    const IrDim *pixels = o_dim(o, 1), *const n_groups = o_dim(o, d.groups),
                *const own = o_dim(o, channels / d.groups);
    for (int i = 0; i < d.n; i++) pixels = ir_dim_mul(o->m, pixels, dims[2 + i]);
    const IrDim *const apart[] = {d.batch, n_groups, own, pixels};
    const IrDim *const list[] = {ir_dim_mul(o->m, ir_dim_mul(o->m, d.batch, n_groups), pixels),
                                 own};
    const IrOperand from = o_reshape(
        o, o_permute(o, o_reshape(o, x, apart, 4), (const int64_t[]){0, 1, 3, 2}, 4), list, 2);
    IrOperand first = o2c(o, &op_multiply, o_counter(o, d.batch, 0, 4), (double)d.groups);
    first = o2(o, &op_add, first, o_counter(o, n_groups, 1, 4));
    first = o2(o, &op_multiply, first, o_dim_number(o, pixels, DTYPE_INT64));
    IrOperand sum = deformed(&d, from, offset, first, dims + 2);
    if (o_has(o, 4)) {
        const IrDim *const flat[] = {d.batch, n_groups, o_dim(o, d.window), d.places, o_dim(o, 1)};
        sum = o2(o, &op_multiply, sum, o_reshape(o, o_in(o, 4), flat, 5));
    }
    /* (batch, groups, channels * window, places) */
    const IrDim *const columns[] = {d.batch, o_dim(o, groups), o_dim(o, seen), d.places};
    const IrDim *const rows[] = {o_dim(o, groups), o_dim(o, made / groups), columns[2]};
    const IrDim *out[SPATIAL_MAX + 2] = {d.batch, o_dim(o, made)};
    for (int i = 0; i < d.n; i++) out[2 + i] = d.out[i];
    const IrOperand all =
        o_reshape(o, o_permute(o, sum, (const int64_t[]){0, 1, 4, 2, 3}, 5), columns, 4);
    IrOperand result = o_reshape(o, o2(o, &op_matmul, o_reshape(o, w, rows, 3), all), out, rank);
    if (o_has(o, 3)) result = o2(o, &op_add, result, o_align(o, o_in(o, 3), 1, rank));
    o_set(o, 0, result);
}
