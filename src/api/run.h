/* SPDX-License-Identifier: Apache-2.0 */
/* A run, for the files that make and compare them. */
#ifndef TENON_API_RUN_H
#define TENON_API_RUN_H

#include "api/api.h"
#include "eval/draw.h"
#include "eval/eval.h"

typedef struct {
    const char *name;
    const Tensor *tensor;
    const char *parameter; /* of an input: that it is, or is a part of */
    const char *file;      /* of an output: its name in the ONNX file, or NULL */
    bool is_drawn;
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
    TnModule *module;    /* of a run that is kept, with its function */
    IrGlobal *global;
    ApiProgram *program;
    TnStage stages[API_STAGES];
    size_t n_stages;
    double run_ms;
    bool is_kept;
    Cleanup cleanup;
};

/* The run's inputs, given and drawn. TN_OK, or what the call returns after a report. */
TnStatus api_run_take_inputs(TnRun *run, IrFunction *fn, const TnRunOptions *o);
/* The tensors that a value is made of, in order: named after `name`, or (NULL) by their
 * position. */
void api_run_flatten(TnRun *run, const Value *v, const char *name, NamedTensors *out);
/* The outputs' names in the file that the function was read from. */
void api_run_name_outputs(TnRun *run, const IrFunction *fn);

/* Where TnRunOptions.layers go. */
typedef struct {
    Ctx *ctx;
    const char *folder; /* NULL: they are not asked for */
    size_t n;           /* bindings so far */
} ApiLayers;

/* An EvalEach, of an ApiLayers. */
bool api_layer_write(void *user, const IrVar *var, const Value *value);

#endif
