/* SPDX-License-Identifier: Apache-2.0 */
/* What a rank works with: memory, exchanges, and what is said of those that fail. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ctx.h"
#include "ranks/list.h"
#include "ranks/parts.h"

void *ranks_resize(void *ptr, size_t old_size, size_t new_size) {
    const Allocator libc = allocator_libc();
    return libc.resize(libc.user, ptr, old_size, new_size);
}

void *ranks_zeroed(size_t n, size_t size) {
    if (n > (size_t)INT64_MAX / 2 / size) return NULL;
    void *p = ranks_resize(NULL, 0, n * size);
    if (p) memset(p, 0, n * size);
    return p;
}

uint32_t ranks_rank(const Ranks *self) { return self->transport->rank; }
uint32_t ranks_size(const Ranks *self) { return self->transport->size; }

bool ranks_fail(Ranks *self, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(self->failure, sizeof self->failure, format, args);
    va_end(args);
    return false;
}

bool ranks_work_init(RanksWork *self, uint32_t size) {
    const size_t n = (size_t)size + 1;
    *self = (RanksWork){.members = ranks_zeroed(n, sizeof *self->members),
                        .parts = ranks_zeroed(n, sizeof *self->parts)};
    if (self->members && self->parts) return true;
    ranks_work_fini(self, size);
    return false;
}

void ranks_work_fini(RanksWork *self, uint32_t size) {
    const size_t n = (size_t)size + 1;
    for (int i = 0; i < RANKS_ROOMS; i++)
        ranks_resize(self->rooms[i].at, (size_t)self->rooms[i].bytes, 0);
    ranks_resize(self->members, n * sizeof *self->members, 0);
    ranks_resize(self->parts, n * sizeof *self->parts, 0);
}

void *ranks_room(Ranks *self, RanksWork *work, RanksRoomKind kind, int64_t bytes) {
    RanksRoom *room = &work->rooms[kind];
    if (bytes <= room->bytes) return room->at;
    ranks_resize(room->at, (size_t)room->bytes, 0);
    *room = (RanksRoom){ranks_resize(NULL, 0, (size_t)bytes), bytes};
    if (!room->at) {
        room->bytes = 0;
        ranks_fail(self, "out of memory");
    }
    return room->at;
}

static uint64_t went_on(uint64_t history, uint64_t place) {
    history = (history ^ place) * 0x9e3779b97f4a7c15u;
    return history ^ history >> 29;
}

static uint32_t mark_of(uint64_t history) { return (uint32_t)(history ^ history >> 32); }

uint32_t ranks_next_number(Ranks *self, RanksWork *work, uint64_t place) {
    const uint32_t number = self->number;
    work->before = self->history;
    self->history = went_on(self->history, place);
    work->mark = mark_of(self->history);
    _Static_assert(RANKS_NUMBERS % RANKS_STEPS == 0, "a collective's numbers follow each other");
    self->number = (number + RANKS_STEPS) % RANKS_NUMBERS;
    return number;
}

/* What the other rank is in: the place from which its mark comes, if it came here as this one. */
static void find_odd(const Ranks *self, const RanksWork *work, char *text, size_t size) {
    const RanksTransport *t = self->transport;
    for (int64_t place = 1; self->list && ranks_list_at(self->list, place, text, size); place++) {
        if (!((mark_of(went_on(work->before, (uint64_t)place)) ^ t->odd.mark) & t->odd.mask))
            return;
    }
    snprintf(text, size, "something else");
}

bool ranks_fail_in(Ranks *self, const RanksWork *work, const char *what, const char *name) {
    RanksTransport *t = self->transport;
    char other[RANKS_TEXT];
    if (t->odd.mask) {
        find_odd(self, work, other, sizeof other);
        snprintf(t->failure, RANKS_TEXT, "rank %u has come to %.180s instead", t->odd.rank, other);
    }
    return ranks_fail(self, "rank %u, in %s%s%s%s: %s", t->rank, what, *name ? " '" : "", name,
                      *name ? "'" : "", t->failure);
}

bool ranks_begin(Ranks *self, RanksWork *work, const char *what, const char *name, uint32_t n,
                 uint32_t number, RanksExchange **out) {
    RanksTransport *t = self->transport;
    uint32_t used = 0;
    *out = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const RanksPart p = work->parts[i];
        if (p.rank != t->rank && (p.out_bytes || p.in_bytes)) work->parts[used++] = p;
    }
    if (used) *out = t->begin(t, work->parts, used, number, work->mark);
    return !used || *out || ranks_fail_in(self, work, what, name);
}
