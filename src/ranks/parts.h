/* SPDX-License-Identifier: Apache-2.0 */
/* What the room's files share. */
#ifndef TENON_RANKS_PARTS_H
#define TENON_RANKS_PARTS_H

#include "ranks/ranks.h"

typedef enum {
    RANKS_ROOM_COUNTS, /* a number of each rank */
    RANKS_ROOM_OUT,    /* what goes out, packed */
    RANKS_ROOM_IN,     /* what has come, packed */
    RANKS_ROOM_LIST,   /* pointers */
    RANKS_ROOMS
} RanksRoomKind;

typedef struct {
    void *at;
    int64_t bytes;
} RanksRoom;

struct Ranks {
    RanksTable table;
    RanksTransport *transport;
    uint32_t *members; /* of the group at work */
    RanksPart *parts;  /* of the exchange at work */
    RanksRoom rooms[RANKS_ROOMS];
    bool checks_replicas;
    char failure[2 * RANKS_TEXT];
};

/* call.c: RanksTable.call of ranks.c's. */
int32_t ranks_call(void *self, const RanksWhat *what, const char *name, const void *x, void *result,
                   const int64_t *dims);
/* work.c. At least so many bytes, until the next call for that room; NULL after ranks_fail. */
void *ranks_room(Ranks *self, RanksRoomKind kind, int64_t bytes);
/* Exchanges self->parts[0 .. n), of which some may be oneself or of no bytes. False after
 * ranks_fail. */
bool ranks_exchange(Ranks *self, const char *what, const char *name, uint32_t n);

#endif
