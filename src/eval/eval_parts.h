/* SPDX-License-Identifier: Apache-2.0 */
/* What the evaluator's files share: eval.c walks bindings, eval_frame.c opens functions,
 * eval_call.c calls operators, eval_loops.c loop functions of the module, eval_iterate.c runs scan
 * and while_loop, eval_host.c what reaches out of the module, eval_ranks.c what goes to other
 * ranks, eval_value.c makes values of operands and checks them. */
#ifndef TENON_EVAL_PARTS_H
#define TENON_EVAL_PARTS_H

#include "base/diag.h"
#include "eval/eval.h"
#include "eval/fold.h"
#include "eval/host.h"
#include "loop/interp.h"

struct Frame;

/* Runs a body in its frame: one reference to its result; NULL after a report. */
typedef Value *(*EvalWalk)(struct Frame *f, IrBody *body);

struct Evaluator {
    IrModule *m;
    EvalWalk walk;
    /* Where decompositions are built and run: the evaluator of a module of their own, so that a run
     * leaves nothing in the module that is run. NULL until there is one; that one's own is
     * itself. */
    Evaluator *parts;
    Arena *arena;
    Map ready; /* calls by operator, attributes and operand types */
    Map loops; /* prim_funcs that were called, by global */
    uint32_t depth;
    EvalCosts *costs;   /* NULL: not asked for */
    const Hosts *hosts; /* NULL: the built-in functions, no output */
    EvalWatch watch;    /* NULL: nobody watches */
    void *watch_user;
    EvalEach each; /* NULL: nobody asks */
    void *each_user;
    bool inside;       /* a composite that is noted as a whole */
    bool meets_alike;  /* known of m, of a process among ranks */
    IrFunction *entry; /* that was called from outside */
    const char *list;  /* what that comes to (ranks/list.h); NULL: nobody has asked */
    Map places;        /* with it: of collectives, by binding */
};

/* A function during a run: opened once, called once or again and again. */
typedef struct Frame {
    Evaluator *e;
    ValueList *list;
    IrFunction *fn;
    Value **vars;     /* by variable id; one reference each */
    uint32_t *left;   /* uses that are still to come */
    int64_t *symbols; /* by symbol id: -1 is a value too, so see `bound` */
    bool *bound;
    Value *const *captures;    /* of a nested function: borrowed */
    const struct Frame *outer; /* of a nested function: its symbols are seen */
    Arena arena;
} Frame;

/* An evaluator that runs bodies by `walk`; eval_new's is that of eval.c. */
Evaluator *eval_with_walk(IrModule *m, Arena *arena, EvalWalk walk);
/* Opens the function that a value holds, called from `caller`; false after a report. A frame must
 * not move until eval_close. */
bool eval_open_value(Frame *self, Frame *caller, Loc loc, const Value *callee);
void eval_close(Frame *self);
/* The first n arguments have the types of their parameters. Symbols that have no value yet get one,
 * and keep it over calls of the frame. False after a report. */
bool eval_check_args(Frame *f, Loc loc, Value *const *args, uint32_t n);
/* Checks the arguments, takes over their references, runs the body. One reference; NULL after a
 * report. */
Value *eval_invoke(Frame *f, Loc loc, Value *const *own_args, uint32_t n);
/* A bool scalar's value; false after a report. */
bool eval_condition(Frame *f, Loc loc, const Value *v, bool *out);

/* Reports; always false. */
bool eval_fail(Evaluator *e, Loc loc, const char *what);
/* An IrSymbolFn of a frame: the symbol's value, NULL when it has none. */
const IrDim *eval_symbol(void *user, IrSymbol *s);
/* Symbols that stand alone in the type and have no value yet get the one that they have here. */
void eval_bind(Frame *f, const IrType *t, const Value *v);
/* The value has the type; symbols that stand alone and have no value yet get one. False after a
 * report. Types nest at most limits.depth deep. */
bool eval_check(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what);
/* The exact type of a value. */
const IrType *eval_type(IrModule *m, const Value *v);
/* What is wrong with an extent of a call's result, as ir_type_map makes it of eval_symbol: tensors,
 * or a tuple of them. NULL: nothing. */
const char *eval_wrong_extent(const IrType *t);
/* One reference; NULL after a report. leaf: not a tuple. */
Value *eval_leaf(Frame *f, Loc loc, const IrOperand *o);
Value *eval_operand(Frame *f, Loc loc, const IrOperand *tree);
/* Fresh, zeroed tensors of the type; all extents are constants. */
Value *eval_result_value(Frame *f, const IrBinding *b, const IrType *t);
/* A call of an operator whose meaning is the host's; values: the operands, borrowed. One reference;
 * NULL after a report. eval_host.c */
Value *eval_host(Frame *f, const IrBinding *b, Value *const *values, uint32_t n);
/* A collective among the ranks of the context. One reference; NULL after a report. eval_ranks.c */
Value *eval_collective(Frame *f, const IrBinding *b, Value *const *values,
                       const IrType *const *types, uint32_t n);
/* A call of what R.ExternFunc names, likewise. */
Value *eval_external(Frame *f, const IrBinding *b, const Value *callee, Value *const *values,
                     uint32_t n);
/* The result of an operator's call: one reference; NULL after a report. */
Value *eval_call(Frame *f, const IrBinding *b);
/* What the call (lowered, decomposed, or of a shape) would need with the values at hand; false:
 * unknown, or after a report. */
bool eval_call_need(Frame *f, const IrBinding *b, EvalNeed *need);
typedef VEC(LoopArg) LoopArgs;
/* The tensors of a value as buffers: packed elements are one dim of bytes. */
void eval_add_tensors(Frame *f, const Value *v, LoopArgs *out);
/* Bytes of tensors of a type without symbols. */
void eval_add_bytes(const IrType *t, EvalNeed *need);
/* R.call_tir: the tensors of operand 1, those of the result, the integers of operand 2 (NULL:
 * none). One reference; NULL after a report. eval_loops.c */
Value *eval_call_loops(Frame *f, const IrBinding *b, const Value *callee, const Value *tensors,
                       const Value *scalars);
/* What it would need, where every loop's extent is known before the run; false: unknown, or after a
 * report. */
bool eval_loops_need(Frame *f, const IrBinding *b, EvalNeed *need);
/* The results of R.scan and R.while_loop from their operands' values (NULL: left out). */
Value *eval_scan(Frame *f, const IrBinding *b, Value *const *values);
Value *eval_while(Frame *f, const IrBinding *b, Value *const *values);

#endif
