/* SPDX-License-Identifier: Apache-2.0 */
/* Levels of operators: 0 for the core (a meaning in loops, an identity, a structural one, or none
 * of ours), and for a composite 1 more than the highest operator in its decompositions. */
#ifndef TENON_OPS_LEVELS_H
#define TENON_OPS_LEVELS_H

#include "ir/op.h"

/* levels[i] of ops->ops[i]. The operators in a decomposition are those in the decompositions of
 * some drawn calls. False after a report: operators are composed of each other in a circle, which
 * it names. */
bool op_levels(Ctx *ctx, const OpTable *ops, unsigned *levels);

#endif
