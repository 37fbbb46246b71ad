/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that mean harm: hostile_cases.def lists them. */
#ifndef TENON_TESTS_HOSTILE_TEXTS_H
#define TENON_TESTS_HOSTILE_TEXTS_H

#include "base/strbuf.h"

#if defined(__SANITIZE_ADDRESS__) || defined(TENON_HARD)
enum { SLOW = 1, STACK = 64 << 20 };
#else
enum { SLOW = 0, STACK = 1 << 20 };
#endif

/* A size for the plain build; a tenth of it where everything is slow. */
#define MANY(n) (SLOW ? (n) / 10 : (n))

#define SIGNATURE "@R.function\ndef main(x: R.Tensor((2,), dtype=\"float32\")):\n"

static inline void repeat(StrBuf *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) strbuf_puts(out, s);
}

#define HOSTILE(name, text, want, error, memory) void hostile_##text(StrBuf *out);
#include "hostile_cases.def"
#undef HOSTILE

#endif
