/* SPDX-License-Identifier: Apache-2.0 */
/* How fast loop functions are as kernels of the backend llvm: tenon-test bench_kernels FILE. For
 * each call of a core operator in the cases of the file, all of whose extents are constants:
 * milliseconds (the best of several), GFLOP/s where the case's title gives the operations
 * ("2*256*256*256"), and the largest difference from the interpreter, relative to the largest
 * result. THREADS=N; LLVM_SHOW=1 prints the optimised IR. Not a test: it judges nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "drivers.h"
#include "backend/llvm/kernel.h"
#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "loop/interp.h"
#include "op_loops.h"
#include "ops/ops.h"
#include "runtime/abi.h"
#include "runtime/pool.h"
#include "tensor/compare.h"

static Ctx ctx;
static Arena arena;

#define fail() abort()
#define assert_false(x) ((x) ? abort() : (void)0)
#define assert_non_null(x) ((x) ? (void)0 : abort())
#include "../unit/llvm_machine.h"

typedef struct {
    OpLoops loops;
    double flops; /* of the case, 0: not told */
} Bench;

static double now(void) {
    struct timespec t;
    clock_gettime(getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

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

static uint32_t message(void *user, const char *text) {
    (void)user;
    (void)text;
    return 1;
}

typedef int32_t CallFn(RtEnv *env, void *const *buffers);

/* Calls the kernel with the buffers of an array. */
static void add_caller(LlUnit *u, const LlKernel *k, size_t n) {
    LLVMValueRef f = LLVMAddFunction(
        u->module, "call", LLVMFunctionType(u->i32, (LLVMTypeRef[]){u->ptr, u->ptr}, 2, false));
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, f, "entry"));
    LLVMValueRef args[64] = {LLVMGetParam(f, 0)};
    for (size_t i = 0; i < n; i++) {
        LLVMValueRef at = ll_int(u, (int64_t)i);
        args[1 + i] =
            LLVMBuildLoad2(u->builder, u->ptr,
                           LLVMBuildGEP2(u->builder, u->ptr, LLVMGetParam(f, 1), &at, 1, ""), "");
    }
    LLVMBuildRet(u->builder,
                 LLVMBuildCall2(u->builder, k->type, k->function, args, (unsigned)(1 + n), ""));
}

static void measure(void *user, IrBinding *call, const LoopFn *fn, Arena *scratch,
                    const char *where) {
    Bench *b = user;
    (void)where;
    if (fn->sizes.len) return;
    const char *threads = getenv("THREADS");
    const int64_t n_threads = threads ? atoi(threads) : 1;
    Machine m;
    machine_init(&m, false);
    const double compile = now();
    const LlKernelOptions options = {.message = message, .threads = n_threads};
    const LlKernel k = ll_kernel(&m.u, fn, "kernel", &options);
    const size_t n = fn->params.len;
    add_caller(&m.u, &k, n + k.has_work);
    machine_start(&m);
    CallFn *f = (CallFn *)machine_get(&m, "call");
    const double compiled = now() - compile;
    LoopArg *args = ARENA_ARRAY(scratch, LoopArg, n + 1);
    void **pointers = ARENA_ARRAY(scratch, void *, n + 1);
    size_t *counts = ARENA_ARRAY(scratch, size_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        const LoopBuffer *p = fn->params.at[i];
        int64_t *dims = ARENA_ARRAY(scratch, int64_t, p->ndim + 1);
        size_t count = 1;
        for (uint32_t d = 0; d < p->ndim; d++) count *= (size_t)(dims[d] = p->dims[d]->i);
        pointers[i] = arena_alloc(scratch, count * 8 + 64);
        pointers[i] = (void *)(((uintptr_t)pointers[i] + 63) & ~(uintptr_t)63);
        memset(pointers[i], 0, count * dtype_size(p->dtype));
        for (size_t x = 0; p->dtype == DTYPE_FLOAT32 && x < count; x++)
            ((float *)pointers[i])[x] = (float)((x * 7 + x / 13) % 17) / 8 - 1;
        args[i] = (LoopArg){.data = pointers[i], .dims = dims};
        counts[i] = count;
    }
    pointers[n] = k.work > 0 ? aligned_alloc(64, (size_t)k.work + 64) : NULL;
    const LoopProgram *program = loop_compile(fn, scratch);
    RtEnv env = {.threads = n_threads, .pieces = RT_POOL_PIECES * n_threads};
    double difference = 0, scale = 0;
    double best = 1e30;
    const double until = now() + 300;
    for (int i = 0; i < 3 || now() < until; i++) {
        const double begin = now();
        if (f(&env, pointers) != 0) printf("failed\n");
        const double spent = now() - begin;
        if (spent < best) best = spent;
    }
    for (size_t i = n - fn->n_outputs; i < n; i++) {
        const size_t bytes = counts[i] * dtype_size(fn->params.at[i]->dtype);
        args[i].data = arena_alloc(scratch, bytes + 1);
    }
    if (!getenv("FAST")) {
        loop_run(&ctx, program, args, NULL);
        for (size_t i = n - fn->n_outputs; i < n; i++) {
            const DType t = fn->params.at[i]->dtype;
            TensorDifference d;
            tensor_elements_near(t, pointers[i], t, args[i].data, counts[i],
                                 &(TensorNear){.mode = TENSOR_NEAR}, &d);
            difference = fmax(difference, d.max_abs);
            scale = fmax(scale, tensor_elements_largest(t, args[i].data, counts[i]));
        }
    }
    double bytes = 0;
    for (size_t i = 0; i < n; i++)
        bytes += (double)(counts[i] * dtype_size(fn->params.at[i]->dtype));
    printf("%-20s %8.4f ms %7.1f GB/s", call->op->name, best, bytes / best * 1e-6);
    if (b->flops > 0) printf(" %7.1f GFLOP/s", b->flops / best * 1e-6);
    printf("  compiled in %.0f ms, differs by %.1e\n", compiled,
           difference / (scale > 0 ? scale : 1));
    fflush(stdout);
    free(pointers[n]);
    machine_fini(&m);
}

int test_bench_kernels(int argc, char **argv) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    Bench b = {.flops = 0};
    Boundary boundary;
    const char *data;
    size_t size;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&arena, &ctx);
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
                printf("%-40.*s ", (int)c.title.len, c.title.ptr);
                IrModule *m = ir_text_parse(&ctx, &b.loops.ops, argv[1], c.input);
                op_loops_of_module(&b.loops, m, argv[1]);
                ir_module_free(m);
            }
            ctx.io.release(ctx.io.user, data, size);
        }
        arena_fini(&table);
        arena_fini(&arena);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    ctx_fini(&ctx);
    return status != STATUS_OK;
}
