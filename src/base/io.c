/* SPDX-License-Identifier: Apache-2.0 */
/* The default I/O hook. Texts and pipes are read into memory: a mapped file that shrinks under us
 * raises SIGBUS. What holds weights is mapped where it is large (`map`), and the price is in its
 * contract. A write replaces the file in one step (base/beside.h), so that what is mapped stays. */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/io.h"

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

/* Without a context, so nobody is told. */
static int libc_write(void *user, const char *path, const char *data, size_t size) {
    (void)user;
    if (strcmp(path, "-") == 0) return beside_write(STDOUT_FILENO, data, size);
    const Str whole = {data, size};
    const Watch watch = {NULL, NULL};
    Beside file;
    int err = beside_make(&file, &watch, path, &whole, 1, false);
    if (!err) err = beside_place(&file, &watch);
    beside_end(&file, &watch);
    return err;
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

/* Smaller files are read: that costs less than a page, and no one can shrink them under us. */
enum { MAP_MIN = 64 << 10 };

static int open_beside(const char *base, const char *path) {
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    const int folder = open_folder(base);
    if (folder < 0) return folder;
    const int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    const int err = errno;
    close(folder);
    errno = err;
    return fd;
}

/* Private and for reading only: nothing that we do reaches the file. False where it cannot be
 * mapped. */
static bool map_file(int fd, const struct stat *st, IoBytes *out) {
    if (!S_ISREG(st->st_mode) || st->st_size < MAP_MIN || (uintmax_t)st->st_size > SIZE_MAX)
        return false;
    void *data = mmap(NULL, (size_t)st->st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) return false;
    *out = (IoBytes){.data = data, .size = (size_t)st->st_size, .fd = fd, .is_mapped = true};
    return true;
}

/* Takes over fd. */
static int map_or_read(int fd, bool regular_only, size_t limit, IoBytes *out) {
    struct stat st;
    *out = (IoBytes){.fd = -1};
    int err = fstat(fd, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (!err && regular_only && !S_ISREG(st.st_mode)) err = EINVAL;
    if (!err && S_ISREG(st.st_mode) && (uintmax_t)st.st_size > limit) err = EFBIG;
    if (!err && map_file(fd, &st, out)) return 0;
    if (!err) err = read_stream(fd, limit, &out->data, &out->size);
    close(fd);
    return err;
}

static int libc_map(void *user, const char *path, size_t limit, IoBytes *out) {
    (void)user;
    *out = (IoBytes){.fd = -1};
    if (strcmp(path, "-") == 0) return read_stream(STDIN_FILENO, limit, &out->data, &out->size);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? errno : map_or_read(fd, false, limit, out);
}

static int libc_map_beside(void *user, const char *base, const char *path, IoBytes *out) {
    (void)user;
    const int fd = open_beside(base, path);
    return fd < 0 ? errno : map_or_read(fd, true, SIZE_MAX / 2, out);
}

static int libc_settle(void *user, IoBytes *bytes) {
    (void)user;
    struct stat st;
    if (bytes->fd < 0) return 0;
    const bool same =
        fstat(bytes->fd, &st) == 0 && st.st_size >= 0 && (uintmax_t)st.st_size == bytes->size;
    close(bytes->fd);
    bytes->fd = -1;
    return same ? 0 : ESTALE;
}

static void libc_unmap(void *user, IoBytes bytes) {
    libc_settle(user, &bytes);
    if (bytes.is_mapped)
        munmap((void *)(uintptr_t)bytes.data, bytes.size);
    else
        free((char *)(uintptr_t)bytes.data);
}

Io io_libc(void) {
    return (Io){.read = libc_read,
                .release = libc_release,
                .write = libc_write,
                .map = libc_map,
                .map_beside = libc_map_beside,
                .settle = libc_settle,
                .unmap = libc_unmap,
                .has_names = true};
}

void io_passed(const Io *io, const IoBytes *bytes, Str range) {
    if (io->map != libc_map || !bytes->is_mapped || range.ptr < bytes->data) return;
    const size_t before = (size_t)(range.ptr - bytes->data);
    if (before > bytes->size || range.len > bytes->size - before) return;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)range.ptr;
    const uintptr_t from = (at + page - 1) & ~(page - 1), to = (at + range.len) & ~(page - 1);
    if (from < to) madvise((void *)from, to - from, MADV_DONTNEED); /* the file has them still */
}
