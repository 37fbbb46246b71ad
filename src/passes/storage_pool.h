/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that nothing holds, by kind and size. */
#ifndef TENON_PASSES_STORAGE_POOL_H
#define TENON_PASSES_STORAGE_POOL_H

#include "base/map.h"
#include "ir/ir.h"

typedef struct StoragePiece StoragePiece;
struct StoragePiece {
    uint32_t kind;     /* only the same may be used again: see storage_pool_kind */
    const IrDim *size; /* in bytes */
    IrVar *var;        /* the user's */
    StoragePiece *prev, *next;
};

/* Pieces of one kind and size, in the order in which they came back. */
typedef struct {
    uint32_t kind;
    int64_t bytes;
    const IrDim *size; /* of a symbolic size */
    StoragePiece *first, *last;
} StorageShelf;

typedef struct {
    DType dtype;
    const char *scope;
    int64_t device;
    const IrBlock *block; /* outside of it its pieces are not seen */
} StorageKind;

typedef struct {
    IrModule *m;
    Arena *arena;
    VEC(StorageKind) kinds;
    Map kinds_by_value;        /* their numbers plus 1 */
    VEC(StorageShelf) shelves; /* of known sizes, by kind and size; none is empty */
    Map symbolic;              /* StorageShelf, by kind and size */
} StoragePool;

void storage_pool_init(StoragePool *self, IrModule *m, Arena *arena);
uint32_t storage_pool_kind(StoragePool *self, StorageKind kind);
/* A piece that is free and fits, which may grow by it, else a new one; *is_new says which. */
StoragePiece *storage_pool_take(StoragePool *self, uint32_t kind, const IrDim *size, bool *is_new);
void storage_pool_give(StoragePool *self, StoragePiece *piece);
/* One that is never free. */
StoragePiece *storage_pool_new(StoragePool *self, uint32_t kind, const IrDim *size);

#endif
