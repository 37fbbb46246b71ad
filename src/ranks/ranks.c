/* SPDX-License-Identifier: Apache-2.0 */
/* A rank, and what ranks agree on. */
#include <string.h>

#include "ranks/list.h"
#include "ranks/parts.h"

Ranks *ranks_new(RanksTransport *transport) {
    Ranks *self = ranks_zeroed(1, sizeof *self);
    if (!self || !ranks_work_init(&self->work, transport->size)) {
        ranks_resize(self, sizeof *self, 0);
        transport->close(transport);
        return NULL;
    }
    self->table = (RanksTable){ranks_call, self, ranks_start, ranks_wait, NULL};
    self->transport = transport;
    return self;
}

void ranks_free(Ranks *self) {
    if (!self) return;
    ranks_free_ops(self);
    ranks_work_fini(&self->work, ranks_size(self));
    self->transport->close(self->transport);
    ranks_resize(self, sizeof *self, 0);
}

/* An exchange with the parts that stand in self->work. */
static bool exchange(Ranks *self, const char *what, uint32_t n) {
    uint64_t place = (uint64_t)1 << 63; /* that no program has */
    for (const char *s = what; *s; s++) place = place * 31 + (unsigned char)*s;
    return ranks_exchange(self, &self->work, what, "", n,
                          ranks_next_number(self, &self->work, place));
}

const RanksTable *ranks_table(const Ranks *self) { return &self->table; }
const char *ranks_failure(const Ranks *self) { return self->failure; }

void ranks_stop(Ranks *self) { self->transport->stop(self->transport); }

/* From rank 0 to all. */
bool ranks_tell(Ranks *self, const char *what, void *bytes, size_t n) {
    const uint32_t size = ranks_size(self);
    if (ranks_rank(self)) {
        self->work.parts[0] = (RanksPart){.rank = 0, .in = bytes, .in_bytes = (int64_t)n};
        return exchange(self, what, 1);
    }
    for (uint32_t r = 1; r < size; r++)
        self->work.parts[r - 1] = (RanksPart){.rank = r, .out = bytes, .out_bytes = (int64_t)n};
    return exchange(self, what, size - 1);
}

bool ranks_any(Ranks *self, const char *what, bool flag, bool *any) {
    const uint32_t size = ranks_size(self), own = ranks_rank(self);
    char *room = ranks_room(self, &self->work, RANKS_ROOM_COUNTS, size);
    if (!room) return false;
    room[own] = flag;
    for (uint32_t r = 0; r < size; r++)
        self->work.parts[r] = (RanksPart){r, &room[own], &room[r], 1, 1};
    if (!exchange(self, what, size)) return false;
    *any = false;
    for (uint32_t r = 0; r < size; r++) *any = *any || room[r];
    return true;
}

const void *ranks_collect(Ranks *self, const char *what, const void *bytes, size_t n) {
    const uint32_t size = ranks_size(self), own = ranks_rank(self);
    char *room = ranks_room(self, &self->work, RANKS_ROOM_COUNTS, (int64_t)(size * n));
    if (!room) return NULL;
    memcpy(room + own * n, bytes, n);
    for (uint32_t r = 0; r < size; r++)
        self->work.parts[r] = (RanksPart){r, bytes, room + r * n, (int64_t)n, (int64_t)n};
    return exchange(self, what, size) ? room : NULL;
}

bool ranks_agree(Ranks *self, const char *what, const void *bytes, size_t n, bool *same,
                 uint32_t *odd) {
    const char *all = ranks_collect(self, what, bytes, n);
    if (!all) return false;
    *same = true;
    for (uint32_t r = ranks_size(self); r-- > 1;) {
        if (memcmp(all, all + r * n, n) == 0) continue;
        *same = false;
        *odd = r;
    }
    return true;
}

/* What a rank tells of its list. */
typedef struct {
    uint64_t mark;
    int64_t bytes;
} Told;

/* The first rank that has another list than rank 0; 0: none has. */
static uint32_t first_odd(const Told *all, uint32_t n) {
    uint32_t odd = 1;
    while (odd < n && all[odd].mark == all[0].mark) odd++;
    return odd < n ? odd : 0;
}

/* Rank 0's list goes to all, and the rank that has another one says what differs first. */
static bool tell_difference(Ranks *self, const char *list, uint32_t odd, int64_t bytes) {
    static const char what[] = "the comparison of their collectives";
    char why[2 * RANKS_TEXT] = "";
    char *first = ranks_room(self, &self->work, RANKS_ROOM_OUT, bytes);
    if (!first) return false;
    if (!ranks_rank(self)) memcpy(first, list, (size_t)bytes);
    if (!ranks_tell(self, what, first, (size_t)bytes)) return false;
    if (ranks_rank(self) == odd) ranks_list_differ(first, 0, list, odd, why, sizeof why);
    const char *all = ranks_collect(self, what, why, sizeof why);
    if (!all) return false;
    memcpy(why, all + odd * sizeof why, sizeof why);
    (void)ranks_collect(self, what, why, sizeof why); /* all know, before one ends */
    return ranks_fail(self, "%s", why);
}

bool ranks_agree_list(Ranks *self, const char *list) {
    const Told own = {ranks_list_mark(list), (int64_t)strlen(list) + 1};
    if (ranks_size(self) < 2) return true;
    const Told *all = ranks_collect(self, "the comparison of their collectives", &own, sizeof own);
    if (!all) return false;
    const uint32_t odd = first_odd(all, ranks_size(self));
    return !odd || tell_difference(self, list, odd, all[0].bytes);
}

void ranks_run_list(Ranks *self, const char *list) { self->list = list; }

void ranks_check_replicas(Ranks *self, bool on) { self->checks_replicas = on; }
bool ranks_checks_replicas(const Ranks *self) { return self->checks_replicas; }

void ranks_record(Ranks *self, RanksRecord *record) {
    self->record = record;
    if (!record) return;
    /* as if a call had just ended */
    record->is_on = true;
    ranks_record_enter(record);
    record->computed = 0;
    ranks_record_leave(record);
}
