/* SPDX-License-Identifier: Apache-2.0 */
/* <tenon/tenon.h>: what is told of functions, of their memory, and of operators. */
#include "api_unit.h"

enum { OPERATORS = 40 };

static TnFunctionInfo function(TnModule *m, const char *name) {
    TnFunctionInfo info;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        assert_int_equal(tn_module_function(m, i, &info), TN_OK);
        if (strcmp(info.name, name) == 0) return info;
    }
    fail_msg("no function %s", name);
    return info;
}

static void inspecting(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    assert_int_equal(tn_module_function_count(m), 2);
    TnFunctionInfo f = function(m, "helper");
    assert_int_equal(f.is_private, 1);
    assert_int_equal(f.is_pure, 1);
    assert_int_equal(f.is_prim_func, 0);
    assert_string_equal(
        f.type,
        "(a: R.Tensor((\"n\", 4), dtype=\"float32\")) -> R.Tensor((\"n\", 4), dtype=\"float32\")");
    assert_int_equal(f.params, 1);
    assert_int_equal(f.bindings, 4);
    assert_int_equal(f.blocks, 1);
    assert_int_equal(f.max_depth, 0);
    assert_int_equal(f.dynamic_params, 1);
    f = function(m, "main");
    assert_int_equal(f.params, 4);
    assert_int_equal(f.dataflow_blocks, 1);
    assert_int_equal(f.max_depth, 1);
    assert_int_equal(f.symbols, 2);
    assert_int_equal(f.param_elements, 33);
    assert_int_equal(f.param_bytes, 129);
    assert_int_equal(f.dynamic_params, 2);

    size_t n, calls = 0;
    TnOpCount rows[64];
    assert_int_equal(tn_module_op_counts(m, NULL, rows, 64, &n), TN_OK);
    for (size_t i = 0; i < n; i++) {
        calls += rows[i].count;
        if (i)
            assert_true(
                rows[i - 1].count > rows[i].count ||
                (rows[i - 1].count == rows[i].count && strcmp(rows[i - 1].name, rows[i].name) < 0));
    }
    assert_true(calls >= OPERATORS);
    assert_string_equal(rows[0].name, "add");
    assert_int_equal(rows[0].count, 3);
    assert_int_equal(tn_module_op_counts(m, "helper", rows, 1, &n), TN_OK);
    assert_int_equal(n, 4);
    assert_string_equal(rows[0].name, "ceil");
    assert_true(tn_module_constant_count(m) >= 5);
    assert_true(tn_module_constant_bytes(m) >= 72);
    tn_module_free(m);
    end(ctx, &heap);
}

/* Each of these x is 40 bytes, and so is a value of its shape. */
#define PEAK_HEAD                                                                                  \
    "@R.function\ndef main(x: R.Tensor((10,), dtype=\"float32\"), c: R.Tensor((), "                \
    "dtype=\"bool\"), "                                                                            \
    "u: R.Tensor((\"n\",), dtype=\"float32\")):\n"

static void peaks(void **state) {
    (void)state;
    static const struct {
        const char *body;
        size_t bytes, dynamic;
    } cases[] = {
        {"    return x\n", 0, 0},
        {"    a = R.exp(x)\n    return a\n", 40, 0},
        /* An operand lives while its user runs. */
        {"    a = R.exp(x)\n    b = R.exp(a)\n    d = R.exp(b)\n    return d\n", 80, 0},
        {"    a = R.exp(x)\n    b = R.exp(a)\n    d = R.add(a, b)\n    return d\n", 120, 0},
        /* Unused ones are freed at once. */
        {"    a = R.exp(x)\n    b = R.exp(x)\n    d = R.exp(x)\n    return x\n", 40, 0},
        /* Other names own nothing and hold on to what they name. */
        {"    a = R.exp(x)\n    b = a\n    d = R.exp(x)\n    e = R.add(b, d)\n    return e\n", 120,
         0},
        {"    a = R.exp(x)\n    t = (a, x)\n    d = R.exp(x)\n    g = t[0]\n    e = R.add(g, d)\n  "
         "  return e\n",
         120, 0},
        {"    a = R.exp(x)\n    b = R.match_cast(a, R.Tensor((10,), dtype=\"float32\"))\n    d = "
         "R.exp(b)\n    return d\n",
         80, 0},
        {"    s = R.split(x, 2, axis=0)\n    a = s[0]\n    b = R.exp(a)\n    return b\n", 60, 0},
        /* One branch runs: the larger counts. */
        {"    if c:\n        a = R.exp(x)\n        b = R.exp(a)\n        r = R.add(a, b)\n"
         "    else:\n        r = R.exp(x)\n    return r\n",
         120, 0},
        {"    if c:\n        r = R.exp(x)\n    else:\n        r = R.tan(x)\n    d = R.exp(x)\n    "
         "e = R.add(r, d)\n    return e\n",
         120, 0},
        /* A value from outside stays until both branches have ended. */
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(a)\n    else:\n        d = R.exp(x)\n     "
         "   r = R.exp(d)\n    return r\n",
         120, 0},
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(a)\n    else:\n        d = R.exp(x)\n"
         "        r = R.exp(d)\n    e = R.exp(r)\n    f = R.exp(r)\n    g = R.add(e, f)\n"
         "    return g\n",
         120, 0},
        /* The branches leave different amounts: the larger counts, whichever it is. */
        {"    if c:\n        r = R.exp(x)\n    else:\n        r = x\n    d = R.exp(r)\n"
         "    e = R.add(r, d)\n    return e\n",
         120, 0},
        {"    if c:\n        r = x\n    else:\n        r = R.exp(x)\n    d = R.exp(r)\n"
         "    e = R.add(r, d)\n    return e\n",
         120, 0},
        /* What a branch hands out is freed once, after the last use of the if's value. */
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(x)\n    else:\n        r = R.tan(x)\n"
         "    d = R.exp(r)\n    e = R.exp(d)\n    f = R.add(d, e)\n    g = R.add(a, f)\n"
         "    return g\n",
         160, 0},
        /* A branch that hands out what it was given adds nothing. */
        {"    a = R.exp(x)\n    if c:\n        r = a\n    else:\n        r = a\n    d = R.exp(r)\n "
         "   return d\n",
         80, 0},
        /* Nested: the inner result is the outer one's. */
        {"    if c:\n        if c:\n            r = R.exp(x)\n        else:\n            r = "
         "R.tan(x)\n"
         "    else:\n        r = R.sin(x)\n    d = R.exp(r)\n    e = R.exp(d)\n    return e\n",
         80, 0},
        {"    a = R.exp(u)\n    b = R.exp(x)\n    return (a, b)\n", 40, 1},
    };
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char text[1024];
        snprintf(text, sizeof text, PEAK_HEAD "%s", cases[i].body);
        TnModule *m = parse(ctx, text);
        const TnFunctionInfo f = function(m, "main");
        if (f.peak_bytes != cases[i].bytes) print_error("case %zu:\n%s", i, cases[i].body);
        assert_int_equal(f.peak_bytes, cases[i].bytes);
        assert_int_equal(f.dynamic_values, cases[i].dynamic);
        tn_module_free(m);
    }
    end(ctx, &heap);
}

static void operators(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    size_t at;
    TnDiag d;
    TnOpParam param;
    TnOpInfo info;
    assert_int_equal(tn_op_find(ctx, "nn.conv2d", &at), TN_OK);
    assert_int_equal(tn_op_get(ctx, at, &info), TN_OK);
    assert_string_equal(info.name, "nn.conv2d");
    assert_true(info.is_pure && !info.is_commutative && !info.is_elementwise);
    assert_int_equal(tn_op_param(ctx, at, 2, &param), TN_OK);
    assert_string_equal(param.name, "strides");
    assert_string_equal(param.kind, "ints");
    assert_string_equal(param.fallback, "1");
    assert_true(param.is_attribute && param.is_optional);
    assert_int_equal(tn_op_find(ctx, "relu", &at), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.help, "R.nn.relu"));
    for (size_t i = 0; i < tn_op_count(ctx); i++) {
        assert_int_equal(tn_op_get(ctx, i, &info), TN_OK);
        assert_int_equal(tn_op_find(ctx, info.name, &at), TN_OK);
        assert_int_equal(at, i);
        assert_true(strlen(info.doc) > 5);
        for (size_t k = 0; k < info.params; k++) {
            assert_int_equal(tn_op_param(ctx, i, k, &param), TN_OK);
            assert_non_null(param.name);
            assert_non_null(param.kind);
            assert_true(param.is_optional == (param.fallback != NULL));
        }
        for (size_t k = 0; k < info.constraints; k++) assert_non_null(tn_op_constraint(ctx, i, k));
        assert_null(tn_op_constraint(ctx, i, info.constraints));
    }
    const size_t bytes = heap.bytes;
    assert_int_equal(tn_op_param(ctx, 0, 0, &param), TN_OK); /* nothing is made twice */
    assert_int_equal(heap.bytes, bytes);
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(inspecting), UNIT(peaks), UNIT(operators))
