/* SPDX-License-Identifier: Apache-2.0 */
/* Tokens of host programs: what comes next, and what was wanted there. */
#include "host/parse.h"

void hir_parse_next(HirParser *p) {
    if (p->failed) return;
    do {
        if (p->token.kind == TOK_NEWLINE && !lexer_line(&p->lexer)) {
            p->token.kind = TOK_EOF;
            return;
        }
        lexer_next(&p->lexer, &p->token);
    } while (p->token.kind == TOK_NEWLINE);
    if (p->token.kind == TOK_ERROR) p->failed = true;
}

void hir_parse_expected(HirParser *p, const char *what) {
    if (p->failed) return;
    p->failed = true;
    Diag *d = diag_error(p->ctx, p->token.loc, DIAG_HIR_TEXT);
    diag_expected(p->ctx, d, "%s", what);
    diag_found(p->ctx, d, "%s", lexer_describe(&p->lexer, &p->token));
}

bool hir_parse_takes(HirParser *p, TokKind kind) {
    const bool takes = !p->failed && p->token.kind == kind;
    if (takes) hir_parse_next(p);
    return takes;
}

static bool hir_parse_is_word(const HirParser *p, const char *word) {
    return !p->failed && p->token.kind == TOK_NAME && strcmp(p->token.name, word) == 0;
}

bool hir_parse_takes_word(HirParser *p, const char *word) {
    const bool takes = hir_parse_is_word(p, word);
    if (takes) hir_parse_next(p);
    return takes;
}

void hir_parse_want(HirParser *p, TokKind kind, const char *text) {
    if (!hir_parse_takes(p, kind)) hir_parse_expected(p, text);
}

int64_t hir_parse_integer(HirParser *p, int64_t least, int64_t most, const char *what) {
    int64_t v = 0;
    const bool minus = least < 0 && hir_parse_takes(p, TOK_MINUS);
    if (p->token.kind != TOK_INT || p->token.minus || p->token.i > most) {
        hir_parse_expected(p, what);
    } else {
        v = minus ? -p->token.i : p->token.i;
        hir_parse_next(p);
    }
    return v;
}

uint32_t hir_parse_number(HirParser *p) {
    return (uint32_t)hir_parse_integer(p, 0, INT32_MAX, "a number below 2**31");
}

const char *hir_parse_string(HirParser *p) {
    if (p->failed || p->token.kind != TOK_STRING) {
        hir_parse_expected(p, "a string");
        return "";
    }
    const char *s = arena_strdup(p->arena, p->token.str);
    hir_parse_next(p);
    return s;
}

DType hir_parse_dtype(HirParser *p) {
    DType t = DTYPE_VOID;
    if (p->failed || p->token.kind != TOK_NAME || !dtype_parse(str_c(p->token.name), &t)) {
        hir_parse_expected(p, "a dtype");
    } else {
        hir_parse_next(p);
    }
    return t;
}
