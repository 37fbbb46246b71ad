/* SPDX-License-Identifier: Apache-2.0 */
/* A function's known dims as numbers, where its symbols have values. */
#ifndef TENON_BACKEND_SIZES_H
#define TENON_BACKEND_SIZES_H

#include "backend/program.h"

/* What a loop function, or a call, works in depends on more than the symbols: a number that stands
 * for any. */
enum { SIZES_WORK = 192 };

typedef struct {
    BeFn *f;
    int64_t *values; /* by the symbols' slots */
    bool bad;        /* some number passed 63 bits, or nothing is known of a symbol */
} Sizes;

/* symbols: of each of f->entry. */
void sizes_init(Sizes *self, BeFn *f, const int64_t *symbols, Arena *arena);
int64_t sizes_of_dim(Sizes *self, const IrDim *d);
/* The bytes of the arena; where each slot begins. */
int64_t sizes_slots(Sizes *self, int64_t *slots);

#endif
