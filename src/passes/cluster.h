/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters: bindings of a block that are to become one. They are brought side by side, if that one
 * would depend on nothing that depends on it. */
#ifndef TENON_PASSES_CLUSTER_H
#define TENON_PASSES_CLUSTER_H

#include "ir/ir.h"

/* Bindings that a question may look at. What would take more is answered by no. */
enum { CLUSTER_FUEL = 1000 };

typedef VEC(IrBinding *) ClusterList;

/* Bindings that stand side by side. */
typedef struct Cluster {
    IrBinding *first, *last;
    size_t n;
    struct Cluster *into; /* what it became part of; NULL: nothing */
} Cluster;

typedef struct {
    IrModule *m;
    Arena *arena;
    IrFunction *fn;
    uint32_t n_vars;
    /* By variable id, of those that were there at the beginning. */
    const IrBinding **cast; /* the last match_cast before it in its block; NULL: none */
    uint32_t *seen;         /* the number of the question that met it */
    Cluster **of;           /* NULL: it is in none */
    const Cluster *a, *b;   /* that are being joined */
    uint32_t question;
    ClusterList stack, raised;
} Clusters;

/* For the bindings that the function has now: others are not moved. */
void clusters_init(Clusters *self, IrModule *m, Arena *arena, IrFunction *fn);

/* The cluster that the variable's binding is in; NULL: none. */
Cluster *clusters_of(const Clusters *self, const IrVar *v);
/* A cluster of one binding. */
Cluster *clusters_new(Clusters *self, IrBinding *b);
/* `late` becomes part of `early`, which stands before it in the block, as above. */
bool clusters_join(Clusters *self, Cluster *early, Cluster *late);

/* Brings the members, which stand in one block in this order, side by side: at the place of the
 * first, with what the others need before it, or else at that of the last. Other clusters stay
 * whole; those whose bindings are all among the members become part of the new one. NULL: what one
 * of them needs depends on another one, or cannot be moved, or it would take too long; nothing is
 * changed. */
Cluster *clusters_bring(Clusters *self, IrBinding *const *members, size_t n);

/* Appends the cluster's bindings, in their order. */
void clusters_list(const Clusters *self, const Cluster *of, ClusterList *out);

#endif
