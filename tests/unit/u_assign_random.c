/* SPDX-License-Identifier: Apache-2.0 */
/* AssignRandom, run: masks by seed and counter, through calls. */
#include "unit.h"

#include <tenon/tenon.h>

enum { N = 10000, MASKS = 5 };

static const char model[] = "@I.ir_module\n"
                            "class Module:\n"
                            "    @R.function(private=True)\n"
                            "    def inner(x: R.Tensor((\"n\",), dtype=\"float32\")):\n"
                            "        a = R.nn.dropout(x, 0.25)\n"
                            "        return a[1]\n"
                            "    @R.function(private=True)\n"
                            "    def middle(x: R.Tensor((\"n\",), dtype=\"float32\")):\n"
                            "        a = Module.inner(x)\n"
                            "        b = Module.inner(x)\n"
                            "        return (a, b)\n"
                            "    @R.function\n"
                            "    def main(x: R.Tensor((\"n\",), dtype=\"float32\")):\n"
                            "        a = R.nn.dropout(x, 0.25)\n"
                            "        b = Module.middle(x)\n"
                            "        c = Module.middle(x)\n"
                            "        return (a[1], b[0], b[1], c[0], c[1])\n";

typedef float Masks[MASKS][N];

static void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static void run(TnModule *m, int64_t seed, Masks out) {
    static float x[N];
    static const int64_t n = N;
    const TnInput inputs[] = {
        {.name = "x", .dtype = "float32", .ndim = 1, .dims = &n, .data = x},
        {.name = "seed", .dtype = "int64", .data = &seed},
    };
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .inputs = inputs, .n_inputs = 2};
    TnRun *run;
    TnTensorInfo t;
    assert_int_equal(tn_run(m, &options, &run), TN_OK);
    assert_int_equal(tn_run_output_count(run), MASKS);
    for (size_t i = 0; i < MASKS; i++) {
        assert_int_equal(tn_run_output(run, i, &t), TN_OK);
        assert_int_equal(t.count, N);
        memcpy(out[i], t.data, sizeof out[i]);
    }
    tn_run_free(run);
}

/* How many elements two masks share, and how many a mask keeps. */
static size_t agreeing(const float *a, const float *b) {
    size_t n = 0;
    for (size_t i = 0; i < N; i++) n += a[i] == b[i];
    return n;
}

static void masks(void **state) {
    (void)state;
    static Masks first, again, other;
    TnContext *ctx;
    TnModule *m;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &m), TN_OK);
    assert_int_equal(tn_module_run_pass(m, "AssignRandom"), TN_OK);
    assert_int_equal(tn_module_verify(m), TN_OK);
    run(m, 5, first);
    run(m, 5, again);
    run(m, 6, other);
    assert_memory_equal(first, again, sizeof first);
    /* Four standard deviations: of the mean 0.0043, and independent masks agree with probability
     * 0.625. */
    for (size_t i = 0; i < MASKS; i++) {
        double sum = 0;
        for (size_t k = 0; k < N; k++) sum += (double)first[i][k];
        assert_true(sum > (0.75 - 0.018) * N && sum < (0.75 + 0.018) * N);
        for (size_t k = 0; k < i; k++)
            assert_in_range(agreeing(first[i], first[k]), (0.625 - 0.02) * N, (0.625 + 0.02) * N);
        assert_in_range(agreeing(first[i], other[i]), (0.625 - 0.02) * N, (0.625 + 0.02) * N);
    }
    tn_module_free(m);
    tn_context_free(ctx);
}

/* Out of memory at each request in turn: the module is as it was. */
static void every_allocation_fails(void **state) {
    (void)state;
    UnitHeap heap = {0};
    const TnAllocator allocator = {.resize = heap_resize, .user = &heap};
    const TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator};
    TnContext *ctx;
    TnModule *m, *original;
    TnStatus status = TN_E_MEMORY;
    size_t k = 1;
    assert_int_equal(tn_context_new(&options, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &original), TN_OK);
    for (; status == TN_E_MEMORY; k++) {
        assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &m), TN_OK);
        heap.requests = 0;
        heap.fail_at = k;
        status = tn_module_run_pass(m, "AssignRandom");
        heap.fail_at = 0;
        assert_true(status == TN_OK || status == TN_E_MEMORY);
        assert_int_equal(tn_module_verify(m), TN_OK);
        assert_int_equal(tn_module_equal(m, original, NULL), status == TN_OK ? TN_E_DIFFER : TN_OK);
        tn_module_free(m);
    }
    assert_true(k > 3);
    tn_module_free(original);
    tn_context_free(ctx);
    assert_int_equal(heap.live, 0);
}

UNIT_MAIN(UNIT(masks), UNIT(every_allocation_fails))
