/* SPDX-License-Identifier: Apache-2.0 */
/* value_info: the types of values between nodes, as far as they are known. Once for each name of a
 * graph; outputs have their own. */
#include "onnx/export.h"

/* The name that the file gave a symbol that is the whole dim; NULL: none, or another symbol has it
 * now. */
static const char *file_name(const IrDim *dim) {
    enum { NAMES_MAX = 1000 }; /* of one function: each is looked for among its symbols */
    const IrSymbol *s = ir_dim_as_symbol(dim);
    const IrAttr *names = s ? ir_function_attr(s->function, ONNX_DIMS, IR_ATTR_DICT) : NULL;
    const char *name =
        names && names->n <= NAMES_MAX ? ir_file_name(s->function, ONNX_DIMS, s->name) : NULL;
    for (size_t i = 0; name && i < s->function->symbols.len; i++) {
        if (strcmp(s->function->symbols.at[i]->name, name) == 0) return NULL;
    }
    return name;
}

/* Values of one type share what says so. */
typedef struct {
    const IrType *of;
    bool names_dims;
    OnnxTypeProto *type;
} Typed;

static OnnxDim *dim_of(OnnxExport *x, const IrDim *dim, bool names_dims) {
    OnnxDim *d = ARENA_NEW(x->arena, OnnxDim);
    if (dim && ir_dim_is_const(dim, &d->value)) {
        d->has_value = true;
    } else if (dim && names_dims) {
        StrBuf text;
        strbuf_init(&text, x->arena);
        const char *known = file_name(dim);
        if (known)
            strbuf_puts(&text, known);
        else
            ir_dim_print(x->m, dim, &text);
        d->param = strbuf_str(&text);
    }
    return d;
}

static OnnxTypeProto *type_of(OnnxExport *x, const IrType *t, bool names_dims) {
    const uint64_t hash = hash_ptr(names_dims, t);
    for (MapIter it = map_find(&x->typed, hash); map_next(&x->typed, &it);) {
        const Typed *known = it.value;
        if (known->of == t && known->names_dims == names_dims) return known->type;
    }
    Typed *new = ARENA_NEW(x->arena, Typed);
    *new = (Typed){t, names_dims, ARENA_NEW(x->arena, OnnxTypeProto)};
    map_add(&x->typed, hash, new);
    OnnxTensorType *tensor = new->type->tensor = ARENA_NEW(x->arena, OnnxTensorType);
    tensor->elem_type = x_type(x, t->dtype);
    if (t->ndim == IR_NDIM_UNKNOWN) return new->type;
    tensor->shape = ARENA_NEW(x->arena, OnnxShape);
    for (int32_t i = 0; i < t->ndim; i++)
        vec_push(x->arena, &tensor->shape->dims,
                 (void *)dim_of(x, t->dims ? t->dims[i] : NULL, names_dims));
    return new->type;
}

static OnnxValueInfo *info_of(OnnxExport *x, const char *name, const IrType *t, bool names_dims,
                              bool stays) {
    OnnxValueInfo *info = x_info_of(x, name, type_of(x, t, names_dims));
    const OnnxValueInfo *was = names_dims ? x_kept_info(x, name) : NULL;
    return was ? x_info_like(x, info, was, stays) : info;
}

OnnxValueInfo *x_info(OnnxExport *x, const char *name, const IrType *t, bool names_dims) {
    return info_of(x, name, t, names_dims, false);
}

OnnxValueInfo *x_output_info(OnnxExport *x, const char *name, const IrType *t, bool names_dims) {
    return info_of(x, name, t, names_dims, true);
}

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
    if (noted(s->x, v->name)) return;
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
