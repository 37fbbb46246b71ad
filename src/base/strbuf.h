/* SPDX-License-Identifier: Apache-2.0 */
/* Text under construction, in an arena. */
#ifndef TENON_BASE_STRBUF_H
#define TENON_BASE_STRBUF_H

#include "base/vec.h"

typedef struct {
    Arena *arena;
    VEC(char) text;
} StrBuf;

static inline void strbuf_init(StrBuf *self, Arena *arena) { *self = (StrBuf){.arena = arena}; }

static inline void strbuf_add(StrBuf *self, const char *ptr, size_t len) {
    vec_reserve(self->arena, &self->text, len);
    if (len) memcpy(self->text.at + self->text.len, ptr, len);
    self->text.len += len;
}
static inline void strbuf_puts(StrBuf *self, const char *s) { strbuf_add(self, s, strlen(s)); }
static inline void strbuf_putc(StrBuf *self, char c) { vec_push(self->arena, &self->text, c); }

void strbuf_printf(StrBuf *self, const char *fmt, ...) PRINTF_LIKE(2, 3);
void strbuf_int(StrBuf *self, int64_t v);
/* The shortest decimal text that reads back as the same double: always with a '.', an exponent, or
 * one of inf, -inf, nan. Independent of the locale. */
void strbuf_double(StrBuf *self, double v);
/* The same for a float32. */
void strbuf_float(StrBuf *self, float v);
/* A Python string literal in double quotes. */
void strbuf_quoted(StrBuf *self, Str s);
/* For messages: control characters and invalid UTF-8 as \xNN, so that a hostile name cannot drive
 * the reader's terminal. */
void strbuf_escaped(StrBuf *self, Str s);
/* NUL-terminated; the buffer may go on growing. */
const char *strbuf_cstr(StrBuf *self);
static inline Str strbuf_str(const StrBuf *self) { return (Str){self->text.at, self->text.len}; }

/* How many letters are to be added, taken away, replaced, or swapped with the next one (Damerau and
 * Levenshtein, each place edited once), at most `limit` + 1; for names: past 48 bytes it is `limit`
 * + 1. */
size_t str_edits(Str a, const char *b, size_t limit);

/* Length of the UTF-8 sequence at s, 0 when it is not a valid one (RFC 3629). */
size_t utf8_len(const char *s, size_t avail);
bool str_is_utf8(Str s);

/* A number's text (sign, digits, '.', exponent; "inf", "nan") as a double, whatever the locale.
 * False when some of it is not a number. */
bool parse_double(Str s, double *out);
bool parse_float(Str s, float *out);

#endif
