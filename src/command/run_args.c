/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs that run a module share. */
#include "command/run_args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double EXPECT_RTOL = 1e-4, EXPECT_ATOL = 1e-5; /* as verify --as native */

/* Splits "NAME=REST" in a copy. NULL: there is no '='. *rest points into the copy. */
static char *split(const char *arg, const char **rest) {
    const char *eq = strchr(arg, '=');
    char *copy = eq && eq != arg ? strdup(arg) : NULL;
    if (!copy) return NULL;
    copy[eq - arg] = '\0';
    *rest = copy + (eq - arg) + 1;
    return copy;
}

static void *grow(void *list, size_t n, size_t size) {
    return n & (n - 1) ? list : realloc(list, (n ? 2 * n : 1) * size);
}

static error_t out_of_memory(struct argp_state *state) {
    return args_error(state, "out of memory");
}

static error_t add_dim(RunArgs *self, const char *arg, struct argp_state *state) {
    const char *text;
    char *name = split(arg, &text), *end = NULL;
    errno = 0;
    const long long v = name ? strtoll(text, &end, 10) : 0;
    if (!name || !*text || *end || errno || v < 0) {
        free(name);
        return args_error(state, "--dim wants NAME=N with N >= 0, not '%s'", arg);
    }
    for (size_t i = 0; self->overrides && i < self->n_dims; i++) {
        if (strcmp(self->dims[i].name, name) != 0) continue;
        self->dims[i].value = v;
        free(name);
        return 0;
    }
    TnDim *dims = grow(self->dims, self->n_dims, sizeof *dims);
    if (!dims) return out_of_memory(state);
    self->dims = dims;
    self->dims[self->n_dims++] = (TnDim){name, v};
    return 0;
}

error_t run_args_donation(RunArgs *self, const char *arg, struct argp_state *state) {
    const char *output;
    char *input = split(arg, &output); /* in one block */
    if (!input || !*output) {
        free(input);
        return args_error(state, "--donate wants IN=OUT, an input and an output, not '%s'", arg);
    }
    TnDonation *all = grow(self->donations, self->n_donations, sizeof *all);
    if (!all) return free(input), out_of_memory(state);
    self->donations = all;
    self->donations[self->n_donations++] = (TnDonation){input, output};
    return 0;
}

/* Of a name, what --input says goes before what lies in a folder. */
static error_t add_input(RunArgs *self, TnInput input, bool is_folder, struct argp_state *state) {
    char *own_name = (char *)input.name;
    for (size_t i = 0; i < self->n_inputs; i++) {
        if (strcmp(self->inputs[i].name, own_name) != 0) continue;
        const bool was_folder = self->in_folder[i];
        if (!was_folder && !is_folder && !self->overrides)
            return free(own_name),
                   args_error(state, "--input: '%s' is given twice", self->inputs[i].name);
        if (was_folder || !is_folder) {
            free((char *)self->inputs[i].name); /* of a folder: in one block with its path */
            self->inputs[i] = input;
            self->in_folder[i] = is_folder;
        } else {
            free(own_name);
        }
        return 0;
    }
    bool *in_folder = grow(self->in_folder, self->n_inputs, sizeof *in_folder);
    if (in_folder) self->in_folder = in_folder;
    TnInput *inputs = grow(self->inputs, self->n_inputs, sizeof *inputs);
    if (inputs) self->inputs = inputs;
    if (!inputs || !in_folder) return out_of_memory(state);
    self->in_folder[self->n_inputs] = is_folder;
    self->inputs[self->n_inputs++] = input;
    return 0;
}

/* May the text be what api_literal takes? What is not is a file whose @ was forgotten. */
static bool is_literal(const char *text) {
    if (strncmp(text, "true", 4) == 0 || strncmp(text, "false", 5) == 0) return true;
    if (*text == '-' || *text == '+') text++;
    return (*text && strchr("[.0123456789", *text)) || strcmp(text, "nan") == 0 ||
           strcmp(text, "inf") == 0;
}

static error_t add_named(RunArgs *self, int key, const char *arg, struct argp_state *state) {
    const char *text = NULL;
    char *name = split(arg, &text);
    const bool is_file = name && text[0] == '@' && text[1];
    if (!is_file && (!name || key == KEY_EXPECT || !is_literal(text))) {
        free(name);
        if (key == KEY_EXPECT)
            return args_error(state, "--expect wants NAME=@FILE.npy, not '%s'", arg);
        return args_error(
            state,
            "--%s wants NAME=@FILE or NAME=VALUE (a number, a text in quotes, or lists in brackets), not '%s'",
            key == KEY_BIND ? "bind" : "input", arg);
    }
    if (key != KEY_EXPECT) {
        const TnInput file = {.name = name, .path = text + 1},
                      literal = {.name = name, .dtype = "literal", .data = text};
        return add_input(self, is_file ? file : literal, false, state);
    }
    const char *path = text;
    NamedPath *expected = grow(self->expected, self->n_expected, sizeof *expected);
    if (!expected) return out_of_memory(state);
    self->expected = expected;
    self->expected[self->n_expected++] = (NamedPath){name, path + 1};
    return 0;
}

/* Every DIR/in_NAME.npy. */
static error_t add_folder(RunArgs *self, const char *dir, struct argp_state *state) {
    Folder folder;
    if (!folder_begin(&folder, dir))
        return args_error(state, "--inputs: cannot read '%s': %s", dir, strerror(errno));
    error_t err = 0;
    bool any = false;
    while (!err && folder_next(&folder)) {
        err = add_input(self, (TnInput){.name = folder.name, .path = folder.path}, true, state);
        any = true;
    }
    if (!err && folder.failed) err = out_of_memory(state);
    folder_end(&folder);
    return err || any ? err
                      : args_error(state, "--inputs: no file in '%s' is named in_NAME.npy", dir);
}

static error_t tolerance(double *out, const char *name, const char *arg, struct argp_state *state) {
    char *end;
    const double v = strtod(arg, &end);
    if (!*arg || *end || !(v > 0) || v > 1e300)
        return args_error(state, "--%s wants a number above 0, not '%s'", name, arg);
    *out = v;
    return 0;
}

const char *args_backend_name(TnBackend backend) {
    TnBackendInfo info;
    return tn_backend_get((size_t)backend, &info) == TN_OK ? info.name : "";
}

bool args_backend_is_exact(TnBackend backend) {
    TnBackendInfo info;
    return tn_backend_get((size_t)backend, &info) == TN_OK && info.is_exact;
}

bool args_backend_has_options(TnBackend backend) {
    TnBackendInfo info;
    return tn_backend_get((size_t)backend, &info) == TN_OK && info.has_options;
}

/* "eval, c or llvm" */
static void list_backends(char *text, size_t size) {
    TnBackendInfo info;
    size_t n = 0, len = 0;
    while (tn_backend_get(n, &info) == TN_OK) n++;
    *text = '\0';
    for (size_t i = 0; i < n && len < size && tn_backend_get(i, &info) == TN_OK; i++)
        len += (size_t)snprintf(text + len, size - len, "%s%s",
                                i == 0       ? ""
                                : i + 1 == n ? " or "
                                             : ", ",
                                info.name);
}

error_t args_backend(TnBackend *out, const char *arg, struct argp_state *state) {
    TnBackendInfo info;
    char names[200];
    for (size_t i = 0; tn_backend_get(i, &info) == TN_OK; i++) {
        if (strcmp(arg, info.name) != 0) continue;
        *out = (TnBackend)i;
        return 0;
    }
    list_backends(names, sizeof names);
    return args_error(state, "--backend takes %s, not '%s'", names, arg);
}

static error_t threads_key(RunArgs *self, const char *arg, struct argp_state *state) {
    char *end;
    enum { THREADS_MAX = 1024 };
    self->threads = strcmp(arg, "none") == 0 ? 1 : strtoll(arg, &end, 10);
    if (strcmp(arg, "none") != 0 &&
        (!*arg || *end || self->threads < 1 || self->threads > THREADS_MAX))
        return args_error(state, "--threads wants a number from 1 to %d, or none, not '%s'",
                          THREADS_MAX, arg);
    return 0;
}

error_t run_args_key(RunArgs *self, int key, char *arg, struct argp_state *state) {
    char *end;
    switch (key) {
    case KEY_FUNCTION: self->function = arg; return 0;
    case KEY_DIM: return add_dim(self, arg, state);
    case KEY_INPUT:
    case KEY_BIND:
    case KEY_EXPECT: return add_named(self, key, arg, state);
    case KEY_INPUTS: return add_folder(self, arg, state);
    case KEY_EXPECT_RTOL: return tolerance(&self->rtol, "rtol", arg, state);
    case KEY_EXPECT_ATOL: return tolerance(&self->atol, "atol", arg, state);
    case KEY_BACKEND: self->says_backend = true; return args_backend(&self->backend, arg, state);
    case KEY_THREADS: return threads_key(self, arg, state);
    case KEY_CPU: self->cpu = arg; return 0;
    case KEY_STRICT: self->strict = true; return 0;
    case KEY_DETERMINISTIC: self->deterministic = true; return 0;
    case KEY_DONATE: self->donate = true; return 0;
    case KEY_CONVERT: self->convert = true; return 0;
    case KEY_RANKS: return run_args_ranks(self, arg, state);
    case KEY_TRANSPORT:
    case KEY_RANK_TIMEOUT: return join_key(&self->join, key, arg, state);
    case KEY_DIMS_VARYING: return args_names(&self->varying, "--varying", arg, state);
    case KEY_SEED:
        errno = 0;
        self->says_seed = true;
        self->seed = strtoull(arg, &end, 10);
        if (!*arg || *end || errno || *arg == '-')
            return args_error(state, "--seed wants a number, not '%s'", arg);
        return 0;
    default: return args_key(&self->args, key, arg, state);
    }
}

TnBackend run_args_backend(const RunArgs *self) {
    return self->says_backend ? self->backend : best_backend();
}

TnRunOptions run_args_options(const RunArgs *self) {
    return (TnRunOptions){TN_SIZED(TnRunOptions),
                          .function = self->function,
                          .backend = run_args_backend(self),
                          .cpu = self->cpu,
                          .threads = self->threads,
                          .strict = self->strict,
                          .deterministic = self->deterministic,
                          .donate = self->donate,
                          .convert = self->convert,
                          .varying = self->varying.names,
                          .n_varying = self->varying.n,
                          .seed = self->seed,
                          .inputs = self->inputs,
                          .n_inputs = self->n_inputs,
                          .is_whole = self->is_whole,
                          .dims = self->dims,
                          .n_dims = self->n_dims};
}

TnRun *run_of_tensor(Session *session, const TnInput *input) {
    static const char text[] = "@R.function\ndef main(x: R.Object):\n    return x\n";
    TnModule *m = NULL;
    TnRun *run = NULL;
    const char *what = input->path ? input->path : input->name;
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .inputs = input, .n_inputs = 1};
    if (session_ok(session, tn_module_parse(session->ctx, what, text, sizeof text - 1, &m), what) &&
        !session_ok(session, tn_run(m, &options, &run), what)) {
        run = NULL;
    }
    tn_module_free(m);
    return run;
}

static void no_output(const TnRun *run, const char *name) {
    enum { MOST = 64 };
    const char *names[MOST];
    TnTensorInfo t;
    size_t n = 0;
    for (size_t i = 0; n + 2 <= MOST && tn_run_output(run, i, &t) == TN_OK; i++) {
        const char *file = tn_run_output_file_name(run, i);
        if (file) names[n++] = file;
        names[n++] = t.name;
    }
    fprintf(stderr, "tenon run: --expect: there is no output '%s'\n", name);
    args_print_names(name, names, n);
}

bool run_args_for_llvm(const void *input) {
    const RunArgs *self = input;
    return !self->says_backend || args_backend_has_options(self->backend);
}

bool run_args_expects(const void *input) { return ((const RunArgs *)input)->n_expected > 0; }
bool run_args_gives(const void *input) { return ((const RunArgs *)input)->n_inputs > 0; }

void run_args_say_drawn(const RunArgs *self, const char *verb, const TnRun *run) {
    enum { SHOWN = 8 };
    const char *name, *last = NULL;
    size_t n = 0;
    int is_drawn;
    for (size_t i = 0; (name = tn_run_input_parameter(run, i, &is_drawn)); i++) {
        if (!is_drawn || (last && strcmp(last, name) == 0)) continue;
        if (n == 0) fprintf(stderr, "tenon %s: inputs drawn, seed %llu: ", verb, self->seed);
        if (n++ < SHOWN) fprintf(stderr, "%s%s", n > 1 ? ", " : "", name);
        last = name;
    }
    if (n > SHOWN) fprintf(stderr, " and %zu more", n - SHOWN);
    if (n) fputc('\n', stderr);
}

void run_expect(Session *session, const RunArgs *self, TnRun *run) {
    const double rtol = self->rtol > 0 ? self->rtol : EXPECT_RTOL,
                 atol = self->atol > 0 ? self->atol : EXPECT_ATOL;
    for (size_t i = 0; i < self->n_expected; i++) {
        const NamedPath *want = &self->expected[i];
        TnTensorInfo t;
        size_t k;
        if (tn_run_output_find(run, want->name, &k) != TN_OK ||
            tn_run_output(run, k, &t) != TN_OK) {
            no_output(run, want->name);
            session->status = EXIT_USAGE;
            continue;
        }
        TnRun *expected = run_of_tensor(session, &(TnInput){.name = "x", .path = want->path});
        if (!expected) continue;
        TnDifference d;
        if (tn_run_compare_output(run, k, expected, 0, rtol, atol, &d) == TN_E_DIFFER) {
            fprintf(stderr, "tenon run: '%s' differs from '%s': ", t.name, want->path);
            if (d.what) {
                fprintf(stderr, "%s\n", d.what);
            } else {
                fprintf(stderr, "largest difference %.3g at element %zu: %.9g and %.9g\n",
                        d.max_abs, d.element, d.a, d.b);
            }
            session->status = EXIT_DIFFER;
        }
        tn_run_free(expected);
    }
}

bool run_path(char *buf, size_t size, const char *dir, const char *prefix, const char *name) {
    const size_t start = strlen(dir) + 1 + strlen(prefix);
    const int n = snprintf(buf, size, "%s/%s%s.npy", dir, prefix, name);
    if (n < 0 || (size_t)n >= size) return false;
    for (char *p = buf + start; *p; p++) {
        if (*p == '/') *p = '_';
    }
    return true;
}

int run_args_free(RunArgs *self, int status) {
    for (size_t i = 0; i < self->n_dims; i++) free((char *)self->dims[i].name);
    for (size_t i = 0; i < self->n_inputs; i++) free((char *)self->inputs[i].name);
    for (size_t i = 0; i < self->n_shared; i++) free((char *)self->shared_inputs[i].name);
    for (size_t i = 0; i < self->n_expected; i++) free(self->expected[i].name);
    names_free(&self->varying);
    for (size_t i = 0; i < self->n_donations; i++) free((char *)self->donations[i].input);
    free(self->dims);
    free(self->donations);
    free(self->inputs);
    free(self->shared_inputs);
    free(self->in_folder);
    free(self->is_whole);
    free(self->expected);
    return status;
}
