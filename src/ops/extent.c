/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"

bool extent_integer(IrInfer *in, uint32_t arg, unsigned c, const IrDim *absent, const IrDim **out) {
    *out = in->args[arg].type ? infer_prim_arg(in, arg) : absent;
    return extent_dtype_kind(in, extent_prim_dtype(in, arg), KIND_INT, c, in->args[arg].name);
}

bool extent_not_negative(IrInfer *in, const IrDim *d, unsigned c, const char *what) {
    if (!d || ir_dim_le(in->m, ir_dim_const(in->m, 0), d) != IR_REFUTED) return true;
    infer_fail(in, c, infer_text(in, "%s to be 0 or more", what), ir_dim_text(in->m, d));
    return false;
}

bool extent_shape_not_negative(IrInfer *in, uint32_t arg, unsigned c) {
    int32_t ndim;
    IrDims dims = infer_shape_arg(in, arg, &ndim);
    for (int32_t i = 0; dims && i < ndim; i++) {
        if (!extent_not_negative(in, dims[i], c, "each dim")) return false;
    }
    return true;
}

bool extent_dim_eq(IrInfer *in, const IrDim *want, const IrDim *found, uint32_t arg, int32_t i,
                   unsigned c) {
    if (infer_equal(in, want, found) != IR_REFUTED) return true;
    infer_fail(
        in, c,
        infer_text(in, "dim %d of `%s` to be %s", i, in->args[arg].name, ir_dim_text(in->m, want)),
        ir_dim_text(in->m, found));
    return false;
}

const IrDim *extent_merge(const IrDim *a, const IrDim *b) { return a->n && !b->n ? b : a; }

bool extent_stretches(IrInfer *in, const char *what, IrDims from, int32_t from_ndim, IrDims to,
                      int32_t to_ndim, unsigned c) {
    if (from_ndim == IR_NDIM_UNKNOWN || to_ndim == IR_NDIM_UNKNOWN) return true;
    if (from_ndim > to_ndim) {
        infer_fail(in, c, infer_text(in, "rank %d or less for `%s`", to_ndim, what),
                   infer_text(in, "rank %d", from_ndim));
        return false;
    }
    for (int32_t i = 0; from && to && i < from_ndim; i++) {
        const IrDim *f = from[i], *t = to[i + to_ndim - from_ndim];
        if (infer_stretches(in, f, t) != IR_REFUTED) continue;
        infer_fail(in, c,
                   infer_text(in, "dim %d of `%s` to be 1 or %s", i, what, ir_dim_text(in->m, t)),
                   ir_dim_text(in->m, f));
        return false;
    }
    return true;
}

DType extent_dtype_attr(IrInfer *in, const char *name, DType dtype) {
    IrAttr *a = infer_attr(in, name);
    if (a->dtype == DTYPE_VOID) a->dtype = dtype;
    return a->dtype;
}

bool extent_dtype_kind(IrInfer *in, DType dtype, unsigned kinds, unsigned c, const char *what) {
    if (dtype == DTYPE_VOID || (kinds >> dtype_kind(dtype) & 1u)) return true;
    const char *want =
        kinds == KIND_INT ? "an integer dtype" : "an integer or floating-point dtype";
    infer_fail(in, c, infer_text(in, "%s for `%s`", want, what), dtype_name(dtype));
    return false;
}

DType extent_prim_dtype(const IrInfer *in, uint32_t arg) {
    const IrType *t = in->args[arg].type;
    return t && t->kind == IR_TYPE_PRIM ? t->dtype : DTYPE_VOID;
}
