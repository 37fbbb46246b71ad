/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_OPS_EINSUM_GRADIENT_H
#define TENON_OPS_EINSUM_GRADIENT_H

#include "ops/gradient.h"

/* Of each operand: an einsum of the adjoint with the other operands. */
void grad_einsum(OpGradient *g);

#endif
