/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of text tests that are about values, by the evaluator: what `main` computes (kind run), and
 * the adjoints of its parameters (kind grad). text_test.c says what the cases look like.
 *
 * NaN equals NaN. A line that ends in `# error: "text"` is where the run must fail, with that text.
 * Lines that end in `# prints: "text"` say, one after another, what the run prints, a line each;
 * without any it may print what it likes. */
#include "base/diag.h"
#include "eval/compare.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "passes/manager.h"
#include "text_case.h"

typedef struct {
    TextRun *text;
    ValueList list;
    StrBuf printed;
    Str tolerance; /* as written */
    double rtol;
} Values;

static void keep_printed(void *user, const char *text, size_t len) {
    Values *v = user;
    strbuf_add(&v->printed, text, len);
}

static IrFunction *function_of(Values *v, IrModule *m, const char *name) {
    IrGlobal *g = ir_global_find(m, str_c(name));
    if (g && g->function->body) return g->function;
    text_fail(v->text, diag_fmt(v->text->ctx, "there is no function '%s'", name));
    return NULL;
}

static Value *evaluate(Values *v, IrModule *m, const char *name, Value **args, size_t n) {
    IrFunction *fn = function_of(v, m, name);
    if (!fn || fn->params.len != n)
        return fn ? text_fail(v->text, "arguments are missing"), NULL : NULL;
    Hosts *hosts = ARENA_NEW(&v->text->arena, Hosts);
    *hosts = (Hosts){.print = keep_printed, .print_user = v};
    Evaluator *e = eval_new(m, &v->text->arena);
    eval_hosts(e, hosts);
    Value *out = eval_function(e, fn, args, n, &v->list);
    eval_end(e);
    return out;
}

/* The value of an expression of constants, in a module of its own; NULL after a report. */
static Value *evaluate_expression(Values *v, Str text, IrModule **m) {
    StrBuf b;
    strbuf_init(&b, &v->text->arena);
    strbuf_puts(&b, "@R.function\ndef main():\n    return (");
    strbuf_add(&b, text.ptr, text.len);
    strbuf_puts(&b, ")\n");
    *m = text_parse(v->text, "expression", strbuf_str(&b));
    return *m ? evaluate(v, *m, "main", NULL, 0) : NULL;
}

/* Splits "expression ~rtol". */
static Str wanted_text(Values *v, Str want) {
    const char *tilde = memrchr(want.ptr, '~', want.len);
    if (!tilde) return want;
    Str number = {tilde + 1, (size_t)(want.ptr + want.len - tilde - 1)};
    while (number.len && (number.ptr[number.len - 1] == '\n' || number.ptr[number.len - 1] == ' '))
        number.len--;
    if (!parse_double(number, &v->rtol)) text_fail(v->text, "no tolerance behind '~'");
    v->tolerance = number;
    return (Str){want.ptr, (size_t)(tilde - want.ptr)};
}

/* As an expression of constants; false: it is none. */
static bool print_value(const Value *v, StrBuf *out) {
    switch (v->kind) {
    case VALUE_TENSOR: ir_text_print_tensor(v->tensor, out); return true;
    case VALUE_SHAPE:
        strbuf_puts(out, "R.shape([");
        for (uint32_t i = 0; i < v->n; i++)
            strbuf_printf(out, "%s%lld", i ? ", " : "", (long long)v->dims[i]);
        strbuf_puts(out, "])");
        return true;
    case VALUE_TUPLE:
        strbuf_putc(out, '(');
        for (uint32_t i = 0; i < v->n; i++) {
            if (!print_value(v->items[i], out)) return false;
            strbuf_puts(out, i + 1 < v->n ? ", " : v->n == 1 ? "," : "");
        }
        strbuf_putc(out, ')');
        return true;
    default: return false;
    }
}

static bool differs(Values *v, const Value *got) {
    StrBuf text;
    strbuf_init(&text, &v->text->arena);
    if (!print_value(got, &text)) return false;
    if (v->tolerance.len) strbuf_printf(&text, " ~%.*s", (int)v->tolerance.len, v->tolerance.ptr);
    strbuf_putc(&text, '\n');
    return text_differs(v->text, strbuf_str(&text));
}

/* Exact unless the case names a tolerance, which has the reason. */
static bool check_value(Values *v, const Value *got) {
    TextRun *r = v->text;
    IrModule *m = NULL;
    ValueDifference d;
    if (!r->want.ptr) {
        text_fail(r, "there is no expectation");
        return differs(v, got);
    }
    const Value *want = evaluate_expression(v, wanted_text(v, r->want), &m);
    const TensorNear how = {
        .mode = v->rtol == 0 ? TENSOR_BITS : TENSOR_NEAR, .rtol = v->rtol, .atol = v->rtol};
    bool ok = want && value_near(&r->arena, got, want, &how, &d);
    if (!want) {
        text_add_diags(r);
        ok = text_fail(r, "the expectation does not run");
    } else if (!ok) {
        strbuf_printf(&r->why, "  what it is and what was expected: value %zu: %s\n", d.place,
                      value_difference_text(&r->arena, &d));
        differs(v, got);
    }
    ir_module_free(m);
    return ok;
}

static bool check_error(TextRun *r, const Value *got) {
    static const char mark[] = "# error: \"";
    const char *start = memmem(r->input.ptr, r->input.len, mark, sizeof mark - 1);
    start += sizeof mark - 1;
    const char *end = memchr(start, '"', (size_t)(r->input.ptr + r->input.len - start));
    StrBuf text;
    strbuf_init(&text, &r->arena);
    for (size_t i = 0; i < r->ctx->diags->diags.len; i++) {
        Diag bare = r->ctx->diags->diags.at[i];
        bare.excerpt = NULL; /* it would hold the very text that is looked for */
        diag_print(&bare, &text);
    }
    if (!got && end && memmem(text.text.at, text.text.len, start, (size_t)(end - start)))
        return true;
    text_add_diags(r);
    return text_fail(r, got ? "it ran, and an error was expected" : "another error was expected");
}

static bool check_printed(Values *v) {
    static const char mark[] = "# prints: \"";
    const size_t skip = sizeof mark - 1;
    const Str input = v->text->input;
    StrBuf want;
    strbuf_init(&want, &v->text->arena);
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
    if (!want.text.len || str_eq(strbuf_str(&want), strbuf_str(&v->printed))) return true;
    strbuf_puts(&v->text->why, "  it printed:\n");
    strbuf_add(&v->text->why, v->printed.text.at, v->printed.text.len);
    return text_fail(v->text, "it must print otherwise");
}

/* The arguments that the case's first line gives; NULL after a report. */
static Value *arguments(Values *v, IrModule **m) {
    static const char mark[] = "# at: ";
    const Str input = v->text->input;
    const char *end = memchr(input.ptr, '\n', input.len);
    const size_t len = sizeof mark - 1;
    if (!end || input.len < len || memcmp(input.ptr, mark, len) != 0) {
        text_fail(v->text, "its first line is no `# at: EXPRESSION`");
        return NULL;
    }
    Value *at = evaluate_expression(v, (Str){input.ptr + len, (size_t)(end - input.ptr) - len}, m);
    if (!at || at->kind == VALUE_TUPLE) return at;
    text_fail(v->text, "what stands behind `# at:` is no tuple");
    return NULL;
}

/* The adjoints of main's parameters: the rest of what its adjoint function gives is the result. */
static Value *evaluate_gradient(Values *v, IrModule *m) {
    static const char item[] = "Gradient(main)";
    IrModule *of_args = NULL;
    Value *out = NULL, *args = arguments(v, &of_args);
    if (args) {
        const Pass *pass =
            pass_parse(v->text->ctx, m->ops, &v->text->arena, (Str){item, sizeof item - 1});
        PassRun run = {.holds = IR_PROP_ALL, .verify_each = true};
        if (pass_run_list(m, &pass, 1, &run))
            out = evaluate(v, m, "main_adjoint", args->items, args->n);
    }
    ir_module_free(of_args);
    return out ? out->items[1] : NULL;
}

bool text_run_values(TextRun *r) {
    Values v = {.text = r};
    value_list_init(&v.list, r->ctx);
    strbuf_init(&v.printed, &r->arena);
    const bool gradient = strcmp(r->kind, "grad") == 0;
    IrModule *m = text_parse(r, "case", r->input);
    const Value *got = !m         ? NULL
                       : gradient ? evaluate_gradient(&v, m)
                                  : evaluate(&v, m, "main", NULL, 0);
    bool ok = check_printed(&v);
    if (ok && memmem(r->input.ptr, r->input.len, "# error: \"", 10)) {
        ok = check_error(r, got);
    } else if (ok && !got) {
        ok = text_fail(r, "it does not run:");
        text_add_diags(r);
    } else if (ok) {
        ok = check_value(&v, got);
    }
    value_list_fini(&v.list);
    ir_module_free(m);
    return ok;
}
