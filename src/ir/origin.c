/* SPDX-License-Identifier: Apache-2.0 */
#include "ir/origin.h"

#include <stdlib.h>

const IrOrigin *ir_origin_new(IrModule *m, IrOriginKind kind, const char *by,
                              const IrOrigin *from) {
    IrOrigin *o = ARENA_NEW(&m->arena, IrOrigin);
    *o = (IrOrigin){.kind = kind, .by = by, .from = from};
    return o;
}

const IrOrigin *ir_origin_of_many(IrModule *m, const char *by, const IrOrigin *from,
                                  const IrOrigin *const *others, size_t n) {
    IrOrigin *o = ARENA_NEW(&m->arena, IrOrigin);
    *o = (IrOrigin){.kind = IR_ORIGIN_MADE, .by = by, .from = from};
    const IrOriginList **tail = &o->also;
    for (size_t i = 0; m->notes_origins && i < n; i++) {
        if (!others[i] || others[i] == from) continue;
        IrOriginList *x = ARENA_NEW(&m->arena, IrOriginList);
        *x = (IrOriginList){.origin = others[i]};
        *tail = x;
        tail = &x->next;
    }
    return o;
}

enum { SEEN_MAX = 256 };

const IrOrigin *ir_origin_source(const IrOrigin *origin) {
    while (origin && origin->kind != IR_ORIGIN_SOURCE) origin = origin->from;
    return origin;
}

const char *ir_origin_node(const IrOrigin *origin) {
    for (int i = 0; origin && i < SEEN_MAX; i++, origin = origin->from) {
        if (origin->kind == IR_ORIGIN_NODE) return origin->name;
    }
    return NULL;
}

static void note_function(IrModule *m, IrFunction *fn, uint32_t *order) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(m->ctx);
        /* as deep as functions nest */
        if (b->kind == IR_BIND_FUNCTION) note_function(m, b->function, order);
        if (ir_origin_source(b->origin)) continue;
        IrOrigin *o = ARENA_NEW(&m->arena, IrOrigin);
        *o = (IrOrigin){.kind = IR_ORIGIN_SOURCE,
                        .order = (*order)++,
                        .by = b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind),
                        .name = b->var->name,
                        .from = b->origin};
        b->origin = o;
    }
}

void ir_origins_note(IrModule *m) {
    uint32_t order = 0;
    m->notes_origins = true;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) note_function(m, fn, &order);
    }
}

/* Telling */

typedef struct {
    const IrOrigin *stack[SEEN_MAX], *seen[SEEN_MAX];
    size_t depth, n_seen;
    IrHistory *out;
} Walk;

/* False: it was there before, or there is no room to remember it. */
static bool is_new(Walk *w, const IrOrigin *o) {
    for (size_t i = 0; i < w->n_seen; i++) {
        if (w->seen[i] == o) return false;
    }
    if (w->n_seen == SEEN_MAX) return false;
    w->seen[w->n_seen++] = o;
    return true;
}

static void push(Walk *w, const IrOrigin *o) {
    if (o && w->depth < SEEN_MAX) w->stack[w->depth++] = o;
}

static void add_maker(IrHistory *out, const char *by) {
    for (size_t i = 0; i < out->n_makers; i++) {
        if (strcmp(out->makers[i], by) == 0) return;
    }
    if (out->n_makers < IR_MAKERS_MAX) out->makers[out->n_makers++] = by;
}

static void add_source(IrHistory *out, const IrOrigin *o) {
    const IrOrigin *node = o->from;
    while (node && node->kind != IR_ORIGIN_NODE) node = node->from;
    if (out->n_sources == IR_SOURCES_MAX) {
        out->n_more++;
        return;
    }
    out->sources[out->n_sources++] = (IrSource){.op = o->by,
                                                .name = o->name,
                                                .node_op = node ? node->by : NULL,
                                                .node = node ? node->name : NULL,
                                                .order = o->order};
}

static int by_order(const void *x, const void *y) {
    const IrSource *a = x, *b = y;
    return (a->order > b->order) - (a->order < b->order);
}

void ir_history(const IrOrigin *origin, IrHistory *out) {
    Walk w = {.out = out};
    *out = (IrHistory){.n_sources = 0};
    push(&w, origin);
    while (w.depth) {
        const IrOrigin *o = w.stack[--w.depth];
        if (!is_new(&w, o)) continue;
        if (o->kind == IR_ORIGIN_MADE) add_maker(out, o->by);
        if (o->kind == IR_ORIGIN_SOURCE) add_source(out, o);
        const IrOrigin *others[IR_SOURCES_MAX * 4];
        size_t n = 0;
        for (const IrOriginList *x = o->also; x && n < ARRAY_LEN(others); x = x->next)
            others[n++] = x->origin;
        push(&w, o->from);
        while (n) push(&w, others[--n]);
    }
    qsort(out->sources, out->n_sources, sizeof *out->sources, by_order);
}
