/* SPDX-License-Identifier: Apache-2.0 */
/* Drawing valid calls of operators, and whole functions of them: what tests, fuzzers and rule tests
 * are made from. The same seed draws the same on every machine.
 *
 * An operator's `sample` says what its calls are like: it appends the operands, in the order of the
 * schema, and sets attributes. What it draws must be accepted by `infer` and run without a report;
 * so it looks at extents as they will be in the run, where each symbol is SAMPLE_SYMBOL (s_extent).
 *
 *     static void sample(OpSample *s) {
 *         const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1});
 *         s_axis(s, "axis", x->ndim);
 *     }
 *
 * An operand is a variable of the function when one of its type is there, else a new parameter or,
 * now and then, a constant. Attributes that the hook does not set are drawn by the schema: any
 * bool, any of the choices of a string; the default for the others.
 */
#ifndef TENON_OPS_SAMPLE_H
#define TENON_OPS_SAMPLE_H

#include "ir/build.h"
#include "ops/infer.h"

enum {
    /* every symbol's value in a run: what draw_inputs takes when none is given */
    SAMPLE_SYMBOL = 4,
    SAMPLE_ELEMENTS = 64, /* of a new tensor, at most */
    SAMPLE_SYMBOLS = 2,   /* n and m */
};

/* An attribute that a call is to have. */
typedef struct {
    const char *name;
    IrAttr value;
} SampleAttr;

typedef struct {
    bool symbolic;   /* extents may be symbols */
    bool no_zero;    /* no new tensor has an extent of 0 */
    bool no_loops;   /* a graph has no prim_func, and no call of one */
    bool no_workers; /* it has no collective */
    unsigned kinds;  /* of dtype that are drawn where there is a choice; 0: all */
    /* of 100 operands, how many are variables that exist (where some has the type) */
    uint32_t reuse;
    uint32_t consts; /* of 100 new operands of few elements, how many are constants */
    /* of three dtypes that are drawn two are this one, where its kind is wanted; VOID: no such */
    DType often;
    const int64_t *extents; /* of new tensors; NULL: a few from 0 to 5 */
    uint32_t n_extents;
    /* of a new tensor, at most; 0: SAMPLE_ELEMENTS. Four times as many of one that is reused */
    int64_t elements;
    int64_t symbols[SAMPLE_SYMBOLS]; /* the values of n and m in the run; 0: SAMPLE_SYMBOL */
    /* What each call has, whatever its hook draws; where that can be no call, there is none. */
    const SampleAttr *attrs;
    uint32_t n_attrs;
    const char *varied; /* an attribute that is not to have its default; NULL: none */
    bool given;         /* what is there at the start is to be taken: s_given */
} SampleOptions;

struct OpSample {
    IrBuilder b;
    const OpDef *op; /* of the call at hand */
    SampleOptions options;
    uint64_t state;    /* of the generator */
    VEC(IrVar *) vars; /* that may be operands */
    IrSymbol *symbols[SAMPLE_SYMBOLS];
    IrOperandBuf operands;
    IrAttr *attrs;
    const IrType *const *types;
    uint32_t n_types;
};

/* Functions. The module's own name for it must be free. */

/* One call of `op`, whose value is the result. NULL after a report: the call was refused, which is
 * a fault of the operator's hook. BUG when it has none. */
IrFunction *sample_call(IrModule *m, const OpDef *op, const char *name, uint64_t seed,
                        SampleOptions options);
/* `n` calls (and the bindings of tuples' fields) of the module's operators that have a meaning and
 * a hook, in blocks, every other one or so a dataflow block. All values that nothing else uses are
 * the result, so no call is without effect. NULL after a report. */
IrFunction *sample_graph(IrModule *m, const char *name, uint64_t seed, uint32_t n,
                         SampleOptions options);
/* Whether sample_graph draws calls of it. */
bool sample_fits_graph(const OpDef *op);

/* The same step by step, for who adds bindings of his own between the calls: by self->b, to
 * self->vars. */
void sample_begin(OpSample *self, IrModule *m, const char *name, uint64_t seed,
                  SampleOptions options);
/* A call; its value and the fields of a tuple may be operands afterwards, unless it has more than
 * `most` elements. False after a report. */
bool sample_step(OpSample *self, const OpDef *op, int64_t most);
/* What a block leaves behind: of a dataflow block its outputs, among them all that nothing uses.
 * first: how many variables there were at its begin. */
void sample_close_block(OpSample *self, size_t first);
/* The result is a tuple of what nothing uses. */
IrFunction *sample_end(OpSample *self);

/* The rest is for hooks. */

/* Chance. */
uint64_t s_below(OpSample *s, uint64_t n);            /* in [0, n); n > 0 */
int64_t s_range(OpSample *s, int64_t lo, int64_t hi); /* both included */
bool s_chance(OpSample *s, uint32_t percent);
double s_float(OpSample *s, double lo, double hi); /* of a few binary digits */
/* One of the dtypes of these kinds (0: any), within the options where they leave one. */
DType s_dtype(OpSample *s, unsigned kinds);
/* A permutation of 0 .. n - 1, in scratch memory. */
int64_t *s_permutation(OpSample *s, int32_t n);

/* Extents. */
const IrDim *s_dim(OpSample *s, int64_t least); /* `least` or more */
const IrDim *s_const(OpSample *s, int64_t v);
int64_t s_extent(OpSample *s, const IrDim *d); /* in the run */
int64_t s_elements(OpSample *s, IrDims dims, int32_t ndim);
/* Room for ndim dims, filled with those of `dims` unless that is NULL. */
const IrDim **s_dims(OpSample *s, IrDims dims, int32_t ndim);

/* Types. */
typedef struct {
    unsigned kinds;             /* of dtype; 0: any */
    DType dtype;                /* VOID: any of the kinds */
    int32_t min_ndim, max_ndim; /* max 0: 5 */
    int64_t least;              /* each extent, at least */
    bool open;                  /* an unknown shape will do */
} SampleWant;

/* The type of a value that is there, where a call is to take those: what other operands follow
 * from. NULL: it is to be drawn. */
const IrType *s_given(OpSample *s, SampleWant want);
/* A tensor type: that of some variable, or a new one. */
const IrType *s_type(OpSample *s, SampleWant want);
const IrType *s_tensor_type(OpSample *s, IrDims dims, int32_t ndim, DType dtype);
/* A shape that broadcasts together with `dims`. `within`: and gives `dims` again. */
IrDims s_partner(OpSample *s, IrDims dims, int32_t ndim, bool within, int32_t *out_ndim);

/* Operands, in the order of the schema. */
const IrType *s_tensor(OpSample *s, SampleWant want);
void s_tensor_of(OpSample *s, const IrType *t);
void s_tensor_dims(OpSample *s, IrDims dims, int32_t ndim, DType dtype);
void s_new_tensor(OpSample *s, const IrType *t); /* a new parameter: not a computed value */
/* An integer tensor with elements in [0, bound), in [-bound, bound) when negative ones are fine.
 * There must be elements only if bound > 0. The operand must have a row in the operator's
 * index_roles. */
void s_index(OpSample *s, IrDims dims, int32_t ndim, int64_t bound, bool negative);
/* The same of non-negative elements of that dtype. */
void s_index_of(OpSample *s, IrDims dims, int32_t ndim, int64_t bound, DType dtype);
void s_int_list(OpSample *s, const int64_t *v, uint32_t n); /* an int64 constant of rank 1 */
void s_none(OpSample *s);
void s_shape(OpSample *s, IrDims dims, int32_t ndim);
void s_int_prim(OpSample *s, int64_t v);
void s_dim_prim(OpSample *s, const IrDim *v);
void s_float_prim(OpSample *s, double v);
void s_string(OpSample *s, const char *v);
size_t s_tuple(OpSample *s);
void s_end(OpSample *s, size_t at, uint32_t n);
/* Any value that exists or a new tensor. */
void s_value(OpSample *s);

/* Attributes. A hook whose operands follow from one asks first whether it is told. */
IrAttr *s_attr(OpSample *s, const char *name);
/* What the options say that the attribute is; NULL: nothing, or a value of another kind. */
const IrAttr *s_told(const OpSample *s, const char *name, IrAttrKind kind);
/* The options want another value than the default. */
bool s_varied(const OpSample *s, const char *name);
void s_set_none(OpSample *s, const char *name);
void s_set_int(OpSample *s, const char *name, int64_t v);
void s_set_float(OpSample *s, const char *name, double v);
void s_set_bool(OpSample *s, const char *name, bool v);
void s_set_string(OpSample *s, const char *name, const char *v);
void s_set_dtype(OpSample *s, const char *name, DType v);
void s_set_ints(OpSample *s, const char *name, const int64_t *v, uint32_t n);
/* v or v - n: the two ways to write it. */
int64_t s_signed(OpSample *s, int64_t v, int64_t n);
/* One of n axes (n > 0), perhaps written from the end: the one that is told, if there is such an
 * axis. Returns the non-negative one. */
int64_t s_axis(OpSample *s, const char *name, int32_t n);
/* The same or None (the only choice when n is 0): then -1. */
int64_t s_axis_or_none(OpSample *s, const char *name, int32_t n);
/* `least` or more distinct axes of n, in any order, some written from the end; those that are told,
 * if there are such axes. Returns the non-negative ones; *count says how many. */
const int64_t *s_axes(OpSample *s, const char *name, int32_t n, uint32_t least, uint32_t *count);

/* Hooks that several operators share: one tensor of any shape, of ... */
void sample_any(OpSample *s);   /* any dtype, unknown shapes too */
void sample_value(OpSample *s); /* any value */
/* Of scan and while_loop, with the functions that they call: ops/iterate_sample.c. */
void sample_scan(OpSample *s);
void sample_while(OpSample *s);

#endif
