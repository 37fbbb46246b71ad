/* SPDX-License-Identifier: Apache-2.0 */
/* The matcher. Where a pattern can match in several ways (operands of commutative operators,
 * alternatives), the way taken is a digit of a counter; when a way fails, the pattern is matched
 * again with the next one. So all ways are tried, in a fixed order, and a pattern without
 * alternatives costs nothing extra. Elements of a list have counters of their own, except the
 * first, so a list of n elements is matched in linear time. Recursion is over patterns. */
#include "rewrite/parts.h"

enum { FUEL = 1000, NODES = 1 << 20 };

void rule_match_init(RuleMatch *m, const Rule *rule, IrModule *module, Arena *arena) {
    *m = (RuleMatch){.rule = rule, .m = module, .arena = arena};
    m->slots = ARENA_ARRAY(arena, RuleValue, rule->slots.len + 1);
}

void rule_match_reset(RuleMatch *m, IrBlock *block) {
    for (size_t i = 0; i < m->rule->slots.len; i++) m->slots[i] = (RuleValue){.kind = RULE_UNBOUND};
    m->trail.len = m->choices.len = m->choice = m->nodes.len = m->locals.len = 0;
    m->block = block;
    m->fuel = FUEL;
    m->items = 0;
    m->failed = false;
    m->reason = NULL;
}

static uint32_t choose(RuleMatch *m, uint32_t options) {
    if (options < 2) return 0;
    if (m->choice == m->choices.len) vec_push(m->arena, &m->choices, ((Choice){0, options}));
    return m->choices.at[m->choice++].taken;
}

bool rule_match_next(RuleMatch *m, size_t base) {
    while (m->choices.len > base) {
        Choice *last = &m->choices.at[m->choices.len - 1];
        if (++last->taken < last->options) {
            m->choice = base;
            return true;
        }
        m->choices.len--;
    }
    m->choice = base;
    return false;
}

static void unbind(RuleMatch *m, size_t trail) {
    while (m->trail.len > trail)
        m->slots[m->trail.at[--m->trail.len]] = (RuleValue){.kind = RULE_UNBOUND};
}

const IrOperand *rule_resolve(const IrOperand *o) {
    while (o->kind == IR_OPERAND_VAR && o->var->def) {
        const IrBinding *b = o->var->def;
        if (b->kind == IR_BIND_VALUE && b->operands.at[0].kind != IR_OPERAND_TUPLE) {
            o = &b->operands.at[0];
        } else if (b->kind == IR_BIND_FIELD) {
            const IrOperand *t = &b->operands.at[0];
            while (t->kind == IR_OPERAND_VAR && t->var->def && t->var->def->kind == IR_BIND_VALUE)
                t = &t->var->def->operands.at[0];
            if (t->kind != IR_OPERAND_TUPLE) return o;
            const IrOperand *item = t + 1;
            for (uint32_t i = 0; i < b->index; i++) item += item->span;
            o = item;
        } else {
            return o;
        }
    }
    return o;
}

IrOperand *rule_var_operand(Arena *arena, IrVar *v) {
    IrOperand *o = ARENA_NEW(arena, IrOperand);
    *o = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    return o;
}

/* The binding of the block that the operand is the result of. */
static const IrBinding *defined(const RuleMatch *m, const IrOperand *o) {
    return o->kind == IR_OPERAND_VAR && o->var->def && o->var->def->block == m->block ? o->var->def
                                                                                      : NULL;
}

static bool match_dims(RuleMatch *m, const Slot *s, const IrOperand *o, const IrType *t) {
    const char *name = s->name ? s->name : "an element";
    (void)o;
    if (!t->dims) return rule_miss(m, "the shape of '%s' is not known", name);
    for (int32_t i = 0; i < s->ndim; i++) {
        RuleValue v = rule_dim(t->dims[i]);
        if (!rule_match_value(m, s->dims[i], &v)) {
            if (m->miss)
                rule_miss_in(m, "dim %d of '%s' is %s, and %s", (int)i, name,
                             ir_dim_text(m->m, t->dims[i]),
                             m->reason ? m->reason : "that does not fit");
            return false;
        }
    }
    return true;
}

static bool match_type(RuleMatch *m, const Slot *s, const IrOperand *o) {
    if (s->kind == PARAM_VALUE && s->type_kind == IR_TYPE_ANY) return true;
    const IrType *t = ir_operand_type(m->m, o);
    if (s->kind == PARAM_VALUE)
        return t->kind == s->type_kind || rule_miss(m, "a value is of another kind of type");
    if (t->kind != IR_TYPE_TENSOR) return rule_miss(m, "a tensor is wanted");
    if (s->dtype != DTYPE_VOID && t->dtype != s->dtype) {
        return rule_miss(m, "dtype %s is wanted, %s is found", dtype_name(s->dtype),
                         dtype_name(t->dtype));
    }
    if (s->dtype_slot >= 0) {
        if (t->dtype == DTYPE_VOID) return rule_miss(m, "a dtype is not known");
        RuleValue v = {.kind = RULE_DTYPE, .dtype = t->dtype};
        if (m->slots[s->dtype_slot].kind == RULE_UNBOUND)
            rule_bind(m, s->dtype_slot, v);
        else if (rule_equal(m, &m->slots[s->dtype_slot], &v) != IR_PROVED)
            return rule_miss(m, "dtypes differ");
    }
    if (s->ndim >= 0 && t->ndim != s->ndim)
        return rule_miss(m, "rank %d is wanted, %s is found", (int)s->ndim, ir_type_text(m->m, t));
    return !s->has_shape || match_dims(m, s, o, t);
}

static bool match_var(RuleMatch *m, const Pattern *p, const IrOperand *o) {
    const Slot *s = &m->rule->slots.at[p->slot];
    RuleValue v = rule_operand_value(o);
    const RuleValue *bound = &m->slots[p->slot];
    if (bound->kind != RULE_UNBOUND) {
        RuleValue x = rule_operand_value(rule_resolve(o));
        RuleValue y =
            bound->kind == RULE_OPERAND ? rule_operand_value(rule_resolve(bound->operand)) : *bound;
        return rule_equal(m, &x, &y) == IR_PROVED ||
               rule_miss(m, "'%s' would stand for two values", s->name ? s->name : "an element");
    }
    return match_type(m, s, o) && rule_bind(m, p->slot, v);
}

static bool match_number(RuleMatch *m, const Pattern *p, const IrOperand *o) {
    if (o->kind != IR_OPERAND_CONST) return rule_miss(m, "the constant %g is wanted", p->number);
    const Tensor *t = o->constant->tensor;
    for (size_t i = 0; i < t->count; i++) {
        double x = tensor_get_double(t, i);
        if (memcmp(&x, &p->number, sizeof x) != 0)
            return rule_miss(m, "the constant %g is wanted, %g is found", p->number, x);
    }
    if (t->count == 0) return rule_miss(m, "a constant without elements");
    return p->slot < 0 || rule_bind(m, p->slot, rule_operand_value(o));
}

/* The attribute as the call would have it: a negative axis counted from the front, None spelt
 * out. */
static bool settles_to(RuleMatch *m, const IrBinding *b, uint32_t i, const IrAttr *written) {
    if (ir_attr_equal(written, &b->attrs[i])) return true;
    uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(m->arena, IrAttr, n);
    memcpy(attrs, b->attrs, n * sizeof *attrs);
    attrs[i] = *written;
    IrInfer in = {.m = m->m, .op = b->op, .attrs = attrs, .types = b->types, .n_types = b->n_types};
    DiagMark mark = diag_mark(m->m->ctx);
    bool same = ir_infer_operands(&in, b->operands.at, b->operands.n) &&
                ir_attr_equal(&attrs[i], &b->attrs[i]);
    diag_rewind(m->m->ctx, mark);
    return same;
}

static bool match_attr(RuleMatch *m, const Pattern *p, const IrBinding *b, uint32_t i) {
    const OpParam *param = ir_op_attr_param(p->op, i);
    const SynExpr *e = p->attrs[i];
    RuleValue v = rule_attr_value(m, &b->attrs[i]);
    size_t trail = m->trail.len;
    if (rule_match_value(m, e, &v)) return true;
    const char *reason = m->reason;
    unbind(m, trail);
    if (m->failed) return false;
    RuleValue want = rule_eval(m, e);
    IrAttr written;
    if (want.kind != RULE_UNKNOWN && rule_attr(m, param, &want, &written) &&
        settles_to(m, b, i, &written))
        return true;
    if (m->failed) return false;
    return rule_miss_in(m, "R.%s: %s: %s", p->op->name, param->name, reason ? reason : "differs");
}

/* Names and literals, and lists of these, say at once whether an attribute fits; an expression may
 * be about what the operands bind. */
static bool is_expression(const SynExpr *e) {
    bool list = e->kind == SYN_LIST || e->kind == SYN_TUPLE, found = false;
    for (uint32_t i = 0; list && i < e->n && !found; i++) found = is_expression(e->items[i]);
    return list ? found : e->kind > SYN_NONE;
}

/* late: those that wait until the operands have matched. */
static bool match_attrs(RuleMatch *m, const Pattern *p, const IrBinding *b, bool late) {
    uint32_t n = ir_op_n_attrs(p->op);
    IrAttr *defaults = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (late != (p->attrs[i] && is_expression(p->attrs[i]))) continue;
        if (p->attrs[i]) {
            if (!match_attr(m, p, b, i)) return false;
        } else if (!p->any_attrs) {
            if (!defaults)
                ir_attr_defaults(m->m, p->op,
                                 defaults = ARENA_ARRAY(m->arena, IrAttr, (size_t)n + 1));
            if (!settles_to(m, b, i, &defaults[i])) {
                return rule_miss(m, "R.%s: %s is not the default, and the pattern does not name it",
                                 p->op->name, ir_op_attr_param(p->op, i)->name);
            }
        }
    }
    return p->attrs_slot < 0 || late ||
           rule_bind(m, p->attrs_slot, (RuleValue){.kind = RULE_OP, .call = b});
}

static bool match_call(RuleMatch *m, const Pattern *p, const IrOperand *o, const IrBinding *b) {
    if (p->op_slot >= 0) {
        bool fits = (b->op->flags & OP_ELEMENTWISE) && ir_op_n_operands(b->op) == 1 &&
                    (b->op->flags & OP_PURE);
        if (!fits)
            return rule_miss(m, "R.%s is no elementwise operator of one operand", b->op->name);
        RuleValue v = {.kind = RULE_OP, .call = b};
        const RuleValue *bound = &m->slots[p->op_slot];
        if (bound->kind == RULE_UNBOUND)
            rule_bind(m, p->op_slot, v);
        else if (rule_equal(m, bound, &v) != IR_PROVED)
            return rule_miss(m, "R.%s is not the operator of the others", b->op->name);
    } else if (b->op != p->op) {
        return rule_miss(m, "R.%s is wanted, R.%s is found", p->op->name, b->op->name);
    }
    if (!(b->op->flags & OP_PURE)) return rule_miss(m, "R.%s has effects", b->op->name);
    vec_push(m->arena, &m->nodes, b);
    if (p->op && !match_attrs(m, p, b, false)) return false;
    if (p->slot >= 0) rule_bind(m, p->slot, rule_operand_value(o));
    bool swap = p->op && (p->op->flags & OP_COMMUTATIVE) && p->n == 2 && choose(m, 2) == 1;
    uint32_t at = 0, i = 0;
    for (; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const Pattern *item = i < p->n ? p->items[swap ? 1 - i : i] : NULL;
        const IrOperand *x = &b->operands.at[at];
        if (item ? x->kind == IR_OPERAND_NONE : x->kind != IR_OPERAND_NONE) {
            const OpParam *param = i < ir_op_n_operands(b->op) ? &b->op->params[i] : NULL;
            bool fallback = !item && x->kind == IR_OPERAND_PRIM && param &&
                            param->kind == OP_PARAM_PRIM && x->type->value &&
                            ir_dim_is(x->type->value, param->i);
            if (fallback || (!item && p->any_attrs)) continue;
            return rule_miss(m, "R.%s: an optional operand is %s", b->op->name,
                             item ? "absent" : "present");
        }
        if (item && !rule_match_node(m, item, x)) return false;
    }
    if (i < p->n) return rule_miss(m, "R.%s: operands are missing", b->op->name);
    return !p->op || match_attrs(m, p, b, true);
}

/* An element of a list but the first: its ways are its own affair, so they are counted apart. */
static bool match_alone(RuleMatch *m, const Pattern *p, const IrOperand *o) {
    size_t trail = m->trail.len, nodes = m->nodes.len, choice = m->choice;
    Choice *at = m->choices.at;
    size_t len = m->choices.len, cap = m->choices.cap;
    m->choices.at = NULL;
    m->choices.len = m->choices.cap = m->choice = 0;
    bool found;
    while (!(found = rule_match_node(m, p, o)) && !m->failed) {
        unbind(m, trail);
        m->nodes.len = nodes;
        if (!rule_match_next(m, 0)) break;
    }
    m->choices.at = at;
    m->choices.len = len;
    m->choices.cap = cap;
    m->choice = choice;
    return found;
}

static bool match_list(RuleMatch *m, const Pattern *p, const IrOperand *first, uint32_t n) {
    for (uint32_t k = 0; k < p->n_vars; k++) {
        const Slot *s = &m->rule->slots.at[p->many_slots[k]];
        if (n < s->min)
            return rule_miss(m, "'%s' wants %u values at least, %u are found", s->name, s->min, n);
        if (n > s->max)
            return rule_miss(m, "'%s' wants %u values at most, %u are found", s->name, s->max, n);
        const RuleValue *bound = &m->slots[p->many_slots[k]];
        if (bound->kind == RULE_LIST && bound->n != n)
            return rule_miss(m, "'%s' stands for %u values and for %u", s->name, bound->n, n);
    }
    RuleValue **values = ARENA_ARRAY(m->arena, RuleValue *, (size_t)p->n_vars + 1);
    for (uint32_t k = 0; k < p->n_vars; k++)
        values[k] = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    const IrOperand *o = first;
    for (uint32_t i = 0; i < n; i++, o += o->span) {
        ctx_poll(m->m->ctx);
        for (uint32_t k = 0; k < p->n_inner; k++)
            m->slots[p->inner_slots[k]] = (RuleValue){.kind = RULE_UNBOUND};
        if (p->index_slot >= 0) rule_bind(m, p->index_slot, rule_int(m->m, i));
        for (uint32_t k = 0; k < p->n_vars; k++) {
            const RuleValue *bound = &m->slots[p->many_slots[k]];
            if (bound->kind == RULE_LIST) rule_bind(m, p->element_slots[k], bound->items[i]);
        }
        if (i > 0 ? !match_alone(m, p->items[0], o) : !rule_match_node(m, p->items[0], o))
            return false;
        for (uint32_t k = 0; k < p->n_vars; k++) values[k][i] = m->slots[p->element_slots[k]];
    }
    if (p->count) { /* it may speak of what the elements bind */
        RuleValue count = rule_eval(m, p->count), is = rule_int(m->m, n);
        if (rule_equal(m, &count, &is) != IR_PROVED)
            return rule_miss(m, "%s values are wanted, %u are found", rule_value_text(m, &count),
                             n);
    }
    for (uint32_t k = 0; k < p->n_vars; k++) {
        if (m->slots[p->many_slots[k]].kind == RULE_LIST) continue;
        rule_bind(m, p->many_slots[k], (RuleValue){.kind = RULE_LIST, .n = n, .items = values[k]});
    }
    return true;
}

/* (*before, item, *after): the item is looked for among those that are a call of its operator. */
static bool match_around(RuleMatch *m, const Pattern *p, const IrOperand **items, uint32_t n) {
    const Pattern *item = p->items[1];
    uint32_t *at = ARENA_ARRAY(m->arena, uint32_t, (size_t)n + 1), n_at = 0;
    for (uint32_t i = 0; i < n; i++) {
        const IrBinding *b = item->kind == PATTERN_CALL ? defined(m, rule_resolve(items[i])) : NULL;
        bool may_be = item->kind != PATTERN_CALL ||
                      (b && b->kind == IR_BIND_CALL && (!item->op || b->op == item->op));
        if (may_be) at[n_at++] = i;
    }
    if (n_at == 0) return rule_miss(m, "no item of a tuple is what is looked for");
    uint32_t i = at[choose(m, n_at)];
    return rule_match_node(m, item, items[i]) && match_list(m, p->items[0], items[0], i) &&
           match_list(m, p->items[2], i + 1 < n ? items[i + 1] : items[0], n - 1 - i);
}

static bool match_tuple(RuleMatch *m, const Pattern *p, const IrOperand *o) {
    uint32_t n = o->n;
    const IrOperand **items = ARENA_ARRAY(m->arena, const IrOperand *, (size_t)n + 1);
    const IrOperand *x = o + 1;
    for (uint32_t i = 0; i < n; i++, x += x->span) items[i] = x;
    if (p->kind == PATTERN_ANY_ORDER) {
        if (n != p->n) return rule_miss(m, "a tuple of %u is wanted, of %u is found", p->n, n);
        for (uint32_t i = 0; i < n; i++) { /* the pattern's i-th item takes one of those left */
            uint32_t pick = i + choose(m, n - i);
            const IrOperand *picked = items[pick];
            items[pick] = items[i];
            items[i] = picked;
            if (!rule_match_node(m, p->items[i], picked)) return false;
        }
        return true;
    }
    bool around =
        p->n == 3 && p->items[0]->kind == PATTERN_LIST && p->items[2]->kind == PATTERN_LIST;
    if (around) return match_around(m, p, items, n);
    uint32_t list = 0;
    while (list < p->n && p->items[list]->kind != PATTERN_LIST) list++;
    bool many = list < p->n;
    if (many ? n < p->n - 1 : n != p->n)
        return rule_miss(m, "a tuple of %u is wanted, of %u is found", p->n - many, n);
    for (uint32_t i = 0; i < list; i++) {
        if (!rule_match_node(m, p->items[i], items[i])) return false;
    }
    if (!many) return true;
    uint32_t after = p->n - 1 - list;
    for (uint32_t i = 0; i < after;
         i++) { /* those behind first: their choices are replayed as a whole */
        if (!rule_match_node(m, p->items[list + 1 + i], items[n - after + i])) return false;
    }
    return match_list(m, p->items[list], n - after > list ? items[list] : o, n - after - list);
}

bool rule_match_node(RuleMatch *m, const Pattern *p, const IrOperand *o) {
    if (m->nodes.len > NODES) return rule_miss(m, "the match is too large");
    switch (p->kind) {
    case PATTERN_VAR: return match_var(m, p, o);
    case PATTERN_ATTR: {
        RuleValue v = rule_shape_value(m, o);
        return rule_match_value(m, p->expr, &v);
    }
    default: break;
    }
    if (p->slot >= 0 &&
        m->slots[p->slot].kind == RULE_OPERAND) { /* a node that several others share */
        const IrOperand *a = rule_resolve(o), *b = rule_resolve(m->slots[p->slot].operand);
        RuleValue x = rule_operand_value(a), y = rule_operand_value(b);
        return rule_equal(m, &x, &y) == IR_PROVED ||
               rule_miss(m, "a value that the pattern shares is two here");
    }
    const IrOperand *r = rule_resolve(o);
    if (p->kind == PATTERN_EITHER || p->kind == PATTERN_NUMBER) {
        bool fits = p->kind == PATTERN_NUMBER ? match_number(m, p, r)
                                              : rule_match_node(m, p->items[choose(m, p->n)], o);
        return fits && (p->slot < 0 || rule_bind(m, p->slot, rule_operand_value(o)));
    }
    if (p->kind == PATTERN_TUPLE || p->kind == PATTERN_ANY_ORDER) {
        const IrBinding *b = defined(m, r);
        if (b && b->kind == IR_BIND_VALUE && b->operands.at[0].kind == IR_OPERAND_TUPLE) {
            vec_push(m->arena, &m->nodes, b);
            if (p->slot >= 0) rule_bind(m, p->slot, rule_operand_value(r));
            r = &b->operands.at[0];
        }
        if (r->kind != IR_OPERAND_TUPLE)
            return rule_miss(m, "a tuple that is written out is wanted");
        return match_tuple(m, p, r);
    }
    const IrBinding *b = defined(m, r);
    if (!b) {
        const char *found = r->kind == IR_OPERAND_VAR ? r->var->name : "a constant";
        return rule_miss(m, "%s%s is wanted, '%s' is found, which is not computed in this block",
                         p->op ? "R." : "", p->op ? p->op->name : "a call", found);
    }
    if (p->kind == PATTERN_FIELD) {
        if (b->kind != IR_BIND_FIELD) return rule_miss(m, "a field is wanted");
        RuleValue index = rule_int(m->m, b->index);
        vec_push(m->arena, &m->nodes, b);
        if (!rule_match_value(m, p->expr, &index)) return false;
        if (p->slot >= 0) rule_bind(m, p->slot, rule_operand_value(r));
        return rule_match_node(m, p->items[0], &b->operands.at[0]);
    }
    if (b->kind != IR_BIND_CALL)
        return rule_miss(m, "a call is wanted, '%s' is none", b->var->name);
    return match_call(m, p, r, b);
}

/* --- Several roots --- */

typedef VEC(const Pattern *) Path;

/* The way from a root's pattern down to a value that is bound already. */

static bool find_path(const RuleMatch *m, const Pattern *p, Arena *arena, Path *path) {
    vec_push(arena, path, p);
    bool bound = p->slot >= 0 && m->slots[p->slot].kind == RULE_OPERAND &&
                 m->slots[p->slot].operand->kind == IR_OPERAND_VAR;
    if (bound) return true;
    for (uint32_t i = 0; i < p->n && p->kind != PATTERN_LIST; i++) {
        if (p->items[i] && find_path(m, p->items[i], arena, path)) return true;
    }
    path->len--;
    return false;
}

typedef VEC(IrBinding *) Candidates;

/* Bindings that may be the root: up the uses of the value at the path's end. */
static void candidates(RuleMatch *m, const Path *path, Candidates *out) {
    const Pattern *leaf = path->at[path->len - 1];
    Candidates level = {.at = NULL}, next;
    IrVar *v = rule_resolve(m->slots[leaf->slot].operand)->var;
    bool first = true;
    for (size_t i = path->len - 1; i-- > 0;) {
        const Pattern *p = path->at[i];
        next = (Candidates){.at = NULL};
        if (p->kind == PATTERN_EITHER || p->kind == PATTERN_LIST) continue;
        for (size_t k = 0; k < (first ? 1 : level.len); k++) {
            const IrVar *x = first ? v : level.at[k]->var;
            for (const IrOperand *u = x->uses; u; u = u->next_use) {
                IrBinding *b = u->list->binding;
                if (!b || b->block != m->block || next.len > FUEL) continue;
                bool fits = p->kind == PATTERN_CALL
                                ? b->kind == IR_BIND_CALL && (!p->op || b->op == p->op)
                            : p->kind == PATTERN_FIELD ? b->kind == IR_BIND_FIELD
                                                       : b->kind == IR_BIND_VALUE;
                bool twice = next.len && next.at[next.len - 1] == b;
                if (fits && !twice) vec_push(m->arena, &next, b);
            }
        }
        level = next;
        first = false;
    }
    /* By position, each once. */
    for (size_t i = 0; i < level.len; i++) {
        IrBinding *b = level.at[i];
        size_t at = out->len;
        while (at > 0 && ir_binding_before(b, out->at[at - 1])) at--;
        if (at > 0 && out->at[at - 1] == b) continue;
        vec_push(m->arena, out, b);
        memmove(&out->at[at + 1], &out->at[at], (out->len - 1 - at) * sizeof *out->at);
        out->at[at] = b;
    }
}

typedef struct {
    bool (*accept)(void *user, RuleMatch *m);
    void *user;
} Accept;

static bool match_root(RuleMatch *m, uint32_t i, const IrOperand *o, const Accept *accept);

static bool match_rest(RuleMatch *m, uint32_t i, const Accept *accept) {
    if (i == m->rule->n_roots) return rule_conditions(m) && accept->accept(accept->user, m);
    const Pattern *p = m->rule->roots[i];
    Path path = {.at = NULL};
    Candidates found = {.at = NULL};
    if (!find_path(m, p, m->arena, &path))
        return rule_miss(m, "the pattern's results share no value");
    if (path.len == 1) { /* the root itself is known: part of an earlier one */
        return match_root(m, i, rule_resolve(m->slots[p->slot].operand), accept);
    }
    candidates(m, &path, &found);
    for (size_t k = 0; k < found.len; k++) {
        if (m->fuel == 0) return rule_miss(m, "out of fuel");
        m->fuel--;
        if (match_root(m, i, rule_var_operand(m->arena, found.at[k]->var), accept)) return true;
    }
    return false;
}

static bool match_root(RuleMatch *m, uint32_t i, const IrOperand *o, const Accept *accept) {
    size_t base = m->choices.len, trail = m->trail.len, nodes = m->nodes.len;
    m->choice = base;
    do {
        if (rule_match_node(m, m->rule->roots[i], o)) {
            size_t done = m->choices.len;
            if (match_rest(m, i + 1, accept)) return true;
            m->choices.len = done;
        }
        unbind(m, trail);
        m->nodes.len = nodes;
        if (m->failed) return false;
    } while (rule_match_next(m, base));
    return false;
}

bool rule_match_roots(RuleMatch *m, IrBinding *root, bool (*accept)(void *user, RuleMatch *m),
                      void *user) {
    rule_match_reset(m, root->block);
    m->root = root->var;
    Accept a = {accept, user};
    return match_root(m, 0, rule_var_operand(m->arena, root->var), &a);
}
