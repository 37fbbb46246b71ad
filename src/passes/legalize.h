/* SPDX-License-Identifier: Apache-2.0 */
/* Legalization: calls that are not in a legal set (ir/legal.h) become their decompositions, what
 * these bring is looked at again, and what cannot be made legal is reported, all of it at once. */
#ifndef TENON_PASSES_LEGALIZE_H
#define TENON_PASSES_LEGALIZE_H

#include "ir/legal.h"

/* Operators that are not made of others: those of level 0. */
extern const IrLegalSet legal_core;
/* These, and dropout that waits for its seed. */
extern const IrLegalSet legal_training;

/* The sets of the passes, and those that are registered with the table; NULL past the last one. */
const IrLegalSet *legal_set_get(const OpTable *table, size_t index);
/* The one of that name; NULL: there is none. */
const IrLegalSet *legal_set_find(const OpTable *table, Str name);
bool legal_call(const IrLegalSet *set, const IrBinding *call);

/* What became of one call. Given before the call goes; what replaces it stands before it in its
 * block. */
typedef struct {
    const IrBinding *call;
    /* 0: it stood in the module; else above it in the tree, so many calls */
    unsigned depth;
    const char *way;        /* how; NULL: it is left */
    const IrBinding *first; /* of what replaces it, up to the call; NULL: it is left */
    const char *why;        /* the ways tried before, and what refused each; NULL: none */
} LegalDecision;

typedef struct {
    const IrLegalSet *set;
    const OpDef *const *skip; /* legal whatever the set says */
    size_t n_skip;
    bool training; /* what operators that do not say it themselves are decomposed for */
    bool lenient;  /* what cannot be made legal stays, and is no error */
    bool
        as_tvm; /* what TVM's DecomposeOps... decompose, and what texts define: all else is legal */
    bool fold;  /* constants are folded (FoldConstant) if fewer calls lack something then */
    const IrFunction *only; /* NULL: all functions */
    /* NULL: the set's. Asked in the order of the program. */
    bool (*legal)(void *user, const IrBinding *call);
    /* A function of the module begins; a call in it, or in one nested in it, is decided on. NULL:
     * nobody listens. */
    void (*enter)(void *user, const IrFunction *fn);
    void (*decided)(void *user, const LegalDecision *d);
    void *user;
} LegalOptions;

/* Changes the module in place; false after a report, with the module half changed: run it within an
 * edit. */
bool legalize(IrModule *m, const LegalOptions *options);

/* What the pass LegalizeOps does, and lenient, for the one who listens; of `listener` nothing else
 * counts. Afterwards the module is as it was. */
bool legalize_look(IrModule *m, const IrLegalSet *set, const LegalOptions *listener);

/* The decisions as a tree, appended to `out`; the module is as it was. False after a report. */
bool legalize_explain(IrModule *m, const IrLegalSet *set, StrBuf *out);

#endif
