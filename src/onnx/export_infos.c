/* SPDX-License-Identifier: Apache-2.0 */
/* value_info: the types of values between nodes, as far as they are known. Once for each name of a
 * graph; outputs have their own. */
#include "onnx/export.h"

static const OnnxValueInfo *noted(const OnnxExport *x, const char *name) {
    for (MapIter it = map_find(&x->noted, hash_ptr(0, name)); map_next(&x->noted, &it);) {
        const OnnxValueInfo *info = it.value;
        if (info->name.ptr == name) return info;
    }
    return NULL;
}

void x_add_info(OnnxExport *x, OnnxGraph *g, OnnxValueInfo *info) {
    if (noted(x, info->name.ptr)) return;
    map_add(&x->noted, hash_ptr(0, info->name.ptr), info);
    vec_push(x->arena, &g->infos, (void *)info);
}

void x_infer_info(WScope *s, const IrType *t, const WValue *v) {
    const bool is_made = v->name && v->graph == s->graph && !v->is_poisoned;
    if (!is_made || t->kind != IR_TYPE_TENSOR || t->dtype == DTYPE_VOID ||
        t->ndim == IR_NDIM_UNKNOWN || !t->dims)
        return;
    x_add_info(s->x, s->graph, x_info(s->x, v->name, t, !s->frame->caller));
}

/* Those of what is gone, and of outputs, go. */
void x_prune_infos(OnnxExport *x, OnnxGraph *g) {
    Map outputs;
    size_t kept = 0;
    map_init(&outputs, x->arena);
    for (size_t i = 0; i < g->outputs.len; i++) {
        const char *name = ((const OnnxValueInfo *)g->outputs.at[i])->name.ptr;
        map_add(&outputs, hash_ptr(0, name), (void *)(uintptr_t)name);
    }
    for (size_t i = 0; i < g->infos.len; i++) {
        const char *name = ((const OnnxValueInfo *)g->infos.at[i])->name.ptr;
        bool is_output = false;
        for (MapIter it = map_find(&outputs, hash_ptr(0, name)); map_next(&outputs, &it);)
            is_output |= it.value == (const void *)name;
        if (!is_output && x_is_live(x, name)) g->infos.at[kept++] = g->infos.at[i];
    }
    g->infos.len = kept;
}

OnnxValueInfo *x_info_of(OnnxExport *x, const char *name, OnnxTypeProto *type) {
    OnnxValueInfo *info = ARENA_NEW(x->arena, OnnxValueInfo);
    *info = (OnnxValueInfo){.name = {name, strlen(name)}, .type = type};
    return info;
}
