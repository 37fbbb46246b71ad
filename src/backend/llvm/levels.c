/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel NAME is a function for each level, NAME.v3, and one that looks at `.level` and calls one
 * of them; a constructor sets that. What stands between kernels is for the lowest level. */
#include "backend/llvm/levels.h"

#include <llvm-c/Target.h>

#include "base/diag.h"

static bool refuse(Ctx *ctx, const char *list) {
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, "these are no levels of a processor");
    diag_expected(ctx, d, "some of x86-64, v2, v3 and v4, each once, as v2,v3,v4");
    diag_found(ctx, d, "'%s'", list);
    return false;
}

/* 0: none. */
static int level_of(Str name) {
    static const char before[] = "x86-64", dash = '-';
    if (name.len >= sizeof before - 1 && memcmp(name.ptr, before, sizeof before - 1) == 0) {
        name = (Str){name.ptr + sizeof before - 1, name.len - (sizeof before - 1)};
        if (!name.len) return 1;
        if (*name.ptr != dash) return 0;
        name = (Str){name.ptr + 1, name.len - 1};
    }
    return name.len == 2 && name.ptr[0] == 'v' && name.ptr[1] >= '2' && name.ptr[1] <= '4'
               ? name.ptr[1] - '0'
               : 0;
}

static bool is_other(const Target *given) {
    return *given->row && strcmp(given->triple, "host") != 0 &&
           strncmp(given->triple, "x86_64", 6) != 0;
}

bool ll_levels_parse(Ctx *ctx, const char *list, const Target *given, LlLevels *out) {
    static const char *const rows[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
    bool has[LL_LEVELS + 1] = {false};
    *out = (LlLevels){.n = 0};
    if (is_other(given)) {
        Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                             "several processors in one object are levels of x86-64");
        diag_found(ctx, d, "'%s' for '%s'", list, given->triple);
        return false;
    }
    for (const char *at = list;;) {
        const size_t n = strcspn(at, ",");
        const int level = level_of((Str){at, n});
        if (!level || has[level]) return refuse(ctx, list);
        has[level] = true;
        if (!at[n]) break;
        at += n + 1;
    }
    for (int level = 1; level <= LL_LEVELS; level++) {
        const char *row = rows[level - 1];
        if (!has[level]) continue;
        BUG_IF(!target_find(str_c(row), &out->rows[out->n]));
        out->numbers[out->n++] = level;
    }
    return true;
}

int64_t ll_levels_work(Ctx *ctx, const LlLevels *levels, const LoopFn *fn, int64_t threads,
                       unsigned flags) {
    int64_t most = 0;
    for (size_t i = 0; i < levels->n && most >= 0; i++) {
        const int64_t work = ll_kernel_work(ctx, fn, &levels->rows[i], threads, flags);
        if (work < 0 || work > most) most = work;
    }
    return most;
}

/* --- The level --- */

static LLVMValueRef chosen(LlUnit *u) {
    LLVMValueRef v = LLVMGetNamedGlobal(u->module, ".level");
    if (v) return v;
    v = LLVMAddGlobal(u->module, u->i64, ".level");
    LLVMSetInitializer(v, ll_int(u, 0));
    LLVMSetLinkage(v, LLVMInternalLinkage);
    return v;
}

/* The results of an instruction on registers; `index` is the one that is wanted. */
static LLVMValueRef instruction(LlUnit *u, const char *text, const char *registers, unsigned n_out,
                                LLVMValueRef *args, unsigned n_in, unsigned index) {
    LLVMTypeRef types[] = {u->i32, u->i32, u->i32, u->i32};
    LLVMTypeRef results = LLVMStructTypeInContext(u->context, types, n_out, false),
                type = LLVMFunctionType(results, types, n_in, false);
    LLVMValueRef f = LLVMGetInlineAsm(type, text, strlen(text), registers, strlen(registers), true,
                                      false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef all = LLVMBuildCall2(u->builder, type, f, args, n_in, "");
    return LLVMBuildExtractValue(u->builder, all, index, "");
}

/* The register: 0 to 3 are eax to edx. */
static LLVMValueRef cpuid(LlUnit *u, uint32_t leaf, unsigned reg) {
    LLVMValueRef args[] = {LLVMConstInt(u->i32, leaf, false), LLVMConstInt(u->i32, 0, false)};
    return instruction(u, "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}", 4, args, 2, reg);
}

static LLVMValueRef has_bits(LlUnit *u, LLVMValueRef v, uint32_t bits) {
    LLVMValueRef want = LLVMConstInt(u->i32, bits, false);
    return LLVMBuildICmp(u->builder, LLVMIntEQ, LLVMBuildAnd(u->builder, v, want, ""), want, "");
}

/* Which of a vector's registers the system keeps. xgetbv is there where a bit says so. */
static LLVMValueRef kept_registers(LlUnit *u, LLVMValueRef fn, LLVMValueRef is_there) {
    LLVMBuilderRef b = u->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b),
                      ask = LLVMAppendBasicBlockInContext(u->context, fn, "ask"),
                      after = LLVMAppendBasicBlockInContext(u->context, fn, "after");
    LLVMBuildCondBr(b, is_there, ask, after);
    LLVMPositionBuilderAtEnd(b, ask);
    LLVMValueRef zero = LLVMConstInt(u->i32, 0, false);
    LLVMValueRef low = instruction(u, "xgetbv", "={ax},={dx},{cx}", 2, &zero, 1, 0);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
    LLVMValueRef kept = LLVMBuildPhi(b, u->i32, "");
    LLVMAddIncoming(kept, (LLVMValueRef[]){zero, low}, (LLVMBasicBlockRef[]){here, ask}, 2);
    return kept;
}

#define BIT(n) (UINT32_C(1) << (n))

/* As the ABI of x86-64 defines the levels. A leaf that is not there gives what has not the bits, or
 * is not asked for: leaf 7 counts where the processor has that many. */
static void choose(LlUnit *u, LLVMValueRef fn, const LlLevels *levels) {
    enum { LEAF_MORE = 7 };
    const uint32_t extended = UINT32_C(0x80000001);
    LLVMBuilderRef b = u->builder;
    LLVMValueRef features = cpuid(u, 1, 2), more = cpuid(u, LEAF_MORE, 1),
                 others = cpuid(u, extended, 2);
    LLVMValueRef last = cpuid(u, 0, 0);
    LLVMValueRef counts =
        LLVMBuildICmp(b, LLVMIntUGE, last, LLVMConstInt(u->i32, LEAF_MORE, false), "");
    LLVMValueRef kept = kept_registers(u, fn, has_bits(u, features, BIT(27)));
    LLVMValueRef has[LL_LEVELS + 1];
    has[1] = LLVMConstInt(u->i1, 1, false);
    has[2] = LLVMBuildAnd(
        b, has_bits(u, features, BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23)),
        has_bits(u, others, BIT(0)), "");
    has[3] = LLVMBuildAnd(b, has_bits(u, features, BIT(12) | BIT(22) | BIT(27) | BIT(28) | BIT(29)),
                          has_bits(u, more, BIT(3) | BIT(5) | BIT(8)), "");
    has[3] = LLVMBuildAnd(b, has[3], has_bits(u, others, BIT(5)), "");
    has[3] = LLVMBuildAnd(b, has[3], has_bits(u, kept, 6), "");
    has[3] = LLVMBuildAnd(b, has[3], counts, "");
    has[4] = LLVMBuildAnd(b, has_bits(u, more, BIT(16) | BIT(17) | BIT(28) | BIT(30) | BIT(31)),
                          has_bits(u, kept, 0xe6), "");
    LLVMValueRef all = has[1], index = ll_int(u, 0);
    size_t at = 0;
    for (int level = 1; level <= LL_LEVELS; level++) {
        all = LLVMBuildAnd(b, all, has[level], "");
        while (at < levels->n && levels->numbers[at] < level) at++;
        if (at < levels->n && levels->numbers[at] == level)
            index = LLVMBuildSelect(b, all, ll_int(u, (int64_t)at), index, "");
    }
    LLVMBuildStore(b, index, chosen(u));
    LLVMBuildRetVoid(b);
}

/* llvm.global_ctors: a priority, the function, what it is for */
void ll_levels_choose(LlUnit *u, const LlLevels *levels) {
    const unsigned first = 101; /* those below are the C library's */
    LLVMValueRef fn =
        LLVMAddFunction(u->module, ".choose", LLVMFunctionType(u->nothing, NULL, 0, false));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ll_function_init(u, fn);
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    choose(u, fn, levels);
    LLVMValueRef members[] = {LLVMConstInt(u->i32, first, false), fn, LLVMConstNull(u->ptr)};
    LLVMValueRef row = LLVMConstStructInContext(u->context, members, 3, false);
    LLVMValueRef list = LLVMConstArray2(LLVMTypeOf(row), &row, 1);
    LLVMValueRef all = LLVMAddGlobal(u->module, LLVMTypeOf(list), "llvm.global_ctors");
    LLVMSetInitializer(all, list);
    LLVMSetLinkage(all, LLVMAppendingLinkage);
}

/* --- Kernels --- */

/* Goes to a block of its own for each version but the last, which is left open. */
static void at_level(LlUnit *u, LLVMValueRef fn, size_t i, size_t n) {
    LLVMBuilderRef b = u->builder;
    if (i + 1 == n) return;
    LLVMBasicBlockRef here = LLVMAppendBasicBlockInContext(u->context, fn, "here"),
                      above = LLVMAppendBasicBlockInContext(u->context, fn, "above");
    LLVMValueRef level = LLVMBuildLoad2(b, u->i64, chosen(u), "");
    LLVMValueRef is_it = LLVMBuildICmp(b, LLVMIntEQ, level, ll_int(u, (int64_t)i), "");
    LLVMBuildCondBr(b, is_it, here, above);
    LLVMPositionBuilderAtEnd(b, here);
}

static void next_level(LlUnit *u, LLVMValueRef fn, size_t i, size_t n) {
    if (i + 1 < n) LLVMPositionBuilderAtEnd(u->builder, LLVMGetLastBasicBlock(fn));
}

static LLVMValueRef open(LlUnit *u, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMAddFunction(u->module, name, type);
    ll_function_init(u, fn);
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, fn, "entry"));
    return fn;
}

/* i64 NAME_work(sizes...), where some version has one. */
static void work_function(LlUnit *u, const LlKernel *versions, size_t n, const char *name,
                          LlKernel *out) {
    for (size_t i = 0; i < n; i++) {
        if (versions[i].work < 0) out->work_type = versions[i].work_type;
    }
    LLVMValueRef fn = out->work_function =
        open(u, arena_printf(u->arena, "%s_work", name), out->work_type);
    const unsigned n_args = LLVMCountParams(fn);
    LLVMValueRef *args = ARENA_ARRAY(u->arena, LLVMValueRef, n_args + 1);
    LLVMGetParams(fn, args);
    for (size_t i = 0; i < n; i++) {
        at_level(u, fn, i, n);
        LLVMValueRef bytes = ll_int(u, versions[i].work);
        if (versions[i].work < 0)
            bytes = LLVMBuildCall2(u->builder, out->work_type, versions[i].work_function, args,
                                   n_args, "");
        LLVMBuildRet(u->builder, bytes);
        next_level(u, fn, i, n);
    }
}

LlKernel ll_levels_kernel(LlUnit *u, const LlLevels *levels, const LoopFn *fn, const char *name,
                          const LlKernelOptions *options) {
    LlKernel versions[LL_LEVELS], out = {.work = 0};
    for (size_t i = 0; i < levels->n; i++) {
        LlUnit own = *u;
        own.level = levels->rows[i].cpu;
        own.processor = &levels->rows[i];
        own.vector_bytes = (uint32_t)levels->rows[i].vector_bytes;
        const char *version = arena_printf(u->arena, "%s.v%d", name, levels->numbers[i]);
        LlKernel *v = &versions[i];
        *v = ll_kernel(&own, fn, version, options);
        LLVMSetLinkage(v->function, LLVMInternalLinkage);
        if (v->work_function) LLVMSetLinkage(v->work_function, LLVMInternalLinkage);
        if (v->has_work || !out.type) out.type = v->type;
        out.has_work = out.has_work || v->has_work;
        if (out.work >= 0 && (v->work < 0 || v->work > out.work)) out.work = v->work;
    }
    if (out.work < 0) work_function(u, versions, levels->n, name, &out);
    LLVMValueRef f = out.function = open(u, name, out.type);
    const unsigned n = LLVMCountParams(f);
    LLVMValueRef *args = ARENA_ARRAY(u->arena, LLVMValueRef, n + 1);
    LLVMGetParams(f, args);
    for (size_t i = 0; i < levels->n; i++) {
        const LlKernel *v = &versions[i];
        at_level(u, f, i, levels->n);
        LLVMBuildRet(u->builder, LLVMBuildCall2(u->builder, v->type, v->function, args,
                                                n - (out.has_work && !v->has_work), ""));
        next_level(u, f, i, levels->n);
    }
    return out;
}
