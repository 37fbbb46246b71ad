/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/compare.h"

#include <assert.h>
#include <math.h>

static bool both_nan(DType t, const void *a, const void *b, size_t i) {
    return dtype_is_float(t) && isnan(dtype_get_double(t, a, i)) &&
           isnan(dtype_get_double(t, b, i));
}

static bool same_bits(DType t, const void *a, const void *b, size_t i) {
    if (dtype_is_packed(t)) return dtype_get_code(t, a, i) == dtype_get_code(t, b, i);
    const size_t size = dtype_size(t);
    return memcmp((const char *)a + i * size, (const char *)b + i * size, size) == 0;
}

bool tensor_elements_equal(DType t, const void *a, const void *b, size_t count) {
    int64_t bytes;
    if (count == 0 || a == b) return true;
    if (dtype_bytes(t, (int64_t)count, &bytes) && memcmp(a, b, (size_t)bytes) == 0) return true;
    for (size_t i = 0; i < count; i++) {
        if (!same_bits(t, a, b, i) && !both_nan(t, a, b, i)) return false;
    }
    return true;
}

/* Two elements as doubles, how far apart they are, and whether that is near enough. */
typedef struct {
    double a, b, abs;
    bool near;
} Pair;

/* Of one kind; exact, also where doubles cannot tell them apart. */
static double distance(DType t, const void *a, DType other, const void *b, size_t i) {
    const int64_t x = dtype_get_int(t, a, i), y = dtype_get_int(other, b, i);
    const bool is_less = dtype_kind(t) == DTYPE_KIND_UINT ? (uint64_t)x < (uint64_t)y : x < y;
    return (double)(is_less ? (uint64_t)y - (uint64_t)x : (uint64_t)x - (uint64_t)y);
}

static Pair pair_at(DType t, const void *a, DType other, const void *b, size_t i,
                    const TensorNear *how) {
    const bool is_float = dtype_is_float(t);
    Pair p = {.near = true};
    if (t == DTYPE_STRING) {
        p.near = same_bits(t, a, b, i); /* equal strings of a context are one pointer */
        return p;
    }
    p.a = dtype_get_double(t, a, i);
    p.b = dtype_get_double(other, b, i);
    if (!is_float) {
        p.abs = distance(t, a, other, b, i);
        p.near = p.abs == 0 || (how->integers && p.abs <= how->atol);
    } else if (p.a != p.b && !(isnan(p.a) && isnan(p.b))) {
        p.abs = isfinite(p.a) && isfinite(p.b) ? fabs(p.a - p.b) : (double)INFINITY;
        p.near = number_is_near(p.a, p.b, how->rtol, how->atol);
    } else {
        p.near = !how->signs || p.a != 0 || signbit(p.a) == signbit(p.b);
    }
    if (how->mode == TENSOR_BITS) p.near = same_bits(t, a, b, i) || both_nan(t, a, b, i);
    if (how->finite && is_float && !isfinite(p.b)) return (Pair){.near = true};
    return p;
}

static void note(TensorDifference *out, const Pair *p, size_t i) {
    if (!p->near && out->differing++ == 0) out->first = i;
    if (p->abs == 0) return;
    if (p->abs > out->max_abs) {
        out->max_abs = p->abs;
        out->element = i;
        out->a = p->a;
        out->b = p->b;
    }
    const double rel = p->b != 0 && isfinite(p->abs) ? p->abs / fabs(p->b) : (double)INFINITY;
    if (rel > out->max_rel) out->max_rel = rel;
}

bool tensor_elements_near(DType t, const void *a, DType other, const void *b, size_t count,
                          const TensorNear *how, TensorDifference *out) {
    assert(t == other || (how->mode == TENSOR_NEAR && dtype_kind(t) == dtype_kind(other)));
    *out = (TensorDifference){.count = count, .first = count};
    if (t == other && tensor_elements_equal(t, a, b, count)) return true;
    for (size_t i = 0; i < count; i++) {
        const Pair p = pair_at(t, a, other, b, i, how);
        note(out, &p, i);
    }
    return out->differing == 0;
}

bool tensor_same_dims(const Tensor *a, const Tensor *b) {
    return a->ndim == b->ndim &&
           (!a->ndim || memcmp(a->dims, b->dims, a->ndim * sizeof *a->dims) == 0);
}

bool tensor_near(const Tensor *a, const Tensor *b, const TensorNear *how, TensorDifference *out) {
    if (a->dtype == b->dtype && tensor_same_dims(a, b))
        return tensor_elements_near(a->dtype, a->data, b->dtype, b->data, a->count, how, out);
    *out = (TensorDifference){.other_type = true};
    return false;
}

double tensor_elements_largest(DType t, const void *data, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const double v = fabs(dtype_get_double(t, data, i));
        if (isfinite(v) && v > most) most = v;
    }
    return most;
}

const char *tensor_difference_text(Arena *arena, const TensorDifference *d) {
    if (d->other_type) return "another dtype or shape";
    if (d->max_abs == 0) /* strings, zeros of two signs */
        return arena_printf(arena, "%zu of %zu elements have other bits, the first is %zu",
                            d->differing, d->count, d->first);
    return arena_printf(arena, "%zu of %zu elements differ; the most %zu, by %g: %.17g and %.17g",
                        d->differing, d->count, d->element, d->max_abs, d->a, d->b);
}
