/* SPDX-License-Identifier: Apache-2.0 */
/* What is drawn for an instance: extents, dtypes, shapes, constants, parameters, attributes. Types
 * are likely to fit each other: the same shape as an earlier one, a suffix of it, a partner for a
 * matmul. */
#include <math.h>

#include "rewrite/instance_parts.h"

enum { RANK_MAX = 5 };

uint32_t instance_draw(Instance *x, uint32_t n) {
    RuleTape *t = x->tape;
    uint32_t v = t->used < t->n ? t->at[t->used] : 0;
    if (t->ranges && t->used < t->n)
        t->ranges[t->used] = (uint16_t)(n < UINT16_MAX ? n : UINT16_MAX);
    t->used++;
    return n ? v % n : 0;
}

RuleValue instance_give_up(Instance *x) {
    x->ok = false;
    return (RuleValue){.kind = RULE_UNBOUND};
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

DType instance_dtype(Instance *x) {
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
        t = instance_draw(x, 12) == 11 ? instance_dtype(x) : like < 3 ? before->dtype : x->dtype;
    }
    return ir_type_tensor(x->m.m, dims, ndim, t);
}

/* Whether a value of the type may stand for the slot, as far as rank and dtype say. */
static bool fits_slot(const Slot *s, const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims && !s->has_shape && s->dtype_slot < 0 &&
           (s->ndim < 0 || s->ndim == t->ndim) && (s->dtype == DTYPE_VOID || s->dtype == t->dtype);
}

RuleValue instance_slot(Instance *x, int slot) {
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

RuleValue instance_number(Instance *x, double v) {
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
        items[i] = rule_int(x->m.m, how == 0   ? n - 1 - i
                                    : how == 1 ? i
                                    : how == 2 ? instance_draw(x, 4)
                                               : 1);
    for (uint32_t i = n; how == 3 && i-- > 1;) { /* a permutation */
        items[i] = rule_int(x->m.m, i);
        if (i == 1) items[0] = rule_int(x->m.m, 0);
    }
    for (uint32_t i = n; how == 3 && i > 1; i--) {
        uint32_t k = instance_draw(x, i);
        RuleValue v = items[i - 1];
        items[i - 1] = items[k];
        items[k] = v;
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = items};
}

RuleValue instance_attr(Instance *x, const OpParam *p) {
    IrModule *m = x->m.m;
    if (p->none && instance_draw(x, 4) == 3) return (RuleValue){.kind = RULE_NONE};
    switch (p->kind) {
    case OP_PARAM_BOOL: return rule_bool(instance_draw(x, 2));
    case OP_PARAM_INT: return rule_int(x->m.m, (int64_t)instance_draw(x, 6) - 1);
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
        return (RuleValue){.kind = RULE_DTYPE, .dtype = same ? DTYPE_VOID : instance_dtype(x)};
    }
    case OP_PARAM_INTS: return draw_ints(x, p->count);
    case OP_PARAM_PADDING: return rule_int(x->m.m, instance_draw(x, 2));
    case OP_PARAM_INT_OR_INTS: {
        if (instance_draw(x, 3) == 0) return rule_int(x->m.m, instance_draw(x, 3) + 1);
        uint32_t n = instance_draw(x, 3) + 1;
        int64_t at = 0;
        RuleValue *cuts = ARENA_ARRAY(x->m.arena, RuleValue, n);
        for (uint32_t i = 0; i < n; i++) cuts[i] = rule_int(x->m.m, at += instance_draw(x, 3));
        return (RuleValue){.kind = RULE_LIST, .n = n, .items = cuts};
    }
    case OP_PARAM_PRIM: return rule_int(x->m.m, (int64_t)instance_draw(x, 5) - 1);
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
    default: return (RuleValue){.kind = RULE_UNBOUND};
    }
}
