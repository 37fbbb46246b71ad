/* SPDX-License-Identifier: Apache-2.0 */
/* A match_cast that a sharper type contradicts: it is to fail where a run comes to it, as before,
 * so what is cast loses its type. The verifier and the reader refuse one that is plainly wrong.
 *
 *     y: R.Tensor((n, 4)) = ...                           y: R.Tensor((n, 4)) = ...
 *                                                         y_1: R.Object = y
 *     z = R.match_cast(y, R.Tensor((n, 64)))              z = R.match_cast(y_1, R.Tensor((n, 64)))
 */
#include "ir/build.h"
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

static bool visit(IrModule *m, IrFunction *fn);

static bool look_at(IrModule *m, IrFunction *fn, IrBinding *b) {
    if (b->kind == IR_BIND_FUNCTION) return visit(m, b->function);
    if (b->kind != IR_BIND_MATCH_CAST) return true;
    const IrType *found = ir_operand_type(m, b->operands.at);
    return ir_type_subsumes(m, b->cast, found) != IR_REFUTED || weaken(m, fn, b);
}

static bool is_of_interest(const IrBinding *b) {
    return b->kind == IR_BIND_MATCH_CAST || b->kind == IR_BIND_FUNCTION;
}

/* Behind every pass, of which some take little longer: so a plain loop where there are no
 * branches. Recursion is over nested functions. */
static bool visit(IrModule *m, IrFunction *fn) {
    bool ok = true;
    for (IrBinding *b = fn->body->first; b; b = b->next) {
        if (is_of_interest(b)) ok &= look_at(m, fn, b);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
            IrWalk walk;
            ir_walk_init(&walk, b->bodies[i]);
            for (IrBinding *x; (x = ir_walk_next(&walk));) {
                if (is_of_interest(x)) ok &= look_at(m, fn, x);
            }
        }
    }
    return ok;
}

bool pass_weaken_doomed_casts(IrModule *m) {
    bool ok = true;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) ok &= visit(m, fn);
    }
    return ok;
}
