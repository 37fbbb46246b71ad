/* SPDX-License-Identifier: Apache-2.0 */
#include "ir/growth.h"

#include "base/diag.h"

static void set_most(IrModule *m) {
    IrGrowth *g = &m->growth;
    size_t n;
    if (!mul_size(g->input, m->ctx->limits.growth, &n) || !add_size(n, CTX_GROWTH_FREE, &g->most))
        g->most = SIZE_MAX;
}

/* Recursion is over nested functions. */
static size_t size_of(const IrFunction *fn) {
    size_t n = 0;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(fn->module->ctx);
        n += 1 + b->operands.n;
        if (b->kind == IR_BIND_FUNCTION && b->function->body) n += size_of(b->function);
    }
    return n;
}

/* Bindings and operands of the module, nested bodies and functions included. */
static size_t ir_growth_size(const IrModule *m) {
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) n += size_of(fn);
    }
    return n;
}

void ir_growth_begin(IrModule *m) {
    IrGrowth *g = &m->growth;
    if (g->most == SIZE_MAX && g->input == SIZE_MAX) return;
    g->call = m->ctx->call;
    g->input = ir_growth_size(m);
    g->made = 0;
    set_most(m);
}

void ir_growth_next_call(IrModule *m) {
    m->growth.call = m->ctx->call;
    ir_growth_begin(m);
}

void ir_growth_input(IrModule *m, size_t n) {
    IrGrowth *g = &m->growth;
    if (!add_size(g->input, n, &g->input)) g->input = SIZE_MAX;
    set_most(m);
}

void ir_growth_unbounded(IrModule *m) { ir_growth_input(m, SIZE_MAX); }

void ir_growth_exceeded(IrModule *m) {
    Ctx *ctx = m->ctx;
    const IrGrowth *g = &m->growth;
    Loc loc = {.line = 0};
    const char *who = ctx_work_text(ctx, "the module", &loc);
    Diag *d = diag_error(ctx, loc, DIAG_GROWTH, who, diag_fmt(ctx, "%zu", g->most));
    diag_expected(ctx, d, "at most %zu, and %zu for each of the %zu that were given",
                  CTX_GROWTH_FREE, ctx->limits.growth, g->input);
    diag_help(
        ctx, d,
        "--growth=N (TnLimits.growth) sets how many for each, where so much is meant to be made");
    ctx_throw(ctx, STATUS_LIMIT);
}
