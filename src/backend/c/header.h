/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_BACKEND_C_HEADER_H
#define TENON_BACKEND_C_HEADER_H

#include "backend/c/interface.h"

/* What serves an entry that the header declares by the names of the model. Linear in inputs,
 * outputs and their extents. */
void c_header_entry(const CInterface *self, const CEntryPoint *of, StrBuf *out);

/* Parts of it. A struct with the fields of one side; what lies elsewhere (CPort.at) is left out. */
void c_header_struct(const CInterface *self, const CEntryPoint *of, const CSide *side, StrBuf *out);
/* Sets the elements of `to`, an array of tensors, from a pointer `from` to such a struct. */
void c_header_tensors(const CInterface *self, const CEntryPoint *of, const CSide *side,
                      const char *from, const char *to, StrBuf *out);
/* What a call has set: into `out`, of the array `o`. */
void c_header_results(const CInterface *self, const CEntryPoint *of, bool is_plan, StrBuf *out);
/* As a string of C. */
void c_header_text(StrBuf *out, const char *s);

#endif
