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
typedef enum { LL_FILE_OBJECT, LL_FILE_ASSEMBLY, LL_FILE_IR } LlFileKind;

/* The unit as the text or the bytes of a file, which are appended. False after a report. */
bool ll_file(LlUnit *unit, const LlTarget *target, LlFileKind kind, StrBuf *out);

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
