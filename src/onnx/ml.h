/* SPDX-License-Identifier: Apache-2.0 */
/* What the maps of the domain ai.onnx.ml share: matrices of any numbers, scores of classes,
 * labels. */
#ifndef TENON_ONNX_ML_H
#define TENON_ONNX_ML_H

#include "onnx/import.h"

typedef enum {
    ML_NONE,
    ML_SOFTMAX,
    ML_LOGISTIC,
    ML_SOFTMAX_ZERO,
    ML_PROBIT,
    ML_TRANSFORMS
} MlTransform;

/* The attribute post_transform, a string. */
MlTransform ml_transform(O *o);
/* Of each row of scores. One score alone is its own softmax, and (as ONNX Runtime has it) its own
 * logistic. */
IrOperand ml_transformed(O *o, MlTransform t, IrOperand scores);

/* Input 0 as (samples, features): a vector is one sample. */
IrOperand ml_matrix(O *o);
/* Float32; float64 of doubles. */
IrOperand ml_floats(O *o, IrOperand x);
/* A tensor of these dims; columns 0: a vector. */
IrOperand ml_tensor(O *o, DType dtype, const double *v, int64_t rows, int64_t columns);

/* A list of floats, or the tensor NAME_as_tensor. NULL: none is given. *wide: it is float64. */
const double *ml_numbers(O *o, const char *name, uint32_t *n, bool *wide);
/* The elements of a tensor attribute, as doubles or integers; NULL: not given. */
const double *ml_tensor_numbers(O *o, const char *name, uint32_t *n, bool *wide);

/* For qsort; no NaN is among them. */
int ml_compare_doubles(const void *a, const void *b);

/* One of two lists. */
typedef struct {
    const int64_t *ints; /* or NULL */
    const Str *strs;
    uint32_t n;
} MlLabels;
MlLabels ml_labels(O *o, const char *ints, const char *strs);
/* The labels as a vector. */
IrOperand ml_labels_tensor(O *o, const MlLabels *labels);
/* Output 0: of each sample the label whose number is `index` (int64). */
void ml_set_label(O *o, const MlLabels *labels, IrOperand index);

/* How two classes come of one score: above the border it is the second one. */
typedef struct {
    double border;
    bool is_probability; /* the first class's score is 1 less the second's, else its negative */
} MlBinary;
/* Outputs 0 and 1 of scores (samples, 1) where there are two labels. */
void ml_set_binary(O *o, const MlLabels *labels, IrOperand score, MlBinary how, MlTransform t);
/* Outputs 0 and 1 of scores (samples, labels). voted: which of them count for the label; NONE:
 * all. */
void ml_set_classes(O *o, const MlLabels *labels, IrOperand scores, IrOperand voted, MlTransform t);

#endif
