/* SPDX-License-Identifier: Apache-2.0 */
/* Which statements become one, and what goes where it is read. */
#include "loop/fuse_parts.h"

/* Dependence */

typedef struct {
    bool *written, *accessed, *vars; /* by id: of the one statement */
    bool found;
} Effects;

static void note_access(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Effects *e = user;
    (void)indices;
    e->accessed[b->id] = true;
    e->written[b->id] |= is_store;
}

static void note_var(void *user, const LoopVar *v) {
    Effects *e = user;
    e->vars[v->id] = true;
}

static void note_vars(const LoopStmt *s, Effects *e) {
    if (s->value) fuse_expr_vars(s->value, note_var, e);
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++)
        fuse_expr_vars(s->indices[i], note_var, e);
    for (const LoopStmt *in = s->body; in; in = in->next) note_vars(in, e);
    for (const LoopStmt *in = s->other; in; in = in->next) note_vars(in, e);
}

static void meet_access(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Effects *e = user;
    (void)indices;
    e->found |= is_store ? e->accessed[b->id] : e->written[b->id];
}

static void effects_of(LoopFuse *f, const LoopStmt *s, Effects *e) {
    *e = (Effects){.written = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1),
                   .accessed = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1),
                   .vars = ARENA_ARRAY(f->arena, bool, f->b.fn->n_vars + 1)};
    fuse_accesses(s, note_access, e);
    note_vars(s, e);
}

static bool depends_on(Effects *e, const LoopStmt *p) {
    if (p->kind == LOOP_LET) return e->vars[p->var->id];
    if (p->kind == LOOP_ALLOC) return e->accessed[p->buffer->id];
    e->found = false;
    fuse_accesses(p, meet_access, e);
    return e->found;
}

LoopStmt *fuse_dependency(LoopFuse *f, LoopStmt *list, const LoopStmt *s) {
    const ArenaMark mark = arena_mark(f->arena);
    Effects e;
    LoopStmt *last = NULL;
    effects_of(f, s, &e);
    for (LoopStmt *p = list; p && p != s; p = p->next) {
        if (depends_on(&e, p)) last = p;
    }
    arena_rewind(f->arena, mark);
    return last;
}

/* Loops that become one */

typedef struct {
    const LoopVar *var;
    uint64_t *dims; /* by buffer: in which dims all accesses are at the variable */
    bool *stored, *seen;
} Aligned;

static void note_dims(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                      bool is_store) {
    Aligned *a = user;
    uint64_t at = 0;
    for (uint32_t d = 0; d < b->ndim && d < 64; d++) {
        if (indices[d]->kind == LOOP_VAR && indices[d]->var == a->var) at |= (uint64_t)1 << d;
    }
    a->dims[b->id] = a->seen[b->id] ? a->dims[b->id] & at : at;
    a->seen[b->id] = true;
    a->stored[b->id] |= is_store;
}

static Aligned align(LoopFuse *f, const LoopStmt *body_of, const LoopVar *var) {
    const size_t n = (size_t)f->b.fn->n_buffers + 1;
    Aligned a = {.var = var,
                 .dims = ARENA_ARRAY(f->arena, uint64_t, n),
                 .stored = ARENA_ARRAY(f->arena, bool, n),
                 .seen = ARENA_ARRAY(f->arena, bool, n)};
    fuse_accesses_list(body_of->body, note_dims, &a);
    return a;
}

/* What passes from p's loop over `pl` to c's over `cl`, passes within an iteration. */
static bool is_aligned(LoopFuse *f, const LoopStmt *p, const LoopStmt *pl, const LoopStmt *c,
                       const LoopStmt *cl) {
    if (!fuse_same_expr(pl->value, cl->value)) return false;
    const ArenaMark mark = arena_mark(f->arena);
    const Aligned a = align(f, p, pl->var), b = align(f, c, cl->var);
    bool ok = true;
    for (uint32_t i = 0; ok && i < f->b.fn->n_buffers; i++) {
        if (a.seen[i] && b.seen[i] && (a.stored[i] || b.stored[i]))
            ok = (a.dims[i] & b.dims[i]) != 0;
    }
    arena_rewind(f->arena, mark);
    return ok;
}

/* The next loop of a perfect nest of parallel ones; NULL: it is the innermost. */
static LoopStmt *next_loop(const LoopStmt *s) {
    return s->body && !s->body->next && fuse_is_parallel(s->body) ? s->body : NULL;
}

static void swap_headers(LoopStmt *a, LoopStmt *b) {
    const LoopStmt t = *a;
    a->var = b->var, a->value = b->value, a->for_kind = b->for_kind;
    b->var = t.var, b->value = t.value, b->for_kind = t.for_kind;
}

static const LoopStmt *innermost(const LoopStmt *s) {
    while (next_loop(s)) s = next_loop(s);
    return s;
}

/* Brings loops to the front that can be one: those of the producer when it is without loops inside,
 * as then the consumer's order of writing stays, else those of the consumer. */
static bool bring_to_front(LoopFuse *f, LoopStmt *p, LoopStmt *c) {
    if (is_aligned(f, p, p, c, c)) return true;
    if (!fuse_has(innermost(p)->body, LOOP_FOR)) {
        for (LoopStmt *l = next_loop(p); l; l = next_loop(l)) {
            if (!is_aligned(f, p, l, c, c)) continue;
            swap_headers(p, l);
            return true;
        }
    }
    for (LoopStmt *l = next_loop(c); l; l = next_loop(l)) {
        if (!is_aligned(f, p, p, c, l)) continue;
        swap_headers(c, l);
        return true;
    }
    return false;
}

static LoopStmt **tail_of(LoopStmt **list) {
    while (*list) list = &(*list)->next;
    return list;
}

static bool merge_loops(LoopFuse *f, LoopStmt **list, LoopStmt *p, LoopStmt *c) {
    if (!fuse_is_parallel(p) || !fuse_is_parallel(c) || !bring_to_front(f, p, c)) return false;
    fuse_rename(&f->b, c->body, c->var, p->var);
    fuse_unlink(list, c);
    for (LoopStmt *s = c->body, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        *tail_of(&p->body) = s;
        fuse_settle(f, &p->body, s);
    }
    return true;
}

/* Producers that go where they are read */

/* One expression over its indices: loops, names, and the store. */
typedef struct {
    const LoopStmt *loops[64];
    uint32_t n_loops;
    const LoopStmt *list; /* names and stores */
    const LoopStmt *store;
    uint32_t dim_of[64]; /* by loop: the dim of the store */
    uint64_t inner;      /* those dims; at the others it is stored at one place */
} Expression;

typedef struct {
    const LoopFuse *f;
    const LoopStmt *list; /* of p */
    bool bad;
} Reads;

static void note_read(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                      bool is_store) {
    Reads *r = user;
    (void)indices;
    if (is_store) return;
    r->bad |= !fuse_is_value(b);
    for (const LoopStmt *s = r->list; s; s = s->next)
        r->bad |= s->kind == LOOP_STORE && s->buffer == b;
}

static bool is_expression(const LoopFuse *f, const LoopStmt *p, const LoopBuffer *t,
                          Expression *out) {
    *out = (Expression){.n_loops = 0};
    const LoopStmt *s = p;
    for (; s && fuse_is_parallel(s); s = s->body) {
        if ((s != p && s->next) || out->n_loops == 64) return false;
        out->loops[out->n_loops++] = s;
    }
    if (!out->n_loops) return false;
    out->list = s;
    for (; s; s = s->next) {
        if (s->kind != LOOP_LET && s->kind != LOOP_STORE) return false;
        if (s->kind == LOOP_STORE && s->buffer == t) {
            if (out->store) return false;
            out->store = s;
        }
    }
    if (!out->store) return false;
    Reads reads = {.f = f, .list = out->list};
    fuse_accesses_list(out->list, note_read, &reads);
    if (reads.bad) return false;
    for (uint32_t i = 0; i < out->n_loops; i++) {
        uint32_t n = 0;
        for (uint32_t d = 0; d < t->ndim; d++) {
            const LoopExpr *e = out->store->indices[d];
            if (e->kind == LOOP_VAR && e->var == out->loops[i]->var &&
                fuse_same_expr(out->loops[i]->value, t->dims[d]))
                out->dim_of[i] = d, n++;
            else if (fuse_uses_var(e, out->loops[i]->var))
                return false;
        }
        if (n != 1) return false;
        out->inner |= (uint64_t)1 << out->dim_of[i];
    }
    for (uint32_t d = 0; d < t->ndim; d++) {
        if (!(out->inner >> d & 1) && fuse_has_load(out->store->indices[d])) return false;
    }
    return true;
}

/* The names that the stored value needs. A name is used behind its definition, so one walk
 * backwards finds all. */
static void needed_names(LoopFuse *f, const Expression *x, bool *needed) {
    VEC(const LoopStmt *) lets = {.at = NULL};
    Effects e = {.vars = needed};
    fuse_expr_vars(x->store->value, note_var, &e);
    for (const LoopStmt *s = x->list; s; s = s->next) {
        if (s->kind == LOOP_LET) vec_push(f->arena, &lets, s);
    }
    for (size_t i = lets.len; i-- > 0;) {
        if (needed[lets.at[i]->var->id]) fuse_expr_vars(lets.at[i]->value, note_var, &e);
    }
}

/* How a consumer reads a buffer. */
typedef struct {
    const LoopBuffer *t;
    const Expression *x;
    const LoopStmt *loops[64]; /* around */
    uint32_t n_loops, n_reads;
    uint32_t n_sums, n_ifs; /* serial loops, conditions around */
    bool elsewhere;         /* at another place than where it is stored */
    bool repeats;           /* an element may be read in several iterations */
    bool in_product;        /* a sum of products reads it */
    bool by_lanes;          /* by the innermost parallel loop, which goes by vectors */
    bool in_if;
    bool in_cond; /* of a while */
} Use;

static uint32_t count_loops(const LoopExpr *e, const Use *use) {
    uint32_t n = 0;
    for (uint32_t l = 0; l < use->n_loops; l++) n += fuse_uses_var(e, use->loops[l]->var);
    return n;
}

/* Is the index another one in each iteration of the loops that it mentions? i*4 + j with j < 4
 * is. */
static bool is_distinct(const LoopExpr *e, const Use *use) {
    int64_t below = 1; /* what is met so far is less than it */
    while (count_loops(e, use) > 1) {
        if (e->kind != LOOP_ADD) return false;
        const LoopExpr *a = e->args[0], *b = e->args[1];
        if (!count_loops(a, use) || !count_loops(b, use)) { /* the other one moves all by as much */
            e = count_loops(a, use) ? a : b;
            continue;
        }
        const bool scaled = b->kind == LOOP_MUL || b->kind == LOOP_ADD; /* the larger stride */
        const LoopExpr *least = scaled ? a : b;
        const LoopStmt *loop = NULL;
        for (uint32_t l = 0; l < use->n_loops; l++) {
            if (least->kind == LOOP_VAR && use->loops[l]->var == least->var) loop = use->loops[l];
        }
        if (!loop || below != 1 || loop->value->kind != LOOP_CONST) return false;
        below = loop->value->i;
        e = scaled ? b : a;
    }
    if (below <= 1) return true;
    return e->kind == LOOP_MUL && e->args[1]->kind == LOOP_CONST && e->args[1]->i >= below &&
           e->args[0]->kind == LOOP_VAR;
}

static void look_at_expr(const LoopExpr *e, Use *use) {
    for (uint32_t i = 0; i < e->n; i++) look_at_expr(e->args[i], use);
    if (e->kind != LOOP_LOAD || e->buffer != use->t) return;
    use->n_reads++;
    uint32_t lanes = use->n_loops;
    while (lanes && !fuse_is_parallel(use->loops[lanes - 1])) lanes--;
    for (uint32_t d = 0; lanes && d < e->n; d++)
        use->by_lanes |= fuse_uses_var(e->args[d], use->loops[lanes - 1]->var);
    for (uint32_t d = 0; use->x && d < e->n; d++)
        use->elsewhere |=
            !(use->x->inner >> d & 1) && !fuse_same_expr(e->args[d], use->x->store->indices[d]);
    for (uint32_t l = 0; l < use->n_loops; l++) {
        bool used = false;
        for (uint32_t d = 0; d < e->n; d++) used |= fuse_uses_var(e->args[d], use->loops[l]->var);
        use->repeats |= !used;
    }
    for (uint32_t d = 0; d < e->n; d++)
        use->repeats |= fuse_has_load(e->args[d]) || !is_distinct(e->args[d], use);
}

static void look_at(const LoopStmt *s, Use *use) {
    const uint32_t before = use->n_reads, n = use->n_loops;
    if (s->value) look_at_expr(s->value, use);
    use->in_if |= use->n_ifs && use->n_reads != before;
    if (use->n_reads != before && use->n_sums) use->in_product |= fuse_has_product(s->value);
    use->in_cond |= s->kind == LOOP_WHILE && use->n_reads != before;
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) look_at_expr(s->indices[i], use);
    if (s->kind == LOOP_FOR && n < 64) use->loops[use->n_loops++] = s;
    if (s->kind == LOOP_WHILE) use->repeats = true;
    const bool is_sum = s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL;
    use->n_sums += is_sum;
    use->n_ifs += s->kind == LOOP_IF;
    for (const LoopStmt *in = s->body; in; in = in->next) look_at(in, use);
    for (const LoopStmt *in = s->other; in; in = in->next) look_at(in, use);
    use->n_sums -= is_sum;
    use->n_ifs -= s->kind == LOOP_IF;
    use->n_loops = n;
}

bool fuse_reads_again(const LoopStmt *c, const LoopBuffer *t) {
    Use use = {.t = t};
    look_at(c, &use);
    return use.repeats;
}

typedef struct {
    const LoopVar *var; /* of the last index */
    bool other;
} LastIndex;

/* The variable, shifted. */
static bool is_shifted(const LoopExpr *e, const LoopVar *v) {
    if (e->kind == LOOP_VAR) return e->var == v;
    if (e->kind == LOOP_ADD && !fuse_uses_var(e->args[0], v)) return is_shifted(e->args[1], v);
    return (e->kind == LOOP_ADD || e->kind == LOOP_SUB) && !fuse_uses_var(e->args[1], v) &&
           is_shifted(e->args[0], v);
}

/* Every load of more than one element is contiguous where the result is. */
static void note_last(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                      bool is_store) {
    LastIndex *last = user;
    const LoopExpr *e = is_store ? NULL : fuse_last_moving(b, indices);
    if (!e || e->kind == LOOP_CONST) return;
    last->other |= !(last->var && is_shifted(e, last->var));
}

/* Whether a producer goes where it is read. What is read once for each of its elements costs
 * nothing; else the work is done again, which only little is worth, and none in a contraction, of
 * which tiles take an element once for each of their columns. There it must stay contiguous, along
 * lanes, or for the rows of a tile. */
static bool worth_inlining(LoopFuse *f, const Expression *x, const Use *use, bool is_last) {
    const uint32_t cheap = 6;
    if (use->in_cond || use->elsewhere || use->n_loops == 64) return false;
    bool *needed = ARENA_ARRAY(f->arena, bool, f->b.fn->n_vars + 1);
    needed_names(f, x, needed);
    uint32_t cost = fuse_cost_of(x->store->value);
    LastIndex last = {.var = NULL};
    const LoopExpr *to = fuse_last_moving(x->store->buffer, x->store->indices);
    if (to && to->kind == LOOP_VAR) last.var = to->var;
    fuse_accesses_alone(x->store, note_last, &last);
    for (const LoopStmt *s = x->list; s; s = s->next) {
        if (s->kind != LOOP_LET || !needed[s->var->id]) continue;
        cost += fuse_cost_of(s->value);
        fuse_accesses_alone(s, note_last, &last);
    }
    if (use->repeats && use->in_product && !use->by_lanes && is_last && fuse_turns_matrix(x->store))
        return true;
    if (use->repeats) return cost <= !use->in_product && !last.other;
    /* Tiles of both orders have no conditions. */
    if (use->in_if && last.other) return false;
    return cost <= cheap || (use->n_reads == 1 && is_last);
}

typedef struct {
    LoopFuse *f;
    const Expression *x;
    const bool *needed;
    const LoopExpr **vars;               /* by id of the producer's: what they are at this place */
    LoopStmt **at;                       /* where names go */
    VEC(const LoopExpr *) loads, values; /* of the statement */
} Inline;

static const LoopExpr *place_leaf(void *user, const LoopExpr *e) {
    const Inline *in = user;
    return e->kind == LOOP_VAR && in->vars[e->var->id] ? in->vars[e->var->id] : e;
}

static const LoopExpr *add_name(Inline *in, const char *name, const LoopExpr *value) {
    if (value->n == 0 || value->kind == LOOP_LOAD) return value;
    LoopFuse *f = in->f;
    LoopStmt *s = ARENA_NEW(f->arena, LoopStmt);
    s->kind = LOOP_LET;
    s->var = fuse_new_var(f, name, LOOP_VAR_LET, value->dtype);
    s->value = value;
    s->next = *in->at;
    *in->at = s;
    in->at = &s->next;
    return loop_var(&f->b, s->var);
}

static const LoopExpr *inline_leaf(void *user, const LoopExpr *e) {
    Inline *in = user;
    const Expression *x = in->x;
    if (e->kind != LOOP_LOAD || e->buffer != x->store->buffer) return e;
    for (size_t i = 0; i < in->loads.len; i++) {
        if (fuse_same_expr(in->loads.at[i], e)) return in->values.at[i];
    }
    for (uint32_t i = 0; i < x->n_loops; i++)
        in->vars[x->loops[i]->var->id] = e->args[x->dim_of[i]];
    for (const LoopStmt *s = x->list; s; s = s->next) {
        if (s->kind != LOOP_LET || !in->needed[s->var->id]) continue;
        in->vars[s->var->id] =
            add_name(in, s->var->name, fuse_map(&in->f->b, s->value, place_leaf, in));
    }
    const LoopExpr *v = add_name(in, "v", fuse_map(&in->f->b, x->store->value, place_leaf, in));
    vec_push(in->f->arena, &in->loads, e);
    vec_push(in->f->arena, &in->values, v);
    return v;
}

static void inline_list(Inline *in, LoopStmt **list) {
    while (*list) {
        LoopStmt *s = *list;
        in->at = list;
        in->loads.len = in->values.len = 0;
        fuse_map_stmt(&in->f->b, s, inline_leaf, in);
        inline_list(in, &s->body);
        inline_list(in, &s->other);
        list = &s->next;
    }
}

/* The same for one statement of a list. */
static void inline_statement(Inline *in, LoopStmt **list, LoopStmt *s) {
    while (*list != s) list = &(*list)->next;
    LoopStmt *rest = s->next;
    s->next = NULL;
    inline_list(in, list);
    s->next = rest;
}

typedef struct {
    const LoopBuffer *t; /* the first value that both store and load */
    const bool *stored;
    const bool *tried;
} Passed;

static void find_passed(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Passed *p = user;
    (void)indices;
    if (!is_store && fuse_is_value(b) && p->stored[b->id] && !p->tried[b->id] && !p->t) p->t = b;
}

static void count_stores(const LoopStmt *list, uint32_t *stores) {
    for (; list; list = list->next) {
        if (list->kind == LOOP_STORE) stores[list->buffer->id]++;
        count_stores(list->body, stores);
        count_stores(list->other, stores);
    }
}

static bool stays(const LoopFuse *f, const LoopBuffer *t) {
    for (uint32_t i = 0; i < f->n_values; i++) {
        if (f->values[i].buffer == t) return f->values[i].stays;
    }
    return true;
}

typedef struct {
    const LoopBuffer *t;
    uint32_t n;
} Reading;

static void count_read(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                       bool is_store) {
    Reading *r = user;
    (void)indices;
    r->n += b == r->t && !is_store;
}

/* Puts the values of p into c, those that are worth it; both are in the list. True: some. */
static bool inline_values(LoopFuse *f, LoopStmt **list, const LoopStmt *p, LoopStmt *c) {
    if (!fuse_is_parallel(p)) return false;
    uint32_t *total = ARENA_ARRAY(f->arena, uint32_t, f->b.fn->n_buffers + 1);
    count_stores(f->body, total);
    Effects e = {.written = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1),
                 .accessed = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1)};
    fuse_accesses(p, note_access, &e);
    bool *tried = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1), any = false;
    for (;;) {
        Passed passed = {.stored = e.written, .tried = tried};
        fuse_accesses(c, find_passed, &passed);
        if (!passed.t) return any;
        tried[passed.t->id] = true;
        Expression x;
        Use use = {.t = passed.t, .x = &x};
        if (total[passed.t->id] != 1 || !is_expression(f, p, passed.t, &x)) continue;
        look_at(c, &use);
        Reading all = {.t = passed.t};
        fuse_accesses_list(f->body, count_read, &all);
        if (!worth_inlining(f, &x, &use, all.n == use.n_reads && !stays(f, passed.t))) continue;
        bool *needed = ARENA_ARRAY(f->arena, bool, f->b.fn->n_vars + 1);
        needed_names(f, &x, needed);
        Inline in = {.f = f, .x = &x, .needed = needed};
        in.vars = ARENA_ARRAY(f->arena, const LoopExpr *, f->b.fn->n_vars + 1);
        inline_statement(&in, list, c);
        any = true;
    }
}

void fuse_settle(LoopFuse *f, LoopStmt **list, LoopStmt *s) {
    for (;;) {
        LoopStmt *p = fuse_dependency(f, *list, s);
        if (!p) return;
        if (f->inline_first && inline_values(f, list, p, s)) continue;
        if (merge_loops(f, list, p, s)) {
            s = p;
            continue;
        }
        if (!f->inline_first && inline_values(f, list, p, s)) continue;
        break;
    }
    for (const LoopStmt *p = *list; p != s; p = p->next) inline_values(f, list, p, s);
}

/* Names in place of what was just stored */

typedef struct {
    const LoopStmt *store;
    const LoopExpr *value; /* NULL: only looking */
    bool found;
} Forward;

static const LoopExpr *forward_leaf(void *user, const LoopExpr *e) {
    Forward *w = user;
    if (e->kind != LOOP_LOAD || e->buffer != w->store->buffer) return e;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!fuse_same_expr(e->args[i], w->store->indices[i])) return e;
    }
    w->found = true;
    return w->value ? w->value : e;
}

static void forward_in(LoopFuse *f, LoopStmt **list, bool is_top, const uint32_t *stores) {
    for (LoopStmt **at = list; *at; at = &(*at)->next) {
        LoopStmt *s = *at;
        forward_in(f, &s->body, false, stores);
        forward_in(f, &s->other, false, stores);
        if (s->kind != LOOP_STORE || !fuse_is_value(s->buffer) || stores[s->buffer->id] != 1)
            continue;
        bool fixed = true;
        for (uint32_t i = 0; i < s->n; i++) fixed &= !fuse_has_load(s->indices[i]);
        Forward w = {.store = s};
        if (fixed) fuse_map_list(&f->b, s->next, forward_leaf, &w);
        if (!w.found) continue;
        w.value = s->value;
        Reads reads = {.f = f};
        fuse_accesses_alone(s, note_read, &reads);
        const bool repeat = is_top && !reads.bad && fuse_cost_of(s->value) <= 4;
        if ((s->value->n || s->value->kind == LOOP_LOAD) && !repeat) {
            LoopStmt *let = ARENA_NEW(f->arena, LoopStmt);
            let->kind = LOOP_LET;
            let->var = fuse_new_var(f, "v", LOOP_VAR_LET, s->value->dtype);
            let->value = s->value;
            let->next = s;
            *at = let;
            at = &let->next;
            s->value = w.value = loop_var(&f->b, let->var);
        }
        fuse_map_list(&f->b, s->next, forward_leaf, &w);
    }
}

void fuse_forward(LoopFuse *f, LoopStmt *list) {
    uint32_t *stores = ARENA_ARRAY(f->arena, uint32_t, f->b.fn->n_buffers + 1);
    count_stores(list, stores);
    forward_in(f, &f->body, true, stores);
}
