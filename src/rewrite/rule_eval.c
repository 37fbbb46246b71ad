/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of the rule language: conditions and replacements, as trees over the names that a
 * match bound. What is absent or not known makes the whole expression unknown, which refuses the
 * match. Recursion is over syntax trees, whose depth is bounded. */
#include <math.h>

#include "rewrite/rule_functions.h"

static RuleValue lookup(RuleMatch *m, const SynExpr *e) {
    for (size_t i = m->locals.len; i-- > 0;) {
        if (m->locals.at[i].name == e->name) return m->locals.at[i].value;
    }
    int slot = rule_slot(m->rule, e->name);
    if (slot < 0)
        return rule_fault(m, e->loc, arena_printf(m->arena, "name '%s' is not defined", e->name));
    RuleValue v = m->slots[slot];
    if (v.kind == RULE_UNBOUND) return rule_unknown(m, "'%s' is absent", e->name);
    return v;
}

static RuleValue attribute(RuleMatch *m, const SynExpr *e) {
    RuleValue v = rule_eval(m, e->items[0]);
    if (v.kind == RULE_UNKNOWN) return v;
    if (strcmp(e->name, "shape") == 0) return rule_shape_of(m, &v, e->loc);
    if (strcmp(e->name, "ndim") == 0) return rule_rank_of(m, &v, e->loc);
    if (strcmp(e->name, "dtype") == 0) return rule_dtype_of(m, &v, e->loc);
    if (v.kind == RULE_OP) { /* an attribute of the call that **name or an operator variable took */
        int i = ir_op_attr_index(v.call->op, e->name);
        if (i >= 0) return rule_attr_value(m, &v.call->attrs[i]);
    }
    return rule_fault(m, e->loc, arena_printf(m->arena, "there is no attribute '%s'", e->name));
}

/* An index into a list, negative from the end. */
static bool index_in(RuleMatch *m, const RuleValue *v, uint32_t n, int64_t *out) {
    if (v->kind != RULE_DIM || !ir_dim_is_const(v->dim, out)) return false;
    (void)m;
    if (*out < 0) *out += n;
    return *out >= 0 && *out < n;
}

static RuleValue slice(RuleMatch *m, const RuleValue *list, const SynExpr *e) {
    int64_t bounds[3] = {0, list->n, 1};
    for (int i = 0; i < 3; i++) {
        if (!e->items[i]) continue;
        RuleValue v = rule_eval(m, e->items[i]);
        if (v.kind == RULE_UNKNOWN) return v;
        if (v.kind != RULE_DIM || !ir_dim_is_const(v.dim, &bounds[i]))
            return rule_unknown(m, "a slice's bound is not known");
        if (i < 2 && bounds[i] < 0) bounds[i] += list->n;
        if (i < 2 && bounds[i] < 0) bounds[i] = 0;
        if (i < 2 && bounds[i] > list->n) bounds[i] = list->n;
    }
    if (bounds[2] == -1 && !e->items[0] && !e->items[1]) {
        RuleValue *items = rule_new_items(m, (size_t)list->n + 1);
        for (uint32_t i = 0; i < list->n; i++) items[i] = list->items[list->n - 1 - i];
        return (RuleValue){.kind = RULE_LIST, .n = list->n, .items = items};
    }
    if (bounds[2] != 1) return rule_fault(m, e->loc, "a slice's step is 1, or [::-1]");
    if (bounds[1] < bounds[0]) bounds[1] = bounds[0];
    return (RuleValue){.kind = RULE_LIST,
                       .n = (uint32_t)(bounds[1] - bounds[0]),
                       .items = list->items + bounds[0]};
}

static RuleValue subscript(RuleMatch *m, const SynExpr *e) {
    RuleValue v = rule_eval(m, e->items[0]);
    if (v.kind == RULE_UNKNOWN) return v;
    if (v.kind == RULE_LIST && e->items[1]->kind == SYN_SLICE) return slice(m, &v, e->items[1]);
    if (v.kind == RULE_NONE) return rule_unknown(m, "None has no items");
    RuleValue at = rule_eval(m, e->items[1]);
    if (at.kind == RULE_UNKNOWN) return at;
    int64_t i;
    if (v.kind == RULE_LIST) {
        if (index_in(m, &at, v.n, &i)) return v.items[i];
        return rule_unknown(m, "index %s is outside %s", rule_value_text(m, &at),
                            rule_value_text(m, &v));
    }
    const IrType *t = rule_tensor_type(m, &v);
    if (t && t->kind == IR_TYPE_TUPLE && index_in(m, &at, t->n, &i))
        return rule_build_field(m, e->loc, v, i);
    return rule_fault(m, e->loc, "only lists and tuples have items");
}

static RuleValue arithmetic(RuleMatch *m, const SynExpr *e, RuleValue a, RuleValue b) {
    IrModule *ir = m->m;
    if (a.kind == RULE_LIST && b.kind == RULE_LIST && e->op == SYN_OP_ADD) {
        RuleValue *items = rule_new_items(m, (size_t)a.n + b.n + 1);
        if (a.n) memcpy(items, a.items, a.n * sizeof *items);
        if (b.n) memcpy(items + a.n, b.items, b.n * sizeof *items);
        return (RuleValue){.kind = RULE_LIST, .n = a.n + b.n, .items = items};
    }
    int64_t times;
    if (a.kind == RULE_LIST && b.kind == RULE_DIM && e->op == SYN_OP_MUL &&
        ir_dim_is_const(b.dim, &times) && times >= 0 && times <= 64) {
        RuleValue *items = rule_new_items(m, (size_t)a.n * (size_t)times + 1);
        for (int64_t i = 0; i < times * a.n; i++) items[i] = a.items[i % a.n];
        return (RuleValue){.kind = RULE_LIST, .n = a.n * (uint32_t)times, .items = items};
    }
    if (a.kind == RULE_DIM && b.kind == RULE_DIM && e->op != SYN_OP_DIV && e->op != SYN_OP_POW) {
        bool divides = e->op == SYN_OP_FLOORDIV || e->op == SYN_OP_MOD;
        if (divides && ir_dim_eq(ir, b.dim, ir_dim_const(ir, 0)) != IR_REFUTED)
            return rule_unknown(m, "a division by what may be 0");
        switch (e->op) {
        case SYN_OP_ADD: return rule_computed_dim(m, ir_dim_add(ir, a.dim, b.dim));
        case SYN_OP_SUB: return rule_computed_dim(m, ir_dim_sub(ir, a.dim, b.dim));
        case SYN_OP_MUL: return rule_computed_dim(m, ir_dim_mul(ir, a.dim, b.dim));
        case SYN_OP_FLOORDIV: return rule_computed_dim(m, ir_dim_floordiv(ir, a.dim, b.dim));
        case SYN_OP_MOD: return rule_computed_dim(m, ir_dim_floormod(ir, a.dim, b.dim));
        default: return rule_fault(m, e->loc, "no operation on integers");
        }
    }
    double x, y;
    if (!rule_number(&a, &x) || !rule_number(&b, &y))
        return rule_fault(m, e->loc, "no operation on these values");
    switch (e->op) {
    case SYN_OP_ADD: return (RuleValue){.kind = RULE_FLOAT, .f = x + y};
    case SYN_OP_SUB: return (RuleValue){.kind = RULE_FLOAT, .f = x - y};
    case SYN_OP_MUL: return (RuleValue){.kind = RULE_FLOAT, .f = x * y};
    case SYN_OP_DIV: return (RuleValue){.kind = RULE_FLOAT, .f = x / y};
    case SYN_OP_POW: return (RuleValue){.kind = RULE_FLOAT, .f = pow(x, y)};
    default: return rule_fault(m, e->loc, "no operation on numbers");
    }
}

static RuleValue truth(RuleMatch *m, IrTruth t, const RuleValue *a, const RuleValue *b,
                       const char *op) {
    if (t != IR_UNKNOWN) return rule_bool(t == IR_PROVED);
    if (!m->miss && !m->builder) return (RuleValue){.kind = RULE_UNKNOWN};
    return rule_unknown(m, "%s %s %s is neither proved nor refuted", rule_value_text(m, a), op,
                        rule_value_text(m, b));
}

static RuleValue compare(RuleMatch *m, const SynExpr *e, RuleValue a, RuleValue b) {
    const char *op = syn_op_text(e->op);
    IrTruth t = IR_UNKNOWN;
    if (e->op == SYN_OP_IN || e->op == SYN_OP_NOT_IN) {
        if (b.kind != RULE_LIST) return rule_fault(m, e->loc, "`in` wants a list");
        t = IR_REFUTED;
        for (uint32_t i = 0; i < b.n && t != IR_PROVED; i++) {
            IrTruth one = rule_equal(m, &a, &b.items[i]);
            if (one != IR_REFUTED) t = one;
        }
        return truth(m, e->op == SYN_OP_IN ? t : ir_truth_not(t), &a, &b, op);
    }
    if (e->op == SYN_OP_EQ || e->op == SYN_OP_NE || e->op == SYN_OP_IS || e->op == SYN_OP_IS_NOT) {
        t = rule_equal(m, &a, &b);
        return truth(m, e->op == SYN_OP_EQ || e->op == SYN_OP_IS ? t : ir_truth_not(t), &a, &b, op);
    }
    if (a.kind == RULE_DIM && b.kind == RULE_DIM) {
        switch (e->op) {
        case SYN_OP_LT: t = ir_dim_lt(m->m, a.dim, b.dim); break;
        case SYN_OP_LE: t = ir_dim_le(m->m, a.dim, b.dim); break;
        case SYN_OP_GT: t = ir_dim_lt(m->m, b.dim, a.dim); break;
        default: t = ir_dim_le(m->m, b.dim, a.dim);
        }
        return truth(m, t, &a, &b, op);
    }
    double x, y;
    if (!rule_number(&a, &x) || !rule_number(&b, &y))
        return rule_fault(m, e->loc, "these values have no order");
    return rule_bool(e->op == SYN_OP_LT   ? x < y
                     : e->op == SYN_OP_LE ? x <= y
                     : e->op == SYN_OP_GT ? x > y
                                          : x >= y);
}

/* [item for target in iterable if condition] */
static bool take(RuleMatch *m, const SynExpr *target, RuleValue v) {
    if (target->kind == SYN_NAME) {
        vec_push(m->arena, &m->locals, ((Local){target->name, v}));
        return true;
    }
    if (target->kind != SYN_TUPLE || v.kind != RULE_LIST || v.n != target->n) {
        rule_fault(m, target->loc, "the values do not fit these names");
        return false;
    }
    for (uint32_t i = 0; i < target->n; i++) {
        if (!take(m, target->items[i], v.items[i])) return false;
    }
    return true;
}

static RuleValue listcomp(RuleMatch *m, const SynExpr *e) {
    RuleValue in = rule_eval(m, e->items[2]);
    if (in.kind == RULE_UNKNOWN) return in;
    if (in.kind == RULE_NONE) return rule_unknown(m, "None has no items");
    if (in.kind != RULE_LIST) return rule_fault(m, e->loc, "a comprehension runs over a list");
    RuleValue *items = rule_new_items(m, (size_t)in.n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < in.n; i++) {
        ctx_poll(m->m->ctx);
        size_t mark = m->locals.len;
        if (!take(m, e->items[1], in.items[i])) return (RuleValue){.kind = RULE_UNKNOWN};
        RuleValue keep = e->items[3] ? rule_eval(m, e->items[3]) : rule_bool(true);
        if (keep.kind != RULE_UNKNOWN && keep.kind != RULE_BOOL)
            keep = rule_fault(m, e->loc, "a condition is true or false");
        if (keep.kind == RULE_BOOL && keep.truth == IR_PROVED) {
            items[n] = keep = rule_eval(m, e->items[0]);
            n++;
        }
        m->locals.len = mark;
        if (keep.kind == RULE_UNKNOWN) return keep;
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = items};
}

static RuleValue fn_present(RuleMatch *m, const SynExpr *e) {
    if (e->n != 2 || e->items[1]->kind != SYN_NAME)
        return rule_fault(m, e->loc, "R.present takes a name");
    int slot = rule_slot(m->rule, e->items[1]->name);
    if (slot < 0) return rule_fault(m, e->loc, "R.present takes a parameter");
    return rule_bool(m->slots[slot].kind != RULE_UNBOUND);
}

/* R.proved(condition): false also where that is not known. */
static RuleValue fn_proved(RuleMatch *m, const SynExpr *e) {
    if (e->n != 2) return rule_fault(m, e->loc, "R.proved takes a condition");
    RuleValue v = rule_eval(m, e->items[1]);
    return rule_bool(v.kind == RULE_BOOL && v.truth == IR_PROVED);
}

static RuleValue call(RuleMatch *m, const SynExpr *e) {
    const SynExpr *f = e->items[0];
    const char *name = f->kind == SYN_NAME || (f->kind == SYN_ATTR && f->items[0]->kind == SYN_NAME)
                           ? f->name
                           : "";
    bool in_r = f->kind == SYN_ATTR && f->items[0]->kind == SYN_NAME &&
                f->items[0]->name == m->rule->set->name.R;
    if (in_r && strcmp(name, "present") == 0) return fn_present(m, e);
    if (in_r && strcmp(name, "proved") == 0) return fn_proved(m, e);
    if (in_r && strcmp(name, "shape") == 0 && e->n == 2) return rule_eval(m, e->items[1]);
    const RuleFunction *fn = f->kind == SYN_NAME || in_r ? rule_function_find(name, in_r) : NULL;
    if (fn && fn->run) {
        RuleValue *args = rule_new_items(m, e->n);
        for (uint32_t k = 1; k < e->n; k++) {
            args[k - 1] = rule_eval(m, e->items[k]);
            if (args[k - 1].kind == RULE_UNKNOWN) return args[k - 1];
        }
        return fn->run(m, e, args, e->n - 1);
    }
    if (!m->builder)
        return rule_fault(
            m, e->loc, "an operator's call stands in patterns and replacements, not in conditions");
    return rule_build_call(m, e, NULL);
}

static RuleValue list(RuleMatch *m, const SynExpr *e) {
    VEC(RuleValue) items = {.at = NULL};
    for (uint32_t i = 0; i < e->n; i++) {
        const SynExpr *x = e->items[i];
        RuleValue v = rule_eval(m, x->kind == SYN_STARRED ? x->items[0] : x);
        if (v.kind == RULE_UNKNOWN) return v;
        if (x->kind == SYN_STARRED && v.kind != RULE_LIST)
            return rule_fault(m, x->loc, "only a list can be starred");
        if (x->kind != SYN_STARRED) vec_push(m->arena, &items, v);
        for (uint32_t k = 0; x->kind == SYN_STARRED && k < v.n; k++)
            vec_push(m->arena, &items, v.items[k]);
    }
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)items.len, .items = items.at};
}

/* and, or: a side that decides alone may leave the other unknown. */
static RuleValue boolop(RuleMatch *m, const SynExpr *e) {
    bool is_and = e->op == SYN_OP_BOOL_AND;
    RuleValue unknown = {.kind = RULE_UNBOUND};
    for (int i = 0; i < 2; i++) {
        RuleValue v = rule_eval(m, e->items[i]);
        if (m->failed) return v;
        if (v.kind == RULE_UNKNOWN)
            unknown = v;
        else if (v.kind != RULE_BOOL)
            return rule_fault(m, e->loc, "a truth value is wanted");
        else if ((v.truth == IR_PROVED) != is_and)
            return v;
    }
    return unknown.kind == RULE_UNBOUND ? rule_bool(is_and) : unknown;
}

RuleValue rule_eval(RuleMatch *m, const SynExpr *e) {
    if (m->failed) return (RuleValue){.kind = RULE_UNKNOWN};
    switch (e->kind) {
    case SYN_NAME: return lookup(m, e);
    case SYN_INT: return rule_int(m->m, e->i);
    case SYN_FLOAT: return (RuleValue){.kind = RULE_FLOAT, .f = e->f};
    case SYN_STRING: return (RuleValue){.kind = RULE_STRING, .s = e->str.ptr};
    case SYN_BOOL: return rule_bool(e->i != 0);
    case SYN_NONE: return (RuleValue){.kind = RULE_NONE};
    case SYN_ATTR: return attribute(m, e);
    case SYN_CALL: return call(m, e);
    case SYN_SUBSCRIPT: return subscript(m, e);
    case SYN_TUPLE:
    case SYN_LIST: return list(m, e);
    case SYN_LISTCOMP:
    case SYN_GENERATOR: return listcomp(m, e);
    case SYN_CONDITION: {
        RuleValue c = rule_eval(m, e->items[1]);
        if (c.kind == RULE_UNKNOWN) return c;
        if (c.kind != RULE_BOOL) return rule_fault(m, e->loc, "a condition is true or false");
        return rule_eval(m, e->items[c.truth == IR_PROVED ? 0 : 2]);
    }
    case SYN_COMPARE:
    case SYN_BINARY: {
        RuleValue a = rule_eval(m, e->items[0]);
        if (a.kind == RULE_UNKNOWN) return a;
        RuleValue b = rule_eval(m, e->items[1]);
        if (b.kind == RULE_UNKNOWN) return b;
        if (m->builder && (a.kind == RULE_OPERAND || b.kind == RULE_OPERAND)) {
            const char *name = m->m->ops->by_syntax[e->op];
            if (!name) return rule_fault(m, e->loc, "no operator is written so");
            RuleValue args[] = {a, b};
            return rule_build_op(m, e->loc, ir_op_table_find(m->m->ops, str_c(name)), args, 2);
        }
        return e->kind == SYN_COMPARE ? compare(m, e, a, b) : arithmetic(m, e, a, b);
    }
    case SYN_BOOLOP: return boolop(m, e);
    case SYN_UNARY: {
        RuleValue v = rule_eval(m, e->items[0]);
        if (v.kind == RULE_UNKNOWN) return v;
        if (e->op == SYN_OP_NEG && v.kind == RULE_OPERAND && m->builder) {
            const char *name = m->m->ops->by_syntax[e->op];
            return rule_build_op(m, e->loc, ir_op_table_find(m->m->ops, str_c(name)), &v, 1);
        }
        if (e->op == SYN_OP_NEG && v.kind == RULE_DIM)
            return rule_computed_dim(m, ir_dim_scale(m->m, v.dim, -1));
        if (e->op == SYN_OP_NEG && v.kind == RULE_FLOAT)
            return (RuleValue){.kind = RULE_FLOAT, .f = -v.f};
        if (e->op == SYN_OP_NOT && v.kind == RULE_BOOL) return rule_bool(v.truth != IR_PROVED);
        return rule_fault(m, e->loc, "no operation on this value");
    }
    default: return rule_fault(m, e->loc, "this does not belong into an expression");
    }
}

bool rule_conditions(RuleMatch *m) {
    for (size_t i = 0; i < m->rule->conditions.len; i++) {
        const SynExpr *e = m->rule->conditions.at[i];
        RuleValue v = rule_eval(m, e);
        if (ir_dims_forget(m->m)) v = rule_unknown(m, "an extent that overflows 64 bits");
        if (v.kind == RULE_BOOL && v.truth == IR_PROVED) continue;
        Loc loc = e->loc;
        if (v.kind == RULE_BOOL)
            return rule_miss(m, "R.require at %s:%u does not hold", m->rule->source, loc.line);
        return rule_miss(m, "R.require at %s:%u: %s", m->rule->source, loc.line,
                         rule_value_text(m, &v));
    }
    return true;
}
