/* SPDX-License-Identifier: Apache-2.0 */
/* The public interface, <tenon/tenon.h>: hooks, limits, cancelling, ownership, what the calls
 * answer, and an allocator that fails at every request in turn. In one file, as all of them share
 * the model, the counting and failing hooks, and the list of calls that is gone through once for
 * each kind of failure. */
#include "unit.h"

#include <errno.h>
#include <pthread.h>

#include <tenon/tenon.h>

/* Of everything: tuples, branches, casts, symbols, a nested function, constants, calls. */
static const char model[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    I.module_attrs({\"version\": 3})\n"
    "    @R.function(private=True)\n"
    "    def helper(a: R.Tensor((\"n\", 4), dtype=\"float32\")) -> R.Tensor((\"n\", 4), "
    "dtype=\"float32\"):\n"
    "        b = R.tanh(R.exp(R.erf(R.ceil(a))))\n"
    "        return b\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((\"n\", 4), dtype=\"float32\"), w: R.Tensor((4, 8), "
    "dtype=\"float32\"),\n"
    "             c: R.Tensor((), dtype=\"bool\"), u: R.Tensor(dtype=\"float32\", ndim=2)):\n"
    "        n = T.int64()\n"
    "        R.func_attr({\"num_input\": 1})\n"
    "        with R.dataflow():\n"
    "            a = R.matmul(x, w)\n"
    "            b = R.nn.relu(a) + R.const([1, 2, 3, 4, 5, 6, 7, 8], \"float32\")\n"
    "            d = R.concat((a, b, R.sigmoid(b)), axis=-1)\n"
    "            e = R.split(d, 3, axis=1)\n"
    "            f = R.add(e[0], e[2])\n"
    "            g = R.reshape(f, R.shape([n * 2, 4]))\n"
    "            h = R.permute_dims(g)\n"
    "            i = R.sum(h, axis=[0], keepdims=True)\n"
    "            j = (f, (i, R.mean(g)))\n"
    "            R.output(f, g, j)\n"
    "        k = Module.helper(g)\n"
    "        m = T.int64()\n"
    "        v = R.match_cast(u, R.Tensor((m, 4), dtype=\"float32\"))\n"
    "        o = R.concat((k, v), axis=0)\n"
    "        if c:\n"
    "            p = R.subtract(o, R.const(0.5, \"float32\"))\n"
    "            q = R.multiply(p, p)\n"
    "        else:\n"
    "            p2 = R.nn.softmax(o, axis=-1)\n"
    "            q = R.divide(p2, R.const(3.0, \"float32\"))\n"
    "        @R.function\n"
    "        def inner(y: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), "
    "dtype=\"float32\"):\n"
    "            z = R.add(y, R.sqrt(y))\n"
    "            return z\n"
    "        r = inner(R.const([1.0, 2.0, 3.0, 4.0], \"float32\"))\n"
    "        s = R.strided_slice(q, axes=[1], begin=[0], end=[2])\n"
    "        t = R.astype(R.expand_dims(s, axis=0), \"float64\")\n"
    "        aa = R.nn.silu(R.nn.gelu(r))\n"
    "        ab = R.where(R.greater(aa, r), aa, R.negative(r))\n"
    "        ac = R.maximum(ab, R.minimum(aa, R.abs(r)))\n"
    "        ad = R.take(ac, R.const([0, 2], \"int64\"), axis=0)\n"
    "        ae = R.broadcast_to(ad, R.shape([3, 2]))\n"
    "        af = R.cumsum(R.clip(ae, 0.0, 1.0), axis=1)\n"
    "        ag = R.floor(R.power(af, af))\n"
    "        return (t, ag, j, R.shape_of(q))\n";

enum { OPERATORS = 40 };

static void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static TnContext *context(UnitHeap *heap, const TnLimits *limits, const TnIo *io) {
    *heap = (UnitHeap){0};
    const TnAllocator allocator = {.resize = heap_resize, .user = heap};
    TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator, .io = io};
    if (limits) options.limits = *limits;
    TnContext *ctx;
    assert_int_equal(tn_context_new(&options, &ctx), TN_OK);
    return ctx;
}

static void end(TnContext *ctx, UnitHeap *heap) {
    tn_context_free(ctx);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

static void print_diags(TnContext *ctx) {
    for (size_t i = 0; i < tn_diag_count(ctx); i++) {
        TnDiag d;
        if (tn_diag_get(ctx, i, &d) == TN_OK) fputs(d.text, stderr);
    }
}

static TnModule *parse(TnContext *ctx, const char *text) {
    TnModule *m;
    const TnStatus status = tn_module_parse(ctx, "test.py", text, strlen(text), &m);
    print_diags(ctx);
    assert_int_equal(status, TN_OK);
    assert_non_null(m);
    return m;
}

/* The memory that the context holds with no diagnostics. */
static size_t at_rest(TnContext *ctx, UnitHeap *heap) {
    TnOpInfo info;
    assert_int_equal(tn_op_get(ctx, 0, &info), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_context_bytes(ctx), heap->bytes);
    return heap->bytes;
}

static void statuses(void **state) {
    (void)state;
    for (int s = TN_OK; s <= TN_E_CANCELLED; s++)
        assert_true(strlen(tn_status_text((TnStatus)s)) > 3);
    assert_non_null(tn_status_text((TnStatus)99));
    assert_non_null(tn_status_text((TnStatus)-1));
    assert_string_equal(tn_version(), TENON_VERSION);
}

static void round_trip(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    const size_t rest = at_rest(ctx, &heap);
    TnModule *a = parse(ctx, model);
    TnText first, second, why;
    assert_int_equal(tn_module_print(a, &first), TN_OK);
    assert_int_equal(strlen(first.ptr), first.len);
    TnModule *b = parse(ctx, first.ptr);
    assert_int_equal(tn_module_print(b, &second), TN_OK);
    assert_string_equal(first.ptr, second.ptr);
    assert_int_equal(tn_module_equal(a, b, &why), TN_OK);
    assert_null(why.ptr);
    assert_int_equal(tn_module_equal(a, a, NULL), TN_OK);
    assert_int_equal(tn_module_verify(b), TN_OK);
    tn_text_free(&second);
    assert_null(second.ptr);
    tn_text_free(&second);
    tn_module_free(b);
    TnModule *c =
        parse(ctx, "@R.function\ndef main(x: R.Tensor((4,), dtype=\"float32\")):\n    return x\n");
    assert_int_equal(tn_module_equal(a, c, &why), TN_E_DIFFER);
    assert_true(why.len > 10);
    assert_int_equal(tn_module_equal(c, a, NULL), TN_E_DIFFER);
    tn_text_free(&why);
    tn_text_free(&first);
    tn_module_free(c);
    tn_module_free(a);
    assert_int_equal(at_rest(ctx, &heap), rest);
    assert_true(tn_context_peak_bytes(ctx) > rest);
    end(ctx, &heap);
}

/* What one run of the whole interface made; text.ptr NULL when it failed. */
typedef struct {
    TnStatus status;
    TnText text;
    size_t bindings, ops;
} Outcome;

static Outcome run_all(TnContext *ctx) {
    Outcome o = {.text = {.ptr = NULL}};
    TnModule *m;
    TnFunctionInfo info;
    TnOpCount rows[8];
    TnOpParam param;
    size_t at;
    o.status = tn_module_parse(ctx, "test.py", model, sizeof model - 1, &m);
    assert_true((o.status == TN_OK) == (m != NULL));
    if (!o.status) o.status = tn_module_verify(m);
    for (size_t i = 0; !o.status && i < tn_module_function_count(m); i++) {
        o.status = tn_module_function(m, i, &info);
        if (!o.status) o.bindings += info.bindings;
    }
    if (!o.status) o.status = tn_module_op_counts(m, NULL, rows, 8, &o.ops);
    if (!o.status) o.status = tn_op_find(ctx, "nn.conv2d", &at);
    if (!o.status) o.status = tn_op_param(ctx, at, 2, &param);
    if (!o.status) o.status = tn_module_equal(m, m, NULL);
    if (!o.status) o.status = tn_module_print(m, &o.text);
    tn_module_free(m);
    return o;
}

static void every_allocation_fails(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    Outcome good = run_all(ctx); /* also fills what the context keeps for good */
    assert_int_equal(good.status, TN_OK);
    assert_true(good.ops > 20);
    const size_t rest = at_rest(ctx, &heap);
    size_t k = 1;
    for (;; k++) {
        heap.requests = 0;
        heap.fail_at = k;
        Outcome o = run_all(ctx);
        heap.fail_at = 0;
        if (o.status == TN_OK) {
            tn_text_free(&o.text);
            break;
        }
        assert_int_equal(o.status, TN_E_MEMORY);
        assert_null(o.text.ptr);
        assert_int_equal(at_rest(ctx, &heap), rest);
        o = run_all(ctx);
        assert_int_equal(o.status, TN_OK);
        assert_string_equal(o.text.ptr, good.text.ptr);
        assert_int_equal(o.bindings, good.bindings);
        tn_text_free(&o.text);
    }
    assert_true(k > 30);
    print_message("%zu allocations failed, one by one\n", k - 1);
    tn_text_free(&good.text);
    end(ctx, &heap);
}

/* A call on a module that runs out of memory leaves the module as it was. */
static void failed_calls_keep_the_module(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText good;
    assert_int_equal(tn_module_print(m, &good), TN_OK);
    bool more = true;
    for (size_t k = 1; more; k++) {
        TnText text = {.ptr = NULL};
        TnStatus status[4];
        TnFunctionInfo info;
        more = false;
        for (int call = 0; call < 4; call++) {
            heap.requests = 0;
            heap.fail_at = k;
            status[call] = call == 0   ? tn_module_print(m, &text)
                           : call == 1 ? tn_module_verify(m)
                           : call == 2 ? tn_module_equal(m, m, NULL)
                                       : tn_module_function(m, 1, &info);
            heap.fail_at = 0;
            assert_true(status[call] == TN_OK || status[call] == TN_E_MEMORY);
            more |= status[call] != TN_OK;
        }
        tn_text_free(&text);
        if (k > 64 && k % 16 && more) continue; /* a look now and then */
        assert_int_equal(tn_module_verify(m), TN_OK);
        assert_int_equal(tn_module_print(m, &text), TN_OK);
        assert_string_equal(text.ptr, good.ptr);
        tn_text_free(&text);
    }
    tn_text_free(&good);
    tn_module_free(m);
    end(ctx, &heap);
}

static void contexts_that_run_out(void **state) {
    (void)state;
    for (size_t k = 1;; k++) {
        UnitHeap heap = {.fail_at = k};
        const TnAllocator allocator = {.resize = heap_resize, .user = &heap};
        TnContext *ctx = (TnContext *)&heap;
        const TnStatus status =
            tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &allocator}, &ctx);
        if (status == TN_OK) {
            assert_true(k > 2);
            end(ctx, &heap);
            return;
        }
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(ctx);
        assert_int_equal(heap.live, 0);
        assert_int_equal(heap.bytes, 0);
    }
}

static void errors_are_told(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *good = parse(ctx, model);
    static const char bad[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\"), y: R.Tensor((4,), dtype=\"float32\")):\n"
        "    a = R.add(x, y)\n"
        "    b = R.frobnicate(x)\n"
        "    return a\n";
    TnModule *m = good;
    TnDiag d;
    assert_int_equal(tn_module_parse(ctx, "bad.py", bad, sizeof bad - 1, &m), TN_E_INVALID);
    assert_null(m);
    assert_int_equal(tn_diag_errors(ctx), 2);
    assert_int_equal(tn_diag_count(ctx), 2);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.level, TN_ERROR);
    assert_string_equal(d.source, "bad.py");
    assert_int_equal(d.line, 3);
    assert_int_equal(d.col, 9);
    assert_non_null(strstr(d.message, "R.add"));
    assert_non_null(d.found);
    assert_int_equal(strncmp(d.text, "bad.py:3:9: error: ", 19), 0);
    assert_non_null(strstr(d.text, "    a = R.add(x, y)\n"));
    assert_int_equal(d.text[strlen(d.text) - 1], '\n');
    assert_int_equal(tn_diag_get(ctx, 1, &d), TN_OK);
    assert_int_equal(d.line, 4);
    assert_int_equal(tn_diag_get(ctx, 2, &d), TN_E_USAGE);
    assert_int_equal(tn_diag_count(ctx), 2);
    /* A module outlives the errors of its context's other calls, and the diagnostics end with
     * them. */
    assert_int_equal(tn_module_verify(good), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_module_parse(ctx, NULL, "def", 3, &m), TN_E_INVALID);
    tn_module_free(good);
    end(ctx, &heap);
}

/* What only the verifier finds has the source line too, and parse_unverified leaves it. */
static void verifier_errors(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    static const char impure[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
        "    a = R.call_packed(\"f\", x, sinfo_args=R.Tensor((2, 3), dtype=\"float32\"))\n"
        "    return a\n";
    TnModule *m;
    TnDiag d;
    assert_int_equal(tn_module_parse(ctx, "impure.py", impure, sizeof impure - 1, &m),
                     TN_E_INVALID);
    assert_null(m);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.line, 3);
    assert_non_null(strstr(d.text, "R.call_packed"));
    assert_int_equal(tn_module_parse_unverified(ctx, "impure.py", impure, sizeof impure - 1, &m),
                     TN_OK);
    assert_int_equal(tn_module_verify(m), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_string_equal(d.source, "impure.py");
    assert_int_equal(d.line, 3);
    tn_module_free(m);
    end(ctx, &heap);
}

static void usage_errors(void **state) {
    (void)state;
    UnitHeap heap, other_heap;
    TnContext *ctx = context(&heap, NULL, NULL), *other = context(&other_heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n = parse(other, model), *out = m;
    TnText text;
    TnFunctionInfo info;
    TnOpInfo op;
    TnOpParam param;
    TnOpCount row;
    TnDiag d;
    TnPassInfo pass;
    size_t k;
    assert_int_equal(tn_context_new(NULL, NULL), TN_E_USAGE);
    TnContext *none = ctx;
    assert_int_equal(
        tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &(TnAllocator){NULL, NULL}},
                       &none),
        TN_E_USAGE);
    assert_null(none);
    assert_int_equal(
        tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .io = &(TnIo){NULL, NULL, NULL, NULL}},
                       &none),
        TN_E_USAGE);
    assert_int_equal(tn_module_parse(NULL, NULL, "", 0, &out), TN_E_USAGE);
    assert_null(out);
    assert_int_equal(tn_module_parse(ctx, NULL, NULL, 1, &out), TN_E_USAGE);
    assert_int_equal(tn_module_parse(ctx, NULL, "", 0, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_parse(ctx, NULL, NULL, 0, &out), TN_E_INVALID);
    assert_true(tn_diag_count(ctx) > 0);
    assert_int_equal(tn_module_read(ctx, NULL, &out), TN_E_USAGE);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_module_verify(NULL), TN_E_USAGE);
    assert_int_equal(tn_module_print(m, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_print(NULL, &text), TN_E_USAGE);
    assert_null(text.ptr);
    assert_int_equal(tn_module_write(m, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_equal(m, NULL, &text), TN_E_USAGE);
    assert_int_equal(tn_module_equal(m, n, &text), TN_E_USAGE);
    assert_int_equal(tn_module_function(m, 2, &info), TN_E_USAGE);
    assert_int_equal(tn_module_function(m, 0, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_op_counts(m, NULL, NULL, 1, &k), TN_E_USAGE);
    assert_int_equal(tn_module_op_counts(m, "nobody", &row, 1, &k), TN_E_INVALID);
    assert_int_equal(tn_op_get(ctx, tn_op_count(ctx), &op), TN_E_USAGE);
    assert_int_equal(tn_op_param(ctx, 0, 99, &param), TN_E_USAGE);
    assert_null(tn_op_constraint(ctx, 0, 99));
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_E_USAGE);
    assert_int_equal(tn_pass_get(tn_pass_count(), &pass), TN_E_USAGE);
    assert_int_equal(tn_op_count(NULL) + tn_diag_count(NULL) + tn_module_function_count(NULL), 0);
    tn_module_free(NULL);
    tn_context_free(NULL);
    tn_text_free(NULL);
    tn_cancel(NULL);
    tn_module_free(m);
    tn_module_free(n);
    end(ctx, &heap);
    end(other, &other_heap);
}

/* A module and a text may be freed after their context. */
static void any_order_of_freeing(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText text;
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    tn_context_free(ctx);
    assert_true(heap.live > 0);
    tn_module_free(m);
    assert_true(heap.live > 0);
    tn_text_free(&text);
    assert_int_equal(heap.live, 0);
    assert_int_equal(heap.bytes, 0);
}

static void cancelling(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n;
    TnText text;
    const size_t rest = at_rest(ctx, &heap);
    tn_cancel(ctx);
    assert_int_equal(tn_module_parse(ctx, NULL, model, sizeof model - 1, &n), TN_E_CANCELLED);
    assert_null(n);
    assert_int_equal(at_rest(ctx, &heap), rest);
    tn_cancel(ctx);
    tn_cancel(ctx);
    assert_int_equal(tn_module_print(m, &text), TN_E_CANCELLED);
    assert_null(text.ptr);
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    tn_text_free(&text);
    tn_module_free(m);
    end(ctx, &heap);
}

static void *cancel_soon(void *ctx) {
    usleep(20 * 1000);
    tn_cancel(ctx);
    return NULL;
}

/* From another thread, in the middle of a call; the text is made longer until the call is long
 * enough. */
static void cancelling_a_running_call(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    static const char head[] = "@R.function\ndef main(x: R.Tensor((2, 3), dtype=\"float32\")):\n";
    static const char line[] = "    x1 = R.add(x, x)\n";
    TnStatus status = TN_OK;
    TnModule *m;
    for (size_t lines = 20000; status == TN_OK && lines < 10000000; lines *= 4) {
        char *text = malloc(sizeof head + lines * sizeof line + 20), *at = text;
        assert_non_null(text);
        at = stpcpy(at, head);
        for (size_t i = 0; i < lines; i++) at = stpcpy(at, line);
        at = stpcpy(at, "    return x\n");
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
        status = tn_module_parse(ctx, NULL, text, (size_t)(at - text), &m);
        pthread_join(thread, NULL);
        tn_module_free(m);
        if (status == TN_OK) { /* the flag waits for the next call */
            assert_int_equal(tn_module_parse(ctx, NULL, "", 0, &m), TN_E_CANCELLED);
        }
        free(text);
    }
    assert_int_equal(status, TN_E_CANCELLED);
    end(ctx, &heap);
}

/* A loop without end: cancelled from another thread, or stopped by the limit. */
static void endless_runs(void **state) {
    (void)state;
    static const char text[] = "@R.function\n"
                               "def main(x: R.Tensor((), dtype=\"float32\")):\n"
                               "    @R.function\n"
                               "    def cond(i: R.Tensor((), dtype=\"float32\")):\n"
                               "        return R.const(True, \"bool\")\n"
                               "    @R.function\n"
                               "    def body(i: R.Tensor((), dtype=\"float32\")):\n"
                               "        return (i,)\n"
                               "    return R.while_loop(cond, body, (x,))\n";
    for (int limited = 0; limited < 2; limited++) {
        UnitHeap heap;
        const TnLimits steps = {.steps = 1000};
        TnContext *ctx = context(&heap, limited ? &steps : NULL, NULL);
        TnModule *m;
        TnRun *run;
        assert_int_equal(tn_module_parse(ctx, NULL, text, sizeof text - 1, &m), TN_OK);
        pthread_t thread;
        if (!limited) assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
        assert_int_equal(tn_run(m, NULL, &run), limited ? TN_E_LIMIT : TN_E_CANCELLED);
        assert_null(run);
        if (!limited) pthread_join(thread, NULL);
        tn_module_free(m);
        end(ctx, &heap);
    }
}

static void limits(void **state) {
    (void)state;
    UnitHeap heap;
    TnModule *m;
    static const char *const many =
        "@R.function\n"
        "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
        "    a = R.foo(x)\n    b = R.foo(x)\n    c = R.foo(x)\n    return x\n";
    static const char *const deep = "@R.function\n"
                                    "def main(x: R.Tensor((2, 3), dtype=\"float32\")):\n"
                                    "    return ((((((((((((x,),),),),),),),),),),),)\n";
    static const struct {
        TnLimits limits;
        const char *text;
        TnStatus status;
        size_t kept;
    } cases[] = {
        {{.input_bytes = 100}, model, TN_E_LIMIT, 1}, {{.bindings = 10}, model, TN_E_LIMIT, 1},
        {{.depth = 5}, deep, TN_E_LIMIT, 1},          {{.const_bytes = 20}, model, TN_E_LIMIT, 0},
        {{.diags = 2}, many, TN_E_INVALID, 2},        {{.depth = 50}, deep, TN_OK, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        TnContext *ctx = context(&heap, &cases[i].limits, NULL);
        const size_t rest = at_rest(ctx, &heap);
        const TnStatus status =
            tn_module_parse(ctx, NULL, cases[i].text, strlen(cases[i].text), &m);
        if (status != cases[i].status) print_diags(ctx);
        assert_int_equal(status, cases[i].status);
        assert_true(tn_diag_count(ctx) >= cases[i].kept);
        if (cases[i].limits.diags) {
            assert_int_equal(tn_diag_count(ctx), 2);
            assert_int_equal(tn_diag_errors(ctx), 3);
        }
        tn_module_free(m);
        assert_int_equal(at_rest(ctx, &heap), rest);
        end(ctx, &heap);
    }
}

static char *repeat(char *at, const char *s, size_t n) {
    while (n--) at = stpcpy(at, s);
    return at;
}

/* Minutes of work at least. */
static const char long_run[] = "@R.function\n"
                               "def main(x: R.Tensor((1500, 1500), dtype=\"float32\")):\n"
                               "    a = R.matmul(x, x)\n"
                               "    b = R.matmul(a, a)\n"
                               "    return R.matmul(b, b)\n";
static const char short_run[] = "@R.function\n"
                                "def main(x: R.Tensor((20, 20), dtype=\"float32\")):\n"
                                "    return R.matmul(x, x)\n";

static void a_run_ends_with(TnContext *ctx, TnModule *m, TnStatus want, const char *message) {
    TnRun *run;
    TnDiag d;
    assert_int_equal(tn_run(m, NULL, &run), want);
    assert_null(run);
    assert_int_equal(tn_diag_count(ctx), message != NULL);
    if (!message) return;
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, message));
}

/* What is interrupted leaves no memory behind, and the next call runs. */
static void runs_that_are_ended(void **state) {
    (void)state;
    static const struct {
        TnLimits limits;
        TnStatus status;
        const char *message;
    } cases[] = {
        {{.steps = 1000000}, TN_E_LIMIT, "more than 1000000 steps"},
        {{.milliseconds = 30}, TN_E_LIMIT, "more than 30 milliseconds"},
        {{.steps = 0}, TN_E_CANCELLED, NULL}, /* by another thread */
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        UnitHeap heap;
        TnContext *ctx = context(&heap, &cases[i].limits, NULL);
        TnModule *m = parse(ctx, long_run), *small = parse(ctx, short_run);
        TnRun *run;
        for (int again = 0; again < 2; again++) {
            pthread_t thread;
            const bool cancels = cases[i].status == TN_E_CANCELLED;
            if (cancels) assert_int_equal(pthread_create(&thread, NULL, cancel_soon, ctx), 0);
            a_run_ends_with(ctx, m, cases[i].status, cases[i].message);
            if (cancels) pthread_join(thread, NULL);
            const size_t rest = at_rest(ctx, &heap);
            assert_int_equal(tn_run(small, NULL, &run), TN_OK);
            tn_run_free(run);
            if (again) assert_int_equal(at_rest(ctx, &heap), rest);
        }
        tn_module_free(m);
        tn_module_free(small);
        end(ctx, &heap);
    }
}

static uint64_t hash_of(TnRun *run) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < tn_run_output_count(run); i++) {
        TnTensorInfo t;
        assert_int_equal(tn_run_output(run, i, &t), TN_OK);
        for (size_t k = 0; k < t.bytes; k++)
            h = (h ^ ((const unsigned char *)t.data)[k]) * 1099511628211u;
    }
    return h;
}

/* Every allocation of a run fails in turn: the same module and context then give the same bytes. */
static void runs_that_run_out(void **state) {
    (void)state;
    static const char text[] =
        "@R.function(private=True)\n"
        "def half(a: R.Tensor((\"n\", 2), dtype=\"float32\")) -> R.Tensor((\"n\", 2), dtype=\"float32\"):\n"
        "    return R.multiply(a, R.const(0.5, \"float32\"))\n"
        "@R.function\n"
        "def main(x: R.Tensor((\"n\", 2), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")):\n"
        "    n = T.int64()\n"
        "    k = T.int64()\n"
        "    a = cls.half(x)\n"
        "    if c:\n"
        "        b = R.nn.softmax(a)\n"
        "    else:\n"
        "        b = R.tanh(a)\n"
        "    t = (a, (b, R.shape([n + 1])))\n"
        "    p = R.match_cast(R.nonzero(b), R.Tensor((2, k), dtype=\"int64\"))\n"
        "    return (t, t[1][0], p, R.split(x, 2, axis=1))\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, text);
    for (uint64_t seed = 0; seed < 4; seed++) { /* both branches */
        const TnRunOptions options = {TN_SIZED(TnRunOptions), .seed = seed};
        TnRun *run;
        assert_int_equal(tn_run(m, &options, &run), TN_OK);
        const uint64_t hash = hash_of(run);
        tn_run_free(run);
        size_t k = 1;
        for (;; k++) {
            heap.requests = 0;
            heap.fail_at = k;
            const TnStatus status = tn_run(m, &options, &run);
            heap.fail_at = 0;
            if (status == TN_OK) break;
            assert_int_equal(status, TN_E_MEMORY);
            assert_null(run);
            at_rest(ctx, &heap);
            assert_int_equal(tn_run(m, &options, &run), TN_OK);
            assert_true(hash_of(run) == hash);
            tn_run_free(run);
        }
        assert_true(k > 10);
        assert_true(hash_of(run) == hash);
        tn_run_free(run);
    }
    tn_module_free(m);
    end(ctx, &heap);
}

/* A composite's parts are built anew in each run, but not in the module. */
static void runs_leave_the_module(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(
        ctx,
        "@R.function\ndef main(x: R.Tensor((\"n\", 2), dtype=\"float32\")):\n    return R.nn.rms_norm(R.nn.softmax(x), R.ones(R.shape([2]), \"float32\"))\n");
    const size_t constants = tn_module_constant_count(m);
    size_t rest = 0;
    for (int i = 0; i < 200; i++) {
        TnRun *run;
        assert_int_equal(tn_run(m, NULL, &run), TN_OK);
        tn_run_free(run);
        if (i == 1) rest = at_rest(ctx, &heap);
    }
    assert_int_equal(at_rest(ctx, &heap), rest);
    assert_int_equal(tn_module_constant_count(m), constants);
    tn_module_free(m);
    end(ctx, &heap);
}

/* The inputs of another run, by position; B may read them in other ways. */
static void inputs_like_another_run(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *a = parse(
        ctx,
        "@R.function\ndef main(i: R.Tensor((\"n\",), dtype=\"int64\"), t: R.Tuple(R.Shape([\"n\"]), R.Prim(\"int64\"))):\n"
        "    return R.take(R.const([5, 6], \"int64\"), i, axis=0)\n");
    TnModule *b = parse(
        ctx,
        "@R.function\ndef main(j: R.Tensor((\"k\",), dtype=\"int64\"), u: R.Tuple(R.Shape([\"k\"]), R.Prim(\"int64\"))):\n"
        "    return R.add(j, R.const(5, \"int64\"))\n");
    TnModule *c = parse(ctx, short_run);
    const TnDim dim = {"n", 40};
    const TnRunOptions first = {TN_SIZED(TnRunOptions), .dims = &dim, .n_dims = 1};
    TnRun *x, *y, *z;
    TnDifference d;
    assert_int_equal(tn_run(a, &first, &x), TN_OK);
    const TnRunOptions like = {TN_SIZED(TnRunOptions), .like = x};
    assert_int_equal(tn_run(b, &like, &y), TN_OK);
    assert_int_equal(tn_run_compare(x, y, 0, 0, &d), TN_OK);
    assert_int_equal(tn_run(c, &like, &z), TN_E_INVALID);
    tn_run_free(x); /* y has its own references */
    TnTensorInfo t;
    assert_int_equal(tn_run_input(y, 0, &t), TN_OK);
    assert_int_equal(t.count, 40);
    assert_string_equal(t.name, "j");
    tn_run_free(y);
    tn_module_free(a);
    tn_module_free(b);
    tn_module_free(c);
    end(ctx, &heap);
}

/* A limit that is too high for the stack is lowered, so no depth of text is a crash. */
static void depth_has_an_upper_limit(void **state) {
    (void)state;
    enum { DEPTHS = 2, N = 200000 };
    static const size_t depths[DEPTHS] = {900, N};
    static const char head[] =
        "@R.function\ndef main(x: R.Tensor((2, 3), dtype=\"float32\")):\n    return ";
    UnitHeap heap;
    for (size_t i = 0; i < DEPTHS; i++) {
        char *text = malloc(sizeof head + 3 * N + 8), *at = text;
        TnContext *ctx = context(&heap, &(TnLimits){.depth = SIZE_MAX}, NULL);
        TnModule *m;
        TnText printed;
        assert_non_null(text);
        at = repeat(stpcpy(at, head), "(", depths[i]);
        at = stpcpy(repeat(stpcpy(at, "x"), ",)", depths[i]), "\n");
        const TnStatus status = tn_module_parse(ctx, NULL, text, (size_t)(at - text), &m);
        assert_int_equal(status, depths[i] == N ? TN_E_LIMIT : TN_OK);
        if (m) {
            assert_int_equal(tn_module_print(m, &printed), TN_OK);
            assert_int_equal(tn_module_equal(m, m, NULL), TN_OK);
            tn_text_free(&printed);
        }
        tn_module_free(m);
        free(text);
        end(ctx, &heap);
    }
}

/* Files in memory. */
typedef struct {
    const char *text;
    int read_error, write_error, opened, released;
    size_t grown; /* what read claims beyond its limit */
    char *written;
    size_t written_len;
    char path[64];
} Files;

static int files_read(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    Files *self = user;
    snprintf(self->path, sizeof self->path, "%s", path);
    if (self->read_error) return self->read_error;
    self->opened++;
    *data = self->text;
    *size = self->grown ? limit + self->grown : strlen(self->text);
    return 0;
}

static void files_release(void *user, const char *data, size_t size) {
    Files *self = user;
    assert_ptr_equal(data, self->text);
    assert_true(size > 0);
    self->released++;
}

static int files_write(void *user, const char *path, const char *data, size_t size) {
    Files *self = user;
    snprintf(self->path, sizeof self->path, "%s", path);
    if (self->write_error) return self->write_error;
    free(self->written);
    self->written = malloc(size + 1);
    assert_non_null(self->written);
    memcpy(self->written, data, size);
    self->written[size] = '\0';
    self->written_len = size;
    return 0;
}

static void custom_files(void **state) {
    (void)state;
    Files files = {.text = model};
    const TnIo io = {files_read, files_release, files_write, &files};
    UnitHeap heap;
    TnContext *ctx = context(&heap, &(TnLimits){.input_bytes = 10000}, &io);
    TnModule *m, *n;
    TnText text;
    TnDiag d;
    assert_int_equal(tn_module_read(ctx, "net.py", &m), TN_OK);
    assert_string_equal(files.path, "net.py");
    assert_int_equal(files.released, 1);
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    assert_int_equal(tn_module_write(m, "a.b/out"), TN_OK);
    assert_string_equal(files.path, "a.b/out");
    assert_string_equal(files.written, text.ptr);
    assert_int_equal(files.written_len, text.len);
    tn_text_free(&text);

    files.write_error = ENOSPC;
    assert_int_equal(tn_module_write(m, "out.py"), TN_E_IO);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, "out.py"));
    files.write_error = ENOMEM;
    assert_int_equal(tn_module_write(m, "out.py"), TN_E_MEMORY);
    assert_int_equal(tn_module_write(m, "out.onnx"), TN_E_MEMORY);
    files.path[0] = '\0';
    assert_int_equal(tn_module_write(m, "out.so"), TN_E_INVALID);
    assert_int_equal(tn_module_read(ctx, "in.npz", &n), TN_E_INVALID);
    assert_string_equal(files.path, "");

    files.read_error = EACCES;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_IO);
    assert_null(n);
    files.read_error = EFBIG;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_LIMIT);
    files.read_error = ENOMEM;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_MEMORY);
    files.read_error = 0;
    files.grown = 1;
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_LIMIT);
    files.grown = 0;
    files.text = "nonsense";
    assert_int_equal(tn_module_read(ctx, "-", &n), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_string_equal(d.source, "<stdin>");
    assert_int_equal(files.opened, files.released);

    /* The buffer goes back whatever fails. */
    files.text = model;
    for (size_t k = 1;; k++) {
        heap.requests = 0;
        heap.fail_at = k;
        const TnStatus status = tn_module_read(ctx, "net.py", &n);
        heap.fail_at = 0;
        assert_int_equal(files.opened, files.released);
        if (status == TN_OK) break;
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(n);
        if (k > 64) k += 7;
    }
    tn_module_free(n);
    tn_module_free(m);
    free(files.written);
    end(ctx, &heap);
}

static void real_files(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model), *n;
    char path[] = "/tmp/u_api-XXXXXX", missing[64];
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    snprintf(missing, sizeof missing, "%s/none.py", path);
    assert_int_equal(tn_module_write(m, path), TN_OK);
    assert_int_equal(tn_module_read(ctx, path, &n), TN_OK);
    assert_int_equal(tn_module_equal(m, n, NULL), TN_OK);
    tn_module_free(n);
    assert_int_equal(tn_module_read(ctx, missing, &n), TN_E_IO);
    assert_int_equal(tn_module_write(m, missing), TN_E_IO);
    assert_int_equal(tn_module_read(ctx, "/tmp", &n), TN_E_IO);
    unlink(path);
    tn_module_free(m);
    end(ctx, &heap);
}

static TnFunctionInfo function(TnModule *m, const char *name) {
    TnFunctionInfo info;
    for (size_t i = 0; i < tn_module_function_count(m); i++) {
        assert_int_equal(tn_module_function(m, i, &info), TN_OK);
        if (strcmp(info.name, name) == 0) return info;
    }
    fail_msg("no function %s", name);
    return info;
}

static void inspecting(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    assert_int_equal(tn_module_function_count(m), 2);
    TnFunctionInfo f = function(m, "helper");
    assert_int_equal(f.is_private, 1);
    assert_int_equal(f.is_pure, 1);
    assert_int_equal(f.is_prim_func, 0);
    assert_string_equal(
        f.type,
        "(a: R.Tensor((\"n\", 4), dtype=\"float32\")) -> R.Tensor((\"n\", 4), dtype=\"float32\")");
    assert_int_equal(f.params, 1);
    assert_int_equal(f.bindings, 4);
    assert_int_equal(f.blocks, 1);
    assert_int_equal(f.max_depth, 0);
    assert_int_equal(f.dynamic_params, 1);
    f = function(m, "main");
    assert_int_equal(f.params, 4);
    assert_int_equal(f.dataflow_blocks, 1);
    assert_int_equal(f.max_depth, 1);
    assert_int_equal(f.symbols, 2);
    assert_int_equal(f.param_elements, 33);
    assert_int_equal(f.param_bytes, 129);
    assert_int_equal(f.dynamic_params, 2);

    size_t n, calls = 0;
    TnOpCount rows[64];
    assert_int_equal(tn_module_op_counts(m, NULL, rows, 64, &n), TN_OK);
    for (size_t i = 0; i < n; i++) {
        calls += rows[i].count;
        if (i)
            assert_true(
                rows[i - 1].count > rows[i].count ||
                (rows[i - 1].count == rows[i].count && strcmp(rows[i - 1].name, rows[i].name) < 0));
    }
    assert_true(calls >= OPERATORS);
    assert_string_equal(rows[0].name, "add");
    assert_int_equal(rows[0].count, 3);
    assert_int_equal(tn_module_op_counts(m, "helper", rows, 1, &n), TN_OK);
    assert_int_equal(n, 4);
    assert_string_equal(rows[0].name, "ceil");
    assert_true(tn_module_constant_count(m) >= 5);
    assert_true(tn_module_constant_bytes(m) >= 72);
    tn_module_free(m);
    end(ctx, &heap);
}

/* Each of these x is 40 bytes, and so is a value of its shape. */
#define PEAK_HEAD                                                                                  \
    "@R.function\ndef main(x: R.Tensor((10,), dtype=\"float32\"), c: R.Tensor((), "                \
    "dtype=\"bool\"), "                                                                            \
    "u: R.Tensor((\"n\",), dtype=\"float32\")):\n"

static void peaks(void **state) {
    (void)state;
    static const struct {
        const char *body;
        size_t bytes, dynamic;
    } cases[] = {
        {"    return x\n", 0, 0},
        {"    a = R.exp(x)\n    return a\n", 40, 0},
        /* An operand lives while its user runs. */
        {"    a = R.exp(x)\n    b = R.exp(a)\n    d = R.exp(b)\n    return d\n", 80, 0},
        {"    a = R.exp(x)\n    b = R.exp(a)\n    d = R.add(a, b)\n    return d\n", 120, 0},
        /* Unused ones are freed at once. */
        {"    a = R.exp(x)\n    b = R.exp(x)\n    d = R.exp(x)\n    return x\n", 40, 0},
        /* Other names own nothing and hold on to what they name. */
        {"    a = R.exp(x)\n    b = a\n    d = R.exp(x)\n    e = R.add(b, d)\n    return e\n", 120,
         0},
        {"    a = R.exp(x)\n    t = (a, x)\n    d = R.exp(x)\n    g = t[0]\n    e = R.add(g, d)\n  "
         "  return e\n",
         120, 0},
        {"    a = R.exp(x)\n    b = R.match_cast(a, R.Tensor((10,), dtype=\"float32\"))\n    d = "
         "R.exp(b)\n    return d\n",
         80, 0},
        {"    s = R.split(x, 2, axis=0)\n    a = s[0]\n    b = R.exp(a)\n    return b\n", 60, 0},
        /* One branch runs: the larger counts. */
        {"    if c:\n        a = R.exp(x)\n        b = R.exp(a)\n        r = R.add(a, b)\n"
         "    else:\n        r = R.exp(x)\n    return r\n",
         120, 0},
        {"    if c:\n        r = R.exp(x)\n    else:\n        r = R.tan(x)\n    d = R.exp(x)\n    "
         "e = R.add(r, d)\n    return e\n",
         120, 0},
        /* A value from outside stays until both branches have ended. */
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(a)\n    else:\n        d = R.exp(x)\n     "
         "   r = R.exp(d)\n    return r\n",
         120, 0},
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(a)\n    else:\n        d = R.exp(x)\n"
         "        r = R.exp(d)\n    e = R.exp(r)\n    f = R.exp(r)\n    g = R.add(e, f)\n"
         "    return g\n",
         120, 0},
        /* The branches leave different amounts: the larger counts, whichever it is. */
        {"    if c:\n        r = R.exp(x)\n    else:\n        r = x\n    d = R.exp(r)\n"
         "    e = R.add(r, d)\n    return e\n",
         120, 0},
        {"    if c:\n        r = x\n    else:\n        r = R.exp(x)\n    d = R.exp(r)\n"
         "    e = R.add(r, d)\n    return e\n",
         120, 0},
        /* What a branch hands out is freed once, after the last use of the if's value. */
        {"    a = R.exp(x)\n    if c:\n        r = R.exp(x)\n    else:\n        r = R.tan(x)\n"
         "    d = R.exp(r)\n    e = R.exp(d)\n    f = R.add(d, e)\n    g = R.add(a, f)\n"
         "    return g\n",
         160, 0},
        /* A branch that hands out what it was given adds nothing. */
        {"    a = R.exp(x)\n    if c:\n        r = a\n    else:\n        r = a\n    d = R.exp(r)\n "
         "   return d\n",
         80, 0},
        /* Nested: the inner result is the outer one's. */
        {"    if c:\n        if c:\n            r = R.exp(x)\n        else:\n            r = "
         "R.tan(x)\n"
         "    else:\n        r = R.sin(x)\n    d = R.exp(r)\n    e = R.exp(d)\n    return e\n",
         80, 0},
        {"    a = R.exp(u)\n    b = R.exp(x)\n    return (a, b)\n", 40, 1},
    };
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char text[1024];
        snprintf(text, sizeof text, PEAK_HEAD "%s", cases[i].body);
        TnModule *m = parse(ctx, text);
        const TnFunctionInfo f = function(m, "main");
        if (f.peak_bytes != cases[i].bytes) print_error("case %zu:\n%s", i, cases[i].body);
        assert_int_equal(f.peak_bytes, cases[i].bytes);
        assert_int_equal(f.dynamic_values, cases[i].dynamic);
        tn_module_free(m);
    }
    end(ctx, &heap);
}

static void operators(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    size_t at;
    TnDiag d;
    TnOpParam param;
    TnOpInfo info;
    assert_int_equal(tn_op_find(ctx, "nn.conv2d", &at), TN_OK);
    assert_int_equal(tn_op_get(ctx, at, &info), TN_OK);
    assert_string_equal(info.name, "nn.conv2d");
    assert_true(info.is_pure && !info.is_commutative && !info.is_elementwise);
    assert_int_equal(tn_op_param(ctx, at, 2, &param), TN_OK);
    assert_string_equal(param.name, "strides");
    assert_string_equal(param.kind, "ints");
    assert_string_equal(param.fallback, "1");
    assert_true(param.is_attribute && param.is_optional);
    assert_int_equal(tn_op_find(ctx, "relu", &at), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.help, "R.nn.relu"));
    for (size_t i = 0; i < tn_op_count(ctx); i++) {
        assert_int_equal(tn_op_get(ctx, i, &info), TN_OK);
        assert_int_equal(tn_op_find(ctx, info.name, &at), TN_OK);
        assert_int_equal(at, i);
        assert_true(strlen(info.doc) > 5);
        for (size_t k = 0; k < info.params; k++) {
            assert_int_equal(tn_op_param(ctx, i, k, &param), TN_OK);
            assert_non_null(param.name);
            assert_non_null(param.kind);
            assert_true(param.is_optional == (param.fallback != NULL));
        }
        for (size_t k = 0; k < info.constraints; k++) assert_non_null(tn_op_constraint(ctx, i, k));
        assert_null(tn_op_constraint(ctx, i, info.constraints));
    }
    const size_t bytes = heap.bytes;
    assert_int_equal(tn_op_param(ctx, 0, 0, &param), TN_OK); /* nothing is made twice */
    assert_int_equal(heap.bytes, bytes);
    end(ctx, &heap);
}

typedef struct {
    size_t n, texts;
    char last[64];
} Events;

static void note(void *user, const TnPassEvent *event) {
    Events *self = user;
    assert_int_equal(event->index, self->n++);
    assert_true(event->milliseconds >= 0);
    snprintf(self->last, sizeof self->last, "%s", event->pass);
    if (!event->text) return;
    assert_int_equal(strlen(event->text), event->text_len);
    self->texts++;
}

static void passes(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    Events events = {0};
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1,
                                   .print_after = "Normalize,TopologicalSort", .after = note,
                                   .user = &events};
    const char *const names[] = {"DeadCodeElimination", "Normalize", "CanonicalizeBindings"};
    const char *const wrong[] = {"DeadCodeElimination", "Nope"};
    TnText before, after;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_run_passes(m, wrong, 2, &options), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(m, NULL, 1, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(NULL, names, 1, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_run_passes(m, NULL, 0, &options), TN_OK);
    assert_int_equal(events.n, 0);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&after);
    assert_int_equal(tn_module_run_passes(m, names, 3, &options), TN_OK);
    assert_int_equal(events.n, 3);
    assert_int_equal(events.texts, 1);
    assert_string_equal(events.last, "CanonicalizeBindings");
    assert_int_equal(tn_module_run_pass(m, "Nope"), TN_E_USAGE);
    assert_int_equal(tn_module_run_pass(m, "TopologicalSort"), TN_OK);
    assert_int_equal(tn_module_verify(m), TN_OK);
    assert_null(tn_pass_of_level(0, 0));
    assert_non_null(tn_pass_of_level(2, 0));
    assert_null(tn_pass_of_level(3, 0));

    const char *options_wrong[] = {"Normalize", "LegalizeOps(cor)", "Normalize(1)"},
               *optioned[] = {"LegalizeOps(skip=add)", "Normalize()"};
    assert_int_equal(tn_module_run_passes(m, options_wrong, 3, NULL), TN_E_INVALID);
    assert_int_equal(tn_diag_count(ctx), 2); /* of all items */
    assert_int_equal(tn_module_run_passes(m, optioned, 2, NULL), TN_OK);
    assert_int_equal(tn_pass_check(ctx, "LegalizeOps(core)"), TN_OK);
    assert_int_equal(tn_pass_check(ctx, "Frob(core)"), TN_E_INVALID);
    assert_int_equal(tn_pass_check(ctx, NULL), TN_E_USAGE);
    TnPassInfo pass;
    TnPassOptionInfo option;
    size_t i = 0, n = 0;
    while (tn_pass_get(i, &pass) == TN_OK && strcmp(pass.name, "LegalizeOps") != 0) i++;
    for (; tn_pass_option(ctx, i, n, &option) == TN_OK; n++)
        assert_true(*option.name && *option.doc && *option.values && *option.default_value);
    assert_true(n >= 2);
    assert_int_equal(tn_pass_option(ctx, tn_pass_count(), 0, &option), TN_E_USAGE);
    assert_int_equal(tn_pass_option(NULL, i, 0, &option), TN_E_USAGE);
    tn_text_free(&before);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

typedef struct {
    size_t n, replaced, depth, made;
    char first[64];
} Decisions;

static void note_decision(void *user, const TnLegalDecision *d) {
    Decisions *self = user;
    assert_true(!d->way == (d->why != NULL));
    if (self->n++ == 0)
        snprintf(self->first, sizeof self->first, "%s %s %s line %u", d->function, d->variable,
                 d->op, (unsigned)d->line);
    self->replaced += d->way != NULL;
    self->depth += d->depth;
    for (size_t i = 0; i < d->n_made; i++) self->made += strcmp(d->made[i], "exp") == 0;
}

static void legalization(void **state) {
    (void)state;
    static const char text[] =
        "@R.function\n"
        "def main(x: R.Tensor((2, \"n\"), dtype=\"float32\"), u: R.Tensor(ndim=2)):\n"
        "    a = R.nn.softmax(x)\n"
        "    b = R.nn.softmax(u)\n"
        "    return (a, b)\n";
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, text);
    Decisions seen = {.n = 0};
    TnLegalization sums;
    TnText before, after;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_legalization_each(m, NULL, note_decision, &seen, &sums), TN_OK);
    assert_int_equal(seen.n, 2);
    assert_int_equal(seen.replaced, 1);
    assert_int_equal(seen.depth, 0);
    assert_int_equal(seen.made, 1);
    assert_string_equal(seen.first, "main a nn.softmax line 3");
    assert_int_equal(sums.replaced, 1);
    assert_int_equal(sums.left, 1);
    assert_string_equal(sums.set, "core");
    assert_int_equal(tn_diag_errors(ctx), 0);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    assert_int_equal(tn_module_legalization_each(NULL, NULL, note_decision, &seen, &sums),
                     TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, NULL, NULL, &seen, &sums), TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, NULL, note_decision, &seen, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_legalization_each(m, "nope", note_decision, &seen, &sums),
                     TN_E_USAGE);
    /* Wherever memory runs out, the module stays. */
    TnStatus status = TN_E_MEMORY;
    for (size_t k = 1; status != TN_OK; k++) {
        TnText again;
        heap.requests = 0;
        heap.fail_at = k;
        status = tn_module_legalization_each(m, NULL, note_decision, &seen, &sums);
        heap.fail_at = 0;
        assert_true(status == TN_OK || status == TN_E_MEMORY);
        assert_int_equal(tn_module_print(m, &again), TN_OK);
        assert_string_equal(before.ptr, again.ptr);
        tn_text_free(&again);
    }
    tn_text_free(&before);
    tn_text_free(&after);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

static int holds(void *user, const char *text, size_t len) {
    assert_int_equal(strlen(text), len);
    return strstr(text, user) != NULL;
}

static void reducing(void **state) {
    (void)state;
    UnitHeap heap;
    char wanted[] = "R.erf", missing[] = "R.frobnicate";
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, model);
    TnText before, after, out;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(tn_module_reduce(m, holds, missing, &out), TN_E_DIFFER);
    assert_null(out.ptr);
    assert_int_equal(tn_module_reduce(m, NULL, NULL, &out), TN_E_USAGE);
    assert_int_equal(tn_module_reduce(m, holds, wanted, &out), TN_OK);
    assert_non_null(strstr(out.ptr, "R.erf"));
    assert_null(strstr(out.ptr, "R.tanh"));
    assert_null(strstr(out.ptr, "main"));
    TnModule *small = parse(ctx, out.ptr);
    assert_int_equal(tn_module_function_count(small), 1);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&before);
    tn_text_free(&after);
    tn_text_free(&out);
    tn_module_free(small);
    tn_module_free(m);
    tn_context_free(ctx);
    assert_int_equal(heap.bytes, 0);
}

static const char small_model[] = "@R.function\n"
                                  "def main(x: R.Tensor((\"n\", 4), dtype=\"float32\")):\n"
                                  "    y = R.nn.softmax(x)\n"
                                  "    i = R.nonzero(y)\n"
                                  "    return (y, i)\n";

static TnStatus compile(TnModule *m, TnText *source, TnText *header) {
    TnCompiled told;
    const TnStatus status = tn_module_compile_c(m, NULL, source, header, &told);
    if (status == TN_OK) {
        assert_int_equal(told.n_entries, 1);
        assert_string_equal(told.entries[0].name, "net_main");
        assert_int_equal(told.entries[0].outputs, 2);
        assert_true(told.functions == 1 && told.loop_functions >= 5);
    }
    return status;
}

/* The module stays as it was, whatever happens; what is out of memory leaks nothing. */
static void compiling(void **state) {
    (void)state;
    UnitHeap heap;
    TnContext *ctx = context(&heap, NULL, NULL);
    TnModule *m = parse(ctx, small_model);
    TnText before, after, source, header, again;
    assert_int_equal(tn_module_print(m, &before), TN_OK);
    assert_int_equal(compile(m, &source, &header), TN_OK);
    assert_non_null(
        strstr(header.ptr, "int net_main(const net_tensor *in, net_tensor *out, void *arena);"));
    assert_non_null(strstr(source.ptr, "#include \"net.h\""));
    tn_text_free(&header);
    const TnCompileOptions wrong = {TN_SIZED(TnCompileOptions), .name = "no-name"},
                           missing = {TN_SIZED(TnCompileOptions), .function = "g"};
    assert_int_equal(tn_module_compile_c(NULL, NULL, &again, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, NULL, NULL, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, &wrong, &again, &header, NULL), TN_E_USAGE);
    assert_int_equal(tn_module_compile_c(m, &missing, &again, &header, NULL), TN_E_INVALID);
    assert_null(again.ptr);
    size_t failures = 0;
    for (size_t k = 1;; k += k > 300 ? 97 : 1) {
        heap.requests = 0;
        heap.fail_at = k;
        const TnStatus status = compile(m, &again, &header);
        heap.fail_at = 0;
        if (status == TN_OK) break;
        assert_int_equal(status, TN_E_MEMORY);
        assert_null(again.ptr);
        assert_null(header.ptr);
        failures++;
    }
    assert_true(failures > 20);
    assert_string_equal(source.ptr, again.ptr); /* the same as the first time */
    tn_text_free(&again);
    tn_text_free(&header);
    assert_int_equal(tn_module_verify(m), TN_OK);
    assert_int_equal(tn_module_print(m, &after), TN_OK);
    assert_string_equal(before.ptr, after.ptr);
    tn_text_free(&before);
    tn_text_free(&after);
    tn_text_free(&source);
    tn_module_free(m);
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(statuses), UNIT(round_trip), UNIT(every_allocation_fails),
          UNIT(failed_calls_keep_the_module), UNIT(contexts_that_run_out), UNIT(errors_are_told),
          UNIT(verifier_errors), UNIT(usage_errors), UNIT(any_order_of_freeing), UNIT(cancelling),
          UNIT(cancelling_a_running_call), UNIT(runs_that_are_ended), UNIT(endless_runs),
          UNIT(runs_that_run_out), UNIT(runs_leave_the_module), UNIT(inputs_like_another_run),
          UNIT(limits), UNIT(depth_has_an_upper_limit), UNIT(custom_files), UNIT(real_files),
          UNIT(inspecting), UNIT(peaks), UNIT(operators), UNIT(passes), UNIT(legalization),
          UNIT(reducing), UNIT(compiling))
