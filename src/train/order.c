/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers for the loop, each a function of seed, stream and index, so that there is no state
 * to save: SplitMix64 (Steele, Lea and Flood 2014) over a mix of the three. */
#include <math.h>

#include "train/parts.h"

static uint64_t mixed(uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t train_random(uint64_t seed, uint64_t stream, uint64_t index) {
    return mixed(mixed(mixed(seed) ^ stream) ^ index);
}

double train_uniform(uint64_t seed, uint64_t stream, uint64_t index) {
    return (double)(train_random(seed, stream, index) >> 11) * 0x1p-53;
}

/* Box and Muller 1958. */
double train_normal(uint64_t seed, uint64_t stream, uint64_t index) {
    const double u = 1 - train_uniform(seed, stream, 2 * index); /* above 0 */
    const double v = train_uniform(seed, stream, 2 * index + 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586477 * v);
}

/* Below n, each as likely as the others up to n / 2^64. */
static uint64_t below(uint64_t seed, uint64_t stream, uint64_t n) {
    return (uint64_t)(((unsigned __int128)train_random(seed, stream, n) * n) >> 64);
}

/* Fisher and Yates. */
void train_shuffle(uint64_t seed, uint64_t stream, int64_t *rows, size_t n) {
    for (size_t i = n; i > 1; i--) {
        const uint64_t k = below(seed, stream, i);
        const int64_t row = rows[i - 1];
        rows[i - 1] = rows[k];
        rows[k] = row;
    }
}
