/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of rules: files are read into them, and what is selected and counted. */
#include "rewrite/rule_parse.h"

RuleSet *rules_new(Ctx *ctx, const OpTable *ops, Arena *arena) {
    RuleSet *self = ARENA_NEW(arena, RuleSet);
    self->ctx = ctx;
    self->ops = ops;
    self->arena = arena;
    interner_init(&self->names, arena);
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

bool rules_load(RuleSet *self, const char *name, Str text) {
    Ctx *ctx = self->ctx;
    Str kept = {arena_strdup(self->arena, text), text.len};
    name = arena_strdup(self->arena, (Str){name, strlen(name)});
    diag_source(ctx, name, kept);
    size_t before = self->rules.len, errors = diag_errors(ctx);
    RuleParse p = {.set = self, .arena = self->arena};
    SynParser *syn = syn_new(ctx, self->arena, &self->names, kept);
    SynStmt s;
    for (;;) {
        syn_next(syn, &s);
        p.rule = NULL;
        if (s.kind == SYN_EOF) break;
        if (s.kind == SYN_ERROR || s.kind == SYN_DECORATOR || s.kind == SYN_IMPORT ||
            s.kind == SYN_PASS)
            continue;
        if (s.kind == SYN_EXPR && s.value->kind == SYN_STRING) continue;
        if (s.kind != SYN_CLASS) {
            rule_wrong(&p, s.loc, "a rule file holds classes with @R.rewriter\nfound: %s",
                       s.kind == SYN_DEF ? "a function" : "another statement");
            if (s.kind > SYN_CLASS) rule_skip_block(syn);
            continue;
        }
        if (!rule_class(&p, syn, &s)) continue;
        Rule *r = p.rule;
        for (size_t i = 0; i < self->rules.len; i++) {
            if (self->rules.at[i]->name == r->name)
                rule_wrong(&p, r->loc,
                           "there is a rule of this name already\nhelp: why-not and --rule-stats "
                           "tell rules by their names");
        }
        r->source = name;
        r->text = kept;
        r->index = (uint32_t)self->rules.len;
        r->stats.rule = r->name;
        vec_push(self->arena, &self->rules, r);
    }
    syn_free(syn);
    bool ok = diag_errors(ctx) == errors;
    if (!ok) self->rules.len = before;
    diag_source(ctx, NULL, (Str){NULL, 0});
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
    return true;
}

const RuleGroup *rules_groups(const RuleSet *self, size_t i, size_t *n) {
    *n = self->rules.at[i]->groups.len;
    return self->rules.at[i]->groups.at;
}
