/* SPDX-License-Identifier: Apache-2.0 */
/* What writes the adjoints of an operator's operands: reverse-mode differentiation of one call.
 *
 * `gradient` appends bindings to g->d.b, which compute from the operands, the result and the
 * result's adjoint (the derivative of some scalar by it) what the call adds to the adjoints of its
 * operands, and hands these to g_add... Emitted are ordinary calls, so gradients have gradients.
 * Everything of ops/decompose.h serves on &g->d: d_arg gives an operand, d_int an attribute. All
 * shapes are known (perhaps symbolic), all ranks and dtypes too, unless the operator says otherwise
 * by a bound on data-dependent extents.
 *
 *     static void gradient(OpGradient *g) {                y = x * exp(x)
 *         if (g_wants(g, 0)) g_add(g, 0, ...)              x_adjoint += y_adjoint * (exp(x) + y)
 *     }
 *
 * An operand is wanted when it is of a float dtype and what is asked for depends on it; adding to
 * another one is a BUG, as is an adjoint whose type is not the operand's. Whatever is wanted and
 * gets nothing has the adjoint 0: a rule that adds nothing says that the derivative is 0 there.
 */
#ifndef TENON_OPS_GRADIENT_H
#define TENON_OPS_GRADIENT_H

#include "ops/decompose.h"

/* Where an adjoint goes: the accumulator of an operand's tensor; of a pass. */
typedef struct GradSink GradSink;

struct OpGradient {
    OpDecompose d;             /* the call; its args are values of the backward pass */
    const IrOperand *value;    /* the call's result, one entry; recomputed where that was chosen */
    const IrOperand *adjoints; /* of the result's tensors, n of them; kind NONE: zero */
    uint32_t n_adjoints;
    /* Of operand i, its tensor k (0 of a tensor operand, the k-th of a tuple of tensors): whether
     * its adjoint is asked for; where it goes. */
    bool (*wants)(const OpGradient *g, uint32_t i, uint32_t k);
    void (*add)(OpGradient *g, uint32_t i, uint32_t k, IrOperand adjoint);
    void *user;
};

/* The adjoint of a tensor result; of field k of a tuple result: zeros where nothing used it. */
IrOperand g_adjoint(OpGradient *g);
IrOperand g_adjoint_at(OpGradient *g, uint32_t k);
/* Whether anything used field k of the result. */
bool g_has_adjoint(const OpGradient *g, uint32_t k);
/* The result, or field k of a tuple result, for formulas that use it. */
IrOperand g_value(OpGradient *g);
IrOperand g_value_at(OpGradient *g, uint32_t k);

bool g_wants(const OpGradient *g, uint32_t i);
bool g_wants_at(const OpGradient *g, uint32_t i, uint32_t k);
/* Tensors of operand i: 1, or as many as the tuple has. */
uint32_t g_count(const OpGradient *g, uint32_t i);
/* Tensor k of a tuple operand, and its type. */
IrOperand g_arg_at(OpGradient *g, uint32_t i, uint32_t k);
const IrType *g_type_at(const OpGradient *g, uint32_t i, uint32_t k);

/* Adds to the adjoint of operand i: a tensor of the operand's shape, cast to its dtype. */
void g_add(OpGradient *g, uint32_t i, IrOperand adjoint);
void g_add_at(OpGradient *g, uint32_t i, uint32_t k, IrOperand adjoint);
/* The same for an adjoint of a shape that the operand was broadcast to: summed over what was
 * stretched. */
void g_add_broadcast(OpGradient *g, uint32_t i, IrOperand adjoint);

/* x summed to these dims, which broadcast to x's; x itself where they are equal. */
IrOperand g_collapse(OpGradient *g, IrOperand x, const IrDim *const *dims, int32_t ndim);
/* Arithmetic with a number of x's dtype. */
IrOperand g_scale(OpGradient *g, IrOperand x, double factor);
IrOperand g_zeros(OpGradient *g, const IrType *like);
/* A tensor of rank 0 that holds the dim. */
IrOperand g_number(OpGradient *g, const IrDim *n, DType dtype);
/* begin, begin + 1, ... end - 1 in int64. */
IrOperand g_range(OpGradient *g, const IrDim *begin, const IrDim *end);
/* x[begin:end] along the axis; 0 <= begin <= end <= its extent. */
IrOperand g_slice(OpGradient *g, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end);
/* What a reduction of a tensor like t over `axes` (rising) gave, with or without the dims of extent
 * 1: with them. */
IrOperand g_keep_dims(OpGradient *g, IrOperand x, const IrType *t, const int64_t *axes, uint32_t n);
/* op(x) with an axis. */
IrOperand g_along(OpGradient *g, const OpDef *op, IrOperand x, int64_t axis);
/* where(cond, x, 0), where(cond, 0, x) */
IrOperand g_where(OpGradient *g, IrOperand cond, IrOperand x);
IrOperand g_unless(OpGradient *g, IrOperand cond, IrOperand x);

/* Rules that many operators share. */
/* The result is constant wherever it is differentiable: floor, sign, comparisons' selections of
 * constants. */
void grad_zero(OpGradient *g);
/* The result is operand 0's elements in another shape; shapes may be unknown. */
void grad_reshape(OpGradient *g);
/* Each element of the result is some element of operand 0: which one is found out by calling the
 * operator on the elements' numbers. The shape of the result may be unknown. */
void grad_moves(OpGradient *g);
/* The same where some elements of the result are none of operand 0's: of integers they are 0. */
void grad_moves_or_not(OpGradient *g);
/* The operator is linear in operand 0 and its own transpose: tril, flip. */
void grad_again(OpGradient *g);

#endif
