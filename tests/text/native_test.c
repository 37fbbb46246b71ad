/* SPDX-License-Identifier: Apache-2.0 */
/* Modules compiled by LLVM against the evaluator:
 *     tenon-test native [--least COUNT] [--kernels COUNT] [--every COUNT] [--reasons] [--optimized]
 *                       [--strict] [--unscheduled] [--scheduled TARGET] [--specials] [--threads N]
 *                       [--random FIRST COUNT] [--sampled FIRST COUNT] FILE.test ...
 *
 * Every module of the text tests that the evaluator can be asked to run, and modules drawn from
 * seeds as pass_test draws them, are compiled in this process and run on inputs that are drawn:
 * integers to the bit, floats within what another order of sums may change. The arena and outputs
 * are guarded. Where the evaluator fails, the run must return an error. --every: one case in so
 * many; --optimized: behind -O2, as the command does it, with the constants of main given in the
 * run, as there would be no code else; --kernels: so many at least; --strict: to the bit;
 * --unscheduled: loops as they stand, the code that `tenon verify` holds others against;
 * --scheduled: made loops, fused, and behind what the evaluator runs scheduled for the target: to
 * the bit, and none that the scheduler made is refused;
 * --specials: each module runs seven times, with NaN, infinities, denormals and signed zeros among
 * the inputs' elements, and among those of the constants that are given. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "case_source.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "given.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "native_run.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "specials.h"
#include "tensor/compare.h"

/* Of the evaluator, a case: with special values a loop may wait for an infinity. */
enum { STEPS_MAX = 100000000 };

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file;
    Case at;
    Arena arena; /* of the case */
    ValueList list;
    Tensors inputs, outputs;
    unsigned every, seen;
    unsigned passed, failed, refused, of_ranks, errors, too_large, given;
    size_t kernels;
    int64_t threads;
    bool reasons, optimized, strict, unscheduled, specials;
    const char *scheduled; /* for this target; NULL: no */
    unsigned n_scheduled;  /* functions */
    bool is_exact;         /* this function, to the bit */
    Specials kind;         /* of this run */
    double compile_ms, llvm_ms;
} Test;

static void wrong(Test *t, const char *what) {
    if (case_lacks_ranks(t->at.input.ptr, t->at.input.len, what)) {
        t->of_ranks++;
        return;
    }
    printf("%s:%u: FAILED: %.*s: %s\n%.*s\n", t->file, t->at.line, (int)t->at.title.len,
           t->at.title.ptr, what, (int)t->at.input.len, t->at.input.ptr);
    t->failed++;
}

/* Of one operation in another order; products of many terms lose more. */
static double tolerance(DType t) {
    switch (t) {
    case DTYPE_FLOAT64: return 1e-10;
    case DTYPE_FLOAT32: return 1e-4;
    case DTYPE_FLOAT16: return 1e-2;
    default: return 5e-2;
    }
}

static const char *check_output(Test *t, const Tensor *want, const Tensor *have) {
    if (have->dtype != want->dtype || have->ndim != want->ndim) return "an output of another type";
    for (uint32_t d = 0; d < have->ndim; d++) {
        if (have->dims[d] != want->dims[d])
            return arena_printf(&t->arena, "dim %u is %lld, not %lld", d, (long long)have->dims[d],
                                (long long)want->dims[d]);
    }
    const double most = tolerance(want->dtype);
    const TensorNear how = {
        .mode = t->is_exact ? TENSOR_BITS : TENSOR_NEAR, .rtol = most, .atol = most / 10};
    TensorDifference d;
    return tensor_near(have, want, &how, &d) ? NULL : tensor_difference_text(&t->arena, &d);
}

static const char *run(Test *t, const Native *native, bool fails) {
    Tensors have = {.at = NULL};
    bool failed;
    const char *what = native_run(native, &t->inputs, &t->list, &t->arena, &have, &failed);
    if (what) return fails && failed ? NULL : what;
    if (fails) return t->optimized ? NULL : "it does not fail";
    if (have.len != t->outputs.len) return "another number of outputs";
    for (size_t i = 0; !what && i < have.len; i++)
        what = check_output(t, t->outputs.at[i], have.at[i]);
    return what;
}

static void note_refusal(Test *t) {
    t->refused++;
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++) {
        const Diag *d = &t->ctx->diags->diags.at[i];
        if (strstr(d->message, "in scheduled loops")) wrong(t, d->message);
        if (!t->reasons) continue;
        printf("%s:%u: refused: %s: %s\n", t->file, t->at.line, d->message,
               d->found ? d->found : "");
    }
}

static const char *const specials_name[] = {"none",       "NaN",   "+inf",      "-inf",
                                            "infinities", "zeros", "denormals", "mixed"};

static void sprinkle(Test *t, uint64_t *state, Value *v) {
    enum { AMONG = 16 };
    Tensor *tensor = v->kind == VALUE_TENSOR ? v->tensor : NULL;
    if (tensor)
        specials_sprinkle(state, t->kind, tensor->dtype, tensor->data, tensor->count, AMONG);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) sprinkle(t, state, v->items[i]);
}

/* Those that are given last are constants of the module. */
static bool draw_args(Test *t, IrFunction *fn, const Given *given, Value **args) {
    const size_t n = fn->params.len;
    DrawNames defaulted = {.at = NULL};
    memset(args, 0, n * sizeof *args);
    if (!draw_inputs(fn, (DrawBy){.seed = 0}, args, &t->list, &t->arena, &defaulted)) return false;
    for (size_t i = 0; i < given->len; i++) {
        const Tensor *from = given->at[i];
        if (t->kind == SPECIALS_NONE) {
            args[n - given->len + i] = value_tensor(&t->list, tensor_ref(given->at[i]));
            continue;
        }
        Value *v = args[n - given->len + i] =
            value_tensor_new(&t->list, from->dtype, from->dims, from->ndim);
        if (from->count) memcpy(v->tensor->data, from->data, from->bytes);
    }
    return true;
}

/* What the evaluator says of inputs that are drawn anew: t->inputs, t->outputs. False: none can be
 * drawn. */
static bool evaluate(Test *t, IrModule *m, IrFunction *fn, const Given *given, bool *fails) {
    const size_t n = fn->params.len;
    Value **args = ARENA_ARRAY(&t->arena, Value *, n + 1);
    uint64_t state = t->at.line + (uint64_t)t->kind;
    if (!draw_args(t, fn, given, args)) return false;
    t->inputs.len = t->inputs.cap = t->outputs.len = t->outputs.cap = 0;
    for (size_t i = 0; i < n; i++) flatten_value(&t->list, &t->arena, args[i], &t->inputs);
    for (size_t i = 0; i < n; i++) sprinkle(t, &state, args[i]);
    diag_begin(t->ctx);
    Evaluator *evaluator = eval_new(m, &t->arena);
    Value *result = eval_function(evaluator, fn, args, (uint32_t)n, &t->list);
    eval_end(evaluator);
    diag_begin(t->ctx);
    if (result) flatten_value(&t->list, &t->arena, result, &t->outputs);
    *fails = !result;
    return true;
}

/* Bits of floats taken for another type's: rounding that is a matter of order shows as anything.
 * Without optimization --strict has the evaluator's order, so such a function runs so. */
static bool shows_bits(const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL && (b->op == &op_bitcast || b->op == &op_memory_view))
            return true;
    }
    return false;
}

/* False: a pass refuses it. */
static bool run_items(Test *t, IrModule *m, const char *const *items, size_t n) {
    const Pass *list[8];
    PassRun pass_run = {.holds = IR_PROP_ALL};
    for (size_t i = 0; i < n; i++)
        list[i] = pass_parse(t->ctx, &t->ops, &t->arena, str_c(items[i]));
    return pass_run_list(m, list, n, &pass_run);
}

static bool make_loops(Test *t, IrModule *m) {
    static const char *const items[] = {"LegalizeOps(loops)",  "LambdaLift", "CanonicalizeBindings",
                                        "DeadCodeElimination", "FuseOps",    "FuseTIR",
                                        "DeadCodeElimination"};
    return run_items(t, m, items, ARRAY_LEN(items));
}

static void schedule(Test *t, IrModule *m) {
    const char *item = arena_printf(&t->arena, "ScheduleLoops(%s, strict=true)", t->scheduled);
    if (!run_items(t, m, &item, 1)) wrong(t, "ScheduleLoops refuses it");
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        t->n_scheduled +=
            fn && !fn->body && memmem(fn->prim_text.ptr, fn->prim_text.len, "is_scheduled", 12);
    }
}

static void try_function(Test *t, IrModule *m, IrFunction *fn, const Given *given) {
    bool fails;
    t->is_exact = t->strict || (!t->optimized && shows_bits(fn));
    t->kind = t->specials ? SPECIALS_NAN : SPECIALS_NONE;
    if (!evaluate(t, m, fn, given, &fails)) return;
    if (t->scheduled) schedule(t, m);
    Native native;
    const NativeOptions options = {.function = fn->global,
                                   .plain = !t->optimized,
                                   .strict = t->is_exact,
                                   .unscheduled = t->unscheduled,
                                   .threads = t->threads};
    if (!native_compile(&native, m, &options)) {
        note_refusal(t);
        return;
    }
    t->compile_ms += native.times.total_ms;
    t->llvm_ms += native.times.jit_ms;
    t->errors += fails;
    t->given += given->len > 0;
    t->kernels += native.times.n_loops;
    const char *what = run(t, &native, fails);
    while (!what && t->specials && ++t->kind < SPECIALS_KINDS && evaluate(t, m, fn, given, &fails))
        what = run(t, &native, fails);
    if (what)
        wrong(t,
              t->specials ? arena_printf(&t->arena, "%s: %s", specials_name[t->kind], what) : what);
    t->passed += !what;
    native_free(&native);
}

static void try_module(Test *t) {
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, t->at.input);
    if (!m) return;
    /* Calls that nothing uses may fail in a run, and compiled code does not make them. */
    const Pass *dead = pass_find((Str){"DeadCodeElimination", 19});
    PassRun pass_run = {.holds = 0};
    IrFunction *fn = choose_function(m);
    if (fn && ir_verify(m, IR_PROP_ALL) && pass_run_list(m, &dead, 1, &pass_run)) {
        arena_init(&t->arena, t->ctx);
        value_list_init(&t->list, t->ctx);
        Given given = {.at = NULL};
        if (t->optimized) give_constants(choose_function(m)->global, &t->arena, &given);
        if (!t->scheduled || make_loops(t, m)) try_function(t, m, choose_function(m), &given);
        value_list_fini(&t->list);
        arena_fini(&t->arena);
    }
    ir_module_free(m);
}

/* Behind -O2 what is declared approximate takes part: ReorderResizeAfterConv has weights of 0 meet
 * other infinities, PadIntoConv leaves out the products of zeros of the padding with infinite
 * weights, which are NaN; AdjustMatmulOrder sums in another order; and the gradients of weights by
 * a library or by products, which docs/compile.md tells of. And a sine of an exponential of an
 * exponential shows the last bits of exp a hundred times as large. */
static const char *const approximate_by_specials[] = {
    "a model whose input is channels-last: its transpose goes",
    "an image of few places, padded on one side of each dim",
    "an image that grows is convolved before it does, as the call says in all else",
    "cheaper whatever the symbolic extents are",
    "dearer only where a symbolic extent is 0",
    "of open extents; one side is stacked as it is, one is stacked for it; rows across",
    "on the left as well; of three weights the cheaper order",
    "the type of the weight",
};

static bool is_approximate(const Test *t) {
    for (size_t i = 0; t->specials && t->optimized && i < ARRAY_LEN(approximate_by_specials); i++) {
        if (str_eq_c(t->at.title, approximate_by_specials[i])) return true;
    }
    return false;
}

static void try_case(void *user, const char *file, Case at) {
    Test *t = user;
    t->file = file;
    t->at = at;
    if ((t->every && t->seen++ % t->every) || is_approximate(t)) return;
    Boundary boundary;
    CTX_ENTER(t->ctx, &boundary) { try_module(t); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++; /* for the evaluator */
}

int test_native(int argc, char **argv) {
    Ctx ctx;
    setenv("TENON_CACHE", "", 1);
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.steps = STEPS_MAX;
    static Test t;
    t.ctx = &ctx;
    volatile unsigned least = 0, kernels = 0;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (int i = 1; i < argc; i++) {
            const bool sampled = strcmp(argv[i], "--sampled") == 0;
            if (strcmp(argv[i], "--reasons") == 0) {
                t.reasons = true;
            } else if (strcmp(argv[i], "--strict") == 0) {
                t.strict = true;
            } else if (strcmp(argv[i], "--unscheduled") == 0) {
                t.unscheduled = true;
            } else if (strcmp(argv[i], "--specials") == 0) {
                t.specials = true;
            } else if (strcmp(argv[i], "--optimized") == 0) {
                t.optimized = true;
            } else if (strcmp(argv[i], "--scheduled") == 0 && i + 1 < argc) {
                t.strict = true;
                t.scheduled = argv[++i];
            } else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
                t.threads = atoi(argv[++i]);
            } else if (strcmp(argv[i], "--every") == 0 && i + 1 < argc) {
                t.every = (unsigned)atoi(argv[++i]);
            } else if (strcmp(argv[i], "--least") == 0 && i + 1 < argc) {
                least = (unsigned)atoi(argv[++i]);
            } else if (strcmp(argv[i], "--kernels") == 0 && i + 1 < argc) {
                kernels = (unsigned)atoi(argv[++i]);
            } else if ((sampled || strcmp(argv[i], "--random") == 0) && i + 2 < argc) {
                const CaseSeeds seeds = {(unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]),
                                         sampled};
                cases_of_seeds(&ctx, &t.ops, seeds, try_case, &t);
                i += 2;
            } else {
                t.failed += !cases_of_file(&ctx, argv[i], try_case, &t);
            }
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
        printf("thrown\n");
        t.failed++;
    }
    ctx_fini(&ctx);
    printf("%u modules (%u with constants given, %zu kernels) compiled in %.0f ms, LLVM %.0f ms; "
           "%u of them fail in the "
           "run, %u of several ranks, %u refused, %u too large to run; %u functions scheduled\n",
           t.passed + t.failed, t.given, t.kernels, t.compile_ms, t.llvm_ms, t.errors, t.of_ranks,
           t.refused, t.too_large, t.n_scheduled);
    if (t.passed < least || t.kernels < kernels) {
        printf("at least %u should have been compared, and %u kernels made\n", least, kernels);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
