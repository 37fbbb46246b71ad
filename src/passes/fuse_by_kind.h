/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_FUSE_BY_KIND_H
#define TENON_PASSES_FUSE_BY_KIND_H

#include "ir/ir.h"

/* FuseOps(op_pattern=true). False after a report. */
bool fused_by_kind(IrModule *m);

#endif
