/* SPDX-License-Identifier: Apache-2.0 */
/* Is structural equality as sharp as the text? tenon-test mutate FILE.test ...
 *
 * Each case's expectation, without the types of its bindings and results, is changed in one place
 * at a time:
 *
 *     dim        an integer in a dim, type or constant, plus 1
 *     attribute  an integer in an attribute, plus 1; a float, plus tens; True for False and the
 *                reverse
 *     dtype      one dtype for another, wherever it stands
 *     operand    a variable for another parameter
 *     operator   an operator for another with the same parameters
 *
 * For every change that is accepted, the two modules must be equal exactly when they print as the
 * same text, whichever comes first, and a difference must be explained. Each case must have a
 * change other than of the operator that is accepted and makes a difference. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "base/vec.h"
#include "cases.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

typedef enum { DIM, ATTRIBUTE, DTYPE, OPERAND, OPERATOR, KINDS } Kind;
static const char *const kind_names[KINDS] = {"dim", "attribute", "dtype", "operand", "operator"};

typedef struct {
    Ctx *ctx;
    OpTable ops;
    Arena arena; /* of the case */
    const char *file;
    Case c;
    Str text;    /* the expectation without annotations */
    IrModule *m; /* what it says */
    Str printed;
    VEC(Str) params, vars; /* the names of parameters; of parameters and bindings */
    unsigned tried[KINDS], accepted[KINDS], differ[KINDS]; /* of the case */
    unsigned all[KINDS], all_accepted[KINDS];
    int passed, failed;
    bool good;
} Run;

static void wrong(Run *r, const char *what, Str detail) {
    printf("%s:%u: FAILED: %.*s: %s\n%.*s\n", r->file, r->c.line, (int)r->c.title.len,
           r->c.title.ptr, what, (int)detail.len, detail.ptr);
    r->good = false;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* --- The expectation without annotations --- */

/* Position of the first `what` from `at` on that no bracket or string holds; text.len: none. */
static size_t find_open(Str text, size_t at, const char *what) {
    int depth = 0;
    char quote = 0;
    for (size_t n = strlen(what); at + n <= text.len; at++) {
        char c = text.ptr[at];
        if (!quote && depth == 0 && memcmp(text.ptr + at, what, n) == 0) return at;
        if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
        if (quote) continue;
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
    }
    return text.len;
}

static void note_name(Run *r, Str name, bool param) {
    vec_push(&r->arena, &r->vars, name);
    if (param) vec_push(&r->arena, &r->params, name);
}

/* def f(a: T, b: T) -> T: */
static void strip_def(Run *r, Str line, StrBuf *out) {
    size_t open = (size_t)((const char *)memchr(line.ptr, '(', line.len) - line.ptr), at = open + 1;
    while (at < line.len && line.ptr[at] != ')') {
        size_t colon = find_open(line, at, ":");
        note_name(r, (Str){line.ptr + at, colon - at}, true);
        size_t comma = find_open(line, colon, ", "), end = find_open(line, colon, ")");
        at = comma < end ? comma + 2 : end;
    }
    strbuf_add(out, line.ptr, at);
    strbuf_puts(out, "):\n");
}

static Str strip(Run *r, Str text) {
    StrBuf out;
    strbuf_init(&out, &r->arena);
    Str line;
    for (size_t at = 0; cases_line(text, &at, &line);) {
        size_t indent = 0;
        while (indent < line.len && line.ptr[indent] == ' ') indent++;
        Str rest = {line.ptr + indent, line.len - indent};
        if (cases_starts(rest, "def ")) {
            strip_def(r, line, &out);
            continue;
        }
        size_t name = 0;
        while (name < rest.len && is_word(rest.ptr[name])) name++;
        size_t equals = find_open(rest, 0, " = ");
        if (name && equals < rest.len) {
            note_name(r, (Str){rest.ptr, name}, false);
            strbuf_add(&out, line.ptr, indent + name);
            strbuf_add(&out, rest.ptr + equals, rest.len - equals);
        } else {
            strbuf_add(&out, line.ptr, line.len);
        }
        strbuf_putc(&out, '\n');
    }
    return strbuf_str(&out);
}

/* --- One mutant --- */

static IrModule *parse(Run *r, Str text) {
    diag_begin(r->ctx);
    IrModule *m = ir_text_parse(r->ctx, &r->ops, "mutant", text);
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    ir_module_free(m);
    return NULL;
}

static Str print(IrModule *m, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    ir_text_print(m, &out);
    return strbuf_str(&out);
}

static void check(Run *r, Kind kind, Str text) {
    ArenaMark mark = arena_mark(&r->arena);
    r->tried[kind]++;
    IrModule *m = parse(r, text);
    if (m) {
        StrBuf why, back;
        strbuf_init(&why, &r->arena);
        strbuf_init(&back, &r->arena);
        r->accepted[kind]++;
        bool same_text = str_eq(print(m, &r->arena), r->printed);
        bool equal = ir_module_equal(r->m, m, &why), equal_back = ir_module_equal(m, r->m, &back);
        r->differ[kind] += !equal;
        if (equal != same_text) {
            wrong(r,
                  equal ? "equal, but it prints as another text"
                        : "not equal, but it prints as the same text",
                  text);
        }
        if (equal != equal_back) wrong(r, "equal one way only", text);
        if (!equal && (!why.text.len || !back.text.len))
            wrong(r, "the difference is not explained", text);
        if (equal && (why.text.len || back.text.len))
            wrong(r, "equal, and yet there is a difference", text);
    }
    ir_module_free(m);
    arena_rewind(&r->arena, mark);
}

/* The text with `with` in the place of [from, to). */
static void mutate(Run *r, Kind kind, size_t from, size_t to, const char *with, size_t len) {
    ArenaMark mark = arena_mark(&r->arena);
    StrBuf out;
    strbuf_init(&out, &r->arena);
    strbuf_add(&out, r->text.ptr, from);
    strbuf_add(&out, with, len);
    strbuf_add(&out, r->text.ptr + to, r->text.len - to);
    check(r, kind, strbuf_str(&out));
    arena_rewind(&r->arena, mark);
}

/* --- Where to change what --- */

/* Does the number at `at` belong to a keyword argument, as in axis=[0, 1]? */
static bool in_attribute(Str text, size_t at) {
    int depth = 0;
    while (at-- > 0 && text.ptr[at] != '\n') {
        char c = text.ptr[at];
        depth += c == ')' || c == ']';
        if (c == '(' || c == '[') depth--;
        /* a call's own */
        if (depth < 0 && c == '(' && at > 0 && is_word(text.ptr[at - 1])) return false;
        if (c == '=' && depth <= 0) return at > 0 && text.ptr[at - 1] != ' ';
        if (c == ',' && depth == 0) return false;
    }
    return false;
}

/* Returns where the number ends. */
static size_t mutate_number(Run *r, size_t from) {
    char with[32];
    Str t = r->text;
    size_t to = from;
    bool whole = t.ptr[from - 1] != '-';
    while (to < t.len &&
           (is_word(t.ptr[to]) || t.ptr[to] == '.' || (t.ptr[to] == '-' && t.ptr[to - 1] == 'e'))) {
        whole &= is_digit(t.ptr[to++]);
    }
    if (!whole) {
        mutate(r, ATTRIBUTE, from, from, "1", 1);
        return to;
    }
    int len = snprintf(with, sizeof with, "%llu", strtoull(r->text.ptr + from, NULL, 10) + 1);
    mutate(r, in_attribute(t, from) ? ATTRIBUTE : DIM, from, to, with, (size_t)len);
    return to;
}

static bool known(const Str *names, size_t n, Str name) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(names[i], name)) return true;
    }
    return false;
}

static void mutate_operand(Run *r, size_t from, size_t to) {
    const Str name = {r->text.ptr + from, to - from};
    for (size_t i = 0; i < r->params.len; i++) {
        Str with = r->params.at[i];
        if (!str_eq(with, name)) mutate(r, OPERAND, from, to, with.ptr, with.len);
    }
}

static bool same_params(const OpDef *a, const OpDef *b) {
    if (a->n_params != b->n_params) return false;
    for (uint32_t i = 0; i < a->n_params; i++) {
        const OpParam *p = &a->params[i], *q = &b->params[i];
        if (p->kind != q->kind || strcmp(p->name, q->name) != 0) return false;
    }
    return true;
}

/* The operator whose name starts at `from`, behind "R.". */
static void mutate_operator(Run *r, size_t from) {
    size_t to = from;
    while (is_word(r->text.ptr[to]) || r->text.ptr[to] == '.') to++;
    const OpDef *op = ir_op_table_find(&r->ops, (Str){r->text.ptr + from, to - from});
    for (size_t i = 0; op && i < r->ops.n; i++) {
        const OpDef *other = r->ops.ops[i];
        if (other != op && same_params(op, other))
            mutate(r, OPERATOR, from, to, other->name, strlen(other->name));
    }
}

static void mutate_words(Run *r) {
    Str t = r->text;
    bool left = false; /* of a '=', or in a def */
    for (size_t at = 0; at < t.len;) {
        if (t.ptr[at] == '\n' || at == 0) {
            size_t line = at + (t.ptr[at] == '\n');
            const char *newline = memchr(t.ptr + line, '\n', t.len - line);
            size_t end = newline ? (size_t)(newline - t.ptr) : t.len;
            left = find_open((Str){t.ptr, end}, line, " = ") < end;
        }
        if (t.ptr[at] == '=' && t.ptr[at - 1] == ' ') left = false;
        if (!is_word(t.ptr[at])) {
            at++;
            continue;
        }
        size_t from = at;
        while (at < t.len && is_word(t.ptr[at])) at++;
        Str word = {t.ptr + from, at - from};
        char before = from ? t.ptr[from - 1] : '\n', after = at < t.len ? t.ptr[at] : '\n';
        if (str_eq_c(word, "True")) {
            mutate(r, ATTRIBUTE, from, at, "False", 5);
        } else if (str_eq_c(word, "False")) {
            mutate(r, ATTRIBUTE, from, at, "True", 4);
        } else if (is_digit(word.ptr[0])) {
            at = mutate_number(r, from);
        } else if (before == '.') {
            if (t.ptr[from - 2] == 'R' && !is_word(t.ptr[from - 3])) mutate_operator(r, from);
        } else if (!left && before != '"' && after != '"' && after != '.' &&
                   (after != '=' || t.ptr[at + 1] == '=') && after != ':' &&
                   known(r->vars.at, r->vars.len, word)) {
            mutate_operand(r, from, at);
        }
    }
}

static void mutate_dtypes(Run *r) {
    static const char *const dtypes[] = {"float16", "float32", "float64", "int8",
                                         "int32",   "int64",   "uint8",   "bool"};
    for (size_t i = 0; i < ARRAY_LEN(dtypes); i++) {
        for (size_t k = 0; k < ARRAY_LEN(dtypes); k++) {
            ArenaMark mark = arena_mark(&r->arena);
            const char *quoted = arena_printf(&r->arena, "\"%s\"", dtypes[i]);
            size_t n = 0, len = strlen(quoted);
            StrBuf out;
            strbuf_init(&out, &r->arena);
            for (size_t at = 0; k != i && at < r->text.len;) {
                if (at + len <= r->text.len && memcmp(r->text.ptr + at, quoted, len) == 0) {
                    strbuf_printf(&out, "\"%s\"", dtypes[k]);
                    at += len;
                    n++;
                } else {
                    strbuf_putc(&out, r->text.ptr[at++]);
                }
            }
            if (n) check(r, DTYPE, strbuf_str(&out));
            arena_rewind(&r->arena, mark);
        }
    }
}

static void run_case(Run *r) {
    r->good = true;
    r->params.len = r->params.cap = r->vars.len = r->vars.cap = 0;
    for (int k = 0; k < KINDS; k++) r->tried[k] = r->accepted[k] = r->differ[k] = 0;
    r->text = strip(r, r->c.want);
    r->m = parse(r, r->text);
    if (!r->m) {
        wrong(r, "the expectation is refused without its annotations", r->text);
    } else {
        r->printed = print(r->m, &r->arena);
        mutate_words(r);
        mutate_dtypes(r);
        if (!(r->differ[DIM] + r->differ[ATTRIBUTE] + r->differ[DTYPE] + r->differ[OPERAND])) {
            wrong(r, "no change makes a difference", r->text);
        }
    }
    ir_module_free(r->m);
    for (int k = 0; k < KINDS; k++) r->all[k] += r->tried[k], r->all_accepted[k] += r->accepted[k];
    *(r->good ? &r->passed : &r->failed) += 1;
}

static void run_file(Run *r, Str text) {
    Cases cases;
    cases_init(&cases, text);
    while (cases_next(&cases, &r->c)) {
        if (!r->c.want.ptr) continue;
        arena_init(&r->arena, r->ctx);
        run_case(r);
        arena_fini(&r->arena);
    }
}

int test_mutate(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Run r = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&r.ops, &table);
        for (int i = 1; i < argc; i++) {
            const char *data;
            size_t size;
            r.file = argv[i];
            if (ctx.io.read(ctx.io.user, argv[i], SIZE_MAX / 2, &data, &size) != 0) {
                printf("%s: FAILED: cannot be read\n", argv[i]);
                r.failed++;
                continue;
            }
            run_file(&r, (Str){data, size});
            ctx.io.release(ctx.io.user, data, size);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
        printf("%s: FAILED: a limit or out of memory\n", r.file);
        r.failed++;
    }
    ctx_fini(&ctx);
    for (int k = 0; k < KINDS; k++)
        printf("%s: %u changes, %u accepted\n", kind_names[k], r.all[k], r.all_accepted[k]);
    printf("%d passed, %d failed\n", r.passed, r.failed);
    return r.failed != 0;
}
