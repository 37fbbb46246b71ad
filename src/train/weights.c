/* SPDX-License-Identifier: Apache-2.0 */
/* Which weights a run shows: the average where there is one, and of these the best. */
#include "passes/gradient.h"
#include "runtime/abi.h"
#include "train/parts.h"

bool train_weight_fits(const TrainWeight *w, const char *pattern) {
    return gradient_matches(pattern, w->file) || gradient_matches(pattern, w->name);
}

Tensor *train_shown(const TrainRun *self, size_t weight) {
    for (size_t i = 0; i < self->n_trained && self->o.average > 0; i++) {
        Tensor *average = self->state.at[self->first_average + i].value;
        /* of half-precision weights it is wider, and they are shown as they are */
        if (self->trained[i] == weight && average->dtype == self->weights.at[weight].value->dtype)
            return average;
    }
    return self->weights.at[weight].value;
}

static void copy(Tensor *to, const Tensor *from) {
    if (to->bytes) memcpy(to->data, from->data, to->bytes);
}

void train_room_for_best(TrainRun *self) {
    for (size_t i = self->best_weights.len; i < self->weights.len; i++) {
        const Tensor *t = self->weights.at[i].value;
        const TrainArray a = {.name = self->weights.at[i].name};
        const int32_t dim = train_split_of(self, i);
        int64_t dims[RT_MAX_RANK];
        for (uint32_t d = 0; d < t->ndim; d++)
            dims[d] = (int32_t)d == dim ? self->whole[i] : t->dims[d];
        vec_push(&self->arena, &self->best_weights, a);
        self->best_weights.at[i].value = tensor_new(self->ctx, t->dtype, dims, t->ndim);
    }
}

void train_keep_best(TrainRun *self, double metric) {
    train_room_for_best(self);
    for (size_t i = 0; i < self->weights.len; i++)
        copy(self->best_weights.at[i].value, train_shown(self, i));
    self->has_best = true;
    self->best = metric;
}

Tensor *train_result(const TrainRun *self, size_t weight) {
    return self->has_best ? self->best_weights.at[weight].value : train_shown(self, weight);
}
