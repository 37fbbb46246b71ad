/* SPDX-License-Identifier: Apache-2.0 */
/* Passes that are a theme of rules: rewrite/rules/<theme>.py. */
#include "passes/passes.h"
#include "rewrite/rule.h"
#include "rewrite/rules.h"

static bool apply(IrModule *m, const char *theme) {
    Arena arena;
    arena_init(&arena, m->ctx);
    RuleSet *rules = rules_new(m->ctx, m->ops, &arena);
    const RuleTheme *text = rule_theme(theme);
    if (!text) BUG("there is no theme %s", theme);
    bool ok = rules_load(rules, theme, text->text) && rules_apply(rules, m, NULL);
    arena_fini(&arena);
    return ok;
}

#define RULES(function, theme) \
    bool function(IrModule *m) { return apply(m, theme); }

RULES(pass_combine_parallel_matmul, "combine_parallel_matmul")
RULES(pass_reorder_permute_dims_after_concat, "reorder_permute_dims_after_concat")
