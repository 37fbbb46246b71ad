/* SPDX-License-Identifier: Apache-2.0 */
/* A rank among others: collectives by a transport, and what ranks must agree on.
 *
 * Whoever the transport is, results have the same bits, those of SimulateRanks: sums are in the
 * order of ranks, halves are added in float32 and rounded once, means of integers are taken in 64
 * bits. What is combined is cut in as many pieces as there are ranks, and each combines one. */
#ifndef TENON_RANKS_RANKS_H
#define TENON_RANKS_RANKS_H

#include "ranks/call.h"
#include "ranks/record.h"
#include "ranks/transport.h"

typedef struct Ranks Ranks; /* as in base/ctx.h */

/* The C library's memory, which is shared by threads. */
void *ranks_resize(void *ptr, size_t old_size, size_t new_size);
/* Zeroed; NULL when there is none, or n * size is beyond all memory. */
void *ranks_zeroed(size_t n, size_t size);

/* Takes over the transport, also when it fails. NULL: out of memory. */
Ranks *ranks_new(RanksTransport *transport);
void ranks_free(Ranks *self); /* NULL is allowed */
/* From there on; NULL: nothing is noted. */
void ranks_record(Ranks *self, RanksRecord *record);
/* Goes on with what was started, without waiting: programs do so between their kernels. */
void ranks_progress(Ranks *self);
/* Behind a run: what it has started and not waited for, as it failed, is broken off. */
void ranks_abandon(Ranks *self);
/* For programs; lives as long as the ranks. */
const RanksTable *ranks_table(const Ranks *self);
uint32_t ranks_rank(const Ranks *self);
uint32_t ranks_size(const Ranks *self);
/* Why the last call failed; "" where none did. */
const char *ranks_failure(const Ranks *self);
/* Writes that as the failure; false. */
bool ranks_fail(Ranks *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Of a run that ends for a reason of its own: the other ranks are not to wait for it. */
void ranks_stop(Ranks *self);

/* Whether what all ranks hold alike is compared now and then. */
void ranks_check_replicas(Ranks *self, bool on);
bool ranks_checks_replicas(const Ranks *self);

/* All ranks' bytes, n of each, in their order, until the next exchange; NULL where it failed. */
const void *ranks_collect(Ranks *self, const char *what, const void *bytes, size_t n);
/* Whether all ranks have the same bytes here; *odd: the first rank that differs from rank 0. False
 * where the exchange failed. */
bool ranks_agree(Ranks *self, const char *what, const void *bytes, size_t n, bool *same,
                 uint32_t *odd);
/* From rank 0 to all. */
bool ranks_tell(Ranks *self, const char *what, void *bytes, size_t n);
/* Whether the flag is set for any rank. */
bool ranks_any(Ranks *self, const char *what, bool flag, bool *any);

/* Before the first run of a program in which ranks meet: all of them come to the same collectives
 * (ranks/list.h). False after ranks_fail, on all ranks, which says where two lists differ first. */
bool ranks_agree_list(Ranks *self, const char *list);
/* The list of what runs from here on, for messages; NULL: nothing does. */
void ranks_run_list(Ranks *self, const char *list);

/* What a single process computes, which is rank 0 and stands for others that have the same x: the
 * meaning that collectives have without ranks. False: parts do not fit. */
bool ranks_alone(const RanksWhat *what, const void *x, void *result, const int64_t *dims);

/* The ranks of this rank's group in order, `self`'s place among them. members: of `size` numbers.
 * The number of members; 0: the mesh has another number of ranks. */
uint32_t ranks_group(const RanksWhat *what, uint32_t rank, uint32_t size, uint32_t *members,
                     uint32_t *place);

/* out[i] = xs[0][i], xs[1][i], ... combined, n elements. */
void ranks_combine(const RanksWhat *what, void *out, const void *const *xs, uint32_t n_xs,
                   int64_t n);

/* Transports */

/* Ranks that are threads of this process. */
typedef struct RanksThreads RanksThreads;
typedef struct {
    uint32_t size;
    int64_t timeout;       /* nanoseconds; 0: none */
    int64_t latency;       /* nanoseconds that a message is under way at least */
    double bytes_a_second; /* of what a rank sends; 0: no limit */
} RanksThreadsOptions;

RanksThreads *ranks_threads_new(const RanksThreadsOptions *options); /* NULL: out of memory */
/* What a rank has received, and how the link was used for it: nanoseconds that messages were on
 * their way, and those of them in which the rank did not rest for them. */
typedef struct {
    uint64_t messages;
    int64_t bytes, way, hidden;
} RanksThreadsUse;

RanksThreadsUse ranks_threads_use(RanksThreads *self, uint32_t rank);
/* What ranks do that join from there on is noted. False: out of memory. */
bool ranks_threads_record(RanksThreads *self);
/* By rank; NULL where nothing is noted. */
RanksRecord *ranks_threads_records(RanksThreads *self);
/* Rank `rank` of these, which must outlive it. */
RanksTransport *ranks_threads_transport(RanksThreads *self, uint32_t rank);
void ranks_threads_free(RanksThreads *self);

/* By MPI: name is "openmpi", "mpich", or "mpi", that of the launcher which started this process.
 * folder: where plug-ins lie; NULL: beside the program. NULL after a text. */
RanksTransport *ranks_plugin_open(const char *name, const char *folder, int64_t timeout,
                                  char why[RANKS_TEXT]);
/* How many processes a launcher of MPI has started, this one among them; 0: none has. */
uint32_t ranks_launched(void);

#endif
