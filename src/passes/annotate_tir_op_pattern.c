/* SPDX-License-Identifier: Apache-2.0 */
/* AnnotateTIROpPattern: each prim_func says by the attribute op_pattern what kind of work it is,
 * which is what fusion decides by. The kind is seen from the loops (loop/pattern.h), never from a
 * name.
 *
 *     @T.prim_func
 *     def f(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
 *         T.func_attr({"num_outputs": 1})                      {"num_outputs": 1, "op_pattern": 0}
 *         for i in range(4):
 *             y[i] = T.exp(x[i])
 *
 * A function that says another kind gets the right one; one that says the right one keeps its text.
 * The others are printed anew below their decorators; of one that TVM printed, whose blocks say
 * more than these loops do, the attribute alone is written, or a line with it where there is none.
 * A function outside the loop subset, or that the loop verifier refuses, is opaque if it has blocks,
 * unless it says another kind itself; else it stays as it is, and counts as opaque. Linear in the
 * text. */
#include "loop/pattern.h"
#include "passes/passes.h"
#include "base/strbuf.h"
#include "passes/prim_func.h"

/* Where `what` begins in the text from `from` on; its length: nowhere. */
static size_t find(Str text, size_t from, const char *what) {
    const size_t n = strlen(what);
    for (size_t i = from; i + n <= text.len; i++) {
        if (memcmp(text.ptr + i, what, n) == 0) return i;
    }
    return text.len;
}

/* Where the line behind the function's head begins: behind the colon that stands in no parentheses,
 * strings and comments. */
static size_t body_begin(Str text) {
    size_t depth = 0, i = find(text, 0, "def ");
    char quote = 0;
    for (; i < text.len; i++) {
        const char c = text.ptr[i];
        if (quote) {
            if (c == '\\') i++;
            if (c == quote) quote = 0;
        } else if (c == '#') {
            while (i + 1 < text.len && text.ptr[i + 1] != '\n') i++;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == ':' && !depth) {
            break;
        } else {
            depth += c == '(' || c == '[' || c == '{';
            depth -= (c == ')' || c == ']' || c == '}') && depth;
        }
    }
    while (i < text.len && text.ptr[i] != '\n') i++;
    return i < text.len ? i + 1 : i;
}

/* The text with a line more, T.func_attr with the attribute, as the first of its body; the text as
 * it was where the body is no line below the head. */
static Str with_line(IrModule *m, Str old, LoopPattern kind) {
    StrBuf text;
    const size_t at = body_begin(old);
    size_t line = at, indent = 0;
    for (;;) { /* past blank lines and comments */
        for (indent = 0; line + indent < old.len && old.ptr[line + indent] == ' ';) indent++;
        const size_t first = line + indent;
        if (first >= old.len) return old;
        if (old.ptr[first] != '\n' && old.ptr[first] != '#') break;
        for (line = first; line < old.len && old.ptr[line] != '\n';) line++;
        line++;
    }
    if (!indent) return old;
    strbuf_init(&text, &m->arena);
    strbuf_add(&text, old.ptr, at);
    for (size_t i = 0; i < indent; i++) strbuf_putc(&text, ' ');
    strbuf_printf(&text, "T.func_attr({\"op_pattern\": %u})\n", loop_pattern_number(kind));
    strbuf_add(&text, old.ptr + at, old.len - at);
    return strbuf_str(&text);
}

/* The text with the attribute. */
static Str with_attribute(IrModule *m, Str old, LoopPattern had, LoopPattern kind) {
    static const char head[] = "T.func_attr({", said[] = "\"op_pattern\":";
    StrBuf text;
    size_t at = find(old, 0, head);
    if (at == old.len) return with_line(m, old, kind);
    at += strlen(head);
    size_t rest = at;
    strbuf_init(&text, &m->arena);
    if (had != LOOP_PATTERN_NONE) {
        at = rest = find(old, at, said) + strlen(said);
        while (rest < old.len && old.ptr[rest] != ',' && old.ptr[rest] != '}') rest++;
        strbuf_add(&text, old.ptr, at);
        strbuf_printf(&text, " %u", loop_pattern_number(kind));
    } else {
        strbuf_add(&text, old.ptr, at);
        strbuf_printf(&text, "%s %u%s", said, loop_pattern_number(kind),
                      old.ptr[at] == '}' ? "" : ", ");
    }
    strbuf_add(&text, old.ptr + rest, old.len - rest);
    return strbuf_str(&text);
}

/* A function of blocks of which nothing is known; without blocks TVM's analysis sees nothing that
 * is not elementwise, so nothing is said. */
static void mark_opaque(IrModule *m, IrFunction *fn) {
    const Str text = fn->prim_text;
    if (find(text, 0, "op_pattern") < text.len || find(text, 0, "block(") == text.len) return;
    const bool can_be_read = find(text, 0, "T.func_attr({") < text.len;
    if (!can_be_read && find(text, 0, "func_attr") < text.len) return;
    fn->prim_text = with_attribute(m, text, LOOP_PATTERN_NONE, LOOP_PATTERN_OPAQUE);
}

bool pass_annotate_tir_op_pattern(IrModule *m) {
    Ctx *ctx = m->ctx;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || fn->body) continue;
        Arena arena;
        arena_init(&arena, ctx);
        const LoopFn *loops = prim_func_loops(fn, &arena);
        const LoopPattern kind = loops ? loop_pattern_as_tvm(ctx, loops) : LOOP_PATTERN_NONE;
        if (!loops) {
            mark_opaque(m, fn);
        } else if (loops->is_foreign && loops->pattern != kind) {
            fn->prim_text = with_attribute(m, fn->prim_text, loops->pattern, kind);
        } else if (loops->pattern != kind) {
            LoopFn marked = *loops;
            marked.pattern = kind;
            prim_func_set_loops(fn, &arena, &marked);
        }
        arena_fini(&arena);
    }
    return true;
}
