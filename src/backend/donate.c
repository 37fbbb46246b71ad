/* SPDX-License-Identifier: Apache-2.0 */
/* Results in the memory of inputs: what the function attribute `donate` allows, and the target asks for. The caller gives
 * both the same memory, so that the input is there until the result is written.
 *
 * The result is made in its place if no step reads the input later than the first one that writes the result. That one
 * may read it too, where it is a loop function that can work in place. Else the result is made elsewhere, and copied
 * behind all other steps. An input that is its own result takes no step. */
#include "backend/parts.h"
#include "base/vec.h"

static size_t count_leaves(const IrType *t) {
    if (t->kind != IR_TYPE_TUPLE) return 1;
    size_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) n += count_leaves(t->fields[i]);
    return n;
}

static const IrAttr *donations_of(const IrFunction *fn) {
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], "donate") == 0) return &fn->attrs.items[i];
    }
    return NULL;
}

/* The leaves of one parameter and of one result. */
static void donate_pair(BeFn *f, const IrType *result, size_t param, size_t field) {
    BeLeaves before = {.at = NULL}, given = {.at = NULL};
    size_t first = 0;
    for (size_t i = 0; i < param; i++) be_leaves(f->module->arena, f->params[i], &before);
    be_leaves(f->module->arena, f->params[param], &given);
    const bool is_tuple = result->kind == IR_TYPE_TUPLE;
    for (size_t i = 0; is_tuple && i < field; i++) first += count_leaves(result->fields[i]);
    const size_t n = count_leaves(is_tuple ? result->fields[field] : result);
    if (n != given.len || first + n > f->results.len) return; /* not verified */
    for (size_t i = 0; i < n; i++) {
        BeResult *r = &f->results.at[first + i];
        BeBuffer *from = given.at[i]->buffer;
        if (given.at[i]->kind != BE_TENSOR || r->kind != BE_TENSOR || !r->dims) continue;
        r->takes = (uint32_t)(before.len + i) + 1;
        from->is_donated = true;
        from->heir = r->index;
    }
}

void be_donations(BeFn *f, const IrType *result) {
    const IrAttr *donate = donations_of(f->fn);
    if (!f->module->target->donates || !f->is_public || f->is_called || !donate) return;
    for (uint32_t i = 0; i < donate->n; i++) {
        const IrAttr *pair = donate->items[i].items;
        donate_pair(f, result, f->fn->n_captures + (size_t)pair[0].i, (size_t)pair[1].i);
    }
}

void be_return_donated(BeLower *l, const BeResult *r, const BeLeaf *leaf, const IrDim *bytes) {
    const Loc loc = l->f->fn->loc;
    BeBuffer *from = l->f->inputs.at[r->takes - 1]->buffer, *to = be_root(leaf->buffer);
    const bool inside = be_is_inside(leaf->buffer);
    from->bytes = bytes;
    if (to == from && !inside) return;
    if (to->place != BE_ARENA || inside || to->donor || ir_dim_eq(l->m, to->bytes, bytes) != IR_PROVED) {
        to = be_buffer(l, loc, bytes, false);
        be_copy(l, loc, to, leaf->buffer, bytes);
    }
    to->donor = from;
    vec_push(l->arena, &l->f->donated, to);
}

void be_take_donation(BeBuffer *to) {
    to->place = BE_OUTPUT;
    to->index = to->donor->heir;
}

void be_copy_donated(BeFn *f) {
    Arena *arena = f->module->arena;
    for (size_t i = 0; i < f->donated.len; i++) {
        BeBuffer *b = f->donated.at[i];
        if (!b->same && b->place == BE_OUTPUT) continue;
        BeBuffer *out = ARENA_NEW(arena, BeBuffer);
        *out = (BeBuffer){.place = BE_OUTPUT, .index = b->donor->heir, .bytes = b->donor->bytes};
        BeBuffer **both = ARENA_ARRAY(arena, BeBuffer *, 2);
        both[0] = b;
        both[1] = out;
        BeStep *copy = ARENA_NEW(arena, BeStep);
        *copy = (BeStep){.kind = BE_STEP_COPY, .loc = f->fn->loc, .a = out->bytes, .reads = both, .writes = both + 1, .n_reads = 1,
                         .n_writes = 1};
        if (f->steps.last) f->steps.last->next = copy;
        else f->steps.first = copy;
        f->steps.last = copy;
    }
}
