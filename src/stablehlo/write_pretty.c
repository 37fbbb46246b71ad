/* SPDX-License-Identifier: Apache-2.0 */
/* The pretty form of operations, by the format that the operation's row in ops.def has (pretty.c
 * says what its marks mean). What the format does not name stands in braces behind it; an operation
 * without a format stands in the generic form, as MLIR's own printer has it. */
#include "stablehlo/rows.h"
#include "stablehlo/write.h"

enum { PARTS_MAX = 16 }; /* attributes of an operation, and items of one that is a dictionary */

/* "name = value" */
typedef struct {
    Str name, value;
    bool is_used;
} Part;

typedef struct {
    Part at[PARTS_MAX];
    uint32_t n;
} Parts;

typedef struct {
    StrBuf *out;
    const char *at; /* in the format */
    const ShloVal *in;
    uint32_t n, next; /* operands; the next one */
    Parts attrs;
    bool has_one_type, is_glued; /* the format ends with ':'; no space comes before what follows */
} Line;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static Str word_at(const char *at) {
    size_t n = 0;
    while (is_letter(at[n])) n++;
    return (Str){at, n};
}

static bool begins(Str s, const char *with) {
    const size_t n = strlen(with);
    return s.len >= n && memcmp(s.ptr, with, n) == 0;
}

/* What is between brackets of a value: from behind `open` up to its last character. */
static Str within(Str s, char open) {
    const char *from = memchr(s.ptr, open, s.len);
    if (!from) BUG("'%.*s' has no '%c'", (int)s.len, s.ptr, open);
    return (Str){from + 1, (size_t)(s.ptr + s.len - from - 2)};
}

static void add_part(Parts *out, Str s) {
    while (s.len && *s.ptr == ' ') s = (Str){s.ptr + 1, s.len - 1};
    if (!s.len) return;
    const char *equals = memchr(s.ptr, '=', s.len);
    if (!equals || out->n == PARTS_MAX) BUG("the attributes '%.*s'", (int)s.len, s.ptr);
    const size_t value = (size_t)(equals - s.ptr) + 2;
    out->at[out->n++] = (Part){.name = {s.ptr, value - 3}, .value = {s.ptr + value, s.len - value}};
}

/* At commas outside of brackets; "->" has none. */
static void split(Parts *out, Str s) {
    size_t from = 0;
    int depth = 0;
    out->n = 0;
    for (size_t i = 0; i < s.len; i++) {
        const char c = s.ptr[i];
        depth += c == '<' || c == '[' || c == '{' || c == '(';
        depth -= (c == '>' && s.ptr[i - 1] != '-') || c == ']' || c == '}' || c == ')';
        if (c != ',' || depth) continue;
        add_part(out, (Str){s.ptr + from, i - from});
        from = i + 1;
    }
    add_part(out, (Str){s.ptr + from, s.len - from});
}

/* The value of an attribute, or of an item of #stablehlo.dot<...>; .ptr NULL: there is none. */
static Str find(Parts *attrs, Str name, bool use) {
    for (uint32_t i = 0; i < attrs->n; i++) {
        Part *p = &attrs->at[i];
        Parts items = {.n = 0};
        if (str_eq(p->name, name)) {
            p->is_used = p->is_used || use;
            return p->value;
        }
        if (!begins(p->value, "#stablehlo.dot<")) continue;
        split(&items, within(p->value, '<'));
        for (uint32_t k = 0; k < items.n; k++) {
            if (!str_eq(items.at[k].name, name)) continue;
            p->is_used = p->is_used || use;
            return items.at[k].value;
        }
    }
    return (Str){NULL, 0};
}

/* array<i64: 1, 2> as [1, 2], #stablehlo<direction LT> as LT, 1 : i64 as 1, a dense tensor as its
 * lists. */
static void put_bare(StrBuf *out, Str v) {
    const char *colon = memchr(v.ptr, ':', v.len);
    if (begins(v, "array<")) {
        const size_t from = colon ? (size_t)(colon - v.ptr) + 2 : v.len - 1;
        strbuf_printf(out, "[%.*s]", (int)(v.len - 1 - from), v.ptr + from);
        return;
    }
    if (begins(v, "#stablehlo<")) {
        v = within(v, ' ');
    } else if (begins(v, "#stablehlo.")) {
        v = within(v, '<');
    } else {
        if (colon) v.len = (size_t)(colon - v.ptr) - 1;
        if (begins(v, "dense<")) v = within(v, '<');
    }
    strbuf_add(out, v.ptr, v.len);
}

static void space(Line *l) {
    if (!l->is_glued) strbuf_putc(l->out, ' ');
    l->is_glued = false;
}

static void put_name(Line *l) {
    if (l->next == l->n) BUG("too few operands");
    space(l);
    strbuf_puts(l->out, l->in[l->next++].name);
}

static void put_attr(Line *l, Str name) {
    const Str value = find(&l->attrs, name, true);
    if (!value.ptr) BUG("no attribute %.*s", (int)name.len, name.ptr);
    space(l);
    put_bare(l->out, value);
}

/* [from:to:step] */
static void put_slice(Line *l) {
    static const char *const names[] = {"start_indices", "limit_indices", "strides"};
    const char *at[3];
    for (int k = 0; k < 3; k++) {
        const Str v = find(&l->attrs, str_c(names[k]), true);
        at[k] = memchr(v.ptr, ':', v.len);
    }
    strbuf_puts(l->out, " [");
    for (bool first = true; at[0] && *at[0] != '>'; first = false) {
        for (int k = 0; k < 3; k++) {
            const char *from = at[k] + 2; /* behind ": " or ", " */
            size_t n = strcspn(from, ",>");
            at[k] = from + n;
            if (k == 2 && n == 1 && *from == '1') continue;
            strbuf_printf(l->out, "%s%.*s", k ? ":" : first ? "" : ", ", (int)n, from);
        }
    }
    strbuf_putc(l->out, ']');
}

static void put_window(Line *l) {
    static const char *const names[][2] = {{"stride", "window_strides"},
                                           {"pad", "padding"},
                                           {"lhs_dilate", "lhs_dilation"},
                                           {"rhs_dilate", "rhs_dilation"},
                                           {"reverse", "window_reversal"}};
    bool has_one = false;
    strbuf_puts(l->out, " {");
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const Str v = find(&l->attrs, str_c(names[i][1]), true);
        if (!v.ptr) continue;
        strbuf_printf(l->out, "%s%s = ", has_one ? ", " : "", names[i][0]);
        put_bare(l->out, v);
        has_one = true;
    }
    strbuf_putc(l->out, '}');
}

/* (%0 init: %1) applies stablehlo.add across dimensions = [0] */
static void put_reduce(Line *l) {
    strbuf_printf(l->out, "(%s init: %s)", l->in[0].name, l->in[1].name);
    strbuf_puts(l->out, " applies");
    put_attr(l, str_c("applies"));
    strbuf_puts(l->out, " across dimensions =");
    put_attr(l, str_c("dimensions"));
}

static void put_special(Line *l, Str name) {
    if (str_eq_c(name, "slice")) {
        put_slice(l);
    } else if (str_eq_c(name, "conv")) {
        put_attr(l, str_c("dimension_numbers"));
    } else if (str_eq_c(name, "window")) {
        put_window(l);
    } else if (str_eq_c(name, "reduce")) {
        put_reduce(l);
    } else {
        BUG("the form '%.*s' is not written so", (int)name.len, name.ptr);
    }
}

/* Whether a group says anything: one of its attributes is there, and no empty list. */
static bool group_says(Line *l) {
    for (const char *at = l->at; *at != '}'; at++) {
        if (*at != '$') continue;
        const Str v = find(&l->attrs, word_at(at + 1), false);
        if (v.ptr && !str_eq_c(v, "[]")) return true;
    }
    return false;
}

static void put_format(Line *l) {
    while (*l->at) {
        const char c = *l->at++;
        const Str word = word_at(l->at);
        if (c == ' ' || c == '}') continue;
        if (c == '%') {
            put_name(l);
        } else if (c == '*') {
            for (bool first = true; l->next < l->n; first = false) {
                if (!first) strbuf_putc(l->out, ',');
                put_name(l);
            }
        } else if (c == '?') {
            l->at++;
            if (group_says(l)) continue;
            while (*l->at != '}') l->at++;
        } else if (c == '$' || c == '!') {
            l->at += word.len;
            if (c == '$')
                put_attr(l, word);
            else
                put_special(l, word);
        } else if (c == ':') {
            l->has_one_type = true;
        } else if (is_letter(c)) {
            const Str whole = word_at(--l->at);
            space(l);
            strbuf_add(l->out, whole.ptr, whole.len);
            l->at += whole.len;
        } else {
            if (c == '=') strbuf_putc(l->out, ' ');
            strbuf_putc(l->out, c);
            l->is_glued = c == '(' || c == '[';
        }
    }
}

/* `t` where all have one, `t, u` of a select, (t, u) -> v; CHLO's t, u -> v. */
static void put_types(ShloWrite *x, const Line *l, const IrType *out, bool is_chlo) {
    const char *result = shlo_write_type(x, out);
    uint32_t first = l->n; /* of the operands from which on all have the result's type */
    while (first && strcmp(shlo_write_type(x, l->in[first - 1].type), result) == 0) first--;
    strbuf_puts(&x->text, " : ");
    if (!l->n || (l->has_one_type && !is_chlo && first == 0)) {
        strbuf_puts(&x->text, result);
    } else if (l->has_one_type && !is_chlo && first == 1 && l->n == 3) {
        strbuf_printf(&x->text, "%s, %s", shlo_write_type(x, l->in[0].type), result);
    } else {
        strbuf_puts(&x->text, is_chlo ? "" : "(");
        shlo_write_types(x, l->in, l->n);
        strbuf_printf(&x->text, "%s -> %s", is_chlo ? "" : ")", result);
    }
    strbuf_putc(&x->text, '\n');
}

bool shlo_write_pretty(ShloWrite *x, const char *name, const ShloVal *in, uint32_t n,
                       const IrType *out, const char *attrs) {
    const ShloRow *row = shlo_row_find(str_c(name));
    if (!row || !row->format) return false;
    Line l = {.out = &x->text, .at = row->format, .in = in, .n = n};
    bool has_more = false;
    split(&l.attrs, str_c(attrs));
    strbuf_puts(&x->text, name);
    put_format(&l);
    for (uint32_t i = 0; i < l.attrs.n; i++) {
        const Part *p = &l.attrs.at[i];
        if (p->is_used) continue;
        strbuf_printf(&x->text, "%s%.*s = %.*s", has_more ? ", " : " {", (int)p->name.len,
                      p->name.ptr, (int)p->value.len, p->value.ptr);
        has_more = true;
    }
    if (has_more) strbuf_putc(&x->text, '}');
    put_types(x, &l, out, begins(str_c(name), "chlo."));
    return true;
}
