/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_BACKEND_C_HEADER_H
#define TENON_BACKEND_C_HEADER_H

#include "backend/c/interface.h"

/* What serves an entry that the header declares by the names of the model. Linear in inputs,
 * outputs and their extents. */
void c_header_entry(const CInterface *self, const CEntryPoint *of, StrBuf *out);

#endif
