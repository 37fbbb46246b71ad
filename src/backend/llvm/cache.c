/* SPDX-License-Identifier: Apache-2.0 */
/* A file is a head and the bytes; the head has their number and their hash. Files are made beside their place and
 * renamed, so that no reader sees half of one. */
#include "backend/llvm/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"

typedef struct {
    char magic[8];
    uint64_t size;
    ContentHash hash;
} Head;

static const char magic[8] = "tenon o1";

/* mkdir -p, for the user alone. */
static bool make_folder(Arena *arena, const char *path) {
    char *copy = arena_strdup(arena, (Str){path, strlen(path)});
    for (char *c = copy + 1; *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(copy, 0700);
        *c = '/';
    }
    mkdir(copy, 0700);
    struct stat st;
    return stat(copy, &st) == 0 && S_ISDIR(st.st_mode);
}

LlCache ll_cache_open(Arena *arena) {
    const char *own = getenv("TENON_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *folder = own && *own           ? own
                         : own                 ? NULL
                         : xdg && *xdg == '/'  ? arena_printf(arena, "%s/tenon", xdg)
                         : home && *home       ? arena_printf(arena, "%s/.cache/tenon", home)
                                               : NULL;
    if (folder && !make_folder(arena, folder)) folder = NULL;
    return (LlCache){folder ? arena_strdup(arena, (Str){folder, strlen(folder)}) : NULL};
}

/* False: the name is too long. */
static bool name_of(const LlCache *self, ContentHash key, const char *end, char *out, size_t size) {
    const int n = snprintf(out, size, "%s/%016" PRIx64 "%016" PRIx64 ".o%s", self->folder, key.high, key.low, end);
    return n > 0 && (size_t)n < size;
}

enum { NAME_MAX_BYTES = 4096, TOUCH_SECONDS = 3600, GIVEN_UP_SECONDS = 3600, LIMIT_MB = 512 };

bool ll_cache_read(const LlCache *self, ContentHash key, Str *out) {
    char name[NAME_MAX_BYTES];
    struct stat st;
    if (!self->folder || !name_of(self, key, "", name, sizeof name)) return false;
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    const char *data = MAP_FAILED;
    /* others' files are not run */
    const bool is_ours = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                         !(st.st_mode & (S_IWGRP | S_IWOTH));
    if (is_ours && st.st_mtime + TOUCH_SECONDS < time(NULL)) futimens(fd, NULL); /* it is in use: ll_cache_trim */
    if (is_ours && (size_t)st.st_size > sizeof(Head))
        data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (data == MAP_FAILED) return false;
    Head head;
    memcpy(&head, data, sizeof head);
    const Str bytes = {data + sizeof head, (size_t)st.st_size - sizeof head};
    const bool is_whole = memcmp(head.magic, magic, sizeof magic) == 0 && head.size == bytes.len &&
                          content_hash_eq(head.hash, content_hash(bytes.ptr, bytes.len));
    *out = bytes;
    if (!is_whole) ll_cache_release(bytes);
    return is_whole;
}

void ll_cache_release(Str bytes) { munmap((void *)(bytes.ptr - sizeof(Head)), bytes.len + sizeof(Head)); }

static bool write_all(int fd, const void *data, size_t n) {
    for (const char *at = data; n;) {
        const ssize_t k = write(fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

void ll_cache_write(const LlCache *self, ContentHash key, Str bytes) {
    char name[NAME_MAX_BYTES], beside[NAME_MAX_BYTES];
    if (!self->folder || !name_of(self, key, "", name, sizeof name) ||
        !name_of(self, key, ".XXXXXX", beside, sizeof beside))
        return;
    const int fd = mkostemp(beside, O_CLOEXEC); /* 0600 */
    if (fd < 0) return;
    Head head = {.size = bytes.len, .hash = content_hash(bytes.ptr, bytes.len)};
    memcpy(head.magic, magic, sizeof magic);
    const bool ok = write_all(fd, &head, sizeof head) && write_all(fd, bytes.ptr, bytes.len);
    if (close(fd) != 0 || !ok || rename(beside, name) != 0) unlink(beside);
}

/* --- The size of the folder --- */

typedef struct {
    const char *name;
    int64_t time, bytes;
} Kept;

static int by_age(const void *a, const void *b) {
    const Kept *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time) : strcmp(x->name, y->name);
}

static int64_t limit_bytes(void) {
    const char *own = getenv("TENON_CACHE_MB");
    const long mb = own ? strtol(own, NULL, 10) : 0;
    return (int64_t)(mb > 0 && mb < INT32_MAX ? mb : LIMIT_MB) << 20;
}

/* 32 digits of a key, ".o", and 7 bytes more while it is made. */
static bool is_entry(const char *name, bool *is_made) {
    const size_t n = strlen(name);
    *is_made = n == 34;
    return (n == 34 || n == 41) && strspn(name, "0123456789abcdef") == 32 && memcmp(name + 32, ".o", 2) == 0;
}

typedef struct {
    DIR *dir;
    Arena *arena;
    VEC(Kept) list;
    int64_t total;
    Cleanup cleanup;
} Folder;

static void folder_cleanup(Cleanup *node) {
    Folder *f = (Folder *)(void *)((char *)node - offsetof(Folder, cleanup));
    closedir(f->dir);
}

static void list_folder(Folder *f) {
    const int64_t now = time(NULL);
    for (struct dirent *e; (e = readdir(f->dir));) {
        struct stat st;
        bool is_made;
        if (!is_entry(e->d_name, &is_made) ||
            fstatat(dirfd(f->dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (!is_made) {
            if (st.st_mtime + GIVEN_UP_SECONDS < now) unlinkat(dirfd(f->dir), e->d_name, 0);
            continue;
        }
        const Kept kept = {arena_strdup(f->arena, (Str){e->d_name, strlen(e->d_name)}), st.st_mtime,
                           (int64_t)st.st_blocks * 512};
        vec_push(f->arena, &f->list, kept);
        f->total += kept.bytes;
    }
}

void ll_cache_trim(const LlCache *self, Arena *arena) {
    Folder f = {.dir = self->folder ? opendir(self->folder) : NULL, .arena = arena};
    if (!f.dir) return;
    const int64_t limit = limit_bytes();
    cleanup_push(arena->ctx, &f.cleanup, folder_cleanup);
    list_folder(&f);
    const bool is_over = f.total > limit;
    if (is_over) qsort(f.list.at, f.list.len, sizeof *f.list.at, by_age);
    for (size_t i = 0; is_over && i < f.list.len && f.total > limit / 4 * 3; i++) {
        if (unlinkat(dirfd(f.dir), f.list.at[i].name, 0) == 0) f.total -= f.list.at[i].bytes;
    }
    cleanup_pop(&f.cleanup);
    folder_cleanup(&f.cleanup);
}
