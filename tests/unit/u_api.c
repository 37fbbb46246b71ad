/* SPDX-License-Identifier: Apache-2.0 */
/* The public interface, <tenon/tenon.h>: what calls answer, errors, ownership, passes. */
#include "api_unit.h"

static void statuses(void **state) {
    (void)state;
    for (int s = TN_OK; s <= TN_E_CANCELLED; s++)
        assert_true(strlen(tn_status_text((TnStatus)s)) > 3);
    assert_non_null(tn_status_text((TnStatus)99));
    assert_non_null(tn_status_text((TnStatus)-1));
    assert_string_equal(tn_version(), TENON_VERSION);
}

static void round_trip(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    const size_t rest = at_rest(ctx, &heap);
    TnModule *a = parse(ctx, model);
    TnText first, second, why;
    assert_int_equal(tn_module_print(a, &first), TN_OK);
    assert_int_equal(strlen(first.ptr), first.len);
    TnModule *b = parse(ctx, first.ptr);
    assert_int_equal(tn_module_print(b, &second), TN_OK);
    assert_string_equal(first.ptr, second.ptr);
    assert_int_equal(tn_module_equal(a, b, &why), TN_OK);
    assert_null(why.ptr);
    assert_int_equal(tn_module_equal(a, a, NULL), TN_OK);
    assert_int_equal(tn_module_verify(b), TN_OK);
    tn_text_free(&second);
    assert_null(second.ptr);
    tn_text_free(&second);
    tn_module_free(b);
    TnModule *c =
        parse(ctx, "@R.function\ndef main(x: R.Tensor((4,), dtype=\"float32\")):\n    return x\n");
    assert_int_equal(tn_module_equal(a, c, &why), TN_E_DIFFER);
    assert_true(why.len > 10);
    assert_int_equal(tn_module_equal(c, a, NULL), TN_E_DIFFER);
    tn_text_free(&why);
    tn_text_free(&first);
    tn_module_free(c);
    tn_module_free(a);
    assert_int_equal(at_rest(ctx, &heap), rest);
    assert_true(tn_context_peak_bytes(ctx) > rest);
    end(ctx, &heap);
}

static void errors_are_told(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *good = parse(ctx, model);
    static const char bad[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\"), y: R.Tensor((4,), dtype=\"float32\")):\n"
        "    a = R.add(x, y)\n"
        "    b = R.frobnicate(x)\n"
        "    return a\n";
    TnModule *m = good;
    TnDiag d;
    assert_int_equal(tn_module_parse(ctx, "bad.py", bad, sizeof bad - 1, &m), TN_E_INVALID);
    assert_null(m);
    assert_int_equal(tn_diag_errors(ctx), 2);
    assert_int_equal(tn_diag_count(ctx), 2);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.level, TN_ERROR);
    assert_string_equal(d.source, "bad.py");
    assert_int_equal(d.line, 3);
    assert_int_equal(d.col, 9);
    assert_non_null(strstr(d.message, "R.add"));
    assert_non_null(d.found);
    assert_int_equal(strncmp(d.text, "bad.py:3:9: error: ", 19), 0);
    assert_non_null(strstr(d.text, "    a = R.add(x, y)\n"));
    assert_int_equal(d.text[strlen(d.text) - 1], '\n');
    assert_int_equal(tn_diag_get(ctx, 1, &d), TN_OK);
    assert_int_equal(d.line, 4);
    assert_int_equal(tn_diag_get(ctx, 2, &d), TN_E_USAGE);
    assert_int_equal(tn_diag_count(ctx), 2);
    /* A module outlives the errors of its context's other calls, and the diagnostics end with
     * them. */
    assert_int_equal(tn_module_verify(good), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_module_parse(ctx, NULL, "def", 3, &m), TN_E_INVALID);
    tn_module_free(good);
    end(ctx, &heap);
}

/* What only the verifier finds has the source line too, and parse_unverified leaves it. */
static void verifier_errors(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    static const char impure[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
        "    a = R.call_packed(\"f\", x, sinfo_args=R.Tensor((2, 3), dtype=\"float32\"))\n"
        "    return a\n";
    TnModule *m;
    TnDiag d;
    assert_int_equal(tn_module_parse(ctx, "impure.py", impure, sizeof impure - 1, &m),
                     TN_E_INVALID);
    assert_null(m);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.line, 3);
    assert_non_null(strstr(d.text, "R.call_packed"));
    assert_int_equal(tn_module_parse_unverified(ctx, "impure.py", impure, sizeof impure - 1, &m),
                     TN_OK);
    assert_int_equal(tn_module_verify(m), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_string_equal(d.source, "impure.py");
    assert_int_equal(d.line, 3);
    tn_module_free(m);
    end(ctx, &heap);
}

static void usage_errors(void **state) {
    (void)state;
    UnitHeap heap, other_heap;
    TnContext *ctx = context(&heap, NULL, NULL), *other = context(&other_heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n = parse(other, model), *out = m;
    TnText text;
    TnFunctionInfo info;
    TnOpInfo op;
    TnOpParam param;
    TnOpCount row;
    TnDiag d;
    TnPassInfo pass;
    size_t k;
    assert_int_equal(tn_context_new(NULL, NULL), TN_E_USAGE);
    TnContext *none = ctx;
    assert_int_equal(
        tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &(TnAllocator){NULL, NULL}},
                       &none),
        TN_E_USAGE);
    assert_null(none);
    assert_int_equal(
        tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .io = &(TnIo){NULL, NULL, NULL, NULL}},
                       &none),
        TN_E_USAGE);
    assert_int_equal(tn_module_parse(NULL, NULL, "", 0, &out), TN_E_USAGE);
    assert_null(out);
    assert_int_equal(tn_module_parse(ctx, NULL, NULL, 1, &out), TN_E_USAGE);
    assert_int_equal(tn_module_parse(ctx, NULL, "", 0, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_parse(ctx, NULL, NULL, 0, &out), TN_E_INVALID);
    assert_true(tn_diag_count(ctx) > 0);
    assert_int_equal(tn_module_read(ctx, NULL, &out), TN_E_USAGE);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_module_verify(NULL), TN_E_USAGE);
    assert_int_equal(tn_module_print(m, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_print(NULL, &text), TN_E_USAGE);
    assert_null(text.ptr);
    assert_int_equal(tn_module_write(m, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_equal(m, NULL, &text), TN_E_USAGE);
    assert_int_equal(tn_module_equal(m, n, &text), TN_E_USAGE);
    assert_int_equal(tn_module_function(m, 2, &info), TN_E_USAGE);
    assert_int_equal(tn_module_function(m, 0, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_op_counts(m, NULL, NULL, 1, &k), TN_E_USAGE);
    assert_int_equal(tn_module_op_counts(m, "nobody", &row, 1, &k), TN_E_INVALID);
    assert_int_equal(tn_op_get(ctx, tn_op_count(ctx), &op), TN_E_USAGE);
    assert_int_equal(tn_op_param(ctx, 0, 99, &param), TN_E_USAGE);
    assert_null(tn_op_constraint(ctx, 0, 99));
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_E_USAGE);
    assert_int_equal(tn_pass_get(tn_pass_count(), &pass), TN_E_USAGE);
    assert_int_equal(tn_op_count(NULL) + tn_diag_count(NULL) + tn_module_function_count(NULL), 0);
    tn_module_free(NULL);
    tn_context_free(NULL);
    tn_text_free(NULL);
    tn_cancel(NULL);
    tn_module_free(m);
    tn_module_free(n);
    end(ctx, &heap);
    end(other, &other_heap);
}

/* A module and a text may be freed after their context. */
static void any_order_of_freeing(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText text;
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    tn_context_free(ctx);
    assert_true(heap.live > 0);
    tn_module_free(m);
    assert_true(heap.live > 0);
    tn_text_free(&text);
    assert_int_equal(heap.live, 0);
    assert_int_equal(heap.bytes, 0);
}

typedef struct {
    size_t n, texts;
    char last[64];
} Events;

static void note(void *user, const TnPassEvent *event) {
    Events *self = user;
    assert_int_equal(event->index, self->n++);
    assert_true(event->milliseconds >= 0);
    snprintf(self->last, sizeof self->last, "%s", event->pass);
    if (!event->text) return;
    assert_int_equal(strlen(event->text), event->text_len);
    self->texts++;
}

static void passes(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    Events events = {0};
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1,
                                   .print_after = "Normalize,TopologicalSort", .after = note,
                                   .user = &events};
    const char *const names[] = {"DeadCodeElimination", "Normalize", "CanonicalizeBindings"};
    const char *const wrong[] = {"DeadCodeElimination", "Nope"};
    TnText before, after;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_run_passes(m, wrong, 2, &options), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(m, NULL, 1, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(NULL, names, 1, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(m, NULL, 0, &options), TN_OK);
    assert_int_equal(events.n, 0);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&after);
    assert_int_equal(tn_module_run_passes(m, names, 3, &options), TN_OK);
    assert_int_equal(events.n, 3);
    assert_int_equal(events.texts, 1);
    assert_string_equal(events.last, "CanonicalizeBindings");
    const TnPassOptions changed = {TN_SIZED(TnPassOptions), .after = note, .user = &events,
                                   .print_changed = 1};
    events = (Events){0};
    assert_int_equal(tn_module_run_passes(m, names + 1, 1, &changed), TN_OK);
    assert_int_equal(events.n, 1);
    assert_int_equal(events.texts, 0);
    assert_int_equal(tn_module_run_pass(m, "Nope"), TN_E_USAGE);
    assert_int_equal(tn_module_run_pass(m, "TopologicalSort"), TN_OK);
    assert_int_equal(tn_module_verify(m), TN_OK);
    assert_null(tn_pass_of_level(0, 0));
    assert_non_null(tn_pass_of_level(2, 0));
    assert_null(tn_pass_of_level(3, 0));

    const char *options_wrong[] = {"Normalize", "LegalizeOps(cor)", "Normalize(1)"},
               *optioned[] = {"LegalizeOps(skip=add)", "Normalize()"};
    assert_int_equal(tn_module_run_passes(m, options_wrong, 3, NULL), TN_E_INVALID);
    assert_int_equal(tn_diag_count(ctx), 2); /* of all items */
    assert_int_equal(tn_module_run_passes(m, optioned, 2, NULL), TN_OK);
    assert_int_equal(tn_pass_check(ctx, "LegalizeOps(core)"), TN_OK);
    assert_int_equal(tn_pass_check(ctx, "Frob(core)"), TN_E_INVALID);
    assert_int_equal(tn_pass_check(ctx, NULL), TN_E_USAGE);
    TnPassInfo pass;
    TnPassOptionInfo option;
    size_t i = 0, n = 0;
    while (tn_pass_get(i, &pass) == TN_OK && strcmp(pass.name, "LegalizeOps") != 0) i++;
    for (; tn_pass_option(ctx, i, n, &option) == TN_OK; n++)
        assert_true(*option.name && *option.doc && *option.values && *option.default_value);
    assert_true(n >= 2);
    assert_int_equal(tn_pass_option(ctx, tn_pass_count(), 0, &option), TN_E_USAGE);
    assert_int_equal(tn_pass_option(NULL, i, 0, &option), TN_E_USAGE);
    tn_text_free(&before);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

static int holds(void *user, const char *text, size_t len) {
    assert_int_equal(strlen(text), len);
    return strstr(text, user) != NULL;
}

static void reducing(void **state) {
    (void)state;
    UnitHeap heap;
    char wanted[] = "R.erf", missing[] = "R.frobnicate";
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText before, after, out;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_reduce(m, holds, missing, &out), TN_E_DIFFER);
    assert_null(out.ptr);
    assert_int_equal(tn_module_reduce(m, NULL, NULL, &out), TN_E_USAGE);
    assert_int_equal(tn_module_reduce(m, holds, wanted, &out), TN_OK);
    assert_non_null(strstr(out.ptr, "R.erf"));
    assert_null(strstr(out.ptr, "R.tanh"));
    assert_null(strstr(out.ptr, "main"));
    TnModule *small = parse(ctx, out.ptr);
    assert_int_equal(tn_module_function_count(small), 1);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&before);
    tn_text_free(&after);
    tn_text_free(&out);
    tn_module_free(small);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

UNIT_MAIN(UNIT(statuses), UNIT(round_trip), UNIT(errors_are_told), UNIT(verifier_errors),
          UNIT(usage_errors), UNIT(any_order_of_freeing), UNIT(passes), UNIT(reducing))
