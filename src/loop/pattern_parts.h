/* SPDX-License-Identifier: Apache-2.0 */
/* What the two parts of loop_pattern share: pattern_collect.c walks the function once and notes
 * what each statement reads; pattern.c follows that back from the stores to outputs. */
#ifndef TENON_LOOP_PATTERN_PARTS_H
#define TENON_LOOP_PATTERN_PARTS_H

#include "loop/pattern.h"
#include "loop/verify_index.h"

/* Sets of open loops: bit k is the loop at depth k of the nest at hand, `while` included. */
typedef uint64_t Loops;
enum { LOOPS_MAX = 64 };

typedef struct Nest Nest;
typedef struct Read Read;
typedef struct Origin Origin;

/* What an expression uses, lets seen through but for the list. */
typedef struct {
    const Read *reads;
    Loops loops;             /* their variables */
    bool loads, loads_local; /* any buffer; a local one */
} Uses;

struct Read {
    const Read *next;
    Origin *let; /* NULL: a load */
    const LoopBuffer *buffer;
    const Poly *const *indices; /* of inputs, outputs and arrays */
    size_t stage;               /* which statement of the function it stands in */
    Loops loops;                /* whose variables the indices use */
    bool by_local;              /* an index depends on the value of a local */
};

/* How often the judge may come by: again only with a smaller set of bound loops. */
typedef struct {
    uint32_t epoch;
    Loops bound;
} Mark;

/* A statement with a body; the root has none. */
struct Nest {
    Nest *up;
    const LoopStmt *at; /* NULL: the function */
    uint32_t depth;     /* loops, with this one */
    Loops loops;
    bool in_while;
    const Poly *var, *extent; /* FOR */
    Uses uses;                /* of the extent or the condition */
    Mark mark;
};

/* A store or a let. */
struct Origin {
    Origin *next; /* the store to the same buffer before it */
    const LoopStmt *at;
    Nest *nest;
    Uses uses;
    Mark mark;
    size_t seq;            /* later ones have more */
    size_t stage;          /* as a read's */
    const LoopExpr *value; /* of a store: as far as it is seen */
    /* Stores to outputs and arrays: */
    const Poly *const *indices;
    bool by_data;  /* an index depends on a load */
    bool spans;    /* the indices' ranges hold the extents */
    Loops decoded; /* loops whose variables follow from the element's index */
    /* Stores `x = x op v`: */
    LoopExprKind op; /* commutative and associative; LOOP_EXPR_COUNT: no such store */
    bool of_locals;  /* v depends on locals */
};

typedef struct {
    Ctx *ctx;
    Arena arena;
    const LoopFn *fn;
    Index x;
    bool as_tvm;      /* loop_pattern_as_tvm */
    bool refused;     /* OPAQUE whatever it stores: calls, too many loops in each other */
    Nest root, *nest; /* nest: the open one */
    /* An array is a local one of one dim or more that the function itself allocates: the work may
     * go by it in stages, each of which is complete before the next begins. */
    const Poly *const **dims; /* of parameters and arrays, by buffer id; NULL: no such buffer */
    Origin **stores;          /* by buffer id: the last one */
    VEC(const LoopBuffer *) results; /* outputs and arrays in the order of their first stores */
    size_t stage;                    /* which of the function's own statements is at hand */
    Nest **home;                     /* locals, by buffer id: where it is allocated */
    Origin **lets;                   /* by variable id */
    Loops *bits;                     /* loop variables, by id */
    size_t size;                     /* reads and statements */
    size_t steps;                    /* of the judge */
    uint32_t epoch;                  /* the same */
} Pattern;

void pattern_collect(Pattern *p);

/* a - b */
bool pattern_is_const(const Poly *a, int64_t v);

#endif
