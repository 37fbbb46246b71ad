/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/winograd.h"

#include <math.h>

/* Where the polynomials are evaluated beside infinity. Powers of 2 are exact; of five points these
 * lose the least of float32's digits (B. Barabasz et al., Error Analysis and Improving the Accuracy
 * of Winograd Convolution for Deep Neural Networks, 2020). */
static const double points_of_4[] = {0, 1, -1}, points_of_6[] = {0, 1, -1, 0.5, -2};

/* p times (x - a), of degree `degree` before. */
static void times_root(double *p, int degree, double a) {
    p[degree + 1] = 0;
    for (int i = degree + 1; i > 0; i--) p[i] = p[i - 1] - a * p[i];
    p[0] *= -a;
}

/* The product of (x - a) over the points, but for one of them. */
static void roots(const double *a, int n, int but, double *p) {
    int degree = 0;
    p[0] = 1;
    for (int i = 0; i < n; i++)
        if (i != but) times_root(p, degree++, a[i]);
}

void winograd_tile(int m, int r, WinogradTile *out) {
    const int n = m + r - 1, last = n - 1;
    if (n != 4 && n != WINOGRAD_SIDE_MAX) BUG("a tile of %d places", n);
    const double *a = n == 4 ? points_of_4 : points_of_6;
    *out = (WinogradTile){.m = m, .r = r, .n = n};
    out->data.rows = out->data.columns = out->kernel.rows = out->result.columns = n;
    out->kernel.columns = r;
    out->result.rows = m;
    for (int j = 0; j < last; j++) {
        double scale = 1, power = 1;
        for (int k = 0; k < last; k++)
            if (k != j) scale *= a[j] - a[k];
        roots(a, last, j, out->data.at[j]);
        for (int i = 0; i < n; i++, power *= a[j]) {
            if (i < r) out->kernel.at[j][i] = power / scale;
            if (i < m) out->result.at[i][j] = power;
        }
    }
    roots(a, last, last, out->data.at[last]);
    out->kernel.at[last][r - 1] = out->result.at[m - 1][last] = 1;
}

static int64_t power(int64_t x, int n) {
    int64_t v = 1;
    while (n-- > 0) v *= x;
    return v;
}

int64_t winograd_places(const WinogradTile *tile, int dims) { return power(tile->n, dims); }

int64_t winograd_tiles(const WinogradImage *image) {
    int64_t n = image->images;
    for (int i = 0; i < image->dims; i++) n *= image->tiles[i];
    return n;
}

/* Lines that are a multiple of 4 KiB apart share a set of the first cache, which holds 8 to 12 of
 * them. Of places that are 1 KiB apart there are four sets. */
enum { TOO_FEW_SETS = 2048, MORE_ROWS = 8 };

static bool lies_apart(int64_t rows, int64_t channels) {
    return rows * channels * (int64_t)sizeof(float) % TOO_FEW_SETS != 0;
}

int64_t winograd_rows(int64_t tiles, int64_t in, int64_t out) {
    for (int64_t rows = tiles; rows < tiles + MORE_ROWS; rows++) {
        if (lies_apart(rows, in) && lies_apart(rows, out)) return rows;
    }
    return tiles;
}

/* --- The functions --- */

typedef struct {
    LoopBuilder b;
    const WinogradImage *image;
    const LoopExpr *at[WINOGRAD_DIMS_MAX + 2]; /* image, tile along each dim, channel */
    const LoopExpr *tile;                      /* of all */
} Transform;

static const LoopExpr *index_sum(Transform *t, const LoopExpr *x, int64_t factor,
                                 const LoopExpr *y) {
    LoopBuilder *b = &t->b;
    return loop_op2(b, LOOP_ADD, loop_op2(b, LOOP_MUL, x, loop_index(b, factor)), y);
}

/* [images, tiles * m + more ..., channels] */
static const LoopBuffer *image_buffer(Transform *t, const char *name, LoopBufferKind kind,
                                      int more) {
    const WinogradImage *image = t->image;
    const LoopExpr *dims[WINOGRAD_DIMS_MAX + 2];
    dims[0] = loop_index(&t->b, image->images);
    for (int i = 0; i < image->dims; i++)
        dims[1 + i] = loop_index(&t->b, image->tiles[i] * image->tile->m + more);
    dims[1 + image->dims] = loop_index(&t->b, image->channels);
    return loop_param(&t->b, name, kind, DTYPE_FLOAT32, dims, (uint32_t)image->dims + 2, NULL);
}

/* [places, rows, channels] */
static const LoopBuffer *places_buffer(Transform *t, const char *name, LoopBufferKind kind) {
    const WinogradImage *image = t->image;
    const LoopExpr *dims[] = {loop_index(&t->b, winograd_places(image->tile, image->dims)),
                              loop_index(&t->b, image->rows), loop_index(&t->b, image->channels)};
    return loop_param(&t->b, name, kind, DTYPE_FLOAT32, dims, 3, NULL);
}

static void open_loops(Transform *t) {
    const WinogradImage *image = t->image;
    for (int i = 0; i < image->dims + 2; i++) {
        const int64_t n = i == 0             ? image->images
                          : i <= image->dims ? image->tiles[i - 1]
                                             : image->channels;
        const char *name = i == 0 ? "n" : i <= image->dims ? "t" : "c";
        t->at[i] =
            loop_var(&t->b, loop_begin_for(&t->b, name, loop_index(&t->b, n), LOOP_PARALLEL, 0));
        if (i == 0) t->tile = t->at[0];
        if (i > 0 && i <= image->dims) t->tile = index_sum(t, t->tile, n, t->at[i]);
    }
}

/* The indices of a place of the tile: in the image, where its number has `side` values for each
 * dim, or among the products. */
static void index_of(Transform *t, bool in_image, int64_t place, int side, const LoopExpr **out) {
    const WinogradImage *image = t->image;
    if (!in_image) {
        out[0] = loop_index(&t->b, place);
        out[1] = t->tile;
        out[2] = t->at[image->dims + 1];
        return;
    }
    out[0] = t->at[0];
    for (int i = image->dims; i > 0; i--, place /= side)
        out[i] = index_sum(t, t->at[i], image->tile->m, loop_index(&t->b, place % side));
    out[image->dims + 1] = t->at[image->dims + 1];
}

/* A row of the matrix by values that are `apart` from one another, what is positive first. */
static const LoopExpr *combined(LoopBuilder *b, const double *row, int n, const LoopExpr **x,
                                int64_t apart) {
    const LoopExpr *sum = NULL;
    for (int i = 0; i < 2 * n; i++) {
        const double factor = row[i % n];
        if (factor == 0 || (factor > 0) != (i < n)) continue;
        const LoopExpr *term = x[i % n * apart];
        if (fabs(factor) != 1 || (!sum && factor < 0))
            term = loop_op2(b, LOOP_MUL, loop_float(b, DTYPE_FLOAT32, sum ? fabs(factor) : factor),
                            term);
        sum = sum ? loop_op2(b, factor < 0 ? LOOP_SUB : LOOP_ADD, sum, term) : term;
    }
    return sum;
}

/* The matrix along each dim of the tile in x, in place: from columns to rows places a side. Values
 * have names, but for the last ones. */
static void transform(Transform *t, int dims, const WinogradMatrix *matrix, const LoopExpr **x) {
    const int from = matrix->columns, to = matrix->rows;
    const LoopExpr *y[WINOGRAD_PLACES_MAX];
    for (int d = 0; d < dims; d++) {
        const int64_t outer = power(to, d), inner = power(from, dims - 1 - d);
        for (int64_t o = 0; o < outer; o++) {
            for (int64_t i = 0; i < inner; i++) {
                const LoopExpr **line = x + o * from * inner + i;
                for (int k = 0; k < to; k++) {
                    const LoopExpr *v = combined(&t->b, matrix->at[k], from, line, inner);
                    if (d + 1 < dims) v = loop_var(&t->b, loop_let(&t->b, "v", v));
                    y[(o * to + k) * inner + i] = v;
                }
            }
        }
        memcpy(x, y, (size_t)(outer * to * inner) * sizeof *x);
    }
}

static const LoopFn *transform_end(Transform *t, int loops) {
    while (loops-- > 0) loop_end(&t->b);
    return loop_builder_finish(&t->b);
}

/* Behind the tiles. */
static void fill_rows(Transform *t, const LoopBuffer *to) {
    LoopBuilder *b = &t->b;
    const int64_t tiles = winograd_tiles(t->image),
                  extents[] = {winograd_places(t->image->tile, t->image->dims),
                               t->image->rows - tiles, t->image->channels};
    const LoopExpr *at[3];
    if (!extents[1]) return;
    for (int i = 0; i < 3; i++)
        at[i] = loop_var(b, loop_begin_for(b, "i", loop_index(b, extents[i]), LOOP_PARALLEL, 0));
    at[1] = loop_op2(b, LOOP_ADD, at[1], loop_index(b, tiles));
    loop_store(b, to, at, loop_float(b, DTYPE_FLOAT32, 0));
    for (int i = 0; i < 3; i++) loop_end(b);
}

/* From the places of an image's tiles to those of the products, or back. */
static const LoopFn *between(const WinogradImage *image, bool is_data, Arena *arena) {
    const WinogradTile *tile = image->tile;
    const int64_t results = power(is_data ? tile->n : tile->m, image->dims);
    const LoopExpr *x[WINOGRAD_PLACES_MAX], *at[WINOGRAD_DIMS_MAX + 2];
    const LoopBuffer *from, *to;
    Transform t = {.image = image};
    loop_builder_init(&t.b, arena, is_data ? "winograd_data" : "winograd_result");
    if (is_data) {
        from = image_buffer(&t, "x", LOOP_BUFFER_INPUT, tile->r - 1);
        to = places_buffer(&t, "y", LOOP_BUFFER_OUTPUT);
        fill_rows(&t, to);
    } else {
        from = places_buffer(&t, "x", LOOP_BUFFER_INPUT);
        to = image_buffer(&t, "y", LOOP_BUFFER_OUTPUT, 0);
    }
    open_loops(&t);
    for (int64_t i = 0; i < winograd_places(tile, image->dims); i++) {
        index_of(&t, is_data, i, tile->n, at);
        x[i] = loop_var(&t.b, loop_let(&t.b, "x", loop_load(&t.b, from, at)));
    }
    transform(&t, image->dims, is_data ? &tile->data : &tile->result, x);
    for (int64_t i = 0; i < results; i++) {
        index_of(&t, !is_data, i, tile->m, at);
        loop_store(&t.b, to, at, x[i]);
    }
    return transform_end(&t, image->dims + 2);
}

const LoopFn *winograd_data(const WinogradImage *image, Arena *arena) {
    return between(image, true, arena);
}

const LoopFn *winograd_result(const WinogradImage *image, Arena *arena) {
    return between(image, false, arena);
}

const LoopFn *winograd_weights(const WinogradTile *tile, int dims, int64_t in, int64_t out,
                               Arena *arena) {
    Transform t = {.image = NULL};
    LoopBuilder *b = &t.b;
    const LoopExpr *x[WINOGRAD_PLACES_MAX], *at[WINOGRAD_DIMS_MAX + 2];
    loop_builder_init(b, arena, "winograd_weights");
    for (int i = 0; i < dims; i++) at[i] = loop_index(b, tile->r);
    at[dims] = loop_index(b, in);
    at[dims + 1] = loop_index(b, out);
    const LoopBuffer *from =
        loop_param(b, "x", LOOP_BUFFER_INPUT, DTYPE_FLOAT32, at, (uint32_t)dims + 2, NULL);
    const LoopExpr *of_places[] = {loop_index(b, winograd_places(tile, dims)), at[dims],
                                   at[dims + 1]};
    const LoopBuffer *to =
        loop_param(b, "y", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT32, of_places, 3, NULL);
    for (int i = 1; i < 3; i++)
        at[dims + i - 1] = of_places[i] =
            loop_var(b, loop_begin_for(b, i == 1 ? "i" : "o", of_places[i], LOOP_PARALLEL, 0));
    for (int64_t i = 0; i < power(tile->r, dims); i++) {
        int64_t rest = i;
        for (int d = dims; d-- > 0; rest /= tile->r) at[d] = loop_index(b, rest % tile->r);
        x[i] = loop_var(b, loop_let(b, "x", loop_load(b, from, at)));
    }
    transform(&t, dims, &tile->kernel, x);
    for (int64_t i = 0; i < winograd_places(tile, dims); i++) {
        of_places[0] = loop_index(b, i);
        loop_store(b, to, of_places, x[i]);
    }
    return transform_end(&t, 2);
}

/* --- Weights --- */

enum { BLOCK = 32 };

typedef double Block[BLOCK];

/* The kernel's matrix along each dim, of BLOCK weights at once. x: [r ...] before, [n ...] then. */
static void transform_block(const WinogradTile *tile, int dims, Block *x) {
    const int from = tile->r, to = tile->n;
    Block y[WINOGRAD_PLACES_MAX];
    for (int d = 0; d < dims; d++) {
        const int64_t outer = power(to, d), inner = power(from, dims - 1 - d);
        for (int64_t o = 0; o < outer; o++) {
            for (int64_t i = 0; i < inner; i++) {
                for (int k = 0; k < to; k++) {
                    double *sum = y[(o * to + k) * inner + i];
                    memset(sum, 0, sizeof(Block));
                    for (int j = 0; j < from; j++) {
                        const double factor = tile->kernel.at[k][j],
                                     *v = x[(o * from + j) * inner + i];
                        for (int l = 0; l < BLOCK; l++) sum[l] += factor * v[l];
                    }
                }
            }
        }
        memcpy(x, y, (size_t)(outer * to * inner) * sizeof *x);
    }
}

Tensor *winograd_constant(Ctx *ctx, const WinogradTile *tile, int dims, const Tensor *w,
                          const uint8_t *at) {
    const int64_t out = w->dims[at[0]], in = w->dims[at[1]], places = winograd_places(tile, dims),
                  taps = power(tile->r, dims);
    int64_t strides[WINOGRAD_DIMS_MAX + 2], step = 1;
    for (uint32_t i = w->ndim; i-- > 0; step *= w->dims[i]) strides[i] = step;
    Tensor *made = tensor_new(ctx, DTYPE_FLOAT32, (const int64_t[]){places, in, out}, 3);
    const float *from = (const float *)w->data;
    float *to = (float *)made->data;
    Block x[WINOGRAD_PLACES_MAX];
    TensorGuard guard;
    tensor_guard(&guard, made);
    for (int64_t i = 0; i < in; i++) {
        ctx_poll(ctx);
        for (int64_t first = 0; first < out; first += BLOCK) {
            const int64_t n = out - first < BLOCK ? out - first : BLOCK;
            memset(x, 0, sizeof x);
            for (int64_t tap = 0; tap < taps; tap++) {
                const float *v = from + i * strides[at[1]] + first * strides[at[0]];
                int64_t rest = tap;
                for (int d = dims; d-- > 0; rest /= tile->r)
                    v += rest % tile->r * strides[at[2 + d]];
                for (int64_t l = 0; l < n; l++) x[tap][l] = v[l * strides[at[0]]];
            }
            transform_block(tile, dims, x);
            for (int64_t p = 0; p < places; p++)
                for (int64_t l = 0; l < n; l++) to[(p * in + i) * out + first + l] = (float)x[p][l];
        }
    }
    tensor_unguard(&guard);
    return made;
}
