/* SPDX-License-Identifier: Apache-2.0 */
/* Values that share memory, once all steps of a function are known.
 *
 * A concatenation along the first axis that counts is no work when its operands are made where they
 * will lie: each operand that is alone in its memory moves into its part of the result, the others
 * are copied there. Operands are read from there afterwards, so they may be in use as long as they
 * like; each has one place.
 *
 * A step whose output may lie in an input's memory (loop_in_place) gets it when nothing reads that
 * input later: the input's memory becomes the output's, or the other way round where the output's
 * memory is the caller's. Lives of what is joined are joined. The same goes for what a loop starts
 * from. */
#include "backend/parts.h"

typedef struct {
    BeFn *f;
    IrModule *m;
    Arena *arena;
    uint32_t now; /* the number of the step that is looked at (be_number) */
} Share;

/* --- Where buffers lie --- */

void be_flatten(BeFn *f) {
    Arena *arena = f->module->arena;
    VEC(BeBuffer *) path = {.at = NULL};
    bool *is_flat = ARENA_ARRAY(arena, bool, f->buffers.len + 1); /* `same` is the root */
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        path.len = 0;
        for (; b->same && !is_flat[b->id]; b = b->same) vec_push(arena, &path, b);
        BeBuffer *root = b->same ? b->same : b;
        const IrDim *at = b->same ? b->at : NULL;
        while (path.len) {
            b = path.at[--path.len];
            at = !at ? b->at : !b->at ? at : ir_dim_add(f->module->m, at, b->at);
            b->same = root;
            b->at = at;
            is_flat[b->id] = true;
        }
    }
}

/* b moves into the memory of `to`, from `at` on; its life becomes a part of that one's. */
static void move_into(const Share *s, BeBuffer *b, BeBuffer *to, const IrDim *at) {
    b->same = to;
    b->at = at;
    const BeLife own = *be_life(s->f, b);
    BeLife *whole = be_life(s->f, be_root(to));
    if (own.first > own.last) return;
    if (whole->first > whole->last || own.first < whole->first) whole->first = own.first;
    if (own.last > whole->last) whole->last = own.last;
}

static bool same_bytes(const Share *s, const IrDim *a, const IrDim *b) {
    return a == b || ir_dim_eq(s->m, a, b) == IR_PROVED;
}

/* --- Concatenations --- */

static const IrDim *bytes_of(const Share *s, const BeStep *step, const LoopCopy *c) {
    const IrDim *sum = ir_dim_const(s->m, 0);
    for (uint32_t i = 0; i < c->count->n; i++) {
        const Term *t = &c->count->terms[i];
        const IrDim *term = ir_dim_const(s->m, t->coef);
        for (uint32_t k = 0; k < t->n; k++)
            term = ir_dim_mul(s->m, term, step->loops.sizes[t->atoms[k]]);
        sum = ir_dim_add(s->m, sum, term);
    }
    const DType dtype = step->loops.loop->fn->params.at[c->in]->dtype;
    return ir_dim_mul(s->m, sum, ir_dim_const(s->m, (int64_t)dtype_size(dtype)));
}

/* The operand is alone in its memory, and is made in the list in which the result is. */
static bool may_move(const Share *s, const BeBuffer *b, const BeBuffer *to, const IrDim *bytes) {
    const bool own =
        !b->same && b->place == BE_ARENA && b->region == to->region && b != be_root((BeBuffer *)to);
    return own && same_bytes(s, b->bytes, bytes);
}

/* False: the step stays. Else `behind` is the last of the copies that are in its place, or the step
 * before it. */
static bool concatenate(Share *s, BeStep *step, BeStep **behind) {
    const BeLoop *loop = step->loops.loop;
    BeBuffer *to = step->writes[0];
    const BePlace place = be_root(to)->place;
    if (!loop->is_copy || loop->fn->n_outputs != 1 || loop->copies.len < 2) return false;
    if (!s->f->module->target->has_offsets || (place != BE_ARENA && place != BE_OUTPUT))
        return false;
    const size_t n = loop->copies.len;
    const IrDim **bytes = ARENA_ARRAY(s->arena, const IrDim *, n + 1), *at = ir_dim_const(s->m, 0);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        bytes[i] = bytes_of(s, step, &loop->copies.at[i]);
        if (!be_is_known(s->f, bytes[i])) return false;
        any = any || may_move(s, step->reads[loop->copies.at[i].in], to, bytes[i]);
    }
    if (!any) return false;
    for (size_t i = 0; i < n; i++) {
        BeBuffer *b = step->reads[loop->copies.at[i].in];
        if (may_move(s, b, to, bytes[i])) {
            move_into(s, b, to, ir_dim_is(at, 0) ? NULL : at);
            be_same_value(b, to);
        } else if (!ir_dim_is(bytes[i], 0)) {
            BeStep *copy =
                be_copy_step(s->arena, step->loc, be_view(s->f, to, at, bytes[i]), b, bytes[i]);
            copy->next = step->next;
            (*behind)->next = copy;
            *behind = copy;
        }
        at = ir_dim_add(s->m, at, bytes[i]);
    }
    step->loops.loop->n_calls--;
    return true;
}

/* Recursion is over branches in branches. */
static void concatenations(Share *s, BeSteps *list) {
    BeStep before = {.next = list->first}, *behind = &before;
    for (BeStep *step = list->first, *next; step; step = next) {
        ctx_poll(s->f->module->ctx);
        next = step->next;
        if (step->kind == BE_STEP_IF) {
            concatenations(s, &step->branch.bodies[0]);
            concatenations(s, &step->branch.bodies[1]);
        }
        if (step->kind == BE_STEP_LOOPS && concatenate(s, step, &behind)) {
            behind->next = next;
        } else {
            behind = step;
        }
    }
    list->first = before.next;
    list->last = behind == &before ? NULL : behind;
}

/* --- In place --- */

/* The output's memory may be the input's: that is all there is to it. */
static bool may_hold(const Share *s, const BeBuffer *x, const BeBuffer *y) {
    return !x->same && same_bytes(s, x->bytes, y->bytes);
}

/* The output has room in the input's memory: a result may have more elements than are read of the
 * input, as what is padded. */
static bool has_room(const Share *s, const BeBuffer *x, const BeBuffer *y) {
    return same_bytes(s, x->bytes, y->bytes) || ir_dim_le(s->m, y->bytes, x->bytes) == IR_PROVED;
}

/* Whether both can lie in one place: the step is the end of what is in the one, and the beginning
 * in the other. */
static bool fit(const Share *s, BeBuffer *x, BeBuffer *y) {
    const BeBuffer *from = be_root(x), *to = be_root(y);
    if (from == to || from->place != BE_ARENA || (to->place != BE_ARENA && to->place != BE_OUTPUT))
        return false;
    const BeLife old = *be_life(s->f, from), made = *be_life(s->f, to);
    if (old.last != s->now || made.first != s->now) return false;
    if (made.donor && to->place == BE_OUTPUT && old.first <= be_life(s->f, made.donor)->last)
        return false;
    return may_hold(s, x, y) || (to == y && to->place == BE_ARENA && has_room(s, x, y));
}

static void join(const Share *s, BeBuffer *x, BeBuffer *y) {
    if (may_hold(s, x, y)) {
        move_into(s, x, y, NULL);
    } else {
        move_into(s, y, x, NULL);
    }
}

/* Every use of the memory is this one value. */
static bool is_all(const BeStep *step, BeBuffer *x) {
    bool all = true;
    for (uint32_t i = 0; i < step->n_reads && all; i++)
        all = step->reads[i] == x || be_root(step->reads[i]) != be_root(x);
    for (uint32_t i = 0; i < step->n_writes && all; i++)
        all = be_root(step->writes[i]) != be_root(x);
    return all;
}

/* The loop function in which each parameter that is x is the output; NULL: there is none. */
static BeLoop *in_place_of(Share *s, const BeStep *step, const BeBuffer *x, uint32_t out) {
    BeLoop *loop = step->loops.loop;
    uint32_t gone = 0;
    for (uint32_t i = 0; i < step->n_reads && loop; i++) {
        if (step->reads[i] != x) continue;
        loop = be_loop_in_place(s->f->module, loop, i - gone, step->n_reads - gone + out);
        gone++;
    }
    return loop;
}

/* The step's memory to work in is enough for the other loop function, and is asked of it. */
static bool take_work(Share *s, const BeStep *step, BeLoop *loop) {
    if (loop->work >= 0 || step->loops.loop->work >= 0)
        return loop->work >= 0 && loop->work <= step->loops.loop->work;
    const IrDim *bytes = step->work ? step->work->bytes : NULL;
    const IrSymbol *symbol = bytes ? ir_dim_as_symbol(bytes) : NULL;
    for (size_t i = 0; symbol && i < s->f->derived.len; i++) {
        BeDerived *d = &s->f->derived.at[i];
        if (d->symbol == symbol && d->loop) d->loop = loop;
    }
    return true;
}

/* `loop` is called instead, without the parameters that are x. */
static void drop_reads(BeStep *step, const BeBuffer *x, BeLoop *loop) {
    uint32_t kept = 0;
    step->loops.loop->n_calls--;
    loop->n_calls++;
    step->loops.loop = loop;
    for (uint32_t k = 0; k < step->n_reads; k++) {
        if (step->reads[k] != x) step->reads[kept++] = step->reads[k];
    }
    step->n_reads = kept;
}

/* The first input that will do. */
static void put_output(Share *s, BeStep *step, uint32_t out) {
    enum { LOOKS = 16 };
    BeBuffer *y = step->writes[out];
    for (uint32_t i = 0; i < step->n_reads && i < LOOKS; i++) {
        BeBuffer *x = step->reads[i];
        BeLoop *loop = fit(s, x, y) && is_all(step, x) ? in_place_of(s, step, x, out) : NULL;
        if (!loop || !take_work(s, step, loop)) continue;
        drop_reads(step, x, loop);
        join(s, x, y);
        return;
    }
}

/* The step works over the input. */
static bool merge_donor(Share *s, BeStep *step, uint32_t out) {
    BeBuffer *y = step->writes[out], *x = be_life(s->f, y)->donor;
    if (step->kind != BE_STEP_LOOPS || y->same || !is_all(step, x)) return false;
    BeLoop *loop = in_place_of(s, step, x, out);
    if (!loop || !take_work(s, step, loop)) return false;
    drop_reads(step, x, loop);
    be_keep_donation(s->f, x);
    return true;
}

/* Results in the memory of inputs, where the step is the first that writes them. */
static void take_donations(Share *s, BeStep *step) {
    for (uint32_t i = 0; i < step->n_writes; i++) {
        BeBuffer *y = step->writes[i] ? be_root(step->writes[i]) : NULL;
        if (!y || y->place != BE_ARENA) continue;
        const BeLife life = *be_life(s->f, y);
        if (!life.donor || life.first != s->now) continue;
        const uint32_t last = be_life(s->f, life.donor)->last;
        if (last < s->now || (last == s->now && y == step->writes[i] && merge_donor(s, step, i)))
            be_take_donation(s->f, y);
    }
}

/* The input that the library names. */
static void put_library(Share *s, BeStep *step) {
    const BeTarget *target = s->f->module->target;
    BeLibrary *library = s->f->module->libraries.at[step->library->index];
    uint32_t in, times = 0;
    if (!target->over || step->n_writes != 1 || !step->writes[0] ||
        !target->over(target->user, library->fn, &in))
        return;
    BeBuffer *x = step->reads[in], *y = step->writes[0];
    for (uint32_t i = 0; i < step->n_reads; i++) times += be_root(step->reads[i]) == be_root(x);
    if (times != 1 || !fit(s, x, y)) return;
    library->over = x;
    join(s, x, y);
}

/* What a loop starts from is dead when its second result is written. */
static void put_carries(Share *s, BeStep *step) {
    for (size_t i = 0; i < step->iterate->carries.len; i++) {
        const BeCarry *c = &step->iterate->carries.at[i];
        BeBuffer *x = c->initial, *y = be_second_buffer(step, c);
        uint32_t times = 0;
        if (!y || !fit(s, x, y)) continue;
        for (uint32_t k = 0; k < step->n_reads; k++) times += be_root(step->reads[k]) == be_root(x);
        if (times == 1) join(s, x, y);
    }
}

static void in_place(Share *s, BeSteps *list) {
    for (BeStep *step = list->first; step; step = step->next) {
        ctx_poll(s->f->module->ctx);
        s->now++;
        take_donations(s, step);
        if (step->kind == BE_STEP_IF) {
            in_place(s, &step->branch.bodies[0]);
            in_place(s, &step->branch.bodies[1]);
            s->now++;
        }
        if (step->kind == BE_STEP_SCAN) put_carries(s, step);
        if (step->kind == BE_STEP_LIBRARY) put_library(s, step);
        for (uint32_t i = 0; step->kind == BE_STEP_LOOPS && i < step->n_writes; i++)
            put_output(s, step, i);
    }
}

void be_share(BeFn *f) {
    Share s = {.f = f, .m = f->module->m, .arena = f->module->arena};
    concatenations(&s, &f->steps);
    be_flatten(f);
    be_number(f);
    /* Those that are copied live that long. */
    for (size_t i = 0; i < f->donated.len; i++)
        be_life(f, be_root(f->donated.at[i]))->last = f->n_steps + 1;
    in_place(&s, &f->steps);
    be_copy_donated(f);
    be_copy_kept(f);
}
