/* SPDX-License-Identifier: Apache-2.0 */
/* Siblings: calls that share what the pattern's free variables stand for, such as matmuls of one
 * input.
 *
 * One scan of a block matches the element's pattern at every binding and sorts what matched into
 * groups by the shared values and `same`, hashed; so it is linear. A group's members are taken by
 * position and have levels: one that depends on another is a level higher, and the members of a
 * level are combined. Members for which `last` holds go to the end, and those beyond max_last go to
 * the next level. */
#include <stdlib.h>

#include "rewrite/rewriter.h"

typedef struct {
    IrBinding *root;
    RuleValue *elements;           /* by the comprehension's variables */
    const IrBinding *const *nodes; /* what matched */
    uint32_t n_nodes;
    RuleValue *slots; /* as the match left them */
    bool last;
    int64_t index; /* of enumerate */
} Member;

typedef struct Group {
    RuleValue key;
    VEC(Member *) members;
    struct Group *next; /* in the order of first members */
} Group;

typedef struct {
    Rewriter *w;
    Rule *rule;
    const Pattern *list;
    IrBlock *block;
    RuleMatch m;
    Map groups;
    Group *first, *last;
    bool told; /* how a group differs from another one: once is enough */
} Scan;

static bool is_inner(const Pattern *list, int slot) {
    for (uint32_t i = 0; i < list->n_inner; i++) {
        if (list->inner_slots[i] == slot) return true;
    }
    return false;
}

/* The values by which members belong together: what the shared names stand for, and `same`.
 * UNKNOWN: alone. */
static RuleValue key_of(Scan *s) {
    RuleMatch *m = &s->m;
    uint32_t n = 0, n_slots = (uint32_t)m->rule->slots.len;
    RuleValue *values = ARENA_ARRAY(m->arena, RuleValue, (size_t)n_slots + 1);
    for (uint32_t i = 0; i < n_slots; i++) {
        if (is_inner(s->list, (int)i)) continue;
        values[n] = m->slots[i];
        if (values[n].kind == RULE_OPERAND) values[n].operand = rule_resolve(values[n].operand);
        n++;
    }
    if (m->rule->same) {
        RuleValue same = rule_eval(m, m->rule->same);
        if (same.kind == RULE_UNKNOWN) return same;
        values[n++] = same;
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = values};
}

static Group *group_of(Scan *s, const RuleValue *key) {
    uint64_t hash = rule_hash(s->w->m->ctx, key);
    for (MapIter it = map_find(&s->groups, hash); map_next(&s->groups, &it);) {
        Group *g = it.value;
        if (rule_same(&g->key, key)) return g;
    }
    Group *g = ARENA_NEW(s->m.arena, Group);
    g->key = *key;
    map_add(&s->groups, hash, g);
    *(s->last ? &s->last->next : &s->first) = g;
    s->last = g;
    return g;
}

/* `last`: any of the conditions holds. False when one is not known. */
static bool is_last(Scan *s, bool *out) {
    *out = false;
    if (!s->rule->last) return true;
    RuleValue v = rule_eval(&s->m, s->rule->last);
    if (v.kind != RULE_LIST) return false;
    for (uint32_t i = 0; i < v.n; i++)
        *out |= v.items[i].kind == RULE_BOOL && v.items[i].truth == IR_PROVED;
    return true;
}

/* Every condition of `where` is proved. */
static bool belongs(Scan *s, const IrBinding *b) {
    const SynExpr *where = s->rule->where;
    for (uint32_t i = 0; where && i < where->n; i++) {
        RuleValue v = rule_eval(&s->m, where->items[i]);
        if (v.kind == RULE_BOOL && v.truth == IR_PROVED) continue;
        unsigned line = where->items[i]->loc.line;
        if (v.kind == RULE_BOOL)
            return rule_miss(&s->m, "'%s' is left out: the condition at %s:%u does not hold",
                             b->var->name, s->rule->source, line);
        return rule_miss(&s->m, "'%s' is left out: %s", b->var->name,
                         v.s ? v.s : "a value is not known");
    }
    return true;
}

/* One way in which a binding is a member. */
static void add_member(Scan *s, IrBinding *b) {
    RuleMatch *m = &s->m;
    if (!belongs(s, b)) return;
    RuleValue key = key_of(s);
    bool last;
    if (key.kind == RULE_UNKNOWN || !is_last(s, &last)) {
        rule_miss(m, "'%s' stands alone: %s", b->var->name, key.s ? key.s : "a value is not known");
        return;
    }
    Group *g = group_of(s, &key);
    if (g->members.len && g->members.at[g->members.len - 1]->root == b)
        return; /* another way to the same group */
    Member *x = ARENA_NEW(m->arena, Member);
    *x = (Member){.root = b, .last = last, .n_nodes = (uint32_t)m->nodes.len};
    x->elements = ARENA_ARRAY(m->arena, RuleValue, (size_t)s->list->n_vars + 1);
    for (uint32_t i = 0; i < s->list->n_vars; i++)
        x->elements[i] = m->slots[s->list->element_slots[i]];
    x->slots = ARENA_ARRAY(m->arena, RuleValue, m->rule->slots.len + 1);
    memcpy(x->slots, m->slots, m->rule->slots.len * sizeof *m->slots);
    const IrBinding **nodes = ARENA_ARRAY(m->arena, const IrBinding *, m->nodes.len + 1);
    if (m->nodes.len) memcpy(nodes, m->nodes.at, m->nodes.len * sizeof *nodes);
    x->nodes = nodes;
    if (s->list->index_slot >= 0) {
        const RuleValue *i = &m->slots[s->list->index_slot];
        if (i->kind != RULE_DIM || !ir_dim_is_const(i->dim, &x->index)) return;
    }
    vec_push(m->arena, &g->members, x);
}

static bool may_be_root(const Pattern *p, const IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return false;
    return p->op ? b->op == p->op : (b->op->flags & OP_ELEMENTWISE) != 0;
}

static void scan(Scan *s) {
    RuleMatch *m = &s->m;
    const Pattern *p = s->list->items[0];
    for (IrBinding *b = s->block->first; b; b = b == s->block->last ? NULL : b->next) {
        ctx_poll(s->w->m->ctx);
        if (!may_be_root(p, b)) continue;
        s->rule->stats.tries++;
        const IrOperand *root = rule_var_operand(m->arena, b->var);
        rule_match_reset(m, s->block);
        m->root = b->var;
        do {
            bool fits = rule_match_node(m, p, root);
            if (fits) add_member(s, b);
            if (m->failed) return;
            for (size_t i = 0; i < m->rule->slots.len; i++)
                m->slots[i] = (RuleValue){.kind = RULE_UNBOUND};
            m->trail.len = m->nodes.len = 0;
        } while (rule_match_next(m, 0));
    }
}

/* --- Members that depend on members --- */

typedef VEC(IrBinding *) Bindings;

/* The level of what an operand is: 0 when it depends on no member. False: it waits for what is on
 * the stack. */
static bool level_of(Scan *s, const IrOperand *o, const IrBinding *place, uint64_t stamp,
                     Bindings *stack, Item *out) {
    IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    if (!b || b->block != s->block || ir_binding_before(b, place)) return true;
    const Item *item = rewriter_item(s->w, b);
    if (item->levelled != stamp) {
        vec_push(&s->w->scratch, stack, b);
        return false;
    }
    if (item->level > out->level || (item->on && !out->on)) out->on = item->on;
    if (item->level > out->level) out->level = item->level;
    return true;
}

/* A member's level is the length of the longest chain of members that it depends on, from what it
 * takes; the walk remembers what it has seen, so a group costs one walk in all. Members come by
 * position, so what one depends on has its level already: what uses that is a level higher. */
static Item levels_below(Scan *s, const Member *x, const IrBinding *place, uint64_t stamp) {
    Bindings stack = {.at = NULL};
    Item all = {.level = 0};
    for (uint32_t k = 0; k < x->n_nodes; k++) {
        const IrOperands *list = &x->nodes[k]->operands;
        for (uint32_t i = 0; i < list->n; i++) {
            while (!level_of(s, &list->at[i], place, stamp, &stack, &all)) {
                while (stack.len) {
                    IrBinding *b = stack.at[stack.len - 1];
                    Item found = {.level = 0};
                    if (rewriter_item(s->w, b)->levelled == stamp) {
                        stack.len--;
                        continue;
                    }
                    bool is_known = true;
                    ctx_poll(s->w->m->ctx);
                    for (uint32_t n = 0; n < b->operands.n; n++)
                        is_known &= level_of(s, &b->operands.at[n], place, stamp, &stack, &found);
                    if (!is_known) continue;
                    Item *item = rewriter_item(s->w, b);
                    item->levelled = stamp;
                    item->level = found.level;
                    item->on = found.on;
                    stack.len--;
                }
            }
        }
    }
    return all;
}

static int by_order(const void *x, const void *y) {
    const Member *a = *(Member *const *)x, *b = *(Member *const *)y;
    if (a->last != b->last) return a->last - b->last;
    if (a->index != b->index) return a->index < b->index ? -1 : 1;
    return (a->root->label > b->root->label) - (a->root->label < b->root->label);
}

static void count_group(Scan *s, uint32_t n) {
    Rule *r = s->rule;
    r->stats.members += n;
    size_t at = 0;
    while (at < r->groups.len && r->groups.at[at].size < n) at++;
    if (at < r->groups.len && r->groups.at[at].size == n) {
        r->groups.at[at].times++;
        return;
    }
    vec_push(r->set->arena, &r->groups, ((RuleGroup){n, 1}));
    memmove(&r->groups.at[at + 1], &r->groups.at[at],
            (r->groups.len - 1 - at) * sizeof *r->groups.at);
    r->groups.at[at] = (RuleGroup){n, 1};
}

/* Puts the members' values together as a match of the whole pattern, and applies it. */
static bool combine(Scan *s, Member **members, uint32_t n) {
    RuleMatch *m = &s->m;
    const Pattern *list = s->list;
    rule_match_reset(m, s->block);
    m->root = members[0]->root->var;
    for (uint32_t i = 0; i < m->rule->slots.len; i++) {
        if (!is_inner(list, (int)i)) m->slots[i] = members[0]->slots[i];
    }
    for (uint32_t k = 0; k < list->n_vars; k++) {
        const Slot *slot = &m->rule->slots.at[list->many_slots[k]];
        if (n < slot->min)
            return rule_miss(m, "'%s' wants %u values at least, %u are found beside '%s'",
                             slot->name, slot->min, n, m->root->name);
        RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, n);
        for (uint32_t i = 0; i < n; i++) items[i] = members[i]->elements[k];
        m->slots[list->many_slots[k]] = (RuleValue){.kind = RULE_LIST, .n = n, .items = items};
    }
    if (list->count) {
        RuleValue count = rule_eval(m, list->count), is = rule_int(m->m, n);
        if (rule_equal(m, &count, &is) != IR_PROVED) {
            return rule_miss(m, "%s values are wanted, %u are found beside '%s'",
                             rule_value_text(m, &count), n, m->root->name);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (list->index_slot >= 0 && members[i]->index != i)
            return rule_miss(m, "item %u is missing or there twice", i);
        for (uint32_t k = 0; k < members[i]->n_nodes; k++)
            vec_push(m->arena, &m->nodes, members[i]->nodes[k]);
    }
    if (!rule_conditions(m)) return false;
    IrBinding **roots = ARENA_ARRAY(m->arena, IrBinding *, n);
    for (uint32_t i = 0; i < n; i++) roots[i] = members[i]->root;
    bool hit = rewriter_apply(s->w, m, roots, n, true);
    if (s->w->dry) { /* asked about one member? */
        bool about = !m->miss || !m->miss->only;
        for (uint32_t i = 0; i < n && !about; i++)
            about = strcmp(members[i]->root->var->name, m->miss->only) == 0;
        return hit && about;
    }
    s->rule->stats.hits += hit;
    s->rule->stats.refused += !hit;
    if (hit) count_group(s, n);
    return hit;
}

static uint32_t least(const Scan *s) {
    uint32_t n = 2;
    for (uint32_t k = 0; k < s->list->n_vars; k++) {
        const Slot *slot = &s->rule->slots.at[s->list->many_slots[k]];
        if (slot->min < n) n = slot->min;
    }
    return n < 1 ? 1 : n;
}

/* The text of the i-th item of the list `same`. */
static const char *text_of_same(const Scan *s, uint32_t i) {
    const Str text = s->rule->text;
    const Loc loc = s->rule->same->loc;
    size_t at = 0, depth = 0, from = 0;
    for (unsigned line = 1; line < loc.line && at < text.len; at++) line += text.ptr[at] == '\n';
    for (at += loc.col ? loc.col - 1 : 0, from = at + 1; at < text.len; at++) {
        const char c = text.ptr[at];
        depth += c == '[' || c == '(';
        depth -= (c == ']' || c == ')') && depth > 0;
        const bool ends = depth == 0 || (c == ',' && depth == 1);
        if (!ends) continue;
        if (i-- == 0 || depth == 0) break;
        from = at + 1;
    }
    while (from < at && (text.ptr[from] == ' ' || text.ptr[from] == '\n')) from++;
    return arena_printf(s->m.arena, "%.*s", (int)(at - from), text.ptr + from);
}

/* Of two calls of one operator, with their attributes: the first attribute that differs; -1:
 * none. */
static int attr_that_differs(const IrBinding *a, const IrBinding *b) {
    for (uint32_t i = 0; i < ir_op_n_attrs(a->op) && a->op == b->op; i++) {
        if (!ir_attr_equal(&a->attrs[i], &b->attrs[i])) return (int)i;
    }
    return -1;
}

/* Appends what differs in the item, and both values. */
static void tell_item(Scan *s, StrBuf *out, const char *name, const RuleValue *a,
                      const RuleValue *b) {
    RuleMatch *m = &s->m;
    RuleValue x = *a, y = *b;
    const int attr =
        x.kind == RULE_OP && y.kind == RULE_OP ? attr_that_differs(x.call, y.call) : -1;
    strbuf_printf(out, "%s%s", out->text.len ? "; " : "", name);
    if (attr >= 0) {
        strbuf_printf(out, ".%s", ir_op_attr_param(x.call->op, (uint32_t)attr)->name);
        x = rule_attr_value(m, &a->call->attrs[attr]);
        y = rule_attr_value(m, &b->call->attrs[attr]);
    }
    strbuf_printf(out, " is %s", rule_value_text(m, &x));
    strbuf_printf(out, " here and %s there", rule_value_text(m, &y));
}

/* How many items of the two keys differ; told when out is not NULL. */
static uint32_t compare_keys(Scan *s, const RuleValue *a, const RuleValue *b, StrBuf *out) {
    uint32_t n = 0, at = 0;
    for (uint32_t i = 0; i < s->m.rule->slots.len; i++) {
        if (is_inner(s->list, (int)i)) continue;
        const RuleValue *x = &a->items[at], *y = &b->items[at];
        at++;
        if (rule_same(x, y)) continue;
        n++;
        if (out) tell_item(s, out, s->m.rule->slots.at[i].name, x, y);
    }
    if (!s->rule->same) return n;
    const RuleValue *x = &a->items[at], *y = &b->items[at];
    for (uint32_t i = 0; x->kind == RULE_LIST && y->kind == RULE_LIST && i < x->n && i < y->n;
         i++) {
        if (rule_same(&x->items[i], &y->items[i])) continue;
        n++;
        if (out) tell_item(s, out, text_of_same(s, i), &x->items[i], &y->items[i]);
    }
    return n;
}

/* Why a group is too small: what keeps it apart from the one that is most like it. */
static bool miss_siblings(Scan *s, const Group *g) {
    const char *name = g->members.at[0]->root->var->name;
    const Group *near = NULL;
    uint32_t least_differ = UINT32_MAX;
    s->m.root = g->members.at[0]->root->var;
    const bool asked =
        s->m.miss && (s->m.miss->only ? strcmp(s->m.miss->only, name) == 0 : !s->told);
    for (const Group *o = asked ? s->first : NULL; o; o = o->next) {
        const uint32_t n =
            o != g && o->members.len ? compare_keys(s, &g->key, &o->key, NULL) : UINT32_MAX;
        if (n < least_differ) near = o, least_differ = n;
    }
    s->told |= asked;
    if (!near) return rule_miss(&s->m, "'%s' has no siblings: nothing else is like it", name);
    StrBuf text;
    strbuf_init(&text, s->m.arena);
    compare_keys(s, &g->key, &near->key, &text);
    return rule_miss(&s->m, "'%s' has no siblings: '%s' is most like it, but %s", name,
                     near->members.at[0]->root->var->name, strbuf_cstr(&text));
}

/* The members' levels, where at most max_last of a level are to stand last; returns how many levels
 * there are. */
static uint32_t set_levels(Scan *s, const Group *g, uint32_t *levels) {
    Rewriter *w = s->w;
    const uint64_t stamp = ++w->stamp;
    const IrBinding *place = NULL;
    uint32_t n_levels = 0, first_free = 0; /* of those that stand last */
    int64_t lasts = 0;                     /* on that level */
    for (size_t i = 0; i < g->members.len; i++) {
        const Member *x = g->members.at[i];
        ctx_poll(w->m->ctx);
        if (!x->root->block) continue; /* an earlier group took it */
        if (!place) place = x->root;
        const Item below = place == x->root ? (Item){.level = 0} : levels_below(s, x, place, stamp);
        uint32_t level = below.level;
        if (x->last) {
            if (level > first_free) lasts = 0;
            if (level < first_free) level = first_free;
            if (lasts >= s->rule->max_last) level++, lasts = 0;
            first_free = level;
            lasts++;
        }
        s->m.root = x->root->var;
        if (below.on)
            rule_miss(&s->m, "'%s' is left out: it depends on '%s'", x->root->var->name,
                      below.on->var->name);
        else if (level > 0)
            rule_miss(&s->m, "'%s' is left out: only %lld can stand last", x->root->var->name,
                      (long long)s->rule->max_last);
        Item *item = rewriter_item(w, x->root);
        item->levelled = stamp;
        item->level = level + 1;
        item->on = x->root;
        levels[i] = level;
        if (level >= n_levels) n_levels = level + 1;
    }
    return n_levels;
}

/* Members of one level do not depend on each other, so they are combined at once. */
static bool combine_group(Scan *s, Group *g) {
    Rewriter *w = s->w;
    const size_t n = g->members.len;
    const uint32_t min = least(s);
    bool changed = false;
    if (n > 0 && n < min) {
        miss_siblings(s, g);
    }
    if (n < min || !n) return false;
    uint32_t *levels = ARENA_ARRAY(s->m.arena, uint32_t, n);
    const uint32_t n_levels = set_levels(s, g, levels);
    /* of each level's members in `sorted` */
    size_t *end = ARENA_ARRAY(s->m.arena, size_t, (size_t)n_levels + 2);
    Member **sorted = ARENA_ARRAY(s->m.arena, Member *, n);
    for (size_t i = 0; i < n; i++) end[levels[i] + 1] += g->members.at[i]->root->block != NULL;
    for (uint32_t i = 1; i <= n_levels; i++) end[i] += end[i - 1];
    for (size_t i = 0; i < n; i++) {
        if (g->members.at[i]->root->block) sorted[end[levels[i]]++] = g->members.at[i];
    }
    for (uint32_t level = 0; level < n_levels && w->ok && !s->m.failed; level++) {
        Member **kept = sorted + (level ? end[level - 1] : 0);
        size_t n_kept = 0;
        for (Member **x = kept; x < sorted + end[level]; x++) {
            if ((*x)->root->block) kept[n_kept++] = *x;
        }
        ctx_poll(w->m->ctx);
        if (!n_kept) continue;
        qsort(kept, n_kept, sizeof *kept, by_order);
        changed |= combine(s, kept, (uint32_t)n_kept);
    }
    return changed;
}

bool rewriter_siblings(Rewriter *w, Rule *rule, IrBlock *block, Miss *miss) {
    ArenaMark scratch = arena_mark(&w->scratch), module = arena_mark(&w->m->scratch);
    Scan s = {.w = w, .rule = rule, .list = rule->roots[0], .block = block};
    rule_match_init(&s.m, rule, w->m, &w->scratch);
    s.m.weights = &w->weights;
    s.m.miss = miss;
    map_init(&s.groups, &w->scratch);
    bool changed = false;
    scan(&s);
    for (Group *g = s.first; g && w->ok && !s.m.failed; g = g->next)
        changed |= combine_group(&s, g);
    if (s.m.failed) rewriter_match_fault(w, &s.m);
    arena_rewind(&w->scratch, scratch);
    arena_rewind(&w->m->scratch, module);
    return changed;
}
