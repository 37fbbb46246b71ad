/* SPDX-License-Identifier: Apache-2.0 */
/* tenon check M */
#include <string.h>

#include "command/run_args.h"

enum { KEY_TRAIN = KEY_OWN, KEY_MESH, KEY_SHARD };

typedef struct {
    RunArgs run; /* first; what --dim says */
    bool train;
    const char *mesh, *shard;
} CheckArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    CheckArgs *self = state->input;
    switch (key) {
    case KEY_TRAIN: self->train = true; return 0;
    case KEY_MESH: self->mesh = arg; return 0;
    case KEY_SHARD: self->shard = arg; return 0;
    default: return run_args_key(&self->run, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the summary to FILE (default: standard output)"),
    {"json", KEY_JSON, NULL, 0,
     "machine-readable: one object; of a wrong model, its diagnostics as an array", 0},
    {"dim", KEY_DIM, "NAME=N", 0, "a symbolic dim, for the memory of a run; may be repeated", 0},
    ARGS_LENGTH,
    {"mesh", KEY_MESH, "AXIS=N,...", 0,
     "what each rank of a mesh holds and moves, by the pass Distribute, from types alone (default: none)",
     0},
    {"shard", KEY_SHARD, "NAME=AXIS|_,...;...", 0,
     "of --mesh: how parameters lie, as the pass has it (default: none)", 0},
    {"function", KEY_FUNCTION, "F", 0,
     "of --mesh: the function (default: the only public one, else main)", 0},
    {"train", KEY_TRAIN, NULL, 0, "also check what training needs (not built yet)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Reports all that is wrong with the model M at once. Of a sound one it shows, function "
        "by function, the "
        "parameters and the most memory that values take at once, each freed after its last "
        "use. A size that is "
        "known only in a run counts as 0 and is counted as dynamic. Then, for each public function, "
        "what a run of the compiled module takes: the arena as it is planned, constants, inputs and outputs."
        "\v" EXIT_HELP "\n\nExample:\n  tenon check net.py\n"
        "  tenon check net.py --mesh data=4,model=2 --shard 'x=data,_; w1=_,model'",
};

static bool has_name(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

/* Are all dims that are given some function's? */
static bool check_dims(Session *session, TnModule *m, const RunArgs *run) {
    enum { MOST = 256 };
    const char *names[MOST], *name;
    TnFunctionInfo f;
    for (size_t d = 0; d < run->n_dims; d++) {
        if (tn_module_has_dim(m, NULL, run->dims[d].name)) continue;
        size_t n = 0;
        for (size_t i = 0; tn_module_function(m, i, &f) == TN_OK; i++) {
            for (size_t k = 0;
                 !f.is_prim_func && n < MOST && (name = tn_module_dim_name(m, f.name, k)); k++)
                if (!has_name(names, n, name)) names[n++] = name;
        }
        fprintf(stderr, "tenon check: --dim: '%s' is no symbolic dim of any function\n",
                run->dims[d].name);
        args_print_names(run->dims[d].name, names, n);
        session->status = EXIT_MODEL;
    }
    return session->status == EXIT_OK;
}

/* None where the module cannot be compiled: it can be evaluated all the same. */
static size_t memory_rows(TnModule *m, const RunArgs *run, const TnMemory **rows) {
    size_t n = 0;
    return tn_module_memory(m, run->dims, run->n_dims, rows, &n) == TN_OK ? n : 0;
}

static void print_memory(FILE *file, const TnMemory *m) {
    fprintf(file, "run of %s: ", m->function);
    if (m->missing) {
        fprintf(file, "bytes depend on %s (--dim)", m->missing);
    } else {
        fprintf(file, "%zu bytes: arena %zu, constants %zu, inputs %zu, outputs %zu", m->peak_bytes,
                m->arena_bytes, m->constant_bytes, m->input_bytes, m->output_bytes);
        fprintf(file, "\n  in the arena: at least %zu at once, %zu without a plan", m->arena_bound,
                m->value_bytes);
    }
    if (m->allocated)
        fprintf(file, "\n  allocated besides, of sizes that depend on data: %zu values, made at %s",
                m->allocated, m->allocated_at);
    fputc('\n', file);
}

static json_t *json_memory(const TnMemory *m) {
    return json_pack("{s:o, s:o*, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "function",
                     json_text(m->function), "missing", m->missing ? json_text(m->missing) : NULL,
                     "peak_bytes", (json_int_t)m->peak_bytes, "arena_bytes",
                     (json_int_t)m->arena_bytes, "arena_bound", (json_int_t)m->arena_bound,
                     "value_bytes", (json_int_t)m->value_bytes, "constant_bytes",
                     (json_int_t)m->constant_bytes, "input_bytes", (json_int_t)m->input_bytes,
                     "output_bytes", (json_int_t)m->output_bytes, "allocated",
                     (json_int_t)m->allocated, "allocated_at", json_text(m->allocated_at));
}

static void print_text(Session *session, TnModule *m, const RunArgs *run) {
    const char *path = run->args.operands[0], *output = run->args.output;
    Report r;
    TnFunctionInfo f;
    if (!report_begin(&r, session)) return;
    fprintf(r.file, "%s: no errors\n", path);
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (!session_ok(session, tn_module_function(m, i, &f), "check")) break;
        if (f.is_prim_func) continue;
        fprintf(r.file, "function %s\n", f.name);
        fprintf(r.file, "  parameters: %zu, %zu elements, %zu bytes", f.params, f.param_elements,
                f.param_bytes);
        if (f.dynamic_params) fprintf(r.file, ", and %zu dynamic", f.dynamic_params);
        fprintf(r.file, "\n  peak of values: %zu bytes", f.peak_bytes);
        if (f.dynamic_values) fprintf(r.file, ", and %zu dynamic", f.dynamic_values);
        fputc('\n', r.file);
    }
    const TnMemory *rows;
    const size_t n = memory_rows(m, run, &rows);
    for (size_t i = 0; i < n; i++) print_memory(r.file, &rows[i]);
    fprintf(r.file, "constants: %zu, %zu bytes\n", tn_module_constant_count(m),
            tn_module_constant_bytes(m));
    report_write(&r, session, output);
}

static json_t *json_function(const TnFunctionInfo *f) {
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I}", "name", json_text(f->name), "params",
                     (json_int_t)f->params, "param_elements", (json_int_t)f->param_elements,
                     "param_bytes", (json_int_t)f->param_bytes, "dynamic_params",
                     (json_int_t)f->dynamic_params, "peak_bytes", (json_int_t)f->peak_bytes,
                     "dynamic_values", (json_int_t)f->dynamic_values);
}

static void print_json(Session *session, TnModule *m, const RunArgs *run) {
    json_t *functions = json_array(), *runs = json_array();
    TnFunctionInfo f;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (!session_ok(session, tn_module_function(m, i, &f), "check")) break;
        if (!f.is_prim_func) json_array_append_new(functions, json_function(&f));
    }
    if (session->status == EXIT_OK) {
        json_t *constants =
            json_pack("{s:I, s:I}", "count", (json_int_t)tn_module_constant_count(m), "bytes",
                      (json_int_t)tn_module_constant_bytes(m));
        const TnMemory *rows;
        const size_t n = memory_rows(m, run, &rows);
        for (size_t i = 0; i < n; i++) json_array_append_new(runs, json_memory(&rows[i]));
        session_write_json(session, run->args.output,
                           json_pack("{s:O, s:O, s:o}", "functions", functions, "runs", runs,
                                     "constants", constants));
    }
    json_decref(functions);
    json_decref(runs);
}

/* --mesh */

static void print_ranks(Session *session, const TnRankBytes *r, const char *output) {
    Report to;
    if (!report_begin(&to, session)) return;
    fprintf(to.file, "%s on %zu ranks, of each:\n", r->function, r->ranks);
    fprintf(to.file, "  parameters: %.0f bytes\n  values: %.0f bytes\n  results: %.0f bytes\n",
            r->parameter_bytes, r->value_bytes, r->result_bytes);
    fprintf(to.file,
            "  moved: %.0f bytes, by %zu allreduce, %zu allgather, %zu reduce_scatter, "
            "%zu alltoall, %zu permute\n",
            r->moved_bytes, r->allreduces, r->allgathers, r->reduce_scatters, r->alltoalls,
            r->permutes);
    fputs(r->report, to.file);
    report_write(&to, session, output);
}

static void write_json_ranks(Session *session, const TnRankBytes *r, const char *output) {
    session_write_json(session, output,
                       json_pack("{s:o, s:I, s:f, s:f, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:o}",
                                 "function", json_text(r->function), "ranks", (json_int_t)r->ranks,
                                 "parameter_bytes", r->parameter_bytes, "value_bytes",
                                 r->value_bytes, "result_bytes", r->result_bytes, "moved_bytes",
                                 r->moved_bytes, "allreduces", (json_int_t)r->allreduces,
                                 "allgathers", (json_int_t)r->allgathers, "reduce_scatters",
                                 (json_int_t)r->reduce_scatters, "alltoalls",
                                 (json_int_t)r->alltoalls, "permutes", (json_int_t)r->permutes,
                                 "report", json_text(r->report)));
}

static void check_ranks(Session *session, TnModule *m, const CheckArgs *args) {
    const RunArgs *run = &args->run;
    TnRankBytes r;
    if (!session_ok(session,
                    tn_module_rank_bytes(m, run->function, args->mesh, args->shard, run->dims,
                                         run->n_dims, &r),
                    "check"))
        return;
    (run->args.json ? write_json_ranks : print_ranks)(session, &r, run->args.output);
}

int cmd_check(int argc, char **argv) {
    CheckArgs args = {.run = {.args = {.min_operands = 1, .max_operands = 1}}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return run_args_free(&args.run, status);
    Session session;
    TnModule *m = NULL;
    const char *path = args.run.args.operands[0];
    const bool json = args.run.args.json;
    if (session_begin(&session, &args.run.args)) {
        if (!args.mesh && (args.shard || args.run.function)) {
            fprintf(stderr, "tenon check: %s is of --mesh\n",
                    args.shard ? "--shard" : "--function");
            session.status = EXIT_USAGE;
        } else if (args.train) {
            session_unbuilt(&session, "--train");
        } else {
            m = session_read(&session, path);
        }
    }
    if (m && check_dims(&session, m, &args.run) && args.mesh)
        check_ranks(&session, m, &args);
    else if (m && session.status == EXIT_OK)
        (json ? print_json : print_text)(&session, m, &args.run);
    tn_module_free(m);
    return run_args_free(&args.run, session_end(&session));
}
