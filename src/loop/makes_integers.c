/* SPDX-License-Identifier: Apache-2.0 */
/* Does a float become an integer in a function? */
#include "loop/loop.h"

#include "base/map.h"

static bool in_expr(Map *seen, const LoopExpr *e) {
    if (e->kind == LOOP_CAST && dtype_is_float(e->args[0]->dtype) && dtype_is_int(e->dtype))
        return true;
    if (!e->n || map_get_ptr(seen, e)) return false;
    map_add_ptr(seen, e, (void *)(uintptr_t)e);
    for (uint32_t i = 0; i < e->n; i++) {
        if (in_expr(seen, e->args[i])) return true;
    }
    return false;
}

static bool in_list(Map *seen, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && in_expr(seen, s->value)) return true;
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) {
            if (in_expr(seen, s->indices[i])) return true;
        }
        if (in_list(seen, s->body) || in_list(seen, s->other)) return true;
    }
    return false;
}

bool loop_makes_integers(Ctx *ctx, const LoopFn *fn) {
    Arena arena;
    Map seen;
    arena_init(&arena, ctx);
    map_init(&seen, &arena);
    const bool found = in_list(&seen, fn->body);
    arena_fini(&arena);
    return found;
}
