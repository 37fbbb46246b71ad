/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/sizes.h"

#include "backend/parts.h"
#include "backend/plan.h"

static int64_t bad(Sizes *s) {
    s->bad = true;
    return 0;
}

static int64_t sum(Sizes *s, int64_t a, int64_t b) { return add_i64(a, b, &a) ? a : bad(s); }
static int64_t product(Sizes *s, int64_t a, int64_t b) { return mul_i64(a, b, &a) ? a : bad(s); }

static int64_t floor_of(Sizes *s, int64_t a, int64_t b) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return bad(s);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Recursion is as deep as the dim, which is bounded. */
static int64_t atom_of(Sizes *s, const IrAtom *a) {
    if (a->kind == IR_ATOM_SYMBOL) {
        const BeSymbol *e = be_symbol(s->f, a->symbol);
        return e->is_known && e->slot < s->f->n_slots ? s->values[e->slot] : bad(s);
    }
    int64_t v = sizes_of_dim(s, a->args[0]);
    for (uint32_t i = 1; i < a->n; i++) {
        const int64_t w = sizes_of_dim(s, a->args[i]);
        switch (a->kind) {
        case IR_ATOM_FLOORDIV: v = floor_of(s, v, w); break;
        case IR_ATOM_MIN: v = v < w ? v : w; break;
        case IR_ATOM_MAX: v = v > w ? v : w; break;
        case IR_ATOM_SUM: v = sum(s, v, w); break;
        case IR_ATOM_PRODUCT: v = product(s, v, w); break;
        case IR_ATOM_SYMBOL: break;
        }
    }
    return v;
}

int64_t sizes_of_dim(Sizes *s, const IrDim *d) {
    int64_t v = d->constant;
    for (uint32_t i = 0; i < d->n; i++) {
        int64_t term = d->terms[i].coeff;
        const IrMono *m = d->terms[i].mono;
        for (uint32_t k = 0; k < m->n; k++) {
            const int64_t a = atom_of(s, m->factors[k].atom);
            for (uint32_t p = 0; p < m->factors[k].power; p++) term = product(s, term, a);
        }
        v = sum(s, v, term);
    }
    return v;
}

void sizes_init(Sizes *self, BeFn *f, const int64_t *symbols, Arena *arena) {
    *self = (Sizes){.f = f, .values = ARENA_ARRAY(arena, int64_t, (size_t)f->n_slots + 1)};
    for (size_t i = 0; i < f->entry.len; i++)
        self->values[be_symbol(f, f->entry.at[i])->slot] = symbols[i];
    for (size_t i = 0; i < f->derived.len; i++) {
        const BeDerived *d = &f->derived.at[i];
        self->values[be_symbol(f, d->symbol)->slot] =
            d->value ? sizes_of_dim(self, d->value) : SIZES_WORK;
    }
}

int64_t sizes_slots(Sizes *self, int64_t *slots) {
    const BeFn *f = self->f;
    int64_t total = f->has_arena ? f->arena_bytes : 0;
    for (uint32_t i = 0; i < f->n_arena_slots; i++) {
        int64_t most = 0;
        for (size_t k = 0; k < f->slot_sizes[i].len; k++) {
            const int64_t bytes = sizes_of_dim(self, f->slot_sizes[i].at[k]);
            if (bytes > most) most = bytes;
        }
        slots[i] = total;
        if (most > INT64_MAX - PLAN_ALIGN) most = bad(self);
        total = sum(self, total, (most + PLAN_ALIGN - 1) / PLAN_ALIGN * PLAN_ALIGN);
    }
    return total;
}

/* The most that lives at once, by the steps' numbers. */
bool be_measure(BeFn *f, const int64_t *symbols, Arena *arena, BeMeasure *out) {
    Sizes sizes;
    VEC(PlanValue) values = {.at = NULL};
    *out = (BeMeasure){.n_heap = 0};
    sizes_init(&sizes, f, symbols, arena);
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        const BeLife *life = be_life(f, b);
        if ((b->same && !life->is_member) || life->is_group || life->first > life->last) continue;
        out->n_heap += b->place == BE_HEAP;
        if (b->place != BE_ARENA) continue;
        int64_t bytes = sizes_of_dim(&sizes, b->bytes);
        if (bytes < 1) bytes = 1;
        vec_push(arena, &values,
                 ((PlanValue){.first = life->first, .last = life->last, .bytes = bytes}));
        if (!add_i64(out->sum, bytes, &out->sum)) sizes.bad = true;
    }
    out->arena = sizes_slots(&sizes, ARENA_ARRAY(arena, int64_t, (size_t)f->n_arena_slots + 1));
    out->bound = plan_offsets(values.at, values.len, arena).bound;
    return !sizes.bad && out->bound >= 0;
}
