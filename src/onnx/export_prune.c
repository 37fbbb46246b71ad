/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes and initializers that nothing uses any more go: what a form in ONNX took the place of, and
 * extents that were not needed. Variables that nothing used in the module keep theirs. One walk
 * from the last node to the first, linear; it recurses as deep as graphs nest. */
#include "onnx/export.h"

bool x_is_live(const OnnxExport *x, const char *name) {
    for (MapIter it = map_find(&x->live, hash_ptr(0, name)); map_next(&x->live, &it);) {
        if (it.value == (const void *)name) return true;
    }
    return false;
}

void x_keep(OnnxExport *x, const char *name) {
    if (!x_is_live(x, name)) map_add(&x->live, hash_ptr(0, name), (void *)(uintptr_t)name);
}

static void prune_graph(OnnxExport *x, OnnxGraph *g);

static bool is_used(const OnnxExport *x, const OnnxNode *n) {
    bool used = false;
    for (size_t i = 0; i < n->outputs.len; i++)
        used = used || (n->outputs.at[i].len && x_is_live(x, n->outputs.at[i].ptr));
    return used;
}

static void keep_node(OnnxExport *x, const OnnxNode *n) {
    for (size_t i = 0; i < n->inputs.len; i++) {
        if (n->inputs.at[i].len) x_keep(x, n->inputs.at[i].ptr);
    }
    for (size_t i = 0; i < n->attrs.len; i++) {
        OnnxGraph *g = ((const OnnxAttr *)n->attrs.at[i])->graph;
        if (g && !x_is_verbatim(x, g)) prune_graph(x, g);
    }
}

static void prune_graph(OnnxExport *x, OnnxGraph *g) {
    for (size_t i = 0; i < g->outputs.len; i++)
        x_keep(x, ((const OnnxValueInfo *)g->outputs.at[i])->name.ptr);
    size_t kept = g->nodes.len;
    for (size_t i = g->nodes.len; i-- > 0;) {
        OnnxNode *n = g->nodes.at[i];
        ctx_poll(x->ctx);
        if (!is_used(x, n)) continue;
        keep_node(x, n);
        g->nodes.at[--kept] = n;
    }
    g->nodes.len -= kept;
    x_prune_infos(x, g);
    if (kept) memmove(g->nodes.at, g->nodes.at + kept, g->nodes.len * sizeof *g->nodes.at);
}

void x_prune(OnnxExport *x) {
    OnnxList *all = &x->main->initializers;
    size_t kept = 0;
    prune_graph(x, x->main);
    for (size_t i = 0; i < all->len; i++) {
        const OnnxTensor *t = all->at[i];
        if (x_is_live(x, t->name.ptr)) all->at[kept++] = all->at[i];
    }
    all->len = kept;
}

/* Names as text, which graphs of the file and what was written share. */
static bool is_named(const OnnxExport *x, Map *names, Str name, bool adds) {
    const uint64_t hash = hash_bytes(x->ctx, name.ptr, name.len);
    for (MapIter it = map_find(names, hash); map_next(names, &it);) {
        if (str_eq(*(const Str *)it.value, name)) return true;
    }
    if (!adds) return false;
    Str *key = ARENA_NEW(names->arena, Str);
    *key = name;
    map_add(names, hash, key);
    return false;
}

void x_prune_initializers(OnnxExport *x) {
    VEC(const OnnxGraph *) graphs = {.at = NULL};
    Arena own;
    Map names;
    arena_init(&own, x->ctx);
    map_init(&names, &own);
    vec_push(&own, &graphs, x->main);
    for (size_t i = 0; i < graphs.len; i++) {
        const OnnxGraph *g = graphs.at[i];
        for (size_t k = 0; k < g->outputs.len; k++)
            is_named(x, &names, ((const OnnxValueInfo *)g->outputs.at[k])->name, true);
        for (size_t k = 0; k < g->nodes.len; k++) {
            const OnnxNode *n = g->nodes.at[k];
            x->uses_default |= !n->domain.len;
            for (size_t a = 0; a < n->inputs.len; a++) is_named(x, &names, n->inputs.at[a], true);
            for (size_t a = 0; a < n->attrs.len; a++) {
                const OnnxGraph *inner = ((const OnnxAttr *)n->attrs.at[a])->graph;
                if (inner) vec_push(&own, &graphs, inner);
            }
        }
    }
    OnnxList *all = &x->main->initializers;
    size_t kept = 0;
    for (size_t i = 0; i < all->len; i++) {
        if (is_named(x, &names, ((const OnnxTensor *)all->at[i])->name, false))
            all->at[kept++] = all->at[i];
    }
    all->len = kept;
    arena_fini(&own);
}
