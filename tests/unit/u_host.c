/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions and R.print through <tenon/tenon.h>: arguments and results of every kind, effects,
 * failures of every kind, and an allocator that fails at every request in turn. */
#include "unit.h"

#include <tenon/tenon.h>

typedef struct {
    char text[200];
    size_t len;
} Printed;

static void keep(void *user, const char *text, size_t len) {
    Printed *p = user;
    assert_true(p->len + len < sizeof p->text);
    memcpy(p->text + p->len, text, len);
    p->len += len;
    p->text[p->len] = '\0';
}

static void *heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    return unit_heap_resize(user, ptr, old_size, new_size);
}

static TnContext *context(UnitHeap *heap, Printed *printed) {
    *heap = (UnitHeap){0};
    *printed = (Printed){.len = 0};
    const TnAllocator allocator = {.resize = heap_resize, .user = heap};
    const TnPrint print = {.print = keep, .user = printed};
    const TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator, .print = &print};
    TnContext *ctx;
    assert_int_equal(tn_context_new(&options, &ctx), TN_OK);
    return ctx;
}

static void end(TnContext *ctx, UnitHeap *heap) {
    tn_context_free(ctx);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

/* Twice a float32 tensor, or each item of a tuple of them. */
static TnStatus twice(void *user, TnHostCall *call) {
    (void)user;
    TnValue arg, x;
    if (tn_host_arg(call, 0, &arg) != TN_OK) return tn_host_fail(call, "no argument");
    for (size_t i = 0; i < (arg.kind == TN_TUPLE ? arg.n : 1); i++) {
        x = arg;
        if (arg.kind == TN_TUPLE) assert_int_equal(tn_host_item(&arg, i, &x), TN_OK);
        if (x.kind != TN_TENSOR || strcmp(x.tensor.dtype, "float32") != 0)
            return tn_host_fail(call, "a float32 tensor is needed");
        void *y;
        const TnStatus status =
            tn_host_result(call, x.tensor.dtype, x.tensor.ndim, x.tensor.dims, &y);
        if (status != TN_OK) return status;
        for (size_t k = 0; k < x.tensor.count; k++)
            ((float *)y)[k] = 2 * ((const float *)x.tensor.data)[k];
    }
    return TN_OK;
}

/* The kinds of its arguments; counts its calls. */
static TnStatus kinds(void *user, TnHostCall *call) {
    ++*(int *)user;
    assert_string_equal(tn_host_name(call), "test.kinds");
    const int64_t n = (int64_t)tn_host_arg_count(call);
    void *out;
    const TnStatus status = tn_host_result(call, "int64", 1, &n, &out);
    for (size_t i = 0; !status && i < (size_t)n; i++) {
        TnValue v;
        assert_int_equal(tn_host_arg(call, i, &v), TN_OK);
        ((int64_t *)out)[i] = v.kind;
        if (v.kind == TN_INT) assert_int_equal(v.i, 7);
        if (v.kind == TN_FLOAT) assert_true(v.f == 0.5);
        if (v.kind == TN_STRING) assert_string_equal(v.string, "text");
        if (v.kind == TN_SHAPE) assert_true(v.n == 2 && v.dims[0] == 3 && v.dims[1] == 4);
        TnValue item;
        assert_int_equal(tn_host_item(&v, v.kind == TN_TUPLE ? v.n : 0, &item), TN_E_USAGE);
    }
    TnValue v;
    assert_int_equal(tn_host_arg(call, (size_t)n, &v), TN_E_USAGE);
    return status;
}

/* Fails as it is told. */
static TnStatus fails(void *user, TnHostCall *call) {
    (void)call;
    return *(const TnStatus *)user;
}

/* Misuse is answered, and then all is well. */
static TnStatus careless(void *user, TnHostCall *call) {
    (void)user;
    void *data;
    const int64_t dims[2] = {2, -1}, huge[2] = {INT64_MAX, 4};
    assert_int_equal(tn_host_result(call, "float31", 0, NULL, &data), TN_E_USAGE);
    assert_int_equal(tn_host_result(call, "int8", 2, dims, &data), TN_E_USAGE);
    assert_int_equal(tn_host_result(call, "int8", 2, huge, &data), TN_E_USAGE);
    assert_int_equal(tn_host_result(call, "int8", 1, NULL, &data), TN_E_USAGE);
    assert_int_equal(tn_host_result(call, "int8", 0, NULL, NULL), TN_E_USAGE);
    assert_int_equal(tn_host_result_shape(call, 2, dims), TN_E_USAGE);
    assert_int_equal(tn_host_result_shape(call, 1, NULL), TN_E_USAGE);
    assert_int_equal(tn_host_wanted_count(call), 0);
    TnTensorInfo info;
    assert_int_equal(tn_host_wanted(call, 0, &info), TN_E_USAGE);
    return tn_host_result_shape(call, 1, dims);
}

/* Fills the tensors that the caller allocated with their number. */
static TnStatus number(void *user, TnHostCall *call) {
    (void)user;
    for (size_t i = 0; i < tn_host_wanted_count(call); i++) {
        TnTensorInfo want;
        void *data;
        assert_int_equal(tn_host_wanted(call, i, &want), TN_OK);
        const TnStatus status = tn_host_result(call, want.dtype, want.ndim, want.dims, &data);
        if (status != TN_OK) return status;
        for (size_t k = 0; k < want.count; k++) ((int32_t *)data)[k] = (int32_t)i + 1;
    }
    return TN_OK;
}

static int calls;
static TnStatus failure;

static void register_all(TnContext *ctx) {
    assert_int_equal(tn_host_register(ctx, "test.twice", twice, NULL, TN_PURE), TN_OK);
    assert_int_equal(tn_host_register(ctx, "test.kinds", kinds, &calls, TN_IMPURE), TN_OK);
    assert_int_equal(tn_host_register(ctx, "test.fails", fails, &failure, TN_PURE), TN_OK);
    assert_int_equal(tn_host_register(ctx, "test.careless", careless, NULL, TN_PURE), TN_OK);
    assert_int_equal(tn_host_register(ctx, "test.number", number, NULL, TN_PURE), TN_OK);
}

/* main of one call, whose text is given. */
static TnStatus run_call(TnContext *ctx, const char *call, TnRun **run) {
    char text[1000];
    snprintf(text, sizeof text,
             "@R.function(pure=False)\ndef main():\n    x = R.const([1.0, 2.0], \"float32\")\n    "
             "y = %s\n    return y\n",
             call);
    TnModule *m;
    *run = NULL;
    TnStatus status = tn_module_parse(ctx, "net.py", text, strlen(text), &m);
    if (status == TN_OK) status = tn_run(m, NULL, run);
    tn_module_free(m);
    return status;
}

static void expect_values(TnContext *ctx, const char *call, const char *dtype, size_t outputs,
                          double first, double last) {
    TnRun *run;
    TnTensorInfo t;
    assert_int_equal(run_call(ctx, call, &run), TN_OK);
    assert_int_equal(tn_run_output_count(run), outputs);
    for (size_t i = 0; i<outputs; i += outputs> 1 ? outputs - 1 : 1) {
        assert_int_equal(tn_run_output(run, i, &t), TN_OK);
        assert_string_equal(t.dtype, dtype);
        const size_t at = i ? t.count - 1 : 0;
        const double got = t.bytes / t.count == 8   ? (double)((const int64_t *)t.data)[at]
                           : strcmp(dtype, "int32") ? (double)((const float *)t.data)[at]
                                                    : (double)((const int32_t *)t.data)[at];
        assert_true(got == (i ? last : first));
    }
    tn_run_free(run);
}

static void expect_error(TnContext *ctx, const char *call, const char *text) {
    TnRun *run;
    TnDiag d;
    assert_int_equal(run_call(ctx, call, &run), TN_E_INVALID);
    assert_null(run);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_int_equal(d.line, 4);
    if (!strstr(d.text, text)) fail_msg("%s", d.text);
}

static void arguments_and_results(void **state) {
    (void)state;
    UnitHeap heap;
    Printed printed;
    TnContext *ctx = context(&heap, &printed);
    register_all(ctx);
    expect_values(ctx,
                  "R.call_packed(\"test.twice\", x, sinfo_args=R.Tensor((2,), dtype=\"float32\"))",
                  "float32", 1, 2, 4);
    expect_values(
        ctx, "R.call_pure_packed(\"test.twice\", x, sinfo_args=R.Tensor((2,), dtype=\"float32\"))",
        "float32", 1, 2, 4);
    expect_values(
        ctx, "R.call_dps_packed(\"test.twice\", (x,), out_sinfo=R.Tensor((2,), dtype=\"float32\"))",
        "float32", 1, 2, 4);
    expect_values(ctx, "R.call_packed(\"test.twice\", (x, x))", "float32", 2, 2, 4);
    expect_values(ctx, "R.call_packed(\"test.twice\", R.tuple())", "float32", 0, 0, 0);
    calls = 0;
    expect_values(ctx,
                  "R.call_packed(\"test.kinds\", (x, x), x, R.shape([3, 4]), R.prim_value(7), "
                  "R.prim_value(0.5), R.str(\"text\"))",
                  "int64", 1, TN_TUPLE, TN_STRING);
    assert_int_equal(calls, 1);
    expect_values(ctx, "R.call_packed(\"test.careless\")", "int64", 1, 2, 2);
    expect_values(ctx,
                  "R.call_dps_packed(\"test.number\", (), out_sinfo=[R.Tensor((3,), "
                  "dtype=\"int32\"), R.Tensor((2, 2), dtype=\"int32\")])",
                  "int32", 2, 1, 2);
    /* A later one replaces the earlier, and the built-in ones too. */
    assert_int_equal(tn_host_register(ctx, "vm.builtin.copy", twice, NULL, TN_PURE), TN_OK);
    expect_values(ctx, "R.call_packed(\"vm.builtin.copy\", x)", "float32", 1, 2, 4);
    assert_int_equal(tn_host_register(ctx, "test.twice", fails, &failure, TN_PURE), TN_OK);
    failure = TN_OK;
    expect_values(ctx, "R.call_packed(\"test.twice\", x)", "float32", 0, 0, 0);
    end(ctx, &heap);
}

static void failures(void **state) {
    (void)state;
    UnitHeap heap;
    Printed printed;
    TnContext *ctx = context(&heap, &printed);
    register_all(ctx);
    expect_error(ctx, "R.call_packed(\"test.twice\")",
                 "net.py:4:9: error: call of 'test.twice': no argument");
    expect_error(ctx, "R.call_packed(\"test.twice\", R.const(1, \"int8\"))",
                 "a float32 tensor is needed");
    expect_error(ctx, "R.call_pure_packed(\"test.kinds\", x)",
                 "call of 'test.kinds': it has effects");
    expect_error(ctx,
                 "R.call_dps_packed(\"test.kinds\", x, out_sinfo=R.Tensor((1,), dtype=\"int64\"))",
                 "it has effects");
    expect_error(ctx, "R.call_packed(\"test.twize\", x)",
                 "the nearest that are registered: 'test.twice', ");
    expect_error(
        ctx, "R.call_dps_packed(\"test.twice\", x, out_sinfo=R.Tensor((3,), dtype=\"float32\"))",
        "does not fit out_sinfo");
    expect_error(
        ctx,
        "R.call_dps_packed(\"test.twice\", ((x, x),), out_sinfo=R.Tensor((2,), dtype=\"float32\"))",
        "more results");
    expect_error(ctx, "R.call_packed(\"test.twice\", x, sinfo_args=R.Shape(ndim=1))",
                 "is not of its type");
    failure = TN_E_IO;
    expect_error(ctx, "R.call_packed(\"test.fails\", x)", tn_status_text(TN_E_IO));
    static const TnStatus thrown[] = {TN_E_MEMORY, TN_E_LIMIT, TN_E_CANCELLED};
    for (size_t i = 0; i < 3; i++) {
        TnRun *run;
        failure = thrown[i];
        assert_int_equal(run_call(ctx, "R.call_packed(\"test.fails\", x)", &run), thrown[i]);
        assert_null(run);
    }
    assert_int_equal(tn_host_register(NULL, "f", twice, NULL, TN_PURE), TN_E_USAGE);
    assert_int_equal(tn_host_register(ctx, NULL, twice, NULL, TN_PURE), TN_E_USAGE);
    assert_int_equal(tn_host_register(ctx, "f", NULL, NULL, TN_PURE), TN_E_USAGE);
    end(ctx, &heap);
}

static void printing(void **state) {
    (void)state;
    UnitHeap heap;
    Printed printed;
    TnContext *ctx = context(&heap, &printed);
    TnRun *run;
    assert_int_equal(run_call(ctx, "R.print(x, format=\"x: {}\")", &run), TN_OK);
    assert_string_equal(printed.text, "x: [1.0, 2.0]\n");
    tn_run_free(run);
    end(ctx, &heap);
    const TnPrint nothing = {.print = NULL};
    const TnOptions options = {TN_SIZED(TnOptions), .print = &nothing};
    assert_int_equal(tn_context_new(&options, &ctx), TN_E_USAGE);
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(run_call(ctx, "R.print(x)", &run), TN_OK); /* dropped */
    tn_run_free(run);
    tn_context_free(ctx);
}

static void every_allocation_fails(void **state) {
    (void)state;
    static const char *const texts[] = {
        "R.call_packed(\"test.twice\", (x, x))",
        "R.call_dps_packed(\"test.twice\", (x,), out_sinfo=R.Tensor((2,), dtype=\"float32\"))",
        "R.call_packed(\"test.twice\", R.const(1, \"int8\"))",
        "R.call_packed(\"test.twize\", x)",
        "R.print(x, R.shape([3]))",
    };
    UnitHeap heap;
    Printed printed;
    TnContext *ctx = context(&heap, &printed);
    register_all(ctx);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        TnRun *run;
        const TnStatus good = run_call(ctx, texts[i], &run);
        tn_run_free(run);
        TnStatus status = TN_E_MEMORY;
        size_t k = 1;
        for (; status == TN_E_MEMORY; k++) {
            printed.len = 0;
            heap.requests = 0;
            heap.fail_at = k;
            status = run_call(ctx, texts[i], &run);
            heap.fail_at = 0;
            tn_run_free(run);
        }
        assert_int_equal(status, good);
        assert_true(k > 20);
    }
    end(ctx, &heap);
}

UNIT_MAIN(UNIT(arguments_and_results), UNIT(failures), UNIT(printing), UNIT(every_allocation_fails))
