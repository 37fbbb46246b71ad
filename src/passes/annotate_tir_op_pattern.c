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
 * A function outside the loop subset, or that the loop verifier refuses, is opaque if it has
 * blocks, unless it says another kind itself; else it stays as it is, and counts as opaque. Linear
 * in the text. */
#include "loop/pattern.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

static void mark(IrFunction *fn, LoopPattern kind) {
    const char number[] = {(char)('0' + loop_pattern_number(kind)), 0};
    prim_func_set_attr(fn, "op_pattern", number);
}

/* A function of blocks of which nothing is known; without blocks TVM's analysis sees nothing that
 * is not elementwise, so nothing is said. */
static void mark_opaque(IrFunction *fn) {
    if (prim_func_mentions(fn, "op_pattern") || !prim_func_mentions(fn, "block(")) return;
    mark(fn, LOOP_PATTERN_OPAQUE);
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
            mark_opaque(fn);
        } else if (loops->is_foreign && loops->pattern != kind) {
            mark(fn, kind);
        } else if (loops->pattern != kind) {
            LoopFn marked = *loops;
            marked.pattern = kind;
            prim_func_set_loops(fn, &arena, &marked);
        }
        arena_fini(&arena);
    }
    return true;
}
