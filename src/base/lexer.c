/* SPDX-License-Identifier: Apache-2.0 */
/* A table gives every byte its classes; names, blanks, comments, strings and what lexer_skip does
 * not care about are runs of bytes over it. Every byte is looked at a bounded number of times.
 *
 * Invariants: `at` moves back only to the start of a token (lexer_back) or of a line (join_lines,
 * lexer_bracket_open), and then no bracket is open. `brackets` holds at most limits.depth entries,
 * so whoever recurses at brackets is bounded.
 */
#include "base/lexer.h"

#include "base/lexer_parts.h"

void lexer_init(Lexer *self, Ctx *ctx, Arena *arena, Arena *values, Interner *names, Str text) {
    *self = (Lexer){.ctx = ctx,
                    .arena = arena,
                    .values = values,
                    .names = names,
                    .text = text.ptr,
                    .at = text.ptr,
                    .end = text.ptr,
                    .line = 1};
    map_init(&self->reported, arena);
    if (text.len == 0) {
        self->text = self->at = self->end = "";
    } else if (text.len >= UINT32_MAX) { /* a Loc could not point into it */
        diag_error(ctx, (Loc){0}, DIAG_TOO_MANY, "4294967294", "bytes of text");
    } else {
        self->end = text.ptr + text.len;
        if (text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0) {
            self->at += 3;
            self->line_start = 3;
        }
    }
}

/* --- Places and messages --- */

Loc lexer_loc(const Lexer *self) { return lexer_loc_at(self, self->at); }

void lexer_too_deep(Lexer *self, Loc loc) {
    lexer_report(self, loc, DIAG_TOO_DEEP, diag_fmt(self->ctx, "%zu", self->ctx->limits.depth));
}

const char *lexer_describe(Lexer *self, const Token *tok) {
    const char *start = self->text + (tok->loc.offset - self->base);
    const char *what = "";
    switch (tok->kind) {
    case TOK_EOF: return "end of the text";
    case TOK_NEWLINE: return "end of line";
    case TOK_STRING: return "a string";
    case TOK_NAME: what = "name "; break;
    case TOK_INT:
    case TOK_FLOAT: what = "number "; break;
    default: break;
    }
    Str s = {start, (size_t)(self->at - start)};
    return diag_fmt(self->ctx, "%s'%s'", what, lexer_excerpt(self, s));
}

/* --- Lines --- */

/* p is at '#'. Returns the line end. */
static const char *pass_comment(Lexer *self, const char *p) {
    bool bad = false;
    for (;;) {
        while (p < self->end && !lexer_is(*p, LEX_LINE_END | LEX_ODD)) p++;
        if (p == self->end || lexer_is(*p, LEX_LINE_END)) return p;
        p = lexer_odd_byte(self, p, &bad);
    }
}

/* From the start of a line: passes blank lines and comment lines. Leaves `at` at the first byte
 * that counts and returns its column, tabs counted to multiples of 8. */
static size_t pass_blank_lines(Lexer *self) {
    const char *p = self->at;
    size_t width = 0;
    for (; p < self->end; ctx_poll(self->ctx)) {
        if (*p == ' ') {
            width++;
            p++;
        } else if (*p == '\t') {
            width = (width / 8 + 1) * 8;
            p++;
        } else if (*p == '\f') {
            width = 0;
            p++;
        } else if (*p == '#') {
            p = pass_comment(self, p);
        } else if (lexer_is(*p, LEX_LINE_END)) {
            p = lexer_newline(self, p);
            width = 0;
        } else {
            break;
        }
    }
    self->at = p;
    return width;
}

const char *lexer_block_start(Lexer *self) {
    const char *p = self->at;
    for (const char *q = p; q < self->end && lexer_is(*q, LEX_BLANK | LEX_LINE_END); q++) {
        if (lexer_is(*q, LEX_LINE_END)) p = q + 1;
    }
    return p;
}

bool lexer_line(Lexer *self) {
    if (self->place == LEX_BEFORE) {
        self->width = pass_blank_lines(self);
        self->place = LEX_FIRST;
    }
    if (self->at < self->end) return true;
    self->width = 0;
    return false;
}

/* --- Brackets --- */

static size_t bracket_kind(char c) {
    return c == '(' || c == ')' ? 0 : c == '[' || c == ']' ? 1 : 2;
}

/* False when it is one too many. */
static bool push_bracket(Lexer *self, Loc loc, char c) {
    if (self->brackets.len >= self->ctx->limits.depth) {
        if (self->deeper++ == 0) lexer_too_deep(self, loc);
        return false;
    }
    Bracket b = {loc, c};
    vec_push(self->arena, &self->brackets, b);
    self->open[bracket_kind(c)]++;
    return true;
}

/* A bracket that closes an outer one closes those inside it; one that closes nothing is ignored
 * (the parser has refused both). */
static void pop_bracket(Lexer *self, char c) {
    if (self->deeper) {
        self->deeper--;
    } else if (self->open[bracket_kind(c)]) {
        size_t kind;
        do {
            kind = bracket_kind(self->brackets.at[--self->brackets.len].open);
            self->open[kind]--;
        } while (kind != bracket_kind(c));
    }
}

static void drop_brackets(Lexer *self) {
    self->brackets.len = 0;
    self->deeper = 0;
    memset(self->open, 0, sizeof self->open);
}

static void report_open(Lexer *self, size_t at) {
    const Bracket *b = &self->brackets.at[at];
    lexer_report(self, b->loc, DIAG_BRACKET_OPEN, (char[]){b->open, '\0'});
}

void lexer_back(Lexer *self, const Token *tok) {
    drop_brackets(self);
    self->at = self->text + (tok->loc.offset - self->base);
    self->line = tok->loc.line;
    self->line_start = tok->loc.offset - (tok->loc.col - 1);
    self->place = LEX_INSIDE;
}

void lexer_bracket_open(Lexer *self, const Token *tok) {
    bool own = tok->kind == TOK_LPAREN || tok->kind == TOK_LBRACKET || tok->kind == TOK_LBRACE;
    BUG_IF(!tok->outdented || self->brackets.len < (own ? 2u : 1u));
    report_open(self, self->brackets.len - (own ? 2 : 1));
    lexer_back(self, tok);
    self->at = self->text + self->line_start;
    self->place = LEX_BEFORE;
}

/* Where nothing can close them any more. */
static bool brackets_left_open(Lexer *self) {
    bool any = self->brackets.len > 0;
    if (any) report_open(self, self->brackets.len - 1);
    drop_brackets(self);
    return any;
}

static TokKind keyword(Str s) {
    if (s.len < 2 || s.len > 8) return TOK_NAME;
#define KEYWORD(id, text, starts)                                                                  \
    if (s.len == sizeof(text) - 1 && memcmp(s.ptr, text, sizeof(text) - 1) == 0) return TOK_##id;
#include "base/lexer.def"
    return TOK_NAME;
}

bool lexer_is_keyword(Str word) { return keyword(word) != TOK_NAME; }

static const char *name_end(const char *p, const char *end) {
    while (p < end && lexer_is(*p, LEX_NAME)) p++;
    return p;
}

/* Does a line whose @ is at p, `width` deep, start a decorated definition? The name right behind it
 * and the next line tell it from a matrix product that was wrapped before its operator. */
static bool starts_decorated(const Lexer *self, const char *p, size_t width) {
    if (self->end - p < 2 || !lexer_is(p[1], LEX_NAME)) return false;
    while (p < self->end && !lexer_is(*p, LEX_LINE_END)) p++;
    if (p == self->end) return false;
    Lexer ahead = {.ctx = self->ctx, .at = p, .end = self->end, .text = self->text, .quiet = true};
    ahead.at = lexer_newline(&ahead, p);
    if (pass_blank_lines(&ahead) != width) return false;
    size_t rest = (size_t)(self->end - ahead.at);
    return rest > 6 && (*ahead.at == '@' || memcmp(ahead.at, "def ", 4) == 0 ||
                        memcmp(ahead.at, "class ", 6) == 0);
}

static const bool starts_line[TOK_COUNT] = {
#define KEYWORD(id, text, starts) [TOK_##id] = (starts),
#include "base/lexer.def"
};

/* Can the line whose first word is at p only be a new statement? While an error is passed, NAME =
 * and NAME: are taken for one as well, since the error may have been a missing bracket. */
static bool starts_statement(const Lexer *self, const char *p, size_t width) {
    if (*p == '@') return starts_decorated(self, p, width);
    const char *q = name_end(p, self->end);
    if (starts_line[keyword((Str){p, (size_t)(q - p)})]) return true;
    if (!self->quiet || q == p) return false;
    while (q < self->end && *q == ' ') q++;
    return self->end - q > 1 && (*q == ':' || *q == '=') && q[1] != '=';
}

/* Inside brackets, at a line end: goes on to the next line with something on it. False when that
 * line starts a statement, so that a bracket was forgotten; it is then the next logical line.
 * *outdented as in Token. */
static bool join_lines(Lexer *self, bool *outdented) {
    for (;; ctx_poll(self->ctx)) {
        self->at = lexer_newline(self, self->at);
        const char *line = self->at;
        size_t width = 0;
        const char *p = line;
        for (; p < self->end && lexer_is(*p, LEX_BLANK); p++) {
            width = *p == ' ' ? width + 1 : *p == '\t' ? (width / 8 + 1) * 8 : 0;
        }
        if (p < self->end && *p == '#') p = pass_comment(self, p);
        self->at = p;
        if (p == self->end) return true;
        if (lexer_is(*p, LEX_LINE_END)) continue;
        *outdented = self->brackets.len > 0 && !self->expression && width <= self->width;
        if (*outdented && starts_statement(self, p, width)) {
            self->at = line;
            brackets_left_open(self);
            self->place = LEX_BEFORE;
            return false;
        }
        return true;
    }
}

static bool joins(const Lexer *self) {
    return self->brackets.len > 0 || self->deeper > 0 || self->expression;
}

/* --- Tokens --- */

static void next_name(Lexer *self, Token *out, const char *p) {
    const char *start = p;
    bool bad = false;
    for (;;) {
        p = name_end(p, self->end);
        if (p == self->end || !lexer_is(*p, LEX_HIGH)) break;
        p = lexer_odd_byte(self, p, &bad);
    }
    if (p < self->end && (*p == '"' || *p == '\'') && lexer_next_string(self, out, start, p))
        return;
    self->at = p;
    Str s = {start, (size_t)(p - start)};
    out->kind = bad ? TOK_ERROR : keyword(s);
    if (out->kind == TOK_NAME) out->name = intern(self->names, s);
}

/* What is no token at all. */
static TokKind stray(Lexer *self, Loc loc, const char *p) {
    self->at = p + 1;
    if (*p == '\0') {
        lexer_report(self, loc, DIAG_NUL_BYTE, NULL);
    } else {
        lexer_report(self, loc, DIAG_CHARACTER, (char[]){*p, '\0'});
    }
    return TOK_ERROR;
}

/* One of up to four spellings: c, c=, cc, cc=; TOK_ERROR where there is none. */
static TokKind spelling(Lexer *self, const char *p, TokKind one, TokKind one_eq, TokKind two,
                        TokKind two_eq) {
    bool twice = two != TOK_ERROR && self->end - p > 1 && p[1] == *p;
    TokKind plain = twice ? two : one, with_eq = twice ? two_eq : one_eq;
    p += twice ? 2 : 1;
    bool eq = with_eq != TOK_ERROR && p < self->end && *p == '=';
    self->at = p + eq;
    return eq ? with_eq : plain;
}

static TokKind next_punct(Lexer *self, Loc loc, const char *p, bool *outdented) {
    char next = self->end - p > 1 ? p[1] : '\0';
    self->at = p + 1;
    switch (*p) {
    case '(':
    case '[':
    case '{':
        if (!push_bracket(self, loc, *p)) return TOK_ERROR;
        return *p == '(' ? TOK_LPAREN : *p == '[' ? TOK_LBRACKET : TOK_LBRACE;
    case ')':
    case ']':
    case '}':
        pop_bracket(self, *p);
        *outdented = false; /* it ends what was begun */
        return *p == ')' ? TOK_RPAREN : *p == ']' ? TOK_RBRACKET : TOK_RBRACE;
    case ',': return TOK_COMMA;
    case ';': return TOK_SEMICOLON;
    case '~': return TOK_TILDE;
    case ':': return spelling(self, p, TOK_COLON, TOK_WALRUS, TOK_ERROR, TOK_ERROR);
    case '=': return spelling(self, p, TOK_ASSIGN, TOK_EQ, TOK_ERROR, TOK_ERROR);
    case '+': return spelling(self, p, TOK_PLUS, TOK_PLUS_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '*': return spelling(self, p, TOK_STAR, TOK_STAR_ASSIGN, TOK_STAR2, TOK_STAR2_ASSIGN);
    case '/': return spelling(self, p, TOK_SLASH, TOK_SLASH_ASSIGN, TOK_SLASH2, TOK_SLASH2_ASSIGN);
    case '%': return spelling(self, p, TOK_PERCENT, TOK_PERCENT_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '@': return spelling(self, p, TOK_AT, TOK_AT_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '&': return spelling(self, p, TOK_AMPERSAND, TOK_AMPERSAND_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '|': return spelling(self, p, TOK_BAR, TOK_BAR_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '^': return spelling(self, p, TOK_CARET, TOK_CARET_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '<': return spelling(self, p, TOK_LT, TOK_LE, TOK_LSHIFT, TOK_LSHIFT_ASSIGN);
    case '>': return spelling(self, p, TOK_GT, TOK_GE, TOK_RSHIFT, TOK_RSHIFT_ASSIGN);
    case '-':
        if (next == '>') {
            self->at = p + 2;
            return TOK_ARROW;
        }
        return spelling(self, p, TOK_MINUS, TOK_MINUS_ASSIGN, TOK_ERROR, TOK_ERROR);
    case '!':
        if (next != '=') return stray(self, loc, p);
        self->at = p + 2;
        return TOK_NE;
    case '.':
        if (next != '.' || self->end - p < 3 || p[2] != '.') return TOK_DOT;
        self->at = p + 3;
        return TOK_ELLIPSIS;
    default: return stray(self, loc, p);
    }
}

void lexer_next(Lexer *self, Token *out) {
    Loc last = lexer_loc(self); /* a line ends where its last token does */
    out->outdented = false;
    self->place = LEX_INSIDE;
    for (;; ctx_poll(self->ctx)) {
        const char *p = self->at;
        while (p < self->end && lexer_is(*p, LEX_BLANK)) p++;
        if (p < self->end && *p == '#') p = pass_comment(self, p);
        self->at = p;
        if (p == self->end || (lexer_is(*p, LEX_LINE_END) && !joins(self))) {
            out->loc = last;
            out->kind = TOK_NEWLINE;
            if (brackets_left_open(self)) {
                out->kind = TOK_ERROR;
            } else if (self->expression) {
                out->kind = TOK_EOF;
            } else {
                self->place = LEX_BEFORE;
                if (p < self->end) self->at = lexer_newline(self, p);
            }
            return;
        }
        if (lexer_is(*p, LEX_LINE_END)) {
            if (!join_lines(self, &out->outdented)) {
                out->loc = last;
                out->kind = TOK_ERROR;
                return;
            }
            continue;
        }
        if (*p == '\\' && p + 1 < self->end && lexer_is(p[1], LEX_LINE_END)) {
            self->at = lexer_newline(self, p + 1);
            continue;
        }
        out->loc = lexer_loc_at(self, p);
        if (lexer_is(*p, LEX_NAME | LEX_HIGH) && !lexer_is_digit(*p)) {
            next_name(self, out, p);
        } else if (lexer_is_digit(*p) || (*p == '.' && p + 1 < self->end && lexer_is_digit(p[1]))) {
            lexer_next_number(self, out, p);
        } else if (*p == '"' || *p == '\'') {
            lexer_next_string(self, out, p, p);
        } else {
            out->kind = next_punct(self, out->loc, p, &out->outdented);
        }
        return;
    }
}

/* --- Skipping --- */

/* What the last token was, as far as NAME.NAME is concerned. */
typedef enum { AFTER_OTHER, AFTER_NAME, AFTER_NAME_DOT, AFTER_DOT } After;

const char *lexer_skip(Lexer *self, LexVisit *visit, void *user) {
    if (self->place == LEX_BEFORE) return self->at; /* the error was at the line's end */
    self->place = LEX_INSIDE;
    unsigned stop = visit ? (unsigned)LEX_TOKEN : (unsigned)LEX_SCAN;
    After after = AFTER_OTHER;
    Str left = {0};
    bool bad = false, outdented;
    const char *p = self->at;
    for (;; ctx_poll(self->ctx)) {
        while (p < self->end && !lexer_is(*p, stop)) p++;
        self->at = p;
        if (p == self->end) {
            brackets_left_open(self);
            self->place = LEX_BEFORE;
            return p;
        }
        if (visit && lexer_is(*p, LEX_NAME | LEX_HIGH)) { /* a name or a number */
            p = name_end(p, self->end);
            while (p < self->end && lexer_is(*p, LEX_HIGH)) {
                p = name_end(lexer_odd_byte(self, p, &bad), self->end);
            }
            Str name = {self->at, (size_t)(p - self->at)};
            if (lexer_is_digit(*name.ptr)) {
                after = AFTER_OTHER;
            } else if (after == AFTER_NAME_DOT) {
                visit(user, left, name);
                after = AFTER_OTHER;
            } else {
                left = name;
                after = after == AFTER_DOT ? AFTER_OTHER : AFTER_NAME;
            }
            continue;
        }
        switch (*p) {
        case '(':
        case '[':
        case '{':
            push_bracket(self, lexer_loc_at(self, p), *p);
            p++;
            break;
        case ')':
        case ']':
        case '}': pop_bracket(self, *p++); break;
        case '"':
        case '\'': p = lexer_pass_string(self, p); break;
        case '#': p = pass_comment(self, p); continue;
        case '\\':
            p++;
            if (p < self->end && lexer_is(*p, LEX_LINE_END)) p = lexer_newline(self, p);
            continue;
        case '\n':
        case '\r':
            if (!joins(self)) {
                const char *end = p;
                self->at = lexer_newline(self, p);
                self->place = LEX_BEFORE;
                return end;
            }
            if (!join_lines(self, &outdented)) return p;
            p = self->at;
            continue;
        case '.':
            after = after == AFTER_NAME ? AFTER_NAME_DOT : AFTER_DOT;
            p++;
            continue;
        default:
            if (lexer_is(*p, LEX_ODD))
                p = lexer_odd_byte(self, p, &bad);
            else
                p++;
        }
        after = AFTER_OTHER;
    }
}
