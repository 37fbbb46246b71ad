/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs in the attributes of nodes that are written as they were: they keep what they hold. What
 * they use from around has the names that this has now. What they define keeps its names where
 * these were free when names were given out, and gets others otherwise, which nothing else in the
 * model has. */
#include "onnx/export.h"

struct OnnxRenames {
    const OnnxRenames *outer;
    Map map;   /* Rename */
    bool keep; /* what graphs define keeps its name */
};

typedef struct {
    Str from, to;
} Rename;

void x_rename(OnnxExport *x, OnnxRenames *r, Str from, const char *to) {
    Rename *n = ARENA_NEW(x->arena, Rename);
    *n = (Rename){from, {to, strlen(to)}};
    map_add(&r->map, hash_bytes(x->ctx, from.ptr, from.len), n);
}

static Str renamed(OnnxExport *x, const OnnxRenames *r, Str name) {
    for (; r; r = r->outer) {
        for (MapIter it = map_find(&r->map, hash_bytes(x->ctx, name.ptr, name.len));
             map_next(&r->map, &it);) {
            const Rename *n = it.value;
            if (str_eq(n->from, name)) return n->to;
        }
    }
    return name;
}

static void define(OnnxExport *x, OnnxRenames *r, Str name) {
    const char *own = arena_strdup(x->arena, name);
    if (name.len) x_rename(x, r, name, r->keep ? own : x_name(x, own));
}

static void rename_infos(OnnxExport *x, const OnnxRenames *r, const OnnxList *infos) {
    for (size_t i = 0; i < infos->len; i++) {
        OnnxValueInfo *info = infos->at[i];
        info->name = renamed(x, r, info->name);
    }
}

/* As deep as graphs nest, which the parser bounds. */
static void rename_graph(OnnxExport *x, const OnnxRenames *outer, OnnxGraph *g) {
    OnnxRenames own = {.outer = outer, .keep = outer && outer->keep};
    map_init(&own.map, x->arena);
    ctx_poll(x->ctx);
    for (size_t i = 0; i < g->inputs.len; i++)
        define(x, &own, ((const OnnxValueInfo *)g->inputs.at[i])->name);
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        if (str_eq(renamed(x, &(OnnxRenames){.map = own.map}, t->name), t->name))
            define(x, &own, t->name);
    }
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *n = g->nodes.at[i];
        for (size_t k = 0; k < n->outputs.len; k++) define(x, &own, n->outputs.at[k]);
    }
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        t->name = renamed(x, &own, t->name);
    }
    rename_infos(x, &own, &g->inputs);
    rename_infos(x, &own, &g->outputs);
    rename_infos(x, &own, &g->infos);
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *n = g->nodes.at[i];
        for (size_t k = 0; k < n->inputs.len; k++)
            n->inputs.at[k] = renamed(x, &own, n->inputs.at[k]);
        for (size_t k = 0; k < n->outputs.len; k++)
            n->outputs.at[k] = renamed(x, &own, n->outputs.at[k]);
        for (size_t k = 0; k < n->attrs.len; k++) {
            OnnxGraph *inner = ((OnnxAttr *)n->attrs.at[k])->graph;
            if (inner) rename_graph(x, &own, inner);
        }
    }
}

/* They stay as they are from here on. */
static void add_verbatim(OnnxExport *x, OnnxGraph *g) {
    if (x_is_verbatim(x, g)) return;
    map_add(&x->verbatim, hash_ptr(0, g), g);
    for (size_t i = 0; i < g->nodes.len; i++) x_stay_verbatim(x, g->nodes.at[i]);
}

void x_stay_verbatim(OnnxExport *x, const OnnxNode *n) {
    for (size_t i = 0; i < n->attrs.len; i++) {
        OnnxGraph *g = ((OnnxAttr *)n->attrs.at[i])->graph;
        if (g) add_verbatim(x, g);
    }
}

bool x_is_verbatim(const OnnxExport *x, const OnnxGraph *g) {
    for (MapIter it = map_find(&x->verbatim, hash_ptr(0, g)); map_next(&x->verbatim, &it);) {
        if (it.value == (const void *)g) return true;
    }
    return false;
}

OnnxRenames *x_renames(OnnxExport *x) {
    OnnxRenames *self = ARENA_NEW(x->arena, OnnxRenames);
    map_init(&self->map, x->arena);
    return self;
}

void x_own_graphs(OnnxExport *x, const OnnxNode *n, const OnnxRenames *around) {
    for (size_t i = 0; i < n->attrs.len; i++) {
        OnnxGraph *g = ((OnnxAttr *)n->attrs.at[i])->graph;
        if (g) rename_graph(x, around, g);
    }
    x_stay_verbatim(x, n);
}

/* Graphs of the file */

static void copy_strs(OnnxExport *x, OnnxStrs *list) {
    const OnnxStrs was = *list;
    *list = (OnnxStrs){.at = NULL};
    vec_reserve(x->arena, list, was.len + 1);
    for (size_t i = 0; i < was.len; i++) vec_push(x->arena, list, was.at[i]);
}

static void copy_list(OnnxExport *x, OnnxList *list, size_t size) {
    const OnnxList was = *list;
    *list = (OnnxList){.at = NULL};
    vec_reserve(x->arena, list, was.len + 1);
    for (size_t i = 0; i < was.len; i++)
        vec_push(x->arena, list, memcpy(arena_alloc(x->arena, size), was.at[i], size));
}

static void copy_graphs(OnnxExport *x, OnnxNode *n);

static OnnxGraph *copy_graph(OnnxExport *x, const OnnxGraph *was) {
    OnnxGraph *g = ARENA_NEW(x->arena, OnnxGraph);
    ctx_poll(x->ctx);
    *g = *was;
    copy_list(x, &g->nodes, sizeof(OnnxNode));
    copy_list(x, &g->initializers, sizeof(OnnxTensor));
    copy_list(x, &g->inputs, sizeof(OnnxValueInfo));
    copy_list(x, &g->outputs, sizeof(OnnxValueInfo));
    copy_list(x, &g->infos, sizeof(OnnxValueInfo));
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *n = g->nodes.at[i];
        copy_strs(x, &n->inputs);
        copy_strs(x, &n->outputs);
        copy_graphs(x, n);
    }
    return g;
}

static void copy_graphs(OnnxExport *x, OnnxNode *n) {
    copy_list(x, &n->attrs, sizeof(OnnxAttr));
    for (size_t i = 0; i < n->attrs.len; i++) {
        OnnxAttr *a = n->attrs.at[i];
        if (a->graph) a->graph = copy_graph(x, a->graph);
    }
}

void x_copied_graphs(OnnxExport *x, OnnxNode *n, OnnxRenames *around, bool keep) {
    around->keep = keep;
    copy_graphs(x, n);
    x_own_graphs(x, n, around);
}

/* Names that graphs of the file define */

static bool is_inner(const OnnxExport *x, const char *name, uint64_t hash) {
    for (MapIter it = map_find(&x->inner, hash); map_next(&x->inner, &it);) {
        if (strcmp(it.value, name) == 0) return true;
    }
    return false;
}

static bool reserve(OnnxExport *x, Str s) {
    const char *name = arena_strdup(x->arena, s);
    const uint64_t hash = hash_bytes(x->ctx, name, strlen(name));
    if (!*name || is_inner(x, name, hash)) return true;
    if (x_is_taken(x, name)) return false;
    x_name(x, name);
    map_add(&x->inner, hash, (void *)(uintptr_t)name);
    return true;
}

static bool reserve_infos(OnnxExport *x, const OnnxList *infos) {
    bool ok = true;
    for (size_t i = 0; ok && i < infos->len; i++)
        ok = reserve(x, ((const OnnxValueInfo *)infos->at[i])->name);
    return ok;
}

bool x_reserve_names(OnnxExport *x, const OnnxNode *n) {
    bool ok = true;
    for (size_t i = 0; i < n->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)n->attrs.at[i])->graph;
        if (!g) continue;
        ok = ok && reserve_infos(x, &g->inputs);
        for (size_t k = 0; ok && k < g->initializers.len; k++)
            ok = reserve(x, ((const OnnxTensor *)g->initializers.at[k])->name);
        for (size_t k = 0; ok && k < g->nodes.len; k++) {
            const OnnxNode *inner = g->nodes.at[k];
            for (size_t out = 0; ok && out < inner->outputs.len; out++)
                ok = reserve(x, inner->outputs.at[out]);
            ok = ok && x_reserve_names(x, inner);
        }
    }
    return ok;
}
