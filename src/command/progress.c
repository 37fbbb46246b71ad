/* SPDX-License-Identifier: Apache-2.0 */
/* How far long work is, on standard error: on a terminal a line that is written over, with the
 * stage, its share and the time left as far as they are known; elsewhere a line for each stage that
 * takes long. A thread of its own looks at the clock, as the work is within calls of the library;
 * no signal is handled there. */
#include "command/clock.h"
#include "command/command.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 1000, LINE_MS = 4000, NEXT_MS = 250 };

/* Like `temporaries`, of the process. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    pthread_t thread;
    bool runs, ends, is_terminal, is_shown;
    const char *verb;
    char stage[128]; /* empty: nothing that is told of */
    unsigned turn;   /* of stages */
    double start;    /* of the stage, in milliseconds */
    double expected; /* milliseconds; 0: not known */
    double share;    /* done; below 0: not known */
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void wait_until(double ms) {
    const struct timespec end = {.tv_sec = (time_t)(ms * 1e-3),
                                 .tv_nsec =
                                     (long)(ms - (double)(time_t)(ms * 1e-3) * 1e3) * 1000000};
    pthread_cond_timedwait(&progress.change, &progress.lock, &end);
}

static void clear(void) {
    if (progress.is_shown) fputs("\r\033[K", stderr);
    progress.is_shown = false;
}

/* ", 40 %, 12 s left" */
static void print_share(double elapsed) {
    double share = progress.share;
    if (share < 0 && progress.expected > elapsed) share = elapsed / progress.expected;
    if (share <= 0) {
        fprintf(stderr, ", %.0f s", elapsed * 1e-3);
        return;
    }
    fprintf(stderr, ", %.0f %%, %.0f s left", 100 * share, elapsed * (1 - share) / share * 1e-3);
}

static void show(double elapsed) {
    fprintf(stderr, "%stenon %s: %s", progress.is_terminal ? "\r\033[K" : "", progress.verb,
            progress.stage);
    if (progress.is_terminal)
        print_share(elapsed);
    else if (progress.expected > elapsed)
        fprintf(stderr, ", about %.0f s", progress.expected * 1e-3);
    if (!progress.is_terminal) fputc('\n', stderr);
    fflush(stderr);
    progress.is_shown = progress.is_terminal;
}

static void *watch(void *user) {
    (void)user;
    unsigned told = 0; /* the turn that has its line */
    pthread_mutex_lock(&progress.lock);
    while (!progress.ends) {
        const double elapsed = clock_ms() - progress.start;
        const double first = progress.is_terminal ? FIRST_MS : LINE_MS;
        if (!progress.stage[0] || told == progress.turn) {
            pthread_cond_wait(&progress.change, &progress.lock);
        } else if (elapsed < first) {
            wait_until(progress.start + first);
        } else {
            show(elapsed);
            if (!progress.is_terminal) told = progress.turn;
            wait_until(clock_ms() + NEXT_MS);
        }
    }
    pthread_mutex_unlock(&progress.lock);
    return NULL;
}

void progress_begin(const char *verb, bool quiet) {
    if (quiet || progress.runs) return;
    sigset_t all, old;
    pthread_condattr_t attributes;
    progress.verb = verb;
    progress.is_terminal = isatty(STDERR_FILENO);
    progress.ends = false;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&progress.change, &attributes);
    pthread_condattr_destroy(&attributes);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    progress.runs = pthread_create(&progress.thread, NULL, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void progress_stage(const char *what, double expected_ms) {
    if (!progress.runs) return;
    pthread_mutex_lock(&progress.lock);
    clear();
    snprintf(progress.stage, sizeof progress.stage, "%s", what);
    progress.turn++;
    progress.start = clock_ms();
    progress.expected = expected_ms;
    progress.share = -1;
    pthread_cond_signal(&progress.change);
    pthread_mutex_unlock(&progress.lock);
}

void progress_share(double done) {
    if (!progress.runs) return;
    pthread_mutex_lock(&progress.lock);
    progress.share = done;
    pthread_mutex_unlock(&progress.lock);
}

void progress_end(void) {
    if (!progress.runs) return;
    pthread_mutex_lock(&progress.lock);
    clear();
    progress.stage[0] = '\0';
    progress.ends = true;
    pthread_cond_signal(&progress.change);
    pthread_mutex_unlock(&progress.lock);
    pthread_join(progress.thread, NULL);
    pthread_cond_destroy(&progress.change);
    progress.runs = false;
}
