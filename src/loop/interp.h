/* SPDX-License-Identifier: Apache-2.0 */
/* Runs loop functions: the reference for every backend. A function is compiled to code for a
 * register machine once and may then be run many times; every access is checked against its
 * buffer's extents. */
#ifndef TENON_LOOP_INTERP_H
#define TENON_LOOP_INTERP_H

#include "base/diag.h"
#include "loop/loop.h"

typedef struct LoopProgram LoopProgram;

/* A parameter's memory: elements in the machine's byte order. `strides` in elements, NULL:
 * row-major. */
typedef struct {
    void *data;
    const int64_t *dims;
    const int64_t *strides;
} LoopArg;

/* The program lives in the arena. */
const LoopProgram *loop_compile(const LoopFn *fn, Arena *arena);

/* One LoopArg per buffer, one int64 per scalar parameter (NULL: it has none). Extents that are a
 * lone size bind it; all others are checked, and so are the strides of a parameter that tells them.
 * False after a report (extents or strides that do not fit, an index out of range, at the
 * statement's place if it has one). Locals are allocated for the run and counted, with those of
 * callees, against limits.const_bytes (STATUS_LIMIT is thrown past it). Cancellable. Inputs and
 * outputs must not overlap. */
bool loop_run(Ctx *ctx, const LoopProgram *program, const LoopArg *args, const int64_t *scalars);

/* The sizes that the arguments' extents bind, by the order of fn->sizes; for callers that compute
 * output extents first. False after a report; outputs may be left out (n_args < the parameters). */
bool loop_bind_sizes(Ctx *ctx, const LoopFn *fn, const LoopArg *args, uint32_t n_args,
                     const int64_t *scalars, int64_t *sizes);
/* An expression over sizes (an extent); false when it has no value (a size is not bound) or
 * overflows. */
bool loop_eval_extent(const LoopFn *fn, const LoopExpr *e, const int64_t *sizes, int64_t *out);

#endif
