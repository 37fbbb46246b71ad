/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of conditions and replacements (docs/rules.md). */
#ifndef TENON_REWRITE_RULE_FUNCTIONS_H
#define TENON_REWRITE_RULE_FUNCTIONS_H

#include "rewrite/parts.h"

typedef struct {
    const char *name;
    bool in_r; /* R.name */
    /* Of arguments that are evaluated and known. NULL: it takes them as they are written
     * (rule_eval.c). */
    RuleValue (*run)(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
} RuleFunction;

/* One after another; NULL behind the last. */
const RuleFunction *rule_function(size_t i);
/* NULL: there is none. */
const RuleFunction *rule_function_find(const char *name, bool in_r);

/* rule_lists.c */
RuleValue rule_fn_len(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_sum(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_min(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_max(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_prod(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_prefix_sums(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_parts(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_zip(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_enumerate(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_range(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_all(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_any(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_index(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
RuleValue rule_fn_increasing(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);

#endif
