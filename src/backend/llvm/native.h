/* SPDX-License-Identifier: Apache-2.0 */
/* Any module to code in this process. */
#ifndef TENON_BACKEND_LLVM_NATIVE_H
#define TENON_BACKEND_LLVM_NATIVE_H

#include "backend/backend.h"

typedef BeOptions NativeOptions; /* .function NULL: every public function */

/* What the making of code took. */
typedef struct {
    uint32_t units, cached; /* the latter were found on disk */
    size_t object_bytes;
    double optimize_ms, generate_ms; /* of all threads together */
    double load_ms;
} LlJitTimes;

/* What it all took, in milliseconds. */
typedef struct {
    double passes_ms, emit_ms, jit_ms, total_ms;
    LlJitTimes jit;
    size_t n_functions, n_loops;
} NativeTimes;

typedef struct {
    RtExecutable executable;
    Ctx *ctx;
    Arena arena;
    struct LlCode *code;
    struct LlLibraries *libraries;
    Tensor **constants; /* references */
    size_t n_constants, constant_bytes;
    IrHistory *histories; /* of the executable's sites */
    NativeTimes times;
    Cleanup cleanup;
} Native;

/* Runs what comes before code is made, for a target that may be another machine's. False after
 * reports. */
bool native_passes(IrModule *m, const NativeOptions *options, Arena *scratch);

/* The module as a program in this process; afterwards it is as it was. False after reports. *self
 * must not move, and native_keep makes it last longer than the call: a throw before releases it. */
bool native_compile(Native *self, IrModule *m, const NativeOptions *options);
void native_keep(Native *self);
void native_free(Native *self);
/* Of libraries, made so far for all states. */
size_t native_primitives(const Native *self);

#endif
