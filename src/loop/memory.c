/* SPDX-License-Identifier: Apache-2.0 */
/* An index of rank n is one number: the place of its element in row-major order, a polynomial. What
 * divides and takes remainders (a reshape) is brought to this form by a % b = a - b*(a // b).
 *
 *     y[i, j] = x[(i*3 + j) // 6, (i*3 + j) % 6]     of extents (n, 3) and (m, 6)
 *     number of y: i*3 + j;  number of x: 6*((i*3 + j) // 6) + (i*3 + j) - 6*((i*3 + j) // 6)
 *
 * Two loads or stores with the same number touch the same bytes, whatever the buffers' ranks
 * are. */
#include "loop/memory.h"

#include "loop/verify_index.h"

typedef struct {
    Ctx *ctx;
    const LoopFn *fn;
    Arena *arena;
    Index x;
    const Poly *number; /* of the iteration, counted over all loops that are open */
} Memory;

static void init(Memory *m, Ctx *ctx, const LoopFn *fn, Arena *arena) {
    *m = (Memory){.ctx = ctx, .fn = fn, .arena = arena};
    index_init(&m->x, arena, fn);
    m->number = poly_const(arena, 0);
}

static const Poly *poly_of(Memory *m, const LoopExpr *e) {
    m->x.atoms.fuel = INDEX_FUEL;
    return index_poly(&m->x, e);
}

/* --- Numbers --- */

static bool same_operands(const Atom *a, const Atom *b) {
    return poly_equal(a->a, b->a) && poly_equal(a->b, b->b);
}

/* Where the quotient of the remainder's operands is known, or the divisor is a constant. */
static const Poly *quotient_of(Memory *m, const Atom *remainder) {
    enum { LOOK_BACK = 256 };
    int64_t by;
    const size_t n = m->x.atoms.atoms.len;
    for (size_t i = n; i-- > 0 && n - i <= LOOK_BACK;) {
        const Atom *q = &m->x.atoms.atoms.at[i];
        if (q->kind == LOOP_FLOORDIV && same_operands(q, remainder))
            return poly_atom(m->arena, (uint32_t)i);
    }
    const Atom old = *remainder;
    return poly_is_const(old.b, &by) && by > 0 ? index_quotient(&m->x, old.a, old.b) : NULL;
}

/* (a % (k*b)) // b, of constants: a // b - k*(a // (k*b)). NULL: the atom is none. */
static const Poly *quotient_of_remainder(Memory *m, const Atom *quotient) {
    int64_t by, of;
    const Poly *p = quotient->a;
    if (quotient->kind != LOOP_FLOORDIV || !p || p->n != 1 || p->terms[0].n != 1 ||
        p->terms[0].coef != 1 || !poly_is_const(quotient->b, &by) || by < 1)
        return NULL;
    const Poly *divisor = quotient->b;
    const Atom inner = m->x.atoms.atoms.at[p->terms[0].atoms[0]];
    if (inner.kind != LOOP_FLOORMOD || !poly_is_const(inner.b, &of) || of < 1 || of % by)
        return NULL;
    return poly_add(m->arena, index_quotient(&m->x, inner.a, divisor),
                    index_quotient(&m->x, inner.a, inner.b), -(of / by));
}

/* What the atom is without remainders; NULL: it has none. *known: false where one has no quotient.
 */
static const Poly *resolved(Memory *m, uint32_t at, bool *known) {
    const Atom atom = m->x.atoms.atoms.at[at];
    if (atom.kind != LOOP_FLOORMOD) return quotient_of_remainder(m, &atom);
    const Poly *q = quotient_of(m, &m->x.atoms.atoms.at[at]);
    *known &= q != NULL;
    return q ? poly_add(m->arena, atom.a, poly_mul(m->arena, atom.b, q), -1) : NULL;
}

/* Without remainders; NULL where one has no quotient. Each step leaves less of what it is about
 * below the atoms of p. */
static const Poly *without_remainders(Memory *m, const Poly *p) {
    enum { STEPS = 256 };
    for (uint32_t step = 0; p && step < STEPS; step++) {
        const Poly *value = NULL, *slope, *rest;
        uint32_t atom = 0;
        bool known = true;
        for (uint32_t i = 0; known && !value && i < p->n; i++) {
            for (uint32_t k = 0; known && !value && k < p->terms[i].n; k++) {
                atom = p->terms[i].atoms[k];
                value = resolved(m, atom, &known);
            }
        }
        if (!known) return NULL;
        if (!value) return p;
        if (!poly_split(m->arena, p, atom, &slope, &rest)) return NULL;
        p = poly_add(m->arena, rest, poly_mul(m->arena, slope, value), 1);
    }
    return NULL;
}

/* NULL: the buffer is not in row-major order, or the number is too large a polynomial. */
static const Poly *number_of(Memory *m, const LoopBuffer *b, const LoopExpr *const *index) {
    const Poly *p = poly_const(m->arena, 0);
    if (b->strides) return NULL;
    for (uint32_t i = 0; i < b->ndim; i++)
        p = poly_add(m->arena, poly_mul(m->arena, p, poly_of(m, b->dims[i])), poly_of(m, index[i]),
                     1);
    return without_remainders(m, p);
}

static const Poly *count_of(Memory *m, const LoopBuffer *b) {
    const Poly *p = poly_const(m->arena, 1);
    for (uint32_t i = 0; i < b->ndim; i++) p = poly_mul(m->arena, p, poly_of(m, b->dims[i]));
    return p;
}

static bool is_of_sizes(const Memory *m, const Poly *p) {
    for (uint32_t i = 0; p && i < p->n; i++) {
        for (uint32_t k = 0; k < p->terms[i].n; k++) {
            if (p->terms[i].atoms[k] >= m->x.n_sizes) return false;
        }
    }
    return p;
}

/* A loop that runs once has no variable. */
static void open_loop(Memory *m, const LoopStmt *s) {
    int64_t extent_is;
    const Poly *extent = poly_of(m, s->value);
    if (poly_is_const(extent, &extent_is) && extent_is == 1) {
        m->x.vars[s->var->id] = poly_const(m->arena, 0);
        return;
    }
    m->x.atoms.fuel = INDEX_FUEL;
    index_range(&m->x, s->var, extent);
    m->number = poly_add(m->arena, poly_mul(m->arena, m->number, extent), m->x.vars[s->var->id], 1);
}

static void see_let(Memory *m, const LoopStmt *s) {
    if (s->value->dtype == DTYPE_INT64) m->x.vars[s->var->id] = poly_of(m, s->value);
}

/* --- Copies --- */

/* The nest is loops in each other, with values between them, around one store of one load. */
static bool nest_copies(Memory *m, const LoopStmt *s, LoopCopy *out) {
    const uint32_t outer = (uint32_t)m->x.atoms.atoms.len;
    m->number = poly_const(m->arena, 0);
    while (s->kind != LOOP_STORE) {
        if (s->kind == LOOP_FOR) {
            if (s->next || !s->body) return false;
            open_loop(m, s);
            s = s->body;
        } else if (s->kind == LOOP_LET && s->next) {
            see_let(m, s);
            s = s->next;
        } else {
            return false;
        }
    }
    const LoopExpr *load = s->value;
    const LoopBuffer *y = s->buffer, *x = load->buffer;
    if (s->next || load->kind != LOOP_LOAD || y->kind != LOOP_BUFFER_OUTPUT) return false;
    if (x->kind != LOOP_BUFFER_INPUT || x->dtype != y->dtype) return false;
    const Poly *from = number_of(m, x, load->args), *to = number_of(m, y, s->indices);
    *out = (LoopCopy){.in = x->id, .out = y->id, .shift = poly_add(m->arena, from, to, -1)};
    if (poly_equal(from, m->number)) out->count = count_of(m, x);
    index_forget(&m->x, outer);
    return is_of_sizes(m, out->shift);
}

/* The iterations of a nest are the elements that it reads: it reads from the first on, but does it
 * to the end? */
static bool all_is_copied(Memory *m, const LoopStmt *nest, const Poly *count) {
    const Poly *n = poly_const(m->arena, 1);
    for (; nest->kind != LOOP_STORE; nest = nest->kind == LOOP_FOR ? nest->body : nest->next) {
        if (nest->kind == LOOP_FOR) n = poly_mul(m->arena, n, poly_of(m, nest->value));
    }
    return poly_equal(n, count);
}

static bool one_behind_the_other(Memory *m, const LoopCopies *list) {
    const Poly *at = poly_const(m->arena, 0);
    for (size_t i = 0; i < list->len; i++) {
        const LoopCopy *c = &list->at[i];
        if (!c->count || !poly_equal(poly_add(m->arena, at, c->shift, 1), poly_const(m->arena, 0)))
            return false;
        at = poly_add(m->arena, at, c->count, 1);
    }
    return true;
}

bool loop_copies(Ctx *ctx, const LoopFn *fn, Arena *arena, LoopCopies *out) {
    Memory m;
    init(&m, ctx, fn, arena);
    out->len = 0;
    if (fn->is_scheduled) return false;
    for (const LoopStmt *s = fn->body; s; s = s->next) {
        LoopCopy c;
        ctx_poll(ctx);
        if (s->kind == LOOP_LET) {
            see_let(&m, s);
            continue;
        }
        LoopStmt alone = *s; /* without what follows it */
        alone.next = NULL;
        if (!nest_copies(&m, &alone, &c)) return false;
        if (c.count && !all_is_copied(&m, &alone, c.count)) c.count = NULL;
        vec_push(arena, out, c);
    }
    if (fn->n_outputs == 1 && out->len > 1) return one_behind_the_other(&m, out);
    bool each = out->len == fn->n_outputs && out->len > 0;
    bool *seen = ARENA_ARRAY(arena, bool, fn->params.len + 1);
    for (size_t i = 0; each && i < out->len; i++) {
        each = !seen[out->at[i].out];
        seen[out->at[i].out] = true;
    }
    return each;
}

/* --- In place --- */

typedef struct {
    Memory m;
    const LoopBuffer *x, *y;
    const LoopStmt *store;   /* the one to y */
    const Poly *element;     /* its number */
    VEC(const Poly *) loads; /* numbers of the loads of both */
    uint32_t n_stores;
    bool is_behind; /* the store was passed */
    bool refused;
} Search;

static void search_expr(Search *p, const LoopExpr *e, bool inside) {
    const bool is_x = e->kind == LOOP_LOAD && e->buffer == p->x;
    /* y: another input lies there already */
    if (is_x || (e->kind == LOOP_LOAD && e->buffer == p->y)) {
        if (!inside || p->is_behind) p->refused = true;
        if (!p->refused) vec_push(p->m.arena, &p->loads, number_of(&p->m, e->buffer, e->args));
    }
    for (uint32_t i = 0; i < e->n && !p->refused; i++) search_expr(p, e->args[i], inside);
}

/* Whether the store to y is in the list itself. */
static bool has_store(const Search *p, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_STORE && s->buffer == p->y) return true;
    }
    return false;
}

/* inside: the list, or one around it, has the store. straight: only loops are open. */
static void search_list(Search *p, const LoopStmt *list, bool inside, bool straight) {
    const bool here = !inside && straight && has_store(p, list);
    inside = inside || here;
    for (const LoopStmt *s = list; s && !p->refused; s = s->next) {
        ctx_poll(p->m.ctx);
        const Poly *number = p->m.number;
        switch (s->kind) {
        case LOOP_CALL: p->refused = true; break;
        case LOOP_ALLOC: break;
        case LOOP_LET:
            search_expr(p, s->value, inside);
            see_let(&p->m, s);
            break;
        case LOOP_STORE:
            for (uint32_t i = 0; i < s->n; i++) search_expr(p, s->indices[i], inside);
            search_expr(p, s->value, inside);
            if (s->buffer != p->y) break;
            p->element = number_of(&p->m, p->y, s->indices);
            if (!here || p->n_stores++ || !poly_equal(p->element, p->m.number)) p->refused = true;
            p->store = s;
            p->is_behind = true;
            break;
        case LOOP_FOR:
            search_expr(p, s->value, inside);
            if (!p->refused) open_loop(&p->m, s);
            search_list(p, s->body, inside, straight);
            p->m.number = number;
            break;
        case LOOP_WHILE:
        case LOOP_IF:
            search_expr(p, s->value, inside);
            search_list(p, s->body, inside, false);
            search_list(p, s->other, inside, false);
            break;
        }
    }
}

/* The copy. */

/* A statement that is left out. */
typedef struct Left Left;
struct Left {
    Left *next;
    const LoopStmt *nest;
};

typedef struct {
    Arena *arena;
    const LoopBuffer **buffers; /* by id of the old ones */
    const LoopBuffer *x, *y;
    const LoopExpr *const *element; /* y's indices at the store; NULL: those of the load */
    const Left *left;               /* what is left out */
    Map exprs;                      /* Renamed by the old expression */
} Rename;

typedef struct {
    const LoopExpr *from, *to;
} Renamed;

static const LoopExpr *const *rename_list(Rename *r, const LoopExpr *const *list, uint32_t n);

static const LoopExpr *rename_expr(Rename *r, const LoopExpr *e) {
    const uint64_t hash = hash_ptr(0, e);
    if (e->n == 0 && e->kind != LOOP_LOAD) return e;
    for (MapIter it = map_find(&r->exprs, hash); map_next(&r->exprs, &it);) {
        const Renamed *known = it.value;
        if (known->from == e) return known->to;
    }
    LoopExpr *to = ARENA_NEW(r->arena, LoopExpr);
    *to = *e;
    const bool moved = e->kind == LOOP_LOAD && e->buffer == r->x;
    if (moved && r->element) to->n = r->y->ndim;
    to->args = rename_list(r, moved && r->element ? r->element : e->args, to->n);
    to->depth = 1;
    for (uint32_t i = 0; i < to->n; i++)
        if (to->args[i]->depth >= to->depth) to->depth = to->args[i]->depth + 1;
    if (e->kind == LOOP_LOAD) to->buffer = r->buffers[e->buffer->id];
    Renamed *made = ARENA_NEW(r->arena, Renamed);
    *made = (Renamed){e, to};
    map_add(&r->exprs, hash, made);
    return to;
}

static const LoopExpr *const *rename_list(Rename *r, const LoopExpr *const *list, uint32_t n) {
    const LoopExpr **out = ARENA_ARRAY(r->arena, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) out[i] = rename_expr(r, list[i]);
    return out;
}

static bool is_left_out(const Rename *r, const LoopStmt *s) {
    const Left *left = r->left;
    while (left && left->nest != s) left = left->next;
    return left;
}

static LoopStmt *rename_stmts(Rename *r, LoopFn *fn, const LoopStmt *list) {
    LoopStmt *first = NULL, **tail = &first;
    for (const LoopStmt *s = list; s; s = s->next) {
        if (is_left_out(r, s)) continue;
        LoopStmt *to = ARENA_NEW(r->arena, LoopStmt);
        *to = *s;
        to->next = NULL;
        if (s->kind == LOOP_ALLOC) {
            LoopBuffer *b = ARENA_NEW(r->arena, LoopBuffer);
            *b = *s->buffer;
            b->id = fn->n_buffers++;
            r->buffers[s->buffer->id] = b;
        }
        if (s->value) to->value = rename_expr(r, s->value);
        if (s->kind == LOOP_STORE) to->indices = rename_list(r, s->indices, s->n);
        if (s->buffer) to->buffer = r->buffers[s->buffer->id];
        to->body = rename_stmts(r, fn, s->body);
        to->other = rename_stmts(r, fn, s->other);
        *tail = to;
        tail = &to->next;
    }
    return first;
}

static LoopFn *without_input(const LoopFn *fn, const LoopBuffer *x, const LoopBuffer *y,
                             const LoopExpr *const *element, const Left *left, Arena *arena) {
    Rename r = {.arena = arena, .x = x, .y = y, .element = element, .left = left};
    LoopFn *out = ARENA_NEW(arena, LoopFn);
    *out = *fn;
    out->arena = arena;
    out->params.at = NULL;
    out->params.len = out->params.cap = 0;
    out->n_buffers = 0;
    map_init(&r.exprs, arena);
    r.buffers = ARENA_ARRAY(arena, const LoopBuffer *, (size_t)fn->n_buffers + 1);
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *old = fn->params.at[i];
        if (old == x) continue;
        LoopBuffer *b = ARENA_NEW(arena, LoopBuffer);
        *b = *old;
        b->id = out->n_buffers++;
        r.buffers[old->id] = b;
        vec_push(arena, &out->params, b);
    }
    r.buffers[x->id] = r.buffers[y->id];
    for (size_t i = fn->n_scalars; i < fn->sizes.len; i++) {
        if (!loop_size_is_bound(out, fn->sizes.at[i])) return NULL;
    }
    out->body = rename_stmts(&r, out, fn->body);
    return out;
}

static bool same_extents(Memory *m, const LoopBuffer *x, const LoopBuffer *y) {
    bool same = x->ndim == y->ndim;
    for (uint32_t i = 0; same && i < x->ndim; i++)
        same = poly_equal(poly_of(m, x->dims[i]), poly_of(m, y->dims[i]));
    return same;
}

/* What is defined between the load and the store is unknown at the load. */
static bool uses_let(const LoopExpr *e) {
    bool uses = e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_LET;
    for (uint32_t i = 0; i < e->n && !uses; i++) uses = uses_let(e->args[i]);
    return uses;
}

LoopFn *loop_in_place(Ctx *ctx, const LoopFn *fn, uint32_t in, uint32_t out, Arena *arena) {
    Search p = {.x = fn->params.at[in], .y = fn->params.at[out]};
    if (fn->is_scheduled) return NULL; /* what is left over of lanes is computed twice */
    if (p.x->dtype != p.y->dtype || p.x->strides || p.y->strides) return NULL;
    init(&p.m, ctx, fn, arena);
    search_list(&p, fn->body, false, true);
    bool may = !p.refused && p.n_stores == 1 && p.loads.len > 0;
    for (size_t i = 0; may && i < p.loads.len; i++) may = poly_equal(p.loads.at[i], p.element);
    if (!may) return NULL;
    const bool own = same_extents(&p.m, p.x, p.y);
    for (uint32_t i = 0; !own && i < p.store->n; i++) {
        if (uses_let(p.store->indices[i])) return NULL;
    }
    return without_input(fn, p.x, p.y, own ? NULL : p.store->indices, NULL, arena);
}

/* --- In place, part by part --- */

typedef struct {
    const Poly **low, **high; /* by dim of y; NULL: unknown */
} Places;

typedef struct {
    Memory m;
    const LoopBuffer *x, *y;
    Left *left;
    VEC(Places) written;     /* so far, in x's memory */
    VEC(const Poly *) loads; /* of x in the list that is looked at, whose store has not come */
    bool any;                /* x is read */
    bool refused;
} Parts;

static Places places_of(Parts *p, const LoopStmt *store) {
    const uint32_t n = p->y->ndim, first = p->m.x.n_sizes;
    Places at = {ARENA_ARRAY(p->m.arena, const Poly *, (size_t)n + 1),
                 ARENA_ARRAY(p->m.arena, const Poly *, (size_t)n + 1)};
    for (uint32_t i = 0; i < n; i++) {
        const Poly *index = poly_of(&p->m, store->indices[i]);
        at.low[i] = index ? poly_lower(&p->m.x.atoms, index, first) : NULL;
        at.high[i] = index ? poly_upper(&p->m.x.atoms, index, first) : NULL;
    }
    return at;
}

static bool is_below(Parts *p, const Poly *a, const Poly *b) {
    int64_t between;
    return a && b && poly_is_const(poly_add(p->m.arena, b, a, -1), &between) && between > 0;
}

static bool keep_apart(Parts *p, const Places *a, const Places *b) {
    bool apart = false;
    for (uint32_t i = 0; i < p->y->ndim; i++)
        apart |= is_below(p, a->high[i], b->low[i]) || is_below(p, b->high[i], a->low[i]);
    return apart;
}

/* What stands there is x's still. */
static bool is_untouched(Parts *p, const Places *at) {
    bool apart = true;
    for (size_t i = 0; apart && i < p->written.len; i++)
        apart = keep_apart(p, &p->written.at[i], at);
    return apart;
}

static void note_loads(Parts *p, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && e->buffer == p->y) p->refused = true;
    if (e->kind == LOOP_LOAD && e->buffer == p->x)
        vec_push(p->m.arena, &p->loads, number_of(&p->m, p->x, e->args));
    for (uint32_t i = 0; i < e->n && !p->refused; i++) note_loads(p, e->args[i]);
}

/* Each element of x that was loaded in the list is the one that is written now. */
static void see_store(Parts *p, const LoopStmt *s, bool parallel) {
    if (s->buffer != p->y) {
        p->refused |= p->loads.len > 0;
        return;
    }
    const Places at = places_of(p, s);
    if (p->loads.len) {
        const Poly *number = number_of(&p->m, p->y, s->indices);
        p->refused |= !parallel || !is_untouched(p, &at);
        for (size_t i = 0; i < p->loads.len; i++) p->refused |= !poly_equal(p->loads.at[i], number);
    }
    p->any |= p->loads.len > 0;
    p->loads.len = 0;
    vec_push(p->m.arena, &p->written, at);
}

/* A nest around one store of one load of x, whose place it is. */
static bool is_copy(const Parts *p, const LoopStmt *s) {
    const LoopStmt *let = NULL;
    for (bool first = true; s && s->kind != LOOP_STORE; first = false) {
        const bool is_let = s->kind == LOOP_LET && s->next && !let;
        if (!is_let && (s->kind != LOOP_FOR || (s->next && !first) || let)) return false;
        if (is_let) let = s;
        s = is_let ? s->next : s->body;
    }
    if (!s || s->next || s->buffer != p->y) return false;
    const bool by_name = let && s->value->kind == LOOP_VAR && s->value->var == let->var;
    const LoopExpr *value = by_name ? let->value : s->value;
    return value->kind == LOOP_LOAD && value->buffer == p->x && (!let || by_name);
}

/* parallel: so are the loops around, whose other iterations write other places. */
static void search_parts(Parts *p, const LoopStmt *list, bool parallel) {
    for (const LoopStmt *s = list; s && !p->refused; s = s->next) {
        ctx_poll(p->m.ctx);
        const Poly *number = p->m.number;
        const size_t n_written = p->written.len;
        const bool leaves = s->kind != LOOP_LET && s->kind != LOOP_STORE;
        if ((leaves && p->loads.len) || s->kind == LOOP_CALL || s->kind == LOOP_WHILE)
            p->refused = true;
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) note_loads(p, s->indices[i]);
        if (s->value) note_loads(p, s->value);
        if ((leaves && p->loads.len) || p->refused) p->refused = true;
        if (p->refused) return;
        if (s->kind == LOOP_LET) see_let(&p->m, s);
        if (s->kind == LOOP_STORE) see_store(p, s, parallel);
        if (s->kind == LOOP_FOR) {
            const bool inside = parallel && loop_is_parallel(s->for_kind);
            open_loop(&p->m, s);
            search_parts(p, s->body, inside);
            p->m.number = number;
            if (p->refused || !inside || !is_copy(p, s)) continue;
            Left *left = ARENA_NEW(p->m.arena, Left);
            *left = (Left){p->left, s};
            p->left = left;
            p->written.len = n_written;
        } else if (s->kind == LOOP_IF) {
            search_parts(p, s->body, false);
            search_parts(p, s->other, false);
        }
    }
    p->refused |= p->loads.len > 0;
}

/* As deep as loops nest. */
static uint32_t count_stores(const LoopStmt *list, const LoopBuffer *y) {
    uint32_t n = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        n += s->kind == LOOP_STORE && s->buffer == y;
        n += count_stores(s->body, y) + count_stores(s->other, y);
    }
    return n;
}

LoopFn *loop_parts_in_place(Ctx *ctx, const LoopFn *fn, uint32_t in, uint32_t out, Arena *arena) {
    Parts p = {.x = fn->params.at[in], .y = fn->params.at[out]};
    if (fn->is_scheduled || p.x->dtype != p.y->dtype || p.x->strides || p.y->strides ||
        count_stores(fn->body, p.y) < 2)
        return NULL;
    init(&p.m, ctx, fn, arena);
    if (!same_extents(&p.m, p.x, p.y)) return NULL;
    search_parts(&p, fn->body, true);
    return !p.refused && p.any ? without_input(fn, p.x, p.y, NULL, p.left, arena) : NULL;
}
