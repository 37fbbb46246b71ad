/* SPDX-License-Identifier: Apache-2.0 */
/* How fast oneDNN's calls are: tenon-test bench_onednn [THREADS]
 *
 * Prints GFLOP/s of products and convolutions, as the least time of some runs; what preparing
 * and a call cost; and the peak of this machine's arithmetic. The rates in backend/onednn/cost.c
 * come from here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "backend/onednn/onednn.h"
#include "base/clock.h"
#include "base/vec.h"

typedef struct {
    const char *what;
    OnednnKind kind;
    int64_t x[4], w[4]; /* matmul: m, k; k, n. conv2d: N, H, W, C; height, width, I, O */
    int64_t groups, pad, stride;
} Row;

static const Row rows[] = {
    {"matmul 1024 x 1024 x 1024", ONEDNN_MATMUL, {1024, 1024}, {1024, 1024}, 0, 0, 0},
    {"matmul 256 x 256 x 256", ONEDNN_MATMUL, {256, 256}, {256, 256}, 0, 0, 0},
    {"matmul 128 x 256 x 1024", ONEDNN_MATMUL, {128, 256}, {256, 1024}, 0, 0, 0},
    {"matmul 64 x 64 x 64", ONEDNN_MATMUL, {64, 64}, {64, 64}, 0, 0, 0},
    {"matmul 32 x 32 x 32", ONEDNN_MATMUL, {32, 32}, {32, 32}, 0, 0, 0},
    {"matmul 16 x 256 x 256", ONEDNN_MATMUL, {16, 256}, {256, 256}, 0, 0, 0},
    {"matmul 8 x 256 x 256", ONEDNN_MATMUL, {8, 256}, {256, 256}, 0, 0, 0},
    {"matmul 4 x 256 x 256", ONEDNN_MATMUL, {4, 256}, {256, 256}, 0, 0, 0},
    {"matmul 1 x 256 x 256", ONEDNN_MATMUL, {1, 256}, {256, 256}, 0, 0, 0},
    {"matmul 128 x 128 x 4", ONEDNN_MATMUL, {128, 128}, {128, 4}, 0, 0, 0},
    {"matmul 128 x 8 x 128", ONEDNN_MATMUL, {128, 8}, {8, 128}, 0, 0, 0},
    {"conv 3x3, 64 to 64, 56 x 56", ONEDNN_CONV, {1, 56, 56, 64}, {3, 3, 64, 64}, 1, 1, 1},
    {"conv 3x3, 512 to 512, 7 x 7", ONEDNN_CONV, {1, 7, 7, 512}, {3, 3, 512, 512}, 1, 1, 1},
    {"conv 1x1, 96 to 24, 56 x 56", ONEDNN_CONV, {1, 56, 56, 96}, {1, 1, 96, 24}, 1, 0, 1},
    {"conv 1x1, 16 to 96, 112 x 112", ONEDNN_CONV, {1, 112, 112, 16}, {1, 1, 16, 96}, 1, 0, 1},
    {"conv 7x7, 3 to 64, 224 x 224", ONEDNN_CONV, {1, 224, 224, 3}, {7, 7, 3, 64}, 1, 3, 2},
    {"conv 3x3, 16 to 16, 16 x 16", ONEDNN_CONV, {1, 16, 16, 16}, {3, 3, 16, 16}, 1, 1, 1},
    {"conv 3x3, 8 to 8, 8 x 8", ONEDNN_CONV, {1, 8, 8, 8}, {3, 3, 8, 8}, 1, 1, 1},
    {"depthwise 3x3, 96, 56 x 56", ONEDNN_CONV, {1, 56, 56, 96}, {3, 3, 1, 96}, 96, 1, 1},
    {"depthwise 3x3, 576, 14 x 14", ONEDNN_CONV, {1, 14, 14, 576}, {3, 3, 1, 576}, 576, 1, 1},
    {"depthwise 3x3, 24, 16 x 16", ONEDNN_CONV, {1, 16, 16, 24}, {3, 3, 1, 24}, 24, 1, 1},
};

static OnednnCall call_of(const Row *r) {
    OnednnCall call = {
        .kind = r->kind, .data = DTYPE_FLOAT32, .n_inputs = 2, .n_params = 2, .param = {0, 1}};
    const uint32_t rank = r->kind == ONEDNN_CONV ? 4 : 2;
    for (uint32_t i = 0; i < 2; i++) {
        call.inputs[i].rank = rank;
        for (uint32_t k = 0; k < rank; k++)
            call.inputs[i].dims[k] = (OnednnDim){i ? r->w[k] : r->x[k], -1};
    }
    if (r->kind == ONEDNN_CONV)
        call.conv = (OnednnConv){.n = 2,
                                 .data_at = {0, 3, 1, 2},
                                 .out_at = {0, 3, 1, 2},
                                 .kernel_at = {3, 2, 0, 1},
                                 .strides = {r->stride, r->stride},
                                 .dilation = {1, 1},
                                 .before = {r->pad, r->pad},
                                 .after = {r->pad, r->pad},
                                 .groups = r->groups};
    return call;
}

static int64_t count(const int64_t *dims, uint32_t n) {
    int64_t p = 1;
    for (uint32_t i = 0; i < n; i++) p *= dims[i];
    return p;
}

static double *grown(size_t bytes) {
    double *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!p) exit(1);
    memset(p, 0, (bytes + 127) / 64 * 64);
    return p;
}

static void bench(Ctx *ctx, const Row *r, int64_t threads) {
    Onednn *dnn = onednn_new(ctx, threads);
    const OnednnCall call = call_of(r);
    OnednnExtents e;
    onednn_extents(&call, NULL, &e);
    const uint32_t rank = call.inputs[0].rank;
    double *x = grown((size_t)count(r->x, rank) * 4), *w = grown((size_t)count(r->w, rank) * 4),
           *y = grown((size_t)count(e.out, e.out_rank) * 4);
    const void *constants[2] = {NULL, w};
    RtLibrary library;
    size_t scratch;
    const double start = clock_now_ms() * 1e-3;
    if (!onednn_prepare(dnn, &call, NULL, constants, (Loc){.line = 0}, &library, &scratch)) exit(1);
    const double prepared = clock_now_ms() * 1e-3 - start;
    RtEnv env = {.scratch = (char *)grown(scratch), .threads = threads};
    void *buffers[] = {x, w, y};
    const double depth =
        r->kind == ONEDNN_CONV ? (double)(r->w[0] * r->w[1] * r->w[2]) : (double)r->x[1];
    const double flop = 2 * depth * (double)count(e.out, e.out_rank);
    double least = 1e9;
    for (int round = 0; round < 20; round++) {
        const int n = 1 + (int)(2e8 / (flop + 1e5));
        const double t = clock_now_ms() * 1e-3;
        for (int i = 0; i < n; i++) {
            if (library.run(library.self, &env, buffers)) exit(1);
        }
        const double each = (clock_now_ms() * 1e-3 - t) / n;
        least = each < least ? each : least;
    }
    printf("%-32s %8.1f GFLOP/s %10.2f us, prepared in %6.0f us%s, %s\n", r->what,
           flop / least * 1e-9, least * 1e6, prepared * 1e6,
           onednn_pays(&call, &e, (OnednnPlace){.is_followed = false}) ? "" : ", does not pay",
           onednn_stats(dnn).last_kernel);
    free(x);
    free(w);
    free(y);
    free(env.scratch);
    onednn_free(dnn);
}

int test_bench_onednn(int argc, char **argv) {
    Ctx ctx;
    Boundary b;
    const int64_t threads = argc > 1 ? atoi(argv[1]) : 1;
    ctx_init(&ctx, allocator_libc(), io_libc());
    CTX_ENTER(&ctx, &b) {
        for (size_t i = 0; i < ARRAY_LEN(rows); i++) bench(&ctx, &rows[i], threads);
    }
    const Status status = ctx_leave(&ctx, &b);
    ctx_fini(&ctx);
    return status != STATUS_OK;
}
