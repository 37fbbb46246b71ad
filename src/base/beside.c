/* SPDX-License-Identifier: Apache-2.0 */
#include "base/beside.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RANDOM_BYTES = 6, TRIES = 100 };

/* What cannot be had at random (an old kernel, a sandbox) comes from the clock:
 * O_EXCL is what makes the name our own. */
static uint64_t random_bits(void) {
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) == (ssize_t)sizeof bits) return bits;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return ((uint64_t)t.tv_nsec * 0x9fb21c651e98df25u) ^ ((uint64_t)t.tv_sec << 20) ^
           (uint64_t)getpid();
}

int beside_open(int folder, char *name, mode_t mode) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *end = name + strlen(name);
    for (int i = 0; i < TRIES; i++) {
        uint64_t bits = random_bits();
        for (int k = 0; k < RANDOM_BYTES; k++, bits /= sizeof letters - 1)
            end[k - RANDOM_BYTES] = letters[bits % (sizeof letters - 1)];
        const int fd =
            openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

int beside_write(int fd, const char *data, size_t size) {
    while (size > 0) {
        const ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        size -= (size_t)n;
    }
    return 0;
}

/* --- One file --- */

enum { LINKS_MAX = 40, LINK_BYTES = 4096 };

static void tell(const Watch *watch, WatchEvent event, const char *path) {
    if (watch->note) watch->note(watch->user, event, path);
}

/* The folder's part of a path, with its slash; 0: there is none. */
static size_t folder_bytes(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* `name` in the folder of `path`, unless it is absolute, and `end` behind it. The caller frees it;
 * NULL: no memory. */
static char *in_folder_of(const char *path, const char *name, const char *end) {
    const size_t folder = *name == '/' ? 0 : folder_bytes(path), n = strlen(name), k = strlen(end);
    char *out = malloc(folder + n + k + 1);
    if (!out) return NULL;
    memcpy(out, path, folder);
    memcpy(out + folder, name, n);
    memcpy(out + folder + n, end, k + 1);
    return out;
}

/* Where links lead, also where nothing is yet. The caller frees *out, which is NULL after an
 * error. */
static int follow(const char *path, char **out) {
    char link[LINK_BYTES];
    int err = ELOOP;
    *out = strdup(path);
    for (int i = 0; *out && i < LINKS_MAX; i++) {
        const ssize_t n = readlink(*out, link, sizeof link - 1);
        if (n < 0) return 0;
        link[n] = '\0';
        char *next = in_folder_of(*out, link, "");
        free(*out);
        *out = next;
    }
    if (!*out) err = ENOMEM;
    free(*out);
    *out = NULL;
    return err;
}

/* A file beside `target`, open for writing; one of a short name where the target's leaves no room.
 * NULL: errno says why. The watch's hold: from the moment that the file is there it is known of. */
static char *open_beside(const Watch *watch, const char *target, mode_t mode, int *fd) {
    char *made = NULL;
    tell(watch, WATCH_HOLD, NULL);
    for (int i = 0; i < 2; i++) {
        made = in_folder_of(target, i ? "tenon" : target + folder_bytes(target), ".XXXXXX");
        errno = ENOMEM;
        *fd = made ? beside_open(AT_FDCWD, made, mode) : -1;
        if (*fd >= 0) break;
        const int err = errno;
        free(made);
        made = NULL;
        errno = err;
        if (err != ENAMETOOLONG) break;
    }
    const int err = errno;
    if (made) tell(watch, WATCH_MADE, made);
    tell(watch, WATCH_RELEASE, NULL);
    errno = err;
    return made;
}

static void remove_made(Beside *self, const Watch *watch) {
    if (!self->made) return;
    tell(watch, WATCH_HOLD, NULL);
    unlink(self->made);
    tell(watch, WATCH_GONE, self->made);
    tell(watch, WATCH_RELEASE, NULL);
    free(self->made);
    self->made = NULL;
}

static int write_each(int fd, const Str *pieces, size_t n) {
    int err = 0;
    for (size_t i = 0; !err && i < n; i++) err = beside_write(fd, pieces[i].ptr, pieces[i].len);
    return err;
}

/* The old file's owner and mode, no more than it allowed anybody: the group is another one where it
 * cannot be kept. */
static int keep_mode(int fd, const struct stat *old) {
    mode_t mode = old->st_mode & 0777;
    struct stat st;
    if (fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0)
        errno = 0;
    if (fstat(fd, &st) != 0) return errno;
    if (st.st_gid != old->st_gid) mode = (mode & ~(mode_t)070) | (mode & (mode_t)07) << 3;
    return fchmod(fd, mode) != 0 ? errno : 0;
}

/* What is no regular file is written as it is. */
static int write_special(const char *target, const Str *pieces, size_t n) {
    const int fd = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return errno;
    const int err = write_each(fd, pieces, n);
    return close(fd) != 0 && !err ? errno : err;
}

/* The target is a name that may be. */
static int write_beside(Beside *self, const Watch *watch, const Str *pieces, size_t n,
                        bool is_synced) {
    struct stat old;
    int fd;
    const bool has_old = stat(self->target, &old) == 0;
    if (has_old && !S_ISREG(old.st_mode)) return write_special(self->target, pieces, n);
    self->made = open_beside(watch, self->target, has_old ? 0600 : 0666, &fd);
    if (!self->made) return errno;
    int err = has_old ? keep_mode(fd, &old) : 0;
    if (!err) err = write_each(fd, pieces, n);
    if (!err && (has_old || is_synced) && fdatasync(fd) != 0 && errno != EINVAL && errno != EROFS)
        err = errno;
    if (close(fd) != 0 && !err) err = errno;
    return err;
}

int beside_make(Beside *self, const Watch *watch, const char *path, const Str *pieces, size_t n,
                bool is_synced) {
    *self = (Beside){.target = NULL};
    int err = follow(path, &self->target);
    const size_t bytes = err ? 0 : strlen(self->target);
    if (!err && !bytes) err = ENOENT;
    if (!err && self->target[bytes - 1] == '/') err = EISDIR;
    if (!err) err = write_beside(self, watch, pieces, n, is_synced);
    if (err) beside_end(self, watch);
    return err;
}

int beside_place(Beside *self, const Watch *watch) {
    if (!self->made) return 0;
    tell(watch, WATCH_HOLD, NULL);
    const int err = rename(self->made, self->target) != 0 ? errno : 0;
    if (!err) {
        tell(watch, WATCH_GONE, self->made);
        free(self->made);
        self->made = NULL;
    }
    tell(watch, WATCH_RELEASE, NULL);
    return err;
}

int beside_set_aside(Beside *self) {
    const Watch unwatched = {NULL, NULL}; /* a handler of signals must not remove it */
    int fd;
    struct stat st;
    if (!self->made || stat(self->target, &st) != 0) return 0;
    char *old = open_beside(&unwatched, self->target, 0600, &fd);
    if (!old) return errno;
    close(fd);
    if (rename(self->target, old) == 0) {
        self->old = old;
        return 0;
    }
    const int err = errno;
    unlink(old);
    free(old);
    return err;
}

void beside_put_back(Beside *self, bool is_placed) {
    if (self->old) {
        if (rename(self->old, self->target) != 0) return; /* it stays beside its place */
        free(self->old);
        self->old = NULL;
    } else if (is_placed) {
        unlink(self->target);
    }
}

void beside_forget(Beside *self) {
    if (self->old) unlink(self->old);
    free(self->old);
    self->old = NULL;
}

void beside_end(Beside *self, const Watch *watch) {
    remove_made(self, watch);
    free(self->target);
    free(self->old);
    *self = (Beside){.target = NULL};
}

/* --- Names --- */

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Two places where nothing is: of one name in one folder. */
static bool is_same_place(const char *a, const char *b) {
    struct stat x, y;
    char *folders[] = {in_folder_of(a, ".", ""), in_folder_of(b, ".", "")};
    const bool is_same = folders[0] && folders[1] && stat(folders[0], &x) == 0 &&
                         stat(folders[1], &y) == 0 && same_file(&x, &y) &&
                         strcmp(a + folder_bytes(a), b + folder_bytes(b)) == 0;
    free(folders[0]);
    free(folders[1]);
    return is_same;
}

bool beside_is_same(const char *a, const char *b) {
    struct stat x, y;
    const bool has_a = stat(a, &x) == 0, has_b = stat(b, &y) == 0;
    if (has_a || has_b) return has_a && has_b && same_file(&x, &y);
    char *targets[2] = {NULL, NULL};
    const bool is_same = follow(a, &targets[0]) == 0 && follow(b, &targets[1]) == 0 &&
                         is_same_place(targets[0], targets[1]);
    free(targets[0]);
    free(targets[1]);
    return is_same;
}
