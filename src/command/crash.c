/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducers. A fault of ours ends in a fatal signal (BUG aborts); its handler names the signal,
 * saves the inputs to tenon-bug-<pid>.py in $TMPDIR or /tmp, headed by a comment with the command
 * line, and exits with status 4. It runs on a stack of its own, as the fault may be an overflow of
 * the other, and calls async-signal-safe functions only; all that it needs is kept ready in
 * `crash`, the command's one mutable global. A bus error in a mapped file is another program's
 * fault, which cut the file off: exit status 5, and no reproducer. What a library does that a
 * model is held against is its own fault: exit status 2. */
#include "command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_INPUTS = 2, STACK_BYTES = 64 << 10 };

static struct {
    char *command;               /* on one line */
    char path[MAX_INPUTS][4096]; /* of the reproducers */
    struct {
        const char *path, *data;
        size_t size;
    } input[MAX_INPUTS];
    unsigned n_inputs;
    const char *volatile library; /* not NULL: it is at work, perhaps with threads of its own */
} crash;

static const struct {
    int number;
    const char *name;
} signals[] = {{SIGABRT, "SIGABRT"},
               {SIGSEGV, "SIGSEGV"},
               {SIGFPE, "SIGFPE"},
               {SIGILL, "SIGILL"},
               {SIGBUS, "SIGBUS"}};

/* The result does not matter: there is nobody left to tell. */
static void put(int fd, const char *s, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, s, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return;
        s += done;
        n -= (size_t)done;
    }
}

static void put_text(int fd, const char *s) { put(fd, s, strlen(s)); }

/* On one line, so that it stays a comment. */
static void put_word(int fd, const char *s) {
    for (; *s; s++) {
        const char c = (unsigned char)*s < ' ' || *s == 0x7f ? '?' : *s;
        put(fd, &c, 1);
    }
}

static void put_file(int fd, const char *path) {
    char block[4096];
    struct stat st;
    int from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (from < 0 || fstat(from, &st) != 0 || !S_ISREG(st.st_mode)) {
        put_text(fd, "# the input cannot be read again\n");
        return;
    }
    for (;;) {
        ssize_t n = read(from, block, sizeof block);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        put(fd, block, (size_t)n);
    }
}

static void save(unsigned i, const char *name) {
    int fd = open(crash.path[i], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        put_text(2, "tenon: the reproducer cannot be written: ");
        put_text(2, crash.path[i]);
        put_text(2, "\n");
        return;
    }
    put_text(fd, "# tenon ");
    put_text(fd, tn_version());
    put_text(fd, ", ");
    put_text(fd, name);
    put_text(fd, ", input ");
    put_word(fd, i < crash.n_inputs ? crash.input[i].path : "none");
    put_text(fd, ", command: ");
    put_word(fd, crash.command ? crash.command : "unknown");
    put_text(fd, "\n");
    if (i < crash.n_inputs && crash.input[i].data) {
        put(fd, crash.input[i].data, crash.input[i].size);
    } else if (i < crash.n_inputs) {
        put_file(fd, crash.input[i].path);
    }
    put_text(2, "tenon: reproducer: ");
    put_text(2, crash.path[i]);
    put_text(2, "\n");
}

/* Pages of a mapped model that its file no longer has. */
static bool is_cut_file(int number, const siginfo_t *info) {
    return number == SIGBUS && info && info->si_code == BUS_ADRERR;
}

static void on_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    const char *name = "a signal";
    if (is_cut_file(number, info)) {
        put_text(2, "error: an input was cut off by another program while it was in use");
        for (unsigned i = 0; i < crash.n_inputs; i++) {
            put_text(2, i ? ", " : ": ");
            put_word(2, crash.input[i].path);
        }
        put_text(2, "\n");
        temporaries_remove();
        _exit(EXIT_IO);
    }
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        if (signals[i].number == number) name = signals[i].name;
    }
    temporaries_remove();
    if (crash.library) {
        put_text(2, "error: ");
        put_text(2, crash.library);
        put_text(2, " was stopped by ");
        put_text(2, name);
        put_text(2, ": a fault of that library, with this model and these inputs\n");
        _exit(EXIT_MODEL);
    }
    put_text(2, "tenon: stopped by ");
    put_text(2, name);
    put_text(2, ": this is a fault of tenon, please report it\n");
    save(0, name);
    for (unsigned i = 1; i < crash.n_inputs; i++) save(i, name);
    _exit(EXIT_BUG);
}

static char *join(int argc, char **argv) {
    size_t n = 1;
    for (int i = 0; i < argc; i++) n += strlen(argv[i]) + 1;
    char *line = malloc(n), *at = line;
    for (int i = 0; line && i < argc; i++) {
        if (i) *at++ = ' ';
        at = stpcpy(at, argv[i]);
    }
    if (line) *at = '\0';
    return line;
}

void crash_install(int argc, char **argv) {
    const char *folder = getenv("TMPDIR");
    crash.command = join(argc, argv); /* now: argp changes the order of argv */
    if (!folder || !*folder || strlen(folder) > sizeof crash.path[0] - 64) folder = "/tmp";
    for (unsigned i = 0; i < MAX_INPUTS; i++) {
        snprintf(crash.path[i], sizeof crash.path[i], "%s/tenon-bug-%ld%s.py", folder,
                 (long)getpid(), i ? "-2" : "");
    }
    void *stack =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_RESETHAND | SA_SIGINFO};
    if (stack != MAP_FAILED &&
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK_BYTES}, NULL) == 0) {
        action.sa_flags |= SA_ONSTACK;
    }
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(signals); i++) sigaction(signals[i].number, &action, NULL);
}

void crash_library(const char *name) { crash.library = name; }

void crash_input(const char *path, const char *data, size_t size) {
    if (crash.n_inputs == MAX_INPUTS) return;
    crash.input[crash.n_inputs].path = path;
    crash.input[crash.n_inputs].data = data;
    crash.input[crash.n_inputs++].size = size;
}

static uint64_t overflow_stack(volatile uint64_t depth) {
    volatile uint64_t room[64] = {depth};
    if (depth == UINT64_MAX) return 0;
    return overflow_stack(depth + 1) + room[depth % 64];
}

void crash_for_test(void) {
    const char *how = getenv("TENON_CRASH");
    if (!how) return;
    if (strcmp(how, "abort") == 0) abort();
    if (strcmp(how, "segv") == 0) raise(SIGSEGV);
    if (strcmp(how, "fpe") == 0) raise(SIGFPE);
    if (strcmp(how, "ill") == 0) raise(SIGILL);
    if (strcmp(how, "bus") == 0) raise(SIGBUS);
    if (strcmp(how, "stack") == 0) overflow_stack(0);
}
