/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of rule files. What is accepted is applied to a module (behind a line
 * ----, or else one of our own) and asked why it does not apply. Whatever the rules say, the module
 * must verify afterwards, or be as it was when they are at fault, and nothing may stay
 * allocated. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/edit.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "rewrite/rule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
static bool started;

static const char module[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 4), \"float32\"), w: R.Tensor((4, 4), \"float32\"), v: R.Tensor((4, 2), \"float32\")):\n"
    "    with R.dataflow():\n"
    "        a = R.exp(x)\n"
    "        b = R.add(a, R.const(0.0, \"float32\"))\n"
    "        c = R.matmul(b, w)\n"
    "        d = R.matmul(b, v)\n"
    "        e = R.permute_dims(R.permute_dims(c))\n"
    "        f = R.concat((e, R.nn.relu(c)), axis=-1)\n"
    "        s = R.split(f, 2, axis=1)\n"
    "        g = R.multiply(s[0], R.tanh(s[1]))\n"
    "        h = R.sum(R.reshape(g, (-1,)), axis=0)\n"
    "        R.output(d, h)\n"
    "    return (d, h)\n";

static void start(void) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.input_bytes = 64 << 10;
    ctx.limits.const_bytes = 1 << 20;
    ctx.limits.bindings = 2000;
    ctx.limits.milliseconds = 300;
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    started = true;
}

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    const DiagList *list = ctx.diags;
    for (size_t i = 0; list && i < list->diags.len; i++)
        fprintf(stderr, "%s\n", list->diags.at[i].message);
    abort();
}

static void try_rules(Arena *arena, Str rules, Str text) {
    OpTable ops;
    ops_table_init(&ops, arena);
    diag_begin(&ctx);
    RuleSet *set = rules_new(&ctx, &ops, arena);
    if (!rules_load(set, "rules", rules)) return;
    diag_begin(&ctx);
    IrModule *m = ir_text_parse(&ctx, &ops, "module", text);
    if (!m || !ir_verify(m, IR_PROP_ALL)) {
        ir_module_free(m);
        return;
    }
    for (size_t i = 0; i < rules_count(set) && i < 8; i++)
        (void)rules_why_not(set, m, rules_name(set, i), NULL);
    diag_begin(&ctx);
    if (!ir_verify(m, IR_PROP_ALL)) wrong("asking why not broke the module");
    IrEdit edit;
    ir_edit_begin(&edit, m);
    bool ok = rules_apply(set, m, NULL);
    ir_edit_end(&edit, ok);
    diag_begin(&ctx);
    if (!ir_verify(m, IR_PROP_ALL)) wrong("applying the rules broke the module");
    ir_module_free(m);
}

/* Rules, and the module behind them. */
typedef struct {
    Str rules, text;
} Input;

static Input divide(const uint8_t *data, size_t size) {
    Input in = {{(const char *)data, size}, {module, sizeof module - 1}};
    const char *cut = size ? memmem(data, size, "\n----\n", 6) : NULL;
    if (!cut) return in;
    in.rules.len = (size_t)(cut - in.rules.ptr) + 1;
    in.text = (Str){cut + 6, size - in.rules.len - 5};
    return in;
}

static void run(const Input *in) {
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Arena arena;
        arena_init(&arena, &ctx);
        try_rules(&arena, in->rules, in->text);
        arena_fini(&arena);
    }
    (void)ctx_leave(&ctx, &b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!started) start();
    const Input in = divide(data, size);
    run(&in);
    diag_list_free(&ctx);
    if (ctx.bytes) wrong("memory leaked");
    return 0;
}
