/* SPDX-License-Identifier: Apache-2.0 */
/* Statements and blocks.
 *
 * Which block a line belongs to follows from its indentation: `level` is the innermost open block,
 * a node of a tree that only grows, so that a mark can name it. Levels are compared when a line
 * starts; a line that is no deeper closes the block (SYN_END) and is looked at again.
 *
 * After an error the rest of the logical line is passed. If deeper lines follow, the line was meant
 * as a header: they are parsed for their errors and not shown (LEVEL_MUTED), so that one bad header
 * makes one error and hides none.
 */
#include "base/syntax_parts.h"

static const char *const op_texts[] = {
    [SYN_OP_NONE] = "",         [SYN_OP_ADD] = "+",        [SYN_OP_SUB] = "-",
    [SYN_OP_MUL] = "*",         [SYN_OP_DIV] = "/",        [SYN_OP_FLOORDIV] = "//",
    [SYN_OP_MOD] = "%",         [SYN_OP_POW] = "**",       [SYN_OP_MATMUL] = "@",
    [SYN_OP_AND] = "&",         [SYN_OP_OR] = "|",         [SYN_OP_XOR] = "^",
    [SYN_OP_LSHIFT] = "<<",     [SYN_OP_RSHIFT] = ">>",    [SYN_OP_EQ] = "==",
    [SYN_OP_NE] = "!=",         [SYN_OP_LT] = "<",         [SYN_OP_LE] = "<=",
    [SYN_OP_GT] = ">",          [SYN_OP_GE] = ">=",        [SYN_OP_IN] = "in",
    [SYN_OP_NOT_IN] = "not in", [SYN_OP_IS] = "is",        [SYN_OP_IS_NOT] = "is not",
    [SYN_OP_NEG] = "-",         [SYN_OP_POS] = "+",        [SYN_OP_INVERT] = "~",
    [SYN_OP_NOT] = "not",       [SYN_OP_BOOL_AND] = "and", [SYN_OP_BOOL_OR] = "or",
};

const char *syn_op_text(SynOp op) { return op_texts[op]; }

/* --- Making one --- */

static void init(SynParser *self, Ctx *ctx, Arena *arena, Arena *trees, Interner *names, Str text) {
    *self = (SynParser){.ctx = ctx, .arena = arena, .trees = trees, .minus_at = SIZE_MAX};
    lexer_init(&self->lexer, ctx, arena, trees, names, text);
}

SynParser *syn_new(Ctx *ctx, Arena *arena, Interner *names, Str text) {
    SynParser *self = arena_alloc(arena, sizeof *self);
    init(self, ctx, arena, &self->own_trees, names, text);
    self->level = ARENA_NEW(arena, SynLevel);
    self->last = SYN_EOF;
    arena_init(&self->own_trees, ctx);
    self->n_first_items = HARD_CAPACITY(256);
    self->first_items = ARENA_ARRAY(&self->own_trees, SynItem, self->n_first_items);
    self->start = arena_mark(&self->own_trees);
    return self;
}

void syn_free(SynParser *self) { arena_fini(&self->own_trees); }

const SynExpr *syn_parse_expr(Ctx *ctx, Arena *arena, Interner *names, Str text, Loc loc) {
    SynParser self;
    init(&self, ctx, arena, arena, names, text);
    self.lexer.expression = true;
    self.lexer.base = loc.offset;
    self.lexer.line = loc.line;
    self.lexer.line_start = loc.offset + 1 - loc.col;
    syn_advance(&self);
    const SynExpr *e = syn_expr(&self);
    if (!e) return NULL;
    return self.tok.kind == TOK_EOF || syn_unexpected(&self, "an operator") ? e : NULL;
}

/* --- Statements --- */

typedef bool Parse(SynParser *self, SynStmt *out);

static bool parse_name(SynParser *self, SynStmt *out, const char *expected) {
    if (self->tok.kind != TOK_NAME) return syn_unexpected(self, expected);
    out->name = self->tok.name;
    out->name_loc = self->tok.loc;
    syn_advance(self);
    return true;
}

static bool parse_class(SynParser *self, SynStmt *out) {
    syn_advance(self);
    if (!parse_name(self, out, "the class's name")) return false;
    if (!syn_accept(self, TOK_LPAREN)) return true;
    if (self->tok.kind != TOK_RPAREN && self->tok.kind != TOK_ERROR) {
        return syn_unsupported(self, self->tok.loc, "a base class");
    }
    return syn_expect(self, TOK_RPAREN, "')'");
}

static bool parse_param(SynParser *self, SynParam *out) {
    *out = (SynParam){.loc = self->tok.loc};
    if (self->tok.kind == TOK_STAR2) return syn_unsupported(self, out->loc, "a '**' parameter");
    if (self->tok.kind == TOK_SLASH) return syn_unsupported(self, out->loc, "'/'");
    out->starred = syn_accept(self, TOK_STAR);
    if (out->starred && self->tok.kind == TOK_COMMA) {
        return syn_unsupported(self, out->loc, "a bare '*'");
    }
    if (self->tok.kind != TOK_NAME) return syn_unexpected(self, "a parameter");
    out->name = self->tok.name;
    out->loc = self->tok.loc;
    syn_advance(self);
    if (syn_accept(self, TOK_COLON) && !(out->annotation = syn_expr(self))) return false;
    if (out->starred && self->tok.kind == TOK_ASSIGN) {
        return syn_unexpected(self, "')' or ',' behind a '*' parameter");
    }
    return !syn_accept(self, TOK_ASSIGN) || (out->value = syn_expr(self));
}

/* What may follow what: a '*' comes once, and before it no default is followed by none. */
static bool check_param(SynParser *self, const SynParam *p, const SynParam *last, bool *star) {
    const char *expected = NULL;
    if (p->starred && *star) expected = "only one '*' parameter";
    if (last && !*star && last->value && !p->value && !p->starred) expected = "a default here too";
    *star |= p->starred;
    if (!expected) return true;
    Diag *d = lexer_report(&self->lexer, p->loc, DIAG_SYNTAX, NULL);
    diag_expected(self->ctx, d, "%s", expected);
    return false;
}

static bool parse_def(SynParser *self, SynStmt *out) {
    syn_advance(self);
    if (!parse_name(self, out, "the function's name")) return false;
    if (!syn_expect(self, TOK_LPAREN, "'('")) return false;
    VEC(SynParam) params = {0};
    bool star = false;
    while (self->tok.kind != TOK_RPAREN) {
        SynParam param, *last = params.len ? &params.at[params.len - 1] : NULL;
        if (!parse_param(self, &param) || !check_param(self, &param, last, &star)) return false;
        vec_push(self->trees, &params, param);
        if (self->tok.kind != TOK_RPAREN && !syn_expect(self, TOK_COMMA, "')' or ','"))
            return false;
        ctx_poll(self->ctx);
    }
    syn_advance(self);
    out->params = params.at;
    out->n_params = (uint32_t)params.len;
    return !syn_accept(self, TOK_ARROW) || (out->annotation = syn_expr(self));
}

static bool parse_with(SynParser *self, SynStmt *out) {
    syn_advance(self);
    if (!(out->value = syn_expr(self))) return false;
    if (syn_accept(self, TOK_AS)) {
        if (!(out->target = syn_postfix(self)) || !syn_check_target(self, out->target))
            return false;
    }
    if (self->tok.kind != TOK_COMMA) return true;
    return syn_unsupported(self, self->tok.loc, "more than one item in a 'with'");
}

static bool parse_for(SynParser *self, SynStmt *out) {
    syn_advance(self);
    if (!(out->target = syn_exprs(self, SHAPE_TARGETS))) return false;
    if (!syn_check_target(self, out->target) || !syn_expect(self, TOK_IN, "'in'")) return false;
    return (out->value = syn_exprs(self, SHAPE_BARE));
}

/* if, elif, while */
static bool parse_test(SynParser *self, SynStmt *out) {
    syn_advance(self);
    return (out->value = syn_expr(self));
}

static bool parse_decorator(SynParser *self, SynStmt *out) { return parse_test(self, out); }

static bool parse_word(SynParser *self, SynStmt *out) {
    (void)out;
    syn_advance(self);
    return true;
}

/* A name or, `dotted`, a.b.c; then as x or nothing. */
static bool parse_imported(SynParser *self, bool dotted) {
    do {
        if (!syn_expect(self, TOK_NAME, "a name")) return false;
        ctx_poll(self->ctx);
    } while (dotted && syn_accept(self, TOK_DOT));
    return !syn_accept(self, TOK_AS) || syn_expect(self, TOK_NAME, "a name");
}

static bool parse_import(SynParser *self, SynStmt *out) {
    (void)out;
    bool from = self->tok.kind == TOK_FROM, dots = false;
    syn_advance(self);
    if (from) {
        while (syn_accept(self, TOK_DOT) || syn_accept(self, TOK_ELLIPSIS)) dots = true;
        if (!(dots && self->tok.kind == TOK_IMPORT) && !parse_imported(self, true)) return false;
        if (!syn_expect(self, TOK_IMPORT, "'import'")) return false;
        if (syn_accept(self, TOK_STAR)) return true;
    }
    bool paren = from && syn_accept(self, TOK_LPAREN);
    do {
        if (!parse_imported(self, !from)) return false;
    } while (syn_accept(self, TOK_COMMA) && !(paren && self->tok.kind == TOK_RPAREN));
    return !paren || syn_expect(self, TOK_RPAREN, "')' or ','");
}

static bool ends_statement(TokKind kind) { return kind == TOK_NEWLINE || kind == TOK_SEMICOLON; }

static bool parse_return(SynParser *self, SynStmt *out) {
    syn_advance(self);
    return ends_statement(self->tok.kind) || (out->value = syn_exprs(self, SHAPE_BARE));
}

static const uint8_t assign_ops[TOK_COUNT] = {
    [TOK_PLUS_ASSIGN] = SYN_OP_ADD,        [TOK_MINUS_ASSIGN] = SYN_OP_SUB,
    [TOK_STAR_ASSIGN] = SYN_OP_MUL,        [TOK_SLASH_ASSIGN] = SYN_OP_DIV,
    [TOK_SLASH2_ASSIGN] = SYN_OP_FLOORDIV, [TOK_PERCENT_ASSIGN] = SYN_OP_MOD,
    [TOK_STAR2_ASSIGN] = SYN_OP_POW,       [TOK_AT_ASSIGN] = SYN_OP_MATMUL,
    [TOK_AMPERSAND_ASSIGN] = SYN_OP_AND,   [TOK_BAR_ASSIGN] = SYN_OP_OR,
    [TOK_CARET_ASSIGN] = SYN_OP_XOR,       [TOK_LSHIFT_ASSIGN] = SYN_OP_LSHIFT,
    [TOK_RSHIFT_ASSIGN] = SYN_OP_RSHIFT,
};

/* An expression, or an assignment in one of its forms. */
static bool parse_simple(SynParser *self, SynStmt *out) {
    out->kind = SYN_EXPR;
    const SynExpr *e = out->value = syn_exprs(self, SHAPE_BARE);
    if (!e) return false;
    TokKind next = self->tok.kind;
    out->op = (SynOp)assign_ops[next];
    if (next != TOK_ASSIGN && next != TOK_COLON && !out->op) return true;
    out->kind = SYN_ASSIGN;
    out->target = e;
    out->value = NULL;
    if (!syn_check_target(self, e)) return false;
    if (next != TOK_ASSIGN && e->kind == SYN_TUPLE) {
        return syn_unexpected(self, "'=' behind a tuple");
    }
    syn_advance(self);
    if (next == TOK_COLON) {
        if (!(out->annotation = syn_expr(self))) return false;
        if (!syn_accept(self, TOK_ASSIGN)) return true;
    }
    if (!(out->value = syn_exprs(self, SHAPE_BARE))) return false;
    if (self->tok.kind != TOK_ASSIGN) return true;
    return syn_unsupported(self, self->tok.loc, "a chain of assignments");
}

/* A keyword that starts a statement we do not have. */
static bool parse_foreign(SynParser *self, SynStmt *out) {
    (void)out;
    const char *what = lexer_describe(&self->lexer, &self->tok);
    return syn_unsupported(self, self->tok.loc, what);
}

static const struct {
    SynStmtKind kind;
    Parse *parse;
} statements[TOK_COUNT] = {
    [TOK_CLASS] = {SYN_CLASS, parse_class},
    [TOK_DEF] = {SYN_DEF, parse_def},
    [TOK_WITH] = {SYN_WITH, parse_with},
    [TOK_IF] = {SYN_IF, parse_test},
    [TOK_ELIF] = {SYN_ELIF, parse_test},
    [TOK_ELSE] = {SYN_ELSE, parse_word},
    [TOK_FOR] = {SYN_FOR, parse_for},
    [TOK_WHILE] = {SYN_WHILE, parse_test},
    [TOK_AT] = {SYN_DECORATOR, parse_decorator},
    [TOK_PASS] = {SYN_PASS, parse_word},
    [TOK_RETURN] = {SYN_RETURN, parse_return},
    [TOK_IMPORT] = {SYN_IMPORT, parse_import},
    [TOK_FROM] = {SYN_IMPORT, parse_import},
    [TOK_DEL] = {SYN_ERROR, parse_foreign},
    [TOK_TRY] = {SYN_ERROR, parse_foreign},
    [TOK_ASYNC] = {SYN_ERROR, parse_foreign},
    [TOK_BREAK] = {SYN_ERROR, parse_foreign},
    [TOK_RAISE] = {SYN_ERROR, parse_foreign},
    [TOK_ASSERT] = {SYN_ERROR, parse_foreign},
    [TOK_EXCEPT] = {SYN_ERROR, parse_foreign},
    [TOK_GLOBAL] = {SYN_ERROR, parse_foreign},
    [TOK_FINALLY] = {SYN_ERROR, parse_foreign},
    [TOK_CONTINUE] = {SYN_ERROR, parse_foreign},
    [TOK_NONLOCAL] = {SYN_ERROR, parse_foreign},
};

static bool opens_block(SynStmtKind kind) { return kind >= SYN_CLASS; }

/* The line has ended. */
static void end_line(SynParser *self) {
    self->state = self->one_line ? AT_END : AT_LINE;
    self->one_line = false;
}

/* More follows on this line. No token is kept, since its value would die with the trees. */
static void stay_inside(SynParser *self) {
    self->state = AT_INSIDE;
    lexer_back(&self->lexer, &self->tok);
}

static bool end_header(SynParser *self) {
    if (!syn_expect(self, TOK_COLON, "':'")) return false;
    self->one_line = self->tok.kind != TOK_NEWLINE;
    self->state = AT_BLOCK;
    if (self->one_line) stay_inside(self);
    return true;
}

static bool end_simple(SynParser *self, bool decorator) {
    if (!decorator && syn_accept(self, TOK_SEMICOLON) && self->tok.kind != TOK_NEWLINE) {
        stay_inside(self);
        return true;
    }
    if (self->tok.kind != TOK_NEWLINE) return syn_unexpected(self, "end of line");
    end_line(self);
    return true;
}

/* A decorator wants a definition, else and elif want what they belong to. */
static bool check_order(SynParser *self) {
    TokKind tok = self->tok.kind;
    SynStmtKind last = self->last;
    if (self->one_line) return true; /* there, only simple statements are taken */
    self->last = statements[tok].parse ? statements[tok].kind : SYN_EXPR;
    if (last == SYN_DECORATOR && tok != TOK_AT && tok != TOK_DEF && tok != TOK_CLASS) {
        return syn_unexpected(self, "'def' or 'class' behind a decorator");
    }
    if (last == SYN_ERROR) return true;
    bool test = last == SYN_IF || last == SYN_ELIF, loop = last == SYN_FOR || last == SYN_WHILE;
    if (tok == TOK_ELIF && !test) return syn_unexpected(self, "an 'if' before");
    if (tok == TOK_ELSE && !test && !loop) return syn_unexpected(self, "an 'if' before");
    return true;
}

static bool parse_statement(SynParser *self, SynStmt *out, bool first) {
    out->loc = self->tok.loc;
    Parse *parse = statements[self->tok.kind].parse;
    if (!check_order(self)) return false;
    if (!parse) return parse_simple(self, out) && end_simple(self, false);
    out->kind = statements[self->tok.kind].kind;
    bool header = opens_block(out->kind), decorator = out->kind == SYN_DECORATOR;
    if (!first && (header || decorator)) return syn_unexpected(self, "a simple statement");
    return parse(self, out) && (header ? end_header(self) : end_simple(self, decorator));
}

static void give_up(SynParser *self, SynStmt *out) {
    *out = (SynStmt){.kind = SYN_ERROR, .loc = out->loc};
    self->lexer.quiet = true;
    lexer_skip(&self->lexer, NULL, NULL);
    self->lexer.quiet = false;
    if (!self->one_line && !opens_block(self->last)) self->last = SYN_ERROR;
    end_line(self);
    self->state = self->state == AT_END ? AT_ERROR_END : AT_ERROR;
}

static void statement(SynParser *self, SynStmt *out, bool first) {
    self->pending.len = 0;
    syn_advance(self);
    if (!parse_statement(self, out, first)) give_up(self, out);
}

/* --- Blocks --- */

/* The level of lines this wide under `parent`, opened by the statement before. Levels are used
 * again, so that their number does not grow with an ordinary text. */
static SynLevel *level_child(SynParser *self, SynLevel *parent, size_t width, LevelKind kind) {
    enum { TRIES = 16 };
    int tries = 0;
    for (SynLevel *c = parent->child; c && tries < TRIES; c = c->next, tries++) {
        if (c->width == width && c->kind == kind && c->header == self->last) return c;
    }
    SynLevel *child = ARENA_NEW(self->arena, SynLevel);
    *child = (SynLevel){.parent = parent,
                        .next = parent->child,
                        .width = width,
                        .depth = parent->depth + 1,
                        .kind = kind,
                        .header = self->last,
                        .muted = parent->muted || kind == LEVEL_MUTED};
    parent->child = child;
    return child;
}

/* Passes the lines that are deeper than the current block's; returns where the last one ends. */
static const char *pass_block(SynParser *self, LexVisit *visit, void *user) {
    Lexer *lx = &self->lexer;
    const char *end = lx->at;
    while (lexer_line(lx) && lx->width > self->level->width) end = lexer_skip(lx, visit, user);
    return end;
}

/* After a header, at the next line: is it deeper? */
static bool check_block(SynParser *self, bool more) {
    Lexer *lx = &self->lexer;
    if (more && lx->width > self->level->width) return true;
    Diag *d = lexer_report(lx, lexer_loc(lx), DIAG_SYNTAX, NULL);
    diag_expected(self->ctx, d, "an indented block");
    diag_found(self->ctx, d, more ? "a line that is not deeper" : "the end of the text");
    return false;
}

/* False after a report: the block is over. */
static bool open_block(SynParser *self, bool more) {
    Lexer *lx = &self->lexer;
    if (!check_block(self, more)) return false;
    if (self->level->depth >= self->ctx->limits.depth) {
        lexer_too_deep(lx, lexer_loc(lx));
        pass_block(self, NULL, NULL);
        return false;
    }
    self->level = level_child(self, self->level, lx->width, LEVEL_BLOCK);
    self->last = SYN_EOF;
    return true;
}

/* A line that is no deeper than the one before, or the end of the text. */
static bool shallower(SynParser *self, SynStmt *out, bool more) {
    Lexer *lx = &self->lexer;
    SynLevel *level = self->level;
    if (self->last == SYN_DECORATOR) {
        self->last = SYN_ERROR;
        Diag *d = lexer_report(lx, out->loc, DIAG_SYNTAX, NULL);
        diag_expected(self->ctx, d, "'def' or 'class' behind a decorator");
        return true;
    }
    if (!level->parent) {
        out->kind = SYN_EOF;
        return true;
    }
    self->last = level->header;
    if (more && lx->width > level->parent->width) {
        lexer_report(lx, out->loc, DIAG_DEDENT, NULL);
        self->level = level_child(self, level->parent, lx->width, level->kind);
        self->last = SYN_ERROR;
        return true;
    }
    self->level = level->parent;
    out->kind = SYN_END;
    return level->kind == LEVEL_BLOCK;
}

/* Yields what stands at the start of a line. False: nothing. */
static bool line(SynParser *self, SynStmt *out) {
    Lexer *lx = &self->lexer;
    bool more = lexer_line(lx);
    SynState state = self->state;
    out->loc = lexer_loc(lx);
    self->state = AT_LINE;
    if (state == AT_BLOCK) {
        if (open_block(self, more))
            statement(self, out, true);
        else
            self->state = AT_END;
        return true;
    }
    if (!more || lx->width < self->level->width) return shallower(self, out, more);
    if (lx->width > self->level->width) {
        bool muted = state == AT_ERROR;
        self->level = level_child(self, self->level, lx->width, muted ? LEVEL_MUTED : LEVEL_STRAY);
        self->last = SYN_ERROR;
        if (muted) return false;
        lexer_report(lx, out->loc, DIAG_INDENT, NULL);
        return true;
    }
    statement(self, out, true);
    return true;
}

static void forget_trees(SynParser *self) {
    arena_rewind(&self->own_trees, self->start);
    self->items.at = self->first_items;
    self->items.cap = self->n_first_items;
    self->items.len = 0;
}

void syn_next(SynParser *self, SynStmt *out) {
    bool shown = true;
    do {
        ctx_poll(self->ctx);
        forget_trees(self);
        *out = (SynStmt){.kind = SYN_ERROR};
        if (self->state == AT_END || self->state == AT_ERROR_END) {
            self->state = self->state == AT_END ? AT_LINE : AT_ERROR;
            out->kind = SYN_END;
            out->loc = lexer_loc(&self->lexer);
        } else if (self->state == AT_INSIDE) {
            statement(self, out, false);
        } else {
            shown = line(self, out);
        }
    } while (!shown || self->level->muted);
}

/* --- Skipping, going back --- */

Str syn_scan_block(SynParser *self, void (*visit)(void *user, Str left, Str right), void *user) {
    Lexer *lx = &self->lexer;
    SynState state = self->state;
    BUG_IF(state != AT_BLOCK && !(state == AT_INSIDE && self->one_line));
    self->state = AT_LINE;
    self->one_line = false;
    const char *start = lx->at, *end = start;
    if (state == AT_INSIDE) {
        end = lexer_skip(lx, visit, user);
    } else if (state == AT_BLOCK) {
        start = lexer_block_start(lx);
        if (check_block(self, lexer_line(lx))) end = pass_block(self, visit, user);
    }
    return (Str){start, end > start ? (size_t)(end - start) : 0};
}

Str syn_skip_block(SynParser *self) { return syn_scan_block(self, NULL, NULL); }

SynMark syn_mark(const SynParser *self) {
    const Lexer *lx = &self->lexer;
    return (SynMark){.offset = syn_offset(self),
                     .line = lx->line,
                     .line_start = lx->line_start,
                     .width = lx->width,
                     .place = (uint8_t)lx->place,
                     .state = (uint8_t)self->state,
                     .last = (uint8_t)self->last,
                     .one_line = self->one_line,
                     .level = self->level};
}

void syn_seek(SynParser *self, SynMark mark) {
    Lexer *lx = &self->lexer;
    lx->at = lx->text + mark.offset;
    lx->line = mark.line;
    lx->line_start = mark.line_start;
    lx->width = mark.width;
    lx->place = (LexPlace)mark.place;
    self->state = (SynState)mark.state;
    self->last = (SynStmtKind)mark.last;
    self->one_line = mark.one_line;
    self->level = mark.level;
}

size_t syn_offset(const SynParser *self) { return (size_t)(self->lexer.at - self->lexer.text); }
