/* SPDX-License-Identifier: Apache-2.0 */
/* Executables of the public interface: states by extents, what is counted, faults, cancelling,
 * which bits. */
#include "unit.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include <tenon/tenon.h>

typedef struct {
    TnContext *ctx;
    TnModule *m;
    TnExecutable *x;
} Fixture;

static void set_up(Fixture *f, const char *text, const TnNativeOptions *options) {
    *f = (Fixture){.ctx = NULL};
    assert_int_equal(tn_context_new(NULL, &f->ctx), TN_OK);
    assert_int_equal(tn_module_parse(f->ctx, NULL, text, strlen(text), &f->m), TN_OK);
    assert_int_equal(tn_module_compile_native(f->m, options, &f->x), TN_OK);
}

static void tear_down(Fixture *f) {
    tn_executable_free(f->x);
    tn_module_free(f->m);
    tn_context_free(f->ctx);
}

static TnPrepared *prepared(TnExecutable *x, const TnBuffer *in) {
    TnPrepared *p;
    const char *fault;
    assert_int_equal(tn_executable_prepare(x, in, &p, &fault), TN_OK);
    assert_null(fault);
    return p;
}

static TnExecutableCounts counts_of(TnExecutable *x) {
    TnExecutableCounts c;
    tn_executable_counts(x, &c);
    return c;
}

static const char rows[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 4), \"float32\"), k: R.Tensor((4, \"m\"), \"float32\")):\n"
    "    y = R.matmul(x, k)\n"
    "    return (R.sum(y, axis=[1]), R.nonzero(x))\n";

static void states_are_used_again(void **state) {
    (void)state;
    Fixture f;
    set_up(&f, rows, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .threads = 1, .idle = 2});
    float x[5 * 4], k[4 * 2];
    for (size_t i = 0; i < ARRAY_LEN(x); i++) x[i] = 1;
    for (size_t i = 0; i < ARRAY_LEN(k); i++) k[i] = 2;
    TnBuffer in[2] = {{x, {0, 4}}, {k, {4, 2}}}, out[2];
    static const struct {
        int64_t n;
        size_t prepared, reused;
    } turns[] = {{3, 1, 0}, {5, 2, 0}, {3, 2, 1}, {5, 2, 2},
                 {3, 2, 3}, {1, 3, 3}, {5, 4, 3}, {1, 4, 4}};
    for (size_t i = 0; i < ARRAY_LEN(turns); i++) { /* two are kept: those of 5 went when 1 came */
        in[0].dims[0] = turns[i].n;
        TnPrepared *p = prepared(f.x, in);
        assert_int_equal(tn_prepared_outputs(p, 1, out), TN_OK);
        assert_int_equal(out[0].dims[0], turns[i].n);
        assert_int_equal(out[1].dims[1], -1);
        assert_null(out[1].data);
        assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
        for (int64_t j = 0; j < turns[i].n; j++) assert_true(((float *)out[0].data)[j] == 16);
        assert_int_equal(out[1].dims[0], 2);
        assert_int_equal(out[1].dims[1], 4 * turns[i].n);
        assert_int_equal(((int64_t *)out[1].data)[1], 0);
        tn_output_free(out[1].data);
        tn_prepared_free(p);
        assert_int_equal(counts_of(f.x).prepared, turns[i].prepared);
        assert_int_equal(counts_of(f.x).reused, turns[i].reused);
    }
    tear_down(&f);
}

static void what_it_takes_and_gives(void **state) {
    (void)state;
    Fixture f;
    TnExecutableValue v;
    set_up(&f, rows, NULL);
    assert_int_equal(tn_executable_input_count(f.x), 2);
    assert_int_equal(tn_executable_output_count(f.x), 2);
    assert_int_equal(tn_executable_input(f.x, 1, &v), TN_OK);
    assert_string_equal(v.name, "k");
    assert_string_equal(v.dtype, "float32");
    assert_int_equal(v.ndim, 2);
    assert_int_equal(tn_executable_output(f.x, 1, &v), TN_OK);
    assert_true(v.is_dynamic && !v.name);
    assert_int_equal(tn_executable_output(f.x, 2, &v), TN_E_USAGE);
    tear_down(&f);
}

static void faults_are_told(void **state) {
    (void)state;
    static const char text[] =
        "@R.function\n"
        "def main(x: R.Tensor((\"n\",), \"float32\"), y: R.Tensor((\"n\",), \"float32\"), i: R.Tensor((1,), \"int64\")):\n"
        "    return R.take(R.add(x, y), i)\n";
    Fixture f;
    TnPrepared *p;
    const char *fault;
    TnExecutable *none;
    set_up(&f, text, NULL);
    float x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, r;
    int64_t i = 2;
    TnBuffer in[3] = {{x, {3}}, {y, {2}}, {&i, {1}}}, out[1] = {{&r, {1}}};
    assert_int_equal(tn_executable_prepare(f.x, in, &p, &fault), TN_E_INVALID);
    assert_null(p);
    assert_non_null(fault);
    in[1].dims[0] = 3;
    p = prepared(f.x, in);
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    assert_true(r == 9);
    i = 3;
    assert_int_equal(tn_prepared_run(p, in, out), TN_E_INVALID);
    assert_non_null(tn_prepared_fault(p));
    i = 0;
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    assert_null(tn_prepared_fault(p));
    assert_true(r == 5);
    in[0].data = NULL;
    assert_int_equal(tn_prepared_run(p, in, out), TN_E_USAGE);
    in[0].data = x;
    in[0].dims[0] = in[1].dims[0] = 2;
    assert_int_equal(tn_prepared_run(p, in, out), TN_E_INVALID);
    tn_prepared_free(p);
    assert_int_equal(tn_module_compile_native(
                         f.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .n_dims = 1}, &none),
                     TN_E_USAGE);
    assert_int_equal(
        tn_module_compile_native(
            f.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .function = "none"}, &none),
        TN_E_INVALID);
    assert_int_equal(
        tn_module_compile_native(
            f.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = "abacus"}, &none),
        TN_E_INVALID);
    assert_true(tn_diag_count(f.ctx) > 0);
    assert_int_equal(
        tn_module_compile_native(
            f.m,
            &(TnNativeOptions){TN_SIZED(TnNativeOptions), .dims = &(TnDim){"q", 3}, .n_dims = 1},
            &none),
        TN_E_INVALID);
    assert_null(none);
    /* The executable outlives its module and its context's owner. */
    tn_module_free(f.m);
    tn_context_free(f.ctx);
    in[0].dims[0] = in[1].dims[0] = 3;
    p = prepared(f.x, in);
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    tn_prepared_free(p);
    tn_executable_free(f.x);
}

/* A step of a decoder: the cache grows by a row each time. Its products of fixed extents are
 * oneDNN's, those with P not. */
static const char step[] =
    "@R.function\n"
    "def main(x: R.Tensor((64, 256), \"float32\"), w: R.Tensor((256, 256), \"float32\"),\n"
    "         cache: R.Tensor((\"P\", 256), \"float32\")):\n"
    "    q = R.matmul(x, w)\n"
    "    s = R.matmul(q, R.permute_dims(cache))\n"
    "    a = R.nn.softmax(s, axis=-1)\n"
    "    o = R.matmul(a, cache)\n"
    "    z = R.matmul(R.nn.relu(o), w)\n"
    "    return (z, R.concat((cache, R.strided_slice(q, axes=[0], begin=[0], end=[1])), axis=0))\n";

static void nothing_is_made_for_dims_that_vary(void **state) {
    (void)state;
    enum { MOST = 48, WIDE = 256 };
    static const char *const varying[] = {"P"};
    static float x[64 * WIDE], w[WIDE * WIDE], cache[2][(MOST + 1) * WIDE], z[64 * WIDE];
    Fixture f;
    set_up(&f, step,
           &(TnNativeOptions){TN_SIZED(TnNativeOptions), .threads = 1, .varying = varying,
                              .n_varying = 1});
    for (size_t i = 0; i < ARRAY_LEN(x); i++) x[i] = (float)(i % 7) / 7;
    for (size_t i = 0; i < ARRAY_LEN(w); i++) w[i] = (float)(i % 11) / 11 / WIDE;
    for (size_t i = 0; i < WIDE; i++) cache[0][i] = (float)(i % 5) / 5;
    TnExecutableCounts first = {0};
    for (int64_t n = 1; n < MOST; n++) {
        TnBuffer in[3] = {{x, {64, WIDE}}, {w, {WIDE, WIDE}}, {cache[(n + 1) % 2], {n, WIDE}}};
        TnBuffer out[2] = {{z, {64, WIDE}}, {cache[n % 2], {n + 1, WIDE}}};
        TnPrepared *p = prepared(f.x, in);
        assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
        tn_prepared_free(p);
        const TnExecutableCounts c = counts_of(f.x);
        if (n == 1) first = c;
        assert_int_equal(c.prepared, n);
        assert_int_equal(c.primitives, first.primitives);
        assert_int_equal(c.code_bytes, first.code_bytes);
    }
    tear_down(&f);
    printf("%zu primitives for all steps\n", first.primitives);
}

static const char forever[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function(private=True)\n"
    "    def more(c: R.Tensor((64, 64), \"float32\")) -> R.Tensor((), \"bool\"):\n"
    "        s = R.less(R.max(c), R.const(2.0, \"float32\"))\n"
    "        return s\n"
    "    @R.function(private=True)\n"
    "    def body(c: R.Tensor((64, 64), \"float32\")):\n"
    "        d = R.tanh(R.matmul(c, c))\n"
    "        return (d,)\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((64, 64), \"float32\")):\n"
    "        cls = Module\n"
    "        y = R.while_loop(cls.more, cls.body, (x,), ())\n"
    "        return y\n";

static void *cancel_soon(void *user) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    tn_prepared_cancel(user);
    return NULL;
}

static void ends_when_cancelled(void **state) {
    (void)state;
    Fixture f;
    pthread_t thread;
    set_up(&f, forever, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .threads = 2});
    static float x[64 * 64], y[64 * 64];
    TnBuffer in[1] = {{x, {64, 64}}}, out[1] = {{y, {64, 64}}};
    TnPrepared *p = prepared(f.x, in);
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(pthread_create(&thread, NULL, cancel_soon, p), 0);
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        assert_int_equal(tn_prepared_run(p, in, out), TN_E_CANCELLED);
        clock_gettime(CLOCK_MONOTONIC, &end);
        assert_true(end.tv_sec - start.tv_sec < 10);
        pthread_join(thread, NULL);
    }
    for (size_t i = 0; i < ARRAY_LEN(x); i++) x[i] = 3;
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK); /* no iteration */
    assert_true(y[5] == 3);
    tn_prepared_cancel(p);
    tn_prepared_free(p); /* which forgets it */
    p = prepared(f.x, in);
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    tn_prepared_free(p);
    tear_down(&f);
}

static void strict_bits_are_the_evaluators(void **state) {
    (void)state;
    static const char text[] =
        "@R.function\n"
        "def main(x: R.Tensor((\"n\", 33), \"float32\"), w: R.Tensor((33, 40), \"float32\"), i: R.Tensor((1, 3, 9, 9), \"float32\"),\n"
        "         k: R.Tensor((4, 3, 3, 3), \"float32\")):\n"
        "    a = R.nn.softmax(R.matmul(x, w))\n"
        "    c = R.nn.gelu(R.nn.conv2d(i, k, padding=[1, 1]))\n"
        "    return (a, R.mean(R.tanh(a)), c)\n";
    TnContext *ctx;
    TnModule *m;
    TnRun *runs[3];
    TnDifference d;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, text, sizeof text - 1, &m), TN_OK);
    const TnDim n = {"n", 21};
    TnRunOptions how = {TN_SIZED(TnRunOptions), .dims = &n, .n_dims = 1};
    assert_int_equal(tn_run(m, &how, &runs[0]), TN_OK);
    for (int i = 1; i < 3; i++) {
        how = (TnRunOptions){TN_SIZED(TnRunOptions), .like = runs[0], .backend = TN_BACKEND_LLVM,
                             .strict = i == 1,       .specialize = 1, .threads = 2};
        assert_int_equal(tn_run(m, &how, &runs[i]), TN_OK);
    }
    assert_int_equal(tn_run_compare(runs[1], runs[0], 0, 0, &d), TN_OK);
    assert_int_equal(tn_run_compare(runs[2], runs[0], 1e-4, 1e-5, &d), TN_OK);
    how.varying = &(const char *){"none"};
    how.n_varying = 1;
    TnRun *none;
    assert_int_equal(tn_run(m, &how, &none), TN_E_INVALID);
    for (int i = 0; i < 3; i++) tn_run_free(runs[i]);
    tn_module_free(m);
    tn_context_free(ctx);
}

static TnStatus twice(void *user, TnHostCall *call) {
    TnValue x;
    void *y;
    (void)user;
    assert_int_equal(tn_host_arg(call, 0, &x), TN_OK);
    if (((const float *)x.tensor.data)[0] < 0) return tn_host_fail(call, "it is negative");
    const TnStatus status = tn_host_result(call, x.tensor.dtype, x.tensor.ndim, x.tensor.dims, &y);
    for (size_t i = 0; !status && i < x.tensor.count; i++)
        ((float *)y)[i] = 2 * ((const float *)x.tensor.data)[i];
    return status;
}

/* Memory for what is not dynamic, a run, and what came out. */
static void run_rows(TnExecutable *x, int64_t n) {
    float a[5 * 4], k[4 * 2];
    for (size_t i = 0; i < ARRAY_LEN(a); i++) a[i] = i % 3 == 0 ? 0 : (float)i;
    for (size_t i = 0; i < ARRAY_LEN(k); i++) k[i] = 2;
    const TnBuffer in[2] = {{a, {n, 4}}, {k, {4, 2}}};
    TnBuffer out[2];
    TnExecutableValue v[2];
    TnPrepared *p = prepared(x, in);
    assert_int_equal(tn_executable_output(x, 0, &v[0]), TN_OK);
    assert_int_equal(tn_executable_output(x, 1, &v[1]), TN_OK);
    assert_true(v[1].is_dynamic);
    for (size_t turn = 0; turn < 2; turn++) {
        assert_int_equal(tn_prepared_outputs(p, 1, out), TN_OK);
        assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
        assert_null(tn_prepared_fault(p));
        assert_int_equal(out[0].dims[0], n);
        size_t nonzero = 0;
        for (int64_t i = 0; i < n; i++) {
            float sum = 0;
            for (int64_t j = 0; j < 4; j++) {
                sum += 4 * a[4 * i + j];
                nonzero += a[4 * i + j] != 0;
            }
            assert_true(((const float *)out[0].data)[i] == sum);
        }
        assert_int_equal(out[1].dims[0], 2);
        assert_int_equal(out[1].dims[1], nonzero);
        for (size_t i = 0; i < 2; i++) {
            if (v[i].is_dynamic) tn_output_free(out[i].data);
        }
    }
    tn_prepared_free(p);
}

/* The same module by each backend; it is freed, and another one is made, before anything runs. */
static void any_backend(void **state) {
    (void)state;
    TnBackendInfo info;
    size_t n = 0;
    for (; tn_backend_get(n, &info) == TN_OK; n++) {
        TnContext *ctx;
        TnModule *m;
        TnExecutable *x;
        TnExecutableValue v;
        if (!info.is_there) continue;
        assert_int_equal(tn_has_backend((TnBackend)n), 1);
        assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
        assert_int_equal(tn_module_parse(ctx, NULL, rows, strlen(rows), &m), TN_OK);
        assert_int_equal(tn_module_compile(m, (TnBackend)n, NULL, &x), TN_OK);
        tn_module_free(m);
        assert_int_equal(tn_executable_input_count(x), 2);
        assert_int_equal(tn_executable_input(x, 1, &v), TN_OK);
        assert_string_equal(v.name, "k");
        assert_string_equal(v.dtype, "float32");
        assert_int_equal(v.ndim, 2);
        run_rows(x, 3);
        run_rows(x, 5);
        run_rows(x, 3);
        assert_int_equal(counts_of(x).prepared, 2);
        assert_int_equal(counts_of(x).reused, 1);
        tn_executable_free(x);
        tn_context_free(ctx);
    }
    assert_true(n >= 3);
    assert_int_equal(tn_has_backend((TnBackend)n), 0);
    assert_true(tn_backend_profiles(TN_BACKEND_EVAL) && !tn_backend_profiles(TN_BACKEND_C));
    assert_int_equal(tn_backend_profiles((TnBackend)n), 0);
}

/* What is wrong in a run, and options that a backend does not heed. */
static void any_backend_refuses(void **state) {
    (void)state;
    static const char picks[] =
        "@R.function\n"
        "def main(x: R.Tensor((\"n\",), \"float32\"), i: R.Tensor((1,), \"int64\")):\n"
        "    return R.take(x, i, axis=0)\n";
    TnBackendInfo info;
    for (size_t n = 0; tn_backend_get(n, &info) == TN_OK; n++) {
        TnContext *ctx;
        TnModule *m;
        TnExecutable *x;
        TnDiag d;
        if (!info.is_there) continue;
        assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
        assert_int_equal(tn_module_parse(ctx, NULL, picks, strlen(picks), &m), TN_OK);
        const TnNativeOptions bound = {TN_SIZED(TnNativeOptions), .dims = &(TnDim){"n", 2},
                                       .n_dims = 1};
        const TnStatus status = tn_module_compile(m, (TnBackend)n, &bound, &x);
        assert_int_equal(status, info.has_options ? TN_OK : TN_E_INVALID);
        if (status != TN_OK) assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
        if (status != TN_OK) assert_non_null(strstr(d.message, "does not heed the option 'dims'"));
        tn_executable_free(x);
        assert_int_equal(tn_module_compile(m, (TnBackend)n, NULL, &x), TN_OK);
        float a[2] = {1, 2}, b[1];
        int64_t index = 7;
        const TnBuffer in[2] = {{a, {2}}, {&index, {1}}};
        TnBuffer out[1] = {{b, {0}}};
        TnPrepared *p = prepared(x, in);
        assert_int_equal(tn_prepared_run(p, in, out), TN_E_INVALID);
        assert_non_null(tn_prepared_fault(p));
        tn_prepared_free(p);
        tn_executable_free(x);
        tn_module_free(m);
        tn_context_free(ctx);
    }
}

/* Host functions, and what they report, by the evaluator. */
static void host_functions(void **state) {
    (void)state;
    static const char calls[] =
        "@R.function\n"
        "def main(x: R.Tensor((2,), \"float32\")):\n"
        "    return R.call_pure_packed(\"twice\", x, sinfo_args=(R.Tensor((2,), \"float32\"),))\n";
    TnContext *ctx;
    TnModule *m;
    TnExecutable *x;
    TnDiag d;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_host_register(ctx, "twice", twice, NULL, TN_PURE), TN_OK);
    assert_int_equal(tn_module_parse(ctx, NULL, calls, strlen(calls), &m), TN_OK);
    assert_int_equal(tn_module_compile(m, TN_BACKEND_EVAL, NULL, &x), TN_OK);
    tn_module_free(m);
    float a[2] = {1, 2};
    const TnBuffer in[1] = {{a, {2}}};
    TnBuffer out[1];
    TnPrepared *p = prepared(x, in);
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    assert_true(((const float *)out[0].data)[1] == 4);
    tn_output_free(out[0].data);
    a[0] = -1;
    assert_int_equal(tn_prepared_run(p, in, out), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, "it is negative"));
    a[0] = 1;
    tn_cancel(ctx);
    assert_int_equal(tn_prepared_run(p, in, out), TN_E_CANCELLED);
    assert_int_equal(tn_prepared_run(p, in, out), TN_OK);
    tn_output_free(out[0].data);
    tn_prepared_free(p);
    tn_executable_free(x);
    tn_context_free(ctx);
}

UNIT_MAIN(UNIT(states_are_used_again), UNIT(what_it_takes_and_gives), UNIT(faults_are_told),
          UNIT(nothing_is_made_for_dims_that_vary), UNIT(ends_when_cancelled),
          UNIT(strict_bits_are_the_evaluators), UNIT(any_backend), UNIT(any_backend_refuses),
          UNIT(host_functions))
