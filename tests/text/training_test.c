/* SPDX-License-Identifier: Apache-2.0 */
/* What passes on training give, against the values of another framework: tenon-test training FOLDER
 *
 * FOLDER/cases.txt has a line `MODULE | PASS; PASS | FUNCTION | FILE.npz` for each case: the
 * module's passes run, then the function, on the arrays in_NAME of the archive; its flattened
 * results are the arrays out_0, out_1, ... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "base/diag.h"
#include "tensor/compare.h"
#include "tensor/npz.h"

enum { INPUTS_MAX = 128, PASSES_MAX = 8 };
/* Some steps of a small network in float32, sums in another order. */
static const double RTOL = 2e-5, ATOL = 2e-6;

typedef struct {
    TnContext *ctx;
    const char *folder;
    int passed, failed;
} Test;

/* The next part of the line, without blanks around it. */
static char *part(char **at, const char *ends) {
    char *s = *at + strspn(*at, " \n"), *end = s + strcspn(s, ends);
    *at = *end ? end + 1 : end;
    while (end > s && strchr(" \n", end[-1])) end--;
    *end = '\0';
    return s;
}

static bool near(const TnTensorInfo *got, const Tensor *want) {
    static const TensorNear how = {
        .mode = TENSOR_NEAR, .rtol = RTOL, .atol = ATOL, .integers = true};
    TensorDifference d;
    if (strcmp(got->dtype, dtype_name(want->dtype)) != 0 || got->ndim != (uint32_t)want->ndim)
        return false;
    for (uint32_t i = 0; i < got->ndim; i++) {
        if (got->dims[i] != want->dims[i]) return false;
    }
    if (tensor_elements_near(want->dtype, got->data, want->dtype, want->data, want->count, &how,
                             &d))
        return true;
    printf("%zu of %zu elements differ; element %zu is %.9g, and %.9g by the other framework: ",
           d.differing, d.count, d.element, d.a, d.b);
    return false;
}

static bool compare(const TnRun *run, const Npz *arrays) {
    const size_t n = tn_run_output_count(run);
    size_t n_want = 0;
    for (size_t i = 0; i < arrays->n; i++)
        n_want += strncmp(arrays->arrays[i].name, "out_", 4) == 0;
    if (n != n_want) {
        printf("%zu results, and %zu by the other framework\n", n, n_want);
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        TnTensorInfo got;
        char name[32];
        snprintf(name, sizeof name, "out_%zu", k);
        const Tensor *want = npz_get(arrays, name);
        if (!want || tn_run_output(run, k, &got) != TN_OK || !near(&got, want)) {
            printf("result %zu differs\n", k);
            return false;
        }
    }
    return true;
}

static bool run_case(TnModule *m, char *passes, const char *function, const Npz *arrays) {
    TnInput inputs[INPUTS_MAX];
    size_t n = 0;
    for (char *at = passes; *at;) {
        if (tn_module_run_pass(m, part(&at, ";")) != TN_OK) return false;
    }
    for (size_t i = 0; i < arrays->n && n < INPUTS_MAX; i++) {
        const Tensor *x = arrays->arrays[i].tensor;
        if (strncmp(arrays->arrays[i].name, "in_", 3) != 0) continue;
        inputs[n++] = (TnInput){.name = arrays->arrays[i].name + 3,
                                .dtype = dtype_name(x->dtype),
                                .ndim = (uint32_t)x->ndim,
                                .dims = x->dims,
                                .data = x->data};
    }
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .function = function, .inputs = inputs,
                                  .n_inputs = n};
    TnRun *run = NULL;
    bool ok = tn_run(m, &options, &run) == TN_OK && compare(run, arrays);
    tn_run_free(run);
    return ok;
}

static void one(Test *t, char *line) {
    char path[1024];
    char *module = part(&line, "|"), *passes = part(&line, "|"), *function = part(&line, "|"),
         *file = part(&line, "|");
    char title[512];
    snprintf(title, sizeof title, "%s, %s, %s", module, passes, file);
    TnModule *m = NULL;
    Ctx ctx;
    Npz arrays;
    bool ok = false;
    snprintf(path, sizeof path, "%s/%s", t->folder, file);
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        diag_begin(&ctx);
        npz_init(&arrays, &ctx);
        ok = npz_read_file(&arrays, path, DTYPE_VOID) == STATUS_OK;
        npz_keep(&arrays);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) ok = false;
    snprintf(path, sizeof path, "%s/%s", t->folder, module);
    ok = ok && tn_module_read(t->ctx, path, &m) == TN_OK && run_case(m, passes, function, &arrays);
    if (ok) {
        t->passed++;
    } else {
        printf("failed: %s\n", title);
        TnDiag d;
        for (size_t i = 0; i < tn_diag_count(t->ctx); i++) {
            if (tn_diag_get(t->ctx, i, &d) == TN_OK) printf("%s", d.text);
        }
        t->failed++;
    }
    tn_module_free(m);
    npz_fini(&arrays);
    ctx_fini(&ctx);
}

int test_training(int argc, char **argv) {
    char path[1024], line[1024];
    Test t = {.folder = argc > 1 ? argv[1] : "tests/training"};
    snprintf(path, sizeof path, "%s/cases.txt", t.folder);
    FILE *f = fopen(path, "r");
    if (!f || tn_context_new(NULL, &t.ctx) != TN_OK) {
        printf("%s: cannot be read\n0 passed, 1 failed\n", path);
        return 1;
    }
    while (fgets(line, sizeof line, f)) one(&t, line);
    fclose(f);
    tn_context_free(t.ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed + !t.passed);
    return t.failed || !t.passed;
}
