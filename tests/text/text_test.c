/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the compiler's text tests: tenon-test text FILE.test ...
 *
 * A file starts with `test: KIND`; cases follow, each under a title bar `==== title`. A case is a
 * module and, below a line `----`, the module that is expected. Kinds:
 *
 *     types   the module is accepted, its types are inferred, and it equals the expectation
 *     print   the same, and it prints as the expectation to the byte
 *     pass=A,B  the module that the passes A and B make of it, one after the other, is verified and
 *               equals
 *             the expectation; the errors are those of the passes too
 *
 *     host    the host program that the module becomes (docs/host.md): the text of it, which reads
 *             back and passes its verifier
 *     kernels its kernels as scheduled loops, with what they cost and why they go by these
 *             (tn_module_kernels)
 *     why-not  why a built-in rule does not match there: the text of the answer. The case's first
 *             line asks, `# why-not: RULE at VAR` (VAR may be *)
 *     run     the value of `main`, which has no parameters: an expression of constants, and the
 *             relative tolerance `~rtol` (also the absolute one; none: exact)
 *     grad    the adjoints of the parameters of `main` where that of its result is 1 everywhere: a
 *             tuple as in kind run. The case's first line says where, `# at: EXPRESSION`, the tuple
 *             of the arguments
 *     rules  a case is a rule file, `----`, a module, and `----` and the module that the rules make
 *            of it; the errors are those of the rule file. A line `# why-not: RULE at VAR: "text"`
 *            of the module says what the answer to that question holds (VAR may be *)
 *
 * The line `# test: pass=A,B` at the top of a case names its own passes, whatever the file's kind;
 * `# test: rule=A` a built-in rewrite rule, which is applied alone; `# test: host` a case of kind
 * host.
 *
 * In every kind a line may end in `# error: "text"`: then exactly these errors must be reported,
 * each on its line and holding its text. What is accepted is printed and read back, which must give
 * an equal module and the same bytes. TENON_BLESS=1 rewrites the expectations that differ.
 */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "backend/c/compile.h"
#include "base/diag.h"
#include "host/host.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "rewrite/rule.h"
#include "rewrite/rules.h"
#include "text_case.h"

enum { MAX_ERRORS = 64 };

typedef struct {
    uint32_t line;
    Str text;
    bool seen;
} Expected;

static bool starts(Str line, const char *with) {
    return line.len >= strlen(with) && memcmp(line.ptr, with, strlen(with)) == 0;
}

bool text_fail(TextRun *r, const char *what) {
    strbuf_printf(&r->why, "  %s\n", what);
    return false;
}

bool text_differs(TextRun *r, Str got) {
    if (r->bless) r->want = got, r->changed = true;
    strbuf_puts(&r->why, "  got (TENON_BLESS=1 makes it the expectation):\n");
    strbuf_add(&r->why, got.ptr, got.len);
    return false;
}

void text_add_diags(TextRun *r) {
    const DiagList *list = r->ctx->diags;
    for (size_t i = 0; i < list->diags.len; i++) diag_print(&list->diags.at[i], &r->why);
}

IrModule *text_parse(TextRun *r, const char *name, Str text) {
    diag_begin(r->ctx);
    IrModule *m = ir_text_parse(r->ctx, &r->ops, name, text);
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    ir_module_free(m);
    return NULL;
}

static size_t find_errors(TextRun *r, Expected *out) {
    size_t n = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < r->input.len; i++) {
        static const char mark[] = "# error: \"";
        size_t left = r->input.len - i, len = sizeof mark - 1;
        if (r->input.ptr[i] == '\n') line++;
        if (left < len || memcmp(r->input.ptr + i, mark, len) != 0) continue;
        const char *start = r->input.ptr + i + len, *end = memchr(start, '\n', left - len);
        if (!end) end = r->input.ptr + r->input.len;
        while (end > start && *end != '"') end--;
        if (n < MAX_ERRORS) out[n++] = (Expected){line, {start, (size_t)(end - start)}, false};
    }
    return n;
}

/* The source line would hold the very text that is looked for. */
static void print_without_source(const Diag *d, StrBuf *out) {
    Diag bare = *d;
    bare.excerpt = NULL;
    diag_print(&bare, out);
}

static bool check_errors(TextRun *r, Expected *expected, size_t n) {
    const DiagList *list = r->ctx->diags;
    bool ok = true;
    for (size_t i = 0; i < list->diags.len; i++) {
        StrBuf text;
        strbuf_init(&text, &r->arena);
        print_without_source(&list->diags.at[i], &text);
        bool matched = false;
        for (size_t k = 0; k < n && !matched; k++) {
            matched =
                !expected[k].seen && expected[k].line == list->diags.at[i].loc.line &&
                memmem(text.text.at, text.text.len, expected[k].text.ptr, expected[k].text.len);
            expected[k].seen |= matched;
        }
        if (matched) continue;
        ok = text_fail(r, "this error was not expected:");
        strbuf_add(&r->why, text.text.at, text.text.len);
    }
    for (size_t k = 0; k < n; k++) {
        if (expected[k].seen) continue;
        strbuf_printf(&r->why, "  no error \"%.*s\" on line %u of the case\n",
                      (int)expected[k].text.len, expected[k].text.ptr, expected[k].line);
        ok = false;
    }
    return ok;
}

static bool check_round_trip(TextRun *r, IrModule *m, StrBuf *printed) {
    strbuf_init(printed, &r->arena);
    ir_text_print(m, printed);
    IrModule *again = text_parse(r, "printed", strbuf_str(printed));
    if (!again) {
        text_add_diags(r);
        strbuf_add(&r->why, printed->text.at, printed->text.len);
        return text_fail(r, "what was printed does not parse");
    }
    bool ok =
        ir_module_equal(m, again, &r->why) || text_fail(r, "what was printed is another module");
    StrBuf twice;
    strbuf_init(&twice, &r->arena);
    ir_text_print(again, &twice);
    if (!str_eq(strbuf_str(printed), strbuf_str(&twice))) {
        ok = text_fail(r, "printing twice gives two texts:");
        strbuf_add(&r->why, printed->text.at, printed->text.len);
        strbuf_add(&r->why, twice.text.at, twice.text.len);
    }
    ir_module_free(again);
    return ok;
}

/* Kind print: its expectations are compared to the byte. */
static bool exact_text(const TextRun *r) { return strcmp(r->kind, "print") == 0; }

/* What is printed says first what its names mean, which the parser knows. */
static Str without_preamble(Str text) {
    static const char preamble[] = "from tvm.script import ir as I\n"
                                   "from tvm.script import relax as R\n"
                                   "from tvm.script import tir as T\n\n";
    const size_t n = starts(text, preamble) ? sizeof preamble - 1 : 0;
    return (Str){text.ptr + n, text.len - n};
}

static bool check_expectation(TextRun *r, IrModule *m, const StrBuf *printed) {
    if (!r->want.ptr) return true;
    const Str text = strbuf_str(printed);
    if (!r->want.len) return text_differs(r, exact_text(r) ? text : without_preamble(text));
    IrModule *want = text_parse(r, "expectation", r->want);
    if (!want) {
        text_add_diags(r);
        return text_fail(r, "the expectation does not parse");
    }
    bool exact =
        !exact_text(r) || str_eq(text, r->want) || text_fail(r, "it prints as another text");
    bool ok = ir_module_equal(m, want, &r->why) && exact;
    ir_module_free(want);
    if (ok) return true;
    return text_differs(r, exact_text(r) ? text : without_preamble(text));
}

/* The names of the case's passes, as written. */
static Str passes_of(const TextRun *r) {
    static const char mark[] = "# test: pass=";
    size_t len = sizeof mark - 1;
    if (r->input.len < len || memcmp(r->input.ptr, mark, len) != 0) return r->file_passes;
    const char *start = r->input.ptr + len, *end = memchr(start, '\n', r->input.len - len);
    Str names = {start, end ? (size_t)(end - start) : r->input.len - len};
    const char *note = memmem(names.ptr, names.len, "  # error:", 10); /* of the options */
    if (note) names.len = (size_t)(note - names.ptr);
    return names;
}

/* The name of the built-in rule that the case is about; ptr NULL: none. */
static Str rule_of(const TextRun *r) {
    static const char mark[] = "# test: rule=";
    size_t len = sizeof mark - 1;
    if (r->input.len < len || memcmp(r->input.ptr, mark, len) != 0) return (Str){NULL, 0};
    const char *start = r->input.ptr + len, *end = memchr(start, '\n', r->input.len - len);
    return (Str){start, end ? (size_t)(end - start) : r->input.len - len};
}

/* NULL: one of them does not load. */
static RuleSet *builtin_rules(TextRun *r) {
    RuleSet *rules = rules_new(r->ctx, &r->ops, &r->arena);
    for (size_t i = 0; i < rule_theme_count; i++) {
        if (!rules_load(rules, rule_themes[i].name, rule_themes[i].text)) return NULL;
    }
    return rules;
}

static bool run_rule(TextRun *r, IrModule *m, Str name) {
    RuleSet *rules = builtin_rules(r);
    if (!rules) return false;
    if (!rules_select(rules, arena_strdup(&r->arena, name)))
        return text_fail(r, "there is no rule of that name");
    return rules_apply(rules, m, NULL) && ir_verify(m, IR_PROP_ALL);
}

/* Runs the case's passes, each result verified; NULL when one of them reports. */
static IrModule *run_passes(TextRun *r, IrModule *m) {
    const Str names = passes_of(r), rule = rule_of(r);
    if (m && rule.ptr) {
        if (run_rule(r, m, rule)) return m;
        ir_module_free(m);
        return NULL;
    }
    VEC(const Pass *) list = {NULL, 0, 0};
    for (size_t at = 0; m && names.ptr && at < names.len;) {
        Str name = {names.ptr + at, names.len - at};
        name.len = pass_item_length(name);
        const Pass *pass = pass_parse(r->ctx, m->ops, &r->arena, name);
        if (!pass) {
            ir_module_free(m);
            return NULL;
        }
        vec_push(&r->arena, &list, pass);
        at += name.len + 1;
    }
    PassRun run = {.holds = IR_PROP_ALL, .verify_each = true};
    if (!m || pass_run_list(m, list.at, list.len, &run)) return m;
    ir_module_free(m);
    return NULL;
}

/* The module's questions, each answered as it says. */
static bool check_why_not(TextRun *r, RuleSet *rules, IrModule *m) {
    static const char mark[] = "# why-not: ";
    bool ok = true;
    const char *end = r->input.ptr + r->input.len;
    for (const char *at = r->input.ptr;
         (at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1));) {
        at += sizeof mark - 1;
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        char *line = arena_strdup(&r->arena, (Str){at, (size_t)(line_end - at)});
        char *var = strstr(line, " at "), *text = var ? strstr(var, ": \"") : NULL,
             *quote = strrchr(line, '"');
        if (!text || quote <= text + 2)
            return text_fail(r, "a question is `# why-not: RULE at VAR: \"text\"`");
        *var = *text = *quote = '\0';
        var += 4;
        text += 3;
        const char *answer = rules_why_not(rules, m, line, strcmp(var, "*") == 0 ? NULL : var);
        if (answer && strstr(answer, text)) continue;
        strbuf_printf(&r->why, "  why-not %s at %s: %s\n", line, var,
                      answer ? answer : "no answer");
        if (!answer) text_add_diags(r);
        ok = false;
    }
    return ok;
}

/* A case of kind rules. */
static bool run_rules(TextRun *r) {
    Expected expected[MAX_ERRORS];
    const Str module = r->input;
    r->input = r->rules;
    size_t n = find_errors(r, expected);
    r->input = module;
    IrModule *m = text_parse(r, r->file, module);
    if (!m) {
        text_add_diags(r);
        return text_fail(r, "the module is rejected");
    }
    StrBuf before, after;
    strbuf_init(&before, &r->arena);
    ir_text_print(m, &before);
    diag_begin(r->ctx);
    RuleSet *rules = rules_new(r->ctx, &r->ops, &r->arena);
    bool loaded = rules_load(rules, r->file, r->rules);
    bool ok = !loaded || check_why_not(r, rules, m);
    if (loaded) {
        strbuf_init(&after, &r->arena);
        ir_text_print(m, &after);
        if (!str_eq(strbuf_str(&before), strbuf_str(&after)))
            ok = text_fail(r, "asking why not changed the module");
    }
    bool applied = loaded && rules_apply(rules, m, NULL);
    if (n || !applied) {
        if (applied) text_fail(r, "the rules were accepted");
        ok &= check_errors(r, expected, n) && !applied;
    } else if (!ir_verify(m, IR_PROP_ALL)) {
        text_add_diags(r);
        ok = text_fail(r, "what the rules made is not well-formed");
    } else {
        StrBuf printed;
        ok &= check_round_trip(r, m, &printed) && check_expectation(r, m, &printed);
    }
    ir_module_free(m);
    return ok;
}

/* What a case of kind host gives; false after a report. */
static bool host_text(TextRun *r, IrModule *m, StrBuf *out) {
    CModule info;
    const CCompileOptions how = {.name = "net", .holds = IR_PROP_ALL, .host = out};
    if (!c_compile(c_file_new(r->ctx, &r->arena), m, &how, &info)) return false;
    HirProgram *p = hir_parse(r->ctx, &r->arena, "host", strbuf_str(out));
    if (!p || !hir_verify(p)) return false;
    StrBuf again;
    strbuf_init(&again, &r->arena);
    hir_print(p, &again);
    return str_eq(strbuf_str(out), strbuf_str(&again)) ||
           text_fail(r, "what is read back prints as another text");
}

/* The same of kind kernels. */
static bool kernels_text(TextRun *r, IrModule *m, StrBuf *out) {
    CModule info;
    const CCompileOptions how = {
        .name = "net", .holds = IR_PROP_ALL, .is_kept = true, .donates = true, .kernels = out};
    return c_compile(c_file_new(r->ctx, &r->arena), m, &how, &info);
}

/* The same of kind why-not. */
static bool why_not_text(TextRun *r, IrModule *m, StrBuf *out) {
    static const char mark[] = "# why-not: ";
    const size_t len = sizeof mark - 1;
    const char *end = memchr(r->input.ptr, '\n', r->input.len);
    if (!starts(r->input, mark) || !end) return text_fail(r, "its first line is no question");
    char *rule =
             arena_strdup(&r->arena, (Str){r->input.ptr + len, (size_t)(end - r->input.ptr) - len}),
         *var = strstr(rule, " at ");
    if (!var) return text_fail(r, "a question is `# why-not: RULE at VAR`");
    *var = '\0';
    var += 4;
    RuleSet *rules = builtin_rules(r);
    const char *answer =
        rules ? rules_why_not(rules, m, rule, strcmp(var, "*") == 0 ? NULL : var) : NULL;
    if (answer) strbuf_puts(out, answer);
    if (answer && out->text.len && out->text.at[out->text.len - 1] != '\n') strbuf_putc(out, '\n');
    return answer != NULL;
}

typedef bool MakeText(TextRun *r, IrModule *m, StrBuf *out);

/* Of the kinds whose expectation is a text and no module: how it is made; NULL: another kind. */
static MakeText *maker_of(const TextRun *r) {
    if (strcmp(r->kind, "host") == 0 || starts(r->input, "# test: host\n")) return host_text;
    if (strcmp(r->kind, "kernels") == 0) return kernels_text;
    return strcmp(r->kind, "why-not") == 0 ? why_not_text : NULL;
}

static bool run_text(TextRun *r, MakeText *make) {
    Expected expected[MAX_ERRORS];
    const size_t n = find_errors(r, expected);
    StrBuf text;
    strbuf_init(&text, &r->arena);
    IrModule *m = text_parse(r, r->file, r->input);
    const bool made = m && make(r, m, &text);
    ir_module_free(m);
    if (n || !made) {
        if (made) text_fail(r, "it was accepted");
        return check_errors(r, expected, n) && !made && n;
    }
    if (r->want.ptr && str_eq(strbuf_str(&text), r->want)) return true;
    return text_differs(r, strbuf_str(&text));
}

static bool run_case(TextRun *r) {
    if (r->rules.ptr) return run_rules(r);
    if (maker_of(r)) return run_text(r, maker_of(r));
    if (strcmp(r->kind, "run") == 0 || strcmp(r->kind, "grad") == 0) return text_run_values(r);
    Expected expected[MAX_ERRORS];
    size_t n = find_errors(r, expected);
    IrModule *m = run_passes(r, text_parse(r, r->file, r->input));
    if (!m || n) {
        if (m && n) text_fail(r, "it was accepted");
        if (!m && !n) text_fail(r, "it was rejected");
        bool ok = check_errors(r, expected, n) && !m;
        ir_module_free(m);
        return ok;
    }
    StrBuf printed;
    bool ok = check_round_trip(r, m, &printed) && check_expectation(r, m, &printed);
    ir_module_free(m);
    return ok;
}

static void finish_case(TextRun *r) {
    strbuf_init(&r->why, &r->arena);
    if (run_case(r)) {
        r->passed++;
    } else {
        r->failed++;
        printf("%s:%u: FAILED: %.*s\n%.*s", r->file, r->line, (int)r->title.len, r->title.ptr,
               (int)r->why.text.len, r->why.text.at);
    }
}

/* The line at *at, without its end; *at moves past it. False at the end. */
static bool next_line(Str text, size_t *at, Str *line) {
    if (*at >= text.len) return false;
    const char *start = text.ptr + *at, *end = memchr(start, '\n', text.len - *at);
    size_t len = end ? (size_t)(end - start) : text.len - *at;
    *line = (Str){start, len};
    *at += len + (end != NULL);
    return true;
}

static void emit(TextRun *r, Str s) { strbuf_add(&r->blessed, s.ptr, s.len); }

/* NULL: no kind that there is. */
static const char *kind_of(Str line) {
    static const char *const kinds[] = {"types",   "print",   "rules", "host",
                                        "kernels", "why-not", "run",   "grad"};
    if (starts(line, "test: pass=")) return "pass";
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (starts(line, "test: ") && str_eq_c((Str){line.ptr + 6, line.len - 6}, kinds[i]))
            return kinds[i];
    }
    return NULL;
}

static bool run_file(TextRun *r, Str text) {
    size_t at = 0, case_start = 0, module_start = 0, want_start = 0;
    uint32_t number = 0;
    Str line;
    bool open = false;
    r->kind = next_line(text, &at, &line) ? kind_of(line) : NULL;
    if (!r->kind) {
        printf(
            "%s:1: FAILED: the first line must be 'test: KIND', KIND types, print, rules, host, kernels, why-not, run, grad or pass=A,B\n",
            r->file);
        r->failed++;
        return false;
    }
    bool named = strcmp(r->kind, "pass") == 0;
    r->file_passes = named ? (Str){line.ptr + 11, line.len - 11} : (Str){NULL, 0};
    number++;
    emit(r, (Str){text.ptr, at});
    for (;;) {
        size_t before = at;
        bool more = next_line(text, &at, &line);
        number++;
        if (!more || starts(line, "==== ")) {
            if (open) {
                size_t end = want_start ? want_start : before;
                r->rules = (Str){NULL, 0};
                if (module_start) {
                    r->rules = (Str){text.ptr + case_start, module_start - 5 - case_start};
                    emit(r, r->rules);
                    emit(r, (Str){"----\n", 5});
                    case_start = module_start;
                }
                r->input = (Str){text.ptr + case_start, (want_start ? end - 5 : end) - case_start};
                r->want =
                    want_start ? (Str){text.ptr + want_start, before - want_start} : (Str){NULL, 0};
                arena_init(&r->arena, r->ctx);
                finish_case(r);
                emit(r, r->input);
                if (r->want.ptr) {
                    emit(r, (Str){"----\n", 5});
                    emit(r, r->want);
                }
                arena_fini(&r->arena);
            }
            if (!more) return true;
            emit(r, (Str){line.ptr, line.len + 1});
            open = true;
            case_start = at;
            want_start = module_start = 0;
            r->title = (Str){line.ptr + 5, line.len - 5};
            r->line = number;
        } else if (starts(line, "----") && line.len == 4) {
            bool first = strcmp(r->kind, "rules") == 0 && !module_start;
            *(first ? &module_start : &want_start) = at;
        }
    }
}

static void test_file(TextRun *r) {
    const char *data;
    size_t size;
    Arena table, file;
    Ctx *ctx = r->ctx;
    arena_init(&table, ctx);
    arena_init(&file, ctx);
    ops_table_init(&r->ops, &table);
    onnx_register(&r->ops, &table); /* its legal set */
    strbuf_init(&r->blessed, &file);
    r->changed = false;
    if (ctx->io.read(ctx->io.user, r->file, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s: FAILED: cannot be read\n", r->file);
        r->failed++;
    } else {
        run_file(r, (Str){data, size});
        if (r->changed)
            ctx->io.write(ctx->io.user, r->file, r->blessed.text.at, r->blessed.text.len);
        ctx->io.release(ctx->io.user, data, size);
    }
    arena_fini(&file);
    arena_fini(&table);
}

int test_text(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    TextRun r = {.ctx = &ctx, .bless = getenv("TENON_BLESS") != NULL};
    for (volatile int i = 1; i < argc; i++) {
        Boundary boundary;
        r.file = argv[i];
        CTX_ENTER(&ctx, &boundary) { test_file(&r); }
        if (ctx_leave(&ctx, &boundary) == STATUS_OK) continue;
        printf("%s: FAILED: a limit or out of memory\n", argv[i]);
        r.failed++;
    }
    ctx_fini(&ctx);
    if (ctx.bytes) {
        printf("FAILED: %zu bytes leaked\n", ctx.bytes);
        r.failed++;
    }
    printf("%u passed, %u failed\n", r.passed, r.failed);
    return r.failed != 0;
}
