/* SPDX-License-Identifier: Apache-2.0 */
/* Names of a file's inputs and outputs, kept for who writes it again. */
#include "onnx/import.h"

#include <stdlib.h>

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
