/* SPDX-License-Identifier: Apache-2.0 */
/* Reading ahead: while a step is computed, one thread reads and decodes the batch that comes next,
 * into memory of its own: as much again as a batch takes. It has a context of its own, and touches
 * nothing of the run's but the source, which no reading changes.
 *
 *     run:     read k | ask for k + 1 | compute k | take k + 1 | ask for k + 2 | ...
 *     thread:           reads k + 1 ............    reads k + 2 ...
 *
 * What it read is taken only where it is what the run wants next; else, and after an error, the run
 * reads itself. So batches, their order and what is reported are as without the thread. Who waits
 * for it looks at cancels and limits; who frees the run waits for at most a picture or a batch of
 * rows. In a process that was forked there is no such thread, and the run is alone. */
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "train/parts.h"

enum { WAIT_NANOSECONDS = 20 * 1000 * 1000 };

typedef enum { NOTHING, ASKED, READ, FAILED } State;

struct TrainAhead {
    TrainRun *run;
    Ctx ctx; /* the thread's */
    pthread_t thread;
    pid_t process;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    atomic_bool ends; /* also cancels what is read */
    /* under the lock; what is asked for is the thread's while it is ASKED, else the run's */
    State state;
    TrainBatch *batch; /* of the run: whose rows these are */
    TrainBatch *spare; /* what they are read into */
    int64_t *rows;
    size_t n;
    struct {
        const TrainBatch *batch; /* NULL: none */
        TrainBatch own;
    } spares[2];
};

/* --- The thread --- */

static bool read_asked(TrainAhead *self) {
    Boundary b;
    volatile bool ok = false;
    CTX_ENTER(&self->ctx, &b) {
        ctx_restart(&self->ctx);
        diag_begin(&self->ctx); /* who asks reports anew what is wrong */
        ok = train_batch_read(self->spare, &self->ctx, self->rows, self->n);
    }
    return ctx_leave(&self->ctx, &b) == STATUS_OK && ok;
}

static void *work(void *user) {
    TrainAhead *self = user;
    pthread_mutex_lock(&self->lock);
    while (!self->ends) {
        if (self->state != ASKED) {
            pthread_cond_wait(&self->changed, &self->lock);
            continue;
        }
        pthread_mutex_unlock(&self->lock);
        const bool ok = read_asked(self);
        pthread_mutex_lock(&self->lock);
        self->state = ok ? READ : FAILED;
        pthread_cond_broadcast(&self->changed);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* No signal is this thread's. */
static bool begin_thread(TrainAhead *self) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok = pthread_create(&self->thread, NULL, work, self) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

/* --- The run --- */

static bool is_of_use(const TrainRun *run, const TrainBatch *batch) {
    /* what a caller reads, and memory that a caller gives, is this thread's */
    return !run->is_alone && batch->source->reads_files && run->ctx->io.has_names;
}

/* NULL: there can be no thread. */
static TrainAhead *ahead_of(TrainRun *run) {
    TrainAhead *self = run->ahead;
    if (self) return self;
    self = ARENA_NEW(&run->arena, TrainAhead);
    *self = (TrainAhead){.run = run, .process = getpid()};
    self->rows = ARENA_ARRAY(&run->arena, int64_t, (size_t)run->o.batch + 1);
    ctx_init(&self->ctx, allocator_libc(), run->ctx->io);
    self->ctx.cancel = &self->ends;
    self->ctx.limits.memory_bytes = run->ctx->limits.memory_bytes;
    self->ctx.limits.input_bytes = run->ctx->limits.input_bytes;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    run->is_alone = !begin_thread(self);
    if (!run->is_alone) return run->ahead = self;
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    ctx_fini(&self->ctx);
    return NULL;
}

/* The thread stayed in the process that this one was forked from. */
static bool is_lost(TrainRun *run) {
    if (run->ahead && run->ahead->process != getpid()) {
        run->is_alone = true;
        run->ahead = NULL;
    }
    return !run->ahead;
}

/* Until what was asked for is there, or is not to be had. */
static State wait_for(TrainAhead *self) {
    State state;
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NANOSECONDS;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_mutex_lock(&self->lock);
        if (self->state == ASKED) pthread_cond_timedwait(&self->changed, &self->lock, &until);
        state = self->state;
        pthread_mutex_unlock(&self->lock);
        if (state != ASKED) return state;
        ctx_look(self->run->ctx);
    }
}

static void drop(TrainAhead *self) {
    pthread_mutex_lock(&self->lock);
    self->state = NOTHING;
    pthread_mutex_unlock(&self->lock);
}

static bool take(TrainRun *run, TrainBatch *batch, const int64_t *rows, size_t n) {
    TrainAhead *self = run->ahead;
    if (is_lost(run)) return false;
    const bool is_read = wait_for(self) == READ;
    drop(self);
    if (!is_read || self->batch != batch || self->n != n ||
        memcmp(self->rows, rows, n * sizeof *rows) != 0)
        return false;
    const TrainBatch before = *batch;
    *batch = *self->spare;
    *self->spare = before;
    return true;
}

bool train_read(TrainRun *run, TrainBatch *batch, const int64_t *rows, size_t n) {
    const double start = clock_now_ms();
    const bool ok = take(run, batch, rows, n) || train_batch_read(batch, run->ctx, rows, n);
    run->waited += (clock_now_ms() - start) * 1e-3;
    return ok;
}

static TrainBatch *spare_of(TrainAhead *self, const TrainBatch *batch) {
    size_t i = 0;
    while (i < ARRAY_LEN(self->spares) && self->spares[i].batch && self->spares[i].batch != batch)
        i++;
    BUG_IF(i == ARRAY_LEN(self->spares));
    if (!self->spares[i].batch) {
        train_batch_init(&self->spares[i].own, &self->run->arena, batch->source, batch->feeds,
                         batch->capacity);
        self->spares[i].batch = batch;
    }
    return &self->spares[i].own;
}

void train_ask(TrainRun *run, TrainBatch *batch, const int64_t *rows, size_t n) {
    TrainAhead *self = is_of_use(run, batch) ? ahead_of(run) : NULL;
    if (!self || is_lost(run)) return;
    (void)wait_for(self);
    self->batch = batch;
    self->spare = spare_of(self, batch);
    self->n = n;
    memcpy(self->rows, rows, n * sizeof *rows);
    pthread_mutex_lock(&self->lock);
    self->state = ASKED;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

void train_ahead_free(TrainAhead *self) {
    if (!self || self->process != getpid()) return;
    pthread_mutex_lock(&self->lock);
    self->ends = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    pthread_join(self->thread, NULL);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    ctx_fini(&self->ctx);
}
