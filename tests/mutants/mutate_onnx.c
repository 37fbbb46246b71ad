/* SPDX-License-Identifier: Apache-2.0 */
/* Half of the changes go by the schema alone: any field of any message is set, emptied, doubled,
 * exchanged with another of its kind. The others know what models mean, so that what comes out is
 * more often one: a node is put behind a value, a whole graph of another model beside the nodes or
 * into a branch, a dim or dtype is another everywhere. */
#include <math.h>
#include <stdio.h>

#include "mutants.h"
#include "onnx/onnx.h"
#include "onnx/schema.h"

enum { SITES_MAX = 4000, SPLICED_MAX = 40, CHANGES_MAX = 4 };

typedef struct {
    const OnnxSchema *schema;
    void *at;
} Site;

typedef struct {
    Site *at;
    size_t len, cap;
} Sites;

typedef struct {
    Arena *arena;
    Draw *d;
    OnnxModel *model, *donor;
    const OnnxSchema *graph, *node, *attr, *info, *type, *dim; /* of the messages of these names */
    Sites sites, donor_sites;
    Texts values; /* names of values */
    unsigned fresh;
} Mutation;

/* Any list of proto.h. */
typedef struct {
    char *at;
    size_t len, cap;
} AnyList;

int64_t draw_extreme_int(Draw *d) {
    static const int64_t ints[] = {INT64_MIN,
                                   INT64_MIN + 1,
                                   INT64_MAX,
                                   INT64_MAX - 1,
                                   (int64_t)1 << 62,
                                   -((int64_t)1 << 62),
                                   (int64_t)1 << 32,
                                   ((int64_t)1 << 32) + 1,
                                   (int64_t)1 << 31,
                                   -((int64_t)1 << 31),
                                   ((int64_t)1 << 31) - 1,
                                   65536,
                                   1000,
                                   -1000,
                                   64,
                                   17};
    if (draw_below(d, 3)) return (int64_t)draw_below(d, 12) - 4;
    return ints[draw_below(d, ARRAY_LEN(ints))];
}

double draw_extreme_float(Draw *d) {
    const double floats[] = {0.0,
                             -0.0,
                             1,
                             -1,
                             0.5,
                             2,
                             1e-5,
                             1e30,
                             -1e30,
                             1e-40,
                             (double)NAN,
                             (double)INFINITY,
                             -(double)INFINITY,
                             3e9};
    return floats[draw_below(d, ARRAY_LEN(floats))];
}

static bool has_schema(const OnnxField *f) { return f->schema && f->schema->n; }

static void *child_of(const OnnxField *f, const char *base) {
    void *child;
    memcpy(&child, base + f->offset, sizeof child);
    return child;
}

/* All messages, each behind the one that holds it. */
static void collect(Arena *arena, const OnnxSchema *schema, void *root, Sites *out) {
    *out = (Sites){.at = NULL};
    vec_push(arena, out, ((Site){schema, root}));
    for (size_t i = 0; i < out->len && out->len < SITES_MAX; i++) {
        const Site s = out->at[i];
        for (size_t k = 0; k < s.schema->n; k++) {
            const OnnxField *f = &s.schema->fields[k];
            if (!has_schema(f)) continue;
            if (f->kind == FIELD_MESSAGE) {
                void *child = child_of(f, s.at);
                if (child) vec_push(arena, out, ((Site){f->schema, child}));
                continue;
            }
            const OnnxList *list = (const void *)((const char *)s.at + f->offset);
            for (size_t j = 0; j < list->len; j++)
                vec_push(arena, out, ((Site){f->schema, list->at[j]}));
        }
    }
}

static bool is_value_name(const Mutation *m, const OnnxSchema *s, const OnnxField *f) {
    return (f->kind == FIELD_STRS && s == m->node) ||
           (f->kind == FIELD_STR && strcmp(f->name, "name") == 0 &&
            (s == m->info || s == &onnx_tensor_schema));
}

static void collect_values(Mutation *m) {
    m->values = (Texts){.at = NULL};
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[i];
        for (size_t k = 0; k < s.schema->n; k++) {
            const OnnxField *f = &s.schema->fields[k];
            const char *at = (const char *)s.at + f->offset;
            if (!is_value_name(m, s.schema, f)) continue;
            if (f->kind == FIELD_STR) {
                vec_push(m->arena, &m->values, *(const Str *)(const void *)at);
                continue;
            }
            const OnnxStrs *list = (const void *)at;
            for (size_t j = 0; j < list->len; j++) vec_push(m->arena, &m->values, list->at[j]);
        }
    }
}

static void recollect(Mutation *m) {
    collect(m->arena, &onnx_model_schema, m->model, &m->sites);
    collect_values(m);
}

/* As deep as messages nest. */
static void *clone(Arena *arena, const OnnxSchema *schema, const void *from) {
    char *to = arena_alloc(arena, schema->size);
    memcpy(to, from, schema->size);
    for (size_t k = 0; k < schema->n; k++) {
        const OnnxField *f = &schema->fields[k];
        if (f->kind == FIELD_MESSAGE && has_schema(f)) {
            void *child = child_of(f, from);
            if (child) child = clone(arena, f->schema, child);
            memcpy(to + f->offset, &child, sizeof child);
        }
        size_t size = 0;
        switch (f->kind) {
        case FIELD_INTS:
        case FIELD_DOUBLES:
        case FIELD_MESSAGES: size = 8; break;
        case FIELD_FLOATS: size = 4; break;
        case FIELD_STRS: size = sizeof(Str); break;
        default: continue;
        }
        AnyList list;
        memcpy(&list, to + f->offset, sizeof list);
        char *at = arena_alloc(arena, list.len * size + 1);
        if (list.len) memcpy(at, list.at, list.len * size);
        list.at = at;
        list.cap = list.len;
        for (size_t i = 0; f->kind == FIELD_MESSAGES && i < list.len && has_schema(f); i++)
            ((void **)(void *)at)[i] = clone(arena, f->schema, ((void **)(void *)at)[i]);
        memcpy(to + f->offset, &list, sizeof list);
    }
    return to;
}

static Str fresh_name(Mutation *m) {
    const char *s = arena_printf(m->arena, "mutant_%u", m->fresh++);
    return (Str){s, strlen(s)};
}

static Str draw_value(Mutation *m) {
    if (!m->values.len) return (Str){"x", 1};
    return m->values.at[draw_below(m->d, m->values.len)];
}

/* A message of that schema, copied, of this model or the other; NULL: there is none. */
static void *draw_message(Mutation *m, const OnnxSchema *schema) {
    const Sites *from = m->donor && draw_one_in(m->d, 3) ? &m->donor_sites : &m->sites;
    if (!from->len || m->sites.len >= SITES_MAX) return NULL;
    const size_t start = draw_below(m->d, from->len);
    for (size_t i = 0; i < from->len; i++) {
        const Site s = from->at[(start + i) % from->len];
        if (s.schema == schema) return clone(m->arena, schema, s.at);
    }
    return NULL;
}

/* A node of any type that is mapped. */
static void set_operator(Mutation *m, OnnxNode *node) {
    OnnxOpInfo info = {.name = "Relu"};
    size_t n = 0;
    while (onnx_op_info(n, &info)) n++;
    onnx_op_info(draw_below(m->d, n), &info);
    const char *dot = strrchr(info.name, '.');
    node->op_type = dot ? (Str){dot + 1, strlen(dot + 1)} : (Str){info.name, strlen(info.name)};
    node->domain = dot ? (Str){info.name, (size_t)(dot - info.name)} : (Str){"", 0};
}

/* By the schema alone */

/* Another string of this field, anywhere; or one of none. */
static Str draw_string(Mutation *m, const OnnxSchema *schema, const OnnxField *f) {
    static const char *const strings[] = {"",   "x",        "ai.onnx", "NOTSET",
                                          "%s", "\xff\x01", "linear",  "0"};
    if (is_value_name(m, schema, f) && draw_below(m->d, 8)) return draw_value(m);
    const size_t start = draw_below(m->d, m->sites.len);
    for (size_t i = 0; i < m->sites.len && draw_below(m->d, 40); i++) {
        const Site s = m->sites.at[(start + i) % m->sites.len];
        if (s.schema != schema) continue;
        const char *at = (const char *)s.at + f->offset;
        if (f->kind == FIELD_STR) return *(const Str *)(const void *)at;
        const OnnxStrs *list = (const void *)at;
        if (list->len) return list->at[draw_below(m->d, list->len)];
    }
    const char *s = strings[draw_below(m->d, ARRAY_LEN(strings))];
    return (Str){s, strlen(s)};
}

static Str change_bytes(Mutation *m, Str s) {
    char *copy = arena_alloc(m->arena, s.len + 9);
    if (s.len) memcpy(copy, s.ptr, s.len);
    const int64_t v = draw_extreme_int(m->d);
    const size_t at = s.len < 8 ? 0 : draw_below(m->d, s.len / 8) * 8;
    memcpy(copy + at, &v, s.len - at < 8 ? s.len - at : 8);
    if (draw_one_in(m->d, 8)) s.len -= s.len > 0;
    return (Str){copy, s.len};
}

/* A new element of a list, of f's kind. False: there is none. */
static bool draw_element(Mutation *m, const OnnxSchema *schema, const OnnxField *f, char *to) {
    switch (f->kind) {
    case FIELD_INTS: memcpy(to, &(int64_t){draw_extreme_int(m->d)}, 8); return true;
    case FIELD_FLOATS: memcpy(to, &(float){(float)draw_extreme_float(m->d)}, 4); return true;
    case FIELD_DOUBLES: memcpy(to, &(double){draw_extreme_float(m->d)}, 8); return true;
    case FIELD_STRS: {
        const Str s = draw_string(m, schema, f);
        memcpy(to, &s, sizeof s);
        return true;
    }
    default: break;
    }
    void *message = has_schema(f) ? draw_message(m, f->schema) : NULL;
    memcpy(to, &message, sizeof message);
    return message != NULL;
}

static void change_list(Mutation *m, const OnnxSchema *schema, const OnnxField *f, char *at) {
    const size_t size = f->kind == FIELD_FLOATS ? 4 : f->kind == FIELD_STRS ? sizeof(Str) : 8;
    AnyList list;
    char element[sizeof(Str)];
    memcpy(&list, at, sizeof list);
    const size_t i = draw_below(m->d, list.len), k = draw_below(m->d, list.len + 1);
    char *to = arena_alloc(m->arena, (list.len + 1) * size);
    if (list.len) memcpy(to, list.at, list.len * size);
    const unsigned kind = (unsigned)draw_below(m->d, 16);
    if (kind < 5 && list.len) { /* another in its place */
        if (draw_element(m, schema, f, element)) memcpy(to + i * size, element, size);
    } else if (kind < 7 && list.len) {
        memmove(to + i * size, to + (i + 1) * size, (list.len - i - 1) * size);
        list.len--;
    } else if (kind < 9 && list.len > 1) {
        const size_t j = draw_below(m->d, list.len);
        memcpy(element, to + i * size, size);
        memcpy(to + i * size, to + j * size, size);
        memcpy(to + j * size, element, size);
    } else if (kind == 15) {
        list.len = 0;
    } else { /* doubled, or a new one */
        bool is = list.len != 0;
        if (is) memcpy(element, to + i * size, size);
        if (!is || kind < 13) is = draw_element(m, schema, f, element);
        if (!is || m->sites.len >= SITES_MAX) return;
        memmove(to + (k + 1) * size, to + k * size, (list.len - k) * size);
        memcpy(to + k * size, element, size);
        list.len++;
    }
    list.at = to;
    list.cap = list.len;
    memcpy(at, &list, sizeof list);
}

static void change_field(Mutation *m, Site s, const OnnxField *f) {
    char *base = s.at, *at = base + f->offset;
    if (f->present && draw_one_in(m->d, 6)) base[f->present] = !base[f->present];
    switch (f->kind) {
    case FIELD_INT: {
        int64_t v = draw_extreme_int(m->d);
        if (draw_below(m->d, 3)) v = (int64_t)draw_below(m->d, 24);
        memcpy(at, &v, sizeof v);
        return;
    }
    case FIELD_FLOAT: {
        const float v = (float)draw_extreme_float(m->d);
        memcpy(at, &v, sizeof v);
        return;
    }
    case FIELD_STR: {
        Str v = *(const Str *)(const void *)at;
        v = strcmp(f->name, "raw") == 0 ? change_bytes(m, v) : draw_string(m, s.schema, f);
        memcpy(at, &v, sizeof v);
        if (s.schema == m->node && strcmp(f->name, "op_type") == 0) set_operator(m, s.at);
        return;
    }
    case FIELD_MESSAGE: {
        void *v = has_schema(f) && draw_below(m->d, 4) ? draw_message(m, f->schema) : NULL;
        if (has_schema(f)) memcpy(at, &v, sizeof v);
        return;
    }
    default: change_list(m, s.schema, f, at); return;
    }
}

static bool is_there(const OnnxField *f, const char *base) {
    if (f->kind == FIELD_MESSAGE) return child_of(f, base) != NULL;
    if (f->kind == FIELD_INT || f->kind == FIELD_FLOAT) return true;
    if (f->kind == FIELD_STR) return ((const Str *)(const void *)(base + f->offset))->len != 0;
    return ((const AnyList *)(const void *)(base + f->offset))->len != 0;
}

static void change_any(Mutation *m) {
    for (int tries = 0; tries < 20; tries++) {
        const Site s = m->sites.at[draw_below(m->d, m->sites.len)];
        if (!s.schema->n) continue;
        const OnnxField *f = &s.schema->fields[draw_below(m->d, s.schema->n)];
        if (!f->offset && f->kind == FIELD_MESSAGE && !f->schema) continue;
        if (!is_there(f, s.at) && draw_below(m->d, 10)) continue;
        change_field(m, s, f);
        return;
    }
}

/* What knows the meaning */

/* A random message of the schema; NULL: there is none. */
static void *draw_site(Mutation *m, const OnnxSchema *schema) {
    const size_t start = draw_below(m->d, m->sites.len);
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[(start + i) % m->sites.len];
        if (s.schema == schema) return s.at;
    }
    return NULL;
}

static void change_operator(Mutation *m) {
    OnnxNode *node = draw_site(m, m->node);
    if (node) set_operator(m, node);
}

static void change_input(Mutation *m) {
    OnnxNode *node = draw_site(m, m->node);
    if (node && node->inputs.len)
        node->inputs.at[draw_below(m->d, node->inputs.len)] = draw_value(m);
}

static void change_attribute(Mutation *m) {
    OnnxAttr *a = draw_site(m, m->attr);
    if (!a) return;
    a->i = draw_extreme_int(m->d);
    a->f = (float)draw_extreme_float(m->d);
    for (size_t i = 0; i < a->ints.len; i++) {
        if (draw_one_in(m->d, a->ints.len)) a->ints.at[i] = draw_extreme_int(m->d);
    }
}

static void change_opset(Mutation *m) {
    if (!m->model->opsets.len) return;
    OnnxOpset *o = m->model->opsets.at[draw_below(m->d, m->model->opsets.len)];
    o->version = 1 + (int64_t)draw_below(m->d, 22);
}

/* An int64 constant: shapes, axes, indices. */
static void change_integer(Mutation *m) {
    const size_t start = draw_below(m->d, m->sites.len);
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[(start + i) % m->sites.len];
        OnnxTensor *t = s.at;
        if (s.schema != &onnx_tensor_schema || t->data_type != 7) continue;
        if (t->int64s.len)
            t->int64s.at[draw_below(m->d, t->int64s.len)] = draw_extreme_int(m->d);
        else
            t->raw = change_bytes(m, t->raw);
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
        node->op_type = (Str){op, strlen(op)};
    else
        set_operator(m, node);
    return node;
}

/* What makes a graph's output makes another name, and a new node the output of that. */
static void put_behind(Mutation *m) {
    static const char *const easy[] = {
        "Relu",      "Neg",     "Exp",    "Abs",     "Sqrt",      "Sigmoid", "Tanh",   "Add",
        "Sub",       "Mul",     "Div",    "Max",     "Min",       "Pow",     "MatMul", "Identity",
        "Transpose", "Cast",    "Concat", "Softmax", "ReduceSum", "Flatten", "Where",  "Clip",
        "Unsqueeze", "Squeeze", "Gather", "Reshape", "Slice",     "Erf",     "Floor",  "Gemm"};
    OnnxGraph *g = draw_site(m, m->graph);
    if (!g || !g->outputs.len) return;
    const Str out = ((OnnxValueInfo *)g->outputs.at[draw_below(m->d, g->outputs.len)])->name,
              before = fresh_name(m);
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
        vec_push(m->arena, &node->inputs, draw_one_in(m->d, 2) ? before : draw_value(m));
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
            if (s.schema == m->attr) attr = clone(m->arena, s.schema, s.at);
        }
        if (attr) vec_push(m->arena, &node->attrs, attr);
    }
    vec_push(m->arena, &g->nodes, (void *)node);
}

static const OnnxSchema *schema_of(const OnnxSchema *s, const char *field) {
    for (size_t i = 0; i < s->n; i++) {
        if (strcmp(s->fields[i].name, field) == 0) return s->fields[i].schema;
    }
    return NULL;
}

static Str renamed(Mutation *m, Str name, const Texts *inputs, const Texts *values) {
    if (!name.len) return name;
    for (size_t i = 0; i < inputs->len; i++) {
        if (str_eq(inputs->at[i], name)) return values->at[i];
    }
    const char *s = arena_printf(m->arena, "s%u_%.*s", m->fresh,
                                 (int)(name.len < 60 ? name.len : 60), name.ptr);
    return (Str){s, strlen(s)};
}

/* Another model's nodes stand beside this one's, on values of this one; its outputs are outputs. */
static void splice_graph(Mutation *m) {
    const OnnxModel *from = m->donor ? m->donor : m->model;
    if (!from->graph || !m->model->graph || from->graph->nodes.len > SPLICED_MAX) return;
    OnnxGraph *to = m->model->graph, *g = clone(m->arena, m->graph, from->graph);
    Texts inputs = {.at = NULL}, values = {.at = NULL};
    m->fresh++;
    for (size_t i = 0; i < g->inputs.len; i++) {
        OnnxValueInfo *info = g->inputs.at[i];
        vec_push(m->arena, &inputs, info->name);
        if (draw_one_in(m->d, 2) && to->inputs.len < SPLICED_MAX) { /* an input of its own */
            const char *own = arena_printf(m->arena, "own%u_%zu", m->fresh, i);
            vec_push(m->arena, &values, ((Str){own, strlen(own)}));
            info->name = (Str){own, strlen(own)};
            vec_push(m->arena, &to->inputs, (void *)info);
        } else {
            vec_push(m->arena, &values, draw_value(m));
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
    a->name = (Str){name, strlen(name)};
    a->type = ONNX_ATTR_GRAPH;
    a->graph = g;
    return a;
}

static OnnxGraph *draw_body(Mutation *m, size_t n_out) {
    OnnxGraph *g = draw_message(m, m->graph);
    if (!g) return NULL;
    if (draw_below(m->d, 3)) g->inputs.len = 0;
    if (draw_below(m->d, 4) && g->outputs.len > n_out) g->outputs.len = n_out;
    return g;
}

static Str add_truth(Mutation *m, OnnxGraph *g) {
    OnnxTensor *t = arena_calloc(m->arena, 1, sizeof *t);
    t->name = fresh_name(m);
    t->data_type = 9;
    vec_push(m->arena, &t->int32s, (int64_t)draw_below(m->d, 2));
    vec_push(m->arena, &g->initializers, (void *)t);
    return t->name;
}

/* A control node whose bodies are graphs of this model or another. */
static void add_control(Mutation *m) {
    OnnxGraph *g = draw_site(m, m->graph);
    if (!g) return;
    const unsigned kind = (unsigned)draw_below(m->d, 5);
    static const char *const ops[] = {"If", "If", "Loop", "Scan", "SequenceMap"};
    OnnxNode *node = new_node(m, ops[kind]);
    OnnxGraph *a = draw_body(m, 1), *b = draw_body(m, 1);
    if (!a || !b) return;
    if (kind < 2) {
        vec_push(m->arena, &node->inputs, draw_below(m->d, 3) ? add_truth(m, g) : draw_value(m));
        vec_push(m->arena, &node->attrs, (void *)graph_attr(m, "then_branch", a));
        vec_push(m->arena, &node->attrs, (void *)graph_attr(m, "else_branch", b));
    } else {
        const size_t n = draw_below(m->d, 4);
        for (size_t i = 0; i < n; i++)
            vec_push(m->arena, &node->inputs,
                     draw_one_in(m->d, 4) ? ((Str){"", 0}) : draw_value(m));
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
        vec_push(m->arena, &node->outputs, fresh_name(m));
    OnnxValueInfo *info = arena_calloc(m->arena, 1, sizeof *info);
    info->name = node->outputs.at[0];
    vec_push(m->arena, &g->outputs, (void *)info);
    add_node(m, g, node);
}

/* A body's inputs and outputs: one more, one less, another name. */
static void change_body(Mutation *m) {
    OnnxAttr *a = NULL;
    for (int i = 0; i < 8 && (!a || !a->graph); i++) a = draw_site(m, m->attr);
    if (!a || !a->graph) return;
    OnnxList *list = draw_one_in(m->d, 2) ? &a->graph->inputs : &a->graph->outputs;
    if (draw_one_in(m->d, 3) && list->len) {
        list->len--;
    } else {
        OnnxValueInfo *info = arena_calloc(m->arena, 1, sizeof *info);
        info->name = draw_one_in(m->d, 2) ? fresh_name(m) : draw_value(m);
        vec_push(m->arena, list, (void *)info);
    }
}

/* A graph as a function of the model, and a node that calls it. */
static void add_function(Mutation *m) {
    OnnxGraph *g = draw_message(m, m->graph), *to = m->model->graph;
    if (!g || !to || g->nodes.len > SPLICED_MAX) return;
    OnnxFunction *f = arena_calloc(m->arena, 1, sizeof *f);
    OnnxNode *node = new_node(m, "F");
    node->domain = f->domain = (Str){"mutants", 7};
    f->name = node->op_type;
    f->nodes = g->nodes;
    f->opsets = m->model->opsets;
    for (size_t i = 0; i < g->inputs.len; i++) {
        vec_push(m->arena, &f->inputs, ((OnnxValueInfo *)g->inputs.at[i])->name);
        if (draw_below(m->d, 12)) vec_push(m->arena, &node->inputs, draw_value(m));
    }
    for (size_t i = 0; i < g->outputs.len; i++) {
        OnnxValueInfo *info = g->outputs.at[i];
        vec_push(m->arena, &f->outputs, info->name);
        info->name = fresh_name(m);
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

static void change_constness(Mutation *m) {
    if (m->model->graph) (draw_one_in(m->d, 2) ? make_input : make_initializer)(m, m->model->graph);
}

/* One dtype, or one extent, for another wherever types say it. */
static void change_types(Mutation *m) {
    const bool is_dtype = draw_one_in(m->d, 2);
    const OnnxTensorType *one = NULL;
    for (size_t i = 0; i < 8 && !one; i++) {
        const OnnxValueInfo *info = draw_site(m, m->info);
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

static void change(Mutation *m) {
    static void (*const changes[])(Mutation *) = {
        change_any,       change_any,      change_any,   change_any,       change_any,
        change_any,       change_operator, change_input, change_attribute, change_opset,
        change_integer,   change_integer,  put_behind,   put_behind,       put_behind,
        splice_graph,     splice_graph,    add_control,  change_body,      add_function,
        change_constness, change_types,    change_types, change_attribute};
    if (m->sites.len >= SITES_MAX) return;
    changes[draw_below(m->d, ARRAY_LEN(changes))](m);
    recollect(m);
}

Str mutate_onnx(Arena *arena, Draw *d, Str base, Str donor) {
    Mutation m = {.arena = arena, .d = d, .model = onnx_model_parse(arena, base)};
    if (!m.model) return (Str){NULL, 0};
    m.graph = schema_of(&onnx_model_schema, "graph");
    m.node = schema_of(m.graph, "nodes");
    m.attr = schema_of(m.node, "attrs");
    m.info = schema_of(m.graph, "inputs");
    m.type = schema_of(schema_of(m.info, "type"), "tensor");
    m.dim = schema_of(schema_of(m.type, "shape"), "dims");
    if (donor.len) m.donor = onnx_model_parse(arena, donor);
    if (m.donor) collect(arena, &onnx_model_schema, m.donor, &m.donor_sites);
    recollect(&m);
    for (size_t n = 1 + draw_below(d, CHANGES_MAX); n > 0; n--) change(&m);
    OnnxBytes out;
    onnx_model_encode(arena, m.model, &out);
    char *bytes = arena_alloc(arena, out.bytes + 1);
    size_t at = 0;
    for (size_t i = 0; i < out.pieces.len; i++) {
        memcpy(bytes + at, out.pieces.at[i].ptr, out.pieces.at[i].len);
        at += out.pieces.at[i].len;
    }
    return (Str){bytes, at};
}
