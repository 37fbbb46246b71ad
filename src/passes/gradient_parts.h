/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of differentiation share. gradient.c makes the function and its signature, gradient_activity.c finds what
 * the adjoints pass through, gradient_reverse.c walks back, gradient_node.c adds adjoints up. */
#ifndef TENON_PASSES_GRADIENT_PARTS_H
#define TENON_PASSES_GRADIENT_PARTS_H

#include "ops/gradient.h"
#include "passes/gradient.h"

/* The adjoint of a value, as far as it has come: of a tuple, those of its fields. All zero: nothing came yet. */
typedef struct GradNode {
    IrOperand sum;           /* of a tensor; kind NONE: zero */
    struct GradNode *fields; /* of a tuple; NULL: all zero */
} GradNode;

typedef struct {
    IrModule *m;
    Arena arena;
    const char *of; /* the function that is differentiated */
    IrFunction *fn; /* the new function: the forward pass, then what is appended */
    OpDecompose d;  /* appends at the end; of no call */
    IrBuilder b;
    /* By id of the variables that the forward pass has, n_vars of them. */
    uint32_t n_vars;
    bool *varied;        /* depends on what is asked for */
    bool *useful;        /* the seeds depend on it */
    IrVar **via;         /* varied: the operand that makes it so; NULL: it is asked for itself */
    IrBinding **user;    /* useful: who makes it so; NULL: it is a result */
    bool *kept;          /* its adjoint is a result */
    GradNode *nodes;
    struct GradCheckpoint *checkpoint; /* NULL: all values are kept */
    IrOperand after;     /* an adjoint that the walk has arrived with */
} Gradient;

/* gradient_checkpoint.c */
typedef struct GradCheckpoint GradCheckpoint;
/* Decides which values of the forward pass are not kept: those between markers, or (segments of 2 or more) those that
 * only their own segment of the program uses. */
void grad_checkpoint_plan(Gradient *g, uint32_t segments);
/* A value as the backward pass is to use it: itself, or computed again. The same for a tree, in scratch memory. */
IrOperand grad_saved(Gradient *g, IrOperand x);
const IrOperand *grad_saved_tree(Gradient *g, const IrOperand *x);

/* gradient_activity.c */
/* Whether an adjoint of such a value is a thing: a tensor of floats, a tuple that holds one. */
bool grad_type_counts(const IrType *t);
/* What depends on the variables whose `varied` is set. */
void grad_find_varied(Gradient *g);
/* What the variables and results whose `useful` is set depend on. */
void grad_find_useful(Gradient *g);
static inline bool grad_is_active(const Gradient *g, const IrVar *v) {
    return v->id < g->n_vars && g->varied[v->id] && g->useful[v->id];
}
/* The variables from what is asked for to b and on to a result: "x, y (R.exp), gv". */
const char *grad_path(Gradient *g, const IrBinding *b);

/* gradient_node.c */
/* Adds an adjoint to that of a tensor. */
void grad_node_add(Gradient *g, GradNode *to, IrOperand adjoint);
/* Adds `from`, of a value of type t; it may be used up. */
void grad_node_merge(Gradient *g, const IrType *t, GradNode *to, GradNode *from);
GradNode grad_node_copy(Gradient *g, const IrType *t, const GradNode *self);
bool grad_node_is_zero(const GradNode *self);
/* The field's node. */
GradNode *grad_node_field(Gradient *g, const IrType *tuple, GradNode *self, uint32_t index);
/* Adds `from` to what the operand (a tree) is made of, as far as that is varied. */
void grad_spread(Gradient *g, const IrOperand *operand, GradNode *from);
/* The adjoint as operands, zeros where nothing came. */
void grad_node_operands(Gradient *g, const IrType *t, const GradNode *self, IrOperandBuf *out);
/* Calls what adjoints were put into after the variable whose adjoint it is. */
void grad_node_name(Gradient *g, const IrVar *of, GradNode *self);

/* rule_passes.c. The rules of SimplifyGradient; approximate ones on the variables with this id or a later one. False after
 * a report. */
bool gradient_simplify(IrFunction *fn, uint32_t first_id);

/* gradient_reverse.c */
/* From the last binding of the forward pass to the first. */
void grad_reverse(Gradient *g, IrBinding *last);
/* Why a call that the adjoints pass through has no gradient; NULL: it has one. */
const char *grad_why_not(Gradient *g, const IrBinding *b);

#endif
