/* SPDX-License-Identifier: Apache-2.0 */
/* A model with other values of its weights: the file's messages with other data in some tensors,
 * all else as it was. */
#include "base/diag.h"
#include "onnx/onnx.h"

static const Loc no_place = {.line = 0};
static const size_t most_bytes = ((size_t)1 << 31) - 1; /* of a message of protobuf */

typedef struct {
    Arena *arena;
    const OnnxNewWeight *list;
    size_t n;
    Map by_name; /* the list's rows */
    bool *done;
} Reweight;

static const OnnxNewWeight *find(const Reweight *self, Str name) {
    MapIter it = map_find(&self->by_name, hash_bytes(self->arena->ctx, name.ptr, name.len));
    while (map_next(&self->by_name, &it)) {
        const OnnxNewWeight *w = it.value;
        if (str_eq_c(name, w->name)) return w;
    }
    return NULL;
}

static bool is_like(const OnnxTensor *proto, const Tensor *t) {
    if (proto->data_type != onnx_data_type(t->dtype) || proto->dims.len != t->ndim) return false;
    for (uint32_t i = 0; i < t->ndim; i++) {
        if (proto->dims.at[i] != t->dims[i]) return false;
    }
    return true;
}

static void set_data(OnnxTensor *proto, const Tensor *t) {
    const OnnxTensor was = *proto;
    *proto = (OnnxTensor){.dims = was.dims,
                          .data_type = was.data_type,
                          .name = was.name,
                          .has_raw = true,
                          .raw = {t->data, t->bytes},
                          .rest = was.rest};
}

static bool set(Reweight *self, const OnnxNewWeight *w, OnnxTensor *proto) {
    Ctx *ctx = self->arena->ctx;
    if (!is_like(proto, w->value)) {
        diag_error(
            ctx, no_place, DIAG_VALUE,
            diag_fmt(ctx, "the model's '%s' is of another type than its new value", w->name));
        return false;
    }
    set_data(proto, w->value);
    self->done[w - self->list] = true;
    return true;
}

/* The attribute is the tensor already. */
static bool is_list_of(const OnnxAttr *attr, const Tensor *t) {
    return str_eq_c(attr->name, "value_floats") && t->dtype == DTYPE_FLOAT32 && t->ndim == 1 &&
           t->count == attr->floats.len && memcmp(t->data, attr->floats.at, t->bytes) == 0;
}

/* What the Constant gives, as its attribute `value`. */
static bool set_constant(Reweight *self, const OnnxNewWeight *w, OnnxNode *node) {
    OnnxAttr *attr = node->attrs.len ? node->attrs.at[0] : NULL;
    if (attr && attr->tensor) return set(self, w, attr->tensor);
    if (attr && is_list_of(attr, w->value)) {
        self->done[w - self->list] = true;
        return true;
    }
    OnnxTensor *t = ARENA_NEW(self->arena, OnnxTensor);
    attr = ARENA_NEW(self->arena, OnnxAttr);
    *attr = (OnnxAttr){.name = str_c("value"), .type = ONNX_ATTR_TENSOR, .tensor = t};
    t->data_type = onnx_data_type(w->value->dtype);
    for (uint32_t i = 0; i < w->value->ndim; i++)
        vec_push(self->arena, &t->dims, w->value->dims[i]);
    node->attrs.len = 0;
    vec_push(self->arena, &node->attrs, attr);
    return set(self, w, t);
}

static bool check_external(Ctx *ctx, const OnnxGraph *g) {
    for (size_t i = 0; i < g->initializers.len; i++) {
        const OnnxTensor *t = g->initializers.at[i];
        if (t->location != 1) continue;
        Diag *d = diag_error(
            ctx, no_place, DIAG_VALUE,
            diag_fmt(ctx, "'%.*s', which is not trained, stays in a file beside the model",
                     (int)t->name.len, t->name.ptr));
        diag_help(ctx, d,
                  "write the weights as .npz or .safetensors, or give a model without "
                  "external data (tenon convert)");
        return false;
    }
    return true;
}

void onnx_set_recipe(Arena *arena, OnnxModel *model, const char *recipe) {
    OnnxEntry *e = NULL;
    for (size_t i = 0; i < model->metadata.len; i++) {
        OnnxEntry *is = model->metadata.at[i];
        if (str_eq_c(is->key, ONNX_RECIPE_KEY)) e = is;
    }
    if (!e) {
        e = ARENA_NEW(arena, OnnxEntry);
        vec_push(arena, &model->metadata, (void *)e);
    }
    *e = (OnnxEntry){str_c(ONNX_RECIPE_KEY), str_c(recipe)};
}

bool onnx_with_weights(Arena *arena, Str bytes, const OnnxNewWeights *weights, OnnxBytes *out) {
    Ctx *ctx = arena->ctx;
    const OnnxNewWeight *list = weights->list;
    const size_t n = weights->n;
    OnnxModel *model = onnx_model_parse(arena, bytes);
    Reweight self = {.arena = arena, .list = list, .n = n, .done = ARENA_ARRAY(arena, bool, n + 1)};
    if (!model || !model->graph) return false;
    OnnxGraph *g = model->graph;
    map_init(&self.by_name, arena);
    for (size_t i = 0; i < n; i++)
        map_add(&self.by_name, hash_bytes(ctx, list[i].name, strlen(list[i].name)),
                (void *)(uintptr_t)&list[i]);
    bool ok = true;
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        const OnnxNewWeight *w = find(&self, t->name);
        if (w) ok &= set(&self, w, t);
    }
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        const bool is = str_eq_c(node->op_type, "Constant") && node->outputs.len == 1;
        const OnnxNewWeight *w = is ? find(&self, node->outputs.at[0]) : NULL;
        if (w) ok &= set_constant(&self, w, node);
    }
    for (size_t i = 0; i < n && ok; i++) {
        if (self.done[i]) continue;
        diag_error(ctx, no_place, DIAG_NAME, list[i].name);
        ok = false;
    }
    if (!ok || !check_external(ctx, g)) return false;
    if (weights->recipe) onnx_set_recipe(arena, model, weights->recipe);
    onnx_model_encode(arena, model, out);
    if (out->bytes <= most_bytes) return true;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the model is larger than 2 GiB");
    diag_help(ctx, d, "write the weights as .npz or .safetensors");
    return false;
}
