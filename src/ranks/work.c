/* SPDX-License-Identifier: Apache-2.0 */
/* What a rank works with: memory, exchanges, and what is said of those that fail. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ctx.h"
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

void *ranks_room(Ranks *self, RanksRoomKind kind, int64_t bytes) {
    RanksRoom *room = &self->rooms[kind];
    if (bytes <= room->bytes) return room->at;
    ranks_resize(room->at, (size_t)room->bytes, 0);
    *room = (RanksRoom){ranks_resize(NULL, 0, (size_t)bytes), bytes};
    if (!room->at) {
        room->bytes = 0;
        ranks_fail(self, "out of memory");
    }
    return room->at;
}

bool ranks_exchange(Ranks *self, const char *what, const char *name, uint32_t n) {
    RanksTransport *t = self->transport;
    uint32_t used = 0;
    for (uint32_t i = 0; i < n; i++) {
        const RanksPart p = self->parts[i];
        if (p.rank != t->rank && (p.out_bytes || p.in_bytes)) self->parts[used++] = p;
    }
    if (!used || t->exchange(t, self->parts, used)) return true;
    return ranks_fail(self, "rank %u, in %s%s%s%s: %s", t->rank, what, *name ? " '" : "", name,
                      *name ? "'" : "", t->failure);
}
