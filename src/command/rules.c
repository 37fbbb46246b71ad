/* SPDX-License-Identifier: Apache-2.0 */
/* tenon rules list|test [F]: the rules of a file, or the built-in ones. */
#include "command/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SEED = KEY_OWN, KEY_COUNT, KEY_RULE, KEY_COVERAGE };

typedef struct {
    Args args;
    unsigned long seed, count;
    const char *rule;
    bool coverage;
} RulesArgs;

static error_t number(const char *arg, const char *option, unsigned long *out,
                      struct argp_state *state) {
    char *end;
    errno = 0;
    *out = strtoul(arg, &end, 10);
    const bool digit = arg[0] >= '0' && arg[0] <= '9';
    return digit && !*end && !errno ? 0
                                    : args_error(state, "%s takes a number, not '%s'", option, arg);
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    RulesArgs *self = state->input;
    switch (key) {
    case KEY_SEED: return number(arg, "--seed", &self->seed, state);
    case KEY_COUNT: return number(arg, "--count", &self->count, state);
    case KEY_RULE: self->rule = arg; return 0;
    case KEY_COVERAGE: self->coverage = true; return 0;
    case ARGP_KEY_SUCCESS:
        if (self->args.n && strcmp(self->args.operands[0], "list") != 0 &&
            strcmp(self->args.operands[0], "test") != 0) {
            return args_error(state, "expected 'list' or 'test', not '%s'", self->args.operands[0]);
        }
        return args_key(&self->args, key, arg, state);
    default: return args_key(&self->args, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write what is found to FILE (default: standard output)"),
    ARGS_JSON,
    {"seed", KEY_SEED, "N", 0, "draw other modules (default 0)", 1},
    {"count", KEY_COUNT, "N", 0, "compare so many modules a rule (default 100)", 1},
    {"rule", KEY_RULE, "R", 0, "this rule only (default: all)", 1},
    {"coverage", KEY_COVERAGE, NULL, 0,
     "of each rule, the attributes' values in the modules compared", 1},
    ARGS_OPERATORS,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "list|test [F]",
    .doc =
        "'list' shows the rules of the file F (without F: the built-in ones). 'test' tests each: modules that its pattern "
        "matches are drawn, rewritten, and run before and after on the same inputs, special numbers among them. A "
        "counterexample is made small and shown. Rules on operators of one's own need --operators."
        "\v"
        "Exit status: 0 no counterexample, 1 wrong usage, 2 a rule is wrong, or no module was found that it matches, 3 a "
        "counterexample, 4 a fault of tenon, 5 a file could not be read or written, or out of memory."
        "\n\nExample:\n  tenon rules test my_rules.py",
};

typedef struct {
    size_t tested, bad, missing, failed; /* rules; failed: whose test came to no end */
} RuleCounts;

/* False: nothing more can be done. */
static bool test(Session *session, FILE *out, TnRules *rules, size_t i, const RulesArgs *self,
                 RuleCounts *counts) {
    const char *name;
    TnRuleTest result;
    TnText text, seen = {.ptr = NULL};
    tn_rules_get(rules, i, &name, NULL);
    const TnStatus status = tn_rules_test_seen(rules, i, self->seed, self->count, &result, &text,
                                               self->coverage ? &seen : NULL);
    if (status != TN_OK && status != TN_E_DIFFER) {
        session_ok(session, status, name);
        counts->failed++;
        return status == TN_E_LIMIT; /* that rule's doing: the others get their turn */
    }
    fprintf(out, "%s: %zu modules of %zu kinds compared (%zu drawn)%s\n", name, result.applied,
            result.kinds, result.drawn,
            result.differs   ? ": WRONG"
            : result.applied ? ""
                             : ": no module was found that it matches");
    if (seen.ptr) fprintf(out, "%s", seen.ptr);
    if (text.ptr) fprintf(out, "%s", text.ptr);
    tn_text_free(&seen);
    tn_text_free(&text);
    counts->bad += result.differs != 0;
    counts->missing += !result.differs && !result.applied;
    return true;
}

/* The rules may use the definitions of --operators, which a module has: `*module` is one for
 * that. */
static bool read_rules(Session *session, const RulesArgs *self, TnModule **module,
                       TnRules **rules) {
    const char *path = self->args.n > 1 ? self->args.operands[1] : NULL;
    TnStatus status = TN_OK;
    *module = NULL;
    if (!session_operators(session, &self->args)) return false;
    static const char any[] = "@R.function\ndef main(x: R.Tensor((), \"bool\")):\n    return x\n";
    if (self->args.operators && path)
        status = tn_module_parse(session->ctx, "any", any, sizeof any - 1, module);
    if (status == TN_OK)
        status = *module ? tn_rules_read_for(*module, path, rules)
                 : path  ? tn_rules_read(session->ctx, path, rules)
                         : tn_rules_builtin(session->ctx, rules);
    if (session_ok(session, status, path ? path : "built-in rules")) return true;
    tn_module_free(*module);
    return false;
}

/* False after a report: there is no rule of the name that is given. */
static bool has_rule(Session *session, const RulesArgs *self, const TnRules *rules) {
    const size_t n = tn_rules_count(rules);
    const char **names = calloc(n + 1, sizeof *names), *doc;
    bool found = !self->rule;
    if (!names) return session_ok(session, TN_E_MEMORY, "rules");
    for (size_t i = 0; i < n; i++) {
        tn_rules_get(rules, i, &names[i], &doc);
        found = found || strcmp(names[i], self->rule) == 0;
    }
    if (!found) {
        fprintf(stderr, "tenon rules: there is no rule '%s'\n", self->rule);
        args_print_names(self->rule, names, n);
        session->status = EXIT_MODEL;
    }
    free(names);
    return found;
}

static void run(Session *session, const RulesArgs *self) {
    TnRules *rules;
    TnModule *module;
    if (!read_rules(session, self, &module, &rules)) return;
    Report r;
    RuleCounts counts = {.tested = 0};
    if (has_rule(session, self, rules) && report_begin(&r, session)) {
        for (size_t i = 0; i < tn_rules_count(rules); i++) {
            const char *name, *doc;
            tn_rules_get(rules, i, &name, &doc);
            if (self->rule && strcmp(self->rule, name) != 0) continue;
            counts.tested++;
            if (strcmp(self->args.operands[0], "list") == 0) {
                fprintf(r.file, "%-36s %.*s\n", name, doc ? (int)strcspn(doc, "\n") : 0,
                        doc ? doc : "");
            } else if (!test(session, r.file, rules, i, self, &counts)) {
                break;
            }
        }
        if (strcmp(self->args.operands[0], "test") == 0) {
            fprintf(r.file, "%zu rules: %zu right, %zu wrong, %zu without a module", counts.tested,
                    counts.tested - counts.bad - counts.missing - counts.failed, counts.bad,
                    counts.missing);
            if (counts.failed) fprintf(r.file, ", %zu whose test failed", counts.failed);
            fputc('\n', r.file);
        }
        report_write(&r, session, self->args.output);
        if (counts.bad)
            session->status = EXIT_DIFFER;
        else if ((counts.missing || !counts.tested) && session->status == EXIT_OK)
            session->status = EXIT_MODEL;
    }
    tn_rules_free(rules);
    tn_module_free(module);
}

int cmd_rules(int argc, char **argv) {
    RulesArgs self = {.args = {.min_operands = 1, .max_operands = 2}, .count = 100};
    const int status = args_parse(&argp, argc, argv, &self);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &self.args)) run(&session, &self);
    return session_end(&session);
}
