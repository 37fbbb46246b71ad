/* SPDX-License-Identifier: Apache-2.0 */
/* tenon predict M --data D */
#include "command/train_args.h"

#include <stdlib.h>

enum { KEY_DATA = KEY_OWN, KEY_SCORES, KEY_BATCH, KEY_FUNCTION, KEY_THREADS, KEY_STRICT };

typedef struct {
    Args args;
    TnPredictOptions o;
    const char *data;
} Verb;

static const struct argp_option options[] = {
    ARGS_HELP,
    DATA_ARG,
    ARGS_OUTPUT("write the predictions to FILE (default: standard output)"),
    {"scores", KEY_SCORES, NULL, 0, "all numbers that the model gives for a row, too", 0},
    BATCH_ARG,
    MODEL_ARGS,
    ARGS_OPERATORS,
    ARGS_JSON,
    {0},
};

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    Verb *verb = state->input;
    switch (key) {
    case KEY_DATA: verb->data = arg; return 0;
    case KEY_SCORES: verb->o.scores = 1; return 0;
    case KEY_BATCH: return args_train_count(&verb->o.batch, "--batch", arg, state);
    case KEY_FUNCTION: verb->o.function = arg; return 0;
    case KEY_THREADS: return args_train_count(&verb->o.threads, "--threads", arg, state);
    case KEY_STRICT: verb->o.strict = 1; return 0;
    case ARGP_KEY_END:
        if (!verb->data) return args_error(state, "--data is missing: what is it to predict?");
        return args_key(&verb->args, key, arg, state);
    default: return args_key(&verb->args, key, arg, state);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Says what a model predicts for each row: CSV, a line for each. A model that was trained on a table "
        "(tenon train) says how its columns are read, so rows are given as they are, without the target; classes "
        "come out by their names. Of another model the rows are its inputs, and all that it gives comes out."
        "\v" EXIT_HELP
        "\n\nExample:\n  tenon predict trained.onnx --data rows.csv -o predicted.csv",
};

/* All of the text, so that a file is there whole or not at all. */
static TnStatus take_text(void *user, const char *text, size_t n) {
    FILE *to = user;
    return fwrite(text, 1, n, to) == n ? TN_OK : TN_E_MEMORY;
}

static void predict(Session *session, const Verb *verb) {
    char *text = NULL;
    size_t n = 0;
    TnData *data = NULL;
    TnPredictOptions o = verb->o;
    FILE *to = open_memstream(&text, &n);
    o.size = sizeof o;
    o.write = take_text;
    o.user = to;
    bool ok = to && session_operators(session, &verb->args);
    ok = ok && session_ok(session, tn_data_read(session->ctx, verb->data, &data), verb->data);
    crash_input(verb->args.operands[0], NULL, 0);
    ok = ok && session_ok(session, tn_predict(session->ctx, verb->args.operands[0], data, &o),
                          verb->args.operands[0]);
    if (to) ok = fclose(to) == 0 && ok;
    if (ok) session_write(session, verb->args.output, text, n);
    free(text);
    tn_data_free(data);
}

int cmd_predict(int argc, char **argv) {
    Verb verb = {.args = {.min_operands = 1, .max_operands = 1}};
    Session session;
    const int status = args_parse(&argp, argc, argv, &verb);
    if (status >= 0) return status;
    if (session_begin(&session, &verb.args)) predict(&session, &verb);
    return session_end(&session);
}
