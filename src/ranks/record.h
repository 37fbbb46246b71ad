/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks that are threads did, and how a link would have been used for it. */
#ifndef TENON_RANKS_RECORD_H
#define TENON_RANKS_RECORD_H

#include "ranks/transport.h"

#define RANKS_RECORD_NONE UINT32_MAX
enum { RANKS_RECORD_NAME = 40 };

typedef enum { RANKS_EVENT_START, RANKS_EVENT_WAIT, RANKS_EVENT_POLL } RanksEventKind;

typedef struct {
    RanksEventKind kind;
    uint32_t op;
    int64_t computed; /* nanoseconds, before it */
} RanksEvent;

typedef struct {
    uint32_t rank;
    int64_t out_bytes, in_bytes;
} RanksRecordPart;

typedef struct {
    uint32_t next;     /* of the collective; NONE: it is the last one */
    uint32_t first, n; /* parts */
    uint32_t number;
} RanksRecordExchange;

typedef struct {
    const char *what; /* static: "ccl.allreduce" */
    char name[RANKS_RECORD_NAME];
    uint32_t first, last; /* exchanges */
} RanksRecordOp;

/* Of one rank. */
typedef struct {
    bool is_on;
    bool is_whole;  /* there was room for all */
    uint32_t depth; /* of calls that the rank is in */
    struct {
        struct {
            int64_t key;
            uint32_t op;
        } * at;
        size_t n, room;
    } started;              /* and not waited for */
    int64_t left, computed; /* when it left the last one; and how long it computed since an event */
    struct {
        RanksEvent *at;
        size_t n, room;
    } events;
    struct {
        RanksRecordOp *at;
        size_t n, room;
    } ops;
    struct {
        RanksRecordExchange *at;
        size_t n, room;
    } exchanges;
    struct {
        RanksRecordPart *at;
        size_t n, room;
    } parts;
} RanksRecord;

/* record.c: NULL, or one that is not on: nothing is noted. */

/* Around what the program calls, also where such calls are nested. */
void ranks_record_enter(RanksRecord *self);
void ranks_record_leave(RanksRecord *self);
/* The program asks how things stand. */
void ranks_record_poll(RanksRecord *self);
/* A collective, by number from there on; what lives on. */
uint32_t ranks_record_start(RanksRecord *self, const char *what, const char *name);
/* By this rank: parts of its own, or of no bytes, are none. */
void ranks_record_exchange(RanksRecord *self, uint32_t op, uint32_t rank, const RanksPart *parts,
                           uint32_t n, uint32_t number);
void ranks_record_wait(RanksRecord *self, uint32_t op);
/* Of one that is waited for by a key: it may be over by then here, and not on a slower link. */
void ranks_record_key(RanksRecord *self, uint32_t op, int64_t key);
void ranks_record_wait_key(RanksRecord *self, int64_t key);
void ranks_record_fini(RanksRecord *self);

/* replay.c */

typedef struct {
    int64_t latency;       /* nanoseconds that a message is under way at least */
    double bytes_a_second; /* of what a rank sends; 0: no limit */
    int64_t stretch; /* nanoseconds that a rank computes between two events; 0: as it was noted */
} RanksLink;

typedef enum { RANKS_SPAN_COMPUTES, RANKS_SPAN_RESTS, RANKS_SPAN_MESSAGE } RanksSpanKind;

/* From when to when, in nanoseconds from the beginning. */
typedef struct {
    RanksSpanKind kind;
    uint32_t rank, peer; /* of a message: who receives it, and who sent it */
    int64_t from, to, bytes;
    const char *what, *name; /* of the collective; computing has none */
} RanksSpan;

/* Of a rank. */
typedef struct {
    uint64_t messages;          /* that it received */
    int64_t bytes, way, hidden; /* as RanksThreadsUse */
    int64_t end, rested;
} RanksReplayUse;

/* By rank into out. span (NULL: none): is told of each. False after a text that says why the
 * records are no whole run, or what is out of memory. Linear in events and parts, but for the
 * logarithm of ranks, and the collectives that go on at a time. */
bool ranks_replay(const RanksRecord *records, uint32_t n, const RanksLink *link,
                  void (*span)(void *user, const RanksSpan *span), void *user, RanksReplayUse *out,
                  const char **why);

#endif
