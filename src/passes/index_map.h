/* SPDX-License-Identifier: Apache-2.0 */
/* Index maps, lambda i, j: (i // 4, j, i % 4), as attributes hold them (OP_LIST_INDEX_MAP). */
#ifndef TENON_PASSES_INDEX_MAP_H
#define TENON_PASSES_INDEX_MAP_H

#include "ir/ir.h"

/* The map that takes `map` back, lambda axis0, axis1, axis2: (axis0 * 4 + axis2, axis1), for
 * indices below these extents, one for each of its names; in the arena, names interned in the
 * module. NULL, and *why: it is not found, as the map has something else than digits of its
 * indices, or does not tell two of them apart. A map that leaves places free has one too. */
const IrAttr *invert_index_map(IrModule *m, const IrAttr *map, const int64_t *extents, Arena *arena,
                               const char **why);

#endif
