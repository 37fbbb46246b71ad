/* SPDX-License-Identifier: Apache-2.0 */
/* The extents of a call's result, and whether a call pays.
 *
 * A call is a product of m rows, n columns and depth k; of a convolution these are the pixels, the
 * channels of a group and the taps. It takes an overhead, and its arithmetic at a share of the
 * target's peak: the least of the three rows of `rates` that m, n and k fall in. What we generate
 * ourselves reaches GENERATED of the peak. Rates are shares of what the target says, times are
 * those of its overheads: fitted to `build/tests/tenon-test bench_onednn` on one core with AVX-512
 * (280 GFLOP/s, 100 GB/s in caches, 56 in memory, 0.3 us a call); to fit them anew, run that. */
#include <math.h>

#include "backend/onednn/call.h"
#include "loop/work.h"

static const double OVERHEAD_CALLS[] = {[ONEDNN_CONV] = 10.0 / 3, [ONEDNN_MATMUL] = 1};
static const double GENERATED[] = {[ONEDNN_CONV] = 0.5, [ONEDNN_MATMUL] = 0.78};

/* Convolutions of one tap, of whole vectors of 64 bytes and no few pixels, which have 32 registers:
 * measured on the networks of bench/table.sh, ours take 0.83 to 1.03 of the library's time; with 16
 * registers and vectors of 32 bytes they are 5 % slower. */
static const double GENERATED_POINTS = 0.88;
enum { LONG_BYTES = 64, LONG_ROWS = 48 };

/* Products that take their rows as columns of a matrix (loop_fuse_takes_columns), of whole vectors
 * of 64 bytes: measured with 64 to 1600 columns, 128 to 768 of them, ours take 0.9 to 0.99 of the
 * time of the library and of the transpose that it reads. */
static const double GENERATED_TURNED = 0.95;

/* Of the caches' bandwidth: a pass over the result in place (what stands behind a call and is no
 * post; relu is none, as oneDNN's loses NaN), and the copy of a tensor to where the result will
 * lie. */
static const double PASS_OF_CACHE = 1, COPY_OF_CACHE = 0.3;

/* Of a convolution's time what adding a tensor that lies apart takes at the least. */
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

/* A product of few rows or few columns reads its right-hand side as it lies, down the columns:
 * where rows are a multiple of 2 KiB apart these fall in few sets of the fastest cache, of 4 KiB in
 * one. A matrix that is stored transposed is read along its rows. Measured with 16 to 1600 rows and
 * matrices in a cache (AVX2): of 512 columns 0.72 of the rate, of 1024 and 2048 half; the same rate
 * from FEW_ROWS on, and of fewer rows than LEAST_ROWS. A matrix in no cache is read along its rows
 * at half the rate, so constants, which a run reads once, stay as they are. To transpose a matrix
 * in the run takes longer than it gains over our own code, which copies panels.
 *
 * Of fewer than FEW_ROWS the library reads a transposed matrix in the time that it takes with the
 * transpose, or less (0.72 to 1.01 of it: 8 to 300 rows, 64 KiB to 9 MiB), and each of several
 * threads turns what it reads itself, where an update of weights has left it in that thread's
 * cache: the step of a ViT at batch 1 by two threads takes 0.93 of the time. */
enum { LEAST_ROWS = 32, FEW_ROWS = 378, FLOATS_OF_2_KIB = 512 };
static const double OF_2_KIB = 0.72, OF_4_KIB = 0.5;

/* Convolutions with fewer weights than this are faster as our own code: these stay in the fastest
 * cache while the pixels go by, and what stands around is fused without the limits of
 * post-operations. Depthwise ones, which have few, always are. */
enum { CONV_LEAST_WEIGHTS = 24 << 10 };

/* Gradients of weights: ours are as fast for 1x1 kernels, and faster for large images where the
 * channels of the adjoint are no whole vectors (oneDNN pads them), unless those of the data are
 * few. Of depthwise ones the library has a kernel of its own for 3 x 3 alone; beyond that ours take
 * a third of its time. It goes over the whole gradient once for each image, which is slower than
 * ours where an image has few pixels: of 2 x 2 and 8 or 32 images, 64 to 512 channels, it takes
 * 1.15 to 10 times as long, of 1 x 1 1.4 to 15 times; from 3 x 3 on it is mostly faster. */
enum { LANES = 16, LARGE_IMAGE = 1024, FEW_CHANNELS = 16, DEPTHWISE_TAPS = 9, FEW_PIXELS = 4 };
/* Transposed convolutions that SplitTransposedConv does not split are 5 to 25 times as slow as
 * oneDNN's, from here on. */
static const double UNSPLIT_LEAST_FLOP = 1e5;

static int64_t extent_of(const OnednnDim *d, const int64_t *symbols) {
    return d->symbol < 0 ? d->value : symbols[d->symbol];
}

static int64_t reach_of(const OnednnConv *c, const int64_t *kernel, uint32_t i) {
    return c->dilation[i] * (kernel[c->kernel_at[2 + i]] - 1) + 1;
}

OnednnConvExtents onednn_conv_extents(OnednnKind kind, const OnednnExtents *e) {
    const int64_t *x = e->inputs[0], *y = e->inputs[1];
    switch (kind) {
    case ONEDNN_CONV_DATA: return (OnednnConvExtents){.data = e->out, .kernel = y, .out = x};
    case ONEDNN_CONV_WEIGHTS: return (OnednnConvExtents){.data = x, .kernel = e->out, .out = y};
    default: return (OnednnConvExtents){.data = x, .kernel = y, .out = e->out};
    }
}

static void conv_out(const OnednnConv *c, OnednnExtents *e) {
    const int64_t *data = e->inputs[0], *kernel = e->inputs[1];
    e->out[c->out_at[0]] = data[c->data_at[0]];
    e->out[c->out_at[1]] = kernel[c->kernel_at[0]];
    for (uint32_t i = 0; i < c->n; i++) {
        const int64_t padded = data[c->data_at[2 + i]] + c->before[i] + c->after[i],
                      reach = reach_of(c, kernel, i);
        e->out[c->out_at[2 + i]] = padded < reach ? 0 : (padded - reach) / c->strides[i] + 1;
    }
}

static void conv_data_out(const OnednnConv *c, OnednnExtents *e) {
    const int64_t *out = e->inputs[0], *kernel = e->inputs[1];
    e->out[c->data_at[0]] = out[c->out_at[0]];
    e->out[c->data_at[1]] = c->groups * kernel[c->kernel_at[1]];
    for (uint32_t i = 0; i < c->n; i++) {
        e->out[c->data_at[2 + i]] = (out[c->out_at[2 + i]] - 1) * c->strides[i] +
                                    reach_of(c, kernel, i) - c->before[i] - c->after[i];
    }
}

static void conv_weights_out(const OnednnConv *c, OnednnExtents *e) {
    e->out[c->kernel_at[0]] = e->inputs[1][c->out_at[1]];
    e->out[c->kernel_at[1]] = e->inputs[0][c->data_at[1]] / c->groups;
    for (uint32_t i = 0; i < c->n; i++) e->out[c->kernel_at[2 + i]] = c->kernel[i];
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
    if (call->kind != ONEDNN_MATMUL) out->out_rank = call->conv.n + 2;
    switch (call->kind) {
    case ONEDNN_CONV: conv_out(&call->conv, out); break;
    case ONEDNN_CONV_DATA: conv_data_out(&call->conv, out); break;
    case ONEDNN_CONV_WEIGHTS: conv_weights_out(&call->conv, out); break;
    case ONEDNN_MATMUL: matmul_out(call, out); break;
    }
}

static double elements(const OnednnExtents *e) {
    double out = 1;
    for (uint32_t i = 0; i < e->out_rank; i++) out *= (double)e->out[i];
    return out;
}

typedef struct {
    double flop;
    int64_t sides[3];           /* m, n, k */
    double weights;             /* elements of a group */
    int64_t taps, in, channels; /* of a group */
} Work;

static Work work_of(const OnednnCall *call, const OnednnExtents *e) {
    const double out = elements(e);
    if (call->kind == ONEDNN_MATMUL) {
        const OnednnMatmul *mm = &call->matmul;
        const uint32_t rank = call->inputs[0].rank;
        const int64_t k =
            e->inputs[0][mm->x_is_vector || !mm->x_is_transposed ? rank - 1 : rank - 2];
        const int64_t n = mm->y_is_vector ? 1 : e->out[e->out_rank - 1];
        int64_t m = mm->x_is_vector ? 1 : e->out[e->out_rank - 1 - !mm->y_is_vector];
        /* One right-hand side for all: the leading dims are rows too. */
        if (call->inputs[1].rank == 2 && n) m = (int64_t)(out / (double)n);
        return (Work){.flop = loop_product_operations(out, (double)k), .sides = {m, n, k}};
    }
    const OnednnConv *c = &call->conv;
    const OnednnConvExtents x = onednn_conv_extents(call->kind, e);
    const int64_t in = x.kernel[c->kernel_at[1]], channels = x.kernel[c->kernel_at[0]] / c->groups;
    int64_t pixels = 1, taps = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        pixels *= x.out[c->out_at[2 + i]];
        taps *= x.kernel[c->kernel_at[2 + i]];
    }
    const double images = (double)x.out[c->out_at[0]] * (double)c->groups,
                 results = images * (double)pixels * (double)channels, depth = (double)(in * taps);
    const bool is_data = call->kind == ONEDNN_CONV_DATA;
    return (Work){loop_product_operations(results, depth),
                  {pixels, is_data ? in : channels, (is_data ? channels : in) * taps},
                  (double)channels * depth,
                  taps,
                  in,
                  channels};
}

static bool weights_pay(const OnednnConv *c, const Work *w) {
    bool is_strided = false;
    for (uint32_t i = 0; i < c->n; i++) is_strided |= c->strides[i] > 1;
    if (w->taps == 1 && !is_strided) return false;
    if (c->groups == 1 && w->sides[M] <= FEW_PIXELS && !is_strided) return false;
    if (w->in == 1 && w->channels == 1 && w->taps > DEPTHWISE_TAPS) return false;
    return w->channels % LANES == 0 || w->in < FEW_CHANNELS || w->sides[M] < LARGE_IMAGE;
}

/* passes/split_transposed_conv.c */
static bool is_split(const OnednnConv *c, const int64_t *kernel) {
    bool is = c->groups == 1;
    for (uint32_t i = 0; i < c->n; i++)
        is = is && c->dilation[i] == 1 && kernel[c->kernel_at[2 + i]] % c->strides[i] == 0;
    return is;
}

static const Target *target_of(const OnednnCall *call) {
    return call->target ? call->target : target_nominal();
}

/* Microseconds of arithmetic at the peak. */
static double at_peak(const OnednnCall *call, double flop) {
    return flop / (target_of(call)->peak_gflops * 1e3);
}

/* Microseconds in which so many floats are read and written once, at a share of the bandwidth in
 * caches. */
static double moved_in_cache(const OnednnCall *call, double floats, double share) {
    return 2 * 4 * floats / (target_of(call)->cache_gbs * share * 1e3);
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
    return i < call->n_posts && p->kind == ONEDNN_POST_BINARY && p->binary == ONEDNN_BINARY_ADD &&
                   onednn_out(call) == DTYPE_FLOAT32
               ? i
               : call->n_posts;
}

bool onednn_copy_pays(const OnednnCall *call, const OnednnExtents *e) {
    const Work w = work_of(call, e);
    const double us = at_peak(call, w.flop) / of_peak(&w);
    return call->kind == ONEDNN_CONV &&
           moved_in_cache(call, elements(e), COPY_OF_CACHE) < us * BINARY_COST;
}

/* Of the rate, what is left for a matrix that is read down its columns. */
static double of_columns(const Work *w) {
    if (w->sides[N] % FLOATS_OF_2_KIB || w->sides[M] < LEAST_ROWS || w->sides[M] >= FEW_ROWS)
        return 1;
    return w->sides[N] % (2 * FLOATS_OF_2_KIB) ? OF_2_KIB : OF_4_KIB;
}

bool onednn_takes_transposed(const OnednnCall *call, const OnednnExtents *e, bool is_only) {
    const Work w = work_of(call, e);
    return of_columns(&w) < 1 || (is_only && w.sides[M] < FEW_ROWS);
}

/* Ours have no instructions for products of 8 bits: they take 5 to 20 times as long. */
static const double INTEGER_LEAST_FLOP = 1e5;

static double generated(const OnednnCall *call, const Work *w, OnednnPlace place) {
    if (place.is_turned && target_of(call)->vector_bytes >= LONG_BYTES && w->sides[N] % LANES == 0)
        return GENERATED_TURNED;
    const bool is_point = call->kind == ONEDNN_CONV && w->taps == 1 &&
                          target_of(call)->vector_bytes >= LONG_BYTES && w->sides[N] % LANES == 0 &&
                          w->sides[M] >= LONG_ROWS;
    return is_point ? GENERATED_POINTS
                    : GENERATED[call->kind == ONEDNN_MATMUL ? ONEDNN_MATMUL : ONEDNN_CONV];
}

bool onednn_pays(const OnednnCall *call, const OnednnExtents *e, OnednnPlace place) {
    const Work w = work_of(call, e);
    if (call->data != DTYPE_FLOAT32) return w.flop >= INTEGER_LEAST_FLOP;
    if (call->kind == ONEDNN_CONV_WEIGHTS) return weights_pay(&call->conv, &w);
    if (call->kind == ONEDNN_CONV_DATA && !is_split(&call->conv, e->inputs[1]))
        return w.flop >= UNSPLIT_LEAST_FLOP;
    if (call->kind != ONEDNN_MATMUL && w.weights < CONV_LEAST_WEIGHTS) return false;
    const OnednnKind kind = call->kind == ONEDNN_MATMUL ? ONEDNN_MATMUL : ONEDNN_CONV;
    const double us = at_peak(call, w.flop),
                 rate = of_peak(&w) * (place.is_by_columns ? of_columns(&w) : 1),
                 pass = place.is_followed ? moved_in_cache(call, elements(e), PASS_OF_CACHE) : 0,
                 overhead = OVERHEAD_CALLS[kind] * target_of(call)->library_ns * 1e-3;
    return overhead + us / rate + pass < us / generated(call, &w, place);
}
