/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the StableHLO reader share: the import of a module, and the operation under its
 * map.
 *
 * A map is straight code, as those of ONNX are: it asks for operands and attributes, builds calls,
 * and sets results. h_fail, h_lacks or a builder's report end the map of this operation; the
 * results are poisoned, and the next operation gets its turn. A function that is called stands in
 * the place of the call. */
#ifndef TENON_STABLEHLO_IMPORT_H
#define TENON_STABLEHLO_IMPORT_H

#include "ir/build.h"
#include "ops/ops.h"
#include "stablehlo/rows.h"
#include "stablehlo/stablehlo.h"

typedef struct ShloScope ShloScope;
typedef struct ShloValue ShloValue;
typedef struct H H;

struct ShloValue {
    Str name;
    bool is_poisoned;
    bool is_token;
    IrOperand operand;
    ShloValue *fields; /* of a tuple: n of them */
    uint32_t n;
    const ShloType *type;
    /* The operation that gives it, for what its integers are; NULL: a parameter */
    const ShloOp *def;
    ShloScope *scope;
    /* Integers of rank 0 or 1 as dims, n_known of them; NULL: not asked yet */
    const IrDim *const *known;
    uint32_t n_known;
    const IrBody *known_in; /* where their symbols are defined; NULL: they are constants */
};

struct ShloScope {
    ShloScope *outer;
    Map by_name; /* ShloValue */
};

/* What probes of one name saw, one after the other. */
typedef struct {
    Str id;
    VEC(IrOperand) values;
    bool is_nested; /* one stands within a loop or a branch */
} ShloProbe;

typedef struct {
    Ctx *ctx;
    IrModule *m;
    Arena *arena;
    ShloSyntax *syntax;
    const ShloOptions *options;
    Map funcs; /* ShloFunc */
    size_t depth, n_names, n_weighed, n_drawn;
    VEC(IrOperand) checked; /* operands of checks: what is, what is expected */
    Map probes;             /* ShloProbe, of the function that is read */
    const ShloFunc *calls[64];
    struct ShloParallel *parallel; /* programs that run beside each other; NULL: none do */
} ShloImport;

/* One operation under its map. */
struct H {
    ShloImport *im;
    IrModule *m;
    IrBuilder *b;
    ShloScope *scope;
    const ShloOp *op;
    const ShloRow *row;
    ShloValue **in;
    ShloValue *out;
};

/* The module's functions. */
void shlo_import(ShloImport *im);
/* A region's operations within s's block, its parameters defined in `scope`; the values that its
 * last operation returns: *n of them. Throws STATUS_INVALID where one failed. */
ShloValue **shlo_import_region(ShloImport *im, IrBuilder *b, ShloScope *scope,
                               const ShloRegion *region, uint32_t *n);
void shlo_scope_init(ShloScope *self, ShloImport *im, ShloScope *outer);
ShloValue *shlo_define(ShloImport *im, ShloScope *scope, Str name, Loc loc);
ShloValue *shlo_lookup(ShloImport *im, ShloScope *scope, Str name);
/* The value that an operand names, or NULL after a report. */
ShloValue *shlo_lookup_use(ShloImport *im, ShloScope *scope, const ShloUse *use);
ShloFunc *shlo_find_func(const ShloImport *im, Str name);
/* What f runs as programs side by side are no functions of the module. */
void shlo_hide_programs(ShloImport *im, const ShloFunc *f);
/* One operation, and its parts: operands (false: some failed), a check of what its map set, and
 * the names of its results, poisoned where it failed. */
void shlo_import_op(ShloImport *im, IrBuilder *b, ShloScope *scope, const ShloOp *op);
bool shlo_op_begin(H *s, ShloImport *im, IrBuilder *b, ShloScope *scope, const ShloOp *op);
void shlo_check_results(H *s);
void shlo_op_end(H *s, bool ok);
/* The type of a tensor as the file says it; open dims are the symbols of fn that `name` begins. */
const IrType *shlo_tensor_type(ShloImport *im, IrFunction *fn, const ShloType *t, Loc loc);
/* Values from outside that regions use. */
typedef VEC(ShloValue *) ShloValues;
void shlo_captures(H *s, const ShloRegion *regions, uint32_t n, ShloValues *out);

NORETURN void h_fail(H *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* What Tenon has no operator or type for. */
NORETURN void h_lacks(H *s, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Operands and results */
IrOperand h_in(H *s, uint32_t i);
void h_set(H *s, uint32_t i, IrOperand x);
DType h_out_dtype(H *s, uint32_t i);
/* The result's dims as the file says them: open ones are what a run tells. */
const IrType *h_out_type(H *s, uint32_t i);
/* The same of an operation that tells its result's extents by its type alone. */
const IrType *h_known_type(H *s, uint32_t i);

/* Attributes */
const ShloAttr *h_attr(H *s, const char *name);
int64_t h_int(H *s, const char *name, int64_t fallback);
bool h_bool(H *s, const char *name, bool fallback);
/* A word or a string; "" where it is not given. */
Str h_word(H *s, const char *name);
/* A list, or a dense tensor's elements: *n of them; NULL: not given. */
const int64_t *h_ints_of(H *s, const ShloAttr *a, uint32_t *n);
const int64_t *h_ints(H *s, const char *name, uint32_t *n);
const int64_t *h_ints_or(H *s, const char *name, uint32_t n, int64_t fallback);

/* Integers as dims: constants, or what a run tells. *n of them. */
const IrDim *const *h_known(H *s, uint32_t i, uint32_t *n);
/* They are constants. NULL: they are not. */
const int64_t *h_const_ints(H *s, uint32_t i, uint32_t *n);

/* Types */
const IrType *h_type(H *s, IrOperand x);
DType h_dtype(H *s, IrOperand x);
int32_t h_rank(H *s, IrOperand x);
const IrDim *const *h_dims(H *s, IrOperand x);
const IrDim *h_dim(H *s, int64_t v);
/* -1: it is no constant. */
int64_t h_extent(H *s, IrOperand x, int32_t i);
const IrDim *h_product(H *s, const IrDim *const *dims, int32_t n);
#define H_ARRAY(s, T, n) ARENA_ARRAY((s)->im->arena, T, (size_t)(n) + 1)

/* Operands and calls */
typedef struct {
    const char *name;
    IrAttr value;
} HAttr;
#define H_INT(name_, v)                                                                            \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_INT, .i = (v) }                                                 \
    }
#define H_BOOL(name_, v)                                                                           \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_BOOL, .i = (v) }                                                \
    }
#define H_FLOAT(name_, v)                                                                          \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_FLOAT, .f = (v) }                                               \
    }
#define H_DTYPE(name_, v)                                                                          \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_DTYPE, .dtype = (v) }                                           \
    }
#define H_STR(name_, v)                                                                            \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_STRING, .s = (v) }                                              \
    }
#define H_INTS(name_, v, n_)                                                                       \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_INTS, .ints = (v), .n = (uint32_t)(n_) }                        \
    }
#define H_OPS(...)                                                                                 \
    (const IrOperand[]){__VA_ARGS__}, (uint32_t)ARRAY_LEN(((const IrOperand[]){__VA_ARGS__}))
#define H_ATTRS(...)                                                                               \
    (const HAttr[]){__VA_ARGS__}, (uint32_t)ARRAY_LEN(((const HAttr[]){__VA_ARGS__}))
#define H_NO_ATTRS NULL, 0
IrOperand h_call(H *s, const OpDef *op, const IrOperand *ops, uint32_t n, const HAttr *attrs,
                 uint32_t n_attrs);
IrOperand h1(H *s, const OpDef *op, IrOperand x);
IrOperand h2(H *s, const OpDef *op, IrOperand x, IrOperand y);
IrOperand h3(H *s, const OpDef *op, IrOperand x, IrOperand y, IrOperand z);
IrOperand h2c(H *s, const OpDef *op, IrOperand x, double c);
IrOperand h_none(void);
IrOperand h_var(IrVar *v);
IrOperand h_const(H *s, DType dtype, double v);
IrOperand h_const_bits(H *s, DType dtype, uint64_t bits);
IrOperand h_const_ints_new(H *s, const int64_t *v, uint32_t n);
IrOperand h_tensor(H *s, Tensor *own);
IrOperand h_shape(H *s, const IrDim *const *dims, int32_t n);
IrOperand h_field(H *s, IrOperand tuple, uint32_t i);
IrOperand *h_tuple(H *s, const IrOperand *items, uint32_t n_items, uint32_t *n);
IrOperand h_concat(H *s, const IrOperand *items, uint32_t n, int64_t axis);
IrOperand h_cast(H *s, IrOperand x, DType dtype);
IrOperand h_bitcast(H *s, IrOperand x, DType dtype);
IrOperand h_reshape(H *s, IrOperand x, const IrDim *const *dims, int32_t n);
IrOperand h_broadcast(H *s, IrOperand x, const IrDim *const *dims, int32_t n);
IrOperand h_permute(H *s, IrOperand x, const int64_t *axes, int32_t n);
IrOperand h_reduce(H *s, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n);
IrOperand h_slice(H *s, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end,
                  int64_t step);
IrOperand h_match(H *s, IrOperand x, const IrType *t);
IrOperand h_pad(H *s, IrOperand x, const int64_t *widths, IrOperand value);
/* 0, 1, ... in int64 along `axis` of a rank; other dims are 1. */
IrOperand h_counter(H *s, const IrDim *extent, int32_t axis, int32_t rank);
/* x, whose dims become dims `at` of a tensor of that rank; other dims are 1. */
IrOperand h_spread(H *s, IrOperand x, const int64_t *at, int32_t rank);
/* The dtype that a small or bool type is computed in. */
DType h_wide(DType t);
DType h_unsigned(DType t);
DType h_signed(DType t);
/* The symbols of a shape that a run tells. */
const IrDim *const *h_dims_of_tensor(H *s, IrOperand x, uint32_t n);

/* The function that `op` calls, which begins; n values are what it gave as it ends. A fault is that
 * of the operation under the map. */
const ShloFunc *shlo_call_begin(H *s, const ShloOp *op);
/* The same of a function that its caller names; of op counts the number of operands alone. */
const ShloFunc *shlo_call_begin_named(H *s, Str name, const ShloOp *op);
void shlo_call_end(H *s, const ShloFunc *f, const ShloOp *op, uint32_t n);
/* "0", "0#1" */
Str shlo_result_name(ShloImport *im, const ShloOp *op, uint32_t i);

/* A body on scalars as a line of loops for each operation (scalar.c). */
typedef struct {
    H *s;
    const ShloRegion *region;
    StrBuf text;
    int indent;
    unsigned n;               /* names so far */
    VEC(const IrDim *) sizes; /* symbolic extents: parameters s0, s1, ... */
    ShloValues extra; /* values from outside that are read: parameters x0, x1, ... of rank 0 */
} ShloLoops;

void shlo_loops_init(ShloLoops *self, H *s, const ShloRegion *region);
/* The extent as the loops say it: a number, or the name of a size. */
const char *shlo_loops_extent(ShloLoops *self, const IrDim *d);
void shlo_loops_line(ShloLoops *self, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The region on these expressions, one for each parameter: expressions for what it returns, so
 * many. One that takes or returns another number of values fails. */
const char **shlo_loops_body(ShloLoops *self, const char *const *args, uint32_t n_args,
                             uint32_t n_results);
/* The same of a region that says yes or no. */
const char *shlo_loops_test(ShloLoops *self, const char *const *args, uint32_t n_args);
/* Is the body (a, b) -> a op b for one of these operations? NULL: it is not. */
const ShloOp *shlo_single_op(const ShloRegion *region, bool ordered);
/* The call of the function that the loops are, of these inputs and results. */
IrOperand shlo_loops_call(ShloLoops *self, const char *name, const IrOperand *inputs, uint32_t n,
                          const IrType *const *results, uint32_t n_results, Str body);

#define ELEMENT(name, op, f, i, b)
#define MAP(name, format, fn, f, i, b, becomes) void shlo_map_##fn(H *s);
#define LACKS(name, format, why)
#include "stablehlo/ops.def"
void shlo_map_element(H *s);

#endif
