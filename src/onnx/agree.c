/* SPDX-License-Identifier: Apache-2.0 */
/* Extents that meet in an elementwise operator, and are not proved equal: where they are of one
 * source, they are taken to be equal, which a run checks. */
#include "onnx/import.h"

/* The symbols of two extents. */
typedef struct {
    const IrDim *other;
    IrSymbol *wanted;
    bool found, all, any;
} Sources;

static void find_symbol(void *user, IrSymbol *s) {
    Sources *self = user;
    self->found |= s == self->wanted;
}

static void seek_symbol(void *user, IrSymbol *s) {
    Sources *self = user;
    self->wanted = s;
    self->found = false;
    ir_dim_symbols(self->other, find_symbol, self);
    self->all &= self->found;
    self->any = true;
}

/* a has symbols, and all of them are b's. */
static bool all_are_in(const IrDim *a, const IrDim *b) {
    Sources of_a = {.other = b, .all = true};
    ir_dim_symbols(a, seek_symbol, &of_a);
    return of_a.any && of_a.all;
}

/* It has a minimum or a maximum: as slices give them, which end with their operand. */
static bool is_clamped(const IrDim *d) {
    for (uint32_t i = 0; i < d->n; i++) {
        for (uint32_t k = 0; k < d->terms[i].mono->n; k++) {
            const IrAtom *atom = d->terms[i].mono->factors[k].atom;
            if (atom->kind == IR_ATOM_MIN || atom->kind == IR_ATOM_MAX) return true;
        }
    }
    return false;
}

/* b is taken to be a: of one source, as far as a goes; a slice's extent where the other is none, so
 * types stay simple. */
static bool is_taken(const IrDim *a, const IrDim *b, bool only_clamped) {
    const bool gains = is_clamped(b) && !is_clamped(a);
    if (only_clamped || gains) return gains && all_are_in(a, b);
    return (is_clamped(b) || !is_clamped(a)) && all_are_in(a, b) && all_are_in(b, a);
}

/* y with the extents of x where the two are of one source. */
static IrOperand agreeing(O *o, IrOperand x, IrOperand y, bool only_clamped) {
    const IrType *a = o_type(o, x), *b = o_type(o, y);
    if (a->kind != IR_TYPE_TENSOR || b->kind != IR_TYPE_TENSOR || !a->dims || !b->dims) return y;
    const IrDim **dims = O_ARRAY(o, const IrDim *, b->ndim);
    bool changed = false;
    for (int32_t i = 0; i < b->ndim; i++) {
        const int32_t at = i + a->ndim - b->ndim;
        dims[i] = b->dims[i];
        if (at < 0 || ir_dim_eq(o->m, a->dims[at], b->dims[i]) != IR_UNKNOWN) continue;
        if (!is_taken(a->dims[at], b->dims[i], only_clamped)) continue;
        dims[i] = a->dims[at];
        changed = true;
    }
    return changed ? o_match(o, y, ir_type_tensor(o->m, dims, b->ndim, b->dtype)) : y;
}

void o_agree(O *o, IrOperand *x, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            x[i] = agreeing(o, x[k], x[i], false);
            x[k] = agreeing(o, x[i], x[k], true);
        }
    }
}
