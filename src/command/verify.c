/* SPDX-License-Identifier: Apache-2.0 */
/* tenon verify A B, and A alone: compiled, or its gradients, or against ONNX Runtime */
#include "command/against.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_GRADCHECK = KEY_OWN + 400, KEY_WRT, KEY_AGAINST, KEY_LAYERS, KEY_OTHER };

/* The evaluator is the reference unless it would take longer. */
static const double EVALUATION_MS = 60e3;

typedef struct {
    RunArgs run; /* first: run_args_key takes it */
    CompareArgs how;
    bool gradcheck;
    Names wrt;
    const char *against; /* ONNX Runtime's library; NULL: not given */
    bool layers;
    TnBackend other;
    bool says_other;
} VerifyArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    VerifyArgs *verify = state->input;
    if (key == KEY_WRT) return args_names(&verify->wrt, "--wrt", arg, state);
    if (key == KEY_GRADCHECK) {
        verify->gradcheck = true;
        return 0;
    }
    if (key == KEY_AGAINST) {
        if (!*arg) return args_error(state, "--against needs the path of a library");
        verify->against = arg;
        return 0;
    }
    if (key == KEY_OTHER) {
        verify->says_other = true;
        return args_backend(&verify->other, arg, state);
    }
    if (key == KEY_LAYERS) {
        verify->layers = true;
        return 0;
    }
    const error_t err = compare_key(&verify->how, key, arg, state);
    return err == ARGP_ERR_UNKNOWN ? run_args_key(&verify->run, key, arg, state) : err;
}

static const struct argp_option options[] = {
    ARGS_HELP,
    RUN_ARGS,
    ARGS_LENGTH,
    RANKS_ARG,
    {"backend", KEY_BACKEND, BACKENDS_ALL, 0,
     "what runs A, and B (default of A alone: llvm where this build has it; of two: the same without -O2 and "
     "with loops as they stand; else eval). A alone by c is compared to the bit unless tolerances are given",
     0},
    {"other", KEY_OTHER, BACKENDS_ALL, 0,
     "what runs B, or the reference of A alone (default of B: as A; of A alone: eval, or where that would take "
     "more than a minute llvm, strict, without -O2 and with loops as they stand)",
     0},
    NATIVE_ARGS,
    {"gradcheck", KEY_GRADCHECK, NULL, 0,
     "A's gradients against differences, in float64, along random directions (--rtol: default 1e-6)",
     0},
    {"wrt", KEY_WRT, "A,B", 0,
     "of --gradcheck: these parameters; * and ? match any text and any character (default: all of floats)",
     0},
    {"against", KEY_AGAINST, "LIBRARY", 0,
     "A, a model in ONNX, against ONNX Runtime, whose shared library this is: float32 by 1e-4 and 1e-5, float16 by 1e-2 "
     "and 1e-3, integers equal, unless tolerances are given; free dims are 4, then 1 (default: none)",
     0},
    {"layers", KEY_LAYERS, NULL, 0, "of --against: the first value inside the model that differs",
     0},
    {"input", KEY_INPUT, "NAME=@FILE.npy", 0,
     "of --against: an input that is not drawn; may be repeated", 0},
    {"inputs", KEY_INPUTS, "DIR", 0,
     "of --against: inputs from DIR/in_NAME.npy, as run writes them (default: they are drawn)", 0},
    COMPARE_ARGS,
    ARGS_QUIET,
    ARGS_OUTPUT("write the report to FILE (default: standard output)"),
    ARGS_JSON,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "A [B]",
    .doc =
        "Runs the modules A and B on the same drawn inputs (by position) and prints the largest difference of their "
        "outputs, where it is, and what each side ran by. A alone is held, compiled and in the types that stand there, "
        "against a reference. What has no compiled form is run by the evaluator, and a line says so. With --gradcheck, "
        "holds the gradients of A's function, by the evaluator, against central differences. With --against, runs A by "
        "Tenon and by ONNX Runtime."
        "\vExit status: 0 within the tolerances, 3 not, 1 wrong usage, 2 a module is wrong, unsupported or fails in the "
        "run, 4 a fault of tenon (a reproducer is written), 5 a file could not be read, the library not opened, or out of memory.\n\n"
        "Examples:\n  tenon verify net.py optimized.py --rtol 1e-9 --atol 1e-12\n"
        "  tenon verify net.py --backend llvm --other c\n"
        "  tenon verify net.onnx --against libonnxruntime.so --layers --dim N=8",
};

/* The two sides: A, and B or A's reference. */
typedef struct {
    Session *session;
    VerifyArgs *args;
    bool alone;
    TnModule *m[2]; /* of A alone the same twice */
    TnRunOptions how[2];
    TnRun *drawn, *run[2];
} Pair;

static void compare(const Pair *p) {
    TnDifference d;
    TnStatus status;
    Session *session = p->session;
    const VerifyArgs *args = p->args;
    const bool exact = p->alone && compare_is_exact(&p->how[0]) && compare_is_exact(&p->how[1]);
    const char *const sides[2] = {compare_side(&p->how[0]), compare_side(&p->how[1])};
    if (!compare_runs(session, &args->how, exact, p->run[0], p->run[1], &d, &status)) return;
    if (args->run.args.json) {
        session_write_json(
            session, args->run.args.output,
            json_pack("{s:b, s:f, s:f, s:I, s:I, s:I, s:o, s:s, s:s}", "same", status == TN_OK,
                      "max_abs", d.max_abs < 1e300 ? d.max_abs : 1e300, "max_rel",
                      d.max_rel < 1e300 ? d.max_rel : 1e300, "output", (json_int_t)d.output,
                      "element", (json_int_t)d.element, "differing", (json_int_t)d.differing,
                      "what", json_text(d.what), "backend", sides[0], "other", sides[1]));
        return;
    }
    Report report;
    if (!report_begin(&report, session)) return;
    compare_print(&args->how, exact, status, &d, sides, report.file);
    report_write(&report, session, args->run.args.output);
}

/* How long the evaluator takes for A on the inputs that were drawn; 0: it cannot be told. */
static double evaluation_ms(const Pair *p) {
    const RunArgs *run = &p->args->run;
    size_t n = 0;
    double ms = 0;
    int64_t value;
    const char *name;
    while (tn_run_default_dim(p->drawn, n, &value)) n++;
    TnDim *dims = calloc(run->n_dims + n + 1, sizeof *dims);
    if (!dims) return 0;
    if (run->n_dims) memcpy(dims, run->dims, run->n_dims * sizeof *dims);
    for (n = 0; (name = tn_run_default_dim(p->drawn, n, &value)); n++)
        dims[run->n_dims + n] = (TnDim){name, value};
    if (tn_module_evaluation_ms(p->m[0], run->function, dims, run->n_dims + n, &ms) != TN_OK)
        ms = 0;
    free(dims);
    return ms;
}

/* A alone: what its code is held against, which is never the code itself. */
static double choose_reference(Pair *p) {
    TnRunOptions *how = &p->how[1];
    const double ms = evaluation_ms(p);
    if (p->args->says_other) {
        how->backend = p->args->other;
        return how->backend == TN_BACKEND_EVAL ? ms : 0;
    }
    how->backend = TN_BACKEND_EVAL;
    if (ms <= EVALUATION_MS || !tn_has_backend(TN_BACKEND_LLVM)) return ms;
    compare_plainly(how);
    if (!p->args->run.args.quiet)
        fprintf(
            stderr,
            "tenon verify: the reference is plain llvm (strict, without -O2, loops as they stand), as the "
            "evaluator would take about %.0f s\n",
            ms * 1e-3);
    return 0;
}

/* Sets how each side runs. B's inputs are A's, by position: its parameters and dims may have other
 * names. Returns what the second is expected to take, in milliseconds; 0: not known. */
static double choose(Pair *p) {
    const VerifyArgs *args = p->args;
    const RunArgs *run = &args->run;
    for (int i = 0; i < 2; i++) {
        p->how[i] = run_args_options(run);
        p->how[i].dims = NULL;
        p->how[i].n_dims = 0;
        p->how[i].like = p->drawn;
        p->how[i].specialize = 1;
    }
    if (p->alone) return choose_reference(p);
    if (!run->says_backend) {
        compare_plainly(&p->how[0]);
        compare_plainly(&p->how[1]);
    }
    if (args->says_other) {
        p->how[1].as_is = p->how[1].unscheduled = 0;
        p->how[1].strict = run->strict;
        p->how[1].backend = args->other;
    }
    return 0;
}

/* On standard error: the report may be JSON. */
static void say_dims(const TnRun *run) {
    int64_t value;
    const char *name;
    for (size_t i = 0; (name = tn_run_default_dim(run, i, &value)); i++)
        fprintf(stderr, "verify: dim %s = %lld (not given)\n", name, (long long)value);
}

static void verify_pair(Session *session, VerifyArgs *args) {
    const unsigned n = args->run.args.n;
    Pair p = {.session = session, .args = args, .alone = n == 1};
    bool ok = true;
    progress_stage("reading", 0);
    for (unsigned i = 0; i < n; i++) {
        p.m[i] = session_read(session, args->run.args.operands[i]);
        ok = ok && p.m[i] && session_ok(session, tn_ranks_agree_module(p.m[i]), "ranks");
    }
    for (unsigned i = 0; ok && i < n; i++) ok = run_args_simulate(session, &args->run, p.m[i]);
    for (unsigned i = 0; ok && i < n; i++) ok = compare_widen(session, &args->how, p.m[i]);
    if (p.alone) p.m[1] = p.m[0];
    TnRunOptions draw = run_args_options(&args->run);
    draw.inputs_only = 1;
    draw.backend = TN_BACKEND_EVAL;
    ok = ok && session_ok(session, tn_run(p.m[0], &draw, &p.drawn), "run");
    const double expected_ms = ok ? choose(&p) : 0;
    if (ok && !session->rank) say_dims(p.drawn);
    for (int i = 0; ok && i < 2; i++) {
        /* Where A alone is not compiled, there is nothing to be held against the reference. */
        const bool is_open = i == 0 ? !args->run.says_backend && !p.alone
                                    : !args->says_other && (p.alone || !args->run.says_backend);
        char stage[64];
        snprintf(stage, sizeof stage, "running %s by %s",
                 i == 0    ? "A"
                 : p.alone ? "A"
                           : "B",
                 compare_side(&p.how[i]));
        const BestRun best = {"verify", "run", stage, i == 1 ? expected_ms : 0, is_open};
        ok = best_run(session, &best, p.m[i], &p.how[i], &p.run[i]);
    }
    if (ok) compare(&p);
    for (int i = 0; i < 2; i++) tn_run_free(p.run[i]);
    tn_run_free(p.drawn);
    for (unsigned i = 0; i < n; i++) tn_module_free(p.m[i]);
}

static void gradcheck(Session *session, const VerifyArgs *args) {
    TnModule *m = session_read(session, args->run.args.operands[0]);
    const TnRunOptions how = run_args_options(&args->run);
    const TnGradcheckOptions asked = {TN_SIZED(TnGradcheckOptions),
                                      .function = how.function,
                                      .wrt = args->wrt.names,
                                      .n_wrt = args->wrt.n,
                                      .seed = how.seed,
                                      .dims = how.dims,
                                      .n_dims = how.n_dims,
                                      .tolerance = args->how.rtol > 0 ? args->how.rtol : 0};
    TnGradcheck r;
    const TnStatus status = m ? tn_module_gradcheck(m, &asked, &r) : TN_E_INVALID;
    const bool differ = status == TN_E_DIFFER;
    const bool ok = m && (differ || session_ok(session, status, "gradcheck"));
    if (differ) session->status = EXIT_DIFFER;
    Report report;
    if (ok && args->run.args.json) {
        session_write_json(session, args->run.args.output,
                           json_pack("{s:b, s:I, s:f, s:f, s:f, s:o, s:I}", "same", !differ,
                                     "directions", (json_int_t)r.directions, "largest",
                                     r.largest < 1e300 ? r.largest : 1e300, "gradient", r.gradient,
                                     "difference", r.difference, "parameter",
                                     json_text(r.parameter), "element", (json_int_t)r.element));
    } else if (ok && report_begin(&report, session)) {
        fprintf(report.file, "%s along %zu directions: largest difference %.3g",
                differ ? "differ" : "same", r.directions, r.largest);
        if (differ)
            fprintf(report.file, "; in %s, element %zu: gradient %.12g, difference %.12g",
                    r.parameter, r.element, r.gradient, r.difference);
        fputc('\n', report.file);
        report_write(&report, session, args->run.args.output);
    }
    tn_module_free(m);
}

static int verify_end(VerifyArgs *args, int status) {
    names_free(&args->wrt);
    return run_args_free(&args->run, status);
}

static bool is_against(const void *input) { return ((const VerifyArgs *)input)->against != NULL; }

/* Code as users have it, not what others are held against. */
static bool compiled(const void *input) {
    const VerifyArgs *args = input;
    const bool by_eval = args->run.says_backend && args->run.backend == TN_BACKEND_EVAL;
    return (args->run.args.n == 1 ? !by_eval : args->run.says_backend && !by_eval) &&
           !args->gradcheck;
}
static bool by_llvm(const void *input) { return compiled(input) && run_args_for_llvm(input); }
static bool with_threads(const void *input) {
    const VerifyArgs *args = input;
    return by_llvm(input) || (args->run.args.n == 2 && !args->run.says_backend);
}
static bool runs_sides(const void *input) {
    const VerifyArgs *args = input;
    return !args->gradcheck && !args->against;
}

static int verify_against(VerifyArgs *args) {
    const char *wrong = args->gradcheck || args->wrt.n ? "neither --gradcheck nor --wrt"
                        : args->how.says_as && !args->how.native
                            ? "a model in its own types (--as native)"
                        : args->run.args.n != 1                     ? "one model"
                        : !args_is_onnx(args->run.args.operands[0]) ? "a model in ONNX (.onnx)"
                                                                    : NULL;
    if (wrong) {
        fprintf(stderr, "tenon verify: --against takes %s\n", wrong);
        return verify_end(args, EXIT_USAGE);
    }
    Session session;
    Against how = {.session = &session,
                   .run = &args->run,
                   .how = &args->how,
                   .path = args->run.args.operands[0],
                   .library = args->against,
                   .layers = args->layers};
    args->run.backend = run_args_backend(&args->run);
    if (session_begin(&session, &args->run.args)) against(&how);
    return verify_end(args, session_end(&session));
}

int cmd_verify(int argc, char **argv) {
    VerifyArgs args = {.run = {.args = {.min_operands = 1, .max_operands = 2}},
                       .how = COMPARE_DEFAULTS};
    static const ArgsRule rules[] = {
        {KEY_THREADS, with_threads, "where A is compiled by LLVM"},
        {KEY_CPU, by_llvm, "where A is compiled by LLVM"},
        {KEY_TARGET, by_llvm, "where A is compiled by LLVM"},
        {KEY_DONATE, by_llvm, "where A is compiled by LLVM"},
        {KEY_RANKS, runs_sides, "without --gradcheck and --against"},
        {KEY_LENGTH, runs_sides, "without --gradcheck and --against"},
        {KEY_OTHER, runs_sides, "without --gradcheck and --against"},
        {KEY_STRICT, compiled, "where A is compiled"},
        {KEY_DETERMINISTIC, compiled, "where A is compiled"},
        {KEY_LAYERS, is_against, "with --against"},
        {KEY_INPUT, is_against, "with --against"},
        {KEY_INPUTS, is_against, "with --against"},
    };
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &args);
    if (status >= 0) return verify_end(&args, status);
    if (args.against) return verify_against(&args);
    const bool alone = args.run.args.n == 1;
    const TnBackend backend = run_args_backend(&args.run);
    if (args.gradcheck ? args.run.says_backend || !alone || args.how.says_as || args.how.atol >= 0
                       : args.wrt.n > 0) {
        fprintf(
            stderr,
            args.gradcheck
                ? "tenon verify: --gradcheck takes one module, and neither --backend nor --as nor --atol\n"
                : "tenon verify: --wrt is for --gradcheck\n");
        return verify_end(&args, EXIT_USAGE);
    }
    const char *wrong = args.gradcheck || !alone ? NULL
                        : args.how.says_as && !args.how.native
                            ? "A alone runs in its own types (--as native)"
                        : args.says_other && args.other == backend
                            ? "--other names another backend than the one that runs A"
                        : backend == TN_BACKEND_EVAL && !args.says_other
                            ? "a second module is missing, or --backend"
                            : NULL;
    if (wrong) {
        fprintf(stderr, "tenon verify: %s\n", wrong);
        return verify_end(&args, EXIT_USAGE);
    }
    Session session;
    args.how.native = args.how.native || alone;
    progress_begin("verify", args.run.args.quiet);
    if (session_begin(&session, &args.run.args)) {
        if (args.gradcheck)
            gradcheck(&session, &args);
        else if (run_args_join(&session, &args.run, "verify"))
            verify_pair(&session, &args);
        join_end(&session);
    }
    return verify_end(&args, session_end(&session));
}
