/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the rule language on numbers and lists. */
#include "rewrite/rule_functions.h"

RuleValue rule_fn_len(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n == 1 && args[0].kind == RULE_LIST) return rule_int(m->m, args[0].n);
    const IrType *t = n == 1 ? rule_tensor_type(m, &args[0])
                             : NULL; /* a value that is a tuple: how many fields */
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
    return rule_computed_dim(m, d);
}

RuleValue rule_fn_sum(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_add);
}
RuleValue rule_fn_min(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_min);
}
RuleValue rule_fn_max(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return fold(m, e, args, n, ir_dim_max);
}

RuleValue rule_fn_prod(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n == 1 && args[0].kind == RULE_LIST && args[0].n == 0) return rule_int(m->m, 1);
    return fold(m, e, args, n, ir_dim_mul);
}

/* Where to cut: sums of all but the last. */
RuleValue rule_fn_prefix_sums(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST)
        return rule_fault(m, e->loc, "prefix_sums takes a list");
    uint32_t count = args[0].n ? args[0].n - 1 : 0;
    RuleValue *items = rule_new_items(m, (size_t)count + 1);
    const IrDim *d = ir_dim_const(m->m, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (args[0].items[i].kind != RULE_DIM) return rule_fault(m, e->loc, "integers are wanted");
        d = ir_dim_add(m->m, d, args[0].items[i].dim);
        items[i] = rule_computed_dim(m, d);
        if (items[i].kind == RULE_UNKNOWN) return items[i];
    }
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

/* The extents of a split's parts: of ceil(extent / sections) each and a rest, or between cuts. */
RuleValue rule_fn_parts(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
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
        RuleValue *items = rule_new_items(m, (size_t)sections);
        for (int64_t i = 0; i < sections; i++)
            items[i] = rule_int(m->m, i + 1 < sections ? part : total - (sections - 1) * part);
        return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)sections, .items = items};
    }
    uint32_t cuts = args[1].n;
    RuleValue *items = rule_new_items(m, (size_t)cuts + 1);
    const IrDim *from = ir_dim_const(m->m, 0);
    for (uint32_t i = 0; i <= cuts; i++) {
        if (i < cuts && args[1].items[i].kind != RULE_DIM)
            return rule_fault(m, e->loc, "cuts are integers");
        const IrDim *to = i < cuts ? args[1].items[i].dim : args[0].dim;
        items[i] = rule_computed_dim(m, ir_dim_sub(m->m, to, from));
        if (items[i].kind == RULE_UNKNOWN) return items[i];
        from = to;
    }
    return (RuleValue){.kind = RULE_LIST, .n = cuts + 1, .items = items};
}

RuleValue rule_fn_zip(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind != RULE_LIST) return rule_fault(m, e->loc, "zip takes lists");
        if (args[i].n != args[0].n)
            return rule_unknown(m, "zip's lists have %u and %u items", args[0].n, args[i].n);
    }
    uint32_t count = n ? args[0].n : 0;
    RuleValue *items = rule_new_items(m, (size_t)count + 1);
    for (uint32_t k = 0; k < count; k++) {
        RuleValue *row = rule_new_items(m, n);
        for (uint32_t i = 0; i < n; i++) row[i] = args[i].items[k];
        items[k] = (RuleValue){.kind = RULE_LIST, .n = n, .items = row};
    }
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

RuleValue rule_fn_enumerate(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "enumerate takes a list");
    RuleValue *items = rule_new_items(m, (size_t)args[0].n + 1);
    for (uint32_t k = 0; k < args[0].n; k++) {
        RuleValue *row = rule_new_items(m, 2);
        row[0] = rule_int(m->m, k);
        row[1] = args[0].items[k];
        items[k] = (RuleValue){.kind = RULE_LIST, .n = 2, .items = row};
    }
    return (RuleValue){.kind = RULE_LIST, .n = args[0].n, .items = items};
}

RuleValue rule_fn_range(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    int64_t lo = 0, hi = 0;
    bool known = n >= 1 && n <= 2;
    for (uint32_t i = 0; known && i < n; i++) {
        if (args[i].kind != RULE_DIM) return rule_fault(m, e->loc, "range takes integers");
        known = ir_dim_is_const(args[i].dim, i + 1 == n ? &hi : &lo);
    }
    if (!known || hi - lo > 100000) return rule_unknown(m, "a range that is not known");
    uint32_t count = hi > lo ? (uint32_t)(hi - lo) : 0;
    RuleValue *items = rule_new_items(m, (size_t)count + 1);
    for (uint32_t k = 0; k < count; k++) items[k] = rule_int(m->m, lo + k);
    return (RuleValue){.kind = RULE_LIST, .n = count, .items = items};
}

RuleValue rule_fn_all(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "all takes a list");
    for (uint32_t i = 0; i < args[0].n; i++) {
        if (args[0].items[i].kind != RULE_BOOL || args[0].items[i].truth != IR_PROVED)
            return rule_bool(false);
    }
    return rule_bool(true);
}

RuleValue rule_fn_any(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_LIST) return rule_fault(m, e->loc, "any takes a list");
    for (uint32_t i = 0; i < args[0].n; i++) {
        if (args[0].items[i].kind == RULE_BOOL && args[0].items[i].truth == IR_PROVED)
            return rule_bool(true);
    }
    return rule_bool(false);
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
