/* SPDX-License-Identifier: Apache-2.0 */
/* tenon ops [NAME] */
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_MARKDOWN = KEY_OWN, KEY_LEVELS, KEY_MODULE, KEY_ONNX, KEY_STABLEHLO, WIDTH = 80 };

typedef struct {
    Args args;
    bool markdown, levels, onnx, stablehlo;
    const char *module; /* whose own operators; NULL: the built-in ones */
} OpsArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    OpsArgs *self = state->input;
    if (key == ARGP_KEY_END && self->markdown && (self->args.json || self->args.n)) {
        return args_error(state,
                          "--markdown is the table of all operators, without NAME and --json");
    }
    if (key == ARGP_KEY_END && self->levels &&
        (self->args.json || self->args.n || self->markdown)) {
        return args_error(
            state, "--levels is a list of all operators, without NAME, --json and --markdown");
    }
    if (key == ARGP_KEY_END && self->levels && self->module)
        return args_error(state, "--levels is of the built-in operators, without --module");
    if (key == KEY_MODULE) {
        self->module = arg;
        return 0;
    }
    if (key == ARGP_KEY_END && self->onnx &&
        (self->args.json || self->args.n || self->markdown || self->levels || self->module)) {
        return args_error(state,
                          "--onnx is a table of ONNX's operators, without NAME and other options");
    }
    if (key == ARGP_KEY_END && self->stablehlo &&
        (self->args.json || self->args.n || self->markdown || self->levels || self->module ||
         self->onnx)) {
        return args_error(
            state,
            "--stablehlo is a table of StableHLO's operations, without NAME and other options");
    }
    if (key == KEY_STABLEHLO) {
        self->stablehlo = true;
        return 0;
    }
    if (key == KEY_ONNX) {
        self->onnx = true;
        return 0;
    }
    if (key == KEY_LEVELS) {
        self->levels = true;
        return 0;
    }
    if (key != KEY_MARKDOWN) return args_key(&self->args, key, arg, state);
    self->markdown = true;
    return 0;
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the list to FILE (default: standard output)"),
    {"json", KEY_JSON, NULL, 0,
     "machine-readable: an array of all operators, or the one as an object", 0},
    {"markdown", KEY_MARKDOWN, NULL, 0, "all operators in full, as a Markdown table", 0},
    {"module", KEY_MODULE, "M", 0,
     "the operators that the module M defines (default: those that are built in)", 0},
    {"levels", KEY_LEVELS, NULL, 0,
     "all operators by level: 0 for the core, a composite above all that it is made of", 0},
    {"onnx", KEY_ONNX, NULL, 0,
     "the operators of ONNX that are read, and what each becomes, then those of Relax that are written, as Markdown tables",
     0},
    {"stablehlo", KEY_STABLEHLO, NULL, 0,
     "the operations of StableHLO and CHLO, and what each becomes, as a Markdown table", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "[NAME]",
    .doc = "Lists the operators, or shows the operator NAME in full: its signature with defaults, "
           "what it computes, "
           "and the constraints that diagnostics cite as C1, C2, ..."
           "\v" EXIT_HELP "\n\nExample:\n  tenon ops nn.conv2d",
};

typedef struct {
    TnOpInfo info;
    TnModule *module; /* that defines it; NULL: built in */
    size_t index;     /* in the registry, or in the module's list */
    unsigned level;   /* set by print_levels */
} Op;

static int by_level(const void *a, const void *b) {
    const Op *x = a, *y = b;
    return x->level != y->level ? (x->level > y->level) - (x->level < y->level)
                                : strcmp(x->info.name, y->info.name);
}

static int by_name(const void *a, const void *b) {
    const Op *x = a, *y = b;
    return strcmp(x->info.name, y->info.name);
}

/* All operators by name, the module's where there is one; the caller frees them. NULL after a
 * report. */
static Op *all_ops(Session *session, TnModule *m, size_t *n) {
    *n = m ? tn_module_op_count(m) : tn_op_count(session->ctx);
    Op *ops = calloc(*n + 1, sizeof *ops);
    if (!session_ok(session, ops ? TN_OK : TN_E_MEMORY, "ops")) return NULL;
    for (size_t i = 0; i < *n; i++) {
        ops[i].index = i;
        ops[i].module = m;
        session_ok(session,
                   m ? tn_module_op_get(m, i, &ops[i].info)
                     : tn_op_get(session->ctx, i, &ops[i].info),
                   "ops");
    }
    qsort(ops, *n, sizeof *ops, by_name);
    return ops;
}

static bool op_param(Session *session, const Op *op, size_t i, TnOpParam *out) {
    TnModule *m = op->module;
    return session_ok(session,
                      m ? tn_module_op_param(m, op->index, i, out)
                        : tn_op_param(session->ctx, op->index, i, out),
                      "ops");
}

/* The length of a doc's first sentence: to a full stop before a space or the end; "..." ends
 * none. */
static int first_sentence(const char *doc) {
    const char *end = strchr(doc, '.');
    while (end && ((end[1] && end[1] != ' ') || (end > doc && end[-1] == '.')))
        end = strchr(end + 1, '.');
    return (int)(end ? (size_t)(end - doc) + 1 : strlen(doc));
}

static void print_signature(Session *session, const Op *op, FILE *out) {
    fprintf(out, "R.%s(", op->info.name);
    for (size_t i = 0; i < op->info.params; i++) {
        TnOpParam p;
        if (!op_param(session, op, i, &p)) break;
        fprintf(out, "%s%s%s", i ? ", " : "", strcmp(p.kind, "rest") == 0 ? "*" : "", p.name);
        if (p.fallback) fprintf(out, "=%s", p.fallback);
    }
    fputc(')', out);
}

/* Text between margins: the first line starts at column `at`, the others at `indent`. */
static void print_wrapped(FILE *out, const char *text, size_t at, size_t indent) {
    for (bool first = true; *text; first = false) {
        const size_t word = strcspn(text, " ");
        if (!first && at + 1 + word > WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, word, out);
        at += word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* The values that a string may have, on lines of their own. */
static void print_choices(FILE *out, const char *const *choices) {
    enum { INDENT = 6 };
    size_t at = WIDTH;
    for (size_t i = 0; choices[i]; i++) {
        const size_t width = strlen(choices[i]) + 4; /* quotes, comma, space */
        if (at + width > WIDTH) {
            fprintf(out, "\n%*s", INDENT - 1, "");
            at = INDENT;
        }
        fprintf(out, " \"%s\"%s", choices[i], choices[i + 1] ? "," : "");
        at += width;
    }
}

static void print_params(Session *session, const Op *op, FILE *out) {
    fputs("\nparameters:\n", out);
    for (size_t i = 0; i < op->info.params; i++) {
        TnOpParam p;
        if (!op_param(session, op, i, &p)) return;
        fprintf(out, "  %-20s %s", p.name, p.kind);
        if (p.fallback) fprintf(out, ", default %s", p.fallback);
        if (p.alias) fprintf(out, ", also %s", p.alias);
        if (p.choices) {
            fputs(", one of", out);
            print_choices(out, p.choices);
        }
        fputc('\n', out);
    }
}

/* In words, in two parts, the first of which may be empty. */
static const char *gradient_words(const Op *op, const char **rest) {
    const char *kind = op->info.gradient;
    *rest = op->info.no_gradient ? op->info.no_gradient : kind;
    if (strcmp(kind, "decomposition") == 0) *rest = "through what it is made of";
    if (strcmp(kind, "operand") == 0) *rest = "passed on";
    return op->info.no_gradient ? "none: " : "";
}

static void print_one(Session *session, const Op *op, FILE *out) {
    print_signature(session, op, out);
    fputs("\n\n", out);
    print_wrapped(out, op->info.doc, 0, 0);
    if (op->info.params) print_params(session, op, out);
    if (op->info.constraints) fputs("\nconstraints:\n", out);
    for (size_t i = 0; i < op->info.constraints; i++) {
        const int n = fprintf(out, "  C%zu  ", i + 1);
        print_wrapped(out, tn_op_constraint(session->ctx, op->index, i), (size_t)n, 6);
    }
    fprintf(out, "\n%s%s%s\n", op->info.is_pure ? "pure" : "impure",
            op->info.is_commutative ? ", commutative" : "",
            op->info.is_elementwise ? ", elementwise" : "");
    const char *gradient, *begin = gradient_words(op, &gradient);
    const int n = fprintf(out, "gradient: %s", begin);
    print_wrapped(out, gradient, (size_t)n, 6);
}

static void print_list(const Op *ops, size_t n, FILE *out) {
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%-32s %.*s\n", ops[i].info.name, first_sentence(ops[i].info.doc),
                ops[i].info.doc);
    }
}

static void print_levels(Session *session, Op *ops, size_t n, FILE *out) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const TnStatus status = tn_op_level(session->ctx, ops[i].index, &ops[i].level);
        if (status == TN_E_USAGE) continue; /* what R.onnx.node is made of, its attributes say */
        if (!session_ok(session, status, "ops")) return;
        ops[kept++] = ops[i];
    }
    n = kept;
    qsort(ops, n, sizeof *ops, by_level);
    for (size_t i = 0; i < n; i++) fprintf(out, "%u %s\n", ops[i].level, ops[i].info.name);
}

/* In a table's cell: a bar would end it. */
static void print_cell(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '|') fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_markdown(Session *session, const Op *ops, size_t n, FILE *out) {
    fputs(
        "| operator | signature | what it computes | constraints | gradient |\n| --- | --- | --- | --- | --- |\n",
        out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "| `%s` | `", ops[i].info.name);
        print_signature(session, &ops[i], out);
        fputs("` | ", out);
        print_cell(out, ops[i].info.doc);
        fputs(" | ", out);
        for (size_t k = 0; k < ops[i].info.constraints; k++) {
            fprintf(out, "%s**C%zu** ", k ? "<br>" : "", k + 1);
            print_cell(out, tn_op_constraint(session->ctx, ops[i].index, k));
        }
        fputs(" | ", out);
        const char *gradient, *begin = gradient_words(&ops[i], &gradient);
        fprintf(out, "%s%s |\n", begin, gradient);
    }
}

static void print_onnx(FILE *out) {
    TnOnnxOp op;
    fputs("| ONNX | opsets | becomes |\n| --- | --- | --- |\n", out);
    for (size_t i = 0; tn_onnx_op_get(i, &op) == TN_OK; i++) {
        fprintf(out, "| `%s` | %d to %d | %s |\n", op.name, op.since, op.until, op.becomes);
    }
    TnOnnxWritten written;
    fputs("\n| operator | is written as |\n| --- | --- |\n", out);
    for (size_t i = 0; tn_onnx_written_get(i, &written) == TN_OK; i++)
        fprintf(out, "| `%s` | %s |\n", written.name, written.nodes);
}

static void print_stablehlo(FILE *out) {
    TnStablehloOp op;
    fputs("| operation | becomes |\n| --- | --- |\n", out);
    for (size_t i = 0; tn_stablehlo_op_get(i, &op) == TN_OK; i++)
        fprintf(out, "| `%s` | %s%s |\n", op.name, op.is_read ? "" : "refused: ", op.becomes);
}

static json_t *json_param(const TnOpParam *p) {
    json_t *choices = p->choices ? json_array() : json_null();
    for (size_t i = 0; p->choices && p->choices[i]; i++)
        json_array_append_new(choices, json_text(p->choices[i]));
    return json_pack("{s:s, s:s, s:b, s:b, s:o, s:o, s:o}", "name", p->name, "kind", p->kind,
                     "attribute", p->is_attribute, "optional", p->is_optional, "default",
                     json_text(p->fallback), "alias", json_text(p->alias), "choices", choices);
}

static json_t *json_op(Session *session, const Op *op) {
    json_t *params = json_array(), *constraints = json_array();
    for (size_t i = 0; i < op->info.params; i++) {
        TnOpParam p;
        if (!op_param(session, op, i, &p)) break;
        json_array_append_new(params, json_param(&p));
    }
    for (size_t i = 0; i < op->info.constraints; i++) {
        json_array_append_new(constraints, json_text(tn_op_constraint(session->ctx, op->index, i)));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:b, s:b, s:b, s:s, s:o}", "name", op->info.name, "doc",
                     op->info.doc, "params", params, "constraints", constraints, "pure",
                     op->info.is_pure, "commutative", op->info.is_commutative, "elementwise",
                     op->info.is_elementwise, "gradient", op->info.gradient, "no_gradient",
                     json_text(op->info.no_gradient));
}

static void print_ops(Session *session, const OpsArgs *args, Op *ops, size_t n) {
    const char *output = args->args.output;
    const bool one = args->args.n == 1;
    Report r;
    if (args->args.json) {
        json_t *list = json_array();
        for (size_t i = 0; !one && i < n; i++)
            json_array_append_new(list, json_op(session, &ops[i]));
        session_write_json(session, output, one ? json_op(session, ops) : json_incref(list));
        json_decref(list);
        return;
    }
    if (!report_begin(&r, session)) return;
    if (one) {
        print_one(session, ops, r.file);
    } else if (args->onnx) {
        print_onnx(r.file);
    } else if (args->stablehlo) {
        print_stablehlo(r.file);
    } else if (args->markdown) {
        print_markdown(session, ops, n, r.file);
    } else if (args->levels) {
        print_levels(session, ops, n, r.file);
    } else {
        print_list(ops, n, r.file);
    }
    report_write(&r, session, output);
}

static bool find_in_module(Session *session, TnModule *m, const char *name, Op *out) {
    out->module = m;
    for (out->index = 0; out->index < tn_module_op_count(m); out->index++) {
        if (!session_ok(session, tn_module_op_get(m, out->index, &out->info), "ops")) return false;
        if (strcmp(out->info.name, name) == 0) return true;
    }
    fprintf(stderr, "error: the module defines no R.%s\n", name);
    session->status = EXIT_USAGE;
    return false;
}

static bool find_built_in(Session *session, const char *name, Op *out) {
    const TnStatus status = tn_op_find(session->ctx, name, &out->index);
    if (!session_ok(session, status, "ops")) {
        if (status == TN_E_INVALID) session->status = EXIT_USAGE; /* no model is wrong */
        return false;
    }
    return session_ok(session, tn_op_get(session->ctx, out->index, &out->info), "ops");
}

static void run(Session *session, const OpsArgs *args) {
    TnModule *m = args->module ? session_read(session, args->module) : NULL;
    if (args->module && !m) return;
    if (args->args.n == 0) {
        size_t n;
        Op *ops = all_ops(session, m, &n);
        if (ops) print_ops(session, args, ops, n);
        free(ops);
    } else {
        Op op = {.module = NULL};
        const char *name = args->args.operands[0];
        if (strncmp(name, "R.", 2) == 0) name += 2;
        if (m ? find_in_module(session, m, name, &op) : find_built_in(session, name, &op))
            print_ops(session, args, &op, 1);
    }
    tn_module_free(m);
}

int cmd_ops(int argc, char **argv) {
    OpsArgs args = {.args = {.max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &args.args)) run(&session, &args);
    return session_end(&session);
}
