/* SPDX-License-Identifier: Apache-2.0 */
/* Records of nodes, while a file is read. A record costs as much as the bindings of its node. */
#include "onnx/keep.h"
#include "onnx/nested.h"

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

/* What the node's graphs use of what is around it. */
static void note_captured(O *o, OnnxRecord *r) {
    Arena *own = &o->im->arena;
    VEC(OnnxValue *) values = {.at = NULL};
    VEC(Str) names = {.at = NULL};
    Map seen;
    map_init(&seen, own);
    for (size_t i = 0; i < r->node->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)r->node->attrs.at[i])->graph;
        OnnxCaptures c;
        if (!g) continue;
        onnx_captures_of(&c, o, g);
        for (size_t k = 0; k < c.values.len; k++) {
            if (onnx_names_have(o->im, &seen, c.names.at[k])) continue;
            onnx_names_add(o->im, &seen, c.names.at[k]);
            vec_push(own, &values, c.values.at[k]);
            vec_push(own, &names, c.names.at[k]);
        }
    }
    Str *captured = ARENA_ARRAY(&o->m->arena, Str, names.len + 1);
    for (size_t k = 0; k < names.len; k++) captured[k] = names.at[k];
    r->captured = captured;
    r->n_in += (uint32_t)names.len;
    o->captured = values.at;
    r->keeps_graphs = true;
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
    r->opsets = o->scope->opsets;
    r->is_nested = o->scope != im->main_scope;
    r->around = im->record;
    vec_push(arena, &kept_of(im)->records, r);
    r->n_in = r->n_given = (uint32_t)o->node->inputs.len; /* the last ones may be left out */
    r->n_out = o->n_out;
    if (onnx_has_graph(r->node) && onnx_graphs_stay(o)) note_captured(o, r);
    r->in = ARENA_ARRAY(arena, OnnxSource *, (size_t)r->n_in + r->n_out);
    r->out = r->in + r->n_in;
    o->record = r;
    for (uint32_t i = 0; i < r->n_in; i++) {
        OnnxValue *v = onnx_template_value(o, i);
        if (v) r->in[i] = onnx_source(im, o->scope, v);
    }
    /* Until onnx_record_end, unless bodies get bindings that have it. */
    const bool stays = onnx_has_graph(r->node) || onnx_function_find(im, o->node);
    OnnxOrigin *origin = ARENA_NEW(stays ? arena : &im->arena, OnnxOrigin);
    *origin = (OnnxOrigin){.base = {.kind = IR_ORIGIN_NODE, .by = by, .name = name},
                           .record = r,
                           .binding = ONNX_NO_BINDING,
                           .output = ONNX_NO_BINDING};
    return &origin->base;
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
    const bool may_be = is_whole || !onnx_has_graph(r->node) || r->keeps_graphs;
    bool ok = may_be && (!o->function || is_call(o)) && o->n_in == last_input(r->node);
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
    onnx_template_inputs(o, &inputs);
    OnnxRecorder rec = {.o = o, .inputs = &inputs};
    map_init(&rec.within, &o->im->arena);
    rec.list.at = ARENA_ARRAY(arena, OnnxTemplate, n); /* exactly: there is one a node */
    rec.list.len = rec.list.cap = n;
    OnnxOrigin *origins = ARENA_ARRAY(arena, OnnxOrigin, n);
    uint32_t at = 0;
    for (IrBinding *b = first; b; b = b->next) {
        OnnxOrigin *origin = &origins[at];
        *origin = *(const OnnxOrigin *)(const void *)common;
        ok = onnx_template_add(&rec, b, at) && ok;
        origin->binding = at++;
        if (b->origin == common)
            b->origin = &origin->base;
        else
            outermost(b)->outer = origin;
    }
    arena_rewind(&o->im->arena, mark);
    r->bindings = rec.list.at;
    r->n = (uint32_t)rec.list.len;
    r->n_bodies = rec.n_bodies;
    r->n_own = n;
    r->has_template = ok;
    r->origins = origins;
    r->n_origins = n;
}

/* The first input of the node that is the variable v is. */
static uint32_t same_input(const O *o, const OnnxValue *v) {
    for (uint32_t i = 0; v->operand.kind == IR_OPERAND_VAR && i < o->n_in; i++) {
        const IrOperand *x = o->in[i] ? &o->in[i]->operand : NULL;
        if (x && x->kind == IR_OPERAND_VAR && x->var == v->operand.var) return i;
    }
    return ONNX_NO_BINDING;
}

void onnx_record_end(O *o, const IrBinding *before) {
    OnnxImport *im = o->im;
    Arena *arena = &o->m->arena;
    OnnxRecord *r = o->record;
    if (!r) return;
    r->function = o->function;
    if (o->function) r->opset = onnx_opset_of(o->scope->opsets, r->node->domain);
    record_bindings(o, r, before ? before->next : o->b->block->body->first);
    r->output = ARENA_ARRAY(arena, uint32_t, 2 * (size_t)r->n_out);
    r->same = r->output + r->n_out;
    for (uint32_t i = 0; i < r->n_out; i++) {
        OnnxValue *v = &o->out[i];
        r->output[i] = r->same[i] = ONNX_NO_BINDING;
        if (!v->name.len) continue;
        OnnxSource *s = r->out[i] = source_new(im, o->scope, v->name);
        s->record = r;
        s->index = i;
        v->source = s;
        describe(im, s, v);
        r->has_effect |= !onnx_value_is_tensor(v);
        OnnxOrigin *origin =
            v->operand.kind == IR_OPERAND_VAR ? onnx_origin_in(v->operand.var->def, r) : NULL;
        if (!origin) r->same[i] = same_input(o, v);
        if (!origin) continue;
        r->output[i] = origin->binding;
        if (origin->output == ONNX_NO_BINDING) origin->output = i;
    }
    r->has_template = r->has_template && !r->has_effect;
    for (uint32_t i = 0; i < r->n_in; i++) { /* what it was asked for */
        OnnxValue *v = onnx_template_value(o, i);
        if (v && v->proto && v->proto->location) onnx_value_tensor(im, v);
        if (v) describe(im, r->in[i], v);
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
