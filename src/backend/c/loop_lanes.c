/* SPDX-License-Identifier: Apache-2.0 */
/* A parallel loop in lock step: 16 iterations or so go through the body together, statement by
 * statement.
 *
 *     for j in T.parallel(m):
 *         acc = T.alloc_buffer((), "float32")
 *         acc[()] = T.float32(0)
 *         for k in range(n):
 *             acc[()] = acc[()] + A[i, k] * B[k, j]
 *         C[i, j] = acc[()]
 *
 *     for (int64_t j = 0; j < m; j += 16) {
 *         if (j > m - 16) j = m - 16;
 *         float acc[16];
 *         for (v ...) acc[v] = 0.0f;
 *         for (int64_t k = 0; k < n; k++)
 *             for (v ...) acc[v] = acc[v] + A[i*n + k] * B[k*m + (j + v)];
 *         for (v ...) C[i*m + (j + v)] = acc[v];
 *     }
 *
 * Each element's own order of operations stays, so its bits do; a compiler turns the loops over v
 * into vector code. It is right because iterations of a parallel loop are independent, whatever
 * they compute.
 *
 * A statement varies if what it evaluates depends on the lane. Loops and conditions that do not
 * vary are run once for all lanes; what is left are leaves, which stand in a loop over v. Scalars
 * of the body become arrays. A value's name stands for its expression where that reads no memory.
 * Conditions such as 0 <= p and p < n, where p is j times a constant and something that does not
 * vary, become bounds of v.
 *
 * The last block begins at m - 16 again, if the body reads nothing that it writes; else the rest
 * goes one by one. */
#include "backend/c/loop_parts.h"

enum { WIDTH = 16, WIDTH_MAX = 32, CONJUNCTS_MAX = 32 };

/* --- What varies --- */

static bool varies_within(CEmit *em, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return em->lanes->varies[e->var->id];
    if (e->kind == LOOP_LOAD && em->lanes->own[e->buffer->id]) return true;
    if (!e->n) return false;
    CNode *n = c_node(em, e);
    if (n->uses++) return n->varies;
    for (uint32_t i = 0; i < e->n && !n->varies; i++) n->varies = varies_within(em, e->args[i]);
    return n->varies;
}

bool c_varies(CEmit *em, const LoopExpr *e) {
    c_begin(em, em->at);
    const bool result = varies_within(em, e);
    c_begin(em, em->at);
    return result;
}

static bool loads_within(CEmit *em, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD) return true;
    if (!e->n || c_node(em, e)->uses++) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (loads_within(em, e->args[i])) return true;
    }
    return false;
}

/* Marks the scalars of the body, and which names vary and have values that may be evaluated
 * anew. */
static void mark(CEmit *em, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) em->lanes->own[s->buffer->id] = true;
        if (s->kind == LOOP_LET && c_varies(em, s->value)) {
            em->lanes->varies[s->var->id] = true;
            if (!loads_within(em, s->value)) em->lanes->value[s->var->id] = s->value;
            c_begin(em, s);
        }
        mark(em, s->body);
        mark(em, s->other);
    }
}

static void unmark(CEmit *em, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_LET) em->alias[s->var->id] = NULL;
        unmark(em, s->body);
        unmark(em, s->other);
    }
}

enum { AFFINE_PARTS = 64 };

/* e is step * lane + what does not vary; seen in so many parts of it. */
static bool affine_within(CEmit *em, const LoopExpr *e, int64_t *step, uint32_t *parts) {
    int64_t x, y;
    *step = 0;
    if ((*parts)-- == 0) return *parts = 0, false;
    if (e->kind == LOOP_VAR && e->var == em->lanes->var) return *step = 1, true;
    if (!c_varies(em, e)) return true;
    if (e->kind == LOOP_VAR) {
        const LoopExpr *value = em->lanes->value[e->var->id];
        return value && affine_within(em, value, step, parts);
    }
    if (e->kind != LOOP_ADD && e->kind != LOOP_SUB && e->kind != LOOP_MUL) return false;
    if (!affine_within(em, e->args[0], &x, parts) || !affine_within(em, e->args[1], &y, parts))
        return false;
    if (e->kind == LOOP_ADD) return add_i64(x, y, step);
    if (e->kind == LOOP_SUB) return !__builtin_sub_overflow(x, y, step);
    const bool left = e->args[1]->kind == LOOP_CONST;
    const LoopExpr *factor = e->args[left];
    return factor->kind == LOOP_CONST && mul_i64(left ? x : y, factor->i, step);
}

static bool is_affine(CEmit *em, const LoopExpr *e, int64_t *step) {
    uint32_t parts = AFFINE_PARTS;
    return affine_within(em, e, step, &parts);
}

/* --- Conditions --- */

typedef struct {
    const LoopExpr *uniform[CONJUNCTS_MAX], *bounds[CONJUNCTS_MAX], *others[CONJUNCTS_MAX];
    uint32_t n_uniform, n_bounds, n_others, n;
} Guard;

/* The bounds of an expression, whatever the lane. */
static CRange range_of(CEmit *em, const LoopExpr *e) {
    StrBuf *const out = em->out, unused;
    CRange range;
    strbuf_init(&unused, em->arena);
    em->out = &unused;
    c_begin(em, em->at);
    c_expr(em, e, &range);
    c_begin(em, em->at);
    em->out = out;
    return range;
}

/* A comparison of a value that rises with the lane and one that does not vary. named: what it reads
 * has names by now, so that its range can be asked for. */
static bool is_bound(CEmit *em, const LoopExpr *e, bool named) {
    const int64_t far = (int64_t)1 << 61, steep = 1 << 20;
    if ((e->kind != LOOP_LT && e->kind != LOOP_LE) || e->args[0]->dtype != DTYPE_INT64)
        return false;
    const bool right = c_varies(em, e->args[1]);
    int64_t step;
    if (right == c_varies(em, e->args[0]) || !is_affine(em, e->args[right], &step)) return false;
    if (step < 1 || step > steep || !named) return step >= 1 && step <= steep;
    const CRange r = range_of(em, e->args[right]);
    return r.lo > -far && r.hi < far;
}

static void split(CEmit *em, const LoopExpr *cond, bool named, Guard *g) {
    if (cond->kind == LOOP_AND && g->n + 1 < CONJUNCTS_MAX) {
        g->n++;
        split(em, cond->args[0], named, g);
        split(em, cond->args[1], named, g);
    } else if (!c_varies(em, cond)) {
        g->uniform[g->n_uniform++] = cond;
    } else if (is_bound(em, cond, named)) {
        g->bounds[g->n_bounds++] = cond;
    } else {
        g->others[g->n_others++] = cond;
    }
}

static bool is_structure(CEmit *em, const LoopStmt *s, bool named) {
    if (s->kind == LOOP_FOR) return !c_varies(em, s->value);
    if (s->kind != LOOP_IF) return false;
    if (!c_varies(em, s->value)) return true;
    if (s->other) return false;
    Guard g = {.n = 0};
    split(em, s->value, named, &g);
    return g.n_uniform + g.n_bounds > 0;
}

/* It seems so, before its names are settled. */
static bool has_structure(CEmit *em, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (is_structure(em, s, false)) return true;
    }
    return false;
}

/* --- Text --- */

/* gcc would unroll loops of up to 16 rounds early, and then make vector code of the loop around
 * them. */
enum { UNROLLED = 16 };

static void open_lanes(CEmit *em) {
    const CLanes *l = em->lanes;
    if (l->rolled) {
        c_need(em->unit, C_PART_LANES);
        c_line(em, "TN_LANES");
    } else {
        c_rolled(em);
    }
    c_line(em, "for (int64_t %s = %s; %s < %s; %s++) {", l->lane, l->lo, l->lane, l->hi, l->lane);
    em->indent++;
}

static void close(CEmit *em) {
    em->indent--;
    c_line(em, "}");
}

/* The statements for a lane; for each row of a tile. */
static void each_row(CEmit *em, const LoopStmt *list, const LoopStmt *end) {
    const CTile *const tile = em->tile;
    for (uint32_t row = 0; row < (tile ? (uint32_t)C_TILE_ROWS : 1); row++) {
        if (tile) c_tile_row(em, row);
        c_list(em, list, end);
    }
}

static void leaves(CEmit *em, const LoopStmt *list, const LoopStmt *end) {
    open_lanes(em);
    each_row(em, list, end);
    close(em);
}

static void structure_list(CEmit *em, const LoopStmt *list);

/* "a && b" of conditions. */
static const char *join(CEmit *em, const LoopExpr *const *conds, uint32_t n) {
    StrBuf b;
    strbuf_init(&b, em->arena);
    for (uint32_t i = 0; i < n; i++) {
        const char *text = c_expr(em, conds[i], NULL);
        Str bare = n == 1 ? c_bare(text) : str_c(text);
        if (i) strbuf_puts(&b, " && ");
        strbuf_add(&b, bare.ptr, bare.len);
    }
    return strbuf_cstr(&b);
}

/* The first lane for which the bound holds, or no longer holds. */
static const char *lane_of(CEmit *em, const LoopExpr *bound) {
    const bool right = c_varies(em, bound->args[1]);
    int64_t step;
    is_affine(em, bound->args[right], &step);
    const char *const own = em->vars[em->lanes->var->id];
    em->vars[em->lanes->var->id] = em->lanes->base;
    const char *first = c_expr(em, bound->args[right], NULL);
    em->vars[em->lanes->var->id] = own;
    const char *other = c_expr(em, bound->args[!right], NULL);
    const bool next =
        right == (bound->kind == LOOP_LT); /* a < p is a <= p - 1; p <= b is p - 1 < b */
    Str a = c_bare(other), p = next ? str_c(first) : c_bare(first);
    c_need(em->unit, C_PART_LANE);
    return arena_printf(em->arena, "tn_lane(%.*s, %.*s%s, %lld, %u)", (int)a.len, a.ptr, (int)p.len,
                        p.ptr, next ? " - 1" : "", (long long)step, em->lanes->width);
}

/* *limit becomes the greater or the less of itself and a lane. */
static void narrow(CEmit *em, LoopExprKind op, const char *lane, const char **limit,
                   const char *neutral) {
    StrBuf b;
    strbuf_init(&b, em->arena);
    if (strcmp(*limit, neutral) == 0) {
        strbuf_puts(&b, lane);
    } else {
        c_op(em->unit, op, DTYPE_INT64, (const char *[]){*limit, lane}, &b);
    }
    *limit = strbuf_cstr(&b);
}

static const char *named(CEmit *em, const char *name, const char *text, const char *neutral) {
    if (strcmp(text, neutral) == 0) return text;
    const char *own = c_local_name(em, name);
    c_line(em, "const int64_t %s = %s;", own, text);
    return own;
}

static void guarded_leaves(CEmit *em, const LoopStmt *s, const Guard *g) {
    open_lanes(em);
    c_begin(em, s);
    if (g->n_others) {
        c_line(em, "if (%s) {", join(em, g->others, g->n_others));
        em->indent++;
    }
    each_row(em, s->body, NULL);
    if (g->n_others) close(em);
    close(em);
}

/* With the lanes from lo to hi on. If that is all, as it is but at the borders, the loop has a
 * constant length. */
static void narrowed(CEmit *em, const LoopStmt *s, const Guard *g, const char *lo, const char *hi) {
    CLanes *const l = em->lanes, outer = *l;
    l->lo = lo;
    l->hi = hi;
    if (!g->n_others && has_structure(em, s->body)) {
        c_line(em, "if (%s < %s) {", lo, hi);
        em->indent++;
        structure_list(em, s->body);
        close(em);
    } else if (strcmp(outer.lo, "0") == 0 && strcmp(outer.hi, l->all) == 0) {
        const bool low = strcmp(lo, "0") != 0, high = strcmp(hi, l->all) != 0;
        c_line(em, "if (%s%s%s%s%s%s) {", low ? lo : "", low ? " == 0" : "",
               low && high ? " && " : "", high ? hi : "", high ? " == " : "", high ? l->all : "");
        em->indent++;
        *l = outer;
        guarded_leaves(em, s, g);
        l->lo = lo;
        l->hi = hi;
        em->indent--;
        c_line(em, "} else {");
        em->indent++;
        guarded_leaves(em, s, g);
        close(em);
    } else {
        guarded_leaves(em, s, g);
    }
    *l = outer;
}

static void guard_if(CEmit *em, const LoopStmt *s) {
    CLanes *const l = em->lanes;
    Guard g = {.n = 0};
    split(em, s->value, true, &g);
    c_begin(em, s);
    c_line(em, "%s {",
           g.n_uniform ? arena_printf(em->arena, "if (%s)", join(em, g.uniform, g.n_uniform)) : "");
    em->indent++;
    const char *lo = l->lo, *hi = l->hi;
    for (uint32_t i = 0; i < g.n_bounds; i++) {
        const bool right = c_varies(em, g.bounds[i]->args[1]);
        narrow(em, right ? LOOP_MAX : LOOP_MIN, lane_of(em, g.bounds[i]), right ? &lo : &hi,
               right ? "0" : l->all);
    }
    if (g.n_bounds) {
        lo = named(em, "lo", lo, l->lo);
        hi = named(em, "hi", hi, l->hi);
        narrowed(em, s, &g, lo, hi);
    } else {
        guarded_leaves(em, s, &g);
    }
    close(em);
}

static void uniform_if(CEmit *em, const LoopStmt *s) {
    c_begin(em, s);
    Str cond = c_bare(c_expr(em, s->value, NULL));
    c_line(em, "if (%.*s) {", (int)cond.len, cond.ptr);
    em->indent++;
    structure_list(em, s->body);
    if (s->other) {
        em->indent--;
        c_line(em, "} else {");
        em->indent++;
        structure_list(em, s->other);
    }
    close(em);
}

static void lanes_let(CEmit *em, const LoopStmt *s) {
    const uint32_t id = s->var->id;
    if (!em->lanes->varies[id]) {
        c_list(em, s, s->next);
    } else if (em->lanes->value[id]) {
        em->alias[id] = s->value;
    } else if (em->var_reads[id]) {
        const char *name = c_local_name(em, s->var->name);
        c_array(em, c_value_type(s->var->dtype), name, em->lanes->width, "");
        open_lanes(em);
        c_begin(em, s);
        Str value = c_bare(c_expr(em, s->value, &em->ranges[id]));
        em->vars[id] = arena_printf(em->arena, "%s[%s]", name, em->lanes->lane);
        c_line(em, "%s = %.*s;", em->vars[id], (int)value.len, value.ptr);
        close(em);
    }
}

static void lanes_alloc(CEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const CLanes *const l = em->lanes;
    if (!em->buffer_reads[b->id]) return;
    const bool whole = strcmp(l->lo, "0") == 0 && strcmp(l->hi, l->all) == 0;
    const char *first = whole && c_sets_first(em, s) ? "" : " = {0}";
    for (uint32_t row = 0; row < (em->tile ? (uint32_t)C_TILE_ROWS : 1); row++) {
        const char *name = c_local_name(em, b->name);
        c_array(em, c_value_type(b->dtype), name, l->width, first);
        em->buffers[b->id] = arena_printf(em->arena, "%s[%s]", name, l->lane);
        if (em->tile) c_tile_scalar(em, b, row);
    }
}

static void structure(CEmit *em, const LoopStmt *s) {
    if (s->kind == LOOP_FOR) {
        c_open_for(em, s);
        structure_list(em, s->body);
        close(em);
    } else if (c_varies(em, s->value)) {
        guard_if(em, s);
    } else {
        uniform_if(em, s);
    }
}

static void structure_list(CEmit *em, const LoopStmt *list) {
    if (list && !has_structure(em, list)) {
        leaves(em, list, NULL);
        return;
    }
    for (const LoopStmt *s = list; s;) {
        const LoopStmt *end = s->next;
        ctx_poll(em->arena->ctx);
        em->at = s;
        if (s->kind == LOOP_ALLOC) {
            lanes_alloc(em, s);
        } else if (s->kind == LOOP_LET) {
            lanes_let(em, s);
        } else if (is_structure(em, s, true)) {
            structure(em, s);
        } else {
            while (end && end->kind != LOOP_ALLOC && end->kind != LOOP_LET &&
                   !is_structure(em, end, true))
                end = end->next;
            leaves(em, s, end);
        }
        s = end;
    }
}

/* --- The loop --- */

static void mark_loads(CEmit *em, const LoopExpr *e, bool *loaded) {
    if (e->kind == LOOP_LOAD) loaded[e->buffer->id] = true;
    if (!e->n || c_node(em, e)->uses++) return;
    for (uint32_t i = 0; i < e->n; i++) mark_loads(em, e->args[i], loaded);
}

static void mark_accesses(CEmit *em, const LoopStmt *list, bool *loaded, bool *stored) {
    for (const LoopStmt *s = list; s; s = s->next) {
        c_begin(em, s);
        if (s->value) mark_loads(em, s->value, loaded);
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++)
            mark_loads(em, s->indices[i], loaded);
        if (s->kind == LOOP_STORE) stored[s->buffer->id] = true;
        mark_accesses(em, s->body, loaded, stored);
        mark_accesses(em, s->other, loaded, stored);
    }
}

bool c_may_repeat(CEmit *em, const LoopStmt *s) {
    const size_t n = (size_t)em->fn->n_buffers + 1;
    bool *loaded = ARENA_ARRAY(em->arena, bool, n), *stored = ARENA_ARRAY(em->arena, bool, n);
    mark_accesses(em, s->body, loaded, stored);
    for (size_t i = 0; i < n - 1; i++) {
        if (loaded[i] && stored[i] && !em->lanes->own[i]) return false;
    }
    return true;
}

/* A block of lanes from em->lanes->base on. */
static void block(CEmit *em, const LoopStmt *s) {
    CLanes *const l = em->lanes;
    em->vars[s->var->id] = strcmp(l->base, "0") == 0
                               ? l->lane
                               : arena_printf(em->arena, "(%s + %s)", l->base, l->lane);
    structure_list(em, s->body);
    unmark(em, s->body);
}

static void plain_body(CEmit *em, const LoopStmt *s) {
    CLanes *const lanes = em->lanes;
    em->lanes = NULL;
    c_list(em, s->body, NULL);
    em->lanes = lanes;
}

/* Blocks that all fit; `end`: the loop's extent; even: blocks without a rest. */
static void blocks(CEmit *em, const LoopStmt *s, const char *end, bool even) {
    const char *j = em->lanes->base = c_local_name(em, s->var->name);
    if (c_may_repeat(em, s)) {
        c_rolled(em);
        c_line(em, "for (int64_t %s = 0; %s < %s; %s += %u) {", j, j, end, j, em->lanes->width);
        em->indent++;
        c_line(em, "if (%s > %s - %u) %s = %s - %u;", j, end, em->lanes->width, j, end,
               em->lanes->width);
        block(em, s);
        close(em);
        return;
    }
    c_line(em, "int64_t %s = 0;", j);
    c_line(em, "for (; %s <= %s - %u; %s += %u) {", j, end, em->lanes->width, j, em->lanes->width);
    em->indent++;
    block(em, s);
    close(em);
    if (even) return; /* compilers warn of a loop that never runs */
    c_line(em, "for (; %s < %s; %s++) {", j, end, j);
    em->indent++;
    em->vars[s->var->id] = j;
    plain_body(em, s);
    close(em);
}

/* Lanes load neighbours: the last index alone varies, one by one. */
static bool is_contiguous(CEmit *em, const LoopExpr *load) {
    int64_t step;
    for (uint32_t i = 0; i + 1 < load->n; i++) {
        if (c_varies(em, load->args[i])) return false;
    }
    return load->n == 0 ||
           (is_affine(em, load->args[load->n - 1], &step) && (step == 0 || step == 1));
}

typedef VEC(const LoopExpr *) Loads;

static void find_loads(CEmit *em, const LoopExpr *e, Loads *out) {
    if (!e->n || c_node(em, e)->uses++) return;
    if (e->kind == LOOP_LOAD && !em->lanes->own[e->buffer->id]) vec_push(em->arena, out, e);
    for (uint32_t i = 0; i < e->n; i++) find_loads(em, e->args[i], out);
}

static bool loads_neighbours(CEmit *em, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        Loads loads = {.at = NULL};
        c_begin(em, s);
        if (s->value) find_loads(em, s->value, &loads);
        for (size_t i = 0; i < loads.len; i++) {
            if (!is_contiguous(em, loads.at[i])) return false;
        }
        if (!loads_neighbours(em, s->body) || !loads_neighbours(em, s->other)) return false;
    }
    return true;
}

/* All of a short loop at once; else the fewest blocks, of one width that is a multiple of 8. */
static uint32_t width_of(CRange extent, bool neighbours, bool tile) {
    const int64_t most = neighbours && !tile ? WIDTH_MAX : WIDTH;
    if (extent.lo != extent.hi) return WIDTH;
    if (extent.lo <= (neighbours ? WIDTH_MAX : WIDTH)) return (uint32_t)extent.lo;
    const int64_t n = (extent.lo - 1) / most + 1, width = (extent.lo - 1) / n + 1;
    return (uint32_t)((width + 7) / 8 * 8);
}

CLanes *c_lanes_new(CEmit *em, const LoopStmt *s) {
    CLanes *l = ARENA_NEW(em->arena, CLanes);
    *l = (CLanes){.var = s->var, .base = "0", .lo = "0"};
    l->varies = ARENA_ARRAY(em->arena, bool, (size_t)em->fn->n_vars + 1);
    l->value = ARENA_ARRAY(em->arena, const LoopExpr *, (size_t)em->fn->n_vars + 1);
    l->own = ARENA_ARRAY(em->arena, bool, (size_t)em->fn->n_buffers + 1);
    l->varies[s->var->id] = true;
    em->lanes = l;
    mark(em, s->body);
    return l;
}

/* The loop as it stands; the rows of a tile one by one. */
static void few(CEmit *em, const LoopStmt *s) {
    CLanes *const lanes = em->lanes;
    CTile *const tile = em->tile;
    em->lanes = NULL;
    em->tile = NULL;
    if (tile) c_tile_open(em, tile);
    c_open_for(em, s);
    c_list(em, s->body, NULL);
    close(em);
    if (tile) close(em);
    em->lanes = lanes;
    em->tile = tile;
}

void c_lockstep_for(CEmit *em, const LoopStmt *s) {
    CRange extent;
    c_begin(em, s);
    const char *end = c_held(em, s->value, "end", &extent);
    CLanes *const l = c_lanes_new(em, s);
    em->ranges[s->var->id] = c_range_index(extent);
    const bool neighbours = loads_neighbours(em, s->body), fixed = extent.lo == extent.hi;
    l->width = width_of(extent, neighbours, em->tile != NULL);
    l->rolled = neighbours && l->width <= UNROLLED;
    l->all = l->hi = arena_printf(em->arena, "%u", l->width);
    const bool whole = fixed && l->width == extent.lo;
    l->lane = c_local_name(em, whole ? s->var->name : "v");
    if (whole) {
        c_line(em, "{");
        em->indent++;
        block(em, s);
        close(em);
    } else if (fixed) {
        blocks(em, s, end, extent.lo % l->width == 0);
    } else {
        c_line(em, "if (%s >= %u) {", end, l->width);
        em->indent++;
        blocks(em, s, end, false);
        em->indent--;
        c_line(em, "} else {");
        em->indent++;
        few(em, s);
        close(em);
    }
    em->lanes = NULL;
}
