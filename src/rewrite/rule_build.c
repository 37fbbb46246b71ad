/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in replacements: values of the rule language to operands and attributes by the operator's
 * schema, then the builder. What inference refuses refuses the match, with inference's own
 * words. */
#include "rewrite/parts.h"

static RuleValue refused(RuleMatch *m, Loc loc, const char *what) {
    return rule_unknown(m, "%s:%u: %s", m->rule->source, loc.line, what);
}

static bool as_int(const RuleValue *v, int64_t *out) {
    if (v->kind == RULE_BOOL) {
        *out = v->truth == IR_PROVED;
        return true;
    }
    return v->kind == RULE_DIM && ir_dim_is_const(v->dim, out);
}

static bool as_ints(RuleMatch *m, const RuleValue *v, uint32_t repeat, IrAttr *out) {
    int64_t one = 0;
    const RuleValue *items = v->items;
    uint32_t n = v->n;
    if (as_int(v, &one)) {
        n = repeat ? repeat : 1;
        items = NULL;
    } else if (v->kind != RULE_LIST) {
        return false;
    }
    int64_t *ints = ARENA_ARRAY(m->arena, int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (items ? !as_int(&items[i], &ints[i]) : (ints[i] = one, false)) return false;
    }
    *out = (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = ints};
    return true;
}

static bool as_list(RuleMatch *m, const RuleValue *v, IrAttr *out) {
    IrAttr *items = ARENA_ARRAY(m->arena, IrAttr, (size_t)v->n + 1);
    for (uint32_t i = 0; i < v->n; i++) {
        const RuleValue *x = &v->items[i];
        int64_t number;
        if (x->kind == RULE_LIST) {
            if (!as_list(m, x, &items[i])) return false;
        } else if (x->kind == RULE_STRING) {
            items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = x->s};
        } else if (x->kind == RULE_FLOAT) {
            items[i] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = x->f};
        } else if (as_int(x, &number)) {
            items[i] =
                (IrAttr){.kind = x->kind == RULE_BOOL ? IR_ATTR_BOOL : IR_ATTR_INT, .i = number};
        } else {
            return false;
        }
    }
    *out = (IrAttr){.kind = IR_ATTR_LIST, .n = v->n, .items = items};
    return true;
}

bool rule_attr(RuleMatch *m, const OpParam *param, const RuleValue *v, IrAttr *out) {
    int64_t i;
    if (v->kind == RULE_NONE && param->none) {
        *out = (IrAttr){.kind = IR_ATTR_NONE};
        return true;
    }
    bool ok = false;
    switch (param->kind) {
    case OP_PARAM_BOOL:
    case OP_PARAM_INT:
        ok = as_int(v, &i);
        if (ok)
            *out =
                (IrAttr){.kind = param->kind == OP_PARAM_BOOL ? IR_ATTR_BOOL : IR_ATTR_INT, .i = i};
        break;
    case OP_PARAM_FLOAT:
        ok = v->kind == RULE_FLOAT || as_int(v, &i);
        if (ok)
            *out = (IrAttr){.kind = IR_ATTR_FLOAT, .f = v->kind == RULE_FLOAT ? v->f : (double)i};
        break;
    case OP_PARAM_STRING:
        ok = v->kind == RULE_STRING;
        if (ok) *out = (IrAttr){.kind = IR_ATTR_STRING, .s = v->s};
        break;
    case OP_PARAM_DTYPE: {
        DType t = v->dtype;
        ok = v->kind == RULE_DTYPE || (v->kind == RULE_STRING && dtype_parse(str_c(v->s), &t));
        if (ok) *out = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = t};
        break;
    }
    case OP_PARAM_INTS:
        ok = as_ints(m, v, param->count, out) && (!param->count || out->n == param->count);
        break;
    case OP_PARAM_PADDING: {
        IrAttr a;
        ok = as_ints(m, v, 2u * param->count, &a) &&
             (a.n == 2u * param->count || a.n == param->count || a.n == 1);
        if (!ok) break;
        int64_t *ints = ARENA_ARRAY(m->arena, int64_t, (size_t)2 * param->count);
        for (uint32_t k = 0; k < 2u * param->count; k++) ints[k] = a.ints[a.n == 1 ? 0 : k % a.n];
        *out = (IrAttr){.kind = IR_ATTR_INTS, .n = 2u * param->count, .ints = ints};
        break;
    }
    case OP_PARAM_INT_OR_INTS:
        ok = as_int(v, &i);
        if (ok)
            *out = (IrAttr){.kind = IR_ATTR_INT, .i = i};
        else
            ok = as_ints(m, v, 0, out);
        break;
    case OP_PARAM_LIST: ok = v->kind == RULE_LIST && as_list(m, v, out); break;
    default: break;
    }
    return ok || rule_miss(m, "'%s' cannot be %s", param->name, rule_value_text(m, v));
}

/* Operands */

typedef struct {
    RuleMatch *m;
    Loc loc;
    IrOperandBuf buf;
    DType dtype; /* of the first tensor: what bare numbers get */
} Operands;

static bool add_value(Operands *o, const RuleValue *v) {
    IrModule *m = o->m->m;
    switch (v->kind) {
    case RULE_OPERAND: ir_operands_copy(&o->buf, v->operand); return true;
    case RULE_FLOAT:
    case RULE_BOOL:
    case RULE_DIM: {
        int64_t i = 0;
        if (v->kind != RULE_FLOAT && !as_int(v, &i))
            return rule_miss(o->m, "a tensor cannot be made of %s", rule_value_text(o->m, v));
        DType t = v->kind == RULE_BOOL     ? DTYPE_BOOL
                  : o->dtype == DTYPE_VOID ? DTYPE_FLOAT32
                                           : o->dtype;
        Tensor *tensor = tensor_new(m->ctx, t, NULL, 0);
        bool fits = true;
        if (v->kind == RULE_FLOAT && dtype_is_float(t))
            tensor_set_double(tensor, 0, v->f);
        else if (v->kind == RULE_FLOAT)
            fits = v->f >= -0x1p63 && v->f < 0x1p63 && (double)(int64_t)v->f == v->f &&
                   tensor_set_int(tensor, 0, (int64_t)v->f);
        else
            fits = tensor_set_int(tensor, 0, i);
        if (!fits) {
            tensor_unref(tensor);
            return rule_miss(o->m, "%s does not fit %s", rule_value_text(o->m, v), dtype_name(t));
        }
        ir_operands_const(&o->buf, ir_const_new(m, tensor));
        return true;
    }
    case RULE_LIST: {
        size_t tuple = ir_operands_tuple(&o->buf);
        for (uint32_t i = 0; i < v->n; i++) {
            if (!add_value(o, &v->items[i])) return false;
        }
        ir_operands_end(&o->buf, tuple, v->n);
        return true;
    }
    case RULE_STRING: ir_operands_string(&o->buf, intern_c(&m->names, v->s)); return true;
    default: return rule_miss(o->m, "%s is no operand", rule_value_text(o->m, v));
    }
}

static bool add_prim(Operands *o, const RuleValue *v) {
    IrModule *m = o->m->m;
    if (v->kind == RULE_DIM) {
        ir_operands_prim(&o->buf, ir_type_prim(m, DTYPE_INT64, v->dim), 0);
    } else if (v->kind == RULE_FLOAT) {
        ir_operands_prim(&o->buf, ir_type_prim(m, DTYPE_FLOAT64, NULL), v->f);
    } else if (v->kind == RULE_LIST) {
        size_t tuple = ir_operands_tuple(&o->buf);
        for (uint32_t i = 0; i < v->n; i++) {
            if (!add_prim(o, &v->items[i])) return false;
        }
        ir_operands_end(&o->buf, tuple, v->n);
    } else {
        return add_value(o, v);
    }
    return true;
}

static bool add_shape(Operands *o, const RuleValue *v) {
    IrModule *m = o->m->m;
    if (v->kind == RULE_OPERAND) return add_value(o, v);
    const RuleValue *items = v->kind == RULE_LIST ? v->items : v;
    uint32_t n = v->kind == RULE_LIST ? v->n : 1;
    const IrDim **dims = ARENA_ARRAY(o->m->arena, const IrDim *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (items[i].kind != RULE_DIM)
            return rule_miss(o->m, "%s is no extent", rule_value_text(o->m, &items[i]));
        dims[i] = items[i].dim;
    }
    ir_operands_shape(&o->buf, ir_type_shape(m, dims, (int32_t)n));
    return true;
}

static bool add_operand(Operands *o, const OpParam *param, const RuleValue *v) {
    if (!v || v->kind == RULE_NONE) {
        if (!param->optional && !param->none)
            return rule_miss(o->m, "'%s' is no operand that may be left out", param->name);
        bool fallback = param->kind == OP_PARAM_PRIM && param->optional && !param->none;
        if (fallback) {
            ir_operands_prim(
                &o->buf, ir_type_prim(o->m->m, DTYPE_INT64, ir_dim_const(o->m->m, param->i)), 0);
        } else {
            ir_operands_none(&o->buf);
        }
        return true;
    }
    switch (param->kind) {
    case OP_PARAM_SHAPE: return add_shape(o, v);
    case OP_PARAM_PRIM:
    case OP_PARAM_PRIMS: return add_prim(o, v);
    case OP_PARAM_TENSORS:
    case OP_PARAM_VALUES:
        if (v->kind == RULE_LIST) return add_value(o, v);
        if (v->kind == RULE_OPERAND) {
            const IrType *t = ir_operand_type(o->m->m, v->operand);
            if (t->kind == IR_TYPE_TUPLE) return add_value(o, v);
            RuleValue one = rule_list(o->m, v, 1);
            return add_value(o, &one);
        }
        return add_value(o, v);
    default: return add_value(o, v);
    }
}

/* The dtype of the first tensor among the arguments. */
static DType first_dtype(RuleMatch *m, const RuleValue *v) {
    if (v->kind == RULE_LIST) return v->n ? first_dtype(m, &v->items[0]) : DTYPE_VOID;
    if (v->kind != RULE_OPERAND) return DTYPE_VOID;
    const IrType *t = ir_operand_type(m->m, v->operand);
    return t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_BOOL ? t->dtype : DTYPE_VOID;
}

/* by_param: one per parameter of the schema, NULL: left out. form.attrs: of a call whose attributes
 * are taken over where they are not given, or NULL. */
static RuleValue build(RuleMatch *m, Loc loc, const OpDef *op, const RuleValue *const *by_param,
                       const RuleValue *rest, uint32_t n_rest, IrCallForm form) {
    IrModule *ir = m->m;
    Operands o = {.m = m, .loc = loc};
    ir_operands_init(&o.buf, m->arena);
    for (uint32_t i = 0; i < op->n_params && o.dtype == DTYPE_VOID; i++) {
        if (by_param[i] && OP_PARAM_IS_OPERAND(op->params[i].kind))
            o.dtype = first_dtype(m, by_param[i]);
    }
    uint32_t n_attrs = ir_op_n_attrs(op), attr = 0;
    IrAttr *attrs = ARENA_ARRAY(m->arena, IrAttr, (size_t)n_attrs + 1);
    ir_attr_defaults(ir, op, attrs);
    if (form.attrs && n_attrs) memcpy(attrs, form.attrs, n_attrs * sizeof *attrs);
    form.attrs = attrs;
    RuleValue no = {.kind = RULE_UNKNOWN};
    for (uint32_t i = 0; i < op->n_params; i++) {
        const OpParam *param = &op->params[i];
        const RuleValue *v = by_param[i];
        if (param->kind == OP_PARAM_REST) {
            for (uint32_t k = 0; k < n_rest; k++) {
                if (!add_value(&o, &rest[k])) return no;
            }
        } else if (OP_PARAM_IS_OPERAND(param->kind)) {
            if (!v && !param->optional)
                return rule_fault(m, loc,
                                  arena_printf(m->arena, "R.%s needs '%s'", op->name, param->name));
            if (!add_operand(&o, param, v)) return no;
        } else if (param->kind != OP_PARAM_TYPES) {
            if (v && !rule_attr(m, param, v, &attrs[attr])) return no;
            attr++;
        }
    }
    DiagMark mark = diag_mark(ir->ctx);
    m->builder->loc = loc;
    IrVar *y = ir_build_call(m->builder, op, o.buf.ops.at, (uint32_t)o.buf.ops.len, form,
                             intern_c(&ir->names, "lv"));
    const char *why = diag_rewind(ir->ctx, mark);
    if (!y) {
        why = diag_fmt(ir->ctx, "%s", why ? why : "inference refused it");
        rule_miss(m, "%s:%u: %s", m->rule->source, loc.line, why);
        return refused(m, loc, why);
    }
    return rule_operand_value(rule_var_operand(m->arena, y));
}

/* Of a call; NULL: nothing is stated. */
static IrCallForm form_of(const IrBinding *call) {
    return call ? (IrCallForm){call->attrs, call->types, call->n_types}
                : (IrCallForm){.attrs = NULL};
}

RuleValue rule_build_values(RuleMatch *m, Loc loc, const OpDef *op,
                            const RuleValue *const *by_param, const RuleValue *rest,
                            uint32_t n_rest, const IrBinding *as) {
    return build(m, loc, op, by_param, rest, n_rest, form_of(as));
}

RuleValue rule_build_op(RuleMatch *m, Loc loc, const OpDef *op, const RuleValue *args, uint32_t n) {
    const RuleValue **by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)op->n_params + 1);
    for (uint32_t i = 0; i < n && i < op->n_params; i++) by_param[i] = &args[i];
    return build(m, loc, op, by_param, NULL, 0, form_of(NULL));
}

/* R.Tensor((n, 3), "float32") in a replacement: types of results that cannot be inferred. */
static const IrType *build_type(RuleMatch *m, const SynExpr *e) {
    const SynExpr *f = e->kind == SYN_CALL ? e->items[0] : e;
    if (f->kind != SYN_ATTR || strcmp(f->name, "Tensor") != 0) return NULL;
    const IrDim *const *dims = NULL;
    int32_t ndim = IR_NDIM_UNKNOWN;
    DType dtype = DTYPE_VOID;
    for (uint32_t i = 1; e->kind == SYN_CALL && i < e->n; i++) {
        const char *key = e->keywords ? e->keywords[i] : NULL;
        const SynExpr *x = e->items[i];
        if (x->kind == SYN_STRING) {
            if (!dtype_parse(x->str, &dtype)) return NULL;
        } else if (key && strcmp(key, "ndim") == 0 && x->kind == SYN_INT) {
            ndim = (int32_t)x->i;
        } else if (x->kind == SYN_LIST || x->kind == SYN_TUPLE) {
            const IrDim **d = ARENA_ARRAY(m->arena, const IrDim *, (size_t)x->n + 1);
            for (uint32_t k = 0; k < x->n; k++) {
                const SynExpr *item = x->items[k];
                if (item->kind == SYN_STRING)
                    item = syn_parse_expr(m->m->ctx, m->arena, &m->rule->set->names, item->str,
                                          item->loc);
                RuleValue v = item ? rule_eval(m, item) : (RuleValue){.kind = RULE_UNKNOWN};
                if (v.kind != RULE_DIM) return NULL;
                d[k] = v.dim;
            }
            dims = d;
            ndim = (int32_t)x->n;
        } else {
            RuleValue v = rule_eval(m, x);
            if (v.kind != RULE_DTYPE) return NULL;
            dtype = v.dtype;
        }
    }
    return ir_type_tensor(m->m, dims, ndim, dtype);
}

static RuleValue build_maybe(RuleMatch *m, const SynExpr *e) {
    for (uint32_t i = 1; i + 1 < e->n; i++) {
        RuleValue v = rule_eval(m, e->items[i]);
        if (v.kind != RULE_UNKNOWN || m->failed) return v;
    }
    return rule_eval(m, e->items[e->n - 1]);
}

/* R.const(number, dtype) */
static RuleValue build_const(RuleMatch *m, const SynExpr *e) {
    RuleValue v = e->n == 3 ? rule_eval(m, e->items[1]) : (RuleValue){.kind = RULE_NONE};
    RuleValue dtype = e->n == 3 ? rule_eval(m, e->items[2]) : v;
    if (v.kind == RULE_UNKNOWN) return v;
    if (dtype.kind == RULE_UNKNOWN) return dtype;
    Operands o = {.m = m, .loc = e->loc, .dtype = dtype.dtype};
    bool known = dtype.kind == RULE_DTYPE ||
                 (dtype.kind == RULE_STRING && dtype_parse(str_c(dtype.s), &o.dtype));
    bool number = v.kind == RULE_DIM || v.kind == RULE_FLOAT || v.kind == RULE_BOOL;
    if (!known || !number) return rule_fault(m, e->loc, "R.const takes a number and a dtype");
    ir_operands_init(&o.buf, m->arena);
    return add_value(&o, &v) ? rule_operand_value(o.buf.ops.at) : (RuleValue){.kind = RULE_UNKNOWN};
}

/* f(x): the operator that matched, with its attributes. */
static RuleValue build_op_variable(RuleMatch *m, const SynExpr *e) {
    RuleValue f = rule_eval(m, e->items[0]);
    if (f.kind == RULE_UNKNOWN) return f;
    if (f.kind != RULE_OP || e->n != 2)
        return rule_fault(m, e->loc, "only an operator of one operand can be called so");
    RuleValue x = rule_eval(m, e->items[1]);
    if (x.kind == RULE_UNKNOWN) return x;
    const OpDef *op = f.call->op;
    const RuleValue **by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)op->n_params + 1);
    by_param[0] = &x;
    return build(m, e->loc, op, by_param, NULL, 0, form_of(f.call));
}

RuleValue rule_build_call(RuleMatch *m, const SynExpr *e, const char *name) {
    (void)name;
    if (e->items[0]->kind == SYN_NAME) return build_op_variable(m, e);
    name = rule_dotted(m->rule->set, m->arena, e->items[0]);
    if (!name) return rule_fault(m, e->loc, "expected R.something(...)");
    if (strcmp(name, "maybe") == 0 || strcmp(name, "either") == 0) return build_maybe(m, e);
    if (strcmp(name, "const") == 0) return build_const(m, e);
    const OpDef *op = ir_op_table_find(m->m->ops, str_c(name));
    if (!op) return rule_fault(m, e->loc, arena_printf(m->arena, "R.%s is no operator", name));
    const RuleValue **by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)op->n_params + 1);
    RuleValue *values = ARENA_ARRAY(m->arena, RuleValue, (size_t)e->n + 1),
              *rest = ARENA_ARRAY(m->arena, RuleValue, (size_t)e->n + 1);
    VEC(const IrType *) types = {.at = NULL};
    const IrBinding *from = NULL;
    uint32_t at = 0, n_rest = 0;
    for (uint32_t i = 1; i < e->n; i++) {
        const SynExpr *x = e->items[i];
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        if (x->kind == SYN_STARRED && x->op == SYN_OP_POW) {
            RuleValue v = rule_eval(m, x->items[0]);
            if (v.kind == RULE_UNKNOWN) return v; /* absent */
            if (v.kind != RULE_OP || v.call->op != op)
                return rule_fault(m, x->loc,
                                  "**name takes the attributes of a call of the same operator");
            from = v.call;
            continue;
        }
        uint32_t k = at;
        if (keyword) {
            for (k = 0; k < op->n_params; k++) {
                if (strcmp(op->params[k].name, keyword) == 0) break;
                if (op->params[k].alias && strcmp(op->params[k].alias, keyword) == 0) break;
            }
        } else if (k < op->n_params && op->params[k].kind == OP_PARAM_REST) {
            rest[n_rest] = rule_eval(m, x);
            if (rest[n_rest++].kind == RULE_UNKNOWN) return rest[n_rest - 1];
            continue;
        } else {
            at++;
        }
        if (k >= op->n_params || by_param[k])
            return rule_fault(m, x->loc,
                              arena_printf(m->arena, "R.%s does not take this argument", op->name));
        if (op->params[k].kind == OP_PARAM_TYPES) {
            const SynExpr *const *items =
                x->kind == SYN_LIST || x->kind == SYN_TUPLE ? x->items : &x;
            uint32_t n = x->kind == SYN_LIST || x->kind == SYN_TUPLE ? x->n : 1;
            for (uint32_t j = 0; j < n; j++) {
                const IrType *t = build_type(m, items[j]);
                if (!t) return rule_fault(m, items[j]->loc, "expected R.Tensor(shape, dtype)");
                vec_push(m->arena, &types, t);
            }
            continue;
        }
        values[i] = rule_eval(m, x);
        if (values[i].kind == RULE_UNKNOWN) return values[i];
        by_param[k] = &values[i];
    }
    const IrCallForm form = {from ? from->attrs : NULL, types.at, (uint32_t)types.len};
    return build(m, e->loc, op, by_param, rest, n_rest, form);
}

RuleValue rule_build_field(RuleMatch *m, Loc loc, RuleValue tuple, int64_t index) {
    if (!m->builder)
        return rule_fault(m, loc, "a field stands in patterns and replacements, not in conditions");
    const IrOperand *o = rule_resolve(tuple.operand);
    if (o->kind == IR_OPERAND_TUPLE) {
        const IrOperand *item = o + 1;
        for (int64_t i = 0; i < index; i++) item += item->span;
        return rule_operand_value(item);
    }
    m->builder->loc = loc;
    IrVar *v = ir_build_field(m->builder, tuple.operand, tuple.operand->span, (uint32_t)index,
                              intern_c(&m->m->names, "lv"));
    return v ? rule_operand_value(rule_var_operand(m->arena, v)) : refused(m, loc, "a field");
}

IrVar *rule_build_var(RuleMatch *m, Loc loc, RuleValue v) {
    if (v.kind == RULE_OPERAND && v.operand->kind == IR_OPERAND_VAR) return v.operand->var;
    Operands o = {.m = m, .loc = loc};
    ir_operands_init(&o.buf, m->arena);
    if (!add_value(&o, &v)) return NULL;
    m->builder->loc = loc;
    return ir_build_value(m->builder, o.buf.ops.at, (uint32_t)o.buf.ops.len,
                          intern_c(&m->m->names, "lv"));
}
