/* SPDX-License-Identifier: Apache-2.0 */
/* Records of nodes, while a file is read. A record costs as much as the bindings of its node. */
#include "onnx/keep.h"

static OnnxKept *kept_of(OnnxImport *im) { return im->m->kept; }

/* A file's bytes for as long as the module lives, of which long strings are borrowed. */
typedef struct {
    TensorOwner owner;
    Ctx *ctx;
    size_t n;
    char at[];
} Bytes;

static void free_bytes(TensorOwner *owner) {
    Bytes *self = (Bytes *)(void *)owner;
    ctx_resize(self->ctx, self, sizeof *self + self->n, 0);
}

Str onnx_record_file(OnnxImport *im, Str bytes) {
    IrModule *m = im->m;
    im->records = true;
    m->kept = ARENA_NEW(&m->arena, OnnxKept);
    map_init(&m->kept->constants, &m->arena);
    if (im->options && im->options->owner) {
        m->kept_bytes = im->options->owner;
        m->kept_bytes->refs++;
        return bytes;
    }
    Bytes *copy = ctx_resize(im->ctx, NULL, 0, sizeof *copy + bytes.len);
    *copy = (Bytes){.owner = {.refs = 1, .release = free_bytes}, .ctx = im->ctx, .n = bytes.len};
    if (bytes.len) memcpy(copy->at, bytes.ptr, bytes.len);
    m->kept_bytes = &copy->owner;
    return (Str){copy->at, bytes.len};
}

static OnnxSource *source_new(OnnxImport *im, const OnnxScope *scope, Str name) {
    OnnxSource *s = ARENA_NEW(&im->m->arena, OnnxSource);
    *s = (OnnxSource){
        .name = name, .id = kept_of(im)->n_sources++, .is_nested = scope != im->main_scope};
    return s;
}

/* What is known of the value now; an operand that is built later is the same value. */
static void describe(OnnxImport *im, OnnxSource *s, OnnxValue *v) {
    IrModule *m = im->m;
    if (!onnx_value_is_tensor(v)) return;
    if (v->operand.kind == IR_OPERAND_VAR || v->operand.kind == IR_OPERAND_CONST)
        s->type = ir_operand_type(m, &v->operand);
    if (v->operand.kind == IR_OPERAND_CONST) s->constant = v->operand.constant;
    const bool is_asked = !s->constant && v->tensor && (!s->proto || s->proto->location);
    if (is_asked) s->constant = ir_const_new(m, tensor_ref(v->tensor));
    if (!s->known && v->known.at && v->known.ndim <= 1) {
        const IrDim **dims = ARENA_ARRAY(&m->arena, const IrDim *, (size_t)v->known.n + 1);
        OnnxKnown *known = ARENA_NEW(&m->arena, OnnxKnown);
        if (v->known.n) memcpy(dims, v->known.at, v->known.n * sizeof *dims);
        *known = v->known;
        known->at = dims;
        s->known = known;
    }
}

OnnxSource *onnx_source(OnnxImport *im, OnnxScope *scope, OnnxValue *v) {
    if (!im->records) return NULL;
    if (!v->source) {
        v->source = source_new(im, scope, v->name);
        v->source->proto = v->proto;
    }
    describe(im, v->source, v);
    return v->source;
}

/* Attributes that refer to those of the function around are what these are. */
static const OnnxNode *resolved(O *o) {
    Arena *arena = &o->m->arena;
    const OnnxList *attrs = &o->node->attrs;
    bool refers = false;
    for (size_t i = 0; i < attrs->len; i++)
        refers |= ((const OnnxAttr *)attrs->at[i])->ref.len != 0;
    if (!refers) return o->node;
    OnnxNode *node = ARENA_NEW(arena, OnnxNode);
    *node = *o->node;
    node->attrs = (OnnxList){.at = NULL};
    for (size_t i = 0; i < attrs->len; i++) {
        const OnnxAttr *a = attrs->at[i];
        const OnnxAttr *found = a->ref.len ? onnx_attr_find(o, arena_strdup(arena, a->name)) : a;
        if (!found) continue;
        OnnxAttr *copy = ARENA_NEW(arena, OnnxAttr);
        *copy = *found;
        copy->name = a->name;
        copy->ref = (Str){.len = 0};
        vec_push(arena, &node->attrs, (void *)copy);
    }
    return node;
}

bool onnx_has_graph(const OnnxNode *node) {
    bool any = false;
    for (size_t i = 0; i < node->attrs.len; i++)
        any |= ((const OnnxAttr *)node->attrs.at[i])->graph != NULL;
    return any;
}

const IrOrigin *onnx_record_begin(O *o, const char *by, const char *name) {
    OnnxImport *im = o->im;
    Arena *arena = &o->m->arena;
    if (!im->records) {
        OnnxOrigin *plain = ARENA_NEW(arena, OnnxOrigin);
        plain->base = (IrOrigin){.kind = IR_ORIGIN_NODE, .by = by, .name = name};
        return &plain->base;
    }
    OnnxRecord *r = ARENA_NEW(arena, OnnxRecord);
    *r = (OnnxRecord){.node = resolved(o), .id = kept_of(im)->n_records++, .opset = o->opset};
    r->is_nested = o->scope != im->main_scope;
    r->around = im->record;
    vec_push(arena, &kept_of(im)->records, r);
    r->n_in = (uint32_t)o->node->inputs.len; /* the last ones may be left out */
    r->n_out = o->n_out;
    r->in = ARENA_ARRAY(arena, OnnxSource *, (size_t)r->n_in + r->n_out);
    r->out = r->in + r->n_in;
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (o->in[i]) r->in[i] = onnx_source(im, o->scope, o->in[i]);
    }
    o->record = r;
    /* Until onnx_record_end, unless bodies get bindings that have it. */
    const bool stays = onnx_has_graph(r->node) || onnx_function_find(im, o->node);
    OnnxOrigin *origin = ARENA_NEW(stays ? arena : &im->arena, OnnxOrigin);
    *origin = (OnnxOrigin){.base = {.kind = IR_ORIGIN_NODE, .by = by, .name = name},
                           .record = r,
                           .binding = ONNX_NO_BINDING,
                           .output = ONNX_NO_BINDING};
    return &origin->base;
}

/* The binding as a part of the record; NULL: it is none. */
static OnnxOrigin *origin_in(const IrBinding *def, const OnnxRecord *r) {
    const IrOrigin *from = def ? def->origin : NULL;
    const OnnxOrigin *o =
        from && from->kind == IR_ORIGIN_NODE ? (const OnnxOrigin *)(const void *)from : NULL;
    while (o && o->record != r) o = o->outer;
    return o && o->binding != ONNX_NO_BINDING ? (OnnxOrigin *)(uintptr_t)o : NULL;
}

static const void *key_of(const IrOperand *x) {
    return x->kind == IR_OPERAND_VAR     ? (const void *)x->var
           : x->kind == IR_OPERAND_CONST ? x->constant
                                         : NULL;
}

typedef struct {
    const void *key;
    uint32_t at;
} Input;

static uint32_t find_input(const Map *inputs, const void *key) {
    for (MapIter it = map_find(inputs, hash_ptr(0, key)); map_next(inputs, &it);) {
        const Input *in = it.value;
        if (in->key == key) return in->at;
    }
    return UINT32_MAX;
}

/* Values among the inputs, each by the first input that it is. */
static void note_inputs(O *o, Map *inputs) {
    map_init(inputs, &o->im->arena);
    Input *list = ARENA_ARRAY(&o->im->arena, Input, (size_t)o->n_in + 1);
    for (uint32_t i = 0; i < o->n_in; i++) {
        const void *key = o->in[i] ? key_of(&o->in[i]->operand) : NULL;
        if (!key || find_input(inputs, key) != UINT32_MAX) continue;
        list[i] = (Input){key, i};
        map_add(inputs, hash_ptr(0, key), &list[i]);
    }
}

/* Whether the constant may be another one: weights that a rule changed. What a map looks into are
 * integers. */
static bool is_weight(const IrConst *c) {
    return dtype_is_float(c->tensor->dtype) && c->tensor->ndim > 0;
}

static bool record_operand(const O *o, const Map *inputs, const IrOperand *x,
                           OnnxTemplateOperand *out) {
    *out = (OnnxTemplateOperand){.kind = ONNX_T_AS_IS};
    if (x->kind == IR_OPERAND_GLOBAL) return false;
    if (x->kind == IR_OPERAND_VAR) {
        const OnnxOrigin *from = origin_in(x->var->def, o->record);
        if (from) {
            out->kind = ONNX_T_INNER;
            out->at = from->binding;
            return true;
        }
        out->kind = ONNX_T_INPUT;
        out->at = find_input(inputs, key_of(x));
        if (out->at != UINT32_MAX && o->in[out->at]->known.at) out->kind = ONNX_T_DIMS;
        return out->at != UINT32_MAX;
    }
    if (x->kind == IR_OPERAND_CONST && is_weight(x->constant)) {
        out->at = find_input(inputs, key_of(x));
        if (out->at != UINT32_MAX) out->kind = ONNX_T_INPUT;
    }
    if (out->kind == ONNX_T_AS_IS) {
        IrOperand *copy = ARENA_NEW(&o->m->arena, IrOperand);
        *copy = *x;
        out->as = copy;
    }
    return true;
}

static bool record_binding(O *o, const Map *inputs, IrBinding *b, OnnxTemplate *t) {
    Arena *arena = &o->m->arena;
    *t = (OnnxTemplate){.kind = b->kind, .index = b->index, .n = b->operands.n};
    if (b->kind == IR_BIND_CALL) {
        if (b->op == &onnx_opaque_op) return false; /* what it takes along, its writer knows */
        t->op = b->op;
        t->attrs = b->attrs;
        t->types = b->types;
        t->n_types = b->n_types;
    } else if (b->kind == IR_BIND_MATCH_CAST) {
        t->cast = b->cast;
    } else if (b->kind != IR_BIND_FIELD && b->kind != IR_BIND_VALUE) {
        return false;
    }
    t->operands = ARENA_ARRAY(arena, OnnxTemplateOperand, t->n);
    bool ok = true;
    for (uint32_t i = 0; i < t->n; i++)
        ok = record_operand(o, inputs, &b->operands.at[i], &t->operands[i]) && ok;
    /* The extents that a cast names are those of its result, or of an input. */
    return ok && (b->kind != IR_BIND_MATCH_CAST || t->operands[0].kind != ONNX_T_INNER ||
                  b->var->n_uses == 0);
}

static uint32_t last_input(const OnnxNode *node) {
    uint32_t n = (uint32_t)node->inputs.len;
    while (n && !node->inputs.at[n - 1].len) n--;
    return n;
}

/* The outermost call that the binding is known to be a part of; NULL: none, nor of its own node. */
static OnnxOrigin *outermost(const IrBinding *b) {
    const IrOrigin *from = b->origin;
    if (!from || from->kind != IR_ORIGIN_NODE) return NULL;
    const OnnxOrigin *o = (const OnnxOrigin *)(const void *)from;
    while (o->outer) o = o->outer;
    return o->record && o->binding != ONNX_NO_BINDING ? (OnnxOrigin *)(uintptr_t)o : NULL;
}

/* Calls of functions that call functions: each level takes as much again. */
static bool is_call(const O *o) {
    enum { CALLS_KEPT = 8 };
    return o->function && o->im->depth < CALLS_KEPT;
}

/* Bindings of the node get origins of their own; those of nodes that were imported in its place
 * have theirs, and of a function's call they are a part as well. */
static void record_bindings(O *o, OnnxRecord *r, IrBinding *first) {
    Arena *arena = &o->m->arena;
    const IrOrigin *common = o->b->origin;
    uint32_t n = 0;
    const bool is_whole = first && first->kind == IR_BIND_CALL && first->op == &onnx_node_op;
    bool ok = (is_whole || !onnx_has_graph(r->node)) && (!o->function || is_call(o)) &&
              o->n_in == last_input(r->node);
    for (IrBinding *b = first; b; b = b->next) {
        n++;
        ok = ok && (b->origin == common || (o->function && outermost(b)));
    }
    if (!ok) {
        OnnxOrigin *origin = ARENA_NEW(arena, OnnxOrigin);
        *origin = *(const OnnxOrigin *)(const void *)common;
        for (IrBinding *b = first; b; b = b->next) {
            if (b->origin == common) b->origin = &origin->base;
        }
        r->origins = origin;
        r->n_origins = n > 0;
        return;
    }
    Map inputs;
    const ArenaMark mark = arena_mark(&o->im->arena);
    note_inputs(o, &inputs);
    r->bindings = ARENA_ARRAY(arena, OnnxTemplate, n);
    OnnxOrigin *origins = ARENA_ARRAY(arena, OnnxOrigin, n);
    for (IrBinding *b = first; b; b = b->next) {
        OnnxOrigin *origin = &origins[r->n];
        *origin = *(const OnnxOrigin *)(const void *)common;
        ok = record_binding(o, &inputs, b, &r->bindings[r->n]) && ok;
        origin->binding = r->n++;
        if (b->origin == common)
            b->origin = &origin->base;
        else
            outermost(b)->outer = origin;
    }
    arena_rewind(&o->im->arena, mark);
    r->has_template = ok;
    r->origins = origins;
    r->n_origins = n;
}

void onnx_record_end(O *o, const IrBinding *before) {
    OnnxImport *im = o->im;
    Arena *arena = &o->m->arena;
    OnnxRecord *r = o->record;
    if (!r) return;
    r->function = o->function;
    if (o->function) r->opset = onnx_opset_of(o->scope->opsets, r->node->domain);
    record_bindings(o, r, before ? before->next : o->b->block->body->first);
    r->output = ARENA_ARRAY(arena, uint32_t, r->n_out);
    for (uint32_t i = 0; i < r->n_out; i++) {
        OnnxValue *v = &o->out[i];
        r->output[i] = ONNX_NO_BINDING;
        if (!v->name.len) continue;
        OnnxSource *s = r->out[i] = source_new(im, o->scope, v->name);
        s->record = r;
        s->index = i;
        v->source = s;
        describe(im, s, v);
        r->has_effect |= !onnx_value_is_tensor(v);
        OnnxOrigin *origin =
            v->operand.kind == IR_OPERAND_VAR ? origin_in(v->operand.var->def, r) : NULL;
        if (!origin) continue;
        r->output[i] = origin->binding;
        if (origin->output == ONNX_NO_BINDING) origin->output = i;
    }
    for (uint32_t i = 0; i < o->n_in; i++) { /* what it was asked for */
        if (o->in[i] && o->in[i]->proto && o->in[i]->proto->location)
            onnx_value_tensor(im, o->in[i]);
        if (o->in[i]) describe(im, r->in[i], o->in[i]);
        OnnxSource *s = r->in[i];
        if (!s || !s->constant || !s->proto) continue;
        bool is_noted = false;
        for (MapIter it = map_find(&kept_of(im)->constants, hash_ptr(0, s->constant));
             map_next(&kept_of(im)->constants, &it);)
            is_noted |= ((const OnnxSource *)it.value)->constant == s->constant;
        if (!is_noted) map_add(&kept_of(im)->constants, hash_ptr(0, s->constant), s);
    }
}

void onnx_record_main(OnnxImport *im, OnnxScope *scope, const IrFunction *fn) {
    if (!im->records) return;
    vec_reserve(&im->m->arena, &kept_of(im)->params, fn->params.len);
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        OnnxValue *v =
            i < im->input_names.len ? onnx_lookup(im, scope, im->input_names.at[i]) : NULL;
        vec_push(&im->m->arena, &kept_of(im)->params,
                 ((OnnxParam){p->name, p->type, v ? v->source : NULL}));
    }
}

void onnx_record_drop(O *o, const IrBinding *before) {
    for (IrBinding *b = before ? before->next : o->b->block->body->first; b; b = b->next) {
        if (b->origin == o->b->origin) b->origin = NULL;
    }
}

const OnnxOrigin *onnx_origin_of(const IrBinding *b) {
    const IrOrigin *o = b->origin;
    while (o && o->kind == IR_ORIGIN_SOURCE) o = o->from;
    const OnnxOrigin *origin =
        o && o->kind == IR_ORIGIN_NODE ? (const OnnxOrigin *)(const void *)o : NULL;
    return origin && origin->record ? origin : NULL;
}
