/* SPDX-License-Identifier: Apache-2.0 */
/* tenon passes */
#include "command/command.h"

#include <string.h>

enum { KEY_LISTS = KEY_OWN };

typedef struct {
    Args args; /* first: args_key takes it */
    bool lists;
} PassesArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    PassesArgs *self = state->input;
    if (key != KEY_LISTS) return args_key(&self->args, key, arg, state);
    self->lists = true;
    return 0;
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the list to FILE (default: standard output)"),
    ARGS_JSON,
    {"lists", KEY_LISTS, NULL, 0, "only the lists: of the levels, and what compiling runs", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .doc =
        "Lists the passes that 'tenon opt --passes' can run, with their options, as in 'LegalizeOps(set=core)', "
        "what each -O level runs, and what compiling runs on its own, in order. --json is an array of the passes; with "
        "--lists it is an object of the lists."
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
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", o.name, "doc", o.doc,
                                              "values", o.values, "default", o.default_value));
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
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o, s:o}", "name", pass.name, "doc", pass.doc,
                                        "levels", levels, "options", json_options(session, i)));
    }
    session_write_json(session, output, list);
}

/* What compiling runs. */
static const char *const lists[] = {"c", "native"};

static json_t *json_item(const TnPassItem *item) {
    json_t *when = json_array();
    for (size_t i = 0; item->when[i]; i++) json_array_append_new(when, json_string(item->when[i]));
    return json_pack("{s:s, s:o}", item->is_step ? "step" : "pass", item->text, "when", when);
}

static void print_lists_json(Session *session, const char *output) {
    json_t *out = json_object();
    for (unsigned level = 0; level <= MAX_LEVEL; level++) {
        char name[8];
        const char *pass;
        json_t *list = json_array();
        for (size_t i = 0; (pass = tn_pass_of_level(level, i)); i++)
            json_array_append_new(list, json_pack("{s:s, s:[]}", "pass", pass, "when"));
        snprintf(name, sizeof name, "-O%u", level);
        json_object_set_new(out, name, list);
    }
    for (size_t k = 0; k < COUNT_OF(lists); k++) {
        TnPassItem item;
        json_t *list = json_array();
        for (size_t i = 0; tn_pass_of_list(lists[k], i, &item) == TN_OK; i++)
            json_array_append_new(list, json_item(&item));
        json_object_set_new(out, lists[k], list);
    }
    session_write_json(session, output, out);
}

static void print_lists(FILE *f) {
    for (unsigned level = 0; level <= MAX_LEVEL; level++) {
        const char *name;
        fprintf(f, "-O%u:", level);
        for (size_t i = 0; (name = tn_pass_of_level(level, i)); i++) fprintf(f, " %s", name);
        fputc('\n', f);
    }
    for (size_t k = 0; k < COUNT_OF(lists); k++) {
        TnPassItem item;
        fprintf(f, "-%s:\n", lists[k]);
        for (size_t i = 0; tn_pass_of_list(lists[k], i, &item) == TN_OK; i++) {
            char text[128];
            snprintf(text, sizeof text, item.is_step ? "(%s)" : "%s", item.text);
            fprintf(f, item.when[0] ? "  %-26s" : "  %s", text);
            for (size_t w = 0; item.when[w]; w++) fprintf(f, "%s%s", w ? ", " : " ", item.when[w]);
            fputc('\n', f);
        }
    }
}

static void print_text(Session *session, const char *output, bool only_lists) {
    Report r;
    TnPassInfo pass;
    if (!report_begin(&r, session)) return;
    for (size_t i = 0; !only_lists && tn_pass_get(i, &pass) == TN_OK; i++) {
        TnPassOptionInfo o;
        fprintf(r.file, "%-28s %s\n", pass.name, pass.doc);
        for (size_t k = 0; option(session, i, k, &o); k++)
            fprintf(r.file, "  %-26s %s (%s; default: %s)\n", o.name, o.doc, o.values,
                    o.default_value);
    }
    print_lists(r.file);
    report_write(&r, session, output);
}

int cmd_passes(int argc, char **argv) {
    PassesArgs self = {.args = {.max_operands = 0}};
    const int status = args_parse(&argp, argc, argv, &self);
    if (status >= 0) return status;
    Session session;
    const char *output = self.args.output;
    if (session_begin(&session, &self.args)) {
        if (!self.args.json)
            print_text(&session, output, self.lists);
        else
            (self.lists ? print_lists_json : print_json)(&session, output);
    }
    return session_end(&session);
}
