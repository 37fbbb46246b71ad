/* SPDX-License-Identifier: Apache-2.0 */
/* Pooling over one, two and three spatial dims: by windows, and by a wanted result extent
 * (adaptive). */
#include "ops/pool.h"

#include <math.h>

#include "ops/ops.h"

static const char *const constraints[] = {POOL_LAYOUTS,    POOL_HAS_RANK, POOL_IS_NUMBER,
                                          POOL_HAS_WINDOW, POOL_HAS_ROOM, NULL};
static const char *const adaptive_constraints[] = {
    POOL_LAYOUTS,
    POOL_HAS_RANK,
    POOL_IS_NUMBER,
    "output_size holds an int of 1 or more for each spatial dim",
    "no spatial extent of data is 0",
    NULL,
};

const IrType *pool_type(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[row->arg].type;
    const char *letters = spatial_data_letters(n);
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, POOL_LAYOUT, at) ||
        !spatial_out_layout(in, "layout", letters, POOL_LAYOUT, out_at) ||
        !infer_ndim(in, row->arg, n + 2, POOL_RANK)) {
        return NULL;
    }
    int64_t size[SPATIAL_MAX], strides[SPATIAL_MAX], dilation[SPATIAL_MAX],
        padding[2 * SPATIAL_MAX];
    if (!spatial_ints(in, "pool_size", n, 1, POOL_WINDOW, size) ||
        !spatial_ints(in, "strides", n, 1, POOL_WINDOW, strides) ||
        !spatial_padding(in, n, POOL_WINDOW, padding) ||
        !spatial_ints(in, "dilation", n, 1, POOL_WINDOW, dilation)) {
        return NULL;
    }
    if (!data->dims) return infer_tensor_ndim(in, n + 2, data->dtype);
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[out_at[0]] = data->dims[at[0]];
    dims[out_at[1]] = data->dims[at[1]];
    for (int i = 0; i < n; i++) {
        SpatialWindow w = {
            .extent = data->dims[at[2 + i]],
            .kernel = ir_dim_const(in->m, size[i]),
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .ceil = infer_bool(in, "ceil_mode"),
            .letter = letters[2 + i],
        };
        dims[out_at[2 + i]] = spatial_windows(in, &w, POOL_FITS);
        if (!dims[out_at[2 + i]]) return NULL;
    }
    return infer_tensor(in, dims, n + 2, data->dtype);
}

static const IrType *infer_pool(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, POOL_DTYPE)) return NULL;
    return pool_type(in);
}

static const IrType *infer_adaptive(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[0].type;
    const char *letters = spatial_data_letters(n);
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, POOL_LAYOUT, at) ||
        !spatial_out_layout(in, "layout", letters, POOL_LAYOUT, out_at) ||
        !infer_ndim(in, 0, n + 2, POOL_RANK) ||
        !infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, POOL_DTYPE)) {
        return NULL;
    }
    const bool keep = infer_attr(in, "output_size")->kind == IR_ATTR_NONE;
    int64_t size[SPATIAL_MAX];
    if (!keep && !spatial_ints(in, "output_size", n, 1, POOL_WINDOW, size)) return NULL;
    if (!data->dims) return infer_tensor_ndim(in, n + 2, data->dtype);
    const IrDim *dims[SPATIAL_RANK_MAX], *one = ir_dim_const(in->m, 1);
    dims[out_at[0]] = data->dims[at[0]];
    dims[out_at[1]] = data->dims[at[1]];
    for (int i = 0; i < n; i++) {
        const IrDim *extent = data->dims[at[2 + i]];
        if (!keep && infer_at_most(in, one, extent) == IR_REFUTED) {
            return infer_fail(in, POOL_FITS,
                              infer_text(in, "an extent along %c of 1 or more", letters[2 + i]),
                              ir_dim_text(in->m, extent));
        }
        dims[out_at[2 + i]] = keep ? extent : ir_dim_const(in->m, size[i]);
    }
    return infer_tensor(in, dims, n + 2, data->dtype);
}

PoolWindows pool_windows(OpLower *low, const LoopBuffer *data, const LoopExpr *const *index) {
    const PoolRow *row = low->op->data;
    const int64_t *padding = lower_attr(low, "padding")->ints;
    const bool ceil_mode = lower_bool(low, "ceil_mode");
    PoolWindows w = {.n = row->n};
    spatial_positions(lower_attr(low, "layout")->s, spatial_data_letters(w.n), w.at);
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(w.n), w.out_at);
    for (int i = 0; i < 2; i++) w.place[w.at[i]] = index[w.out_at[i]];
    for (int i = 0; i < w.n; i++) {
        w.dims[i] = (SpatialLoop){
            .kernel = l_index(low, lower_attr(low, "pool_size")->ints[i]),
            .extent = data->dims[w.at[2 + i]],
            .o = index[w.out_at[2 + i]],
            .stride = lower_attr(low, "strides")->ints[i],
            .before = padding[i],
            .dilation = lower_attr(low, "dilation")->ints[i],
            .padded = ceil_mode || padding[i] || padding[w.n + i],
        };
    }
    return w;
}

uint32_t pool_open(OpLower *low, PoolWindows *w) {
    const uint32_t opened = spatial_open_window(low, w->dims, w->n);
    for (int i = 0; i < w->n; i++) w->place[w->at[2 + i]] = w->dims[i].p;
    return opened;
}

static void lower_max(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *least =
        l_cast(low, out->dtype, loop_float(low->b, DTYPE_FLOAT64, -(double)INFINITY));
    const LoopBuffer *best = loop_scalar(low->b, "best", least);
    PoolWindows w = pool_windows(low, data, index);
    const uint32_t opened = pool_open(low, &w);
    loop_set(low->b, best,
             l_op2(low, LOOP_MAX, loop_get(low->b, best), lower_load(low, data, w.place)));
    lower_close(low, opened);
    lower_store(low, out, index, loop_get(low->b, best));
    lower_close(low, out->ndim);
}

/* What a mean is summed in. */
static DType sum_dtype(DType t) {
    if (dtype_is_float(t)) return lower_acc_dtype(t);
    return dtype_kind(t) == DTYPE_KIND_UINT ? DTYPE_UINT64 : DTYPE_INT64;
}

/* sum / count as a `t`; 0 where the count is 0. */
static const LoopExpr *mean(OpLower *low, DType t, const LoopExpr *sum, const LoopExpr *count) {
    const LoopExpr *one = l_index(low, 1);
    const LoopExpr *divisor = l_cast(low, sum->dtype, l_op2(low, LOOP_MAX, count, one));
    LoopExprKind div = dtype_is_float(sum->dtype) ? LOOP_DIV : LOOP_TRUNCDIV;
    return l_cast(low, t, l_op2(low, div, sum, divisor));
}

/* How many elements of the window lie before `end`, in [0, kernel]. */
static const LoopExpr *elements_before(OpLower *low, const SpatialLoop *d, const LoopExpr *end) {
    const LoopExpr *first =
        l_sub(low, l_mul(low, d->o, l_index(low, d->stride)), l_index(low, d->before));
    const LoopExpr *room = l_add(low, l_sub(low, end, first), l_index(low, d->dilation - 1));
    const LoopExpr *n = l_op2(low, LOOP_FLOORDIV, room, l_index(low, d->dilation));
    return l_op2(low, LOOP_MAX, l_index(low, 0), l_op2(low, LOOP_MIN, n, d->kernel));
}

static const LoopExpr *elements_inside(OpLower *low, const SpatialLoop *d) {
    if (!d->padded) return d->kernel;
    return l_sub(low, elements_before(low, d, d->extent), elements_before(low, d, l_index(low, 0)));
}

const LoopExpr *pool_divisor(OpLower *low, PoolWindows *w) {
    bool padded = false;
    int64_t all = 1;
    for (int i = 0; i < w->n; i++) {
        padded |= w->dims[i].padded;
        /* Elements that no data can hold: any number serves, as the window does not fit. */
        if (!mul_i64(all, lower_attr(low, "pool_size")->ints[i], &all)) all = INT64_MAX;
    }
    if (!padded || lower_bool(low, "count_include_pad")) return l_index(low, all);
    const LoopExpr *count = l_index(low, 1);
    for (int i = 0; i < w->n; i++) count = l_mul(low, count, elements_inside(low, &w->dims[i]));
    return loop_var(low->b, loop_let(low->b, "count", count));
}

static void lower_avg(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    PoolWindows w = pool_windows(low, data, index);
    const LoopExpr *divisor = pool_divisor(low, &w);
    const DType t = sum_dtype(out->dtype);
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, t, 0));
    const uint32_t opened = pool_open(low, &w);
    loop_set(low->b, sum,
             l_add(low, loop_get(low->b, sum), l_cast(low, t, lower_load(low, data, w.place))));
    lower_close(low, opened);
    lower_store(low, out, index, mean(low, out->dtype, loop_get(low->b, sum), divisor));
    lower_close(low, out->ndim);
}

static void lower_adaptive(OpLower *low) {
    const PoolRow *row = low->op->data;
    const char *letters = spatial_data_letters(row->n);
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "layout")->s, letters, at);
    spatial_positions(lower_attr(low, "out_layout")->s, letters, out_at);
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), *place[SPATIAL_RANK_MAX],
                   *one = l_index(low, 1);
    const DType t = sum_dtype(out->dtype);
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, t, 0));
    const LoopExpr *count = one, *begin[SPATIAL_MAX], *length[SPATIAL_MAX];
    for (int i = 0; i < row->n; i++) {
        const LoopExpr *o = index[out_at[2 + i]], *size = out->dims[out_at[2 + i]],
                       *extent = data->dims[at[2 + i]];
        begin[i] = l_op2(low, LOOP_FLOORDIV, l_mul(low, o, extent), size);
        const LoopExpr *reach =
            l_add(low, l_mul(low, l_add(low, o, one), extent), l_sub(low, size, one));
        length[i] = l_sub(low, l_op2(low, LOOP_FLOORDIV, reach, size), begin[i]);
        length[i] = loop_var(low->b, loop_let(low->b, "length", length[i]));
        count = l_mul(low, count, length[i]);
    }
    for (int i = 0; i < 2; i++) place[at[i]] = index[out_at[i]];
    for (int i = 0; i < row->n; i++)
        place[at[2 + i]] = l_add(low, begin[i], lower_for(low, length[i], LOOP_SERIAL));
    loop_set(low->b, sum,
             l_add(low, loop_get(low->b, sum), l_cast(low, t, lower_load(low, data, place))));
    lower_close(low, (uint32_t)row->n);
    lower_store(low, out, index, mean(low, out->dtype, loop_get(low->b, sum), count));
    lower_close(low, out->ndim);
}

#define WINDOWS_DOC                                                                                \
    "padding is the ints before each spatial dim, then those after. Along a dim of extent e the "  \
    "result has (e + pads - dilation * (size - 1) - 1) // stride + 1; with ceil_mode the "         \
    "division rounds up, and what a window covers past the padded data counts as padding. "        \
    "out_layout None is layout."
#define MAX_DOC                                                                                    \
    "The greatest element of each window, NaN when one is NaN. Padding is never the "              \
    "greatest: a window of nothing else gives the least value of the dtype (-inf). "               \
    "count_include_pad has no effect. " WINDOWS_DOC
#define AVG_DOC                                                                                    \
    "The mean of each window, on integers summed in 64 bits and truncated toward 0. Padding adds " \
    "nothing, and counts in the divisor only "                                                     \
    "with count_include_pad; a window that counts nothing gives 0. " WINDOWS_DOC
#define ADAPTIVE_DOC                                                                               \
    "The means of windows that spread evenly over each spatial dim: for extent e and "             \
    "output_size s, element i averages elements i * e // s to ceil((i + 1) * e / s) - 1, "         \
    "integers as nn.avg_pool does. "                                                               \
    "output_size None keeps the extents. out_layout None is layout."

static const char *const sampled_layouts[][3] = {
    {"NCW", "NWC", "CNW"}, {"NCHW", "NHWC", "HCNW"}, {"NCDHW", "NDHWC", "DNCHW"}};

/* Extents of data that the window fits in. */
void pool_sample(OpSample *s) {
    const PoolRow *row = s->op->data;
    const int n = row->n;
    const DType dtype = s_dtype(s, row->arg ? KIND_FLOAT : KIND_INT | KIND_FLOAT);
    const char *layout = sampled_layouts[n - 1][s_chance(s, 60) ? 0 : s_below(s, 3)],
               *out_layout = layout;
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    const IrDim *dims[SPATIAL_RANK_MAX], *out[SPATIAL_RANK_MAX];
    int64_t size[SPATIAL_MAX], strides[SPATIAL_MAX], dilation[SPATIAL_MAX],
        padding[2 * SPATIAL_MAX];
    if (s_chance(s, 30)) out_layout = sampled_layouts[n - 1][s_below(s, 3)];
    if (out_layout != layout || s_chance(s, 30)) s_set_string(s, "out_layout", out_layout);
    spatial_positions(layout, spatial_data_letters(n), at);
    spatial_positions(out_layout, spatial_data_letters(n), out_at);
    for (int i = 0; i < 2; i++) dims[at[i]] = out[out_at[i]] = s_dim(s, 0);
    for (int i = 0; i < n; i++) {
        size[i] = s_range(s, 1, 3);
        strides[i] = s_range(s, 1, 3);
        dilation[i] = s_chance(s, 75) ? 1 : 2;
        padding[i] = s_chance(s, 60) ? 0 : s_range(s, 1, 2);
        padding[n + i] = s_chance(s, 70) ? padding[i] : s_range(s, 0, 2);
        const int64_t reach = dilation[i] * (size[i] - 1) + 1, pads = padding[i] + padding[n + i];
        const IrDim *extent = s_dim(s, reach - pads < 1 ? 1 : reach - pads);
        dims[at[2 + i]] = extent;
        const IrDim *room = ir_dim_offset(s->b.m, extent, pads - reach);
        room = s_attr(s, "ceil_mode")->i ? ir_dim_ceildiv(s->b.m, room, strides[i])
                                         : ir_dim_floordiv(s->b.m, room, s_const(s, strides[i]));
        out[out_at[2 + i]] = ir_dim_offset(s->b.m, room, 1);
    }
    if (row->arg) s_tensor_dims(s, row->picks ? dims : out, n + 2, dtype);
    s_tensor_dims(s, dims, n + 2, dtype);
    s_set_ints(s, "pool_size", size, (uint32_t)n);
    s_set_ints(s, "strides", strides, (uint32_t)n);
    s_set_ints(s, "dilation", dilation, (uint32_t)n);
    s_set_ints(s, "padding", padding, 2 * (uint32_t)n);
    s_set_string(s, "layout", layout);
}

static void sample_adaptive(OpSample *s) {
    const PoolRow *row = s->op->data;
    const int n = row->n;
    int64_t size[SPATIAL_MAX];
    s_tensor(s,
             (SampleWant){
                 .kinds = KIND_INT | KIND_FLOAT, .min_ndim = n + 2, .max_ndim = n + 2, .least = 1});
    s_set_string(s, "layout", sampled_layouts[n - 1][s_below(s, 3)]);
    if (s_chance(s, 30)) s_set_string(s, "out_layout", sampled_layouts[n - 1][s_below(s, 3)]);
    for (int i = 0; i < n; i++) size[i] = s_range(s, 1, 4);
    if (s_chance(s, 80)) s_set_ints(s, "output_size", size, (uint32_t)n);
}

#define POOLS(n_, layout_)                                                                         \
    static const OpParam pool##n_##d_params[] = {OP_TENSOR("data"), POOL_PARAMS(n_, layout_)};     \
    static const OpParam adaptive##n_##d_params[] = {                                              \
        OP_TENSOR("data"),                                                                         \
        {.name = "output_size",                                                                    \
         .kind = OP_PARAM_INTS,                                                                    \
         .optional = true,                                                                         \
         .none = true,                                                                             \
         .count = n_},                                                                             \
        OP_STRING("layout", layout_, NULL),                                                        \
        OP_STRING_OR_NONE("out_layout", NULL),                                                     \
    };                                                                                             \
    static const PoolRow pool##n_##d_row = {n_, 0, false};                                         \
    const OpDef op_nn_max_pool##n_##d =                                                            \
        POOL_OP("nn.max_pool" #n_ "d", MAX_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool, lower_max, pool_sample, grad_max_pool);                                \
    const OpDef op_nn_avg_pool##n_##d =                                                            \
        POOL_OP("nn.avg_pool" #n_ "d", AVG_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool, lower_avg, pool_sample, grad_avg_pool);                                \
    const OpDef op_nn_adaptive_avg_pool##n_##d =                                                   \
        POOL_OP("nn.adaptive_avg_pool" #n_ "d", ADAPTIVE_DOC, adaptive##n_##d_params,              \
                adaptive_constraints, pool##n_##d_row, infer_adaptive, lower_adaptive,             \
                sample_adaptive, grad_adaptive_avg_pool);

POOLS(1, "NCW")
POOLS(2, "NCHW")
POOLS(3, "NCDHW")
