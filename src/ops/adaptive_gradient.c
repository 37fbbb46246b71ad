/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of adaptive average pooling. Windows that all have one size and share nothing are those of nn.avg_pool. The
 * others are a product with a matrix along each spatial dim, and so is the gradient: for extent e and s windows
 *
 *     share[i, p] = 1 / length(i) where begin(i) <= p < end(i), else 0
 *     begin(i) = i * e // s, end(i) = ((i + 1) * e + s - 1) // s, length(i) = end(i) - begin(i)
 *
 * With one window along a dim the matrix is a row of 1 / e: divided by that, and broadcast. */
#include "ops/ops.h"
#include "ops/pool.h"

typedef struct {
    OpDecompose *d;
    int n;
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    const IrDim *extent[SPATIAL_MAX], *windows[SPATIAL_MAX];
} Adaptive;

static IrOperand of_int(OpDecompose *d, int64_t v) { return d_const(d, DTYPE_INT64, (double)v); }

/* Whether all windows have one size and share nothing: size[i] along dim i. Not where each is one element. */
static bool is_even(const Adaptive *a, int64_t *size) {
    bool any = false;
    for (int i = 0; i < a->n; i++) {
        int64_t extent, windows;
        any |= a->extent[i] != a->windows[i];
        if (!ir_dim_is_const(a->extent[i], &extent) || !ir_dim_is_const(a->windows[i], &windows)) return false;
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

void grad_adaptive_avg_pool(OpGradient *g) {
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
