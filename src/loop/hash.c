/* SPDX-License-Identifier: Apache-2.0 */
/* A hash of all that equal.c compares: variables and buffers stand for the order in which they are
 * bound. What a callee does is left out, its parameters count. */
#include "loop/loop.h"

typedef struct {
    uint64_t h;
    uint32_t *vars, *buffers; /* by id: how many were bound before */
    uint32_t n_vars, n_buffers;
} Hasher;

static void add(Hasher *self, uint64_t v) { self->h = hash_mix(self->h, v); }

static void add_float(Hasher *self, double v) {
    uint64_t bits = 0;
    if (v == v) memcpy(&bits, &v, sizeof bits);
    add(self, v == v ? bits : ~0ull);
}

static void add_expr(Hasher *self, const LoopExpr *e) {
    add(self, (uint64_t)e->kind << 32 | (uint64_t)e->dtype << 16 | e->n);
    if (e->lanes) add(self, e->lanes);
    if (e->kind == LOOP_CONST && dtype_is_float(e->dtype))
        add_float(self, e->f);
    else if (e->kind == LOOP_CONST)
        add(self, (uint64_t)e->i);
    else if (e->kind == LOOP_VAR)
        add(self, self->vars[e->var->id]);
    else if (e->kind == LOOP_LOAD)
        add(self, self->buffers[e->buffer->id]);
    else if (e->kind == LOOP_RAMP)
        add(self, (uint64_t)e->i);
    for (uint32_t i = 0; i < e->n; i++) add_expr(self, e->args[i]);
}

static void add_exprs(Hasher *self, const LoopExpr *const *list, uint32_t n) {
    add(self, n);
    for (uint32_t i = 0; i < n; i++) add_expr(self, list[i]);
}

static void bind_var(Hasher *self, const LoopVar *v) {
    self->vars[v->id] = self->n_vars++;
    add(self, (uint64_t)v->kind << 16 | v->dtype);
}

static void bind_buffer(Hasher *self, const LoopBuffer *b) {
    self->buffers[b->id] = self->n_buffers++;
    add(self, (uint64_t)b->lanes << 32 | (uint64_t)b->kind << 16 | b->dtype);
    add_exprs(self, b->dims, b->ndim);
    if (b->strides) add_exprs(self, b->strides, b->ndim);
}

static void add_list(Hasher *self, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        add(self, (uint64_t)s->kind << 32 | (uint64_t)s->for_kind << 16 | s->lanes);
        if (s->value) add_expr(self, s->value);
        if (s->kind == LOOP_FOR || s->kind == LOOP_LET) bind_var(self, s->var);
        if (s->kind == LOOP_ALLOC) bind_buffer(self, s->buffer);
        if (s->kind == LOOP_STORE) {
            add(self, self->buffers[s->buffer->id]);
            add_exprs(self, s->indices, s->n);
        }
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++)
            add(self, self->buffers[s->buffers[i]->id]);
        add_list(self, s->body);
        add_list(self, s->other);
    }
    add(self, LOOP_CALL + 1);
}

uint64_t loop_hash(const LoopFn *fn) {
    Arena arena;
    arena_init(&arena, fn->arena->ctx);
    Hasher self = {.vars = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_vars + 1),
                   .buffers = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_buffers + 1)};
    add(&self, (uint64_t)fn->n_outputs << 32 | fn->n_scalars);
    for (size_t i = 0; i < fn->sizes.len; i++) bind_var(&self, fn->sizes.at[i]);
    for (size_t i = 0; i < fn->params.len; i++) bind_buffer(&self, fn->params.at[i]);
    add_list(&self, fn->body);
    arena_fini(&arena);
    return self.h;
}
