/* SPDX-License-Identifier: Apache-2.0 */
/* A differential test made from a rule: modules that its pattern matches are drawn
 * (rewrite/instance.h), rewritten, and run before and after on the same inputs.
 *
 * An exact rule must give the same bits, NaN, infinities, zeros of either sign and the ends of the
 * integers' ranges among the inputs, in the operands' dtypes and in float64 (WidenFloats). An
 * approximate one is held to a relative difference of 1e-9 in float64, on ordinary inputs. A
 * counterexample is made smaller before it is told. Of modules that are alike few are compared: as
 * many others are looked for. */
#ifndef TENON_PASSES_RULE_TEST_H
#define TENON_PASSES_RULE_TEST_H

#include "rewrite/rule.h"

typedef struct {
    size_t drawn;    /* modules that were well-typed */
    size_t applied;  /* of these, how many the rule rewrote, and that were compared */
    size_t kinds;    /* different signatures of parameters among these */
    const char *why; /* NULL: no counterexample; in the arena */
    const char *module, *rewritten; /* of the counterexample, as text */
    bool is_close; /* in it a finite float is another one: rounding may be all there is to it */
    /* in: not NULL asks for it. The attributes' values in what was compared, a line for each */
    const char *seen;
    bool as_drawn; /* in: a counterexample is told as it was drawn, not made smaller */
} RuleTest;

/* Until `wanted` modules were compared, or the tapes run out (3,000 for each that is wanted, but of
 * many 20,000 and 400 for each). Results live in `arena`. */
void pass_rule_test(RuleSet *rules, size_t index, uint64_t seed, size_t wanted, Arena *arena,
                    RuleTest *out);
/* Whether a rule that is not approximate would pass, were it so. */
bool pass_rule_test_approximate(RuleSet *rules, size_t index, uint64_t seed, size_t wanted,
                                Arena *arena);

#endif
