/* SPDX-License-Identifier: Apache-2.0 */
/* What a transport is: who one is among how many, one exchange of bytes, and the end of all ranks.
 * Plug-ins (mpi.c) know this file alone. */
#ifndef TENON_RANKS_TRANSPORT_H
#define TENON_RANKS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANKS_PLUGIN = 1 /* the version of this layout */, RANKS_TEXT = 256 };

/* What goes to another rank, and what comes from it. 0 bytes: nothing does. */
typedef struct {
    uint32_t rank;
    const void *out;
    void *in;
    int64_t out_bytes, in_bytes;
} RanksPart;

typedef struct RanksTransport RanksTransport;

struct RanksTransport {
    uint32_t rank, size;
    int64_t timeout; /* nanoseconds; 0: waits are without end */
    /* All parts at once, of different ranks, none of them oneself; back when all has been sent and
     * has come. False after it has written to `failure` which rank it waited for, or what else. */
    bool (*exchange)(RanksTransport *self, const RanksPart *parts, uint32_t n);
    /* Ends the other ranks. A transport of processes does not return. */
    void (*stop)(RanksTransport *self);
    void (*close)(RanksTransport *self);
    char failure[RANKS_TEXT];
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
