/* SPDX-License-Identifier: Apache-2.0 */
/* A look ahead, for each axis of the mesh by itself: the function is gone through as the rewriting
 * will, with nothing but the forms in which values are at hand. Before each call that may go along
 * in several ways, these are tried with all ways of the next WINDOW bindings, by branch and bound
 * within a number of steps. Where another one than the cheapest moves fewer bytes in the end, it is
 * planned. What is read behind the window counts as if brought there to what was spread for it.
 *
 *     h = R.matmul(a, a)      # a: (8, 8) as _,data: along the columns of h, a is brought together;
 *     s = R.sum(h, axis=[1])  # along the rows of the one a, turned round, and only s is added up
 *
 * The ways of a call are those that are right, but for two: a factor that operands have already is
 * not given up for the whole or for one that none has, and what would go along a factor is not done
 * whole, as fewer bytes would be bought with work that is done on every rank. Nor may there be more
 * collectives: each waits for the others once. Steps are bounded: linear in the function. */
#include "passes/distribute_parts.h"

enum { WINDOW = 16, STEPS_MAX = 1 << 11, WAYS_MAX = 12, FORMS = 32 };

#define NEVER 1e300

/* In which forms a value is at hand, as bits (bit_of), the one that is nearest to the whole, and
 * by what a partial one adds up. */
typedef struct {
    uint32_t have;
    int8_t nearest;
    uint8_t op;
} Held;

typedef struct {
    uint32_t slot, n; /* of collectives */
    Held held;
} Undo;

/* A binding, and at last the result. */
typedef struct {
    const DsCall *c; /* NULL: none that is chosen of: operands are brought whole, or as results */
    uint32_t *in, *out, n_in, n_out;
} Event;

typedef struct {
    Distribute *ds;
    VEC(Event) events;
    Held *held;         /* by slot */
    uint32_t *last_use; /* by slot: an event */
    double *bytes;      /* by slot: of what the other axes leave of it */
    uint32_t *chosen;   /* by call and axis */
    VEC(Undo) log;
    CallView view;
    uint32_t axis;
    size_t from, end, steps; /* of a window */
    double least;
    uint32_t n, most, n_least; /* collectives of a way, those that it may have, the best one's */
} Look;

static uint32_t bit_of(int8_t form) {
    const int bit = form - SHARD_PARTIAL;
    return 1u << (bit < FORMS ? bit : FORMS - 1);
}

/* --- What happens in a way --- */

static void set(Look *l, uint32_t slot, Held to) {
    const Undo undo = {slot, l->n, l->held[slot]};
    vec_push(&l->ds->arena, &l->log, undo);
    l->held[slot] = to;
}

static void undo(Look *l, size_t to) {
    while (l->log.len > to) {
        const Undo *last = &l->log.at[--l->log.len];
        l->held[last->slot] = last->held;
        l->n = last->n;
    }
}

/* The bytes that it takes to have the slot in that form; it is at hand then. */
static double bring(Look *l, uint32_t slot, int8_t to) {
    Held h = l->held[slot];
    double least = -1;
    if (!h.have || h.have & bit_of(to)) return 0;
    for (int8_t form = SHARD_PARTIAL; form < FORMS + SHARD_PARTIAL; form++) {
        if (!(h.have & bit_of(form))) continue;
        const double cost = distribute_cost(l->ds, l->bytes[slot], form, to, l->axis);
        if (least < 0 || cost < least) least = cost;
    }
    h.have |= bit_of(to);
    if (to == SHARD_WHOLE || h.nearest == SHARD_PARTIAL) h.nearest = to;
    set(l, slot, h);
    l->n += least > 0;
    return least;
}

/* A partial value that several read is reduced for all of them. */
static double settle(Look *l, const DsCall *c) {
    double sum = 0;
    for (uint32_t i = 0; i < c->rule->n_in; i++) {
        const Slot *s = &l->ds->slots.at[c->in[i]];
        const Held *h = &l->held[c->in[i]];
        if (s->n_uses < 2 || !h->have || h->nearest != SHARD_PARTIAL) continue;
        const int8_t want = s->want.at[l->axis];
        const bool can_split =
            want >= 0 && distribute_can_split(l->ds, s->type, &shard_whole, want, l->axis);
        sum += bring(l, c->in[i], can_split ? want : SHARD_WHOLE);
    }
    return sum;
}

static uint32_t *chosen_of(const Look *l, const DsCall *c) {
    return &l->chosen[(size_t)(c - l->ds->calls.at) * l->ds->mesh.n];
}

static void look_at(Look *l, const DsCall *c) {
    l->view.c = c;
    l->view.axis = l->axis;
    l->view.chosen = chosen_of(l, c);
    for (uint32_t i = 0; i < c->rule->n_in; i++) {
        const Held *h = &l->held[c->in[i]];
        l->view.have[i] = h->have ? h->nearest : SHARD_WHOLE;
        l->view.op[i] = h->op;
    }
}

static double do_call(Look *l, const DsCall *c, uint32_t choice) {
    Rule *r = c->rule;
    const bool linear = choice == CHOICE_LINEAR, whole = choice == CHOICE_WHOLE;
    const LoopFactor *f = linear || whole ? NULL : &r->factors[choice];
    const bool partial = linear || (f && f->kind == LOOP_FACTOR_REDUCED);
    double sum = 0;
    uint32_t n_halos = 0;
    for (uint32_t i = 0; i < r->n_in && !linear; i++) {
        const int8_t have = l->held[c->in[i]].nearest;
        const double halo = f ? distribute_halo_bytes(l->ds, r, i, choice, l->axis, have) : 0;
        sum += bring(l, c->in[i], f ? distribute_dim_of(r, i, choice) : SHARD_WHOLE) + halo;
        n_halos += halo > 0;
    }
    for (uint32_t i = 0; i < r->n_out; i++) {
        const int8_t form = partial ? SHARD_PARTIAL
                            : whole ? SHARD_WHOLE
                                    : distribute_dim_of(r, r->n_in + i, choice);
        const double halo =
            f ? distribute_halo_bytes(l->ds, r, r->n_in + i, choice, l->axis, form) : 0;
        set(l, c->out[i], (Held){bit_of(form), form, f ? (uint8_t)f->op : LOOP_ADD});
        sum += halo;
        n_halos += halo > 0;
    }
    l->n += n_halos; /* behind what is logged, so that it is taken back with that */
    return sum;
}

static double do_other(Look *l, const Event *e) {
    const bool is_result = e == &l->events.at[l->events.len - 1];
    double sum = 0;
    for (uint32_t i = 0; i < e->n_in; i++) {
        const int8_t to =
            is_result ? distribute_result(l->ds, e->in[i]).at[l->axis] : (int8_t)SHARD_WHOLE;
        sum += bring(l, e->in[i], to);
    }
    for (uint32_t i = 0; i < e->n_out; i++)
        set(l, e->out[i], (Held){bit_of(SHARD_WHOLE), SHARD_WHOLE, LOOP_ADD});
    return sum;
}

/* What is read behind the window. */
static double behind(const Look *l, uint32_t *n) {
    double sum = 0;
    for (size_t i = l->from; i < l->end; i++) {
        const Event *e = &l->events.at[i];
        for (uint32_t k = 0; k < e->n_out; k++) {
            const uint32_t slot = e->out[k];
            if (l->last_use[slot] < l->end || !l->held[slot].have) continue;
            const double cost = distribute_cost(l->ds, l->bytes[slot], l->held[slot].nearest,
                                                l->ds->slots.at[slot].want.at[l->axis], l->axis);
            *n += cost > 0;
            sum += cost;
        }
    }
    return sum;
}

/* --- The ways --- */

/* An operand lies split along that factor, and is nowhere whole. */
static bool is_in_place(const Look *l, const DsCall *c, uint32_t f) {
    bool any = false;
    for (uint32_t i = 0; i < c->rule->n_in; i++) {
        const int8_t dim = distribute_dim_of(c->rule, i, f);
        const Held *h = &l->held[c->in[i]];
        any |= dim >= 0 && h->nearest != SHARD_WHOLE && h->have & bit_of(dim);
    }
    return any;
}

/* The cheapest first. A call that goes with others in one collective has no other. */
static uint32_t list_ways(Look *l, const DsCall *c, uint32_t ways[WAYS_MAX]) {
    Distribute *ds = l->ds;
    CallView *v = &l->view;
    uint32_t n = 0;
    look_at(l, c);
    ways[n++] = distribute_choose(ds, v);
    if (ds->moments && ds->moments[c - ds->calls.at]) return n;
    bool in_place = false;
    for (uint32_t f = 0; f < c->rule->n; f++)
        in_place |= is_in_place(l, c, f) && distribute_may_choose(ds, v, f);
    for (uint32_t f = 0; f < c->rule->n && n < WAYS_MAX - 1; f++) {
        if (f != ways[0] && (!in_place || is_in_place(l, c, f)) && distribute_may_choose(ds, v, f))
            ways[n++] = f;
    }
    if (ways[0] != CHOICE_LINEAR && distribute_may_choose(ds, v, CHOICE_LINEAR))
        ways[n++] = CHOICE_LINEAR;
    if (ways[0] == CHOICE_LINEAR && !in_place) ways[n++] = CHOICE_WHOLE;
    return n;
}

/* All ways from that event on, as far as there are steps left; the fewest bytes in l->least.
 * Recursion is as deep as the window is long. */
static void try_all(Look *l, size_t at, double cost) {
    if (cost >= l->least || l->n > l->most) return;
    if (at == l->end) {
        uint32_t n = l->n;
        cost += behind(l, &n);
        if (cost >= l->least || n > l->most) return;
        l->least = cost;
        l->n_least = n;
        return;
    }
    const Event *e = &l->events.at[at];
    const size_t mark = l->log.len;
    if (!e->c) {
        try_all(l, at + 1, cost + do_other(l, e));
        undo(l, mark);
        return;
    }
    uint32_t ways[WAYS_MAX];
    cost += settle(l, e->c);
    const uint32_t n = list_ways(l, e->c, ways);
    const size_t settled = l->log.len;
    for (uint32_t i = 0; i < n && (!i || l->steps < STEPS_MAX); i++) {
        l->steps++;
        try_all(l, at + 1, cost + do_call(l, e->c, ways[i]));
        undo(l, settled);
    }
    undo(l, mark);
}

/* The fewest bytes of a window that begins with that way, in so many steps, if they are fewer than
 * `least`. Without steps each call goes the cheapest way. */
static double try_way(Look *l, size_t at, uint32_t way, double least, size_t steps) {
    const size_t mark = l->log.len;
    l->from = at;
    l->end = l->events.len - at < WINDOW ? l->events.len : at + WINDOW;
    l->steps = STEPS_MAX - steps;
    l->least = least;
    try_all(l, at + 1, do_call(l, l->events.at[at].c, way));
    undo(l, mark);
    return l->least;
}

/* By more than rounding. */
static bool is_less(double a, double b) { return a < b - 0.5; }

static uint32_t best_way(Look *l, size_t at) {
    uint32_t ways[WAYS_MAX], best = 0;
    const uint32_t n = list_ways(l, l->events.at[at].c, ways);
    if (n < 2) return ways[0];
    l->most = UINT32_MAX;
    double least = try_way(l, at, ways[0], NEVER, 0);
    if (l->least < NEVER) l->most = l->n_least;
    least = try_way(l, at, ways[0], least, STEPS_MAX);
    for (uint32_t i = 1; i < n && least > 0; i++) {
        const double found = try_way(l, at, ways[i], least, STEPS_MAX);
        if (is_less(found, least)) least = found, best = i;
    }
    return ways[best];
}

/* --- The function --- */

static bool is_made(const Look *l, uint32_t slot) { return l->last_use[slot] != UINT32_MAX; }

static void add_event(Look *l, Event e) {
    for (uint32_t i = 0; i < e.n_in; i++) l->last_use[e.in[i]] = (uint32_t)l->events.len;
    for (uint32_t i = 0; i < e.n_out; i++) l->last_use[e.out[i]] = (uint32_t)l->events.len;
    vec_push(&l->ds->arena, &l->events, e);
}

/* The tensors among the operands. */
static Event read_all(Look *l, const IrOperands *list) {
    Distribute *ds = l->ds;
    VEC(uint32_t) slots = {0};
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        const uint32_t *of = o->kind == IR_OPERAND_VAR ? ds->of_var[o->var->id] : NULL;
        const uint32_t n = of ? distribute_n_leaves(ds, o->var->type) : 0;
        for (uint32_t k = 0; k < n; k++) vec_push(&ds->arena, &slots, of[k]);
    }
    return (Event){.in = slots.at, .n_in = (uint32_t)slots.len};
}

static void add_binding(Look *l, const IrBinding *b) {
    Distribute *ds = l->ds;
    if (ds->call_of[b->var->id]) {
        const DsCall *c = &ds->calls.at[ds->call_of[b->var->id] - 1];
        add_event(l, (Event){c, c->in, c->out, c->rule->n_in, c->rule->n_out});
        return;
    }
    uint32_t *out = ds->of_var[b->var->id];
    const uint32_t n = out ? distribute_n_leaves(ds, b->var->type) : 0;
    if (out && (!n || is_made(l, out[0]))) return; /* another name of what is there */
    Event e = read_all(l, &b->operands);
    e.out = out;
    e.n_out = n;
    add_event(l, e);
}

/* As values lie before anything is done. */
static void begin_axis(Look *l, uint32_t axis) {
    l->axis = axis;
    for (size_t i = 0; i < l->ds->slots.len; i++) {
        const Slot *s = &l->ds->slots.at[i];
        l->bytes[i] = distribute_size(l->ds, s->type);
        for (uint32_t a = 0; a < l->ds->mesh.n; a++)
            l->bytes[i] /= a != axis && s->want.at[a] >= 0 ? l->ds->mesh.axes[a].size : 1;
        const bool is_param = i < l->ds->n_param_slots;
        const int8_t form = is_param ? s->want.at[axis] : (int8_t)SHARD_WHOLE;
        l->held[i] = (Held){is_param || s->versions ? bit_of(form) : 0, form, s->want.op[axis]};
    }
}

/* The bytes of the whole function, looking ahead, of which the plan is kept, or not; l->n has the
 * number of collectives. */
static double go_through(Look *l, uint32_t axis, bool look) {
    double sum = 0;
    begin_axis(l, axis);
    l->n = 0;
    for (size_t i = 0; i < l->events.len; i++) {
        const Event *e = &l->events.at[i];
        ctx_poll(l->ds->ctx);
        l->log.len = 0; /* what is chosen stays */
        if (!e->c) {
            sum += do_other(l, e);
            continue;
        }
        sum += settle(l, e->c);
        look_at(l, e->c);
        const uint32_t cheapest = distribute_choose(l->ds, &l->view);
        uint32_t *choice = &chosen_of(l, e->c)[axis];
        uint32_t *plan = &l->ds->planned[(size_t)(e->c - l->ds->calls.at) * l->ds->mesh.n + axis];
        *choice = look ? best_way(l, i) : cheapest;
        *plan = *choice == cheapest ? CHOICE_NONE : *choice;
        sum += do_call(l, e->c, *choice);
    }
    return sum;
}

/* A plan that does not pay in the end is given up. */
static void plan_axis(Look *l, uint32_t axis) {
    const double without = go_through(l, axis, false);
    const uint32_t n = l->n;
    if (without > 0 && (!is_less(go_through(l, axis, true), without) || l->n > n))
        go_through(l, axis, false);
}

void distribute_plan(Distribute *ds) {
    ds->is_spread = true;
    const size_t n = ds->calls.len * ds->mesh.n, n_slots = ds->slots.len;
    Look l = {.ds = ds,
              .held = ARENA_ARRAY(&ds->arena, Held, n_slots + 1),
              .last_use = ARENA_ARRAY(&ds->arena, uint32_t, n_slots + 1),
              .bytes = ARENA_ARRAY(&ds->arena, double, n_slots + 1),
              .chosen = ARENA_ARRAY(&ds->arena, uint32_t, n + 1)};
    const DsCall *widest = NULL;
    ds->planned = ARENA_ARRAY(&ds->arena, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) ds->planned[i] = l.chosen[i] = CHOICE_NONE;
    for (size_t i = 0; i < n_slots; i++) {
        const bool is_there = i < ds->n_param_slots || ds->slots.at[i].versions;
        l.last_use[i] = is_there ? 0 : UINT32_MAX;
    }
    for (size_t i = 0; i < ds->calls.len; i++) {
        const DsCall *c = &ds->calls.at[i];
        if (c->rule && (!widest || c->rule->n_in > widest->rule->n_in)) widest = c;
    }
    if (!widest) return;
    l.view = distribute_view(ds, widest, NULL);
    for (const IrBinding *b = ds->fn->body->first; b; b = b->next) add_binding(&l, b);
    add_event(&l, read_all(&l, &ds->fn->body->result));
    for (uint32_t a = 0; a < ds->mesh.n; a++) plan_axis(&l, a);
}

uint32_t distribute_planned(const Distribute *ds, const DsCall *c, uint32_t axis) {
    return ds->planned ? ds->planned[(size_t)(c - ds->calls.at) * ds->mesh.n + axis] : CHOICE_NONE;
}

Sharding distribute_result(const Distribute *ds, uint32_t slot) {
    const Slot *s = &ds->slots.at[slot];
    return s->tied != UINT32_MAX ? ds->slots.at[s->tied].want : s->want;
}
