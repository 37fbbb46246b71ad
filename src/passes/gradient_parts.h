/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of differentiation share. gradient.c makes functions and what is asked of them,
 * gradient_activity.c finds what the adjoints pass through, gradient_reverse.c walks back,
 * gradient_node.c adds adjoints up.
 *
 * A function that is called, or is a loop's body, is differentiated once for each choice of
 * operands and results that count (gradient_call.c): a copy, the joint, with the walk back behind
 * it, which gradient_split.c divides into a forward function, which also gives what the other
 * needs, and a backward one. gradient_loop.c does so with scans, and makes scans of loops.
 */
#ifndef TENON_PASSES_GRADIENT_PARTS_H
#define TENON_PASSES_GRADIENT_PARTS_H

#include "ir/clone.h"
#include "ops/gradient.h"
#include "passes/gradient.h"

/* The adjoint of a value, as far as it has come: of a tuple, those of its fields. All zero: nothing
 * came yet. */
typedef struct GradNode {
    IrOperand sum;           /* of a tensor; kind NONE: zero */
    struct GradNode *fields; /* of a tuple; NULL: all zero */
} GradNode;

typedef enum { GRAD_TOP, GRAD_CALL, GRAD_LOOP } GradKind;
typedef enum { GRAD_OPEN, GRAD_DONE, GRAD_FAILED } GradState;

/* What a parameter of a backward function is. */
typedef enum {
    GRAD_ITEM_PASS,   /* the joint's parameter `at` */
    GRAD_ITEM_SAVED,  /* what the forward function gives as number `at` */
    GRAD_ITEM_RESULT, /* field `at` of its result, or the result where that is no tuple */
    GRAD_ITEM_SEED,   /* the adjoint of the joint's result, field `at`, its float tensor `leaf` */
    /* of a loop: the sum so far of the adjoint of parameter `at`, its float tensor `leaf` */
    GRAD_ITEM_SUM,
    GRAD_ITEM_EXTENTS, /* the joint's symbols that nothing else tells */
} GradItemKind;

typedef struct {
    GradItemKind kind;
    uint32_t at, leaf;
} GradItem;

/* A function that was differentiated, and for what. */
typedef struct GradFunction {
    GradKind kind;
    GradState state;
    const IrFunction *of;
    /* its parameters: those of `of` but captures, these, what SHAPE tells; then the seeds */
    IrFunction *joint;
    uint32_t n_params;               /* without seeds */
    uint32_t n_fields;               /* of the result; 1: no tuple */
    bool *wants;                     /* by parameter */
    bool *seeds;                     /* by field */
    uint32_t n_carries, n_sequences; /* of a loop's body: the first parameters */
    bool *live;             /* by carry: adjoints go through it from iteration to iteration */
    const IrOperand *outer; /* of captures and symbols: operands where the function is nested */
    uint32_t n_outer;
    SymbolBinding bound; /* of a nested function: its symbols in the terms of the function around */
    IrGlobal *forward;   /* NULL: the function itself serves */
    IrGlobal *backward;  /* NULL: all adjoints are zero */
    /* the backward function's parameters; of a loop: carries, slices, captures */
    VEC(GradItem) items;
    uint32_t n_item_carries, n_item_slices;
    /* the fields of its result: PASS: the adjoint of that parameter's float tensor `leaf` */
    VEC(GradItem) outs;
    uint32_t n_saved;
    const IrType *extents; /* over the joint's symbols */
} GradFunction;

/* What a parameter gets in a call: an operand, or a field of one. */
typedef struct {
    const IrOperand *tree;
    int64_t field; /* -1: the operand */
} GradArg;

/* A call of a function, or a scan, that adjoints pass through. */
typedef struct {
    IrBinding *binding;
    GradFunction *to;          /* NULL: not differentiated yet */
    const IrOperand *operands; /* the binding's: it may be replaced */
    uint32_t n_operands;
    GradArg *args; /* by its parameters */
    uint32_t n_args;
    const struct ForwardLoop *loop; /* in forward mode, of a while_loop: its condition */
} GradCall;

typedef struct Gradient Gradient;

/* The @R.gradient of an operator, in the order of the text. */
typedef struct GradDefinition {
    const struct IrDefinition *d;
    struct GradDefinition *next, *last; /* last: of the first one */
} GradDefinition;

typedef struct {
    IrModule *m;
    Arena arena;
    const GradientOptions *options;
    const char *of;         /* the function that was asked for */
    Map functions;          /* GradFunction by the function */
    Map definitions;        /* the first GradDefinition by operator */
    VEC(Gradient *) frames; /* functions that are being differentiated: each waits for the next */
    unsigned n_names, n_dropped;
    struct RuleSet *rules; /* of the simplifier; NULL: not loaded yet */
} GradSession;

struct Gradient {
    GradSession *session;
    IrModule *m;
    Arena arena;
    GradKind kind;
    GradFunction *self; /* NULL: the function that was asked for */
    IrFunction *fn;     /* the new function: the forward pass, then what is appended */
    OpDecompose d;      /* appends at the end; of no call */
    IrBuilder b;
    IrBinding *anchor; /* stands between the forward pass and the walk back */
    /* of the function that was asked for: what it is differentiated with respect to */
    VEC(IrVar *) wrt;
    uint32_t loss; /* the field of the result that is differentiated, where there is no seed */
    bool analysed, failed;
    bool goes_forward; /* loops need no bound, and operators that are linear no gradient */
    VEC(GradCall *) calls;
    size_t next_call;
    /* By id of the variables that the forward pass has, n_vars of them. */
    uint32_t n_vars;
    bool *varied;     /* depends on what is asked for */
    bool *useful;     /* the seeds depend on it */
    IrVar **via;      /* varied: the operand that makes it so; NULL: it is asked for itself */
    IrBinding **user; /* useful: who makes it so; NULL: it is a result */
    bool *kept;       /* its adjoint is a result */
    GradNode *nodes;
    GradCall **call_of;
    uint32_t *inside; /* the branching, by number, that it was last seen in */
    uint32_t n_branchings;
    /* What variables are in the backward pass: themselves, or copies where a branch is computed
     * again. Without a table of values: themselves. */
    IrClone now;
    struct GradCheckpoint *checkpoint; /* NULL: all values are kept */
    IrOperand after;                   /* an adjoint that the walk has arrived with */
};

/* gradient_session.c */
/* Of the copy of a function; `self` as in Gradient. */
Gradient *gradient_open(GradSession *s, GradKind kind, IrFunction *fn, GradFunction *self);
/* The type as a signature says it: without symbols that the body defines. */
const IrType *gradient_signature_type(Gradient *g, const IrType *t);
/* A name of the module that is free. */
const char *gradient_new_name(GradSession *s, const char *base, const char *suffix);
/* Finds those of the module. */
void gradient_list_definitions(GradSession *s);
/* The module's @R.gradient for the operator: the first; NULL: there is none. */
GradDefinition *gradient_definitions(const GradSession *s, const OpDef *op);
/* Of what is made for a binding that came from `from`. */
const IrOrigin *gradient_origin(const Gradient *g, const IrOrigin *from);

/* gradient_checkpoint.c */
typedef struct GradCheckpoint GradCheckpoint;
/* Decides which values of the forward pass are not kept: those between markers, or (segments of 2
 * or more) those that only their own segment of the program uses. */
void gradient_checkpoint_plan(Gradient *g, int64_t segments);
/* A value as the backward pass is to use it: itself, or computed again. */
IrOperand gradient_saved(Gradient *g, IrOperand x);

/* gradient_prepare.c */
/* The side tables, for the variables that there are now. */
void gradient_set_tables(Gradient *g);
/* What the listener of legalization knows. */
typedef struct {
    Gradient *g;
    Map left; /* by variable: why its call was not expanded */
} GradExpand;
void gradient_expand_init(GradExpand *self, Gradient *g);
/* Composites without a gradient become what they are made of, where they are active. False after a
 * report. */
bool gradient_expand(GradExpand *x);
/* What active calls take gets extents with names. False after a report. */
bool gradient_name_shapes(Gradient *g);
/* All that is active and has no gradient is told at once, with a path each. False: some is. */
bool gradient_report_missing(const GradExpand *x);

/* gradient_activity.c */
/* Whether an adjoint of such a value is a thing: a tensor of floats, a tuple that holds one. */
bool gradient_type_counts(const IrType *t);
/* What depends on the variables whose `varied` is set. */
void gradient_find_varied(Gradient *g);
/* What the variables and results whose `useful` is set depend on. */
void gradient_find_useful(Gradient *g);
static inline bool gradient_is_active(const Gradient *g, const IrVar *v) {
    return v->id < g->n_vars && g->varied[v->id] && g->useful[v->id];
}
/* Whether some variable of the tree is varied. */
bool gradient_tree_varies(const Gradient *g, const IrOperand *tree);
/* The variables from what is asked for to b and on to a result: "x, y (R.exp), gv". */
/* From a variable to the first call behind it that has no derivative but 0; NULL: none. */
const char *gradient_stop(Gradient *g, const IrVar *from);
const char *gradient_path(Gradient *g, const IrBinding *b);

/* gradient_node.c */
/* Adds an adjoint to that of a tensor. */
void gradient_node_add(Gradient *g, GradNode *to, IrOperand adjoint);
/* Adds `from`, of a value of type t; it may be used up. */
void gradient_node_merge(Gradient *g, const IrType *t, GradNode *to, GradNode *from);
GradNode gradient_node_copy(Gradient *g, const IrType *t, const GradNode *self);
bool gradient_node_is_zero(const GradNode *self);
/* The field's node. */
GradNode *gradient_node_field(Gradient *g, const IrType *tuple, GradNode *self, uint32_t index);
/* Adds `from` to what the operand (a tree) is made of, as far as that is varied. */
void gradient_spread(Gradient *g, const IrOperand *operand, GradNode *from);
/* The adjoint as operands, zeros where nothing came. */
void gradient_node_operands(Gradient *g, const IrType *t, const GradNode *self, IrOperandBuf *out);
/* Calls what adjoints were put into after the variable whose adjoint it is. */
void gradient_node_name(Gradient *g, const IrVar *of, GradNode *self);

/* The float tensors in a value of this type, in order. */
typedef struct {
    const IrType *type;
    GradNode *node; /* NULL: zero */
} GradLeaf;
typedef VEC(GradLeaf) GradLeaves;
/* Appends them; node NULL: all zero. `make`: nodes are made where there are none. */
void gradient_leaves(Gradient *g, const IrType *t, GradNode *node, bool make, GradLeaves *out);

/* gradient_now.c */
/* The variable as it is in the backward pass; the operands. */
IrOperand gradient_value_now(Gradient *g, IrVar *v);
void gradient_now(Gradient *g, const IrOperand *at, uint32_t n, IrOperandBuf *out);
/* What the walk back made and nothing uses, from the end of the body to `first`, which stays; NULL:
 * all of it. */
void gradient_remove_unused(IrBody *body, const IrBinding *first);

/* gradient_why.c */
/* A call's operands, by parameter; NULL: left out. */
typedef struct {
    const IrOperand **args; /* as they stand in the forward pass */
    const IrType **types;
    uint32_t n;
} GradOperands;
/* In the module's scratch, with room for two more. */
GradOperands gradient_operands(IrModule *m, const IrBinding *b);
/* The function that the operand is. `nested`: the binding of a nested one. Why it cannot be told;
 * NULL: it can. */
const char *gradient_find_callee(Ctx *ctx, const IrOperand *o, const IrFunction **fn,
                                 const IrBinding **nested);
/* Why what the binding calls, a function or a scan's body, cannot be looked into; NULL: it can. */
const char *gradient_callee_why_not(Gradient *g, const IrBinding *b);
/* The function that the operand is, of which nothing hides that. */
const IrFunction *gradient_callee_function(const IrOperand *o);
bool gradient_is_while(const IrBinding *b);
/* Why a call that the adjoints pass through has no gradient; NULL: it has one. */
const char *gradient_why_not(Gradient *g, const IrBinding *b);
/* The first @R.gradient for the operator whose signature takes this call; NULL: none. `why`: why
 * not the last one. */
const struct IrDefinition *gradient_defined(Gradient *g, const IrBinding *b, const char **why);

/* gradient_reverse.c */
/* From the last binding of the forward pass, or of a branch of it, to the first behind `before`;
 * NULL: to the first. */
void gradient_reverse(Gradient *g, IrBinding *last, const IrBinding *before);

/* gradient_call.c */
typedef VEC(GradArg) GradArgs;
/* Those of the call itself: of a loop its carries, sequences and captures. */
void gradient_own_args(Gradient *g, const GradCall *c, GradArgs *out);
/* What the call's function is to be differentiated by; its parameters without what symbols need. */
GradFunction *gradient_want_function(Gradient *g, const GradCall *c, const IrFunction *of,
                                     const IrBinding *nested);
/* The one there is for this choice; n_choices: of how many. */
GradFunction *gradient_find_function(GradSession *s, const GradFunction *key, unsigned *n_choices);
/* Finds the calls that adjoints pass through. */
void gradient_find_calls(Gradient *g);
/* Opens a frame for the next one whose function is not differentiated yet; false: there is none. */
bool gradient_next_call(Gradient *g);
/* A private function that is the operand's function without captures, which come as further
 * parameters. `bound`: what the symbols of a nested one are. `outer`: what the further parameters
 * get, as operands where it is nested. NULL after a report. */
IrFunction *gradient_lift(GradSession *s, const IrOperand *function, const char *suffix,
                          const SymbolBinding *bound, const IrOperand **outer, uint32_t *n_outer);
void gradient_reverse_invoke(Gradient *g, IrBinding *b, GradNode *node);
/* What calls of functions share. */
void gradient_call_arg(Gradient *g, const GradArg *arg, IrOperandBuf *out);
const IrType *gradient_arg_type(Gradient *g, const GradArg *arg);
/* The joint's symbols that items need, as a shape in the terms of the caller. */
IrOperand gradient_call_extents(Gradient *g, const GradCall *call);
/* Field i of what the call gives in the forward pass, or that itself where it is no tuple. */
IrOperand gradient_call_result(Gradient *g, const GradCall *call, uint32_t i);
/* The adjoint that an item asks for. False after a report. */
bool gradient_call_seed(Gradient *g, const GradCall *call, GradNode *node, const GradItem *item,
                        IrOperand *out);
/* An adjoint of a value of this type of the forward pass, cast to its shape where that is not
 * proved. */
IrOperand gradient_refine(Gradient *g, IrOperand x, const IrType *t);
/* Adds the fields of what a backward function gave to the adjoints of the arguments. */
void gradient_call_take(Gradient *g, const GradCall *call, IrOperand result);
/* Moves what was built at the end of old's block since `last` before it. */
void gradient_place(IrBinding *old, IrBinding *last);
/* The same, and `old`, which stands for `var` in the backward pass, goes. */
void gradient_replace(Gradient *g, const IrVar *var, IrBinding *old, IrBinding *last, IrVar *by);

/* gradient_split.c */
/* Divides the joint. False after a report. */
bool gradient_split(Gradient *g);

/* gradient_loop.c */
/* Loops that adjoints pass through become scans. False after a report. */
bool gradient_rewrite_whiles(Gradient *g);
void gradient_reverse_scan(Gradient *g, IrBinding *b, GradNode *node);
/* Elements of a tuple operand, appended; d: where fields are taken. How many. */
uint32_t gradient_put_elements(OpDecompose *d, const IrOperand *o, IrOperandBuf *out);

/* gradient_simplify.c */
/* Simplifies a function that was made, by approximate rules only from this id of variables on.
 * False after a report. */
bool gradient_simplify(GradSession *s, IrFunction *fn, uint32_t first_id);
/* Names the gradients among the results of the function that was asked for. */
void gradient_name_results(Gradient *g);

#endif
