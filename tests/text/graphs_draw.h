/* SPDX-License-Identifier: Apache-2.0 */
/* Modules drawn from a seed: 1 to 40 parts, each a call of any operator or one of the compositions
 * that nets are made of (a convolution with its batch norm and residual, attention, a
 * normalisation, an embedding ...), branches and private functions among them. Extents are 0 to 64
 * or symbols, whose values stand in the options. */
#ifndef TENON_TESTS_GRAPHS_DRAW_H
#define TENON_TESTS_GRAPHS_DRAW_H

#include "eval/draw.h"
#include "ops/sample.h"

/* What the seed asks for. */
SampleOptions graph_options(uint64_t seed);
/* Is it drawn? Collectives are not: they need the process. */
bool graph_has(const OpDef *op);
/* The function `main`; NULL after a report. */
IrFunction *draw_graph(IrModule *m, uint64_t seed);
/* The inputs of main in this module, drawn by the seed, floats by the parameter's name too: a
 * module that lost parameters has the same ones. For half of the seeds they are on a coarse grid,
 * so that sums of few are exact; for one in 16 some are infinite, NaN, -0, very large or very
 * small. False after a report. */
bool draw_graph_inputs(IrFunction *fn, uint64_t seed, Value **inputs, ValueList *list,
                       Arena *arena);

#endif
