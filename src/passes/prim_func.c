/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/prim_func.h"

#include "base/diag.h"
#include "base/strbuf.h"
#include "loop/text.h"
#include "loop/verify.h"

const LoopFn *prim_func_loops(const IrFunction *fn, Arena *arena) {
    if (fn->body || !fn->prim_text.len) return NULL;
    Ctx *ctx = fn->module->ctx;
    const DiagSource source = ctx->diags->source;
    const DiagMark mark = diag_mark(ctx);
    LoopFns fns = {.at = NULL};
    bool ok = loop_text_parse(ctx, arena, fn->name, fn->prim_text, &fns) && fns.len == 1;
    ok = ok && loop_verify(ctx, fns.at[0], NULL);
    diag_rewind(ctx, mark);
    diag_source_back(ctx, source);
    return ok ? fns.at[0] : NULL;
}

/* The lines above the one that begins with `def`. */
static Str decorators(Str text) {
    size_t at = 0;
    while (at + 4 < text.len && memcmp(text.ptr + at, "def ", 4) != 0) {
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        if (!end) return (Str){text.ptr, 0};
        at = (size_t)(end - text.ptr) + 1;
    }
    return (Str){text.ptr, at};
}

void prim_func_set_loops(IrFunction *fn, Arena *arena, const LoopFn *loops) {
    const Str old = fn->prim_text;
    StrBuf out, text;
    strbuf_init(&out, arena);
    strbuf_init(&text, &fn->module->arena);
    loop_text_print(&loops, 1, &out);
    const Str printed = {out.text.at, out.text.len - 1}, head = decorators(old),
              own = decorators(printed);
    strbuf_add(&text, head.ptr, head.len);
    strbuf_add(&text, printed.ptr + own.len, printed.len - own.len);
    fn->prim_text = strbuf_str(&text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* `private=True` among the arguments of a decorator, with the comma beside it. False: there is
 * none. */
static bool find_private(Str head, size_t *begin, size_t *end) {
    static const char word[] = "private";
    const size_t n = sizeof word - 1;
    for (size_t i = 1; i + n < head.len; i++) {
        const char before = head.ptr[i - 1];
        if (memcmp(head.ptr + i, word, n) != 0) continue;
        if (before != '(' && before != ',' && !is_blank(before)) continue;
        size_t to = i + n;
        while (to < head.len && head.ptr[to] != ',' && head.ptr[to] != ')') to++;
        size_t from = i;
        if (to < head.len && head.ptr[to] == ',') {
            for (to++; to < head.len && is_blank(head.ptr[to]); to++) {}
        } else {
            while (from && is_blank(head.ptr[from - 1])) from--;
            if (from && head.ptr[from - 1] == ',') from--;
        }
        *begin = from;
        *end = to;
        return true;
    }
    return false;
}

void prim_func_set_public(IrFunction *fn) {
    const Str old = fn->prim_text;
    size_t begin, end;
    fn->is_private = false;
    if (!find_private(decorators(old), &begin, &end)) return;
    const bool empty = begin && old.ptr[begin - 1] == '(' && end < old.len && old.ptr[end] == ')';
    if (empty) begin--, end++;
    StrBuf text;
    strbuf_init(&text, &fn->module->arena);
    strbuf_add(&text, old.ptr, begin);
    strbuf_add(&text, old.ptr + end, old.len - end);
    fn->prim_text = strbuf_str(&text);
}

/* --- Attributes, in the text --- */

/* Where `what` begins in the text from `from` on; its length: nowhere. */
static size_t find(Str text, size_t from, const char *what) {
    const size_t n = strlen(what);
    for (size_t i = from; i + n <= text.len; i++) {
        if (memcmp(text.ptr + i, what, n) == 0) return i;
    }
    return text.len;
}

bool prim_func_mentions(const IrFunction *fn, const char *what) {
    return find(fn->prim_text, 0, what) < fn->prim_text.len;
}

/* Walks text past strings and comments: the depth of brackets at each place. */
typedef struct {
    Str text;
    size_t at, depth;
} Walk;

/* To the first of `stops` that stands in no brackets opened since; false: there is none. */
static bool walk_to(Walk *w, const char *stops) {
    char quote = 0;
    for (const size_t base = w->depth; w->at < w->text.len; w->at++) {
        const char c = w->text.ptr[w->at];
        if (quote) {
            w->at += c == '\\';
            if (c == quote) quote = 0;
        } else if (w->depth == base && strchr(stops, c)) {
            return true;
        } else if (c == '#') {
            while (w->at + 1 < w->text.len && w->text.ptr[w->at + 1] != '\n') w->at++;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else {
            w->depth += c == '(' || c == '[' || c == '{';
            w->depth -= (c == ')' || c == ']' || c == '}') && w->depth;
        }
    }
    return false;
}

/* Where the line behind the function's head begins. */
static size_t body_begin(Str text) {
    Walk w = {.text = text, .at = find(text, 0, "def ")};
    size_t i = walk_to(&w, ":") ? w.at : text.len;
    while (i < text.len && text.ptr[i] != '\n') i++;
    return i < text.len ? i + 1 : i;
}

static const char attrs_head[] = "T.func_attr({";

/* Where the value of the key begins and ends; false: there is none. */
static bool find_attr(Str text, const char *key, size_t *begin, size_t *end) {
    size_t at = find(text, 0, attrs_head);
    if (at == text.len) return false;
    Walk w = {.text = text, .at = at + sizeof attrs_head - 1};
    for (;;) {
        while (w.at < text.len && is_blank(text.ptr[w.at])) w.at++;
        const size_t n = strlen(key), from = w.at;
        const bool same = from + n + 1 < text.len && memcmp(text.ptr + from + 1, key, n) == 0 &&
                          text.ptr[from + n + 1] == text.ptr[from];
        if (!walk_to(&w, ":}") || text.ptr[w.at] == '}') return false;
        for (w.at++; w.at < text.len && text.ptr[w.at] == ' ';) w.at++;
        *begin = w.at;
        if (!walk_to(&w, ",}")) return false;
        *end = w.at;
        if (same) return true;
        if (text.ptr[w.at] == '}') return false;
        w.at++;
    }
}

Str prim_func_attr(const IrFunction *fn, const char *key) {
    size_t begin, end;
    if (!find_attr(fn->prim_text, key, &begin, &end)) return (Str){"", 0};
    return (Str){fn->prim_text.ptr + begin, end - begin};
}

/* What stands between two places becomes `with`. */
static void splice(IrFunction *fn, size_t begin, size_t end, const char *with) {
    const Str old = fn->prim_text;
    StrBuf text;
    strbuf_init(&text, &fn->module->arena);
    strbuf_add(&text, old.ptr, begin);
    strbuf_puts(&text, with);
    strbuf_add(&text, old.ptr + end, old.len - end);
    fn->prim_text = strbuf_str(&text);
}

/* A line more, the first of the body. */
static bool add_line(IrFunction *fn, const char *key, const char *value) {
    const Str old = fn->prim_text;
    const size_t at = body_begin(old);
    size_t line = at, indent = 0;
    for (;;) { /* past blank lines and comments */
        for (indent = 0; line + indent < old.len && old.ptr[line + indent] == ' ';) indent++;
        const size_t first = line + indent;
        if (first >= old.len) return false;
        if (old.ptr[first] != '\n' && old.ptr[first] != '#') break;
        for (line = first; line < old.len && old.ptr[line] != '\n';) line++;
        line++;
    }
    if (!indent) return false;
    splice(
        fn, at, at,
        diag_fmt(fn->module->ctx, "%*sT.func_attr({\"%s\": %s})\n", (int)indent, "", key, value));
    return true;
}

bool prim_func_set_attr(IrFunction *fn, const char *key, const char *value) {
    const Str text = fn->prim_text;
    size_t begin, end, at = find(text, 0, attrs_head);
    if (at == text.len) return !prim_func_mentions(fn, "func_attr") && add_line(fn, key, value);
    if (find_attr(text, key, &begin, &end)) {
        splice(fn, begin, end, value);
        return true;
    }
    at += sizeof attrs_head - 1;
    const bool alone = at < text.len && text.ptr[at] == '}';
    splice(fn, at, at, diag_fmt(fn->module->ctx, "\"%s\": %s%s", key, value, alone ? "" : ", "));
    return true;
}

void prim_func_set_name(IrFunction *fn, const char *name) {
    const size_t begin = decorators(fn->prim_text).len + strlen("def ");
    size_t end = begin;
    while (end < fn->prim_text.len && fn->prim_text.ptr[end] != '(') end++;
    if (end < fn->prim_text.len) splice(fn, begin, end, name);
    fn->name = name;
}
