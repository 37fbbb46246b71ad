/* SPDX-License-Identifier: Apache-2.0 */
/* How fast loop functions are as C: tenon-test bench_c_loops FILE. For each call of a core operator
 * in the cases of the file, all of whose extents are constants: milliseconds of the interpreter
 * (one run) and of the C function (the best of several), and GFLOP/s where the case's title gives
 * the operations ("2*256*256*256").
 *
 * $CC (cc) with $C_FLAGS (-O3 -march=native). Not a test: it judges nothing. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "drivers.h"
#include "backend/c/loop.h"
#include "base/clock.h"
#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "loop/interp.h"
#include "op_loops.h"
#include "ops/ops.h"

typedef struct {
    Ctx *ctx;
    OpLoops loops;
    int number;
    double flops; /* of the case, 0: not told */
} Bench;

/* The product at the title's end. */
static double operations(Str title) {
    double product = 1;
    const char *p = title.ptr + title.len;
    while (p > title.ptr && ((p[-1] >= '0' && p[-1] <= '9') || p[-1] == '*')) p--;
    const char *stop = title.ptr + title.len;
    if (p == stop) return 0;
    for (char *end = NULL; p < stop; p = end + 1) product *= (double)strtoll(p, &end, 10);
    return product;
}

typedef int32_t CallFn(void *const *buffers);

static CallFn *compile(const LoopFn *fn, Arena *arena, int number) {
    StrBuf body, file;
    strbuf_init(&body, arena);
    strbuf_init(&file, arena);
    CUnit *unit = c_unit_new(arena);
    const char *name = c_unit_name(unit, fn->name);
    c_loop_fn(unit, fn, name, &body);
    c_unit_prelude(unit, &file);
    strbuf_add(&file, body.text.at, body.text.len);
    strbuf_printf(&file, "int32_t call(void *const *p) {\n    return %s(", name);
    for (size_t i = 0; i < fn->params.len; i++) strbuf_printf(&file, "%sp[%zu]", i ? ", " : "", i);
    if (c_loop_has_work(unit, fn)) strbuf_printf(&file, ", p[%zu]", fn->params.len);
    strbuf_puts(&file, ");\n}\n");
    const char *cc = getenv("CC"), *flags = getenv("C_FLAGS"), *tmp = getenv("TMPDIR");
    const char *stem =
        arena_printf(arena, "%s/c_bench_%d_%d", tmp ? tmp : "/tmp", (int)getpid(), number);
    const char *source = arena_printf(arena, "%s.c", stem),
               *object = arena_printf(arena, "%s.so", stem);
    if (arena->ctx->io.write(arena->ctx->io.user, source, file.text.at, file.text.len) != 0)
        return NULL;
    const int status =
        system(arena_printf(arena, "%s -std=c99 %s -shared -fPIC -o %s %s -lm", cc ? cc : "cc",
                            flags ? flags : "-O3 -march=native", object, source));
    void *library = status == 0 ? dlopen(object, RTLD_NOW) : NULL;
    if (!getenv("C_KEEP")) unlink(source);
    unlink(object);
    return library ? (CallFn *)dlsym(library, "call") : NULL;
}

static void measure(void *user, IrBinding *call, const LoopFn *fn, Arena *arena,
                    const char *where) {
    Bench *b = user;
    (void)where;
    CallFn *c = fn->sizes.len == 0 ? compile(fn, arena, b->number++) : NULL;
    if (c) {
        const size_t n = fn->params.len;
        LoopArg *args = ARENA_ARRAY(arena, LoopArg, n + 1);
        void **pointers = ARENA_ARRAY(arena, void *, n + 1);
        for (size_t i = 0; i < n; i++) {
            const LoopBuffer *p = fn->params.at[i];
            int64_t *dims = ARENA_ARRAY(arena, int64_t, p->ndim + 1);
            size_t count = 1;
            for (uint32_t d = 0; d < p->ndim; d++) count *= (size_t)(dims[d] = p->dims[d]->i);
            pointers[i] = arena_alloc(arena, count * 8 + 64);
            memset(pointers[i], 0, count * dtype_size(p->dtype));
            for (size_t k = 0; p->dtype == DTYPE_FLOAT32 && k < count; k++)
                ((float *)pointers[i])[k] = (float)(k % 17) - 8;
            args[i] = (LoopArg){.data = pointers[i], .dims = dims};
        }
        pointers[n] = arena_alloc(arena, 1 << 24);
        const LoopProgram *program = loop_compile(fn, arena);
        const double start = clock_now_ms();
        loop_run(b->ctx, program, args, NULL);
        const double slow = clock_now_ms() - start;
        double best = 1e30;
        for (int i = 0; i < 7; i++) {
            const double begin = clock_now_ms();
            c(pointers);
            const double spent = clock_now_ms() - begin;
            if (spent < best) best = spent;
        }
        printf("%-24s interpreter %9.2f ms   C %8.3f ms   %7.0f times", call->op->name, slow, best,
               slow / best);
        if (b->flops > 0) printf("   %6.2f GFLOP/s", b->flops / best * 1e-6);
        printf("\n");
        fflush(stdout);
    }
}

int test_bench_c_loops(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Bench b = {.ctx = &ctx};
    Boundary boundary;
    const char *data;
    size_t size;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&b.loops.ops, &table);
        b.loops.ctx = &ctx;
        b.loops.see = measure;
        b.loops.user = &b;
        if (argc == 2 && ctx.io.read(ctx.io.user, argv[1], SIZE_MAX / 2, &data, &size) == 0) {
            Cases cases;
            Case c;
            cases_init(&cases, (Str){data, size});
            while (cases_next(&cases, &c)) {
                diag_begin(&ctx);
                b.flops = operations(c.title);
                IrModule *m = ir_text_parse(&ctx, &b.loops.ops, argv[1], c.input);
                op_loops_of_module(&b.loops, m, argv[1]);
                ir_module_free(m);
            }
            ctx.io.release(ctx.io.user, data, size);
        }
        arena_fini(&table);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    ctx_fini(&ctx);
    return status != STATUS_OK;
}
