/* SPDX-License-Identifier: Apache-2.0 */
/* How outputs of a loop function depend on some of its buffers: see factor.h.
 *
 * Every buffer and every `let` has the greatest degree of what is stored in it; the statements are
 * walked until nothing changes, which the four degrees bound. */
#include "base/map.h"
#include "loop/factor_parts.h"
#include "loop/fuse_parts.h"

const LoopExpr *loop_update_of(const LoopStmt *store, LoopExprKind op) {
    const LoopExpr *e = store->value;
    if (e->kind != op || e->n != 2) return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        const LoopExpr *x = e->args[i];
        bool same = x->kind == LOOP_LOAD && x->buffer == store->buffer;
        for (uint32_t k = 0; same && k < store->n; k++)
            same = fuse_same_expr(x->args[k], store->indices[k]);
        if (same) return e->args[1 - i];
    }
    return NULL;
}

typedef struct {
    const LoopFn *fn;
    const DegreeQuestion *q;
    Degree *buffers, *vars; /* by id */
    Map seen;               /* expressions of this walk, whose degrees are boxes */
    Arena arena;
    bool changed, refused;
    uint32_t depth;
} Walk;

static Degree join(Degree a, Degree b) {
    if (a == DEGREE_ZERO || a == b) return b;
    return b == DEGREE_ZERO ? a : DEGREE_OTHER;
}

static Degree of_expr(Walk *w, const LoopExpr *e);

static bool is_constant(Degree d) { return d <= DEGREE_CONSTANT; }

static Degree of_load(Walk *w, const LoopExpr *e) {
    for (uint32_t i = 0; i < e->n; i++) {
        if (!is_constant(of_expr(w, e->args[i]))) return DEGREE_OTHER;
    }
    return w->buffers[e->buffer->id];
}

static Degree of_cast(const Walk *w, const LoopExpr *e, Degree d) {
    if (is_constant(d)) return d;
    const DType from = e->args[0]->dtype, to = e->dtype;
    if (d != DEGREE_LINEAR || !dtype_is_float(from) || !dtype_is_float(to)) return DEGREE_OTHER;
    const bool wider = dtype_bits(to) > dtype_bits(from) || to == from;
    return wider || w->q->narrows ? d : DEGREE_OTHER;
}

static Degree of_product(Degree a, Degree b) {
    if (is_constant(a) && is_constant(b)) return DEGREE_CONSTANT;
    if (a == DEGREE_LINEAR && is_constant(b)) return a;
    return b == DEGREE_LINEAR && is_constant(a) ? b : DEGREE_OTHER;
}

static Degree of_parts(Walk *w, const LoopExpr *e) {
    Degree d[3] = {DEGREE_ZERO, DEGREE_ZERO, DEGREE_ZERO};
    bool constant = true;
    for (uint32_t i = 0; i < e->n && i < 3; i++) {
        d[i] = of_expr(w, e->args[i]);
        constant &= is_constant(d[i]);
    }
    switch (e->kind) {
    case LOOP_CAST: return of_cast(w, e, d[0]);
    case LOOP_ADD:
    case LOOP_SUB: return join(d[0], d[1]);
    case LOOP_NEG: return d[0];
    case LOOP_MUL: return of_product(d[0], d[1]);
    case LOOP_DIV:
        if (d[0] == DEGREE_LINEAR && d[1] == DEGREE_CONSTANT) return d[0];
        break;
    case LOOP_SELECT: return is_constant(d[0]) ? join(d[1], d[2]) : DEGREE_OTHER;
    default: break;
    }
    return constant ? DEGREE_CONSTANT : DEGREE_OTHER;
}

static bool is_zero(const LoopExpr *e) { return dtype_is_float(e->dtype) ? e->f == 0 : e->i == 0; }

static Degree of_expr(Walk *w, const LoopExpr *e) {
    if (e->depth > FACTOR_DEPTH_MAX) return DEGREE_OTHER;
    if (e->kind == LOOP_CONST) return is_zero(e) ? DEGREE_ZERO : DEGREE_CONSTANT;
    if (e->kind == LOOP_VAR)
        return e->var->kind == LOOP_VAR_LET ? w->vars[e->var->id] : DEGREE_CONSTANT;
    const Degree *known = map_get_ptr(&w->seen, e);
    if (known) return *known;
    Degree *d = ARENA_NEW(&w->arena, Degree);
    *d = e->kind == LOOP_LOAD ? of_load(w, e) : of_parts(w, e);
    map_add_ptr(&w->seen, e, d);
    return *d;
}

static void put(Walk *w, Degree *at, Degree d) {
    const Degree both = join(*at, d);
    if (both == *at) return;
    *at = both;
    w->changed = true;
    map_clear(&w->seen);
}

static void demand_constant(Walk *w, const LoopExpr *e) {
    w->refused |= !is_constant(of_expr(w, e));
}

static void see_store(Walk *w, const LoopStmt *s) {
    const uint32_t id = s->buffer->id;
    for (uint32_t i = 0; i < s->n; i++) demand_constant(w, s->indices[i]);
    const LoopExpr *v = w->q->updates_any && w->q->updates_any[id] && w->q->sources[id]
                            ? loop_update_of(s, w->q->op)
                            : NULL;
    if (v)
        demand_constant(w, v);
    else if (w->q->updates_any && w->q->updates_any[id])
        return; /* what it begins with: whoever asks has looked at it */
    else
        put(w, &w->buffers[id], of_expr(w, s->value));
}

static void see(Walk *w, const LoopStmt *s) {
    if (++w->depth > FACTOR_DEPTH_MAX) w->refused = true;
    for (; s && !w->refused; s = s->next) {
        switch (s->kind) {
        case LOOP_FOR:
        case LOOP_WHILE:
        case LOOP_IF:
            demand_constant(w, s->value);
            see(w, s->body);
            if (s->kind == LOOP_IF) see(w, s->other);
            break;
        case LOOP_STORE: see_store(w, s); break;
        case LOOP_LET: put(w, &w->vars[s->var->id], of_expr(w, s->value)); break;
        case LOOP_ALLOC: break;
        case LOOP_CALL: w->refused = true; break;
        }
    }
    w->depth--;
}

bool loop_degrees(Ctx *ctx, const LoopFn *fn, const DegreeQuestion *q, Degree *outputs) {
    Walk w = {.fn = fn, .q = q};
    arena_init(&w.arena, ctx);
    map_init(&w.seen, &w.arena);
    w.buffers = ARENA_ARRAY(&w.arena, Degree, (size_t)fn->n_buffers + 1);
    w.vars = ARENA_ARRAY(&w.arena, Degree, (size_t)fn->n_vars + 1);
    const uint32_t n_in = (uint32_t)fn->params.len - fn->n_outputs;
    for (uint32_t i = 0; i < n_in; i++) w.buffers[fn->params.at[i]->id] = DEGREE_CONSTANT;
    for (uint32_t i = 0; i < fn->n_buffers; i++) {
        if (q->sources[i]) w.buffers[i] = DEGREE_LINEAR;
    }
    do {
        w.changed = false;
        map_clear(&w.seen);
        see(&w, fn->body);
    } while (w.changed && !w.refused);
    for (uint32_t i = 0; i < fn->n_outputs; i++)
        outputs[i] = w.buffers[fn->params.at[n_in + i]->id];
    const bool ok = !w.refused;
    arena_fini(&w.arena);
    return ok;
}

bool loop_is_linear(Ctx *ctx, const LoopFn *fn, const bool *inputs) {
    const uint32_t n_in = (uint32_t)fn->params.len - fn->n_outputs;
    Arena arena;
    arena_init(&arena, ctx);
    bool *sources = ARENA_ARRAY(&arena, bool, (size_t)fn->n_buffers + 1);
    Degree *outputs = ARENA_ARRAY(&arena, Degree, (size_t)fn->n_outputs + 1);
    for (uint32_t i = 0; i < n_in; i++) sources[fn->params.at[i]->id] = inputs[i];
    bool linear = loop_degrees(ctx, fn, &(DegreeQuestion){.sources = sources}, outputs);
    for (uint32_t i = 0; i < fn->n_outputs; i++)
        linear &= outputs[i] == DEGREE_LINEAR || outputs[i] == DEGREE_ZERO;
    arena_fini(&arena);
    return linear;
}
