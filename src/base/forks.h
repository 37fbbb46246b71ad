/* SPDX-License-Identifier: Apache-2.0 */
/* Locks and fork(): of the threads the child has only the one that forked, so a lock that another
 * one held stays locked in it for ever, over data that are half changed. */
#ifndef TENON_BASE_FORKS_H
#define TENON_BASE_FORKS_H

#include <pthread.h>

/* From here to forks_release no thread forks: who wants to waits. For work that is short and calls
 * nothing of the caller's. Such spans may nest. Thread rule: any thread. */
void forks_hold(void);
void forks_release(void);

/* A lock that the child gets anew, unlocked: what it guards may be left in any state by a thread
 * that the child has not. It must not move between forks_lock_init and forks_lock_end. */
typedef struct ForksLock {
    pthread_mutex_t mutex;
    struct ForksLock *next, **at;
} ForksLock;

void forks_lock_init(ForksLock *self);
void forks_lock_end(ForksLock *self);

#endif
