/* SPDX-License-Identifier: Apache-2.0 */
/* Normalize: every function is built anew through the builder. What passes leave behind (types that
 * have become sharper, attributes that can now be made canonical, empty blocks, ids of what is
 * gone) comes out as the parser would make it from the printed text. An annotation that is weaker
 * than what is inferred stays.
 *
 *     x: R.Tensor((2, 3), "float32")
 *     y: R.Tensor(ndim=1, "float32") = R.sum(x, axis=[-1])        y's annotation stays
 *     z: R.Tensor((2, 3), "float32") = R.softmax(x, axis=-1)      axis=1
 *
 * requires well-formed, symbols; establishes typed; keeps all */
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/passes.h"

bool pass_normalize(IrModule *m) {
    const IrCloneHooks same = {.keeps_types = true, .definitions = true};
    return ir_clone_module(m, &same) && blocks_finish(m);
}
