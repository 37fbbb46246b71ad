/* SPDX-License-Identifier: Apache-2.0 */
/* Whole programs in the cache: what is known of one beside its code, and the keys of its objects. */
#ifndef TENON_BACKEND_LLVM_STORE_H
#define TENON_BACKEND_LLVM_STORE_H

#include "backend/llvm/jit.h"
#include "backend/llvm/key.h"

/* The program that was stored under the key, for this module, with its code; NULL: there is none, or not all
 * of it. Then *code is NULL; else it is to be freed, also when something is thrown. It lies in `to`, the
 * program in `arena`. */
LlProgram *ll_stored_program(const LlCache *cache, const LlKey *key, IrModule *m, LlCode **code,
                             LlJitTimes *times, Arena *to, Arena *arena);
/* Keeps it, when it has been made by ll_jit with this cache. */
void ll_store_program(const LlCache *cache, const LlKey *key, LlProgram *program, const LlCode *code, Arena *arena);

#endif
