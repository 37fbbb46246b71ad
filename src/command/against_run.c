/* SPDX-License-Identifier: Apache-2.0 */
/* One model on both sides, at one size. */
#include "command/against.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Tenon's k-th tensor against one of the library's. False: it cannot be told, and Against.ort.why
 * says why. */
static bool compare_tensor(Against *self, TnRun *run, size_t k, void *value, AgainstValue *v) {
    OrtTensor t;
    TnTensorInfo mine;
    unsigned bits;
    if (!ort_value_tensor(&self->ort, value, &t)) return false;
    if (tn_run_output(run, k, &mine) != TN_OK) {
        snprintf(self->ort.why, sizeof self->ort.why, "it has more values than Tenon");
        ort_tensor_free(&t);
        return false;
    }
    const char *dtype = ort_type_name(t.type, &bits);
    against_tolerances(self, &mine, &v->rtol, &v->atol);
    if (strcmp(dtype, mine.dtype) != 0) {
        snprintf(v->what, sizeof v->what, "of %s, by ONNX Runtime of %s", mine.dtype, dtype);
        v->differs = true;
        ort_tensor_free(&t);
        return true;
    }
    const TnInput given = {.name = "x",
                           .dtype = dtype,
                           .ndim = (uint32_t)t.ndim,
                           .dims = t.dims,
                           .data = t.bytes ? t.data : ""};
    TnRun *theirs = run_of_tensor(self->session, &given);
    ort_tensor_free(&t);
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

/* An output of the library's, one tensor, those of a sequence or a sequence of maps, against
 * Tenon's tensors from *k on. */
static bool compare_output(Against *self, TnRun *run, size_t *k, void *value, const char *name,
                           AgainstFound *found) {
    OrtKind kind, inner;
    size_t n, m;
    if (!ort_value_count(&self->ort, value, &kind, &n)) return false;
    const bool is_tensor = kind == ORT_TENSOR;
    for (size_t i = 0; i < n; i++) {
        AgainstValue v = {.differs = false};
        void *item = value;
        TnTensorInfo mine;
        if (!is_tensor && !ort_value_item(&self->ort, value, i, &item)) return false;
        snprintf(v.name, sizeof v.name, is_tensor ? "%.240s" : "%.220s[%zu]", name, i);
        bool ok = is_tensor || ort_value_count(&self->ort, item, &inner, &m);
        const bool is_map = ok && !is_tensor && inner == ORT_MAP;
        ok = ok && (is_map ? against_map(self, run, *k, item, i, n, &v)
                           : compare_tensor(self, run, *k, item, &v));
        if (!is_tensor) ort_value_free(&self->ort, item);
        if (!ok) return false;
        if (tn_run_output(run, *k, &mine) == TN_OK) found->bytes += mine.bytes;
        note(found, &v);
        if (!is_map)
            ++*k;
        else if (i + 1 == n)
            *k += 2;
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
    crash_library("ONNX Runtime");
    ok = ok && ort_run(&self->ort, session, inputs, outputs);
    crash_library(NULL);
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
