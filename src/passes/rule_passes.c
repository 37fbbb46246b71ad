/* SPDX-License-Identifier: Apache-2.0 */
/* Passes that are rules: a theme of rewrite/rules/<theme>.py, or several that make one set. */
#include "passes/rule_passes.h"

#include "base/kept.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "rewrite/rules.h"

/* The sets are parsed once in a context. They name built-in operators only, which no table on top
 * may redefine, so one set serves modules of all tables. */
static RuleSet *load(IrModule *m, const char *const *themes, size_t n) {
    RuleSet *rules = kept_find(m->ctx, themes);
    if (rules) {
        rules_stats_clear(rules);
        return rules;
    }
    const OpTable *built_in = m->ops;
    while (built_in->base) built_in = built_in->base;
    CtxKept *kept = kept_begin(m->ctx);
    rules = rules_new(m->ctx, built_in, &kept->arena);
    for (size_t i = 0; i < n; i++) {
        const RuleTheme *text = rule_theme(themes[i]);
        if (!text) BUG("there is no theme %s", themes[i]);
        if (!rules_load(rules, themes[i], text->text)) BUG("the rules of %s are wrong", themes[i]);
    }
    kept_end(kept, themes, rules);
    return rules;
}

static bool apply(IrModule *m, const char *const *themes, size_t n, bool cheaper) {
    RuleSet *rules = load(m, themes, n);
    bool ok = (cheaper ? rules_apply_where_cheaper : rules_apply)(rules, m, NULL);
    return ok && blocks_finish(m);
}

#define RULES(function, ...)                                                                       \
    bool function(IrModule *m) {                                                                   \
        static const char *const themes[] = {__VA_ARGS__};                                         \
        return apply(m, themes, ARRAY_LEN(themes), false);                                         \
    }

RULES(pass_adjust_matmul_order, "adjust_matmul_order")
RULES(pass_combine_parallel_matmul, "combine_parallel_matmul")
RULES(pass_expand_matmul_of_sum, "expand_matmul_of_sum")
RULES(pass_fold_batchnorm_to_conv2d, "fold_batchnorm_to_conv2d")
RULES(pass_fold_into_weights, "fold_into_weights")
RULES(pass_fuse_transpose_matmul, "fuse_transpose_matmul")
RULES(pass_remove_redundant_reshape, "remove_redundant_reshape")
RULES(pass_reorder_permute_dims_after_concat, "reorder_permute_dims_after_concat")
RULES(pass_reorder_resize_after_conv, "reorder_resize_after_conv")
RULES(pass_reorder_take_after_matmul, "reorder_take_after_matmul")
#define SIMPLIFY                                                                                   \
    "simplify_arithmetic", "simplify_broadcast", "simplify_cast", "simplify_compare",              \
        "simplify_concat", "simplify_permute", "simplify_reduction", "simplify_reshape",           \
        "remove_redundant_reshape", "simplify_select"

RULES(pass_simplify, SIMPLIFY)

static const char *const simplify_gradient[] = {SIMPLIFY, "simplify_gradient"};

bool pass_simplify_gradient(IrModule *m) {
    return apply(m, simplify_gradient, ARRAY_LEN(simplify_gradient), false);
}

RuleSet *pass_simplify_gradient_rules(IrModule *m) {
    return load(m, simplify_gradient, ARRAY_LEN(simplify_gradient));
}

/* All that can pay, together, each application weighed: rewrite/cost.h. */
bool pass_rewrite_by_cost(IrModule *m) {
    static const char *const themes[] = {SIMPLIFY,
                                         "adjust_matmul_order",
                                         "combine_parallel_matmul",
                                         "fold_batchnorm_to_conv2d",
                                         "fold_into_weights",
                                         "reorder_permute_dims_after_concat",
                                         "reorder_resize_after_conv",
                                         "reorder_take_after_matmul"};
    return apply(m, themes, ARRAY_LEN(themes), true);
}
