/* SPDX-License-Identifier: Apache-2.0 */
#include "rule_mutants.h"

#include <stdio.h>
#include <time.h>

#include "base/diag.h"
#include "passes/rule_test.h"
#include "rewrite/rule.h"

/* What the rewriter says of expressions that no value fits: such a rule is not wrong in silence. */
static bool makes_no_sense(const char *why) {
    static const char *const words[] = {" takes ",
                                        " wants ",
                                        "only ",
                                        "no operation",
                                        "no order",
                                        " are wanted",
                                        "is no operator",
                                        "expected R.",
                                        "no attribute",
                                        "not defined",
                                        "do not fit these names",
                                        "needs '",
                                        "runs over a list",
                                        "are integers"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (strstr(why, words[i])) return true;
    }
    return false;
}

static Fate judge_rule(RuleMutants *t, Str text) {
    Arena arena;
    Fate fate = NO_RULE;
    arena_init(&arena, t->ctx);
    RuleSet *set = rules_new(t->ctx, &t->ops, &arena);
    if (rules_load(set, "mutant", text) && rules_count(set) == 1) {
        RuleTest test = {.as_drawn = true};
        pass_rule_test(set, 0, 0, t->count, &arena, &test);
        fate = test.why       ? makes_no_sense(test.why) ? NO_RULE : KILLED
               : test.applied ? SURVIVED
                              : UNMATCHED;
    }
    arena_fini(&arena);
    return fate;
}

/* What grows until the memory is used up ends `rules test` with an error, and is found so. */
static Fate try_rule(RuleMutants *t, Str text) {
    Boundary boundary;
    volatile Fate fate = KILLED;
    diag_begin(t->ctx); /* what was said of the mutant before is in memory until then */
    CTX_ENTER(t->ctx, &boundary) { fate = judge_rule(t, text); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK && t->list)
        printf("# ended: status %d\n", (int)boundary.status);
    return fate;
}

void rule_mutant_judge(RuleMutants *t, const char *id, Str text, const char *line) {
    Equivalent *known = NULL;
    for (size_t i = 0; i < t->equivalents.len; i++) {
        if (strcmp(t->equivalents.at[i].id, id) == 0) known = &t->equivalents.at[i];
    }
    if (known) known->seen = true;
    if (t->at++ % t->every) return;
    const clock_t from = clock();
    const Fate fate = try_rule(t, text);
    if (t->list)
        printf("# %5.2f s %d %s\n", (double)(clock() - from) / CLOCKS_PER_SEC, (int)fate, id);
    if (known && !known->missed) {
        t->equivalent++;
        if (fate != KILLED) return;
        printf("FAILED '%s' is listed as equivalent, and found to be wrong\n", id);
        t->wrong++;
        return;
    }
    t->fates[fate]++;
    if (fate == SURVIVED && !known) {
        printf("FAILED not found: %s\n    %.*s\n", id,
               (int)(strcspn(line, "\n") - strspn(line, " ")), line + strspn(line, " "));
        t->wrong++;
    }
    fflush(stdout);
}
