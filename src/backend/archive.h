/* SPDX-License-Identifier: Apache-2.0 */
/* Static libraries (ar), of one object. */
#ifndef TENON_BACKEND_ARCHIVE_H
#define TENON_BACKEND_ARCHIVE_H

#include "base/strbuf.h"

/* Appends the library. names: what the object defines, each with a 0 behind it, for the index that
 * linkers look things up in. */
void archive_write(StrBuf *out, const char *member, Str object, Str names);

#endif
