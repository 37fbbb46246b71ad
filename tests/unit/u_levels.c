/* SPDX-License-Identifier: Apache-2.0 */
/* Levels of operators: those of the registry, a made-up table, and one whose decompositions go
 * round. */
#include "base/diag.h"
#include "ops/decompose.h"
#include "ops/levels.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "unit.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_BOOL("twice", false)};
static const IrType *infer(IrInfer *in) { return in->args[0].type; }
static void sample(OpSample *s) { sample_any(s); }

static const OpDef op_core, op_middle, op_top, op_a, op_b, op_c;

static IrVar *made_of(OpDecompose *call, const OpDef *op) {
    return d_result(call, d1(call, op, d_arg(call, 0)));
}
static IrVar *middle_is(OpDecompose *call) { return made_of(call, &op_core); }
/* The level is that of the highest part, whichever attribute brings it in. */
static IrVar *top_is(OpDecompose *call) {
    return made_of(call, d_bool(call, "twice") ? &op_middle : &op_core);
}
static IrVar *a_is(OpDecompose *call) {
    return made_of(call, d_bool(call, "twice") ? &op_b : &op_core);
}
static IrVar *b_is(OpDecompose *call) { return made_of(call, call->training ? &op_c : &op_core); }
static IrVar *c_is(OpDecompose *call) { return made_of(call, &op_b); }

#define MADE(id, ...)                                                                              \
    static const OpDef op_##id = {.name = #id,                                                     \
                                  .doc = "",                                                       \
                                  .params = params,                                                \
                                  .n_params = 2,                                                   \
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

static void made_up(void **state) {
    (void)state;
    static const OpDef *const ops[] = {&op_top, &op_middle, &op_core};
    unsigned levels[3];
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        OpTable table;
        arena_init(&arena, &ctx);
        diag_begin(&ctx);
        ir_op_table_init(&table, ops, ARRAY_LEN(ops), &arena);
        assert_true(op_levels(&ctx, &table, levels));
        assert_int_equal(levels[0], 2);
        assert_int_equal(levels[1], 1);
        assert_int_equal(levels[2], 0);
        arena_fini(&arena);
    }
    assert_int_equal(ctx_leave(&ctx, &boundary), STATUS_OK);
    ctx_fini(&ctx);
}

static void a_circle(void **state) {
    (void)state;
    static const OpDef *const ops[] = {&op_core, &op_a, &op_b, &op_c};
    unsigned levels[4];
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        OpTable table;
        arena_init(&arena, &ctx);
        diag_begin(&ctx);
        ir_op_table_init(&table, ops, ARRAY_LEN(ops), &arena);
        assert_false(op_levels(&ctx, &table, levels));
        assert_int_equal(ctx.diags->diags.len, 1);
        /* The circle alone, without the way to it. */
        assert_non_null(strstr(ctx.diags->diags.at[0].message, "R.b, R.c, R.b"));
        assert_null(strstr(ctx.diags->diags.at[0].message, "R.a"));
        arena_fini(&arena);
    }
    assert_int_equal(ctx_leave(&ctx, &boundary), STATUS_OK);
    ctx_fini(&ctx);
}

static void the_registry(void **state) {
    (void)state;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        OpTable table;
        arena_init(&arena, &ctx);
        diag_begin(&ctx);
        ops_table_init(&table, &arena);
        unsigned *levels = ARENA_ARRAY(&arena, unsigned, table.n), highest = 0;
        assert_true(op_levels(&ctx, &table, levels));
        for (size_t i = 0; i < table.n; i++) {
            assert_int_equal(levels[i] > 0, table.ops[i]->decompose != NULL);
            if (levels[i] > highest) highest = levels[i];
            if (strcmp(table.ops[i]->name, "nn.softmax") == 0) assert_int_equal(levels[i], 1);
        }
        assert_true(highest >= 1);
        arena_fini(&arena);
    }
    assert_int_equal(ctx_leave(&ctx, &boundary), STATUS_OK);
    ctx_fini(&ctx);
}

UNIT_MAIN(UNIT(made_up), UNIT(a_circle), UNIT(the_registry))
