/* SPDX-License-Identifier: Apache-2.0 */
/* The evaluator under bad conditions: every allocation failing in turn, cancel, limits, runs that
 * fail; drawn inputs. What operators compute is in tests/numbers. */
#include <stdlib.h>

#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "unit.h"

static const char program[] =
    "@R.function(private=True)\n"
    "def f(x: R.Tensor((\"n\", \"k\"), dtype=\"float32\"), w: R.Tensor((\"k\", \"m\"), dtype=\"float32\")):\n"
    "    y = R.matmul(x, w)\n"
    "    return (y, R.nn.softmax(y))\n"
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 3), dtype=\"float32\"), w: R.Tensor((3, 4), dtype=\"float32\"), i: R.Tensor((2,), dtype=\"int64\")):\n"
    "    n = T.int64()\n"
    "    k = T.int64()\n"
    "    t = f(x, w)\n"
    "    a = t[1]\n"
    "    @R.function\n"
    "    def g(z: R.Tensor((n, 4), dtype=\"float32\")):\n"
    "        return R.add(z, a)\n"
    "    b = g(t[0])\n"
    "    if R.less(R.sum(b), R.const(0.0, \"float32\")):\n"
    "        c = R.exp(b)\n"
    "    else:\n"
    "        c = b\n"
    "    d = R.concat((c, R.take(w, i, axis=0)), axis=0)\n"
    "    p = R.nonzero(d)\n"
    "    q = R.match_cast(p, R.Tensor((2, k), dtype=\"int64\"))\n"
    "    return (R.nn.layer_norm(d, R.ones(R.shape([4]), dtype=\"float32\"), R.zeros(R.shape([4]), dtype=\"float32\"), axes=[-1]), R.shape([k, n + 1]), R.sort(d),\n"
    "            R.unique(d, return_index=True, axis=0), R.random(1, 2, R.shape([n])))\n";

/* An allocator that fails from the k-th allocation on, and counts what is held. */
typedef struct {
    size_t left; /* allocations until failure */
    size_t held;
    bool failed;
} Failing;

static void *failing_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    Failing *f = user;
    if (new_size > 0) {
        if (f->left == 0) {
            f->failed = true;
            return NULL;
        }
        f->left--;
    }
    void *p = NULL;
    if (new_size == 0) {
        free(ptr);
    } else {
        p = realloc(ptr, new_size);
        assert_non_null(p);
    }
    f->held += new_size - old_size;
    return p;
}

typedef struct {
    Ctx ctx;
    Status status;
    bool ran;
    uint64_t hash; /* of the results */
    char message[512];
} Outcome;

static uint64_t hash_value(const Value *v) {
    uint64_t h = v->kind;
    if (v->kind == VALUE_TENSOR) {
        for (size_t i = 0; i < v->tensor->bytes; i++)
            h = h * 31 + ((const unsigned char *)v->tensor->data)[i];
    }
    for (uint32_t i = 0; v->kind == VALUE_SHAPE && i < v->n; i++) h = h * 31 + (uint64_t)v->dims[i];
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        h = h * 31 + hash_value(v->items[i]);
    return h;
}

/* Parses, draws, runs. The context is fresh and gone afterwards. */
static void run_text(const char *text, Allocator allocator, const atomic_bool *cancel,
                     size_t const_bytes, Outcome *out) {
    Ctx *ctx = &out->ctx;
    *out = (Outcome){.status = STATUS_OK};
    ctx_init(ctx, allocator, io_libc());
    ctx->cancel = cancel;
    if (const_bytes) ctx->limits.const_bytes = const_bytes;
    Boundary b;
    CTX_ENTER(ctx, &b) {
        Arena arena;
        OpTable ops;
        ValueList list;
        DrawNames defaulted = {.at = NULL};
        diag_begin(ctx);
        arena_init(&arena, ctx);
        ops_table_init(&ops, &arena);
        IrModule *m = ir_text_parse(ctx, &ops, "test", str_c(text));
        assert_non_null(m);
        assert_true(ir_verify(m, IR_PROP_ALL));
        value_list_init(&list, ctx);
        IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
        Value **args = ARENA_ARRAY(&arena, Value *, fn->params.len + 1);
        assert_true(draw_inputs(fn, (DrawBy){.seed = 1}, args, &list, &arena, &defaulted));
        Evaluator *e = eval_new(m, &arena);
        Value *v = eval_function(e, fn, args, (uint32_t)fn->params.len, &list);
        eval_end(e);
        out->ran = v != NULL;
        if (v) out->hash = hash_value(v);
        if (!v && ctx->diags->diags.len)
            snprintf(out->message, sizeof out->message, "%s", ctx->diags->diags.at[0].message);
        value_list_fini(&list);
        ir_module_free(m);
        arena_fini(&arena);
    }
    out->status = ctx_leave(ctx, &b);
    ctx_fini(ctx);
    assert_int_equal(ctx->bytes, 0);
}

static void every_allocation_fails(void **state) {
    (void)state;
    Outcome plain, out;
    run_text(program, allocator_libc(), NULL, 0, &plain);
    assert_int_equal(plain.status, STATUS_OK);
    assert_true(plain.ran);
    size_t k = 0;
    for (;; k++) {
        Failing f = {.left = k};
        run_text(program, (Allocator){failing_resize, &f}, NULL, 0, &out);
        assert_int_equal(f.held, 0);
        if (!f.failed) break;
        assert_int_equal(out.status, STATUS_MEMORY);
    }
    assert_true(k > 20);
    assert_int_equal(out.status, STATUS_OK);
    assert_true(out.ran);
    assert_true(out.hash == plain.hash);
}

static void cancelled(void **state) {
    (void)state;
    Outcome out;
    atomic_bool flag;
    atomic_init(&flag, true);
    run_text(
        "@R.function\ndef main(x: R.Tensor((200, 200), dtype=\"float32\")):\n    return R.matmul(x, x)\n",
        allocator_libc(), &flag, 0, &out);
    assert_int_equal(out.status, STATUS_CANCELLED);
}

static void limited(void **state) {
    (void)state;
    Outcome out;
    run_text(
        "@R.function\ndef main(x: R.Tensor((1,), dtype=\"float32\")):\n    return R.broadcast_to(x, R.shape([100000]))\n",
        allocator_libc(), NULL, 65536, &out);
    assert_int_equal(out.status, STATUS_LIMIT);
}

static void fails_with(const char *text, const char *message) {
    Outcome out;
    run_text(text, allocator_libc(), NULL, 0, &out);
    assert_int_equal(out.status, STATUS_OK);
    assert_false(out.ran);
    if (!strstr(out.message, message)) fail_msg("'%s' does not hold '%s'", out.message, message);
}

static void runs_that_fail(void **state) {
    (void)state;
    fails_with(
        "@R.function\ndef main(x: R.Tensor((\"n\",), dtype=\"float32\")):\n    y = R.match_cast(x, R.Tensor((7,), dtype=\"float32\"))\n    return y\n",
        "another extent");
    fails_with(
        "@R.function\ndef main(x: R.Tensor((3,), dtype=\"float32\")):\n    return R.take(x, R.const([3], \"int64\"), axis=0)\n",
        "out of range");
    fails_with(
        "@R.function\ndef main(x: R.Tensor((\"n\",), dtype=\"float32\"), y: R.Tensor((2,), dtype=\"float32\")):\n    return R.add(x, y)\n",
        "C2");
    fails_with(
        "@R.function\ndef loop(x: R.Tensor((2,), dtype=\"float32\")) -> R.Tensor((2,), dtype=\"float32\"):\n    return cls.loop(x)\n"
        "@R.function\ndef main(x: R.Tensor((2,), dtype=\"float32\")):\n    return cls.loop(x)\n",
        "nested more than");
    fails_with(
        "@R.function(pure=False)\ndef main(x: R.Tensor((2,), dtype=\"float32\")):\n    return R.call_packed(\"f\", x, sinfo_args=R.Tensor((2,), dtype=\"float32\"))\n",
        "no host function");
}

static void bounded_recursion_ends(void **state) {
    (void)state;
    Outcome out;
    run_text(
        "@R.function(private=True)\ndef down(x: R.Tensor((), dtype=\"int64\")) -> R.Tensor((), dtype=\"int64\"):\n"
        "    if R.less(x, R.const(1, \"int64\")):\n        y = x\n    else:\n        z = R.subtract(x, R.const(1, \"int64\"))\n        y = cls.down(z)\n    return y\n"
        "@R.function\ndef main():\n    return cls.down(R.const(50, \"int64\"))\n",
        allocator_libc(), NULL, 0, &out);
    assert_int_equal(out.status, STATUS_OK);
    assert_true(out.ran);
}

static void later_parameters_define(void **state) {
    (void)state;
    Outcome out;
    run_text(
        "@R.function\ndef main(x: R.Tensor((\"2 * n\",), dtype=\"int64\"), t: R.Tuple(R.Tensor((\"n + k\",), dtype=\"int64\"), R.Shape([\"k\"]), R.Tensor((\"n\",), dtype=\"int64\"))):\n    return x\n",
        allocator_libc(), NULL, 0, &out);
    assert_int_equal(out.status, STATUS_OK);
    if (!out.ran) fail_msg("%s", out.message);
}

/* The first elements that seed 0 draws: other machines must draw the same. */
static void drawn_values(void **state) {
    (void)state;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Arena arena;
        OpTable ops;
        ValueList list;
        DrawNames defaulted = {.at = NULL};
        const char *text =
            "@R.function\ndef main(x: R.Tensor((\"n\", 3), dtype=\"float64\"), i: R.Tensor((50,), dtype=\"int32\"), b: R.Tensor((50,), dtype=\"bool\")):\n    return R.take(x, i, axis=0)\n";
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        IrModule *m = ir_text_parse(&ctx, &ops, NULL, str_c(text));
        assert_non_null(m);
        value_list_init(&list, &ctx);
        IrFunction *fn = m->globals.at[0]->function;
        Value *args[3] = {NULL, NULL, NULL};
        const DrawDim dims[] = {{"n", 2}};
        assert_true(
            draw_inputs(fn, (DrawBy){.dims = dims, .n_dims = 1}, args, &list, &arena, &defaulted));
        assert_int_equal(defaulted.len, 0);
        assert_int_equal(args[0]->tensor->dims[0], 2);
        for (size_t i = 0; i < 6; i++) { /* in [-1, 1) * sqrt(3 / 3) */
            double v = dtype_read_double(DTYPE_FLOAT64, tensor_at(args[0]->tensor, i));
            assert_true(v >= -1 && v < 1);
        }
        const double *x = args[0]->tensor->data;
        assert_true(x[0] != x[1]);
        bool seen[2] = {false, false};
        for (size_t i = 0; i < 50; i++) {
            int64_t index = dtype_read_int(DTYPE_INT32, tensor_at(args[1]->tensor, i));
            assert_in_range(index, 0, 1); /* indexes n = 2 rows */
            seen[index] = true;
        }
        assert_true(seen[0] && seen[1]);
        value_list_fini(&list);
        ir_module_free(m);
        arena_fini(&arena);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    ctx_fini(&ctx);
}

#define TEST(f) cmocka_unit_test(f)
UNIT_MAIN(TEST(every_allocation_fails), TEST(cancelled), TEST(limited), TEST(runs_that_fail),
          TEST(bounded_recursion_ends), TEST(later_parameters_define), TEST(drawn_values))
