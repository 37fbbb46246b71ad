/* SPDX-License-Identifier: Apache-2.0 */
/* Names for new functions of a module. */
#ifndef TENON_IR_FRESH_H
#define TENON_IR_FRESH_H

#include "ir/ir.h"

typedef struct {
    IrModule *m;
    Arena *arena; /* of the counts */
    Map counts;   /* by base */
} IrFresh;

void ir_fresh_init(IrFresh *self, IrModule *m, Arena *arena);
/* `base`, base1, base2, ...: the first that no function has and that was not given before. A count
 * for each base, so n names of one take n steps. Lives as the module. */
const char *ir_fresh_name(IrFresh *self, const char *base);

#endif
