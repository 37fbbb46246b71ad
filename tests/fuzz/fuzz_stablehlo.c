/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of StableHLO. What is accepted must verify and print as text that
 * reads back; where the writer takes it, what it writes is read, and verifies. Whatever happens,
 * there are a module or errors, nothing stays allocated, and the memory that is asked for follows
 * from the size of the input. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "passes/legalize.h"
#include "stablehlo/stablehlo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
/* The operators and those of StableHLO: of the process, made at its first execution. */
static Ctx shared;
static Arena shared_arena;
static OpTable shared_ops, shared_table;

static const OpTable *table_of_process(void) {
    if (shared_table.base) return &shared_table;
    Boundary boundary;
    ctx_init(&shared, allocator_libc(), io_libc());
    shared.hash_seed = 1;
    CTX_ENTER(&shared, &boundary) {
        arena_init(&shared_arena, &shared);
        ops_table_init(&shared_ops, &shared_arena);
        ir_op_table_init_on(&shared_table, &shared_ops, &shared_arena);
        stablehlo_register(&shared_table, &shared_arena);
        arena_keep(&shared_arena);
    }
    if (ctx_leave(&shared, &boundary) != STATUS_OK) abort();
    return &shared_table;
}

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    for (size_t i = 0; i < ctx.diags->diags.len; i++)
        fprintf(stderr, "%s\n", ctx.diags->diags.at[i].message);
    abort();
}

static const char *refuse(void *user, const IrBinding *call) {
    (void)user;
    return legal_call(&shlo_legal, call) ? NULL : "it is not legal";
}

static void rewrite(const OpTable *table, IrModule *m, Arena *arena, bool pretty) {
    const LegalOptions legal = {.set = &shlo_legal, .lenient = true};
    const ShloWriteOptions options = {.refuse = refuse};
    const DiagMark mark = diag_mark(&ctx);
    Str text;
    if (legalize(m, &legal) && stablehlo_write_check(m, arena, &options) &&
        stablehlo_write(m, arena, pretty, &text)) {
        const size_t most = ctx.limits.const_bytes;
        ctx.limits.const_bytes = 1 << 28; /* what loops store to begins as a constant */
        IrModule *again = stablehlo_read(&ctx, table, "again.mlir", text, NULL);
        ctx.limits.const_bytes = most;
        if (!again) fprintf(stderr, "%.*s", (int)text.len, text.ptr);
        if (!again) wrong("what was written is refused");
        if (!ir_verify(again, IR_PROP_ALL)) wrong("what was written and read does not verify");
        ir_module_free(again);
    } else if (diag_errors(&ctx) == mark.errors) {
        wrong("nothing written, and no error");
    }
    diag_rewind(&ctx, mark);
}

static void check(const OpTable *table, Arena *arena, Str bytes) {
    StrBuf text;
    strbuf_init(&text, arena);
    IrModule *m = stablehlo_read(&ctx, table, "fuzz.mlir", bytes, NULL);
    if ((m != NULL) != (diag_errors(&ctx) == 0)) wrong("a module and an error, or neither");
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
    text.text.len = 0;
    if (!m) return;
    if (!ir_verify(m, IR_PROP_ALL)) wrong("what was read does not verify");
    ir_text_print(m, &text);
    rewrite(table, m, arena, bytes.len % 2);
    ir_module_free(m);
    m = ir_text_parse(&ctx, table, "fuzz.py", strbuf_str(&text));
    if (!m) fprintf(stderr, "%s", strbuf_cstr(&text));
    if (!m) wrong("what was printed is refused");
    ir_module_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const OpTable *table = table_of_process();
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    ctx.limits.const_bytes = 1 << 20;
    ctx.limits.depth = 64;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        check(table, &arena, (Str){(const char *)data, size});
        arena_fini(&arena);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_LIMIT) wrong("thrown");
    diag_list_free(&ctx);
    ctx_fini(&ctx);
    if (ctx.bytes != 0) wrong("bytes leaked");
    if (ctx.peak_bytes > (64u << 20) + size * (32u << 10))
        wrong("more memory than the input accounts for");
    return 0;
}
