/* SPDX-License-Identifier: Apache-2.0 */
/* Python's tokens, straight from the text.
 *
 * The lexer knows lines, brackets and the indentation's width; which block a line belongs to is the
 * parser's business, so that INDENT and DEDENT are no tokens:
 *
 *     while (lexer_line(&lx)) {                   blank lines and comments passed, lx.width is set
 *         do lexer_next(&lx, &tok); while (tok.kind != TOK_NEWLINE && tok.kind != TOK_ERROR);
 *         lexer_skip(&lx, NULL, NULL);            the rest after an error
 *     }
 *
 * A lexical error is reported where it stands and makes a TOK_ERROR. The same place is reported
 * only once, however often it is read.
 */
#ifndef TENON_BASE_LEXER_H
#define TENON_BASE_LEXER_H

#include "base/diag.h"
#include "base/map.h"

typedef enum {
    TOK_EOF, /* only of an expression's text; a line ends with TOK_NEWLINE, also at the end */
    TOK_ERROR,
    TOK_NEWLINE,
    TOK_NAME,
    TOK_INT,
    TOK_FLOAT,
    TOK_STRING,
#define PUNCT(id, text) TOK_##id,
#define KEYWORD(id, text, starts) TOK_##id,
#include "base/lexer.def"
    TOK_COUNT
} TokKind;

typedef struct {
    TokKind kind;
    bool outdented; /* inside brackets: first on a line, and no deeper than the statement's first */
    bool minus;     /* INT: 2**63, which fits only behind a minus; .i is INT64_MIN */
    bool bytes;     /* STRING: b"..." */
    Loc loc;
    union {
        const char *name; /* NAME: interned */
        int64_t i;
        double f;
        Str str; /* unescaped, NUL-terminated too, in the lexer's `values` arena */
    };
} Token;

typedef struct {
    Loc loc;
    char open;
} Bracket;

typedef enum {
    LEX_BEFORE, /* at the start of a line */
    LEX_FIRST,  /* at the first token of a logical line, or at the end of the text */
    LEX_INSIDE,
} LexPlace;

/* Called with NAME.NAME. */
typedef void LexVisit(void *user, Str left, Str right);

typedef struct {
    Ctx *ctx;
    Arena *arena, *values; /* values: of strings; the owner may rewind it between tokens */
    Interner *names;
    const char *text, *at, *end; /* at: behind the token that was read last */
    uint32_t base;               /* the offset of text in its source */
    uint32_t line, line_start;   /* line_start: as an offset */
    size_t width;                /* of this logical line's indentation */
    LexPlace place;
    bool expression; /* the text is one expression: line ends are blanks */
    bool quiet;      /* the line has an error already: report only what swallows the rest */
    VEC(Bracket) brackets;
    size_t open[3]; /* how many of each kind stand in `brackets` */
    size_t deeper;  /* open brackets past limits.depth, not in `brackets` */
    Map reported;   /* of Loc.offset and DiagId */
} Lexer;

void lexer_init(Lexer *self, Ctx *ctx, Arena *arena, Arena *values, Interner *names, Str text);

bool lexer_is_keyword(Str word);

/* Goes to the next logical line's first token. False at the end of the text. */
bool lexer_line(Lexer *self);
void lexer_next(Lexer *self, Token *out);
/* Passes the rest of the logical line without making tokens; calls visit, if there is one, for each
 * NAME.NAME that is not the tail of a longer dotted name. Returns where the line ends, without the
 * line end itself. */
const char *lexer_skip(Lexer *self, LexVisit *visit, void *user);
/* The start of the next line that is not blank (a comment counts). Goes nowhere. */
const char *lexer_block_start(Lexer *self);
/* Between statements: back to where tok, the last token read, starts. */
void lexer_back(Lexer *self, const Token *tok);
/* After an error at `tok`, which is outdented: gives up the open bracket, reports it and goes back
 * to the start of tok's line. */
void lexer_bracket_open(Lexer *self, const Token *tok);

Loc lexer_loc(const Lexer *self);
/* NULL when this place was reported before. arg may be NULL. */
Diag *lexer_report(Lexer *self, Loc loc, DiagId id, const char *arg);
void lexer_too_deep(Lexer *self, Loc loc);
/* A piece of the source for a message, cut when long. */
const char *lexer_excerpt(Lexer *self, Str s);
/* "'('", "name 'x'", "end of line": what was found. `tok` is the last token read. */
const char *lexer_describe(Lexer *self, const Token *tok);

#endif
