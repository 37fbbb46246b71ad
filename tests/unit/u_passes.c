/* SPDX-License-Identifier: Apache-2.0 */
/* passes/manager.h: contracts are held, a list is all or nothing whatever fails in it, and the
 * levels name passes that there are. */
#include "unit.h"

#include "base/diag.h"
#include "ir/build.h"
#include "ir/origin.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "ops/ops.h"
#include "passes/legalize.h"
#include "passes/manager.h"

static Ctx ctx;
static UnitHeap heap;
static OpTable ops;
static Arena table;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    arena_init(&table, &ctx);
    ops_table_init(&ops, &table);
    onnx_register(&ops, &table);
    diag_begin(&ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_fini(&table);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static const char text[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((\"n\", 3), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")):\n"
    "        n = T.int64()\n"
    "        m = T.int64()\n"
    "        a = R.exp(x)\n"
    "        b = a\n"
    "        dead = R.match_cast(x, R.Tensor((m, 3), dtype=\"float32\"))\n"
    "        with R.dataflow():\n"
    "            d = R.exp(b)\n"
    "            e = R.exp(a)\n"
    "            g = R.add(d, e)\n"
    "            h = R.negative(e)\n"
    "            R.output(g)\n"
    "        if c:\n"
    "            i = R.exp(a)\n"
    "            j = (i, g)\n"
    "        else:\n"
    "            with R.dataflow():\n"
    "                k = R.exp(g)\n"
    "                l = R.exp(k)\n"
    "                R.output(k, l)\n"
    "            j = (k, l)\n"
    "        @R.function\n"
    "        def inner(p: R.Tensor((2,), dtype=\"float32\")):\n"
    "            q = R.sum(a)\n"
    "            r = R.sum(g)\n"
    "            return R.add(p, q)\n"
    "        s = inner(R.zeros((2,), \"float32\"))\n"
    "        return (j, (s, Module.other(x)))\n"
    "    @R.function(private=True)\n"
    "    def other(z: R.Tensor((\"k\", 3), dtype=\"float32\")):\n"
    "        return R.exp(z)\n"
    "    @R.function(private=True)\n"
    "    def pair(t: R.Tuple(R.Tensor((\"k\",), dtype=\"float32\"), R.Tensor((2,), dtype=\"float32\")), z: R.Tensor((3,), dtype=\"float32\")):\n"
    "        return (R.exp(t[0]), t)\n"
    "    @R.function\n"
    "    def weigh(x: R.Tensor((\"k\",), dtype=\"float32\"), w: R.Tensor((3,), dtype=\"float32\")):\n"
    "        R.func_attr({\"num_input\": 1})\n"
    "        v = R.exp(R.add(w, R.nn.softmax(R.add(R.const([1.0, 2.0, 3.0], \"float32\"), R.const(1.0, \"float32\")))))\n"
    "        p = Module.pair((x, R.split(R.const([1.0, 2.0, 3.0, 4.0], \"float32\"), 2, axis=0)[1]), w)\n"
    "        return (p[0], v, R.zeros(R.shape_of(x), \"float32\"))\n"
    "    @R.function(private=True)\n"
    "    def unused(z: R.Tensor((\"k\",), dtype=\"float32\")):\n"
    "        return R.exp(z)\n";

static IrModule *parse(void) {
    IrModule *m = ir_text_parse(&ctx, &ops, "text", (Str){text, sizeof text - 1});
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

/* Passes made for these tests */

static bool nothing(IrModule *m) {
    (void)m;
    return true;
}

static bool remove_first(IrModule *m) {
    IrFunction *fn = m->globals.at[0]->function;
    IrBinding *b = fn->body->first;
    ir_var_replace_uses(b->var, fn->params.at[0]);
    ir_binding_remove(b);
    return true;
}

static bool wreck_types(IrModule *m) {
    m->globals.at[0]->function->body->first->var->type = ir_type_shape(m, NULL, 0);
    return true;
}

static bool wreck_and_report(IrModule *m) {
    wreck_types(m);
    remove_first(m);
    diag_error(m->ctx, (Loc){0}, DIAG_VALUE, "no");
    return false;
}

static bool lie(IrModule *m) {
    (void)m;
    return false; /* and no report */
}

static bool wreck_and_throw(IrModule *m) {
    wreck_types(m);
    remove_first(m);
    ctx_throw(m->ctx, STATUS_LIMIT);
}

#define MADE(name_, run_, requires_, preserves_)                                                   \
    { .name = name_, .doc = "", .run = run_, .requires = requires_, .preserves = preserves_ }
static const Pass good = MADE("Good", nothing, IR_PROP_ALL, IR_PROP_ALL);
static const Pass breaks_types = MADE("BreaksTypes", wreck_types, 0, IR_PROP_ALL & ~IR_PROP_TYPED);
static const Pass liar = MADE("Liar", wreck_types, 0, IR_PROP_ALL);
static const Pass silent = MADE("Silent", lie, 0, IR_PROP_ALL);
static const Pass reports = MADE("Reports", wreck_and_report, 0, IR_PROP_ALL);
static const Pass throws = MADE("Throws", wreck_and_throw, 0, IR_PROP_ALL);

static size_t fail_after; /* requests for memory; 0: none fails */

static Status run(IrModule *m, const Pass *const *list, size_t n, PassRun *options, bool *ok) {
    Boundary b;
    diag_begin(&ctx);
    heap.fail_at = fail_after ? heap.requests + fail_after : 0;
    CTX_ENTER(&ctx, &b) { *ok = pass_run_list(m, list, n, options); }
    Status status = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    arena_fini(&m->scratch);
    return status;
}

static void assert_same(IrModule *m, const char *before) {
    char *after = print(m);
    assert_string_equal(before, after);
    free(after);
    diag_begin(&ctx);
    assert_true(ir_verify(m, IR_PROP_ALL));
}

static void failing_lists_change_nothing(void **state) {
    (void)state;
    const Pass *const lists[][2] = {{&good, &reports}, {&good, &throws}, {&breaks_types, &good}};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        IrModule *m = parse();
        char *before = print(m);
        PassRun options = {.holds = IR_PROP_ALL};
        bool ok = false;
        Status status = run(m, lists[i], 2, &options, &ok);
        assert_int_equal(status, i == 1 ? STATUS_LIMIT : STATUS_OK);
        assert_false(ok);
        if (i != 1) assert_true(diag_errors(&ctx) > 0);
        if (i != 1) assert_int_equal(options.holds, IR_PROP_ALL);
        assert_same(m, before);
        free(before);
        ir_module_free(m);
    }
}

/* What held at the beginning holds at the end, also when the last pass says that it breaks it. */
static void the_end_is_verified(void **state) {
    (void)state;
    IrModule *m = parse();
    char *before = print(m);
    const Pass *list[] = {&breaks_types};
    PassRun options = {.holds = IR_PROP_ALL};
    bool ok = true;
    assert_int_equal(run(m, list, 1, &options, &ok), STATUS_OK);
    assert_false(ok);
    assert_same(m, before);
    options.holds = IR_PROP_WELL_FORMED;
    assert_int_equal(run(m, list, 1, &options, &ok), STATUS_OK);
    assert_true(ok); /* nobody claimed that it was typed */
    assert_int_equal(options.holds, IR_PROP_WELL_FORMED);
    free(before);
    ir_module_free(m);
}

static void run_liar(void *m) {
    const Pass *list[] = {&liar};
    PassRun options = {.holds = IR_PROP_ALL, .verify_each = true};
    bool ok;
    run(m, list, 1, &options, &ok);
}

static void run_silent(void *m) {
    const Pass *list[] = {&silent};
    PassRun options = {.holds = IR_PROP_ALL};
    bool ok;
    run(m, list, 1, &options, &ok);
}

static void broken_contracts_are_bugs(void **state) {
    (void)state;
    IrModule *m = parse();
    assert_true(unit_aborts(run_liar, m));
    assert_true(unit_aborts(run_silent, m));
    ir_module_free(m);
}

typedef struct {
    size_t n;
    const char *names[8];
} Heard;

static void hear(void *user, const Pass *pass, size_t index, double milliseconds) {
    Heard *self = user;
    assert_int_equal(index, self->n);
    assert_true(milliseconds >= 0);
    self->names[self->n++] = pass->name;
}

static void listeners_hear_each_pass(void **state) {
    (void)state;
    IrModule *m = parse();
    Heard heard = {0};
    const Pass *list[] = {&good, pass_find((Str){"DeadCodeElimination", 19}), &good};
    PassRun options = {.after = hear, .user = &heard}; /* nothing is known: verified first */
    bool ok = false;
    assert_int_equal(run(m, list, 3, &options, &ok), STATUS_OK);
    assert_true(ok);
    assert_int_equal(heard.n, 3);
    assert_string_equal(heard.names[1], "DeadCodeElimination");
    assert_int_equal(options.holds, IR_PROP_ALL);
    ir_module_free(m);
}

static Str c_str(const char *s) { return str_c(s); }

static void names_and_levels(void **state) {
    (void)state;
    assert_null(pass_find((Str){"", 0}));
    assert_null(pass_find((Str){"Nope", 4}));
    assert_null(pass_of_level(0, 0));
    assert_null(pass_of_level(PASS_LEVELS, 0));
    for (unsigned level = 1; level < PASS_LEVELS; level++) {
        size_t n = 0;
        for (; pass_of_level(level, n); n++)
            assert_non_null(pass_parse(&ctx, &ops, &table, c_str(pass_of_level(level, n))));
        assert_true(n > 0);
    }
    for (size_t i = 0; i < pass_count; i++) {
        assert_ptr_equal(pass_find(str_c(passes[i].name)), &passes[i]);
        if (i) assert_true(strcmp(passes[i - 1].name, passes[i].name) < 0); /* alphabetical */
        assert_int_equal((passes[i].requires | passes[i].establishes | passes[i].preserves) &
                             ~(unsigned)IR_PROP_ALL,
                         0);
    }
}

/* The messages of the last reports, each in a line with its column. */
static const char *messages(void) {
    StrBuf lines;
    strbuf_init(&lines, &table);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) {
        const Diag *d = &ctx.diags->diags.at[i];
        strbuf_printf(&lines, "%u: %s", d->loc.col, d->message);
        if (d->expected) strbuf_printf(&lines, " (%s)", d->expected);
        strbuf_putc(&lines, '\n');
    }
    return strbuf_cstr(&lines);
}

static void assert_wrong(const char *item, const char *why) {
    diag_begin(&ctx);
    assert_null(pass_parse(&ctx, &ops, &table, c_str(item)));
    assert_string_equal(messages(), why);
}

static void items(void **state) {
    (void)state;
    const char *list = "A(x, y=(1,2)),B";
    assert_int_equal(pass_item_length(c_str(list)), strlen("A(x, y=(1,2))"));
    assert_int_equal(pass_item_length(c_str("B")), 1);
    assert_int_equal(pass_item_length(c_str(")a,b")), 2);
    assert_int_equal(pass_item_length(c_str("")), 0);

    const Pass *legalize = pass_find(c_str("LegalizeOps")), *p;
    assert_ptr_equal(pass_parse(&ctx, &ops, &table, c_str("LegalizeOps")), legalize);
    p = pass_parse(&ctx, &ops, &table, c_str("LegalizeOps( )"));
    assert_ptr_equal(p->values[0].set, legalize->values[0].set);
    p = pass_parse(&ctx, &ops, &table, c_str("LegalizeOps(onnx17)")); /* of another room */
    assert_ptr_equal(p->values[0].set, &onnx_legal);
    p = pass_parse(&ctx, &ops, &table, c_str("LegalizeOps(training, skip = R.nn.gelu + add)"));
    assert_string_equal(p->values[0].set->name, "training");
    assert_int_equal(p->values[1].n, 2);
    assert_string_equal(p->values[1].ops[0]->name, "nn.gelu");
    p = pass_parse(&ctx, &ops, &table, c_str("LegalizeOps(skip=)"));
    assert_int_equal(p->values[1].n, 0);
    assert_int_equal(diag_errors(&ctx), 0);

    assert_wrong("Nope(1)", "1: there is no pass 'Nope'\n");
    assert_wrong(
        "Normalize(a)",
        "11: pass Normalize: 'a' has no option to go to (none: the pass has no options)\n");
    assert_wrong("Normalize)", "1: there is no pass 'Normalize)'\n");
    assert_wrong("LegalizeOps(core",
                 "12: pass LegalizeOps: its options are not closed (a ')' at the end)\n");
    assert_wrong("LegalizeOps(core)x",
                 "12: pass LegalizeOps: its options are not closed (a ')' at the end)\n");
    assert_wrong("LegalizeOps(skip=sofmax+nope)",
                 "18: pass LegalizeOps: there is no operator 'sofmax'\n"
                 "25: pass LegalizeOps: there is no operator 'nope'\n");
    p = pass_parse(
        &ctx, &ops, &table,
        c_str("ApplyPassToFunction(LegalizeOps(skip=exp+nn.relu, set=training), 'f,g')"));
    assert_string_equal(p->values[0].pass->values[0].set->name, "training");
    assert_int_equal(p->values[0].pass->values[1].n, 2);
    assert_string_equal(p->values[1].names[0], "f,g");
    assert_wrong("ApplyPassToFunction( LegalizeOps(cor), \"a(\")",
                 "34: pass LegalizeOps: a wrong value of 'set' (core, training, loops or onnx17)\n"
                 "40: pass ApplyPassToFunction: a wrong regular expression\n");
    assert_wrong("ApplyPassToFunction(Nope, a)", "21: there is no pass 'Nope'\n");
    assert_wrong("ApplyPassToFunction(ApplyPassToFunction)",
                 "21: pass ApplyPassToFunction: it is within itself\n");
    assert_wrong("LegalizeOps(set=core, set=training)",
                 "27: pass LegalizeOps: 'set' is given twice\n");
    diag_begin(&ctx);
    assert_null(pass_parse(&ctx, &ops, &table, c_str("LegalizeOps(cor)")));
    const IrLegalSet *set;
    for (size_t i = 0; (set = legal_set_get(&ops, i)); i++)
        assert_non_null(strstr(messages(), set->name));
    assert_non_null(strstr(messages(), "(core, training, loops or onnx17)"));
}

static bool take_values(IrModule *m, const PassValue *values) {
    (void)m;
    return values[0].i == 1 && values[1].i == INT64_MIN && values[2].n == 2 &&
           strcmp(values[2].names[1], "b") == 0;
}

/* Kinds of options that no pass has yet. */
static void kinds_of_options(void **state) {
    (void)state;
    static const PassOption kinds[] = {{PASS_OPTION_FLAG, "on", NULL, NULL, ""},
                                       {PASS_OPTION_INT, "n", NULL, NULL, ""},
                                       {PASS_OPTION_NAMES, "of", "require_grads", NULL, ""}};
    static const PassValue defaults[] = {{.i = 0}, {.i = 7}, {.i = 0}};
    const Pass made = {.name = "Made",
                       .doc = "",
                       .requires = IR_PROP_ALL,
                       .preserves = IR_PROP_ALL,
                       .run_with = take_values,
                       .options = kinds,
                       .n_options = ARRAY_LEN(kinds),
                       .values = defaults};
    static const char *const same[] = {
        "Made(true, n=-9223372036854775808, of=a+b)",
        "Made(True, -9223372036854775808, [\"a\", 'b'])",
        "Made( on = True , n=-9223372036854775808, require_grads=[a, b] )",
    };
    const Pass *p = NULL;
    for (size_t i = 0; i < ARRAY_LEN(same); i++) {
        p = pass_with_options(&ctx, &ops, &table, &made, c_str(same[i]));
        assert_non_null(p);
        assert_true(take_values(NULL, p->values));
    }
    const Pass *left = pass_with_options(&ctx, &ops, &table, &made, c_str("Made(None, None, [])"));
    assert_non_null(left);
    assert_true(!left->values[0].i && left->values[1].i == 7 && !left->values[2].n);
    assert_string_equal(pass_default_text(&made, 0, &table), "false");
    assert_string_equal(pass_default_text(&made, 1, &table), "7");
    assert_string_equal(pass_default_text(&made, 2, &table), "none");
    IrModule *m = parse();
    PassRun options = {.holds = IR_PROP_ALL};
    bool ok = false;
    assert_int_equal(run(m, &p, 1, &options, &ok), STATUS_OK);
    assert_true(ok);
    ir_module_free(m);
    const char *const wrong[] = {"Made(1)",         "Made(n=9223372036854775808)",
                                 "Made(n=)",        "Made(n=-)",
                                 "Made(n=1x)",      "Made(of=a++b)",
                                 "Made(of=[a,,b])", "Made(of=[a, b)"};
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        diag_begin(&ctx);
        assert_null(pass_with_options(&ctx, &ops, &table, &made, c_str(wrong[i])));
        assert_int_equal(diag_errors(&ctx), 1);
    }
}

/* What numbers may be is said where they stand. */
static void ranges_of_options(void **state) {
    (void)state;
    static const struct {
        const char *item, *expected; /* NULL: it is right */
    } cases[] = {
        {"TrainStep(momentum=-0.1)", "(a number of 0 or more)\n"},
        {"TrainStep(momentum=0)", NULL},
        {"TrainStep(momentum=1e999)", "(a number of 0 or more)\n"},
        {"TrainStep(beta1=1)", "(a number of 0 or more, below 1)\n"},
        {"TrainStep(beta2=-1)", "(a number of 0 or more, below 1)\n"},
        {"TrainStep(beta1=0, beta2=0.9999)", NULL},
        {"TrainStep(epsilon=-1e-8)", "(a number of 0 or more)\n"},
        {"TrainStep(epsilon=0)", NULL},
        {"TrainStep(weight_decay=-1)", "(a number of 0 or more)\n"},
        {"TrainStep(clip_norm=-1)", "(a number of 0 or more)\n"},
        {"TrainStep(clip_norm=nan)", "(a number of 0 or more)\n"},
        {"TrainStep(clip_norm=1e-300)", NULL},
        {"AppendLoss(delta=0)", "(a number above 0)\n"},
        {"AppendLoss(delta=inf)", "(a number above 0)\n"},
        {"AppendLoss(output=-1)", "(an integer of 0 or more)\n"},
        {"AppendLoss(a+b)", "(a name)\n"},
        {"Gradient(segments=-1)", "(an integer of 0 or more)\n"},
        {"Gradient(target=-2)", "(an integer of 0 or more)\n"},
        {"Gradient(target=-1)", NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        diag_begin(&ctx);
        const Pass *p = pass_parse(&ctx, &ops, &table, c_str(cases[i].item));
        assert_int_equal(p != NULL, cases[i].expected == NULL);
        assert_int_equal(diag_errors(&ctx), cases[i].expected != NULL);
        if (cases[i].expected) assert_non_null(strstr(messages(), cases[i].expected));
    }
}

/* Items with options that do other things than the defaults. */
static const char *const optioned[] = {"LegalizeOps(loops)",
                                       "Gradient(main, seeded=true)",
                                       "Gradient(weigh, seeded=true, segments=2)",
                                       "AppendLoss(weigh, loss=mse, output=1)",
                                       "TrainStep(weigh, loss=mse, output=1, optimizer=adam)",
                                       "Distribute(mesh=\"data=2\")",
                                       "SimulateRanks(mesh=\"data=2\")"};

/* Those that are nothing for this module with their defaults. */
static bool needs_options(const Pass *pass) {
    static const char *const some[] = {"Gradient", "AppendLoss", "TrainStep", "Distribute",
                                       "SimulateRanks"};
    for (size_t i = 0; i < ARRAY_LEN(some); i++) {
        if (strcmp(pass->name, some[i]) == 0) return true;
    }
    return false;
}

/* Each pass and level, with the k-th request for memory refused, for every k; where there are many
 * (rules are read anew by each pass that is made of them), in growing steps. */
static void out_of_memory(void **state) {
    (void)state;
    const Pass *list[16];
    for (size_t i = 0; i < pass_count + PASS_LEVELS + ARRAY_LEN(optioned); i++) {
        size_t n = 0;
        if (i < pass_count && needs_options(&passes[i])) continue;
        if (i < pass_count) {
            list[n++] = &passes[i];
        } else if (i >= pass_count + PASS_LEVELS) {
            list[n++] =
                pass_parse(&ctx, &ops, &table, c_str(optioned[i - pass_count - PASS_LEVELS]));
            assert_non_null(list[0]);
        } else {
            for (const char *p; (p = pass_of_level((unsigned)(i - pass_count), n));)
                list[n++] = pass_parse(&ctx, &ops, &table, c_str(p));
        }
        bool done = false;
        for (size_t k = 1; !done; k += 1 + (k > 200 ? k / 10 : 0)) {
            IrModule *m = parse();
            char *before = print(m);
            PassRun options = {.holds = IR_PROP_ALL};
            bool ok = false;
            fail_after = k;
            Status status = run(m, list, n, &options, &ok);
            fail_after = 0;
            done = status == STATUS_OK;
            if (done) {
                assert_true(ok);
            } else {
                assert_int_equal(status, STATUS_MEMORY);
                assert_same(m, before);
            }
            free(before);
            ir_module_free(m);
        }
    }
}

/* Calls with their origins set; those without one. */
static size_t set_origins(const IrFunction *fn, const IrOrigin *origin) {
    size_t without = 0;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        without += b->kind == IR_BIND_CALL && !b->origin;
        if (origin) b->origin = origin;
        if (b->kind == IR_BIND_FUNCTION) without += set_origins(b->function, origin);
    }
    return without;
}

static size_t set_all_origins(const IrModule *m, const IrOrigin *origin) {
    size_t without = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        if (m->globals.at[i]->function->body)
            without += set_origins(m->globals.at[i]->function, origin);
    }
    return without;
}

/* A pass that makes new versions of functions keeps where their bindings come from. */
static void origins_are_kept(void **state) {
    (void)state;
    static const IrOrigin origin = {.by = "a rule"};
    for (size_t i = 0; i < pass_count + ARRAY_LEN(optioned); i++) {
        if (i < pass_count && needs_options(&passes[i])) continue;
        const Pass *list[] = {
            i < pass_count ? &passes[i]
                           : pass_parse(&ctx, &ops, &table, c_str(optioned[i - pass_count]))};
        IrModule *m = parse();
        PassRun options = {.holds = IR_PROP_ALL};
        bool ok = false;
        assert_true(set_all_origins(m, &origin) > 0);
        assert_int_equal(run(m, list, 1, &options, &ok), STATUS_OK);
        assert_true(ok);
        const size_t without = set_all_origins(m, NULL);
        if (without) fail_msg("%s: %zu calls without an origin", list[0]->name, without);
        ir_module_free(m);
    }
}

#define PASSES_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(PASSES_TEST(failing_lists_change_nothing), PASSES_TEST(the_end_is_verified),
          PASSES_TEST(broken_contracts_are_bugs), PASSES_TEST(listeners_hear_each_pass),
          PASSES_TEST(names_and_levels), PASSES_TEST(items), PASSES_TEST(kinds_of_options),
          PASSES_TEST(ranges_of_options), PASSES_TEST(out_of_memory), PASSES_TEST(origins_are_kept))
