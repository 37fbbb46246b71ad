/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/backend.h"

#include "base/diag.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"

#ifndef TENON_BACKENDS_DEF
#define TENON_BACKENDS_DEF "backend/backends.def"
#endif

#define BACKEND(id) extern const Backend backend_##id;
#define BACKEND_WITHOUT(id) static const Backend backend_##id = {.name = #id};
#include TENON_BACKENDS_DEF
#undef BACKEND
#undef BACKEND_WITHOUT

#define BACKEND(id) &backend_##id,
#define BACKEND_WITHOUT(id) &backend_##id,
const Backend *const backends[] = {
#include TENON_BACKENDS_DEF
};
const size_t be_n_backends = sizeof backends / sizeof *backends;

Status be_compile(BeExecutable *self, const Backend *backend, IrModule *m,
                  const BeOptions *options) {
    *self = (BeExecutable){.backend = backend, .ctx = m->ctx};
    if (!backend->compile) {
        diag_error(m->ctx, (Loc){.line = 0}, DIAG_VALUE,
                   diag_fmt(m->ctx, "this build has no backend %s", backend->name));
        return STATUS_INVALID;
    }
    if (m->ctx->ranks && !ccl_meets_alike(m)) return STATUS_INVALID;
    arena_init(&self->arena, m->ctx);
    const bool meets =
        m->ctx->ranks && options->function && ccl_meeting(m, &self->arena)[options->function->id];
    const Status status = backend->compile(self, m, options);
    self->rt.ranks = m->ctx->ranks;
    if (meets) self->rt.agreed = ARENA_ARRAY(&self->arena, bool, self->rt.n_entries + 1);
    if (status != STATUS_OK) arena_fini(&self->arena);
    return status;
}

bool be_agree(IrModule *m, const IrGlobal *function, Arena *arena) {
    Ctx *ctx = m->ctx;
    if (!ctx->ranks || ranks_size(ctx->ranks) < 2 || !ccl_meeting(m, arena)[function->id])
        return true;
    const char *list = ccl_list(m, function->function, arena, NULL);
    if (!list) return false;
    if (ranks_agree_list(ctx->ranks, list)) return true;
    diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, ranks_failure(ctx->ranks));
    return false;
}

void be_keep(BeExecutable *self) {
    if (self->backend->keep) self->backend->keep(self);
    arena_keep(&self->arena);
}

void be_free(BeExecutable *self) {
    if (self->backend->free) self->backend->free(self);
    arena_fini(&self->arena);
}
