/* SPDX-License-Identifier: Apache-2.0 */
/* A frame in which few variables have values, and no symbol has one: operands with symbols are
 * never known. */
#include "eval/fold.h"

#include "eval/eval_parts.h"

struct EvalFold {
    Frame frame;
};

EvalFold *eval_fold_new(Evaluator *e, const IrFunction *fn, ValueList *list, Arena *arena) {
    EvalFold *self = ARENA_NEW(arena, EvalFold);
    self->frame = (Frame){.e = e, .list = list, .fn = (IrFunction *)fn};
    self->frame.vars = ARENA_ARRAY(arena, Value *, (size_t)fn->n_vars + 1);
    arena_init(&self->frame.arena, e->m->ctx);
    return self;
}

void eval_fold_free(EvalFold *self) {
    for (uint32_t i = 0; i < self->frame.fn->n_vars; i++) value_unref(self->frame.vars[i]);
    arena_fini(&self->frame.arena);
}

Value *eval_fold_value(const EvalFold *self, const IrVar *v) { return self->frame.vars[v->id]; }

void eval_fold_set(EvalFold *self, const IrVar *v, Value *own_value) {
    value_unref(self->frame.vars[v->id]);
    self->frame.vars[v->id] = own_value;
}

void eval_fold_drop(EvalFold *self, const IrVar *v) { eval_fold_set(self, v, NULL); }

static bool all_known(const EvalFold *self, const IrOperand *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = &at[i];
        switch (o->kind) {
        case IR_OPERAND_VAR:
            if (!self->frame.vars[o->var->id]) return false;
            break;
        case IR_OPERAND_SHAPE:
            if (o->type->has_symbols || !o->type->dims) return false;
            break;
        case IR_OPERAND_PRIM:
            if (o->type->has_symbols) return false;
            break;
        case IR_OPERAND_STRING:
        case IR_OPERAND_GLOBAL: return false;
        case IR_OPERAND_NONE:
        case IR_OPERAND_CONST:
        case IR_OPERAND_DTYPE:
        case IR_OPERAND_TUPLE: break;
        }
    }
    return true;
}

Value *eval_fold_operand(EvalFold *self, const IrOperand *tree) {
    if (!all_known(self, tree, tree->span)) return NULL;
    ArenaMark mark = arena_mark(&self->frame.arena);
    Value *v = eval_operand(&self->frame, (Loc){.line = 0}, tree);
    arena_rewind(&self->frame.arena, mark);
    return v;
}

/* Markers and what runs elsewhere keep their place; an operator must have a meaning that is its
 * own. What calls functions (scan, while_loop) has none whose cost is known before it runs. */
static bool is_foldable(const IrBinding *b) {
    const OpDef *op = b->op;
    if ((op->flags & (OP_PURE | OP_DISTINCT | OP_WORKERS)) != OP_PURE || op->identity ||
        op->host != OP_HOST_NO)
        return false;
    switch (op->structural) {
    case OP_STRUCTURAL_NO: return op->lower || op->decompose;
    case OP_STRUCTURAL_CALL_LOOPS: return b->operands.at->kind == IR_OPERAND_GLOBAL;
    case OP_STRUCTURAL_SHAPE_OF:
    case OP_STRUCTURAL_SHAPE_TO_TENSOR:
    case OP_STRUCTURAL_TENSOR_TO_SHAPE: return true;
    case OP_STRUCTURAL_SCAN:
    case OP_STRUCTURAL_WHILE:
    case OP_STRUCTURAL_NUMBER: break; /* what a number's value is, its type says */
    }
    return false;
}

/* Tensors of the operands, each once. Tuples of values nest as deep as types do. */
static void add_tensor(const Tensor *t, Map *seen, EvalNeed *need) {
    uint64_t hash = hash_ptr(0, t);
    for (MapIter it = map_find(seen, hash); map_next(seen, &it);) {
        if (it.value == t) return;
    }
    map_add(seen, hash, (void *)t);
    const double as_floats = (double)t->count * 4;
    need->operand_bytes += (double)t->bytes > as_floats ? (double)t->bytes : as_floats;
}

static void add_value(const Value *v, Map *seen, EvalNeed *need) {
    if (v->kind == VALUE_TENSOR) add_tensor(v->tensor, seen, need);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        add_value(v->items[i], seen, need);
}

static void add_operands(EvalFold *self, const IrOperands *list, EvalNeed *need) {
    Map seen;
    map_init(&seen, &self->frame.arena);
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_CONST) add_tensor(o->constant->tensor, &seen, need);
        if (o->kind == IR_OPERAND_VAR) add_value(self->frame.vars[o->var->id], &seen, need);
    }
}

bool eval_fold_need(EvalFold *self, const IrBinding *call, EvalNeed *need) {
    Frame *f = &self->frame;
    IrModule *m = f->e->m;
    *need = (EvalNeed){.bytes = 0};
    if (!is_foldable(call)) return false;
    const uint32_t callee = call->op->structural == OP_STRUCTURAL_CALL_LOOPS;
    if (!all_known(self, call->operands.at + callee, call->operands.n - callee)) return false;
    for (uint32_t i = 0; i < call->n_types; i++) {
        if (call->types[i]->has_symbols) return false;
    }
    const DiagMark diags = diag_mark(m->ctx);
    ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
    add_operands(self, &call->operands, need);
    bool ok = eval_call_need(f, call, need);
    arena_rewind(&f->arena, mark);
    arena_rewind(&m->scratch, scratch);
    diag_rewind(m->ctx, diags);
    return ok;
}

Value *eval_fold_call(EvalFold *self, const IrBinding *call) {
    Frame *f = &self->frame;
    IrModule *m = f->e->m;
    const DiagMark diags = diag_mark(m->ctx);
    ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
    Value *v = eval_call(f, call);
    arena_rewind(&f->arena, mark);
    arena_rewind(&m->scratch, scratch);
    if (v && diag_errors(m->ctx) == diags.errors) return v;
    diag_rewind(m->ctx, diags);
    value_unref(v);
    return NULL;
}
