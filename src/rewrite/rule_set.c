/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of rules: files are read into them, and what is selected and counted. */
#include "rewrite/rule_parse.h"

RuleSet *rules_new(Ctx *ctx, const OpTable *ops, Arena *arena) {
    RuleSet *self = ARENA_NEW(arena, RuleSet);
    self->ctx = ctx;
    self->ops = ops;
    self->arena = arena;
    interner_init(&self->names, arena);
    map_init(&self->by_name, arena);
    self->name.R = intern_c(&self->names, "R");
    self->name.T = intern_c(&self->names, "T");
    self->name.I = intern_c(&self->names, "I");
    self->name.blank = intern_c(&self->names, "_");
    self->name.pattern = intern_c(&self->names, "pattern");
    self->name.replacement = intern_c(&self->names, "replacement");
    return self;
}

void rules_callback(RuleSet *self, const RuleCallbackDef *callback) {
    RuleCallbackDef copy = *callback;
    copy.name = intern_c(&self->names, callback->name);
    vec_push(self->arena, &self->callbacks, copy);
}

/* A rule of the set under this name; NULL: there is none. What a failed load had added counts no
 * more. */
static Rule *named(const RuleSet *self, const char *name) {
    for (MapIter it = map_find(&self->by_name, hash_ptr(0, name)); map_next(&self->by_name, &it);) {
        Rule *r = it.value;
        if (r->name == name && r->index < self->rules.len && self->rules.at[r->index] == r)
            return r;
    }
    return NULL;
}

static void add_class(RuleParse *p, SynParser *syn, const SynStmt *s, RuleHead member) {
    const bool nameless = p->table && !member.name;
    if (!rule_class(p, syn, member.name ? member : (RuleHead){s->name, s->name_loc})) return;
    Rule *r = p->rule;
    if (nameless) {
        rule_wrong(
            p, r->loc,
            "the rules of a table have names of their own\nhelp: `@R.rewriter(name)` before the "
            "class, and a column `name` of strings");
    } else if (named(p->set, r->name)) {
        rule_wrong(
            p, r->loc,
            "there is a rule of this name already\nhelp: why-not and --rule-stats tell rules by "
            "their names");
    }
    r->source = p->source;
    r->text = p->text;
    r->index = (uint32_t)p->set->rules.len;
    r->stats.rule = r->name;
    vec_push(p->arena, &p->set->rules, r);
    map_add(&p->set->by_name, hash_ptr(0, r->name), r);
}

/* The statements of the file, or of a table's block for the row at hand, to its end. Returns how
 * many classes there were. */
static size_t read_classes(RuleParse *p, SynParser *syn);

static void read_table(RuleParse *p, SynParser *syn, const SynStmt *head) {
    RuleTable *t = rule_table(p, head);
    const Loc loc = head->loc; /* its trees are gone after the next statement */
    const SynMark block = syn_mark(syn);
    const size_t from = syn_offset(syn), errors = diag_errors(p->set->ctx);
    if (!t) {
        rule_skip_block(syn);
        return;
    }
    for (uint32_t i = 0; i < t->n_rows; i++) {
        if (i > 0) {
            rule_make(p, syn_offset(syn) - from, loc);
            syn_seek(syn, block);
        }
        ctx_poll(p->set->ctx);
        rule_table_row(p, t, i);
        if (read_classes(p, syn) == 0) {
            p->rule = NULL;
            rule_wrong(p, loc, "a table without rules");
            break;
        }
    }
    p->rule = NULL;
    t->wrong = diag_errors(p->set->ctx) > errors;
    rule_table_end(p);
}

static size_t read_classes(RuleParse *p, SynParser *syn) {
    RuleHead member = {.name = NULL};
    size_t n = 0;
    SynStmt s;
    for (;;) {
        syn_next(syn, &s);
        p->rule = NULL;
        if (p->table && !p->table->block) p->table->block = s.loc.offset;
        if (s.kind == SYN_EOF || s.kind == SYN_END) return n;
        if (s.kind == SYN_DECORATOR) {
            rule_member_name(p, s.value, &member);
            continue;
        }
        if (s.kind == SYN_ERROR || s.kind == SYN_IMPORT || s.kind == SYN_PASS) continue;
        if (s.kind == SYN_EXPR && s.value->kind == SYN_STRING) continue;
        if (s.kind == SYN_FOR && !p->table) {
            read_table(p, syn, &s);
            continue;
        }
        if (s.kind != SYN_CLASS) {
            rule_wrong(
                p, s.loc,
                p->table
                    ? "a table holds classes with @R.rewriter(name)\nfound: %s"
                    : "a rule file holds classes with @R.rewriter, and tables of them\nfound: %s",
                s.kind == SYN_DEF   ? "a function"
                : s.kind == SYN_FOR ? "a table"
                                    : "another statement");
            if (s.kind > SYN_CLASS) rule_skip_block(syn);
            continue;
        }
        add_class(p, syn, &s, member);
        member.name = NULL;
        n++;
    }
}

bool rules_load(RuleSet *self, const char *name, Str text) {
    Ctx *ctx = self->ctx;
    Str kept = {arena_strdup(self->arena, text), text.len};
    name = arena_strdup(self->arena, str_c(name));
    const DiagSource outer = diag_source(ctx, name, kept);
    size_t before = self->rules.len, errors = diag_errors(ctx);
    self->index = NULL;
    RuleParse p = {.set = self, .arena = self->arena, .source = name, .text = kept};
    SynParser *syn = syn_new(ctx, self->arena, &self->names, kept);
    read_classes(&p, syn);
    syn_free(syn);
    bool ok = diag_errors(ctx) == errors;
    if (!ok) self->rules.len = before;
    diag_source_back(ctx, outer);
    return ok;
}

Ctx *rules_ctx(const RuleSet *self) { return self->ctx; }
size_t rules_count(const RuleSet *self) { return self->rules.len; }
const char *rules_name(const RuleSet *self, size_t i) { return self->rules.at[i]->name; }
const char *rules_doc(const RuleSet *self, size_t i) { return self->rules.at[i]->doc; }
const RuleStats *rules_stats(const RuleSet *self, size_t i) { return &self->rules.at[i]->stats; }

void rules_stats_clear(RuleSet *self) {
    for (size_t i = 0; i < self->rules.len; i++) {
        self->rules.at[i]->stats = (RuleStats){.rule = self->rules.at[i]->name};
        self->rules.at[i]->groups.len = 0;
    }
}

bool rules_select(RuleSet *self, const char *name) {
    bool found = false;
    for (size_t i = 0; i < self->rules.len; i++)
        found |= strcmp(self->rules.at[i]->name, name) == 0;
    if (!found) return false;
    for (size_t i = 0; i < self->rules.len; i++)
        self->rules.at[i]->selected = strcmp(self->rules.at[i]->name, name) == 0;
    self->has_selection = true;
    return true;
}

const RuleGroup *rules_groups(const RuleSet *self, size_t i, size_t *n) {
    *n = self->rules.at[i]->groups.len;
    return self->rules.at[i]->groups.at;
}
