/* SPDX-License-Identifier: Apache-2.0 */
/* A command as many ranks in threads of its own. Rank 0 is the thread that the command began in,
 * and has what a process has once; the others keep their errors until all have ended, and then
 * those are told that rank 0 did not tell. */
#include "command/join.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int64_t join_share(unsigned n, int64_t asked) {
    cpu_set_t set;
    if (asked > 0) return asked;
    const int cpus = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return cpus > (int)n ? cpus / (int)n : 1;
}

bool join_begin(Join *self, Session *session, const Args *args) {
    if (!join_follows(self)) return session_begin(session, args);
    const TnOptions options = {TN_SIZED(TnOptions), .limits = args->limits};
    *session = (Session){.json = true, .target = args->target, .rank = self->rank};
    session->diags = json_array();
    if (!session->diags) {
        session->status = EXIT_IO;
        return false;
    }
    return session_ok(session, tn_context_new(&options, &session->ctx), "tenon");
}

int join_finish(Join *self, Session *session) {
    if (!self->threads) return session_end(session);
    self->first = session->first;
    session->first = NULL;
    if (!self->rank) return session_end(session);
    json_decref(session->diags);
    tn_context_free(session->ctx);
    return session->status;
}

/* Nobody is to wait for that rank, which may have ended before it joined. */
static void stop_for(TnRankThreads *threads, unsigned rank) {
    TnContext *ctx = NULL;
    if (tn_context_new(NULL, &ctx) == TN_OK && tn_rank_threads_join(ctx, threads, rank) == TN_OK)
        tn_ranks_stop(ctx);
    tn_context_free(ctx);
}

static void *follow(void *user) {
    JoinThread *self = user;
    self->status = self->work(self->user);
    if (self->status != EXIT_OK) stop_for(self->join->threads, self->join->rank);
    return NULL;
}

/* The threads that began: all or fewer. No signal is handled there. */
static unsigned begin(JoinThread *all, unsigned n, pthread_t *threads) {
    sigset_t every, old;
    unsigned begun = 1;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &old);
    while (begun < n && pthread_create(&threads[begun], NULL, follow, &all[begun]) == 0) begun++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return begun;
}

/* What others say that rank 0 and those before them did not. */
static void tell(const JoinThread *all, unsigned n) {
    for (unsigned r = 1; r < n; r++) {
        const char *text = all[r].join->first;
        bool is_told = !text;
        for (unsigned k = 0; k < r && !is_told; k++)
            is_told = all[k].join->first && strcmp(all[k].join->first, text) == 0;
        if (!is_told) fprintf(stderr, "rank %u: %s", r, text);
    }
}

int join_threads(JoinThread *all, unsigned n, double timeout) {
    TnRankThreads *ranks = NULL;
    pthread_t *threads = calloc(n, sizeof *threads);
    const double seconds = timeout > 0 ? timeout : JOIN_TIMEOUT;
    if (!threads || tn_rank_threads_new(n, seconds, 0, 0, &ranks) != TN_OK) {
        fputs("error: out of memory\n", stderr);
        free(threads);
        return EXIT_IO;
    }
    for (unsigned r = 0; r < n; r++) {
        all[r].join->threads = ranks;
        all[r].join->rank = r;
        all[r].join->size = n;
    }
    const unsigned begun = begin(all, n, threads);
    if (begun < n) {
        fprintf(stderr, "error: there is no thread for rank %u\n", begun);
        stop_for(ranks, begun);
    }
    follow(&all[0]);
    for (unsigned r = 1; r < begun; r++) pthread_join(threads[r], NULL);
    int status = all[0].status;
    for (unsigned r = 1; r < n; r++) {
        if (status == EXIT_OK) status = all[r].status;
    }
    tell(all, n);
    for (unsigned r = 0; r < n; r++) free(all[r].join->first);
    tn_rank_threads_free(ranks);
    free(threads);
    return status;
}
