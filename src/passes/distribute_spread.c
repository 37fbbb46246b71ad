/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings spread from what is annotated to a fixed point. A tensor that is split along a dim
 * splits, in each call that reads or makes it, what goes with that dim (a factor). What is
 * annotated, what the axis splits already, and dims that another axis has, stay as they are: who
 * came first stays.
 *
 * First each annotation spreads forward alone, from operands to results, in the order in which they
 * are given (markers in the text come before the items of the option): so a split batch gets
 * through forward and backward pass before optimizer state of the same axis is asked. Then all that
 * is split spreads both ways, and between a donated parameter and its result. Linear in calls and
 * operands for each axis. */
#include "passes/distribute_parts.h"

typedef struct {
    uint32_t slot, axis;
} Step;

typedef struct {
    Distribute *ds;
    VEC(Step) queue; /* all that was split, in order */
    bool both_ways;
} Spread;

static void split(Spread *s, uint32_t at, int8_t dim, uint32_t axis, const char *why) {
    Slot *slot = &s->ds->slots.at[at];
    if (slot->fixed || !distribute_can_split(s->ds, slot->type, &slot->want, dim, axis) ||
        distribute_is_told(s->ds, at, dim, axis))
        return;
    slot->want.at[axis] = dim;
    slot->why = why;
    const Step step = {at, axis};
    vec_push(&s->ds->arena, &s->queue, step);
}

static uint32_t leaf_slot(const DsCall *c, uint32_t leaf) {
    return leaf < c->rule->n_in ? c->in[leaf] : c->out[leaf - c->rule->n_in];
}

static const IrType *leaf_type(const Rule *r, uint32_t leaf) {
    return leaf < r->n_in ? r->in[leaf] : r->out[leaf - r->n_in];
}

static void split_factor(Spread *s, const DsCall *c, uint32_t factor, uint32_t axis) {
    const Rule *r = c->rule;
    for (uint32_t leaf = s->both_ways ? 0 : r->n_in; leaf < r->n_in + r->n_out; leaf++) {
        const IrType *t = leaf_type(r, leaf);
        for (int32_t d = 0; d < t->ndim; d++) {
            if (r->of_dim[leaf][d] == factor)
                split(s, leaf_slot(c, leaf), (int8_t)d, axis, c->b->op->name);
        }
    }
}

static void visit(Spread *s, const DsCall *c, uint32_t leaf, int8_t dim, uint32_t axis) {
    const uint32_t factor = c->rule->of_dim[leaf][dim];
    const uint8_t way = s->both_ways ? 2 : 1;
    if (!distribute_factor_fits(s->ds, c->rule, factor, axis)) return;
    uint8_t *done = &c->done[factor * s->ds->mesh.n + axis];
    if (!(*done & way)) split_factor(s, c, factor, axis);
    *done |= way;
}

/* All that is in the queue from there on, and what comes of it. */
static void drain(Spread *s, size_t from) {
    Distribute *ds = s->ds;
    for (size_t i = from; i < s->queue.len; i++) {
        ctx_poll(ds->ctx);
        const Step step = s->queue.at[i];
        const Slot *slot = &ds->slots.at[step.slot];
        const int8_t dim = slot->want.at[step.axis];
        if (s->both_ways && slot->tied != UINT32_MAX)
            split(s, slot->tied, dim, step.axis, "donation");
        for (const SlotUse *use = ds->slots.at[step.slot].uses; use; use = use->next)
            visit(s, &ds->calls.at[use->call], use->leaf, dim, step.axis);
    }
}

void distribute_spread(Distribute *ds) {
    Spread s = {.ds = ds};
    for (uint32_t order = 0; order < ds->n_orders; order++) {
        const size_t from = s.queue.len;
        for (uint32_t i = 0; i < ds->seeds.len; i++) {
            const Slot *slot = &ds->slots.at[ds->seeds.at[i]];
            for (uint32_t a = 0; a < ds->mesh.n && slot->order == order; a++) {
                const Step step = {ds->seeds.at[i], a};
                if (slot->want.at[a] >= 0) vec_push(&ds->arena, &s.queue, step);
            }
        }
        drain(&s, from);
    }
    s.both_ways = true;
    drain(&s, 0);
}
