/* SPDX-License-Identifier: Apache-2.0 */
/* What other languages call a kept program by. */
#ifndef TENON_BACKEND_C_BIND_H
#define TENON_BACKEND_C_BIND_H

#include "backend/c/interface.h"

/* Appends an ES module around the program's module of WebAssembly (docs/compile.md#javascript). */
void c_bind_js(const CInterface *self, StrBuf *out);

#endif
