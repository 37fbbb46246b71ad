/* SPDX-License-Identifier: Apache-2.0 */
/* Weights that are constants, in the format that a primitive chose; packed once for each content
 * and format. */
#include <string.h>

#include "backend/onednn/primitive.h"

const OnednnPacked *onednn_pack(Onednn *self, const dnnl_memory_desc_t *from,
                                const dnnl_memory_desc_t *to, const void *data) {
    const size_t bytes = dnnl_memory_desc_get_size(from);
    const uint64_t hash =
        hash_mix(hash_bytes(self->ctx, data, bytes), dnnl_memory_desc_get_size(to));
    for (MapIter it = map_find(&self->packed, hash); map_next(&self->packed, &it);) {
        const OnednnPacked *p = it.value;
        if (p->source_bytes == bytes && dnnl_memory_desc_equal(&p->from, from) &&
            dnnl_memory_desc_equal(&p->to, to) &&
            (p->source == data || memcmp(p->source, data, bytes) == 0))
            return p;
    }
    OnednnPacked *p = ARENA_NEW(&self->arena, OnednnPacked);
    const size_t size = dnnl_memory_desc_get_size(to);
    *p = (OnednnPacked){
        .from = *from, .to = *to, .source = data, .source_bytes = bytes, .hash = hash};
    p->data = onednn_bytes(self, size);
    const dnnl_primitive_t reorder = onednn_reorder(self, from, to);
    dnnl_memory_t source = NULL, target = NULL;
    bool ok =
        reorder &&
        dnnl_memory_create(&source, from, self->engine, (void *)(uintptr_t)data) == dnnl_success &&
        dnnl_memory_create(&target, to, self->engine, p->data) == dnnl_success;
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, source}, {DNNL_ARG_TO, target}};
    ok = ok && dnnl_primitive_execute(reorder, self->stream, 2, args) == dnnl_success &&
         dnnl_stream_wait(self->stream) == dnnl_success;
    dnnl_memory_destroy(source);
    dnnl_memory_destroy(target);
    if (!ok) return NULL;
    map_add(&self->packed, hash, p);
    self->stats.packed++;
    self->stats.packed_bytes += size;
    return p;
}
