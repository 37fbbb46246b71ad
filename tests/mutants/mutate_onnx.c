/* SPDX-License-Identifier: Apache-2.0 */
/* Half of the changes go by the schema alone: any field of any message is set, emptied, doubled,
 * exchanged with another of its kind. The others know what models mean: mutate_graph.c. */
#include "mutation.h"

enum { CHANGES_MAX = 4 };

/* Another string of this field, anywhere; or one of none. */
static Str draw_string(Mutation *m, const OnnxSchema *schema, const OnnxField *f) {
    static const char *const strings[] = {"",   "x",        "ai.onnx", "NOTSET",
                                          "%s", "\xff\x01", "linear",  "0"};
    if (mutation_is_value_name(m, schema, f) && draw_below(m->d, 8)) return mutation_draw_value(m);
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
    return str_c(s);
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
    void *message = mutation_has_schema(f) ? mutation_draw_message(m, f->schema) : NULL;
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
        v = strcmp(f->name, "raw") == 0 ? mutation_change_bytes(m, v) : draw_string(m, s.schema, f);
        memcpy(at, &v, sizeof v);
        if (s.schema == m->node && strcmp(f->name, "op_type") == 0) mutation_set_operator(m, s.at);
        return;
    }
    case FIELD_MESSAGE: {
        void *v = mutation_has_schema(f) && draw_below(m->d, 4)
                      ? mutation_draw_message(m, f->schema)
                      : NULL;
        if (mutation_has_schema(f)) memcpy(at, &v, sizeof v);
        return;
    }
    default: change_list(m, s.schema, f, at); return;
    }
}

static bool is_there(const OnnxField *f, const char *base) {
    if (f->kind == FIELD_MESSAGE) return mutation_child(f, base) != NULL;
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

static void change(Mutation *m) {
    static void (*const changes[])(Mutation *) = {
        change_any,         change_any,         change_any,         change_any,
        change_any,         change_any,         mutate_operator,    mutate_input,
        mutate_attribute,   mutate_opset,       mutate_integer,     mutate_integer,
        mutate_node_behind, mutate_node_behind, mutate_node_behind, mutate_splice,
        mutate_splice,      mutate_control,     mutate_body,        mutate_function,
        mutate_constness,   mutate_types,       mutate_types,       mutate_attribute};
    if (m->sites.len >= SITES_MAX) return;
    changes[draw_below(m->d, ARRAY_LEN(changes))](m);
    mutation_recollect(m);
}

Str mutate_onnx(Arena *arena, Draw *d, Str base, Str donor) {
    Mutation m = {.arena = arena, .d = d, .model = onnx_model_parse(arena, base)};
    if (!m.model) return (Str){NULL, 0};
    m.graph = mutation_schema(&onnx_model_schema, "graph");
    m.node = mutation_schema(m.graph, "nodes");
    m.attr = mutation_schema(m.node, "attrs");
    m.info = mutation_schema(m.graph, "inputs");
    m.type = mutation_schema(mutation_schema(m.info, "type"), "tensor");
    m.dim = mutation_schema(mutation_schema(m.type, "shape"), "dims");
    if (donor.len) m.donor = onnx_model_parse(arena, donor);
    if (m.donor) mutation_collect(arena, &onnx_model_schema, m.donor, &m.donor_sites);
    mutation_recollect(&m);
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
