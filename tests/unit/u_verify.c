/* SPDX-License-Identifier: Apache-2.0 */
/* ir/verify.h: everything that props.def promises is broken by hand in a sound module, one thing at
 * a time, and the verifier must say so, naming the property. */
#include "unit.h"

#include "base/diag.h"
#include "ir/build.h"
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

static const char sound_text[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((\"n\", 3), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")):\n"
    "        m = T.int64()\n"
    "        a = R.exp(x)\n"
    "        b = R.add(a, x)\n"
    "        with R.dataflow():\n"
    "            d = R.exp(b)\n"
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
    "            r = R.add(p, q)\n"
    "            return r\n"
    "        s = inner(R.zeros((2,), \"float32\"))\n"
    "        t = R.sum(x, axis=-1)\n"
    "        u = (t, (a, b))\n"
    "        v = u[1]\n"
    "        w = R.zeros((n, 2), \"float32\")\n"
    "        return v\n"
    "    @R.function\n"
    "    def other(z: R.Tensor((\"k\",), dtype=\"float32\")):\n"
    "        y = R.exp(z)\n"
    "        return y\n"
    "    @R.function(pure=False)\n"
    "    def impure(z: R.Tensor((2,), dtype=\"float32\")):\n"
    "        o = R.print(z, format=\"{}\")\n"
    "        with R.dataflow():\n"
    "            y = R.exp(z)\n"
    "            R.output(y)\n"
    "        return y\n";

static IrModule *sound(void) {
    diag_begin(&ctx);
    IrModule *m = ir_text_parse(&ctx, &ops, "sound", (Str){sound_text, sizeof sound_text - 1});
    if (!m) fail_msg("%s", ctx.diags->diags.at[0].message);
    return m;
}

static IrFunction *function(IrModule *m, int i) { return m->globals.at[i]->function; }

/* The binding of a name, also in branches and in `inner`. */
static IrBinding *bound(IrModule *m, const char *name) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrWalk walk;
        ir_walk_init(&walk, function(m, (int)i)->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (strcmp(b->var->name, name) == 0) return b;
            if (b->kind != IR_BIND_FUNCTION) continue;
            for (IrBinding *x = b->function->body->first; x; x = x->next) {
                if (strcmp(x->var->name, name) == 0) return x;
            }
        }
    }
    fail_msg("no binding of %s", name);
    return NULL;
}

static IrVar *var(IrModule *m, const char *name) { return bound(m, name)->var; }
static void use(IrModule *m, const char *user, const char *used) {
    ir_operand_set_var(&bound(m, user)->operands.at[0], var(m, used));
}
static const IrType *tensor(IrModule *m, const IrDim *d) {
    return ir_type_tensor(m, &d, 1, DTYPE_FLOAT32);
}
static IrSymbol *symbol(IrFunction *fn, const char *name) {
    return ir_symbol_find(fn, intern_c(&fn->module->names, name));
}

/* --- Well-formed --- */

static void same_id(IrModule *m) { var(m, "b")->id = var(m, "a")->id; }
static void past_ids(IrModule *m) { var(m, "w")->id = 1000; }
static void no_variable(IrModule *m) { bound(m, "w")->var = NULL; }
static void unknown_definition(IrModule *m) { var(m, "w")->def = NULL; }
static void parameter_with_binding(IrModule *m) {
    function(m, 0)->params.at[0]->def = bound(m, "a");
}
static void used_before(IrModule *m) { use(m, "a", "b"); }
static void used_by_itself(IrModule *m) { use(m, "a", "a"); }
static void local_used_outside(IrModule *m) { use(m, "t", "d"); }
static void output_taken_back(IrModule *m) { var(m, "e")->is_output = false; }
static void branch_used_outside(IrModule *m) { use(m, "t", "f"); }
static void branch_used_in_other(IrModule *m) {
    IrBinding *owner = bound(m, "f")->block->body->owner;
    ir_operand_set_var(&owner->bodies[1]->last->operands.at[0], var(m, "f"));
}
static void foreign_variable(IrModule *m) { use(m, "t", "y"); }
static void captured_unsaid(IrModule *m) { use(m, "q", "b"); }
static void captures_differ(IrModule *m) { bound(m, "inner")->function->n_captures++; }
static void list_unknown(IrModule *m) { bound(m, "t")->operands.at[0].list = NULL; }
static void binding_unknown(IrModule *m) { bound(m, "t")->operands.binding = NULL; }
static void span_long(IrModule *m) { bound(m, "u")->operands.at[0].span = 100; }
static void span_short(IrModule *m) { bound(m, "u")->operands.at[2].span = 2; }
static void span_zero(IrModule *m) { bound(m, "u")->operands.at[1].span = 0; }
static void span_of_variable(IrModule *m) { bound(m, "b")->operands.at[0].span = 2; }
static void tuple_counts_more(IrModule *m) { bound(m, "u")->operands.at[0].n = 3; }
static void tuple_counts_less(IrModule *m) { bound(m, "u")->operands.at[2].n = 1; }
static void uses_counted_more(IrModule *m) { var(m, "a")->n_uses++; }
static void use_dropped(IrModule *m) { var(m, "a")->uses = var(m, "a")->uses->next_use; }
static void use_of_another(IrModule *m) { var(m, "a")->uses->var = var(m, "b"); }
static void uses_all_dropped(IrModule *m) { var(m, "b")->uses = NULL; }
static void labels_equal(IrModule *m) { bound(m, "b")->label = bound(m, "a")->label; }
static void labels_fall(IrModule *m) { bound(m, "w")->label = 1; }
static void prev_wrong(IrModule *m) { bound(m, "b")->prev = NULL; }
static void block_counts_more(IrModule *m) { bound(m, "d")->block->n++; }
static void block_unknown(IrModule *m) { bound(m, "w")->block = bound(m, "d")->block; }
static void body_unknown(IrModule *m) { bound(m, "d")->block->body = function(m, 1)->body; }
static void body_ends_early(IrModule *m) { function(m, 0)->body->last = bound(m, "a"); }
static void no_result(IrModule *m) { ir_body_set_result(function(m, 0)->body, NULL, 0); }
static void no_branch_result(IrModule *m) {
    ir_body_set_result(bound(m, "f")->block->body, NULL, 0);
}
static void owner_unknown(IrModule *m) { bound(m, "f")->block->body->owner = bound(m, "a"); }

/* --- Typed --- */

static void type_contradicts(IrModule *m) { var(m, "w")->type = tensor(m, ir_dim_const(m, 2)); }
static void type_too_sharp(IrModule *m) {
    const IrDim *dims[] = {ir_dim_const(m, 7), ir_dim_const(m, 2)};
    var(m, "w")->type = ir_type_tensor(m, dims, 2, DTYPE_FLOAT32);
}
static void field_type(IrModule *m) { var(m, "v")->type = tensor(m, ir_dim_const(m, 2)); }
static void branch_type(IrModule *m) { var(m, "g")->type = ir_type_shape(m, NULL, 1); }
static void cast_type(IrModule *m) {
    IrBinding *h = bound(m, "h");
    h->cast = ir_type_tensor(m, h->cast->dims, h->cast->ndim, DTYPE_VOID);
}
static void attributes_not_canonical(IrModule *m) {
    const int64_t axis = -1;
    IrAttr row[2] = {bound(m, "t")->attrs[0], bound(m, "t")->attrs[1]};
    row[0] = (IrAttr){.kind = IR_ATTR_INTS, .n = 1, .ints = &axis};
    bound(m, "t")->attrs = ir_attrs_intern(m, row, 2);
}
static void result_type(IrModule *m) { function(m, 1)->result = ir_type_shape(m, NULL, 1); }
static void nested_result_type(IrModule *m) {
    bound(m, "inner")->function->result = ir_type_shape(m, NULL, 1);
}

/* --- Symbols --- */

static void foreign_symbol(IrModule *m) {
    var(m, "w")->type = tensor(m, ir_dim_symbol(m, symbol(function(m, 1), "k")));
}
static void foreign_symbol_in_parameter(IrModule *m) {
    function(m, 0)->params.at[1]->type = tensor(m, ir_dim_symbol(m, symbol(function(m, 1), "k")));
}
static void foreign_symbol_in_result(IrModule *m) {
    function(m, 0)->result = tensor(m, ir_dim_symbol(m, symbol(function(m, 1), "k")));
}
static void foreign_symbol_in_shape(IrModule *m) {
    const IrDim *d = ir_dim_symbol(m, symbol(function(m, 1), "k"));
    bound(m, "w")->operands.at[0].type = ir_type_shape(m, &d, 1);
}
static void undefined_symbol(IrModule *m) { symbol(function(m, 1), "k")->is_defined = false; }
static void branch_symbol_outside(IrModule *m) {
    var(m, "w")->type = tensor(m, ir_dim_symbol(m, symbol(function(m, 0), "m")));
}
static void branch_symbol_in_result(IrModule *m) {
    function(m, 0)->result = tensor(m, ir_dim_symbol(m, symbol(function(m, 0), "m")));
}
static void branch_symbol_in_nested(IrModule *m) {
    var(m, "q")->type = tensor(m, ir_dim_symbol(m, symbol(function(m, 0), "m")));
}
static void symbol_before_its_cast(IrModule *m) {
    IrSymbol *s = symbol(function(m, 0), "m");
    s->body = function(m, 0)->body;
    var(m, "b")->type = tensor(m, ir_dim_symbol(m, s));
}

/* --- Purity --- */

static void impure_in_pure(IrModule *m) { function(m, 2)->is_pure = true; }
static void impure_in_dataflow(IrModule *m) {
    bound(m, "o")->block->is_dataflow = true;
    var(m, "o")->is_output = true;
}
static void if_in_dataflow(IrModule *m) { bound(m, "g")->block->is_dataflow = true; }

static const struct {
    IrProp prop;
    const char *message;
    void (*make)(IrModule *m);
} faults[] = {
    {IR_PROP_WELL_FORMED, "'b' is bound twice, or its id is taken", same_id},
    {IR_PROP_WELL_FORMED, "'w' has an id past its function's", past_ids},
    {IR_PROP_WELL_FORMED, "a binding without a variable", no_variable},
    {IR_PROP_WELL_FORMED, "'w' does not know its binding", unknown_definition},
    {IR_PROP_WELL_FORMED, "parameter 'x' has a binding", parameter_with_binding},
    {IR_PROP_WELL_FORMED, "'b' is used before it is bound", used_before},
    {IR_PROP_WELL_FORMED, "'a' is used before it is bound", used_by_itself},
    {IR_PROP_WELL_FORMED, "'d' is used after its block ended", local_used_outside},
    {IR_PROP_WELL_FORMED, "'e' is used after its block ended", output_taken_back},
    {IR_PROP_WELL_FORMED, "'f' is used after its block ended", branch_used_outside},
    {IR_PROP_WELL_FORMED, "'f' is used after its block ended", branch_used_in_other},
    {IR_PROP_WELL_FORMED, "'y' belongs to another function", foreign_variable},
    {IR_PROP_WELL_FORMED, "'b' is used before it is bound", captured_unsaid},
    {IR_PROP_WELL_FORMED, "a nested function's captures do not match", captures_differ},
    {IR_PROP_WELL_FORMED, "an operand does not know its list", list_unknown},
    {IR_PROP_WELL_FORMED, "a binding's operands do not know it", binding_unknown},
    {IR_PROP_WELL_FORMED, "an operand's span", span_long},
    {IR_PROP_WELL_FORMED, "an operand's span", span_short},
    {IR_PROP_WELL_FORMED, "an operand's span", span_zero},
    {IR_PROP_WELL_FORMED, "an operand's span", span_of_variable},
    {IR_PROP_WELL_FORMED, "an operand's span", tuple_counts_more},
    {IR_PROP_WELL_FORMED, "an operand's span", tuple_counts_less},
    {IR_PROP_WELL_FORMED, "'a' has 3 uses and lists 3", uses_counted_more},
    {IR_PROP_WELL_FORMED, "'a' has 3 uses and lists 2", use_dropped},
    {IR_PROP_WELL_FORMED, "a use list holds another's use", use_of_another},
    {IR_PROP_WELL_FORMED, "'b' has 2 uses and lists 0", uses_all_dropped},
    {IR_PROP_WELL_FORMED, "the chain of bindings is broken", labels_equal},
    {IR_PROP_WELL_FORMED, "the chain of bindings is broken", labels_fall},
    {IR_PROP_WELL_FORMED, "the chain of bindings is broken", prev_wrong},
    {IR_PROP_WELL_FORMED, "a block counts 3 bindings and has 2", block_counts_more},
    {IR_PROP_WELL_FORMED, "a binding stands in another block than it says", block_unknown},
    {IR_PROP_WELL_FORMED, "a block stands in another body than it says", body_unknown},
    {IR_PROP_WELL_FORMED, "a body's chain of bindings has another end", body_ends_early},
    {IR_PROP_WELL_FORMED, "a body has no result", no_result},
    {IR_PROP_WELL_FORMED, "a body has no result", no_branch_result},
    {IR_PROP_WELL_FORMED, "a branch does not know its 'if'", owner_unknown},
    {IR_PROP_TYPED, "the type of 'w' is R.Tensor((2,), dtype=\"float32\"), and inference gives",
     type_contradicts},
    {IR_PROP_TYPED, "the type of 'w' is", type_too_sharp},
    {IR_PROP_TYPED, "the type of 'v' is", field_type},
    {IR_PROP_TYPED, "the type of 'g' is", branch_type},
    {IR_PROP_TYPED, "the type of 'h' is", cast_type},
    {IR_PROP_TYPED, "the attributes of 't' are not canonical", attributes_not_canonical},
    {IR_PROP_TYPED, "the result of 'other' is R.Shape(ndim=1), and it returns", result_type},
    {IR_PROP_TYPED, "the result of 'inner' is", nested_result_type},
    {IR_PROP_SYMBOLS, "symbol 'k' is not defined here", foreign_symbol},
    {IR_PROP_SYMBOLS, "symbol 'k' is not defined here", foreign_symbol_in_parameter},
    {IR_PROP_SYMBOLS, "symbol 'k' is not defined here", foreign_symbol_in_result},
    {IR_PROP_SYMBOLS, "symbol 'k' is not defined here", foreign_symbol_in_shape},
    {IR_PROP_SYMBOLS, "symbol 'k' is not defined here", undefined_symbol},
    {IR_PROP_SYMBOLS, "symbol 'm' is not defined here", branch_symbol_outside},
    {IR_PROP_SYMBOLS, "symbol 'm' is not defined here", branch_symbol_in_result},
    {IR_PROP_SYMBOLS, "symbol 'm' is not defined here", branch_symbol_in_nested},
    {IR_PROP_SYMBOLS, "symbol 'm' is not defined here", symbol_before_its_cast},
    {IR_PROP_PURE_BLOCKS, "an impure call inside a pure function", impure_in_pure},
    {IR_PROP_PURE_BLOCKS, "an impure call inside a dataflow block", impure_in_dataflow},
    {IR_PROP_PURE_BLOCKS, "an 'if' in a dataflow block", if_in_dataflow},
};

static const char *prop_name(IrProp prop) {
    static const struct {
        IrProp prop;
        const char *name;
    } all[] = {
#define PROP(id, name, doc) {IR_PROP_##id, name},
#include "ir/props.def"
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (all[i].prop == prop) return all[i].name;
    return "";
}

/* Every report is of the property, and one holds the message. */
static bool reported(IrProp prop, const char *message) {
    const char *name = prop_name(prop);
    bool found = false;
    for (size_t i = 0; i < ctx.diags->diags.len; i++) {
        const Diag *d = &ctx.diags->diags.at[i];
        if (d->id == DIAG_VERIFY && strncmp(d->message, name, strlen(name)) != 0) return false;
        if ((d->id == DIAG_VERIFY) == (prop == IR_PROP_PURE_BLOCKS)) return false;
        found |= strstr(d->message, message) != NULL;
    }
    return found;
}

static void sound_modules_pass(void **state) {
    (void)state;
    IrModule *m = sound();
    assert_true(ir_verify(m, IR_PROP_ALL));
    assert_true(ir_verify(m, 0));
    assert_int_equal(diag_errors(&ctx), 0);
    /* A weaker type is an annotation. */
    var(m, "w")->type = ir_type_tensor(m, NULL, 2, DTYPE_VOID);
    function(m, 1)->result = m->any;
    assert_true(ir_verify(m, IR_PROP_ALL));
    ir_module_free(m);
}

static void every_fault_is_found(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        IrModule *m = sound();
        faults[i].make(m);
        diag_begin(&ctx);
        /* Well-formedness is always checked. */
        bool found = !ir_verify(m, faults[i].prop) && reported(faults[i].prop, faults[i].message);
        for (size_t k = 0; !found && k < ctx.diags->diags.len; k++)
            printf("    %s\n", ctx.diags->diags.at[k].message);
        if (!found)
            printf("fault %zu: no report of %s: %s\n", i, prop_name(faults[i].prop),
                   faults[i].message);
        wrong += !found;
        diag_begin(&ctx);
        if (ir_verify(m, IR_PROP_ALL)) {
            printf("fault %zu passes when all properties are asked for\n", i);
            wrong++;
        }
        ir_module_free(m);
    }
    assert_int_equal(wrong, 0);
}

static void only_what_is_asked_for(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        if (faults[i].prop == IR_PROP_WELL_FORMED) continue;
        IrModule *m = sound();
        faults[i].make(m);
        diag_begin(&ctx);
        bool other = faults[i].prop == IR_PROP_SYMBOLS; /* a wrong symbol makes a wrong type */
        unsigned rest =
            IR_PROP_ALL & ~(unsigned)faults[i].prop & ~(other ? (unsigned)IR_PROP_TYPED : 0);
        if (!ir_verify(m, rest)) fail_msg("fault %zu: %s", i, ctx.diags->diags.at[0].message);
        ir_module_free(m);
    }
}

#define VERIFY_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(VERIFY_TEST(sound_modules_pass), VERIFY_TEST(every_fault_is_found),
          VERIFY_TEST(only_what_is_asked_for))
