/* SPDX-License-Identifier: Apache-2.0 */
/* A part of a model: what lies between the values `from`, which become inputs, and the values `to`,
 * which become outputs. Inputs of the model that the part needs besides stay inputs. The graph is
 * changed before it is imported. Where the file does not say what a value of `from` is, the whole
 * is imported for that. */
#include <stdlib.h>

#include "base/near.h"
#include "onnx/import.h"
#include "onnx/node.h"

static const Loc no_place = {.line = 0};

/* A name of the graph. */
typedef struct {
    Str name;
    OnnxNode *node;                           /* that makes it; NULL: none */
    OnnxValueInfo *input;                     /* or what declares it */
    const OnnxValueInfo *info;                /* what the file says of it; NULL: nothing */
    bool is_initial, is_from, is_to, is_used; /* used: the part needs it */
} Value;

typedef struct {
    OnnxImport *im;
    OnnxGraph *g;
    Map values; /* Value */
    Map needed; /* nodes */
    VEC(Value *) stack;
} Cut;

static Value *find(Cut *self, Str name) {
    for (MapIter it = map_find(&self->values, onnx_hash(self->im, name));
         map_next(&self->values, &it);) {
        Value *v = it.value;
        if (str_eq(v->name, name)) return v;
    }
    return NULL;
}

static Value *value(Cut *self, Str name) {
    Value *v = find(self, name);
    if (v) return v;
    v = ARENA_NEW(&self->im->arena, Value);
    v->name = name;
    map_add(&self->values, onnx_hash(self->im, name), v);
    return v;
}

static void list_names(Cut *self) {
    OnnxGraph *g = self->g;
    for (size_t i = 0; i < g->initializers.len; i++)
        value(self, ((const OnnxTensor *)g->initializers.at[i])->name)->is_initial = true;
    for (size_t i = 0; i < g->inputs.len; i++) {
        OnnxValueInfo *info = g->inputs.at[i];
        Value *v = value(self, info->name);
        v->input = info;
        v->info = info;
    }
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *n = g->nodes.at[i];
        for (size_t k = 0; k < n->outputs.len; k++) {
            if (n->outputs.at[k].len) value(self, n->outputs.at[k])->node = n;
        }
    }
    const OnnxList *const lists[] = {&g->infos, &g->outputs};
    for (size_t l = 0; l < ARRAY_LEN(lists); l++) {
        for (size_t i = 0; i < lists[l]->len; i++) {
            const OnnxValueInfo *info = lists[l]->at[i];
            Value *v = find(self, info->name);
            if (v && !v->info && info->type) v->info = info;
        }
    }
}

/* A value that the caller names; NULL after a report. */
static Value *named(Cut *self, const char *name) {
    Ctx *ctx = self->im->ctx;
    Value *v = find(self, str_c(name));
    if (v) return v;
    NearNames names;
    Diag *d = diag_error(ctx, no_place, DIAG_NAME, name);
    near_names_begin(&names, ctx, name);
    for (size_t i = 0; i < self->g->inputs.len; i++)
        near_names_add(&names,
                       onnx_text(self->im, ((const OnnxValueInfo *)self->g->inputs.at[i])->name));
    for (size_t i = 0; i < self->g->nodes.len; i++) {
        const OnnxNode *n = self->g->nodes.at[i];
        if (n->outputs.len && n->outputs.at[0].len)
            near_names_add(&names, onnx_text(self->im, n->outputs.at[0]));
    }
    near_names_end(&names, ctx, d, "a value of the model");
    return NULL;
}

static void need(Cut *self, Str name) {
    Value *v = name.len ? find(self, name) : NULL;
    if (!v || v->is_used) return;
    v->is_used = true;
    if (!v->is_from && v->node) vec_push(&self->im->arena, &self->stack, v);
}

static bool is_needed(const Cut *self, const OnnxNode *n) {
    for (MapIter it = map_find(&self->needed, hash_ptr(0, n)); map_next(&self->needed, &it);) {
        if (it.value == (const void *)n) return true;
    }
    return false;
}

/* All names that the node mentions, in its graphs too: what is defined there is no value of the
 * model. */
static void need_inputs(Cut *self, const OnnxNode *n) {
    for (size_t i = 0; i < n->inputs.len; i++) need(self, n->inputs.at[i]);
    for (size_t i = 0; i < n->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)n->attrs.at[i])->graph;
        for (size_t k = 0; g && k < g->nodes.len; k++) need_inputs(self, g->nodes.at[k]);
        for (size_t k = 0; g && k < g->outputs.len; k++)
            need(self, ((const OnnxValueInfo *)g->outputs.at[k])->name);
    }
}

static void find_part(Cut *self) {
    map_init(&self->needed, &self->im->arena);
    while (self->stack.len) {
        Value *v = self->stack.at[--self->stack.len];
        ctx_poll(self->im->ctx);
        if (is_needed(self, v->node)) continue;
        map_add(&self->needed, hash_ptr(0, v->node), v->node);
        need_inputs(self, v->node);
    }
    size_t kept = 0;
    for (size_t i = 0; i < self->g->nodes.len; i++) {
        if (is_needed(self, self->g->nodes.at[i])) self->g->nodes.at[kept++] = self->g->nodes.at[i];
    }
    self->g->nodes.len = kept;
}

/* Types */

static OnnxTypeProto *type_of(OnnxImport *im, IrModule *m, const IrType *t) {
    Arena *arena = &im->m->arena; /* the module keeps the model */
    OnnxTypeProto *type = ARENA_NEW(arena, OnnxTypeProto);
    OnnxTensorType *tensor = type->tensor = ARENA_NEW(arena, OnnxTensorType);
    tensor->elem_type = onnx_data_type(t->dtype);
    if (t->ndim == IR_NDIM_UNKNOWN) return type;
    tensor->shape = ARENA_NEW(arena, OnnxShape);
    for (int32_t i = 0; i < t->ndim; i++) {
        OnnxDim *d = ARENA_NEW(arena, OnnxDim);
        StrBuf text;
        strbuf_init(&text, arena);
        if (t->dims && ir_dim_is_const(t->dims[i], &d->value))
            d->has_value = true;
        else if (t->dims)
            ir_dim_print(m, t->dims[i], &text), d->param = strbuf_str(&text);
        vec_push(arena, &tensor->shape->dims, (void *)d);
    }
    return type;
}

static bool says_enough(const OnnxValueInfo *info) {
    const OnnxTensorType *t = info && info->type ? info->type->tensor : NULL;
    return info && info->type && (!t || (t->shape && t->elem_type));
}

/* Imports the whole, with the values as its outputs, for their types. */
static bool infer(Cut *self, Value **from, size_t n) {
    OnnxImport *im = self->im;
    const OnnxList outputs = self->g->outputs;
    const OnnxOptions options = {.owner = im->options->owner, .opaque = true};
    VEC(Value *) open = {.at = NULL};
    self->g->outputs = (OnnxList){.at = NULL};
    for (size_t i = 0; i < n; i++) {
        if (says_enough(from[i]->info)) continue;
        OnnxValueInfo *info = ARENA_NEW(&im->arena, OnnxValueInfo);
        info->name = from[i]->name;
        vec_push(&im->arena, &self->g->outputs, (void *)info);
        vec_push(&im->arena, &open, from[i]);
    }
    IrModule *m = open.len ? onnx_read_again(im, &options) : NULL;
    self->g->outputs = outputs;
    if (!m) return !open.len;
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    const IrType *result = ir_operand_type(m, fn->body->result.at);
    bool ok = true;
    for (size_t i = 0; i < open.len; i++) {
        const IrType *t = open.len == 1 ? result : result->fields[i];
        const bool is_known = t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_VOID;
        OnnxValueInfo *info = ARENA_NEW(&im->m->arena, OnnxValueInfo);
        info->name = open.at[i]->name;
        if (is_known)
            info->type = type_of(im, m, t);
        else
            diag_error(
                im->ctx, no_place, DIAG_VALUE,
                diag_fmt(im->ctx, "the type of '%s' is not known", onnx_text(im, info->name)));
        open.at[i]->info = info;
        ok = ok && is_known;
    }
    ir_module_free(m);
    return ok;
}

/* The interface */

static void set_interface(Cut *self, Value **from, size_t n_from, Value **to, size_t n_to) {
    Arena *arena = &self->im->m->arena;
    OnnxGraph *g = self->g;
    const OnnxList inputs = g->inputs;
    size_t kept = 0;
    g->inputs = (OnnxList){.at = NULL};
    for (size_t i = 0; i < n_from; i++) {
        if (from[i]->is_used) vec_push(arena, &g->inputs, (void *)(uintptr_t)from[i]->info);
    }
    for (size_t i = 0; i < inputs.len; i++) {
        const Value *v = find(self, ((const OnnxValueInfo *)inputs.at[i])->name);
        if (!v->is_from && v->is_used) vec_push(arena, &g->inputs, inputs.at[i]);
    }
    for (size_t i = 0; i < g->initializers.len; i++) {
        const Value *v = find(self, ((const OnnxTensor *)g->initializers.at[i])->name);
        if (v->is_used && !v->is_from) g->initializers.at[kept++] = g->initializers.at[i];
    }
    g->initializers.len = kept;
    if (!n_to) return;
    g->outputs = (OnnxList){.at = NULL};
    for (size_t i = 0; i < n_to; i++) {
        OnnxValueInfo *info = ARENA_NEW(arena, OnnxValueInfo);
        info->name = to[i]->name;
        if (to[i]->info) info->type = to[i]->info->type;
        vec_push(arena, &g->outputs, (void *)info);
    }
}

/* The values that are named, each once. */
static Value **list(Cut *self, const char *const *names, size_t n, size_t *out, bool *ok) {
    Value **values = ARENA_ARRAY(&self->im->arena, Value *, n + 1);
    const bool from = names == self->im->options->from;
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        Value *v = named(self, names[i]);
        *ok = *ok && v;
        if (!v || (from ? v->is_from : v->is_to)) continue;
        *(from ? &v->is_from : &v->is_to) = true;
        values[(*out)++] = v;
    }
    return values;
}

bool onnx_cut(OnnxImport *im) {
    const OnnxOptions *o = im->options;
    Cut self = {.im = im, .g = im->model->graph};
    size_t n_from, n_to;
    bool ok = true;
    map_init(&self.values, &im->arena);
    list_names(&self);
    Value **from = list(&self, o->from, o->n_from, &n_from, &ok);
    Value **to = list(&self, o->to, o->n_to, &n_to, &ok);
    if (!ok || !infer(&self, from, n_from)) return false;
    for (size_t i = 0; i < n_to; i++) need(&self, to[i]->name);
    for (size_t i = 0; !n_to && i < self.g->outputs.len; i++)
        need(&self, ((const OnnxValueInfo *)self.g->outputs.at[i])->name);
    find_part(&self);
    for (size_t i = 0; i < n_from; i++) {
        if (from[i]->is_used) continue;
        diag_error(im->ctx, no_place, DIAG_VALUE,
                   diag_fmt(im->ctx, "no output of the part needs the value '%s'",
                            onnx_text(im, from[i]->name)));
        ok = false;
    }
    set_interface(&self, from, n_from, to, n_to);
    return ok;
}
