/* SPDX-License-Identifier: Apache-2.0 */
/* How a call goes along an axis of the mesh:
 *
 *     a factor     what has it is split there, all else is whole; a reduced one gives a partial
 *                  sum; one that slides needs rows of the neighbours too (distribute_halo.c)
 *     linear       operands that are partial sums stay that, where the loops are proved linear in
 *                  them together; only where the call alone reads them
 *     whole        every rank does the same
 *
 * The cheapest is what moves the fewest bytes to bring the operands there, and its result to what
 * was spread (distribute_spread.c) for it. */
#include "passes/distribute_parts.h"

CallView distribute_view(Distribute *ds, const DsCall *c, const uint32_t *chosen) {
    const size_t n = (size_t)c->rule->n_in + 1;
    return (CallView){.c = c,
                      .chosen = chosen,
                      .have = ARENA_ARRAY(&ds->arena, int8_t, n),
                      .op = ARENA_ARRAY(&ds->arena, uint8_t, n),
                      .partial = ARENA_ARRAY(&ds->arena, bool, n)};
}

int8_t distribute_dim_of(const Rule *r, uint32_t leaf, uint32_t factor) {
    const IrType *t = leaf < r->n_in ? r->in[leaf] : r->out[leaf - r->n_in];
    for (int32_t d = 0; d < t->ndim; d++) {
        if (r->of_dim[leaf][d] == factor) return (int8_t)d;
    }
    return SHARD_WHOLE;
}

/* Where the result goes from there; bytes of the whole. */
static double cost_behind(const Distribute *ds, const CallView *v, uint32_t out, int8_t from) {
    const Slot *s = &ds->slots.at[v->c->out[out]];
    return distribute_cost(ds, distribute_size(ds, s->type), from, s->want.at[v->axis], v->axis);
}

static double cost_whole(const Distribute *ds, const CallView *v) {
    const Rule *r = v->c->rule;
    double sum = 0;
    for (uint32_t i = 0; i < r->n_in; i++)
        sum += distribute_cost(ds, distribute_size(ds, r->in[i]), v->have[i], SHARD_WHOLE, v->axis);
    return sum;
}

static double cost_factor(Distribute *ds, const CallView *v, uint32_t factor) {
    Rule *r = v->c->rule;
    const bool reduced = r->factors[factor].kind == LOOP_FACTOR_REDUCED;
    double sum = 0;
    for (uint32_t i = 0; i < r->n_in; i++) {
        const int8_t to = distribute_dim_of(r, i, factor);
        sum += distribute_cost(ds, distribute_size(ds, r->in[i]), v->have[i], to, v->axis) +
               distribute_halo_bytes(ds, r, i, factor, v->axis, v->have[i]);
    }
    for (uint32_t i = 0; i < r->n_out; i++) {
        const int8_t dim = distribute_dim_of(r, r->n_in + i, factor);
        sum += cost_behind(ds, v, i, reduced ? SHARD_PARTIAL : dim) +
               distribute_halo_bytes(ds, r, r->n_in + i, factor, v->axis, dim);
    }
    return sum;
}

/* Partial operands may stay so over the axis. */
static bool may_stay_partial(const Distribute *ds, CallView *v) {
    const Rule *r = v->c->rule;
    bool any = false;
    for (uint32_t i = 0; i < r->n_in; i++) {
        const Slot *s = &ds->slots.at[v->c->in[i]];
        v->partial[i] = v->have[i] != SHARD_WHOLE;
        if (!v->partial[i]) continue;
        if (v->have[i] != SHARD_PARTIAL || v->op[i] != LOOP_ADD || s->n_uses > 1 || s->fixed)
            return false;
        any = true;
    }
    return any && distribute_is_linear(ds, r, v->partial);
}

static double cost_linear(const Distribute *ds, const CallView *v) {
    double sum = 0;
    for (uint32_t i = 0; i < v->c->rule->n_out; i++) sum += cost_behind(ds, v, i, SHARD_PARTIAL);
    return sum;
}

/* The dim is free of what other axes chose already; and sums over one axis and maxima over another
 * do not commute. */
static bool agrees(const CallView *v, uint32_t factor) {
    const Rule *r = v->c->rule;
    for (uint32_t a = 0; a < v->axis; a++) {
        const uint32_t f = v->chosen[a];
        if (f == factor) return false;
        if (f < r->n && r->factors[f].kind == LOOP_FACTOR_REDUCED &&
            r->factors[factor].kind == LOOP_FACTOR_REDUCED &&
            r->factors[f].op != r->factors[factor].op)
            return false;
    }
    return true;
}

bool distribute_may_choose(Distribute *ds, CallView *v, uint32_t choice) {
    if (choice == CHOICE_WHOLE) return true;
    if (choice == CHOICE_LINEAR) return may_stay_partial(ds, v);
    return choice < v->c->rule->n && agrees(v, choice) &&
           distribute_factor_fits(ds, v->c->rule, choice, v->axis);
}

/* An operand lies so already. */
static bool is_in_place(const CallView *v, uint32_t factor) {
    const Rule *r = v->c->rule;
    bool any = false;
    for (uint32_t i = 0; i < r->n_in; i++)
        any |= v->have[i] >= 0 && v->have[i] == distribute_dim_of(r, i, factor);
    return any;
}

/* The result is wanted so. */
static bool is_wanted(const Distribute *ds, const CallView *v, uint32_t factor) {
    const Rule *r = v->c->rule;
    bool any = false;
    for (uint32_t i = 0; i < r->n_out; i++) {
        const int8_t dim = distribute_dim_of(r, r->n_in + i, factor);
        any |= dim >= 0 && ds->slots.at[v->c->out[i]].want.at[v->axis] == dim;
    }
    return any;
}

/* A call makes it, so it may be partial. */
static bool is_made(const Distribute *ds, uint32_t slot) {
    bool made = false;
    for (const SlotUse *use = ds->slots.at[slot].uses; use; use = use->next) {
        const Rule *r = ds->calls.at[use->call].rule;
        made |= r && use->leaf >= r->n_in;
    }
    return made;
}

/* The call that alone reads the results needs their sum, whatever else is partial there. */
static bool sum_is_needed(Distribute *ds, const CallView *v) {
    const Slot *s = &ds->slots.at[v->c->out[0]];
    const SlotUse *reads = NULL;
    for (const SlotUse *use = s->uses; use; use = use->next) {
        const DsCall *c = &ds->calls.at[use->call];
        if (c != v->c) reads = use;
    }
    if (v->c->rule->n_out != 1 || s->n_uses != 1 || !reads) return false;
    const DsCall *next = &ds->calls.at[reads->call];
    if (!next->rule) return true;
    bool partial[DISTRIBUTE_LEAVES_MAX];
    for (uint32_t i = 0; i < next->rule->n_in; i++) partial[i] = is_made(ds, next->in[i]);
    return !distribute_is_linear(ds, next->rule, partial);
}

/* Of the factors that operands have already the cheapest: to do the whole on every rank would give
 * away what was won. Else any that is cheaper than the whole, or as cheap and wanted. Partial sums
 * that are as cheap stay such, but for those that the next call needs added up (lr*g in w - lr*g):
 * so it and the next one go through memory together. */
uint32_t distribute_choose(Distribute *ds, CallView *v) {
    Rule *r = v->c->rule;
    bool in_place = false;
    uint32_t choice = CHOICE_WHOLE;
    double least = cost_whole(ds, v);
    for (uint32_t f = 0; f < r->n; f++) {
        if (!agrees(v, f)) continue;
        const double cost = cost_factor(ds, v, f);
        const bool own = is_in_place(v, f);
        bool better = cost < least;
        if (own != in_place) better = own;
        if (cost == least && choice == CHOICE_WHOLE) better |= is_wanted(ds, v, f);
        if (!better || !distribute_factor_fits(ds, r, f, v->axis)) continue;
        choice = f;
        least = cost;
        in_place = own;
    }
    if (!may_stay_partial(ds, v)) return choice;
    const double linear = cost_linear(ds, v);
    return linear < least || (linear == least && !sum_is_needed(ds, v)) ? CHOICE_LINEAR : choice;
}
