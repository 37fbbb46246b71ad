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
 * The others are printed anew below their decorators. A function outside the loop subset, or that
 * the loop verifier refuses, stays as it is: without the attribute it counts as opaque. Linear in
 * the text. */
#include "loop/pattern.h"
#include "loop/text.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

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

static Str print_loops(IrModule *m, Arena *arena, Str old, const LoopFn *fn) {
    StrBuf out, text;
    strbuf_init(&out, arena);
    strbuf_init(&text, &m->arena);
    loop_text_print(&fn, 1, &out);
    const Str printed = {out.text.at, out.text.len - 1}, head = decorators(old),
              own = decorators(printed);
    strbuf_add(&text, head.ptr, head.len);
    strbuf_add(&text, printed.ptr + own.len, printed.len - own.len);
    return (Str){text.text.at, text.text.len};
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
        if (loops && loops->pattern != kind) {
            LoopFn marked = *loops;
            marked.pattern = kind;
            fn->prim_text = print_loops(m, &arena, fn->prim_text, &marked);
        }
        arena_fini(&arena);
    }
    return true;
}
