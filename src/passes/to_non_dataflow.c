/* SPDX-License-Identifier: Apache-2.0 */
/* ToNonDataflow: dataflow blocks become ordinary bindings, of which all are seen to the body's end.
 *
 *     with R.dataflow():              y = R.exp(x)
 *         y = R.exp(x)                z = R.negative(y)
 *         z = R.negative(y)
 *         R.output(z)
 *
 * requires well-formed; keeps all */
#include "passes/blocks.h"
#include "passes/passes.h"

static bool dissolve(void *user, IrFunction *fn) {
    (void)user;
    blocks_dissolve(fn);
    return true;
}

bool pass_to_non_dataflow(IrModule *m) {
    return blocks_each_function(m, dissolve, NULL) && blocks_finish(m);
}
