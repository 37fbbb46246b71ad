/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of legalization share: legalize.c walks and tries the ways in turn. */
#ifndef TENON_PASSES_LEGALIZE_PARTS_H
#define TENON_PASSES_LEGALIZE_PARTS_H

#include "ir/definition.h"
#include "passes/legalize.h"

/* An illegal call, and what it is to become. */
typedef struct {
    IrModule *m;
    IrBinding *b;
    const LegalOptions *options;
    const IrType *result; /* as inferred just now; b->var->type may say less */
    const IrAttr *attrs;  /* the same */
    IrBuilder *builder;   /* appends at the end of the call's block; NULL in why_not */
    const IrDefinition *definition; /* of the way by one: the module's or the context's */
} LegalCall;

/* A way to make calls legal. */
typedef struct {
    const char *name;                            /* "by its decomposition" */
    const char *(*why_not)(const LegalCall *call); /* NULL: it can go this way */
    IrVar *(*build)(LegalCall *call);            /* the result's variable; NULL after a report */
} LegalWay;

/* What of the type, or of the operands and the result of the call, is not known and must be; NULL: nothing. */
const char *legal_unknown_of(const IrType *t);
const char *legal_unknown(const LegalCall *call);

#endif
