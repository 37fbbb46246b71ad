/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions, pooling, normalization, and what else stands between a network's layers. */
#include <math.h>

#include "onnx/import.h"

/* Sums and products of attributes and extents up to INT_MOST fit 64 bits. */
enum { SPATIAL_MAX = 3, INT_MOST = INT32_MAX, OPEN = -1 };

/* A window over the spatial dims, as attributes say it. An extent of `kernel` is OPEN where only
 * the run knows it. */
typedef struct {
    int32_t n; /* spatial dims */
    int64_t kernel[SPATIAL_MAX], strides[SPATIAL_MAX], dilations[SPATIAL_MAX],
        pads[2 * SPATIAL_MAX];
    bool ceil; /* of pooling */
} Window;

static void read_ints(O *o, const char *name, int32_t n, int64_t fallback, int64_t least,
                      int64_t *out) {
    const int64_t *v = o_ints_or(o, name, (uint32_t)n, fallback);
    for (int32_t i = 0; i < n; i++) {
        if (v[i] < least) o_fail(o, "its attribute '%s' holds %lld", name, (long long)v[i]);
        out[i] = v[i];
    }
}

/* Before anything is computed of a window: what is only handed on to the operator may be
 * greater. */
static void check_window_is_small(O *o, const Window *w) {
    const struct {
        const char *name;
        const int64_t *v;
        int32_t n;
    } all[] = {{"kernel_shape", w->kernel, w->n},
               {"strides", w->strides, w->n},
               {"dilations", w->dilations, w->n},
               {"pads", w->pads, 2 * w->n}};
    for (size_t k = 0; k < ARRAY_LEN(all); k++) {
        for (int32_t i = 0; i < all[k].n; i++) {
            if (all[k].v[i] > INT_MOST)
                o_unsupported(o, "its attribute '%s', which holds %lld,", all[k].name,
                              (long long)all[k].v[i]);
        }
    }
}

static Str pad_mode(O *o) {
    static const char *const modes[] = {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", ""};
    const Str mode = o_str(o, "auto_pad", "NOTSET");
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(modes); i++) known |= str_eq_c(mode, modes[i]);
    if (!known)
        o_fail(o, "its attribute 'auto_pad' is '%.*s'", (int)(mode.len < 40 ? mode.len : 40),
               mode.ptr);
    return mode;
}

/* A spatial extent that pads are computed from. */
static int64_t spatial_extent(O *o, IrOperand x, int32_t i) {
    const int64_t v = o_extent(o, x, i);
    if (v > INT_MOST) o_fail(o, "a dim of %lld", (long long)v);
    return v;
}

/* Of the dilated kernel, which pads are computed from. */
static int64_t kernel_extent(O *o, const Window *w, int32_t i) {
    if (w->kernel[i] == OPEN)
        o_unsupported(o, "its padding, which depends on its weight's dim %d that is not constant,",
                      i + 2);
    return (w->kernel[i] - 1) * w->dilations[i] + 1;
}

/* `kernel` NULL: from the attribute. Padding that keeps the extent (auto_pad) is computed here. */
static Window window_of(O *o, IrOperand x, const int64_t *kernel) {
    Window w = {.n = o_rank(o, x) - 2};
    if (w.n < 1 || w.n > SPATIAL_MAX) o_unsupported(o, "an operand of rank %d", w.n + 2);
    if (kernel) {
        memcpy(w.kernel, kernel, (size_t)w.n * sizeof *kernel);
        int64_t said[SPATIAL_MAX];
        const bool is_said = o_given(o, "kernel_shape");
        if (is_said) read_ints(o, "kernel_shape", w.n, 1, 1, said);
        for (int32_t i = 0; is_said && i < w.n; i++) {
            if (said[i] != kernel[i] && kernel[i] != OPEN)
                o_fail(o, "its attribute 'kernel_shape' says %lld, its weight %lld",
                       (long long)said[i], (long long)kernel[i]);
        }
    } else {
        if (!o_given(o, "kernel_shape")) o_fail(o, "its attribute 'kernel_shape' is missing");
        read_ints(o, "kernel_shape", w.n, 1, 1, w.kernel);
    }
    read_ints(o, "strides", w.n, 1, 1, w.strides);
    read_ints(o, "dilations", w.n, 1, 1, w.dilations);
    const Str mode = pad_mode(o);
    const bool upper = str_eq_c(mode, "SAME_UPPER"), lower = str_eq_c(mode, "SAME_LOWER");
    if (str_eq_c(mode, "VALID")) return w;
    if (!upper && !lower) {
        read_ints(o, "pads", 2 * w.n, 0, 0, w.pads);
        return w;
    }
    check_window_is_small(o, &w);
    for (int32_t i = 0; i < w.n; i++) {
        const int64_t reach = kernel_extent(o, &w, i);
        int64_t total = reach - 1; /* stride 1: whatever the extent */
        if (w.strides[i] != 1) {
            const int64_t extent = spatial_extent(o, x, i + 2),
                          out = (extent + w.strides[i] - 1) / w.strides[i];
            total = (out - 1) * w.strides[i] + reach - extent;
        }
        if (total < 0) total = 0;
        w.pads[i] = upper ? total / 2 : total - total / 2;
        w.pads[w.n + i] = total - w.pads[i];
    }
    return w;
}

/* The spatial extents of a weight. What is not constant is as 'kernel_shape' says, which the run
 * checks of the weight that is returned, else OPEN. */
static IrOperand kernel_extents(O *o, IrOperand weight, int32_t rank, int64_t *out) {
    if (o_rank(o, weight) != rank)
        o_fail(o, "its weight has rank %d instead of %d", o_rank(o, weight), rank);
    int64_t said[SPATIAL_MAX];
    const bool is_said = o_given(o, "kernel_shape") && rank > 2 && rank <= 2 + SPATIAL_MAX;
    if (is_said) read_ints(o, "kernel_shape", rank - 2, 1, 1, said);
    const IrDim **dims = O_ARRAY(o, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) dims[i] = o_dims(o, weight)[i];
    for (int32_t i = 0; i < rank - 2 && i < SPATIAL_MAX; i++) {
        if (ir_dim_is_const(dims[i + 2], &out[i])) continue;
        out[i] = is_said ? said[i] : OPEN;
        if (is_said) dims[i + 2] = o_dim(o, said[i]);
    }
    return o_match(o, weight, ir_type_tensor(o->m, dims, rank, o_dtype(o, weight)));
}

IrOperand o_add_bias(O *o, IrOperand y, uint32_t input) {
    if (!o_has(o, input)) return y;
    return o2(o, &op_add, y, o_align(o, o_in(o, input), 1, o_rank(o, y)));
}

IrOperand o_convolve(O *o, IrOperand x, IrOperand weight) {
    static const OpDef *const ops[] = {&op_nn_conv1d, &op_nn_conv2d, &op_nn_conv3d};
    int64_t kernel[SPATIAL_MAX] = {0};
    weight = kernel_extents(o, weight, o_rank(o, x), kernel);
    const Window w = window_of(o, x, kernel);
    const OAttr attrs[] = {A_INTS("strides", w.strides, w.n), A_INTS("padding", w.pads, 2 * w.n),
                           A_INTS("dilation", w.dilations, w.n),
                           A_INT("groups", o_int(o, "group", 1))};
    return o_call(o, ops[w.n - 1], OPS(x, weight), attrs, ARRAY_LEN(attrs));
}

void onnx_map_conv(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, o_add_bias(o, o_convolve(o, x, o_in(o, 1)), 2));
}

void onnx_map_conv_transpose(O *o) {
    static const OpDef *const ops[] = {&op_nn_conv1d_transpose, &op_nn_conv2d_transpose,
                                       &op_nn_conv3d_transpose};
    const IrOperand x = o_in(o, 0);
    int64_t kernel[SPATIAL_MAX] = {0}, more[SPATIAL_MAX];
    const IrOperand weight = kernel_extents(o, o_in(o, 1), o_rank(o, x), kernel);
    Window w = {.n = o_rank(o, x) - 2};
    if (w.n < 1 || w.n > SPATIAL_MAX) o_unsupported(o, "an operand of rank %d", w.n + 2);
    read_ints(o, "strides", w.n, 1, 1, w.strides);
    read_ints(o, "dilations", w.n, 1, 1, w.dilations);
    read_ints(o, "output_padding", w.n, 0, 0, more);
    const Str mode = pad_mode(o);
    const bool upper = str_eq_c(mode, "SAME_UPPER"), same = upper || str_eq_c(mode, "SAME_LOWER");
    uint32_t n_shape;
    const int64_t *shape = o_ints(o, "output_shape", &n_shape);
    if (!same && !shape) {
        if (!str_eq_c(mode, "VALID")) read_ints(o, "pads", 2 * w.n, 0, 0, w.pads);
    }
    memcpy(w.kernel, kernel, sizeof kernel);
    if (same || shape) check_window_is_small(o, &w);
    for (int32_t i = 0; (same || shape) && i < w.n; i++) {
        if (more[i] > INT_MOST)
            o_fail(o, "its attribute 'output_padding' holds %lld", (long long)more[i]);
        const int64_t extent = spatial_extent(o, x, i + 2), reach = kernel_extent(o, &w, i);
        if (shape && (int32_t)n_shape < w.n)
            o_fail(o, "its attribute 'output_shape' has %u ints", n_shape);
        if (shape && (shape[n_shape - (uint32_t)w.n + (uint32_t)i] < 0 ||
                      shape[n_shape - (uint32_t)w.n + (uint32_t)i] > INT_MOST)) {
            o_fail(o, "its attribute 'output_shape' is out of range");
        }
        const int64_t want =
            shape ? shape[n_shape - (uint32_t)w.n + (uint32_t)i] : extent * w.strides[i];
        int64_t total = (extent - 1) * w.strides[i] + more[i] + reach - want;
        if (total < 0) {
            more[i] -= total;
            total = 0;
        }
        w.pads[i] = upper ? total / 2 : total - total / 2;
        w.pads[w.n + i] = total - w.pads[i];
    }
    const OAttr attrs[] = {A_INTS("strides", w.strides, w.n), A_INTS("padding", w.pads, 2 * w.n),
                           A_INTS("output_padding", more, w.n),
                           A_INTS("dilation", w.dilations, w.n),
                           A_INT("groups", o_int(o, "group", 1))};
    o_set(o, 0, o_add_bias(o, o_call(o, ops[w.n - 1], OPS(x, weight), attrs, ARRAY_LEN(attrs)), 2));
}

typedef enum { FILL_NEVER, FILL_IF_NEEDED, FILL_ALWAYS } Fill;

/* The window of pooling. ceil_mode gives no window that begins in the padding at the end, as
 * nn.max_pool would: where there would be one, all dims are rounded down, and the last windows of
 * the others are filled up by more padding. With FILL_NEVER, what no window of such a dim reaches
 * is cut off. */
static Window pooling_of(O *o, IrOperand *x, Fill fill) {
    Window w = window_of(o, *x, NULL);
    int64_t extents[SPATIAL_MAX], more[SPATIAL_MAX] = {0}, less[SPATIAL_MAX] = {0};
    bool drops = false, unknown = false;
    w.ceil = o_int(o, "ceil_mode", 0) != 0;
    if (w.ceil) check_window_is_small(o, &w);
    for (int32_t i = 0; w.ceil && i < w.n; i++) {
        const int64_t reach = (w.kernel[i] - 1) * w.dilations[i] + 1, stride = w.strides[i];
        if (!ir_dim_is_const(o_dims(o, *x)[i + 2], &extents[i])) {
            /* A last window that is not whole begins outside by the extent's remainder: always,
             * never, or now and then. */
            const bool always = reach <= w.pads[w.n + i] + 1,
                       never = stride + w.pads[w.n + i] <= reach;
            if (stride != 1 && !always && !never)
                o_unsupported(o, "its ceil_mode, where dim %d is not constant,", i + 2);
            drops |= stride != 1 && always;
            unknown |= stride != 1;
            continue;
        }
        extents[i] = spatial_extent(o, *x, i + 2);
        const int64_t room = extents[i] + w.pads[i] + w.pads[w.n + i] - reach, rest = room % stride;
        if (room < 0 || rest == 0) continue;
        const bool begins_outside = room - rest + stride >= extents[i] + w.pads[i];
        drops |= begins_outside;
        *(begins_outside ? &less[i] : &more[i]) = begins_outside ? rest : stride - rest;
    }
    if (!w.ceil || (!drops && fill != FILL_ALWAYS)) return w;
    if (unknown) o_unsupported(o, "its ceil_mode, where a dim is not constant,");
    w.ceil = fill == FILL_NEVER;
    for (int32_t i = 0; i < w.n; i++) {
        int64_t *end = &w.pads[w.n + i];
        if (!w.ceil) {
            *end += more[i];
        } else if (less[i] <= *end) {
            *end -= less[i];
        } else {
            *x = o_slice(o, *x, i + 2, o_dim(o, 0), o_dim(o, extents[i] - (less[i] - *end)), 1);
            *end = 0;
        }
    }
    return w;
}

static IrOperand pool(O *o, const OpDef *const *ops, IrOperand x, const Window *w, bool count_pad) {
    const OAttr attrs[] = {
        A_INTS("pool_size", w->kernel, w->n), A_INTS("strides", w->strides, w->n),
        A_INTS("padding", w->pads, 2 * w->n), A_INTS("dilation", w->dilations, w->n),
        A_BOOL("ceil_mode", w->ceil),         A_BOOL("count_include_pad", count_pad)};
    return o_call(o, ops[w->n - 1], &x, 1, attrs, ARRAY_LEN(attrs));
}

static const OpDef *const max_pools[] = {&op_nn_max_pool1d, &op_nn_max_pool2d, &op_nn_max_pool3d};
static const OpDef *const avg_pools[] = {&op_nn_avg_pool1d, &op_nn_avg_pool2d, &op_nn_avg_pool3d};

/* Where in x, by number in row-major order (or with the spatial dims reversed), the greatest
 * element of each window is: the elements that a place of the window meets are one tensor, and the
 * first greatest of these tells the place. */
static IrOperand max_indices(O *o, IrOperand x, IrOperand y, const Window *w) {
    enum { PLACES_MAX = 1024 };
    const int32_t rank = w->n + 2;
    const IrDim *const *dims = o_dims(o, x), *const *out = o_dims(o, y);
    int64_t *width = O_ARRAY(o, int64_t, 2 * rank), places = 1;
    check_window_is_small(o, w);
    for (int32_t i = 0; i < w->n; i++) {
        places *= w->kernel[i];
        if (places > PLACES_MAX) o_unsupported(o, "indices of a window of that size");
        width[2 * i + 4] = w->pads[i];
        width[2 * i + 5] = w->pads[w->n + i] + w->strides[i]; /* ceil_mode looks further */
    }
    const DType dtype = dtype_is_float(o_dtype(o, x)) ? o_dtype(o, x) : DTYPE_FLOAT64;
    const IrOperand wide = o_cast(o, x, dtype);
    const OAttr pad[] = {A_INTS("pad_width", width, 2 * rank),
                         A_FLOAT("pad_value", -(double)INFINITY)};
    const IrOperand padded = o_call(o, &op_nn_pad, &wide, 1, pad, 2);
    IrOperand *items = O_ARRAY(o, IrOperand, places);
    for (int64_t k = 0; k < places; k++) {
        int64_t rest = k;
        items[k] = padded;
        for (int32_t i = w->n; i-- > 0; rest /= w->kernel[i]) {
            const int64_t first = rest % w->kernel[i] * w->dilations[i];
            const IrDim *end = ir_dim_offset(
                o->m, ir_dim_scale(o->m, ir_dim_offset(o->m, out[i + 2], -1), w->strides[i]),
                first + 1);
            items[k] = o_slice(o, items[k], i + 2, o_dim(o, first), end, w->strides[i]);
        }
        items[k] = o_expand(o, items[k], (const int64_t[]){0}, 1);
    }
    const IrOperand all = o_concat(o, items, (uint32_t)places, 0);
    IrOperand at = o_call(o, &op_argmax, &all, 1, ATTRS(A_INT("axis", 0)));
    const bool reversed = o_int(o, "storage_order", 0) != 0;
    IrOperand *position = O_ARRAY(o, IrOperand, w->n);
    for (int32_t i = w->n; i-- > 0;) {
        const IrOperand k = o2c(o, &op_multiply, o2c(o, &op_floor_mod, at, (double)w->kernel[i]),
                                (double)w->dilations[i]);
        at = o2c(o, &op_floor_divide, at, (double)w->kernel[i]);
        const IrOperand first =
            o2c(o, &op_multiply, o_counter(o, out[i + 2], i + 2, rank), (double)w->strides[i]);
        position[i] = o2c(o, &op_subtract, o2(o, &op_add, first, k), (double)w->pads[i]);
    }
    const IrOperand image = o_counter(o, out[0], 0, rank);
    const IrOperand n = o2(o, &op_multiply, image, o_dim_number(o, dims[1], DTYPE_INT64));
    IrOperand sum = o2(o, &op_add, n, o_counter(o, out[1], 1, rank));
    for (int32_t i = 0; i < w->n; i++) {
        const int32_t d = reversed ? w->n - 1 - i : i;
        sum = o2(o, &op_add, o2(o, &op_multiply, sum, o_dim_number(o, dims[d + 2], DTYPE_INT64)),
                 position[d]);
    }
    return sum;
}

IrOperand o_max_pool(O *o, IrOperand x) {
    const Window w = pooling_of(o, &x, FILL_IF_NEEDED);
    return pool(o, max_pools, x, &w, false);
}

void onnx_map_max_pool(O *o) {
    IrOperand x = o_in(o, 0);
    const Window w = pooling_of(o, &x, FILL_IF_NEEDED);
    const IrOperand y = pool(o, max_pools, x, &w, false);
    o_set(o, 0, y);
    if (o_wants(o, 1)) o_set(o, 1, max_indices(o, x, y, &w));
}

/* The padding as elements. */
static IrOperand padded_by(O *o, IrOperand x, Window *w) {
    const int32_t rank = w->n + 2;
    int64_t *width = O_ARRAY(o, int64_t, 2 * rank);
    for (int32_t i = 0; i < w->n; i++) {
        width[2 * i + 4] = w->pads[i];
        width[2 * i + 5] = w->pads[w->n + i];
        w->pads[i] = w->pads[w->n + i] = 0;
    }
    const OAttr attrs[] = {A_INTS("pad_width", width, 2 * rank), A_FLOAT("pad_value", 0)};
    return o_call(o, &op_nn_pad, &x, 1, attrs, ARRAY_LEN(attrs));
}

IrOperand o_average_pool(O *o, IrOperand x) {
    bool counts = o_int(o, "count_include_pad", 0) != 0;
    Window w = pooling_of(o, &x, counts ? FILL_NEVER : FILL_IF_NEEDED);
    /* Padding counts, but not what ceil_mode looks at behind it: so the padding becomes
     * elements. */
    if (counts && w.ceil) {
        x = padded_by(o, x, &w);
        counts = false;
    }
    return pool(o, avg_pools, x, &w, counts);
}

void onnx_map_average_pool(O *o) { o_set(o, 0, o_average_pool(o, o_in(o, 0))); }

/* (sum of |x|^p)^(1/p): the mean times the window's elements. */
void onnx_map_lp_pool(O *o) {
    IrOperand x = o_in(o, 0);
    const Window w = pooling_of(o, &x, FILL_ALWAYS);
    const double p = o->opset < 2 ? o_float(o, "p", 2) : (double)o_int(o, "p", 2);
    if (!(p >= 1)) o_fail(o, "its attribute 'p' is %g", p);
    double elements = 1;
    for (int32_t i = 0; i < w.n; i++) elements *= (double)w.kernel[i];
    const IrOperand mean = pool(o, avg_pools, o2c(o, &op_power, o1(o, &op_abs, x), p), &w, true);
    o_set(o, 0, o2c(o, &op_power, o2c(o, &op_multiply, mean, elements), 1 / p));
}

void onnx_map_global_pool(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = o_axes_from(o, 2, o_rank(o, x), &n);
    o_set(o, 0,
          o_reduce(o, strcmp(o->row->name, "GlobalMaxPool") == 0 ? &op_max : &op_mean, x, axes, n,
                   true));
}

void onnx_map_global_lp_pool(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = o_axes_from(o, 2, o_rank(o, x), &n);
    const double p = o->opset < 2 ? o_float(o, "p", 2) : (double)o_int(o, "p", 2);
    const IrOperand sum =
        o_reduce(o, &op_sum, o2c(o, &op_power, o1(o, &op_abs, x), p), axes, n, true);
    o_set(o, 0, o2c(o, &op_power, sum, 1 / p));
}

/* The sum of squares over `size` channels, as the mean of a window over (N, 1, C, rest). */
void onnx_map_lrn(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x);
    const int64_t size = o_int(o, "size", 1);
    if (rank < 2 || size < 1 || size > INT_MOST)
        o_fail(o, "its operand has rank %d, its size is %lld", rank, (long long)size);
    const IrDim *rest = o_dim(o, 1);
    for (int32_t i = 2; i < rank; i++) rest = ir_dim_mul(o->m, rest, dims[i]);
    const IrDim *const wide[] = {dims[0], o_dim(o, 1), dims[1], rest};
    const Window w = {.n = 2,
                      .kernel = {size, 1},
                      .strides = {1, 1},
                      .dilations = {1, 1},
                      .pads = {(size - 1) / 2, 0, size / 2, 0}};
    const IrOperand mean =
        pool(o, avg_pools, o_reshape(o, o1(o, &op_square, x), wide, 4), &w, true);
    IrOperand y =
        o2c(o, &op_multiply, o_reshape(o, mean, dims, rank), o_float(o, "alpha", (double)1e-4f));
    y = o2c(o, &op_power, o2c(o, &op_add, y, o_float(o, "bias", 1)), o_float(o, "beta", 0.75));
    o_set(o, 0, o2(o, &op_divide, x, y));
}

/* Random only in training: the mask is then of nn.dropout, which AssignRandom makes random. */
void onnx_map_dropout(O *o) {
    const IrOperand x = o_in(o, 0);
    double ratio = 0.5;
    bool training = o->opset < 7 && !o_int(o, "is_test", 0) && o_wants(o, 1);
    if (o->opset < 12) {
        ratio = o_float(o, "ratio", 0.5);
    } else {
        training = o_const_number(o, 2, 0) != 0;
        ratio = o_const_number(o, 1, 0.5);
    }
    IrOperand y = x, mask = x;
    if (training && ratio != 0) {
        const IrOperand both = o_call(o, &op_nn_dropout, &x, 1, ATTRS(A_FLOAT("rate", ratio)));
        y = o_field(o, both, 0);
        mask = o2c(o, &op_not_equal, o_field(o, both, 1), 0);
    } else if (o_wants(o, 1)) {
        mask = o_call(o, &op_ones_like, &x, 1, ATTRS(A_DTYPE("dtype", DTYPE_BOOL)));
    }
    o_set(o, 0, y);
    if (o_wants(o, 1)) o_set(o, 1, o->opset < 10 ? o_cast(o, mask, o_dtype(o, x)) : mask);
}

static IrOperand transposed(O *o, IrOperand x, bool yes) {
    return yes ? o_permute(o, x, (const int64_t[]){1, 0}, 2) : x;
}

IrOperand o_gemm(O *o) {
    const IrOperand a = transposed(o, o_in(o, 0), o_int(o, "transA", 0) != 0);
    const IrOperand b = transposed(o, o_in(o, 1), o_int(o, "transB", 0) != 0);
    const double alpha = o_float(o, "alpha", 1), beta = o_float(o, "beta", 1);
    IrOperand y = o2(o, &op_matmul, a, b);
    if (alpha != 1) y = o2c(o, &op_multiply, y, alpha);
    if (o_has(o, 2)) {
        IrOperand c = o_in(o, 2);
        if (beta != 1) c = o2c(o, &op_multiply, c, beta);
        y = o2(o, &op_add, y, c);
    }
    return y;
}

void onnx_map_gemm(O *o) { o_set(o, 0, o_gemm(o)); }

void onnx_map_einsum(O *o) {
    IrOperand *items = O_ARRAY(o, IrOperand, o->n_in);
    uint32_t n;
    for (uint32_t i = 0; i < o->n_in; i++) items[i] = o_in(o, i);
    StrBuf b;
    strbuf_init(&b, &o->im->arena);
    const Str equation = o_str(o, "equation", "");
    for (size_t i = 0; i < equation.len; i++) {
        if (equation.ptr[i] != ' ') strbuf_putc(&b, equation.ptr[i]);
    }
    const IrOperand *ops = o_tuple(o, items, o->n_in, &n);
    o_set(o, 0, o_call(o, &op_einsum, ops, n, ATTRS(A_STR("subscripts", strbuf_cstr(&b)))));
}

/* Before opset 13 the dims from axis on are one. The operand as it is to be taken, and along which
 * axis. */
static IrOperand flattened(O *o, IrOperand x, int64_t *axis) {
    const int32_t rank = o_rank(o, x);
    if (o->opset >= 13) {
        *axis = o_axis(o, o_int(o, "axis", -1), rank);
        return x;
    }
    *axis = o_axis(o, o_int(o, "axis", 1), rank);
    if (*axis == rank - 1) return x;
    const IrDim *const *dims = o_dims(o, x);
    const IrDim *out[] = {o_dim(o, 1), o_dim(o, 1)};
    for (int32_t i = 0; i < rank; i++) out[i >= *axis] = ir_dim_mul(o->m, out[i >= *axis], dims[i]);
    *axis = 1;
    return o_reshape(o, x, out, 2);
}

static IrOperand like(O *o, IrOperand y, IrOperand x) {
    return o_has_dims(o, x) ? o_reshape(o, y, o_dims(o, x), o_rank(o, x)) : y;
}

void onnx_map_softmax(O *o) {
    const IrOperand x = o_in(o, 0);
    int64_t axis;
    const IrOperand flat = flattened(o, x, &axis);
    const OpDef *op = strcmp(o->row->name, "Softmax") == 0 ? &op_nn_softmax : &op_nn_log_softmax;
    o_set(o, 0, like(o, o_call(o, op, &flat, 1, ATTRS(A_INT("axis", axis))), x));
}

/* 1 at the first greatest element. */
void onnx_map_hardmax(O *o) {
    const IrOperand x = o_in(o, 0);
    int64_t axis;
    const IrOperand flat = flattened(o, x, &axis);
    const IrOperand at =
        o_call(o, &op_argmax, &flat, 1, ATTRS(A_INT("axis", axis), A_BOOL("keepdims", true)));
    const IrOperand place = o_counter(o, o_dims(o, flat)[axis], (int32_t)axis, o_rank(o, flat));
    o_set(o, 0, like(o, o_cast(o, o2(o, &op_equal, at, place), o_dtype(o, x)), x));
}

/* Losses. Targets other than int64 or int32 are no class; ignore_index that is not given is no
 * class either. */
static IrOperand nll(O *o, IrOperand x, IrOperand targets, uint32_t weights) {
    const Str reduction = o_str(o, "reduction", "mean");
    const char *how = arena_strdup(&o->im->arena, reduction);
    const IrOperand ops[] = {x, targets, o_has(o, weights) ? o_in(o, weights) : o_none()};
    const int64_t ignored = o_given(o, "ignore_index") ? o_int(o, "ignore_index", 0) : INT32_MIN;
    return o_call(o, &op_nn_nll_loss, ops, 3,
                  ATTRS(A_STR("reduction", how), A_INT("ignore_index", ignored)));
}

void onnx_map_nll_loss(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, nll(o, x, o_in(o, 1), 2));
}

void onnx_map_softmax_loss(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrOperand y = o_call(o, &op_nn_log_softmax, &x, 1, ATTRS(A_INT("axis", 1)));
    o_set(o, 0, nll(o, y, o_in(o, 1), 2));
    o_set(o, 1, y);
}
