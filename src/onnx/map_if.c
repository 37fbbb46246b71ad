/* SPDX-License-Identifier: Apache-2.0 */
/* If: subgraphs become branches, or one of them stands in place of the node.
 *
 *     condition known                          the nodes of that branch
 *     whether extents are equal, and the       the nodes of the then-branch, and a match_cast that they are
 *     branches state different ranks
 *     else                                     if p: ... else: ...        what is around is seen in the branches */
#include "onnx/nested.h"

/* The branch's outputs as its result: one value, or a tuple. */
static IrBody *branch(O *o, const OnnxGraph *g) {
    OnnxImport *im = o->im;
    OnnxScope scope;
    IrBody *body = ir_body_new(o->b->fn, NULL);
    IrBuilder b = {
        .m = o->m, .fn = o->b->fn, .block = ir_block_append(body, false), .loc = o->b->loc};
    onnx_scope_init(&scope, im, o->scope);
    if (g->outputs.len != o->n_out)
        o_fail(o, "a branch has %zu outputs, the node %u", g->outputs.len, o->n_out);
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

/* The nodes of a branch in the If's own place. */
static void take_branch(O *o, const OnnxGraph *g) {
    OnnxScope scope;
    onnx_scope_init(&scope, o->im, o->scope);
    if (g->outputs.len != o->n_out)
        o_fail(o, "a branch has %zu outputs, the node %u", g->outputs.len, o->n_out);
    if (!onnx_import_graph(o->im, o->b, &scope, g)) ctx_throw(o->im->ctx, STATUS_INVALID);
    for (uint32_t i = 0; i < o->n_out; i++) {
        const OnnxValue *v =
            onnx_lookup(o->im, &scope, ((const OnnxValueInfo *)g->outputs.at[i])->name);
        if (!v) o_fail(o, "a branch does not define its output %u", i);
        if (v->is_poisoned) ctx_throw(o->im->ctx, STATUS_INVALID);
        const Str name = o->out[i].name;
        o->out[i] = *v;
        o->out[i].name = name;
    }
}

static int32_t stated_rank(const OnnxGraph *g, size_t i) {
    const OnnxValueInfo *info = g->outputs.at[i];
    const OnnxTensorType *t = info->type ? info->type->tensor : NULL;
    return t && t->shape ? (int32_t)t->shape->dims.len : IR_NDIM_UNKNOWN;
}

/* As exporters write a squeeze of a dim of unknown extent: the branches state different ranks. */
static bool ranks_differ(const OnnxGraph *a, const OnnxGraph *b) {
    for (size_t i = 0; i < a->outputs.len && i < b->outputs.len; i++) {
        const int32_t ra = stated_rank(a, i), rb = stated_rank(b, i);
        if (ra != IR_NDIM_UNKNOWN && rb != IR_NDIM_UNKNOWN && ra != rb) return true;
    }
    return false;
}

void onnx_map_if(O *o) {
    const OnnxGraph *then_graph = onnx_subgraph(o, "then_branch"),
                    *else_graph = onnx_subgraph(o, "else_branch");
    OnnxKnown k = {.n = 0};
    int64_t value;
    if (o_known(o, 0, &k) && k.n == 1 && ir_dim_is_const(k.at[0], &value)) {
        take_branch(o, value ? then_graph : else_graph);
        return;
    }
    const IrDim *const *equal = o->in[0]->equal;
    if (equal[0] && ranks_differ(then_graph, else_graph)) {
        const IrOperand found = o_shape(o, &equal[0], 1);
        const IrType *wanted = ir_type_shape(o->m, &equal[1], 1);
        if (!ir_build_match_cast(o->b, &found, 1, wanted, "extent"))
            ctx_throw(o->im->ctx, STATUS_INVALID);
        take_branch(o, then_graph);
        return;
    }
    IrOperand cond = o_in(o, 0);
    const IrDim *const none[1] = {NULL};
    if (o_rank(o, cond) != 0) cond = o_reshape(o, cond, none, 0);
    IrBody *then_body = branch(o, then_graph), *else_body = branch(o, else_graph);
    IrVar *v = ir_build_if(o->b, &cond, then_body, else_body, ir_name(o->m, (Str){"lv", 2}));
    if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
    const IrOperand all = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (o_wants(o, i)) o_set(o, i, o->n_out == 1 ? all : o_field(o, all, i));
    }
}
