/* SPDX-License-Identifier: Apache-2.0 */
/* What a loop function does with the memory of its buffers, seen from its loops: which calls need
 * no work at all, and which outputs may lie where an input lies. What is said holds for all sizes;
 * what is not said may hold too. */
#ifndef TENON_LOOP_MEMORY_H
#define TENON_LOOP_MEMORY_H

#include "loop/poly.h"

/* A nest that copies: element e of `out` is element e + shift of `in`, in row-major order. */
typedef struct {
    uint32_t in, out;  /* among the parameters */
    const Poly *shift; /* over the sizes: atom k is fn->sizes.at[k] */
    const Poly *count; /* the elements of `in`; NULL: not all are copied */
} LoopCopy;

typedef VEC(LoopCopy) LoopCopies;

/* The function does nothing but copy: each output has one copy, and is a part of its input that
 * lies together; or there is one output, and the inputs follow each other in it (`count` is known
 * of all). False: it is another function. */
bool loop_copies(Ctx *ctx, const LoopFn *fn, Arena *arena, LoopCopies *out);

/* The same function without the parameter `in`: `out` lies in its memory, and holds its elements at
 * first. NULL unless each element of `out` is written once, and no element of `in` is read but
 * before that one of its place is written. Both have the same dtype, and so many elements. */
LoopFn *loop_in_place(Ctx *ctx, const LoopFn *fn, uint32_t in, uint32_t out, Arena *arena);

/* The same where `out` is written part by part, and each part from elements of `in` at their own
 * places, which nothing was written over before, or from none: a concatenation with parts of `in`
 * that lie there already, or sums at its edges. Nests that only copy are left out; what is not
 * written then is as it is in `in`. An access that is not proved to be in bounds must be checked in
 * a run. */
LoopFn *loop_parts_in_place(Ctx *ctx, const LoopFn *fn, uint32_t in, uint32_t out, Arena *arena);

#endif
