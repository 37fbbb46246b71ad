/* SPDX-License-Identifier: Apache-2.0 */
/* Applies N_RULES generated rules, none of which matches, to a module of N_BINDINGS bindings:
 * tenon-test bench_rules N_RULES N_BINDINGS. scale.sh counts the instructions of rules_apply, which
 * must hardly depend on the number of rules. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "rewrite/rule.h"

/* A third of the rules are for one operator on another, a third for an operator on a number, a
 * third for a call with attributes on another; all differ. */
static void write_rules(StrBuf *out, unsigned n) {
    static const char *const ops[] = {"exp",   "tanh", "sigmoid", "abs",   "sqrt",
                                      "erf",   "sin",  "cos",     "floor", "ceil",
                                      "round", "sign", "square",  "log",   "tan"};
    enum { N = sizeof ops / sizeof *ops };
    for (unsigned i = 0; i < n; i++) {
        strbuf_printf(
            out,
            "@R.rewriter\nclass Rule%u:\n    @R.function\n    def pattern(x: R.Tensor):\n        return ",
            i);
        const char *a = ops[i / 3 % N], *b = ops[i / 3 / N % N];
        if (i % 3 == 0)
            strbuf_printf(out, "R.%s(R.%s(x))\n", a, b);
        else if (i % 3 == 1)
            strbuf_printf(out, "R.add(x, %u.5)\n", i);
        else
            strbuf_printf(out, "R.sum(R.multiply(R.%s(x), R.%s(x)), axis=%u)\n", a, b, i % 2);
        strbuf_puts(out, "    @R.function\n    def replacement(x):\n        return x\n");
    }
}

static void write_module(StrBuf *out, unsigned n) {
    strbuf_puts(
        out,
        "@R.function\ndef main(x0: R.Tensor((4, 8), dtype=\"float32\")):\n    with R.dataflow():\n");
    for (unsigned i = 0; i < n; i++) {
        static const char *const calls[] = {"R.exp(x%u)",
                                            "R.add(x%u, R.const(2.0, \"float32\"))",
                                            "R.tanh(x%u)",
                                            "R.multiply(x%u, x0)",
                                            "R.sum(x%u, axis=0, keepdims=True)",
                                            "R.add(x%u, x0)",
                                            "R.negative(x%u)",
                                            "R.nn.gelu(x%u)"};
        strbuf_printf(out, "        x%u = ", i + 1);
        strbuf_printf(out, calls[i % 8], i);
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, "        R.output(x%u)\n    return x%u\n", n, n);
}

int test_bench_rules(int argc, char **argv) {
    if (argc != 3) return 1;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    volatile bool ok = false;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        arena_init(&arena, &ctx);
        OpTable ops;
        ops_table_init(&ops, &arena);
        StrBuf text, rules_text;
        strbuf_init(&text, &arena);
        strbuf_init(&rules_text, &arena);
        write_module(&text, (unsigned)atoi(argv[2]));
        write_rules(&rules_text, (unsigned)atoi(argv[1]));
        diag_begin(&ctx);
        IrModule *m = ir_text_parse(&ctx, &ops, "bench", strbuf_str(&text));
        RuleSet *rules = rules_new(&ctx, &ops, &arena);
        bool changed = true;
        ok = m && rules_load(rules, "rules", strbuf_str(&rules_text)) &&
             rules_apply(rules, m, &changed) && !changed;
        ir_module_free(m);
        arena_fini(&arena);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) ok = false;
    ctx_fini(&ctx);
    if (!ok) printf("FAILED: a rule matched, or a text is wrong\n");
    return !ok;
}
