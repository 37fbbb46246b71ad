/* SPDX-License-Identifier: Apache-2.0 */
/* Lives and places of a function's buffers. Steps are numbered in the order of the text, the branches of an `if` one
 * behind the other: of two branches only one runs, and each ends what it alone needs. Memory in the arena may be taken
 * over as soon as no later step of the text touches the buffer. What the run allocates is given back by the list of
 * steps that allocated it, whichever branches were taken since. */
#include "backend/parts.h"
#include "backend/plan.h"

typedef struct {
    BeStep *step;
    uint32_t region;
} Level;

typedef struct {
    BeFn *f;
    Arena *arena;
    uint32_t now;
    VEC(Level) levels;  /* the lists that are open, outermost first */
    uint32_t *level_of; /* by region */
} Lives;

static void touch(Lives *l, BeBuffer *b) {
    if (!b) return;
    BeBuffer *root = be_root(b);
    if (root->place != BE_ARENA && root->place != BE_HEAP && root->place != BE_OUTPUT) return;
    if (root->first > root->last) root->first = l->now;
    root->last = l->now;
    if (root->place == BE_HEAP) root->freed_after = l->levels.at[l->level_of[root->region]].step;
}

/* Recursion is over branches in branches. */
static void number(Lives *l, BeSteps *list, uint32_t region) {
    Arena *arena = l->arena;
    l->level_of[region] = (uint32_t)l->levels.len;
    vec_push(arena, &l->levels, ((Level){.region = region}));
    for (BeStep *s = list->first; s; s = s->next) {
        ctx_poll(l->f->module->ctx);
        l->levels.at[l->level_of[region]].step = s;
        s->at = ++l->now;
        for (uint32_t i = 0; i < s->n_reads; i++) touch(l, s->reads[i]);
        for (uint32_t i = 0; i < s->n_writes; i++) {
            if (s->kind != BE_STEP_ALLOC || be_root(s->writes[i])->place == BE_HEAP) touch(l, s->writes[i]);
        }
        touch(l, s->work);
        if (s->kind == BE_STEP_IF) {
            number(l, &s->bodies[0], s->regions[0]);
            number(l, &s->bodies[1], s->regions[1]);
            l->now++;
        }
        s->end = l->now;
    }
    l->levels.len--;
}

static bool is_alive(const BeBuffer *b, BePlace place) {
    return !b->same && b->place == place && b->first <= b->last;
}

static bool place_constant(BeFn *f, Arena *arena) {
    VEC(PlanValue) values = {.at = NULL};
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        int64_t bytes;
        if (!is_alive(b, BE_ARENA) || !ir_dim_is_const(b->bytes, &bytes)) continue;
        if (bytes < 1)
            bytes = 1; /* a place of its own all the same: inputs and outputs are apart */
        vec_push(arena, &values, ((PlanValue){.first = b->first, .last = b->last, .bytes = bytes}));
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
        if (!is_alive(b, BE_ARENA) || !ir_dim_is_const(b->bytes, &bytes)) continue;
        b->has_offset = true;
        b->offset = values.at[next++].offset;
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
    vec_push(arena, &f->slot_sizes[slot], bytes);
}

static void place_slots(BeFn *f, Arena *scratch, BePlace place) {
    VEC(PlanShared) values = {.at = NULL};
    for (size_t i = 0; i < f->buffers.len; i++) {
        const BeBuffer *b = f->buffers.at[i];
        if (!is_alive(b, place) || b->has_offset) continue;
        const uint32_t last =
            place == BE_HEAP ? (b->freed_after ? b->freed_after->end : UINT32_MAX) : b->last;
        vec_push(scratch, &values,
                 ((PlanShared){
                     .first = b->first, .last = last, .key = place == BE_HEAP ? NULL : b->bytes}));
    }
    const uint32_t n = plan_slots(values.at, values.len, scratch);
    if (place == BE_HEAP) {
        f->n_heap_slots = n;
    } else {
        f->n_arena_slots = n;
        f->has_arena = f->has_arena || n;
        f->slot_sizes = ARENA_ARRAY(f->module->arena, BeSizes, (size_t)n + 1);
    }
    Map seen;
    map_init(&seen, scratch);
    size_t next = 0;
    for (size_t i = 0; i < f->buffers.len; i++) {
        BeBuffer *b = f->buffers.at[i];
        if (!is_alive(b, place) || b->has_offset) continue;
        b->slot = values.at[next++].slot;
        if (place == BE_ARENA) add_slot_size(f, &seen, b->slot, b->bytes);
    }
}

/* Each step gets the list of what is freed behind it. */
static void place_frees(BeFn *f) {
    Arena *arena = f->module->arena;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < f->buffers.len; i++) {
            BeBuffer *b = f->buffers.at[i];
            if (!is_alive(b, BE_HEAP) || !b->freed_after) continue;
            BeStep *s = (BeStep *)b->freed_after;
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
        f->buffers.at[i]->first = 1;
        f->buffers.at[i]->last = 0;
    }
    lives.level_of = ARENA_ARRAY(arena, uint32_t, (size_t)f->n_regions + 1);
    number(&lives, &f->steps, 0);
    f->n_steps = lives.now;
}

bool be_plan(BeFn *f) {
    Arena *arena = f->module->arena;
    be_flatten(f);
    be_share(f);
    be_flatten(f);
    be_number(f);
    /* What is given to the caller is not freed. */
    for (BeStep *s = f->steps.first; s; s = s->next) {
        if (s->kind == BE_STEP_GIVE) be_root(s->reads[0])->freed_after = NULL;
    }
    if (!place_constant(f, arena)) return false;
    place_slots(f, arena, BE_ARENA);
    place_slots(f, arena, BE_HEAP);
    place_frees(f);
    if (f->has_arena && f->arena_bytes == 0) f->arena_bytes = PLAN_ALIGN;
    return true;
}
