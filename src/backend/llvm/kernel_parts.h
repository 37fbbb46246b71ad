/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make kernels of loop functions.
 *
 *     kernel_plan.c   which loop goes by vectors, which by rows, which reduction in partial results
 *     kernel_cost.c   what each way costs
 *     kernel_tile.c   how many rows and vectors go together
 *     kernel_panel.c  what rows share is copied to where it lies together
 *     kernel_ahead.c  what the next rows will read is fetched early
 *     kernel_transpose.c nests that read along one loop and write along another
 *     kernel_split.c  conditions that bound rows
 *     kernel_index.c  indices of what is written out many times
 *     kernel_vector.c vectors of loops that are scheduled already
 *     kernel_threads.c which loop threads share
 *     kernel_value.c  expressions in a tile
 *     kernel_memory.c loads, stores, checks of indices, scalars and arrays of the function's own
 *     kernel_arrays.c where arrays of the function's own lie
 *     kernel_stmt.c   statements, loops
 *     kernel_reduce.c reductions by vectors
 *     kernel_top.c    the statements of a function's own list
 *     kernel_function.c functions, what threads run
 *     kernel.c        kernels, memory to work in
 *
 * A tile is some iterations that go through a part of the function together, statement by
 * statement: `nr` of a parallel loop (rows), times `nv` vectors of `width` iterations (lanes) of a
 * parallel loop in it, or of a reduction.
 *
 *     for i in T.parallel(m):            for i by 6, j by 32:
 *         for j in T.parallel(n):            acc[6][2] = 0                     vectors of 16
 *             acc = 0                        for k: b[2] = B[k, j...]
 *             for k in range(K):                    for r in 6: a = A[i + r, k]
 *                 acc += A[i, k] * B[k, j]              acc[r][0..1] += a * b[0..1]
 *             C[i, j] = acc                  C[i + r, j...] = acc[r]
 *
 * So what does not depend on the row is done once for all rows, and accumulators live in registers.
 * Parallel iterations are independent, so this is right whatever they compute, as long as loops and
 * conditions in the tile are the same for all; conditions that are not become masks of lanes. A sum
 * is made in another order only where the lanes are those of a reduction. When the unit is strict,
 * one of floats is made in the order that the loop states. */
#ifndef TENON_BACKEND_LLVM_KERNEL_PARTS_H
#define TENON_BACKEND_LLVM_KERNEL_PARTS_H

#include "backend/llvm/kernel.h"

enum { K_ROWS_MAX = 16, K_VECTORS_MAX = 16, K_STACK_ARRAY = 16 << 10, K_ALIGN = 64 };

/* --- The plan --- */

typedef enum {
    K_PLAIN,
    K_LANES, /* a parallel loop by `vectors` of `width` */
    K_ROWS,  /* a parallel loop by `rows` */
    /* the first of perfectly nested parallel loops down to rows: the lane loop, `inner`, goes
     * around all */
    K_OUTER,
    /* a reduction: scalars of outside become partial results; `lanes` of it go by vectors */
    K_REDUCE,
} KRole;

typedef struct {
    const LoopStmt *loop;
    KRole role;
    uint32_t rows, vectors, width;
    const LoopStmt *lanes; /* REDUCE: the loop, this one or one within */
    /* ROWS: conditions on the row hold between bounds (kernel_split.c); the rows outside go one by
     * one */
    bool split;
    /* OUTER: the load that all rows share, which is copied to where it lies together; or NULL */
    const LoopExpr *panel;
    const LoopStmt *panel_loops[8]; /* the serial loops that it depends on, outermost first */
    uint32_t n_panel_loops;
    int64_t panel_bytes;
    /* ROWS: the lane loop is the only statement, and goes around the rows; else NULL */
    const LoopStmt *inner;
} KLoop;

/* Perfectly nested parallel loops of which two go as tiles, in registers, inside all others
 * (kernel_transpose.c). */
typedef struct {
    const LoopStmt *top, *rows, *lanes, *inner; /* the outermost, and the last */
    /* vectors of lanes that go together around the rows */
    uint32_t block;
} KNest;

/* Sets of buffers and variables, by id, that cost nothing to empty: the current turn's are in. */
typedef struct {
    uint32_t *own, *lets, turn;
} KMarks;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const LoopFn *fn;
    const Target *target;
    uint32_t vector_bytes;
    unsigned flags;
    bool strict;
    bool unscheduled; /* all loops are plain */
    bool contracts;   /* a * b + c may be rounded once */
    KMarks *marks;
    Map loops;                /* KLoop by statement: those that are not plain */
    const LoopExpr **lets;    /* values by variable id */
    int64_t panel_bytes;      /* of all panels the most */
    const LoopStmt **loop_of; /* the loop of a variable, by id */
    bool *scheduled;          /* of a loop by its variable's id: vectors were chosen before */
    const LoopStmt **up;      /* the loop around a loop, by its variable's id */
    const LoopStmt **home;    /* the loop that a local is allocated in, by buffer id; NULL: none */
    Map ahead;                /* KAhead by load */
    Map nests;                /* KNest by its outermost loop */
} KPlan;

static inline unsigned k_flags(const LlUnit *u) {
    return (u->strict ? K_STRICT : 0) | (u->unscheduled ? K_UNSCHEDULED : 0);
}

void k_plan(KPlan *self, Arena *arena, const LoopFn *fn, const Target *target, unsigned flags);
const KLoop *k_plan_loop(const KPlan *self, const LoopStmt *loop); /* NULL: plain */
/* How the access moves in memory, in elements, when the variable goes up by one. */
typedef enum { K_STEP_NONE, K_STEP_ONE, K_STEP_CONST, K_STEP_OTHER } KStep;
KStep k_step(const KPlan *self, const LoopBuffer *b, const LoopExpr *const *indices,
             const LoopVar *var);
/* Its number; false: none that is constant. */
bool k_stride(const KPlan *self, const LoopBuffer *b, const LoopExpr *const *indices,
              const LoopVar *var, int64_t *out);
/* Work of one iteration in about the cycles of a scalar operation; sizes count as 64. */
double k_cost(const KPlan *self, const LoopStmt *loop);

/* kernel_split.c */
/* Whether all conditions in the body that depend on the loop's variable are bounds of it. inside:
 * how many of its iterations lie between them, of a constant extent; else the extent's trips. */
bool k_can_split(const KPlan *self, const LoopStmt *loop, double *inside);

/* --- Values --- */

typedef enum {
    K_UNIFORM, /* the same in all lanes: a scalar */
    K_AFFINE,  /* int64: at[row] + stride * lane */
    K_VECTOR,
} KLane;

/* of a tile: by row and vector, as far as it differs */
typedef struct {
    KLane lane;
    bool rows;
    LLVMValueRef stride; /* AFFINE: i64 */
    LLVMValueRef *at;    /* [rows ? nr : 1][lane == VECTOR ? nv : 1] */
} KVal;

typedef struct {
    const LoopVar *row_var, *lane_var; /* NULL: none */
    LLVMValueRef row_base, lane_base;
    uint32_t nr, nv, width; /* 1 when there is none */
    LLVMValueRef *tail;     /* by vector: which lanes are iterations; NULL: all */
    bool assumes;           /* conditions that differ between rows hold */
    const KVal *mask;       /* of open conditions; with the tail; NULL: none */
} KTile;

/* Where vectors lie together that a tile reads again and again (kernel_panel.c). */
typedef struct {
    const KLoop *plan; /* NULL: there is none */
    LLVMValueRef at;
} KPanel;

/* Whole vectors of a nest's lane loop that go inside its rows. */
typedef struct {
    const LoopStmt *lanes; /* NULL: there is none */
    uint32_t width;
    LLVMValueRef begin, end;
} KBlock;

/* A scalar of the function's own: stack slots that become registers. */
typedef struct {
    LLVMValueRef *at;
    bool rows, lanes;
    uint32_t nv, width;
} KSlot;

/* An array's memory, by row of the tile that it was allocated in. */
typedef struct {
    LLVMValueRef *at;
    bool rows;
} KArray;

typedef struct {
    const LoopExpr *e;
    uint64_t turn;
    KVal v;
} KNode;

typedef struct {
    const LoopStmt *at;
    const LoopExpr *load;
    uint32_t axis;
} KUnproved;

/* An array's place in `work`. */
typedef struct {
    const LoopStmt *alloc;
    bool on_stack, in_thread; /* within a loop that threads share */
    uint32_t copies;          /* rows */
} KLocal;

/* An extent that is a long expression, in the function where it was asked for last. */
typedef struct {
    const LoopExpr *e;
    LLVMValueRef function, value;
} KLongSize;

typedef struct {
    LlUnit *u;
    const LlKernelOptions *options;
    const LoopFn *fn;
    const char *name;
    Arena *arena; /* scratch */
    KPlan plan;
    Map unproved; /* KUnproved */
    VEC(KLocal) locals;
    VEC(const LoopStmt *) calls;
    Map *callees;     /* LlKernel by function: of the unit's kernels that are called */
    uint32_t n_parts; /* functions that threads run */
    int64_t threads;
    int64_t cost_grain;

    /* The function in the making. */
    LLVMValueRef function;
    LLVMBasicBlockRef entry; /* of stack slots; the branch to the start ends it */
    LLVMValueRef env, thread;
    LLVMValueRef rest; /* memory behind the function's own arrays, for those that it calls */
    KVal *vars;        /* by variable id */
    KSlot *slots;      /* by buffer id */
    KArray *arrays;
    LLVMValueRef **dims; /* of buffers, as they are asked for */
    KTile tile;
    uint64_t turn;
    Map nodes;         /* KNode by expression */
    Map sums;          /* of kernel_index.c */
    Map long_sizes;    /* KLongSize by expression */
    bool *is_size;     /* by variable id */
    bool in_entry;     /* a long size is being evaluated */
    bool is_scheduled; /* vectors are in the loops, and all accesses are in bounds */
    const LoopStmt *at;
    /* Of the threaded loop that this function is for: its range; NULL: none. */
    const LoopStmt *threaded;
    VEC(const LoopStmt *) around; /* serial loops around the statement of the function's own list */
    KPanel panel;
    KBlock block;
    bool streams;              /* stores past the caches: of outputs that no cache holds, aligned */
    LLVMValueRef panel_memory; /* of this thread */
    LLVMValueRef begin, end;
} KEmit;

/* kernel_value.c */
/* Expressions are evaluated anew from here: memory has changed, or values do not reach. */
void k_begin(KEmit *em, const LoopStmt *at);
KVal k_expr(KEmit *em, const LoopExpr *e);
KVal k_scalar(KEmit *em, LLVMValueRef v);
/* An integer that is the same for all. BUG otherwise. */
LLVMValueRef k_uniform(KEmit *em, const LoopExpr *e);
/* The value in a row and a vector; wide: as a vector. */
LLVMValueRef k_at(KEmit *em, const KVal *v, DType t, uint32_t row, uint32_t vector, bool wide);
KVal k_int_add(KEmit *em, const KVal *a, const KVal *b);
KVal k_int_mul(KEmit *em, const KVal *a, const KVal *b);
/* Which lanes take part; NULL: all. */
LLVMValueRef k_mask(KEmit *em, uint32_t row, uint32_t vector);
KVal k_new(KEmit *em, KLane lane, bool rows);

/* kernel_sizes.c */
/* The integer as one that LLVM knows nothing of. */
LLVMValueRef k_opaque(KEmit *em, LLVMValueRef v);
/* Of a long expression of sizes: its value. False: it is none. */
bool k_long_size(KEmit *em, const LoopExpr *e, KVal *out);

/* kernel_index.c; false: it is none of these */
bool k_index(KEmit *em, const LoopExpr *e, LLVMValueRef *out);
/* The address of an element. */
bool k_place(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices, LLVMValueRef *out);

/* kernel_vector.c */
KVal k_vector_value(KEmit *em, const LoopExpr *e); /* UNIFORM: a vector of LLVM's */
/* Of scalars, (x[0] op x[2]) op (x[1] op x[3]): by halves of a vector. False: it is another one. */
bool k_halves(KEmit *em, const LoopExpr *e, KVal *out);
void k_vector_store(KEmit *em, const LoopStmt *s);
void k_registers(KEmit *em, const LoopStmt *s);
void k_unrolled(KEmit *em, const LoopStmt *s);

/* kernel_memory.c */
/* Of an element that is the same for all rows and lanes. */
LLVMValueRef k_element(KEmit *em, const LoopBuffer *b, const LoopExpr *const *indices);
LLVMValueRef k_pointer(KEmit *em, const LoopBuffer *b, uint32_t row, LLVMValueRef at);
KVal k_load(KEmit *em, const LoopExpr *e);
void k_store(KEmit *em, const LoopStmt *s);
/* Past the caches: the vector is aligned, as its buffer is and the lanes begin at a multiple of the
 * vectors. */
void k_stream(KEmit *em, LLVMValueRef p, LLVMValueRef v);
void k_alloc(KEmit *em, const LoopStmt *s);
LLVMValueRef k_dim(KEmit *em, const LoopBuffer *b, uint32_t axis);
LLVMValueRef k_slot_new(KEmit *em, LLVMTypeRef type);
KVal k_slot_get(KEmit *em, const LoopBuffer *b);
void k_slot_set(KEmit *em, const LoopBuffer *b, const KVal *v);
/* The function ends with the message where the i1 holds. */
void k_fail_if(KEmit *em, LLVMValueRef condition, const char *message);
LLVMBasicBlockRef k_block(KEmit *em, const char *name);

/* kernel_arrays.c */
static inline int64_t k_round_up(int64_t v) { return (v + K_ALIGN - 1) / K_ALIGN * K_ALIGN; }
/* Of the extents; -1: they are not constant, or too large. */
int64_t k_constant_bytes(const LoopBuffer *b);
/* Notes an array or a call. Of the statement alone, without its bodies; stack: bytes that are taken
 * so far. */
void k_local_find(KEmit *em, const LoopStmt *s, uint32_t copies, bool in_thread, int64_t *stack);
void k_locals_find(KEmit *em, const LoopStmt *list, uint32_t copies, bool in_thread,
                   int64_t *stack);
/* Bytes of the arrays of one kind, with their copies; placed at the memory, when it is not NULL. */
LLVMValueRef k_arrays_place(KEmit *em, bool in_thread, LLVMValueRef memory);
bool k_arrays_placed(const KEmit *em, bool in_thread); /* there are some */
/* The intrinsic's result, INT64_MAX where it overflows. */
LLVMValueRef k_saturated(KEmit *em, const char *intrinsic, LLVMValueRef a, LLVMValueRef b);

/* kernel_stmt.c */
typedef struct {
    LLVMValueRef i, end;
    LLVMBasicBlockRef body, after;
    int64_t step;
} KFor;
/* for (i = from; i < end; i += step); nothing when it has no iteration. */
KFor k_for_open(KEmit *em, const char *name, LLVMValueRef from, LLVMValueRef end, int64_t step);
void k_for_close(KEmit *em, const KFor *f);
void k_list(KEmit *em, const LoopStmt *list);
void k_statement(KEmit *em, const LoopStmt *s);
/* A condition, without what is known to hold in all rows of the tile. */
KVal k_condition(KEmit *em, const LoopExpr *e);
/* The body for iterations begin to end - 1. */
LLVMValueRef k_extent(KEmit *em, const LoopStmt *loop);
void k_tail(KEmit *em, uint32_t nv, LLVMValueRef left); /* lanes below `left` */
bool k_is_const(LLVMValueRef v, int64_t *out);
/* Whether a store of the lanes may go past the caches when its buffer is aligned to K_ALIGN; lane:
 * NULL: of a vector that was scheduled. */
bool k_may_stream(const KPlan *p, const LoopStmt *store, const LoopVar *lane);

typedef struct {
    const LoopStmt *body;
    const LoopStmt *rows; /* NULL: none */
    const KLoop *outer;   /* loops from this one down to rows; NULL: none */
    const KLoop *plan;
    LLVMValueRef begin, end; /* of the rows */
} KInside;
void k_rows(KEmit *em, const LoopStmt *s, const KLoop *plan, LLVMValueRef begin, LLVMValueRef end,
            const LoopStmt *body);
/* left: of iterations, at most the block's; NULL: all. */
void k_lane_block(KEmit *em, const LoopStmt *s, uint32_t nv, uint32_t width, LLVMValueRef base,
                  LLVMValueRef left, const KInside *in);

/* kernel_split.c */
/* The part of begin ... end - 1 in which the conditions hold: lo <= hi, both within. */
void k_split(KEmit *em, const LoopStmt *loop, LLVMValueRef begin, LLVMValueRef end,
             LLVMValueRef *lo, LLVMValueRef *hi);

/* kernel_panel.c */
/* Copies the panel of the lanes at hand, and reads of it go there until it is closed. */
void k_panel_open(KEmit *em, const KLoop *plan);
KVal k_panel_load(KEmit *em, const LoopExpr *e);
/* Plans one: false when it does not pay. */
bool k_panel_plan(const KPlan *p, KLoop *outer, const KLoop *rows, const KLoop *lanes,
                  double iterations);

/* kernel_ahead.c */
typedef struct {
    const LoopExpr *load;
    const LoopVar *row;
    int64_t bytes; /* of a row */
} KAhead;
void k_ahead_plan(KPlan *p);
/* The pointer's load is one of those: fetches what it reads in the next iteration. */
void k_ahead(KEmit *em, const LoopExpr *load, LLVMValueRef pointer);

/* kernel_transpose.c */
/* The nest from the loop on, if it is one that gains by it: its loops are planned. */
bool k_nest_plan(KPlan *p, const LoopStmt *s);
const KNest *k_nest(const KPlan *p, const LoopStmt *top);
void k_nest_emit(KEmit *em, const KNest *nest);
void k_nest_block(KEmit *em);
/* Vectors along the rows of the tile, which change places with the lanes; false: it is not such an
 * access. */
bool k_load_transposed(KEmit *em, const LoopExpr *e, const KVal *at, KVal *out);
bool k_store_transposed(KEmit *em, const LoopStmt *s, const KVal *v, const KVal *at);

/* kernel_reduce.c */
void k_reduce(KEmit *em, const LoopStmt *s, const KLoop *plan);
/* A loop with `lanes`, with its partial results in the stated order (loop/loop.h). */
void k_reduce_stated(KEmit *em, const LoopStmt *s);
/* Scalars of outside that the body only combines with what does not depend on them; false: that is
 * not all. */
typedef struct {
    const LoopBuffer *scalar;
    LoopExprKind op;
} KPartial;
typedef VEC(KPartial) KPartials;
bool k_partials(Arena *arena, const LoopFn *fn, const LoopStmt *loop, KPartials *out);

/* kernel_top.c */
/* Notes the arrays and calls of the function. */
void k_survey_top(KEmit *em);
void k_top(KEmit *em, bool work);

/* kernel_function.c */
void k_begin_function(KEmit *em, LLVMValueRef function);
void k_end_function(KEmit *em);
/* Parameters of the function get their names; arrays their memory. */
void k_bind(KEmit *em, LLVMValueRef work, LLVMValueRef thread);
/* range: of what a thread runs. */
LLVMTypeRef k_function_type(KEmit *em, bool work, bool range);
LLVMValueRef k_add_function(KEmit *em, const char *name, LLVMTypeRef type);
unsigned k_n_params(const KEmit *em, bool work); /* without the range */
/* Stores past the caches are seen by other threads behind it. */
void k_fence(KEmit *em);
/* The statement with its loop `split` by threads, blocks of so many iterations of that cost. */
void k_parallel(KEmit *em, const LoopStmt *s, const LoopStmt *split, int64_t block, double cost,
                bool work);

/* kernel_threads.c */
/* What k_cost counts in a nanosecond, about. A thread's part takes as long as threads need to
 * meet. */
static const double K_COST_OF_NS = 9.6;
/* The loop of a nest whose range threads divide; NULL: not worth it. block: iterations that stay
 * together; cost: of one. */
const LoopStmt *k_threaded_loop(KEmit *em, const LoopStmt *s, int64_t *block, double *cost);
/* Whether the list uses names or scalars of these, by id. */
bool k_list_uses(const LoopStmt *list, const bool *lets, const bool *scalars);

/* kernel_call.c */
/* The kernel of a function that is called, which was emitted before its caller. */
const LlKernel *k_callee(const KEmit *em, const LoopFn *fn);
void k_call(KEmit *em, const LoopStmt *s);
LLVMValueRef *k_call_sizes(KEmit *em, const LoopStmt *s);

#endif
