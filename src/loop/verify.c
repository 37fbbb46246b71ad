/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier's driver: callees before callers, each function once. */
#include "loop/verify_parts.h"

typedef struct {
    const LoopFn *fn;
    uint32_t height; /* of the calls below it; 0: not finished */
} Visit;

typedef struct {
    Ctx *ctx;
    Arena arena;
    Map visits;
    LoopBounds *bounds;
} Driver;

static uint32_t verify_fn(Driver *d, const LoopFn *fn, uint32_t depth);

static bool visit_callees(Driver *d, const LoopFn *fn, const LoopStmt *list, uint32_t depth,
                          uint32_t nesting, uint32_t *height) {
    if (list && nesting > d->ctx->limits.depth) return false;
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(d->ctx);
        if (s->kind == LOOP_CALL && s->callee) {
            uint32_t h = verify_fn(d, s->callee, depth + 1);
            if (h > *height) *height = h;
            if (!h) {
                Diag *diag = diag_error(d->ctx, s->loc, DIAG_LOOP_FORM, fn->name, "recursion");
                diag_found(d->ctx, diag, "a call of '%s'", s->callee->name);
            }
        }
        bool ok = visit_callees(d, fn, s->body, depth, nesting + 1, height) &&
                  visit_callees(d, fn, s->other, depth, nesting + 1, height);
        if (!ok) return false;
    }
    return true;
}

/* The height of its calls; 0: it calls itself. */
static uint32_t verify_fn(Driver *d, const LoopFn *fn, uint32_t depth) {
    for (MapIter it = map_find(&d->visits, hash_ptr(0, fn)); map_next(&d->visits, &it);) {
        const Visit *old = it.value;
        if (old->fn == fn) return old->height;
    }
    Visit *visit = ARENA_NEW(&d->arena, Visit);
    *visit = (Visit){fn, 0};
    map_add(&d->visits, hash_ptr(0, fn), visit);
    uint32_t height = 0;
    bool too_deep =
        depth > d->ctx->limits.depth || !visit_callees(d, fn, fn->body, depth, 1, &height);
    visit->height = height + 1;
    if (too_deep || visit->height > d->ctx->limits.depth) {
        diag_error(d->ctx, fn->loc, DIAG_TOO_DEEP, diag_fmt(d->ctx, "%zu", d->ctx->limits.depth));
        return visit->height;
    }
    size_t errors = diag_errors(d->ctx);
    ArenaMark mark = arena_mark(&d->arena);
    Verify v = {.ctx = d->ctx, .arena = &d->arena, .fn = fn, .bounds = d->bounds};
    verify_form(&v);
    if (diag_errors(d->ctx) == errors) {
        verify_reduction(&v);
        verify_access(&v);
    }
    arena_rewind(&d->arena, mark);
    return visit->height;
}

bool loop_verify(Ctx *ctx, const LoopFn *fn, LoopBounds *bounds) {
    LoopBounds unused = {0};
    size_t errors = diag_errors(ctx);
    Driver d = {.ctx = ctx, .bounds = bounds ? bounds : &unused};
    arena_init(&d.arena, ctx);
    map_init(&d.visits, &d.arena);
    verify_fn(&d, fn, 1);
    arena_fini(&d.arena);
    return diag_errors(ctx) == errors;
}

void loop_unproved(Ctx *ctx, const LoopFn *fn, LoopUnproved *found, void *user) {
    LoopBounds unused = {0};
    Arena arena;
    arena_init(&arena, ctx);
    Verify v = {
        .ctx = ctx, .arena = &arena, .fn = fn, .bounds = &unused, .unproved = found, .user = user};
    verify_access(&v);
    arena_fini(&arena);
}

static void note_unproved(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    (void)at, (void)load, (void)axis;
    *(bool *)user = true;
}

bool loop_is_proved(Ctx *ctx, const LoopFn *fn) {
    bool unproved = false;
    loop_unproved(ctx, fn, note_unproved, &unproved);
    return !unproved;
}
