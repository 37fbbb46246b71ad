/* SPDX-License-Identifier: Apache-2.0 */
/* Products of dequantized values. */
#ifndef TENON_BACKEND_ONEDNN_QUANTIZED_H
#define TENON_BACKEND_ONEDNN_QUANTIZED_H

#include "ir/ir.h"

typedef struct {
    IrBinding *anchor;                        /* the product of floats */
    const IrOperand *data, *weight;           /* the 8 bits of both; weight: a constant */
    IrBinding *data_permute, *weight_permute; /* behind these; NULL: none */
    double scale;
    const Tensor *weight_scale; /* one number, or one an output channel */
    int64_t zero, weight_zero;
    int32_t channel; /* the dim of the result that the output channels are */
    /* what onednn_quantized_build made: the bindings, and among them the product of integers */
    IrBinding *first, *last, *product;
    IrVar *result;
} OnednnQuantized;

/* Whether the binding is such a product. */
bool onednn_quantized(IrBinding *b, OnednnQuantized *out);
/* Puts the product of integers before the anchor, and uses it in the anchor's place. False:
 * inference refuses it, and nothing has changed. */
bool onednn_quantized_build(OnednnQuantized *self, IrModule *m);
/* Takes it out again; nothing may have changed since. */
void onednn_quantized_undo(OnednnQuantized *self);
/* Removes the anchor, and what only it used. */
void onednn_quantized_finish(const OnednnQuantized *self);

#endif
