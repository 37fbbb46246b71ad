/* SPDX-License-Identifier: Apache-2.0 */
/* Literals: R.const of any shape and dtype, metadata's constants, prim values. */
#include <math.h>

#include "ir/definition.h"
#include "ir/parse_parts.h"
#include "ir/text.h"
#include "tensor/strings.h"

/* The shape of nested lists, by their first elements. False when they nest past the rank limit. */
static bool list_shape(Scope *s, const SynExpr *e, int64_t *dims, uint32_t *ndim) {
    *ndim = 0;
    while (e->kind == SYN_LIST || e->kind == SYN_TUPLE) {
        if (*ndim >= s->p->ctx->limits.rank) {
            diag_error(s->p->ctx, e->loc, DIAG_TOO_MANY,
                       diag_fmt(s->p->ctx, "%zu", s->p->ctx->limits.rank), "dims");
            return false;
        }
        dims[(*ndim)++] = e->n;
        if (e->n == 0) break;
        e = e->items[0];
    }
    return true;
}

static DType default_dtype(const SynExpr *e) {
    while ((e->kind == SYN_LIST || e->kind == SYN_TUPLE) && e->n) e = e->items[0];
    if (e->kind == SYN_STRING) return DTYPE_STRING;
    return e->kind == SYN_BOOL ? DTYPE_BOOL : e->kind == SYN_INT ? DTYPE_INT32 : DTYPE_FLOAT32;
}

static bool write_element(Scope *s, const SynExpr *e, Tensor *t, size_t at) {
    const DType dtype = t->dtype;
    Ctx *ctx = s->p->ctx;
    DType typed;
    const SynExpr *x = ir_parse_typed_number(s, e, &typed);
    double v;
    bool ok = dtype == DTYPE_STRING && x->kind == SYN_STRING;
    if (ok) {
        tensor_set_string(t, at, x->str);
    } else if (dtype == DTYPE_STRING) {
        ok = false;
    } else if (x->kind == SYN_INT || x->kind == SYN_BOOL) {
        ok = tensor_set_int(t, at, x->i);
    } else if (ir_parse_number(s, x, &v)) {
        ok = dtype_is_float(dtype);
        if (ok) tensor_set_double(t, at, v);
        /* An integral float is that integer. */
        if (!ok && v == floor(v) && fabs(v) < 9e15) ok = tensor_set_int(t, at, (int64_t)v);
    }
    if (ok) return true;
    Diag *d = diag_error(ctx, e->loc, DIAG_VALUE, "this element does not fit the constant's dtype");
    diag_expected(ctx, d, "a value of %s", dtype_name(dtype));
    diag_found(ctx, d, "%s", syn_kind_text(e->kind));
    return false;
}

static bool fill(Scope *s, const SynExpr *e, Tensor *t, uint32_t axis, size_t *at) {
    if (axis == t->ndim) {
        bool list = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
        if (list)
            return ir_parse_expected(s, e, "the lists of a constant differ in depth", "a number");
        return write_element(s, e, t, (*at)++);
    }
    if ((e->kind != SYN_LIST && e->kind != SYN_TUPLE) || e->n != t->dims[axis]) {
        const char *want = diag_fmt(s->p->ctx, "a list of %lld", (long long)t->dims[axis]);
        return ir_parse_expected(s, e, "the lists of a constant differ in length", want);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (!fill(s, e->items[i], t, axis + 1, at)) return false;
    }
    return true;
}

static IrConst *make_const(Scope *s, const SynExpr *e, DType dtype) {
    int64_t *dims = ARENA_ARRAY(&s->p->m->scratch, int64_t, s->p->ctx->limits.rank + 1);
    uint32_t ndim;
    if (!list_shape(s, e, dims, &ndim)) return NULL;
    Tensor *t = tensor_new(s->p->ctx, dtype, dims, ndim);
    TensorGuard guard;
    tensor_guard(&guard, t);
    size_t at = 0;
    bool ok = fill(s, e, t, 0, &at);
    tensor_unguard(&guard);
    if (!ok) {
        tensor_unref(t);
        return NULL;
    }
    return ir_const_new(s->p->m, t);
}

/* An attribute parameter as a constant of rank 0. */
static IrConst *const_from(Scope *s, const SynExpr *e, const OpParam *from, DType dtype) {
    const IrAttrKind kind = from->value->kind;
    const bool number = kind == IR_ATTR_BOOL || kind == IR_ATTR_INT ||
                        (kind == IR_ATTR_FLOAT && (dtype == DTYPE_VOID || dtype_is_float(dtype)));
    if (!number || from->none) {
        const char *what = diag_fmt(s->p->ctx, "the attribute '%s' as a constant", from->name);
        ir_parse_expected(s, e, what,
                          "a parameter of R.Bool, R.Int, or (of a float dtype) R.Float");
        return NULL;
    }
    if (dtype == DTYPE_VOID)
        dtype = kind == IR_ATTR_FLOAT ? DTYPE_FLOAT32
                : kind == IR_ATTR_INT ? DTYPE_INT32
                                      : DTYPE_BOOL;
    return ir_const_new_from(s->p->m, ir_attr_tensor(s->p->ctx, from->value, dtype), from->name,
                             false);
}

IrConst *ir_parse_open_number(Scope *s, const SynExpr *e) {
    const OpParam *from = scope_attr(s, e);
    double v = 0;
    if (!from) ir_parse_number(s, e, &v);
    const IrAttrKind kind = from                  ? from->value->kind
                            : e->kind == SYN_BOOL ? IR_ATTR_BOOL
                                                  : IR_ATTR_NONE;
    bool integer = kind == IR_ATTR_INT;
    const SynExpr *digits = e->kind == SYN_UNARY ? e->items[0] : e;
    if (!from) integer = digits->kind == SYN_INT;
    const DType dtype = kind == IR_ATTR_BOOL ? DTYPE_BOOL : integer ? DTYPE_INT64 : DTYPE_FLOAT64;
    IrConst *c = from ? const_from(s, e, from, dtype) : make_const(s, e, dtype);
    return c ? ir_const_new_from(s->p->m, tensor_ref(c->tensor), c->from, true) : NULL;
}

IrConst *ir_parse_scalar(Scope *s, const SynExpr *e, DType dtype) {
    const OpParam *from = scope_attr(s, e);
    if (from) return const_from(s, e, from, dtype);
    return make_const(s, e, dtype == DTYPE_VOID ? default_dtype(e) : dtype);
}

static IrConst *metadata_const(Scope *s, const SynExpr *e) {
    Ctx *ctx = s->p->ctx;
    const Metadata *meta = &s->p->metadata;
    if (!meta->present) {
        Diag *d = diag_error(ctx, e->loc, DIAG_NAME, "metadata");
        diag_help(ctx, d, "print the module with its metadata: mod.script(show_meta=True)");
        return NULL;
    }
    const SynExpr *key = e->items[0]->items[1], *index = e->items[1];
    if (key->kind != SYN_STRING || !str_eq_c(key->str, "relax.expr.Constant")) {
        diag_error(ctx, key->loc, DIAG_UNSUPPORTED, "metadata other than \"relax.expr.Constant\"");
        return NULL;
    }
    if (index->kind == SYN_INT && index->i >= 0 && (uint64_t)index->i < meta->constants.len) {
        return meta->constants.at[index->i];
    }
    ir_parse_expected(s, index, "no such constant",
                      diag_fmt(ctx, "an index below %zu", meta->constants.len));
    return NULL;
}

/* R.const(value[, dtype]), or metadata["relax.expr.Constant"][i]. */
IrConst *ir_parse_const(Scope *s, const SynExpr *e) {
    if (e->kind == SYN_SUBSCRIPT) return metadata_const(s, e);
    const SynExpr *value = NULL, *type = NULL;
    for (uint32_t i = 1; i < e->n; i++) {
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        if (keyword ? strcmp(keyword, "value") == 0 : i == 1) {
            value = e->items[i];
        } else if (keyword ? strcmp(keyword, "dtype") == 0 : i == 2) {
            type = e->items[i];
        } else {
            ir_parse_expected(s, e->items[i], "an argument too many", "R.const(value, dtype)");
            return NULL;
        }
    }
    if (!value) {
        ir_parse_expected(s, e, "R.const without a value", "R.const(value, dtype)");
        return NULL;
    }
    DType dtype = DTYPE_VOID;
    if (type && !ir_parse_dtype(s, type, &dtype)) return NULL;
    const OpParam *from = scope_attr(s, value);
    if (from) return const_from(s, value, from, dtype);
    return make_const(s, value, dtype == DTYPE_VOID ? default_dtype(value) : dtype);
}

IrConst *ir_text_const(IrModule *m, const SynExpr *e, DType dtype) {
    Parse p = {
        .ctx = m->ctx, .m = m, .name = {.R = ir_name(m, str_c("R")), .T = ir_name(m, str_c("T"))}};
    Scope s = {.p = &p};
    Str name;
    arena_init(&p.arena, m->ctx);
    map_init(&s.names, &p.arena);
    const bool is_const = e->kind == SYN_CALL &&
                          ir_parse_dotted(&s, e->items[0], p.name.R, &name) &&
                          str_eq_c(name, "const");
    IrConst *c = is_const ? ir_parse_const(&s, e)
                          : make_const(&s, e, dtype == DTYPE_VOID ? default_dtype(e) : dtype);
    arena_fini(&p.arena);
    return c;
}

bool ir_parse_prim(Scope *s, const SynExpr *e, IrOperandBuf *out) {
    IrModule *m = s->p->m;
    Str name;
    if (e->kind == SYN_CALL && e->n == 2 && ir_parse_dotted(s, e->items[0], s->p->name.R, &name) &&
        str_eq_c(name, "prim_value")) {
        e = e->items[1];
    }
    DType dtype;
    const SynExpr *x = ir_parse_typed_number(s, e, &dtype);
    double v;
    if (x->kind == SYN_BOOL && (dtype == DTYPE_VOID || dtype == DTYPE_BOOL)) {
        ir_operands_prim(out, ir_type_prim(m, DTYPE_BOOL, ir_dim_const(m, x->i)), 0);
        return true;
    }
    if (!dtype_is_float(dtype) && ir_parse_looks_like_dim(s, x, true)) {
        const IrDim *d = ir_parse_dim(s, x, DIMS_USE);
        if (d)
            ir_operands_prim(out, ir_type_prim(m, dtype == DTYPE_VOID ? DTYPE_INT64 : dtype, d), 0);
        return d != NULL;
    }
    if (ir_parse_number(s, x, &v)) {
        if (dtype == DTYPE_VOID) dtype = DTYPE_FLOAT64;
        if (!dtype_is_float(dtype))
            return ir_parse_expected(s, e, "this number does not fit its dtype", "an integer");
        ir_operands_prim(out, ir_type_prim(m, dtype, NULL), v);
        return true;
    }
    return ir_parse_expected(s, e, "no prim value",
                             "a number, or an integer expression over symbols");
}
