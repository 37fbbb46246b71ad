/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the rule language that ask about shapes, dtypes and where values come from. Those on numbers and
 * lists stand in rule_eval.c. */
#include "rewrite/parts.h"

static const IrType *tensor(RuleMatch *m, const RuleValue *v) {
    const IrType *t = v->kind == RULE_OPERAND ? ir_operand_type(m->m, v->operand) : NULL;
    return t && t->kind == IR_TYPE_TENSOR ? t : NULL;
}

/* Broadcasting `c` with a tensor of x's shape gives x's shape. */
static IrTruth stretches_to(RuleMatch *m, const IrType *c, const IrType *x) {
    if (c->ndim == 0) return IR_PROVED;
    if (c->ndim < 0 || x->ndim < 0) return IR_UNKNOWN;
    if (c->ndim > x->ndim) return IR_REFUTED;
    if (!c->dims) return IR_UNKNOWN;
    IrTruth all = IR_PROVED;
    for (int32_t i = 0; i < c->ndim; i++) {
        if (ir_dim_is(c->dims[i], 1)) continue;
        all =
            ir_truth_and(all, x->dims ? ir_dim_eq(m->m, c->dims[i], x->dims[x->ndim - c->ndim + i])
                                      : IR_UNKNOWN);
    }
    return all;
}

/* R.broadcasts(c, ..., x): all of the others are stretched to the shape of the last by broadcasting, which so is
 * the shape of them all together. */
RuleValue rule_fn_broadcasts(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    const IrType *x = n ? tensor(m, &args[n - 1]) : NULL;
    if (!x) return rule_fault(m, e->loc, "R.broadcasts takes tensors");
    IrTruth all = IR_PROVED;
    for (uint32_t i = 0; i + 1 < n; i++) {
        const IrType *c = tensor(m, &args[i]);
        if (!c) return rule_fault(m, e->loc, "R.broadcasts takes tensors");
        IrTruth one = stretches_to(m, c, x);
        if (one == IR_UNKNOWN) {
            return rule_unknown(m, "it is not known that %s broadcasts to %s",
                                ir_type_text(m->m, c), ir_type_text(m->m, x));
        }
        all = ir_truth_and(all, one);
    }
    return rule_bool(all == IR_PROVED);
}

/* broadcast(a, b, ...): the shape that shapes have together. */
RuleValue rule_fn_broadcast(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind != RULE_LIST)
            return rule_fault(m, e->loc, "broadcast takes lists of extents");
        if (args[i].n > rank) rank = args[i].n;
    }
    RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        const IrDim *dim = ir_dim_const(m->m, 1);
        for (uint32_t i = 0; i < n; i++) {
            if (d + args[i].n < rank) continue;
            const RuleValue *v = &args[i].items[d + args[i].n - rank];
            if (v->kind != RULE_DIM)
                return rule_fault(m, e->loc, "broadcast takes lists of extents");
            if (ir_dim_is(dim, 1))
                dim = v->dim;
            else if (!ir_dim_is(v->dim, 1) && ir_dim_eq(m->m, dim, v->dim) != IR_PROVED) {
                return rule_unknown(m, "%s and %s are not known to broadcast",
                                    ir_dim_text(m->m, dim), ir_dim_text(m->m, v->dim));
            }
        }
        items[d] = rule_dim(dim);
    }
    return (RuleValue){.kind = RULE_LIST, .n = rank, .items = items};
}

/* R.cheaper(a, b): a <= b is proved, and they are not the same. */
RuleValue rule_fn_cheaper(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 2 || args[0].kind != RULE_DIM || args[1].kind != RULE_DIM)
        return rule_fault(m, e->loc, "R.cheaper takes two numbers");
    IrTruth less = ir_dim_le(m->m, args[0].dim, args[1].dim),
            same = ir_dim_eq(m->m, args[0].dim, args[1].dim);
    if (less == IR_PROVED || less == IR_REFUTED)
        return rule_bool(less == IR_PROVED && same != IR_PROVED);
    return rule_unknown(m, "whether %s is less than %s is not known",
                        ir_dim_text(m->m, args[0].dim), ir_dim_text(m->m, args[1].dim));
}

/* The dtype of a tensor, or a dtype by name; false when it is not known or none. */
static bool dtype_arg(RuleMatch *m, const RuleValue *v, DType *out) {
    const IrType *t = tensor(m, v);
    *out = t ? t->dtype : v->dtype;
    if (v->kind == RULE_STRING) return dtype_parse((Str){v->s, strlen(v->s)}, out);
    return (t || v->kind == RULE_DTYPE) && *out != DTYPE_VOID;
}

/* R.is_bool(x) */
RuleValue rule_fn_is_bool(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t;
    if (n != 1) return rule_fault(m, e->loc, "R.is_bool takes a tensor or a dtype");
    return dtype_arg(m, &args[0], &t) ? rule_bool(t == DTYPE_BOOL)
                                      : rule_unknown(m, "a dtype is not known");
}

/* R.is_signed(x): it has negative values. */
RuleValue rule_fn_is_signed(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t;
    if (n != 1) return rule_fault(m, e->loc, "R.is_signed takes a tensor or a dtype");
    if (!dtype_arg(m, &args[0], &t)) return rule_unknown(m, "a dtype is not known");
    return rule_bool(dtype_is_float(t) || dtype_kind(t) == DTYPE_KIND_INT);
}

/* index(list, v): where the first item that is v stands. */
RuleValue rule_fn_index(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 2 || args[0].kind != RULE_LIST)
        return rule_fault(m, e->loc, "index takes a list and a value");
    for (uint32_t i = 0; i < args[0].n; i++) {
        IrTruth same = rule_equal(m, &args[0].items[i], &args[1]);
        if (same == IR_PROVED) return rule_int(m->m, i);
        if (same == IR_UNKNOWN)
            return rule_unknown(m, "it is not known which item is %s",
                                rule_value_text(m, &args[1]));
    }
    return rule_unknown(m, "no item is %s", rule_value_text(m, &args[1]));
}

/* increasing(list): every number is less than the next one. */
RuleValue rule_fn_increasing(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST)
        return rule_fault(m, e->loc, "increasing takes a list");
    IrTruth all = IR_PROVED;
    for (uint32_t i = 0; i + 1 < args[0].n; i++) {
        const RuleValue *a = &args[0].items[i], *b = a + 1;
        if (a->kind != RULE_DIM || b->kind != RULE_DIM)
            return rule_fault(m, e->loc, "integers are wanted");
        all = ir_truth_and(all, ir_dim_lt(m->m, a->dim, b->dim));
    }
    return all == IR_UNKNOWN
               ? rule_unknown(m, "the order of %s is not known", rule_value_text(m, &args[0]))
               : rule_bool(all == IR_PROVED);
}

/* The first parameter that is a weight: function attribute num_input. */
static uint32_t first_weight(const IrFunction *fn) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        const IrAttr *a = &fn->attrs.items[i];
        bool found = strcmp(fn->attrs.keys[i], "num_input") == 0 && a->kind == IR_ATTR_INT &&
                     a->i >= 0 && a->i < UINT32_MAX;
        if (found) return fn->n_captures + (uint32_t)a->i;
    }
    return UINT32_MAX;
}

enum { WEIGHT_FUEL = 1000 };

static bool is_in(const Map *map, const IrVar *v) {
    for (MapIter it = map_find(map, hash_ptr(0, v)); map_next(map, &it);) {
        if (it.value == v) return true;
    }
    return false;
}

static void add_var(Map *map, const IrVar *v) { map_add(map, hash_ptr(0, v), (void *)(uintptr_t)v); }

/* A weight is made of weights; whether a variable is one stays so, whatever rules make of what it is made of. */
typedef struct {
    RuleMatch *m;
    size_t first; /* the first parameter that is a weight */
    Map met;
    VEC(const IrVar *) seen;
} Walk;

/* False: it is not a weight. */
static bool meet(Walk *w, const IrVar *v) {
    const RuleWeights *known = w->m->weights;
    if ((known && is_in(&known->yes, v)) || is_in(&w->met, v)) return true;
    if (known && is_in(&known->no, v)) return false;
    if (!v->def) {
        const IrFunction *fn = w->m->block->body->function;
        bool found = false;
        for (size_t i = w->first; i < fn->params.len && !found; i++) found = fn->params.at[i] == v;
        if (known) add_var(found ? &w->m->weights->yes : &w->m->weights->no, v);
        return found;
    }
    const bool call = v->def->kind == IR_BIND_CALL && (v->def->op->flags & OP_PURE);
    if (!call && v->def->kind != IR_BIND_VALUE && v->def->kind != IR_BIND_FIELD) return false;
    add_var(&w->met, v);
    vec_push(w->m->arena, &w->seen, v);
    return true;
}

static bool meet_all(Walk *w, const IrOperand *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (at[i].kind == IR_OPERAND_VAR && !meet(w, at[i].var)) return false;
    }
    return true;
}

/* What is not one, remembered for the value that was asked about. */
static RuleValue no_weight(RuleMatch *m, const IrOperand *o) {
    if (m->weights && o->kind == IR_OPERAND_VAR && !is_in(&m->weights->no, o->var)) add_var(&m->weights->no, o->var);
    return rule_bool(false);
}

/* R.is_weight(x): it depends only on constants and on parameters behind the first num_input, so it is known before
 * the program runs. */
RuleValue rule_fn_is_weight(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.is_weight takes a value");
    const IrOperand *o = args[0].operand;
    Walk w = {.m = m, .first = first_weight(m->block->body->function)};
    map_init(&w.met, m->arena);
    if (!meet_all(&w, o, o->span)) return no_weight(m, o);
    for (size_t at = 0; at < w.seen.len; at++) {
        if (at == WEIGHT_FUEL)
            return rule_unknown(m, "it takes too long to see what '%s' depends on",
                                rule_value_text(m, &args[0]));
        const IrOperands *made_of = &w.seen.at[at]->def->operands;
        if (!meet_all(&w, made_of->at, made_of->n)) return no_weight(m, o);
    }
    for (size_t i = 0; m->weights && i < w.seen.len; i++) add_var(&m->weights->yes, w.seen.at[i]);
    return rule_bool(true);
}
