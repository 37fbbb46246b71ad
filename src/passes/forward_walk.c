/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over a body, which puts the tangent of each value behind it. A branch gives the tangents
 * of what it gives, too:
 *
 *     if cond:                    if cond:
 *         y = R.exp(x)                y = R.exp(x)
 *     else:                           y_tangent = R.multiply(x_tangent, y)
 *         y = x                       lv = (y, y_tangent)
 *                                 else:
 *                                     lv = (x, x_tangent)
 */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/forward_parts.h"

/* Branches */

/* The body gives what it gave, and its tangents. */
static bool close_branch(Forward *f, IrBody *body) {
    IrOperandBuf out;
    ir_operands_init(&out, &f->g->arena);
    IrBlock *block = body->last_block;
    if (!block || block->is_dataflow) block = ir_block_append(body, false);
    f->g->b.block = block;
    const IrOperand *result = body->result.at;
    const GradNode node = forward_tangent(f, result);
    const size_t all = ir_operands_tuple(&out);
    ir_operands_copy(&out, result);
    if (!forward_put(f, result, &node, &out)) return false;
    ir_operands_end(&out, all, 1 + forward_count(ir_operand_type(f->m, result)));
    ir_body_set_result(body, out.ops.at, (uint32_t)out.ops.len);
    return true;
}

/* `y` in place of the variable, of which it is made. */
static void stand_for(IrVar *v, IrVar *y) {
    y->is_output = v->is_output;
    ir_var_replace_uses(v, y);
    ir_operand_set_var(y->def->operands.at, v);
}

static bool walk_if(Forward *f, IrBinding *b) {
    const uint32_t n = forward_count(b->var->type);
    for (int i = 0; i < 2; i++) {
        if (!forward_body(f, b->bodies[i])) return false;
        if (forward_count(ir_operand_type(f->m, b->bodies[i]->result.at)) == n) continue;
        diag_error(f->m->ctx, b->loc, DIAG_GRADIENT, "an if",
                   "its branches give values of other types");
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (!close_branch(f, b->bodies[i])) return false;
    }
    const IrType *own = b->var->type;
    const IrAttr *attrs;
    const IrType *t = ir_infer_binding(b, &attrs);
    if (!t) return false;
    b->var->type = t;
    const ForwardSpot spot = forward_spot(f, b);
    const IrOperand all = d_var(b->var);
    IrVar *y = ir_build_field(&f->g->b, &all, 1, 0, b->var->name);
    if (!y) return false;
    f->replaced[b->var->id] = y;
    stand_for(b->var, y);
    uint32_t at = 1;
    const GradNode node = forward_take(f, own, all, &at);
    forward_settle(&spot);
    forward_set(f, y, node);
    forward_name(f, y, &node);
    return true;
}

/* Bindings */

static bool walk_binding(Forward *f, IrBinding *b) {
    GradNode node = {.fields = NULL};
    const IrOperand *o = b->operands.at;
    switch (b->kind) {
    case IR_BIND_IF: return walk_if(f, b);
    case IR_BIND_INVOKE: return forward_invoke(f, b);
    case IR_BIND_CALL:
        if (f->g->call_of[b->var->id]) return forward_loop(f, b);
        node = forward_call(f, b);
        break;
    case IR_BIND_VALUE: node = forward_tangent(f, o); break;
    case IR_BIND_MATCH_CAST: {
        node = forward_tangent(f, o);
        if (node.sum.kind == IR_OPERAND_NONE) break;
        const ForwardSpot spot = forward_spot(f, b);
        node.sum = forward_refine(f, node.sum, b->var->type);
        forward_settle(&spot);
        break;
    }
    case IR_BIND_FIELD:
        node = forward_tangent(f, o);
        node = node.fields ? node.fields[b->index] : (GradNode){.fields = NULL};
        break;
    case IR_BIND_FUNCTION: return true;
    default: BUG("no tangent of R.%s", ir_bind_name(b->kind));
    }
    forward_set(f, b->var, node);
    forward_name(f, b->var, &node);
    return diag_errors(f->m->ctx) == 0;
}

bool forward_body(Forward *f, IrBody *body) {
    for (IrBinding *b = body->first, *next; b; b = next) {
        /* what is built behind b is no value of the function */
        for (next = b->next; next && next->var->id >= f->n_primal;) next = next->next;
        ctx_poll(f->m->ctx);
        if (b->var->id >= f->n_primal || !gradient_is_active(f->g, b->var)) continue;
        const ArenaMark mark = arena_mark(&f->m->scratch);
        const bool ok = walk_binding(f, b);
        arena_rewind(&f->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}
