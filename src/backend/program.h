/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of a module as programs: what is left when names, tuples and types are gone.
 *
 * The module's calls are in the legal set `loops`. A value is a tree of tuples over leaves; a leaf
 * is a tensor (a buffer and extents), integers (a shape or a number), a float, or a function. Other
 * names, fields, tuples and match_casts make no step: they share leaves, or buffers. What remains
 * are steps, in lists as deep as branches: calls of loop functions and of functions, loops, copies,
 * checks.
 *
 * Every extent is an IrDim over the symbols of its function. Where a type leaves one open there is
 * a symbol of our own for it, so that all reasoning is that of ir/dim.h. A symbol is *known* when
 * its value follows from the arguments; a buffer of known size gets its place before the function
 * runs (memory.c), others are allocated in the run.
 *
 * The module gains symbols, so this is done within an edit that is taken back. */
#ifndef TENON_BACKEND_PROGRAM_H
#define TENON_BACKEND_PROGRAM_H

#include "base/diag.h"
#include "ir/ir.h"
#include "loop/memory.h"
#include "loop/text.h"
#include "ranks/call.h"

typedef struct BeModule BeModule;
typedef struct BeFn BeFn;
typedef struct BeStep BeStep;
typedef struct BeBuffer BeBuffer;
typedef struct BeLeaf BeLeaf;
typedef struct BeValue BeValue;
typedef struct BeCall BeCall;
typedef struct BeIterate BeIterate;

/* Memory of a tensor */

typedef enum {
    BE_ARENA,
    BE_HEAP, /* allocated in the run */
    BE_INPUT,
    BE_OUTPUT, /* the caller's memory */
    BE_CONST,
} BePlace;

struct BeBuffer {
    Loc loc;         /* of what makes it */
    uint32_t id;     /* its place in BeFn.buffers, by which tables are; of a constant: none */
    uint32_t region; /* the list of steps that it was made in */
    BeBuffer *same;  /* lies in the memory of this one; NULL: has its own */
    const IrDim *at; /* so many bytes behind its start, a known dim; NULL: none */
    /* what is in it is a part of what is in this one, maybe in other memory; NULL: a value of its
     * own */
    BeBuffer *value;
    /* of what is not the caller's or a constant; NULL: a step of the run tells */
    const IrDim *bytes;
    BePlace place;
    union {
        struct {
            bool has_offset; /* else it lies in a slot, as its size is one that only a run knows */
            uint32_t slot;
            int64_t offset;
        } arena;
        struct {
            bool is_given; /* to the caller */
            uint32_t slot; /* of the pointers */
        } heap;
        struct {
            bool is_donated; /* result `heir` is the same memory */
            uint32_t index;  /* of the function's tensor inputs */
            uint32_t heir;
        } input;
        uint32_t output; /* of its results */
        const IrConst *constant;
    };
};

/* The buffer whose memory it is. In a finished program it lies there from `at` of its own on. */
BeBuffer *be_root(BeBuffer *b);
/* The one that stands for all parts of its value. */
BeBuffer *be_value_of(BeBuffer *b);

/* Values */

typedef enum { BE_TENSOR, BE_INTS, BE_FLOAT, BE_FUNCTION, BE_TEXT } BeLeafKind;

struct BeLeaf {
    BeLeafKind kind;
    DType dtype;   /* TENSOR; INTS of a number: its own, of a shape: VOID; FLOAT */
    uint32_t ndim; /* TENSOR, INTS */
    const IrDim *const *dims;
    BeBuffer *buffer; /* TENSOR */
    bool is_constant; /* FLOAT: .f, else the frame's float .slot */
    double f;
    uint32_t slot;
    BeFn *callee;             /* FUNCTION */
    BeValue *const *captures; /* of a nested one */
};

struct BeValue {
    BeLeaf *leaf; /* NULL: a tuple */
    uint32_t n;
    BeValue *const *fields;
};

/* Appends the leaves in order. Trees are as deep as types. */
typedef VEC(BeLeaf *) BeLeaves;
void be_leaves(Arena *arena, const BeValue *v, BeLeaves *out);

/* Steps */

typedef enum {
    BE_STEP_LOOPS, /* loops.loop(reads, writes, its sizes, work) */
    BE_STEP_COPY,  /* writes[0] = reads[0], of `bytes` */
    BE_STEP_INTS,  /* writes[0] = the integers */
    BE_STEP_SET,   /* set.symbol = its value */
    /* load.symbol = element load.index of reads[0]; with a message an extent: not negative */
    BE_STEP_LOAD,
    BE_STEP_STORE,      /* writes[0] = number.leaf, in its dtype */
    BE_STEP_LOAD_FLOAT, /* the float slot number.index = reads[0], of the dtype of its leaf */
    BE_STEP_FLOAT,      /* the float slot number.index = its leaf */
    BE_STEP_CHECK,      /* check.a == check.b, or it ends with the message */
    BE_STEP_EXTENT,     /* check.a >= 0, or it ends with the message */
    BE_STEP_ASSERT,     /* the bool end.leaf holds, or it ends with the message */
    BE_STEP_FAIL,       /* ends with the message */
    BE_STEP_ALLOC,      /* writes[0], when it is on the heap */
    BE_STEP_INVOKE,     /* .call */
    BE_STEP_LIBRARY,    /* .library(reads, writes) */
    BE_STEP_COLLECTIVE, /* .collective(reads, writes) */
    BE_STEP_START,      /* the same, which the step WAIT ends, in the same list (overlap.c) */
    BE_STEP_WAIT,       /* reads: the operand, and the result */
    BE_STEP_SCAN,       /* .iterate */
    BE_STEP_WHILE,
    BE_STEP_IF, /* the bool branch.condition: bodies[0], else bodies[1] */
    /* result ints.index, whose extents the caller does not know, gets reads[0], which is on the
     * heap; the integers are its extents */
    BE_STEP_GIVE,
    BE_STEP_RETURN,       /* the integers, from ints.index on of those that the function returns */
    BE_STEP_RETURN_FLOAT, /* the float number.index: its leaf */
} BeStepKind;

typedef struct {
    BeStep *first, *last;
} BeSteps;

/* A loop function of the module. */
typedef struct {
    const IrGlobal *global;
    const LoopFn *stated; /* as the module says it */
    const LoopFn *fn;     /* the same of the same memory, as code is made of it: loop/join.h */
    LoopFns text;         /* what is not checked yet of the module's text: fn and its callees */
    uint32_t index;
    int64_t work;   /* bytes that it works in; -1: they depend on its sizes */
    bool is_proved; /* no access is out of bounds */
    bool is_copy;   /* it does nothing but these: most calls of it are no steps */
    LoopCopies copies;
    VEC(struct BeInPlace *) in_place; /* what is known of it by now */
    uint32_t n_calls;                 /* steps: without any it is not in BeModule.loops */
} BeLoop;

/* The loop function in which an output lies in an input's memory; NULL: it may not. */
typedef struct BeInPlace {
    uint32_t in, out;
    BeLoop *loop;
} BeInPlace;

/* A call of a function with the attribute Codegen, which the target takes as a whole: a library
 * runs it. One for each place of the program. dims: what the function's symbols are there; in
 * functions that are called from others all are constant. */
typedef struct {
    IrFunction *fn;
    uint32_t index;           /* in BeModule.libraries */
    const IrDim *const *dims; /* by place in fn->symbols */
    /* in the order of its parameters: those that are constants can be packed */
    BeBuffer *const *inputs;
    uint32_t n_inputs;
    const BeBuffer *over; /* of the inputs: the result lies in its memory; NULL: in none */
} BeLibrary;

/* What ranks do together, one for each place of the program. */
typedef struct {
    const RanksWhat *what; /* n_words numbers */
    size_t n_words;
    const char *name;         /* of the value */
    uint32_t index;           /* in BeModule.collectives */
    const IrDim *const *dims; /* the operand's extents, then the result's */
    uint32_t n_dims;
} BeCollective;

struct BeStep {
    BeStepKind kind;
    Loc loc;
    const IrOrigin *origin; /* of its binding */
    BeStep *next;
    BeBuffer **reads, **writes; /* what it touches; where the order matters, as the kind says */
    uint32_t n_reads, n_writes;
    BeBuffer *work;   /* of a loop function or the functions that are called; NULL: none */
    BeBuffer **frees; /* roots on the heap that nothing needs after it */
    uint32_t n_frees;
    union {
        struct {
            BeLoop *loop;
            const IrDim *const *sizes;
            uint32_t n_sizes;
        } loops;
        const IrDim *bytes; /* COPY, ALLOC */
        struct {
            const IrDim *const *dims;
            uint32_t n, index;
        } ints; /* INTS, GIVE, RETURN */
        struct {
            IrSymbol *symbol;
            const IrDim *value;
        } set;
        struct {
            IrSymbol *symbol;
            const char *message; /* NULL: any integer */
            uint32_t index;
            DType dtype;
        } load;
        struct {
            const BeLeaf *leaf;
            uint32_t index;
        } number; /* FLOAT, RETURN_FLOAT, STORE, LOAD_FLOAT */
        struct {
            const IrDim *a, *b;
            const char *message;
        } check; /* CHECK, EXTENT */
        struct {
            const BeLeaf *leaf;
            const char *message;
        } end; /* ASSERT; FAIL: the message alone */
        BeCall *call;
        const BeLibrary *library;
        const BeCollective *collective;
        BeIterate *iterate; /* SCAN, WHILE */
        struct {
            const BeLeaf *condition;
            BeSteps bodies[2];
            uint32_t regions[2]; /* of the bodies */
        } branch;
    };
};

/* What a function returns for a leaf of its result. */
typedef struct {
    BeLeafKind kind;
    DType dtype;
    uint32_t ndim;
    const IrDim *const *
        /* TENSOR, over known symbols; NULL: the function allocates, and returns the extents */
        dims;
    uint32_t first_int; /* TENSOR without dims, INTS: ndim of the returned integers from here */
    uint32_t index;     /* among the tensors, or the floats */
    uint32_t takes;     /* 1 + the leaf of the inputs in whose memory it is made; 0: none */
} BeResult;

/* A call of a function. Arguments and results in the callee's order. */
struct BeCall {
    BeFn *callee;
    BeBuffer **inputs;     /* tensors */
    const IrDim **symbols; /* a value for each of callee->entry */
    const BeLeaf **floats;
    BeBuffer **outputs;        /* one for each result that is a tensor; NULL: not wanted */
    IrSymbol **returned;       /* one for each integer; NULL: not wanted */
    uint32_t *returned_floats; /* float slots */
    BeBuffer *work;
    const IrDim *work_bytes;
};

/* A carry of a loop that is a tensor. What the body reads is `current`. Of fixed extents, results
 * go to `final` and `other` in turn, and `final` has the last one; `initial` may lie in the one
 * that the second result goes to. Where the body's signature leaves an extent open it may change:
 * each result then has memory of its own on the heap, and extents are symbols. */
typedef struct {
    uint32_t input, output; /* of the body, among tensors */
    uint32_t
        returned; /* the first of its extents among the body's integers, where `next` is NULL */
    BeBuffer *initial, *final, *other;
    const IrDim *bytes;
    const IrDim *const *dims;
    const IrDim *const *
        next; /* extents of the body's result, before symbols change; NULL: the body allocates it */
    const IrDim *next_bytes;
    IrSymbol **open; /* by dim: the symbol that changes, or NULL; NULL: none does */
    uint32_t ndim;
    const char *message; /* the body made something else of it */
} BeCarry;

typedef struct {
    uint32_t input;
    BeBuffer *sequence;
    const IrDim *bytes; /* of a slice */
} BeSlice;

typedef struct {
    uint32_t output;
    BeBuffer *stack;
    const IrDim *bytes;
} BeStack;

/* An integer that is carried. */
typedef struct {
    uint32_t returned;  /* of the body */
    IrSymbol *symbol;   /* NULL: it stays */
    const IrDim *fixed; /* what it stays */
    const char *message;
} BeIntCarry;

typedef struct {
    uint32_t returned, slot;
} BeFloatCarry;

struct BeIterate {
    BeCall body, cond; /* cond of a while_loop */
    const IrDim *trip; /* NULL: no limit */
    bool reverse;
    VEC(BeCarry) carries;
    VEC(BeSlice) slices;
    VEC(BeStack) stacks;
    VEC(BeIntCarry) ints;
    VEC(BeFloatCarry) floats;
    VEC(uint32_t) cond_inputs; /* carry of each of cond's first inputs; in pairs (input, carry) */
    BeBuffer *cond_result;     /* a bool, or NULL: cond returns an integer */
};

/* Where the carry's second result goes; NULL: that depends on the run. */
BeBuffer *be_second_buffer(const BeStep *s, const BeCarry *c);

/* Functions */

/* A known symbol that is not an argument: another dim's value, or the bytes that a loop function of
 * these sizes, or a call, works in. In an order in which each needs earlier ones only. */
typedef struct {
    IrSymbol *symbol;
    const IrDim *value;
    const BeLoop *loop;
    const IrDim *const *sizes;
    const BeCall *call;
} BeDerived;

typedef struct {
    const IrSymbol *symbol;
    uint32_t slot;      /* of the frame's integers */
    const IrDim *value; /* over other known symbols; NULL: none */
    bool is_known;
    bool is_bound;    /* while steps are made */
    bool is_changing; /* with the iterations of a loop */
} BeSymbol;

typedef VEC(const IrDim *) BeSizes;

/* How long a buffer is needed, by its id: the planner's (memory.c, share.c, donate.c). */
typedef struct {
    uint32_t first, last; /* numbers of steps; first > last: none */
    const struct BeStepEnd
        *freed_after; /* HEAP: the step, of the list where it was made; NULL: the caller has it */
    BeBuffer *donor;  /* the input that is to become this value: its place then is OUTPUT, or it is
                       * copied at the end */
    bool is_group, is_member; /* memory for values that are planned by themselves; one of these */
} BeLife;

struct BeFn {
    BeModule *module;
    IrFunction *fn;
    uint32_t index;
    bool is_public;
    bool is_called;    /* by a function of the module */
    bool is_recursive; /* calls itself, maybe through others: its work memory is the heap's */
    bool is_failed;    /* reported */
    BeValue **params;
    BeLeaves inputs;                /* leaves of all parameters, captures first */
    uint32_t n_inputs, n_floats_in; /* tensors, floats among them */
    VEC(IrSymbol *) entry;          /* symbols that the caller gives, in order */
    VEC(BeResult) results;
    uint32_t n_outputs, n_returned, n_floats_out;
    Map symbols;        /* BeSymbol */
    size_t n_declared;  /* of fn->symbols: those behind are of our own making */
    uint32_t n_regions; /* lists of steps, but the first */
    uint32_t n_slots;   /* integers of a frame */
    uint32_t n_floats;
    VEC(BeDerived) derived;
    VEC(BeBuffer *) buffers; /* all but constants, by id */
    VEC(BeLife) lives;       /* by id; of those behind nothing is known yet */
    VEC(BeBuffer *) donated; /* those that have a donor */
    VEC(BeBuffer *) kept;    /* inputs that stand in their heir's memory when it is made */
    BeSteps steps;
    uint32_t n_steps;
    /* The arena: constant part, then slots of sizes that the arguments tell. */
    int64_t arena_bytes;
    BeSizes *slot_sizes; /* each slot holds the largest of its sizes */
    uint32_t n_arena_slots, n_heap_slots;
    bool has_arena;      /* some buffer is in it */
    int64_t arena_bound; /* no plan can do with less for the constant part */
    int64_t arena_sum;   /* bytes of the values in it, each for itself */
};

typedef struct {
    /* Asked once for each loop function, which has passed loop_verify: BeLoop.work. NULL: loop
     * functions find memory for their locals themselves. */
    int64_t (*work)(void *user, const LoopFn *fn);
    /* Whether a library runs this function, which has the attribute Codegen; NULL: it is a function
     * like others. */
    bool (*takes)(void *user, const IrFunction *fn);
    /* Whether the library's result, the only one, may lie in the memory of what this parameter is,
     * and that alone. NULL: never. */
    bool (*over)(void *user, const IrFunction *fn, uint32_t *param);
    /* callers give entries the memory of inputs for results, as the attribute `donate` says */
    bool donates;
    /* they may also give such a result memory of its own: where it is made over the input, it is
     * given a copy of that first */
    bool copies_donated;
    bool has_offsets; /* it minds BeBuffer.at, which is NULL everywhere without this */
    bool is_alone;    /* collectives are refused: its runs have no ranks */
    bool stands;      /* loop functions are those of the module: no dims are joined */
    void *user;
} BeTarget;

struct BeModule {
    const BeTarget *target;
    IrModule *m;
    Ctx *ctx;
    Arena *arena;
    VEC(BeFn *) fns; /* callees first, but for recursion */
    VEC(BeLoop *) loops;
    VEC(BeLibrary *) libraries;
    VEC(BeCollective *) collectives;
    Map by_function; /* BeFn by IrFunction */
    Map loops_by_global;
    Map buffers_by_const; /* BE_CONST buffers, of the whole module */
    Map number_loops;     /* of operators on numbers */
    VEC(BeBuffer *) constants;
    bool failed;
};

/* Programs for all functions that public ones (`function`: this one only) reach, callees first.
 * Reports all that cannot be compiled; NULL then. Everything lives in the arena. */
BeModule *be_module_lower(IrModule *m, const IrFunction *function, const BeTarget *target,
                          Arena *arena);

/* A function's memory where its symbols are known. */
typedef struct {
    int64_t arena;   /* bytes; those of functions that it calls are among them */
    int64_t bound;   /* no plan needs less: the most that lives at once in it */
    int64_t sum;     /* of the values in it, each for itself */
    uint32_t n_heap; /* values whose size only the run tells: they are allocated */
} BeMeasure;

/* False where a size passes 63 bits or is negative. */
bool be_measure(BeFn *f, const int64_t *symbols, Arena *arena, BeMeasure *out);

/* For a target without libraries: functions with the attribute Codegen are functions like
 * others. */
void be_drop_codegen(IrModule *m);

/* Whether the value of the dim follows from the arguments. */
bool be_is_known(BeFn *f, const IrDim *d);
BeSymbol *be_symbol(BeFn *f, const IrSymbol *s);

#endif
