/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators' type rules share. */
#include "ops/infer.h"

#include "base/diag.h"

const IrType *infer_fail(IrInfer *in, unsigned c, const char *expected, const char *found) {
    Ctx *ctx = in->m->ctx;
    unsigned n = 0;
    if (in->m->dims.overflow || in->m->dims.too_large) return NULL; /* ir_dims_check reports that */
    while (in->op->constraints && in->op->constraints[n]) n++;
    if (c == 0 || c > n) BUG("R.%s has no constraint C%u", in->op->name, c);
    Diag *d = diag_error(ctx, in->loc, DIAG_CONSTRAINT, in->op->name, diag_fmt(ctx, "%u", c),
                         in->op->constraints[c - 1]);
    if (expected) diag_expected(ctx, d, "%s", expected);
    if (found) diag_found(ctx, d, "%s", found);
    return NULL;
}

IrAttr *infer_attr(IrInfer *in, const char *name) {
    int i = ir_op_attr_index(in->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", in->op->name, name);
    return &in->attrs[i];
}

int64_t infer_int(IrInfer *in, const char *name) { return infer_attr(in, name)->i; }
bool infer_bool(IrInfer *in, const char *name) { return infer_attr(in, name)->i != 0; }

const char *infer_string(IrInfer *in, const char *name) {
    const IrAttr *a = infer_attr(in, name);
    return a->kind == IR_ATTR_STRING ? a->s : NULL;
}

bool infer_string_is(IrInfer *in, const char *name, const char *value) {
    const char *s = infer_string(in, name);
    return s && strcmp(s, value) == 0;
}

void infer_set_ints(IrInfer *in, const char *name, const int64_t *ints, uint32_t n) {
    int64_t *copy = INFER_ARRAY(in, int64_t, n);
    if (n) memcpy(copy, ints, n * sizeof *copy);
    *infer_attr(in, name) = (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = copy};
}

const IrType *infer_tensor(IrInfer *in, const IrDim *const *dims, int32_t ndim, DType dtype) {
    return ir_type_tensor(in->m, dims, ndim, dtype);
}

const IrType *infer_tensor_ndim(IrInfer *in, int32_t ndim, DType dtype) {
    return ir_type_tensor(in->m, NULL, ndim, dtype);
}

const IrType *infer_with_dtype(IrInfer *in, const IrType *t, DType dtype) {
    return t->dtype == dtype ? t : ir_type_tensor(in->m, t->dims, t->ndim, dtype);
}

const IrDim **infer_dims_copy(IrInfer *in, const IrType *t) {
    if (!t->dims) return NULL;
    const IrDim **copy = INFER_ARRAY(in, const IrDim *, (size_t)t->ndim);
    if (t->ndim) memcpy(copy, t->dims, (size_t)t->ndim * sizeof *copy);
    return copy;
}

static bool wrap_axis(IrInfer *in, const char *name, int64_t *axis, int32_t ndim, unsigned c) {
    if (ndim == IR_NDIM_UNKNOWN) return true;
    if (*axis < -ndim || *axis >= ndim) {
        const char *range = ndim == 0 ? infer_text(in, "no %s, as the rank is 0", name)
                                      : infer_text(in, "%s in [-%d, %d)", name, ndim, ndim);
        infer_fail(in, c, range, infer_text(in, "%lld", (long long)*axis));
        return false;
    }
    if (*axis < 0) *axis += ndim;
    return true;
}

bool infer_axis(IrInfer *in, const char *name, int32_t ndim, unsigned c) {
    IrAttr *a = infer_attr(in, name);
    return a->kind == IR_ATTR_NONE || wrap_axis(in, name, &a->i, ndim, c);
}

bool infer_axes(IrInfer *in, const char *name, int32_t ndim, unsigned c, bool none_is_all,
                bool sorted) {
    IrAttr *a = infer_attr(in, name);
    if (ndim == IR_NDIM_UNKNOWN) return true;
    if (a->kind == IR_ATTR_NONE) {
        if (!none_is_all) return true;
        int64_t *all = INFER_ARRAY(in, int64_t, (size_t)ndim);
        for (int32_t i = 0; i < ndim; i++) all[i] = i;
        *a = (IrAttr){.kind = IR_ATTR_INTS, .n = (uint32_t)ndim, .ints = all};
        return true;
    }
    bool *seen = INFER_ARRAY(in, bool, (size_t)ndim);
    int64_t *axes = INFER_ARRAY(in, int64_t, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        axes[i] = a->ints[i];
        if (!wrap_axis(in, name, &axes[i], ndim, c)) return false;
        if (seen[axes[i]]) {
            infer_fail(in, c, "distinct axes",
                       infer_text(in, "axis %lld twice", (long long)axes[i]));
            return false;
        }
        seen[axes[i]] = true;
    }
    if (sorted) {
        uint32_t n = 0;
        for (int32_t i = 0; i < ndim; i++) {
            if (seen[i]) axes[n++] = i;
        }
    }
    a->ints = axes;
    return true;
}

DType infer_dtype_attr(IrInfer *in, const char *name, DType operand) {
    IrAttr *a = infer_attr(in, name);
    if (a->dtype == DTYPE_VOID) return operand;
    DType t = a->dtype;
    if (t == operand) a->dtype = DTYPE_VOID;
    return t;
}

bool infer_sum_dtype(IrInfer *in, const char *name, DType operand, unsigned c, DType *out) {
    *out = infer_dtype_attr(in, name, operand);
    return *out != DTYPE_BOOL ||
           infer_fail(in, c, infer_text(in, "an integer or floating-point %s", name), "bool");
}

bool infer_same_dtype(IrInfer *in, uint32_t first, uint32_t last, unsigned c, DType *out) {
    *out = DTYPE_VOID;
    uint32_t from = first;
    for (uint32_t i = first; i <= last; i++) {
        const IrType *t = in->args[i].type;
        if (!t || t->dtype == DTYPE_VOID) continue;
        if (*out == DTYPE_VOID) {
            *out = t->dtype;
            from = i;
        } else if (*out != t->dtype) {
            infer_fail(
                in, c,
                infer_text(in, "%s, the dtype of `%s`", dtype_name(*out), in->args[from].name),
                infer_text(in, "%s for `%s`", dtype_name(t->dtype), in->args[i].name));
            return false;
        }
    }
    return true;
}

bool infer_dtype_kind(IrInfer *in, uint32_t arg, unsigned kinds, unsigned c) {
    const IrType *t = in->args[arg].type;
    if (!t || t->dtype == DTYPE_VOID || (kinds >> dtype_kind(t->dtype) & 1u)) return true;
    const char *want = kinds == KIND_FLOAT               ? "a floating-point dtype"
                       : kinds == KIND_INT               ? "an integer dtype"
                       : kinds == KIND_BOOL              ? "bool"
                       : kinds == (KIND_INT | KIND_BOOL) ? "an integer dtype or bool"
                                                         : "an integer or floating-point dtype";
    infer_fail(in, c, infer_text(in, "%s for `%s`", want, in->args[arg].name),
               dtype_name(t->dtype));
    return false;
}

bool infer_computes(IrInfer *in, uint32_t arg, unsigned c) {
    const IrType *t = in->args[arg].type;
    if (t->kind != IR_TYPE_TENSOR || !(dtype_is_small(t->dtype) || t->dtype == DTYPE_STRING))
        return true;
    infer_fail(in, c, infer_text(in, "a type for `%s` that is computed with", in->args[arg].name),
               dtype_name(t->dtype));
    return false;
}

bool infer_ndim(IrInfer *in, uint32_t arg, int32_t ndim, unsigned c) {
    const IrType *t = in->args[arg].type;
    if (!t || t->ndim == IR_NDIM_UNKNOWN || t->ndim == ndim) return true;
    infer_fail(in, c, infer_text(in, "rank %d for `%s`", ndim, in->args[arg].name),
               infer_text(in, "rank %d: %s", t->ndim, ir_type_text(in->m, t)));
    return false;
}

IrTruth infer_equal(IrInfer *in, const IrDim *a, const IrDim *b) {
    const IrTruth t = ir_dim_eq(in->m, a, b);
    if (t == IR_UNKNOWN && in->open) vec_push(&in->m->scratch, in->open, ((IrDimPair){a, b}));
    return t;
}

IrTruth infer_subsumes(IrInfer *in, const IrType *want, const IrType *found) {
    const IrTruth t = ir_type_subsumes(in->m, want, found);
    const bool dims = t == IR_UNKNOWN && want->kind == IR_TYPE_TENSOR &&
                      found->kind == IR_TYPE_TENSOR && want->dims && found->dims;
    for (int32_t i = 0; dims && i < want->ndim; i++) infer_equal(in, want->dims[i], found->dims[i]);
    return t;
}

IrTruth infer_at_most(IrInfer *in, const IrDim *a, const IrDim *b) {
    const IrTruth t = ir_dim_le(in->m, a, b);
    if (t == IR_UNKNOWN && in->open)
        vec_push(&in->m->scratch, in->open, ((IrDimPair){b, ir_dim_max(in->m, a, b)}));
    return t;
}

IrTruth infer_stretches(IrInfer *in, const IrDim *a, const IrDim *b) {
    IrModule *m = in->m;
    const IrDim *one = ir_dim_const(m, 1);
    const IrTruth same = ir_dim_eq(m, a, b), is_one = ir_dim_eq(m, a, one);
    if (same == IR_PROVED || is_one == IR_PROVED) return IR_PROVED;
    if (is_one == IR_REFUTED) return infer_equal(in, a, b);
    if (same == IR_REFUTED) return infer_equal(in, a, one);
    return infer_equal(in, ir_dim_mul(m, ir_dim_sub(m, a, one), ir_dim_sub(m, a, b)),
                       ir_dim_const(m, 0));
}

bool infer_dim_eq(IrInfer *in, const IrDim *a, const IrDim *b, unsigned c, const char *what) {
    if (infer_equal(in, a, b) != IR_REFUTED) return true;
    infer_fail(in, c, infer_text(in, "%s to be %s", what, ir_dim_text(in->m, a)),
               ir_dim_text(in->m, b));
    return false;
}

bool infer_broadcast_dims(IrInfer *in, IrDims a, int32_t an, IrDims b, int32_t bn, unsigned c,
                          const IrDim *const **out) {
    int32_t n = an > bn ? an : bn;
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)n);
    bool known = true;
    for (int32_t i = 0; i < n; i++) {
        int32_t ia = i - (n - an), ib = i - (n - bn);
        const IrDim *x = ia < 0 ? NULL : a[ia], *y = ib < 0 ? NULL : b[ib];
        if (!x || !y) {
            dims[i] = x ? x : y;
        } else if (ir_dim_is(x, 1)) {
            dims[i] = y;
        } else if (ir_dim_is(y, 1) || ir_dim_eq(in->m, x, y) == IR_PROVED) {
            dims[i] = x;
        } else if (ir_dim_eq(in->m, x, y) == IR_REFUTED &&
                   ir_dim_eq(in->m, x, ir_dim_const(in->m, 1)) == IR_REFUTED &&
                   ir_dim_eq(in->m, y, ir_dim_const(in->m, 1)) == IR_REFUTED) {
            infer_fail(in, c,
                       infer_text(in, "dim %d counted from the end to be 1 or %s", n - i,
                                  ir_dim_text(in->m, x)),
                       ir_dim_text(in->m, y));
            return false;
        } else {
            known = false; /* one of them may be 1 at run time */
        }
    }
    *out = known ? dims : NULL;
    return true;
}

const IrType *infer_broadcast(IrInfer *in, const IrType *a, const IrType *b, unsigned c) {
    if (a->ndim == IR_NDIM_UNKNOWN || b->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, DTYPE_VOID);
    }
    int32_t n = a->ndim > b->ndim ? a->ndim : b->ndim;
    const IrDim *const *dims = NULL;
    if (a->dims && b->dims &&
        !infer_broadcast_dims(in, a->dims, a->ndim, b->dims, b->ndim, c, &dims)) {
        return NULL;
    }
    /* A scalar changes no shape, known or not. */
    if (!dims && a->ndim == 0) dims = b->dims;
    if (!dims && b->ndim == 0) dims = a->dims;
    return infer_tensor(in, dims, n, DTYPE_VOID);
}

const IrDim *infer_product(IrInfer *in, IrDims dims, int32_t n) {
    const IrDim *p = ir_dim_const(in->m, 1);
    for (int32_t i = 0; i < n; i++) {
        if (ir_dim_is(dims[i], 0)) return dims[i]; /* before 2^62 * 2^62 * 0 overflows */
    }
    for (int32_t i = 0; i < n; i++) p = ir_dim_mul(in->m, p, dims[i]);
    return p;
}

IrDims infer_shape_arg(IrInfer *in, uint32_t arg, int32_t *ndim) {
    const IrType *t = in->args[arg].type;
    *ndim = t && t->kind == IR_TYPE_SHAPE ? t->ndim : IR_NDIM_UNKNOWN;
    return t && t->kind == IR_TYPE_SHAPE ? t->dims : NULL;
}

const IrDim *infer_prim_arg(IrInfer *in, uint32_t arg) {
    const IrType *t = in->args[arg].type;
    return t && t->kind == IR_TYPE_PRIM ? t->value : NULL;
}

bool infer_n_fields(IrInfer *in, uint32_t arg, uint32_t *n) {
    const IrType *t = in->args[arg].type;
    if (!t || t->kind != IR_TYPE_TUPLE) return false;
    *n = t->n;
    return true;
}

const IrType *infer_field(IrInfer *in, uint32_t arg, uint32_t i) {
    const IrType *t = in->args[arg].type;
    if (!t || t->kind != IR_TYPE_TUPLE) return NULL;
    BUG_IF(i >= t->n);
    const IrType *f = t->fields[i];
    return f->kind == IR_TYPE_TENSOR ? f : ir_type_tensor(in->m, NULL, IR_NDIM_UNKNOWN, DTYPE_VOID);
}
