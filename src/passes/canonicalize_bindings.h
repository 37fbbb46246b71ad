/* SPDX-License-Identifier: Apache-2.0 */
/* The part of CanonicalizeBindings that other passes begin with. */
#ifndef TENON_PASSES_CANONICALIZE_BINDINGS_H
#define TENON_PASSES_CANONICALIZE_BINDINGS_H

#include "ir/ir.h"

/* CanonicalizeBindings, but uses of constants by a name stay. False after a report. */
bool canonicalize_bindings_names(IrModule *m);

#endif
