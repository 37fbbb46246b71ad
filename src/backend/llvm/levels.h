/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for several levels of x86-64 in one object, of which the processor that loads it chooses
 * the highest that it has. */
#ifndef TENON_BACKEND_LLVM_LEVELS_H
#define TENON_BACKEND_LLVM_LEVELS_H

#include "backend/llvm/kernel.h"

enum { LL_LEVELS = 4 };

/* From the lowest. */
typedef struct LlLevels {
    Target rows[LL_LEVELS];
    int numbers[LL_LEVELS]; /* 1 of x86-64, 4 of x86-64-v4 */
    size_t n;
} LlLevels;

/* "v2,v3,v4", also with x86-64- before them; given: the target that was asked for, or none. False
 * after a report. */
bool ll_levels_parse(Ctx *ctx, const char *list, const Target *given, LlLevels *out);

/* As ll_kernel and ll_kernel_work; the function calls the one of the level. */
LlKernel ll_levels_kernel(LlUnit *u, const LlLevels *levels, const LoopFn *fn, const char *name,
                          const LlKernelOptions *options);
int64_t ll_levels_work(Ctx *ctx, const LlLevels *levels, const LoopFn *fn, int64_t threads,
                       unsigned flags);
/* What runs when the object is loaded, before anything of it is called. */
void ll_levels_choose(LlUnit *u, const LlLevels *levels);

#endif
