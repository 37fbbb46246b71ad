/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a function for a part is the same as that for the whole: see factor.h.
 *
 * Both are walked in step, as loop_equal does it. Extents of the factor's loops and dims may
 * differ; all of the part's must be one expression. Where a dim has extent 1 in the part, an index
 * 0 may stand for the loop's variable. Sizes are the same by their names. */
#include "base/map.h"
#include "loop/factor_parts.h"
#include "loop/fuse_parts.h"

typedef struct {
    const LoopFactors *f;
    uint32_t factor;
    const LoopVar **vars;       /* the whole's partners of the part's variables, by id */
    const LoopBuffer **buffers; /* the same of buffers */
    const LoopExpr *extent;     /* of the factor in the part */
} Scale;

static bool same_expr(const Scale *s, const LoopExpr *a, const LoopExpr *b);

static bool same_exprs(const Scale *s, const LoopExpr *const *a, const LoopExpr *const *b,
                       uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!same_expr(s, a[i], b[i])) return false;
    }
    return true;
}

static bool is_var_of_factor(const Scale *s, const LoopExpr *e) {
    return e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_INDEX &&
           s->f->of_var[e->var->id] == s->factor;
}

static bool is_int(const LoopExpr *e, int64_t v) {
    return e->kind == LOOP_CONST && !dtype_is_float(e->dtype) && e->i == v;
}

static bool same_indices(const Scale *s, const LoopExpr *const *a, const LoopExpr *const *b,
                         uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (is_var_of_factor(s, a[i]) && is_int(b[i], 0) && s->extent && is_int(s->extent, 1))
            continue;
        if (!same_expr(s, a[i], b[i])) return false;
    }
    return true;
}

static bool same_var(const Scale *s, const LoopVar *a, const LoopVar *b) {
    if (a->kind != b->kind || a->dtype != b->dtype) return false;
    return a->kind == LOOP_VAR_SIZE ? strcmp(a->name, b->name) == 0 : s->vars[b->id] == a;
}

static bool same_expr(const Scale *s, const LoopExpr *a, const LoopExpr *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->n != b->n || a->depth != b->depth)
        return false;
    if (a->kind == LOOP_CONST) return a->i == b->i; /* a float's bits */
    if (a->kind == LOOP_VAR) return same_var(s, a->var, b->var);
    if (a->kind != LOOP_LOAD) return same_exprs(s, a->args, b->args, a->n);
    return s->buffers[b->buffer->id] == a->buffer && same_indices(s, a->args, b->args, a->n);
}

/* One of the factor's extents in the part. */
static bool take_extent(Scale *s, const LoopExpr *e) {
    if (!s->extent) s->extent = e;
    return fuse_same_expr(s->extent, e);
}

static bool bind_local(Scale *s, const LoopBuffer *a, const LoopBuffer *b) {
    s->buffers[b->id] = a;
    return a->dtype == b->dtype && a->ndim == b->ndim && same_exprs(s, a->dims, b->dims, a->ndim);
}

static bool bind_param(Scale *s, uint32_t i, const LoopBuffer *b) {
    const LoopBuffer *a = s->f->fn->params.at[i];
    s->buffers[b->id] = a;
    bool same = a->kind == b->kind && a->dtype == b->dtype && a->ndim == b->ndim && !a->strides &&
                !b->strides;
    for (uint32_t d = 0; same && d < a->ndim; d++) {
        if (s->f->of_dim[i][d] == s->factor)
            same = take_extent(s, b->dims[d]);
        else
            same = same_expr(s, a->dims[d], b->dims[d]);
    }
    return same;
}

static bool same_list(Scale *s, const LoopStmt *a, const LoopStmt *b);

static bool same_for(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    if (a->for_kind != b->for_kind || a->lanes != b->lanes) return false;
    s->vars[b->var->id] = a->var;
    const bool same = s->f->of_var[a->var->id] == s->factor ? take_extent(s, b->value)
                                                            : same_expr(s, a->value, b->value);
    return same && same_list(s, a->body, b->body);
}

static bool same_stmt(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    if (a->kind != b->kind || a->n != b->n) return false;
    switch (a->kind) {
    case LOOP_FOR: return same_for(s, a, b);
    case LOOP_WHILE:
    case LOOP_IF:
        return same_expr(s, a->value, b->value) && same_list(s, a->body, b->body) &&
               same_list(s, a->other, b->other);
    case LOOP_STORE:
        return s->buffers[b->buffer->id] == a->buffer &&
               same_indices(s, a->indices, b->indices, a->n) && same_expr(s, a->value, b->value);
    case LOOP_LET:
        s->vars[b->var->id] = a->var;
        return a->var->dtype == b->var->dtype && same_expr(s, a->value, b->value);
    case LOOP_ALLOC: return bind_local(s, a->buffer, b->buffer);
    case LOOP_CALL: break;
    }
    return false;
}

static bool same_list(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    for (; a && b; a = a->next, b = b->next) {
        if (!same_stmt(s, a, b)) return false;
    }
    return !a && !b;
}

bool loop_factor_scales(const LoopFactors *self, uint32_t factor, const LoopFn *part) {
    Scale s = {.f = self, .factor = factor};
    Arena arena;
    if (self->fn->params.len != part->params.len || self->fn->n_outputs != part->n_outputs)
        return false;
    arena_init(&arena, self->ctx);
    s.vars = ARENA_ARRAY(&arena, const LoopVar *, (size_t)part->n_vars + 1);
    s.buffers = ARENA_ARRAY(&arena, const LoopBuffer *, (size_t)part->n_buffers + 1);
    bool same = true;
    for (uint32_t i = 0; same && i < part->params.len; i++)
        same = bind_param(&s, i, part->params.at[i]);
    same = same && same_list(&s, self->fn->body, part->body);
    arena_fini(&arena);
    return same;
}
