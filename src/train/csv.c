/* SPDX-License-Identifier: Apache-2.0 */
#include "train/csv.h"

#include "base/diag.h"

void csv_begin(Csv *self, Ctx *ctx, Str text, char separator) {
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, which some programs put in front */
    *self = (Csv){.ctx = ctx, .text = text, .separator = separator, .line = 1};
    arena_init(&self->arena, ctx);
    arena_init(&self->texts, ctx);
    arena_alloc(&self->texts, 1);
    self->start = arena_mark(&self->texts);
    if (text.len >= 3 && memcmp(text.ptr, mark, 3) == 0) self->at = self->line_at = 3;
}

void csv_end(Csv *self) {
    arena_fini(&self->texts);
    arena_fini(&self->arena);
}

static Loc place(const Csv *self, size_t at) {
    return (Loc){(uint32_t)at, self->line, (uint32_t)(at - self->line_at) + 1};
}

static bool wrong(Csv *self, Loc loc, const char *what, const char *help) {
    Diag *d = diag_error(self->ctx, loc, DIAG_VALUE, what);
    diag_help(self->ctx, d, "%s", help);
    self->failed = true;
    return false;
}

static bool is_newline(const Csv *self, size_t at) {
    const char *s = self->text.ptr;
    return s[at] == '\n' || (s[at] == '\r' && at + 1 < self->text.len && s[at + 1] == '\n');
}

static bool ends_field(const Csv *self, size_t at) {
    return at == self->text.len || self->text.ptr[at] == self->separator || is_newline(self, at);
}

/* From behind the first quote to behind the last. */
static bool read_quoted(Csv *self, CsvField *out) {
    const char *s = self->text.ptr;
    const size_t first = ++self->at, n = self->text.len;
    size_t doubled = 0;
    for (; self->at < n; self->at++) {
        if (s[self->at] == '\n') {
            self->line++;
            self->line_at = self->at + 1;
        }
        if (!s[self->at])
            return wrong(self, place(self, self->at), "a byte of 0 in a table", "tables are text");
        if (s[self->at] != '"') continue;
        if (self->at + 1 == n || s[self->at + 1] != '"') break;
        doubled++;
        self->at++;
    }
    if (self->at == n)
        return wrong(self, out->loc, "a quote that never ends", "a quote within quotes is \"\"");
    out->text = (Str){s + first, self->at - first};
    out->is_quoted = true;
    self->at++;
    if (!ends_field(self, self->at))
        return wrong(self, place(self, self->at), "more of the field behind its closing quote",
                     "a quote within quotes is \"\"");
    if (!doubled) return true;
    char *to = arena_alloc(&self->texts, out->text.len + 1);
    size_t k = 0;
    for (size_t i = 0; i < out->text.len; i++) {
        to[k++] = out->text.ptr[i];
        i += out->text.ptr[i] == '"';
    }
    out->text = (Str){to, k};
    return true;
}

static bool read_field(Csv *self, CsvField *out) {
    const size_t first = self->at;
    const char *s = self->text.ptr;
    *out = (CsvField){.loc = place(self, first)};
    if (first < self->text.len && s[first] == '"') return read_quoted(self, out);
    while (!ends_field(self, self->at)) {
        const char c = s[self->at];
        if (c == '"')
            return wrong(self, place(self, self->at), "a quote within a field that has none around",
                         "put the field in quotes, and write each quote in it twice");
        if (!c || c == '\r')
            return wrong(self, place(self, self->at),
                         c ? "a carriage return within a line" : "a byte of 0 in a table",
                         "lines end in LF or CRLF");
        self->at++;
    }
    out->text = (Str){s + first, self->at - first};
    return true;
}

bool csv_next(Csv *self) {
    self->fields.len = 0;
    arena_rewind(&self->texts, self->start);
    if (self->failed || self->at >= self->text.len) return false;
    for (;; self->at++) { /* over the separator */
        CsvField f;
        if (!read_field(self, &f)) return false;
        vec_push(&self->arena, &self->fields, f);
        if (self->at == self->text.len || is_newline(self, self->at)) break;
    }
    if (self->at < self->text.len) {
        self->at += self->text.ptr[self->at] == '\r' ? 2 : 1;
        self->line++;
        self->line_at = self->at;
    }
    return true;
}

void csv_put(StrBuf *out, Str field) {
    bool plain = true;
    for (size_t i = 0; i < field.len; i++) plain &= !memchr(",\"\r\n\t", field.ptr[i], 5);
    if (plain) {
        strbuf_add(out, field.ptr, field.len);
        return;
    }
    strbuf_putc(out, '"');
    for (size_t i = 0; i < field.len; i++) {
        if (field.ptr[i] == '"') strbuf_putc(out, '"');
        strbuf_putc(out, field.ptr[i]);
    }
    strbuf_putc(out, '"');
}
