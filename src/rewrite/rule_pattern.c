/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of patterns to nodes. A name that the pattern assigned is one node, however often it
 * is used, so a value that is shared in the pattern must be shared in the module. */
#include "base/syntax.h"
#include "rewrite/rule_parse.h"

static Pattern *node(RuleParse *p, PatternKind kind, Loc loc) {
    Pattern *x = ARENA_NEW(p->arena, Pattern);
    x->kind = kind;
    x->loc = loc;
    x->slot = x->op_slot = x->index_slot = x->attrs_slot = -1;
    return x;
}

static void room(RuleParse *p, Pattern *x, uint32_t n) {
    x->n = n;
    x->items = ARENA_ARRAY(p->arena, Pattern *, (size_t)n + 1);
}

/* Depth and size from the items. */
static Pattern *finish(Pattern *x) {
    bool counts = x->kind == PATTERN_CALL || x->kind == PATTERN_TUPLE || x->kind == PATTERN_FIELD ||
                  x->kind == PATTERN_ANY_ORDER;
    x->size = counts;
    for (uint32_t i = 0; i < x->n; i++) {
        if (!x->items[i]) continue;
        if (x->items[i]->depth > x->depth) x->depth = x->items[i]->depth;
        x->size += x->items[i]->size;
        x->calls += x->items[i]->kind == PATTERN_CALL;
    }
    x->depth += counts;
    return x;
}

/* Where names are declared by where they stand (RuleParse.names_are_values): those of an attribute,
 * or of a list of such. */
static void declare_attributes(RuleParse *p, const SynExpr *e) {
    if (!p->names_are_values) return;
    if (e->kind == SYN_NAME && e->name != p->set->name.blank && rule_slot(p->rule, e->name) < 0) {
        const int slot = rule_slot_new(p, e->name, e->loc); /* the slots may move */
        Slot *s = &p->rule->slots.at[slot];
        s->is_param = s->mentioned = true;
    }
    for (uint32_t i = 0; (e->kind == SYN_TUPLE || e->kind == SYN_LIST) && i < e->n; i++)
        declare_attributes(p, e->items[i]);
}

/* The same of a value; `_` is one by itself at each place. -1: the name is none. */
static int declare_value(RuleParse *p, const SynExpr *e) {
    const bool any = e->name == p->set->name.blank;
    if (!p->names_are_values) return -1;
    const int slot = rule_slot_new(p, any ? NULL : e->name, e->loc);
    Slot *s = &p->rule->slots.at[slot];
    s->is_param = s->mentioned = true;
    s->kind = PARAM_VALUE;
    s->type_kind = IR_TYPE_ANY;
    return slot;
}

static Pattern *rule_pattern_var(RuleParse *p, int slot, Loc loc) {
    Pattern *x = node(p, PATTERN_VAR, loc);
    x->slot = slot;
    return x;
}

static Pattern *number(RuleParse *p, Loc loc, double v) {
    Pattern *x = node(p, PATTERN_NUMBER, loc);
    x->number = v;
    return x;
}

static Pattern *assigned(const RuleParse *p, const char *name) {
    for (size_t i = p->assigned.len; i-- > 0;) {
        if (p->assigned.at[i].name == name) return p->assigned.at[i].pattern;
    }
    return NULL;
}

static int many_slot(const RuleParse *p, const SynExpr *e) {
    if (e->kind == SYN_STARRED) e = e->items[0];
    if (e->kind != SYN_NAME || assigned(p, e->name)) return -1;
    int slot = rule_slot(p->rule, e->name);
    return slot >= 0 && p->rule->slots.at[slot].many ? slot : -1;
}

/* An element variable of a Many. */
static int element_slot(RuleParse *p, int many, const char *name, Loc loc) {
    int slot = rule_slot_new(p, name, loc);
    Slot *s = &p->rule->slots.at[slot];
    const Slot of = p->rule->slots.at[many];
    *s = (Slot){.name = name,
                .loc = loc,
                .kind = of.kind,
                .type_kind = of.type_kind,
                .has_shape = of.has_shape,
                .dims = of.dims,
                .ndim = of.ndim,
                .dtype = of.dtype,
                .dtype_slot = of.dtype_slot};
    return slot;
}

static Pattern *list_room(RuleParse *p, Loc loc, uint32_t n) {
    Pattern *x = node(p, PATTERN_LIST, loc);
    room(p, x, 1);
    x->n_vars = n;
    x->element_slots = ARENA_ARRAY(p->arena, int, (size_t)n + 1);
    x->many_slots = ARENA_ARRAY(p->arena, int, (size_t)n + 1);
    return x;
}

static void inner(RuleParse *p, Pattern *list, size_t first) {
    size_t n = p->rule->slots.len - first;
    list->inner_slots = ARENA_ARRAY(p->arena, int, n + 1);
    list->n_inner = (uint32_t)n;
    for (size_t i = 0; i < n; i++) list->inner_slots[i] = (int)(first + i);
}

/* *ws: every element as it is. */
static Pattern *all_of(RuleParse *p, int many, Loc loc) {
    size_t first = p->rule->slots.len;
    Pattern *x = list_room(p, loc, 1);
    x->many_slots[0] = many;
    x->element_slots[0] = element_slot(p, many, NULL, loc);
    x->items[0] = rule_pattern_var(p, x->element_slots[0], loc);
    inner(p, x, first);
    return finish(x);
}

/* The variables of `for TARGET in ITERABLE`. */
static bool iteration(RuleParse *p, Pattern *list, const SynExpr *target, const SynExpr *in) {
    bool call = in->kind == SYN_CALL && in->items[0]->kind == SYN_NAME;
    if (call && strcmp(in->items[0]->name, "enumerate") == 0 && in->n == 2) {
        if (target->kind != SYN_TUPLE || target->n != 2 || target->items[0]->kind != SYN_NAME) {
            return rule_wrong(
                       p, target->loc,
                       "enumerate gives (i, element)\nhelp: [f(x, i) for i, x in enumerate(xs)]") !=
                   NULL;
        }
        list->index_slot = rule_slot_new(p, target->items[0]->name, target->items[0]->loc);
        return iteration(p, list, target->items[1], in->items[1]);
    }
    if (call && strcmp(in->items[0]->name, "range") == 0 && in->n == 2) {
        if (target->kind != SYN_NAME)
            return rule_wrong(p, target->loc,
                              "range gives one number\nhelp: [x[i] for i in range(n)]") != NULL;
        list->index_slot = rule_slot_new(p, target->name, target->loc);
        list->count = in->items[1];
        return true;
    }
    bool zip = call && strcmp(in->items[0]->name, "zip") == 0;
    const SynExpr *const *manys = zip ? in->items + 1 : &in;
    uint32_t n = zip ? in->n - 1 : 1;
    const SynExpr *const *names = zip && target->kind == SYN_TUPLE ? target->items : &target;
    if ((zip && (target->kind != SYN_TUPLE || target->n != n)) || n == 0) {
        return rule_wrong(p, target->loc,
                          "zip gives one variable for each Many\nhelp: [R.add(x, y) for x, y in "
                          "zip(xs, ys)]") != NULL;
    }
    list->n_vars = n;
    list->element_slots = ARENA_ARRAY(p->arena, int, (size_t)n + 1);
    list->many_slots = ARENA_ARRAY(p->arena, int, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int many = many_slot(p, manys[i]);
        if (many < 0)
            return rule_wrong(p, manys[i]->loc,
                              "a comprehension runs over parameters of type R.Many\nexpected: xs, "
                              "zip(xs, ys), enumerate(xs) or range(n)") != NULL;
        if (names[i]->kind != SYN_NAME)
            return rule_wrong(p, names[i]->loc, "expected a name\nfound: %s",
                              syn_kind_text(names[i]->kind)) != NULL;
        list->many_slots[i] = many;
        list->element_slots[i] = element_slot(p, many, names[i]->name, names[i]->loc);
    }
    return true;
}

/* Gives the name in `e` another identity, with the same letters. */
static void rename_in(const SynExpr *e, const char *from, const char *to) {
    if (e->kind == SYN_NAME && e->name == from) ((SynExpr *)e)->name = to; /* the rule's own copy */
    bool leaf = e->kind == SYN_NAME || e->kind == SYN_INT || e->kind == SYN_FLOAT ||
                e->kind == SYN_STRING || e->kind == SYN_BOOL || e->kind == SYN_NONE ||
                e->kind == SYN_ELLIPSIS;
    for (uint32_t i = 0; !leaf && i < e->n; i++) {
        if (e->items[i]) rename_in(e->items[i], from, to);
    }
}

/* keep: the element variables stay visible by name (for what stands beside the comprehension). */
static Pattern *comprehension(RuleParse *p, const SynExpr *e, bool keep) {
    size_t first = p->rule->slots.len;
    Pattern *x = list_room(p, e->loc, 0);
    if (e->items[3])
        return rule_wrong(p, e->items[3]->loc,
                          "a comprehension in a pattern has no condition\nhelp: every element must "
                          "match; what they must meet stands in R.require(...)");
    if (!iteration(p, x, e->items[1], e->items[2])) return NULL;
    x->items[0] = rule_pattern(p, e->items[0]);
    if (!x->items[0]) return NULL;
    inner(p, x, first);
    for (size_t i = first; !keep && i < p->rule->slots.len; i++) { /* nobody outside knows them */
        Slot *s = &p->rule->slots.at[i];
        const char *own = s->name ? arena_strdup(p->arena, str_c(s->name)) : NULL;
        if (own) rename_in(e, s->name, own);
        s->name = own;
    }
    return finish(x);
}

/* Items of a tuple, one of which may stand for many; or two, with one item between them, which is
 * then looked for: (*before, item, *after). */
static Pattern *tuple(RuleParse *p, const SynExpr *e, PatternKind kind, uint32_t from) {
    Pattern *x = node(p, kind, e->loc);
    room(p, x, e->n - from);
    uint32_t lists = 0;
    bool ok = true;
    for (uint32_t i = 0; i < x->n; i++) {
        const SynExpr *item = e->items[from + i];
        int many = item->kind == SYN_STARRED ? many_slot(p, item) : -1;
        if (item->kind == SYN_STARRED && many < 0) {
            x->items[i] = rule_pattern(p, item->items[0]);
            if (x->items[i] && x->items[i]->kind != PATTERN_LIST) {
                x->items[i] = rule_wrong(p, item->loc,
                                         "only a Many or a comprehension can be starred\nfound: %s",
                                         syn_kind_text(item->items[0]->kind));
            }
        } else {
            x->items[i] = many >= 0 ? all_of(p, many, item->loc) : rule_pattern(p, item);
        }
        ok &= x->items[i] != NULL;
        lists += x->items[i] && x->items[i]->kind == PATTERN_LIST;
    }
    bool around =
        ok && kind == PATTERN_TUPLE && lists == 2 && x->n == 3 && x->items[1]->kind != PATTERN_LIST;
    if (ok && !around && lists > (kind == PATTERN_TUPLE)) {
        return rule_wrong(p, e->loc,
                          kind == PATTERN_TUPLE
                              ? "only one part of a tuple can stand for many, or the two around a "
                                "single item\nfound: %u"
                              : "no part of any_order can stand for many\nfound: %u",
                          lists);
    }
    return ok ? finish(x) : NULL;
}

static Pattern *tuple_of(RuleParse *p, Pattern *list) {
    Pattern *x = node(p, PATTERN_TUPLE, list->loc);
    room(p, x, 1);
    x->items[0] = list;
    return finish(x);
}

/* An operand that is a tuple of values. */
static Pattern *tuple_operand(RuleParse *p, const SynExpr *e) {
    int many = many_slot(p, e);
    if (many >= 0) return tuple_of(p, all_of(p, many, e->loc));
    Pattern *x = rule_pattern(p, e);
    return x && x->kind == PATTERN_LIST ? tuple_of(p, x) : x;
}

static Pattern *attr_pattern(RuleParse *p, const SynExpr *e) {
    Pattern *x = node(p, PATTERN_ATTR, e->loc);
    x->expr = e;
    return x;
}

static Pattern *operand(RuleParse *p, const OpParam *param, const SynExpr *e) {
    if (e->kind == SYN_NONE) return NULL;
    switch (param->kind) {
    case OP_PARAM_TENSORS:
    case OP_PARAM_VALUES: return tuple_operand(p, e);
    case OP_PARAM_SHAPE:
    case OP_PARAM_PRIM:
    case OP_PARAM_PRIMS:
    case OP_PARAM_FUNCTION: {
        int slot = e->kind == SYN_NAME && !assigned(p, e->name) ? rule_slot(p->rule, e->name) : -1;
        bool value =
            e->kind == SYN_NAME &&
            (assigned(p, e->name) || (slot >= 0 && p->rule->slots.at[slot].kind != PARAM_ATTR));
        bool call = e->kind == SYN_CALL && !rule_is_word(p, e, "shape") &&
                    !rule_is_word(p, e, "prim_value");
        const bool any = p->names_are_values && e->kind == SYN_NAME;
        if (!value && !call && !any) {
            declare_attributes(p, e);
            bool wrapped = e->kind == SYN_CALL && e->n == 2;
            return attr_pattern(p, wrapped ? e->items[1] : e);
        }
        return rule_pattern(p, e);
    }
    default: return rule_pattern(p, e);
    }
}

static bool call_arguments(RuleParse *p, Pattern *x, const SynExpr *e) {
    const OpDef *op = x->op;
    uint32_t n_params = op->n_params, at = 0, n_rest = 0;
    const SynExpr **by_param = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)n_params + 1);
    const SynExpr **rest = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)e->n + 1);
    bool ok = true;
    for (uint32_t i = 1; i < e->n; i++) {
        const SynExpr *arg = e->items[i];
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        uint32_t k = at;
        if (arg->kind == SYN_STARRED && arg->op == SYN_OP_POW) { /* **attrs */
            const SynExpr *name = arg->items[0];
            x->any_attrs = true;
            if (name->kind == SYN_NAME && name->name == p->set->name.blank) continue;
            declare_attributes(p, name);
            x->attrs_slot = name->kind == SYN_NAME ? rule_slot(p->rule, name->name) : -1;
            if (x->attrs_slot < 0)
                ok = rule_wrong(p, arg->loc,
                                "**name names a parameter without a type, or _\nfound: %s",
                                syn_kind_text(name->kind)) != NULL;
            continue;
        }
        if (keyword) {
            k = rule_param(op, keyword);
        } else if (k < n_params && op->params[k].kind == OP_PARAM_REST) {
            rest[n_rest++] = arg;
            continue;
        } else {
            at++;
        }
        if (k >= n_params || by_param[k]) {
            ok = rule_wrong_argument(p, arg->loc, op, keyword) != NULL;
            continue;
        }
        by_param[k] = arg;
    }
    room(p, x, ir_op_n_operands(op) + n_rest);
    x->attrs = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)ir_op_n_attrs(op) + 1);
    uint32_t operand_at = 0, attr = 0;
    for (uint32_t i = 0; i < n_params; i++) {
        const OpParam *param = &op->params[i];
        const SynExpr *arg = by_param[i];
        if (param->kind == OP_PARAM_REST) {
            for (uint32_t k = 0; k < n_rest; k++)
                ok &= (x->items[operand_at++] = rule_pattern(p, rest[k])) != NULL;
        } else if (OP_PARAM_IS_OPERAND(param->kind)) {
            bool needed = !param->optional;
            if (arg && arg->kind != SYN_NONE) {
                ok &= (x->items[operand_at] = operand(p, param, arg)) != NULL;
            } else if (needed) {
                ok = rule_wrong(p, e->loc, "R.%s needs '%s'", op->name, param->name) != NULL;
            }
            operand_at++;
        } else if (param->kind != OP_PARAM_TYPES) {
            if (arg) declare_attributes(p, arg);
            x->attrs[attr++] = arg;
        } else if (arg) {
            ok = rule_wrong(p, arg->loc,
                            "types are not matched\nhelp: leave '%s' out; a parameter's type or "
                            "R.require(...) says what a result must be",
                            param->name) != NULL;
        }
    }
    x->n = operand_at;
    return ok;
}

static Pattern *op_call(RuleParse *p, const SynExpr *e, const char *name) {
    Pattern *x = node(p, PATTERN_CALL, e->loc);
    x->op = ir_op_table_find(p->set->ops, str_c(name));
    if (!x->op) return rule_wrong_op(p, e->loc, name);
    return call_arguments(p, x, e) ? finish(x) : NULL;
}

/* x + y: the operator that the syntax stands for. */
static Pattern *syntax_call(RuleParse *p, const SynExpr *e) {
    const char *name = p->set->ops->by_syntax[e->op];
    if (!name) return rule_wrong(p, e->loc, "no operator is written `%s`", syn_op_text(e->op));
    Pattern *x = node(p, PATTERN_CALL, e->loc);
    x->op = ir_op_table_find(p->set->ops, str_c(name));
    room(p, x, ir_op_n_operands(x->op));
    x->attrs = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)ir_op_n_attrs(x->op) + 1);
    bool ok = true;
    for (uint32_t i = 0; i < e->n; i++) ok &= (x->items[i] = rule_pattern(p, e->items[i])) != NULL;
    return ok ? finish(x) : NULL;
}

static Pattern *either(RuleParse *p, const SynExpr *e) {
    Pattern *x = node(p, PATTERN_EITHER, e->loc);
    room(p, x, e->n - 1);
    if (x->n < 1)
        return rule_wrong(p, e->loc,
                          "alternatives are missing\nhelp: R.either(R.exp(x), R.tanh(x)); "
                          "R.maybe(R.add(y, b), y)");
    bool ok = true;
    for (uint32_t i = 0; i < x->n; i++)
        ok &= (x->items[i] = rule_pattern(p, e->items[i + 1])) != NULL;
    if (!ok) return NULL;
    finish(x);
    x->size = x->items[0]->size;
    return x;
}

/* f(x) for a parameter f of type R.Elementwise. */
static Pattern *op_variable_call(RuleParse *p, const SynExpr *e) {
    int slot = rule_slot(p->rule, e->items[0]->name);
    if (slot < 0 || p->rule->slots.at[slot].kind != PARAM_OP || e->n != 2 ||
        p->rule->slots.at[slot].many) {
        return rule_wrong(p, e->loc,
                          "'%s' is no parameter of type R.Elementwise, which takes one "
                          "operand\nhelp: an operator is R.%s(...)",
                          e->items[0]->name, e->items[0]->name);
    }
    Pattern *x = node(p, PATTERN_CALL, e->loc);
    x->op_slot = slot;
    room(p, x, 1);
    x->items[0] = rule_pattern(p, e->items[1]);
    return x->items[0] ? finish(x) : NULL;
}

Pattern *rule_pattern(RuleParse *p, const SynExpr *e) {
    switch (e->kind) {
    case SYN_INT:
    case SYN_BOOL: return number(p, e->loc, (double)e->i);
    case SYN_FLOAT: return number(p, e->loc, e->f);
    case SYN_NAME: {
        Pattern *x = assigned(p, e->name);
        if (x) return x;
        int slot = rule_slot(p->rule, e->name);
        if (slot < 0) slot = declare_value(p, e);
        if (slot < 0)
            return rule_wrong(p, e->loc,
                              "name '%s' is not defined\nhelp: a pattern is made of its parameters "
                              "and of names that were assigned before",
                              e->name);
        const Slot *s = &p->rule->slots.at[slot];
        if (s->many)
            return rule_wrong(
                p, e->loc, "'%s' stands for many values: write *%s in a tuple, or a comprehension",
                e->name, e->name);
        if (s->kind == PARAM_OP)
            return rule_wrong(p, e->loc, "'%s' is an operator: write %s(x)", e->name, e->name);
        if (s->kind == PARAM_ATTR && s->is_param) {
            return rule_wrong(p, e->loc,
                              "'%s' stands for a value here; give it a type, such as %s: R.Tensor",
                              e->name, e->name);
        }
        return rule_pattern_var(p, slot, e->loc);
    }
    case SYN_TUPLE:
    case SYN_LIST: return tuple(p, e, PATTERN_TUPLE, 0);
    case SYN_LISTCOMP: return comprehension(p, e, false);
    case SYN_UNARY: /* -1 and -0.0 are numbers */
        if (e->op == SYN_OP_NEG && e->items[0]->kind == SYN_INT)
            return number(p, e->loc, (double)-e->items[0]->i);
        if (e->op == SYN_OP_NEG && e->items[0]->kind == SYN_FLOAT)
            return number(p, e->loc, -e->items[0]->f);
        return syntax_call(p, e);
    case SYN_BINARY:
    case SYN_COMPARE: return syntax_call(p, e);
    case SYN_SUBSCRIPT: {
        if (e->items[1]->kind != SYN_INT && e->items[1]->kind != SYN_NAME)
            return rule_wrong(p, e->loc, "a field is x[3] or x[i]\nfound: %s",
                              syn_kind_text(e->items[1]->kind));
        declare_attributes(p, e->items[1]);
        Pattern *x = node(p, PATTERN_FIELD, e->loc);
        room(p, x, 1);
        x->items[0] = rule_pattern(p, e->items[0]);
        x->expr = e->items[1];
        return x->items[0] ? finish(x) : NULL;
    }
    case SYN_CALL: break;
    default: return rule_wrong(p, e->loc, "%s is no pattern", syn_kind_text(e->kind));
    }
    if (e->items[0]->kind == SYN_NAME) return op_variable_call(p, e);
    const char *name = rule_dotted(p->set, p->arena, e->items[0]);
    if (!name)
        return rule_wrong(p, e->loc, "expected R.something(...)\nfound: a call of %s",
                          syn_kind_text(e->items[0]->kind));
    if (strcmp(name, "either") == 0 || strcmp(name, "maybe") == 0) return either(p, e);
    if (strcmp(name, "any_order") == 0) return tuple(p, e, PATTERN_ANY_ORDER, 1);
    if (strcmp(name, "siblings") == 0)
        return rule_wrong(
            p, e->loc,
            "R.siblings is the whole result of a pattern\nhelp: return R.siblings([...])");
    return op_call(p, e, name);
}

bool rule_pattern_siblings(RuleParse *p, const SynExpr *call) {
    Rule *r = p->rule;
    r->siblings = true;
    r->max_last = INT64_MAX;
    bool ok = call->n >= 2 && call->items[1]->kind == SYN_LISTCOMP &&
              !(call->keywords && call->keywords[1]);
    if (!ok)
        return rule_wrong(p, call->loc,
                          "R.siblings takes a comprehension\nhelp: R.siblings([R.matmul(x, w) for "
                          "w in ws])") != NULL;
    r->n_roots = 1;
    r->roots = ARENA_ARRAY(p->arena, Pattern *, 1);
    r->roots[0] = comprehension(p, call->items[1], true);
    if (r->roots[0] && r->roots[0]->items[0]->kind != PATTERN_CALL) {
        return rule_wrong(p, call->items[1]->loc,
                          "siblings are calls\nhelp: R.siblings([R.matmul(x, w) for w in ws])") !=
               NULL;
    }
    for (uint32_t i = 2; i < call->n; i++) {
        const SynExpr *e = call->items[i];
        const char *key = call->keywords ? call->keywords[i] : NULL;
        bool list = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
        if (key && strcmp(key, "same") == 0 && list) {
            r->same = e;
        } else if (key && strcmp(key, "where") == 0 && list) {
            r->where = e;
        } else if (key && strcmp(key, "last") == 0 && list) {
            r->last = e;
        } else if (key && strcmp(key, "max_last") == 0 && e->kind == SYN_INT) {
            r->max_last = e->i;
        } else {
            ok = rule_wrong(p, e->loc,
                            "this is no argument of R.siblings\nexpected: same=[...], where=[...], "
                            "last=[...] or max_last=N") != NULL;
        }
    }
    return ok && r->roots[0];
}

static uint64_t times(uint64_t a, uint64_t b) {
    return a > UINT32_MAX || b > UINT32_MAX ? UINT64_MAX : a * b;
}

uint64_t rule_pattern_ways(const Pattern *p) {
    uint64_t ways = 1;
    if (p->kind == PATTERN_EITHER) {
        ways = 0;
        for (uint32_t i = 0; i < p->n; i++) ways += rule_pattern_ways(p->items[i]) & UINT32_MAX;
        return ways;
    }
    if (p->kind == PATTERN_ANY_ORDER) {
        for (uint32_t i = 2; i <= p->n; i++) ways = times(ways, i);
    }
    bool swaps = p->kind == PATTERN_CALL && p->op && (p->op->flags & OP_COMMUTATIVE) && p->n == 2;
    if (swaps) ways = 2;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->items[i]) ways = times(ways, rule_pattern_ways(p->items[i]));
    }
    return ways;
}
