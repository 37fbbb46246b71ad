/* SPDX-License-Identifier: Apache-2.0 */
/* Distribute: a function becomes what each rank of a mesh runs (docs/distribute.md). */
#ifndef TENON_PASSES_DISTRIBUTE_H
#define TENON_PASSES_DISTRIBUTE_H

#include "ir/ir.h"

/* What a rank moves and holds, in bytes. Of collectives it is what a ring moves: (k - 1)/k of the
 * whole for each gather, scatter or exchange over k ranks, twice that for an allreduce; an exchange
 * of parts moves (k - 1)/k of a part. A permute moves the rows that go to a neighbour. */
typedef struct {
    double parameters; /* all parameters of the function, state among them */
    double results;
    double values;  /* all tensors that bindings make */
    double moved;   /* by collectives */
    uint64_t ranks; /* of the mesh */
    uint64_t allreduces, allgathers, reduce_scatters, alltoalls, permutes;
} DistributeBytes;

typedef struct {
    const char *function;   /* NULL: the only public one, else main */
    const char *mesh;       /* "data=4,model=2" */
    const char *shard;      /* "x=data,_; *.weight=_,model"; NULL: annotations alone */
    StrBuf *report;         /* what lies how, and each collective with its reason, is appended;
                             NULL: nobody asks */
    DistributeBytes *bytes; /* of one rank; NULL: nobody asks */
} DistributeOptions;

/* In place; false after a report, with the module half changed: run it within an edit. */
bool distribute(IrModule *m, const DistributeOptions *o);

#endif
