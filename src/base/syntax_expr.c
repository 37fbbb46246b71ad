/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions, by operator precedence with an explicit stack (the shunting yard): operators that
 * wait for their right operand are entries of `pending`, lowest precedence first, so that only
 * brackets recurse, once each. Their items (of calls, tuples, lists, dicts, subscripts, and bare
 * tuples) are collected on one stack, `items`, and copied out when the bracket closes. The lexer
 * bounds open brackets by limits.depth and syn_node_finish bounds every tree's height, by which
 * chains (a + b + c ..., f(x)(y) ...) are bounded too.
 */
#include "base/syntax_parts.h"

/* Brackets hold expressions, and these hold brackets. */
/* An expression of operators that bind at least as tightly. */
static const SynExpr *operators(SynParser *self, SynPrecedence min);
/* Everything in a pair of brackets, whose opening one is the current token, or bare items. `head`
 * is what is called or subscripted, loc where the whole starts. */
static const SynExpr *bracketed(SynParser *self, SynShape shape, const SynExpr *head, Loc loc);

typedef struct {
    uint8_t precedence; /* PREC_NONE: no such operator */
    uint8_t kind, op;
} Operator;

static const Operator infix[TOK_COUNT] = {
    [TOK_IF] = {PREC_CONDITION, SYN_CONDITION, SYN_OP_NONE},
    [TOK_OR] = {PREC_OR, SYN_BOOLOP, SYN_OP_BOOL_OR},
    [TOK_AND] = {PREC_AND, SYN_BOOLOP, SYN_OP_BOOL_AND},
    [TOK_EQ] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_EQ},
    [TOK_NE] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_NE},
    [TOK_LT] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_LT},
    [TOK_LE] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_LE},
    [TOK_GT] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_GT},
    [TOK_GE] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_GE},
    [TOK_IN] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_IN},
    [TOK_IS] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_IS},
    [TOK_NOT] = {PREC_COMPARE, SYN_COMPARE, SYN_OP_NOT_IN},
    [TOK_BAR] = {PREC_BITOR, SYN_BINARY, SYN_OP_OR},
    [TOK_CARET] = {PREC_XOR, SYN_BINARY, SYN_OP_XOR},
    [TOK_AMPERSAND] = {PREC_BITAND, SYN_BINARY, SYN_OP_AND},
    [TOK_LSHIFT] = {PREC_SHIFT, SYN_BINARY, SYN_OP_LSHIFT},
    [TOK_RSHIFT] = {PREC_SHIFT, SYN_BINARY, SYN_OP_RSHIFT},
    [TOK_PLUS] = {PREC_ADD, SYN_BINARY, SYN_OP_ADD},
    [TOK_MINUS] = {PREC_ADD, SYN_BINARY, SYN_OP_SUB},
    [TOK_STAR] = {PREC_MUL, SYN_BINARY, SYN_OP_MUL},
    [TOK_SLASH] = {PREC_MUL, SYN_BINARY, SYN_OP_DIV},
    [TOK_SLASH2] = {PREC_MUL, SYN_BINARY, SYN_OP_FLOORDIV},
    [TOK_PERCENT] = {PREC_MUL, SYN_BINARY, SYN_OP_MOD},
    [TOK_AT] = {PREC_MUL, SYN_BINARY, SYN_OP_MATMUL},
    [TOK_STAR2] = {PREC_POWER, SYN_BINARY, SYN_OP_POW},
};

static const Operator prefix[TOK_COUNT] = {
    [TOK_NOT] = {PREC_NOT, SYN_UNARY, SYN_OP_NOT},
    [TOK_PLUS] = {PREC_UNARY, SYN_UNARY, SYN_OP_POS},
    [TOK_MINUS] = {PREC_UNARY, SYN_UNARY, SYN_OP_NEG},
    [TOK_TILDE] = {PREC_UNARY, SYN_UNARY, SYN_OP_INVERT},
};

/* --- Operands --- */

static const SynExpr *name(SynParser *self) {
    SynNode *node = syn_node_new(self, SYN_NAME, SYN_OP_NONE, self->tok.loc, 0);
    node->expr.name = self->tok.name;
    syn_advance(self);
    return &node->expr;
}

/* 2**63 as an integer is refused unless it is all that follows a minus; it is -2**63 then. */
static const SynExpr *integer(SynParser *self) {
    Token tok = self->tok;
    Str text = {self->lexer.text + (tok.loc.offset - self->lexer.base), 0};
    text.len = (size_t)(self->lexer.at - text.ptr);
    bool behind_minus = self->minus_at == tok.loc.offset;
    syn_advance(self);
    TokKind next = self->tok.kind;
    if (tok.minus && (!behind_minus || next == TOK_STAR2 || next == TOK_LPAREN ||
                      next == TOK_LBRACKET || next == TOK_DOT)) {
        lexer_report(&self->lexer, tok.loc, DIAG_INT_RANGE, lexer_excerpt(&self->lexer, text));
        return NULL;
    }
    SynNode *node = syn_node_new(self, SYN_INT, SYN_OP_NONE, tok.loc, 0);
    node->expr.i = tok.i;
    return &node->expr;
}

static const SynExpr *number(SynParser *self) {
    SynNode *node = syn_node_new(self, SYN_FLOAT, SYN_OP_NONE, self->tok.loc, 0);
    node->expr.f = self->tok.f;
    syn_advance(self);
    return &node->expr;
}

/* Adjacent literals are one string. */
static const SynExpr *string(SynParser *self) {
    SynNode *node = syn_node_new(self, SYN_STRING, SYN_OP_NONE, self->tok.loc, 0);
    bool bytes = self->tok.bytes;
    node->expr.str = self->tok.str;
    syn_advance(self);
    if (self->tok.kind != TOK_STRING) return &node->expr;
    StrBuf all;
    strbuf_init(&all, self->trees);
    strbuf_add(&all, node->expr.str.ptr, node->expr.str.len);
    for (; self->tok.kind == TOK_STRING; ctx_poll(self->ctx)) {
        if (self->tok.bytes != bytes) {
            syn_unsupported(self, self->tok.loc, "joining bytes and text");
            return NULL;
        }
        strbuf_add(&all, self->tok.str.ptr, self->tok.str.len);
        syn_advance(self);
    }
    size_t len = all.text.len;
    node->expr.str = (Str){strbuf_cstr(&all), len};
    return &node->expr;
}

static const SynExpr *boolean(SynParser *self) {
    SynNode *node = syn_node_new(self, SYN_BOOL, SYN_OP_NONE, self->tok.loc, 0);
    node->expr.i = self->tok.kind == TOK_TRUE;
    syn_advance(self);
    return &node->expr;
}

static const SynExpr *constant(SynParser *self) {
    SynKind kind = self->tok.kind == TOK_NONE ? SYN_NONE : SYN_ELLIPSIS;
    SynNode *node = syn_node_new(self, kind, SYN_OP_NONE, self->tok.loc, 0);
    syn_advance(self);
    return &node->expr;
}

static const SynExpr *attribute(SynParser *self, Loc loc, const SynExpr *head) {
    syn_advance(self);
    if (self->tok.kind != TOK_NAME) {
        syn_unexpected(self, "a name");
        return NULL;
    }
    SynNode *node = syn_node_new(self, SYN_ATTR, SYN_OP_NONE, loc, 1);
    syn_node_set(node, 0, head);
    node->expr.name = self->tok.name;
    syn_advance(self);
    return syn_node_finish(self, node);
}

/* Plain names, then one expression. One lambda holds no other, so that only brackets recurse. */
static const SynExpr *lambda(SynParser *self) {
    const Loc loc = self->tok.loc;
    const size_t first = self->items.len;
    if (self->in_lambda) {
        syn_unsupported(self, loc, "a lambda in a lambda");
        return NULL;
    }
    syn_advance(self);
    bool ok = true;
    while (ok && self->tok.kind == TOK_NAME) {
        vec_push(self->arena, &self->items, ((SynItem){.expr = name(self)}));
        if (!syn_accept(self, TOK_COMMA)) break;
    }
    ok = syn_expect(self, TOK_COLON, "a name or ':'");
    self->in_lambda = true;
    const SynExpr *body = ok ? operators(self, PREC_CONDITION) : NULL;
    self->in_lambda = false;
    const uint32_t n = (uint32_t)(self->items.len - first);
    SynNode *node = syn_node_new(self, SYN_LAMBDA, SYN_OP_NONE, loc, n + 1);
    for (uint32_t i = 0; i < n; i++) syn_node_set(node, i, self->items.at[first + i].expr);
    self->items.len = first;
    if (!body) return NULL;
    syn_node_set(node, n, body);
    return syn_node_finish(self, node);
}

static const SynExpr *no_operand(SynParser *self) {
    switch (self->tok.kind) {
    case TOK_AWAIT: syn_unsupported(self, self->tok.loc, "'await'"); break;
    case TOK_YIELD: syn_unsupported(self, self->tok.loc, "'yield'"); break;
    default: syn_unexpected(self, "an expression");
    }
    return NULL;
}

/* A table and not calls, so that their locals stay out of the frame that recurses. */
static const SynExpr *(*const operands[TOK_COUNT])(SynParser *) = {
    [TOK_NAME] = name,     [TOK_INT] = integer,       [TOK_FLOAT] = number,
    [TOK_STRING] = string, [TOK_TRUE] = boolean,      [TOK_FALSE] = boolean,
    [TOK_NONE] = constant, [TOK_ELLIPSIS] = constant, [TOK_LAMBDA] = lambda,
};

static bool starts_expr(const SynParser *self) {
    switch (self->tok.kind) {
    case TOK_LPAREN:
    case TOK_LBRACKET:
    case TOK_LBRACE:
    case TOK_STAR: return true;
    default: return operands[self->tok.kind] || prefix[self->tok.kind].precedence;
    }
}

const SynExpr *syn_postfix(SynParser *self) {
    Loc loc = self->tok.loc;
    const SynExpr *e;
    if (operands[self->tok.kind])
        e = operands[self->tok.kind](self);
    else if (self->tok.kind == TOK_LPAREN)
        e = bracketed(self, SHAPE_PAREN, NULL, loc);
    else if (self->tok.kind == TOK_LBRACKET)
        e = bracketed(self, SHAPE_LIST, NULL, loc);
    else if (self->tok.kind == TOK_LBRACE)
        e = bracketed(self, SHAPE_DICT, NULL, loc);
    else
        e = no_operand(self);
    while (e) {
        if (self->tok.kind == TOK_DOT)
            e = attribute(self, loc, e);
        else if (self->tok.kind == TOK_LPAREN)
            e = bracketed(self, SHAPE_CALL, e, loc);
        else if (self->tok.kind == TOK_LBRACKET)
            e = bracketed(self, SHAPE_INDEX, e, loc);
        else
            break;
    }
    return e;
}

/* --- Operators --- */

/* Takes the current token for an operator. NULL after a report. */
static SynPending *push_pending(SynParser *self, const Operator *o, const SynExpr *left) {
    /* Each pending operator will be an ancestor of what is read next. */
    if (self->pending.len >= self->ctx->limits.depth) {
        lexer_too_deep(&self->lexer, self->tok.loc);
        return NULL;
    }
    vec_reserve(self->arena, &self->pending, 1);
    SynPending *p = &self->pending.at[self->pending.len++];
    *p = (SynPending){(SynKind)o->kind, (SynOp)o->op, o->precedence, self->tok.loc, left, NULL};
    syn_advance(self);
    return p;
}

static bool push_prefix(SynParser *self, SynPrecedence min, size_t base) {
    const Operator *o = &prefix[self->tok.kind];
    size_t n = self->pending.len;
    if (o->op == SYN_OP_NOT &&
        (min > PREC_NOT || (n > base && self->pending.at[n - 1].precedence > PREC_NOT))) {
        return syn_unexpected(self, "an operand ('not' binds less)");
    }
    if (!push_pending(self, o, NULL)) return false;
    if (o->op == SYN_OP_NEG) self->minus_at = self->tok.loc.offset;
    return true;
}

/* A minus before a number as it is written; not before one that has its minus already. */
static const SynExpr *negated(SynParser *self, Loc loc, const SynExpr *e) {
    bool number = e->kind == SYN_INT || e->kind == SYN_FLOAT;
    if (!number || self->lexer.text[e->loc.offset - self->lexer.base] == '-') {
        return syn_branch(self, SYN_UNARY, SYN_OP_NEG, loc, e, NULL);
    }
    SynNode *node = syn_node_new(self, e->kind, SYN_OP_NONE, loc, 0);
    if (e->kind == SYN_FLOAT)
        node->expr.f = -e->f;
    else
        node->expr.i = e->i == INT64_MIN ? INT64_MIN : -e->i; /* of 2**63: see integer() */
    return &node->expr;
}

/* Applies the newest pending operator to its right operand. */
static const SynExpr *reduce(SynParser *self, const SynExpr *right) {
    const SynPending *p = &self->pending.at[--self->pending.len];
    if (p->kind == SYN_CONDITION) {
        if (!p->condition) {
            syn_unexpected(self, "'else'");
            return NULL;
        }
        SynNode *node = syn_node_new(self, SYN_CONDITION, SYN_OP_NONE, p->loc, 3);
        syn_node_set(node, 0, p->left);
        syn_node_set(node, 1, p->condition);
        syn_node_set(node, 2, right);
        return syn_node_finish(self, node);
    }
    if (p->op == SYN_OP_NEG) return negated(self, p->loc, right);
    if (p->kind == SYN_UNARY) return syn_branch(self, SYN_UNARY, p->op, p->loc, right, NULL);
    return syn_branch(self, p->kind, p->op, p->loc, p->left, right);
}

/* The condition that waits for its else, if that is the newest pending operator above `base`. */
static SynPending *open_condition(SynParser *self, size_t base) {
    if (self->pending.len == base) return NULL;
    SynPending *top = &self->pending.at[self->pending.len - 1];
    return top->kind == SYN_CONDITION && !top->condition ? top : NULL;
}

/* The current token is the infix operator o and `left` its operand, all tighter operators applied.
 * start: where the operand of a condition started. */
static bool push_infix(SynParser *self, const Operator *o, size_t base, Loc start,
                       const SynExpr *left) {
    if (o->kind == SYN_CONDITION && open_condition(self, base)) {
        return syn_unexpected(self, "'else'");
    }
    SynPending *p = push_pending(self, o, left);
    if (!p) return false;
    if (p->kind == SYN_CONDITION) p->loc = start;
    if (p->op == SYN_OP_IS && syn_accept(self, TOK_NOT)) p->op = SYN_OP_IS_NOT;
    return p->op != SYN_OP_NOT_IN || syn_expect(self, TOK_IN, "'in'");
}

/* The current token is an else: `left` is the condition it belongs to. */
static bool pass_else(SynParser *self, size_t base, const SynExpr *left) {
    SynPending *p = open_condition(self, base);
    if (!p) return false;
    p->condition = left;
    syn_advance(self);
    return true;
}

/* Applies the pending operators above `base` that bind tighter than an infix operator of this
 * precedence, or as tightly when those are grouped from the left. */
static const SynExpr *reduce_to(SynParser *self, size_t base, uint32_t precedence,
                                const SynExpr *e) {
    bool right = precedence == PREC_POWER || precedence == PREC_CONDITION;
    while (e && self->pending.len > base) {
        uint32_t top = self->pending.at[self->pending.len - 1].precedence;
        if (top < precedence || (right && top == precedence)) break;
        if (precedence == PREC_COMPARE && top == precedence) {
            syn_unsupported(self, self->tok.loc, "a chain of comparisons");
            return NULL;
        }
        e = reduce(self, e);
    }
    return e;
}

static const SynExpr *operators(SynParser *self, SynPrecedence min) {
    size_t base = self->pending.len;
    Loc start = self->tok.loc; /* of the operand that an `if` would take */
    for (;; ctx_poll(self->ctx)) {
        while (prefix[self->tok.kind].precedence) {
            if (!push_prefix(self, min, base)) return NULL;
        }
        const SynExpr *e = syn_postfix(self);
        const Operator *o = &infix[self->tok.kind];
        bool applies = o->precedence >= (uint32_t)min;
        if (self->tok.kind == TOK_ELSE) {
            e = reduce_to(self, base, PREC_CONDITION, e);
            if (e && pass_else(self, base, e)) {
                start = self->tok.loc;
                continue;
            }
        }
        e = reduce_to(self, base, applies ? o->precedence : (uint32_t)PREC_NONE, e);
        if (!e || !applies) return e;
        if (!push_infix(self, o, base, start, e)) return NULL;
    }
}

bool syn_check_target(SynParser *self, const SynExpr *e) {
    switch (e->kind) {
    case SYN_NAME:
    case SYN_ATTR:
    case SYN_SUBSCRIPT: return true;
    case SYN_TUPLE:
        for (uint32_t i = 0; i < e->n; i++) {
            if (!syn_check_target(self, e->items[i])) return false;
        }
        return true;
    default: {
        const char *what = syn_kind_text(e->kind);
        return syn_unsupported(self, e->loc, diag_fmt(self->ctx, "assigning to %s", what));
    }
    }
}

/* --- Brackets --- */

static const SynExpr *late_positional(SynParser *self, Loc loc) {
    Diag *d = lexer_report(&self->lexer, loc, DIAG_SYNTAX, NULL);
    diag_expected(self->ctx, d, "positional arguments before keyword arguments");
    return NULL;
}

/* The items from `base` on. */
static const SynExpr *collect(SynParser *self, SynKind kind, Loc loc, size_t base) {
    size_t n = self->items.len - base;
    SynNode *node = syn_node_new(self, kind, SYN_OP_NONE, loc, n);
    bool keywords = false, starred = false; /* a name=value, a **value went before */
    for (size_t i = 0; i < n; i++) {
        const SynItem *item = &self->items.at[base + i];
        bool star = item->expr->kind == SYN_STARRED, stars = star && item->expr->op == SYN_OP_POW;
        if (!item->keyword && !stars && (starred || (keywords && !star))) {
            return late_positional(self, item->expr->loc);
        }
        syn_node_set(node, i, item->expr);
        keywords |= item->keyword != NULL;
        starred |= stars;
    }
    if (keywords) {
        const char **names = arena_alloc(self->trees, n * sizeof *names);
        for (size_t i = 0; i < n; i++) names[i] = self->items.at[base + i].keyword;
        node->expr.keywords = names;
    }
    return syn_node_finish(self, node);
}

static void push_item(SynParser *self, const SynExpr *e, const char *keyword) {
    vec_reserve(self->trees, &self->items, 1);
    self->items.at[self->items.len++] = (SynItem){e, keyword};
}

/* for targets in value [if condition], behind the element. */
static const SynExpr *comprehension(SynParser *self, SynKind kind, Loc loc,
                                    const SynExpr *element) {
    syn_advance(self);
    const SynExpr *target = syn_exprs(self, SHAPE_TARGETS), *condition = NULL;
    if (!target || !syn_check_target(self, target)) return NULL;
    if (!syn_expect(self, TOK_IN, "'in'")) return NULL;
    const SynExpr *value = operators(self, PREC_OR);
    if (!value) return NULL;
    if (syn_accept(self, TOK_IF)) {
        condition = operators(self, PREC_OR);
        if (!condition) return NULL;
    }
    if (self->tok.kind == TOK_FOR || self->tok.kind == TOK_IF || self->tok.kind == TOK_ASYNC) {
        syn_unsupported(self, self->tok.loc, "a comprehension with more than one 'for' or 'if'");
        return NULL;
    }
    SynNode *node = syn_node_new(self, kind, SYN_OP_NONE, loc, 4);
    syn_node_set(node, 0, element);
    syn_node_set(node, 1, target);
    syn_node_set(node, 2, value);
    syn_node_set(node, 3, condition);
    return syn_node_finish(self, node);
}

/* start : stop : step, from the first colon on. */
static const SynExpr *slice(SynParser *self, Loc loc, const SynExpr *start) {
    SynNode *node = syn_node_new(self, SYN_SLICE, SYN_OP_NONE, loc, 3);
    syn_node_set(node, 0, start);
    for (size_t i = 1; i < 3; i++) {
        const SynExpr *e = NULL;
        if (syn_accept(self, TOK_COLON) && self->tok.kind != TOK_COLON &&
            self->tok.kind != TOK_COMMA && self->tok.kind != TOK_RBRACKET) {
            e = operators(self, PREC_CONDITION);
            if (!e) return NULL;
        }
        syn_node_set(node, i, e);
    }
    return syn_node_finish(self, node);
}

/* One item onto the stack. */
static bool parse_item(SynParser *self, SynShape shape) {
    Loc loc = self->tok.loc;
    TokKind first = self->tok.kind;
    const SynExpr *e = NULL;
    if (first == TOK_STAR || first == TOK_STAR2) {
        bool allowed = first == TOK_STAR ? shape != SHAPE_DICT && shape != SHAPE_INDEX
                                         : shape == SHAPE_CALL || shape == SHAPE_DICT;
        if (!allowed) return syn_unexpected(self, "an expression");
        if (shape == SHAPE_DICT) return syn_unsupported(self, loc, "unpacking in a dict");
        syn_advance(self);
        e = operators(self, shape == SHAPE_CALL ? PREC_CONDITION : PREC_BITOR);
        if (e) {
            SynOp op = first == TOK_STAR2 ? SYN_OP_POW : SYN_OP_NONE;
            e = syn_branch(self, SYN_STARRED, op, loc, e, NULL);
        }
        if (!e) return false;
        push_item(self, e, NULL);
        return true;
    }
    if (shape != SHAPE_INDEX || first != TOK_COLON) {
        e = operators(self, shape == SHAPE_TARGETS ? PREC_BITOR : PREC_CONDITION);
        if (!e) return false;
    }
    const char *keyword = NULL;
    if (shape == SHAPE_INDEX && self->tok.kind == TOK_COLON) {
        e = slice(self, loc, e);
        if (!e) return false;
    } else if (shape == SHAPE_CALL && self->tok.kind == TOK_ASSIGN) {
        /* In parentheses, a name would not start where the item does. */
        if (e->kind != SYN_NAME || e->loc.offset != loc.offset) {
            return syn_unexpected(self, "')' or ','");
        }
        keyword = e->name;
        syn_advance(self);
        e = operators(self, PREC_CONDITION);
        if (!e) return false;
    } else if (shape == SHAPE_DICT) {
        if (self->tok.kind == TOK_COMMA || self->tok.kind == TOK_RBRACE) {
            return syn_unsupported(self, loc, "a set");
        }
        push_item(self, e, NULL);
        if (!syn_expect(self, TOK_COLON, "':'")) return false;
        e = operators(self, PREC_CONDITION);
        if (!e) return false;
    } else if (self->tok.kind == TOK_WALRUS) {
        return syn_unsupported(self, self->tok.loc, "':='");
    }
    push_item(self, e, keyword);
    return true;
}

static const struct {
    TokKind close;
    SynKind kind;
    const char *expected; /* behind an item */
} shapes[] = {
    [SHAPE_PAREN] = {TOK_RPAREN, SYN_TUPLE, "')' or ','"},
    [SHAPE_LIST] = {TOK_RBRACKET, SYN_LIST, "']' or ','"},
    [SHAPE_DICT] = {TOK_RBRACE, SYN_DICT, "'}' or ','"},
    [SHAPE_CALL] = {TOK_RPAREN, SYN_CALL, "')' or ','"},
    [SHAPE_INDEX] = {TOK_RBRACKET, SYN_TUPLE, "']' or ','"},
    [SHAPE_BARE] = {TOK_EOF, SYN_TUPLE, NULL},
    [SHAPE_TARGETS] = {TOK_EOF, SYN_TUPLE, NULL},
};

/* A comprehension instead of items: the element is the last item. */
static bool comprehend(SynParser *self, SynShape shape, size_t first, Loc loc) {
    SynItem *item = &self->items.at[self->items.len - 1];
    const SynExpr *e = item->expr;
    if ((shape != SHAPE_LIST && shape != SHAPE_CALL) || e->kind == SYN_STARRED || item->keyword ||
        self->items.len - first != 1) {
        return syn_unsupported(self, self->tok.loc, "a comprehension");
    }
    self->items.len--;
    e = comprehension(self, shape == SHAPE_CALL ? SYN_GENERATOR : SYN_LISTCOMP, loc, e);
    if (!e) return false;
    push_item(self, e, NULL);
    return true;
}

/* [element for ...] is closed; the comprehension is the item on top. */
static const SynExpr *close_comprehension(SynParser *self) {
    if (!syn_expect(self, TOK_RBRACKET, "']'")) return NULL;
    return self->items.at[--self->items.len].expr;
}

/* All items from `first` on are read and their closing bracket is the current token; `base` may
 * hold what is called. comma: there was one behind the last item. */
static const SynExpr *close_items(SynParser *self, SynShape shape, Loc loc, size_t base,
                                  size_t first, bool comma) {
    bool only = self->items.len - first == 1 && !comma;
    const SynExpr *e = only ? self->items.at[first].expr : NULL;
    if (only && e->kind == SYN_STARRED && shape != SHAPE_CALL && shape != SHAPE_LIST) {
        syn_unsupported(self, e->loc, "a '*' outside a call, a tuple or a list");
        return NULL;
    }
    if (shape == SHAPE_INDEX) {
        const SynExpr *head = self->items.at[base].expr;
        if (!only) e = collect(self, SYN_TUPLE, self->items.at[first].expr->loc, first);
        return e ? syn_branch(self, SYN_SUBSCRIPT, SYN_OP_NONE, loc, head, e) : NULL;
    }
    if (only && shapes[shape].kind == SYN_TUPLE) return e;
    return collect(self, shapes[shape].kind, loc, base);
}

static const SynExpr *bracketed(SynParser *self, SynShape shape, const SynExpr *head, Loc loc) {
    size_t base = self->items.len;
    bool bare = shape >= SHAPE_BARE, comma = false;
    if (!bare) syn_advance(self);
    if (head) push_item(self, head, NULL);
    size_t first = self->items.len;
    for (;; ctx_poll(self->ctx)) {
        if (bare ? comma && !starts_expr(self) : self->tok.kind == shapes[shape].close) break;
        Loc start = self->tok.loc;
        if (!parse_item(self, shape)) return NULL;
        comma = false;
        if (self->tok.kind == TOK_FOR || self->tok.kind == TOK_ASYNC) {
            if (!comprehend(self, shape, first, shape == SHAPE_LIST ? loc : start)) return NULL;
            if (shape == SHAPE_LIST) return close_comprehension(self);
            break;
        }
        if (self->tok.kind != TOK_COMMA) break;
        syn_advance(self);
        comma = true;
    }
    if (!bare && self->tok.kind != shapes[shape].close) {
        syn_unexpected(self, shapes[shape].expected);
        return NULL;
    }
    if (shape == SHAPE_INDEX && self->items.len == first) {
        syn_unexpected(self, "an expression");
        return NULL;
    }
    const SynExpr *e = close_items(self, shape, loc, base, first, comma);
    self->items.len = base;
    if (e && !bare) syn_advance(self);
    return e;
}

const SynExpr *syn_expr(SynParser *self) { return operators(self, PREC_CONDITION); }

const SynExpr *syn_exprs(SynParser *self, SynShape shape) {
    return bracketed(self, shape, NULL, self->tok.loc);
}
