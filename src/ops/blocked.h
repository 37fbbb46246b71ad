/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in text of operators on images, whose layouts may be blocked. */
#ifndef TENON_OPS_BLOCKED_H
#define TENON_OPS_BLOCKED_H

#include "ir/build.h"

/* The expansion of a sugar that has the name and the parameters of an operator with layouts. */
IrVar *blocked_expand(IrSugarCall *call);

#endif
