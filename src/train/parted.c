/* SPDX-License-Identifier: Apache-2.0 */
/* State and weights, and sums of gradients with the state, of which each rank has a part: `shard`
 * says which (Distribute's zero1, zero3).
 * A run's arrays hold the parts from the first shared step on, and are whole again where something
 * reads them: an evaluation, a checkpoint, a batch that the ranks do not divide. All ranks come
 * there together. */
#include "ops/mesh.h"
#include "ranks/call.h"
#include "ranks/ranks.h"
#include "runtime/abi.h"
#include "tensor/box.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

/* Weights, state, sums. */
static size_t n_arrays(const TrainRun *self) {
    return self->weights.len + self->state.len + self->sums.len;
}

static TrainArray *array_at(TrainRun *self, size_t i) {
    TrainArrays *lists[] = {&self->weights, &self->state, &self->sums};
    size_t k = 0;
    while (i >= lists[k]->len) i -= lists[k++]->len;
    return &lists[k]->at[i];
}

/* Which dim of the function's parameter is split; -1: none is. */
static int32_t split_dim(const IrFunction *fn, size_t param) {
    const IrAttr *lies = ir_function_attr(fn, DISTRIBUTE_INPUTS, IR_ATTR_LIST);
    int32_t dim = 0;
    BUG_IF(!lies || param >= lies->n);
    const char *at = lies->items[param].s;
    while (*at == '_') at += 1 + (at[1] == ','), dim++;
    return *at ? dim : -1;
}

void train_read_parts(TrainRun *self, const IrFunction *step, const IrFunction *update) {
    const size_t n = n_arrays(self), n_weights = self->weights.len, n_state = self->state.len;
    self->split = ARENA_ARRAY(&self->arena, int32_t, n + 1);
    self->whole = ARENA_ARRAY(&self->arena, int64_t, n + 1);
    self->is_split = false;
    for (size_t i = 0; i < n; i++) {
        self->whole[i] = -1;
        /* without the update sums are there alone, and lie as the step says */
        const bool is_state = i >= n_weights && i < n_weights + n_state;
        const size_t of_step = i < n_weights || !self->has_update ? i : i - n_state;
        const IrFunction *fn = update ? update : step;
        if (!update && self->has_update && is_state) {
            self->split[i] = -1;
            continue;
        }
        self->split[i] = split_dim(fn, update ? i : of_step);
        BUG_IF(update && !is_state && self->split[i] != split_dim(step, of_step));
        self->is_split |= self->split[i] >= 0;
    }
}

/* The bounds of the rank's part of n elements. */
static int64_t bound(const TrainRun *self, int64_t n, uint32_t rank) {
    return n * rank / train_ranks(self);
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

static bool is_average(const TrainRun *self, size_t i) {
    const size_t n_weights = self->weights.len;
    return i >= n_weights + self->first_average && i < n_weights + self->state.len;
}

/* The average begins as the weights; the seed of what drops out follows from the run's. */
static void begin(TrainRun *self, size_t i) {
    TrainArray *a = array_at(self, i);
    const Tensor *like = a->value;
    Tensor *t = tensor_new(self->ctx, like->dtype, like->dims, like->ndim);
    const size_t seed = self->weights.len + (self->has_update ? self->state.len : 0) + 1;
    if (self->has_seed && i == seed)
        tensor_set_int(t, 0, (int64_t)(train_random(self->o.seed, TRAIN_STREAM_DROPOUT, 0) >> 2));
    if (is_average(self, i)) {
        const size_t of = self->trained[i - self->weights.len - self->first_average];
        const Tensor *w = self->weights.at[of].value;
        for (size_t k = 0; k < w->count; k++) tensor_set_double(t, k, tensor_get_double(w, k));
    }
    tensor_unref(a->value);
    a->value = t;
}

void train_make_state(TrainRun *self) {
    const size_t n = n_arrays(self);
    for (size_t i = self->weights.len; i < n && !self->has_state; i++) begin(self, i);
    self->has_state = true;
}

/* An average of a weight that is there as a part, which is split in the same way: that part. */
static bool begin_average(TrainRun *self, size_t i) {
    if (!is_average(self, i)) return false;
    const size_t of = self->trained[i - self->weights.len - self->first_average];
    const Tensor *w = self->weights.at[of].value;
    TrainArray *a = array_at(self, i);
    const int32_t dim = self->split[i];
    if (self->whole[of] < 0 || self->split[of] != dim) return false;
    Tensor *own = tensor_with(self, a->value, dim, w->dims[dim]);
    for (size_t k = 0; k < w->count; k++) tensor_set_double(own, k, tensor_get_double(w, k));
    self->whole[i] = a->value->dims[dim];
    tensor_unref(a->value);
    a->value = own;
    return true;
}

/* What is there of the array, or begins; what begins with zeros never is there whole, nor a weight
 * that is lent. */
static void part(TrainRun *self, size_t i) {
    const bool begins = i >= self->weights.len && !self->has_state;
    const int32_t dim = self->split[i];
    if (self->whole[i] >= 0) return; /* done, by a call that ran out of memory */
    if (begins && dim >= 0 && begin_average(self, i)) return;
    if (begins && (dim < 0 || is_average(self, i))) begin(self, i);
    if (dim < 0) return;
    const uint32_t rank = ranks_rank(self->ctx->ranks);
    TrainArray *a = array_at(self, i);
    const int64_t extent = a->value->dims[dim], from = bound(self, extent, rank);
    int64_t first[RT_MAX_RANK] = {0}, dims[RT_MAX_RANK];
    memcpy(dims, a->value->dims, a->value->ndim * sizeof *dims);
    first[dim] = from;
    dims[dim] = bound(self, extent, rank + 1) - from;
    if (i < self->weights.len) {
        train_own(self, i, first, dims);
    } else {
        Tensor *own = begins && !is_average(self, i)
                          ? tensor_new(self->ctx, a->value->dtype, dims, a->value->ndim)
                          : tensor_box(self->ctx, a->value, first, dims);
        tensor_unref(a->value);
        a->value = own;
    }
    self->whole[i] = extent;
}

/* An average begins as the weight: as its part where both are shared out alike, else as the whole,
 * before that is. */
void train_part(TrainRun *self) {
    if (!self->is_split || self->is_parted) return;
    const size_t n = n_arrays(self);
    for (size_t i = 0; i < self->n_trained && self->o.average > 0 && !self->has_state; i++) {
        const size_t at = self->weights.len + self->first_average + i, of = self->trained[i];
        if (self->split[at] == self->split[of]) continue;
        train_own_whole(self, of);
        part(self, at);
    }
    for (size_t i = 0; i < n; i++) part(self, i);
    self->has_state = self->is_parted = true;
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
    const size_t n = n_arrays(self);
    train_own_rest(self, false);
    train_make_state(self);
    if (!self->is_parted) return true;
    for (size_t i = 0; i < n; i++) {
        if (self->whole[i] < 0) continue;
        if (!gather(self, array_at(self, i), self->split[i], self->whole[i])) return false;
        self->whole[i] = -1;
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
