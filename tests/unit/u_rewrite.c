/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite/: callbacks, any number of operands, statistics, determinism, and every request for
 * memory refused once. */
#include "unit.h"

#include "base/diag.h"
#include "ir/build.h"
#include "ir/edit.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "rewrite/rule_functions.h"
#include "rewrite/rules.h"

static Ctx ctx;
static UnitHeap heap;
static OpTable ops;
static Arena table;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    arena_init(&table, &ctx);
    ops_table_init(&ops, &table);
    diag_begin(&ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_fini(&table);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static void show_diags(void) {
    for (size_t i = 0; i < ctx.diags->diags.len; i++)
        print_message("%s\n", ctx.diags->diags.at[i].message);
}

static Str str(const char *s) { return str_c(s); }

static IrModule *parse(const char *text) {
    IrModule *m = ir_text_parse(&ctx, &ops, "text", str(text));
    if (!m) show_diags();
    assert_non_null(m);
    ir_module_keep(m);
    return m;
}

static char *print(IrModule *m) {
    Arena arena;
    StrBuf out;
    arena_init(&arena, &ctx);
    strbuf_init(&out, &arena);
    ir_text_print(m, &out);
    char *copy = strdup(strbuf_cstr(&out));
    arena_fini(&arena);
    return copy;
}

static size_t count(const char *text, const char *word) {
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) n++;
    return n;
}

static RuleSet *load(Arena *arena, const char *text) {
    RuleSet *rules = rules_new(&ctx, &ops, arena);
    bool ok = rules_load(rules, "rules", str(text));
    if (!ok) show_diags();
    assert_true(ok);
    return rules;
}

static void apply(RuleSet *rules, IrModule *m) {
    bool ok = rules_apply(rules, m, NULL) && ir_verify(m, IR_PROP_ALL);
    if (!ok) show_diags();
    assert_true(ok);
    arena_fini(&m->scratch);
}

/* Text of any length */

typedef struct {
    char *at;
    size_t len, cap;
} Text;

static void add(Text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void add(Text *t, const char *fmt, ...) {
    va_list args;
    if (t->cap - t->len < 512) t->at = realloc(t->at, t->cap = 2 * t->cap + 1024);
    assert_non_null(t->at);
    va_start(args, fmt);
    t->len += (size_t)vsnprintf(t->at + t->len, 512, fmt, args);
    va_end(args);
}

/* --- Callbacks --- */

typedef struct {
    size_t calls;
    char names[8][16];
} Heard;

/* exp(x) becomes negative(x), but for the first one. */
static bool negate(void *user, RuleMatch *match, IrVar **results, uint32_t n) {
    Heard *heard = user;
    IrBuilder *b = rule_match_builder(match);
    const IrOperand *x = rule_match_operand(match, "x");
    assert_int_equal(n, 1);
    assert_non_null(b);
    assert_null(rule_match_operand(match, "nobody"));
    assert_int_equal(rule_match_count(match, "x"), 0);
    assert_true(heard->calls < 8);
    snprintf(heard->names[heard->calls++], 16, "%s", x->var->name);
    IrVar *y = ir_build_call(b, ir_op_table_find(&ops, str("negative")), x, x->span,
                             (IrCallForm){.attrs = NULL}, "lv");
    assert_non_null(y); /* built before it declines: it is taken away again */
    if (heard->calls == 1) {
        diag_error(&ctx, (Loc){.line = 1}, DIAG_VALUE, "an attempt");
        return false;
    }
    results[0] = y;
    return true;
}

static const char three[] =
    "@R.function\n"
    "def main(a: R.Tensor((2,), dtype=\"float32\"), b: R.Tensor((2,), dtype=\"float32\"), c: R.Tensor((2,), dtype=\"float32\")):\n"
    "    with R.dataflow():\n"
    "        u = R.exp(a)\n"
    "        v = R.exp(b)\n"
    "        w = R.exp(c)\n"
    "        y = (u, v, w)\n"
    "        R.output(y)\n"
    "    return y\n";

static const char by_callback[] = "@R.rewriter\n"
                                  "class Negate:\n"
                                  "    replacement = R.callback(\"negate\")\n"
                                  "    @R.function\n"
                                  "    def pattern(x: R.Tensor):\n"
                                  "        return R.exp(x)\n";

static void a_callback_declines_one_match_only(void **state) {
    (void)state;
    Arena arena;
    arena_init(&arena, &ctx);
    RuleSet *rules = rules_new(&ctx, &ops, &arena);
    assert_false(rules_load(rules, "rules", str(by_callback))); /* nobody registered it */
    assert_int_equal(diag_errors(&ctx), 1);
    diag_begin(&ctx);
    Heard heard = {0};
    rules_callback(rules, &(RuleCallbackDef){"negate", negate, &heard});
    assert_true(rules_load(rules, "rules", str(by_callback)));
    IrModule *m = parse(three);
    apply(rules, m);
    char *text = print(m);
    assert_int_equal(count(text, "R.exp("), 1);
    assert_int_equal(count(text, "R.exp(a)"), 1);
    assert_int_equal(count(text, "R.negative("), 2);
    assert_int_equal(heard.calls, 3);
    assert_string_equal(heard.names[0], "a");
    assert_string_equal(heard.names[1], "b");
    assert_string_equal(heard.names[2], "c");
    assert_int_equal(diag_errors(&ctx), 0);
    assert_int_equal(rules_stats(rules, 0)->tries, 3);
    assert_int_equal(rules_stats(rules, 0)->hits, 2);
    free(text);
    ir_module_free(m);
    arena_fini(&arena);
}

/* concat([sum(x, axis=k), ...]) becomes the sum of the concat, where the items are two. */
static bool sum_of_concat(void *user, RuleMatch *match, IrVar **results, uint32_t n) {
    (void)user;
    (void)n;
    int64_t axis;
    assert_true(rule_match_int(match, "axis", &axis));
    assert_false(rule_match_int(match, "xs", &axis));
    assert_int_equal(axis, 1);
    if (rule_match_count(match, "xs") != 2) return false;
    assert_null(rule_match_item(match, "xs", 2));
    const IrOperand *items[] = {rule_match_item(match, "xs", 0), rule_match_item(match, "xs", 1)};
    const IrOperand operands[] = {*items[0], *items[1]};
    IrBuilder *b = rule_match_builder(match);
    const OpDef *op = ir_op_table_find(&ops, str("add"));
    results[0] = ir_build_call(b, op, operands, 2, (IrCallForm){.attrs = NULL}, "lv");
    return results[0] != NULL; /* where shapes do not fit, inference reports and it declines */
}

static void callbacks_see_attributes_and_many(void **state) {
    (void)state;
    Arena arena;
    arena_init(&arena, &ctx);
    RuleSet *rules = rules_new(&ctx, &ops, &arena);
    rules_callback(rules, &(RuleCallbackDef){"sum_of_concat", sum_of_concat, NULL});
    assert_true(rules_load(rules, "rules",
                           str("@R.rewriter\n"
                               "class Sum:\n"
                               "    replacement = R.callback(\"sum_of_concat\")\n"
                               "    @R.function\n"
                               "    def pattern(xs: R.Many(R.Tensor), axis):\n"
                               "        return R.sum(R.concat(xs, axis=0), axis=[axis])\n")));
    IrModule *m = parse(
        "@R.function\n"
        "def main(a: R.Tensor((1, 2), dtype=\"float32\"), b: R.Tensor((4, 3), dtype=\"float32\")):\n"
        "    x = R.sum(R.concat((a, a), axis=0), axis=1)\n"
        "    y = R.sum(R.concat((a, a, a), axis=0), axis=1)\n"
        "    return (x, y)\n");
    /* (1, 2) + (1, 2) is no (2,): the type is refuted, which is an error of the rule. */
    assert_false(rules_apply(rules, m, NULL));
    assert_int_equal(diag_errors(&ctx), 1);
    assert_non_null(strstr(ctx.diags->diags.at[0].message, "has another type"));
    assert_int_equal(ctx.diags->diags.at[0].loc.line, 2);
    arena_fini(&m->scratch);
    ir_module_free(m);
    arena_fini(&arena);
}

/* --- Any number --- */

static void any_number_of_permuted_operands(void **state) {
    (void)state;
    const RuleTheme *theme = rule_theme("reorder_permute_dims_after_concat");
    static const int sizes[] = {2, 12, 22, 32, 1000};
    for (size_t k = 0; k < ARRAY_LEN(sizes); k++) {
        Text t = {NULL, 0, 0};
        add(&t, "@R.function\ndef main(\n");
        for (int i = 0; i < sizes[k]; i++)
            add(&t, "    w%d: R.Tensor((%d, 4), dtype=\"float32\"),\n", i, i % 7 + 1);
        add(&t, "):\n    with R.dataflow():\n");
        for (int i = 0; i < sizes[k]; i++) add(&t, "        t%d = R.permute_dims(w%d)\n", i, i);
        add(&t, "        y = R.concat((");
        for (int i = 0; i < sizes[k]; i++) add(&t, "t%d, ", i);
        add(&t, "), axis=1)\n        R.output(y)\n    return y\n");
        Arena arena;
        arena_init(&arena, &ctx);
        RuleSet *rules = load(&arena, theme->text.ptr);
        IrModule *m = parse(t.at);
        apply(rules, m);
        char *text = print(m);
        assert_int_equal(count(text, "R.permute_dims("), 1);
        assert_int_equal(count(text, "R.concat((w0, w1"), 1);
        free(text);
        free(t.at);
        ir_module_free(m);
        arena_fini(&arena);
    }
}

static void a_thousand_branches(void **state) {
    (void)state;
    enum { N = 1000 };
    Text t = {NULL, 0, 0};
    add(&t, "@R.function\ndef main(x: R.Tensor((\"n\", 4), dtype=\"float32\"),\n");
    for (int i = 0; i < N; i++)
        add(&t, "    w%d: R.Tensor((4, %d), dtype=\"float32\"),\n", i, i % 5 + 1);
    add(&t, "):\n    with R.dataflow():\n");
    for (int i = 0; i < N; i++)
        add(&t, "        y%d = R.matmul(x, w%d)\n        z%d = R.nn.relu(y%d)\n", i, i, i, i);
    add(&t, "        y = (");
    for (int i = 0; i < N; i++) add(&t, "z%d, ", i);
    add(&t, ")\n        R.output(y)\n    return y\n");
    Arena arena;
    arena_init(&arena, &ctx);
    RuleSet *rules = load(&arena, rule_theme("combine_parallel_matmul")->text.ptr);
    IrModule *m = parse(t.at);
    apply(rules, m);
    char *text = print(m);
    assert_int_equal(count(text, "R.matmul("), 1);
    assert_int_equal(count(text, "R.concat("), 1);
    assert_int_equal(count(text, "R.nn.relu("), 1); /* the activation is done once, too */
    assert_string_equal(rules_name(rules, 0), "CombineParallelMatmul");
    size_t n;
    const RuleGroup *groups = rules_groups(rules, 0, &n);
    assert_int_equal(n, 1);
    assert_int_equal(groups[0].size, N);
    assert_int_equal(groups[0].times, 1);
    assert_int_equal(rules_stats(rules, 0)->members, N);
    free(text);
    free(t.at);
    ir_module_free(m);
    arena_fini(&arena);
}

/* --- Sets, statistics, determinism --- */

static const char two_rules[] =
    "@R.rewriter\n"
    "class Twice:\n"
    "    \"\"\"exp of exp.\"\"\"\n"
    "    @R.function\n"
    "    def pattern(x: R.Tensor):\n"
    "        return R.exp(R.exp(x))\n"
    "    @R.function\n"
    "    def replacement(x):\n"
    "        return R.tanh(x)\n"
    "@R.rewriter\n"
    "class Pairs:\n"
    "    @R.function\n"
    "    def pattern(x: R.Tensor, ws: R.Many(R.Tensor, min=2), out_dtype):\n"
    "        return R.siblings([R.matmul(x, w, out_dtype=out_dtype) for w in ws], same=[w.shape[0]])\n"
    "    @R.function\n"
    "    def replacement(x, ws, out_dtype):\n"
    "        y = R.matmul(x, R.concat(ws, axis=-1), out_dtype=out_dtype)\n"
    "        return R.split(y, prefix_sums([w.shape[-1] for w in ws]), axis=-1)\n";

static const char model[] =
    "@R.function\n"
    "def main(x: R.Tensor((2, 2), dtype=\"float32\"), w: R.Tensor((2, 2), dtype=\"float32\")):\n"
    "    with R.dataflow():\n"
    "        a = R.exp(x)\n"
    "        b = R.exp(a)\n"
    "        c = R.matmul(b, w)\n"
    "        d = R.matmul(b, x)\n"
    "        e = R.matmul(b, d)\n"
    "        f = R.matmul(x, w)\n"
    "        g = R.exp(f)\n"
    "        y = (c, e, g)\n"
    "        R.output(y)\n"
    "    return y\n";

static void one_set_for_two_modules(void **state) {
    (void)state;
    Arena arena;
    arena_init(&arena, &ctx);
    RuleSet *rules = load(&arena, two_rules);
    assert_int_equal(rules_count(rules), 2);
    assert_string_equal(rules_doc(rules, 0), "exp of exp.");
    assert_null(rules_doc(rules, 1));
    char *text[2];
    for (int i = 0; i < 2; i++) {
        IrModule *m = parse(model);
        rules_stats_clear(rules);
        apply(rules, m);
        text[i] = print(m);
        const RuleStats *twice = rules_stats(rules, 0), *pairs = rules_stats(rules, 1);
        assert_int_equal(twice->tries, 1); /* only b has an exp below it */
        assert_int_equal(twice->hits, 1);
        assert_int_equal(pairs->hits, 1);
        assert_int_equal(pairs->members, 2); /* c and d; e needs d, f has no sibling */
        size_t n;
        const RuleGroup *groups = rules_groups(rules, 1, &n);
        assert_int_equal(n, 1);
        assert_int_equal(groups[0].size, 2);
        assert_int_equal(groups[0].times, 1);
        ir_module_free(m);
    }
    assert_string_equal(text[0], text[1]);
    assert_int_equal(count(text[0], "R.exp("), 1);
    assert_int_equal(count(text[0], "R.tanh(x)"), 1);
    assert_int_equal(count(text[0], "R.matmul("), 3);
    free(text[0]);
    free(text[1]);
    assert_false(rules_select(rules, "Nobody"));
    assert_true(rules_select(rules, "Pairs"));
    IrModule *m = parse(model);
    rules_stats_clear(rules);
    apply(rules, m);
    assert_int_equal(rules_stats(rules, 0)->tries, 0);
    assert_int_equal(rules_stats(rules, 1)->hits, 1);
    ir_module_free(m);
    arena_fini(&arena);
}

static void the_hash_seed_does_not_matter(void **state) {
    (void)state;
    char *first = NULL;
    uint64_t random = 7;
    for (int i = 0; i < 20; i++) {
        Ctx *const c = &ctx;
        teardown(NULL);
        setup(NULL);
        arena_fini(&table);
        c->hash_seed = unit_random(&random);
        arena_init(&table, c);
        ops_table_init(&ops, &table);
        Arena arena;
        arena_init(&arena, &ctx);
        RuleSet *rules = rules_new(&ctx, &ops, &arena);
        for (size_t k = 0; k < rule_theme_count; k++)
            assert_true(rules_load(rules, rule_themes[k].name, rule_themes[k].text));
        assert_true(rules_load(rules, "two", str(two_rules)));
        IrModule *m = parse(model);
        apply(rules, m);
        char *text = print(m);
        if (first) {
            assert_string_equal(text, first);
            free(text);
        } else {
            first = text;
        }
        ir_module_free(m);
        arena_fini(&arena);
    }
    free(first);
}

/* --- Memory --- */

/* Loads and applies, all or nothing. */
static Status attempt(IrModule *m, size_t fail_after) {
    Boundary b;
    diag_begin(&ctx);
    heap.fail_at = fail_after ? heap.requests + fail_after : 0;
    CTX_ENTER(&ctx, &b) {
        Arena arena;
        IrEdit edit;
        arena_init(&arena, &ctx);
        RuleSet *rules = rules_new(&ctx, &ops, &arena);
        const RuleTheme *theme = rule_theme("combine_parallel_matmul");
        bool ok =
            rules_load(rules, "two", str(two_rules)) && rules_load(rules, theme->name, theme->text);
        ir_edit_begin(&edit, m);
        ok = ok && rules_apply(rules, m, NULL);
        ir_edit_end(&edit, ok);
        arena_fini(&arena);
        assert_true(ok);
    }
    Status status = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    arena_fini(&m->scratch);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    IrModule *good = parse(model);
    assert_int_equal(attempt(good, 0), STATUS_OK);
    char *wanted = print(good);
    ir_module_free(good);
    bool done = false;
    size_t k = 1;
    for (; !done; k +=
                  /* the hard build has each allocation alone: the later ones are sampled */
                  k < 1000 ? 1 : k / 100) {
        IrModule *m = parse(model);
        char *before = print(m);
        Status status = attempt(m, k);
        done = status == STATUS_OK;
        if (!done) {
            assert_int_equal(status, STATUS_MEMORY);
            char *after = print(m);
            assert_string_equal(before, after); /* as it was */
            free(after);
            diag_begin(&ctx);
            assert_true(ir_verify(m, IR_PROP_ALL));
            assert_int_equal(attempt(m, 0), STATUS_OK); /* and it works the second time */
        }
        char *after = print(m);
        assert_string_equal(after, wanted);
        free(after);
        free(before);
        ir_module_free(m);
    }
    assert_true(k > 10);
    print_message("%zu allocations failed, one by one\n", k - 2);
    free(wanted);
}

/* --- The reference --- */

static void every_function_has_its_row(void **state) {
    (void)state;
    FILE *f = fopen("docs/rules.md", "r");
    if (!f) {
        unit_skip("docs/rules.md is not there; run from the source folder");
        return;
    }
    static char text[1 << 17];
    size_t len = fread(text, 1, sizeof text - 1, f), rows = 0;
    fclose(f);
    text[len] = '\0';
    const RuleFunction *fn;
    for (size_t i = 0; (fn = rule_function(i)); i++, rows++) {
        char row[64];
        snprintf(row, sizeof row, "\n| `%s%s(", fn->in_r ? "R." : "", fn->name);
        if (!strstr(text, row)) fail_msg("docs/rules.md has no row of %s", fn->name);
    }
    const char *start = strstr(text, "| function | gives |");
    assert_non_null(start);
    size_t listed = 0;
    for (const char *at = start; (at = strchr(at, '\n')) && at[1] == '|'; at++) listed++;
    assert_int_equal(listed, rows + 1); /* and none that is not there */
}

#define REWRITE_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(REWRITE_TEST(a_callback_declines_one_match_only),
          REWRITE_TEST(callbacks_see_attributes_and_many),
          REWRITE_TEST(any_number_of_permuted_operands), REWRITE_TEST(a_thousand_branches),
          REWRITE_TEST(one_set_for_two_modules), REWRITE_TEST(the_hash_seed_does_not_matter),
          REWRITE_TEST(every_allocation_fails), REWRITE_TEST(every_function_has_its_row))
