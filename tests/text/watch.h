/* SPDX-License-Identifier: Apache-2.0 */
/* What a program asks of the system while it is watched: calls, by whichever of its threads, locks
 * (also such as cost no call), and page faults. */
#ifndef TENON_TESTS_WATCH_H
#define TENON_TESTS_WATCH_H

#include <stdbool.h>

typedef struct {
    bool has_calls, has_locks; /* false: they cannot be watched here */
    long long pool;            /* waiting and waking by the pool of threads */
    long long calls;           /* of the system, but those */
    long long first;           /* its number, of the first of these */
    long long locks, faults;
} Watch;

/* From here on a process of its own: this one follows its calls (ptrace, which a user may do with
 * a child), and ends as it ends. To be called before there are threads. */
void watch_start(void);
void watch_begin(void);
Watch watch_end(void);

#endif
