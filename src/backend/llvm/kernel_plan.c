/* SPDX-License-Identifier: Apache-2.0 */
/* Which loop of a nest goes by vectors.
 *
 * For each loop the cost of its body is estimated, once for each way: one iteration after the
 * other, with what is best for the loops within; by vectors of its own iterations (a parallel
 * loop), where neighbours in memory cost one access and all else one an element; by vectors of a
 * reduction. The cheapest stands. Then a parallel loop around vectors that all its iterations load
 * becomes rows, as many as registers hold.
 *
 * Costs are cycles of a scalar operation, about; what is not known of extents counts as 64. Linear
 * in the function, times the depth of its loops. */
#include "backend/llvm/kernel_plan_parts.h"

static const double never = 1e300;

/* --- What differs between iterations --- */

typedef struct {
    const KPlan *p;
    const LoopVar *var;
    KMarks *marks; /* own: scalars that are made within; lets: differ */
} Differs;

static bool differs(const Differs *d, const LoopExpr *e) {
    if (e->kind == LOOP_VAR)
        return e->var == d->var || d->marks->lets[e->var->id] == d->marks->turn;
    if (e->kind == LOOP_LOAD && d->marks->own[e->buffer->id] == d->marks->turn) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (differs(d, e->args[i])) return true;
    }
    return false;
}

static Differs differs_from(const KPlan *p, const LoopVar *var) {
    p->marks->turn++;
    return (Differs){.p = p, .var = var, .marks = p->marks};
}

typedef struct {
    Differs d;
    bool conditions; /* some differ between rows */
    bool lanes; /* asks for lanes: conditions may differ, arrays may not be made; else for rows */
} Uniform;

/* Control is the same for all iterations; what each writes is its own. */
static bool uniform(Uniform *u, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        switch (s->kind) {
        case LOOP_ALLOC:
            if (s->buffer->ndim && u->lanes) return false;
            u->d.marks->own[s->buffer->id] = u->d.marks->turn;
            break;
        case LOOP_LET:
            u->d.marks->lets[s->var->id] = differs(&u->d, s->value) ? u->d.marks->turn : 0;
            break;
        case LOOP_CALL: return false;
        case LOOP_STORE:
            if (s->buffer->kind == LOOP_BUFFER_LOCAL && s->buffer->ndim == 0 &&
                u->d.marks->own[s->buffer->id] != u->d.marks->turn)
                return false;
            if (s->buffer->ndim && u->lanes &&
                k_step(u->d.p, s->buffer, s->indices, u->d.var) == K_STEP_NONE)
                return false;
            if (s->buffer->kind == LOOP_BUFFER_OUTPUT && s->buffer->ndim == 0) return false;
            break;
        case LOOP_FOR:
        case LOOP_WHILE:
            if (differs(&u->d, s->value)) return false;
            break;
        case LOOP_IF:
            if (!u->lanes && differs(&u->d, s->value)) u->conditions = true;
            break;
        }
        if (!uniform(u, s->body) || !uniform(u, s->other)) return false;
    }
    return true;
}

/* split: rows may differ in conditions, which bound them. */
static bool may_go(const KPlan *p, const LoopStmt *s, bool lanes, bool *split, double *inside) {
    Uniform u = {.lanes = lanes, .d = differs_from(p, s->var)};
    if (!uniform(&u, s->body)) return false;
    if (!u.conditions) return true;
    *split = true;
    return k_can_split(p, s, inside);
}

bool k_may_go(const KPlan *p, const LoopStmt *s, bool lanes) {
    Uniform u = {.lanes = lanes, .d = differs_from(p, s->var)};
    return uniform(&u, s->body) && !u.conditions;
}

/* --- Choices --- */

typedef struct {
    const LoopStmt *loop;
    KRole role; /* PLAIN, LANES, REDUCE */
    const LoopStmt *lanes;
    uint32_t width;
} Choice;

typedef struct {
    KPlan *p;
    Map choices;
} Chooser;

static Choice *choice_of(Chooser *c, const LoopStmt *s) {
    for (MapIter it = map_find(&c->choices, hash_ptr(0, s)); map_next(&c->choices, &it);) {
        Choice *x = it.value;
        if (x->loop == s) return x;
    }
    return NULL;
}

/* The statements around the loop by vectors are loops, names and conditions only. Returns the
 * innermost loop; NULL: there are several, or other statements. */
static const LoopStmt *nest_end(const LoopStmt *s) {
    for (;;) {
        const LoopStmt *inner = NULL, *list = s->body;
        bool plain = true;
        for (int depth = 0; depth < 2 && list; depth++) {
            const LoopStmt *next = NULL;
            for (const LoopStmt *x = list; x; x = x->next) {
                if (x->kind == LOOP_LET) continue;
                if (x->kind == LOOP_FOR && !inner && !next) {
                    inner = x;
                } else if (x->kind == LOOP_IF && !x->other && !inner && !next && depth == 0) {
                    next = x->body;
                } else {
                    plain = false;
                }
            }
            list = inner ? NULL : next;
        }
        if (!inner) return s;
        if (!plain) return NULL;
        s = inner;
    }
}

/* No condition, name or extent of the nest above the lanes reads what is reduced: k_partials has
 * seen to that. */
static double reduce_cost(Chooser *c, const LoopStmt *s, Choice *out) {
    KPlan *p = c->p;
    KPartials partials;
    if (s->for_kind != LOOP_SERIAL || !k_partials(p->arena, p->fn, s, &partials)) return never;
    for (size_t i = 0; i < partials.len; i++) {
        const DType t = partials.at[i].scalar->dtype;
        if (p->strict && dtype_is_float(t)) return never;
    }
    const LoopStmt *lanes = nest_end(s);
    if (!lanes || lanes->for_kind != LOOP_SERIAL || k_trips(p, lanes) < 4) return never;
    /* As lanes, its scalars of outside are partial results. */
    Uniform u = {.lanes = true, .d = differs_from(p, lanes->var)};
    for (size_t i = 0; i < partials.len; i++)
        u.d.marks->own[partials.at[i].scalar->id] = u.d.marks->turn;
    if (!uniform(&u, lanes->body)) return never;
    out->width = k_width_of(p, lanes);
    if (out->width < 2) return never;
    out->lanes = lanes;
    double n = 1;
    for (const LoopStmt *x = s; x != lanes;) {
        n *= k_trips(p, x);
        const LoopStmt *next = x->body;
        while (next && next->kind != LOOP_FOR)
            next = next->kind == LOOP_IF ? next->body : next->next;
        x = next;
    }
    const double whole = (double)(int64_t)((k_trips(p, lanes) + out->width - 1) / out->width);
    return n * whole * (k_list_cost(p, lanes->body, (KWay){lanes->var, out->width}) + 0.5) +
           12 * (double)partials.len;
}

static double best_list(Chooser *c, const LoopStmt *list);

static double best_loop(Chooser *c, const LoopStmt *s) {
    KPlan *p = c->p;
    Choice *x = ARENA_NEW(p->arena, Choice);
    *x = (Choice){.loop = s, .role = K_PLAIN};
    map_add(&c->choices, hash_ptr(0, s), x);
    const double n = k_trips(p, s);
    double best = n * (best_list(c, s->body) + 0.5);
    if (p->scheduled[s->var->id]) return best;
    if (s->for_kind == LOOP_SERIAL) {
        Choice r = *x;
        const double cost = reduce_cost(c, s, &r);
        if (cost < best) {
            best = cost;
            x->role = K_REDUCE;
            x->lanes = r.lanes;
            x->width = k_narrowed(r.lanes, r.width);
        }
        return best;
    }
    if (n >= 2 && may_go(p, s, true, NULL, NULL)) {
        const uint32_t width = k_width_of(p, s);
        const double blocks = (double)(int64_t)((n + width - 1) / width);
        const double cost = blocks * (k_list_cost(p, s->body, (KWay){s->var, width}) + 1);
        if (width > 1 && cost <= best) {
            best = cost;
            x->role = K_LANES;
            x->width = k_narrowed(s, width);
        }
    }
    return best;
}

static double best_list(Chooser *c, const LoopStmt *list) {
    double cost = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(c->p->ctx);
        if (s->kind == LOOP_FOR) {
            cost += best_loop(c, s);
            continue;
        }
        if (s->value) cost += k_expr_cost(c->p, s->value, (KWay){0});
        if (s->kind == LOOP_STORE) cost += k_access_cost(c->p, s->buffer, s->indices, (KWay){0}, 1);
        cost += best_list(c, s->body) + best_list(c, s->other);
    }
    return cost;
}

KLoop *k_add_loop(KPlan *p, const LoopStmt *s, KRole role) {
    KLoop *l = ARENA_NEW(p->arena, KLoop);
    *l = (KLoop){.loop = s, .role = role, .rows = 1, .vectors = 1, .width = 1};
    map_add(&p->loops, hash_ptr(0, s), l);
    return l;
}

static void commit(Chooser *c, const LoopStmt *list, KFound *out) {
    KPlan *p = c->p;
    for (const LoopStmt *s = list; s; s = s->next) {
        Choice *x = s->kind == LOOP_FOR ? choice_of(c, s) : NULL;
        if (x && p->scheduled[s->var->id]) {
            KFound in = {.rows = false};
            commit(c, s->body, &in);
            out->rows = true;
            continue;
        }
        if (x && k_nest_plan(p, s)) {
            out->rows = true;
            continue;
        }
        if (!x || x->role == K_PLAIN) {
            KFound in = {.rows = false};
            commit(c, s->body, &in);
            commit(c, s->other, &in);
            double n = s->kind == LOOP_FOR && s->for_kind != LOOP_SERIAL ? k_trips(p, s) : 0;
            bool split = false;
            if (in.lanes.len && !in.rows && n >= 2 && may_go(p, s, false, &split, &n) && n >= 2) {
                KLoop *l = in.lanes.at[0];
                const uint32_t nr = in.lanes.len == 1 ? k_rows_of_one(p, s, l, n)
                                                      : k_rows_of_many(p, s, &in, n, split);
                if (nr > 1) {
                    KLoop *r = k_add_loop(p, s, K_ROWS);
                    r->rows = nr;
                    r->split = split;
                    const bool only = s->body == l->loop && !l->loop->next;
                    if (only && l->role == K_LANES) r->inner = l->loop;
                    in.rows = true;
                }
            }
            for (size_t i = 0; i < in.lanes.len; i++)
                vec_push(p->arena, &out->lanes, in.lanes.at[i]);
            out->rows |= in.rows;
            continue;
        }
        KLoop *l = k_add_loop(p, s, x->role);
        l->width = x->width;
        l->lanes = x->lanes;
        if (x->role == K_LANES) {
            k_finish_lanes(p, l, s);
        } else {
            const double n = k_vectors_of(p, x->lanes, x->width);
            l->vectors = n >= 4 ? 4 : n >= 2 ? 2 : 1;
        }
        vec_push(p->arena, &out->lanes, l);
    }
}

/* The lane loop goes around all loops of a perfect nest down to its rows, where these would read a
 * large panel again and again. A nest of rows alone gets its panel too. */
static void hoist(KPlan *p, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR && k_nest(p, s)) continue;
        double iterations = 1;
        const LoopStmt *x = s;
        KLoop *r = NULL;
        while (x && x->kind == LOOP_FOR && x->for_kind != LOOP_SERIAL) {
            if (p->scheduled[x->var->id]) break;
            KLoop *l = (KLoop *)k_plan_loop(p, x);
            iterations *= k_trips(p, x);
            if (l) {
                r = l->role == K_ROWS && l->inner ? l : NULL;
                break;
            }
            x = x->body && !x->body->next ? x->body : NULL;
        }
        if (!r) {
            hoist(p, s->body);
            hoist(p, s->other);
            continue;
        }
        const KLoop *l = k_plan_loop(p, r->inner);
        KLoop outer = {
            .loop = s, .role = K_OUTER, .rows = 1, .vectors = 1, .width = 1, .inner = r->inner};
        if (!k_panel_plan(p, &outer, r, l, iterations)) continue;
        if (s == r->loop) { /* rows are the outermost loop */
            r->panel = outer.panel;
            memcpy(r->panel_loops, outer.panel_loops, sizeof r->panel_loops);
            r->n_panel_loops = outer.n_panel_loops;
            r->panel_bytes = outer.panel_bytes;
        } else {
            KLoop *o = k_add_loop(p, s, K_OUTER);
            *o = outer;
        }
        if (outer.panel_bytes > p->panel_bytes) p->panel_bytes = outer.panel_bytes;
    }
}

/* Returns whether there are vectors in it. */
static bool note(KPlan *p, const LoopStmt *list, const LoopStmt *loop) {
    bool vectors = false;
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_LET) p->lets[s->var->id] = s->value;
        if (s->kind == LOOP_ALLOC) p->home[s->buffer->id] = loop;
        if (s->kind == LOOP_FOR) {
            p->up[s->var->id] = loop;
            p->loop_of[s->var->id] = s;
        }
        const bool body = note(p, s->body, s->kind == LOOP_FOR ? s : loop),
                   other = note(p, s->other, loop);
        if (s->kind == LOOP_FOR) p->scheduled[s->var->id] = body;
        vectors = vectors || body || other || (s->kind == LOOP_STORE && s->value->lanes);
    }
    return vectors;
}

const KLoop *k_plan_loop(const KPlan *self, const LoopStmt *loop) {
    for (MapIter it = map_find(&self->loops, hash_ptr(0, loop)); map_next(&self->loops, &it);) {
        const KLoop *l = it.value;
        if (l->loop == loop) return l;
    }
    return NULL;
}

void k_plan(KPlan *self, Arena *arena, const LoopFn *fn, const Target *target, unsigned flags) {
    *self = (KPlan){.ctx = arena->ctx, .arena = arena, .fn = fn, .target = target};
    self->flags = flags;
    self->strict = flags & K_STRICT;
    self->unscheduled = flags & K_UNSCHEDULED;
    self->vector_bytes = (uint32_t)target->vector_bytes;
    map_init(&self->loops, arena);
    self->marks = ARENA_NEW(arena, KMarks);
    self->marks->own = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_buffers + 1);
    self->marks->lets = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    self->lets = ARENA_ARRAY(arena, const LoopExpr *, (size_t)fn->n_vars + 1);
    self->home = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_buffers + 1);
    self->up = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_vars + 1);
    self->loop_of = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_vars + 1);
    self->scheduled = ARENA_ARRAY(arena, bool, (size_t)fn->n_vars + 1);
    note(self, fn->body, NULL);
    self->contracts = !(flags & (K_STRICT | K_STANDS)) && !loop_makes_integers(arena->ctx, fn);
    map_init(&self->nests, arena);
    if (self->unscheduled) {
        map_init(&self->ahead, arena);
        return;
    }
    Chooser c = {.p = self};
    map_init(&c.choices, arena);
    best_list(&c, fn->body);
    KFound found = {.rows = false};
    commit(&c, fn->body, &found);
    hoist(self, fn->body);
    k_ahead_plan(self);
}
