/* SPDX-License-Identifier: Apache-2.0 */
/* The transport MPI: one source, a plug-in for each MPI that is there (CMakeLists.txt). It knows
 * nothing of Tenon but ranks/transport.h. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "ranks/transport.h"

enum { PIECE = 1 << 30, SPINS = 2000, PAUSE_NS = 50000 };

typedef struct {
    RanksTransport transport; /* first */
    MPI_Comm comm;
    MPI_Request *requests;
    MPI_Status *statuses;
    uint32_t *peers; /* of each request */
    int n_room;
    RanksResize *resize;
} World;

static bool failed(World *self, const char *what, int code) {
    char text[MPI_MAX_ERROR_STRING];
    int n = 0;
    if (MPI_Error_string(code, text, &n) != MPI_SUCCESS) n = 0;
    text[n] = 0;
    snprintf(self->transport.failure, RANKS_TEXT, "%s: %.200s", what, text);
    return false;
}

static int64_t pieces(int64_t bytes) { return (bytes + PIECE - 1) / PIECE; }

static void drop_room(World *self) {
    const size_t n = (size_t)self->n_room;
    self->resize(self->requests, n * sizeof *self->requests, 0);
    self->resize(self->statuses, n * sizeof *self->statuses, 0);
    self->resize(self->peers, n * sizeof *self->peers, 0);
    self->requests = NULL;
    self->statuses = NULL;
    self->peers = NULL;
    self->n_room = 0;
}

static bool make_room(World *self, const RanksPart *parts, uint32_t n) {
    int64_t want = 0;
    for (uint32_t i = 0; i < n; i++) want += pieces(parts[i].out_bytes) + pieces(parts[i].in_bytes);
    if (want <= self->n_room) return true;
    drop_room(self);
    const size_t n_all = want > INT32_MAX ? 0 : (size_t)want;
    self->n_room = (int)n_all;
    self->requests = self->resize(NULL, 0, n_all * sizeof *self->requests);
    self->statuses = self->resize(NULL, 0, n_all * sizeof *self->statuses);
    self->peers = self->resize(NULL, 0, n_all * sizeof *self->peers);
    if (!self->requests || !self->statuses || !self->peers) drop_room(self);
    if (!self->n_room) snprintf(self->transport.failure, RANKS_TEXT, "out of memory");
    return self->n_room > 0;
}

/* Posts what is received, or what is sent, in pieces. */
static bool post(World *self, const RanksPart *p, bool is_in, int *count) {
    const int64_t bytes = is_in ? p->in_bytes : p->out_bytes;
    for (int64_t at = 0; at < bytes; at += PIECE) {
        const int some = (int)(bytes - at < PIECE ? bytes - at : PIECE);
        MPI_Request *request = &self->requests[*count];
        const int code = is_in ? MPI_Irecv((char *)p->in + at, some, MPI_BYTE, (int)p->rank, 0,
                                           self->comm, request)
                               : MPI_Isend((const char *)p->out + at, some, MPI_BYTE, (int)p->rank,
                                           0, self->comm, request);
        if (code != MPI_SUCCESS) return failed(self, is_in ? "MPI_Irecv" : "MPI_Isend", code);
        self->peers[(*count)++] = p->rank;
    }
    return true;
}

static bool late(World *self, int n) {
    uint32_t peer = 0;
    for (int i = n; i-- > 0;) {
        if (self->requests[i] != MPI_REQUEST_NULL) peer = self->peers[i];
    }
    snprintf(self->transport.failure, RANKS_TEXT, "rank %u has not come within %g s", peer,
             (double)self->transport.timeout / 1e9);
    return false;
}

/* MPI makes progress while it is asked. Who waits for long leaves the processor to others. */
static bool complete(World *self, int n) {
    const int64_t end =
        self->transport.timeout ? clock_now_ns() + self->transport.timeout : INT64_MAX;
    const struct timespec pause = {0, PAUSE_NS};
    for (int spins = 0;; spins++) {
        int done = 0, index = 0;
        int code = MPI_Testall(n, self->requests, &done, self->statuses);
        if (code != MPI_SUCCESS) return failed(self, "MPI_Testall", code);
        if (done) return true;
        if (spins < SPINS) continue;
        if (clock_now_ns() >= end) {
            /* those that are done are not those that are late */
            int is_one = 0;
            do {
                code = MPI_Testany(n, self->requests, &index, &is_one, self->statuses);
            } while (code == MPI_SUCCESS && is_one && index != MPI_UNDEFINED);
            return late(self, n);
        }
        nanosleep(&pause, NULL);
    }
}

static bool exchange(RanksTransport *transport, const RanksPart *parts, uint32_t n) {
    World *self = (World *)(void *)transport;
    int count = 0;
    if (!make_room(self, parts, n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!post(self, &parts[i], true, &count)) return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!post(self, &parts[i], false, &count)) return false;
    }
    return complete(self, count);
}

static void stop(RanksTransport *transport) {
    fflush(NULL);
    MPI_Abort(((World *)(void *)transport)->comm, 1);
}

static void close_world(RanksTransport *transport) {
    World *self = (World *)(void *)transport;
    int is_over = 0;
    drop_room(self);
    if (MPI_Finalized(&is_over) == MPI_SUCCESS && !is_over) {
        MPI_Comm_free(&self->comm);
        MPI_Finalize();
    }
    self->resize(self, sizeof *self, 0);
}

static RanksTransport *open_world(int64_t timeout, RanksResize *resize, char *why) {
    int is_open = 0, given = 0, rank = 0, size = 0;
    if (MPI_Initialized(&is_open) != MPI_SUCCESS ||
        (!is_open && MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS)) {
        snprintf(why, RANKS_TEXT, "MPI_Init_thread fails");
        return NULL;
    }
    World *self = resize(NULL, 0, sizeof *self);
    if (self) *self = (World){.resize = resize};
    if (!self || MPI_Comm_dup(MPI_COMM_WORLD, &self->comm) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(self->comm, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_rank(self->comm, &rank) != MPI_SUCCESS ||
        MPI_Comm_size(self->comm, &size) != MPI_SUCCESS) {
        snprintf(why, RANKS_TEXT, "MPI tells nothing of its ranks, or there is no memory");
        if (self) resize(self, sizeof *self, 0);
        return NULL;
    }
    self->transport = (RanksTransport){.rank = (uint32_t)rank,
                                       .size = (uint32_t)size,
                                       .timeout = timeout,
                                       .exchange = exchange,
                                       .stop = stop,
                                       .close = close_world};
    return &self->transport;
}

__attribute__((visibility("default"))) const RanksPlugin tenon_ranks_plugin;
__attribute__((visibility("default")))
const RanksPlugin tenon_ranks_plugin = {RANKS_PLUGIN, open_world};
