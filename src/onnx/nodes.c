/* SPDX-License-Identifier: Apache-2.0 */
/* How many nodes of each operator a model's file holds: those of branches, bodies of loops and the
 * model's functions too, each as it stands there. */
#include "onnx/onnx.h"
#include "onnx/proto.h"

#include <stdlib.h>

typedef struct {
    Str name;
    size_t count;
} Kind;

typedef struct {
    Arena *arena;
    Map by_name;
    VEC(Kind *) kinds;
    VEC(const OnnxList *) lists; /* of nodes that are still to be counted */
} Count;

static void count_node(Count *self, const OnnxNode *node) {
    const uint64_t hash = hash_bytes(self->arena->ctx, node->op_type.ptr, node->op_type.len);
    Kind *kind = NULL;
    for (MapIter it = map_find(&self->by_name, hash); !kind && map_next(&self->by_name, &it);) {
        Kind *k = it.value;
        if (str_eq(k->name, node->op_type)) kind = k;
    }
    if (!kind) {
        kind = ARENA_NEW(self->arena, Kind);
        kind->name = node->op_type;
        map_add(&self->by_name, hash, kind);
        vec_push(self->arena, &self->kinds, kind);
    }
    kind->count++;
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *a = node->attrs.at[i];
        if (a->graph) vec_push(self->arena, &self->lists, &a->graph->nodes);
    }
}

static int by_count(const void *a, const void *b) {
    const Kind *x = *(Kind *const *)a, *y = *(Kind *const *)b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    const size_t n = x->name.len < y->name.len ? x->name.len : y->name.len;
    const int order = n ? memcmp(x->name.ptr, y->name.ptr, n) : 0;
    return order ? order : x->name.len < y->name.len ? -1 : x->name.len > y->name.len;
}

bool onnx_count_nodes(Arena *arena, Str bytes, StrBuf *out) {
    const OnnxModel *model = onnx_model_parse(arena, bytes);
    if (!model) return false;
    Count self = {.arena = arena};
    size_t total = 0;
    map_init(&self.by_name, arena);
    if (model->graph) vec_push(arena, &self.lists, &model->graph->nodes);
    for (size_t i = 0; i < model->functions.len; i++)
        vec_push(arena, &self.lists, &((const OnnxFunction *)model->functions.at[i])->nodes);
    for (size_t i = 0; i < self.lists.len; i++) {
        const OnnxList *nodes = self.lists.at[i];
        for (size_t k = 0; k < nodes->len; k++) count_node(&self, nodes->at[k]);
        total += nodes->len;
    }
    if (self.kinds.len) qsort(self.kinds.at, self.kinds.len, sizeof *self.kinds.at, by_count);
    strbuf_printf(out, "%zu nodes\n", total);
    for (size_t i = 0; i < self.kinds.len; i++) {
        const Str name = self.kinds.at[i]->name;
        strbuf_printf(out, "%zu ", self.kinds.at[i]->count);
        strbuf_escaped(out, (Str){name.ptr, name.len < 200 ? name.len : 200});
        strbuf_putc(out, '\n');
    }
    return true;
}
