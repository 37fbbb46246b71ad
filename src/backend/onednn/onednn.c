/* SPDX-License-Identifier: Apache-2.0 */
/* What primitives and states are made with: its life. */
#include "backend/onednn/chain.h"
#include "backend/onednn/late.h"
#include "backend/onednn/primitive.h"
#include "backend/onednn/state.h"
#include "backend/onednn/threads.h"

static void onednn_cleanup(Cleanup *node) {
    onednn_free((Onednn *)(void *)((char *)node - offsetof(Onednn, cleanup)));
}

Onednn *onednn_new(Ctx *ctx, int64_t threads) {
    Onednn *self = ctx_resize(ctx, NULL, 0, sizeof *self);
    *self = (Onednn){.ctx = ctx};
    onednn_set_threads(self, threads);
    self->threads = 1;
    arena_init(&self->arena, ctx);
    arena_keep(&self->arena); /* onednn_free ends it */
    cleanup_push(ctx, &self->cleanup, onednn_cleanup);
    map_init(&self->primitives, &self->arena);
    map_init(&self->packed, &self->arena);
    map_init(&self->kept, &self->arena);
    if (!onednn_open() || dnnl_engine_create(&self->engine, dnnl_cpu, 0) != dnnl_success)
        ctx_throw(ctx, STATUS_MEMORY);
    if (dnnl_stream_create(&self->stream, self->engine, dnnl_stream_default_flags) != dnnl_success)
        ctx_throw(ctx, STATUS_MEMORY);
    return self;
}

void onednn_keep(Onednn *self) { cleanup_pop(&self->cleanup); }

void onednn_free(Onednn *self) {
    if (!self) return;
    Ctx *ctx = self->ctx;
    cleanup_pop(&self->cleanup);
    onednn_states_release(self);
    for (size_t i = 0; i < self->owned_primitives.len; i++)
        dnnl_primitive_destroy(self->owned_primitives.at[i]);
    for (size_t i = 0; i < self->owned_descs.len; i++)
        dnnl_primitive_desc_destroy(self->owned_descs.at[i]);
    for (size_t i = 0; i < self->owned_attrs.len; i++)
        dnnl_primitive_attr_destroy(self->owned_attrs.at[i]);
    for (size_t i = 0; i < self->owned_posts.len; i++)
        dnnl_post_ops_destroy(self->owned_posts.at[i]);
    if (self->stream) dnnl_stream_destroy(self->stream);
    if (self->engine) dnnl_engine_destroy(self->engine);
    arena_fini(&self->arena);
    ctx_resize(ctx, self, sizeof *self, 0);
}

/* Bits of what oneDNN calls an instruction set, with what DNNL_MAX_CPU_ISA takes away. */
enum { VNNI_OF_AVX512 = 0x40, VNNI_OF_AVX2 = 0x400 };

bool onednn_adds_exactly(void) {
    return onednn_open() &&
           ((unsigned)dnnl_get_effective_cpu_isa() & (VNNI_OF_AVX512 | VNNI_OF_AVX2));
}

OnednnStats onednn_stats(const Onednn *self) { return self->stats; }

void onednn_set_threads(Onednn *self, int64_t threads) {
    self->wanted = threads < 1 ? 1 : threads > INT16_MAX ? INT16_MAX : (int)threads;
}
