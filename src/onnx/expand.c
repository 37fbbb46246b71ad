/* SPDX-License-Identifier: Apache-2.0 */
/* How many nodes a model becomes when its functions are expanded: counted before any is. 40
 * functions that each call the next one twice are 2^40 nodes, of a file of a few hundred bytes.
 *
 * A function is counted once, so the count is linear in the file. Functions that call each other in
 * a circle, or deeper than the import goes, count as nothing here: the import reports them. */
#include "onnx/import.h"

enum { DEPTH_MAX = 100 };

typedef struct {
    const OnnxFunction *function;
    size_t nodes;
} Counted;

typedef struct {
    OnnxImport *im;
    Map counted; /* Counted, by function */
} Count;

static size_t count_nodes(Count *self, const OnnxList *nodes, uint32_t depth);

static size_t count_function(Count *self, const OnnxFunction *f, uint32_t depth) {
    const uint64_t hash = hash_ptr(0, f);
    for (MapIter it = map_find(&self->counted, hash); map_next(&self->counted, &it);) {
        const Counted *c = it.value;
        if (c->function == f) return c->nodes;
    }
    if (depth >= DEPTH_MAX) return 0;
    Counted *c = ARENA_NEW(&self->im->arena, Counted);
    c->function = f;
    map_add(&self->counted, hash, c);
    c->nodes = count_nodes(self, &f->nodes, depth + 1);
    return c->nodes;
}

static size_t sum(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

/* Recurses as deep as graphs nest (limits.depth) and DEPTH_MAX functions. */
static size_t count_nodes(Count *self, const OnnxList *nodes, uint32_t depth) {
    size_t n = 0;
    for (size_t i = 0; i < nodes->len; i++) {
        const OnnxNode *node = nodes->at[i];
        const OnnxFunction *f = onnx_function_find(self->im, node);
        ctx_poll(self->im->ctx);
        n = sum(n, f ? sum(1, count_function(self, f, depth)) : 1);
        for (size_t k = 0; k < node->attrs.len; k++) {
            const OnnxGraph *g = ((const OnnxAttr *)node->attrs.at[k])->graph;
            if (g) n = sum(n, count_nodes(self, &g->nodes, depth));
        }
    }
    return n;
}

static size_t size_of(const OnnxList *nodes) {
    size_t n = 0;
    for (size_t i = 0; i < nodes->len; i++) {
        const OnnxNode *node = nodes->at[i];
        n += 1 + node->inputs.len + node->outputs.len;
        for (size_t k = 0; k < node->attrs.len; k++) {
            const OnnxGraph *g = ((const OnnxAttr *)node->attrs.at[k])->graph;
            if (g) n += size_of(&g->nodes);
        }
    }
    return n;
}

size_t onnx_model_size(const OnnxImport *im) {
    const OnnxModel *model = im->model;
    size_t n = size_of(&model->graph->nodes);
    for (size_t i = 0; i < model->functions.len; i++)
        n += size_of(&((const OnnxFunction *)model->functions.at[i])->nodes);
    return n;
}

/* Each node draws on the budget at least by itself. */
bool onnx_expansion_fits(OnnxImport *im) {
    Count count = {.im = im};
    if (!im->model->functions.len) return true;
    map_init(&count.counted, &im->arena);
    const size_t n = count_nodes(&count, &im->model->graph->nodes, 0), most = im->m->growth.most;
    if (n <= most) return true;
    Diag *d = diag_error(im->ctx, (Loc){.line = 0}, DIAG_TOO_MANY, diag_fmt(im->ctx, "%zu", most),
                         "nodes, functions expanded");
    if (n < SIZE_MAX) diag_found(im->ctx, d, "%zu", n);
    diag_help(im->ctx, d, "--growth=N (TnLimits.growth) allows N for each that the file has");
    return false;
}
