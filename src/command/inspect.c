/* SPDX-License-Identifier: Apache-2.0 */
/* tenon inspect M */
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_PROVENANCE = KEY_OWN,
    KEY_PASSES,
    KEY_RULES,
    KEY_LEGALIZATION,
    KEY_NODES,
    KEY_HOST,
    KEY_KERNELS,
    KEY_DOT
};

typedef struct {
    Args args;
    bool provenance, nodes, host, kernels, dot;
    const char *passes, *rules;
    const char *legalization; /* a legal set; NULL: not asked for */
} InspectArgs;

/* The sets are those that the pass takes. */
static error_t parse_set(InspectArgs *self, const char *arg, struct argp_state *state) {
    char item[64];
    self->legalization = arg ? arg : "core";
    const int n = snprintf(item, sizeof item, "LegalizeOps(set=%s)", self->legalization);
    if (n < 0 || (size_t)n >= sizeof item || strpbrk(self->legalization, ",=()"))
        return args_error(state, "there is no legal set '%.40s'", arg);
    return args_passes(item, state);
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    InspectArgs *self = state->input;
    switch (key) {
    case KEY_PROVENANCE: self->provenance = true; return 0;
    case KEY_NODES: self->nodes = true; return 0;
    case KEY_DOT: self->dot = true; return 0;
    case KEY_HOST: self->host = true; return 0;
    case KEY_KERNELS: self->kernels = true; return 0;
    case KEY_LEGALIZATION: return parse_set(self, arg, state);
    case KEY_PASSES: self->passes = arg; return args_passes(arg, state);
    case KEY_RULES: self->rules = arg; return 0;
    default: return args_key(&self->args, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("write the report to FILE (default: standard output)"),
    {"json", KEY_JSON, NULL, 0,
     "machine-readable: one object; of a wrong model, its diagnostics as an array", 0},
    {"passes", KEY_PASSES, "A,B", 0,
     "run these passes first; the module itself stays as it is (default: none)", 1},
    {"rules", KEY_RULES, "FILE", 0, "then rewrite by the rules in FILE (default: none)", 1},
    ARGS_OPERATORS,
    {"provenance", KEY_PROVENANCE, NULL, 0,
     "show only which rules made which bindings, the newest first", 1},
    {"nodes", KEY_NODES, NULL, 0,
     "show only how many nodes of each operator an ONNX file holds, branches included", 1},
    {"dot", KEY_DOT, NULL, 0,
     "show only the graph of its functions, in the language of graphviz ('dot -Tsvg'); tooltips say which rules and passes made a binding",
     1},
    {"host", KEY_HOST, NULL, 0,
     "show only what the compiled module does between its kernels: its host program", 1},
    {"kernels", KEY_KERNELS, NULL, 0,
     "show only the kernels of the module as 'compile' makes C of it (behind -O2; with --passes behind these alone): their scheduled loops, what they cost, and why these",
     1},
    {"legalization", KEY_LEGALIZATION, "SET", OPTION_ARG_OPTIONAL,
     "show only what LegalizeOps would make of which calls, and which it would leave; SET: the legal set (default: core)",
     1},
    {0}};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc = "Shows what the module M holds: its functions with their numbers of parameters, "
           "bindings, blocks and "
           "symbols (nested functions and branches included), the calls of each operator, the "
           "constants."
           "\v" EXIT_HELP "\n\nExample:\n  tenon inspect net.py",
};

/* The calls of each operator; the caller frees them. NULL after a report, or when there are
 * none. */
static TnOpCount *op_counts(Session *session, TnModule *m, size_t *n) {
    if (!session_ok(session, tn_module_op_counts(m, NULL, NULL, 0, n), "inspect") || *n == 0)
        return NULL;
    TnOpCount *rows = calloc(*n, sizeof *rows);
    const TnStatus status = rows ? tn_module_op_counts(m, NULL, rows, *n, n) : TN_E_MEMORY;
    if (session_ok(session, status, "inspect")) return rows;
    free(rows);
    return NULL;
}

static const char *kind_of(const TnFunctionInfo *f) {
    if (f->is_prim_func) return "  prim_func";
    if (f->is_private) return f->is_pure ? "  private" : "  private impure";
    return f->is_pure ? "" : "  impure";
}

/* A signature of many parameters shows the first ones and the result. */
static void print_signature(const TnFunctionInfo *f, FILE *out) {
    enum { SHOWN = 8 };
    const char *at = f->type, *result = strstr(f->type, ") -> ");
    for (const char *next = result; next; next = strstr(next + 1, ") -> ")) result = next;
    unsigned depth = 0, commas = 0;
    for (; f->params > SHOWN && result && at < result; at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        if (*at == ',' && depth == 1 && ++commas == SHOWN) break;
    }
    fprintf(out, "  %s%s", f->name, f->is_prim_func ? ": " : "");
    if (f->pattern) {
        fprintf(out, "%s, %s\n", f->type, f->pattern);
    } else if (commas < SHOWN) {
        fprintf(out, "%s\n", f->type);
    } else {
        fprintf(out, "%.*s, ... %zu more%s\n", (int)(at - f->type), f->type, f->params - SHOWN,
                result);
    }
}

static void print_functions(Session *session, TnModule *m, FILE *out) {
    const size_t n = tn_module_function_count(m);
    TnFunctionInfo f;
    fprintf(out, "functions: %zu\n", n);
    fprintf(out, "  %-24s %10s %10s %10s %10s %10s %6s\n", "name", "params", "bindings", "blocks",
            "dataflow", "symbols", "depth");
    for (size_t i = 0; i < n && session_ok(session, tn_module_function(m, i, &f), "inspect"); i++) {
        fprintf(out, "  %-24s %10zu %10zu %10zu %10zu %10zu %6zu%s\n", f.name, f.params, f.bindings,
                f.blocks, f.dataflow_blocks, f.symbols, f.max_depth, kind_of(&f));
    }
    fputs("\ntypes:\n", out);
    for (size_t i = 0; i < n && session_ok(session, tn_module_function(m, i, &f), "inspect"); i++) {
        print_signature(&f, out);
    }
}

static void print_text(Session *session, TnModule *m, const char *output) {
    Report r;
    size_t n;
    if (!report_begin(&r, session)) return;
    print_functions(session, m, r.file);
    TnOpCount *ops = op_counts(session, m, &n);
    if (ops) fprintf(r.file, "\noperators: %zu\n", n);
    for (size_t i = 0; ops && i < n; i++)
        fprintf(r.file, "  %-32s %10zu\n", ops[i].name, ops[i].count);
    free(ops);
    fprintf(r.file, "\nconstants: %zu, %zu bytes\n", tn_module_constant_count(m),
            tn_module_constant_bytes(m));
    report_write(&r, session, output);
}

static json_t *json_function(const TnFunctionInfo *f) {
    return json_pack("{s:o, s:o, s:b, s:b, s:b, s:s?, s:I, s:I, s:I, s:I, s:I, s:I}", "name",
                     json_text(f->name), "type", json_text(f->type), "private", f->is_private,
                     "pure", f->is_pure, "prim_func", f->is_prim_func, "pattern", f->pattern,
                     "params", (json_int_t)f->params, "bindings", (json_int_t)f->bindings, "blocks",
                     (json_int_t)f->blocks, "dataflow_blocks", (json_int_t)f->dataflow_blocks,
                     "symbols", (json_int_t)f->symbols, "depth", (json_int_t)f->max_depth);
}

static void print_json(Session *session, TnModule *m, const char *output) {
    json_t *functions = json_array(), *calls = json_array();
    TnFunctionInfo f;
    size_t n;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (!session_ok(session, tn_module_function(m, i, &f), "inspect")) break;
        json_array_append_new(functions, json_function(&f));
    }
    TnOpCount *ops = op_counts(session, m, &n);
    for (size_t i = 0; ops && i < n; i++) {
        json_array_append_new(
            calls, json_pack("{s:s, s:I}", "name", ops[i].name, "count", (json_int_t)ops[i].count));
    }
    free(ops);
    if (session->status == EXIT_OK) {
        json_t *constants =
            json_pack("{s:I, s:I}", "count", (json_int_t)tn_module_constant_count(m), "bytes",
                      (json_int_t)tn_module_constant_bytes(m));
        session_write_json(session, output,
                           json_pack("{s:O, s:O, s:o}", "functions", functions, "operators", calls,
                                     "constants", constants));
    }
    json_decref(functions);
    json_decref(calls);
}

/* The passes and rules that come before the look. */
static bool prepare(Session *session, const InspectArgs *self, TnModule *m) {
    bool ok = true;
    char *text = strdup(self->passes ? self->passes : "");
    ok = text != NULL || session_ok(session, TN_E_MEMORY, "--passes");
    for (char *at = text, *name; ok && (name = args_next_pass(&at));) {
        ok = session_ok(session, tn_module_run_pass(m, name), name);
    }
    free(text);
    TnRules *rules = NULL;
    if (ok && self->rules) {
        ok = session_ok(session, tn_rules_read_for(m, self->rules, &rules), self->rules) &&
             session_ok(session, tn_module_apply_rules(m, rules, NULL), self->rules);
    }
    tn_rules_free(rules);
    return ok;
}

static void print_dot(Session *session, TnModule *m, const char *output) {
    TnText text;
    if (!session_ok(session, tn_module_dot(m, &text), "inspect")) return;
    session_write(session, output, text.ptr, text.len);
    tn_text_free(&text);
}

static void print_legalization(Session *session, TnModule *m, const char *set, const char *output) {
    TnText text;
    if (!session_ok(session, tn_module_legalization(m, set, &text), "legalization")) return;
    session_write(session, output, text.ptr, text.len);
    tn_text_free(&text);
}

static bool run_level(Session *session, TnModule *m) {
    PassList list;
    bool ok = args_pass_list_init(&list, 2, NULL) || session_ok(session, TN_E_MEMORY, "inspect");
    ok = ok && session_ok(session, tn_module_run_passes(m, list.names, list.n, NULL), "inspect");
    args_pass_list_fini(&list);
    return ok;
}

/* The lines of a text as an array; or as they are. */
static void print_lines(Session *session, const Args *args, TnText text) {
    if (args->json) {
        json_t *lines = json_array();
        for (char *rest = text.ptr, *line; (line = strtok_r(rest, "\n", &rest));)
            json_array_append_new(lines, json_text(line));
        session_write_json(session, args->output, lines);
    } else {
        session_write(session, args->output, text.ptr, text.len);
    }
}

static void print_provenance(Session *session, TnModule *m, const Args *args) {
    TnText text;
    if (!session_ok(session, tn_module_provenance(m, &text), "provenance")) return;
    print_lines(session, args, text);
    tn_text_free(&text);
}

static void print_host(Session *session, TnModule *m, const Args *args) {
    TnText text;
    if (!session_ok(session, tn_module_host(m, &text), "inspect")) return;
    print_lines(session, args, text);
    tn_text_free(&text);
}

static void print_kernels(Session *session, TnModule *m, const InspectArgs *self) {
    TnText text;
    if (!self->passes && !run_level(session, m)) return;
    if (!session_ok(session, tn_module_kernels(m, &text), "inspect")) return;
    print_lines(session, &self->args, text);
    tn_text_free(&text);
}

/* The tree so far. Decisions come by function, in the module's order, perhaps several times. */
typedef struct {
    json_t *functions;
    size_t at; /* the function of the last decision */
} LegalTree;

static void add_decision(void *user, const TnLegalDecision *d) {
    LegalTree *tree = user;
    const size_t n = json_array_size(tree->functions);
    json_t *f = json_array_get(tree->functions, tree->at), *made = json_array();
    for (size_t i = 0;
         i < n && strcmp(json_string_value(json_object_get(f, "name")), d->function) != 0; i++) {
        tree->at = (tree->at + 1) % n;
        f = json_array_get(tree->functions, tree->at);
    }
    json_t *calls = json_object_get(f, "calls");
    for (size_t depth = 0; depth < d->depth; depth++) {
        calls = json_object_get(json_array_get(calls, json_array_size(calls) - 1), "children");
    }
    for (size_t i = 0; i < d->n_made; i++) json_array_append_new(made, json_text(d->made[i]));
    json_array_append_new(calls,
                          json_pack("{s:o, s:o, s:I, s:o, s:o, s:o, s:o}", "variable",
                                    json_text(d->variable), "op", json_text(d->op), "line",
                                    (json_int_t)d->line, "way", json_text(d->way), "made", made,
                                    "why", json_text(d->why), "children", json_array()));
}

static void print_legalization_json(Session *session, TnModule *m, const char *set,
                                    const char *output) {
    LegalTree tree = {.functions = json_array()};
    TnFunctionInfo f;
    TnLegalization sums;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        if (!session_ok(session, tn_module_function(m, i, &f), "inspect")) break;
        if (f.is_prim_func) continue;
        json_array_append_new(tree.functions, json_pack("{s:o, s:o}", "name", json_text(f.name),
                                                        "calls", json_array()));
    }
    if (session->status == EXIT_OK &&
        session_ok(session, tn_module_legalization_each(m, set, add_decision, &tree, &sums),
                   "legalization")) {
        session_write_json(session, output,
                           json_pack("{s:s, s:I, s:I, s:O}", "set", sums.set, "replaced",
                                     (json_int_t)sums.replaced, "left", (json_int_t)sums.left,
                                     "functions", tree.functions));
    }
    json_decref(tree.functions);
}

static void print_nodes(Session *session, const Args *args) {
    TnText text;
    if (!session_ok(session, tn_onnx_nodes(session->ctx, args->operands[0], &text),
                    args->operands[0]))
        return;
    if (args->json) {
        json_t *nodes = json_object();
        for (const char *line = strchr(text.ptr, '\n'); line && line[1];
             line = strchr(line + 1, '\n')) {
            char name[256];
            long long count;
            if (sscanf(line + 1, "%lld %255s", &count, name) == 2)
                json_object_set_new(nodes, name, json_integer(count));
        }
        session_write_json(session, args->output, nodes);
    } else {
        session_write(session, args->output, text.ptr, text.len);
    }
    tn_text_free(&text);
}

static bool reads_module(const void *input) { return !((const InspectArgs *)input)->nodes; }
static bool shows_provenance(const void *input) {
    return reads_module(input) && !((const InspectArgs *)input)->legalization;
}
static bool shows_host(const void *input) {
    return shows_provenance(input) && !((const InspectArgs *)input)->provenance;
}

static bool shows_kernels(const void *input) {
    return shows_host(input) && !((const InspectArgs *)input)->host;
}

static bool shows_dot(const void *input) {
    const InspectArgs *self = input;
    return shows_kernels(input) && !self->kernels && !self->args.json;
}

int cmd_inspect(int argc, char **argv) {
    static const ArgsRule rules[] = {
        {KEY_PASSES, reads_module, "without --nodes"},
        {KEY_RULES, reads_module, "without --nodes"},
        {KEY_OPERATORS, reads_module, "without --nodes"},
        {KEY_LEGALIZATION, reads_module, "without --nodes"},
        {KEY_DOT, shows_dot,
         "without --nodes, --legalization, --provenance, --host, --kernels and --json"},
        {KEY_HOST, shows_host, "without --nodes, --legalization and --provenance"},
        {KEY_KERNELS, shows_kernels, "without --nodes, --legalization, --provenance and --host"},
        {KEY_PROVENANCE, shows_provenance, "without --nodes and --legalization"},
    };
    InspectArgs self = {.args = {.min_operands = 1, .max_operands = 1}};
    const int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &self);
    if (status >= 0) return status;
    Session session;
    TnModule *m = NULL;
    if (self.nodes) {
        if (session_begin(&session, &self.args)) print_nodes(&session, &self.args);
        return session_end(&session);
    }
    if (session_begin(&session, &self.args) && session_operators(&session, &self.args))
        m = session_read(&session, self.args.operands[0]);
    if (m && prepare(&session, &self, m)) {
        if (self.dot)
            print_dot(&session, m, self.args.output);
        else if (self.provenance)
            print_provenance(&session, m, &self.args);
        else if (self.host)
            print_host(&session, m, &self.args);
        else if (self.kernels)
            print_kernels(&session, m, &self);
        else if (self.legalization && self.args.json)
            print_legalization_json(&session, m, self.legalization, self.args.output);
        else if (self.legalization)
            print_legalization(&session, m, self.legalization, self.args.output);
        else if (self.args.json)
            print_json(&session, m, self.args.output);
        else
            print_text(&session, m, self.args.output);
    }
    tn_module_free(m);
    return session_end(&session);
}
