/* SPDX-License-Identifier: Apache-2.0 */
/* Sums over ranks in buckets (docs/distribute.md). */
#ifndef TENON_PASSES_BUCKET_COLLECTIVES_H
#define TENON_PASSES_BUCKET_COLLECTIVES_H

#include "ir/ir.h"

enum { BUCKET_BYTES = 25 << 20 }; /* by default */

/* Of all functions; false after a report. */
bool bucket_collectives(IrModule *m, int64_t bytes);

#endif
