/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that are linked with no library: what they may not have. */
#ifndef TENON_BACKEND_FREESTANDING_H
#define TENON_BACKEND_FREESTANDING_H

#include "backend/program.h"

/* Is all memory the caller's, and every function of libm one that loop/own.h has? False after a
 * report of each that is not. */
bool be_freestanding(const BeModule *m);

#endif
