/* SPDX-License-Identifier: Apache-2.0 */
/* What the code of a program follows from, as a hash: known before any of it is made. */
#ifndef TENON_BACKEND_LLVM_KEY_H
#define TENON_BACKEND_LLVM_KEY_H

#include "backend/llvm/program.h"
#include "base/map.h"

typedef struct {
    ContentHash hash;
    /* In the order in which functions and bindings are walked: the same in every process. */
    VEC(const IrConst *) constants; /* those of the functions, as they are mentioned */
    VEC(uint32_t) places;           /* line and column of each function and binding */
    VEC(IrBinding *) bindings;
} LlKey;

/* The lists of a module behind its passes. The hash stays open. *out lies in the arena. */
void ll_walk(LlKey *out, const IrModule *m, Arena *arena);
/* Walks a module that was read from what is printed of another one, and gives it the other one's
 * places. False: they are not as many. */
bool ll_walk_placed(LlKey *out, const IrModule *m, const uint32_t *places, size_t n, Arena *arena);
/* What made a binding first, where messages name that; NULL: nothing. */
const char *ll_maker(const IrBinding *b);
/* The node of an ONNX file that it came from, where messages name that; NULL: none. */
const char *ll_node(const IrBinding *b);

/* The hash, of a module that was walked: its text without the data of constants, where its bindings
 * stand in the source, the options, the target, the processor here, and this build of Tenon. False:
 * this build or the machine cannot be told from others. */
bool ll_key(LlKey *self, IrModule *m, const LlProgramOptions *options, Arena *arena);

#endif
