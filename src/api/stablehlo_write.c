/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as StableHLO's text: the calls of a copy are made legal, and what is legal is written. */
#include "api/options.h"

#include "ir/copy.h"
#include "passes/legalize.h"
#include "stablehlo/stablehlo.h"

/* Why a call that is left has no form. */
typedef struct {
    const IrBinding *call;
    const char *why;
} Reason;

typedef struct {
    Arena *arena;
    Map reasons; /* Reason */
} Legal;

static void note(void *user, const LegalDecision *d) {
    Legal *self = user;
    if (d->way) return;
    Reason *r = ARENA_NEW(self->arena, Reason);
    *r = (Reason){d->call, arena_strdup(self->arena, str_c(d->why))};
    map_add(&self->reasons, hash_ptr(0, d->call), r);
}

static const char *refuse(void *user, const IrBinding *call) {
    const Legal *self = user;
    if (legal_call(&shlo_legal, call)) return NULL;
    const char *why = "it is not in the legal set 'stablehlo'";
    for (MapIter it = map_find(&self->reasons, hash_ptr(0, call)); map_next(&self->reasons, &it);) {
        const Reason *r = it.value;
        if (r->call == call) why = r->why;
    }
    return why;
}

bool api_stablehlo_text(IrModule *of, Arena *arena, bool pretty, Str *out) {
    Legal legal = {.arena = arena};
    IrModule *m = ir_module_copy(of);
    map_init(&legal.reasons, arena);
    const LegalOptions options = {
        .set = &shlo_legal, .lenient = true, .fold = true, .decided = note, .user = &legal};
    const ShloWriteOptions write = {.refuse = refuse, .user = &legal};
    const bool ok = legalize(m, &options) && stablehlo_write_check(m, arena, &write) &&
                    stablehlo_write(m, arena, pretty, out);
    ir_module_free(m);
    return ok;
}

TnStatus api_write_stablehlo(TnModule *m, const char *path, bool pretty) {
    TnContext *self = m->context;
    TnStatus status = TN_OK;
    Arena arena;
    Str text;
    if (!api_check_places(m, path, NULL)) return TN_OK; /* the report is the status */
    arena_init(&arena, &self->ctx);
    diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
    if (api_stablehlo_text(m->ir, &arena, pretty, &text)) status = api_output(self, path, text);
    arena_fini(&arena);
    return status;
}

TnStatus tn_module_write_stablehlo(TnModule *m, const char *path,
                                   const TnStablehloWriteOptions *options) {
    TnStablehloWriteOptions o;
    if (!m || !path) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnStablehloWriteOptions, options, &o)) return TN_E_USAGE;
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = api_write_stablehlo(m, path, !o.generic);
    }
    return api_leave_module(m, &b, status);
}
