/* SPDX-License-Identifier: Apache-2.0 */
/* Other programs that a call waits for: the C compiler, the code generator. When the call is
 * cancelled, its time is over or something is thrown, they are ended, with what they started. */
#ifndef TENON_BACKEND_PROCESS_H
#define TENON_BACKEND_PROCESS_H

#include <sys/types.h>

#include "base/ctx.h"

typedef struct {
    const char *program; /* is_path: a path; else it is looked for in $PATH */
    char *const *args;   /* NULL ends them */
    bool is_path;
    int fds[3]; /* what they have as 0, 1 and 2; -1: /dev/null. No other file is open in it */
} ProcessStart;

/* Must not move; a throw ends it. */
typedef struct {
    Ctx *ctx;
    pid_t pid; /* 0: it has been waited for */
    Cleanup cleanup;
} Process;

/* 0, or an errno value. It starts with every signal as by default, in a process group of its
 * own. */
int process_start(Process *self, Ctx *ctx, const ProcessStart *how);
/* Until it ends; throws as ctx_look. *status as of waitpid. False: somebody else in this process
 * has waited for it. */
bool process_wait(Process *self, int *status);
/* The same for at most so long; then it is ended. */
bool process_wait_for(Process *self, int64_t milliseconds, int *status);
/* Ends it, if it has not ended. */
void process_stop(Process *self);

#endif
