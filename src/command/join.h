/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs as one of many ranks, which a launcher of MPI started, or which are threads. */
#ifndef TENON_COMMAND_JOIN_H
#define TENON_COMMAND_JOIN_H

#include "command/command.h"

enum { KEY_TRANSPORT = KEY_OWN + 900, KEY_RANK_TIMEOUT };
enum { JOIN_TIMEOUT = 300 }; /* seconds, where none is given */

/* clang-format off */
#define JOIN_ARGS \
    {"transport", KEY_TRANSPORT, "T", 0, \
     "how ranks that mpirun started reach each other: mpi, openmpi or mpich; none: each is alone (default: mpi where there are such)", 0}, \
    {"rank-timeout", KEY_RANK_TIMEOUT, "SECONDS", 0, \
     "a rank that does not come to a collective for so long ends all (default: 300)", 0}
/* clang-format on */

typedef struct {
    const char *transport;  /* NULL: what the launcher says */
    double timeout;         /* 0: the default */
    unsigned rank, size;    /* of join_ranks; of threads they stand before */
    TnRankThreads *threads; /* of this process; NULL: others are processes, or there are none */
    char *first;            /* of threads, behind their end: the first error's text, or NULL */
} Join;

/* A rank that is a thread. */
typedef struct {
    Join *join;
    void *user;
    int (*work)(void *user);
    int status; /* what work gave */
} JoinThread;

/* What a process has once is another rank's: standard output, progress, signals. */
static inline bool join_follows(const Join *self) { return self->threads && self->rank; }
/* Runs all[rank].work(all[rank].user) for each, rank 0 in this thread. The exit status. What other
 * ranks have to say that rank 0 did not comes last. */
/* Threads of one of n ranks: as many as are asked for, else (0) its share of the processors. */
int64_t join_share(unsigned n, int64_t asked);
int join_threads(JoinThread *all, unsigned n, double timeout);
/* A session of a rank's own; false after a report. join_finish is due in any case, once join_end
 * has been called, and gives the exit status. */
bool join_begin(Join *self, Session *session, const Args *args);
int join_finish(Join *self, Session *session);

/* Of KEY_TRANSPORT and KEY_RANK_TIMEOUT. */
error_t join_key(Join *self, int key, char *arg, struct argp_state *state);
/* Joins the ranks that the launcher started, if it did. All but rank 0 are quiet then, and their
 * standard output goes nowhere. False after a report. */
bool join_ranks(Join *self, Session *session, Args *args, const char *verb);
/* Before the session ends: where this rank failed, all end. */
void join_end(Session *session);
/* Whether an input of that name is for this rank: x_rank1 is rank 1's x, and loses the ending. */
bool join_own_input(const Join *self, char *name);

#endif
