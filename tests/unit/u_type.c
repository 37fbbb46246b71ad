/* SPDX-License-Identifier: Apache-2.0 */
/* ir/type.h: interning, what subsumes what, joins, mapping, text. Types are written as text, as
 * parameters of one function; every row is read with the symbols n and m defined. */
#include "unit.h"

#include "base/diag.h"
#include "ir/build.h"
#include "ir/text.h"

static Ctx ctx;
static UnitHeap heap;
static OpTable ops; /* empty */

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unit_ctx_end(&ctx, &heap);
    return 0;
}

/* A module with one function whose parameters after the first have the given types. */
static IrModule *read_types(const char *const *texts, size_t n) {
    StrBuf b;
    strbuf_init(&b, &ctx.diags->arena);
    strbuf_puts(&b, "@R.function\ndef f(symbols: R.Tensor((\"n\", \"m\"))");
    for (size_t i = 0; i < n; i++) strbuf_printf(&b, ", p%zu: %s", i, texts[i]);
    strbuf_puts(&b, "):\n    return symbols\n");
    IrModule *m = ir_text_parse(&ctx, &ops, "types", strbuf_str(&b));
    if (!m) fail_msg("%s", ctx.diags->diags.at[0].message);
    return m;
}

static const IrType *type_at(IrModule *m, size_t i) {
    return m->globals.at[0]->function->params.at[i + 1]->type;
}

static const char *text_of(IrModule *m, const IrType *t, bool quoted) {
    StrBuf b;
    strbuf_init(&b, &ctx.diags->arena);
    ir_type_print(m, t, quoted, &b);
    return strbuf_cstr(&b);
}

/* Rows as an annotation `a` meets a value of type `b`; the join as it prints, NULL: there is
 * none. */
static const struct {
    const char *a, *b;
    IrTruth a_holds_b, b_holds_a;
    const char *join;
} rows[] = {
    /* Any */
    {"R.Object", "R.Object", IR_PROVED, IR_PROVED, "R.Object"},
    {"R.Object", "R.Tensor", IR_PROVED, IR_UNKNOWN, "R.Object"},
    {"R.Object", "R.Tuple()", IR_PROVED, IR_UNKNOWN, "R.Object"},
    {"R.Object", "R.Callable", IR_PROVED, IR_UNKNOWN, "R.Object"},
    /* Kinds */
    {"R.Tensor", "R.Shape", IR_REFUTED, IR_REFUTED, NULL},
    {"R.Tensor", "R.Tuple(R.Tensor)", IR_REFUTED, IR_REFUTED, NULL},
    {"R.Prim(\"int64\")", "R.Tensor((), \"int64\")", IR_REFUTED, IR_REFUTED, NULL},
    {"R.Callable", "R.Shape", IR_REFUTED, IR_REFUTED, NULL},
    /* Tensors: rank, shape, dtype, each known or not */
    {"R.Tensor", "R.Tensor(ndim=2)", IR_PROVED, IR_UNKNOWN, "R.Tensor"},
    {"R.Tensor", "R.Tensor((2, 3), \"float32\")", IR_PROVED, IR_UNKNOWN, "R.Tensor"},
    {"R.Tensor(ndim=2)", "R.Tensor((2, 3))", IR_PROVED, IR_UNKNOWN, "R.Tensor(ndim=2)"},
    {"R.Tensor(ndim=2)", "R.Tensor(ndim=3)", IR_REFUTED, IR_REFUTED, "R.Tensor"},
    {"R.Tensor(ndim=2)", "R.Tensor((2,))", IR_REFUTED, IR_REFUTED, "R.Tensor"},
    {"R.Tensor(ndim=0)", "R.Tensor(())", IR_PROVED, IR_PROVED, "R.Tensor(())"},
    {"R.Tensor((2, 3))", "R.Tensor((2, 3))", IR_PROVED, IR_PROVED, "R.Tensor((2, 3))"},
    {"R.Tensor((2, 3))", "R.Tensor((2, 4))", IR_REFUTED, IR_REFUTED, "R.Tensor(ndim=2)"},
    {"R.Tensor((2, 3))", "R.Tensor((\"n\", 3))", IR_UNKNOWN, IR_UNKNOWN, "R.Tensor(ndim=2)"},
    {"R.Tensor((\"n\", 3))", "R.Tensor((\"n\", 3))", IR_PROVED, IR_PROVED, "R.Tensor((\"n\", 3))"},
    {"R.Tensor((\"n\", 3))", "R.Tensor((\"m\", 3))", IR_UNKNOWN, IR_UNKNOWN, "R.Tensor(ndim=2)"},
    {"R.Tensor((\"n\", 3))", "R.Tensor((\"m\", 4))", IR_REFUTED, IR_REFUTED, "R.Tensor(ndim=2)"},
    {"R.Tensor((\"n\",))", "R.Tensor((\"n + 1\",))", IR_REFUTED, IR_REFUTED, "R.Tensor(ndim=1)"},
    {"R.Tensor((\"(n + 1) * 2\",))", "R.Tensor((\"2 * n + 2\",))", IR_PROVED, IR_PROVED,
     "R.Tensor((\"2 * n + 2\",))"},
    {"R.Tensor((\"2 * n\",))", "R.Tensor((3,))", IR_REFUTED, IR_REFUTED, "R.Tensor(ndim=1)"},
    {"R.Tensor(\"float32\")", "R.Tensor", IR_UNKNOWN, IR_PROVED, "R.Tensor"},
    {"R.Tensor(\"float32\")", "R.Tensor(\"float16\")", IR_REFUTED, IR_REFUTED, "R.Tensor"},
    {"R.Tensor((2,), \"float32\")", "R.Tensor((2,), \"float16\")", IR_REFUTED, IR_REFUTED,
     "R.Tensor((2,))"},
    {"R.Tensor((2,))", "R.Tensor(\"float32\", ndim=1)", IR_UNKNOWN, IR_UNKNOWN, "R.Tensor(ndim=1)"},
    {"R.Tensor(\"float32\", ndim=1)", "R.Tensor((2,), \"float32\")", IR_PROVED, IR_UNKNOWN,
     "R.Tensor(dtype=\"float32\", ndim=1)"},
    /* Shapes */
    {"R.Shape", "R.Shape([2])", IR_PROVED, IR_UNKNOWN, "R.Shape"},
    {"R.Shape(ndim=1)", "R.Shape([2])", IR_PROVED, IR_UNKNOWN, "R.Shape(ndim=1)"},
    {"R.Shape(ndim=1)", "R.Shape([2, 3])", IR_REFUTED, IR_REFUTED, "R.Shape"},
    {"R.Shape([2])", "R.Shape([3])", IR_REFUTED, IR_REFUTED, "R.Shape(ndim=1)"},
    {"R.Shape([\"n\"])", "R.Shape([3])", IR_UNKNOWN, IR_UNKNOWN, "R.Shape(ndim=1)"},
    {"R.Shape([])", "R.Shape(ndim=0)", IR_PROVED, IR_PROVED, "R.Shape([])"},
    /* Prim values */
    {"R.Prim(\"int64\")", "R.Prim(value=3)", IR_PROVED, IR_UNKNOWN, "R.Prim(\"int64\")"},
    {"R.Prim(value=3)", "R.Prim(value=4)", IR_REFUTED, IR_REFUTED, "R.Prim(\"int64\")"},
    {"R.Prim(value=\"n\")", "R.Prim(value=4)", IR_UNKNOWN, IR_UNKNOWN, "R.Prim(\"int64\")"},
    {"R.Prim(value=\"n\")", "R.Prim(value=\"n\")", IR_PROVED, IR_PROVED, "R.Prim(value=\"n\")"},
    {"R.Prim(\"int64\")", "R.Prim(\"int32\")", IR_REFUTED, IR_REFUTED, NULL},
    /* Tuples, field by field */
    {"R.Tuple()", "R.Tuple()", IR_PROVED, IR_PROVED, "R.Tuple()"},
    {"R.Tuple(R.Tensor)", "R.Tuple()", IR_REFUTED, IR_REFUTED, NULL},
    {"R.Tuple(R.Tensor, R.Object)", "R.Tuple(R.Tensor((2,)), R.Shape)", IR_PROVED, IR_UNKNOWN,
     "R.Tuple(R.Tensor, R.Object)"},
    {"R.Tuple(R.Tensor((2,)), R.Object)", "R.Tuple(R.Tensor, R.Shape)", IR_UNKNOWN, IR_UNKNOWN,
     "R.Tuple(R.Tensor, R.Object)"},
    {"R.Tuple(R.Tensor, R.Shape)", "R.Tuple(R.Tensor, R.Tensor)", IR_REFUTED, IR_REFUTED,
     "R.Tuple(R.Tensor, R.Object)"},
    {"R.Tuple(R.Tuple(R.Tensor((2,))))", "R.Tuple(R.Tuple(R.Tensor((3,))))", IR_REFUTED, IR_REFUTED,
     "R.Tuple(R.Tuple(R.Tensor(ndim=1)))"},
    {"R.Tuple(R.Tensor((2,)), R.Tensor((2,)))", "R.Tuple(R.Tensor(ndim=1), R.Tensor((3,)))",
     IR_REFUTED, IR_REFUTED, "R.Tuple(R.Tensor(ndim=1), R.Tensor(ndim=1))"},
    /* Functions: results as they are, parameters the other way round, purity */
    {"R.Callable((R.Tensor,), R.Tensor)", "R.Callable((R.Tensor,), R.Tensor((2,)))", IR_PROVED,
     IR_UNKNOWN, "R.Callable((R.Tensor,), R.Tensor, True)"},
    {"R.Callable((R.Tensor((2,)),), R.Tensor)", "R.Callable((R.Tensor,), R.Tensor)", IR_PROVED,
     IR_UNKNOWN, "R.Callable((R.Tensor((2,)),), R.Tensor, True)"},
    {"R.Callable((R.Tensor,), R.Tensor)", "R.Callable((R.Tensor, R.Tensor), R.Tensor)", IR_REFUTED,
     IR_REFUTED, NULL},
    {"R.Callable((R.Tensor,), R.Tensor, True)", "R.Callable((R.Tensor,), R.Tensor, False)",
     IR_REFUTED, IR_PROVED, "R.Callable((R.Tensor,), R.Tensor, False)"},
    {"R.Callable((R.Tensor,), R.Tensor)", "R.Callable((R.Tensor,), R.Shape)", IR_REFUTED,
     IR_REFUTED, NULL},
    {"R.Callable(purity=True)", "R.Callable((R.Tensor,), R.Tensor, True)", IR_PROVED, IR_UNKNOWN,
     "R.Callable(purity=True)"},
    {"R.Callable((), R.Tensor)", "R.Callable((R.Tensor,), R.Tensor)", IR_REFUTED, IR_REFUTED, NULL},
};

static void subsumes_and_joins(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        IrModule *m = read_types((const char *const[]){rows[i].a, rows[i].b}, 2);
        const IrType *a = type_at(m, 0), *b = type_at(m, 1);
        if (ir_type_subsumes(m, a, b) != rows[i].a_holds_b ||
            ir_type_subsumes(m, b, a) != rows[i].b_holds_a) {
            fail_msg("%s and %s: %d, %d", rows[i].a, rows[i].b, ir_type_subsumes(m, a, b),
                     ir_type_subsumes(m, b, a));
        }
        const IrType *join = ir_type_join(m, a, b);
        assert_ptr_equal(join, ir_type_join(m, b, a));
        if (!join != !rows[i].join) fail_msg("%s and %s: join", rows[i].a, rows[i].b);
        if (join) assert_string_equal(text_of(m, join, true), rows[i].join);
        ir_module_free(m);
    }
}

static const char *const every[] = {
    "R.Object",
    "R.Tensor",
    "R.Tensor(ndim=0)",
    "R.Tensor(())",
    "R.Tensor(ndim=2)",
    "R.Tensor(\"float32\")",
    "R.Tensor(\"float32\", ndim=2)",
    "R.Tensor((2, 3))",
    "R.Tensor((2, 3), \"float32\")",
    "R.Tensor((2, 4), \"float32\")",
    "R.Tensor((\"n\", 3), \"float32\")",
    "R.Tensor((\"n\", \"m\"), \"float32\")",
    "R.Tensor((\"n\", \"n + 1\"), \"float16\")",
    "R.Shape",
    "R.Shape(ndim=2)",
    "R.Shape([2, 3])",
    "R.Shape([\"n\", 3])",
    "R.Shape([])",
    "R.Prim(\"int64\")",
    "R.Prim(\"float32\")",
    "R.Prim(value=3)",
    "R.Prim(value=\"n\")",
    "R.Prim(\"bool\", value=1)",
    "R.Tuple()",
    "R.Tuple(R.Object)",
    "R.Tuple(R.Tensor((2, 3)), R.Tuple(R.Shape([\"n\"])))",
    "R.Tuple(R.Tensor, R.Tuple(R.Object))",
    "R.Tuple(R.Tensor, R.Object)",
    "R.Callable(purity=True)",
    "R.Callable(purity=False)",
    "R.Callable(ret=R.Tensor, purity=True)",
    "R.Callable((R.Tensor((\"n\",)),), purity=True)",
    "R.Callable((), R.Tensor, True)",
    "R.Callable((R.Tensor,), R.Tensor((\"n\",)), True)",
    "R.Callable((R.Tensor((2,)), R.Shape), R.Tensor, False)",
    "R.Callable((R.Callable((R.Tensor,), R.Tensor, True),), R.Object, True)",
};

/* For all pairs and triples: reflexive, transitive, consistent with joins. */
static void laws(void **state) {
    (void)state;
    enum { N = ARRAY_LEN(every) };
    IrModule *m = read_types(every, N);
    for (size_t i = 0; i < N; i++) {
        const IrType *a = type_at(m, i);
        assert_int_equal(ir_type_subsumes(m, a, a), IR_PROVED);
        assert_int_equal(ir_type_subsumes(m, m->any, a), IR_PROVED);
        assert_ptr_equal(ir_type_join(m, a, a), a);
        for (size_t k = 0; k < N; k++) {
            const IrType *b = type_at(m, k), *join = ir_type_join(m, a, b);
            if (join && (ir_type_subsumes(m, join, a) != IR_PROVED ||
                         ir_type_subsumes(m, join, b) != IR_PROVED)) {
                fail_msg("the join of %s and %s holds not both", every[i], every[k]);
            }
            if (ir_type_subsumes(m, a, b) == IR_PROVED && ir_type_subsumes(m, join, a) != IR_PROVED)
                fail();
            for (size_t l = 0; l < N; l++) {
                const IrType *c = type_at(m, l);
                bool chain = ir_type_subsumes(m, a, b) == IR_PROVED &&
                             ir_type_subsumes(m, b, c) == IR_PROVED;
                if (chain && ir_type_subsumes(m, a, c) != IR_PROVED)
                    fail_msg("%s, %s, %s", every[i], every[k], every[l]);
            }
        }
    }
    ir_module_free(m);
}

static void interned(void **state) {
    (void)state;
    IrModule *m = read_types(every, ARRAY_LEN(every));
    for (size_t i = 0; i < ARRAY_LEN(every); i++) {
        for (size_t k = 0; k < ARRAY_LEN(every); k++) {
            bool same = i == k ||
                        (strcmp(every[i], "R.Tensor(())") == 0 &&
                         strcmp(every[k], "R.Tensor(ndim=0)") == 0) ||
                        (strcmp(every[k], "R.Tensor(())") == 0 &&
                         strcmp(every[i], "R.Tensor(ndim=0)") == 0);
            assert_int_equal(type_at(m, i) == type_at(m, k), same);
        }
    }
    const IrDim *two[] = {ir_dim_const(m, 2), ir_dim_const(m, 3)};
    assert_ptr_equal(ir_type_tensor(m, two, 2, DTYPE_VOID), type_at(m, 7));
    assert_ptr_equal(ir_type_tuple(m, NULL, 0), type_at(m, 23));
    assert_ptr_equal(ir_type_any(m), m->any);
    assert_ptr_not_equal(ir_type_callable(m, NULL, 0, NULL, true),
                         ir_type_callable(m, ir_type_no_params(), 0, NULL, true));
    ir_module_free(m);
}

/* What is printed is read as the same type. */
static void prints_and_reads(void **state) {
    (void)state;
    IrModule *m = read_types(every, ARRAY_LEN(every));
    const char *texts[ARRAY_LEN(every)];
    for (size_t i = 0; i < ARRAY_LEN(every); i++) texts[i] = text_of(m, type_at(m, i), true);
    IrModule *again = read_types(texts, ARRAY_LEN(every));
    for (size_t i = 0; i < ARRAY_LEN(every); i++) {
        assert_string_equal(text_of(again, type_at(again, i), true), texts[i]);
    }
    ir_module_free(m);
    ir_module_free(again);
}

static const IrDim *same_symbol(void *user, IrSymbol *s) { return ir_dim_symbol(user, s); }
static const IrDim *no_symbol(void *user, IrSymbol *s) {
    (void)user, (void)s;
    return NULL;
}
static const IrDim *seven(void *user, IrSymbol *s) {
    (void)s;
    return ir_dim_const(user, 7);
}
static void count_symbol(void *user, IrSymbol *s) {
    (void)s;
    ++*(int *)user;
}

static void maps(void **state) {
    (void)state;
    IrModule *m = read_types(every, ARRAY_LEN(every));
    for (size_t i = 0; i < ARRAY_LEN(every); i++) {
        const IrType *t = type_at(m, i);
        int n = 0;
        ir_type_symbols(t, count_symbol, &n);
        assert_int_equal(n != 0, t->has_symbols);
        assert_ptr_equal(ir_type_map(m, t, same_symbol, m), t);
        const IrType *erased = ir_type_map(m, t, no_symbol, NULL),
                     *bound = ir_type_map(m, t, seven, m);
        assert_false(erased->has_symbols || bound->has_symbols);
        if (!t->has_symbols) assert_true(erased == t && bound == t);
        /* Erasing makes it weaker: true where symbols stand in no function's parameter. */
        if (t->kind != IR_TYPE_CALLABLE)
            assert_int_equal(ir_type_subsumes(m, erased, t), IR_PROVED);
        assert_int_equal(erased->n, t->n);
    }
    assert_string_equal(text_of(m, ir_type_map(m, type_at(m, 10), no_symbol, NULL), true),
                        "R.Tensor(dtype=\"float32\", ndim=2)");
    assert_string_equal(text_of(m, ir_type_map(m, type_at(m, 12), seven, m), true),
                        "R.Tensor((7, 8), dtype=\"float16\")");
    assert_string_equal(text_of(m, ir_type_map(m, type_at(m, 21), no_symbol, NULL), true),
                        "R.Prim(\"int64\")");
    ir_module_free(m);
}

static void depth_and_size(void **state) {
    (void)state;
    IrModule *m = ir_module_new(&ctx, &ops);
    const IrType *t = m->any;
    for (int i = 1; i < 100; i++) {
        assert_int_equal(t->depth, i);
        t = ir_type_tuple(m, &t, 1);
    }
    t = m->any;
    for (int i = 0; i < 60; i++) { /* doubles as a tree, grows by one as a graph */
        t = ir_type_tuple(m, (const IrType *const[]){t, t}, 2);
        assert_true(t->size <= IR_TYPE_SIZE_MAX);
    }
    assert_int_equal(t->size, IR_TYPE_SIZE_MAX);
    assert_string_equal(ir_type_text(m, t), "a tuple of very many fields");
    ir_module_free(m);
}

#define TYPE_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(TYPE_TEST(subsumes_and_joins), TYPE_TEST(laws), TYPE_TEST(interned),
          TYPE_TEST(prints_and_reads), TYPE_TEST(maps), TYPE_TEST(depth_and_size))
