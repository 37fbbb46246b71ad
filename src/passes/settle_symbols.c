/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/settle_symbols.h"

#include "base/diag.h"
#include "ir/clone.h"

/* A dim of a cast over a dim of the value's type; true: it says what a symbol of the cast's is. */
typedef bool (*Meet)(void *user, const IrDim *cast, const IrDim *known);

/* Recursion is over types. */
static bool meet_types(const IrType *cast, const IrType *t, Meet meet, void *user) {
    bool any = false;
    if (!t || cast->kind != t->kind) return false;
    switch (cast->kind) {
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE:
        if (!cast->dims || !t->dims || cast->ndim != t->ndim) return false;
        for (int32_t i = 0; i < cast->ndim; i++) any |= meet(user, cast->dims[i], t->dims[i]);
        return any;
    case IR_TYPE_PRIM: return cast->value && t->value && meet(user, cast->value, t->value);
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; cast->n == t->n && i < cast->n; i++)
            any |= meet_types(cast->fields[i], t->fields[i], meet, user);
        return any;
    default: return false;
    }
}

/* The symbol that stands alone in the dim and is defined in that body; NULL: there is none. */
static IrSymbol *defined_in(const IrDim *d, const IrBody *body) {
    IrSymbol *s = ir_dim_as_symbol(d);
    return s && s->body == body ? s : NULL;
}

static bool is_known(void *user, const IrDim *cast, const IrDim *known) {
    return cast != known && defined_in(cast, user);
}

static bool has_known(IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION && has_known(b->function)) return true;
        if (b->kind != IR_BIND_MATCH_CAST || !b->cast->has_symbols) continue;
        const IrType *t = ir_operand_type(fn->module, b->operands.at);
        if (meet_types(b->cast, t, is_known, b->block->body)) return true;
    }
    return false;
}

typedef struct {
    IrClone *c;
    const IrBody *body;
} Settling;

static bool settle(void *user, const IrDim *cast, const IrDim *known) {
    const Settling *s = user;
    const IrSymbol *symbol = defined_in(cast, s->body);
    if (!symbol || symbol->function != s->c->from || s->c->dims[symbol->index]) return false;
    s->c->dims[symbol->index] = known;
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    if (b->kind != IR_BIND_MATCH_CAST) return IR_CLONE_COPY;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, b->operands.at, b->operands.n, &buf);
    const IrType *t = ir_operand_type(c->m, buf.ops.at);
    Settling s = {c, b->block->body};
    meet_types(b->cast, t, settle, &s);
    return IR_CLONE_COPY;
}

void settle_symbols(IrModule *m) {
    const DiagMark mark = diag_mark(m->ctx);
    bool any = false;
    for (size_t i = 0; i < m->globals.len && !any; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        any = fn && fn->body && has_known(fn);
    }
    const IrCloneHooks hooks = {.visit = visit};
    if (any && !ir_clone_module(m, &hooks)) diag_rewind(m->ctx, mark);
}
