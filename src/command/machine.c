/* SPDX-License-Identifier: Apache-2.0 */
/* The machine's ceilings: multiply-adds in registers, a triad in memory, and one in a core's
 * caches. Each is the best of what 0.1 s has room for.
 *
 * The multiply-adds are written once for each width of vectors, and the widest that the processor
 * has is taken. The triad stores past the caches where that can be said, as else each store reads
 * its line first. Its three arrays have 64 MiB each, which the threads share: a cache that keeps a
 * part of them would count as memory. */
#include "command/machine.h"
#include "command/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { MAX_THREADS = 64, STEPS = 1 << 14, SUMS = 12, TRIAD = 16 << 20 };

/* Returns a value that depends on all sums, so that none is left out. */
typedef float Multiply(float start);

#define MULTIPLY(name, lanes, ...)                                                                 \
    typedef float name##_vector __attribute__((vector_size(4 * (lanes))));                         \
    __VA_ARGS__ static float name(float start) {                                                   \
        name##_vector sum[SUMS], factor = {0};                                                     \
        float total = 0;                                                                           \
        factor += start;                                                                           \
        for (int k = 0; k < SUMS; k++) sum[k] = factor * (float)k;                                 \
        for (int i = 0; i < STEPS; i++) {                                                          \
            for (int k = 0; k < SUMS; k++) sum[k] = sum[k] * factor + factor;                      \
        }                                                                                          \
        for (int k = 0; k < SUMS; k++) total += sum[k][0];                                         \
        return total;                                                                              \
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
    size_t n;       /* of each, a multiple of 4 */
    unsigned times; /* 1: in memory, past the caches; more: in caches */
    float result;
} Work;

static void triad(Work *w) {
    for (unsigned k = 0; w->times > 1 && k < w->times; k++) {
        const float s = 3 + (float)k;
        for (size_t i = 0; i < w->n; i++) w->a[i] = w->b[i] + s * w->c[i];
        w->result += w->a[k % w->n];
    }
    if (w->times > 1) return;
#if defined(__x86_64__)
    const __m128 three = _mm_set1_ps(3);
    for (size_t i = 0; i < w->n; i += 4)
        _mm_stream_ps(w->a + i,
                      _mm_add_ps(_mm_load_ps(w->b + i), _mm_mul_ps(three, _mm_load_ps(w->c + i))));
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
    for (const double end = clock_ms() + 100; clock_ms() < end;) {
        unsigned made = 1;
        const double start = clock_ms();
        while (made < threads && pthread_create(&ids[made], NULL, work, &list[made]) == 0) made++;
        work(&list[0]);
        for (unsigned i = 1; i < made; i++) pthread_join(ids[i], NULL);
        const double ms = clock_ms() - start;
        if (made == threads && ms < best) best = ms;
    }
    return best;
}

double machine_peak(unsigned threads) {
    Work list[MAX_THREADS] = {{.result = 0}};
    unsigned lanes = 0;
    if (threads < 1) threads = 1;
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    for (unsigned i = 0; i < threads; i++) list[i].multiply = widest(&lanes);
    return 16.0 * 2 * STEPS * SUMS * lanes * threads / least(list, threads) * 1e-6;
}

/* Three arrays of so many elements, which the threads share; 0: out of memory. */
static double triad_gbs(size_t elements, unsigned threads, unsigned times) {
    enum { ALIGN = 64 };
    Work list[MAX_THREADS] = {{.result = 0}};
    float *block = aligned_alloc(ALIGN, 3 * elements * sizeof *block);
    if (!block) return 0;
    for (size_t i = 0; i < 3 * elements; i++) block[i] = 1;
    const size_t n = elements / threads / ALIGN * ALIGN;
    for (unsigned i = 0; i < threads; i++) {
        float *own = block + i * n;
        list[i] =
            (Work){.a = own, .b = own + elements, .c = own + 2 * elements, .n = n, .times = times};
    }
    const double bytes = 12.0 * (double)n * threads * times;
    const double gbs = bytes / least(list, threads) * 1e-6;
    free(block);
    return gbs;
}

double machine_memory(unsigned threads) { return triad_gbs(TRIAD, threads, 1); }

double machine_cache(size_t bytes) {
    enum { ALIGN = 64, TIMES = 64 };
    const size_t n = bytes / 3 / sizeof(float) / ALIGN * ALIGN;
    return n ? triad_gbs(n, 1, TIMES) : 0;
}

unsigned machine_threads(void) {
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (unsigned)n;
}

size_t machine_cache_bytes(unsigned level) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
    static const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                                _SC_LEVEL3_CACHE_SIZE};
    const long n = sysconf(names[level - 1]);
    return n > 0 ? (size_t)n : 0;
#else
    (void)level;
    return 0;
#endif
}
