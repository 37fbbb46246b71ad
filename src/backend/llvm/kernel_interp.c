/* SPDX-License-Identifier: Apache-2.0 */
/* To be thrown away: kernels that ask the interpreter. */
#include "backend/llvm/kernel.h"
#include "loop/interp.h"
#include "loop/text.h"

typedef struct {
    Ctx ctx;
    Arena arena;
    const LoopFn *fn;
    const LoopProgram *program;
} Interp;

static int32_t interp_run(Interp *self, void **buffers, const int64_t *sizes) {
    const LoopFn *fn = self->fn;
    LoopArg args[64];
    int64_t dims[64][32];
    for (size_t i = 0; i < fn->params.len; i++) {
        for (uint32_t d = 0; d < fn->params.at[i]->ndim; d++)
            if (!loop_eval_extent(fn, fn->params.at[i]->dims[d], sizes, &dims[i][d])) return 2;
        args[i] = (LoopArg){.data = buffers[i], .dims = dims[i]};
    }
    volatile bool ok = false;
    Boundary b;
    diag_begin(&self->ctx);
    CTX_ENTER(&self->ctx, &b) { ok = loop_run(&self->ctx, self->program, args, sizes); }
    return ctx_leave(&self->ctx, &b) != STATUS_OK ? 2 : ok ? 0 : 1;
}

int64_t ll_kernel_work(Ctx *ctx, const LoopFn *fn) {
    (void)ctx;
    (void)fn;
    return 0;
}

LlKernel ll_kernel(LlUnit *u, const LoopFn *fn, const char *name, const LlKernelOptions *options) {
    static Interp all[1 << 16];
    static int used;
    Interp *self = &all[used++];
    StrBuf text;
    strbuf_init(&text, u->arena);
    loop_text_print(&fn, 1, &text);
    ctx_init(&self->ctx, allocator_libc(), io_libc());
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        LoopFns fns = {.at = NULL};
        arena_init(&self->arena, &self->ctx);
        diag_begin(&self->ctx);
        if (loop_text_parse(&self->ctx, &self->arena, "k", ((Str){arena_strdup(&self->arena, (Str){strbuf_cstr(&text), text.text.len}), text.text.len}), &fns) && fns.len) {
            self->fn = fns.at[fns.len - 1];
            self->program = loop_compile(self->fn, &self->arena);
        }
        arena_keep(&self->arena);
    }
    BUG_IF(ctx_leave(&self->ctx, &b) != STATUS_OK || !self->fn);
    const unsigned n = (unsigned)fn->params.len, m = (unsigned)fn->sizes.len;
    LLVMTypeRef types[128];
    types[0] = u->ptr;
    for (unsigned i = 0; i < n; i++) types[1 + i] = u->ptr;
    for (unsigned i = 0; i < m; i++) types[1 + n + i] = u->i64;
    LlKernel out = {.type = LLVMFunctionType(u->i32, types, 1 + n + m, false)};
    out.function = LLVMAddFunction(u->module, name, out.type);
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, out.function, "e"));
    LLVMValueRef list = LLVMBuildArrayAlloca(u->builder, u->i64, ll_int(u, n + m + 1), "");
    LLVMValueRef sizes = NULL;
    for (unsigned i = 0; i <= n + m; i++) {
        LLVMValueRef at = ll_int(u, i), p = LLVMBuildGEP2(u->builder, u->i64, list, &at, 1, "");
        if (i == n) sizes = p;
        if (i < n + m) LLVMBuildStore(u->builder, LLVMGetParam(out.function, i + 1), p);
    }
    LLVMTypeRef three[] = {u->ptr, u->ptr, u->ptr};
    LLVMValueRef args[] = {LLVMConstIntToPtr(ll_int(u, (int64_t)(uintptr_t)self), u->ptr), list, sizes};
    LLVMValueRef f = LLVMConstIntToPtr(ll_int(u, (int64_t)(uintptr_t)interp_run), u->ptr);
    LLVMValueRef e = LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, three, 3, false), f, args, 3, "");
    const uint32_t message = options->message(options->user, "the interpreter fails");
    LLVMValueRef ok = LLVMBuildICmp(u->builder, LLVMIntEQ, e, LLVMConstInt(u->i32, 0, false), "");
    LLVMBuildRet(u->builder, LLVMBuildSelect(u->builder, ok, e, LLVMConstInt(u->i32, message, false), ""));
    return out;
}
