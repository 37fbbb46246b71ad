/* SPDX-License-Identifier: Apache-2.0 */
/* What a model needs beside its graph for nodes that were kept: functions of the model that they
 * call, and domains. */
#include "onnx/export.h"
#include "onnx/node.h"

typedef struct {
    const OnnxFunction *function;
    bool is_used;
} Known;

typedef struct {
    OnnxExport *x;
    Map functions;               /* Known */
    VEC(Known *) list;           /* the same, in the file's order */
    VEC(const OnnxNode *) nodes; /* still to be looked at */
} Functions;

static uint64_t hash_of(const OnnxExport *x, Str name, Str domain) {
    return hash_mix(hash_bytes(x->ctx, name.ptr, name.len),
                    hash_bytes(x->ctx, domain.ptr, domain.len));
}

static void list_function(Functions *self, const OnnxFunction *f) {
    Known *k = ARENA_NEW(self->x->arena, Known);
    k->function = f;
    map_add(&self->functions, hash_of(self->x, f->name, f->domain), k);
    vec_push(self->x->arena, &self->list, k);
}

/* Of the file itself, or of the module's text. */
static void list_functions(Functions *self, const IrFunction *fn) {
    OnnxExport *x = self->x;
    const OnnxModel *file = x->keep ? x->m->kept->model : NULL;
    const IrAttr *list = ir_function_attr(fn, ONNX_FUNCTIONS, IR_ATTR_LIST);
    map_init(&self->functions, x->arena);
    for (size_t i = 0; file && i < file->functions.len; i++)
        list_function(self, file->functions.at[i]);
    for (uint32_t i = 0; !file && list && i < list->n; i++) {
        const IrAttr *text = &list->items[i];
        const OnnxModel *m =
            text->kind == IR_ATTR_STRING ? onnx_model_from_text(x->arena, text->s) : NULL;
        if (m && m->functions.len == 1) list_function(self, m->functions.at[0]);
    }
}

static Known *called(Functions *self, const OnnxNode *n) {
    for (MapIter it = map_find(&self->functions, hash_of(self->x, n->op_type, n->domain));
         map_next(&self->functions, &it);) {
        Known *k = it.value;
        const OnnxFunction *f = k->function;
        if (str_eq(f->name, n->op_type) && str_eq(f->domain, n->domain) &&
            str_eq(f->overload, n->overload))
            return k;
    }
    return NULL;
}

void x_call_function(OnnxExport *x, const OnnxNode *n) { vec_push(x->arena, &x->kept, n); }

static void add_nodes(Functions *self, const OnnxList *nodes) {
    for (size_t i = 0; i < nodes->len; i++) vec_push(self->x->arena, &self->nodes, nodes->at[i]);
}

static void add_opset(OnnxExport *x, OnnxModel *model, Str domain, int64_t version) {
    for (size_t i = 0; i < model->opsets.len; i++) {
        if (str_eq(((const OnnxOpset *)model->opsets.at[i])->domain, domain)) return;
    }
    OnnxOpset *opset = ARENA_NEW(x->arena, OnnxOpset);
    *opset = (OnnxOpset){.domain = domain, .version = version};
    vec_push(x->arena, &model->opsets, (void *)opset);
}

void x_add_kept(OnnxExport *x, const IrFunction *fn, OnnxModel *model) {
    Functions self = {.x = x};
    const IrAttr *opsets = ir_function_attr(fn, ONNX_OPSETS, IR_ATTR_LIST);
    for (size_t i = 0; i < x->domains.len; i++) {
        const OnnxOpset *s = x->domains.at[i];
        add_opset(x, model, s->domain, s->version);
    }
    if (!x->kept.len) return;
    list_functions(&self, fn);
    for (size_t i = 0; i < x->kept.len; i++) vec_push(x->arena, &self.nodes, x->kept.at[i]);
    while (self.nodes.len) {
        const OnnxNode *n = self.nodes.at[--self.nodes.len];
        Known *k = called(&self, n);
        ctx_poll(x->ctx);
        for (size_t i = 0; i < n->attrs.len; i++) {
            const OnnxGraph *g = ((const OnnxAttr *)n->attrs.at[i])->graph;
            if (g) add_nodes(&self, &g->nodes);
        }
        if (!k || k->is_used) continue;
        k->is_used = true;
        add_nodes(&self, &k->function->nodes);
    }
    for (size_t i = 0; i < self.list.len; i++) {
        const Known *k = self.list.at[i];
        if (k->is_used) vec_push(x->arena, &model->functions, (void *)(uintptr_t)k->function);
    }
    for (uint32_t i = 0; opsets && i < opsets->n; i++) {
        const IrAttr *pair = &opsets->items[i];
        const bool fits = pair->kind == IR_ATTR_LIST && pair->n == 2 &&
                          pair->items[0].kind == IR_ATTR_STRING &&
                          pair->items[1].kind == IR_ATTR_INT && *pair->items[0].s;
        if (fits) add_opset(x, model, str_c(pair->items[0].s), pair->items[1].i);
    }
}
