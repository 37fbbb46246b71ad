/* SPDX-License-Identifier: Apache-2.0 */
/* What a call costs in a run: a guide for choosing between two forms of a graph, in nanoseconds on
 * the module's target. Operations are counted in the loops that the operator means, bytes are those
 * of operands and results. A symbol counts as LOOP_UNKNOWN_EXTENT (loop/work.h). What is only
 * another view of its operand costs nothing. Matmuls, and the concat and split that make one of
 * several, cost what they take in native code (docs/passes.md#combining-matmuls).
 *
 * Work on constants and weights is paid when a model is loaded, so it is free in a run: see binding
 * times. */
#ifndef TENON_REWRITE_COST_H
#define TENON_REWRITE_COST_H

#include "ir/ir.h"

/* When a value is known: compiled in, at load (parameters after num_input), in each run. */
typedef enum { TIME_CONSTANT, TIME_WEIGHT, TIME_INPUT } BindingTime;

/* Costs that were computed, by operator, attributes and operand types. */
typedef struct {
    Arena *arena;
    Map known;
} CostTable;

void cost_init(CostTable *self, Arena *arena);
/* 0 for what is no call. A split whose parts are read where they lie costs nothing; that is for the
 * caller to see. */
double cost_binding(CostTable *self, IrModule *m, const IrBinding *b);
/* Of a tensor, or of those in a tuple. */
double cost_bytes(IrModule *m, const IrType *t);
/* Of bytes that are read and written in another order, one side of it in strides. */
double cost_reorder(IrModule *m, double bytes);
/* Of a parameter, by the function's attribute num_input (absent: all are inputs). */
BindingTime cost_param_time(const IrFunction *fn, const IrVar *param);

#endif
