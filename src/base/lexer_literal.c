/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and strings.
 *
 * A string is read twice at most: once to find its end, and once more when an escape or a \r makes
 * its value differ from its text. */
#include "base/lexer_parts.h"

/* --- Numbers --- */

static unsigned digit_value(char c) {
    if (lexer_is_digit(c)) return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 99;
}

/* The end of a run of digits, single underscores before digits included. */
static const char *digits(const char *p, const char *end, unsigned base) {
    for (;;) {
        if (p < end && digit_value(*p) < base)
            p++;
        else if (end - p > 1 && *p == '_' && digit_value(p[1]) < base)
            p += 2;
        else
            return p;
    }
}

/* Reports the whole word at `start`. */
static void bad_number(Lexer *self, Token *out, const char *start, const char *p) {
    bool bad = false;
    while (p < self->end && lexer_is(*p, LEX_NAME | LEX_HIGH)) {
        p = lexer_is(*p, LEX_HIGH) ? lexer_odd_byte(self, p, &bad) : p + 1;
    }
    Str s = {start, (size_t)(p - start)};
    lexer_report(self, out->loc, DIAG_NUMBER, lexer_excerpt(self, s));
    self->at = p;
    out->kind = TOK_ERROR;
}

static void next_int(Lexer *self, Token *out, const char *start, const char *p, unsigned base) {
    uint64_t v = 0;
    bool fits = true;
    for (const char *d = base == 10 ? start : start + 2; d < p && fits; d++) {
        if (*d == '_') continue;
        fits =
            !__builtin_mul_overflow(v, base, &v) && !__builtin_add_overflow(v, digit_value(*d), &v);
    }
    self->at = p;
    out->kind = TOK_INT;
    out->minus = v == (uint64_t)INT64_MAX + 1;
    if (!fits || (v > INT64_MAX && !out->minus)) {
        Str s = {start, (size_t)(p - start)};
        lexer_report(self, out->loc, DIAG_INT_RANGE, lexer_excerpt(self, s));
        out->kind = TOK_ERROR;
    }
    out->i = out->minus ? INT64_MIN : (int64_t)v;
}

static bool word_goes_on(const Lexer *self, const char *p) {
    return p < self->end && lexer_is(*p, LEX_NAME | LEX_HIGH);
}

void lexer_next_number(Lexer *self, Token *out, const char *p) {
    const char *start = p, *end = self->end;
    char letter = *p == '0' && end - p > 1 ? (char)(p[1] | 0x20) : '\0';
    if (letter == 'x' || letter == 'o' || letter == 'b') {
        unsigned base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
        p = digits(p + 2, end, base);
        if (p == start + 2 || word_goes_on(self, p))
            bad_number(self, out, start, p);
        else
            next_int(self, out, start, p, base);
        return;
    }
    bool is_float = false;
    p = digits(p, end, 10);
    if (p < end && *p == '.') {
        is_float = true;
        p++;
        if (p < end && lexer_is_digit(*p)) p = digits(p, end, 10);
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *q = p + 1;
        if (q < end && (*q == '+' || *q == '-')) q++;
        if (q < end && lexer_is_digit(*q)) {
            is_float = true;
            p = digits(q, end, 10);
        }
    }
    if (p < end && (*p == 'j' || *p == 'J') && !word_goes_on(self, p + 1)) {
        lexer_report(self, out->loc, DIAG_UNSUPPORTED, "a complex number");
        self->at = p + 1;
        out->kind = TOK_ERROR;
        return;
    }
    if (word_goes_on(self, p)) {
        bad_number(self, out, start, p);
    } else if (is_float) {
        self->at = p;
        out->kind = TOK_FLOAT;
        if (!parse_double((Str){start, (size_t)(p - start)}, &out->f)) {
            bad_number(self, out, start, p);
        }
    } else {
        /* 007 is an octal number in C and an error in Python; 00 is 0. */
        const char *q = start;
        while (q < p && (*q == '0' || *q == '_')) q++;
        if (*start == '0' && q < p)
            bad_number(self, out, start, p);
        else
            next_int(self, out, start, p, 10);
    }
}

/* --- Strings --- */

typedef struct {
    Str body;
    bool bad, differs, high; /* was reported; the value is not the text; not all ASCII */
} Quoted;

/* Finds the end. An open string ends at its line's end, one in triple quotes at the text's. */
static Quoted quoted(Lexer *self, const char *quote) {
    const char *p = quote, *end = self->end;
    Loc loc = lexer_loc_at(self, p);
    char q = *p;
    bool triple = end - p > 2 && p[1] == q && p[2] == q;
    Quoted s = {.bad = false};
    p += triple ? 3 : 1;
    s.body.ptr = p;
    for (;;) {
        while (p < end && !lexer_is(*p, LEX_QUOTED)) p++;
        if (p == end) break;
        s.body.len = (size_t)(p - s.body.ptr);
        if (*p == q) {
            if (!triple || (end - p > 2 && p[1] == q && p[2] == q)) {
                self->at = p + (triple ? 3 : 1);
                return s;
            }
            p++;
        } else if (*p == '\\') {
            s.differs = true;
            p++;
            if (p < end && lexer_is(*p, LEX_LINE_END))
                p = lexer_newline(self, p);
            else if (p < end && !lexer_is(*p, LEX_ODD))
                p++;
        } else if (lexer_is(*p, LEX_LINE_END)) {
            if (!triple) break;
            s.differs |= *p == '\r';
            p = lexer_newline(self, p);
        } else if (lexer_is(*p, LEX_ODD)) {
            s.high |= *p != '\0';
            p = lexer_odd_byte(self, p, &s.bad);
        } else {
            p++; /* the other quote */
        }
    }
    if (triple) self->quiet = false; /* it swallowed the rest of the text */
    lexer_report(self, loc, DIAG_STRING_OPEN, NULL);
    s.bad = true;
    self->at = p;
    return s;
}

const char *lexer_pass_string(Lexer *self, const char *quote) {
    quoted(self, quote);
    return self->at;
}

typedef struct {
    bool raw, bytes, format;
} Prefix;

/* r, b, u, f, br, rb, fr, rf in any case. */
static bool prefix_of(Str s, Prefix *out) {
    *out = (Prefix){.raw = false};
    if (s.len > 2) return false;
    bool unicode = false;
    for (size_t i = 0; i < s.len; i++) {
        bool *flag = NULL;
        switch (s.ptr[i] | 0x20) {
        case 'r': flag = &out->raw; break;
        case 'b': flag = &out->bytes; break;
        case 'f': flag = &out->format; break;
        case 'u': flag = &unicode; break;
        default: return false;
        }
        if (*flag) return false;
        *flag = true;
    }
    return s.len < 2 || (out->raw && !unicode);
}

/* The decoding of one string's body; loc stands at the byte `at`. */
typedef struct {
    Lexer *lexer;
    Loc loc;
    const char *at, *end;
    char *out;
    Prefix prefix;
} Decoder;

static void put_utf8(Decoder *d, uint32_t c) {
    if (c < 0x80) {
        *d->out++ = (char)c;
    } else if (c < 0x800) {
        *d->out++ = (char)(0xC0 | c >> 6);
        *d->out++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *d->out++ = (char)(0xE0 | c >> 12);
        *d->out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *d->out++ = (char)(0x80 | (c & 0x3F));
    } else {
        *d->out++ = (char)(0xF0 | c >> 18);
        *d->out++ = (char)(0x80 | (c >> 12 & 0x3F));
        *d->out++ = (char)(0x80 | (c >> 6 & 0x3F));
        *d->out++ = (char)(0x80 | (c & 0x3F));
    }
}

/* A character by its number; a surrogate has no UTF-8. */
static bool put_char(Decoder *d, uint32_t c) {
    if (d->prefix.bytes) {
        *d->out++ = (char)c;
        return true;
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return false;
    put_utf8(d, c);
    return true;
}

/* Up to `max` digits; NULL when there are fewer than `min`. */
static const char *escape_digits(const Decoder *d, const char *p, unsigned base, int min, int max,
                                 uint32_t *v) {
    int n = 0;
    for (*v = 0; n < max && p < d->end && digit_value(*p) < base; n++) {
        *v = *v * base + digit_value(*p++);
    }
    return n < min ? NULL : p;
}

/* p is behind the backslash, *end behind the escape. What Python does not know stays as it is. */
static bool put_escape(Decoder *d, const char *p, const char **end) {
    uint32_t v;
    *end = p + 1;
    switch (*p) {
    case '\\':
    case '\'':
    case '"': *d->out++ = *p; return true;
    case 'a': *d->out++ = '\a'; return true;
    case 'b': *d->out++ = '\b'; return true;
    case 'f': *d->out++ = '\f'; return true;
    case 'n': *d->out++ = '\n'; return true;
    case 'r': *d->out++ = '\r'; return true;
    case 't': *d->out++ = '\t'; return true;
    case 'v': *d->out++ = '\v'; return true;
    case '\n': return true;
    case '\r': *end += p + 1 < d->end && p[1] == '\n'; return true;
    default: break;
    }
    if (*p >= '0' && *p <= '7') {
        *end = escape_digits(d, p, 8, 1, 3, &v);
        return put_char(d, v);
    }
    if (*p == 'x' || (!d->prefix.bytes && (*p == 'u' || *p == 'U'))) {
        int n = *p == 'x' ? 2 : *p == 'u' ? 4 : 8;
        *end = escape_digits(d, p + 1, 16, n, n, &v);
        return *end && put_char(d, v);
    }
    if (*p == 'N' && !d->prefix.bytes) return false; /* a character's Unicode name */
    *d->out++ = '\\';
    *end = p;
    return true;
}

/* Moves on, counting lines. */
static void advance_to(Decoder *d, const char *p) {
    d->loc.offset += (uint32_t)(p - d->at);
    d->loc.col += (uint32_t)(p - d->at);
    d->at = p;
}

static void next_line(Decoder *d) {
    if (d->lexer->expression) return;
    d->loc.line++;
    d->loc.col = 1;
}

static bool decode(Decoder *d) {
    Lexer *lx = d->lexer;
    while (d->at < d->end) {
        const char *p = d->at, *start = p;
        while (p < d->end && *p != '\\' && *p != '\r' && *p != '\n' && *p != '{' && *p != '}') p++;
        if (p > start) memcpy(d->out, start, (size_t)(p - start));
        d->out += p - start;
        advance_to(d, p);
        if (p == d->end) break;
        if (*p == '\n' || *p == '\r') {
            *d->out++ = '\n';
            advance_to(d, p + (*p == '\r' && p + 1 < d->end && p[1] == '\n' ? 2 : 1));
            next_line(d);
        } else if (*p != '\\') { /* a brace */
            bool twice = p + 1 < d->end && p[1] == *p;
            if (d->prefix.format && !twice) {
                lexer_report(lx, d->loc, DIAG_UNSUPPORTED, "a replacement field in an f-string");
                return false;
            }
            *d->out++ = *p;
            advance_to(d, p + (d->prefix.format ? 2 : 1));
        } else if (d->prefix.raw) { /* the backslash stays and so does a quote behind it */
            *d->out++ = '\\';
            advance_to(d, p + 1);
        } else {
            const char *end;
            if (!put_escape(d, p + 1, &end)) {
                const char *q = end ? end : p + 2;
                Str s = {p, (size_t)(q - p)};
                lexer_report(lx, d->loc, DIAG_STRING_ESCAPE, lexer_excerpt(lx, s));
                return false;
            }
            bool line = lexer_is(p[1], LEX_LINE_END);
            advance_to(d, end);
            if (line) next_line(d);
        }
    }
    return true;
}

bool lexer_next_string(Lexer *self, Token *out, const char *prefix, const char *quote) {
    Prefix kinds;
    if (!prefix_of((Str){prefix, (size_t)(quote - prefix)}, &kinds)) return false;
    Loc loc = lexer_loc_at(self, quote);
    Quoted s = quoted(self, quote);
    out->kind = TOK_STRING;
    out->bytes = kinds.bytes;
    if (kinds.bytes && s.high && !s.bad) {
        lexer_report(self, out->loc, DIAG_UNSUPPORTED, "a non-ASCII character in a bytes literal");
        s.bad = true;
    }
    if (s.bad) {
        out->kind = TOK_ERROR;
        return true;
    }
    if (!s.differs && !kinds.format) {
        out->str = (Str){arena_strdup(self->values, s.body), s.body.len};
        return true;
    }
    /* No escape is longer decoded than written: \x80 to \xFF take two bytes, \ooo two, \u three. */
    char *room = arena_alloc(self->values, s.body.len + 1);
    uint32_t quotes = (uint32_t)(s.body.ptr - quote);
    Decoder d = {.lexer = self,
                 .loc = {loc.offset + quotes, loc.line, loc.col + quotes},
                 .at = s.body.ptr,
                 .end = s.body.ptr + s.body.len,
                 .out = room,
                 .prefix = kinds};
    if (!decode(&d)) out->kind = TOK_ERROR;
    *d.out = '\0';
    out->str = (Str){room, (size_t)(d.out - room)};
    return true;
}
