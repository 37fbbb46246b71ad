/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the tests of numbers: tenon-test eval FILE.test ...
 *
 * The format is that of text_test.c with `test: run`: a case's module has a function `main` without
 * parameters, whose result must be the value below `----`, an expression of constants, followed by
 * the relative tolerance `~rtol` (also the absolute one; none: exact). NaN equals NaN. A line that
 * ends in `# error: "text"` is where the run must fail, with that text. Lines that end in `#
 * prints: "text"` say, one after another, what the run prints, a line each; without any it may
 * print what it likes. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "eval/compare.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    StrBuf why;
    Arena arena;
    StrBuf printed;
    double tolerance;
} Run;

static bool fail(Run *r, const char *what) {
    strbuf_printf(&r->why, "  %s\n", what);
    return false;
}

static void add_diags(Run *r) {
    const DiagList *list = r->ctx->diags;
    for (size_t i = 0; i < list->diags.len; i++) diag_print(&list->diags.at[i], &r->why);
}

static void keep_printed(void *user, const char *text, size_t len) {
    Run *r = user;
    strbuf_add(&r->printed, text, len);
}

/* The module and the value of its main; NULL after a report. */
static Value *evaluate(Run *r, Str text, IrModule **m, ValueList *list) {
    diag_begin(r->ctx);
    *m = ir_text_parse(r->ctx, &r->ops, "case", text);
    if (!*m || !ir_verify(*m, IR_PROP_ALL)) return NULL;
    IrGlobal *main_fn = ir_global_find(*m, (Str){"main", 4});
    if (!main_fn || !main_fn->function->body) return fail(r, "there is no function 'main'"), NULL;
    Hosts *hosts = ARENA_NEW(&r->arena, Hosts);
    *hosts = (Hosts){.print = keep_printed, .print_user = r};
    Evaluator *e = eval_new(*m, &r->arena);
    eval_hosts(e, hosts);
    Value *v = eval_function(e, main_fn->function, NULL, 0, list);
    eval_end(e);
    return v;
}

/* Exact unless the case names a tolerance, which has the reason. */
static bool same_value(Run *r, const Value *have, const Value *want) {
    const TensorNear how = {.mode = r->tolerance == 0 ? TENSOR_BITS : TENSOR_NEAR,
                            .rtol = r->tolerance,
                            .atol = r->tolerance};
    ValueDifference d;
    if (value_near(&r->arena, have, want, &how, &d)) return true;
    strbuf_printf(&r->why, "  what it is and what was expected: value %zu: %s\n", d.place,
                  value_difference_text(&r->arena, &d));
    return false;
}

static bool expect_error(Run *r, Str input, const Value *got) {
    static const char mark[] = "# error: \"";
    const char *at = memmem(input.ptr, input.len, mark, sizeof mark - 1);
    if (!at) return false;
    const char *start = at + sizeof mark - 1,
               *end = memchr(start, '"', (size_t)(input.ptr + input.len - start));
    StrBuf text;
    strbuf_init(&text, &r->arena);
    for (size_t i = 0; i < r->ctx->diags->diags.len; i++) {
        Diag bare = r->ctx->diags->diags.at[i];
        bare.excerpt = NULL; /* it would hold the very text that is looked for */
        diag_print(&bare, &text);
    }
    if (!got && end && memmem(text.text.at, text.text.len, start, (size_t)(end - start)))
        return true;
    return fail(r, got ? "it ran, and an error was expected" : "another error was expected");
}

static bool check_printed(Run *r, Str input) {
    static const char mark[] = "# prints: \"";
    const size_t skip = sizeof mark - 1;
    StrBuf want;
    strbuf_init(&want, &r->arena);
    for (size_t at = 0; at < input.len;) {
        const char *found = memmem(input.ptr + at, input.len - at, mark, skip);
        if (!found) break;
        const char *start = found + skip,
                   *line = memchr(start, '\n', (size_t)(input.ptr + input.len - start));
        if (!line) line = input.ptr + input.len;
        const char *end = memrchr(start, '"', (size_t)(line - start));
        strbuf_add(&want, start, end ? (size_t)(end - start) : 0);
        strbuf_putc(&want, '\n');
        at = (size_t)(line - input.ptr);
    }
    if (!want.text.len || str_eq(strbuf_str(&want), strbuf_str(&r->printed))) return true;
    strbuf_puts(&r->why, "  it printed:\n");
    strbuf_add(&r->why, r->printed.text.at, r->printed.text.len);
    return false;
}

/* Splits "expression ~rtol" and makes a function of the expression. */
static Str wanted_module(Run *r, Str want) {
    r->tolerance = 0;
    size_t len = want.len;
    const char *tilde = memrchr(want.ptr, '~', want.len);
    if (tilde) {
        Str number = {tilde + 1, (size_t)(want.ptr + want.len - tilde - 1)};
        while (number.len &&
               (number.ptr[number.len - 1] == '\n' || number.ptr[number.len - 1] == ' '))
            number.len--;
        if (!parse_double(number, &r->tolerance)) fail(r, "no tolerance behind '~'");
        len = (size_t)(tilde - want.ptr);
    }
    StrBuf b;
    strbuf_init(&b, &r->arena);
    strbuf_puts(&b, "@R.function\ndef main():\n    return (");
    strbuf_add(&b, want.ptr, len);
    strbuf_puts(&b, ")\n");
    return strbuf_str(&b);
}

static bool run_case(Run *r, const Case *c) {
    ValueList list;
    IrModule *m = NULL, *want = NULL;
    value_list_init(&list, r->ctx);
    strbuf_init(&r->printed, &r->arena);
    bool expects_error = memmem(c->input.ptr, c->input.len, "# error: \"", 10) != NULL;
    Value *got = evaluate(r, c->input, &m, &list);
    bool ok = check_printed(r, c->input);
    if (!ok) {
        fail(r, "it must print otherwise");
    } else if (expects_error) {
        ok = expect_error(r, c->input, got);
        if (!ok) add_diags(r);
    } else if (!got) {
        ok = fail(r, "it does not run:");
        add_diags(r);
    } else if (!c->want.ptr) {
        ok = fail(r, "there is no expectation");
    } else {
        Value *expected = evaluate(r, wanted_module(r, c->want), &want, &list);
        if (!expected) add_diags(r);
        ok = expected ? same_value(r, got, expected) : fail(r, "the expectation does not run");
    }
    value_list_fini(&list);
    ir_module_free(m);
    ir_module_free(want);
    return ok;
}

int test_eval(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Run r = {.ctx = &ctx};
    volatile unsigned passed = 0, failed = 0;
    for (volatile int i = 1; i < argc; i++) {
        Boundary boundary;
        CTX_ENTER(&ctx, &boundary) {
            Arena table;
            arena_init(&table, &ctx);
            ops_table_init(&r.ops, &table);
            const char *data;
            size_t size;
            if (ctx.io.read(ctx.io.user, argv[i], SIZE_MAX / 2, &data, &size) != 0) {
                printf("%s: FAILED: cannot be read\n", argv[i]);
                failed++;
            } else {
                Cases cases;
                Case c;
                cases_init(&cases, (Str){data, size});
                while (cases_next(&cases, &c)) {
                    arena_init(&r.arena, &ctx);
                    strbuf_init(&r.why, &r.arena);
                    if (run_case(&r, &c)) {
                        passed++;
                    } else {
                        failed++;
                        printf("%s:%u: FAILED: %.*s\n%.*s", argv[i], c.line, (int)c.title.len,
                               c.title.ptr, (int)r.why.text.len, r.why.text.at);
                    }
                    arena_fini(&r.arena);
                }
                ctx.io.release(ctx.io.user, data, size);
            }
            arena_fini(&table);
        }
        if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
            printf("%s: FAILED: a limit or out of memory\n", argv[i]);
            failed++;
        }
    }
    ctx_fini(&ctx);
    if (ctx.bytes) {
        printf("FAILED: %zu bytes leaked\n", ctx.bytes);
        failed++;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
