/* SPDX-License-Identifier: Apache-2.0 */
/* A chain, and what the files share that read one: chain.c the product or convolution, integers.c
 * what stands before one of 8-bit integers, epilogue.c what follows. */
#ifndef TENON_BACKEND_ONEDNN_CHAIN_PARTS_H
#define TENON_BACKEND_ONEDNN_CHAIN_PARTS_H

#include "backend/onednn/call.h"
#include "ir/build.h"
#include "ir/ir.h"

enum { ONEDNN_BINDINGS_MAX = 4 + 5 * ONEDNN_POSTS_MAX, ONEDNN_BEFORE_MAX = 4 };

typedef struct {
    OnednnCall call;                            /* without shapes and parameters of the inputs */
    const IrOperand *inputs[ONEDNN_INPUTS_MAX]; /* variables or constants */
    IrBinding
        *bindings[ONEDNN_BINDINGS_MAX]; /* in an order in which each needs earlier ones only */
    uint32_t n_bindings;
    uint32_t last[ONEDNN_POSTS_MAX + 1]; /* by posts: how many bindings they take */
    /* What makes int32 of 8 bits before the first, the last one first; others may use it too. */
    IrBinding *before[ONEDNN_BEFORE_MAX];
    uint32_t n_before;
    const Tensor *weight; /* of integers, a constant; of whose elements this is subtracted: */
    IrConst *weight_constant;
    int64_t weight_zero;
    /* Of the first, where it takes another tensor than it says; NULL: as it says. */
    const char *kernel_layout;
    /* Of a matmul: y comes with its last two dims swapped, so the first binding is an einsum. */
    bool transposes_y;
    const IrType *type; /* of the result, after each post the same but after a quantize */
} OnednnChain;

/* Of a variable or a constant; NULL: it is neither. */
static inline const IrType *onednn_type(const IrOperand *o) {
    return o->kind == IR_OPERAND_VAR     ? o->var->type
           : o->kind == IR_OPERAND_CONST ? o->constant->type
                                         : NULL;
}

/* A tensor of the dtype, whose dims are told and none is known to be 0. t may be NULL. */
static inline bool onednn_is_tensor(const IrType *t, DType dtype) {
    if (!t || t->kind != IR_TYPE_TENSOR || t->dtype != dtype || !t->dims) return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (ir_dim_is(t->dims[i], 0)) return false;
    }
    return t->ndim <= ONEDNN_RANK_MAX;
}

/* The call that gives the operand; NULL: none of the operator's. */
static inline IrBinding *onednn_call_of(const IrOperand *o, const OpDef *op) {
    IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return b && b->kind == IR_BIND_CALL && b->op == op ? b : NULL;
}

/* integers.c */
/* What stands before `anchor`, if it is a product of 8-bit integers; inputs and before are set.
 * False: it is none, or this machine has no exact kernels of such. */
bool onednn_integers(IrBinding *anchor, OnednnChain *out);
/* What is added to the sums, and these as float32: further bindings. False: they are something else
 * as well. */
bool onednn_integers_cast(OnednnChain *chain);
/* Whether what is added to sums is known, and too small to make one wrap. */
bool onednn_integers_are_small(const OnednnChain *chain);
/* A constant weight becomes int8. Its memory is the module's. */
void onednn_integers_narrow(OnednnChain *chain, IrModule *m);
/* What stands before the product, of the inputs' parameters; its operands. False after a report. */
bool onednn_integers_build(const OnednnChain *chain, IrBuilder *builder, IrVar *const *params,
                           IrVar **out);
/* Whether products of 8-bit integers add up in 32 bits on this machine. */
bool onednn_adds_exactly(void);

/* The integer that all elements of a constant are. False: they differ, or there is none. */
bool onednn_same_integer(const IrOperand *o, int64_t *out);

/* epilogue.c */
/* Whether the result is of 8 bits and what it is made of may be NaN or infinite, which the library
 * does not quantize as the evaluator does: some input of a post is not known, or not finite. */
bool onednn_chain_may_overflow(const OnednnChain *chain);

/* Adds what follows the bindings so far. */
void onednn_chain_posts(OnednnChain *chain);

#endif
