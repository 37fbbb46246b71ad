/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the ONNX reader. What is accepted must verify and print as text that reads back.
 * It is made legal for ONNX and written: what comes out is read, and verifies if it is accepted.
 * Whatever happens, there are a module or errors, nothing stays allocated, and the memory that is
 * asked for follows from the size of the input. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "ops/ops.h"
#include "passes/legalize.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

static const char *refuse(void *user, const IrBinding *call) {
    (void)user;
    return legal_call(&onnx_legal, call) ? NULL : "it is not legal";
}

static void rewrite(const OpTable *table, IrModule *m) {
    const LegalOptions legal = {.set = &onnx_legal, .lenient = true};
    const OnnxWriteOptions options = {.refuse = refuse};
    Arena arena;
    OnnxFiles files;
    StrBuf all;
    arena_init(&arena, &ctx);
    strbuf_init(&all, &arena);
    const DiagMark mark = diag_mark(&ctx);
    IrFunction *fn = legalize(m, &legal) ? ir_global_find(m, (Str){"main", 4})->function : NULL;
    if (fn && onnx_write(m, fn, &arena, &options, &files)) {
        for (size_t i = 0; i < files.model.pieces.len; i++)
            strbuf_add(&all, files.model.pieces.at[i].ptr, files.model.pieces.at[i].len);
        if (all.text.len != files.model.bytes) wrong("its length is another");
        IrModule *again = onnx_read(&ctx, table, "again.onnx", strbuf_str(&all), NULL);
        if (again && !ir_verify(again, IR_PROP_ALL))
            wrong("what was written and read does not verify");
        ir_module_free(again);
    } else if (diag_errors(&ctx) == mark.errors) {
        wrong("nothing written, and no error");
    }
    diag_rewind(&ctx, mark);
    arena_fini(&arena);
}

static void check(const OpTable *table, Str bytes) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, &ctx);
    strbuf_init(&text, &arena);
    IrModule *m = onnx_read(&ctx, table, "fuzz.onnx", bytes, NULL);
    if ((m != NULL) != (diag_errors(&ctx) == 0)) wrong("a module and an error, or neither");
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
    text.text.len = 0;
    if (m) {
        if (!ir_verify(m, IR_PROP_ALL)) wrong("what was read does not verify");
        ir_text_print(m, &text);
        ir_module_free(m);
        m = ir_text_parse(&ctx, table, "fuzz.py", strbuf_str(&text));
        if (m) rewrite(table, m);
        if (!m) {
            for (size_t i = 0; i < ctx.diags->diags.len; i++)
                fprintf(stderr, "%s\n", ctx.diags->diags.at[i].message);
            fprintf(stderr, "%.*s", (int)text.text.len, text.text.at);
            wrong("what was printed is refused");
        }
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
        check(&table, (Str){(const char *)data, size});
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
