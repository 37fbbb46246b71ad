/* SPDX-License-Identifier: Apache-2.0 */
/* The passes by name, for the command and the API. */
#ifndef TENON_PASSES_PASSES_H
#define TENON_PASSES_PASSES_H

#include "ir/ir.h"

typedef struct {
    const char *name, *doc;
    bool (*run)(IrModule *m);
} Pass;

extern const Pass passes[];
extern const size_t n_passes;

/* NULL: there is none of that name. */
const Pass *pass_find(const char *name);

#endif
