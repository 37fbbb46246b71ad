/* SPDX-License-Identifier: Apache-2.0 */
/* When values are the same: tolerances, and maps of a ZipMap. The library's have their keys in
 * order, Tenon's values are in columns. */
#include "command/against.h"

#include <math.h>
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

/* Sums in another order differ by the rounding of their terms, so the absolute tolerance grows with
 * the value's largest element. Floats may come from narrower ones in the model, and are as exact as
 * these. Integers are equal. */
void against_tolerances(const Against *self, const TnTensorInfo *t, double *rtol, double *atol) {
    static const struct {
        const char *dtype;
        double rtol, atol;
    } usual[] = {{"float64", 1e-6, 1e-9},
                 {"float32", 1e-4, 1e-5},
                 {"float16", 1e-2, 1e-3},
                 {"bfloat16", 5e-2, 1e-2}};
    const CompareArgs *how = self->how;
    const bool is_float = strncmp(t->dtype, "float", 5) == 0 || strcmp(t->dtype, "bfloat16") == 0;
    const char *dtype = is_float && self->narrow ? self->narrow : t->dtype;
    *rtol = *atol = 0;
    for (size_t i = 0; i < COUNT_OF(usual); i++) {
        if (strcmp(usual[i].dtype, dtype) != 0) continue;
        *rtol = usual[i].rtol;
        *atol = usual[i].atol * (how->atol >= 0 ? 1 : scale_of(t));
    }
    if (how->rtol >= 0) *rtol = how->rtol;
    if (how->atol >= 0) *atol = how->atol;
}

/* Maps */

static bool is_key(const TnTensorInfo *keys, size_t i, const OrtTensor *theirs, size_t k) {
    if (strcmp(keys->dtype, "string") != 0)
        return ((const int64_t *)keys->data)[i] == ((const int64_t *)theirs->data)[k];
    const char *key = ((const char *const *)keys->data)[i];
    return strcmp(key ? key : "", ((const char *const *)theirs->data)[k]) == 0;
}

static void compare_value(AgainstValue *v, size_t element, float mine, float theirs) {
    const double a = (double)mine, b = (double)theirs;
    if (isnan(a) && isnan(b)) return;
    const double by = a == b ? 0 : fabs(a - b), rel = b != 0 ? by / fabs(b) : by;
    if (!(by <= v->atol + v->rtol * fabs(b))) v->d.differing++;
    if (by <= v->d.max_abs) return; /* of NaN it is not */
    v->d.max_abs = isnan(by) ? (double)INFINITY : by;
    v->d.max_rel = isnan(rel) ? (double)INFINITY : rel;
    v->d.element = element, v->d.a = a, v->d.b = b;
}

/* Each key of Tenon's among theirs. */
static void compare_keys(AgainstValue *v, const TnTensorInfo *keys, const float *mine,
                         const OrtTensor *their_keys, const float *theirs) {
    for (size_t c = 0; c < keys->count; c++) {
        size_t k = 0;
        while (k < keys->count && !is_key(keys, c, their_keys, k)) k++;
        if (k == keys->count) {
            snprintf(v->what, sizeof v->what, "ONNX Runtime's map lacks key %zu of Tenon's", c);
            v->differs = true;
            return;
        }
        compare_value(v, c, mine[c], theirs[k]);
    }
    v->differs = v->d.differing > 0;
}

/* The map's keys and values, float32. */
static bool read_map(Against *self, void *map, OrtTensor parts[2], void *items[2]) {
    unsigned bits;
    for (size_t i = 0; i < 2; i++) {
        if (!ort_value_item(&self->ort, map, i, &items[i]) ||
            !ort_value_tensor(&self->ort, items[i], &parts[i]))
            return false;
    }
    if (strcmp(ort_type_name(parts[1].type, &bits), "float32") == 0) return true;
    snprintf(self->ort.why, sizeof self->ort.why, "it has a map whose values are not float32");
    return false;
}

bool against_map(Against *self, TnRun *run, size_t k, void *map, size_t i, size_t n,
                 AgainstValue *v) {
    TnTensorInfo keys, values;
    OrtTensor parts[2] = {{.type = 0}, {.type = 0}};
    void *items[2] = {NULL, NULL};
    unsigned bits;
    bool ok = tn_run_output(run, k, &keys) == TN_OK && tn_run_output(run, k + 1, &values) == TN_OK;
    if (!ok) snprintf(self->ort.why, sizeof self->ort.why, "it has more values than Tenon");
    ok = ok && read_map(self, map, parts, items);
    if (ok) {
        const size_t n_theirs = parts[1].bytes / sizeof(float);
        const char *dtype = ort_type_name(parts[0].type, &bits);
        against_tolerances(self, &values, &v->rtol, &v->atol);
        v->differs = true;
        if (strcmp(keys.dtype, dtype) != 0)
            snprintf(v->what, sizeof v->what, "of keys of %s, by ONNX Runtime of %s", keys.dtype,
                     dtype);
        else if (strcmp(values.dtype, "float32") != 0 || values.count != n * keys.count ||
                 keys.count != n_theirs)
            snprintf(v->what, sizeof v->what, "%zu values, by ONNX Runtime %zu of %zu maps",
                     values.count, n_theirs, n);
        else
            compare_keys(v, &keys, (const float *)values.data + i * keys.count, &parts[0],
                         parts[1].data);
    }
    for (size_t p = 0; p < 2; p++) {
        ort_tensor_free(&parts[p]);
        ort_value_free(&self->ort, items[p]);
    }
    return ok;
}
