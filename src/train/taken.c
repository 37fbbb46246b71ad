/* SPDX-License-Identifier: Apache-2.0 */
/* Weights as they are taken from a file, before a run knows which part of them it is to keep. */
#include "ranks/ranks.h"
#include "train/parts.h"

bool train_lends(const Ctx *ctx) { return ctx->ranks && ranks_size(ctx->ranks) > 1; }

Tensor *train_take_weight(Ctx *ctx, const Tensor *value) {
    if (value->owner && train_lends(ctx)) return tensor_ref((Tensor *)(uintptr_t)value);
    Tensor *copy = tensor_new(ctx, value->dtype, value->dims, value->ndim);
    if (copy->bytes) memcpy(copy->data, value->data, copy->bytes);
    return copy;
}
