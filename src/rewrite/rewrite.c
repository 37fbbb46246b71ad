/* SPDX-License-Identifier: Apache-2.0 */
/* What is tried when: a worklist per level of benefit, siblings when all levels are empty.
 *
 * Rules are found by the operator of their root and, where the pattern has one, by the operator of one operand;
 * so a binding meets only rules that it half fits already. A rewrite puts what it made and the users of that, as
 * far up as any pattern reaches, back on the lists. The order is fixed: higher benefit, then position, then the
 * rules' order; bindings of many operands after all others. */
#include <stdlib.h>
#include <time.h>

#include "rewrite/rewriter.h"

enum { LEVELS = 64, BY_OPERAND = 4, IN_TUPLE = 8, OF_NUMBER = 16, WIDE = 32 };

typedef VEC(Rule *) RuleList;

/* Rules whose root is such a binding, and whose operand `at` (IN_TUPLE + at: the first item of operand `at`) is the
 * result of `child`, or (OF_NUMBER + at) a constant of this number. */
typedef struct {
    const OpDef *op;
    IrBindKind kind;
    const OpDef *child;
    uint32_t at;
    uint64_t number;    /* its bits */
    const OpDef *below; /* an operand of that child is a call of it, or NULL */
    RuleList rules;
} Bucket;

typedef struct {
    const OpDef *op;
    uint32_t root,
        inner; /* calls below it, itself counted, in a pattern where it is the root, or is not */
} Reach;

struct RuleIndex {
    Map reaches;
    Map buckets, pairs; /* pairs: those with a child, `below` left out */
    RuleList any;       /* a bare variable, or an operator variable */
    RuleList siblings;
    uint64_t *level_of; /* by rule */
};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

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

/* The latest of the operands' times. What a value is made of is asked first, by a stack of its own. */
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

/* --- The index --- */

/* A small number has its bits at the upper end, where they would not reach the lower end of the hash. */
static uint64_t bucket_hash(const Bucket *b) {
    uint64_t h = hash_ptr(hash_ptr(hash_ptr(0, b->op), b->child), b->below);
    return hash_mix(hash_mix(hash_mix(h, b->kind), b->at), b->number ^ b->number >> 32);
}

static Bucket *find_bucket(const Map *map, Bucket key) {
    for (MapIter it = map_find(map, bucket_hash(&key)); map_next(map, &it);) {
        Bucket *b = it.value;
        if (b->op == key.op && b->kind == key.kind && b->child == key.child && b->at == key.at &&
            b->number == key.number && b->below == key.below)
            return b;
    }
    return NULL;
}

static Bucket *bucket(Rewriter *w, Map *map, Bucket key) {
    Bucket *b = find_bucket(map, key);
    if (b) return b;
    b = ARENA_NEW(&w->arena, Bucket);
    *b = key;
    map_add(map, bucket_hash(&key), b);
    return b;
}

static void add_rule(Rewriter *w, Rule *r, Bucket key) {
    Bucket *b = bucket(w, &w->index->buckets, key);
    key.below = NULL;
    if (key.child) bucket(w, &w->index->pairs, key);
    for (size_t i = 0; i < b->rules.len; i++) {
        if (b->rules.at[i] == r) return;
    }
    vec_push(&w->arena, &b->rules, r);
}

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* The operator that an operand of the pattern is a call of, and one that an operand of this call is. */
static const OpDef *child_of(const Pattern *p, bool *in_tuple, const OpDef **below) {
    *below = NULL;
    if (!p) return NULL;
    *in_tuple = false;
    if (p->kind == PATTERN_TUPLE && p->n > 0) {
        p = p->items[0];
        if (p->kind == PATTERN_LIST) p = p->items[0];
        *in_tuple = true;
    }
    if (p->kind != PATTERN_CALL) return NULL;
    for (uint32_t i = 0; i < p->n && i < BY_OPERAND && !*below; i++) {
        if (p->items[i] && p->items[i]->kind == PATTERN_CALL) *below = p->items[i]->op;
    }
    return p->op;
}

static void index_root(Rewriter *w, Rule *r, const Pattern *p) {
    switch (p->kind) {
    case PATTERN_EITHER:
        for (uint32_t i = 0; i < p->n; i++) index_root(w, r, p->items[i]);
        return;
    case PATTERN_FIELD: add_rule(w, r, (Bucket){.kind = IR_BIND_FIELD}); return;
    case PATTERN_TUPLE:
    case PATTERN_ANY_ORDER: add_rule(w, r, (Bucket){.kind = IR_BIND_VALUE}); return;
    case PATTERN_CALL: break;
    default: vec_push(&w->arena, &w->index->any, r); return;
    }
    if (!p->op) {
        vec_push(&w->arena, &w->index->any, r);
        return;
    }
    bool swaps = (p->op->flags & OP_COMMUTATIVE) && p->n == 2;
    for (uint32_t i = 0; i < p->n && i < BY_OPERAND; i++) {
        bool in_tuple;
        const OpDef *below, *child = child_of(p->items[i], &in_tuple, &below);
        if (!child) continue;
        Bucket key = {.op = p->op,
                      .kind = IR_BIND_CALL,
                      .child = child,
                      .below = below,
                      .at = i + (in_tuple ? IN_TUPLE : 0)};
        add_rule(w, r, key);
        key.at = 1 - i;
        if (swaps) add_rule(w, r, key);
        return;
    }
    for (uint32_t i = 0; i < p->n && i < BY_OPERAND; i++) {
        if (!p->items[i] || p->items[i]->kind != PATTERN_NUMBER) continue;
        Bucket key = {.op = p->op,
                      .kind = IR_BIND_CALL,
                      .at = OF_NUMBER + i,
                      .number = bits_of(p->items[i]->number)};
        add_rule(w, r, key);
        key.at = OF_NUMBER + 1 - i;
        if (swaps) add_rule(w, r, key);
        return;
    }
    add_rule(w, r, (Bucket){.op = p->op, .kind = IR_BIND_CALL});
}

static const IrBinding *call_of(const IrOperand *o) {
    if (o->kind != IR_OPERAND_VAR) return NULL;
    if (!o->var->def || o->var->def->kind != IR_BIND_CALL) o = rule_resolve(o);
    const IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return b && b->kind == IR_BIND_CALL ? b : NULL;
}

static bool operands_may_fit(const Pattern *p, const IrBinding *b);

/* The operators below fit the pattern's; nothing else is looked at. Recursion is over patterns. */
static bool may_fit(const Pattern *p, const IrOperand *o) {
    if (p->kind == PATTERN_EITHER) {
        bool any = false;
        for (uint32_t i = 0; i < p->n && !any; i++) any = may_fit(p->items[i], o);
        return any;
    }
    if (p->kind == PATTERN_NUMBER) return rule_resolve(o)->kind == IR_OPERAND_CONST;
    if (p->kind != PATTERN_CALL) return true;
    const IrBinding *b = call_of(o);
    return b && (!p->op || b->op == p->op) && operands_may_fit(p, b);
}

static bool operands_may_fit(const Pattern *p, const IrBinding *b) {
    bool swaps = p->op && (p->op->flags & OP_COMMUTATIVE) && p->n == 2;
    if (swaps && p->calls == 2 &&
        (!call_of(&b->operands.at[0]) || !call_of(&b->operands.at[b->operands.at[0].span])))
        return false;
    for (uint32_t swap = 0; swap <= swaps; swap++) {
        bool fits = true;
        uint32_t at = 0;
        for (uint32_t i = 0; i < p->n && at < b->operands.n && fits;
             i++, at += b->operands.at[at].span) {
            const Pattern *item = p->items[swap ? 1 - i : i];
            fits = !item || item->kind == PATTERN_VAR || may_fit(item, &b->operands.at[at]);
        }
        if (fits) return true;
    }
    return false;
}

/* A rule whose root may be the binding. */
static bool root_may_fit(const Pattern *p, const IrBinding *b) {
    if (p->kind == PATTERN_EITHER) {
        bool any = false;
        for (uint32_t i = 0; i < p->n && !any; i++) any = root_may_fit(p->items[i], b);
        return any;
    }
    if (p->kind == PATTERN_FIELD)
        return b->kind == IR_BIND_FIELD && may_fit(p->items[0], &b->operands.at[0]);
    if (p->kind != PATTERN_CALL) return true;
    return b->kind == IR_BIND_CALL && (!p->op || b->op == p->op) && operands_may_fit(p, b);
}

static void collect(const RuleList *from, const RuleIndex *index, const IrBinding *b,
                    uint32_t level, Arena *arena, RuleList *out, uint64_t *levels) {
    for (size_t i = 0; i < from->len; i++) {
        Rule *r = from->at[i];
        uint64_t bit = index->level_of[r->index];
        bool known = out ? bit != (uint64_t)1 << level
                         : (*levels & bit) != 0; /* this rule changes nothing */
        if (known || !root_may_fit(r->roots[0], b)) continue;
        *levels |= bit;
        if (!out) continue;
        size_t at = out->len;
        while (at > 0 && out->at[at - 1]->index > r->index) at--;
        if (at > 0 && out->at[at - 1] == r) continue;
        vec_push(arena, out, r);
        memmove(&out->at[at + 1], &out->at[at], (out->len - 1 - at) * sizeof(Rule *));
        out->at[at] = r;
    }
}

/* The rules for b whose operand `at` is the result of `child`. */
static void rules_on(const RuleIndex *index, const IrBinding *b, const IrBinding *child,
                     uint32_t at, uint32_t level, Arena *arena, RuleList *out, uint64_t *levels) {
    Bucket key = {.op = b->op, .kind = b->kind, .child = child->op, .at = at};
    if (!find_bucket(&index->pairs, key)) return;
    const Bucket *found = find_bucket(&index->buckets, key);
    if (found) collect(&found->rules, index, b, level, arena, out, levels);
    uint32_t x = 0;
    for (uint32_t i = 0; i < BY_OPERAND && x < child->operands.n;
         x += child->operands.at[x].span, i++) {
        const IrBinding *below = call_of(&child->operands.at[x]);
        if (!below) continue;
        key.below = below->op;
        found = find_bucket(&index->buckets, key);
        if (found) collect(&found->rules, index, b, level, arena, out, levels);
    }
}

/* The rules of a level whose root a binding may be (out NULL: only which levels have some). */
static uint64_t rules_for(const Rewriter *w, const IrBinding *b, uint32_t level, Arena *arena,
                          RuleList *out) {
    const RuleIndex *index = w->index;
    uint64_t levels = 0;
    const OpDef *op = b->kind == IR_BIND_CALL ? b->op : NULL;
    const Bucket *found = find_bucket(&index->buckets, (Bucket){.op = op, .kind = b->kind});
    if (found) collect(&found->rules, index, b, level, arena, out, &levels);
    uint32_t at = 0;
    for (uint32_t i = 0; op && i < BY_OPERAND && at < b->operands.n;
         at += b->operands.at[at].span, i++) {
        const IrOperand *o = rule_resolve(&b->operands.at[at]);
        const IrBinding *child = call_of(o);
        if (child) rules_on(index, b, child, i, level, arena, out, &levels);
        if (o->kind == IR_OPERAND_CONST && o->constant->tensor->count) {
            const Tensor *tensor = o->constant->tensor;
            uint64_t number = bits_of(tensor_get_double(tensor, 0));
            found = find_bucket(
                &index->buckets,
                (Bucket){.op = op, .kind = b->kind, .at = OF_NUMBER + i, .number = number});
            if (found) collect(&found->rules, index, b, level, arena, out, &levels);
        }
        if (o->kind == IR_OPERAND_VAR && o->var->def && o->var->def->kind == IR_BIND_VALUE)
            o = &o->var->def->operands.at[0];
        if (o->kind != IR_OPERAND_TUPLE || o->n == 0) continue;
        child = call_of(o + 1);
        if (child) rules_on(index, b, child, i + IN_TUPLE, level, arena, out, &levels);
    }
    if (index->any.len) collect(&index->any, index, b, level, arena, out, &levels);
    return levels;
}

/* How far a change below a call of `op` can matter: to a rule whose root it is, and to what is above it in a
 * pattern. */
static Reach *reach_of(RuleIndex *index, Arena *arena, const OpDef *op) {
    uint64_t hash = hash_ptr(0, op);
    for (MapIter it = map_find(&index->reaches, hash); map_next(&index->reaches, &it);) {
        Reach *r = it.value;
        if (r->op == op) return r;
    }
    if (!arena) return NULL;
    Reach *r = ARENA_NEW(arena, Reach);
    r->op = op;
    map_add(&index->reaches, hash, r);
    return r;
}

/* The calls on the longest way down; noted for each node of the pattern. */
static uint32_t note_reach(Rewriter *w, const Pattern *p, bool root) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t below =
            p->items[i] ? note_reach(w, p->items[i], root && p->kind == PATTERN_EITHER) : 0;
        if (below > calls) calls = below;
    }
    if (p->kind == PATTERN_CALL)
        calls++;
    else if (!root || p->kind == PATTERN_EITHER)
        return calls;
    Reach *r =
        reach_of(w->index, &w->arena, p->kind == PATTERN_CALL ? p->op : NULL); /* NULL: any */
    uint32_t *far = root ? &r->root : &r->inner;
    if (calls > *far) *far = calls;
    if (calls > w->reach) w->reach = calls;
    return calls;
}

static int by_benefit(const void *x, const void *y) {
    const Rule *a = *(Rule *const *)x, *b = *(Rule *const *)y;
    if (a->benefit != b->benefit) return a->benefit > b->benefit ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static void build_index(Rewriter *w) {
    RuleSet *set = w->set;
    RuleIndex *index = w->index = ARENA_NEW(&w->arena, RuleIndex);
    map_init(&index->buckets, &w->arena);
    map_init(&index->reaches, &w->arena);
    map_init(&index->pairs, &w->arena);
    index->level_of = ARENA_ARRAY(&w->arena, uint64_t, set->rules.len + 1);
    RuleList sorted = {.at = NULL};
    w->reach = 1;
    for (size_t i = 0; i < set->rules.len; i++) {
        Rule *r = set->rules.at[i];
        if (!r->selected || ir_skips(w->m, r->name)) continue;
        vec_push(&w->arena, r->siblings ? &index->siblings : &sorted, r);
        for (uint32_t k = 0; k < r->n_roots; k++) note_reach(w, r->roots[k], true);
    }
    if (sorted.len) qsort(sorted.at, sorted.len, sizeof *sorted.at, by_benefit);
    if (index->siblings.len)
        qsort(index->siblings.at, index->siblings.len, sizeof *index->siblings.at, by_benefit);
    uint32_t level = 0;
    for (size_t i = 0; i < sorted.len; i++) {
        if (i > 0 && sorted.at[i]->benefit != sorted.at[i - 1]->benefit && level < LEVELS - 1)
            level++;
        index->level_of[sorted.at[i]->index] = (uint64_t)1 << level;
        w->n_levels = level + 1;
        if (sorted.at[i]->any_root)
            vec_push(&w->arena, &index->any, sorted.at[i]);
        else
            index_root(w, sorted.at[i], sorted.at[i]->roots[0]);
    }
}

/* --- The lists --- */

static void enqueue_now(Rewriter *w, Item *item, uint64_t levels) {
    levels &= ~item->queued;
    item->queued |= levels;
    w->pending |= levels;
    for (uint32_t i = 0; levels; i++, levels >>= 1) {
        if (levels & 1) vec_push(&w->arena, &w->levels[i].list, item);
    }
}

/* A binding of many operands waits until all others are done: else each change of an operand would have it matched
 * again, operand by operand. */
static void enqueue(Rewriter *w, IrBinding *b) {
    uint64_t levels = rules_for(w, b, 0, NULL, NULL);
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
static bool enqueue_waiting(Rewriter *w) {
    bool some = false;
    for (size_t i = 0; i < w->waiting.len; i++) {
        Item *item = w->waiting.at[i];
        item->waits = false;
        if (!item->binding->block) continue;
        some = true;
        enqueue_now(w, item, rules_for(w, item->binding, 0, NULL, NULL));
    }
    w->waiting.len = 0;
    return some;
}

static void reach_further(const Reach *r, Reach *most) {
    if (r && r->root > most->root) most->root = r->root;
    if (r && r->inner > most->inner) most->inner = r->inner;
}

typedef struct {
    IrBinding *binding;
    uint32_t up; /* calls from the change up to here */
} Touch;

/* Users are followed as far up as a pattern that they may be part of reaches down. So a value with many users costs
 * them all only where a pattern goes through it. */
void rewriter_touch(Rewriter *w, IrBinding *b) {
    if (!w->n_levels) return;
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
        Reach most = {.op = NULL};
        reach_further(reach_of(w->index, NULL, NULL), &most);
        if (call) reach_further(reach_of(w->index, NULL, t.binding->op), &most);
        if (t.up <= 1 || most.root > t.up) enqueue(w, t.binding);
        if (call && t.up > 0 && most.inner <= t.up) continue;
        for (const IrOperand *u = t.binding->var->uses; u; u = u->next_use) {
            IrBinding *user = u->list->binding;
            uint32_t up = t.up + (user && user->kind == IR_BIND_CALL);
            if (user && up <= w->reach) vec_push(&w->scratch, &list, ((Touch){user, up}));
        }
    }
}

static Item *dequeue(Rewriter *w, uint32_t level) {
    if (w->levels[level].next == w->levels[level].list.len) {
        w->levels[level].next = w->levels[level].list.len = 0;
        w->pending &= ~((uint64_t)1 << level);
        return NULL;
    }
    Item *item = w->levels[level].list.at[w->levels[level].next++];
    item->queued &= ~((uint64_t)1 << level);
    return item;
}

/* --- Trying --- */

typedef struct {
    Rewriter *w;
    IrBinding *root;
} Try;

bool rewriter_may_replace(Rewriter *w, const Rule *rule, IrBinding *b) {
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
        if (!rewriter_may_replace(w, m->rule, roots[i])) return rule_miss(m, "a result of the pattern is out of scope");
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
    int64_t start = now();
    RuleMatch m;
    rule_match_init(&m, rule, w->m, &w->scratch);
    m.weights = &w->weights;
    Try t = {w, b};
    rule->stats.tries++;
    bool hit = rule_match_roots(&m, b, accept, &t);
    if (m.failed) rewriter_match_fault(w, &m);
    if (m.fuel == 0) rule->stats.out_of_fuel++;
    rule->stats.hits += hit;
    rule->stats.nanoseconds += now() - start;
    return hit;
}

static void try_item(Rewriter *w, Item *item, uint32_t level) {
    RuleList rules = {.at = NULL};
    if (!item->binding->block) return; /* it is gone */
    rules_for(w, item->binding, level, &w->scratch, &rules);
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
        int64_t start = now();
        for (size_t k = 0; k < bodies->len && w->ok; k++) {
            for (IrBlock *block = bodies->at[k]->first_block; block && w->ok; block = block->next) {
                rewriter_siblings(w, rules->at[i], block, NULL);
            }
        }
        rules->at[i]->stats.nanoseconds += now() - start;
        scanned[i] = w->changes + 1;
        if (w->changes != before) return true;
    }
    return false;
}

static void run(Rewriter *w) {
    IrModule *m = w->m;
    build_index(w);
    Bodies bodies = {.at = NULL};
    all_bodies(w, &bodies);
    for (size_t i = 0; w->n_levels && i < bodies.len; i++) {
        for (IrBinding *b = bodies.at[i]->first; b; b = b->next) enqueue(w, b);
    }
    size_t *scanned = ARENA_ARRAY(&w->arena, size_t, w->index->siblings.len + 1);
    while (w->ok) {
        ctx_poll(m->ctx);
        if (!w->pending) {
            if (enqueue_waiting(w)) continue;
            if (w->scope || !all_siblings(w, &bodies, scanned)) return;
            continue;
        }
        uint32_t level = 0;
        while (!(w->pending >> level & 1)) level++;
        ArenaMark scratch = arena_mark(&w->scratch), module = arena_mark(&m->scratch);
        Item *item = dequeue(w, level);
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
            diag_source(m->ctx, r->source, r->text);
            diag_warning(m->ctx, r->loc, DIAG_RULE_FUEL, r->name,
                         diag_fmt(m->ctx, "%zu", r->stats.out_of_fuel));
            diag_source(m->ctx, NULL, (Str){NULL, 0});
        }
        if (r->selected && m->rule_listener)
            m->rule_listener->rule(m->rule_listener->user, &r->stats, r->groups.at, r->groups.len);
    }
    return ok;
}

bool rules_apply(RuleSet *self, IrModule *m, bool *changed) { return apply(self, m, false, NULL, changed); }
bool rules_apply_where_cheaper(RuleSet *self, IrModule *m, bool *changed) {
    return apply(self, m, true, NULL, changed);
}
bool rules_apply_in(RuleSet *self, IrModule *m, const RuleScope *scope, bool *changed) {
    return apply(self, m, false, scope, changed);
}
