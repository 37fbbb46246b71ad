/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/freestanding.h"

#include "base/diag.h"
#include "loop/own.h"

typedef struct {
    Ctx *ctx;
    Map seen;           /* expressions: they share parts */
    const LoopExpr *at; /* the first that needs libm */
} Search;

static void look_at(Search *self, const LoopExpr *e) {
    if (!e || self->at || map_get_ptr(&self->seen, e)) return;
    map_add_ptr(&self->seen, e, (void *)e);
    if (loop_own_wanted(e->kind) && dtype_is_float(e->dtype) && !loop_own_has(e->kind, e->dtype))
        self->at = e;
    if (e->kind == LOOP_FMA) self->at = e;
    for (uint32_t i = 0; i < e->n; i++) look_at(self, e->args[i]);
}

static void look_through(Search *self, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        look_at(self, s->value);
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) look_at(self, s->indices[i]);
        if (s->kind == LOOP_CALL) look_through(self, s->callee->body);
        look_through(self, s->body);
        look_through(self, s->other);
    }
}

static bool refuse(Ctx *ctx, Loc loc, const char *what, const char *help) {
    Diag *d = diag_error(ctx, loc, DIAG_NOT_COMPILED, what);
    diag_expected(ctx, d, "what needs no library: the code is to be freestanding");
    diag_help(ctx, d, "%s", help);
    return false;
}

bool be_freestanding(const BeModule *m) {
    bool ok = true;
    for (size_t i = 0; i < m->fns.len; i++) {
        const BeFn *f = m->fns.at[i];
        const char *help = "give the extents that data decide a bound, or leave freestanding out";
        const Loc *heap = f->is_recursive ? &f->fn->loc : NULL;
        for (size_t k = 0; k < f->buffers.len && !heap; k++) {
            if (f->buffers.at[k]->place == BE_HEAP) heap = &f->buffers.at[k]->loc;
        }
        const char *what = diag_fmt(m->ctx, "'%s', whose memory only a run knows,", f->fn->name);
        if (heap) ok = refuse(m->ctx, *heap, what, help);
    }
    for (size_t i = 0; i < m->loops.len; i++) {
        const LoopFn *fn = m->loops.at[i]->fn;
        Search search = {.ctx = m->ctx};
        map_init(&search.seen, m->arena);
        look_through(&search, fn->body);
        if (!search.at) continue;
        const char *what = diag_fmt(m->ctx, "%s of %s, in '%s',", loop_expr_text(search.at->kind),
                                    dtype_name(search.at->dtype), fn->name);
        const char *help = search.at->kind == LOOP_FMA
                               ? "write a product and a sum, of which compiling makes it"
                               : "compute it in float32, of which there are functions of our own";
        ok = refuse(m->ctx, m->loops.at[i]->global->function->loc, what, help);
    }
    return ok;
}
