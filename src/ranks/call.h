/* SPDX-License-Identifier: Apache-2.0 */
/* A collective as programs call it: numbers that say what it is, of which compiled code has them as
 * data, and a table by which a rank does it. The layouts are those of the header that `tenon
 * compile` writes (backend/c/module.c). */
#ifndef TENON_RANKS_CALL_H
#define TENON_RANKS_CALL_H

#include <stdint.h>

enum { RANKS_AXES = 8 };

typedef enum {
    RANKS_ALLREDUCE,
    RANKS_ALLGATHER,
    RANKS_REDUCE_SCATTER,
    RANKS_BROADCAST,
    RANKS_SCATTER,
    RANKS_ALLTOALL,
    RANKS_PERMUTE,
    RANKS_RANK,
    RANKS_KINDS
} RanksKind;

typedef enum { RANKS_SUM, RANKS_PROD, RANKS_MIN, RANKS_MAX, RANKS_AVG, RANKS_HOWS } RanksHow;

/* All of one width, so that it is a list of numbers. */
typedef struct {
    int64_t kind;      /* RanksKind */
    int64_t how;       /* RanksHow, of what reduces */
    int64_t type;      /* of elements: 'b' bool, 'i' int, 'u' uint, 'f' float, 'g' bfloat16 */
    int64_t bytes;     /* of an element */
    int64_t ndim;      /* of x and the result */
    int64_t axis;      /* that is gathered or shared out; split_axis */
    int64_t to_axis;   /* concat_axis */
    int64_t shift;     /* of permute */
    int64_t workers;   /* ranks of a group, as the call says; 0: it does not say */
    int64_t is_uneven; /* parts may differ: ranks tell each other how long theirs are */
    int64_t axes;      /* bit i: the group's ranks differ in axis i of the mesh; all bits: all */
    int64_t n_mesh;    /* axes of the mesh; 0: one row of all ranks that there are */
    int64_t mesh[RANKS_AXES];
    int64_t place; /* in the program (ranks/list.h), from 1 on; 0: not known, or no rank waits */
    int64_t has_pairs;
    int64_t n_pairs; /* so many pairs of numbers follow */
} RanksWhat;

enum { RANKS_WORDS = sizeof(RanksWhat) / sizeof(int64_t) };

/* One rank's way to the others. dims: x's extents, then the result's. name: of the value that the
 * collective makes. 0, or another number when it failed; the table knows more then.
 *
 * `start` begins a collective that `wait` ends, with what the program calls `key`: x and the result
 * stay until then. All ranks start, and wait for, the same in the same order. NULL, both of them:
 * the table has no such, and `call` is called in place of `start`. */
typedef struct {
    int32_t (*call)(void *self, const RanksWhat *what, const char *name, const void *x,
                    void *result, const int64_t *dims);
    void *self;
    int32_t (*start)(void *self, const RanksWhat *what, const char *name, const void *x,
                     void *result, const int64_t *dims, int64_t key);
    int32_t (*wait)(void *self, int64_t key);
    /* Before the first run of an entry of an artefact: the collectives that it comes to
     * (ranks/list.h), and a number that is another one where lists differ; all ranks must have the
     * same. 0, or another number where they have not. NULL: nobody compares. Programs in this
     * process do so by ranks_agree_list. */
    int32_t (*same)(void *self, uint64_t mark, const char *list);
} RanksTable;

const char *ranks_kind_name(int64_t kind); /* "ccl.allreduce" */

#endif
