/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that mean harm, by size, depth or content. Each is read in a process of its own with a
 * small stack and bounds on time and memory, and must give a module that is sound and prints, or
 * errors that have a place. tenon-test hostile [WORD]: only the cases whose name holds WORD. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "base/diag.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

#if defined(__SANITIZE_ADDRESS__) || defined(TENON_HARD)
enum { SLOW = 1, STACK = 64 << 20 };
#else
enum { SLOW = 0, STACK = 1 << 20 };
#endif

/* A size for the plain build; a tenth of it where everything is slow. */
#define MANY(n) (SLOW ? (n) / 10 : (n))

typedef enum { ACCEPTED, REFUSED } Want;

typedef struct Hostile {
    const char *name;
    void (*write)(StrBuf *out);
    Want want;
    const char *error; /* what one of the errors says; NULL: anything */
    double seconds;    /* of the plain build */
    size_t memory;     /* MiB beyond 64 bytes for each byte of text */
} Hostile;

#define SIGNATURE "@R.function\ndef main(x: R.Tensor((2,), dtype=\"float32\")):\n"

static void repeat(StrBuf *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) strbuf_puts(out, s);
}

/* --- Size --- */

static void chain(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    v0 = R.exp(x)\n");
    for (int i = 1; i < MANY(1000000); i++)
        strbuf_printf(out, "    v%d = R.nn.relu(v%d)\n", i, i - 1);
    strbuf_printf(out, "    return v%d\n", MANY(1000000) - 1);
}

static void one_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    x = R.exp(x)\n", MANY(200000));
    strbuf_puts(out, "    return x\n");
}

static void clashing_names(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(100000); i++)
        strbuf_printf(out, "    x%d = R.exp(x)\n    x = R.exp(x%d)\n", i, i);
    strbuf_puts(out, "    return x\n");
}

static void many_uses(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(200000); i++) strbuf_printf(out, "    y%d = R.add(x, x)\n", i);
    strbuf_puts(out, "    return x\n");
}

static void wide_tuple(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = (");
    repeat(out, "x, ", MANY(1000000));
    strbuf_puts(out, ")\n    return y\n");
}

static void wide_concat(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.concat((");
    repeat(out, "x, ", MANY(200000));
    strbuf_puts(out, "))\n    return y\n");
}

static void many_fields(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\",), dtype=\"float32\")):\n");
    strbuf_printf(out, "    t = R.split(x, %d)\n", n);
    for (int i = 0; i < n; i++) strbuf_printf(out, "    y%d = t[%d]\n", i, i);
    strbuf_puts(out, "    return t\n");
}

static void many_outputs(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, SIGNATURE "    with R.dataflow():\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "        y%d = R.exp(x)\n", i);
    strbuf_puts(out, "        R.output(y0");
    for (int i = 1; i < n; i++) strbuf_printf(out, ", y%d", i);
    strbuf_puts(out, ")\n    return (y0");
    for (int i = 1; i < n; i++) strbuf_printf(out, ", y%d", i);
    strbuf_puts(out, ")\n");
}

static void many_blocks(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = x\n");
    repeat(out, "    with R.dataflow():\n        y = R.exp(y)\n        R.output(y)\n",
           MANY(100000));
    strbuf_puts(out, "    return y\n");
}

static void many_empty_blocks(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    with R.dataflow():\n        pass\n", MANY(100000));
    strbuf_puts(out, "    y = R.exp(x)\n    return y\n");
}

static void many_branches(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((2,)), c: R.Tensor((), \"bool\")):\n");
    repeat(out, "    if c:\n        y = x\n    else:\n        y = x\n", MANY(100000));
    strbuf_puts(out, "    return y\n");
}

static void many_functions(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < n; i++) {
        strbuf_printf(out, "    @R.function\n    def f%d(x: R.Tensor((\"n\",), \"float32\")):\n",
                      i);
        if (i + 1 < n) strbuf_printf(out, "        y = cls.f%d(x)\n        return y\n", i + 1);
        if (i + 1 == n) strbuf_puts(out, "        return x\n");
    }
}

static void many_recursive_functions(StrBuf *out) {
    int n = MANY(20000);
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < n; i++) {
        strbuf_printf(
            out,
            "    @R.function\n    def f%d(x: R.Tensor((2,), \"float32\")):\n        y = cls.f%d(x)\n        return y\n",
            i, (i + 1) % n);
    }
}

static void many_parameters(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < n; i++) strbuf_printf(out, "p%d: R.Tensor((2, 3), dtype=\"float32\"), ", i);
    strbuf_puts(
        out,
        "):\n    return p0\n\n@R.function\ndef call(x: R.Tensor((2, 3), dtype=\"float32\")):\n    y = main(");
    for (int i = 0; i < n; i++) strbuf_puts(out, "x, ");
    strbuf_puts(out, ")\n    return y\n");
}

static void many_symbols(StrBuf *out) {
    int n = MANY(100000);
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < n; i++)
        strbuf_printf(out, "p%d: R.Tensor((\"s%d\",), dtype=\"float32\"), ", i, i);
    strbuf_puts(out, "):\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "    s%d = T.int64()\n", i);
    strbuf_puts(out, "    y = R.zeros((s0 + s1, s2), \"float32\")\n    return y\n");
}

static void many_captures(StrBuf *out) {
    int n = MANY(20000);
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < n; i++) strbuf_printf(out, "    y%d = R.exp(x)\n", i);
    strbuf_puts(out, "    @R.function\n    def f(z: R.Tensor((2,), dtype=\"float32\")):\n");
    for (int i = 0; i < n; i++) strbuf_printf(out, "        z%d = R.add(z, y%d)\n", i, i);
    strbuf_puts(out, "        return z\n    return f(x)\n");
}

static void many_attributes(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    R.func_attr({");
    for (int i = 0; i < MANY(200000); i++)
        strbuf_printf(out, "\"a%d\": [%d, {\"b\": %d}], ", (i * 7919) % 200000, i, i);
    strbuf_puts(out, "})\n    return x\n");
}

static void many_constants(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < MANY(100000); i++)
        strbuf_printf(out, "    y%d = R.add(x, R.const(%d.5, \"float32\"))\n", i, i);
    strbuf_puts(out, "    return x\n");
}

static void large_constant(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.const([");
    for (int i = 0; i < MANY(1000000); i++) strbuf_printf(out, "%d.25, ", i);
    strbuf_puts(out, "], \"float32\")\n    return y\n");
}

static void many_errors(StrBuf *out) {
    strbuf_puts(out, SIGNATURE);
    repeat(out, "    y = R.exp(unknown)\n", 100000);
    strbuf_puts(out, "    return x\n");
}

static void many_syntax_errors(StrBuf *out) { repeat(out, "def )\n  = = (\n", 100000); }

/* --- Long lines --- */

static void long_comment(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    # ");
    repeat(out, "0123456789", 1000000);
    strbuf_puts(out, "\n    return x\n");
}

static void long_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, "abcdefghij", 1000000);
    strbuf_puts(out, "\n    return x\n");
}

static void long_variable(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    ");
    repeat(out, "abcdefghij", 100000);
    strbuf_puts(out, " = R.exp(x)\n    return x\n");
}

static void long_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"");
    repeat(out, "0123456789", 1000000);
    strbuf_puts(out, "\")\n    return y\n");
}

static void long_operator(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R");
    repeat(out, ".nn", 1000000);
    strbuf_puts(out, "(x)\n    return y\n");
}

static void long_integer(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.reshape(x, (1");
    repeat(out, "0", 400);
    strbuf_puts(out, ",))\n    return y\n");
}

static void longer_integer(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, "9876543210", 1000000);
    strbuf_puts(out, "\n    return y\n");
}

static void longer_float(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.const(0.");
    repeat(out, "9876543210", 100000);
    strbuf_puts(out, "e-100000, \"float64\")\n    return y\n");
}

static void only_newlines(StrBuf *out) { repeat(out, "\n\n\n\n\n\n\n\n\n\n", 1000000); }
static void only_continuations(StrBuf *out) { repeat(out, "\\\n", 1000000); }
static void only_semicolons(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    x");
    repeat(out, "; x", 100000);
    strbuf_puts(out, "\n    return x\n");
}
static void many_strings(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(");
    repeat(out, "\"a\" ", MANY(500000));
    strbuf_puts(out, ")\n    return y\n");
}

/* --- Depth --- */

static void nest(StrBuf *out, const char *open, const char *inner, const char *close, size_t n) {
    strbuf_puts(out, SIGNATURE "    y = ");
    repeat(out, open, n);
    strbuf_puts(out, inner);
    repeat(out, close, n);
    strbuf_puts(out, "\n    return y\n");
}

static void parentheses(StrBuf *out) { nest(out, "(", "x", ")", 1000000); }
static void open_parentheses(StrBuf *out) { nest(out, "(", "", "", 1000000); }
static void brackets(StrBuf *out) { nest(out, "[", "", "]", 1000000); }
static void tuples(StrBuf *out) { nest(out, "(", "x", ",)", 1000000); }
static void braces(StrBuf *out) { nest(out, "{\"a\": ", "1", "}", 1000000); }
static void calls(StrBuf *out) { nest(out, "R.exp(", "x", ")", 1000000); }
static void minuses(StrBuf *out) { nest(out, "-", "x", "", 1000000); }
static void nots(StrBuf *out) { nest(out, "not ", "x", "", 1000000); }
static void powers(StrBuf *out) { nest(out, "x ** ", "x", "", 1000000); }
static void sums(StrBuf *out) { nest(out, "", "x", " + x", 1000000); }
static void conditions(StrBuf *out) { nest(out, "x if x else ", "x", "", 1000000); }
static void fields(StrBuf *out) { nest(out, "", "x", "[0]", 1000000); }
static void attributes(StrBuf *out) { nest(out, "", "x", ".a", 1000000); }
static void called_calls(StrBuf *out) { nest(out, "", "x", "()", 1000000); }
static void constants(StrBuf *out) {
    nest(out, "R.const(", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]",
         ")", 1);
}
static void calls_that_fit(StrBuf *out) { nest(out, "R.exp(", "x", ")", 90); }
static void sums_that_fit(StrBuf *out) { nest(out, "", "x", " + x", 90); }
static void tuples_that_fit(StrBuf *out) { nest(out, "(", "x", ",)", 90); }

static void types(StrBuf *out) {
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
static void deep_branches(StrBuf *out) { branches(out, 3000); }
static void branches_that_fit(StrBuf *out) { branches(out, 150); }

static void functions(StrBuf *out, int n) {
    strbuf_puts(out, SIGNATURE);
    for (int i = 0; i < n; i++) {
        strbuf_printf(out, "%*s@R.function\n%*sdef f%d(x: R.Tensor((2,), dtype=\"float32\")):\n",
                      i + 1, "", i + 1, "", i);
    }
    strbuf_printf(out, "%*sreturn x\n", n + 1, "");
    for (int i = n; i-- > 0;) strbuf_printf(out, "%*sreturn f%d(x)\n", i + 1, "", i);
}
static void deep_functions(StrBuf *out) { functions(out, 3000); }
static void functions_that_fit(StrBuf *out) { functions(out, 90); }

static void classes(StrBuf *out) {
    for (int i = 0; i < 2000; i++) strbuf_printf(out, "%*sclass C%d:\n", i, "", i);
}

/* --- Growth --- */

static void doubling(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    t0 = (x, x)\n");
    for (int i = 1; i <= 60; i++) strbuf_printf(out, "    t%d = (t%d, t%d)\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return t60\n");
}

static void doubling_that_fits(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    t0 = (x, x)\n");
    for (int i = 1; i <= 12; i++) strbuf_printf(out, "    t%d = (t%d, t%d)\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return t12[0][1]\n");
}

static void doubling_by_calls(StrBuf *out) {
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < 60; i++) {
        strbuf_printf(
            out,
            "    @R.function\n    def f%d(x: R.Object):\n        y = cls.f%d(x)\n        return (y, y)\n",
            i, i + 1);
    }
    strbuf_puts(out, "    @R.function\n    def f60(x: R.Object):\n        return x\n");
}

static void sixty_factors(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 60; i++) strbuf_printf(out, "p%d: R.Tensor((\"s%d\",)), ", i, i);
    strbuf_puts(out, "y: R.Tensor((\"1");
    for (int i = 0; i < 60; i++) strbuf_printf(out, " * (s%d + 1)", i);
    strbuf_puts(out, "\",))):\n    return y\n");
}

static void powers_of_a_symbol(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\", \"n");
    repeat(out, " * n", 150);
    strbuf_puts(out, "\"))):\n    return x\n");
}

static void squared_often(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(x: R.Tensor((\"n\", \"m\", \"k\"))):\n");
    strbuf_puts(out, "    y0 = R.zeros(((n + m + k + 1) * (n - m + 2 * k), n, m), \"int8\")\n");
    for (int i = 1; i < 200; i++)
        strbuf_printf(out, "    y%d = R.outer(R.flatten(y%d), R.flatten(y%d))\n", i, i - 1, i - 1);
    strbuf_puts(out, "    return x\n");
}

static void nested_divisions(StrBuf *out) {
    strbuf_puts(
        out,
        "@R.function\ndef main(x: R.Tensor((\"n\", \"m\"))):\n    n = T.int64()\n    m = T.int64()\n    d0 = n\n");
    for (int i = 1; i < 150; i++)
        strbuf_printf(out, "    d%d = (d%d + %d) // m + d%d // n\n", i, i - 1, i, i - 1);
    strbuf_puts(out, "    y = R.zeros((d149,), \"int8\")\n    return y\n");
}

static void nested_minima(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 200; i++) strbuf_printf(out, "p%d: R.Tensor((\"s%d\",)), ", i, i);
    strbuf_puts(out, "):\n    d0 = s0\n");
    for (int i = 1; i < 200; i++) strbuf_printf(out, "    d%d = T.min(d%d, s%d)\n", i, i - 1, i);
    strbuf_puts(out, "    y = R.zeros((d199,), \"int8\")\n    return y\n");
}

static void long_sum(StrBuf *out) {
    strbuf_puts(out, "@R.function\ndef main(");
    for (int i = 0; i < 5000; i++)
        strbuf_printf(out, "p%d: R.Tensor((\"s%d\",), \"float32\"), ", i, i);
    strbuf_puts(out, "):\n    y = R.concat((");
    for (int i = 0; i < 5000; i++) strbuf_printf(out, "p%d, ", i);
    strbuf_puts(out, "))\n    return y\n");
}

/* --- Content --- */

static void open_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"abc\n    return x\n");
}
static void open_triple(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\"\"abc\n");
    repeat(out, "    return x\n", 100000);
}
static void open_metadata(StrBuf *out) { strbuf_puts(out, "metadata = tvm.ir.load_json(\"\"\"{"); }
static void nul_byte(StrBuf *out) {
    strbuf_add(out, SIGNATURE "    y\0 = x\n", sizeof SIGNATURE "    y\0 = x\n" - 1);
}
static void nul_in_comment(StrBuf *out) {
    strbuf_add(out, "# a\0b\n" SIGNATURE "    return x\n",
               sizeof "# a\0b\n" SIGNATURE "    return x\n" - 1);
}
static void bad_utf8(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    \xc3\x28 = x\n    return x\n");
}
static void bad_utf8_in_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xff\xfe\")\n    return x\n");
}
static void cut_utf8(StrBuf *out) { strbuf_puts(out, SIGNATURE "    return x\n# \xf0\x9f\x98"); }
static void overlong_utf8(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xc0\xaf\")\n    return x\n");
}
static void surrogate(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.str(\"\xed\xa0\x80\")\n    return x\n");
}
static void escape_in_name(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    \x1b[31mred = x\n    return x\n");
}
static void escape_in_string(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = R.astype(x, \"\x1b[2J\x07\")\n    return x\n");
}
static void bidirectional(StrBuf *out) {
    strbuf_puts(out, SIGNATURE "    y = \xe2\x80\xae"
                               "evil\n    return x\n");
}
static void bom(StrBuf *out) { strbuf_puts(out, "\xef\xbb\xbf" SIGNATURE "    return x\n"); }
static void crlf(StrBuf *out) {
    strbuf_puts(out,
                "@R.function\r\ndef main(x: R.Tensor((2,))):\r\n    y = x\r\n    return y\r\n");
}
static void lone_cr(StrBuf *out) {
    strbuf_puts(out, "@R.function\rdef main(x: R.Tensor((2,))):\r    return x\r");
}
static void noise(StrBuf *out) {
    uint64_t state = 0x452821e638d01377u;
    for (int i = 0; i < 4096; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        strbuf_putc(out, (char)(state >> 56));
    }
}
static void nothing(StrBuf *out) { (void)out; }
static void one_byte(StrBuf *out) { strbuf_puts(out, "("); }
static void metadata_bombs(StrBuf *out) {
    strbuf_puts(out, "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": ");
    repeat(out, "[", 100000);
    repeat(out, "]", 100000);
    strbuf_puts(out, "}\"\"\")\n" SIGNATURE "    return x\n");
}
static void metadata_huge_dims(StrBuf *out) {
    /* One array with dims 2**62 and 2**62, without data. */
    strbuf_puts(
        out,
        "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": [{}, {\"type_key\": \"Map\", \"keys\": "
        "[\"relax.expr.Constant\"], \"data\": [2]}, {\"type_key\": \"Array\", \"data\": [3]}, {\"type_key\": "
        "\"relax.expr.Constant\", \"attrs\": {\"data\": \"0\"}}], \"b64ndarrays\": "
        "[\"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAAA=\"]}\"\"\")\n" SIGNATURE
        "    return x\n");
}
static void metadata_itself(StrBuf *out) {
    strbuf_puts(
        out,
        "metadata = tvm.ir.load_json(\"\"\"{\"root\": 1, \"nodes\": [{}, {\"type_key\": \"Map\", \"keys\": "
        "[\"relax.expr.Constant\"], \"data\": [1]}], \"b64ndarrays\": []}\"\"\")\n" SIGNATURE
        "    return x\n");
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

static void many_operators(StrBuf *out) { operators(out, MANY(10000), "R.negative(x)"); }
static void operators_in_a_chain(StrBuf *out) { operators(out, 10000, "R.my.o%d(x)"); }
static void operators_200_deep(StrBuf *out) { operators(out, 201, "R.my.o%d(x)"); }
static void operators_that_double(StrBuf *out) {
    operators(out, 201, "R.add(R.my.o%d(x), R.my.o%d(x))");
}

static void operators_in_a_ring(StrBuf *out) {
    strbuf_puts(out, "@I.ir_module\nclass Module:\n");
    for (int i = 0; i < MANY(10000); i++) {
        strbuf_printf(out,
                      "    @R.operator(\"my.o%d\")\n    def o%d(x):\n        return R.my.o%d(x)\n",
                      i, i, (i + 1) % MANY(10000));
    }
}

static void calls_of_an_operator(StrBuf *out) {
    strbuf_puts(
        out,
        "@I.ir_module\nclass Module:\n    @R.operator(\"my.op\")\n    def op(x: R.Tensor((\"n\",), \"float32\"), by: R.Float = 2.0):\n"
        "        return R.exp(x) * by\n    @R.function\n    def main(x: R.Tensor((\"k\",), \"float32\")):\n");
    repeat(out, "        x = R.my.op(x)\n", MANY(100000));
    strbuf_puts(out, "        return x\n");
}

static void parameters_of_an_operator(StrBuf *out) {
    strbuf_puts(out, "@R.operator(\"my.op\")\ndef op(");
    for (int i = 0; i < MANY(100000); i++) strbuf_printf(out, "x%d, ", i);
    strbuf_puts(out, "):\n    return x0\n");
}

static void expansions_of_an_operator(StrBuf *out) {
    for (int i = 0; i < MANY(10000); i++)
        strbuf_printf(
            out, "@R.legalize(\"nn.softmax\")\ndef f%d(x: R.Tensor((%d,))):\n    return x\n", i, i);
    strbuf_puts(out, SIGNATURE "    return R.nn.softmax(x)\n");
}

static const Hostile cases[] = {
    {"10000 operators of the module", many_operators, ACCEPTED, NULL, 4, 512},
    {"10000 operators on each other", operators_in_a_chain, REFUSED, "nested more than 200 deep", 4,
     512},
    {"200 operators on each other", operators_200_deep, ACCEPTED, NULL, 1, 128},
    {"operators that are made of 2**200 others", operators_that_double, ACCEPTED, NULL, 1, 128},
    {"10000 operators in a ring", operators_in_a_ring, REFUSED, "in a circle", 4, 512},
    {"100000 calls of an operator of the module", calls_of_an_operator, ACCEPTED, NULL, 4, 512},
    {"operator with 100000 parameters", parameters_of_an_operator, REFUSED,
     "more than 255 parameters", 4, 512},
    {"10000 expansions of one operator", expansions_of_an_operator, ACCEPTED, NULL, 4, 512},
    {"chain of a million bindings", chain, ACCEPTED, NULL, 8, 2048},
    {"one name bound 200000 times", one_name, ACCEPTED, NULL, 4, 512},
    {"names that clash with numbered ones", clashing_names, ACCEPTED, NULL, 4, 512},
    {"one variable used 400000 times", many_uses, ACCEPTED, NULL, 4, 512},
    {"tuple of a million elements", wide_tuple, ACCEPTED, NULL, 8, 1024},
    {"concat of 200000 tensors", wide_concat, ACCEPTED, NULL, 4, 512},
    {"split into 100000 fields", many_fields, ACCEPTED, NULL, 4, 512},
    {"100000 outputs", many_outputs, ACCEPTED, NULL, 4, 512},
    {"100000 dataflow blocks", many_blocks, ACCEPTED, NULL, 4, 512},
    {"100000 empty dataflow blocks", many_empty_blocks, ACCEPTED, NULL, 4, 512},
    {"100000 branches", many_branches, ACCEPTED, NULL, 4, 512},
    {"100000 functions in a chain, none annotated", many_functions, ACCEPTED, NULL, 8, 1024},
    {"20000 functions in a ring, none annotated", many_recursive_functions, REFUSED, "calls itself",
     4, 512},
    {"100000 parameters and arguments", many_parameters, ACCEPTED, NULL, 4, 512},
    {"100000 symbols", many_symbols, ACCEPTED, NULL, 4, 512},
    {"20000 captures", many_captures, ACCEPTED, NULL, 4, 512},
    {"200000 function attributes", many_attributes, ACCEPTED, NULL, 4, 512},
    {"100000 constants", many_constants, ACCEPTED, NULL, 4, 512},
    {"constant of a million elements", large_constant, ACCEPTED, NULL, 4, 512},
    {"100000 errors", many_errors, REFUSED, "'unknown' is not defined", 4, 64},
    {"200000 syntax errors", many_syntax_errors, REFUSED, "syntax error", 4, 64},
    {"comment of 10 MB", long_comment, ACCEPTED, NULL, 1, 64},
    {"name of 10 MB, undefined", long_name, REFUSED, "is not defined", 1, 128},
    {"variable name of 1 MB", long_variable, ACCEPTED, NULL, 1, 64},
    {"string of 10 MB", long_string, ACCEPTED, NULL, 2, 128},
    {"operator name of 3 MB", long_operator, REFUSED, NULL, 1, 128},
    {"integer 10**400", long_integer, REFUSED, "does not fit 64 bits", 0.1, 32},
    {"integer of 10 MB", longer_integer, REFUSED, "does not fit 64 bits", 1, 64},
    {"float of 1 MB", longer_float, REFUSED, "invalid number", 1, 64},
    {"10 MB of newlines", only_newlines, REFUSED, "no module", 1, 32},
    {"a million continuation lines", only_continuations, REFUSED, NULL, 1, 32},
    {"100000 statements on a line", only_semicolons, ACCEPTED, NULL, 2, 256},
    {"500000 adjacent strings", many_strings, ACCEPTED, NULL, 2, 128},
    {"a million nested parentheses", parentheses, REFUSED, "nested more than", 1, 32},
    {"a million open parentheses", open_parentheses, REFUSED, NULL, 1, 32},
    {"a million nested lists", brackets, REFUSED, "nested more than", 1, 32},
    {"a million nested tuples", tuples, REFUSED, "nested more than", 1, 32},
    {"a million nested dictionaries", braces, REFUSED, "nested more than", 1, 32},
    {"a million nested calls", calls, REFUSED, "nested more than", 1, 32},
    {"a million minuses", minuses, REFUSED, "nested more than", 1, 32},
    {"a million nots", nots, REFUSED, "nested more than", 1, 32},
    {"a million powers", powers, REFUSED, "nested more than", 1, 32},
    {"a sum of a million terms", sums, REFUSED, "nested more than", 1, 32},
    {"a million conditions", conditions, REFUSED, NULL, 1, 32},
    {"a million fields", fields, REFUSED, "nested more than", 1, 32},
    {"a million attributes", attributes, REFUSED, "nested more than", 1, 32},
    {"a million calls of calls", called_calls, REFUSED, "nested more than", 1, 32},
    {"constant of rank 68", constants, REFUSED, NULL, 0.1, 32},
    {"90 nested calls", calls_that_fit, ACCEPTED, NULL, 0.1, 32},
    {"a sum of 91 terms", sums_that_fit, ACCEPTED, NULL, 0.1, 32},
    {"90 nested tuples", tuples_that_fit, ACCEPTED, NULL, 0.1, 32},
    {"a million nested types", types, REFUSED, "nested more than", 1, 32},
    {"3000 nested branches", deep_branches, REFUSED, "nested more than", 1, 32},
    {"150 nested branches", branches_that_fit, ACCEPTED, NULL, 0.5, 32},
    {"3000 nested functions", deep_functions, REFUSED, "nested more than", 1, 32},
    {"90 nested functions", functions_that_fit, ACCEPTED, NULL, 0.5, 32},
    {"2000 nested classes", classes, REFUSED, NULL, 1, 32},
    {"a tuple type that doubles 60 times", doubling, REFUSED, NULL, 1, 32},
    {"a tuple type that doubles 12 times", doubling_that_fits, ACCEPTED, NULL, 1, 64},
    {"a result type that doubles 60 times", doubling_by_calls, REFUSED, NULL, 1, 32},
    {"(a + 1) * (b + 1) * ... of 60 factors", sixty_factors, REFUSED,
     "an extent's expression is too large", 0.1, 32},
    {"n * n * ... of 151 factors", powers_of_a_symbol, ACCEPTED, NULL, 0.1, 32},
    {"extents squared 200 times", squared_often, REFUSED, NULL, 1, 64},
    {"divisions nested 150 deep, doubling", nested_divisions, REFUSED,
     "an extent's expression is too large", 1, 64},
    {"the minimum of 200 symbols", nested_minima, ACCEPTED, NULL, 1, 64},
    {"the sum of 5000 symbols", long_sum, REFUSED, "an extent's expression is too large", 2, 256},
    {"string never closed", open_string, REFUSED, "this string is never closed", 0.1, 32},
    {"triple string never closed", open_triple, REFUSED, "this string is never closed", 0.5, 32},
    {"metadata never closed", open_metadata, REFUSED, "this string is never closed", 0.1, 32},
    {"NUL byte", nul_byte, REFUSED, "NUL byte", 0.1, 32},
    {"NUL byte in a comment", nul_in_comment, REFUSED, "NUL byte", 0.1, 32},
    {"invalid UTF-8", bad_utf8, REFUSED, "invalid UTF-8", 0.1, 32},
    {"invalid UTF-8 in a string", bad_utf8_in_string, REFUSED, "invalid UTF-8", 0.1, 32},
    {"UTF-8 cut at the end", cut_utf8, REFUSED, "invalid UTF-8", 0.1, 32},
    {"overlong UTF-8", overlong_utf8, REFUSED, "invalid UTF-8", 0.1, 32},
    {"UTF-8 of a surrogate", surrogate, REFUSED, "invalid UTF-8", 0.1, 32},
    {"terminal escape in a name", escape_in_name, REFUSED, "unexpected character '\\x1b'", 0.1, 32},
    {"terminal escape in a string", escape_in_string, REFUSED, NULL, 0.1, 32},
    {"right-to-left override", bidirectional, REFUSED, NULL, 0.1, 32},
    {"byte order mark", bom, ACCEPTED, NULL, 0.1, 32},
    {"lines that end in CR LF", crlf, ACCEPTED, NULL, 0.1, 32},
    {"lines that end in CR", lone_cr, ACCEPTED, NULL, 0.1, 32},
    {"4 KB of noise", noise, REFUSED, NULL, 0.1, 32},
    {"empty text", nothing, REFUSED, "no module", 0.1, 32},
    {"one byte", one_byte, REFUSED, NULL, 0.1, 32},
    {"metadata nested 100000 deep", metadata_bombs, REFUSED, "the metadata is no JSON", 0.5, 32},
    {"metadata with an array of 2**124 elements", metadata_huge_dims, REFUSED,
     "the metadata is malformed", 0.1, 32},
    {"metadata that names itself", metadata_itself, REFUSED, "the metadata is malformed", 0.1, 32},
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Running one --- */

static bool complain(const char *what, const char *detail) {
    printf("  %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    return false;
}

/* Every error has a place, and nothing in it drives a terminal. */
static bool check_errors(Ctx *ctx, const Hostile *h, Arena *arena) {
    const DiagList *list = ctx->diags;
    if (h->want == ACCEPTED)
        return complain("it was refused", list->diags.len ? list->diags.at[0].message : NULL);
    if (!list->diags.len) return complain("refused without an error", NULL);
    bool found = !h->error;
    if (list->diags.len > ctx->limits.diags) return complain("too many errors were kept", NULL);
    for (size_t i = 0; i < list->diags.len; i++) {
        StrBuf text;
        strbuf_init(&text, arena);
        diag_print(&list->diags.at[i], &text);
        found |= h->error && strstr(list->diags.at[i].message, h->error);
        if (list->diags.at[i].loc.line == 0)
            return complain("an error without a place", list->diags.at[i].message);
        if (list->diags.at[i].id == DIAG_VERIFY)
            return complain("an unsound module", list->diags.at[i].message);
        if (text.text.len > 4000) return complain("an error of great length", NULL);
        for (size_t k = 0; k < text.text.len; k++) {
            unsigned char c = (unsigned char)text.text.at[k];
            if ((c < 32 && c != '\n') || c == 127)
                return complain("a control character in an error", NULL);
        }
    }
    if (!found) return complain("another error", list->diags.at[0].message);
    return true;
}

static bool check_counts(const Ctx *ctx, const Hostile *h) {
    if (h->write != many_errors) return true;
    bool ok = ctx->diags->errors == 100000 && ctx->diags->diags.len == ctx->limits.diags;
    return ok || complain("100000 errors, of which 1000 are kept, were expected", NULL);
}

static bool check_module(Ctx *ctx, OpTable *ops, IrModule *m, const Hostile *h, Arena *arena) {
    if (h->want == REFUSED) return complain("it was accepted", NULL);
    StrBuf once, twice, why;
    strbuf_init(&once, arena);
    ir_text_print(m, &once);
    if (h->write == chain) return true; /* its bounds are for reading, verifying and printing */
    strbuf_init(&twice, arena);
    strbuf_init(&why, arena);
    diag_begin(ctx);
    IrModule *again = ir_text_parse(ctx, ops, "printed", strbuf_str(&once));
    if (!again) return complain("what was printed is refused", ctx->diags->diags.at[0].message);
    bool ok = ir_module_equal(m, again, &why) ||
              complain("what was printed is another module", strbuf_cstr(&why));
    ir_text_print(again, &twice);
    ir_module_free(again);
    return ok &&
           (str_eq(strbuf_str(&once), strbuf_str(&twice)) || complain("two prints differ", NULL));
}

static bool run(const Hostile *h) {
    Ctx ctx, text_ctx;
    OpTable ops;
    volatile bool ok = false;
    volatile double spent = 0;
    volatile size_t len = 0;
    ctx_init(&text_ctx, allocator_libc(), io_libc());
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena own, arena;
        arena_init(&own, &text_ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        StrBuf text;
        strbuf_init(&text, &own);
        h->write(&text);
        len = text.text.len;
        double start = now();
        diag_begin(&ctx);
        IrModule *m = ir_text_parse(&ctx, &ops, "hostile", strbuf_str(&text));
        bool sound = m && ir_verify(m, IR_PROP_ALL);
        ok = sound ? check_module(&ctx, &ops, m, h, &arena)
                   : check_errors(&ctx, h, &arena) && check_counts(&ctx, h);
        spent = now() - start;
        ir_module_free(m);
        arena_fini(&arena);
        arena_fini(&own);
    }
    Status status = ctx_leave(&ctx, &boundary);
    if (status != STATUS_OK) ok = complain("a limit or out of memory", NULL);
    ctx_fini(&ctx);
    if (ctx.bytes) ok = complain("memory leaked", NULL);
    size_t most = (h->memory << 20) + 64 * len;
    if (!SLOW)
        printf("  %5.0f ms, %4zu MiB for %zu bytes\n", spent * 1e3, ctx.peak_bytes >> 20, len);
    if (!SLOW && spent > h->seconds) ok = complain("too slow", NULL);
    if (!SLOW && ctx.peak_bytes > most) ok = complain("too much memory", NULL);
    return ok;
}

/* In a child, so that a crash, an endless loop or a deep stack is this case's only. */
static bool run_apart(const Hostile *h) {
    printf("%s\n", h->name);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        unsigned seconds = (unsigned)h->seconds * (SLOW ? 20 : 4) + 20;
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_STACK, &(struct rlimit){STACK, STACK});
        bool ok = run(h);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    int status = 0;
    bool ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    if (ended && WIFSIGNALED(status)) printf("  killed by signal %d\n", WTERMSIG(status));
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int test_hostile(int argc, char **argv) {
    int passed = 0, failed = 0;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        if (argc > 1 && !strstr(cases[i].name, argv[1])) continue;
        bool ok = run_apart(&cases[i]);
        if (!ok) printf("FAILED: %s\n", cases[i].name);
        *(ok ? &passed : &failed) += 1;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
