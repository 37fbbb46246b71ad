/* SPDX-License-Identifier: Apache-2.0 */
/* What several files of maps share. */
#ifndef TENON_STABLEHLO_MAPS_H
#define TENON_STABLEHLO_MAPS_H

#include "stablehlo/import.h"

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
bool shlo_has(const int64_t *list, uint32_t n, int64_t v, uint32_t *at);

#endif
