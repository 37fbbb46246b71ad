/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of Distribute share (distribute.c begins with how they work together). */
#ifndef TENON_PASSES_DISTRIBUTE_PARTS_H
#define TENON_PASSES_DISTRIBUTE_PARTS_H

#include "ir/clone.h"
#include "loop/window.h"
#include "ops/decompose.h"
#include "ops/mesh.h"
#include "passes/distribute.h"

/* How a tensor lies over one axis of the mesh: split along a dim (0 and up), or: */
enum { SHARD_WHOLE = -1, SHARD_PARTIAL = -2 };

typedef struct {
    int8_t at[MESH_AXES_MAX];  /* by axis of the mesh */
    uint8_t op[MESH_AXES_MAX]; /* SHARD_PARTIAL: LOOP_ADD, LOOP_MAX, LOOP_MIN */
} Sharding;

/* A value with more rows before its part and behind, of a dim that an axis splits: all ranks have
 * as many. These are what the call made there that made it, or the neighbours', or zeros. */
typedef struct Wide Wide;
struct Wide {
    const Wide *next; /* made before it */
    IrOperand value;
    uint32_t axis;
    int8_t dim;
    const IrDim *rows;     /* all, in the function that is rewritten */
    const int64_t *fronts; /* by rank: how many are before the part */
    const IrDim *own;      /* how many the part has */
};

/* A value; or a field of another one, or rows of a wide one, which is read when it is asked for
 * first. */
typedef struct Part Part;
struct Part {
    Part *of; /* NULL: `value` is it, or of `wide` */
    uint32_t index;
    IrOperand value;  /* NONE: not read yet */
    const Wide *wide; /* it is at hand so too, the last first; NULL: it is not */
};

/* One form in which a value is at hand. */
typedef struct Version Version;
struct Version {
    Version *next;
    Sharding s;
    Part *part;
};

typedef struct SlotUse SlotUse;
struct SlotUse {
    SlotUse *next;
    uint32_t call, leaf; /* of a call that reads it or makes it: indices */
};

/* A tensor: a parameter or a leaf of one, a constant, a result. Its other names have its slot. */
typedef struct {
    const IrType *type;
    const char *name;
    Loc loc;
    Sharding want;                /* as annotations and their spreading say */
    bool fixed;                   /* annotated: it lies so and in no other way */
    int64_t times[MESH_AXES_MAX]; /* fixed, by axis: parts are multiples of it; 0: of 1 */
    Loc fixed_at;                 /* by what stands there */
    const char *fixed_by;         /* or by this glob */
    const char *why;              /* of `want`: what it came from */
    uint32_t order;               /* fixed: when it spreads */
    uint32_t n_uses;              /* where it is read, calls and all else */
    SlotUse *uses;                /* calls */
    uint32_t tied;                /* another slot that must lie as this does; UINT32_MAX: none */
    Version *versions;
} Slot;

/* A dim that the ranks of an axis do not divide (distribute_uneven.c). */
typedef struct {
    const IrDim *whole; /* n */
    int64_t n, most;    /* elements of the whole, and of the longest part; n 0: it has symbols */
    uint32_t axis;
    IrSymbol *symbol; /* a part's extent, in the function that is rewritten */
    bool is_checked;  /* the rewritten function has said what it is */
} Uneven;

/* A call of more tensors works on whole ones: what is asked of a factor is asked of each tensor. */
enum { DISTRIBUTE_LEAVES_MAX = 256 };

/* A dim of a leaf as a rank's call has it. Of an extent with a symbol all numbers are those of the
 * least one that will do: of a longer one the part and the rows of the whole are more, as many each
 * (distribute_symbolic.c). */
typedef struct {
    uint32_t leaf;
    int8_t dim;
    const LoopReach *reach; /* NULL: of the iterations' rows, or of none */
    int64_t step;           /* rows that a step leaves out */
    int64_t whole, local;   /* rows */
    const IrDim *rows;      /* the same as `local` */
    const IrDim *part;      /* with a symbol: what each rank has; NULL: a number */
    int64_t before, after;  /* from the neighbours; of a result: for them */
    int64_t lead, trail;    /* of zeros, where ranks have no others */
    int64_t *places;        /* by rank: the row of the whole that is the call's first */
    int64_t *begins;        /* of a result, by rank: where in it, behind zeros that lead, the rank's
                               part begins */
} HaloDim;

typedef struct {
    const LoopWindow *w;
    HaloDim *dims;
    uint32_t n;
    IrSymbol *symbol; /* in the extents, which must be `least` or more in a run; NULL: none is */
    int64_t least;
} Halo;

/* What is known of calls of one operator, attributes and types. */
typedef struct {
    const OpDef *op;
    const IrAttr *attrs;
    uint32_t n_args; /* operand parameters with those of a REST */
    const IrType *const *args;
    const double *floats;
    const IrType *result;
    uint32_t n_in, n_out; /* leaves: tensors among the operands, and results */
    const IrType *const *in, *const *out;
    const LoopFactors *loops; /* NULL: it has none: `n` and `of_dim` stand alone */
    uint32_t n;
    LoopFactor *factors;
    uint32_t *const *of_dim;    /* by leaf, operands first */
    int8_t *scales;             /* by factor and axis of the mesh: 0 unknown, 1 it does, -1 not */
    bool is_asked;              /* about symbols, by distribute_find_symbolic */
    const LoopWindow **windows; /* by factor: it slides; NULL: it does not */
    IrSymbol **symbols;         /* by factor: of its windows' extents; NULL: these are numbers */
    Halo **halos;               /* of these, by factor and axis: what `scales` found */
    const IrAttr **part_attrs;  /* by factor and axis: of the parts' call; NULL: the same */
} Rule;

typedef struct {
    IrBinding *b;
    Rule *rule;         /* NULL: whole operands, whole results */
    uint32_t *in, *out; /* slots by leaf */
    uint8_t *done;      /* by factor and axis: the split was spread forward (1), both ways (2) */
} DsCall;

typedef struct Moments Moments;

typedef struct {
    IrModule *m;
    Ctx *ctx;
    Arena arena;
    const DistributeOptions *o;
    Mesh mesh;
    IrFunction *fn;
    VEC(Slot) slots;
    uint32_t n_param_slots; /* the first ones: leaves of parameters */
    uint32_t **of_var;      /* by variable id: slots of its leaves; NULL: it holds none */
    Map constants;          /* IrConst -> boxed slot + 1 */
    VEC(DsCall) calls;
    VEC(uint32_t) seeds; /* slots that are annotated */
    uint32_t n_orders;   /* of seeds: 0 and up */
    uint32_t *call_of;   /* by variable id: index of its call + 1; 0: none */
    uint32_t *planned;   /* by call and axis: a choice; CHOICE_NONE: the cheapest */
    Moments **moments;   /* by call: NULL: it has no part in such */
    Map rules, leaf_starts;
    IrClone *clone;
    OpDecompose build;                      /* whose builder is the clone's */
    IrOperand ranks[MESH_AXES_MAX];         /* NONE: not asked for yet */
    Map uneven, uneven_of;                  /* by whole and axis; by symbol, of both functions */
    bool is_spread;                         /* no dim more becomes uneven */
    const IrDim *places[MESH_AXES_MAX];     /* a rank's, as a dim; NULL: not asked for yet */
    Map starts;                             /* numbers of all ranks -> the rank's, as a dim */
    Map joined;                             /* rows with those of neighbours */
    Map least;                              /* by symbol: a boxed number that is asked of it */
    const IrAttr *shifts[MESH_AXES_MAX][2]; /* pairs: to the next rank, to the one before */
    struct Told *told;  /* what parameters' extents are told from; NULL: nothing is to be told */
    bool has_begun;     /* the body of the function that is made */
    const char *reason; /* of the conversions that are made */
    DistributeBytes bytes;
} Distribute;

/* distribute_rule.c */

/* NULL: nothing is known: whole operands give whole results. */
Rule *distribute_rule(Distribute *ds, const IrBinding *call);
/* May that factor of the call be split over the axis? It does not slide. */
bool distribute_check_factor(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis);
/* The call's attributes but for so many groups; NULL: it has none, or not more. */
const IrAttr *distribute_fewer_groups(Distribute *ds, const Rule *r, int64_t groups);
/* How many groups it has; 0: it has no such attribute. */
int64_t distribute_groups(const Rule *r);
/* That factor does not slide and was found to fit: does it fit where parts have so many rows? */
bool distribute_takes_rows(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis,
                           const IrDim *rows);
/* The factor slides so: it has the dims that the windows touch. */
void distribute_add_window(Distribute *ds, Rule *r, const LoopWindow *w);
bool distribute_is_linear(const Distribute *ds, const Rule *r, const bool *partial);
/* What inference gives for such operands; NULL: it refuses. *n_open: how many equal extents the
 * call demands that types leave open. */
const IrType *distribute_infer(Distribute *ds, const Rule *r, const IrType *const *args,
                               size_t *n_open);
const LoopFn *distribute_lower(Distribute *ds, const Rule *r, const IrType *const *args,
                               const IrType *result);

/* distribute_halo.c */

/* How the axis splits such windows. *attrs: of the parts' call, NULL: the rule's own; attrs NULL:
 * it has these, and windows may read all of the whole. NULL: they are not split. */
Halo *distribute_make_halo(Distribute *ds, const Rule *r, const LoopWindow *w, uint32_t axis,
                           const IrAttr **attrs);
/* The operands of the call that gets the halo's rows, as many as the rule's, and its result. False:
 * the operator does not take them, or demands more of them than of the whole. */
bool distribute_infer_parts(Distribute *ds, const Rule *r, const IrAttr *attrs, const Halo *h,
                            const IrType **args, const IrType **result);

/* distribute_symbolic.c */

/* Windows along dims whose extents have a symbol; once for each rule. */
void distribute_find_symbolic(Distribute *ds, Rule *r);
/* The same as distribute_make_halo, for a factor of such. */
Halo *distribute_symbolic_halo(Distribute *ds, const Rule *r, uint32_t factor, uint32_t axis);

/* distribute_fits.c */

/* May that factor of the call be split over the axis? */
bool distribute_factor_fits(Distribute *ds, Rule *r, uint32_t factor, uint32_t axis);
/* Bytes of the rows that an operand which lies so lacks; 0: none, or the factor does not slide. */
double distribute_halo_bytes(Distribute *ds, Rule *r, uint32_t leaf, uint32_t factor, uint32_t axis,
                             int8_t have);
/* Windows of such a factor read the leaf: what is whole need not be split for it. */
bool distribute_reads_rows(const Distribute *ds, const Rule *r, uint32_t leaf, uint32_t factor,
                           uint32_t axis);
/* NULL: the leaf has no such dim. */
const HaloDim *distribute_halo_dim(const Distribute *ds, const Rule *r, uint32_t leaf,
                                   uint32_t factor, uint32_t axis);

/* distribute_join.c */

/* In a run the extents of windows are as long as these need: the run ends with an error if not. */
void distribute_check_least(Distribute *ds, const DsCall *c, uint32_t factor, uint32_t axis);
/* The operand with the rows that its windows read, of the rank's part or of the whole. */
Part *distribute_with_halo(Distribute *ds, const DsCall *c, uint32_t leaf, uint32_t factor,
                           uint32_t axis, Part *x, bool is_whole);
/* The rank's part of what the call gives then. */
Part *distribute_without_halo(Distribute *ds, const DsCall *c, uint32_t factor, uint32_t axis,
                              Part *y);

/* The call goes along a split dim row by row, and all operands that have it are at hand with rows
 * beside their parts, as many: it takes these (`out`, by leaf; NULL: the operand is as it is) along
 * the factor `along`. NULL: it takes the parts. Nothing slides. */
const Wide *distribute_find_wide(Distribute *ds, const DsCall *c, const uint32_t *choice,
                                 const Sharding *in, const Wide **out, uint32_t *along);
/* The part of what it gives then; its type, of that of the part. */
Part *distribute_wide_result(Distribute *ds, const DsCall *c, const Wide *of, uint32_t along,
                             IrVar *v);
const IrType *distribute_wide_type(Distribute *ds, const DsCall *c, const IrType *part,
                                   const Wide *of, uint32_t along);
const IrType *distribute_part_type(Distribute *ds, const Part *part);

/* distribute_slots.c */

/* Slots of all tensors of the function, and its calls if they are asked for. */
void distribute_make_slots(Distribute *ds, bool with_calls);
/* The number of leaves of a type. */
uint32_t distribute_n_leaves(Distribute *ds, const IrType *t);

/* distribute_seed.c */

/* What is annotated, by markers and globs; `check`: and divides. False after a report. */
bool distribute_seed(Distribute *ds, bool check);
/* "data,_", with "sum(model)" behind it where it is partial. */
const char *distribute_text(const Distribute *ds, const IrType *t, const Sharding *how);

/* distribute_shorthand.c */

/* What a parameter of the function is. */
typedef enum {
    DISTRIBUTE_INPUT,
    DISTRIBUTE_WEIGHT,
    DISTRIBUTE_STATE,
    DISTRIBUTE_ROLES
} DistributeRole;
typedef struct {
    uint32_t axis;
    bool split[DISTRIBUTE_ROLES];
} Shorthand;

/* Of each parameter. */
void distribute_roles(const Distribute *ds, DistributeRole *out);
/* "zero1(data)", or "zero1", which is of the first axis. False: it is none. */
bool distribute_read_shorthand(const Distribute *ds, const char *text, Shorthand *out);
/* How a leaf of that role lies. False: it is not said. */
bool distribute_shorthand(const Distribute *ds, const Shorthand *by, const IrType *t,
                          DistributeRole role, Sharding *out);

/* distribute_prepare.c */

/* ds->fn becomes a function over core operators, none of which divides by an extent, whose symbols
 * that are to be split are multiples. False after a report. */
bool distribute_prepare(Distribute *ds);
/* The product of extents as a number of that dtype, of rank 0. */
IrOperand distribute_number(OpDecompose *d, const IrDim *n, DType t);

/* distribute_spread.c */

void distribute_spread(Distribute *ds);

/* distribute_choose.c */

/* Choices for an axis that are no factor. */
enum {
    CHOICE_WHOLE = UINT32_MAX,
    CHOICE_LINEAR = UINT32_MAX - 1,
    CHOICE_NONE = UINT32_MAX - 2 /* not chosen */
};

/* A call of which is chosen how it goes along an axis. */
typedef struct {
    const DsCall *c;
    uint32_t axis;
    const uint32_t *chosen; /* over the axes before */
    int8_t *have;           /* by operand: how it lies, and by what a partial one adds up */
    uint8_t *op;
    bool *partial; /* room for as many */
} CallView;

CallView distribute_view(Distribute *ds, const DsCall *c, const uint32_t *chosen);
/* The dim of the leaf that has the factor; SHARD_WHOLE: none. */
int8_t distribute_dim_of(const Rule *r, uint32_t leaf, uint32_t factor);
/* Right, whatever it costs. */
bool distribute_may_choose(Distribute *ds, CallView *v, uint32_t choice);
/* The cheapest, by what lies at hand and what is wanted of the results. */
uint32_t distribute_choose(Distribute *ds, CallView *v);

/* distribute_plan.c */

/* Where another choice than the cheapest pays later. */
void distribute_plan(Distribute *ds);
uint32_t distribute_planned(const Distribute *ds, const DsCall *c, uint32_t axis);
/* How a result is to lie: as the parameter whose place it takes, else as was spread. */
Sharding distribute_result(const Distribute *ds, uint32_t slot);

/* distribute_params.c */

/* Of the function that is made, as parts. */
void distribute_add_params(Distribute *ds);
/* Before the first binding: what parameters are asked for in a run. Later calls do nothing. */
void distribute_begin_body(Distribute *ds);
/* The part's leaves are what the slots have: whole, or as is wanted. */
void distribute_set_leaves(Distribute *ds, const IrType *t, Part *part, const uint32_t *slots,
                           uint32_t *leaf, bool wanted);

/* distribute_rewrite.c */

/* The function of one rank, published. False after a report. */
bool distribute_rewrite(Distribute *ds);

/* distribute_moments.c */

void distribute_find_moments(Distribute *ds);
/* A sum whose operand and result are to lie so, with the sum of squares that is behind it: one
 * collective for both. False: it is none, or not to be gathered. */
bool distribute_gather_moments(Distribute *ds, const DsCall *c, const Sharding *in,
                               const Sharding *out);
/* A call that goes with such a sum: nothing else is to be done about it. */
bool distribute_join_moments(Distribute *ds, const DsCall *c);

/* distribute_convert.c */

extern const Sharding shard_whole;
bool shard_same(const Distribute *ds, const Sharding *a, const Sharding *b);
/* Collectives take its elements: no strings, nor what has less than a byte of its own. */
bool distribute_travels(const IrType *t);
/* The axis may split that dim of what lies so: neither is taken, and parts have known extents. */
bool distribute_can_split(Distribute *ds, const IrType *t, const Sharding *have, int8_t dim,
                          uint32_t axis);
const IrType *distribute_local_type(Distribute *ds, const IrType *t, const Sharding *s);
double distribute_size(const Distribute *ds, const IrType *t);
/* Bytes that a rank moves to get from one to the other over one axis; t: as it lies over others. */
double distribute_cost(const Distribute *ds, double bytes, int8_t from, int8_t to, uint32_t axis);
/* The value in that form, made if it is not at hand; and read. */
Part *distribute_version(Distribute *ds, uint32_t slot, const Sharding *want);
IrOperand distribute_read(Distribute *ds, Part *part);
IrOperand distribute_value(Distribute *ds, uint32_t slot, const Sharding *want);
/* x goes to the next rank of the axis (or to the one before); the last one's goes nowhere, and the
 * first gets zeros. Of the slot. */
IrOperand distribute_shift(Distribute *ds, uint32_t slot, IrOperand x, uint32_t axis, bool to_next);
/* What all ranks of the axis have, x, joined along its first dim; of the slot. */
IrOperand distribute_gather_rows(Distribute *ds, uint32_t slot, IrOperand x, uint32_t axis);
/* The form that is nearest at hand. */
const Sharding *distribute_have(const Distribute *ds, uint32_t slot);
void distribute_add_version(Distribute *ds, uint32_t slot, const Sharding *s, Part *part);
/* A value by itself; rows of a wide one; field `index` of one. */
Part *distribute_part(Distribute *ds, IrOperand value);
Part *distribute_part_of_wide(Distribute *ds, const Wide *wide);
Part *distribute_field(Distribute *ds, Part *of, uint32_t index);

/* distribute_uneven.c */

/* An extent of the function that is rewritten, in the one that is made. */
const IrDim *distribute_here(Distribute *ds, const IrDim *d);
bool distribute_is_even(const Distribute *ds, const IrDim *whole, uint32_t axis);
/* Of a dim that is not even. NULL: it cannot be split. */
Uneven *distribute_uneven(Distribute *ds, const IrDim *whole, uint32_t axis);
/* From here on it can be, if it has symbols that parameters tell. */
void distribute_allow_uneven(Distribute *ds, const IrDim *whole, uint32_t axis);
/* Is it a parameter of such an extent? What would tell the symbols is not split. */
bool distribute_is_told(Distribute *ds, uint32_t slot, int8_t dim, uint32_t axis);
/* The attribute `axes` of a collective over that axis; the rank's place on it, an int64 scalar. */
IrAttr distribute_axes(Distribute *ds, uint32_t axis);
IrOperand distribute_rank(Distribute *ds, uint32_t axis);
/* In the function that is made, at the place that is built at: the extent of the rank's part, and
 * what is needed of all parts of such a type. */
const IrDim *distribute_own_extent(Distribute *ds, Uneven *u);
void distribute_know_parts(Distribute *ds, const IrType *t, const Sharding *s);
/* Parameters have the extents that the rank's place says. */
void distribute_check_params(Distribute *ds);
/* Rows [begin, end) of x, which has them. */
IrOperand distribute_rows(Distribute *ds, IrOperand x, int8_t dim, const IrDim *begin,
                          const IrDim *end);
/* n rows from there on, or x itself. */
IrOperand distribute_take_rows(Distribute *ds, IrOperand x, int8_t dim, const IrDim *begin,
                               const IrDim *n);
/* The rank's place on the axis, as a dim. */
const IrDim *distribute_place(Distribute *ds, uint32_t axis);
/* A rank's own of these numbers, of all ranks of the axis, as a dim. */
const IrDim *distribute_own_number(Distribute *ds, const int64_t *numbers, uint32_t axis);
/* The rank's part of a whole. */
IrOperand distribute_slice(Distribute *ds, IrOperand x, int8_t dim, Uneven *u);

#endif
