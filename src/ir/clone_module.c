/* SPDX-License-Identifier: Apache-2.0 */
/* New versions of all functions of a module, and of its definitions: each is a clone (clone.c), and
 * they are published together. */
#include "ir/clone.h"
#include "ir/definition.h"

/* Nested functions included. */
static size_t count_bindings(const IrFunction *fn) {
    size_t n = 0;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk)); n++) {
        if (b->kind == IR_BIND_FUNCTION) n += count_bindings(b->function);
    }
    return n;
}

void ir_function_publish(IrGlobal *g, IrFunction *fn) {
    if (g->function && g->function->body) fn->module->n_bindings -= count_bindings(g->function);
    g->function = fn;
    fn->global = g;
}

/* The old versions, put back when something is thrown. */
typedef struct {
    Cleanup cleanup;
    IrModule *m;
    size_t n_bindings, n_definitions, n_globals;
    IrFunction **old;     /* the definitions', then the globals' */
    OpParam **old_params; /* the definitions' */
} Versions;

static void take_back(Cleanup *node) {
    const Versions *v = (const Versions *)(const void *)node;
    IrModule *m = v->m;
    for (size_t i = 0; i < v->n_definitions; i++)
        ir_definition_publish(m, m->definitions.at[i], v->old[i], v->old_params[i]);
    for (size_t i = 0; i < v->n_globals; i++)
        m->globals.at[i]->function = v->old[v->n_definitions + i];
    m->n_bindings = v->n_bindings;
}

static void note_versions(Versions *out, IrModule *m, const IrCloneHooks *hooks, Arena *arena) {
    const size_t n = m->globals.len, n_definitions = hooks->definitions ? m->definitions.len : 0;
    *out = (Versions){
        .m = m, .n_bindings = m->n_bindings, .n_definitions = n_definitions, .n_globals = n};
    out->old = ARENA_ARRAY(arena, IrFunction *, n_definitions + n + 1);
    out->old_params = ARENA_ARRAY(arena, OpParam *, n_definitions + 1);
    for (size_t i = 0; i < n_definitions; i++) {
        out->old[i] = m->definitions.at[i]->fn;
        out->old_params[i] = m->definitions.at[i]->params;
    }
    for (size_t i = 0; i < n; i++) out->old[n_definitions + i] = m->globals.at[i]->function;
}

static void begin(IrClone *c, IrModule *m, Arena *arena, const IrFunction *old,
                  const IrCloneHooks *hooks) {
    IrFunction *fn = ir_clone_begin(c, m, arena, old, NULL);
    c->visit = hooks->visit;
    c->branch = hooks->branch;
    c->change = &hooks->change;
    c->keeps_types = hooks->keeps_types;
    c->user = hooks->user;
    for (size_t i = 0; !hooks->signature && i < old->params.len; i++)
        ir_clone_param(c, old->params.at[i]);
    if (hooks->signature) hooks->signature(c);
    if (hooks->change.params) hooks->change.params(c);
    if (!fn->result) fn->result = ir_clone_type(c, old->result);
}

/* Defaults are what bodies are typed with. */
static OpParam *new_defaults(IrModule *m, const IrCloneHooks *hooks, const IrDefinition *d) {
    OpParam *params = ARENA_ARRAY(&m->arena, OpParam, (size_t)d->n_params + 1);
    for (uint32_t i = 0; i < d->n_params; i++) {
        params[i] = d->params[i];
        if (!params[i].value || !hooks->change.attrs) continue;
        IrAttr value = *params[i].value;
        hooks->change.attrs(hooks->user, d->op, &value, 1);
        params[i].value = ir_attrs_intern(m, &value, 1);
    }
    return params;
}

/* Each stands after those that it uses. */
static bool clone_definitions(const Versions *v, const IrCloneHooks *hooks, Arena *arena) {
    IrModule *m = v->m;
    for (size_t i = 0; i < v->n_definitions; i++) {
        IrDefinition *d = m->definitions.at[i];
        IrClone c;
        begin(&c, m, arena, v->old[i], hooks);
        if (!ir_clone_finish(&c)) return false;
        ir_definition_publish(m, d, c.to, new_defaults(m, hooks, d));
    }
    return true;
}

/* The old versions count no longer. What they are asked to donate is told by position. */
static void forget(const Versions *v, const IrCloneHooks *hooks) {
    IrModule *m = v->m;
    for (size_t i = 0; i < v->n_definitions; i++) m->n_bindings -= count_bindings(v->old[i]);
    for (size_t i = 0; i < v->n_globals; i++) {
        const IrFunction *old = v->old[v->n_definitions + i];
        IrFunction *fn = m->globals.at[i]->function;
        if (!old || !old->body) continue;
        m->n_bindings -= count_bindings(old);
        const bool same = fn->params.len == old->params.len &&
                          fn->result->kind == old->result->kind && fn->result->n == old->result->n;
        if (hooks->signature && !same) ir_function_drop_attr(fn, "donate");
    }
}

bool ir_clone_module(IrModule *m, const IrCloneHooks *hooks) {
    const size_t n = m->globals.len;
    Arena arena;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    Versions v;
    note_versions(&v, m, hooks, &arena);
    cleanup_push(m->ctx, &v.cleanup, take_back);
    IrClone *all = ARENA_ARRAY(&arena, IrClone, n + 1);
    bool ok = clone_definitions(&v, hooks, &arena);
    /* Signatures first: the type of a call comes from its callee's. */
    for (size_t i = 0; i < n; i++) {
        const IrFunction *old = m->globals.at[i]->function;
        if (old && old->body) begin(&all[i], m, &arena, old, hooks);
    }
    for (size_t i = 0; i < n; i++) {
        if (all[i].to) m->globals.at[i]->function = all[i].to;
    }
    for (size_t i = 0; i < n; i++) {
        if (all[i].to) ok &= ir_clone_finish(&all[i]);
    }
    cleanup_pop(&v.cleanup);
    if (ok)
        forget(&v, hooks);
    else
        take_back(&v.cleanup);
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return ok;
}
