/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX models that mean harm, through the public interface. Each is read in a process of its own
 * with a small stack and bounds on time and memory, optimized (-O2) and run: it is a model that
 * works, or there are errors that name the file and the node.
 *
 *     tenon-test hostile_onnx [--only WORD] [--bits N] [FILE.onnx...]
 *
 * WORD: only the cases whose name or text holds it; ONNX_TEST_SHOW=1 prints the messages. Of each
 * FILE, every beginning (where it is under 16 KB) and N times a few flipped bits: a model or
 * errors, too. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tenon/tenon.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "onnx_models.h"
#include "onnx_text.h"

#if defined(__SANITIZE_ADDRESS__) || defined(TENON_HARD)
enum { SLOW = 1, STACK = 64 << 20 };
#else
enum { SLOW = 0, STACK = 1 << 20 };
#endif

/* READS: and neither is optimized nor run */
typedef enum { REFUSED, READS, STOPS, WORKS, ANYTHING } Want;

typedef struct {
    Want want;
    const char *text;  /* of one of the messages */
    const char *model; /* or the name of what `write` writes */
    void (*write)(Back *b, bool slow);
    size_t memory; /* MiB beyond 64 bytes for each byte of the file */
} Hostile;

#define CASE(want, text, model) {want, text, model, NULL, 32},
#define LARGE(want, text, write, memory) {want, text, #write, write, memory},
static const Hostile cases[] = {
#include "onnx_cases.def"
#include "onnx_large.def"
};
enum { N_CASES = sizeof cases / sizeof *cases };

/* Of the processor, in the plain build: what a file of this size may take on any machine. */
enum { SECONDS = 20 };

/* The files of a context: one, in memory. */
typedef struct {
    const char *data;
    size_t size;
} Memory;

static int memory_read(void *user, const char *path, size_t limit, const char **data,
                       size_t *size) {
    const Memory *m = user;
    (void)path, (void)limit;
    *data = m->data;
    *size = m->size;
    return 0;
}
static void memory_release(void *user, const char *data, size_t size) {
    (void)user, (void)data, (void)size;
}
static int memory_write(void *user, const char *path, const char *data, size_t size) {
    (void)user, (void)path, (void)data, (void)size;
    return EROFS;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool complain(const char *what, const char *detail) {
    printf("  %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    return false;
}

/* After a call that failed: there are errors, each with the file (but for a limit, which may be
 * that of a pass), and nothing in them drives a terminal. */
static bool check_errors(TnContext *ctx, TnStatus status, const char *text) {
    TnDiag d;
    bool found = !*text;
    if (status != TN_E_INVALID && status != TN_E_LIMIT)
        return complain("a strange status", tn_status_text(status));
    if (tn_diag_get(ctx, 0, &d) != TN_OK)
        return complain("a failure without an error", tn_status_text(status));
    const char *first = d.text;
    for (size_t i = 0; tn_diag_get(ctx, i, &d) == TN_OK; i++) {
        if (!d.source) return complain("an error without a file", d.text);
        if (strlen(d.text) > 4000) return complain("an error of great length", NULL);
        found |= strstr(d.text, text) != NULL;
        for (const unsigned char *c = (const unsigned char *)d.text; *c; c++) {
            if ((*c < 32 && *c != '\n' && *c != '\t') || *c == 127)
                return complain("a control character in an error", d.text);
        }
        if (i < 3 && getenv("ONNX_TEST_SHOW")) printf("  %s", d.text);
    }
    return found || complain("another error", first);
}

static TnContext *context(Memory *memory, size_t steps) {
    const TnIo io = {
        .read = memory_read, .release = memory_release, .write = memory_write, .user = memory};
    TnOptions options = {TN_SIZED(TnOptions), .io = &io};
    if (steps)
        options.limits =
            (TnLimits){.const_bytes = 16u << 20, .steps = steps, .milliseconds = 10000};
    TnContext *ctx;
    if (tn_context_new(&options, &ctx) != TN_OK) abort();
    return ctx;
}

static bool optimize(TnContext *ctx, TnModule *m) {
    const char *items[64];
    size_t n = 0;
    while (n < 64 && (items[n] = tn_pass_of_level(2, n))) n++;
    const TnStatus status = tn_module_run_passes(m, items, n, NULL);
    if (status != TN_OK) return check_errors(ctx, status, "");
    return tn_module_verify(m) == TN_OK || complain("what was optimized does not verify", NULL);
}

/* Under limits that stop what is large. */
static bool run(Memory *memory, Want want, const char *text, size_t most) {
    TnContext *ctx = context(memory, 1u << 24);
    TnModule *m;
    TnRun *out = NULL;
    TnStatus status = tn_module_read(ctx, "hostile.onnx", &m);
    if (status == TN_OK) status = tn_run(m, NULL, &out);
    bool ok = true;
    if (status != TN_OK) ok = check_errors(ctx, status, want == STOPS ? text : "");
    if (status != TN_OK && want == WORKS) {
        TnDiag d;
        ok = complain("the run fails",
                      tn_diag_get(ctx, 0, &d) == TN_OK ? d.text : tn_status_text(status));
    }
    if (status == TN_OK && want == STOPS) ok = complain("the run gives something", NULL);
    tn_run_free(out);
    tn_module_free(m);
    if (ok && tn_context_peak_bytes(ctx) > most)
        ok = complain("the run takes too much memory", NULL);
    tn_context_free(ctx);
    return ok;
}

static bool try(Memory *memory, const Hostile *h) {
    TnContext *ctx = context(memory, 0);
    TnModule *m = NULL;
    const double start = now();
    const size_t most = (h->memory << 20) + 64 * memory->size;
    const TnStatus status = tn_module_read(ctx, "hostile.onnx", &m);
    bool ok = (status == TN_OK) == (m != NULL);
    if (status != TN_OK) {
        ok &= check_errors(ctx, status, h->want == REFUSED ? h->text : "");
        if (h->want != REFUSED && h->want != ANYTHING) {
            TnDiag d;
            ok = complain("it is refused",
                          tn_diag_get(ctx, 0, &d) == TN_OK ? d.text : tn_status_text(status));
        }
    } else {
        if (h->want == REFUSED) ok = complain("it is read", NULL);
        ok &= h->want == READS || optimize(ctx, m);
    }
    const double spent = now() - start;
    const size_t peak = tn_context_peak_bytes(ctx);
    tn_module_free(m);
    tn_context_free(ctx);
    if (!SLOW && h->write)
        printf("  %5.0f ms, %4zu MiB for %zu bytes\n", spent * 1e3, peak >> 20, memory->size);
    if (!SLOW && spent > SECONDS) ok = complain("too slow", NULL);
    if (!SLOW && peak > most) ok = complain("too much memory", NULL);
    if (status == TN_OK && h->want != READS)
        ok &= run(memory, h->want, h->text, most + (96u << 20));
    return ok;
}

/* f in a child, so that a crash, an endless loop or a deep stack is this case's only. */
static bool apart(bool (*f)(const void *), const void *arg, unsigned seconds) {
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setrlimit(RLIMIT_STACK, &(struct rlimit){STACK, STACK});
        const bool ok = f(arg);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    int status = 0;
    const bool ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    if (ended && WIFSIGNALED(status)) printf("  killed by signal %d\n", WTERMSIG(status));
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool run_case(const void *arg) {
    const Hostile *h = arg;
    Back b;
    back_init(&b, 1 << 16);
    if (h->write)
        h->write(&b, SLOW);
    else
        onnx_text_model(&b, h->model);
    Memory memory = {back_bytes(&b), back_len(&b)};
    const bool ok = try(&memory, h);
    back_fini(&b);
    return ok;
}

/* Files that are changed */

typedef struct {
    const char *path;
    unsigned bits;
} Changed;

static Back load(const char *path) {
    Back b;
    static char block[1 << 16];
    FILE *f = fopen(path, "rb");
    if (!f) return (Back){.block = NULL};
    back_init(&b, sizeof block);
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) {
        uint8_t *bytes = malloc(back_len(&b) + n); /* in order: what is put comes before */
        if (!bytes) abort();
        memcpy(bytes, back_bytes(&b), back_len(&b));
        memcpy(bytes + back_len(&b), block, n);
        const size_t len = back_len(&b) + n;
        back_fini(&b);
        b = (Back){.block = bytes, .cap = len, .at = 0};
    }
    fclose(f);
    return b;
}

/* A model or errors; no fault in what follows either. */
static bool survives(const char *bytes, size_t n) {
    char *copy = malloc(n ? n : 1); /* of exactly its size */
    if (!copy) abort();
    memcpy(copy, bytes, n);
    Memory memory = {copy, n};
    TnContext *ctx = context(&memory, 1u << 17);
    TnModule *m;
    const TnStatus status = tn_module_read(ctx, "changed.onnx", &m);
    bool ok = status == TN_OK ? optimize(ctx, m) : check_errors(ctx, status, "");
    if (status == TN_OK) {
        TnRun *out;
        const TnStatus ran = tn_run(m, NULL, &out);
        if (ran != TN_OK) ok &= check_errors(ctx, ran, "");
        tn_run_free(out);
    }
    tn_module_free(m);
    if (tn_context_peak_bytes(ctx) > (128u << 20)) ok = complain("too much memory", NULL);
    tn_context_free(ctx);
    free(copy);
    return ok;
}

static bool cut(const void *arg) {
    const Changed *c = arg;
    Back b = load(c->path);
    if (!b.block) return complain("cannot be read", c->path);
    bool ok = true;
    for (size_t n = 0; ok && n < back_len(&b); n += SLOW ? 37 : 1) {
        ok = survives(back_bytes(&b), n);
        if (!ok) printf("  cut at byte %zu\n", n);
    }
    back_fini(&b);
    return ok;
}

static bool flip(const void *arg) {
    const Changed *c = arg;
    Back b = load(c->path);
    if (!b.block) return complain("cannot be read", c->path);
    uint64_t state = 0x452821e638d01377u;
    bool ok = true;
    const size_t len = back_len(&b);
    char *bytes = malloc(len);
    if (!bytes) abort();
    for (unsigned i = 0; ok && len && i < c->bits; i++) {
        memcpy(bytes, back_bytes(&b), len);
        for (int k = 0; k < 1 + (int)(i % 3); k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            bytes[(state >> 16) % len] ^= (char)(1 << (state >> 61));
        }
        ok = survives(bytes, len);
        if (!ok) printf("  change %u\n", i);
    }
    free(bytes);
    back_fini(&b);
    return ok;
}

int test_hostile_onnx(int argc, char **argv) {
    int passed = 0, failed = 0;
    unsigned bits = 0;
    const char *word = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--bits") == 0 && i + 1 < argc)
            bits = (unsigned)atoi(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            word = argv[++i];
    }
    for (int i = 0; i < N_CASES; i++) {
        const Hostile *h = &cases[i];
        if (word && !strstr(h->model, word)) continue;
        if (h->write || getenv("ONNX_TEST_SHOW")) printf("%s\n", h->model);
        const bool ok = apart(run_case, h, SECONDS * (SLOW ? 6 : 3));
        if (!ok) printf("FAILED: %s\n", h->model);
        *(ok ? &passed : &failed) += 1;
    }
    for (int i = 1; i < argc; i++) {
        const Changed c = {argv[i], SLOW ? bits / 20 : bits};
        const size_t n = strlen(argv[i]);
        if (n < 5 || strcmp(argv[i] + n - 5, ".onnx") != 0) continue;
        const bool is_cut = apart(cut, &c, 300), is_flipped = apart(flip, &c, 300);
        if (!is_cut || !is_flipped) printf("FAILED: %s\n", argv[i]);
        passed += is_cut + is_flipped;
        failed += 2 - is_cut - is_flipped;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
