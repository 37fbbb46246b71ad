/* SPDX-License-Identifier: Apache-2.0 */
/* Names: sets of them, those fit for text, and those of a file's inputs and outputs, kept for who writes it again. */
#include "onnx/import.h"

#include <ctype.h>
#include <stdlib.h>

#include "ir/text.h"

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
    for (size_t i = 0; i < g->inputs.len; i++) onnx_names_add(im, out, ((const OnnxValueInfo *)g->inputs.at[i])->name);
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

/* May it stand in text? */
static bool is_printable(Str name) {
    size_t n;
    for (size_t i = 0; i < name.len; i += n) {
        n = utf8_len(name.ptr + i, name.len - i);
        if (!n || name.ptr[i] == '\0') return false;
    }
    return true;
}

typedef struct {
    const char *param, *name;
} Named;

static int by_param(const void *a, const void *b) {
    return strcmp(((const Named *)a)->param, ((const Named *)b)->param);
}

void onnx_keep_names(OnnxImport *im, IrFunction *fn, const OnnxGraph *g) {
    Arena *arena = &im->arena;
    const size_t n = fn->params.len;
    Named *list = ARENA_ARRAY(arena, Named, n + 1);
    const char **keys = ARENA_ARRAY(arena, const char *, n + 1);
    IrAttr *inputs = ARENA_ARRAY(arena, IrAttr, n + 1), *outputs = ARENA_ARRAY(arena, IrAttr, g->outputs.len + 1);
    IrAttr named = {.kind = IR_ATTR_DICT, .keys = keys, .items = inputs};
    for (size_t i = 0; i < n; i++) {
        const Str name = im->input_names.at[i];
        if (!is_printable(name) || str_eq_c(name, fn->params.at[i]->name)) continue;
        list[named.n++] = (Named){fn->params.at[i]->name, intern(&im->m->names, name)};
    }
    if (named.n) qsort(list, named.n, sizeof *list, by_param);
    for (uint32_t i = 0; i < named.n; i++) {
        keys[i] = list[i].param;
        inputs[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = list[i].name};
    }
    bool all = true;
    for (size_t i = 0; i < g->outputs.len; i++) {
        const Str name = ((const OnnxValueInfo *)g->outputs.at[i])->name;
        all = all && is_printable(name);
        outputs[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern(&im->m->names, name)};
    }
    const char *names[2];
    IrAttr values[2], attrs = {.kind = IR_ATTR_DICT, .keys = names, .items = values};
    if (named.n) names[attrs.n] = ONNX_INPUTS, values[attrs.n++] = named;
    if (all) {
        names[attrs.n] = ONNX_OUTPUTS;
        values[attrs.n++] = (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)g->outputs.len, .items = outputs};
    }
    ir_attr_copy(im->m, &fn->attrs, &attrs);
}
