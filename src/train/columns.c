/* SPDX-License-Identifier: Apache-2.0 */
/* Batches: the columns that a model takes, in its dtypes. */
#include "train/parts.h"

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

/* What is common has a loop of its own. */
static void convert(DType from_type, const void *from, DType to_type, void *to, size_t n) {
    if (to_type == DTYPE_FLOAT32 && from_type == DTYPE_FLOAT64) {
        TO_FLOATS(double);
    } else if (to_type == DTYPE_FLOAT32 && from_type == DTYPE_UINT8) {
        TO_FLOATS(uint8_t);
    } else if (dtype_is_float(to_type)) {
        for (size_t i = 0; i < n; i++)
            dtype_set_double(to_type, to, i, dtype_get_double(from_type, from, i));
    } else {
        for (size_t i = 0; i < n; i++)
            dtype_set_int(to_type, to, i, dtype_get_int(from_type, from, i));
    }
}

bool train_batch_read(TrainBatch *self, Ctx *ctx, const int64_t *rows, size_t n) {
    TrainSource *s = self->source;
    BUG_IF(n > self->capacity);
    if (s->read(s, ctx, rows, n, self->raw) != STATUS_OK) return false;
    for (size_t i = 0; i < self->feeds->n; i++) {
        const TrainFeed *f = &self->feeds->feeds[i];
        const TrainColumn *c = &s->columns[f->column];
        if (self->data[i] == self->raw[f->column]) continue;
        convert(c->dtype, self->raw[f->column], f->dtype, self->data[i],
                c->bytes / dtype_size(c->dtype) * n);
    }
    return true;
}
