/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks did, over a link: by hand, to the nanosecond. */
#include "ranks/record.h"

#include "unit.h"

/* 1 byte a nanosecond, and 10 ns on the way besides. */
static const RanksLink slow = {.latency = 10, .bytes_a_second = 1e9};

static void add(RanksRecord *r, int64_t computed) { r->computed = computed; }

/* An exchange of so many bytes with rank `other`, as operation `op`. */
static void add_exchange(RanksRecord *r, uint32_t op, uint32_t other, int64_t bytes,
                         uint32_t number) {
    const RanksPart part = {.rank = other, .out_bytes = bytes, .in_bytes = bytes};
    ranks_record_exchange(r, op, 1 - other, &part, 1, number);
}

static void begin(RanksRecord *records, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        records[i] = (RanksRecord){.is_on = true, .is_whole = true, .depth = 1};
    }
}

static void end(RanksRecord *records, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) ranks_record_fini(&records[i]);
}

/* Begins, computes 5, starts; computes `between` in two kernels; waits. */
static void one_each(RanksRecord *records, int64_t between) {
    begin(records, 2);
    for (uint32_t i = 0; i < 2; i++) {
        RanksRecord *r = &records[i];
        add(r, 1000); /* before time begins */
        ranks_record_poll(r);
        add(r, 5);
        const uint32_t op = ranks_record_start(r, "ccl.allreduce", "y");
        add_exchange(r, op, 1 - i, 100, 4);
        for (int k = 0; k < 2; k++) {
            add(r, between / 2);
            ranks_record_poll(r);
        }
        ranks_record_wait(r, op);
    }
}

static void replay(const RanksRecord *records, const RanksLink *l, RanksReplayUse *use) {
    const char *why = NULL;
    assert_true(ranks_replay(records, 2, l, NULL, NULL, use, &why));
    assert_null(why);
}

static void hides(void **state) {
    (void)state;
    RanksRecord records[2];
    RanksReplayUse use[2];
    /* nothing between: all is shown */
    one_each(records, 0);
    replay(records, &slow, use);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(use[i].messages, 1);
        assert_int_equal(use[i].bytes, 100);
        assert_int_equal(use[i].way, 110);
        assert_int_equal(use[i].hidden, 0);
        assert_int_equal(use[i].rested, 110);
        assert_int_equal(use[i].end, 115);
    }
    end(records, 2);
    one_each(records, 60);
    replay(records, &slow, use);
    assert_int_equal(use[1].hidden, 60);
    assert_int_equal(use[1].rested, 50);
    assert_int_equal(use[1].end, 115);
    /* a kernel is so long, whatever was noted */
    replay(records, &(RanksLink){.latency = 10, .bytes_a_second = 1e9, .stretch = 200}, use);
    assert_int_equal(use[0].hidden, 110);
    assert_int_equal(use[0].rested, 0);
    assert_int_equal(use[0].end, 600);
    end(records, 2);
}

/* A second exchange begins where the rank asks how things stand, not when the first has ended. */
static void goes_on_where_it_is_asked(void **state) {
    (void)state;
    RanksRecord records[2];
    RanksReplayUse use[2];
    begin(records, 2);
    for (uint32_t i = 0; i < 2; i++) {
        RanksRecord *r = &records[i];
        const uint32_t op = ranks_record_start(r, "ccl.allreduce", "y");
        add_exchange(r, op, 1 - i, 40, 4);
        add_exchange(r, op, 1 - i, 40, 5);
        for (int k = 0; k < 3; k++) {
            add(r, 80);
            ranks_record_poll(r);
        }
        ranks_record_wait(r, op);
    }
    /* there at 50, seen at 80; there at 130, seen at 160 */
    replay(records, &slow, use);
    assert_int_equal(use[0].hidden, 100);
    assert_int_equal(use[0].rested, 0);
    assert_int_equal(use[0].end, 240);
    end(records, 2);
}

/* Rests for a rank that comes late are not the link's; messages wait for their turn on it. */
static void late_and_in_turn(void **state) {
    (void)state;
    RanksRecord records[2];
    RanksReplayUse use[2];
    begin(records, 2);
    for (uint32_t i = 0; i < 2; i++) {
        RanksRecord *r = &records[i];
        uint32_t ops[2];
        ranks_record_poll(r);
        add(r, i ? 1000 : 0);
        for (uint32_t k = 0; k < 2; k++) {
            ops[k] = ranks_record_start(r, "ccl.allreduce", "y");
            ranks_record_key(r, ops[k], k);
            add_exchange(r, ops[k], 1 - i, 50, 4 * k);
        }
        for (int64_t k = 0; k < 2; k++) ranks_record_wait_key(r, k);
        ranks_record_wait_key(r, 0); /* it is over */
    }
    replay(records, &slow, use);
    /* of rank 1: sent at 1000, there at 1060 and 1110 */
    assert_int_equal(use[0].rested, 1110);
    assert_int_equal(use[0].way, 60 + 110);
    assert_int_equal(use[0].hidden, 0);
    /* what came to rank 1 was there before it asked; but its own bytes leave at 1050 and 1100 */
    assert_int_equal(use[1].way, 60 + 110);
    assert_int_equal(use[1].hidden, 60 + 110);
    assert_int_equal(use[1].rested, 100);
    end(records, 2);
}

typedef struct {
    size_t n[3];
    int64_t sum[3];
} Spans;

static void count(void *user, const RanksSpan *span) {
    Spans *s = user;
    s->n[span->kind]++;
    s->sum[span->kind] += span->to - span->from;
}

static void spans(void **state) {
    (void)state;
    RanksRecord records[2];
    RanksReplayUse use[2];
    Spans s = {{0}, {0}};
    const char *why;
    one_each(records, 60);
    assert_true(ranks_replay(records, 2, &slow, count, &s, use, &why));
    assert_int_equal(s.n[RANKS_SPAN_MESSAGE], 2);
    assert_int_equal(s.sum[RANKS_SPAN_MESSAGE], 220);
    assert_int_equal(s.n[RANKS_SPAN_RESTS], 2);
    assert_int_equal(s.sum[RANKS_SPAN_RESTS], 100);
    assert_int_equal(s.sum[RANKS_SPAN_COMPUTES], 130);
    end(records, 2);
}

/* A run of which some is missing is said to be that, and does not go on for ever. */
static void broken(void **state) {
    (void)state;
    RanksRecord records[2];
    RanksReplayUse use[2];
    const char *why;
    one_each(records, 60);
    ranks_record_fini(&records[1]);
    records[1] = (RanksRecord){.is_whole = true};
    assert_false(ranks_replay(records, 2, &slow, NULL, NULL, use, &why));
    assert_string_equal(why, "the records end while ranks wait for each other");
    assert_false(ranks_replay(records, 1, &slow, NULL, NULL, use, &why));
    assert_string_equal(why, "the records are of other ranks");
    records[1].is_whole = false;
    assert_false(ranks_replay(records, 2, &slow, NULL, NULL, use, &why));
    assert_string_equal(why, "there was no memory for the records");
    end(records, 2);
}

UNIT_MAIN(UNIT(hides), UNIT(goes_on_where_it_is_asked), UNIT(late_and_in_turn), UNIT(spans),
          UNIT(broken))
