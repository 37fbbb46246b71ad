/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the verbs. */
#include "command/color.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What args_key returns for --help and --usage; no errno value. */
enum { HELPED = -1, ARGS_RULES = 16 };

error_t args_error(struct argp_state *state, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "%s: ", state->name);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    return EINVAL;
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

static error_t add_length(Args *self, const char *arg, struct argp_state *state) {
    const char *eq = strrchr(arg, '=');
    char *end = NULL;
    errno = 0;
    const long long n =
        eq && eq != arg && eq[1] >= '0' && eq[1] <= '9' ? strtoll(eq + 1, &end, 10) : -1;
    if (n < 0 || *end || errno)
        return args_error(state, "--length wants NAME=N with N >= 0, not '%s'", arg);
    if (self->n_lengths == ARGS_LENGTHS)
        return args_error(state, "more than %d times --length", ARGS_LENGTHS);
    self->lengths[self->n_lengths++] = arg;
    return 0;
}

static bool takes_onnx(const Args *self) {
    bool found = false;
    for (unsigned i = 0; i < self->n; i++) found |= args_is_onnx(self->operands[i]);
    return found;
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
    case KEY_COLOR:
        if (color_choose(arg)) return 0;
        return args_error(state, "--color takes auto, always or never, not '%s'", arg);
    case KEY_GROWTH: return parse_limit(&self->limits.growth, "--growth", arg, false, state);
    case KEY_MEMORY_LIMIT:
        return parse_limit(&self->limits.memory_bytes, "--memory-limit", arg, true, state);
    case KEY_LENGTH: return add_length(self, arg, state);
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
        if (self->n_lengths && !takes_onnx(self))
            return args_error(state, "--length is of ONNX models");
        return 0;
    case KEY_REST:
        return self->n < self->min_operands ? args_error(state, "an operand is missing") : 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Between argp and a verb's parser: what is wrong does not end the parse, so all of it is told. */
typedef struct {
    const struct argp *argp;
    void *input; /* the parser's */
    const ArgsRule *rules;
    size_t n;
    bool given[ARGS_RULES]; /* by rule */
    bool is_wrong;          /* an argument was, and this has been told */
    bool has_ended;         /* the parser ended it: no memory, or help was asked for */
    int next;               /* where argp found no option of its table: behind it */
    bool is_behind;         /* such an option: an operand may be what that takes */
    bool may_lack;          /* an operand was taken for that */
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
    const bool at_end = key == ARGP_KEY_END;
    if (key == ARGP_KEY_ERROR) self->next = state->next;
    if (key == ARGP_KEY_ARG && self->is_behind && state->next == 2) {
        self->may_lack = true;
        return 0;
    }
    if (at_end && self->may_lack) return EINVAL;
    state->input = self->input;
    error_t err = self->argp->parser(at_end && self->is_wrong ? KEY_REST : key, arg, state);
    state->input = self;
    for (size_t i = 0; i < self->n; i++) self->given[i] |= self->rules[i].key == key;
    if (at_end && !err && !self->is_wrong) err = check_rules(self, state);
    self->is_wrong |= err == EINVAL;
    if (err == EINVAL && !at_end && key != ARGP_KEY_SUCCESS) return 0;
    if (at_end && self->is_wrong) err = EINVAL;
    self->has_ended |= err && key != ARGP_KEY_ERROR && err != ARGP_ERR_UNKNOWN;
    return err;
}

bool args_is_onnx(const char *path) {
    const char *dot = path ? strrchr(path, '.') : NULL;
    return dot && strcmp(dot, ".onnx") == 0;
}

bool args_is_stablehlo(const char *path) {
    const char *dot = path ? strrchr(path, '.') : NULL;
    return dot && (strcmp(dot, ".mlir") == 0 || strcmp(dot, ".stablehlo") == 0);
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

static struct {
    ArgsReader *read;
    void *user;
} reader;

void args_set_reader(ArgsReader *read, void *user) {
    reader.read = read;
    reader.user = user;
}

/* The option that may have been meant by one that the table has not, nor one that it begins. */
static void help_option(const struct argp_option *options, const char *arg) {
    const char *names[128];
    size_t n = 0, same = 0;
    char name[64];
    const size_t len = strcspn(arg + 2, "=");
    for (; options[n].name && n < COUNT_OF(names); n++) names[n] = options[n].name;
    while (same < n && strncmp(names[same], arg + 2, len) != 0) same++;
    if (same < n || len >= sizeof name) return;
    memcpy(name, arg + 2, len);
    name[len] = '\0';
    const char *near = tn_name_nearest(name, names, n);
    if (near) fprintf(stderr, "  help: did you mean '--%s'?\n", near);
}

/* Behind an option that is none argp goes no further: the rest of the line is parsed by itself. */
static error_t parse_line(const struct argp *argp, int argc, char **argv, Checked *checked) {
    const unsigned flags = ARGP_NO_EXIT | ARGP_NO_HELP | ARGP_IN_ORDER;
    char *const name = argv[0]; /* getopt and argp call themselves by it */
    for (bool is_told = false;;) {
        error_t err = argp_parse(argp, argc, argv, flags, NULL, checked);
        if (!err) return 0;
        if (checked->has_ended) {
            if (err == EINVAL && checked->is_wrong && !is_told) /* as argp's own messages end */
                fprintf(stderr, "Try `%s --help' or `%s --usage' for more information.\n", name,
                        name);
            return err;
        }
        const int at = checked->next - 1;
        checked->is_wrong = checked->is_behind = is_told = true;
        if (at < 1 || at >= argc || strncmp(argv[at], "--", 2) != 0) return EINVAL;
        help_option(argp->options, argv[at]);
        argc -= at;
        argv += at;
        argv[0] = name;
    }
}

int args_parse_with(const struct argp *table, const ArgsRule *rules, size_t n_rules, int argc,
                    char **argv, void *input) {
    enum { OPTIONS = 80, TEXT = 500 };
    struct argp_option options[OPTIONS] = {{0}};
    struct argp with = *table, *argp = &with;
    Checked checked = {.argp = table, .input = input, .rules = rules, .n = n_rules};
    char names[TEXT], docs[TEXT];
    for (size_t i = 0; table->options[i].name || table->options[i].doc; i++) {
        struct argp_option *o = &options[i];
        if (i + 1 == OPTIONS || n_rules > ARGS_RULES) abort(); /* a table of ours is too long */
        *o = table->options[i];
        const bool all = o->arg && strcmp(o->arg, BACKENDS_ALL) == 0;
        if (!all && (!o->arg || strcmp(o->arg, BACKENDS_COMPILED) != 0)) continue;
        name_backends(!all, names, docs, TEXT);
        o->arg = names;
        if (all && !*o->doc) o->doc = docs;
    }
    with.options = options;
    with.parser = parse_checked;
    if (reader.read) {
        reader.read(argp, reader.user);
        return EXIT_OK;
    }
    char name[64];
    snprintf(name, sizeof name, "tenon %s", argv[0]);
    char *verb = argv[0];
    argv[0] = name;
    const error_t err = parse_line(argp, argc, argv, &checked);
    argv[0] = verb;
    if (err == HELPED) return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
    if (!err) return -1;
    argp_help(argp, stderr, ARGP_HELP_SHORT_USAGE, name);
    return EXIT_USAGE;
}

int args_parse(const struct argp *argp, int argc, char **argv, void *input) {
    return args_parse_with(argp, NULL, 0, argc, argv, input);
}

static bool is_pass(const char *name, size_t len) {
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK; i++) {
        if (strlen(pass.name) == len && memcmp(pass.name, name, len) == 0) return true;
    }
    return false;
}

/* TVM has a pass of that name, and the message says why it is none here. */
static bool is_left_out(TnContext *ctx, const char *item) {
    TnDiag d;
    if (tn_pass_check(ctx, item) == TN_OK) return false;
    return tn_diag_get(ctx, 0, &d) == TN_OK && d.found;
}

/* Says what is wrong with an item. */
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
        } else if (name > before &&
                   (is_pass(at + before, name - before) || is_left_out(ctx, item))) {
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
