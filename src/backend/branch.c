/* SPDX-License-Identifier: Apache-2.0 */
/* An `if`: its branches are lists of steps, which end by writing what both give into one place. */
#include "backend/parts.h"

typedef struct {
    BeLower *l;
    const IrBinding *b;
    BeStep *step;
    uint32_t from[3]; /* buffers that branch i made: from[i] to from[i + 1] */
} Join;

static bool made_in(const Join *j, const BeBuffer *root, int branch) {
    const bool own = root->place == BE_ARENA || root->place == BE_HEAP;
    return own && root->id >= j->from[branch] && root->id < j->from[branch + 1];
}

/* Into the branch's list. */
static void enter_branch(Join *j, int branch, BeSteps **out, uint32_t *region) {
    *out = j->l->out;
    *region = j->l->region;
    j->l->out = &j->step->branch.bodies[branch];
    j->l->region = j->step->branch.regions[branch];
}

static void join_tensor(Join *j, BeBuffer *to, const BeLeaf *x, int branch) {
    BeLower *l = j->l;
    BeBuffer *root = be_root(x->buffer);
    if (made_in(j, root, branch) && root->place == to->place && !be_is_inside(x->buffer) &&
        (to->place == BE_HEAP || ir_dim_eq(l->m, root->bytes, to->bytes) == IR_PROVED)) {
        root->same = to;
        be_same_value(root, to);
        return;
    }
    BeSteps *out;
    uint32_t region;
    enter_branch(j, branch, &out, &region);
    const IrDim *bytes = be_bytes(l, x->dims, x->ndim, x->dtype);
    BeStep *s = be_step(l, BE_STEP_ALLOC, j->b->loc);
    s->writes = be_buffers(l, to);
    s->n_writes = 1;
    s->bytes = bytes;
    be_copy(l, j->b->loc, to, x->buffer, bytes);
    l->out = out;
    l->region = region;
}

static const IrDim *join_dim(Join *j, const IrDim *x, const IrDim *y, bool is_extent) {
    BeLower *l = j->l;
    if (be_is_bound(l->f, x) && ir_dim_eq(l->m, x, y) == IR_PROVED) return x;
    IrSymbol *s = be_fresh(l->f, is_extent);
    for (int i = 0; i < 2; i++) {
        BeSteps *out;
        uint32_t region;
        enter_branch(j, i, &out, &region);
        BeStep *set = be_step(l, BE_STEP_SET, j->b->loc);
        set->set.symbol = s;
        set->set.value = i ? y : x;
        l->out = out;
        l->region = region;
    }
    return be_set_later(l, s);
}

static BeLeaf *join_leaf(Join *j, BeLeaf *x, BeLeaf *y) {
    BeLower *l = j->l;
    bool same = x->kind == y->kind && x->dtype == y->dtype && x->ndim == y->ndim;
    if (x->kind == BE_FUNCTION || x->kind == BE_TEXT)
        same = same && x->callee == y->callee && x->captures == y->captures;
    if (!same)
        return be_unsupported(l->module, j->b->loc,
                              "an 'if' whose branches give different kinds of values", NULL),
               NULL;
    if (x == y || x->kind == BE_FUNCTION || x->kind == BE_TEXT) return x;
    BeLeaf *out = ARENA_NEW(l->arena, BeLeaf);
    *out = *x;
    if (x->kind == BE_FLOAT) {
        *out = (BeLeaf){.kind = BE_FLOAT, .dtype = x->dtype, .slot = l->f->n_floats++};
        for (int i = 0; i < 2; i++) {
            BeSteps *list;
            uint32_t region;
            enter_branch(j, i, &list, &region);
            BeStep *s = be_step(l, BE_STEP_FLOAT, j->b->loc);
            s->number.index = out->slot;
            s->number.leaf = i ? y : x;
            l->out = list;
            l->region = region;
        }
        return out;
    }
    const IrDim **dims = BE_ARRAY(l, const IrDim *, x->ndim);
    for (uint32_t i = 0; i < x->ndim; i++)
        dims[i] = join_dim(j, x->dims[i], y->dims[i], x->kind == BE_TENSOR);
    out->dims = dims;
    if (x->kind != BE_TENSOR) return out;
    out->buffer = be_buffer(l, j->b->loc, be_bytes(l, dims, x->ndim, x->dtype), false);
    join_tensor(j, out->buffer, x, 0);
    join_tensor(j, out->buffer, y, 1);
    return out;
}

static BeValue *join(Join *j, BeValue *x, BeValue *y) {
    BeLower *l = j->l;
    if (x == y) return x;
    if (x->leaf && y->leaf) {
        BeLeaf *leaf = join_leaf(j, x->leaf, y->leaf);
        return leaf ? be_value(l->arena, leaf) : NULL;
    }
    if (x->leaf || y->leaf || x->n != y->n) {
        be_unsupported(l->module, j->b->loc,
                       "an 'if' whose branches give different kinds of values", NULL);
        return NULL;
    }
    BeValue **fields = BE_ARRAY(l, BeValue *, x->n);
    bool ok = true;
    for (uint32_t i = 0; i < x->n; i++) {
        fields[i] = join(j, x->fields[i], y->fields[i]);
        ok = ok && fields[i];
    }
    return ok ? be_tuple(l->arena, x->n, fields) : NULL;
}

BeValue *be_branches(BeLower *l, const IrBinding *b) {
    BeValue *cond = be_operand(l, b->operands.at), *results[2];
    if (!cond) return NULL;
    if (!be_is_condition(cond->leaf))
        return be_unsupported(l->module, b->loc, "a condition that is no bool scalar", NULL), NULL;
    Join j = {.l = l, .b = b};
    j.step = be_step(l, BE_STEP_IF, b->loc);
    j.step->branch.condition = cond->leaf;
    if (cond->leaf->buffer) {
        j.step->reads = be_buffers(l, cond->leaf->buffer);
        j.step->n_reads = 1;
    }
    for (int i = 0; i < 2; i++) {
        BeSteps *out;
        uint32_t region;
        j.from[i] = (uint32_t)l->f->buffers.len;
        j.step->branch.regions[i] = ++l->f->n_regions;
        const size_t bound = l->bound.len;
        enter_branch(&j, i, &out, &region);
        be_lower_body(l, b->bodies[i]);
        results[i] = be_operand(l, b->bodies[i]->result.at);
        be_unbind(l, bound);
        l->out = out;
        l->region = region;
    }
    j.from[2] = (uint32_t)l->f->buffers.len;
    return results[0] && results[1] ? join(&j, results[0], results[1]) : NULL;
}
