/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of a nest by tiles. From the outside: the loops that are neither lanes nor rows;
 * columns of nv vectors, each with its panel; rows, nr at a time; then the body, statement by
 * statement, for the vectors and rows of a tile in unrolled loops.
 *
 * Where a condition holds for a range of lanes a vector is in it as a whole, as nearly all are, or
 * a mask chooses; its loads, which then may be out of bounds, are made lane by lane, as are loads
 * of lanes that do not lie together. */
#include "schedule/parts.h"

enum {
    FEWER_ROWS = 4,
    MANY_TILES = 8,
    NEAR_BYTES = 8 << 10,
    NEAR_WAYS = 4 /* of the first cache */
};

static const LoopExpr *add(Sched *s, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(&s->b, LOOP_ADD, x, y);
}

static const LoopExpr *times(Sched *s, const LoopExpr *x, int64_t factor) {
    return loop_op2(&s->b, LOOP_MUL, x, sched_index(s, factor));
}

/* A loop of that many iterations; of one: none, and its variable is 0. */
static const LoopExpr *open_loop(Sched *s, const char *name, int64_t n, LoopForKind kind) {
    if (n == 1) return sched_index(s, 0);
    return loop_var(&s->b, loop_begin_for(&s->b, name, sched_index(s, n), kind, 0));
}

static void close_loop(Sched *s, int64_t n) {
    if (n != 1) loop_end(&s->b);
}

/* --- Statements --- */

/* Of a nest in place: lanes that have been computed before stay as they are. */
static const LoopExpr *or_as_it_is(Sched *s, const LoopExpr *value, const LoopExpr *old) {
    const int64_t width = s->nest->width;
    if (s->seen) {
        const LoopExpr *mask =
            loop_lane_mask(&s->b, s->seen, sched_index(s, width), s->nest->width);
        return loop_select(&s->b, mask, value, old);
    }
    if (s->vector->kind == LOOP_CONST && s->done <= 0) return value;
    if (s->apart == width && s->done <= 0) return value;
    /* vector 0: `done` lanes; a later one: those that it shares with the one before */
    const LoopExpr *from = s->apart == width ? loop_op2(&s->b, LOOP_SUB, sched_index(s, s->done),
                                                        times(s, s->vector, width))
                                             : times(s, s->vector, width - s->apart);
    return loop_select(&s->b, loop_lane_mask(&s->b, from, sched_index(s, width), s->nest->width),
                       value, old);
}

/* What is short is chosen before it is cut. */
static const LoopExpr *in_place(Sched *s, const LoopExpr *value, const LoopExpr *old) {
    if (!loop_vector_is_short(value->dtype)) return or_as_it_is(s, value, old);
    const LoopExpr *from = value->args[0];
    return loop_cast(&s->b, value->dtype, or_as_it_is(s, from, loop_cast(&s->b, from->dtype, old)));
}

/* Each lane of the value where it belongs. */
static void scatter(Sched *s, const LoopStmt *x, const LoopExpr *value) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const uint32_t id = nest->lane->var->id;
    const LoopExpr *width = sched_index(s, nest->width), *first = s->vars[id];
    const LoopBuffer *lanes = loop_local(b, "lanes", value->dtype, &width, 1);
    const LoopExpr *all = loop_ramp(b, sched_index(s, 0), 1, nest->width),
                   **at = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)x->n + 1);
    loop_store(b, lanes, &all, value);
    const LoopExpr *n = s->few ? s->few : sched_index(s, s->keep),
                   *lane = loop_var(b, loop_begin_for(b, "l", n, LOOP_SERIAL, 0));
    s->vars[id] = add(s, first, lane);
    for (uint32_t i = 0; i < x->n; i++) at[i] = sched_copy(s, x->indices[i]);
    loop_store(b, s->buffers[x->buffer->id], at, loop_load(b, lanes, &lane));
    loop_end(b);
    s->vars[id] = first;
}

/* In the row and the vector at hand. */
static void store_one(Sched *s, const LoopStmt *x, const SRange *range) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const LoopExpr *value = sched_vector(s, x->value);
    if (x->kind == LOOP_LET || s->own[x->buffer->id]) {
        const LoopExpr *at[] = {s->row_of_tile, s->vector};
        const LoopBuffer *to =
            x->kind == LOOP_LET ? s->names[x->var->id] : s->buffers[x->buffer->id];
        if (range) value = loop_select(b, sched_range_mask(s, range), value, loop_load(b, to, at));
        loop_store(b, to, at, value);
    } else if (s->few || (nest->scatters && !sched_is_along(s, nest, x))) {
        scatter(s, x, value);
    } else {
        const LoopBuffer *to = s->buffers[x->buffer->id];
        const LoopExpr *const *at = sched_indices(s, x->indices, x->n, s->keep);
        if (nest->in_place && s->keep == nest->width)
            value = in_place(s, value, loop_load(b, to, at));
        loop_store(b, to, at, loop_first(b, value, s->keep));
    }
}

/* The row variable is the row of the tile from here on, up to close_rows. Returns whether there is
 * a condition, of the guard, that is open. */
static bool open_rows(Sched *s, const SGuard *g, const LoopExpr *row) {
    const SNest *nest = s->nest;
    const LoopExpr *cond = NULL;
    s->row_of_tile = add(s, open_loop(s, "r", s->nr, LOOP_UNROLLED), sched_index(s, s->first_row));
    if (nest->row) s->vars[nest->row->var->id] = add(s, row, s->row_of_tile);
    for (uint32_t i = 0; nest->row && i < g->n_uniform; i++) {
        if (sched_varies(s, g->uniform[i], nest->row->var))
            cond = sched_both(s, cond, sched_copy(s, g->uniform[i]));
    }
    if (cond) loop_begin_if(&s->b, cond);
    return cond != NULL;
}

static void close_rows(Sched *s, bool is_open, const LoopExpr *row) {
    if (is_open) loop_end(&s->b);
    close_loop(s, s->nr);
    if (s->nest->row) s->vars[s->nest->row->var->id] = row;
}

/* For the rows of the vector at hand; range: which lanes take part, NULL: all. */
static void store_rows(Sched *s, const LoopStmt *x, const SGuard *g, const LoopExpr *row,
                       const SRange *range) {
    const SGuard none = {.n_bounds = 0}, *guard = range ? g : &none;
    s->gathered.len = 0;
    sched_gather_all(s, x->value, guard, range != NULL, false);
    const size_t outer = s->gathered.len;
    const bool is_open = open_rows(s, g, row);
    sched_gather_all(s, x->value, guard, range != NULL, true);
    store_one(s, x, range);
    close_rows(s, is_open, row);
    s->gathered.len = outer;
}

/* The vector's first iteration is the lane variable from here on. */
static void open_vector(Sched *s) {
    s->vector = open_loop(s, "v", s->nv, LOOP_UNROLLED);
    s->vars[s->nest->lane->var->id] = add(s, s->base, times(s, s->vector, s->apart));
}

static bool gathers(Sched *s, const LoopExpr *e) {
    if (!sched_varies(s, e, s->nest->lane->var)) return false;
    if (e->kind == LOOP_VAR) return s->lets[e->var->id] && gathers(s, s->lets[e->var->id]);
    if (sched_is_single(s, s->nest, e)) return true;
    if (sched_load_of(s, e)) return sched_is_gathered(s, e, false);
    for (uint32_t i = 0; i < e->n; i++) {
        if (gathers(s, e->args[i])) return true;
    }
    return false;
}

/* Row by row, all its vectors: of what these share one value at a time is then alive. Where nothing
 * is to be made ready for a vector. */
static bool goes_by_rows(Sched *s, const LoopStmt *x, const SGuard *g) {
    const bool own = x->kind == LOOP_LET || s->own[x->buffer->id];
    return s->nr >= s->nv && s->nv > 1 && !g->n_bounds && (own || !(s->few || s->nest->scatters)) &&
           !gathers(s, x->value);
}

static void store(Sched *s, const LoopStmt *x, const SGuard *g) {
    const SNest *nest = s->nest;
    const LoopExpr *row = nest->row ? s->vars[nest->row->var->id] : NULL;
    if (goes_by_rows(s, x, g)) {
        s->gathered.len = 0;
        const bool is_open = open_rows(s, g, row);
        open_vector(s);
        store_one(s, x, NULL);
        close_loop(s, s->nv);
        close_rows(s, is_open, row);
        return;
    }
    open_vector(s);
    if (g->n_bounds) {
        const SRange r = sched_range(s, g);
        if (!s->few) {
            loop_begin_if(&s->b, sched_range_is_all(s, &r));
            store_rows(s, x, g, row, NULL);
            loop_else(&s->b);
        }
        store_rows(s, x, g, row, &r);
        if (!s->few) loop_end(&s->b);
    } else {
        store_rows(s, x, g, row, NULL);
    }
    close_loop(s, s->nv);
}

static void body(Sched *s, const LoopStmt *list);

/* --- Conditions that some rows of a tile meet --- */

/* What depends on the row, of row `at` of the tile. */
static const LoopExpr *holds_for_row(Sched *s, const SGuard *g, uint32_t at) {
    const LoopVar *row = s->nest->row->var;
    const LoopExpr *first = s->vars[row->id], *all = NULL;
    s->vars[row->id] = add(s, first, sched_index(s, at));
    for (uint32_t i = 0; i < g->n_uniform; i++)
        if (sched_varies(s, g->uniform[i], row))
            all = sched_both(s, all, sched_copy(s, g->uniform[i]));
    s->vars[row->id] = first;
    return all;
}

static void begin_if_rows(Sched *s, const SGuard *g, uint32_t first, uint32_t n) {
    const LoopExpr *cond = holds_for_row(s, g, first);
    if (n > 1) cond = sched_both(s, cond, holds_for_row(s, g, first + n - 1));
    loop_begin_if(&s->b, cond);
}

static void body_of_rows(Sched *s, const LoopStmt *list, uint32_t first, uint32_t n) {
    const uint32_t first_before = s->first_row, n_before = s->nr;
    s->first_row = first;
    s->nr = n;
    body(s, list);
    s->first_row = first_before;
    s->nr = n_before;
}

static bool has_condition(const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_IF || has_condition(x->body)) return true;
    }
    return false;
}

/* Each statement asks which rows it is for. */
static void body_of_some(Sched *s, const LoopStmt *list, const SGuard *g) {
    s->row_guard = g;
    body(s, list);
    s->row_guard = NULL;
}

/* What is left over behind many tiles: it is not worth to be written out twice. */
static bool is_rare(const Sched *s) {
    const int64_t nr = s->nest->nr;
    const LoopExpr *n = s->nest->row->value;
    return s->nr < nr && (n->kind != LOOP_CONST || n->i >= MANY_TILES * nr);
}

/* All rows, as nearly always; at an edge some of them. Where statements may have conditions of
 * their own the rows go one by one. */
static void body_by_row(Sched *s, const LoopStmt *list, const SGuard *g) {
    const uint32_t first = s->first_row, n = s->nr;
    const bool some = n > 1 && !has_condition(list);
    if (some && is_rare(s)) {
        body_of_some(s, list, g);
        return;
    }
    begin_if_rows(s, g, first, n);
    body_of_rows(s, list, first, n);
    if (n > 1) loop_else(&s->b);
    if (some) body_of_some(s, list, g);
    for (uint32_t r = 0; r < n && n > 1 && !some; r++) {
        begin_if_rows(s, g, first + r, 1);
        body_of_rows(s, list, first + r, 1);
        loop_end(&s->b);
    }
    loop_end(&s->b);
}

/* What all rows and lanes agree on is asked once. */
static void condition(Sched *s, const LoopStmt *x) {
    const SNest *nest = s->nest;
    SGuard g = {.n_bounds = 0};
    const LoopExpr *cond = NULL;
    bool by_row = false, is_monotone = true;
    sched_split(s, nest, x->value, &g);
    for (uint32_t i = 0; i < g.n_uniform; i++) {
        const bool of_row = nest->row && sched_varies(s, g.uniform[i], nest->row->var);
        by_row = by_row || of_row;
        if (of_row) is_monotone = is_monotone && sched_is_monotone(s, nest, g.uniform[i]);
        if (!of_row) cond = sched_both(s, cond, sched_copy(s, g.uniform[i]));
    }
    if (cond) loop_begin_if(&s->b, cond);
    if (g.n_bounds || (by_row && !is_monotone)) {
        for (const LoopStmt *y = x->body; y; y = y->next) store(s, y, &g);
    } else if (by_row) {
        body_by_row(s, x->body, &g);
    } else {
        body(s, x->body);
        if (x->other) loop_else(&s->b);
        body(s, x->other);
    }
    if (cond) loop_end(&s->b);
}

static const LoopBuffer *vectors(Sched *s, const char *name, DType t) {
    const LoopExpr *dims[] = {sched_index(s, s->rows), sched_index(s, s->nv)};
    return loop_registers(&s->b, name, t, s->nest->width, dims, 2);
}

/* Lanes that have a name. */
static void let(Sched *s, const LoopStmt *x) {
    s->names[x->var->id] = vectors(s, x->var->name, x->value->dtype);
    store(s, x, s->row_guard ? s->row_guard : &(SGuard){.n_bounds = 0});
}

static void body(Sched *s, const LoopStmt *list) {
    const SGuard none = {.n_bounds = 0}, *guard = s->row_guard ? s->row_guard : &none;
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(s->ctx);
        s->b.loc = x->loc;
        if (x->kind == LOOP_ALLOC) {
            s->buffers[x->buffer->id] = vectors(s, x->buffer->name, x->buffer->dtype);
        } else if (x->kind == LOOP_LET && s->named[x->var->id]) {
            let(s, x);
        } else if (x->kind == LOOP_STORE) {
            store(s, x, guard);
        } else if (x->kind == LOOP_IF) {
            condition(s, x);
        } else if (x->kind == LOOP_FOR) {
            const LoopVar *v =
                loop_begin_for(&s->b, x->var->name, sched_copy(s, x->value), LOOP_SERIAL, 0);
            s->vars[x->var->id] = loop_var(&s->b, v);
            body(s, x->body);
            loop_end(&s->b);
        }
    }
}

/* --- Rows and columns --- */

static void columns(Sched *s);

static void body_of_tile(Sched *s) {
    s->first_row = 0;
    s->rows = s->nr;
    body(s, s->nest->body);
}

static void tile(Sched *s, uint32_t rows) {
    s->nr = rows;
    if (s->columns_within)
        columns(s);
    else
        body_of_tile(s);
}

/* `n` rows from `start` on, nr at a time; behind them there are others, or they are all. */
static void tiles_of(Sched *s, const LoopExpr *start, const LoopExpr *n, uint32_t nr) {
    const LoopVar *var = s->nest->row->var;
    const LoopExpr *tiles = loop_op2(&s->b, LOOP_FLOORDIV, n, sched_index(s, nr));
    if (tiles->kind == LOOP_CONST && tiles->i == 0) return;
    const LoopVar *i = loop_begin_for(&s->b, var->name, tiles, LOOP_PARALLEL, 0);
    s->vars[var->id] = add(s, start, times(s, loop_var(&s->b, i), nr));
    tile(s, nr);
    loop_end(&s->b);
}

/* What is left over is a tile of its own; of a number that is not known: some of fewer rows, and
 * row by row. */
static void rows(Sched *s) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    if (!nest->row) {
        tile(s, 1);
        return;
    }
    const LoopExpr *n = sched_copy(s, nest->row->value), *start = sched_index(s, 0);
    for (uint32_t nr = nest->nr; nr; nr = nr > FEWER_ROWS ? FEWER_ROWS : nr > 1) {
        const LoopExpr *size = sched_index(s, nr);
        tiles_of(s, start, n, nr);
        if (nr == 1) return;
        const LoopExpr *rest = loop_op2(b, LOOP_FLOORMOD, n, size);
        start = add(s, start, times(s, loop_op2(b, LOOP_FLOORDIV, n, size), nr));
        if (rest->kind == LOOP_CONST) {
            s->vars[nest->row->var->id] = start;
            if (rest->i) tile(s, (uint32_t)rest->i);
            return;
        }
        start = loop_var(b, loop_let(b, "start", start));
        n = loop_var(b, loop_let(b, "rest", rest));
    }
}

/* The panel of the vectors at hand. */
static void fill_panel(Sched *s) {
    const SNest *nest = s->nest;
    const LoopExpr *at[S_LOOPS_MAX + 1], *cond = NULL;
    const uint32_t n = nest->n_panel_loops;
    for (uint32_t i = 0; i < n; i++) at[i] = sched_copy(s, nest->panel_loops[i]->value);
    at[n] = sched_index(s, (int64_t)s->nv * nest->width);
    s->panel = NULL;
    const LoopBuffer *panel = loop_local(&s->b, "panel", nest->panel->dtype, at, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const LoopStmt *x = nest->panel_loops[i];
        const LoopVar *v =
            loop_begin_for(&s->b, x->var->name, sched_copy(s, x->value), LOOP_SERIAL, 0);
        s->vars[x->var->id] = at[i] = loop_var(&s->b, v);
    }
    for (uint32_t i = 0; i < nest->panel_guard.n_uniform; i++)
        cond = sched_both(s, cond, sched_copy(s, nest->panel_guard.uniform[i]));
    if (cond) loop_begin_if(&s->b, cond);
    open_vector(s);
    sched_fill(s, panel, at, times(s, s->vector, nest->width), nest->panel, &nest->panel_guard);
    close_loop(s, s->nv);
    if (cond) loop_end(&s->b);
    for (uint32_t i = 0; i < n; i++) loop_end(&s->b);
    s->panel = panel;
}

/* What a panel would hold is read as it lies, and the rows of memory that a column reads share few
 * sets of the first cache: it stays there by itself. */
static bool is_near(Sched *s, const SNest *nest) {
    if (!nest->panel || nest->panel->kind != LOOP_LOAD || nest->panel_guard.n_bounds ||
        nest->panel->buffer->strides || nest->open || nest->extent < nest->width ||
        !sched_is_direct(s, nest, nest->panel))
        return false;
    const LoopBuffer *of = nest->panel->buffer;
    const LoopExpr *length = of->dims[of->ndim - 1];
    const int64_t size = (int64_t)dtype_size(nest->dtype);
    if (length->kind != LOOP_CONST || length->i > NEAR_BYTES / size) return false;
    int64_t step = 1; /* of 2: all rows begin at multiples of it */
    while (step < S_SET_BYTES && length->i * size % (2 * step) == 0) step *= 2;
    return nest->panel_elements * nest->nv * nest->width * size <= NEAR_BYTES &&
           nest->panel_elements * step <= NEAR_WAYS * S_SET_BYTES;
}

/* Loops that the panel is the same for stand within its column. */
static bool is_within(Sched *s, const LoopStmt *loop) {
    const SNest *nest = s->nest;
    const SGuard *g = &nest->panel_guard;
    if (s->near || !nest->panel || loop == nest->lane || loop == nest->row ||
        sched_varies(s, nest->panel, loop->var))
        return false;
    for (uint32_t i = 0; i < g->n_uniform; i++)
        if (sched_varies(s, g->uniform[i], loop->var)) return false;
    for (uint32_t i = 0; i < g->n_bounds; i++)
        if (sched_varies(s, g->bounds[i], loop->var)) return false;
    return true;
}

/* Is there one tile of rows alone? */
static bool is_read_once(Sched *s) {
    const SNest *nest = s->nest;
    const LoopExpr *n = nest->row->value;
    if (n->kind != LOOP_CONST || n->i > nest->nr) return false;
    for (uint32_t i = 0; i < nest->n; i++) {
        n = nest->loops[i]->value;
        if (is_within(s, nest->loops[i]) && !(n->kind == LOOP_CONST && n->i <= 1)) return false;
    }
    return true;
}

/* It pays when several tiles read it, unless it lies together as it is, and where lanes do not. */
static bool wants_panel(Sched *s) {
    const SNest *nest = s->nest;
    if (s->near || !nest->panel) return false;
    if (sched_is_part(s) || nest->panel_guard.n_bounds || !sched_is_direct(s, nest, nest->panel))
        return true;
    if (nest->panel->kind != LOOP_LOAD) return !is_read_once(s); /* it is widened once */
    const LoopBuffer *of = nest->panel->buffer;
    const LoopExpr *length = of->dims[of->ndim - 1];
    const bool together =
        !of->strides && length->kind == LOOP_CONST && length->i <= (int64_t)s->nv * nest->width;
    return !together && !is_read_once(s);
}

static void open_one(Sched *s, const LoopStmt *x) {
    const LoopVar *v = loop_begin_for(&s->b, x->var->name, sched_copy(s, x->value), x->for_kind, 0);
    s->vars[x->var->id] = loop_var(&s->b, v);
}

/* Those of the loops that are neither lanes nor rows, in the column or around it. */
static uint32_t open_loops(Sched *s, bool within) {
    const SNest *nest = s->nest;
    uint32_t opened = 0;
    for (uint32_t i = 0; i < nest->n; i++) {
        const LoopStmt *x = nest->loops[i];
        if (x == nest->lane || x == nest->row || is_within(s, x) != within || s->is_open) continue;
        open_one(s, x);
        opened++;
    }
    return opened;
}

static void close_loops(Sched *s, uint32_t opened) {
    while (opened--) loop_end(&s->b);
}

/* `n` columns from lane `start` on, none of which begins behind lane `last` (NULL: none does). One
 * that has a panel is a loop too: what threads share may then be a loop in it, with a panel for
 * each thread. */
static void column(Sched *s, const LoopExpr *n, const LoopExpr *start, const LoopExpr *last,
                   uint32_t nv, LoopForKind kind) {
    const char *name = s->nest->lane->var->name;
    const bool is_one = n->kind == LOOP_CONST && n->i == 1;
    s->nv = nv;
    s->panel = NULL;
    const bool panel = wants_panel(s), loops = panel || !is_one;
    const LoopExpr *j =
        loops ? loop_var(&s->b, loop_begin_for(&s->b, name, n, kind, 0)) : sched_index(s, 0);
    s->base = is_one ? start : add(s, start, times(s, j, (int64_t)s->nest->width * nv));
    if (last) {
        const LoopExpr *before = s->base;
        s->base = loop_op2(&s->b, LOOP_MIN, before, last);
        s->seen = loop_op2(&s->b, LOOP_SUB, before, s->base);
    }
    if (panel) fill_panel(s);
    const uint32_t opened = open_loops(s, true), nr = s->nr;
    if (s->columns_within)
        body_of_tile(s);
    else
        rows(s);
    s->nr = nr;
    close_loops(s, opened + loops);
    s->panel = NULL;
    s->seen = NULL;
}

/* Of a nest whose extent is less than a vector. Elements go one by one where that gives the same
 * bits. */
static void few_lanes(Sched *s, const LoopExpr *n) {
    const SNest *nest = s->nest;
    SNest few = *nest;
    if (!nest->reduces && !nest->approximates) {
        open_one(s, nest->lane);
        for (const LoopStmt *x = nest->body; x; x = x->next) s->copy(s, x);
        loop_end(&s->b);
        return;
    }
    s->is_open = !few.panel; /* as those around a nest without a panel */
    if (!few.panel) few.panel = few.few_panel;
    s->nest = &few;
    s->few = n;
    column(s, sched_index(s, 1), sched_index(s, 0), NULL, 1, LOOP_PARALLEL);
    s->few = NULL;
    s->is_open = false;
    s->nest = nest;
}

/* Of an extent that is not constant: blocks, then vectors of which the last one may begin
 * earlier. */
static void open_columns(Sched *s) {
    const SNest *nest = s->nest;
    LoopBuilder *b = &s->b;
    const LoopExpr *n = sched_copy(s, nest->lane->value), *width = sched_index(s, nest->width),
                   *block = sched_index(s, (int64_t)nest->width * nest->nv),
                   *last = loop_op2(b, LOOP_SUB, n, width), *zero = sched_index(s, 0);
    loop_begin_if(b, loop_op2(b, LOOP_LE, width, n));
    const LoopExpr *blocks = loop_op2(b, LOOP_FLOORDIV, n, block),
                   *rest = loop_op2(b, LOOP_FLOORMOD, n, block),
                   *up = add(s, rest, sched_index(s, (int64_t)nest->width - 1)),
                   *done = loop_op2(b, LOOP_SUB, n, rest);
    column(s, blocks, zero, NULL, nest->nv, LOOP_PARALLEL);
    /* one after the other: the last two may store some lanes twice */
    column(s, loop_op2(b, LOOP_FLOORDIV, up, width), done, last, 1, LOOP_SERIAL);
    loop_else(b);
    loop_begin_if(b, loop_op2(b, LOOP_LT, zero, n));
    few_lanes(s, n);
    loop_end(b);
    loop_end(b);
}

static void columns(Sched *s) {
    const SNest *nest = s->nest;
    SColumns c;
    s->done = 0;
    s->apart = s->keep = nest->width;
    if (nest->open) {
        open_columns(s);
        return;
    }
    if (!sched_columns(nest, nest->width, nest->nv, &c)) BUG("no columns");
    if (c.blocks)
        column(s, sched_index(s, c.blocks), sched_index(s, 0), NULL, nest->nv, LOOP_PARALLEL);
    s->done = c.blocks * nest->width * nest->nv - c.start;
    s->apart = c.apart;
    s->keep = c.keep;
    if (c.tail) column(s, sched_index(s, 1), sched_index(s, c.start), NULL, c.tail, LOOP_PARALLEL);
    s->done = 0;
}

void sched_tiles(Sched *s, const SNest *nest, void (*copy)(Sched *, const LoopStmt *)) {
    s->nest = nest;
    s->copy = copy;
    s->near = is_near(s, nest);
    s->columns_within = nest->far && s->near && !nest->open;
    const uint32_t opened = open_loops(s, false);
    if (s->columns_within)
        rows(s);
    else
        columns(s);
    close_loops(s, opened);
    s->nest = NULL;
}
