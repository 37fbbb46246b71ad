/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of forward-mode differentiation share. forward.c makes functions, forward_walk.c
 * walks over their bodies and branches, forward_call.c has the tangent of an operator's call,
 * forward_flow.c those of loops and calls of functions, forward_tangent.c the tangents of values,
 * forward_frame.c what all of them build in. */
#ifndef TENON_PASSES_FORWARD_PARTS_H
#define TENON_PASSES_FORWARD_PARTS_H

#include "passes/forward.h"
#include "passes/gradient_parts.h"

/* The transpose of a call's derivative, as its gradient writes it: from the adjoint of the result,
 * for which the binding `from` stands, to those of the operands, which `end` takes together. */
typedef struct {
    IrBinding *from, *end;
    struct ForwardPlace {
        uint32_t operand, tensor; /* tensor: of a tuple of tensors, which one */
    } * places;                   /* of each field of `end` */
} ForwardTranspose;

typedef struct ForwardSession ForwardSession;

/* A function that is being differentiated. */
typedef struct {
    ForwardSession *session;
    IrModule *m;
    IrFunction *fn; /* the copy, in which tangents are put behind what they are the tangents of */
    GradFunction *self; /* NULL: the function that was asked for */
    Gradient *g;        /* what depends on the parameters asked for, and the calls of functions */
    Gradient *t;        /* what depends on the adjoints that transposes begin with */
    uint32_t n_symbols; /* those of the copy itself */
    bool meets_new;     /* a type has one that came later */
    uint32_t n_primal;  /* variables of the copy itself */
    ForwardTranspose **transposes; /* by id of a call's variable, below n_primal */
    IrVar **replaced;              /* the same: what stands for it now; NULL: itself */
    VEC(IrVar *) starts;           /* the variables of transposes' `from` */
    /* Tangents by id of their variables, `n_nodes` of them; further ones are zero. */
    GradNode *nodes;
    uint32_t n_nodes;
} Forward;

struct ForwardSession {
    GradSession s;
    const ForwardOptions *options;
    VEC(Forward *) work; /* functions that are to be differentiated */
};

/* forward_frame.c */
/* A frame for a copy of a function. */
Forward *forward_open(ForwardSession *s, IrFunction *fn, GradFunction *self);

/* Where what is built goes: to the end of the binding's block, and from there behind it. */
typedef struct {
    IrBinding *next, *last;
} ForwardSpot;
ForwardSpot forward_spot(Forward *f, IrBinding *behind);
void forward_settle(const ForwardSpot *spot);

/* forward_tangent.c */
/* The tangent of a variable; all zero: none. */
GradNode forward_node(const Forward *f, const IrVar *v);
void forward_set(Forward *f, const IrVar *v, GradNode node);
/* Of an operand, which may be a tuple. */
GradNode forward_tangent(Forward *f, const IrOperand *tree);
/* Appends the tangents of the float tensors in the operand, in order, zeros where there are none.
 * False after a report: its type is not known. */
bool forward_put(Forward *f, const IrOperand *tree, const GradNode *node, IrOperandBuf *out);
/* How many that are. */
uint32_t forward_count(const IrType *t);
/* The node of a value of this type whose tangents are fields of `all` from *at on. */
GradNode forward_take(Forward *f, const IrType *t, IrOperand all, uint32_t *at);
/* Appends the tangent in the form of the operand: what is no float stands as zeros. False after a
 * report. */
bool forward_put_whole(Forward *f, const IrOperand *tree, const GradNode *node, IrOperandBuf *out);
/* The tangent in a shape that is not proved to be its own. */
IrOperand forward_refine(Forward *f, IrOperand x, const IrType *t);
/* What was built for the tangent is named after its variable. */
void forward_name(Forward *f, const IrVar *v, const GradNode *node);

/* forward_call.c */
/* The transposes of all calls that need one. False after a report. */
bool forward_transpose(Forward *f);
GradNode forward_call(Forward *f, IrBinding *b);

/* forward_walk.c */
/* Tangents of what the body computes. False after a report. Recursion is over branches. */
bool forward_body(Forward *f, IrBody *body);

/* forward_flow.c */
/* Parameters for the tangents of those parameters, the first n, that are wanted: behind all others,
 * of a loop's body behind carries, sequences and captures each. And what the function of a call or
 * a loop gives. */
void forward_signature(Forward *f, const bool *wants, uint32_t n);
/* Finds the functions that active calls and loops need, and opens frames for those that are new.
 * False after a report. */
bool forward_find_calls(Forward *f);
bool forward_invoke(Forward *f, IrBinding *b);
bool forward_loop(Forward *f, IrBinding *b);

#endif
