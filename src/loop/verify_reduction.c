/* SPDX-License-Identifier: Apache-2.0 */
/* Second pass: a loop with lanes keeps a partial result a lane for each rank-0 local from outside
 * that its body stores to. That has a meaning only if every such store is
 *
 *     acc[()] = acc[()] + v
 *
 * with one associative operation for a scalar, and the body has no other use of it. */
#include "loop/verify_parts.h"

static const LoopExprKind no_op = LOOP_EXPR_COUNT;

typedef struct {
    Verify *v;
    const LoopStmt *loop;
    bool *inside;      /* by buffer id: allocated in the loop */
    LoopExprKind *ops; /* by buffer id: of a scalar, no_op when it is none */
} Reduction;

static void wrong(Reduction *r, const LoopStmt *s, const char *what, const LoopBuffer *scalar) {
    Verify *v = r->v;
    Diag *d = diag_error(v->ctx, s->loc, DIAG_LOOP_REDUCTION, v->fn->name,
                         diag_fmt(v->ctx, what, scalar->name));
    diag_expected(
        v->ctx, d,
        "'%s[()] = %s[()] op ...' with one associative op, and no other use in the loop over '%s'",
        scalar->name, scalar->name, r->loop->var->name);
    verify_found(v, d, s);
}

static void find_locals(const LoopStmt *list, bool *inside) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_ALLOC) inside[s->buffer->id] = true;
        find_locals(s->body, inside);
        find_locals(s->other, inside);
    }
}

static bool is_scalar(const Reduction *r, const LoopBuffer *b) {
    return b->kind == LOOP_BUFFER_LOCAL && b->ndim == 0 && !r->inside[b->id];
}

static void find_scalars(Reduction *r, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_STORE && is_scalar(r, s->buffer)) {
            LoopExprKind op = s->value->kind, *known = &r->ops[s->buffer->id];
            bool own = loop_expr_is_associative(op) && s->value->args[0]->kind == LOOP_LOAD &&
                       s->value->args[0]->buffer == s->buffer;
            if (!own || (*known != no_op && *known != op))
                wrong(r, s,
                      own ? "'%s' is reduced by two operations"
                          : "'%s' is not reduced by an associative operation",
                      s->buffer);
            if (*known == no_op) *known = op;
        }
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++) {
            if (s->callee->params.at[i]->kind == LOOP_BUFFER_OUTPUT &&
                is_scalar(r, s->buffers[i])) {
                wrong(r, s, "'%s' is written by a call", s->buffers[i]);
            }
        }
        find_scalars(r, s->body);
        find_scalars(r, s->other);
    }
}

static void check_expr(Reduction *r, const LoopStmt *s, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && r->ops[e->buffer->id] != no_op)
        wrong(r, s, "'%s' is read beside its reduction", e->buffer);
    for (uint32_t i = 0; i < e->n; i++) check_expr(r, s, e->args[i]);
}

static void check_uses(Reduction *r, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        bool reduces = s->kind == LOOP_STORE && r->ops[s->buffer->id] != no_op && s->value->n == 2;
        if (s->value && !reduces) check_expr(r, s, s->value);
        if (reduces) check_expr(r, s, s->value->args[1]);
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++)
            check_expr(r, s, s->indices[i]);
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++) {
            bool input = s->callee->params.at[i]->kind == LOOP_BUFFER_INPUT;
            if (input && r->ops[s->buffers[i]->id] != no_op)
                wrong(r, s, "'%s' is read beside its reduction", s->buffers[i]);
        }
        check_uses(r, s->body);
        check_uses(r, s->other);
    }
}

static void check_loop(Verify *v, const LoopStmt *loop) {
    ArenaMark mark = arena_mark(v->arena);
    Reduction r = {.v = v, .loop = loop};
    size_t n = v->fn->n_buffers;
    r.inside = ARENA_ARRAY(v->arena, bool, n + 1);
    r.ops = ARENA_ARRAY(v->arena, LoopExprKind, n + 1);
    for (size_t i = 0; i < n; i++) r.ops[i] = no_op;
    find_locals(loop->body, r.inside);
    find_scalars(&r, loop->body);
    check_uses(&r, loop->body);
    arena_rewind(v->arena, mark);
}

static void check_list(Verify *v, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(v->ctx);
        if (s->kind == LOOP_FOR && s->lanes) check_loop(v, s);
        check_list(v, s->body);
        check_list(v, s->other);
    }
}

void verify_reduction(Verify *v) { check_list(v, v->fn->body); }
