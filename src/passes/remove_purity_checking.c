/* SPDX-License-Identifier: Apache-2.0 */
/* RemovePurityChecking: pure functions say by an attribute that nobody is to check them, and calls
 * in them lose the word "pure", as TVM's passes to its virtual machine want it.
 *
 *     @R.function                                  @R.function
 *     def f(x):                                    def f(x):
 *                                                      R.func_attr({"relax.force_pure": True})
 *         y = R.call_pure_packed("g", x)               y = R.call_packed("g", x)
 *
 * A dataflow block that holds such a call becomes ordinary bindings. Linear. */
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

static const OpDef *unchecked(const IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return NULL;
    if (b->op == &op_call_pure_packed) return &op_call_packed;
    return b->op == &op_invoke_pure_closure ? &op_invoke_closure : NULL;
}

static bool visit(void *user, IrFunction *fn) {
    (void)user;
    if (!fn->is_pure) return true;
    IrWalk walk;
    ir_function_set_list(fn, "relax.force_pure", &(IrAttr){.kind = IR_ATTR_BOOL, .i = 1});
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const OpDef *op = unchecked(b);
        if (!op) continue;
        b->op = op;
        if (!b->block->is_dataflow) continue;
        b->block->is_dataflow = false;
        for (IrBinding *x = b->block->first; x && x->block == b->block; x = x->next)
            x->var->is_output = true;
    }
    return true;
}

bool pass_remove_purity_checking(IrModule *m) {
    return blocks_each_function(m, visit, NULL) && blocks_finish(m);
}
