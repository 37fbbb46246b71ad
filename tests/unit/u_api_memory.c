/* SPDX-License-Identifier: Apache-2.0 */
/* <tenon/tenon.h> with an allocator that fails at every request in turn: nothing leaks, and what
 * the caller has stays as it was. */
#include "api_unit.h"

/* What one run of the whole interface made; text.ptr NULL when it failed. */
typedef struct {
    TnStatus status;
    TnText text;
    size_t bindings, ops;
} Outcome;

static Outcome run_all(TnContext *ctx) {
    Outcome o = {.text = {.ptr = NULL}};
    TnModule *m;
    TnFunctionInfo info;
    TnOpCount rows[8];
    TnOpParam param;
    size_t at;
    o.status = tn_module_parse(ctx, "test.py", model, sizeof model - 1, &m);
    assert_true((o.status == TN_OK) == (m != NULL));
    if (!o.status) o.status = tn_module_verify(m);
    for (size_t i = 0; !o.status && i < tn_module_function_count(m); i++) {
        o.status = tn_module_function(m, i, &info);
        if (!o.status) o.bindings += info.bindings;
    }
    if (!o.status) o.status = tn_module_op_counts(m, NULL, rows, 8, &o.ops);
    if (!o.status) o.status = tn_op_find(ctx, "nn.conv2d", &at);
    if (!o.status) o.status = tn_op_param(ctx, at, 2, &param);
    if (!o.status) o.status = tn_module_equal(m, m, NULL);
    if (!o.status) o.status = tn_module_print(m, &o.text);
    tn_module_free(m);
    return o;
}

static void every_allocation_fails(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    Outcome good = run_all(ctx); /* also fills what the context keeps for good */
    assert_int_equal(good.status, TN_OK);
    assert_true(good.ops > 20);
    const size_t rest = at_rest(ctx, &heap);
    size_t k = 1;
    for (;; k++) {
        heap.requests = 0;
        heap.fail_at = k;
        Outcome o = run_all(ctx);
        heap.fail_at = 0;
        if (o.status == TN_OK) {
            tn_text_free(&o.text);
            break;
        }
        assert_int_equal(o.status, TN_E_MEMORY);
        assert_null(o.text.ptr);
        assert_int_equal(at_rest(ctx, &heap), rest);
        o = run_all(ctx);
        assert_int_equal(o.status, TN_OK);
        assert_string_equal(o.text.ptr, good.text.ptr);
        assert_int_equal(o.bindings, good.bindings);
        tn_text_free(&o.text);
    }
    assert_true(k > 30);
    print_message("%zu allocations failed, one by one\n", k - 1);
    tn_text_free(&good.text);
    end(ctx, &heap);
}

/* A call on a module that runs out of memory leaves the module as it was. */
static void failed_calls_keep_the_module(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText good;
    assert_int_equal(tn_module_print(m, &good), TN_OK);
    bool more = true;
    for (size_t k = 1; more; k++) {
        TnText text = {.ptr = NULL};
        TnStatus status[4];
        TnFunctionInfo info;
        more = false;
        for (int call = 0; call < 4; call++) {
            heap.requests = 0;
            heap.fail_at = k;
            status[call] = call == 0   ? tn_module_print(m, &text)
                           : call == 1 ? tn_module_verify(m)
                           : call == 2 ? tn_module_equal(m, m, NULL)
                                       : tn_module_function(m, 1, &info);
            heap.fail_at = 0;
            assert_true(status[call] == TN_OK || status[call] == TN_E_MEMORY);
            more |= status[call] != TN_OK;
        }
        tn_text_free(&text);
        if (k > 64 && k % 16 && more) continue; /* a look now and then */
        assert_int_equal(tn_module_verify(m), TN_OK);
        assert_int_equal(tn_module_print(m, &text), TN_OK);
        assert_string_equal(text.ptr, good.ptr);
        tn_text_free(&text);
    }
    tn_text_free(&good);
    tn_module_free(m);
    end(ctx, &heap);
}

static void contexts_that_run_out(void **state) {
    (void)state;
    for (size_t k = 1;; k++) {
        UnitHeap heap = {.fail_at = k};
        const TnAllocator allocator = {.resize = heap_resize, .user = &heap};
        TnContext *ctx = (TnContext *)&heap;
        const TnStatus status =
            tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &allocator}, &ctx);
        if (status == TN_OK) {
            assert_true(k > 2);
            end(ctx, &heap);
            return;
        }
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(ctx);
        assert_int_equal(heap.live, 0);
        assert_int_equal(heap.bytes, 0);
    }
}

typedef struct {
    size_t n, replaced, depth, made;
    char first[64];
} Decisions;

static void note_decision(void *user, const TnLegalDecision *d) {
    Decisions *self = user;
    assert_true(!d->way == (d->why != NULL));
    if (self->n++ == 0)
        snprintf(self->first, sizeof self->first, "%s %s %s line %u", d->function, d->variable,
                 d->op, (unsigned)d->line);
    self->replaced += d->way != NULL;
    self->depth += d->depth;
    for (size_t i = 0; i < d->n_made; i++) self->made += strcmp(d->made[i], "exp") == 0;
}

static void legalization(void **state) {
    (void)state;
    static const char text[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, \"n\"), dtype=\"float32\"), u: R.Tensor(ndim=2)):\n"
        "    a = R.nn.softmax(x)\n"
        "    b = R.nn.softmax(u)\n"
        "    return (a, b)\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, text);
    Decisions seen = {.n = 0};
    TnLegalization sums;
    TnText before, after;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_legalization_each(m, NULL, note_decision, &seen, &sums), TN_OK);
    assert_int_equal(seen.n, 2);
    assert_int_equal(seen.replaced, 1);
    assert_int_equal(seen.depth, 0);
    assert_int_equal(seen.made, 1);
    assert_string_equal(seen.first, "main a nn.softmax line 3");
    assert_int_equal(sums.replaced, 1);
    assert_int_equal(sums.left, 1);
    assert_string_equal(sums.set, "core");
    assert_int_equal(tn_diag_errors(ctx), 0);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    assert_int_equal(tn_module_legalization_each(NULL, NULL, note_decision, &seen, &sums),
                     TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, NULL, NULL, &seen, &sums), TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, NULL, note_decision, &seen, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, "nope", note_decision, &seen, &sums),
                     TN_E_USAGE);
    /* Wherever memory runs out, the module stays. */
    TnStatus status = TN_E_MEMORY;
    for (size_t k = 1; status != TN_OK; k++) {
        TnText again;
        heap.requests = 0;
        heap.fail_at = k;
        status = tn_module_legalization_each(m, NULL, note_decision, &seen, &sums);
        heap.fail_at = 0;
        assert_true(status == TN_OK || status == TN_E_MEMORY);
        assert_int_equal(tn_module_print(m, &again), TN_OK);
        assert_string_equal(before.ptr, again.ptr);
        tn_text_free(&again);
    }
    tn_text_free(&before);
    tn_text_free(&after);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

static const char small_model[] = "@R.function\n"
                                  "def main(x: R.Tensor((\"n\", 4), dtype=\"float32\")):\n"
                                  "    y = R.nn.softmax(x)\n"
                                  "    i = R.nonzero(y)\n"
                                  "    return (y, i)\n";

static TnStatus compile(TnModule *m, TnText *source, TnText *header) {
    TnCompiled told;
    const TnStatus status = tn_module_compile_c(m, NULL, source, header, &told);
    if (status == TN_OK) {
        assert_int_equal(told.n_entries, 1);
        assert_string_equal(told.entries[0].name, "net_main");
        assert_int_equal(told.entries[0].outputs, 2);
        assert_true(told.functions == 1 && told.loop_functions >= 5);
    }
    return status;
}

/* The module stays as it was, whatever happens; what is out of memory leaks nothing. */
static void compiling(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, small_model);
    TnText before, after, source, header, again;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(compile(m, &source, &header), TN_OK);
    assert_non_null(
        strstr(header.ptr, "int net_main(const net_tensor *in, net_tensor *out, void *arena);"));
    assert_non_null(strstr(source.ptr, "#include \"net.h\""));
    tn_text_free(&header);
    const TnCompileOptions wrong = {TN_SIZED(TnCompileOptions), .name = "no-name"},
                           missing = {TN_SIZED(TnCompileOptions), .function = "g"};
    assert_int_equal(tn_module_compile_c(NULL, NULL, &again, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, NULL, NULL, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, &wrong, &again, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, &missing, &again, &header, NULL), TN_E_INVALID);
    assert_null(again.ptr);
    size_t failures = 0;
    for (size_t k = 1;; k += k > 300 ? 97 : 1) {
        heap.requests = 0;
        heap.fail_at = k;
        const TnStatus status = compile(m, &again, &header);
        heap.fail_at = 0;
        if (status == TN_OK) break;
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(again.ptr);
        assert_null(header.ptr);
        failures++;
    }
    assert_true(failures > 20);
    assert_string_equal(source.ptr, again.ptr); /* the same as the first time */
    tn_text_free(&again);
    tn_text_free(&header);
    assert_int_equal(tn_module_verify(m), TN_OK);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&before);
    tn_text_free(&after);
    tn_text_free(&source);
    tn_module_free(m);
    end(ctx, &heap);
}

static void ask(TnModule *m, int question) {
    TnText text = {.ptr = NULL}, header = {.ptr = NULL};
    double number;
    TnGradcheck found;
    TnFunctionInfo info;
    TnExecutable *x;
    Decisions seen = {.n = 0};
    TnLegalization sums;
    static const char *const passes[] = {"FoldConstant", "LegalizeOps"};
    const TnReportOptions report = {TN_SIZED(TnReportOptions), .passes = passes, .n_passes = 2};
    TnStatus status = TN_E_USAGE;
    switch (question) {
    case 0: status = tn_module_report(m, &report, &text); break;
    case 1: status = compile(m, &text, &header); break;
    case 2: status = tn_module_compile(m, TN_BACKEND_EVAL, NULL, &x); break;
    case 3: status = tn_module_float_operations(m, NULL, &number); break;
    case 4: status = tn_module_evaluation_ms(m, NULL, NULL, 0, &number); break;
    case 5: status = tn_module_legalization_each(m, NULL, note_decision, &seen, &sums); break;
    case 6: status = tn_module_why_not(m, NULL, "ReshapeReshape", NULL, &text); break;
    case 7: status = tn_module_function(m, 0, &info); break;
    case 8: status = tn_module_gradcheck(m, NULL, &found); break;
    }
    if (status == TN_OK && question == 2) tn_executable_free(x);
    tn_text_free(&text);
    tn_text_free(&header);
    assert_int_equal(status, TN_OK);
}

/* What only asks leaves no byte in the module, however often. */
static void asking_keeps_nothing(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    for (int question = 0; question < 9; question++) {
        TnModule *m = parse(ctx, question == 8 ? "@R.function\n"
                                                 "def main(x: R.Tensor((3,), \"float64\")):\n"
                                                 "    y = R.sum(R.tanh(x))\n"
                                                 "    return y\n"
                                               : small_model);
        ask(m, question);
        ask(m, question);
        const size_t before = at_rest(ctx, &heap);
        for (int i = 0; i < 50; i++) ask(m, question);
        if (at_rest(ctx, &heap) != before) fail_msg("question %d keeps memory", question);
        tn_module_free(m);
    }
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(asking_keeps_nothing), UNIT(every_allocation_fails),
          UNIT(failed_calls_keep_the_module), UNIT(contexts_that_run_out), UNIT(legalization),
          UNIT(compiling))
