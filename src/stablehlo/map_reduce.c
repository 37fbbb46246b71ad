/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over dims and windows. A body that is one operation of Relax's becomes that; any other
 * is a loop over the region. */
#include "stablehlo/maps.h"

#include <math.h>

/* "i, j, k" */
static const char *index_list(H *s, const char *prefix, int32_t n) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    if (!n) strbuf_puts(&text, "()");
    for (int32_t i = 0; i < n; i++) strbuf_printf(&text, "%s%s%d", i ? ", " : "", prefix, i);
    return strbuf_cstr(&text);
}

/* for p0 in T.parallel(e0): ... one for each dim. */
static void open_loops(ShloLoops *l, const char *prefix, const char *kind, const IrDim *const *dims,
                       int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        shlo_loops_line(l, "for %s%d in T.%s(%s):", prefix, i, kind, shlo_loops_extent(l, dims[i]));
        l->indent++;
    }
}

typedef struct {
    uint32_t n; /* inputs; as many initial values */
    IrOperand *in;
    const IrType **out;
    const ShloRegion *body;
} Reduction;

static void read_operands(H *s, Reduction *r) {
    r->n = s->op->n_operands / 2;
    if (s->op->n_operands % 2 || !r->n || s->op->n_regions != 1 ||
        s->op->regions[0].n_params != 2 * r->n)
        h_fail(s, "%u operands and a body of %u parameters", s->op->n_operands,
               s->op->n_regions ? s->op->regions[0].n_params : 0);
    r->body = &s->op->regions[0];
    r->in = H_ARRAY(s, IrOperand, 2 * r->n);
    r->out = H_ARRAY(s, const IrType *, r->n);
    for (uint32_t i = 0; i < 2 * r->n; i++) r->in[i] = h_in(s, i);
    shlo_agree(s, r->in, r->n);
}

/* acc<i> is an accumulator of the result's type, and begins as the initial value. */
static void open_accumulators(const Reduction *r, ShloLoops *l) {
    for (uint32_t i = 0; i < r->n; i++) {
        shlo_loops_line(l, "acc%u = T.alloc_buffer((), \"%s\")", i, dtype_name(r->out[i]->dtype));
        shlo_loops_line(l, "acc%u[()] = x%u[()]", i, r->n + i);
    }
}

static void step(const Reduction *r, ShloLoops *l, const char **values) {
    Arena *arena = l->s->im->arena;
    const char **args = H_ARRAY(l->s, const char *, 2 * r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        args[i] = arena_printf(arena, "acc%u[()]", i);
        args[r->n + i] = values[i];
    }
    const char **results = shlo_loops_body(l, args, 2 * r->n, r->n);
    for (uint32_t i = 0; i < r->n; i++) shlo_loops_line(l, "acc%u[()] = %s", i, results[i]);
}

static void call_loops(H *s, const Reduction *r, ShloLoops *l, const char *name) {
    const IrOperand all =
        shlo_loops_call(l, name, r->in, 2 * r->n, r->out, r->n, strbuf_str(&l->text));
    for (uint32_t i = 0; i < r->n; i++) h_set(s, i, r->n == 1 ? all : h_field(s, all, i));
}

static void reduce_by_loops(H *s, const Reduction *r, const int64_t *axes, uint32_t n_axes,
                            int32_t rank) {
    ShloLoops l;
    const IrDim *const *dims = h_dims(s, r->in[0]);
    const IrDim **reduced = H_ARRAY(s, const IrDim *, rank);
    const char **values = H_ARRAY(s, const char *, r->n);
    StrBuf at;
    strbuf_init(&at, s->im->arena);
    if (!rank) strbuf_puts(&at, "()");
    int32_t n_kept = 0, n_reduced = 0;
    for (int32_t i = 0; i < rank; i++) {
        const bool is = shlo_has(axes, n_axes, i, NULL);
        strbuf_printf(&at, "%s%c%d", i ? ", " : "", is ? 'k' : 'i', is ? n_reduced : n_kept);
        if (is)
            reduced[n_reduced++] = dims[i];
        else
            n_kept++;
    }
    const char *place = strbuf_cstr(&at);
    shlo_loops_init(&l, s, r->body);
    open_loops(&l, "i", "parallel", r->out[0]->dims, n_kept);
    open_accumulators(r, &l);
    const int indent = l.indent;
    open_loops(&l, "k", "serial", reduced, n_reduced);
    for (uint32_t i = 0; i < r->n; i++) values[i] = arena_printf(s->im->arena, "x%u[%s]", i, place);
    step(r, &l, values);
    l.indent = indent;
    for (uint32_t i = 0; i < r->n; i++)
        shlo_loops_line(&l, "o%u[%s] = acc%u[()]", i, index_list(s, "i", n_kept), i);
    call_loops(s, r, &l, "reduce");
}

typedef struct {
    const char *name;
    const OpDef *over, *join; /* over dims, of two */
    double identity;
} Known;

static const Known *known_reduction(const ShloRegion *body, DType t) {
    static const Known numbers[] = {{"stablehlo.add", &op_sum, &op_add, 0},
                                    {"stablehlo.multiply", &op_prod, &op_multiply, 1},
                                    {"stablehlo.maximum", &op_max, &op_maximum, -INFINITY},
                                    {"stablehlo.minimum", &op_min, &op_minimum, INFINITY}};
    const ShloOp *op = shlo_single_op(body, false);
    for (size_t i = 0; op && i < ARRAY_LEN(numbers); i++) {
        if (str_eq_c(op->name, numbers[i].name) && t != DTYPE_BOOL && !dtype_is_small(t))
            return &numbers[i];
    }
    return NULL;
}

/* "or" and "and" of bools are the greatest and the least of bytes. */
static const Known *known_of_bools(const ShloRegion *body, DType t) {
    static const Known bools[] = {{"stablehlo.or", &op_max, &op_maximum, 0},
                                  {"stablehlo.maximum", &op_max, &op_maximum, 0},
                                  {"stablehlo.add", &op_max, &op_maximum, 0},
                                  {"stablehlo.and", &op_min, &op_minimum, 1},
                                  {"stablehlo.minimum", &op_min, &op_minimum, 1},
                                  {"stablehlo.multiply", &op_min, &op_minimum, 1}};
    const ShloOp *op = t == DTYPE_BOOL ? shlo_single_op(body, false) : NULL;
    for (size_t i = 0; op && i < ARRAY_LEN(bools); i++) {
        if (str_eq_c(op->name, bools[i].name)) return &bools[i];
    }
    return NULL;
}

static bool is_identity(IrOperand x, const Known *k) {
    if (x.kind != IR_OPERAND_CONST || x.constant->tensor->count != 1) return false;
    const Tensor *t = x.constant->tensor;
    return dtype_is_float(t->dtype)
               ? tensor_get_double(t, 0) == k->identity
               : k->identity - k->identity == 0 && (double)tensor_get_int(t, 0) == k->identity;
}

static bool has_nothing(H *s, IrOperand x, const int64_t *axes, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (h_extent(s, x, (int32_t)axes[i]) == 0) return true;
    }
    return false;
}

void shlo_map_reduce(H *s) {
    Reduction r;
    uint32_t n;
    read_operands(s, &r);
    const int64_t *axes = h_ints(s, "dimensions", &n);
    const int32_t rank = h_rank(s, r.in[0]);
    const IrDim **kept = H_ARRAY(s, const IrDim *, rank);
    int32_t n_kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (axes[i] < 0 || axes[i] >= rank)
            h_fail(s, "dim %lld, where the rank is %d", (long long)axes[i], rank);
    }
    for (int32_t i = 0; i < rank; i++) {
        if (!shlo_has(axes, n, i, NULL)) kept[n_kept++] = h_dims(s, r.in[0])[i];
    }
    for (uint32_t i = 0; i < r.n; i++)
        r.out[i] = ir_type_tensor(s->m, kept, n_kept, h_out_dtype(s, i));
    const DType t = h_dtype(s, r.in[0]);
    const Known *known = r.n == 1 && h_dtype(s, r.in[1]) == t && r.out[0]->dtype == t
                             ? known_reduction(r.body, t)
                             : NULL;
    const Known *bools = r.n == 1 ? known_of_bools(r.body, t) : NULL;
    if (!known && !bools) {
        if (has_nothing(s, r.in[0], axes, n) && r.n == 1)
            h_set(s, 0, h_broadcast(s, r.in[1], kept, n_kept));
        else
            reduce_by_loops(s, &r, axes, n, rank);
        return;
    }
    IrOperand x = r.in[0], init = r.in[1];
    if (bools) x = h_cast(s, x, DTYPE_UINT8), init = h_cast(s, init, DTYPE_UINT8), known = bools;
    IrOperand y = n ? h_reduce(s, known->over, x, axes, n) : x;
    if (!is_identity(init, known)) y = h2(s, known->join, y, init);
    h_set(s, 0, h_cast(s, y, t));
}

/* Windows */

static void read_window(H *s, int32_t rank, ShloWindow *w) {
    uint32_t n = 0;
    const int64_t *pads = h_ints(s, "padding", &n);
    int64_t *low = H_ARRAY(s, int64_t, rank), *high = H_ARRAY(s, int64_t, rank);
    if (pads && n != 2 * (uint32_t)rank && n != 1)
        h_fail(s, "'padding' has %u numbers for rank %d", n, rank);
    for (int32_t i = 0; pads && i < rank; i++) {
        low[i] = pads[n == 1 ? 0 : 2 * i];
        high[i] = pads[n == 1 ? 0 : 2 * i + 1];
    }
    *w = (ShloWindow){.rank = rank,
                      .size = h_ints_or(s, "window_dimensions", (uint32_t)rank, 1),
                      .stride = h_ints_or(s, "window_strides", (uint32_t)rank, 1),
                      .base = h_ints_or(s, "base_dilations", (uint32_t)rank, 1),
                      .dilation = h_ints_or(s, "window_dilations", (uint32_t)rank, 1),
                      .low = low,
                      .high = high};
    for (int32_t i = 0; i < rank; i++) {
        const int64_t all[] = {w->size[i],     w->stride[i], w->base[i],
                               w->dilation[i], low[i],       high[i]};
        bool fits = true; /* so that products do */
        for (size_t k = 0; k < ARRAY_LEN(all); k++)
            fits = fits && all[k] <= INT32_MAX && all[k] >= -INT32_MAX;
        if (!fits || w->size[i] < 1 || w->stride[i] < 1 || w->base[i] < 1 || w->dilation[i] < 1)
            h_fail(s, "a window of %lld by %lld", (long long)w->size[i], (long long)w->stride[i]);
    }
}

/* Names p0, p1, ... the place in x of element k* of window i*, and returns what says that it lies
 * inside; NULL: it always does. */
static const char *place_in_window(H *s, ShloLoops *l, const ShloWindow *w,
                                   const IrDim *const *dims) {
    StrBuf inside;
    bool any = false;
    strbuf_init(&inside, s->im->arena);
    for (int32_t i = 0; i < w->rank; i++) {
        const char *extent = shlo_loops_extent(l, dims[i]);
        const char *last =
            arena_printf(s->im->arena, "(%s - 1) * %lld", extent, (long long)w->base[i]);
        shlo_loops_line(l, "q%d: T.int64 = i%d * %lld + k%d * %lld - %lld", i, i,
                        (long long)w->stride[i], i, (long long)w->dilation[i],
                        (long long)w->low[i]);
        const char *test = arena_printf(s->im->arena, "T.And(0 <= q%d, q%d <= %s)", i, i, last);
        if (w->base[i] > 1)
            test = arena_printf(s->im->arena, "T.And(%s, q%d %% %lld == 0)", test, i,
                                (long long)w->base[i]);
        const Str so_far = strbuf_str(&inside);
        StrBuf more;
        strbuf_init(&more, s->im->arena);
        if (any)
            strbuf_printf(&more, "T.And(%.*s, %s)", (int)so_far.len, so_far.ptr, test);
        else
            strbuf_puts(&more, test);
        inside = more;
        any = true;
    }
    return any ? strbuf_cstr(&inside) : NULL;
}

static const char *place_list(H *s, const ShloWindow *w) {
    StrBuf text;
    strbuf_init(&text, s->im->arena);
    if (!w->rank) strbuf_puts(&text, "()");
    for (int32_t i = 0; i < w->rank; i++)
        strbuf_printf(&text, w->base[i] > 1 ? "%sq%d // %lld" : "%sq%d", i ? ", " : "", i,
                      (long long)w->base[i]);
    return strbuf_cstr(&text);
}

static const IrDim *window_extent(H *s, const ShloWindow *w, int32_t i, const IrDim *extent) {
    IrModule *m = s->m;
    const int64_t pads = w->low[i] + w->high[i], window = (w->size[i] - 1) * w->dilation[i] + 1;
    const IrDim *none = h_dim(s, 0);
    const IrDim *dilated = ir_dim_offset(m, ir_dim_scale(m, extent, w->base[i]), 1 - w->base[i]);
    if (ir_dim_is(extent, 0)) dilated = none;
    const IrDim *room = ir_dim_offset(m, dilated, pads - window);
    const IrDim *n = ir_dim_offset(m, ir_dim_floordiv(m, room, h_dim(s, w->stride[i])), 1);
    return ir_dim_max(m, none, n);
}

void shlo_map_reduce_window(H *s) {
    Reduction r;
    ShloWindow w;
    ShloLoops l;
    read_operands(s, &r);
    const int32_t rank = h_rank(s, r.in[0]);
    read_window(s, rank, &w);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank), **sizes = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) {
        dims[i] = window_extent(s, &w, i, h_dims(s, r.in[0])[i]);
        sizes[i] = h_dim(s, w.size[i]);
    }
    for (uint32_t i = 0; i < r.n; i++)
        r.out[i] = ir_type_tensor(s->m, dims, rank, h_out_dtype(s, i));
    const DType t = h_dtype(s, r.in[0]);
    const bool one_type = r.n == 1 && h_dtype(s, r.in[1]) == t && r.out[0]->dtype == t;
    const Known *known = one_type ? known_reduction(r.body, t) : NULL;
    if (known && is_identity(r.in[1], known) &&
        shlo_window(s, r.in[0], &w, known->join, known->identity))
        return;
    shlo_loops_init(&l, s, r.body);
    open_loops(&l, "i", "parallel", dims, rank);
    open_accumulators(&r, &l);
    const int indent = l.indent;
    open_loops(&l, "k", "serial", sizes, rank);
    const char **values = H_ARRAY(s, const char *, r.n);
    for (uint32_t i = 0; i < r.n; i++) {
        shlo_loops_line(&l, "item%u = T.alloc_buffer((), \"%s\")", i,
                        dtype_name(h_dtype(s, r.in[i])));
        shlo_loops_line(&l, "item%u[()] = x%u[()]", i, r.n + i);
        values[i] = arena_printf(s->im->arena, "item%u[()]", i);
    }
    const char *inside = place_in_window(s, &l, &w, h_dims(s, r.in[0]));
    if (inside) shlo_loops_line(&l, "if %s:", inside);
    for (uint32_t i = 0; i < r.n; i++)
        shlo_loops_line(&l, "%sitem%u[()] = x%u[%s]", inside ? "    " : "", i, i,
                        place_list(s, &w));
    step(&r, &l, values);
    l.indent = indent;
    for (uint32_t i = 0; i < r.n; i++)
        shlo_loops_line(&l, "o%u[%s] = acc%u[()]", i, index_list(s, "i", rank), i);
    call_loops(s, &r, &l, "reduce_window");
}

/* The selected place of each window, and what the source adds there, window by window. */
void shlo_map_select_and_scatter(H *s) {
    ShloWindow w;
    ShloLoops l;
    if (s->op->n_operands != 3 || s->op->n_regions != 2)
        h_fail(s, "%u operands and %u bodies", s->op->n_operands, s->op->n_regions);
    const IrOperand in[] = {h_in(s, 0), h_in(s, 1), h_in(s, 2)};
    const int32_t rank = h_rank(s, in[0]);
    read_window(s, rank, &w);
    if (shlo_is_pool_gradient(s) && shlo_pool_gradient(s, in[0], in[1], &w)) return;
    const IrDim **sizes = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) sizes[i] = h_dim(s, w.size[i]);
    const IrType *t = h_type(s, in[0]);
    const char *dtype = dtype_name(t->dtype), *here = index_list(s, "c", rank);
    shlo_loops_init(&l, s, &s->op->regions[0]);
    shlo_captures(s, &s->op->regions[1], 1, &l.extra);
    open_loops(&l, "c", "parallel", t->dims, rank);
    shlo_loops_line(&l, "o0[%s] = x2[()]", here);
    l.indent = 1;
    open_loops(&l, "i", "serial", h_dims(s, in[1]), rank);
    shlo_loops_line(&l, "found = T.alloc_buffer((), \"bool\")");
    shlo_loops_line(&l, "found[()] = T.bool(False)");
    shlo_loops_line(&l, "best = T.alloc_buffer((), \"%s\")", dtype);
    shlo_loops_line(&l, "best[()] = x2[()]");
    for (int32_t i = 0; i < rank; i++) {
        shlo_loops_line(&l, "b%d = T.alloc_buffer((), \"int64\")", i);
        shlo_loops_line(&l, "b%d[()] = 0", i);
    }
    const int indent = l.indent;
    open_loops(&l, "k", "serial", sizes, rank);
    const char *inside = place_in_window(s, &l, &w, t->dims);
    if (inside) {
        shlo_loops_line(&l, "if %s:", inside);
        l.indent++;
    }
    const char *args[] = {"best[()]", arena_printf(s->im->arena, "x0[%s]", place_list(s, &w))};
    const char *keeps = shlo_loops_test(&l, args, 2);
    shlo_loops_line(&l, "if T.Or(T.Not(found[()]), T.Not(%s)):", keeps);
    shlo_loops_line(&l, "    found[()] = T.bool(True)");
    shlo_loops_line(&l, "    best[()] = %s", args[1]);
    for (int32_t i = 0; i < rank; i++) shlo_loops_line(&l, "    b%d[()] = q%d", i, i);
    l.indent = indent;
    StrBuf place;
    strbuf_init(&place, s->im->arena);
    for (int32_t i = 0; i < rank; i++) strbuf_printf(&place, "%sb%d[()]", i ? ", " : "", i);
    if (!rank) strbuf_puts(&place, "()");
    shlo_loops_line(&l, "if found[()]:");
    l.indent++;
    l.region = &s->op->regions[1];
    const char *to = arena_printf(s->im->arena, "o0[%s]", strbuf_cstr(&place));
    const char *added[] = {to, arena_printf(s->im->arena, "x1[%s]", index_list(s, "i", rank))};
    shlo_loops_line(&l, "%s = %s", to, shlo_loops_body(&l, added, 2, 1)[0]);
    h_set(s, 0, shlo_loops_call(&l, "select_and_scatter", in, 3, &t, 1, strbuf_str(&l.text)));
}

void shlo_map_map(H *s) {
    ShloLoops l;
    const uint32_t n_in = s->op->n_operands;
    if (s->op->n_regions != 1 || s->op->regions[0].n_params != n_in || !n_in)
        h_fail(s, "its body takes another number of values");
    IrOperand *in = H_ARRAY(s, IrOperand, n_in);
    const char **args = H_ARRAY(s, const char *, n_in);
    for (uint32_t i = 0; i < n_in; i++) in[i] = h_in(s, i);
    const int32_t rank = h_rank(s, in[0]);
    const IrType *t = ir_type_tensor(s->m, h_dims(s, in[0]), rank, h_out_dtype(s, 0));
    shlo_loops_init(&l, s, &s->op->regions[0]);
    open_loops(&l, "i", "parallel", t->dims, rank);
    const char *at = index_list(s, "i", rank);
    for (uint32_t i = 0; i < n_in; i++) args[i] = arena_printf(s->im->arena, "x%u[%s]", i, at);
    shlo_loops_line(&l, "o0[%s] = %s", at, shlo_loops_body(&l, args, n_in, 1)[0]);
    h_set(s, 0, shlo_loops_call(&l, "map", in, n_in, &t, 1, strbuf_str(&l.text)));
}
