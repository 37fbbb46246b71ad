/* SPDX-License-Identifier: Apache-2.0 */
/* Text is lines of words. Lines are bindings, headers of functions and blocks, patterns and
 * conditions of rules; words are variables, operators, attributes, dtypes and numbers, told apart
 * by how they look. */
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "mutants.h"

enum { LINES_MAX = 400, TEXT_MAX = 1 << 16 };

typedef struct {
    size_t from, to;
} Span;

typedef struct {
    Arena *arena;
    Draw *d;
    Texts lines, donor;
    const Texts *operators;
} Mutation;

typedef bool (*WordTest)(Str word);

static void split(Arena *arena, Str text, Texts *out) {
    *out = (Texts){.at = NULL};
    for (size_t at = 0; at < text.len && out->len < LINES_MAX;) {
        const char *start = text.ptr + at, *end = memchr(start, '\n', text.len - at);
        const size_t len = end ? (size_t)(end - start) : text.len - at;
        vec_push(arena, out, ((Str){start, len}));
        at += len + 1;
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_part(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

static bool any_word(Str w) { return w.len != 0; }
static bool is_number(Str w) { return is_digit(w.ptr[0]); }
static bool is_operator(Str w) { return w.len > 2 && w.ptr[0] == 'R' && w.ptr[1] == '.'; }
static bool is_name(Str w) { return is_letter(w.ptr[0]) && !memchr(w.ptr, '.', w.len); }
static bool is_dtype(Str w) {
    static const char *const starts[] = {"float", "int", "uint", "bool", "bfloat"};
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
        if (w.len >= strlen(starts[i]) && memcmp(w.ptr, starts[i], strlen(starts[i])) == 0)
            return true;
    }
    return false;
}

/* A random word of the line that meets the test; from == to: there is none. */
static Span draw_word(Draw *d, Str line, WordTest test) {
    Span found = {0, 0};
    size_t n = 0;
    for (size_t at = 0; at < line.len;) {
        if (!is_part(line.ptr[at])) {
            at++;
            continue;
        }
        const size_t from = at;
        while (at < line.len && is_part(line.ptr[at])) at++;
        if (!test((Str){line.ptr + from, at - from})) continue;
        if (draw_one_in(d, ++n)) found = (Span){from, at};
    }
    return found;
}

static Str draw_line(Mutation *m) {
    const Texts *from = m->donor.len && draw_one_in(m->d, 4) ? &m->donor : &m->lines;
    return from->at[draw_below(m->d, from->len)];
}

/* Such a word of any line; len 0: none was found. */
static Str draw_such(Mutation *m, WordTest test) {
    for (int i = 0; i < 12; i++) {
        const Str line = draw_line(m);
        const Span s = draw_word(m->d, line, test);
        if (s.to > s.from) return (Str){line.ptr + s.from, s.to - s.from};
    }
    return (Str){"", 0};
}

static Str replaced(Mutation *m, Str line, Span at, Str with) {
    const char *s = arena_printf(m->arena, "%.*s%.*s%.*s", (int)at.from, line.ptr, (int)with.len,
                                 with.ptr, (int)(line.len - at.to), line.ptr + at.to);
    return str_c(s);
}

static void insert_line(Mutation *m, size_t at, Str line) {
    if (m->lines.len >= LINES_MAX) return;
    vec_push(m->arena, &m->lines, line);
    memmove(&m->lines.at[at + 1], &m->lines.at[at], (m->lines.len - 1 - at) * sizeof *m->lines.at);
    m->lines.at[at] = line;
}

static void remove_line(Mutation *m, size_t at) {
    memmove(&m->lines.at[at], &m->lines.at[at + 1], (m->lines.len - 1 - at) * sizeof *m->lines.at);
    m->lines.len--;
}

/* A line that holds such a word; SIZE_MAX: none was found. */
static size_t line_with(Mutation *m, WordTest test, Span *word) {
    for (int i = 0; i < 20; i++) {
        const size_t at = draw_below(m->d, m->lines.len);
        *word = draw_word(m->d, m->lines.at[at], test);
        if (word->to > word->from) return at;
    }
    return SIZE_MAX;
}

static void change_word(Mutation *m, WordTest test, Str with) {
    Span s;
    const size_t at = line_with(m, test, &s);
    if (at != SIZE_MAX && with.len) m->lines.at[at] = replaced(m, m->lines.at[at], s, with);
}

static Str draw_number(Mutation *m) {
    if (draw_one_in(m->d, 3)) return draw_such(m, is_number);
    const char *s = draw_one_in(m->d, 6)
                        ? arena_printf(m->arena, "%g", draw_extreme_float(m->d))
                        : arena_printf(m->arena, "%lld", (long long)draw_extreme_int(m->d));
    return str_c(s);
}

static Str draw_operator(Mutation *m) {
    if (draw_one_in(m->d, 3) || !m->operators->len) return draw_such(m, is_operator);
    const Str name = m->operators->at[draw_below(m->d, m->operators->len)];
    const char *s = arena_printf(m->arena, "R.%.*s", (int)name.len, name.ptr);
    return str_c(s);
}

static Str draw_dtype(Mutation *m) {
    static const char *const dtypes[] = {"float16", "float32", "float64", "bfloat16", "int8",
                                         "int16",   "int32",   "int64",   "uint8",    "uint16",
                                         "uint32",  "uint64",  "bool"};
    const char *s = dtypes[draw_below(m->d, ARRAY_LEN(dtypes))];
    return str_c(s);
}

/* One such word for another in every line. */
static void change_everywhere(Mutation *m, WordTest test, Str with) {
    const Str from = draw_such(m, test);
    if (!from.len || !with.len) return;
    for (size_t i = 0; i < m->lines.len; i++) {
        const Str line = m->lines.at[i];
        for (size_t at = 0; at + from.len <= line.len; at++) {
            if (memcmp(line.ptr + at, from.ptr, from.len) != 0 ||
                (at && is_part(line.ptr[at - 1])) ||
                (at + from.len < line.len && is_part(line.ptr[at + from.len])))
                continue;
            m->lines.at[i] = replaced(m, line, (Span){at, at + from.len}, with);
            break;
        }
    }
}

/* The arguments of a random pair of parentheses or brackets in the line: n spans, at most 16. */
static size_t draw_arguments(Mutation *m, Str line, Span *out) {
    size_t opens = 0, open = SIZE_MAX, n = 0;
    for (size_t i = 0; i < line.len; i++) {
        if ((line.ptr[i] == '(' || line.ptr[i] == '[') && draw_one_in(m->d, ++opens)) open = i;
    }
    if (open == SIZE_MAX) return 0;
    size_t from = open + 1;
    int depth = 0;
    for (size_t i = open + 1; i < line.len && n < 16; i++) {
        const char c = line.ptr[i];
        const bool ends = depth == 0 && (c == ')' || c == ']');
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (!ends && (c != ',' || depth)) continue;
        if (i > from) out[n++] = (Span){from, i};
        from = i + 1;
        if (ends) break;
    }
    return n;
}

static void change_arguments(Mutation *m) {
    Span own[16], other[16];
    const size_t at = draw_below(m->d, m->lines.len);
    const Str line = m->lines.at[at];
    const size_t n = draw_arguments(m, line, own);
    if (!n) return;
    const Span s = own[draw_below(m->d, n)];
    const Str text = {line.ptr + s.from, s.to - s.from};
    const unsigned kind = (unsigned)draw_below(m->d, 5);
    if (kind == 0) { /* dropped, with a comma */
        const size_t from = s.from && line.ptr[s.from - 1] == ',' ? s.from - 1 : s.from;
        m->lines.at[at] = replaced(m, line, (Span){from, s.to}, (Str){"", 0});
    } else if (kind == 1 && n > 1) { /* two exchanged, as far as one replacement does */
        const Span t = own[draw_below(m->d, n)];
        m->lines.at[at] = replaced(m, line, s, (Str){line.ptr + t.from, t.to - t.from});
    } else if (kind == 2) {
        const char *twice =
            arena_printf(m->arena, "%.*s, %.*s", (int)text.len, text.ptr, (int)text.len, text.ptr);
        m->lines.at[at] = replaced(m, line, s, str_c(twice));
    } else {
        const Str from = draw_line(m);
        const size_t k = draw_arguments(m, from, other);
        if (!k) return;
        const Span o = other[draw_below(m->d, k)];
        const Str new = {from.ptr + o.from, o.to - o.from};
        const char *both =
            arena_printf(m->arena, "%.*s, %.*s", (int)text.len, text.ptr, (int)new.len, new.ptr);
        m->lines.at[at] = replaced(m, line, s, kind == 3 ? new : str_c(both));
    }
}

static void change_indent(Mutation *m) {
    const size_t at = draw_below(m->d, m->lines.len);
    const Str line = m->lines.at[at];
    if (draw_one_in(m->d, 2) && line.len > 4 && line.ptr[3] == ' ')
        m->lines.at[at] = (Str){line.ptr + 4, line.len - 4};
    else
        m->lines.at[at] = replaced(m, line, (Span){0, 0}, (Str){"    ", 4});
}

static void change_bytes(Mutation *m) {
    const size_t at = draw_below(m->d, m->lines.len);
    const Str line = m->lines.at[at];
    if (!line.len) return;
    const size_t i = draw_below(m->d, line.len);
    const char c[1] = {(char)(draw_one_in(m->d, 4)
                                  ? draw_below(m->d, 256)
                                  : (size_t) "()[],:=+-*/.\"' #@"[draw_below(m->d, 17)])};
    if (c[0]) m->lines.at[at] = replaced(m, line, (Span){i, i + draw_below(m->d, 2)}, (Str){c, 1});
}

/* Lines of the other text, one after the other; or these of this one again. */
static void splice(Mutation *m) {
    const Texts *from = m->donor.len && draw_one_in(m->d, 2) ? &m->donor : &m->lines;
    const size_t start = draw_below(m->d, from->len), to = draw_below(m->d, m->lines.len + 1);
    size_t n = 1 + draw_below(m->d, draw_one_in(m->d, 3) ? 12 : 2);
    if (n > from->len - start) n = from->len - start;
    Str copy[16];
    for (size_t i = 0; i < n; i++) copy[i] = from->at[start + i];
    for (size_t i = 0; i < n; i++) insert_line(m, to + i, copy[i]);
}

static void change(Mutation *m) {
    const size_t n = m->lines.len, a = draw_below(m->d, n), b = draw_below(m->d, n);
    static const char *const words[] = {"True", "False", "None",        "inf", "nan", "-1",
                                        "x",    "\"\"",  "R.shape([])", "[]",  "()"};
    switch (draw_below(m->d, 20)) {
    case 0: {
        const Str line = m->lines.at[a];
        m->lines.at[a] = m->lines.at[b];
        m->lines.at[b] = line;
        return;
    }
    case 1: insert_line(m, b, m->lines.at[a]); return;
    case 2:
        if (n > 1) remove_line(m, a);
        return;
    case 3: splice(m); return;
    case 4:
    case 5:
    case 6: change_word(m, is_name, draw_such(m, is_name)); return;
    case 7:
    case 8: change_word(m, is_number, draw_number(m)); return;
    case 9:
    case 10: change_word(m, is_operator, draw_operator(m)); return;
    case 11: change_word(m, is_dtype, draw_dtype(m)); return;
    case 12: change_everywhere(m, is_dtype, draw_dtype(m)); return;
    case 13: change_everywhere(m, is_number, draw_number(m)); return;
    case 14:
    case 15:
    case 16: change_arguments(m); return;
    case 17: change_indent(m); return;
    case 18: change_bytes(m); return;
    default: {
        const char *w = words[draw_below(m->d, ARRAY_LEN(words))];
        change_word(m, any_word, draw_one_in(m->d, 2) ? str_c(w) : draw_such(m, any_word));
        return;
    }
    }
}

Str mutate_lines(Arena *arena, Draw *d, Str base, Str donor, const Texts *operators) {
    Mutation m = {.arena = arena, .d = d, .operators = operators};
    split(arena, base, &m.lines);
    split(arena, donor, &m.donor);
    for (size_t n = 1 + draw_below(d, 4); n > 0 && m.lines.len; n--) change(&m);
    StrBuf out;
    strbuf_init(&out, arena);
    for (size_t i = 0; i < m.lines.len && out.text.len < TEXT_MAX; i++) {
        strbuf_add(&out, m.lines.at[i].ptr, m.lines.at[i].len);
        strbuf_putc(&out, '\n');
    }
    return strbuf_str(&out);
}
