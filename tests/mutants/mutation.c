/* SPDX-License-Identifier: Apache-2.0 */
#include "mutation.h"

#include <math.h>

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

bool mutation_has_schema(const OnnxField *f) { return f->schema && f->schema->n; }

void *mutation_child(const OnnxField *f, const char *base) {
    void *child;
    memcpy(&child, base + f->offset, sizeof child);
    return child;
}

void mutation_collect(Arena *arena, const OnnxSchema *schema, void *root, Sites *out) {
    *out = (Sites){.at = NULL};
    vec_push(arena, out, ((Site){schema, root}));
    for (size_t i = 0; i < out->len && out->len < SITES_MAX; i++) {
        const Site s = out->at[i];
        for (size_t k = 0; k < s.schema->n; k++) {
            const OnnxField *f = &s.schema->fields[k];
            if (!mutation_has_schema(f)) continue;
            if (f->kind == FIELD_MESSAGE) {
                void *child = mutation_child(f, s.at);
                if (child) vec_push(arena, out, ((Site){f->schema, child}));
                continue;
            }
            const OnnxList *list = (const void *)((const char *)s.at + f->offset);
            for (size_t j = 0; j < list->len; j++)
                vec_push(arena, out, ((Site){f->schema, list->at[j]}));
        }
    }
}

bool mutation_is_value_name(const Mutation *m, const OnnxSchema *s, const OnnxField *f) {
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
            if (!mutation_is_value_name(m, s.schema, f)) continue;
            if (f->kind == FIELD_STR) {
                vec_push(m->arena, &m->values, *(const Str *)(const void *)at);
                continue;
            }
            const OnnxStrs *list = (const void *)at;
            for (size_t j = 0; j < list->len; j++) vec_push(m->arena, &m->values, list->at[j]);
        }
    }
}

void mutation_recollect(Mutation *m) {
    mutation_collect(m->arena, &onnx_model_schema, m->model, &m->sites);
    collect_values(m);
}

void *mutation_clone(Arena *arena, const OnnxSchema *schema, const void *from) {
    char *to = arena_alloc(arena, schema->size);
    memcpy(to, from, schema->size);
    for (size_t k = 0; k < schema->n; k++) {
        const OnnxField *f = &schema->fields[k];
        if (f->kind == FIELD_MESSAGE && mutation_has_schema(f)) {
            void *child = mutation_child(f, from);
            if (child) child = mutation_clone(arena, f->schema, child);
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
        for (size_t i = 0; f->kind == FIELD_MESSAGES && i < list.len && mutation_has_schema(f); i++)
            ((void **)(void *)at)[i] = mutation_clone(arena, f->schema, ((void **)(void *)at)[i]);
        memcpy(to + f->offset, &list, sizeof list);
    }
    return to;
}

Str mutation_fresh_name(Mutation *m) {
    const char *s = arena_printf(m->arena, "mutant_%u", m->fresh++);
    return str_c(s);
}

Str mutation_draw_value(Mutation *m) {
    if (!m->values.len) return (Str){"x", 1};
    return m->values.at[draw_below(m->d, m->values.len)];
}

void *mutation_draw_message(Mutation *m, const OnnxSchema *schema) {
    const Sites *from = m->donor && draw_one_in(m->d, 3) ? &m->donor_sites : &m->sites;
    if (!from->len || m->sites.len >= SITES_MAX) return NULL;
    const size_t start = draw_below(m->d, from->len);
    for (size_t i = 0; i < from->len; i++) {
        const Site s = from->at[(start + i) % from->len];
        if (s.schema == schema) return mutation_clone(m->arena, schema, s.at);
    }
    return NULL;
}

void mutation_set_operator(Mutation *m, OnnxNode *node) {
    OnnxOpInfo info = {.name = "Relu"};
    size_t n = 0;
    while (onnx_op_info(n, &info)) n++;
    onnx_op_info(draw_below(m->d, n), &info);
    const char *dot = strrchr(info.name, '.');
    node->op_type = dot ? str_c(dot + 1) : str_c(info.name);
    node->domain = dot ? (Str){info.name, (size_t)(dot - info.name)} : (Str){"", 0};
}

void *mutation_draw_site(Mutation *m, const OnnxSchema *schema) {
    const size_t start = draw_below(m->d, m->sites.len);
    for (size_t i = 0; i < m->sites.len; i++) {
        const Site s = m->sites.at[(start + i) % m->sites.len];
        if (s.schema == schema) return s.at;
    }
    return NULL;
}

const OnnxSchema *mutation_schema(const OnnxSchema *s, const char *field) {
    for (size_t i = 0; i < s->n; i++) {
        if (strcmp(s->fields[i].name, field) == 0) return s->fields[i].schema;
    }
    return NULL;
}

Str mutation_change_bytes(Mutation *m, Str s) {
    char *copy = arena_alloc(m->arena, s.len + 9);
    if (s.len) memcpy(copy, s.ptr, s.len);
    const int64_t v = draw_extreme_int(m->d);
    const size_t at = s.len < 8 ? 0 : draw_below(m->d, s.len / 8) * 8;
    memcpy(copy + at, &v, s.len - at < 8 ? s.len - at : 8);
    if (draw_one_in(m->d, 8)) s.len -= s.len > 0;
    return (Str){copy, s.len};
}
