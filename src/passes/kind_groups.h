/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of calls of loop functions, by the kinds that these state: TVM's graph partitioning. */
#ifndef TENON_PASSES_KIND_GROUPS_H
#define TENON_PASSES_KIND_GROUPS_H

#include "ir/ir.h"
#include "loop/loop.h"

/* A binding of a dataflow block. */
typedef struct KindNode {
    IrBinding *b;
    LoopPattern kind; /* never NONE */
    bool is_kept;     /* something outside of the block reads it */
    /* The nearest node through which all that is made of it passes; NULL: none is known. */
    struct KindNode *sink;
    uint32_t depth;      /* of the tree of sinks */
    LoopPattern through; /* the worst kind of what stands between, and of the sink */
    /* Its group: */
    struct KindNode *into; /* NULL: this one stands for the group */
    LoopPattern group_kind;
    uint32_t n;            /* nodes of the group */
    uint32_t met, counted; /* the numbers of the questions that met it */
} KindNode;

typedef struct {
    IrModule *m;
    Arena *arena;
    const IrBlock *block;
    KindNode *nodes; /* in the order of the block */
    uint32_t n;
    KindNode **of; /* by variable id, of the function; NULL: of another block */
    uint32_t question;
    VEC(KindNode *) path;
} KindGroups;

/* Groups the nodes, whose b, kind and is_kept are set. */
void kind_groups_find(KindGroups *self);
/* The node that stands for the group. */
KindNode *kind_group_of(KindNode *node);

#endif
