/* SPDX-License-Identifier: Apache-2.0 */
#include "given.h"

#include "base/diag.h"
#include "ir/clone.h"

typedef struct {
    const IrConst *constant;
    IrVar *param;
} Pair;

typedef struct {
    const IrFunction *from;
    Arena *arena;
    Map pairs;
    Given *out;
} Giving;

static IrVar *param_of(const Giving *self, const IrConst *c) {
    for (MapIter it = map_find(&self->pairs, hash_ptr(0, c)); map_next(&self->pairs, &it);) {
        const Pair *p = it.value;
        if (p->constant == c) return p->param;
    }
    return NULL;
}

static bool is_large(const IrOperand *o) {
    return o->kind == IR_OPERAND_CONST && o->constant->tensor->ndim > 0 && !o->constant->from;
}

/* Recursion is over branches in branches. */
static void add_params(Giving *self, const IrBody *body, IrFunction *to) {
    IrModule *m = to->module;
    for (const IrBinding *b = body->first; b; b = b->next) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (!is_large(o) || param_of(self, o->constant)) continue;
            Pair *p = ARENA_NEW(self->arena, Pair);
            const char *name = arena_printf(self->arena, "given%zu", self->out->len);
            *p = (Pair){o->constant, ir_var_new(to, intern_c(&m->names, name), o->constant->type)};
            vec_push(&m->arena, &to->params, p->param);
            map_add(&self->pairs, hash_ptr(0, o->constant), p);
            vec_push(self->arena, self->out, o->constant->tensor);
        }
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) add_params(self, b->bodies[i], to);
    }
}

static void params(IrClone *c) {
    Giving *self = c->user;
    if (c->from == self->from) add_params(self, c->from->body, c->to);
}

static bool operands(IrClone *c, const IrBinding *from, IrOperandBuf *list) {
    Giving *self = c->user;
    for (size_t i = 0; from->block->body->function == self->from && i < list->ops.len; i++) {
        IrOperand *o = &list->ops.at[i];
        IrVar *param = is_large(o) ? param_of(self, o->constant) : NULL;
        if (param) *o = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = param};
    }
    return true;
}

void give_constants(IrGlobal *global, Arena *arena, Given *out) {
    IrModule *m = global->function->module;
    Giving self = {.from = global->function, .arena = arena, .out = out};
    const IrCloneHooks hooks = {
        .change = {.params = params, .operands = operands}, .keeps_types = true, .user = &self};
    const DiagMark mark = diag_mark(m->ctx);
    map_init(&self.pairs, arena);
    out->at = NULL;
    out->len = out->cap = 0;
    if (!ir_clone_module(m, &hooks)) out->len = 0;
    diag_rewind(m->ctx, mark);
}
