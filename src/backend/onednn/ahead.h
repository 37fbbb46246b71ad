/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of oneDNN in programs that leave the process: C that makes the primitives when the program
 * is given its weights, and runs them.
 *
 *     int NAME_onednn_prepare(const void *const *constants)
 *         for each call its parameters in order: where a constant lies, or NULL. 0; 1: the library
 *         has no kernel for a call, or no memory. One thread, while none runs.
 *     int NAME_onednn_run(int32_t call, void *const *buffers)
 *         the parameters of call, then the result. 0; 1: nothing is prepared; 2: it failed. */
#ifndef TENON_BACKEND_ONEDNN_AHEAD_H
#define TENON_BACKEND_ONEDNN_AHEAD_H

#include "backend/onednn/onednn.h"
#include "base/strbuf.h"

/* Whether such a program can have the call: a convolution or a product, of constant extents that
 * are not 0. */
bool onednn_ahead(const OnednnCall *call);
/* Appends the C for the calls, by number; the library is open. name: a C identifier. */
void onednn_ahead_source(StrBuf *out, const char *name, const OnednnCall *calls, size_t n);

/* The part that all these files have (ahead.c.in). */
extern const char onednn_ahead_text[];

#endif
