/* SPDX-License-Identifier: Apache-2.0 */
/* tenon convert A -o B */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.h"

typedef struct {
    Args args; /* first: args_key takes it for the whole */
    const char *weights;
    bool opaque;
} Convert;

enum { KEY_WEIGHTS = KEY_OWN, KEY_FUNCTION, KEY_OPAQUE, KEY_GENERIC };

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    Convert *self = state->input;
    if (key == KEY_WEIGHTS) {
        self->weights = arg;
        return 0;
    }
    if (key == KEY_OPAQUE) {
        self->opaque = true;
        return 0;
    }
    if (key == KEY_GENERIC) {
        self->args.generic = true;
        return 0;
    }
    if (key == KEY_FUNCTION) {
        self->args.written = arg;
        return 0;
    }
    if (key == ARGP_KEY_END && !self->args.output) return args_error(state, "-o FILE is missing");
    return args_key(&self->args, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("what to write; '-' is Relax text on standard output (must be given)"),
    {"weights", KEY_WEIGHTS, "DIR", 0,
     "of an ONNX model: make its weights parameters, and write their values to DIR, as "
     "'tenon run --inputs DIR' reads them; of text with -o B.onnx: the values in DIR become the initializers "
     "of its parameters (default: none)",
     0},
    {"function", KEY_FUNCTION, "F", 0,
     "of -o FILE.onnx: the function that is written (default: the only public one)", 0},
    {"opaque", KEY_OPAQUE, NULL, 0,
     "of an ONNX model, where text is written too: what is not supported stays as R.onnx.opaque, and what becomes several "
     "calls as R.onnx.node",
     0},
    {"generic", KEY_GENERIC, NULL, 0,
     "of -o FILE.mlir: operations stand in MLIR's generic form, which its own parser takes without the dialect "
     "(default: in their own)",
     0},
    ARGS_LENGTH,
    ARGS_JSON,
    ARGS_EXTERNAL_DATA,
    ARGS_OPSET,
    {0}};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "A -o B",
    .doc =
        "Reads A and writes it as B. The files' endings name the formats: .py, .relax, .txt, no "
        "ending "
        "and '-' are Relax text, .onnx is an ONNX model, .mlir and .stablehlo are StableHLO's text."
        "\v" EXIT_HELP "\n\nExample:\n  tenon convert net.py -o net.relax",
};

static TnModule *read_module(Session *session, const Convert *self) {
    const bool to_onnx = self->opaque || args_is_onnx(self->args.output);
    const TnReadOptions read = {TN_SIZED(TnReadOptions), .whole = to_onnx, .opaque = to_onnx};
    if (!self->weights || !args_is_onnx(self->args.operands[0]))
        return session_read_with(session, self->args.operands[0], &read);
    if (mkdir(self->weights, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "tenon convert: cannot make '%s': %s\n", self->weights, strerror(errno));
        session->status = EXIT_IO;
        return NULL;
    }
    TnModule *m = NULL;
    crash_input(self->args.operands[0], NULL, 0);
    session_ok(session,
               tn_module_read_weights(session->ctx, self->args.operands[0], self->weights, &m),
               self->args.operands[0]);
    return m;
}

/* The values of the folder take the places of parameters, and with what else is known there of the
 * model it is written. */
static bool write_weights(Session *session, const Convert *self, TnModule *m) {
    Folder folder;
    if (!folder_begin(&folder, self->weights)) {
        fprintf(stderr, "tenon convert: cannot read '%s': %s\n", self->weights, strerror(errno));
        session->status = EXIT_IO;
        return false;
    }
    TnInput *inputs = NULL;
    TnOnnxWriteOptions how;
    size_t n = 0;
    char *bare = malloc(strlen(self->weights) + sizeof "/" TN_BARE_MODEL);
    bool ok = bare != NULL, has_bare = false;
    if (ok) {
        sprintf(bare, "%s/" TN_BARE_MODEL, self->weights);
        has_bare = access(bare, F_OK) == 0;
    }
    while (ok && folder_next(&folder)) {
        TnInput *more = realloc(inputs, (n + 1) * sizeof *inputs);
        ok = more != NULL;
        if (!ok) {
            free(folder.name);
            break;
        }
        inputs = more;
        inputs[n++] = (TnInput){.name = folder.name, .path = folder.path};
    }
    folder_end(&folder);
    if (!ok || folder.failed)
        ok = session_ok(session, TN_E_MEMORY, "--weights");
    else if (n || has_bare)
        ok = session_onnx_options(session, &self->args, &how) &&
             session_ok(session,
                        tn_module_write_weights(m, self->args.output, inputs, n,
                                                has_bare ? bare : NULL, &how),
                        "--weights");
    else
        ok = session_ok(session, TN_E_INVALID, "--weights: no file there is named in_NAME.npy");
    free(bare);
    for (size_t i = 0; i < n; i++) free((char *)inputs[i].name);
    free(inputs);
    return ok;
}

static bool reads_onnx(const void *input) {
    return args_is_onnx(((const Convert *)input)->args.operands[0]);
}
static bool lacks_weights(const void *input) { return !((const Convert *)input)->weights; }
static bool has_weights(const void *input) {
    const Convert *self = input;
    return args_is_onnx(self->args.operands[0]) || args_is_onnx(self->args.output);
}
static bool writes_onnx(const void *input) {
    return args_is_onnx(((const Convert *)input)->args.output);
}

static bool writes_stablehlo(const void *input) {
    return args_is_stablehlo(((const Convert *)input)->args.output);
}

int cmd_convert(int argc, char **argv) {
    static const ArgsRule rules[] = {
        {KEY_WEIGHTS, has_weights, "from a model in ONNX to text, or back"},
        {KEY_OPAQUE, reads_onnx, "for a model in ONNX (A.onnx)"},
        {KEY_OPAQUE, lacks_weights, "without --weights, which reads what it knows alone"},
        {KEY_LENGTH, lacks_weights, "without --weights"},
        {KEY_FUNCTION, writes_onnx, "with -o FILE.onnx"},
        {KEY_GENERIC, writes_stablehlo, "with -o FILE.mlir"},
        {KEY_EXTERNAL_DATA, writes_onnx, "with -o FILE.onnx"},
        {KEY_OPSET, writes_onnx, "with -o FILE.onnx"},
    };
    Convert self = {.args = {.min_operands = 1, .max_operands = 1}};
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &self);
    if (status >= 0) return status;
    Session session;
    TnModule *m = NULL;
    if (session_begin(&session, &self.args) && (!self.weights || session_files_begin(&session))) {
        m = read_module(&session, &self);
        const bool puts = self.weights && !args_is_onnx(self.args.operands[0]);
        const bool ok = m && (puts ? write_weights(&session, &self, m)
                                   : session_write_module(&session, &self.args, m));
        tn_module_free(m);
        if (self.weights) session_files_end(&session, ok);
    }
    return session_end(&session);
}
