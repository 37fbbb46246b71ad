/* SPDX-License-Identifier: Apache-2.0 */
/* --layers: the first value inside a model that differs.
 *
 * Both sides run copies of the model that return a few of its values, in the file's order, until
 * one differs. How many are asked for at a time follows from the bytes that the last ones had, so
 * that memory stays bounded. Where a side cannot return a value (none of its types, or it exists
 * only while the model is read), fewer are asked for, and a single one is passed over, which is
 * counted. */
#include "command/against.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 8, MOST = 128, BYTES_AT_A_TIME = 16 << 20 };

typedef struct {
    TnText text;
    const char **names, **ops;
    size_t n;
} Layers;

static bool layers_read(Against *self, Layers *out) {
    Session *session = self->session;
    *out = (Layers){.n = 0};
    if (!session_ok(session, tn_onnx_layers(session->ctx, self->path, &out->text), self->path))
        return false;
    size_t zeros = 0;
    for (size_t i = 0; i < out->text.len; i++) zeros += !out->text.ptr[i];
    out->names = calloc(zeros / 2 + 1, sizeof *out->names);
    out->ops = calloc(zeros / 2 + 1, sizeof *out->ops);
    if (!out->names || !out->ops) return false;
    const char *at = out->text.ptr, *end = at ? at + out->text.len : at;
    for (; at && at < end; out->n++) {
        out->names[out->n] = at;
        out->ops[out->n] = at + strlen(at) + 1;
        at = out->ops[out->n] + strlen(out->ops[out->n]) + 1;
    }
    return true;
}

static void layers_free(Layers *self) {
    free(self->names);
    free(self->ops);
    tn_text_free(&self->text);
}

/* The key that says in which file a tensor's data lie: a message whose first field is that word. */
static bool has_external_data(const TnText *model) {
    static const char key[] = "\x0a\x08location";
    return memmem(model->ptr, model->len, key, sizeof key - 1) != NULL;
}

/* Values [from, from + n) of both sides. */
static AgainstOutcome run_values(Against *self, const Layers *layers, size_t from, size_t n,
                                 const AgainstSize *size, AgainstFound *found) {
    TnContext *ctx = self->session->ctx;
    TnText copy;
    TnModule *m = NULL;
    OrtSession session;
    if (tn_onnx_with_outputs(ctx, self->path, layers->names + from, n, &copy) != TN_OK)
        return AGAINST_NEITHER;
    const OrtModel model = {.path = self->path,
                            .bytes = copy.ptr,
                            .size = copy.len,
                            .has_external_data = has_external_data(&copy),
                            .threads = (int)self->run->threads,
                            .all_optimizations = true};
    AgainstOutcome outcome = AGAINST_TENON_FAILED;
    if (tn_module_parse_onnx(ctx, self->path, copy.ptr, copy.len, &m) == TN_OK) {
        crash_library("ONNX Runtime");
        const bool is_open = ort_session_open(&self->ort, &session, &model);
        crash_library(NULL);
        outcome = is_open ? against_run(self, m, &session, size, found) : AGAINST_ORT_FAILED;
        ort_session_close(&self->ort, &session);
    }
    tn_module_free(m);
    tn_text_free(&copy);
    return outcome;
}

static size_t next_number(size_t n, size_t bytes) {
    const size_t each = bytes / n + 1, fit = BYTES_AT_A_TIME / each;
    const size_t most = 2 * n < MOST ? 2 * n : MOST;
    return fit < 1 ? 1 : fit < most ? fit : most;
}

/* The operator that makes a value; of a sequence, "name[3]" is one. */
static const char *op_of(const Layers *layers, size_t from, size_t n, const char *name) {
    for (size_t i = from; i < from + n; i++) {
        const size_t len = strlen(layers->names[i]);
        if (strncmp(name, layers->names[i], len) == 0 && (!name[len] || name[len] == '['))
            return layers->ops[i];
    }
    return "?";
}

static void say(Against *self, const AgainstSize *size, const AgainstValue *v, const char *op,
                bool outputs_differ, json_t *json) {
    if (json) {
        json_t *found = against_json(v);
        if (v->name[0]) json_object_set_new(found, "op", json_text(op));
        json_object_set_new(json, "first_layer", found);
        return;
    }
    fprintf(self->out, "%s%s", size->label, size->n ? ": " : "");
    if (v->name[0]) {
        fprintf(self->out, "the first value that differs, of a node %s, is ", op);
        against_print(v, self->out);
    } else {
        fputs(outputs_differ ? "no value inside differs where each is asked for: what makes the "
                               "outputs differ is an "
                               "optimization that this prevents"
                             : "no value inside differs",
              self->out);
    }
    fputc('\n', self->out);
}

bool against_layers(Against *self, const AgainstSize *size, bool outputs_differ, json_t *json) {
    Layers layers;
    AgainstFound found = {.n = 0};
    size_t passed_over = 0, n = FEWEST;
    const char *op = "?", *first_passed = NULL;
    char why[512];
    const bool ok = layers_read(self, &layers);
    for (size_t at = 0; ok && at < layers.n && !found.first.name[0];) {
        if (n > layers.n - at) n = layers.n - at;
        const AgainstOutcome outcome = run_values(self, &layers, at, n, size, &found);
        if (outcome != AGAINST_BOTH && n > 1) {
            n /= 2;
            continue;
        }
        if (outcome != AGAINST_BOTH && !passed_over++) {
            first_passed = layers.names[at];
            against_why(self, outcome, why, sizeof why);
        }
        if (found.first.name[0]) op = op_of(&layers, at, n, found.first.name);
        at += n;
        n = outcome == AGAINST_BOTH ? next_number(n, found.bytes) : FEWEST;
    }
    if (ok) say(self, size, &found.first, op, outputs_differ, json);
    if (found.first.name[0]) self->session->status = EXIT_DIFFER;
    if (passed_over)
        fprintf(stderr,
                "verify: of %zu values %zu were passed over, as a side cannot return them; the "
                "first is '%s' (%s)\n",
                layers.n, passed_over, first_passed, why);
    layers_free(&layers);
    return ok;
}
