/* SPDX-License-Identifier: Apache-2.0 */
/* What a transport is: who one is among how many, exchanges of bytes, and the end of all ranks.
 * Plug-ins (mpi.c) know this file alone. */
#ifndef TENON_RANKS_TRANSPORT_H
#define TENON_RANKS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RANKS_PLUGIN = 3 /* the version of this layout */,
    RANKS_TEXT = 256,
    RANKS_NUMBERS = 1 << 15 /* every MPI has so many */
};

/* What goes to another rank, and what comes from it. 0 bytes: nothing does. */
typedef struct {
    uint32_t rank;
    const void *out;
    void *in;
    int64_t out_bytes, in_bytes;
} RanksPart;

typedef struct RanksTransport RanksTransport;
typedef struct RanksExchange RanksExchange; /* one that is under way: the transport's */

typedef enum { RANKS_OPEN, RANKS_DONE, RANKS_FAILED } RanksState;

struct RanksTransport {
    uint32_t rank, size;
    int64_t timeout; /* nanoseconds that one waits for another one; 0: without end */
    /* Begins an exchange: all parts at once, of different ranks, none of them oneself. Several may
     * be under way: they are told apart by their numbers, below RANKS_NUMBERS, which are the same
     * on all ranks. mark: the same on all ranks that exchange the same; one of that number and of
     * another mark is not taken, and fails (`odd`). The parts, and the memory that they name, stay
     * until it ends. NULL after it has written to `failure` what is wrong. */
    RanksExchange *(*begin)(RanksTransport *self, const RanksPart *parts, uint32_t n,
                            uint32_t number, uint32_t mark);
    /* Goes on with it without waiting. One that is done or has failed is no more; of the latter
     * `failure` says why. */
    RanksState (*go_on)(RanksTransport *self, RanksExchange *e);
    /* Waits a little, for the `turn`th time one behind the other, till that time
     * (clock_now_ns) at most. */
    void (*rest)(RanksTransport *self, uint32_t turn, int64_t until);
    /* Breaks it off: it is no more. Where it took longer than `seconds` (0: it did not), `failure`
     * says which rank it waited for. */
    void (*drop)(RanksTransport *self, RanksExchange *e, double seconds);
    /* Ends the other ranks. A transport of processes does not return. */
    void (*stop)(RanksTransport *self);
    void (*close)(RanksTransport *self);
    char failure[RANKS_TEXT];
    /* Of an exchange that failed because another rank was in another one: who, and of its mark the
     * bits of `mask`. mask 0: it failed for another reason. */
    struct {
        uint32_t rank, mark, mask;
    } odd;
};

/* Memory: (NULL, 0, n) allocates, (p, n, 0) frees; NULL when it cannot. */
typedef void *RanksResize(void *ptr, size_t old_size, size_t new_size);

typedef struct {
    uint32_t version;
    /* NULL after a text of at most RANKS_TEXT bytes that says why not. */
    RanksTransport *(*open)(int64_t timeout, RanksResize *resize, char *why);
} RanksPlugin;

#define RANKS_PLUGIN_SYMBOL "tenon_ranks_plugin" /* of a const RanksPlugin */

#endif
