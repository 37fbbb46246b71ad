/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrite rules: declared in text (docs/rules.md), matched and applied to modules.
 *
 *     RuleSet *rules = rules_new(ctx, ops, &arena);
 *     rules_load(rules, "my_rules.py", text);      once a file; false after reports
 *     rules_apply(rules, m, NULL);                 to the end: until nothing more applies
 *
 * A loaded set is constant data but for its statistics; it may be applied to any number of modules
 * of the same context. */
#ifndef TENON_REWRITE_RULE_H
#define TENON_REWRITE_RULE_H

#include "ir/build.h"

typedef struct Rule Rule;
typedef struct RuleSet RuleSet;
typedef struct RuleMatch RuleMatch;

/* A replacement in C: reads what the pattern's names stand for (rule_match_*, below) and builds the
 * values that replace the pattern's results, with the match's builder. False: it declines, which
 * ends this match only; what it had built and reported is taken back. */
typedef bool (*RuleCallback)(void *user, RuleMatch *match, IrVar **results, uint32_t n);

typedef struct {
    const char *name; /* as R.callback("name") has it */
    RuleCallback run;
    void *user;
} RuleCallbackDef;

typedef struct {
    const char *rule;
    size_t tries, hits, refused, out_of_fuel;
    size_t members; /* of groups of siblings: how many were combined in all */
    int64_t nanoseconds;
} RuleStats;

/* In a callback. The new bindings are appended by this builder, and are moved to their place
 * afterwards. */
IrBuilder *rule_match_builder(RuleMatch *self);
/* The value that a name of the pattern stands for; NULL: none, or not one value. */
const IrOperand *rule_match_operand(const RuleMatch *self, const char *name);
/* Of an R.Many: how many, and the i-th. */
uint32_t rule_match_count(const RuleMatch *self, const char *name);
const IrOperand *rule_match_item(const RuleMatch *self, const char *name, uint32_t i);
/* An attribute variable that is an integer. */
bool rule_match_int(const RuleMatch *self, const char *name, int64_t *out);

/* Lives in `arena`. */
RuleSet *rules_new(Ctx *ctx, const OpTable *ops, Arena *arena);
/* Before rules_load, which refuses names that are not there. */
void rules_callback(RuleSet *self, const RuleCallbackDef *callback);
/* Adds the rules of a file. All its errors are reported; false when there were some, and nothing is
 * added. */
bool rules_load(RuleSet *self, const char *name, Str text);
Ctx *rules_ctx(const RuleSet *self);
size_t rules_count(const RuleSet *self);
const char *rules_name(const RuleSet *self, size_t i);
const char *rules_doc(const RuleSet *self, size_t i);
/* Only the rules of these names are applied; false when there is none of a name. */
bool rules_select(RuleSet *self, const char *name);
const RuleStats *rules_stats(const RuleSet *self, size_t i);
void rules_stats_clear(RuleSet *self);
/* Sizes of the groups that a siblings rule combined: n_sizes pairs of (size, times), by rising
 * size. */
typedef struct {
    uint32_t size, times;
} RuleGroup;
const RuleGroup *rules_groups(const RuleSet *self, size_t i, size_t *n);

/* One application: what matched, in the order of the module, and what was made for it. */
typedef struct {
    const char *rule;
    const IrOrigin *origin; /* of what was made */
    IrBinding *const *matched, *const *made;
    size_t n_matched, n_made;
} RuleApplication;

/* Told how each rule fared when rules were applied to a module (IrModule.rule_listener). May
 * throw. */
typedef struct RuleListener {
    void (*rule)(void *user, const RuleStats *stats, const RuleGroup *groups, size_t n_groups);
    /* Told of each application, when all is in its place and what matched is not removed yet. NULL:
     * nobody asks. */
    void (*applied)(void *user, const RuleApplication *a);
    void *user;
} RuleListener;

/* Applies the rules to every function until none applies. False after a report: a rule does not
 * end, or is wrong. The module is changed in place (see ir/edit.h). *changed may be NULL. */
bool rules_apply(RuleSet *self, IrModule *m, bool *changed);
/* One function, but not those nested in it. */
typedef struct {
    IrFunction *fn;
    /* approximate rules replace variables with this id or a later one, and what comes of these */
    uint32_t first_id;
} RuleScope;

/* The same in the scope. Rules of siblings are left out. */
bool rules_apply_in(RuleSet *self, IrModule *m, const RuleScope *scope, bool *changed);
/* The same as rules_apply, but only where a run then costs no more (rewrite/cost.h); what is
 * refused for that is counted. */
bool rules_apply_where_cheaper(RuleSet *self, IrModule *m, bool *changed);

/* Why a rule did not apply: the deepest partial match and the first condition that failed, as text
 * in the diagnostics' arena. at: the variable whose binding would be the pattern's root, NULL: any.
 * The module is not changed. NULL with a report when there is no such rule or variable. */
const char *rules_why_not(RuleSet *self, IrModule *m, const char *rule, const char *at);

#endif
