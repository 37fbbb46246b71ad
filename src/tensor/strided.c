/* SPDX-License-Identifier: Apache-2.0 */
/* A copy from any strides to row-major order.
 *
 * Axes of extent 1 are dropped and neighbours that step as one are merged, so what is dense becomes
 * one axis and one memcpy. Of what is left, the copy is fast along the last axis when it writes and
 * along the axis of the smallest stride when it reads. Where those are two axes (a transposition),
 * their plane is cut into tiles that fit the first-level cache, so that each line of memory is
 * fetched once on either side. The other axes are counted like an odometer; as each is 2 or longer,
 * its carries are amortized. */
#include "tensor/strided.h"

enum { TILE = 32 };

typedef struct {
    int64_t n;        /* at least 2 */
    int64_t src, dst; /* bytes from one index to the next */
} Axis;

/* From the last axis, whose dst stride is the element's size, forward. */
static uint32_t merge_axes(Axis *axes, const int64_t *dims, const int64_t *strides, uint32_t ndim,
                           size_t size) {
    uint32_t n = 0;
    int64_t dst = (int64_t)size, span;
    for (uint32_t i = ndim; i-- > 0;) {
        if (dims[i] == 1) continue;
        Axis *inner = n ? &axes[n - 1] : NULL;
        if (inner && mul_i64(inner->src, inner->n, &span) && span == strides[i]) {
            inner->n *= dims[i];
        } else {
            axes[n++] = (Axis){.n = dims[i], .src = strides[i], .dst = dst};
        }
        dst *= dims[i];
    }
    return n;
}

/* A size that the compiler knows makes the inner memcpy one move. */
static void copy_row(char *dst, const char *src, int64_t n, int64_t stride, size_t size) {
#define ROW(bytes)                                                                                 \
    for (int64_t i = 0; i < n; i++) memcpy(dst + i * (bytes), src + i * stride, (bytes))
    if (stride == (int64_t)size) {
        memcpy(dst, src, (size_t)n * size);
        return;
    }
    switch (size) {
    case 1: ROW(1); break;
    case 2: ROW(2); break;
    case 4: ROW(4); break;
    case 8: ROW(8); break;
    default: BUG("an element of %zu bytes", size);
    }
#undef ROW
}

static void copy_plane(Ctx *ctx, char *dst, const char *src, const Axis *row, const Axis *col,
                       size_t size) {
    if (row->n == 1) {
        copy_row(dst, src, col->n, col->src, size);
        ctx_poll(ctx);
        return;
    }
    for (int64_t i0 = 0; i0 < row->n; i0 += TILE) {
        int64_t i1 = row->n - i0 < TILE ? row->n : i0 + TILE;
        for (int64_t j0 = 0; j0 < col->n; j0 += TILE) {
            int64_t n = col->n - j0 < TILE ? col->n - j0 : TILE;
            for (int64_t i = i0; i < i1; i++) {
                copy_row(dst + i * row->dst + j0 * col->dst, src + i * row->src + j0 * col->src, n,
                         col->src, size);
            }
            ctx_poll(ctx);
        }
    }
}

static uint64_t magnitude(int64_t v) { return v < 0 ? 0 - (uint64_t)v : (uint64_t)v; }

void strided_copy(Arena *scratch, void *dst, const void *src, const int64_t *dims,
                  const int64_t *strides, uint32_t ndim, size_t size) {
    for (uint32_t i = 0; i < ndim; i++) {
        if (dims[i] == 0) return;
    }
    Axis *axes = ARENA_ARRAY(scratch, Axis, ndim);
    int64_t *at = ARENA_ARRAY(scratch, int64_t, ndim);
    uint32_t n = merge_axes(axes, dims, strides, ndim, size);
    if (n == 0) {
        memcpy(dst, src, size);
        return;
    }
    uint32_t fast = 0; /* axes[0] is the innermost of the destination */
    for (uint32_t i = 1; i < n; i++) {
        if (magnitude(axes[i].src) < magnitude(axes[fast].src)) fast = i;
    }
    const Axis col = axes[0];
    const Axis row = fast ? axes[fast] : (Axis){.n = 1};
    if (fast) axes[fast] = axes[--n];
    /* axes[1 .. n) are left: the odometer. */
    char *to = dst;
    const char *from = src;
    for (;;) {
        copy_plane(scratch->ctx, to, from, &row, &col, size);
        uint32_t i = 1;
        while (i < n && ++at[i] == axes[i].n) {
            at[i] = 0;
            to -= (axes[i].n - 1) * axes[i].dst;
            from -= (axes[i].n - 1) * axes[i].src;
            i++;
        }
        if (i >= n) return;
        to += axes[i].dst;
        from += axes[i].src;
    }
}
