/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles a model once and runs it for several sizes of one dim:
 *
 *     executable MODEL [DIM]
 *
 * Inputs are drawn. DIM is 8, 16, 24 and so on again, so the second time finds what the first one
 * prepared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

static int fail(TnContext *ctx, const char *what) {
    fprintf(stderr, "%s\n", what);
    for (size_t i = 0; ctx && i < tn_diag_count(ctx); i++) {
        TnDiag d;
        if (tn_diag_get(ctx, i, &d) == TN_OK) fputs(d.text, stderr);
    }
    return 1;
}

/* The inputs as a run draws them where DIM is `size`. They live as *run. */
static TnBuffer *draw(TnModule *m, const char *dim, int64_t size, TnRun **run) {
    TnDim dims[1] = {{dim, size}};
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .dims = dims, .n_dims = dim != NULL,
                                  .inputs_only = 1};
    if (tn_run(m, &options, run) != TN_OK) return NULL;
    TnBuffer *in = calloc(tn_run_input_count(*run) + 1, sizeof *in);
    for (size_t i = 0; in && i < tn_run_input_count(*run); i++) {
        TnTensorInfo t;
        if (tn_run_input(*run, i, &t) != TN_OK) continue;
        in[i].data = (void *)(uintptr_t)t.data; /* it is only read */
        memcpy(in[i].dims, t.dims, t.ndim * sizeof *t.dims);
    }
    return in;
}

static int run(TnExecutable *x, const TnBuffer *in) {
    TnPrepared *p;
    const char *fault;
    if (tn_executable_prepare(x, in, &p, &fault) != TN_OK)
        return fail(NULL, fault ? fault : "out of memory");
    TnBuffer *out = calloc(tn_executable_output_count(x) + 1, sizeof *out);
    TnStatus status = out ? tn_prepared_outputs(p, 1, out) : TN_E_MEMORY;
    if (status == TN_OK) status = tn_prepared_run(p, in, out);
    for (size_t i = 0; status == TN_OK && i < tn_executable_output_count(x); i++) {
        TnExecutableValue v;
        if (tn_executable_output(x, i, &v) != TN_OK) continue;
        printf("  output %zu: %s(", i, v.dtype);
        for (uint32_t d = 0; d < v.ndim; d++)
            printf("%s%lld", d ? ", " : "", (long long)out[i].dims[d]);
        printf(")\n");
        if (v.is_dynamic) tn_output_free(out[i].data);
    }
    if (status != TN_OK)
        fail(NULL, tn_prepared_fault(p) ? tn_prepared_fault(p) : tn_status_text(status));
    tn_prepared_free(p);
    free(out);
    return status != TN_OK;
}

int main(int argc, char **argv) {
    const char *dim = argc > 2 ? argv[2] : NULL;
    TnContext *ctx;
    TnModule *m;
    TnExecutable *x;
    if (argc < 2) return fail(NULL, "usage: executable MODEL [DIM]");
    if (tn_context_new(NULL, &ctx) != TN_OK) return fail(NULL, "out of memory");
    if (tn_module_read(ctx, argv[1], &m) != TN_OK) return fail(ctx, "cannot read the model");
    const TnNativeOptions options = {TN_SIZED(TnNativeOptions), .varying = &dim,
                                     .n_varying = dim != NULL};
    if (tn_module_compile_native(m, &options, &x) != TN_OK)
        return fail(ctx, "cannot compile the model");
    int status = 0;
    for (int i = 0; !status && i < 6; i++) {
        TnRun *drawn = NULL;
        TnBuffer *in = draw(m, dim, 8 + 8 * (i % 3), &drawn);
        status = in ? run(x, in) : fail(ctx, "cannot draw the inputs");
        free(in);
        tn_run_free(drawn);
    }
    TnExecutableCounts counts;
    tn_executable_counts(x, &counts);
    printf("%zu states prepared, %zu used again, %zu primitives of oneDNN\n", counts.prepared,
           counts.reused, counts.primitives);
    tn_executable_free(x);
    tn_module_free(m);
    tn_context_free(ctx);
    return status;
}
