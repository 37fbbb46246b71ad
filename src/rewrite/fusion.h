/* SPDX-License-Identifier: Apache-2.0 */
/* Fusion patterns: what calls of one kernel of a library look like, as data. A pattern is one of the
 * rule language, with a name and conditions, and nothing takes its place.
 *
 *     {"onednn.conv2d_relu": R.nn.relu(R.nn.conv2d(x, w, **_)),
 *      "onednn.matmul": (R.matmul(x, w), x.dtype == "float32", R.is_const(w))}
 *
 * or a list of tuples: [("onednn.matmul", R.matmul(x, w), x.dtype == "float32"), ...]. A name that
 * stands where a value is meant is any value, the same at each place; one that stands for an
 * attribute is that attribute; `_` is anything. */
#ifndef TENON_REWRITE_FUSION_H
#define TENON_REWRITE_FUSION_H

#include "rewrite/rule.h"

/* A set of the patterns, in their order, in `arena`. NULL after reports of all that is wrong, at
 * their places in the text. */
RuleSet *fusions_load(Ctx *ctx, const OpTable *ops, Arena *arena, Str text);
/* The pattern's name, interned in the set. */
const char *fusion_name(const RuleSet *self, size_t i);
/* Where the name stands in the text. */
void fusion_wrong_name(const RuleSet *self, size_t i, const char *what, const char *expected);

/* Tries all ways in which pattern i matches with this call as its root, until `accept` takes one:
 * it is told the bindings that matched, the root among them, maybe some twice. True when it did.
 * What is made is in `arena`, but for a report: an expression of the pattern is wrong for this
 * module, which *wrong says. */
typedef struct {
    bool (*accept)(void *user, const IrBinding *const *nodes, size_t n);
    void *user;
} FusionMatch;

bool fusion_match(RuleSet *self, size_t i, IrModule *m, IrBinding *root, Arena *arena,
                  const FusionMatch *match, bool *wrong);

/* Is it another name of the result of one of these bindings, which the matcher looks through? */
bool fusion_reads_one_of(const IrOperand *o, const Map *bindings);

#endif
