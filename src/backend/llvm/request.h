/* SPDX-License-Identifier: Apache-2.0 */
/* What the code generator (codegen.c) is asked, and what it answers. Both sides are of one
 * version and one machine, so numbers stand as they are in memory.
 *
 *     request: head; for a program: options, constants (without the data of large ones), places in
 *              the source, the module's text; for a file: the target, LLVM's bitcode
 *     answer:  head, and what the head's kind says: a packed program (store.h), the file's bytes,
 *              or reports as text */
#ifndef TENON_BACKEND_LLVM_REQUEST_H
#define TENON_BACKEND_LLVM_REQUEST_H

#include "backend/llvm/file.h"
#include "backend/llvm/store.h"

typedef enum { LL_REQUEST_PROGRAM, LL_REQUEST_FILE } LlRequestKind;

typedef enum {
    LL_ANSWER_PROGRAM,
    LL_ANSWER_FILE,
    LL_ANSWER_REPORTS, /* the module cannot be compiled */
    LL_ANSWER_MEMORY,
    LL_ANSWER_OTHER, /* another version, or it cannot read the request */
} LlAnswerKind;

typedef struct {
    char magic[8];
    uint64_t kind, bytes; /* of what follows the head */
} LlHead;

/* Ends a head's name; raised when either format or what text means is changed. */
#define LL_TALK_VERSION "5"
extern const char ll_request_magic[8], ll_answer_magic[8];

typedef struct {
    IrModule *m; /* behind its passes */
    LlProgramOptions how;
    Target target;
    const char *cache; /* the folder; NULL: none */
    bool has_key;      /* the program is to be kept under key.hash */
    LlKey key;         /* of m, walked */
    IrOrigin *origins; /* of the key's bindings, when it is read */
} LlRequest;

/* A unit that is to be a file. */
typedef struct {
    const char *name, *triple, *cpu, *features; /* name: the unit's */
    LlFileKind kind;
    Str bitcode;
} LlFileRequest;

/* With its head. */
void ll_request_write(StrBuf *out, const LlRequest *request);
/* From what follows the head: m is a module of its own, kept by the caller's boundary. False: it
 * is no request, or reports say why it cannot be read. */
bool ll_request_read(LlRequest *out, Ctx *ctx, const OpTable *ops, Str bytes, Arena *arena);

void ll_file_request_write(StrBuf *out, const LlFileRequest *request);
/* The bitcode stays where it is in the bytes. */
bool ll_file_request_read(LlFileRequest *out, Str bytes, Arena *arena);

#endif
