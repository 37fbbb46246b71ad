/* SPDX-License-Identifier: Apache-2.0 */
/* Equality up to names: both functions are walked in step; variables and buffers are paired where
 * they are bound, in tables by id. A pair of callees is compared once, and taken as equal
 * meanwhile. */
#include "loop/loop.h"

typedef struct {
    const LoopFn *a, *b;
} FnPair;

typedef struct {
    Arena arena;
    Map seen; /* FnPair */
} Equal;

/* The partners of b's variables and buffers, in a. */
typedef struct {
    Equal *e;
    const LoopVar **vars;
    const LoopBuffer **buffers;
} Partners;

static bool same_fn(Equal *e, const LoopFn *a, const LoopFn *b);

static bool same_expr(const Partners *p, const LoopExpr *a, const LoopExpr *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->n != b->n || a->lanes != b->lanes)
        return false;
    switch (a->kind) {
    case LOOP_CONST:
        if (!dtype_is_float(a->dtype)) return a->i == b->i;
        if (a->f != a->f || b->f != b->f) return a->f != a->f && b->f != b->f;
        return memcmp(&a->f, &b->f, sizeof a->f) == 0; /* 0.0 is not -0.0 */
    case LOOP_VAR: return p->vars[b->var->id] == a->var;
    case LOOP_LOAD:
        if (p->buffers[b->buffer->id] != a->buffer) return false;
        break;
    case LOOP_RAMP:
        if (a->i != b->i) return false;
        break;
    default: break;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_expr(p, a->args[i], b->args[i])) return false;
    }
    return true;
}

static bool same_exprs(const Partners *p, const LoopExpr *const *a, const LoopExpr *const *b,
                       uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!same_expr(p, a[i], b[i])) return false;
    }
    return true;
}

static bool bind_var(const Partners *p, const LoopVar *a, const LoopVar *b) {
    p->vars[b->id] = a;
    return a->kind == b->kind && a->dtype == b->dtype;
}

static bool bind_buffer(const Partners *p, const LoopBuffer *a, const LoopBuffer *b) {
    p->buffers[b->id] = a;
    return a->kind == b->kind && a->dtype == b->dtype && a->ndim == b->ndim &&
           a->lanes == b->lanes && !a->strides == !b->strides &&
           same_exprs(p, a->dims, b->dims, a->ndim) &&
           (!a->strides || same_exprs(p, a->strides, b->strides, a->ndim));
}

static bool same_list(const Partners *p, const LoopStmt *a, const LoopStmt *b);

static bool same_stmt(const Partners *p, const LoopStmt *a, const LoopStmt *b) {
    if (a->kind != b->kind || a->n != b->n) return false;
    switch (a->kind) {
    case LOOP_FOR:
        return a->for_kind == b->for_kind && a->lanes == b->lanes &&
               same_expr(p, a->value, b->value) && bind_var(p, a->var, b->var) &&
               same_list(p, a->body, b->body);
    case LOOP_WHILE: return same_expr(p, a->value, b->value) && same_list(p, a->body, b->body);
    case LOOP_IF:
        return same_expr(p, a->value, b->value) && same_list(p, a->body, b->body) &&
               same_list(p, a->other, b->other);
    case LOOP_STORE:
        return p->buffers[b->buffer->id] == a->buffer &&
               same_exprs(p, a->indices, b->indices, a->n) && same_expr(p, a->value, b->value);
    case LOOP_LET: return same_expr(p, a->value, b->value) && bind_var(p, a->var, b->var);
    case LOOP_ALLOC: return bind_buffer(p, a->buffer, b->buffer);
    case LOOP_CALL:
        for (uint32_t i = 0; i < a->n; i++) {
            if (p->buffers[b->buffers[i]->id] != a->buffers[i]) return false;
        }
        return same_fn(p->e, a->callee, b->callee);
    }
    return false;
}

static bool same_list(const Partners *p, const LoopStmt *a, const LoopStmt *b) {
    for (; a && b; a = a->next, b = b->next) {
        ctx_poll(p->e->arena.ctx);
        if (!same_stmt(p, a, b)) return false;
    }
    return !a && !b;
}

static bool same_fn(Equal *e, const LoopFn *a, const LoopFn *b) {
    uint64_t hash = hash_ptr(hash_ptr(0, a), b);
    for (MapIter it = map_find(&e->seen, hash); map_next(&e->seen, &it);) {
        const FnPair *pair = it.value;
        if (pair->a == a && pair->b == b) return true;
    }
    FnPair *pair = ARENA_NEW(&e->arena, FnPair);
    *pair = (FnPair){a, b};
    map_add(&e->seen, hash, pair);
    bool counts = a->n_vars == b->n_vars && a->n_buffers == b->n_buffers &&
                  a->sizes.len == b->sizes.len && a->params.len == b->params.len &&
                  a->n_outputs == b->n_outputs && a->n_scalars == b->n_scalars &&
                  a->pattern == b->pattern && a->is_scheduled == b->is_scheduled;
    if (!counts) return false;
    Partners p = {e, ARENA_ARRAY(&e->arena, const LoopVar *, (size_t)b->n_vars + 1),
                  ARENA_ARRAY(&e->arena, const LoopBuffer *, (size_t)b->n_buffers + 1)};
    for (size_t i = 0; i < a->sizes.len; i++) bind_var(&p, a->sizes.at[i], b->sizes.at[i]);
    for (size_t i = 0; i < a->params.len; i++) {
        if (!bind_buffer(&p, a->params.at[i], b->params.at[i])) return false;
    }
    return same_list(&p, a->body, b->body);
}

bool loop_equal(const LoopFn *a, const LoopFn *b) {
    Equal e;
    arena_init(&e.arena, a->arena->ctx);
    map_init(&e.seen, &e.arena);
    bool same = same_fn(&e, a, b);
    arena_fini(&e.arena);
    return same;
}
