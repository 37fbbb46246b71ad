/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of a file as scheduled loops, with what they cost and why they go by these. */
#include "backend/c/emit.h"
#include "loop/text.h"
#include "loop/work.h"
#include "schedule/schedule.h"

/* What no code for the target goes below: its peak, and its caches or memory. */
static void tell_work(const LoopFn *fn, const Target *target, Arena *arena, StrBuf *out) {
    LoopWork work;
    loop_work(fn, &(LoopWorkOptions){.counts = NULL}, arena, &work);
    const bool is_near = work.bytes.n <= (double)target->l2_bytes;
    const double compute = work.operations.n / target->peak_gflops,
                 memory = work.bytes.n / (is_near ? target->cache_gbs : target->memory_gbs);
    strbuf_printf(out, "%.6g operations, %.6g bytes%s; at least %.3g us, %s\n", work.operations.n,
                  work.bytes.n, fn->sizes.len ? " where sizes are 64" : "",
                  (compute > memory ? compute : memory) / 1e3,
                  compute > memory ? "by the processor's peak"
                  : is_near        ? "by its caches"
                                   : "by its memory");
}

/* Each line behind a '#'. */
static void put_comment(StrBuf *out, Str text) {
    for (size_t i = 0; i < text.len; i++) {
        if (i == 0 || text.ptr[i - 1] == '\n') strbuf_puts(out, "# ");
        strbuf_putc(out, text.ptr[i]);
    }
}

Target emit_target(const IrModule *m) {
    Target target = *ir_module_target(m);
    if (!*m->target.row) target.fma = 0;
    return target;
}

void emit_kernels(const BeModule *module, bool exact, StrBuf *out) {
    const Target target = emit_target(module->m);
    for (size_t i = 0; i < module->loops.len; i++) {
        const BeLoop *loop = module->loops.at[i];
        Arena arena;
        arena_init(&arena, module->ctx);
        StrBuf told;
        strbuf_init(&told, &arena);
        strbuf_printf(&told, "kernel %zu, of %u %s: ", i, (unsigned)loop->n_calls,
                      loop->n_calls == 1 ? "call" : "calls");
        tell_work(loop->fn, &target, &arena, &told);
        const LoopFn *fn = sched_loops_told(loop->fn, &target, exact, &arena, &told);
        if (i) strbuf_putc(out, '\n');
        put_comment(out, strbuf_str(&told));
        loop_text_print(&fn, 1, out);
        arena_fini(&arena);
    }
}
