/* SPDX-License-Identifier: Apache-2.0 */
/* Changes that know what models mean, so that what comes out is more often one: a node is put
 * behind a value, a whole graph of another model beside the nodes or into a branch, a dim or dtype
 * is another everywhere. */
#include "mutation.h"

#include <stdio.h>

enum { SPLICED_MAX = 40 };

void mutate_operator(Mutation *m) {
    OnnxNode *node = mutation_draw_site(m, m->node);
    if (node) mutation_set_operator(m, node);
}

void mutate_input(Mutation *m) {
    OnnxNode *node = mutation_draw_site(m, m->node);
    if (node && node->inputs.len)
        node->inputs.at[draw_below(m->d, node->inputs.len)] = mutation_draw_value(m);
}

void mutate_attribute(Mutation *m) {
    OnnxAttr *a = mutation_draw_site(m, m->attr);
    if (!a) return;
    a->i = draw_extreme_int(m->d);
    a->f = (float)draw_extreme_float(m->d);
    for (size_t i = 0; i < a->ints.len; i++) {
        if (draw_one_in(m->d, a->ints.len)) a->ints.at[i] = draw_extreme_int(m->d);
    }
}

void mutate_opset(Mutation *m) {
    if (!m->model->opsets.len) return;
    OnnxOpset *o = m->model->opsets.at[draw_below(m->d, m->model->opsets.len)];
    o->version = 1 + (int64_t)draw_below(m->d, 22);
}

/* An int64 constant: shapes, axes, indices. */
void mutate_integer(Mutation *m) {
    const size_t start = draw_below(m->d, m->sites.len);
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[(start + i) % m->sites.len];
        OnnxTensor *t = s.at;
        if (s.schema != &onnx_tensor_schema || t->data_type != 7) continue;
        if (t->int64s.len)
            t->int64s.at[draw_below(m->d, t->int64s.len)] = draw_extreme_int(m->d);
        else
            t->raw = mutation_change_bytes(m, t->raw);
        return;
    }
}

static void add_node(Mutation *m, OnnxGraph *g, OnnxNode *node) {
    if (draw_one_in(m->d, 2))
        vec_push(m->arena, &g->nodes, (void *)node);
    else {
        OnnxList nodes = {.at = NULL};
        vec_push(m->arena, &nodes, (void *)node);
        for (size_t i = 0; i < g->nodes.len; i++) vec_push(m->arena, &nodes, g->nodes.at[i]);
        g->nodes = nodes;
    }
}

static OnnxNode *new_node(Mutation *m, const char *op) {
    OnnxNode *node = arena_calloc(m->arena, 1, sizeof *node);
    if (op)
        node->op_type = str_c(op);
    else
        mutation_set_operator(m, node);
    return node;
}

/* What makes a graph's output makes another name, and a new node the output of that. */
void mutate_node_behind(Mutation *m) {
    static const char *const easy[] = {
        "Relu",      "Neg",     "Exp",    "Abs",     "Sqrt",      "Sigmoid", "Tanh",   "Add",
        "Sub",       "Mul",     "Div",    "Max",     "Min",       "Pow",     "MatMul", "Identity",
        "Transpose", "Cast",    "Concat", "Softmax", "ReduceSum", "Flatten", "Where",  "Clip",
        "Unsqueeze", "Squeeze", "Gather", "Reshape", "Slice",     "Erf",     "Floor",  "Gemm"};
    OnnxGraph *g = mutation_draw_site(m, m->graph);
    if (!g || !g->outputs.len) return;
    const Str out = ((OnnxValueInfo *)g->outputs.at[draw_below(m->d, g->outputs.len)])->name,
              before = mutation_fresh_name(m);
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; k < node->outputs.len; k++) {
            if (str_eq(node->outputs.at[k], out)) node->outputs.at[k] = before;
        }
        for (size_t k = 0; k < node->inputs.len; k++) {
            if (str_eq(node->inputs.at[k], out) && draw_one_in(m->d, 2))
                node->inputs.at[k] = before;
        }
    }
    OnnxNode *node =
        new_node(m, draw_below(m->d, 3) ? easy[draw_below(m->d, ARRAY_LEN(easy))] : NULL);
    vec_push(m->arena, &node->inputs, before);
    const size_t more = draw_below(m->d, 3);
    for (size_t i = 0; i < more; i++)
        vec_push(m->arena, &node->inputs, draw_one_in(m->d, 2) ? before : mutation_draw_value(m));
    if (more == 1 && draw_one_in(m->d, 2)) {
        const Str first = node->inputs.at[0];
        node->inputs.at[0] = node->inputs.at[1];
        node->inputs.at[1] = first;
    }
    vec_push(m->arena, &node->outputs, out);
    if (draw_one_in(m->d, 4)) {
        void *attr = NULL;
        for (size_t i = 0; i < m->sites.len && !attr; i++) {
            const Site s = m->sites.at[draw_below(m->d, m->sites.len)];
            if (s.schema == m->attr) attr = mutation_clone(m->arena, s.schema, s.at);
        }
        if (attr) vec_push(m->arena, &node->attrs, attr);
    }
    vec_push(m->arena, &g->nodes, (void *)node);
}

static Str renamed(Mutation *m, Str name, const Texts *inputs, const Texts *values) {
    if (!name.len) return name;
    for (size_t i = 0; i < inputs->len; i++) {
        if (str_eq(inputs->at[i], name)) return values->at[i];
    }
    const char *s = arena_printf(m->arena, "s%u_%.*s", m->fresh,
                                 (int)(name.len < 60 ? name.len : 60), name.ptr);
    return str_c(s);
}

/* Another model's nodes stand beside this one's, on values of this one; its outputs are outputs. */
void mutate_splice(Mutation *m) {
    const OnnxModel *from = m->donor ? m->donor : m->model;
    if (!from->graph || !m->model->graph || from->graph->nodes.len > SPLICED_MAX) return;
    OnnxGraph *to = m->model->graph, *g = mutation_clone(m->arena, m->graph, from->graph);
    Texts inputs = {.at = NULL}, values = {.at = NULL};
    m->fresh++;
    for (size_t i = 0; i < g->inputs.len; i++) {
        OnnxValueInfo *info = g->inputs.at[i];
        vec_push(m->arena, &inputs, info->name);
        if (draw_one_in(m->d, 2) && to->inputs.len < SPLICED_MAX) { /* an input of its own */
            const char *own = arena_printf(m->arena, "own%u_%zu", m->fresh, i);
            vec_push(m->arena, &values, (str_c(own)));
            info->name = str_c(own);
            vec_push(m->arena, &to->inputs, (void *)info);
        } else {
            vec_push(m->arena, &values, mutation_draw_value(m));
        }
    }
    for (size_t i = 0; i < g->nodes.len; i++) {
        OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; k < node->inputs.len; k++)
            node->inputs.at[k] = renamed(m, node->inputs.at[k], &inputs, &values);
        for (size_t k = 0; k < node->outputs.len; k++)
            node->outputs.at[k] = renamed(m, node->outputs.at[k], &inputs, &values);
        vec_push(m->arena, &to->nodes, (void *)node);
    }
    for (size_t i = 0; i < g->initializers.len; i++) {
        OnnxTensor *t = g->initializers.at[i];
        t->name = renamed(m, t->name, &inputs, &values);
        vec_push(m->arena, &to->initializers, (void *)t);
    }
    for (size_t i = 0; i < g->outputs.len; i++) {
        OnnxValueInfo *info = g->outputs.at[i];
        info->name = renamed(m, info->name, &inputs, &values);
        vec_push(m->arena, &to->outputs, (void *)info);
    }
}

static OnnxAttr *graph_attr(Mutation *m, const char *name, OnnxGraph *g) {
    OnnxAttr *a = arena_calloc(m->arena, 1, sizeof *a);
    a->name = str_c(name);
    a->type = ONNX_ATTR_GRAPH;
    a->graph = g;
    return a;
}

static OnnxGraph *draw_body(Mutation *m, size_t n_out) {
    OnnxGraph *g = mutation_draw_message(m, m->graph);
    if (!g) return NULL;
    if (draw_below(m->d, 3)) g->inputs.len = 0;
    if (draw_below(m->d, 4) && g->outputs.len > n_out) g->outputs.len = n_out;
    return g;
}

static Str add_truth(Mutation *m, OnnxGraph *g) {
    OnnxTensor *t = arena_calloc(m->arena, 1, sizeof *t);
    t->name = mutation_fresh_name(m);
    t->data_type = 9;
    vec_push(m->arena, &t->int32s, (int64_t)draw_below(m->d, 2));
    vec_push(m->arena, &g->initializers, (void *)t);
    return t->name;
}

/* A control node whose bodies are graphs of this model or another. */
void mutate_control(Mutation *m) {
    OnnxGraph *g = mutation_draw_site(m, m->graph);
    if (!g) return;
    const unsigned kind = (unsigned)draw_below(m->d, 5);
    static const char *const ops[] = {"If", "If", "Loop", "Scan", "SequenceMap"};
    OnnxNode *node = new_node(m, ops[kind]);
    OnnxGraph *a = draw_body(m, 1), *b = draw_body(m, 1);
    if (!a || !b) return;
    if (kind < 2) {
        vec_push(m->arena, &node->inputs,
                 draw_below(m->d, 3) ? add_truth(m, g) : mutation_draw_value(m));
        vec_push(m->arena, &node->attrs, (void *)graph_attr(m, "then_branch", a));
        vec_push(m->arena, &node->attrs, (void *)graph_attr(m, "else_branch", b));
    } else {
        const size_t n = draw_below(m->d, 4);
        for (size_t i = 0; i < n; i++)
            vec_push(m->arena, &node->inputs,
                     draw_one_in(m->d, 4) ? ((Str){"", 0}) : mutation_draw_value(m));
        vec_push(m->arena, &node->attrs, (void *)graph_attr(m, "body", a));
        if (kind == 3) {
            OnnxAttr *scan = arena_calloc(m->arena, 1, sizeof *scan);
            scan->name = (Str){"num_scan_inputs", 15};
            scan->type = ONNX_ATTR_INT;
            scan->i = (int64_t)draw_below(m->d, 4);
            vec_push(m->arena, &node->attrs, (void *)scan);
        }
    }
    for (size_t i = 0, n = 1 + draw_below(m->d, 2); i < n; i++)
        vec_push(m->arena, &node->outputs, mutation_fresh_name(m));
    OnnxValueInfo *info = arena_calloc(m->arena, 1, sizeof *info);
    info->name = node->outputs.at[0];
    vec_push(m->arena, &g->outputs, (void *)info);
    add_node(m, g, node);
}

/* A body's inputs and outputs: one more, one less, another name. */
void mutate_body(Mutation *m) {
    OnnxAttr *a = NULL;
    for (int i = 0; i < 8 && (!a || !a->graph); i++) a = mutation_draw_site(m, m->attr);
    if (!a || !a->graph) return;
    OnnxList *list = draw_one_in(m->d, 2) ? &a->graph->inputs : &a->graph->outputs;
    if (draw_one_in(m->d, 3) && list->len) {
        list->len--;
    } else {
        OnnxValueInfo *info = arena_calloc(m->arena, 1, sizeof *info);
        info->name = draw_one_in(m->d, 2) ? mutation_fresh_name(m) : mutation_draw_value(m);
        vec_push(m->arena, list, (void *)info);
    }
}

/* A graph as a function of the model, and a node that calls it. */
void mutate_function(Mutation *m) {
    OnnxGraph *g = mutation_draw_message(m, m->graph), *to = m->model->graph;
    if (!g || !to || g->nodes.len > SPLICED_MAX) return;
    OnnxFunction *f = arena_calloc(m->arena, 1, sizeof *f);
    OnnxNode *node = new_node(m, "F");
    node->domain = f->domain = (Str){"mutants", 7};
    f->name = node->op_type;
    f->nodes = g->nodes;
    f->opsets = m->model->opsets;
    for (size_t i = 0; i < g->inputs.len; i++) {
        vec_push(m->arena, &f->inputs, ((OnnxValueInfo *)g->inputs.at[i])->name);
        if (draw_below(m->d, 12)) vec_push(m->arena, &node->inputs, mutation_draw_value(m));
    }
    for (size_t i = 0; i < g->outputs.len; i++) {
        OnnxValueInfo *info = g->outputs.at[i];
        vec_push(m->arena, &f->outputs, info->name);
        info->name = mutation_fresh_name(m);
        vec_push(m->arena, &node->outputs, info->name);
        vec_push(m->arena, &to->outputs, (void *)info);
    }
    OnnxOpset *o = arena_calloc(m->arena, 1, sizeof *o);
    o->domain = f->domain;
    o->version = 1;
    vec_push(m->arena, &m->model->opsets, (void *)o);
    vec_push(m->arena, &m->model->functions, (void *)f);
    add_node(m, to, node);
}

static void make_input(Mutation *m, OnnxGraph *g) {
    if (!g->initializers.len) return;
    const size_t at = draw_below(m->d, g->initializers.len);
    const OnnxTensor *t = g->initializers.at[at];
    OnnxValueInfo *info = arena_calloc(m->arena, 1, sizeof *info);
    info->name = t->name;
    info->type = arena_calloc(m->arena, 1, sizeof *info->type);
    info->type->tensor = arena_calloc(m->arena, 1, sizeof *info->type->tensor);
    info->type->tensor->elem_type = t->data_type;
    info->type->tensor->shape = arena_calloc(m->arena, 1, sizeof *info->type->tensor->shape);
    for (size_t i = 0; i < t->dims.len; i++) {
        OnnxDim *d = arena_calloc(m->arena, 1, sizeof *d);
        d->value = t->dims.at[i];
        d->has_value = true;
        vec_push(m->arena, &info->type->tensor->shape->dims, (void *)d);
    }
    vec_push(m->arena, &g->inputs, (void *)info);
    memmove(&g->initializers.at[at], &g->initializers.at[at + 1],
            (g->initializers.len - at - 1) * sizeof(void *));
    g->initializers.len--;
}

static void make_initializer(Mutation *m, OnnxGraph *g) {
    if (!g->inputs.len) return;
    const size_t at = draw_below(m->d, g->inputs.len);
    const OnnxValueInfo *info = g->inputs.at[at];
    const OnnxTensorType *type = info->type ? info->type->tensor : NULL;
    if (!type || !type->shape) return;
    static const uint8_t sizes[] = {0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8};
    size_t n = type->elem_type > 0 && type->elem_type < (int64_t)ARRAY_LEN(sizes)
                   ? sizes[type->elem_type]
                   : 4;
    OnnxTensor *t = arena_calloc(m->arena, 1, sizeof *t);
    t->name = info->name;
    t->data_type = type->elem_type;
    for (size_t i = 0; i < type->shape->dims.len; i++) {
        const int64_t d = ((const OnnxDim *)type->shape->dims.at[i])->value;
        vec_push(m->arena, &t->dims, d);
        n = d < 0 || d > 4096 ? 0 : n * (size_t)d;
        if (n > 1 << 16) return;
    }
    char *raw = arena_calloc(m->arena, n + 1, 1);
    for (size_t i = 0; i < n && draw_below(m->d, 16); i += 4) raw[i] = (char)draw_below(m->d, 5);
    t->raw = (Str){raw, n};
    t->has_raw = true;
    vec_push(m->arena, &g->initializers, (void *)t);
    if (draw_one_in(m->d, 3)) return;
    memmove(&g->inputs.at[at], &g->inputs.at[at + 1], (g->inputs.len - at - 1) * sizeof(void *));
    g->inputs.len--;
}

void mutate_constness(Mutation *m) {
    if (m->model->graph) (draw_one_in(m->d, 2) ? make_input : make_initializer)(m, m->model->graph);
}

/* One dtype, or one extent, for another wherever types say it. */
void mutate_types(Mutation *m) {
    const bool is_dtype = draw_one_in(m->d, 2);
    const OnnxTensorType *one = NULL;
    for (size_t i = 0; i < 8 && !one; i++) {
        const OnnxValueInfo *info = mutation_draw_site(m, m->info);
        one = info && info->type ? info->type->tensor : NULL;
    }
    if (!one) return;
    const int64_t from = one->elem_type, to = 1 + (int64_t)draw_below(m->d, 16),
                  extent = (int64_t)draw_below(m->d, 7);
    if (is_dtype) {
        for (size_t i = 0; i < m->sites.len; i++) {
            const Site s = m->sites.at[i];
            if (s.schema == &onnx_tensor_schema) {
                OnnxTensor *t = s.at;
                if (t->data_type == from && draw_one_in(m->d, 2)) t->data_type = to;
            } else if (s.schema == m->type) {
                OnnxTensorType *t = s.at;
                if (t->elem_type == from) t->elem_type = to;
            }
        }
        return;
    }
    if (!one->shape || !one->shape->dims.len) return;
    const OnnxDim *first = one->shape->dims.at[draw_below(m->d, one->shape->dims.len)];
    const int64_t value = first->value;
    const Str name = draw_one_in(m->d, 3) ? (Str){"n", 1} : (Str){"", 0};
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[i];
        OnnxDim *d = s.at;
        if (s.schema != m->dim) continue;
        if (!d->has_value || d->value != value) continue;
        d->value = extent;
        d->param = name;
        d->has_value = name.len == 0;
    }
}
