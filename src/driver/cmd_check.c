/* SPDX-License-Identifier: Apache-2.0 */
/* tenon check M */
#include "driver/command.h"

enum { KEY_TRAIN = KEY_OWN };

typedef struct {
    Args args;
    bool train;
} CheckArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    CheckArgs *self = state->input;
    if (key != KEY_TRAIN) return args_key(&self->args, key, arg, state);
    self->train = true;
    return 0;
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the summary to FILE"),
    {"json", KEY_JSON, NULL, 0,
     "machine-readable: one object; of a wrong model, its diagnostics as an array", 0},
    {"train", KEY_TRAIN, NULL, 0, "also check what training needs (not built yet)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc = "Reports all that is wrong with the model M at once. Of a sound one it shows, function "
           "by function, the "
           "parameters and the most memory that values take at once, each freed after its last "
           "use. A size that is "
           "known only in a run counts as 0 and is counted as dynamic."
           "\v" EXIT_HELP "\n\nExample:\n  tenon check net.py",
};

static void print_text(Session *session, TnModule *m, const char *path, const char *output) {
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

static void print_json(Session *session, TnModule *m, const char *path, const char *output) {
    json_t *functions = json_array();
    TnFunctionInfo f;
    (void)path;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (!session_ok(session, tn_module_function(m, i, &f), "check")) break;
        if (!f.is_prim_func) json_array_append_new(functions, json_function(&f));
    }
    if (session->status == EXIT_OK) {
        json_t *constants =
            json_pack("{s:I, s:I}", "count", (json_int_t)tn_module_constant_count(m), "bytes",
                      (json_int_t)tn_module_constant_bytes(m));
        session_write_json(session, output,
                           json_pack("{s:O, s:o}", "functions", functions, "constants", constants));
    }
    json_decref(functions);
}

int cmd_check(int argc, char **argv) {
    CheckArgs args = {.args = {.min_operands = 1, .max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    TnModule *m = NULL;
    const char *path = args.args.operands[0];
    if (session_begin(&session, args.args.json)) {
        if (args.train) {
            session_unbuilt(&session, "--train");
        } else {
            m = session_read(&session, path);
        }
    }
    if (m) (args.args.json ? print_json : print_text)(&session, m, path, args.args.output);
    tn_module_free(m);
    return session_end(&session);
}
