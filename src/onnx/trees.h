/* SPDX-License-Identifier: Apache-2.0 */
/* Decision trees of the domain ai.onnx.ml as the operands of ml.tree_ensemble.
 *
 * Nodes are added in any order, with comparisons of seven kinds, and refer to each other by their
 * numbers. trees_call makes every comparison `x <= threshold` (an equality needs two nodes, a set
 * of n members 2 n), checks that there are no circles, and lays the nodes so that those of a walk
 * lie together. */
#ifndef TENON_ONNX_TREES_H
#define TENON_ONNX_TREES_H

#include "onnx/ml.h"

typedef enum {
    TREE_LEQ,
    TREE_LT,
    TREE_GTE,
    TREE_GT,
    TREE_EQ,
    TREE_NEQ,
    TREE_MEMBER,
    TREE_LEAF
} TreeMode;

typedef struct {
    TreeMode mode;
    bool tracks_true; /* where the feature is NaN, too */
    int64_t feature;
    double value;          /* of the comparison */
    const double *members; /* of TREE_MEMBER, sorted here */
    uint32_t n_members;
    uint32_t yes, no; /* numbers of nodes */
    int64_t tree, id; /* for messages */
} TreeNode;

/* A vote of a leaf. */
typedef struct {
    uint32_t node;
    int64_t target;
    double weight;
} TreeVote;

typedef struct {
    TreeNode *nodes;
    uint32_t n_nodes;
    uint32_t *roots, n_roots;
    TreeVote *votes;
    uint32_t n_votes;
    DType compare, weigh; /* of thresholds, of weights: float32 or float64 */
    int64_t n_targets;
    const char *aggregate;
} Trees;

/* ml.tree_ensemble of x, which may be any numbers. */
IrOperand trees_call(O *o, const Trees *trees, IrOperand x);

#endif
