/* SPDX-License-Identifier: Apache-2.0 */
/* Values at computed places: GridSample; MaxPool's indices and MaxUnpool; and determinants. */
#include "onnx/nested.h"

static IrOperand last_part(O *o, IrOperand x, int64_t i) {
    return o_call(o, &op_take, OPS(x, o_const(o, DTYPE_INT64, (double)i)),
                  ATTRS(A_INT("axis", o_rank(o, x) - 1)));
}

typedef enum { ZEROS, BORDER, REFLECTION } Padding;

enum { GRID_MAX = 6, TAPS_MAX = 1 << 9 }; /* spatial dims; pixels that a place looks at */

typedef struct {
    O *o;
    int n;                                  /* spatial dims; number 0 is the last one */
    IrOperand flat;                         /* x as (n, c, pixels) */
    const IrDim *const *x, *batch, *places; /* places: of the grid */
    IrOperand extent[GRID_MAX];             /* as floats */
    DType dtype;
    Padding padding;
    bool align;
} Grid;

static const IrDim *grid_dim(const Grid *g, int i) { return g->x[g->n + 1 - i]; }

/* Mirrored at the ends: 0 and extent - 1 (align), or half a pixel outside. */
static IrOperand reflected(Grid *g, IrOperand p, IrOperand extent) {
    O *o = g->o;
    const IrOperand low = o_const(o, g->dtype, g->align ? 0 : -0.5);
    const IrOperand span =
        g->align ? o2c(o, &op_maximum, o2c(o, &op_subtract, extent, 1), 1) : extent;
    const IrOperand twice = o2c(o, &op_multiply, span, 2);
    const IrOperand m = o2(o, &op_floor_mod, o1(o, &op_abs, o2(o, &op_subtract, p, low)), twice);
    const IrOperand back = o2(o, &op_minimum, m, o2(o, &op_subtract, twice, m));
    return o2(o, &op_add, back, low);
}

/* x at whole positions (n, places): (n, c, places). */
static IrOperand pixels(Grid *g, const IrOperand *at) {
    O *o = g->o;
    IrOperand index = o_none(), inside = o_none();
    for (int i = g->n - 1; i >= 0; i--) {
        const bool is_first = i == g->n - 1;
        const IrOperand most = o2c(o, &op_subtract, g->extent[i], 1);
        const IrOperand within = o_between(o, o_const(o, g->dtype, 0), at[i], most);
        inside = is_first ? within : o2(o, &op_logical_and, inside, within);
        IrOperand p =
            g->padding == REFLECTION ? o1(o, &op_round, reflected(g, at[i], g->extent[i])) : at[i];
        p = o_cast(o, o2(o, &op_minimum, o2c(o, &op_maximum, p, 0), most), DTYPE_INT64);
        if (is_first) {
            index = p;
        } else {
            const IrOperand row =
                o2(o, &op_multiply, index, o_dim_number(o, grid_dim(g, i), DTYPE_INT64));
            index = o2(o, &op_add, row, p);
        }
    }
    const int64_t channel[] = {1};
    const IrDim *const wide[] = {g->batch, g->x[1], g->places};
    const IrOperand from = o_broadcast(o, o_expand(o, index, channel, 1), wide, 3);
    const IrOperand y = o_call(o, &op_gather_elements, OPS(g->flat, from), ATTRS(A_INT("axis", 2)));
    if (g->padding != ZEROS) return y;
    return o3(o, &op_where, o_expand(o, inside, channel, 1), y, o_const(o, o_dtype(o, y), 0));
}

/* The weights of the pixels at floor - 1 .. floor + 2, for a distance t from the floor (Keys, a =
 * -0.75). */
static void cubic_weights(Grid *g, IrOperand t, IrOperand w[4]) {
    O *o = g->o;
    const double a = -0.75;
    for (int i = 0; i < 4; i++) {
        const IrOperand d = o1(o, &op_abs, o2c(o, &op_subtract, t, i - 1));
        const bool is_near = i == 1 || i == 2;
        IrOperand y;
        if (is_near) { /* ((a + 2) d - (a + 3)) d d + 1 */
            y = o2c(o, &op_subtract, o2c(o, &op_multiply, d, a + 2), a + 3);
            y = o2c(o, &op_add, o2(o, &op_multiply, o2(o, &op_multiply, y, d), d), 1);
        } else { /* ((a d - 5 a) d + 8 a) d - 4 a */
            y = o2c(o, &op_subtract, o2c(o, &op_multiply, d, a), 5 * a);
            y = o2c(o, &op_add, o2(o, &op_multiply, y, d), 8 * a);
            y = o2c(o, &op_subtract, o2(o, &op_multiply, y, d), 4 * a);
        }
        w[i] = y;
    }
}

/* Where along dim i the grid points to, in pixels: (n, places). */
static IrOperand grid_positions(Grid *g, IrOperand grid, int i) {
    O *o = g->o;
    const IrDim *const flat[] = {g->batch, g->places};
    g->extent[i] = o_dim_number(o, grid_dim(g, i), g->dtype);
    const IrOperand p = o2c(o, &op_add, o_cast(o, last_part(o, grid, i), g->dtype), 1);
    const IrOperand at = g->align ? o2(o, &op_multiply, p, o2c(o, &op_subtract, g->extent[i], 1))
                                  : o2c(o, &op_subtract, o2(o, &op_multiply, p, g->extent[i]), 1);
    return o_reshape(o, o2c(o, &op_multiply, at, 0.5), flat, 2);
}

void onnx_map_grid_sample(O *o) {
    const IrOperand x = o_in(o, 0), grid = o_in(o, 1);
    const int32_t rank = o_rank(o, x);
    if (rank < 3 || rank > GRID_MAX + 2) o_unsupported(o, "an operand of rank %d", rank);
    if (o_rank(o, grid) != rank) o_fail(o, "a grid of rank %d", o_rank(o, grid));
    const Str mode = o_str(o, "mode", "bilinear"), padding = o_str(o, "padding_mode", "zeros");
    const IrDim *const *grid_dims = o_dims(o, grid);
    Grid g = {.o = o,
              .n = rank - 2,
              .x = o_dims(o, x),
              .batch = grid_dims[0],
              .places = o_dim(o, 1),
              .dtype = o_dtype(o, grid) == DTYPE_FLOAT64 || o_dtype(o, x) == DTYPE_FLOAT64
                           ? DTYPE_FLOAT64
                           : DTYPE_FLOAT32,
              .align = o_int(o, "align_corners", 0) != 0};
    if (o_extent(o, grid, rank - 1) != g.n) o_fail(o, "a grid for another rank");
    g.padding = str_eq_c(padding, "zeros")    ? ZEROS
                : str_eq_c(padding, "border") ? BORDER
                                              : REFLECTION;
    if (g.padding == REFLECTION && !str_eq_c(padding, "reflection"))
        o_fail(o, "its attribute 'padding_mode' is unknown");
    const IrDim *all = o_dim(o, 1);
    const IrDim **out = O_ARRAY(o, const IrDim *, rank);
    out[0] = g.batch;
    out[1] = g.x[1];
    for (int i = 0; i < g.n; i++) {
        all = ir_dim_mul(o->m, all, g.x[2 + i]);
        out[2 + i] = grid_dims[1 + i];
        g.places = ir_dim_mul(o->m, g.places, out[2 + i]);
    }
    const IrDim *const flat[] = {g.x[0], g.x[1], all};
    g.flat = o_reshape(o, x, flat, 3);
    IrOperand at[GRID_MAX], whole[GRID_MAX], weights[GRID_MAX][4];
    const bool cubic = str_eq_c(mode, "bicubic") || str_eq_c(mode, "cubic");
    for (int i = 0; i < g.n; i++) at[i] = grid_positions(&g, grid, i);
    if (str_eq_c(mode, "nearest")) {
        for (int i = 0; i < g.n; i++) whole[i] = o1(o, &op_round, at[i]);
        o_set(o, 0, o_reshape(o, pixels(&g, whole), out, rank));
        return;
    }
    if (!cubic && !str_eq_c(mode, "bilinear") && !str_eq_c(mode, "linear"))
        o_fail(o, "its attribute 'mode' is unknown");
    const int taps = cubic ? 4 : 2, first = cubic ? -1 : 0;
    int total = 1;
    g.flat = o_cast(o, g.flat, g.dtype);
    for (int i = 0; i < g.n; i++) {
        total *= taps;
        if (total > TAPS_MAX) o_unsupported(o, "an operand of rank %d in that mode", rank);
        whole[i] = o1(o, &op_floor, at[i]);
        const IrOperand t = o2(o, &op_subtract, at[i], whole[i]);
        if (cubic) {
            cubic_weights(&g, t, weights[i]);
        } else {
            weights[i][0] = o2(o, &op_subtract, o_const(o, g.dtype, 1), t);
            weights[i][1] = t;
        }
    }
    IrOperand sum = o_none();
    for (int k = 0; k < total; k++) {
        IrOperand place[GRID_MAX], w = o_none();
        for (int i = 0, rest = k; i < g.n; i++, rest /= taps) {
            place[i] = o2c(o, &op_add, whole[i], rest % taps + first);
            w = i ? o2(o, &op_multiply, w, weights[i][rest % taps]) : weights[i][rest % taps];
        }
        w = o_expand(o, w, (const int64_t[]){1}, 1);
        const IrOperand y = o2(o, &op_multiply, pixels(&g, place), w);
        sum = k ? o2(o, &op_add, sum, y) : y;
    }
    o_set(o, 0, o_reshape(o, o_cast(o, sum, o_dtype(o, x)), out, rank));
}

/* Where x is put: zeros elsewhere. Without output_shape, the least shape that the pooling came
 * from. */
void onnx_map_max_unpool(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x);
    const IrDim **out = O_ARRAY(o, const IrDim *, rank), **made = O_ARRAY(o, const IrDim *, rank);
    if (rank < 3) o_fail(o, "its operand has rank %d", rank);
    const uint32_t n = (uint32_t)rank - 2;
    const int64_t *kernel = o_ints_or(o, "kernel_shape", n, 1),
                  *strides = o_ints_or(o, "strides", n, 1), *pads = o_ints_or(o, "pads", 2 * n, 0);
    for (int32_t i = 0; i < rank; i++) {
        made[i] = dims[i];
        if (i < 2) continue;
        const uint32_t k = (uint32_t)i - 2;
        made[i] = ir_dim_offset(
            o->m, ir_dim_scale(o->m, ir_dim_offset(o->m, dims[i], -1), strides[k]), kernel[k]);
        made[i] =
            ir_dim_sub(o->m, made[i], ir_dim_add(o->m, o_dim(o, pads[k]), o_dim(o, pads[n + k])));
    }
    OnnxKnown said = {.n = 0};
    const bool is_said = o_has(o, 2) && o_known(o, 2, &said);
    if (o_has(o, 2) && (!is_said || said.n != (uint32_t)rank))
        o_unsupported(o, "an input 2 that is not constant");
    const IrDim *total = o_dim(o, 1), *count = o_dim(o, 1);
    for (int32_t i = 0; i < rank; i++) {
        out[i] = is_said ? said.at[i] : made[i];
        total = ir_dim_mul(o->m, total, out[i]);
        count = ir_dim_mul(o->m, count, dims[i]);
    }
    const IrDim *const flat[] = {total}, *const own[] = {count};
    /* Indices are of the shape that the pooling had, and that shape is the smaller one here. */
    IrOperand at = o_reshape(o, o_in(o, 1), own, 1);
    if (is_said) {
        IrOperand rest = at, place = o_none();
        const IrDim *stride = o_dim(o, 1);
        for (int32_t i = rank; i-- > 0;) {
            const IrOperand here =
                i ? o2(o, &op_floor_mod, rest, o_dim_number(o, made[i], DTYPE_INT64)) : rest;
            if (i) rest = o2(o, &op_floor_divide, rest, o_dim_number(o, made[i], DTYPE_INT64));
            const IrOperand moved = o2(o, &op_multiply, here, o_dim_number(o, stride, DTYPE_INT64));
            place = place.kind == IR_OPERAND_NONE ? moved : o2(o, &op_add, place, moved);
            stride = ir_dim_mul(o->m, stride, out[i]);
        }
        at = place;
    }
    const IrOperand zeros = o2(o, &op_full, o_shape(o, flat, 1), o_const(o, o_dtype(o, x), 0));
    const IrOperand y =
        o_call(o, &op_scatter_elements, OPS(zeros, at, o_reshape(o, x, own, 1)), NO_ATTRS);
    o_set(o, 0, o_reshape(o, y, out, rank));
}

/* By the first row, of matrices up to 4 by 4; larger ones by elimination: entry (i, k) is a tensor
 * over the leading dims. */
enum { DET_MAX = 4 };

static IrOperand minor(O *o, IrOperand (*a)[DET_MAX], int n, int row, unsigned columns) {
    IrOperand sum = o_none();
    int sign = 1;
    for (int k = 0; k < n; k++) {
        if (!(columns >> k & 1)) continue;
        IrOperand y = a[row][k];
        if (row + 1 < n) y = o2(o, &op_multiply, y, minor(o, a, n, row + 1, columns & ~(1u << k)));
        sum = sum.kind == IR_OPERAND_NONE ? y : o2(o, sign > 0 ? &op_add : &op_subtract, sum, y);
        sign = -sign;
    }
    return sum;
}

/* One step of elimination on a (.., n, n), at row and column k: the row of the greatest element of
 * the column from k on becomes row k, which is taken off those below. *product (..) takes up the
 * pivot. */
static IrOperand eliminated(O *o, IrOperand a, IrOperand k, IrOperand *product) {
    const int32_t rank = o_rank(o, a);
    const int64_t row_axis = rank - 2, last = rank - 1;
    const IrOperand zero = o_const(o, o_dtype(o, a), 0), i = o_counter(o, o_dims(o, a)[last], 0, 1);
    const IrOperand column = o_call(o, &op_take, OPS(a, k), ATTRS(A_INT("axis", last)));
    const IrOperand below = o2(o, &op_greater_equal, i, k);
    const IrOperand sizes =
        o3(o, &op_where, below, o1(o, &op_abs, column), o_const(o, o_dtype(o, a), -1));
    const IrOperand at = o_call(o, &op_argmax, &sizes, 1, ATTRS(A_INT("axis", row_axis)));
    const IrOperand is_pivot =
        o_expand(o, o2(o, &op_equal, o_expand(o, at, &row_axis, 1), i), &last, 1);
    const IrOperand pivot_row =
        o_reduce(o, &op_sum, o3(o, &op_where, is_pivot, a, zero), &row_axis, 1, true);
    const IrOperand row =
        o_expand(o, o_call(o, &op_take, OPS(a, k), ATTRS(A_INT("axis", row_axis))), &row_axis, 1);
    const IrOperand number = o_align(o, i, 0, 2);
    IrOperand b = o3(o, &op_where, is_pivot, row, a);
    b = o3(o, &op_where, o2(o, &op_equal, number, k), pivot_row, b);
    const IrOperand pivot =
        o_call(o, &op_take, OPS(pivot_row, k), ATTRS(A_INT("axis", last))); /* (.., 1) */
    const IrOperand is_zero = o2c(o, &op_equal, pivot, 0), one = o_const(o, o_dtype(o, a), 1);
    const IrOperand factor =
        o2(o, &op_divide, o_call(o, &op_take, OPS(b, k), ATTRS(A_INT("axis", last))),
           o3(o, &op_where, is_zero, one, pivot));
    const IrOperand off = o3(o, &op_where, o2(o, &op_greater, i, k), factor, zero);
    const IrOperand v = o_squeeze(o, pivot, &row_axis, 1);
    const IrOperand sign = o3(o, &op_where, o2(o, &op_equal, at, k), v, o1(o, &op_negative, v));
    *product = o2(o, &op_multiply, *product, sign);
    return o2(o, &op_subtract, b, o2(o, &op_multiply, o_expand(o, off, &last, 1), pivot_row));
}

/* By elimination, of matrices of any size. */
static IrOperand det_by_scan(O *o, IrOperand x) {
    static const Str no_name = {.len = 0};
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x);
    const IrOperand steps = o_counter(o, dims[rank - 1], 0, 1);
    const IrOperand carries[] = {x, o_broadcast(o, o_const(o, o_dtype(o, x), 1), dims, rank - 2)};
    OnnxNested body;
    IrOperand p[3];
    onnx_nested_init(&body, o, "eliminate");
    for (int i = 0; i < 3; i++) {
        const IrType *t = o_type(o, i < 2 ? carries[i] : steps);
        p[i] = onnx_nested_param(&body, no_name, "x", onnx_nested_type(&body, t, i == 2));
    }
    O inner = *o;
    inner.b = &body.b;
    IrOperand results[2] = {o_none(), p[1]};
    results[0] = eliminated(&inner, p[0], p[2], &results[1]);
    const IrOperand f = onnx_nested_end(&body, results, 2, true);
    const OnnxScan scan = {
        .carries = carries, .n_carries = 2, .sequences = &steps, .n_sequences = 1};
    return o_field(o, onnx_scan(o, f, &scan), 1);
}

void onnx_map_det(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    IrOperand a[DET_MAX][DET_MAX];
    if (rank < 2) o_fail(o, "its operand has rank %d", rank);
    const IrDim *rows = o_dims(o, x)[rank - 2], *columns = o_dims(o, x)[rank - 1];
    if (ir_dim_eq(o->m, rows, columns) == IR_REFUTED) o_fail(o, "its matrices are not square");
    int64_t n;
    if (!ir_dim_is_const(rows, &n) || !ir_dim_is_const(columns, &n) || n < 1 || n > DET_MAX) {
        const IrDim **square = O_ARRAY(o, const IrDim *, rank);
        for (int32_t i = 0; i < rank; i++) square[i] = i < rank - 2 ? o_dims(o, x)[i] : rows;
        o_set(o, 0,
              det_by_scan(o, o_match(o, x, ir_type_tensor(o->m, square, rank, o_dtype(o, x)))));
        return;
    }
    for (int i = 0; i < n; i++) {
        const IrOperand at = o_const(o, DTYPE_INT64, i);
        const IrOperand row = o_call(o, &op_take, OPS(x, at), ATTRS(A_INT("axis", rank - 2)));
        for (int k = 0; k < n; k++) a[i][k] = last_part(o, row, k);
    }
    o_set(o, 0, minor(o, a, (int)n, 0, (1u << n) - 1));
}
