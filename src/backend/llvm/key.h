/* SPDX-License-Identifier: Apache-2.0 */
/* What the code of a program follows from, as a hash: known before any of it is made. */
#ifndef TENON_BACKEND_LLVM_KEY_H
#define TENON_BACKEND_LLVM_KEY_H

#include "backend/llvm/program.h"
#include "base/map.h"

typedef struct {
    ContentHash hash;
    VEC(const IrConst *) constants; /* those of the functions, as they are mentioned: the same in every process */
} LlKey;

/* Of a module behind its passes: its text without the data of constants, where its bindings stand in the source, the
 * options, the processor, and this build of Tenon. cpu NULL: this machine's. False: this build or the machine cannot be
 * told from others. *out lies in the arena. */
bool ll_key(LlKey *out, IrModule *m, const LlProgramOptions *options, const char *cpu, Arena *arena);

#endif
