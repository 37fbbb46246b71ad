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
 * more than these loops do, the attribute alone is written. A function outside the loop subset, or
 * that the loop verifier refuses, stays as it is: without the attribute it counts as opaque. Linear
 * in the text. */
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

/* The text with the attribute; without T.func_attr there is no place for it, and it stays. */
static Str with_attribute(IrModule *m, Str old, LoopPattern had, LoopPattern kind) {
    static const char head[] = "T.func_attr({", said[] = "\"op_pattern\":";
    StrBuf text;
    size_t at = find(old, 0, head);
    if (at == old.len) return old;
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

bool pass_annotate_tir_op_pattern(IrModule *m) {
    Ctx *ctx = m->ctx;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || fn->body) continue;
        Arena arena;
        arena_init(&arena, ctx);
        const LoopFn *loops = prim_func_loops(fn, &arena);
        const LoopPattern kind = loops ? loop_pattern(ctx, loops) : LOOP_PATTERN_NONE;
        if (loops && loops->is_foreign && loops->pattern != kind) {
            fn->prim_text = with_attribute(m, fn->prim_text, loops->pattern, kind);
        } else if (loops && loops->pattern != kind) {
            LoopFn marked = *loops;
            marked.pattern = kind;
            prim_func_set_loops(fn, &arena, &marked);
        }
        arena_fini(&arena);
    }
    return true;
}
