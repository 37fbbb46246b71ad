/* SPDX-License-Identifier: Apache-2.0 */
/* Philox4x32-10: random numbers as a function of a counter. J. K. Salmon, M. A. Moraes, R. O. Dror
 * and D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3, SC 2011. */
#ifndef TENON_OPS_PHILOX_H
#define TENON_OPS_PHILOX_H

#include "loop/loop.h"

enum { PHILOX_ROUNDS = 10 };

/* The rounds' keys, from the key (two uint32). */
typedef struct {
    const LoopExpr *at[PHILOX_ROUNDS][2];
} PhiloxKeys;

/* Both append `let`s where the builder stands. All values are uint32. */
void philox_keys(LoopBuilder *b, const LoopExpr *const key[2], PhiloxKeys *out);
void philox(LoopBuilder *b, const PhiloxKeys *keys, const LoopExpr *const counter[4],
            const LoopExpr *out[4]);

#endif
