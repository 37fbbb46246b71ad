/* SPDX-License-Identifier: Apache-2.0 */
/* Which values of several functions are the same, as they are computed in the same way of the same
 * weights: numbers are given to weights by their place, and to a binding by what stands right of
 * its '=', with numbers for the operands and the first function's symbols. Linear. */
#include "passes/lift_parts.h"

typedef VEC(uint64_t) Words;

typedef struct {
    Words words;
    uint32_t number;
} Known;

void lift_values_init(LiftValues *self, IrModule *m, Arena *arena, const LiftPlan *first) {
    *self = (LiftValues){.m = m, .arena = arena, .first = first};
    self->dims = ARENA_ARRAY(arena, const IrDim *, (size_t)m->dims.n_symbols + 1);
    map_init(&self->known, arena);
}

static void pair_dims(const IrDim **dims, const IrDim *d, const IrDim *other) {
    const IrSymbol *s = d && other ? ir_dim_as_symbol(d) : NULL;
    if (s && !dims[s->id]) dims[s->id] = other;
}

void lift_pair_symbols(const IrDim **dims, const IrType *t, const IrType *other) {
    if (t->kind != other->kind) return;
    if (t->kind == IR_TYPE_PRIM) pair_dims(dims, t->value, other->value);
    const bool is_tuple = t->kind == IR_TYPE_TUPLE && t->n == other->n;
    for (uint32_t i = 0; is_tuple && i < t->n; i++)
        lift_pair_symbols(dims, t->fields[i], other->fields[i]);
    const bool has_dims = (t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_SHAPE) && t->dims &&
                          other->dims && t->ndim == other->ndim;
    for (int32_t i = 0; has_dims && i < t->ndim; i++) pair_dims(dims, t->dims[i], other->dims[i]);
}

static const IrDim *paired(void *user, IrSymbol *s) {
    const IrDim *const *dims = user;
    return dims[s->id];
}

const IrType *lift_paired(IrModule *m, const IrDim *const *dims, const IrType *t) {
    return t->has_symbols ? ir_type_map(m, t, paired, (void *)dims) : t;
}

const IrVar *lift_values_weights(LiftValues *self, LiftPlan *p) {
    const size_t n = p->fn->params.len - p->n_inputs;
    IrVar *const *own = p->fn->params.at + p->n_inputs;
    IrVar *const *theirs = self->first->fn->params.at + self->first->n_inputs;
    p->numbers = ARENA_ARRAY(self->arena, uint32_t, (size_t)p->fn->n_vars + 1);
    for (size_t i = 0; i < n; i++) lift_pair_symbols(self->dims, own[i]->type, theirs[i]->type);
    for (size_t i = 0; i < n; i++) {
        if (lift_paired(self->m, self->dims, own[i]->type) != theirs[i]->type) return own[i];
        p->numbers[own[i]->id] = (uint32_t)i + 1;
    }
    if (self->n < n) self->n = (uint32_t)n;
    return NULL;
}

static void word(LiftValues *self, Words *words, uint64_t v) { vec_push(self->arena, words, v); }

static void word_type(LiftValues *self, Words *words, const IrType *t) {
    word(self, words, (uintptr_t)lift_paired(self->m, self->dims, t));
}

/* False: it is of something that has no number. */
static bool word_operand(LiftValues *self, Words *words, const LiftPlan *p, const IrOperand *x) {
    uint64_t bits = 0;
    word(self, words, x->kind);
    switch (x->kind) {
    case IR_OPERAND_NONE: break;
    case IR_OPERAND_VAR:
        word(self, words, p->numbers[x->var->id]);
        return p->numbers[x->var->id] != 0;
    case IR_OPERAND_CONST: word(self, words, (uintptr_t)x->constant); break;
    case IR_OPERAND_PRIM:
        memcpy(&bits, &x->f, sizeof bits);
        word(self, words, bits);
        word_type(self, words, x->type);
        break;
    case IR_OPERAND_SHAPE: word_type(self, words, x->type); break;
    case IR_OPERAND_STRING: word(self, words, (uintptr_t)ir_name(self->m, str_c(x->string))); break;
    case IR_OPERAND_DTYPE: word(self, words, x->dtype); break;
    case IR_OPERAND_GLOBAL: word(self, words, (uintptr_t)x->global); break;
    case IR_OPERAND_TUPLE: word(self, words, x->n); break;
    }
    return true;
}

static uint32_t number_of(LiftValues *self, const Words *words) {
    const size_t bytes = words->len * sizeof *words->at;
    const uint64_t hash = hash_bytes(self->m->ctx, words->at, bytes);
    for (MapIter it = map_find(&self->known, hash); map_next(&self->known, &it);) {
        const Known *k = it.value;
        if (k->words.len == words->len && memcmp(k->words.at, words->at, bytes) == 0)
            return k->number;
    }
    Known *k = ARENA_NEW(self->arena, Known);
    *k = (Known){*words, ++self->n};
    map_add(&self->known, hash, k);
    return k->number;
}

void lift_values_number(LiftValues *self, LiftPlan *p, const IrBinding *b) {
    Words words = {.at = NULL};
    word(self, &words, b->kind);
    word(self, &words, b->index);
    word_type(self, &words, b->var->type);
    if (b->kind == IR_BIND_CALL) {
        word(self, &words, (uintptr_t)b->op);
        word(self, &words, (uintptr_t)b->attrs);
        for (uint32_t i = 0; i < b->n_types; i++) word_type(self, &words, b->types[i]);
    }
    for (uint32_t i = 0; i < b->operands.n; i++) {
        if (!word_operand(self, &words, p, &b->operands.at[i])) return;
    }
    p->numbers[b->var->id] = number_of(self, &words);
}
