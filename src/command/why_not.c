/* SPDX-License-Identifier: Apache-2.0 */
/* tenon why-not M --rule R: the deepest partial match, and what failed there. */
#include "command/command.h"

#include <errno.h>

enum { KEY_RULE = KEY_OWN, KEY_AT, KEY_RULES };

typedef struct {
    Args args;
    const char *rule, *at, *rules;
} WhyArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    WhyArgs *self = state->input;
    switch (key) {
    case KEY_RULE: self->rule = arg; return 0;
    case KEY_AT: self->at = arg; return 0;
    case KEY_RULES: self->rules = arg; return 0;
    case ARGP_KEY_SUCCESS:
        if (!self->rule) return args_error(state, "--rule is missing");
        return args_key(&self->args, key, arg, state);
    default: return args_key(&self->args, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the answer to FILE (default: standard output)"),
    ARGS_OPERATORS,
    ARGS_JSON,
    {"rule", KEY_RULE, "R", 0, "the rule's name (must be given)", 1},
    {"at", KEY_AT, "VAR", 0,
     "the variable whose binding would be the pattern's result (default: the nearest to a match)",
     1},
    {"rules", KEY_RULES, "FILE", 0, "the rule stands in FILE (default: the built-in ones)", 1},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Says why the rule R does not apply in the module M: where it came nearest, and which condition failed first. "
        "The module is not changed."
        "\v" EXIT_HELP "\n\nExample:\n  tenon why-not net.py --rule CombineParallelMatmul --at y1",
};

static void explain(Session *session, const WhyArgs *why) {
    TnRules *rules = NULL;
    TnText text;
    TnModule *m = session_read(session, why->args.operands[0]);
    bool ok = m != NULL;
    if (ok && why->rules)
        ok = session_ok(session, tn_rules_read_for(m, why->rules, &rules), why->rules);
    if (ok &&
        session_ok(session, tn_module_why_not(m, rules, why->rule, why->at, &text), "why-not")) {
        Report r;
        if (why->args.json) {
            json_t *j = json_pack("{s:o, s:o, s:o}", "rule", json_text(why->rule), "at",
                                  json_text(why->at), "answer", json_text(text.ptr));
            session_write_json(session, why->args.output, j);
        } else if (report_begin(&r, session)) {
            fprintf(r.file, "%s: %s\n", why->rule, text.ptr);
            report_write(&r, session, why->args.output);
        }
        tn_text_free(&text);
    }
    tn_rules_free(rules);
    tn_module_free(m);
}

int cmd_why_not(int argc, char **argv) {
    WhyArgs why = {.args = {.min_operands = 1, .max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &why);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &why.args) && session_operators(&session, &why.args))
        explain(&session, &why);
    return session_end(&session);
}
