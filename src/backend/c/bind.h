/* SPDX-License-Identifier: Apache-2.0 */
/* What other languages call a kept program by. */
#ifndef TENON_BACKEND_C_BIND_H
#define TENON_BACKEND_C_BIND_H

#include "backend/c/interface.h"

/* Appends an ES module around the program's module of WebAssembly (docs/compile.md#javascript). */
void c_bind_js(const CInterface *self, StrBuf *out);

/* Appends a header of C++17 that includes the one of that name: a class for each entry, which owns
 * what a call needs (docs/compile.md#cpp). */
void c_bind_cpp(const CInterface *self, const char *header, StrBuf *out);

/* Appends a module of Fortran 2008 with a subroutine for each entry (docs/compile.md#fortran).
 * False after a report: types or ranks have no form in it. */
bool c_bind_fortran(Ctx *ctx, const CInterface *self, StrBuf *out);

#endif
