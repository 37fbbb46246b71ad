/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that make programs share: program.c makes functions and their signatures, body.c
 * steps of bindings, number.c of numbers, branch.c of an `if`, loops.c of loop functions, call.c
 * calls of functions, collective.c of collectives, iterate.c loops that call functions; memory.c
 * gives buffers their places. */
#ifndef TENON_BACKEND_PARTS_H
#define TENON_BACKEND_PARTS_H

#include "backend/program.h"

/* A function whose steps are being made. */
typedef struct {
    BeFn *f;
    BeModule *module;
    IrModule *m;
    Arena *arena;
    BeSteps *out;           /* where steps go */
    const IrOrigin *origin; /* of what is lowered */
    uint32_t region;
    BeValue **vars;        /* by variable id; NULL: what it is was reported as unsupported */
    VEC(BeSymbol *) bound; /* run symbols that have a value here */
} BeLower;

#define BE_ARRAY(l, T, n) ARENA_ARRAY((l)->arena, T, (size_t)(n) + 1)

/* Reports what C has no form for. */
void be_unsupported(BeModule *module, Loc loc, const char *what, const char *help);
/* "file:line:col: text", or of a model file 'file: node "name": text', for a fault of a run. */
const char *be_message(const BeLower *l, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* The function of a body, made when it is first asked for. */
BeFn *be_fn(BeModule *module, IrFunction *fn);
/* Its steps, and the memory that they need. */
void be_lower_function(BeModule *module, IrFunction *fn);
/* The loop function of a prim_func; NULL after a report. */
BeLoop *be_loop(BeModule *module, const IrGlobal *g);
/* Whether it reads nothing that it has not set, and sets its results; false after reports. To be
 * asked when the call's buffers are known to be its results. */
bool be_loop_is_defined(BeModule *module, BeLoop *loop);
/* The same with an output in an input's memory, numbers among the parameters; NULL: it may not be
 * there. */
BeLoop *be_loop_in_place(BeModule *module, BeLoop *loop, uint32_t in, uint32_t out);

/* Elementwise loop functions that differ in their extents alone become one (flat.c). */
void be_share_flat(BeModule *module);
/* A loop function of our own making, in the module. */
BeLoop *be_loop_made(BeModule *module, const IrGlobal *global, const LoopFn *fn);
/* Those without calls leave the module. */
void be_drop_loops(BeModule *module);

/* A symbol of our own, for an integer that a run knows; is_extent: not negative. */
IrSymbol *be_fresh(BeFn *f, bool is_extent);
/* Whether all its symbols have values where steps are made now. */
bool be_is_bound(BeFn *f, const IrDim *d);
/* The dims as the module has them, with values for the symbols that be_set settled. */
const IrDim *const *be_dims(BeLower *l, const IrDim *const *dims, uint32_t n);
/* It gets one in a step that follows. */
const IrDim *be_set_later(BeLower *l, IrSymbol *s);
/* Symbols bound since there were n have none any more. */
void be_unbind(BeLower *l, size_t n);

BeStep *be_step(BeLower *l, BeStepKind kind, Loc loc);
/* In no list yet. */
BeStep *be_copy_step(Arena *arena, Loc loc, BeBuffer *to, BeBuffer *from, const IrDim *bytes);
void be_append(BeSteps *list, BeStep *s);
BeBuffer **be_buffers(BeLower *l, BeBuffer *one);
/* The run ends with the message unless a == b; nothing where that is proved. */
void be_check(BeLower *l, Loc loc, const IrDim *a, const IrDim *b, const char *what, uint32_t dim);

/* Product of the extents and the element's size. */
const IrDim *be_bytes(BeLower *l, const IrDim *const *dims, uint32_t ndim, DType dtype);
/* Enters it in the function's list. */
BeBuffer *be_buffer_new(BeFn *f, BeBuffer b);
/* Of what is no constant. */
BeLife *be_life(BeFn *f, const BeBuffer *b);
/* A buffer of the function's own; allocated: with its step. */
BeBuffer *be_buffer(BeLower *l, Loc loc, const IrDim *bytes, bool allocated);
/* Whether it lies behind the start of its root. */
bool be_is_inside(const BeBuffer *b);
/* What lies in the buffer from a known number of bytes on. */
BeBuffer *be_view(BeFn *f, BeBuffer *of, const IrDim *at, const IrDim *bytes);
/* Both are parts of one value: what is in the memory of the one may be read as the other. */
void be_same_value(BeBuffer *a, BeBuffer *b);
BeLeaf *be_tensor(BeLower *l, BeBuffer *buffer, const IrDim *const *dims, uint32_t ndim,
                  DType dtype);
BeLeaf *be_ints(BeLower *l, const IrDim *const *dims, uint32_t n, DType dtype);
BeValue *be_value(Arena *arena, BeLeaf *leaf);
BeValue *be_tuple(Arena *arena, uint32_t n, BeValue *const *fields);
void be_copy(BeLower *l, Loc loc, BeBuffer *to, BeBuffer *from, const IrDim *bytes);

/* NULL: it is of an unsupported kind, which was reported. */
BeValue *be_operand(BeLower *l, const IrOperand *tree);
void be_lower_body(BeLower *l, IrBody *body);

/* Values for the callee's symbols, in *call, from the leaves of all its parameters; with checks.
 * False after a report. extra: of the integers, what a loop changes is in terms of the loop's
 * symbols. */
bool be_bind_call(BeLower *l, Loc loc, BeFn *callee, const BeLeaves *args, BeCall *call);
/* A dim of the callee in the caller's terms; NULL: a symbol has no value. */
const IrDim *be_map_dim(BeLower *l, const BeCall *call, const IrDim *d);
/* The memory that the callee works in. */
void be_call_work(BeLower *l, Loc loc, BeCall *call);
BeValue *be_invoke(BeLower *l, Loc loc, const BeLeaf *callee, const BeLeaves *args);
/* Whether a library of the target runs the function. */
bool be_is_library(const BeModule *module, const IrFunction *fn);
/* Leaves of captures, then of the arguments. */
void be_call_args(BeLower *l, const BeLeaf *callee, const BeLeaves *args, BeLeaves *out);
/* The result's tree over these leaves, as the type of the callee's result says. */
BeValue *be_result_value(BeLower *l, const BeFn *callee, BeLeaf *const *leaves);

/* Collectives go on while the function does what needs nothing of them. overlap.c */
void be_overlap(BeFn *f);
/* A collective: values are its operands'. */
BeValue *be_collective(BeLower *l, const IrBinding *b, BeValue *const *values);
/* The run ends where the extent is negative; nothing where it cannot be. */
void be_check_extent(BeLower *l, Loc loc, const IrDim *d);
/* R.number. */
BeValue *be_compute_number(BeLower *l, const IrBinding *b, BeValue *const *values);
/* The number as a tensor of rank 0. */
BeValue *be_number_tensor(BeLower *l, Loc loc, const BeValue *number);
BeValue *be_branches(BeLower *l, const IrBinding *b);
/* R.call_tir; vars: the scalars, NULL: none. */
BeValue *be_call_loops(BeLower *l, const IrBinding *b, const BeValue *args, const BeValue *vars);
BeValue *be_scan(BeLower *l, const IrBinding *b, BeValue *const *values);
BeValue *be_while(BeLower *l, const IrBinding *b, BeValue *const *values);
/* Its type is bool and it has one element. */
bool be_is_condition(const BeLeaf *leaf);

/* Lives and places of the function's buffers; reports what passes 63 bits. */
void be_plan(BeFn *f);
/* The first and the last step that touches each root in the arena or among the results. Steps count
 * from 1 in the order of the text; an `if` takes a number before its branches and one behind. */
void be_number(BeFn *f);
/* Parts of one buffer, in the place of copies; results over what is needed no more. */
void be_share(BeFn *f);
/* Which results take which inputs: BeResult.takes. */
void be_donations(BeFn *f, const IrType *result);
/* A result that takes an input; whether it is made there, be_share decides. */
void be_return_donated(BeLower *l, const BeResult *r, const BeLeaf *leaf, const IrDim *bytes);
/* What makes them rises to where it can be done. */
void be_order_donated(BeFn *f);
/* It is made in the input's memory. */
void be_take_donation(BeFn *f, BeBuffer *to);
/* Steps for those that are not. */
void be_copy_donated(BeFn *f);
/* What is made over the input, or is it, needs it in that memory. */
void be_keep_donation(BeFn *f, BeBuffer *from);
/* Steps that copy those there, for callers that give other memory. */
void be_copy_kept(BeFn *f);
/* Each buffer is a root or lies in one. */
void be_flatten(BeFn *f);

#endif
