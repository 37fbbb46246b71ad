/* SPDX-License-Identifier: Apache-2.0 */
/* Code on disk, by what it was made from: $TENON_CACHE, else $XDG_CACHE_HOME/tenon, else
 * ~/.cache/tenon, where these are absolute. Empty $TENON_CACHE: none. A file that is cut short,
 * changed, another's, or that of another key is as good as none. What cannot be read or written is
 * no error; a folder that others may write is not used, and a warning says so. Thread rule: any
 * thread, but ll_cache_open and ll_cache_trim; processes may share a folder. */
#ifndef TENON_BACKEND_LLVM_CACHE_H
#define TENON_BACKEND_LLVM_CACHE_H

#include "base/arena.h"
#include "base/map.h"

typedef struct {
    const char *folder; /* NULL: none */
} LlCache;

/* A number of the format. */
typedef enum { LL_CACHE_PROGRAM = 1, LL_CACHE_OBJECT = 2 } LlCacheKind;

/* The folder's name, in the arena. */
LlCache ll_cache_open(Arena *arena);
/* What was stored under the key, to be given to ll_cache_release; false when there is none. */
bool ll_cache_read(const LlCache *self, LlCacheKind kind, ContentHash key, Str *out);
void ll_cache_release(Str bytes);
/* Nothing is not kept. */
void ll_cache_write(const LlCache *self, LlCacheKind kind, ContentHash key, Str bytes);
/* Removes what has not been read for the longest time, when the folder holds more than
 * $TENON_CACHE_MB (512) megabytes: until it holds three quarters of that. Files in the making that
 * are older than an hour were given up: they go too. */
void ll_cache_trim(const LlCache *self, Arena *arena);

#endif
