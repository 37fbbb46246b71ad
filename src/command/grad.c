/* SPDX-License-Identifier: Apache-2.0 */
/* tenon grad M --of F: adds F's adjoint, writes. */
#include "command/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_OF = KEY_OWN,
    KEY_WRT,
    KEY_SEEDED,
    KEY_LOSS_FIELD,
    KEY_SEGMENTS,
    KEY_MEMORY,
    KEY_MODE,
    KEY_JACOBIAN_BY
};

/* What --mode names. */
typedef struct {
    const char *name;
    bool is_gradient; /* F_adjoint */
    TnDerivative kind;
} Mode;

static const Mode modes[] = {
    {"reverse", true, TN_VJP}, {"forward", false, TN_JVP}, {"vjp", false, TN_VJP},
    {"jvp", false, TN_JVP},    {"hvp", false, TN_HVP},     {"jacobian", false, TN_JACOBIAN},
};

typedef struct {
    Args args; /* first: args_key takes it */
    Names of, wrt;
    bool seeded, has_target;
    size_t target, segments, memory;
    const Mode *mode; /* NULL: reverse */
    TnJacobianBy by;
} GradArgs;

static error_t parse_number(size_t *out, const char *what, const char *arg,
                            struct argp_state *state) {
    char *end;
    errno = 0;
    const unsigned long long n = strtoull(arg, &end, 10);
    const bool digit = arg[0] >= '0' && arg[0] <= '9';
    if (!digit || *end || errno || n > INT64_MAX)
        return args_error(state, "%s, not '%s'", what, arg);
    *out = (size_t)n;
    return 0;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    GradArgs *self = state->input;
    switch (key) {
    case KEY_OF: return args_names(&self->of, "--of", arg, state);
    case KEY_WRT: return args_names(&self->wrt, "--wrt", arg, state);
    case KEY_SEEDED: self->seeded = true; return 0;
    case KEY_MODE:
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
            if (strcmp(modes[i].name, arg) == 0) {
                self->mode = &modes[i];
                return 0;
            }
        }
        return args_error(
            state, "--mode takes reverse, forward, vjp, jvp, jacobian or hvp, not '%s'", arg);
    case KEY_JACOBIAN_BY:
        self->by = strcmp(arg, "forward") == 0   ? TN_BY_FORWARD
                   : strcmp(arg, "reverse") == 0 ? TN_BY_REVERSE
                                                 : TN_BY_CHEAPER;
        return self->by != TN_BY_CHEAPER
                   ? 0
                   : args_error(state, "--jacobian-by takes forward or reverse, not '%s'", arg);
    case KEY_LOSS_FIELD:
        self->has_target = true;
        return parse_number(&self->target, "--target takes the index of a field", arg, state);
    case KEY_SEGMENTS:
        return parse_number(&self->segments, "--segments takes a number of parts", arg, state);
    case KEY_MEMORY: {
        const error_t wrong =
            parse_number(&self->memory, "--memory takes a number of bytes", arg, state);
        return wrong || self->memory
                   ? wrong
                   : args_error(state, "--memory takes a number of bytes above 0, not '%s'", arg);
    }
    case ARGP_KEY_END:
        if (self->memory && self->segments)
            return args_error(state,
                              "--memory chooses the number of parts, and --segments gives it");
        if (self->seeded && self->has_target)
            return args_error(state, "--target names the loss, and --seeded is for what is none");
        if (self->mode && !self->mode->is_gradient &&
            (self->seeded || self->has_target || self->memory || self->segments))
            return args_error(state, "--seeded, --target, --memory and --segments are for "
                                     "--mode reverse");
        if (self->by != TN_BY_CHEAPER && (!self->mode || self->mode->kind != TN_JACOBIAN))
            return args_error(state, "--jacobian-by is for --mode jacobian");
        if (self->of.n > 1 && args_is_onnx(self->args.output))
            return args_error(state, "an ONNX model holds one function, and --of names %zu",
                              self->of.n);
        return args_key(&self->args, key, arg, state);
    default: return args_key(&self->args, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT(
        "what to write; its ending names the format (default: Relax text on standard output)"),
    ARGS_JSON,
    ARGS_OPERATORS,
    {"of", KEY_OF, "F,G", 0, "the functions (default: the only public one, else main)", 1},
    {"wrt", KEY_WRT, "A,B", 0,
     "with respect to these parameters or variables; * and ? match any text and any character (default: all parameters of floats)",
     1},
    {"mode", KEY_MODE, "MODE", 0,
     "reverse: F_adjoint (default); forward or jvp: F_jvp, tangents of the results; vjp: F_vjp, as "
     "--seeded; jacobian: F_jacobian; hvp: F_hvp, a loss's Hessian times tangents; all but reverse "
     "give one flat tuple with names",
     1},
    {"jacobian-by", KEY_JACOBIAN_BY, "forward|reverse", 0,
     "what a Jacobian is computed by (default: the one that takes fewer products)", 1},
    {"seeded", KEY_SEEDED, NULL, 0,
     "the adjoints of the results are further parameters: a vector-Jacobian product", 1},
    {"target", KEY_LOSS_FIELD, "N", 0,
     "the field of the result, from 0, that is the loss (default: the only one that can be)", 1},
    {"memory", KEY_MEMORY, "N", 0,
     "computes again what it takes for the planned memory to be at most N bytes, after -O2 (default: no limit)",
     1},
    {"segments", KEY_SEGMENTS, "N", 0,
     "computes again all but the last of N parts of the function (default: 1)", 1},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Differentiates functions of the module M: beside F comes F_adjoint, which gives F's results and the gradients "
        "of the loss, a floating-point result of rank 0."
        "\v" EXIT_HELP "\n\nExample:\n  tenon grad net.py --of main --wrt 'w*' -o step.py",
};

/* A text holds the module; an ONNX model holds one function: the one that was made. */
static void write_adjoint(Session *session, const GradArgs *self, TnModule *m) {
    Args args = self->args;
    TnFunctionInfo last;
    if (args_is_onnx(args.output) &&
        tn_module_function(m, tn_module_function_count(m) - 1, &last) == TN_OK)
        args.written = last.name;
    session_write_module(session, &args, m);
}

static void differentiate(Session *session, const GradArgs *self) {
    TnModule *m = session_read(session, self->args.operands[0]);
    const TnGradientOptions how = {TN_SIZED(TnGradientOptions),
                                   .wrt = self->wrt.names,
                                   .n_wrt = self->wrt.n,
                                   .seeded = self->seeded,
                                   .target = self->has_target ? &self->target : NULL,
                                   .segments = self->segments,
                                   .memory = self->memory};
    bool ok = m != NULL;
    for (size_t i = 0; ok && i < (self->of.n ? self->of.n : 1); i++) {
        TnGradientOptions one = how;
        size_t planned;
        one.function = self->of.n ? self->of.names[i] : NULL;
        one.planned = &planned;
        const TnDerivativeOptions other = {TN_SIZED(TnDerivativeOptions),
                                           .function = one.function,
                                           .kind = self->mode ? self->mode->kind : TN_VJP,
                                           .wrt = self->wrt.names,
                                           .n_wrt = self->wrt.n,
                                           .by = self->by};
        const TnStatus status = self->mode && !self->mode->is_gradient
                                    ? tn_module_derivative(m, &other)
                                    : tn_module_gradient(m, &one);
        ok = session_ok(session, status, one.function ? one.function : "grad");
        if (ok && self->memory) fprintf(stderr, "planned memory: %zu bytes\n", planned);
    }
    if (ok) write_adjoint(session, self, m);
    tn_module_free(m);
}

int cmd_grad(int argc, char **argv) {
    GradArgs self = {.args = {.min_operands = 1, .max_operands = 1}};
    int status = args_parse(&argp, argc, argv, &self);
    if (status < 0) {
        Session session;
        if (session_begin(&session, &self.args) && session_operators(&session, &self.args))
            differentiate(&session, &self);
        status = session_end(&session);
    }
    names_free(&self.of);
    names_free(&self.wrt);
    return status;
}
