/* SPDX-License-Identifier: Apache-2.0 */
/* A run, for the files that make and compare them. */
#ifndef TENON_DRIVER_API_RUN_H
#define TENON_DRIVER_API_RUN_H

#include "driver/api.h"
#include "eval/draw.h"
#include "eval/eval.h"

typedef struct {
    const char *name;
    const Tensor *tensor;
} NamedTensor;

typedef VEC(NamedTensor) NamedTensors;

/* Lives on the heap, as its list and arena must not move. */
struct TnRun {
    TnContext *context;
    Arena arena;
    ValueList list;
    Value **args; /* one per parameter */
    size_t n_args;
    NamedTensors inputs, outputs;
    DrawNames defaulted;
    VEC(TnOpCost) costs; /* by falling time */
    TnModule *module; /* of a run that is kept, with its function */
    IrGlobal *global;
    ApiProgram *program;
    TnStage stages[API_STAGES];
    size_t n_stages;
    double run_ms;
    bool is_kept;
    Cleanup cleanup;
};

#endif
