/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs as one of many ranks, which a launcher of MPI started. */
#ifndef TENON_COMMAND_JOIN_H
#define TENON_COMMAND_JOIN_H

#include "command/command.h"

enum { KEY_TRANSPORT = KEY_OWN + 900, KEY_RANK_TIMEOUT };

/* clang-format off */
#define JOIN_ARGS \
    {"transport", KEY_TRANSPORT, "T", 0, \
     "how ranks that mpirun started reach each other: mpi, openmpi or mpich; none: each is alone (default: mpi where there are such)", 0}, \
    {"rank-timeout", KEY_RANK_TIMEOUT, "SECONDS", 0, \
     "a rank that does not come to a collective for so long ends all (default: 300)", 0}
/* clang-format on */

typedef struct {
    const char *transport; /* NULL: what the launcher says */
    double timeout;        /* 0: the default */
    unsigned rank, size;   /* of join_ranks */
} Join;

/* Of KEY_TRANSPORT and KEY_RANK_TIMEOUT. */
error_t join_key(Join *self, int key, char *arg, struct argp_state *state);
/* Joins the ranks that the launcher started, if it did. All but rank 0 are quiet then, and their
 * standard output goes nowhere. False after a report. */
bool join_ranks(Join *self, Session *session, Args *args);
/* Before the session ends: where this rank failed, all end. */
void join_end(Session *session);
/* Whether an input of that name is for this rank: x_rank1 is rank 1's x, and loses the ending. */
bool join_own_input(const Join *self, char *name);

#endif
