/* SPDX-License-Identifier: Apache-2.0 */
/* Whole programs in the cache: what is known of one beside its code, and the keys of its
 * objects. */
#ifndef TENON_BACKEND_LLVM_STORE_H
#define TENON_BACKEND_LLVM_STORE_H

#include "backend/llvm/jit.h"
#include "backend/llvm/key.h"
#include "base/strbuf.h"

/* The program that was stored under the key, for this module, with its code; NULL: there is none,
 * or not all of it. Then *code is NULL; else it is to be freed, also when something is thrown. It
 * lies in `to`, the program in `arena`. */
LlProgram *ll_stored_program(const LlCache *cache, const LlKey *key, IrModule *m, LlCode **code,
                             LlJitTimes *times, Arena *to, Arena *arena);

/* The program with its objects as bytes, for another process of this build. origins: the first of
 * those that the key's bindings have, which lie in a row; times are those of its making. */
void ll_program_pack(StrBuf *out, const LlKey *key, LlProgram *program, const LlCode *code,
                     const IrOrigin *origins, NativeTimes *times);
/* What ll_program_pack wrote, for this module, with its code. NULL: that is not what it is, or the
 * objects cannot be loaded here. *code as above. */
LlProgram *ll_program_unpack(Str bytes, const LlKey *key, IrModule *m, LlCode **code,
                             NativeTimes *times, Arena *to, Arena *arena);
/* Keeps it, when it has been made by ll_jit with this cache. */
void ll_store_program(const LlCache *cache, const LlKey *key, LlProgram *program,
                      const LlCode *code, Arena *arena);

#endif
