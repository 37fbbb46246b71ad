/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/mesh.h"

static bool is_space(char c) { return c == ' ' || c == '\t'; }
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip(const char *s) {
    while (is_space(*s)) s++;
    return s;
}

/* One axis; *at moves behind it. */
static const char *parse_axis(const char **at, MeshAxis *out) {
    const char *s = skip(*at), *name = s;
    if (!is_letter(*s)) return "an axis begins with its name, as in data=4";
    while (is_letter(*s) || is_digit(*s)) s++;
    out->name = (Str){name, (size_t)(s - name)};
    if (out->name.len == 1 && *name == '_') return "_ is the word for a dim that is not split";
    s = skip(s);
    if (*s++ != '=') return "the name of an axis is followed by = and its size";
    s = skip(s);
    if (!is_digit(*s)) return "the size of an axis is a number of 1 or more";
    uint64_t size = 0;
    while (is_digit(*s)) {
        size = size * 10 + (uint64_t)(*s++ - '0');
        if (size > MESH_RANKS_MAX) return "a mesh has 1048576 ranks at most";
    }
    if (!size) return "the size of an axis is a number of 1 or more";
    out->size = (uint32_t)size;
    *at = skip(s);
    return NULL;
}

static bool same(Str a, Str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

const char *mesh_parse(Mesh *out, const char *text) {
    *out = (Mesh){.ranks = 1};
    const char *s = skip(text);
    while (*s) {
        if (out->n == MESH_AXES_MAX) return "a mesh has 8 axes at most";
        MeshAxis *axis = &out->axes[out->n];
        const char *wrong = parse_axis(&s, axis);
        if (wrong) return wrong;
        for (uint32_t i = 0; i < out->n; i++) {
            if (same(out->axes[i].name, axis->name)) return "two axes of a mesh have one name";
        }
        if ((uint64_t)out->ranks * axis->size > MESH_RANKS_MAX)
            return "a mesh has 1048576 ranks at most";
        out->ranks *= axis->size;
        out->n++;
        if (!*s) break;
        if (*s++ != ',') return "axes of a mesh are separated by commas";
        s = skip(s);
        if (!*s) return "behind a comma comes another axis";
    }
    return NULL;
}

bool mesh_group(const Mesh *mesh, const IrAttr *axes, MeshGroup *out, const char **wrong) {
    const bool all = axes->kind == IR_ATTR_NONE;
    *out = (MeshGroup){.axes = all ? (1u << mesh->n) - 1 : 0, .size = all ? mesh->ranks : 1};
    for (uint32_t i = 0; !all && i < axes->n; i++) {
        const Str name = {axes->items[i].s, strlen(axes->items[i].s)};
        uint32_t k = 0;
        while (k < mesh->n && !same(mesh->axes[k].name, name)) k++;
        if (k == mesh->n) {
            *wrong = axes->items[i].s;
            return false;
        }
        out->axes |= 1u << k;
        out->size *= mesh->axes[k].size;
    }
    return true;
}

uint32_t mesh_place(const Mesh *mesh, const MeshGroup *group, uint32_t rank) {
    uint32_t place = 0, step = 1;
    for (uint32_t i = mesh->n; i-- > 0;) {
        const uint32_t size = mesh->axes[i].size;
        if (group->axes >> i & 1) {
            place += rank % size * step;
            step *= size;
        }
        rank /= size;
    }
    return place;
}

uint32_t mesh_member(const Mesh *mesh, const MeshGroup *group, uint32_t rank, uint32_t place) {
    uint32_t member = 0, step = 1;
    for (uint32_t i = mesh->n; i-- > 0;) {
        const uint32_t size = mesh->axes[i].size;
        const bool inside = group->axes >> i & 1;
        member += (inside ? place : rank) % size * step;
        if (inside) place /= size;
        rank /= size;
        step *= size;
    }
    return member;
}
