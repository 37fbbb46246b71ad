/* SPDX-License-Identifier: Apache-2.0 */
/* What a context keeps from one call to the next, because making it again costs more than holding
 * it: built-in rules that were parsed. It is freed with the context.
 *
 *     RuleSet *rules = kept_find(ctx, key);
 *     if (!rules) {
 *         CtxKept *kept = kept_begin(ctx);
 *         rules = ...;                            in kept->arena; what is thrown frees it
 *         kept_end(kept, key, rules);
 *     } */
#ifndef TENON_BASE_KEPT_H
#define TENON_BASE_KEPT_H

#include "base/arena.h"

struct CtxKept {
    CtxKept *next;
    const void *key;
    void *value;
    Arena arena;
    Cleanup cleanup;
};

/* NULL: nothing is kept under this key, which is compared as a pointer. */
void *kept_find(const Ctx *ctx, const void *key);
CtxKept *kept_begin(Ctx *ctx);
void kept_end(CtxKept *self, const void *key, void *value);
/* Frees all that is kept. */
void kept_clear(Ctx *ctx);

#endif
