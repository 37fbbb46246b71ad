/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: counts the calls by which files come to be and get their names, and lets the one
 * of number FAULT_AT fail, or end the process.
 *
 *   FAULT_HOW=fail   this one fails: no space left
 *             full   this one and all behind it but renames, which need no space
 *             dead   this one and all behind it
 *             kill   SIGKILL before it; term: SIGTERM
 *   FAULT_LOG=FILE   how many there were */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int calls;

static int next_fails(int is_rename) {
    const int n = atomic_fetch_add(&calls, 1) + 1;
    const char *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
    const int k = at ? atoi(at) : 0;
    if (!k || !how || n < k) return 0;
    if (n > k && strcmp(how, "dead") != 0 && (is_rename || strcmp(how, "full") != 0)) return 0;
    if (strcmp(how, "kill") == 0) raise(SIGKILL);
    if (strcmp(how, "term") == 0) {
        raise(SIGTERM);
        return 0;
    }
    errno = ENOSPC;
    return 1;
}

__attribute__((destructor)) static void report(void) {
    const char *log = getenv("FAULT_LOG");
    FILE *f = log ? fopen(log, "w") : NULL;
    if (!f) return;
    fprintf(f, "%d\n", atomic_load(&calls));
    fclose(f);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int openat(int folder, const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if ((flags & O_CREAT) && next_fails(0)) return -1;
    return REAL(openat)(folder, path, flags, mode);
}

ssize_t write(int fd, const void *data, size_t n) {
    if (fd > 2 && next_fails(0)) {
        if (n > 1) REAL(write)(fd, data, n / 2); /* half of it is there */
        return -1;
    }
    return REAL(write)(fd, data, n);
}

int fdatasync(int fd) { return next_fails(0) ? -1 : REAL(fdatasync)(fd); }
int fchmod(int fd, mode_t mode) { return next_fails(0) ? -1 : REAL(fchmod)(fd, mode); }
int rename(const char *from, const char *to) { return next_fails(1) ? -1 : REAL(rename)(from, to); }
