/* SPDX-License-Identifier: Apache-2.0 */
/* Statements and expressions as s-expressions, for tests:
 *
 *     assign y : (. R Tensor) = (call (. R add) x y=1)
 */
#ifndef TENON_TESTS_SYNTAX_DUMP_H
#define TENON_TESTS_SYNTAX_DUMP_H

#include "base/syntax.h"

static void dump(StrBuf *b, const SynExpr *e);

static void dump_items(StrBuf *b, const char *what, const SynExpr *e) {
    strbuf_printf(b, "(%s", what);
    for (uint32_t i = 0; i < e->n; i++) {
        strbuf_putc(b, ' ');
        if (e->keywords && e->keywords[i]) strbuf_printf(b, "%s=", e->keywords[i]);
        dump(b, e->items[i]);
    }
    strbuf_putc(b, ')');
}

static void dump(StrBuf *b, const SynExpr *e) {
    if (!e) {
        strbuf_putc(b, '_');
        return;
    }
    switch (e->kind) {
    case SYN_NAME: strbuf_puts(b, e->name); break;
    case SYN_INT: strbuf_int(b, e->i); break;
    case SYN_FLOAT: strbuf_double(b, e->f); break;
    case SYN_STRING: strbuf_quoted(b, e->str); break;
    case SYN_BOOL: strbuf_puts(b, e->i ? "True" : "False"); break;
    case SYN_NONE: strbuf_puts(b, "None"); break;
    case SYN_ELLIPSIS: strbuf_puts(b, "..."); break;
    case SYN_ATTR:
        strbuf_puts(b, "(. ");
        dump(b, e->items[0]);
        strbuf_printf(b, " %s)", e->name);
        break;
    case SYN_CALL: dump_items(b, "call", e); break;
    case SYN_SUBSCRIPT: dump_items(b, "index", e); break;
    case SYN_SLICE: dump_items(b, "slice", e); break;
    case SYN_TUPLE: dump_items(b, "tuple", e); break;
    case SYN_LIST: dump_items(b, "list", e); break;
    case SYN_DICT: dump_items(b, "dict", e); break;
    case SYN_UNARY:
    case SYN_BINARY:
    case SYN_COMPARE:
    case SYN_BOOLOP: dump_items(b, syn_op_text(e->op), e); break;
    case SYN_STARRED: dump_items(b, e->op == SYN_OP_POW ? "star2" : "star", e); break;
    case SYN_LISTCOMP: dump_items(b, "listcomp", e); break;
    case SYN_GENERATOR: dump_items(b, "gen", e); break;
    case SYN_CONDITION: dump_items(b, "cond", e); break;
    case SYN_LAMBDA: dump_items(b, "lambda", e); break;
    }
}

static const char *const stmt_words[] = {
    "error", "eof", "end",  "expr", "assign", "return", "pass", "import", "decorator",
    "class", "def", "with", "if",   "elif",   "else",   "for",  "while"};

static void dump_opt(StrBuf *b, const char *before, const SynExpr *e) {
    if (!e) return;
    strbuf_puts(b, before);
    dump(b, e);
}

static void dump_stmt(StrBuf *b, const SynStmt *s) {
    strbuf_puts(b, stmt_words[s->kind]);
    if (s->name) strbuf_printf(b, " %s", s->name);
    for (uint32_t i = 0; i < s->n_params; i++) {
        const SynParam *p = &s->params[i];
        strbuf_printf(b, " %s%s", p->starred ? "*" : "", p->name);
        dump_opt(b, ":", p->annotation);
        dump_opt(b, "=", p->value);
    }
    dump_opt(b, " ", s->target);
    dump_opt(b, " : ", s->annotation);
    if (s->op) strbuf_printf(b, " %s", syn_op_text(s->op));
    dump_opt(b, s->kind == SYN_ASSIGN ? " = " : " ", s->value);
}

#endif
