/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs of a rank, through <tenon/tenon.h>: they are its part of what one process has, drawn or
 * given whole, and of a file that is given it takes no more memory than that part. */
#include "unit.h"

#include <unistd.h>

#include <tenon/tenon.h>

enum { ROWS = 4099, COLS = 256, RANKS = 4, SLACK = 400 * 1024 };

static const char model[] =
    "@R.function\n"
    "def main(x: R.Tensor((4099, 256), \"float32\"), p: R.Tuple(R.Tensor((2, 3), \"int64\"), "
    "R.Tensor((4, 3, 6), \"float64\"))):\n"
    "    y = R.exp(x)\n"
    "    z = R.sin(p[1])\n"
    "    return (y, z, p[0])\n";

static char folder[64], path[2][96];

static TnContext *open_model(TnRankThreads *threads, unsigned rank, const char *pass,
                             TnModule **out) {
    TnContext *ctx;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    if (threads) assert_int_equal(tn_rank_threads_join(ctx, threads, rank), TN_OK);
    assert_int_equal(tn_module_parse(ctx, "net.py", model, sizeof model - 1, out), TN_OK);
    if (pass) assert_int_equal(tn_module_run_pass(*out, pass), TN_OK);
    return ctx;
}

static TnRun *inputs_of(TnModule *m, const TnInput *inputs, size_t n) {
    const TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = inputs, .n_inputs = n,
                            .inputs_only = 1, .seed = 5};
    TnRun *run;
    const TnStatus status = tn_run(m, &o, &run);
    assert_int_equal(status, TN_OK);
    return run;
}

static TnTensorInfo input(const TnRun *run, size_t i) {
    TnTensorInfo t;
    assert_int_equal(tn_run_input(run, i, &t), TN_OK);
    return t;
}

/* `part` is what lies from first[d] on in the whole. */
static void check_part(const TnTensorInfo *whole, const TnTensorInfo *part, const int64_t *first) {
    assert_int_equal(part->ndim, whole->ndim);
    for (size_t i = 0; i < part->count; i++) {
        size_t rest = i, at = 0, step = 1;
        double a, b;
        for (uint32_t d = part->ndim; d-- > 0;) {
            at += (rest % (size_t)part->dims[d] + (size_t)first[d]) * step;
            rest /= (size_t)part->dims[d];
            step *= (size_t)whole->dims[d];
        }
        assert_int_equal(tn_tensor_element(whole, at, &a), TN_OK);
        assert_int_equal(tn_tensor_element(part, i, &b), TN_OK);
        assert_true(a == b);
    }
}

static int64_t bound(int64_t n, unsigned r) { return n * r / RANKS; }

static TnContext *one;
static TnModule *one_module;
static TnRun *whole;

static int begin(void **state) {
    (void)state;
    strcpy(folder, "/tmp/tenon-rank-parts-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(path[0], sizeof path[0], "%s/x.npy", folder);
    snprintf(path[1], sizeof path[1], "%s/x.npz", folder);
    one = open_model(NULL, 0, NULL, &one_module);
    whole = inputs_of(one_module, NULL, 0);
    TnTensorInfo x = input(whole, 0);
    assert_int_equal(tn_run_write_input(whole, 0, path[0]), TN_OK);
    assert_int_equal(tn_arrays_write(one, path[1], &x, 1), TN_OK);
    return 0;
}

static int finish(void **state) {
    (void)state;
    tn_run_free(whole);
    tn_module_free(one_module);
    tn_context_free(one);
    for (int i = 0; i < 2; i++) unlink(path[i]);
    return rmdir(folder);
}

/* Drawn; all are parts of what one process draws. */
static void drawn(void **state) {
    (void)state;
    TnRankThreads *threads;
    assert_int_equal(tn_rank_threads_new(RANKS, 9, 0, 0, &threads), TN_OK);
    for (unsigned r = 0; r < RANKS; r++) {
        TnModule *m;
        TnContext *ctx = open_model(
            threads, r, "Distribute(mesh=\"data=4\", shard=\"x=data,_;p.1=_,_,data\")", &m);
        TnRun *run = inputs_of(m, NULL, 0);
        const TnTensorInfo parts[] = {input(run, 0), input(run, 1), input(run, 2)};
        assert_int_equal(parts[0].dims[0], bound(ROWS, r + 1) - bound(ROWS, r));
        for (size_t i = 0; i < 3; i++) {
            const TnTensorInfo all = input(whole, i);
            const int64_t first[3] = {i == 0 ? bound(ROWS, r) : 0, 0,
                                      parts[i].dims[parts[i].ndim - 1] < 3 ? bound(6, r) : 0};
            check_part(&all, &parts[i], first);
        }
        assert_int_equal(tn_run_default_dim(run, 0, NULL) != NULL, 0);
        tn_run_free(run);
        tn_module_free(m);
        tn_context_free(ctx);
    }
    tn_rank_threads_free(threads);
}

/* Given whole, as a file; it is mapped, and its part alone is held. */
static void given(const char *pass, const char *file, bool by_rows) {
    TnRankThreads *threads;
    assert_int_equal(tn_rank_threads_new(RANKS, 9, 0, 0, &threads), TN_OK);
    for (unsigned r = 0; r < RANKS; r++) {
        const TnInput x = {.name = "x", .path = file};
        const int64_t n = by_rows ? ROWS : COLS;
        TnModule *m;
        TnContext *ctx = open_model(threads, r, pass, &m);
        const size_t part_bytes = sizeof(float) * ROWS * COLS / RANKS;
        TnRun *run = inputs_of(m, &x, 1);
        const TnTensorInfo all = input(whole, 0), part = input(run, 0);
        const int64_t first[2] = {by_rows ? bound(n, r) : 0, by_rows ? 0 : bound(n, r)};
        assert_int_equal(part.dims[!by_rows], bound(n, r + 1) - bound(n, r));
        check_part(&all, &part, first);
        assert_true(tn_context_peak_bytes(ctx) < part_bytes + SLACK);
        tn_run_free(run);
        tn_module_free(m);
        tn_context_free(ctx);
    }
    tn_rank_threads_free(threads);
}

static void files(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        given("Distribute(mesh=\"data=4\", shard=\"x=data,_\")", path[i], true);
        given("Distribute(mesh=\"data=4\", shard=\"x=_,data\")", path[i], false);
    }
    /* without parts it is held whole, so the count can fail */
    const TnInput x = {.name = "x", .path = path[0]};
    TnModule *m;
    TnContext *ctx = open_model(NULL, 0, NULL, &m);
    tn_run_free(inputs_of(m, &x, 1));
    assert_true(tn_context_peak_bytes(ctx) > sizeof(float) * ROWS * COLS);
    tn_module_free(m);
    tn_context_free(ctx);
}

/* An archive with another bit in it is refused by a rank whose part is elsewhere, too. */
static void damaged(void **state) {
    (void)state;
    TnRankThreads *threads;
    FILE *f = fopen(path[1], "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 100000, SEEK_SET), 0);
    const int byte = fgetc(f);
    assert_int_equal(fseek(f, 100000, SEEK_SET), 0);
    assert_int_equal(fputc(byte ^ 1, f), byte ^ 1);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(tn_rank_threads_new(RANKS, 9, 0, 0, &threads), TN_OK);
    for (unsigned r = 0; r < RANKS; r++) {
        const TnInput x = {.name = "x", .path = path[1]};
        const TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &x, .n_inputs = 1,
                                .inputs_only = 1};
        TnModule *m;
        TnRun *run;
        TnContext *ctx =
            open_model(threads, r, "Distribute(mesh=\"data=4\", shard=\"x=data,_\")", &m);
        assert_int_equal(tn_run(m, &o, &run), TN_E_INVALID);
        assert_null(run);
        tn_module_free(m);
        tn_context_free(ctx);
    }
    tn_rank_threads_free(threads);
}

/* Where a symbol is split, extents do not say whether a tensor is the whole: who gives it does. */
static void of_a_symbol(void **state) {
    (void)state;
    static const char text[] = "@R.function\n"
                               "def main(x: R.Tensor((\"n\", 3), \"float64\")):\n"
                               "    y = R.exp(x)\n"
                               "    return y\n";
    static const double rows[8 * 3] = {[6] = 7, [12] = 9};
    static const int64_t eight[] = {8, 3}, seven[] = {7, 3};
    TnInput x = {.name = "x", .dtype = "float64", .ndim = 2, .dims = eight, .data = rows};
    TnRankThreads *threads;
    assert_int_equal(tn_rank_threads_new(RANKS, 9, 0, 0, &threads), TN_OK);
    for (unsigned r = 0; r < RANKS; r++) {
        TnContext *ctx;
        TnModule *m;
        TnRun *run;
        assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
        assert_int_equal(tn_rank_threads_join(ctx, threads, r), TN_OK);
        assert_int_equal(tn_module_parse(ctx, "net.py", text, sizeof text - 1, &m), TN_OK);
        assert_int_equal(tn_module_run_pass(m, "Distribute(mesh=\"data=4\", shard=\"x=data,_\")"),
                         TN_OK);
        for (unsigned char is_whole = 0; is_whole < 2; is_whole++) {
            const TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &x, .n_inputs = 1,
                                    .inputs_only = 1, .is_whole = &is_whole};
            const int64_t first[] = {is_whole ? 2 * (int64_t)r : 0, 0};
            assert_int_equal(tn_run(m, &o, &run), TN_OK);
            const TnTensorInfo part = input(run, 0), all = {.dims = x.dims,
                                                            .ndim = 2,
                                                            .count = 24,
                                                            .dtype = "float64",
                                                            .data = rows};
            assert_int_equal(part.dims[0], is_whole ? 2 : 8);
            check_part(&all, &part, first);
            tn_run_free(run);
        }
        x.dims = seven;
        const TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &x, .n_inputs = 1,
                                .is_whole = (const unsigned char[]){1}};
        assert_int_equal(tn_run(m, &o, &run), TN_E_INVALID);
        x.dims = eight;
        tn_module_free(m);
        tn_context_free(ctx);
    }
    tn_rank_threads_free(threads);
}

/* Neither the whole nor a part: the function's own check says it. */
static void another_shape(void **state) {
    (void)state;
    static const float few[3 * COLS];
    const TnInput x = {.name = "x",
                       .dtype = "float32",
                       .ndim = 2,
                       .dims = (const int64_t[]){3, COLS},
                       .data = few};
    TnModule *m;
    TnRun *run;
    TnContext *ctx = open_model(NULL, 0, "Distribute(mesh=\"data=4\", shard=\"x=data,_\")", &m);
    const TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &x, .n_inputs = 1};
    assert_int_equal(tn_run(m, &o, &run), TN_E_INVALID);
    tn_module_free(m);
    tn_context_free(ctx);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, finish)
UNIT_MAIN(TEST(drawn), TEST(files), TEST(damaged), TEST(of_a_symbol), TEST(another_shape))
