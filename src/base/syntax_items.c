/* SPDX-License-Identifier: Apache-2.0 */
/* What stands in brackets: the items of calls, tuples, lists, dicts, subscripts, and bare tuples.
 *
 * Items are collected on one stack, `items`, and copied out when the bracket closes. This is the
 * only place where expressions recurse, once a bracket, through syn_items, syn_parse and
 * syn_postfix.
 */
#include "base/syntax_parts.h"

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
    const SynExpr *value = syn_parse(self, PREC_OR);
    if (!value) return NULL;
    if (syn_accept(self, TOK_IF)) {
        condition = syn_parse(self, PREC_OR);
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
            e = syn_parse(self, PREC_CONDITION);
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
        e = syn_parse(self, shape == SHAPE_CALL ? PREC_CONDITION : PREC_BITOR);
        if (e) {
            SynOp op = first == TOK_STAR2 ? SYN_OP_POW : SYN_OP_NONE;
            e = syn_branch(self, SYN_STARRED, op, loc, e, NULL);
        }
        if (!e) return false;
        push_item(self, e, NULL);
        return true;
    }
    if (shape != SHAPE_INDEX || first != TOK_COLON) {
        e = syn_parse(self, shape == SHAPE_TARGETS ? PREC_BITOR : PREC_CONDITION);
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
        e = syn_parse(self, PREC_CONDITION);
        if (!e) return false;
    } else if (shape == SHAPE_DICT) {
        if (self->tok.kind == TOK_COMMA || self->tok.kind == TOK_RBRACE) {
            return syn_unsupported(self, loc, "a set");
        }
        push_item(self, e, NULL);
        if (!syn_expect(self, TOK_COLON, "':'")) return false;
        e = syn_parse(self, PREC_CONDITION);
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

const SynExpr *syn_items(SynParser *self, SynShape shape, const SynExpr *head, Loc loc) {
    size_t base = self->items.len;
    bool bare = shape >= SHAPE_BARE, comma = false;
    if (!bare) syn_advance(self);
    if (head) push_item(self, head, NULL);
    size_t first = self->items.len;
    for (;; ctx_poll(self->ctx)) {
        if (bare ? comma && !syn_starts_expr(self) : self->tok.kind == shapes[shape].close) break;
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
