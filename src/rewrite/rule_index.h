/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of a set that are selected, by what their patterns begin with. */
#ifndef TENON_REWRITE_RULE_INDEX_H
#define TENON_REWRITE_RULE_INDEX_H

#include "rewrite/parts.h"

typedef VEC(Rule *) RuleList;

typedef struct RuleIndex {
    Arena *arena;
    Map reaches, buckets;
    Map pairs;          /* buckets with a child, `below` left out */
    RuleList any;       /* a bare variable, or an operator variable */
    RuleList siblings;  /* these are in no level */
    uint64_t *level_of; /* by rule: the bit of its level */
    uint32_t n_levels;
    uint32_t reach; /* the calls on the longest way down in any pattern */
} RuleIndex;

/* Calls below one of `op`, itself counted, in a pattern where it is the root, or is not. */
typedef struct {
    const OpDef *op;
    uint32_t root, inner;
} RuleReach;

/* Those that the module's user skips are left out. The index of all rules of a set is built once
 * and stays with the set; any other lives in `arena`. */
const RuleIndex *rule_index_get(RuleSet *set, const IrModule *m, Arena *arena);
/* The rules of a level whose root the binding may be; returns the bits of the levels that have
 * some. out NULL: only these. */
uint64_t rule_index_find(const RuleIndex *self, const IrBinding *b, uint32_t level, Arena *arena,
                         RuleList *out);
/* How far a change below a call of `op` can matter: to a rule whose root it is, and to what is
 * above it in a pattern. op NULL: to patterns that begin with no operator of their own. */
RuleReach rule_index_reach(const RuleIndex *self, const OpDef *op);

#endif
