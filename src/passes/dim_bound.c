/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/dim_bound.h"

#include <string.h>

#include "base/diag.h"

static bool are_numbers(const IrFunction *fn, const IrAttr *dict, const char *key,
                        const char *pass) {
    Ctx *ctx = fn->module->ctx;
    bool ok = true;
    for (uint32_t i = 0; i < dict->n && dict->kind == IR_ATTR_DICT; i++)
        ok &= dict->items[i].kind == IR_ATTR_INT && dict->items[i].i >= 0;
    if (ok && dict->kind == IR_ATTR_DICT) return true;
    Diag *d = diag_error(ctx, fn->loc, DIAG_PASS_OPTION, pass,
                         diag_fmt(ctx, "the attribute %s of %s cannot be read", key, fn->name));
    diag_expected(ctx, d, "names of symbols with integers of 0 or more, as in {\"n\": 4}");
    return false;
}

static const IrAttr *attribute(const IrFunction *fn, const char *key) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], key) == 0) return &fn->attrs.items[i];
    }
    return fn->parent ? attribute(fn->parent, key) : NULL;
}

bool dim_bounds_of(DimBounds *self, const IrFunction *fn, const char *pass) {
    static const char upper[] = "tir_var_upper_bound", lower[] = "tir_var_lower_bound";
    *self =
        (DimBounds){.m = fn->module, .upper = attribute(fn, upper), .lower = attribute(fn, lower)};
    return (!self->upper || are_numbers(fn, self->upper, upper, pass)) &&
           (!self->lower || are_numbers(fn, self->lower, lower, pass));
}

static const IrAttr *number(const IrAttr *dict, const IrSymbol *s) {
    for (uint32_t i = 0; dict && i < dict->n; i++) {
        if (strcmp(dict->keys[i], s->name) == 0) return &dict->items[i];
    }
    return NULL;
}

/* Sides: 1 at most, -1 at least. Dims are at most limits.depth deep, so these may recurse. NULL:
 * there is no such bound. */
static const IrDim *bound(const DimBounds *b, const IrDim *d, int side);

/* A symbol with a bound above is 0 or more, as TVM takes it. */
static const IrDim *of_symbol(const DimBounds *b, IrSymbol *s, int side) {
    const IrAttr *up = number(b->upper, s), *low = number(b->lower, s);
    const IrAttr *a = side > 0 ? up : low;
    if (a) return ir_dim_const(b->m, a->i);
    if (side < 0 && up) return ir_dim_const(b->m, 0);
    return ir_dim_symbol(b->m, s);
}

static const IrDim *of_atom(const DimBounds *b, const IrAtom *atom, int side) {
    IrModule *m = b->m;
    if (atom->kind == IR_ATOM_SYMBOL) return of_symbol(b, atom->symbol, side);
    const IrDim *first = bound(b, atom->args[0], side);
    if (!first) return NULL;
    int64_t v;
    switch (atom->kind) {
    case IR_ATOM_FLOORDIV:
        if (!ir_dim_is_const(atom->args[1], &v) || v <= 0) return NULL;
        return ir_dim_floordiv(m, first, atom->args[1]);
    case IR_ATOM_MIN:
    case IR_ATOM_MAX:
    case IR_ATOM_SUM:
        for (uint32_t i = 1; i < atom->n; i++) {
            const IrDim *next = bound(b, atom->args[i], side);
            if (!next) return NULL;
            first = atom->kind == IR_ATOM_MIN   ? ir_dim_min(m, first, next)
                    : atom->kind == IR_ATOM_MAX ? ir_dim_max(m, first, next)
                                                : ir_dim_add(m, first, next);
        }
        return first;
    default: return NULL;
    }
}

static bool not_negative(const DimBounds *b, const IrAtom *atom) {
    if (atom->kind == IR_ATOM_SYMBOL)
        return atom->symbol->is_extent || number(b->upper, atom->symbol) ||
               number(b->lower, atom->symbol);
    const IrDim *low = of_atom(b, atom, -1);
    int64_t lo, hi;
    if (!low) return false;
    ir_dim_bounds(low, &lo, &hi);
    return lo >= 0;
}

/* Of a product each factor is at its bound, if none is negative. */
static const IrDim *of_product(const DimBounds *b, const IrMono *mono, int side) {
    const IrDim *all = ir_dim_const(b->m, 1);
    const bool is_linear = mono->n == 1 && mono->factors[0].power == 1;
    for (uint32_t i = 0; i < mono->n; i++) {
        const IrAtom *atom = mono->factors[i].atom;
        const IrDim *one = is_linear || not_negative(b, atom) ? of_atom(b, atom, side) : NULL;
        if (!one) return NULL;
        for (uint32_t k = 0; k < mono->factors[i].power; k++) all = ir_dim_mul(b->m, all, one);
    }
    return all;
}

static const IrDim *bound(const DimBounds *b, const IrDim *d, int side) {
    const IrDim *sum = ir_dim_const(b->m, d->constant);
    for (uint32_t i = 0; i < d->n; i++) {
        const int64_t k = d->terms[i].coeff;
        const IrDim *part = of_product(b, d->terms[i].mono, k > 0 ? side : -side);
        if (!part) return NULL;
        sum = ir_dim_add(b->m, sum, ir_dim_scale(b->m, part, k));
    }
    return sum;
}

const IrDim *dim_at_most(const DimBounds *self, const IrDim *d) {
    const IrDim *most = self->upper ? bound(self, d, 1) : NULL;
    return ir_dims_forget(self->m) ? NULL : most ? most : d;
}
