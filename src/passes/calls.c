/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/calls.h"

static Callee *callee_of(Calls *self, const IrOperand *o) { return &self->at[o->global->id]; }

static void note_call(Callee *callee, IrBinding *b, Arena *arena) {
    const size_t n = callee->function ? callee->function->params.len : 0;
    Call call = {.binding = b, .args = ARENA_ARRAY(arena, const IrOperand *, n + 1)};
    size_t i = 0;
    for (uint32_t at = 1; at < b->operands.n; at += b->operands.at[at].span, i++) {
        if (i < n) call.args[i] = &b->operands.at[at];
    }
    if (i != n) callee->is_free = false;
    vec_push(arena, &callee->calls, call);
}

static void see_operands(Calls *self, const IrOperands *list, IrBinding *b, Arena *arena) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_GLOBAL) continue;
        callee_of(self, o)->is_named = true;
        if (b && b->kind == IR_BIND_INVOKE && i == 0) {
            note_call(callee_of(self, o), b, arena);
        } else {
            callee_of(self, o)->is_free = false;
        }
    }
}

/* Recursion is over nested functions. */
static void see_function(Calls *self, const IrFunction *fn, Arena *arena) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        see_operands(self, &b->operands, b, arena);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            see_operands(self, &b->bodies[i]->result, NULL, arena);
        if (b->kind == IR_BIND_FUNCTION) see_function(self, b->function, arena);
    }
    see_operands(self, &fn->body->result, NULL, arena);
}

Calls calls_collect(IrModule *m, Arena *arena) {
    Calls self = {.n = m->globals.len};
    self.at = ARENA_ARRAY(arena, Callee, self.n + 1);
    for (size_t i = 0; i < self.n; i++) {
        IrGlobal *g = m->globals.at[i];
        g->id = (uint32_t)i;
        self.at[i] = (Callee){.global = g, .function = g->function};
        self.at[i].is_free = g->function && g->function->body && g->function->is_private;
    }
    for (size_t i = 0; i < self.n; i++) {
        if (self.at[i].function && self.at[i].function->body)
            see_function(&self, self.at[i].function, arena);
    }
    return self;
}

const Callee *calls_callee(const Calls *self, const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    if (b->kind != IR_BIND_INVOKE || o->kind != IR_OPERAND_GLOBAL) return NULL;
    const Callee *callee = &self->at[o->global->id];
    return callee->is_free ? callee : NULL;
}

void type_defined_symbols(const IrType *t, void (*visit)(void *user, IrSymbol *s), void *user) {
    if (!t->has_symbols) return;
    for (int32_t i = 0; t->dims && i < t->ndim; i++) {
        IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        if (s) visit(user, s);
    }
    IrSymbol *s = t->value ? ir_dim_as_symbol(t->value) : NULL;
    if (s) visit(user, s);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        type_defined_symbols(t->fields[i], visit, user);
}
