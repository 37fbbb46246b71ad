/* SPDX-License-Identifier: Apache-2.0 */
#include "loop/loop.h"

/* Recursion is over nested statements, which is bounded. */
static void find(const LoopStmt *s, Arena *arena, bool *seen, LoopStores *out) {
    for (; s; s = s->next) {
        const bool is_new = s->buffer && !s->buffer->ndim && !seen[s->buffer->id];
        if (is_new && s->kind == LOOP_STORE && s->buffer->kind == LOOP_BUFFER_LOCAL)
            vec_push(arena, out, s);
        if (is_new) seen[s->buffer->id] = true;
        find(s->body, arena, seen, out);
        find(s->other, arena, seen, out);
    }
}

void loop_partials(const LoopFn *fn, const LoopStmt *reduction, Arena *arena, LoopStores *out) {
    *out = (LoopStores){.at = NULL};
    find(reduction->body, arena, ARENA_ARRAY(arena, bool, (size_t)fn->n_buffers + 1), out);
}
