/* SPDX-License-Identifier: Apache-2.0 */
/* What the room's files share. */
#ifndef TENON_RANKS_PARTS_H
#define TENON_RANKS_PARTS_H

#include "ranks/ranks.h"
#include "ranks/record.h"

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

/* What a collective works with, until it has ended. */
typedef struct {
    uint32_t *members; /* of the group */
    RanksPart *parts;  /* of the exchange at work */
    RanksRoom rooms[RANKS_ROOMS];
    uint32_t recorded; /* its number in the record */
    uint64_t before;   /* Ranks.history before it */
    uint32_t mark;     /* and behind it */
} RanksWork;

/* A collective that this rank is in. */
typedef struct {
    Ranks *r;
    RanksWork *work;
    const RanksWhat *what;
    const char *name;
    const char *x;
    char *result;
    const int64_t *in, *out; /* extents */
    uint32_t n, place;       /* ranks of the group */
    int64_t *counts;         /* theirs: how long a part is; then where it begins, and the end */
    int64_t *starts;
    const void *mine; /* of what is combined: this rank's; what has come of all others */
    char *others;
    int64_t first, own; /* bytes: where the rank's piece begins, and of that */
    uint32_t number;    /* of its next exchange */
} RanksMeeting;

enum { RANKS_STEPS = 4 }; /* at least as many numbers as a collective has exchanges */

/* One that goes on while the program does (start.c). */
typedef struct RanksOp RanksOp;
struct RanksOp {
    RanksOp *next;
    int64_t key;
    RanksWork work;
    RanksMeeting meeting;
    int64_t *dims; /* n_dims */
    size_t n_dims;
    RanksExchange *exchange; /* NULL: none is under way */
    uint32_t step;           /* how many exchanges it has had */
};

struct Ranks {
    RanksTable table;
    RanksTransport *transport;
    RanksWork work;       /* of the collective that is called */
    RanksOp *ops, *spare; /* that go on, the oldest first; that may be used again */
    uint32_t number;      /* of the next exchange */
    uint64_t history; /* of all places in the program, and other exchanges, that it has been in */
    const char *list; /* of the program that runs; NULL: it is not known */
    bool is_broken;   /* one that goes on has failed: nothing does from there on */
    bool checks_replicas;
    RanksRecord *record; /* NULL: there is none */
    char failure[2 * RANKS_TEXT];
};

/* Rows of `row` bytes, of which each `part` bytes are at `at`. */
typedef struct {
    int64_t outer, row, at, part;
} RanksCut;

/* call.c: RanksTable's of ranks.c. All but those of ranks_meeting_goes_on are over when they have
 * started. */
int32_t ranks_call(void *self, const RanksWhat *what, const char *name, const void *x, void *result,
                   const int64_t *dims);
int32_t ranks_start(void *self, const RanksWhat *what, const char *name, const void *x,
                    void *result, const int64_t *dims, int64_t key);
/* ranks_begin, and back when all has been sent and has come; meanwhile what was started goes on. */
bool ranks_exchange(Ranks *self, RanksWork *work, const char *what, const char *name, uint32_t n,
                    uint32_t number);

/* meeting.c. False, and NULL, after ranks_fail. */
/* Of a tensor of these extents. */
int64_t ranks_meeting_bytes(const RanksMeeting *m, const int64_t *dims);
void *ranks_meeting_room(RanksMeeting *m, RanksRoomKind kind, int64_t bytes);
bool ranks_meeting_wrong(const RanksMeeting *m, const char *what, int64_t expected, int64_t found);
/* From `first` on, `n` long along the axis, of a tensor of these extents. */
RanksCut ranks_cut(const RanksMeeting *m, const int64_t *dims, int64_t axis, int64_t first,
                   int64_t n);
int64_t ranks_cut_bytes(const RanksCut *c);
void ranks_unpack(const RanksCut *c, const char *from, char *x);
/* What goes to each rank, of x along the axis: packed where it is not in one piece. */
bool ranks_cut_parts(RanksMeeting *m, int64_t axis);
/* Room for how long each rank's part is: as long as this one's, `own`, until they have told. */
bool ranks_counts(RanksMeeting *m, int64_t own);
/* Where the parts begin; they are as long together as the whole (-1: that is not known). */
bool ranks_starts(RanksMeeting *m, int64_t whole);
bool ranks_meet(RanksMeeting *m, const RanksWhat *what, const char *name, const int64_t *dims);
/* Those that may go on by themselves are exchanges of which the first one's parts are known at
 * once: `first` sets them, `next` takes what has come, and sets the parts of the next one unless
 * *ended. Of others of these kinds, uneven ones, `counts` must hold what ranks have told, each its
 * `own`. */
bool ranks_meeting_goes_on(const RanksWhat *what);
int64_t ranks_meeting_own(const RanksMeeting *m);
bool ranks_meeting_first(RanksMeeting *m);
bool ranks_meeting_next(RanksMeeting *m, uint32_t step, bool *ended);

/* start.c: of ranks_meeting_goes_on's; the table's. */
int32_t ranks_go_on(Ranks *self, const RanksWhat *what, const char *name, const void *x,
                    void *result, const int64_t *dims, int64_t key);
int32_t ranks_wait(void *self, int64_t key);
void ranks_free_ops(Ranks *self);

/* work.c */

/* False: out of memory. */
bool ranks_work_init(RanksWork *self, uint32_t size);
void ranks_work_fini(RanksWork *self, uint32_t size);
/* At least so many bytes, until the next call for that room; NULL after ranks_fail. */
void *ranks_room(Ranks *self, RanksWork *work, RanksRoomKind kind, int64_t bytes);
/* The numbers of the next collective's exchanges; `work` gets its mark. place: in the program, or a
 * number of what else is exchanged. */
uint32_t ranks_next_number(Ranks *self, RanksWork *work, uint64_t place);
/* Begins the exchange of work->parts[0 .. n), of which some may be oneself or of no bytes. *out:
 * NULL where nothing is to be exchanged. False after ranks_fail. */
bool ranks_begin(Ranks *self, RanksWork *work, const char *what, const char *name, uint32_t n,
                 uint32_t number, RanksExchange **out);
/* Of the transport's failure in what `work` is for; false. */
bool ranks_fail_in(Ranks *self, const RanksWork *work, const char *what, const char *name);

#endif
