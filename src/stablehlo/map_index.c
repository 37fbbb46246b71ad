/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that read or write where data say: slices at dynamic places, gather, scatter.
 *
 * All of them are one take from the flat operand, or one scatter_elements into it: the index of
 * each element is a sum over the operand's dims, each a counter or an index times the dim's stride,
 * spread over the dims of the result. So their gradients are those of take and scatter_elements. */
#include "stablehlo/maps.h"

/* As int64. What that does not hold lies behind every extent as well. */
static IrOperand signed_place(H *s, IrOperand x) {
    if (h_dtype(s, x) == DTYPE_UINT64)
        x = h2(s, &op_minimum, x, h_const_bits(s, DTYPE_UINT64, UINT64_C(1) << 62));
    return h_cast(s, x, DTYPE_INT64);
}

/* The sum so far; kind NONE: 0. */
static IrOperand plus(H *s, IrOperand sum, IrOperand x) {
    return sum.kind == IR_OPERAND_NONE ? x : h2(s, &op_add, sum, x);
}

static IrOperand scaled(H *s, IrOperand x, const IrDim *by) {
    return ir_dim_is(by, 1) ? x : h2(s, &op_multiply, x, shlo_dim_number(s, by));
}

/* x in [0, extent - size]. */
static IrOperand clamped(H *s, IrOperand x, const IrDim *extent, const IrDim *size) {
    const IrOperand most = shlo_dim_number(s, ir_dim_sub(s->m, extent, size));
    return h2(s, &op_maximum, h2(s, &op_minimum, x, most), h_const(s, DTYPE_INT64, 0));
}

/* The starts as int64 scalars: operands from `first` on, or the elements of the only one. */
static IrOperand start(H *s, uint32_t first, uint32_t i, int32_t rank) {
    const uint32_t n = s->op->n_operands - first;
    if (n == (uint32_t)rank && (rank != 1 || h_rank(s, h_in(s, first)) == 0))
        return signed_place(s, h_in(s, first + i));
    if (n != 1) h_fail(s, "%u places for an operand of rank %d", n, rank);
    const IrOperand all = h_in(s, first);
    const IrOperand one = h_slice(s, all, 0, h_dim(s, i), h_dim(s, (int64_t)i + 1), 1);
    return signed_place(s, h_reshape(s, one, H_ARRAY(s, const IrDim *, 1), 0));
}

/* The flat index of each element of a window of these sizes at the starts. */
static IrOperand window_index(H *s, uint32_t first, const IrDim *const *dims,
                              const IrDim *const *sizes, int32_t rank) {
    const IrDim **strides = shlo_strides(s, dims, rank);
    IrOperand sum = h_none();
    for (int32_t i = 0; i < rank; i++) {
        const IrOperand counter = scaled(s, h_counter(s, sizes[i], i, rank), strides[i]);
        if (sizes[i] != dims[i]) {
            const IrOperand at = clamped(s, start(s, first, (uint32_t)i, rank), dims[i], sizes[i]);
            sum = plus(s, sum, scaled(s, at, strides[i]));
        }
        sum = plus(s, sum, counter);
    }
    if (sum.kind == IR_OPERAND_NONE) sum = h_const(s, DTYPE_INT64, 0);
    return h_broadcast(s, sum, sizes, rank);
}

void shlo_map_dynamic_slice(H *s) {
    IrOperand x = h_in(s, 0);
    const int32_t rank = h_rank(s, x);
    uint32_t n;
    const int64_t *sizes = h_ints(s, "slice_sizes", &n);
    if ((int32_t)n != rank) h_fail(s, "%u sizes for an operand of rank %d", n, rank);
    for (int32_t i = 0; i < rank; i++) { /* slices of whole rows: a take along each axis */
        const IrDim *extent = h_dims(s, x)[i], *size = h_dim(s, sizes[i]);
        if (sizes[i] < 0 || ir_dim_le(s->m, size, extent) == IR_REFUTED)
            h_fail(s, "a size of %lld in dim %d", (long long)sizes[i], i);
        if (extent == size) continue;
        const IrOperand at = clamped(s, start(s, 1, (uint32_t)i, rank), extent, size);
        const IrOperand places = h2(s, &op_add, h_counter(s, size, 0, 1), at);
        x = h_call(s, &op_take, H_OPS(x, places), H_ATTRS(H_INT("axis", i)));
    }
    h_set(s, 0, x);
}

static IrOperand scatter_flat(H *s, IrOperand flat, IrOperand at, IrOperand updates,
                              const char *how) {
    return h_call(s, &op_scatter_elements, H_OPS(flat, at, updates),
                  H_ATTRS(H_INT("axis", 0), H_STR("reduction", how)));
}

void shlo_map_dynamic_update_slice(H *s) {
    const IrOperand x = h_in(s, 0), update = h_in(s, 1);
    const int32_t rank = h_rank(s, x);
    if (h_rank(s, update) != rank)
        h_fail(s, "an update of rank %d for an operand of rank %d", h_rank(s, update), rank);
    const IrOperand at = window_index(s, 2, h_dims(s, x), h_dims(s, update), rank);
    const IrOperand flat = shlo_flat(s, x), places = shlo_flat(s, at),
                    updates = shlo_flat(s, update);
    h_set(s, 0, h_reshape(s, scatter_flat(s, flat, places, updates, "update"), h_dims(s, x), rank));
}

/* What gather and scatter have in common: where the indices stand, and which dims are what. */
typedef struct {
    IrOperand indices;  /* int64, with the vector's dim last */
    int32_t batch_rank; /* dims of the indices but for that */
    const int64_t *window, *dropped, *batching, *index_batching, *map; /* lists */
    uint32_t n_window, n_dropped, n_batching, n_index_batching, n_map;
    const int64_t *batch_axes; /* of the result (or updates): the dims that are no window's */
} Places;

static const int64_t *list(H *s, const ShloAttr *dims, const char *name, uint32_t *n) {
    *n = 0;
    const ShloAttr *a = shlo_item(dims, name);
    return a ? h_ints_of(s, a, n) : H_ARRAY(s, int64_t, 1);
}

static void read_places(H *s, const char *attr, const char *const *names, uint32_t operand,
                        int32_t rank, Places *out) {
    const ShloAttr *dims = h_attr(s, attr);
    if (!dims || dims->kind != SHLO_ATTR_DICT) h_fail(s, "'%s' is missing", attr);
    *out = (Places){.indices = signed_place(s, h_in(s, operand))};
    out->window = list(s, dims, names[0], &out->n_window);
    out->dropped = list(s, dims, names[1], &out->n_dropped);
    out->batching = list(s, dims, names[2], &out->n_batching);
    out->index_batching = list(s, dims, names[3], &out->n_index_batching);
    out->map = list(s, dims, names[4], &out->n_map);
    const ShloAttr *vector = shlo_item(dims, "index_vector_dim");
    const int64_t axis = vector ? vector->i : 0;
    const int32_t own = h_rank(s, out->indices);
    if (axis < 0 || axis > own)
        h_fail(s, "index_vector_dim is %lld, where the indices' rank is %d", (long long)axis, own);
    if (axis == own) {
        const IrDim **more = H_ARRAY(s, const IrDim *, own + 1);
        memcpy(more, h_dims(s, out->indices), (size_t)own * sizeof *more);
        more[own] = h_dim(s, 1);
        out->indices = h_reshape(s, out->indices, more, own + 1);
        out->batch_rank = own;
    } else {
        int64_t *order = H_ARRAY(s, int64_t, own);
        int32_t n = 0;
        for (int32_t i = 0; i < own; i++) {
            if (i != axis) order[n++] = i;
        }
        order[n] = axis;
        out->indices = h_permute(s, out->indices, order, own);
        out->batch_rank = own - 1;
        for (uint32_t i = 0; i < out->n_index_batching;
             i++) { /* dims behind the vector's move up */
            if (out->index_batching[i] > axis) ((int64_t *)(uintptr_t)out->index_batching)[i]--;
        }
    }
    if (h_extent(s, out->indices, out->batch_rank) != out->n_map)
        h_fail(s, "its indices have not %u elements each", out->n_map);
    int64_t *axes = H_ARRAY(s, int64_t, rank);
    int32_t n = 0;
    for (int32_t i = 0; i < rank; i++) {
        if (!shlo_has(out->window, out->n_window, i, NULL)) axes[n++] = i;
    }
    if (n != out->batch_rank || out->n_batching != out->n_index_batching)
        h_fail(s, "%d batch dims, where the indices have %d", n, out->batch_rank);
    for (uint32_t i = 0; i < out->n_index_batching; i++) {
        if (out->index_batching[i] < 0 || out->index_batching[i] >= n)
            h_fail(s, "its batching dims");
    }
    out->batch_axes = axes;
}

/* Element k of each index, spread over the result's dims. */
static IrOperand index_part(H *s, const Places *p, uint32_t k, int32_t rank) {
    const IrOperand one =
        h_slice(s, p->indices, p->batch_rank, h_dim(s, k), h_dim(s, (int64_t)k + 1), 1);
    const IrOperand x = h_reshape(s, one, h_dims(s, p->indices), p->batch_rank);
    return h_spread(s, x, p->batch_axes, rank);
}

/* The place in dim d of the operand, for each element of the result, of windows of these sizes that
 * lie inside; kind NONE: 0. window: the dim's place among those of the windows. */
static IrOperand place_in(H *s, const Places *p, int32_t d, const IrDim *const *dims,
                          const IrDim *const *sizes, uint32_t window, int32_t rank) {
    IrOperand sum = h_none();
    uint32_t k;
    if (shlo_has(p->map, p->n_map, d, &k)) {
        sum = plus(s, sum, clamped(s, index_part(s, p, k, rank), dims[d], sizes[d]));
    }
    if (shlo_has(p->batching, p->n_batching, d, &k)) {
        const int64_t axis = p->index_batching[k];
        sum = plus(s, sum,
                   h_counter(s, h_dims(s, p->indices)[axis], (int32_t)p->batch_axes[axis], rank));
    } else if (!shlo_has(p->dropped, p->n_dropped, d, NULL)) {
        if (window >= p->n_window) h_fail(s, "too few dims of windows");
        const int64_t axis = p->window[window];
        if (axis < 0 || axis >= rank)
            h_fail(s, "dim %lld of a window, where the rank is %d", (long long)axis, rank);
        if (!ir_dim_is(sizes[d], 1))
            sum = plus(s, sum, h_counter(s, sizes[d], (int32_t)axis, rank));
    }
    return sum;
}

static bool is_window(const Places *p, int32_t d) {
    return !shlo_has(p->batching, p->n_batching, d, NULL) &&
           !shlo_has(p->dropped, p->n_dropped, d, NULL);
}

static void gather(H *s, const IrDim *const *sizes, uint32_t n_sizes) {
    static const char *const names[] = {"offset_dims", "collapsed_slice_dims",
                                        "operand_batching_dims", "start_indices_batching_dims",
                                        "start_index_map"};
    const IrOperand x = h_in(s, 0);
    const int32_t own = h_rank(s, x);
    const IrDim *const *dims = h_dims(s, x);
    if ((int32_t)n_sizes != own) h_fail(s, "%u sizes for an operand of rank %d", n_sizes, own);
    uint32_t n_offset = 0;
    const ShloAttr *numbers = h_attr(s, "dimension_numbers");
    if (numbers && numbers->kind == SHLO_ATTR_DICT) list(s, numbers, names[0], &n_offset);
    const ShloAttr *vector =
        numbers && numbers->kind == SHLO_ATTR_DICT ? shlo_item(numbers, "index_vector_dim") : NULL;
    const int32_t index_rank = h_rank(s, h_in(s, 1));
    const int32_t rank = (int32_t)n_offset + index_rank - ((vector ? vector->i : 0) < index_rank);
    Places p;
    read_places(s, "dimension_numbers", names, 1, rank, &p);
    const IrDim **strides = shlo_strides(s, dims, own), **result = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < p.batch_rank; i++) result[p.batch_axes[i]] = h_dims(s, p.indices)[i];
    IrOperand sum = h_none();
    uint32_t window = 0;
    for (int32_t d = 0; d < own; d++) {
        const IrOperand at = place_in(s, &p, d, dims, sizes, window, rank);
        if (is_window(&p, d)) result[p.window[window++]] = sizes[d];
        if (at.kind != IR_OPERAND_NONE) sum = plus(s, sum, scaled(s, at, strides[d]));
    }
    if (window != p.n_window) h_fail(s, "%u dims of windows instead of %u", p.n_window, window);
    if (sum.kind == IR_OPERAND_NONE) sum = h_const(s, DTYPE_INT64, 0);
    const IrOperand places = h_broadcast(s, sum, result, rank);
    h_set(s, 0, h_call(s, &op_take, H_OPS(shlo_flat(s, x), places), H_ATTRS(H_INT("axis", 0))));
}

void shlo_map_gather(H *s) {
    uint32_t n;
    const int64_t *sizes = h_ints(s, "slice_sizes", &n);
    const IrDim **dims = H_ARRAY(s, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) dims[i] = h_dim(s, sizes[i]);
    gather(s, dims, n);
}

void shlo_map_dynamic_gather(H *s) {
    uint32_t n;
    const IrDim *const *sizes = h_known(s, 2, &n);
    gather(s, sizes, n);
}

void shlo_map_torch_index_select(H *s) {
    if (h_int(s, "batch_dims", 0)) h_lacks(s, "batch dims");
    const IrOperand x = h_in(s, 0), at = h_in(s, 1);
    h_set(s, 0, h_call(s, &op_take, H_OPS(x, at), H_ATTRS(H_INT("axis", h_int(s, "dim", 0)))));
}

/* Scatter */

/* The flat place of each element of the updates; behind the last one where it is out of bounds. */
static IrOperand scatter_places(H *s, IrOperand x, IrOperand updates, uint32_t operand) {
    static const char *const names[] = {"update_window_dims", "inserted_window_dims",
                                        "input_batching_dims", "scatter_indices_batching_dims",
                                        "scatter_dims_to_operand_dims"};
    const int32_t own = h_rank(s, x), rank = h_rank(s, updates);
    const IrDim *const *dims = h_dims(s, x), *const *sizes = h_dims(s, updates);
    const IrDim **strides = shlo_strides(s, dims, own);
    Places p;
    read_places(s, "scatter_dimension_numbers", names, operand, rank, &p);
    IrOperand sum = h_none(), inside = h_none();
    uint32_t window = 0;
    for (int32_t d = 0; d < own; d++) {
        IrOperand at = h_none();
        uint32_t k;
        const bool is_indexed = shlo_has(p.map, p.n_map, d, &k);
        if (is_indexed) at = index_part(s, &p, k, rank);
        if (shlo_has(p.batching, p.n_batching, d, &k)) {
            const int64_t axis = p.index_batching[k];
            at = plus(s, at,
                      h_counter(s, h_dims(s, p.indices)[axis], (int32_t)p.batch_axes[axis], rank));
        } else if (is_window(&p, d)) {
            if (window >= p.n_window || p.window[window] < 0 || p.window[window] >= rank)
                h_fail(s, "its dims of windows");
            const int32_t axis = (int32_t)p.window[window++];
            at = plus(s, at, h_counter(s, sizes[axis], axis, rank));
        }
        if (at.kind == IR_OPERAND_NONE) continue;
        if (is_indexed) {
            const IrOperand low = h2c(s, &op_greater_equal, at, 0),
                            high = h2(s, &op_less, at, shlo_dim_number(s, dims[d]));
            const IrOperand both = h2(s, &op_logical_and, low, high);
            inside = inside.kind == IR_OPERAND_NONE ? both : h2(s, &op_logical_and, inside, both);
        }
        sum = plus(s, sum, scaled(s, at, strides[d]));
    }
    if (sum.kind == IR_OPERAND_NONE) sum = h_const(s, DTYPE_INT64, 0);
    if (inside.kind != IR_OPERAND_NONE)
        sum = h3(s, &op_where, inside, sum, shlo_dim_number(s, h_product(s, dims, own)));
    return shlo_flat(s, h_broadcast(s, sum, sizes, rank));
}

static const char *known_reduction(const ShloRegion *body, DType t) {
    static const struct {
        const char *name, *how;
    } rows[] = {{"stablehlo.add", "add"},
                {"stablehlo.multiply", "mul"},
                {"stablehlo.minimum", "min"},
                {"stablehlo.maximum", "max"}};
    if (dtype_is_small(t)) return NULL;
    const ShloOp *last = &body->ops[body->n - 1];
    if (body->n == 1 && body->n_params == 2 && last->n_operands == 1 &&
        str_eq(last->operands[0].name, body->params[1].name))
        return "update";
    const ShloOp *op = shlo_single_op(body, false);
    for (size_t i = 0; op && t != DTYPE_BOOL && i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(op->name, rows[i].name)) return rows[i].how;
    }
    return NULL;
}

/* One after another, as the text orders the updates: the interpreter's order, row-major. */
static void scatter_loops(H *s, const ShloRegion *body, uint32_t n, IrOperand places) {
    ShloLoops l;
    IrOperand *in = H_ARRAY(s, IrOperand, 2 * n + 1);
    const IrType **out = H_ARRAY(s, const IrType *, n);
    const char **args = H_ARRAY(s, const char *, 2 * n);
    Arena *arena = s->im->arena;
    shlo_loops_init(&l, s, body);
    for (uint32_t i = 0; i < n; i++) {
        in[i] = shlo_flat(s, h_in(s, i));
        in[n + i] = shlo_flat(s, h_in(s, n + 1 + i));
        out[i] = h_type(s, in[i]);
    }
    in[2 * n] = places;
    const IrDim *size = out[0]->dims[0], *count = h_dims(s, places)[0];
    const char *a = shlo_loops_extent(&l, size), *b = shlo_loops_extent(&l, count);
    for (uint32_t i = 0; i < n; i++) {
        shlo_loops_line(&l, "for c%u in T.parallel(%s):", i, a);
        shlo_loops_line(&l, "    o%u[c%u] = x%u[c%u]", i, i, i, i);
    }
    shlo_loops_line(&l, "for i in T.serial(%s):", b);
    l.indent++;
    shlo_loops_line(&l, "at: T.int64 = x%u[i]", 2 * n);
    shlo_loops_line(&l, "if at < %s:", a);
    l.indent++;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = arena_printf(arena, "o%u[at]", i);
        args[n + i] = arena_printf(arena, "x%u[i]", n + i);
    }
    const char **results = shlo_loops_body(&l, args, 2 * n, n);
    for (uint32_t i = 0; i < n; i++) shlo_loops_line(&l, "o%u[at] = %s", i, results[i]);
    const IrOperand all =
        shlo_loops_call(&l, "scatter", in, 2 * n + 1, out, n, strbuf_str(&l.text));
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand y = n == 1 ? all : h_field(s, all, i);
        h_set(s, i, h_reshape(s, y, h_dims(s, h_in(s, i)), h_rank(s, h_in(s, i))));
    }
}

void shlo_map_scatter(H *s) {
    const uint32_t n = s->op->n_operands / 2;
    if (s->op->n_operands % 2 == 0 || s->op->n_regions != 1 || !s->op->regions[0].n)
        h_fail(s, "%u operands and %u bodies", s->op->n_operands, s->op->n_regions);
    const ShloRegion *body = &s->op->regions[0];
    const IrOperand x = h_in(s, 0), updates = h_in(s, n + 1);
    const IrOperand places = scatter_places(s, x, updates, n);
    const char *how = n == 1 ? known_reduction(body, h_dtype(s, x)) : NULL;
    if (!how) {
        scatter_loops(s, body, n, places);
        return;
    }
    /* One place more, for what is out of bounds. */
    const IrDim *size = h_product(s, h_dims(s, x), h_rank(s, x)), *one = h_dim(s, 1);
    const IrOperand rest = h_broadcast(s, h_const(s, h_dtype(s, x), 0), &one, 1);
    const IrOperand parts[] = {shlo_flat(s, x), rest};
    const IrOperand all = h_concat(s, parts, 2, 0);
    const IrOperand y = scatter_flat(s, all, places, shlo_flat(s, updates), how);
    h_set(s, 0, h_reshape(s, h_slice(s, y, 0, h_dim(s, 0), size, 1), h_dims(s, x), h_rank(s, x)));
}
