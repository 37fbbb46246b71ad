/* SPDX-License-Identifier: Apache-2.0 */
/* tenon verify M.onnx --against LIBRARY */
#include "command/against.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest finite magnitude of a tensor of float32 or float64, at least 1; 1 for others. */
static double scale_of(const TnTensorInfo *t) {
    const bool is_double = strcmp(t->dtype, "float64") == 0;
    double most = 1;
    for (size_t i = 0; (is_double || strcmp(t->dtype, "float32") == 0) && i < t->count; i++) {
        const double v =
            fabs(is_double ? ((const double *)t->data)[i] : (double)((const float *)t->data)[i]);
        if (v > most && v < (double)INFINITY) most = v;
    }
    return most;
}

/* Sums in another order differ by the rounding of their terms, so the absolute tolerance grows with the value's largest
 * element. Integers are equal. */
static void tolerances(const CompareArgs *how, const TnTensorInfo *t, double *rtol, double *atol) {
    static const struct {
        const char *dtype;
        double rtol, atol;
    } usual[] = {{"float64", 1e-6, 1e-9},
                 {"float32", 1e-4, 1e-5},
                 {"float16", 1e-2, 1e-3},
                 {"bfloat16", 5e-2, 1e-2}};
    *rtol = *atol = 0;
    for (size_t i = 0; i < COUNT_OF(usual); i++) {
        if (strcmp(usual[i].dtype, t->dtype) != 0) continue;
        *rtol = usual[i].rtol;
        *atol = usual[i].atol * (how->atol >= 0 ? 1 : scale_of(t));
    }
    if (how->rtol >= 0) *rtol = how->rtol;
    if (how->atol >= 0) *atol = how->atol;
}

void against_print(const AgainstValue *v, FILE *out) {
    if (v->what[0]) {
        fprintf(out, "'%s': %s", v->name, v->what);
        return;
    }
    fprintf(out, "'%s': largest difference %.3g (relative %.3g)", v->name, v->d.max_abs,
            v->d.max_rel);
    if (v->d.max_abs > 0)
        fprintf(out, ", element %zu: %.9g and %.9g", v->d.element, v->d.a, v->d.b);
    if (v->d.differing)
        fprintf(out, "; %zu elements past rtol %g, atol %g", v->d.differing, v->rtol, v->atol);
}

static double below_infinity(double v) { return v < 1e300 ? v : 1e300; }

json_t *against_json(const AgainstValue *v) {
    if (!v->name[0]) return json_null();
    return json_pack("{s:o, s:b, s:o, s:f, s:f, s:I, s:I, s:f, s:f}", "name", json_text(v->name),
                     "same", !v->differs, "what", json_text(v->what[0] ? v->what : NULL), "max_abs",
                     below_infinity(v->d.max_abs), "max_rel", below_infinity(v->d.max_rel),
                     "element", (json_int_t)v->d.element, "differing", (json_int_t)v->d.differing,
                     "rtol", v->rtol, "atol", v->atol);
}

static void note(AgainstFound *found, const AgainstValue *v) {
    found->n++;
    found->n_differing += v->differs;
    if (v->differs && !found->first.name[0]) found->first = *v;
    if (!v->differs && (!found->worst.name[0] || v->d.max_abs > found->worst.d.max_abs))
        found->worst = *v;
}

/* Tenon's k-th tensor against one of the library's. False: it cannot be told, and Against.ort.why says why. */
static bool compare_tensor(Against *self, TnRun *run, size_t k, void *value, AgainstValue *v) {
    OrtTensor t;
    TnTensorInfo mine;
    unsigned bits;
    if (!ort_value_tensor(&self->ort, value, &t)) return false;
    if (tn_run_output(run, k, &mine) != TN_OK) {
        snprintf(self->ort.why, sizeof self->ort.why, "it has more values than Tenon");
        return false;
    }
    const char *dtype = ort_type_name(t.type, &bits);
    tolerances(self->how, &mine, &v->rtol, &v->atol);
    if (strcmp(dtype, mine.dtype) != 0) {
        snprintf(v->what, sizeof v->what, "of %s, by ONNX Runtime of %s", mine.dtype, dtype);
        v->differs = true;
        return true;
    }
    const TnInput given = {.name = "x",
                           .dtype = dtype,
                           .ndim = (uint32_t)t.ndim,
                           .dims = t.dims,
                           .data = t.bytes ? t.data : ""};
    TnRun *theirs = run_of_tensor(self->session, &given);
    if (!theirs) {
        snprintf(self->ort.why, sizeof self->ort.why, "its value '%s' cannot be taken over",
                 v->name);
        return false;
    }
    const TnStatus status = tn_run_compare_output(run, k, theirs, 0, v->rtol, v->atol, &v->d);
    v->differs = status != TN_OK;
    if (v->d.what) snprintf(v->what, sizeof v->what, "%s", v->d.what);
    v->d.what = NULL; /* it lives as the run */
    tn_run_free(theirs);
    return true;
}

/* An output of the library's, one tensor or those of a sequence, against Tenon's tensors from *k on. */
static bool compare_output(Against *self, TnRun *run, size_t *k, void *value, const char *name,
                           AgainstFound *found) {
    bool is_tensor;
    size_t n;
    if (!ort_value_count(&self->ort, value, &is_tensor, &n)) return false;
    for (size_t i = 0; i < n; i++) {
        AgainstValue v = {.differs = false};
        void *item = value;
        TnTensorInfo mine;
        if (!is_tensor && !ort_value_item(&self->ort, value, i, &item)) return false;
        snprintf(v.name, sizeof v.name, is_tensor ? "%.240s" : "%.220s[%zu]", name, i);
        const bool ok = compare_tensor(self, run, *k, item, &v);
        if (!is_tensor) ort_value_free(&self->ort, item);
        if (!ok) return false;
        if (tn_run_output(run, *k, &mine) == TN_OK) found->bytes += mine.bytes;
        ++*k;
        note(found, &v);
    }
    return true;
}

static bool compare_outputs(Against *self, TnRun *run, const OrtSession *session,
                            void *const *outputs, AgainstFound *found) {
    size_t k = 0;
    for (size_t i = 0; i < session->n_outputs; i++) {
        if (!compare_output(self, run, &k, outputs[i], session->output_names[i], found))
            return false;
    }
    if (k == tn_run_output_count(run)) return true;
    snprintf(self->ort.why, sizeof self->ort.why, "it has %zu values, Tenon %zu", k,
             tn_run_output_count(run));
    return false;
}

/* The library on the inputs of a run. */
static bool run_ort(Against *self, const TnRun *drawn, const OrtSession *session, void **outputs) {
    void **inputs = calloc(session->n_inputs + 1, sizeof *inputs);
    bool ok = inputs != NULL;
    if (ok && tn_run_input_count(drawn) != session->n_inputs) {
        snprintf(self->ort.why, sizeof self->ort.why, "it takes %zu inputs, Tenon %zu",
                 session->n_inputs, tn_run_input_count(drawn));
        ok = false;
    }
    for (size_t i = 0; ok && i < session->n_inputs; i++) {
        TnTensorInfo t = {.name = NULL};
        ok = tn_run_input(drawn, i, &t) == TN_OK && t.ndim <= ORT_RANK;
        if (!ok) break;
        OrtTensor given = {.type = ort_type(t.dtype),
                           .ndim = t.ndim,
                           .data = (void *)(uintptr_t)t.data,
                           .bytes = t.bytes};
        if (t.ndim) memcpy(given.dims, t.dims, t.ndim * sizeof *t.dims);
        if (!given.type)
            snprintf(self->ort.why, sizeof self->ort.why, "it has no tensors of %s", t.dtype);
        ok = given.type && ort_value_new(&self->ort, &given, &inputs[i]);
    }
    ok = ok && ort_run(&self->ort, session, inputs, outputs);
    for (size_t i = 0; inputs && i < session->n_inputs; i++) ort_value_free(&self->ort, inputs[i]);
    free(inputs);
    return ok;
}

/* The module on the inputs of `drawn`; where it has no compiled form, by the evaluator. */
static TnRun *run_tenon(Against *self, TnModule *m, const TnRun *drawn) {
    TnRunOptions how = run_args_options(self->run);
    TnRun *run = NULL;
    how.like = drawn;
    how.n_dims = how.n_varying = 0;
    how.specialize = 1;
    TnStatus status = tn_run(m, &how, &run);
    if (status != TN_OK && !self->run->says_backend && how.backend != TN_BACKEND_EVAL) {
        how.backend = TN_BACKEND_EVAL;
        status = tn_run(m, &how, &run);
        if (status == TN_OK)
            fprintf(stderr, "verify: by the evaluator, as there is no compiled form\n");
    }
    return status == TN_OK ? run : NULL;
}

AgainstOutcome against_run(Against *self, TnModule *m, const OrtSession *session,
                           const AgainstSize *size, AgainstFound *out) {
    TnRunOptions how = run_args_options(self->run);
    TnRun *drawn = NULL;
    *out = (AgainstFound){.n = 0};
    how.dims = size->dims;
    how.n_dims = size->n;
    how.inputs_only = 1;
    if (tn_run(m, &how, &drawn) != TN_OK) return AGAINST_TENON_FAILED;
    void **outputs = calloc(session->n_outputs + 1, sizeof *outputs);
    if (!outputs) snprintf(self->ort.why, sizeof self->ort.why, "out of memory");
    const bool theirs = outputs && run_ort(self, drawn, session, outputs);
    TnRun *run = run_tenon(self, m, drawn);
    AgainstOutcome outcome = theirs ? run ? AGAINST_BOTH : AGAINST_TENON_FAILED
                             : run  ? AGAINST_ORT_FAILED
                                    : AGAINST_NEITHER;
    if (outcome == AGAINST_BOTH && !compare_outputs(self, run, session, outputs, out))
        outcome = AGAINST_ORT_FAILED;
    for (size_t i = 0; outputs && i < session->n_outputs; i++)
        ort_value_free(&self->ort, outputs[i]);
    free(outputs);
    tn_run_free(run);
    tn_run_free(drawn);
    return outcome;
}

static bool is_given(const RunArgs *run, const char *name) {
    for (size_t i = 0; i < run->n_dims; i++) {
        if (strcmp(run->dims[i].name, name) == 0) return true;
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
        if (is_given(self->run, name)) continue;
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

void against_why(const Against *self, AgainstOutcome outcome, char *out, size_t size) {
    TnDiag d;
    if (outcome == AGAINST_ORT_FAILED) {
        snprintf(out, size, "ONNX Runtime: %s", self->ort.why);
        return;
    }
    snprintf(out, size, "Tenon: no more is known");
    if (tn_diag_get(self->session->ctx, 0, &d) != TN_OK) return;
    snprintf(out, size, "Tenon: %s%s%s%s%s", d.message, d.expected ? "; expected " : "",
             d.expected ? d.expected : "", d.found ? "; found " : "", d.found ? d.found : "");
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

/* The usual size of drawn inputs, then 1: what holds by broadcasting at one does not at the other. A size that neither
 * side can run is no difference, unless it is the only one. */
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
                            backend_name(self->run->backend), "sizes", self->sizes);
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
    const bool is_open = ort_session_open(&self->ort, &session, &model);
    if (!m) fprintf(stderr, "verify: it is Tenon that refuses '%s'\n", self->path);
    if (!is_open)
        session_error(self->session, EXIT_MODEL, NULL, "ONNX Runtime %s refuses '%s': %s",
                      self->ort.version, self->path, self->ort.why);
    const bool json = self->run->args.json;
    if (m && is_open && (json || report_begin(&text, self->session))) {
        self->out = text.file;
        self->sizes = json ? json_array() : NULL;
        if (!json)
            fprintf(self->out, "Tenon by %s, ONNX Runtime %s\n", backend_name(self->run->backend),
                    self->ort.version);
        at_sizes(self, m, &session);
        write_report(self, &text);
        json_decref(self->sizes);
    }
    ort_session_close(&self->ort, &session);
    ort_close(&self->ort);
    tn_module_free(m);
}
