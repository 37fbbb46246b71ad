/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of bindings, and the lists of those that are to be examined: one a level of
 * benefit, and bindings of many operands behind them all. */
#include "rewrite/rewriter.h"

enum { WIDE = 32 };

Item *rewriter_item(Rewriter *w, IrBinding *b) {
    uint64_t hash = hash_ptr(0, b);
    for (MapIter it = map_find(&w->items, hash); map_next(&w->items, &it);) {
        Item *x = it.value;
        if (x->binding == b) return x;
    }
    Item *x = ARENA_NEW(&w->arena, Item);
    x->binding = b;
    x->time = -1;
    map_add(&w->items, hash, x);
    return x;
}

/* The latest of the operands' times. What a value is made of is asked first, by a stack of its
 * own. */
BindingTime rewriter_time(Rewriter *w, IrBinding *b) {
    Item *item = rewriter_item(w, b);
    if (item->time >= 0) return (BindingTime)item->time;
    ArenaMark mark = arena_mark(&w->scratch);
    ItemList stack = {.at = NULL};
    vec_push(&w->scratch, &stack, item);
    while (stack.len) {
        Item *x = stack.at[stack.len - 1];
        const IrBinding *y = x->binding;
        bool plain = y->kind == IR_BIND_VALUE || y->kind == IR_BIND_FIELD ||
                     (y->kind == IR_BIND_CALL && (y->op->flags & OP_PURE));
        BindingTime latest = plain ? TIME_CONSTANT : TIME_INPUT;
        bool waits = false;
        for (uint32_t i = 0; plain && i < y->operands.n; i++) {
            const IrOperand *o = &y->operands.at[i];
            if (o->kind != IR_OPERAND_VAR) continue;
            BindingTime t = TIME_INPUT;
            if (o->var->def) {
                Item *d = rewriter_item(w, o->var->def);
                if (d->time < 0) {
                    vec_push(&w->scratch, &stack, d);
                    waits = true;
                    continue;
                }
                t = (BindingTime)d->time;
            } else {
                t = cost_param_time(y->block->body->function, o->var);
            }
            if (t > latest) latest = t;
        }
        if (waits) continue;
        x->time = (int8_t)latest;
        stack.len--;
    }
    arena_rewind(&w->scratch, mark);
    return (BindingTime)item->time;
}

static void enqueue_now(Rewriter *w, Item *item, uint64_t levels) {
    levels &= ~item->queued;
    item->queued |= levels;
    w->pending |= levels;
    for (uint32_t i = 0; levels; i++, levels >>= 1) {
        if (levels & 1) vec_push(&w->arena, &w->levels[i].list, item);
    }
}

/* A binding of many operands waits until all others are done: else each change of an operand would
 * have it matched again, operand by operand. */
void rewriter_enqueue(Rewriter *w, IrBinding *b) {
    uint64_t levels = rule_index_find(w->index, b, 0, NULL, NULL);
    if (!levels) return;
    Item *item = rewriter_item(w, b);
    if (b->operands.n <= WIDE) {
        enqueue_now(w, item, levels);
    } else if (!item->waits) {
        item->waits = true;
        vec_push(&w->arena, &w->waiting, item);
    }
}

/* True when there were some. */
bool rewriter_enqueue_waiting(Rewriter *w) {
    bool some = false;
    for (size_t i = 0; i < w->waiting.len; i++) {
        Item *item = w->waiting.at[i];
        item->waits = false;
        if (!item->binding->block) continue;
        some = true;
        enqueue_now(w, item, rule_index_find(w->index, item->binding, 0, NULL, NULL));
    }
    w->waiting.len = 0;
    return some;
}

static void reach_further(RuleReach r, RuleReach *most) {
    if (r.root > most->root) most->root = r.root;
    if (r.inner > most->inner) most->inner = r.inner;
}

typedef struct {
    IrBinding *binding;
    uint32_t up; /* calls from the change up to here */
} Touch;

/* Users are followed as far up as a pattern that they may be part of reaches down. So a value with
 * many users costs them all only where a pattern goes through it. */
void rewriter_touch(Rewriter *w, IrBinding *b) {
    if (!w->index || !w->index->n_levels) return;
    VEC(Touch) list = {.at = NULL};
    uint64_t stamp = ++w->stamp;
    vec_push(&w->scratch, &list, ((Touch){b, 0}));
    for (size_t at = 0; at < list.len; at++) {
        Touch t = list.at[at];
        Item *item = rewriter_item(w, t.binding);
        if (item->touched == stamp && item->up <= t.up) continue;
        item->touched = stamp;
        item->up = t.up;
        bool call = t.binding->kind == IR_BIND_CALL;
        RuleReach most = rule_index_reach(w->index, NULL);
        if (call) reach_further(rule_index_reach(w->index, t.binding->op), &most);
        if (t.up <= 1 || most.root > t.up) rewriter_enqueue(w, t.binding);
        if (call && t.up > 0 && most.inner <= t.up) continue;
        for (const IrOperand *u = t.binding->var->uses; u; u = u->next_use) {
            IrBinding *user = u->list->binding;
            uint32_t up = t.up + (user && user->kind == IR_BIND_CALL);
            if (user && up <= w->index->reach) vec_push(&w->scratch, &list, ((Touch){user, up}));
        }
    }
}

Item *rewriter_dequeue(Rewriter *w, uint32_t level) {
    if (w->levels[level].next == w->levels[level].list.len) {
        w->levels[level].next = w->levels[level].list.len = 0;
        w->pending &= ~((uint64_t)1 << level);
        return NULL;
    }
    Item *item = w->levels[level].list.at[w->levels[level].next++];
    item->queued &= ~((uint64_t)1 << level);
    return item;
}
