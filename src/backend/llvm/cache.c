/* SPDX-License-Identifier: Apache-2.0 */
/* A file is a head and the bytes; the head has their number and their hash. Files are made beside their place and
 * renamed, so that no reader sees half of one. */
#include "backend/llvm/cache.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

enum { NAME_MAX_BYTES = 4096 };

bool ll_cache_read(const LlCache *self, ContentHash key, Str *out) {
    char name[NAME_MAX_BYTES];
    struct stat st;
    if (!self->folder || !name_of(self, key, "", name, sizeof name)) return false;
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    const char *data = MAP_FAILED;
    /* others' files are not run */
    const bool is_ours = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
    if (is_ours && (size_t)st.st_size > sizeof(Head)) data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
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
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

void ll_cache_write(const LlCache *self, ContentHash key, Str bytes) {
    char name[NAME_MAX_BYTES], beside[NAME_MAX_BYTES];
    if (!self->folder || !name_of(self, key, "", name, sizeof name) || !name_of(self, key, ".XXXXXX", beside, sizeof beside)) return;
    const int fd = mkostemp(beside, O_CLOEXEC); /* 0600 */
    if (fd < 0) return;
    Head head = {.size = bytes.len, .hash = content_hash(bytes.ptr, bytes.len)};
    memcpy(head.magic, magic, sizeof magic);
    const bool ok = write_all(fd, &head, sizeof head) && write_all(fd, bytes.ptr, bytes.len);
    if (close(fd) != 0 || !ok || rename(beside, name) != 0) unlink(beside);
}
