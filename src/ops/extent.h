/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators share whose operands state extents: shapes and numbers (prim values). As in
 * infer.h, what can fail reports constraint `c`, and unknown never fails. */
#ifndef TENON_OPS_EXTENT_H
#define TENON_OPS_EXTENT_H

#include "ops/infer.h"

/* A number that may be left out: then it is `v`, or there is none. */
#define OP_PRIM_DEFAULT(name_, v)                                                                  \
    { .name = (name_), .kind = OP_PARAM_PRIM, .optional = true, .i = (v) }
#define OP_PRIM_OR_NONE(name_)                                                                     \
    { .name = (name_), .kind = OP_PARAM_PRIM, .optional = true, .none = true }
#define OP_DTYPE_DEFAULT(name_, s_)                                                                \
    { .name = (name_), .kind = OP_PARAM_DTYPE, .optional = true, .s = (s_) }

/* A PRIM operand that must be an integer: *out is its value, `absent` when it was left out, NULL
 * when unknown. */
bool extent_integer(IrInfer *in, uint32_t arg, unsigned c, const IrDim *absent, const IrDim **out);
/* d (NULL: unknown) can be 0 or more. `what` names it in the message. */
bool extent_not_negative(IrInfer *in, const IrDim *d, unsigned c, const char *what);
/* The same for every dim of a SHAPE operand. */
bool extent_shape_not_negative(IrInfer *in, uint32_t arg, unsigned c);

/* `found`, which is dim i of operand `arg`, equals `want` or that is unknown. */
bool extent_dim_eq(IrInfer *in, const IrDim *want, const IrDim *found, uint32_t arg, int32_t i,
                   unsigned c);
/* Two dims that are equal when the program runs: the one that says more. */
const IrDim *extent_merge(const IrDim *a, const IrDim *b);
/* Shape `from` broadcasts to exactly `to`: aligned at the end, each dim equal or 1. Dims may be
 * NULL, ranks unknown. `what` names `from`. */
bool extent_stretches(IrInfer *in, const char *what, IrDims from, int32_t from_ndim, IrDims to,
                      int32_t to_ndim, unsigned c);
/* A dim that was computed overflowed; the caller of infer will report that. */
static inline bool extent_overflowed(const IrInfer *in) {
    return in->m->dims.overflow || in->m->dims.too_large;
}

/* A dtype attribute whose void means `dtype`: returns it, and writes it out. */
DType extent_dtype_attr(IrInfer *in, const char *name, DType dtype);
/* `dtype` (VOID: unknown) is one of the kinds, `what` names it. */
bool extent_dtype_kind(IrInfer *in, DType dtype, unsigned kinds, unsigned c, const char *what);
/* The dtype of a PRIM operand, VOID when it is unknown or left out. */
DType extent_prim_dtype(const IrInfer *in, uint32_t arg);

#endif
