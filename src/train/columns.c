/* SPDX-License-Identifier: Apache-2.0 */
/* Batches: the columns that a model takes, in its dtypes. */
#include <math.h>

#include "base/diag.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

void train_batch_init(TrainBatch *self, Arena *arena, TrainSource *source, const TrainFeeds *feeds,
                      size_t capacity) {
    *self = (TrainBatch){.source = source, .feeds = feeds, .capacity = capacity};
    self->raw = ARENA_ARRAY(arena, void *, source->n_columns + 1);
    self->data = ARENA_ARRAY(arena, void *, feeds->n + 1);
    for (size_t i = 0; i < feeds->n; i++) {
        const TrainFeed *f = &feeds->feeds[i];
        const TrainColumn *c = &source->columns[f->column];
        const size_t elements = c->bytes / dtype_size(c->dtype) * capacity;
        void **raw = &self->raw[f->column];
        if (!*raw) *raw = arena_calloc(arena, elements + 1, dtype_size(c->dtype));
        self->data[i] =
            f->dtype == c->dtype ? *raw : arena_calloc(arena, elements + 1, dtype_size(f->dtype));
    }
}

#define TO_FLOATS(T)                                                                               \
    for (size_t i = 0; i < n; i++) ((float *)to)[i] = (float)((const T *)from)[i]

/* Behind a conversion to floats: the first number that became an infinity; n: none did. */
static size_t first_too_large(DType from_type, const void *from, DType to_type, const void *to,
                              size_t n) {
    bool is_odd = false; /* what is common is looked at in a loop of its own */
    for (size_t i = 0; to_type == DTYPE_FLOAT32 && i < n; i++) {
        const float v = ((const float *)to)[i];
        is_odd |= v - v != 0;
    }
    if (to_type == DTYPE_FLOAT32 && !is_odd) return n;
    for (size_t i = 0; i < n; i++) {
        if (isinf(dtype_get_double(to_type, to, i)) &&
            isfinite(dtype_get_double(from_type, from, i)))
            return i;
    }
    return n;
}

/* The first number that the other type does not hold; n: all are converted. */
static size_t convert(DType from_type, const void *from, DType to_type, void *to, size_t n) {
    if (to_type == DTYPE_FLOAT32 && from_type == DTYPE_FLOAT64) {
        TO_FLOATS(double);
    } else if (to_type == DTYPE_FLOAT32 && from_type == DTYPE_UINT8) {
        TO_FLOATS(uint8_t);
        return n;
    } else if (dtype_is_float(to_type)) {
        for (size_t i = 0; i < n; i++)
            dtype_set_double(to_type, to, i, dtype_get_double(from_type, from, i));
    } else {
        for (size_t i = 0; i < n; i++) {
            const int64_t v = dtype_get_int(from_type, from, i);
            const bool wraps = from_type == DTYPE_UINT64 && v < 0;
            if (wraps || !dtype_set_int(to_type, to, i, v)) return i;
        }
        return n;
    }
    return first_too_large(from_type, from, to_type, to, n);
}

static bool does_not_fit(Ctx *ctx, const TrainSource *s, const TrainFeed *f, int64_t row,
                         double value) {
    Diag *d =
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx, "%s: column '%s': row %lld does not fit what the model takes",
                            s->name, s->columns[f->column].name, (long long)row));
    diag_expected(ctx, d, "numbers that %s holds", dtype_name(f->dtype));
    diag_found(ctx, d, "%.17g", value);
    return false;
}

bool train_batch_read(TrainBatch *self, Ctx *ctx, const int64_t *rows, size_t n) {
    TrainSource *s = self->source;
    BUG_IF(n > self->capacity);
    if (s->read(s, ctx, rows, n, self->raw) != STATUS_OK) return false;
    for (size_t i = 0; i < self->feeds->n; i++) {
        const TrainFeed *f = &self->feeds->feeds[i];
        const TrainColumn *c = &s->columns[f->column];
        if (self->data[i] == self->raw[f->column]) continue;
        const void *from = self->raw[f->column];
        const size_t each = c->bytes / dtype_size(c->dtype), all = each * n;
        const size_t at = convert(c->dtype, from, f->dtype, self->data[i], all);
        if (at < all)
            return does_not_fit(ctx, s, f, rows[at / each], dtype_get_double(c->dtype, from, at));
    }
    return true;
}
