/* SPDX-License-Identifier: Apache-2.0 */
/* Linear probing at a load of at most 1/2; the stored hash makes growing cheap. */
#include "base/map.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/hard.h"

void map_init(Map *self, Arena *arena) { *self = (Map){.arena = arena}; }

static void put(MapSlot *slots, size_t cap, uint64_t hash, void *value) {
    size_t at = (size_t)hash & (cap - 1);
    while (slots[at].value) at = (at + 1) & (cap - 1);
    slots[at] = (MapSlot){hash, value};
}

void map_add(Map *self, uint64_t hash, void *value) {
    BUG_IF(!value);
    if ((self->len + 1) * 2 > self->cap) {
        size_t cap = self->cap ? self->cap * 2 : (size_t)(HARD_MODE ? 2 : 8);
        MapSlot *slots = ARENA_ARRAY(self->arena, MapSlot, cap);
        for (size_t i = 0; i < self->cap; i++) {
            if (self->slots[i].value) put(slots, cap, self->slots[i].hash, self->slots[i].value);
        }
        self->slots = slots;
        self->cap = cap;
    }
    put(self->slots, self->cap, hash, value);
    self->len++;
}

void map_clear(Map *self) {
    if (self->len) memset(self->slots, 0, self->cap * sizeof *self->slots);
    self->len = 0;
}

uint64_t hash_bytes(const Ctx *ctx, const void *ptr, size_t len) {
    return XXH3_64bits_withSeed(ptr, len, ctx->hash_seed);
}

ContentHash content_hash(const void *ptr, size_t len) {
    const XXH128_hash_t h = XXH3_128bits(ptr, len);
    return (ContentHash){h.high64, h.low64};
}

void interner_init(Interner *self, Arena *arena) {
    self->ctx = arena->ctx;
    map_init(&self->map, arena);
}

static const char *find(const Interner *self, Str s, uint64_t hash) {
    for (MapIter it = map_find(&self->map, hash); map_next(&self->map, &it);) {
        const char *name = it.value;
        if (strncmp(name, s.ptr, s.len) == 0 && name[s.len] == '\0') return name;
    }
    return NULL;
}

const char *intern(Interner *self, Str s) {
    if (s.len == 0) s.ptr = "";
    uint64_t hash = hash_bytes(self->ctx, s.ptr, s.len);
    const char *name = find(self, s, hash);
    if (name) return name;
    char *copy = arena_strdup(self->map.arena, s);
    map_add(&self->map, hash, copy);
    return copy;
}

const char *intern_c(Interner *self, const char *s) { return intern(self, str_c(s)); }

const char *intern_get(const Interner *self, Str s) {
    if (s.len == 0) s.ptr = "";
    return find(self, s, hash_bytes(self->ctx, s.ptr, s.len));
}
