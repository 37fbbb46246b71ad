/* SPDX-License-Identifier: Apache-2.0 */
/* Mutants of models, of text and of rules through everything: mutants.h, check.h.
 *
 *     tenon-test mutants [OPTIONS] FILE...        --n N, --seed FIRST, --seconds S, --eval N,
 *                                                 --llvm N, --c N, --keep FOLDER
 *     tenon-test mutants --input FILE [--seed N]  one that was kept, by its ending: .onnx, .py or
 *                                                 .rules
 *
 * The bases are .onnx files, the cases of .test files, and the classes of .py files of rules.
 * --eval, --llvm and --c: what runs so, one accepted mutant in so many (of the last two among those
 * of the first). Mutants are made in children, some hundreds each; one that kills its child is told
 * by its seed, and the next child goes on behind it. A mutant that is wrong is written to FOLDER
 * (/tmp/tenon-mutants). --seconds: no new child begins after that. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "../text/cases.h"
#include "check.h"
#include "ops/ops.h"

enum { BATCH = 500, BASE_MAX = 12 << 10, CPU_SECONDS = 20, SHOWN = 200 };

static const char *const endings[MUTANT_KINDS] = {"onnx", "py", "rules"};
static const char *const count_names[COUNTS] = {
    "made", "read", "optimized", "written and read back", "evaluated", "compared",
    "llvm", "c",    "findings"};

typedef struct {
    MutantKind kind;
    Str bytes;
} Base;

typedef struct {
    Base *at;
    size_t len, cap;
} Bases;

typedef struct {
    Ctx ctx;
    Arena arena;
    Bases of[MUTANT_KINDS];
    Texts operators;
    Progress *progress;
    Every every;
    uint64_t first, n;
    unsigned seconds;
    const char *keep, *input;
} Test;

/* Bases */

static bool ends_with(const char *path, const char *ending) {
    const size_t n = strlen(path), k = strlen(ending);
    return n >= k && strcmp(path + n - k, ending) == 0;
}

static Str load(Test *t, const char *path) {
    const char *data;
    size_t size;
    if (t->ctx.io.read(t->ctx.io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s: FAILED: cannot be read\n", path);
        t->progress->counts[COUNT_FINDINGS]++;
        return (Str){"", 0};
    }
    const Str s = {arena_strdup(&t->arena, (Str){data, size}), size};
    t->ctx.io.release(t->ctx.io.user, data, size);
    return s;
}

static void add_base(Test *t, MutantKind kind, Str bytes) {
    if (bytes.len && bytes.len <= BASE_MAX)
        vec_push(&t->arena, &t->of[kind], ((Base){kind, bytes}));
}

/* Each class of a file of rules, behind what stands before the first. */
static void add_classes(Test *t, Str text) {
    size_t head = 0, from = 0;
    for (size_t at = 0; at <= text.len; at++) {
        const bool ends = at == text.len;
        const bool begins = !ends && (at == 0 || text.ptr[at - 1] == '\n') && text.ptr[at] == '@';
        if (!ends && !begins) continue;
        if (head == 0 && !ends) {
            head = at;
        } else if (from || head) {
            const char *s = arena_printf(&t->arena, "%.*s%.*s", (int)head, text.ptr,
                                         (int)(at - from), text.ptr + from);
            add_base(t, MUTANT_RULES, str_c(s));
        }
        from = at;
    }
}

static void add_file(Test *t, const char *path) {
    const Str text = load(t, path);
    if (ends_with(path, ".onnx")) {
        add_base(t, MUTANT_ONNX, text);
    } else if (ends_with(path, ".py")) {
        add_classes(t, text);
    } else {
        Cases cases;
        Case c;
        const bool rules = strstr(text.ptr, "test: rules") != NULL;
        cases_init(&cases, text);
        while (cases_next(&cases, &c)) add_base(t, rules ? MUTANT_RULES : MUTANT_TEXT, c.input);
    }
}

/* Mutants */

static MutantKind kind_of(const Test *t, Draw *d) {
    static const uint8_t weights[MUTANT_KINDS] = {5, 3, 1};
    size_t all = 0;
    for (int k = 0; k < MUTANT_KINDS; k++) all += t->of[k].len ? weights[k] : 0;
    size_t at = draw_below(d, all);
    for (int k = 0; k < MUTANT_KINDS; k++) {
        const size_t w = t->of[k].len ? weights[k] : 0;
        if (at < w) return (MutantKind)k;
        at -= w;
    }
    return MUTANT_ONNX;
}

static Str make(Test *t, Arena *arena, uint64_t seed, MutantKind *kind) {
    Draw d = {.state = mutant_mix(seed * 0x9e3779b97f4a7c15u + 1)};
    *kind = kind_of(t, &d);
    const Bases *bases = &t->of[*kind];
    const Str base = bases->at[draw_below(&d, bases->len)].bytes;
    const Str donor =
        draw_one_in(&d, 2) ? bases->at[draw_below(&d, bases->len)].bytes : (Str){"", 0};
    if (*kind == MUTANT_ONNX) return mutate_onnx(arena, &d, base, donor);
    return mutate_lines(arena, &d, base, donor, &t->operators);
}

static void keep(Test *t, uint64_t seed, MutantKind kind, Str bytes, const char *what) {
    char path[512];
    mkdir(t->keep, 0777);
    snprintf(path, sizeof path, "%s/%llu.%s", t->keep, (unsigned long long)seed, endings[kind]);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(bytes.ptr, 1, bytes.len, f);
        fclose(f);
    }
    if (t->progress->counts[COUNT_FINDINGS]++ < SHOWN) {
        printf("seed %llu: FAILED: %s\nagain: tenon-test mutants --input %s --seed %llu\n",
               (unsigned long long)seed, what, path, (unsigned long long)seed);
    }
    fflush(stdout);
}

static void run_seed(Test *t, Checker *checker, uint64_t seed) {
    Boundary boundary;
    t->progress->seed = seed;
    ctx_restart(&t->ctx);
    CTX_ENTER(&t->ctx, &boundary) {
        Arena arena;
        MutantKind kind;
        arena_init(&arena, &t->ctx);
        diag_begin(&t->ctx);
        snprintf(t->progress->stage, sizeof t->progress->stage, "mutate");
        const Str bytes = make(t, &arena, seed, &kind);
        char *exact = malloc(bytes.len ? bytes.len : 1); /* what is read beside it is seen */
        if (exact && bytes.ptr) {
            memcpy(exact, bytes.ptr, bytes.len);
            const char *what = checker_try(checker, kind, (Str){exact, bytes.len}, seed);
            if (what) keep(t, seed, kind, bytes, what);
        }
        free(exact);
        arena_fini(&arena);
    }
    if (ctx_leave(&t->ctx, &boundary) != STATUS_OK)
        printf("seed %llu: not made\n", (unsigned long long)seed);
}

/* Mutants in this process; false: something leaked. */
static bool run_batch(Test *t, uint64_t from, uint64_t to) {
    const struct itimerval limit = {.it_value = {.tv_sec = CPU_SECONDS}};
    Checker *checker = checker_new(t->progress, t->every);
    for (uint64_t seed = from; seed < to; seed++) {
        setitimer(ITIMER_PROF, &limit, NULL);
        run_seed(t, checker, seed);
    }
    return checker_free(checker);
}

/* The child died at progress->seed: its mutant once more, to be kept. */
static void keep_killed(Test *t, const char *how) {
    Boundary boundary;
    CTX_ENTER(&t->ctx, &boundary) {
        Arena arena;
        MutantKind kind;
        char what[128];
        arena_init(&arena, &t->ctx);
        diag_begin(&t->ctx);
        snprintf(what, sizeof what, "%s in %s", how, t->progress->stage);
        const Str bytes = make(t, &arena, t->progress->seed, &kind);
        keep(t, t->progress->seed, kind, bytes, what);
        arena_fini(&arena);
    }
    (void)ctx_leave(&t->ctx, &boundary);
}

/* Returns the seed to go on with. */
static uint64_t run_child(Test *t, uint64_t from, uint64_t to) {
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        const bool ok = run_batch(t, from, to);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) return perror("mutants_test"), exit(1), to;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return to;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1 && t->progress->seed == to - 1) {
        t->progress->counts[COUNT_FINDINGS]++;
        printf("again: tenon-test mutants --seed %llu --n %u and the same files\n",
               (unsigned long long)from, BATCH);
        return to;
    }
    char how[64];
    snprintf(how, sizeof how,
             WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? "it hangs" : "killed (%s %d)",
             WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    keep_killed(t, how);
    return t->progress->seed + 1;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_counts(const Test *t) {
    for (int i = 0; i < COUNTS; i++)
        printf("%zu %s%s", t->progress->counts[i], count_names[i], i < COUNTS - 1 ? ", " : "\n");
    fflush(stdout);
}

static void run_all(Test *t) {
    const double start = now();
    double told = start;
    uint64_t seed = t->first;
    const uint64_t end = t->first + t->n;
    while (seed < end && (!t->seconds || now() - start < t->seconds)) {
        seed = run_child(t, seed, end - seed < BATCH ? end : seed + BATCH);
        if (now() - told < 60) continue;
        told = now();
        printf("up to seed %llu: ", (unsigned long long)seed);
        print_counts(t);
    }
}

static void run_input(Test *t) {
    const Str bytes = load(t, t->input);
    MutantKind kind = MUTANT_ONNX;
    for (int k = 0; k < MUTANT_KINDS; k++) {
        if (ends_with(t->input, endings[k])) kind = (MutantKind)k;
    }
    Checker *checker = checker_new(t->progress, t->every);
    const char *what = checker_try(checker, kind, bytes, t->first);
    if (what) printf("FAILED: %s\n", what);
    t->progress->counts[COUNT_FINDINGS] += what != NULL;
    t->progress->counts[COUNT_FINDINGS] += !checker_free(checker);
}

static bool options(Test *t, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strncmp(a, "--", 2) != 0) continue;
        if (strcmp(a, "--n") == 0)
            t->n = strtoull(value, NULL, 10);
        else if (strcmp(a, "--seed") == 0)
            t->first = strtoull(value, NULL, 10);
        else if (strcmp(a, "--seconds") == 0)
            t->seconds = (unsigned)atoi(value);
        else if (strcmp(a, "--eval") == 0)
            t->every.eval = strtoull(value, NULL, 10);
        else if (strcmp(a, "--llvm") == 0)
            t->every.llvm = strtoull(value, NULL, 10);
        else if (strcmp(a, "--c") == 0)
            t->every.c = strtoull(value, NULL, 10);
        else if (strcmp(a, "--keep") == 0)
            t->keep = value;
        else if (strcmp(a, "--input") == 0)
            t->input = value;
        else
            return false;
        i++;
    }
    return true;
}

int test_mutants(int argc, char **argv) {
    static Test t;
    t = (Test){.n = 1000, .first = 1, .keep = "/tmp/tenon-mutants"};
    if (!options(&t, argc, argv)) return fprintf(stderr, "mutants_test: what is that?\n"), 1;
    setenv("TENON_CACHE", "", 1);
    t.progress =
        mmap(NULL, sizeof *t.progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (t.progress == MAP_FAILED) return perror("mutants_test"), 1;
    ctx_init(&t.ctx, allocator_libc(), io_libc());
    arena_init(&t.arena, &t.ctx);
    OpTable ops;
    ops_table_init(&ops, &t.arena);
    for (size_t i = 0; i < ops.n; i++) vec_push(&t.arena, &t.operators, (str_c(ops.ops[i]->name)));
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0)
            i++;
        else
            add_file(&t, argv[i]);
    }
    if (t.input)
        run_input(&t);
    else
        run_all(&t);
    print_counts(&t);
    const size_t failed = t.progress->counts[COUNT_FINDINGS], made = t.progress->counts[COUNT_MADE];
    arena_fini(&t.arena);
    ctx_fini(&t.ctx);
    printf("%zu passed, %zu failed\n", made > failed ? made - failed : 0, failed);
    return failed != 0;
}
