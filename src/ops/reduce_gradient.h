/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients of reductions over axes, and of running sums and products. */
#ifndef TENON_OPS_REDUCE_GRADIENT_H
#define TENON_OPS_REDUCE_GRADIENT_H

#include "ops/gradient.h"

void grad_sum(OpGradient *g);
void grad_mean(OpGradient *g);
void grad_max(OpGradient *g);
void grad_min(OpGradient *g);
void grad_prod(OpGradient *g);
void grad_variance(OpGradient *g);
void grad_std(OpGradient *g);
void grad_cumsum(OpGradient *g);
void grad_cumprod(OpGradient *g);

#endif
