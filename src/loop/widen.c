/* SPDX-License-Identifier: Apache-2.0 */
/* Floats become float64, in place: what was made for one function alone is changed. */
#include "loop/loop.h"

typedef struct {
    Map seen; /* expressions, variables and buffers that are done */
    bool ok;
} Widen;

static DType wide(DType t) { return dtype_is_float(t) ? DTYPE_FLOAT64 : t; }

/* The tree is this function's own, and not yet anybody's constant data. */
static void widen_expr(Widen *w, const LoopExpr *e) {
    if (!map_mark_ptr(&w->seen, e)) return;
    for (uint32_t i = 0; i < e->n; i++) widen_expr(w, e->args[i]);
    if (e->kind == LOOP_REINTERPRET &&
        (dtype_is_float(e->dtype) || dtype_is_float(e->args[0]->dtype)))
        w->ok = false;
    ((LoopExpr *)(uintptr_t)e)->dtype = wide(e->dtype);
}

static void widen_buffer(const LoopBuffer *b) {
    ((LoopBuffer *)(uintptr_t)b)->dtype = wide(b->dtype);
}

static void widen_list(Widen *w, const LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->value) widen_expr(w, s->value);
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) widen_expr(w, s->indices[i]);
        if (s->kind == LOOP_LET) ((LoopVar *)(uintptr_t)s->var)->dtype = wide(s->var->dtype);
        if (s->kind == LOOP_ALLOC) widen_buffer(s->buffer);
        w->ok &= s->kind != LOOP_CALL;
        widen_list(w, s->body);
        widen_list(w, s->other);
    }
}

bool loop_widen(LoopFn *fn) {
    Widen w = {.ok = true};
    map_init(&w.seen, fn->arena);
    for (size_t i = 0; i < fn->params.len; i++) widen_buffer(fn->params.at[i]);
    widen_list(&w, fn->body);
    return w.ok;
}
