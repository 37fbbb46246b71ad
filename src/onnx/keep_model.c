/* SPDX-License-Identifier: Apache-2.0 */
/* What a model says besides its nodes: inputs, outputs and infos as the file has them, the order of
 * its initializers, the opsets it imports, who made it. */
#include "onnx/export.h"

static OnnxDim *dim_like(OnnxExport *x, const OnnxDim *was, const OnnxDim *is, bool stays) {
    OnnxDim *d = ARENA_NEW(x->arena, OnnxDim);
    *d = *was;
    if (!is->has_value && (stays || was->param.len || !was->has_value)) return d;
    d->has_value = is->has_value;
    d->value = is->value;
    d->param = is->param;
    return d;
}

OnnxValueInfo *x_info_like(OnnxExport *x, OnnxValueInfo *is, const OnnxValueInfo *was, bool stays) {
    const OnnxTensorType *old = was->type ? was->type->tensor : NULL;
    if (!old || old->elem_type != is->type->tensor->elem_type) return is;
    OnnxTypeProto *type = ARENA_NEW(x->arena, OnnxTypeProto);
    OnnxTensorType *tensor = ARENA_NEW(x->arena, OnnxTensorType);
    const OnnxShape *now = is->type->tensor->shape; /* others have it too */
    *type = *was->type;
    *tensor = *old;
    type->tensor = tensor;
    is->type = type;
    is->rest = was->rest;
    if (!now) return is;
    const bool is_known = old->shape && old->shape->dims.len == now->dims.len;
    tensor->shape = ARENA_NEW(x->arena, OnnxShape);
    for (size_t i = 0; i < now->dims.len; i++) {
        OnnxDim *d = now->dims.at[i];
        vec_push(x->arena, &tensor->shape->dims,
                 (void *)(is_known ? dim_like(x, old->shape->dims.at[i], d, stays) : d));
    }
    return is;
}

static uint64_t hash_name(const OnnxExport *x, Str s) { return hash_bytes(x->ctx, s.ptr, s.len); }

static void *find(const OnnxExport *x, const Map *map, Str name, size_t offset) {
    for (MapIter it = map_find(map, hash_name(x, name)); map_next(map, &it);) {
        if (str_eq(*(const Str *)(const void *)((const char *)it.value + offset), name))
            return it.value;
    }
    return NULL;
}

/* Those of the file in its order, then the others. */
static void order_initializers(OnnxExport *x, const OnnxGraph *was) {
    OnnxList *all = &x->main->initializers, ordered = {.at = NULL};
    Map names, done;
    map_init(&names, x->arena);
    map_init(&done, x->arena);
    for (size_t i = 0; i < all->len; i++)
        map_add(&names, hash_name(x, ((const OnnxTensor *)all->at[i])->name), all->at[i]);
    for (size_t i = 0; i < was->initializers.len; i++) {
        const Str name = ((const OnnxTensor *)was->initializers.at[i])->name;
        OnnxTensor *t = find(x, &names, name, offsetof(OnnxTensor, name));
        if (!t || find(x, &done, name, offsetof(OnnxTensor, name))) continue;
        map_add(&done, hash_name(x, name), t);
        vec_push(x->arena, &ordered, (void *)t);
    }
    for (size_t i = 0; i < all->len; i++) {
        OnnxTensor *t = all->at[i];
        if (!find(x, &done, t->name, offsetof(OnnxTensor, name)))
            vec_push(x->arena, &ordered, (void *)t);
    }
    *all = ordered;
}

/* Files of old list their initializers among the inputs, which are in the order of the parameters.
 * True: all are there. */
static bool list_inputs(OnnxExport *x, const OnnxGraph *was) {
    const OnnxList *initializers = &x->main->initializers;
    OnnxList *all = &x->main->inputs, ordered = {.at = NULL};
    Map own, initial, done;
    size_t next = 0, n_listed = 0;
    map_init(&own, x->arena);
    map_init(&initial, x->arena);
    map_init(&done, x->arena);
    for (size_t i = 0; i < all->len; i++)
        map_add(&own, hash_name(x, ((const OnnxValueInfo *)all->at[i])->name), all->at[i]);
    for (size_t i = 0; i < initializers->len; i++)
        map_add(&initial, hash_name(x, ((const OnnxTensor *)initializers->at[i])->name),
                initializers->at[i]);
    for (size_t i = 0; i < was->inputs.len; i++) {
        OnnxValueInfo *info = was->inputs.at[i];
        const bool is_own = find(x, &own, info->name, offsetof(OnnxValueInfo, name));
        if (!is_own && !find(x, &initial, info->name, offsetof(OnnxTensor, name))) continue;
        if (find(x, &done, info->name, offsetof(OnnxValueInfo, name))) continue;
        map_add(&done, hash_name(x, info->name), info);
        bool is_reached = !is_own;
        while (!is_reached && next < all->len) {
            is_reached = str_eq(((const OnnxValueInfo *)all->at[next])->name, info->name);
            vec_push(x->arena, &ordered, all->at[next]);
            next++;
        }
        if (!is_own) vec_push(x->arena, &ordered, (void *)info);
        n_listed += !is_own;
    }
    for (; next < all->len; next++) vec_push(x->arena, &ordered, all->at[next]);
    *all = ordered;
    return n_listed == initializers->len;
}

/* The version of the IR whose types, of 8 bits and less, are those of the opset. */
static int64_t ir_needed(int64_t opset) {
    return opset >= 25   ? 13
           : opset >= 24 ? 12
           : opset >= 23 ? 11
           : opset >= 21 ? 10
           : opset >= 19 ? 9
                         : ONNX_IR_WRITTEN;
}

void x_model(OnnxExport *x, OnnxModel *out) {
    enum { IR_FREE_INITIALIZERS = 4 };
    const OnnxModel *was = x->keep ? x->m->kept->model : NULL;
    OnnxOpset *own = ARENA_NEW(x->arena, OnnxOpset);
    *own = (OnnxOpset){.version = x->opset};
    *out =
        (OnnxModel){.ir_version = ir_needed(x->needed), .producer = {"tenon", 5}, .graph = x->main};
    if (!was) {
        vec_push(x->arena, &out->opsets, (void *)own);
        return;
    }
    const int64_t old = onnx_opset_of(&was->opsets, (Str){.len = 0});
    out->producer = was->producer;
    out->rest = was->rest;
    for (size_t i = 0; i < was->metadata.len; i++) {
        OnnxEntry *e = ARENA_NEW(x->arena, OnnxEntry); /* the recipe may be another now */
        *e = *(const OnnxEntry *)was->metadata.at[i];
        vec_push(x->arena, &out->metadata, (void *)e);
    }
    if (old == x->opset || was->ir_version > out->ir_version) out->ir_version = was->ir_version;
    for (size_t i = 0; i < was->opsets.len; i++) {
        OnnxOpset *s = ARENA_NEW(x->arena, OnnxOpset);
        *s = *(const OnnxOpset *)was->opsets.at[i];
        if (!s->domain.len || str_eq_c(s->domain, "ai.onnx")) s->version = x->opset;
        vec_push(x->arena, &out->opsets, (void *)s);
    }
    if (old < 0 && x->uses_default) vec_push(x->arena, &out->opsets, (void *)own);
    x->main->name = was->graph->name;
    x->main->rest = was->graph->rest;
    order_initializers(x, was->graph);
    const bool all_listed = list_inputs(x, was->graph);
    if (!all_listed && out->ir_version < IR_FREE_INITIALIZERS)
        out->ir_version = IR_FREE_INITIALIZERS;
}
