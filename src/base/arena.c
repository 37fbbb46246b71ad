/* SPDX-License-Identifier: Apache-2.0 */
/* Chunked bump allocation. Chunks double up to a megabyte, so a module of a hundred bindings costs
 * a few kilobytes; from then on each is an eighth larger, up to 4 MB, so that one of a million
 * bindings costs a few hundred system calls, and has large pages. */
#include "base/arena.h"

#include <stdio.h>

#include "base/hard.h"

struct ArenaChunk {
    ArenaChunk *older;
    size_t size; /* with this header */
};

enum {
    CHUNK_FIRST = 4096 - sizeof(ArenaChunk),
    CHUNK_DOUBLED = 1 << 20,
    CHUNK_MAX = 4 << 20,
    CHUNK_HEAD = 16
};
_Static_assert(sizeof(ArenaChunk) <= CHUNK_HEAD, "the header keeps the alignment");

static void arena_cleanup(Cleanup *node) {
    Arena *self = (Arena *)(void *)((char *)node - offsetof(Arena, cleanup));
    arena_fini(self);
}

void arena_init(Arena *self, Ctx *ctx) {
    *self = (Arena){.ctx = ctx, .chunk_size = CHUNK_FIRST};
    cleanup_push(ctx, &self->cleanup, arena_cleanup);
}

static void free_newest(Arena *self) {
    ArenaChunk *c = self->chunks;
    self->chunks = c->older;
    if (HARD_MODE) memset((char *)c + CHUNK_HEAD, HARD_POISON, c->size - CHUNK_HEAD);
    ctx_resize(self->ctx, c, c->size, 0);
}

void arena_fini(Arena *self) {
    while (self->chunks) free_newest(self);
    self->next = self->end = NULL;
    cleanup_pop(&self->cleanup);
}

void arena_keep(Arena *self) { cleanup_pop(&self->cleanup); }

static void *alloc_slow(Arena *self, size_t size) {
    while (self->chunk_size < CHUNK_DOUBLED && self->chunk_size / 4 < size) self->chunk_size *= 2;
    size_t want = HARD_MODE || size > self->chunk_size ? size : self->chunk_size;
    if (self->chunk_size < CHUNK_MAX)
        self->chunk_size +=
            self->chunk_size < CHUNK_DOUBLED ? self->chunk_size : self->chunk_size / 8;
    size_t total;
    if (!add_size(want, CHUNK_HEAD, &total)) ctx_throw(self->ctx, STATUS_MEMORY);
    ArenaChunk *c = ctx_resize(self->ctx, NULL, 0, total);
    *c = (ArenaChunk){.older = self->chunks, .size = total};
    self->chunks = c;
    self->next = (char *)c + CHUNK_HEAD + size;
    self->end = (char *)c + total;
    return (char *)c + CHUNK_HEAD;
}

void *arena_alloc(Arena *self, size_t size) {
    size_t align = size >= 16 ? 16 : 8;
    if (UNLIKELY(size > SIZE_MAX / 2)) ctx_throw(self->ctx, STATUS_MEMORY);
    size = (size + align - 1) & ~(align - 1);
    uintptr_t at = ((uintptr_t)self->next + align - 1) & ~(uintptr_t)(align - 1);
    if (LIKELY(!HARD_MODE && self->next && at + size <= (uintptr_t)self->end)) {
        self->next = (char *)at + size;
        return (char *)at;
    }
    return alloc_slow(self, size);
}

void *arena_calloc(Arena *self, size_t count, size_t size) {
    size_t total;
    if (!mul_size(count, size, &total)) ctx_throw(self->ctx, STATUS_MEMORY);
    void *p = arena_alloc(self, total);
    if (total) memset(p, 0, total);
    return p;
}

void *arena_grow(Arena *self, void *old, size_t old_count, size_t new_count, size_t size) {
    size_t total;
    if (!mul_size(new_count, size, &total)) ctx_throw(self->ctx, STATUS_MEMORY);
    void *p = arena_alloc(self, total);
    if (old_count) memcpy(p, old, old_count * size);
    return p;
}

char *arena_strdup(Arena *self, Str s) {
    char *p = arena_alloc(self, s.len + 1);
    if (s.len) memcpy(p, s.ptr, s.len);
    p[s.len] = '\0';
    return p;
}

char *arena_vprintf(Arena *self, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    BUG_IF(n < 0);
    char *p = arena_alloc(self, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

char *arena_printf(Arena *self, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char *p = arena_vprintf(self, fmt, args);
    va_end(args);
    return p;
}

ArenaMark arena_mark(const Arena *self) {
    return (ArenaMark){.chunk = self->chunks, .next = self->next, .chunk_size = self->chunk_size};
}

/* An arena that was empty keeps its first chunk: work between a mark and its rewind is done again
 * and again. */
void arena_rewind(Arena *self, ArenaMark mark) {
    while (self->chunks != mark.chunk && (HARD_MODE || self->chunks->older)) free_newest(self);
    self->chunk_size = mark.chunk_size;
    ArenaChunk *c = self->chunks;
    self->next = c == mark.chunk ? mark.next : (char *)c + CHUNK_HEAD;
    self->end = c ? (char *)c + c->size : NULL;
}
