/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators' type rules share. Every function that can fail reports through infer_fail
 * with the constraint number it is given and returns NULL or false.
 *
 * In `infer`, args[i].type of a TENSOR operand is always a Tensor type (perhaps of unknown rank,
 * shape or dtype), NULL when the operand was left out. Unknown never fails: a rule reports what is
 * refuted and leaves the rest to the run.
 */
#ifndef TENON_OPS_INFER_H
#define TENON_OPS_INFER_H

#include "base/diag.h"
#include "ir/build.h"
#include "ir/op.h"

typedef const IrDim *const *IrDims;

/* Scratch memory that lives until the call is built. */
#define INFER_ARRAY(in, T, n) ARENA_ARRAY(&(in)->m->scratch, T, (n))
#define infer_text(in, ...) diag_fmt((in)->m->ctx, __VA_ARGS__)

/* Reports that constraint `c` (1 for C1) is not met. Always returns NULL, for `return
 * infer_fail(...)`. expected and found: text, see infer_text, ir_type_text, ir_dim_text; either may
 * be NULL. */
const IrType *infer_fail(IrInfer *in, unsigned c, const char *expected, const char *found);

/* Attributes by name (BUG when the schema has none of that name). */
IrAttr *infer_attr(IrInfer *in, const char *name);
int64_t infer_int(IrInfer *in, const char *name);
bool infer_bool(IrInfer *in, const char *name);
const char *infer_string(IrInfer *in, const char *name); /* NULL: None */
bool infer_string_is(IrInfer *in, const char *name, const char *value);
/* Sets the attribute to a list (copied). */
void infer_set_ints(IrInfer *in, const char *name, const int64_t *ints, uint32_t n);

/* Results. */
const IrType *infer_tensor(IrInfer *in, const IrDim *const *dims, int32_t ndim, DType dtype);
const IrType *infer_tensor_ndim(IrInfer *in, int32_t ndim, DType dtype); /* shape unknown */
/* The tensor type `t` with another dtype. */
const IrType *infer_with_dtype(IrInfer *in, const IrType *t, DType dtype);
/* A copy of t's dims that may be written; NULL when they are unknown. */
const IrDim **infer_dims_copy(IrInfer *in, const IrType *t);

/* The attribute `name`, an axis: in [-ndim, ndim), made non-negative. Unknown rank: true,
 * untouched. A None attribute: true. */
bool infer_axis(IrInfer *in, const char *name, int32_t ndim, unsigned c);
/* The same for a list of distinct axes. None becomes all axes when `none_is_all`. `sorted` puts
 * them in rising order (where the order has no meaning). */
bool infer_axes(IrInfer *in, const char *name, int32_t ndim, unsigned c, bool none_is_all,
                bool sorted);

/* A dtype attribute whose void means `operand`: returns what it stands for; an attribute that says
 * what void would mean becomes void. */
DType infer_dtype_attr(IrInfer *in, const char *name, DType operand);
/* The same where sums are in it: bool breaks constraint c. */
bool infer_sum_dtype(IrInfer *in, const char *name, DType operand, unsigned c, DType *out);

/* All dtypes that are known among the operands first..last (tensors) agree; *out gets it, or
 * VOID. */
bool infer_same_dtype(IrInfer *in, uint32_t first, uint32_t last, unsigned c, DType *out);
/* The operand's dtype is unknown or of one of the kinds (1 << DTYPE_KIND_...). */
bool infer_dtype_kind(IrInfer *in, uint32_t arg, unsigned kinds, unsigned c);
/* The operand has rank `ndim`, or its rank is unknown. */
/* Where elements of operand i are computed with: reports, as constraint c, that a small type cannot
 * be. */
bool infer_computes(IrInfer *in, uint32_t arg, unsigned c);
bool infer_ndim(IrInfer *in, uint32_t arg, int32_t ndim, unsigned c);
/* What the call demands: a == b. Noted where it is unknown (IrInfer.open). */
IrTruth infer_equal(IrInfer *in, const IrDim *a, const IrDim *b);
/* The same for the dims of two types of equal rank, the second of which the first is to subsume. */
IrTruth infer_subsumes(IrInfer *in, const IrType *want, const IrType *found);
/* The same for a <= b: b is then the greater of the two. */
IrTruth infer_at_most(IrInfer *in, const IrDim *a, const IrDim *b);
/* The same for a == b, or a == 1 where b is another extent that a is stretched to. */
IrTruth infer_stretches(IrInfer *in, const IrDim *a, const IrDim *b);
/* The two dims are equal or that is unknown. `what` names the pair in the message. */
bool infer_dim_eq(IrInfer *in, const IrDim *a, const IrDim *b, unsigned c, const char *what);

/* NumPy's broadcasting of two shapes; aligned at the end, 1 stretches. *out has max(an, bn) dims,
 * or is NULL when the result cannot be known (two unequal dims, neither refuted). False:
 * reported. */
bool infer_broadcast_dims(IrInfer *in, IrDims a, int32_t an, IrDims b, int32_t bn, unsigned c,
                          const IrDim *const **out);
/* The same for operands of any known-ness: a tensor type of dtype VOID; NULL: reported. */
const IrType *infer_broadcast(IrInfer *in, const IrType *a, const IrType *b, unsigned c);

/* Product of dims; the constant 1 for none. */
const IrDim *infer_product(IrInfer *in, IrDims dims, int32_t n);

/* A SHAPE operand's dims: NULL when only its rank (or nothing) is known; *ndim as in IrType. */
IrDims infer_shape_arg(IrInfer *in, uint32_t arg, int32_t *ndim);
/* A PRIM operand that is an integer; NULL when its value is unknown. */
const IrDim *infer_prim_arg(IrInfer *in, uint32_t arg);

/* The i-th of a TENSORS operand; NULL when the tuple's own type is unknown. *n gets the count. */
const IrType *infer_field(IrInfer *in, uint32_t arg, uint32_t i);
bool infer_n_fields(IrInfer *in, uint32_t arg, uint32_t *n);

#define KIND_BOOL (1u << DTYPE_KIND_BOOL)
#define KIND_INT ((1u << DTYPE_KIND_INT) | (1u << DTYPE_KIND_UINT))
#define KIND_FLOAT (1u << DTYPE_KIND_FLOAT)

#endif
