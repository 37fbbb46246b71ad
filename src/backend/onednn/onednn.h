/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions, their gradients, and matrix products by oneDNN.
 *
 *     onednn_partition(m, &options)  they become calls of private functions, with what follows
 *                                    them:
 *
 *         y = R.nn.conv2d(x, w)                 z: ... = cls.onednn_conv2d(x, w, b)
 *         y1 = R.add(y, b)
 *         z = R.nn.relu(y1)                 @R.function(private=True)
 *                                           def onednn_conv2d(x: ..., w: ..., b: ...):
 *                                               R.func_attr({"Codegen": "onednn"})
 *                                               y, y1, z as before
 *
 *     onednn_takes, onednn_call         what such a function asks for, as flat data (call.h)
 *     onednn_prepare                    a primitive with packed weights, to be run by runtime/abi.h
 *
 * oneDNN's own header appears in primitive.h alone. */
#ifndef TENON_BACKEND_ONEDNN_ONEDNN_H
#define TENON_BACKEND_ONEDNN_ONEDNN_H

#include "backend/onednn/call.h"
#include "ir/ir.h"
#include "runtime/abi.h"

typedef struct {
    /* Symbols of these names change from run to run: what mentions one is left alone, as each
     * value would need a primitive of its own. */
    const char *const *varying;
    size_t n_varying;
    bool all;   /* whatever it costs */
    bool ahead; /* only what a program that leaves the process can have (ahead.h) */
    /* Only what comes before SplitTransposedConv and ConvToWinograd: transposed convolutions by
     * weights that are no constants, and products of dequantized values (quantized.h). */
    bool is_early;
} OnednnOptions;

/* For one who counts: what became of the convolutions and products that oneDNN has. */
typedef struct {
    size_t taken, posts; /* calls, and what follows within them */
    size_t left;
} OnednnCounts;

/* Changes the module in place. Extents may be symbols in public functions alone. Functions with
 * Codegen that onednn_takes refuses lose the attribute. counts may be NULL. False after a
 * report. */
bool onednn_partition(IrModule *m, const OnednnOptions *options, OnednnCounts *counts);

/* What the function asks for. False: it is none of ours. */
bool onednn_call(const IrFunction *fn, OnednnCall *out);
/* For BeTarget.takes. */
bool onednn_takes(void *user, const IrFunction *fn);
/* For BeTarget.over. */
bool onednn_over(void *user, const IrFunction *fn, uint32_t *param);

/* Primitives and packed weights, shared by all that is prepared with it. Thread rule: one thread
 * at a time prepares; what was prepared runs on any threads, each prepared state on one at a
 * time. */
typedef struct Onednn Onednn;

/* threads: that a run may use. Its memory is of `ctx`, by no arena of the caller's; ended by
 * onednn_free, which comes after the last run. Throws STATUS_MEMORY. */
Onednn *onednn_new(Ctx *ctx, int64_t threads);
/* It outlives the call: it leaves the context's clean-ups. */
void onednn_keep(Onednn *self);
void onednn_free(Onednn *self);

/* Whether oneDNN has a kernel of its own for it: what it calls a reference is slower than any code
 * of ours. Nothing is prepared. */
bool onednn_is_fast(Onednn *self, const OnednnCall *call, const OnednnExtents *extents);

/* A state of its own for the call with these extents. constants: by input of the call, NULL
 * where the data come with each run; they must stay as long as the state. The state's buffers
 * are the function's parameters in order, then the result; all row-major. *scratch: bytes, on a
 * line of 64, that RtEnv.scratch has in a run. It lives until onednn_drop or the end of `self`.
 * False after a report at loc. */
bool onednn_prepare(Onednn *self, const OnednnCall *call, const int64_t *symbols,
                    const void *const *constants, Loc loc, RtLibrary *out, size_t *scratch);

/* Ends the state, which no run is in. */
void onednn_drop(Onednn *self, RtLibrary *library);
/* Of what is prepared from now on. */
void onednn_set_threads(Onednn *self, int64_t threads);

typedef struct {
    size_t primitives, states, packed; /* made so far, but states: in use; packed: weights */
    size_t packed_bytes;
    size_t scaled;           /* states whose scales are part of the primitive: scales.h */
    const char *last_kernel; /* oneDNN's name of the kernel of the last state */
} OnednnStats;

OnednnStats onednn_stats(const Onednn *self);

#endif
