/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of ONNX whose meaning is not known (R.onnx.opaque): all of them are named before anything
 * is made of a module. */
#include "api/api.h"

static void look(const IrFunction *fn, Ctx *ctx) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION) look(b->function, ctx); /* as deep as functions nest */
        if (b->kind == IR_BIND_CALL) onnx_opaque_refuse(b, ctx);
    }
}

bool api_is_known(TnModule *m) {
    Ctx *ctx = &m->context->ctx;
    const size_t errors = diag_errors(ctx);
    for (size_t i = 0; i < m->ir->globals.len; i++) {
        const IrFunction *fn = m->ir->globals.at[i]->function;
        if (fn && fn->body) look(fn, ctx);
    }
    return diag_errors(ctx) == errors;
}
