/* SPDX-License-Identifier: Apache-2.0 */
/* The rewriter's state: shared by rewrite.c (what is tried when), apply.c (one replacement) and
 * siblings.c; worklist.c has the items and their lists. */
#ifndef TENON_REWRITE_REWRITER_H
#define TENON_REWRITE_REWRITER_H

#include "rewrite/cost.h"
#include "rewrite/rule_index.h"

/* How a binding came to be: a rule made it of what earlier rules made. */
typedef struct Provenance {
    const Rule *rule;
    uint32_t times; /* of this rule in the chain */
    const struct Provenance *parent;
} Provenance;

/* What the rewriter knows of a binding. */
typedef struct {
    IrBinding *binding;
    uint64_t queued;  /* by level */
    uint64_t touched; /* stamp of the change that reached it, and over how many calls */
    uint32_t up;
    uint64_t made;     /* stamp of the rewrite that made it */
    uint64_t seen;     /* stamp of the rewrite or match that met it */
    uint64_t levelled; /* siblings: stamp of the group that the next two are of */
    uint32_t level;
    const IrBinding *on; /* a member that it depends on; NULL: none */
    const Provenance *provenance;
    int8_t time;   /* BindingTime, -1: not asked yet */
    bool waits;    /* in `waiting` */
    bool is_exact; /* what exact rules made of a value that approximate ones may not replace */
} Item;

typedef VEC(Item *) ItemList;

typedef struct Rewriter Rewriter;

struct Rewriter {
    RuleSet *set;
    IrModule *m;
    Arena arena;   /* items, queues, provenance: for the run */
    Arena scratch; /* of a match */
    Map items;
    const RuleIndex *index; /* NULL: nothing is tried again */
    struct {
        ItemList list;
        size_t next;
    } levels[64];
    ItemList waiting; /* bindings of many operands */
    uint64_t pending; /* levels that are not empty */
    uint64_t stamp;
    size_t changes;
    bool ok;
    bool cheaper;           /* only where a run costs no more */
    const RuleScope *scope; /* NULL: the module */
    CostTable costs;
    RuleWeights weights;
    bool dry; /* only asks: every replacement is taken away again */
};

/* worklist.c */
Item *rewriter_item(Rewriter *w, IrBinding *b);
/* When the binding's value is known. */
BindingTime rewriter_time(Rewriter *w, IrBinding *b);
/* Examines a binding again, and its users as far as patterns reach. */
void rewriter_touch(Rewriter *w, IrBinding *b);
void rewriter_enqueue(Rewriter *w, IrBinding *b);
/* Those of many operands that wait; true when there were some. */
bool rewriter_enqueue_waiting(Rewriter *w);
/* The next one of a level; NULL: there is none left. */
Item *rewriter_dequeue(Rewriter *w, uint32_t level);

/* The bindings that a match replaces, in the rule's order; false: they are not distinct, or one may
 * not be replaced. */
bool rewriter_roots(Rewriter *w, RuleMatch *m, IrBinding *root, IrBinding ***out);

/* apply.c. One match: builds the replacement, proves its types, puts it in place and removes what
 * is dead. roots: by position; group: the results are the fields of one tuple, or a list. False:
 * refused, and nothing is changed. */
bool rewriter_apply(Rewriter *w, RuleMatch *m, IrBinding *const *roots, uint32_t n, bool group);
/* The same, of an expression of the match's rule. */
void rewriter_match_fault(Rewriter *w, const RuleMatch *m);

/* siblings.c. All groups in one block that can be combined now; true when something was changed.
 * miss: only looks, and notes why not. */
bool rewriter_siblings(Rewriter *w, Rule *rule, IrBlock *block, Miss *miss);

#endif
