/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that mean harm, by size, depth or content. Each is read in a process of its own with a
 * small stack and bounds on time and memory, and must give a module that is sound and prints, or
 * errors that have a place. tenon-test hostile [WORD]: only the cases whose name holds WORD. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "base/diag.h"
#include "hostile_texts.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"

typedef enum { ACCEPTED, REFUSED } Want;

typedef struct Hostile {
    const char *name;
    void (*write)(StrBuf *out);
    Want want;
    const char *error; /* what one of the errors says; NULL: anything */
    size_t memory;     /* MiB beyond 64 bytes for each byte of text */
} Hostile;

static const Hostile cases[] = {
#define HOSTILE(name, text, want, error, memory) {name, hostile_##text, want, error, memory},
#include "hostile_cases.def"
#undef HOSTILE
};

/* Of the processor, in the plain build: what an input of this size may take on any machine. That
 * time is linear in the size is asserted by counts of instructions (tests/scale). */
enum { SECONDS = 20 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Running one --- */

static bool complain(const char *what, const char *detail) {
    printf("  %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    return false;
}

/* Every error has a place, and nothing in it drives a terminal. */
static bool check_errors(Ctx *ctx, const Hostile *h, Arena *arena) {
    const DiagList *list = ctx->diags;
    if (h->want == ACCEPTED)
        return complain("it was refused", list->diags.len ? list->diags.at[0].message : NULL);
    if (!list->diags.len) return complain("refused without an error", NULL);
    bool found = !h->error;
    if (list->diags.len > ctx->limits.diags) return complain("too many errors were kept", NULL);
    for (size_t i = 0; i < list->diags.len; i++) {
        StrBuf text;
        strbuf_init(&text, arena);
        diag_print(&list->diags.at[i], &text);
        found |= h->error && strstr(list->diags.at[i].message, h->error);
        if (list->diags.at[i].loc.line == 0)
            return complain("an error without a place", list->diags.at[i].message);
        if (list->diags.at[i].id == DIAG_VERIFY)
            return complain("an unsound module", list->diags.at[i].message);
        if (text.text.len > 4000) return complain("an error of great length", NULL);
        for (size_t k = 0; k < text.text.len; k++) {
            unsigned char c = (unsigned char)text.text.at[k];
            if ((c < 32 && c != '\n') || c == 127)
                return complain("a control character in an error", NULL);
        }
    }
    if (!found) return complain("another error", list->diags.at[0].message);
    return true;
}

static bool check_counts(const Ctx *ctx, const Hostile *h) {
    if (h->write != hostile_many_errors) return true;
    bool ok = ctx->diags->errors == 100000 && ctx->diags->diags.len == ctx->limits.diags;
    return ok || complain("100000 errors, of which 1000 are kept, were expected", NULL);
}

static bool check_module(Ctx *ctx, OpTable *ops, IrModule *m, const Hostile *h, Arena *arena) {
    if (h->want == REFUSED) return complain("it was accepted", NULL);
    StrBuf once, twice, why;
    strbuf_init(&once, arena);
    ir_text_print(m, &once);
    if (h->write == hostile_chain)
        return true; /* its bounds are for reading, verifying and printing */
    strbuf_init(&twice, arena);
    strbuf_init(&why, arena);
    diag_begin(ctx);
    IrModule *again = ir_text_parse(ctx, ops, "printed", strbuf_str(&once));
    if (!again) return complain("what was printed is refused", ctx->diags->diags.at[0].message);
    bool ok = ir_module_equal(m, again, &why) ||
              complain("what was printed is another module", strbuf_cstr(&why));
    ir_text_print(again, &twice);
    ir_module_free(again);
    return ok &&
           (str_eq(strbuf_str(&once), strbuf_str(&twice)) || complain("two prints differ", NULL));
}

static bool run(const Hostile *h) {
    Ctx ctx, text_ctx;
    OpTable ops;
    volatile bool ok = false;
    volatile double spent = 0, read = 0;
    volatile size_t len = 0;
    ctx_init(&text_ctx, allocator_libc(), io_libc());
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena own, arena;
        arena_init(&own, &text_ctx);
        arena_init(&arena, &ctx);
        ops_table_init(&ops, &arena);
        StrBuf text;
        strbuf_init(&text, &own);
        h->write(&text);
        len = text.text.len;
        double start = now();
        diag_begin(&ctx);
        IrModule *m = ir_text_parse(&ctx, &ops, "hostile", strbuf_str(&text));
        read = now() - start;
        bool sound = m && ir_verify(m, IR_PROP_ALL);
        ok = sound ? check_module(&ctx, &ops, m, h, &arena)
                   : check_errors(&ctx, h, &arena) && check_counts(&ctx, h);
        spent = now() - start;
        ir_module_free(m);
        arena_fini(&arena);
        arena_fini(&own);
    }
    Status status = ctx_leave(&ctx, &boundary);
    if (status != STATUS_OK) ok = complain("a limit or out of memory", NULL);
    ctx_fini(&ctx);
    if (ctx.bytes) ok = complain("memory leaked", NULL);
    size_t most = (h->memory << 20) + 64 * len;
    if (!SLOW)
        printf("  %5.0f ms, of which %5.0f read; %4zu MiB for %zu bytes\n", spent * 1e3, read * 1e3,
               ctx.peak_bytes >> 20, len);
    if (!SLOW && spent > SECONDS) ok = complain("too slow", NULL);
    if (!SLOW && ctx.peak_bytes > most) ok = complain("too much memory", NULL);
    return ok;
}

/* In a child, so that a crash, an endless loop or a deep stack is this case's only. */
static bool run_apart(const Hostile *h) {
    printf("%s\n", h->name);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        const unsigned seconds = SECONDS * (SLOW ? 20 : 3);
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_STACK, &(struct rlimit){STACK, STACK});
        bool ok = run(h);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    int status = 0;
    bool ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    if (ended && WIFSIGNALED(status)) printf("  killed by signal %d\n", WTERMSIG(status));
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int test_hostile(int argc, char **argv) {
    int passed = 0, failed = 0;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        if (argc > 1 && !strstr(cases[i].name, argv[1])) continue;
        bool ok = run_apart(&cases[i]);
        if (!ok) printf("FAILED: %s\n", cases[i].name);
        *(ok ? &passed : &failed) += 1;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
