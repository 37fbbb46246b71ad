/* SPDX-License-Identifier: Apache-2.0 */
/* Objects into memory, without LLVM: what LLVM writes for x86-64 as position-independent code.
 * Opening LLVM takes longer than all else that is to do where code comes from the cache. */
#ifndef TENON_BACKEND_LLVM_OBJECT_H
#define TENON_BACKEND_LLVM_OBJECT_H

#include "base/arena.h"
#include "base/map.h"

typedef struct LlObjects LlObjects;

/* Loads the objects, which may refer to each other, to the runtime's functions and to those of the
 * C library. False, and *out NULL: one is no such object, or has what is not known here, or a name
 * is missing. *out, in the arena, is to be freed, also when something is thrown: STATUS_MEMORY
 * where there is no room for the code. What the objects were read from may go. */
bool ll_objects_load(LlObjects **out, const Str *files, size_t n, Arena *arena);
/* Of a global function; NULL: there is none. */
void *ll_objects_find(const LlObjects *self, const char *name);
void ll_objects_free(LlObjects *self); /* NULL is allowed */

/* Opens the libraries that code calls functions of. */
void ll_open_libraries(void);

#endif
