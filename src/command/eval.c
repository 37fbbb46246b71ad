/* SPDX-License-Identifier: Apache-2.0 */
/* tenon eval M --data D */
#include "command/train_args.h"

enum {
    KEY_DATA = KEY_OWN,
    KEY_TARGET_COLUMN,
    KEY_LOSS,
    KEY_METRIC,
    KEY_BATCH,
    KEY_FUNCTION,
    KEY_THREADS,
    KEY_STRICT
};

typedef struct {
    Args args;
    TnTrainerOptions o;
    const char *data;
} Verb;

static const struct argp_option options[] = {
    ARGS_HELP,
    DATA_ARG,
    {"target", KEY_TARGET_COLUMN, "COLUMN", 0,
     "what is predicted (default: what it was trained for; y, target or label; the only column "
     "left)",
     0},
    {"loss", KEY_LOSS, "L", 0, "the loss (default: what it was trained by, or fits)", 0},
    {"metric", KEY_METRIC, "M", 0,
     "accuracy, top(k=5), loss, mae, mse, r2 or perplexity (default: what fits the loss)", 0},
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
    case KEY_TARGET_COLUMN: verb->o.target = arg; return 0;
    case KEY_LOSS: verb->o.loss = arg; return 0;
    case KEY_METRIC: verb->o.metric = arg; return 0;
    case KEY_BATCH: return args_train_count(&verb->o.batch, "--batch", arg, state);
    case KEY_FUNCTION: verb->o.function = arg; return 0;
    case KEY_THREADS: return args_train_count(&verb->o.threads, "--threads", arg, state);
    case KEY_STRICT: verb->o.strict = 1; return 0;
    case ARGP_KEY_END:
        if (!verb->data) return args_error(state, "--data is missing: on what is it evaluated?");
        return args_key(&verb->args, key, arg, state);
    default: return args_key(&verb->args, key, arg, state);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Evaluates a model on rows with a target: the loss, and as the last line on standard output the metric. "
        "A model that was trained on a table (tenon train) says how its columns are read."
        "\v" EXIT_HELP "\n\nExample:\n  tenon eval trained.onnx --data test.csv",
};

static void evaluate(Session *session, const Verb *verb) {
    TnData *data = NULL;
    TnTrainer *t = NULL;
    double loss, metric;
    TnTrainerOptions o = verb->o;
    o.size = sizeof o;
    o.evaluates = 1;
    bool ok = session_operators(session, &verb->args);
    ok = ok && session_ok(session, tn_data_read(session->ctx, verb->data, &data), verb->data);
    crash_input(verb->args.operands[0], NULL, 0);
    ok = ok &&
         session_ok(session,
                    tn_trainer_new(session->ctx, verb->args.operands[0], data, NULL, &o, &t),
                    verb->args.operands[0]) &&
         session_ok(session, tn_trainer_evaluate(t, &loss, &metric), verb->data);
    if (ok) printf("loss: %.6g\n%s: %.6g\n", loss, tn_trainer_metric(t), metric);
    if (ok && (fflush(stdout) != 0 || ferror(stdout)))
        session_error(session, EXIT_IO, NULL, "cannot write standard output");
    tn_trainer_free(t);
    tn_data_free(data);
}

int cmd_eval(int argc, char **argv) {
    Verb verb = {.args = {.min_operands = 1, .max_operands = 1}};
    Session session;
    const int status = args_parse(&argp, argc, argv, &verb);
    if (status >= 0) return status;
    if (session_begin(&session, &verb.args)) evaluate(&session, &verb);
    return session_end(&session);
}
