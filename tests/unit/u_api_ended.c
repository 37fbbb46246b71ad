/* SPDX-License-Identifier: Apache-2.0 */
/* <tenon/tenon.h>: calls that end before they are done, by tn_cancel and by limits. */
#include <pthread.h>

#include "api_unit.h"

static void cancelling(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n;
    TnText text;
    const size_t rest = at_rest(ctx, &heap);
    tn_cancel(ctx);
    assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &n), TN_E_CANCELLED);
    assert_null(n);
    assert_int_equal(at_rest(ctx, &heap), rest);
    tn_cancel(ctx);
    tn_cancel(ctx);
    assert_int_equal(tn_module_print(m, &text), TN_E_CANCELLED);
    assert_null(text.ptr);
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    tn_text_free(&text);
    tn_module_free(m);
    end(ctx, &heap);
}

static void *cancel_soon(void *ctx) {
    usleep(20 * 1000);
    tn_cancel(ctx);
    return NULL;
}

/* From another thread, in the middle of a call; the text is made longer until the call is long
 * enough. */
static void cancelling_a_running_call(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    static const char head[] = "@R.function\ndef main(x: R.Tensor((2, 3), dtype=\"float32\")):\n";
    static const char line[] = "    x1 = R.add(x, x)\n";
    TnStatus status = TN_OK;
    TnModule *m;
    for (size_t lines = 20000; status == TN_OK && lines < 10000000; lines *= 4) {
        char *text = malloc(sizeof head + lines * sizeof line + 20), *at = text;
        assert_non_null(text);
        at = stpcpy(at, head);
        for (size_t i = 0; i < lines; i++) at = stpcpy(at, line);
        at = stpcpy(at, "    return x\n");
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
        status = tn_module_parse(ctx, NULL, text, (size_t)(at - text), &m);
        pthread_join(thread, NULL);
        tn_module_free(m);
        if (status == TN_OK) { /* the flag waits for the next call */
            assert_int_equal(tn_module_parse(ctx, NULL, "", 0, &m), TN_E_CANCELLED);
        }
        free(text);
    }
    assert_int_equal(status, TN_E_CANCELLED);
    end(ctx, &heap);
}

/* A loop without end: cancelled from another thread, or stopped by the limit. */
static void endless_runs(void **state) {
    (void)state;
    static const char text[] = "@R.function\n"
                               "def main(x: R.Tensor((), dtype=\"float32\")):\n"
                               "    @R.function\n"
                               "    def cond(i: R.Tensor((), dtype=\"float32\")):\n"
                               "        return R.const(True, \"bool\")\n"
                               "    @R.function\n"
                               "    def body(i: R.Tensor((), dtype=\"float32\")):\n"
                               "        return (i,)\n"
                               "    return R.while_loop(cond, body, (x,))\n";
    for (int limited = 0; limited < 2; limited++) {
        UnitHeap heap;
        const TnLimits steps = {.steps = 1000};
        TnContext *ctx = context(&heap, limited ? &steps : NULL, NULL);
        TnModule *m;
        TnRun *run;
        assert_int_equal(tn_module_parse(ctx, NULL, text, sizeof text - 1, &m), TN_OK);
        pthread_t thread;
        if (!limited) assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
        assert_int_equal(tn_run(m, NULL, &run), limited ? TN_E_LIMIT : TN_E_CANCELLED);
        assert_null(run);
        if (!limited) pthread_join(thread, NULL);
        tn_module_free(m);
        end(ctx, &heap);
    }
}

static void limits(void **state) {
    (void)state;
    UnitHeap heap;
    TnModule *m;
    static const char *const many =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
        "    a = R.foo(x)\n    b = R.foo(x)\n    c = R.foo(x)\n    return x\n";
    static const char *const deep = "@R.function\n"
                                    "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
                                    "    return ((((((((((((x,),),),),),),),),),),),)\n";
    static const struct {
        TnLimits limits;
        const char *text;
        TnStatus status;
        size_t kept;
    } cases[] = {
        {{.input_bytes = 100}, model, TN_E_LIMIT, 1}, {{.bindings = 10}, model, TN_E_LIMIT, 1},
        {{.depth = 5}, deep, TN_E_LIMIT, 1},          {{.const_bytes = 20}, model, TN_E_LIMIT, 0},
        {{.diags = 2}, many, TN_E_INVALID, 2},        {{.depth = 50}, deep, TN_OK, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        TnContext *ctx = context(&heap, &cases[i].limits, NULL);
        const size_t rest = at_rest(ctx, &heap);
        const TnStatus status =
            tn_module_parse(ctx, NULL, cases[i].text, strlen(cases[i].text), &m);
        if (status != cases[i].status) print_diags(ctx);
        assert_int_equal(status, cases[i].status);
        assert_true(tn_diag_count(ctx) >= cases[i].kept);
        if (cases[i].limits.diags) {
            assert_int_equal(tn_diag_count(ctx), 2);
            assert_int_equal(tn_diag_errors(ctx), 3);
        }
        tn_module_free(m);
        assert_int_equal(at_rest(ctx, &heap), rest);
        end(ctx, &heap);
    }
}

static char *repeat(char *at, const char *s, size_t n) {
    while (n--) at = stpcpy(at, s);
    return at;
}

/* Minutes of work at least. */
static const char long_run[] = "@R.function\n"
                               "def main(x: R.Tensor((1500, 1500), dtype=\"float32\")):\n"
                               "    a = R.matmul(x, x)\n"
                               "    b = R.matmul(a, a)\n"
                               "    return R.matmul(b, b)\n";
static const char short_run[] = "@R.function\n"
                                "def main(x: R.Tensor((20, 20), dtype=\"float32\")):\n"
                                "    return R.matmul(x, x)\n";

static void a_run_ends_with(TnContext *ctx, TnModule *m, TnStatus want, const char *message) {
    TnRun *run;
    TnDiag d;
    assert_int_equal(tn_run(m, NULL, &run), want);
    assert_null(run);
    assert_int_equal(tn_diag_count(ctx), message != NULL);
    if (!message) return;
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, message));
}

/* What is interrupted leaves no memory behind, and the next call runs. */
static void runs_that_are_ended(void **state) {
    (void)state;
    static const struct {
        TnLimits limits;
        TnStatus status;
        const char *message;
    } cases[] = {
        {{.steps = 1000000}, TN_E_LIMIT, "more than 1000000 steps"},
        {{.milliseconds = 30}, TN_E_LIMIT, "more than 30 milliseconds"},
        {{.steps = 0}, TN_E_CANCELLED, NULL}, /* by another thread */
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        UnitHeap heap;
        TnContext *ctx = context(&heap, &cases[i].limits, NULL);
        TnModule *m = parse(ctx, long_run), *small = parse(ctx, short_run);
        TnRun *run;
        for (int again = 0; again < 2; again++) {
            pthread_t thread;
            const bool cancels = cases[i].status == TN_E_CANCELLED;
            if (cancels) assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
            a_run_ends_with(ctx, m, cases[i].status, cases[i].message);
            if (cancels) pthread_join(thread, NULL);
            const size_t rest = at_rest(ctx, &heap);
            assert_int_equal(tn_run(small, NULL, &run), TN_OK);
            tn_run_free(run);
            if (again) assert_int_equal(at_rest(ctx, &heap), rest);
        }
        tn_module_free(m);
        tn_module_free(small);
        end(ctx, &heap);
    }
}

/* A limit that is too high for the stack is lowered, so no depth of text is a crash. */
static void depth_has_an_upper_limit(void **state) {
    (void)state;
    enum { DEPTHS = 2, N = 200000 };
    static const size_t depths[DEPTHS] = {900, N};
    static const char head[] =
        "@R.function\ndef main(x: R.Tensor((2, 3), dtype=\"float32\")):\n    return ";
    UnitHeap heap;
    for (size_t i = 0; i < DEPTHS; i++) {
        char *text = malloc(sizeof head + 3 * N + 8), *at = text;
        TnContext *ctx = context(&heap, &(TnLimits){.depth = SIZE_MAX}, NULL);
        TnModule *m;
        TnText printed;
        assert_non_null(text);
        at = repeat(stpcpy(at, head), "(", depths[i]);
        at = stpcpy(repeat(stpcpy(at, "x"), ",)", depths[i]), "\n");
        const TnStatus status = tn_module_parse(ctx, NULL, text, (size_t)(at - text), &m);
        assert_int_equal(status, depths[i] == N ? TN_E_LIMIT : TN_OK);
        if (m) {
            assert_int_equal(tn_module_print(m, &printed), TN_OK);
            assert_int_equal(tn_module_equal(m, m, NULL), TN_OK);
            tn_text_free(&printed);
        }
        tn_module_free(m);
        free(text);
        end(ctx, &heap);
    }
}

UNIT_MAIN(UNIT(cancelling), UNIT(cancelling_a_running_call), UNIT(runs_that_are_ended),
          UNIT(endless_runs), UNIT(limits), UNIT(depth_has_an_upper_limit))
