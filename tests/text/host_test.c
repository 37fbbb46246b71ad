/* SPDX-License-Identifier: Apache-2.0 */
/* Host programs as text: tenon-test host_text FILE.test ...
 *
 * A case's input is a host program. It must give the diagnostics that the case wants; where it
 * wants none, it passes the verifier, and prints as it stands there. Then the text is broken in
 * many ways, one letter or one line at a time: each is refused, or prints to what reads back and
 * prints as the same text. */
#include <stdio.h>

#include "drivers.h"
#include "base/diag.h"
#include "cases.h"
#include "host/host.h"

enum { SHOWN = 10 };

typedef struct {
    Ctx *ctx;
    const char *file;
    int passed, failed;
    uint64_t random;
} Test;

static void result(Test *t, const Case *c, bool ok, const char *what, Str text) {
    *(ok ? &t->passed : &t->failed) += 1;
    if (!ok && t->failed < SHOWN)
        printf("%s:%u: %.*s: %s\n%.*s\n", t->file, c->line, (int)c->title.len, c->title.ptr, what,
               (int)text.len, text.ptr);
}

static bool same(Str a, Str b) {
    return a.len == b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static Str diagnostics(Test *t, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &out);
    return strbuf_str(&out);
}

static Str printed(const HirProgram *p, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    hir_print(p, &out);
    return strbuf_str(&out);
}

/* NULL: it is refused, or comes through whole. */
static const char *round_trip(Test *t, Str text, Arena *arena) {
    diag_begin(t->ctx);
    HirProgram *p = hir_parse(t->ctx, arena, "host", text);
    if (!p) return diag_errors(t->ctx) ? NULL : "it is refused without a word";
    const bool ok = hir_verify(p);
    if (ok != (diag_errors(t->ctx) == 0)) return "the verifier says one thing and reports another";
    const Str first = printed(p, arena);
    HirProgram *again = hir_parse(t->ctx, arena, "host", first);
    if (!again) return "what is printed does not read back";
    return same(first, printed(again, arena)) ? NULL : "what is read back prints as another text";
}

static uint32_t drawn(Test *t, size_t n) {
    t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((t->random >> 33) % (n ? n : 1));
}

static void broken(Test *t, const Case *c) {
    enum { TIMES = 400 };
    static const char letters[] = "0123456789abghsxt(){}[],;=.-\" \n";
    const char *bad = NULL;
    for (int i = 0; i < TIMES && c->input.len; i++) {
        Arena arena;
        arena_init(&arena, t->ctx);
        char *copy = arena_strdup(&arena, c->input);
        Str text = {copy, c->input.len};
        const size_t at = drawn(t, text.len);
        if (i % 3 == 0) {
            copy[at] = letters[drawn(t, sizeof letters - 1)];
        } else if (i % 3 == 1) { /* without a line */
            size_t from = at, to = at;
            while (from && copy[from - 1] != '\n') from--;
            while (to < text.len && copy[to] != '\n') to++;
            memmove(copy + from, copy + to, text.len - to);
            text.len -= to - from;
        } else {
            text.len = at;
        }
        bad = round_trip(t, text, &arena);
        if (bad) result(t, c, false, bad, text);
        arena_fini(&arena);
    }
    if (!bad) t->passed++;
}

static void check(Test *t, const Case *c) {
    Arena arena;
    arena_init(&arena, t->ctx);
    diag_begin(t->ctx);
    HirProgram *p = hir_parse(t->ctx, &arena, "host", c->input);
    if (p) hir_verify(p);
    const Str said = diagnostics(t, &arena);
    result(t, c, same(said, c->want), "other diagnostics:", said);
    if (p && !said.len) {
        const Str text = printed(p, &arena);
        result(t, c, same(text, c->input), "it prints as:", text);
    }
    broken(t, c);
    arena_fini(&arena);
}

/* Texts as deep and as wide as they like are refused, or read, in little time. */
static void large(Test *t) {
    static const char *const parts[][3] = {
        {"function 0 \"f\" { body {", "if (1) {", ""},
        {"function 0 \"f\" { body { t0 = ", "add(1, ", ""},
        {"function 0 \"f\" { cells (in 1000000000)", " cells (r 999999999)", ""},
        {"function 0 \"f\" { cells (t 1) body {", " t0 = 1 t0 = add(t0, t0)", "}}\n"},
        {"function 0 \"f\" { cells (t 1) body { t0 = add(1", ", 1", ")}}\n"},
    };
    enum { TIMES = 100000 };
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        Arena arena;
        arena_init(&arena, t->ctx);
        StrBuf text;
        strbuf_init(&text, &arena);
        strbuf_puts(&text, parts[i][0]);
        for (int k = 0; k < TIMES; k++) strbuf_puts(&text, parts[i][1]);
        strbuf_puts(&text, parts[i][2]);
        const char *bad = round_trip(t, strbuf_str(&text), &arena);
        const Case c = {.title = {parts[i][1], strlen(parts[i][1])}};
        result(t, &c, !bad, bad, (Str){"", 0});
        arena_fini(&arena);
    }
}

static void file(Test *t, const char *path) {
    const char *data;
    size_t size;
    Cases cases;
    Case c;
    t->file = path;
    if (t->ctx->io.read(t->ctx->io.user, path, (size_t)1 << 24, &data, &size) != 0) {
        printf("%s cannot be read\n", path);
        t->failed++;
        return;
    }
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) check(t, &c);
    t->ctx->io.release(t->ctx->io.user, data, size);
}

int test_host_text(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx, .random = 1};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        for (int i = 1; i < argc; i++) file(&t, argv[i]);
        large(&t);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return t.failed != 0;
}
