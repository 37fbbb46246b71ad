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
    *r = (Reason){d->call, arena_strdup(self->arena, (Str){d->why, strlen(d->why)})};
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

bool api_stablehlo_text(IrModule *of, Arena *arena, Str *out) {
    Legal legal = {.arena = arena};
    IrModule *m = ir_module_copy(of);
    map_init(&legal.reasons, arena);
    const LegalOptions options = {
        .set = &shlo_legal, .lenient = true, .fold = true, .decided = note, .user = &legal};
    const ShloWriteOptions write = {.refuse = refuse, .user = &legal};
    const bool ok = legalize(m, &options) && stablehlo_write_check(m, arena, &write) &&
                    stablehlo_write(m, arena, out);
    ir_module_free(m);
    return ok;
}
