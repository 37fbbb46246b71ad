/* SPDX-License-Identifier: Apache-2.0 */
/* Names of nodes, which main's attribute ONNX_NODES keeps by the variables that the nodes gave. */
#include "onnx/export.h"

typedef struct {
    const char *var, *node;
} NodeName;

static uint64_t hash_of(const OnnxExport *x, const char *s) {
    return hash_bytes(x->ctx, s, strlen(s));
}

void x_node_names(OnnxExport *x, const IrFunction *main) {
    const IrAttr *names = ir_function_attr(main, ONNX_NODES, IR_ATTR_DICT);
    map_init(&x->node_names, x->arena);
    for (uint32_t i = 0; names && i < names->n; i++) {
        if (names->items[i].kind != IR_ATTR_STRING) continue;
        NodeName *n = ARENA_NEW(x->arena, NodeName);
        *n = (NodeName){names->keys[i], names->items[i].s};
        map_add(&x->node_names, hash_of(x, n->var), n);
    }
}

static const char *name_of(const OnnxExport *x, const IrVar *v) {
    const char *name = NULL;
    for (MapIter it = map_find(&x->node_names, hash_of(x, v->name));
         map_next(&x->node_names, &it);) {
        const NodeName *n = it.value;
        if (strcmp(n->var, v->name) == 0) name = n->node;
    }
    return name;
}

void x_name_made(W *w, size_t before) {
    const OnnxExport *x = w->x;
    const OnnxList *nodes = &w->s->graph->nodes;
    const IrVar *v = w->b->var;
    const IrBinding *owner = w->b->block->body->owner;
    OnnxNode *made = nodes->len > before ? nodes->at[nodes->len - 1] : NULL;
    if (!made || made->is_kept || made->name.len) return;
    /* In text a branch's result is named like what the branches give. */
    if (owner && strcmp(owner->var->name, v->name) == 0) return;
    const char *name = name_of(x, v);
    for (const IrOperand *use = v->uses; use && !name; use = use->next_use) {
        const IrBinding *field = use->list->binding;
        if (field && field->kind == IR_BIND_FIELD) name = name_of(x, field->var);
    }
    if (name) made->name = str_c(name);
}
