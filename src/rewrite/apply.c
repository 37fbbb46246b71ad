/* SPDX-License-Identifier: Apache-2.0 */
/* One replacement, put in place.
 *
 * The new bindings are built at the end of the block, so that inference sees them, and move to
 * their place when nothing is left to refuse. That place is before the first root. What they need
 * and stands behind it is moved up with all it needs in turn, in its order; when that walk meets a
 * root, contracting the match would make a cycle, and the match is refused. The walk goes only
 * through bindings behind the first root, each once. */
#include <stdlib.h>

#include "base/hard.h"
#include "ir/origin.h"
#include "rewrite/rewriter.h"

/* Reports that the rule itself is wrong; the run ends. */
static Diag *rewriter_fault(Rewriter *w, const Rule *rule, Loc loc, const char *what) {
    const DiagSource before = diag_source(w->m->ctx, rule->source, rule->text);
    Diag *d = diag_error(w->m->ctx, loc, DIAG_RULE, rule->name, what);
    diag_source_back(w->m->ctx, before);
    w->ok = false;
    return d;
}

void rewriter_match_fault(Rewriter *w, const RuleMatch *m) {
    if (w->ok)
        rewriter_fault(w, m->rule, m->fault ? m->fault_loc : m->rule->loc,
                       m->fault ? m->fault : "an expression is wrong");
}

/* Where the replacement says what it gives. */
static Loc result_loc(const Rule *rule) { return rule->result ? rule->result->loc : rule->loc; }

enum { ORIGIN_MAX = 16 }; /* rewrites that a binding remembers */

typedef VEC(IrBinding *) Bindings;

typedef struct {
    Rewriter *w;
    RuleMatch *m;
    IrBlock *block;
    IrBinding *before; /* the block's last binding before the new ones */
    IrBinding *const *roots;
    uint32_t n;
    uint64_t made, removed; /* stamps: new ones, and what the match replaces */
    bool behind;            /* the replacement uses what it replaces, and stands behind it */
    IrVar **results;
    Bindings fresh, raised;
} Apply;

/* Takes the new bindings away again. */
static bool undo(Apply *a) {
    while (a->block->last != a->before) ir_binding_remove(a->block->last);
    return false;
}

static bool evaluate(Apply *a, bool group) {
    RuleMatch *m = a->m;
    const Rule *r = m->rule;
    Loc loc = a->roots[0]->loc;
    if (r->callback) {
        DiagMark mark = diag_mark(a->w->m->ctx);
        if (r->callback->run(r->callback->user, m, a->results, a->n)) return true;
        diag_rewind(a->w->m->ctx, mark);
        return rule_miss(m, "the callback %s declined", r->callback->name);
    }
    RuleValue v;
    for (size_t i = 0; i < r->body.len; i++) {
        const SynStmt *s = &r->body.at[i];
        v = rule_eval(m, s->value);
        if (v.kind == RULE_UNKNOWN) return rule_miss(m, "%s", v.s ? v.s : "a value is not known");
        if (s->target->kind == SYN_NAME) {
            vec_push(m->arena, &m->locals, ((Local){s->target->name, v}));
            continue;
        }
        for (uint32_t k = 0; k < s->target->n; k++) { /* a, b = ... */
            bool list = v.kind == RULE_LIST && v.n == s->target->n;
            if (s->target->items[k]->kind != SYN_NAME)
                return rule_miss(m, "an assignment's targets are names");
            RuleValue item = list                     ? v.items[k]
                             : v.kind == RULE_OPERAND ? rule_build_field(m, s->loc, v, k)
                                                      : v;
            vec_push(m->arena, &m->locals, ((Local){s->target->items[k]->name, item}));
        }
    }
    v = rule_eval(m, r->result);
    if (v.kind == RULE_UNKNOWN) return rule_miss(m, "%s", v.s ? v.s : "a value is not known");
    bool many = v.kind == RULE_LIST && (group || r->n_roots > 1);
    if (many && v.n != a->n)
        return rule_miss(m, "the replacement has %u results, %u are wanted", v.n, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        RuleValue one = many ? v.items[i] : group || a->n > 1 ? rule_build_field(m, loc, v, i) : v;
        if (one.kind == RULE_UNKNOWN || !(a->results[i] = rule_build_var(m, loc, one)))
            return false;
    }
    return true;
}

/* Each result is proved to be a value of the type that it replaces. */
static bool types_kept(Apply *a) {
    IrModule *ir = a->w->m;
    for (uint32_t i = 0; i < a->n; i++) {
        const IrVar *old = a->roots[i]->var, *new_var = a->results[i];
        if (old == new_var) {
            Diag *d = rewriter_fault(a->w, a->m->rule, result_loc(a->m->rule),
                                     "the replacement is what it replaces");
            diag_help(
                ir->ctx, d,
                "the rule would change nothing, for ever; return what is to stand in place of '%s'",
                old->name);
            return false;
        }
        IrTruth t = ir_type_subsumes(ir, old->type, new_var->type);
        if (t == IR_PROVED) continue;
        const char *was = ir_type_text(ir, old->type), *is = ir_type_text(ir, new_var->type);
        if (t == IR_REFUTED) {
            Diag *d = rewriter_fault(
                a->w, a->m->rule, result_loc(a->m->rule),
                diag_fmt(ir->ctx, "the replacement of '%s' has another type", old->name));
            diag_expected(ir->ctx, d, "%s", was);
            diag_found(ir->ctx, d, "%s", is);
            return false;
        }
        return rule_miss(a->m, "the replacement of '%s' is %s, which is not proved to be %s",
                         old->name, is, was);
    }
    return true;
}

/* It is made of no value, such as R.ones: to make it twice costs no more than to keep it. */
static bool is_fill(const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_VAR ||
            (o->kind == IR_OPERAND_CONST && o->constant->tensor->count != 1))
            return false;
    }
    return true;
}

/* A matched value that is needed elsewhere stays; then the replacement must not compute it
 * again. */
static bool computes_twice(Apply *a) {
    RuleMatch *m = a->m;
    Rewriter *w = a->w;
    for (size_t i = 0; i < m->nodes.len; i++)
        rewriter_item(w, (IrBinding *)m->nodes.at[i])->seen = a->removed;
    for (size_t i = 0; i < m->nodes.len; i++) {
        const IrBinding *b = m->nodes.at[i];
        bool kept = false, root = false;
        for (uint32_t k = 0; k < a->n; k++) root |= a->roots[k] == b;
        for (const IrOperand *u = b->var->uses; u && !root && !kept; u = u->next_use) {
            if (!u->list->binding) {
                kept = true;
                continue;
            }
            const Item *user = rewriter_item(w, u->list->binding);
            kept = user->seen != a->removed && user->made != a->made;
        }
        if (!kept || b->kind != IR_BIND_CALL || is_fill(b)) continue;
        size_t new_ones = 0, gone = 0;
        for (size_t k = 0; k < a->fresh.len; k++)
            new_ones += a->fresh.at[k]->kind == IR_BIND_CALL && a->fresh.at[k]->op == b->op;
        for (size_t k = 0; k < m->nodes.len; k++)
            gone += m->nodes.at[k] != b && m->nodes.at[k]->op == b->op &&
                    m->nodes.at[k]->kind == IR_BIND_CALL;
        if (new_ones > gone)
            return !rule_miss(m, "'%s' is used outside the pattern and would be computed twice",
                              b->var->name);
    }
    return false;
}

/* Nothing but permuted copies is made of the value, at once or behind elementwise work: they read a
 * part where it lies. `left` bounds the walk. */
static bool is_permuted(const IrVar *v, uint32_t *left) {
    for (const IrOperand *u = v->uses; u; u = u->next_use) {
        const IrBinding *b = u->list->binding;
        if (!b || b->kind != IR_BIND_CALL || !*left) return false;
        --*left;
        if (b->op->work == OP_WORK_REORDER) continue;
        const bool goes_on = b->op->work == OP_WORK_VIEW || (b->op->flags & OP_ELEMENTWISE) != 0;
        if (!goes_on || !is_permuted(b->var, left)) return false;
    }
    return v->uses != NULL;
}

static bool is_part(const IrVar *v, const IrBinding *split) {
    return v->def && v->def->kind == IR_BIND_FIELD && v->def->operands.at->kind == IR_OPERAND_VAR &&
           v->def->operands.at->var == split->var;
}

/* Who will use a new value uses, as yet, what it replaces. Linear in the parts and in what is
 * replaced. */
static bool parts_are_permuted(const Apply *a, const IrBinding *split) {
    enum { STEPS = 8 };
    bool ok = split->var->uses != NULL;
    for (const IrOperand *u = split->var->uses; u && ok; u = u->next_use) {
        const IrBinding *part = u->list->binding;
        uint32_t left = STEPS;
        ok = part && is_part(part->var, split) &&
             (!part->var->n_uses || is_permuted(part->var, &left));
    }
    for (uint32_t i = 0; i < a->n && ok; i++) {
        uint32_t left = STEPS;
        ok = !is_part(a->results[i], split) || is_permuted(a->roots[i]->var, &left);
    }
    return ok;
}

/* What depends on weights alone is no work of runs if LiftTransformParams follows. */
static bool is_of_runs(Apply *a, IrBinding *b) {
    const BindingTime t = rewriter_time(a->w, b);
    return t == TIME_INPUT || (t == TIME_WEIGHT && !a->w->m->lifts_weights);
}

static double run_cost(Apply *a, IrBinding *b) {
    if (!is_of_runs(a, b)) return 0;
    if (b->kind == IR_BIND_CALL && b->op->work == OP_WORK_PARTS && parts_are_permuted(a, b))
        return 0;
    return cost_binding(&a->w->costs, a->w->m, b);
}

/* Stamps the roots and those matched values that go with them, because all their users go. Returns
 * the stamp. */
static uint64_t mark_dead(Apply *a) {
    Rewriter *w = a->w;
    uint64_t dead = ++w->stamp;
    for (uint32_t i = 0; i < a->n; i++) rewriter_item(w, a->roots[i])->seen = dead;
    for (bool more = true;
         more;) { /* users stand behind what they use: a round a level of the pattern at most */
        more = false;
        for (size_t i = 0; i < a->m->nodes.len; i++) {
            Item *item = rewriter_item(w, (IrBinding *)a->m->nodes.at[i]);
            if (item->seen == dead) continue;
            bool goes = true;
            for (const IrOperand *u = item->binding->var->uses; u && goes; u = u->next_use) {
                const Item *user = u->list->binding ? rewriter_item(w, u->list->binding) : NULL;
                goes = user && user->seen == dead && user->made != a->made;
            }
            if (goes) item->seen = dead, more = true;
        }
    }
    return dead;
}

/* Calls `visit` for the roots and matched values, each once, and says whether it goes. */
static void each_matched(Apply *a, uint64_t dead,
                         void (*visit)(Apply *a, IrBinding *b, bool goes, void *user), void *user) {
    uint64_t met = ++a->w->stamp;
    for (size_t i = 0; i < a->m->nodes.len + a->n; i++) {
        Item *item =
            rewriter_item(a->w, i < a->n ? a->roots[i] : (IrBinding *)a->m->nodes.at[i - a->n]);
        if (item->seen == met) continue;
        bool goes = item->seen == dead;
        item->seen = met;
        visit(a, item->binding, goes, user);
    }
}

/* Items of tuples. */
static size_t items_of(const IrBinding *b) {
    size_t n = 0;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        if (b->operands.at[i].kind == IR_OPERAND_TUPLE) n += b->operands.at[i].n;
    }
    return n;
}

typedef struct {
    size_t gone, stay;
} Items;

static void add_items(Apply *a, IrBinding *b, bool goes, void *user) {
    Items *items = user;
    (void)a;
    *(goes ? &items->gone : &items->stay) += items_of(b);
}

/* A list that stays, because it is used elsewhere or several times, would be copied into another:
 * lists in lists are then written out as often as they are used, which is exponential in how deep
 * they nest. */
static bool copies_lists(Apply *a) {
    Items items = {.gone = 0};
    size_t made = 0;
    for (size_t i = 0; i < a->fresh.len; i++) made += items_of(a->fresh.at[i]);
    if (!made) return false;
    each_matched(a, mark_dead(a), add_items, &items);
    return items.stay && made > items.gone &&
           !rule_miss(a->m, "a list of it is used elsewhere, and would be written out once more");
}

static void add_cost(Apply *a, IrBinding *b, bool goes, void *user) {
    double *cost = user;
    if (goes) *cost += run_cost(a, b);
}

/* Would a run cost more with the new bindings in the place of those that the match makes
 * superfluous? */
static bool costs_more(Apply *a) {
    if (!a->w->cheaper) return false;
    double before = 0, after = 0;
    each_matched(a, mark_dead(a), add_cost, &before);
    for (size_t i = 0; i < a->fresh.len; i++) after += run_cost(a, a->fresh.at[i]);
    if (after <= before * (1 + 1e-9)) return false;
    return !rule_miss(a->m, "a run would cost more: %.0f ns by the model, %.0f ns before", after,
                      before);
}

typedef struct {
    const OpDef *op; /* NULL: any binding but another name of a value */
    bool in_runs;    /* not those whose work is on constants and weights */
    size_t gone;
    bool some_stay;
} Tally;

static bool counts(Apply *a, const Tally *t, IrBinding *b) {
    const bool is_one =
        !t->op ? b->kind != IR_BIND_VALUE : b->kind == IR_BIND_CALL && b->op == t->op;
    return is_one && (!t->in_runs || rewriter_time(a->w, b) == TIME_INPUT);
}

static void add_gone(Apply *a, IrBinding *b, bool goes, void *user) {
    Tally *t = user;
    t->some_stay |= !goes;
    t->gone += goes && counts(a, t, b);
}

/* An application lowers the rule's measure, compared in the order of its list: of each operator
 * what a run does, then all. Where a matched value stays, because it is used elsewhere too, it may
 * stay the same: that value cannot match again with this one. Two places of a pattern may match
 * one binding, p + p with one transpose p: what would be as much as before is no progress. */
static bool gains_nothing(Apply *a) {
    const Rule *rule = a->m->rule;
    bool some_stay = false;
    for (size_t i = 0; i < 2 * rule->measure.len; i++) {
        Tally t = {.op = rule->measure.at[i / 2].op, .in_runs = i % 2 == 0};
        each_matched(a, mark_dead(a), add_gone, &t);
        size_t made = 0;
        for (size_t k = 0; k < a->fresh.len; k++) made += counts(a, &t, a->fresh.at[k]);
        some_stay |= t.some_stay;
        if (made < t.gone) return false;
        if (made == t.gone || some_stay) continue;
        if (HARD_MODE)
            BUG("rule %s raises its measure: %s", rule->name, t.op ? t.op->name : "bindings");
        return !rule_miss(a->m, "%s: more of them than before", t.op ? t.op->name : "bindings");
    }
    if (!rule->measure.len || some_stay) return false;
    return !rule_miss(a->m, "as much would be left as before, by the rule's measure");
}

/* Collects what stands behind `place` and is needed before it. False: a root is among it. */
static bool raise(Apply *a, IrVar *need, const IrBinding *place, Bindings *stack) {
    Rewriter *w = a->w;
    IrBinding *b = need->def;
    if (!b || b->block != a->block || ir_binding_before(b, place)) return true;
    Item *item = rewriter_item(w, b);
    if (item->made == a->made || item->seen == w->stamp) return true;
    item->seen = w->stamp;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->roots[i] == b && a->n == 1) return a->behind = true; /* x becomes f(x) */
        if (a->roots[i] == b)
            return rule_miss(a->m, "what is combined depends on '%s'", b->var->name);
    }
    vec_push(&w->scratch, stack, b);
    return true;
}

/* A body of an IF, and a nested function, may use any value: such bindings are not moved. */
static bool needs(Apply *a, const IrBinding *place) {
    Rewriter *w = a->w;
    Bindings stack = {.at = NULL};
    w->stamp++;
    for (size_t i = 0; i < a->fresh.len; i++) {
        const IrOperands *list = &a->fresh.at[i]->operands;
        for (uint32_t k = 0; k < list->n; k++) {
            if (list->at[k].kind == IR_OPERAND_VAR && !raise(a, list->at[k].var, place, &stack))
                return false;
        }
    }
    for (uint32_t i = 0; i < a->n; i++) {
        if (!raise(a, a->results[i], place, &stack)) return false;
    }
    while (stack.len) {
        IrBinding *b = stack.at[--stack.len];
        ctx_poll(w->m->ctx);
        bool pure = b->kind != IR_BIND_CALL || (b->op->flags & OP_PURE);
        if (!pure || b->kind == IR_BIND_IF || b->kind == IR_BIND_INVOKE ||
            b->kind == IR_BIND_MATCH_CAST) {
            return rule_miss(a->m, "'%s' cannot be moved up", b->var->name);
        }
        vec_push(&w->arena, &a->raised, b);
        for (uint32_t k = 0; k < b->operands.n; k++) {
            if (b->operands.at[k].kind == IR_OPERAND_VAR &&
                !raise(a, b->operands.at[k].var, place, &stack))
                return false;
        }
    }
    return true;
}

static int by_label(const void *x, const void *y) {
    const IrBinding *a = *(IrBinding *const *)x, *b = *(IrBinding *const *)y;
    return (a->label > b->label) - (a->label < b->label);
}

/* The longest chain among what matched, and this rule behind it. */
static const Provenance *provenance(Apply *a) {
    Rewriter *w = a->w;
    const Rule *rule = a->m->rule;
    const Provenance *parent = NULL;
    uint32_t times = 0;
    for (size_t i = 0; i < a->m->nodes.len + a->n; i++) {
        IrBinding *b = i < a->n ? a->roots[i] : (IrBinding *)a->m->nodes.at[i - a->n];
        const Provenance *p = rewriter_item(w, b)->provenance;
        const Provenance *own = p;
        while (own && own->rule != rule && rule->chain != INT32_MAX) own = own->parent;
        if (p && (!parent || (own && own->rule == rule && own->times >= times))) {
            parent = p;
            times = own && own->rule == rule ? own->times : 0;
        }
    }
    Provenance *p = ARENA_NEW(&w->arena, Provenance);
    *p = (Provenance){.rule = rule, .times = times + 1, .parent = parent};
    if (p->times > rule->chain) {
        const DiagSource before = diag_source(w->m->ctx, rule->source, rule->text);
        Diag *d = diag_error(w->m->ctx, rule->loc, DIAG_RULE_ENDLESS, rule->name,
                             diag_fmt(w->m->ctx, "%u", rule->chain));
        diag_help(w->m->ctx, d,
                  "where it does end, `chain = N` in the rule allows N applications in a row");
        diag_source_back(w->m->ctx, before);
        w->ok = false;
    }
    return p;
}

/* The longest line of rewrites among what matched, and this one before it; as long as the chain may
 * be told. */
static const IrOrigin *origin_of(Apply *a) {
    IrModule *m = a->w->m;
    const IrOrigin *from = NULL;
    const size_t n_matched = a->m->nodes.len + a->n;
    const IrOrigin **all = ARENA_ARRAY(&a->w->scratch, const IrOrigin *, n_matched + 1);
    uint32_t longest = 0;
    for (size_t i = 0; i < n_matched; i++) {
        const IrBinding *b = i < a->n ? a->roots[i] : a->m->nodes.at[i - a->n];
        uint32_t n = 0;
        for (const IrOrigin *o = b->origin; o && n < ORIGIN_MAX; o = o->from) n++;
        if (n > longest) longest = n, from = b->origin;
        all[i] = b->origin;
    }
    if (longest == ORIGIN_MAX) from = ir_origin_source(from);
    return ir_origin_of_many(m, intern_c(&m->names, a->m->rule->name), from, all, n_matched);
}

static void replace_uses(Apply *a, IrVar *old, IrVar *new_var) {
    for (IrOperand *u = old->uses, *next; u; u = next) {
        next = u->next_use;
        const IrBinding *user = u->list->binding;
        if (user && rewriter_item(a->w, (IrBinding *)user)->made == a->made) continue;
        ir_operand_set_var(u, new_var);
    }
    bool fresh = new_var->def && rewriter_item(a->w, new_var->def)->made == a->made;
    if (fresh) new_var->name = old->name;
    if (old->is_output && new_var->def && new_var->def->block == a->block)
        new_var->is_output = true;
    if (a->block->is_dataflow) old->is_output = false;
}

/* Each binding that matched once, in the order of the module. */
static size_t matched_of(const Apply *a, IrBinding **all) {
    size_t n = 0, kept = 0;
    for (; n < a->n; n++) all[n] = a->roots[n];
    for (size_t i = 0; i < a->m->nodes.len; i++) all[n++] = (IrBinding *)a->m->nodes.at[i];
    if (n > 1) qsort(all, n, sizeof *all, by_label);
    for (size_t i = 0; i < n; i++) {
        if (!kept || all[kept - 1] != all[i]) all[kept++] = all[i];
    }
    return kept;
}

static void tell_applied(const Apply *a, const IrOrigin *origin) {
    const RuleListener *listener = a->w->m->rule_listener;
    if (!listener || !listener->applied) return;
    IrBinding **all = ARENA_ARRAY(&a->w->scratch, IrBinding *, a->m->nodes.len + a->n + 1);
    const RuleApplication told = {.rule = a->m->rule->name,
                                  .origin = origin,
                                  .matched = all,
                                  .n_matched = matched_of(a, all),
                                  .made = a->fresh.at,
                                  .n_made = a->fresh.len};
    listener->applied(listener->user, &told);
}

/* Removes the binding when nothing uses it, then what it alone used. */
static void bury(Apply *a, IrBinding *first) {
    Rewriter *w = a->w;
    Bindings dead = {.at = NULL};
    vec_push(&w->scratch, &dead, first);
    while (dead.len) {
        IrBinding *b = dead.at[--dead.len];
        bool plain = b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD ||
                     (b->kind == IR_BIND_CALL && (b->op->flags & OP_PURE));
        if (!b->block || b->block != a->block || b->var->n_uses || !plain) continue;
        uint32_t n = b->operands.n;
        const IrOperand *at = b->operands.at;
        ir_binding_remove(b);
        for (uint32_t i = 0; i < n; i++) {
            if (at[i].kind != IR_OPERAND_VAR) continue;
            const IrVar *v = at[i].var;
            if (v->n_uses == 0 && v->def) vec_push(&w->scratch, &dead, v->def);
            if (v->n_uses == 1 && v->uses->list->binding) rewriter_touch(w, v->uses->list->binding);
        }
    }
}

static bool apply(Rewriter *w, RuleMatch *m, IrBinding *const *roots, uint32_t n, bool group) {
    IrBlock *block = roots[0]->block;
    IrBuilder builder = {
        .m = w->m, .fn = block->body->function, .block = block, .loc = roots[0]->loc};
    Apply a = {.w = w, .m = m, .block = block, .before = block->last, .roots = roots, .n = n};
    a.results = ARENA_ARRAY(&w->scratch, IrVar *, n);
    m->builder = &builder;
    bool built = evaluate(&a, group);
    if (built && !m->failed) {
        a.made = ++w->stamp;
        for (IrBinding *b = a.before; b != block->last;) {
            b = b->next;
            rewriter_item(w, b)->made = a.made;
            vec_push(&w->scratch, &a.fresh, b);
        }
    }
    m->builder = NULL;
    if (m->failed) {
        rewriter_match_fault(w, m);
        return undo(&a);
    }
    if (!built) return undo(&a);
    a.removed = ++w->stamp;
    if (!types_kept(&a) || computes_twice(&a) || copies_lists(&a) || costs_more(&a))
        return undo(&a);
    IrBinding *place = roots[0];
    for (uint32_t i = 1; i < n; i++) {
        if (ir_binding_before(roots[i], place)) place = roots[i];
    }
    if (!needs(&a, place)) return undo(&a);
    if (gains_nothing(&a)) return undo(&a);
    if (w->dry) return !undo(&a);
    const Provenance *p = provenance(&a);
    if (!w->ok) return undo(&a);
    bool is_exact = false;
    for (uint32_t i = 0; w->scope && i < n; i++) {
        is_exact |= roots[i]->var->id < w->scope->first_id || rewriter_item(w, roots[i])->is_exact;
    }
    const IrOrigin *origin = origin_of(&a);
    /* From here on nothing is refused. */
    if (a.raised.len > 1) qsort(a.raised.at, a.raised.len, sizeof *a.raised.at, by_label);
    for (size_t i = 0; i < a.raised.len; i++) ir_binding_move_before(place, a.raised.at[i]);
    for (size_t i = 0; i < a.fresh.len; i++) {
        IrBinding *b = a.fresh.at[i], *at = place;
        b->loc = roots[0]->loc; /* a place in the module's text, not in the rule's */
        for (uint32_t k = 0; group && k < n; k++) {
            if (a.results[k] == b->var && b->kind == IR_BIND_FIELD)
                at = roots[k]; /* where the value was */
        }
        rewriter_item(w, b)->provenance = p;
        rewriter_item(w, b)->is_exact = is_exact;
        b->origin = origin;
        if (a.behind) at = i > 0 ? a.fresh.at[i - 1]->next : place->next;
        if (at && at != b && at->block == block) ir_binding_move_before(at, b);
    }
    for (uint32_t i = 0; i < n; i++) replace_uses(&a, roots[i]->var, a.results[i]);
    tell_applied(&a, origin);
    for (uint32_t i = n; i-- > 0;) bury(&a, roots[i]);
    for (size_t i = 0; i < a.fresh.len; i++) {
        if (a.fresh.at[i]->block && a.fresh.at[i]->var->n_uses == 0) bury(&a, a.fresh.at[i]);
    }
    for (size_t i = 0; i < a.fresh.len; i++) {
        if (a.fresh.at[i]->block) rewriter_touch(w, a.fresh.at[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (a.results[i]->def) rewriter_touch(w, a.results[i]->def);
    }
    w->changes++;
    return true;
}

bool rewriter_apply(Rewriter *w, RuleMatch *m, IrBinding *const *roots, uint32_t n, bool group) {
    CtxWork work = {.kind = "rule", .name = m->rule->name, .loc = roots[0]->loc};
    ctx_work_begin(w->m->ctx, &work);
    const bool done = apply(w, m, roots, n, group);
    ctx_work_end(w->m->ctx);
    return done;
}
