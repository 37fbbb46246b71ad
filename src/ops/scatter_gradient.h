/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_OPS_SCATTER_GRADIENT_H
#define TENON_OPS_SCATTER_GRADIENT_H

#include "ops/gradient.h"

/* Of scatter_elements and scatter_nd. */
void grad_scatter(OpGradient *g);

#endif
