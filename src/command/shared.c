/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions and output of the verbs. */
#include "command/color.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void keep_first(Session *self, const char *before, const char *text, const char *after) {
    const size_t n = strlen(before) + strlen(text) + strlen(after) + 1;
    if (self->first || !(self->first = malloc(n))) return;
    snprintf(self->first, n, "%s%s%s", before, text, after);
}

static void say_text(Session *self, const char *text, const char *help) {
    keep_first(self, "error: ", text, "\n");
    if (!self->json || !self->diags) {
        if (self->rank) fprintf(stderr, "rank %u: ", self->rank);
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

bool session_begin(Session *self, const Args *args) {
    static const TnPrint print = {.print = print_to_stderr};
    const TnOptions options = {TN_SIZED(TnOptions), .print = &print, .limits = args->limits,
                               .temporaries = temporaries_watch()};
    *self = (Session){.json = args->json, .target = args->target, .args = args};
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
    free(self->first);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "error: cannot write '<stdout>': %s\n", strerror(errno));
        raise_status(self, EXIT_IO);
    }
    return self->status;
}

static void add_diag(Session *self, const TnDiag *d) {
    if (d->level == TN_ERROR) keep_first(self, "", d->text, "");
    if (!self->json) {
        if (self->rank) fprintf(stderr, "rank %u: ", self->rank);
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

/* The lengths of sequences that the command line says; the caller frees names and list. NULL: out
 * of memory. */
static TnDim *lengths_of(const Args *args) {
    TnDim *all = calloc(args->n_lengths, sizeof *all);
    for (unsigned i = 0; all && i < args->n_lengths; i++) {
        const char *text = args->lengths[i], *eq = strrchr(text, '=');
        all[i] = (TnDim){strndup(text, (size_t)(eq - text)), strtoll(eq + 1, NULL, 10)};
    }
    return all;
}

static TnStatus read_file(Session *self, const char *path, const TnReadOptions *options,
                          TnModule **out) {
    const Args *args = self->args;
    if (!args || !args->n_lengths || !args_is_onnx(path))
        return tn_module_read_with(self->ctx, path, options, out);
    TnReadOptions with = options ? *options : (TnReadOptions){TN_SIZED(TnReadOptions)};
    TnDim *lengths = lengths_of(args);
    TnStatus status = TN_E_MEMORY;
    with.lengths = lengths;
    with.n_lengths = args->n_lengths;
    if (lengths) status = tn_module_read_with(self->ctx, path, &with, out);
    for (unsigned i = 0; lengths && i < args->n_lengths; i++) free((char *)lengths[i].name);
    free(lengths);
    return status;
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
        status = read_file(self, path, options, &m);
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

static void unwritten(Session *self, int err) {
    __fpurge(stdout); /* once is enough */
    clearerr(stdout);
    fprintf(stderr, "error: cannot write '<stdout>': %s\n", strerror(err));
    raise_status(self, EXIT_IO);
}

static bool write_colored(Session *self, TnModule *m) {
    TnText text;
    if (!session_ok(self, tn_module_print(m, &text), "-")) return false;
    const bool ok = color_write_module(text.ptr);
    if (!ok) unwritten(self, errno);
    tn_text_free(&text);
    return ok;
}

bool session_write_module(Session *self, const Args *args, TnModule *m) {
    const char *path = args->output ? args->output : "-";
    TnOnnxWriteOptions options;
    if (strcmp(path, "-") == 0 && color_is_on()) return write_colored(self, m);
    if (args->generic) {
        const TnStablehloWriteOptions how = {TN_SIZED(TnStablehloWriteOptions), .generic = 1};
        return session_ok(self, tn_module_write_stablehlo(m, path, &how), path);
    }
    if (!args_is_onnx(path)) return session_ok(self, tn_module_write(m, path), path);
    return session_onnx_options(self, args, &options) &&
           session_ok(self, tn_module_write_onnx(m, path, &options), path);
}

/* What a file of that ending holds, where it is no text; else NULL. */
static const char *holds(const char *path) {
    static const char *const tensors[] = {".npy", ".npz", ".safetensors"};
    const char *dot = strrchr(path, '.');
    if (args_is_onnx(path)) return "no ONNX model";
    for (size_t i = 0; dot && i < sizeof tensors / sizeof *tensors; i++) {
        if (strcmp(dot, tensors[i]) == 0)
            return "no tensors (`tenon run --save DIR` writes those of a run)";
    }
    return NULL;
}

void session_write(Session *self, const char *path, const char *text, size_t len) {
    if (path && strcmp(path, "-") != 0) {
        const char *other = holds(path); /* perhaps the model or the tensors that it is about */
        if (!other) {
            session_ok(self, tn_file_write(self->ctx, path, text, len), path);
            return;
        }
        fprintf(stderr, "error: cannot write '%s': what this verb writes is text, and %s\n", path,
                other);
        self->status = EXIT_USAGE;
        return;
    }
    if (fwrite(text, 1, len, stdout) != len || fflush(stdout) != 0) unwritten(self, errno);
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
