/* SPDX-License-Identifier: Apache-2.0 */
/* A model with other extents: its messages with other dims in some weights, or with a batch of any
 * size, all else as it was. */
#include "base/diag.h"
#include "onnx/onnx.h"

static const Loc no_place = {.line = 0};

typedef struct {
    Arena *arena;
    OnnxGraph *g;
    const OnnxResize *how;
    Map by_name; /* OnnxTensor */
} Resize;

static Str data_of(Arena *arena, size_t bytes) {
    char *at = arena_alloc(arena, bytes + 1);
    memset(at, 0, bytes);
    return (Str){at, bytes};
}

/* Dims as they are now, and zeros. */
static void resize_tensor(Resize *self, const OnnxNewDim *new, OnnxTensor *t) {
    const OnnxTensor was = *t;
    *t = (OnnxTensor){.dims = was.dims,
                      .data_type = was.data_type,
                      .name = was.name,
                      .has_raw = true,
                      .rest = was.rest};
    t->dims.at[new->dim] = new->extent;
    t->raw = data_of(self->arena, new->bytes);
}

static void name_tensor(Resize *self, Str name, OnnxTensor *t) {
    if (t) map_add(&self->by_name, hash_bytes(self->arena->ctx, name.ptr, name.len), t);
}

/* Initializers, then what Constants give. */
static void name_tensors(Resize *self) {
    OnnxGraph *g = self->g;
    map_init(&self->by_name, self->arena);
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        name_tensor(self, t->name, t);
    }
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        if (!str_eq_c(node->op_type, "Constant") || node->outputs.len != 1 || !node->attrs.len)
            continue;
        OnnxTensor *t = ((OnnxAttr *)node->attrs.at[0])->tensor;
        if (t) t->name = node->outputs.at[0]; /* a Constant's tensor needs none */
        name_tensor(self, node->outputs.at[0], t);
    }
}

/* NULL: there is nothing of that name. */
static OnnxTensor *find(const Resize *self, Str name) {
    MapIter it = map_find(&self->by_name, hash_bytes(self->arena->ctx, name.ptr, name.len));
    while (map_next(&self->by_name, &it)) {
        OnnxTensor *t = it.value;
        if (str_eq(t->name, name)) return t;
    }
    return NULL;
}

static OnnxShape *shape_of(const OnnxValueInfo *info) {
    return info->type && info->type->tensor ? info->type->tensor->shape : NULL;
}

/* The output's only dim of that extent; where it is not the only one, none is told. */
static void resize_output(const Resize *self, const OnnxValueInfo *info) {
    const OnnxShape *s = shape_of(info);
    size_t n = 0;
    for (size_t i = 0; s && i < s->dims.len; i++) {
        const OnnxDim *d = s->dims.at[i];
        n += d->has_value && d->value == self->how->was;
    }
    for (size_t i = 0; s && i < s->dims.len; i++) {
        OnnxDim *d = s->dims.at[i];
        if (!d->has_value || d->value != self->how->was) continue;
        d->value = self->how->becomes;
        if (n > 1) d->has_value = false;
    }
}

/* --- Batches of any size --- */

static void free_batch(const Resize *self, const OnnxValueInfo *info) {
    const OnnxShape *s = shape_of(info);
    OnnxDim *d = s && s->dims.len ? s->dims.at[0] : NULL;
    if (!d || !d->has_value || d->value != self->how->batch) return;
    d->has_value = false;
    d->value = 0;
    d->param = str_c(self->how->rows);
}

/* Its elements, of int64; NULL: it has another form. */
static int64_t *elements_of(Arena *arena, const OnnxTensor *t) {
    const size_t n = t->dims.len == 1 && t->dims.at[0] > 0 ? (size_t)t->dims.at[0] : 0;
    if (!n || t->data_type != onnx_data_type(DTYPE_INT64)) return NULL;
    int64_t *out = ARENA_ARRAY(arena, int64_t, n);
    if (t->has_raw && t->raw.len / sizeof *out == n && !(t->raw.len % sizeof *out))
        memcpy(out, t->raw.ptr, t->raw.len);
    else if (!t->has_raw && t->int64s.len == n)
        memcpy(out, t->int64s.at, n * sizeof *out);
    else
        return NULL;
    return out;
}

static bool copies_zeros(const OnnxNode *node) {
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *a = node->attrs.at[i];
        if (str_eq_c(a->name, "allowzero") && a->i) return false;
    }
    return true;
}

/* A Reshape to constants: the number of rows is what is left over, or that of what it takes. */
static void free_reshape(Resize *self, OnnxNode *node, size_t number) {
    Arena *arena = self->arena;
    if (!str_eq_c(node->op_type, "Reshape") || node->inputs.len != 2) return;
    const OnnxTensor *t = find(self, node->inputs.at[1]);
    int64_t *to = t ? elements_of(arena, t) : NULL;
    if (!to || to[0] != self->how->batch) return;
    const size_t n = (size_t)t->dims.at[0];
    bool has_open = false;
    for (size_t i = 1; i < n; i++) has_open |= to[i] == -1;
    if (has_open && !copies_zeros(node)) return;
    to[0] = has_open ? 0 : -1;
    OnnxTensor *own = ARENA_NEW(arena, OnnxTensor);
    *own = (OnnxTensor){.data_type = t->data_type,
                        .name = str_c(arena_printf(arena, "%.*s/rows_%zu", (int)t->name.len,
                                                   t->name.len ? t->name.ptr : "", number)),
                        .has_raw = true,
                        .raw = {(const char *)to, n * sizeof *to}};
    vec_push(arena, &own->dims, (int64_t)n);
    vec_push(arena, &self->g->initializers, (void *)own);
    node->inputs.at[1] = own->name;
}

static void free_rows(Resize *self) {
    OnnxGraph *g = self->g;
    for (size_t i = 0; i < g->inputs.len; i++) {
        const OnnxValueInfo *info = g->inputs.at[i];
        if (!find(self, info->name)) free_batch(self, info);
    }
    for (size_t i = 0; i < g->outputs.len; i++) free_batch(self, g->outputs.at[i]);
    for (size_t i = 0; i < g->nodes.len; i++) free_reshape(self, g->nodes.at[i], i);
}

bool onnx_resized(Arena *arena, Str bytes, const OnnxResize *how, OnnxBytes *out) {
    Ctx *ctx = arena->ctx;
    OnnxModel *model = onnx_model_parse(arena, bytes);
    if (!model || !model->graph) return false;
    Resize self = {.arena = arena, .g = model->graph, .how = how};
    name_tensors(&self);
    for (size_t i = 0; i < how->n; i++) {
        const OnnxNewDim *new = &how->list[i];
        OnnxTensor *t = find(&self, str_c(new->name));
        if (!t || new->dim >= t->dims.len) {
            Diag *d = diag_error(ctx, no_place, DIAG_NAME, new->name);
            diag_expected(ctx, d, "an initializer, or a Constant that is a tensor");
            return false;
        }
        resize_tensor(&self, new, t);
    }
    if (how->n && how->was != how->becomes && self.g->outputs.len)
        resize_output(&self, self.g->outputs.at[0]);
    if (how->batch) free_rows(&self);
    self.g->infos.len = 0; /* of values whose extents are others now */
    onnx_model_encode(arena, model, out);
    return true;
}
