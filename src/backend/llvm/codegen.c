/* SPDX-License-Identifier: Apache-2.0 */
/* tenon-codegen: makes code of a module in a process of its own, as LLVM ends the process where
 * memory is short.
 *
 * A request (request.h) comes on descriptor 0, which is a socket, and the answer goes back on
 * it. What LLVM prints goes to descriptor 2, where the caller takes it up. It ends with its
 * caller. */
#include <dlfcn.h>
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backend/llvm/request.h"
#include "base/diag.h"
#include "ops/ops.h"

enum { MOST_THREADS = 64 };

static unsigned processors(void) {
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > MOST_THREADS ? MOST_THREADS : n > 0 ? (unsigned)n : 1;
}

static bool read_all(void *to, size_t n) {
    for (char *at = to; n;) {
        const ssize_t k = recv(0, at, n, 0);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

static void write_all(const void *data, size_t n) {
    for (const char *at = data; n;) {
        const ssize_t k = send(0, at, n, MSG_NOSIGNAL);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return; /* nobody listens */
        at += k;
        n -= (size_t)k;
    }
}

static void answer(LlAnswerKind kind, Str body) {
    LlHead head = {.kind = kind, .bytes = body.len};
    memcpy(head.magic, ll_answer_magic, sizeof head.magic);
    write_all(&head, sizeof head);
    write_all(body.ptr, body.len);
}

static void answer_reports(Ctx *ctx, LlAnswerKind kind, Arena *arena) {
    StrBuf text;
    strbuf_init(&text, arena);
    for (size_t i = 0; ctx->diags && i < ctx->diags->diags.len; i++)
        strbuf_printf(&text, "%s%s", i ? "; " : "", ctx->diags->diags.at[i].message);
    answer(kind, strbuf_str(&text));
}

static void no_llvm(Ctx *ctx, Arena *arena) {
    const char *why = dlerror();
    if (why) diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, diag_fmt(ctx, "%s", why));
    answer_reports(ctx, LL_ANSWER_OTHER, arena);
}

static void make_file(const LlFileRequest *r, Ctx *ctx, Arena *arena) {
    StrBuf out;
    LlTarget target;
    LLVMModuleRef module;
    strbuf_init(&out, arena);
    if (!ll_target_init_named(&target, ctx, r->triple, r->cpu, r->features)) {
        no_llvm(ctx, arena);
        return;
    }
    LLVMMemoryBufferRef bitcode =
        LLVMCreateMemoryBufferWithMemoryRange(r->bitcode.ptr, r->bitcode.len, r->name, false);
    if (LLVMParseBitcodeInContext2(LLVMContextCreate(), bitcode, &module))
        diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, "LLVM cannot read its own bitcode");
    else if (ll_file_here(module, &target, r->kind, &out)) {
        answer(LL_ANSWER_FILE, strbuf_str(&out));
        return;
    }
    answer_reports(ctx, LL_ANSWER_REPORTS, arena);
}

static void make(LlRequest *r, Arena *arena) {
    const LlCache cache = {.folder = r->cache};
    Ctx *ctx = arena->ctx;
    LlTarget target;
    LlCode *code = NULL;
    NativeTimes times = {.total_ms = 0};
    if (!ll_target_init(&target, ctx, arena, &r->target)) {
        no_llvm(ctx, arena);
        return;
    }
    LlProgram *program = ll_program(r->m, &target, &r->how, arena);
    const bool ok = program && ll_compile(&code, &target, &program->units, processors(), &cache,
                                          arena, &times.jit);
    if (!ok) {
        answer_reports(ctx, LL_ANSWER_REPORTS, arena);
        return;
    }
    StrBuf out;
    strbuf_init(&out, arena);
    ll_program_pack(&out, &r->key, program, code, r->origins, &times);
    if (r->has_key) ll_store_program(&cache, &r->key, program, code, arena);
    ll_cache_trim(&cache, arena);
    answer(LL_ANSWER_PROGRAM, strbuf_str(&out)); /* behind it the caller waits for nothing more */
}

static void serve(Ctx *ctx, Arena *arena) {
    LlHead head;
    OpTable ops;
    LlRequest request;
    if (!read_all(&head, sizeof head)) return;
    if (memcmp(head.magic, ll_request_magic, sizeof head.magic) != 0) {
        static const char other[] = "it is of another version";
        answer(LL_ANSWER_OTHER, (Str){other, sizeof other - 1});
        return;
    }
    char *body = arena_alloc(arena, head.bytes + 1);
    if (!read_all(body, head.bytes)) return;
    if (head.kind == LL_REQUEST_FILE) {
        LlFileRequest file;
        if (ll_file_request_read(&file, (Str){body, head.bytes}, arena))
            make_file(&file, ctx, arena);
        else
            answer_reports(ctx, LL_ANSWER_OTHER, arena);
        return;
    }
    ops_table_init(&ops, arena);
    if (ll_request_read(&request, ctx, &ops, (Str){body, head.bytes}, arena))
        make(&request, arena);
    else
        answer_reports(ctx, LL_ANSWER_OTHER, arena);
}

/* The process ends here, and nothing of it is freed. */
int main(void) {
    const pid_t caller = getppid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != caller) _exit(0);
    static Ctx ctx;
    static Arena arena;
    Boundary b;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Limits *l = &ctx.limits;
    l->input_bytes = l->bindings = l->const_bytes = l->steps = l->milliseconds = SIZE_MAX;
    l->memory_bytes = SIZE_MAX; /* the caller has made the module within its own limits */
    l->growth = UINT32_MAX;
    l->rank = UINT16_MAX; /* the extents that a call hands on are a shape as well */
    CTX_ENTER(&ctx, &b) {
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        serve(&ctx, &arena);
        _exit(0);
    }
    answer(LL_ANSWER_MEMORY, (Str){.len = 0}); /* nothing else is thrown here */
    _exit(0);
}
