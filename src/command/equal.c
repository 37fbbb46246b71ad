/* SPDX-License-Identifier: Apache-2.0 */
/* tenon equal A B */
#include "command/command.h"

#include <string.h>

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    Args *args = state->input;
    if (key == ARGP_KEY_END && args->n == 2 && strcmp(args->operands[0], "-") == 0 &&
        strcmp(args->operands[1], "-") == 0) {
        return args_error(state, "only one of the two can be standard input");
    }
    return args_key(args, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the difference to FILE (default: standard output)"),
    ARGS_JSON,
    {0}};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "A B",
    .doc = "Are the modules A and B structurally equal? Names of variables, parameters and symbols "
           "do not "
           "count, nor do blocks without bindings. Prints the first difference."
           "\vExit status: 0 equal, 3 not, 1 wrong usage, 2 a module is wrong or unsupported, 4 a "
           "fault of tenon (a "
           "reproducer is written), 5 a file could not be read or written, or out of memory.\n\n"
           "Example:\n  tenon equal net.py optimized.py",
};

static void compare(Session *session, const Args *args, TnModule *a, TnModule *b) {
    TnText why;
    const TnStatus status = tn_module_equal(a, b, &why);
    const bool equal = session_ok(session, status, "equal");
    if (!equal && status != TN_E_DIFFER) return;
    if (args->json) {
        json_t *j = json_pack("{s:b, s:o}", "equal", equal, "difference",
                              json_text(equal ? NULL : why.ptr));
        session_write_json(session, args->output, j);
    } else if (!equal) {
        session_write(session, args->output, why.ptr, why.len);
    }
    tn_text_free(&why);
}

int cmd_equal(int argc, char **argv) {
    Args args = {.min_operands = 2, .max_operands = 2};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    TnModule *a = NULL, *b = NULL;
    if (session_begin(&session, &args)) {
        a = session_read(&session, args.operands[0]);
        b = session_read(&session, args.operands[1]);
    }
    if (a && b) compare(&session, &args, a, b);
    tn_module_free(a);
    tn_module_free(b);
    return session_end(&session);
}
