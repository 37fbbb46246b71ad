/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients that rows of unary.def name. */
#ifndef TENON_OPS_UNARY_GRADIENT_H
#define TENON_OPS_UNARY_GRADIENT_H

#include "ops/gradient.h"

#define UNARY_GRADIENT_YES(id) void grad_##id(OpGradient *g);
#define UNARY_GRADIENT_ZERO(id)
#define UNARY_GRADIENT_NONE(id)
#define UNARY(id, name, dtypes, gradient, doc) UNARY_GRADIENT_##gradient(id)
#include "ops/unary.def"

#endif
