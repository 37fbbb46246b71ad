/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions as kernels (runtime/abi.h): which loop goes by vectors, which by rows, which by
 * threads. */
#ifndef TENON_BACKEND_LLVM_KERNEL_H
#define TENON_BACKEND_LLVM_KERNEL_H

#include "backend/llvm/ll.h"

typedef struct {
    /* The number of the message, for a fault that the function finds in a run; the text is to be
     * copied. */
    uint32_t (*message)(void *user, const char *text);
    void *user;
    int64_t threads; /* that the code is meant for; 1: no parallel calls */
    /* the least work of a thread, as k_cost counts; 0: what pays. Others only for tests */
    int64_t grain;
} LlKernelOptions;

typedef struct {
    LLVMValueRef function; /* external linkage, of the given name */
    LLVMTypeRef type;
    bool has_work;              /* the last parameter */
    int64_t work;               /* its bytes, times the threads; -1: work_function tells */
    LLVMValueRef work_function; /* i64 (sizes...), the threads counted; INT64_MAX: overflow */
    LLVMTypeRef work_type;
} LlKernel;

/* Adds the function, which has passed loop_verify, to the unit. */
LlKernel ll_kernel(LlUnit *u, const LoopFn *fn, const char *name, const LlKernelOptions *options);
/* What makes the plan of a kernel another one: the unit is strict; it is unscheduled. */
enum { K_STRICT = 1, K_UNSCHEDULED = 2, K_STANDS = 4 /* scheduled in the module: as it stands */ };
/* LlKernel.work alone, before anything is emitted. */
int64_t ll_kernel_work(Ctx *ctx, const LoopFn *fn, const Target *target, int64_t threads,
                       unsigned flags);

#endif
