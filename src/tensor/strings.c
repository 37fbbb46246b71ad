/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/strings.h"

#include "base/kept.h"
#include "base/map.h"

_Static_assert(sizeof(char *) == sizeof(int64_t), "an element is what loops move as an int64");

static const char key; /* of the context's table */

static size_t length(const char *element) {
    size_t n;
    memcpy(&n, element - sizeof n, sizeof n);
    return n;
}

Str string_content(const char *element) {
    return element ? (Str){element, length(element)} : (Str){"", 0};
}

/* The context's strings, by their hash. */
static Map *table_of(Ctx *ctx) {
    Map *table = kept_find(ctx, &key);
    if (table) return table;
    CtxKept *kept = kept_begin(ctx);
    table = ARENA_NEW(&kept->arena, Map);
    map_init(table, &kept->arena);
    kept_end(kept, &key, table);
    return table;
}

const char *string_intern(Ctx *ctx, Str s) {
    if (!s.len) return NULL;
    Map *table = table_of(ctx);
    const uint64_t hash = hash_bytes(ctx, s.ptr, s.len);
    for (MapIter it = map_find(table, hash); map_next(table, &it);) {
        const char *element = it.value;
        if (length(element) == s.len && memcmp(element, s.ptr, s.len) == 0) return element;
    }
    char *block = arena_alloc(table->arena, sizeof s.len + s.len + 1);
    memcpy(block, &s.len, sizeof s.len);
    memcpy(block + sizeof s.len, s.ptr, s.len);
    block[sizeof s.len + s.len] = '\0';
    map_add(table, hash, block + sizeof s.len);
    return block + sizeof s.len;
}

void tensor_set_string(Tensor *self, size_t i, Str s) {
    const char *element = string_intern(self->ctx, s);
    memcpy(tensor_at(self, i), &element, sizeof element);
}
