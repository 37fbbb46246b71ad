/* SPDX-License-Identifier: Apache-2.0 */
/* The call of R.onnx.node that a node of a model becomes, where it is to stay one: whole.def.
 *
 * An extent that the map takes from the run (of NonZero, say) is a symbol of the function that it
 * was tried in; outside of it the call's result is cast to a type with a symbol of its own. */
#include "onnx/import.h"
#include "onnx/node.h"

typedef enum { NOT_WHOLE, ALWAYS, SEVERAL, KEPT } When;

typedef struct {
    const char *name;
    When when;
} Whole;

static const Whole whole[] = {
#define WHOLE(name) {name, ALWAYS},
#define WHOLE_IF_SEVERAL(name) {name, SEVERAL},
#define WHOLE_KEPT(name) {name, KEPT},
#include "onnx/whole.def"
};

static When when_of(const OnnxRow *row) {
    for (size_t i = 0; row && i < ARRAY_LEN(whole); i++) {
        const size_t n = strlen(whole[i].name);
        const bool is_domain = whole[i].name[n - 1] == '.';
        if (is_domain ? strncmp(row->name, whole[i].name, n) == 0
                      : strcmp(row->name, whole[i].name) == 0)
            return whole[i].when;
    }
    return NOT_WHOLE;
}

bool onnx_node_stays(const O *o) {
    const OnnxOptions *options = o->im->options;
    return options && options->whole && options->opaque && when_of(o->row) == KEPT;
}

/* With factors it becomes five calls; without, rules fold weights into it. */
static bool is_scaled_gemm(O *o) {
    return strcmp(o->row->name, "Gemm") == 0 &&
           (o_float(o, "alpha", 1) != 1 || o_float(o, "beta", 1) != 1);
}

static bool is_extent_list(const O *o, const OnnxKnown *k) {
    bool ok = k->at && k->ndim <= 1 && k->dtype == DTYPE_INT64;
    for (uint32_t i = 0; ok && i < k->n; i++)
        ok = k->ndim == 0 || ir_dim_le(o->m, ir_dim_const(o->m, 0), k->at[i]) == IR_PROVED;
    return ok;
}

/* Input i as a part of the call. `knowing`: constants and extents as such. False: it cannot be
 * one. */
static bool add_input(O *o, uint32_t i, bool knowing, IrAttr *attrs, IrOperandBuf *buf) {
    OnnxValue *v = o->in[i];
    IrAttr *given = (IrAttr *)(uintptr_t)attrs[NODE_GIVEN].items;
    if (!onnx_value_is_tensor(v)) return false;
    Tensor *t = knowing ? onnx_value_computed(o->im, v) : onnx_value_tensor(o->im, v);
    if (knowing && t && onnx_node_give(&o->im->arena, i, t, &given[attrs[NODE_GIVEN].n])) {
        attrs[NODE_GIVEN].n++;
        return true;
    }
    if (knowing && !t && is_extent_list(o, &v->known)) {
        const IrOperand x = v->known.ndim ? o_shape(o, v->known.at, (int32_t)v->known.n)
                                          : o_prim(o, v->known.at[0]);
        ir_operands_copy(buf, &x);
        return true;
    }
    const IrOperand x = onnx_value_operand(o->im, o->b, v);
    if (x.kind == IR_OPERAND_NONE) return false;
    ir_operands_copy(buf, &x);
    return true;
}

void onnx_node_head(O *o, IrAttr *attrs, IrAttr *room) {
    const OnnxNode *node = o->node;
    Arena *arena = &o->im->arena;
    uint32_t n = 0, skipped = 0;
    IrAttr *list = O_ARRAY(o, IrAttr, node->attrs.len), *skip = O_ARRAY(o, IrAttr, o->n_out);
    for (size_t i = 0; i < node->attrs.len; i++) {
        const OnnxAttr *own = node->attrs.at[i];
        const OnnxAttr *a = onnx_attr_find(o, arena_strdup(arena, own->name));
        if (a) list[n++] = onnx_node_attr(arena, a, own->name);
    }
    uint32_t n_out = o->n_out;
    while (n_out > 1 && !o->out[n_out - 1].name.len) n_out--;
    for (uint32_t i = 0; i < n_out; i++) {
        if (!o->out[i].name.len) skip[skipped++] = (IrAttr){.kind = IR_ATTR_INT, .i = i};
    }
    const bool is_default = onnx_is_default_domain(node->domain);
    attrs[NODE_OP_TYPE] = (IrAttr){.kind = IR_ATTR_STRING, .s = arena_strdup(arena, node->op_type)};
    attrs[NODE_ATTRS] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = list};
    const int64_t version =
        is_default ? o->scope->opset : onnx_opset_of(o->scope->opsets, node->domain);
    attrs[NODE_VERSION] = (IrAttr){.kind = IR_ATTR_INT, .i = version};
    attrs[NODE_DOMAIN] =
        (IrAttr){.kind = IR_ATTR_STRING, .s = is_default ? "" : arena_strdup(arena, node->domain)};
    attrs[NODE_ABSENT] = (IrAttr){.kind = IR_ATTR_LIST, .items = room};
    attrs[NODE_GIVEN] = (IrAttr){.kind = IR_ATTR_LIST, .items = room + o->n_in};
    attrs[NODE_OUTPUTS] = (IrAttr){.kind = IR_ATTR_INT, .i = n_out};
    const int64_t opset = !is_default && onnx_has_graph(node) ? o->scope->opset : 0;
    attrs[NODE_OPSET] = (IrAttr){.kind = IR_ATTR_INT, .i = opset};
    attrs[NODE_SKIPPED] = (IrAttr){.kind = IR_ATTR_LIST, .n = skipped, .items = skip};
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (!o->in[i]) room[attrs[NODE_ABSENT].n++] = (IrAttr){.kind = IR_ATTR_INT, .i = i};
    }
}

/* Types that say how many dims there are, and `whole`: all of these. */
static bool is_settled(const IrType *t, bool whole_dims) {
    bool ok =
        t->kind == IR_TYPE_TUPLE || (t->kind == IR_TYPE_TENSOR && t->ndim != IR_NDIM_UNKNOWN &&
                                     t->dtype != DTYPE_VOID && (t->dims || !whole_dims));
    for (uint32_t i = 0; ok && t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        ok = t->fields[i]->kind == IR_TYPE_ANY ||
             is_settled(t->fields[i], whole_dims); /* Any: skipped */
    return ok;
}

/* The call; NULL: the node cannot be one, or its type would not say enough. */
static IrVar *build(O *o, bool knowing, bool whole_dims) {
    IrAttr attrs[NODE_ATTRS_COUNT], *room = O_ARRAY(o, IrAttr, 2 * (size_t)o->n_in);
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->m->scratch);
    onnx_node_head(o, attrs, room);
    const size_t at = ir_operands_tuple(&buf);
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->n_in; i++) {
        const uint32_t given = attrs[NODE_GIVEN].n;
        if (!o->in[i]) continue;
        if (!add_input(o, i, knowing, attrs, &buf)) return NULL;
        n += attrs[NODE_GIVEN].n == given;
    }
    ir_operands_end(&buf, at, n);
    const DiagMark mark = diag_mark(o->im->ctx);
    IrVar *y = ir_build_call(o->b, &onnx_node_op, buf.ops.at, (uint32_t)buf.ops.len,
                             (IrCallForm){.attrs = attrs}, onnx_unnamed);
    if (y && is_settled(y->type, whole_dims)) return y;
    diag_rewind(o->im->ctx, mark);
    if (y) ir_binding_remove(y->def);
    return NULL;
}

/* What the map makes of such a call. False: nothing can be said. */
static bool tried(O *o, const IrVar *y, OnnxTried *out) {
    const IrBinding *call = y->def;
    const IrType *tuple = ir_operand_type(o->m, call->operands.at);
    OnnxNodeSpec spec;
    const char *why;
    if (!onnx_node_decode(&o->m->scratch, call->attrs, tuple->n, &spec, &why)) return false;
    const DiagMark mark = diag_mark(o->im->ctx);
    const bool ok = onnx_node_try(o->m, call->loc, &spec, tuple, out);
    if (!ok) diag_rewind(o->im->ctx, mark);
    return ok;
}

static const IrDim *outside(void *user, IrSymbol *s) {
    const OnnxTried *t = user;
    return s->function == t->fn ? NULL : ir_dim_symbol(t->fn->module, s);
}

/* x as a tensor of the type that it had in the function that the map was tried in: where that has
 * an extent of its own, one of the function here. */
static IrOperand with_extents(O *o, IrOperand x, const IrType *t, OnnxTried *from) {
    const IrType *now = o_type(o, x);
    if (now->kind != IR_TYPE_TENSOR || now->dims || t->kind != IR_TYPE_TENSOR || !t->dims) return x;
    const IrDim **dims = O_ARRAY(o, const IrDim *, t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) {
        const IrType *one = ir_type_map(o->m, ir_type_shape(o->m, &t->dims[i], 1), outside, from);
        dims[i] = one->dims ? one->dims[0] : NULL;
        for (int32_t k = 0; k < i && !dims[i]; k++) {
            if (t->dims[k] == t->dims[i]) dims[i] = dims[k];
        }
        if (!dims[i]) dims[i] = o_fresh_dim(o, "n");
    }
    return o_match(o, x, ir_type_tensor(o->m, dims, t->ndim, now->dtype));
}

static void set_outputs(O *o, IrVar *y, OnnxTried *t) {
    const IrOperand x = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    const bool is_tuple = y->type->kind == IR_TYPE_TUPLE;
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (!o_wants(o, i)) continue;
        const IrOperand field = is_tuple ? o_field(o, x, i) : x;
        o_set(o, i, t->types ? with_extents(o, field, t->types[i], t) : field);
    }
}

/* Extents that the reader knows, and a call would not: a constant is one there too. */
static bool has_known_extents(const O *o) {
    bool found = false;
    for (uint32_t i = 0; i < o->n_in; i++) {
        OnnxValue *v = o->in[i];
        found |= v && v->known.at && !onnx_value_tensor(o->im, v);
    }
    return found;
}

bool onnx_node_build(O *o) {
    if (!o->im->options || !o->im->options->whole || !o->row) return false;
    /* nobody writes its form */
    const bool is_old = o->scope->opset < ONNX_OPSET_LEAST && onnx_has_graph(o->node);
    const When when = is_old || o->as_node ? ALWAYS : when_of(o->row);
    if (when != ALWAYS && when != SEVERAL && !is_scaled_gemm(o)) return false;
    for (uint32_t i = 0; i < o->n_in; i++) {
        if (o->in[i] && !onnx_value_is_tensor(o->in[i])) return false;
    }
    IrVar *y = build(o, false, true);
    if (!y) y = build(o, true, true);
    if (!y && !has_known_extents(o)) y = build(o, false, false);
    if (!y && o->as_node) y = build(o, true, false);
    if (!y) return false;
    OnnxTried t = {.types = NULL};
    bool ok = (when != SEVERAL && is_settled(y->type, true)) || tried(o, y, &t);
    ok = ok && (when != SEVERAL || t.n_calls > 1);
    if (ok)
        set_outputs(o, y, &t);
    else
        ir_binding_remove(y->def);
    return ok;
}
