/* SPDX-License-Identifier: Apache-2.0 */
/* scan and while_loop under bad conditions (endless, cancelled, out of memory), their memory over
 * many iterations; decompositions with nested functions: printed, read back, widened, run. */
#include <stdlib.h>

#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/build.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/passes.h"
#include "unit.h"

/* An allocator that fails from the k-th allocation on, or sets a flag there. */
typedef struct {
    size_t left;
    atomic_bool *flag; /* NULL: fail */
    bool failed;
} Hook;

static void *hook_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    Hook *h = user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    if (h->left > 0) {
        h->left--;
    } else if (h->flag) {
        atomic_store(h->flag, true);
    } else {
        h->failed = true;
        return NULL;
    }
    return realloc(ptr, new_size);
}

typedef struct {
    Status status;
    bool ran;
    size_t peak;
    char message[256];
} Outcome;

/* Parses `text` and runs its main on drawn inputs; `steps` 0: the default limit. */
static Outcome run_text(const char *text, Hook *hook, const atomic_bool *cancel, size_t steps) {
    Ctx ctx;
    Outcome out = {.status = STATUS_OK};
    volatile bool ran = false;
    ctx_init(&ctx, hook ? (Allocator){hook_resize, hook} : allocator_libc(), io_libc());
    ctx.cancel = cancel;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Arena arena;
        OpTable ops;
        ValueList list;
        DrawNames defaulted = {.at = NULL};
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        IrModule *m = ir_text_parse(&ctx, &ops, "test", str_c(text));
        assert_non_null(m);
        assert_true(ir_verify(m, IR_PROP_ALL));
        value_list_init(&list, &ctx);
        IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
        Value **args = ARENA_ARRAY(&arena, Value *, fn->params.len + 1);
        assert_true(draw_inputs(fn, (DrawBy){.seed = 1}, args, &list, &arena, &defaulted));
        if (steps) ctx.limits.steps = steps;
        ctx_restart(&ctx);
        Evaluator *e = eval_new(m, &arena);
        ran = eval_function(e, fn, args, (uint32_t)fn->params.len, &list) != NULL;
        eval_end(e);
        value_list_fini(&list);
        ir_module_free(m);
        arena_fini(&arena);
    }
    out.status = ctx_leave(&ctx, &b);
    if (!ran && ctx.diags && ctx.diags->diags.len)
        snprintf(out.message, sizeof out.message, "%s", ctx.diags->diags.at[0].message);
    out.ran = ran;
    out.peak = ctx.peak_bytes;
    ctx_fini(&ctx);
    assert_int_equal(ctx.bytes, 0);
    return out;
}

static const char endless[] = "@R.function\n"
                              "def main(x: R.Tensor((), dtype=\"float32\")):\n"
                              "    @R.function\n"
                              "    def cond(i: R.Tensor((), dtype=\"float32\")):\n"
                              "        return R.const(True, \"bool\")\n"
                              "    @R.function\n"
                              "    def body(i: R.Tensor((), dtype=\"float32\")):\n"
                              "        return (i,)\n"
                              "    y = R.while_loop(cond, body, (x,))\n"
                              "    return y\n";

static void endless_loops_are_cancelled(void **state) {
    (void)state;
    for (size_t k = 1; k < 5; k++) {
        atomic_bool flag;
        atomic_init(&flag, false);
        Hook hook = {.left = 1000 * k, .flag = &flag};
        Outcome out = run_text(endless, &hook, &flag, 0);
        assert_int_equal(out.status, STATUS_CANCELLED);
    }
}

static void endless_loops_meet_the_limit(void **state) {
    (void)state;
    Outcome out = run_text(endless, NULL, NULL, 10000);
    assert_int_equal(out.status, STATUS_LIMIT);
    assert_false(out.ran);
    assert_string_equal(out.message, "more than 10000 steps");
    /* A binding counts as a batch of 256; iterations of an empty body count too. */
    out = run_text(
        "@R.function\ndef main():\n    @R.function\n    def f():\n        return ()\n    y = R.scan(f, (), trip=1000000000000)\n    return y\n",
        NULL, NULL, 5000);
    assert_string_equal(out.message, "more than 5000 steps");
    out = run_text(
        "@R.function\ndef main(x: R.Tensor((), dtype=\"float32\")):\n    y = R.exp(x)\n    z = R.exp(y)\n    return z\n",
        NULL, NULL, 511);
    assert_string_equal(out.message, "more than 511 steps");
    out = run_text(
        "@R.function\ndef main(x: R.Tensor((), dtype=\"float32\")):\n    y = R.exp(x)\n    z = R.exp(y)\n    return z\n",
        NULL, NULL, 512);
    assert_true(out.ran);
}

/* A stack of more bytes than the limit is refused before it is filled. */
static void large_stacks_meet_the_limit(void **state) {
    (void)state;
    Outcome out = run_text(
        "@R.function\ndef main(x: R.Tensor((), dtype=\"float32\")):\n    @R.function\n    def f(c: R.Tensor((), dtype=\"float32\")):\n"
        "        return (c, c)\n    y = R.scan(f, (x,), trip=1000000000000)\n    return y\n",
        NULL, NULL, 0);
    assert_int_equal(out.status, STATUS_LIMIT);
}

static const char many[] =
    "@R.function(private=True)\n"
    "def step(h: R.Tensor((\"n\",), dtype=\"float32\"), x: R.Tensor((\"n\",), dtype=\"float32\")):\n"
    "    n = T.int64()\n"
    "    y = R.nn.softmax(R.add(h, x))\n"
    "    z = R.clip(y, 0.125, 0.5)\n"
    "    return (z,)\n"
    "@R.function(private=True)\n"
    "def cond(i: R.Tensor((), dtype=\"int64\"), h: R.Tensor((3,), dtype=\"float32\")):\n"
    "    return R.less(i, R.const(%d, \"int64\"))\n"
    "@R.function(private=True)\n"
    "def body(i: R.Tensor((), dtype=\"int64\"), h: R.Tensor((3,), dtype=\"float32\")):\n"
    "    @R.function\n"
    "    def f(g: R.Tensor((\"m\",), dtype=\"float32\"), x: R.Tensor((), dtype=\"float32\")):\n"
    "        return (R.add(g, h), x)\n"
    "    q = T.int64()\n"
    "    k = R.scan(f, (h,), (h,))\n"
    "    j = R.add(i, R.const(1, \"int64\"))\n"
    "    p = R.match_cast(R.nonzero(k[0]), R.Tensor((1, \"q\"), dtype=\"int64\"))\n"
    "    return (j, R.multiply(k[0], R.const(0.25, \"float32\")))\n"
    "@R.function\n"
    "def main(x: R.Tensor((3,), dtype=\"float32\")):\n"
    "    a = R.scan(step, (x,), (R.zeros(R.shape([%d, 3]), \"float32\"),))\n"
    "    b = R.while_loop(cond, body, (R.const(0, \"int64\"), a[0]))\n"
    "    return b\n";

/* What many iterations hold at most is what few hold, but for the sequence itself. */
static void iterations_leave_nothing_behind(void **state) {
    (void)state;
    size_t peak[2];
    for (int i = 0; i < 2; i++) {
        char text[4096];
        const int n = i ? 20000 : 200;
        snprintf(text, sizeof text, many, n, n);
        Outcome out = run_text(text, NULL, NULL, 0);
        assert_int_equal(out.status, STATUS_OK);
        assert_true(out.ran);
        peak[i] = out.peak - (size_t)n * 3 * sizeof(float);
    }
    assert_true(peak[1] < peak[0] + 4096);
}

static void every_allocation_fails(void **state) {
    (void)state;
    char text[4096];
    snprintf(text, sizeof text, many, 2, 2);
    size_t k = 0;
    for (;; k++) {
        Hook hook = {.left = k};
        Outcome out = run_text(text, &hook, NULL, 0);
        if (!hook.failed) {
            assert_true(out.ran);
            break;
        }
        assert_int_equal(out.status, STATUS_MEMORY);
    }
    assert_true(k > 20);
}

/* Decompositions */

/* main returns the decomposition of its one call in place of the call. */
static void decompose_main(IrModule *m) {
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    IrBinding *call = fn->body->first;
    assert_int_equal(call->kind, IR_BIND_CALL);
    const IrOperand *args[16];
    const IrType *types[16];
    uint32_t n = ir_operands_count(&call->operands);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&call->operands, i);
        args[i] = o->kind == IR_OPERAND_NONE ? NULL : o;
        types[i] = args[i] ? ir_operand_type(m, o) : NULL;
    }
    IrBuilder b = {.m = m, .fn = fn, .block = fn->body->first_block};
    OpDecompose d = {.b = &b,
                     .op = call->op,
                     .args = args,
                     .types = types,
                     .attrs = call->attrs,
                     .result = call->var->type,
                     .name = "y"};
    IrVar *y = call->op->decompose(&d);
    assert_non_null(y);
    assert_ptr_equal(y->type, call->var->type);
    const IrOperand out = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    ir_body_set_result(fn->body, &out, 1);
    ir_binding_remove(call);
}

static void same_tensors(const Value *a, const Value *b) {
    assert_int_equal(a->n, b->n);
    for (uint32_t i = 0; i < a->n; i++)
        assert_true(tensor_equal(a->items[i]->tensor, b->items[i]->tensor));
}

static Value **draw_main(IrModule *m, Arena *arena, ValueList *list) {
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    DrawNames defaulted = {.at = NULL};
    Value **args = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
    assert_true(draw_inputs(fn, (DrawBy){.seed = 1}, args, list, arena, &defaulted));
    return args;
}

static Value *run_main(IrModule *m, Value *const *args, Arena *arena, ValueList *list) {
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    Evaluator *e = eval_new(m, arena);
    Value *v = eval_function(e, fn, args, (uint32_t)fn->params.len, list);
    eval_end(e);
    assert_non_null(v);
    return v;
}

/* The decomposition is the call's meaning, has its type, is well-formed, is read back as it is
 * printed, and can be widened. */
static void check_decomposition(const char *text) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Arena arena;
        OpTable ops;
        ValueList list;
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        IrModule *m = ir_text_parse(&ctx, &ops, "test", str_c(text));
        assert_non_null(m);
        value_list_init(&list, &ctx);
        Value **args = draw_main(m, &arena, &list), *before = run_main(m, args, &arena, &list);
        decompose_main(m);
        assert_true(ir_verify(m, IR_PROP_ALL));
        same_tensors(before, run_main(m, args, &arena, &list));
        StrBuf printed, why;
        strbuf_init(&printed, &arena);
        strbuf_init(&why, &arena);
        ir_text_print(m, &printed);
        IrModule *again = ir_text_parse(&ctx, &ops, "again", strbuf_str(&printed));
        if (!again) fail_msg("%s", strbuf_cstr(&printed));
        assert_true(ir_verify(again, IR_PROP_ALL));
        if (!ir_module_equal(m, again, &why))
            fail_msg("%s\n%s", strbuf_cstr(&why), strbuf_cstr(&printed));
        assert_true(pass_widen_floats(again));
        assert_true(ir_verify(again, IR_PROP_ALL));
        const Value *wide = run_main(again, draw_main(again, &arena, &list), &arena, &list);
        for (uint32_t i = 0; i < wide->n; i++)
            assert_int_equal(wide->items[i]->tensor->dtype, DTYPE_FLOAT64);
        value_list_fini(&list);
        ir_module_free(again);
        ir_module_free(m);
        arena_fini(&arena);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    ctx_fini(&ctx);
}

static void decompositions(void **state) {
    (void)state;
    check_decomposition(
        "@R.function\ndef main(x: R.Tensor((4, 2, 3), dtype=\"float16\"), w: R.Tensor((1, 8, 3), dtype=\"float16\"), r: R.Tensor((1, 8, 2), dtype=\"float16\")):\n"
        "    return R.nn.lstm(x, w, r, direction=\"reverse\", clip=0.5)\n");
    check_decomposition(
        "@R.function\ndef main(x: R.Tensor((\"n\", \"t\", 3), dtype=\"float32\"), w: R.Tensor((1, 15, 3), dtype=\"float32\"), r: R.Tensor((1, 15, 5), dtype=\"float32\")):\n"
        "    return R.nn.gru(x, w, r, layout=1)\n");
    check_decomposition(
        "@R.function\ndef main(x: R.Tensor((\"t\", \"n\", \"i\"), dtype=\"float32\"), w: R.Tensor((1, \"h\", \"i\"), dtype=\"float32\"), r: R.Tensor((1, \"h\", \"h\"), dtype=\"float32\"), s: R.Tensor((\"n\",), dtype=\"int64\")):\n"
        "    return R.nn.rnn(x, w, r, sequence_lens=s, activations=[\"Softplus\"])\n");
}

/* Extents that are expressions over symbols. */
static void symbolic_decompositions(void **state) {
    (void)state;
    static const char *const attrs[] = {"", ", linear_before_reset=True"};
    for (int i = 0; i < 2; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            "@R.function\ndef main(h0: R.Tensor((2, \"n\", \"h\"), dtype=\"float32\"), x: R.Tensor((\"t\", \"n\", \"i\"), dtype=\"float32\"), w: R.Tensor((2, \"3 * h\", \"i\"), dtype=\"float32\"), "
            "r: R.Tensor((2, \"3 * h\", \"h\"), dtype=\"float32\"), b: R.Tensor((2, \"6 * h\"), dtype=\"float32\"), s: R.Tensor((\"n\",), dtype=\"int32\")):\n"
            "    return R.nn.gru(x, w, r, b, s, h0, direction=\"bidirectional\"%s)\n",
            attrs[i]);
        check_decomposition(text);
    }
    check_decomposition(
        "@R.function\ndef main(h0: R.Tensor((1, \"n\", \"h\"), dtype=\"float32\"), c0: R.Tensor((1, \"n\", \"h\"), dtype=\"float32\"), x: R.Tensor((\"t\", \"n\", \"i\"), dtype=\"float32\"), "
        "w: R.Tensor((1, \"4 * h\", \"i\"), dtype=\"float32\"), r: R.Tensor((1, \"4 * h\", \"h\"), dtype=\"float32\"), p: R.Tensor((1, \"3 * h\"), dtype=\"float32\"), s: R.Tensor((\"n\",), dtype=\"int32\")):\n"
        "    return R.nn.lstm(x, w, r, sequence_lens=s, initial_h=h0, initial_c=c0, p=p)\n");
}

#define TEST(f) cmocka_unit_test(f)
UNIT_MAIN(TEST(endless_loops_are_cancelled), TEST(endless_loops_meet_the_limit),
          TEST(large_stacks_meet_the_limit), TEST(iterations_leave_nothing_behind),
          TEST(every_allocation_fails), TEST(decompositions), TEST(symbolic_decompositions))
