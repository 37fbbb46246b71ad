/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's ceilings: multiply-adds in registers, and a triad in memory. Each is the best of what 0.1 s
 * has room for.
 *
 * The multiply-adds are written once for each width of vectors, and the widest that the processor has is
 * taken. The triad stores past the caches where that can be said, as else each store reads its line first. Its
 * three arrays have 64 MiB each, which the threads share: a cache that keeps a part of them would count as memory. */
#include "command/bench.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { MAX_THREADS = 64, STEPS = 1 << 14, SUMS = 12, TRIAD = 16 << 20 };

double bench_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Returns a value that depends on all sums, so that none is left out. */
typedef float Multiply(float start);

#define MULTIPLY(name, lanes, ...)                                                                                     \
    typedef float name##_vector __attribute__((vector_size(4 * (lanes))));                                             \
    __VA_ARGS__ static float name(float start) {                                                                       \
        name##_vector sum[SUMS], factor = {0};                                                                         \
        float total = 0;                                                                                               \
        factor += start;                                                                                               \
        for (int k = 0; k < SUMS; k++) sum[k] = factor * (float)k;                                                     \
        for (int i = 0; i < STEPS; i++) {                                                                              \
            for (int k = 0; k < SUMS; k++) sum[k] = sum[k] * factor + factor;                                          \
        }                                                                                                              \
        for (int k = 0; k < SUMS; k++) total += sum[k][0];                                                             \
        return total;                                                                                                  \
    }

/* Compilers halve wide vectors unless told not to. */
#if defined(__clang__)
#define WIDE __attribute__((target("avx512f"), min_vector_width(512)))
#else
#define WIDE __attribute__((target("avx512f,prefer-vector-width=512")))
#endif

MULTIPLY(multiply_4, 4, )
#if defined(__x86_64__)
MULTIPLY(multiply_8, 8, __attribute__((target("avx2,fma"))))
MULTIPLY(multiply_16, 16, WIDE)
#endif

static Multiply *widest(unsigned *lanes) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    *lanes = 16;
    if (__builtin_cpu_supports("avx512f")) return multiply_16;
    *lanes = 8;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return multiply_8;
#endif
    *lanes = 4;
    return multiply_4;
}

typedef struct {
    Multiply *multiply; /* NULL: the triad */
    float *a, *b, *c;
    size_t n; /* of each, a multiple of 4 */
    float result;
} Work;

static void triad(Work *w) {
#if defined(__x86_64__)
    const __m128 s = _mm_set1_ps(3);
    for (size_t i = 0; i < w->n; i += 4)
        _mm_stream_ps(w->a + i, _mm_add_ps(_mm_load_ps(w->b + i), _mm_mul_ps(s, _mm_load_ps(w->c + i))));
    _mm_sfence();
#else
    for (size_t i = 0; i < w->n; i++) w->a[i] = w->b[i] + 3 * w->c[i];
#endif
}

static void *work(void *arg) {
    Work *w = arg;
    if (w->multiply) {
        for (int i = 0; i < 16; i++) w->result += w->multiply(1e-3f * (float)i);
    } else {
        triad(w);
    }
    return NULL;
}

/* The least milliseconds in which all threads did their work once. */
static double least(Work *list, unsigned threads) {
    double best = 1e30;
    pthread_t ids[MAX_THREADS];
    for (const double end = bench_now_ms() + 100; bench_now_ms() < end;) {
        unsigned made = 1;
        const double start = bench_now_ms();
        while (made < threads && pthread_create(&ids[made], NULL, work, &list[made]) == 0) made++;
        work(&list[0]);
        for (unsigned i = 1; i < made; i++) pthread_join(ids[i], NULL);
        const double ms = bench_now_ms() - start;
        if (made == threads && ms < best) best = ms;
    }
    return best;
}

Ceilings machine_ceilings(unsigned threads) {
    enum { ALIGN = 64 };
    Ceilings out = {0, 0};
    Work list[MAX_THREADS] = {{.result = 0}};
    unsigned lanes;
    if (threads < 1) threads = 1;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    for (unsigned i = 0; i < threads; i++) list[i].multiply = widest(&lanes);
    out.gflops = 16.0 * 2 * STEPS * SUMS * lanes * threads / least(list, threads) * 1e-6;
    float *block = aligned_alloc(ALIGN, 3 * (size_t)TRIAD * sizeof *block);
    if (!block) return out;
    for (size_t i = 0; i < 3 * (size_t)TRIAD; i++) block[i] = 1;
    const size_t n = TRIAD / threads / ALIGN * ALIGN;
    for (unsigned i = 0; i < threads; i++) {
        float *own = block + i * n;
        list[i] = (Work){.a = own, .b = own + TRIAD, .c = own + 2 * (size_t)TRIAD, .n = n};
    }
    out.gbytes = 12.0 * (double)n * threads / least(list, threads) * 1e-6;
    free(block);
    return out;
}
