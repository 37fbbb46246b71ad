/* SPDX-License-Identifier: Apache-2.0 */
/* The state kept is copies of all functions (ir/copy.h). The module goes on with the originals; the
 * copies are published only when an edit is undone. */
#include "ir/edit.h"

#include "ir/copy.h"
#include "ir/definition.h"
#include "ir/growth.h"

/* A symbol's owners, which an undone edit gets back in the copy's terms. */
typedef struct {
    IrSymbol *symbol;
    IrFunction *function;
    IrBody *body;
} Owner;

struct IrSnapshot {
    IrGlobal **globals;
    const char **names;     /* theirs */
    IrFunction **functions; /* the copies */
    /* the same of the module's definitions, which are as many throughout */
    IrFunction **definitions;
    OpParam **params; /* of these */
    size_t n_globals, n_bindings;
    size_t made; /* of the budget */
    VEC(Owner) owners;
};

static void note_owner(void *user, IrSymbol *s, IrFunction *fn, IrBody *body) {
    IrSnapshot *to = user;
    vec_push(&fn->module->arena, &to->owners, ((Owner){.symbol = s, .function = fn, .body = body}));
}

static void undo(Cleanup *node) {
    const IrEdit *self = (IrEdit *)(void *)node;
    IrModule *m = self->m;
    const IrSnapshot *old = self->old;
    for (size_t i = 0; i < old->n_globals; i++) old->globals[i]->name = old->names[i];
    ir_globals_set(m, old->globals, old->n_globals);
    for (size_t i = 0; i < old->n_globals; i++) old->globals[i]->function = old->functions[i];
    for (size_t i = 0; i < m->definitions.len; i++) {
        ir_definition_publish(m, m->definitions.at[i], old->definitions[i], old->params[i]);
    }
    for (size_t i = 0; i < old->owners.len; i++) {
        const Owner *o = &old->owners.at[i];
        o->symbol->function = o->function;
        o->symbol->body = o->body;
    }
    m->n_bindings = old->n_bindings;
    m->growth.made = old->made;
    m->growth.edits--;
}

void ir_edit_begin(IrEdit *self, IrModule *m) {
    if (m->growth.edits == 0) ir_growth_begin(m);
    IrSnapshot *old = ARENA_NEW(&m->arena, IrSnapshot);
    const IrCopyOwners owners = {note_owner, old};
    size_t n = m->globals.len;
    old->n_globals = n;
    old->n_bindings = m->n_bindings;
    old->made = m->growth.made;
    old->globals = ARENA_ARRAY(&m->arena, IrGlobal *, n + 1);
    old->names = ARENA_ARRAY(&m->arena, const char *, n + 1);
    old->functions = ARENA_ARRAY(&m->arena, IrFunction *, n + 1);
    for (size_t i = 0; i < n; i++) {
        IrGlobal *g = old->globals[i] = m->globals.at[i];
        old->names[i] = g->name;
        old->functions[i] = g->function ? ir_function_copy(m, g->function, &owners) : NULL;
    }
    old->definitions = ARENA_ARRAY(&m->arena, IrFunction *, m->definitions.len + 1);
    old->params = ARENA_ARRAY(&m->arena, OpParam *, m->definitions.len + 1);
    for (size_t i = 0; i < m->definitions.len; i++) {
        old->definitions[i] = ir_function_copy(m, m->definitions.at[i]->fn, &owners);
        old->params[i] = m->definitions.at[i]->params;
    }
    m->growth.edits++;
    *self = (IrEdit){.m = m, .old = old};
    cleanup_push(m->ctx, &self->cleanup, undo);
}

void ir_edit_end(IrEdit *self, bool keep) {
    cleanup_pop(&self->cleanup);
    if (keep) {
        self->m->growth.edits--;
    } else {
        undo(&self->cleanup);
    }
}
