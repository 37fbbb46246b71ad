/* SPDX-License-Identifier: Apache-2.0 */
/* LiftTransformParams' parts: lift_transform_params.c says what moves and what is left,
 * lift_values.c tells which values of several functions are the same, lift_build.c makes the
 * transform. */
#ifndef TENON_PASSES_LIFT_PARTS_H
#define TENON_PASSES_LIFT_PARTS_H

#include "ir/ir.h"
#include "passes/calls.h"

typedef enum {
    AT_RUN,
    WEIGHT,     /* a parameter */
    LIGHT,      /* of weights and constants, not worth a place of its own */
    LIGHT_WORK, /* the same, with work in it */
    WORK,
} LiftClass;

typedef struct {
    const IrFunction *fn;
    size_t n_inputs;
    uint8_t *classes;             /* by variable id */
    uint32_t *place;              /* of a weight among the weights, by variable id */
    bool *in_main, *in_transform; /* by variable id: needed there */
    /* By variable id: the number of the value, which equal values of functions that share a
     * transform have; 0: none. NULL: it shares none. */
    uint32_t *numbers;
    const IrVar **passed_of;   /* by number: the work that is passed for it; NULL: none is */
    VEC(const IrVar *) passed; /* main's new parameters after its inputs */
} LiftPlan;

typedef struct {
    IrModule *m;
    Arena *arena;
    LiftPlan **plans; /* by global's id; NULL: stays */
    const Calls *calls;
    bool *of_weights, *needed, *defined; /* by symbol's id */
} Lift;

/* Makes the transform that computes what the plan passes, behind the one of that name if there is
 * one that gives the plan's weights; else, where the name is taken, under another. False after a
 * report. */
bool lift_build(Lift *l, const LiftPlan *p, const char *name);

/* The values of several functions with the same weights, which are the numbers from 1 on. */
typedef struct {
    IrModule *m;
    Arena *arena;
    const LiftPlan *first;
    const IrDim *
        *dims; /* by symbol's id: what the first function has in its place; NULL: nothing */
    Map known;
    uint32_t n; /* numbers given */
} LiftValues;

void lift_values_init(LiftValues *self, IrModule *m, Arena *arena, const LiftPlan *first);
/* Numbers the plan's weights. The first of them whose type is not that of the first function's;
 * NULL: all are as there. Both have as many. */
const IrVar *lift_values_weights(LiftValues *self, LiftPlan *p);
/* Numbers the binding's value, whose operands have been met. */
void lift_values_number(LiftValues *self, LiftPlan *p, const IrBinding *b);

/* dims[s->id] = what stands in t's place in `other`, for the symbols s that stand alone in t and
 * have none yet. */
void lift_pair_symbols(const IrDim **dims, const IrType *t, const IrType *other);
/* t with these dims for its symbols. */
const IrType *lift_paired(IrModule *m, const IrDim *const *dims, const IrType *t);

#endif
