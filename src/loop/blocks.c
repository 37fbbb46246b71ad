/* SPDX-License-Identifier: Apache-2.0 */
#include "loop/blocks.h"

#include "base/diag.h"
#include "loop/fuse_parts.h"
#include "loop/verify.h"

/* --- Indices --- */

static void simplify(FuseIndex *x, const LoopExpr *const *from, const LoopExpr **to, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) to[i] = fuse_index_simplify(x, from[i]);
}

static const LoopExpr *simplify_leaf(void *user, const LoopExpr *e) {
    FuseIndex *x = user;
    if (e->kind != LOOP_LOAD) return e;
    const LoopExpr **indices = ARENA_ARRAY(x->b->arena, const LoopExpr *, (size_t)e->n + 1);
    simplify(x, e->args, indices, e->n);
    return loop_load(x->b, e->buffer, indices);
}

/* Without the quotients and remainders that the ranges of loops tell, as of a flattened index. */
static void simplify_list(FuseIndex *x, LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_FOR) fuse_index_range(x, s->var, s->value);
        fuse_map_stmt(x->b, s, simplify_leaf, x);
        if (s->kind == LOOP_STORE) {
            const LoopExpr **indices = ARENA_ARRAY(x->b->arena, const LoopExpr *, (size_t)s->n + 1);
            simplify(x, s->indices, indices, s->n);
            s->indices = indices;
        }
        if (s->kind == LOOP_LET && s->var->dtype == DTYPE_INT64 && !fuse_has_load(s->value))
            fuse_index_let(x, s->var, s->value);
        simplify_list(x, s->body);
        simplify_list(x, s->other);
    }
}

/* --- Reductions through a scalar --- */

/* The innermost list of a reduction. */
typedef struct {
    LoopStmt *outer, *inner; /* its loops: the first, the last */
    LoopStmt **init;         /* where the IF is linked */
    LoopStmt *update;        /* the last statement */
    const LoopBuffer *scalar;
    const LoopExpr *get;
    bool fits;
} Reduction;

/* The first statement that is neither a name nor a buffer. */
static LoopStmt **first_that_acts(LoopStmt **list) {
    while (*list && ((*list)->kind == LOOP_LET || (*list)->kind == LOOP_ALLOC))
        list = &(*list)->next;
    return list;
}

static bool same_place(const LoopStmt *a, const LoopStmt *b) {
    if (a->buffer != b->buffer || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!fuse_same_expr(a->indices[i], b->indices[i])) return false;
    }
    return true;
}

/* What is computed in the reduction's loops: it may not be asked for outside of them. */
static bool is_inside(const Reduction *r, const LoopExpr *e) {
    for (const LoopStmt *s = r->outer;; s = s->body) {
        if (fuse_uses_var(e, s->var)) return true;
        if (s == r->inner) break;
    }
    for (const LoopStmt *s = r->inner->body; s; s = s->next) {
        if (s->kind == LOOP_LET && fuse_uses_var(e, s->var)) return true;
    }
    return false;
}

/* Whether the `init` is of the loops' first iteration: i == 0 and j == 0 and so on, of each. */
static bool is_first(const Reduction *r, const LoopExpr *cond, uint32_t *n) {
    if (cond->kind == LOOP_AND)
        return is_first(r, cond->args[0], n) && is_first(r, cond->args[1], n);
    if (cond->kind != LOOP_EQ || cond->args[0]->kind != LOOP_VAR) return false;
    const LoopExpr *start = cond->args[1];
    if (start->kind != LOOP_CONST || start->i != 0) return false;
    ++*n;
    for (const LoopStmt *s = r->outer;; s = s->body) {
        if (s->var == cond->args[0]->var) return true;
        if (s == r->inner) return false;
    }
}

static bool begins(const Reduction *r, const LoopExpr *cond) {
    uint32_t of_cond = 0, loops = 0;
    if (!is_first(r, cond, &of_cond)) return false;
    for (const LoopStmt *s = r->outer;; s = s->body) {
        loops++;
        if (!fuse_uses_var(cond, s->var)) return false;
        if (s == r->inner) return loops == of_cond;
    }
}

static void count_access(void *user, const LoopBuffer *buffer, const LoopExpr *const *indices,
                         bool is_store) {
    Reduction *r = user;
    (void)is_store;
    if (buffer != r->update->buffer) return;
    for (uint32_t i = 0; i < r->update->n; i++)
        r->fits &= fuse_same_expr(indices[i], r->update->indices[i]);
}

static void no_access(void *user, const LoopBuffer *buffer, const LoopExpr *const *indices,
                      bool is_store) {
    Reduction *r = user;
    (void)indices;
    (void)is_store;
    r->fits &= buffer != r->update->buffer;
}

/* The nest at `s`, all of whose loops reduce, with an `init` in front of all that its body does. */
static bool find(const LoopBlocks *blocks, LoopStmt *s, Reduction *r) {
    *r = (Reduction){.outer = s, .inner = s, .fits = true};
    while (r->inner->body && !r->inner->body->next && r->inner->body->kind == LOOP_FOR)
        r->inner = r->inner->body;
    for (const LoopStmt *k = s;; k = k->body) {
        if (!map_get_ptr(&blocks->reduces, k->var) || map_get_ptr(&blocks->spatial, k->var))
            return false;
        if (k == r->inner) break;
    }
    r->init = first_that_acts(&r->inner->body);
    if (!*r->init || !map_get_ptr(&blocks->inits, *r->init) || !begins(r, (*r->init)->value))
        return false;
    LoopStmt *const first = (*r->init)->body, *update = (*r->init)->next;
    if (!first || first->next || first->kind != LOOP_STORE || (*r->init)->other) return false;
    while (update && update->next) update = update->next;
    if (!update || update->kind != LOOP_STORE || !same_place(first, update)) return false;
    r->update = update;
    for (uint32_t i = 0; i < update->n; i++) r->fits &= !is_inside(r, update->indices[i]);
    r->fits &= !is_inside(r, first->value);
    for (const LoopStmt *k = r->inner->body; k != update; k = k->next) {
        if (k != *r->init) fuse_accesses(k, no_access, r);
    }
    fuse_accesses_alone(update, count_access, r);
    return r->fits;
}

static const LoopExpr *through_scalar(void *user, const LoopExpr *e) {
    const Reduction *r = user;
    return e->kind == LOOP_LOAD && e->buffer == r->update->buffer ? r->get : e;
}

/* A statement of the reduction's place. */
static LoopStmt *made(Arena *arena, const Reduction *r, LoopStmtKind kind, const LoopBuffer *buffer,
                      const LoopExpr *value) {
    LoopStmt *s = ARENA_NEW(arena, LoopStmt);
    *s = (LoopStmt){.loc = r->update->loc, .kind = kind, .buffer = buffer, .value = value};
    return s;
}

/* The nest that *at links to. */
static void go_through_scalar(LoopBuilder *b, LoopStmt **at, Reduction *r) {
    Arena *arena = b->arena;
    LoopBuffer *scalar = ARENA_NEW(arena, LoopBuffer);
    *scalar = (LoopBuffer){.name = "acc",
                           .kind = LOOP_BUFFER_LOCAL,
                           .dtype = r->update->buffer->dtype,
                           .id = b->fn->n_buffers++};
    r->scalar = scalar;
    r->get = loop_load(b, scalar, NULL);
    LoopStmt *alloc = made(arena, r, LOOP_ALLOC, scalar, NULL),
             *first = made(arena, r, LOOP_STORE, scalar, (*r->init)->body->value),
             *last = made(arena, r, LOOP_STORE, r->update->buffer, r->get);
    last->n = r->update->n;
    last->indices = r->update->indices;
    *r->init = (*r->init)->next;
    r->update->value = fuse_map(b, r->update->value, through_scalar, r);
    r->update->buffer = scalar;
    r->update->n = 0;
    *at = alloc;
    alloc->next = first;
    first->next = r->outer;
    last->next = r->outer->next;
    r->outer->next = last;
}

static void through_scalars(LoopBuilder *b, const LoopBlocks *blocks, LoopStmt **at) {
    Reduction r;
    for (; *at; at = &(*at)->next) {
        LoopStmt *s = *at;
        if (s->kind == LOOP_FOR && find(blocks, s, &r)) {
            go_through_scalar(b, at, &r);
            at = &s->next; /* of what is stored behind the loops */
        } else {
            through_scalars(b, blocks, &s->body);
            through_scalars(b, blocks, &s->other);
        }
    }
}

/* --- Loops that may run in any order --- */

/* Whether any became one. */
static bool make_parallel(const LoopBlocks *blocks, LoopStmt *s, LoopForKind from, LoopForKind to) {
    bool any = false;
    for (; s; s = s->next) {
        if (s->kind == LOOP_FOR && s->for_kind == from && map_get_ptr(&blocks->spatial, s->var) &&
            !map_get_ptr(&blocks->reduces, s->var)) {
            s->for_kind = to;
            any = true;
        }
        any |= make_parallel(blocks, s->body, from, to);
        any |= make_parallel(blocks, s->other, from, to);
    }
    return any;
}

void loop_blocks_settle(Ctx *ctx, LoopFn *fn, const LoopBlocks *blocks) {
    LoopBuilder b = {.fn = fn, .arena = fn->arena, .loc = fn->loc};
    FuseIndex x;
    fuse_index_init(&x, &b, fn);
    simplify_list(&x, fn->body);
    through_scalars(&b, blocks, &fn->body);
    const DiagMark mark = diag_mark(ctx);
    if (!make_parallel(blocks, fn->body, LOOP_SERIAL, LOOP_PARALLEL)) return;
    if (!loop_verify(ctx, fn, NULL)) make_parallel(blocks, fn->body, LOOP_PARALLEL, LOOP_SERIAL);
    diag_rewind(ctx, mark);
}
