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
 * Dataflow blocks that stand side by side become one. The arguments of loop functions and of the
 * host stand in the call: a tuple that has a name is written out, as its fields if it comes from
 * elsewhere; but not a long one of several uses, as each would write it out.
 *
 *     args = (x, y)                               args = (x, y)
 *     z = R.call_tir(cls.f, args, ...)            z = R.call_tir(cls.f, (x, y), ...)
 *
 * requires well-formed, symbols; establishes typed; keeps all */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

static bool takes_arguments(const IrBinding *b) {
    const OpDef *const all[] = {&op_call_tir, &op_call_tir_inplace, &op_call_tir_with_grad,
                                &op_call_dps_packed};
    for (size_t i = 0; b->kind == IR_BIND_CALL && i < ARRAY_LEN(all); i++) {
        if (b->op == all[i]) return true;
    }
    return false;
}

/* Of a variable that is a tuple its fields: what the tuple was written of, else the values of
 * bindings made here. False after a report. */
static bool append_fields(IrClone *c, const IrOperand *tuple, IrOperandBuf *out) {
    const IrBinding *def = tuple->var->def;
    if (def && def->kind == IR_BIND_VALUE && def->operands.at->kind == IR_OPERAND_TUPLE) {
        const IrOperand *field = def->operands.at + 1;
        for (uint32_t i = 0; i < def->operands.at->n; i++, field += field->span)
            ir_operands_copy(out, field);
        return true;
    }
    for (uint32_t i = 0; i < tuple->var->type->n; i++) {
        IrVar *v = ir_build_field(&c->b, tuple, 1, i, ir_name(c->m, (Str){"lv", 2}));
        if (!v) return false;
        ir_operands_var(out, v);
    }
    return true;
}

static bool write_arguments(IrClone *c, const IrBinding *from, IrOperandBuf *operands) {
    enum { LONG = 64 };
    if (!takes_arguments(from)) return true;
    const IrOperand *old = from->operands.at + from->operands.at->span;
    const IrOperand *at = operands->ops.at, *args = at + at->span;
    const uint32_t n = (uint32_t)operands->ops.len;
    if (args->kind != IR_OPERAND_VAR || args->var->type->kind != IR_TYPE_TUPLE) return true;
    const bool is_shared = old->kind == IR_OPERAND_VAR && old->var->n_uses > 1;
    if (is_shared && args->var->type->n > LONG) return true;
    IrOperandBuf made;
    ir_operands_init(&made, &c->m->scratch);
    ir_operands_copy(&made, at);
    const size_t tuple = ir_operands_tuple(&made);
    if (!append_fields(c, args, &made)) return false;
    ir_operands_end(&made, tuple, args->var->type->n);
    for (const IrOperand *o = args + 1; o < at + n; o += o->span) ir_operands_copy(&made, o);
    *operands = made;
    return true;
}

static void join_blocks(IrBody *body) {
    BlockWriter w;
    if (!body->first) return;
    blocks_begin(&w, body);
    for (IrBinding *b = body->first; b; b = b->next) {
        blocks_add(&w, b, b->block->is_dataflow, true);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) join_blocks(b->bodies[i]);
    }
}

static bool join(void *user, IrFunction *fn) {
    (void)user;
    join_blocks(fn->body);
    return true;
}

bool pass_normalize(IrModule *m) {
    const IrCloneHooks hooks = {
        .keeps_types = true, .definitions = true, .change = {.operands = write_arguments}};
    return ir_clone_module(m, &hooks) && blocks_each_function(m, join, NULL) && blocks_finish(m);
}
