/* SPDX-License-Identifier: Apache-2.0 */
/* A file is a head and the bytes; the head says what the bytes are, so that a file in another's
 * place is none: their key and kind, their number and their hash. Files are made beside their place
 * and renamed, so that no reader sees half of one. What is loaded is run: so the folder and the
 * files are the user's own, and nobody else may write them. Whoever may write a folder above can
 * exchange the folder only for another one of the user's, which is checked in its turn, by its
 * descriptor. */
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

#include "base/beside.h"
#include "base/diag.h"
#include "base/vec.h"

typedef struct {
    char magic[8];
    uint64_t kind;
    ContentHash key;
    uint64_t size;
    ContentHash hash;
} Head;

static const char magic[8] = "tenon o2";

/* mkdir -p, for the user alone. */
static void make_folder(Arena *arena, const char *path) {
    char *copy = arena_strdup(arena, str_c(path));
    for (char *c = copy + 1; *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(copy, 0700);
        *c = '/';
    }
    mkdir(copy, 0700);
}

/* Nobody but the user can have written it. */
static bool is_own(const struct stat *st) {
    return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* A descriptor; -1: there is no such folder, or (*is_foreign) it is not to be trusted. */
static int open_folder(const char *path, bool *is_foreign) {
    struct stat st;
    *is_foreign = false;
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &st) == 0 && is_own(&st)) return fd;
    *is_foreign = true;
    close(fd);
    return -1;
}

/* Said once for a context. */
static void warn(Ctx *ctx, const char *folder) {
    if (ctx->has_told_cache) return;
    ctx->has_told_cache = true;
    Diag *d = diag_warning(ctx, (Loc){.line = 0}, DIAG_CACHE, folder);
    diag_expected(ctx, d, "a folder of this user's own, which nobody else may write");
    diag_help(
        ctx, d,
        "`chmod go-w` it, or let TENON_CACHE name another one; an empty TENON_CACHE does without");
}

/* That of the environment; a relative one only where it is given for Tenon. */
static const char *folder_name(Arena *arena) {
    const char *own = getenv("TENON_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own) return *own ? arena_strdup(arena, str_c(own)) : NULL;
    if (xdg && *xdg == '/') return arena_printf(arena, "%s/tenon", xdg);
    return home && *home == '/' ? arena_printf(arena, "%s/.cache/tenon", home) : NULL;
}

LlCache ll_cache_open(Arena *arena) {
    const LlCache none = {NULL};
    const char *folder = folder_name(arena);
    bool is_foreign;
    if (!folder) return none;
    make_folder(arena, folder);
    const int fd = open_folder(folder, &is_foreign);
    if (is_foreign) warn(arena->ctx, folder);
    if (fd < 0) return none;
    close(fd);
    return (LlCache){folder};
}

/* 32 digits of a key, ".o", and while it is made 7 bytes more: a name of its own. */
enum { DIGITS = 32, NAME_BYTES = DIGITS + 2, MADE_BYTES = NAME_BYTES + 7 };
enum { TOUCH_SECONDS = 3600, GIVEN_UP_SECONDS = 3600, LIMIT_MB = 512, FILE_BYTES = INT32_MAX };

typedef struct {
    char text[MADE_BYTES + 1];
} Name;

static Name name_of(ContentHash key, const char *end) {
    Name name;
    snprintf(name.text, sizeof name.text, "%016" PRIx64 "%016" PRIx64 ".o%s", key.high, key.low,
             end);
    return name;
}

/* A regular file that may be trusted. A pipe or a device in its place is not waited for. */
static int open_entry(const LlCache *self, ContentHash key, struct stat *st) {
    bool is_foreign;
    const int folder = open_folder(self->folder, &is_foreign);
    if (folder < 0) return -1;
    const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    const int fd = openat(folder, name_of(key, "").text, flags);
    close(folder);
    if (fd < 0) return -1;
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode) && is_own(st)) return fd;
    close(fd);
    return -1;
}

static bool read_all(int fd, void *to, size_t n) {
    for (char *at = to; n;) {
        const ssize_t k = read(fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

/* Read, not mapped: somebody may cut the file short meanwhile. */
static bool read_entry(int fd, const struct stat *st, LlCacheKind kind, ContentHash key, Str *out) {
    Head head;
    if (st->st_size <= (off_t)sizeof head || st->st_size > FILE_BYTES ||
        !read_all(fd, &head, sizeof head) || memcmp(head.magic, magic, sizeof magic) != 0 ||
        head.kind != kind || !content_hash_eq(head.key, key) ||
        head.size != (uint64_t)st->st_size - sizeof head)
        return false;
    char *data = mmap(NULL, head.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) return false;
    *out = (Str){data, head.size};
    if (read_all(fd, data, head.size) && content_hash_eq(head.hash, content_hash(data, head.size)))
        return true;
    ll_cache_release(*out);
    return false;
}

bool ll_cache_read(const LlCache *self, LlCacheKind kind, ContentHash key, Str *out) {
    struct stat st;
    const int fd = self->folder ? open_entry(self, key, &st) : -1;
    if (fd < 0) return false;
    const bool ok = read_entry(fd, &st, kind, key, out);
    /* it is in use: ll_cache_trim */
    if (ok && st.st_mtime + TOUCH_SECONDS < time(NULL)) futimens(fd, NULL);
    close(fd);
    return ok;
}

void ll_cache_release(Str bytes) { munmap((void *)(uintptr_t)bytes.ptr, bytes.len); }

void ll_cache_write(const LlCache *self, LlCacheKind kind, ContentHash key, Str bytes) {
    Head head = {
        .kind = kind, .key = key, .size = bytes.len, .hash = content_hash(bytes.ptr, bytes.len)};
    memcpy(head.magic, magic, sizeof magic);
    bool is_foreign;
    const int folder = self->folder && bytes.len ? open_folder(self->folder, &is_foreign) : -1;
    if (folder < 0) return;
    Name beside = name_of(key, ".XXXXXX");
    const int fd = beside_open(folder, beside.text, 0600);
    if (fd >= 0) {
        const int err = beside_write(fd, (const char *)&head, sizeof head) ||
                        beside_write(fd, bytes.ptr, bytes.len);
        if (close(fd) != 0 || err ||
            renameat(folder, beside.text, folder, name_of(key, "").text) != 0)
            unlinkat(folder, beside.text, 0);
    }
    close(folder);
}

/* --- The size of the folder --- */

typedef struct {
    const char *name;
    int64_t time, bytes;
} Kept;

static int by_age(const void *a, const void *b) {
    const Kept *x = a, *y = b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time)
                              : strcmp(x->name, y->name);
}

static int64_t limit_bytes(void) {
    const char *own = getenv("TENON_CACHE_MB");
    const long mb = own ? strtol(own, NULL, 10) : 0;
    return (int64_t)(mb > 0 && mb < INT32_MAX ? mb : LIMIT_MB) << 20;
}

static bool is_entry(const char *name, bool *is_made) {
    const size_t n = strlen(name);
    *is_made = n == NAME_BYTES;
    return (n == NAME_BYTES || n == MADE_BYTES) && strspn(name, "0123456789abcdef") == DIGITS &&
           memcmp(name + DIGITS, ".o", 2) == 0;
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
        const Kept kept = {arena_strdup(f->arena, str_c(e->d_name)), st.st_mtime,
                           (int64_t)st.st_blocks * 512};
        vec_push(f->arena, &f->list, kept);
        f->total += kept.bytes;
    }
}

void ll_cache_trim(const LlCache *self, Arena *arena) {
    bool is_foreign;
    const int fd = self->folder ? open_folder(self->folder, &is_foreign) : -1;
    if (fd < 0) return;
    Folder f = {.dir = fdopendir(fd), .arena = arena};
    if (!f.dir) {
        close(fd);
        return;
    }
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
