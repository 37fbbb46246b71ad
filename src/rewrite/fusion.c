/* SPDX-License-Identifier: Apache-2.0 */
/* Fusion patterns read and matched: each becomes a rule of a set, without a replacement, so that the
 * matcher of rules is the only one. */
#include "rewrite/fusion.h"

#include "rewrite/rule_parse.h"

typedef struct {
    const SynExpr *name, *pattern;
    const SynExpr *const *conditions;
    uint32_t n_conditions;
} Entry;

static const char form[] = "\nexpected: {\"library.kernel\": pattern}, or a list of "
                           "(\"library.kernel\", pattern); behind a pattern in parentheses stand "
                           "conditions";

/* The dict's or list's i-th entry. False after a report. */
static bool entry_at(RuleParse *p, const SynExpr *all, uint32_t i, Entry *out) {
    const bool dict = all->kind == SYN_DICT;
    const SynExpr *e = all->items[dict ? 2 * i + 1 : i];
    *out = (Entry){.name = dict ? all->items[2 * i] : NULL, .pattern = e};
    const bool many = e->kind == SYN_TUPLE;
    const uint32_t before = dict ? 1 : 2; /* what stands before the conditions */
    if ((!dict && !many) || (many && e->n < before))
        return rule_wrong(p, e->loc, "this is no fusion pattern%s", form) != NULL;
    if (many) {
        if (!dict) out->name = e->items[0];
        out->pattern = e->items[before - 1];
        out->conditions = e->items + before;
        out->n_conditions = e->n - before;
    }
    if (out->name->kind != SYN_STRING || !out->name->str.len)
        return rule_wrong(p, out->name->loc, "the name of a fusion pattern is a string%s", form) !=
               NULL;
    return true;
}

/* A call, or alternatives that are. */
static bool is_root(const Pattern *x) {
    bool ok = x->kind == PATTERN_CALL;
    if (x->kind != PATTERN_EITHER) return ok;
    ok = true;
    for (uint32_t i = 0; i < x->n; i++) ok = ok && is_root(x->items[i]);
    return ok;
}

static bool read_entry(RuleParse *p, const Entry *e) {
    Rule *r = p->rule = ARENA_NEW(p->arena, Rule);
    r->set = p->set;
    r->name = intern(&p->set->names, e->name->str);
    r->loc = e->name->loc;
    r->source = p->source;
    r->text = p->text;
    r->index = (uint32_t)p->set->rules.len;
    r->selected = true;
    if (rule_is_word(p, e->pattern, "siblings"))
        return rule_wrong(p, e->pattern->loc, "siblings are no fusion pattern") != NULL;
    const SynExpr *copy = rule_copy(p, e->pattern);
    if (!rule_pattern_result(p, copy)) return false;
    if (r->n_roots != 1 || !is_root(r->roots[0]))
        return rule_wrong(
                   p, e->pattern->loc,
                   "a fusion pattern is a call, or R.either of calls\nhelp: what is computed "
                   "on the way and used elsewhere is a further result by itself") != NULL;
    for (uint32_t i = 0; i < e->n_conditions; i++)
        vec_push(p->arena, &r->conditions, rule_copy(p, e->conditions[i]));
    if (!rule_check_pattern(p) || !rule_finish(p)) return false;
    vec_push(p->arena, &p->set->rules, r);
    return true;
}

RuleSet *fusions_load(Ctx *ctx, const OpTable *ops, Arena *arena, Str text) {
    RuleSet *set = rules_new(ctx, ops, arena);
    const Str kept = {arena_strdup(arena, text), text.len};
    RuleParse p = {
        .set = set, .arena = arena, .source = "patterns", .text = kept, .names_are_values = true};
    const Loc start = {.line = 1, .col = 1};
    const size_t errors = diag_errors(ctx);
    const DiagSource before = diag_source(ctx, p.source, kept);
    const SynExpr *all = syn_parse_expr(ctx, arena, &set->names, kept, start);
    const bool is_list = all && (all->kind == SYN_DICT || all->kind == SYN_LIST);
    if (all && !is_list) rule_wrong(&p, all->loc, "these are no fusion patterns%s", form);
    for (uint32_t i = 0; is_list && i < (all->kind == SYN_DICT ? all->n / 2 : all->n); i++) {
        Entry e;
        p.rule = NULL;
        p.assigned.len = 0;
        if (entry_at(&p, all, i, &e)) read_entry(&p, &e);
    }
    diag_source_back(ctx, before);
    return diag_errors(ctx) == errors ? set : NULL;
}

const char *fusion_name(const RuleSet *self, size_t i) { return self->rules.at[i]->name; }

void fusion_wrong_name(const RuleSet *self, size_t i, const char *what, const char *expected) {
    const Rule *r = self->rules.at[i];
    const DiagSource before = diag_source(self->ctx, r->source, r->text);
    Diag *d = diag_error(self->ctx, r->loc, DIAG_RULE, r->name, what);
    diag_expected(self->ctx, d, "%s", expected);
    diag_source_back(self->ctx, before);
}

bool fusion_reads_one_of(const IrOperand *o, const Map *bindings) {
    const IrOperand *r = rule_resolve(o);
    return r != o && r->kind == IR_OPERAND_VAR && r->var->def && map_get_ptr(bindings, r->var->def);
}

static bool accepted(void *user, RuleMatch *m) {
    const FusionMatch *match = user;
    return match->accept(match->user, m->nodes.at, m->nodes.len);
}

bool fusion_match(RuleSet *self, size_t i, IrModule *m, IrBinding *root, Arena *arena,
                  const FusionMatch *match, bool *wrong) {
    Rule *r = self->rules.at[i];
    RuleMatch state;
    rule_match_init(&state, r, m, arena);
    const bool found = rule_match_roots(&state, root, accepted, (void *)(uintptr_t)match);
    *wrong = state.failed;
    if (!state.failed) return found;
    const DiagSource before = diag_source(self->ctx, r->source, r->text);
    diag_error(self->ctx, state.fault ? state.fault_loc : r->loc, DIAG_RULE, r->name,
               state.fault ? state.fault : "an expression is wrong");
    diag_source_back(self->ctx, before);
    return false;
}
