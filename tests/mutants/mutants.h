/* SPDX-License-Identifier: Apache-2.0 */
/* Mutants: models and texts that were changed in a way that knows what they are made of, so that
 * many of them are still read. All is drawn from a seed; the same seed and base give the same
 * mutant. */
#ifndef TENON_TESTS_MUTANTS_H
#define TENON_TESTS_MUTANTS_H

#include "base/vec.h"

typedef struct {
    uint64_t state;
} Draw;

static inline uint64_t mutant_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static inline uint64_t draw_bits(Draw *d) { return mutant_mix(d->state += 0x9e3779b97f4a7c15u); }
/* 0 to n - 1; 0 when n is 0. */
static inline size_t draw_below(Draw *d, size_t n) {
    return n ? (size_t)(draw_bits(d) >> 16) % n : 0;
}
static inline bool draw_one_in(Draw *d, size_t n) { return draw_below(d, n) == 0; }

int64_t draw_extreme_int(Draw *d);
double draw_extreme_float(Draw *d);

typedef struct {
    Str *at;
    size_t len, cap;
} Texts;

/* A model's bytes, from those of `base` and (where parts of another are put in) of `donor`. In the
 * arena; len 0: the base is no model. May throw. */
Str mutate_onnx(Arena *arena, Draw *d, Str base, Str donor);
/* The same for text of modules or of rules, whose operators are among `operators`. */
Str mutate_lines(Arena *arena, Draw *d, Str base, Str donor, const Texts *operators);

#endif
