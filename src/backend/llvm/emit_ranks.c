/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of artefacts: by a table of the caller's, which the header declares (c/ranks.c) and
 * NAME_set_ranks notes. */
#include "backend/llvm/emit.h"
#include "ranks/list.h"

static LLVMValueRef noted(LlUnit *u) {
    LLVMValueRef v = LLVMGetNamedGlobal(u->module, ".ranks");
    if (v) return v;
    v = LLVMAddGlobal(u->module, u->ptr, ".ranks");
    LLVMSetInitializer(v, LLVMConstNull(u->ptr));
    LLVMSetLinkage(v, LLVMInternalLinkage);
    return v;
}

/* The table's functions, by their places in it (ranks/call.h). */
typedef enum { TABLE_CALL, TABLE_SELF, TABLE_START, TABLE_WAIT, TABLE_SAME } TableField;

static LLVMValueRef field(LlUnit *u, LLVMValueRef table, TableField at) {
    LLVMValueRef n = ll_int(u, (int64_t)at);
    return LLVMBuildLoad2(u->builder, u->ptr, LLVMBuildGEP2(u->builder, u->ptr, table, &n, 1, ""),
                          "");
}

/* A call of the table's function with `self` and the first arguments of `fn`, whose result is the
 * message where that fails. */
static void try(Emit *e, LLVMValueRef fn, LLVMValueRef table, LLVMValueRef function, unsigned n,
                LLVMBasicBlockRef done, LLVMBasicBlockRef fail) {
    LlUnit *u = e->unit;
    LLVMValueRef args[8] = {field(u, table, TABLE_SELF)};
    LLVMTypeRef types[8] = {u->ptr};
    for (unsigned i = 0; i < n; i++) {
        args[i + 1] = LLVMGetParam(fn, i);
        types[i + 1] = LLVMTypeOf(args[i + 1]);
    }
    LLVMValueRef result = LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, types, n + 1, false),
                                         function, args, n + 1, "");
    LLVMBuildCondBr(u->builder, LLVMBuildIsNull(u->builder, result, ""), done, fail);
}

typedef struct {
    LLVMValueRef fn, table, function;
    LLVMBasicBlockRef blocks[6];
} WithTable;

/* A function that looks for the table and its function `at`, and goes on at blocks[2], where the
 * builder stands; or at the blocks of these numbers where there is no table, or that is NULL. */
static WithTable begin(LlUnit *u, const char *name, LLVMTypeRef type, TableField at, int no_table,
                       int no_function) {
    LLVMBuilderRef b = u->builder;
    WithTable w = {.fn = LLVMAddFunction(u->module, name, type)};
    LLVMSetLinkage(w.fn, LLVMInternalLinkage);
    ll_function_init(u, w.fn);
    for (size_t i = 0; i < ARRAY_LEN(w.blocks); i++)
        w.blocks[i] = LLVMAppendBasicBlockInContext(u->context, w.fn, i == 0 ? "entry" : "");
    LLVMPositionBuilderAtEnd(b, w.blocks[0]);
    w.table = LLVMBuildLoad2(b, u->ptr, noted(u), "");
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, w.table, ""), w.blocks[no_table], w.blocks[1]);
    LLVMPositionBuilderAtEnd(b, w.blocks[1]);
    w.function = field(u, w.table, at);
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, w.function, ""), w.blocks[no_function], w.blocks[2]);
    LLVMPositionBuilderAtEnd(b, w.blocks[2]);
    return w;
}

/* i32 NAME(...): by the table's function at `at`, of all n parameters; where that is NULL, by its
 * `call` without the last one (TABLE_START), or nothing is done (TABLE_WAIT). The message where
 * there is no table, or the call fails. */
static LLVMValueRef make(Emit *e, const char *name, LLVMTypeRef type, unsigned n, TableField at) {
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    const WithTable w = begin(u, name, type, at, 4, 3);
    const LLVMBasicBlockRef *blocks = w.blocks;
    try(e, w.fn, w.table, w.function, n, blocks[5], blocks[4]);
    LLVMPositionBuilderAtEnd(b, blocks[3]);
    if (at == TABLE_START)
        try(e, w.fn, w.table, field(u, w.table, TABLE_CALL), n - 1, blocks[5], blocks[4]);
    else
        LLVMBuildBr(b, at == TABLE_WAIT ? blocks[5] : blocks[4]);
    LLVMPositionBuilderAtEnd(b, blocks[4]);
    LLVMBuildRet(b, LLVMConstInt(u->i32, lp_message(e, HIR_RANKS_FAILED), false));
    LLVMPositionBuilderAtEnd(b, blocks[5]);
    LLVMBuildRet(b, LLVMConstInt(u->i32, 0, false));
    LLVMPositionBuilderAtEnd(b, before);
    return w.fn;
}

/* With all arguments but the first, which is the run's. */
static LLVMValueRef call(Emit *e, const char *name, TableField at, LLVMValueRef *args, unsigned n) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i + 1]);
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(u->module, name);
    if (!fn) fn = make(e, name, type, n, at);
    return LLVMBuildCall2(u->builder, type, fn, args + 1, n, "");
}

LLVMValueRef lp_artefact_collective(Emit *e, LLVMValueRef *args, bool starts) {
    return starts ? call(e, ".collective_start", TABLE_START, args, 6)
                  : call(e, ".collective_call", TABLE_CALL, args, 5);
}

LLVMValueRef lp_artefact_wait(Emit *e, LLVMValueRef *args) {
    return call(e, ".collective_wait", TABLE_WAIT, args, 1);
}

static LLVMValueRef private_data(LlUnit *u, LLVMValueRef value, bool is_constant) {
    LLVMValueRef v = LLVMAddGlobal(u->module, LLVMTypeOf(value), ".same");
    LLVMSetInitializer(v, value);
    LLVMSetLinkage(v, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(v, is_constant);
    return v;
}

/* i32 .same_ranks(): nothing where there is no table, where it compares nothing, and where it has
 * compared. */
static LLVMValueRef make_same(Emit *e, const char *list, LLVMTypeRef type) {
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMValueRef told = private_data(u, LLVMConstNull(u->ptr), false),
                 text = private_data(
                     u, LLVMConstStringInContext2(u->context, list, strlen(list), false), true);
    const WithTable w = begin(u, ".same_ranks", type, TABLE_SAME, 5, 5);
    const LLVMBasicBlockRef *blocks = w.blocks;
    LLVMValueRef known = LLVMBuildLoad2(b, u->ptr, told, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, known, w.table, ""), blocks[5], blocks[3]);
    LLVMPositionBuilderAtEnd(b, blocks[3]);
    LLVMValueRef args[] = {field(u, w.table, TABLE_SELF),
                           LLVMConstInt(u->i64, ranks_list_mark(list), false), text};
    LLVMTypeRef types[] = {u->ptr, u->i64, u->ptr};
    LLVMValueRef e_same =
        LLVMBuildCall2(b, LLVMFunctionType(u->i32, types, 3, false), w.function, args, 3, "");
    LLVMBasicBlockRef failed = LLVMAppendBasicBlockInContext(u->context, w.fn, "");
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, e_same, ""), blocks[4], failed);
    LLVMPositionBuilderAtEnd(b, failed);
    LLVMBuildRet(b, LLVMConstInt(u->i32, lp_message(e, HIR_RANKS_FAILED), false));
    LLVMPositionBuilderAtEnd(b, blocks[4]);
    LLVMBuildStore(b, w.table, told);
    LLVMBuildBr(b, blocks[5]);
    LLVMPositionBuilderAtEnd(b, blocks[5]);
    LLVMBuildRet(b, LLVMConstInt(u->i32, 0, false));
    LLVMPositionBuilderAtEnd(b, before);
    return w.fn;
}

void lp_artefact_same(EmitFunction *p, LLVMValueRef *fn) {
    LlUnit *u = p->e->unit;
    LLVMTypeRef type = LLVMFunctionType(u->i32, NULL, 0, false);
    if (!p->f->collectives) return;
    if (!*fn) *fn = make_same(p->e, p->f->collectives, type);
    lp_try(p, LLVMBuildCall2(u->builder, type, *fn, NULL, 0, ""));
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
