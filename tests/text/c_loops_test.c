/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions as C: tenon-test c_loops [--least N] [--every N] [--by-hand N]
 * [--target T [--l2 N]] [--graphs N] FILE...
 *
 * The loop functions of operators (op_loops.h), those that stand in files *.py, every scalar
 * operation and cast for every dtype, and the programs of the unit tests are written as C, some
 * hundred a file, compiled without a warning by $CC (cc) with $C_FLAGS, loaded and run on drawn
 * inputs, many of them special values, with small extents, 0 and 1 among them. Outputs are to have
 * the interpreter's bits, errors its message. --every: takes one function of an operator in N.
 * --by-hand: one in N of all others. --least: how many there must be. --target: they go by
 * schedules for the target (schedule/schedule.h), and --least counts those that have one; --l2 N:
 * as if its second cache had so many bytes. --graphs N: the kernels of N and N drawn modules too,
 * joined. Each schedule passes the verifier, parses back equal, and gives the interpreter of
 * scheduled loops the same bits as C; if it is that which keeps bits, those of the function, else
 * what is near to them; where sums go in another order, of tame inputs alone. C_KEEP=1 leaves the
 * files, in $TMPDIR (/tmp). */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drivers.h"
#include "backend/c/loop.h"
#include "backend/lower.h"
#include "base/diag.h"
#include "loop/interp.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "case_source.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "loop_runs.h"
#include "op_loops.h"
#include "ops/ops.h"
#include "schedule/schedule.h"
#include "tensor/compare.h"
#include "../unit/loop_programs.h"

static const double NEAR = 1e-5;
static const double NEAR_0 = 5e-4; /* sums of hundreds cancel */

enum { SAMPLES = 40, SHOWN = 8, BATCH = 400, RUNS = 4, RUNS_BY_HAND = 60, RUNS_OPEN = 16 };

typedef struct {
    const LoopFn *fn;
    const char *where;
    int runs;
    const LoopFn *schedule; /* NULL: none is asked for */
    bool is_long;           /* its sizes are draw_long's */
    bool is_exact;          /* ... and has the function's bits */
    bool reorders;          /* ... and sums in another order, or rounds products and sums once */
} Entry;

typedef struct {
    Ctx *ctx;
    OpLoops loops;
    Arena batch_arena;
    VEC(Entry) batch;
    Arena seen_arena;
    Map seen; /* texts of functions that were taken */
    int passed, failed, batches, every, by_hand, least, graphs, count, runs, errors;
    int hand_count; /* of by_hand's functions so far */
    uint64_t seed;
    const Target *target; /* NULL: loops stay as they stand */
    Target target_at;
    char folder[256];
} Test;

static void print_diags(Test *t) {
    StrBuf shown;
    strbuf_init(&shown, &t->batch_arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &shown);
    fwrite(shown.text.at, 1, shown.text.len, stdout);
}

static void wrong(Test *t, const Entry *e, const char *what) {
    if (t->failed++ >= SHOWN) return;
    printf("%s: %s: %s\n", e->where, e->fn->name, what);
    StrBuf text;
    strbuf_init(&text, &t->batch_arena);
    loop_text_print(&e->fn, 1, &text);
    fwrite(text.text.at, 1, text.text.len < 4000 ? text.text.len : 4000, stdout);
}

/* --- One run --- */

static int64_t draw_size(uint64_t r) {
    return r % 16 == 0   ? 0
           : r % 16 == 1 ? 1
           : r % 16 < 4  ? 16 + (int64_t)(r >> 8) % 24
                         : 1 + (int64_t)(r >> 8) % 6;
}

/* Of what a file has for the scheduler: enough for several vectors, and any rest. */
static int64_t draw_long(uint64_t r) {
    return r % 2 ? draw_size(r >> 1) : 1 + (int64_t)(r >> 8) % 150;
}

typedef int32_t CallFn(void *const *buffers, const int64_t *sizes, char *work);
typedef int64_t WorkFn(const int64_t *sizes);

typedef struct {
    CallFn *call;
    WorkFn *work;
    const char *const *messages;
    const LoopProgram *program, *scheduled;
    bool is_exact, reorders;
} Compiled;

/* Two places of a half type, which functions of math.h as float32 are rounded to. */
static double near_of(DType t) {
    return t == DTYPE_FLOAT16 ? 0x1p-9 : t == DTYPE_BFLOAT16 ? 0x1p-6 : NEAR;
}

/* The outputs in `other` against those of the interpreter. */
static const char *compare(Test *t, const LoopFn *fn, const Buffer *buffers, bool to_the_bit) {
    for (size_t i = 0; i < fn->params.len; i++) {
        const DType type = fn->params.at[i]->dtype;
        const TensorNear bits = {
            .mode = to_the_bit ? TENSOR_BITS : TENSOR_NEAR, .rtol = near_of(type), .atol = NEAR_0};
        TensorDifference d;
        if (!tensor_elements_near(type, buffers[i].other, type, buffers[i].data, buffers[i].count,
                                  &bits, &d))
            return arena_printf(&t->batch_arena, "'%s': %s", fn->params.at[i]->name,
                                tensor_difference_text(&t->batch_arena, &d));
    }
    return NULL;
}

static const char *run_schedule(Test *t, const LoopFn *fn, const Compiled *c, LoopArg *args,
                                Buffer *buffers, const int64_t *sizes) {
    for (size_t i = 0; i < fn->params.len; i++) {
        args[i].data = buffers[i].other;
        if (fn->params.at[i]->kind == LOOP_BUFFER_OUTPUT)
            memset(buffers[i].other, 0x5A, buffers[i].bytes);
    }
    if (!loop_run(t->ctx, c->scheduled, args, sizes)) return "the interpreted schedule fails";
    const char *what = compare(t, fn, buffers, true);
    return what ? arena_printf(&t->batch_arena, "the interpreted schedule, %s", what) : NULL;
}

/* tame: no sum of its values overflows, whatever its order. */
static const char *run_once(Test *t, const LoopFn *fn, const Compiled *c, Buffer *buffers,
                            const int64_t *sizes, bool tame) {
    const size_t n = fn->params.len;
    LoopArg *args = ARENA_ARRAY(&t->batch_arena, LoopArg, n + 1);
    void **pointers = ARENA_ARRAY(&t->batch_arena, void *, n + 1);
    for (size_t i = 0; i < n; i++) {
        args[i] = (LoopArg){.data = buffers[i].data, .dims = buffers[i].dims};
        pointers[i] = buffers[i].other;
    }
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    const bool ok = loop_run(t->ctx, c->program, args, sizes);
    const int64_t bytes = c->work(sizes);
    if (bytes < 0 || bytes % C_WORK_ALIGN || bytes > 1 << 28) return "bytes of work";
    char *work = bytes ? aligned_alloc(C_WORK_ALIGN, (size_t)bytes) : NULL;
    if (bytes) memset(work, 0xA5, (size_t)bytes);
    const int32_t status = c->call(pointers, sizes, work);
    free(work);
    t->runs++;
    t->errors += !ok;
    if (ok != (status == 0)) return ok ? "C fails" : "C does not fail";
    if (!ok && !runs_same_error(t->ctx, &t->batch_arena, c->messages[status], false))
        return "C has another message";
    if (!ok) return NULL;
    const char *what = c->reorders && !tame ? NULL : compare(t, fn, buffers, c->is_exact);
    if (what || !c->scheduled) return what;
    for (size_t i = 0; i < n; i++) /* what C made, for the schedule to make it too */
        if (buffers[i].bytes) memcpy(buffers[i].data, buffers[i].other, buffers[i].bytes);
    return run_schedule(t, fn, c, args, buffers, sizes);
}

static void run_fn(Test *t, const Entry *e, const Compiled *c) {
    const char *what = NULL;
    const size_t n = e->fn->params.len;
    for (int run = 0; run < e->runs && !what; run++) {
        Buffer *buffers = ARENA_ARRAY(&t->batch_arena, Buffer, n + 1);
        int64_t *sizes = ARENA_ARRAY(&t->batch_arena, int64_t, e->fn->sizes.len + 1);
        if (runs_set_up(&t->seed, e->fn, e->is_long ? draw_long : draw_size, sizes, buffers,
                        run % 2))
            what = run_once(t, e->fn, c, buffers, sizes, run % 2);
        if (what) {
            StrBuf shown;
            strbuf_init(&shown, &t->batch_arena);
            strbuf_puts(&shown, what);
            for (size_t i = 0; i < e->fn->sizes.len; i++)
                strbuf_printf(&shown, ", %s = %lld", e->fn->sizes.at[i]->name, (long long)sizes[i]);
            for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
                diag_print(&t->ctx->diags->diags.at[i], &shown);
            what = strbuf_cstr(&shown);
        }
        runs_release(buffers, n);
    }
    if (what) {
        wrong(t, e, what);
    } else {
        t->passed++;
    }
}

/* --- A batch --- */

/* An entry that takes arrays, so that one type of function serves all. */
static void add_entry(CUnit *unit, const LoopFn *fn, const char *name, size_t number, StrBuf *out) {
    strbuf_printf(out,
                  "int32_t call_%zu(void *const *p, const int64_t *s, char *work);\n"
                  "int32_t call_%zu(void *const *p, const int64_t *s, char *work) {\n"
                  "    (void)p, (void)s, (void)work;\n    return %s(",
                  number, number, name);
    const char *comma = "";
    for (size_t i = 0; i < fn->params.len; i++, comma = ", ")
        strbuf_printf(out, "%sp[%zu]", comma, i);
    for (size_t i = 0; i < fn->sizes.len; i++, comma = ", ")
        strbuf_printf(out, "%ss[%zu]", comma, i);
    if (c_loop_has_work(unit, fn)) strbuf_printf(out, "%swork", comma);
    strbuf_printf(
        out,
        ");\n}\nint64_t work_%zu(const int64_t *s);\nint64_t work_%zu(const int64_t *s) {\n    (void)s;\n    return ",
        number, number);
    const char **sizes = ARENA_ARRAY(out->arena, const char *, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = arena_printf(out->arena, "s[%zu]", i);
    c_loop_work(unit, fn, sizes, out);
    strbuf_puts(out, ";\n}\n\n");
}

static bool write_batch(Test *t, const char *path) {
    StrBuf body, file;
    strbuf_init(&body, &t->batch_arena);
    strbuf_init(&file, &t->batch_arena);
    CUnit *unit = c_unit_new(&t->batch_arena);
    if (t->target) c_unit_schedule(unit, t->target, false);
    for (size_t i = 0; i < t->batch.len; i++) {
        const LoopFn *fn = t->batch.at[i].fn;
        const char *name = c_unit_name(unit, fn->name);
        c_loop_fn(unit, fn, name, &body);
        add_entry(unit, fn, name, i, &body);
    }
    c_unit_prelude(unit, &file);
    strbuf_add(&file, body.text.at, body.text.len);
    c_unit_messages(unit, "texts", &file);
    strbuf_puts(
        &file,
        "const char *const *get_texts(void);\nconst char *const *get_texts(void) { return texts; }\n");
    return t->ctx->io.write(t->ctx->io.user, path, file.text.at, file.text.len) == 0;
}

static void *compile_batch(Test *t, const char *source) {
    const char *cc = getenv("CC"), *flags = getenv("C_FLAGS");
    const char *object = arena_printf(&t->batch_arena, "%s/batch%d.so", t->folder, t->batches);
    const char *command = arena_printf(
        &t->batch_arena,
        "%s -std=c99 -O1 -Wall -Wextra -Werror -pedantic -shared -fPIC %s -o %s %s -lm 2>&1 | head -40; exit ${PIPESTATUS[0]}",
        cc ? cc : "cc", flags ? flags : "", object, source);
    fflush(stdout);
    if (system(arena_printf(&t->batch_arena, "bash -c '%s'", command)) != 0) {
        printf("%s does not compile\n", source);
        return NULL;
    }
    void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!library) printf("%s\n", dlerror());
    if (!getenv("C_KEEP")) unlink(object);
    return library;
}

static void *symbol(Test *t, void *library, const char *kind, size_t number) {
    void *found = dlsym(library, arena_printf(&t->batch_arena, "%s_%zu", kind, number));
    if (!found) printf("no %s_%zu\n", kind, number);
    return found;
}

static void end_batch(Test *t) {
    if (!t->batch.len) return;
    const char *source = arena_printf(&t->batch_arena, "%s/batch%d.c", t->folder, t->batches);
    void *library = write_batch(t, source) ? compile_batch(t, source) : NULL;
    if (!library) {
        t->failed++;
    } else {
        const char *const *(*texts)(void) =
            (const char *const *(*)(void))dlsym(library, "get_texts");
        for (size_t i = 0; i < t->batch.len; i++) {
            Compiled c = {
                .call = (CallFn *)symbol(t, library, "call", i),
                .work = (WorkFn *)symbol(t, library, "work", i),
                .messages = texts(),
                .program = loop_compile(t->batch.at[i].fn, &t->batch_arena),
            };
            c.is_exact = !t->batch.at[i].schedule || t->batch.at[i].is_exact;
            c.reorders = t->batch.at[i].reorders;
            if (t->batch.at[i].schedule)
                c.scheduled = loop_compile(t->batch.at[i].schedule, &t->batch_arena);
            run_fn(t, &t->batch.at[i], &c);
        }
        dlclose(library);
        if (!getenv("C_KEEP")) unlink(source);
    }
    t->batches++;
    arena_fini(&t->batch_arena);
    arena_init(&t->batch_arena, t->ctx);
    t->batch.at = NULL;
    t->batch.len = t->batch.cap = 0;
}

/* --- Where they come from --- */

static bool is_new(Test *t, const LoopFn *fn) {
    Arena scratch;
    StrBuf text;
    arena_init(&scratch, t->ctx);
    strbuf_init(&text, &scratch);
    loop_text_print(&fn, 1, &text);
    const uint64_t hash = hash_bytes(t->ctx, text.text.at, text.text.len);
    MapIter it = map_find(&t->seen, hash);
    const bool found = map_next(&t->seen, &it);
    if (!found) map_add(&t->seen, hash, t);
    arena_fini(&scratch);
    return !found;
}

/* The schedule passes the verifier, parses back equal, and prints again as the same text. */
static const char *check_schedule(Test *t, const LoopFn *from, const LoopFn *fn) {
    StrBuf once, twice;
    LoopFns again = {.at = NULL};
    diag_begin(t->ctx);
    const bool is_defined = loop_verify_defined(t->ctx, &from, 1); /* one in place is not */
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    strbuf_init(&once, &t->batch_arena);
    strbuf_init(&twice, &t->batch_arena);
    loop_text_print(&fn, 1, &once);
    if (!loop_verify(t->ctx, fn, NULL)) return "the verifier refuses the schedule";
    if (is_defined && !loop_verify_defined(t->ctx, &fn, 1))
        return "the schedule reads what it has not set";
    if (!loop_text_parse(t->ctx, &t->batch_arena, "printed", strbuf_str(&once), &again))
        return "the schedule does not parse back";
    const LoopFn *back = again.at[again.len - 1];
    if (!loop_equal(fn, back)) return "the schedule that parses back is not equal";
    if (!loop_verify(t->ctx, back, NULL)) return "the verifier refuses the schedule's text";
    loop_text_print(&back, 1, &twice);
    const bool same =
        once.text.len == twice.text.len && !memcmp(once.text.at, twice.text.at, once.text.len);
    return same ? NULL : "the schedule prints otherwise the second time";
}

static void push(Test *t, Entry e) {
    if (t->target) {
        StrBuf told;
        strbuf_init(&told, &t->batch_arena);
        e.schedule = sched_loops_told(e.fn, t->target, false, &t->batch_arena, &told);
        StrBuf text;
        strbuf_init(&text, &t->batch_arena);
        loop_text_print(&e.schedule, 1, &text);
        e.reorders =
            strstr(strbuf_cstr(&told), "in another order") || strstr(strbuf_cstr(&text), "T.fma(");
        if (e.schedule == e.fn) return;
        e.is_exact = loop_equal(e.schedule, sched_loops(e.fn, t->target, true, &t->batch_arena));
        const char *what = check_schedule(t, e.fn, e.schedule);
        if (what) {
            wrong(t, &e, what);
            if (t->failed > SHOWN) return;
            print_diags(t);
            StrBuf shown;
            strbuf_init(&shown, &t->batch_arena);
            loop_text_print(&e.schedule, 1, &shown);
            fwrite(shown.text.at, 1, shown.text.len, stdout);
            return;
        }
    }
    vec_push(&t->batch_arena, &t->batch, e);
}

static void add(Test *t, const LoopFn *fn, const char *where) {
    if (!is_new(t, fn) || t->count++ % t->every) return;
    if (!loop_verify(t->ctx, fn, NULL)) return; /* loops_test reports these */
    push(t, (Entry){.fn = fn, .where = where, .runs = RUNS});
    if (t->batch.len == BATCH) end_batch(t);
}

static void add_by_hand(Test *t, Entry e) {
    if (t->hand_count++ % t->by_hand == 0) push(t, e);
}

static void see(void *user, IrBinding *call, const LoopFn *fn, Arena *arena, const char *where) {
    (void)call, (void)arena;
    add(user, fn, where);
}

static void check_loop_file(Test *t, const char *path) {
    const char *data;
    size_t size;
    LoopFns fns = {.at = NULL};
    diag_begin(t->ctx);
    if (t->ctx->io.read(t->ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0 ||
        !loop_text_parse(t->ctx, &t->batch_arena, path, (Str){data, size}, &fns)) {
        printf("%s cannot be read\n", path);
        print_diags(t);
        t->failed++;
        return;
    }
    for (size_t i = 0; i < fns.len; i++) {
        if (!loop_verify(t->ctx, fns.at[i], NULL)) {
            printf("%s: the verifier refuses %s\n", path, fns.at[i]->name);
            t->failed++;
        }
        add_by_hand(t, (Entry){.fn = fns.at[i],
                               .where = path,
                               .runs = !t->target             ? RUNS_BY_HAND
                                       : fns.at[i]->sizes.len ? RUNS_OPEN
                                                              : RUNS,
                               .is_long = t->target != NULL});
    }
    t->ctx->io.release(t->ctx->io.user, data, size);
    end_batch(t);
}

static void check_programs(Test *t) {
    for (int i = 0; i < PROGRAMS; i++) {
        add_by_hand(t, (Entry){.fn = program(&t->batch_arena, i),
                               .where = "loop_programs.h",
                               .runs = RUNS_BY_HAND});
    }
    for (DType from = DTYPE_BOOL; from < DTYPE_LOOP_END; from++) {
        for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END; to++)
            add_by_hand(t, (Entry){.fn = program_cast(&t->batch_arena, from, to),
                                   .where = "a cast",
                                   .runs = RUNS_BY_HAND});
        for (int kind = LOOP_ADD; kind < LOOP_EXPR_COUNT; kind++) {
            if (!loop_expr_allows((LoopExprKind)kind, from)) continue;
            const LoopFn *fn = program_row(&t->batch_arena, (LoopExprKind)kind, from);
            add_by_hand(t, (Entry){.fn = fn, .where = dtype_name(from), .runs = RUNS_BY_HAND});
        }
    }
    end_batch(t);
}

/* The kernels of a drawn module, as C has them behind -O2. */
static void see_graph(void *user, const char *file, Case at) {
    Test *t = user;
    Arena arena;
    diag_begin(t->ctx);
    arena_init(&arena, t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->loops.ops, file, at.input);
    const BeLegalize how = {.holds = IR_PROP_ALL, .is_kept = true, .is_scheduled = true};
    const bool ok = m && ir_verify(m, IR_PROP_ALL) && be_legalize(m, &how, &arena);
    for (size_t i = 0; ok && i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        LoopFns fns = {.at = NULL};
        diag_begin(t->ctx);
        if (f && f->prim_text.len &&
            loop_text_parse(t->ctx, &t->batch_arena, "a kernel", f->prim_text, &fns) && fns.len)
            add(t, fns.at[fns.len - 1], "a drawn graph");
    }
    ir_module_free(m);
    arena_fini(&arena);
}

static void check_all(Test *t, char **argv, int argc) {
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        if (strcmp(argv[first], "--target") == 0) {
            if (!target_find(str_c(argv[first + 1]), &t->target_at)) BUG("%s", argv[first + 1]);
            t->target = &t->target_at;
            continue;
        }
        if (strcmp(argv[first], "--l2") == 0) {
            t->target_at.l2_bytes = atoi(argv[first + 1]);
            continue;
        }
        *(strcmp(argv[first], "--least") == 0     ? &t->least
          : strcmp(argv[first], "--graphs") == 0  ? &t->graphs
          : strcmp(argv[first], "--by-hand") == 0 ? &t->by_hand
                                                  : &t->every) = atoi(argv[first + 1]);
    }
    char **const paths = argv + first;
    for (int i = 0; i < argc - first; i++) {
        const size_t len = strlen(paths[i]);
        if (len > 3 && strcmp(paths[i] + len - 3, ".py") == 0) {
            end_batch(t);
            check_loop_file(t, paths[i]);
        } else {
            t->failed += !op_loops_of_file(&t->loops, paths[i]);
        }
    }
    for (size_t i = 0; i < t->loops.ops.n; i++)
        op_loops_of_samples(&t->loops, t->loops.ops.ops[i], SAMPLES);
    for (unsigned sampled = 0; t->graphs && sampled < 2; sampled++) {
        const CaseSeeds seeds = {.first = 1, .count = (unsigned)t->graphs, .sampled = sampled};
        cases_of_seeds(t->ctx, &t->loops.ops, seeds, see_graph, t);
    }
    end_batch(t);
    check_programs(t);
}

int test_c_loops(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx, .every = 1, .by_hand = 1, .seed = 1};
    const char *tmp = getenv("TMPDIR");
    snprintf(t.folder, sizeof t.folder, "%s/c_loops_XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(t.folder)) return 1;
    t.loops = (OpLoops){.ctx = &ctx, .keep = &t.batch_arena, .see = see, .user = &t};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.loops.ops, &table);
        arena_init(&t.batch_arena, &ctx);
        map_init(&t.seen, &table);
        check_all(&t, argv, argc);
        arena_fini(&t.batch_arena);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    if (!getenv("C_KEEP")) rmdir(t.folder);
    printf("%d runs, %d of them errors\n", t.runs, t.errors);
    if (t.passed < t.least) {
        printf("there should be %d functions\n", t.least);
        t.failed++;
    }
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
