/* SPDX-License-Identifier: Apache-2.0 */
/* Weights as a run of many ranks begins with them. Where ranks share a weight out, none is to hold
 * more of it than its part; but what the parts are is known only when the step is compiled. Until
 * then a weight is lent: it borrows what a mapped file holds, or has nothing but a type where it is
 * to be drawn, of which each element follows from its place alone. */
#include "runtime/abi.h"
#include "tensor/box.h"
#include "train/parts.h"

static bool is_lent(const TrainRun *self, size_t i) {
    return self->weights.at[i].value->owner != NULL;
}

bool train_is_undrawn(const TrainRun *self, size_t i) {
    return i < self->weights.len && is_lent(self, i) && self->model->weights[i].drawn;
}

void train_own(TrainRun *self, size_t i, const int64_t *first, const int64_t *dims) {
    TrainArray *a = &self->weights.at[i];
    Tensor *own;
    if (train_is_undrawn(self, i)) {
        const TrainPlace place = {a->value->dims, first};
        own = tensor_new(self->ctx, a->value->dtype, dims, a->value->ndim);
        train_draw(self->model->weights[i].drawn, &place, own);
    } else {
        own = tensor_box(self->ctx, a->value, first, dims);
    }
    tensor_unref(a->value);
    a->value = own;
}

void train_own_whole(TrainRun *self, size_t i) {
    static const int64_t from_start[RT_MAX_RANK];
    if (is_lent(self, i)) train_own(self, i, from_start, self->weights.at[i].value->dims);
}

void train_own_rest(TrainRun *self, bool but_parts) {
    for (size_t i = 0; i < self->weights.len; i++) {
        if (!but_parts || !self->is_split || self->split[i] < 0) train_own_whole(self, i);
    }
}
