/* SPDX-License-Identifier: Apache-2.0 */
/* Code from the code generator (codegen.c): LLVM in a process of its own. LLVM ends its process
 * when memory is short, and it can only be stopped with it. */
#ifndef TENON_BACKEND_LLVM_HELPER_H
#define TENON_BACKEND_LLVM_HELPER_H

#include "backend/llvm/request.h"

typedef enum {
    LL_HELPED,
    LL_REFUSED, /* after reports */
    /* there is no helper, or no process can be started: the caller is to use LLVM itself */
    LL_ALONE,
} LlHelp;

/* Whether a file can be asked for. */
bool ll_helper_is_there(Arena *arena);
/* LL_HELPED: the file of a request that is written is appended. Throws as below. */
LlHelp ll_help_file(StrBuf *out, Str request, Arena *arena);

/* What the caller does while the helper is at work. */
typedef struct {
    void (*run)(void *user);
    void *user;
} LlMeanwhile;

/* LL_HELPED: *out and *code as of ll_program_unpack, in `arena` and `to`. Throws when the call
 * is cancelled or its time is over, STATUS_MEMORY when the helper ran out of memory, STATUS_BUG
 * when it crashed: after reports. */
LlHelp ll_help(LlProgram **out, LlCode **code, const LlRequest *request,
               const LlMeanwhile *meanwhile, NativeTimes *times, Arena *to, Arena *arena);

#endif
