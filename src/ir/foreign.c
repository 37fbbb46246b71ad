/* SPDX-License-Identifier: Apache-2.0 */
#include "ir/foreign.h"

typedef struct {
    const IrFunction *fn;
    void (*visit)(void *user, IrSymbol *s);
    void *user;
} Scan;

static void see_symbol(void *user, IrSymbol *s) {
    const Scan *scan = user;
    const IrFunction *f = s->function;
    while (f && f != scan->fn) f = f->parent;
    if (!f) scan->visit(scan->user, s);
}

static void scan_type(Scan *scan, const IrType *t) {
    if (t && t->has_symbols) ir_type_symbols(t, see_symbol, scan);
}

/* Recursion is over nested functions. */
static void scan_function(Scan *scan, const IrFunction *fn) {
    for (size_t i = 0; i < fn->params.len; i++) scan_type(scan, fn->params.at[i]->type);
    scan_type(scan, fn->result);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        scan_type(scan, b->var->type);
        if (b->kind == IR_BIND_MATCH_CAST) scan_type(scan, b->cast);
        for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++)
            scan_type(scan, b->types[i]);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) scan_type(scan, o->type);
        }
        if (b->kind == IR_BIND_FUNCTION) scan_function(scan, b->function);
    }
}

void ir_function_foreign_symbols(const IrFunction *fn, void (*visit)(void *user, IrSymbol *s),
                                 void *user) {
    Scan scan = {fn, visit, user};
    scan_function(&scan, fn);
}
