/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench M */
#include "command/bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_ITERATIONS = KEY_OWN + 500,
    KEY_WARMUP,
    KEY_COMPARE,
    KEY_COMPARE_WITH,
    KEY_PROFILE,
    KEY_TRACE,
    KEY_VARYING,
    KEY_PASSES,
    KEY_DYNAMIC,
    KEY_GROW,
    KEY_SECONDS,
};

enum { MAX_ITERATIONS = 100000000, MAX_THREADS = 1024 };

static bool is_number(const char *arg, size_t least, size_t most, size_t *out) {
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(arg, &end, 10);
    *out = (size_t)v;
    return *arg >= '0' && *arg <= '9' && !*end && !errno && v >= least && v <= most;
}

static error_t number(const char *option, const char *arg, size_t least, size_t most, size_t *out,
                      struct argp_state *state) {
    if (is_number(arg, least, most, out)) return 0;
    return args_error(state, "--%s wants a number from %zu to %zu, not '%s'", option, least, most,
                      arg);
}

/* "NAME=A..B" */
static error_t grow(BenchArgs *self, const char *arg, struct argp_state *state) {
    const char *equals = strchr(arg, '='), *dots = equals ? strstr(equals, "..") : NULL;
    size_t from, to;
    if (!dots || equals == arg || dots == equals + 1)
        return args_error(state, "--grow wants NAME=A..B, not '%s'", arg);
    free(self->grow_text);
    self->grow_text = strdup(arg);
    if (!self->grow_text) return args_error(state, "out of memory");
    self->grow_text[equals - arg] = self->grow_text[dots - arg] = '\0';
    error_t err =
        number("grow", self->grow_text + (equals + 1 - arg), 0, MAX_ITERATIONS, &from, state);
    if (!err) err = number("grow", dots + 2, from, MAX_ITERATIONS, &to, state);
    if (err) return err;
    self->grow = (TnDim){self->grow_text, (int64_t)from};
    self->grow_to = (int64_t)to;
    return 0;
}

/* What several options together mean. */
static error_t complete(BenchArgs *self, struct argp_state *state) {
    if (self->threads > 1 && !args_backend_has_options(run_args_backend(&self->run)))
        return args_error(state, "--threads: the backends eval and c run on one thread");
    if (!self->grow.name) return 0;
    self->iterations = (size_t)(self->grow_to - self->grow.value) + 1;
    self->dynamic = true;
    self->dims = calloc(self->run.n_dims + 1, sizeof *self->dims);
    if (!self->dims) return args_error(state, "out of memory");
    if (self->run.n_dims) memcpy(self->dims, self->run.dims, self->run.n_dims * sizeof *self->dims);
    self->dims[self->run.n_dims] = self->grow;
    return 0;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    BenchArgs *self = state->input;
    size_t n;
    error_t err;
    switch (key) {
    case KEY_ITERATIONS:
        return number("iterations", arg, 1, MAX_ITERATIONS, &self->iterations, state);
    case KEY_WARMUP: return number("warmup", arg, 0, MAX_ITERATIONS, &self->warmup, state);
    case KEY_THREADS:
        self->threads = 0;
        self->says_threads = true;
        if (strcmp(arg, "none") == 0) return 0;
        if (!is_number(arg, 1, MAX_THREADS, &n))
            return args_error(state, "--threads wants none or a number from 1 to %d, not '%s'",
                              MAX_THREADS, arg);
        self->threads = (unsigned)n;
        return 0;
    case KEY_COMPARE: self->compare = arg; return 0;
    case KEY_COMPARE_WITH: self->compare_with = arg; return 0;
    case KEY_PROFILE: self->profile = true; return 0;
    case KEY_TRACE: self->trace = arg; return 0;
    case KEY_VARYING: return args_names(&self->varying, "--varying", arg, state);
    case KEY_SECONDS:
        err = number("seconds", arg, 1, MAX_ITERATIONS, &n, state);
        if (!err) self->limit_ms = (double)n * 1e3;
        return err;
    case KEY_GROW: return grow(self, arg, state);
    case KEY_DYNAMIC: self->dynamic = true; return 0;
    case KEY_PASSES: self->passes = arg; return args_passes(arg, state);
    case 'O': return args_level(arg, &self->level, state);
    case ARGP_KEY_END:
        err = complete(self, state);
        return err ? err : run_args_key(&self->run, key, arg, state);
    default: return run_args_key(&self->run, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    RUN_ARGS,
    FILE_ARGS,
    BACKEND_ARG,
    ARGS_TARGET("code is made"),
    DONATE_ARG,
    ORDER_ARGS,
    {"threads", KEY_THREADS, "N|none", 0,
     "how many threads (default: one a processor; eval and c have one); none: not even a pool of one",
     0},
    {"iterations", KEY_ITERATIONS, "N", 0, "timed executions (default 20)", 0},
    {"seconds", KEY_SECONDS, "N", 0, "no more of them after so many seconds (default: no limit)",
     0},
    {"warmup", KEY_WARMUP, "N", 0, "executions before them (default 2)", 0},
    {NULL, 'O', "LEVEL", 0, "the passes of level 0, 1 or 2 run first (default 2)", 0},
    {"passes", KEY_PASSES, "A,B", 0, "then these (default: none)", 0},
    {"varying", KEY_VARYING, "A,B", 0,
     "the parameters that differ from run to run; the others become constants. Also dims that do, which stay symbolic (default: all)",
     0},
    {"dynamic", KEY_DYNAMIC, NULL, 0, "dims stay symbolic; --dim says what they are in the runs",
     0},
    {"grow", KEY_GROW, "NAME=A..B", 0,
     "an execution each with this dim A, A + 1, ... B, which stays symbolic (default: none)", 0},
    {"compare", KEY_COMPARE, "OTHER", 0,
     "the model OTHER too, in turn with M, and the ratio of the minima (default: none)", 0},
    {"compare-with", KEY_COMPARE_WITH, "OPTIONS", 0,
     "M with these options too, in turn, and the ratio of the minima (default: none)", 0},
    {"profile", KEY_PROFILE, NULL, 0,
     "the calls and the time of each operator (eval), or of each kernel with its speed and what it came from (llvm)",
     0},
    {"trace", KEY_TRACE, "FILE", 0,
     "stages, passes, runs and kernels (llvm: these are then noted) in Chrome's trace format (default: none)",
     0},
    ARGS_OUTPUT("write the report to FILE (default: standard output)"),
    ARGS_OPERATORS,
    ARGS_QUIET,
    {"json", KEY_JSON, NULL, 0,
     "machine-readable: one line; where something is wrong, the diagnostics as an array", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Compiles a module once and executes it many times on the same inputs: the least time and percentiles, what compiling took "
        "stage by stage, the memory that was planned and what was touched of it, and how far that is from what the machine can do, "
        "which is measured for 0.2 seconds."
        "\vExit status: 0 done, 1 wrong usage, 2 the model is wrong, unsupported or fails in a run, 3 an expected output "
        "differs, 4 a fault of tenon (a reproducer is written), 5 a file could not be read or written, or out of "
        "memory.\n\nExample:\n  tenon bench net.py --dim n=8 --compare-with '-O0'",
};

static BenchArgs defaults(void) {
    return (BenchArgs){.run = {.args = {.min_operands = 1, .max_operands = 1}},
                       .iterations = 20,
                       .warmup = 2,
                       .level = 2};
}

static int args_end(BenchArgs *self, int status) {
    names_free(&self->varying);
    free(self->grow_text);
    free(self->dims);
    return run_args_free(&self->run, status);
}

static bool profiles(const void *input) {
    return tn_backend_profiles(run_args_backend(&((const BenchArgs *)input)->run));
}
static bool by_llvm(const void *input) {
    return args_backend_has_options(run_args_backend(&((const BenchArgs *)input)->run));
}

static int parse_all(BenchArgs *self, int argc, char **argv) {
    static const ArgsRule rules[] = {
        {KEY_PROFILE, profiles, "with --backend eval or llvm"},
        {KEY_DONATE, by_llvm, "with --backend llvm"},
        {KEY_EXPECT_RTOL, run_args_expects, "with --expect"},
        {KEY_EXPECT_ATOL, run_args_expects, "with --expect"},
        {KEY_CONVERT, run_args_gives, "with --input or --inputs"},
    };
    return args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, self);
}

/* The settings of the other side: the same arguments, then those between blanks. -1, or the exit
 * status. `own_text` is cut, and stays as long as the settings. */
static int parse_other(BenchArgs *other, int argc, char **argv, char *own_text) {
    char **list = calloc((size_t)argc + strlen(own_text) + 1, sizeof *list), *rest = own_text;
    int n = argc;
    if (!list) return EXIT_IO;
    memcpy(list, argv, (size_t)argc * sizeof *list);
    for (char *word; (word = strtok_r(rest, " \t\n", &rest));) list[n++] = word;
    other->run.overrides = true;
    const int status = parse_all(other, n, list);
    free(list);
    return status;
}

static bool measure(Session *session, BenchSide *sides, size_t n) {
    bool ok = true;
    progress_stage("warming up", 0);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; ok && k < sides[i].args->warmup; k++)
            ok = side_run(&sides[i], session, false);
    }
    progress_stage("measuring", 0);
    for (bool more = true; ok && more;) {
        more = false;
        progress_share((double)sides[0].n / (double)sides[0].args->iterations);
        for (size_t i = 0; ok && i < n; i++) {
            const double limit = sides[i].args->limit_ms;
            if (sides[i].n == sides[i].args->iterations || (limit > 0 && sides[i].total_ms > limit))
                continue;
            ok = more = side_run(&sides[i], session, true);
        }
    }
    progress_stage("", 0);
    for (size_t i = 0; ok && i < n; i++) ok = side_settle(&sides[i], session);
    return ok;
}

static void bench(Session *session, const BenchArgs *args, const char *const *paths, size_t n) {
    BenchSide sides[2] = {{.n = 0}, {.n = 0}};
    Ceilings machine[2] = {{0, 0}, {0, 0}};
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) ok = side_open(&sides[i], session, &args[i], paths[i]);
    ok = ok && measure(session, sides, n);
    if (ok) {
        for (size_t i = 0; i < n; i++) {
            const char *target = args[i].run.args.target;
            if (!bench_ceilings(session, target, sides[i].threads, &machine[i]))
                machine[i] = (Ceilings){1, 1};
        }
        (args[0].run.args.json ? bench_print_json : bench_print)(session, sides, n, machine);
        for (size_t i = 0; i < n; i++) run_expect(session, &args[i].run, sides[i].run);
        if (args[0].trace) bench_trace(session, args[0].trace, sides, n);
    }
    for (size_t i = 0; i < n; i++) side_close(&sides[i]);
}

int cmd_bench(int argc, char **argv) {
    BenchArgs args[2] = {defaults(), defaults()};
    int status = parse_all(&args[0], argc, argv);
    if (status >= 0) return args_end(&args[0], status);
    const bool two = args[0].compare || args[0].compare_with;
    char *text = strdup(args[0].compare_with ? args[0].compare_with : "");
    if (two) status = text ? parse_other(&args[1], argc, argv, text) : EXIT_IO;
    if (status < 0) {
        Session session;
        const char *const paths[2] = {args[0].run.args.operands[0],
                                      args[0].compare ? args[0].compare
                                                      : args[0].run.args.operands[0]};
        progress_begin("bench", args[0].run.args.quiet);
        if (session_begin(&session, &args[0].run.args) &&
            session_operators(&session, &args[0].run.args)) {
            bench(&session, args, paths, two ? 2 : 1);
        }
        status = session_end(&session);
    }
    args_end(&args[1], 0);
    free(text);
    return args_end(&args[0], status);
}
