/* SPDX-License-Identifier: Apache-2.0 */
/* Templates: the bindings that a node's map built, as onnx/keep.h has them. Branches and bodies of
 * nested functions are part of it, binding by binding; what they use of what is around the node are
 * inputs of the record. It recurses as deep as graphs nest, at most LEVELS. */
#include "onnx/keep.h"

/* Each graph around a node has it in its template. */
enum { LEVELS = 8 };

/* Graphs */

static bool is_elsewhere(const OnnxTensor *t) { return t && t->location; }

/* Nothing in it is another one where the model is written to another place, or out of a function
 * of the model. */
static bool graph_stays(const OnnxGraph *g, int level) {
    bool ok = level < LEVELS && !g->sparse.len;
    for (size_t i = 0; ok && i < g->initializers.len; i++)
        ok = !is_elsewhere(g->initializers.at[i]);
    for (size_t i = 0; ok && i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; ok && k < node->attrs.len; k++) {
            const OnnxAttr *a = node->attrs.at[k];
            ok = !a->ref.len && !is_elsewhere(a->tensor) &&
                 (!a->graph || graph_stays(a->graph, level + 1));
        }
    }
    return ok;
}

bool onnx_graphs_stay(const O *o) {
    bool ok = true;
    for (size_t i = 0; ok && i < o->node->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)o->node->attrs.at[i])->graph;
        ok = !g || graph_stays(g, 0);
    }
    return ok;
}

/* Inputs */

OnnxValue *onnx_template_value(const O *o, uint32_t i) {
    const OnnxRecord *r = o->record;
    if (i >= r->n_given) return o->captured[i - r->n_given];
    return i < o->n_in ? o->in[i] : NULL;
}

static const void *key_of(const IrOperand *x) {
    return x->kind == IR_OPERAND_VAR     ? (const void *)x->var
           : x->kind == IR_OPERAND_CONST ? x->constant
                                         : NULL;
}

typedef struct {
    const void *key;
    uint32_t at, body; /* body: of a parameter */
    bool is_param;
} Place;

static const Place *find_place(const Map *places, const void *key) {
    for (MapIter it = map_find(places, hash_ptr(0, key)); map_next(places, &it);) {
        const Place *in = it.value;
        if (in->key == key) return in;
    }
    return NULL;
}

static uint32_t find_input(const Map *inputs, const void *key) {
    const Place *p = find_place(inputs, key);
    return p ? p->at : UINT32_MAX;
}

/* Values among the inputs, each by the first input that it is. */
void onnx_template_inputs(O *o, Map *inputs) {
    const uint32_t n = o->record->n_in;
    map_init(inputs, &o->im->arena);
    Place *list = ARENA_ARRAY(&o->im->arena, Place, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const OnnxValue *v = onnx_template_value(o, i);
        const void *key = v ? key_of(&v->operand) : NULL;
        if (!key || find_place(inputs, key)) continue;
        list[i] = (Place){.key = key, .at = i};
        map_add(inputs, hash_ptr(0, key), &list[i]);
    }
}

/* Bindings */

OnnxOrigin *onnx_origin_in(const IrBinding *def, const OnnxRecord *r) {
    const IrOrigin *from = def ? def->origin : NULL;
    const OnnxOrigin *o =
        from && from->kind == IR_ORIGIN_NODE ? (const OnnxOrigin *)(const void *)from : NULL;
    while (o && o->record != r) o = o->outer;
    return o && o->binding != ONNX_NO_BINDING ? (OnnxOrigin *)(uintptr_t)o : NULL;
}

/* Whether the constant may be another one: weights that a rule changed. What a map looks into are
 * integers. */
static bool is_weight(const IrConst *c) {
    return dtype_is_float(c->tensor->dtype) && c->tensor->ndim > 0;
}

static bool add_var(OnnxRecorder *self, const IrVar *v, OnnxTemplateOperand *out) {
    const O *o = self->o;
    const Place *within = self->n_bodies ? find_place(&self->within, v) : NULL;
    if (within) {
        out->kind = within->is_param ? ONNX_T_PARAM : ONNX_T_INNER;
        out->at = within->at;
        out->body = within->body;
        return true;
    }
    const OnnxOrigin *from = onnx_origin_in(v->def, o->record);
    out->kind = from ? ONNX_T_INNER : ONNX_T_INPUT;
    out->at = from ? from->binding : find_input(self->inputs, v);
    if (!from && out->at != UINT32_MAX && onnx_template_value(o, out->at)->known.at)
        out->kind = ONNX_T_DIMS;
    return out->at != UINT32_MAX;
}

static bool add_operand(OnnxRecorder *self, const IrOperand *x, OnnxTemplateOperand *out) {
    *out = (OnnxTemplateOperand){.kind = ONNX_T_AS_IS};
    if (x->kind == IR_OPERAND_GLOBAL) return false;
    if (x->kind == IR_OPERAND_VAR) return add_var(self, x->var, out);
    /* A graph's own constant may be equal to one from around. */
    if (x->kind == IR_OPERAND_CONST && !self->body && is_weight(x->constant)) {
        out->at = find_input(self->inputs, key_of(x));
        if (out->at != UINT32_MAX) out->kind = ONNX_T_INPUT;
    }
    if (out->kind == ONNX_T_AS_IS) {
        IrOperand *copy = ARENA_NEW(&self->o->m->arena, IrOperand);
        *copy = *x;
        out->as = copy;
    }
    return true;
}

static OnnxTemplateOperand *add_operands(OnnxRecorder *self, const IrOperands *list, bool *ok) {
    OnnxTemplateOperand *out = ARENA_ARRAY(&self->o->m->arena, OnnxTemplateOperand, list->n + 1);
    for (uint32_t i = 0; i < list->n; i++) *ok = add_operand(self, &list->at[i], &out[i]) && *ok;
    return out;
}

bool onnx_template_stands(const IrBinding *b) {
    return b->kind == IR_BIND_IF || b->kind == IR_BIND_INVOKE ||
           (b->kind == IR_BIND_CALL && !(b->op->flags & OP_PURE)) ||
           (b->kind == IR_BIND_MATCH_CAST && !b->var->n_uses);
}

static void add_place(OnnxRecorder *self, const IrVar *v, uint32_t at, bool is_param) {
    Place *p = ARENA_NEW(self->within.arena, Place);
    *p = (Place){.key = v, .at = at, .body = self->body, .is_param = is_param};
    map_add(&self->within, hash_ptr(0, v), p);
}

static bool add_body(OnnxRecorder *self, const IrBody *body, const IrFunction *fn,
                     OnnxTemplateBody *to) {
    Arena *arena = &self->o->m->arena;
    const uint32_t around = self->body;
    bool ok = true;
    *to = (OnnxTemplateBody){.id = ++self->n_bodies};
    self->body = to->id;
    to->n_params = fn ? (uint32_t)fn->params.len : 0;
    to->params = ARENA_ARRAY(arena, const IrType *, (size_t)to->n_params + 1);
    for (uint32_t i = 0; i < to->n_params; i++) {
        to->params[i] = fn->params.at[i]->type;
        add_place(self, fn->params.at[i], i, true);
    }
    for (const IrBinding *b = body->first; ok && b; b = b->next) {
        const uint32_t at = (uint32_t)self->list.len;
        vec_push(arena, &self->list, ((OnnxTemplate){.n = 0}));
        add_place(self, b->var, at, false);
        if (onnx_template_stands(b)) vec_push(arena, &to->effects, at);
        ok = onnx_template_add(self, b, at);
    }
    to->n_result = body->result.n;
    if (ok) to->result = add_operands(self, &body->result, &ok);
    self->body = around;
    return ok;
}

bool onnx_template_add(OnnxRecorder *self, const IrBinding *b, uint32_t at) {
    Arena *arena = &self->o->m->arena;
    OnnxTemplate t = {.kind = b->kind, .index = b->index, .n = b->operands.n, .body = self->body};
    bool ok = true;
    switch (b->kind) {
    case IR_BIND_CALL:
        /* what it takes along, its writer knows; within a graph it is part of that */
        if (b->op == &onnx_opaque_op && !self->body) return false;
        t.op = b->op;
        t.attrs = b->attrs;
        t.types = b->types;
        t.n_types = b->n_types;
        break;
    case IR_BIND_MATCH_CAST: t.cast = b->cast; break;
    case IR_BIND_IF:
        t.bodies = ARENA_ARRAY(arena, OnnxTemplateBody, 2);
        for (int i = 0; ok && i < 2; i++) ok = add_body(self, b->bodies[i], NULL, &t.bodies[i]);
        break;
    case IR_BIND_FUNCTION:
        t.bodies = ARENA_NEW(arena, OnnxTemplateBody);
        ok = b->function->body && !b->function->n_captures &&
             add_body(self, b->function->body, b->function, t.bodies);
        break;
    case IR_BIND_FIELD:
    case IR_BIND_VALUE: break;
    case IR_BIND_INVOKE:
    case IR_BIND_COUNT: return false;
    }
    t.operands = add_operands(self, &b->operands, &ok);
    self->list.at[at] = t;
    /* The extents that a cast names are those of its result, or of an input. */
    return ok && (b->kind != IR_BIND_MATCH_CAST || self->body ||
                  t.operands[0].kind != ONNX_T_INNER || b->var->n_uses == 0);
}
