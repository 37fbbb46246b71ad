/* SPDX-License-Identifier: Apache-2.0 */
/* The processor that code is made for, and units (ll.h) for it. */
#ifndef TENON_BACKEND_LLVM_TARGET_H
#define TENON_BACKEND_LLVM_TARGET_H

#include <llvm-c/TargetMachine.h>

#include "backend/llvm/ll.h"

/* Must not move; a throw releases it. Thread rule: ll_target_machine may be called from any
 * thread. */
typedef struct {
    Ctx *ctx;
    const char *triple, *cpu, *features; /* in the arena */
    Target processor;
    bool is_file;                 /* code is for files, maybe of another machine */
    bool has_libmvec;             /* LlUnit.has_libmvec */
    LLVMTargetMachineRef machine; /* of the thread that made it */
    Cleanup cleanup;
} LlTarget;

/* False after a report: there is no LLVM. Its vectors are no wider than those that LLVM knows
 * of. */
bool ll_target_init(LlTarget *self, Ctx *ctx, Arena *arena, const Target *processor);
/* For files: the processor's own triple. False after a report: LLVM has not that either. */
bool ll_target_init_file(LlTarget *self, Ctx *ctx, Arena *arena, const Target *processor);
/* The same of one that is already chosen, by its names, which live as long as it does. */
bool ll_target_init_named(LlTarget *self, Ctx *ctx, const char *triple, const char *cpu,
                          const char *features);
void ll_target_fini(LlTarget *self);
/* Another one, for one thread; NULL when LLVM cannot. The caller disposes of it. */
LLVMTargetMachineRef ll_target_machine(const LlTarget *self, bool quick);

/* Opens a unit of that name. It must not move; a throw releases it. */
void ll_unit_init(LlUnit *u, Ctx *ctx, Arena *arena, const LlTarget *target, const char *name);
void ll_unit_fini(LlUnit *u);

#endif
