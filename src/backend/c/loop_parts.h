/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the emitter of loop functions share.
 *
 *     loop_unit.c      the file in the making: names, messages, which functions are in it
 *     loop_own.c       functions of libm where there is no libm
 *     loop_ops.c       scalar operations and constants as C, and the prelude that they need
 *     loop_range.c     bounds of int64 expressions, so that most index arithmetic need not wrap
 *     loop_survey.c    what is read, what is not proved in bounds
 *     loop_expr.c      expressions: shared and long parts become locals; checks of indices
 *     loop_stmt.c      statements, reductions in lanes
 *     loop_call.c      calls of loop functions
 *     loop_vector.c    vectors of scheduled loops, and their part of the prelude
 *     loop_fn.c        functions: parameters, locals, work
 */
#ifndef TENON_BACKEND_C_LOOP_PARTS_H
#define TENON_BACKEND_C_LOOP_PARTS_H

#include "backend/c/loop.h"
#include "loop/own.h"
#include "loop/verify.h"

/* --- The unit (loop_unit.c) --- */

/* Fixed functions of the prelude, in an order in which each uses earlier ones only. */
typedef enum {
#define C_PART(id, needs, text) C_PART_##id,
#include "backend/c/c_parts.def"
    C_PART_COUNT
} CPart;

typedef struct {
    const LoopFn *fn;
    const char *name;
    bool fails;            /* may return a message's number */
    int64_t work;          /* bytes of work where they are constant, else -1 */
    const char *work_name; /* where they are not: a function of the sizes */
} CFn;

typedef struct {
    const char *text; /* interned */
    uint32_t number;
} CMessage;

/* Types and functions of vectors. */
typedef enum {
    C_VECTOR_TYPE,
    C_VECTOR_MASK_TYPE,
    C_VECTOR_LOAD,
    C_VECTOR_STORE,
    C_VECTOR_SPLAT,
    C_VECTOR_MASK,
    C_VECTOR_MASK_LOAD, /* of bool */
    C_VECTOR_SELECT,
    C_VECTOR_NEG,
    C_VECTOR_SQRT,
    C_VECTOR_FMA,
    C_VECTOR_EQ,
    C_VECTOR_NE,
    C_VECTOR_LT,
    C_VECTOR_LE,
    C_VECTOR_ADD,
    C_VECTOR_SUB,
    C_VECTOR_MUL,
    C_VECTOR_DIV,
    C_VECTOR_MIN,
    C_VECTOR_MAX,
    C_VECTOR_MIN_OF, /* of a number that is no NaN, and the result where both are equal */
    C_VECTOR_MAX_OF,
    C_VECTOR_OPS
} CVectorOp;

/* Lanes up to LOOP_VECTOR_MAX, as powers of two; bytes of the least vector. */
enum { C_VECTOR_SIZES = 7, C_VECTOR_LEAST = 16 };

/* What vectors are of. Integers are kept as unsigned ones, which wrap. */
typedef enum { C_FLOATS, C_DOUBLES, C_INTEGERS, C_ELEMENTS } CElement;

/* Between vectors of int32, vectors of float32 and shorter elements in memory. */
typedef enum {
    C_WIDEN_INT8,
    C_WIDEN_UINT8,
    C_WIDEN_INT16,
    C_WIDEN_UINT16,
    C_CUT_8,
    C_CUT_16,
    C_BITS_FLOAT16, /* of float32, in an int32 */
    C_BITS_BFLOAT16,
    C_VALUE_FLOAT16, /* float32 of such bits */
    C_VALUE_BFLOAT16,
    C_WIDEN_FLOAT16, /* to float32 */
    C_WIDEN_BFLOAT16,
    C_CUT_FLOAT16, /* of float32 */
    C_CUT_BFLOAT16,
    C_ROUND_FLOAT16, /* of float32: to what the shorter type has */
    C_ROUND_BFLOAT16,
    C_WRAP_SIGNED, /* of int32: so many low bits */
    C_WRAP_UNSIGNED,
    C_TO_FLOAT,
    C_TO_INTEGER, /* toward zero; the nearest one of what has none, 0 of NaN */
    C_TO_RANGE,   /* the same, of integers from one number to another */
    C_CONVERSIONS
} CConversion;

/* What functions use of the prelude. */
struct CNeeds {
    bool parts[C_PART_COUNT];
    bool ops[LOOP_EXPR_COUNT][DTYPE_COUNT]; /* helpers of operations */
    bool casts[DTYPE_COUNT];                /* of doubles to an integer type */
    bool float_casts[DTYPE_COUNT];          /* of floats, in freestanding units */
    bool own[LOOP_EXPR_COUNT][DTYPE_COUNT]; /* functions of loop/own.h */
    bool reinterprets[DTYPE_COUNT][DTYPE_COUNT];
    bool vectors[C_VECTOR_OPS][C_ELEMENTS][C_VECTOR_SIZES]; /* by log2 of lanes */
    bool math[LOOP_EXPR_COUNT][C_VECTOR_SIZES];             /* of vectors, by loop/own.h */
    bool conversions[C_CONVERSIONS][C_VECTOR_SIZES];
};

struct CUnit {
    Arena *arena;
    Interner names;
    Map taken; /* CName by interned name: of file scope */
    Map fns;   /* CFn by function */
    VEC(const char *) messages;
    Map message_numbers; /* CMessage by text */
    CNeeds needs;
    const Target *target; /* NULL: loops stay as they stand */
    bool exact;           /* of sched_loops */
    bool freestanding;
};

/* A C identifier like the wanted one that is taken neither in `taken` nor in `outer` (may be
 * NULL). */
const char *c_name(Interner *names, Map *taken, const Map *outer, const char *wanted);
const CFn *c_unit_fn(const CUnit *self, const LoopFn *fn);

uint32_t c_log_of_lanes(uint32_t lanes);
/* The operation on so many lanes will be used, and those that it is made of, down to the least. */
void c_need_vector(CUnit *unit, CVectorOp op, CElement of, uint32_t lanes);
/* "tn_f32x16" */
const char *c_vector_type(Arena *arena, CElement of, uint32_t lanes);
uint32_t c_vector_bytes(CElement of, uint32_t lanes);

/* --- Scalars (loop_ops.c) --- */

/* The prelude is to have this part, and what it calls. */
void c_need(CUnit *self, CPart part);

/* The type of a value in expressions: half types are double, bool is bool. */
const char *c_value_type(DType t);
/* A constant; what is negative is in parentheses. */
void c_const(CUnit *self, DType t, LoopValue v, StrBuf *out);
/* The operation on operands that are primary expressions; so is the result. */
void c_op(CUnit *self, LoopExprKind kind, DType t, const char *const *operands, StrBuf *out);
void c_cast(CUnit *self, DType from, DType to, const char *operand, StrBuf *out);
void c_reinterpret(CUnit *self, DType from, DType to, const char *operand, StrBuf *out);

/* As it is in text: the function of c_parts.def. */
const char *c_part_text(CPart part);

/* The columns of c_ops.def, as bits for C_HELPER. */
enum {
    C_KIND_NARROW_SIGNED = 1 << 0,
    C_KIND_WIDE_SIGNED = 1 << 1,
    C_KIND_NARROW_UNSIGNED = 1 << 2,
    C_KIND_WIDE_UNSIGNED = 1 << 3,
    C_KIND_BOOLEAN = 1 << 4,
    C_KIND_SINGLE = 1 << 5,
    C_KIND_DOUBLE = 1 << 6,
    C_KIND_SIGNED = C_KIND_NARROW_SIGNED | C_KIND_WIDE_SIGNED,
    C_KIND_UNSIGNED = C_KIND_NARROW_UNSIGNED | C_KIND_WIDE_UNSIGNED,
};

typedef struct {
    const char *value, *element, *name; /* in expressions; in memory; in names of functions */
    unsigned kind;
} CType;

extern const CType c_types[DTYPE_COUNT];

/* A template of c_ops.def. */
void c_fill_in(const char *template, DType t, const char *const *operands, StrBuf *out);

/* The functions of loop/own.h that are called (loop_own.c). */
void c_own_functions(CUnit *self, StrBuf *out);
/* By step whether the result depends on it. */
const bool *c_own_used(CUnit *self, const LoopOwn *f);
/* A statement a step, of float operands x and y; the result's name. */
const char *c_own_steps(CUnit *self, const LoopOwn *f, StrBuf *out);

/* --- Bounds of int64 values (loop_range.c) --- */

typedef struct {
    int64_t lo, hi;
} CRange;

extern const CRange c_range_all;
bool c_range_is_all(CRange r);
/* Of an operation on int64; all when it may wrap. */
CRange c_range_op(LoopExprKind kind, const CRange *args);
/* A loop counts from 0, one by one: it does not get to 2^56. */
CRange c_range_index(CRange extent);
CRange c_range_dtype(DType t);

/* --- A function in the making --- */

/* What the evaluation of a statement knows of an expression. */
typedef struct {
    const LoopExpr *e;
    uint64_t turn; /* of which evaluation */
    uint32_t uses;
    uint32_t depth;   /* of the text's operators; 0: a name or a number */
    const char *text; /* NULL: not yet */
    CRange range;
} CNode;

/* An extent that is no name or number: a constant at the function's top. */
typedef struct {
    const char *text; /* interned */
    const char *name;
} CDim;

typedef struct {
    const LoopStmt *at;
    const LoopExpr *load;
    uint32_t axis;
} CUnproved;

typedef struct {
    CUnit *unit;
    const LoopFn *fn;
    Arena *arena;      /* scratch */
    StrBuf *out, *top; /* the statements so far; constants at the function's top */
    unsigned indent;
    bool fails;                 /* some check was appended */
    bool chooses;               /* data decide whether some statement is run */
    bool proved;                /* all accesses are in bounds */
    bool exact;                 /* sums and products saturate where they overflow: extents */
    Map *taken;                 /* CName */
    const char *work;           /* the memory behind the function's own locals */
    bool work_used, param_used; /* that; the parameter `work` */

    /* Survey, by id */
    uint32_t *var_reads, *buffer_reads;
    bool *in_memory; /* a scalar that some call gets */
    Map unproved;    /* CUnproved */

    /* Texts, by id */
    const char **vars; /* of a variable's value */
    const char *
        *buffers; /* of an array's name; of a scalar's value, or of what holds it in memory */
    CRange *ranges;
    bool rolled;             /* unrolled loops stand as loops, and registers are arrays */
    const char ***registers; /* of a buffer of vectors: a variable for each element */
    bool *var_used, *buffer_used;
    Map dims; /* CDim by text */

    const LoopStmt *at; /* the statement whose expressions are evaluated */
    uint64_t turn;
    Map nodes; /* CNode by turn and expression */
} CEmit;

/* loop_survey.c */
void c_survey(CEmit *em);
bool c_is_unproved(const CEmit *em, const LoopStmt *at, const LoopExpr *load, uint32_t axis);

/* loop_expr.c */
void c_line(CEmit *em, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* A local array of n; first: "", or how it starts. */
void c_array(CEmit *em, const char *type, const char *name, int64_t n, const char *first);
/* Expressions are evaluated anew: lines before are not seen from here, or memory has changed. */
void c_begin(CEmit *em, const LoopStmt *at);
/* A primary expression. May append lines that go before what uses it. */
const char *c_expr(CEmit *em, const LoopExpr *e, CRange *range);
/* The same as a name or a number that keeps its value. */
const char *c_held(CEmit *em, const LoopExpr *e, const char *name, CRange *range);
/* An extent, as a name or a number. */
const char *c_dim(CEmit *em, const LoopExpr *extent);
/* An element: name[offset]. load: NULL for the store em->at. */
const char *c_element(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices,
                      const LoopExpr *load);
/* The same where it is known to be in bounds, its place as a sum of variables times constants;
 * NULL: it is no such sum. */
const char *c_place(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices);
const char *c_local_name(CEmit *em, const char *wanted);
/* Whether the expression loads from the buffer; asked once after c_begin. */
bool c_reads(CEmit *em, const LoopExpr *e, const LoopBuffer *b);
/* A condition without the parentheses around it. */
Str c_bare(const char *text);
/* The function ends with a message where the condition holds. */
void c_fail_if(CEmit *em, const char *condition, const char *message);

/* loop_stmt.c */
/* The statements up to `end`. */
void c_list(CEmit *em, const LoopStmt *list, const LoopStmt *end);

/* loop_call.c */
void c_call(CEmit *em, const LoopStmt *s);
/* By which each size of the callee gets its value: texts over the caller's sizes. */
const char **c_call_sizes(CEmit *em, const LoopStmt *s);

/* loop_vector.c */
/* Bytes of the longest vector that is stored; 0: nothing is unrolled. */
uint32_t c_unrolled_bytes(const LoopStmt *list);
void c_vector_store(CEmit *em, const LoopStmt *s);
void c_registers(CEmit *em, const LoopStmt *s); /* their allocation */
void c_unrolled_for(CEmit *em, const LoopStmt *s);
void c_vectors(const CUnit *unit, StrBuf *out); /* what the prelude has of them */
/* "add": what the prelude's functions of vectors are called behind their type */
const char *c_vector_op_text(CVectorOp op);
/* The name of the conversion, of so many lanes, which the prelude will have. */
const char *c_vector_conversion(CUnit *unit, CConversion kind, uint32_t lanes);
void c_vector_conversions(const CUnit *unit, StrBuf *out);
/* Some of them call the prelude's functions of scalars, but not wherever the file is compiled. */
bool c_vector_needs_scalars(const CUnit *unit);

/* --- Functions of math.h on vectors (loop_vector_math.c) --- */

/* The name of one of which loop_own_is_of_vectors. */
const char *c_vector_math(CUnit *self, LoopExprKind kind, uint32_t lanes);
/* Those that are needed, which need more of the prelude. */
void c_vector_functions(CUnit *self, StrBuf *out);

/* loop_fn.c */
/* Ready for expressions over fn's sizes, once these have texts in `vars`. Statements go to `out`,
 * constants to `top`, new names are added to `taken`. */
void c_emit_init(CEmit *em, CUnit *unit, const LoopFn *fn, Arena *arena, Map *taken, StrBuf *out,
                 StrBuf *top);

#endif
