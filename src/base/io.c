/* SPDX-License-Identifier: Apache-2.0 */
/* The default I/O hook: files and pipes are read into memory (a mapped text that shrinks under us
 * would raise SIGBUS), and a write replaces the file in one step. */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/ctx.h"

static int read_stream(int fd, size_t limit, const char **data, size_t *size) {
    size_t cap = 1 << 16, len = 0;
    char *block = malloc(cap);
    if (!block) return ENOMEM;
    for (;;) {
        ssize_t n = read(fd, block + len, cap - len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 || len + (size_t)n > limit) {
            int err = n < 0 ? errno : EFBIG;
            free(block);
            return err;
        }
        if (n == 0) break;
        len += (size_t)n;
        if (len == cap) {
            char *bigger = realloc(block, cap * 2);
            if (!bigger) {
                free(block);
                return ENOMEM;
            }
            block = bigger;
            cap *= 2;
        }
    }
    *data = block;
    *size = len;
    return 0;
}

static int libc_read(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    (void)user;
    if (strcmp(path, "-") == 0) return read_stream(STDIN_FILENO, limit, data, size);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    struct stat st;
    int err = 0;
    if (fstat(fd, &st) != 0) {
        err = errno;
    } else if (S_ISDIR(st.st_mode)) {
        err = EISDIR;
    } else if (S_ISREG(st.st_mode) && (uintmax_t)st.st_size > limit) {
        err = EFBIG;
    } else {
        err = read_stream(fd, limit, data, size);
    }
    close(fd);
    return err;
}

static void libc_release(void *user, const char *data, size_t size) {
    (void)user, (void)size;
    free((char *)data);
}

static int write_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

static int write_each(int fd, const Str *pieces, size_t n) {
    int err = 0;
    for (size_t i = 0; !err && i < n; i++) err = write_all(fd, pieces[i].ptr, pieces[i].len);
    return err;
}

/* Regular files are written beside their place and renamed, so that a failure leaves the old file
 * whole; anything else (a terminal, a pipe, /dev/null) is written directly. */
static int libc_write_pieces(void *user, const char *path, const Str *pieces, size_t n_pieces) {
    (void)user;
    if (strcmp(path, "-") == 0) return write_each(STDOUT_FILENO, pieces, n_pieces);
    struct stat st;
    bool special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    char *tmp = NULL;
    size_t n = strlen(path);
    if (!special) {
        tmp = malloc(n + 8);
        if (!tmp) return ENOMEM;
        memcpy(tmp, path, n);
        memcpy(tmp + n, ".XXXXXX", 8);
    }
    int fd = special ? open(path, O_WRONLY | O_CLOEXEC) : mkstemp(tmp);
    if (fd < 0) {
        int err = errno;
        free(tmp);
        return err;
    }
    int err = write_each(fd, pieces, n_pieces);
    if (!err && !special) {
        mode_t mask = umask(0);
        umask(mask);
        if (fchmod(fd, 0666 & ~mask) != 0) err = errno;
    }
    if (close(fd) != 0 && !err) err = errno;
    if (!special) {
        if (!err && rename(tmp, path) != 0) err = errno;
        if (err) unlink(tmp);
    }
    free(tmp);
    return err;
}

static int libc_write(void *user, const char *path, const char *data, size_t size) {
    const Str whole = {data, size};
    return libc_write_pieces(user, path, &whole, 1);
}

/* The folder of `base` as a descriptor, or -1. */
static int open_folder(const char *base) {
    const char *slash = strrchr(base, '/');
    const size_t n = slash ? (size_t)(slash - base) + (slash == base) : 1;
    char *folder = malloc(n + 1);
    if (!folder) return -1;
    memcpy(folder, slash ? base : ".", n);
    folder[n] = '\0';
    const int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int err = errno;
    free(folder);
    errno = err;
    return fd;
}

static int read_range(int fd, uint64_t offset, char *to, size_t n) {
    while (n > 0) {
        const ssize_t got = pread(fd, to, n, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? errno : ERANGE; /* it has shrunk */
        to += got;
        offset += (uint64_t)got;
        n -= (size_t)got;
    }
    return 0;
}

static int libc_read_beside(void *user, const char *base, const char *path, uint64_t offset, void *to, size_t n) {
    (void)user;
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    const int folder = open_folder(base);
    if (folder < 0) return errno;
    const int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    int err = fd < 0 ? errno : 0;
    close(folder);
    struct stat st;
    if (!err && fstat(fd, &st) != 0) err = errno;
    if (!err && !S_ISREG(st.st_mode)) err = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    if (!err && (offset > (uint64_t)st.st_size || n > (uint64_t)st.st_size - offset)) err = ERANGE;
    if (!err) err = read_range(fd, offset, to, n);
    if (fd >= 0) close(fd);
    return err;
}

Io io_libc(void) {
    return (Io){.read = libc_read, .release = libc_release, .write = libc_write, .write_pieces = libc_write_pieces,
                .read_beside = libc_read_beside};
}
