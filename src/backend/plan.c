/* SPDX-License-Identifier: Apache-2.0 */
/* Offsets and slots. By size: Pisarchyk and Lee, "Efficient memory management for deep neural net
 * inference" (2020), with the pairs that live at once found by one sweep. By time: two-level bins
 * of free blocks as in Masmano et al., "TLSF" (2004), with the blocks in a list by address, so that
 * neighbours merge. */
#include "backend/plan.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"

enum { PAIRS_PER_VALUE = 64 };

static int64_t round_up(int64_t bytes) {
    return (bytes + (PLAN_ALIGN - 1)) & ~(int64_t)(PLAN_ALIGN - 1);
}

/* Orders. Each entry carries its key, as qsort takes no argument. */
typedef struct {
    int64_t key;
    uint32_t at;
} Ordered;

static int by_key(const void *a, const void *b) {
    const Ordered *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

typedef struct {
    PlanValue *values;
    size_t n;
    Arena *scratch;
    uint32_t *by_first, *by_last; /* values with bytes, in these orders */
    size_t used;
} Planner;

static uint32_t *order(Planner *p, bool last) {
    Ordered *list = ARENA_ARRAY(p->scratch, Ordered, p->n + 1);
    size_t used = 0;
    for (size_t i = 0; i < p->n; i++) {
        const PlanValue *v = &p->values[i];
        if (v->bytes) list[used++] = (Ordered){last ? v->last : v->first, (uint32_t)i};
    }
    qsort(list, used, sizeof *list, by_key);
    uint32_t *out = ARENA_ARRAY(p->scratch, uint32_t, used + 1);
    for (size_t i = 0; i < used; i++) out[i] = list[i].at;
    p->used = used;
    return out;
}

/* What lives at once: the bound, and how many pairs there are. False when the sizes' sum
 * overflows. */
static bool measure(Planner *p, int64_t *bound, uint64_t *pairs) {
    int64_t live = 0, sum = 0;
    size_t ended = 0;
    *bound = 0;
    *pairs = 0;
    for (size_t i = 0; i < p->used; i++) {
        const PlanValue *v = &p->values[p->by_first[i]];
        while (p->values[p->by_last[ended]].last < v->first)
            live -= round_up(p->values[p->by_last[ended++]].bytes);
        if (v->bytes > INT64_MAX - PLAN_ALIGN || !add_i64(sum, round_up(v->bytes), &sum))
            return false;
        live += round_up(v->bytes);
        if (live > *bound) *bound = live;
        *pairs += i - ended;
    }
    return true;
}

/* By size */

typedef struct {
    uint32_t *from; /* n + 1 positions in `at`, by value */
    uint32_t *at;   /* values that live at once with it */
} Pairs;

static Pairs find_pairs(Planner *p, uint64_t n_pairs) {
    Pairs pairs = {.from = ARENA_ARRAY(p->scratch, uint32_t, p->n + 2),
                   .at = ARENA_ARRAY(p->scratch, uint32_t, 2 * (size_t)n_pairs + 1)};
    uint32_t *active = ARENA_ARRAY(p->scratch, uint32_t, p->used + 1);
    /* Twice: counts, then places. */
    for (int pass = 0; pass < 2; pass++) {
        size_t live = 0;
        for (size_t i = 0; i < p->used; i++) {
            const uint32_t at = p->by_first[i];
            size_t kept = 0;
            for (size_t k = 0; k < live; k++) {
                const uint32_t other = active[k];
                if (p->values[other].last < p->values[at].first) continue;
                active[kept++] = other;
                if (pass == 0) {
                    pairs.from[at + 1]++;
                    pairs.from[other + 1]++;
                } else {
                    pairs.at[pairs.from[at]++] = other;
                    pairs.at[pairs.from[other]++] = at;
                }
            }
            active[kept++] = at;
            live = kept;
        }
        if (pass == 0) {
            for (size_t i = 0; i < p->n; i++) pairs.from[i + 1] += pairs.from[i];
        } else { /* each `from` has become the next one's */
            memmove(pairs.from + 1, pairs.from, p->n * sizeof *pairs.from);
            pairs.from[0] = 0;
        }
    }
    return pairs;
}

/* The smallest gap between the placed neighbours that holds the value; else behind them. */
static int64_t best_gap(const Planner *p, const int64_t *offsets, const Pairs *pairs, uint32_t at,
                        Ordered *near) {
    size_t n = 0;
    for (uint32_t k = pairs->from[at]; k < pairs->from[at + 1]; k++) {
        const uint32_t other = pairs->at[k];
        if (offsets[other] >= 0) near[n++] = (Ordered){offsets[other], other};
    }
    qsort(near, n, sizeof *near, by_key);
    const int64_t want = round_up(p->values[at].bytes);
    int64_t best = -1, best_size = INT64_MAX, end = 0;
    for (size_t k = 0; k < n; k++) {
        const int64_t gap = near[k].key - end;
        if (gap >= want && gap < best_size) best = end, best_size = gap;
        const int64_t behind = near[k].key + round_up(p->values[near[k].at].bytes);
        if (behind > end) end = behind;
    }
    return best >= 0 ? best : end;
}

static int64_t place_by_size(Planner *p, uint64_t n_pairs, int64_t *offsets) {
    const Pairs pairs = find_pairs(p, n_pairs);
    Ordered *by_size = ARENA_ARRAY(p->scratch, Ordered, p->used + 1);
    Ordered *near = ARENA_ARRAY(p->scratch, Ordered, p->used + 1);
    for (size_t i = 0; i < p->used; i++)
        by_size[i] = (Ordered){-p->values[p->by_first[i]].bytes, p->by_first[i]};
    qsort(by_size, p->used, sizeof *by_size, by_key);
    int64_t total = 0;
    for (size_t i = 0; i < p->n; i++) offsets[i] = -1;
    for (size_t i = 0; i < p->used; i++) {
        const uint32_t at = by_size[i].at;
        offsets[at] = best_gap(p, offsets, &pairs, at, near);
        const int64_t end = offsets[at] + round_up(p->values[at].bytes);
        if (end > total) total = end;
    }
    return total;
}

/* By time */

typedef struct Block Block;
struct Block {
    int64_t offset, bytes;
    bool is_free;
    Block *below, *above;   /* by address */
    Block *previous, *next; /* in a bin */
};

enum { BIN_STEPS = 8, BINS = 64 * BIN_STEPS };

typedef struct {
    Arena *scratch;
    Block *bins[BINS];
    Block *top; /* the block with the highest address */
    Block *spare;
} Heap;

/* Bins rise with the size; a bin holds sizes within an eighth of each other. */
static unsigned bin_of(int64_t bytes) {
    const uint64_t units = (uint64_t)bytes / PLAN_ALIGN;
    unsigned log = 63 - (unsigned)__builtin_clzll(units);
    const unsigned step =
        log >= 3 ? (unsigned)(units >> (log - 3)) & 7 : (unsigned)(units << (3 - log)) & 7;
    return log * BIN_STEPS + step;
}

static void bin_add(Heap *h, Block *b) {
    Block **bin = &h->bins[bin_of(b->bytes)];
    b->is_free = true;
    b->previous = NULL;
    b->next = *bin;
    if (*bin) (*bin)->previous = b;
    *bin = b;
}

static void bin_remove(Heap *h, Block *b) {
    if (b->previous) {
        b->previous->next = b->next;
    } else {
        h->bins[bin_of(b->bytes)] = b->next;
    }
    if (b->next) b->next->previous = b->previous;
    b->is_free = false;
}

static Block *block_new(Heap *h, int64_t offset, int64_t bytes, Block *below) {
    Block *b = h->spare;
    if (b) {
        h->spare = b->next;
    } else {
        b = ARENA_NEW(h->scratch, Block);
    }
    *b = (Block){
        .offset = offset, .bytes = bytes, .below = below, .above = below ? below->above : NULL};
    if (b->above) b->above->below = b;
    if (below) below->above = b;
    if (!b->above) h->top = b;
    return b;
}

/* Into the block below, which stays. */
static void merge(Heap *h, Block *below, Block *b) {
    below->bytes += b->bytes;
    below->above = b->above;
    if (b->above) {
        b->above->below = below;
    } else {
        h->top = below;
    }
    b->next = h->spare;
    h->spare = b;
}

enum { LOOKS = 16 }; /* blocks of the first bin, which may be too small */

static Block *find_block(Heap *h, int64_t want) {
    const unsigned first = bin_of(want);
    Block *best = NULL;
    int looks = 0;
    for (Block *b = h->bins[first]; b && looks < LOOKS; b = b->next, looks++) {
        if (b->bytes >= want && (!best || b->bytes < best->bytes)) best = b;
    }
    for (unsigned bin = first + 1; !best && bin < BINS; bin++) best = h->bins[bin];
    return best;
}

static Block *heap_take(Heap *h, int64_t want, int64_t *total) {
    Block *b = find_block(h, want);
    if (b) {
        bin_remove(h, b);
    } else if (h->top && h->top->is_free) {
        b = h->top;
        bin_remove(h, b);
        *total += want - b->bytes;
        b->bytes = want;
    } else {
        b = block_new(h, *total, want, h->top);
        *total += want;
    }
    if (b->bytes > want) {
        Block *rest = block_new(h, b->offset + want, b->bytes - want, b);
        b->bytes = want;
        bin_add(h, rest);
    }
    return b;
}

static void heap_give(Heap *h, Block *b) {
    if (b->above && b->above->is_free) {
        bin_remove(h, b->above);
        merge(h, b, b->above);
    }
    if (b->below && b->below->is_free) {
        Block *below = b->below;
        bin_remove(h, below);
        merge(h, below, b);
        b = below;
    }
    bin_add(h, b);
}

static int64_t place_by_time(Planner *p, int64_t *offsets) {
    Heap *h = ARENA_NEW(p->scratch, Heap);
    h->scratch = p->scratch;
    Block **blocks = ARENA_ARRAY(p->scratch, Block *, p->n + 1);
    int64_t total = 0;
    size_t ended = 0;
    for (size_t i = 0; i < p->used; i++) {
        const uint32_t at = p->by_first[i];
        while (p->values[p->by_last[ended]].last < p->values[at].first)
            heap_give(h, blocks[p->by_last[ended++]]);
        blocks[at] = heap_take(h, round_up(p->values[at].bytes), &total);
        offsets[at] = blocks[at]->offset;
    }
    return total;
}

PlanArena plan_offsets(PlanValue *values, size_t n, Arena *scratch) {
    const ArenaMark mark = arena_mark(scratch);
    Planner p = {.values = values, .n = n, .scratch = scratch};
    p.by_first = order(&p, false);
    p.by_last = order(&p, true);
    PlanArena out = {.bytes = -1};
    uint64_t pairs;
    if (measure(&p, &out.bound, &pairs)) {
        int64_t *offsets = ARENA_ARRAY(scratch, int64_t, n + 1);
        out.bytes = place_by_time(&p, offsets);
        for (size_t i = 0; i < n; i++) values[i].offset = offsets[i];
        if (out.bytes > out.bound && pairs <= (uint64_t)n * PAIRS_PER_VALUE) {
            const int64_t bytes = place_by_size(&p, pairs, offsets);
            if (bytes < out.bytes) {
                out.bytes = bytes;
                for (size_t i = 0; i < n; i++) values[i].offset = values[i].bytes ? offsets[i] : 0;
            }
        }
    } else {
        out.bound = -1;
    }
    arena_rewind(scratch, mark);
    return out;
}

/* Slots */

/* A slot that is free, on two stacks: that of its last key, and that of all. */
typedef struct {
    uint32_t slot;
    uint32_t turn; /* how often it was taken by then: an entry of an earlier turn is stale */
} FreeSlot;

typedef struct {
    const void *key;
    VEC(FreeSlot) free;
} KeySlots;

static KeySlots *key_slots(Map *keys, const void *key) {
    const uint64_t hash = hash_ptr(0, key);
    for (MapIter it = map_find(keys, hash); map_next(keys, &it);) {
        KeySlots *k = it.value;
        if (k->key == key) return k;
    }
    KeySlots *k = ARENA_NEW(keys->arena, KeySlots);
    k->key = key;
    map_add(keys, hash, k);
    return k;
}

typedef VEC(FreeSlot) FreeSlots;

/* Of the last ones that became free: the smallest that is large enough, else the largest.
 * UINT32_MAX: none is free. */
static uint32_t take_near(FreeSlots *free, const uint32_t *turns, const int64_t *examples,
                          int64_t example) {
    enum { NEAR = 16 };
    size_t best = SIZE_MAX;
    for (size_t i = free->len, looks = 0; i-- > 0 && looks < NEAR;) {
        const FreeSlot e = free->at[i];
        if (turns[e.slot] != e.turn) { /* stale: the last one takes its place */
            free->at[i] = free->at[--free->len];
            if (best == free->len) best = i;
            continue;
        }
        looks++;
        const int64_t size = examples[e.slot],
                      least = best == SIZE_MAX ? 0 : examples[free->at[best].slot];
        const bool better =
            size >= example ? least < example || size < least : least < example && size > least;
        if (best == SIZE_MAX || better) best = i;
    }
    if (best == SIZE_MAX) return UINT32_MAX;
    const uint32_t slot = free->at[best].slot;
    free->at[best] = free->at[--free->len];
    return slot;
}

uint32_t plan_slots(PlanShared *values, size_t n, Arena *scratch) {
    const ArenaMark mark = arena_mark(scratch);
    Ordered *first = ARENA_ARRAY(scratch, Ordered, n + 1),
            *last = ARENA_ARRAY(scratch, Ordered, n + 1);
    for (size_t i = 0; i < n; i++) {
        first[i] = (Ordered){values[i].first, (uint32_t)i};
        last[i] = (Ordered){values[i].last, (uint32_t)i};
    }
    qsort(first, n, sizeof *first, by_key);
    qsort(last, n, sizeof *last, by_key);
    Map keys;
    map_init(&keys, scratch);
    FreeSlots free = {.at = NULL};
    uint32_t *turns = ARENA_ARRAY(scratch, uint32_t, n + 1);
    int64_t *examples = ARENA_ARRAY(scratch, int64_t, n + 1); /* the largest of a slot */
    uint32_t slots = 0;
    size_t ended = 0;
    for (size_t i = 0; i < n; i++) {
        PlanShared *v = &values[first[i].at];
        for (; values[last[ended].at].last < v->first; ended++) {
            const PlanShared *old = &values[last[ended].at];
            const FreeSlot entry = {old->slot, turns[old->slot]};
            KeySlots *k = key_slots(&keys, old->key);
            vec_push(scratch, &k->free, entry);
            vec_push(scratch, &free, entry);
        }
        v->slot = UINT32_MAX;
        KeySlots *same = key_slots(&keys, v->key);
        while (same->free.len && v->slot == UINT32_MAX) {
            const FreeSlot e = same->free.at[--same->free.len];
            if (turns[e.slot] == e.turn) v->slot = e.slot;
        }
        if (v->slot == UINT32_MAX) v->slot = take_near(&free, turns, examples, v->example);
        if (v->slot == UINT32_MAX) v->slot = slots++;
        if (v->example > examples[v->slot]) examples[v->slot] = v->example;
        turns[v->slot]++;
    }
    arena_rewind(scratch, mark);
    return slots;
}
