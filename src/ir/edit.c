/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of functions, entry by entry: ids, order labels and all. The module goes on with the originals;
 * the copies are published only when an edit is undone. Recursion is over nested bodies. */
#include "ir/edit.h"

#include "ir/definition.h"
#include "ir/growth.h"

/* A symbol's owners, which an undone edit gets back in the copy's terms. */
typedef struct {
    IrSymbol *symbol;
    IrFunction *function;
    IrBody *body;
} Owner;

typedef struct {
    const IrBody *from;
    IrBody *to;
} BodyPair;

struct IrSnapshot {
    IrGlobal **globals;
    IrFunction **functions; /* the copies */
    IrFunction **definitions; /* the same of the module's definitions, which are as many throughout */
    OpParam **params;         /* of these */
    size_t n_globals, n_bindings;
    size_t made; /* of the budget */
    VEC(Owner) owners;
};

typedef struct {
    IrModule *m;
    IrFunction *fn; /* the copy */
    IrVar **vars;   /* by id */
    Map bodies;     /* BodyPair by `from` */
    IrSnapshot *to;
} Copy;

static void copy_operands(Copy *c, const IrOperands *from, IrOperands *to, IrBinding *user, IrBody *body) {
    *to = (IrOperands){.n = from->n, .binding = user, .body = body};
    if (!from->n) return;
    to->at = ARENA_ARRAY(&c->m->arena, IrOperand, from->n);
    for (uint32_t i = 0; i < from->n; i++) {
        IrOperand *o = &to->at[i];
        *o = from->at[i];
        o->list = to;
        if (o->kind != IR_OPERAND_VAR) continue;
        IrVar *v = o->var = c->vars[o->var->id];
        o->prev_use = NULL;
        o->next_use = v->uses;
        if (v->uses) v->uses->prev_use = o;
        v->uses = o;
        v->n_uses++;
    }
}

static IrVar *copy_var(Copy *c, const IrVar *from, IrBinding *def) {
    IrVar *v = ARENA_NEW(&c->m->arena, IrVar);
    *v = (IrVar){.name = from->name, .id = from->id, .type = from->type, .def = def, .is_output = from->is_output};
    return c->vars[v->id] = v;
}

static IrFunction *copy_function(IrModule *m, const IrFunction *from, IrSnapshot *to);

static IrBody *copy_body(Copy *c, const IrBody *from, IrBinding *owner) {
    Arena *arena = &c->m->arena;
    IrBody *body = ARENA_NEW(arena, IrBody);
    body->function = c->fn;
    body->owner = owner;
    BodyPair *pair = ARENA_NEW(arena, BodyPair);
    *pair = (BodyPair){from, body};
    map_add(&c->bodies, hash_ptr(0, from), pair);
    for (const IrBlock *old = from->first_block; old; old = old->next) {
        IrBlock *block = ir_block_append(body, old->is_dataflow);
        block->n = old->n;
        for (const IrBinding *b = old->first; b; b = b == old->last ? NULL : b->next) {
            IrBinding *copy = ARENA_NEW(arena, IrBinding);
            *copy = *b;
            copy->block = block;
            copy->prev = body->last;
            copy->next = NULL;
            *(body->last ? &body->last->next : &body->first) = copy;
            body->last = block->last = copy;
            if (!block->first) block->first = copy;
            copy_operands(c, &b->operands, &copy->operands, copy, NULL);
            for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) copy->bodies[i] = copy_body(c, b->bodies[i], copy);
            if (b->kind == IR_BIND_FUNCTION) {
                copy->function = copy_function(c->m, b->function, c->to);
                copy->function->parent = c->fn;
            }
            copy->var = copy_var(c, b->var, copy);
        }
    }
    copy_operands(c, &from->result, &body->result, NULL, body);
    return body;
}

static IrFunction *copy_function(IrModule *m, const IrFunction *from, IrSnapshot *to) {
    IrFunction *fn = ARENA_NEW(&m->arena, IrFunction);
    *fn = *from;
    fn->params.at = NULL, fn->params.len = fn->params.cap = 0;
    fn->symbols.at = NULL, fn->symbols.len = fn->symbols.cap = 0;
    Copy c = {.m = m, .fn = fn, .to = to, .vars = ARENA_ARRAY(&m->arena, IrVar *, (size_t)from->n_vars + 1)};
    map_init(&c.bodies, &m->arena);
    for (size_t i = 0; i < from->params.len; i++)
        vec_push(&m->arena, &fn->params, copy_var(&c, from->params.at[i], NULL));
    if (from->body) fn->body = copy_body(&c, from->body, NULL);
    for (size_t i = 0; i < from->symbols.len; i++) {
        IrSymbol *s = from->symbols.at[i];
        vec_push(&m->arena, &fn->symbols, s);
        Owner owner = {.symbol = s, .function = fn};
        for (MapIter it = map_find(&c.bodies, hash_ptr(0, s->body)); s->body && map_next(&c.bodies, &it);) {
            const BodyPair *pair = it.value;
            if (pair->from == s->body) owner.body = pair->to;
        }
        vec_push(&m->arena, &to->owners, owner);
    }
    return fn;
}

static void undo(Cleanup *node) {
    const IrEdit *self = (IrEdit *)(void *)node;
    IrModule *m = self->m;
    const IrSnapshot *old = self->old;
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
    size_t n = m->globals.len;
    old->n_globals = n;
    old->n_bindings = m->n_bindings;
    old->made = m->growth.made;
    old->globals = ARENA_ARRAY(&m->arena, IrGlobal *, n + 1);
    old->functions = ARENA_ARRAY(&m->arena, IrFunction *, n + 1);
    for (size_t i = 0; i < n; i++) {
        IrGlobal *g = old->globals[i] = m->globals.at[i];
        old->functions[i] = g->function ? copy_function(m, g->function, old) : NULL;
    }
    old->definitions = ARENA_ARRAY(&m->arena, IrFunction *, m->definitions.len + 1);
    old->params = ARENA_ARRAY(&m->arena, OpParam *, m->definitions.len + 1);
    for (size_t i = 0; i < m->definitions.len; i++) {
        old->definitions[i] = copy_function(m, m->definitions.at[i]->fn, old);
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
