/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_BACKEND_C_HEADER_H
#define TENON_BACKEND_C_HEADER_H

#include "backend/c/emit.h"

/* The text without what ends or begins a comment. */
const char *emit_in_comment(Arena *arena, const char *s);
/* What a comment of the header says of a value's extents; none ends the comment. */
const char *emit_dims_text(Arena *arena, const HirValue *v);

/* Appends to the header what serves an entry that it declares by the names of the model. Linear in
 * inputs, outputs and their extents. */
void emit_named(Emit *e, const HirFn *f);

#endif
