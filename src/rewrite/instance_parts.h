/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that draw instances of patterns: instance.c, instance_draw.c for what a
 * tape's numbers stand for, and instance_sample.c for the calls that an operator's own sample
 * draws. */
#ifndef TENON_REWRITE_INSTANCE_PARTS_H
#define TENON_REWRITE_INSTANCE_PARTS_H

#include "ops/sample.h"
#include "rewrite/instance.h"
#include "rewrite/parts.h"

enum { SHAPES_MAX = 16 };

typedef struct Instance {
    RuleMatch m; /* its slots are the environment; its builder makes the body */
    RuleTape *tape;
    IrFunction *fn;
    /* the one extent that is not a number; NULL until it is drawn */
    IrSymbol *symbol;
    DType dtype;                      /* of most tensors */
    const IrType *shapes[SHAPES_MAX]; /* drawn so far */
    uint32_t n_shapes;
    /* by slot: what its element before this one was; NULL: it is the first */
    const IrType **before;
    const IrType *wanted; /* of the next tensor that is free; NULL: any */
    int64_t narrow;       /* free extents are this or 1, so that much fits by chance; 0: any */
    uint32_t count;       /* elements of each Many that is not settled yet */
    bool ok;
    /* The value that the pattern stands for: the walk of instance.c, for what it calls. */
    RuleValue (*build)(struct Instance *x, const Pattern *p);
} Instance;

/* instance_draw.c. A number below n. */
uint32_t instance_draw(Instance *x, uint32_t n);
RuleValue instance_give_up(Instance *x);
/* A parameter of the function for the slot, or a constant where a condition asks for one. */
RuleValue instance_parameter(Instance *x, const IrType *t, int slot);
/* The value of a parameter or of an element. */
RuleValue instance_slot(Instance *x, int slot);
/* A constant all of whose elements are the number: most often of rank 0. */
RuleValue instance_number(Instance *x, double v);
/* A value of the parameter's kind. */
RuleValue instance_attr(Instance *x, const OpParam *p);
DType instance_dtype(Instance *x);
/* Later tensors are likely to be of this type. */
void instance_note_type(Instance *x, const IrType *t);

/* instance_sample.c. The call's operator can draw what the pattern leaves free. */
bool instance_may_sample(const Pattern *p);
/* The call, with attributes and the types of free operands as the operator's own sample draws them.
 * inside_first: its operands that are calls are built before, and the sample is asked for a call on
 * these; else they are built so that they have the types that the sample wants. */
RuleValue instance_sample(Instance *x, const Pattern *p, bool inside_first);

#endif
