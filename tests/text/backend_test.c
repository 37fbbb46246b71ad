/* SPDX-License-Identifier: Apache-2.0 */
/* Modules compiled to C against the evaluator, to the bit:
 *     backend_test [--least COUNT] [--reasons] [--random FIRST COUNT] [--sampled FIRST COUNT] FILE.test ...
 *
 * Every module of the text tests that the evaluator can be asked to run, and modules drawn from seeds as pass_test
 * draws them, go through c_compile on inputs that are drawn. Some hundred a C file are compiled without a warning by
 * $CC (cc) with $C_FLAGS, loaded, and run. Where the evaluator fails, C must return an error. --least: how many
 * modules must have been compared; --reasons prints why others have no form in C. */
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend/c/compile.h"
#include "base/diag.h"
#include "cases.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/manager.h"
#include "random_module.h"

enum { BATCH = 250, OUTPUTS_MAX = 1 << 26 };

typedef VEC(const Tensor *) Tensors;

/* A module of the batch, and what its run must give. */
typedef struct {
    const char *file, *title;
    unsigned line;
    CModule info;
    Tensors inputs, outputs;
    bool fails;
    const char *text;
} Entry;

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file, *folder;
    Case at;
    Arena arena; /* of the batch */
    ValueList list;
    CFile *c;
    VEC(Entry *) batch;
    unsigned passed, failed, refused, errors, batches, modules, too_large;
    bool reasons;
} Test;

static void begin_batch(Test *t) {
    arena_init(&t->arena, t->ctx);
    value_list_init(&t->list, t->ctx);
    t->c = c_file_new(t->ctx, &t->arena);
    t->batch.at = NULL;
    t->batch.len = t->batch.cap = 0;
}

static void end_batch(Test *t) {
    value_list_fini(&t->list);
    arena_fini(&t->arena);
}

static void flatten(Test *t, const Value *v, Tensors *out) {
    if (v->kind == VALUE_TENSOR) vec_push(&t->arena, out, v->tensor);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) flatten(t, v->items[i], out);
    const int64_t n = v->n;
    if (v->kind == VALUE_SHAPE) {
        Value *x = value_tensor_new(&t->list, DTYPE_INT64, &n, 1);
        if (n) memcpy(x->tensor->data, v->dims, (size_t)n * sizeof *v->dims);
        flatten(t, x, out);
    }
    if (v->kind == VALUE_PRIM) {
        Value *x = value_tensor_new(&t->list, v->dtype, NULL, 0);
        if (dtype_is_float(v->dtype))
            dtype_write_double(v->dtype, x->tensor->data, v->f);
        else
            dtype_write_int(v->dtype, x->tensor->data, v->i);
        flatten(t, x, out);
    }
}

static IrFunction *choose(const IrModule *m) {
    IrFunction *only = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private) continue;
        if (strcmp(fn->name, "main") == 0) return fn;
        only = fn;
        n++;
    }
    return n == 1 ? only : NULL;
}

static void note_refusal(Test *t) {
    t->refused++;
    for (size_t i = 0; t->reasons && i < t->ctx->diags->diags.len; i++) {
        const Diag *d = &t->ctx->diags->diags.at[i];
        printf("%s:%u: refused: %s: %s\n", t->file, t->at.line, d->message,
               d->found ? d->found : "");
    }
}

/* A file of its own first: one that a refusal has left half is of no use. */
static bool compiles(Test *t, IrModule *m, const CCompileOptions *options) {
    Arena arena;
    CModule info;
    arena_init(&arena, t->ctx);
    const bool ok = c_compile(c_file_new(t->ctx, &arena), m, options, &info);
    arena_fini(&arena);
    return ok;
}

static void add_module(Test *t, IrModule *m) {
    IrFunction *fn = choose(m);
    if (!fn) return;
    const size_t n = fn->params.len;
    Value **args = ARENA_ARRAY(&t->arena, Value *, n + 1);
    DrawNames defaulted = {.at = NULL};
    if (!draw_inputs(fn, 0, NULL, 0, args, &t->list, &t->arena, &defaulted)) return;
    Entry *e = ARENA_NEW(&t->arena, Entry);
    *e = (Entry){.file = t->file,
                 .line = t->at.line,
                 .title = arena_strdup(&t->arena, t->at.title),
                 .text = arena_strdup(&t->arena, t->at.input)};
    diag_begin(t->ctx);
    Evaluator *evaluator = eval_new(m, &t->arena);
    Value *result = eval_function(evaluator, fn, args, (uint32_t)n, &t->list);
    eval_end(evaluator);
    diag_begin(t->ctx);
    t->modules++;
    const CCompileOptions options = {.check_plans = true,
                                     .name = arena_printf(&t->arena, "m%zu", t->batch.len),
                                     .function = fn->global};
    if (!compiles(t, m, &options)) {
        note_refusal(t);
        return;
    }
    if (!c_compile(t->c, m, &options, &e->info)) {
        printf("%s:%u: FAILED: refused the second time\n", t->file, t->at.line);
        t->failed++;
        return;
    }
    e->fails = !result;
    t->errors += !result;
    for (size_t i = 0; i < n; i++) flatten(t, args[i], &e->inputs);
    if (result) flatten(t, result, &e->outputs);
    vec_push(&t->arena, &t->batch, e);
}

/* Running a batch */

typedef int PlanFn(const void *in, void *out, size_t *arena_bytes);
typedef int RunFn(const void *in, void *out, void *arena);
typedef struct {
    void *data;
    int64_t dims[];
} CTensor;

static CTensor *tensor_in(char *list, size_t rank, size_t i) {
    return (CTensor *)(void *)(list + i * (sizeof(CTensor) + rank * sizeof(int64_t)));
}

static void wrong(Test *t, const Entry *e, const char *what) {
    printf("%s:%u: FAILED: %s: %s\n%s\n", e->file, e->line, e->title, what, e->text);
    t->failed++;
}

static bool same_bits(const Tensor *want, const char *have) {
    const size_t size = dtype_size(want->dtype);
    for (size_t i = 0; i < want->count; i++) {
        const char *a = (const char *)want->data + i * size, *b = have + i * size;
        if (memcmp(a, b, size) == 0) continue;
        if (!dtype_is_float(want->dtype) || !isnan(dtype_read_double(want->dtype, a)) ||
            !isnan(dtype_read_double(want->dtype, b)))
            return false;
    }
    return true;
}

static void *function(void *library, const char *name, const char *with, Test *t) {
    return dlsym(library, arena_printf(&t->arena, "%s%s", name, with));
}

/* Outputs are guarded on both sides. */
enum { GUARD = 64 };

static const char *check_output(Test *t, const Tensor *want, const COutput *o,
                                const CTensor *have) {
    if (o->dtype != want->dtype || o->ndim != want->ndim) return "an output of another type";
    for (uint32_t d = 0; d < o->ndim; d++) {
        if (have->dims[d] != want->dims[d])
            return arena_printf(&t->arena, "dim %u is %" PRId64 ", not %" PRId64, d, have->dims[d],
                                want->dims[d]);
    }
    if (!same_bits(want, have->data)) return "other bits";
    return NULL;
}

static const char *run_planned(Test *t, const Entry *e, const CEntry *c, char *in, char *out,
                               void *library, size_t bytes) {
    const size_t rank = e->info.rank;
    RunFn *run = (RunFn *)function(library, c->name, "", t);
    char **blocks = ARENA_ARRAY(&t->arena, char *, c->n_outputs + 1);
    size_t *sizes = ARENA_ARRAY(&t->arena, size_t, c->n_outputs + 1);
    for (size_t i = 0; i < c->n_outputs; i++) {
        CTensor *o = tensor_in(out, rank, i);
        size_t count;
        if (c->outputs[i].is_dynamic) continue;
        if (!tensor_count(o->dims, c->outputs[i].ndim, c->outputs[i].dtype, &count, &sizes[i]) ||
            sizes[i] > OUTPUTS_MAX)
            return "an output of this size";
        blocks[i] = malloc(sizes[i] + 2 * GUARD);
        memset(blocks[i], 0xA5, sizes[i] + 2 * GUARD);
        o->data = blocks[i] + GUARD;
    }
    /* What the arena holds at first must not matter. */
    char *arena = malloc(bytes + GUARD);
    memset(arena, 0xC3, bytes + GUARD);
    const int number = run(in, out, arena);
    const char *what = NULL;
    if (e->fails != (number != 0)) what = number ? "C fails" : "C does not fail";
    for (size_t i = 0; i < GUARD; i++) {
        if (arena[bytes + i] != (char)0xC3) what = "it wrote behind the arena";
    }
    for (size_t i = 0; i < c->n_outputs; i++) {
        CTensor *o = tensor_in(out, rank, i);
        for (size_t k = 0; blocks[i] && k < GUARD; k++) {
            if (blocks[i][k] != (char)0xA5 || blocks[i][GUARD + sizes[i] + k] != (char)0xA5)
                what = "it wrote beside an output";
        }
        if (!what && !number) what = check_output(t, e->outputs.at[i], &c->outputs[i], o);
        if (what && number)
            what = arena_printf(
                &t->arena, "%s: %s", what,
                ((const char *(*)(int))function(library, e->info.error, "", t))(number));
        if (!number && c->outputs[i].is_dynamic) free(o->data);
        free(blocks[i]);
    }
    free(arena);
    return what;
}

static const char *run_entry(Test *t, const Entry *e, void *library) {
    const CEntry *c = &e->info.entries.at[0];
    const size_t rank = e->info.rank;
    const size_t size = sizeof(CTensor) + rank * sizeof(int64_t);
    char *in = arena_calloc(&t->arena, e->inputs.len + 1, size),
         *out = arena_calloc(&t->arena, c->n_outputs + 1, size);
    if (c->n_inputs != e->inputs.len) return "another number of inputs";
    if (!e->fails && c->n_outputs != e->outputs.len) return "another number of outputs";
    for (size_t i = 0; i < e->inputs.len; i++) {
        CTensor *x = tensor_in(in, rank, i);
        x->data = e->inputs.at[i]->count ? e->inputs.at[i]->data : NULL;
        for (uint32_t d = 0; d < e->inputs.at[i]->ndim; d++) x->dims[d] = e->inputs.at[i]->dims[d];
    }
    size_t bytes;
    const int number = ((PlanFn *)function(library, c->name, "_plan", t))(in, out, &bytes);
    if (number)
        return e->fails ? NULL
                        : arena_printf(&t->arena, "the plan fails: %s",
                                       ((const char *(*)(int))function(library, e->info.error, "",
                                                                       t))(number));
    if (bytes > OUTPUTS_MAX) return "an arena of this size";
    return run_planned(t, e, c, in, out, library, bytes);
}

static bool write_text(Test *t, const char *path, const StrBuf *text) {
    return t->ctx->io.write(t->ctx->io.user, path, text->text.at, text->text.len) == 0;
}

static void *compile_batch(Test *t) {
    const char *cc = getenv("CC"), *flags = getenv("C_FLAGS");
    const char *base = arena_printf(&t->arena, "%s/batch%u", t->folder, t->batches++);
    StrBuf source, header;
    strbuf_init(&source, &t->arena);
    strbuf_init(&header, &t->arena);
    c_file_source(t->c, arena_printf(&t->arena, "batch%u.h", t->batches - 1), &source);
    c_file_header(t->c, &header);
    if (!write_text(t, arena_printf(&t->arena, "%s.c", base), &source) ||
        !write_text(t, arena_printf(&t->arena, "%s.h", base), &header))
        return NULL;
    fflush(stdout);
    const char *command =
        arena_printf(&t->arena,
                     "bash -c '%s -std=c99 -O1 -Wall -Wextra -Werror -pedantic -shared -fPIC %s -o "
                     "%s.so %s.c -lm 2>&1 | head -40; exit ${PIPESTATUS[0]}'",
                     cc ? cc : "cc", flags ? flags : "", base, base);
    if (system(command) != 0) {
        printf("%s.c does not compile\n", base);
        return NULL;
    }
    void *library = dlopen(arena_printf(&t->arena, "%s.so", base), RTLD_NOW | RTLD_LOCAL);
    if (!library) printf("%s\n", dlerror());
    return library;
}

static void run_batch(Test *t) {
    if (!t->batch.len) return;
    void *library = compile_batch(t);
    if (!library) t->failed += (unsigned)t->batch.len;
    for (size_t i = 0; library && i < t->batch.len; i++) {
        const char *what = run_entry(t, t->batch.at[i], library);
        if (what) wrong(t, t->batch.at[i], what);
        t->passed += !what;
    }
    if (library) dlclose(library);
}

static void try_module(Test *t) {
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, t->at.input);
    if (!m) return;
    /* Calls that nothing uses may fail in a run, and C does not make them. */
    const Pass *dead = pass_find((Str){"DeadCodeElimination", 19});
    PassRun run = {.holds = 0};
    if (ir_verify(m, IR_PROP_ALL) && pass_run_list(m, &dead, 1, &run)) add_module(t, m);
    ir_module_free(m);
}

static void try_case(Test *t) {
    Boundary boundary;
    CTX_ENTER(t->ctx, &boundary) { try_module(t); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++; /* for the evaluator */
    if (t->batch.len < BATCH) return;
    run_batch(t);
    end_batch(t);
    begin_batch(t);
}

static void sampled_module(Test *t, FILE *f, uint64_t seed) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, t->ctx);
    diag_begin(t->ctx);
    strbuf_init(&text, &arena);
    IrModule *m = ir_module_new(t->ctx, &t->ops);
    const SampleOptions options = {.symbolic = seed % 2,
                                   .no_zero = seed % 3 == 0,
                                   .no_loops = seed % 4 != 0,
                                   .reuse = 70,
                                   .consts = (uint32_t)(seed % 5) * 20};
    if (sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 60), options)) ir_text_print(m, &text);
    fwrite(text.text.at, 1, text.text.len, f);
    ir_module_free(m);
    arena_fini(&arena);
}

static void try_seeds(Test *t, unsigned first, unsigned count, bool sampled) {
    t->file = "seed";
    for (unsigned seed = first; seed < first + count; seed++) {
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        if (sampled)
            sampled_module(t, f, seed);
        else
            random_module(f, seed);
        fclose(f);
        t->at = (Case){.title = {"", 0}, .input = {text, len}, .line = seed};
        try_case(t);
        free(text);
    }
}

static void try_file(Test *t, const char *path) {
    const char *data;
    size_t size;
    t->file = path;
    if (t->ctx->io.read(t->ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s: FAILED: cannot be read\n", path);
        t->failed++;
        return;
    }
    Cases cases;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &t->at)) try_case(t);
    t->ctx->io.release(t->ctx->io.user, data, size);
}

int main(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    static Test t;
    char folder[] = "/tmp/tenon-backend-XXXXXX";
    t.ctx = &ctx;
    t.folder = mkdtemp(folder);
    volatile unsigned least = 0;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        begin_batch(&t);
        for (int i = 1; i < argc; i++) {
            const bool sampled = strcmp(argv[i], "--sampled") == 0;
            if (strcmp(argv[i], "--reasons") == 0) {
                t.reasons = true;
            } else if (strcmp(argv[i], "--least") == 0 && i + 1 < argc) {
                least = (unsigned)atoi(argv[++i]);
            } else if ((sampled || strcmp(argv[i], "--random") == 0) && i + 2 < argc) {
                try_seeds(&t, (unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]), sampled);
                i += 2;
            } else {
                try_file(&t, argv[i]);
            }
        }
        run_batch(&t);
        end_batch(&t);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
        printf("thrown\n");
        t.failed++;
    }
    ctx_fini(&ctx);
    if (!getenv("KEEP")) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        if (system(command) != 0) t.failed++;
    }
    printf(
        "%u modules in %u C files, %u of them fail in the run, %u refused, %u too large to run\n",
        t.modules - t.refused, t.batches, t.errors, t.refused, t.too_large);
    if (t.passed < least) {
        printf("at least %u should have been compared\n", least);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
