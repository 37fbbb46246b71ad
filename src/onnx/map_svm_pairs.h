/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_ONNX_MAP_SVM_PAIRS_H
#define TENON_ONNX_MAP_SVM_PAIRS_H

#include "onnx/ml.h"

/* The first class of pair k has the probability 1 / (1 + exp(a[k] score + b[k])). */
typedef struct {
    const double *a, *b; /* n_pairs = n (n - 1) / 2, in the order of the first class */
    uint32_t n, n_pairs;
} MlPairs;

/* Of scores (samples, pairs) the probabilities (samples, n) of the classes. */
IrOperand ml_coupled(O *o, IrOperand scores, const MlPairs *how);

#endif
