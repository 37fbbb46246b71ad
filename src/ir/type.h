/* SPDX-License-Identifier: Apache-2.0 */
/* Types, interned in their module: the same type is the same pointer.
 *
 *   Tensor(shape?, ndim?, dtype?)   Tuple(fields)   Shape(dims?, ndim?)   Prim(dtype, value?)
 *   Callable(params, result, purity)   Any
 */
#ifndef TENON_IR_TYPE_H
#define TENON_IR_TYPE_H

#include "ir/dim.h"
#include "tensor/dtype.h"

typedef struct IrType IrType;

typedef enum {
    IR_TYPE_ANY,
    IR_TYPE_TENSOR,
    IR_TYPE_TUPLE,
    IR_TYPE_SHAPE,
    IR_TYPE_PRIM,
    IR_TYPE_CALLABLE,
} IrTypeKind;

enum { IR_NDIM_UNKNOWN = -1, IR_TYPE_SIZE_MAX = 16 << 20 };

struct IrType {
    IrTypeKind kind;
    DType dtype;    /* tensor, prim; VOID: unknown */
    int32_t ndim;   /* tensor, shape; IR_NDIM_UNKNOWN, else the number of dims */
    uint32_t n;     /* tuple fields, callable parameters */
    uint32_t depth; /* of nesting: 1 for a leaf, dims included */
    uint32_t size;  /* leaves and inner nodes, as a tree; saturates */
    /* tensor, shape; NULL: unknown. Rank 0 with known shape: non-NULL */
    const IrDim *const *dims;
    const IrType *const *fields; /* tuple fields, callable parameters; a callable whose parameters
                                    are unknown has NULL, one without any a non-NULL array */
    const IrType *result;        /* callable */
    const IrDim *value;          /* prim; NULL: unknown */
    /* tensor: the virtual device that it is said to lie on, "llvm:0:global", interned in the
     * module; NULL: nothing is said */
    const char *vdevice;
    const char *first_vdevice; /* of it, or of the first tensor in a tuple that names one */
    bool pure;                 /* callable */
    bool has_symbols;          /* some dim in it is not constant */
};

const IrType *ir_type_any(IrModule *m);
/* dims NULL: shape unknown; ndim may then be IR_NDIM_UNKNOWN. The array is copied. */
const IrType *ir_type_tensor(IrModule *m, const IrDim *const *dims, int32_t ndim, DType dtype);
/* `t` with each tensor in it that names no virtual device on `vdevice`. */
const IrType *ir_type_on(IrModule *m, const IrType *t, const char *vdevice);
const IrType *ir_type_tuple(IrModule *m, const IrType *const *fields, uint32_t n);
const IrType *ir_type_shape(IrModule *m, const IrDim *const *dims, int32_t ndim);
const IrType *ir_type_prim(IrModule *m, DType dtype, const IrDim *value);
const IrType *ir_type_callable(IrModule *m, const IrType *const *params, uint32_t n,
                               const IrType *result, bool pure);

/* What to pass as `params` for a callable that takes none. */
const IrType *const *ir_type_no_params(void);

/* Is it a tensor of the dtype, or a tuple with one? */
bool ir_type_has(const IrType *t, DType dtype);
static inline bool ir_type_is_tensor(const IrType *t) { return t->kind == IR_TYPE_TENSOR; }

/* Can the type be printed where any binding may stand and be read again, and walked as a tree? What
 * a parameter or an annotation says always can, what inference makes is asked. */
bool ir_type_is_bounded(const IrModule *m, const IrType *t);

/* Is every value of b a value of a? Proved: an annotation `a` for a value of type b is weaker or
 * equal. Unknown: a run-time check can decide. Refuted: no value of b can be one of a. */
IrTruth ir_type_subsumes(IrModule *m, const IrType *a, const IrType *b);
/* The least type of those expressible that holds both; NULL when only Any would, and neither is Any
 * (kinds differ). */
const IrType *ir_type_join(IrModule *m, const IrType *a, const IrType *b);
/* Replaces dims over symbols; a dim for which `with` has no answer makes the shape unknown (the
 * rank stays). Also the way to erase symbols that leave their scope and to bring a type from
 * another module. */
const IrType *ir_type_map(IrModule *m, const IrType *t, IrSymbolFn with, void *user);
/* Of constant dims alone: a shape with symbols becomes unknown (the rank stays). */
const IrType *ir_type_closed(IrModule *m, const IrType *t);
void ir_type_symbols(const IrType *t, void (*visit)(void *user, IrSymbol *s), void *user);

/* As Relax text. `quoted`: dims with symbols as strings, as a signature writes them. */
void ir_type_print(IrModule *m, const IrType *t, bool quoted, StrBuf *out);
/* The same into the diagnostics' arena, for messages. */
const char *ir_type_text(IrModule *m, const IrType *t);
const char *ir_dim_text(IrModule *m, const IrDim *d);

#endif
