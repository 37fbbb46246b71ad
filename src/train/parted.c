/* SPDX-License-Identifier: Apache-2.0 */
/* State and weights of which each rank has a part: `shard` says which (Distribute's zero1, zero3).
 * A run's arrays hold the parts from the first shared step on, and are whole again where something
 * reads them: an evaluation, a checkpoint, a batch that the ranks do not divide. All ranks come
 * there together. */
#include "passes/distribute.h"
#include "ranks/call.h"
#include "ranks/ranks.h"
#include "runtime/abi.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

/* Which dim is split, by array: weights first, then state. */
bool train_read_parts(TrainRun *self, const IrFunction *shared) {
    const IrAttr *lies = ir_function_attr(shared, DISTRIBUTE_INPUTS, IR_ATTR_LIST);
    const size_t n = self->weights.len + self->state.len;
    self->split = ARENA_ARRAY(&self->arena, int32_t, n + 1);
    self->is_split = false;
    BUG_IF(!lies || lies->n < n);
    for (size_t i = 0; i < n; i++) {
        int32_t dim = 0;
        const char *at = lies->items[i].s;
        while (*at == '_') at += 1 + (at[1] == ','), dim++;
        self->split[i] = *at ? dim : -1;
        self->is_split |= *at != 0;
    }
    return true;
}

static TrainArray *array_at(TrainRun *self, size_t i) {
    const size_t n = self->weights.len;
    return i < n ? &self->weights.at[i] : &self->state.at[i - n];
}

/* The bounds of the rank's part of n elements. */
static int64_t bound(const TrainRun *self, int64_t n, uint32_t rank) {
    return n * rank / train_ranks(self);
}

void train_copy_part(const Tensor *whole, const Tensor *part, int32_t dim, int64_t first,
                     bool back) {
    size_t outer = 1, inner = dtype_size(whole->dtype);
    for (int32_t d = 0; d < dim; d++) outer *= (size_t)whole->dims[d];
    for (uint32_t d = (uint32_t)dim + 1; d < whole->ndim; d++) inner *= (size_t)whole->dims[d];
    const size_t row = (size_t)whole->dims[dim] * inner, own = (size_t)part->dims[dim] * inner;
    for (size_t i = 0; own && i < outer; i++) {
        char *in_part = (char *)part->data + i * own;
        char *in_whole = (char *)whole->data + i * row + (size_t)first * inner;
        memcpy(back ? in_whole : in_part, back ? in_part : in_whole, own);
    }
}

int32_t train_split_of(const TrainRun *self, size_t i) {
    return self->is_parted && i < self->weights.len + self->state.len ? self->split[i] : -1;
}

static Tensor *tensor_with(const TrainRun *self, const Tensor *like, int32_t dim, int64_t n) {
    int64_t dims[RT_MAX_RANK];
    memcpy(dims, like->dims, like->ndim * sizeof *dims);
    dims[dim] = n;
    return tensor_new(self->ctx, like->dtype, dims, like->ndim);
}

void train_part(TrainRun *self) {
    if (!self->is_split || self->is_parted) return;
    const size_t n = self->weights.len + self->state.len;
    const uint32_t rank = ranks_rank(self->ctx->ranks);
    self->whole = ARENA_ARRAY(&self->arena, int64_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (self->split[i] < 0) continue;
        TrainArray *a = array_at(self, i);
        const int64_t extent = self->whole[i] = a->value->dims[self->split[i]],
                      first = bound(self, extent, rank);
        Tensor *part =
            tensor_with(self, a->value, self->split[i], bound(self, extent, rank + 1) - first);
        train_copy_part(a->value, part, self->split[i], first, false);
        tensor_unref(a->value);
        a->value = part;
    }
    self->is_parted = true;
}

static int64_t letter(DType t) {
    return t == DTYPE_BOOL ? 'b' : t == DTYPE_BFLOAT16 ? 'g' : dtype_is_float(t) ? 'f' : 'i';
}

static bool gather(TrainRun *self, TrainArray *a, int32_t dim, int64_t extent) {
    const Tensor *part = a->value;
    Tensor *whole = tensor_with(self, part, dim, extent);
    const RanksTable *table = ranks_table(self->ctx->ranks);
    const RanksWhat what = {.kind = RANKS_ALLGATHER,
                            .type = letter(part->dtype),
                            .bytes = (int64_t)dtype_size(part->dtype),
                            .ndim = part->ndim,
                            .axis = dim,
                            .is_uneven = true,
                            .axes = -1};
    int64_t dims[2 * RT_MAX_RANK];
    memcpy(dims, part->dims, part->ndim * sizeof *dims);
    memcpy(dims + part->ndim, whole->dims, part->ndim * sizeof *dims);
    if (table->call(table->self, &what, a->name, part->data, whole->data, dims) != 0) {
        diag_error(self->ctx, no_place, DIAG_VALUE, ranks_failure(self->ctx->ranks));
        tensor_unref(whole);
        return false;
    }
    tensor_unref(a->value);
    a->value = whole;
    return true;
}

bool train_gather(TrainRun *self) {
    const size_t n = self->weights.len + self->state.len;
    if (!self->is_parted) return true;
    for (size_t i = 0; i < n; i++) {
        if (self->split[i] >= 0 && !gather(self, array_at(self, i), self->split[i], self->whole[i]))
            return false;
    }
    self->is_parted = false;
    return true;
}

bool train_follows(const TrainRun *self) {
    return self->is_split && ranks_rank(self->ctx->ranks) != 0;
}

bool train_before_writing(TrainRun *self, bool *writes) {
    *writes = !train_follows(self);
    return train_gather(self);
}
