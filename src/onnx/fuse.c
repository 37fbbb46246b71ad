/* SPDX-License-Identifier: Apache-2.0 */
/* A bias that stands behind a convolution becomes its third input, as ONNX has it:
 *
 *     c = Conv(x, w)                       y = Conv(x, w, b)           b: [C]
 *     y = Add(c, b)      b: [C, 1, 1]
 *
 * where b is an initializer of one number a channel, and nothing else takes c. Linear: one table of names. */
#include "onnx/export.h"

typedef struct {
    Str name;
    uint32_t uses;
    OnnxNode *node; /* that makes it, the first output; NULL: none */
    const OnnxGraph *graph;
    OnnxTensor *initializer;
    bool is_gone; /* nothing makes it any more */
} Name;

typedef struct {
    OnnxExport *x;
    Map names;
    VEC(OnnxGraph *) graphs; /* the model's, and those of its nodes */
} Fuse;

static Name *find(Fuse *self, Str s) {
    const uint64_t hash = hash_bytes(self->x->ctx, s.ptr, s.len);
    for (MapIter it = map_find(&self->names, hash); map_next(&self->names, &it);) {
        Name *n = it.value;
        if (str_eq(n->name, s)) return n;
    }
    Name *n = ARENA_NEW(self->x->arena, Name);
    n->name = s;
    map_add(&self->names, hash, n);
    return n;
}

static void note_node(Fuse *self, const OnnxGraph *g, OnnxNode *node) {
    for (size_t i = 0; i < node->inputs.len; i++) find(self, node->inputs.at[i])->uses++;
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *a = node->attrs.at[i];
        if (a->graph) vec_push(self->x->arena, &self->graphs, a->graph);
    }
    if (!node->outputs.len) return;
    Name *out = find(self, node->outputs.at[0]);
    out->node = node;
    out->graph = g;
}

static bool is_conv(const OnnxNode *node) {
    return node && node->inputs.len == 2 &&
           (str_eq_c(node->op_type, "Conv") || str_eq_c(node->op_type, "ConvTranspose"));
}

/* The channels that a convolution makes; 0: its weight is no initializer. */
static int64_t channels(Fuse *self, const OnnxNode *conv, size_t *rank) {
    const OnnxTensor *w = find(self, conv->inputs.at[1])->initializer;
    if (!w || w->dims.len < 3) return 0;
    *rank = w->dims.len;
    if (str_eq_c(conv->op_type, "Conv")) return w->dims.at[0];
    int64_t group = 1;
    for (size_t i = 0; i < conv->attrs.len; i++) {
        const OnnxAttr *a = conv->attrs.at[i];
        if (str_eq_c(a->name, "group")) group = a->i;
    }
    return w->dims.at[1] * group;
}

/* One number a channel, aligned at the end with a result of that rank. */
static bool is_bias(const OnnxTensor *t, int64_t n, size_t rank) {
    bool ok = t && t->dims.len + 1 >= rank && t->dims.len <= rank;
    for (size_t i = 0; ok && i < t->dims.len; i++)
        ok = t->dims.at[i] == (i + rank - t->dims.len == 1 ? n : 1);
    return ok;
}

static const OnnxTensor *flat(Fuse *self, Name *b) {
    OnnxExport *x = self->x;
    const int64_t *dims = b->initializer->dims.at;
    int64_t n = 1;
    for (size_t i = 0; i < b->initializer->dims.len; i++) n *= dims[i];
    OnnxTensor *t = b->initializer;
    if (b->uses > 1) {
        t = ARENA_NEW(x->arena, OnnxTensor);
        *t = *b->initializer;
        const char *name = x_name(x, "bias");
        t->name = (Str){name, strlen(name)};
        vec_push(x->arena, &x->main->initializers, (void *)t);
        b->uses--;
    }
    t->dims = (OnnxInts){.at = NULL};
    vec_push(x->arena, &t->dims, n);
    return t;
}

/* The convolution that takes the Add's place; NULL: none does. */
static OnnxNode *biased(Fuse *self, const OnnxGraph *g, const OnnxNode *add) {
    for (size_t i = 0; i < 2; i++) {
        Name *made = find(self, add->inputs.at[i]);
        Name *b = find(self, add->inputs.at[1 - i]);
        size_t rank = 0;
        if (made->node && made->node->is_kept && add->is_kept) continue; /* the file has it so */
        if (!is_conv(made->node) || made->uses != 1 || made->graph != g) continue;
        const int64_t n = channels(self, made->node, &rank);
        if (n < 1 || !is_bias(b->initializer, n, rank)) continue;
        vec_push(self->x->arena, &made->node->inputs, flat(self, b)->name);
        made->is_gone = true;
        return made->node;
    }
    return NULL;
}

static void fuse_graph(Fuse *self, OnnxGraph *g) {
    size_t kept = 0;
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        const bool is_add = str_eq_c(node->op_type, "Add") && node->inputs.len == 2;
        OnnxNode *conv = is_add ? biased(self, g, node) : NULL;
        if (conv) {
            conv->outputs.at[0] = node->outputs.at[0];
        } else {
            g->nodes.at[kept++] = node;
        }
    }
    g->nodes.len = kept;
    kept = 0;
    for (size_t i = 0; i < g->infos.len; i++) {
        OnnxValueInfo *info = g->infos.at[i];
        if (!find(self, info->name)->is_gone) g->infos.at[kept++] = info;
    }
    g->infos.len = kept;
}

void onnx_fuse(OnnxExport *x) {
    Fuse self = {.x = x};
    map_init(&self.names, x->arena);
    vec_push(x->arena, &self.graphs, x->main);
    for (size_t i = 0; i < x->main->initializers.len; i++) {
        OnnxTensor *t = x->main->initializers.at[i];
        find(&self, t->name)->initializer = t;
    }
    for (size_t i = 0; i < self.graphs.len; i++) {
        const OnnxGraph *g = self.graphs.at[i];
        for (size_t k = 0; k < g->nodes.len; k++) note_node(&self, g, g->nodes.at[k]);
        for (size_t k = 0; k < g->outputs.len; k++)
            find(&self, ((const OnnxValueInfo *)g->outputs.at[k])->name)->uses++;
    }
    for (size_t i = 0; i < self.graphs.len; i++) fuse_graph(&self, self.graphs.at[i]);
}
