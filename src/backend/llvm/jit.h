/* SPDX-License-Identifier: Apache-2.0 */
/* Units to code in this process. */
#ifndef TENON_BACKEND_LLVM_JIT_H
#define TENON_BACKEND_LLVM_JIT_H

#include "backend/llvm/cache.h"
#include "backend/llvm/native.h"
#include "backend/llvm/program.h"

typedef struct LlCode LlCode;

/* Compiles the units, on `threads` threads, and loads what comes of them. False after a report.
 * *out, in the arena, is to be freed in any case. */
bool ll_jit(LlCode **out, const LlTarget *target, const LlUnits *units, unsigned threads,
            const LlCache *cache, Arena *arena, LlJitTimes *times);
/* The same, but nothing is loaded: the objects are there to be taken elsewhere. */
bool ll_compile(LlCode **out, const LlTarget *target, const LlUnits *units, unsigned threads,
                const LlCache *cache, Arena *arena, LlJitTimes *times);
/* What is done to a unit before code is made of it. LLVM's message when it cannot; the caller
 * disposes of it. */
char *ll_clean_up(LLVMModuleRef module, LLVMTargetMachineRef machine, bool is_plain);
/* Reports that, and is false. */
bool ll_cannot_make(Ctx *ctx, const char *why);

/* Of a unit; it lives as the code. */
Str ll_code_object(const LlCode *self, size_t unit);
/* Loads objects, without LLVM. False, and *out NULL: they cannot be loaded so. */
bool ll_code_load(LlCode **out, const Str *objects, size_t n, Ctx *ctx, Arena *arena,
                  LlJitTimes *times);
/* Loads objects from the cache, without LLVM. False, and *out NULL: one is not there, or must be
 * loaded by LLVM. *out is as above. */
bool ll_code_cached(LlCode **out, const LlCache *cache, const ContentHash *keys, size_t n, Ctx *ctx,
                    Arena *arena, LlJitTimes *times);
/* Under which key the unit's object is in the cache. */
ContentHash ll_code_key(const LlCode *self, size_t unit);
/* The function's address; NULL: there is none. */
void *ll_code_find(LlCode *self, const char *name);
void ll_code_free(LlCode *self);

#endif
