/* SPDX-License-Identifier: Apache-2.0 */
/* What compiled code and the runtime know of each other. Both sides are bound to this layout: code
 * is cached on disk, so a change here changes RT_ABI.
 *
 *     int32_t kernel(RtEnv *env, buffers..., int64_t sizes..., void *work)
 *
 * A kernel is a loop function: its buffers in order, row-major; its sizes in order; memory that it
 * works in, where it needs any. It returns 0 or the number of a message. */
#ifndef TENON_RUNTIME_ABI_H
#define TENON_RUNTIME_ABI_H

#include <stdint.h>

enum { RT_ABI = 5, RT_MAX_RANK = 32 };

/* Messages that every program has. */
enum { RT_OUT_OF_MEMORY = 1, RT_OVERFLOW, RT_TOO_DEEP, RT_MISSING, RT_CANCELLED };

/* A collective failed: no program has this number (runtime/executable.h). */
enum { RT_RANKS = -8 };

typedef struct RtEnv RtEnv;
typedef struct Ranks Ranks;

/* Iterations begin to end - 1 of a parallel loop; thread: below RtEnv.threads. 0, or the number of
 * a message. */
typedef int32_t RtRange(RtEnv *env, void *closure, int64_t begin, int64_t end, int64_t thread);

/* What a library runs: a primitive with its packed weights. buffers: inputs, then outputs. */
typedef struct {
    int32_t (*run)(void *self, RtEnv *env, void *const *buffers);
    void *self;
} RtLibrary;

/* Of one run; nothing in it changes while it lasts. */
struct RtEnv {
    const void *const *constants; /* by the number that the compiler gave them */
    const RtLibrary *libraries;   /* by the number of the call */
    const int32_t *cancel;        /* not 0: end before the next kernel; NULL: never asked */
    char *scratch;                /* of libraries; one works at a time */
    void *profile;                /* NULL: none is kept */
    int64_t threads;              /* 1 or more */
    /* in nanoseconds of CLOCK_MONOTONIC: as if it were cancelled then; NULL: never */
    const int64_t *deadline;
    Ranks *ranks;   /* of which the run is one; NULL: it is alone */
    int64_t pieces; /* that loops are divided into at most, whatever `threads` is */
};

/* Of an entry. dims beyond the rank are not read. */
typedef struct {
    void *data;
    int64_t dims[RT_MAX_RANK];
} RtTensor;

/* Runs range over [0, n) in blocks of at least `grain` iterations, by up to env->threads threads;
 * on this one alone where that is too little. Blocks begin and end at pieces that follow from n,
 * grain and env->pieces. The first message by position wins. Allocates nothing, but for threads
 * that it makes (pool.h). */
int32_t rt_parallel(RtEnv *env, int64_t n, int64_t grain, RtRange *range, void *closure);

#endif
