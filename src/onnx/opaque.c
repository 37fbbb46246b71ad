/* SPDX-License-Identifier: Apache-2.0 */
/* A node that Tenon does not know, or refuses, as a call of R.onnx.opaque.
 *
 * Its inputs are operands, and so is what graphs in its attributes use from around (captures). Its
 * outputs have the types that the file says; where it says none, nothing is known of them. What a
 * type cannot say (a string, a map) is an object, whose message goes along. */
#include "onnx/import.h"
#include "onnx/node.h"

#include <stdlib.h>

static const Loc no_place = {.line = 0};

/* Captures */

/* The names that graphs define, the innermost first. */
typedef struct Defined Defined;
struct Defined {
    const Defined *outer;
    Map map;
};

typedef struct {
    O *o;
    Map seen;
    VEC(Str) names;
} Captures;

static void use(Captures *self, const Defined *defined, Str name) {
    OnnxImport *im = self->o->im;
    for (; defined; defined = defined->outer) {
        if (onnx_names_have(im, &defined->map, name)) return;
    }
    if (!name.len || onnx_names_have(im, &self->seen, name)) return;
    onnx_names_add(im, &self->seen, name);
    vec_push(&im->arena, &self->names, name);
}

static void use_graph(Captures *self, const Defined *outer, const OnnxGraph *g);

/* As deep as graphs nest, which the parser bounds. */
static void use_node(Captures *self, const Defined *defined, const OnnxNode *node) {
    for (size_t i = 0; defined && i < node->inputs.len; i++) use(self, defined, node->inputs.at[i]);
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxGraph *g = ((const OnnxAttr *)node->attrs.at[i])->graph;
        if (g) use_graph(self, defined, g);
    }
}

static void use_graph(Captures *self, const Defined *outer, const OnnxGraph *g) {
    Defined own = {.outer = outer};
    onnx_names_of(self->o->im, g, &own.map);
    for (size_t i = 0; i < g->initializers.len; i++) {
        const OnnxTensor *t = g->initializers.at[i];
        if (t->location == 1) o_unsupported(self->o, "a graph with data in another file");
    }
    for (size_t i = 0; i < g->nodes.len; i++) use_node(self, &own, g->nodes.at[i]);
    for (size_t i = 0; i < g->outputs.len; i++)
        use(self, &own, ((const OnnxValueInfo *)g->outputs.at[i])->name);
}

/* Types */

static const IrDim *dim_of(OnnxImport *im, const IrFunction *fn, const OnnxDim *d) {
    if (d->has_value) return d->value >= 0 ? ir_dim_const(im->m, d->value) : NULL;
    return d->param.len ? onnx_symbol_find(im, fn, d->param) : NULL;
}

/* What the file says, as far as a type can; *info is what it says. */
static const IrType *output_type(O *o, Str name, const OnnxValueInfo **info) {
    OnnxImport *im = o->im;
    IrModule *m = o->m;
    *info = onnx_info_find(im, o->scope, name, false);
    if (!*info || !(*info)->type) return ir_type_any(m);
    const OnnxTensorType *t = (*info)->type->tensor;
    const DType dtype = t ? onnx_dtype(t->elem_type, NULL) : DTYPE_VOID;
    if (dtype == DTYPE_VOID) return ir_type_any(m);
    if (!t->shape || t->shape->dims.len > im->ctx->limits.rank)
        return ir_type_tensor(m, NULL, IR_NDIM_UNKNOWN, dtype);
    const size_t n = t->shape->dims.len;
    const IrDim **dims = O_ARRAY(o, const IrDim *, n);
    bool all = true;
    for (size_t i = 0; i < n; i++)
        all = (dims[i] = dim_of(im, o->b->fn, t->shape->dims.at[i])) && all;
    return ir_type_tensor(m, all ? dims : NULL, (int32_t)n, dtype);
}

static IrAttr onnx_type_to_text(Arena *arena, const OnnxTypeProto *type) {
    OnnxValueInfo info = {.type = (OnnxTypeProto *)(uintptr_t)type};
    OnnxGraph graph = {.name = {.len = 0}};
    const OnnxModel model = {.graph = &graph};
    vec_push(arena, &graph.infos, (void *)&info);
    return onnx_model_to_text(arena, &model);
}

OnnxTypeProto *onnx_type_from_text(Arena *arena, const char *text) {
    const OnnxModel *model = onnx_model_from_text(arena, text);
    const bool is_one = model && model->graph && model->graph->infos.len == 1;
    return is_one ? ((const OnnxValueInfo *)model->graph->infos.at[0])->type : NULL;
}

/* The call */

typedef struct {
    IrAttr attrs[OPAQUE_ATTRS_COUNT];
    IrOperandBuf operands;
    size_t at; /* of the tuple */
    uint32_t n;
    const IrType **types;
} Call;

static IrAttr string(OnnxImport *im, const char *s) {
    return (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&im->m->names, s)};
}

static IrAttr text_or_none(OnnxImport *im, Str s) {
    return string(im, onnx_is_text(s) ? arena_strdup(&im->arena, s) : "");
}

/* The node without inputs that makes v, in the block at hand. */
static void build_source(O *o, OnnxValue *v, const IrAttr *attrs) {
    OnnxImport *im = o->im;
    IrOperandBuf none;
    ir_operands_init(&none, &o->m->scratch);
    ir_operands_end(&none, ir_operands_tuple(&none), 0);
    IrVar *y = ir_build_call(o->b, &onnx_opaque_op, none.ops.at, 1,
                             (IrCallForm){.attrs = attrs, .types = &o->m->any, .n_types = 1},
                             onnx_name_safe(im, v->name, onnx_unnamed));
    if (!y) ctx_throw(im->ctx, STATUS_INVALID);
    v->operand = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    v->body = o->b->block->body;
    im->has_opaque = true;
}

/* A sequence without elements has no type of its own: the node that made it stays. */
static void build_empty(O *o, OnnxValue *v) {
    OnnxImport *im = o->im;
    const OnnxNode *node = v->empty;
    const OnnxAttr of = {.name = {"dtype", 5}, .type = ONNX_ATTR_INT, .i = v->empty_of};
    IrAttr attrs[OPAQUE_ATTRS_COUNT], *list = O_ARRAY(o, IrAttr, node->attrs.len), *name;
    const bool is_own = node->outputs.len && str_eq(node->outputs.at[0], v->name);
    uint32_t n = 0;
    ir_attr_defaults(o->m, &onnx_opaque_op, attrs);
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *a = node->attrs.at[i];
        list[n++] = onnx_node_attr(&im->arena, a->ref.len ? &of : a, a->name);
    }
    attrs[NODE_OP_TYPE] = string(im, "SequenceEmpty");
    attrs[NODE_ATTRS] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = list};
    attrs[NODE_VERSION] = (IrAttr){.kind = IR_ATTR_INT, .i = o->scope->opset};
    attrs[OPAQUE_WHY] = string(im, "a sequence without elements");
    if (is_own) attrs[OPAQUE_NAME] = text_or_none(im, node->name);
    name = O_ARRAY(o, IrAttr, 1);
    *name = text_or_none(im, v->name);
    attrs[OPAQUE_OUT_NAMES] = (IrAttr){.kind = IR_ATTR_LIST, .n = 1, .items = name};
    build_source(o, v, attrs);
}

/* A constant of a type that no tensor has is a node that holds it. */
static void build_lost(O *o, OnnxValue *v) {
    OnnxImport *im = o->im;
    IrAttr attrs[OPAQUE_ATTRS_COUNT];
    OnnxTensor copy = *v->lost;
    const OnnxAttr value = {.name = {"value", 5}, .type = ONNX_ATTR_TENSOR, .tensor = &copy};
    if (copy.location == 1) o_unsupported(o, "an input whose data lie in another file");
    ir_attr_defaults(o->m, &onnx_opaque_op, attrs);
    IrAttr list = onnx_node_attr(&im->arena, &value, value.name);
    attrs[NODE_OP_TYPE] = string(im, "Constant");
    attrs[NODE_ATTRS] = (IrAttr){.kind = IR_ATTR_LIST, .n = 1, .items = &list};
    attrs[NODE_VERSION] = (IrAttr){.kind = IR_ATTR_INT, .i = o->scope->opset};
    attrs[OPAQUE_WHY] = string(im, "its element type is not supported");
    build_source(o, v, attrs);
}

static void add_value(O *o, Call *c, OnnxValue *v) {
    if (v->is_nothing) o_unsupported(o, "an optional that holds nothing, as an input");
    const DiagMark mark = diag_mark(o->im->ctx);
    if (onnx_value_is_tensor(v) && !onnx_value_tensor(o->im, v) && v->lost)
        diag_rewind(o->im->ctx, mark);
    const bool is_elsewhere = v->body && v->body != o->b->block->body;
    const bool is_open = v->operand.kind == IR_OPERAND_NONE || is_elsewhere;
    const bool is_empty = v->is_sequence && v->empty && !v->items.len;
    if (v->lost && is_open) build_lost(o, v);
    if (is_empty && is_open) build_empty(o, v);
    if (is_empty)
        ir_operands_copy(&c->operands, &v->operand);
    else if (!onnx_value_append(o->im, o->b, v, &c->operands))
        ctx_throw(o->im->ctx, STATUS_INVALID);
    c->n++;
}

static void add_captures(O *o, Call *c) {
    OnnxImport *im = o->im;
    Captures captures = {.o = o};
    map_init(&captures.seen, &im->arena);
    use_node(&captures, NULL, o->node);
    IrAttr *names = O_ARRAY(o, IrAttr, captures.names.len);
    bool ok = true;
    for (size_t i = 0; i < captures.names.len; i++) {
        const Str name = captures.names.at[i];
        OnnxValue *v = onnx_lookup(im, o->scope, name);
        if (!v) diag_error(im->ctx, no_place, DIAG_NAME, onnx_text(im, name));
        ok = ok && v && (!v->is_poisoned || v->lost);
        if (!ok) continue;
        if (!onnx_is_text(name)) o_unsupported(o, "a name that is no text");
        names[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = arena_strdup(&im->arena, name)};
        add_value(o, c, v);
    }
    if (!ok) ctx_throw(im->ctx, STATUS_INVALID);
    c->attrs[OPAQUE_CAPTURES] =
        (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)captures.names.len, .items = names};
}

static void add_outputs(O *o, Call *c) {
    const uint32_t n = (uint32_t)c->attrs[NODE_OUTPUTS].i;
    IrAttr *infos = O_ARRAY(o, IrAttr, n), *names = O_ARRAY(o, IrAttr, n);
    uint32_t last = 0;
    c->types = O_ARRAY(o, const IrType *, n);
    for (uint32_t i = 0; i < n; i++) {
        const OnnxValueInfo *info = NULL;
        const Str name = o->out[i].name;
        const IrOperand *known = &o->out[i].operand; /* of a map that was run for that */
        c->types[i] = name.len ? output_type(o, name, &info) : o->m->any;
        if (known->kind != IR_OPERAND_NONE && !o->out[i].is_sequence)
            c->types[i] = o_type(o, *known);
        names[i] = text_or_none(o->im, name);
        infos[i] =
            info && info->type ? onnx_type_to_text(&o->im->arena, info->type) : string(o->im, "");
        if (*infos[i].s) last = i + 1;
    }
    c->attrs[OPAQUE_OUT_NAMES] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = names};
    c->attrs[OPAQUE_INFOS] = (IrAttr){.kind = IR_ATTR_LIST, .n = last, .items = infos};
}

/* A tensor in an attribute whose data lie beside the file. */
static void check_attrs(O *o) {
    for (size_t i = 0; i < o->node->attrs.len; i++) {
        const OnnxAttr *a = o->node->attrs.at[i];
        if (a->tensor && a->tensor->location == 1)
            o_unsupported(o, "an attribute with data in another file");
    }
}

void onnx_opaque_build(O *o, const char *why) {
    OnnxImport *im = o->im;
    Call c = {.n = 0};
    check_attrs(o);
    ir_attr_defaults(o->m, &onnx_opaque_op, c.attrs);
    ir_operands_init(&c.operands, &o->m->scratch);
    onnx_node_head(o, c.attrs, O_ARRAY(o, IrAttr, 2 * (size_t)o->n_in));
    c.at = ir_operands_tuple(&c.operands);
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (o->in[i]) add_value(o, &c, o->in[i]);
    }
    add_captures(o, &c);
    ir_operands_end(&c.operands, c.at, c.n);
    add_outputs(o, &c);
    c.attrs[OPAQUE_NAME] = text_or_none(im, o->node->name);
    c.attrs[OPAQUE_OVERLOAD] = text_or_none(im, o->node->overload);
    c.attrs[OPAQUE_WHY] = text_or_none(im, str_c(why));
    const uint32_t n = (uint32_t)c.attrs[NODE_OUTPUTS].i;
    IrVar *y =
        ir_build_call(o->b, &onnx_opaque_op, c.operands.ops.at, (uint32_t)c.operands.ops.len,
                      (IrCallForm){.attrs = c.attrs, .types = c.types, .n_types = n}, onnx_unnamed);
    if (!y) ctx_throw(im->ctx, STATUS_INVALID);
    im->has_opaque = true;
    const IrOperand x = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    for (uint32_t i = 0; i < o->n_out; i++) {
        const Str name = o->out[i].name;
        o->out[i] = (OnnxValue){.name = name};
        if (name.len) o_set(o, i, n == 1 ? x : o_field(o, x, i));
    }
}

static int by_name(const void *a, const void *b) {
    const OnnxNamedType *x = a, *y = b;
    const size_t n = x->name.len < y->name.len ? x->name.len : y->name.len;
    const int order = n ? memcmp(x->name.ptr, y->name.ptr, n) : 0;
    return order ? order : (x->name.len > y->name.len) - (x->name.len < y->name.len);
}

static IrAttr object_types(OnnxImport *im) {
    const size_t n = im->object_types.len;
    const char **keys = ARENA_ARRAY(&im->arena, const char *, n + 1);
    IrAttr *items = ARENA_ARRAY(&im->arena, IrAttr, n + 1);
    qsort(im->object_types.at, n, sizeof *im->object_types.at, by_name);
    for (size_t i = 0; i < n; i++) {
        keys[i] = arena_strdup(&im->arena, im->object_types.at[i].name);
        items[i] = onnx_type_to_text(&im->arena, im->object_types.at[i].type);
    }
    return (IrAttr){.kind = IR_ATTR_DICT, .n = (uint32_t)n, .keys = keys, .items = items};
}

/* What the module keeps for who writes it: functions of the model, and its opsets. */
void onnx_opaque_keep(OnnxImport *im, IrFunction *fn) {
    const OnnxModel *model = im->model;
    Arena *arena = &im->arena;
    if (!im->has_opaque) return;
    fn->is_pure = false;
    IrAttr *functions = ARENA_ARRAY(arena, IrAttr, model->functions.len + 1);
    for (size_t i = 0; i < model->functions.len; i++) {
        OnnxModel one = {.ir_version = 0};
        vec_push(arena, &one.functions, model->functions.at[i]);
        functions[i] = onnx_model_to_text(arena, &one);
    }
    IrAttr *opsets = ARENA_ARRAY(arena, IrAttr, model->opsets.len + 1);
    uint32_t n = 0;
    for (size_t i = 0; i < model->opsets.len; i++) {
        const OnnxOpset *s = model->opsets.at[i];
        if (!onnx_is_text(s->domain)) continue;
        IrAttr *pair = ARENA_ARRAY(arena, IrAttr, 2);
        pair[0] = text_or_none(im, onnx_is_default_domain(s->domain) ? (Str){.ptr = "", .len = 0}
                                                                     : s->domain);
        pair[1] = (IrAttr){.kind = IR_ATTR_INT, .i = s->version};
        opsets[n++] = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = pair};
    }
    if (model->functions.len)
        onnx_attr_add(im, fn, ONNX_FUNCTIONS,
                      (IrAttr){.kind = IR_ATTR_LIST,
                               .n = (uint32_t)model->functions.len,
                               .items = functions});
    onnx_attr_add(im, fn, ONNX_OPSETS, (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = opsets});
    if (im->object_types.len) onnx_attr_add(im, fn, ONNX_TYPES, object_types(im));
}
