/* SPDX-License-Identifier: Apache-2.0 */
/* Elements and bytes of what a type holds. */
#include "api/api.h"

typedef struct {
    size_t elements, bytes; /* of one part */
    bool known;
    const IrType *type;
} KnownSize;

static ApiSize tensor_size(const IrType *t) {
    ApiSize size = {.elements = 1};
    if (!t->dims || t->dtype == DTYPE_VOID) return (ApiSize){.known = false};
    for (int32_t i = 0; i < t->ndim; i++) {
        int64_t extent;
        if (!ir_dim_is_const(t->dims[i], &extent) || extent < 0) return (ApiSize){.known = false};
        if (!mul_size(size.elements, (size_t)extent, &size.elements))
            return (ApiSize){.known = false};
    }
    int64_t bytes;
    size.known =
        size.elements <= INT64_MAX && dtype_bytes(t->dtype, (int64_t)size.elements, &bytes);
    if (!size.known) return (ApiSize){.known = false};
    size.bytes = (size_t)bytes;
    return size;
}

void api_sizes_init(ApiSizes *self, Arena *arena) {
    self->arena = arena;
    map_init(&self->tuples, arena);
}

ApiSize api_size(ApiSizes *self, const IrType *t) {
    if (t->kind == IR_TYPE_TENSOR) return tensor_size(t);
    if (t->kind != IR_TYPE_TUPLE) return (ApiSize){.known = t->kind != IR_TYPE_ANY};
    for (MapIter it = map_find(&self->tuples, hash_ptr(0, t)); map_next(&self->tuples, &it);) {
        const KnownSize *k = it.value;
        if (k->type == t) return (ApiSize){k->elements, k->bytes, k->known};
    }
    ApiSize sum = {.known = true};
    for (uint32_t i = 0; i < t->n; i++) { /* recursion: t->depth is bounded */
        const ApiSize part = api_size(self, t->fields[i]);
        sum.elements = api_add(sum.elements, part.elements);
        sum.bytes = api_add(sum.bytes, part.bytes);
        sum.known &= part.known;
    }
    KnownSize *k = ARENA_NEW(self->arena, KnownSize);
    *k = (KnownSize){sum.elements, sum.bytes, sum.known, t};
    map_add(&self->tuples, hash_ptr(0, t), k);
    return sum;
}
