/* SPDX-License-Identifier: Apache-2.0 */
/* What oneDNN makes, and memory for it: each belongs to the Onednn from then on. Room in its lists
 * comes first: nothing is thrown between making an object and keeping it. */
#include "backend/onednn/primitive.h"

void *onednn_bytes(Onednn *self, size_t n) {
    return (void *)onednn_aligned((uintptr_t)arena_alloc(&self->arena, n + ONEDNN_ALIGNMENT));
}

dnnl_primitive_t onednn_primitive_of(Onednn *self, dnnl_primitive_desc_t desc) {
    dnnl_primitive_t x = NULL;
    vec_reserve(&self->arena, &self->owned_primitives, 1);
    if (dnnl_primitive_create(&x, desc) != dnnl_success) return NULL;
    vec_push(&self->arena, &self->owned_primitives, x);
    return x;
}

dnnl_primitive_t onednn_reorder(Onednn *self, const dnnl_memory_desc_t *from,
                                const dnnl_memory_desc_t *to) {
    dnnl_primitive_desc_t desc = NULL;
    vec_reserve(&self->arena, &self->owned_descs, 1);
    if (dnnl_reorder_primitive_desc_create(&desc, from, self->engine, to, self->engine, NULL) !=
        dnnl_success)
        return NULL;
    vec_push(&self->arena, &self->owned_descs, desc);
    return onednn_primitive_of(self, desc);
}
