/* SPDX-License-Identifier: Apache-2.0 */
/* What several files of maps share. */
#ifndef TENON_STABLEHLO_MAPS_H
#define TENON_STABLEHLO_MAPS_H

#include "stablehlo/import.h"

/* A call of a host function: of the operands and results that are no tokens. */
void shlo_host_call(H *s, Str name, bool has_effects);
/* A custom call that stands for an operation; false: its target names none. */
bool shlo_named_operation(H *s, Str target);
/* The k greatest (or least) of operand 0 along its last dim, and their places. */
void shlo_top_k(H *s, const IrDim *k);
/* Result 1 of the state that operand 0 is, and the next state. */
void shlo_random_bits(H *s, const IrType *out);
/* Operands of one shape, as the text says: what is not proved a run checks. */
void shlo_agree(H *s, IrOperand *x, uint32_t n);
/* A dim as an int64 tensor of rank 0. */
IrOperand shlo_dim_number(H *s, const IrDim *d);
/* x flat. */
IrOperand shlo_flat(H *s, IrOperand x);
/* The product of the extents behind each dim. */
const IrDim **shlo_strides(H *s, const IrDim *const *dims, int32_t n);
/* x with `count` zeros between its elements along the axis. */
IrOperand shlo_spaced(H *s, IrOperand x, int32_t axis, int64_t count);
/* Windows of reduce_window and select_and_scatter, by dim. */
typedef struct {
    int32_t rank;
    const int64_t *size, *stride, *base, *dilation, *low, *high;
} ShloWindow;
/* Sets the result as operators that have gradients: join over each window, where the padding is its
 * identity. False: loops are needed. */
bool shlo_window(H *s, IrOperand x, const ShloWindow *w, const OpDef *join, double identity);
/* Do its bodies take the first greatest of each window, and add to zeros? */
bool shlo_is_pool_gradient(H *s);
bool shlo_pool_gradient(H *s, IrOperand x, IrOperand source, const ShloWindow *w);
/* A float's bits as an integer of the same order: -NaN < -inf < ... < -0 < 0 < ... < NaN. */
IrOperand shlo_total_order(H *s, IrOperand x);
/* The operation of a region that gives this name; NULL: it comes from elsewhere. */
const ShloOp *shlo_giver(const ShloRegion *r, Str name);
/* A constant of the region, or from around; NULL: the value is none. */
const Tensor *shlo_constant_in(H *s, const ShloRegion *r, Str name);
bool shlo_has(const int64_t *list, uint32_t n, int64_t v, uint32_t *at);

#endif
