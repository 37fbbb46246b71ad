/* SPDX-License-Identifier: Apache-2.0 */
/* The clock that the command goes by: it never goes back. (The library has its own, which the
 * command does not see.) */
#ifndef TENON_COMMAND_CLOCK_H
#define TENON_COMMAND_CLOCK_H

#include <time.h>

static inline double clock_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

#endif
