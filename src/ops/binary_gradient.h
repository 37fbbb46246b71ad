/* SPDX-License-Identifier: Apache-2.0 */
/* The gradients that rows of binary.def name. */
#ifndef TENON_OPS_BINARY_GRADIENT_H
#define TENON_OPS_BINARY_GRADIENT_H

#include "ops/gradient.h"

#define BINARY_GRADIENT_YES(id) void grad_##id(OpGradient *g);
#define BINARY_GRADIENT_LINEAR(id) BINARY_GRADIENT_YES(id)
#define BINARY_GRADIENT_ZERO(id)
#define BINARY_GRADIENT_NONE(id)
#define BINARY(id, name, dtypes, result, flags, gradient, doc) BINARY_GRADIENT_##gradient(id)
#include "ops/binary.def"

#endif
