/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the ONNX reader. What is accepted must verify and print as text that reads back.
 * That is made legal for ONNX and written, and so is the file with the nodes that it keeps and
 * those that nobody knows: what comes out is read, and verifies if it is accepted.
 * Whatever happens, there are a module or errors, nothing stays allocated, and the memory that is
 * asked for follows from the size of the input. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/copy.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "ops/ops.h"
#include "passes/legalize.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
/* As the command reads: nodes stay nodes, and what is not known stays. */
static const OnnxOptions as_it_is = {.whole = true, .opaque = true};

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

typedef struct {
    const OnnxKeep *keep;
    int64_t opset;
} Legal;

static bool is_legal(void *user, const IrBinding *call) {
    const Legal *self = user;
    if (call->op == &onnx_opaque_op || onnx_keeps(self->keep, call)) return true;
    if (call->op == &onnx_node_op) return onnx_node_is_written(call, self->opset);
    return legal_call(&onnx_legal, call) || onnx_legal_since(call, self->opset);
}

static const char *refuse(void *user, const IrBinding *call) {
    return is_legal(user, call) ? NULL : "it is not legal";
}

static void rewrite(const OpTable *table, IrModule *m) {
    Legal self = {.opset = onnx_written_opset(m)};
    const LegalOptions legal = {
        .set = &onnx_legal, .lenient = true, .legal = is_legal, .user = &self};
    const OnnxWriteOptions options = {.opset = self.opset, .refuse = refuse, .user = &self};
    Arena arena;
    OnnxFiles files;
    StrBuf all;
    arena_init(&arena, &ctx);
    strbuf_init(&all, &arena);
    const DiagMark mark = diag_mark(&ctx);
    self.keep = onnx_keep(m, self.opset, &arena);
    IrFunction *fn = legalize(m, &legal) ? ir_global_find(m, (Str){"main", 4})->function : NULL;
    if (fn && onnx_write(m, fn, &arena, &options, &files)) {
        for (size_t i = 0; i < files.model.pieces.len; i++)
            strbuf_add(&all, files.model.pieces.at[i].ptr, files.model.pieces.at[i].len);
        if (all.text.len != files.model.bytes) wrong("its length is another");
        IrModule *again = onnx_read(&ctx, table, "again.onnx", strbuf_str(&all), &as_it_is);
        if (again && !ir_verify(again, IR_PROP_ALL))
            wrong("what was written and read does not verify");
        ir_module_free(again);
    } else if (diag_errors(&ctx) == mark.errors) {
        wrong("nothing written, and no error");
    }
    diag_rewind(&ctx, mark);
    arena_fini(&arena);
}

/* With what was reported. */
static void wrong_with(const char *what) {
    for (size_t i = 0; i < ctx.diags->diags.len; i++)
        fprintf(stderr, "%s\n", ctx.diags->diags.at[i].message);
    wrong(what);
}

static IrModule *read(const OpTable *table, Str bytes, const OnnxOptions *options) {
    diag_begin(&ctx);
    IrModule *m = onnx_read(&ctx, table, "fuzz.onnx", bytes, options);
    if ((m != NULL) != (diag_errors(&ctx) == 0)) wrong_with("a module and an error, or neither");
    if (m && !ir_verify(m, IR_PROP_ALL)) wrong_with("what was read does not verify");
    return m;
}

static void check(const OpTable *table, Str bytes) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, &ctx);
    strbuf_init(&text, &arena);
    IrModule *m = read(table, bytes, NULL);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
    text.text.len = 0;
    if (m) {
        ir_text_print(m, &text);
        ir_module_free(m);
        m = ir_text_parse(&ctx, table, "fuzz.py", strbuf_str(&text));
        if (m) rewrite(table, m);
        if (!m) {
            fprintf(stderr, "%.*s", (int)text.text.len, text.text.at);
            wrong_with("what was printed is refused");
        }
        ir_module_free(m);
    }
    m = read(table, bytes, &as_it_is);
    if (m) rewrite(table, m);
    ir_module_free(m);
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
