/* SPDX-License-Identifier: Apache-2.0 */
/* What lexer.c (lines, brackets, names, operators) and lexer_literal.c (numbers, strings) share:
 * lexer_parts.c. */
#ifndef TENON_BASE_LEXER_PARTS_H
#define TENON_BASE_LEXER_PARTS_H

#include "base/lexer.h"

/* The classes of a byte. */
enum {
    LEX_BLANK = 1,    /* space, tab, form feed */
    LEX_LINE_END = 2, /* \n, \r */
    LEX_NAME = 4,     /* ASCII letters, digits, _ */
    LEX_HIGH = 8,     /* part of a non-ASCII character */
    LEX_NUL = 16,
    LEX_QUOTED = 32, /* may end or disturb a string: quotes, \, line ends, NUL, non-ASCII */
    LEX_SCAN = 64,   /* counts when only lines are looked for: QUOTED, brackets, # */
    LEX_PUNCT = 128, /* the rest */
    LEX_ODD = LEX_HIGH | LEX_NUL,
    LEX_TOKEN = 255 & ~LEX_BLANK,
};

extern const unsigned char lexer_class[256];

static inline bool lexer_is(char c, unsigned classes) {
    return (lexer_class[(unsigned char)c] & classes) != 0;
}

static inline bool lexer_is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static inline Loc lexer_loc_at(const Lexer *self, const char *p) {
    uint32_t offset = self->base + (uint32_t)(p - self->text);
    return (Loc){.offset = offset, .line = self->line, .col = offset - self->line_start + 1};
}

/* p is at a line end (\n, \r\n or \r); returns what is behind it and counts the line. */
const char *lexer_newline(Lexer *self, const char *p);
/* p is at a NUL or a non-ASCII byte; returns what is behind the character. An invalid one is
 * reported unless *bad is set already, and sets it. */
const char *lexer_odd_byte(Lexer *self, const char *p, bool *bad);

/* p is at a digit or at '.' before a digit. */
void lexer_next_number(Lexer *self, Token *out, const char *p);
/* `prefix` to `quote` may be a string's prefix; false when it is not one. */
bool lexer_next_string(Lexer *self, Token *out, const char *prefix, const char *quote);
/* quote is at a quote; returns what is behind the string. */
const char *lexer_pass_string(Lexer *self, const char *quote);

#endif
