/* SPDX-License-Identifier: Apache-2.0 */
/* Any module to code in this process. */
#ifndef TENON_BACKEND_LLVM_NATIVE_H
#define TENON_BACKEND_LLVM_NATIVE_H

#include "ir/origin.h"
#include "passes/bind.h"
#include "runtime/executable.h"

typedef struct {
    const IrGlobal *function; /* the only entry, private ones too; NULL: every public function */
    unsigned holds;           /* properties that the module is known to have (ir/verify.h) */
    const Target *target;     /* what code is made for; NULL: the module's, else this machine */
    const char *cpu;          /* its name in the table goes before that; NULL: none */
    int64_t threads;          /* that runs may have; 0: one for each processor */
    bool strict;              /* the bits of the evaluator: without -O2, and all is code of our own */
    bool profile;             /* runs keep times */
    bool plain;               /* without -O2 */
    bool optimized;           /* -O2 has been run: it is not run again */
    bool no_libraries;        /* all is code of our own: the same bits with any number of threads */
    bool donates;             /* entries work as the attribute `donate` says: RtValue.takes */
    const BindDim *dims;      /* symbols that get values first, in `function` or in all */
    size_t n_dims;
    const char *const *varying; /* symbols whose values change from run to run: nothing is prepared for each of them */
    size_t n_varying;
} NativeOptions;

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

/* The module as a program in this process; afterwards it is as it was. False after reports. *self must not move, and
 * native_keep makes it last longer than the call: a throw before releases it. */
bool native_compile(Native *self, IrModule *m, const NativeOptions *options);
void native_keep(Native *self);
void native_free(Native *self);
/* Of libraries, made so far for all states. */
size_t native_primitives(const Native *self);

#endif
