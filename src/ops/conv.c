/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions over one, two and three spatial dims, and their transposes. One rule serves all, as
 * the layouts say where N, C, O, I and the spatial dims stand. */
#include "ops/conv.h"

#include "ops/ops.h"
#include "ops/sample.h"
#include "ops/spatial.h"

enum { C_LAYOUT = 1, C_RANK, C_DTYPE, C_STRIDES, C_GROUPS, C_CHANNELS, C_KERNEL, C_OUTPUT_PADDING };

#define SHARED                                                                                     \
    "data_layout and out_layout are permutations of N, C and the spatial letters, "                \
    "kernel_layout of O, I and the spatial letters; no blocked layouts",                           \
        "data and weight have two dims more than there are spatial ones",                          \
        "data and weight have one dtype, an integer or floating-point one; so is out_dtype",       \
        "strides and dilation are 1 or more, padding is 0 or more"

static const char *const conv_constraints[] = {
    SHARED,
    "groups is 1 or more and divides the channels of data and dim O of weight",
    "the channels of data are groups times dim I of weight",
    "no kernel extent is 0, and the dilated kernel fits in the padded data",
    NULL,
};

static const char *const transpose_constraints[] = {
    SHARED,
    "groups is 1 or more and divides the channels of data",
    "the channels of data equal dim I of weight",
    "no kernel extent is 0, and no extent of the result is negative",
    "output_padding is 0 or more and less than the stride",
    NULL,
};

/* groups divides `channels`, called `what`. */
static bool check_groups(IrInfer *in, const IrDim *channels, const char *what) {
    int64_t groups = infer_int(in, "groups");
    const IrDim *zero = ir_dim_const(in->m, 0);
    if (infer_equal(in, ir_dim_floormod(in->m, channels, ir_dim_const(in->m, groups)), zero) !=
        IR_REFUTED) {
        return true;
    }
    infer_fail(in, C_GROUPS, infer_text(in, "%s that %lld groups divide", what, (long long)groups),
               ir_dim_text(in->m, channels));
    return false;
}

static bool check_output_padding(IrInfer *in, int n, const int64_t *strides, int64_t *out) {
    if (!spatial_ints(in, "output_padding", n, 0, C_OUTPUT_PADDING, out)) return false;
    for (int i = 0; i < n; i++) {
        if (out[i] < strides[i]) continue;
        infer_fail(
            in, C_OUTPUT_PADDING,
            infer_text(in, "output_padding less than the stride %lld", (long long)strides[i]),
            infer_text(in, "%lld", (long long)out[i]));
        return false;
    }
    return true;
}

/* (extent - 1) * stride + dilation * (kernel - 1) + 1 + output_padding - pads. NULL: reported. */
static const IrDim *transposed_extent(IrInfer *in, const SpatialWindow *w, int64_t output_padding) {
    IrModule *m = in->m;
    const IrDim *one = ir_dim_const(m, 1), *zero = ir_dim_const(m, 0);
    if (infer_at_most(in, one, w->kernel) == IR_REFUTED) {
        infer_fail(in, C_KERNEL, infer_text(in, "a kernel extent along %c of 1 or more", w->letter),
                   ir_dim_text(m, w->kernel));
        return NULL;
    }
    const IrDim *first = ir_dim_scale(m, ir_dim_sub(m, w->extent, one), w->stride);
    const IrDim *reach = ir_dim_scale(m, ir_dim_sub(m, w->kernel, one), w->dilation);
    const IrDim *full =
        ir_dim_offset(m, ir_dim_offset(m, ir_dim_add(m, first, reach), 1), output_padding);
    const IrDim *extent = ir_dim_offset(m, ir_dim_offset(m, full, -w->before), -w->after);
    if (ir_dim_le(m, zero, extent) != IR_REFUTED) return extent;
    infer_fail(in, C_KERNEL, infer_text(in, "an extent along %c of 0 or more", w->letter),
               ir_dim_text(m, extent));
    return NULL;
}

static const IrType *infer(IrInfer *in) {
    const ConvRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[0].type, *weight = in->args[1].type;
    const char *letters = spatial_data_letters(n);

    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "data_layout", letters, C_LAYOUT, data_at) ||
        !spatial_layout(in, "kernel_layout", spatial_kernel_letters(n), C_LAYOUT, kernel_at) ||
        !spatial_out_layout(in, "data_layout", letters, C_LAYOUT, out_at)) {
        return NULL;
    }
    if (!infer_ndim(in, 0, n + 2, C_RANK) || !infer_ndim(in, 1, n + 2, C_RANK)) return NULL;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, C_DTYPE, &dtype)) return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT | KIND_FLOAT, C_DTYPE)) return NULL;
    }
    if (!infer_sum_dtype(in, "out_dtype", dtype, C_DTYPE, &dtype)) return NULL;

    int64_t strides[SPATIAL_MAX], dilation[SPATIAL_MAX], padding[2 * SPATIAL_MAX];
    int64_t output_padding[SPATIAL_MAX] = {0};
    if (!spatial_ints(in, "strides", n, 1, C_STRIDES, strides) ||
        !spatial_padding(in, n, C_STRIDES, padding) ||
        !spatial_ints(in, "dilation", n, 1, C_STRIDES, dilation)) {
        return NULL;
    }
    if (row->transpose && !check_output_padding(in, n, strides, output_padding)) return NULL;

    int64_t groups = infer_int(in, "groups");
    if (groups < 1) {
        return infer_fail(in, C_GROUPS, "groups of 1 or more",
                          infer_text(in, "%lld", (long long)groups));
    }
    if (data->dims && !check_groups(in, data->dims[data_at[1]], "channels of data")) return NULL;
    if (weight->dims && !row->transpose &&
        !check_groups(in, weight->dims[kernel_at[0]], "a dim O of weight")) {
        return NULL;
    }
    if (!data->dims || !weight->dims) return infer_tensor_ndim(in, n + 2, dtype);

    const IrDim *out_channels = weight->dims[kernel_at[0]],
                *in_channels = weight->dims[kernel_at[1]];
    if (row->transpose) {
        out_channels = ir_dim_scale(in->m, out_channels, groups);
    } else {
        in_channels = ir_dim_scale(in->m, in_channels, groups);
    }
    if (!infer_dim_eq(in, in_channels, data->dims[data_at[1]], C_CHANNELS,
                      "the channels of `data`")) {
        return NULL;
    }
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[out_at[0]] = data->dims[data_at[0]];
    dims[out_at[1]] = out_channels;
    for (int i = 0; i < n; i++) {
        SpatialWindow w = {
            .extent = data->dims[data_at[2 + i]],
            .kernel = weight->dims[kernel_at[2 + i]],
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .letter = letters[2 + i],
        };
        const IrDim *extent = row->transpose ? transposed_extent(in, &w, output_padding[i])
                                             : spatial_windows(in, &w, C_KERNEL);
        if (!extent) return NULL;
        dims[out_at[2 + i]] = extent;
    }
    return infer_tensor(in, dims, n + 2, dtype);
}

/* What the two meanings read from the call. */
typedef struct {
    int n;
    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    const int64_t *strides, *padding, *dilation;
    int64_t groups;
    DType acc;
} Conv;

static Conv conv_of(const OpLower *low) {
    const ConvRow *row = low->op->data;
    Conv c = {
        .n = row->n,
        .strides = lower_attr(low, "strides")->ints,
        .padding = lower_attr(low, "padding")->ints,
        .dilation = lower_attr(low, "dilation")->ints,
        .groups = lower_int(low, "groups"),
        .acc = lower_acc_dtype(low->out[0]->dtype),
    };
    spatial_positions(lower_attr(low, "data_layout")->s, spatial_data_letters(c.n), c.data_at);
    spatial_positions(lower_attr(low, "kernel_layout")->s, spatial_kernel_letters(c.n),
                      c.kernel_at);
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(c.n), c.out_at);
    return c;
}

/* sum += data[from] * weight[kernel] */
static void add_product(OpLower *low, const Conv *c, const LoopBuffer *sum,
                        const LoopExpr *const *from, const LoopExpr *const *kernel) {
    const LoopExpr *x = l_cast(low, c->acc, lower_load(low, low->in[0], from));
    const LoopExpr *w = l_cast(low, c->acc, lower_load(low, low->in[1], kernel));
    loop_set(low->b, sum, l_add(low, loop_get(low->b, sum), l_mul(low, x, w)));
}

/* Channels-last data: its channels are the innermost loop, within what says whether the window is
 * inside. */
static bool channels_last(const Conv *c) { return c->data_at[1] == c->n + 1; }

static bool is_one(const LoopExpr *e) { return e->kind == LOOP_CONST && e->i == 1; }

/* The loop over the channels of a group; none where there is one. */
static const LoopExpr *open_channels(OpLower *low, const LoopExpr *n) {
    return is_one(n) ? l_index(low, 0) : lower_for(low, n, LOOP_SERIAL);
}

/* The first channel of data that channel o of the result reads. */
static const LoopExpr *group_start(OpLower *low, const Conv *c, const LoopExpr *o) {
    if (c->groups == 1) return l_index(low, 0);
    const LoopBuffer *weight = low->in[1];
    const LoopExpr *size =
        l_op2(low, LOOP_FLOORDIV, weight->dims[c->kernel_at[0]], l_index(low, c->groups));
    return l_mul(low, l_op2(low, LOOP_FLOORDIV, o, size), weight->dims[c->kernel_at[1]]);
}

/* out[n, o, q...] = sum over i, k... of
 * data[n, group * I + i, q * stride - before + k * dilation ...] * weight[o, i, k...]
 * where that lies in data. */
static void lower_conv(OpLower *low) {
    const Conv c = conv_of(low);
    const LoopBuffer *data = low->in[0], *weight = low->in[1], *out = low->out[0];
    const LoopExpr *from[SPATIAL_RANK_MAX], *kernel[SPATIAL_RANK_MAX];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *o = index[c.out_at[1]], *in_channels = weight->dims[c.kernel_at[1]];
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, c.acc, 0));

    const bool last = channels_last(&c);
    const LoopExpr *i = last ? NULL : open_channels(low, in_channels);
    SpatialLoop dims[SPATIAL_MAX];
    for (int d = 0; d < c.n; d++) {
        dims[d] = (SpatialLoop){
            .kernel = weight->dims[c.kernel_at[2 + d]],
            .extent = data->dims[c.data_at[2 + d]],
            .o = index[c.out_at[2 + d]],
            .stride = c.strides[d],
            .before = c.padding[d],
            .dilation = c.dilation[d],
            .padded = c.padding[d] || c.padding[c.n + d],
        };
    }
    const uint32_t opened = spatial_open_window(low, dims, c.n);
    if (last) i = open_channels(low, in_channels);
    for (int d = 0; d < c.n; d++) {
        from[c.data_at[2 + d]] = dims[d].p;
        kernel[c.kernel_at[2 + d]] = dims[d].k;
    }
    from[c.data_at[0]] = index[c.out_at[0]];
    from[c.data_at[1]] = l_add(low, group_start(low, &c, o), i);
    kernel[c.kernel_at[0]] = o;
    kernel[c.kernel_at[1]] = i;
    add_product(low, &c, sum, from, kernel);
    lower_close(low, opened + !is_one(in_channels));
    lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, sum)));
    lower_close(low, out->ndim);
}

/* Gathers: position q of the result gets what the data at p adds there through the kernel's k, that
 * is p * stride = q + before - k * dilation. Channel o is channel o % O of group o // O. */
static void lower_transpose(OpLower *low) {
    const Conv c = conv_of(low);
    const LoopBuffer *data = low->in[0], *weight = low->in[1], *out = low->out[0];
    const LoopExpr *from[SPATIAL_RANK_MAX], *kernel[SPATIAL_RANK_MAX], *zero = l_index(low, 0);
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *o = index[c.out_at[1]], *out_channels = weight->dims[c.kernel_at[0]];
    const LoopExpr *in_channels = data->dims[c.data_at[1]], *first = zero;
    if (c.groups > 1) {
        in_channels = l_op2(low, LOOP_FLOORDIV, in_channels, l_index(low, c.groups));
        first = l_mul(low, l_op2(low, LOOP_FLOORDIV, o, out_channels), in_channels);
        o = l_op2(low, LOOP_FLOORMOD, o, out_channels);
    }
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, c.acc, 0));
    const bool last = channels_last(&c);
    const LoopExpr *i = last ? NULL : open_channels(low, in_channels), *inside = NULL;
    for (int d = 0; d < c.n; d++) {
        const LoopExpr *k = lower_for(low, weight->dims[c.kernel_at[2 + d]], LOOP_SERIAL);
        const LoopExpr *q = l_add(low, index[c.out_at[2 + d]], l_index(low, c.padding[d]));
        const LoopExpr *stride = l_index(low, c.strides[d]);
        const LoopExpr *reach = l_sub(low, q, l_mul(low, k, l_index(low, c.dilation[d])));
        reach = loop_var(low->b, loop_let(low->b, "reach", reach));
        const LoopExpr *p = l_op2(low, LOOP_FLOORDIV, reach, stride);
        if (c.strides[d] > 1) p = loop_var(low->b, loop_let(low->b, "p", p));
        const LoopExpr *within =
            l_and(low, l_le(low, zero, p), l_lt(low, p, data->dims[c.data_at[2 + d]]));
        if (c.strides[d] > 1) {
            within = l_and(low, within, l_eq(low, l_op2(low, LOOP_FLOORMOD, reach, stride), zero));
        }
        inside = inside ? l_and(low, inside, within) : within;
        from[c.data_at[2 + d]] = p;
        kernel[c.kernel_at[2 + d]] = k;
    }
    loop_begin_if(low->b, inside);
    if (last) i = open_channels(low, in_channels);
    from[c.data_at[0]] = index[c.out_at[0]];
    from[c.data_at[1]] = kernel[c.kernel_at[1]] = l_add(low, first, i);
    kernel[c.kernel_at[0]] = o;
    add_product(low, &c, sum, from, kernel);
    lower_close(low, (uint32_t)c.n + 1 + !is_one(in_channels));
    lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, sum)));
    lower_close(low, out->ndim);
}

/* What is drawn: anything; all extents the same, so that any order of the dims has a meaning; or a
 * shape of the result that tells nothing of dilation and padding. */
typedef enum { DRAW_ANY, DRAW_EVEN, DRAW_SILENT } DrawKind;

typedef struct {
    int64_t stride, dilation, kernel, before, after, output_padding;
    int64_t least; /* extent of the data that the kernel fits in */
} DrawnAxis;

enum { TOLD_MAX = 16 };

/* The i-th of n numbers, each `least` or more. */
typedef struct {
    uint32_t n, i;
    int64_t least;
} Told;

/* What is told for it, if that is a number that the operator takes; else `drawn`. */
static int64_t told_number(OpSample *s, const char *name, Told which, int64_t drawn) {
    const IrAttr *told = s_told(s, name, IR_ATTR_INTS);
    const int64_t v = told && told->n == which.n ? told->ints[which.i] : drawn;
    return v >= which.least && v <= TOLD_MAX ? v : drawn;
}

/* Along the i-th of n spatial dims. */
static DrawnAxis draw_axis(OpSample *s, DrawKind kind, uint32_t n, uint32_t i, int64_t even) {
    const bool transpose = ((const ConvRow *)s->op->data)->transpose;
    DrawnAxis a = {.stride = 1, .dilation = kind == DRAW_SILENT ? 2 : 1};
    if (kind == DRAW_ANY) {
        a.stride = s_chance(s, 60) ? 1 : s_range(s, 2, 3);
        a.dilation = s_chance(s, 75) ? 1 : 2;
        a.before = s_chance(s, 60) ? 0 : s_range(s, 1, 2);
        a.after = s_chance(s, 70) ? a.before : s_range(s, 0, 2);
        a.output_padding = s_range(s, 0, a.stride - 1);
        a.kernel = s_range(s, 1, 3);
    } else {
        a.kernel = kind == DRAW_SILENT ? s_range(s, 2, 3) : s_chance(s, 50) ? 1 : even;
        a.before = s_range(s, 0, a.kernel - 1);
        a.after = a.kernel - 1 - a.before;
    }
    a.stride = told_number(s, "strides", (Told){n, i, 1}, a.stride);
    a.dilation = told_number(s, "dilation", (Told){n, i, 1}, a.dilation);
    a.before = told_number(s, "padding", (Told){2 * n, i, 0}, a.before);
    a.after = told_number(s, "padding", (Told){2 * n, n + i, 0}, a.after);
    const int64_t reach = a.dilation * (a.kernel - 1) + 1, pads = a.before + a.after;
    /* A transpose needs (e - 1) * stride + reach + output_padding >= pads. */
    a.least = transpose ? 1 + (pads + a.stride - 1) / a.stride : reach - pads;
    if (a.least < 1) a.least = 1;
    return a;
}

typedef struct {
    const char *data, *kernel, *out; /* out NULL: data's */
    bool is_plain;
} DrawnLayouts;

/* The layout that is told, or one of three: not the first, where it is to be another one. `first`:
 * of 100, how often it is this one beside its turns. */
static const char *draw_layout(OpSample *s, const char *name, const char *const *from,
                               uint32_t first) {
    const IrAttr *told = s_told(s, name, IR_ATTR_STRING);
    bool fits = told && strlen(told->s) == strlen(from[0]);
    for (size_t i = 0; fits && from[0][i]; i++) fits = strchr(told->s, from[0][i]) != NULL;
    if (fits) return told->s;
    if (s_varied(s, name)) return from[s_range(s, 1, 2)];
    return from[first && s_chance(s, first) ? 0 : s_below(s, 3)];
}

static DrawnLayouts draw_layouts(OpSample *s, int n) {
    static const char *const data[][3] = {
        {"NCW", "NWC", "CNW"}, {"NCHW", "NHWC", "NHCW"}, {"NCDHW", "NDHWC", "NDCHW"}};
    static const char *const kernels[][3] = {
        {"OIW", "WIO", "IOW"}, {"OIHW", "HWIO", "OHWI"}, {"OIDHW", "DHWIO", "IODHW"}};
    DrawnLayouts l = {.data = draw_layout(s, "data_layout", data[n - 1], 60),
                      .kernel = draw_layout(s, "kernel_layout", kernels[n - 1], 0)};
    const bool has_out = s_told(s, "out_layout", IR_ATTR_STRING) || s_varied(s, "out_layout");
    if (has_out || s_chance(s, 30)) l.out = draw_layout(s, "out_layout", data[n - 1], 0);
    l.is_plain = strcmp(l.data, data[n - 1][0]) == 0 && (!l.out || strcmp(l.out, l.data) == 0);
    return l;
}

static bool layout_varied(const OpSample *s) {
    return s_varied(s, "data_layout") || s_varied(s, "kernel_layout") || s_varied(s, "out_layout");
}

/* Orders of dims other than the plain one most often meet even extents. */
static DrawKind draw_kind(OpSample *s, const DrawnLayouts *l) {
    if (layout_varied(s) && s_chance(s, 75)) return DRAW_EVEN;
    const uint64_t pick = s_below(s, 10);
    if (pick < (l->is_plain ? 7 : 4)) return DRAW_ANY;
    return pick < (l->is_plain ? 8 : 9) ? DRAW_EVEN : DRAW_SILENT;
}

/* Data that is there and is to be taken, by letters: batch, channels, spatial dims. NULL: none. */
static const IrType *given_data(OpSample *s, int n, const char *layout, const IrDim **dims) {
    const SampleWant want = {
        .kinds = KIND_INT | KIND_FLOAT, .min_ndim = n + 2, .max_ndim = n + 2, .least = 1};
    const IrType *t = s_given(s, want);
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(layout, spatial_data_letters(n), at);
    for (int i = 0; t && i < n + 2; i++) dims[i] = t->dims[at[i]];
    return t;
}

/* All extents but the batch's are the same. */
static bool is_cube(OpSample *s, int n, const IrDim *const *dims) {
    bool same = true;
    for (int i = 2; i < n + 2; i++) same &= s_extent(s, dims[i]) == s_extent(s, dims[1]);
    return same;
}

typedef struct {
    int64_t groups, inner, outer; /* channels of a group */
} DrawnChannels;

/* channels: of the data that is given; 0: none is. */
static DrawnChannels draw_channels(OpSample *s, bool is_even, int64_t even, int64_t channels) {
    const IrAttr *told = s_told(s, "groups", IR_ATTR_INT);
    const bool one_group = is_even || (s_chance(s, 70) && !s_varied(s, "groups"));
    DrawnChannels c = {.groups = one_group ? 1 : s_range(s, 2, 3)};
    if (told && told->i > 0 && told->i <= TOLD_MAX) c.groups = told->i;
    c.inner = is_even ? even : s_range(s, 1, 2);
    c.outer = is_even ? even : c.groups > 1 && s_chance(s, 50) ? 1 : s_range(s, 1, 3);
    if (channels && channels % c.groups) c.groups = s_varied(s, "groups") ? channels : 1;
    if (channels) c.inner = channels / c.groups;
    return c;
}

/* Extents of data that the kernel fits in, and attributes now and then other than the defaults. */
static void sample(OpSample *s) {
    const ConvRow *row = s->op->data;
    const int n = row->n;
    DType dtype = s_dtype(s, KIND_INT | KIND_FLOAT);
    const DrawnLayouts layouts = draw_layouts(s, n);
    DrawKind kind = draw_kind(s, &layouts);
    const IrDim *data[SPATIAL_RANK_MAX] = {NULL}, *weight[SPATIAL_RANK_MAX];
    const IrType *given = given_data(s, n, layouts.data, data);
    if (given) dtype = given->dtype;
    if (given && kind == DRAW_EVEN && !is_cube(s, n, data)) kind = DRAW_ANY;
    const bool is_even = kind == DRAW_EVEN;
    const int64_t channels = given ? s_extent(s, data[1]) : 0,
                  even = given ? channels : s_range(s, 2, 3);
    const DrawnChannels c = draw_channels(s, is_even, even, channels);
    int64_t strides[SPATIAL_MAX], dilation[SPATIAL_MAX], padding[2 * SPATIAL_MAX],
        output_padding[SPATIAL_MAX];
    if (!given) {
        data[0] = is_even && s_chance(s, 50) ? s_const(s, even) : s_dim(s, 0);
        data[1] = s_const(s, c.groups * c.inner);
    }
    weight[0] = s_const(s, row->transpose ? c.outer : c.groups * c.outer);
    weight[1] = row->transpose || c.groups == 1 ? data[1] : s_const(s, c.inner);
    for (int i = 0; i < n; i++) {
        DrawnAxis a = draw_axis(s, kind, (uint32_t)n, (uint32_t)i, even);
        if (given && s_extent(s, data[2 + i]) < a.least)
            a = (DrawnAxis){.stride = 1, .dilation = 1, .kernel = 1};
        strides[i] = a.stride;
        dilation[i] = a.dilation;
        padding[i] = a.before;
        padding[n + i] = a.after;
        output_padding[i] = a.output_padding;
        if (!given) data[2 + i] = is_even ? s_const(s, even) : s_dim(s, a.least);
        weight[2 + i] = s_const(s, a.kernel);
    }
    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX];
    const IrDim *data_dims[SPATIAL_RANK_MAX], *kernel_dims[SPATIAL_RANK_MAX];
    spatial_positions(layouts.data, spatial_data_letters(n), data_at);
    spatial_positions(layouts.kernel, spatial_kernel_letters(n), kernel_at);
    for (int i = 0; i < n + 2; i++) {
        data_dims[data_at[i]] = data[i];
        kernel_dims[kernel_at[i]] = weight[i];
    }
    s_tensor_dims(s, data_dims, n + 2, dtype);
    s_tensor_dims(s, kernel_dims, n + 2, dtype);
    s_set_ints(s, "strides", strides, (uint32_t)n);
    s_set_ints(s, "padding", padding, 2 * (uint32_t)n);
    s_set_ints(s, "dilation", dilation, (uint32_t)n);
    s_set_int(s, "groups", c.groups);
    s_set_string(s, "data_layout", layouts.data);
    s_set_string(s, "kernel_layout", layouts.kernel);
    if (layouts.out) s_set_string(s, "out_layout", layouts.out);
    if (s_chance(s, 20))
        s_set_dtype(s, "out_dtype", s_dtype(s, dtype_is_float(dtype) ? KIND_FLOAT : KIND_INT));
    if (row->transpose) s_set_ints(s, "output_padding", output_padding, (uint32_t)n);
}

/* Rows. The trailing parameters are those of both kinds. */
#define TAIL(n_, layout_, kernel_)                                                                 \
    OP_INTS("dilation", n_, 1), OP_INT("groups", 1), OP_STRING("data_layout", layout_, NULL),      \
        OP_STRING("kernel_layout", kernel_, NULL), OP_STRING_OR_NONE("out_layout", NULL),          \
        OP_DTYPE("out_dtype")

#define CONV(n_, layout_, kernel_)                                                                 \
    static const OpParam conv##n_##d_params[] = {                                                  \
        OP_TENSOR("data"),         OP_TENSOR("weight"),        OP_INTS("strides", n_, 1),          \
        OP_PADDING("padding", n_), TAIL(n_, layout_, kernel_),                                     \
    };                                                                                             \
    static const ConvRow conv##n_##d_row = {n_, false, &op_nn_conv##n_##d,                         \
                                            &op_nn_conv##n_##d_transpose,                          \
                                            &op_grad_conv##n_##d_backward_weight};                 \
    const OpDef op_nn_conv##n_##d = {                                                              \
        .name = "nn.conv" #n_ "d",                                                                 \
        .doc = "The cross-correlation of data with the kernels in weight, over " #n_               \
               " spatial dim(s), summed over the channels of a group. padding is that of zeros: "  \
               "the ints before each spatial dim, then those after. Along a dim of extent e the "  \
               "result has (e + pads - dilation * (kernel - 1) - 1) // stride + 1. out_layout "    \
               "None is data_layout; out_dtype void is the operands' dtype, and sums are in it.",  \
        .constraints = conv_constraints,                                                           \
        .params = conv##n_##d_params,                                                              \
        .n_params = ARRAY_LEN(conv##n_##d_params),                                                 \
        .sample = sample,                                                                          \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .lower = lower_conv,                                                                       \
        .gradient = grad_conv,                                                                     \
        .is_multilinear = true,                                                                    \
        .data = &conv##n_##d_row,                                                                  \
    };

#define TRANSPOSE(n_, layout_, kernel_)                                                            \
    static const OpParam transpose##n_##d_params[] = {                                             \
        OP_TENSOR("data"),                                                                         \
        OP_TENSOR("weight"),                                                                       \
        OP_INTS("strides", n_, 1),                                                                 \
        OP_PADDING("padding", n_),                                                                 \
        OP_INTS("output_padding", n_, 0),                                                          \
        TAIL(n_, layout_, kernel_),                                                                \
    };                                                                                             \
    static const ConvRow transpose##n_##d_row = {n_, true, &op_nn_conv##n_##d,                     \
                                                 &op_nn_conv##n_##d_transpose,                     \
                                                 &op_grad_conv##n_##d_backward_weight};            \
    const OpDef op_nn_conv##n_##d_transpose = {                                                    \
        .name = "nn.conv" #n_ "d_transpose",                                                       \
        .doc =                                                                                     \
            "The transpose of nn.conv" #n_ "d, which is its gradient with respect to data: each "  \
            "element of data adds its multiple of the kernel to a window of the result. Dim O "    \
            "of weight counts the result's channels of one group. Along a dim of extent e the "    \
            "result has (e - 1) * stride - pads + dilation * (kernel - 1) + 1 + "                  \
            "output_padding. out_layout None is data_layout; out_dtype void is the operands' "     \
            "dtype.",                                                                              \
        .constraints = transpose_constraints,                                                      \
        .params = transpose##n_##d_params,                                                         \
        .n_params = ARRAY_LEN(transpose##n_##d_params),                                            \
        .sample = sample,                                                                          \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .lower = lower_transpose,                                                                  \
        .gradient = grad_conv,                                                                     \
        .is_multilinear = true,                                                                    \
        .data = &transpose##n_##d_row,                                                             \
    };

#define BACKWARD_WEIGHT(n_, layout_, kernel_)                                                      \
    static const OpParam weight##n_##d_params[] = {                                                \
        OP_TENSOR("output_grad"),                                                                  \
        OP_TENSOR("data"),                                                                         \
        OP_SHAPE("kernel_size"),                                                                   \
        OP_INTS("strides", n_, 1),                                                                 \
        OP_PADDING("padding", n_),                                                                 \
        OP_INTS("dilation", n_, 1),                                                                \
        OP_INT("groups", 1),                                                                       \
        OP_STRING("data_layout", layout_, NULL),                                                   \
        OP_STRING("kernel_layout", kernel_, NULL),                                                 \
        OP_STRING_OR_NONE("out_layout", NULL),                                                     \
    };                                                                                             \
    static const ConvRow weight##n_##d_row = {.n = n_,                                             \
                                              .conv = &op_nn_conv##n_##d,                          \
                                              .transposed = &op_nn_conv##n_##d_transpose,          \
                                              .weight = &op_grad_conv##n_##d_backward_weight};     \
    const OpDef op_grad_conv##n_##d_backward_weight = {                                            \
        .name = "grad.conv" #n_ "d_backward_weight",                                               \
        .doc = "What nn.conv" #n_ "d's weight adds to the gradient: each of its elements gets "    \
               "the sum of output_grad, the adjoint of the result, times the elements of data "    \
               "that it was multiplied with. The attributes are those of the convolution, "        \
               "out_layout that of output_grad; kernel_size holds the weight's spatial extents.",  \
        .constraints = conv_weight_constraints,                                                    \
        .params = weight##n_##d_params,                                                            \
        .n_params = ARRAY_LEN(weight##n_##d_params),                                               \
        .sample = conv_weight_sample,                                                              \
        .flags = OP_PURE,                                                                          \
        .infer = conv_weight_infer,                                                                \
        .lower = conv_weight_lower,                                                                \
        .decompose = conv_weight_as_conv,                                                          \
        .gradient = grad_conv_weight,                                                              \
        .is_multilinear = true,                                                                    \
        .data = &weight##n_##d_row,                                                                \
    };

CONV(1, "NCW", "OIW")
CONV(2, "NCHW", "OIHW")
CONV(3, "NCDHW", "OIDHW")
TRANSPOSE(1, "NCW", "IOW")
TRANSPOSE(2, "NCHW", "IOHW")
TRANSPOSE(3, "NCDHW", "IODHW")
BACKWARD_WEIGHT(1, "NCW", "OIW")
BACKWARD_WEIGHT(2, "NCHW", "OIHW")
BACKWARD_WEIGHT(3, "NCDHW", "OIDHW")
