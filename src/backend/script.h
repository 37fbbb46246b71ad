/* SPDX-License-Identifier: Apache-2.0 */
/* What backends share whose programs are texts that another program runs, an interpreter: such a
 * backend prints, and this does the rest.
 *
 *     static BeScript script = {.command = command, .print = print, BE_SCRIPT_INIT};
 *     static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
 *         return be_script_compile(self, m, options, &script);
 *     }
 *     const Backend backend_x = {.name = "x", .doc = "...", .compile = compile};
 *
 * One interpreter serves all executables, as long as this process lives; runs take turns. It reads
 * requests from its standard input and answers on its standard output; all numbers are of 8 bytes:
 *
 *     request  bytes of the text, the text
 *              how many constants; of each its bytes, its data
 *              how many outputs; of each its rank, the bits of an element
 *              how many inputs; of each its rank, its dims, its bytes, its data
 *     answer   0, or the number of a message; then of each output its dims, its bytes, its data
 *
 * A shape is a tensor of rank 1 of int64, a number one of rank 0. */
#ifndef TENON_BACKEND_SCRIPT_H
#define TENON_BACKEND_SCRIPT_H

#include <pthread.h>

#include "backend/backend.h"
#include "host/host.h"
#include "loop/loop.h"

/* Numbers of messages: those of runtime/abi.h, this one, BeScript.messages, be_script_message's. */
enum { BE_SCRIPT_ENDED = 6, BE_SCRIPT_FIRST };

typedef struct {
    Arena *arena; /* the executable's */
    const HirProgram *host;
    StrBuf text; /* to be filled */
    VEC(const char *) messages;
} BeScriptText;

typedef struct {
    const char *const *command;  /* the interpreter, looked for in $PATH; NULL ends it */
    const char *const *messages; /* BE_SCRIPT_FIRST and so on; NULL ends them */
    void (*print)(BeScriptText *out);
    pthread_mutex_t lock;
    int fd; /* -1: it does not run */
} BeScript;

#define BE_SCRIPT_INIT .lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1

/* Backend.compile: of the module, made legal, the host program without libraries, and its text. */
Status be_script_compile(BeExecutable *self, IrModule *m, const BeOptions *options,
                         BeScript *script);
/* Its number in answers. */
size_t be_script_message(BeScriptText *self, const char *message);

#endif
