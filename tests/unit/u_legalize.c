/* SPDX-License-Identifier: Apache-2.0 */
/* Legalization on made-up operators: several levels, what has no way, and decompositions that go
 * round. */
#include "base/diag.h"
#include "ir/origin.h"
#include "ir/verify.h"
#include "ops/decompose.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/legalize.h"
#include "passes/passes.h"
#include "unit.h"

static const OpParam params[] = {OP_TENSOR("x")};
static const IrType *infer(IrInfer *in) { return in->args[0].type; }
static void sample(OpSample *s) { sample_any(s); }

static const OpParam pair_params[] = {OP_TENSORS("x")};
static const IrType *infer_first(IrInfer *in) { return in->args[0].type->fields[0]; }
static const IrType *infer_vague(IrInfer *in) {
    return infer_tensor_ndim(in, in->args[0].type->ndim, in->args[0].type->dtype);
}

static const OpDef op_core, op_middle, op_top, op_a, op_b, op_c, op_vague, op_sure, op_first;

static void sample_pair(OpSample *s) {
    const IrType *x = s_type(s, (SampleWant){.min_ndim = 1});
    const size_t at = s_tuple(s);
    for (int i = 0; i < 2; i++) s_tensor_of(s, x);
    s_end(s, at, 2);
}

static IrOperand part(OpDecompose *call, const OpDef *op, IrOperand x) { return d1(call, op, x); }
static IrVar *middle_is(OpDecompose *call) {
    return d_result(call, part(call, &op_core, part(call, &op_core, d_arg(call, 0))));
}
static IrVar *top_is(OpDecompose *call) {
    IrOperand x = part(call, &op_middle, d_arg(call, 0));
    return d_result(call, part(call, &op_middle, part(call, &op_core, x)));
}
static IrVar *a_is(OpDecompose *call) {
    return d_result(call, part(call, &op_b, part(call, &op_middle, d_arg(call, 0))));
}
static IrVar *b_is(OpDecompose *call) { return d_result(call, part(call, &op_c, d_arg(call, 0))); }
static IrVar *c_is(OpDecompose *call) { return d_result(call, part(call, &op_b, d_arg(call, 0))); }

static IrVar *sure_is(OpDecompose *call) {
    return d_result(call, part(call, &op_vague, d_arg(call, 0)));
}
static IrVar *first_is(OpDecompose *call) {
    return d_result(call, d_field(call, d_arg(call, 0), 0));
}

#define MADE(id, ...)                                                                              \
    static const OpDef op_##id = {.name = #id,                                                     \
                                  .doc = "",                                                       \
                                  .params = params,                                                \
                                  .n_params = 1,                                                   \
                                  .flags = OP_PURE,                                                \
                                  .infer = infer,                                                  \
                                  .sample = sample,                                                \
                                  __VA_ARGS__}
MADE(core, .identity = true);
MADE(middle, .decompose = middle_is);
MADE(top, .decompose = top_is);
MADE(a, .decompose = a_is);
MADE(b, .decompose = b_is);
MADE(c, .decompose = c_is);
static const OpDef op_vague = {.name = "vague",
                               .doc = "",
                               .params = params,
                               .n_params = 1,
                               .flags = OP_PURE,
                               .infer = infer_vague,
                               .sample = sample,
                               .identity = true};
MADE(sure, .decompose = sure_is);
static const OpDef op_first = {.name = "first",
                               .doc = "",
                               .params = pair_params,
                               .n_params = 1,
                               .flags = OP_PURE,
                               .infer = infer_first,
                               .sample = sample_pair,
                               .decompose = first_is};

/* With the defaults of its options. */
static bool legalize_core(IrModule *m) {
    return pass_legalize_ops(m, pass_find((Str){"LegalizeOps", 11})->values);
}

static const OpDef *const all[] = {&op_a,      &op_b,    &op_c,   &op_core, &op_first,
                                   &op_middle, &op_sure, &op_top, &op_vague};

typedef struct {
    Ctx ctx;
    Boundary boundary;
    Arena arena;
    OpTable table;
    IrModule *m;
} Setup;

static void setup(Setup *s) {
    arena_init(&s->arena, &s->ctx);
    diag_begin(&s->ctx);
    ir_op_table_init(&s->table, all, ARRAY_LEN(all), &s->arena);
    s->m = ir_module_new(&s->ctx, &s->table);
}

static void teardown(Setup *s) {
    ir_module_free(s->m);
    arena_fini(&s->arena);
}

static void several_levels(void **state) {
    (void)state;
    Setup s;
    ctx_init(&s.ctx, allocator_libc(), io_libc());
    CTX_ENTER(&s.ctx, &s.boundary) {
        setup(&s);
        const IrFunction *fn = sample_call(s.m, &op_top, "f", 1, (SampleOptions){.symbolic = true});
        const IrType *type = fn->body->last->var->type;
        const char *name = fn->body->last->var->name;
        assert_true(legalize_core(s.m));
        const IrBinding *last = s.m->globals.at[0]->function->body->last;
        unsigned n = 0;
        for (const IrBinding *b = last; b; b = b->prev) {
            assert_ptr_equal(b->op, &op_core);
            n++;
        }
        assert_int_equal(n, 5);
        assert_int_equal(s.m->n_bindings, 5);
        assert_ptr_equal(last->var->type, type);
        assert_ptr_equal(last->var->name, name);
        /* The chain of what made it, the newest first. */
        assert_string_equal(last->origin->by, "middle");
        assert_string_equal(last->origin->from->by, "top");
        assert_null(last->origin->from->from);
        assert_true(legalize_core(s.m));
        assert_int_equal(s.m->n_bindings, 5);
        teardown(&s);
    }
    assert_int_equal(ctx_leave(&s.ctx, &s.boundary), STATUS_OK);
    ctx_fini(&s.ctx);
}

static void the_tree(void **state) {
    (void)state;
    Setup s;
    ctx_init(&s.ctx, allocator_libc(), io_libc());
    CTX_ENTER(&s.ctx, &s.boundary) {
        setup(&s);
        assert_non_null(sample_call(s.m, &op_top, "f", 1, (SampleOptions){.symbolic = true}));
        const size_t n = s.m->n_bindings;
        StrBuf text;
        strbuf_init(&text, &s.arena);
        assert_true(legalize_explain(s.m, &legal_core, &text));
        const char *tree = strbuf_cstr(&text);
        assert_non_null(
            strstr(tree, "R.top (line 0): by its decomposition: R.middle, R.core, R.middle\n"));
        assert_non_null(
            strstr(tree, "\n    lv = R.middle: by its decomposition: R.core, R.core\n"));
        assert_non_null(strstr(tree, "set core: 3 replaced, 0 left\n"));
        assert_int_equal(s.m->n_bindings, n);
        teardown(&s);
    }
    assert_int_equal(ctx_leave(&s.ctx, &s.boundary), STATUS_OK);
    ctx_fini(&s.ctx);
}

/* A decomposition whose type says less than the call's is checked when it runs. */
static void less_is_known(void **state) {
    (void)state;
    Setup s;
    ctx_init(&s.ctx, allocator_libc(), io_libc());
    CTX_ENTER(&s.ctx, &s.boundary) {
        setup(&s);
        const IrFunction *fn =
            sample_call(s.m, &op_sure, "f", 3, (SampleOptions){.symbolic = true});
        const IrType *type = fn->body->last->var->type;
        assert_true(legalize_core(s.m));
        const IrBinding *last = s.m->globals.at[0]->function->body->last;
        assert_int_equal(last->kind, IR_BIND_MATCH_CAST);
        assert_ptr_equal(last->var->type, type);
        assert_ptr_equal(last->prev->op, &op_vague);
        assert_true(ir_verify(s.m, IR_PROP_ALL));
        teardown(&s);
    }
    assert_int_equal(ctx_leave(&s.ctx, &s.boundary), STATUS_OK);
    ctx_fini(&s.ctx);
}

/* A tuple that is written out gets a name first. */
static void a_tuple(void **state) {
    (void)state;
    Setup s;
    ctx_init(&s.ctx, allocator_libc(), io_libc());
    CTX_ENTER(&s.ctx, &s.boundary) {
        setup(&s);
        const IrFunction *fn =
            sample_call(s.m, &op_first, "f", 3, (SampleOptions){.symbolic = true});
        assert_int_equal(fn->body->last->operands.at->kind, IR_OPERAND_TUPLE);
        assert_true(legalize_core(s.m));
        const IrBinding *last = s.m->globals.at[0]->function->body->last;
        assert_int_equal(last->kind, IR_BIND_FIELD);
        assert_int_equal(last->prev->kind, IR_BIND_VALUE);
        assert_true(ir_verify(s.m, IR_PROP_ALL));
        teardown(&s);
    }
    assert_int_equal(ctx_leave(&s.ctx, &s.boundary), STATUS_OK);
    ctx_fini(&s.ctx);
}

static void a_circle(void **state) {
    (void)state;
    Setup s;
    ctx_init(&s.ctx, allocator_libc(), io_libc());
    CTX_ENTER(&s.ctx, &s.boundary) {
        setup(&s);
        assert_non_null(sample_call(s.m, &op_a, "f", 1, (SampleOptions){.symbolic = true}));
        assert_false(legalize_core(s.m));
        assert_int_equal(s.ctx.diags->diags.len, 1);
        /* The circle alone, without the way to it. */
        const char *message = s.ctx.diags->diags.at[0].message;
        assert_non_null(strstr(message, ": R.b, R.c, R.b"));
        assert_null(strstr(message, "R.a"));
        teardown(&s);
    }
    assert_int_equal(ctx_leave(&s.ctx, &s.boundary), STATUS_OK);
    ctx_fini(&s.ctx);
}

UNIT_MAIN(UNIT(several_levels), UNIT(the_tree), UNIT(less_is_known), UNIT(a_tuple), UNIT(a_circle))
