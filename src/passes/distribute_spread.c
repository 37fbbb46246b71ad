/* SPDX-License-Identifier: Apache-2.0 */
/* Shardings spread from what is annotated, both ways, to a fixed point: a queue of tensors, each
 * once for each axis that splits it. A tensor that is split along a dim splits, in each call that
 * reads or makes it, what goes with that dim (a factor). What is annotated, what the axis splits
 * already, and dims that another axis has, stay as they are: who came first stays, and in the order
 * of the queue that is who is fewer calls away from an annotation. Linear in calls and operands for
 * each axis. */
#include "passes/distribute_parts.h"

typedef struct {
    uint32_t slot, axis;
} Step;

typedef struct {
    Distribute *ds;
    VEC(Step) queue;
} Spread;

bool distribute_can_split(Distribute *ds, const IrType *t, const Sharding *have, int8_t dim,
                          uint32_t axis) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims || dim >= t->ndim || have->at[axis] != SHARD_WHOLE)
        return false;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (have->at[a] == dim) return false;
    }
    const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    if (ir_dim_is(t->dims[dim], 0)) return false;
    return ir_dim_is(ir_dim_floormod(ds->m, t->dims[dim], k), 0);
}

static void split(Spread *s, uint32_t at, int8_t dim, uint32_t axis, const char *why) {
    Slot *slot = &s->ds->slots.at[at];
    if (slot->fixed || !distribute_can_split(s->ds, slot->type, &slot->want, dim, axis)) return;
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
    for (uint32_t leaf = 0; leaf < r->n_in + r->n_out; leaf++) {
        const IrType *t = leaf_type(r, leaf);
        for (int32_t d = 0; d < t->ndim; d++) {
            if (r->of_dim[leaf][d] == factor)
                split(s, leaf_slot(c, leaf), (int8_t)d, axis, c->b->op->name);
        }
    }
}

static void visit(Spread *s, const DsCall *c, uint32_t leaf, int8_t dim, uint32_t axis) {
    const uint32_t factor = c->rule->of_dim[leaf][dim];
    if (!distribute_factor_fits(s->ds, c->rule, factor, axis)) return;
    bool *done = &c->done[factor * s->ds->mesh.n + axis];
    if (!*done) split_factor(s, c, factor, axis);
    *done = true;
}

void distribute_spread(Distribute *ds) {
    Spread s = {.ds = ds};
    for (uint32_t i = 0; i < ds->slots.len; i++) {
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            const Step step = {i, a};
            if (ds->slots.at[i].want.at[a] >= 0) vec_push(&ds->arena, &s.queue, step);
        }
    }
    for (size_t i = 0; i < s.queue.len; i++) {
        ctx_poll(ds->ctx);
        const Step step = s.queue.at[i];
        const Slot *slot = &ds->slots.at[step.slot];
        const int8_t dim = slot->want.at[step.axis];
        if (slot->tied != UINT32_MAX)
            split(&s, slot->tied, dim, step.axis, "donation");
        for (const SlotUse *use = ds->slots.at[step.slot].uses; use; use = use->next)
            visit(&s, &ds->calls.at[use->call], use->leaf, dim, step.axis);
    }
}
