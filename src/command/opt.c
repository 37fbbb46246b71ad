/* SPDX-License-Identifier: Apache-2.0 */
/* tenon opt M: reads, verifies, runs passes, writes. */
#include "command/clock.h"
#include "command/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_PASSES = KEY_OWN,
    KEY_RULES,
    KEY_VERIFY_EACH,
    KEY_PRINT_AFTER,
    KEY_PRINT_BEFORE,
    KEY_PRINT_CHANGED,
    KEY_TIME_PASSES,
    KEY_RULE_STATS,
    KEY_BISECT,
    KEY_VERIFY,
    KEY_VERIFY_DIM,
    KEY_OPAQUE,
    KEY_SKIP,
    KEY_KEEP,
    KEY_FROM,
    KEY_TO,
    KEY_FOLD_LIMIT,
    KEY_CHANGES
};

typedef struct {
    RunArgs run; /* first; what --bind, --dim and --function say */
    const char *passes, *print_before, *print_after; /* names between commas */
    const char *rules;                               /* a file */
    size_t rules_seen;                               /* lines of --rule-stats */
    size_t passes_done, passes_due;                  /* for progress */
    unsigned level;                                  /* its passes run before those named */
    bool has_level;
    bool verify_each, time_passes, rule_stats, print_changed;
    const char **skip, **keep, **from, **to; /* n_... of them */
    size_t n_skip, n_keep, n_from, n_to;
    size_t fold_limit;
    bool has_fold_limit;
    bool opaque;  /* as R.onnx.opaque what is not supported */
    bool changes; /* of nodes, listed */
    bool verify;  /* run before and after */
    CompareArgs how;
    RunArgs sizes;     /* --verify-dim */
    long bisect_limit; /* passes to run at most; -1: all */
} OptArgs;

static error_t parse_print(const char **list, const char *option, const char *arg,
                           struct argp_state *state) {
    *list = arg;
    if (!*arg) return args_error(state, "--%s needs a pass, or 'all'", option);
    if (strchr(arg, '('))
        return args_error(state, "--%s takes names of passes, without options", option);
    return strcmp(arg, "all") == 0 ? 0 : args_passes(arg, state);
}

static error_t parse_limit(OptArgs *self, const char *arg, struct argp_state *state) {
    char *end;
    errno = 0;
    self->bisect_limit = strtol(arg, &end, 10);
    const bool digit = arg[0] >= '0' && arg[0] <= '9';
    return digit && !*end && !errno
               ? 0
               : args_error(state, "--bisect-limit takes a number, not '%s'", arg);
}

static error_t parse_fold_limit(OptArgs *self, const char *arg, struct argp_state *state) {
    char *end;
    errno = 0;
    self->has_fold_limit = true;
    self->fold_limit = SIZE_MAX;
    if (strcmp(arg, "none") == 0) return 0;
    self->fold_limit = strtoull(arg, &end, 10);
    const bool digit = arg[0] >= '0' && arg[0] <= '9';
    return digit && !*end && !errno
               ? 0
               : args_error(state, "--fold-limit takes bytes or 'none', not '%s'", arg);
}

static void free_names(OptArgs *self) {
    free((void *)self->skip);
    free((void *)self->keep);
    free((void *)self->from);
    free((void *)self->to);
}

static error_t add_name(const char ***list, size_t *n, const char *arg, struct argp_state *state) {
    const char **more = realloc((void *)*list, (*n + 1) * sizeof *more);
    if (!more) return args_error(state, "out of memory");
    more[(*n)++] = arg;
    *list = more;
    return 0;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    OptArgs *self = state->input;
    switch (key) {
    case KEY_PASSES: self->passes = arg; return args_passes(arg, state);
    case 'O': self->has_level = true; return args_level(arg, &self->level, state);
    case KEY_RULES: self->rules = arg; return 0;
    case KEY_VERIFY_EACH: self->verify_each = true; return 0;
    case KEY_PRINT_BEFORE: return parse_print(&self->print_before, "print-before", arg, state);
    case KEY_PRINT_AFTER: return parse_print(&self->print_after, "print-after", arg, state);
    case KEY_PRINT_CHANGED: self->print_changed = true; return 0;
    case KEY_TIME_PASSES: self->time_passes = true; return 0;
    case KEY_RULE_STATS: self->rule_stats = true; return 0;
    case KEY_BISECT: return parse_limit(self, arg, state);
    case KEY_KEEP: return add_name(&self->keep, &self->n_keep, arg, state);
    case KEY_FROM: return add_name(&self->from, &self->n_from, arg, state);
    case KEY_TO: return add_name(&self->to, &self->n_to, arg, state);
    case KEY_SKIP: return add_name(&self->skip, &self->n_skip, arg, state);
    case KEY_FOLD_LIMIT: return parse_fold_limit(self, arg, state);
    case KEY_OPAQUE: self->opaque = true; return 0;
    case KEY_CHANGES: self->changes = true; return 0;
    case KEY_VERIFY: self->verify = true; return 0;
    case KEY_VERIFY_DIM: return run_args_key(&self->sizes, KEY_DIM, arg, state);
    default: break;
    }
    const error_t err = compare_key(&self->how, key, arg, state);
    return err == ARGP_ERR_UNKNOWN ? run_args_key(&self->run, key, arg, state) : err;
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT(
        "what to write; its ending names the format (default: Relax text on standard output)"),
    ARGS_JSON,
    ARGS_TARGET("passes choose"),
    ARGS_EXTERNAL_DATA,
    ARGS_OPSET,
    {"passes", KEY_PASSES, "A,B", 0,
     "run these passes in this order; 'tenon passes' lists them (default: none)", 1},
    {"optimize", 'O', "LEVEL", 0,
     "run the passes of a level, before those named: 0 (none), 1 or 2; 'tenon passes' lists them (default: 2 of an ONNX model without other passes and rules, else 0)",
     1},
    {"bind", KEY_BIND, "NAME=@F.npy", 0,
     "before all passes, a constant takes the parameter's place; NAME may be its position; may be repeated",
     1},
    {"dim", KEY_DIM, "NAME=N", 0, "before all passes, a symbolic dim gets a value; may be repeated",
     1},
    ARGS_LENGTH,
    {"function", KEY_FUNCTION, "F", 0,
     "the function of --bind, --dim and --verify (default: the only public one, else main; of --dim all), and that is written to a file that ends in .onnx",
     1},
    {"skip", KEY_SKIP, "NAME", 0, "leave out the pass or rule NAME; may be repeated", 1},
    {"keep", KEY_KEEP, "NAME", 0,
     "of an ONNX model: the node NAME, or that makes the value NAME, is written as it was read; may be repeated",
     1},
    {"from", KEY_FROM, "VALUE", 0,
     "of an ONNX model: the value becomes an input, and only what is behind it is read; may be repeated",
     1},
    {"to", KEY_TO, "VALUE", 0,
     "of an ONNX model: the value becomes an output, and only what it needs is read; may be repeated",
     1},
    {"fold-limit", KEY_FOLD_LIMIT, "BYTES", 0,
     "FoldConstant makes constants larger by no more than BYTES in all; 'none': whatever it takes (default: 1048576 for "
     "-o S.onnx, else none)",
     1},
    {"opaque", KEY_OPAQUE, NULL, 0,
     "of an ONNX model, where text is written too: what is not supported stays as R.onnx.opaque, and what becomes several calls as R.onnx.node",
     1},
    {"changes", KEY_CHANGES, NULL, 0,
     "of an ONNX model and -o FILE.onnx: print each node that is not written as it was read, what changed it, and what is "
     "written in its place; with --json as an object",
     1},
    {"rules", KEY_RULES, "FILE", 0,
     "rewrite by the rules in FILE, after the passes, until none applies (default: none)", 1},
    ARGS_OPERATORS,
    ARGS_QUIET,
    {"bisect-limit", KEY_BISECT, "N", 0,
     "run the first N passes only, and say which was the last (default: all)", 1},
    {"verify-each", KEY_VERIFY_EACH, NULL, 0, "verify the module after each pass", 2},
    {"verify", KEY_VERIFY, NULL, 0,
     "run the module before and after all that on the same drawn inputs, each compiled by LLVM without -O2 and with loops as they stand, or by the reference evaluator where that cannot be; where they differ nothing is written, and the exit status is 3",
     2},
    {"verify-dim", KEY_VERIFY_DIM, "NAME=N", 0,
     "a symbolic dim in the runs of --verify (default 4); may be repeated", 2},
    {"as", KEY_AS, "native|float64", 0,
     "the types in the runs of --verify: every float as float64 (default), or as they are", 2},
    {"rtol", KEY_RTOL, "X", 0, "relative tolerance of --verify (default 1e-4)", 2},
    {"atol", KEY_ATOL, "X", 0, "absolute tolerance of --verify (default 1e-5)", 2},
    {"seed", KEY_SEED, "N", 0, "of the inputs that --verify draws (default 0)", 2},
    {"print-before", KEY_PRINT_BEFORE, "PASS", 0,
     "print the module to standard error before PASS, or before 'all' (default: none)", 2},
    {"print-changed", KEY_PRINT_CHANGED, NULL, 0,
     "print the module to standard error after each pass that changed it, and name those that did not",
     2},
    {"print-after", KEY_PRINT_AFTER, "PASS", 0,
     "print the module to standard error after PASS, or after 'all' (default: none)", 2},
    {"time-passes", KEY_TIME_PASSES, NULL, 0,
     "print the milliseconds that each step took to standard error", 2},
    {"rule-stats", KEY_RULE_STATS, NULL, 0,
     "print how often each rule was tried and applied to standard error", 2},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Reads the module M, runs the passes or rules that the options name, and writes the "
        "result. Without any, "
        "text comes out in its normal form: types inferred, attributes canonical, names unique; a model "
        "in ONNX is optimized by -O2."
        "\v" EXIT_HELP "\n\nExample:\n  tenon opt net.py -o normal.py",
};

/* Ends a step that began at *start. */
static void time_step(const OptArgs *opt, double *start, const char *what) {
    const double end = clock_ms();
    if (opt->time_passes) fprintf(stderr, "%12.3f ms  %s\n", end - *start, what);
    *start = clock_ms();
}

static void after_pass(void *user, const TnPassEvent *event) {
    OptArgs *opt = user;
    progress_share((double)++opt->passes_done / (double)opt->passes_due);
    if (opt->time_passes) fprintf(stderr, "%12.3f ms  %s\n", event->milliseconds, event->pass);
    if (event->text) fprintf(stderr, "# after %s\n%s", event->pass, event->text);
    if (event->unchanged) fprintf(stderr, "# %s changed nothing\n", event->pass);
}

static void before_pass(void *user, const TnPassEvent *event) {
    (void)user;
    fprintf(stderr, "# before %s\n%s", event->pass, event->text);
}

/* How far a limited list went, for whoever looks for the pass that does harm. */
static void say_limit(const PassList *list, size_t n) {
    fprintf(stderr, "bisect: %zu of %zu passes ran", n, list->n);
    if (n) fprintf(stderr, ", the last was %s", list->names[n - 1]);
    if (n < list->n) fprintf(stderr, "; the next would be %s", list->names[n]);
    fputc('\n', stderr);
}

static void after_rule(void *user, const TnRuleStats *stats) {
    OptArgs *opt = user;
    if (!opt->rules_seen++) fprintf(stderr, "%10s %8s %10s  rule\n", "tries", "hits", "ms");
    fprintf(stderr, "%10zu %8zu %10.3f  %s", stats->tries, stats->hits, stats->milliseconds,
            stats->name);
    for (size_t i = 0; i < stats->n_groups; i++)
        fprintf(stderr, "%s%zu x%zu", i ? ", " : ": groups of ", stats->groups[2 * i],
                stats->groups[2 * i + 1]);
    if (stats->out_of_fuel) fprintf(stderr, "; gave up %zu times", stats->out_of_fuel);
    fputc('\n', stderr);
}

static bool run_rules(Session *session, OptArgs *opt, TnModule *m) {
    TnRules *rules;
    const TnPassOptions run = {TN_SIZED(TnPassOptions), .rule = opt->rule_stats ? after_rule : NULL,
                               .user = opt};
    if (!session_ok(session, tn_rules_read_for(m, opt->rules, &rules), opt->rules)) return false;
    const bool ok = session_ok(session, tn_module_apply_rules(m, rules, &run), opt->rules);
    tn_rules_free(rules);
    return ok && (!opt->verify_each || session_ok(session, tn_module_verify(m), opt->rules));
}

/* The item of a list of passes is this pass, perhaps with options. */
static bool is_pass(const char *item, const char *name, size_t len) {
    return strncmp(item, name, len) == 0 && (item[len] == 0 || item[len] == '(');
}

static bool is_skipped(const OptArgs *opt, const char *item) {
    for (size_t i = 0; i < opt->n_skip; i++) {
        if (is_pass(item, opt->skip[i], strlen(opt->skip[i]))) return true;
    }
    return false;
}

/* Nothing would be printed at a pass that does not run: of these the first `n` are to. */
static bool prints_some(Session *session, const OptArgs *opt, const char *option, const char *names,
                        const PassList *list, size_t n) {
    const char *name = names && strcmp(names, "all") != 0 ? names : "";
    for (size_t len; *name; name += len + (name[len] == ',')) {
        size_t found = 0, shown = 0;
        len = strcspn(name, ",");
        for (size_t i = 0; i < n; i++)
            found += is_pass(list->names[i], name, len) && !is_skipped(opt, list->names[i]);
        if (found) continue;
        fprintf(stderr, "tenon opt: %s names %.*s, which does not run", option, (int)len, name);
        for (size_t i = 0; i < n; i++) {
            if (is_skipped(opt, list->names[i])) continue;
            fprintf(stderr, "%s%s", shown++ ? ", " : "; these do: ", list->names[i]);
        }
        fputs(shown     ? "\n"
              : list->n ? ": --skip and --bisect-limit leave no pass\n"
                        : ": there is neither --passes nor -O1 or -O2\n",
              stderr);
        session->status = EXIT_USAGE;
        return false;
    }
    return true;
}

static bool run_passes(Session *session, OptArgs *opt, TnModule *m) {
    const TnPassOptions run = {TN_SIZED(TnPassOptions),
                               .verify_each = opt->verify_each,
                               .print_after = opt->print_after,
                               .print_before = opt->print_before,
                               .print_changed = opt->print_changed,
                               .before = opt->print_before ? before_pass : NULL,
                               .after = after_pass,
                               .rule = opt->rule_stats ? after_rule : NULL,
                               .user = opt,
                               .skip = opt->skip,
                               .n_skip = opt->n_skip,
                               .limits_folding = opt->fold_limit != SIZE_MAX,
                               .fold_limit = opt->fold_limit};
    PassList list;
    bool ok = args_pass_list_init(&list, opt->level, opt->passes);
    const size_t limit = (size_t)opt->bisect_limit; /* -1: past any list */
    const size_t n = limit < list.n ? limit : list.n;
    if (ok && (!prints_some(session, opt, "--print-before", opt->print_before, &list, n) ||
               !prints_some(session, opt, "--print-after", opt->print_after, &list, n))) {
        ok = false;
    } else if (ok) {
        opt->passes_due = n + 1;
        ok = session_ok(session, tn_module_run_passes(m, list.names, n, &run), "--passes");
        if (ok && opt->bisect_limit >= 0) say_limit(&list, n);
    } else {
        session_ok(session, TN_E_MEMORY, "--passes");
    }
    args_pass_list_fini(&list);
    return ok;
}

/* Constants first: they settle dims too. */
static bool bind(Session *session, const OptArgs *opt, TnModule *m) {
    const RunArgs *run = &opt->run;
    if (run->n_inputs &&
        !session_ok(session, tn_module_bind_params(m, run->function, run->inputs, run->n_inputs),
                    "--bind"))
        return false;
    return !run->n_dims ||
           session_ok(session, tn_module_bind_dims(m, run->function, run->dims, run->n_dims),
                      "--dim");
}

/* NULL after a report. It is freed before m. */
static TnModule *copy(Session *session, TnModule *m) {
    TnModule *out = NULL;
    return session_ok(session, tn_module_copy(m, &out), "--verify") ? out : NULL;
}

/* Does m compute what `before` does? Takes over `before`. */
static bool same_results(Session *session, OptArgs *opt, TnModule *own_before, TnModule *m) {
    TnModule *modules[2] = {own_before, opt->how.native ? m : copy(session, m)};
    TnRun *runs[2] = {NULL, NULL};
    TnRunOptions how[2] = {{TN_SIZED(TnRunOptions), .function = opt->run.function,
                            .seed = opt->run.seed, .dims = opt->sizes.dims,
                            .n_dims = opt->sizes.n_dims},
                           {TN_SIZED(TnRunOptions), .function = opt->run.function}};
    const BestRun best[2] = {{"opt", "run", "verify: running what was read", 0, true},
                             {"opt", "run", "verify: running what was made", 0, true}};
    TnDifference d;
    TnStatus status = TN_E_DIFFER;
    bool ok = modules[1] != NULL;
    for (int i = 0; ok && i < 2; i++) {
        how[1].like = runs[0];
        compare_plainly(&how[i]);
        ok = compare_widen(session, &opt->how, modules[i]) &&
             best_run(session, &best[i], modules[i], &how[i], &runs[i]);
    }
    const char *const sides[2] = {compare_side(&how[0]), compare_side(&how[1])};
    int64_t value;
    for (size_t i = 0; runs[0] && tn_run_default_dim(runs[0], i, &value); i++)
        fprintf(stderr, "verify: dim %s = %lld (not given)\n",
                tn_run_default_dim(runs[0], i, &value), (long long)value);
    if (runs[1] && compare_runs(session, &opt->how, false, runs[0], runs[1], &d, &status)) {
        fputs("verify: ", stderr);
        compare_print(&opt->how, false, status, &d, sides, stderr);
    }
    for (int i = 0; i < 2; i++) {
        tn_run_free(runs[i]);
        if (modules[i] != m) tn_module_free(modules[i]);
    }
    return status == TN_OK;
}

static void optimize(Session *session, OptArgs *opt) {
    const char *input = opt->run.args.operands[0];
    double start = clock_ms();
    const bool to_onnx = opt->opaque || args_is_onnx(opt->run.args.output);
    const TnReadOptions read = {TN_SIZED(TnReadOptions), .whole = to_onnx,
                                .opaque = to_onnx,       .unverified = opt->time_passes,
                                .from = opt->from,       .n_from = opt->n_from,
                                .to = opt->to,           .n_to = opt->n_to,
                                .keep = opt->keep,       .n_keep = opt->n_keep};
    progress_stage("reading", 0);
    TnModule *m = session_read_with(session, input, &read);
    time_step(opt, &start, "read, infer types");
    bool ok = m && (!opt->time_passes || session_ok(session, tn_module_verify(m), input));
    time_step(opt, &start, "verify");
    if (ok && opt->verify_each) ok = session_ok(session, tn_module_verify(m), input);
    if (ok && opt->changes)
        ok = session_ok(session, tn_module_note_origins(m), input) &&
             changes_begin(&opt->run.args.changes, session, &opt->run.args);
    if (ok) ok = bind(session, opt, m);
    TnModule *before = ok && opt->verify ? copy(session, m) : NULL;
    ok = ok && (before || !opt->verify);
    progress_stage("passes", 0);
    if (ok) ok = run_passes(session, opt, m);
    start = clock_ms();
    if (ok && opt->rules) {
        ok = run_rules(session, opt, m);
        time_step(opt, &start, "rules");
    }
    if (ok && before) {
        ok = same_results(session, opt, before, m);
        before = NULL;
        time_step(opt, &start, "verify the results");
    }
    tn_module_free(before);
    progress_stage("writing", 0);
    if (ok) ok = session_write_module(session, &opt->run.args, m);
    progress_stage("", 0);
    time_step(opt, &start, "write");
    if (opt->run.args.changes) changes_end(opt->run.args.changes, session, ok);
    if (ok && opt->rule_stats && !opt->rules_seen) fputs("no rules were loaded\n", stderr);
    tn_module_free(m);
}

/* An ONNX model without options is optimized. */
static void default_level(OptArgs *opt) {
    if (args_is_onnx(opt->run.args.operands[0]) && !opt->has_level && !opt->passes && !opt->rules)
        opt->level = 2;
}

static bool verifies(const void *input) { return ((const OptArgs *)input)->verify; }
static bool writes_onnx(const void *input) {
    return args_is_onnx(((const OptArgs *)input)->run.args.output);
}
static bool reads_onnx(const void *input) {
    return args_is_onnx(((const OptArgs *)input)->run.args.operands[0]);
}
static bool rewrites_onnx(const void *input) { return reads_onnx(input) && writes_onnx(input); }
static bool names_function(const void *input) {
    const OptArgs *opt = input;
    return opt->run.n_inputs || opt->run.n_dims || opt->verify || writes_onnx(input);
}

int cmd_opt(int argc, char **argv) {
    OptArgs opt = {.run = {.args = {.min_operands = 1, .max_operands = 1}},
                   .bisect_limit = -1,
                   /* folded weights are rounded to their types */
                   .how = {.rtol = 1e-4, .atol = 1e-5}};
    static const ArgsRule rules[] = {
        {KEY_VERIFY_DIM, verifies, "with --verify"},
        {KEY_AS, verifies, "with --verify"},
        {KEY_RTOL, verifies, "with --verify"},
        {KEY_ATOL, verifies, "with --verify"},
        {KEY_SEED, verifies, "with --verify"},
        {KEY_FUNCTION, names_function, "with --bind, --dim, --verify or -o FILE.onnx"},
        {KEY_OPAQUE, reads_onnx, "for a model in ONNX (M.onnx)"},
        {KEY_KEEP, reads_onnx, "for a model in ONNX (M.onnx)"},
        {KEY_FROM, reads_onnx, "for a model in ONNX (M.onnx)"},
        {KEY_TO, reads_onnx, "for a model in ONNX (M.onnx)"},
        {KEY_CHANGES, rewrites_onnx, "for a model in ONNX (M.onnx) with -o FILE.onnx"},
        {KEY_EXTERNAL_DATA, writes_onnx, "with -o FILE.onnx"},
        {KEY_OPSET, writes_onnx, "with -o FILE.onnx"},
    };
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &opt);
    if (status >= 0) {
        free_names(&opt);
        run_args_free(&opt.sizes, 0);
        return run_args_free(&opt.run, status);
    }
    default_level(&opt);
    if (!opt.has_fold_limit)
        opt.fold_limit = args_is_onnx(opt.run.args.output) ? 1 << 20 : SIZE_MAX;
    opt.run.args.written = opt.run.function;
    Session session;
    progress_begin("opt", opt.run.args.quiet);
    if (session_begin(&session, &opt.run.args) && session_operators(&session, &opt.run.args))
        optimize(&session, &opt);
    free_names(&opt);
    run_args_free(&opt.sizes, 0);
    return run_args_free(&opt.run, session_end(&session));
}
