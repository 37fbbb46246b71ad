/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of <tenon/tenon.h> share: a model, and contexts whose heap counts and can fail. */
#ifndef TENON_TESTS_API_UNIT_H
#define TENON_TESTS_API_UNIT_H

#include <tenon/tenon.h>

#include "unit.h"

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

static inline void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static inline TnContext *context(UnitHeap *heap, const TnLimits *limits, const TnIo *io) {
    *heap = (UnitHeap){0};
    const TnAllocator allocator = {.resize = heap_resize, .user = heap};
    TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator, .io = io};
    if (limits) options.limits = *limits;
    TnContext *ctx;
    assert_int_equal(tn_context_new(&options, &ctx), TN_OK);
    return ctx;
}

static inline void end(TnContext *ctx, UnitHeap *heap) {
    tn_context_free(ctx);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

static inline void print_diags(TnContext *ctx) {
    for (size_t i = 0; i < tn_diag_count(ctx); i++) {
        TnDiag d;
        if (tn_diag_get(ctx, i, &d) == TN_OK) fputs(d.text, stderr);
    }
}

static inline TnModule *parse(TnContext *ctx, const char *text) {
    TnModule *m;
    const TnStatus status = tn_module_parse(ctx, "test.py", text, strlen(text), &m);
    print_diags(ctx);
    assert_int_equal(status, TN_OK);
    assert_non_null(m);
    return m;
}

/* The memory that the context holds with no diagnostics. */
static inline size_t at_rest(TnContext *ctx, UnitHeap *heap) {
    TnOpInfo info;
    assert_int_equal(tn_op_get(ctx, 0, &info), TN_OK);
    assert_int_equal(tn_diag_count(ctx), 0);
    assert_int_equal(tn_context_bytes(ctx), heap->bytes);
    return heap->bytes;
}

#endif
