/* SPDX-License-Identifier: Apache-2.0 */
/* A pool of POSIX threads for what `tenon compile --threads N` makes:
 *
 *     Pool pool;
 *     if (pool_start(&pool, 3) != 0) ...                 3 beside the one that calls
 *     net_pool by = {pool_run, &pool};
 *     net_main_threads(in, out, arena, &by);
 *     pool_stop(&pool);
 *
 * One call at a time may use it; a second thread that calls waits for the first. Workers sleep
 * between regions. */
#ifndef POOL_H
#define POOL_H

#include <pthread.h>
#include <stdint.h>

enum { POOL_MAX = 64 };

typedef struct {
    pthread_t threads[POOL_MAX];
    int n_threads;
    pthread_mutex_t lock, caller;
    pthread_cond_t work, done;
    /* The region: pieces next to n - 1 are to be taken, `left` have not returned. */
    int (*piece)(void *job, int64_t i);
    void *job;
    int64_t next, n, left;
    int result, stops;
} Pool;

/* Takes pieces as long as there are any. The lock is held, but while one runs. */
static inline void pool_take(Pool *self) {
    while (self->next < self->n) {
        const int64_t i = self->next++;
        int result;
        pthread_mutex_unlock(&self->lock);
        result = self->piece(self->job, i);
        pthread_mutex_lock(&self->lock);
        if (result) self->result = result;
        if (--self->left == 0) pthread_cond_signal(&self->done);
    }
}

static inline void *pool_work(void *user) {
    Pool *self = (Pool *)user;
    pthread_mutex_lock(&self->lock);
    while (!self->stops) {
        pool_take(self);
        if (!self->stops) pthread_cond_wait(&self->work, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

static inline void pool_stop(Pool *self) {
    int i;
    pthread_mutex_lock(&self->lock);
    self->stops = 1;
    pthread_cond_broadcast(&self->work);
    pthread_mutex_unlock(&self->lock);
    for (i = 0; i < self->n_threads; i++) pthread_join(self->threads[i], NULL);
    pthread_cond_destroy(&self->done);
    pthread_cond_destroy(&self->work);
    pthread_mutex_destroy(&self->caller);
    pthread_mutex_destroy(&self->lock);
}

/* 0, or the number of an error: then there is no pool. */
static inline int pool_start(Pool *self, int n_threads) {
    int error = 0;
    self->n_threads = 0;
    self->next = self->n = self->left = 0;
    self->result = self->stops = 0;
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->caller, NULL);
    pthread_cond_init(&self->work, NULL);
    pthread_cond_init(&self->done, NULL);
    while (!error && self->n_threads < n_threads && self->n_threads < POOL_MAX) {
        error = pthread_create(&self->threads[self->n_threads], NULL, pool_work, self);
        if (!error) self->n_threads++;
    }
    if (error) pool_stop(self);
    return error;
}

/* The `run` of a net_pool. */
static inline int pool_run(void *user, int (*piece)(void *job, int64_t i), void *job, int64_t n) {
    Pool *self = (Pool *)user;
    int result;
    pthread_mutex_lock(&self->caller);
    pthread_mutex_lock(&self->lock);
    self->piece = piece;
    self->job = job;
    self->next = 0;
    self->n = self->left = n;
    self->result = 0;
    pthread_cond_broadcast(&self->work);
    pool_take(self);
    while (self->left > 0) pthread_cond_wait(&self->done, &self->lock);
    result = self->result;
    pthread_mutex_unlock(&self->lock);
    pthread_mutex_unlock(&self->caller);
    return result;
}

#endif
