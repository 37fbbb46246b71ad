/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of loop/factor.h share. */
#ifndef TENON_LOOP_FACTOR_PARTS_H
#define TENON_LOOP_FACTOR_PARTS_H

#include "loop/factor.h"

enum { FACTOR_DEPTH_MAX = 256 };

/* How a value depends on what is divided: not (ZERO: it is the constant 0), linearly, otherwise. */
typedef enum { DEGREE_ZERO, DEGREE_CONSTANT, DEGREE_LINEAR, DEGREE_OTHER } Degree;

/* Buffers whose elements count as the linear part. */
typedef struct {
    const bool *sources; /* by buffer id */
    const bool
        *updates_any; /* by buffer id: stores `b = b op v` add what is constant in the sources;
                                NULL: of none */
    LoopExprKind op;  /* of these stores */
    bool narrows;     /* a cast of floats to less precision counts as linear */
} DegreeQuestion;

/* Of each output, by position; false: an index, a condition or an update depends on the sources. */
bool loop_degrees(Ctx *ctx, const LoopFn *fn, const DegreeQuestion *q, Degree *outputs);

/* Does the store put `b[i] op v` into b[i]? Then v. */
const LoopExpr *loop_update_of(const LoopStmt *store, LoopExprKind op);

#endif
