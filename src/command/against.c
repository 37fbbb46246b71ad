/* SPDX-License-Identifier: Apache-2.0 */
/* tenon verify M.onnx --against LIBRARY */
#include "command/against.h"

#include <stdlib.h>
#include <string.h>

/* By either of its names. */
static bool is_given(const RunArgs *run, TnModule *m, size_t dim) {
    for (size_t i = 0; i < run->n_dims; i++) {
        if (tn_module_dim_index(m, NULL, run->dims[i].name) == dim) return true;
    }
    return false;
}

/* The dims that --dim gives, and the others as `value`; how many those are. */
static size_t size_make(const Against *self, TnModule *m, int64_t value, TnDim *dims,
                        AgainstSize *out) {
    size_t free_dims = 0, at = 0;
    const char *name;
    *out = (AgainstSize){.dims = dims};
    for (size_t i = 0; i < self->run->n_dims; i++) dims[out->n++] = self->run->dims[i];
    for (size_t i = 0; (name = tn_module_dim_name(m, NULL, i)); i++) {
        if (self->run->n_inputs) break; /* they say what dims are */
        if (is_given(self->run, m, i)) continue;
        dims[out->n++] = (TnDim){name, value};
        free_dims++;
    }
    for (size_t i = 0; i < out->n && at + 1 < sizeof out->label; i++) {
        const int n = snprintf(out->label + at, sizeof out->label - at, "%s%s = %lld",
                               i ? ", " : "", dims[i].name, (long long)dims[i].value);
        at += n > 0 ? (size_t)n : 0;
    }
    return free_dims;
}

static void say_failed(Against *self, AgainstOutcome outcome, const AgainstSize *size) {
    char text[1024];
    const char *at = size->n ? " at " : "",
               *help = size->n ? "other sizes of dims: --dim NAME=N" : NULL;
    against_why(self, AGAINST_TENON_FAILED, text, sizeof text);
    if (outcome != AGAINST_TENON_FAILED)
        session_error(self->session, EXIT_MODEL, help, "ONNX Runtime %s cannot run '%s'%s%s: %s",
                      self->ort.version, self->path, at, size->label, self->ort.why);
    if (outcome != AGAINST_ORT_FAILED)
        session_error(self->session, EXIT_MODEL, help, "Tenon cannot run '%s'%s%s: %s", self->path,
                      at, size->label, text + strlen("Tenon: "));
}

static void report(Against *self, const AgainstSize *size, const AgainstFound *found,
                   json_t *json) {
    if (json) {
        json_object_set_new(json, "same", json_boolean(!found->n_differing));
        json_object_set_new(json, "values", json_integer((json_int_t)found->n));
        json_object_set_new(json, "differing", json_integer((json_int_t)found->n_differing));
        json_object_set_new(json, "first", against_json(&found->first));
        json_object_set_new(json, "worst", against_json(&found->worst));
        return;
    }
    fprintf(self->out, "%s%s%s: ", size->label, size->n ? ": " : "",
            found->n_differing ? "differ" : "same");
    if (found->n_differing || found->n)
        against_print(found->n_differing ? &found->first : &found->worst, self->out);
    if (found->n_differing > 1)
        fprintf(self->out, "; and %zu more of %zu outputs", found->n_differing - 1, found->n);
    fputc('\n', self->out);
}

/* Both at one size. */
static AgainstOutcome at_size(Against *self, TnModule *m, const OrtSession *session,
                              const AgainstSize *size) {
    AgainstFound found;
    const AgainstOutcome outcome = against_run(self, m, session, size, &found);
    if (outcome == AGAINST_NEITHER) return outcome;
    if (outcome != AGAINST_BOTH) {
        say_failed(self, outcome, size);
        return outcome;
    }
    json_t *json = self->sizes ? json_object() : NULL;
    for (size_t i = 0; json && i < size->n; i++) {
        json_t *dims = json_object_get(json, "dims");
        if (!dims) json_object_set_new(json, "dims", dims = json_object());
        json_object_set_new(dims, size->dims[i].name, json_integer(size->dims[i].value));
    }
    report(self, size, &found, json);
    if (found.n_differing) self->session->status = EXIT_DIFFER;
    if (self->layers) against_layers(self, size, found.n_differing > 0, json);
    if (json) json_array_append_new(self->sizes, json);
    return outcome;
}

/* The usual size of drawn inputs, then 1: what holds by broadcasting at one does not at the other.
 * A size that neither side can run is no difference, unless it is the only one. */
static void at_sizes(Against *self, TnModule *m, const OrtSession *session) {
    static const int64_t values[] = {4, 1};
    size_t n = 0;
    bool any = false;
    AgainstSize size = {.n = 0};
    while (tn_module_dim_name(m, NULL, n)) n++;
    TnDim *dims = calloc(n + self->run->n_dims + 1, sizeof *dims);
    for (size_t i = 0; dims && i < COUNT_OF(values); i++) {
        const size_t free_dims = size_make(self, m, values[i], dims, &size);
        const AgainstOutcome outcome = at_size(self, m, session, &size);
        any |= outcome != AGAINST_NEITHER;
        if (outcome == AGAINST_NEITHER && (any || (free_dims && i + 1 < COUNT_OF(values))))
            fprintf(stderr, "verify: neither side can run '%s' at %s\n", self->path, size.label);
        if (!free_dims) break;
    }
    if (!any) say_failed(self, AGAINST_NEITHER, &size);
    free(dims);
}

static void write_report(Against *self, Report *text) {
    if (!self->sizes) {
        report_write(text, self->session, self->run->args.output);
        return;
    }
    json_t *all = json_pack("{s:b, s:s, s:s, s:O}", "same", self->session->status == EXIT_OK,
                            "library", self->ort.version, "backend",
                            args_backend_name(self->run->backend), "sizes", self->sizes);
    session_write_json(self->session, self->run->args.output, all);
}

void against(Against *self) {
    static const char help[] = "the path of a shared library, as libonnxruntime.so of its releases "
                               "and Python packages; bench/get-ort.sh "
                               "fetches one (docs/onnx.md)";
    const OrtModel model = {
        .path = self->path, .threads = (int)self->run->threads, .all_optimizations = true};
    OrtSession session;
    Report text = {.file = NULL};
    if (!ort_open(&self->ort, self->library)) {
        session_error(self->session, EXIT_IO, help, "ONNX Runtime cannot be opened: %s",
                      self->ort.why);
        return;
    }
    TnModule *m = session_read(self->session, self->path); /* both say what they lack */
    crash_library("ONNX Runtime");
    const bool is_open = ort_session_open(&self->ort, &session, &model);
    crash_library(NULL);
    if (!m) fprintf(stderr, "verify: it is Tenon that refuses '%s'\n", self->path);
    if (tn_module_has_dtype(m, "float16")) self->narrow = "float16";
    if (tn_module_has_dtype(m, "bfloat16")) self->narrow = "bfloat16";
    if (!is_open)
        session_error(self->session, EXIT_MODEL, NULL, "ONNX Runtime %s refuses '%s': %s",
                      self->ort.version, self->path, self->ort.why);
    const bool json = self->run->args.json;
    if (m && is_open && (json || report_begin(&text, self->session))) {
        self->out = text.file;
        self->sizes = json ? json_array() : NULL;
        if (!json)
            fprintf(self->out, "Tenon by %s, ONNX Runtime %s\n",
                    args_backend_name(self->run->backend), self->ort.version);
        at_sizes(self, m, &session);
        write_report(self, &text);
        json_decref(self->sizes);
    }
    ort_session_close(&self->ort, &session);
    ort_close(&self->ort);
    tn_module_free(m);
}
