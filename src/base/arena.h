/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is freed all at once. An arena registers a clean-up with its context, so whatever is
 * thrown frees it; arena_fini, or arena_keep and a later arena_fini, ends it in the ordinary way.
 *
 * Hard mode (TENON_HARD) gives every allocation a chunk of its own and poisons what is freed, so
 * that "the k-th allocation fails" means every allocation and a stale pointer is seen.
 */
#ifndef TENON_BASE_ARENA_H
#define TENON_BASE_ARENA_H

#include <stdarg.h>

#include "base/ctx.h"

typedef struct ArenaChunk ArenaChunk;

typedef struct {
    Ctx *ctx;
    ArenaChunk *chunks; /* newest first */
    char *next, *end;   /* free room in the newest chunk */
    size_t chunk_size;  /* of the next chunk */
    Cleanup cleanup;
} Arena;

typedef struct {
    ArenaChunk *chunk;
    char *next;
    size_t chunk_size;
} ArenaMark;

void arena_init(Arena *self, Ctx *ctx);
void arena_fini(Arena *self);
/* The arena outlives the call: it leaves the context's clean-ups. Its owner calls arena_fini. */
void arena_keep(Arena *self);

/* Never NULL; throws STATUS_MEMORY. Aligned to 16 bytes from 16 bytes on, else to 8. */
void *arena_alloc(Arena *self, size_t size);
void *arena_calloc(Arena *self, size_t count, size_t size);
/* Copies an array to a place with room for `new_count` elements; the old place stays as garbage. */
void *arena_grow(Arena *self, void *old, size_t old_count, size_t new_count, size_t size);
char *arena_strdup(Arena *self, Str s); /* NUL-terminated */
char *arena_printf(Arena *self, const char *fmt, ...) PRINTF_LIKE(2, 3);
char *arena_vprintf(Arena *self, const char *fmt, va_list args) PRINTF_LIKE(2, 0);

#define ARENA_NEW(arena, T) ((T *)arena_calloc((arena), 1, sizeof(T)))
#define ARENA_ARRAY(arena, T, n) ((T *)arena_calloc((arena), (n), sizeof(T)))

/* Frees everything that was allocated since the mark, but for the first chunk. */
ArenaMark arena_mark(const Arena *self);
void arena_rewind(Arena *self, ArenaMark mark);

#endif
