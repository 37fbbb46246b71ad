/* SPDX-License-Identifier: Apache-2.0 */
/* What compiled programs call (support.def). Sums and products that pass 64 bits, and divisions by
 * 0, set *bad. */
#ifndef TENON_RUNTIME_SUPPORT_H
#define TENON_RUNTIME_SUPPORT_H

#include <stdatomic.h>

#include "ranks/call.h"
#include "runtime/abi.h"

int64_t rt_add(int64_t *bad, int64_t a, int64_t b);
int64_t rt_mul(int64_t *bad, int64_t a, int64_t b);
int64_t rt_floordiv(int64_t *bad, int64_t a, int64_t b);
/* Up to a multiple of 64; 0 for what is negative. */
int64_t rt_round(int64_t *bad, int64_t bytes);
/* Of a tensor with elements of `size` bytes. */
int64_t rt_bytes(int64_t *bad, const int64_t *dims, int64_t ndim, int64_t size);
/* Memory of one byte or more, aligned to 64; NULL when there is none. Safe from any thread. */
void *rt_heap(int64_t bytes);
void rt_free(void *ptr); /* NULL is allowed */
void rt_free_all(void *const *list, int64_t n);
void rt_copy(void *to, const void *from, int64_t bytes);
/* Is the run to end? 0, or RT_CANCELLED. Asked between kernels. */
int32_t rt_poll(RtEnv *env);
/* A collective, as RanksTable.call: of the run's ranks, or of this process alone. 0, or
 * RT_RANKS. */
int32_t rt_collective(RtEnv *env, const RanksWhat *what, const char *name, const void *x,
                      void *result, const int64_t *dims);
/* The same as RanksTable.start and RanksTable.wait. */
int32_t rt_start(RtEnv *env, const RanksWhat *what, const char *name, const void *x, void *result,
                 const int64_t *dims, int64_t key);
int32_t rt_wait(RtEnv *env, int64_t key);
/* A number of the float dtype (of tensor/dtype.h). */
double rt_read_float(int64_t dtype, const void *at);
void rt_write_float(int64_t dtype, void *at, double v);

/* Time that calls take, by the number of their place in the program. */
typedef struct {
    int64_t calls, nanoseconds, start;
    int64_t least, longest;   /* of a call; 0: there was none */
    double operations, bytes; /* of all calls; negative: not known of one */
} RtSite;

enum { RT_UNKNOWN = -1 }; /* operations or bytes */

/* A call of a site, or the part of it that another thread did. */
typedef struct {
    int64_t start, nanoseconds; /* of the clock that sites go by */
    int32_t site, thread;
} RtEvent;

/* env->profile, while a profile is kept. */
typedef struct {
    RtSite *sites;
    RtEvent *events; /* a ring; NULL: none are kept */
    int64_t n_ring;
    atomic_int_least64_t n_events; /* so many there were */
    int64_t site;                  /* that runs now */
} RtProfile;

void rt_profile(RtEnv *env, int64_t site, int64_t is_end);
/* Before a call: what it has to do. */
void rt_work(RtEnv *env, int64_t site, double operations, double bytes);

/* Runs a block of a parallel loop, and notes it: `closure` is an RtNoted. */
typedef struct {
    RtRange *range;
    void *closure;
} RtNoted;

int32_t rt_noted(RtEnv *env, void *closure, int64_t begin, int64_t end, int64_t thread);

/* The functions of support.def and rt_parallel, for linkers. */
typedef struct {
    const char *name;
    void *address;
} RtSymbol;
extern const RtSymbol rt_symbols[];
extern const uint32_t rt_n_symbols;

#endif
