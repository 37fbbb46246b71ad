/* SPDX-License-Identifier: Apache-2.0 */
#include "base/forks.h"

#include <stddef.h>

/* Who forks goes first: spans that follow each other without a gap do not keep it waiting. */
static pthread_rwlock_t spans = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static _Thread_local unsigned depth; /* of this thread's spans */
static ForksLock *locks;             /* changed in spans, under `list` */
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;

static void before_fork(void) { pthread_rwlock_wrlock(&spans); }
static void in_parent(void) { pthread_rwlock_unlock(&spans); }

static void in_child(void) {
    static const pthread_rwlock_t fresh = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    spans = fresh; /* threads that waited for it are not here */
    for (ForksLock *l = locks; l; l = l->next) pthread_mutex_init(&l->mutex, NULL);
}

static void begin(void) { pthread_atfork(before_fork, in_parent, in_child); }

void forks_hold(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    if (depth++ == 0) pthread_rwlock_rdlock(&spans);
}

void forks_release(void) {
    if (--depth == 0) pthread_rwlock_unlock(&spans);
}

void forks_lock_init(ForksLock *self) {
    pthread_mutex_init(&self->mutex, NULL);
    forks_hold();
    pthread_mutex_lock(&list);
    self->next = locks;
    self->at = &locks;
    if (locks) locks->at = &self->next;
    locks = self;
    pthread_mutex_unlock(&list);
    forks_release();
}

void forks_lock_end(ForksLock *self) {
    forks_hold();
    pthread_mutex_lock(&list);
    *self->at = self->next;
    if (self->next) self->next->at = self->at;
    pthread_mutex_unlock(&list);
    forks_release();
    pthread_mutex_destroy(&self->mutex);
}
