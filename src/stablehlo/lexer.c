/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/lexer.h"

#include <stdlib.h>

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_in_word(char c) { return is_letter(c) || is_digit(c) || c == '$' || c == '.'; }
static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static Loc loc_at(const ShloLexer *self, const char *at) {
    return (Loc){.offset = (uint32_t)(at - self->text),
                 .line = self->line,
                 .col = (uint32_t)(at - self->line_start) + 1};
}

void shlo_wrong(ShloLexer *self, Loc loc, DiagId id, const char *arg) {
    if (arg)
        diag_error(self->ctx, loc, id, arg);
    else
        diag_error(self->ctx, loc, id);
    ctx_throw(self->ctx, STATUS_INVALID);
}

static const char *shown(ShloLexer *self, Str s) {
    StrBuf out;
    strbuf_init(&out, &self->ctx->diags->arena);
    strbuf_escaped(&out, (Str){s.ptr, s.len < 40 ? s.len : 40});
    if (s.len > 40) strbuf_puts(&out, "...");
    return strbuf_cstr(&out);
}

void shlo_expected(ShloLexer *self, const char *what) {
    const ShloTok *tok = &self->tok;
    Diag *d = diag_error(self->ctx, tok->loc, DIAG_SYNTAX);
    diag_expected(self->ctx, d, "%s", what);
    if (tok->kind == SHLO_TOK_END)
        diag_found(self->ctx, d, "the end of the text");
    else
        diag_found(self->ctx, d, "'%s'", shown(self, tok->text));
    ctx_throw(self->ctx, STATUS_INVALID);
}

static void pass_blanks(ShloLexer *self) {
    const char *at = self->at, *end = self->end;
    while (at < end) {
        if (*at == '\n') {
            self->line++;
            self->line_start = ++at;
            ctx_poll(self->ctx);
        } else if (*at == ' ' || *at == '\t' || *at == '\r') {
            at++;
        } else if (*at == '/' && end - at > 1 && at[1] == '/') {
            const char *line_end = memchr(at, '\n', (size_t)(end - at));
            at = line_end ? line_end : end;
        } else {
            break;
        }
    }
    self->at = at;
}

/* Behind the closing quote of the string whose first character is at `at`. */
static const char *string_end(ShloLexer *self, const char *at, Loc loc) {
    for (; at < self->end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < self->end) at++;
        if (*at == '\n') break;
    }
    if (at >= self->end || *at != '"') shlo_wrong(self, loc, DIAG_STRING_OPEN, NULL);
    return at + 1;
}

static const char *number_end(const ShloLexer *self, const char *at, ShloTokKind *kind) {
    const char *end = self->end;
    *kind = SHLO_TOK_INT;
    if (at < end && *at == '-') at++;
    if (end - at > 2 && at[0] == '0' && at[1] == 'x' && is_hex(at[2])) {
        for (at += 2; at < end && is_hex(*at);) at++;
        return at;
    }
    while (at < end && is_digit(*at)) at++;
    if (at < end && *at == '.') {
        *kind = SHLO_TOK_FLOAT;
        for (at++; at < end && is_digit(*at);) at++;
        if (at < end && (*at == 'e' || *at == 'E')) {
            const char *exp = at + 1;
            if (exp < end && (*exp == '+' || *exp == '-')) exp++;
            if (exp < end && is_digit(*exp)) {
                while (exp < end && is_digit(*exp)) exp++;
                at = exp;
            }
        }
    }
    return at;
}

/* Behind a name, which may be quoted, whose first character is at `at`. */
static const char *name_end(const ShloLexer *self, const char *at, bool dashes) {
    while (at < self->end &&
           (is_in_word(*at) || (dashes && *at == '-' && (at + 1 == self->end || at[1] != '>'))))
        at++;
    return at;
}

static void take_name(ShloLexer *self, ShloTokKind kind) {
    ShloTok *tok = &self->tok;
    const char *at = self->at + 1;
    tok->kind = kind;
    if (at < self->end && *at == '"' && kind == SHLO_TOK_SYMBOL) {
        const char *end = string_end(self, at + 1, tok->loc);
        tok->text = (Str){at + 1, (size_t)(end - at) - 2};
        self->at = end;
        return;
    }
    const char *end = name_end(self, at, kind == SHLO_TOK_VALUE || kind == SHLO_TOK_LABEL);
    if (kind == SHLO_TOK_VALUE && end < self->end && *end == '#') {
        for (end++; end < self->end && is_digit(*end);) end++;
    }
    tok->text = (Str){at, (size_t)(end - at)};
    if (end == at) {
        tok->text = (Str){self->at, 1};
        tok->kind = SHLO_TOK_PUNCT;
        end = at;
    }
    self->at = end;
}

void shlo_next(ShloLexer *self) {
    pass_blanks(self);
    const char *at = self->at;
    ShloTok *tok = &self->tok;
    tok->loc = loc_at(self, at);
    if (at >= self->end) {
        *tok = (ShloTok){.kind = SHLO_TOK_END, .loc = tok->loc};
        return;
    }
    const char c = *at, after = at + 1 < self->end ? at[1] : 0;
    if (is_letter(c)) {
        tok->kind = SHLO_TOK_WORD;
        self->at = name_end(self, at, false);
        tok->text = (Str){at, (size_t)(self->at - at)};
    } else if (is_digit(c) || (c == '-' && is_digit(after))) {
        self->at = number_end(self, at, &tok->kind);
        tok->text = (Str){at, (size_t)(self->at - at)};
    } else if (c == '"') {
        self->at = string_end(self, at + 1, tok->loc);
        *tok = (ShloTok){SHLO_TOK_STRING, {at + 1, (size_t)(self->at - at) - 2}, tok->loc};
    } else if (c == '-' && after == '>') {
        *tok = (ShloTok){SHLO_TOK_ARROW, {at, 2}, tok->loc};
        self->at += 2;
    } else if (c == '%') {
        take_name(self, SHLO_TOK_VALUE);
    } else if (c == '@') {
        take_name(self, SHLO_TOK_SYMBOL);
    } else if (c == '#') {
        take_name(self, SHLO_TOK_ATTRIBUTE);
    } else if (c == '!') {
        take_name(self, SHLO_TOK_TYPE);
    } else if (c == '^') {
        take_name(self, SHLO_TOK_LABEL);
    } else {
        *tok = (ShloTok){SHLO_TOK_PUNCT, {at, 1}, tok->loc};
        if (c == 0) shlo_wrong(self, tok->loc, DIAG_NUL_BYTE, NULL);
        if ((unsigned char)c < 0x20 || (unsigned char)c >= 0x7f)
            shlo_wrong(self, tok->loc, DIAG_CHARACTER, shown(self, tok->text));
        self->at++;
    }
}

void shlo_lexer_init(ShloLexer *self, Ctx *ctx, Arena *arena, Str text) {
    *self = (ShloLexer){.ctx = ctx,
                        .arena = arena,
                        .text = text.ptr,
                        .at = text.ptr,
                        .end = text.ptr + text.len,
                        .line = 1,
                        .line_start = text.ptr};
    shlo_next(self);
}

void shlo_skip_to(ShloLexer *self, const char *to) {
    for (const char *at = self->at; at < to;) {
        const char *line_end = memchr(at, '\n', (size_t)(to - at));
        if (!line_end) break;
        self->line++;
        self->line_start = at = line_end + 1;
    }
    self->at = to;
    shlo_next(self);
}

void shlo_passed(ShloLexer *self, const char *from, const char *to) {
    if (self->passed) self->passed(self->user, from, to);
}

const char *shlo_pass_to(ShloLexer *self, char c) {
    const char *at = self->at, *found = NULL;
    while (at < self->end && !found) {
        const char *from = at, *end = at;
        end += self->end - at < SHLO_PASSED ? self->end - at : SHLO_PASSED;
        found = memchr(at, c, (size_t)(end - at));
        if (found) end = found;
        for (const char *line; (line = memchr(at, '\n', (size_t)(end - at))); at = line + 1) {
            self->line++;
            self->line_start = line + 1;
        }
        at = end;
        ctx_poll(self->ctx);
        if (!found) shlo_passed(self, from, end);
    }
    self->at = at;
    return found;
}

bool shlo_is(const ShloLexer *self, char c) {
    return self->tok.kind == SHLO_TOK_PUNCT && *self->tok.text.ptr == c;
}

bool shlo_is_word(const ShloLexer *self, const char *word) {
    return self->tok.kind == SHLO_TOK_WORD && str_eq_c(self->tok.text, word);
}

bool shlo_take(ShloLexer *self, char c) {
    const bool is = shlo_is(self, c);
    if (is) shlo_next(self);
    return is;
}

bool shlo_take_word(ShloLexer *self, const char *word) {
    const bool is = shlo_is_word(self, word);
    if (is) shlo_next(self);
    return is;
}

void shlo_want(ShloLexer *self, char c) {
    if (!shlo_take(self, c)) shlo_expected(self, diag_fmt(self->ctx, "'%c'", c));
}

void shlo_want_word(ShloLexer *self, const char *word) {
    if (!shlo_take_word(self, word)) shlo_expected(self, diag_fmt(self->ctx, "'%s'", word));
}

Str shlo_want_kind(ShloLexer *self, ShloTokKind kind, const char *what) {
    const Str text = self->tok.text;
    if (self->tok.kind != kind) shlo_expected(self, what);
    shlo_next(self);
    return text;
}

int64_t shlo_int_value(ShloLexer *self, const ShloTok *tok) {
    const char *at = tok->text.ptr, *end = at + tok->text.len;
    const bool minus = *at == '-';
    at += minus;
    const bool hex = end - at > 2 && at[1] == 'x';
    uint64_t v = 0;
    bool fits = true;
    for (at += hex ? 2 : 0; at < end; at++) {
        const unsigned digit = is_digit(*at) ? (unsigned)(*at - '0') : ((unsigned)*at & 7) + 9;
        fits = fits && !__builtin_mul_overflow(v, hex ? 16u : 10u, &v) &&
               !__builtin_add_overflow(v, digit, &v);
    }
    if (!fits || (minus && v > (uint64_t)1 << 63))
        shlo_wrong(self, tok->loc, DIAG_INT_RANGE, shown(self, tok->text));
    return (int64_t)(minus ? 0 - v : v);
}

int64_t shlo_want_int(ShloLexer *self) {
    const ShloTok tok = self->tok;
    shlo_want_kind(self, SHLO_TOK_INT, "an integer");
    return shlo_int_value(self, &tok);
}

double shlo_float_value(ShloLexer *self, const ShloTok *tok) {
    double v;
    if (!parse_double(tok->text, &v))
        shlo_wrong(self, tok->loc, DIAG_NUMBER, shown(self, tok->text));
    return v;
}

Str shlo_unescaped(ShloLexer *self, Str s) {
    if (!memchr(s.ptr, '\\', s.len)) return s;
    char *out = arena_alloc(self->arena, s.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (c == '\\' && i + 2 < s.len && is_hex(s.ptr[i + 1]) && is_hex(s.ptr[i + 2])) {
            const char digits[] = {s.ptr[i + 1], s.ptr[i + 2], 0};
            c = (char)strtoul(digits, NULL, 16);
            i += 2;
        } else if (c == '\\' && i + 1 < s.len) {
            c = s.ptr[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        out[n++] = c;
    }
    return (Str){out, n};
}

void shlo_skip_brackets(ShloLexer *self) {
    static const char pairs[] = "()[]{}<>";
    const Loc loc = self->tok.loc;
    const char first[] = {*self->tok.text.ptr, 0};
    VEC(char) open = {.at = NULL}; /* what closes them */
    do {
        if (self->tok.kind == SHLO_TOK_END) shlo_wrong(self, loc, DIAG_BRACKET_OPEN, first);
        const char *at =
            self->tok.kind == SHLO_TOK_PUNCT ? strchr(pairs, *self->tok.text.ptr) : NULL;
        if (at && (at - pairs) % 2 == 0) {
            vec_push(self->arena, &open, at[1]);
        } else if (at) {
            if (*at != open.at[open.len - 1])
                shlo_expected(self, diag_fmt(self->ctx, "'%c'", open.at[open.len - 1]));
            open.len--;
        }
        shlo_next(self);
    } while (open.len);
}
