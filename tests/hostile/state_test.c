/* SPDX-License-Identifier: Apache-2.0 */
/* The library leaves the process as it found it: umask, signals, locale, floating-point
 * environment, folder, environment, descriptors, limits and timers are the same behind each call;
 * under unusual settings of them too, and the results are the same bits there. Two threads write
 * while a third makes files: none of those gets other rights.
 *
 *   tenon-test state FOLDER    an empty folder that it may write */
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <tenon/tenon.h>

#include "drivers.h"

extern char **environ;

static unsigned passed, failed;

static void check(int ok, const char *setting, const char *call, const char *what) {
    if (ok)
        passed++;
    else
        failed++;
    if (!ok) printf("FAILED %s, behind %s: %s\n", setting, call, what);
}

enum { SIGNALS = 65, DESCRIPTORS = 256, TIMERS = 3 };

typedef struct {
    char umask_text[32], folder[4096], locale[512];
    struct sigaction actions[SIGNALS];
    sigset_t mask;
    locale_t thread_locale;
    int rounding;
    unsigned control;
    size_t environment;
    unsigned char open[DESCRIPTORS];
    struct rlimit limits[RLIM_NLIMITS];
    struct itimerval timers[TIMERS];
} State;

/* Asked of the system: umask() would change it. */
static void read_umask(char *out, size_t size) {
    char line[256];
    FILE *f = fopen("/proc/self/status", "re");
    *out = '\0';
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "Umask:", 6) == 0) snprintf(out, size, "%.16s", line + 6);
    }
    if (f) fclose(f);
}

static size_t hash_environment(void) {
    size_t h = 1469598103934665603u;
    for (char **e = environ; *e; e++) {
        for (const char *c = *e; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211u;
    }
    return h;
}

static void look(State *s) {
    memset(s, 0, sizeof *s);
    read_umask(s->umask_text, sizeof s->umask_text);
    if (!getcwd(s->folder, sizeof s->folder)) s->folder[0] = '\0';
    snprintf(s->locale, sizeof s->locale, "%s", setlocale(LC_ALL, NULL));
    s->thread_locale = uselocale((locale_t)0);
    for (int i = 1; i < SIGNALS; i++) sigaction(i, NULL, &s->actions[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &s->mask);
    s->rounding = fegetround();
#if defined(__SSE__)
    s->control = _mm_getcsr() & ~0x3fu; /* without the flags of what happened */
#endif
    s->environment = hash_environment();
    for (int i = 0; i < DESCRIPTORS; i++) s->open[i] = fcntl(i, F_GETFD) >= 0;
    for (int i = 0; i < RLIM_NLIMITS; i++) getrlimit((__rlimit_resource_t)i, &s->limits[i]);
    for (int i = 0; i < TIMERS; i++) getitimer((__itimer_which_t)i, &s->timers[i]);
}

static int same_signals(const State *a, const State *b) {
    for (int i = 1; i < SIGNALS; i++) {
        if (a->actions[i].sa_handler != b->actions[i].sa_handler ||
            a->actions[i].sa_flags != b->actions[i].sa_flags)
            return 0;
    }
    return memcmp(&a->mask, &b->mask, sizeof a->mask) == 0;
}

static void compare(const State *a, const char *setting, const char *call) {
    State now;
    look(&now);
    const State *b = &now;
    check(strcmp(a->umask_text, b->umask_text) == 0, setting, call, "the umask");
    check(strcmp(a->folder, b->folder) == 0, setting, call, "the folder");
    check(strcmp(a->locale, b->locale) == 0 && a->thread_locale == b->thread_locale, setting, call,
          "the locale");
    check(same_signals(a, b), setting, call, "signals");
    check(a->rounding == b->rounding && a->control == b->control, setting, call,
          "the floating-point environment");
    check(a->environment == b->environment, setting, call, "the environment");
    check(memcmp(a->open, b->open, sizeof a->open) == 0, setting, call, "open descriptors");
    check(memcmp(a->limits, b->limits, sizeof a->limits) == 0, setting, call, "limits");
    check(memcmp(a->timers, b->timers, sizeof a->timers) == 0, setting, call, "timers");
}

static const char net[] =
    "@R.function\n"
    "def main(x: R.Tensor((4, 300), dtype=\"float32\")):\n"
    "    y = R.matmul(R.exp(x), R.multiply(R.ones((300, 300), \"float32\"), R.const(0.3, \"float32\")))\n"
    "    return R.sum(R.divide(y, R.const(3.5, \"float32\")))\n";

/* The result's bits; 0 where it cannot be. */
static uint32_t run(TnModule *m, TnBackend backend) {
    TnRun *r = NULL;
    TnTensorInfo info;
    uint32_t bits = 0;
    const TnRunOptions how = {TN_SIZED(TnRunOptions), .backend = backend, .threads = 2};
    if (tn_has_backend(backend) && tn_run(m, &how, &r) == TN_OK &&
        tn_run_output(r, 0, &info) == TN_OK)
        memcpy(&bits, info.data, sizeof bits);
    tn_run_free(r);
    return bits;
}

enum { BITS = 3 };

#define CALL(text, call)                                                                           \
    do {                                                                                           \
        call;                                                                                      \
        compare(&before, setting, text);                                                           \
    } while (0)

/* Each kind of call; bits: what backends gave. */
static void use(const char *setting, uint32_t *bits) {
    State before;
    TnContext *c = NULL;
    TnModule *m = NULL, *again = NULL;
    TnText text = {.ptr = NULL}, header = {.ptr = NULL};
    const TnOnnxWriteOptions apart = {TN_SIZED(TnOnnxWriteOptions), .external_data = 1};
    const char *const passes[] = {"FoldConstant", "Simplify"};
    TnStatus status = TN_OK;
    look(&before);
    CALL("tn_context_new", status = tn_context_new(NULL, &c));
    if (status != TN_OK) return check(0, setting, "tn_context_new", "it works");
    CALL("tn_module_parse", status = tn_module_parse(c, "net", net, sizeof net - 1, &m));
    if (status != TN_OK) return check(0, setting, "tn_module_parse", "it works");
    CALL("tn_run, eval", bits[0] = run(m, TN_BACKEND_EVAL));
    CALL("tn_run, llvm", bits[1] = run(m, TN_BACKEND_LLVM));
    (void)run(m, TN_BACKEND_LLVM); /* what a library opens once is open */
    look(&before);
    CALL("tn_run, llvm again", bits[1] = run(m, TN_BACKEND_LLVM));
    CALL("tn_run, c", bits[2] = run(m, TN_BACKEND_C));
    CALL("tn_module_write",
         check(tn_module_write(m, "x.py") == TN_OK, setting, "tn_module_write", "it works"));
    CALL("tn_module_read",
         check(tn_module_read(c, "x.py", &again) == TN_OK, setting, "tn_module_read", "it works"));
    CALL("tn_module_equal",
         check(tn_module_equal(m, again, NULL) == TN_OK, setting, "tn_module_equal", "it works"));
    CALL("tn_module_free", tn_module_free(again));
    CALL("tn_module_run_passes", status = tn_module_run_passes(m, passes, 2, NULL));
    CALL("tn_module_write_onnx", status = tn_module_write_onnx(m, "x.onnx", &apart));
    check(status == TN_OK, setting, "tn_module_write_onnx", "it works");
    CALL("tn_module_read, onnx", status = tn_module_read(c, "x.onnx", &again));
    check(status == TN_OK, setting, "tn_module_read, onnx", "it works");
    tn_module_free(again);
    CALL("tn_module_compile_c", status = tn_module_compile_c(m, NULL, &text, &header, NULL));
    tn_text_free(&text);
    tn_text_free(&header);
    CALL("tn_module_read, no file",
         check(tn_module_read(c, "none.py", &again) == TN_E_IO, setting, "read", "it fails"));
    CALL("tn_file_write, no folder",
         check(tn_file_write(c, "none/x", "", 0) == TN_E_IO, setting, "write", "it fails"));
    tn_module_free(m);
    CALL("tn_context_free", tn_context_free(c));
}

static void unusual(const uint32_t *usual) {
    uint32_t bits[BITS];
    umask(077);
    use("umask 077", bits);
    check(memcmp(bits, usual, sizeof bits) == 0, "umask 077", "runs", "the same bits");
    umask(022);
    if (setlocale(LC_ALL, "de_DE.UTF-8")) {
        use("a decimal comma", bits);
        check(memcmp(bits, usual, sizeof bits) == 0, "a decimal comma", "runs", "the same bits");
        setlocale(LC_ALL, "C");
    } else {
        printf("skipped: no locale with a decimal comma\n");
    }
    signal(SIGPIPE, SIG_IGN);
    use("SIGPIPE ignored", bits);
    check(memcmp(bits, usual, sizeof bits) == 0, "SIGPIPE ignored", "runs", "the same bits");
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_IGN); /* no child can be waited for */
    use("SIGCHLD ignored", bits);
    check(memcmp(bits, usual, sizeof bits) == 0, "SIGCHLD ignored", "runs", "the same bits");
    signal(SIGCHLD, SIG_DFL);
}

/* --- Threads --- */

static atomic_int stop;

static void *write_on(void *name) {
    TnContext *c = NULL;
    TnModule *m = NULL;
    if (tn_context_new(NULL, &c) == TN_OK &&
        tn_module_parse(c, "net", net, sizeof net - 1, &m) == TN_OK) {
        while (!atomic_load(&stop)) tn_module_write(m, name);
    }
    tn_module_free(m);
    tn_context_free(c);
    return NULL;
}

static void race(int files) {
    pthread_t threads[2];
    char names[2][8] = {"a.py", "b.py"}, mask[32];
    int wrong = 0;
    umask(077);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, write_on, names[i]);
    for (int i = 0; i < files; i++) {
        struct stat st;
        const int fd = open("mine", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        wrong += fd < 0 || fstat(fd, &st) != 0 || (st.st_mode & 077);
        if (fd >= 0) close(fd);
        unlink("mine");
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    read_umask(mask, sizeof mask);
    check(!wrong, "threads that write", "open", "files of the host have its umask");
    check(strtol(mask, NULL, 8) == 077, "threads that write", "all", "the umask");
}

int test_state(int argc, char **argv) {
    uint32_t usual[BITS];
    if (argc != 2 || chdir(argv[1]) != 0) return 1;
    setlocale(LC_ALL, "C");
    umask(022);
    use("usual settings", usual);
    check(usual[0] != 0, "usual settings", "tn_run", "it gives something");
    unusual(usual);
    race(20000);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
