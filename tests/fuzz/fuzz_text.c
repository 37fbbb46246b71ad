/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of Relax text. What is accepted must be sound for the verifier, and
 * must print as a text that reads back as an equal module and prints as the same bytes. Whatever
 * happens, nothing may stay allocated. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
static OpTable ops;
static Arena table_arena;

static void start(void) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.input_bytes = 64 << 10;
    ctx.limits.const_bytes = 16 << 20;
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        arena_init(&table_arena, &ctx);
        arena_keep(&table_arena);
        ops_table_init(&ops, &table_arena);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) abort();
}

static void wrong(const char *what, const StrBuf *first, const StrBuf *second) {
    fprintf(stderr, "%s\n", what);
    if (first) fprintf(stderr, "---- printed\n%.*s", (int)first->text.len, first->text.at);
    if (second)
        fprintf(stderr, "---- printed again, or why\n%.*s", (int)second->text.len, second->text.at);
    const DiagList *list = ctx.diags;
    for (size_t i = 0; i < list->diags.len; i++) fprintf(stderr, "%s\n", list->diags.at[i].message);
    abort();
}

/* The module, verified; NULL when the user is at fault. */
static IrModule *parse(Str text) {
    diag_begin(&ctx);
    IrModule *m = ir_text_parse(&ctx, &ops, "fuzz", text);
    if (!m && diag_errors(&ctx) == 0) wrong("refused without an error", NULL, NULL);
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    for (size_t i = 0; m && i < ctx.diags->diags.len; i++) {
        if (ctx.diags->diags.at[i].id == DIAG_VERIFY)
            wrong("the reader built an unsound module", NULL, NULL);
    }
    ir_module_free(m);
    return NULL;
}

static void print_diags(StrBuf *out) {
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], out);
}

static void check(Str text, Arena *arena) {
    StrBuf once, twice, why;
    strbuf_init(&once, arena);
    strbuf_init(&twice, arena);
    strbuf_init(&why, arena);
    IrModule *m = parse(text);
    if (!m) {
        print_diags(&why);
        return;
    }
    ir_text_print(m, &once);
    size_t limit = ctx.limits.input_bytes;
    ctx.limits.input_bytes = SIZE_MAX;
    IrModule *again = parse(strbuf_str(&once));
    ctx.limits.input_bytes = limit;
    if (!again) wrong("what was printed is refused", &once, NULL);
    if (!ir_module_equal(m, again, &why)) wrong("what was printed is another module", &once, &why);
    ir_text_print(again, &twice);
    if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("two prints differ", &once, &twice);
    ir_module_free(m);
    ir_module_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!ops.n) start();
    size_t before = ctx.bytes;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        arena_init(&arena, &ctx);
        check((Str){(const char *)data, size}, &arena);
        arena_fini(&arena);
    }
    Status status = ctx_leave(&ctx, &boundary); /* a limit or no memory: fine */
    diag_list_free(&ctx);
    if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_MEMORY) abort();
    if (ctx.bytes != before) {
        fprintf(stderr, "%zu bytes leaked\n", ctx.bytes - before);
        abort();
    }
    return 0;
}
