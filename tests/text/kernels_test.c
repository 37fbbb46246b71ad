/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions as kernels of the backend llvm: tenon-test kernels [--strict | --specials]
 * [--least N] [--scheduled N] [--every N] [--by-hand N] FILE ...
 *
 * The loop functions of operators (op_loops.h), those that stand in files *.py, every scalar
 * operation and cast for every dtype, and the programs of the unit tests are made kernels, some
 * hundred a module, and run on drawn inputs beside the interpreter, with extents around those of
 * vectors. Arrays stand against pages that may not be touched; every other kernel is made for
 * threads, whose parts are run here one after the other, the last first. --scheduled: so many of
 * the functions at least go by schedules (schedule/schedule.h). --strict: outputs have the
 * interpreter's bits, but for loops that state partial results. Else inputs are tame and floats may
 * differ by rounding. --specials: the same with NaN, infinities, denormals and signed zeros among
 * them; what is NaN or an infinity has to be that, and a zero to have its sign. Errors have its
 * message. --every: takes one function in N; --by-hand: one in N of those that stand in files and
 * in the unit tests. LLVM_SHOW=1 prints the IR. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "drivers.h"
#include "backend/llvm/kernel.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "loop_runs.h"
#include "op_loops.h"
#include "ops/ops.h"
#include "runtime/abi.h"
#include "schedule/schedule.h"
#include "specials.h"
#include "tensor/compare.h"
#include "../unit/loop_programs.h"

static Ctx ctx;
static Arena arena; /* of a batch */

static void stop(const char *file, int line) {
    printf("%s:%d: the machine does not start\n0 passed, 1 failed\n", file, line);
    exit(1);
}
#define fail() stop(__FILE__, __LINE__)
#define assert_false(x) ((x) ? fail() : (void)0)
#define assert_non_null(x) ((x) ? (void)0 : fail())
#include "../unit/llvm_machine.h"

enum {
    SAMPLES = 10,
    SHOWN = 12,
    BATCH = 150,
    RUNS = 4,
    RUNS_BY_HAND = 12,
    THREADS = 3,
    PAGE = 4096
};
static const size_t work_most = 1 << 28;

typedef struct {
    const LoopFn *fn;
    const char *where;
    int runs;
    LlKernel kernel;
    bool exact; /* the outputs have the interpreter's bits */
} Entry;

typedef struct {
    OpLoops loops;
    VEC(Entry) batch;
    VEC(const char *) messages; /* of the batch; by number - 1 */
    Map seen;
    bool strict, specials;
    int passed, failed, every, by_hand, least, count, runs, errors;
    int hand_count; /* of by_hand's functions so far */
    int scheduled, least_scheduled;
    uint64_t seed;
} Test;

static void wrong(Test *t, const Entry *e, const char *what) {
    if (t->failed++ >= SHOWN) return;
    printf("%s: %s: %s\n", e->where, e->fn->name, what);
    StrBuf text;
    strbuf_init(&text, &arena);
    loop_text_print(&e->fn, 1, &text);
    fwrite(text.text.at, 1, text.text.len < 3000 ? text.text.len : 3000, stdout);
    fflush(stdout);
}

/* --- What runs around the kernels --- */

/* In the place of the runtime's: ranges of all threads, the last first; the first message by
 * position. */
static int32_t parallel_backwards(RtEnv *env, int64_t n, int64_t grain, RtRange *range,
                                  void *closure) {
    (void)grain;
    int32_t result = 0;
    for (int64_t k = env->threads; k-- > 0;) {
        const int64_t begin = n * k / env->threads, end = n * (k + 1) / env->threads;
        const int32_t e = begin < end ? range(env, closure, begin, end, k) : 0;
        if (e) result = e;
    }
    return result;
}

static sigjmp_buf crashed;
static volatile sig_atomic_t in_kernel;

static void on_signal(int number) {
    if (in_kernel) siglongjmp(crashed, number);
    signal(number, SIG_DFL);
    raise(number);
}

/* Memory that ends, or begins, at a page that may not be touched. */
typedef struct {
    char *map, *at;
    size_t bytes;
} Guarded;

static Guarded guarded(size_t bytes, bool at_end) {
    Guarded g = {.bytes = (bytes + PAGE - 1) / PAGE * PAGE};
    g.map = mmap(NULL, g.bytes + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g.map == MAP_FAILED) stop(__FILE__, __LINE__);
    if (g.bytes && mprotect(g.map + PAGE, g.bytes, PROT_READ | PROT_WRITE) != 0)
        stop(__FILE__, __LINE__);
    g.at = g.map + PAGE + (at_end ? g.bytes - bytes : 0);
    return g;
}

static void release(const Guarded *g) { munmap(g->map, g->bytes + 2 * PAGE); }

static int64_t draw_size(uint64_t r) {
    static const int64_t sizes[] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 2, 3, 4, 6};
    return sizes[r % ARRAY_LEN(sizes)];
}

/* Multiples of 1/16 below 4: sums and products of a few are exact in any order. */
static void tame(Test *t, DType type, char *at, size_t count) {
    for (size_t i = 0; i < count && dtype_is_float(type); i++)
        dtype_write_double(type, at + i * dtype_size(type),
                           (double)(runs_random(&t->seed) >> 40 & 127) / 16 - 4);
}

/* Of the loops that are in order, one in another, the iterations: no element is a sum of more
 * terms. */
static double terms(const LoopFn *fn, const LoopStmt *s, const int64_t *sizes) {
    double most = 1;
    for (; s; s = s->next) {
        int64_t extent = 1;
        if (s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL && loop_expr_is_extent(s->value) &&
            !loop_eval_extent(fn, s->value, sizes, &extent))
            extent = 1;
        most = fmax(most,
                    (double)extent * fmax(terms(fn, s->body, sizes), terms(fn, s->other, sizes)));
    }
    return most;
}

/* Floats of another rounding: relative to the greatest in the buffer. Added one after the other, n
 * numbers of one sign are off by n half units in the last place at most, in the type that they are
 * added in, which is float32 at least; by chance by sqrt(n), but among 10,000 of like size the
 * roundings are not by chance. In another order it is less, so that is how far both may be
 * apart. A float converted to an integer past 2**40 shows how it was rounded. */
static TensorNear nearness(DType type, const char *want, size_t count, double n_terms,
                           Specials specials) {
    if (!dtype_is_float(type) && dtype_size(type) < 8) return (TensorNear){.mode = TENSOR_BITS};
    const double unit =
        n_terms * (type == DTYPE_FLOAT64 ? 0x1p-53 : 0x1p-24) + (type == DTYPE_FLOAT64   ? 1e-12
                                                                 : type == DTYPE_FLOAT32 ? 2e-5
                                                                 : type == DTYPE_FLOAT16 ? 5e-3
                                                                                         : 3e-2);
    const double most = tensor_elements_largest(type, want, count);
    return (TensorNear){
        .mode = TENSOR_NEAR,
        .atol = most * (dtype_is_float(type) ? unit : 5e-13),
        .integers = true,
        /* What is less than any denormal has one rounding to 0, with the sign, or two. */
        .signs = specials && specials != SPECIALS_DENORMALS && specials != SPECIALS_MIXED,
    };
}

/* --- One run --- */

/* Of the run that `runs` numbers. */
static Specials specials_of(const Test *t) {
    return t->specials ? (Specials)(1 + t->runs % (SPECIALS_KINDS - 1)) : SPECIALS_NONE;
}

typedef int32_t CallFn(RtEnv *env, void *const *buffers, const int64_t *sizes, void *work);
typedef int64_t WorkFn(const int64_t *sizes);

typedef struct {
    CallFn *call;
    WorkFn *work;
    const LoopProgram *program;
} Compiled;

static const char *run_kernel(Test *t, const Entry *e, const Compiled *c, Buffer *buffers,
                              const int64_t *sizes, bool ok, bool at_end) {
    const size_t n = e->fn->params.len;
    Guarded *memory = ARENA_ARRAY(&arena, Guarded, n + 1);
    void **pointers = ARENA_ARRAY(&arena, void *, n + 1);
    const char *what = NULL;
    const int64_t bytes = e->kernel.has_work ? c->work(sizes) : 0;
    if (bytes < 0 || bytes % 64) return "bytes of work";
    if ((size_t)bytes > work_most) return NULL;
    for (size_t i = 0; i <= n; i++) {
        memory[i] = guarded(i < n ? buffers[i].bytes : (size_t)bytes, at_end || i == n);
        if (i == n)
            memset(memory[i].at, 0xa5, (size_t)bytes);
        else
            memcpy(memory[i].at, buffers[i].other, buffers[i].bytes);
        pointers[i] = memory[i].at;
    }
    RtEnv env = {.threads = THREADS};
    volatile int32_t status = 0;
    const int signal_number = sigsetjmp(crashed, 1);
    if (!signal_number) {
        in_kernel = 1;
        status = c->call(&env, pointers, sizes, pointers[n]);
    }
    in_kernel = 0;
    if (signal_number)
        what = arena_printf(&arena, "signal %d", signal_number);
    else if (ok != (status == 0))
        what = ok ? arena_printf(&arena, "fails: %s", t->messages.at[status - 1]) : "does not fail";
    else if (!ok && !runs_same_error(&ctx, &arena, t->messages.at[status - 1], true))
        what = arena_printf(&arena, "another message: %s", t->messages.at[status - 1]);
    for (size_t i = 0; i < n && ok && !what; i++) {
        const DType type = e->fn->params.at[i]->dtype;
        const char *want = buffers[i].data, *have = memory[i].at;
        const size_t count = buffers[i].count;
        const TensorNear how =
            e->exact
                ? (TensorNear){.mode = TENSOR_BITS}
                : nearness(type, want, count, terms(e->fn, e->fn->body, sizes), specials_of(t));
        TensorDifference d;
        if (!tensor_elements_near(type, have, type, want, count, &how, &d))
            what = arena_printf(&arena, "'%s': %s", e->fn->params.at[i]->name,
                                tensor_difference_text(&arena, &d));
    }
    for (size_t i = 0; i <= n; i++) release(&memory[i]);
    return what;
}

static const char *run_once(Test *t, const Entry *e, const Compiled *c, Buffer *buffers,
                            const int64_t *sizes, bool at_end) {
    const size_t n = e->fn->params.len;
    LoopArg *args = ARENA_ARRAY(&arena, LoopArg, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!e->exact && e->fn->params.at[i]->kind == LOOP_BUFFER_INPUT) {
            tame(t, e->fn->params.at[i]->dtype, buffers[i].data, buffers[i].count);
            if (t->specials)
                specials_sprinkle(&t->seed, specials_of(t), e->fn->params.at[i]->dtype,
                                  buffers[i].data, buffers[i].count, 6);
            memcpy(buffers[i].other, buffers[i].data, buffers[i].bytes);
        }
        args[i] = (LoopArg){.data = buffers[i].data, .dims = buffers[i].dims};
    }
    diag_begin(&ctx);
    ctx_restart(&ctx);
    const bool ok = loop_run(&ctx, c->program, args, sizes);
    const char *what = run_kernel(t, e, c, buffers, sizes, ok, at_end);
    t->runs++;
    t->errors += !ok;
    return what;
}

static size_t elements(const Buffer *buffers, size_t n) {
    size_t all = 0;
    for (size_t i = 0; i < n; i++) all += buffers[i].count;
    return all;
}

static void run_entry(Test *t, const Entry *e, const Compiled *c) {
    enum { ENOUGH = 1 << 14 }; /* elements, for the interpreter's sake */
    const char *what = NULL;
    const size_t n = e->fn->params.len;
    for (int run = 0; run < e->runs && !what; run++) {
        Buffer *buffers = ARENA_ARRAY(&arena, Buffer, n + 1);
        int64_t *sizes = ARENA_ARRAY(&arena, int64_t, e->fn->sizes.len + 1);
        if (runs_set_up(&t->seed, e->fn, draw_size, sizes, buffers, run % 2) &&
            elements(buffers, n) <= ENOUGH)
            what = run_once(t, e, c, buffers, sizes, run % 4 < 2);
        if (what) {
            StrBuf shown;
            strbuf_init(&shown, &arena);
            strbuf_puts(&shown, what);
            for (size_t i = 0; i < e->fn->sizes.len; i++)
                strbuf_printf(&shown, ", %s = %lld", e->fn->sizes.at[i]->name, (long long)sizes[i]);
            for (size_t i = 0; i < ctx.diags->diags.len; i++)
                diag_print(&ctx.diags->diags.at[i], &shown);
            what = strbuf_cstr(&shown);
        }
        runs_release(buffers, n);
    }
    if (what)
        wrong(t, e, what);
    else
        t->passed++;
}

/* --- A batch --- */

static uint32_t add_message(void *user, const char *text) {
    Test *t = user;
    vec_push(&arena, &t->messages, arena_printf(&arena, "%s", text));
    return (uint32_t)t->messages.len;
}

/* Loads the n-th of an array of pointers or of i64. */
static LLVMValueRef element(LlUnit *u, LLVMTypeRef type, LLVMValueRef array, size_t n) {
    LLVMValueRef at = ll_int(u, (int64_t)n);
    return LLVMBuildLoad2(u->builder, type, LLVMBuildGEP2(u->builder, u->i64, array, &at, 1, ""),
                          "");
}

static LLVMValueRef begin(LlUnit *u, const char *name, LLVMTypeRef result, unsigned n) {
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr};
    LLVMValueRef f = LLVMAddFunction(u->module, name, LLVMFunctionType(result, types, n, false));
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, f, "entry"));
    return f;
}

/* CallFn call_N, WorkFn work_N. */
static void add_callers(LlUnit *u, const Entry *e, size_t number) {
    const size_t n = e->fn->params.len, sizes = e->fn->sizes.len;
    LLVMValueRef *args = ARENA_ARRAY(&arena, LLVMValueRef, n + sizes + 2);
    LLVMValueRef f = begin(u, arena_printf(&arena, "call_%zu", number), u->i32, 4);
    unsigned k = 0;
    args[k++] = LLVMGetParam(f, 0);
    for (size_t i = 0; i < n; i++) args[k++] = element(u, u->ptr, LLVMGetParam(f, 1), i);
    for (size_t i = 0; i < sizes; i++) args[k++] = element(u, u->i64, LLVMGetParam(f, 2), i);
    if (e->kernel.has_work) args[k++] = LLVMGetParam(f, 3);
    LLVMBuildRet(u->builder,
                 LLVMBuildCall2(u->builder, e->kernel.type, e->kernel.function, args, k, ""));
    f = begin(u, arena_printf(&arena, "work_%zu", number), u->i64, 1);
    for (size_t i = 0; i < sizes; i++) args[i] = element(u, u->i64, LLVMGetParam(f, 0), i);
    LLVMValueRef bytes = e->kernel.work >= 0
                             ? ll_int(u, e->kernel.work)
                             : LLVMBuildCall2(u->builder, e->kernel.work_type,
                                              e->kernel.work_function, args, (unsigned)sizes, "");
    LLVMBuildRet(u->builder, bytes);
}

static void define_parallel(Machine *m) {
    LLVMOrcExecutionSessionRef session = LLVMOrcLLJITGetExecutionSession(m->jit);
    LLVMOrcCSymbolMapPair pair = {.Name = LLVMOrcExecutionSessionIntern(session, "rt_parallel")};
    pair.Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)parallel_backwards;
    pair.Sym.Flags.GenericFlags =
        LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    no_error(LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(m->jit),
                                   LLVMOrcAbsoluteSymbols(&pair, 1)));
}

static void end_batch(Test *t) {
    if (!t->batch.len) return;
    Machine m;
    machine_init(&m, t->strict);
    for (size_t i = 0; i < t->batch.len; i++) {
        Entry *e = &t->batch.at[i];
        const LlKernelOptions options = {
            .message = add_message, .user = t, .threads = i % 2 ? THREADS : 1, .grain = 1000};
        e->exact = t->strict;
        e->kernel = ll_kernel(&m.u, e->fn, arena_printf(&arena, "kernel_%zu", i), &options);
        add_callers(&m.u, e, i);
        t->scheduled += sched_some_loops(e->fn, &m.target, t->strict, &arena) != e->fn;
    }
    machine_start(&m);
    define_parallel(&m);
    for (size_t i = 0; i < t->batch.len; i++) {
        const Compiled c = {
            .call = (CallFn *)machine_get(&m, arena_printf(&arena, "call_%zu", i)),
            .work = (WorkFn *)machine_get(&m, arena_printf(&arena, "work_%zu", i)),
            .program = loop_compile(t->batch.at[i].fn, &arena),
        };
        run_entry(t, &t->batch.at[i], &c);
    }
    machine_fini(&m);
    arena_fini(&arena);
    arena_init(&arena, &ctx);
    t->batch.at = NULL;
    t->batch.len = t->batch.cap = 0;
    t->messages.at = NULL;
    t->messages.len = t->messages.cap = 0;
}

/* --- Where they come from --- */

static bool is_new(Test *t, const LoopFn *fn) {
    Arena scratch;
    StrBuf text;
    arena_init(&scratch, &ctx);
    strbuf_init(&text, &scratch);
    loop_text_print(&fn, 1, &text);
    const uint64_t hash = hash_bytes(&ctx, text.text.at, text.text.len);
    MapIter it = map_find(&t->seen, hash);
    const bool found = map_next(&t->seen, &it);
    if (!found) map_add(&t->seen, hash, t);
    arena_fini(&scratch);
    return !found;
}

static void add(Test *t, const LoopFn *fn, const char *where, int runs) {
    vec_push(&arena, &t->batch, ((Entry){.fn = fn, .where = where, .runs = runs}));
    if (t->batch.len == BATCH) end_batch(t);
}

static bool is_next_by_hand(Test *t) { return t->hand_count++ % t->by_hand == 0; }

static void see(void *user, IrBinding *call, const LoopFn *fn, Arena *own, const char *where) {
    (void)call, (void)own;
    Test *t = user;
    if (!is_new(t, fn) || t->count++ % t->every) return;
    if (loop_verify(&ctx, fn, NULL)) add(t, fn, where, RUNS); /* loops_test reports the others */
}

static void check_loop_file(Test *t, const char *path) {
    const char *data;
    size_t size;
    LoopFns fns = {.at = NULL};
    end_batch(t);
    diag_begin(&ctx);
    if (ctx.io.read(ctx.io.user, path, SIZE_MAX / 2, &data, &size) != 0 ||
        !loop_text_parse(&ctx, &arena, path, (Str){data, size}, &fns)) {
        printf("%s cannot be read\n", path);
        t->failed++;
        return;
    }
    for (size_t i = 0; i < fns.len; i++) {
        if (!loop_verify(&ctx, fns.at[i], NULL))
            t->failed++;
        else if (is_next_by_hand(t))
            vec_push(&arena, &t->batch,
                     ((Entry){.fn = fns.at[i], .where = path, .runs = RUNS_BY_HAND}));
    }
    ctx.io.release(ctx.io.user, data, size);
    end_batch(t);
}

static void check_programs(Test *t) {
    for (int i = 0; i < PROGRAMS; i++)
        if (is_next_by_hand(t)) add(t, program(&arena, i), "loop_programs.h", RUNS_BY_HAND);
    for (DType from = DTYPE_BOOL; from < DTYPE_LOOP_END; from++) {
        for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END; to++, t->count++)
            if (t->count % t->every == 0) add(t, program_cast(&arena, from, to), "a cast", RUNS);
        for (int kind = LOOP_ADD; kind < LOOP_EXPR_COUNT; kind++)
            if (loop_expr_allows((LoopExprKind)kind, from) && t->count++ % t->every == 0)
                add(t, program_row(&arena, (LoopExprKind)kind, from), dtype_name(from), RUNS);
    }
    end_batch(t);
}

static void check_all(Test *t, char **argv, int argc) {
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        if (strcmp(argv[i], "--strict") == 0)
            t->strict = true;
        else if (strcmp(argv[i], "--specials") == 0)
            t->specials = true;
        else if (i + 1 < argc)
            *(strcmp(argv[i], "--least") == 0       ? &t->least
              : strcmp(argv[i], "--scheduled") == 0 ? &t->least_scheduled
              : strcmp(argv[i], "--by-hand") == 0   ? &t->by_hand
                                                    : &t->every) = atoi(argv[i + 1]),
                                                    i++;
    }
    for (; i < argc; i++) {
        const size_t len = strlen(argv[i]);
        if (len > 3 && strcmp(argv[i] + len - 3, ".py") == 0)
            check_loop_file(t, argv[i]);
        else
            t->failed += !op_loops_of_file(&t->loops, argv[i]);
    }
    for (size_t k = 0; k < t->loops.ops.n; k++)
        op_loops_of_samples(&t->loops, t->loops.ops.ops[k], SAMPLES);
    end_batch(t);
    check_programs(t);
}

int test_kernels(int argc, char **argv) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.every = 1, .by_hand = 1, .seed = 1};
    t.loops = (OpLoops){.ctx = &ctx, .keep = &arena, .see = see, .user = &t};
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    for (size_t i = 0; i < ARRAY_LEN(signals); i++) signal(signals[i], on_signal);
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.loops.ops, &table);
        arena_init(&arena, &ctx);
        map_init(&t.seen, &table);
        check_all(&t, argv, argc);
        arena_fini(&arena);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%d runs, %d of them errors; %d functions by schedules\n", t.runs, t.errors,
           t.scheduled);
    if (t.scheduled < t.least_scheduled) {
        printf("%d functions should go by schedules\n", t.least_scheduled);
        t.failed++;
    }
    if (t.passed < t.least) {
        printf("there should be %d functions\n", t.least);
        t.failed++;
    }
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
