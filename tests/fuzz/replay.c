/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzzer's function on the files of its corpus, one after the other, and on changes of them:
 *
 *     tenon-test replay NAME [--mutate N] [--seed FIRST] FILE...
 *
 * tests/CMakeLists.txt renames LLVMFuzzerTestOneInput of each fuzzer to the fuzzer's name. --mutate
 * makes N changed inputs beside (mutate_bytes.h), by seeds from FIRST on; they are run in children.
 * One that ends its child, or takes it more than twenty seconds, is a failure: it is written to
 * $TMPDIR/fuzz-NAME-SEED, and the next child goes on behind it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "mutate_bytes.h"

enum { BATCH = 2000, CPU_SECONDS = 20 };

#define FUZZERS(ROW)                                                                               \
    ROW(data) ROW(loop) ROW(npy) ROW(onnx) ROW(rules) ROW(stablehlo) ROW(syntax) ROW(text)

#define DECLARE(name) int fuzz_##name(const uint8_t *data, size_t size);
FUZZERS(DECLARE)

typedef struct {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} Fuzzer;

#define ROW(name) {#name, fuzz_##name},
static const Fuzzer fuzzers[] = {FUZZERS(ROW)};

typedef struct {
    const Fuzzer *fuzzer;
    Bytes *files;
    size_t n;
    uint64_t mutate, first;
    uint64_t *at; /* of a page that children share: the seed at hand */
    int passed, failed;
} Replay;

/* at NULL: it cannot be read. The array has exactly its size, so that reading past it shows. */
static Bytes load(const char *path) {
    Bytes b = {.n = 0};
    FILE *f = fopen(path, "rb");
    if (f && fseek(f, 0, SEEK_END) == 0) {
        b.n = (size_t)ftell(f);
        rewind(f);
        b.at = malloc(b.n ? b.n : 1);
        if (b.at && fread(b.at, 1, b.n, f) != b.n) {
            free(b.at);
            b.at = NULL;
        }
    }
    if (f) fclose(f);
    return b;
}

static Bytes mutant(const Replay *r, uint64_t seed) {
    const Bytes base = r->files[seed * 0x9e3779b97f4a7c15u % r->n],
                other = r->files[(seed ^ 0x5bd1e995u) * 0xff51afd7ed558ccdu % r->n];
    Bytes made = mutate_bytes(base, other, seed);
    if (!made.at) exit(2);
    uint8_t *exact = realloc(made.at, made.n ? made.n : 1);
    return (Bytes){exact ? exact : made.at, made.n};
}

static void keep(const Replay *r, uint64_t seed, int status) {
    char path[4096];
    const char *folder = getenv("TMPDIR");
    const Bytes b = mutant(r, seed);
    snprintf(path, sizeof path, "%s/fuzz-%s-%llu", folder ? folder : "/tmp", r->fuzzer->name,
             (unsigned long long)seed);
    FILE *f = fopen(path, "wb");
    if (f) fwrite(b.at, 1, b.n, f);
    if (f) fclose(f);
    free(b.at);
    printf("FAILED %s of seed %llu: %s (%s %d)\n", r->fuzzer->name, (unsigned long long)seed, path,
           WIFSIGNALED(status) ? "signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* Seeds from *at to `end`, in a child; 0: it came to the end, else the status of waitpid. */
static int run_batch(Replay *r, uint64_t end) {
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        for (; *r->at < end; ++*r->at) {
            const struct rlimit cpu = {CPU_SECONDS + (rlim_t)(clock() / CLOCKS_PER_SEC),
                                       RLIM_INFINITY};
            setrlimit(RLIMIT_CPU, &cpu);
            const Bytes b = mutant(r, *r->at);
            r->fuzzer->run(b.at, b.n);
            free(b.at);
        }
        _exit(0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) exit(2);
    return status;
}

static void run_mutants(Replay *r) {
    r->at = mmap(NULL, sizeof *r->at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r->at == MAP_FAILED) exit(2);
    const uint64_t end = r->first + r->mutate;
    for (*r->at = r->first; *r->at < end;) {
        const uint64_t from = *r->at, to = end - from < BATCH ? end : from + BATCH;
        const int status = run_batch(r, to);
        if (status) {
            keep(r, *r->at, status);
            r->failed++;
            r->passed += (int)(*r->at - from);
            ++*r->at;
        } else {
            r->passed += (int)(to - from);
        }
    }
}

static bool is_option(const char *name, int argc, char **argv, int *i, uint64_t *out) {
    if (strcmp(argv[*i], name) != 0 || *i + 1 >= argc) return false;
    *out = strtoull(argv[++*i], NULL, 10);
    return true;
}

int test_replay(int argc, char **argv) {
    Replay r = {.first = 1};
    for (size_t i = 0; argc > 1 && i < sizeof fuzzers / sizeof *fuzzers; i++) {
        if (strcmp(fuzzers[i].name, argv[1]) == 0) r.fuzzer = &fuzzers[i];
    }
    r.files = calloc((size_t)argc + 1, sizeof *r.files);
    if (!r.fuzzer || !r.files) {
        printf("there is no fuzzer of that name\n0 passed, 1 failed\n");
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        if (is_option("--mutate", argc, argv, &i, &r.mutate) ||
            is_option("--seed", argc, argv, &i, &r.first))
            continue;
        const Bytes b = load(argv[i]);
        if (!b.at) {
            printf("%s cannot be read\n", argv[i]);
            r.failed++;
            continue;
        }
        fprintf(stderr, "%s\n", argv[i]); /* the last one named is the one that crashed */
        r.fuzzer->run(b.at, b.n);
        r.files[r.n++] = b;
        r.passed++;
    }
    if (r.mutate && r.n) run_mutants(&r);
    for (size_t i = 0; i < r.n; i++) free(r.files[i].at);
    free(r.files);
    printf("%d passed, %d failed\n", r.passed, r.failed);
    return r.failed != 0;
}
