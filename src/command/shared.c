/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments, sessions and output of the verbs. */
#include "command/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What args_key returns for --help and --usage; no errno value. */
enum { HELPED = -1, ARGS_RULES = 16 };

error_t args_error(struct argp_state *state, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "%s: ", state->name);
    vfprintf(stderr, fmt, args);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", state->name,
            state->name);
    va_end(args);
    return EINVAL; /* argp's own messages end in that line too */
}

/* A number above 0, with K, M or G behind it where `scaled`. */
static error_t parse_limit(size_t *out, const char *option, const char *arg, bool scaled,
                           struct argp_state *state) {
    static const char letters[] = "KMG";
    char *end;
    errno = 0;
    const unsigned long long n = strtoull(arg, &end, 10);
    const char *letter = scaled && *end ? strchr(letters, *end) : NULL;
    const unsigned shift = letter ? 10 * (unsigned)(letter - letters + 1) : 0;
    if (arg[0] < '0' || arg[0] > '9' || errno || !n || end[letter != NULL] ||
        n > (SIZE_MAX >> shift))
        return args_error(state, "%s takes a number above 0%s, not '%s'", option,
                          scaled ? " (of bytes, or with K, M, G)" : "", arg);
    *out = (size_t)n << shift;
    return 0;
}

error_t args_bytes(size_t *out, const char *option, const char *arg, struct argp_state *state) {
    return parse_limit(out, option, arg, true, state);
}

error_t args_key(Args *self, int key, char *arg, struct argp_state *state) {
    switch (key) {
    case '?':
        argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC);
        return HELPED;
    case KEY_USAGE: argp_state_help(state, stdout, ARGP_HELP_USAGE); return HELPED;
    case 'o':
        if (!*arg) return args_error(state, "-o needs a file name");
        self->output = arg;
        return 0;
    case KEY_JSON: self->json = true; return 0;
    case KEY_QUIET_WORK: self->quiet = true; return 0;
    case KEY_TARGET: self->target = arg; return 0;
    case KEY_GROWTH: return parse_limit(&self->limits.growth, "--growth", arg, false, state);
    case KEY_MEMORY_LIMIT:
        return parse_limit(&self->limits.memory_bytes, "--memory-limit", arg, true, state);
    case KEY_OPERATORS: self->operators = arg; return 0;
    case KEY_EXTERNAL_DATA:
        if (arg && (!*arg || strchr(arg, '/') || strcmp(arg, ".") == 0 || strcmp(arg, "..") == 0))
            return args_error(state, "--external-data takes the name of a file, not '%s'", arg);
        self->external_data = true;
        self->data_name = arg;
        return 0;
    case KEY_OPSET: {
        char *end;
        const unsigned long n = strtoul(arg, &end, 10);
        if (arg[0] < '0' || arg[0] > '9' || *end || n < 9 || n > 27)
            return args_error(state, "--opset takes a number from 9 to 27, not '%s'", arg);
        self->opset = (int)n;
        return 0;
    }
    case ARGP_KEY_ARG:
        if (self->n == self->max_operands)
            return args_error(state, "one operand too many: '%s'", arg);
        if (!*arg) return args_error(state, "an empty operand");
        self->operands[self->n++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (self->n < self->min_operands) return args_error(state, "an operand is missing");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Between argp and a verb's parser: notes the options that are given. */
typedef struct {
    const struct argp *argp;
    void *input; /* the parser's */
    const ArgsRule *rules;
    size_t n;
    bool given[ARGS_RULES]; /* by rule */
} Checked;

static error_t check_rules(const Checked *self, struct argp_state *state) {
    for (size_t i = 0; i < self->n; i++) {
        if (!self->given[i] || self->rules[i].holds(self->input)) continue;
        const struct argp_option *o = self->argp->options;
        while (o->key != self->rules[i].key) o++;
        return args_error(state, "--%s can only be used %s", o->name, self->rules[i].where);
    }
    return 0;
}

static error_t parse_checked(int key, char *arg, struct argp_state *state) {
    Checked *self = state->input;
    state->input = self->input;
    error_t err = self->argp->parser(key, arg, state);
    for (size_t i = 0; i < self->n; i++) self->given[i] |= self->rules[i].key == key;
    if (key == ARGP_KEY_END && !err) err = check_rules(self, state);
    return err;
}

int args_parse_with(const struct argp *argp, const ArgsRule *rules, size_t n, int argc, char **argv,
                    void *input) {
    Checked checked = {.argp = argp, .input = input, .rules = rules, .n = n};
    struct argp with = *argp;
    with.parser = parse_checked;
    if (n > ARGS_RULES) abort(); /* a table of ours is too long */
    return args_parse(&with, argc, argv, &checked);
}

bool args_is_onnx(const char *path) {
    const char *dot = path ? strrchr(path, '.') : NULL;
    return dot && strcmp(dot, ".onnx") == 0;
}

void args_print_names(const char *name, const char *const *names, size_t n) {
    enum { SHOWN = 12 };
    const char *near = tn_name_nearest(name, names, n);
    fputs("  expected: ", stderr);
    for (size_t i = 0; i < n && i < SHOWN; i++) fprintf(stderr, "%s%s", i ? ", " : "", names[i]);
    if (n > SHOWN) fprintf(stderr, " and %zu more", n - SHOWN);
    fputs(n ? "\n" : "there are none\n", stderr);
    if (near) fprintf(stderr, "  help: did you mean '%s'?\n", near);
}

/* "eval|c|llvm" and "eval: the reference evaluator; ...", of the backends from the first on. */
TnBackend best_backend(void) {
    return tn_has_backend(TN_BACKEND_LLVM) ? TN_BACKEND_LLVM : TN_BACKEND_EVAL;
}

static void name_backends(size_t first, char *names, char *docs, size_t size) {
    TnBackendInfo b;
    size_t n = 0, d = 0;
    names[0] = docs[0] = '\0';
    for (size_t i = first; tn_backend_get(i, &b) == TN_OK && n < size && d < size; i++) {
        n += (size_t)snprintf(names + n, size - n, "%s%s", n ? "|" : "", b.name);
        d += (size_t)snprintf(docs + d, size - d, "%s%s: %s", d ? "; " : "", b.name,
                              b.is_there ? b.doc : "this build has it not");
    }
    if (first == 0 && d < size && tn_backend_get((size_t)best_backend(), &b) == TN_OK)
        snprintf(docs + d, size - d,
                 " (default: %s; what that does not compile runs by eval, and a line says so)",
                 b.name);
}

int args_parse(const struct argp *table, int argc, char **argv, void *input) {
    enum { OPTIONS = 80, TEXT = 500 };
    struct argp_option options[OPTIONS] = {{0}};
    struct argp with = *table, *argp = &with;
    char names[TEXT], docs[TEXT];
    for (size_t i = 0; table->options[i].name || table->options[i].doc; i++) {
        struct argp_option *o = &options[i];
        if (i + 1 == OPTIONS) abort(); /* a table of ours is too long */
        *o = table->options[i];
        const bool all = o->arg && strcmp(o->arg, BACKENDS_ALL) == 0;
        if (!all && (!o->arg || strcmp(o->arg, BACKENDS_COMPILED) != 0)) continue;
        name_backends(!all, names, docs, TEXT);
        o->arg = names;
        if (all && !*o->doc) o->doc = docs;
    }
    with.options = options;
    char name[64]; /* getopt and argp call themselves by argv[0] */
    snprintf(name, sizeof name, "tenon %s", argv[0]);
    char *verb = argv[0];
    argv[0] = name;
    error_t err = argp_parse(argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_HELP, NULL, input);
    argv[0] = verb;
    if (err == HELPED) return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
    if (err) {
        argp_help(argp, stderr, ARGP_HELP_SHORT_USAGE, name);
        return EXIT_USAGE;
    }
    return -1;
}

json_t *json_text(const char *s) {
    if (!s) return json_null();
    json_t *j = json_string(s);
    if (j) return j;
    /* No UTF-8: a file name. Show what of it is ASCII. */
    char *copy = strdup(s);
    for (char *c = copy; c && *c; c++) {
        if ((unsigned char)*c >= 0x80) *c = '?';
    }
    j = copy ? json_string(copy) : NULL;
    free(copy);
    return j;
}

static void raise_status(Session *self, int status) {
    if (self->status == EXIT_OK) self->status = status;
}

static void say_text(Session *self, const char *text, const char *help) {
    if (!self->json || !self->diags) {
        fprintf(stderr, "error: %s\n", text);
        if (help) fprintf(stderr, "  help: %s\n", help);
        return;
    }
    json_array_append_new(self->diags,
                          json_pack("{s:s, s:n, s:i, s:i, s:n, s:o, s:n, s:n, s:o}", "level",
                                    "error", "source", "line", 0, "col", 0, "node", "message",
                                    json_text(text), "expected", "found", "help", json_text(help)));
}

/* A message of the command itself. */
static void say(Session *self, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(Session *self, const char *fmt, ...) {
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    say_text(self, text, NULL);
}

void session_error(Session *self, int status, const char *help, const char *fmt, ...) {
    char text[4096];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    say_text(self, text, help);
    raise_status(self, status);
}

static void print_to_stderr(void *user, const char *text, size_t len) {
    (void)user;
    fwrite(text, 1, len, stderr);
}

static bool is_pass(const char *name, size_t len) {
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) {
        if (strlen(pass.name) == len && memcmp(pass.name, name, len) == 0) return true;
    }
    return false;
}

/* Says what is wrong with an item's options. */
static error_t check_item(TnContext *ctx, const char *item) {
    if (tn_pass_check(ctx, item) == TN_OK) return 0;
    TnDiag d;
    for (size_t i = 0; tn_diag_get(ctx, i, &d) == TN_OK; i++) fputs(d.text, stderr);
    return EINVAL;
}

error_t args_passes(const char *list, struct argp_state *state) {
    TnContext *ctx = NULL;
    error_t err = tn_context_new(NULL, &ctx) == TN_OK ? 0 : ENOMEM;
    for (const char *at = list; !err && *list;) {
        static const char blanks[] = " \t\n";
        const size_t before = strspn(at, blanks), n = tn_pass_item_length(at);
        size_t name = strcspn(at, "(,");
        while (name > before && strchr(blanks, at[name - 1])) name--;
        char *item = strndup(at, n);
        TnPassInfo pass;
        if (!item) {
            err = ENOMEM;
        } else if (name > before && is_pass(at + before, name - before)) {
            err = check_item(ctx, item);
        } else {
            const char *names[128], *near;
            size_t n_names = 0;
            args_error(state, "there is no pass '%.*s'", (int)(n < 200 ? n : 200), at);
            for (; n_names < COUNT_OF(names) && tn_pass_get(n_names, &pass) == TN_OK; n_names++) {
                names[n_names] = pass.name;
                fprintf(stderr, "  %s\n", pass.name);
            }
            item[name] = '\0';
            near = tn_name_nearest(item + before, names, n_names);
            if (near) fprintf(stderr, "  help: did you mean '%s'?\n", near);
            err = EINVAL;
        }
        free(item);
        if (!at[n]) break;
        at += n + 1;
    }
    tn_context_free(ctx);
    return err;
}

char *args_next_pass(char **list) {
    char *item = *list;
    if (!item || !*item) return NULL;
    const size_t n = tn_pass_item_length(item);
    *list = item[n] ? item + n + 1 : item + n;
    item[n] = '\0';
    return item;
}

error_t args_level(const char *arg, unsigned *out, struct argp_state *state) {
    if (strlen(arg) != 1 || arg[0] < '0' || arg[0] > '2')
        return args_error(state, "-O takes 0, 1 or 2, not '%s'", arg);
    *out = (unsigned)(arg[0] - '0');
    return 0;
}

bool args_pass_list_init(PassList *self, unsigned level, const char *passes) {
    const char *given = passes ? passes : "";
    size_t room = 1;
    while (tn_pass_of_level(level, room - 1)) room++;
    self->text = strdup(given);
    self->names = calloc(room + strlen(given) + 1, sizeof *self->names);
    self->n = 0;
    if (!self->text || !self->names) return false;
    for (const char *name; (name = tn_pass_of_level(level, self->n));)
        self->names[self->n++] = name;
    for (char *at = self->text, *name; (name = args_next_pass(&at));) self->names[self->n++] = name;
    return true;
}

void args_pass_list_fini(PassList *self) {
    free(self->names);
    free(self->text);
}

bool session_begin(Session *self, const Args *args) {
    static const TnPrint print = {.print = print_to_stderr};
    const TnOptions options = {TN_SIZED(TnOptions), .print = &print, .limits = args->limits,
                               .temporaries = temporaries_watch()};
    *self = (Session){.json = args->json, .target = args->target};
    if (self->json) self->diags = json_array();
    if (self->json && !self->diags) {
        say(self, "out of memory");
        raise_status(self, EXIT_IO);
        return false;
    }
    return session_ok(self, tn_context_new(&options, &self->ctx), "tenon");
}

int session_end(Session *self) {
    progress_end();
    if (self->diags && json_array_size(self->diags)) {
        session_write_json(self, NULL, json_incref(self->diags));
    }
    json_decref(self->diags);
    tn_context_free(self->ctx);
    free(self->input);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "error: cannot write '<stdout>': %s\n", strerror(errno));
        raise_status(self, EXIT_IO);
    }
    return self->status;
}

static void add_diag(Session *self, const TnDiag *d) {
    if (!self->json) {
        fputs(d->text, stderr);
        return;
    }
    json_array_append_new(self->diags,
                          json_pack("{s:s, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "level",
                                    d->level == TN_ERROR ? "error" : "warning", "source",
                                    json_text(d->source), "line", (json_int_t)d->line, "col",
                                    (json_int_t)d->col, "node", json_text(d->node), "message",
                                    json_text(d->message), "expected", json_text(d->expected),
                                    "found", json_text(d->found), "help", json_text(d->help)));
}

/* Returns how many errors were shown. */
static size_t add_diags(Session *self) {
    const size_t n = tn_diag_count(self->ctx), errors = tn_diag_errors(self->ctx);
    size_t shown = 0;
    for (size_t i = 0; i < n; i++) {
        TnDiag d;
        if (tn_diag_get(self->ctx, i, &d) != TN_OK) break;
        add_diag(self, &d);
        shown += d.level == TN_ERROR;
    }
    if (!self->json && errors > 1) {
        fprintf(stderr, "%zu errors", errors);
        if (errors > shown) fprintf(stderr, ", %zu of them not shown", errors - shown);
        fputc('\n', stderr);
    } else if (self->json && errors > shown) {
        say(self, "%zu further errors", errors - shown);
    }
    return shown;
}

bool session_ok(Session *self, TnStatus status, const char *what) {
    static const int exits[] = {
        [TN_OK] = EXIT_OK,           [TN_E_USAGE] = EXIT_BUG,    [TN_E_INVALID] = EXIT_MODEL,
        [TN_E_DIFFER] = EXIT_DIFFER, [TN_E_IO] = EXIT_IO,        [TN_E_MEMORY] = EXIT_IO,
        [TN_E_LIMIT] = EXIT_MODEL,   [TN_E_CANCELLED] = EXIT_IO, [TN_E_BUG] = EXIT_BUG,
    };
    if (status == TN_E_USAGE) {
        fprintf(stderr, "error: %s: %s\n", what, tn_status_text(status));
        abort(); /* the command called wrongly: a fault of ours */
    }
    const size_t shown = add_diags(self);
    const bool told = shown > 0 && status != TN_E_MEMORY;
    if (status == TN_E_MEMORY && self->ctx)
        say(self, "%s: %s: %zu bytes were held when a request was refused", what,
            tn_status_text(status), tn_context_peak_bytes(self->ctx));
    else if (status != TN_OK && status != TN_E_DIFFER && !told)
        say(self, "%s: %s", what, tn_status_text(status));
    raise_status(self, exits[status]);
    return status == TN_OK;
}

void session_unbuilt(Session *self, const char *what) {
    say(self, "%s: not built yet", what);
    raise_status(self, EXIT_MODEL);
}

/* All of standard input, at most one byte more than a module may have; 0 or an errno value. */
static int read_stdin(char **data, size_t *size) {
    const size_t limit = ((size_t)2 << 30) + 1;
    size_t cap = 1 << 16, len = 0;
    char *block = malloc(cap);
    while (block && len < limit) {
        ssize_t n = read(STDIN_FILENO, block + len, cap - len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            const int err = n < 0 ? errno : 0;
            if (err) free(block);
            *data = err ? NULL : block;
            *size = len;
            return err;
        }
        len += (size_t)n;
        if (len < cap) continue;
        char *bigger = realloc(block, cap *= 2);
        if (!bigger) free(block);
        block = bigger;
    }
    *data = block;
    *size = len;
    return block ? 0 : ENOMEM;
}

bool session_operators(Session *self, const Args *args) {
    return !args->operators ||
           session_ok(self, tn_operators_read(self->ctx, args->operators), args->operators);
}

TnModule *session_read_with(Session *self, const char *path, const TnReadOptions *options) {
    const bool verify = !options || !options->unverified;
    TnModule *m = NULL;
    TnStatus status;
    if (strcmp(path, "-") == 0) {
        /* Read here and not by the library, so that a reproducer has it. */
        size_t size;
        int err = read_stdin(&self->input, &size);
        if (err) {
            say(self, "cannot read '<stdin>': %s", strerror(err));
            raise_status(self, EXIT_IO);
            return NULL;
        }
        crash_input("<stdin>", self->input, size);
        status = (verify ? tn_module_parse : tn_module_parse_unverified)(self->ctx, "<stdin>",
                                                                         self->input, size, &m);
    } else {
        crash_input(path, NULL, 0);
        status = tn_module_read_with(self->ctx, path, options, &m);
    }
    crash_for_test();
    session_ok(self, status, path);
    if (!m || !self->target ||
        session_ok(self, tn_module_set_target(m, self->target), self->target))
        return m;
    tn_module_free(m);
    return NULL;
}

TnModule *session_read(Session *self, const char *path) {
    return session_read_with(self, path, NULL);
}

bool session_onnx_options(Session *self, const Args *args, TnOnnxWriteOptions *out) {
    const char *path = args->output ? args->output : "-", *slash = strrchr(path, '/');
    *out = (TnOnnxWriteOptions){TN_SIZED(TnOnnxWriteOptions),
                                .function = args->written,
                                .external_data = args->external_data,
                                .data_name = args->data_name,
                                .opset = args->opset,
                                .changed = args->changes ? args->changed : NULL,
                                .user = args->changes};
    if (!args->data_name || strcmp(args->data_name, slash ? slash + 1 : path) != 0) return true;
    say(self, "--external-data names the model's own file, '%s'", path);
    raise_status(self, EXIT_USAGE);
    return false;
}

bool session_write_module(Session *self, const Args *args, TnModule *m) {
    const char *path = args->output ? args->output : "-";
    TnOnnxWriteOptions options;
    if (!args_is_onnx(path)) return session_ok(self, tn_module_write(m, path), path);
    return session_onnx_options(self, args, &options) &&
           session_ok(self, tn_module_write_onnx(m, path, &options), path);
}

void session_write(Session *self, const char *path, const char *text, size_t len) {
    if (path && strcmp(path, "-") != 0) {
        if (!args_is_onnx(path)) {
            session_ok(self, tn_file_write(self->ctx, path, text, len), path);
            return;
        }
        /* perhaps the model that it is about */
        fprintf(stderr,
                "error: cannot write '%s': what this verb writes is text, and no ONNX model\n",
                path);
        self->status = EXIT_USAGE;
        return;
    }
    if (fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0) return;
    const int err = errno;
    __fpurge(stdout); /* once is enough */
    clearerr(stdout);
    fprintf(stderr, "error: cannot write '<stdout>': %s\n", strerror(err));
    raise_status(self, EXIT_IO);
}

bool session_files_begin(Session *self) {
    return session_ok(self, tn_files_begin(self->ctx), "files");
}

void session_files_end(Session *self, bool ok) {
    if (ok)
        session_ok(self, tn_files_commit(self->ctx), "files");
    else
        tn_files_abandon(self->ctx);
}

bool report_begin(Report *self, Session *session) {
    *self = (Report){.len = 0};
    self->file = open_memstream(&self->text, &self->len);
    if (!self->file) session_ok(session, TN_E_MEMORY, "tenon");
    return self->file != NULL;
}

void report_write(Report *self, Session *session, const char *path) {
    const bool ok = !ferror(self->file) && fclose(self->file) == 0;
    if (ok) {
        session_write(session, path, self->text, self->len);
    } else {
        session_ok(session, TN_E_MEMORY, "tenon");
    }
    free(self->text);
}

void session_write_json(Session *self, const char *path, json_t *own_value) {
    char *text = own_value ? json_dumps(own_value, JSON_INDENT(2) | JSON_ENCODE_ANY) : NULL;
    json_decref(own_value);
    if (!text) {
        fprintf(stderr, "error: out of memory\n");
        raise_status(self, EXIT_IO);
        return;
    }
    Report r;
    if (report_begin(&r, self)) {
        fprintf(r.file, "%s\n", text);
        report_write(&r, self, path);
    }
    free(text);
}

void names_free(Names *self) {
    free(self->text);
    free(self->names);
    *self = (Names){.text = NULL};
}

error_t args_names(Names *self, const char *option, const char *arg, struct argp_state *state) {
    names_free(self);
    *self = (Names){.text = strdup(arg), .names = calloc(strlen(arg) + 1, sizeof *self->names)};
    if (!self->text || !self->names) return args_error(state, "out of memory");
    for (char *at = self->text; at;) {
        char *comma = strchr(at, ',');
        if (comma) *comma = '\0';
        if (!*at) return args_error(state, "%s takes names between commas, not '%s'", option, arg);
        self->names[self->n++] = at;
        at = comma ? comma + 1 : NULL;
    }
    return 0;
}
