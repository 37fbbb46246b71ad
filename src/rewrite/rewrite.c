/* SPDX-License-Identifier: Apache-2.0 */
/* What is tried when: a worklist per level of benefit, siblings when all levels are empty.
 *
 * Which rules a binding meets says rule_index.c. A rewrite puts what it made and the users of that,
 * as far up as any pattern reaches, back on the lists. The order is fixed: higher benefit, then
 * position, then the rules' order; bindings of many operands after all others. */

#include "rewrite/rewriter.h"
#include "base/clock.h"

typedef struct {
    Rewriter *w;
    IrBinding *root;
} Try;

/* May the rule replace this value? */
static bool rewriter_may_replace(Rewriter *w, const Rule *rule, IrBinding *b) {
    if (!w->scope || !rule->approximate) return true;
    return b->var->id >= w->scope->first_id && !rewriter_item(w, b)->is_exact;
}

bool rewriter_roots(Rewriter *w, RuleMatch *m, IrBinding *root, IrBinding ***out) {
    uint32_t n = m->rule->n_roots;
    IrBinding **roots = *out = ARENA_ARRAY(m->arena, IrBinding *, n);
    roots[0] = root;
    for (uint32_t i = 1; i < n; i++) {
        const Pattern *p = m->rule->roots[i];
        const IrBinding *b = p->slot >= 0 && m->slots[p->slot].kind == RULE_OPERAND
                                 ? rule_resolve(m->slots[p->slot].operand)->var->def
                                 : NULL;
        if (!b) return rule_miss(m, "a result of the pattern was not found");
        roots[i] = (IrBinding *)b;
        if (!rewriter_may_replace(w, m->rule, roots[i]))
            return rule_miss(m, "a result of the pattern is out of scope");
        for (uint32_t k = 0; k < i; k++) {
            if (roots[k] == b) return rule_miss(m, "two results of the pattern are one value here");
        }
    }
    return true;
}

static bool accept(void *user, RuleMatch *m) {
    const Try *t = user;
    IrBinding **roots;
    return rewriter_roots(t->w, m, t->root, &roots) &&
           rewriter_apply(t->w, m, roots, m->rule->n_roots, false);
}

static bool try_rule(Rewriter *w, Rule *rule, IrBinding *b) {
    if (!rewriter_may_replace(w, rule, b)) return false;
    int64_t start = clock_now_ns();
    RuleMatch m;
    rule_match_init(&m, rule, w->m, &w->scratch);
    m.weights = &w->weights;
    Try t = {w, b};
    rule->stats.tries++;
    bool hit = rule_match_roots(&m, b, accept, &t);
    if (m.failed) rewriter_match_fault(w, &m);
    if (m.fuel == 0) rule->stats.out_of_fuel++;
    rule->stats.hits += hit;
    rule->stats.nanoseconds += clock_now_ns() - start;
    return hit;
}

static void try_item(Rewriter *w, Item *item, uint32_t level) {
    RuleList rules = {.at = NULL};
    if (!item->binding->block) return; /* it is gone */
    rule_index_find(w->index, item->binding, level, &w->scratch, &rules);
    for (size_t i = 0; i < rules.len && w->ok; i++) {
        if (try_rule(w, rules.at[i], item->binding)) return; /* what is new was put on the lists */
    }
}

typedef VEC(IrBody *) Bodies;

/* Every body of the module: functions', branches', nested functions'. */
static void add_bodies(Rewriter *w, Bodies *out, IrBody *body) {
    vec_push(&w->arena, out, body);
    for (const IrBinding *b = body->first; b; b = b->next) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) add_bodies(w, out, b->bodies[i]);
        if (b->kind == IR_BIND_FUNCTION && !w->scope) add_bodies(w, out, b->function->body);
    }
}

static void all_bodies(Rewriter *w, Bodies *out) {
    if (w->scope) {
        add_bodies(w, out, w->scope->fn->body);
        return;
    }
    for (size_t i = 0; i < w->m->globals.len; i++) {
        const IrFunction *fn = w->m->globals.at[i]->function;
        if (fn && fn->body) add_bodies(w, out, fn->body);
    }
}

static bool all_siblings(Rewriter *w, const Bodies *bodies, size_t *scanned) {
    const RuleList *rules = &w->index->siblings;
    for (size_t i = 0; i < rules->len && w->ok; i++) {
        if (scanned[i] == w->changes + 1) continue;
        size_t before = w->changes;
        int64_t start = clock_now_ns();
        for (size_t k = 0; k < bodies->len && w->ok; k++) {
            for (IrBlock *block = bodies->at[k]->first_block; block && w->ok; block = block->next) {
                rewriter_siblings(w, rules->at[i], block, NULL);
            }
        }
        rules->at[i]->stats.nanoseconds += clock_now_ns() - start;
        scanned[i] = w->changes + 1;
        if (w->changes != before) return true;
    }
    return false;
}

static void run(Rewriter *w) {
    IrModule *m = w->m;
    w->index = rule_index_get(w->set, m, &w->arena);
    Bodies bodies = {.at = NULL};
    all_bodies(w, &bodies);
    for (size_t i = 0; w->index->n_levels && i < bodies.len; i++) {
        for (IrBinding *b = bodies.at[i]->first; b; b = b->next) rewriter_enqueue(w, b);
    }
    size_t *scanned = ARENA_ARRAY(&w->arena, size_t, w->index->siblings.len + 1);
    while (w->ok) {
        ctx_poll(m->ctx);
        if (!w->pending) {
            if (rewriter_enqueue_waiting(w)) continue;
            if (w->scope || !all_siblings(w, &bodies, scanned)) return;
            continue;
        }
        uint32_t level = 0;
        while (!(w->pending >> level & 1)) level++;
        ArenaMark scratch = arena_mark(&w->scratch), module = arena_mark(&m->scratch);
        Item *item = rewriter_dequeue(w, level);
        if (item) try_item(w, item, level);
        arena_rewind(&w->scratch, scratch);
        arena_rewind(&m->scratch, module);
    }
}

static bool apply(RuleSet *self, IrModule *m, bool cheaper, const RuleScope *scope, bool *changed) {
    Rewriter rewriter = {.set = self, .m = m, .ok = true, .cheaper = cheaper, .scope = scope};
    Rewriter *w = &rewriter;
    arena_init(&w->arena, m->ctx);
    arena_init(&w->scratch, m->ctx);
    map_init(&w->items, &w->arena);
    map_init(&w->weights.yes, &w->arena);
    map_init(&w->weights.no, &w->arena);
    cost_init(&w->costs, &w->arena);
    run(w);
    arena_fini(&w->scratch);
    arena_fini(&w->arena);
    if (changed) *changed = w->changes > 0;
    bool ok = w->ok;
    for (size_t i = 0; i < self->rules.len; i++) {
        const Rule *r = self->rules.at[i];
        if (r->selected && r->stats.out_of_fuel) {
            const DiagSource before = diag_source(m->ctx, r->source, r->text);
            diag_warning(m->ctx, r->loc, DIAG_RULE_FUEL, r->name,
                         diag_fmt(m->ctx, "%zu", r->stats.out_of_fuel));
            diag_source_back(m->ctx, before);
        }
        if (r->selected && m->rule_listener)
            m->rule_listener->rule(m->rule_listener->user, &r->stats, r->groups.at, r->groups.len);
    }
    return ok;
}

bool rules_apply(RuleSet *self, IrModule *m, bool *changed) {
    return apply(self, m, false, NULL, changed);
}
bool rules_apply_where_cheaper(RuleSet *self, IrModule *m, bool *changed) {
    return apply(self, m, true, NULL, changed);
}
bool rules_apply_in(RuleSet *self, IrModule *m, const RuleScope *scope, bool *changed) {
    return apply(self, m, false, scope, changed);
}
