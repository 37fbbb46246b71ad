/* SPDX-License-Identifier: Apache-2.0 */
/* Operands to values, and values against types. */
#include "eval/eval_parts.h"

bool eval_fail(Evaluator *e, Loc loc, const char *what) {
    diag_error(e->m->ctx, loc, DIAG_VALUE, what);
    return false;
}

/* Extents at run time */

const IrDim *eval_symbol(void *user, IrSymbol *s) {
    const Frame *f = user;
    return f->bound[s->id] ? ir_dim_const(f->e->m, f->symbols[s->id]) : NULL;
}

/* The dim's value; false when a symbol has none or the arithmetic overflows. */
static bool dim_value(Frame *f, const IrDim *d, int64_t *out) {
    if (ir_dim_is_const(d, out)) return true;
    const IrDim *v = ir_dim_map(f->e->m, d, eval_symbol, f);
    bool overflow = f->e->m->dims.overflow || f->e->m->dims.too_large;
    f->e->m->dims.overflow = f->e->m->dims.too_large = false;
    return v && !overflow && ir_dim_is_const(v, out);
}

/* Whether an extent of a tensor or a shape, or a number, is the symbol alone. */
static bool gives(const IrType *t, const IrSymbol *s) {
    for (int32_t i = 0; t->dims && i < t->ndim; i++)
        if (ir_dim_as_symbol(t->dims[i]) == s) return true;
    return t->kind == IR_TYPE_PRIM && t->value && ir_dim_as_symbol(t->value) == s;
}

/* The extent that a type asks for; where a parameter gave it a value, that one: "n, which is 1 by
 * 'x'". */
static const char *wanted_dim(Frame *f, const IrDim *d) {
    const char *text = ir_dim_text(f->e->m, d);
    const IrSymbol *s = ir_dim_as_symbol(d);
    int64_t value;
    if (!s || !dim_value(f, d, &value)) return text;
    const char *by = NULL;
    for (size_t i = 0; !by && i < f->fn->params.len; i++)
        if (gives(f->fn->params.at[i]->type, s)) by = f->fn->params.at[i]->name;
    text = diag_fmt(f->e->m->ctx, "%s, which is %lld", text, (long long)value);
    return by ? diag_fmt(f->e->m->ctx, "%s by '%s'", text, by) : text;
}

static bool check_dims(Frame *f, Loc loc, const IrType *t, const int64_t *dims, uint32_t n,
                       const char *what) {
    Ctx *ctx = f->e->m->ctx;
    if (t->ndim != IR_NDIM_UNKNOWN && t->ndim != (int64_t)n) {
        Diag *d = diag_error(ctx, loc, DIAG_VALUE,
                             diag_fmt(ctx, "%s has another rank than its type", what));
        diag_expected(ctx, d, "%d", t->ndim);
        diag_found(ctx, d, "%u", n);
        return false;
    }
    for (uint32_t i = 0; t->dims && i < n; i++) {
        int64_t want;
        if (dim_value(f, t->dims[i], &want) && want == dims[i]) continue;
        Diag *d = diag_error(ctx, loc, DIAG_VALUE,
                             diag_fmt(ctx, "%s has another extent than its type", what));
        diag_expected(ctx, d, "dim %u to be %s", i, wanted_dim(f, t->dims[i]));
        diag_found(ctx, d, "%lld", (long long)dims[i]);
        return false;
    }
    return true;
}

static void bind_dim(Frame *f, const IrDim *d, int64_t value) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (s && !f->bound[s->id]) f->symbols[s->id] = value, f->bound[s->id] = true;
}

void eval_bind(Frame *f, const IrType *t, const Value *v) {
    if (!t->has_symbols) return;
    const int64_t *dims = NULL;
    uint32_t n = 0;
    if (t->kind == IR_TYPE_TENSOR && v->kind == VALUE_TENSOR)
        dims = v->tensor->dims, n = v->tensor->ndim;
    if (t->kind == IR_TYPE_SHAPE && v->kind == VALUE_SHAPE) dims = v->dims, n = v->n;
    for (uint32_t i = 0; t->dims && t->ndim == (int64_t)n && i < n; i++)
        bind_dim(f, t->dims[i], dims[i]);
    if (t->kind == IR_TYPE_PRIM && v->kind == VALUE_PRIM && t->value && !dtype_is_float(v->dtype))
        bind_dim(f, t->value, v->i);
    if (t->kind != IR_TYPE_TUPLE || v->kind != VALUE_TUPLE || v->n != t->n) return;
    for (uint32_t i = 0; i < t->n; i++) eval_bind(f, t->fields[i], v->items[i]);
}

/* What a message calls a value: its type, where it has one. */
static const char *value_text(IrModule *m, const Value *v) {
    static const char *const others[] = {[VALUE_FUNCTION] = "a function",
                                         [VALUE_GLOBAL] = "a function",
                                         [VALUE_STRING] = "a string",
                                         [VALUE_DTYPE] = "a dtype"};
    const bool is_other = (size_t)v->kind < ARRAY_LEN(others) && others[v->kind];
    return is_other ? others[v->kind] : ir_type_text(m, eval_type(m, v));
}

static bool wrong_kind(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what) {
    Ctx *ctx = f->e->m->ctx;
    Diag *d = diag_error(ctx, loc, DIAG_VALUE, diag_fmt(ctx, "%s is not of its type", what));
    diag_expected(ctx, d, "%s", ir_type_text(f->e->m, t));
    diag_found(ctx, d, "%s", value_text(f->e->m, v));
    return false;
}

static bool check(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what) {
    switch (t->kind) {
    case IR_TYPE_ANY: return true;
    case IR_TYPE_TENSOR:
        if (v->kind != VALUE_TENSOR || (t->dtype != DTYPE_VOID && t->dtype != v->tensor->dtype))
            return wrong_kind(f, loc, t, v, what);
        return check_dims(f, loc, t, v->tensor->dims, v->tensor->ndim, what);
    case IR_TYPE_SHAPE:
        return v->kind == VALUE_SHAPE ? check_dims(f, loc, t, v->dims, v->n, what)
                                      : wrong_kind(f, loc, t, v, what);
    case IR_TYPE_TUPLE:
        if (v->kind != VALUE_TUPLE || v->n != t->n) return wrong_kind(f, loc, t, v, what);
        for (uint32_t i = 0; i < t->n; i++) {
            if (!check(f, loc, t->fields[i], v->items[i], what)) return false;
        }
        return true;
    case IR_TYPE_PRIM: {
        if (v->kind != VALUE_PRIM || v->dtype != t->dtype) return wrong_kind(f, loc, t, v, what);
        if (!t->value || dtype_is_float(t->dtype)) return true;
        return check_dims(f, loc, ir_type_shape(f->e->m, &t->value, 1), &v->i, 1, what);
    }
    case IR_TYPE_CALLABLE:
        return v->kind == VALUE_FUNCTION || v->kind == VALUE_GLOBAL || v->kind == VALUE_STRING ||
               wrong_kind(f, loc, t, v, what);
    }
    return false;
}

bool eval_check(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what) {
    eval_bind(f, t, v);
    return check(f, loc, t, v, what);
}

const IrType *eval_type(IrModule *m, const Value *v) {
    switch (v->kind) {
    case VALUE_TENSOR:
    case VALUE_SHAPE: {
        const int64_t *from = v->kind == VALUE_TENSOR ? v->tensor->dims : v->dims;
        uint32_t n = v->kind == VALUE_TENSOR ? v->tensor->ndim : v->n;
        const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) dims[i] = ir_dim_const(m, from[i]);
        return v->kind == VALUE_TENSOR ? ir_type_tensor(m, dims, (int32_t)n, v->tensor->dtype)
                                       : ir_type_shape(m, dims, (int32_t)n);
    }
    case VALUE_TUPLE: {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)v->n + 1);
        for (uint32_t i = 0; i < v->n; i++) fields[i] = eval_type(m, v->items[i]);
        return ir_type_tuple(m, fields, v->n);
    }
    case VALUE_PRIM:
        return ir_type_prim(m, v->dtype, dtype_is_float(v->dtype) ? NULL : ir_dim_const(m, v->i));
    default: return m->any;
    }
}

const char *eval_wrong_extent(const IrType *t) {
    const bool is_tensor = t->kind == IR_TYPE_TENSOR;
    if (is_tensor && t->ndim && !t->dims) return "an extent overflows 64 bits, or divides by 0";
    const char *wrong = NULL;
    for (int32_t i = 0; is_tensor && i < t->ndim; i++)
        if (t->dims[i]->constant < 0) wrong = "a negative extent";
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n && !wrong; i++)
        wrong = eval_wrong_extent(t->fields[i]);
    return wrong;
}

/* Operands */

static bool extent_value(Frame *f, Loc loc, const IrDim *d, int64_t *out) {
    if (dim_value(f, d, out)) return true;
    return eval_fail(f->e, loc,
                     diag_fmt(f->e->m->ctx, "an extent overflows 64 bits, or divides by 0: %s",
                              ir_dim_text(f->e->m, d)));
}

Value *eval_leaf(Frame *f, Loc loc, const IrOperand *o) {
    Value *v;
    int64_t i;
    switch (o->kind) {
    case IR_OPERAND_VAR: return value_ref(f->vars[o->var->id]);
    case IR_OPERAND_CONST: return value_tensor(f->list, tensor_ref(o->constant->tensor));
    case IR_OPERAND_SHAPE: {
        uint32_t n = (uint32_t)o->type->ndim;
        int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, (size_t)n + 1);
        for (uint32_t k = 0; k < n; k++) {
            if (!extent_value(f, loc, o->type->dims[k], &dims[k])) return NULL;
        }
        return value_shape(f->list, dims, n);
    }
    case IR_OPERAND_PRIM:
        if (!o->type->value) return value_prim(f->list, o->type->dtype, 0, o->f);
        if (!extent_value(f, loc, o->type->value, &i)) return NULL;
        return value_prim(f->list, o->type->dtype, i, 0);
    case IR_OPERAND_STRING:
        v = value_new(f->list, VALUE_STRING);
        v->string = o->string;
        return v;
    case IR_OPERAND_GLOBAL:
        v = value_new(f->list, VALUE_GLOBAL);
        v->global = o->global;
        return v;
    case IR_OPERAND_DTYPE:
        v = value_new(f->list, VALUE_DTYPE);
        v->dtype = o->dtype;
        return v;
    case IR_OPERAND_NONE:
    case IR_OPERAND_TUPLE: break;
    }
    BUG("no value for an operand of kind %d", (int)o->kind);
}

/* A subtree, from the back as ir_operand_type does: a tuple's items lie on the stack when it is
 * reached. */
Value *eval_operand(Frame *f, Loc loc, const IrOperand *tree) {
    if (tree->kind != IR_OPERAND_TUPLE) return eval_leaf(f, loc, tree);
    Value **stack = ARENA_ARRAY(&f->arena, Value *, tree->span);
    uint32_t top = 0;
    for (uint32_t i = tree->span; i-- > 0;) {
        const IrOperand *o = &tree[i];
        Value *v;
        if (o->kind == IR_OPERAND_TUPLE) {
            v = value_tuple(f->list, o->n);
            for (uint32_t k = 0; k < o->n; k++) v->items[k] = stack[--top];
        } else {
            v = eval_leaf(f, loc, o);
            if (!v) return NULL;
        }
        stack[top++] = v;
    }
    return stack[0];
}

/* Is there room for it? */
static void check_size(Frame *f, const IrBinding *b, DType dtype, const int64_t *dims,
                       int32_t ndim) {
    Ctx *ctx = f->e->m->ctx;
    size_t count, bytes;
    if (tensor_count(dims, (uint32_t)ndim, dtype, &count, &bytes) &&
        bytes <= ctx->limits.const_bytes)
        return;
    StrBuf shape;
    Diag *d = diag_error(ctx, b->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.const_bytes),
                         diag_fmt(ctx, "bytes in '%s', a result of R.%s",
                                  b->var->name ? b->var->name : "_", b->op->name));
    strbuf_init(&shape, &ctx->diags->arena);
    for (int32_t i = 0; i < ndim; i++)
        strbuf_printf(&shape, "%s%lld", i ? ", " : "", (long long)dims[i]);
    diag_found(ctx, d, "%s of shape (%s)", dtype_name(dtype), strbuf_cstr(&shape));
    ctx_throw(ctx, STATUS_LIMIT);
}

Value *eval_result_value(Frame *f, const IrBinding *b, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        Value *v = value_tuple(f->list, t->n);
        for (uint32_t i = 0; i < t->n; i++) v->items[i] = eval_result_value(f, b, t->fields[i]);
        return v;
    }
    int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &dims[i])) BUG("an extent is not known: %s", f->fn->name);
    }
    check_size(f, b, t->dtype, dims, t->ndim);
    return value_tensor_new(f->list, t->dtype, dims, (uint32_t)t->ndim);
}
