/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of StableHLO's text. What is accepted must verify and print as text that
 * reads back; it is made legal for StableHLO and written, and what comes out must be read again.
 * Whatever happens, there are a module or errors that have a place, nothing stays allocated, and
 * the memory that is asked for follows from the size of the input. */
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

static NORETURN void wrong(const char *what, const StrBuf *text) {
    fprintf(stderr, "%s\n", what);
    if (text) fprintf(stderr, "---- the text\n%.*s\n", (int)text->text.len, text->text.at);
    for (size_t i = 0; i < ctx.diags->diags.len; i++)
        fprintf(stderr, "%s\n", ctx.diags->diags.at[i].message);
    abort();
}

static const char *refuse(void *user, const IrBinding *call) {
    (void)user;
    return legal_call(&shlo_legal, call) ? NULL : "it is not legal";
}

/* Written and read again. */
static void rewrite(const OpTable *table, IrModule *m, Arena *arena) {
    const LegalOptions legal = {.set = &shlo_legal, .lenient = true};
    const ShloWriteOptions options = {.refuse = refuse};
    const DiagMark mark = diag_mark(&ctx);
    if (legalize(m, &legal) && stablehlo_write_check(m, arena, &options)) {
        StrBuf text;
        strbuf_init(&text, arena);
        const Str written = stablehlo_write(m, arena);
        strbuf_add(&text, written.ptr, written.len);
        IrModule *again = stablehlo_read(&ctx, table, "again.mlir", strbuf_str(&text), NULL);
        if (!again) wrong("what was written is refused", &text);
        if (!ir_verify(again, IR_PROP_ALL)) wrong("what was written does not verify", &text);
        ir_module_free(again);
    } else if (diag_errors(&ctx) == mark.errors) {
        wrong("nothing written, and no error", NULL);
    }
    diag_rewind(&ctx, mark);
}

static void check(const OpTable *table, Str bytes) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, &ctx);
    strbuf_init(&text, &arena);
    IrModule *m = stablehlo_read(&ctx, table, "fuzz.mlir", bytes, NULL);
    if ((m != NULL) != (diag_errors(&ctx) == 0)) wrong("a module and an error, or neither", NULL);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
    text.text.len = 0;
    if (m) {
        ir_module_keep(m);
        if (!ir_verify(m, IR_PROP_ALL)) wrong("what was read does not verify", NULL);
        ir_text_print(m, &text);
        rewrite(table, m, &arena);
        ir_module_free(m);
        m = ir_text_parse(&ctx, table, "fuzz.py", strbuf_str(&text));
        if (!m) wrong("what was printed is refused", &text);
        ir_module_free(m);
    }
    arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    ctx.limits.const_bytes = 1 << 20;
    ctx.limits.depth = 64;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        OpTable table;
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&table, &arena);
        stablehlo_register(&table, &arena);
        check(&table, (Str){(const char *)data, size});
        arena_fini(&arena);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_LIMIT) wrong("thrown", NULL);
    diag_list_free(&ctx);
    ctx_fini(&ctx);
    if (ctx.bytes != 0) wrong("bytes leaked", NULL);
    if (ctx.peak_bytes > (64u << 20) + size * (32u << 10))
        wrong("more memory than the input accounts for", NULL);
    return 0;
}
