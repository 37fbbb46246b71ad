/* SPDX-License-Identifier: Apache-2.0 */
/* Types and extents from syntax. */
#include "ir/parse_parts.h"

bool ir_parse_expected(Scope *s, const SynExpr *e, const char *what, const char *expected) {
    Ctx *ctx = s->p->ctx;
    Diag *d = diag_error(ctx, e->loc, DIAG_VALUE, what);
    diag_expected(ctx, d, "%s", expected);
    diag_found(ctx, d, "%s", syn_kind_text(e->kind));
    return false;
}

const char *ir_parse_string(Scope *s, const SynExpr *e) {
    if (!memchr(e->str.ptr ? e->str.ptr : "", 0, e->str.len)) return ir_name(s->p->m, e->str);
    diag_error(s->p->ctx, e->loc, DIAG_VALUE, "a NUL byte in a string");
    return NULL;
}

static bool dtype_named(const char *name, DType *out) {
    return *name && dtype_parse(str_c(name), out) && *out != DTYPE_VOID && *out < DTYPE_LOOP_END;
}

const SynExpr *ir_parse_typed_number(Scope *s, const SynExpr *e, DType *dtype) {
    *dtype = DTYPE_VOID;
    if (e->kind != SYN_CALL || e->n != 2 || e->keywords) return e;
    const SynExpr *f = e->items[0];
    if (f->kind == SYN_ATTR && ir_parse_is(f->items[0], s->p->name.T) &&
        dtype_named(f->name, dtype))
        return e->items[1];
    return e;
}

bool ir_parse_number(Scope *s, const SynExpr *e, double *out) {
    DType dtype;
    e = ir_parse_typed_number(s, e, &dtype);
    if (e->kind == SYN_FLOAT) return *out = e->f, true;
    if (e->kind == SYN_INT || e->kind == SYN_BOOL) return *out = (double)e->i, true;
    if (e->kind == SYN_STRING) return parse_double(e->str, out);
    bool call = e->kind == SYN_CALL && e->n == 2 && e->items[0]->kind == SYN_NAME;
    if (call && strcmp(e->items[0]->name, "float") == 0 && e->items[1]->kind == SYN_STRING) {
        return parse_double(e->items[1]->str, out);
    }
    if (e->kind == SYN_UNARY && (e->op == SYN_OP_NEG || e->op == SYN_OP_POS) &&
        ir_parse_number(s, e->items[0], out)) {
        if (e->op == SYN_OP_NEG) *out = -*out;
        return true;
    }
    return false;
}

bool ir_parse_dtype(Scope *s, const SynExpr *e, DType *out) {
    if (e->kind == SYN_NONE) {
        *out = DTYPE_VOID;
        return true;
    }
    Str name;
    if (e->kind == SYN_CALL && e->n == 2 && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "dtype"))
        e = e->items[1]; /* R.dtype("float32") */
    if (e->kind == SYN_STRING && dtype_parse(e->str, out)) return true;
    Diag *d = diag_error(s->p->ctx, e->loc, DIAG_VALUE, "no dtype");
    diag_expected(s->p->ctx, d, "a name such as \"float32\"");
    if (e->kind == SYN_STRING) {
        diag_found(s->p->ctx, d, "\"%.*s\"", (int)(e->str.len < 40 ? e->str.len : 40), e->str.ptr);
    } else {
        diag_found(s->p->ctx, d, "%s", syn_kind_text(e->kind));
    }
    return false;
}

/* T.min and the like, with two arguments. */
static const struct {
    const char *name;
    const IrDim *(*make)(IrModule *m, const IrDim *a, const IrDim *b);
    bool divides;
} dim_calls[] = {
    {"min", ir_dim_min, false},
    {"max", ir_dim_max, false},
    {"floordiv", ir_dim_floordiv, true},
    {"floormod", ir_dim_floormod, true},
};

/* Was the symbol's value settled before, in this body or around it? */
static bool has_value(const Scope *s, const IrSymbol *symbol) {
    if (!symbol->is_defined || !symbol->body) return symbol->is_defined;
    while (s && s->fn != symbol->function) s = s->outer;
    const IrBody *b = s ? s->body : NULL;
    while (b && b != symbol->body) b = b->owner ? b->owner->block->body : NULL;
    return b != NULL;
}

static const IrDim *symbol_dim(Scope *s, const SynExpr *e, DimMode mode) {
    IrSymbol *symbol =
        mode == DIMS_PARAM ? scope_entry(s, e->name)->symbol : scope_symbol(s, e->name);
    if (!symbol && (mode == DIMS_PARAM || mode == DIMS_RESULT))
        symbol = scope_symbol_new(s, e->name, e->loc);
    if (!symbol) {
        Entry *entry = scope_entry(s, e->name);
        if (entry->var && entry->var->type->kind == IR_TYPE_PRIM && entry->var->type->value) {
            return entry->var->type->value;
        }
        IrVar *v = scope_find(s, e->name);
        if (!v) {
            scope_unknown(s, e->name, e->loc);
        } else {
            Diag *d = diag_error(s->p->ctx, e->loc, DIAG_VALUE, "no extent");
            diag_expected(s->p->ctx, d, "an integer expression over symbols");
            diag_found(s->p->ctx, d, "'%s': %s", e->name, ir_type_text(s->p->m, v->type));
        }
        return NULL;
    }
    bool seen = has_value(s, symbol);
    if (!seen && mode == DIMS_MATCH && (symbol->is_defined || symbol->function != s->fn)) {
        /* It got its value in a branch that has ended, or is an enclosing function's to define. */
        symbol = scope_entry(s, e->name)->symbol = ir_symbol_new(s->fn, e->name, e->loc);
    }
    if (!seen && mode == DIMS_USE) {
        Diag *d = diag_error(s->p->ctx, e->loc, DIAG_SYMBOL_UNDEFINED, e->name);
        diag_help(
            s->p->ctx, d,
            "a symbol gets its value where it stands alone as a parameter's dim, or in R.match_cast");
        return NULL;
    }
    return ir_dim_symbol(s->p->m, symbol);
}

static const IrDim *apply(Scope *s, const SynExpr *e,
                          const IrDim *(*make)(IrModule *, const IrDim *, const IrDim *),
                          bool divides, const IrDim *a, const IrDim *b) {
    if (!a || !b) return NULL;
    if (divides && ir_dim_is(b, 0)) {
        diag_error(s->p->ctx, e->loc, DIAG_VALUE, "division of an extent by zero");
        return NULL;
    }
    const IrDim *d = make(s->p->m, a, b);
    return ir_dims_check(s->p->m, e->loc) ? d : NULL;
}

static const IrDim *string_dim(Scope *s, const SynExpr *e, DimMode mode) {
    Loc loc = {e->loc.offset + 1, e->loc.line, e->loc.col + 1};
    const SynExpr *inner =
        syn_parse_expr(s->p->ctx, &s->p->m->scratch, &s->p->m->names, e->str, loc);
    if (!inner) return NULL;
    if (inner->kind == SYN_STRING) {
        ir_parse_expected(s, inner, "a string in a dim's string", "an integer expression");
        return NULL;
    }
    return ir_parse_dim(s, inner, mode);
}

static const IrDim *call_dim(Scope *s, const SynExpr *e, DimMode mode) {
    DType dtype;
    const SynExpr *inner = ir_parse_typed_number(s, e, &dtype);
    if (inner != e && dtype_is_int(dtype)) return ir_parse_dim(s, inner, mode);
    const SynExpr *f = e->items[0];
    bool of_t = f->kind == SYN_ATTR && ir_parse_is(f->items[0], s->p->name.T);
    for (size_t i = 0;
         (of_t || f->kind == SYN_NAME) && !e->keywords && e->n == 3 && i < ARRAY_LEN(dim_calls);
         i++) {
        if (strcmp(f->name, dim_calls[i].name) != 0) continue;
        const IrDim *a = ir_parse_dim(s, e->items[1], mode),
                    *b = ir_parse_dim(s, e->items[2], mode);
        return apply(s, e, dim_calls[i].make, dim_calls[i].divides, a, b);
    }
    if (of_t && e->n == 3 && strcmp(f->name, "Cast") == 0)
        return ir_parse_dim(s, e->items[2], mode);
    ir_parse_expected(s, e, "no extent",
                      "an integer expression over symbols: + - * // %, T.min, T.max");
    return NULL;
}

const IrDim *ir_parse_dim(Scope *s, const SynExpr *e, DimMode mode) {
    IrModule *m = s->p->m;
    const IrDim *a, *b;
    switch (e->kind) {
    case SYN_INT: return ir_dim_const(m, e->i);
    case SYN_NAME: return symbol_dim(s, e, mode);
    case SYN_STRING: return string_dim(s, e, mode);
    case SYN_CALL: return call_dim(s, e, mode);
    case SYN_UNARY:
        if (e->op != SYN_OP_NEG && e->op != SYN_OP_POS) break;
        a = ir_parse_dim(s, e->items[0], mode);
        if (!a || e->op == SYN_OP_POS) return a;
        return apply(s, e, ir_dim_sub, false, ir_dim_const(m, 0), a);
    case SYN_BINARY:
        if (e->op < SYN_OP_ADD || e->op > SYN_OP_MOD || e->op == SYN_OP_DIV) break;
        a = ir_parse_dim(s, e->items[0], mode);
        b = ir_parse_dim(s, e->items[1], mode);
        switch (e->op) {
        case SYN_OP_ADD: return apply(s, e, ir_dim_add, false, a, b);
        case SYN_OP_SUB: return apply(s, e, ir_dim_sub, false, a, b);
        case SYN_OP_MUL: return apply(s, e, ir_dim_mul, false, a, b);
        case SYN_OP_FLOORDIV: return apply(s, e, ir_dim_floordiv, true, a, b);
        default: return apply(s, e, ir_dim_floormod, true, a, b);
        }
    default: break;
    }
    ir_parse_expected(s, e, "no extent", "an integer expression over symbols");
    return NULL;
}

/* In arithmetic a variable that is a prim value stands for it: m = n + 1; k = 2 * m. */
static bool is_dim_part(Scope *s, const SynExpr *e, bool prefer_symbol) {
    const IrVar *v = e->kind == SYN_NAME ? scope_find(s, e->name) : NULL;
    return (v && v->type->kind == IR_TYPE_PRIM && v->type->value) ||
           ir_parse_looks_like_dim(s, e, prefer_symbol);
}

bool ir_parse_looks_like_dim(Scope *s, const SynExpr *e, bool prefer_symbol) {
    DType dtype;
    switch (e->kind) {
    case SYN_INT: return true;
    case SYN_NAME: return scope_symbol(s, e->name) && (prefer_symbol || !scope_find(s, e->name));
    case SYN_UNARY: return e->op == SYN_OP_NEG && is_dim_part(s, e->items[0], prefer_symbol);
    case SYN_BINARY:
        return is_dim_part(s, e->items[0], prefer_symbol) &&
               is_dim_part(s, e->items[1], prefer_symbol);
    case SYN_CALL:
        if (e->items[0]->kind == SYN_ATTR && ir_parse_is(e->items[0]->items[0], s->p->name.T)) {
            return ir_parse_typed_number(s, e, &dtype) == e || dtype_is_int(dtype);
        }
        return false;
    default: return false;
    }
}

const IrType *ir_parse_shape(Scope *s, const SynExpr *e, DimMode mode) {
    IrModule *m = s->p->m;
    Str name;
    if (e->kind == SYN_CALL && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "shape")) {
        if (e->n != 2) {
            ir_parse_expected(s, e, "R.shape takes one list", "R.shape([...])");
            return NULL;
        }
        e = e->items[1];
    }
    if (e->kind != SYN_TUPLE && e->kind != SYN_LIST) {
        ir_parse_expected(s, e, "no shape", "a list or tuple of extents");
        return NULL;
    }
    if (e->n > s->p->ctx->limits.rank) {
        diag_error(s->p->ctx, e->loc, DIAG_TOO_MANY,
                   diag_fmt(s->p->ctx, "%zu", s->p->ctx->limits.rank), "dims");
        return NULL;
    }
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)e->n + 1);
    bool ok = true;
    for (uint32_t i = 0; i < e->n; i++)
        ok &= (dims[i] = ir_parse_dim(s, e->items[i], mode)) != NULL;
    return ok ? ir_type_shape(m, dims, (int32_t)e->n) : NULL;
}

/* Every extent of a tensor must be able to be non-negative. */
static bool check_extents(Scope *s, const SynExpr *e, const IrType *shape) {
    for (int32_t i = 0; i < shape->ndim; i++) {
        int64_t lo, hi;
        ir_dim_bounds(shape->dims[i], &lo, &hi);
        if (hi >= 0) continue;
        Diag *d = diag_error(s->p->ctx, e->loc, DIAG_VALUE, "a negative extent");
        diag_found(s->p->ctx, d, "%s", ir_dim_text(s->p->m, shape->dims[i]));
        return false;
    }
    return true;
}

typedef struct {
    const SynExpr *args[4];
} TypeArgs;

/* Arguments of a type by position and keyword; names: NULL-terminated, an alias after '|'. */
static bool type_args(Scope *s, const SynExpr *call, const char *const *names, TypeArgs *out) {
    *out = (TypeArgs){{NULL}};
    for (uint32_t i = 1; i < call->n; i++) {
        const char *keyword = call->keywords ? call->keywords[i] : NULL;
        uint32_t at = i - 1;
        if (keyword) {
            for (at = 0; names[at] && strcmp(names[at], keyword) != 0;) at++;
        } else {
            for (uint32_t k = 0; k <= at; k++) {
                if (!names[k]) at = k;
            }
        }
        if (!names[at] || call->items[i]->kind == SYN_STARRED) {
            const char *what = keyword ? diag_fmt(s->p->ctx, "a type has no argument '%s'", keyword)
                                       : "too many arguments of a type";
            diag_error(s->p->ctx, call->items[i]->loc, DIAG_VALUE, what);
            return false;
        }
        out->args[at] = call->items[i];
    }
    return true;
}

static const IrType *tensor_type(Scope *s, const SynExpr *call, DimMode mode) {
    static const char *const names[] = {"shape", "dtype", "vdevice", "ndim", NULL};
    IrModule *m = s->p->m;
    TypeArgs a;
    DType dtype = DTYPE_VOID;
    int32_t ndim = IR_NDIM_UNKNOWN;
    if (!type_args(s, call, names, &a)) return NULL;
    const SynExpr *shape = a.args[0], *type = a.args[1], *rank = a.args[3];
    const char *vdevice = NULL;
    if (a.args[2] && a.args[2]->kind != SYN_NONE && !ir_parse_vdevice(s, a.args[2], &vdevice))
        return NULL;
    /* R.Tensor("float32") */
    if (shape && shape->kind == SYN_STRING && !type) type = shape, shape = NULL;
    if (shape && shape->kind == SYN_NONE) shape = NULL;
    if (type && !ir_parse_dtype(s, type, &dtype)) return NULL;
    if (rank && rank->kind != SYN_NONE) {
        if (rank->kind != SYN_INT || rank->i < -1 || rank->i > (int64_t)s->p->ctx->limits.rank) {
            ir_parse_expected(s, rank, "no rank",
                              "an integer from -1 (unknown) to the limit of ranks");
            return NULL;
        }
        ndim = (int32_t)rank->i;
    }
    if (!shape) return ir_type_on(m, ir_type_tensor(m, NULL, ndim, dtype), vdevice);
    const IrType *dims = ir_parse_shape(s, shape, mode);
    if (!dims || !check_extents(s, shape, dims)) return NULL;
    if (ndim != IR_NDIM_UNKNOWN && ndim != dims->ndim) {
        Diag *d = diag_error(s->p->ctx, rank->loc, DIAG_VALUE, "shape and ndim differ");
        diag_expected(s->p->ctx, d, "%d", dims->ndim);
        diag_found(s->p->ctx, d, "%d", ndim);
        return NULL;
    }
    return ir_type_on(m, ir_type_tensor(m, dims->dims, dims->ndim, dtype), vdevice);
}

static const IrType *shape_type(Scope *s, const SynExpr *call, DimMode mode) {
    static const char *const names[] = {"values", "ndim", NULL};
    TypeArgs a;
    if (!type_args(s, call, names, &a)) return NULL;
    if (a.args[0] && a.args[0]->kind != SYN_NONE) return ir_parse_shape(s, a.args[0], mode);
    int32_t ndim = IR_NDIM_UNKNOWN;
    if (a.args[1]) {
        if (a.args[1]->kind != SYN_INT || a.args[1]->i < -1 ||
            a.args[1]->i > (int64_t)s->p->ctx->limits.rank) {
            ir_parse_expected(s, a.args[1], "no rank",
                              "an integer from -1 (unknown) to the limit of ranks");
            return NULL;
        }
        ndim = (int32_t)a.args[1]->i;
    }
    return ir_type_shape(s->p->m, NULL, ndim);
}

static const IrType *prim_type(Scope *s, const SynExpr *call, DimMode mode) {
    static const char *const names[] = {"dtype", "value", NULL};
    TypeArgs a;
    DType dtype = DTYPE_INT64;
    const IrDim *value = NULL;
    if (!type_args(s, call, names, &a)) return NULL;
    if (a.args[0] && !ir_parse_dtype(s, a.args[0], &dtype)) return NULL;
    if (dtype >= DTYPE_LOOP_END) {
        Diag *d = diag_error(s->p->ctx, a.args[0]->loc, DIAG_VALUE,
                             dtype == DTYPE_STRING ? "a number that is a string"
                                                   : "a number of a small type");
        diag_expected(s->p->ctx, d, "a dtype that is computed with");
        diag_found(s->p->ctx, d, "%s", dtype_name(dtype));
        return NULL;
    }
    if (a.args[1] && !(value = ir_parse_dim(s, a.args[1], mode))) return NULL;
    return ir_type_prim(s->p->m, dtype, value);
}

static const IrType **type_list(Scope *s, const SynExpr *const *items, uint32_t n, DimMode mode) {
    const IrType **types = ARENA_ARRAY(&s->p->m->scratch, const IrType *, (size_t)n + 1);
    bool ok = true;
    for (uint32_t i = 0; i < n; i++)
        ok &= (types[i] = ir_parse_type_mode(s, items[i], mode)) != NULL;
    return ok ? types : NULL;
}

static const IrType *callable_type(Scope *s, const SynExpr *call, DimMode mode) {
    static const char *const names[] = {"params", "ret", "purity", NULL};
    IrModule *m = s->p->m;
    TypeArgs a;
    if (!type_args(s, call, names, &a)) return NULL;
    const IrType *const *params = NULL;
    uint32_t n = 0;
    const IrType *result = NULL;
    bool pure = true;
    if (a.args[0] && a.args[0]->kind != SYN_NONE) {
        const SynExpr *list = a.args[0];
        bool many = list->kind == SYN_TUPLE || list->kind == SYN_LIST;
        n = many ? list->n : 1;
        params = n ? type_list(s, many ? list->items : &list, n, mode) : ir_type_no_params();
        if (!params) return NULL;
    }
    if (a.args[1] && a.args[1]->kind != SYN_NONE &&
        !(result = ir_parse_type_mode(s, a.args[1], mode)))
        return NULL;
    if (a.args[2]) {
        if (a.args[2]->kind != SYN_BOOL) {
            ir_parse_expected(s, a.args[2], "purity", "True or False");
            return NULL;
        }
        pure = a.args[2]->i != 0;
    }
    return ir_type_callable(m, params, n, result, pure);
}

const IrType *ir_parse_type_mode(Scope *s, const SynExpr *e, DimMode mode) {
    IrModule *m = s->p->m;
    const SynExpr *head = e->kind == SYN_CALL ? e->items[0] : e;
    bool call = e->kind == SYN_CALL;
    Str name;
    if (e->kind == SYN_NONE) return ir_type_tuple(m, NULL, 0);
    if (ir_parse_dotted(s, head, s->p->name.R, &name)) {
        static const SynExpr bare = {.kind = SYN_CALL, .n = 1};
        const SynExpr *with = call ? e : &bare;
        if (str_eq_c(name, "Tensor")) return tensor_type(s, with, mode);
        if (str_eq_c(name, "Shape")) return shape_type(s, with, mode);
        if (str_eq_c(name, "Prim")) return prim_type(s, with, mode);
        if (str_eq_c(name, "Object") || str_eq_c(name, "Any")) return m->any;
        if (str_eq_c(name, "Callable")) return callable_type(s, with, mode);
        if (str_eq_c(name, "Tuple")) {
            const SynExpr *const *items = call ? e->items + 1 : NULL;
            uint32_t n = call ? e->n - 1 : 0;
            if (n == 1 && (items[0]->kind == SYN_LIST || items[0]->kind == SYN_TUPLE))
                n = items[0]->n, items = items[0]->items;
            const IrType **fields = type_list(s, items, n, mode);
            return fields ? ir_type_tuple(m, fields, n) : NULL;
        }
    }
    DType dtype;
    if (head->kind == SYN_ATTR && ir_parse_is(head->items[0], s->p->name.T) &&
        dtype_named(head->name, &dtype)) {
        return ir_type_prim(m, dtype, NULL);
    }
    ir_parse_expected(s, e, "no type",
                      "R.Tensor, R.Tuple, R.Shape, R.Prim, R.Callable or R.Object");
    return NULL;
}

const IrType *ir_parse_type(Scope *s, const SynExpr *e) {
    return ir_parse_type_mode(s, e, DIMS_USE);
}
