/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/decompose_calls.h"

#include "ir/build.h"
#include "ir/origin.h"
#include "passes/blocks.h"

typedef struct {
    IrBinding *b;
    size_t row;
} Found;

typedef struct {
    const DecomposeCalls *how;
    Arena arena;
    VEC(Found) found;
} Search;

void decompose_replace(IrBinding *b, IrBinding *last, IrVar *y) {
    const IrBlock *block = b->block;
    const bool is_output = b->var->is_output;
    for (IrBinding *end = block->last, *x = last->next, *next;; x = next) {
        next = x->next;
        x->var->is_output = !block->is_dataflow || (x->var == y && is_output);
        ir_binding_move_before(b, x);
        if (x == end) break;
    }
    ir_var_replace_uses(b->var, y);
    ir_binding_remove(b);
}

static bool expand(const DecomposeCalls *how, IrBinding *b, size_t row) {
    IrBlock *block = b->block;
    IrModule *m = block->body->function->module;
    IrBuilder builder = {.m = m,
                         .fn = block->body->function,
                         .block = block,
                         .loc = b->loc,
                         .origin = ir_origin_new(m, IR_ORIGIN_MADE, how->pass, b->origin)};
    IrDimPairs open = {.at = NULL};
    OpDecompose d = {.b = &builder, .op = b->op, .name = b->var->name};
    IrOperand made;
    d.result = ir_infer_existing_call(b, &d.attrs, &open);
    if (!d.result) return false;
    const IrOperand *args[] = {&b->operands.at[0], &b->operands.at[1]};
    const IrType *types[] = {ir_operand_type(m, args[0]), ir_operand_type(m, args[1])};
    d.args = args;
    d.types = types;
    IrBinding *last = block->last;
    if (open.len || !how->makes(how->user, &d, row, &made)) return true;
    IrVar *y = d_result(&d, made);
    if (ir_type_subsumes(m, b->var->type, y->type) != IR_PROVED)
        BUG("%s: what stands for R.%s is of another type", how->pass, b->op->name);
    decompose_replace(b, last, y);
    return true;
}

static bool find(const DecomposeCalls *how, const OpDef *op, size_t *row) {
    for (*row = 0; *row < how->n_ops; ++*row) {
        if (how->ops[*row] == op) return true;
    }
    return false;
}

static bool look(void *user, IrFunction *fn) {
    Search *s = user;
    if (ir_function_codegen(fn)) return true;
    IrWalk w;
    size_t row;
    ir_walk_init(&w, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&w));) {
        if (b->kind == IR_BIND_CALL && find(s->how, b->op, &row))
            vec_push(&s->arena, &s->found, ((Found){b, row}));
    }
    return true;
}

bool decompose_calls(IrModule *m, const DecomposeCalls *how) {
    Search s = {.how = how, .found = {.at = NULL}};
    arena_init(&s.arena, m->ctx);
    bool ok = blocks_each_function(m, look, &s);
    arena_alloc(&m->scratch, 1);
    for (size_t i = 0; ok && i < s.found.len; i++) {
        const ArenaMark mark = arena_mark(&m->scratch);
        ok = expand(how, s.found.at[i].b, s.found.at[i].row);
        arena_rewind(&m->scratch, mark);
    }
    arena_fini(&m->scratch);
    const bool changed = s.found.len > 0;
    arena_fini(&s.arena);
    return ok && (!changed || blocks_finish(m));
}
