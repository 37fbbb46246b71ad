/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor from text: a number, true or false, a string in quotes, or lists of these in brackets,
 * one in another for each dim: [[1, 2], [3, 4]]. In a string a backslash stands before quotes and
 * backslashes, and in \n, \r and \t.
 *
 * One pass notes the elements' texts and how many items each list has; nothing recurses, and there
 * are at most LISTS lists in one another. */
#include "api/api.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "tensor/strings.h"

enum { LISTS = 32 };

typedef struct {
    Ctx *ctx;
    const char *name; /* the input's */
    Str text;
    size_t at;
    Arena arena;
    VEC(Str) elements;
    int64_t dims[LISTS]; /* -1: no list of that depth has ended yet */
    uint32_t rank;
    bool knows_rank;
} Literal;

/* False, after a report. */
static bool wrong(Literal *self, const char *expected, Str found) {
    Diag *d = diag_error(self->ctx, (Loc){.line = 0}, DIAG_VALUE,
                         diag_fmt(self->ctx, "the input '%s'", self->name));
    const int shown = found.len < 40 ? (int)found.len : 40;
    diag_expected(self->ctx, d, "%s", expected);
    if (found.len)
        diag_found(self->ctx, d, "'%.*s' at byte %zu", shown, found.ptr,
                   (size_t)(found.ptr - self->text.ptr));
    else
        diag_found(self->ctx, d, "the end");
    return false;
}

static Str rest(const Literal *self) {
    return (Str){self->text.ptr + self->at, self->text.len - self->at};
}

static char skip_space(Literal *self) {
    while (self->at < self->text.len && strchr(" \t\r\n", self->text.ptr[self->at])) self->at++;
    return self->at < self->text.len ? self->text.ptr[self->at] : '\0';
}

static bool is_rank(Literal *self, uint32_t rank) {
    if (!self->knows_rank) self->rank = rank;
    self->knows_rank = true;
    return self->rank == rank ||
           wrong(self, "elements in the same number of lists each", rest(self));
}

/* With its quotes; 0, after a report: it does not end. */
static size_t quoted_length(Literal *self, Str s) {
    size_t n = 1;
    while (n < s.len && s.ptr[n] != s.ptr[0]) n += s.ptr[n] == '\\' ? 2 : 1;
    if (n < s.len) return n + 1;
    wrong(self, "a quote at the end of the string", s);
    return 0;
}

static bool is_quoted(Str s) { return s.len && (s.ptr[0] == '"' || s.ptr[0] == '\''); }

static bool take_element(Literal *self, uint32_t depth) {
    const Str s = rest(self);
    size_t n = 0;
    if (is_quoted(s)) {
        n = quoted_length(self, s);
        if (!n) return false;
    } else {
        while (n < s.len && !strchr(",[] \t\r\n", s.ptr[n])) n++;
        if (n == 0) return wrong(self, "a number, a string, or a list in brackets", s);
    }
    if (!is_rank(self, depth)) return false;
    vec_push(&self->arena, &self->elements, ((Str){s.ptr, n}));
    self->at += n;
    return true;
}

static bool end_list(Literal *self, uint32_t depth, int64_t items) {
    if (items == 0 && !is_rank(self, depth)) return false;
    int64_t *dim = &self->dims[depth - 1];
    if (*dim >= 0 && *dim != items) return wrong(self, "lists of the same length", rest(self));
    *dim = items;
    self->at++;
    return true;
}

/* The whole text. */
static bool scan(Literal *self) {
    int64_t items[LISTS + 1] = {0}; /* of the lists that are open, by depth */
    uint32_t depth = 0;
    bool wants_item = true;
    for (char c; (c = skip_space(self)) != '\0' || depth || wants_item;) {
        if (wants_item && c == '[') {
            if (depth == LISTS) return wrong(self, "at most 32 lists in one another", rest(self));
            items[++depth] = 0;
            self->at++;
        } else if (depth && c == ']' && (!wants_item || items[depth] == 0)) {
            if (!end_list(self, depth, items[depth])) return false;
            items[--depth]++;
            wants_item = false;
        } else if (!wants_item && depth && c == ',') {
            self->at++;
            wants_item = true;
        } else if (wants_item && c != '\0') {
            if (!take_element(self, depth)) return false;
            items[depth]++;
            wants_item = false;
        } else {
            return wrong(self, !wants_item && !depth ? "the end" : "',' or ']'", rest(self));
        }
    }
    return true;
}

static bool is_bool(Str s) { return str_eq_c(s, "true") || str_eq_c(s, "false"); }

/* uint64 beyond int64 comes as the int64 of the same bits: *big. */
static bool read_int(Str s, int64_t *out, bool *big) {
    char buf[32], *end;
    size_t n = 0;
    *big = false;
    for (size_t i = 0; i < s.len; i++) {
        if (n + 1 >= sizeof buf || !strchr("+-0123456789", s.ptr[i])) return false;
        buf[n++] = s.ptr[i];
    }
    buf[n] = '\0';
    errno = 0;
    *out = strtoll(buf, &end, 10);
    if (n == 0 || *end) return false;
    if (!errno) return true;
    errno = 0;
    *out = (int64_t)strtoull(buf, &end, 10);
    *big = buf[0] != '-' && !errno;
    return *big;
}

static bool set_float(Tensor *out, size_t i, Str s) {
    double v;
    float f;
    if (!parse_double(s, &v)) return false;
    const char first = s.ptr[s.len > 1 && (s.ptr[0] == '-' || s.ptr[0] == '+')];
    const bool finite = isfinite(v) || !strchr("0123456789.", first);
    const bool is_single = out->dtype == DTYPE_FLOAT32 && parse_float(s, &f) && isfinite(f);
    if (is_single) v = (double)f; /* rounded once */
    tensor_set_double(out, i, v);
    const double got = tensor_get_double(out, i);
    return finite && isnan(got) == isnan(v) && isinf(got) == isinf(v);
}

/* False: it is no string, or has another character behind a backslash. */
static bool set_string(Literal *self, Tensor *out, size_t i, Str s) {
    static const char from[] = "\\\"'nrt", to[] = "\\\"'\n\r\t";
    StrBuf text;
    strbuf_init(&text, &self->arena);
    if (!is_quoted(s)) return false;
    for (size_t k = 1; k + 1 < s.len; k++) {
        const bool escaped = s.ptr[k] == '\\';
        const char *found = escaped ? memchr(from, s.ptr[++k], sizeof from - 1) : NULL;
        if (escaped && !found) return false;
        strbuf_putc(&text, found ? to[found - from] : s.ptr[k]);
    }
    tensor_set_string(out, i, strbuf_str(&text));
    return true;
}

static bool set_element(Literal *self, Tensor *out, size_t i, Str s) {
    int64_t v;
    bool big = false;
    if (out->dtype == DTYPE_STRING) return set_string(self, out, i, s);
    if (is_quoted(s)) return false;
    if (dtype_is_float(out->dtype)) return set_float(out, i, s);
    if (is_bool(s)) {
        if (out->dtype != DTYPE_BOOL) return false;
        v = str_eq_c(s, "true");
    } else if (!read_int(s, &v, &big)) {
        return false;
    }
    if (out->dtype == DTYPE_BOOL && v != 0 && v != 1) return false;
    if (out->dtype == DTYPE_UINT64 && (big || v >= 0)) {
        memcpy(tensor_at(out, i), &v, sizeof v);
        return true;
    }
    return !big && tensor_set_int(out, i, v) && tensor_get_int(out, i) == v;
}

/* What the texts are, where nobody says: strings, all bool, all integers, or float32. */
static DType own_dtype(const Literal *self) {
    if (self->elements.len && is_quoted(self->elements.at[0])) return DTYPE_STRING;
    bool bools = self->elements.len > 0, ints = true, big;
    int64_t v;
    for (size_t i = 0; i < self->elements.len; i++) {
        bools = bools && is_bool(self->elements.at[i]);
        ints = ints && read_int(self->elements.at[i], &v, &big) && !big;
    }
    return bools ? DTYPE_BOOL : ints ? DTYPE_INT64 : DTYPE_FLOAT32;
}

Tensor *api_literal(Ctx *ctx, const char *name, Str text, DType want) {
    Literal self = {.ctx = ctx, .name = name, .text = text};
    Tensor *out = NULL;
    arena_init(&self.arena, ctx);
    for (int i = 0; i < LISTS; i++) self.dims[i] = -1;
    if (scan(&self)) {
        const DType dtype = want == DTYPE_VOID ? own_dtype(&self) : want;
        size_t count, bytes, i = 0;
        for (uint32_t k = 0; k < self.rank; k++) {
            if (self.dims[k] < 0) self.dims[k] = 0;
        }
        if (tensor_count(self.dims, self.rank, dtype, &count, &bytes)) {
            out = tensor_new(ctx, dtype, self.dims, self.rank);
            while (i < out->count && set_element(&self, out, i, self.elements.at[i])) i++;
            if (i < out->count) {
                wrong(&self, diag_fmt(ctx, "elements that %s has", dtype_name(dtype)),
                      self.elements.at[i]);
                tensor_unref(out);
                out = NULL;
            }
        }
    }
    arena_fini(&self.arena);
    return out;
}
