/* SPDX-License-Identifier: Apache-2.0 */
/* The transport MPI: one source, a plug-in for each MPI that is there (CMakeLists.txt). It knows
 * nothing of Tenon but ranks/transport.h. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "ranks/transport.h"

enum { PIECE = 1 << 30, SPINS = 2000, PAUSE_NS = 50000, LOOK = 1 << 10, ABORT_SECONDS = 3 };

typedef struct {
    RanksTransport transport; /* first */
    MPI_Comm comm;
    RanksResize *resize;
    uint32_t mask; /* of marks: the bits that a tag has room for, beside a number */
    RanksExchange *spare;
} World;

/* `n` of each: what is received, then what is sent. All in one block. */
struct RanksExchange {
    MPI_Request *requests;
    MPI_Status *statuses;
    uint32_t *peers; /* of each request */
    int *bytes;
    int n, n_in;
    int tag; /* the number, and the mark's bits above it */
    uint32_t polls;
    size_t room, block; /* block: bytes of all */
};

static bool failed(World *self, const char *what, int code) {
    char text[MPI_MAX_ERROR_STRING];
    int n = 0;
    if (MPI_Error_string(code, text, &n) != MPI_SUCCESS) n = 0;
    text[n] = 0;
    snprintf(self->transport.failure, RANKS_TEXT, "%s: %.200s", what, text);
    return false;
}

static int64_t pieces(int64_t bytes) { return (bytes + PIECE - 1) / PIECE; }

/* The last one that was released is kept for the next one. */
static void release(World *self, RanksExchange *e) {
    if (self->spare) self->resize(self->spare, self->spare->block, 0);
    self->spare = e;
}

/* As many bytes as begin what follows at any type's alignment. */
static size_t rounded(size_t n) { return (n + 15) / 16 * 16; }

static RanksExchange *allocate(World *self, size_t room) {
    const size_t requests = rounded(sizeof(RanksExchange)),
                 statuses = requests + rounded(room * sizeof(MPI_Request)),
                 peers = statuses + rounded(room * sizeof(MPI_Status)),
                 bytes = peers + rounded(room * sizeof(uint32_t)),
                 block = bytes + room * sizeof(int);
    char *at = self->resize(NULL, 0, block);
    RanksExchange *e = (RanksExchange *)(void *)at;
    if (!at) return NULL;
    *e = (RanksExchange){.requests = (MPI_Request *)(void *)(at + requests),
                         .statuses = (MPI_Status *)(void *)(at + statuses),
                         .peers = (uint32_t *)(void *)(at + peers),
                         .bytes = (int *)(void *)(at + bytes),
                         .room = room,
                         .block = block};
    return e;
}

static RanksExchange *make(World *self, const RanksPart *parts, uint32_t n) {
    int64_t want = 1;
    for (uint32_t i = 0; i < n; i++) want += pieces(parts[i].out_bytes) + pieces(parts[i].in_bytes);
    RanksExchange *e = self->spare;
    if (e && (int64_t)e->room >= want) {
        self->spare = NULL;
        e->n = e->n_in = 0;
        e->polls = 0;
        return e;
    }
    e = want > INT32_MAX ? NULL : allocate(self, (size_t)want);
    if (!e) snprintf(self->transport.failure, RANKS_TEXT, "out of memory");
    return e;
}

/* Posts what is received, or what is sent, in pieces, which arrive in order. */
static bool post(World *self, RanksExchange *e, const RanksPart *p, bool is_in) {
    const int64_t bytes = is_in ? p->in_bytes : p->out_bytes;
    const int peer = (int)p->rank, tag = e->tag;
    for (int64_t at = 0; at < bytes; at += PIECE) {
        const int some = (int)(bytes - at < PIECE ? bytes - at : PIECE);
        MPI_Request *request = &e->requests[e->n];
        const int code =
            is_in ? MPI_Irecv((char *)p->in + at, some, MPI_BYTE, peer, tag, self->comm, request)
                  : MPI_Isend((const char *)p->out + at, some, MPI_BYTE, peer, tag, self->comm,
                              request);
        if (code != MPI_SUCCESS) return failed(self, is_in ? "MPI_Irecv" : "MPI_Isend", code);
        e->peers[e->n] = p->rank;
        e->bytes[e->n++] = some;
        e->n_in += is_in;
    }
    return true;
}

static RanksExchange *begin(RanksTransport *transport, const RanksPart *parts, uint32_t n,
                            uint32_t number, uint32_t mark) {
    World *self = (World *)(void *)transport;
    RanksExchange *e = make(self, parts, n);
    if (e) e->tag = (int)(number + (mark & self->mask) * RANKS_NUMBERS);
    for (int k = 0; e && k < 2; k++) {
        for (uint32_t i = 0; i < n; i++) {
            if (!post(self, e, &parts[i], k == 0)) return NULL; /* what is posted stays */
        }
    }
    return e;
}

static RanksState other_bytes(World *self, const RanksExchange *e, int i, const char *found) {
    snprintf(self->transport.failure, RANKS_TEXT,
             "rank %u sends %s bytes, %d are expected: do the ranks run the same program?",
             e->peers[i], found, e->bytes[i]);
    return RANKS_FAILED;
}

/* All that came is as long as it was to be. */
static RanksState check_bytes(World *self, const RanksExchange *e) {
    for (int i = 0; i < e->n_in; i++) {
        int found = 0;
        MPI_Get_count(&e->statuses[i], MPI_BYTE, &found);
        if (found == e->bytes[i]) continue;
        char text[16];
        snprintf(text, sizeof text, "%d", found);
        return other_bytes(self, e, i, text);
    }
    return RANKS_DONE;
}

static RanksState test_failed(World *self, const RanksExchange *e, int code) {
    for (int i = 0; code == MPI_ERR_IN_STATUS && i < e->n; i++) {
        int class = MPI_SUCCESS;
        if (e->statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
        MPI_Error_class(e->statuses[i].MPI_ERROR, &class);
        if (class == MPI_ERR_TRUNCATE) return other_bytes(self, e, i, "more");
    }
    failed(self, "MPI_Testall", code);
    return RANKS_FAILED;
}

/* Whether a rank that is waited for has sent what nobody takes: something of this number and of
 * another mark. */
static bool is_astray(World *self, const RanksExchange *e) {
    for (int i = 0; i < e->n_in; i++) {
        MPI_Status status;
        int is_there = 0;
        if (MPI_Iprobe((int)e->peers[i], MPI_ANY_TAG, self->comm, &is_there, &status) !=
                MPI_SUCCESS ||
            !is_there || status.MPI_TAG == e->tag ||
            status.MPI_TAG % RANKS_NUMBERS != e->tag % RANKS_NUMBERS)
            continue;
        self->transport.odd.rank = e->peers[i];
        self->transport.odd.mark = (uint32_t)status.MPI_TAG / RANKS_NUMBERS;
        self->transport.odd.mask = self->mask;
        return true;
    }
    return false;
}

/* MPI makes progress while it is asked. */
static RanksState go_on(RanksTransport *transport, RanksExchange *e) {
    World *self = (World *)(void *)transport;
    int is_done = 0;
    const int code = MPI_Testall(e->n, e->requests, &is_done, e->statuses);
    if (code != MPI_SUCCESS) return test_failed(self, e, code);
    if (!is_done) return ++e->polls % LOOK == 0 && is_astray(self, e) ? RANKS_FAILED : RANKS_OPEN;
    const RanksState state = check_bytes(self, e);
    release(self, e);
    return state;
}

/* Who waits for long leaves the processor to others. */
static void rest(RanksTransport *transport, uint32_t turn, int64_t until) {
    const struct timespec pause = {0, PAUSE_NS};
    (void)transport;
    (void)until;
    if (turn >= SPINS) nanosleep(&pause, NULL);
}

/* Its requests stay posted, and what they need: this rank is about to end all. */
static void drop(RanksTransport *transport, RanksExchange *e, double seconds) {
    World *self = (World *)(void *)transport;
    uint32_t peer = 0;
    int is_one = 0, index = 0, code;
    if (seconds == 0) return;
    do { /* those that are done are not those that are late */
        code = MPI_Testany(e->n, e->requests, &index, &is_one, e->statuses);
    } while (code == MPI_SUCCESS && is_one && index != MPI_UNDEFINED);
    for (int i = e->n; i-- > 0;) {
        if (e->requests[i] != MPI_REQUEST_NULL) peer = e->peers[i];
    }
    snprintf(self->transport.failure, RANKS_TEXT, "rank %u has not come within %g s", peer,
             seconds);
}

static void stop(RanksTransport *transport) {
    fflush(NULL);
    /* MPICH's does not end where others are in MPI_Finalize: a rank that a signal ends takes them
     * with it */
    signal(SIGALRM, SIG_DFL);
    alarm(ABORT_SECONDS);
    MPI_Abort(((World *)(void *)transport)->comm, 1);
}

static void close_world(RanksTransport *transport) {
    World *self = (World *)(void *)transport;
    int is_over = 0;
    if (MPI_Finalized(&is_over) == MPI_SUCCESS && !is_over) {
        MPI_Comm_free(&self->comm);
        MPI_Finalize();
    }
    if (self->spare) self->resize(self->spare, self->spare->block, 0);
    self->resize(self, sizeof *self, 0);
}

/* A tag may be at least what a number needs; most MPIs have room for 16 bits of a mark, or 13. */
static uint32_t mask_of(MPI_Comm comm) {
    int *most = NULL, has = 0;
    uint32_t mask = 0;
    if (MPI_Comm_get_attr(comm, MPI_TAG_UB, &most, &has) != MPI_SUCCESS || !has) return 0;
    while (mask < UINT16_MAX && (2 * (uint64_t)mask + 2) * RANKS_NUMBERS - 1 <= (uint64_t)*most)
        mask = 2 * mask + 1;
    return mask;
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
    self->mask = mask_of(self->comm);
    self->transport = (RanksTransport){.rank = (uint32_t)rank,
                                       .size = (uint32_t)size,
                                       .timeout = timeout,
                                       .begin = begin,
                                       .go_on = go_on,
                                       .rest = rest,
                                       .drop = drop,
                                       .stop = stop,
                                       .close = close_world};
    return &self->transport;
}

__attribute__((visibility("default"))) const RanksPlugin tenon_ranks_plugin;
__attribute__((visibility("default")))
const RanksPlugin tenon_ranks_plugin = {RANKS_PLUGIN, open_world};
