/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of artefacts: by a table of the caller's, which the header declares (c/ranks.c) and
 * NAME_set_ranks notes. */
#include "backend/llvm/emit.h"

static LLVMValueRef noted(LlUnit *u) {
    LLVMValueRef v = LLVMGetNamedGlobal(u->module, ".ranks");
    if (v) return v;
    v = LLVMAddGlobal(u->module, u->ptr, ".ranks");
    LLVMSetInitializer(v, LLVMConstNull(u->ptr));
    LLVMSetLinkage(v, LLVMInternalLinkage);
    return v;
}

/* i32 .collective(what, name, x, result, extents): table->call(table->self, ...), or the message
 * where there is no table, or the call fails. */
static LLVMValueRef make(Emit *e, LLVMTypeRef type) {
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMValueRef fn = LLVMAddFunction(u->module, ".collective_call", type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ll_function_init(u, fn);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(u->context, fn, "entry"),
                      call = LLVMAppendBasicBlockInContext(u->context, fn, "call"),
                      fail = LLVMAppendBasicBlockInContext(u->context, fn, "fail"),
                      done = LLVMAppendBasicBlockInContext(u->context, fn, "done");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef table = LLVMBuildLoad2(b, u->ptr, noted(u), "");
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, table, ""), fail, call);
    LLVMPositionBuilderAtEnd(b, call);
    LLVMValueRef one = ll_int(u, 1), args[6];
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->ptr, u->ptr};
    LLVMValueRef self = LLVMBuildGEP2(b, u->ptr, table, &one, 1, "");
    args[0] = LLVMBuildLoad2(b, u->ptr, self, "");
    for (unsigned i = 1; i < 6; i++) args[i] = LLVMGetParam(fn, i - 1);
    LLVMValueRef result = LLVMBuildCall2(b, LLVMFunctionType(u->i32, types, 6, false),
                                         LLVMBuildLoad2(b, u->ptr, table, ""), args, 6, "");
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, result, ""), done, fail);
    LLVMPositionBuilderAtEnd(b, fail);
    LLVMBuildRet(b, LLVMConstInt(u->i32, lp_message(e, HIR_RANKS_FAILED), false));
    LLVMPositionBuilderAtEnd(b, done);
    LLVMBuildRet(b, LLVMConstInt(u->i32, 0, false));
    LLVMPositionBuilderAtEnd(b, before);
    return fn;
}

LLVMValueRef lp_artefact_collective(Emit *e, LLVMValueRef *args) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->ptr};
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, 5, false);
    LLVMValueRef fn = LLVMGetNamedFunction(u->module, ".collective_call");
    if (!fn) fn = make(e, type);
    return LLVMBuildCall2(u->builder, type, fn, args + 1, 5, "");
}

void lp_ranks_end(Emit *e) {
    LlUnit *u = e->unit;
    if (!e->artefact->set_ranks) return;
    LLVMValueRef fn = LLVMAddFunction(u->module, e->artefact->set_ranks,
                                      LLVMFunctionType(u->nothing, &u->ptr, 1, false));
    ll_function_init(u, fn);
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    LLVMBuildStore(u->builder, LLVMGetParam(fn, 0), noted(u));
    LLVMBuildRetVoid(u->builder);
}
