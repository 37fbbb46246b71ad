/* SPDX-License-Identifier: Apache-2.0 */
/* The clock that deadlines, stages and profiles go by: it never goes back. */
#ifndef TENON_BASE_CLOCK_H
#define TENON_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline double clock_now_ms(void) { return (double)clock_now_ns() * 1e-6; }

#endif
