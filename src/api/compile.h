/* SPDX-License-Identifier: Apache-2.0 */
/* What compiling to C and compiling to machine code share. */
#ifndef TENON_API_COMPILE_H
#define TENON_API_COMPILE_H

#include "api/api.h"
#include "backend/c/module.h"

/* What a compilation was about, for the caller; in memory that lasts until the next call. */
void api_compile_tell(TnContext *self, const CModule *info, TnCompiled *out);
/* The function's global; NULL name: *out is NULL. False after a report, also of collectives to
 * which not all ranks come. */
bool api_compile_function(TnModule *m, const char *name, const IrGlobal **out);
/* The checked options with their defaults. False after a report: TN_E_USAGE. */
bool api_compile_options(TnContext *self, const TnCompileOptions *options, TnCompileOptions *out);
/* What files include: the name of the header. */
const char *api_compile_header(Ctx *ctx, const TnCompileOptions *o);

#endif
