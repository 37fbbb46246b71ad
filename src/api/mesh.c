/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks of a mesh hold and move. */
#include "api/names.h"
#include "ir/copy.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "passes/distribute.h"

typedef struct {
    const char *function, *mesh, *shard;
    const TnDim *dims;
    size_t n_dims;
} Asked;

/* In a copy of the module. False after a report. */
static bool look(TnModule *m, const Asked *asked, Arena *arena, TnRankBytes *out) {
    Ctx *ctx = &m->context->ctx;
    Arena *kept = &ctx->diags->arena;
    const TnDim *own;
    if (!api_own_dims(m->ir, NULL, asked->dims, asked->n_dims, arena, &own)) return false;
    IrModule *copy = ir_module_copy(m->ir);
    BindDim *list = ARENA_ARRAY(arena, BindDim, asked->n_dims + 1);
    for (size_t i = 0; i < asked->n_dims; i++)
        list[i] = (BindDim){.name = own[i].name, .value = own[i].value};
    StrBuf report;
    DistributeBytes bytes = {0};
    strbuf_init(&report, arena);
    const DistributeOptions o = {.function = asked->function,
                                 .mesh = asked->mesh,
                                 .shard = asked->shard,
                                 .report = &report,
                                 .bytes = &bytes};
    IrFunction *fn = blocks_public_function(copy, asked->function);
    const char *name = fn ? fn->name : "";
    const bool ok = fn &&
                    (!asked->n_dims || pass_bind_symbolic_vars(copy, fn, list, asked->n_dims)) &&
                    distribute(copy, &o);
    if (ok) {
        *out = (TnRankBytes){.function = arena_strdup(kept, str_c(name)),
                             .ranks = (size_t)bytes.ranks,
                             .parameter_bytes = bytes.parameters,
                             .value_bytes = bytes.values,
                             .result_bytes = bytes.results,
                             .moved_bytes = bytes.moved,
                             .allreduces = (size_t)bytes.allreduces,
                             .allgathers = (size_t)bytes.allgathers,
                             .reduce_scatters = (size_t)bytes.reduce_scatters,
                             .alltoalls = (size_t)bytes.alltoalls,
                             .permutes = (size_t)bytes.permutes,
                             .report = arena_strdup(kept, strbuf_str(&report))};
    }
    ir_module_free(copy);
    return ok;
}

TnStatus tn_module_rank_bytes(TnModule *m, const char *function, const char *mesh,
                              const char *shard, const TnDim *dims, size_t n_dims,
                              TnRankBytes *out) {
    if (!m || !mesh || !out || (n_dims && !dims)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n_dims; i++) {
        if (!dims[i].name || dims[i].value < 0) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    *out = (TnRankBytes){.function = NULL};
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        look(m, &(Asked){function, mesh, shard, dims, n_dims}, &arena, out);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
