/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of loop/factor.h share. */
#ifndef TENON_LOOP_FACTOR_PARTS_H
#define TENON_LOOP_FACTOR_PARTS_H

#include "loop/window.h"

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

/* What integer expressions are worth while the loops' variables in them go through all of their
 * values. */
typedef struct {
    const LoopExpr **lets; /* by variable id: the value of a LET */
    int64_t *extents;      /* by variable id: how far a loop runs; -1: not known */
    int64_t *values;       /* by variable id: of a loop's variable */
} LoopEnv;

enum { LOOP_ENV_VARS = 8, LOOP_ENV_ROOM = 1 << 18 /* values: of an expression, of all windows */ };

void loop_env_init(LoopEnv *self, Arena *arena, const LoopFn *fn);
/* The variables of loops that it depends on, each once; false: it is of something else too, of
 * floats, or of too many. */
bool loop_env_vars(const LoopEnv *self, const LoopExpr *e, const LoopVar **vars, uint32_t *n);
int64_t loop_env_value(const LoopEnv *self, const LoopExpr *e);
/* Conditions that hold where a statement runs, those of them that depend on these variables
 * alone. */
enum { LOOP_GUARDS = 8 };
typedef struct {
    const LoopExpr *at[LOOP_GUARDS];
    uint32_t n;
} LoopGuards;
typedef VEC(const LoopExpr *) LoopConditions;
void loop_env_guards(const LoopEnv *self, const LoopConditions *conditions,
                     const LoopVar *const *vars, uint32_t n, LoopGuards *out);
bool loop_env_runs(const LoopEnv *self, const LoopGuards *guards);

/* Does the store put `b[i] op v` into b[i]? Then v. */
const LoopExpr *loop_update_of(const LoopStmt *store, LoopExprKind op);

#endif
