/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that are harmful by what is in them: depth, what grows out of little, bytes. */
#include "hostile_texts.h"

/* --- Depth --- */

static void nest(StrBuf *out, const char *open, const char *inner, const char *close, size_t n) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, open, n);
    strbuf_puts(out, inner);
    repeat(out, close, n);
    strbuf_puts(out, "\n    return y\n");
}

void hostile_parentheses(StrBuf *out) { nest(out, "(", "x", ")", 1000000); }
void hostile_open_parentheses(StrBuf *out) { nest(out, "(", "", "", 1000000); }
void hostile_brackets(StrBuf *out) { nest(out, "[", "", "]", 1000000); }
void hostile_tuples(StrBuf *out) { nest(out, "(", "x", ",)", 1000000); }
void hostile_braces(StrBuf *out) { nest(out, "{\"a\": ", "1", "}", 1000000); }
void hostile_calls(StrBuf *out) { nest(out, "R.exp(", "x", ")", 1000000); }
void hostile_minuses(StrBuf *out) { nest(out, "-", "x", "", 1000000); }
void hostile_nots(StrBuf *out) { nest(out, "not ", "x", "", 1000000); }
void hostile_powers(StrBuf *out) { nest(out, "x ** ", "x", "", 1000000); }
void hostile_sums(StrBuf *out) { nest(out, "", "x", " + x", 1000000); }
void hostile_conditions(StrBuf *out) { nest(out, "x if x else ", "x", "", 1000000); }
void hostile_fields(StrBuf *out) { nest(out, "", "x", "[0]", 1000000); }
void hostile_attributes(StrBuf *out) { nest(out, "", "x", ".a", 1000000); }
void hostile_called_calls(StrBuf *out) { nest(out, "", "x", "()", 1000000); }
void hostile_constants(StrBuf *out) {
    nest(out, "R.const(", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]",
         ")", 1);
}
void hostile_calls_that_fit(StrBuf *out) { nest(out, "R.exp(", "x", ")", 90); }
void hostile_sums_that_fit(StrBuf *out) { nest(out, "", "x", " + x", 90); }
void hostile_tuples_that_fit(StrBuf *out) { nest(out, "(", "x", ",)", 90); }

void hostile_types(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: ");
    repeat(out, "R.Tuple(", 1000000);
    repeat(out, ")", 1000000);
    strbuf_puts(out, "):\n    return x\n");
}

static void branches(StrBuf *out, int n) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((2,)), c: R.Tensor((), \"bool\")):\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "%*sif c:\n", i + 1, "");
    strbuf_printf(out, "%*sy = x\n", n + 1, "");
    for (int i = n; i-- > 0;) strbuf_printf(out, "%*selse:\n%*sy = x\n", i + 1, "", i + 2, "");
    strbuf_puts(out, " return y\n");
}
void hostile_deep_branches(StrBuf *out) { branches(out, 3000); }
void hostile_branches_that_fit(StrBuf *out) { branches(out, 150); }

static void functions(StrBuf *out, int n) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < n; i++) {
        strbuf_printf(out, "%*s@R.function\n%*sdef f%d(x: R.Tensor((2,), dtype=\"float32\")):\n",
                      i + 1, "", i + 1, "", i);
    }
    strbuf_printf(out, "%*sreturn x\n", n + 1, "");
    for (int i = n; i-- > 0;) strbuf_printf(out, "%*sreturn f%d(x)\n", i + 1, "", i);
}
void hostile_deep_functions(StrBuf *out) { functions(out, 3000); }
void hostile_functions_that_fit(StrBuf *out) { functions(out, 90); }

void hostile_classes(StrBuf *out) {
    for (int i = 0; i < 2000; i++) strbuf_printf(out, "%*sclass C%d:\n", i, "", i);
}

/* --- Growth --- */

void hostile_doubling(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    t0 = (x, x)\n");
    for (int i = 1; i <= 60; i++) strbuf_printf(out, "    t%d = (t%d, t%d)\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return t60\n");
}

void hostile_doubling_that_fits(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    t0 = (x, x)\n");
    for (int i = 1; i <= 12; i++) strbuf_printf(out, "    t%d = (t%d, t%d)\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return t12[0][1]\n");
}

void hostile_doubling_by_calls(StrBuf *out) {
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < 60; i++) {
        strbuf_printf(
            out,
            "    @R.function\n    def f%d(x: R.Object):\n        y = cls.f%d(x)\n        return (y, y)\n",
            i, i + 1);
    }
    strbuf_puts(out, "    @R.function\n    def f60(x: R.Object):\n        return x\n");
}

void hostile_sixty_factors(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 60; i++) strbuf_printf(out, "p%d: R.Tensor((\"s%d\",)), ", i, i);
    strbuf_puts(out, "y: R.Tensor((\"1");
    for (int i = 0; i < 60; i++) strbuf_printf(out, " * (s%d + 1)", i);
    strbuf_puts(out, "\",))):\n    return y\n");
}

void hostile_powers_of_a_symbol(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\", \"n");
    repeat(out, " * n", 150);
    strbuf_puts(out, "\"))):\n    return x\n");
}

void hostile_squared_often(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\", \"m\", \"k\"))):\n");
    strbuf_puts(out, "    y0 = R.zeros(((n + m + k + 1) * (n - m + 2 * k), n, m), \"int8\")\n");
    for (int i = 1; i < 200; i++)
        strbuf_printf(out, "    y%d = R.outer(R.flatten(y%d), R.flatten(y%d))\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return x\n");
}

void hostile_nested_divisions(StrBuf *out) {
    strbuf_puts(
        out,
        "@R.function\ndef main(x: R.Tensor((\"n\", \"m\"))):\n    n = T.int64()\n    m = T.int64()\n    d0 = n\n");
    for (int i = 1; i < 150; i++)
        strbuf_printf(out, "    d%d = (d%d + %d) // m + d%d // n\n", i, i - 1, i, i - 1);
    strbuf_puts(out, "    y = R.zeros((d149,), \"int8\")\n    return y\n");
}

void hostile_nested_minima(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 200; i++) strbuf_printf(out, "p%d: R.Tensor((\"s%d\",)), ", i, i);
    strbuf_puts(out, "):\n    d0 = s0\n");
    for (int i = 1; i < 200; i++) strbuf_printf(out, "    d%d = T.min(d%d, s%d)\n", i, i - 1, i);
    strbuf_puts(out, "    y = R.zeros((d199,), \"int8\")\n    return y\n");
}

void hostile_long_sum(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 5000; i++)
        strbuf_printf(out, "p%d: R.Tensor((\"s%d\",), \"float32\"), ", i, i);
    strbuf_puts(out, "):\n    y = R.concat((");
    for (int i = 0; i < 5000; i++) strbuf_printf(out, "p%d, ", i);
    strbuf_puts(out, "))\n    return y\n");
}

/* --- Content --- */

void hostile_open_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"abc\n    return x\n");
}
void hostile_open_triple(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\"\"abc\n");
    repeat(out, "    return x\n", 100000);
}
void hostile_open_metadata(StrBuf *out) { strbuf_puts(out, "metadata = tvm.ir.load_json(\"\"\"{"); }
void hostile_nul_byte(StrBuf *out) {
    strbuf_add(out, SIGNATURE "    y\0 = x\n", sizeof SIGNATURE "    y\0 = x\n" - 1);
}
void hostile_nul_in_comment(StrBuf *out) {
    strbuf_add(out, "# a\0b\n" SIGNATURE "    return x\n",
               sizeof "# a\0b\n" SIGNATURE "    return x\n" - 1);
}
void hostile_bad_utf8(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    \xc3\x28 = x\n    return x\n");
}
void hostile_bad_utf8_in_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xff\xfe\")\n    return x\n");
}
void hostile_cut_utf8(StrBuf *out) { strbuf_puts(out, SIGNATURE "    return x\n# \xf0\x9f\x98"); }
void hostile_overlong_utf8(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xc0\xaf\")\n    return x\n");
}
void hostile_surrogate(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xed\xa0\x80\")\n    return x\n");
}
void hostile_escape_in_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    \x1b[31mred = x\n    return x\n");
}
void hostile_escape_in_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.astype(x, \"\x1b[2J\x07\")\n    return x\n");
}
void hostile_bidirectional(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = \xe2\x80\xae"
                               "evil\n    return x\n");
}
void hostile_bom(StrBuf *out) { strbuf_puts(out, "\xef\xbb\xbf" SIGNATURE "    return x\n"); }
void hostile_crlf(StrBuf *out) {
    strbuf_puts(out,
                "@R.function\r\ndef main(x: R.Tensor((2,))):\r\n    y = x\r\n    return y\r\n");
}
void hostile_lone_cr(StrBuf *out) {
    strbuf_puts(out, "@R.function\rdef main(x: R.Tensor((2,))):\r    return x\r");
}
void hostile_noise(StrBuf *out) {
    uint64_t state = 0x452821e638d01377u;
    for (int i = 0; i < 4096; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        strbuf_putc(out, (char)(state >> 56));
    }
}
void hostile_nothing(StrBuf *out) { (void)out; }
void hostile_one_byte(StrBuf *out) { strbuf_puts(out, "("); }
void hostile_metadata_bombs(StrBuf *out) {
    strbuf_puts(out, "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": ");
    repeat(out, "[", 100000);
    repeat(out, "]", 100000);
    strbuf_puts(out, "}\"\"\")\n" SIGNATURE "    return x\n");
}
void hostile_metadata_huge_dims(StrBuf *out) {
    /* One array with dims 2**62 and 2**62, without data. */
    strbuf_puts(
        out,
        "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": [{}, {\"type_key\": \"Map\", \"keys\": "
        "[\"relax.expr.Constant\"], \"data\": [2]}, {\"type_key\": \"Array\", \"data\": [3]}, {\"type_key\": "
        "\"relax.expr.Constant\", \"attrs\": {\"data\": \"0\"}}], \"b64ndarrays\": "
        "[\"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAAA=\"]}\"\"\")\n" SIGNATURE
        "    return x\n");
}
void hostile_operand_after_attribute(StrBuf *out) {
    strbuf_puts(out,
                "@R.operator(\"my.f\")\ndef f(x: R.Tensor, by: R.Float = 2.0, y: R.Tensor = 1):\n"
                "    return x\n" SIGNATURE "    return R.my.f(x, y=x)\n");
}
void hostile_broken_nested_operator(StrBuf *out) {
    strbuf_puts(
        out, "@R.operator(\"my.f\")\ndef f(x: R.Tensor):\n    @R.function\n"
             "    def g(s: R.Tensor):\n        return (R.add(s( s),)\n    return g(x)\n" SIGNATURE
             "    return R.my.f(x)\n");
}
void hostile_metadata_itself(StrBuf *out) {
    strbuf_puts(
        out,
        "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": [{}, {\"type_key\": \"Map\", \"keys\": "
        "[\"relax.expr.Constant\"], \"data\": [1]}], \"b64ndarrays\": []}\"\"\")\n" SIGNATURE
        "    return x\n");
}
