/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of functions and bodies, binding by binding through the builder: variables become
 * operands, symbols become extents, types are inferred anew. What a pass wants done otherwise it
 * does in `visit`.
 *
 *     IrClone c;
 *     IrFunction *fn = ir_clone_begin(&c, m, &arena, old, NULL);  symbols of its own, no parameters
 *                                                                 yet
 *     for each parameter: ir_clone_param(&c, p)                   or ir_clone_set(&c, p, some
 *                                                                 operand)
 *     if (!ir_clone_finish(&c)) ...                               reported; `old` is as it was
 *     old->global->function = fn;
 *
 * The original stays whole, and its symbols stay its own. A binding's copy, and what `visit` builds
 * for it, has its place and origin. Types sharpen where inference gives more now; annotations that
 * were weaker than what it gave before are kept (but for calls of functions), and so is a declared
 * result that was weaker than what the body returned. */
#ifndef TENON_IR_CLONE_H
#define TENON_IR_CLONE_H

#include "ir/build.h"

typedef struct IrClone IrClone;

typedef enum {
    IR_CLONE_COPY, /* copy it */
    /* visit did what there is to do; it set the variable's value if anything uses it */
    IR_CLONE_DONE,
    IR_CLONE_FAILED, /* stop: something was reported */
} IrCloneAnswer;

/* What is changed all over. Each may be NULL: unchanged; nested functions inherit it. */
typedef struct {
    /* Of parameters, casts, type arguments, results and prim values, before symbols are mapped. */
    const IrType *(*type)(void *user, const IrType *t);
    IrConst *(*constant)(void *user, IrConst *c);
    /* The attributes of a call, or the default of a definition's parameter (n = 1), to be changed
     * in place. */
    void (*attrs)(void *user, const OpDef *op, IrAttr *attrs, uint32_t n);
    /* Further parameters may be appended to c->to: those of c->from stand. */
    void (*params)(IrClone *c);
    /* The operands of a binding's copy, to be changed in place; what they need may be built. False
     * after a report. */
    bool (*operands)(IrClone *c, const IrBinding *from, IrOperandBuf *operands);
} IrCloneChange;

struct IrClone {
    IrModule *m;
    Arena *arena; /* of the side tables */
    const IrFunction *from;
    IrFunction *to;    /* whose bindings are made */
    IrBuilder b;       /* bindings go to b.block, which visit finds set */
    IrOperand *values; /* by variable id of `from`: one leaf; NONE: not met yet */
    /* by symbol index of `from`; NULL: a symbol of `to`, made when it is first met */
    const IrDim **dims;
    IrClone *outer;      /* of a nested function */
    bool flat;           /* all goes to b.block, whatever block it stood in */
    bool foreign_module; /* `from` is another module's: types and constants are brought over */
    bool one_place;      /* all has the place and the origin of b, whatever it stood at */
    bool keeps_types;    /* every type that is weaker than what is inferred now stays */
    bool lost;           /* an operand's extent has no value any more, as was reported */
    const IrCloneChange *change; /* NULL: nothing */
    /* Of a definition that is expanded: the operator whose call it is, and the call's attributes.
     * NULL: attributes that are its parameters' stay that. */
    const OpDef *op;
    const IrAttr *attrs;
    /* NULL: copy all. Nested functions inherit both. */
    IrCloneAnswer (*visit)(IrClone *c, IrBinding *b);
    /* NULL: the function's result is copied. Else sets it; bindings may go to b.block. False after
     * a report. */
    bool (*result)(IrClone *c, const IrBody *from, IrBody *to);
    /* NULL: the bodies of an `if` are copied by ir_clone_branch. Else makes the one for `from`;
     * `owner` is its `if`, which is not whole yet. NULL after a report. Nested functions do not
     * inherit it. */
    IrBody *(*branch)(IrClone *c, const IrBody *from, IrBinding *owner);
    /* What a symbol becomes that belongs to none of the functions cloned here; NULL: it stays.
     * Called with the innermost clone; nested functions inherit it. */
    const IrDim *(*foreign)(IrClone *c, IrSymbol *s);
    void *user;
};

/* A new version of `from` with its attributes and symbols of its own. parent: of a nested function,
 * or NULL. */
IrFunction *ir_clone_begin(IrClone *self, IrModule *m, Arena *arena, const IrFunction *from,
                           IrFunction *parent);
/* The next parameter of the new function, for `old`. */
IrVar *ir_clone_param(IrClone *self, const IrVar *old);
/* A parameter of another type, or for no old one. */
IrVar *ir_clone_new_param(IrClone *self, const char *name, const IrType *type);
/* The body and its result. A declared result that was the body's own becomes that of
 * the new one; another one stays unless the body contradicts it. */
bool ir_clone_finish(IrClone *self);

/* clone_module.c */

typedef struct {
    IrCloneAnswer (*visit)(IrClone *c, IrBinding *b);
    /* Adds the parameters, and may set c->dims, c->result and c->to->result; NULL: as they are. */
    void (*signature)(IrClone *c);
    IrBody *(*branch)(IrClone *c, const IrBody *from, IrBinding *owner); /* see IrClone */
    IrCloneChange change;
    bool keeps_types; /* see IrClone */
    bool definitions; /* the module's definitions get new versions too */
    void *user;
} IrCloneHooks;

/* New versions of all functions but prim_funcs, published together. False after a report: the old
 * ones stay, as when something is thrown. Linear. */
bool ir_clone_module(IrModule *m, const IrCloneHooks *hooks);

/* `fn` becomes the global's function; its old one's bindings count no longer. */
void ir_function_publish(IrGlobal *g, IrFunction *fn);

/* For inlining: bindings of `from` go to b.fn. The caller sets the parameters' values and the
 * extents of their symbols, and copies the body's bindings to the end of `to`, a body of b.fn; its
 * result is then self's values. */
void ir_clone_into(IrClone *self, IrModule *m, Arena *arena, const IrFunction *from, IrBuilder b);
bool ir_clone_bindings(IrClone *self, const IrBody *from, IrBody *to);
/* A new body of an `if`, with its result. False after a report. */
bool ir_clone_branch(IrClone *self, const IrBody *from, IrBody *to);

/* The default for one binding. */
bool ir_clone_binding(IrClone *self, IrBinding *b);
/* What the variable has become; it must have been met. */
const IrOperand *ir_clone_value(const IrClone *self, const IrVar *old);
void ir_clone_set(IrClone *self, const IrVar *old, IrOperand leaf);
void ir_clone_set_var(IrClone *self, const IrVar *old, IrVar *v);
/* Appends the operands' copies. */
void ir_clone_operands(const IrClone *self, const IrOperand *at, uint32_t n, IrOperandBuf *out);
const IrDim *ir_clone_symbol(IrClone *self, IrSymbol *s);
const IrType *ir_clone_type(IrClone *self, const IrType *t);

/* Sets is_output where a variable of a dataflow block is used outside it. Linear. */
void ir_body_fix_outputs(IrFunction *fn);

#endif
