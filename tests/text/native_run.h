/* SPDX-License-Identifier: Apache-2.0 */
/* One guarded run of a module that LLVM has compiled. */
#ifndef TENON_TESTS_NATIVE_RUN_H
#define TENON_TESTS_NATIVE_RUN_H

#include "backend/llvm/native.h"
#include "run_values.h"

/* The first entry on these inputs; *outputs lives as the list. NULL, or what is wrong, in the
 * arena; *fails: it is the program that reports it, and no fault of memory. */
const char *native_run(const Native *native, const Tensors *inputs, ValueList *list, Arena *arena,
                       Tensors *outputs, bool *fails);

#endif
