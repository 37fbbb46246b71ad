/* SPDX-License-Identifier: Apache-2.0 */
/* Windows along a dim whose extent has a symbol, h, of which each rank's part has as many rows:
 *
 *     x: (4*h,) of data=4 as (h,)      y = R.nn.conv1d(x, w, padding=1), windows of 3
 *     x1: (h + 2,)                     rows of the neighbours, or zeros, as for a number
 *     y = y1[begin : begin + h]
 *
 * What windows are and what ranks exchange is found for numbers (loop/window.h, distribute_halo.c),
 * so it is found here with 1, 2, 3, ... for h. From the first of LIKE numbers on, one behind the
 * other, for which it is the same but for as many rows in each part and in what each rank gets, it
 * is taken to be so of all that follow: the loops know h in sums, multiples, comparisons, least
 * and greatest alone (is_linear), so what holds of them holds of each h from where parts are longer
 * than what lies between edges. That the h of a run is no less is asked there. */
#include "passes/distribute_parts.h"

enum {
    PROBE = 12,      /* the h by which windows are found */
    LEAST_MAX = 24,  /* of h: longer windows are not split */
    LIKE = 4,        /* as many in a row */
    DEPTH_MAX = 256, /* of expressions and loops */
};

/* --- What loops know of symbols --- */

typedef struct {
    bool *has; /* by variable: a let that has a size in it */
} Sizes;

static bool is_linear(const Sizes *s, const LoopExpr *e, bool *has);

/* *n: how many of the operands have sizes. */
static bool are_linear(const Sizes *s, const LoopExpr *e, uint32_t *n) {
    bool ok = true, own;
    *n = 0;
    for (uint32_t i = 0; ok && i < e->n; i++) {
        ok = is_linear(s, e->args[i], &own);
        *n += own;
    }
    return ok;
}

/* Sizes occur in it so that all that it says of integers goes on evenly. *has: its value is of
 * some. Recursion is as deep as the expression. */
static bool is_linear(const Sizes *s, const LoopExpr *e, bool *has) {
    *has = false;
    if (e->depth > DEPTH_MAX) return false;
    if (e->kind == LOOP_VAR) {
        *has = e->var->kind == LOOP_VAR_SIZE || s->has[e->var->id];
        return true;
    }
    uint32_t n;
    if (!are_linear(s, e, &n)) return false;
    *has = n > 0;
    switch (e->kind) {
    case LOOP_ADD:
    case LOOP_SUB:
    case LOOP_NEG:
    case LOOP_MIN:
    case LOOP_MAX:
    case LOOP_EQ:
    case LOOP_NE:
    case LOOP_LT:
    case LOOP_LE:
    case LOOP_AND:
    case LOOP_OR:
    case LOOP_NOT:
    case LOOP_SELECT: return true;
    case LOOP_MUL: return n < 2;
    case LOOP_LOAD: *has = false; return true; /* of elements, not of integers */
    case LOOP_CAST: *has = *has && !dtype_is_float(e->dtype); return true;
    default: return !*has;
    }
}

/* As deep as loops nest. */
static bool all_linear(Sizes *s, const LoopStmt *at, uint32_t depth) {
    bool ok = depth < DEPTH_MAX, has;
    for (; ok && at; at = at->next) {
        ok = at->kind != LOOP_WHILE && at->kind != LOOP_CALL;
        for (uint32_t i = 0; ok && at->kind == LOOP_STORE && i < at->n; i++)
            ok = is_linear(s, at->indices[i], &has);
        if (ok && at->value) ok = is_linear(s, at->value, &has);
        if (ok && at->kind == LOOP_LET) s->has[at->var->id] = has;
        if (ok && at->body) ok = all_linear(s, at->body, depth + 1);
        if (ok && at->other) ok = all_linear(s, at->other, depth + 1);
    }
    return ok;
}

static bool knows_linearly(Distribute *ds, const LoopFn *fn) {
    Sizes s = {ARENA_ARRAY(&ds->arena, bool, (size_t)fn->n_vars + 1)};
    return all_linear(&s, fn->body, 0);
}

/* --- The rule with a number in place of a symbol --- */

typedef struct {
    IrModule *m;
    const IrSymbol *symbol;
    const IrDim *value;
} Bind;

static const IrDim *bind(void *user, IrSymbol *s) {
    const Bind *b = user;
    return s == b->symbol ? b->value : ir_dim_symbol(b->m, s);
}

static const IrType **bind_all(Distribute *ds, const Bind *b, const IrType *const *types,
                               uint32_t n) {
    const IrType **out = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        out[i] = types[i] ? ir_type_map(ds->m, types[i], bind, (void *)b) : NULL;
    return out;
}

static bool same_factors(const Rule *r, const LoopFactors *a, const LoopFactors *b) {
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < r->n_in + r->n_out; i++) {
        const int32_t ndim = (i < r->n_in ? r->in[i] : r->out[i - r->n_in])->ndim;
        for (int32_t d = 0; same && d < ndim; d++) same = a->of_dim[i][d] == b->of_dim[i][d];
    }
    return same;
}

/* False: its loops are others then, or there are none. */
static bool rule_at(Distribute *ds, const Rule *r, IrSymbol *symbol, int64_t value, Rule *out) {
    const Bind b = {ds->m, symbol, ir_dim_const(ds->m, value)};
    *out = *r;
    out->args = bind_all(ds, &b, r->args, r->n_args);
    out->in = bind_all(ds, &b, r->in, r->n_in);
    out->out = bind_all(ds, &b, r->out, r->n_out);
    out->result = ir_type_map(ds->m, r->result, bind, (void *)&b);
    const LoopFn *fn = distribute_lower(ds, out, out->args, out->result);
    out->loops = fn ? loop_factors(ds->ctx, &ds->arena, fn) : NULL;
    return out->loops && same_factors(r, r->loops, out->loops);
}

static const LoopWindow *window_of(Distribute *ds, const Rule *r, uint32_t factor) {
    uint32_t n;
    const LoopWindow *all = loop_windows(r->loops, &ds->arena, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (all[i].factor == factor) return &all[i];
    }
    return NULL;
}

/* --- Which factors slide --- */

typedef struct {
    IrSymbol *symbol; /* the only one; NULL: none yet */
    bool ok;
} Only;

static void see_symbol(void *user, IrSymbol *s) {
    Only *only = user;
    only->ok = only->ok && (!only->symbol || only->symbol == s);
    only->symbol = s;
}

/* The symbol of the factor's extents; NULL: they have none, or several. */
static IrSymbol *symbol_of(const Rule *r, uint32_t factor) {
    Only only = {NULL, true};
    for (uint32_t i = 0; i < r->n_in + r->n_out; i++) {
        const IrType *t = i < r->n_in ? r->in[i] : r->out[i - r->n_in];
        for (int32_t d = 0; d < t->ndim; d++) {
            if (r->of_dim[i][d] == factor) ir_dim_symbols(t->dims[d], see_symbol, &only);
        }
    }
    return only.ok ? only.symbol : NULL;
}

void distribute_find_symbolic(Distribute *ds, Rule *r) {
    if (r->is_asked || !r->loops || r->result->kind != IR_TYPE_TENSOR) return;
    r->is_asked = true;
    for (uint32_t f = 0; f < r->n; f++) {
        IrSymbol *s = r->factors[f].slides == LOOP_FACTOR_NONE || (r->windows && r->windows[f])
                          ? NULL
                          : symbol_of(r, f);
        Rule at;
        if (!s || !knows_linearly(ds, r->loops->fn) || !rule_at(ds, r, s, PROBE, &at)) continue;
        const LoopWindow *w = window_of(ds, &at, f);
        if (!w) continue;
        distribute_add_window(ds, r, w);
        r->symbols[f] = s;
    }
}

/* --- What ranks exchange --- */

/* All extents of the factor are of the symbol alone, and each rank has the same of them. */
static bool are_even(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis) {
    bool even = symbol_of(r, factor) == r->symbols[factor];
    for (uint32_t i = 0; even && i < r->n_in + r->n_out; i++) {
        const IrType *t = i < r->n_in ? r->in[i] : r->out[i - r->n_in];
        for (int32_t d = 0; even && d < t->ndim; d++) {
            int64_t n;
            even = r->of_dim[i][d] != factor ||
                   (!ir_dim_is_const(t->dims[d], &n) && distribute_is_even(ds, t->dims[d], axis));
        }
    }
    return even;
}

static Halo *halo_at(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis, int64_t value) {
    Rule at;
    if (!rule_at(ds, r, r->symbols[factor], value, &at)) return NULL;
    const LoopWindow *w = window_of(ds, &at, factor);
    return w ? distribute_make_halo(ds, &at, w, axis, NULL) : NULL;
}

/* Where the rows begin that a rank gets, less where its part does. */
static int64_t beside(const HaloDim *d, uint32_t rank, uint32_t ranks) {
    return d->places[rank] - (int64_t)rank * (d->whole / ranks);
}

/* The same rows of neighbours, and zeros. */
static bool same_dim(const HaloDim *a, const HaloDim *b, bool is_result, uint32_t ranks) {
    bool same = a->leaf == b->leaf && a->dim == b->dim && !a->reach == !b->reach &&
                a->step == b->step && a->before == b->before && a->after == b->after &&
                a->lead == b->lead && a->trail == b->trail &&
                a->local - a->whole / ranks == b->local - b->whole / ranks;
    for (uint32_t i = 0; same && i < ranks; i++)
        same = beside(a, i, ranks) == beside(b, i, ranks) &&
               (!is_result || a->begins[i] == b->begins[i]);
    return same;
}

static bool same_halo(const Rule *r, const Halo *a, const Halo *b, uint32_t ranks) {
    bool same = a && b && a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same = same_dim(&a->dims[i], &b->dims[i], a->dims[i].leaf >= r->n_in, ranks);
    return same;
}

/* Of any h. False: the operator does not take such operands. */
static bool generalize(Distribute *ds, const Rule *r, Halo *h, uint32_t axis) {
    const int64_t ranks = ds->mesh.axes[axis].size;
    for (uint32_t i = 0; i < h->n; i++) {
        HaloDim *d = &h->dims[i];
        const IrType *t = d->leaf < r->n_in ? r->in[d->leaf] : r->out[d->leaf - r->n_in];
        d->part = ir_dim_floordiv(ds->m, t->dims[d->dim], ir_dim_const(ds->m, ranks));
        d->rows = ir_dim_offset(ds->m, d->part, d->local - d->whole / ranks);
    }
    const IrType **args = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)r->n_args + 1), *result;
    return distribute_infer_parts(ds, r, r->attrs, h, args, &result) &&
           distribute_lower(ds, r, args, result);
}

Halo *distribute_symbolic_halo(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis) {
    const uint32_t ranks = ds->mesh.axes[axis].size;
    Halo *first = NULL;
    int64_t least = 0;
    if (!are_even(ds, r, factor, axis)) return NULL;
    for (int64_t h = 1; h < LEAST_MAX + LIKE; h++) {
        ctx_poll(ds->ctx);
        Halo *next = halo_at(ds, r, factor, axis, h);
        if (!same_halo(r, first, next, ranks)) first = next, least = h;
        if (!first || h - least < LIKE - 1) continue;
        first->symbol = r->symbols[factor];
        first->least = least;
        return generalize(ds, r, first, axis) ? first : NULL;
    }
    return NULL;
}
