/* SPDX-License-Identifier: Apache-2.0 */
/* A match_cast that a sharper type contradicts: it is to fail where a run comes to it, as before,
 * so what is cast loses its type. The verifier and the reader refuse one that is plainly wrong.
 *
 *     y: R.Tensor((n, 4)) = ...                           y: R.Tensor((n, 4)) = ...
 *                                                         y_1: R.Object = y
 *     z = R.match_cast(y, R.Tensor((n, 64)))              z = R.match_cast(y_1, R.Tensor((n, 64)))
 */
#include "ir/build.h"
#include "passes/blocks.h"
#include "passes/manager.h"

static bool weaken(IrModule *m, IrFunction *fn, IrBinding *cast) {
    IrBuilder b = {
        .m = m, .fn = fn, .block = cast->block, .loc = cast->loc, .origin = cast->origin};
    const IrOperand *old = cast->operands.at;
    const char *name = old->kind == IR_OPERAND_VAR ? old->var->name : cast->var->name;
    IrVar *v = ir_build_value(&b, old, cast->operands.n, name);
    if (!v) return false;
    v->type = m->any;
    v->is_output = !b.block->is_dataflow;
    ir_binding_move_before(cast, v->def);
    const IrOperand unknown = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    ir_binding_set_operands(cast, &unknown, 1);
    return true;
}

static bool visit(void *user, IrFunction *fn) {
    IrModule *m = user;
    IrWalk walk;
    bool ok = true;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_MATCH_CAST) continue;
        const IrType *found = ir_operand_type(m, b->operands.at);
        if (ir_type_subsumes(m, b->cast, found) != IR_REFUTED) continue;
        ok &= weaken(m, fn, b);
    }
    return ok;
}

bool pass_weaken_doomed_casts(IrModule *m) { return blocks_each_function(m, visit, m); }
