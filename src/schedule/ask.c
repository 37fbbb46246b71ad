/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about expressions of a nest: on what they depend, how they grow, of which lanes their
 * conditions hold. */
#include "schedule/parts.h"

static bool varies(Sched *s, const LoopExpr *e, const LoopVar *var) {
    if (!s->fuel) return true;
    s->fuel--;
    if (e->kind == LOOP_VAR)
        return e->var == var || s->named[e->var->id] ||
               (s->lets[e->var->id] && varies(s, s->lets[e->var->id], var));
    if (e->kind == LOOP_LOAD && s->own[e->buffer->id]) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (varies(s, e->args[i], var)) return true;
    }
    return false;
}

bool sched_varies(Sched *s, const LoopExpr *e, const LoopVar *var) {
    s->fuel = S_FUEL;
    return varies(s, e, var);
}

static bool step(Sched *s, const LoopExpr *e, const LoopVar *var, int64_t *out) {
    int64_t x = 0, y = 0;
    *out = 0;
    if (e->kind == LOOP_VAR && e->var == var) return *out = 1, true;
    if (!sched_varies(s, e, var)) return true;
    if (e->kind == LOOP_VAR) return s->lets[e->var->id] && step(s, s->lets[e->var->id], var, out);
    if ((e->kind != LOOP_ADD && e->kind != LOOP_SUB && e->kind != LOOP_MUL) ||
        e->dtype != DTYPE_INT64 || !step(s, e->args[0], var, &x) || !step(s, e->args[1], var, &y))
        return false;
    if (e->kind == LOOP_ADD) return add_i64(x, y, out);
    if (e->kind == LOOP_SUB) return !__builtin_sub_overflow(x, y, out);
    const LoopExpr *factor = e->args[x != 0];
    return !(x && y) && factor->kind == LOOP_CONST && mul_i64(x + y, factor->i, out);
}

bool sched_step(Sched *s, const LoopExpr *e, const LoopVar *var, int64_t *out) {
    return e->dtype == DTYPE_INT64 && step(s, e, var, out);
}

bool sched_is_lane(const SNest *nest, DType t) {
    return nest->dtype == DTYPE_FLOAT64 ? t == DTYPE_FLOAT64
                                        : t == DTYPE_FLOAT32 || t == DTYPE_INT32;
}

const LoopExpr *sched_behind(const Sched *s, const LoopExpr *e) {
    while (e->kind == LOOP_VAR && s->lets[e->var->id]) e = s->lets[e->var->id];
    return e;
}

const LoopExpr *sched_load_of(const Sched *s, const LoopExpr *e) {
    if (e->kind == LOOP_CAST) {
        e = sched_behind(s, e->args[0]);
        if (!loop_vector_is_short(e->dtype)) return NULL;
    }
    return e->kind == LOOP_LOAD ? e : NULL;
}

bool sched_loads(const Sched *s, const LoopExpr *e, const LoopBuffer *b) {
    if (e->kind == LOOP_LOAD && (!b || e->buffer == b)) return true;
    if (e->kind == LOOP_VAR && s->lets[e->var->id]) return sched_loads(s, s->lets[e->var->id], b);
    for (uint32_t i = 0; i < e->n; i++)
        if (sched_loads(s, e->args[i], b)) return true;
    return false;
}

bool sched_is_single(Sched *s, const SNest *nest, const LoopExpr *e) {
    if (e->kind != LOOP_CAST || !sched_is_lane(nest, e->dtype)) return false;
    const DType from = e->args[0]->dtype;
    return !sched_is_lane(nest, from) && !loop_vector_is_short(from) && sched_is_outer(s, e);
}

/* The last index alone goes up with the lane, one by one. */
static bool is_along(Sched *s, const LoopExpr *const *indices, uint32_t n, const LoopVar *lane) {
    int64_t by;
    for (uint32_t i = 0; i + 1 < n; i++) {
        if (sched_varies(s, indices[i], lane)) return false;
    }
    return n > 0 && sched_step(s, indices[n - 1], lane, &by) && by == 1;
}

bool sched_is_direct(Sched *s, const SNest *nest, const LoopExpr *load) {
    load = sched_load_of(s, load);
    return is_along(s, load->args, load->n, nest->lane->var);
}

bool sched_is_along(Sched *s, const SNest *nest, const LoopStmt *store) {
    return is_along(s, store->indices, store->n, nest->lane->var);
}

bool sched_is_monotone(Sched *s, const SNest *nest, const LoopExpr *cond) {
    int64_t by;
    if ((cond->kind != LOOP_LT && cond->kind != LOOP_LE) || cond->args[0]->dtype != DTYPE_INT64)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (!sched_step(s, cond->args[i], nest->row->var, &by) || by < 0 || by > 1 << 20)
            return false;
    }
    return !sched_varies(s, cond->args[0], nest->row->var) ||
           !sched_varies(s, cond->args[1], nest->row->var);
}

bool sched_split(Sched *s, const SNest *nest, const LoopExpr *cond, SGuard *out) {
    const LoopVar *lane = nest->lane->var;
    if (cond->kind == LOOP_AND)
        return sched_split(s, nest, cond->args[0], out) && sched_split(s, nest, cond->args[1], out);
    if (!sched_varies(s, cond, lane)) {
        if (out->n_uniform == S_BOUNDS_MAX) return false;
        out->uniform[out->n_uniform++] = cond;
        return true;
    }
    if ((cond->kind != LOOP_LT && cond->kind != LOOP_LE) || cond->args[0]->dtype != DTYPE_INT64 ||
        out->n_bounds == S_BOUNDS_MAX)
        return false;
    const bool right = sched_varies(s, cond->args[1], lane);
    int64_t by;
    if (right == sched_varies(s, cond->args[0], lane) ||
        !sched_step(s, cond->args[right], lane, &by) || by < 1 || by > 1 << 20)
        return false;
    out->bounds[out->n_bounds++] = cond;
    return true;
}

/* Whether it has a value that the nest's body computes. */
static bool of_body(Sched *s, const LoopExpr *e) {
    if (!s->fuel) return true;
    s->fuel--;
    if (e->kind == LOOP_VAR)
        return s->named[e->var->id] || (s->lets[e->var->id] && of_body(s, s->lets[e->var->id]));
    if (e->kind == LOOP_LOAD && s->own[e->buffer->id]) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (of_body(s, e->args[i])) return true;
    }
    return false;
}

bool sched_is_outer(Sched *s, const LoopExpr *e) {
    s->fuel = S_FUEL;
    return !of_body(s, e);
}

bool sched_same(const LoopExpr *a, const LoopExpr *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->dtype != b->dtype || a->n != b->n) return false;
    if (a->kind == LOOP_VAR) return a->var == b->var;
    if (a->kind == LOOP_CONST) return !dtype_is_float(a->dtype) && a->i == b->i;
    if (a->kind == LOOP_LOAD) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!sched_same(a->args[i], b->args[i])) return false;
    }
    return true;
}
