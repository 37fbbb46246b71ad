/* SPDX-License-Identifier: Apache-2.0 */
/* Which rules a binding may be the root of, found by the operator of the root and, where the
 * pattern has one, by the operator of one operand; so a binding meets only rules that it half fits
 * already. */
#include "rewrite/rule_index.h"

#include <stdlib.h>

enum { LEVELS = 64, BY_OPERAND = 4, IN_TUPLE = 8, OF_NUMBER = 16 };

/* Rules whose root is such a binding, and whose operand `at` (IN_TUPLE + at: the first item of
 * operand `at`) is the result of `child`, or (OF_NUMBER + at) a constant of this number. */
typedef struct {
    const OpDef *op;
    IrBindKind kind;
    const OpDef *child;
    uint32_t at;
    uint64_t number;    /* its bits */
    const OpDef *below; /* an operand of that child is a call of it, or NULL */
    RuleList rules;
} Bucket;

/* A small number has its bits at the upper end, where they would not reach the lower end of the
 * hash. */
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

static Bucket *bucket(RuleIndex *x, Map *map, Bucket key) {
    Bucket *b = find_bucket(map, key);
    if (b) return b;
    b = ARENA_NEW(x->arena, Bucket);
    *b = key;
    map_add(map, bucket_hash(&key), b);
    return b;
}

static void add_rule(RuleIndex *x, Rule *r, Bucket key) {
    Bucket *b = bucket(x, &x->buckets, key);
    key.below = NULL;
    if (key.child) bucket(x, &x->pairs, key);
    for (size_t i = 0; i < b->rules.len; i++) {
        if (b->rules.at[i] == r) return;
    }
    vec_push(x->arena, &b->rules, r);
}

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* The operator that an operand of the pattern is a call of, and one that an operand of this call
 * is. */
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

static void index_root(RuleIndex *x, Rule *r, const Pattern *p) {
    switch (p->kind) {
    case PATTERN_EITHER:
        for (uint32_t i = 0; i < p->n; i++) index_root(x, r, p->items[i]);
        return;
    case PATTERN_FIELD: add_rule(x, r, (Bucket){.kind = IR_BIND_FIELD}); return;
    case PATTERN_TUPLE:
    case PATTERN_ANY_ORDER: add_rule(x, r, (Bucket){.kind = IR_BIND_VALUE}); return;
    case PATTERN_CALL: break;
    default: vec_push(x->arena, &x->any, r); return;
    }
    if (!p->op) {
        vec_push(x->arena, &x->any, r);
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
        add_rule(x, r, key);
        key.at = 1 - i;
        if (swaps) add_rule(x, r, key);
        return;
    }
    for (uint32_t i = 0; i < p->n && i < BY_OPERAND; i++) {
        if (!p->items[i] || p->items[i]->kind != PATTERN_NUMBER) continue;
        Bucket key = {.op = p->op,
                      .kind = IR_BIND_CALL,
                      .at = OF_NUMBER + i,
                      .number = bits_of(p->items[i]->number)};
        add_rule(x, r, key);
        key.at = OF_NUMBER + 1 - i;
        if (swaps) add_rule(x, r, key);
        return;
    }
    add_rule(x, r, (Bucket){.op = p->op, .kind = IR_BIND_CALL});
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

/* The rules that may match a binding. */
typedef struct {
    const RuleIndex *index;
    const IrBinding *b;
    uint32_t level;
    Arena *arena;
    RuleList *out;   /* those of the level; NULL: they are not asked for */
    uint64_t levels; /* of all of them */
} Search;

static void collect(Search *self, const RuleList *from) {
    RuleList *out = self->out;
    for (size_t i = 0; i < from->len; i++) {
        Rule *r = from->at[i];
        uint64_t bit = self->index->level_of[r->index];
        bool known = out ? bit != (uint64_t)1 << self->level
                         : (self->levels & bit) != 0; /* this rule changes nothing */
        if (known || !root_may_fit(r->roots[0], self->b)) continue;
        self->levels |= bit;
        if (!out) continue;
        size_t at = out->len;
        while (at > 0 && out->at[at - 1]->index > r->index) at--;
        if (at > 0 && out->at[at - 1] == r) continue;
        vec_push(self->arena, out, r);
        memmove(&out->at[at + 1], &out->at[at], (out->len - 1 - at) * sizeof(Rule *));
        out->at[at] = r;
    }
}

/* The rules for b whose operand `at` is the result of `child`. */
static void rules_on(Search *self, const IrBinding *child, uint32_t at) {
    const RuleIndex *index = self->index;
    const IrBinding *b = self->b;
    Bucket key = {.op = b->op, .kind = b->kind, .child = child->op, .at = at};
    if (!find_bucket(&index->pairs, key)) return;
    const Bucket *found = find_bucket(&index->buckets, key);
    if (found) collect(self, &found->rules);
    uint32_t x = 0;
    for (uint32_t i = 0; i < BY_OPERAND && x < child->operands.n;
         x += child->operands.at[x].span, i++) {
        const IrBinding *below = call_of(&child->operands.at[x]);
        if (!below) continue;
        key.below = below->op;
        found = find_bucket(&index->buckets, key);
        if (found) collect(self, &found->rules);
    }
}

uint64_t rule_index_find(const RuleIndex *index, const IrBinding *b, uint32_t level, Arena *arena,
                         RuleList *out) {
    Search search = {.index = index, .b = b, .level = level, .arena = arena, .out = out};
    const OpDef *op = b->kind == IR_BIND_CALL ? b->op : NULL;
    const Bucket *found = find_bucket(&index->buckets, (Bucket){.op = op, .kind = b->kind});
    if (found) collect(&search, &found->rules);
    uint32_t at = 0;
    for (uint32_t i = 0; op && i < BY_OPERAND && at < b->operands.n;
         at += b->operands.at[at].span, i++) {
        const IrOperand *o = rule_resolve(&b->operands.at[at]);
        const IrBinding *child = call_of(o);
        if (child) rules_on(&search, child, i);
        if (o->kind == IR_OPERAND_CONST && o->constant->tensor->count) {
            const Tensor *tensor = o->constant->tensor;
            uint64_t number = bits_of(tensor_get_double(tensor, 0));
            found = find_bucket(
                &index->buckets,
                (Bucket){.op = op, .kind = b->kind, .at = OF_NUMBER + i, .number = number});
            if (found) collect(&search, &found->rules);
        }
        if (o->kind == IR_OPERAND_VAR && o->var->def && o->var->def->kind == IR_BIND_VALUE)
            o = &o->var->def->operands.at[0];
        if (o->kind != IR_OPERAND_TUPLE || o->n == 0) continue;
        child = call_of(o + 1);
        if (child) rules_on(&search, child, i + IN_TUPLE);
    }
    if (index->any.len) collect(&search, &index->any);
    return search.levels;
}

static RuleReach *find_reach(const RuleIndex *index, const OpDef *op) {
    for (MapIter it = map_find(&index->reaches, hash_ptr(0, op)); map_next(&index->reaches, &it);) {
        RuleReach *r = it.value;
        if (r->op == op) return r;
    }
    return NULL;
}

static RuleReach *reach_of(RuleIndex *index, const OpDef *op) {
    RuleReach *r = find_reach(index, op);
    if (r) return r;
    r = ARENA_NEW(index->arena, RuleReach);
    r->op = op;
    map_add(&index->reaches, hash_ptr(0, op), r);
    return r;
}

RuleReach rule_index_reach(const RuleIndex *self, const OpDef *op) {
    const RuleReach *r = find_reach(self, op);
    return r ? *r : (RuleReach){.op = op};
}

/* The calls on the longest way down; noted for each node of the pattern. */
static uint32_t note_reach(RuleIndex *x, const Pattern *p, bool root) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t below =
            p->items[i] ? note_reach(x, p->items[i], root && p->kind == PATTERN_EITHER) : 0;
        if (below > calls) calls = below;
    }
    if (p->kind == PATTERN_CALL)
        calls++;
    else if (!root || p->kind == PATTERN_EITHER)
        return calls;
    RuleReach *r = reach_of(x, p->kind == PATTERN_CALL ? p->op : NULL);
    uint32_t *far = root ? &r->root : &r->inner;
    if (calls > *far) *far = calls;
    if (calls > x->reach) x->reach = calls;
    return calls;
}

static int by_benefit(const void *x, const void *y) {
    const Rule *a = *(Rule *const *)x, *b = *(Rule *const *)y;
    if (a->benefit != b->benefit) return a->benefit > b->benefit ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static RuleIndex *index_new(const RuleSet *set, const IrModule *m, Arena *arena) {
    RuleIndex *self = ARENA_NEW(arena, RuleIndex);
    self->arena = arena;
    self->reach = 1;
    map_init(&self->buckets, arena);
    map_init(&self->reaches, arena);
    map_init(&self->pairs, arena);
    self->level_of = ARENA_ARRAY(arena, uint64_t, set->rules.len + 1);
    RuleList sorted = {.at = NULL};
    for (size_t i = 0; i < set->rules.len; i++) {
        Rule *r = set->rules.at[i];
        if (!r->selected || ir_skips(m, r->name)) continue;
        vec_push(arena, r->siblings ? &self->siblings : &sorted, r);
        for (uint32_t k = 0; k < r->n_roots; k++) note_reach(self, r->roots[k], true);
    }
    if (sorted.len) qsort(sorted.at, sorted.len, sizeof *sorted.at, by_benefit);
    if (self->siblings.len)
        qsort(self->siblings.at, self->siblings.len, sizeof *self->siblings.at, by_benefit);
    uint32_t level = 0;
    for (size_t i = 0; i < sorted.len; i++) {
        Rule *r = sorted.at[i];
        if (i > 0 && r->benefit != sorted.at[i - 1]->benefit && level < LEVELS - 1) level++;
        self->level_of[r->index] = (uint64_t)1 << level;
        self->n_levels = level + 1;
        if (r->any_root)
            vec_push(arena, &self->any, r);
        else
            index_root(self, r, r->roots[0]);
    }
    return self;
}

const RuleIndex *rule_index_get(RuleSet *set, const IrModule *m, Arena *arena) {
    if (set->has_selection || m->n_skips) return index_new(set, m, arena);
    if (!set->index) set->index = index_new(set, m, set->arena);
    return set->index;
}
