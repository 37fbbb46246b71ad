/* SPDX-License-Identifier: Apache-2.0 */
/* The threads that runs share: one pool for the process, which starts with the first region that
 * is worth it.
 *
 * A region is work in pieces, 0 to pieces - 1. Their number and borders are the caller's, who
 * derives them from extents and from what code was made for; which thread takes which piece is
 * left open, so nothing that is computed may depend on it. The caller works too: it takes whatever
 * no other thread has begun, so a region ends even if no worker comes.
 *
 * - An idle worker looks for work for RT_SPIN_US (the environment's TENON_SPIN_US, when the pool
 *   starts; behind the last run that goes on, RT_SPIN_AFTER_US at most), then it sleeps.
 * - No thread can be made: the caller does all. After fork() the child has no workers, and makes
 *   its own.
 * - Workers take no signals, and have the caller's floating-point environment.
 * - No region has more than `threads` threads. A worker does not come where callers and workers
 *   are that many already.
 * - Within a piece another region is done by that thread alone.
 *
 * Thread rule: everything here may be called from any thread. */
#ifndef TENON_RUNTIME_POOL_H
#define TENON_RUNTIME_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    RT_POOL_THREADS = 256, /* the caller and workers; what asks for more gets these */
    RT_POOL_PIECES =
        4, /* for each thread that code is made for: what one must not wait for is small */
    RT_SPIN_US = 50,
    RT_SPIN_AFTER_US = 5,
};

/* Pieces first to end - 1, in order. slot: below the region's threads; no other thread has it at
 * that time. 0, or what went wrong. */
typedef int32_t RtPoolWork(void *closure, int64_t first, int64_t end, int64_t slot);

typedef struct {
    RtPoolWork *work;
    void *closure;
    int64_t pieces;
    int64_t threads; /* at most */
    int64_t weight;  /* all of it, in RT_WEIGHT_US; sleepers are not woken for little */
    bool meets;      /* pieces may wait for each other: each gets a thread; threads == pieces */
} RtPoolRegion;

enum { RT_WEIGHT_US = 5, RT_POOL_NO_THREADS = INT32_MIN };

/* Does all pieces. 0, or what went wrong in the lowest piece of those where something did.
 * RT_POOL_NO_THREADS: pieces that meet have too few threads; nothing was done. Requests no memory
 * but for threads that it makes. */
int32_t rt_pool_run(const RtPoolRegion *region);

/* Makes workers, so that regions of that many threads can have them. How many threads a region can
 * have then. */
int64_t rt_pool_reserve(int64_t threads);

/* Around a run of several regions: workers wait for the next one. */
void rt_pool_enter(void);
void rt_pool_leave(void);

/* Returns when the word is `until`. It looks for the time of an idle worker, then sleeps; who
 * stores the value calls rt_pool_wake. */
void rt_pool_wait(atomic_uint *word, unsigned until);
void rt_pool_wake(atomic_uint *word);

/* For tests: how many workers there are, how many sleep. */
typedef struct {
    unsigned workers, sleeping;
} RtPoolCounts;
RtPoolCounts rt_pool_counts(void);

#endif
