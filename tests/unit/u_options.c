/* SPDX-License-Identifier: Apache-2.0 */
/* Options that begin with their size: those of older headers are taken, others are refused. */
#include "unit.h"

#include <tenon/tenon.h>

#include "api/options.h"

/* A header that is older than the library knows fewer members; one that is newer, or none, is
 * refused. */
static void sizes_of_options(void **state) {
    (void)state;
    typedef struct {
        size_t size, old, added;
    } Grown;
    enum { FIRST = offsetof(Grown, added) };
    const ApiOptionsType grown = {"Grown", sizeof(Grown), FIRST};
    Grown given = {.size = FIRST, .old = 3, .added = 4}, got;
    assert_true(api_options_copy(&grown, &given, &got));
    assert_int_equal(got.old, 3);
    assert_int_equal(got.added, 0);
    given.size = sizeof given;
    assert_true(api_options_copy(&grown, &given, &got));
    assert_int_equal(got.added, 4);
    assert_true(api_options_copy(&grown, NULL, &got));
    assert_int_equal(got.old, 0);
    static const size_t wrong[] = {0, 1, FIRST - 8, FIRST + 1, sizeof(Grown) + 8, SIZE_MAX};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        given.size = wrong[i];
        assert_false(api_options_copy(&grown, &given, &got));
    }
}

/* Each call that takes options: 0, and a size that only a later header has. */
static void refused_sizes_of_options(void **state) {
    (void)state;
    static const char text[] =
        "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return R.sum(x)\n";
    TnContext *ctx;
    TnModule *m, *other;
    TnRun *run, *kept;
    TnExecutable *x;
    TnText a, b;
    TnRules *rules;
    TnGradcheck found;
    TnOnnxTest test;
    TnDiag d;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, text, strlen(text), &m), TN_OK);
    const TnRunOptions keep = {TN_SIZED(TnRunOptions), .keep = 1};
    assert_int_equal(tn_run(m, &keep, &kept), TN_OK);
    assert_int_equal(tn_rules_builtin(ctx, &rules), TN_OK);
    for (size_t more = 0; more < 2; more++) {
#define WRONG(type) &(type){.size = more ? sizeof(type) + 8 : 0}
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        assert_int_equal(call, TN_E_USAGE);                                                        \
        assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);                                          \
        assert_non_null(strstr(d.message, "is that of no version of this library"));               \
        assert_non_null(strstr(d.help, more ? "a later header" : "TN_SIZED"));                     \
    } while (0)
        assert_int_equal(tn_context_new(WRONG(TnOptions), &(TnContext *){NULL}), TN_E_USAGE);
        REFUSED(tn_module_read_with(ctx, "x.onnx", WRONG(TnReadOptions), &other));
        REFUSED(tn_run(m, WRONG(TnRunOptions), &run));
        REFUSED(tn_run_with(kept, WRONG(TnRunOptions), NULL));
        REFUSED(tn_module_compile_native(m, WRONG(TnNativeOptions), &x));
        REFUSED(tn_module_compile_c(m, WRONG(TnCompileOptions), &a, &b, NULL));
        REFUSED(tn_module_compile_object(m, WRONG(TnCompileOptions), TN_OBJECT, &a, &b, NULL));
        REFUSED(tn_module_run_passes(m, NULL, 0, WRONG(TnPassOptions)));
        REFUSED(tn_module_apply_rules(m, rules, WRONG(TnPassOptions)));
        REFUSED(tn_module_gradient(m, WRONG(TnGradientOptions)));
        REFUSED(tn_module_derivative(m, WRONG(TnDerivativeOptions)));
        REFUSED(tn_module_gradcheck(m, WRONG(TnGradcheckOptions), &found));
        REFUSED(tn_module_report(m, WRONG(TnReportOptions), &a));
        REFUSED(tn_module_write_onnx(m, "x.onnx", WRONG(TnOnnxWriteOptions)));
        REFUSED(tn_module_write_stablehlo(m, "x.mlir", WRONG(TnStablehloWriteOptions)));
        REFUSED(tn_module_write_weights(m, "x.onnx", NULL, 0, NULL, WRONG(TnOnnxWriteOptions)));
        REFUSED(tn_onnx_test(ctx, "x", 0, WRONG(TnOnnxTestOptions), &test));
#undef REFUSED
#undef WRONG
    }
    tn_rules_free(rules);
    tn_run_free(kept);
    tn_module_free(m);
    tn_context_free(ctx);
}

/* What a report cannot be asked for, and what it leaves as it was. */
static void refused_reports(void **state) {
    static const char text[] = "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n"
                               "    return R.nn.relu(R.nn.relu(x))\n";
    TnContext *ctx;
    TnModule *m;
    TnText page, before, after;
    (void)state;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, "x.py", text, sizeof text - 1, &m), TN_OK);
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    const char *const none[] = {NULL}, *const unknown[] = {"NoSuchRule"},
                      *const o2[] = {"Simplify"};
    const TnReportOptions lacking[] = {{TN_SIZED(TnReportOptions), .n_passes = 1},
                                       {TN_SIZED(TnReportOptions), .n_skip = 1},
                                       {TN_SIZED(TnReportOptions), .n_why_not = 1},
                                       {TN_SIZED(TnReportOptions), .n_dims = 1},
                                       {TN_SIZED(TnReportOptions), .passes = none, .n_passes = 1},
                                       {TN_SIZED(TnReportOptions), .why_not = none, .n_why_not = 1},
                                       {TN_SIZED(TnReportOptions), .skip = none, .n_skip = 1},
                                       {TN_SIZED(TnReportOptions), .other = m}};
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        assert_int_equal(tn_module_report(m, &lacking[i], &page), TN_E_USAGE);
    TnReportOptions o = {TN_SIZED(TnReportOptions), .why_not = unknown, .n_why_not = 1,
                         .passes = o2, .n_passes = 1};
    assert_int_equal(tn_module_report(m, &o, &page), TN_E_INVALID);
    assert_null(page.ptr);
    o.n_why_not = 0;
    assert_int_equal(tn_module_report(m, &o, &page), TN_OK);
    assert_non_null(strstr(page.ptr, "\"rules\":[[\""));
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&page);
    tn_text_free(&before);
    tn_text_free(&after);
    tn_module_free(m);
    tn_context_free(ctx);
}

UNIT_MAIN(UNIT(sizes_of_options), UNIT(refused_sizes_of_options), UNIT(refused_reports))
