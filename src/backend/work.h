/* SPDX-License-Identifier: Apache-2.0 */
/* How much a step has to do: for profiles. */
#ifndef TENON_BACKEND_WORK_H
#define TENON_BACKEND_WORK_H

#include "backend/program.h"

/* Over the symbols of the step's function; NULL: it depends on data, or on the loop that it stands
 * in. */
typedef struct {
    const IrDim *operations; /* on floats: indices, conditions and choices are free */
    /* of buffers, read or written: each element once, and no more of them than are read */
    const IrDim *bytes;
} BeWork;

/* Of a step LOOPS or LIBRARY. A count that depends on a branch is that of the longer one. Linear in
 * the loops. */
BeWork be_step_work(BeFn *f, const BeStep *s);

#endif
