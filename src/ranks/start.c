/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives that go on while the program computes, from `start` to `wait`. They make progress
 * where the program asks, between its kernels, and while it waits for any: so it takes no thread.
 * Those that need more exchanges than one know what the next one is of when the last has ended. */
#include <string.h>

#include "base/clock.h"
#include "ranks/parts.h"

static void free_op(Ranks *self, RanksOp *op) {
    ranks_work_fini(&op->work, ranks_size(self));
    ranks_resize(op->dims, op->n_dims * sizeof *op->dims, 0);
    ranks_resize(op, sizeof *op, 0);
}

void ranks_free_ops(Ranks *self) {
    ranks_abandon(self);
    for (RanksOp *op = self->spare, *next; op; op = next) {
        next = op->next;
        free_op(self, op);
    }
    self->spare = NULL;
}

/* One with memory for the extents. */
static RanksOp *take_op(Ranks *self, size_t n_dims) {
    RanksOp *op = self->spare;
    if (op) {
        self->spare = op->next;
    } else {
        op = ranks_zeroed(1, sizeof *op);
        if (op && !ranks_work_init(&op->work, ranks_size(self))) {
            ranks_resize(op, sizeof *op, 0);
            op = NULL;
        }
    }
    if (op && op->n_dims < n_dims) {
        ranks_resize(op->dims, op->n_dims * sizeof *op->dims, 0);
        op->dims = ranks_zeroed(n_dims, sizeof *op->dims);
        op->n_dims = op->dims ? n_dims : 0;
    }
    if (op && (!n_dims || op->dims)) return op;
    if (op) free_op(self, op);
    ranks_fail(self, "out of memory");
    return NULL;
}

static void give_back(Ranks *self, RanksOp **at) {
    RanksOp *op = *at;
    *at = op->next;
    op->next = self->spare;
    op->exchange = NULL;
    self->spare = op;
}

void ranks_abandon(Ranks *self) {
    RanksTransport *t = self->transport;
    while (self->ops) {
        if (self->ops->exchange) t->drop(t, self->ops->exchange, 0);
        give_back(self, &self->ops);
    }
}

static bool begin(RanksOp *op) {
    const RanksMeeting *m = &op->meeting;
    ranks_record_exchange(m->r->record, op->work.recorded, ranks_rank(m->r), op->work.parts, m->n,
                          m->number + op->step);
    return ranks_begin(m->r, &op->work, ranks_kind_name(m->what->kind), m->name, m->n,
                       m->number + op->step, &op->exchange);
}

/* As far as it can. *ended: it is over. False after a failure. */
static bool advance(RanksOp *op, bool *ended) {
    RanksMeeting *m = &op->meeting;
    RanksTransport *t = m->r->transport;
    *ended = false;
    while (!*ended) {
        const RanksState state = op->exchange ? t->go_on(t, op->exchange) : RANKS_DONE;
        if (state == RANKS_OPEN) return true;
        op->exchange = NULL;
        if (state == RANKS_FAILED)
            return ranks_fail_in(m->r, m->work, ranks_kind_name(m->what->kind), m->name);
        if (!ranks_meeting_next(m, op->step, ended)) return false;
        op->step++;
        if (!*ended && !begin(op)) return false;
    }
    return true;
}

/* All that go on; what has ended is no more. */
void ranks_progress(Ranks *self) {
    ranks_record_enter(self->record);
    ranks_record_poll(self->record);
    for (RanksOp **at = &self->ops; *at && !self->is_broken;) {
        bool ended;
        self->is_broken = !advance(*at, &ended);
        if (!self->is_broken && ended)
            give_back(self, at);
        else
            at = &(*at)->next;
    }
    ranks_record_leave(self->record);
}

int32_t ranks_go_on(Ranks *self, const RanksWhat *what, const char *name, const void *x,
                    void *result, const int64_t *dims, int64_t key) {
    const size_t n = 2 * (size_t)what->ndim;
    RanksOp *op = self->is_broken ? NULL : take_op(self, n);
    if (!op) return 1;
    if (n) memcpy(op->dims, dims, n * sizeof *dims);
    op->key = key;
    op->step = 0;
    op->next = NULL;
    op->meeting = (RanksMeeting){.r = self, .work = &op->work, .x = x, .result = result};
    RanksOp **at = &self->ops;
    while (*at) at = &(*at)->next;
    *at = op;
    ranks_record_enter(self->record);
    op->work.recorded = ranks_record_start(self->record, ranks_kind_name(what->kind), name);
    ranks_record_key(self->record, op->work.recorded, key);
    self->is_broken = !ranks_meet(&op->meeting, what, name, op->dims) ||
                      !ranks_meeting_first(&op->meeting) || !begin(op);
    ranks_record_leave(self->record);
    return self->is_broken;
}

static RanksOp *find(Ranks *self, int64_t key) {
    RanksOp *op = self->ops;
    while (op && op->key != key) op = op->next;
    return op;
}

static int32_t wait_for(Ranks *self, int64_t key) {
    RanksTransport *t = self->transport;
    const int64_t end = t->timeout ? clock_now_ns() + t->timeout : INT64_MAX;
    for (uint32_t turn = 0;; turn++) {
        ranks_progress(self);
        if (self->is_broken) return 1;
        RanksOp *op = find(self, key);
        if (!op) return 0;
        if (end < INT64_MAX && clock_now_ns() >= end) {
            const RanksMeeting *m = &op->meeting;
            t->drop(t, op->exchange, (double)t->timeout / 1e9);
            op->exchange = NULL;
            self->is_broken = true;
            ranks_fail_in(self, m->work, ranks_kind_name(m->what->kind), m->name);
            return 1;
        }
        t->rest(t, turn, end);
    }
}

int32_t ranks_wait(void *own, int64_t key) {
    Ranks *self = own;
    ranks_record_enter(self->record);
    ranks_record_wait_key(self->record, key);
    const int32_t status = wait_for(self, key);
    ranks_record_leave(self->record);
    return status;
}
