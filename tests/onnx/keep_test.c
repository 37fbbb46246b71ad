/* SPDX-License-Identifier: Apache-2.0 */
/* Models against what Tenon wrote of them: which nodes came back as they were, with names,
 * initializers and opset.
 *
 *     tenon-test keep <PAIRS         lines: the model, a blank, the one that was written
 *
 * A line a pair: nodes read and written without Constant, those that are not the same on either
 * side, what else differs.
 *
 *     tenon-test keep same <PAIRS    lines: "same" or "differs", the model
 *
 * Whether both are the same message, field for field, known or not: bytes of an encoding in which
 * floats of tensors are raw data. */
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "onnx/proto.h"

typedef struct {
    char *at;
    size_t len;
} Bytes;

static int by_text(const void *a, const void *b) {
    const Str *x = a, *y = b;
    const int order = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static Bytes read_all(const char *path) {
    Bytes b = {.at = NULL};
    FILE *f = fopen(path, "rb");
    if (!f) return b;
    fseek(f, 0, SEEK_END);
    b.len = (size_t)ftell(f);
    rewind(f);
    b.at = malloc(b.len + 1);
    if (fread(b.at, 1, b.len, f) != b.len) b.at = NULL;
    fclose(f);
    return b;
}

/* A graph with this alone, as bytes. */
static Str encoded(Arena *arena, const OnnxGraph *g) {
    OnnxBytes bytes;
    const OnnxModel m = {.graph = (OnnxGraph *)(uintptr_t)g};
    onnx_model_encode(arena, &m, &bytes);
    char *at = arena_alloc(arena, bytes.bytes + 1), *end = at;
    for (size_t i = 0; i < bytes.pieces.len; i++) {
        memcpy(end, bytes.pieces.at[i].ptr, bytes.pieces.at[i].len);
        end += bytes.pieces.at[i].len;
    }
    return (Str){at, bytes.bytes};
}

typedef enum { NODES, INITIALIZERS } What;

/* Each item as bytes, sorted. */
static Str *items(Arena *arena, const OnnxList *list, What what) {
    Str *out = ARENA_ARRAY(arena, Str, list->len + 1);
    for (size_t i = 0; i < list->len; i++) {
        OnnxGraph g = {.name = {.len = 0}};
        vec_push(arena, what == NODES ? &g.nodes : &g.initializers, list->at[i]);
        out[i] = encoded(arena, &g);
    }
    qsort(out, list->len, sizeof *out, by_text);
    return out;
}

/* How many items of a are not in b. */
static size_t missing(const Str *a, size_t n, const Str *b, size_t m) {
    size_t lack = 0;
    for (size_t i = 0, k = 0; i < n; i++) {
        while (k < m && by_text(&b[k], &a[i]) < 0) k++;
        if (k < m && by_text(&b[k], &a[i]) == 0)
            k++;
        else
            lack++;
    }
    return lack;
}

static size_t count(const OnnxGraph *g) {
    size_t n = 0;
    for (size_t i = 0; i < g->nodes.len; i++)
        n += !str_eq_c(((const OnnxNode *)g->nodes.at[i])->op_type, "Constant");
    return n;
}

static int64_t opset(const OnnxModel *m) {
    int64_t v = 0;
    for (size_t i = 0; i < m->opsets.len; i++) {
        const OnnxOpset *s = m->opsets.at[i];
        if (!s->domain.len || str_eq_c(s->domain, "ai.onnx")) v = s->version;
    }
    return v;
}

static bool same_infos(Arena *arena, const OnnxList *a, const OnnxList *b) {
    const OnnxGraph x = {.inputs = *a}, y = {.inputs = *b};
    return str_eq(encoded(arena, &x), encoded(arena, &y));
}

static void compare(Arena *arena, const char *name, const OnnxModel *a, const OnnxModel *b) {
    const OnnxGraph *g = a->graph, *h = b->graph;
    const Str *x = items(arena, &g->nodes, NODES), *y = items(arena, &h->nodes, NODES);
    const size_t gone = missing(x, g->nodes.len, y, h->nodes.len),
                 made = missing(y, h->nodes.len, x, g->nodes.len);
    const Str *s = items(arena, &g->initializers, INITIALIZERS),
              *t = items(arena, &h->initializers, INITIALIZERS);
    const size_t new_weights = missing(t, h->initializers.len, s, g->initializers.len);
    printf("%zu %zu %zu %zu %zu %lld %lld %s %s %s\n", count(g), count(h), gone, made, new_weights,
           (long long)opset(a), (long long)opset(b),
           same_infos(arena, &g->inputs, &h->inputs) ? "same" : "inputs",
           same_infos(arena, &g->outputs, &h->outputs) ? "same" : "outputs", name);
}

static void raw(Arena *arena, OnnxTensor *t) {
    enum { FLOAT16 = 10, BFLOAT16 = 16 };
    const size_t n = t->int32s.len;
    if (t->has_raw) return;
    if (t->floats.len) t->raw = (Str){(const char *)t->floats.at, t->floats.len * sizeof(float)};
    if (t->doubles.len)
        t->raw = (Str){(const char *)t->doubles.at, t->doubles.len * sizeof(double)};
    if (n && (t->data_type == FLOAT16 || t->data_type == BFLOAT16)) {
        uint16_t *at = ARENA_ARRAY(arena, uint16_t, n);
        for (size_t i = 0; i < n; i++) at[i] = (uint16_t)t->int32s.at[i];
        t->raw = (Str){(const char *)at, 2 * n};
        t->int32s.len = 0;
    }
    t->has_raw = t->raw.len > 0;
    t->floats.len = t->doubles.len = 0;
}

/* Of the graph alone: weights stand nowhere else. */
static Str canonical(Arena *arena, const OnnxModel *m) {
    const OnnxGraph *g = m->graph;
    OnnxBytes bytes;
    for (size_t i = 0; i < g->initializers.len; i++) raw(arena, g->initializers.at[i]);
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *n = g->nodes.at[i];
        const OnnxAttr *a =
            str_eq_c(n->op_type, "Constant") && n->attrs.len ? n->attrs.at[0] : NULL;
        if (a && a->tensor) raw(arena, a->tensor);
    }
    onnx_model_encode(arena, m, &bytes);
    char *at = arena_alloc(arena, bytes.bytes + 1), *end = at;
    for (size_t i = 0; i < bytes.pieces.len; i++) {
        memcpy(end, bytes.pieces.at[i].ptr, bytes.pieces.at[i].len);
        end += bytes.pieces.at[i].len;
    }
    return (Str){at, bytes.bytes};
}

int test_keep(int argc, char **argv) {
    const bool same = argc > 1 && strcmp(argv[1], "same") == 0;
    char from[4096], to[4096];
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    while (scanf("%4095s %4095s", from, to) == 2) {
        Arena arena;
        arena_init(&arena, &ctx);
        const Bytes a = read_all(from), b = read_all(to);
        const OnnxModel *was = a.at ? onnx_model_parse(&arena, (Str){a.at, a.len}) : NULL;
        const OnnxModel *is = b.at ? onnx_model_parse(&arena, (Str){b.at, b.len}) : NULL;
        if (was && is && was->graph && is->graph && same)
            printf("%s %s\n",
                   str_eq(canonical(&arena, was), canonical(&arena, is)) ? "same" : "differs",
                   from);
        else if (was && is && was->graph && is->graph)
            compare(&arena, from, was, is);
        else
            printf("cannot read %s\n", from);
        arena_fini(&arena);
        free(a.at);
        free(b.at);
    }
    ctx_fini(&ctx);
    return 0;
}
