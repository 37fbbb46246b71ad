/* SPDX-License-Identifier: Apache-2.0 */
/* Statements and expressions as trees: copying, mapping, looking through. */
#include "loop/fuse_parts.h"

const LoopExpr *fuse_map(LoopBuilder *b, const LoopExpr *e, FuseLeaf *leaf, void *user) {
    if (e->kind == LOOP_VAR) return leaf(user, e);
    if (e->kind == LOOP_CONST) return e;
    const LoopExpr **args = ARENA_ARRAY(b->arena, const LoopExpr *, (size_t)e->n + 1);
    bool same = true;
    for (uint32_t i = 0; i < e->n; i++) {
        args[i] = fuse_map(b, e->args[i], leaf, user);
        same &= args[i] == e->args[i];
    }
    switch (e->kind) {
    case LOOP_LOAD: return leaf(user, same ? e : loop_load(b, e->buffer, args));
    case LOOP_CAST: return same ? e : loop_cast(b, e->dtype, args[0]);
    case LOOP_REINTERPRET: return same ? e : loop_reinterpret(b, e->dtype, args[0]);
    default: break;
    }
    if (same) return e;
    return loop_op(b, e->kind, args, e->n);
}

void fuse_map_stmt(LoopBuilder *b, LoopStmt *s, FuseLeaf *leaf, void *user) {
    if (s->value) s->value = fuse_map(b, s->value, leaf, user);
    if (s->kind != LOOP_STORE) return;
    const LoopExpr **indices = ARENA_ARRAY(b->arena, const LoopExpr *, (size_t)s->n + 1);
    for (uint32_t i = 0; i < s->n; i++) indices[i] = fuse_map(b, s->indices[i], leaf, user);
    s->indices = indices;
}

void fuse_map_list(LoopBuilder *b, LoopStmt *list, FuseLeaf *leaf, void *user) {
    for (LoopStmt *s = list; s; s = s->next) {
        fuse_map_stmt(b, s, leaf, user);
        fuse_map_list(b, s->body, leaf, user);
        fuse_map_list(b, s->other, leaf, user);
    }
}

typedef struct {
    const LoopVar *from;
    const LoopExpr *to;
} Renamed;

static const LoopExpr *rename_leaf(void *user, const LoopExpr *e) {
    const Renamed *r = user;
    return e->kind == LOOP_VAR && e->var == r->from ? r->to : e;
}

void fuse_rename(LoopBuilder *b, LoopStmt *list, const LoopVar *from, const LoopVar *to) {
    Renamed r = {from, loop_var(b, to)};
    fuse_map_list(b, list, rename_leaf, &r);
}

bool fuse_same_expr(const LoopExpr *a, const LoopExpr *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->dtype != b->dtype || a->n != b->n || a->depth != b->depth)
        return false;
    if (a->kind == LOOP_VAR && a->var != b->var) return false;
    if (a->kind == LOOP_LOAD && a->buffer != b->buffer) return false;
    if (a->kind == LOOP_CONST) return a->i == b->i; /* a float's bits */
    for (uint32_t i = 0; i < a->n; i++) {
        if (!fuse_same_expr(a->args[i], b->args[i])) return false;
    }
    return true;
}

LoopStmt *fuse_copy_list(Arena *arena, const LoopStmt *list) {
    LoopStmt *first = NULL, **tail = &first;
    for (; list; list = list->next) {
        LoopStmt *s = ARENA_NEW(arena, LoopStmt);
        *s = *list;
        s->body = fuse_copy_list(arena, list->body);
        s->other = fuse_copy_list(arena, list->other);
        *tail = s;
        tail = &s->next;
    }
    return first;
}

LoopVar *fuse_new_var(LoopFuse *f, const char *name, LoopVarKind kind, DType dtype) {
    LoopVar *v = ARENA_NEW(f->arena, LoopVar);
    *v = (LoopVar){.name = name, .kind = kind, .dtype = dtype, .id = f->b.fn->n_vars++};
    return v;
}

LoopBuffer *fuse_new_buffer(LoopFuse *f, const LoopBuffer *like, const LoopExpr *const *dims,
                            uint32_t ndim) {
    LoopBuffer *b = ARENA_NEW(f->arena, LoopBuffer);
    *b = (LoopBuffer){.name = like->name,
                      .kind = like->kind,
                      .dtype = like->dtype,
                      .id = f->b.fn->n_buffers++,
                      .ndim = ndim,
                      .dims = dims};
    return b;
}

static void expr_accesses(const LoopExpr *e, FuseAccess *visit, void *user) {
    for (uint32_t i = 0; i < e->n; i++) expr_accesses(e->args[i], visit, user);
    if (e->kind == LOOP_LOAD) visit(user, e->buffer, e->args, false);
}

void fuse_accesses_alone(const LoopStmt *s, FuseAccess *visit, void *user) {
    if (s->value) expr_accesses(s->value, visit, user);
    if (s->kind != LOOP_STORE) return;
    for (uint32_t i = 0; i < s->n; i++) expr_accesses(s->indices[i], visit, user);
    visit(user, s->buffer, s->indices, true);
}

void fuse_accesses_list(const LoopStmt *list, FuseAccess *visit, void *user) {
    for (; list; list = list->next) fuse_accesses(list, visit, user);
}

void fuse_accesses(const LoopStmt *s, FuseAccess *visit, void *user) {
    fuse_accesses_alone(s, visit, user);
    fuse_accesses_list(s->body, visit, user);
    fuse_accesses_list(s->other, visit, user);
}

void fuse_expr_vars(const LoopExpr *e, FuseVisitVar *visit, void *user) {
    if (e->kind == LOOP_VAR) visit(user, e->var);
    for (uint32_t i = 0; i < e->n; i++) fuse_expr_vars(e->args[i], visit, user);
}

bool fuse_uses_var(const LoopExpr *e, const LoopVar *v) {
    if (e->kind == LOOP_VAR) return e->var == v;
    for (uint32_t i = 0; i < e->n; i++) {
        if (fuse_uses_var(e->args[i], v)) return true;
    }
    return false;
}

uint32_t fuse_count(const LoopStmt *list, LoopStmtKind kind) {
    uint32_t n = 0;
    for (; list; list = list->next)
        n += (list->kind == kind) + fuse_count(list->body, kind) + fuse_count(list->other, kind);
    return n;
}

bool fuse_has(const LoopStmt *list, LoopStmtKind kind) {
    for (; list; list = list->next) {
        if (list->kind == kind || fuse_has(list->body, kind) || fuse_has(list->other, kind))
            return true;
    }
    return false;
}

bool fuse_is_parallel(const LoopStmt *s) {
    return s->kind == LOOP_FOR && s->for_kind != LOOP_SERIAL;
}

bool fuse_has_division(const LoopExpr *e) {
    if ((e->kind == LOOP_FLOORDIV || e->kind == LOOP_FLOORMOD) && e->dtype == DTYPE_INT64)
        return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (fuse_has_division(e->args[i])) return true;
    }
    return false;
}

bool fuse_has_product(const LoopExpr *e) {
    if (e->kind == LOOP_MUL && dtype_is_float(e->dtype) && fuse_has_load(e->args[0]) &&
        fuse_has_load(e->args[1]))
        return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (fuse_has_product(e->args[i])) return true;
    }
    return false;
}

uint32_t fuse_cost_of(const LoopExpr *e) {
    uint32_t cost = 0;
    if (e->dtype == DTYPE_INT64 && !fuse_has_load(e)) return 0; /* indices */
    for (uint32_t i = 0; i < e->n; i++) cost += fuse_cost_of(e->args[i]);
    if (!loop_expr_is_op(e->kind)) return cost + (e->kind == LOOP_CAST);
    if (e->kind >= LOOP_EXP && e->kind <= LOOP_FMOD && e->kind != LOOP_SQRT) return cost + 20;
    return cost + (e->kind == LOOP_SQRT || e->kind == LOOP_DIV ? 4 : 1);
}

bool fuse_has_load(const LoopExpr *e) {
    if (e->kind == LOOP_LOAD) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (fuse_has_load(e->args[i])) return true;
    }
    return false;
}

bool fuse_is_value(const LoopBuffer *b) { return b->kind != LOOP_BUFFER_LOCAL; }

void fuse_unlink(LoopStmt **list, LoopStmt *s) {
    while (*list != s) list = &(*list)->next;
    *list = s->next;
    s->next = NULL;
}

void fuse_insert_after(LoopStmt **list, LoopStmt *at, LoopStmt *s) {
    LoopStmt **place = at ? &at->next : list;
    s->next = *place;
    *place = s;
}
