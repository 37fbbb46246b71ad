/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/box.h"

#include "tensor/strided.h"
#include "tensor/strings.h"

/* Row-major strides in elements, which fit as the tensor's size does. */
static int64_t *strides_of(Arena *scratch, const Tensor *t) {
    int64_t *strides = ARENA_ARRAY(scratch, int64_t, (size_t)t->ndim + 1), step = 1;
    for (uint32_t d = t->ndim; d-- > 0;) {
        strides[d] = step;
        step *= t->dims[d];
    }
    return strides;
}

/* Of a type whose elements are no bytes of their own. */
static void copy_each(Tensor *out, const Tensor *whole, const int64_t *strides, size_t first) {
    for (size_t i = 0; i < out->count; i++) {
        size_t rest = i, from = first;
        ctx_poll(out->ctx);
        for (uint32_t d = out->ndim; d-- > 0;) {
            from += rest % (size_t)out->dims[d] * (size_t)strides[d];
            rest /= (size_t)out->dims[d];
        }
        if (out->dtype == DTYPE_STRING)
            tensor_set_string(out, i, tensor_get_string(whole, from));
        else
            dtype_set_code(out->dtype, out->data, i,
                           dtype_get_code(whole->dtype, whole->data, from));
    }
}

Tensor *tensor_box(Ctx *ctx, const Tensor *whole, const int64_t *first, const int64_t *dims) {
    Arena scratch;
    TensorGuard guard;
    const DType dtype = whole->dtype;
    arena_init(&scratch, ctx);
    Tensor *out = tensor_new(ctx, dtype, dims, whole->ndim);
    tensor_guard(&guard, out);
    int64_t *strides = strides_of(&scratch, whole);
    size_t at = 0;
    for (uint32_t d = 0; d < whole->ndim; d++) at += (size_t)(first[d] * strides[d]);
    if (dtype == DTYPE_STRING || dtype_is_packed(dtype)) {
        copy_each(out, whole, strides, at);
    } else if (out->count > 0) {
        const size_t size = dtype_size(dtype);
        for (uint32_t d = 0; d < whole->ndim; d++) strides[d] *= (int64_t)size;
        strided_copy(&scratch, out->data, (const char *)whole->data + at * size, dims, strides,
                     whole->ndim, size);
    }
    tensor_unguard(&guard);
    arena_fini(&scratch);
    return out;
}
