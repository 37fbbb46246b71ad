/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of a call by the operator's schema: position and keyword to parameter, then each to an
 * operand or an attribute of the parameter's kind. */
#include <stdlib.h>

#include "ir/parse_parts.h"

/* Which argument stands for which parameter. */
typedef struct {
    const SynExpr **by_param; /* NULL: left out */
    const SynExpr *const *rest;
    uint32_t n_rest;
} Matched;

static bool bad_argument(Scope *s, Loc loc, const char *op, const char *what) {
    diag_error(s->p->ctx, loc, DIAG_ARGUMENT, op, what);
    return false;
}

static const char *param_list(Scope *s, const OpParam *params, uint32_t n) {
    StrBuf b;
    strbuf_init(&b, &s->p->ctx->diags->arena);
    for (uint32_t i = 0; i < n; i++) {
        strbuf_printf(&b, "%s%s%s", i ? ", " : "", params[i].kind == OP_PARAM_REST ? "*" : "",
                      params[i].name);
    }
    return strbuf_cstr(&b);
}

/* R.tuple() in the place of a shape, a number or a dtype, as TVM prints what is left out. */
static bool means_none(Scope *s, const OpParam *p, const SynExpr *e) {
    Str name;
    return p->optional &&
           (p->kind == OP_PARAM_SHAPE || p->kind == OP_PARAM_PRIM || p->kind == OP_PARAM_DTYPE) &&
           e->kind == SYN_CALL && e->n == 1 &&
           ir_parse_dotted(s, e->items[0], s->p->name.R, &name) && str_eq_c(name, "tuple");
}

static bool match_args(Scope *s, const SynExpr *call, const char *op, const OpParam *params,
                       uint32_t n, Matched *out) {
    Ctx *ctx = s->p->ctx;
    bool ok = true;
    uint32_t at = 0;
    out->by_param = ARENA_ARRAY(&s->p->m->scratch, const SynExpr *, (size_t)n + 1);
    for (uint32_t i = 1; i < call->n; i++) {
        const SynExpr *e = call->items[i];
        const char *keyword = call->keywords ? call->keywords[i] : NULL;
        if (e->kind == SYN_STARRED) {
            ok = bad_argument(s, e->loc, op, "a starred argument stands in rules only");
            continue;
        }
        uint32_t k = at;
        if (keyword) {
            for (k = 0; k < n; k++) {
                if (strcmp(params[k].name, keyword) == 0) break;
                if (params[k].alias && strcmp(params[k].alias, keyword) == 0) break;
            }
        } else if (k < n && params[k].kind == OP_PARAM_REST) {
            if (out->n_rest++ == 0) out->rest = &call->items[i];
            continue;
        } else {
            at++;
        }
        if (k >= n || params[k].kind == OP_PARAM_REST) {
            const char *what = keyword ? diag_fmt(ctx, "there is no parameter '%s'", keyword)
                                       : diag_fmt(ctx, "takes %u arguments at most", n);
            Diag *d = diag_error(ctx, e->loc, DIAG_ARGUMENT, op, what);
            diag_help(ctx, d, "R.%s(%s)", op, param_list(s, params, n));
            ok = false;
        } else if (out->by_param[k]) {
            ok = bad_argument(s, e->loc, op, diag_fmt(ctx, "'%s' is given twice", params[k].name));
        } else {
            out->by_param[k] = e;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        if (out->by_param[k] && means_none(s, &params[k], out->by_param[k]))
            out->by_param[k] = NULL;
    }
    bool complete = ok; /* else what is missing may stand in what was refused */
    for (uint32_t k = 0; complete && k < n; k++) {
        bool needed = !params[k].optional && params[k].kind != OP_PARAM_REST &&
                      params[k].kind != OP_PARAM_TYPES;
        if (out->by_param[k] || !needed) continue;
        Diag *d = diag_error(ctx, call->loc, DIAG_ARGUMENT, op,
                             diag_fmt(ctx, "'%s' is missing", params[k].name));
        diag_help(ctx, d, "R.%s(%s)", op, param_list(s, params, n));
        ok = false;
    }
    return ok;
}

static bool is_list(const SynExpr *e) { return e->kind == SYN_LIST || e->kind == SYN_TUPLE; }

/* A bare number where a tensor is wanted: its dtype comes from the other operands, or stands with
 * it. */
static bool is_number(Scope *s, const SynExpr *e) {
    double v;
    if (scope_attr(s, e)) return true;
    return e->kind != SYN_STRING && ir_parse_number(s, e, &v);
}

static bool is_prim_syntax(Scope *s, const SynExpr *e) {
    Str name;
    if (e->kind == SYN_CALL && ir_parse_dotted(s, e->items[0], s->p->name.R, &name))
        return str_eq_c(name, "prim_value");
    double v;
    return e->kind != SYN_STRING &&
           (ir_parse_number(s, e, &v) || ir_parse_looks_like_dim(s, e, true));
}

static bool operand_list(Scope *s, const SynExpr *e, IrOperandBuf *out, bool prims) {
    size_t tuple = ir_operands_tuple(out);
    bool ok = true;
    for (uint32_t i = 0; i < e->n; i++) {
        ok &= prims && is_prim_syntax(s, e->items[i]) ? ir_parse_prim(s, e->items[i], out)
                                                      : ir_parse_operand(s, e->items[i], out);
    }
    ir_operands_end(out, tuple, e->n);
    return ok;
}

/* One operand that is no tuple becomes a tuple of one. */
static bool wrapped_operand(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    size_t tuple = ir_operands_tuple(out);
    if (!ir_parse_operand(s, e, out)) return false;
    const IrType *t = ir_operand_type(s->p->m, &out->ops.at[tuple + 1]);
    if (t->kind == IR_TYPE_TUPLE) {
        memmove(&out->ops.at[tuple], &out->ops.at[tuple + 1],
                (out->ops.len - tuple - 1) * sizeof *out->ops.at);
        out->ops.len--;
    } else {
        ir_operands_end(out, tuple, 1);
    }
    return true;
}

static bool parse_function_operand(Scope *s, const SynExpr *e, const char *op, IrOperandBuf *out) {
    Str name;
    if (e->kind == SYN_CALL && e->n == 2 && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "ExternFunc")) {
        e = e->items[1];
    }
    if (e->kind == SYN_STRING) {
        const char *external = ir_parse_string(s, e);
        if (external) ir_operands_string(out, external);
        return external != NULL;
    }
    IrGlobal *g = ir_parse_global(s, e);
    if (g) {
        ir_operands_global(out, g);
        return true;
    }
    if (e->kind == SYN_NAME && scope_find(s, e->name)) return ir_parse_operand(s, e, out);
    bad_argument(s, e->loc, op,
                 "expected a function of the module, or a string that names an external one");
    return false;
}

static bool parse_shape_operand(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    Str name;
    bool literal = is_list(e) ||
                   (e->kind == SYN_CALL && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
                    str_eq_c(name, "shape"));
    if (literal) {
        const IrType *t = ir_parse_shape(s, e, DIMS_USE);
        if (t) ir_operands_shape(out, t);
        return t != NULL;
    }
    if (ir_parse_looks_like_dim(s, e, true)) { /* a lone extent */
        const IrDim *d = ir_parse_dim(s, e, DIMS_USE);
        if (d) ir_operands_shape(out, ir_type_shape(s->p->m, &d, 1));
        return d != NULL;
    }
    return ir_parse_operand(s, e, out);
}

static bool parse_operand_param(Scope *s, const OpParam *p, const SynExpr *e, const char *op,
                                IrOperandBuf *out) {
    if (!e || (e->kind == SYN_NONE && p->optional)) {
        bool fallback = p->kind == OP_PARAM_PRIM && p->optional && !p->none;
        IrModule *m = s->p->m;
        if (fallback) {
            ir_operands_prim(out, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, p->i)), 0);
        } else {
            ir_operands_none(out);
        }
        return true;
    }
    switch (p->kind) {
    case OP_PARAM_TENSOR:
        if (is_number(s, e)) {
            ir_operands_none(out); /* settle_numbers puts the constant here */
            return true;
        }
        return ir_parse_operand(s, e, out);
    case OP_PARAM_TENSORS:
        return is_list(e) ? operand_list(s, e, out, false) : wrapped_operand(s, e, out);
    case OP_PARAM_VALUES:
        return is_list(e) ? operand_list(s, e, out, false) : wrapped_operand(s, e, out);
    case OP_PARAM_PRIMS:
        return is_list(e) ? operand_list(s, e, out, true) : ir_parse_operand(s, e, out);
    case OP_PARAM_PRIM:
        return is_prim_syntax(s, e) ? ir_parse_prim(s, e, out) : ir_parse_operand(s, e, out);
    case OP_PARAM_SHAPE: return parse_shape_operand(s, e, out);
    case OP_PARAM_FUNCTION: return parse_function_operand(s, e, op, out);
    default: return ir_parse_operand(s, e, out);
    }
}

/* Attributes */

static bool bad_attr(Scope *s, const SynExpr *e, const char *op, const OpParam *p,
                     const char *expected) {
    Ctx *ctx = s->p->ctx;
    Diag *d = diag_error(ctx, e->loc, DIAG_ARGUMENT, op,
                         diag_fmt(ctx, "'%s' has the wrong value", p->name));
    diag_expected(ctx, d, "%s", expected);
    if (e->kind == SYN_STRING) {
        diag_found(ctx, d, "\"%.*s\"", (int)(e->str.len < 60 ? e->str.len : 60), e->str.ptr);
    } else {
        diag_found(ctx, d, "%s", syn_kind_text(e->kind));
    }
    return false;
}

/* An integer literal, T.int64(3), R.prim_value(3), -3. */
static bool parse_int(Scope *s, const SynExpr *e, int64_t *out) {
    DType dtype;
    Str name;
    if (e->kind == SYN_CALL && e->n == 2 && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "prim_value")) {
        e = e->items[1];
    }
    e = ir_parse_typed_number(s, e, &dtype);
    if (e->kind == SYN_UNARY && e->op == SYN_OP_NEG && e->items[0]->kind == SYN_INT) {
        return mul_i64(e->items[0]->i, -1, out);
    }
    if (e->kind != SYN_INT && e->kind != SYN_BOOL) return false;
    *out = e->i;
    return true;
}

static bool parse_ints(Scope *s, const SynExpr *e, uint32_t repeat, IrAttr *out) {
    int64_t one;
    if (parse_int(s, e, &one)) {
        uint32_t n = repeat ? repeat : 1;
        int64_t *ints = ARENA_ARRAY(&s->p->m->scratch, int64_t, n);
        for (uint32_t i = 0; i < n; i++) ints[i] = one;
        *out = (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = ints};
        return true;
    }
    if (!is_list(e)) return false;
    int64_t *ints = ARENA_ARRAY(&s->p->m->scratch, int64_t, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        if (!parse_int(s, e->items[i], &ints[i])) return false;
    }
    *out = (IrAttr){.kind = IR_ATTR_INTS, .n = e->n, .ints = ints};
    return true;
}

static bool parse_padding(Scope *s, const OpParam *p, const SynExpr *e, IrAttr *out) {
    uint32_t n = p->count;
    if (!parse_ints(s, e, 2 * n, out)) return false;
    if (out->n == 2 * n) return true;
    if (out->n != 1 && out->n != n) return false;
    int64_t *ints = ARENA_ARRAY(&s->p->m->scratch, int64_t, (size_t)2 * n);
    for (uint32_t i = 0; i < 2 * n; i++) ints[i] = out->ints[out->n == 1 ? 0 : i % n];
    *out = (IrAttr){.kind = IR_ATTR_INTS, .n = 2 * n, .ints = ints};
    return true;
}

static bool parse_choice(Scope *s, const OpParam *p, const SynExpr *e, const char *op,
                         IrAttr *out) {
    Str name;
    if (e->kind == SYN_CALL && e->n == 2 && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "str"))
        e = e->items[1]; /* R.str("global") */
    if (e->kind != SYN_STRING) return bad_attr(s, e, op, p, "a string");
    *out = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_parse_string(s, e)};
    if (!p->choices || !out->s) return out->s != NULL;
    StrBuf b;
    strbuf_init(&b, &s->p->ctx->diags->arena);
    for (uint32_t i = 0; p->choices[i]; i++) {
        if (strcmp(p->choices[i], out->s) == 0) return true;
        strbuf_printf(&b, "%s\"%s\"", i ? ", " : "one of ", p->choices[i]);
    }
    return bad_attr(s, e, op, p, strbuf_cstr(&b));
}

bool ir_parse_attr_param(Scope *s, const OpParam *p, const SynExpr *e, const char *op,
                         IrAttr *out) {
    int64_t i;
    double f;
    const OpParam *from = scope_attr(s, e);
    if (from) {
        *out = *from->value;
        const char *misfit = ir_op_attr_misfit(p, out);
        out->from = from->name;
        return !misfit || bad_attr(s, e, op, p, misfit);
    }
    if (e->kind == SYN_NONE && p->none) {
        *out = (IrAttr){.kind = IR_ATTR_NONE};
        return true;
    }
    switch (p->kind) {
    case OP_PARAM_BOOL:
        if (!parse_int(s, e, &i) || (i != 0 && i != 1))
            return bad_attr(s, e, op, p, "True or False");
        *out = (IrAttr){.kind = IR_ATTR_BOOL, .i = i};
        return true;
    case OP_PARAM_INT:
        if (!parse_int(s, e, &i))
            return bad_attr(s, e, op, p, p->none ? "an integer or None" : "an integer");
        *out = (IrAttr){.kind = IR_ATTR_INT, .i = i};
        return true;
    case OP_PARAM_FLOAT:
        if (e->kind == SYN_STRING || !ir_parse_number(s, e, &f))
            return bad_attr(s, e, op, p, p->none ? "a number or None" : "a number");
        *out = (IrAttr){.kind = IR_ATTR_FLOAT, .f = f};
        return true;
    case OP_PARAM_STRING: return parse_choice(s, p, e, op, out);
    case OP_PARAM_DTYPE: {
        DType t;
        if (!ir_parse_dtype(s, e, &t)) return false;
        *out = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = t};
        if (t == DTYPE_VOID && !p->optional) return bad_attr(s, e, op, p, "a dtype");
        return true;
    }
    case OP_PARAM_INTS:
        if (!parse_ints(s, e, p->count, out) || (p->count && out->n != p->count)) {
            const char *want = p->count
                                   ? diag_fmt(s->p->ctx, "an integer or a list of %u", p->count)
                               : p->none ? "an integer, a list of integers or None"
                                         : "an integer or a list of integers";
            return bad_attr(s, e, op, p, want);
        }
        return true;
    case OP_PARAM_PADDING:
        if (parse_padding(s, p, e, out)) return true;
        return bad_attr(
            s, e, op, p,
            diag_fmt(s->p->ctx, "an integer, or a list of 1, %u or %u", p->count, 2u * p->count));
    case OP_PARAM_INT_OR_INTS:
        if (parse_int(s, e, &i)) {
            *out = (IrAttr){.kind = IR_ATTR_INT, .i = i};
            return true;
        }
        return parse_ints(s, e, 0, out) ||
               bad_attr(s, e, op, p, "an integer or a list of integers");
    case OP_PARAM_LIST:
        if (p->form != OP_LIST_PLAIN) return ir_parse_formed_list(s, p, e, out);
        if (!ir_parse_attr(s, e, out)) return false;
        return out->kind == IR_ATTR_LIST || out->kind == IR_ATTR_INTS ||
               bad_attr(s, e, op, p, "a list");
    default: BUG("'%s' is no attribute", p->name);
    }
}

typedef struct {
    const char *key;
    const SynExpr *at, *value;
} DictItem;

static int compare_items(const void *a, const void *b) {
    const DictItem *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order
               ? order
               : (x->at->loc.offset > y->at->loc.offset) - (x->at->loc.offset < y->at->loc.offset);
}

static bool parse_dict(Scope *s, const SynExpr *e, IrAttr *out) {
    uint32_t n = e->n / 2;
    Arena *scratch = &s->p->m->scratch;
    DictItem *sorted = ARENA_ARRAY(scratch, DictItem, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SynExpr *key = e->items[2 * i];
        if (key->kind != SYN_STRING)
            return ir_parse_expected(s, key, "a dictionary's key", "a string");
        sorted[i] = (DictItem){ir_parse_string(s, key), key, e->items[2 * i + 1]};
        if (!sorted[i].key) return false;
    }
    qsort(sorted, n, sizeof *sorted, compare_items);
    IrAttr *items = ARENA_ARRAY(scratch, IrAttr, (size_t)n + 1);
    const char **keys = ARENA_ARRAY(scratch, const char *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        keys[i] = sorted[i].key;
        if (i && keys[i] == keys[i - 1]) {
            diag_error(s->p->ctx, sorted[i].at->loc, DIAG_DUPLICATE, keys[i]);
            return false;
        }
        if (!ir_parse_attr(s, sorted[i].value, &items[i])) return false;
    }
    *out = (IrAttr){.kind = IR_ATTR_DICT, .n = n, .items = items, .keys = keys};
    return true;
}

bool ir_parse_attr(Scope *s, const SynExpr *e, IrAttr *out) {
    DType dtype;
    const SynExpr *x = ir_parse_typed_number(s, e, &dtype);
    double f;
    switch (x->kind) {
    case SYN_NONE: *out = (IrAttr){.kind = IR_ATTR_NONE}; return true;
    case SYN_BOOL: *out = (IrAttr){.kind = IR_ATTR_BOOL, .i = x->i}; return true;
    case SYN_INT:
        *out = dtype_is_float(dtype) ? (IrAttr){.kind = IR_ATTR_FLOAT, .f = (double)x->i}
               : dtype == DTYPE_BOOL ? (IrAttr){.kind = IR_ATTR_BOOL, .i = x->i != 0}
                                     : (IrAttr){.kind = IR_ATTR_INT, .i = x->i};
        return true;
    case SYN_STRING:
        if (x != e && ir_parse_number(s, e, &f)) break; /* T.float32("inf") */
        *out = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_parse_string(s, x)};
        return out->s != NULL;
    case SYN_LIST:
    case SYN_TUPLE: {
        IrAttr *items = ARENA_ARRAY(&s->p->m->scratch, IrAttr, (size_t)x->n + 1);
        for (uint32_t i = 0; i < x->n; i++) {
            if (!ir_parse_attr(s, x->items[i], &items[i])) return false;
        }
        *out = (IrAttr){.kind = IR_ATTR_LIST, .n = x->n, .items = items};
        return true;
    }
    case SYN_DICT: return parse_dict(s, x, out);
    default: break;
    }
    if (ir_parse_number(s, e, &f)) {
        *out = (IrAttr){.kind = IR_ATTR_FLOAT, .f = f};
        return true;
    }
    return ir_parse_expected(s, e, "no attribute value",
                             "a number, string, None, list or dictionary of these");
}

static bool parse_types(Scope *s, const SynExpr *e, CallArgs *out) {
    const SynExpr *const *items = is_list(e) ? e->items : &e;
    uint32_t n = is_list(e) ? e->n : 1;
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) {
        const IrType *t = ir_parse_type(s, items[i]);
        if (t) vec_push(&s->p->m->scratch, &out->types, t);
        ok &= t != NULL;
    }
    return ok;
}

/* Bare numbers among the tensors get the dtype of the first operand that has one; a bool operand
 * (where's condition) decides for True and False only. Where no tensor does, but arithmetic on
 * symbols, n == 16, they are prim values as that is. */
static bool settle_numbers(Scope *s, const OpParam *params, uint32_t n, const Matched *args,
                           CallArgs *out) {
    DType dtype = DTYPE_VOID;
    bool ok = true, symbols = false;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0, at = 0; i < n; i++) {
            if (!OP_PARAM_IS_OPERAND(params[i].kind) || params[i].kind == OP_PARAM_REST) continue;
            IrOperand *o = &out->operands.ops.at[at];
            at += o->span;
            const SynExpr *e = args->by_param[i];
            if (params[i].kind != OP_PARAM_TENSOR || !e || e->kind == SYN_NONE) continue;
            if (!is_number(s, e)) {
                const IrType *t = ir_operand_type(s->p->m, o);
                bool decides = t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_BOOL;
                if (decides && dtype == DTYPE_VOID) dtype = t->dtype;
                symbols |= o->kind == IR_OPERAND_PRIM;
            } else if (pass == 1 && symbols && dtype == DTYPE_VOID) {
                IrOperandBuf prim;
                ir_operands_init(&prim, &s->p->m->scratch);
                ok &= ir_parse_prim(s, e, &prim);
                if (prim.ops.len == 1) *o = prim.ops.at[0];
            } else if (pass == 1) {
                DType typed;
                ir_parse_typed_number(s, e, &typed);
                const bool open = typed == DTYPE_VOID && dtype == DTYPE_VOID &&
                                  e->kind != SYN_BOOL && scope_definition(s);
                IrConst *c = open ? ir_parse_open_number(s, e)
                                  : ir_parse_scalar(s, e,
                                                    typed != DTYPE_VOID   ? typed
                                                    : e->kind == SYN_BOOL ? DTYPE_BOOL
                                                                          : dtype);
                ok &= c != NULL;
                if (c) *o = (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = c};
            }
        }
    }
    return ok;
}

bool ir_parse_args(Scope *s, const SynExpr *call, const char *name, const OpParam *params,
                   uint32_t n, CallArgs *out) {
    IrModule *m = s->p->m;
    Matched args = {.n_rest = 0};
    *out = (CallArgs){.attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n + 1)};
    ir_operands_init(&out->operands, &m->scratch);
    if (!match_args(s, call, name, params, n, &args)) return false;
    ir_param_defaults(m, params, n, out->attrs);
    bool ok = true, numbers = false;
    uint32_t attr = 0;
    for (uint32_t i = 0; i < n; i++) {
        const OpParam *p = &params[i];
        const SynExpr *e = args.by_param[i];
        if (p->kind == OP_PARAM_REST) {
            for (uint32_t k = 0; k < args.n_rest; k++)
                ok &= ir_parse_operand(s, args.rest[k], &out->operands);
        } else if (OP_PARAM_IS_OPERAND(p->kind)) {
            numbers |= p->kind == OP_PARAM_TENSOR && e && is_number(s, e);
            ok &= parse_operand_param(s, p, e, name, &out->operands);
        } else if (p->kind == OP_PARAM_TYPES) {
            ok &= !e || parse_types(s, e, out);
        } else {
            ok &= !e || ir_parse_attr_param(s, p, e, name, &out->attrs[attr]);
            attr++;
        }
    }
    return ok && (!numbers || settle_numbers(s, params, n, &args, out));
}
