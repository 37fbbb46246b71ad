/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of the rule language: conditions and replacements, as trees over the names that a match bound.
 * What is absent or not known makes the whole expression unknown, which refuses the match. Recursion is over
 * syntax trees, whose depth is bounded. */
#include <math.h>

#include "rewrite/parts.h"

/* A match may make as many items of lists as the budget of growth allows what it matched, so that comprehensions within
 * comprehensions end. */
static NORETURN void too_many_items(const RuleMatch *m, size_t most) {
    Ctx *ctx = m->m->ctx;
    diag_source(ctx, m->rule->source, m->rule->text);
    Diag *d = diag_error(ctx, m->rule->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", most),
                         diag_fmt(ctx, "items of lists that rule '%s' makes at one place", m->rule->name));
    diag_help(ctx, d, "--growth=N (TnLimits.growth) allows N for each operand of what matches, and %zu more",
              CTX_GROWTH_FREE);
    diag_source(ctx, NULL, (Str){NULL, 0});
    ctx_throw(ctx, STATUS_LIMIT);
}

static RuleValue *new_items(RuleMatch *m, size_t n) {
    if (!add_size(m->items, n, &m->items)) m->items = SIZE_MAX;
    if (UNLIKELY(m->items > CTX_GROWTH_FREE)) {
        size_t operands = 0, most;
        for (size_t i = 0; i < m->nodes.len; i++) operands += 1 + m->nodes.at[i]->operands.n;
        if (!mul_size(operands, m->m->ctx->limits.growth, &most) || !add_size(most, CTX_GROWTH_FREE, &most))
            most = SIZE_MAX;
        if (m->items > most) too_many_items(m, most);
    }
    return ARENA_ARRAY(m->arena, RuleValue, n);
}

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

static const IrType *tensor_type(RuleMatch *m, const RuleValue *v) {
    return v->kind == RULE_OPERAND ? ir_operand_type(m->m, v->operand) : NULL;
}

static RuleValue shape_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    const IrType *t = tensor_type(m, v);
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE))
        return rule_fault(m, loc, "only a tensor has a shape");
    if (!t->dims) return rule_unknown(m, "the shape of '%s' is not known", rule_value_text(m, v));
    RuleValue *items = new_items(m, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) items[i] = rule_dim(t->dims[i]);
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)t->ndim, .items = items};
}

static RuleValue rank_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    if (v->kind == RULE_LIST) return rule_int(m->m, v->n);
    const IrType *t = tensor_type(m, v);
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_SHAPE))
        return rule_fault(m, loc, "only a tensor has a rank");
    return t->ndim < 0 ? rule_unknown(m, "the rank of '%s' is not known", rule_value_text(m, v))
                       : rule_int(m->m, t->ndim);
}

static RuleValue dtype_of(RuleMatch *m, const RuleValue *v, Loc loc) {
    const IrType *t = tensor_type(m, v);
    if (!t || t->kind != IR_TYPE_TENSOR) return rule_fault(m, loc, "only a tensor has a dtype");
    return t->dtype == DTYPE_VOID
               ? rule_unknown(m, "the dtype of '%s' is not known", rule_value_text(m, v))
               : (RuleValue){.kind = RULE_DTYPE, .dtype = t->dtype};
}

static RuleValue attribute(RuleMatch *m, const SynExpr *e) {
    RuleValue v = rule_eval(m, e->items[0]);
    if (v.kind == RULE_UNKNOWN) return v;
    if (strcmp(e->name, "shape") == 0) return shape_of(m, &v, e->loc);
    if (strcmp(e->name, "ndim") == 0) return rank_of(m, &v, e->loc);
    if (strcmp(e->name, "dtype") == 0) return dtype_of(m, &v, e->loc);
    if (v.kind == RULE_OP) { /* an attribute of the call that **name or an operator variable took */
        int i = op_attr_index(v.call->op, e->name);
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
        RuleValue *items = new_items(m, (size_t)list->n + 1);
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
    const IrType *t = tensor_type(m, &v);
    if (t && t->kind == IR_TYPE_TUPLE && index_in(m, &at, t->n, &i))
        return rule_build_field(m, e->loc, v, i);
    return rule_fault(m, e->loc, "only lists and tuples have items");
}

static RuleValue arithmetic(RuleMatch *m, const SynExpr *e, RuleValue a, RuleValue b) {
    IrModule *ir = m->m;
    if (a.kind == RULE_LIST && b.kind == RULE_LIST && e->op == SYN_OP_ADD) {
        RuleValue *items = new_items(m, (size_t)a.n + b.n + 1);
        if (a.n) memcpy(items, a.items, a.n * sizeof *items);
        if (b.n) memcpy(items + a.n, b.items, b.n * sizeof *items);
        return (RuleValue){.kind = RULE_LIST, .n = a.n + b.n, .items = items};
    }
    int64_t times;
    if (a.kind == RULE_LIST && b.kind == RULE_DIM && e->op == SYN_OP_MUL &&
        ir_dim_is_const(b.dim, &times) && times >= 0 && times <= 64) {
        RuleValue *items = new_items(m, (size_t)a.n * (size_t)times + 1);
        for (int64_t i = 0; i < times * a.n; i++) items[i] = a.items[i % a.n];
        return (RuleValue){.kind = RULE_LIST, .n = a.n * (uint32_t)times, .items = items};
    }
    if (a.kind == RULE_DIM && b.kind == RULE_DIM && e->op != SYN_OP_DIV && e->op != SYN_OP_POW) {
        bool divides = e->op == SYN_OP_FLOORDIV || e->op == SYN_OP_MOD;
        if (divides && ir_dim_eq(ir, b.dim, ir_dim_const(ir, 0)) != IR_REFUTED)
            return rule_unknown(m, "a division by what may be 0");
        switch (e->op) {
        case SYN_OP_ADD: return rule_dim(ir_dim_add(ir, a.dim, b.dim));
        case SYN_OP_SUB: return rule_dim(ir_dim_sub(ir, a.dim, b.dim));
        case SYN_OP_MUL: return rule_dim(ir_dim_mul(ir, a.dim, b.dim));
        case SYN_OP_FLOORDIV: return rule_dim(ir_dim_floordiv(ir, a.dim, b.dim));
        case SYN_OP_MOD: return rule_dim(ir_dim_floormod(ir, a.dim, b.dim));
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

static RuleValue compare(RuleMatch *m, const SynExpr *e) {
    RuleValue a = rule_eval(m, e->items[0]), b = rule_eval(m, e->items[1]);
    if (m->failed) return a;
    if (a.kind == RULE_UNKNOWN) return a;
    if (b.kind == RULE_UNKNOWN) return b;
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
    RuleValue *items = new_items(m, (size_t)in.n + 1);
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

/* Functions of the language */

typedef RuleValue (*Builtin)(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n);
/* Further ones: rule_functions.c. */

static RuleValue fn_len(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n == 1 && args[0].kind == RULE_LIST) return rule_int(m->m, args[0].n);
    const IrType *t =
        n == 1 ? tensor_type(m, &args[0]) : NULL; /* a value that is a tuple: how many fields */
    if (t && t->kind == IR_TYPE_TUPLE) return rule_int(m->m, t->n);
    (void)e;
    return rule_unknown(m, "what has no length");
}

static RuleValue fold(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n,
                      const IrDim *(*join)(IrModule *, const IrDim *, const IrDim *)) {
    const RuleValue *items = n == 1 && args[0].kind == RULE_LIST ? args[0].items : args;
    uint32_t count = n == 1 && args[0].kind == RULE_LIST ? args[0].n : n;
    if (count == 0)
        return join == ir_dim_add ? rule_int(m->m, 0) : rule_unknown(m, "the least of nothing");
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].kind != RULE_DIM) return rule_fault(m, e->loc, "integers are wanted");
    }
    const IrDim *d = items[0].dim;
    for (uint32_t i = 1; i < count; i++) d = join(m->m, d, items[i].dim);
    return rule_dim(d);
}

static RuleValue fn_sum(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_add);
}
static RuleValue fn_min(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_min);
}
static RuleValue fn_max(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_max);
}

static RuleValue fn_prod(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n == 1 && args[0].kind == RULE_LIST && args[0].n == 0) return rule_int(m->m, 1);
    return fold(m, e, args, n, ir_dim_mul);
}

/* Where to cut: sums of all but the last. */
static RuleValue fn_prefix_sums(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST)
        return rule_fault(m, e->loc, "prefix_sums takes a list");
    uint32_t count = args[0].n ? args[0].n - 1 : 0;
    RuleValue *items = new_items(m, (size_t)count + 1);
    const IrDim *d = ir_dim_const(m->m, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (args[0].items[i].kind != RULE_DIM) return rule_fault(m, e->loc, "integers are wanted");
        items[i] = rule_dim(d = ir_dim_add(m->m, d, args[0].items[i].dim));
    }
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

/* The extents of a split's parts: of ceil(extent / sections) each and a rest, or between cuts. */
static RuleValue fn_parts(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 2 || args[0].kind != RULE_DIM ||
        (args[1].kind != RULE_DIM && args[1].kind != RULE_LIST)) {
        return rule_fault(m, e->loc, "parts takes an extent, and a number or a list of cuts");
    }
    int64_t total, sections;
    if (args[1].kind == RULE_DIM) {
        bool known = ir_dim_is_const(args[0].dim, &total) &&
                     ir_dim_is_const(args[1].dim, &sections) && sections > 0 && sections <= 1 << 20;
        int64_t part = known ? total / sections + (total % sections > 0) : 0;
        if (!known || (sections - 1) * part > total)
            return rule_unknown(m, "parts whose extents are not known");
        RuleValue *items = new_items(m, (size_t)sections);
        for (int64_t i = 0; i < sections; i++)
            items[i] = rule_int(m->m, i + 1 < sections ? part : total - (sections - 1) * part);
        return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)sections, .items = items};
    }
    uint32_t cuts = args[1].n;
    RuleValue *items = new_items(m, (size_t)cuts + 1);
    const IrDim *from = ir_dim_const(m->m, 0);
    for (uint32_t i = 0; i <= cuts; i++) {
        if (i < cuts && args[1].items[i].kind != RULE_DIM)
            return rule_fault(m, e->loc, "cuts are integers");
        const IrDim *to = i < cuts ? args[1].items[i].dim : args[0].dim;
        items[i] = rule_dim(ir_dim_sub(m->m, to, from));
        from = to;
    }
    return (RuleValue){.kind = RULE_LIST, .n = cuts + 1, .items = items};
}

static RuleValue fn_zip(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind != RULE_LIST) return rule_fault(m, e->loc, "zip takes lists");
        if (args[i].n != args[0].n)
            return rule_unknown(m, "zip's lists have %u and %u items", args[0].n, args[i].n);
    }
    uint32_t count = n ? args[0].n : 0;
    RuleValue *items = new_items(m, (size_t)count + 1);
    for (uint32_t k = 0; k < count; k++) {
        RuleValue *row = new_items(m, n);
        for (uint32_t i = 0; i < n; i++) row[i] = args[i].items[k];
        items[k] = (RuleValue){.kind = RULE_LIST, .n = n, .items = row};
    }
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

static RuleValue fn_enumerate(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "enumerate takes a list");
    RuleValue *items = new_items(m, (size_t)args[0].n + 1);
    for (uint32_t k = 0; k < args[0].n; k++) {
        RuleValue *row = new_items(m, 2);
        row[0] = rule_int(m->m, k);
        row[1] = args[0].items[k];
        items[k] = (RuleValue){.kind = RULE_LIST, .n = 2, .items = row};
    }
    return (RuleValue){.kind = RULE_LIST, .n = args[0].n, .items = items};
}

static RuleValue fn_range(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    int64_t lo = 0, hi = 0;
    bool known = n >= 1 && n <= 2;
    for (uint32_t i = 0; known && i < n; i++) {
        if (args[i].kind != RULE_DIM) return rule_fault(m, e->loc, "range takes integers");
        known = ir_dim_is_const(args[i].dim, i + 1 == n ? &hi : &lo);
    }
    if (!known || hi - lo > 100000) return rule_unknown(m, "a range that is not known");
    uint32_t count = hi > lo ? (uint32_t)(hi - lo) : 0;
    RuleValue *items = new_items(m, (size_t)count + 1);
    for (uint32_t k = 0; k < count; k++) items[k] = rule_int(m->m, lo + k);
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

static RuleValue fn_all(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "all takes a list");
    for (uint32_t i = 0; i < args[0].n; i++) {
        if (args[0].items[i].kind != RULE_BOOL || args[0].items[i].truth != IR_PROVED)
            return rule_bool(false);
    }
    return rule_bool(true);
}

static RuleValue fn_any(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "any takes a list");
    for (uint32_t i = 0; i < args[0].n; i++) {
        if (args[0].items[i].kind == RULE_BOOL && args[0].items[i].truth == IR_PROVED)
            return rule_bool(true);
    }
    return rule_bool(false);
}

static RuleValue fn_rank(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return n == 1 ? rank_of(m, &args[0], e->loc) : rule_fault(m, e->loc, "R.rank takes a tensor");
}

static RuleValue fn_symbolic(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    int64_t v;
    if (n != 1 || args[0].kind != RULE_DIM)
        return rule_fault(m, e->loc, "R.symbolic takes an extent");
    return rule_bool(!ir_dim_is_const(args[0].dim, &v));
}

static RuleValue fn_is_const(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.is_const takes a value");
    return rule_bool(rule_resolve(args[0].operand)->kind == IR_OPERAND_CONST);
}

/* The number that all elements of a constant are. */
static RuleValue fn_value(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.value takes a value");
    const IrOperand *o = rule_resolve(args[0].operand);
    if (o->kind != IR_OPERAND_CONST)
        return rule_unknown(m, "'%s' is no constant", rule_value_text(m, &args[0]));
    const Tensor *t = o->constant->tensor;
    if (t->count == 0) return rule_unknown(m, "a constant without elements");
    double first = tensor_get_double(t, 0);
    for (size_t i = 1; i < t->count; i++) {
        double x = tensor_get_double(t, i);
        if (memcmp(&x, &first, sizeof x) != 0)
            return rule_unknown(m, "a constant of different elements");
    }
    return (RuleValue){.kind = RULE_FLOAT, .f = first};
}

static RuleValue fn_uses(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND || args[0].operand->kind != IR_OPERAND_VAR) {
        return rule_fault(m, e->loc, "R.uses takes a value");
    }
    return rule_int(m->m, args[0].operand->var->n_uses);
}

/* All uses are inside the match. */
static RuleValue fn_private(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND || args[0].operand->kind != IR_OPERAND_VAR) {
        return rule_fault(m, e->loc, "R.private takes a value");
    }
    for (const IrOperand *u = args[0].operand->var->uses; u; u = u->next_use) {
        bool in = false;
        for (size_t i = 0; i < m->nodes.len && !in; i++) in = u->list->binding == m->nodes.at[i];
        if (!in) return rule_bool(false);
    }
    return rule_bool(true);
}

static RuleValue fn_is_float(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    RuleValue v = n == 1 ? args[0] : (RuleValue){.kind = RULE_NONE};
    if (v.kind == RULE_OPERAND) v = dtype_of(m, &v, e->loc);
    if (v.kind == RULE_UNKNOWN) return v;
    DType t;
    if (v.kind == RULE_STRING && dtype_parse((Str){v.s, strlen(v.s)}, &t))
        v = (RuleValue){.kind = RULE_DTYPE, .dtype = t};
    return v.kind == RULE_DTYPE ? rule_bool(dtype_is_float(v.dtype))
                                : rule_fault(m, e->loc, "R.is_float takes a tensor or a dtype");
}

static RuleValue fn_is_int(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    RuleValue v = n == 1 ? args[0] : (RuleValue){.kind = RULE_NONE};
    if (v.kind == RULE_OPERAND) v = dtype_of(m, &v, e->loc);
    if (v.kind == RULE_UNKNOWN) return v;
    DType t;
    if (v.kind == RULE_STRING && dtype_parse((Str){v.s, strlen(v.s)}, &t))
        v = (RuleValue){.kind = RULE_DTYPE, .dtype = t};
    if (v.kind != RULE_DTYPE) return rule_fault(m, e->loc, "R.is_int takes a tensor or a dtype");
    return rule_bool(!dtype_is_float(v.dtype) && v.dtype != DTYPE_BOOL);
}

/* Bits of an integer that a dtype holds exactly, and whether it has negative ones. */
static unsigned exact_bits(DType t, bool *negative) {
    unsigned size = dtype_bits(t);
    *negative = t != DTYPE_BOOL && dtype_kind(t) != DTYPE_KIND_UINT;
    if (t == DTYPE_BOOL) return 1;
    if (!dtype_is_float(t)) return dtype_kind(t) == DTYPE_KIND_UINT ? size : size - 1;
    if (dtype_is_small(t)) return dtype_format(t).mantissa + 1u;
    return t == DTYPE_BFLOAT16 ? 8 : t == DTYPE_FLOAT16 ? 11 : t == DTYPE_FLOAT32 ? 24 : 53;
}

/* All exponents of `t`: those of float8_e8m0fnu reach as far as float32's. */
static bool holds_powers(DType wide, DType t) { return t != DTYPE_FLOAT8E8M0 || dtype_bits(wide) >= 32; }

static bool dtype_holds(DType wide, DType t) {
    if (wide == t) return true;
    if (dtype_is_small(wide) && dtype_is_float(wide)) return false;
    if (t == DTYPE_FLOAT8E5M2) return false; /* infinities do not come back: casts to it saturate */
    if (dtype_is_float(t)) return dtype_is_float(wide) && dtype_bits(wide) > dtype_bits(t) && holds_powers(wide, t);
    bool minus, wide_minus;
    unsigned bits = exact_bits(t, &minus), wide_bits = exact_bits(wide, &wide_minus);
    return wide_bits >= bits && (wide_minus || !minus);
}

/* Every value of the first dtype is a value of the second. */
static RuleValue fn_holds(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t[2];
    for (int i = 0; i < 2; i++) {
        RuleValue v = n == 2 ? args[i] : (RuleValue){.kind = RULE_NONE};
        if (v.kind == RULE_OPERAND) v = dtype_of(m, &v, e->loc);
        if (v.kind == RULE_UNKNOWN) return v;
        t[i] = v.dtype;
        if (v.kind != RULE_DTYPE &&
            !(v.kind == RULE_STRING && dtype_parse((Str){v.s, strlen(v.s)}, &t[i]))) {
            return rule_fault(m, e->loc, "R.holds takes two dtypes");
        }
    }
    return rule_bool(dtype_holds(t[1], t[0]));
}

static RuleValue fn_present(RuleMatch *m, const SynExpr *e) {
    if (e->n != 2 || e->items[1]->kind != SYN_NAME)
        return rule_fault(m, e->loc, "R.present takes a name");
    int slot = rule_slot(m->rule, e->items[1]->name);
    if (slot < 0) return rule_fault(m, e->loc, "R.present takes a parameter");
    return rule_bool(m->slots[slot].kind != RULE_UNBOUND);
}

static const struct {
    const char *name;
    bool in_r; /* R.name */
    Builtin run;
} builtins[] = {
    {"len", false, fn_len},
    {"sum", false, fn_sum},
    {"min", false, fn_min},
    {"max", false, fn_max},
    {"prod", false, fn_prod},
    {"prefix_sums", false, fn_prefix_sums},
    {"parts", false, fn_parts},
    {"zip", false, fn_zip},
    {"enumerate", false, fn_enumerate},
    {"range", false, fn_range},
    {"all", false, fn_all},
    {"any", false, fn_any},
    {"rank", true, fn_rank},
    {"symbolic", true, fn_symbolic},
    {"is_const", true, fn_is_const},
    {"value", true, fn_value},
    {"uses", true, fn_uses},
    {"private", true, fn_private},
    {"is_float", true, fn_is_float},
    {"is_int", true, fn_is_int},
    {"holds", true, fn_holds},
    {"index", false, rule_fn_index},
    {"increasing", false, rule_fn_increasing},
    {"broadcast", false, rule_fn_broadcast},
    {"broadcasts", true, rule_fn_broadcasts},
    {"is_bool", true, rule_fn_is_bool},
    {"is_signed", true, rule_fn_is_signed},
    {"cheaper", true, rule_fn_cheaper},
    {"is_weight", true, rule_fn_is_weight},
};

/* R.proved(condition): false also where that is not known. */
static RuleValue fn_proved(RuleMatch *m, const SynExpr *e) {
    if (e->n != 2) return rule_fault(m, e->loc, "R.proved takes a condition");
    RuleValue v = rule_eval(m, e->items[1]);
    return rule_bool(v.kind == RULE_BOOL && v.truth == IR_PROVED);
}

const char *rule_function(size_t i, bool *in_r) {
    const size_t n = ARRAY_LEN(builtins);
    *in_r = i >= n || builtins[i].in_r;
    return i < n ? builtins[i].name : i == n ? "present" : i == n + 1 ? "proved" : NULL;
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
    for (size_t i = 0; i < ARRAY_LEN(builtins); i++) {
        if (builtins[i].in_r != in_r || (f->kind != SYN_NAME && !in_r) ||
            strcmp(builtins[i].name, name) != 0)
            continue;
        RuleValue *args = new_items(m, e->n);
        for (uint32_t k = 1; k < e->n; k++) {
            args[k - 1] = rule_eval(m, e->items[k]);
            if (args[k - 1].kind == RULE_UNKNOWN) return args[k - 1];
        }
        return builtins[i].run(m, e, args, e->n - 1);
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
            return rule_build_op(m, e->loc, op_table_find(m->m->ops, (Str){name, strlen(name)}),
                                 args, 2);
        }
        return e->kind == SYN_COMPARE ? compare(m, e) : arithmetic(m, e, a, b);
    }
    case SYN_BOOLOP: return boolop(m, e);
    case SYN_UNARY: {
        RuleValue v = rule_eval(m, e->items[0]);
        if (v.kind == RULE_UNKNOWN) return v;
        if (e->op == SYN_OP_NEG && v.kind == RULE_OPERAND && m->builder) {
            const char *name = m->m->ops->by_syntax[e->op];
            return rule_build_op(m, e->loc, op_table_find(m->m->ops, (Str){name, strlen(name)}), &v,
                                 1);
        }
        if (e->op == SYN_OP_NEG && v.kind == RULE_DIM)
            return rule_dim(ir_dim_scale(m->m, v.dim, -1));
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
        if (v.kind == RULE_BOOL && v.truth == IR_PROVED) continue;
        Loc loc = e->loc;
        if (v.kind == RULE_BOOL)
            return rule_miss(m, "R.require at %s:%u does not hold", m->rule->source, loc.line);
        return rule_miss(m, "R.require at %s:%u: %s", m->rule->source, loc.line,
                         rule_value_text(m, &v));
    }
    return true;
}
