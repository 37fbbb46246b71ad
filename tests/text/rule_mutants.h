/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make built-in rules wrong: rule_mutants_test.c, and
 * rule_mutants_judge.c, which runs on each of them what `tenon rules test` does. */
#ifndef TENON_TESTS_RULE_MUTANTS_H
#define TENON_TESTS_RULE_MUTANTS_H

#include "ops/ops.h"

enum { ID_MAX = 400 };

typedef enum { NO_RULE, KILLED, UNMATCHED, SURVIVED } Fate;

typedef struct {
    char id[ID_MAX]; /* rule, a space, what was done */
    bool missed;     /* wrong, and draws do not show it */
    bool seen;
} Equivalent;

typedef struct {
    Ctx *ctx;
    OpTable ops;
    Arena *arena; /* of what stays */
    VEC(Equivalent) equivalents;
    size_t every, count, at;
    const char *only;
    bool list;
    size_t fates[SURVIVED + 1], equivalent, wrong;
    /* Of the rule at hand. */
    Str text;
    char rule[100];
    size_t pattern, replacement; /* where their bodies begin */
    VEC(uint64_t) done;          /* hashes of its mutants */
} RuleMutants;

/* Whether the text's rule is found to be wrong: counted, and told where it is not. id: rule and
 * mutation; line: what was changed. */
void rule_mutant_judge(RuleMutants *t, const char *id, Str text, const char *line);

#endif
