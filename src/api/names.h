/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_API_NAMES_H
#define TENON_API_NAMES_H

#include "api/api.h"

/* The functions of a module whose dims have names of a file. */
typedef VEC(const IrFunction *) ApiNamed;
ApiNamed api_named(const IrModule *m, Arena *arena);

/* What the file calls one, else its own name. Where many are asked for, `named` is found once. */
const char *api_shown_among(const ApiNamed *named, const IrFunction *fn, const char *own);
const char *api_shown_dim(const IrFunction *fn, const char *own);

/* What the module calls a symbolic dim of the function's parameters (NULL: of any function's) that
 * the caller calls `name`; NULL: there is none. */
const char *api_own_dim(const IrModule *m, const IrFunction *fn, const char *name);

/* Lists of them in the module's names, in the arena. False after a report: there is none of a name,
 * or a value is negative. */
bool api_own_dims(const IrModule *m, const IrFunction *fn, const TnDim *dims, size_t n,
                  Arena *arena, const TnDim **out);
bool api_own_varying(const IrModule *m, const IrFunction *fn, const char *const *varying, size_t n,
                     Arena *arena, const char *const **out);

#endif
