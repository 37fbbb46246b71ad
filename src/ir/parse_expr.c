/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions: to an operand where they are one, else to a binding. */
#include "ir/parse_parts.h"

bool ir_parse_dotted(Scope *s, const SynExpr *e, const char *root, Str *out) {
    size_t len = 0;
    const SynExpr *x = e;
    for (; x->kind == SYN_ATTR; x = x->items[0]) len += strlen(x->name) + 1;
    if (x == e || !ir_parse_is(x, root)) return false;
    if (e->items[0] == x) {
        *out = (Str){e->name, len - 1};
        return true;
    }
    char *text = arena_alloc(&s->p->m->scratch, len);
    char *end = text + len - 1;
    *end = '\0';
    for (x = e; x->kind == SYN_ATTR; x = x->items[0]) {
        size_t n = strlen(x->name);
        end -= n;
        memcpy(end, x->name, n);
        if (end > text) *--end = '.';
    }
    *out = (Str){text, len - 1};
    return true;
}

IrGlobal *ir_parse_global(Scope *s, const SynExpr *e) {
    Parse *p = s->p;
    const char *name = NULL;
    if (e->kind == SYN_NAME && !scope_find(s, e->name)) {
        name = e->name;
        for (const Scope *x = s; x; x = x->outer) {
            const Entry *entry = scope_entry((Scope *)x, name);
            if (entry->global) return entry->global;
        }
    }
    if (e->kind == SYN_ATTR &&
        (ir_parse_is(e->items[0], p->name.cls) || ir_parse_is(e->items[0], p->class_name)))
        name = e->name;
    return name ? ir_global_find(p->m, str_c(name)) : NULL;
}

/* Runs the shared end of every call that is spelt in some way: arguments by the schema, then
 * build. */
static IrVar *call_op(Scope *s, const SynExpr *call, const OpDef *op, const char *name) {
    CallArgs args;
    if (!ir_parse_args(s, call, op->name, op->params, op->n_params, &args)) return NULL;
    s->b.loc = call->loc;
    IrVar *v;
    if ((op->flags & OP_NUMBERS) &&
        s->p->m->ops->numbers->operands(&s->b, op, &args.operands, name, &v))
        return v;
    return ir_build_call(&s->b, op, args.operands.ops.at, (uint32_t)args.operands.ops.len,
                         (IrCallForm){.attrs = args.attrs,
                                      .types = args.types.at,
                                      .n_types = (uint32_t)args.types.len},
                         name);
}

static IrVar *call_sugar(Scope *s, const SynExpr *call, const OpSugar *sugar, const char *name) {
    CallArgs args;
    /* without parameters of its own it has those of the operator of its name */
    const OpDef *op = sugar->params ? NULL : ir_op_table_find(s->p->m->ops, str_c(sugar->name));
    const OpParam *params = op ? op->params : sugar->params;
    const uint32_t n_params = op ? op->n_params : sugar->n_params;
    if (!ir_parse_args(s, call, sugar->name, params, n_params, &args)) return NULL;
    const IrOperand **by_param =
        ARENA_ARRAY(&s->p->m->scratch, const IrOperand *, (size_t)n_params + 1);
    uint32_t n = 0;
    for (size_t at = 0; at < args.operands.ops.len; at += args.operands.ops.at[at].span) {
        const IrOperand *o = &args.operands.ops.at[at];
        by_param[n++] = o->kind == IR_OPERAND_NONE ? NULL : o;
    }
    s->b.loc = call->loc;
    IrSugarCall c = {
        .b = &s->b, .sugar = sugar, .args = by_param, .attrs = args.attrs, .name = name};
    return sugar->expand(&c);
}

static IrVar *call_by_name(Scope *s, const SynExpr *call, Str op_name, Loc loc, const char *name) {
    const OpTable *ops = s->p->m->ops;
    for (size_t i = 0; i < ops->n_sugars; i++) {
        if (str_eq_c(op_name, ops->sugars[i].name))
            return call_sugar(s, call, &ops->sugars[i], name);
    }
    const OpDef *op = ir_op_table_find(ops, op_name);
    if (op) return call_op(s, call, op, name);
    Ctx *ctx = s->p->ctx;
    const char *text =
        diag_fmt(ctx, "%.*s", (int)(op_name.len < 80 ? op_name.len : 80), op_name.ptr);
    Diag *d = diag_error(ctx, loc, DIAG_OPERATOR, text);
    const OpDef *near = ir_op_table_nearest(ops, op_name);
    if (near) diag_help(ctx, d, "did you mean R.%s?", near->name);
    return NULL;
}

/* x + y, -x, x < y, x.astype(...): the same call written as a function. The items of e but the
 * first follow `first`. */
static IrVar *call_with(Scope *s, const SynExpr *e, const char *op_name, const SynExpr *first,
                        const char *name) {
    Arena *scratch = &s->p->m->scratch;
    const SynExpr **items = ARENA_ARRAY(scratch, const SynExpr *, (size_t)e->n + 1);
    const char **keys = e->keywords ? ARENA_ARRAY(scratch, const char *, (size_t)e->n + 1) : NULL;
    items[0] = items[1] = first;
    for (uint32_t i = 1; i < e->n; i++) {
        items[i + 1] = e->items[i];
        if (keys) keys[i + 1] = e->keywords[i];
    }
    SynExpr *call = ARENA_NEW(scratch, SynExpr);
    *call =
        (SynExpr){.kind = SYN_CALL, .loc = e->loc, .n = e->n + 1, .items = items, .keywords = keys};
    return call_by_name(s, call, str_c(op_name), e->loc, name);
}

static IrVar *bind_operator(Scope *s, const SynExpr *e, const char *name) {
    const char *op = s->p->m->ops->by_syntax[e->op];
    if (!op) {
        diag_error(s->p->ctx, e->loc, DIAG_UNSUPPORTED,
                   diag_fmt(s->p->ctx, "'%s'", syn_op_text(e->op)));
        return NULL;
    }
    return call_with(s, e, op, e->items[0], name);
}

static IrVar *bind_match_cast(Scope *s, const SynExpr *e, const char *name) {
    bool keywords = e->keywords && e->n == 3 && e->keywords[2];
    if (e->n != 3 || (e->keywords && !keywords)) {
        ir_parse_expected(s, e, "wrong arguments of R.match_cast", "R.match_cast(value, type)");
        return NULL;
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->p->m->scratch);
    bool ok = ir_parse_operand(s, e->items[1], &buf);
    const IrType *t = ir_parse_type_mode(s, e->items[2], DIMS_MATCH);
    if (!t) return NULL;
    ir_define_symbols(t, s->body);
    /* reports symbols that still have no value */
    if (t->has_symbols) t = ir_parse_type(s, e->items[2]);
    if (!ok || !t) return NULL;
    s->b.loc = e->loc;
    return ir_build_match_cast(&s->b, buf.ops.at, (uint32_t)buf.ops.len, t, name);
}

static IrVar *bind_invoke(Scope *s, const SynExpr *e, const char *name) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->p->m->scratch);
    IrGlobal *g = ir_parse_global(s, e->items[0]);
    bool ok = true;
    if (g) {
        ir_operands_global(&buf, g);
    } else if (e->items[0]->kind == SYN_NAME) {
        ok = ir_parse_operand(s, e->items[0], &buf);
    } else if (e->items[0]->kind == SYN_ATTR &&
               ir_parse_is(e->items[0]->items[0], s->p->name.cls)) {
        scope_unknown(s, e->items[0]->name, e->items[0]->loc);
        ok = false;
    } else {
        diag_error(s->p->ctx, e->items[0]->loc, DIAG_CALLEE, syn_kind_text(e->items[0]->kind));
        ok = false;
    }
    for (uint32_t i = 1; i < e->n; i++) {
        if (e->keywords && e->keywords[i])
            ok = ir_parse_expected(s, e->items[i], "a keyword argument of a function",
                                   "a positional one");
        ok &= ir_parse_operand(s, e->items[i], &buf);
    }
    if (!ok) return NULL;
    s->b.loc = e->loc;
    return ir_build_invoke(&s->b, buf.ops.at, (uint32_t)buf.ops.len, name);
}

static IrVar *bind_call(Scope *s, const SynExpr *e, const char *name) {
    const SynExpr *f = e->items[0];
    Str op_name;
    if (ir_parse_dotted(s, f, s->p->name.R, &op_name)) {
        if (str_eq_c(op_name, "match_cast")) return bind_match_cast(s, e, name);
        if (str_eq_c(op_name, "emit") && e->n == 2) return ir_parse_bind(s, e->items[1], name);
        return call_by_name(s, e, op_name, f->loc, name);
    }
    if (f->kind == SYN_ATTR && !ir_parse_is(f->items[0], s->p->name.cls) &&
        !ir_parse_is(f->items[0], s->p->class_name)) {
        for (const char *const *m = s->p->m->ops->methods; *m; m++) {
            if (strcmp(f->name, *m) != 0) continue;
            return call_with(s, e, *m, f->items[0], name);
        }
    }
    return bind_invoke(s, e, name);
}

static IrVar *bind_subscript(Scope *s, const SynExpr *e, const char *name) {
    const SynExpr *index = e->items[1];
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->p->m->scratch);
    if (!ir_parse_operand(s, e->items[0], &buf)) return NULL;
    int64_t i = index->kind == SYN_INT ? index->i : -1;
    const IrType *t = ir_operand_type(s->p->m, buf.ops.at);
    if (index->kind == SYN_INT && i < 0 && t->kind == IR_TYPE_TUPLE) i += t->n;
    if (index->kind != SYN_INT || i < 0 || i > UINT32_MAX) {
        ir_parse_expected(s, index, "the index of a tuple's field", "a non-negative integer");
        return NULL;
    }
    s->b.loc = e->loc;
    return ir_build_field(&s->b, buf.ops.at, (uint32_t)buf.ops.len, (uint32_t)i, name);
}

static bool is_metadata(Scope *s, const SynExpr *e) {
    return e->kind == SYN_SUBSCRIPT && e->items[0]->kind == SYN_SUBSCRIPT &&
           ir_parse_is(e->items[0]->items[0], s->p->name.metadata);
}

typedef enum { LEAF_NO, LEAF_OK, LEAF_BAD } Leaf;

static Leaf leaf_if(bool ok) { return ok ? LEAF_OK : LEAF_BAD; }

static Leaf leaf_string(Scope *s, const SynExpr *e, bool external, IrOperandBuf *out) {
    const char *text = ir_parse_string(s, e);
    if (text) ir_operands_string(out, text);
    if (text && external) out->ops.at[out->ops.len - 1].f = 1;
    return leaf_if(text != NULL);
}

static Leaf leaf_tuple(Scope *s, const SynExpr *const *items, uint32_t n, IrOperandBuf *out) {
    size_t at = ir_operands_tuple(out);
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) ok &= ir_parse_operand(s, items[i], out);
    ir_operands_end(out, at, n);
    return leaf_if(ok);
}

static Leaf leaf_name(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    IrVar *v = scope_find(s, e->name);
    if (v) {
        ir_operands_var(out, v);
        return LEAF_OK;
    }
    if (scope_symbol(s, e->name)) return leaf_if(ir_parse_prim(s, e, out));
    IrGlobal *g = ir_parse_global(s, e);
    if (g) {
        ir_operands_global(out, g);
        return LEAF_OK;
    }
    scope_unknown(s, e->name, e->loc);
    return LEAF_BAD;
}

/* Is it R.prim_value(n == 4), which is a call with a number as its result? */
static bool is_prim_comparison(Scope *s, const SynExpr *e) {
    Str name;
    const bool is_prim = e->kind == SYN_CALL && e->n == 2 &&
                         ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
                         str_eq_c(name, "prim_value");
    return is_prim && e->items[1]->kind == SYN_COMPARE;
}

/* R.const(...), R.shape(...) and the other functions of R that are values. */
static Leaf leaf_call(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    Str name;
    if (!ir_parse_dotted(s, e->items[0], s->p->name.R, &name)) return LEAF_NO;
    if (str_eq_c(name, "const")) {
        IrConst *c = ir_parse_const(s, e);
        if (c) ir_operands_const(out, c);
        return leaf_if(c != NULL);
    }
    if (str_eq_c(name, "shape")) {
        const IrType *t = ir_parse_shape(s, e, DIMS_USE);
        if (t) ir_operands_shape(out, t);
        return leaf_if(t != NULL);
    }
    if (str_eq_c(name, "prim_value"))
        return is_prim_comparison(s, e) ? LEAF_NO : leaf_if(ir_parse_prim(s, e, out));
    if (str_eq_c(name, "tuple")) return leaf_tuple(s, e->items + 1, e->n - 1, out);
    bool str = str_eq_c(name, "str"), dtype = str_eq_c(name, "dtype"),
         external = str_eq_c(name, "ExternFunc");
    if (!str && !dtype && !external) return LEAF_NO;
    if (e->n != 2 || e->items[1]->kind != SYN_STRING) {
        return leaf_if(ir_parse_expected(s, e, "wrong arguments", "one string"));
    }
    if (!dtype) return leaf_string(s, e->items[1], external, out);
    DType t;
    if (!ir_parse_dtype(s, e->items[1], &t)) return LEAF_BAD;
    ir_operands_dtype(out, t);
    return LEAF_OK;
}

/* Appends the expression when it is an operand as it stands. */
static Leaf parse_leaf(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    switch (e->kind) {
    case SYN_NAME: return leaf_name(s, e, out);
    case SYN_TUPLE:
    case SYN_LIST: return leaf_tuple(s, e->items, e->n, out);
    case SYN_CALL: {
        Leaf leaf = leaf_call(s, e, out);
        if (leaf != LEAF_NO || !ir_parse_looks_like_dim(s, e, false)) return leaf;
        return leaf_if(ir_parse_prim(s, e, out));
    }
    case SYN_SUBSCRIPT:
        if (is_metadata(s, e)) {
            IrConst *c = ir_parse_const(s, e);
            if (c) ir_operands_const(out, c);
            return leaf_if(c != NULL);
        }
        return LEAF_NO;
    case SYN_ATTR: {
        IrGlobal *g = ir_parse_global(s, e);
        if (!g) return LEAF_NO;
        ir_operands_global(out, g);
        return LEAF_OK;
    }
    case SYN_STRING: return leaf_string(s, e, false, out);
    case SYN_INT:
    case SYN_FLOAT:
    case SYN_BOOL: return leaf_if(ir_parse_prim(s, e, out));
    case SYN_UNARY:
    case SYN_BINARY:
        return ir_parse_looks_like_dim(s, e, false) ? leaf_if(ir_parse_prim(s, e, out)) : LEAF_NO;
    default: return LEAF_NO;
    }
}

/* R.prim_value(n == 4): R.prim_value(n) == R.prim_value(4). */
static IrVar *bind_prim_comparison(Scope *s, const SynExpr *e, const char *name) {
    Arena *scratch = &s->p->m->scratch;
    SynExpr *compare = ARENA_NEW(scratch, SynExpr);
    *compare = *e->items[1];
    const SynExpr **sides = ARENA_ARRAY(scratch, const SynExpr *, (size_t)compare->n + 1);
    for (uint32_t i = 0; i < compare->n; i++) {
        const SynExpr **items = ARENA_ARRAY(scratch, const SynExpr *, 2);
        items[0] = e->items[0];
        items[1] = compare->items[i];
        SynExpr *side = ARENA_NEW(scratch, SynExpr);
        *side = (SynExpr){.kind = SYN_CALL, .loc = items[1]->loc, .n = 2, .items = items};
        sides[i] = side;
    }
    compare->items = sides;
    return bind_operator(s, compare, name);
}

static IrVar *bind_other(Scope *s, const SynExpr *e, const char *name) {
    if (is_prim_comparison(s, e)) return bind_prim_comparison(s, e, name);
    switch (e->kind) {
    case SYN_CALL: return bind_call(s, e, name);
    case SYN_SUBSCRIPT: return bind_subscript(s, e, name);
    case SYN_UNARY:
    case SYN_BINARY:
    case SYN_COMPARE: return bind_operator(s, e, name);
    default: break;
    }
    diag_error(s->p->ctx, e->loc, DIAG_UNSUPPORTED, syn_kind_text(e->kind));
    return NULL;
}

bool ir_parse_operand(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    ctx_poll(s->p->ctx);
    Leaf leaf = parse_leaf(s, e, out);
    if (leaf != LEAF_NO) return leaf == LEAF_OK;
    IrVar *v = bind_other(s, e, s->p->name.lv);
    if (v) ir_operands_var(out, v);
    return v != NULL;
}

IrVar *ir_parse_bind(Scope *s, const SynExpr *e, const char *name) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &s->p->m->scratch);
    Leaf leaf;
    if (e->kind == SYN_INT || e->kind == SYN_FLOAT || e->kind == SYN_BOOL) {
        IrConst *c = ir_parse_scalar(s, e, DTYPE_VOID); /* as in TVM, x = 1 is a constant */
        if (c) ir_operands_const(&buf, c);
        leaf = leaf_if(c != NULL);
    } else {
        leaf = parse_leaf(s, e, &buf);
    }
    if (leaf == LEAF_NO) return bind_other(s, e, name);
    if (leaf == LEAF_BAD) return NULL;
    s->b.loc = e->loc;
    return ir_build_value(&s->b, buf.ops.at, (uint32_t)buf.ops.len, name);
}
