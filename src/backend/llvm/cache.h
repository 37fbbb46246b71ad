/* SPDX-License-Identifier: Apache-2.0 */
/* Code on disk, by what it was made from: $TENON_CACHE, else $XDG_CACHE_HOME/tenon, else ~/.cache/tenon. Empty
 * $TENON_CACHE: none. A file that is cut short or changed is as good as none. What cannot be read or written is no
 * error. Thread rule: any thread; processes may share a folder. */
#ifndef TENON_BACKEND_LLVM_CACHE_H
#define TENON_BACKEND_LLVM_CACHE_H

#include "base/arena.h"
#include "base/map.h"

typedef struct {
    const char *folder; /* NULL: none */
} LlCache;

/* The folder's name, in the arena. */
LlCache ll_cache_open(Arena *arena);
/* What was stored under the key, to be given to ll_cache_release; false when there is none. */
bool ll_cache_read(const LlCache *self, ContentHash key, Str *out);
void ll_cache_release(Str bytes);
void ll_cache_write(const LlCache *self, ContentHash key, Str bytes);
/* Removes what has not been read for the longest time, when the folder holds more than $TENON_CACHE_MB (512) megabytes:
 * until it holds three quarters of that. Files in the making that are older than an hour were given up: they go too. */
void ll_cache_trim(const LlCache *self, Arena *arena);

#endif
