/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of all ranks combined, in the order of ranks. */
#include <string.h>

#include "ranks/ranks.h"
#include "tensor/dtype.h"

enum { BLOCK = 512 };

/* acc = acc and x by `how`; of numbers that wrap, U is the unsigned type. */
#define COMBINE(name, T, U)                                                                        \
    static void name(RanksHow how, T *acc, const T *x, int64_t n) {                                \
        switch (how) {                                                                             \
        case RANKS_PROD:                                                                           \
            for (int64_t i = 0; i < n; i++) acc[i] = (T)((U)acc[i] * (U)x[i]);                     \
            return;                                                                                \
        case RANKS_MIN:                                                                            \
            for (int64_t i = 0; i < n; i++)                                                        \
                if (x[i] < acc[i] || x[i] != x[i]) acc[i] = x[i];                                  \
            return;                                                                                \
        case RANKS_MAX:                                                                            \
            for (int64_t i = 0; i < n; i++)                                                        \
                if (x[i] > acc[i] || x[i] != x[i]) acc[i] = x[i];                                  \
            return;                                                                                \
        default:                                                                                   \
            for (int64_t i = 0; i < n; i++) acc[i] = (T)((U)acc[i] + (U)x[i]);                     \
            return;                                                                                \
        }                                                                                          \
    }

COMBINE(floats, float, float)
COMBINE(doubles, double, double)
COMBINE(ints, int64_t, uint64_t)
COMBINE(uints, uint64_t, uint64_t)

/* Integers of any width, as 64 bits: what wraps there wraps in less too. */

static uint64_t read_int(const RanksWhat *what, const void *at) {
    const bool is_signed = what->type == 'i';
    switch (what->bytes) {
    case 1: return is_signed ? (uint64_t)(int64_t) * (const int8_t *)at : *(const uint8_t *)at;
    case 2: return is_signed ? (uint64_t)(int64_t) * (const int16_t *)at : *(const uint16_t *)at;
    case 4: return is_signed ? (uint64_t)(int64_t) * (const int32_t *)at : *(const uint32_t *)at;
    default: return *(const uint64_t *)at;
    }
}

static void write_int(const RanksWhat *what, void *at, uint64_t v) {
    switch (what->bytes) {
    case 1: *(uint8_t *)at = (uint8_t)v; return;
    case 2: *(uint16_t *)at = (uint16_t)v; return;
    case 4: *(uint32_t *)at = (uint32_t)v; return;
    default: *(uint64_t *)at = v; return;
    }
}

static int64_t floor_divide(int64_t a, int64_t b) {
    const int64_t q = a / b;
    return a % b < 0 ? q - 1 : q;
}

static void combine_ints(const RanksWhat *what, char *out, const char *const *xs, uint32_t n_xs,
                         int64_t at, int64_t n) {
    uint64_t acc[BLOCK], x[BLOCK];
    const bool is_wide = what->type == 'u' && what->bytes == 8; /* the others are ints in 64 bits */
    for (uint32_t r = 0; r < n_xs; r++) {
        uint64_t *to = r ? x : acc;
        for (int64_t i = 0; i < n; i++) to[i] = read_int(what, xs[r] + (at + i) * what->bytes);
        if (!r) continue;
        if (is_wide)
            uints((RanksHow)what->how, acc, x, n);
        else
            ints((RanksHow)what->how, (int64_t *)acc, (const int64_t *)x, n);
    }
    for (int64_t i = 0; i < n; i++) {
        uint64_t v = acc[i];
        if (what->how == RANKS_AVG)
            v = is_wide ? v / n_xs : (uint64_t)floor_divide((int64_t)v, n_xs);
        write_int(what, out + (at + i) * what->bytes, v);
    }
}

static void combine_bools(const RanksWhat *what, char *out, const char *const *xs, uint32_t n_xs,
                          int64_t at, int64_t n) {
    const bool is_or = what->how == RANKS_SUM || what->how == RANKS_MAX;
    for (int64_t i = at; i < at + n; i++) {
        bool all = xs[0][i] != 0;
        for (uint32_t r = 1; r < n_xs; r++) all = is_or ? all || xs[r][i] : all && xs[r][i];
        out[i] = all;
    }
}

static void combine_halves(const RanksWhat *what, char *out, const char *const *xs, uint32_t n_xs,
                           int64_t at, int64_t n) {
    float acc[BLOCK], x[BLOCK];
    for (uint32_t r = 0; r < n_xs; r++) {
        const uint16_t *from = (const uint16_t *)(const void *)xs[r] + at;
        for (int64_t i = 0; i < n; i++)
            (r ? x : acc)[i] = (float)(what->type == 'g' ? bfloat16_to_double(from[i])
                                                         : float16_to_double(from[i]));
        if (r) floats((RanksHow)what->how, acc, x, n);
    }
    uint16_t *to = (uint16_t *)(void *)out + at;
    for (int64_t i = 0; i < n; i++) {
        const float v = what->how == RANKS_AVG ? acc[i] / (float)n_xs : acc[i];
        to[i] = what->type == 'g' ? bfloat16_from_double(v) : float16_from_double(v);
    }
}

#define COMBINE_FLOATS(name, T, one)                                                               \
    static void name(const RanksWhat *what, char *out, const char *const *xs, uint32_t n_xs,       \
                     int64_t at, int64_t n) {                                                      \
        T acc[BLOCK];                                                                              \
        memcpy(acc, (const T *)(const void *)xs[0] + at, (size_t)n * sizeof(T));                   \
        for (uint32_t r = 1; r < n_xs; r++)                                                        \
            one((RanksHow)what->how, acc, (const T *)(const void *)xs[r] + at, n);                 \
        for (int64_t i = 0; what->how == RANKS_AVG && i < n; i++) acc[i] /= (T)n_xs;               \
        memcpy((T *)(void *)out + at, acc, (size_t)n * sizeof(T));                                 \
    }

COMBINE_FLOATS(combine_floats, float, floats)
COMBINE_FLOATS(combine_doubles, double, doubles)

typedef void Combine(const RanksWhat *what, char *out, const char *const *xs, uint32_t n_xs,
                     int64_t at, int64_t n);

static Combine *combine_of(const RanksWhat *what) {
    switch (what->type) {
    case 'b': return combine_bools;
    case 'g': return combine_halves;
    case 'f': break;
    default: return combine_ints;
    }
    return what->bytes == 2 ? combine_halves : what->bytes == 4 ? combine_floats : combine_doubles;
}

void ranks_combine(const RanksWhat *what, void *out, const void *const *xs, uint32_t n_xs,
                   int64_t n) {
    Combine *combine = combine_of(what);
    for (int64_t at = 0; at < n; at += BLOCK)
        combine(what, out, (const char *const *)xs, n_xs, at, n - at < BLOCK ? n - at : BLOCK);
}
