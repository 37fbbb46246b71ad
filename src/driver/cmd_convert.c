/* SPDX-License-Identifier: Apache-2.0 */
/* tenon convert A -o B */
#include "driver/command.h"

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    Args *args = state->input;
    if (key == ARGP_KEY_END && !args->output) return args_error(state, "-o FILE is missing");
    return args_key(args, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP, ARGS_OUTPUT("what to write; '-' is Relax text on standard output"), ARGS_JSON, ARGS_EXTERNAL_DATA, {0}};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "A -o B",
    .doc = "Reads A and writes it as B. The files' endings name the formats: .py, .relax, .txt, no "
           "ending "
           "and '-' are Relax text, .onnx is an ONNX model."
           "\v" EXIT_HELP "\n\nExample:\n  tenon convert net.py -o net.relax",
};

int cmd_convert(int argc, char **argv) {
    Args args = {.min_operands = 1, .max_operands = 1};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    TnModule *m = NULL;
    if (session_begin(&session, args.json)) m = session_read(&session, args.operands[0]);
    if (m) session_write_module(&session, &args, m);
    tn_module_free(m);
    return session_end(&session);
}
