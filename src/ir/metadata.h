/* SPDX-License-Identifier: Apache-2.0 */
/* The constants that do not stand inline: TVM's `metadata = tvm.ir.load_json("""...""")` table, as
 * mod.script(show_meta=True) writes it, read and written. The reader takes what TVM writes; the
 * writer leaves out the nodes of types, which TVM 0.20 would want. The table is a JSON graph of
 * nodes; the list under the key "relax.expr.Constant" names the constants' nodes in order, each of
 * which names an entry of "b64ndarrays": base64 of a header (magic, device, rank, dtype, dims,
 * bytes) and data. */
#ifndef TENON_IR_METADATA_H
#define TENON_IR_METADATA_H

#include "ir/ir.h"

typedef struct {
    VEC(IrConst *) constants;
    bool present;
} Metadata;

/* False after a report at `loc`. */
bool metadata_read(IrModule *m, Str json, Loc loc, Metadata *out);
/* The whole assignment. */
void metadata_print(IrModule *m, IrConst *const *constants, size_t n, StrBuf *out);

#endif
