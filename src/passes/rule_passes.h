/* SPDX-License-Identifier: Apache-2.0 */
/* Rule sets of passes, for who applies them to a part of a module. */
#ifndef TENON_PASSES_RULE_PASSES_H
#define TENON_PASSES_RULE_PASSES_H

#include "rewrite/rule.h"

/* The rules of the pass SimplifyGradient; they live as long as the module's context. */
RuleSet *pass_simplify_gradient_rules(IrModule *m);

#endif
