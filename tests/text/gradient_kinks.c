/* SPDX-License-Identifier: Apache-2.0 */
/* What gradients are where there is no derivative, or where a formula would divide by 0:
 * gradient_kinks
 *
 * Of each function of a vector x, the adjoint of x when that of the result is all 1. The values are
 * PyTorch's. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "drivers.h"
#include "base/diag.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/manager.h"

enum { N = 3 };
static const struct {
    const char *y;
    double x[N], adjoint[N];
} kinks[] = {
    {"R.abs(x)", {0, -1, 2}, {0, -1, 1}},
    {"R.nn.relu(x)", {0, -1, 2}, {0, 0, 1}},
    {"R.nn.leakyrelu(x, alpha=0.25)", {0, -1, 2}, {0.25, 0.25, 1}},
    {"R.nn.prelu(x, R.const([0.25], \"float64\"), axis=0)", {0, -1, 2}, {0.25, 0.25, 1}},
    {"R.nn.selu(x)",
     {0, 1, 2},
     {1.0507009873554804934 * 1.6732632423543772848, 1.0507009873554804934, 1.0507009873554804934}},
    {"R.nn.softplus(x, threshold=1)", {2, 3, 1}, {1, 1, 0.73105857863000487}},
    {"R.clip(x, 0, 1)", {0, 1, 2}, {1, 1, 0}},
    {"R.clip(x, 1, 0)", {0, 0.5, 1}, {1, 0, 0}}, /* PyTorch's mask is empty there */
    {"R.floor(x)", {1, -1, 0}, {0, 0, 0}},
    {"R.maximum(x, R.const([0.0, 1.0, 2.0], \"float64\"))", {0, 5, 0}, {0.5, 1, 0}},
    {"R.power(x, R.const(0.0, \"float64\"))", {0, 1, 2}, {0, 0, 0}},
    {"R.power(x, R.const(1.0, \"float64\"))", {0, 1, 2}, {1, 1, 1}},
    {"R.power(R.const(0.0, \"float64\"), x)", {0, 1, 2}, {0, 0, 0}},
    {"R.max(x)", {3, 1, 3}, {0.5, 0, 0.5}},
    {"R.min(x)", {1, 2, 1}, {0.5, 0, 0.5}},
    {"R.std(x)", {2, 2, 2}, {0, 0, 0}},
    {"R.prod(x)", {0, 2, 3}, {6, 0, 0}},
    {"R.prod(x)", {0, 2, 0}, {0, 0, 0}},
    {"R.cumprod(x, axis=0)", {2, 0, 3}, {1, 8, 0}},
    {"R.cumprod(x, axis=0, exclusive=True)", {2, 0, 3}, {1, 2, 0}},
    {"R.cumprod(x, axis=0)", {0, 0, 3}, {1, 0, 0}},
    {"R.cumsum(x, axis=0, exclusive=True)", {1, 2, 3}, {2, 1, 0}},
    {"R.sort(x)", {2, 2, 1}, {1, 1, 1}},
    {"R.topk(x, k=1, ret_type=\"values\")", {2, 2, 1}, {1, 0, 0}},
    {"R.scatter_elements(x, R.const([0, 1, 2], \"int64\"), R.const([1.0, 0.0, 2.0], \"float64\"), axis=0, reduction=\"max\")",
     {1, 1, 1},
     {0.5, 1, 0}},
    {"R.scatter_elements(R.const([2.0, 1.0], \"float64\"), R.const([0, 0, 0], \"int64\"), x, axis=0, reduction=\"mul\")",
     {0, 2, 3},
     {12, 0, 0}},
    {"R.scatter_elements(R.const([2.0, 1.0], \"float64\"), R.const([0, 0, 1], \"int64\"), x, axis=0, reduction=\"update\")",
     {7, 8, 9},
     {0, 1, 1}}, /* the last one stays */
    {"R.take(x, R.const([-4, 2, 2], \"int64\"), axis=0, mode=\"wrap\")", {1, 2, 3}, {0, 0, 3}},
    {"R.take(x, R.const([-4, 0, 9], \"int64\"), axis=0, mode=\"clip\")", {1, 2, 3}, {2, 0, 1}},
    {"R.take(x, R.const([-4, 1, 9], \"int64\"), axis=0, mode=\"nan\")", {1, 2, 3}, {0, 1, 0}},
    {"R.nn.pad(x, (2, 1), pad_mode=\"reflect\")", {1, 2, 3}, {1, 3, 2}},
    {"R.strided_slice(x, [0], [2], [-4], [-2])", {1, 2, 3}, {1, 0, 1}},
    /* a window's first greatest element gets all */
    {"R.nn.max_pool1d(R.reshape(x, R.shape([1, 1, 3])), pool_size=[2])", {1, 1, 1}, {1, 1, 0}},
    {"R.nn.max_pool1d(R.reshape(x, R.shape([1, 1, 3])), pool_size=[3], padding=[1])",
     {0, 2, 2},
     {0, 3, 0}},
    {"R.nn.dropout(x)[0]", {1, 2, 3}, {1, 1, 1}},
    /* no target counts: the mean is 0 / 0, and constant */
    {"R.nn.nll_loss(R.reshape(x, R.shape([1, 3])), R.const([-100], \"int64\"))",
     {1, 2, 3},
     {0, 0, 0}},
    {"R.nn.layer_norm(x, R.const([1.0, 1.0, 1.0], \"float64\"), R.const([0.0, 0.0, 0.0], \"float64\"), axes=[0])",
     {2, 2, 2},
     {0, 0, 0}},
};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned passed, failed;
} Test;

static IrModule *differentiate(Test *t, Arena *arena, const char *y) {
    static const char form[] = "@R.function\n"
                               "def main(x: R.Tensor((%d,), \"float64\")):\n"
                               "    y = %s\n"
                               "    return R.sum(y)\n";
    static const Str item = {"Gradient(main)", sizeof "Gradient(main)" - 1};
    const char *text = arena_printf(arena, form, N, y);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, "kink", (Str){text, strlen(text)});
    const Pass *pass = pass_parse(t->ctx, &t->ops, arena, item);
    PassRun run = {.holds = 0, .verify_each = true};
    if (m && pass && pass_run_list(m, &pass, 1, &run)) return m;
    ir_module_free(m);
    return NULL;
}

/* The adjoint of x. */
static const double *evaluate(IrModule *m, Evaluator *e, const double *at, ValueList *list) {
    static const char name[] = "main_adjoint";
    const int64_t dim = N;
    Value *x = value_tensor_new(list, DTYPE_FLOAT64, &dim, 1);
    memcpy(x->tensor->data, at, N * sizeof *at);
    IrFunction *fn = ir_global_find(m, (Str){name, sizeof name - 1})->function;
    const Value *v = eval_function(e, fn, &x, 1, list);
    return v ? v->items[1]->items[0]->tensor->data : NULL;
}

static bool check(Test *t, size_t k, Arena *arena, ValueList *list) {
    IrModule *m = differentiate(t, arena, kinks[k].y);
    if (!m) return false;
    Evaluator *e = eval_new(m, arena);
    const double *g = evaluate(m, e, kinks[k].x, list);
    bool ok = g != NULL;
    for (size_t i = 0; g && i < N; i++) {
        if (fabs(g[i] - kinks[k].adjoint[i]) <= 1e-12) continue;
        printf("%s: x[%zu] has the adjoint %.12g, not %.12g\n", kinks[k].y, i, g[i],
               kinks[k].adjoint[i]);
        ok = false;
    }
    eval_end(e);
    ir_module_free(m);
    return ok;
}

static void check_kink(Test *t, size_t k) {
    Arena arena;
    ValueList list;
    diag_begin(t->ctx);
    arena_init(&arena, t->ctx);
    value_list_init(&list, t->ctx);
    const bool ok = check(t, k, &arena, &list);
    const DiagList *diags = t->ctx->diags;
    for (size_t i = 0; i < diags->diags.len; i++)
        printf("%s: %s\n", kinks[k].y, diags->diags.at[i].message);
    *(ok ? &t->passed : &t->failed) += 1;
    value_list_fini(&list);
    arena_fini(&arena);
}

int test_gradient_kinks(int argc, char **argv) {
    (void)argc;
    (void)argv;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (size_t i = 0; i < ARRAY_LEN(kinks); i++) check_kink(&t, i);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
