/* SPDX-License-Identifier: Apache-2.0 */
/* The family of convolutions: what OpDef.data is, and its gradient. */
#ifndef TENON_OPS_CONV_H
#define TENON_OPS_CONV_H

#include "ops/gradient.h"

typedef struct {
    int n; /* spatial dims */
    bool transpose;
    /* the pair that it is of, and the gradient of their weight */
    const OpDef *conv, *transposed, *weight;
} ConvRow;

void grad_conv(OpGradient *g);

/* What a weight adds to the gradient (conv_weight.c); its decomposition, a convolution, and its own
 * gradient (conv_gradient.c). */
extern const char *const conv_weight_constraints[];
const IrType *conv_weight_infer(IrInfer *in);
void conv_weight_lower(OpLower *low);
void conv_weight_sample(OpSample *s);
IrVar *conv_weight_as_conv(OpDecompose *d);
void grad_conv_weight(OpGradient *g);

#endif
