/* SPDX-License-Identifier: Apache-2.0 */
/* Bodies, blocks, bindings, operands and use lists.
 *
 * Order labels follow Bender, Cole, Demaine, Farach-Colton and Zito, "Two simplified algorithms for
 * maintaining order in a list" (2002): when two neighbours have no label between them, the smallest
 * enclosing range of labels whose density is below a threshold is spread out evenly, which costs
 * O(log n) amortised an insertion. */
#include "ir/growth.h"
#include "ir/origin.h"

enum { LABEL_BITS = 62 };
#define LABEL_GAP ((uint64_t)1 << 20)
#define LABEL_END ((uint64_t)1 << LABEL_BITS)

static const char *const bind_names[] = {
#define BIND(id, name, doc) name,
#include "ir/bind.def"
};

const char *ir_bind_name(IrBindKind kind) { return bind_names[kind]; }

IrBody *ir_body_new(IrFunction *fn, IrBinding *owner) {
    IrBody *body = ARENA_NEW(&fn->module->arena, IrBody);
    body->function = fn;
    body->owner = owner;
    body->result.body = body;
    return body;
}

IrBlock *ir_block_append(IrBody *body, bool is_dataflow) {
    IrBlock *b = ARENA_NEW(&body->function->module->arena, IrBlock);
    b->is_dataflow = is_dataflow;
    b->body = body;
    b->prev = body->last_block;
    *(b->prev ? &b->prev->next : &body->first_block) = b;
    body->last_block = b;
    return b;
}

/* Links an operand that is a use at the head of its variable's list. */
static void link_use(IrOperand *use) {
    IrVar *v = use->var;
    use->prev_use = NULL;
    use->next_use = v->uses;
    if (v->uses) v->uses->prev_use = use;
    v->uses = use;
    v->n_uses++;
}

static void unlink_use(IrOperand *use) {
    IrVar *v = use->var;
    *(use->prev_use ? &use->prev_use->next_use : &v->uses) = use->next_use;
    if (use->next_use) use->next_use->prev_use = use->prev_use;
    v->n_uses--;
}

static void set_operands(IrModule *m, IrOperands *list, const IrOperand *operands, uint32_t n) {
    list->at = n ? ARENA_ARRAY(&m->arena, IrOperand, n) : NULL;
    list->n = n;
    for (uint32_t i = 0; i < n; i++) {
        list->at[i] = operands[i];
        list->at[i].list = list;
        if (operands[i].kind == IR_OPERAND_VAR) link_use(&list->at[i]);
    }
}

static void clear_operands(IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) unlink_use(&list->at[i]);
    }
    list->n = 0;
}

IrBinding *ir_binding_new(IrFunction *fn, IrBindKind kind, IrVar *var, const IrOperand *operands,
                          uint32_t n) {
    ir_grow(fn->module, 1 + (size_t)n);
    IrBinding *b = ARENA_NEW(&fn->module->arena, IrBinding);
    b->kind = kind;
    b->var = var;
    if (var) var->def = b;
    b->operands.binding = b;
    set_operands(fn->module, &b->operands, operands, n);
    return b;
}

/* The chain's neighbours of the end of `block`: bindings of earlier and later blocks. */
static IrBinding *chain_before(const IrBlock *block) {
    for (const IrBlock *b = block; b; b = b->prev) {
        if (b->last) return b->last;
    }
    return NULL;
}

static IrBinding *chain_after(const IrBlock *block) {
    for (const IrBlock *b = block->next; b; b = b->next) {
        if (b->first) return b->first;
    }
    return NULL;
}

/* Makes room in the labels after `b`: see the head comment. The threshold falls by 1.3 a level. */
static void spread(IrBody *body, IrBinding *b) {
    double threshold = 1.0;
    for (unsigned bits = 1; bits <= LABEL_BITS; bits++) {
        uint64_t size = (uint64_t)1 << bits, start = b->label & ~(size - 1);
        threshold /= 1.3;
        IrBinding *first = b, *last = b;
        uint64_t n = 1;
        while (first->prev && first->prev->label >= start) first = first->prev, n++;
        while (last->next && last->next->label - start < size) last = last->next, n++;
        if (bits < LABEL_BITS && (double)n > (double)size * threshold) continue;
        uint64_t step = size / (n + 1);
        if (step < 2 && bits < LABEL_BITS) continue;
        uint64_t label = start;
        for (IrBinding *x = first;; x = x->next) {
            x->label = label += step;
            if (x == last) break;
        }
        return;
    }
    BUG("%s: out of order labels", body->function->name);
}

static void set_label(IrBody *body, IrBinding *b) {
    uint64_t lo = b->prev ? b->prev->label : 0;
    if (!b->next && lo + LABEL_GAP < LABEL_END) {
        b->label = lo + LABEL_GAP;
        return;
    }
    uint64_t hi = b->next ? b->next->label : LABEL_END;
    if (hi - lo < 2) {
        b->label = lo;
        spread(body, b);
        return;
    }
    b->label = lo + (hi - lo) / 2;
}

static void place(IrBlock *block, IrBinding *b, IrBinding *prev, IrBinding *next) {
    IrBody *body = block->body;
    b->block = block;
    b->prev = prev;
    b->next = next;
    *(prev ? &prev->next : &body->first) = b;
    *(next ? &next->prev : &body->last) = b;
    block->n++;
    body->function->module->n_bindings++;
    set_label(body, b);
}

void ir_binding_append(IrBlock *block, IrBinding *b) {
    BUG_IF(b->block);
    IrBinding *prev = block->last ? block->last : chain_before(block);
    IrBinding *next = block->next ? chain_after(block) : NULL;
    if (!block->first) block->first = b;
    block->last = b;
    place(block, b, prev, next);
}

void ir_binding_insert_before(IrBinding *at, IrBinding *b) {
    BUG_IF(b->block || !at->block);
    if (at->block->first == at) at->block->first = b;
    place(at->block, b, at->prev, at);
}

static void unplace(IrBinding *b) {
    IrBlock *block = b->block;
    if (block->first == b) block->first = block->last == b ? NULL : b->next;
    if (block->last == b) block->last = block->first ? b->prev : NULL;
    *(b->prev ? &b->prev->next : &block->body->first) = b->next;
    *(b->next ? &b->next->prev : &block->body->last) = b->prev;
    block->n--;
    block->body->function->module->n_bindings--;
    b->block = NULL;
    b->prev = b->next = NULL;
}

void ir_binding_remove(IrBinding *b) {
    BUG_IF(!b->block || (b->var && b->var->n_uses));
    ir_change_note(b->block->body->function->module, b);
    clear_operands(&b->operands);
    unplace(b);
}

void ir_binding_move_before(IrBinding *at, IrBinding *b) {
    BUG_IF(at == b || at->block != b->block);
    if (b->next == at) return;
    unplace(b);
    ir_binding_insert_before(at, b);
}

void ir_binding_set_operands(IrBinding *b, const IrOperand *operands, uint32_t n) {
    BUG_IF(!b->block);
    ir_change_note(b->block->body->function->module, b);
    ir_grow(b->block->body->function->module, n);
    clear_operands(&b->operands);
    set_operands(b->block->body->function->module, &b->operands, operands, n);
}

void ir_binding_set_value(IrBinding *b, const IrOperand *operands, uint32_t n) {
    BUG_IF(b->kind == IR_BIND_IF || b->kind == IR_BIND_FUNCTION);
    ir_binding_set_operands(b, operands, n);
    b->kind = IR_BIND_VALUE;
    b->op = NULL;
    b->attrs = NULL;
    b->types = NULL;
    b->n_types = 0;
    b->index = 0;
}

void ir_body_set_result(IrBody *body, const IrOperand *operands, uint32_t n) {
    ir_grow(body->function->module, n);
    clear_operands(&body->result);
    set_operands(body->function->module, &body->result, operands, n);
}

void ir_operand_set_var(IrOperand *use, IrVar *var) {
    BUG_IF(use->kind != IR_OPERAND_VAR);
    if (use->var == var) return;
    unlink_use(use);
    use->var = var;
    link_use(use);
}

void ir_operand_set_const(IrOperand *use, IrConst *c) {
    BUG_IF(use->kind != IR_OPERAND_VAR);
    unlink_use(use);
    use->kind = IR_OPERAND_CONST;
    use->constant = c;
    use->next_use = use->prev_use = NULL;
}

void ir_var_replace_uses(IrVar *old, IrVar *new_var) {
    if (old == new_var) return;
    while (old->uses) ir_operand_set_var(old->uses, new_var);
}

IrOperand *ir_operand_get(const IrOperands *list, uint32_t i) {
    uint32_t at = 0;
    while (i-- > 0 && at < list->n) at += list->at[at].span;
    BUG_IF(at >= list->n);
    return &list->at[at];
}

uint32_t ir_operands_count(const IrOperands *list) {
    uint32_t count = 0;
    for (uint32_t at = 0; at < list->n; at += list->at[at].span) count++;
    return count;
}

/* A tuple's type without recursion: fields are collected on a stack, inner tuples closed first. */
static const IrType *tuple_type(IrModule *m, const IrOperand *tree) {
    ArenaMark mark = arena_mark(&m->scratch);
    const IrType **stack = ARENA_ARRAY(&m->scratch, const IrType *, tree->span);
    uint32_t top = 0;
    /* From the back: when a tuple entry is reached, its fields lie on top, the first one
     * topmost. */
    for (uint32_t i = tree->span; i-- > 0;) {
        const IrOperand *o = &tree[i];
        if (o->kind != IR_OPERAND_TUPLE) {
            stack[top++] = ir_operand_type(m, o);
            continue;
        }
        const IrType **fields = stack + (top - o->n);
        for (uint32_t k = 0; k < o->n / 2; k++) {
            const IrType *swap = fields[k];
            fields[k] = fields[o->n - 1 - k];
            fields[o->n - 1 - k] = swap;
        }
        top -= o->n;
        const IrType *t = ir_type_tuple(m, fields, o->n);
        stack[top++] = t;
    }
    const IrType *t = stack[0];
    arena_rewind(&m->scratch, mark);
    return t;
}

const IrType *ir_operand_type(IrModule *m, const IrOperand *operand) {
    switch (operand->kind) {
    case IR_OPERAND_VAR: return operand->var->type;
    case IR_OPERAND_CONST: return operand->constant->type;
    case IR_OPERAND_SHAPE:
    case IR_OPERAND_PRIM: return operand->type;
    case IR_OPERAND_GLOBAL:
        return operand->global->function ? ir_function_value_type(operand->global->function)
                                         : m->any;
    case IR_OPERAND_TUPLE: return tuple_type(m, operand);
    case IR_OPERAND_STRING:
        if (operand->f != 0) return ir_type_callable(m, NULL, 0, m->any, false);
        break;
    case IR_OPERAND_NONE:
    case IR_OPERAND_DTYPE: break;
    }
    return m->any;
}

const IrType *ir_function_type(IrFunction *fn) {
    IrModule *m = fn->module;
    if (!fn->body && fn->prim_text.len && !fn->is_hidden) return m->any;
    uint32_t n = (uint32_t)fn->params.len - fn->n_captures;
    ArenaMark mark = arena_mark(&m->scratch);
    const IrType **params = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) params[i] = fn->params.at[fn->n_captures + i]->type;
    const IrType *t =
        ir_type_callable(m, n ? params : ir_type_no_params(), n, fn->result, fn->is_pure);
    arena_rewind(&m->scratch, mark);
    return t;
}

static const IrDim *keep_foreign(void *user, IrSymbol *s) {
    IrFunction *fn = user;
    return s->function == fn ? NULL : ir_dim_symbol(fn->module, s);
}

const IrType *ir_function_value_type(IrFunction *fn) {
    const IrType *t = ir_function_type(fn);
    if (!t->has_symbols) return t;
    ArenaMark mark = arena_mark(&fn->module->scratch);
    t = ir_type_map(fn->module, t, keep_foreign, fn);
    arena_rewind(&fn->module->scratch, mark);
    return t;
}

static void add_operand(IrOperandBuf *self, IrOperand o) {
    o.span = 1;
    vec_push(self->arena, &self->ops, o);
}

void ir_operands_var(IrOperandBuf *self, IrVar *v) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_VAR, .var = v});
}
void ir_operands_const(IrOperandBuf *self, IrConst *c) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_CONST, .constant = c});
}
void ir_operands_shape(IrOperandBuf *self, const IrType *shape) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_SHAPE, .type = shape});
}
void ir_operands_prim(IrOperandBuf *self, const IrType *type, double f) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_PRIM, .type = type, .f = f});
}
void ir_operands_string(IrOperandBuf *self, const char *s) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_STRING, .string = s});
}
void ir_operands_dtype(IrOperandBuf *self, DType t) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_DTYPE, .dtype = t});
}
void ir_operands_global(IrOperandBuf *self, IrGlobal *g) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_GLOBAL, .global = g});
}
void ir_operands_none(IrOperandBuf *self) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_NONE});
}

size_t ir_operands_tuple(IrOperandBuf *self) {
    add_operand(self, (IrOperand){.kind = IR_OPERAND_TUPLE});
    return self->ops.len - 1;
}

void ir_operands_end(IrOperandBuf *self, size_t at, uint32_t n) {
    self->ops.at[at].n = n;
    self->ops.at[at].span = (uint32_t)(self->ops.len - at);
}

void ir_operands_copy(IrOperandBuf *self, const IrOperand *tree) {
    vec_reserve(self->arena, &self->ops, tree->span);
    for (uint32_t i = 0; i < tree->span; i++) self->ops.at[self->ops.len++] = tree[i];
}
