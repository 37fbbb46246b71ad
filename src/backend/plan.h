/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for values that live for a part of a program only: positions count its steps, a value
 * lives from the first to the last of its positions, both included. Two values that live at once
 * get no byte in common.
 *
 * Of constant sizes, values get offsets in one arena. Two ways are tried and the smaller arena
 * taken: by falling size, each in the smallest gap that is free for as long as it lives; and by
 * time, as an allocator would. The first looks at pairs that live at once, so it is left out where
 * these are many.
 *
 * Of sizes that a run knows, values share slots: those of equal key first, as no slot then grows;
 * else the free slot that seems to fit best, by what the sizes are in an example. */
#ifndef TENON_BACKEND_PLAN_H
#define TENON_BACKEND_PLAN_H

#include "base/arena.h"

enum { PLAN_ALIGN = 64 };

typedef struct {
    uint32_t first, last;
    int64_t bytes;  /* 0 or more */
    int64_t offset; /* result: a multiple of PLAN_ALIGN */
} PlanValue;

typedef struct {
    int64_t bytes; /* of the arena; -1: the sizes' sum overflows, and nothing is placed */
    int64_t
        /* no arena can be smaller: the most that lives at once, each size rounded up to
         * PLAN_ALIGN */
        bound;
} PlanArena;

/* O(n log n). Throws STATUS_MEMORY. */
PlanArena plan_offsets(PlanValue *values, size_t n, Arena *scratch);

typedef struct {
    uint32_t first, last;
    const void *key; /* equal keys: equal sizes */
    int64_t example; /* a size that it may have */
    uint32_t slot;   /* result */
} PlanShared;

/* How many slots there are. O(n log n). */
uint32_t plan_slots(PlanShared *values, size_t n, Arena *scratch);

#endif
