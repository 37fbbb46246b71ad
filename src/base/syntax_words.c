/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the syntax parser: its errors, and how nodes are made. */
#include "base/syntax_parts.h"

static const char *const kind_texts[] = {
    [SYN_NAME] = "a name",
    [SYN_INT] = "an integer",
    [SYN_FLOAT] = "a float",
    [SYN_STRING] = "a string",
    [SYN_BOOL] = "a bool",
    [SYN_NONE] = "None",
    [SYN_ELLIPSIS] = "'...'",
    [SYN_ATTR] = "an attribute",
    [SYN_CALL] = "a call",
    [SYN_SUBSCRIPT] = "a subscript",
    [SYN_SLICE] = "a slice",
    [SYN_TUPLE] = "a tuple",
    [SYN_LIST] = "a list",
    [SYN_DICT] = "a dict",
    [SYN_UNARY] = "an operation",
    [SYN_BINARY] = "an operation",
    [SYN_COMPARE] = "a comparison",
    [SYN_BOOLOP] = "an 'and' or 'or'",
    [SYN_STARRED] = "a starred expression",
    [SYN_LISTCOMP] = "a list comprehension",
    [SYN_GENERATOR] = "a generator",
    [SYN_CONDITION] = "a conditional expression",
    [SYN_LAMBDA] = "a lambda",
};

const char *syn_kind_text(SynKind kind) { return kind_texts[kind]; }

/* --- Errors --- */

bool syn_unsupported(SynParser *self, Loc loc, const char *what) {
    lexer_report(&self->lexer, loc, DIAG_UNSUPPORTED, what);
    return false;
}

bool syn_unexpected(SynParser *self, const char *expected) {
    const Token *tok = &self->tok;
    if (tok->kind == TOK_ERROR) return false; /* the lexer has reported it */
    if (tok->outdented) {
        /* Most likely a bracket was forgotten and this is the next statement. */
        lexer_bracket_open(&self->lexer, tok);
        return false;
    }
    Diag *d = lexer_report(&self->lexer, tok->loc, DIAG_SYNTAX, NULL);
    diag_expected(self->ctx, d, "%s", expected);
    if (d) diag_found(self->ctx, d, "%s", lexer_describe(&self->lexer, tok));
    return false;
}

bool syn_expect(SynParser *self, TokKind kind, const char *expected) {
    return syn_accept(self, kind) || syn_unexpected(self, expected);
}

/* --- Nodes --- */

SynNode *syn_node_new(SynParser *self, SynKind kind, SynOp op, Loc loc, size_t n) {
    SynNode *node = arena_alloc(self->trees, sizeof(SynNode) + n * sizeof(SynExpr *));
    *node = (SynNode){.expr = {.kind = kind, .op = op, .loc = loc, .n = (uint32_t)n}};
    if (n) node->expr.items = (const SynExpr *const *)(node + 1);
    return node;
}

const SynExpr *syn_node_finish(SynParser *self, const SynNode *node) {
    if (LIKELY(node->height <= self->ctx->limits.depth)) return &node->expr;
    lexer_too_deep(&self->lexer, node->expr.loc);
    return NULL;
}

const SynExpr *syn_branch(SynParser *self, SynKind kind, SynOp op, Loc loc, const SynExpr *a,
                          const SynExpr *b) {
    SynNode *node = syn_node_new(self, kind, op, loc, b ? 2 : 1);
    syn_node_set(node, 0, a);
    if (b) syn_node_set(node, 1, b);
    return syn_node_finish(self, node);
}
