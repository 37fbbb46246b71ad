/* SPDX-License-Identifier: Apache-2.0 */
/* tenon target: targets as the text that a file of one has. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/machine.h"

enum { KEY_LIST = KEY_OWN, KEY_MEASURE, VALUE_BYTES = 64 };

typedef struct {
    Args args; /* first: args_key takes it */
    bool list, measure;
} TargetArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    TargetArgs *self = state->input;
    switch (key) {
    case KEY_LIST: self->list = true; return 0;
    case KEY_MEASURE: self->measure = true; return 0;
    case ARGP_KEY_END:
        if (self->list && (self->measure || self->args.n))
            return args_error(state, "--list is of all names, without T and --measure");
        if (self->measure && self->args.n)
            return args_error(state, "--measure is of this machine, without T");
        break;
    default: break;
    }
    return args_key(&self->args, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write it to FILE, which --target of other verbs takes (default: standard output)"),
    ARGS_JSON,
    {"list", KEY_LIST, NULL, 0, "the names of the table", 0},
    {"measure", KEY_MEASURE, NULL, 0,
     "this machine as it is: half a second of loops that should have it alone", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "[T]",
    .doc = "Shows the target T: a name of the table, a triple such as x86_64-linux-gnu, or a file; "
           "without T, this "
           "machine as the table has it. Passes, library choices and code go by it, and nothing is "
           "measured unasked."
           "\v" EXIT_HELP "\n\nExample:\n  tenon target --measure -o here.target\n  tenon bench "
           "net.onnx --target here.target",
};

static void list(Session *session, const char *output) {
    const char *name;
    if (session->json) {
        json_t *names = json_array();
        for (size_t i = 0; (name = tn_target_name(i)); i++)
            json_array_append_new(names, json_string(name));
        session_write_json(session, output, names);
        return;
    }
    Report r;
    if (!report_begin(&r, session)) return;
    for (size_t i = 0; (name = tn_target_name(i)); i++) fprintf(r.file, "%s\n", name);
    report_write(&r, session, output);
}

static double threads(void) { return machine_threads(); }
static double l1(void) { return (double)machine_cache_bytes(1); }
static double l2(void) { return (double)machine_cache_bytes(2); }
static double l3(void) { return (double)machine_cache_bytes(3); }
static double peak(void) { return machine_peak(1); }
static double cache(void) { return machine_cache(machine_cache_bytes(2) / 2); }
static double memory(void) { return machine_memory(1); }
static double memory_all(void) { return machine_memory(machine_threads()); }

/* What can be measured; the rest is as the table says. */
static const struct {
    const char *name;
    double (*measure)(void); /* 0: it cannot after all */
} measures[] = {
    {"l1_bytes", l1},       {"l2_bytes", l2},
    {"l3_bytes", l3},       {"threads", threads},
    {"peak_gflops", peak},  {"cache_gbs", cache},
    {"memory_gbs", memory}, {"memory_all_gbs", memory_all},
};

/* The field's value on this machine, in place of the table's. */
static void measure(const TnTargetField *f, char value[VALUE_BYTES]) {
    for (size_t i = 0; i < COUNT_OF(measures); i++) {
        if (strcmp(measures[i].name, f->name) != 0) continue;
        const double own = measures[i].measure();
        if (own > 0) snprintf(value, VALUE_BYTES, own < 1e4 ? "%.4g" : "%.0f", own);
    }
}

static json_t *json_value(const TnTargetField *f, const char *value) {
    if (f->is_text) return json_string(value);
    const bool is_integer = value[strspn(value, "0123456789")] == '\0';
    return is_integer ? json_integer(strtoll(value, NULL, 10)) : json_real(strtod(value, NULL));
}

static void show(Session *session, const TargetArgs *args) {
    const char *target = args->args.n ? args->args.operands[0] : "host";
    Report r;
    TnTargetField f;
    TnStatus status;
    json_t *json = json_object();
    if (!report_begin(&r, session)) return;
    for (size_t i = 0; (status = tn_target_field(session->ctx, target, i, &f)) == TN_OK; i++) {
        char value[VALUE_BYTES];
        snprintf(value, sizeof value, "%s", f.value);
        if (args->measure) measure(&f, value);
        json_object_set_new(json, f.name, json_value(&f, value));
        fprintf(r.file, "%s = %s  # %s\n", f.name, value, f.doc);
    }
    const bool ok = status == TN_E_USAGE || session_ok(session, status, target);
    if (ok && !session->json) {
        report_write(&r, session, args->args.output);
    } else {
        fclose(r.file);
        free(r.text);
    }
    if (ok && session->json)
        session_write_json(session, args->args.output, json);
    else
        json_decref(json);
}

int cmd_target(int argc, char **argv) {
    TargetArgs self = {.args = {.max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &self);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &self.args)) {
        if (self.list)
            list(&session, self.args.output);
        else
            show(&session, &self);
    }
    return session_end(&session);
}
