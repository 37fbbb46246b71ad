/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier. Passes say which properties they require, establish and preserve; this checks
 * them. */
#ifndef TENON_IR_VERIFY_H
#define TENON_IR_VERIFY_H

#include "ir/ir.h"

typedef enum {
#define PROP(id, name, doc) IR_PROP_INDEX_##id,
#include "ir/props.def"
    IR_PROP_COUNT
} IrPropIndex;

typedef enum {
#define PROP(id, name, doc) IR_PROP_##id = 1 << IR_PROP_INDEX_##id,
#include "ir/props.def"
    IR_PROP_ALL = (1 << IR_PROP_COUNT) - 1
} IrProp;

/* False after reports. Linear in the module. What only a faulty pass can cause is reported as
 * DIAG_VERIFY with the property's name; what a user can write (an impure call in a dataflow block)
 * has its own message. */
bool ir_verify(IrModule *m, unsigned props);

#endif
