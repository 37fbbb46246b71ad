/* SPDX-License-Identifier: Apache-2.0 */
/* Is a loop the first of a nest that goes by vectors?
 *
 * A nest is parallel loops of which each is all that the one before holds, and a body of scalars,
 * names, serial loops that are the same for all iterations, conditions, and stores of what vectors
 * of one length have (sched_is_lane). The lane loop is one along which all that is stored to memory
 * lies together. What depends on it must be made of + - * / min max and loads.
 *
 * A condition is taken apart: what does not depend on the lane, and comparisons with something that
 * grows by a constant, which hold for a range of lanes. What is in such a range may change scalars
 * of the body alone, so a mask chooses between the old value and the new one.
 *
 * Rows are iterations of a parallel loop on which a load of lanes does not depend: it then serves
 * them all. Where there is such a load inside the body's loops it is copied to a panel, as the
 * tiles read it, for all rows at once; conditions are asked while it is copied. */
#include "loop/own.h"
#include "loop/work.h"
#include "schedule/parts.h"

enum { LEAST_LANES = 4, PANEL_BYTES = 1 << 20, BODY_MAX = 4 * S_FUEL };

/* Always false; the first reason stays. */
static bool no(Sched *s, const char *reason) {
    if (!s->reason) s->reason = reason;
    return false;
}

/* --- The body --- */

typedef struct {
    Sched *s;
    SNest *nest;
    uint32_t left; /* nodes of expressions */
    bool gathers, stores, by_row;
    bool in_else;                        /* what stands in `within` does not hold */
    bool *loaded, *stored, *scattered;   /* by buffer id; stored at several places */
    const LoopStmt *within[S_STACK_MAX]; /* loops and conditions around */
    uint32_t n_within;
    const LoopExpr *const **stores_at; /* indices of the store, by buffer id */
} Look;

/* Notes what an expression reads; false: there is too much of it. */
static bool note_loads(Look *l, const LoopExpr *e) {
    if (!l->left) return no(l->s, "its body is too large");
    l->left--;
    if (e->kind == LOOP_VAR && l->s->lets[e->var->id]) return note_loads(l, l->s->lets[e->var->id]);
    if (e->kind == LOOP_LOAD) l->loaded[e->buffer->id] = true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!note_loads(l, e->args[i])) return false;
        if (e->kind == LOOP_LOAD && !sched_is_outer(l->s, e->args[i]))
            return no(l->s, "an index is computed in the body");
    }
    return true;
}

/* The values of an index, where its loops are all of constant extent; the bounds of what it may be
 * computed from are small. */
static bool interval(const Look *l, const LoopExpr *e, int64_t *lo, int64_t *hi) {
    int64_t x[2], y[2];
    if (e->kind == LOOP_CONST) return *lo = *hi = e->i, true;
    if (e->kind == LOOP_VAR) {
        const LoopStmt *of = NULL;
        if (l->s->lets[e->var->id]) return interval(l, l->s->lets[e->var->id], lo, hi);
        for (uint32_t i = 0; i < l->nest->n; i++)
            if (l->nest->loops[i]->var == e->var) of = l->nest->loops[i];
        for (uint32_t i = 0; i < l->n_within; i++)
            if (l->within[i]->var == e->var) of = l->within[i];
        if (!of || of->value->kind != LOOP_CONST || of->value->i < 1) return false;
        return *lo = 0, *hi = of->value->i - 1, true;
    }
    if ((e->kind != LOOP_ADD && e->kind != LOOP_MUL) || !interval(l, e->args[0], &x[0], &x[1]) ||
        !interval(l, e->args[1], &y[0], &y[1]))
        return false;
    if (e->kind == LOOP_ADD) return add_i64(x[0], y[0], lo) && add_i64(x[1], y[1], hi);
    return x[0] >= 0 && y[0] >= 0 && mul_i64(x[0], y[0], lo) && mul_i64(x[1], y[1], hi);
}

/* Whatever its conditions are. */
static bool is_in_bounds(const Look *l, const LoopExpr *load) {
    int64_t lo, hi;
    for (uint32_t i = 0; i < load->n; i++) {
        const LoopExpr *n = load->buffer->dims[i];
        if (n->kind != LOOP_CONST || !interval(l, load->args[i], &lo, &hi) || lo < 0 || hi >= n->i)
            return false;
    }
    return true;
}

/* Is it the same for all rows that come of the loop? */
static bool is_shared(Look *l, const LoopExpr *load) {
    return l->nest->row && !sched_varies(l->s, load, l->nest->row->var);
}

/* The panel's loops and conditions, if the load can have one. */
static void plan_panel(Look *l, const LoopExpr *load) {
    Sched *s = l->s;
    SNest *nest = l->nest;
    SNest with = *nest;
    const bool always = is_in_bounds(l, sched_load_of(s, load));
    bool is_known = true;
    with.panel_elements = 1;
    for (uint32_t i = 0; i < l->n_within; i++) {
        const LoopStmt *x = l->within[i];
        const int64_t trips = x->kind == LOOP_FOR ? (int64_t)loop_planned_trips(x->value) : 0;
        if (x->kind == LOOP_IF) {
            if (!always && !sched_split(s, nest, x->value, &with.panel_guard)) return;
        } else if (sched_varies(s, load, x->var)) {
            is_known = is_known && x->value->kind == LOOP_CONST;
            if (with.n_panel_loops == S_LOOPS_MAX || !loop_expr_is_extent(x->value) || trips < 1 ||
                !mul_i64(with.panel_elements, trips, &with.panel_elements))
                return;
            with.panel_loops[with.n_panel_loops++] = x;
        }
    }
    *(is_known ? &with.panel : &with.few_panel) = load;
    if (!with.n_panel_loops || with.panel_elements > PANEL_BYTES / 64) return;
    /* the conditions depend on nothing else that is in the body */
    for (uint32_t i = 0; i < l->n_within; i++) {
        const LoopStmt *x = l->within[i];
        bool in = x->kind == LOOP_IF;
        for (uint32_t k = 0; k < with.n_panel_loops; k++) in = in || with.panel_loops[k] == x;
        const SGuard *g = &with.panel_guard;
        for (uint32_t k = 0; k < g->n_uniform; k++) {
            if (sched_varies(s, g->uniform[k], nest->row->var)) return;
            if (!in && sched_varies(s, g->uniform[k], x->var)) return;
        }
        for (uint32_t k = 0; k < g->n_bounds; k++) {
            if (sched_varies(s, g->bounds[k], nest->row->var)) return;
            if (!in && sched_varies(s, g->bounds[k], x->var)) return;
        }
    }
    *nest = with;
}

static bool look_value(Look *l, const LoopExpr *e);

/* A comparison of floats, whose lanes differ, or elements of bool that lie together. */
static bool look_choice(Look *l, const LoopExpr *e) {
    if (e->kind == LOOP_VAR && l->s->lets[e->var->id])
        return look_choice(l, l->s->lets[e->var->id]);
    if (e->kind == LOOP_LOAD && sched_is_direct(l->s, l->nest, e)) return true;
    if ((e->kind != LOOP_EQ && e->kind != LOOP_NE && e->kind != LOOP_LT && e->kind != LOOP_LE) ||
        !sched_varies(l->s, e, l->nest->lane->var))
        return no(l->s,
                  "a choice is neither by one comparison of lanes nor by bools that lie together");
    return look_value(l, e->args[0]) && look_value(l, e->args[1]);
}

/* What the load's place grows by from row to row, in bytes; 0: not known. */
static int64_t bytes_by_row(Look *l, const LoopExpr *load) {
    const LoopBuffer *b = load->buffer;
    int64_t bytes = 0, size = (int64_t)dtype_size(b->dtype), by, own;
    if (!l->nest->row || b->strides) return 0;
    for (uint32_t i = load->n; i-- > 0;) {
        if (!sched_step(l->s, load->args[i], l->nest->row->var, &by) || !mul_i64(by, size, &own) ||
            !add_i64(bytes, own, &bytes) || b->dims[i]->kind != LOOP_CONST ||
            !mul_i64(size, b->dims[i]->i, &size))
            return 0;
    }
    return bytes;
}

/* Of lanes, as they come from memory. */
static bool look_load(Look *l, const LoopExpr *e) {
    Sched *s = l->s;
    SNest *nest = l->nest;
    const LoopExpr *load = sched_load_of(s, e);
    const LoopStmt *inner = NULL;
    if (s->own[load->buffer->id]) return true;
    for (uint32_t i = 0; i < l->n_within; i++)
        if (l->within[i]->kind == LOOP_FOR) inner = l->within[i];
    /* what is the same in the innermost loop is loaded once for all of it */
    if (inner && is_shared(l, e) && sched_varies(s, e, inner->var)) {
        nest->shared++;
        if (!nest->panel && !nest->few_panel) plan_panel(l, e);
        if (nest->panel == e) return true;
    }
    l->gathers = l->gathers || !sched_is_direct(s, nest, e);
    int64_t step;
    if (nest->row && load->n > 1 && sched_step(s, load->args[load->n - 2], nest->row->var, &step) &&
        step > nest->row_step)
        nest->row_step = step;
    return true;
}

/* Of what is no load: it may go by a short type, of which it has the values then. */
static bool look_cast(Look *l, const LoopExpr *e) {
    const LoopExpr *from = sched_behind(l->s, e->args[0]);
    if (sched_is_single(l->s, l->nest, e)) return l->gathers = true;
    if (!loop_vector_is_short(from->dtype)) return look_value(l, from);
    if (from->kind != LOOP_CAST || !loop_vector_converts(from->dtype, e->dtype) ||
        !loop_vector_converts(from->args[0]->dtype, from->dtype))
        return no(l->s, "short values that are computed with");
    return look_value(l, from->args[0]);
}

/* Of what depends on the lane. */
static bool look_value(Look *l, const LoopExpr *e) {
    Sched *s = l->s;
    SNest *nest = l->nest;
    if (!sched_is_lane(nest, e->dtype))
        return no(s, "values whose vectors are not as long as those of what is stored");
    if (!sched_varies(s, e, nest->lane->var)) {
        const LoopExpr *load = l->n_within ? sched_load_of(s, e) : NULL;
        nest->broadcasts = nest->broadcasts || load;
        if (load && !nest->row_bytes) nest->row_bytes = bytes_by_row(l, load);
        return true;
    }
    if (e->kind == LOOP_VAR)
        return s->named[e->var->id] || (s->lets[e->var->id] && look_value(l, s->lets[e->var->id]));
    switch (e->kind) {
    case LOOP_ADD:
    case LOOP_SUB:
    case LOOP_MUL:
    case LOOP_DIV:
    case LOOP_MIN:
    case LOOP_MAX: return look_value(l, e->args[0]) && look_value(l, e->args[1]);
    case LOOP_NEG:
    case LOOP_ABS:
    case LOOP_SQRT: return look_value(l, e->args[0]);
    case LOOP_FMA:
        return look_value(l, e->args[0]) && look_value(l, e->args[1]) && look_value(l, e->args[2]);
    case LOOP_SELECT:
        return look_choice(l, e->args[0]) && look_value(l, e->args[1]) && look_value(l, e->args[2]);
    case LOOP_CAST:
        if (sched_load_of(s, e) && nest->dtype != DTYPE_FLOAT64) return look_load(l, e);
        return look_cast(l, e);
    case LOOP_LOAD: return look_load(l, e);
    default:
        if (loop_expr_is_op(e->kind) && loop_own_rounds(e->kind, e->dtype))
            return look_value(l, e->args[0]);
        if (!loop_expr_is_op(e->kind) || !loop_own_is_of_vectors(e->kind, e->dtype))
            return no(s, "an operation that vectors do not have");
        if (s->exact) return no(s, "a function of math.h, whose bits are to stay");
        nest->approximates = true;
        for (uint32_t i = 0; i < e->n; i++)
            if (!look_value(l, e->args[i])) return false;
        return true;
    }
}

static bool in_range(const Look *l) {
    for (uint32_t i = 0; i < l->n_within; i++) {
        SGuard g = {.n_bounds = 0};
        if (l->within[i]->kind != LOOP_IF) continue;
        if (!sched_split(l->s, l->nest, l->within[i]->value, &g) || g.n_bounds) return true;
    }
    return false;
}

/* Where it stores to the buffer: at one place, or at several. */
static void note_place(Look *l, const LoopStmt *x) {
    const LoopExpr *const **at = &l->stores_at[x->buffer->id];
    for (uint32_t i = 0; *at && i < x->n; i++)
        if (!sched_same(x->indices[i], (*at)[i])) l->scattered[x->buffer->id] = true;
    *at = x->indices;
}

static bool look_store(Look *l, const LoopStmt *x) {
    Sched *s = l->s;
    const LoopExpr *value = sched_behind(s, x->value);
    if (loop_vector_is_short(x->buffer->dtype)) {
        if (value->kind != LOOP_CAST) return no(s, "it stores short values as they are loaded");
        value = value->args[0];
        if (!loop_vector_converts(value->dtype, x->buffer->dtype))
            return no(s, "it makes short values of what vectors have not");
    }
    if (!note_loads(l, x->value) || !look_value(l, value)) return false;
    if (s->own[x->buffer->id]) return true;
    for (uint32_t i = 0; i < x->n; i++) {
        if (!note_loads(l, x->indices[i])) return false;
        if (!sched_is_outer(s, x->indices[i]))
            return no(s, "where it stores is computed in the body");
    }
    if (in_range(l)) return no(s, "a condition on lanes around what it stores");
    note_place(l, x);
    if (!sched_is_along(s, l->nest, x)) l->nest->scatters = true;
    l->stored[x->buffer->id] = l->stores = true;
    return true;
}

static bool look_list(Look *l, const LoopStmt *list);

static bool look_within(Look *l, const LoopStmt *x) {
    if (l->n_within == S_STACK_MAX) return no(l->s, "its body is too deep");
    l->within[l->n_within++] = x;
    const bool ok = look_list(l, x->body);
    l->n_within--;
    return ok;
}

/* Both branches, of which all lanes and rows take the same one. */
static bool look_branches(Look *l, const LoopStmt *x) {
    for (uint32_t i = 0; i < l->n_within; i++)
        if (l->within[i]->kind == LOOP_FOR)
            return no(l->s, "a condition with two branches in a loop");
    if (!look_within(l, x)) return false;
    const bool outer = l->in_else;
    l->in_else = true;
    const bool ok = look_list(l, x->other);
    l->in_else = outer;
    return ok;
}

static bool look_if(Look *l, const LoopStmt *x) {
    const LoopStmt *row = l->nest->row;
    SGuard g = {.n_bounds = 0};
    if (!note_loads(l, x->value)) return false;
    if (!sched_is_outer(l->s, x->value) || !sched_split(l->s, l->nest, x->value, &g))
        return no(l->s, "a condition that is no range of lanes");
    bool one_by_one = g.n_bounds > 0, by_row = false;
    for (uint32_t i = 0; row && i < g.n_uniform; i++) {
        const bool varies = sched_varies(l->s, g.uniform[i], row->var);
        by_row = by_row || varies;
        one_by_one = one_by_one || (varies && !sched_is_monotone(l->s, l->nest, g.uniform[i]));
    }
    for (uint32_t i = 0; row && i < g.n_bounds; i++)
        if (sched_varies(l->s, g.bounds[i], row->var))
            return no(l->s, "a range of lanes that depends on the row");
    for (const LoopStmt *y = x->body; y && one_by_one; y = y->next)
        if (y->kind != LOOP_STORE) return no(l->s, "a condition on lanes around a loop");
    if (by_row && l->by_row) /* the tile is taken apart once */
        return no(l->s, "conditions on rows within one another");
    l->by_row = l->by_row || by_row;
    if (!x->other) return look_within(l, x);
    if (one_by_one || by_row) return no(l->s, "a condition on lanes or rows with two branches");
    return look_branches(l, x);
}

/* A loop that all lanes and rows go through together. */
static bool look_for(Look *l, const LoopStmt *x) {
    Sched *s = l->s;
    l->nest->reduces = true;
    if (l->in_else) return no(s, "a loop where a condition does not hold");
    if (x->lanes > 1) return no(s, "a reduction in lanes");
    if (x->for_kind != LOOP_SERIAL) return no(s, "a parallel loop beside other statements");
    if (!note_loads(l, x->value)) return false;
    if (!sched_is_outer(s, x->value) || sched_varies(s, x->value, l->nest->lane->var) ||
        (l->nest->row && sched_varies(s, x->value, l->nest->row->var)))
        return no(s, "a loop within whose extent is not the same for all");
    return look_within(l, x);
}

/* Whether what the value reads is stored to in the list. */
static bool changes(Look *l, const LoopExpr *value, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (!l->left) return true;
        l->left--;
        if (x->kind == LOOP_STORE && sched_loads(l->s, value, x->buffer)) return true;
        if (changes(l, value, x->body) || changes(l, value, x->other)) return true;
    }
    return false;
}

static bool look_let(Look *l, const LoopStmt *x) {
    Sched *s = l->s;
    if (!note_loads(l, x->value)) return false;
    /* one that is no vector stands for its value wherever it is used */
    if (!s->named[x->var->id] && sched_loads(s, x->value, NULL) && changes(l, x->value, x->next))
        return no(s, "a name of what is stored to behind it");
    if (s->named[x->var->id]) return l->nest->names++, look_value(l, x->value);
    /* it is looked at where it chooses, or is widened */
    if (x->value->dtype == DTYPE_BOOL || loop_vector_is_short(x->value->dtype)) return true;
    if (dtype_is_float(x->value->dtype)) return true; /* so it is here */
    return (x->value->dtype == DTYPE_INT64 && sched_is_outer(s, x->value)) ||
           no(s, "a name of an integer that is no index");
}

static bool look_alloc(Look *l, const LoopStmt *x) {
    l->nest->scalars++;
    return (!x->buffer->ndim && sched_is_lane(l->nest, x->buffer->dtype) && !l->n_within) ||
           no(l->s, x->buffer->ndim ? "an array in the body"
                                    : "a scalar of another dtype, or in a loop within");
}

static bool look_list(Look *l, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(l->s->ctx);
        bool ok = false;
        switch (x->kind) {
        case LOOP_ALLOC: ok = look_alloc(l, x); break;
        case LOOP_LET: ok = look_let(l, x); break;
        case LOOP_STORE: ok = look_store(l, x); break;
        case LOOP_IF: ok = look_if(l, x); break;
        case LOOP_FOR: ok = look_for(l, x); break;
        case LOOP_WHILE: no(l->s, "a while loop"); break;
        case LOOP_CALL: no(l->s, "a call"); break;
        }
        if (!ok) return false;
    }
    return true;
}

/* Loads of what is stored are of the element that is stored. */
static bool loads_in_place(Look *l, const LoopExpr *e) {
    if (!e) return true;
    if (e->kind == LOOP_VAR && l->s->lets[e->var->id])
        return loads_in_place(l, l->s->lets[e->var->id]);
    for (uint32_t i = 0; i < e->n; i++) {
        if (!loads_in_place(l, e->args[i])) return false;
        if (e->kind == LOOP_LOAD && l->stored[e->buffer->id] &&
            !sched_same(e->args[i], l->stores_at[e->buffer->id][i]))
            return false;
    }
    return true;
}

static bool all_in_place(Look *l, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (!loads_in_place(l, x->value) || !all_in_place(l, x->body) || !all_in_place(l, x->other))
            return false;
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++)
            if (!loads_in_place(l, x->indices[i])) return false;
    }
    return true;
}

static bool settle_in_place(Look *l) {
    l->nest->in_place = false;
    for (uint32_t i = 0; i < l->s->from->n_buffers; i++) {
        if (!l->loaded[i] || !l->stored[i]) continue;
        if (l->scattered[i]) return false;
        l->nest->in_place = true;
    }
    return !l->nest->in_place || all_in_place(l, l->nest->body);
}

/* Stores one by one, which pays behind loops whose loads are of vectors, and behind functions of
 * math.h. */
static bool can_scatter(const Look *l) {
    const SNest *nest = l->nest;
    return (nest->reduces || nest->approximates) && !l->gathers && !nest->in_place &&
           (!nest->panel || sched_is_direct(l->s, nest, nest->panel));
}

static bool look(Sched *s, SNest *nest) {
    const size_t n = (size_t)s->from->n_buffers + 1;
    ArenaMark mark = arena_mark(s->scratch);
    Look l = {.s = s, .nest = nest, .left = BODY_MAX};
    l.loaded = ARENA_ARRAY(s->scratch, bool, n);
    l.stored = ARENA_ARRAY(s->scratch, bool, n);
    l.scattered = ARENA_ARRAY(s->scratch, bool, n);
    l.stores_at = ARENA_ARRAY(s->scratch, const LoopExpr *const *, n);
    nest->reduces = nest->scatters = nest->broadcasts = nest->approximates = false;
    nest->scalars = nest->shared = nest->names = nest->n_panel_loops = 0;
    nest->row_step = nest->row_bytes = 0;
    nest->panel = nest->few_panel = NULL;
    s->reason = NULL;
    bool ok = look_list(&l, nest->body);
    if (!nest->sum)
        ok = ok && (l.stores || no(s, "it stores nothing")) &&
             (settle_in_place(&l) || no(s, "it reads elements that other iterations store"));
    ok =
        ok && (!nest->scatters || can_scatter(&l) || no(s, "what it stores does not lie together"));
    ok = ok && ((nest->reduces && !nest->sum) || !l.gathers || (nest->approximates && !nest->sum) ||
                no(s, "lanes that are loaded one by one, for one use"));
    nest->gathers = l.gathers;
    nest->by_row = l.by_row;
    if (!nest->scalars) nest->scalars = 1;
    arena_rewind(s->scratch, mark);
    return ok;
}

/* --- The nest --- */

static void note_body(Sched *s, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_LET) {
            s->named[x->var->id] =
                dtype_is_float(x->value->dtype) || x->value->dtype == DTYPE_INT32;
            s->lets[x->var->id] = s->named[x->var->id] ? NULL : x->value;
        }
        if (x->kind == LOOP_ALLOC) s->own[x->buffer->id] = true;
        note_body(s, x->body);
        note_body(s, x->other);
    }
}

/* Names of what is of no vector stand for their values. */
static void unname(Sched *s, const SNest *nest, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_LET && s->named[x->var->id] && !sched_is_lane(nest, x->value->dtype)) {
            s->named[x->var->id] = false;
            s->lets[x->var->id] = x->value;
        }
        unname(s, nest, x->body);
        unname(s, nest, x->other);
    }
}

/* What it stores, or, of short integers, cuts. */
static bool first_store(const Sched *s, const LoopStmt *list, DType *out) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_STORE && !s->own[x->buffer->id]) {
            const LoopExpr *value = sched_behind(s, x->value);
            const bool cuts = loop_vector_is_short(value->dtype) && value->kind == LOOP_CAST &&
                              loop_vector_converts(value->args[0]->dtype, value->dtype);
            return *out = cuts ? value->args[0]->dtype : value->dtype, true;
        }
        if (first_store(s, x->body, out) || first_store(s, x->other, out)) return true;
    }
    return false;
}

/* With the loop as rows: is there a load that they share? */
static bool try_row(Sched *s, SNest *nest, const LoopStmt *row) {
    nest->row = row;
    if (!look(s, nest) || (row && !nest->shared)) return false;
    return sched_choose(s->target, nest) || no(s, "no vectors fit");
}

static bool refuse(Sched *s, const char *reason) {
    s->refusal.of_all = reason;
    return false;
}

/* With its lanes along the i-th loop. */
static bool try_lanes(Sched *s, SNest *nest, uint32_t i) {
    const LoopStmt *lane = nest->lane = nest->loops[i];
    s->reason = NULL;
    nest->open = lane->value->kind != LOOP_CONST;
    if (nest->open && (s->closed || !loop_expr_is_extent(lane->value)))
        return no(s, "its extent is not constant");
    if (!nest->open && lane->value->i < LEAST_LANES) return no(s, "too short");
    nest->extent = (int64_t)loop_planned_trips(lane->value);
    nest->row = NULL;
    if (!look(s, nest)) return false;
    for (uint32_t k = nest->n; k-- > 0;) {
        if (k != i && nest->reduces && try_row(s, nest, nest->loops[k])) return true;
    }
    return try_row(s, nest, NULL);
}

static bool never_runs(const LoopStmt *loop) {
    return loop->value->kind == LOOP_CONST && loop->value->i < 1;
}

/* Of lanes: loads one by one are worst, as they stand in loops; stores one by one stand behind. */
static int awkwardness(const SNest *nest) { return nest->gathers ? 2 : nest->scatters; }

bool sched_nest(Sched *s, const SChain *around, const LoopStmt *loop, SNest *out) {
    *out = (SNest){.n = around->n};
    s->refusal = (SRefusal){.n = 0};
    for (uint32_t i = 0; i < around->n; i++) {
        if (never_runs(around->loops[i])) return refuse(s, "it stands in a loop that never runs");
        out->loops[i] = around->loops[i];
    }
    for (const LoopStmt *x = loop; x && x->kind == LOOP_FOR && loop_is_parallel(x->for_kind);
         x = x->body) {
        if (never_runs(x)) return refuse(s, "a loop that never runs");
        if (out->n == S_LOOPS_MAX) return refuse(s, "too many loops within one another");
        out->loops[out->n++] = x;
        out->body = x->body;
        if (!x->body || x->body->next) break;
    }
    if (out->n == around->n) return refuse(s, "no parallel loop");
    s->refusal.innermost = out->loops[out->n - 1]->var;
    note_body(s, out->body);
    if (!first_store(s, out->body, &out->dtype)) return refuse(s, "it stores nothing");
    unname(s, out, out->body);
    if (out->dtype != DTYPE_FLOAT64 && !sched_is_lane(out, out->dtype))
        return refuse(s,
                      "what it stores is neither float32, float64 nor int32, nor cut from these");
    SNest best = {.n = 0};
    for (uint32_t i = out->n; i-- > 0 && (!best.n || awkwardness(&best));) {
        if (!try_lanes(s, out, i)) {
            s->refusal.lanes[s->refusal.n] = out->loops[i]->var;
            s->refusal.why[s->refusal.n++] = s->reason ? s->reason : "nothing is gained";
        } else if (!best.n || awkwardness(out) < awkwardness(&best)) {
            best = *out;
        }
    }
    if (best.n) *out = best;
    return best.n > 0;
}

bool sched_sums(Sched *s, SNest *nest) {
    const LoopBuffer *scalar = nest->sum->buffer;
    note_body(s, nest->body);
    const bool before = s->own[scalar->id];
    s->own[scalar->id] = true;
    const bool ok = look(s, nest);
    s->own[scalar->id] = before;
    return ok;
}
