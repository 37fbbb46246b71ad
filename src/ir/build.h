/* SPDX-License-Identifier: Apache-2.0 */
/* The builder: appends bindings to a block, infers their types and canonical attributes as it goes.
 *
 * Whatever can be the user's fault is reported on the context and answered with NULL; the builder
 * stays usable, so that a stage finds all errors. */
#ifndef TENON_IR_BUILD_H
#define TENON_IR_BUILD_H

#include "ir/ir.h"

typedef struct {
    IrModule *m;
    IrFunction *fn;
    IrBlock *block; /* bindings go to its end */
    Loc loc;        /* of what is built next */
    const IrOrigin *origin;
} IrBuilder;

/* Types that a call of `op` would get, with attributes made canonical in place. NULL: reported.
 * `args` has one entry per operand parameter (see IrInfer). */
const IrType *ir_infer_call(IrInfer *in);

/* What a call has besides operands. */
typedef struct {
    const IrAttr *attrs;        /* one per attribute of the schema; NULL: it has none */
    const IrType *const *types; /* that it states; NULL: none */
    uint32_t n_types;
} IrCallForm;

/* operands: prefix order, one top-level entry per operand parameter (NONE when left out), then
 * those of a REST parameter. */
IrVar *ir_build_call(IrBuilder *b, const OpDef *op, const IrOperand *operands, uint32_t n,
                     IrCallForm form, const char *name);
IrVar *ir_build_value(IrBuilder *b, const IrOperand *operands, uint32_t n, const char *name);
IrVar *ir_build_field(IrBuilder *b, const IrOperand *tuple, uint32_t n, uint32_t index,
                      const char *name);
IrVar *ir_build_match_cast(IrBuilder *b, const IrOperand *value, uint32_t n, const IrType *type,
                           const char *name);
/* operands[0] is the callee. */
IrVar *ir_build_invoke(IrBuilder *b, const IrOperand *operands, uint32_t n, const char *name);
/* The branches' results must be set; NULL when their types do not join. */
IrVar *ir_build_if(IrBuilder *b, const IrOperand *cond, IrBody *then_body, IrBody *else_body,
                   const char *name);
IrVar *ir_build_function(IrBuilder *b, IrFunction *nested, const IrOperand *captures, uint32_t n,
                         const char *name);

/* What inference gives for an existing binding (its variable's type may be a weaker annotation).
 * NULL after a report. Attributes in canonical form are returned in *attrs for a CALL. */
const IrType *ir_infer_binding(IrBinding *b, const IrAttr **attrs);
/* The same for a call, and what it demands of dims and its types leave open: IrInfer.open. */
const IrType *ir_infer_existing_call(IrBinding *b, const IrAttr **attrs, IrDimPairs *open);

/* The type of a binding of any kind but CALL, of which only kind and the kind's own fields are
 * set. */
const IrType *ir_infer(IrModule *m, Loc loc, const IrBinding *b, const IrOperand *operands,
                       uint32_t n);
/* Fills in->args from prefix-order operands, then ir_infer_call. */
const IrType *ir_infer_operands(IrInfer *in, const IrOperand *operands, uint32_t n);

/* A call of a function value: what its parameters and its result are, once the symbols of the
 * callee have the values that these arguments give them. Nothing is checked. */
typedef struct {
    const IrType *type;          /* the callee's: Callable, Any, or what cannot be called */
    const IrType *const *params; /* n of them; NULL: unknown */
    uint32_t n;
    const IrType *result;
} IrApply;

void ir_infer_apply(IrModule *m, const IrOperand *callee, const IrType *const *args, uint32_t n,
                    IrApply *out);
/* A bool scalar, as far as the type tells: the condition of an `if` or a loop. */
bool ir_may_be_condition(const IrType *t);

/* The symbols that stand alone in a defining type (a parameter's, a match_cast's) get their
 * scope. */
void ir_define_symbols(const IrType *t, IrBody *body);
/* The type of what fn's body returns, as a caller may see it: extents that the body defined are not
 * known there. */
const IrType *ir_returned_type(IrFunction *fn);

/* Binding a callee's symbols to what the arguments have. */
typedef struct {
    IrModule *m;
    const IrFunction *fn;         /* whose symbols are bound; NULL: nobody's */
    bool foreign;                 /* it is another module's */
    VEC(const IrDim *) by_symbol; /* index: the symbol's; NULL: not settled */
} SymbolBinding;

void ir_bind_symbols(SymbolBinding *s, const IrType *param, const IrType *arg);
/* A type of the callee's signature in terms of the arguments; a shape over symbols that none
 * settles is unknown. */
const IrType *ir_with_bound(SymbolBinding *s, const IrType *t);

/* What text does with numbers (R.Prim) among the operands of a call of an operator with OP_NUMBERS:
 * see ops/number.h. */
struct OpNumbers {
    bool (*operands)(IrBuilder *b, const OpDef *op, IrOperandBuf *operands, const char *name,
                     IrVar **out);
};

/* What infer made of a call's attributes, interned; those that a definition's parameter gives stay
 * that. */
const IrAttr *ir_attrs_settled(IrModule *m, const IrAttr *given, IrAttr *settled, uint32_t n);
/* The schema's defaults, one per attribute; `attrs` has room for ir_op_n_attrs. */
void ir_attr_defaults(IrModule *m, const OpDef *op, IrAttr *attrs);
void ir_param_defaults(IrModule *m, const OpParam *params, uint32_t n_params, IrAttr *attrs);

/* Text-level functions of R that stand for calls of operators. `args` and `attrs` are as for a call
 * of the sugar's own schema; the result is the last variable built, NULL after a report. */
typedef struct {
    IrBuilder *b;
    const OpSugar *sugar;
    const IrOperand *const *args; /* one per operand parameter, NULL when left out */
    const IrAttr *attrs;
    const char *name; /* of the variable that holds the result */
} IrSugarCall;

struct OpSugar {
    const char *name;
    const char *doc;
    const OpParam *params;
    uint8_t n_params;
    IrVar *(*expand)(IrSugarCall *call);
};

#endif
