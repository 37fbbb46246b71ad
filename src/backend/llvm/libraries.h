/* SPDX-License-Identifier: Apache-2.0 */
/* Who runs the calls of a program that a library takes: oneDNN. */
#ifndef TENON_BACKEND_LLVM_LIBRARIES_H
#define TENON_BACKEND_LLVM_LIBRARIES_H

#include "backend/backend.h"
#include "backend/llvm/program.h"

typedef struct LlLibraries LlLibraries;

/* Convolutions and products become calls (backend/onednn/onednn.h), but where an extent mentions a
 * symbol of a varying name. is_early: OnednnOptions. False after a report. Nothing without
 * oneDNN. */
bool ll_libraries_partition(IrModule *m, const BeOptions *options, bool is_early);
/* Appends C with the calls of a program that leaves the process (backend/onednn/ahead.h). */
void ll_libraries_source(const LlProgram *program, const char *name, StrBuf *out);
/* .takes and .over of programs; NULL: there is no library. */
const BeTarget *ll_libraries_target(void);
/* The same without opening them, for a program that another process runs. */
const BeTarget *ll_libraries_rules(void);
/* Before the program is there: *out, in the arena, has made the primitives, and packed the weights,
 * of all calls that the module's program will have whose extents are known. NULL: there are none,
 * or they cannot be made now. Throws nothing. */
void ll_libraries_ahead(LlLibraries **out, IrModule *m, const LlProgramOptions *how, Arena *arena);
/* *out, in the arena, or what ll_libraries_ahead left there, makes the primitives of the program's
 * calls with the executable's constants; NULL: there are no calls. What it makes is of no context
 * of the caller's, and freed by ll_libraries_free: any thread may prepare a state, one at a
 * time. */
void ll_libraries_init(LlLibraries **out, const LlProgram *program, RtExecutable *executable,
                       Arena *arena);
void ll_libraries_free(LlLibraries *self); /* NULL is allowed */
/* Primitives that were made so far, shared by all states. */
size_t ll_libraries_primitives(const LlLibraries *self); /* NULL is allowed */

#endif
