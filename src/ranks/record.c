/* SPDX-License-Identifier: Apache-2.0 */
/* What a rank of threads did, so that a link can be kept time for afterwards (replay.c): when it
 * started a collective, waited for one, or asked how things stand, and how long it computed in
 * between; and the exchanges that a collective was made of. Computing is the time of the thread on
 * its processor: neither what other programs take nor rests for other ranks are part of it, and
 * what collectives do themselves (copies, sums) is not either.
 *
 * Time begins with a rank's first event: what it did before, as to compile, is no part of the run.
 * An exchange that all wait for at once is a collective of one exchange here, started and waited
 * for. */
#include "ranks/record.h"

#include <string.h>
#include <time.h>

#include "ranks/parts.h"

static int64_t processor_ns(void) {
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0 ? t.tv_sec * 1000000000 + t.tv_nsec : 0;
}

/* Room for one more. False: out of memory, or as many as may be. */
static bool grow(void **at, size_t n, size_t *room, size_t size) {
    enum { MOST = 1 << 26 };
    if (n < *room) return true;
    const size_t more = *room ? 2 * *room : 64;
    void *new = more <= MOST ? ranks_resize(*at, *room * size, more * size) : NULL;
    if (!new) return false;
    *at = new;
    *room = more;
    return true;
}

#define GROW(list) grow((void **)&(list).at, (list).n, &(list).room, sizeof *(list).at)
#define FREE(list) ranks_resize((list).at, (list).room * sizeof *(list).at, 0)

void ranks_record_fini(RanksRecord *self) {
    FREE(self->events);
    FREE(self->ops);
    FREE(self->exchanges);
    FREE(self->parts);
    FREE(self->started);
    *self = (RanksRecord){.is_on = false};
}

void ranks_record_enter(RanksRecord *self) {
    if (self && !self->depth++ && self->is_on) self->computed += processor_ns() - self->left;
}

void ranks_record_leave(RanksRecord *self) {
    if (self && !--self->depth && self->is_on) self->left = processor_ns();
}

static void add_event(RanksRecord *self, RanksEventKind kind, uint32_t op) {
    self->is_whole = self->is_whole && GROW(self->events);
    if (!self->is_whole) return;
    const int64_t computed = self->events.n ? self->computed : 0;
    self->events.at[self->events.n++] = (RanksEvent){kind, op, computed};
    self->computed = 0;
}

void ranks_record_poll(RanksRecord *self) {
    if (self && self->is_on && self->depth == 1) add_event(self, RANKS_EVENT_POLL, 0);
}

uint32_t ranks_record_start(RanksRecord *self, const char *what, const char *name) {
    if (!self || !self->is_on) return 0;
    self->is_whole = self->is_whole && GROW(self->ops);
    if (!self->is_whole) return 0;
    const uint32_t op = (uint32_t)self->ops.n++;
    RanksRecordOp *o = &self->ops.at[op];
    *o = (RanksRecordOp){.what = what, .first = RANKS_RECORD_NONE, .last = RANKS_RECORD_NONE};
    strncpy(o->name, name, sizeof o->name - 1);
    add_event(self, RANKS_EVENT_START, op);
    return op;
}

void ranks_record_exchange(RanksRecord *self, uint32_t op, uint32_t rank, const RanksPart *parts,
                           uint32_t n, uint32_t number) {
    if (!self || !self->is_on) return;
    self->is_whole = self->is_whole && GROW(self->exchanges) && op < self->ops.n;
    if (!self->is_whole) return;
    const uint32_t at = (uint32_t)self->exchanges.n++, first = (uint32_t)self->parts.n;
    RanksRecordOp *o = &self->ops.at[op];
    if (o->last == RANKS_RECORD_NONE)
        o->first = at;
    else
        self->exchanges.at[o->last].next = at;
    o->last = at;
    for (uint32_t i = 0; i < n && self->is_whole; i++) {
        const RanksPart *p = &parts[i];
        if (p->rank == rank || (!p->out_bytes && !p->in_bytes)) continue;
        self->is_whole = GROW(self->parts);
        if (self->is_whole)
            self->parts.at[self->parts.n++] = (RanksRecordPart){p->rank, p->out_bytes, p->in_bytes};
    }
    self->exchanges.at[at] =
        (RanksRecordExchange){RANKS_RECORD_NONE, first, (uint32_t)self->parts.n - first, number};
}

void ranks_record_wait(RanksRecord *self, uint32_t op) {
    if (self && self->is_on) add_event(self, RANKS_EVENT_WAIT, op);
}

void ranks_record_key(RanksRecord *self, uint32_t op, int64_t key) {
    if (!self || !self->is_on) return;
    self->is_whole = self->is_whole && GROW(self->started);
    if (!self->is_whole) return;
    self->started.at[self->started.n].key = key;
    self->started.at[self->started.n++].op = op;
}

void ranks_record_wait_key(RanksRecord *self, int64_t key) {
    size_t i = 0;
    if (!self || !self->is_on) return;
    while (i < self->started.n && self->started.at[i].key != key) i++;
    if (i == self->started.n) return;
    ranks_record_wait(self, self->started.at[i].op);
    for (self->started.n--; i < self->started.n; i++) self->started.at[i] = self->started.at[i + 1];
}
