/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of legalization share: legalize.c walks and tries the ways (legalize_ways.c) in
 * turn, legal_sets.c says what is legal. */
#ifndef TENON_PASSES_LEGALIZE_PARTS_H
#define TENON_PASSES_LEGALIZE_PARTS_H

#include "ir/definition.h"
#include "passes/legalize.h"

/* The loop functions of a run of legalization. */
typedef struct LegalLoops LegalLoops;
typedef struct LegalLowered LegalLowered;

/* An illegal call, and what it is to become. */
typedef struct {
    IrModule *m;
    IrBinding *b;
    const LegalOptions *options;
    const IrType *result;           /* as inferred just now; b->var->type may say less */
    const IrAttr *attrs;            /* the same */
    IrBuilder *builder;             /* appends at the end of the call's block; NULL in why_not */
    const IrDefinition *definition; /* of the way by one: the module's or the context's */
    LegalLoops *loops;              /* NULL: the set makes none */
    const LegalLowered *lowered;    /* what why_not found, for build */
    IrDimPairs open;                /* what the call demands of dims and its types leave open */
} LegalCall;

/* A way to make calls legal. */
typedef struct {
    const char *name;                        /* "by its decomposition" */
    unsigned bit;                            /* IR_LEGAL_... */
    bool (*applies)(const OpDef *op);        /* may it be a way of the operator's calls at all? */
    const char *(*why_not)(LegalCall *call); /* NULL: it can go this way */
    IrVar *(*build)(LegalCall *call);        /* the result's variable; NULL after a report */
} LegalWay;

enum { LEGAL_WAYS = 3 };
/* In the order in which they are tried. */
extern const LegalWay legal_ways[LEGAL_WAYS];
/* By @R.legalize: before all others, each by its function's name. */
extern const LegalWay legal_by_definition;
/* As the passes DecomposeOps... of TVM do it: before these, for whom LegalOptions.as_tvm asks. */
extern const LegalWay legal_as_tvm;
/* decompose_as_tvm.c: whether, and what. */
const char *decompose_as_tvm_why_not(LegalCall *call);
IrVar *decompose_as_tvm(struct OpDecompose *call);
/* Of a call that no way is for at all. */
const char *legal_no_way(const IrLegalSet *set, const IrBinding *call);

/* legalize_unknown.c. What of the type, or of the operands and the result of the call, is not
 * known and must be; NULL: nothing. */
const char *legal_unknown_of(const IrType *t);
const char *legal_unknown(const LegalCall *call);
/* "the `what` of `x` is not known", x being the name of the operand's parameter. */
const char *legal_unknown_operand(const LegalCall *call, uint32_t index, const char *what);

/* A number whose type leaves its value open. */
bool legal_is_open_number(const IrOperand *o, const IrType *t);

/* legalize_loops.c. The functions that the module has when the run begins are taken up. */
LegalLoops *legal_loops_new(IrModule *m, Arena *arena);
void legal_loops_free(LegalLoops *self); /* may be NULL */
bool legal_loops_apply(const OpDef *op);
const char *legal_why_not_loops(LegalCall *call);
IrVar *legal_build_loops(LegalCall *call);
/* Operands of unknown shape and known rank get symbols for their extents. False after a report. */
bool legal_name_shapes(IrModule *m, IrBinding *call);

#endif
