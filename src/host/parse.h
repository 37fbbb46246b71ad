/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the parser share: parse.c (programs, functions), parse_stmt.c (expressions and
 * statements), parse_words.c (tokens). The first error ends the reading. Nesting is bounded by
 * limits.depth. */
#ifndef TENON_HOST_PARSE_H
#define TENON_HOST_PARSE_H

#include "base/lexer.h"
#include "host/parts.h"

typedef struct {
    Ctx *ctx;
    Arena *arena;
    Arena scratch;
    Interner names;
    Lexer lexer;
    Token token; /* the next one */
    size_t depth;
    int64_t cells_left;
    bool failed;
} HirParser;

/* parse_words.c */
void hir_parse_next(HirParser *p);
/* Reports that something else was expected, once. */
void hir_parse_expected(HirParser *p, const char *what);
/* Takes the token if it is this one. */
bool hir_parse_takes(HirParser *p, TokKind kind);
bool hir_parse_takes_word(HirParser *p, const char *word);
/* The same, with a report otherwise. */
void hir_parse_want(HirParser *p, TokKind kind, const char *text);
/* From least to most; what: in a report. */
int64_t hir_parse_integer(HirParser *p, int64_t least, int64_t most, const char *what);
uint32_t hir_parse_number(HirParser *p);
const char *hir_parse_string(HirParser *p);
DType hir_parse_dtype(HirParser *p);

const HirExpr *hir_parse_expr(HirParser *p);
/* Statements in braces. */
void hir_parse_block(HirParser *p, HirBlock *out);

#endif
