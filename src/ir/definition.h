/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that a module defines, and what it says of operators: gradients and other expansions.
 *
 * A definition is a function that stands beside the module's functions and that no pass over these
 * sees. Its body uses operators (defined ones too) and nested functions, none of the module's. Its
 * parameters are the operands, then attributes, which the body names where attributes stand
 * (IrAttr.from) and in R.const (IrConst.from); the body itself is typed with their defaults.
 *
 *     @R.operator("my.linear")
 *     def linear(x: R.Tensor(("n", "k")), w: R.Tensor(("k", "m")), b: R.Tensor(("m",))):
 *         return R.add(R.matmul(x, w), b)
 *
 * A call's operands bind the signature's symbols; its type is what the body gives for the operands'
 * types, and its meaning is the body. What a call gives is remembered by its types, so operators
 * that stand on each other cost no more than they are many. They do so at most limits.depth deep,
 * which bounds the recursion here. */
#ifndef TENON_IR_DEFINITION_H
#define TENON_IR_DEFINITION_H

#include "ir/build.h"

typedef enum {
    IR_DEFINITION_OPERATOR, /* what the operator is */
    IR_DEFINITION_LEGALIZE, /* what else a call of it may become */
    /* adjoints of its operands, from operands, result and the result's adjoint */
    IR_DEFINITION_GRADIENT,
    IR_DEFINITION_KINDS
} IrDefinitionKind;

typedef struct IrDefinition {
    IrDefinitionKind kind;
    const char *op_name; /* as written */
    OpDef *own;          /* OPERATOR: what it defines */
    const OpDef *op;     /* own, or what it is for; NULL until that is found */
    IrFunction *fn;      /* of no global; its parameters are the operands */
    OpParam *params;     /* operands, then attributes */
    uint32_t n_params, n_operands;
    size_t size;      /* bindings that a call becomes when no defined operator is left; saturates */
    bool has_if;      /* its body branches */
    bool is_finished; /* its body is there */
    bool has_numbers; /* bare numbers in it wait for a dtype */
    bool is_external; /* from a text of the context: printed only where it is used */
    const char *source; /* the file, for messages; may be NULL */
    const char *doc;    /* its docstring; NULL: none */
} IrDefinition;

const char *ir_definition_kind_name(IrDefinitionKind kind); /* "operator", as in R.operator */

/* A new one, in the module's list; OPERATOR: in its table too. params: as they are in it, kept. */
IrDefinition *ir_definition_new(IrModule *m, IrDefinitionKind kind, const char *op_name,
                                IrFunction *fn);
/* Takes the schema, once it is complete: `params` stays. */
void ir_definition_schema(IrModule *m, IrDefinition *d, OpParam *params, uint32_t n,
                          uint32_t n_operands);
/* Sets what follows from the body, of effects and size. False after a report: a function of the
 * module is used. */
bool ir_definition_finish(IrModule *m, IrDefinition *d);

/* A new version of its body, and, when not NULL, of its parameters, of which only defaults may
 * differ. What calls gave is forgotten. */
void ir_definition_publish(IrModule *m, IrDefinition *d, IrFunction *fn, OpParam *params);

/* What a call gives whose type rule is long: remembered by operator, attributes (interned) and
 * operand types. */
typedef struct {
    const OpDef *op;
    const IrAttr *attrs;
    const IrType *const *types;
    uint32_t n;
    const IrType *result;
} IrInferred;

const IrType *ir_inferred_find(const IrModule *m, const IrInferred *key); /* NULL: it is not */
void ir_inferred_remember(IrModule *m, const IrInferred *key, const IrType *result);

/* Why the definition cannot stand for a call with these operand types and attributes (of op,
 * canonical): what its signature asks for and is not proved. NULL: it can. Text lives as the
 * diagnostics. */
const char *ir_definition_refuses(const IrDefinition *d, IrModule *m, const IrType *const *types,
                                  uint32_t n, const IrAttr *attrs);

/* The body's bindings at the end of b's block, at b's place. args: one leaf per operand, of these
 * types, which it does not refuse (or, in an exact run, that inference accepted). The result is
 * appended to `out`. False after a report. */
bool ir_definition_expand(const IrDefinition *d, const IrBuilder *b, const IrOperand *const *args,
                          const IrType *const *types, const IrAttr *attrs, IrOperandBuf *out);

/* Which of the module's definitions its functions and its own definitions use: by position in the
 * list, in `arena`. */
const bool *ir_definitions_used(const IrModule *m, Arena *arena);

/* Takes those of [from, from + n) from the module's list that nothing else uses; false: there was
 * none. Calls of an operator that left the list would still be typed, so none may be added. */
bool ir_definitions_remove(IrModule *m, size_t from, size_t n);

#endif
