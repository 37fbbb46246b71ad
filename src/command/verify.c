/* SPDX-License-Identifier: Apache-2.0 */
/* tenon verify A B, and A alone: compiled to C, or its gradients, or against ONNX Runtime */
#include "command/against.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_GRADCHECK = KEY_OWN + 400, KEY_WRT, KEY_AGAINST, KEY_LAYERS };

typedef struct {
    RunArgs run; /* first: run_args_key takes it */
    CompareArgs how;
    bool gradcheck;
    Names wrt;
    const char *against; /* ONNX Runtime's library; NULL: not given */
    bool layers;
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
    {"backend", KEY_BACKEND, BACKENDS_COMPILED, 0,
     "A against itself compiled: to the bit where the backend computes the evaluator's bits, else nearly; unless "
     "tolerances are given",
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
     "and 1e-3, integers equal, unless tolerances are given; free dims are 4, then 1",
     0},
    {"layers", KEY_LAYERS, NULL, 0, "of --against: the first value inside the model that differs",
     0},
    {"input", KEY_INPUT, "NAME=@FILE.npy", 0,
     "of --against: an input that is not drawn; may be repeated", 0},
    {"inputs", KEY_INPUTS, "DIR", 0,
     "of --against: inputs from DIR/in_NAME.npy, as run writes them", 0},
    COMPARE_ARGS,
    ARGS_OUTPUT("write the report to FILE"),
    ARGS_JSON,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "A [B]",
    .doc =
        "Runs the modules A and B on the same drawn inputs (by position) and prints the largest difference of their "
        "outputs and where it is. With --backend, runs A compiled and by the reference evaluator, in the types that "
        "stand there. With --gradcheck, holds the gradients of A's function against central differences. With --against, runs A by "
        "Tenon and by ONNX Runtime."
        "\vExit status: 0 within the tolerances, 3 not, 1 wrong usage, 2 a module is wrong, unsupported or fails in the "
        "run, 4 a fault of tenon (a reproducer is written), 5 a file could not be read, the library not opened, or out of memory.\n\n"
        "Examples:\n  tenon verify net.py optimized.py --rtol 1e-9 --atol 1e-12\n"
        "  tenon verify net.onnx --against libonnxruntime.so --layers --dim N=8",
};

static void compare(Session *session, const VerifyArgs *args, TnRun *a, TnRun *b) {
    TnDifference d;
    const bool exact =
        (args->run.backend != TN_BACKEND_EVAL && args_backend_is_exact(args->run.backend)) ||
        args->run.strict;
    TnStatus status;
    if (!compare_runs(session, &args->how, exact, a, b, &d, &status)) return;
    if (args->run.args.json) {
        session_write_json(session, args->run.args.output,
                           json_pack("{s:b, s:f, s:f, s:I, s:I, s:I, s:o}", "same", status == TN_OK,
                                     "max_abs", d.max_abs < 1e300 ? d.max_abs : 1e300, "max_rel",
                                     d.max_rel < 1e300 ? d.max_rel : 1e300, "output",
                                     (json_int_t)d.output, "element", (json_int_t)d.element,
                                     "differing", (json_int_t)d.differing, "what",
                                     json_text(d.what)));
        return;
    }
    Report report;
    if (!report_begin(&report, session)) return;
    compare_print(&args->how, exact, status, &d, report.file);
    report_write(&report, session, args->run.args.output);
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

/* On standard error: the report may be JSON. */
static void say_dims(const TnRun *run) {
    int64_t value;
    const char *name;
    for (size_t i = 0; (name = tn_run_default_dim(run, i, &value)); i++)
        fprintf(stderr, "verify: dim %s = %lld (not given)\n", name, (long long)value);
}

static int verify_end(VerifyArgs *args, int status) {
    names_free(&args->wrt);
    return run_args_free(&args->run, status);
}

static bool is_against(const void *input) { return ((const VerifyArgs *)input)->against != NULL; }

static bool compiled(const void *input) {
    const VerifyArgs *args = input;
    const bool by_eval = args->run.says_backend && args->run.backend == TN_BACKEND_EVAL;
    return args->run.args.n == 1 && !args->gradcheck && !by_eval;
}
static bool by_llvm(const void *input) { return compiled(input) && run_args_for_llvm(input); }

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
    if (session_begin(&session, &args->run.args)) against(&how);
    return verify_end(args, session_end(&session));
}

int cmd_verify(int argc, char **argv) {
    VerifyArgs args = {.run = {.args = {.min_operands = 1, .max_operands = 2}},
                       .how = COMPARE_DEFAULTS};
    static const ArgsRule rules[] = {
        {KEY_THREADS, by_llvm, "where A is compiled by LLVM"},
        {KEY_CPU, by_llvm, "where A is compiled by LLVM"},
        {KEY_TARGET, by_llvm, "where A is compiled by LLVM"},
        {KEY_DONATE, by_llvm, "where A is compiled by LLVM"},
        {KEY_STRICT, compiled, "where A is compiled"},
        {KEY_DETERMINISTIC, compiled, "where A is compiled"},
        {KEY_LAYERS, is_against, "with --against"},
        {KEY_INPUT, is_against, "with --against"},
        {KEY_INPUTS, is_against, "with --against"},
    };
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &args);
    if (status >= 0) return verify_end(&args, status);
    /* A alone is held against itself compiled. */
    if (!args.gradcheck && args.run.args.n == 1 && !args.run.says_backend &&
        tn_has_backend(TN_BACKEND_LLVM))
        args.run.backend = TN_BACKEND_LLVM;
    if (args.against) return verify_against(&args);
    const bool alone = args.run.backend != TN_BACKEND_EVAL;
    if (args.gradcheck ? alone || args.run.args.n == 2 || args.how.says_as || args.how.atol >= 0
                       : args.wrt.n > 0) {
        fprintf(
            stderr,
            args.gradcheck
                ? "tenon verify: --gradcheck takes one module, and neither --backend nor --as nor --atol\n"
                : "tenon verify: --wrt is for --gradcheck\n");
        return verify_end(&args, EXIT_USAGE);
    }
    if (args.gradcheck) {
        Session session;
        if (session_begin(&session, &args.run.args)) gradcheck(&session, &args);
        return verify_end(&args, session_end(&session));
    }
    if (alone == (args.run.args.n == 2) || (alone && args.how.says_as && !args.how.native)) {
        fprintf(stderr,
                alone ? "tenon verify: --backend takes one module, in its own types (--as native)\n"
                      : "tenon verify: a second module is missing, or --backend\n");
        return verify_end(&args, EXIT_USAGE);
    }
    Session session;
    TnModule *m[2] = {NULL, NULL};
    TnRun *run[2] = {NULL, NULL};
    args.how.native = args.how.native || alone;
    if (session_begin(&session, &args.run.args)) {
        for (unsigned i = 0; i < args.run.args.n; i++)
            m[i] = session_read(&session, args.run.args.operands[i]);
    }
    TnModule *other = alone ? m[0] : m[1];
    TnRunOptions how = run_args_options(&args.run);
    how.backend = TN_BACKEND_EVAL;
    if (m[0] && other) run[0] = compare_run(&session, &args.how, m[0], &how);
    /* B's inputs are A's, by position: its parameters and dims may have other names. */
    how = (TnRunOptions){TN_SIZED(TnRunOptions),
                         .function = how.function,
                         .like = run[0],
                         .backend = args.run.backend,
                         .cpu = args.run.cpu,
                         .threads = args.run.threads,
                         .strict = args.run.strict,
                         .deterministic = args.run.deterministic,
                         .donate = args.run.donate,
                         .specialize = 1};
    if (run[0]) run[1] = compare_run(&session, &args.how, other, &how);
    /* What was compiled against the reference. */
    if (run[0] && run[1]) say_dims(run[0]);
    if (run[0] && run[1]) compare(&session, &args, run[alone], run[!alone]);
    for (int i = 0; i < 2; i++) {
        tn_run_free(run[i]);
        tn_module_free(m[i]);
    }
    return verify_end(&args, session_end(&session));
}
