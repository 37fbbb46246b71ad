/* SPDX-License-Identifier: Apache-2.0 */
/* What the runtime does for a program in its process, in line: for programs that leave it. Where
 * two arguments are given as constants, code is made for these. */
#include "backend/llvm/emit.h"

/* *bad = 1 where it holds. */
static void note_bad(LlUnit *u, LLVMValueRef bad, LLVMValueRef holds) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef old = LLVMBuildLoad2(b, u->i64, bad, "");
    LLVMBuildStore(b, LLVMBuildSelect(b, holds, ll_int(u, 1), old, ""), bad);
}

static LLVMValueRef less(LlUnit *u, LLVMValueRef x, int64_t v) {
    return LLVMBuildICmp(u->builder, LLVMIntSLT, x, ll_int(u, v), "");
}

static LLVMValueRef is_int(LlUnit *u, LLVMValueRef x, int64_t v) {
    return LLVMBuildICmp(u->builder, LLVMIntEQ, x, ll_int(u, v), "");
}

static LLVMValueRef add(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef both = ll_intrinsic(u, "llvm.sadd.with.overflow", &u->i64, 1,
                                     (LLVMValueRef[]){args[1], args[2]}, 2);
    LLVMValueRef over = LLVMBuildExtractValue(b, both, 1, "");
    note_bad(u, args[0], over);
    return LLVMBuildSelect(b, over, ll_int(u, 0), LLVMBuildExtractValue(b, both, 0, ""), "");
}

/* The factor y against the last one that x can have. LLVM's own check, which it also makes of a
 * division of the product, calls functions on some processors that their libraries lack. */
static LLVMValueRef mul(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef x = args[1], y = args[2], is_below = less(u, y, 0);
    LLVMValueRef never = LLVMBuildAnd(b, is_int(u, x, -1), LLVMBuildNot(b, is_below, ""), "");
    never = LLVMBuildOr(b, never, is_int(u, x, 0), "");
    LLVMValueRef apart = LLVMBuildXor(b, less(u, x, 0), is_below, "");
    LLVMValueRef end = LLVMBuildSelect(b, apart, ll_int(u, INT64_MIN), ll_int(u, INT64_MAX), "");
    LLVMValueRef last = LLVMBuildSDiv(b, end, LLVMBuildSelect(b, never, ll_int(u, 1), x, ""), "");
    LLVMValueRef over = LLVMBuildSelect(b, is_below, LLVMBuildICmp(b, LLVMIntSLT, y, last, ""),
                                        LLVMBuildICmp(b, LLVMIntSGT, y, last, ""), "");
    over = LLVMBuildAnd(b, over, LLVMBuildNot(b, never, ""), "");
    note_bad(u, args[0], over);
    return LLVMBuildSelect(b, over, ll_int(u, 0), LLVMBuildMul(b, x, y, ""), "");
}

static LLVMValueRef floordiv(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef x = args[1], y = args[2];
    LLVMValueRef over = LLVMBuildAnd(b, is_int(u, y, -1), is_int(u, x, INT64_MIN), "");
    LLVMValueRef none = LLVMBuildOr(b, is_int(u, y, 0), over, "");
    note_bad(u, args[0], none);
    y = LLVMBuildSelect(b, none, ll_int(u, 1), y, "");
    LLVMValueRef q = LLVMBuildSDiv(b, x, y, ""), r = LLVMBuildSRem(b, x, y, "");
    LLVMValueRef apart = LLVMBuildXor(b, less(u, x, 0), less(u, y, 0), "");
    LLVMValueRef lower = LLVMBuildAnd(b, LLVMBuildNot(b, is_int(u, r, 0), ""), apart, "");
    q = LLVMBuildSub(b, q, LLVMBuildZExt(b, lower, u->i64, ""), "");
    return LLVMBuildSelect(b, none, ll_int(u, 0), q, "");
}

static LLVMValueRef up_to_64(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef v = args[1], over = LLVMBuildNot(b, less(u, v, INT64_MAX - 63), "");
    note_bad(u, args[0], over);
    v = LLVMBuildSelect(b, LLVMBuildOr(b, over, less(u, v, 0), ""), ll_int(u, 0), v, "");
    return LLVMBuildAnd(b, LLVMBuildAdd(b, v, ll_int(u, 63), ""), ll_int(u, -64), "");
}

/* Where an extent is 0 nothing overflows. */
static LLVMValueRef bytes(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef none = LLVMConstInt(u->i1, 0, false), size = args[3];
    const int64_t n = LLVMConstIntGetSExtValue(args[2]);
    LLVMValueRef *extents = ARENA_ARRAY(u->arena, LLVMValueRef, (size_t)n + 1);
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef at = ll_int(u, i * 8);
        at = LLVMBuildGEP2(b, u->i8, args[1], &at, 1, "");
        extents[i] = LLVMBuildLoad2(b, u->i64, at, "");
        none = LLVMBuildOr(b, none, is_int(u, extents[i], 0), "");
    }
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef extent = LLVMBuildSelect(b, none, ll_int(u, 0), extents[i], "");
        size = mul(u, (LLVMValueRef[]){args[0], size, extent});
    }
    return size;
}

/* A function of the C library. size_t is as wide as a pointer. */
static LLVMValueRef libc(LlUnit *u, const char *name, LLVMTypeRef result, LLVMValueRef arg) {
    LLVMTypeRef argument = LLVMTypeOf(arg), type = LLVMFunctionType(result, &argument, 1, false);
    LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
    if (!f) f = LLVMAddFunction(u->module, name, type);
    return LLVMBuildCall2(u->builder, type, f, &arg, 1, "");
}

/* What no memory is as large as is asked for as the most that there can be: there is none. */
static LLVMValueRef heap(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    const unsigned bits = LLVMGetIntTypeWidth(u->size);
    LLVMValueRef n = args[0],
                 most = ll_int(u, bits < 64 ? ((int64_t)1 << (bits - 1)) - 1 : INT64_MAX);
    n = LLVMBuildSelect(b, less(u, n, 1), ll_int(u, 1), n, "");
    LLVMValueRef over = LLVMBuildICmp(b, LLVMIntSGT, n, most, "");
    n = LLVMBuildSelect(b, over, ll_int(u, -1), n, "");
    if (bits < 64) n = LLVMBuildTrunc(b, n, u->size, "");
    return libc(u, "malloc", u->ptr, n);
}

static LLVMValueRef release(LlUnit *u, LLVMValueRef *args) {
    return libc(u, "free", u->nothing, args[0]);
}

static LLVMValueRef release_all(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    const int64_t n = LLVMConstIntGetSExtValue(args[1]);
    for (int64_t i = 0; i < n; i++) {
        LLVMValueRef at = ll_int(u, i * 8);
        at = LLVMBuildGEP2(b, u->i8, args[0], &at, 1, "");
        libc(u, "free", u->nothing, LLVMBuildLoad2(b, u->ptr, at, ""));
    }
    return NULL;
}

/* for (; at + width <= n; at += width) of what is at hand. Returns where it ends. */
static LLVMValueRef copy_by(LlUnit *u, LLVMValueRef fn, LLVMTypeRef type, int64_t width,
                            LLVMValueRef from) {
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b),
                      head = LLVMAppendBasicBlockInContext(u->context, fn, "more"),
                      body = LLVMAppendBasicBlockInContext(u->context, fn, "copy"),
                      after = LLVMAppendBasicBlockInContext(u->context, fn, "copied");
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef at = LLVMBuildPhi(b, u->i64, ""), next = LLVMBuildAdd(b, at, ll_int(u, width), "");
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntSLE, next, LLVMGetParam(fn, 2), "");
    LLVMBuildCondBr(b, fits, body, after);
    LLVMPositionBuilderAtEnd(b, body);
    LLVMValueRef to = LLVMBuildGEP2(b, u->i8, LLVMGetParam(fn, 0), &at, 1, ""),
                 source = LLVMBuildGEP2(b, u->i8, LLVMGetParam(fn, 1), &at, 1, "");
    LLVMValueRef v = LLVMBuildLoad2(b, type, source, "");
    LLVMSetAlignment(v, 1);
    LLVMSetAlignment(LLVMBuildStore(b, v, to), 1);
    LLVMBuildBr(b, head);
    LLVMAddIncoming(at, (LLVMValueRef[]){from, next}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMPositionBuilderAtEnd(b, after);
    return at;
}

/* void .copy(to, from, n), where there is no C library. */
static LLVMValueRef own_copy(LlUnit *u, LLVMTypeRef type) {
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMValueRef fn = LLVMAddFunction(u->module, ".copy", type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ll_function_init(u, fn);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    LLVMValueRef at = copy_by(u, fn, u->i32, 4, ll_int(u, 0));
    copy_by(u, fn, u->i8, 1, at);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderAtEnd(b, here);
    return fn;
}

static LLVMValueRef copy(LlUnit *u, LLVMValueRef *args) {
    LLVMBuilderRef b = u->builder;
    if (u->freestanding) {
        LLVMTypeRef types[] = {u->ptr, u->ptr, u->i64},
                    type = LLVMFunctionType(u->nothing, types, 3, false);
        LLVMValueRef fn = LLVMGetNamedFunction(u->module, ".copy");
        return LLVMBuildCall2(b, type, fn ? fn : own_copy(u, type), args, 3, "");
    }
    LLVMValueRef n = LLVMBuildSelect(b, less(u, args[2], 0), ll_int(u, 0), args[2], "");
    return LLVMBuildMemMove(b, args[0], 1, args[1], 1, n);
}

static LLVMValueRef read_float(LlUnit *u, LLVMValueRef *args) {
    const DType t = (DType)LLVMConstIntGetSExtValue(args[0]);
    return ll_cast(u, t, DTYPE_FLOAT64, 1, ll_load(u, t, 1, args[1], NULL));
}

static LLVMValueRef write_float(LlUnit *u, LLVMValueRef *args) {
    const DType t = (DType)LLVMConstIntGetSExtValue(args[0]);
    ll_store(u, t, 1, args[1], ll_cast(u, DTYPE_FLOAT64, t, 1, args[2]), NULL);
    return NULL;
}

typedef struct {
    const char *name;
    LLVMValueRef (*make)(LlUnit *u, LLVMValueRef *args);
} Helper;

LLVMValueRef lp_artefact_helper(Emit *e, const char *name, LLVMValueRef *args) {
    static const Helper list[] = {{"rt_add", add},
                                  {"rt_mul", mul},
                                  {"rt_floordiv", floordiv},
                                  {"rt_round", up_to_64},
                                  {"rt_bytes", bytes},
                                  {"rt_heap", heap},
                                  {"rt_free", release},
                                  {"rt_free_all", release_all},
                                  {"rt_copy", copy},
                                  {"rt_read_float", read_float},
                                  {"rt_write_float", write_float}};
    for (size_t i = 0; i < ARRAY_LEN(list); i++) {
        if (strcmp(list[i].name, name) == 0) return list[i].make(e->unit, args);
    }
    BUG("an artefact has no '%s'", name);
}
