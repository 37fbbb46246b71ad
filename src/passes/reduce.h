/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest module, found by trying, of which somebody still says that it is interesting. */
#ifndef TENON_PASSES_REDUCE_H
#define TENON_PASSES_REDUCE_H

#include "base/strbuf.h"
#include "ir/ir.h"

/* Is the module of this text (ended by a NUL) still interesting? May throw. */
typedef bool (*ReduceKeep)(void *user, Str text);

/* Writes the smallest text to *out. False: not even the module as it stands is interesting. `m` is
 * not changed. */
bool reduce_module(IrModule *m, ReduceKeep keep, void *user, StrBuf *out);

#endif
