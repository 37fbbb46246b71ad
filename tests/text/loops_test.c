/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of operators: tenon-test loops [--least N] FILE.test ...
 *
 * Of every call of a core operator in the files' cases (with the types as they stand there, symbols
 * and all), and of SAMPLES drawn calls of each core operator, the loop function passes the loop
 * verifier, prints, parses back equal, and prints again as the same text. --least: how many there
 * must be. A scalar's first value is taken away, one at a time: at least FLOOR of these are refused
 * for each that is accepted. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "op_loops.h"
#include "ops/ops.h"

enum { SAMPLES = 40, SHOWN = 5, FLOOR = 5 };

typedef struct {
    OpLoops loops;
    Ctx *ctx;
    int passed, failed;
    int refused, accepted; /* scalars without their first value */
} Test;

static bool is_first_value(const LoopStmt *alloc) {
    const LoopStmt *s = alloc->next;
    return alloc->kind == LOOP_ALLOC && !alloc->buffer->ndim && s && s->kind == LOOP_STORE &&
           s->buffer == alloc->buffer;
}

/* Without the first value of a scalar, one at a time: refused, but where it is set under a
 * condition and read behind that, which loop_verify_defined does not judge. */
static void try_mutants(Test *t, const LoopFn *fn, LoopStmt *list) {
    for (LoopStmt *s = list; s; s = s->next) {
        if (is_first_value(s)) {
            LoopStmt *first = s->next;
            const DiagMark mark = diag_mark(t->ctx);
            s->next = first->next;
            *(loop_verify_defined(t->ctx, &fn, 1) ? &t->accepted : &t->refused) += 1;
            s->next = first;
            diag_rewind(t->ctx, mark);
        }
        try_mutants(t, fn, s->body);
        try_mutants(t, fn, s->other);
    }
}

static const char *check(Test *t, const LoopFn *fn, Arena *arena, StrBuf *text) {
    strbuf_init(text, arena);
    loop_text_print(&fn, 1, text);
    if (!loop_verify(t->ctx, fn, NULL)) return "the verifier refuses it";
    if (!loop_verify_defined(t->ctx, &fn, 1)) return "a buffer is read before it is written";
    LoopFns again = {.at = NULL};
    if (!loop_text_parse(t->ctx, arena, "printed", (Str){text->text.at, text->text.len}, &again))
        return "it does not parse back";
    const LoopFn *back = again.at[again.len - 1];
    if (!loop_equal(fn, back)) return "what parses back is not equal";
    if (!loop_verify(t->ctx, back, NULL)) return "the verifier refuses what parses back";
    try_mutants(t, back, back->body);
    StrBuf twice;
    strbuf_init(&twice, arena);
    loop_text_print(&back, 1, &twice);
    const bool same = twice.text.len == text->text.len &&
                      memcmp(twice.text.at, text->text.at, twice.text.len) == 0;
    return same ? NULL : "it prints otherwise the second time";
}

static void check_call(void *user, IrBinding *b, const LoopFn *fn, Arena *arena,
                       const char *where) {
    Test *t = user;
    StrBuf text;
    const char *what = check(t, fn, arena, &text);
    if (what && t->failed < SHOWN) {
        printf("%s: R.%s: %s\n", where, b->op->name, what);
        StrBuf reports;
        strbuf_init(&reports, arena);
        for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
            diag_print(&t->ctx->diags->diags.at[i], &reports);
        if (reports.text.len) fwrite(reports.text.at, 1, reports.text.len, stdout);
        fwrite(text.text.at, 1, text.text.len, stdout);
    }
    *(what ? &t->failed : &t->passed) += 1;
}

int test_loops(int argc, char **argv) {
    const bool counted = argc > 2 && strcmp(argv[1], "--least") == 0;
    const int least = counted ? atoi(argv[2]) : 0, first = counted ? 3 : 1;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx, .loops = {.ctx = &ctx, .see = check_call}};
    t.loops.user = &t;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.loops.ops, &table);
        for (int i = first; i < argc; i++) {
            if (op_loops_of_file(&t.loops, argv[i])) continue;
            printf("%s cannot be read\n", argv[i]);
            t.failed++;
        }
        printf("%d loop functions of the files; %zu calls whose types do not say enough\n",
               t.passed + t.failed, t.loops.unknown);
        if (t.passed + t.failed < least) {
            printf("there should be %d\n", least);
            t.failed++;
        }
        for (size_t i = 0; i < t.loops.ops.n; i++)
            op_loops_of_samples(&t.loops, t.loops.ops.ops[i], SAMPLES);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("scalars without a first value: %d refused, %d accepted\n", t.refused, t.accepted);
    if (t.refused < FLOOR * t.accepted) {
        printf("there should be %d refused for each that is accepted\n", FLOOR);
        t.failed++;
    }
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
