/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which a graph's nodes are imported: what makes a name comes before what uses it,
 * whatever the order in the file. */
#ifndef TENON_ONNX_ORDER_H
#define TENON_ONNX_ORDER_H

#include "onnx/import.h"

/* What is to be done next. */
typedef struct {
    const OnnxNode *node;
    bool in_circle; /* what it uses is not made before it, as that depends on the node itself */
    bool is_circle; /* nothing is imported: here it was found that the node needs what it makes */
} OnnxTurn;

typedef VEC(OnnxTurn) OnnxOrder;

/* In the import's arena. A node's subgraphs need what the node needs. */
void onnx_order(OnnxImport *im, const OnnxList *nodes, OnnxOrder *out);

#endif
