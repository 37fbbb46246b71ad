/* SPDX-License-Identifier: Apache-2.0 */
/* Results in the memory of inputs: what the function attribute `donate` allows, and the target asks
 * for. The caller gives both the same memory, so that the input is there until the result is
 * written.
 *
 * The result is made in its place if no step reads the input later than the first one that writes
 * the result. That one may read it too, where it is a loop function that can work in place. Else
 * the result is made elsewhere, and copied behind all other steps. An input that is its own result
 * takes no step. Where callers may also give both memory of their own (BeTarget.copies_donated),
 * what works over the input, or does nothing, finds a copy of it there, which is none where the
 * memory is the same. */
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
        from->input.is_donated = true;
        from->input.heir = r->index;
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
    if (to == from && !inside) {
        be_keep_donation(l->f, from);
        return;
    }
    if (to->place != BE_ARENA || inside || be_life(l->f, to)->donor ||
        ir_dim_eq(l->m, to->bytes, bytes) != IR_PROVED) {
        to = be_buffer(l, loc, bytes, false);
        be_copy(l, loc, to, leaf->buffer, bytes);
    }
    be_life(l->f, to)->donor = from;
    vec_push(l->arena, &l->f->donated, to);
}

void be_keep_donation(BeFn *f, BeBuffer *from) {
    if (f->module->target->copies_donated) vec_push(f->module->arena, &f->kept, from);
}

void be_take_donation(BeFn *f, BeBuffer *to) {
    to->place = BE_OUTPUT;
    to->output = be_life(f, to)->donor->input.heir;
}

void be_copy_donated(BeFn *f) {
    for (size_t i = 0; i < f->donated.len; i++) {
        BeBuffer *b = f->donated.at[i];
        const BeBuffer *donor = be_life(f, b)->donor;
        if (!b->same && b->place == BE_OUTPUT) continue;
        BeBuffer *out = be_buffer_new(
            f, (BeBuffer){.place = BE_OUTPUT, .output = donor->input.heir, .bytes = donor->bytes});
        be_append(&f->steps, be_copy_step(f->module->arena, f->fn->loc, out, b, out->bytes));
    }
}

/* Before all steps, so that whoever reads the input itself may do so at any time. */
void be_copy_kept(BeFn *f) {
    for (size_t i = 0; i < f->kept.len; i++) {
        BeBuffer *from = f->kept.at[i];
        BeBuffer *to = be_buffer_new(
            f, (BeBuffer){.place = BE_OUTPUT, .output = from->input.heir, .bytes = from->bytes});
        BeStep *s = be_copy_step(f->module->arena, f->fn->loc, to, from, from->bytes);
        s->next = f->steps.first;
        f->steps.first = s;
        if (!f->steps.last) f->steps.last = s;
    }
}

/* The order of steps. What makes a donated result may free much (the gradients of a step of
 * training), and stands behind all else as its pass wrote it: it moves up to where the values that
 * it reads are there, and nobody reads the input any more. So do small values, which it may need.
 * Buffers are one value each here, so nothing else is in the way. What reads the result of a
 * collective stays: that goes on meanwhile (overlap.c). */

enum { SMALL_BYTES = 64 };

typedef struct {
    const BeBuffer *buffer;
    uint32_t written, read; /* keys of the last steps so far */
    uint32_t n_writers;
} Touched;

typedef struct {
    BeFn *f;
    Arena *arena;
    Map touched;
} Order;

static Touched *touched(Order *o, BeBuffer *b) {
    b = be_root(b);
    const uint64_t hash = hash_ptr(0, b);
    for (MapIter it = map_find(&o->touched, hash); map_next(&o->touched, &it);) {
        Touched *t = it.value;
        if (t->buffer == b) return t;
    }
    Touched *t = ARENA_NEW(o->arena, Touched);
    *t = (Touched){.buffer = b};
    map_add(&o->touched, hash, t);
    return t;
}

/* Recursion is over branches in branches. */
static void count_writers(Order *o, const BeSteps *list) {
    for (const BeStep *s = list->first; s; s = s->next) {
        for (uint32_t i = 0; i < s->n_writes; i++) {
            if (s->writes[i] && s->kind != BE_STEP_ALLOC) touched(o, s->writes[i])->n_writers++;
        }
        for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++) count_writers(o, &s->branch.bodies[k]);
    }
}

static bool may_rise(Order *o, const BeStep *s) {
    bool donated = false, small = true, ok = s->kind == BE_STEP_LOOPS;
    for (uint32_t i = 0; ok && i < s->loops.n_sizes; i++) ok = be_is_known(o->f, s->loops.sizes[i]);
    for (uint32_t i = 0; ok && i < s->n_writes; i++) {
        const BeBuffer *b = s->writes[i];
        int64_t bytes;
        ok = b->place != BE_HEAP && touched(o, s->writes[i])->n_writers == 1;
        donated |= be_life(o->f, b)->donor != NULL;
        small = small && b->bytes && ir_dim_is_const(b->bytes, &bytes) && bytes <= SMALL_BYTES;
    }
    return ok && (donated || small);
}

static void raise(uint32_t *key, uint32_t to) { *key = to > *key ? to : *key; }

/* Steps within a branch count as the branch. */
static void note(Order *o, const BeStep *s, uint32_t key) {
    for (uint32_t i = 0; i < s->n_reads; i++) raise(&touched(o, s->reads[i])->read, key);
    for (uint32_t i = 0; i < s->n_writes; i++) {
        const uint32_t from = s->kind == BE_STEP_COLLECTIVE ? UINT32_MAX : key;
        if (s->writes[i]) raise(&touched(o, s->writes[i])->written, from);
    }
    for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++) {
        for (const BeStep *x = s->branch.bodies[k].first; x; x = x->next) note(o, x, key);
    }
}

static uint32_t earliest(Order *o, const BeStep *s) {
    uint32_t key = 0;
    for (uint32_t i = 0; i < s->n_reads; i++) raise(&key, touched(o, s->reads[i])->written);
    for (uint32_t i = 0; i < s->n_writes; i++) {
        BeBuffer *donor = be_life(o->f, be_root(s->writes[i]))->donor;
        if (donor) raise(&key, touched(o, donor)->read);
    }
    return key;
}

void be_order_donated(BeFn *f) {
    Order o = {.f = f, .arena = f->module->arena};
    uint32_t n = 0, now = 0;
    for (const BeStep *s = f->steps.first; s; s = s->next) n++;
    map_init(&o.touched, o.arena);
    count_writers(&o, &f->steps);
    /* Lists by key: the step of that number, and those that rise to it. */
    BeSteps *lists = ARENA_ARRAY(o.arena, BeSteps, (size_t)n + 1);
    for (BeStep *s = f->steps.first, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        now++;
        uint32_t key = may_rise(&o, s) ? earliest(&o, s) : now;
        if (key > now) key = now;
        note(&o, s, key);
        be_append(&lists[key], s);
    }
    BeSteps all = {.first = NULL};
    for (uint32_t k = 0; k <= n; k++) {
        if (!lists[k].first) continue;
        if (all.last)
            all.last->next = lists[k].first;
        else
            all.first = lists[k].first;
        all.last = lists[k].last;
    }
    f->steps = all;
}
