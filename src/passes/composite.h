/* SPDX-License-Identifier: Apache-2.0 */
/* Composite functions: what one call of a library can do, with the attribute Composite, and the
 * functions with Codegen around them (FuseOpsByPattern, MergeCompositeFunctions). */
#ifndef TENON_PASSES_COMPOSITE_H
#define TENON_PASSES_COMPOSITE_H

#include "passes/outline.h"

/* "dnnl" of "dnnl.conv2d_relu", interned; NULL: the name says none, or one that cannot be part of a
 * function's name. */
const char *composite_library(IrModule *m, const char *name);
/* Passes that fuse leave the function as it is: it has Codegen, Composite or Primitive. */
bool composite_is_closed(const IrFunction *fn);
/* A public function g with Codegen, whose nested function is `fn`, which it calls. NULL after a
 * report. */
IrFunction *composite_wrap(IrModule *m, Arena *arena, IrFunction *fn, IrGlobal *g);

#endif
