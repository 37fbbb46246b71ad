/* SPDX-License-Identifier: Apache-2.0 */
/* The passes by name, for the command and the API, and the levels -O0 to -O2 as lists of them. */
#ifndef TENON_PASSES_PASSES_H
#define TENON_PASSES_PASSES_H

#include "ir/ir.h"

typedef struct {
    const char *name, *doc;
    bool (*run)(IrModule *m);
    unsigned requires, establishes, preserves; /* properties, as in ir/verify.h */
} Pass;

#define PASS(name, function, requires, establishes, preserves, doc) bool function(IrModule *m);
#include "passes/passes.def"

extern const Pass passes[];
extern const size_t n_passes;

/* NULL: there is none of that name. */
const Pass *pass_find(Str name);

enum { PASS_LEVELS = 3 };
/* The index-th pass that -O`level` runs; NULL past the last one. */
const Pass *pass_of_level(unsigned level, size_t index);

#endif
