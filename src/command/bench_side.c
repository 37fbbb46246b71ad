/* SPDX-License-Identifier: Apache-2.0 */
/* tenon bench: a module made ready to run many times. */
#include "command/clock.h"
#include "command/bench.h"

#include <stdlib.h>
#include <string.h>

static void event(BenchSide *self, const char *name, double start, double ms) {
    BenchEvents *e = &self->events;
    if (e->n == e->cap) {
        const size_t cap = e->cap ? 2 * e->cap : 64;
        BenchEvent *at = realloc(e->at, cap * sizeof *at);
        if (!at) return; /* the trace ends here */
        e->at = at;
        e->cap = cap;
    }
    e->at[e->n++] = (BenchEvent){name, start, ms};
}

static void stage(BenchSide *self, const char *name, double start, double ms) {
    if (self->n_stages == BENCH_STAGES) return;
    self->stages[self->n_stages++] = (TnStage){name, ms};
    self->compile_ms += ms;
    event(self, name, start, ms);
}

/* The stage that began at *start, which becomes now. */
static void lap(BenchSide *self, const char *name, double *start) {
    const double now = clock_ms();
    stage(self, name, *start, now - *start);
    *start = now;
}

/* The run's inputs as ones to be given. NULL: out of memory. */
static TnInput *inputs_of(const TnRun *run) {
    const size_t n = tn_run_input_count(run);
    TnInput *list = calloc(n + 1, sizeof *list);
    for (size_t i = 0; list && i < n; i++) {
        TnTensorInfo t;
        if (tn_run_input(run, i, &t) != TN_OK) continue;
        list[i] = (TnInput){
            .name = t.name, .dtype = t.dtype, .ndim = t.ndim, .dims = t.dims, .data = t.data};
    }
    return list;
}

/* Is `part`, "t_1_0", what the user calls `name`, "t[1][0]" or the same? */
static bool is_part(const char *part, const char *name) {
    for (; *part && *name; part++, name++) {
        if (*name == ']') name++;
        if (*name != *part && !(*name == '[' && *part == '_')) return false;
    }
    if (*name == ']') name++;
    return !*part && !*name;
}

/* The parameter that an input is, or is a part of. */
static bool is_of(const BenchSide *self, size_t input, const char *name) {
    TnTensorInfo t;
    return strcmp(tn_run_input_parameter(self->drawn, input, NULL), name) == 0 ||
           (tn_run_input(self->drawn, input, &t) == TN_OK && is_part(t.name, name));
}

/* A parameter that is no tensor has no constant for it. */
static bool is_tensor(const BenchSide *self, size_t input) {
    TnTensorInfo t;
    return tn_run_input(self->drawn, input, &t) == TN_OK &&
           strcmp(tn_run_input_parameter(self->drawn, input, NULL), t.name) == 0;
}

static bool no_varying(const BenchSide *self, Session *session, const char *wrong) {
    enum { MOST = 256 };
    const char *names[MOST], *name;
    size_t n = 0;
    for (size_t i = 0;
         n < MOST && (name = tn_module_dim_name(self->m, self->args->run.function, i)); i++)
        names[n++] = name;
    for (size_t i = 0; n < MOST && (name = tn_run_input_parameter(self->drawn, i, NULL)); i++) {
        if (!n || strcmp(names[n - 1], name) != 0) names[n++] = name;
    }
    fprintf(stderr,
            "tenon bench: --varying: '%s' is no parameter and no symbolic dim of the function\n",
            wrong);
    args_print_names(wrong, names, n);
    session->status = EXIT_USAGE;
    return false;
}

/* What varies is an input or a dim; so is what grows. False after a report. */
static bool split_varying(BenchSide *self, Session *session, size_t n, size_t *n_inputs) {
    const BenchArgs *args = self->args;
    self->varying = calloc(args->varying.n + 1, sizeof *self->varying);
    if (!self->varying) return session_ok(session, TN_E_MEMORY, "bench");
    for (size_t i = 0; i < args->varying.n; i++) {
        bool is_input = false;
        for (size_t k = 0; !is_input && k < n; k++)
            is_input = is_of(self, k, args->varying.names[i]);
        if (is_input) {
            (*n_inputs)++;
        } else if (tn_module_has_dim(self->m, args->run.function, args->varying.names[i])) {
            self->varying[self->n_varying++] = args->varying.names[i];
        } else {
            return no_varying(self, session, args->varying.names[i]);
        }
    }
    if (args->grow.name) self->varying[self->n_varying++] = args->grow.name;
    return true;
}

static bool is_varying_dim(const BenchSide *self, const char *name) {
    bool is = false;
    for (size_t i = 0; !is && i < self->n_varying; i++) is = strcmp(self->varying[i], name) == 0;
    return is;
}

/* The dims that are given, but those that vary. */
static bool bind_dims(BenchSide *self, Session *session, const TnRunOptions *how) {
    TnDim *list = calloc(how->n_dims + 1, sizeof *list);
    size_t n = 0;
    if (!list) return session_ok(session, TN_E_MEMORY, "bench");
    for (size_t i = 0; i < how->n_dims; i++) {
        if (!is_varying_dim(self, how->dims[i].name)) list[n++] = how->dims[i];
    }
    const bool ok =
        !n || session_ok(session, tn_module_bind_dims(self->m, how->function, list, n), self->path);
    free(list);
    return ok;
}

static bool varies(const BenchSide *self, size_t input) {
    const Names *names = &self->args->varying;
    bool is = !is_tensor(self, input);
    for (size_t i = 0; !is && i < names->n; i++) is = is_of(self, input, names->names[i]);
    return is;
}

/* All but the varying parameters become constants; *list keeps the varying ones. */
static bool bind_fixed(BenchSide *self, Session *session, TnInput *list, size_t *n) {
    const BenchArgs *args = self->args;
    const size_t all = *n;
    TnInput *fixed = calloc(all + 1, sizeof *fixed);
    size_t n_fixed = 0;
    if (!fixed) return session_ok(session, TN_E_MEMORY, "bench");
    *n = 0;
    for (size_t i = 0; i < all; i++) {
        if (varies(self, i)) {
            list[(*n)++] = list[i];
        } else {
            fixed[n_fixed++] = list[i];
        }
    }
    const bool ok = session_ok(
        session, tn_module_bind_params(self->m, args->run.function, fixed, n_fixed), "bench");
    free(fixed);
    return ok;
}

static void pass_done(void *user, const TnPassEvent *e) {
    BenchSide *self = user;
    event(self, e->pass, clock_ms() - e->milliseconds, e->milliseconds);
}

static bool optimize(BenchSide *self, Session *session) {
    PassList list;
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .after = pass_done, .user = self};
    bool ok = args_pass_list_init(&list, self->args->level, self->args->passes) ||
              session_ok(session, TN_E_MEMORY, "bench");
    ok = ok && (!list.n ||
                session_ok(session, tn_module_run_passes(self->m, list.names, list.n, &options),
                           "bench"));
    args_pass_list_fini(&list);
    return ok;
}

/* The peak that `tenon check` shows, of the function that runs. */
static size_t peak_of(TnModule *m, const char *function) {
    TnFunctionInfo f;
    size_t peak = 0;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (tn_module_function(m, i, &f) != TN_OK || f.is_prim_func) continue;
        if (function ? strcmp(f.name, function) == 0 : f.peak_bytes > peak) peak = f.peak_bytes;
    }
    return peak;
}

/* Whether places in the code note their time. */
static bool side_notes(const BenchSide *self) {
    return self->args->profile || (self->args->trace && args_backend_has_options(self->backend));
}

static bool make(BenchSide *self, Session *session, TnRunOptions *how) {
    const BenchArgs *args = self->args;
    /* Where dims stay symbolic, they have no one number. */
    if (!args->dynamic && !self->n_varying &&
        !session_ok(session, tn_module_float_operations(self->m, args->run.function, &self->flop),
                    self->path))
        return false;
    self->value_bytes = peak_of(self->m, args->run.function);
    double start = clock_ms();
    how->keep = 1;
    how->backend = self->backend;
    how->threads = self->threads ? self->threads : 1;
    how->as_is = args->level < 2; /* its own -O has been run */
    how->optimized = !how->as_is;
    how->profile = side_notes(self);
    how->events = args->trace ? BENCH_EVENTS : 0;
    how->strict = args->run.strict;
    how->deterministic = args->run.deterministic;
    how->donate = args->run.donate;
    how->specialize = !args->dynamic || args->grow.name;
    how->varying = self->varying;
    how->n_varying = self->n_varying;
    const BestRun best = {
        .verb = "bench", .what = self->path, .falls_back = !args->run.says_backend};
    if (!best_run(session, &best, self->m, how, &self->run)) return false;
    if (how->backend != self->backend) self->threads = 1;
    self->backend = how->backend;
    TnStage s;
    for (size_t i = 0; tn_run_stage(self->run, i, &s) == TN_OK; i++) {
        stage(self, s.name, start, s.milliseconds);
        start += s.milliseconds;
    }
    double first;
    tn_run_times(self->run, NULL, &first);
    event(self, "first run", start, first);
    return true;
}

/* The settings of a run, for a size of what grows. */
static TnRunOptions options_of(const BenchArgs *args, int64_t size) {
    TnRunOptions how = run_args_options(&args->run);
    if (!args->grow.name) return how;
    args->dims[how.n_dims].value = size;
    how.dims = args->dims;
    how.n_dims++;
    return how;
}

bool side_open(BenchSide *self, Session *session, const BenchArgs *args, const char *path) {
    *self = (BenchSide){
        .args = args, .path = path, .backend = run_args_backend(&args->run), .threads = 1};
    if (args->says_threads)
        self->threads = args->threads;
    else if (args_backend_has_options(self->backend))
        self->threads = best_threads(session, args->run.args.target);
    self->ms = calloc(args->iterations, sizeof *self->ms);
    if (!self->ms) return session_ok(session, TN_E_MEMORY, "bench");
    double start = clock_ms();
    session->target = args->run.args.target;
    progress_stage("reading", 0);
    self->m = session_read(session, path);
    if (!self->m) return false;
    lap(self, "read", &start);
    TnRunOptions how = options_of(args, args->grow.value);
    how.inputs_only = 1;
    if (!session_ok(session, tn_run(self->m, &how, &self->drawn), path)) return false;
    if (args->run.n_inputs) run_args_say_drawn(&args->run, "bench", self->drawn);
    size_t n = tn_run_input_count(self->drawn);
    TnInput *inputs = inputs_of(self->drawn);
    bool ok = inputs || session_ok(session, TN_E_MEMORY, "bench");
    start = clock_ms();
    size_t n_inputs = 0;
    ok = ok && split_varying(self, session, n, &n_inputs);
    if (ok && n_inputs) ok = bind_fixed(self, session, inputs, &n);
    if (ok && !args->dynamic) ok = bind_dims(self, session, &how);
    if (ok && side_notes(self))
        ok = session_ok(session, tn_module_note_origins(self->m), self->path);
    start = clock_ms();
    progress_stage("passes", 0);
    ok = ok && optimize(self, session);
    if (ok) {
        lap(self, "optimize", &start);
        /* Passes may have changed dtypes. */
        how = (TnRunOptions){TN_SIZED(TnRunOptions), .function = how.function, .inputs = inputs,
                             .n_inputs = n, .convert = 1};
        ok = make(self, session, &how);
    }
    free(inputs);
    return ok;
}

bool side_run(BenchSide *self, Session *session, bool keep) {
    const double start = clock_ms();
    double ms;
    TnStatus status;
    if (self->args->grow.name) {
        const TnRunOptions how = options_of(self->args, self->args->grow.value + (int64_t)self->n);
        status = tn_run_with(self->run, &how, &ms);
    } else {
        status = tn_run_again(self->run, NULL);
        ms = clock_ms() - start;
    }
    if (!session_ok(session, status, self->path)) return false;
    event(self, keep ? "run" : "warm-up", start, ms);
    if (keep) {
        self->ms[self->n++] = ms;
        self->total_ms += ms;
    }
    return true;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool side_settle(BenchSide *self, Session *session) {
    qsort(self->ms, self->n, sizeof *self->ms, ascending);
    return session_ok(session, tn_run_memory(self->run, &self->memory), self->path);
}

double side_percentile(const BenchSide *self, double percent) {
    size_t at = (size_t)((double)self->n * percent / 100);
    return self->ms[at < self->n ? at : self->n - 1];
}

double side_bytes(const BenchSide *self) {
    const TnRunMemory *m = &self->memory;
    return (double)m->input_bytes + (double)m->output_bytes + (double)m->constant_bytes;
}

void side_close(BenchSide *self) {
    tn_run_free(self->run);
    tn_run_free(self->drawn);
    tn_module_free(self->m);
    free(self->varying);
    free(self->events.at);
    free(self->ms);
}
