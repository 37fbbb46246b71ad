/* SPDX-License-Identifier: Apache-2.0 */
/* <tenon/tenon.h>: what runs leave behind, when memory runs out too, and inputs of another run. */
#include "api_unit.h"

static uint64_t hash_of(TnRun *run) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < tn_run_output_count(run); i++) {
        TnTensorInfo t;
        assert_int_equal(tn_run_output(run, i, &t), TN_OK);
        for (size_t k = 0; k < t.bytes; k++)
            h = (h ^ ((const unsigned char *)t.data)[k]) * 1099511628211u;
    }
    return h;
}

/* Every allocation of a run fails in turn: the same module and context then give the same bytes. */
static void runs_that_run_out(void **state) {
    (void)state;
    static const char text[] =
        "@R.function(private=True)\n"
        "def half(a: R.Tensor((\"n\", 2), dtype=\"float32\")) -> R.Tensor((\"n\", 2), dtype=\"float32\"):\n"
        "    return R.multiply(a, R.const(0.5, \"float32\"))\n"
        "@R.function\n"
        "def main(x: R.Tensor((\"n\", 2), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")):\n"
        "    n = T.int64()\n"
        "    k = T.int64()\n"
        "    a = cls.half(x)\n"
        "    if c:\n"
        "        b = R.nn.softmax(a)\n"
        "    else:\n"
        "        b = R.tanh(a)\n"
        "    t = (a, (b, R.shape([n + 1])))\n"
        "    p = R.match_cast(R.nonzero(b), R.Tensor((2, k), dtype=\"int64\"))\n"
        "    return (t, t[1][0], p, R.split(x, 2, axis=1))\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, text);
    for (uint64_t seed = 0; seed < 4; seed++) { /* both branches */
        const TnRunOptions options = {TN_SIZED(TnRunOptions), .seed = seed};
        TnRun *run;
        assert_int_equal(tn_run(m, &options, &run), TN_OK);
        const uint64_t hash = hash_of(run);
        tn_run_free(run);
        size_t k = 1;
        for (;; k++) {
            heap.requests = 0;
            heap.fail_at = k;
            const TnStatus status = tn_run(m, &options, &run);
            heap.fail_at = 0;
            if (status == TN_OK) break;
            assert_int_equal(status, TN_E_MEMORY);
            assert_null(run);
            at_rest(ctx, &heap);
            assert_int_equal(tn_run(m, &options, &run), TN_OK);
            assert_true(hash_of(run) == hash);
            tn_run_free(run);
        }
        assert_true(k > 10);
        assert_true(hash_of(run) == hash);
        tn_run_free(run);
    }
    tn_module_free(m);
    end(ctx, &heap);
}

/* A composite's parts are built anew in each run, but not in the module. */
static void runs_leave_the_module(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(
        ctx,
        "@R.function\ndef main(x: R.Tensor((\"n\", 2), dtype=\"float32\")):\n    return R.nn.rms_norm(R.nn.softmax(x), R.ones(R.shape([2]), \"float32\"))\n");
    const size_t constants = tn_module_constant_count(m);
    size_t rest = 0;
    for (int i = 0; i < 200; i++) {
        TnRun *run;
        assert_int_equal(tn_run(m, NULL, &run), TN_OK);
        tn_run_free(run);
        if (i == 1) rest = at_rest(ctx, &heap);
    }
    assert_int_equal(at_rest(ctx, &heap), rest);
    assert_int_equal(tn_module_constant_count(m), constants);
    tn_module_free(m);
    end(ctx, &heap);
}

static const char short_run[] = "@R.function\n"
                                "def main(x: R.Tensor((20, 20), dtype=\"float32\")):\n"
                                "    return R.matmul(x, x)\n";

/* The inputs of another run, by position; B may read them in other ways. */
static void inputs_like_another_run(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *a = parse(
        ctx,
        "@R.function\ndef main(i: R.Tensor((\"n\",), dtype=\"int64\"), t: R.Tuple(R.Shape([\"n\"]), R.Prim(\"int64\"))):\n"
        "    return R.take(R.const([5, 6], \"int64\"), i, axis=0)\n");
    TnModule *b = parse(
        ctx,
        "@R.function\ndef main(j: R.Tensor((\"k\",), dtype=\"int64\"), u: R.Tuple(R.Shape([\"k\"]), R.Prim(\"int64\"))):\n"
        "    return R.add(j, R.const(5, \"int64\"))\n");
    TnModule *c = parse(ctx, short_run);
    const TnDim dim = {"n", 40};
    const TnRunOptions first = {TN_SIZED(TnRunOptions), .dims = &dim, .n_dims = 1};
    TnRun *x, *y, *z;
    TnDifference d;
    assert_int_equal(tn_run(a, &first, &x), TN_OK);
    const TnRunOptions like = {TN_SIZED(TnRunOptions), .like = x};
    assert_int_equal(tn_run(b, &like, &y), TN_OK);
    assert_int_equal(tn_run_compare(x, y, 0, 0, &d), TN_OK);
    assert_int_equal(tn_run(c, &like, &z), TN_E_INVALID);
    tn_run_free(x); /* y has its own references */
    TnTensorInfo t;
    assert_int_equal(tn_run_input(y, 0, &t), TN_OK);
    assert_int_equal(t.count, 40);
    assert_string_equal(t.name, "j");
    tn_run_free(y);
    tn_module_free(a);
    tn_module_free(b);
    tn_module_free(c);
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(runs_that_run_out), UNIT(runs_leave_the_module), UNIT(inputs_like_another_run))
