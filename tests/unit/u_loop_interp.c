/* SPDX-License-Identifier: Apache-2.0 */
/* loop/interp.c: programs against models in C, bit by bit; reports, limits, cancelling, and every
 * allocation failing in turn. */
#include "unit.h"

#include <math.h>
#include <time.h>

#include "loop/interp.h"
#include "loop_programs.h"
#include "unit_arena.h"

#define DIMS(...) ((const int64_t[]){__VA_ARGS__})
#define ARG(ptr, ...) ((LoopArg){.data = (ptr), .dims = DIMS(__VA_ARGS__)})
#define SCALAR(ptr) ((LoopArg){.data = (ptr)})

static bool run(const LoopFn *fn, const LoopArg *args) {
    return loop_run(&ctx, loop_compile(fn, &arena), args, NULL);
}

static float random_float(uint64_t *seed) {
    return (float)((double)(unit_random(seed) >> 40) / 65536 - 128);
}

/* --- Sums in the stated order --- */

static float model_dot(const float *a, const float *b, int64_t n, int64_t stride, uint32_t lanes) {
    float part[64];
    if (lanes < 2) lanes = 1;
    for (uint32_t l = 0; l < lanes; l++) part[l] = l ? -0.0f : 0.0f;
    for (int64_t i = 0; i < n; i++) {
        volatile float product = a[i] * b[i * stride]; /* volatile: no fused multiply-add */
        part[i % lanes] += product;
    }
    for (uint32_t s = lanes / 2; s; s /= 2) {
        for (uint32_t j = 0; j < s; j++) part[j] += part[j + s];
    }
    return part[0];
}

static void matmul(void **state) {
    (void)state;
    enum { N = 5, K = 37, M = 3 };
    uint64_t seed = 11;
    float a[N * K], b[K * M], c[N * M];
    for (uint32_t lanes = 0; lanes <= 64; lanes = lanes ? lanes * 2 : 1) {
        for (int64_t k = 0; k <= K; k += lanes % 3 ? 1 : 37) {
            for (int i = 0; i < N * K; i++) a[i] = random_float(&seed) * (i % 7 == 0 ? 1e4f : 1);
            for (int i = 0; i < K * M; i++) b[i] = random_float(&seed);
            const LoopArg args[] = {ARG(a, N, k), ARG(b, k, M), ARG(c, N, M)};
            assert_true(run(program_matmul(&arena, lanes), args));
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < M; j++) {
                    float want = model_dot(a + i * k, b + j, k, M, lanes);
                    assert_bits_equal(c[i * M + j], want);
                }
            }
        }
    }
}

static void memory_scalar(void **state) {
    (void)state;
    double a[] = {1e16, 1, -1e16, 3, 0.5, 7, 1e-3, -2, 9, 11}, c;
    for (uint32_t lanes = 0; lanes <= 8; lanes += 8) {
        for (int64_t n = 0; n <= 10; n++) {
            double part[8] = {5, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0};
            for (int64_t i = 0; i < n; i++) part[lanes ? i % 8 : 0] += a[i];
            for (int s = 4; s && lanes; s /= 2) {
                for (int j = 0; j < s; j++) part[j] += part[j + s];
            }
            double want = part[0] + part[0];
            const LoopArg args[] = {ARG(a, n), SCALAR(&c)};
            assert_true(run(program_total(&arena, lanes), args));
            assert_bits_equal(c, want);
        }
    }
}

/* A sum of -0.0 from -0.0 on is -0.0: the other lanes start from -0.0 too. */
static void negative_zero(void **state) {
    (void)state;
    float a[] = {-0.0f, -0.0f, -0.0f}, c, want = -0.0f;
    for (uint32_t lanes = 0; lanes <= 8; lanes += 4) {
        LoopBuilder b;
        loop_builder_init(&b, &arena, "sum");
        const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
        const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(n), 1, NULL);
        const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_F, NULL, 0, NULL);
        const LoopBuffer *acc = loop_scalar(&b, "acc", loop_float(&b, DTYPE_F, -0.0));
        const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_SERIAL, lanes));
        loop_set(&b, acc, p_add(&b, loop_get(&b, acc), loop_load(&b, A, EXPRS(i))));
        loop_end(&b);
        loop_set(&b, C, loop_get(&b, acc));
        const LoopArg args[] = {ARG(a, 3), SCALAR(&c)};
        assert_true(run(loop_builder_finish(&b), args));
        assert_bits_equal(c, want);
    }
}

static void reductions(void **state) {
    (void)state;
    int64_t a[] = {-7, 12, INT64_MIN, 5, INT64_MAX, 0, 3, 255, -1, 6, 9}, c[7];
    uint8_t d[2];
    for (uint32_t lanes = 1; lanes <= 64; lanes *= 2) {
        for (int64_t n = 0; n <= 11; n++) {
            uint64_t want[7] = {1, 2, 3, 4, (uint64_t)-1, 6, 7};
            uint8_t all = 1, any = 0;
            for (int64_t i = 0; i < n; i++) {
                want[0] += (uint64_t)a[i], want[1] *= (uint64_t)a[i];
                if (a[i] < (int64_t)want[2]) want[2] = (uint64_t)a[i];
                if (a[i] > (int64_t)want[3]) want[3] = (uint64_t)a[i];
                want[4] &= (uint64_t)a[i], want[5] |= (uint64_t)a[i], want[6] ^= (uint64_t)a[i];
                all = all && a[i] != 0, any = any || a[i] < 0;
            }
            const LoopArg args[] = {ARG(a, n), ARG(c, 7), ARG(d, 2)};
            assert_true(run(program_reductions(&arena, lanes), args));
            assert_memory_equal(c, want, sizeof c);
            assert_true(d[0] == all && d[1] == any);
        }
    }
}

/* --- Control, calls, layouts --- */

static void collatz(void **state) {
    (void)state;
    int64_t a[] = {1, 2, 3, 7, 27, 97, 0, -5};
    int32_t c[8], want[] = {0, 1, 7, 16, 111, 118, 0, 0};
    const LoopArg args[] = {ARG(a, 8), ARG(c, 8)};
    assert_true(run(program_collatz(&arena), args));
    assert_memory_equal(c, want, sizeof c);
}

static void calls(void **state) {
    (void)state;
    float a[12], b[12];
    for (int i = 0; i < 12; i++) a[i] = (float)i;
    const LoopArg args[] = {ARG(a, 4, 3), ARG(b, 4, 3)};
    const LoopProgram *p = loop_compile(program_calls(&arena), &arena);
    for (int again = 0; again < 2; again++) {
        memset(b, 0, sizeof b);
        assert_true(loop_run(&ctx, p, args, NULL));
        for (int i = 0; i < 12; i++) assert_true(b[i] == 4 * a[i] + 3);
    }
}

static void strided(void **state) {
    (void)state;
    int16_t a[30], b[15];
    for (int i = 0; i < 30; i++) a[i] = (int16_t)i;
    const LoopFn *fn = program_transpose(&arena);
    LoopArg args[] = {ARG(a, 5, 3), ARG(b, 3, 5)};
    args[0].strides = DIMS(2, 10);
    assert_true(run(fn, args));
    for (int i = 0; i < 15; i++) assert_int_equal(b[i], 2 * i);
    /* The output backwards: an output tells no strides, so any will do. */
    args[1].data = b + 14;
    args[1].strides = DIMS(-5, -1);
    assert_true(run(fn, args));
    for (int i = 0; i < 15; i++) assert_int_equal(b[14 - i], 2 * i);
    args[0].strides = DIMS(2, 11);
    assert_false(run(fn, args));
    args[0].strides = NULL; /* row-major is 3, 1 */
    assert_false(run(fn, args));
    assert_int_equal(diag_errors(&ctx), 2);
    assert_string_equal(ctx.diags->diags.at[0].message,
                        "transpose: an argument's stride does not fit");
    assert_string_equal(ctx.diags->diags.at[0].expected, "stride 1 of 'A' to be 10");
    assert_string_equal(ctx.diags->diags.at[0].found, "11");
    args[0].dims = args[1].dims = DIMS(0, 3); /* without elements strides say nothing */
    args[1].dims = DIMS(3, 0);
    assert_true(run(fn, args));
}

static void extent_is_read_once(void **state) {
    (void)state;
    int64_t c = 0;
    assert_true(run(program_extent(&arena), (const LoopArg[]){SCALAR(&c)}));
    assert_int_equal(c, 3);
}

static void casts_of_buffers(void **state) {
    (void)state;
    float a[] = {1.0f, -2.75f, NAN, 1e20f, -1e20f, 2147483648.0f};
    int32_t b[6], want[] = {0x3f800000, -2, 0, INT32_MAX, INT32_MIN, INT32_MAX};
    assert_true(run(program_cast(&arena, DTYPE_FLOAT32, DTYPE_INT32),
                    (const LoopArg[]){ARG(a, 6), ARG(b, 6)}));
    assert_memory_equal(b, want, sizeof b);
    /* Every dtype is loaded and stored; a bool byte is 0 or 1 whatever it was. */
    for (DType from = DTYPE_BOOL; from < DTYPE_LOOP_END; from++) {
        for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END; to++) {
            unsigned char in[24] = {0}, out[24] = {0};
            for (int i = 0; i < 3; i++) {
                void *at = in + (size_t)i * dtype_size(from);
                if (from == DTYPE_BOOL) {
                    *(unsigned char *)at = (unsigned char)(2 * i);
                } else {
                    dtype_write_int(from, at, i + 40);
                }
            }
            assert_true(
                run(program_cast(&arena, from, to), (const LoopArg[]){ARG(in, 3), ARG(out, 3)}));
            for (int i = 1; i < 3; i++) {
                double want_value = to == DTYPE_BOOL || from == DTYPE_BOOL ? 1 : i + 40;
                assert_true(dtype_read_double(to, out + (size_t)i * dtype_size(to)) == want_value);
            }
        }
    }
}

static void every_row(void **state) {
    (void)state;
    unsigned char in[DTYPE_LOOP_END][16] = {{0}};
    int64_t c, two[] = {2};
    LoopArg args[DTYPE_LOOP_END];
    for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
        for (int i = 0; i < 2; i++)
            dtype_write_int(t, in[t] + (size_t)i * dtype_size(t), t == DTYPE_BOOL ? i : i + 1);
        args[t - 1] = (LoopArg){.data = in[t], .dims = two};
    }
    args[DTYPE_LOOP_END - 1] = SCALAR(&c);
    assert_true(run(program_every_row(&arena), args));
}

/* --- Sorting --- */

static void check_sort(const float *a, int64_t n, int64_t m) {
    int64_t *p = ARENA_ARRAY(&arena, int64_t, (size_t)(n * m) + 1);
    const LoopArg args[] = {ARG((float *)(uintptr_t)a, n, m), ARG(p, n, m)};
    assert_true(run(program_sort(&arena), args));
    for (int64_t r = 0; r < n; r++) {
        bool *used = ARENA_ARRAY(&arena, bool, (size_t)m + 1);
        for (int64_t i = 0; i < m; i++) {
            int64_t at = p[r * m + i], before = i ? p[r * m + i - 1] : 0;
            assert_true(at >= 0 && at < m && !used[at]);
            used[at] = true;
            float x = a[r * m + before], y = a[r * m + at];
            bool ordered =
                i == 0 || (isnan(y) ? !isnan(x) || before < at : x < y || (x == y && before < at));
            assert_true(ordered);
        }
    }
}

static void sort(void **state) {
    (void)state;
    enum { N = 3, M = 300 };
    static float a[N * M];
    uint64_t seed = 5;
    static const int64_t lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 100, 255, 256, 300};
    for (size_t k = 0; k < ARRAY_LEN(lengths); k++) {
        for (int i = 0; i < N * M; i++) { /* many ties, both zeros, infinities and NaN */
            uint64_t x = unit_random(&seed) % 20;
            a[i] = x == 0   ? NAN
                   : x == 1 ? -NAN
                   : x == 2 ? INFINITY
                   : x == 3 ? -INFINITY
                   : x == 4 ? -0.0f
                            : (float)(x % 7);
        }
        check_sort(a, N, lengths[k]);
    }
    check_sort(a, 0, 5);
}

/* --- Reports --- */

static void index_out_of_range(void **state) {
    (void)state;
    float a[] = {1, 2, 3}, c[4] = {0};
    int64_t at[] = {0, 2, 1, 3};
    const LoopFn *fn = program_gather(&arena);
    LoopArg args[] = {ARG(a, 3), ARG(at, 3), ARG(c, 3)};
    assert_true(run(fn, args));
    assert_true(c[0] == 1 && c[1] == 3 && c[2] == 2);
    args[1].dims = args[2].dims = DIMS(4);
    assert_false(run(fn, args));
    at[0] = -1;
    assert_false(run(fn, args));
    assert_int_equal(diag_errors(&ctx), 2);
    const Diag *d = &ctx.diags->diags.at[0];
    assert_string_equal(d->message, "gather: an index is out of range");
    assert_string_equal(d->expected, "dim 0 of 'A' in [0, 3)");
    assert_string_equal(d->found, "3");
    assert_true(d->loc.line == 7 && d->loc.col == 9);
    assert_string_equal(d[1].found, "-1");
}

static void wrong_extents(void **state) {
    (void)state;
    float x[8] = {0};
    const LoopFn *fn = program_matmul(&arena, 0);
    assert_false(run(fn, (const LoopArg[]){ARG(x, 2, 3), ARG(x, 4, 2), ARG(x, 2, 2)}));
    assert_false(run(fn, (const LoopArg[]){ARG(x, 2, 3), ARG(x, 3, 2), ARG(x, 3, 2)}));
    assert_false(run(fn, (const LoopArg[]){ARG(x, -2, 3), ARG(x, 3, 2), ARG(x, -2, 2)}));
    assert_int_equal(diag_errors(&ctx), 3);
    const Diag *d = ctx.diags->diags.at;
    assert_string_equal(d[0].message, "matmul: an argument's extent does not fit");
    assert_string_equal(d[0].expected, "dim 0 of 'B' to be 3");
    assert_string_equal(d[0].found, "4");
    assert_string_equal(d[1].expected, "dim 0 of 'C' to be 2");
    assert_string_equal(d[2].expected, "dim 0 of 'A' to be at least 0, and to have a value");
    int64_t sizes[3];
    assert_true(
        loop_bind_sizes(&ctx, fn, (const LoopArg[]){ARG(x, 2, 3), ARG(x, 3, 4)}, 2, NULL, sizes));
    assert_true(sizes[0] == 2 && sizes[1] == 3 && sizes[2] == 4);
    int64_t extent;
    assert_true(loop_eval_extent(fn, fn->params.at[2]->dims[1], sizes, &extent) && extent == 4);
}

/* y[i] = x[i // 4, i % 4] of (2*n, 4) and (8*n,), and a negative scalar that is added. */
static void scalars(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "flat");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *k = loop_var(&b, loop_size(&b, "k"));
    const LoopExpr *four = loop_index(&b, 4);
    const LoopBuffer *x =
        loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_INT64,
                   EXPRS(loop_op2(&b, LOOP_MUL, n, loop_index(&b, 2)), four), 2, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_INT64,
                                     EXPRS(loop_op2(&b, LOOP_MUL, n, loop_index(&b, 8))), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", y->dims[0], LOOP_PARALLEL, 0));
    const LoopExpr *from = loop_load(
        &b, x, EXPRS(loop_op2(&b, LOOP_FLOORDIV, i, four), loop_op2(&b, LOOP_FLOORMOD, i, four)));
    loop_store(&b, y, EXPRS(i), loop_op2(&b, LOOP_ADD, from, k));
    loop_end(&b);
    LoopFn *fn = loop_builder_finish(&b);
    loop_sizes_to_scalars(fn);
    assert_int_equal(fn->n_scalars, 2);
    const LoopProgram *p = loop_compile(fn, &arena);
    int64_t in[16], out[16];
    for (int64_t at = 0; at < 16; at++) in[at] = 3 * at;
    assert_true(loop_run(&ctx, p, (const LoopArg[]){ARG(in, 4, 4), ARG(out, 16)},
                         (const int64_t[]){2, -7}));
    for (int64_t at = 0; at < 16; at++) assert_int_equal(out[at], 3 * at - 7);
    assert_true(
        loop_run(&ctx, p, (const LoopArg[]){ARG(in, 0, 4), ARG(out, 0)}, (const int64_t[]){0, 1}));
    assert_int_equal(diag_errors(&ctx), 0);
    /* They agree with the extents, or the run is refused. */
    assert_false(
        loop_run(&ctx, p, (const LoopArg[]){ARG(in, 4, 4), ARG(out, 16)}, (const int64_t[]){1, 0}));
    assert_false(loop_run(&ctx, p, (const LoopArg[]){ARG(in, -4, 4), ARG(out, -16)},
                          (const int64_t[]){-2, 0}));
    assert_int_equal(diag_errors(&ctx), 2);
    assert_string_equal(ctx.diags->diags.at[0].expected, "dim 0 of 'x' to be 2");
}

/* n*n as an extent that overflows; a negative local. */
static void strange_extents(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "square");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_INT8, EXPRS(n), 1, NULL);
    loop_param(&b, "B", LOOP_BUFFER_OUTPUT, DTYPE_INT8, EXPRS(p_mul(&b, n, n)), 1, NULL);
    loop_local(&b, "C", DTYPE_INT8, EXPRS(p_sub(&b, n, loop_index(&b, 2))), 1);
    const LoopFn *fn = loop_builder_finish(&b);
    char x[9];
    assert_true(run(fn, (const LoopArg[]){ARG(x, 3), ARG(x, 9)}));
    assert_false(run(fn, (const LoopArg[]){ARG(x, (int64_t)1 << 32), ARG(x, 0)}));
    assert_false(run(fn, (const LoopArg[]){ARG(x, 1), ARG(x, 1)}));
    assert_int_equal(diag_errors(&ctx), 2);
    assert_string_equal(ctx.diags->diags.at[1].expected, "dim 0 of 'C' to be at least 0");
    assert_string_equal(ctx.diags->diags.at[1].found, "-1");
}

/* --- Throws --- */

static Status try_run(const LoopProgram *p, const LoopArg *args) {
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) { assert_true(loop_run(&ctx, p, args, NULL)); }
    return ctx_leave(&ctx, &boundary);
}

static void cancel(void **state) {
    (void)state;
    atomic_bool flag = false;
    int64_t a[300];
    int32_t c[300];
    for (int i = 0; i < 300; i++) a[i] = 27;
    const LoopProgram *p = loop_compile(program_collatz(&arena), &arena);
    const LoopArg args[] = {ARG(a, 300), ARG(c, 300)};
    ctx.cancel = &flag;
    assert_int_equal(try_run(p, args), STATUS_OK);
    atomic_store(&flag, true);
    assert_int_equal(try_run(p, args), STATUS_CANCELLED);
    /* Calls without a loop are polled too: 2**20 of them, most of a minute if not. */
    const LoopFn *callee = NULL;
    for (int i = 0; i < 40; i++) {
        LoopBuilder b;
        loop_builder_init(&b, &arena, "f");
        const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
        for (int k = 0; k < 2 && callee; k++) loop_call(&b, callee, (const LoopBuffer *[]){C});
        callee = loop_builder_finish(&b);
    }
    assert_int_equal(try_run(loop_compile(callee, &arena), (const LoopArg[]){SCALAR(a)}),
                     STATUS_CANCELLED);
}

static void limit(void **state) {
    (void)state;
    float a[12] = {0}, b[12];
    const LoopProgram *p = loop_compile(program_calls(&arena), &arena);
    const LoopArg args[] = {ARG(a, 4, 3), ARG(b, 4, 3)};
    ctx.limits.const_bytes = 48;
    assert_int_equal(try_run(p, args), STATUS_OK);
    ctx.limits.const_bytes = 47;
    assert_int_equal(try_run(p, args), STATUS_LIMIT);
    /* The locals of a caller and its callee together. */
    const LoopFn *callee = NULL;
    for (int i = 0; i < 2; i++) {
        LoopBuilder builder;
        loop_builder_init(&builder, &arena, "f");
        const LoopBuffer *C =
            loop_param(&builder, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
        for (int k = 0; k < 2; k++)
            loop_local(&builder, "w", DTYPE_INT8, EXPRS(loop_index(&builder, 20)), 1);
        if (callee) loop_call(&builder, callee, (const LoopBuffer *[]){C});
        callee = loop_builder_finish(&builder);
    }
    ctx.limits.const_bytes = 80;
    assert_int_equal(try_run(loop_compile(callee, &arena), (const LoopArg[]){SCALAR(a)}),
                     STATUS_OK);
    ctx.limits.const_bytes = 79;
    assert_int_equal(try_run(loop_compile(callee, &arena), (const LoopArg[]){SCALAR(a)}),
                     STATUS_LIMIT);
    const LoopProgram *sort_ = loop_compile(program_sort(&arena), &arena);
    const LoopArg huge[] = {ARG(a, 0, (int64_t)1 << 61), ARG(b, 0, (int64_t)1 << 61)};
    assert_int_equal(try_run(sort_, huge), STATUS_LIMIT);
}

static void out_of_memory(void **state) {
    (void)state;
    float a[12] = {0}, b[12];
    int64_t c[12];
    const LoopArg args[] = {ARG(a, 4, 3), ARG(b, 4, 3)}, sorted[] = {ARG(a, 4, 3), ARG(c, 4, 3)};
    volatile size_t failed = 0;
    for (volatile size_t k = 1;; k++) {
        volatile size_t live = heap.live; /* the arena may keep what it got */
        heap.fail_at = heap.requests + k;
        Boundary boundary;
        CTX_ENTER(&ctx, &boundary) {
            Arena scratch;
            arena_init(&scratch, &ctx);
            assert_true(
                loop_run(&ctx, loop_compile(program_calls(&scratch), &scratch), args, NULL));
            assert_true(
                loop_run(&ctx, loop_compile(program_sort(&scratch), &scratch), sorted, NULL));
            arena_fini(&scratch);
        }
        Status status = ctx_leave(&ctx, &boundary);
        heap.fail_at = 0;
        assert_int_equal(heap.live, live);
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_MEMORY);
        failed++;
    }
    assert_true(failed > 3);
}

static void speed(void **state) {
    (void)state;
    enum { N = 96 };
    static float a[N * N], b[N * N], c[N * N];
    const LoopArg args[] = {ARG(a, N, N), ARG(b, N, N), ARG(c, N, N)};
    const LoopProgram *p = loop_compile(program_matmul(&arena, 0), &arena);
    clock_t start = clock();
    assert_true(loop_run(&ctx, p, args, NULL));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.1f M mac/s\n", (double)N * N * N / 1e6 / (seconds > 0 ? seconds : 1e-9));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(matmul), TEST(memory_scalar), TEST(negative_zero), TEST(reductions), TEST(collatz),
          TEST(calls), TEST(strided), TEST(extent_is_read_once), TEST(casts_of_buffers),
          TEST(every_row), TEST(sort), TEST(index_out_of_range), TEST(wrong_extents), TEST(scalars),
          TEST(strange_extents), TEST(cancel), TEST(limit), TEST(out_of_memory), TEST(speed))
