/* SPDX-License-Identifier: Apache-2.0 */
/* Types of bindings: the front of every operator's type rule, and the rules of the other bindings.
 *
 * A call of a function gets the function's result type with the callee's symbols replaced: each
 * parameter's extent that is a lone symbol of the callee binds it to the argument's extent; one
 * that no argument settles makes the shape unknown. */
#include "base/diag.h"
#include "ir/build.h"

static const char *arg_name(const OpParam *p, const IrOperand *o) {
    return o && o->kind == IR_OPERAND_VAR && o->var->name ? o->var->name : p->name;
}

/* The type that an operand of each kind must have, and a tuple's fields. ANY: whatever. */
static const struct {
    IrTypeKind kind, field;
    const char *text;
} wanted[] = {
    [OP_PARAM_TENSOR] = {IR_TYPE_TENSOR, IR_TYPE_ANY, "a tensor"},
    [OP_PARAM_TENSORS] = {IR_TYPE_TUPLE, IR_TYPE_TENSOR, "a tuple of tensors"},
    [OP_PARAM_SHAPE] = {IR_TYPE_SHAPE, IR_TYPE_ANY, "a shape"},
    [OP_PARAM_PRIM] = {IR_TYPE_PRIM, IR_TYPE_ANY, "a number (R.prim_value)"},
    [OP_PARAM_PRIMS] = {IR_TYPE_TUPLE, IR_TYPE_PRIM, "a tuple of integers"},
    [OP_PARAM_VALUE] = {IR_TYPE_ANY, IR_TYPE_ANY, NULL},
    [OP_PARAM_VALUES] = {IR_TYPE_TUPLE, IR_TYPE_ANY, "a tuple"},
    [OP_PARAM_FUNCTION] = {IR_TYPE_ANY, IR_TYPE_ANY, NULL},
    [OP_PARAM_REST] = {IR_TYPE_ANY, IR_TYPE_ANY, NULL},
};

static bool bad_operand(IrInfer *in, const OpParam *p, const char *found) {
    Ctx *ctx = in->m->ctx;
    const char *what = diag_fmt(ctx, "operand '%s' is of the wrong kind", p->name);
    Diag *d = diag_error(ctx, in->loc, DIAG_ARGUMENT, in->op->name, what);
    diag_expected(ctx, d, "%s", wanted[p->kind].text);
    diag_found(ctx, d, "%s", found);
    return false;
}

/* Checks an operand's kind; a tensor whose type is Any becomes a tensor of which nothing is
 * known. */
static bool check_operand(IrInfer *in, const OpParam *p, IrArg *arg) {
    const IrType *t = arg->type;
    if (!t || wanted[p->kind].kind == IR_TYPE_ANY) return true;
    IrOperandKind is = arg->operand ? arg->operand->kind : IR_OPERAND_NONE;
    if (is == IR_OPERAND_STRING) return bad_operand(in, p, "a string");
    if (is == IR_OPERAND_DTYPE) return bad_operand(in, p, "a dtype");
    if (t->kind == IR_TYPE_ANY) {
        if (p->kind == OP_PARAM_TENSOR)
            arg->type = ir_type_tensor(in->m, NULL, IR_NDIM_UNKNOWN, DTYPE_VOID);
        return true;
    }
    bool ok = t->kind == wanted[p->kind].kind || (p->number && t->kind == IR_TYPE_PRIM);
    IrTypeKind field = wanted[p->kind].field;
    for (uint32_t i = 0; ok && field != IR_TYPE_ANY && i < t->n; i++) {
        ok = t->fields[i]->kind == IR_TYPE_ANY || t->fields[i]->kind == field;
    }
    return ok || bad_operand(in, p, ir_type_text(in->m, t));
}

/* The first small type among tensors; VOID: there is none. */
static DType small_in(const IrType *t) {
    if (!t || t->kind != IR_TYPE_TUPLE)
        return t && t->kind == IR_TYPE_TENSOR && dtype_is_small(t->dtype) ? t->dtype : DTYPE_VOID;
    DType found = DTYPE_VOID;
    for (uint32_t i = 0; found == DTYPE_VOID && i < t->n; i++) found = small_in(t->fields[i]);
    return found;
}

/* Strings are moved, and compared for equality. */
static bool check_strings(IrInfer *in, const IrType *result) {
    const OpDef *op = in->op;
    const bool any = op->structural != OP_STRUCTURAL_NO || op->host != OP_HOST_NO || op->identity ||
                     op->definition || op->hook || op->flags & OP_STRINGS;
    for (uint32_t i = 0; !any && i < (result ? 1 : in->n_args); i++) {
        const IrType *t = result ? result : in->args[i].type;
        if (!t || !ir_type_has(t, DTYPE_STRING)) continue;
        Ctx *ctx = in->m->ctx;
        const char *what =
            result ? "its result would be" : diag_fmt(ctx, "'%s' is", in->args[i].name);
        Diag *d = diag_error(
            ctx, in->loc, DIAG_ARGUMENT, op->name,
            diag_fmt(ctx, "%s of strings, which are only moved and compared for equality", what));
        diag_help(
            ctx, d,
            "host functions compute with them: \"tenon.string.to\" and others (docs/strings.md)");
        return false;
    }
    return true;
}

/* Operators that neither move nor convert elements take none of a small type: asked before their
 * own rule sees the operands (result NULL), and of what that gives. */
static bool check_small(IrInfer *in, const IrType *result) {
    const OpDef *op = in->op;
    const bool any = op->structural != OP_STRUCTURAL_NO || op->host != OP_HOST_NO || op->identity ||
                     op->definition || op->hook || op->flags & (OP_SMALL_MOVES | OP_SMALL_VALUES);
    if (any) return true;
    for (uint32_t i = 0; i < (result ? 1 : in->n_args); i++) {
        const bool is_result = result != NULL;
        const DType t = small_in(is_result ? result : in->args[i].type);
        if (t == DTYPE_VOID) continue;
        Ctx *ctx = in->m->ctx;
        const char *what = is_result
                               ? diag_fmt(ctx, "its result would be of %s", dtype_name(t))
                               : diag_fmt(ctx, "'%s' is of %s", in->args[i].name, dtype_name(t));
        Diag *d = diag_error(ctx, in->loc, DIAG_ARGUMENT, op->name,
                             diag_fmt(ctx, "%s, which is only moved and converted", what));
        diag_help(ctx, d, "R.astype makes it a %s", dtype_is_float(t) ? "float32" : "int8");
        return false;
    }
    return true;
}

/* Both, of the operands (result NULL) or the result; most are tensors of what is computed with. */
static bool check_elements(IrInfer *in, const IrType *result) {
    bool plain = true;
    for (uint32_t i = 0; plain && i < (result ? 1 : in->n_args); i++) {
        const IrType *t = result ? result : in->args[i].type;
        plain = !t || (t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_STRING &&
                       !dtype_is_small(t->dtype));
    }
    return plain || (check_strings(in, result) && check_small(in, result));
}

/* An extent of the type that is negative, whatever its symbols are; NULL: there is none. */
static const IrDim *negative_extent(const IrType *t) {
    const IrDim *found = NULL;
    int64_t lo, hi;
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && !found && i < t->ndim; i++) {
        ir_dim_bounds(t->dims[i], &lo, &hi);
        if (hi < 0) found = t->dims[i];
    }
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && !found && i < t->n; i++)
        found = negative_extent(t->fields[i]);
    return found;
}

/* No extent of what the call gives is negative, whatever the symbols are. */
static bool check_extents(const IrInfer *in, const IrType *result) {
    const IrDim *negative = negative_extent(result);
    if (!negative) return true;
    Diag *d = diag_error(in->m->ctx, in->loc, DIAG_ARGUMENT, in->op->name,
                         "its result has a negative extent for these arguments");
    diag_found(in->m->ctx, d, "%s, in %s", ir_dim_text(in->m, negative),
               ir_type_text(in->m, result));
    return false;
}

/* A result lies where the first operand does that says where it lies, unless the operator itself
 * says where. Elementwise ones take operands of one place. NULL: reported. */
static const IrType *placed(IrInfer *in, const IrType *result) {
    const char *first = NULL;
    for (uint32_t i = 0; i < in->n_args; i++) {
        const char *at = in->args[i].type ? in->args[i].type->first_vdevice : NULL;
        if (!first) first = at;
        if (!at || at == first || !(in->op->flags & OP_ELEMENTWISE)) continue;
        Ctx *ctx = in->m->ctx;
        Diag *d = diag_error(ctx, in->loc, DIAG_ARGUMENT, in->op->name,
                             "its operands are on two virtual devices");
        diag_expected(ctx, d, "%s", first);
        diag_found(ctx, d, "%s, of '%s'", at, in->args[i].name);
        return NULL;
    }
    return first ? ir_type_on(in->m, result, first) : result;
}

const IrType *ir_infer_call(IrInfer *in) {
    uint32_t at = 0;
    bool ok = true;
    for (uint32_t i = 0; i < in->op->n_params; i++) {
        const OpParam *p = &in->op->params[i];
        if (!OP_PARAM_IS_OPERAND(p->kind)) continue;
        if (p->kind == OP_PARAM_REST) break;
        BUG_IF(at >= in->n_args);
        IrArg *arg = &in->args[at++];
        arg->name = arg_name(p, arg->operand);
        ok &= check_operand(in, p, arg);
    }
    if (!ok || !check_elements(in, NULL)) return NULL;
    in->shape_arg = -1;
    const IrType *t = in->op->infer(in);
    if (!ir_dims_check(in->m, in->loc)) return NULL;
    if (t && !(check_extents(in, t) && check_elements(in, t))) return NULL;
    return t ? placed(in, t) : NULL;
}

const IrAttr *ir_attrs_settled(IrModule *m, const IrAttr *given, IrAttr *settled, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) settled[i].from = given[i].from;
    return ir_attrs_intern(m, settled, n);
}

void ir_attr_defaults(IrModule *m, const OpDef *op, IrAttr *attrs) {
    ir_param_defaults(m, op->params, op->n_params, attrs);
}

void ir_param_defaults(IrModule *m, const OpParam *params, uint32_t n_params, IrAttr *attrs) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_params; i++) {
        const OpParam *p = &params[i];
        if (!OP_PARAM_IS_ATTR(p->kind)) continue;
        IrAttr *a = &attrs[n++];
        *a = p->value ? *p->value : (IrAttr){.kind = IR_ATTR_NONE};
        if (p->value || p->none) continue;
        switch (p->kind) {
        case OP_PARAM_BOOL: *a = (IrAttr){.kind = IR_ATTR_BOOL, .i = p->i}; break;
        case OP_PARAM_INT: *a = (IrAttr){.kind = IR_ATTR_INT, .i = p->i}; break;
        case OP_PARAM_FLOAT: *a = (IrAttr){.kind = IR_ATTR_FLOAT, .f = p->f}; break;
        case OP_PARAM_STRING:
            *a = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&m->names, p->s ? p->s : "")};
            break;
        case OP_PARAM_DTYPE: {
            DType t = DTYPE_VOID;
            if (p->s && !dtype_parse(str_c(p->s), &t)) BUG("default dtype of '%s'", p->name);
            *a = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = t};
            break;
        }
        case OP_PARAM_INTS:
        case OP_PARAM_PADDING: {
            uint32_t count = p->count * (p->kind == OP_PARAM_PADDING ? 2u : 1u);
            int64_t *ints = ARENA_ARRAY(&m->scratch, int64_t, count);
            for (uint32_t k = 0; k < count; k++) ints[k] = p->i;
            *a = (IrAttr){.kind = IR_ATTR_INTS, .n = count, .ints = ints};
            break;
        }
        case OP_PARAM_INT_OR_INTS: *a = (IrAttr){.kind = IR_ATTR_INT, .i = p->i}; break;
        case OP_PARAM_LIST: *a = (IrAttr){.kind = IR_ATTR_LIST}; break;
        default: break;
        }
    }
}

/* Binding a callee's symbols to what the arguments have. */
static void bind_dim(SymbolBinding *s, const IrDim *param, const IrDim *arg) {
    IrSymbol *symbol = ir_dim_as_symbol(param);
    if (!symbol || symbol->function != s->fn || !arg) return;
    while (s->by_symbol.len <= symbol->index) vec_push(&s->m->scratch, &s->by_symbol, NULL);
    if (!s->by_symbol.at[symbol->index]) s->by_symbol.at[symbol->index] = arg;
}

void ir_bind_symbols(SymbolBinding *s, const IrType *param, const IrType *arg) {
    if (!param->has_symbols || param->kind != arg->kind) return;
    for (int32_t i = 0; param->dims && arg->dims && param->ndim == arg->ndim && i < param->ndim;
         i++) {
        bind_dim(s, param->dims[i], arg->dims[i]);
    }
    if (param->kind == IR_TYPE_PRIM && param->value) bind_dim(s, param->value, arg->value);
    for (uint32_t i = 0; param->kind == IR_TYPE_TUPLE && param->n == arg->n && i < param->n; i++) {
        ir_bind_symbols(s, param->fields[i], arg->fields[i]);
    }
}

static const IrDim *bound_symbol(void *user, IrSymbol *symbol) {
    SymbolBinding *s = user;
    if (symbol->function != s->fn) return ir_dim_symbol(s->m, symbol);
    return symbol->index < s->by_symbol.len ? s->by_symbol.at[symbol->index] : NULL;
}

const IrType *ir_with_bound(SymbolBinding *s, const IrType *t) {
    return t->has_symbols || s->foreign ? ir_type_map(s->m, t, bound_symbol, s) : t;
}

/* The function that is called, when that can be seen. */
static IrFunction *callee_function(const IrOperand *callee) {
    if (callee->kind == IR_OPERAND_GLOBAL) return callee->global->function;
    const IrBinding *def = callee->kind == IR_OPERAND_VAR ? callee->var->def : NULL;
    return def && def->kind == IR_BIND_FUNCTION ? def->function : NULL;
}

void ir_infer_apply(IrModule *m, const IrOperand *callee, const IrType *const *args, uint32_t n,
                    IrApply *out) {
    IrFunction *fn = callee_function(callee);
    const IrType *t = fn ? ir_function_type(fn) : ir_operand_type(m, callee);
    bool callable = t->kind == IR_TYPE_CALLABLE;
    *out = (IrApply){.type = t, .n = t->n, .result = callable && t->result ? t->result : m->any};
    if (!callable || !t->fields) return;
    SymbolBinding s = {.m = m, .fn = fn};
    const IrType **params = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n && i < n; i++) ir_bind_symbols(&s, t->fields[i], args[i]);
    for (uint32_t i = 0; i < t->n; i++) params[i] = ir_with_bound(&s, t->fields[i]);
    out->params = params;
    out->result = ir_with_bound(&s, out->result);
}

/* A prim_func, unless its signature says what it returns. */
static bool returns_nothing(const IrOperand *callee) {
    const IrFunction *fn = callee->kind == IR_OPERAND_GLOBAL ? callee->global->function : NULL;
    if (!fn || fn->body || !fn->prim_text.len || ir_function_is_external(fn)) return false;
    const char *p = fn->prim_text.ptr, *end = p + fn->prim_text.len;
    char quote = 0;
    for (int depth = 0; p < end; p++) { /* to the end of its parameters */
        if (quote || *p == '"' || *p == '\'') {
            quote = !quote ? *p : quote == *p ? 0 : quote;
            continue;
        }
        depth += *p == '(';
        if (*p == ')' && --depth == 0 && end - p > 1 && p[1] != '\n') break;
    }
    for (p++; p < end && *p == ' ';) p++;
    if (end - p < 2 || memcmp(p, "->", 2) != 0) return true;
    for (p += 2; p < end && *p == ' ';) p++;
    return end - p >= 4 && memcmp(p, "None", 4) == 0;
}

static const IrType *infer_invoke(IrModule *m, Loc loc, const IrOperand *operands, uint32_t n) {
    Ctx *ctx = m->ctx;
    const IrOperand *callee = &operands[0];
    const char *name = callee->kind == IR_OPERAND_GLOBAL ? callee->global->name
                       : callee->kind == IR_OPERAND_VAR  ? callee->var->name
                                                         : "this value";
    uint32_t count = 0;
    for (uint32_t at = callee->span; at < n; at += operands[at].span) count++;
    const IrType **args = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)count + 1);
    for (uint32_t i = 0, at = callee->span; i < count; i++, at += operands[at].span)
        args[i] = ir_operand_type(m, &operands[at]);
    IrApply apply;
    ir_infer_apply(m, callee, args, count, &apply);
    if (apply.type->kind == IR_TYPE_ANY)
        return returns_nothing(callee) ? ir_type_tuple(m, NULL, 0) : m->any;
    if (apply.type->kind != IR_TYPE_CALLABLE) {
        Diag *d = diag_error(ctx, loc, DIAG_CALLEE, diag_fmt(ctx, "'%s'", name));
        diag_expected(ctx, d, "a function");
        diag_found(ctx, d, "%s", ir_type_text(m, apply.type));
        return NULL;
    }
    if (apply.params && apply.n != count) {
        Diag *d = diag_error(ctx, loc, DIAG_CALL_ARGUMENT, name, "wrong number of arguments");
        diag_expected(ctx, d, "%u", apply.n);
        diag_found(ctx, d, "%u", count);
        return NULL;
    }
    bool ok = true;
    for (uint32_t i = 0; apply.params && i < count; i++) {
        if (ir_type_subsumes(m, apply.params[i], args[i]) != IR_REFUTED) continue;
        Diag *d = diag_error(ctx, loc, DIAG_CALL_ARGUMENT, name,
                             diag_fmt(ctx, "argument %u has the wrong type", i + 1));
        diag_expected(ctx, d, "%s", ir_type_text(m, apply.params[i]));
        diag_found(ctx, d, "%s", ir_type_text(m, args[i]));
        ok = false;
    }
    if (!ir_dims_check(m, loc) || !ok) return NULL;
    const IrDim *negative = negative_extent(apply.result);
    if (!negative) return apply.result;
    Diag *d = diag_error(ctx, loc, DIAG_CALL_ARGUMENT, name,
                         "its result has a negative extent for these arguments");
    diag_found(ctx, d, "%s, in %s", ir_dim_text(m, negative), ir_type_text(m, apply.result));
    return NULL;
}

static const IrType *infer_tuple_field(IrModule *m, Loc loc, const IrOperand *tuple,
                                       uint32_t index) {
    const IrType *t = ir_operand_type(m, tuple);
    if (t->kind == IR_TYPE_ANY) return m->any;
    if (t->kind == IR_TYPE_TUPLE && index < t->n) return t->fields[index];
    Diag *d = diag_error(m->ctx, loc, DIAG_VALUE, "no such field");
    if (t->kind == IR_TYPE_TUPLE) {
        diag_expected(m->ctx, d, "an index below %u", t->n);
        diag_found(m->ctx, d, "%u", index);
    } else {
        diag_expected(m->ctx, d, "a tuple");
        diag_found(m->ctx, d, "%s", ir_type_text(m, t));
    }
    return NULL;
}

/* Symbols that a branch defines by match_cast have no meaning after it. */
typedef struct {
    IrModule *m;
    const IrBody *body;
} Scope;

static const IrDim *keep_outer(void *user, IrSymbol *s) {
    Scope *scope = user;
    for (const IrBody *b = s->body; b; b = b->owner ? b->owner->block->body : NULL) {
        if (b == scope->body) return NULL;
    }
    return ir_dim_symbol(scope->m, s);
}

static const IrType *branch_type(IrModule *m, IrBody *body) {
    const IrType *t = ir_operand_type(m, body->result.at);
    Scope scope = {m, body};
    return t->has_symbols ? ir_type_map(m, t, keep_outer, &scope) : t;
}

bool ir_may_be_condition(const IrType *t) {
    bool scalar = t->kind == IR_TYPE_TENSOR && (t->ndim == 0 || t->ndim == IR_NDIM_UNKNOWN) &&
                  (t->dtype == DTYPE_BOOL || t->dtype == DTYPE_VOID);
    return scalar || (t->kind == IR_TYPE_PRIM && t->dtype == DTYPE_BOOL) || t->kind == IR_TYPE_ANY;
}

static const IrType *infer_if(IrModule *m, Loc loc, const IrOperand *cond,
                              IrBody *const bodies[2]) {
    Ctx *ctx = m->ctx;
    const IrType *c = ir_operand_type(m, cond);
    if (!ir_may_be_condition(c)) {
        Diag *d = diag_error(ctx, loc, DIAG_VALUE, "the condition of an 'if'");
        diag_expected(ctx, d, "R.Tensor((), dtype=\"bool\")");
        diag_found(ctx, d, "%s", ir_type_text(m, c));
        return NULL;
    }
    const IrType *a = branch_type(m, bodies[0]), *b = branch_type(m, bodies[1]);
    const IrType *t = ir_type_join(m, a, b);
    if (t) return t;
    Diag *d = diag_error(ctx, loc, DIAG_BRANCH_TYPE);
    diag_expected(ctx, d, "%s, as in the first branch", ir_type_text(m, a));
    diag_found(ctx, d, "%s", ir_type_text(m, b));
    return NULL;
}

const IrType *ir_infer(IrModule *m, Loc loc, const IrBinding *b, const IrOperand *operands,
                       uint32_t n) {
    switch (b->kind) {
    case IR_BIND_VALUE: return ir_operand_type(m, operands);
    case IR_BIND_INVOKE: return infer_invoke(m, loc, operands, n);
    case IR_BIND_FIELD: return infer_tuple_field(m, loc, operands, b->index);
    case IR_BIND_MATCH_CAST: {
        const IrType *t = ir_operand_type(m, operands);
        /* The symbols that the cast defines are unknown before it, so only kinds and constants
         * tell. */
        if (ir_type_subsumes(m, b->cast, t) != IR_REFUTED) return b->cast;
        Diag *d = diag_error(m->ctx, loc, DIAG_VALUE, "R.match_cast can never succeed");
        diag_expected(m->ctx, d, "%s", ir_type_text(m, b->cast));
        diag_found(m->ctx, d, "%s", ir_type_text(m, t));
        return NULL;
    }
    case IR_BIND_IF: return infer_if(m, loc, operands, b->bodies);
    case IR_BIND_FUNCTION: return ir_function_value_type(b->function);
    case IR_BIND_CALL:
    case IR_BIND_COUNT: break;
    }
    BUG("no type rule for a %s here", ir_bind_name(b->kind));
}

/* One IrArg per operand parameter, from a prefix-order operand array. */
static void fill_args(IrInfer *in, const IrOperand *operands, uint32_t n) {
    uint32_t count = 0;
    for (uint32_t at = 0; at < n; at += operands[at].span) count++;
    in->args = ARENA_ARRAY(&in->m->scratch, IrArg, (size_t)count + 1);
    in->n_args = count;
    for (uint32_t at = 0, i = 0; at < n; at += operands[at].span, i++) {
        const IrOperand *o = &operands[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        in->args[i] = (IrArg){.operand = o, .type = ir_operand_type(in->m, o)};
    }
}

const IrType *ir_infer_operands(IrInfer *in, const IrOperand *operands, uint32_t n) {
    fill_args(in, operands, n);
    return ir_infer_call(in);
}

const IrType *ir_infer_binding(IrBinding *b, const IrAttr **attrs) {
    *attrs = NULL;
    if (b->kind == IR_BIND_CALL) return ir_infer_existing_call(b, attrs, NULL);
    return ir_infer(b->block->body->function->module, b->loc, b, b->operands.at, b->operands.n);
}

const IrType *ir_infer_existing_call(IrBinding *b, const IrAttr **attrs, IrDimPairs *open) {
    IrModule *m = b->block->body->function->module;
    *attrs = NULL;
    uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *copy = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n + 1);
    if (n) memcpy(copy, b->attrs, n * sizeof *copy);
    IrInfer in = {.m = m,
                  .op = b->op,
                  .loc = b->loc,
                  .attrs = copy,
                  .types = b->types,
                  .n_types = b->n_types,
                  .open = open};
    const IrType *t = ir_infer_operands(&in, b->operands.at, b->operands.n);
    if (t) *attrs = ir_attrs_settled(m, b->attrs, copy, n);
    return t;
}
