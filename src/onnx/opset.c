/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes in the opset that a model is written in: which of the file's may stay as they are, and the
 * forms that the writer's own take. These are forms of opset 17; what became an input since, or is
 * one by then, is turned into the other. */
#include "onnx/export.h"

enum { LEAST = 9, RAISED = 13 };

typedef struct {
    const char *op, *attr, *value;
    int64_t opset;
    size_t input;
} Row;

static const Row breaks[] = {
#define BREAKS(op_, opset_) {.op = (op_), .opset = (opset_)},
#define BREAKS_IF(op_, opset_, attr_, value_)                                                      \
    {.op = (op_), .attr = (attr_), .value = (value_), .opset = (opset_)},
#define NEEDS(op, opset)
#define NEEDS_ATTR(op, attr, opset)
#define INPUT_SINCE(op, opset, input, attr)
#include "onnx/opset.def"
};

static const Row needs[] = {
#define BREAKS(op, opset)
#define BREAKS_IF(op, opset, attr, value)
#define NEEDS(op_, opset_) {.op = (op_), .opset = (opset_)},
#define NEEDS_ATTR(op_, attr_, opset_) {.op = (op_), .attr = (attr_), .opset = (opset_)},
#define INPUT_SINCE(op, opset, input, attr)
#include "onnx/opset.def"
};

static const Row inputs[] = {
#define BREAKS(op, opset)
#define BREAKS_IF(op, opset, attr, value)
#define NEEDS(op, opset)
#define NEEDS_ATTR(op, attr, opset)
#define INPUT_SINCE(op_, opset_, input_, attr_)                                                    \
    {.op = (op_), .attr = (attr_), .opset = (opset_), .input = (input_)},
#include "onnx/opset.def"
};

int64_t onnx_written_opset(const IrModule *m) {
    const OnnxModel *file = m->kept ? m->kept->model : NULL;
    const int64_t version = file ? onnx_opset_of(&file->opsets, (Str){.len = 0}) : 0;
    return version > 0 ? version : ONNX_OPSET_WRITTEN;
}

static bool is_default_domain(Str domain) { return !domain.len || str_eq_c(domain, "ai.onnx"); }

static const OnnxAttr *attr_of(const OnnxList *attrs, const char *name, size_t *at) {
    for (size_t i = 0; i < attrs->len; i++) {
        const OnnxAttr *a = attrs->at[i];
        if (at) *at = i;
        if (str_eq_c(a->name, name)) return a;
    }
    return NULL;
}

static bool breaks_by(const Row *row, const OnnxList *attrs) {
    const OnnxAttr *a = row->attr ? attr_of(attrs, row->attr, NULL) : NULL;
    return !row->attr || (a && str_eq_c(a->s, row->value));
}

bool onnx_form_stays(const char *op_type, const OnnxList *attrs, int64_t was, int64_t now) {
    if (now < was) return onnx_same_form(op_type, was, now);
    bool ok = true;
    for (size_t i = 0; ok && i < ARRAY_LEN(breaks); i++) {
        const Row *row = &breaks[i];
        ok = was >= row->opset || row->opset > now || strcmp(op_type, row->op) != 0 ||
             !breaks_by(row, attrs);
    }
    return ok;
}

static bool keeps_form(const OnnxPlanner *self, const OnnxNode *n, int64_t was, int64_t now) {
    return onnx_form_stays(arena_strdup(self->arena, n->op_type), &n->attrs, was, now);
}

/* So do the graphs of a node that stood where r stands. Nodes that may be calls of functions stay
 * where the opset does. As deep as graphs nest. */
static bool graphs_keep(const OnnxPlanner *self, const OnnxRecord *r, const OnnxNode *node) {
    bool ok = true;
    for (size_t i = 0; ok && i < node->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)node->attrs.at[i])->graph;
        for (size_t k = 0; g && ok && k < g->nodes.len; k++) {
            const OnnxNode *n = g->nodes.at[k];
            const int64_t was = onnx_opset_of(r->opsets, n->domain);
            ok = is_default_domain(n->domain)
                     ? keeps_form(self, n, was, self->opset)
                     : self->opset == onnx_written_opset(self->m) &&
                           was == onnx_opset_of(&self->kept->model->opsets, n->domain);
            ok = ok && graphs_keep(self, r, n);
        }
    }
    return ok;
}

bool onnx_opset_keeps(const OnnxPlanner *self, const OnnxRecord *r) {
    const Str domain = r->node->domain;
    const bool is_default = is_default_domain(domain);
    /* What a function does not say, the model says for it. */
    if (r->function && self->opset != onnx_written_opset(self->m) &&
        (is_default || onnx_opset_of(&r->function->opsets, (Str){.len = 0}) == ONNX_NO_OPSET))
        return false;
    if (r->keeps_graphs && !graphs_keep(self, r, r->node)) return false;
    const int64_t now =
        is_default ? self->opset : onnx_opset_of(&self->kept->model->opsets, domain);
    return r->opset == now || (is_default && keeps_form(self, r->node, r->opset, now));
}

/* The initializer of that name that the writer made. */
static const OnnxTensor *small(const OnnxExport *x, const Map *tensors, Str name) {
    for (MapIter it = map_find(tensors, hash_bytes(x->ctx, name.ptr, name.len));
         map_next(tensors, &it);) {
        const OnnxTensor *t = it.value;
        if (str_eq(t->name, name)) return t;
    }
    return NULL;
}

static void input_to_attr(OnnxExport *x, OnnxNode *n, const Row *row, const OnnxTensor *t) {
    OnnxAttr *a = ARENA_NEW(x->arena, OnnxAttr);
    a->name = str_c(row->attr);
    a->type = ONNX_ATTR_INTS;
    for (size_t i = 0; i < t->raw.len / sizeof(int64_t); i++) {
        int64_t v;
        memcpy(&v, t->raw.ptr + i * sizeof v, sizeof v);
        vec_push(x->arena, &a->ints, v);
    }
    vec_push(x->arena, &n->attrs, (void *)a);
    n->inputs.len = row->input;
}

static void attr_to_input(W *w, OnnxNode *n, const Row *row, const OnnxAttr *a, size_t at) {
    const char *name = w_ints(w, a->ints.at, (uint32_t)a->ints.len);
    memmove(&n->attrs.at[at], &n->attrs.at[at + 1], (n->attrs.len - at - 1) * sizeof *n->attrs.at);
    n->attrs.len--;
    while (n->inputs.len < row->input) vec_push(w->x->arena, &n->inputs, ((Str){"", 0}));
    vec_push(w->x->arena, &n->inputs, (str_c(name)));
}

/* Turns what the opset has in the other form. */
static void adapt(W *w, const Map *tensors, OnnxNode *n) {
    OnnxExport *x = w->x;
    for (size_t i = 0; i < ARRAY_LEN(inputs); i++) {
        const Row *row = &inputs[i];
        size_t at;
        if (!str_eq_c(n->op_type, row->op)) continue;
        const OnnxAttr *a = attr_of(&n->attrs, row->attr, &at);
        if (x->opset >= row->opset && a) attr_to_input(w, n, row, a, at);
        if (x->opset >= row->opset || n->inputs.len <= row->input) continue;
        const OnnxTensor *t = small(x, tensors, n->inputs.at[row->input]);
        if (t && t->data_type == onnx_data_type(DTYPE_INT64)) input_to_attr(x, n, row, t);
    }
}

/* The opset that the node needs. */
static int64_t needed(const OnnxNode *n) {
    int64_t least = LEAST;
    for (size_t i = 0; i < ARRAY_LEN(needs); i++) {
        if (needs[i].opset <= least || !str_eq_c(n->op_type, needs[i].op)) continue;
        if (!needs[i].attr || attr_of(&n->attrs, needs[i].attr, NULL)) least = needs[i].opset;
    }
    for (size_t i = 0; i < ARRAY_LEN(inputs); i++) { /* it was turned */
        const bool is_turned = str_eq_c(n->op_type, inputs[i].op) && inputs[i].opset <= least &&
                               attr_of(&n->attrs, inputs[i].attr, NULL);
        if (is_turned) least = LEAST;
    }
    return least;
}

int64_t onnx_opset_fit(WScope *s) {
    OnnxExport *x = s->x;
    W w = {.x = x, .s = s};
    Map tensors;
    VEC(OnnxGraph *) graphs = {.at = NULL};
    int64_t opset = x->opset;
    map_init(&tensors, x->arena);
    for (size_t i = 0; i < x->main->initializers.len; i++) {
        OnnxTensor *t = x->main->initializers.at[i];
        map_add(&tensors, hash_bytes(x->ctx, t->name.ptr, t->name.len), t);
    }
    vec_push(x->arena, &graphs, x->main);
    for (size_t i = 0; i < graphs.len; i++) {
        const OnnxGraph *g = graphs.at[i];
        for (size_t k = 0; k < g->nodes.len; k++) {
            OnnxNode *n = g->nodes.at[k];
            for (size_t a = 0; a < n->attrs.len; a++) {
                OnnxGraph *inner = ((const OnnxAttr *)n->attrs.at[a])->graph;
                if (inner && !n->is_kept && !n->has_form) vec_push(x->arena, &graphs, inner);
            }
            if (n->is_kept || n->has_form || n->domain.len) continue;
            adapt(&w, &tensors, n);
            const int64_t least = needed(n);
            if (least <= x->opset) continue;
            const int64_t raised = least < RAISED ? RAISED : least;
            if (raised <= opset) continue;
            opset = raised;
            x->needs = arena_strdup(x->arena, n->op_type);
            x->needs_op = n->op;
        }
    }
    return opset;
}
