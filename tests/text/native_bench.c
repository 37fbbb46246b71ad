/* SPDX-License-Identifier: Apache-2.0 */
/* throwaway */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <math.h>

#include "backend/llvm/native.h"
#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "onnx/onnx.h"
#include "ops/ops.h"
#include "passes/bind.h"

static double now(void) {
    struct timespec t;
    clock_gettime(getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
int main(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    const char *data;
    size_t size;
    CTX_ENTER(&ctx, &boundary) {
        Arena table, arena;
        OpTable ops;
        arena_init(&table, &ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &table);
        diag_begin(&ctx);
        ctx.io.read(ctx.io.user, argv[1], SIZE_MAX / 2, &data, &size);
        const size_t len = strlen(argv[1]);
        IrModule *m = strcmp(argv[1] + len - 5, ".onnx") == 0 ? onnx_read(&ctx, &ops, argv[1], (Str){data, size}, NULL)
                          : ir_text_parse(&ctx, &ops, argv[1], (Str){data, size});
        if (!m) { for (size_t i = 0; i < ctx.diags->diags.len; i++) printf("%s\n", ctx.diags->diags.at[i].message); exit(1); }
        IrFunction *fn = NULL;
        for (size_t i = 0; i < m->globals.len; i++) if (m->globals.at[i]->function && !m->globals.at[i]->function->prim_text.ptr && !m->globals.at[i]->function->is_private) { fn = m->globals.at[i]->function; break; }
        DrawDim *dims = ARENA_ARRAY(&arena, DrawDim, 16);
        uint32_t nd = 0;
        for (int i = 2; i < argc; i++) { char *eq = strchr(argv[i], '='); *eq = 0; dims[nd].name = argv[i]; dims[nd++].value = atoll(eq + 1); }
        ValueList list; value_list_init(&list, &ctx);
        Value *args[4096];
        DrawNames defaulted = {.at = NULL};
        if (!getenv("COMPILE") && !draw_inputs(fn, 0, dims, nd, args, &list, &arena, &defaulted)) { printf("no draw\n"); exit(1); }
        const char *threads = getenv("THREADS");
        Native native;
        if (nd) {
            BindDim *bd = ARENA_ARRAY(&arena, BindDim, nd + 1);
            for (uint32_t i = 0; i < nd; i++) bd[i] = (BindDim){.name = dims[i].name, .value = dims[i].value};
            if (!pass_bind_symbolic_vars(m, fn, bd, nd)) printf("not bound\n");
            fn = fn->global->function;
        }
        const NativeOptions options = {.threads = threads ? atoi(threads) : 1, .profile = getenv("PROFILE") != NULL, .no_libraries = getenv("NOLIB") != NULL};
        if (!native_compile(&native, m, &options)) { for (size_t i = 0; i < ctx.diags->diags.len; i++) printf("%s %s\n", ctx.diags->diags.at[i].message, ctx.diags->diags.at[i].found); exit(1); }
        printf("compile %.0f ms: passes %.0f emit %.0f jit %.0f (opt %.0f gen %.0f load %.0f, %u units %u cached) loops %zu\n", native.times.total_ms, native.times.passes_ms, native.times.emit_ms, native.times.jit_ms, native.times.jit.optimize_ms, native.times.jit.generate_ms, native.times.jit.load_ms, native.times.jit.units, native.times.jit.cached, native.times.n_loops);
        if (getenv("COMPILE")) {
            struct timespec cpu;
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
            printf("cpu of the process %.0f ms, object bytes %zu, functions %zu\n", (double)cpu.tv_sec * 1e3 + (double)cpu.tv_nsec * 1e-6, native.times.jit.object_bytes, native.times.n_functions);
            exit(0);
        }
        const RtExecutable *x = &native.executable;
        const RtEntry *entry = &x->entries[0];
        RtTensor *in = ARENA_ARRAY(&arena, RtTensor, entry->n_inputs + 1), *out = ARENA_ARRAY(&arena, RtTensor, (size_t)entry->n_outputs + 1);
        for (uint32_t i = 0; i < entry->n_inputs; i++) {
            in[i].data = args[i]->tensor->data;
            for (uint32_t d = 0; d < args[i]->tensor->ndim; d++) in[i].dims[d] = args[i]->tensor->dims[d];
        }
        RtPrepared *prepared;
        const double p0 = now();
        int32_t e = rt_prepare(x, 0, in, &(RtOptions){.profile = options.profile}, &prepared);
        if (e) { printf("prepare: %s\n", rt_message(x, e)); exit(1); }
        printf("prepare %.2f ms arena %.2f MB\n", now() - p0, (double)rt_prepared_arena(prepared) / 1e6);
        memcpy(out, rt_prepared_outputs(prepared), entry->n_outputs * sizeof *out);
        for (uint32_t i = 0; i < entry->n_outputs; i++) {
            size_t b = dtype_size(entry->outputs[i].dtype);
            for (uint32_t d = 0; d < entry->outputs[i].ndim; d++) b *= (size_t)out[i].dims[d];
            out[i].data = aligned_alloc(64, (b + 127) / 64 * 64);
        }
        double best = 1e9;
        const double until = now() + 1000;
        int n = 0;
        for (; n < 3 || now() < until; n++) {
            const double t = now();
            e = rt_run(prepared, in, out);
            const double d = now() - t;
            if (d < best) best = d;
            if (e) { printf("run: %s\n", rt_message(x, e)); break; }
        }
        printf("min %.4f ms of %d\n", best, n);
        const RtSite *sites = rt_prepared_sites(prepared);
        for (size_t i = 0; sites && i < x->n_sites; i++)
            printf("%10.2f us  %s\n", (double)sites[i].least * 1e-3 , x->sites[i]);
        if (getenv("CHECK")) {
            Evaluator *ev = eval_new(m, &arena);
            Value *r = eval_function(ev, fn, args, (uint32_t)fn->params.len, &list);
            const Value *t = r && r->kind == VALUE_TUPLE ? r->items[0] : r;
            double worst = 0, scale = 0;
            for (size_t i = 0; t && i < t->tensor->count; i++) {
                const double a = ((float *)t->tensor->data)[i], b = ((float *)out[0].data)[i];
                if (!(fabs(a - b) <= worst)) worst = fabs(a - b);
                if (fabs(a) > scale) scale = fabs(a);
            }
            printf("differs %.3g of %.3g\n", worst, scale);
        }
        exit(0);
    }
    return 1;
}
