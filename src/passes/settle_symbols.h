/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols of match_casts whose value is known without a run. */
#ifndef TENON_PASSES_SETTLE_SYMBOLS_H
#define TENON_PASSES_SETTLE_SYMBOLS_H

#include "ir/ir.h"

/* Each symbol that a match_cast defines where the value's own type has an extent becomes that
 * extent, in all types. The match_cast stays. Where that shows that one can never succeed, it fails
 * in a run as before, on a value of unknown type; where it shows that of another call, which a run
 * need not come to, nothing is done. Linear; nothing is done where there is no such symbol. */
void settle_symbols(IrModule *m);

#endif
