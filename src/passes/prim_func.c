/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/prim_func.h"

#include "base/diag.h"
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
