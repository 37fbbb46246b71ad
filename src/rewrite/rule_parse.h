/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by rule_parse.c (files, classes, parameters) and rule_pattern.c (expressions to nodes). */
#ifndef TENON_REWRITE_RULE_PARSE_H
#define TENON_REWRITE_RULE_PARSE_H

#include "rewrite/parts.h"

typedef struct {
    const char *name;
    Pattern *pattern;
} Assigned;

typedef struct {
    RuleSet *set;
    Rule *rule;
    Arena *arena;
    VEC(Assigned) assigned;
} RuleParse;

/* Reports; always NULL. */
void *rule_wrong(RuleParse *p, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4);
static inline bool rule_is_name(const SynExpr *e, const char *name) { return e && e->kind == SYN_NAME && e->name == name; }
/* The name in R.name or R.name(...), as one of the language's own words; false for others. */
bool rule_is_word(const RuleParse *p, const SynExpr *e, const char *word);
int rule_slot_new(RuleParse *p, const char *name, Loc loc);
/* The expression as a pattern; NULL after a report. */
Pattern *rule_pattern(RuleParse *p, const SynExpr *e);
Pattern *rule_pattern_var(RuleParse *p, int slot, Loc loc);
/* R.siblings(...) into the rule. */
bool rule_pattern_siblings(RuleParse *p, const SynExpr *call);
/* How many ways there are to match it; saturates. */
uint64_t rule_pattern_ways(const Pattern *p);

#endif
