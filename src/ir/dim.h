/* SPDX-License-Identifier: Apache-2.0 */
/* Extents: integer expressions over symbols, in one canonical form.
 *
 * A dim is a polynomial  c0 + c1*m1 + ... + ck*mk  whose monomials m are products of atoms; an atom
 * is a symbol, a floor division, a minimum, a maximum, or an opaque sum or product (what passed 64
 * terms). Dims, monomials and atoms are interned in their module: two dims of a module
 * that are the same expression are the same pointer. `%` is  a - a//b*b.
 *
 * A comparison answers proved, refuted or unknown; nobody may treat unknown as proved. It rests on
 * the difference's canonical form, on interval bounds (a symbol that is some tensor's extent is >=
 * 0) and on divisibility (2*n == 3 is refuted).
 */
#ifndef TENON_IR_DIM_H
#define TENON_IR_DIM_H

#include "base/map.h"
#include "base/strbuf.h"

typedef struct IrModule IrModule;
typedef struct IrFunction IrFunction;
typedef struct IrBody IrBody;
typedef struct IrDim IrDim;
typedef struct IrAtom IrAtom;
typedef struct IrMono IrMono;

enum { IR_DIM_TERMS_MAX = 64, IR_DIM_SIZE_MAX = 20000 };

/* A symbolic integer. Belongs to a function; defined by a parameter's type or a match_cast. */
typedef struct IrSymbol {
    const char *name;
    uint32_t id;          /* dense in the module */
    uint32_t index;       /* dense in the function */
    bool is_extent;       /* stands as a whole dim in some defining tensor type, so it is >= 0 */
    bool is_defined;      /* by a parameter or a match_cast */
    IrFunction *function; /* whose it is */
    IrBody *body;         /* where it is defined: seen in it and below; NULL: by a parameter */
    Loc loc;              /* first mention */
} IrSymbol;

typedef enum {
    IR_ATOM_SYMBOL,
    IR_ATOM_FLOORDIV, /* args[0] // args[1] */
    IR_ATOM_MIN,      /* of 2 or more args */
    IR_ATOM_MAX,
    IR_ATOM_SUM, /* opaque: args[0] + args[1] */
    IR_ATOM_PRODUCT,
} IrAtomKind;

struct IrAtom {
    IrAtomKind kind;
    uint32_t id; /* order of creation; gives products their order */
    uint32_t depth, size;
    IrSymbol *symbol;
    uint32_t n;
    const IrDim *const *args;
};

typedef struct {
    const IrAtom *atom;
    uint32_t power; /* >= 1 */
} IrFactor;

struct IrMono {
    uint32_t id;
    uint32_t depth, size;
    uint32_t n; /* >= 1; factors by rising atom id */
    const IrFactor *factors;
};

typedef struct {
    int64_t coeff; /* != 0 */
    const IrMono *mono;
} IrTerm;

struct IrDim {
    int64_t constant;
    uint32_t id;
    uint32_t depth; /* of its text: at most limits.depth, so it can be read and walks may recurse */
    uint32_t size;  /* as a tree: at most IR_DIM_SIZE_MAX, so walks end */
    uint32_t n;     /* terms by rising monomial id */
    const IrTerm *terms;
};

typedef enum { IR_REFUTED = -1, IR_UNKNOWN = 0, IR_PROVED = 1 } IrTruth;

static inline IrTruth ir_truth_and(IrTruth a, IrTruth b) { return a < b ? a : b; }
static inline IrTruth ir_truth_not(IrTruth a) { return (IrTruth)-a; }

const IrDim *ir_dim_const(IrModule *m, int64_t v);
const IrDim *ir_dim_symbol(IrModule *m, IrSymbol *s);
/* What overflows 64 bits, nests too deep or grows too large becomes 0 and sets a flag of the
 * module, which ir_dims_check reports; so these never fail (but throw when memory is out). */
const IrDim *ir_dim_add(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_sub(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_mul(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_scale(IrModule *m, const IrDim *a, int64_t k);
const IrDim *ir_dim_offset(IrModule *m, const IrDim *a, int64_t k);
/* Floor division. b must not be the constant 0 (the caller reports that). A division by a monomial
 * that divides every term is exact, as dividing by zero has no meaning anyway. */
const IrDim *ir_dim_floordiv(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_ceildiv(IrModule *m, const IrDim *a, int64_t b);
const IrDim *ir_dim_floormod(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_min(IrModule *m, const IrDim *a, const IrDim *b);
const IrDim *ir_dim_max(IrModule *m, const IrDim *a, const IrDim *b);

static inline bool ir_dim_is_const(const IrDim *d, int64_t *out) {
    if (d->n) return false;
    *out = d->constant;
    return true;
}
static inline bool ir_dim_is(const IrDim *d, int64_t v) { return d->n == 0 && d->constant == v; }
/* The symbol that the dim is, or NULL. */
IrSymbol *ir_dim_as_symbol(const IrDim *d);

IrTruth ir_dim_eq(IrModule *m, const IrDim *a, const IrDim *b);
IrTruth ir_dim_le(IrModule *m, const IrDim *a, const IrDim *b);
IrTruth ir_dim_lt(IrModule *m, const IrDim *a, const IrDim *b);
/* Inclusive bounds; INT64_MIN and INT64_MAX stand for none. */
void ir_dim_bounds(const IrDim *d, int64_t *lo, int64_t *hi);

/* Replaces symbols: `with` returns the dim for a symbol, or NULL when it has none; then the result
 * is NULL. The result is built in `m`, `d` may belong to another module. */
typedef const IrDim *(*IrSymbolFn)(void *user, IrSymbol *s);
const IrDim *ir_dim_map(IrModule *m, const IrDim *d, IrSymbolFn with, void *user);
/* Calls `visit` for every symbol in the dim, in order of the terms. */
void ir_dim_symbols(const IrDim *d, void (*visit)(void *user, IrSymbol *s), void *user);

/* As Python text. */
void ir_dim_print(IrModule *m, const IrDim *d, StrBuf *out);

/* Reports (at loc) and clears what ir_dim_* noted since the last call; false when there was
 * some. */
bool ir_dims_check(IrModule *m, Loc loc);
/* Whether it would report something; takes it back. */
bool ir_dims_forget(IrModule *m);

/* The module's tables. */
typedef struct {
    Map dims, monos, atoms;
    uint32_t n_dims, n_monos, n_atoms, n_symbols;
    const IrDim *small[17]; /* -1 .. 15 */
    bool overflow, too_large;
} IrDimTable;

#endif
