/* SPDX-License-Identifier: Apache-2.0 */
/* tenon run M */
#include "command/run_args.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_SAVE = KEY_OWN + 100, KEY_PROFILE, KEY_DRAW, KEY_TIME, KEY_LAYERS };

typedef struct {
    RunArgs run; /* first: run_args_key takes it */
    const char *save, *layers;
    bool profile, draw, time;
} RunVerb;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    RunVerb *verb = state->input;
    if (key == KEY_SAVE) {
        verb->save = arg;
        return 0;
    }
    if (key == KEY_LAYERS) {
        verb->layers = arg;
        return 0;
    }
    if (key == KEY_PROFILE || key == KEY_DRAW || key == KEY_TIME) {
        *(key == KEY_DRAW ? &verb->draw : key == KEY_TIME ? &verb->time : &verb->profile) = true;
        return 0;
    }
    return run_args_key(&verb->run, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    RUN_ARGS,
    ARGS_LENGTH,
    FILE_ARGS,
    RANKS_ARG,
    BACKEND_ARG,
    NATIVE_ARGS,
    {"varying", KEY_DIMS_VARYING, "A,B", 0,
     "of --backend llvm: dims that stay symbolic in the code (default: none)", 0},
    {"time", KEY_TIME, NULL, 0, "print what compiling took, stage by stage, and the run", 0},
    {"profile", KEY_PROFILE, NULL, 0,
     "print the calls and the time of each kernel (llvm) or operator (eval); with --backend c the time of compiling and running",
     0},
    {"save", KEY_SAVE, "DIR", 0, "write in_NAME.npy and out_0.npy, ... (default: none)", 0},
    {"dump-layers", KEY_LAYERS, "DIR", 0,
     "by the reference evaluator: write the value of each binding to DIR/00000_NAME.npy, ... (default: none)",
     0},
    {"draw", KEY_DRAW, NULL, 0, "nothing is executed: the inputs alone, for --save", 0},
    ARGS_OUTPUT("write the report to FILE (default: standard output)"),
    ARGS_OPERATORS,
    ARGS_QUIET,
    ARGS_JSON,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Executes a module once, and prints each output's shape, range and mean, and of at most 16 elements all. Unless --backend says how, it is compiled by LLVM, "
        "if that can be; else the reference evaluator runs it, and a line says so."
        "\vExit status: 0 done, 1 wrong usage, 2 the model is wrong, unsupported or fails in the run, 3 an expected "
        "output differs, 4 a fault of tenon (a reproducer is written), 5 a file could not be read or written, or out of "
        "memory.\n\nExample:\n  tenon run net.py --dim n=8 --input x=@x.npy --save out",
};

/* x; x_rank1 where others have theirs, as --inputs takes it again. */
static const char *input_name(const Session *session, const TnRun *run, size_t i, const char *name,
                              char *buf, size_t size) {
    int is_drawn;
    const char *parameter = tn_run_input_parameter(run, i, &is_drawn);
    if (tn_ranks_size(session->ctx) < 2 || !parameter) return name;
    const int n =
        snprintf(buf, size, "%s_rank%u%s", parameter, session->rank, name + strlen(parameter));
    return n < 0 || (size_t)n >= size ? name : buf;
}

/* False after a report. */
static bool save_each(Session *session, TnRun *run, const char *dir) {
    char path[4096], name[4096];
    TnTensorInfo info;
    for (size_t i = 0; i < tn_run_input_count(run); i++) {
        if (tn_run_input(run, i, &info) != TN_OK ||
            !run_path(path, sizeof path, dir, "in_",
                      input_name(session, run, i, info.name, name, sizeof name)))
            continue;
        if (!session_ok(session, tn_run_write_input(run, i, path), "save")) return false;
    }
    for (size_t i = 0; i < tn_run_output_count(run); i++) {
        if (tn_run_output(run, i, &info) != TN_OK ||
            !run_path(path, sizeof path, dir, "", info.name))
            continue;
        if (!session_ok(session, tn_run_write_output(run, i, path), "save")) return false;
    }
    return true;
}

/* False after a report. */
static bool make_folder(Session *session, const char *dir) {
    if (mkdir(dir, 0777) == 0 || errno == EEXIST) return true;
    fprintf(stderr, "tenon run: cannot make '%s': %s\n", dir, strerror(errno));
    session->status = EXIT_IO;
    return false;
}

/* Of many ranks each has a folder in it. */
static void save(Session *session, TnRun *run, const char *dir) {
    char own[4096];
    if (!make_folder(session, dir)) return;
    if (tn_ranks_size(session->ctx) > 1) {
        const int n = snprintf(own, sizeof own, "%s/rank%u", dir, session->rank);
        if (n < 0 || (size_t)n >= sizeof own || !make_folder(session, own)) return;
        dir = own;
    }
    if (!session_files_begin(session)) return;
    session_files_end(session, save_each(session, run, dir));
}

/* Least, greatest and mean of the elements; NaN when there is one. */
typedef struct {
    double min, max, mean;
} Summary;

static Summary summarize(const TnTensorInfo *t) {
    Summary s = {(double)INFINITY, -(double)INFINITY, 0};
    for (size_t i = 0; i < t->count; i++) {
        double v = 0;
        (void)tn_tensor_element(t, i, &v);
        if (!(v >= s.min)) s.min = v;
        if (!(v <= s.max)) s.max = v;
        s.mean += v / (double)t->count;
    }
    return s;
}

enum { SHOWN = 16 }; /* an output of no more elements is printed whole */

/* The fewest digits that read back as the element, which a float32 and less has in 9. */
static void print_float(double v, bool wide, FILE *out) {
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        const double back = strtod(text, NULL);
        if (isnan(v) || (wide ? back == v : (float)back == (float)v)) break;
    }
    fputs(text, out);
}

static void print_element(const TnTensorInfo *t, size_t i, FILE *out) {
    double v = 0;
    if (strcmp(t->dtype, "int64") == 0) {
        fprintf(out, "%lld", (long long)((const int64_t *)t->data)[i]);
    } else if (strcmp(t->dtype, "uint64") == 0) {
        fprintf(out, "%llu", (unsigned long long)((const uint64_t *)t->data)[i]);
    } else if (strcmp(t->dtype, "string") == 0) {
        const char *s = ((const char *const *)t->data)[i];
        json_t *text = json_text(s ? s : "");
        char *quoted = json_dumps(text, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
        fputs(quoted ? quoted : "", out);
        free(quoted);
        json_decref(text);
    } else if (tn_tensor_element(t, i, &v) == TN_OK && strcmp(t->dtype, "bool") == 0) {
        fputs(v != 0 ? "true" : "false", out);
    } else if (strncmp(t->dtype, "int", 3) == 0 || strncmp(t->dtype, "uint", 4) == 0) {
        fprintf(out, "%.0f", v); /* of at most 32 bits */
    } else {
        print_float(v, strcmp(t->dtype, "float64") == 0, out);
    }
}

/* As --input takes it: lists in brackets, one in another for each dim. */
static void print_elements(const TnTensorInfo *t, FILE *out) {
    for (size_t i = 0; i < t->count; i++) {
        size_t inner = 1;
        uint32_t opened = 0, closed = 0;
        for (uint32_t d = t->ndim; d-- > 0;) {
            inner *= (size_t)t->dims[d];
            opened += i % inner == 0;
            closed += (i + 1) % inner == 0;
        }
        for (uint32_t d = 0; d < opened; d++) fputc('[', out);
        print_element(t, i, out);
        for (uint32_t d = 0; d < closed; d++) fputc(']', out);
        if (i + 1 < t->count) fputs(", ", out);
    }
}

static void print_output(const TnRun *run, size_t index, const TnTensorInfo *t, const Summary *s,
                         FILE *out) {
    const char *file = tn_run_output_file_name(run, index);
    const bool is_number = t->count && strcmp(t->dtype, "string") != 0;
    fprintf(out, "%s%s%s%s: %s(", t->name, file ? " '" : "", file ? file : "", file ? "'" : "",
            t->dtype);
    for (uint32_t d = 0; d < t->ndim; d++)
        fprintf(out, "%s%lld", d ? ", " : "", (long long)t->dims[d]);
    fputc(')', out);
    if (is_number) fprintf(out, " min %.9g max %.9g mean %.9g", s->min, s->max, s->mean);
    fputc('\n', out);
    if (!t->count || t->count > SHOWN) return;
    fputs("  ", out);
    print_elements(t, out);
    fputc('\n', out);
}

static void print_run(Session *session, const RunVerb *verb, TnRun *run) {
    const Args *args = &verb->run.args;
    Report report;
    if (!report_begin(&report, session)) return;
    json_t *outputs = json_array();
    int64_t value;
    for (size_t i = 0; tn_run_default_dim(run, i, &value); i++) {
        fprintf(report.file, "dim %s = %lld (not given)\n", tn_run_default_dim(run, i, &value),
                (long long)value);
    }
    for (size_t i = 0; i < tn_run_output_count(run); i++) {
        TnTensorInfo t;
        if (tn_run_output(run, i, &t) != TN_OK) continue;
        const Summary s = summarize(&t);
        print_output(run, i, &t, &s, report.file);
        json_t *dims = json_array();
        for (uint32_t d = 0; d < t.ndim; d++) json_array_append_new(dims, json_integer(t.dims[d]));
        json_array_append_new(
            outputs,
            json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "name", t.name, "dtype", t.dtype, "dims",
                      dims, "min", t.count && isfinite(s.min) ? json_real(s.min) : json_null(),
                      "max", t.count && isfinite(s.max) ? json_real(s.max) : json_null(), "mean",
                      t.count && isfinite(s.mean) ? json_real(s.mean) : json_null()));
    }
    TnOpCost cost;
    json_t *costs = json_array();
    for (size_t i = 0; tn_run_cost(run, i, &cost) == TN_OK; i++) {
        if (i == 0)
            fprintf(report.file, "\n%-32s %8s %12s\n",
                    verb->run.backend == TN_BACKEND_LLVM ? "kernel" : "operator", "calls", "ms");
        fprintf(report.file, "%-32s %8zu %12.3f\n", cost.name, cost.calls, cost.milliseconds);
        json_array_append_new(costs, json_pack("{s:s, s:I, s:f}", "name", cost.name, "calls",
                                               (json_int_t)cost.calls, "ms", cost.milliseconds));
    }
    if (args->json) {
        session_write_json(session, args->output,
                           json_pack("{s:o, s:o, s:s}", "outputs", outputs, "costs", costs,
                                     "backend", args_backend_name(verb->run.backend)));
        report_write(&report, session, "/dev/null");
    } else {
        json_decref(outputs);
        json_decref(costs);
        report_write(&report, session, args->output);
    }
}

static void print_times(const TnRun *run) {
    double compile_ms, run_ms;
    tn_run_times(run, &compile_ms, &run_ms);
    TnStage stage;
    for (size_t i = 0; tn_run_stage(run, i, &stage) == TN_OK; i++)
        fprintf(stderr, "%12.3f ms    %s\n", stage.milliseconds, stage.name);
    fprintf(stderr, "%12.3f ms  compile\n%12.3f ms  run\n", compile_ms, run_ms);
}

/* Compiled where the user leaves it open and it can be. */
static bool run_module(Session *session, RunVerb *verb, TnModule *m, TnRun **out) {
    TnRunOptions how = run_args_options(&verb->run);
    how.profile = verb->profile;
    how.inputs_only = verb->draw;
    how.specialize = 1;
    how.keep = verb->profile; /* what was noted stays with the program */
    /* Who gives some inputs has forgotten the others, unless he asks for drawn ones. */
    how.given_only = how.n_inputs && !verb->run.says_seed && !verb->draw;
    if (verb->draw || verb->layers) how.backend = TN_BACKEND_EVAL;
    how.layers = verb->layers;
    /* What makes sense for compiled code alone asks for it. */
    const bool asked = verb->run.says_backend || verb->layers || how.n_varying || how.cpu;
    const BestRun best = {.verb = "run", .what = "run", .falls_back = !asked};
    const bool ok = best_run(session, &best, m, &how, out);
    verb->run.backend = how.backend;
    return ok;
}

static bool executes(const void *input) { return !((const RunVerb *)input)->draw; }
static bool by_eval(const void *input) {
    const RunVerb *verb = input;
    return executes(input) && (!verb->run.says_backend || verb->run.backend == TN_BACKEND_EVAL);
}
static bool for_llvm(const void *input) {
    const RunVerb *verb = input;
    return run_args_for_llvm(&verb->run) && executes(input) && !verb->layers;
}

int cmd_run(int argc, char **argv) {
    RunVerb verb = {.run = {.args = {.min_operands = 1, .max_operands = 1}}};
    static const ArgsRule rules[] = {
        {KEY_THREADS, for_llvm, "with --backend llvm"},
        {KEY_CPU, for_llvm, "with --backend llvm"},
        {KEY_TARGET, for_llvm, "with --backend llvm"},
        {KEY_DONATE, for_llvm, "with --backend llvm"},
        {KEY_DIMS_VARYING, for_llvm, "with --backend llvm"},
        {KEY_BACKEND, executes, "without --draw"},
        {KEY_STRICT, executes, "without --draw"},
        {KEY_DETERMINISTIC, executes, "without --draw"},
        {KEY_LAYERS, by_eval, "with --backend eval, which it chooses, and without --draw"},
        {KEY_TIME, executes, "without --draw"},
        {KEY_PROFILE, executes, "without --draw"},
        {KEY_EXPECT, executes, "without --draw"},
        {KEY_EXPECT_RTOL, run_args_expects, "with --expect"},
        {KEY_EXPECT_ATOL, run_args_expects, "with --expect"},
        {KEY_CONVERT, run_args_gives, "with --input or --inputs"},
    };
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &verb);
    if (status >= 0) return run_args_free(&verb.run, status);
    Session session;
    TnModule *m = NULL;
    TnRun *run = NULL;
    progress_begin("run", verb.run.args.quiet);
    if (session_begin(&session, &verb.run.args) && run_args_join(&session, &verb.run, "run") &&
        session_operators(&session, &verb.run.args))
        m = session_read(&session, verb.run.args.operands[0]);
    if (m && !session_ok(&session, tn_ranks_agree_module(m), "ranks")) {
        tn_module_free(m);
        m = NULL;
    }
    if (m && !run_args_simulate(&session, &verb.run, m)) {
        tn_module_free(m);
        m = NULL;
    }
    if (m && verb.layers && !make_folder(&session, verb.layers)) {
        /* reported */
    } else if (m && !run_module(&session, &verb, m, &run))
        run = NULL;
    if (run) {
        if (!session.rank) run_args_say_drawn(&verb.run, "run", run);
        print_run(&session, &verb, run);
        if (verb.time || (verb.profile && !tn_backend_profiles(verb.run.backend))) print_times(run);
        run_expect(&session, &verb.run, run);
        if (verb.save) save(&session, run, verb.save);
    }
    tn_run_free(run);
    tn_module_free(m);
    join_end(&session);
    return run_args_free(&verb.run, session_end(&session));
}
