/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that reads a batch ahead: the rows that were asked for, others than these, errors, a
 * cancel while it is waited for, a fork, and an end in the middle of it. */
#include "unit.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "train/parts.h"

enum { BATCH = 4, ROWS = 64 };

/* Rows of their own number. */
typedef struct {
    TrainSource source; /* first */
    int64_t bad;        /* this row cannot be read */
    unsigned slow;      /* microseconds that a row takes */
    atomic_int reads, by_others;
    Ctx *ctx;
} Numbers;

static Status numbers_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                           void *const *out) {
    Numbers *self = (Numbers *)(void *)source;
    atomic_fetch_add(&self->reads, 1);
    if (ctx != self->ctx) atomic_fetch_add(&self->by_others, 1);
    for (size_t i = 0; i < n; i++) {
        if (self->slow) usleep(self->slow);
        ctx_look(ctx);
        if (rows[i] == self->bad) {
            diag_error(ctx, (Loc){.line = 0}, DIAG_READ, "numbers", strerror(EIO));
            return STATUS_IO;
        }
        ((int64_t *)out[0])[i] = rows[i];
    }
    return STATUS_OK;
}

typedef struct {
    Ctx ctx;
    Numbers numbers;
    TrainColumn column;
    TrainFeed feed;
    TrainFeeds feeds;
    TrainRun run;
    Boundary b;
} Test;

static void begin(Test *t, int64_t bad, unsigned slow) {
    memset(t, 0, sizeof *t);
    ctx_init(&t->ctx, allocator_libc(), io_libc());
    t->column = (TrainColumn){.name = "x", .dtype = DTYPE_INT64, .bytes = 8};
    t->numbers = (Numbers){.bad = bad, .slow = slow, .ctx = &t->ctx};
    t->numbers.source = (TrainSource){.ctx = &t->ctx,
                                      .name = "numbers",
                                      .columns = &t->column,
                                      .n_columns = 1,
                                      .rows = ROWS,
                                      .read = numbers_read,
                                      .reads_files = true};
    t->feed = (TrainFeed){.dtype = DTYPE_FLOAT32, .ndim = 1};
    t->feeds = (TrainFeeds){&t->feed, 1};
    t->run = (TrainRun){.ctx = &t->ctx, .o = {.batch = BATCH}};
    arena_init(&t->run.arena, &t->ctx);
    arena_keep(&t->run.arena);
    CTX_ENTER(&t->ctx, &t->b) {
        diag_begin(&t->ctx);
        TrainSource *s = &t->numbers.source;
        train_batch_init(&t->run.batch, &t->run.arena, s, &t->feeds, BATCH);
        train_batch_init(&t->run.val_batch, &t->run.arena, s, &t->feeds, BATCH);
    }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_OK);
}

static void end(Test *t) {
    train_ahead_free(t->run.ahead);
    arena_fini(&t->run.arena);
    ctx_fini(&t->ctx);
}

static bool holds(const TrainBatch *b, int64_t first, size_t n) {
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok &= ((const float *)b->data[0])[i] == (float)(first + (int64_t)i);
    return ok;
}

static void number(int64_t *rows, int64_t first) {
    for (int i = 0; i < BATCH; i++) rows[i] = first + i;
}

/* Each batch read while the one before it is looked at, two in turn as steps and evaluations. */
static bool epoch(Test *t, int64_t *failed) {
    int64_t rows[BATCH];
    *failed = -1;
    for (int64_t at = 0; at < ROWS; at += BATCH) {
        TrainBatch *b = at / BATCH % 5 == 4 ? &t->run.val_batch : &t->run.batch;
        TrainBatch *next = (at + BATCH) / BATCH % 5 == 4 ? &t->run.val_batch : &t->run.batch;
        number(rows, at);
        if (!train_read(&t->run, b, rows, BATCH)) {
            *failed = at;
            return true;
        }
        number(rows, at + BATCH);
        if (at + BATCH < ROWS) train_ask(&t->run, next, rows, BATCH);
        if (!holds(b, at, BATCH)) return false;
    }
    return true;
}

static void rows_in_order(void **state) {
    Test *t = malloc(sizeof *t);
    int64_t failed;
    volatile bool ok = false;
    (void)state;
    begin(t, -1, 20);
    CTX_ENTER(&t->ctx, &t->b) { ok = epoch(t, &failed); }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_OK);
    assert_true(ok && failed < 0);
    /* all but the first by the thread, and none twice */
    assert_int_equal(t->numbers.reads, ROWS / BATCH);
    assert_int_equal(t->numbers.by_others, ROWS / BATCH - 1);
    assert_true(t->run.waited > 0);
    end(t);
    free(t);
}

/* What was asked for is not what is wanted: of other rows, of another batch, fewer. */
static void others_are_dropped(void **state) {
    Test *t = malloc(sizeof *t);
    volatile bool ok = true;
    (void)state;
    begin(t, -1, 0);
    CTX_ENTER(&t->ctx, &t->b) {
        int64_t rows[BATCH], asked[BATCH];
        number(asked, 8);
        number(rows, 16);
        train_ask(&t->run, &t->run.batch, asked, BATCH);
        ok = ok && train_read(&t->run, &t->run.batch, rows, BATCH) &&
             holds(&t->run.batch, 16, BATCH);
        train_ask(&t->run, &t->run.batch, asked, BATCH);
        ok = ok && train_read(&t->run, &t->run.val_batch, asked, BATCH) &&
             holds(&t->run.val_batch, 8, BATCH) && holds(&t->run.batch, 16, BATCH);
        train_ask(&t->run, &t->run.batch, asked, BATCH);
        ok = ok && train_read(&t->run, &t->run.batch, asked, 2) && holds(&t->run.batch, 8, 2);
        train_ask(&t->run, &t->run.batch, asked, BATCH);
        train_ask(&t->run, &t->run.batch, rows, BATCH);
        ok = ok && train_read(&t->run, &t->run.batch, rows, BATCH) &&
             holds(&t->run.batch, 16, BATCH);
    }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_OK);
    assert_true(ok);
    end(t);
    free(t);
}

/* It is reported by who asks for the rows, once, as without the thread. */
static void errors_are_the_readers(void **state) {
    Test *t = malloc(sizeof *t);
    int64_t failed = -1;
    volatile bool ok = false;
    (void)state;
    begin(t, 30, 0);
    CTX_ENTER(&t->ctx, &t->b) { ok = epoch(t, &failed); }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_OK);
    assert_true(ok);
    assert_int_equal(failed, 28);
    assert_int_equal(diag_errors(&t->ctx), 1);
    end(t);
    free(t);
}

static void waits_can_be_cancelled(void **state) {
    static atomic_bool cancel;
    Test *t = malloc(sizeof *t);
    (void)state;
    begin(t, -1, 400000);
    t->ctx.cancel = &cancel;
    CTX_ENTER(&t->ctx, &t->b) {
        int64_t rows[BATCH];
        number(rows, 8);
        train_ask(&t->run, &t->run.batch, rows, BATCH);
        cancel = true;
        (void)train_read(&t->run, &t->run.batch, rows, BATCH);
    }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_CANCELLED);
    end(t); /* in the middle of what it reads */
    free(t);
}

/* In a child there is no thread: it reads by itself, also what was asked for before. */
static void forks_are_alone(void **state) {
    Test *t = malloc(sizeof *t);
    int64_t failed;
    int status = -1;
    volatile bool ok = false;
    (void)state;
    begin(t, -1, 100);
    CTX_ENTER(&t->ctx, &t->b) {
        int64_t rows[BATCH];
        number(rows, 0);
        train_ask(&t->run, &t->run.batch, rows, BATCH);
        const pid_t child = fork();
        if (child == 0) {
            alarm(60);
            const bool is = epoch(t, &failed);
            train_ahead_free(t->run.ahead);
            _exit(is && failed < 0 ? 0 : 1);
        }
        ok = epoch(t, &failed) && failed < 0 && waitpid(child, &status, 0) == child;
    }
    assert_int_equal(ctx_leave(&t->ctx, &t->b), STATUS_OK);
    assert_true(ok);
    assert_int_equal(status, 0);
    end(t);
    free(t);
}

UNIT_MAIN(UNIT(rows_in_order), UNIT(others_are_dropped), UNIT(errors_are_the_readers),
          UNIT(waits_can_be_cancelled), UNIT(forks_are_alone))
