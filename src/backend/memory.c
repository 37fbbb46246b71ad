/* SPDX-License-Identifier: Apache-2.0 */
/* Lives and places of a function's buffers. Steps are numbered in the order of the text, the
 * branches of an `if` one behind the other: of two branches only one runs, and each ends what it
 * alone needs. Memory in the arena may be taken over as soon as no later step of the text touches
 * the buffer. What the run allocates is given back by the list of steps that allocated it,
 * whichever branches were taken since. */
#include "backend/parts.h"
#include "backend/plan.h"
#include "backend/sizes.h"

typedef struct BeStepEnd {
    BeStep *step;
    uint32_t number; /* the last one within it */
} BeStepEnd;

typedef struct {
    BeFn *f;
    Arena *arena;
    uint32_t now;
    VEC(BeStepEnd *) levels; /* the steps that are open, outermost first */
    uint32_t *level_of;      /* by region */
} Lives;

static void touch(Lives *l, BeBuffer *b) {
    if (!b) return;
    BeBuffer *root = be_root(b);
    if (root->place == BE_CONST || (root->place == BE_INPUT && !root->input.is_donated)) return;
    BeLife *life = be_life(l->f, root);
    if (life->first > life->last) life->first = l->now;
    life->last = l->now;
    if (root->place == BE_HEAP && !root->heap.is_given)
        life->freed_after = l->levels.at[l->level_of[root->region]];
}

/* Recursion is over branches in branches. */
static void number(Lives *l, const BeSteps *list, uint32_t region) {
    const size_t level = l->levels.len;
    l->level_of[region] = (uint32_t)level;
    vec_push(l->arena, &l->levels, NULL);
    for (BeStep *s = list->first; s; s = s->next) {
        ctx_poll(l->f->module->ctx);
        BeStepEnd *end = l->levels.at[level] = ARENA_NEW(l->arena, BeStepEnd);
        end->step = s;
        l->now++;
        for (uint32_t i = 0; i < s->n_reads; i++) touch(l, s->reads[i]);
        for (uint32_t i = 0; i < s->n_writes; i++) {
            if (s->kind != BE_STEP_ALLOC || be_root(s->writes[i])->place == BE_HEAP)
                touch(l, s->writes[i]);
        }
        touch(l, s->work);
        if (s->kind == BE_STEP_IF) {
            number(l, &s->branch.bodies[0], s->branch.regions[0]);
            number(l, &s->branch.bodies[1], s->branch.regions[1]);
            l->now++;
        }
        end->number = l->now;
    }
    l->levels.len--;
}

/* Its life where it has memory of its own there; NULL: it has not, or nothing touches it. */
static const BeLife *life_in(BeFn *f, const BeBuffer *b, BePlace place) {
    if (b->same || b->place != place) return NULL;
    const BeLife *life = be_life(f, b);
    return life->first <= life->last ? life : NULL;
}

/* The same of what lies in the arena and has no offset. */
static const BeLife *life_in_slot(BeFn *f, const BeBuffer *b) {
    return b->place == BE_ARENA && b->arena.has_offset ? NULL : life_in(f, b, BE_ARENA);
}

static bool place_constant(BeFn *f, Arena *arena) {
    VEC(PlanValue) values = {.at = NULL};
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        int64_t bytes;
        const BeLife *life = life_in(f, b, BE_ARENA);
        if (!life || !ir_dim_is_const(b->bytes, &bytes)) continue;
        if (bytes < 1)
            bytes = 1; /* a place of its own all the same: inputs and outputs are apart */
        vec_push(arena, &values,
                 ((PlanValue){.first = life->first, .last = life->last, .bytes = bytes}));
        f->arena_sum += bytes;
        f->has_arena = true;
    }
    const PlanArena plan = plan_offsets(values.at, values.len, arena);
    if (plan.bytes < 0) {
        be_unsupported(
            f->module, f->fn->loc,
            diag_fmt(f->module->ctx, "'%s', whose values pass 2**63 bytes,", f->fn->name), NULL);
        return false;
    }
    size_t next = 0;
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        int64_t bytes;
        if (!life_in(f, b, BE_ARENA) || !ir_dim_is_const(b->bytes, &bytes)) continue;
        b->arena.has_offset = true;
        b->arena.offset = values.at[next++].offset;
    }
    f->arena_bytes = plan.bytes;
    f->arena_bound = plan.bound;
    return true;
}

/* Sizes of a slot, each once. */
typedef struct {
    uint32_t slot;
    const IrDim *bytes;
} SlotSize;

static void add_slot_size(BeFn *f, Map *seen, uint32_t slot, const IrDim *bytes) {
    Arena *arena = f->module->arena;
    const uint64_t hash = hash_mix(hash_ptr(0, bytes), slot);
    for (MapIter it = map_find(seen, hash); map_next(seen, &it);) {
        const SlotSize *s = it.value;
        if (s->slot == slot && s->bytes == bytes) return;
    }
    SlotSize *s = ARENA_NEW(seen->arena, SlotSize);
    *s = (SlotSize){slot, bytes};
    map_add(seen, hash, s);
    BeSizes *sizes = &f->slot_sizes[slot];
    if (sizes->len && ir_dim_le(f->module->m, bytes, sizes->at[0]) == IR_PROVED) return;
    if (sizes->len == 1 && ir_dim_le(f->module->m, sizes->at[0], bytes) == IR_PROVED) {
        sizes->at[0] = bytes;
        return;
    }
    vec_push(arena, sizes, bytes);
}

/* Sizes that only a run knows. */
static void place_slots(BeFn *f, Arena *scratch, Sizes *example) {
    VEC(PlanShared) values = {.at = NULL};
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        const BeLife *life = life_in_slot(f, b);
        if (!life) continue;
        vec_push(scratch, &values,
                 ((PlanShared){.first = life->first,
                               .last = life->last,
                               .key = b->bytes,
                               .example = sizes_of_dim(example, b->bytes)}));
    }
    f->n_arena_slots = plan_slots(values.at, values.len, scratch);
    f->has_arena = f->has_arena || f->n_arena_slots;
    f->slot_sizes = ARENA_ARRAY(f->module->arena, BeSizes, (size_t)f->n_arena_slots + 1);
    Map seen;
    map_init(&seen, scratch);
    size_t next = 0;
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        if (!life_in_slot(f, b)) continue;
        b->arena.slot = values.at[next++].slot;
        add_slot_size(f, &seen, b->arena.slot, b->bytes);
    }
}

static void place_heap(BeFn *f, Arena *scratch) {
    VEC(PlanShared) values = {.at = NULL};
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeLife *life = life_in(f, f->buffers.at[i], BE_HEAP);
        if (!life) continue;
        const uint32_t last = life->freed_after ? life->freed_after->number : UINT32_MAX;
        vec_push(scratch, &values, ((PlanShared){.first = life->first, .last = last}));
    }
    f->n_heap_slots = plan_slots(values.at, values.len, scratch);
    size_t next = 0;
    for (size_t i = 0; i < f->buffers.len; i++) {
        if (life_in(f, f->buffers.at[i], BE_HEAP))
            f->buffers.at[i]->heap.slot = values.at[next++].slot;
    }
}

/* Sizes that are multiples of one dim, as where all are of a batch: the plan is that of their
 * factors. */
typedef struct {
    const IrDim *unit;
    VEC(PlanValue) values;
    VEC(BeBuffer *) buffers;
    uint32_t first, last;
    int64_t least; /* factor */
} Group;

typedef VEC(Group *) Groups;

/* of factors: what they are rounded to when some is smaller than FINE */
enum { ROUGH = 16, FINE = 512 };

static int64_t gcd_of(int64_t a, int64_t b) {
    if (a == INT64_MIN || b == INT64_MIN) return 1;
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t factor_of(const IrDim *d) {
    int64_t g = d->constant;
    for (uint32_t i = 0; i < d->n; i++) g = gcd_of(g, d->terms[i].coeff);
    return g;
}

static Group *group_of(BeFn *f, Map *map, Groups *all, const IrDim *bytes) {
    IrModule *m = f->module->m;
    const IrDim *unit = ir_dim_floordiv(m, bytes, ir_dim_const(m, factor_of(bytes)));
    const uint64_t hash = hash_ptr(0, unit);
    for (MapIter it = map_find(map, hash); map_next(map, &it);) {
        Group *g = it.value;
        if (g->unit == unit) return g;
    }
    Group *g = ARENA_NEW(f->module->arena, Group);
    *g = (Group){.unit = unit, .first = UINT32_MAX, .least = INT64_MAX};
    map_add(map, hash, g);
    vec_push(f->module->arena, all, g);
    return g;
}

static Groups groups_of(BeFn *f) {
    Arena *arena = f->module->arena;
    Groups all = {.at = NULL};
    Map map;
    map_init(&map, arena);
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        const BeLife *life = life_in_slot(f, b);
        if (!life) continue;
        Group *g = group_of(f, &map, &all, b->bytes);
        const int64_t factor = factor_of(b->bytes);
        vec_push(arena, &g->values,
                 ((PlanValue){.first = life->first, .last = life->last, .bytes = factor}));
        vec_push(arena, &g->buffers, b);
        if (life->first < g->first) g->first = life->first;
        if (life->last > g->last) g->last = life->last;
        if (factor < g->least) g->least = factor;
    }
    return all;
}

/* The bytes for one unit; -1: too large. */
static int64_t plan_group(Group *g, Arena *arena) {
    const int64_t grain = g->least < FINE ? ROUGH : PLAN_ALIGN;
    for (size_t i = 0; i < g->values.len; i++) {
        PlanValue *v = &g->values.at[i];
        if (v->bytes > INT64_MAX / PLAN_ALIGN - PLAN_ALIGN) return -1;
        v->bytes = (v->bytes + grain - 1) / grain * PLAN_ALIGN;
    }
    const int64_t bytes = plan_offsets(g->values.at, g->values.len, arena).bytes;
    for (size_t i = 0; i < g->values.len && bytes >= 0; i++)
        g->values.at[i].offset = g->values.at[i].offset / PLAN_ALIGN * grain;
    return bytes < 0 ? -1 : bytes / PLAN_ALIGN * grain;
}

/* Each group becomes one value, with the others in it. */
static void join_groups(BeFn *f, const Groups *all, const int64_t *bytes) {
    IrModule *m = f->module->m;
    for (size_t i = 0; i < all->len; i++) {
        Group *g = all->at[i];
        if (g->values.len < 2) continue;
        BeBuffer *whole = be_buffer_new(
            f, (BeBuffer){.place = BE_ARENA, .bytes = ir_dim_scale(m, g->unit, bytes[i])});
        *be_life(f, whole) = (BeLife){.first = g->first, .last = g->last, .is_group = true};
        for (size_t k = 0; k < g->values.len; k++) {
            const int64_t at = g->values.at[k].offset;
            be_life(f, g->buffers.at[k])->is_member = true;
            g->buffers.at[k]->same = whole;
            g->buffers.at[k]->at = at ? ir_dim_scale(m, g->unit, at) : NULL;
        }
    }
}

static int64_t example_total(BeFn *f, Sizes *example, Arena *arena) {
    return sizes_slots(example, ARENA_ARRAY(arena, int64_t, (size_t)f->n_arena_slots + 1));
}

/* By slots, and where that is less in an example by groups. */
static void place_run_sizes(BeFn *f) {
    enum { EXAMPLE = 64 };
    Arena *arena = f->module->arena;
    Sizes example;
    int64_t *symbols = ARENA_ARRAY(arena, int64_t, f->entry.len + 1);
    for (size_t i = 0; i < f->entry.len; i++) symbols[i] = EXAMPLE;
    sizes_init(&example, f, symbols, arena);
    place_slots(f, arena, &example);
    if (f->n_arena_slots < 2 || !f->module->target->has_offsets) return;
    const int64_t by_slots = example_total(f, &example, arena);
    Groups all = groups_of(f);
    int64_t *bytes = ARENA_ARRAY(arena, int64_t, all.len + 1), by_groups = 0;
    bool ok = !example.bad;
    for (size_t i = 0; i < all.len && ok; i++) {
        bytes[i] = plan_group(all.at[i], arena);
        int64_t whole = 0;
        ok = bytes[i] >= 0 && mul_i64(bytes[i], sizes_of_dim(&example, all.at[i]->unit), &whole) &&
             add_i64(by_groups, whole, &by_groups);
    }
    if (!ok || by_groups + f->arena_bytes >= by_slots) return;
    join_groups(f, &all, bytes);
    be_flatten(f);
    place_slots(f, arena, &example);
}

/* Each step gets the list of what is freed behind it. */
static void place_frees(BeFn *f) {
    Arena *arena = f->module->arena;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < f->buffers.len; i++) {
            BeBuffer *b = f->buffers.at[i];
            const BeLife *life = life_in(f, b, BE_HEAP);
            if (!life || !life->freed_after) continue;
            BeStep *s = life->freed_after->step;
            if (pass == 0) {
                s->n_frees++;
                continue;
            }
            if (!s->frees) {
                s->frees = ARENA_ARRAY(arena, BeBuffer *, (size_t)s->n_frees + 1);
                s->n_frees = 0;
            }
            s->frees[s->n_frees++] = b;
        }
    }
}

void be_number(BeFn *f) {
    Arena *arena = f->module->arena;
    Lives lives = {.f = f, .arena = arena};
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeLife *life = be_life(f, f->buffers.at[i]);
        *life = (BeLife){.first = 1, .donor = life->donor};
    }
    lives.level_of = ARENA_ARRAY(arena, uint32_t, (size_t)f->n_regions + 1);
    number(&lives, &f->steps, 0);
    f->n_steps = lives.now;
}

void be_plan(BeFn *f) {
    Arena *arena = f->module->arena;
    be_flatten(f);
    if (f->donated.len) be_order_donated(f);
    be_overlap(f);
    be_share(f);
    be_flatten(f);
    be_number(f);
    if (!place_constant(f, arena)) return;
    place_run_sizes(f);
    place_heap(f, arena);
    place_frees(f);
    if (f->has_arena && f->arena_bytes == 0) f->arena_bytes = PLAN_ALIGN;
}
