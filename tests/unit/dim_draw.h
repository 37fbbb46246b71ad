/* SPDX-License-Identifier: Apache-2.0 */
/* Random expressions over extents, as dims and for direct evaluation. */
#ifndef TENON_TESTS_DIM_DRAW_H
#define TENON_TESTS_DIM_DRAW_H

#include "base/diag.h"
#include "ir/ir.h"
#include "unit.h"

enum { SYMBOLS = 4, NODES = 40 };

static Ctx ctx;
static UnitHeap heap;
static OpTable ops; /* empty */
static IrModule *m;
static IrFunction *fn;
static IrSymbol *symbols[SYMBOLS]; /* n and m are extents, k and l any integers */
static uint64_t seed;

static inline int setup(void **state) {
    (void)state;
    static const char *const names[SYMBOLS] = {"n", "m", "k", "l"};
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    m = ir_module_new(&ctx, &ops);
    map_init(&ops.by_name, &m->arena);
    fn = ir_function_new(m, "f");
    for (int i = 0; i < SYMBOLS; i++) {
        symbols[i] = ir_symbol_new(fn, intern_c(&m->names, names[i]), (Loc){0});
        symbols[i]->is_defined = true;
        symbols[i]->is_extent = i < 2;
    }
    seed = 0x243f6a8885a308d3u;
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    ir_module_free(m);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static inline int64_t draw(int64_t lo, int64_t hi) {
    return lo + (int64_t)(unit_random(&seed) % (uint64_t)(hi - lo + 1));
}

/* --- Evaluation; false: it divides by zero or passes 64 bits --- */

typedef __int128 Wide;

static inline bool fits(Wide v) { return v >= INT64_MIN / 4 && v <= INT64_MAX / 4; }

static inline bool wide_floordiv(Wide a, Wide b, Wide *out) {
    if (b == 0) return false;
    *out = a / b - (a % b != 0 && (a % b < 0) != (b < 0));
    return true;
}

static bool eval_dim(const IrDim *d, const int64_t *values, Wide *out);

static inline bool eval_atom(const IrAtom *a, const int64_t *values, Wide *out) {
    if (a->kind == IR_ATOM_SYMBOL) {
        *out = values[a->symbol->id];
        return true;
    }
    if (!eval_dim(a->args[0], values, out)) return false;
    for (uint32_t i = 1; i < a->n; i++) {
        Wide x;
        if (!eval_dim(a->args[i], values, &x)) return false;
        switch (a->kind) {
        case IR_ATOM_FLOORDIV:
            if (!wide_floordiv(*out, x, out)) return false;
            break;
        case IR_ATOM_MIN: *out = x < *out ? x : *out; break;
        case IR_ATOM_MAX: *out = x > *out ? x : *out; break;
        case IR_ATOM_SUM: *out += x; break;
        case IR_ATOM_PRODUCT: *out *= x; break;
        case IR_ATOM_SYMBOL: break;
        }
        if (!fits(*out)) return false;
    }
    return true;
}

static inline bool eval_dim(const IrDim *d, const int64_t *values, Wide *out) {
    Wide sum = d->constant;
    for (uint32_t i = 0; i < d->n; i++) {
        Wide p = d->terms[i].coeff;
        for (uint32_t j = 0; j < d->terms[i].mono->n; j++) {
            Wide x;
            if (!eval_atom(d->terms[i].mono->factors[j].atom, values, &x)) return false;
            for (uint32_t k = 0; k < d->terms[i].mono->factors[j].power; k++) {
                p *= x;
                if (!fits(p)) return false;
            }
        }
        sum += p;
        if (!fits(sum)) return false;
    }
    *out = sum;
    return true;
}

/* --- Random expressions --- */

typedef enum { LEAF_CONST, LEAF_SYMBOL, ADD, SUB, MUL, DIV, MOD, MIN, MAX, OPS } Op;

typedef struct {
    Op op;
    int64_t constant;
    int symbol, a, b; /* operands: earlier nodes */
    const IrDim *dim;
} Node;

typedef struct {
    Node nodes[NODES];
    int n;
} Expr;

static inline const IrDim *apply(Op op, const IrDim *a, const IrDim *b) {
    switch (op) {
    case ADD: return ir_dim_add(m, a, b);
    case SUB: return ir_dim_sub(m, a, b);
    case MUL: return ir_dim_mul(m, a, b);
    case DIV: return ir_dim_floordiv(m, a, b);
    case MOD: return ir_dim_floormod(m, a, b);
    case MIN: return ir_dim_min(m, a, b);
    default: return ir_dim_max(m, a, b);
    }
}

/* `size` nodes over the first n_symbols symbols; the root is the last one. False: it overflowed. */
static inline bool draw_expr(Expr *e, int size, int n_symbols) {
    e->n = 0;
    while (e->n < size) {
        Node *x = &e->nodes[e->n];
        bool leaf = e->n < 2 || (draw(0, 9) < 4 && e->n + 1 < size);
        x->op = leaf ? (Op)draw(LEAF_CONST, LEAF_SYMBOL) : (Op)draw(ADD, MAX);
        if (x->op == LEAF_CONST) {
            x->constant = draw(-6, 12);
            x->dim = ir_dim_const(m, x->constant);
        } else if (x->op == LEAF_SYMBOL) {
            x->symbol = (int)draw(0, n_symbols - 1);
            x->dim = ir_dim_symbol(m, symbols[x->symbol]);
        } else {
            x->a = e->n - 1 - (int)draw(0, e->n - 1 < 3 ? e->n - 1 : 3);
            x->b = e->n - 1 - (int)draw(0, e->n - 1 < 3 ? e->n - 1 : 3);
            const IrDim *b = e->nodes[x->b].dim;
            if ((x->op == DIV || x->op == MOD) && ir_dim_is(b, 0)) continue;
            x->dim = apply(x->op, e->nodes[x->a].dim, b);
        }
        e->n++;
    }
    bool ok = !m->dims.overflow && !m->dims.too_large;
    m->dims.overflow = m->dims.too_large = false;
    return ok;
}

static inline bool eval_expr(const Expr *e, const int64_t *values, Wide *out) {
    Wide at[NODES];
    bool known[NODES];
    for (int i = 0; i < e->n; i++) {
        const Node *x = &e->nodes[i];
        known[i] = true;
        if (x->op == LEAF_CONST) at[i] = x->constant;
        if (x->op == LEAF_SYMBOL) at[i] = values[x->symbol];
        if (x->op < ADD) continue;
        Wide a = at[x->a], b = at[x->b], q = 0;
        known[i] = known[x->a] && known[x->b];
        if (!known[i]) continue;
        switch (x->op) {
        case ADD: at[i] = a + b; break;
        case SUB: at[i] = a - b; break;
        case MUL: at[i] = a * b; break;
        case DIV:
        case MOD:
            known[i] = wide_floordiv(a, b, &q);
            at[i] = x->op == DIV ? q : a - q * b;
            break;
        case MIN: at[i] = a < b ? a : b; break;
        default: at[i] = a > b ? a : b; break;
        }
        known[i] = known[i] && fits(at[i]);
    }
    *out = at[e->n - 1];
    return known[e->n - 1];
}

static inline const IrDim *root(const Expr *e) { return e->nodes[e->n - 1].dim; }

static inline void draw_values(int64_t *values) {
    int64_t most = draw(0, 3) == 0 ? 1000 : 9;
    for (int i = 0; i < SYMBOLS; i++) values[i] = draw(symbols[i]->is_extent ? 0 : -most, most);
}

static inline const char *text_of(const IrDim *d) { return ir_dim_text(m, d); }

#define DIM_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
