/* SPDX-License-Identifier: Apache-2.0 */
/* A command that a launcher of MPI started many times, mpirun -n 4 tenon run M, or one that is many
 * ranks in threads of its own (join_threads.c). */
#include "command/join.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

error_t join_key(Join *self, int key, char *arg, struct argp_state *state) {
    static const char *const names[] = {"mpi", "openmpi", "mpich", "none"};
    if (key == KEY_TRANSPORT) {
        for (size_t i = 0; i < COUNT_OF(names); i++) {
            if (strcmp(arg, names[i]) == 0) self->transport = names[i];
        }
        if (self->transport) return 0;
        return args_error(state, "--transport takes mpi, openmpi, mpich or none, not '%s'", arg);
    }
    if (key != KEY_RANK_TIMEOUT) return ARGP_ERR_UNKNOWN;
    char *end;
    self->timeout = strtod(arg, &end);
    if (*arg && !*end && self->timeout > 0 && self->timeout < 1e9) return 0;
    return args_error(state, "--rank-timeout takes seconds, more than 0, not '%s'", arg);
}

bool join_ranks(Join *self, Session *session, Args *args, const char *verb) {
    const char *transport = self->transport;
    if (self->threads) {
        if (self->rank) args->quiet = true;
        return session_ok(session, tn_rank_threads_join(session->ctx, self->threads, self->rank),
                          "ranks");
    }
    if (!transport && tn_ranks_launched() > 1) transport = "mpi";
    if (!transport || strcmp(transport, "none") == 0) return true;
    const double timeout = self->timeout > 0 ? self->timeout : JOIN_TIMEOUT;
    if (!session_ok(session, tn_ranks_join(session->ctx, transport, timeout), "ranks"))
        return false;
    const char *version = tn_version();
    self->rank = session->rank = tn_ranks_rank(session->ctx);
    self->size = tn_ranks_size(session->ctx);
    if (!session_ok(session, tn_ranks_agree(session->ctx, "version", version, strlen(version)),
                    "ranks") ||
        !session_ok(session, tn_ranks_agree(session->ctx, "command", verb, strlen(verb)), "ranks"))
        return false;
    if (!self->rank) return true;
    args->quiet = true;
    progress_begin("", true);
    /* the descriptor: the stream may be another one's (colours) */
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const bool ok = nowhere >= 0 && fflush(stdout) == 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
    if (nowhere >= 0) close(nowhere);
    if (ok) return true;
    session_error(session, EXIT_IO, NULL, "'/dev/null' cannot be written to");
    return false;
}

void join_end(Session *session) {
    if (tn_ranks_size(session->ctx) < 2) return;
    if (session->rank && session->status == EXIT_DIFFER)
        fprintf(stderr, "rank %u: values differ\n", session->rank);
    if (session->status == EXIT_OK || session->status == EXIT_DIFFER) return;
    /* rank 0 has the first word, where all fail of the same */
    const struct timespec pause = {0, 300000000};
    if (session->rank) nanosleep(&pause, NULL);
    tn_ranks_stop(session->ctx);
}

bool join_own_input(const Join *self, char *name) {
    if (self->size < 2) return true;
    char *rank = strstr(name, "_rank"), *end;
    if (!rank || !isdigit((unsigned char)rank[5])) return true;
    if (strtoul(rank + 5, &end, 10) != self->rank) return false;
    memmove(rank, end, strlen(end) + 1);
    return true;
}
