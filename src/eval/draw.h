/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs for a run where none are given, the same on every machine: each element depends on the
 * seed, the parameter's position and the element's position only.
 *
 * Floats are uniform in [-1, 1), from rank 2 on times sqrt(3 / fan), where fan is the product of
 * all dims but the first, so that deep networks neither blow up nor go blind. Integers are uniform
 * in [0, 8), and where they index something, below its extent (OpDef.index_roles). Bools are
 * fair. */
#ifndef TENON_EVAL_DRAW_H
#define TENON_EVAL_DRAW_H

#include "eval/value.h"

enum { DRAW_DIM = 4 }; /* a symbol's value when nothing settles it */

typedef struct {
    const char *name; /* of a symbol */
    int64_t value;
} DrawDim;

/* What is drawn follows from the seed; what some symbols are is given. */
typedef struct {
    uint64_t seed;
    const DrawDim *dims;
    uint32_t n_dims;
} DrawBy;

/* Fills inputs[i], one per parameter, where it is NULL. Symbols get their values from the inputs
 * that are given, then from `by.dims`, then DRAW_DIM; those of the last kind are listed in
 * *defaulted (by name, in the arena). False after a report: a dim of an unknown name, or with two
 * values (also of two inputs), a parameter whose type does not tell its shape. */
typedef VEC(const char *) DrawNames;
bool draw_inputs(IrFunction *fn, DrawBy by, Value **inputs, ValueList *list, Arena *arena,
                 DrawNames *defaulted);

#endif
