/* SPDX-License-Identifier: Apache-2.0 */
/* ir/edit.h: whatever an edit did, undoing it gives the module back: the same text, sound, its
 * symbols owned by what is published. */
#include "unit.h"

#include "base/diag.h"
#include "ir/edit.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

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

static const char text[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((\"n\", 3), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")):\n"
    "        m = T.int64()\n"
    "        a = R.exp(x)\n"
    "        with R.dataflow():\n"
    "            d = R.exp(a)\n"
    "            e = R.add(d, d)\n"
    "            R.output(e)\n"
    "        if c:\n"
    "            f = R.exp(e)\n"
    "            g = R.add(f, f)\n"
    "        else:\n"
    "            h = R.match_cast(e, R.Tensor((m, 3), dtype=\"float32\"))\n"
    "            g = R.add(h, h)\n"
    "        @R.function\n"
    "        def inner(p: R.Tensor((2,), dtype=\"float32\")):\n"
    "            q = R.sum(a)\n"
    "            return R.add(p, q)\n"
    "        s = inner(R.zeros((2,), \"float32\"))\n"
    "        return (g, (s, a))\n"
    "    @R.function\n"
    "    def other(z: R.Tensor((\"k\",), dtype=\"float32\")):\n"
    "        return R.exp(z)\n";

static char *print(IrModule *m) {
    StrBuf out;
    Arena arena;
    arena_init(&arena, &ctx);
    strbuf_init(&out, &arena);
    ir_text_print(m, &out);
    char *copy = strndup(out.text.at, out.text.len);
    arena_fini(&arena);
    return copy;
}

static IrModule *parse(void) {
    IrModule *m = ir_text_parse(&ctx, &ops, "text", (Str){text, sizeof text - 1});
    assert_non_null(m);
    return m;
}

static void wreck(IrModule *m) {
    IrFunction *fn = m->globals.at[0]->function;
    ir_body_set_result(fn->body, NULL, 0);
    while (fn->body->last) {
        fn->body->last->var->n_uses = 0;
        ir_binding_remove(fn->body->last);
    }
    for (size_t i = 0; i < fn->symbols.len; i++) fn->symbols.at[i]->function = NULL;
    fn->params.len = 0;
    IrGlobal *added = ir_global_new(m, "added");
    added->function = fn;
    ir_globals_set(m, &added, 1);
}

static void undo_gives_back(void **state) {
    (void)state;
    IrModule *m = parse();
    char *before = print(m);
    size_t n_bindings = m->n_bindings;
    IrEdit edit;
    ir_edit_begin(&edit, m);
    assert_int_equal(m->n_bindings, n_bindings);
    wreck(m);
    ir_edit_end(&edit, false);
    assert_true(ir_verify(m, IR_PROP_ALL));
    assert_int_equal(m->n_bindings, n_bindings);
    assert_int_equal(m->globals.len, 2);
    assert_null(ir_global_find(m, (Str){"added", 5}));
    assert_non_null(ir_global_find(m, (Str){"other", 5}));
    char *after = print(m);
    assert_string_equal(before, after);
    free(before);
    free(after);
    ir_module_free(m);
}

static void keep_changes_nothing(void **state) {
    (void)state;
    IrModule *m = parse();
    IrFunction *fn = m->globals.at[0]->function;
    char *before = print(m);
    IrEdit edit;
    ir_edit_begin(&edit, m);
    ir_edit_end(&edit, true);
    assert_ptr_equal(m->globals.at[0]->function, fn);
    assert_true(ir_verify(m, IR_PROP_ALL));
    char *after = print(m);
    assert_string_equal(before, after);
    free(before);
    free(after);
    ir_module_free(m);
}

static void thrown_gives_back(void **state) {
    (void)state;
    IrModule *m = parse();
    ir_module_keep(m);
    char *before = print(m);
    IrEdit edit;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        ir_edit_begin(&edit, m);
        wreck(m);
        ctx_throw(&ctx, STATUS_MEMORY);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_MEMORY);
    assert_true(ir_verify(m, IR_PROP_ALL));
    char *after = print(m);
    assert_string_equal(before, after);
    free(before);
    free(after);
    ir_module_free(m);
}

#define EDIT_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(EDIT_TEST(undo_gives_back), EDIT_TEST(keep_changes_nothing), EDIT_TEST(thrown_gives_back))
