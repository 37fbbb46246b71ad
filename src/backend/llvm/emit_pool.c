/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of artefacts: those of the caller's pool, which the header declares as
 *
 *     typedef struct {
 *         int (*run)(void *user, int (*piece)(void *job, int64_t i), void *job, int64_t n);
 *         void *user;
 *     } net_pool;
 *
 * What kernels call (rt_parallel, runtime/parallel.c) is a function of the artefact here. Piece i
 * of n takes blocks from i / n of all on, and works in the i-th part of the kernel's memory: it
 * does not matter who runs it. */
#include "backend/llvm/emit.h"

enum { JOB_RANGE, JOB_CLOSURE, JOB_BLOCKS, JOB_PIECES };

void lp_pool_set(EmitFunction *p, LLVMValueRef pool) {
    LLVMBuildStore(p->e->unit->builder, pool, lp_at(p, p->part.frame, CELL_ENV * 8));
}

static void open(LlUnit *u, LLVMValueRef fn) {
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
}

void lp_pool_none(Emit *e, LLVMValueRef alone, LLVMValueRef run) {
    LlUnit *u = e->unit;
    LLVMValueRef args[4];
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr};
    open(u, alone);
    for (unsigned i = 0; i < 3; i++) args[i] = LLVMGetParam(alone, i);
    args[3] = LLVMConstNull(u->ptr);
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, 4, false);
    LLVMBuildRet(u->builder, LLVMBuildCall2(u->builder, type, run, args, 4, ""));
}

/* A member of the pool (two pointers), or of a job, whose members have 8 bytes each. */
static LLVMValueRef member(LlUnit *u, LLVMValueRef of, LLVMTypeRef each, int64_t i) {
    LLVMValueRef at = ll_int(u, i);
    return LLVMBuildGEP2(u->builder, each, of, &at, 1, "");
}

static LLVMValueRef job(LlUnit *u, LLVMValueRef of, LLVMTypeRef type, int64_t i) {
    return LLVMBuildLoad2(u->builder, type, member(u, of, u->i64, i), "");
}

static LLVMValueRef call_range(LlUnit *u, LLVMValueRef range, LLVMValueRef closure,
                               LLVMValueRef begin, LLVMValueRef end, LLVMValueRef i) {
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->i64, u->i64, u->i64};
    LLVMValueRef args[] = {LLVMConstNull(u->ptr), closure, begin, end, i};
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, 5, false);
    return LLVMBuildCall2(u->builder, type, range, args, 5, "");
}

/* blocks i / n, where i <= n: the product may overflow, this does not. */
static LLVMValueRef begin_of(LlUnit *u, LLVMValueRef blocks, LLVMValueRef i, LLVMValueRef n) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef each = LLVMBuildUDiv(b, blocks, n, ""), more = LLVMBuildURem(b, blocks, n, "");
    LLVMValueRef first = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, i, more, ""), i, more, "");
    return LLVMBuildAdd(b, LLVMBuildMul(b, each, i, ""), first, "");
}

/* int .piece(job, i) */
static LLVMValueRef piece(Emit *e) {
    LlUnit *u = e->unit;
    LLVMTypeRef types[] = {u->ptr, u->i64};
    LLVMValueRef fn = lp_internal(e, ".piece", LLVMFunctionType(u->i32, types, 2, false));
    open(u, fn);
    LLVMValueRef of = LLVMGetParam(fn, 0), i = LLVMGetParam(fn, 1);
    LLVMValueRef blocks = job(u, of, u->i64, JOB_BLOCKS), n = job(u, of, u->i64, JOB_PIECES);
    LLVMValueRef next = LLVMBuildAdd(u->builder, i, ll_int(u, 1), "");
    LLVMBuildRet(u->builder,
                 call_range(u, job(u, of, u->ptr, JOB_RANGE), job(u, of, u->ptr, JOB_CLOSURE),
                            begin_of(u, blocks, i, n), begin_of(u, blocks, next, n), i));
    return fn;
}

static LLVMValueRef run_by(LlUnit *u, LLVMValueRef pool, LLVMValueRef by, LLVMValueRef of,
                           LLVMValueRef n) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->i64};
    LLVMValueRef run = LLVMBuildLoad2(b, u->ptr, member(u, pool, u->ptr, 0), "");
    LLVMValueRef user = LLVMBuildLoad2(b, u->ptr, member(u, pool, u->ptr, 1), "");
    return LLVMBuildCall2(b, LLVMFunctionType(u->i32, types, 4, false), run,
                          (LLVMValueRef[]){user, by, of, n}, 4, "");
}

/* i32 rt_parallel(pool, blocks, grain, range, closure); grain is at least 1 */
void lp_pool_end(Emit *e) {
    LlUnit *u = e->unit;
    LLVMBuilderRef b = u->builder;
    LLVMValueRef fn = LLVMGetNamedFunction(u->module, "rt_parallel");
    if (!fn) return;
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ll_function_init(u, fn);
    LLVMValueRef by = piece(e), pool = LLVMGetParam(fn, 0), blocks = LLVMGetParam(fn, 1),
                 range = LLVMGetParam(fn, 3), closure = LLVMGetParam(fn, 4);
    LLVMBasicBlockRef alone = NULL, shared = NULL;
    open(u, fn);
    LLVMValueRef of = LLVMBuildAlloca(b, LLVMArrayType2(u->i64, JOB_PIECES + 1), "");
    LLVMValueRef most = ll_int(u, e->program->threads);
    LLVMValueRef n = LLVMBuildSDiv(b, blocks, LLVMGetParam(fn, 2), "");
    n = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, n, most, ""), n, most, "");
    LLVMValueRef is_one = LLVMBuildICmp(b, LLVMIntSLT, n, ll_int(u, 2), "");
    LLVMValueRef is_none = LLVMBuildICmp(b, LLVMIntEQ, pool, LLVMConstNull(u->ptr), "");
    alone = LLVMAppendBasicBlockInContext(u->context, fn, "alone");
    shared = LLVMAppendBasicBlockInContext(u->context, fn, "shared");
    LLVMBuildCondBr(b, LLVMBuildOr(b, is_one, is_none, ""), alone, shared);
    LLVMPositionBuilderAtEnd(b, alone);
    LLVMBuildRet(b, call_range(u, range, closure, ll_int(u, 0), blocks, ll_int(u, 0)));
    LLVMPositionBuilderAtEnd(b, shared);
    LLVMBuildStore(b, range, member(u, of, u->i64, JOB_RANGE));
    LLVMBuildStore(b, closure, member(u, of, u->i64, JOB_CLOSURE));
    LLVMBuildStore(b, blocks, member(u, of, u->i64, JOB_BLOCKS));
    LLVMBuildStore(b, n, member(u, of, u->i64, JOB_PIECES));
    LLVMBuildRet(b, run_by(u, pool, by, of, n));
}
