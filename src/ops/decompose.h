/* SPDX-License-Identifier: Apache-2.0 */
/* What writes an operator's meaning as calls of other operators.
 *
 * `decompose` appends bindings to call->b and returns the result's variable, of the type
 * call->result. All shapes are known (perhaps symbolic), all ranks and dtypes too. Operands are
 * handed about by value: each is one entry (a variable, a constant, a shape), as tensors are. The
 * operands were accepted by infer, so a call that is refused here is our fault: BUG; only a limit
 * (of rank, of bindings) throws STATUS_LIMIT. A gradient may meet types that are not known:
 * d_not_known.
 *
 * Statistics of half-precision tensors are computed in float32 and rounded once: d_up.
 */
#ifndef TENON_OPS_DECOMPOSE_H
#define TENON_OPS_DECOMPOSE_H

#include "ir/build.h"

struct OpDecompose {
    IrBuilder *b;
    const OpDef *op;
    const IrOperand *const *args; /* one per operand parameter, NULL: left out */
    const IrType *const *types;   /* the same */
    const IrAttr *attrs;
    const IrType *result;
    bool training;    /* what operators without such an attribute are decomposed for */
    const char *name; /* of the result's variable */
};

/* The call's own. */
IrOperand d_arg(const OpDecompose *call, uint32_t i);
const IrAttr *d_attr(const OpDecompose *call, const char *name);
int64_t d_int(const OpDecompose *call, const char *name);
bool d_bool(const OpDecompose *call, const char *name);
double d_float(const OpDecompose *call, const char *name);
bool d_is_none(const OpDecompose *call, const char *name);
bool d_string_is(const OpDecompose *call, const char *name, const char *value);

/* What a gradient cannot make, as types leave `what` open: a report, STATUS_INVALID. found may be
 * NULL. */
NORETURN void d_not_known(const OpDecompose *call, const char *what, const IrType *found);

/* Operands. */
IrOperand d_var(IrVar *v);
/* A constant of rank 0, the nearest of its dtype. */
IrOperand d_const(OpDecompose *call, DType dtype, double v);
/* An int64 number. */
IrOperand d_prim(OpDecompose *call, const IrDim *value);
IrOperand d_shape(OpDecompose *call, const IrDim *const *dims, int32_t ndim);
const IrType *d_type(OpDecompose *call, IrOperand x);

/* Calls. `attrs` NULL: the operator's defaults. */
IrOperand d_call(OpDecompose *call, const OpDef *op, const IrOperand *operands, uint32_t n,
                 const IrAttr *attrs);
IrOperand d1(OpDecompose *call, const OpDef *op, IrOperand x);
IrOperand d2(OpDecompose *call, const OpDef *op, IrOperand x, IrOperand y);
IrOperand d3(OpDecompose *call, const OpDef *op, IrOperand x, IrOperand y, IrOperand z);
/* The defaults of op's attributes, to be changed by d_set_... and given to d_call. */
IrAttr *d_attrs(OpDecompose *call, const OpDef *op);
/* The same, but an attribute that the call has too, by name, is as there. */
IrAttr *d_attrs_like(OpDecompose *call, const OpDef *op);
void d_set_ints(const OpDef *op, IrAttr *attrs, const char *name, const int64_t *ints, uint32_t n);
void d_set_int(const OpDef *op, IrAttr *attrs, const char *name, int64_t v);
void d_set_bool(const OpDef *op, IrAttr *attrs, const char *name, bool v);
/* copied */
void d_set_string(OpDecompose *call, const OpDef *op, IrAttr *attrs, const char *name,
                  const char *v);
void d_set_dtype(const OpDef *op, IrAttr *attrs, const char *name, DType v);

/* op: one of the reductions over axes. */
IrOperand d_reduce(OpDecompose *call, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n,
                   bool keepdims);
/* op: zeros or ones, of the shape and dtype of `like`. */
IrOperand d_filled(OpDecompose *call, const OpDef *op, const IrType *like);
/* x itself when it has that shape; the same for d_broadcast. */
IrOperand d_reshape(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim);
IrOperand d_broadcast(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim);
/* x, which has that shape as the call demands; a run checks what the types leave open. */
IrOperand d_match(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim);
IrOperand d_permute(OpDecompose *call, IrOperand x, const int64_t *axes, uint32_t n);
/* x itself when it is of that dtype. */
IrOperand d_cast(OpDecompose *call, IrOperand x, DType dtype);
/* float16 and bfloat16 as float32, all else as it is. */
IrOperand d_up(OpDecompose *call, IrOperand x);
/* x where it is said to lie on another virtual device: on this one (NULL: as it is). */
IrOperand d_on(OpDecompose *call, IrOperand x, const char *vdevice);
IrOperand d_field(OpDecompose *call, IrOperand tuple, uint32_t index);
IrOperand d_tuple(OpDecompose *call, const IrOperand *items, uint32_t n);
/* Two or more tensors, or one as it is. */
IrOperand d_concat(OpDecompose *call, const IrOperand *items, uint32_t n, int64_t axis);
/* Of x, the elements from begin to end along each of the n axes; x itself when n is 0. attrs: of
 * R.strided_slice, NULL: its defaults. */
IrOperand d_slice(OpDecompose *call, IrOperand x, const int64_t *axes, const IrDim *const *begin,
                  const IrDim *const *end, uint32_t n, const IrAttr *attrs);
/* The sections are the fields of the result. */
IrOperand d_split(OpDecompose *call, IrOperand x, int64_t sections, int64_t axis);

/* A nested function: what is built with *inner goes into it, until d_function_end gives the
 * function as an operand; it returns the tuple of the results. Types in its signature name its own
 * symbols only, so that it may be printed: d_own_dim is `outer` when that is a constant, else a
 * symbol that some parameter's type must have alone as a dim. */
void d_function(OpDecompose *call, const char *name, OpDecompose *inner);
const IrDim *d_own_dim(OpDecompose *inner, const IrDim *outer, const char *name);
IrOperand d_param(OpDecompose *inner, const char *name, const IrType *type);
IrOperand d_function_end(OpDecompose *call, OpDecompose *inner, const IrOperand *results,
                         uint32_t n);

/* The decomposition of an operator that a module defines: its body. */
IrVar *d_defined(OpDecompose *call);
/* That of one that the host program registered: what its hook says. NULL after a report. */
IrVar *d_hooked(OpDecompose *call);
/* The same by another definition of what its calls may become; NULL after a report. */
IrVar *d_expand(OpDecompose *call, const struct IrDefinition *d);

/* The variable to return: x, named as the call wants it. An operand of the call is bound again. */
IrVar *d_result(OpDecompose *call, IrOperand x);

#endif
