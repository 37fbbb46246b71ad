/* SPDX-License-Identifier: Apache-2.0 */
/* Adaptive average pooling: by a wanted extent of the result. Its gradient: windows that all have
 * one size and share nothing are those of nn.avg_pool. The others are a product with a matrix along
 * each spatial dim, and so is the gradient: for extent e and s windows
 *
 *     share[i, p] = 1 / length(i) where begin(i) <= p < end(i), else 0
 *     begin(i) = i * e // s, end(i) = ((i + 1) * e + s - 1) // s, length(i) = end(i) - begin(i)
 *
 * With one window along a dim the matrix is a row of 1 / e: divided by that, and broadcast. */
#include "ops/ops.h"
#include "ops/pool.h"

static const char *const adaptive_constraints[] = {
    POOL_LAYOUTS,
    POOL_HAS_RANK,
    POOL_IS_NUMBER,
    "output_size holds an int of 1 or more for each spatial dim",
    "no spatial extent of data is 0",
    NULL,
};

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

static void lower_adaptive(OpLower *low) {
    const PoolRow *row = low->op->data;
    const char *letters = spatial_data_letters(row->n);
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "layout")->s, letters, at);
    spatial_positions(lower_attr(low, "out_layout")->s, letters, out_at);
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), *place[SPATIAL_RANK_MAX],
                   *one = l_index(low, 1);
    const DType t = pool_sum_dtype(out->dtype);
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
    lower_store(low, out, index, pool_mean(low, out->dtype, loop_get(low->b, sum), count));
    lower_close(low, out->ndim);
}

static void sample_adaptive(OpSample *s) {
    const PoolRow *row = s->op->data;
    const int n = row->n;
    int64_t size[SPATIAL_MAX];
    s_tensor(s,
             (SampleWant){
                 .kinds = KIND_INT | KIND_FLOAT, .min_ndim = n + 2, .max_ndim = n + 2, .least = 1});
    s_set_string(s, "layout", pool_layouts[n - 1][s_below(s, 3)]);
    if (s_chance(s, 30)) s_set_string(s, "out_layout", pool_layouts[n - 1][s_below(s, 3)]);
    for (int i = 0; i < n; i++) size[i] = s_range(s, 1, 4);
    if (s_chance(s, 80)) s_set_ints(s, "output_size", size, (uint32_t)n);
}

/* --- The gradient --- */

typedef struct {
    OpDecompose *d;
    int n;
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    const IrDim *extent[SPATIAL_MAX], *windows[SPATIAL_MAX];
} Adaptive;

static IrOperand of_int(OpDecompose *d, int64_t v) { return d_const(d, DTYPE_INT64, (double)v); }

/* Whether all windows have one size and share nothing: size[i] along dim i. Not where each is one
 * element. */
static bool is_even(const Adaptive *a, int64_t *size) {
    bool any = false;
    for (int i = 0; i < a->n; i++) {
        int64_t extent, windows;
        any |= a->extent[i] != a->windows[i];
        if (!ir_dim_is_const(a->extent[i], &extent) || !ir_dim_is_const(a->windows[i], &windows))
            return false;
        if (!windows || extent % windows) return false;
        size[i] = extent / windows;
    }
    return any;
}

static IrOperand by_windows(OpGradient *g, const int64_t *size) {
    static const OpDef *const ops[] = {&op_grad_avg_pool1d_backward, &op_grad_avg_pool2d_backward,
                                       &op_grad_avg_pool3d_backward};
    const PoolRow *row = g->d.op->data;
    const OpDef *op = ops[row->n - 1];
    IrAttr *attrs = d_attrs_like(&g->d, op);
    d_set_ints(op, attrs, "pool_size", size, (uint32_t)row->n);
    d_set_ints(op, attrs, "strides", size, (uint32_t)row->n);
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, 0)};
    return d_call(&g->d, op, operands, 2, attrs);
}

/* 0, 1, ..., n - 1 as a row, or as a column. */
static IrOperand positions(OpDecompose *d, const IrDim *n, bool as_column) {
    IrModule *m = d->b->m;
    const IrDim *one = ir_dim_const(m, 1), *dims[] = {as_column ? n : one, as_column ? one : n};
    IrAttr *attrs = d_attrs(d, &op_arange);
    d_set_dtype(&op_arange, attrs, "dtype", DTYPE_INT64);
    const IrOperand operands[] = {d_prim(d, ir_dim_const(m, 0)), d_prim(d, n), d_prim(d, one)};
    return d_reshape(d, d_call(d, &op_arange, operands, 3, attrs), dims, 2);
}

/* The extent as an int64 tensor of one element. */
static IrOperand extent_of(const Adaptive *a, int i) {
    int64_t v;
    if (ir_dim_is_const(a->extent[i], &v)) return of_int(a->d, v);
    return d1(a->d, &op_shape_to_tensor, d_shape(a->d, &a->extent[i], 1));
}

static IrOperand extent_as(const Adaptive *a, int i, DType t) {
    int64_t v;
    if (ir_dim_is_const(a->extent[i], &v)) return d_const(a->d, t, (double)v);
    return d_cast(a->d, extent_of(a, i), t);
}

/* The matrix along spatial dim i. */
static IrOperand shares(const Adaptive *a, int i, DType t) {
    OpDecompose *d = a->d;
    int64_t n;
    if (!ir_dim_is_const(a->windows[i], &n)) BUG("output_size is not known");
    const IrOperand extent = extent_of(a, i), windows = of_int(d, n);
    const IrOperand o = positions(d, a->windows[i], true), p = positions(d, a->extent[i], false);
    const IrOperand begin = d2(d, &op_floor_divide, d2(d, &op_multiply, o, extent), windows);
    IrOperand end = d2(d, &op_multiply, d2(d, &op_add, o, of_int(d, 1)), extent);
    end = d2(d, &op_floor_divide, d2(d, &op_add, end, of_int(d, n - 1)), windows);
    const IrOperand from = d2(d, &op_greater_equal, p, begin), until = d2(d, &op_less, p, end);
    const IrOperand inside = d_cast(d, d2(d, &op_logical_and, from, until), t);
    return d2(d, &op_divide, inside, d_cast(d, d2(d, &op_subtract, end, begin), t));
}

/* x, whose dim `axis` counts windows, as the sum over those times the matrix. */
static IrOperand spread(const Adaptive *a, IrOperand x, int axis, IrOperand matrix) {
    char text[2 * SPATIAL_RANK_MAX + 6] = "", *p = text;
    static const char letters[] = "abcde";
    for (int i = 0; i < a->n + 2; i++) *p++ = letters[i];
    *p++ = ',';
    *p++ = letters[axis];
    *p++ = 'z';
    *p++ = '-';
    *p++ = '>';
    for (int i = 0; i < a->n + 2; i++) *p++ = i == axis ? 'z' : letters[i];
    *p = '\0';
    IrAttr *attrs = d_attrs(a->d, &op_einsum);
    d_set_string(a->d, &op_einsum, attrs, "subscripts", text);
    const IrOperand both[] = {x, matrix}, operands = d_tuple(a->d, both, 2);
    return d_call(a->d, &op_einsum, &operands, 1, attrs);
}

static void gradient(OpGradient *g) {
    OpDecompose *d = &g->d;
    const PoolRow *row = d->op->data;
    const IrType *data = d->types[0];
    Adaptive a = {.d = d, .n = row->n};
    spatial_positions(d_attr(d, "layout")->s, spatial_data_letters(a.n), a.at);
    spatial_positions(d_attr(d, "out_layout")->s, spatial_data_letters(a.n), a.out_at);
    bool same = true; /* windows of 1, of which there may be none */
    for (int i = 0; i < a.n; i++) {
        a.extent[i] = data->dims[a.at[2 + i]];
        a.windows[i] = d->result->dims[a.out_at[2 + i]];
        same &= a.extent[i] == a.windows[i];
    }
    int64_t size[SPATIAL_MAX], order[SPATIAL_RANK_MAX];
    if (!same && is_even(&a, size)) {
        g_add(g, 0, by_windows(g, size));
        return;
    }
    bool moved = false;
    for (int i = 0; i < a.n + 2; i++) {
        order[a.at[i]] = a.out_at[i];
        moved |= a.at[i] != a.out_at[i];
    }
    IrOperand x = d_up(d, g_adjoint(g));
    if (moved) x = d_permute(d, x, order, (uint32_t)a.n + 2);
    const DType t = d_type(d, x)->dtype;
    for (int i = 0; i < a.n; i++) {
        if (a.extent[i] == a.windows[i]) continue;
        x = ir_dim_is(a.windows[i], 1) ? d2(d, &op_divide, x, extent_as(&a, i, t))
                                       : spread(&a, x, a.at[2 + i], shares(&a, i, t));
    }
    g_add(g, 0, d_broadcast(d, x, data->dims, data->ndim));
}

#define ADAPTIVE_DOC                                                                               \
    "The means of windows that spread evenly over each spatial dim: for extent e and "             \
    "output_size s, element i averages elements i * e // s to ceil((i + 1) * e / s) - 1, "         \
    "integers as nn.avg_pool does. "                                                               \
    "output_size None keeps the extents. out_layout None is layout."

#define ADAPTIVE(n_, layout_)                                                                      \
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
    static const PoolRow adaptive##n_##d_row = {n_, 0, false};                                     \
    const OpDef op_nn_adaptive_avg_pool##n_##d =                                                   \
        POOL_OP("nn.adaptive_avg_pool" #n_ "d", ADAPTIVE_DOC, adaptive##n_##d_params,              \
                adaptive_constraints, adaptive##n_##d_row, infer_adaptive, lower_adaptive,         \
                sample_adaptive, gradient);

ADAPTIVE(1, "NCW")
ADAPTIVE(2, "NCHW")
ADAPTIVE(3, "NCDHW")
