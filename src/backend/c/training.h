/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that print the header of a program that trains. */
#ifndef TENON_BACKEND_C_TRAINING_H
#define TENON_BACKEND_C_TRAINING_H

#include "backend/c/interface.h"

/* A tensor that a step changes. */
typedef struct {
    const CPort *port;
    const char *field; /* of the struct; of those that are stored "params.w1" */
    const char *name;  /* the model's; of those that are stored "weights/w1" */
} CTrainingField;

typedef struct {
    Emit *e;
    StrBuf *out;
    const char *prefix, *macro; /* net, NET */
    const IrAttr *attrs;        /* backend/training.h */
    CEntryPoint *step, *of, *begin;
    size_t n_weights, n_state, n_trained, n_slots;
    bool has_seed, has_average;
    const char **slots; /* fields */
    CTrainingField *weights;
    VEC(CTrainingField) stored;
    const char *model;
    double rate;
    const char *schedule;
    const IrAttr *values;
    int64_t steps;
} CTraining;

/* training_text.c */
void c_training_rate(CTraining *t);
void c_training_store(CTraining *t);
/* data: TRAINING_DATA, or of kind NONE. */
void c_training_data(CTraining *t, const IrAttr *data);

#endif
