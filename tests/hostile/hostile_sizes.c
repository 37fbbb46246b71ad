/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that are harmful by their size: many bindings, functions, operators, errors; long lines. */
#include "hostile_texts.h"

/* --- Size --- */

void hostile_chain(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    v0 = R.exp(x)\n");
    for (int i = 1; i < MANY(1000000); i++)
        strbuf_printf(out, "    v%d = R.nn.relu(v%d)\n", i, i - 1);
    strbuf_printf(out, "    return v%d\n", MANY(1000000) - 1);
}

void hostile_one_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    x = R.exp(x)\n", MANY(200000));
    strbuf_puts(out, "    return x\n");
}

void hostile_clashing_names(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(100000); i++)
        strbuf_printf(out, "    x%d = R.exp(x)\n    x = R.exp(x%d)\n", i, i);
    strbuf_puts(out, "    return x\n");
}

void hostile_many_uses(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(200000); i++) strbuf_printf(out, "    y%d = R.add(x, x)\n", i);
    strbuf_puts(out, "    return x\n");
}

void hostile_wide_tuple(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = (");
    repeat(out, "x, ", MANY(1000000));
    strbuf_puts(out, ")\n    return y\n");
}

void hostile_wide_concat(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.concat((");
    repeat(out, "x, ", MANY(200000));
    strbuf_puts(out, "))\n    return y\n");
}

void hostile_many_fields(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\",), dtype=\"float32\")):\n");
    strbuf_printf(out, "    t = R.split(x, %d)\n", n);
    for (int i = 0; i < n; i++) strbuf_printf(out, "    y%d = t[%d]\n", i, i);
    strbuf_puts(out, "    return t\n");
}

void hostile_many_outputs(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, SIGNATURE "    with R.dataflow():\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "        y%d = R.exp(x)\n", i);
    strbuf_puts(out, "        R.output(y0");
    for (int i = 1; i < n; i++) strbuf_printf(out, ", y%d", i);
    strbuf_puts(out, ")\n    return (y0");
    for (int i = 1; i < n; i++) strbuf_printf(out, ", y%d", i);
    strbuf_puts(out, ")\n");
}

void hostile_many_blocks(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = x\n");
    repeat(out, "    with R.dataflow():\n        y = R.exp(y)\n        R.output(y)\n",
           MANY(100000));
    strbuf_puts(out, "    return y\n");
}

void hostile_many_empty_blocks(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    with R.dataflow():\n        pass\n", MANY(100000));
    strbuf_puts(out, "    y = R.exp(x)\n    return y\n");
}

void hostile_many_branches(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((2,)), c: R.Tensor((), \"bool\")):\n");
    repeat(out, "    if c:\n        y = x\n    else:\n        y = x\n", MANY(100000));
    strbuf_puts(out, "    return y\n");
}

void hostile_many_functions(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < n; i++) {
        strbuf_printf(out, "    @R.function\n    def f%d(x: R.Tensor((\"n\",), \"float32\")):\n",
                      i);
        if (i + 1 < n) strbuf_printf(out, "        y = cls.f%d(x)\n        return y\n", i + 1);
        if (i + 1 == n) strbuf_puts(out, "        return x\n");
    }
}

void hostile_many_recursive_functions(StrBuf *out) {
    int n = MANY(20000);
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < n; i++) {
        strbuf_printf(
            out,
            "    @R.function\n    def f%d(x: R.Tensor((2,), \"float32\")):\n        y = cls.f%d(x)\n        return y\n",
            i, (i + 1) % n);
    }
}

void hostile_many_parameters(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < n; i++) strbuf_printf(out, "p%d: R.Tensor((2, 3), dtype=\"float32\"), ", i);
    strbuf_puts(
        out,
        "):\n    return p0\n\n@R.function\ndef call(x: R.Tensor((2, 3), dtype=\"float32\")):\n    y = main(");
    for (int i = 0; i < n; i++) strbuf_puts(out, "x, ");
    strbuf_puts(out, ")\n    return y\n");
}

void hostile_many_symbols(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < n; i++)
        strbuf_printf(out, "p%d: R.Tensor((\"s%d\",), dtype=\"float32\"), ", i, i);
    strbuf_puts(out, "):\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "    s%d = T.int64()\n", i);
    strbuf_puts(out, "    y = R.zeros((s0 + s1, s2), \"float32\")\n    return y\n");
}

void hostile_many_captures(StrBuf *out) {
    int n = MANY(20000);
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < n; i++) strbuf_printf(out, "    y%d = R.exp(x)\n", i);
    strbuf_puts(out, "    @R.function\n    def f(z: R.Tensor((2,), dtype=\"float32\")):\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "        z%d = R.add(z, y%d)\n", i, i);
    strbuf_puts(out, "        return z\n    return f(x)\n");
}

void hostile_many_attributes(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    R.func_attr({");
    for (int i = 0; i < MANY(200000); i++)
        strbuf_printf(out, "\"a%d\": [%d, {\"b\": %d}], ", (i * 7919) % 200000, i, i);
    strbuf_puts(out, "})\n    return x\n");
}

void hostile_many_constants(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(100000); i++)
        strbuf_printf(out, "    y%d = R.add(x, R.const(%d.5, \"float32\"))\n", i, i);
    strbuf_puts(out, "    return x\n");
}

void hostile_large_constant(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.const([");
    for (int i = 0; i < MANY(1000000); i++) strbuf_printf(out, "%d.25, ", i);
    strbuf_puts(out, "], \"float32\")\n    return y\n");
}

void hostile_many_errors(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    y = R.exp(unknown)\n", 100000);
    strbuf_puts(out, "    return x\n");
}

void hostile_many_syntax_errors(StrBuf *out) { repeat(out, "def )\n  = = (\n", 100000); }

/* --- Long lines --- */

void hostile_long_comment(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    # ");
    repeat(out, "0123456789", 1000000);
    strbuf_puts(out, "\n    return x\n");
}

void hostile_long_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, "abcdefghij", 1000000);
    strbuf_puts(out, "\n    return x\n");
}

void hostile_long_variable(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    ");
    repeat(out, "abcdefghij", 100000);
    strbuf_puts(out, " = R.exp(x)\n    return x\n");
}

void hostile_long_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"");
    repeat(out, "0123456789", 1000000);
    strbuf_puts(out, "\")\n    return y\n");
}

void hostile_long_operator(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R");
    repeat(out, ".nn", 1000000);
    strbuf_puts(out, "(x)\n    return y\n");
}

void hostile_long_integer(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.reshape(x, (1");
    repeat(out, "0", 400);
    strbuf_puts(out, ",))\n    return y\n");
}

void hostile_longer_integer(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, "9876543210", 1000000);
    strbuf_puts(out, "\n    return y\n");
}

void hostile_longer_float(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.const(0.");
    repeat(out, "9876543210", 100000);
    strbuf_puts(out, "e-100000, \"float64\")\n    return y\n");
}

void hostile_only_newlines(StrBuf *out) { repeat(out, "\n\n\n\n\n\n\n\n\n\n", 1000000); }
void hostile_only_continuations(StrBuf *out) { repeat(out, "\\\n", 1000000); }
void hostile_only_semicolons(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    x");
    repeat(out, "; x", 100000);
    strbuf_puts(out, "\n    return x\n");
}
void hostile_many_strings(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(");
    repeat(out, "\"a\" ", MANY(500000));
    strbuf_puts(out, ")\n    return y\n");
}

/* --- Operators that the module defines --- */

/* Operator i is made of what `part` says of i - 1, and the first of R.exp. */
static void operators(StrBuf *out, int n, const char *part) {
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < n; i++) {
        strbuf_printf(
            out,
            "    @R.operator(\"my.o%d\")\n    def o%d(x: R.Tensor((\"n\",), \"float32\")):\n        return ",
            i, i);
        if (i)
            strbuf_printf(out, part, i - 1, i - 1);
        else
            strbuf_puts(out, "R.exp(x)");
        strbuf_putc(out, '\n');
    }
    strbuf_printf(
        out,
        "    @R.function\n    def main(x: R.Tensor((2,), \"float32\")):\n        return R.my.o%d(x)\n",
        n - 1);
}

void hostile_many_operators(StrBuf *out) { operators(out, MANY(10000), "R.negative(x)"); }
void hostile_operators_in_a_chain(StrBuf *out) { operators(out, 10000, "R.my.o%d(x)"); }
void hostile_operators_200_deep(StrBuf *out) { operators(out, 201, "R.my.o%d(x)"); }
void hostile_operators_that_double(StrBuf *out) {
    operators(out, 201, "R.add(R.my.o%d(x), R.my.o%d(x))");
}

void hostile_operators_in_a_ring(StrBuf *out) {
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < MANY(10000); i++) {
        strbuf_printf(out,
                      "    @R.operator(\"my.o%d\")\n    def o%d(x):\n        return R.my.o%d(x)\n",
                      i, i, (i + 1) % MANY(10000));
    }
}

void hostile_calls_of_an_operator(StrBuf *out) {
    strbuf_puts(
        out,
        "@I.ir_module\nclass Module:\n    @R.operator(\"my.op\")\n    def op(x: R.Tensor((\"n\",), \"float32\"), by: R.Float = 2.0):\n"
        "        return R.exp(x) * by\n    @R.function\n    def main(x: R.Tensor((\"k\",), \"float32\")):\n");
    repeat(out, "        x = R.my.op(x)\n", MANY(100000));
    strbuf_puts(out, "        return x\n");
}

void hostile_parameters_of_an_operator(StrBuf *out) {
    strbuf_puts(out, "@R.operator(\"my.op\")\ndef op(");
    for (int i = 0; i < MANY(100000); i++) strbuf_printf(out, "x%d, ", i);
    strbuf_puts(out, "):\n    return x0\n");
}

void hostile_expansions_of_an_operator(StrBuf *out) {
    for (int i = 0; i < MANY(10000); i++)
        strbuf_printf(
            out, "@R.legalize(\"nn.softmax\")\ndef f%d(x: R.Tensor((%d,))):\n    return x\n", i, i);
    strbuf_puts(out, SIGNATURE "    return R.nn.softmax(x)\n");
}
