/* SPDX-License-Identifier: Apache-2.0 */
/* A unit goes to the code generator as bitcode, as what takes memory are passes and selection. */
#include "backend/llvm/file.h"

#include <llvm-c/BitWriter.h>

#include "backend/llvm/helper.h"
#include "backend/llvm/jit.h"

/* What LLVM made, which a throw disposes of. */
typedef struct {
    LLVMMemoryBufferRef bytes;
    char *text;
    Cleanup cleanup;
} Made;

static void made_cleanup(Cleanup *node) {
    Made *m = (Made *)(void *)((char *)node - offsetof(Made, cleanup));
    if (m->text) LLVMDisposeMessage(m->text);
    if (m->bytes) LLVMDisposeMemoryBuffer(m->bytes);
}

static void made_end(Made *m) {
    cleanup_pop(&m->cleanup);
    made_cleanup(&m->cleanup);
}

bool ll_file_here(LLVMModuleRef module, const LlTarget *target, LlFileKind kind, StrBuf *out) {
    Made made = {.bytes = NULL};
    char *message = ll_clean_up(module, target->machine, false);
    const LLVMCodeGenFileType type = kind == LL_FILE_OBJECT ? LLVMObjectFile : LLVMAssemblyFile;
    const bool is_bad =
        message ||
        (kind != LL_FILE_IR &&
         LLVMTargetMachineEmitToMemoryBuffer(target->machine, module, type, &message, &made.bytes));
    if (is_bad) made.bytes = NULL;
    made.text = is_bad ? message : kind == LL_FILE_IR ? LLVMPrintModuleToString(module) : NULL;
    cleanup_push(target->ctx, &made.cleanup, made_cleanup);
    if (is_bad)
        ll_cannot_make(target->ctx, made.text ? made.text : "out of memory");
    else if (made.text)
        strbuf_add(out, made.text, strlen(made.text));
    else
        strbuf_add(out, LLVMGetBufferStart(made.bytes), LLVMGetBufferSize(made.bytes));
    made_end(&made);
    return !is_bad;
}

/* The request of it, without a copy of the bitcode that would live on. */
static void ask(StrBuf *request, LlUnit *unit, const LlTarget *target, LlFileKind kind) {
    size_t n;
    Made made = {.bytes = LLVMWriteBitcodeToMemoryBuffer(unit->module)};
    cleanup_push(target->ctx, &made.cleanup, made_cleanup);
    ll_file_request_write(request,
                          &(LlFileRequest){.name = LLVMGetModuleIdentifier(unit->module, &n),
                                           .triple = target->triple,
                                           .cpu = target->cpu,
                                           .features = target->features,
                                           .kind = kind,
                                           .bitcode = {LLVMGetBufferStart(made.bytes),
                                                       LLVMGetBufferSize(made.bytes)}});
    made_end(&made);
}

bool ll_file(LlUnit *unit, const LlTarget *target, LlFileKind kind, StrBuf *out) {
    if (!ll_helper_is_there(unit->arena)) return ll_file_here(unit->module, target, kind, out);
    Arena arena;
    StrBuf request;
    arena_init(&arena, target->ctx);
    strbuf_init(&request, &arena);
    ask(&request, unit, target, kind);
    const LlHelp help = ll_help_file(out, strbuf_str(&request), &arena);
    arena_fini(&arena);
    return help == LL_ALONE ? ll_file_here(unit->module, target, kind, out) : help == LL_HELPED;
}
