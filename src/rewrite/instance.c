/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of patterns. Parameters get types that are likely to fit each other: the same shape as
 * an earlier one, a suffix of it, a partner for a matmul; what does not fit is refused by
 * inference, and another tape is tried. Attribute variables are drawn by the schema of the first
 * attribute that they stand for. Recursion is over patterns. */
#include "rewrite/instance_parts.h"

#include <math.h>

enum { RANK_MAX = 5, MANY_MAX = 8 };

uint32_t instance_draw(Instance *x, uint32_t n) {
    RuleTape *t = x->tape;
    uint32_t v = t->used < t->n ? t->at[t->used] : 0;
    if (t->ranges && t->used < t->n)
        t->ranges[t->used] = (uint16_t)(n < UINT16_MAX ? n : UINT16_MAX);
    t->used++;
    return n ? v % n : 0;
}

static const RuleValue none_at_all = {.kind = RULE_UNBOUND};

RuleValue instance_give_up(Instance *x) {
    x->ok = false;
    return none_at_all;
}

static const IrDim *draw_dim(Instance *x) {
    static const int64_t extents[] = {2, 3, 1, 4, 0, 6};
    IrModule *m = x->m.m;
    uint32_t pick = instance_draw(x, ARRAY_LEN(extents) + 2);
    if (x->narrow && pick < ARRAY_LEN(extents)) return ir_dim_const(m, pick == 2 ? 1 : x->narrow);
    if (pick < ARRAY_LEN(extents)) return ir_dim_const(m, extents[pick]);
    if (!x->symbol) {
        x->symbol = ir_symbol_new(x->fn, intern_c(&m->names, "n"), (Loc){.line = 0});
        x->symbol->is_extent = x->symbol->is_defined = true;
    }
    return ir_dim_symbol(m, x->symbol);
}

static DType draw_dtype(Instance *x) {
    static const DType dtypes[] = {DTYPE_FLOAT32, DTYPE_INT32, DTYPE_FLOAT64,
                                   DTYPE_BOOL,    DTYPE_INT8,  DTYPE_FLOAT16,
                                   DTYPE_INT64,   DTYPE_UINT8, DTYPE_BFLOAT16};
    return dtypes[instance_draw(x, ARRAY_LEN(dtypes))];
}

/* A shape beside those drawn before. */
static int32_t draw_shape(Instance *x, const IrDim **dims, int32_t wanted) {
    IrModule *m = x->m.m;
    const IrType *t =
        /* 0: the newest */
        x->n_shapes ? x->shapes[x->n_shapes - 1 - instance_draw(x, x->n_shapes)] : NULL;
    int32_t ndim = 0;
    uint32_t how = t ? instance_draw(x, 10) : 9;
    if (how == 9) {
        ndim = wanted >= 0 ? wanted : (int32_t)((instance_draw(x, RANK_MAX) + 2) % RANK_MAX);
        for (int32_t i = 0; i < ndim; i++) dims[i] = draw_dim(x);
        return ndim;
    }
    ndim = t->ndim;
    for (int32_t i = 0; i < ndim; i++) dims[i] = t->dims[i];
    switch (how) {
    case 1: /* one extent differs */
        if (ndim) dims[instance_draw(x, (uint32_t)ndim)] = draw_dim(x);
        break;
    case 2: { /* a suffix */
        int32_t cut = ndim ? (int32_t)instance_draw(x, (uint32_t)ndim) + 1 : 0;
        for (int32_t i = cut; i < ndim; i++) dims[i - cut] = dims[i];
        ndim -= cut;
        break;
    }
    case 3: /* the last two exchanged */
        if (ndim >= 2) {
            const IrDim *d = dims[ndim - 1];
            dims[ndim - 1] = dims[ndim - 2];
            dims[ndim - 2] = d;
        }
        break;
    case 4: /* a right-hand side for it */
        if (ndim >= 2) dims[ndim - 2] = dims[ndim - 1];
        if (ndim >= 1) dims[ndim - 1] = draw_dim(x);
        break;
    case 5: /* of rank 2, a right-hand side */
        if (ndim >= 1) {
            dims[0] = dims[ndim - 1];
            dims[1] = draw_dim(x);
            ndim = 2;
        }
        break;
    case 6: /* one of its extents alone */
        if (ndim >= 1) {
            dims[0] = dims[(uint32_t)ndim - 1 - instance_draw(x, (uint32_t)ndim)];
            ndim = 1;
        }
        break;
    case 7: /* extents of 1 */
        if (ndim) dims[instance_draw(x, (uint32_t)ndim)] = ir_dim_const(m, 1);
        break;
    case 8: { /* all extents 1 but one */
        uint32_t keep = ndim ? instance_draw(x, (uint32_t)ndim) : 0;
        for (int32_t i = 0; i < ndim; i++)
            dims[i] = (uint32_t)i == keep ? dims[i] : ir_dim_const(m, 1);
        break;
    }
    default: break; /* the same */
    }
    return ndim;
}

void instance_note_type(Instance *x, const IrType *t) {
    const bool fits = t->kind == IR_TYPE_TENSOR && t->dims && x->n_shapes < SHAPES_MAX;
    if (fits) x->shapes[x->n_shapes++] = t;
}

/* The i-th element of a constant: small numbers in turn, or one for all, or those that rules
 * stumble over. */
static void put_constant(Tensor *c, size_t i, uint32_t how, uint32_t first) {
    const DType t = c->dtype;
    static const double floats[] = {-0.0, INFINITY, -INFINITY, NAN, 1e30, -0.5};
    static const int64_t ints[] = {-1, INT8_MIN, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    const size_t pick = how == 3 ? (first + i) % ARRAY_LEN(floats) : first;
    if (t == DTYPE_BOOL)
        tensor_set_int(c, i, how == 1 ? first & 1 : (first + i) & 1);
    else if (how >= 3 && dtype_is_float(t))
        tensor_set_double(c, i, floats[pick]);
    else if (how >= 3 && tensor_set_int(c, i, ints[pick]))
        return;
    else if (how == 2 && dtype_is_float(t))
        tensor_set_double(c, i, (double)(first + i % 3) / 2 - 1);
    else
        (void)tensor_set_int(c, i, how == 1 ? first : first + i % 3);
}

/* A constant; its extents are known. */
static RuleValue constant(Instance *x, const IrType *t) {
    int64_t dims[64];
    for (int32_t i = 0; i < t->ndim; i++) (void)ir_dim_is_const(t->dims[i], &dims[i]);
    Tensor *c = tensor_new(x->m.m->ctx, t->dtype, dims, (uint32_t)t->ndim);
    const uint32_t first = instance_draw(x, 6), how = instance_draw(x, 5);
    instance_note_type(x, t);
    for (size_t i = 0; i < c->count; i++) put_constant(c, i, how, first);
    IrOperand *o = ARENA_NEW(x->m.arena, IrOperand);
    *o = (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(x->m.m, c)};
    return rule_operand_value(o);
}

/* R.is_const(name) or R.is_weight(name) stands in the condition, not under a `not`. */
static bool asks_for_const(const SynExpr *e, const char *name) {
    const char *asks_what =
        e->kind == SYN_CALL && e->n == 2 && e->items[0]->kind == SYN_ATTR ? e->items[0]->name : "";
    if (strcmp(asks_what, "is_const") == 0 || strcmp(asks_what, "is_weight") == 0)
        return e->items[1]->kind == SYN_NAME && strcmp(e->items[1]->name, name) == 0;
    bool asks = false;
    for (uint32_t i = 0; e->kind == SYN_BOOLOP && i < e->n; i++)
        asks |= asks_for_const(e->items[i], name);
    return asks;
}

static bool wants_const(const Instance *x, const char *name) {
    bool wants = false;
    for (size_t i = 0; name && i < x->m.rule->conditions.len; i++)
        wants |= asks_for_const(x->m.rule->conditions.at[i], name);
    return wants;
}

RuleValue instance_parameter(Instance *x, const IrType *t, int slot) {
    const char *name = x->m.rule->slots.at[slot].name;
    const bool tensor = t->kind == IR_TYPE_TENSOR && t->dims;
    if (tensor) x->before[slot] = t;
    if (tensor && !t->has_symbols && wants_const(x, name)) return constant(x, t);
    IrModule *m = x->m.m;
    ir_define_symbols(t, NULL);
    IrVar *v = ir_var_new(x->fn, intern_c(&m->names, name ? name : "x"), t);
    v->is_output = true;
    vec_push(&m->arena, &x->fn->params, v);
    instance_note_type(x, t);
    return rule_operand_value(rule_var_operand(x->m.arena, v));
}

static RuleValue number(Instance *x, int64_t v) { return rule_int(x->m.m, v); }

/* A dim of an annotation: what is bound, or else a fresh extent for the name. */
static const IrDim *annotated(Instance *x, const SynExpr *e) {
    int slot = e->kind == SYN_NAME ? rule_slot(x->m.rule, e->name) : -1;
    if (slot >= 0 && x->m.slots[slot].kind == RULE_UNBOUND)
        x->m.slots[slot] = rule_dim(draw_dim(x));
    RuleValue v = rule_eval(&x->m, e);
    return v.kind == RULE_DIM ? v.dim : NULL;
}

static const IrType *tensor_type(Instance *x, const Slot *s, const IrType *before) {
    const IrDim *dims[64];
    int32_t ndim = s->ndim;
    const uint32_t like = before ? instance_draw(x, 4) : 3;
    if (ndim > 60) return NULL;
    if (s->has_shape) {
        for (int32_t i = 0; i < ndim; i++) {
            if (!(dims[i] = annotated(x, s->dims[i]))) return NULL;
        }
    } else if (like < 3) { /* as the element before this one, or with another extent */
        ndim = before->ndim;
        for (int32_t i = 0; i < ndim; i++) dims[i] = before->dims[i];
        if (like == 2 && ndim) dims[instance_draw(x, (uint32_t)ndim)] = draw_dim(x);
    } else {
        ndim = draw_shape(x, dims, ndim);
        if (s->ndim >= 0 && ndim != s->ndim) return NULL;
    }
    DType t = s->dtype;
    if (s->dtype_slot >= 0) {
        RuleValue *v = &x->m.slots[s->dtype_slot];
        if (v->kind == RULE_UNBOUND) *v = (RuleValue){.kind = RULE_DTYPE, .dtype = x->dtype};
        t = v->dtype;
    } else if (t == DTYPE_VOID) {
        t = instance_draw(x, 12) == 11 ? draw_dtype(x) : like < 3 ? before->dtype : x->dtype;
    }
    return ir_type_tensor(x->m.m, dims, ndim, t);
}

/* Whether a value of the type may stand for the slot, as far as rank and dtype say. */
static bool fits_slot(const Slot *s, const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims && !s->has_shape && s->dtype_slot < 0 &&
           (s->ndim < 0 || s->ndim == t->ndim) && (s->dtype == DTYPE_VOID || s->dtype == t->dtype);
}

/* The value of a parameter or of an element. */
static RuleValue slot_value(Instance *x, int slot) {
    const Slot *s = &x->m.rule->slots.at[slot];
    if (s->kind != PARAM_TENSOR) return instance_give_up(x);
    const IrType *wanted = x->wanted;
    const uint32_t special = instance_draw(x, 10);
    x->wanted = NULL;
    if (wanted && fits_slot(s, wanted)) return instance_parameter(x, wanted, slot);
    if (special == 8 && x->fn->params.len) { /* a value that is there already */
        IrVar *v = x->fn->params.at[instance_draw(x, (uint32_t)x->fn->params.len)];
        if (fits_slot(s, v->type)) return rule_operand_value(rule_var_operand(x->m.arena, v));
    }
    const IrType *t = tensor_type(x, s, x->before[slot]);
    if (!t) return instance_give_up(x);
    if (special == 9 && !t->has_symbols) return constant(x, t);
    return instance_parameter(x, t, slot);
}

/* A constant all of whose elements are the number: most often of rank 0. */
static RuleValue draw_number(Instance *x, double v) {
    IrModule *m = x->m.m;
    const IrDim *dims[64];
    int64_t extents[64];
    const IrType *wanted = x->wanted;
    int32_t ndim = 0;
    x->wanted = NULL;
    if (wanted) {
        for (int32_t i = 0; i < wanted->ndim; i++) dims[i] = wanted->dims[i];
        ndim = wanted->ndim;
    } else if (instance_draw(x, 4) == 3) {
        ndim = draw_shape(x, dims, -1);
    }
    DType t = wanted ? wanted->dtype : instance_draw(x, 4) == 3 ? DTYPE_BOOL : x->dtype;
    for (int32_t i = 0; i < ndim; i++) {
        if (!ir_dim_is_const(dims[i], &extents[i])) return instance_give_up(x);
    }
    bool fits = dtype_is_float(t) || (v == (double)(int64_t)v && !(v == 0 && 1 / v < 0) &&
                                      (t != DTYPE_BOOL || v == 0 || v == 1));
    if (!fits) return instance_give_up(x);
    Tensor *c = tensor_new(m->ctx, t, extents, (uint32_t)ndim);
    for (size_t i = 0; i < c->count && fits; i++) {
        if (dtype_is_float(t))
            tensor_set_double(c, i, v);
        else
            fits = tensor_set_int(c, i, (int64_t)v);
    }
    IrOperand *o = ARENA_NEW(x->m.arena, IrOperand);
    *o = (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(m, c)};
    return fits ? rule_operand_value(o) : instance_give_up(x);
}

static RuleValue draw_ints(Instance *x, uint32_t count) {
    uint32_t how = instance_draw(x, 4), n = count ? count : instance_draw(x, 4) + 1;
    RuleValue *items = ARENA_ARRAY(x->m.arena, RuleValue, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        items[i] = number(x, how == 0   ? n - 1 - i
                             : how == 1 ? i
                             : how == 2 ? instance_draw(x, 4)
                                        : 1);
    for (uint32_t i = n; how == 3 && i-- > 1;) { /* a permutation */
        items[i] = number(x, i);
        if (i == 1) items[0] = number(x, 0);
    }
    for (uint32_t i = n; how == 3 && i > 1; i--) {
        uint32_t k = instance_draw(x, i);
        RuleValue v = items[i - 1];
        items[i - 1] = items[k];
        items[k] = v;
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = items};
}

/* A value of the parameter's kind. */
static RuleValue draw_attr(Instance *x, const OpParam *p) {
    IrModule *m = x->m.m;
    if (p->none && instance_draw(x, 4) == 3) return (RuleValue){.kind = RULE_NONE};
    switch (p->kind) {
    case OP_PARAM_BOOL: return rule_bool(instance_draw(x, 2));
    case OP_PARAM_INT: return number(x, (int64_t)instance_draw(x, 6) - 1);
    case OP_PARAM_FLOAT:
        return (RuleValue){.kind = RULE_FLOAT, .f = (double)instance_draw(x, 8) / 4 - 0.5};
    case OP_PARAM_STRING: {
        if (!p->choices) return (RuleValue){.kind = RULE_STRING, .s = p->s ? p->s : ""};
        uint32_t n = 0;
        while (p->choices[n]) n++;
        return (RuleValue){.kind = RULE_STRING, .s = p->choices[instance_draw(x, n)]};
    }
    case OP_PARAM_DTYPE: {
        bool same = p->optional && instance_draw(x, 3) == 0;
        return (RuleValue){.kind = RULE_DTYPE, .dtype = same ? DTYPE_VOID : draw_dtype(x)};
    }
    case OP_PARAM_INTS: return draw_ints(x, p->count);
    case OP_PARAM_PADDING: return number(x, instance_draw(x, 2));
    case OP_PARAM_INT_OR_INTS: {
        if (instance_draw(x, 3) == 0) return number(x, instance_draw(x, 3) + 1);
        uint32_t n = instance_draw(x, 3) + 1;
        int64_t at = 0;
        RuleValue *cuts = ARENA_ARRAY(x->m.arena, RuleValue, n);
        for (uint32_t i = 0; i < n; i++) cuts[i] = number(x, at += instance_draw(x, 3));
        return (RuleValue){.kind = RULE_LIST, .n = n, .items = cuts};
    }
    case OP_PARAM_PRIM: return number(x, (int64_t)instance_draw(x, 5) - 1);
    case OP_PARAM_PRIMS: return draw_ints(x, 0);
    case OP_PARAM_SHAPE: {
        const IrDim *dims[64];
        int32_t ndim = draw_shape(x, dims, -1);
        if (instance_draw(x, 3) == 2) { /* the same elements in one or two dims */
            const IrType *t = x->n_shapes ? x->shapes[instance_draw(x, x->n_shapes)] : NULL;
            const IrDim *all = ir_dim_const(m, 1);
            for (int32_t i = 0; t && i < t->ndim; i++) all = ir_dim_mul(m, all, t->dims[i]);
            dims[0] = all;
            dims[1] = ir_dim_const(m, 1);
            ndim = (int32_t)instance_draw(x, 2) + 1;
        }
        RuleValue *items = ARENA_ARRAY(x->m.arena, RuleValue, (size_t)ndim + 1);
        for (int32_t i = 0; i < ndim; i++) items[i] = rule_dim(dims[i]);
        return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)ndim, .items = items};
    }
    default: return none_at_all;
    }
}

/* An attribute's expression: names without a value get one of the parameter's kind. */
static RuleValue attr_value(Instance *x, const SynExpr *e, const OpParam *p) {
    if (e->kind == SYN_NAME && e->name == x->m.rule->set->name.blank) return draw_attr(x, p);
    if (e->kind == SYN_NAME) {
        int slot = rule_slot(x->m.rule, e->name);
        if (slot >= 0 && x->m.slots[slot].kind == RULE_UNBOUND) x->m.slots[slot] = draw_attr(x, p);
    }
    bool list = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
    OpParam item = {.name = p->name,
                    .kind = p->kind == OP_PARAM_INTS || p->kind == OP_PARAM_INT_OR_INTS
                                ? OP_PARAM_INT
                                : OP_PARAM_PRIM};
    for (uint32_t i = 0; list && i < e->n; i++) (void)attr_value(x, e->items[i], &item);
    RuleValue v = rule_eval(&x->m, e);
    return v.kind == RULE_UNKNOWN ? instance_give_up(x) : v;
}

/* Each Many gets its list; `elements` its first `count` items built one after the other. */
static RuleValue build_list(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    uint32_t n = x->count;
    for (uint32_t k = 0; k < p->n_vars; k++) {
        const Slot *s = &m->rule->slots.at[p->many_slots[k]];
        const RuleValue *v = &m->slots[p->many_slots[k]];
        if (v->kind == RULE_LIST)
            n = v->n;
        else if (n < s->min)
            n = s->min;
        else if (n > s->max)
            n = s->max;
    }
    if (p->count) n = MANY_MAX;
    if (n > MANY_MAX) return instance_give_up(x);
    RuleValue *results = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    RuleValue **elements = ARENA_ARRAY(m->arena, RuleValue *, (size_t)p->n_vars + 1);
    for (uint32_t k = 0; k < p->n_vars; k++)
        elements[k] = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    for (uint32_t i = 0; i < n && x->ok; i++) {
        for (uint32_t k = 0; k < p->n_inner; k++) m->slots[p->inner_slots[k]] = none_at_all;
        if (p->index_slot >= 0) m->slots[p->index_slot] = number(x, i);
        for (uint32_t k = 0; k < p->n_vars; k++) {
            const RuleValue *v = &m->slots[p->many_slots[k]];
            if (v->kind != RULE_LIST) continue;
            if (i >= v->n) return instance_give_up(x); /* lists of different lengths */
            m->slots[p->element_slots[k]] = v->items[i];
        }
        results[i] = instance_build(x, p->items[0]);
        for (uint32_t k = 0; k < p->n_vars; k++) elements[k][i] = m->slots[p->element_slots[k]];
        if (i > 0 || !p->count || !x->ok) continue;
        RuleValue v = rule_eval(m, p->count); /* of what the first element has made */
        int64_t count;
        if (v.kind != RULE_DIM || !ir_dim_is_const(v.dim, &count) || count < 0 || count > MANY_MAX)
            return instance_give_up(x);
        n = (uint32_t)count;
    }
    for (uint32_t k = 0; k < p->n_vars; k++) {
        if (m->slots[p->many_slots[k]].kind != RULE_LIST)
            m->slots[p->many_slots[k]] =
                (RuleValue){.kind = RULE_LIST, .n = n, .items = elements[k]};
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = results};
}

static RuleValue build_tuple(Instance *x, const Pattern *p) {
    VEC(RuleValue) items = {.at = NULL};
    uint32_t rotate = p->kind == PATTERN_ANY_ORDER && p->n ? instance_draw(x, p->n) : 0;
    for (uint32_t i = 0; i < p->n && x->ok; i++) {
        RuleValue v = instance_build(x, p->items[(i + rotate) % p->n]);
        bool list = p->items[i]->kind == PATTERN_LIST;
        for (uint32_t k = 0; list && k < v.n; k++) vec_push(x->m.arena, &items, v.items[k]);
        if (!list) vec_push(x->m.arena, &items, v);
    }
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)items.len, .items = items.at};
}

/* An operator for a parameter of type R.Elementwise. */
static const OpDef *draw_op(Instance *x) {
    const OpTable *ops = x->m.m->ops;
    uint32_t n = 0;
    for (size_t i = 0; i < ops->n; i++)
        n += (ops->ops[i]->flags & OP_ELEMENTWISE) && ir_op_n_operands(ops->ops[i]) == 1;
    uint32_t pick = instance_draw(x, n);
    for (size_t i = 0; i < ops->n; i++) {
        bool fits = (ops->ops[i]->flags & OP_ELEMENTWISE) && ir_op_n_operands(ops->ops[i]) == 1;
        if (fits && pick-- == 0) return ops->ops[i];
    }
    return NULL;
}

static RuleValue build_call(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    const bool attrs_known = p->attrs_slot >= 0 && m->slots[p->attrs_slot].kind == RULE_OP;
    if (!attrs_known && instance_may_sample(p)) {
        const uint32_t how = instance_draw(x, 4);
        if (how > 1) return instance_sample(x, p, how == 3);
    }
    /* The call that an operator variable stands for already, or that has the attributes. */
    const IrBinding *as = attrs_known ? m->slots[p->attrs_slot].call : NULL;
    const OpDef *op = p->op;
    if (p->op_slot >= 0) {
        if (m->slots[p->op_slot].kind == RULE_OP) as = m->slots[p->op_slot].call;
        op = as ? as->op : draw_op(x);
        if (!op) return instance_give_up(x);
    }
    const RuleValue **by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)op->n_params + 1);
    RuleValue *values = ARENA_ARRAY(m->arena, RuleValue, (size_t)op->n_params + p->n + 1);
    bool swap = (op->flags & OP_COMMUTATIVE) && p->n == 2 && instance_draw(x, 2);
    uint32_t operand = 0, attr = 0, at = 0, n_rest = 0;
    RuleValue *rest = ARENA_ARRAY(m->arena, RuleValue, (size_t)p->n + 1);
    /* Operands that are values first: attributes may speak of them. */
    for (int pass = 0; pass < 2; pass++) {
        operand = 0;
        for (uint32_t i = 0; i < op->n_params && x->ok; i++) {
            const OpParam *param = &op->params[i];
            if (param->kind == OP_PARAM_REST) {
                for (; pass == 0 && operand < p->n; operand++)
                    rest[n_rest++] = instance_build(x, p->items[operand]);
            } else if (OP_PARAM_IS_OPERAND(param->kind)) {
                const Pattern *item = operand < p->n ? p->items[operand] : NULL;
                bool value = item && item->kind != PATTERN_ATTR;
                operand++;
                if (!item || value != (pass == 0)) continue;
                values[at] = value ? instance_build(x, item) : attr_value(x, item->expr, param);
                by_param[i] = &values[at++];
            }
        }
    }
    if (swap) {
        const RuleValue *v = by_param[0];
        by_param[0] = by_param[1];
        by_param[1] = v;
    }
    for (uint32_t i = 0; i < op->n_params && x->ok; i++) {
        const OpParam *param = &op->params[i];
        if (!OP_PARAM_IS_ATTR(param->kind)) continue;
        const SynExpr *e = p->op ? p->attrs[attr++] : NULL;
        bool free_one = !as && (p->any_attrs || p->op_slot >= 0);
        if (!e && !(free_one && instance_draw(x, 4) == 3)) continue;
        values[at] = e ? attr_value(x, e, param) : draw_attr(x, param);
        by_param[i] = &values[at++];
    }
    if (!x->ok) return none_at_all;
    RuleValue v = rule_build_values(m, p->loc, op, by_param, rest, n_rest, as);
    if (v.kind != RULE_OPERAND || m->failed) return instance_give_up(x);
    const IrBinding *b = v.operand->var->def;
    if (p->op_slot >= 0) m->slots[p->op_slot] = (RuleValue){.kind = RULE_OP, .call = b};
    if (p->attrs_slot >= 0) m->slots[p->attrs_slot] = (RuleValue){.kind = RULE_OP, .call = b};
    instance_note_type(x, b->var->type);
    return v;
}

static RuleValue build_new(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    switch (p->kind) {
    case PATTERN_VAR: return slot_value(x, p->slot);
    case PATTERN_CALL: return build_call(x, p);
    case PATTERN_TUPLE:
    case PATTERN_ANY_ORDER: return build_tuple(x, p);
    case PATTERN_LIST: return build_list(x, p);
    case PATTERN_EITHER: { /* most often the one whose turn it is */
        const uint32_t pick = instance_draw(x, 4 * p->n);
        return instance_build(x, p->items[(x->tape->turn + (pick < 3 * p->n ? 0 : pick)) % p->n]);
    }
    case PATTERN_NUMBER: return draw_number(x, p->number);
    case PATTERN_FIELD: {
        RuleValue t = instance_build(x, p->items[0]), i = rule_eval(m, p->expr);
        int64_t index;
        if (p->expr->kind == SYN_NAME && i.kind == RULE_UNKNOWN) {
            int slot = rule_slot(m->rule, p->expr->name);
            if (slot >= 0 && m->slots[slot].kind == RULE_UNBOUND)
                m->slots[slot] = i = number(x, instance_draw(x, 3));
        }
        bool known = i.kind == RULE_DIM && ir_dim_is_const(i.dim, &index) && t.kind == RULE_OPERAND;
        const IrType *type = known ? ir_operand_type(m->m, t.operand) : NULL;
        if (!type || type->kind != IR_TYPE_TUPLE || index < 0 || index >= type->n)
            return instance_give_up(x);
        return rule_build_field(m, p->loc, t, index);
    }
    case PATTERN_ATTR: break;
    }
    return instance_give_up(x);
}

RuleValue instance_build(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    if (!x->ok) return none_at_all;
    if (p->slot >= 0 && m->slots[p->slot].kind != RULE_UNBOUND) return m->slots[p->slot];
    RuleValue v = build_new(x, p);
    if (p->slot >= 0 && x->ok) m->slots[p->slot] = v;
    return v;
}

/* What the function returns: the pattern's results, now and then a value inside as well. */
static bool finish(Instance *x, const RuleValue *roots, uint32_t n) {
    IrModule *m = x->m.m;
    IrOperandBuf out;
    ir_operands_init(&out, x->m.arena);
    size_t tuple = ir_operands_tuple(&out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const RuleValue *items = roots[i].kind == RULE_LIST ? roots[i].items : &roots[i];
        for (uint32_t k = 0; k < (roots[i].kind == RULE_LIST ? roots[i].n : 1); k++, count++) {
            IrVar *v = rule_build_var(&x->m, (Loc){.line = 0}, items[k]);
            if (!v) return false;
            v->is_output = true;
            ir_operands_var(&out, v);
        }
    }
    uint32_t inside = instance_draw(x, 8);
    for (IrBinding *b = x->fn->body->first; inside >= 6 && b; b = b->next, inside--) {
        if (inside != 6 || !b->var->n_uses) continue;
        b->var->is_output = true;
        ir_operands_var(&out, b->var);
        count++;
    }
    ir_operands_end(&out, tuple, count);
    ir_body_set_result(x->fn->body, out.ops.at, (uint32_t)out.ops.len);
    x->fn->result = ir_operand_type(m, x->fn->body->result.at);
    return true;
}

IrModule *rules_instance(RuleSet *self, size_t index, RuleTape *tape) {
    static const DType simplest[] = {DTYPE_FLOAT32, DTYPE_INT32,   DTYPE_INT8,
                                     DTYPE_FLOAT64, DTYPE_FLOAT32, DTYPE_BOOL}; /* by turn */
    const Rule *rule = self->rules.at[index];
    IrModule *m = ir_module_new(self->ctx, self->ops);
    Arena arena;
    arena_init(&arena, self->ctx);
    Instance x = {.tape = tape, .ok = true};
    rule_match_init(&x.m, rule, m, &arena);
    x.before = ARENA_ARRAY(&arena, const IrType *, rule->slots.len + 1);
    for (size_t i = 0; i < rule->slots.len; i++) x.m.slots[i] = none_at_all;
    x.fn = ir_function_new(m, intern_c(&m->names, "main"));
    x.fn->global = ir_global_new(m, "main");
    x.fn->global->function = x.fn;
    x.fn->body = ir_body_new(x.fn, NULL);
    IrBuilder builder = {.m = m, .fn = x.fn, .block = ir_block_append(x.fn->body, true)};
    x.m.builder = &builder;
    DiagMark mark = diag_mark(self->ctx);
    tape->used = 0;
    (void)instance_draw(&x, 64); /* of the inputs: whoever runs the module asks the tape for it */
    x.narrow = instance_draw(&x, 4) == 3 ? 2 + instance_draw(&x, 2) : 0;
    x.dtype = instance_draw(&x, 2) ? draw_dtype(&x) : simplest[tape->turn % ARRAY_LEN(simplest)];
    x.count = 2 + instance_draw(&x, 4);
    if (instance_draw(&x, 5) == 4) x.count = instance_draw(&x, 2);
    RuleValue *roots = ARENA_ARRAY(&arena, RuleValue, rule->n_roots);
    for (uint32_t i = 0; i < rule->n_roots && x.ok; i++)
        roots[i] = instance_build(&x, rule->roots[i]);
    bool ok = x.ok && !x.m.failed && x.fn->body->first && finish(&x, roots, rule->n_roots);
    diag_rewind(self->ctx, mark);
    arena_fini(&arena);
    if (ok) return m;
    ir_module_free(m);
    return NULL;
}

bool rules_approximate(const RuleSet *self, size_t i) { return self->rules.at[i]->approximate; }
