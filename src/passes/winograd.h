/* SPDX-License-Identifier: Apache-2.0 */
/* Winograd's minimal filtering: convolutions of stride 1 by fewer multiplications (A. Lavin and
 * S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015).
 *
 * Along a dim a tile of n = m + r - 1 places of data d and r taps g give m results,
 *
 *     y = result ((kernel g) * (data d))          * place by place
 *
 * which multiplies n times, not m * r times. It is a product of polynomials, that are evaluated at
 * n - 1 points and at infinity (Toom and Cook). Of several dims each goes by the same matrices,
 * one after the other. */
#ifndef TENON_PASSES_WINOGRAD_H
#define TENON_PASSES_WINOGRAD_H

#include "loop/loop.h"
#include "tensor/tensor.h"

enum { WINOGRAD_SIDE_MAX = 6, WINOGRAD_DIMS_MAX = 3, WINOGRAD_PLACES_MAX = 64 };

typedef struct {
    int rows, columns;
    double at[WINOGRAD_SIDE_MAX][WINOGRAD_SIDE_MAX];
} WinogradMatrix;

typedef struct {
    int m, r, n;
    WinogradMatrix data, kernel, result; /* n x n, n x r, m x n */
} WinogradTile;

/* m results of r taps; m + r - 1 is 4 or 6. */
void winograd_tile(int m, int r, WinogradTile *out);

/* Of an image: tiles along each of `dims` spatial dims. All is channels-last. */
typedef struct {
    const WinogradTile *tile;
    int dims;
    int64_t images, channels, tiles[WINOGRAD_DIMS_MAX];
    int64_t rows; /* winograd_rows */
} WinogradImage;

/* Places of a tile: n to the power of dims. */
int64_t winograd_places(const WinogradTile *tile, int dims);
/* Tiles of all images. */
int64_t winograd_tiles(const WinogradImage *image);

/* The rows of the products: the tiles, or a few more, so that places of a tile do not lie in the
 * same few sets of a cache. */
int64_t winograd_rows(int64_t tiles, int64_t in, int64_t out);

/* A function of padded data [images, tiles * m + r - 1 ..., channels], which gives
 * [places, rows, channels], zeros in rows of no tile. It lives in the arena, as does the next one.
 */
const LoopFn *winograd_data(const WinogradImage *image, Arena *arena);
/* The function of [places, rows, channels] that gives [images, tiles * m ..., channels]. */
const LoopFn *winograd_result(const WinogradImage *image, Arena *arena);

/* The function of weights [r ..., in, out] that gives them as the product takes them,
 * [places, in, out]. */
const LoopFn *winograd_weights(const WinogradTile *tile, int dims, int64_t in, int64_t out,
                               Arena *arena);

/* What that function gives of a constant, rounded once. `at`: the dims of `w`, a
 * tensor of float32, that are out, in, and each spatial one. Throws STATUS_MEMORY, STATUS_LIMIT,
 * STATUS_CANCELLED. */
Tensor *winograd_constant(Ctx *ctx, const WinogradTile *tile, int dims, const Tensor *w,
                          const uint8_t *at);

#endif
