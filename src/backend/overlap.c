/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives go on while the function computes. Each is started where it stands, and waited for
 * before the first step of its list that touches the result or writes over the operand, or at the
 * list's end:
 *
 *     kernel 0 (b0 -> b1)               kernel 0 (b0 -> b1)
 *     collective 0 (b1 -> b2)           start 0 (b1 -> b2)
 *     kernel 1 (b0 -> b3)               kernel 1 (b0 -> b3)
 *     kernel 2 (b2, b3 -> b4)           wait 0 (b1 -> b2)
 *                                       kernel 2 (b2, b3 -> b4)
 *
 * The wait reads both, so the planner keeps them alive until then. All ranks run the same steps, so
 * they start and wait in one order. A function that calls itself might start one twice: there all
 * stay as they are. Linear, for each level of branches. */
#include "backend/parts.h"

typedef struct {
    BeFn *f;
    BeSteps *list;
    BeStep *last;     /* of the list, as it has become by now */
    BeStep **makes;   /* by buffer: the collective that makes it and goes on; NULL: none */
    uint32_t *reads;  /* by buffer: how many that go on read it */
    VEC(BeStep *) on; /* those that go on in this list, the oldest first */
} Overlap;

static void append(Overlap *o, BeStep *s) {
    if (o->last)
        o->last->next = s;
    else
        o->list->first = s;
    o->last = s;
}

static bool is_known(const BeBuffer *root) { return root->place != BE_CONST; }

static void end(Overlap *o, BeStep *start) {
    BeBuffer *x = start->reads[0], *y = start->writes[0];
    o->makes[be_root(y)->id] = NULL;
    if (is_known(be_root(x))) o->reads[be_root(x)->id]--;
    if (o->last == start) { /* nothing is between the two */
        start->kind = BE_STEP_COLLECTIVE;
        return;
    }
    BeStep *wait = ARENA_NEW(o->f->module->arena, BeStep);
    *wait = (BeStep){.kind = BE_STEP_WAIT,
                     .loc = start->loc,
                     .origin = start->origin,
                     .collective = start->collective,
                     .n_reads = 2};
    wait->reads = ARENA_ARRAY(o->f->module->arena, BeBuffer *, 2);
    wait->reads[0] = x;
    wait->reads[1] = y;
    append(o, wait);
}

static bool touches(const Overlap *o, BeBuffer *b, bool writes) {
    const BeBuffer *root = b ? be_root(b) : NULL;
    return root && is_known(root) && (o->makes[root->id] || (writes && o->reads[root->id]));
}

/* Whether the step, or one within it, touches what is going on. */
static bool meets(const Overlap *o, const BeStep *s) {
    bool any = touches(o, s->work, true);
    for (uint32_t i = 0; i < s->n_reads && !any; i++) any = touches(o, s->reads[i], false);
    for (uint32_t i = 0; i < s->n_writes && !any; i++) any = touches(o, s->writes[i], true);
    for (int k = 0; k < 2 && s->kind == BE_STEP_IF && !any; k++) {
        for (const BeStep *x = s->branch.bodies[k].first; x && !any; x = x->next) any = meets(o, x);
    }
    return any;
}

/* The oldest come first: so ends what a step needs, and what was started before that. */
static void end_for(Overlap *o, const BeStep *s) {
    size_t n = 0;
    while (n < o->on.len && (!s || meets(o, s))) end(o, o->on.at[n++]);
    size_t left = o->on.len - n;
    if (left) memmove(o->on.at, o->on.at + n, left * sizeof *o->on.at);
    o->on.len = left;
}

static void start(Overlap *o, BeStep *s) {
    const BeBuffer *x = be_root(s->reads[0]), *y = be_root(s->writes[0]);
    s->kind = BE_STEP_START;
    o->makes[y->id] = s;
    if (is_known(x)) o->reads[x->id]++;
    vec_push(o->f->module->arena, &o->on, s);
}

/* Recursion is over branches in branches. */
static void walk(BeFn *f, BeSteps *list) {
    Arena *arena = f->module->arena;
    Overlap o = {.f = f,
                 .list = list,
                 .makes = ARENA_ARRAY(arena, BeStep *, f->buffers.len + 1),
                 .reads = ARENA_ARRAY(arena, uint32_t, f->buffers.len + 1)};
    BeStep *s = list->first;
    list->first = list->last = NULL;
    for (BeStep *next; s; s = next) {
        ctx_poll(f->module->ctx);
        next = s->next;
        s->next = NULL;
        if (o.on.len) end_for(&o, s);
        append(&o, s);
        if (s->kind == BE_STEP_COLLECTIVE && s->collective->what->kind != RANKS_RANK) start(&o, s);
        for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++) walk(f, &s->branch.bodies[k]);
    }
    end_for(&o, NULL);
    list->last = o.last;
}

void be_overlap(BeFn *f) {
    if (f->module->collectives.len && !f->is_recursive) walk(f, &f->steps);
}
