/* SPDX-License-Identifier: Apache-2.0 */
/* tenon passes */
#include "command/command.h"

#include <string.h>

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    return args_key(state->input, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP, ARGS_OUTPUT("write the list to FILE"), ARGS_JSON, {0}};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .doc = "Lists the passes that 'tenon opt --passes' can run, with their options, as in "
           "'LegalizeOps(set=core)', "
           "and what each -O level runs, in order."
           "\v" EXIT_HELP "\n\nExample:\n  tenon passes",
};

enum { MAX_LEVEL = 2 };

static bool runs(unsigned level, const char *name) {
    const char *pass;
    for (size_t i = 0; (pass = tn_pass_of_level(level, i)); i++) {
        const size_t n = strcspn(pass, "(");
        if (strlen(name) == n && memcmp(pass, name, n) == 0) return true;
    }
    return false;
}

/* The index-th option of the i-th pass; false when there is none, or after a report. */
static bool option(Session *session, size_t i, size_t index, TnPassOptionInfo *out) {
    const TnStatus status = tn_pass_option(session->ctx, i, index, out);
    return status != TN_E_USAGE && session_ok(session, status, "passes");
}

static json_t *json_options(Session *session, size_t i) {
    json_t *list = json_array();
    TnPassOptionInfo o;
    for (size_t k = 0; option(session, i, k, &o); k++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", o.name, "doc", o.doc, "values", o.values,
                                              "default", o.default_value));
    return list;
}

static void print_json(Session *session, const char *output) {
    json_t *list = json_array();
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) {
        json_t *levels = json_array();
        for (unsigned level = 0; level <= MAX_LEVEL; level++) {
            if (runs(level, pass.name)) json_array_append_new(levels, json_integer(level));
        }
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o}", "name", pass.name, "doc", pass.doc,
                                              "levels", levels, "options", json_options(session, i)));
    }
    session_write_json(session, output, list);
}

static void print_text(Session *session, const char *output) {
    Report r;
    TnPassInfo pass;
    if (!report_begin(&r, session)) return;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) {
        TnPassOptionInfo o;
        fprintf(r.file, "%-28s %s\n", pass.name, pass.doc);
        for (size_t k = 0; option(session, i, k, &o); k++)
            fprintf(r.file, "  %-26s %s (%s; default: %s)\n", o.name, o.doc, o.values, o.default_value);
    }
    for (unsigned level = 0; level <= MAX_LEVEL; level++) {
        const char *name;
        fprintf(r.file, "-O%u:", level);
        for (size_t i = 0; (name = tn_pass_of_level(level, i)); i++) fprintf(r.file, " %s", name);
        fputc('\n', r.file);
    }
    report_write(&r, session, output);
}

int cmd_passes(int argc, char **argv) {
    Args args = {.max_operands = 0};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &args))
        (args.json ? print_json : print_text)(&session, args.output);
    return session_end(&session);
}
