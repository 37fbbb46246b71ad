/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of backends share that run loop functions on drawn inputs, beside the
 * interpreter. */
#ifndef TENON_TESTS_LOOP_RUNS_H
#define TENON_TESTS_LOOP_RUNS_H

#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "loop/interp.h"

enum { RUNS_ELEMENTS_MAX = 1 << 20 };

static inline uint64_t runs_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1du;
}

typedef struct {
    int64_t *dims;
    size_t count, bytes;
    char *data, *other; /* for the interpreter and for what is tested; malloc */
} Buffer;

/* Small numbers of both signs, and now and then a special one. */
static inline void runs_draw(uint64_t *seed, DType type, char *at, bool tame) {
    static const double special[] = {0.0,   -0.0,  1e30, -1e30, 1e-30, 1e-40, 65504, 3e38,
                                     -3e38, 1e300, 0.5,  1.5,   2.5,   -0.5,  1e10};
    const uint64_t r = runs_random(seed);
    if (dtype_is_float(type)) {
        double v = (double)(int64_t)(r >> 20 & 0xffff) / 4096 - 8;
        if (!tame && r % 8 == 0) v = special[(r >> 8) % ARRAY_LEN(special)];
        if (!tame && r % 64 == 1)
            v = r & 256 ? (double)NAN : r & 512 ? (double)INFINITY : -(double)INFINITY;
        dtype_write_double(type, at, v);
    } else if (type == DTYPE_BOOL) {
        *(uint8_t *)at = (uint8_t)(r % 4 == 0 ? r >> 8 : r >> 8 & 1); /* any nonzero is true */
    } else if (!tame && r % 8 == 0) {
        memcpy(at, &(uint64_t){runs_random(seed) | (r & 16 ? UINT64_C(0x8000000000000000) : 0)},
               dtype_size(type));
    } else {
        const int64_t v =
            (int64_t)(r >> 8 & 7) - (dtype_kind(type) == DTYPE_KIND_INT && (r & 4096) ? 2 : 0);
        memcpy(at, &v, dtype_size(type));
    }
}

typedef int64_t DrawSize(uint64_t r);

/* Sizes, and the extents and memory that they give. False when they give none, or too much. */
static inline bool runs_set_up(uint64_t *seed, const LoopFn *fn, DrawSize *size, int64_t *sizes,
                               Buffer *buffers, bool tame) {
    for (size_t i = 0; i < fn->sizes.len; i++) {
        const uint64_t r = runs_random(seed) >> 8;
        sizes[i] = size(r);
        if (i < fn->n_scalars && !loop_size_is_bound(fn, fn->sizes.at[i]) && (r & 1 << 7))
            sizes[i] = -sizes[i];
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        buffers[i] = (Buffer){.dims = malloc((b->ndim + 1) * sizeof(int64_t)), .count = 1};
        for (uint32_t d = 0; d < b->ndim; d++) {
            if (!loop_eval_extent(fn, b->dims[d], sizes, &buffers[i].dims[d]) ||
                buffers[i].dims[d] < 0)
                return false;
            if (buffers[i].dims[d] > RUNS_ELEMENTS_MAX) return false;
            buffers[i].count *= (size_t)buffers[i].dims[d];
            if (buffers[i].count > RUNS_ELEMENTS_MAX) return false;
        }
        buffers[i].bytes = buffers[i].count * dtype_size(b->dtype);
        buffers[i].data = malloc(buffers[i].bytes + 1);
        buffers[i].other = malloc(buffers[i].bytes ? buffers[i].bytes : 1);
        const bool input = b->kind == LOOP_BUFFER_INPUT;
        for (size_t k = 0; input && k < buffers[i].count; k++)
            runs_draw(seed, b->dtype, buffers[i].data + k * dtype_size(b->dtype), tame);
        if (!input) memset(buffers[i].data, 0x5A, buffers[i].bytes);
        memcpy(buffers[i].other, buffers[i].data, buffers[i].bytes);
    }
    return true;
}

static inline void runs_release(Buffer *buffers, size_t n) {
    for (size_t i = 0; i < n; i++) {
        free(buffers[i].dims);
        free(buffers[i].data);
        free(buffers[i].other);
    }
}

/* The message says what the interpreter's report says, up to the values. any_dim: where an index is
 * out of range it may be that of another dim of the same buffer. Iterations of a parallel loop have
 * no order, so if several fail, a kernel may report any of them, and in another element another dim
 * may be the first that is wrong. */
static inline bool runs_same_error(Ctx *ctx, Arena *arena, const char *message, bool any_dim) {
    const Diag *d = &ctx->diags->diags.at[0];
    const char *where = d->expected ? d->expected : "";
    const char *stop = strstr(where, " in [");
    any_dim = any_dim && stop;
    if (!stop) stop = strstr(where, " to be");
    if (!stop) stop = where + strlen(where);
    const char *colon = strstr(message, d->message);
    if (!colon) return false;
    const char *of = any_dim ? strstr(where, " of ") : NULL;
    if (!of || of > stop)
        return strstr(colon, arena_printf(arena, "%.*s", (int)(stop - where), where));
    const char *dim = strstr(colon, ": dim ");
    if (!dim) return false;
    dim += strlen(": dim ");
    dim += strspn(dim, "0123456789");
    return strncmp(dim, of, (size_t)(stop - of)) == 0;
}

#endif
