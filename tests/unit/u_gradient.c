/* SPDX-License-Identifier: Apache-2.0 */
/* tn_module_gradient: what is asked for by name and pattern, errors, all or nothing, memory that
 * runs out. tn_module_gradcheck: the same. */
#include "unit.h"

#include <string.h>

#include <tenon/tenon.h>

static const char model[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function\n"
    "    def main(w1: R.Tensor((), dtype=\"float64\"), w2: R.Tensor((), dtype=\"float64\"),\n"
    "             b: R.Tensor((), dtype=\"float64\"), i: R.Tensor((), dtype=\"int64\")):\n"
    "        with R.dataflow():\n"
    "            a = R.multiply(w1, w2)\n"
    "            c = R.multiply(a, a)\n"
    "            R.output(a, c)\n"
    "        return (a, c, i)\n"
    "    @R.function\n"
    "    def other(x: R.Tensor((2,), dtype=\"float64\")):\n"
    "        return R.argmax(x)\n";

static void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static TnContext *context(UnitHeap *heap) {
    *heap = (UnitHeap){0};
    const TnAllocator allocator = {.resize = heap_resize, .user = heap};
    TnContext *ctx;
    assert_int_equal(
        tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &allocator}, &ctx), TN_OK);
    return ctx;
}

static void end(TnContext *ctx, UnitHeap *heap) {
    tn_context_free(ctx);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

static TnModule *parse(TnContext *ctx) {
    TnModule *m;
    assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &m), TN_OK);
    return m;
}

/* main_adjoint at w1 = 3, w2 = 5: output k. */
static double output(TnModule *m, size_t k) {
    static const double w1 = 3, w2 = 5, b = 7, seed = 2;
    const TnInput inputs[] = {
        {.name = "w1", .dtype = "float64", .data = &w1},
        {.name = "w2", .dtype = "float64", .data = &w2},
        {.name = "b", .dtype = "float64", .data = &b},
        {.name = "a_adjoint", .dtype = "float64", .data = &seed},
        {.name = "c_adjoint", .dtype = "float64", .data = &seed},
    };
    TnFunctionInfo f;
    size_t params = 0;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        assert_int_equal(tn_module_function(m, i, &f), TN_OK);
        if (strcmp(f.name, "main_adjoint") == 0) params = f.params;
    }
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .function = "main_adjoint",
                                  .inputs = inputs, .n_inputs = params - 1};
    TnRun *run;
    TnTensorInfo t;
    assert_int_equal(tn_run(m, &options, &run), TN_OK);
    assert_int_equal(tn_run_output(run, k, &t), TN_OK);
    assert_string_equal(t.dtype, "float64");
    double value;
    memcpy(&value, t.data, sizeof value);
    tn_run_free(run);
    return value;
}

static void exactly(double a, double b) { assert_bits_equal(a, b); }

static void of_a_target(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m = parse(ctx);
    const char *const wrt[] = {"w?", "a"};
    const size_t target = 1;
    const TnGradientOptions options = {TN_SIZED(TnGradientOptions), .function = "main", .wrt = wrt,
                                       .n_wrt = 2, .target = &target};
    assert_int_equal(tn_module_gradient(m, &options), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_module_verify(m), TN_OK);
    exactly(output(m, 0), 15); /* a */
    exactly(output(m, 1), 225);
    exactly(output(m, 3), 2 * 15 * 5); /* behind i: by w1, w2, a */
    exactly(output(m, 4), 2 * 15 * 3);
    exactly(output(m, 5), 2 * 15);
    tn_module_free(m);
    end(ctx, &heap);
}

static void of_seeds(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m = parse(ctx);
    const TnGradientOptions options = {TN_SIZED(TnGradientOptions), .function = "main",
                                       .seeded = 1};
    TnDiag d;
    assert_int_equal(tn_module_gradient(m, &options), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 1); /* b */
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.level, TN_WARNING);
    assert_non_null(strstr(d.message, "with respect to 'b' is 0"));
    exactly(output(m, 3), 2 * (5 + 2 * 15 * 5));
    exactly(output(m, 4), 2 * (3 + 2 * 15 * 3));
    exactly(output(m, 5), 0);
    tn_module_free(m);
    end(ctx, &heap);
}

static void refused(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m = parse(ctx), *same = parse(ctx);
    const char *const wrong[] = {"nowhere", "i"}, *const none[] = {NULL};
    const size_t past = 3;
    const TnGradientOptions cases[] = {
        {TN_SIZED(TnGradientOptions), .function = "main"},                  /* two losses */
        {TN_SIZED(TnGradientOptions), .function = "main", .target = &past}, /* there is none */
        {TN_SIZED(TnGradientOptions), .function = "main", .seeded = 1, .wrt = wrong, .n_wrt = 2},
        {TN_SIZED(TnGradientOptions), .function = "nowhere"},
        {TN_SIZED(TnGradientOptions), .function = "other"},
    };
    static const size_t errors[] = {1, 1, 2, 1, 1};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        assert_int_equal(tn_module_gradient(m, &cases[i]), TN_E_INVALID);
        assert_int_equal(tn_diag_errors(ctx), errors[i]);
        assert_int_equal(tn_module_equal(m, same, NULL), TN_OK);
    }
    assert_int_equal(tn_module_gradient(m, NULL), TN_E_INVALID); /* of main: two losses */
    assert_int_equal(tn_module_gradient(NULL, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_gradient(m, &(TnGradientOptions){TN_SIZED(TnGradientOptions),
                                                                .wrt = none, .n_wrt = 1}),
                     TN_E_USAGE);
    assert_int_equal(
        tn_module_gradient(m, &(TnGradientOptions){TN_SIZED(TnGradientOptions), .n_wrt = 1}),
        TN_E_USAGE);
    tn_module_free(same);
    tn_module_free(m);
    end(ctx, &heap);
}

static void out_of_memory(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m = parse(ctx), *same = parse(ctx);
    const TnGradientOptions options = {TN_SIZED(TnGradientOptions), .function = "main",
                                       .seeded = 1};
    TnStatus status = TN_E_MEMORY;
    size_t failures = 0;
    for (size_t k = 1; status == TN_E_MEMORY; k += 1 + k / 4, failures++) {
        heap.requests = 0;
        heap.fail_at = k;
        status = tn_module_gradient(m, &options);
        heap.fail_at = 0;
        if (status == TN_E_MEMORY) assert_int_equal(tn_module_equal(m, same, NULL), TN_OK);
    }
    assert_int_equal(status, TN_OK);
    assert_true(failures > 1);
    exactly(output(m, 3), 2 * (5 + 2 * 15 * 5));
    tn_module_free(same);
    tn_module_free(m);
    end(ctx, &heap);
}

static void checked(void **state) {
    (void)state;
    static const char text[] =
        "@I.ir_module\n"
        "class Module:\n"
        "    @R.operator(\"my.f\")\n"
        "    def f(x: R.Tensor((\"n\",))):\n"
        "        return R.multiply(x, x)\n"
        "    @R.gradient(\"my.f\")\n"
        "    def wrong(x: R.Tensor((\"n\",)), y: R.Tensor((\"n\",)), dy: R.Tensor((\"n\",))):\n"
        "        return R.multiply(dy, x)\n"
        "    @R.function\n"
        "    def main(a: R.Tensor((\"n\",), \"float32\"), b: R.Tensor((\"n\",), \"float32\")):\n"
        "        return R.multiply(R.my.f(a), b)\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m, *same;
    TnGradcheck r;
    const char *const b = "b", *const nowhere = "c";
    const TnDim n = {.name = "n", .value = 3};
    assert_int_equal(tn_module_parse(ctx, NULL, text, sizeof text - 1, &m), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, text, sizeof text - 1, &same), TN_OK);
    assert_int_equal(
        tn_module_gradcheck(
            m, &(TnGradcheckOptions){TN_SIZED(TnGradcheckOptions), .dims = &n, .n_dims = 1}, &r),
        TN_E_DIFFER);
    assert_string_equal(r.parameter, "a");
    assert_true(r.element < 3 && r.directions == 3 && r.largest > 1e-3);
    /* the definition gives half of it */
    assert_true(r.difference - 2 * r.gradient < 1e-6 && 2 * r.gradient - r.difference < 1e-6);
    assert_int_equal(
        tn_module_gradcheck(m,
                            &(TnGradcheckOptions){TN_SIZED(TnGradcheckOptions), .wrt = &b,
                                                  .n_wrt = 1, .directions = 2},
                            &r),
        TN_OK);
    assert_true(!r.parameter && r.directions == 2 && r.largest <= 1e-6);
    assert_int_equal(tn_module_gradcheck(m,
                                         &(TnGradcheckOptions){TN_SIZED(TnGradcheckOptions),
                                                               .wrt = &nowhere, .n_wrt = 1},
                                         &r),
                     TN_E_INVALID);
    assert_int_equal(
        tn_module_gradcheck(m, &(TnGradcheckOptions){TN_SIZED(TnGradcheckOptions), .n_wrt = 1}, &r),
        TN_E_USAGE);
    assert_int_equal(tn_module_gradcheck(m, NULL, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_gradcheck(NULL, NULL, &r), TN_E_USAGE);
    TnStatus status = TN_E_MEMORY;
    size_t failures = 0;
    for (size_t k = 1; status == TN_E_MEMORY; k += 7, failures++) {
        heap.requests = 0;
        heap.fail_at = k;
        status = tn_module_gradcheck(m, NULL, &r);
        heap.fail_at = 0;
    }
    assert_int_equal(status, TN_E_DIFFER);
    assert_true(failures > 1);
    assert_int_equal(tn_module_equal(m, same, NULL), TN_OK);
    tn_module_free(same);
    tn_module_free(m);
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(of_a_target), UNIT(of_seeds), UNIT(refused), UNIT(out_of_memory), UNIT(checked))
