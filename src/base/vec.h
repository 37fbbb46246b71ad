/* SPDX-License-Identifier: Apache-2.0 */
/* A growable array in an arena: VEC(T) declares it, vec_push appends. The old storage stays in the
 * arena when it grows, which costs at most as much again as the final array. */
#ifndef TENON_BASE_VEC_H
#define TENON_BASE_VEC_H

#include "base/arena.h"
#include "base/hard.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        size_t len, cap;                                                                           \
    }

/* Makes room for n more elements. */
#define vec_reserve(arena, v, n)                                                                   \
    do {                                                                                           \
        if ((v)->cap - (v)->len < (size_t)(n)) {                                                   \
            size_t cap_ = vec_next_cap((v)->cap, (v)->len + (size_t)(n));                          \
            (v)->at = arena_grow((arena), (v)->at, (v)->len, cap_, sizeof *(v)->at);               \
            (v)->cap = cap_;                                                                       \
        }                                                                                          \
    } while (0)

#define vec_push(arena, v, x)                                                                      \
    do {                                                                                           \
        vec_reserve((arena), (v), 1);                                                              \
        (v)->at[(v)->len++] = (x);                                                                 \
    } while (0)

static inline size_t vec_next_cap(size_t cap, size_t need) {
    size_t next = cap ? cap * 2 : (size_t)HARD_CAPACITY(8);
    return next < need ? need : next;
}

#endif
