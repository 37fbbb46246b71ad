/* SPDX-License-Identifier: Apache-2.0 */
/* What a file says besides the data of its weights, where these become parameters: the model as it
 * is, with dims and types of such tensors but without their elements. onnx_with_weights puts them
 * in again, so a text that was not changed becomes the file that it was. */
#include "onnx/import.h"

typedef struct {
    OnnxImport *im;
    OnnxScope *scope;
    Map weights; /* OnnxWeight, by name */
} Bare;

static bool is_weight(const Bare *self, Str name) {
    for (MapIter it = map_find(&self->weights, onnx_hash(self->im, name));
         map_next(&self->weights, &it);) {
        if (str_eq(((const OnnxWeight *)it.value)->name, name)) return true;
    }
    return false;
}

static OnnxTensor *like(const Bare *self, const OnnxTensor *t) {
    OnnxTensor *out = ARENA_NEW(&self->im->arena, OnnxTensor);
    *out =
        (OnnxTensor){.dims = t->dims, .data_type = t->data_type, .name = t->name, .rest = t->rest};
    return out;
}

/* Data of a file beside the model come along, as they are. */
static OnnxTensor *initializer(Bare *self, OnnxTensor *t) {
    if (is_weight(self, t->name)) return like(self, t);
    if (t->location != 1) return t;
    OnnxValue *v = onnx_lookup(self->im, self->scope, t->name);
    const Tensor *value = v && v->proto == t ? onnx_value_tensor(self->im, v) : NULL;
    if (!value) return t;
    OnnxTensor *out = like(self, t);
    out->has_raw = true;
    out->raw = (Str){value->data, value->bytes};
    return out;
}

/* Lists of numbers (value_floats) stay. */
static OnnxNode *constant(const Bare *self, OnnxNode *node) {
    Arena *arena = &self->im->arena;
    const bool is = str_eq_c(node->op_type, "Constant") && node->outputs.len == 1 &&
                    node->attrs.len == 1 && is_weight(self, node->outputs.at[0]);
    const OnnxAttr *attr = is ? node->attrs.at[0] : NULL;
    if (!attr || !attr->tensor) return node;
    OnnxAttr *bare = ARENA_NEW(arena, OnnxAttr);
    OnnxNode *out = ARENA_NEW(arena, OnnxNode);
    *bare = *attr;
    bare->tensor = like(self, attr->tensor);
    *out = *node;
    out->attrs = (OnnxList){.at = NULL};
    vec_push(arena, &out->attrs, (void *)bare);
    return out;
}

void onnx_give_bare(OnnxImport *im, OnnxScope *scope) {
    Arena *arena = &im->arena;
    const OnnxModel *model = im->model;
    const OnnxGraph *g = model->graph;
    Bare self = {.im = im, .scope = scope};
    map_init(&self.weights, arena);
    for (size_t i = 0; i < im->weights->list.len; i++) {
        OnnxWeight *w = &im->weights->list.at[i];
        if (w->param->n_uses) map_add(&self.weights, onnx_hash(im, w->name), w);
    }
    OnnxModel *bare = ARENA_NEW(arena, OnnxModel);
    OnnxGraph *graph = ARENA_NEW(arena, OnnxGraph);
    *bare = *model;
    *graph = *g;
    bare->graph = graph;
    graph->initializers = graph->nodes = (OnnxList){.at = NULL};
    for (size_t i = 0; i < g->initializers.len; i++)
        vec_push(arena, &graph->initializers, (void *)initializer(&self, g->initializers.at[i]));
    for (size_t i = 0; i < g->nodes.len; i++)
        vec_push(arena, &graph->nodes, (void *)constant(&self, g->nodes.at[i]));
    if (diag_errors(im->ctx)) return;
    OnnxBytes bytes;
    onnx_model_encode(arena, bare, &bytes);
    im->options->bare(im->options->user, bytes.pieces.at, bytes.pieces.len);
}
