/* SPDX-License-Identifier: Apache-2.0 */
/* Text under construction, and numbers to and from text without the locale. */
#include "base/strbuf.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void strbuf_printf(StrBuf *self, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    BUG_IF(n < 0);
    vec_reserve(self->arena, &self->text, (size_t)n + 1);
    vsnprintf(self->text.at + self->text.len, (size_t)n + 1, fmt, again);
    va_end(again);
    self->text.len += (size_t)n;
}

void strbuf_int(StrBuf *self, int64_t v) {
    char buf[24];
    char *p = buf + sizeof buf;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do {
        *--p = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    if (v < 0) *--p = '-';
    strbuf_add(self, p, (size_t)(buf + sizeof buf - p));
}

/* snprintf writes the locale's decimal point; a number's text has no other byte outside ASCII. */
static void add_number(StrBuf *self, const char *text) {
    const char *point = localeconv()->decimal_point;
    size_t n = strlen(point);
    bool plain = true;
    for (const char *p = text; *p;) {
        if (n && strncmp(p, point, n) == 0) {
            strbuf_putc(self, '.');
            p += n;
            plain = false;
            continue;
        }
        if (*p == 'e') plain = false;
        strbuf_putc(self, *p++);
    }
    if (plain) strbuf_puts(self, ".0");
}

static bool add_special(StrBuf *self, double v) {
    if (isnan(v)) strbuf_puts(self, "nan");
    if (isinf(v)) strbuf_puts(self, v < 0 ? "-inf" : "inf");
    return !isfinite(v);
}

void strbuf_double(StrBuf *self, double v) {
    if (add_special(self, v)) return;
    char buf[64];
    /* %g drops zeros, so 15 digits find all that is shorter; but subnormals may not have 15 */
    for (int digits = fabs(v) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(buf, sizeof buf, "%.*g", digits, v);
        if (strtod(buf, NULL) == v) break;
    }
    add_number(self, buf);
}

void strbuf_float(StrBuf *self, float v) {
    if (add_special(self, (double)v)) return;
    char buf[64];
    for (int digits = fabsf(v) < FLT_MIN ? 1 : 6; digits <= 9; digits++) {
        snprintf(buf, sizeof buf, "%.*g", digits, (double)v);
        if ((float)strtod(buf, NULL) == v) break; /* as the parser reads it */
    }
    add_number(self, buf);
}

size_t utf8_len(const char *s, size_t avail) {
    const unsigned char *p = (const unsigned char *)s;
    if (avail == 0) return 0;
    if (p[0] < 0x80) return 1;
    if (p[0] < 0xC2 || p[0] > 0xF4) return 0;
    size_t n = p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (avail < n) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
    }
    if (p[0] == 0xE0 && p[1] < 0xA0) return 0; /* overlong */
    if (p[0] == 0xED && p[1] > 0x9F) return 0; /* surrogates */
    if (p[0] == 0xF0 && p[1] < 0x90) return 0;
    if (p[0] == 0xF4 && p[1] > 0x8F) return 0;
    return n;
}

bool str_is_utf8(Str s) {
    for (size_t i = 0, n; i < s.len; i += n)
        if (!(n = utf8_len(s.ptr + i, s.len - i))) return false;
    return true;
}

void strbuf_quoted(StrBuf *self, Str s) {
    strbuf_putc(self, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        switch (c) {
        case '"': strbuf_puts(self, "\\\""); break;
        case '\\': strbuf_puts(self, "\\\\"); break;
        case '\n': strbuf_puts(self, "\\n"); break;
        case '\t': strbuf_puts(self, "\\t"); break;
        case '\r': strbuf_puts(self, "\\r"); break;
        default:
            if (c < 0x20 || c == 0x7F) {
                strbuf_printf(self, "\\x%02x", c);
            } else {
                strbuf_putc(self, (char)c);
            }
        }
    }
    strbuf_putc(self, '"');
}

void strbuf_escaped(StrBuf *self, Str s) {
    for (size_t i = 0; i < s.len;) {
        size_t n = utf8_len(s.ptr + i, s.len - i);
        unsigned char c = (unsigned char)s.ptr[i];
        /* C1 control characters (U+0080 to U+009F) move terminals too. */
        bool c1 = n == 2 && c == 0xC2 && (unsigned char)s.ptr[i + 1] < 0xA0;
        if (n == 0 || c1 || (c < 0x20 && c != '\t') || c == 0x7F) {
            strbuf_printf(self, "\\x%02x", c);
            i++;
            if (c1) strbuf_printf(self, "\\x%02x", (unsigned char)s.ptr[i++]);
            continue;
        }
        strbuf_add(self, s.ptr + i, n);
        i += n;
    }
}

const char *strbuf_cstr(StrBuf *self) {
    vec_reserve(self->arena, &self->text, 1);
    self->text.at[self->text.len] = '\0';
    return self->text.at;
}

static bool in_number(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.' || c == '_';
}

/* Copies a number's text with the locale's decimal point. False when it is too long to be sane, or
 * has a byte that the locale's strtod might take and we do not. */
static bool localized(Str s, char *buf, size_t cap) {
    const char *point = localeconv()->decimal_point;
    size_t n = strlen(point), len = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (len + n + 1 >= cap || !in_number(s.ptr[i])) return false;
        if (s.ptr[i] == '.') {
            memcpy(buf + len, point, n);
            len += n;
        } else if (s.ptr[i] != '_') {
            buf[len++] = s.ptr[i];
        }
    }
    buf[len] = '\0';
    return len > 0;
}

bool parse_double(Str s, double *out) {
    char buf[1024];
    char *end;
    if (!localized(s, buf, sizeof buf)) return false;
    *out = strtod(buf, &end);
    return *end == '\0';
}

bool parse_float(Str s, float *out) {
    char buf[1024];
    char *end;
    if (!localized(s, buf, sizeof buf)) return false;
    *out = strtof(buf, &end);
    return *end == '\0';
}

size_t str_edits(Str a, const char *b, size_t limit) {
    enum { MAX = 48 };
    size_t n = strlen(b), rows[3][MAX + 1];
    if (a.len > MAX || n > MAX || a.len > n + limit || n > a.len + limit) return limit + 1;
    for (size_t j = 0; j <= n; j++) rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3]; /* i - 1 and i - 2 */
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = above[j - 1] + (a.ptr[i - 1] != b[j - 1]);
            if (above[j] + 1 < best) best = above[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            const bool swapped =
                i > 1 && j > 1 && a.ptr[i - 1] == b[j - 2] && a.ptr[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[a.len % 3][n];
}
