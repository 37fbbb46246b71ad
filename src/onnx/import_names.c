/* SPDX-License-Identifier: Apache-2.0 */
/* Names: in messages, sets of them, those fit for text, and those of a file's inputs and outputs,
 * kept for who writes it again. */
#include "onnx/import.h"

#include <ctype.h>
#include <stdlib.h>

#include "ir/text.h"

uint64_t onnx_hash(const OnnxImport *im, Str s) { return hash_bytes(im->ctx, s.ptr, s.len); }

const char *onnx_text(OnnxImport *im, Str s) {
    return diag_fmt(im->ctx, "%.*s", (int)(s.len < 200 ? s.len : 200), s.ptr ? s.ptr : "");
}

void onnx_names_add(OnnxImport *im, Map *names, Str name) {
    Str *key = ARENA_NEW(&im->arena, Str);
    *key = name;
    map_add(names, onnx_hash(im, name), key);
}

bool onnx_names_have(OnnxImport *im, const Map *names, Str name) {
    for (MapIter it = map_find(names, onnx_hash(im, name)); map_next(names, &it);) {
        if (str_eq(*(const Str *)it.value, name)) return true;
    }
    return false;
}

void onnx_names_of(OnnxImport *im, const OnnxGraph *g, Map *out) {
    map_init(out, &im->arena);
    for (size_t i = 0; i < g->inputs.len; i++)
        onnx_names_add(im, out, ((const OnnxValueInfo *)g->inputs.at[i])->name);
    for (size_t i = 0; i < g->initializers.len; i++)
        onnx_names_add(im, out, ((const OnnxTensor *)g->initializers.at[i])->name);
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; k < node->outputs.len; k++) onnx_names_add(im, out, node->outputs.at[k]);
    }
}

const char *onnx_name_safe(OnnxImport *im, Str s, const char *fallback) {
    StrBuf b;
    strbuf_init(&b, &im->arena);
    for (size_t i = 0; i < s.len && i < 200; i++) {
        const unsigned char c = (unsigned char)s.ptr[i];
        if (i == 0 && isdigit(c)) strbuf_putc(&b, 'v');
        strbuf_putc(&b, c < 0x80 && (isalnum(c) || c == '_') ? (char)c : '_');
    }
    return s.len ? intern_c(&im->m->names, strbuf_cstr(&b)) : intern_c(&im->m->names, fallback);
}

static bool is_taken(OnnxImport *im, const char *name) {
    if (ir_text_is_reserved(name)) return true;
    for (MapIter it = map_find(&im->taken, hash_ptr(0, name)); map_next(&im->taken, &it);) {
        if (it.value == (const void *)name) return true;
    }
    return false;
}

const char *onnx_name_unique(OnnxImport *im, Str s, const char *fallback) {
    const char *base = onnx_name_safe(im, s, fallback), *name = base;
    while (is_taken(im, name))
        name = intern_c(&im->m->names, arena_printf(&im->arena, "%s_%zu", base, ++im->n_names));
    map_add(&im->taken, hash_ptr(0, name), (void *)(uintptr_t)name);
    return name;
}

const char *onnx_shown(OnnxImport *im, Str s) {
    char text[200];
    const size_t n = s.len < sizeof text ? s.len : sizeof text;
    for (size_t i = 0; i < n; i++)
        text[i] = (unsigned char)s.ptr[i] < ' ' || s.ptr[i] == 0x7f ? '?' : s.ptr[i];
    return ir_name(im->m, (Str){text, n});
}

/* May it stand in text? */
static bool is_printable(Str name) {
    size_t n;
    for (size_t i = 0; i < name.len; i += n) {
        n = utf8_len(name.ptr + i, name.len - i);
        if (!n || name.ptr[i] == '\0') return false;
    }
    return true;
}

/* A parameter's or symbol's own name, and the file's. */
typedef struct {
    const char *own, *file;
} Named;

static int by_own(const void *a, const void *b) {
    return strcmp(((const Named *)a)->own, ((const Named *)b)->own);
}

/* Sorted, so that the text does not depend on the order in the file. */
static IrAttr dictionary(Arena *arena, Named *list, size_t n) {
    const char **keys = ARENA_ARRAY(arena, const char *, n + 1);
    IrAttr *items = ARENA_ARRAY(arena, IrAttr, n + 1);
    if (n) qsort(list, n, sizeof *list, by_own);
    for (size_t i = 0; i < n; i++) {
        keys[i] = list[i].own;
        items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = list[i].file};
    }
    return (IrAttr){.kind = IR_ATTR_DICT, .n = (uint32_t)n, .keys = keys, .items = items};
}

static IrAttr input_names(OnnxImport *im, const IrFunction *fn) {
    Named *list = ARENA_ARRAY(&im->arena, Named, fn->params.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        if (i >= im->input_names.len) break;
        const Str name = im->input_names.at[i];
        if (!is_printable(name) || str_eq_c(name, fn->params.at[i]->name)) continue;
        list[n++] = (Named){fn->params.at[i]->name, intern(&im->m->names, name)};
    }
    return dictionary(&im->arena, list, n);
}

static IrAttr dim_names(OnnxImport *im) {
    Named *list = ARENA_ARRAY(&im->arena, Named, im->dim_names.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < im->dim_names.len; i++) {
        const OnnxDimName *d = &im->dim_names.at[i];
        if (is_printable(d->param))
            list[n++] = (Named){d->symbol->name, intern(&im->m->names, d->param)};
    }
    return dictionary(&im->arena, list, n);
}

/* A name, and how many variables of the model have it. */
typedef struct {
    const char *name;
    size_t n;
} Count;

static Count *count_of(Map *counts, const char *name) {
    for (MapIter it = map_find(counts, hash_ptr(0, name)); map_next(counts, &it);) {
        if (((Count *)it.value)->name == name) return it.value;
    }
    Count *c = ARENA_NEW(counts->arena, Count);
    c->name = name;
    map_add(counts, hash_ptr(0, name), c);
    return c;
}

static void count_names(const IrFunction *fn, Map *counts) {
    VEC(const IrFunction *) functions = {.at = NULL};
    vec_push(counts->arena, &functions, fn);
    for (size_t i = 0; i < functions.len; i++) {
        IrWalk w;
        ir_walk_init(&w, functions.at[i]->body);
        for (const IrBinding *b; (b = ir_walk_next(&w));) {
            count_of(counts, b->var->name)->n++;
            if (b->kind == IR_BIND_FUNCTION) vec_push(counts->arena, &functions, b->function);
        }
    }
}

/* Of variables whose names tell them apart. What stands in the place of a call was noted before
 * that. */
static IrAttr node_names(OnnxImport *im, const IrFunction *fn) {
    if (!im->node_names.len) return (IrAttr){.kind = IR_ATTR_DICT};
    Arena scratch;
    arena_init(&scratch, im->ctx);
    Named *list = ARENA_ARRAY(&scratch, Named, im->node_names.len + 1);
    size_t n = 0;
    Map vars, counts;
    map_init(&vars, &scratch);
    map_init(&counts, &scratch);
    count_names(fn, &counts);
    for (size_t i = 0; i < im->node_names.len; i++) {
        const OnnxNodeName *name = &im->node_names.at[i];
        bool is_noted = !is_printable(name->name) || count_of(&counts, name->var->name)->n != 1;
        for (MapIter it = map_find(&vars, hash_ptr(0, name->var)); map_next(&vars, &it);)
            is_noted |= it.value == (const void *)name->var;
        if (is_noted) continue;
        map_add(&vars, hash_ptr(0, name->var), (void *)(uintptr_t)name->var);
        list[n++] = (Named){name->var->name, intern(&im->m->names, name->name)};
    }
    const IrAttr out = dictionary(&im->arena, list, n);
    arena_fini(&scratch);
    return out;
}

/* What was done to the data, from the file's metadata; NULL: it does not say. */
static const char *recipe_text(OnnxImport *im) {
    for (size_t i = 0; i < im->model->metadata.len; i++) {
        const OnnxEntry *e = im->model->metadata.at[i];
        const bool is_text = str_is_utf8(e->value) && !memchr(e->value.ptr, 0, e->value.len);
        if (str_eq_c(e->key, ONNX_RECIPE_KEY) && e->value.len && is_text)
            return intern(&im->m->names, e->value);
    }
    return NULL;
}

void onnx_keep_names(OnnxImport *im, IrFunction *fn, const OnnxGraph *g) {
    IrAttr *outputs = ARENA_ARRAY(&im->arena, IrAttr, g->outputs.len + 1);
    const IrAttr inputs = input_names(im, fn), dims = dim_names(im), nodes = node_names(im, fn);
    bool all = true;
    for (size_t i = 0; i < g->outputs.len; i++) {
        const Str name = ((const OnnxValueInfo *)g->outputs.at[i])->name;
        all = all && is_printable(name);
        outputs[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern(&im->m->names, name)};
    }
    const char *names[5];
    IrAttr values[5], attrs = {.kind = IR_ATTR_DICT, .keys = names, .items = values};
    const char *recipe = recipe_text(im);
    if (recipe) {
        names[attrs.n] = ONNX_RECIPE;
        values[attrs.n++] = (IrAttr){.kind = IR_ATTR_STRING, .s = recipe};
    }
    if (dims.n) names[attrs.n] = ONNX_DIMS, values[attrs.n++] = dims;
    if (inputs.n) names[attrs.n] = ONNX_INPUTS, values[attrs.n++] = inputs;
    if (nodes.n) names[attrs.n] = ONNX_NODES, values[attrs.n++] = nodes;
    if (all) {
        names[attrs.n] = ONNX_OUTPUTS;
        values[attrs.n++] =
            (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)g->outputs.len, .items = outputs};
    }
    ir_attr_copy(im->m, &fn->attrs, &attrs);
}

const char *onnx_own_name(const IrFunction *fn, const char *key, const char *file) {
    const IrAttr *names = ir_function_attr(fn, key, IR_ATTR_DICT);
    for (uint32_t i = 0; names && i < names->n; i++) {
        if (names->items[i].kind == IR_ATTR_STRING && strcmp(names->items[i].s, file) == 0)
            return names->keys[i];
    }
    return NULL;
}

void onnx_attr_add(OnnxImport *im, IrFunction *fn, const char *key, IrAttr value) {
    const uint32_t n = fn->attrs.n;
    const char **keys = ARENA_ARRAY(&im->arena, const char *, (size_t)n + 1);
    IrAttr *items = ARENA_ARRAY(&im->arena, IrAttr, (size_t)n + 1);
    const IrAttr dict = {.kind = IR_ATTR_DICT, .n = n + 1, .keys = keys, .items = items};
    uint32_t at = 0; /* keys rise */
    while (at < n && strcmp(fn->attrs.keys[at], key) < 0) at++;
    for (uint32_t i = 0; i < n; i++)
        keys[i + (i >= at)] = fn->attrs.keys[i], items[i + (i >= at)] = fn->attrs.items[i];
    keys[at] = key;
    items[at] = value;
    ir_attr_copy(im->m, &fn->attrs, &dict);
}
