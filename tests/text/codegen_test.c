/* SPDX-License-Identifier: Apache-2.0 */
/* The code generator and the runs that follow: whatever becomes of it, the host goes on and is
 * told; calls that are cancelled or have no more time end soon, in a compilation and in a run.
 * Memory that the system refuses is a status.
 *
 *   tenon-test codegen CODEGEN [STEPS]
 *
 * CODEGEN is the program; STEPS limits of address space are tried (0: none). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "base/clock.h"

static unsigned passed, failed;
static char folder[64];

static const char *const small =
    "@R.function\n"
    "def main(x: R.Tensor((2, 3, 16, 16), dtype=\"float32\"), w: R.Tensor((16, 3, 3, 3), "
    "dtype=\"float32\")):\n"
    "    y = R.nn.relu(R.nn.conv2d(x, w, padding=1))\n"
    "    z = R.nn.softmax(R.permute_dims(y, [0, 2, 3, 1]))\n"
    "    u = R.matmul(R.reshape(z, (512, 16)), R.exp(R.reshape(w, (16, 27))))\n"
    "    return R.sum(u, axis=[0])\n";
static const char *const endless =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function(private=True)\n"
    "    def cond(i: R.Tensor((), dtype=\"int64\"), x: R.Tensor((64,), dtype=\"float32\")):\n"
    "        return R.less(i, R.const(9000000000000, \"int64\"))\n\n"
    "    @R.function(private=True)\n"
    "    def body(i: R.Tensor((), dtype=\"int64\"), x: R.Tensor((64,), dtype=\"float32\")):\n"
    "        return (R.add(i, R.const(1, \"int64\")), R.tanh(R.add(x, R.const(0.25, "
    "\"float32\"))))\n\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((64,), dtype=\"float32\")):\n"
    "        z = R.while_loop(cls.cond, cls.body, (R.const(0, \"int64\"), x))\n"
    "        return z[1]\n";

static void check(int ok, const char *what, const char *more) {
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s (%s)\n", what, more);
}

static void *cancel_later(void *context) {
    usleep(300000);
    tn_cancel(context);
    return NULL;
}

typedef struct {
    TnBackend backend;
    size_t milliseconds; /* 0: no limit */
    int is_cancelled;
    int is_file; /* an object, instead of a run */
} How;

static TnStatus compile(TnModule *m, size_t *bytes) {
    TnText object, header;
    const TnStatus status = tn_module_compile_object(m, NULL, TN_OBJECT, &object, &header, NULL);
    *bytes = object.len;
    tn_text_free(&object);
    tn_text_free(&header);
    return status;
}

/* The run's status; its first message. */
static TnStatus run(const char *text, const How *how, char *message, size_t size) {
    TnContext *c;
    TnModule *m;
    TnRun *r = NULL;
    const TnOptions options = {TN_SIZED(TnOptions), .limits = {.milliseconds = how->milliseconds}};
    const TnRunOptions with = {TN_SIZED(TnRunOptions), .backend = how->backend, .threads = 1};
    pthread_t thread;
    *message = '\0';
    if (tn_context_new(&options, &c) != TN_OK) return TN_E_MEMORY;
    TnStatus status = tn_module_parse(c, "test", text, strlen(text), &m);
    if (status == TN_OK) {
        const int asked = how->is_cancelled && pthread_create(&thread, NULL, cancel_later, c) == 0;
        size_t bytes = 1;
        status = how->is_file ? compile(m, &bytes) : tn_run(m, &with, &r);
        check(status != TN_OK || bytes > 0, "an object", "it is empty");
        if (asked) pthread_join(thread, NULL);
        for (size_t i = 0; i < tn_diag_count(c); i++) {
            TnDiag d;
            if (tn_diag_get(c, i, &d) != TN_OK) continue;
            const size_t n = strlen(message);
            snprintf(message + n, size - n, "%s; %s\n", d.message, d.found ? d.found : "");
        }
        tn_run_free(r);
        tn_module_free(m);
    }
    tn_context_free(c);
    return status;
}

static void expect(const char *what, const char *text, How how, TnStatus wanted, const char *says) {
    char message[4096];
    const double start = clock_now_ms() * 1e-3;
    const TnStatus status = run(text, &how, message, sizeof message);
    const double took = clock_now_ms() * 1e-3 - start;
    char more[5000];
    snprintf(more, sizeof more, "status %d after %.1f s: %s", (int)status, took, message);
    check(status == wanted && (!says || strstr(message, says)), what, more);
    if (how.is_cancelled || how.milliseconds) check(took < 20, what, "it took too long");
}

/* A program in the code generator's place. */
static void write_script(const char *name, const char *body) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f) exit(1);
    fprintf(f, "#!/bin/sh\n%s\n", body);
    fclose(f);
    chmod(path, 0755);
    setenv("TENON_CODEGEN", path, 1);
}

static void test_ends(int is_file) {
    const How llvm = {.backend = TN_BACKEND_LLVM, .is_file = is_file};
    setenv("TENON_CODEGEN", "/nowhere/tenon-codegen", 1);
    expect("none there", small, llvm, TN_E_INVALID, "cannot be started");
    setenv("TENON_CODEGEN", "/dev/null", 1);
    expect("not a program", small, llvm, TN_E_INVALID, "cannot be started");
    write_script("nothing", "exit 0");
    expect("no answer", small, llvm, TN_E_INVALID, "gave no answer");
    write_script("chat", "echo hello; echo trouble >&2; exit 3");
    expect("what it printed", small, llvm, TN_E_INVALID, "trouble");
    write_script("noise", "exec head -c 5000000 /dev/zero >&0");
    expect("noise", small, llvm, TN_E_INVALID, "gave no answer");
    write_script("echo", "exec cat >&0");
    expect("its own words", small, llvm, TN_E_INVALID, "gave no answer");
    write_script("older", "printf 'tenona1\\000' >&0");
    expect("of another version", small, llvm, TN_E_INVALID, "of another version of Tenon");
    write_script("crash", "kill -SEGV $$");
    expect("a crash", small, llvm, TN_E_BUG, "crashed");
    write_script("killed", "kill -KILL $$");
    expect("killed by the system", small, llvm, TN_E_MEMORY, "out of memory");
    write_script("abort", "echo \"terminate called: std::bad_alloc\" >&2; kill -ABRT $$");
    expect("bad_alloc", small, llvm, TN_E_MEMORY, "out of memory");
    write_script("sleep", "exec sleep 60");
    expect("cancelled while it works", small, (How){TN_BACKEND_LLVM, 0, 1, is_file}, TN_E_CANCELLED,
           NULL);
    expect("no more time while it works", small, (How){TN_BACKEND_LLVM, 700, 0, is_file},
           TN_E_LIMIT, "milliseconds");
}

static void test_stops(const char *codegen) {
    static const struct {
        const char *name;
        TnBackend backend;
    } ways[] = {{"C", TN_BACKEND_C}, {"LLVM", TN_BACKEND_LLVM}};
    setenv("TENON_CODEGEN", codegen, 1);
    expect("an object", small, (How){.is_file = 1}, TN_OK, NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        expect(ways[i].name, small, (How){ways[i].backend, 0, 0, 0}, TN_OK, NULL);
        expect(ways[i].name, endless, (How){ways[i].backend, 3000, 0, 0}, TN_E_LIMIT,
               "milliseconds");
        expect(ways[i].name, endless, (How){ways[i].backend, 0, 1, 0}, TN_E_CANCELLED, NULL);
    }
    write_script("cc", "exec sleep 60");
    char path[200];
    snprintf(path, sizeof path, "%s/cc", folder);
    setenv("CC", path, 1);
    expect("a C compiler that goes on", small, (How){TN_BACKEND_C, 0, 1, 0}, TN_E_CANCELLED, NULL);
    expect("and on", small, (How){TN_BACKEND_C, 700, 0, 0}, TN_E_LIMIT, "milliseconds");
    unsetenv("CC");
    setenv("TENON_CODEGEN", codegen, 1);
}

/* A host that takes what the ways give it, and goes on: in a child, as the limit stays. */
static int host(rlim_t bytes) {
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 9;
    for (int i = 0; i < 4; i++) {
        char message[4096];
        const How how = {.backend = TN_BACKEND_LLVM, .is_file = i >= 2};
        const TnStatus status = run(small, &how, message, sizeof message);
        if (status == TN_E_USAGE || status == TN_E_BUG || status == TN_E_DIFFER)
            return 10 + (int)status;
        if (status == TN_E_INVALID && !*message) return 30;
    }
    return 0;
}

static void test_memory(int steps, const char *codegen) {
    setenv("TENON_CODEGEN", codegen, 1);
    for (int i = 0; i < steps; i++) {
        char what[64];
        const rlim_t bytes = ((rlim_t)20 << 20) + (((rlim_t)300 << 20) * (rlim_t)i) / (rlim_t)steps;
        int status = 0;
        fflush(stdout);
        const pid_t pid = fork();
        if (pid == 0) {
            alarm(100);
            _exit(host(bytes));
        }
        waitpid(pid, &status, 0);
        snprintf(what, sizeof what, "a process of %lu MB", (unsigned long)(bytes >> 20));
        char why[64];
        snprintf(why, sizeof why, "%s %d", WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        check(status == 0, what, why);
    }
}

/* While the helper is at work, the library's primitives are made: a run makes no other. */
static void test_meanwhile(const char *codegen) {
    static const char text[] =
        "@R.function\n"
        "def main(x: R.Tensor((1, 64, 56, 56), \"float32\"), w: R.Tensor((64, 64, 3, 3), "
        "\"float32\")):\n"
        "    y = R.nn.relu(R.nn.conv2d(x, w, padding=1))\n"
        "    return R.exp(R.nn.conv2d(y, w, padding=1))\n";
    static float x[64 * 56 * 56], w[64 * 64 * 9];
    const TnBuffer in[] = {{x, {1, 64, 56, 56}}, {w, {64, 64, 3, 3}}};
    TnBuffer out[1];
    TnContext *c;
    TnModule *m = NULL;
    TnExecutable *e = NULL;
    TnPrepared *p = NULL;
    TnExecutableCounts before = {0}, after = {0};
    setenv("TENON_CODEGEN", codegen, 1);
    check(tn_context_new(NULL, &c) == TN_OK, "a context", "");
    check(tn_module_parse(c, "test", text, strlen(text), &m) == TN_OK, "a module", "");
    check(tn_module_compile_native(m, NULL, &e) == TN_OK, "an executable", "");
    tn_executable_counts(e, &before);
    check(before.primitives > 0, "a primitive before a run", "there is none");
    check(tn_executable_prepare(e, in, &p, NULL) == TN_OK &&
              tn_prepared_outputs(p, 1, out) == TN_OK && tn_prepared_run(p, in, out) == TN_OK,
          "a run", "it failed");
    tn_executable_counts(e, &after);
    check(after.primitives == before.primitives, "a run makes no other", "it did");
    tn_prepared_free(p);
    tn_executable_free(e);
    tn_module_free(m);
    tn_context_free(c);
}

int test_codegen(int argc, char **argv) {
    if (argc < 2) return 2;
    setenv("TENON_CACHE", "", 1);
    snprintf(folder, sizeof folder, "/tmp/codegen-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    test_memory(argc > 2 ? atoi(argv[2]) : 0, argv[1]);
    test_ends(0);
    test_ends(1);
    test_stops(argv[1]);
    test_meanwhile(argv[1]);
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    if (system(command) != 0) failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
