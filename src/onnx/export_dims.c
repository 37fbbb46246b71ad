/* SPDX-License-Identifier: Apache-2.0 */
/* Extents as nodes, so that what is read back is the same extent:
 *
 *     n            Shape(x, start=i, end=i+1)  x has the extent n along i; a Gather of it before
 *                                              opset 15
 *     2*n + 1      Mul(.., [2]), Add(.., [1])
 *     n // 2       Div(.., [2]); with a Mod before it where something may be negative
 *
 * Each is a vector of one element. An extent that a value has, as what was written before, is read
 * off that: one node instead of arithmetic. What has a name in the graph, or one around it, is not
 * computed again. Recursion is as deep as extents nest (limits.depth). */
#include "onnx/export.h"

typedef struct {
    const IrDim *dim;
    const char *name;
} WDim;

/* What a value's type says: that its dim `axis` is the extent, or (axis below 0) that its shape is
 * this type. */
typedef struct {
    const void *what; /* an IrDim, or an IrType */
    const char *name;
    int32_t axis;
} WSeen;

static const char *element(W *w, const IrDim *d);

static const WSeen *seen(const WScope *s, const void *what) {
    for (; s; s = s->outer) {
        for (MapIter it = map_find(&s->seen, hash_ptr(0, what)); map_next(&s->seen, &it);) {
            const WSeen *e = it.value;
            if (e->what == what) return e;
        }
    }
    return NULL;
}

static void note(WScope *s, const void *what, const char *name, int32_t axis) {
    if (seen(s, what)) return;
    WSeen *e = ARENA_NEW(s->x->arena, WSeen);
    *e = (WSeen){what, name, axis};
    map_add(&s->seen, hash_ptr(0, what), e);
}

void x_seen(WScope *s, const IrType *t, const char *name) {
    bool computed = false;
    int64_t v;
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (ir_dim_is_const(t->dims[i], &v) || ir_dim_as_symbol(t->dims[i])) continue;
        note(s, t->dims[i], name, i);
        computed = true;
    }
    if (computed) note(s, ir_type_shape(s->x->m, t->dims, t->ndim), name, -1);
}

static const char *extent_of(W *w, const char *name, int64_t axis) {
    if (w->x->opset < ONNX_OPSET_SHAPE_PART)
        return w2(w, "Gather", w1(w, "Shape", name), w_ints(w, &axis, 1));
    OnnxNode *n = w_node(w, "Shape", NAMES(name), 1);
    w_add_int(w, n, "start", axis);
    w_add_int(w, n, "end", axis + 1);
    return w_out(n, 0);
}

static const char *found(const WScope *s, const IrDim *d) {
    for (; s; s = s->outer) {
        for (MapIter it = map_find(&s->dims, hash_ptr(0, d)); map_next(&s->dims, &it);) {
            const WDim *e = it.value;
            if (e->dim == d) return e->name;
        }
    }
    return NULL;
}

static const char *of_symbol(W *w, const IrSymbol *symbol) {
    const WFrame *frame = w->s->frame;
    const WSymbol *at = &frame->symbols[symbol->index];
    if (symbol->function != frame->fn || at->place == W_NOWHERE)
        w_fail(w, "the extent '%s', which no value has", symbol->name);
    if (at->place == W_SCALAR) return w_unsqueeze(w, at->name, (const int64_t[]){0}, 1);
    if (at->place == W_ELEMENT) return w2(w, "Gather", at->name, w_ints(w, &at->at, 1));
    return extent_of(w, at->name, at->at);
}

/* The quotient is cut off toward zero: first what is left is taken away. */
static const char *of_quotient(W *w, const IrDim *a, const IrDim *b) {
    int64_t lo, hi, blo, bhi;
    const char *x = element(w, a), *y = element(w, b);
    ir_dim_bounds(a, &lo, &hi);
    ir_dim_bounds(b, &blo, &bhi);
    return w2(w, "Div", lo >= 0 && blo >= 0 ? x : w2(w, "Sub", x, w2(w, "Mod", x, y)), y);
}

/* Min and Max take integers from opset 12 on. */
static const char *of_extreme(W *w, const IrAtom *a) {
    const char **in = ARENA_ARRAY(w->x->arena, const char *, a->n);
    for (uint32_t i = 0; i < a->n; i++) in[i] = element(w, a->args[i]);
    OnnxNode *all = w_node(w, "Concat", in, a->n, 1);
    w_add_int(w, all, "axis", 0);
    return w1(w, a->kind == IR_ATOM_MIN ? "ReduceMin" : "ReduceMax", w_out(all, 0));
}

static const char *of_atom(W *w, const IrAtom *a) {
    static const char *const nodes[] = {[IR_ATOM_MIN] = "Min",
                                        [IR_ATOM_MAX] = "Max",
                                        [IR_ATOM_SUM] = "Add",
                                        [IR_ATOM_PRODUCT] = "Mul"};
    if (a->kind == IR_ATOM_SYMBOL) return of_symbol(w, a->symbol);
    if (a->kind == IR_ATOM_FLOORDIV) return of_quotient(w, a->args[0], a->args[1]);
    if (w->x->opset < 12 && (a->kind == IR_ATOM_MIN || a->kind == IR_ATOM_MAX))
        return of_extreme(w, a);
    const char *x = element(w, a->args[0]);
    for (uint32_t i = 1; i < a->n; i++) x = w2(w, nodes[a->kind], x, element(w, a->args[i]));
    return x;
}

/* An atom by itself is a dim too, with a name to be found. */
static const char *of_factor(W *w, const IrAtom *a) {
    return a->kind == IR_ATOM_SYMBOL ? element(w, ir_dim_symbol(w->x->m, a->symbol))
                                     : of_atom(w, a);
}

static const char *of_product(W *w, const IrMono *m) {
    const char *x = NULL;
    for (uint32_t i = 0; i < m->n; i++) {
        const char *f = of_factor(w, m->factors[i].atom);
        for (uint32_t k = 0; k < m->factors[i].power; k++) x = x ? w2(w, "Mul", x, f) : f;
    }
    return x;
}

static const char *of_sum(W *w, const IrDim *d) {
    const IrAtom *one =
        d->n == 1 && d->terms[0].mono->n == 1 ? d->terms[0].mono->factors[0].atom : NULL;
    if (one && !d->constant && d->terms[0].coeff == 1 && d->terms[0].mono->factors[0].power == 1)
        return of_atom(w, one);
    const char *sum = NULL;
    for (uint32_t i = 0; i < d->n; i++) {
        const char *x = of_product(w, d->terms[i].mono);
        if (d->terms[i].coeff != 1) x = w2(w, "Mul", x, w_ints(w, &d->terms[i].coeff, 1));
        sum = sum ? w2(w, "Add", sum, x) : x;
    }
    return d->constant ? w2(w, "Add", sum, w_ints(w, &d->constant, 1)) : sum;
}

static const char *element(W *w, const IrDim *d) {
    int64_t v;
    if (ir_dim_is_const(d, &v)) return w_ints(w, &v, 1);
    const char *name = found(w->s, d);
    if (name) return name;
    const WSeen *value = seen(w->s, d);
    WDim *e = ARENA_NEW(w->x->arena, WDim);
    *e = (WDim){d, value ? extent_of(w, value->name, value->axis) : of_sum(w, d)};
    map_add(&w->s->dims, hash_ptr(0, d), e);
    w->x->fresh = NULL;
    return e->name;
}

const char *w_dims(W *w, const IrDim *const *dims, int32_t n) {
    const WSeen *value = seen(w->s, ir_type_shape(w->x->m, dims, n));
    if (value && value->axis < 0) return w1(w, "Shape", value->name);
    int64_t *run = ARENA_ARRAY(w->x->arena, int64_t, (size_t)n + 1);
    const char **parts = ARENA_ARRAY(w->x->arena, const char *, (size_t)n + 1);
    uint32_t n_parts = 0, n_run = 0;
    for (int32_t i = 0; i <= n; i++) {
        if (i < n && ir_dim_is_const(dims[i], &run[n_run])) {
            n_run++;
            continue;
        }
        if (n_run) parts[n_parts++] = w_ints(w, run, n_run);
        n_run = 0;
        if (i < n) parts[n_parts++] = element(w, dims[i]);
    }
    if (!n_parts) return w_ints(w, run, 0);
    if (n_parts == 1) return parts[0];
    return w_concat(w, parts, n_parts, 0);
}

const char *w_dim(W *w, const IrDim *d) {
    int64_t v;
    if (ir_dim_is_const(d, &v)) return w_scalar_int(w, DTYPE_INT64, v);
    return w_squeeze(w, element(w, d), (const int64_t[]){0}, 1);
}
