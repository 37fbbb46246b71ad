/* SPDX-License-Identifier: Apache-2.0 */
/* The operator table, and what all type rules call. */
#include "ir/op.h"

#include "base/diag.h"
#include "base/near.h"
#include "ir/ir.h"

static uint64_t name_hash(Str s) {
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < s.len; i++) h = hash_mix(h, (unsigned char)s.ptr[i]);
    return h;
}

void ir_op_table_init(OpTable *self, const OpDef *const *ops, size_t n, Arena *arena) {
    *self = (OpTable){.ops = ops, .n = n};
    map_init(&self->by_name, arena);
    for (size_t i = 0; i < n; i++) {
        map_add(&self->by_name, name_hash(str_c(ops[i]->name)), (void *)ops[i]);
    }
}

void ir_op_table_init_on(OpTable *self, const OpTable *base, Arena *arena) {
    *self = *base;
    self->base = base;
    self->added.at = NULL, self->added.len = self->added.cap = 0;
    self->sources.at = NULL, self->sources.len = self->sources.cap = 0;
    self->legal_sets.at = NULL, self->legal_sets.len = self->legal_sets.cap = 0;
    map_init(&self->by_name, arena);
}

void ir_op_table_add(OpTable *self, const OpDef *op, Arena *arena) {
    vec_reserve(arena, &self->added, 1); /* whatever is thrown, it is in both or in none */
    map_add(&self->by_name, name_hash(str_c(op->name)), (void *)op);
    self->added.at[self->added.len++] = op;
}

void ir_op_table_add_legal(OpTable *self, const struct IrLegalSet *set, Arena *arena) {
    vec_push(arena, &self->legal_sets, set);
}

const OpDef *ir_op_table_find(const OpTable *self, Str name) {
    const uint64_t hash = name_hash(name);
    for (; self; self = self->base) {
        for (MapIter it = map_find(&self->by_name, hash); map_next(&self->by_name, &it);) {
            const OpDef *op = it.value;
            if (str_eq_c(name, op->name)) return op;
        }
    }
    return NULL;
}

/* A missing or wrong family prefix ("relu" for "nn.relu") is the most frequent slip. */
static void nearer(Near *near, const OpDef *op, const OpDef **best) {
    const char *dot = strrchr(op->name, '.');
    const bool full = near_offer(near, op->name), bare = dot && near_offer(near, dot + 1);
    if (full || bare) *best = op;
}

const OpDef *ir_op_table_nearest(const OpTable *self, Str name) {
    Near near = near_begin(name);
    const OpDef *best = NULL;
    for (const OpTable *t = self; t; t = t->base) {
        for (size_t i = 0; i < t->added.len; i++) nearer(&near, t->added.at[i], &best);
    }
    for (size_t i = 0; i < self->n; i++) nearer(&near, self->ops[i], &best);
    return best;
}

uint32_t ir_op_n_operands(const OpDef *op) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) n += OP_PARAM_IS_OPERAND(op->params[i].kind);
    return n;
}

uint32_t ir_op_n_attrs(const OpDef *op) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) n += OP_PARAM_IS_ATTR(op->params[i].kind);
    return n;
}

const OpParam *ir_op_attr_param(const OpDef *op, uint32_t index) {
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (OP_PARAM_IS_ATTR(op->params[i].kind) && index-- == 0) return &op->params[i];
    }
    BUG("R.%s: no such attribute", op->name);
}

int ir_op_attr_index(const OpDef *op, const char *name) {
    int n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (!OP_PARAM_IS_ATTR(op->params[i].kind)) continue;
        if (strcmp(op->params[i].name, name) == 0) return n;
        n++;
    }
    return -1;
}

static bool is_choice(const OpParam *p, const char *s) {
    for (uint32_t i = 0; p->choices && p->choices[i]; i++) {
        if (strcmp(p->choices[i], s) == 0) return true;
    }
    return !p->choices;
}

const char *ir_op_attr_misfit(const OpParam *p, const IrAttr *v) {
    const bool ints = v->kind == IR_ATTR_INTS;
    if (v->kind == IR_ATTR_NONE && p->none) return NULL;
    switch (p->kind) {
    case OP_PARAM_BOOL: return v->kind == IR_ATTR_BOOL ? NULL : "a bool";
    case OP_PARAM_INT: return v->kind == IR_ATTR_INT ? NULL : "an integer";
    case OP_PARAM_FLOAT: return v->kind == IR_ATTR_FLOAT ? NULL : "a float";
    case OP_PARAM_STRING:
        if (v->kind != IR_ATTR_STRING) return "a string";
        return is_choice(p, v->s) ? NULL : "one of the values that it knows";
    case OP_PARAM_DTYPE:
        return v->kind == IR_ATTR_DTYPE && (v->dtype != DTYPE_VOID || p->optional) ? NULL
                                                                                   : "a dtype";
    case OP_PARAM_INTS:
        return ints && (!p->count || v->n == p->count) ? NULL
                                                       : "a list of integers, as long as it wants";
    case OP_PARAM_PADDING:
        return ints && v->n == 2u * p->count ? NULL : "a list of integers, two a spatial dim";
    case OP_PARAM_INT_OR_INTS:
        return ints || v->kind == IR_ATTR_INT ? NULL : "an integer or a list of integers";
    default: return "no parameter of a definition";
    }
}
