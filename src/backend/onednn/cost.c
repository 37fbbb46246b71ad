/* SPDX-License-Identifier: Apache-2.0 */
/* The extents of a call's result, and whether a call pays.
 *
 * A call is a product of m rows, n columns and depth k; of a convolution these are the pixels,
 * the channels of a group and the taps. It takes an overhead, and its arithmetic at a share of
 * the machine's peak: the least of the three rows of `rates` that m, n and k fall in. What we
 * generate ourselves reaches GENERATED of the peak. The figures are those of
 * build/tests/onednn_bench on one core with AVX-512; to fit them anew, run that. */
#include <math.h>

#include "backend/onednn/call.h"

enum { PEAK_GFLOPS = 280 };
static const double OVERHEAD_US[] = {[ONEDNN_CONV] = 1.0, [ONEDNN_MATMUL] = 0.3};
static const double GENERATED[] = {[ONEDNN_CONV] = 0.5, [ONEDNN_MATMUL] = 0.78};

/* A copy from the caches, and of a convolution's time what adding a tensor that lies apart takes at the least. */
enum { COPY_GBS = 15 };
static const double BINARY_COST = 0.1;

typedef struct {
    int64_t below;
    double of_peak;
} Rate;

enum { M, N, K };

static const Rate rates[][4] = {
    [M] = {{2, 0.2}, {4, 0.45}, {8, 0.7}, {INT64_MAX, 0.85}},
    [N] = {{8, 0.18}, {16, 0.4}, {48, 0.7}, {INT64_MAX, 0.85}},
    [K] = {{4, 0.3}, {8, 0.45}, {64, 0.65}, {INT64_MAX, 0.85}},
};

/* Convolutions with fewer weights than this are faster as our own code: these stay in the fastest cache while the
 * pixels go by, and what stands around is fused without the limits of post-operations. Depthwise ones, which have
 * few, always are. */
enum { CONV_LEAST_WEIGHTS = 24 << 10 };

static int64_t extent_of(const OnednnDim *d, const int64_t *symbols) {
    return d->symbol < 0 ? d->value : symbols[d->symbol];
}

static int64_t conv_extent(const OnednnConv *c, const int64_t *data, const int64_t *kernel,
                           uint32_t i) {
    const int64_t reach = c->dilation[i] * (kernel[c->kernel_at[2 + i]] - 1) + 1;
    const int64_t padded = data[c->data_at[2 + i]] + c->before[i] + c->after[i];
    return padded < reach ? 0 : (padded - reach) / c->strides[i] + 1;
}

static void conv_out(const OnednnConv *c, OnednnExtents *e) {
    e->out_rank = c->n + 2;
    e->out[c->out_at[0]] = e->inputs[0][c->data_at[0]];
    e->out[c->out_at[1]] = e->inputs[1][c->kernel_at[0]];
    for (uint32_t i = 0; i < c->n; i++)
        e->out[c->out_at[2 + i]] = conv_extent(c, e->inputs[0], e->inputs[1], i);
}

static void matmul_out(const OnednnCall *call, OnednnExtents *e) {
    const OnednnMatmul *mm = &call->matmul;
    const uint32_t nx = call->inputs[0].rank - 2 + mm->x_is_vector,
                   ny = call->inputs[1].rank - 2 + mm->y_is_vector, n = nx > ny ? nx : ny;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t x = i + nx < n ? 1 : e->inputs[0][i + nx - n];
        const int64_t y = i + ny < n ? 1 : e->inputs[1][i + ny - n];
        e->out[i] = x == 1 ? y : x;
    }
    e->out_rank = n;
    if (!mm->x_is_vector) e->out[e->out_rank++] = e->inputs[0][nx + mm->x_is_transposed];
    if (!mm->y_is_vector) e->out[e->out_rank++] = e->inputs[1][ny + !mm->y_is_transposed];
}

void onednn_extents(const OnednnCall *call, const int64_t *symbols, OnednnExtents *out) {
    for (uint32_t i = 0; i < call->n_inputs; i++) {
        for (uint32_t k = 0; k < call->inputs[i].rank; k++)
            out->inputs[i][k] = extent_of(&call->inputs[i].dims[k], symbols);
    }
    if (call->kind == ONEDNN_CONV)
        conv_out(&call->conv, out);
    else
        matmul_out(call, out);
}

typedef struct {
    double flop;
    int64_t sides[3]; /* m, n, k */
    double weights; /* elements of a group */
} Work;

static Work work_of(const OnednnCall *call, const OnednnExtents *e) {
    double out = 1;
    for (uint32_t i = 0; i < e->out_rank; i++) out *= (double)e->out[i];
    if (call->kind == ONEDNN_MATMUL) {
        const OnednnMatmul *mm = &call->matmul;
        const uint32_t rank = call->inputs[0].rank;
        const int64_t k =
            e->inputs[0][mm->x_is_vector || !mm->x_is_transposed ? rank - 1 : rank - 2];
        const int64_t n = mm->y_is_vector ? 1 : e->out[e->out_rank - 1];
        int64_t m = mm->x_is_vector ? 1 : e->out[e->out_rank - 1 - !mm->y_is_vector];
        /* One right-hand side for all: the leading dims are rows too. */
        if (call->inputs[1].rank == 2 && n) m = (int64_t)(out / (double)n);
        return (Work){2 * out * (double)k, {m, n, k}, (double)n * (double)k};
    }
    const OnednnConv *c = &call->conv;
    const int64_t *kernel = e->inputs[1], in = kernel[c->kernel_at[1]];
    int64_t pixels = 1, taps = in;
    for (uint32_t i = 0; i < c->n; i++) {
        pixels *= e->out[c->out_at[2 + i]];
        taps *= kernel[c->kernel_at[2 + i]];
    }
    const int64_t channels = kernel[c->kernel_at[0]] / c->groups;
    return (Work){2 * out * (double)taps,
                  {pixels, channels, taps},
                  (double)channels * (double)taps};
}

static double of_peak(const Work *w) {
    double least = 1;
    for (int side = M; side <= K; side++) {
        const Rate *r = rates[side];
        while (w->sides[side] >= r->below) r++;
        least = fmin(least, r->of_peak);
    }
    return least;
}

uint32_t onednn_sum(const OnednnCall *call) {
    const uint32_t i = call->n_posts && call->posts[0].kind == ONEDNN_POST_BIAS;
    const OnednnPost *p = &call->posts[i];
    return i < call->n_posts && p->kind == ONEDNN_POST_BINARY && p->binary == ONEDNN_BINARY_ADD ? i : call->n_posts;
}

bool onednn_copy_pays(const OnednnCall *call, const OnednnExtents *e) {
    const Work w = work_of(call, e);
    double out = 1;
    for (uint32_t i = 0; i < e->out_rank; i++) out *= (double)e->out[i];
    const double us = w.flop / (PEAK_GFLOPS * 1e3) / of_peak(&w);
    return call->kind == ONEDNN_CONV && 4 * out / (COPY_GBS * 1e3) < us * BINARY_COST;
}

bool onednn_pays(const OnednnCall *call, const OnednnExtents *e) {
    const Work w = work_of(call, e);
    if (call->kind == ONEDNN_CONV && w.weights < CONV_LEAST_WEIGHTS) return false;
    const double us = w.flop / (PEAK_GFLOPS * 1e3); /* at the peak */
    return OVERHEAD_US[call->kind] + us / of_peak(&w) < us / GENERATED[call->kind];
}
