/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a function as its steps see it, byte for byte but for the numbers in it: each piece
 * knows whose value was written there last. A step must find its own values in what it reads; a
 * later value in their place is a fault of the plan. Lives are not looked at: they are what is
 * checked. What lies on the heap is one piece a slot. */
#include "backend/plan.h"
#include "backend/sizes.h"

typedef struct {
    int64_t from, to;
    const BeBuffer *value; /* NULL: nobody's */
} Piece;

typedef struct {
    Piece *at;
    size_t len, cap;
} Pieces;

/* The spaces of addresses: the arena, then the results, then slots of the heap. */
enum { SPACE_BITS = 44 };

typedef struct {
    BeFn *f;
    Arena *arena;
    Sizes sizes;
    int64_t *slots, bytes; /* of the arena: where each begins, how many there are */
    Pieces now;
    const char *fault;
    const BeStep *step;
} Check;

typedef struct {
    int64_t from, to; /* from >= to: nothing, or memory that nobody plans */
} Range;

static Range range_of(Check *c, BeBuffer *b) {
    const BeBuffer *root = be_root(b);
    int64_t from = 0;
    const int64_t at = b->at ? sizes_of(&c->sizes, b->at) : 0;
    const int64_t bytes =
        b->bytes && be_is_known(c->f, b->bytes) ? sizes_of(&c->sizes, b->bytes) : 1;
    switch (root->place) {
    case BE_ARENA: from = root->has_offset ? root->offset : c->slots[root->slot]; break;
    case BE_OUTPUT: from = (int64_t)(root->index + 1) << SPACE_BITS; break;
    case BE_HEAP:
        from = (int64_t)(root->slot + 1 + c->f->n_outputs) << SPACE_BITS;
        return (Range){from, from + 1};
    case BE_INPUT:
        if (!root->is_donated) return (Range){0, 0};
        from = (int64_t)(root->heir + 1) << SPACE_BITS;
        break;
    case BE_CONST: return (Range){0, 0};
    }
    return (Range){from + at, from + at + bytes};
}

static bool overlap(Range a, Range b) {
    return a.from < b.to && b.from < a.to && a.from < a.to && b.from < b.to;
}

static void fault(Check *c, const char *what, const BeBuffer *b) {
    if (c->fault) return;
    c->fault = arena_printf(c->arena, "step %u of '%s' (kind %d): buffer %u %s", c->step->at,
                            c->f->fn->name, (int)c->step->kind, b->id, what);
}

static void add(Check *c, Pieces *out, Piece p) {
    if (p.from >= p.to) return;
    Piece *last = out->len ? &out->at[out->len - 1] : NULL;
    if (last && last->to == p.from && last->value == p.value) {
        last->to = p.to;
        return;
    }
    vec_push(c->arena, out, p);
}

/* The first piece that ends behind the address. */
static size_t find(const Pieces *p, int64_t at) {
    size_t lo = 0, hi = p->len;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (p->at[mid].to <= at) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

static void set(Check *c, BeBuffer *b) {
    const Range r = range_of(c, b);
    if (r.from >= r.to) return;
    Pieces *p = &c->now;
    const size_t first = find(p, r.from), end = find(p, r.to);
    Piece made[3];
    size_t n = 0, behind = end;
    if (first < p->len && p->at[first].from < r.from)
        made[n++] = (Piece){p->at[first].from, r.from, p->at[first].value};
    made[n++] = (Piece){r.from, r.to, be_value_of(b)};
    if (end < p->len && p->at[end].from < r.to)
        made[n++] = (Piece){r.to, p->at[end].to, p->at[end].value}, behind++;
    const size_t rest = p->len - behind;
    vec_reserve(c->arena, p, n);
    memmove(p->at + first + n, p->at + behind, rest * sizeof *p->at);
    memcpy(p->at + first, made, n * sizeof *made);
    p->len = first + n + rest;
}

/* Each byte of it is a part of its value. */
static void expect(Check *c, BeBuffer *b) {
    const Range r = range_of(c, b);
    const BeBuffer *value = be_value_of(b);
    int64_t at = r.from;
    for (size_t i = find(&c->now, at); at < r.to; i++) {
        const Piece *p = i < c->now.len ? &c->now.at[i] : NULL;
        if (!p || p->from > at) {
            fault(c, "is read where nothing was written", b);
        } else if (p->value != value) {
            fault(c,
                  p->value ? arena_printf(c->arena, "was overwritten by buffer %u", p->value->id)
                           : "was overwritten in a branch",
                  b);
        }
        if (c->fault) return;
        at = p->to;
    }
}

/* What a loop starts from is needed in its first iteration alone. */
static bool is_initial(const BeStep *s, const BeBuffer *read, const BeBuffer *written) {
    bool is = false;
    for (size_t i = 0; s->iterate && i < s->iterate->carries.len && !is; i++) {
        const BeCarry *c = &s->iterate->carries.at[i];
        is = c->initial == read && be_second_buffer(s, c) == written;
    }
    return is;
}

/* A loop's condition reads what is carried where it is then. */
static bool is_final(const BeStep *s, const BeBuffer *b) {
    bool is = false;
    for (size_t i = 0; s->iterate && i < s->iterate->carries.len && !is; i++)
        is = s->iterate->carries.at[i].final == b;
    return is;
}

/* What a step touches lies apart, but for what it only reads. */
static void apart(Check *c, const BeStep *s) {
    const uint32_t n = s->n_reads + s->n_writes + 1;
    BeBuffer **list = ARENA_ARRAY(c->arena, BeBuffer *, n);
    for (uint32_t i = 0; i < s->n_writes; i++) list[i] = s->writes[i];
    list[s->n_writes] = s->work;
    for (uint32_t i = 0; i < s->n_reads; i++) list[s->n_writes + 1 + i] = s->reads[i];
    for (uint32_t i = 0; i <= s->n_writes; i++) {
        for (uint32_t k = i + 1; list[i] && k < n; k++) {
            const bool is_over = s->library && s->library->over == list[k];
            const bool exempt =
                !list[k] || is_over ||
                (k > s->n_writes && (is_initial(s, list[k], list[i]) || is_final(s, list[k])));
            if (!exempt && overlap(range_of(c, list[i]), range_of(c, list[k])))
                fault(c, arena_printf(c->arena, "lies over buffer %u", list[k]->id), list[i]);
        }
    }
}

static void both(Check *c, const Pieces *a, const Pieces *b, Pieces *out) {
    size_t i = 0, k = 0;
    int64_t at = INT64_MIN;
    while (i < a->len && k < b->len) {
        const Piece x = a->at[i], y = b->at[k];
        const int64_t from = x.from > y.from ? x.from : y.from, to = x.to < y.to ? x.to : y.to;
        add(c, out, (Piece){from > at ? from : at, to, x.value == y.value ? x.value : NULL});
        at = to > at ? to : at;
        i += x.to <= to;
        k += y.to <= to;
    }
}

static Pieces copy_of(Check *c, const Pieces *p) {
    Pieces out = {.at = NULL};
    for (size_t i = 0; i < p->len; i++) vec_push(c->arena, &out, p->at[i]);
    return out;
}

/* Does the run end here, where symbols have these values? What stands behind it may be wrong for
 * them. */
static bool ends(Check *c, const BeStep *s) {
    if (s->kind == BE_STEP_FAIL) return true;
    if (s->kind != BE_STEP_EXTENT && s->kind != BE_STEP_CHECK) return false;
    if (!be_is_known(c->f, s->a) || (s->b && !be_is_known(c->f, s->b))) return false;
    const int64_t a = sizes_of(&c->sizes, s->a);
    return s->kind == BE_STEP_EXTENT ? a < 0 : a != sizes_of(&c->sizes, s->b);
}

static void inside(Check *c, BeBuffer *b) {
    if (!b || be_root(b)->place != BE_ARENA) return;
    const Range r = range_of(c, b);
    if (r.from < 0 || r.to > c->bytes) fault(c, "lies outside of the arena", b);
}

static void touches(Check *c, const BeStep *s) {
    for (uint32_t i = 0; i < s->n_reads; i++) {
        inside(c, s->reads[i]);
        if (!is_final(s, s->reads[i])) expect(c, s->reads[i]);
    }
    for (uint32_t i = 0; i < s->n_writes; i++) inside(c, s->writes[i]);
    inside(c, s->work);
    apart(c, s);
}

/* Does the run come to the end of the list? Recursion is over branches in branches. */
static bool follow(Check *c, const BeSteps *list) {
    for (const BeStep *s = list->first; s && !c->fault; s = s->next) {
        ctx_poll(c->f->module->ctx);
        c->step = s;
        if (ends(c, s)) return false;
        if (s->kind == BE_STEP_ALLOC) continue;
        touches(c, s);
        if (s->kind == BE_STEP_IF) {
            Pieces before = copy_of(c, &c->now), joined = {.at = NULL};
            const bool then = follow(c, &s->bodies[0]);
            const Pieces first = c->now;
            c->now = before;
            const bool otherwise = !c->fault && follow(c, &s->bodies[1]);
            if (!then && !otherwise) return false;
            if (then && otherwise) {
                both(c, &first, &c->now, &joined);
                c->now = joined;
            } else if (then) {
                c->now = first;
            }
        }
        for (uint32_t i = 0; i < s->n_writes; i++) {
            if (s->writes[i]) set(c, s->writes[i]);
        }
        if (s->work) set(c, s->work);
    }
    return true;
}

const char *be_check_plan(BeFn *f, const int64_t *symbols, Arena *arena) {
    Check c = {
        .f = f, .arena = arena, .slots = ARENA_ARRAY(arena, int64_t, (size_t)f->n_arena_slots + 1)};
    sizes_init(&c.sizes, f, symbols, arena);
    const int64_t bytes = sizes_slots(&c.sizes, c.slots);
    if (c.sizes.bad || bytes > (int64_t)1 << SPACE_BITS) return NULL;
    c.bytes = bytes;
    c.step = f->steps.first;
    for (size_t i = 0; i < f->results.len; i++) {
        if (f->results.at[i].takes) set(&c, f->inputs.at[f->results.at[i].takes - 1]->buffer);
    }
    follow(&c, &f->steps);
    return c.sizes.bad ? NULL : c.fault;
}

/* The most that lives at once, by the steps' numbers. */
bool be_measure(BeFn *f, const int64_t *symbols, Arena *arena, BeMeasure *out) {
    Sizes sizes;
    VEC(PlanValue) values = {.at = NULL};
    *out = (BeMeasure){.n_heap = 0};
    sizes_init(&sizes, f, symbols, arena);
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        if ((b->same && !b->is_member) || b->is_group || b->first > b->last) continue;
        out->n_heap += b->place == BE_HEAP;
        if (b->place != BE_ARENA) continue;
        int64_t bytes = sizes_of(&sizes, b->bytes);
        if (bytes < 1) bytes = 1;
        vec_push(arena, &values, ((PlanValue){.first = b->first, .last = b->last, .bytes = bytes}));
        if (!add_i64(out->sum, bytes, &out->sum)) sizes.bad = true;
    }
    out->arena = sizes_slots(&sizes, ARENA_ARRAY(arena, int64_t, (size_t)f->n_arena_slots + 1));
    out->bound = plan_offsets(values.at, values.len, arena).bound;
    return !sizes.bad && out->bound >= 0;
}
