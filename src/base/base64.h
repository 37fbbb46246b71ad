/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 (RFC 4648), for bytes in text. */
#ifndef TENON_BASE_BASE64_H
#define TENON_BASE_BASE64_H

#include "base/strbuf.h"

void base64_encode(StrBuf *out, const void *bytes, size_t n);
/* Decodes into `out` (room for 3/4 of the text), ends of lines left out; -1 when it is no
 * base64. */
int64_t base64_decode(const char *text, size_t len, unsigned char *out);

#endif
