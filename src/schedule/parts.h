/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the scheduler share.
 *
 *     make.c       what others ask for
 *     schedule.c   functions: statements that stay as they are, and nests
 *     ask.c        what expressions depend on, how they grow
 *     nest.c       whether loops are a nest, which of them goes by lanes, which by rows
 *     cost.c       how many lanes, vectors and rows
 *     range.c      conditions that hold for a range of lanes
 *     lanes.c      loads lane by lane
 *     tile.c       the loops of a nest by tiles; its panel
 *     sum.c        loops that add up along memory
 *     kinds.c      which loops are nests and sums that are scheduled
 *     rows.c       parallel loops around such sums: some rows side by side
 *     copy.c       expressions, as scalars and as vectors
 *     pack.c       functions whose panel lies as tiles read it
 *     pieces.c     functions whose long sums are in pieces that threads share
 *     halves.c     functions whose values of half types are floats
 *     tell.c       what was chosen and why, in words
 *
 * The function that is read is "old": its variables and buffers have new expressions and buffers in
 * tables by id. A `let` of the old function stands for its value wherever it is used. */
#ifndef TENON_SCHEDULE_PARTS_H
#define TENON_SCHEDULE_PARTS_H

#include "schedule/schedule.h"

enum {
    S_LOOPS_MAX = 8,
    S_BOUNDS_MAX = 8,
    S_ROWS_MAX = 16,
    S_VECTORS_MAX = 16,
    S_STACK_MAX = 16,
    S_SIDE_MAX = 4,
    S_PACK_DIMS_MAX = 8,
    S_FUEL = 2048,        /* steps of a question */
    S_SET_BYTES = 4 << 10 /* of the first cache, from a set to itself */
};

/* A condition taken apart: what is the same for all lanes, and comparisons that hold for a range of
 * lanes. */
typedef struct {
    const LoopExpr *uniform[S_BOUNDS_MAX], *bounds[S_BOUNDS_MAX];
    uint32_t n_uniform, n_bounds;
} SGuard;

typedef struct {
    const LoopStmt *loops[S_LOOPS_MAX]; /* parallel, each all that the one before holds */
    uint32_t n;
    const LoopStmt *body;       /* of the last one */
    const LoopStmt *lane, *row; /* two of them; row: NULL: none */
    DType dtype;                /* of what goes by vectors: see sched_is_lane */
    int64_t extent;             /* of the lane loop; open: what is planned for */
    bool open;                  /* it is no constant */
    bool reduces;               /* there is a loop in the body */
    bool in_place;              /* what is stored is loaded, at the same place */
    bool by_row;                /* a condition depends on the row */
    bool approximates;          /* by functions of math.h, which scalars have with other bits */
    bool gathers, scatters;     /* there are loads, stores, whose lanes are no neighbours */
    bool broadcasts;          /* a value of memory in the body's loops is the same for all lanes */
    const LoopStmt *sum;      /* of a serial loop: the store to what it adds up; NULL: a nest */
    uint32_t scalars, shared; /* of the body; loads by lanes that all rows share */
    uint32_t names;           /* of the body's vectors */
    /* of the shared loads (sched_load_of) the one that is copied to where it lies together; NULL:
     * none */
    const LoopExpr *panel;
    const LoopExpr *few_panel; /* the same, of extents that are not constant: for few lanes alone */
    const LoopStmt *panel_loops[S_LOOPS_MAX]; /* that it depends on, outermost first */
    uint32_t n_panel_loops;
    int64_t panel_elements; /* of a column of it */
    SGuard panel_guard;
    bool far; /* lanes have data of their own, which the second cache does not hold by far */
    int64_t row_step;  /* of these from row to row, by what lies together along the lanes */
    int64_t row_bytes; /* from row to row of what is the same for all lanes; 0: not known */
    /* what is chosen: lanes of a vector, vectors and rows of a tile */
    uint32_t width, nv, nr;
    /* and by what: cycles of all tiles for an iteration of the loop within; those of the best way
     * with one row, and with vectors of half as many lanes (0: there is none); how many ways */
    double cost, cost_of_a_row, cost_of_halves;
    uint32_t ways;
} SNest;

/* A sum in pieces. */
typedef struct {
    const LoopStmt *loops[S_LOOPS_MAX]; /* parallel, each all that the one before holds */
    uint32_t n;
    const LoopStmt *sum;  /* the serial loop in the last one that adds up */
    const LoopStmt *loop; /* it, or one within, whose iterations the pieces share */
    int64_t pieces;
    const LoopStmt *sums[S_STACK_MAX]; /* the stores to what is added up */
    const LoopBuffer *parts[S_STACK_MAX];
    uint32_t n_sums;
} SPieces;

/* A parallel loop whose body is all scheduled. */
typedef struct {
    const LoopStmt *loop;
    uint32_t nr;     /* of its iterations go side by side */
    uint32_t n_sums; /* along memory */
    bool shares;     /* all that there is is a sum of vectors that rows share */
} SRows;

/* What rows that go side by side have each for their own. */
typedef struct {
    const LoopExpr **vars;
    const LoopBuffer **buffers, **names;
} SRowTables;

/* Why loops are no nest. */
typedef struct {
    const LoopVar *innermost; /* of the loops that were asked for; NULL: none */
    const char *of_all;       /* NULL: of lanes along `lanes` it is `why` */
    const LoopVar *lanes[S_LOOPS_MAX];
    const char *why[S_LOOPS_MAX];
    uint32_t n;
} SRefusal;

/* A load, widened or not, whose lanes are read one by one into an array. */
typedef struct {
    const LoopExpr *load;
    const LoopBuffer *array;
} SGathered;

typedef struct Sched Sched;
struct Sched {
    Ctx *ctx;
    Arena *arena, *scratch;
    const LoopFn *from;
    const Target *target;
    const Target *sums_of; /* by whose vectors sums along memory go */
    uint64_t bits; /* of what the results' bits rest on: which loops go by vectors, and sums */
    bool exact;
    bool fuses;             /* a * b + c is one operation, rounded once */
    bool some_only;         /* what LLVM's kernels do by themselves stays as it is */
    bool closed;            /* lanes are of constant extents alone */
    bool stands;            /* in a parallel loop of which something stays as it is */
    StrBuf *told;           /* NULL: nobody asks why */
    const LoopVar *told_of; /* innermost: one was told of the loops around it */
    SRefusal refusal;       /* of the last loop that was asked for */
    const char *reason;     /* while one is looked for */
    LoopBuilder b;
    uint32_t fuel;              /* steps of questions that may still be asked */
    const LoopExpr **lets;      /* old values, by variable id */
    const LoopExpr **vars;      /* by id */
    const LoopBuffer **buffers; /* by id */
    bool *own;                  /* by buffer id: a scalar of the nest's body */
    bool *named;                /* by variable id: floats, which have vectors as scalars have */
    const LoopBuffer **names;   /* these vectors, by variable id */

    /* The nest in the making; what makes a statement of it as it stands. */
    const SNest *nest;
    void (*copy)(Sched *, const LoopStmt *);
    bool near; /* what a panel would hold is read where it lies */
    /* in a tile of rows, so that memory is gone through as it lies; else rows in a column */
    bool columns_within;
    const LoopBuffer *panel;              /* NULL: none */
    const LoopExpr *base;                 /* the iteration of lane 0 of vector 0 */
    int64_t apart;                        /* of its vectors' first lanes */
    int64_t done;                         /* lanes of vector 0 that have been computed before */
    const SGuard *row_guard;              /* statements ask it of each row; NULL: all rows */
    const LoopExpr *vector, *row_of_tile; /* which of the tile's */
    uint32_t first_row, nr, nv, keep;     /* of the tile, at hand; keep: lanes that are stored */
    const LoopExpr *few;                  /* so many lanes, not `keep`; NULL: these */
    bool is_open;                         /* all loops that are neither lanes nor rows are */
    const LoopExpr *seen; /* lanes of vector 0 that have been computed before, not `done`; NULL */
    uint32_t rows;        /* of the whole tile */
    VEC(SGathered) gathered;

    /* The rows in the making: tables of each; n_side: 1: there are none. */
    SRowTables side[S_SIDE_MAX];
    uint32_t n_side;

    bool is_plain; /* nothing goes by vectors: one of the following is made */
    /* The input in columns; NULL: none. */
    const SchedPack *pack;
    const LoopExpr *column, *lane_of_column;
    /* The sum in the making; which of its pieces. NULL: none. */
    const SPieces *pieces;
    const LoopExpr *piece;
    bool floats; /* values of half types are floats */
};

/* schedule.c */
/* Tables for the function. False: it stands as it is. */
bool sched_begin(Sched *s);
/* A new function, of which the parameters are there. */
void sched_begin_function(Sched *s, bool is_scheduled);
/* The statement with all below; a loop's beginning. */
void sched_copy_stmt(Sched *s, const LoopStmt *x);
void sched_open_loop(Sched *s, const LoopStmt *x);
/* From what `s` says of the function, the target and the bits. */
const LoopFn *sched_make(Sched *s);

/* ask.c */
/* Whether it depends on the variable, or on a scalar of the body. True without fuel. */
bool sched_varies(Sched *s, const LoopExpr *e, const LoopVar *var);
/* What it grows by with the variable; false: not by a constant. */
bool sched_step(Sched *s, const LoopExpr *e, const LoopVar *var, int64_t *out);
/* Elements of which a vector of the nest has as many as of its own: float32 and int32 go
 * together. */
bool sched_is_lane(const SNest *nest, DType t);
/* What stands behind names that are no vectors. */
const LoopExpr *sched_behind(const Sched *s, const LoopExpr *e);
/* The load that the expression is: itself, or what it widens; NULL: it is none. */
const LoopExpr *sched_load_of(const Sched *s, const LoopExpr *e);
/* From the buffer; NULL: from any. Behind names that are no vectors too. */
bool sched_loads(const Sched *s, const LoopExpr *e, const LoopBuffer *b);
/* What is computed lane by lane: it is made of another dtype, with which no vector computes. */
bool sched_is_single(Sched *s, const SNest *nest, const LoopExpr *e);
/* The lanes of the load are neighbours. */
bool sched_is_direct(Sched *s, const SNest *nest, const LoopExpr *load);
/* So are those of what is stored. */
bool sched_is_along(Sched *s, const SNest *nest, const LoopStmt *store);
/* It compares what goes up or down with the row by a constant: what holds for two rows holds for
 * those between. */
bool sched_is_monotone(Sched *s, const SNest *nest, const LoopExpr *cond);
/* False: some part is neither. */
bool sched_split(Sched *s, const SNest *nest, const LoopExpr *cond, SGuard *out);
/* They have one value wherever both are computed; of loads this is not known. */
bool sched_same(const LoopExpr *a, const LoopExpr *b);
/* It is the same for all that the nest's body computes. */
bool sched_is_outer(Sched *s, const LoopExpr *e);

/* nest.c */
/* Parallel loops, each all that the one before holds. */
typedef struct {
    const LoopStmt *loops[S_LOOPS_MAX];
    uint32_t n;
} SChain;
/* The nest from the loop on, in the chain's loops; false: it is none, or gains nothing, and
 * s->refusal says why. */
bool sched_nest(Sched *s, const SChain *around, const LoopStmt *loop, SNest *out);

/* Whether lanes along nest->lane compute what nest->sum adds up; else s->reason says why not. */
bool sched_sums(Sched *s, SNest *nest);

/* sum.c */
/* Is it a serial loop that goes by lanes? */
bool sched_sum(Sched *s, const LoopStmt *loop, SNest *out);
/* For all rows that go side by side. */
void sched_sum_loop(Sched *s, const SNest *nest);

/* kinds.c */
/* The nest from the statement on, in the chain's loops or alone; the sum that it is. */
bool sched_nest_in(Sched *s, const SChain *around, const LoopStmt *x, SNest *out);
bool sched_nest_of(Sched *s, const LoopStmt *x, SNest *out);
bool sched_sum_of(Sched *s, const LoopStmt *x, SNest *out);

/* rows.c */
/* Whether all of the parallel loop's body is scheduled. */
bool sched_rows(Sched *s, const LoopStmt *loop, SRows *out);
/* copy: makes a statement that is no sum, for the row at hand. */
void sched_rows_loop(Sched *s, const SRows *rows, void (*copy)(Sched *, const LoopStmt *));

/* pieces.c */
/* The function with its long sums in pieces; the same: it has none, or bits are to stay. */
const LoopFn *sched_in_pieces(const LoopFn *fn, bool exact, Arena *arena, StrBuf *told);

/* halves.c */
/* The function with values of half types as floats; itself: it has none, or bits would not stay. */
const LoopFn *sched_with_floats(const LoopFn *fn, bool exact, Arena *arena);

/* cost.c */
/* Chooses width, nv and nr. False: there is no way that gains. */
bool sched_choose(const Target *target, SNest *nest);
/* How the lanes of an extent go: blocks of nv vectors; then `tails` tiles of `tail` vectors from
 * `start` on, `apart` from one another, of which `keep` lanes each are stored. False: not by these.
 * Of an open extent: as it is planned. */
typedef struct {
    int64_t blocks, tails, start, apart;
    uint32_t tail, keep;
} SColumns;
bool sched_columns(const SNest *nest, uint32_t width, uint32_t nv, SColumns *out);

/* copy.c */
/* From here on it is the row's variables and buffers that are asked for. */
void sched_row(Sched *s, uint32_t row);
const LoopExpr *sched_copy(Sched *s, const LoopExpr *e);
const LoopExpr *sched_index(Sched *s, int64_t v);
/* BUG where sched_nest did not allow it. */
const LoopExpr *sched_vector(Sched *s, const LoopExpr *e);
/* In the making of a function whose values of half types are floats: what elements of the buffer
 * are there; what is stored to it; whether an operation gives what the half type has. */
DType sched_carried_as(const Sched *s, const LoopBuffer *b);
const LoopExpr *sched_to_store(Sched *s, const LoopBuffer *b, const LoopExpr *value);
bool sched_needs_no_rounding(LoopExprKind kind);
/* A store's indices, the last one a ramp. */
const LoopExpr *const *sched_indices(Sched *s, const LoopExpr *const *old, uint32_t n,
                                     uint32_t lanes);

/* range.c */
typedef struct {
    const LoopExpr *from, *to; /* names; NULL: no bound */
} SRange;
/* Of the bounds, for the vector at hand. */
SRange sched_range(Sched *s, const SGuard *g);
/* Whether the vector is in it as a whole; which of its lanes are. */
const LoopExpr *sched_range_is_all(Sched *s, const SRange *r);
const LoopExpr *sched_range_mask(Sched *s, const SRange *r);
/* x and y; x: NULL: there is none. */
const LoopExpr *sched_both(Sched *s, const LoopExpr *x, const LoopExpr *y);

/* tell.c */
void sched_tell_nest(Sched *s, const SNest *nest);
void sched_tell_sum(Sched *s, const SNest *nest);
void sched_tell_rows(Sched *s, const SRows *rows);
void sched_tell_pieces(Sched *s, const SPieces *pieces);
/* The loop has no nest, by s->refusal. */
void sched_tell_refusal(Sched *s, const LoopStmt *loop);
void sched_tell(Sched *s, const char *text);

/* lanes.c */
/* Not all lanes of the vectors at hand take part. */
bool sched_is_part(const Sched *s);
/* array[at..., column + lane] for the lanes of a vector whose first iteration is the lane variable
 * at hand: the load, or 0 where its conditions do not hold, and behind the loop's end. */
void sched_fill(Sched *s, const LoopBuffer *array, const LoopExpr **at, const LoopExpr *column,
                const LoopExpr *load, const SGuard *guard);
/* A vector cannot load it by itself. masked: some lanes may be out of bounds. */
bool sched_is_gathered(Sched *s, const LoopExpr *load, bool masked);
/* Of such loads those that depend on the row, or the others: each into an array. */
void sched_gather_all(Sched *s, const LoopExpr *e, const SGuard *guard, bool masked, bool by_row);

/* tile.c; copy: makes a statement as it stands */
void sched_tiles(Sched *s, const SNest *nest, void (*copy)(Sched *, const LoopStmt *));

#endif
