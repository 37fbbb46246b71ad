/* SPDX-License-Identifier: Apache-2.0 */
/* An open-addressing hash table of (hash, value) in an arena; keys are wherever the values say.
 *
 * Lookups walk the candidates of a hash and the caller compares, so one table type serves names,
 * types, dims and attributes alike:
 *
 *     for (MapIter it = map_find(&m, hash); map_next(&m, &it);)
 *         if (same(it.value, key)) return it.value;
 *     map_add(&m, hash, value);
 *
 * Iteration order over a table is deliberately not offered. Values are never NULL.
 */
#ifndef TENON_BASE_MAP_H
#define TENON_BASE_MAP_H

#include "base/arena.h"

typedef struct {
    uint64_t hash;
    void *value; /* NULL: free */
} MapSlot;

typedef struct {
    Arena *arena;
    MapSlot *slots;
    size_t cap, len; /* cap is 0 or a power of two */
} Map;

typedef struct {
    uint64_t hash;
    size_t at;
    void *value;
} MapIter;

void map_init(Map *self, Arena *arena);
void map_add(Map *self, uint64_t hash, void *value);
/* Forgets every entry and keeps the room. */
void map_clear(Map *self);

static inline MapIter map_find(const Map *self, uint64_t hash) {
    return (MapIter){.hash = hash, .at = self->cap ? (size_t)hash & (self->cap - 1) : 0};
}

static inline bool map_next(const Map *self, MapIter *it) {
    if (!self->cap) return false;
    for (;;) {
        const MapSlot *s = &self->slots[it->at];
        if (!s->value) return false;
        it->at = (it->at + 1) & (self->cap - 1);
        if (s->hash == it->hash) {
            it->value = s->value;
            return true;
        }
    }
}

/* Hashes are seeded by the context; see Ctx.hash_seed. */
uint64_t hash_bytes(const Ctx *ctx, const void *ptr, size_t len);

/* 128 bits that are the same in every process: for what is stored under what it was made from. */
typedef struct {
    uint64_t high, low;
} ContentHash;

ContentHash content_hash(const void *ptr, size_t len);
static inline bool content_hash_eq(ContentHash a, ContentHash b) {
    return a.high == b.high && a.low == b.low;
}

/* Two rounds: pointers and counters differ in few bits, and every bit of the result must depend on
 * each of them, or a table with linear probing fills in clusters. */
static inline uint64_t hash_mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9fb21c651e98df25u;
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 32);
}
static inline uint64_t hash_ptr(uint64_t h, const void *p) { return hash_mix(h, (uintptr_t)p); }

/* By pointer. Every step of hash_mix can be undone, so no two pointers have the same hash and there
 * is nothing to compare. The entries of such a map are added by map_add_ptr alone. */
static inline void map_add_ptr(Map *self, const void *key, void *value) {
    map_add(self, hash_ptr(0, key), value);
}
/* What was added for the key; NULL: nothing. */
static inline void *map_get_ptr(const Map *self, const void *key) {
    MapIter it = map_find(self, hash_ptr(0, key));
    return map_next(self, &it) ? it.value : NULL;
}
/* A set of pointers. False: it had this one already. */
static inline bool map_mark_ptr(Map *self, const void *key) {
    if (map_get_ptr(self, key)) return false;
    map_add_ptr(self, key, (void *)(uintptr_t)key);
    return true;
}

/* Names, interned: equal names are the same pointer. NUL-terminated, owned by the arena. */
typedef struct {
    Ctx *ctx;
    Map map;
} Interner;

void interner_init(Interner *self, Arena *arena);
const char *intern(Interner *self, Str s);
const char *intern_c(Interner *self, const char *s);
/* The interned name, or NULL when it was never interned. */
const char *intern_get(const Interner *self, Str s);

#endif
