/* SPDX-License-Identifier: Apache-2.0 */
/* The loop IR: what an operator means, exactly.
 *
 * A loop function has buffer parameters (inputs, then outputs) with symbolic extents and strides,
 * and a body of loops over scalar expressions and stores. A local buffer of rank 0 is a scalar that
 * loops carry. There is no break, no I/O, and no allocation of unknown size. It prints as
 * TVMScript:
 *
 *     @T.prim_func
 *     def matmul(var_A: T.handle, var_B: T.handle, var_C: T.handle):
 *         T.func_attr({"num_outputs": 1})
 *         n = T.int64()
 *         A = T.match_buffer(var_A, (n, 8), "float32")
 *         ...
 *         for i in T.parallel(n):
 *             for j in range(5):
 *                 acc = T.alloc_buffer((), "float32")
 *                 acc[()] = T.float32(0)
 *                 for k in T.serial(8, annotations={"reduce": 4}):
 *                     acc[()] = acc[()] + A[i, k] * B[k, j]
 *                 C[i, j] = acc[()]
 *
 * A size that no extent is alone is a scalar parameter behind the buffers: `n: T.int64`.
 *
 * Scheduled loops (schedule/schedule.h) have vectors too: `lanes` values of one dtype, as the text
 * has them float32x16. A load or store whose last index is a ramp is one of a vector; a local
 * buffer of vectors lives in registers, and is indexed by constants and unrolled variables alone.
 *
 * Loop kinds: serial; unrolled (the same, of a constant extent, written out); parallel (iterations
 * write disjoint elements, in any order); vector (the same, and a hint); a serial loop with
 * `reduce: L` sums into L partial results: iteration i of the loop works on partial i % L (the
 * first starts from the scalar's value, the others from the operation's identity), and at the end
 * partials j and j + s are combined for s = L/2, L/4, ... 1. So its order is stated, and is the
 * same in every backend.
 *
 * Everything lives in the arena the function was made in. Expressions are trees or shared;
 * statements form lists. Thread rule: a finished function is constant data.
 */
#ifndef TENON_LOOP_LOOP_H
#define TENON_LOOP_LOOP_H

#include "base/map.h"
#include "base/vec.h"
#include "tensor/dtype.h"

typedef struct LoopExpr LoopExpr;
typedef struct LoopStmt LoopStmt;
typedef struct LoopFn LoopFn;

/* A named int64 that loops bind, or a size that the parameters' shapes bind; or a `let` of any
 * dtype. */
typedef enum { LOOP_VAR_SIZE, LOOP_VAR_INDEX, LOOP_VAR_LET } LoopVarKind;

typedef struct {
    const char *name;
    LoopVarKind kind;
    DType dtype;     /* INT64 but for a LET */
    uint32_t id;     /* dense in its function */
    int64_t planned; /* of a SIZE: code is planned for this many; 0: not known */
} LoopVar;

typedef enum { LOOP_BUFFER_INPUT, LOOP_BUFFER_OUTPUT, LOOP_BUFFER_LOCAL } LoopBufferKind;

typedef struct {
    const char *name;
    LoopBufferKind kind;
    DType dtype;
    uint32_t id;    /* dense in its function; parameters first, in order */
    uint32_t lanes; /* of an element that is a vector; 0: a scalar */
    uint32_t ndim;
    const LoopExpr *const *dims;    /* loop_expr_is_extent */
    const LoopExpr *const *strides; /* in elements, loop_expr_is_extent; NULL: row-major */
} LoopBuffer;

typedef enum {
    LOOP_CONST, /* .i for bool, integers (uint64 as bits); .f for floats */
    LOOP_VAR,   /* .var */
    LOOP_LOAD,  /* .buffer, args: indices */
    /* args[0] to dtype: float to integer truncates, NaN is 0, out of range saturates; to bool: !=
     * 0; integer to integer wraps */
    LOOP_CAST,
    LOOP_REINTERPRET, /* args[0]'s bits as a dtype of the same size; a NaN's payload is not kept */
    LOOP_BROADCAST,   /* args[0] in each lane */
    LOOP_RAMP,        /* args[0] + .i * lane: the last index of an access to a vector */
    LOOP_LANE_MASK,   /* bool: args[0] <= lane and lane < args[1] */
    LOOP_FIRST,       /* the first lanes of args[0]: the value of a store */
#define EXPR(id, text, form, n, kinds, result, doc) LOOP_##id,
#include "loop/expr.def"
    LOOP_EXPR_COUNT
} LoopExprKind;

struct LoopExpr {
    LoopExprKind kind;
    DType dtype;
    uint32_t lanes; /* of a vector; 0: a scalar */
    uint32_t n;
    uint32_t depth; /* 1 for a leaf */
    const LoopExpr *const *args;
    union {
        int64_t i;
        double f;
        const LoopVar *var;
        const LoopBuffer *buffer;
    };
};

typedef enum {
    LOOP_FOR,   /* var from 0 to extent - 1: body */
    LOOP_WHILE, /* as long as cond (bool): body */
    LOOP_IF,    /* cond: body, else other */
    LOOP_STORE, /* buffer[indices] = value */
    LOOP_LET,   /* var = value; seen by the statements behind it */
    LOOP_ALLOC, /* buffer, its elements undefined; seen by the statements behind it */
    LOOP_CALL,  /* callee(buffers) */
} LoopStmtKind;

typedef enum { LOOP_SERIAL, LOOP_PARALLEL, LOOP_VECTOR, LOOP_UNROLLED } LoopForKind;

/* Iterations may run in any order, or at once. */
static inline bool loop_is_parallel(LoopForKind kind) {
    return kind == LOOP_PARALLEL || kind == LOOP_VECTOR;
}

enum {
    LOOP_VECTOR_MAX = 64,      /* lanes */
    LOOP_UNROLL_MAX = 256,     /* iterations of unrolled loops within one another */
    LOOP_REGISTERS_MAX = 1024, /* elements of a buffer of vectors */
};

/* What has 8 or 16 bits. Compiled vectors of it are in memory, and between two conversions: it is
 * widened as it is loaded, and cut as it is stored. */
static inline bool loop_vector_is_short(DType t) {
    return t == DTYPE_INT8 || t == DTYPE_UINT8 || t == DTYPE_INT16 || t == DTYPE_UINT16 ||
           dtype_is_half(t);
}
/* Compiled vectors convert the one to the other: halves from and to float32, short integers from
 * and to float32 and int32. */
static inline bool loop_vector_converts(DType from, DType to) {
    const bool is_short = loop_vector_is_short(from);
    const DType wide = is_short ? to : from, other = is_short ? from : to;
    if (dtype_is_half(other)) return wide == DTYPE_FLOAT32;
    return (wide == DTYPE_FLOAT32 || wide == DTYPE_INT32) &&
           (loop_vector_is_short(other) || other == DTYPE_FLOAT32 || other == DTYPE_INT32);
}

struct LoopStmt {
    Loc loc; /* line 0: no place is known */
    LoopStmtKind kind;
    LoopForKind for_kind;
    uint32_t lanes; /* FOR: partial results of a reduction, a power of two; 0: none */
    uint32_t n;     /* STORE: indices; CALL: buffers */
    LoopStmt *next; /* in its list */
    const LoopVar *var;
    const LoopExpr *value; /* FOR: extent; WHILE, IF: cond; STORE, LET: the value */
    const LoopBuffer *buffer;
    const LoopExpr *const *indices;
    LoopStmt *body, *other; /* first of each list, or NULL */
    const LoopFn *callee;
    const LoopBuffer *const *buffers;
};

/* What fusion may do with a function (loop/pattern.h says exactly what each means). */
typedef enum {
    LOOP_PATTERN_NONE, /* not said */
#define PATTERN(id, number, name, doc) LOOP_PATTERN_##id,
#include "loop/pattern.def"
} LoopPattern;

struct LoopFn {
    const char *name;
    Loc loc;
    Arena *arena;
    /* the scalar parameters, then the others in the order of their first mention */
    VEC(const LoopVar *) sizes;
    uint32_t n_scalars; /* sizes that are parameters, behind the buffers; any integers */
    VEC(const LoopBuffer *) params;
    uint32_t n_outputs;  /* the last ones */
    LoopPattern pattern; /* what the text says; nothing here relies on it */
    bool is_foreign;     /* the text is TVM's, in blocks, and tells no outputs */
    bool is_scheduled;   /* vectors, tiles and panels are chosen: backends print what stands */
    uint32_t n_vars, n_buffers;
    LoopStmt *body;
};

const char *loop_expr_text(LoopExprKind kind);
const char *loop_expr_id(LoopExprKind kind); /* of a row of expr.def: "ADD" */
/* Whether operands of this dtype fit the operation; what it gives. */
bool loop_expr_allows(LoopExprKind kind, DType operand);
DType loop_expr_result(LoopExprKind kind, DType operand);
uint32_t loop_expr_arity(LoopExprKind kind);
bool loop_expr_is_op(LoopExprKind kind); /* a row of expr.def */
/* Commutative and associative, but for the rounding of floats: what reductions combine by. */
bool loop_expr_is_associative(LoopExprKind kind);
/* Of int64 constants, sizes and operations on them: what an extent or a stride may be. */
bool loop_expr_is_extent(const LoopExpr *e);

/* Building. The builder keeps the list that statements go to; loop_begin_* opens a body and
 * loop_end closes it. Expressions of constants are folded where that is exact. */

typedef struct {
    LoopFn *fn;
    Arena *arena;
    Loc loc;                /* given to the statements that are appended */
    VEC(LoopStmt **) tails; /* where the next statement is linked, innermost last */
    VEC(LoopStmt *) open;
} LoopBuilder;

void loop_builder_init(LoopBuilder *self, Arena *arena, const char *name);
/* The finished function; BUG when a body is open. */
LoopFn *loop_builder_finish(LoopBuilder *self);

const LoopVar *loop_size(LoopBuilder *b, const char *name);
/* What code for the size is planned for, whatever it is in a run. */
void loop_size_plan(LoopFn *fn, size_t size, int64_t planned);
/* Is the size an extent of a parameter by itself? */
bool loop_size_is_bound(const LoopFn *fn, const LoopVar *size);
/* The sizes that no extent binds become scalar parameters, in their order; the others follow. */
void loop_sizes_to_scalars(LoopFn *fn);
const LoopBuffer *loop_param(LoopBuilder *b, const char *name, LoopBufferKind kind, DType dtype,
                             const LoopExpr *const *dims, uint32_t ndim,
                             const LoopExpr *const *strides);

const LoopExpr *loop_int(LoopBuilder *b, DType dtype, int64_t v);
const LoopExpr *loop_float(LoopBuilder *b, DType dtype, double v);
const LoopExpr *loop_index(LoopBuilder *b, int64_t v); /* int64 */
const LoopExpr *loop_var(LoopBuilder *b, const LoopVar *v);
const LoopExpr *loop_load(LoopBuilder *b, const LoopBuffer *buffer, const LoopExpr *const *indices);
/* loop_eval_identity's. */
const LoopExpr *loop_identity(LoopBuilder *b, LoopExprKind op, DType dtype);
const LoopExpr *loop_cast(LoopBuilder *b, DType to, const LoopExpr *x);
/* BUG when the sizes differ, or one side is bool (whose other bits mean nothing). */
const LoopExpr *loop_reinterpret(LoopBuilder *b, DType to, const LoopExpr *x);
/* BUG when the operands do not fit the row. */
const LoopExpr *loop_op(LoopBuilder *b, LoopExprKind kind, const LoopExpr *const *args, uint32_t n);
const LoopExpr *loop_op1(LoopBuilder *b, LoopExprKind kind, const LoopExpr *x);
const LoopExpr *loop_op2(LoopBuilder *b, LoopExprKind kind, const LoopExpr *x, const LoopExpr *y);
const LoopExpr *loop_select(LoopBuilder *b, const LoopExpr *cond, const LoopExpr *x,
                            const LoopExpr *y);

/* Vectors. A load of a ramp is a vector of as many lanes; of a buffer of vectors, one of these. */
const LoopExpr *loop_broadcast(LoopBuilder *b, const LoopExpr *x, uint32_t lanes);
const LoopExpr *loop_ramp(LoopBuilder *b, const LoopExpr *base, int64_t stride, uint32_t lanes);
const LoopExpr *loop_lane_mask(LoopBuilder *b, const LoopExpr *from, const LoopExpr *to,
                               uint32_t lanes);
const LoopExpr *loop_first(LoopBuilder *b, const LoopExpr *x, uint32_t lanes);
/* Of an access: the ramp's, or the buffer's; 0: of a scalar. */
uint32_t loop_access_lanes(const LoopBuffer *buffer, const LoopExpr *const *indices);

const LoopVar *loop_begin_for(LoopBuilder *b, const char *name, const LoopExpr *extent,
                              LoopForKind kind, uint32_t lanes);
void loop_begin_while(LoopBuilder *b, const LoopExpr *cond);
void loop_begin_if(LoopBuilder *b, const LoopExpr *cond);
void loop_else(LoopBuilder *b);
void loop_end(LoopBuilder *b);
void loop_store(LoopBuilder *b, const LoopBuffer *buffer, const LoopExpr *const *indices,
                const LoopExpr *value);
const LoopVar *loop_let(LoopBuilder *b, const char *name, const LoopExpr *value);
const LoopBuffer *loop_local(LoopBuilder *b, const char *name, DType dtype,
                             const LoopExpr *const *dims, uint32_t ndim);
/* BUG when the callee has scalar parameters. */
/* Vectors in registers; the extents are constants. */
const LoopBuffer *loop_registers(LoopBuilder *b, const char *name, DType dtype, uint32_t lanes,
                                 const LoopExpr *const *dims, uint32_t ndim);
void loop_call(LoopBuilder *b, const LoopFn *callee, const LoopBuffer *const *buffers);

/* A rank-0 local: declared with a first value, read, set. */
const LoopBuffer *loop_scalar(LoopBuilder *b, const char *name, const LoopExpr *init);
const LoopExpr *loop_get(LoopBuilder *b, const LoopBuffer *scalar);
void loop_set(LoopBuilder *b, const LoopBuffer *scalar, const LoopExpr *value);

/* Values of expressions, shared by the folder and the interpreter: a scalar's bits. */
typedef union {
    int64_t i; /* bool, integers: sign- or zero-extended from their dtype */
    double f;  /* floats: the value, exactly representable in their dtype */
} LoopValue;

LoopValue loop_eval_op(LoopExprKind kind, DType dtype, const LoopValue *args);
LoopValue loop_eval_cast(DType from, DType to, LoopValue v);
LoopValue loop_eval_reinterpret(DType from, DType to, LoopValue v);
/* From which a reduction's further lanes start: op(identity, v) is v. */
LoopValue loop_eval_identity(LoopExprKind op, DType t);

/* Every float becomes float64, in place; constants keep their values. False: the function takes the
 * bits of floats, or calls another, and is of no more use. */
bool loop_widen(LoopFn *fn);

/* The same function up to names. */
bool loop_equal(const LoopFn *a, const LoopFn *b);

/* The first stores of the loop's body to scalars from outside of it: those have partial results in
 * a reduction, whose operation the value is. */
typedef VEC(const LoopStmt *) LoopStores;
void loop_partials(const LoopFn *fn, const LoopStmt *reduction, Arena *arena, LoopStores *out);
/* The same for equal functions. */
uint64_t loop_hash(const LoopFn *fn);
/* Whether a float becomes an integer: there a difference of rounding may become one of 1, so that
 * no products and sums are joined. Throws STATUS_MEMORY. */
bool loop_makes_integers(Ctx *ctx, const LoopFn *fn);

#endif
