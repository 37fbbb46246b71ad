/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX files on disk: large weights borrow from the mapped file, wherever in it they lie, and it
 * may go. */
#include "unit.h"

#include <errno.h>
#include <tenon/tenon.h>

#include "../onnx/back.h"
#include "tensor/file.h"

enum { N = 50000, WEIGHT_BYTES = N * sizeof(float) };

static TnContext *ctx;
static char folder[64], model[96], data[96];

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/tenon-u_onnx_file-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(model, sizeof model, "%s/net.onnx", folder);
    snprintf(data, sizeof data, "%s/data.bin", folder);
    return tn_context_new(NULL, &ctx) != TN_OK;
}

static int teardown(void **state) {
    (void)state;
    tn_context_free(ctx);
    unlink(model);
    unlink(data);
    return rmdir(folder);
}

static void write_file(const char *path, const char *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static float weight(size_t i) { return (float)i * 0.5f; }

static const float *weights(void) {
    static float values[N];
    for (size_t i = 0; i < N; i++) values[i] = weight(i);
    return values;
}

/* (x + w, w), after `skew` bytes that only move the weight. */
static void write_model(size_t skew) {
    const int64_t n = N;
    Back b;
    back_init(&b, 1 << 20);
    const size_t graph = back_mark(&b);
    put_value_info(&b, GRAPH_OUTPUTS, "same", ONNX_FLOAT32, &n, 1);
    put_value_info(&b, GRAPH_OUTPUTS, "y", ONNX_FLOAT32, &n, 1);
    put_value_info(&b, GRAPH_INPUTS, "x", ONNX_FLOAT32, &n, 1);
    put_tensor(&b, GRAPH_INITIALIZERS,
               &(BackTensor){.name = "w",
                             .elem = ONNX_FLOAT32,
                             .dims = &n,
                             .n_dims = 1,
                             .raw = weights(),
                             .bytes = WEIGHT_BYTES});
    char doc[8] = "";
    memset(doc, '.', skew);
    put_str(&b, 10, doc);
    end_node(&b, back_mark(&b), "Identity", "w", "same");
    end_node(&b, back_mark(&b), "Add", "x w", "y");
    end_model(&b, graph, 17);
    write_file(model, back_bytes(&b), back_len(&b));
    back_fini(&b);
}

static void check_run(TnModule *m, const float *x_at_1) {
    static float x[N];
    const int64_t n = N;
    x[1] = *x_at_1;
    const TnInput input = {.name = "x", .dtype = "float32", .ndim = 1, .dims = &n, .data = x};
    TnRun *run;
    TnTensorInfo out[2];
    assert_int_equal(
        tn_run(m, &(TnRunOptions){TN_SIZED(TnRunOptions), .inputs = &input, .n_inputs = 1}, &run),
        TN_OK);
    for (size_t i = 0; i < 2; i++) assert_int_equal(tn_run_output(run, i, &out[i]), TN_OK);
    tn_module_free(m); /* what a run gives is its own */
    assert_int_equal(unlink(model), 0);
    for (size_t i = 0; i < 2; i++) {
        const float *y = out[i].data;
        assert_int_equal((uintptr_t)y % 64, 0);
        for (size_t k = 0; k < N; k += 7) assert_true(y[k] == weight(k));
        assert_true(y[1] == weight(1) + (i == 0 ? *x_at_1 : 0));
    }
    tn_run_free(run);
}

static void borrowed_wherever_it_lies(void **state) {
    (void)state;
    for (size_t skew = 0; skew < 5; skew++) {
        const float x_at_1 = 100;
        TnModule *m;
        write_model(skew);
        const size_t before = tn_context_bytes(ctx);
        assert_int_equal(tn_module_read(ctx, model, &m), TN_OK);
        assert_true(tn_context_bytes(ctx) - before < WEIGHT_BYTES / 2);
        check_run(m, &x_at_1);
        /* messages, tables of the context */
        assert_true(tn_context_bytes(ctx) < before + (32 << 10));
    }
}

/* Written anew in one step, as tenon and most programs write: the module has what it has read. */
static void replaced_while_in_use(void **state) {
    (void)state;
    const float x_at_1 = 3;
    TnModule *m;
    write_model(1);
    assert_int_equal(tn_module_read(ctx, model, &m), TN_OK);
    write_file(data, "another", 7);
    assert_int_equal(rename(data, model), 0);
    check_run(m, &x_at_1);
}

static void put_external(Back *b, const char *name, int64_t n, const char *offset,
                         const char *length) {
    const char *const entries[][2] = {
        {"length", length}, {"offset", offset}, {"location", "data.bin"}};
    const size_t tensor = back_mark(b);
    put_int(b, TENSOR_LOCATION, 1);
    for (size_t i = 0; i < 3; i++) {
        const size_t entry = back_mark(b);
        if (!entries[i][1]) continue;
        put_str(b, 2, entries[i][1]);
        put_str(b, 1, entries[i][0]);
        wrap(b, TENSOR_EXTERNAL, entry);
    }
    put_str(b, TENSOR_NAME, name);
    put_int(b, TENSOR_TYPE, ONNX_FLOAT32);
    put_ints(b, TENSOR_DIMS, &n, 1);
    wrap(b, GRAPH_INITIALIZERS, tensor);
}

/* y = x + v + w, v and w in one file, w at an odd place. */
static TnStatus read_external(const char *offset, const char *length, TnModule **m) {
    const int64_t n = N;
    Back b;
    back_init(&b, 1 << 10);
    const size_t graph = back_mark(&b);
    put_value_info(&b, GRAPH_OUTPUTS, "y", ONNX_FLOAT32, &n, 1);
    put_value_info(&b, GRAPH_INPUTS, "x", ONNX_FLOAT32, &n, 1);
    put_external(&b, "v", N, NULL, NULL);
    put_external(&b, "w", N, offset, length);
    end_node(&b, back_mark(&b), "Add", "t w", "y");
    end_node(&b, back_mark(&b), "Add", "x v", "t");
    end_model(&b, graph, 17);
    write_file(model, back_bytes(&b), back_len(&b));
    back_fini(&b);
    return tn_module_read(ctx, model, m);
}

static void beside_the_model(void **state) {
    (void)state;
    static char bytes[2 * WEIGHT_BYTES + 1];
    memcpy(bytes, weights(), WEIGHT_BYTES);
    memcpy(bytes + WEIGHT_BYTES + 1, weights(), WEIGHT_BYTES);
    write_file(data, bytes, sizeof bytes);
    const size_t before = tn_context_bytes(ctx);
    TnModule *m;
    TnRun *run;
    TnTensorInfo out, in;
    assert_int_equal(read_external("200001", "200000", &m), TN_OK);
    assert_true(tn_context_bytes(ctx) - before < WEIGHT_BYTES / 2);
    assert_int_equal(tn_run(m, NULL, &run), TN_OK);
    assert_int_equal(tn_run_output(run, 0, &out), TN_OK);
    assert_int_equal(tn_run_input(run, 0, &in), TN_OK);
    for (size_t k = 0; k < N; k += 7) {
        const float want = ((const float *)in.data)[k] + weight(k) + weight(k);
        assert_true(((const float *)out.data)[k] == want);
    }
    tn_run_free(run);
    tn_module_free(m);
    assert_true(tn_context_bytes(ctx) < before + (32 << 10)); /* messages, tables of the context */
}

static void outside_their_file(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"200001", NULL},               /* one byte too far */
        {"400001", NULL},               /* past the end */
        {"18446744073709551615", NULL}, /* offset + length wraps */
        {"18446744073709351617", "200000"},
        {"18446744073709551616", NULL}, /* 2^64 */
        {"-1", NULL},
        {"1e3", NULL},
        {"", NULL},
        {"0", "1125899906842624"},
        {"0", "199999"},
        {"0", "200001"},
    };
    static char bytes[2 * WEIGHT_BYTES];
    write_file(data, bytes, sizeof bytes);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        TnModule *m;
        TnDiag d;
        assert_int_equal(read_external(cases[i][0], cases[i][1], &m), TN_E_INVALID);
        assert_null(m);
        assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
        assert_non_null(strstr(d.text, "'w'"));
        assert_true(tn_context_peak_bytes(ctx) < 8u << 20);
    }
}

/* The hook's own tale of a file that grew or shrank between `map` and `settle`. */
static void changed_while_it_is_read(void **state) {
    (void)state;
    static char bytes[1 << 18];
    Ctx c;
    UnitHeap heap;
    unit_ctx(&c, &heap);
    for (int how = 0; how < 3; how++) {
        SharedFile *file;
        write_file(data, bytes, sizeof bytes);
        Boundary b;
        CTX_ENTER(&c, &b) {
            assert_int_equal(file_share(&c, NULL, data, SIZE_MAX, &file), 0);
            assert_int_equal(file->mapped.size, sizeof bytes);
            if (how)
                assert_int_equal(truncate(data, (off_t)(sizeof bytes) + (how == 1 ? 1 : -1)), 0);
            assert_int_equal(file_share_end(file), how ? ESTALE : 0);
        }
        assert_int_equal(ctx_leave(&c, &b), STATUS_OK);
        assert_int_equal(heap.live, 0);
    }
    SharedFile *none;
    Boundary b;
    CTX_ENTER(&c, &b) {
        assert_int_equal(file_share(&c, NULL, data, 1000, &none), EFBIG);
        assert_int_equal(file_share(&c, NULL, folder, SIZE_MAX, &none), EISDIR);
        assert_int_equal(file_share(&c, data, "data.bin/x", 0, &none), ENOTDIR);
        assert_int_equal(file_share(&c, data, "../x", 0, &none), EXDEV);
    }
    assert_int_equal(ctx_leave(&c, &b), STATUS_OK);
    unit_ctx_end(&c, &heap);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(borrowed_wherever_it_lies), TEST(replaced_while_in_use), TEST(beside_the_model),
          TEST(outside_their_file), TEST(changed_while_it_is_read))
