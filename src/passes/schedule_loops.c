/* SPDX-License-Identifier: Apache-2.0 */
/* ScheduleLoops: each prim_func goes by the vectors, tiles and panels that the target is best with
 * (schedule/schedule.h), and says so; backends print what stands then, and choose no more.
 *
 *     T.func_attr({"num_outputs": 1})         {"num_outputs": 1, "tir.is_scheduled": True}
 *     for i in T.parallel(64):                for i in T.parallel(4):
 *         y[i] = x[i] * x[i]                      y[T.Ramp(16 * i, 1, 16)] = x[...] * x[...]
 *
 * It comes last: what is scheduled is not fused any more, and counts as opaque. A function that has
 * no better way, that an access of is not proved to be in bounds, or that is outside the loop
 * subset, keeps its text. Linear in the text. */
#include "base/diag.h"
#include "passes/passes.h"
#include "passes/prim_func.h"
#include "schedule/schedule.h"

static void schedule(IrFunction *fn, const Target *target, bool exact) {
    Arena arena;
    arena_init(&arena, fn->module->ctx);
    const LoopFn *loops = prim_func_loops(fn, &arena);
    const LoopFn *made = loops ? sched_loops_proved(loops, target, exact, &arena) : NULL;
    if (made != loops) prim_func_set_loops(fn, &arena, made);
    arena_fini(&arena);
}

bool pass_schedule_loops(IrModule *m, const PassValue *values) {
    const PassValue *name = &values[0], *strict = &values[1];
    Target target = *ir_module_target(m);
    if (name->n && !target_find(str_c(name->names[0]), &target)) {
        target_unknown(m->ctx, name->names[0]);
        return false;
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || fn->body) continue;
        ctx_poll(m->ctx);
        schedule(fn, &target, strict->i);
    }
    return true;
}
