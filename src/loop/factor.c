/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of a loop function: see factor.h.
 *
 * One walk joins loop variables with the dims that they index (union-find over both), and notes
 * what spoils a set: a variable that is used for anything but an index, a dim that is indexed by
 * anything but a variable, a loop that does not run over the whole dim. It also notes each store
 * under a loop to a buffer from outside of the loop whose index does not use the loop's variable:
 * what the loop carries. A set that carries nothing is PARALLEL; one that carries sums alone is
 * REDUCED, where linear.c proves the rest. */
#include "loop/factor_parts.h"

#include "base/vec.h"
#include "loop/fuse_parts.h"

typedef struct {
    const LoopStmt *store;
    const LoopVar *var; /* of the loop that carries what is stored */
} Carry;

typedef struct {
    const LoopStmt *at;
    uint32_t depth; /* open loops around it; their variables are in opens[first...] */
    uint32_t first;
} Store;

/* A dim that is read or written at a constant. */
typedef struct {
    uint32_t node;
    const LoopStmt *at;
} Fixed;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const LoopFn *fn;
    uint32_t *parent;        /* of nodes: variables, then dims of buffers */
    const char **why;        /* by node: what spoils it; NULL: nothing */
    bool *is_placed;         /* by node: a value or an index depends on the place in it */
    const LoopExpr **extent; /* by node: how far it runs */
    uint32_t *base;          /* by buffer id: its first node */
    uint32_t *home;          /* by buffer id: loops around its allocation */
    bool *is_used;           /* by buffer id: elements of it are read or written */
    uint32_t n_nodes;
    VEC(const LoopVar *) open;
    VEC(const LoopVar *) opens; /* copies of `open`, one for each store */
    VEC(Store) stores;
    VEC(Carry) carries;
    VEC(Fixed) fixed_at;
    Map seen;           /* expressions of the statement */
    const LoopStmt *at; /* the statement */
    bool refused;
    uint32_t depth;
} Factors;

/* --- Sets --- */

static uint32_t find(const Factors *f, uint32_t node) {
    while (f->parent[node] != node) {
        f->parent[node] = f->parent[f->parent[node]];
        node = f->parent[node];
    }
    return node;
}

static void unite(const Factors *f, uint32_t a, uint32_t b) {
    a = find(f, a), b = find(f, b);
    /* the lesser stays: the order of nodes is that of the text */
    if (a < b)
        f->parent[b] = a;
    else
        f->parent[a] = b;
}

static uint32_t dim_node(const Factors *f, const LoopBuffer *b, uint32_t dim) {
    return f->base[b->id] + dim;
}

static void spoil(const Factors *f, uint32_t node, const char *why) {
    if (!f->why[node]) f->why[node] = why;
}

/* --- The walk --- */

static void see_value(Factors *f, const LoopExpr *e);

static void see_access(Factors *f, const LoopBuffer *b, const LoopExpr *const *indices) {
    f->is_used[b->id] = true;
    for (uint32_t i = 0; i < b->ndim; i++) {
        const LoopExpr *e = indices[i];
        const uint32_t node = dim_node(f, b, i);
        if (e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_INDEX) {
            unite(f, e->var->id, node);
        } else if (e->kind == LOOP_CONST) {
            const Fixed fixed = {node, f->at};
            vec_push(f->arena, &f->fixed_at, fixed);
        } else {
            spoil(f, node, "it is indexed by more than one loop variable");
            see_value(f, e);
        }
    }
}

static void see_value(Factors *f, const LoopExpr *e) {
    if (e->depth > FACTOR_DEPTH_MAX) f->refused = true;
    if (f->refused || e->kind == LOOP_CONST) return;
    if (e->kind == LOOP_VAR) {
        if (e->var->kind == LOOP_VAR_INDEX) f->is_placed[e->var->id] = true;
        return;
    }
    if (!map_mark_ptr(&f->seen, e)) return;
    if (e->kind == LOOP_LOAD) {
        see_access(f, e->buffer, e->args);
        return;
    }
    for (uint32_t i = 0; i < e->n; i++) see_value(f, e->args[i]);
}

static bool uses_var(const LoopStmt *store, const LoopVar *v) {
    for (uint32_t i = 0; i < store->n; i++) {
        const LoopExpr *e = store->indices[i];
        if (e->kind == LOOP_VAR && e->var == v) return true;
    }
    return false;
}

static void see_store(Factors *f, const LoopStmt *s) {
    see_access(f, s->buffer, s->indices);
    see_value(f, s->value);
    const Store store = {s, (uint32_t)f->open.len, (uint32_t)f->opens.len};
    vec_push(f->arena, &f->stores, store);
    for (size_t i = 0; i < f->open.len; i++) {
        vec_push(f->arena, &f->opens, f->open.at[i]);
        if (i < f->home[s->buffer->id] || uses_var(s, f->open.at[i])) continue;
        const Carry c = {s, f->open.at[i]};
        vec_push(f->arena, &f->carries, c);
    }
}

static void see_list(Factors *f, const LoopStmt *s);

static void see_for(Factors *f, const LoopStmt *s) {
    see_value(f, s->value);
    f->extent[s->var->id] = s->value;
    vec_push(f->arena, &f->open, s->var);
    see_list(f, s->body);
    f->open.len--;
}

static void see_stmt(Factors *f, const LoopStmt *s) {
    f->at = s;
    if (f->seen.len) map_clear(&f->seen);
    switch (s->kind) {
    case LOOP_FOR: see_for(f, s); break;
    case LOOP_WHILE:
    case LOOP_IF:
        see_value(f, s->value);
        see_list(f, s->body);
        if (s->kind == LOOP_IF) see_list(f, s->other);
        break;
    case LOOP_STORE: see_store(f, s); break;
    case LOOP_LET: see_value(f, s->value); break;
    case LOOP_ALLOC: f->home[s->buffer->id] = (uint32_t)f->open.len; break;
    case LOOP_CALL: f->refused = true; break;
    }
}

static void see_list(Factors *f, const LoopStmt *s) {
    if (++f->depth > FACTOR_DEPTH_MAX) f->refused = true;
    for (; s && !f->refused; s = s->next) see_stmt(f, s);
    f->depth--;
}

/* --- Nodes --- */

static void add_dims(Factors *f, const LoopBuffer *b) {
    f->base[b->id] = f->n_nodes;
    f->n_nodes += b->ndim;
}

/* Locals are found where they are allocated. */
static void count_locals(Factors *f, const LoopStmt *s, uint32_t depth) {
    if (depth > FACTOR_DEPTH_MAX) f->refused = true;
    for (; s && !f->refused; s = s->next) {
        if (s->kind == LOOP_ALLOC) add_dims(f, s->buffer);
        if (s->body) count_locals(f, s->body, depth + 1);
        if (s->other) count_locals(f, s->other, depth + 1);
    }
}

static void set_extents(const Factors *f, const LoopStmt *s) {
    for (; s; s = s->next) {
        for (uint32_t i = 0; s->kind == LOOP_ALLOC && i < s->buffer->ndim; i++)
            f->extent[dim_node(f, s->buffer, i)] = s->buffer->dims[i];
        if (s->body) set_extents(f, s->body);
        if (s->other) set_extents(f, s->other);
    }
}

static void make_nodes(Factors *f) {
    const LoopFn *fn = f->fn;
    f->base = ARENA_ARRAY(f->arena, uint32_t, (size_t)fn->n_buffers + 1);
    f->home = ARENA_ARRAY(f->arena, uint32_t, (size_t)fn->n_buffers + 1);
    f->is_used = ARENA_ARRAY(f->arena, bool, (size_t)fn->n_buffers + 1);
    f->n_nodes = fn->n_vars;
    for (size_t i = 0; i < fn->params.len; i++) add_dims(f, fn->params.at[i]);
    count_locals(f, fn->body, 0);
    f->parent = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->n_nodes + 1);
    f->why = ARENA_ARRAY(f->arena, const char *, (size_t)f->n_nodes + 1);
    f->is_placed = ARENA_ARRAY(f->arena, bool, (size_t)f->n_nodes + 1);
    f->extent = ARENA_ARRAY(f->arena, const LoopExpr *, (size_t)f->n_nodes + 1);
    for (uint32_t i = 0; i < f->n_nodes; i++) f->parent[i] = i;
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        for (uint32_t d = 0; d < b->ndim; d++) f->extent[dim_node(f, b, d)] = b->dims[d];
    }
    if (!f->refused) set_extents(f, fn->body);
}

/* A parameter of which nothing but the shape is read goes with the last one, a result, of that
 * shape. */
static void tie_shapes(const Factors *f) {
    const LoopFn *fn = f->fn;
    const LoopBuffer *out = fn->params.len ? fn->params.at[fn->params.len - 1] : NULL;
    for (size_t i = 0; i + 1 < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        bool same = !f->is_used[b->id] && b->ndim == out->ndim;
        for (uint32_t d = 0; same && d < b->ndim; d++)
            same = fuse_same_expr(b->dims[d], out->dims[d]);
        for (uint32_t d = 0; same && d < b->ndim; d++)
            unite(f, dim_node(f, b, d), dim_node(f, out, d));
    }
}

/* What spoils a node spoils its set; so does an extent that is another one. */
static void gather(const Factors *f) {
    for (uint32_t i = 0; i < f->n_nodes; i++) {
        const uint32_t set = find(f, i);
        if (set == i) continue;
        if (f->why[i]) spoil(f, set, f->why[i]);
        f->is_placed[set] |= f->is_placed[i];
        if (!f->extent[i]) continue;
        if (!f->extent[set])
            f->extent[set] = f->extent[i];
        else if (!fuse_same_expr(f->extent[set], f->extent[i]))
            spoil(f, set, "a loop runs over a part of it");
    }
}

/* --- Kinds --- */

static bool none(LoopFactor *factor, const char *why) {
    factor->kind = LOOP_FACTOR_NONE;
    factor->why = why;
    return false;
}

/* Loops of one set stand side by side, or an iteration meets others. */
static bool is_nested(const Factors *f, uint32_t set) {
    for (size_t i = 0; i < f->stores.len; i++) {
        const Store *s = &f->stores.at[i];
        uint32_t n = 0;
        for (uint32_t k = 0; k < s->depth; k++) n += find(f, f->opens.at[s->first + k]->id) == set;
        if (n > 1) return true;
    }
    return false;
}

static bool is_under(const Factors *f, const Store *s, uint32_t set) {
    for (uint32_t k = 0; k < s->depth; k++) {
        if (find(f, f->opens.at[s->first + k]->id) == set) return true;
    }
    return false;
}

/* The number of dims of one buffer in the set. */
static uint32_t dims_in(const Factors *f, const LoopBuffer *b, uint32_t set) {
    uint32_t n = 0;
    for (uint32_t d = 0; d < b->ndim; d++) n += find(f, dim_node(f, b, d)) == set;
    return n;
}

/* e is v with the set's variables at 0. */
static bool is_first_of(const Factors *f, const LoopExpr *e, const LoopExpr *v, uint32_t set) {
    if (v->kind == LOOP_VAR && find(f, v->var->id) == set)
        return e->kind == LOOP_CONST && !dtype_is_float(e->dtype) && e->i == 0;
    if (e->kind != v->kind || e->dtype != v->dtype || e->n != v->n) return false;
    if (!e->n) return fuse_same_expr(e, v);
    if (e->kind == LOOP_LOAD && e->buffer != v->buffer) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!is_first_of(f, e->args[i], v->args[i], set)) return false;
    }
    return true;
}

static bool is_identity(const LoopExpr *e, LoopExprKind op) {
    if (e->kind != LOOP_CONST) return false;
    const LoopValue v = loop_eval_identity(op, e->dtype);
    return dtype_is_float(e->dtype) ? e->f == v.f : e->i == v.i;
}

/* What the accumulator begins with changes nothing. */
static bool begins_well(const Factors *f, const Store *s, LoopExprKind op, uint32_t set) {
    if (is_identity(s->at->value, op)) return true;
    if (op == LOOP_ADD) return false;
    for (size_t i = 0; i < f->carries.len; i++) {
        const Carry *c = &f->carries.at[i];
        if (c->store->buffer != s->at->buffer || find(f, c->var->id) != set) continue;
        const LoopExpr *v = loop_update_of(c->store, op);
        if (v && is_first_of(f, s->at->value, v, set)) return true;
    }
    return false;
}

static LoopExprKind op_of(const LoopStmt *store) {
    static const LoopExprKind ops[] = {LOOP_ADD, LOOP_MAX, LOOP_MIN};
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        if (loop_update_of(store, ops[i])) return ops[i];
    }
    return LOOP_EXPR_COUNT;
}

/* Outputs of a maximum are accumulators, or get nothing but these. */
static bool outputs_are(const Factors *f, const bool *accs) {
    const uint32_t n_in = (uint32_t)f->fn->params.len - f->fn->n_outputs;
    for (size_t i = 0; i < f->stores.len; i++) {
        const LoopStmt *s = f->stores.at[i].at;
        if (s->buffer->kind != LOOP_BUFFER_OUTPUT || accs[s->buffer->id]) continue;
        if (s->value->kind != LOOP_LOAD || !accs[s->value->buffer->id]) return false;
    }
    for (uint32_t i = 0; i < f->fn->n_outputs; i++) {
        if (f->fn->params.at[n_in + i]->dtype == DTYPE_BOOL) return false;
    }
    return true;
}

static bool are_all_partial(const Factors *f, const bool *accs, LoopFactor *factor) {
    Degree *outputs = ARENA_ARRAY(f->arena, Degree, (size_t)f->fn->n_outputs + 1);
    const DegreeQuestion q = {accs, accs, factor->op, true};
    if (!loop_degrees(f->ctx, f->fn, &q, outputs))
        return none(factor, "what is summed depends on the sum");
    if (factor->op != LOOP_ADD)
        return outputs_are(f, accs) ||
               none(factor, "the result is more than the maximum or minimum");
    for (uint32_t i = 0; i < f->fn->n_outputs; i++) {
        if (outputs[i] != DEGREE_LINEAR)
            return none(factor, "the result is not linear in the sum over it");
    }
    return true;
}

static const char one_place[] = "one place in it is read alone";

/* A place of the dim is read alone where a maximum begins with it, and nowhere else. */
static bool fixed_is_first(const Factors *f, uint32_t set, const bool *accs, LoopExprKind op) {
    for (size_t i = 0; i < f->fixed_at.len; i++) {
        const Fixed *x = &f->fixed_at.at[i];
        if (find(f, x->node) != set) continue;
        const bool begins = accs && x->at->kind == LOOP_STORE && accs[x->at->buffer->id];
        if (!begins || op == LOOP_ADD || loop_update_of(x->at, op)) return false;
    }
    return true;
}

static bool judge_reduced(const Factors *f, uint32_t set, LoopFactor *factor) {
    const uint32_t n_in = (uint32_t)f->fn->params.len - f->fn->n_outputs;
    for (uint32_t i = 0; i < f->fn->n_outputs; i++) {
        if (dims_in(f, f->fn->params.at[n_in + i], set))
            return none(factor, "its parts depend on each other");
    }
    bool *accs = ARENA_ARRAY(f->arena, bool, (size_t)f->fn->n_buffers + 1);
    factor->op = LOOP_EXPR_COUNT;
    for (size_t i = 0; i < f->carries.len; i++) {
        const Carry *c = &f->carries.at[i];
        if (find(f, c->var->id) != set) continue;
        const LoopExprKind op = op_of(c->store);
        if (op == LOOP_EXPR_COUNT || (factor->op != LOOP_EXPR_COUNT && factor->op != op))
            return none(factor, "its parts depend on each other");
        factor->op = op;
        accs[c->store->buffer->id] = true;
    }
    for (size_t i = 0; i < f->stores.len; i++) {
        const Store *s = &f->stores.at[i];
        if (!accs[s->at->buffer->id]) continue;
        if (is_under(f, s, set) && loop_update_of(s->at, factor->op)) continue;
        if (is_under(f, s, set) || !begins_well(f, s, factor->op, set))
            return none(factor, "its sum begins with something else than 0");
    }
    if (!fixed_is_first(f, set, accs, factor->op)) return none(factor, one_place);
    return are_all_partial(f, accs, factor);
}

static void judge(const Factors *f, uint32_t set, LoopFactor *factor) {
    const char *const twice = "two dims of one tensor go with it";
    if (f->why[set]) {
        none(factor, f->why[set]);
        return;
    }
    for (size_t i = 0; i < f->fn->params.len; i++) {
        if (dims_in(f, f->fn->params.at[i], set) > 1) {
            none(factor, twice);
            return;
        }
    }
    if (is_nested(f, set)) {
        none(factor, "its parts depend on each other");
        return;
    }
    bool carries = false;
    for (size_t i = 0; i < f->carries.len; i++) carries |= find(f, f->carries.at[i].var->id) == set;
    factor->kind = carries ? LOOP_FACTOR_REDUCED : LOOP_FACTOR_PARALLEL;
    if (!carries && !fixed_is_first(f, set, NULL, 0)) none(factor, one_place);
    if (factor->kind == LOOP_FACTOR_REDUCED) judge_reduced(f, set, factor);
    if (factor->kind == LOOP_FACTOR_NONE || !f->is_placed[set]) return;
    factor->slides = factor->kind;
    none(factor, "a value or an index depends on the place in it");
}

/* --- The answer --- */

static void number_sets(const Factors *f, LoopFactors *out, uint32_t *of_set) {
    for (uint32_t i = 0; i < f->n_nodes; i++) of_set[i] = LOOP_NO_FACTOR;
    for (size_t i = 0; i < f->fn->params.len; i++) {
        const LoopBuffer *b = f->fn->params.at[i];
        for (uint32_t d = 0; d < b->ndim; d++) {
            const uint32_t set = find(f, dim_node(f, b, d));
            if (of_set[set] == LOOP_NO_FACTOR) of_set[set] = out->n++;
        }
    }
}

const LoopFactors *loop_factors(Ctx *ctx, Arena *arena, const LoopFn *fn) {
    Factors f = {.ctx = ctx, .arena = arena, .fn = fn};
    map_init(&f.seen, arena);
    make_nodes(&f);
    if (!f.refused) see_list(&f, fn->body);
    LoopFactors *out = ARENA_NEW(arena, LoopFactors);
    out->ctx = ctx;
    out->fn = fn;
    uint32_t *of_set = ARENA_ARRAY(arena, uint32_t, (size_t)f.n_nodes + 1);
    if (!f.refused) tie_shapes(&f);
    if (!f.refused) gather(&f);
    number_sets(&f, out, of_set);
    out->factors = ARENA_ARRAY(arena, LoopFactor, (size_t)out->n + 1);
    for (uint32_t i = 0; i < f.n_nodes; i++) {
        if (of_set[i] == LOOP_NO_FACTOR) continue;
        LoopFactor *factor = &out->factors[of_set[i]];
        if (f.refused)
            none(factor, "its loops call others, or are too deep");
        else
            judge(&f, i, factor);
    }
    out->of_var = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    for (uint32_t i = 0; i < fn->n_vars; i++) out->of_var[i] = of_set[find(&f, i)];
    uint32_t **of_dim = ARENA_ARRAY(arena, uint32_t *, fn->params.len + 1);
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        of_dim[i] = ARENA_ARRAY(arena, uint32_t, (size_t)b->ndim + 1);
        for (uint32_t d = 0; d < b->ndim; d++) of_dim[i][d] = of_set[find(&f, dim_node(&f, b, d))];
    }
    out->of_dim = of_dim;
    return out;
}
