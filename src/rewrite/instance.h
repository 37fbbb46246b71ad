/* SPDX-License-Identifier: Apache-2.0 */
/* Modules that a rule's pattern may match, drawn from a tape of numbers: what generated tests are
 * made from.
 *
 * A tape decides everything: extents, dtypes, attributes, how many a Many stands for, which
 * alternative. Numbers past its end are 0, and 0 is always the simplest choice. So a counterexample
 * is made smaller by making its tape shorter and its numbers smaller. The first number is a seed of
 * the inputs that the module is to be run on. Most tapes give no module, as the types do not fit;
 * that costs microseconds. */
#ifndef TENON_REWRITE_INSTANCE_H
#define TENON_REWRITE_INSTANCE_H

#include "rewrite/rule.h"

typedef struct {
    const uint16_t *at;
    size_t n;
    size_t used; /* out: numbers asked for, past the end too */
    /* which alternative of R.either, and which dtype, is the simplest one: all have their turn */
    uint32_t turn;
    uint16_t *ranges; /* out, NULL or n entries: below what each was wanted */
} RuleTape;

/* A module with the function `main`, whose body is the pattern of the i-th rule. NULL: the tape
 * gives none (nothing is reported). The module is still on the context's clean-ups
 * (ir_module_keep). */
IrModule *rules_instance(RuleSet *self, size_t i, RuleTape *tape);
/* The rule's results are equal up to rounding only. */
bool rules_approximate(const RuleSet *self, size_t i);

#endif
