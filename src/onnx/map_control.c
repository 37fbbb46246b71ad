/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow: subgraphs become branches and functions. */
#include "onnx/import.h"

static const OnnxGraph *subgraph(O *o, const char *name) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    if (!a || !a->graph) o_fail(o, "its attribute '%s' holds no graph", name);
    return a->graph;
}

/* The branch's outputs as its result: one value, or a tuple. */
static IrBody *branch(O *o, const OnnxGraph *g) {
    OnnxImport *im = o->im;
    OnnxScope scope;
    IrBody *body = ir_body_new(o->b->fn, NULL);
    IrBuilder b = {.m = o->m, .fn = o->b->fn, .block = ir_block_append(body, false), .loc = o->b->loc};
    onnx_scope_init(&scope, im, o->scope);
    if (g->outputs.len != o->n_out) o_fail(o, "a branch has %zu outputs, the node %u", g->outputs.len, o->n_out);
    bool ok = onnx_import_graph(im, &b, &scope, g);
    IrOperandBuf result;
    ir_operands_init(&result, &o->m->arena);
    const bool is_single = o->n_out == 1;
    const size_t at = is_single ? 0 : ir_operands_tuple(&result);
    for (uint32_t i = 0; i < o->n_out; i++) {
        const Str name = ((const OnnxValueInfo *)g->outputs.at[i])->name;
        OnnxValue *v = onnx_lookup(im, &scope, name);
        if (!v) o_fail(o, "a branch does not define its output %u", i);
        if (v->is_sequence) o_unsupported(o, "a sequence as its output");
        ok = ok && !v->is_poisoned;
        if (!ok) continue;
        const IrOperand x = onnx_value_operand(im, &b, v);
        ok = x.kind != IR_OPERAND_NONE;
        ir_operands_copy(&result, &x);
    }
    if (!ok) ctx_throw(im->ctx, STATUS_INVALID);
    if (!is_single) ir_operands_end(&result, at, o->n_out);
    ir_body_set_result(body, result.ops.at, (uint32_t)result.ops.len);
    return body;
}

void onnx_map_if(O *o) {
    IrOperand cond = o_in(o, 0);
    const IrDim *const none[1] = {NULL};
    if (o_rank(o, cond) != 0) cond = o_reshape(o, cond, none, 0);
    IrBody *then_body = branch(o, subgraph(o, "then_branch")), *else_body = branch(o, subgraph(o, "else_branch"));
    IrVar *v = ir_build_if(o->b, &cond, then_body, else_body, ir_name(o->m, (Str){"lv", 2}));
    if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
    const IrOperand all = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (o_wants(o, i)) o_set(o, i, o->n_out == 1 ? all : o_field(o, all, i));
    }
}
