/* SPDX-License-Identifier: Apache-2.0 */
/* A mesh: ranks in rows of named axes. Its text, "data=4,model=2", is an attribute of functions.
 * Ranks are numbered row by row, so the last axis varies fastest: rank 3 of that mesh is data 1,
 * model 1. A group of some axes are the ranks that differ in these alone, in the order of their
 * numbers. */
#ifndef TENON_OPS_MESH_H
#define TENON_OPS_MESH_H

#include "ir/ir.h"

/* Attributes of functions. A string: the mesh whose ranks run it. */
#define MESH_ATTR "mesh"
/* The same, of a function that is all of them side by side. */
#define RANKS_MESH_ATTR "ranks_mesh"
/* How each leaf of the parameters and of the result of what Distribute has made lies, a list of
 * texts: "data,_" (dim 0 is split over the axis data). */
#define DISTRIBUTE_INPUTS "shard_inputs"
#define DISTRIBUTE_OUTPUTS "shard_outputs"

enum { MESH_AXES_MAX = 8, MESH_RANKS_MAX = 1 << 20 };

typedef struct {
    Str name; /* a part of the text */
    uint32_t size;
} MeshAxis;

typedef struct {
    MeshAxis axes[MESH_AXES_MAX];
    uint32_t n;     /* axes; 0: one rank */
    uint32_t ranks; /* in all */
} Mesh;

/* From its text, which must live as long as the mesh; spaces between words do not count. NULL, or
 * what is wrong with it. */
const char *mesh_parse(Mesh *out, const char *text);

/* A set of axes. */
typedef struct {
    uint32_t axes; /* bit i: axis i */
    uint32_t size; /* ranks in a group */
} MeshGroup;

/* The groups that an attribute `axes` of a collective names; None: all ranks are one. False: *wrong
 * is the name that is no axis. */
bool mesh_group(const Mesh *mesh, const IrAttr *axes, MeshGroup *out, const char **wrong);
/* The rank's place in its group, and the rank at a place of that group. */
uint32_t mesh_place(const Mesh *mesh, const MeshGroup *group, uint32_t rank);
uint32_t mesh_member(const Mesh *mesh, const MeshGroup *group, uint32_t rank, uint32_t place);

#endif
