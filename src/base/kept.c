/* SPDX-License-Identifier: Apache-2.0 */
#include "base/kept.h"

void *kept_find(const Ctx *ctx, const void *key) {
    for (const CtxKept *k = ctx->kept; k; k = k->next) {
        if (k->key == key) return k->value;
    }
    return NULL;
}

static void kept_free(CtxKept *self) {
    Ctx *ctx = self->arena.ctx;
    cleanup_pop(&self->cleanup);
    arena_fini(&self->arena);
    ctx_resize(ctx, self, sizeof *self, 0);
}

static void kept_cleanup(Cleanup *node) {
    kept_free((CtxKept *)(void *)((char *)node - offsetof(CtxKept, cleanup)));
}

CtxKept *kept_begin(Ctx *ctx) {
    CtxKept *self = ctx_resize(ctx, NULL, 0, sizeof *self);
    *self = (CtxKept){.next = NULL};
    arena_init(&self->arena, ctx);
    arena_keep(&self->arena); /* kept_free ends it, whatever is thrown */
    cleanup_push(ctx, &self->cleanup, kept_cleanup);
    return self;
}

void kept_end(CtxKept *self, const void *key, void *value) {
    Ctx *ctx = self->arena.ctx;
    cleanup_pop(&self->cleanup);
    self->key = key;
    self->value = value;
    self->next = ctx->kept;
    ctx->kept = self;
}

void kept_clear(Ctx *ctx) {
    while (ctx->kept) {
        CtxKept *k = ctx->kept;
        ctx->kept = k->next;
        kept_free(k);
    }
}
