/* SPDX-License-Identifier: Apache-2.0 */
/* MLIR's tokens, straight from the text, one at a time.
 *
 * A token borrows its text. What is no token is reported where it stands, and throws
 * STATUS_INVALID: the reader stops at the first mistake of syntax, as nothing behind it can be
 * trusted. */
#ifndef TENON_STABLEHLO_LEXER_H
#define TENON_STABLEHLO_LEXER_H

#include "base/diag.h"

typedef enum {
    SHLO_TOK_END,
    SHLO_TOK_WORD,      /* stablehlo.add, tensor, x */
    SHLO_TOK_INT,       /* -1, 0x1F */
    SHLO_TOK_FLOAT,     /* 1.0e-3 */
    SHLO_TOK_STRING,    /* what stands between the quotes, escapes and all */
    SHLO_TOK_VALUE,     /* %arg0, %1#2: without the % */
    SHLO_TOK_SYMBOL,    /* @main, @"x y": without the @ and the quotes */
    SHLO_TOK_ATTRIBUTE, /* #stablehlo.dot, #loc1: without the # */
    SHLO_TOK_TYPE,      /* !stablehlo.token, !quant.uniform: without the ! */
    SHLO_TOK_LABEL,     /* ^bb0: without the ^ */
    SHLO_TOK_ARROW,     /* -> */
    SHLO_TOK_PUNCT,     /* any other character; .text has it */
} ShloTokKind;

typedef struct {
    ShloTokKind kind;
    Str text;
    Loc loc;
} ShloTok;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const char *text, *at, *end; /* at: behind the token at hand */
    uint32_t line;
    const char *line_start;
    ShloTok tok; /* the token at hand */
    /* not NULL: told of long texts that were passed */
    void (*passed)(void *user, const char *from, const char *to);
    void *user;
} ShloLexer;

enum { SHLO_PASSED = 1 << 21 }; /* at least so many bytes at once */

/* The first token is at hand then. */
void shlo_lexer_init(ShloLexer *self, Ctx *ctx, Arena *arena, Str text);
void shlo_next(ShloLexer *self);
/* Goes on behind `to`, which lies in the text behind the token at hand. */
void shlo_skip_to(ShloLexer *self, const char *to);

/* The next `c` in the text behind the token at hand, where the lexer stands then; NULL: there is
 * none. A token is not taken. */
const char *shlo_pass_to(ShloLexer *self, char c);
void shlo_passed(ShloLexer *self, const char *from, const char *to);

/* At the token at hand: what was expected there. */
NORETURN void shlo_expected(ShloLexer *self, const char *what);
NORETURN void shlo_wrong(ShloLexer *self, Loc loc, DiagId id, const char *arg);

bool shlo_is(const ShloLexer *self, char c);
bool shlo_is_word(const ShloLexer *self, const char *word);
/* Takes the token at hand where it is that. */
bool shlo_take(ShloLexer *self, char c);
bool shlo_take_word(ShloLexer *self, const char *word);
void shlo_want(ShloLexer *self, char c);
void shlo_want_word(ShloLexer *self, const char *word);
Str shlo_want_kind(ShloLexer *self, ShloTokKind kind, const char *what);
int64_t shlo_want_int(ShloLexer *self);
/* An INT's value; hexadecimal ones are bits. */
int64_t shlo_int_value(ShloLexer *self, const ShloTok *tok);
double shlo_float_value(ShloLexer *self, const ShloTok *tok);
/* A string's text without its escapes. */
Str shlo_unescaped(ShloLexer *self, Str s);
/* From the open bracket at hand past its partner, whatever stands in between. */
void shlo_skip_brackets(ShloLexer *self);

#endif
