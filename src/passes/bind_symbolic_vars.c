/* SPDX-License-Identifier: Apache-2.0 */
/* BindSymbolicVars: a clone of the module in which symbols become constants. Callers are cloned
 * too: the types of their calls change. */
#include "base/diag.h"
#include "ir/clone.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"

typedef struct {
    const IrFunction *fn; /* NULL: all */
    const BindDim *list;
    size_t n;
} Bind;

/* A symbol of the parameters' types. */
static bool is_parameter(const IrSymbol *s) { return s->is_defined && !s->body; }

static bool is_somewhere(const IrModule *m, const Bind *b, const char *name) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || (b->fn && fn != b->fn)) continue;
        for (size_t k = 0; k < fn->symbols.len; k++) {
            if (is_parameter(fn->symbols.at[k]) && strcmp(fn->symbols.at[k]->name, name) == 0)
                return true;
        }
    }
    return false;
}

static bool check(const IrModule *m, const Bind *b) {
    const Loc no_place = {.line = 0};
    Ctx *ctx = m->ctx;
    bool ok = true;
    for (size_t i = 0; i < b->n; i++) {
        const BindDim *d = &b->list[i];
        bool twice = false;
        for (size_t k = 0; k < i; k++) twice |= strcmp(b->list[k].name, d->name) == 0;
        if (!is_somewhere(m, b, d->name)) {
            Diag *diag = diag_error(ctx, no_place, DIAG_VALUE,
                                    diag_fmt(ctx, "'%s' is no symbolic dim", d->name));
            diag_expected(ctx, diag, "one that the parameters of %s define",
                          b->fn ? b->fn->name : "a function");
        } else if (twice) {
            diag_error(ctx, no_place, DIAG_DUPLICATE, d->name);
        } else if (d->value < 0) {
            diag_error(ctx, no_place, DIAG_VALUE,
                       diag_fmt(ctx, "the dim '%s' is negative", d->name));
        } else {
            continue;
        }
        ok = false;
    }
    return ok;
}

static void signature(IrClone *c) {
    const Bind *b = c->user;
    const bool bound = !b->fn || c->from == b->fn;
    for (size_t i = 0; bound && i < c->from->symbols.len; i++) {
        const IrSymbol *s = c->from->symbols.at[i];
        for (size_t k = 0; is_parameter(s) && k < b->n; k++) {
            if (strcmp(s->name, b->list[k].name) == 0)
                c->dims[i] = ir_dim_const(c->m, b->list[k].value);
        }
    }
    for (size_t i = 0; i < c->from->params.len; i++) ir_clone_param(c, c->from->params.at[i]);
}

bool pass_bind_symbolic_vars(IrModule *m, const IrFunction *fn, const BindDim *list, size_t n) {
    Bind b = {.fn = fn, .list = list, .n = n};
    const IrCloneHooks hooks = {.signature = signature, .user = &b};
    return check(m, &b) && ir_clone_module(m, &hooks) && blocks_finish(m);
}
