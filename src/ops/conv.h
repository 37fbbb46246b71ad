/* SPDX-License-Identifier: Apache-2.0 */
/* The family of convolutions: what OpDef.data is, and its gradient. */
#ifndef TENON_OPS_CONV_H
#define TENON_OPS_CONV_H

#include "ops/gradient.h"

typedef struct {
    int n; /* spatial dims */
    bool transpose;
    const OpDef *conv, *transposed; /* the pair that it is of */
} ConvRow;

void grad_conv(OpGradient *g);

#endif
