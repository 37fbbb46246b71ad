/* SPDX-License-Identifier: Apache-2.0 */
/* NaN, infinities, denormals and zeros of both signs among drawn inputs, and what has to come of
 * them.
 *
 * A run has one kind of them, so that what one does is not hidden by what another does: a NaN
 * spreads to all that an infinity or a sign could be seen in. Nothing here overflows in one order
 * of a sum or product and not in another, which compiled code is free in (docs/compile.md). */
#ifndef TENON_TESTS_SPECIALS_H
#define TENON_TESTS_SPECIALS_H

#include <math.h>

#include "tensor/tensor.h"

typedef enum {
    SPECIALS_NONE,
    SPECIALS_NAN,
    SPECIALS_INF,
    SPECIALS_MINUS_INF,
    SPECIALS_INFINITIES, /* of both signs */
    SPECIALS_ZEROS,      /* of both signs */
    SPECIALS_DENORMALS,  /* nothing else, so that the result is one too */
    SPECIALS_MIXED,
    SPECIALS_KINDS,
} Specials;

static inline uint64_t specials_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* About one element in `among`, but at least one, becomes a special one. float16 has 0 in the place
 * of float32's denormals. */
static inline void specials_sprinkle(uint64_t *state, Specials kind, DType type, void *data,
                                     size_t count, size_t among) {
    const double inf = (double)INFINITY, nan = (double)NAN,
                 denormal = type == DTYPE_FLOAT64 ? 1e-310 : 1e-40;
    const double values[SPECIALS_KINDS][8] = {
        [SPECIALS_NAN] = {nan, nan, nan, nan, nan, nan, nan, nan},
        [SPECIALS_INF] = {inf, inf, inf, inf, inf, inf, inf, inf},
        [SPECIALS_MINUS_INF] = {-inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf},
        [SPECIALS_INFINITIES] = {inf, -inf, -inf, inf, -inf, inf, -inf, inf},
        [SPECIALS_ZEROS] = {0.0, -0.0, -0.0, 0.0, -0.0, 0.0, -0.0, -0.0},
        [SPECIALS_MIXED] = {nan, inf, -inf, 0.0, -0.0, denormal, -denormal, inf},
    };
    if (!dtype_is_float(type) || !count || kind == SPECIALS_NONE) return;
    for (size_t i = 0; kind == SPECIALS_DENORMALS && i < count; i++)
        dtype_set_double(type, data, i, dtype_get_double(type, data, i) * denormal);
    for (size_t i = 0; kind != SPECIALS_DENORMALS && i < (count + among - 1) / among; i++) {
        const size_t at = specials_random(state) % count;
        dtype_set_double(type, data, at, values[kind][specials_random(state) % 8]);
    }
}

#endif
