/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of SimulateRanks share. */
#ifndef TENON_PASSES_SIMULATE_PARTS_H
#define TENON_PASSES_SIMULATE_PARTS_H

#include "ir/clone.h"
#include "ops/decompose.h"
#include "ops/mesh.h"

typedef struct {
    IrModule *m;
    Arena *arena;
    Mesh mesh;
    const char *text; /* the mesh's */
    bool *is_many;    /* by global's id: its new version is of all ranks */
    uint8_t *uses;    /* the same: how it is used */
    Map meetings;     /* bindings of the old functions in whose branches or body ranks meet */
} RankSim;

/* One function, or one nested in it: a clone a rank, all into one new function. */
typedef struct {
    RankSim *s;
    const IrFunction *from;
    IrClone *at;  /* by rank */
    IrBuilder b;  /* where all of them build */
    bool is_flat; /* it returns each element of its result once a rank, for a scan */
} RankFrame;

/* The binding calls a collective: builds what it means, and sets each rank's value. False after a
 * report. */
bool simulate_collective(RankFrame *f, IrBinding *b);

#endif
