/* SPDX-License-Identifier: Apache-2.0 */
/* tenon report M [OTHER]: a page that shows what passes made of a module. */
#include "command/bench.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_PASSES = KEY_OWN, KEY_RULES, KEY_SKIP, KEY_WHY_NOT, KEY_PROFILE, KEY_TEXTS };

typedef struct {
    const char **at;
    size_t n;
} NameList;

typedef struct {
    RunArgs run; /* first; --dim and --seed */
    const char *passes, *rules;
    unsigned level;
    bool has_level, profile, has_texts;
    size_t texts;
    NameList skip, why_not;
} ReportArgs;

static error_t add_name(NameList *list, const char *arg, struct argp_state *state) {
    const char **more = realloc((void *)list->at, (list->n + 1) * sizeof *more);
    if (!more) return args_error(state, "out of memory");
    list->at = more;
    more[list->n++] = arg;
    return 0;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    ReportArgs *self = state->input;
    switch (key) {
    case KEY_PASSES: self->passes = arg; return args_passes(arg, state);
    case 'O': self->has_level = true; return args_level(arg, &self->level, state);
    case KEY_RULES: self->rules = arg; return 0;
    case KEY_SKIP: return add_name(&self->skip, arg, state);
    case KEY_WHY_NOT: return add_name(&self->why_not, arg, state);
    case KEY_PROFILE: self->profile = true; return 0;
    case KEY_TEXTS: self->has_texts = true; return args_bytes(&self->texts, "texts", arg, state);
    default: return run_args_key(&self->run, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the page to FILE (default: standard output)"),
    ARGS_JSON,
    ARGS_TARGET("passes choose"),
    ARGS_OPERATORS,
    ARGS_QUIET,
    {"passes", KEY_PASSES, "A,B", 0,
     "run these passes in this order; 'tenon passes' lists them (default: those of -O2, or none where -O, --rules or OTHER "
     "is given)",
     1},
    {"optimize", 'O', "LEVEL", 0,
     "run the passes of a level, before those named: 0 (none), 1 or 2; 'tenon passes' lists them (default: 2, with OTHER 0)",
     1},
    {"rules", KEY_RULES, "FILE", 0,
     "rewrite by the rules in FILE, after the passes, until none applies (default: none)", 1},
    {"skip", KEY_SKIP, "NAME", 0, "leave out the pass or rule NAME; may be repeated", 1},
    {"dim", KEY_DIM, "NAME=N", 0, "before all passes, a symbolic dim gets a value; may be repeated",
     1},
    {"why-not", KEY_WHY_NOT, "RULE", 0,
     "say why the rule does not apply to what comes out; may be repeated", 1},
    {"texts", KEY_TEXTS, "BYTES", 0,
     "keep at most so much text of what steps were made of and made, with K, M, G behind (default: 1M)",
     1},
    {"profile", KEY_PROFILE, NULL, 0,
     "run M by machine code and show the time of its kernels against what this machine does", 1},
    {"seed", KEY_SEED, "N", 0, "of the inputs that --profile draws (default 0)", 1},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M [OTHER]",
    .doc =
        "Writes one page of HTML, which needs no other file and no network, that shows the module M before and after passes: "
        "its graph, of each binding what it is, what it takes and which rules and passes made it, the plan of memory. With "
        "OTHER it shows the differences of two modules. M is not changed."
        "\v" EXIT_HELP "\n\nExample:\n  tenon report net.onnx -o report.html",
};

/* Profiling */

enum { RUNS = 5 };

/* NULL after a report. */
static TnRun *timed(Session *session, const ReportArgs *args, TnModule *m, Ceilings *ceilings) {
    TnRunOptions how = run_args_options(&args->run);
    TnRun *run = NULL;
    double ms;
    how.backend = TN_BACKEND_LLVM;
    how.profile = how.keep = 1;
    progress_stage("running", 0);
    if (!session_ok(session, tn_module_note_origins(m), "--profile")) return NULL;
    if (!session_ok(session, tn_run(m, &how, &run), "--profile")) return NULL;
    for (int i = 0; i < RUNS; i++) {
        if (session_ok(session, tn_run_again(run, &ms), "--profile")) continue;
        tn_run_free(run);
        return NULL;
    }
    const char *target = args->run.args.target;
    if (!bench_ceilings(session, target, best_threads(session, target), ceilings))
        *ceilings = (Ceilings){0, 0};
    return run;
}

/* The page */

/* The file's name, so that the page does not depend on where it lies. */
static const char *title_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void write_page(Session *session, const ReportArgs *args, TnModule *m, TnModule *other,
                       TnRules *rules) {
    const char *const *names = args->run.args.operands;
    Ceilings ceilings = {0, 0};
    PassList list;
    TnText page;
    TnRun *run = args->profile ? timed(session, args, m, &ceilings) : NULL;
    const bool has_list = args_pass_list_init(&list, args->level, args->passes);
    const TnReportOptions how = {TN_SIZED(TnReportOptions),
                                 .title = title_of(names[0]),
                                 .dims = args->run.dims,
                                 .n_dims = args->run.n_dims,
                                 .passes = list.names,
                                 .n_passes = list.n,
                                 .rules = rules,
                                 .skip = args->skip.at,
                                 .n_skip = args->skip.n,
                                 .why_not = args->why_not.at,
                                 .n_why_not = args->why_not.n,
                                 .other = other,
                                 .other_title = other ? title_of(names[1]) : NULL,
                                 .profile = run,
                                 .gflops = ceilings.gflops,
                                 .gbytes = ceilings.gbytes,
                                 .budget = args->has_texts && !args->texts ? 1 : args->texts};
    progress_stage("looking at passes", 0);
    if (!has_list) {
        session_ok(session, TN_E_MEMORY, "report");
    } else if ((run || !args->profile) &&
               session_ok(session, tn_module_report(m, &how, &page), names[0])) {
        session_write(session, args->run.args.output, page.ptr, page.len);
        tn_text_free(&page);
    }
    progress_stage("", 0);
    args_pass_list_fini(&list);
    tn_run_free(run);
}

static void report(Session *session, const ReportArgs *args) {
    const Args *a = &args->run.args;
    progress_stage("reading", 0);
    TnModule *m = session_read(session, a->operands[0]),
             *other = m && a->n > 1 ? session_read(session, a->operands[1]) : NULL;
    TnRules *rules = NULL;
    bool ok = m && (other || a->n < 2);
    if (ok && args->rules)
        ok = session_ok(session, tn_rules_read_for(m, args->rules, &rules), args->rules);
    if (ok) write_page(session, args, m, other, rules);
    tn_rules_free(rules);
    tn_module_free(other);
    tn_module_free(m);
}

static bool profiles(const void *input) { return ((const ReportArgs *)input)->profile; }
static bool is_alone(const void *input) { return ((const ReportArgs *)input)->run.args.n < 2; }

int cmd_report(int argc, char **argv) {
    ReportArgs args = {.run = {.args = {.min_operands = 1, .max_operands = 2}}};
    static const ArgsRule rules[] = {
        {KEY_SEED, profiles, "with --profile"},
        {KEY_PROFILE, is_alone, "without OTHER"},
        {KEY_TEXTS, is_alone, "without OTHER"},
        {KEY_RULES, is_alone, "without OTHER"},
    };
    int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &args);
    if (status < 0) {
        Session session;
        if (!args.has_level && !args.passes && !args.rules && args.run.args.n < 2) args.level = 2;
        progress_begin("report", args.run.args.quiet);
        if (session_begin(&session, &args.run.args) && session_operators(&session, &args.run.args))
            report(&session, &args);
        status = session_end(&session);
    }
    free((void *)args.skip.at);
    free((void *)args.why_not.at);
    return run_args_free(&args.run, status);
}
