/* SPDX-License-Identifier: Apache-2.0 */
/* What the collectives share. Ranks form groups by `axes`, names of axes of a mesh (ops/mesh.h);
 * without them all ranks are one group. No call sees the mesh: what its type needs of it, the size
 * of a group, it says itself (num_workers). Where it takes `extent`, parts need not be equal: each
 * rank says how long its own result is along the axis. */
#ifndef TENON_OPS_CCL_H
#define TENON_OPS_CCL_H

#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/sample.h"

#define CCL_AXES                                                                                   \
    { .name = "axes", .kind = OP_PARAM_LIST, .optional = true, .none = true }
#define CCL_EXTENT                                                                                 \
    { .name = "extent", .kind = OP_PARAM_SHAPE, .optional = true }
#define CCL_AXES_CONSTRAINT "axes names one axis of the mesh or more, each once"
#define CCL_WORKERS_CONSTRAINT "num_workers is 1 or more"

/* sum, prod, min, max, avg; ends with NULL. */
extern const char *const ccl_reductions[];

/* The attribute `axes`: None or a list of distinct names. */
bool ccl_check_axes(IrInfer *in, unsigned c);
/* The attribute num_workers. */
bool ccl_check_workers(IrInfer *in, unsigned c);
/* The operand `extent` holds n extents, none of them negative. True where it was left out. */
bool ccl_check_extent(IrInfer *in, uint32_t arg, int32_t n, unsigned c);
/* Extent i of that operand; NULL: unknown, or the operand was left out. */
const IrDim *ccl_extent(IrInfer *in, uint32_t arg, int32_t i);
/* A num_workers-th of the extent of dim `axis`, where it divides that; NULL after a report. */
const IrDim *ccl_equal_part(IrInfer *in, const IrDim *extent, unsigned c);
/* x's type with another extent of dim `axis`; NULL: one that is not known. */
const IrType *ccl_with_extent(IrInfer *in, int64_t axis, const IrDim *extent);
/* The type of what one rank gets of x cut along `axis`, by `extent` (operand `arg`) or in equal
 * parts; NULL after a report. */
const IrType *ccl_infer_part(IrInfer *in, uint32_t arg, unsigned c_axis, unsigned c_equal,
                             unsigned c_extent);

/* In one process: the first part along each axis, whatever it is long. */
void ccl_lower_first(OpLower *low);
/* Index `i` of the result along an axis where x, `own` long, stands there num_workers times; past
 * x's end, so that a run fails, where the result is not so long. */
const LoopExpr *ccl_repeated(OpLower *low, const LoopExpr *i, const LoopExpr *own,
                             const LoopExpr *whole);

/* A call of a collective in a gradient, with those attributes of the call at hand that it has too.
 * `how` NULL: no op_type. `dims`: the result's extents along its axes, where the call at hand says
 * such too. */
IrOperand ccl_call(OpGradient *g, const OpDef *op, IrOperand x, const char *how,
                   const IrDim *const *dims, uint32_t n);
/* Sets axes to None or a name or two; of OpSample. */
void ccl_sample_axes(OpSample *s);
/* Sets num_workers, which divides `extent` (0: any), and returns it. */
int64_t ccl_sample_workers(OpSample *s, int64_t extent);

#endif
