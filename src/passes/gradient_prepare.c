/* SPDX-License-Identifier: Apache-2.0 */
/* A function in a form that can be differentiated: composites without a gradient of their own are
 * expanded as far as derivatives pass through them, extents have names, and what has no gradient is
 * told. */
#include "base/diag.h"
#include "passes/gradient_parts.h"
#include "passes/legalize_parts.h"

void gradient_set_tables(Gradient *g) {
    g->n_vars = g->fn->n_vars;
    g->varied = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->useful = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->via = ARENA_ARRAY(&g->arena, IrVar *, (size_t)g->n_vars + 1);
    g->user = ARENA_ARRAY(&g->arena, IrBinding *, (size_t)g->n_vars + 1);
    g->kept = ARENA_ARRAY(&g->arena, bool, (size_t)g->n_vars + 1);
    g->nodes = ARENA_ARRAY(&g->arena, GradNode, (size_t)g->n_vars + 1);
    g->call_of = ARENA_ARRAY(&g->arena, GradCall *, (size_t)g->n_vars + 1);
    g->inside = ARENA_ARRAY(&g->arena, uint32_t, (size_t)g->n_vars + 1);
}

/* Composites */

static bool has_gradient(void *user, const IrBinding *b) {
    GradExpand *x = user;
    Gradient *g = x->g;
    /* nested functions have their turn when they are called */
    if (b->block->body->function != g->fn) return true;
    if (b->var->id < g->n_vars && !gradient_is_active(g, b->var)) return true;
    return !b->op->decompose || !gradient_why_not(g, b);
}

static void note_left(void *user, const LegalDecision *d) {
    GradExpand *x = user;
    if (d->way || !d->why) return;
    map_add(&x->left, hash_ptr(0, d->call->var), arena_printf(&x->g->arena, "%s", d->why));
}

void gradient_expand_init(GradExpand *self, Gradient *g) {
    *self = (GradExpand){.g = g};
    map_init(&self->left, &g->arena);
}

bool gradient_expand(GradExpand *x) {
    Gradient *g = x->g;
    const LegalOptions options = {.set = &legal_core,
                                  .lenient = true,
                                  .only = g->fn,
                                  .legal = has_gradient,
                                  .decided = note_left,
                                  .user = x};
    bool any = false;
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (const IrBinding *b; !any && (b = ir_walk_next(&walk));)
        any = b->kind == IR_BIND_CALL && !has_gradient(x, b);
    return !any || legalize(g->m, &options);
}

bool gradient_report_missing(const GradExpand *x) {
    Gradient *g = x->g;
    const size_t errors = diag_errors(g->m->ctx);
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!gradient_is_active(g, b->var)) continue;
        const char *why = gradient_why_not(g, b);
        if (!why) continue;
        MapIter it = map_find(&x->left, hash_ptr(0, b->var));
        if (map_next(&x->left, &it)) why = it.value;
        const char *what = b->kind == IR_BIND_CALL ? diag_fmt(g->m->ctx, "R.%s", b->op->name)
                                                   : ir_bind_name(b->kind);
        Diag *d = diag_error(g->m->ctx, b->loc, DIAG_GRADIENT, what, why);
        if (d)
            diag_found(g->m->ctx, d, "it is on the path %s",
                       gradient_path(g, b)); /* a walk: only for what is shown */
    }
    return diag_errors(g->m->ctx) == errors;
}

bool gradient_name_shapes(Gradient *g) {
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if ((b->kind != IR_BIND_CALL && b->kind != IR_BIND_INVOKE) ||
            !gradient_is_active(g, b->var))
            continue;
        const ArenaMark mark = arena_mark(&g->m->scratch);
        const bool ok = legal_name_shapes(g->m, b);
        arena_rewind(&g->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}
