/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/storage_pool.h"

#include <string.h>

enum { RANGE = 16 };

void storage_pool_init(StoragePool *self, IrModule *m, Arena *arena) {
    *self = (StoragePool){.m = m, .arena = arena};
    map_init(&self->kinds_by_value, arena);
    map_init(&self->symbolic, arena);
}

uint32_t storage_pool_kind(StoragePool *self, StorageKind kind) {
    uint64_t hash = hash_mix(hash_ptr(0, kind.block), (uint64_t)kind.dtype);
    hash = hash_mix(hash_ptr(hash, kind.scope), (uint64_t)kind.device);
    for (MapIter it = map_find(&self->kinds_by_value, hash);
         map_next(&self->kinds_by_value, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value - 1;
        const StorageKind *k = &self->kinds.at[i];
        if (k->dtype == kind.dtype && k->scope == kind.scope && k->device == kind.device &&
            k->block == kind.block)
            return (uint32_t)i;
    }
    vec_push(self->arena, &self->kinds, kind);
    map_add(&self->kinds_by_value, hash, (void *)(uintptr_t)self->kinds.len);
    return (uint32_t)(self->kinds.len - 1);
}

StoragePiece *storage_pool_new(StoragePool *self, uint32_t kind, const IrDim *size) {
    StoragePiece *piece = ARENA_NEW(self->arena, StoragePiece);
    *piece = (StoragePiece){.kind = kind, .size = size};
    return piece;
}

/* The first shelf that is not before that kind and size. */
static size_t find(const StoragePool *self, uint32_t kind, int64_t bytes) {
    size_t low = 0, high = self->shelves.len;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        const StorageShelf *s = &self->shelves.at[mid];
        if (s->kind < kind || (s->kind == kind && s->bytes < bytes)) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

static StorageShelf *find_symbolic(const StoragePool *self, uint32_t kind, const IrDim *size) {
    for (MapIter it = map_find(&self->symbolic, hash_ptr(kind, size));
         map_next(&self->symbolic, &it);) {
        StorageShelf *s = it.value;
        if (s->kind == kind && s->size == size) return s;
    }
    return NULL;
}

static StoragePiece *unlink_piece(StorageShelf *s, StoragePiece *piece) {
    *(piece->prev ? &piece->prev->next : &s->first) = piece->next;
    *(piece->next ? &piece->next->prev : &s->last) = piece->prev;
    piece->prev = piece->next = NULL;
    return piece;
}

static StoragePiece *take_from(StoragePool *self, size_t at, bool newest) {
    StorageShelf *s = &self->shelves.at[at];
    StoragePiece *piece = unlink_piece(s, newest ? s->last : s->first);
    if (!s->first) {
        const size_t behind = --self->shelves.len - at;
        if (behind) memmove(s, s + 1, behind * sizeof *s);
    }
    return piece;
}

static StoragePiece *take_known(StoragePool *self, uint32_t kind, int64_t bytes) {
    const size_t mid = find(self, kind, bytes);
    if (mid < self->shelves.len) {
        const StorageShelf *s = &self->shelves.at[mid];
        if (s->kind == kind && s->bytes / RANGE <= bytes && (bytes || !s->bytes))
            return take_from(self, mid, false);
    }
    if (mid == 0) return NULL;
    const StorageShelf *s = &self->shelves.at[mid - 1];
    if (s->kind != kind || s->bytes < bytes / RANGE) return NULL;
    return take_from(self, mid - 1, true);
}

StoragePiece *storage_pool_take(StoragePool *self, uint32_t kind, const IrDim *size, bool *is_new) {
    int64_t bytes;
    StoragePiece *piece = NULL;
    if (ir_dim_is_const(size, &bytes)) {
        int64_t had;
        piece = take_known(self, kind, bytes);
        if (piece && ir_dim_is_const(piece->size, &had) && had < bytes) piece->size = size;
    } else {
        StorageShelf *s = find_symbolic(self, kind, size);
        if (s && s->first) piece = unlink_piece(s, s->first);
    }
    *is_new = !piece;
    return piece ? piece : storage_pool_new(self, kind, size);
}

static StorageShelf *shelf_of(StoragePool *self, const StoragePiece *piece) {
    int64_t bytes;
    if (!ir_dim_is_const(piece->size, &bytes)) {
        StorageShelf *s = find_symbolic(self, piece->kind, piece->size);
        if (s) return s;
        s = ARENA_NEW(self->arena, StorageShelf);
        *s = (StorageShelf){.kind = piece->kind, .size = piece->size};
        map_add(&self->symbolic, hash_ptr(piece->kind, piece->size), s);
        return s;
    }
    const size_t at = find(self, piece->kind, bytes);
    StorageShelf *s = self->shelves.at + at;
    if (at < self->shelves.len && s->kind == piece->kind && s->bytes == bytes) return s;
    const StorageShelf empty = {.kind = piece->kind, .bytes = bytes};
    vec_push(self->arena, &self->shelves, empty);
    s = self->shelves.at + at;
    memmove(s + 1, s, (self->shelves.len - 1 - at) * sizeof *s);
    *s = empty;
    return s;
}

void storage_pool_give(StoragePool *self, StoragePiece *piece) {
    StorageShelf *s = shelf_of(self, piece);
    piece->prev = s->last;
    *(s->last ? &s->last->next : &s->first) = piece;
    s->last = piece;
}
