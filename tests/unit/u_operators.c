/* SPDX-License-Identifier: Apache-2.0 */
/* Operators from users through <tenon/tenon.h>: texts, descriptions with callbacks, what is
 * refused, and an allocator that fails at every request in turn. */
#include "unit.h"

#include <tenon/tenon.h>

static void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static TnContext *context(UnitHeap *heap) {
    *heap = (UnitHeap){0};
    const TnAllocator allocator = {.resize = heap_resize, .user = heap};
    const TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator};
    TnContext *ctx;
    assert_int_equal(tn_context_new(&options, &ctx), TN_OK);
    return ctx;
}

static void end(TnContext *ctx, const UnitHeap *heap) {
    tn_context_free(ctx);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

static void says(TnContext *ctx, const char *message, const char *expected) {
    TnDiag d;
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    if (!strstr(d.message, message)) fail_msg("'%s' is not in '%s'", message, d.message);
    if (expected && (!d.expected || !strstr(d.expected, expected)))
        fail_msg("'%s' is not in '%s'", expected, d.expected ? d.expected : "");
}

static TnModule *parse(TnContext *ctx, const char *text) {
    TnModule *m;
    const TnStatus status = tn_module_parse(ctx, "test", text, strlen(text), &m);
    TnDiag d;
    if (status != TN_OK && tn_diag_get(ctx, 0, &d) == TN_OK) fail_msg("%s", d.text);
    assert_int_equal(status, TN_OK);
    return m;
}

static void has_ops(TnModule *m, const char *const *names, size_t n) {
    TnOpCount rows[16];
    size_t count;
    assert_int_equal(tn_module_op_counts(m, NULL, rows, 16, &count), TN_OK);
    assert_int_equal(count, n);
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        for (size_t k = 0; k < count; k++) found |= strcmp(rows[k].name, names[i]) == 0;
        if (!found) fail_msg("no R.%s", names[i]);
    }
}

static const char linear[] =
    "def linear(x: R.Tensor((\"n\", \"k\"), \"float32\"), w: R.Tensor((\"k\", \"m\"), "
    "\"float32\"), b: R.Tensor((\"m\",), \"float32\")):\n"
    "    \"\"\"x @ w + b.\"\"\"\n"
    "    return R.add(R.matmul(x, w), b)\n";
static const char uses_linear[] = "@R.function\n"
                                  "def main(x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((3, 4), "
                                  "\"float32\"), b: R.Tensor((4,), \"float32\")):\n"
                                  "    y = R.my.linear(x, w, b)\n"
                                  "    return y\n";

static void a_definition(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    const char *const expansions[] = {
        "def one_row(x: R.Tensor((1, \"k\"), \"float32\"), w: R.Tensor((\"k\", \"m\"), "
        "\"float32\"), b: R.Tensor((\"m\",), \"float32\")):\n"
        "    return R.add(b, R.matmul(x, w))\n",
        NULL};
    const TnOpDesc desc = {.name = "my.linear", .definition = linear, .expansions = expansions};
    assert_int_equal(tn_op_register(ctx, &desc), TN_OK);
    assert_int_equal(tn_op_register(ctx, &desc), TN_E_INVALID);
    says(ctx, "'R.my.linear' is defined twice", NULL);
    TnModule *m = parse(ctx, uses_linear);
    TnOpInfo info;
    TnOpParam param;
    assert_int_equal(tn_module_op_count(m), 1);
    assert_int_equal(tn_module_op_get(m, 0, &info), TN_OK);
    assert_string_equal(info.name, "my.linear");
    assert_string_equal(info.doc, "x @ w + b.");
    assert_int_equal(tn_module_op_param(m, 0, 2, &param), TN_OK);
    assert_string_equal(param.name, "b");
    assert_int_equal(tn_module_op_param(m, 0, 3, &param), TN_E_USAGE);
    TnText text;
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    assert_non_null(strstr(text.ptr, "@R.operator(\"my.linear\")"));
    assert_null(strstr(text.ptr, "@R.legalize"));
    tn_text_free(&text);
    assert_int_equal(tn_module_legalization(m, NULL, &text), TN_OK);
    assert_non_null(strstr(text.ptr, "not by one_row, `x` is "));
    assert_non_null(strstr(text.ptr, "; by its decomposition: R.matmul, R.add"));
    tn_text_free(&text);
    assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_OK);
    has_ops(m, (const char *const[]){"matmul", "add"}, 2);
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    assert_null(strstr(text.ptr, "@R.operator")); /* nothing uses it now */
    tn_text_free(&text);
    tn_module_free(m);
    end(ctx, &heap);
}

/* (n, k) and (m, k) give (n + m, k). */
static TnStatus stack_type(void *user, TnOpCall *call) {
    TnOpType x, y;
    TnOpAttr fill;
    (void)user;
    assert_int_equal(tn_op_call_operands(call), 2);
    assert_int_equal(tn_op_call_type(call, 2, &x), TN_E_USAGE);
    assert_int_equal(tn_op_call_type(call, 0, &x), TN_OK);
    assert_int_equal(tn_op_call_type(call, 1, &y), TN_OK);
    assert_int_equal(tn_op_call_attr(call, "nope", &fill), TN_E_USAGE);
    assert_int_equal(tn_op_call_attr(call, "fill", &fill), TN_OK);
    assert_string_equal(fill.kind, "float");
    assert_int_equal(tn_op_expansion(call, "def f(x, y): return x"), TN_E_USAGE);
    if (fill.f < 0) return tn_op_refuse(call, "fill is negative");
    if (x.ndim != 2 || !x.dims || y.ndim != 2 || !y.dims)
        return tn_op_result(call, x.dtype, -1, NULL);
    const TnExtent *dims[] = {tn_op_extent_add(call, x.dims[0], y.dims[0]), x.dims[1]};
    return dims[0] ? tn_op_result(call, x.dtype, 2, dims) : TN_E_MEMORY;
}

static TnStatus stack_becomes(void *user, TnOpCall *call) {
    TnOpType x;
    int64_t n;
    const char *plain = user;
    if (tn_op_call_type(call, 0, &x) != TN_OK || !x.dims)
        return tn_op_refuse(call, "the shape of the first is needed");
    if (tn_extent_value(x.dims[0], &n) && n == 0)
        return tn_op_expansion(call, "def other(x: R.Tensor(ndim=2), y: R.Tensor(ndim=2), fill: "
                                     "R.Float = 0.0):\n    return y\n");
    return tn_op_expansion(call, plain);
}

static const char stack_text[] =
    "def rows(x: R.Tensor(ndim=2), y: R.Tensor(ndim=2), fill: R.Float = 0.0):\n"
    "    return R.add(R.concat((x, y), axis=0), R.const(fill, \"float32\"))\n";

static TnStatus register_stack(TnContext *ctx, const char *name, const char *expansion) {
    static const TnOpParamDesc params[] = {
        {"x", "tensor", NULL}, {"y", "tensor", NULL}, {"fill", "float", "0.0"}};
    const TnOpDesc desc = {.name = name,
                           .doc = "Rows of both.",
                           .params = params,
                           .n_params = 3,
                           .infer = stack_type,
                           .legalize = expansion ? stack_becomes : NULL,
                           .user = (void *)(uintptr_t)expansion};
    return tn_op_register(ctx, &desc);
}

static const char uses_stack[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 3), \"float32\"), y: R.Tensor((2, 3), \"float32\"), z: "
    "R.Tensor((0, 3), \"float32\")):\n"
    "    a: R.Tensor((\"n + 2\", 3), \"float32\") = R.host.rows(x, y, fill=1.5)\n"
    "    b = R.host.rows(z, a)\n"
    "    return a, b\n";

static void callbacks(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    const size_t built_in = tn_op_count(ctx);
    assert_int_equal(register_stack(ctx, "host.rows", stack_text), TN_OK);
    assert_int_equal(register_stack(ctx, "host.rows", stack_text), TN_E_INVALID);
    assert_int_equal(tn_op_count(ctx), built_in + 1);
    TnOpInfo info;
    TnOpParam param;
    size_t at;
    unsigned level;
    assert_int_equal(tn_op_find(ctx, "host.rows", &at), TN_OK);
    assert_int_equal(at, built_in);
    assert_int_equal(tn_op_get(ctx, at, &info), TN_OK);
    assert_string_equal(info.doc, "Rows of both.");
    assert_int_equal(tn_op_param(ctx, at, 2, &param), TN_OK);
    assert_string_equal(param.fallback, "0.0");
    assert_int_equal(tn_op_level(ctx, at, &level), TN_E_USAGE);

    TnModule *m = parse(ctx, uses_stack);
    TnText text;
    TnRun *run;
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    assert_non_null(strstr(
        text.ptr, "a: R.Tensor((n + 2, 3), dtype=\"float32\") = R.host.rows(x, y, fill=1.5)"));
    tn_text_free(&text);
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .dims = (const TnDim[]){{"n", 3}},
                                  .n_dims = 1};
    TnTensorInfo out;
    assert_int_equal(tn_run(m, &options, &run), TN_OK);
    assert_int_equal(tn_run_output(run, 1, &out), TN_OK);
    assert_int_equal(out.dims[0], 5);
    tn_run_free(run);
    assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_OK);
    has_ops(m, (const char *const[]){"concat", "add"}, 2);
    tn_module_free(m);

    /* What callbacks refuse is reported at the call. */
    static const char refused[] = "@R.function\ndef main(x: R.Tensor((2, 3), \"float32\")):\n    "
                                  "return R.host.rows(x, x, fill=-1.0)\n";
    assert_int_equal(tn_module_parse(ctx, "test", refused, strlen(refused), &m), TN_E_INVALID);
    says(ctx, "R.host.rows: fill is negative", NULL);
    static const char open[] =
        "@R.function\ndef main(x: R.Tensor(\"float32\")):\n    return R.host.rows(x, x)\n";
    m = parse(ctx, open);
    assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_E_INVALID);
    says(ctx, "R.host.rows is not in the legal set 'core'", NULL);
    assert_int_equal(tn_module_legalization(m, NULL, &text), TN_OK);
    assert_non_null(strstr(text.ptr, "the shape of the first is needed"));
    tn_text_free(&text);
    tn_module_free(m);
    end(ctx, &heap);
}

/* A wrong text of a callback is an error with the text's place; an operator without one has no
 * way. */
static void wrong_expansions(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    assert_int_equal(register_stack(ctx, "host.wrong",
                                    "def rows(x: R.Tensor, y: R.Tensor):\n    return R.nope(x)\n"),
                     TN_OK);
    assert_int_equal(register_stack(ctx, "host.none", NULL), TN_OK);
    static const char wrong[] =
        "@R.function\ndef main(x: R.Tensor((2, 3), \"float32\")):\n    return R.host.wrong(x, x)\n";
    static const char none[] =
        "@R.function\ndef main(x: R.Tensor((2, 3), \"float32\")):\n    return R.host.none(x, x)\n";
    TnModule *m = parse(ctx, wrong);
    TnRun *run;
    TnDiag d;
    assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_E_INVALID);
    says(ctx, "R.nope is no operator", NULL);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.line, 2);
    assert_int_equal(tn_run(m, NULL, &run), TN_E_INVALID);
    tn_module_free(m);
    m = parse(ctx, none);
    assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_OK);
    assert_int_equal(tn_run(m, NULL, &run), TN_E_INVALID);
    says(ctx, "running R.host.none is not supported here", NULL);
    tn_module_free(m);
    end(ctx, &heap);
}

static void ill_formed(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    assert_int_equal(tn_op_register(ctx, NULL), TN_E_USAGE);
    assert_int_equal(tn_op_register(ctx, &(TnOpDesc){.name = "a.b"}), TN_E_USAGE);
    assert_int_equal(
        tn_op_register(ctx, &(TnOpDesc){.name = "a.b", .definition = linear, .infer = stack_type}),
        TN_E_USAGE);
    static const struct {
        TnOpParamDesc params[2];
        const char *name, *message, *expected;
    } wrong[] = {
        {{{"x", "tensor", NULL}}, "plain", "no name of an operator", "words with dots"},
        {{{"x", "tensor", NULL}}, "nn.relu", "'R.nn.relu' is defined twice", NULL},
        {{{"x", "tensro", NULL}}, "a.b", "parameter 0 ('x')", "tensor, shape"},
        {{{NULL, "tensor", NULL}}, "a.b", "parameter 0 ('')", "a name"},
        {{{"x", "tensor", "1"}}, "a.b", "parameter 'x'", "no default"},
        {{{"x", "int", NULL}}, "a.b", "parameter 'x'", "a default"},
        {{{"x", "int", "many"}}, "a.b", "'x' has the wrong value", "an integer"},
        {{{"x", "tensor", NULL}, {"x", "tensor", NULL}}, "a.b", "'x' is defined twice", NULL},
        /* Text in a name or a default is no way to say more. */
        {{{"x", "tensor", NULL}}, "a.b\") #", "no name of an operator", "words with dots"},
        {{{"x", "tensor", NULL}},
         "a.b\")\ndef a(x):\n    return x\n@R.operator(\"a.c",
         "no name of an operator",
         NULL},
        {{{"x: R.Tensor, y", "tensor", NULL}}, "a.b", "parameter 0", "a name alone"},
        {{{"x", "int", "1, z: R.Int = 2"}}, "a.b", "its defaults", "one value each"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const TnOpDesc desc = {.name = wrong[i].name,
                               .params = wrong[i].params,
                               .n_params = wrong[i].params[1].kind ? 2 : 1,
                               .infer = stack_type};
        assert_int_equal(tn_op_register(ctx, &desc), TN_E_INVALID);
        says(ctx, wrong[i].message, wrong[i].expected);
    }
    const char *const texts[] = {"", "@R.function\ndef main(x):\n    return x\n",
                                 "@R.operator(\"my.a\")\ndef a(x):\n    return R.my.a(x)\n"};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(tn_operators_parse(ctx, "ops", texts[i], strlen(texts[i])), TN_E_INVALID);
    assert_int_equal(tn_operators_read(ctx, "/no/such/file"), TN_E_IO);
    assert_int_equal(tn_operators_read(ctx, NULL), TN_E_USAGE);
    end(ctx, &heap);
}

/* What goes wrong in an answer counts even where the callback does not look. */
static TnStatus careless_type(void *user, TnOpCall *call) {
    const TnExtent *dims[] = {tn_op_extent(call, -5)};
    (void)user;
    assert_int_equal(tn_op_result(call, "float32", 1, dims), TN_E_USAGE);
    assert_int_equal(tn_op_result(call, "float33", 0, NULL), TN_E_USAGE);
    tn_op_result(call, "float32", 65, NULL);
    tn_op_result(call, "float32", 0, NULL);
    return TN_OK;
}

static void careless(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m;
    const char text[] = "@R.function\ndef main():\n    return R.a.b()\n";
    const TnOpDesc desc = {.name = "a.b", .infer = careless_type};
    assert_int_equal(tn_op_register(ctx, &desc), TN_OK);
    assert_int_equal(tn_module_parse(ctx, "test", text, strlen(text), &m), TN_E_LIMIT);
    says(ctx, "more than 64 dims", NULL);
    end(ctx, &heap);
}

/* Rules on a module's own operators, for that module alone. */
static void rules_for_a_module(void **state) {
    (void)state;
    static const char rule[] =
        "@R.rewriter\nclass Relu:\n    @R.function\n    def pattern(x: R.Tensor, w: R.Tensor, b: "
        "R.Tensor):\n        return R.nn.relu(R.my.linear(x, w, b))\n"
        "    @R.function\n    def replacement(x, w, b):\n        return R.my.linear(x, w, b)\n";
    static const char text[] = "@I.ir_module\nclass Module:\n"
                               "    @R.operator(\"my.linear\")\n    def linear(x, w, b):\n        "
                               "return R.add(R.matmul(x, w), b)\n"
                               "    @R.function\n    def main(x: R.Tensor((2, 3), \"float32\"), w: "
                               "R.Tensor((3, 4), \"float32\"), b: R.Tensor((4,), \"float32\")):\n"
                               "        y = R.nn.relu(R.my.linear(x, w, b))\n        return y\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap);
    TnModule *m = parse(ctx, text), *other = parse(ctx, text);
    TnRules *rules;
    assert_int_equal(tn_rules_parse(ctx, "rules", rule, strlen(rule), &rules), TN_E_INVALID);
    assert_int_equal(tn_rules_parse_for(m, "rules", rule, strlen(rule), &rules), TN_OK);
    assert_int_equal(tn_module_apply_rules(other, rules, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_apply_rules(m, rules, NULL), TN_OK);
    has_ops(m, (const char *const[]){"my.linear"}, 1);
    tn_rules_free(rules);
    tn_module_free(m);
    tn_module_free(other);
    end(ctx, &heap);
}

/* Memory runs out at every request in turn: nothing leaks, and the same goes well afterwards. */
static void memory(void **state) {
    (void)state;
    UnitHeap heap;
    for (size_t at = 1;; at++) {
        TnContext *ctx = context(&heap);
        TnModule *m = NULL;
        heap.fail_at = heap.requests + at;
        const TnOpDesc desc = {.name = "my.linear", .definition = linear};
        TnStatus status = tn_op_register(ctx, &desc);
        if (status == TN_OK) status = register_stack(ctx, "host.rows", stack_text);
        if (status == TN_OK)
            status = tn_module_parse(ctx, "test", uses_stack, strlen(uses_stack), &m);
        if (status == TN_OK) status = tn_module_run_pass(m, "LegalizeOps");
        const bool failed = heap.fail_at <= heap.requests;
        assert_int_equal(status, failed ? TN_E_MEMORY : TN_OK);
        heap.fail_at = 0;
        tn_module_free(m);
        m = NULL;
        status = tn_op_register(ctx, &desc);
        assert_true(status == TN_OK || status == TN_E_INVALID); /* it may be there */
        m = parse(ctx, uses_linear);
        assert_int_equal(tn_module_run_pass(m, "LegalizeOps"), TN_OK);
        tn_module_free(m);
        end(ctx, &heap);
        if (!failed) break;
    }
}

UNIT_MAIN(UNIT(a_definition), UNIT(callbacks), UNIT(wrong_expansions), UNIT(ill_formed),
          UNIT(careless), UNIT(rules_for_a_module), UNIT(memory))
