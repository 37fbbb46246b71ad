/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every pass, and every level, on the modules of the compiler's text tests, and on modules
 * drawn from seeds: tenon-test pass [--only ITEM] [--refused COUNT] [--because TEXT]
 * [--every COUNT] [--random FIRST COUNT] [--sampled FIRST COUNT] FILE.test ...
 *
 * --random: modules of branches, blocks and nested functions (random_module.h); --sampled: graphs
 * of 1 to 60 calls of all operators (ops/sample.h). --only: this item of a list alone, which
 * changes nothing when it is run again; and that it refuses so many modules at most, each because
 * of something that is said with TEXT. --then: further items behind it; then nothing is run again.
 * --every: one case of the files behind it in so many.
 *
 * Whatever the text, a pass that accepts a module leaves one that verifies, prints as text that
 * reads back as an equal module, and computes the same bits from the same drawn inputs. Modules
 * that the evaluator cannot run are not run. The passes are run through the public API, so that
 * tests what a caller gets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "random_module.h"

enum { MAX_LIST = 16 };

typedef struct {
    TnContext *ctx;
    const char *file;
    Case at;
    unsigned passed, failed, ran, refused;
    const char *only;           /* NULL: every pass */
    const char *list[MAX_LIST]; /* that, and what is run behind it */
    size_t n;
    const char *because;  /* NULL: of anything */
    unsigned every, seen; /* cases of files; every 0: all */
} Test;

static void fail(Test *t, const char *list, const char *what) {
    TnDiag d;
    if (!strcmp(t->file, "seed")) printf("%.*s", (int)t->at.input.len, t->at.input.ptr);
    printf("%s:%u: FAILED: %.*s: %s: %s\n", t->file, t->at.line, (int)t->at.title.len,
           t->at.title.ptr, list, what);
    if (tn_diag_count(t->ctx) && tn_diag_get(t->ctx, 0, &d) == TN_OK) printf("%s", d.text);
    t->failed++;
}

static TnModule *parse(Test *t, const char *text, size_t len) {
    TnModule *m = NULL;
    return tn_module_parse(t->ctx, "case", text, len, &m) == TN_OK ? m : NULL;
}

/* On the inputs of another run, as what is drawn depends on how an input is used; NULL: drawn. */
static TnRun *run(TnModule *m, const TnRun *like) {
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .like = like};
    TnRun *r = NULL;
    return tn_run(m, &options, &r) == TN_OK ? r : NULL;
}

/* What sums in another order is equal up to rounding only; how near, `tenon rules test` holds in
 * float64. */
static int rounds(const char *list) {
    static const char *const names[] = {"AdjustMatmulOrder",
                                        "AssignLayout",
                                        "ExpandMatmulOfSum",
                                        "FoldBatchnormToConv2D",
                                        "FoldIntoWeights",
                                        "HoistFromScan",
                                        "ReorderResizeAfterConv",
                                        "RewriteByCost",
                                        "ScheduleLoops",
                                        "SimplifyGradient",
                                        "SplitTransposedConv",
                                        "WeightGradientToMatmul",
                                        "-O2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(list, names[i]) == 0) return 1;
    }
    return strncmp(list, "ConvertLayout(", 14) == 0 || strncmp(list, "ConvToWinograd", 14) == 0;
}

/* Says of batch_norm what TVM's passes do, not what the operator means. */
static int decides_batch_norm(const Test *t, const char *list) {
    static const char call[] = "nn.batch_norm(";
    if (strcmp(list, "DecomposeOpsForInference") != 0 && strcmp(list, "DecomposeOpsForTraining"))
        return 0;
    return memmem(t->at.input.ptr, t->at.input.len, call, strlen(call)) != NULL;
}

static void compare_runs(Test *t, const char *list, TnRun *want, TnModule *m) {
    TnDifference d;
    const int halves = strcmp(list, "ToMixedPrecision") == 0; /* to float16 */
    const double rtol = halves         ? 3e-2
                        : rounds(list) ? 1e-3
                                       : 0,
                 atol = halves         ? 3e-2
                        : rounds(list) ? 1e-4
                                       : 0;
    TnRun *got = run(m, want);
    if (!got) {
        fail(t, list, "it no longer runs");
    } else if (tn_run_compare(want, got, rtol, atol, &d) != TN_OK) {
        fail(t, list, d.what ? d.what : "another result");
    } else {
        t->ran++;
    }
    tn_run_free(got);
}

/* What the pass has done once is done. */
static void run_again(Test *t, const char *item, TnModule *m) {
    TnText before, after;
    if (tn_module_print(m, &before) != TN_OK) return;
    if (tn_module_run_pass(m, item) != TN_OK || tn_module_print(m, &after) != TN_OK) {
        fail(t, item, "refused the second time");
    } else {
        if (strcmp(before.ptr, after.ptr) != 0) fail(t, item, "changes something the second time");
        tn_text_free(&after);
    }
    tn_text_free(&before);
}

/* What is defined by itself is expanded by no pass. */
static bool is_circle(Test *t) {
    TnDiag d;
    return tn_diag_get(t->ctx, 0, &d) == TN_OK &&
           strstr(d.text, "operators are composed of each other in a circle");
}

static void note_refusal(Test *t) {
    TnDiag d;
    t->refused++;
    for (size_t i = 0; t->because && tn_diag_get(t->ctx, i, &d) == TN_OK; i++) {
        if (!strstr(d.text, t->because) && !is_circle(t))
            fail(t, t->only, "refused for another reason");
    }
}

static bool may_refuse(Test *t, const char *pass) {
    static const char *const some[] = {"AllocateWorkspace",  /* for a function that is a value */
                                       "AttachGlobalSymbol", /* a prefix of names */
                                       "NormalizeGlobalVar", /* two of one name */
                                       "WidenFloats",
                                       "AssignRandom",
                                       "LegalizeOps",
                                       "Gradient",
                                       "AppendLoss",
                                       "TrainStep",
                                       "ForwardGradient",
                                       "Derivative",
                                       "SimulateRanks",
                                       "Distribute",
                                       "MergeCompositeFunctions"};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        if (strcmp(pass, some[i]) == 0) return true;
    }
    return strncmp(pass, "DecomposeOps", 12) == 0 && is_circle(t);
}

static void try_list(Test *t, const char *what, const char *const *names, size_t n, TnRun *want) {
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1};
    TnText text;
    TnModule *m = parse(t, t->at.input.ptr, t->at.input.len);
    const unsigned before = t->failed;
    TnStatus status = tn_module_run_passes(m, names, n, &options);
    if (status != TN_OK && t->only)
        note_refusal(t);
    else if (status != TN_OK && !may_refuse(t, what))
        fail(t, what, "refused");
    if (status == TN_OK && tn_module_print(m, &text) == TN_OK) {
        TnModule *again = parse(t, text.ptr, text.len);
        TnText why = {.ptr = NULL};
        if (!again) {
            fail(t, what, "what is printed does not parse");
            puts(text.ptr);
        } else if (tn_module_equal(m, again, &why) != TN_OK) {
            fail(t, what, why.ptr ? why.ptr : "what is printed is another module");
            puts(text.ptr);
        } else if (want && !decides_batch_norm(t, what)) {
            compare_runs(t, what, want, m);
        }
        if (again && t->only && t->n == 1) run_again(t, t->only, again);
        tn_text_free(&why);
        tn_text_free(&text);
        tn_module_free(again);
    }
    tn_module_free(m);
    t->passed += t->failed == before;
}

static void try_case(Test *t) {
    TnModule *m = parse(t, t->at.input.ptr, t->at.input.len);
    if (!m) return; /* its errors are another test's */
    TnRun *want = run(m, NULL);
    tn_module_free(m);
    if (t->only) try_list(t, t->list[t->n - 1], t->list, t->n, want);
    for (size_t i = 0; !t->only && i < tn_pass_count(); i++) {
        TnPassInfo pass;
        tn_pass_get(i, &pass);
        /* These change what the inputs are (lift_test runs the second and the eleventh), what
         * dropout does with them, or which function is run, or need a mesh; or round to float16,
         * which text/mixed-precision compares; or make what TVM's virtual machine runs. */
        static const char *const others[] = {
            "WidenFloats",        "LiftTransformParams", "AssignRandom",
            "Gradient",           "AppendLoss",          "TrainStep",
            "ForwardGradient",    "Derivative",          "SimulateRanks",
            "Distribute",         "BundleModelParams",   "ToMixedPrecision",
            "LazyGetInput",       "LazySetOutput",       "CallTIRRewrite",
            "AttachGlobalSymbol", "LazyTransformParams", "KillAfterLastUse",
            "LowerAllocTensor",   "LowerRuntimeBuiltin", "StaticPlanBlockMemory",
            "ComputePrimValue",   "AllocateWorkspace"};
        int other_inputs = 0;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            other_inputs |= strcmp(pass.name, others[k]) == 0;
        try_list(t, pass.name, &pass.name, 1, other_inputs ? NULL : want);
        if (strncmp(pass.name, "DecomposeOps", 12) == 0) {
            char all[64];
            const char *item = all;
            snprintf(all, sizeof all, "%s(composites=true)", pass.name);
            try_list(t, all, &item, 1, want);
        }
    }
    for (unsigned level = 1; !t->only && level <= 2; level++) {
        const char *names[MAX_LIST];
        size_t n = 0;
        while (n < MAX_LIST && (names[n] = tn_pass_of_level(level, n))) n++;
        try_list(t, level == 1 ? "-O1" : "-O2", names, n, want);
    }
    tn_run_free(want);
}

/* A graph drawn from the registry, as text. */
static void sampled_module(FILE *f, uint64_t seed) {
    Ctx ctx;
    Boundary boundary;
    ctx_init(&ctx, allocator_libc(), io_libc());
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        OpTable ops;
        StrBuf text;
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        diag_begin(&ctx);
        strbuf_init(&text, &arena);
        IrModule *m = ir_module_new(&ctx, &ops);
        const SampleOptions options = {.symbolic = seed % 2,
                                       .no_zero = seed % 3 == 0,
                                       .no_loops = seed % 4 != 0,
                                       .reuse = 70,
                                       .consts = (uint32_t)(seed % 5) * 20};
        if (sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 60), options))
            ir_text_print(m, &text);
        fwrite(text.text.at, 1, text.text.len, f);
        ir_module_free(m);
        arena_fini(&arena);
    }
    (void)ctx_leave(&ctx, &boundary);
    ctx_fini(&ctx);
}

static void try_seeds(Test *t, unsigned first, unsigned count,
                      void (*module)(FILE *f, uint64_t seed)) {
    t->file = "seed";
    for (unsigned seed = first; seed < first + count; seed++) {
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        module(f, seed);
        fclose(f);
        t->at = (Case){.title = {"", 0}, .input = {text, len}, .line = seed};
        TnModule *m = parse(t, text, len);
        if (!m) fail(t, "drawing", "a module that is refused");
        tn_module_free(m);
        if (m) try_case(t);
        free(text);
    }
}

static char *read_text(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*len + 1);
    if (text && fread(text, 1, *len, f) != *len) *len = 0;
    fclose(f);
    return text;
}

int test_pass(int argc, char **argv) {
    Test t = {.ctx = NULL};
    if (tn_context_new(NULL, &t.ctx) != TN_OK) return 1;
    int refused = -1; /* as many as will */
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--because") == 0 && i + 1 < argc) {
            t.because = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            t.list[t.n++] = t.only = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--then") == 0 && i + 1 < argc && t.only && t.n < MAX_LIST) {
            t.list[t.n++] = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--every") == 0 && i + 1 < argc) {
            t.every = (unsigned)atoi(argv[++i]);
            continue;
        }
        if (strcmp(argv[i], "--refused") == 0 && i + 1 < argc) {
            refused = atoi(argv[++i]);
            continue;
        }
        const int sampled = strcmp(argv[i], "--sampled") == 0;
        if ((sampled || strcmp(argv[i], "--random") == 0) && i + 2 < argc) {
            try_seeds(&t, (unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]),
                      sampled ? sampled_module : random_module);
            i += 2;
            continue;
        }
        size_t len = 0;
        char *text = read_text(argv[i], &len);
        Cases cases;
        t.file = argv[i];
        if (!text) t.failed++;
        cases_init(&cases, (Str){text, text ? len : 0});
        while (cases_next(&cases, &t.at)) {
            if (!t.every || t.seen++ % t.every == 0) try_case(&t);
        }
        free(text);
    }
    tn_context_free(t.ctx);
    printf("%u results compared", t.ran);
    printf(t.only ? ", %u modules refused\n" : "\n", t.refused);
    if (refused >= 0 && (t.refused > (unsigned)refused || (refused && t.refused == 0))) {
        printf("from %d to %d should have been refused\n", refused > 0, refused);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
