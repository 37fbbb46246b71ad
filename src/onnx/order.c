/* SPDX-License-Identifier: Apache-2.0 */
/* Depth first, without recursion over nodes, linear. */
#include "onnx/order.h"

/* What makes a name. */
typedef struct {
    Str name;
    uint32_t node;
} Output;

/* Which node makes a name, and what each node needs. */
typedef struct {
    OnnxImport *im;
    Map producers;      /* Output */
    VEC(uint32_t) list; /* of nodes, what each needs behind another */
} Needs;

static uint32_t producer(Needs *self, Str name) {
    for (MapIter it = map_find(&self->producers, onnx_hash(self->im, name));
         map_next(&self->producers, &it);) {
        const Output *out = it.value;
        if (str_eq(out->name, name)) return out->node;
    }
    return UINT32_MAX;
}

/* The names that a subgraph defines; those of one around it follow. */
typedef struct Names Names;
struct Names {
    const Names *outer;
    Map map; /* Str */
};

static void need(Needs *self, const Names *names, Str name) {
    for (; names; names = names->outer) {
        if (onnx_names_have(self->im, &names->map, name)) return;
    }
    const uint32_t from = name.len ? producer(self, name) : UINT32_MAX;
    if (from != UINT32_MAX) vec_push(&self->im->arena, &self->list, from);
}

/* What a node uses, its subgraphs included. As deep as graphs nest, which the parser bounds. */
static void needs_of(Needs *self, const Names *names, const OnnxNode *node) {
    for (size_t i = 0; i < node->inputs.len; i++) need(self, names, node->inputs.at[i]);
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)node->attrs.at[i])->graph;
        if (!g) continue;
        Names own = {.outer = names};
        onnx_names_of(self->im, g, &own.map);
        for (size_t k = 0; k < g->nodes.len; k++) needs_of(self, &own, g->nodes.at[k]);
        for (size_t k = 0; k < g->outputs.len; k++)
            need(self, &own, ((const OnnxValueInfo *)g->outputs.at[k])->name);
    }
}

/* A node that waits for what it needs. */
typedef struct {
    uint32_t node, next; /* the next of its needs */
    bool in_circle;      /* it needs what is not made before it; told already */
} Visit;

static void note_producers(Needs *self, const OnnxList *nodes) {
    Arena *arena = &self->im->arena;
    map_init(&self->producers, arena);
    for (uint32_t i = 0; i < nodes->len; i++) {
        const OnnxNode *node = nodes->at[i];
        Output *outputs = ARENA_ARRAY(arena, Output, node->outputs.len);
        for (size_t k = 0; k < node->outputs.len; k++) {
            outputs[k] = (Output){node->outputs.at[k], i};
            if (outputs[k].name.len)
                map_add(&self->producers, onnx_hash(self->im, outputs[k].name), &outputs[k]);
        }
    }
}

void onnx_order(OnnxImport *im, const OnnxList *nodes, OnnxOrder *out) {
    Needs needs = {.im = im};
    Arena *arena = &im->arena;
    const uint32_t n = (uint32_t)nodes->len;
    *out = (OnnxOrder){.at = NULL};
    note_producers(&needs, nodes);
    uint32_t *start = ARENA_ARRAY(arena, uint32_t, (size_t)n + 2);
    for (uint32_t i = 0; i < n; i++) {
        start[i] = (uint32_t)needs.list.len;
        needs_of(&needs, NULL, nodes->at[i]);
    }
    start[n] = (uint32_t)needs.list.len;
    enum { NEW, OPEN, DONE };
    uint8_t *state = ARENA_ARRAY(arena, uint8_t, (size_t)n + 1);
    VEC(Visit) stack = {.at = NULL};
    for (uint32_t i = 0; i < n; i++) {
        if (state[i] != NEW) continue;
        vec_push(arena, &stack, ((Visit){.node = i, .next = start[i]}));
        state[i] = OPEN;
        while (stack.len) {
            Visit *v = &stack.at[stack.len - 1];
            if (v->next == start[v->node + 1]) {
                state[v->node] = DONE;
                const OnnxTurn turn = {.node = nodes->at[v->node], .in_circle = v->in_circle};
                vec_push(arena, out, turn);
                stack.len--;
                continue;
            }
            const uint32_t from = needs.list.at[v->next++];
            if (state[from] == OPEN) {
                v->in_circle = true;
                const OnnxTurn turn = {.node = nodes->at[from], .is_circle = true};
                vec_push(arena, out, turn);
            } else if (state[from] == NEW) {
                state[from] = OPEN;
                vec_push(arena, &stack, ((Visit){.node = from, .next = start[from]}));
            }
        }
    }
}
