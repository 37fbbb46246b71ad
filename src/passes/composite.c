/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/composite.h"

#include "passes/blocks.h"

/* What a name in the text may go on with: the library's becomes part of a function's. */
static bool is_in_name(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

const char *composite_library(IrModule *m, const char *name) {
    const char *dot = strchr(name, '.');
    for (const char *c = name; dot && c < dot; c++) {
        if (!is_in_name(*c)) return NULL;
    }
    return dot && dot > name ? ir_name(m, (Str){name, (size_t)(dot - name)}) : NULL;
}

bool composite_is_closed(const IrFunction *fn) {
    return ir_function_codegen(fn) || ir_function_attr(fn, "Composite", IR_ATTR_STRING) ||
           ir_function_attr(fn, "Primitive", IR_ATTR_INT);
}

IrFunction *composite_wrap(IrModule *m, Arena *arena, IrFunction *fn, IrGlobal *g) {
    const IrAttr *name = ir_function_attr(fn, "Composite", IR_ATTR_STRING);
    IrFunction *outer = ir_function_new(m, g->name);
    outer->global = g;
    outer->is_pure = true;
    outer->loc = fn->loc;
    outer->body = ir_body_new(outer, NULL);
    ir_function_set_string(outer, "Codegen", composite_library(m, name->s));
    IrBuilder b = {
        .m = m, .fn = outer, .block = ir_block_append(outer->body, false), .loc = fn->loc};
    IrClone c;
    ir_clone_into(&c, m, arena, fn, b);
    for (size_t i = 0; i < fn->params.len; i++) ir_clone_param(&c, fn->params.at[i]);
    fn->global = NULL;
    fn->parent = outer;
    fn->is_private = true;
    fn->name = "local";
    IrOperandBuf buf;
    ir_operands_init(&buf, arena);
    IrVar *inner = ir_build_function(&b, fn, NULL, 0, fn->name);
    if (!inner) return NULL;
    ir_operands_var(&buf, inner);
    for (size_t i = 0; i < outer->params.len; i++) ir_operands_var(&buf, outer->params.at[i]);
    IrVar *v = ir_build_invoke(&b, buf.ops.at, (uint32_t)buf.ops.len, "gv");
    if (!v) return NULL;
    const IrOperand result = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    blocks_set_result(outer, &result, 1);
    return outer;
}
