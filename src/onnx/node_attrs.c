/* SPDX-License-Identifier: Apache-2.0 */
/* What R.onnx.node and R.onnx.opaque say of a node, as attributes that text can hold, and back. */
#include "onnx/node.h"

#include <math.h>

#include "base/base64.h"
#include "base/diag.h"

static const char proto_mark[] = "proto";

bool onnx_is_text(Str s) {
    size_t n;
    for (size_t i = 0; i < s.len; i += n) {
        n = utf8_len(s.ptr + i, s.len - i);
        if (!n || s.ptr[i] == '\0') return false;
    }
    return true;
}

const OnnxModel *onnx_model_from_text(Arena *arena, const char *text) {
    const size_t len = strlen(text);
    unsigned char *bytes = arena_alloc(arena, len / 4 * 3 + 4);
    const int64_t n = base64_decode(text, len, bytes);
    if (n < 0) return NULL;
    const DiagMark mark = diag_mark(arena->ctx);
    const OnnxModel *model = onnx_model_parse(arena, (Str){(const char *)bytes, (size_t)n});
    diag_rewind(arena->ctx, mark);
    return model;
}

IrAttr onnx_model_to_text(Arena *arena, const OnnxModel *model) {
    StrBuf all, text;
    OnnxBytes bytes;
    Arena own; /* the encoder takes its room in large pieces */
    arena_init(&own, arena->ctx);
    strbuf_init(&all, &own);
    strbuf_init(&text, arena);
    onnx_model_encode(&own, model, &bytes);
    for (size_t i = 0; i < bytes.pieces.len; i++)
        strbuf_add(&all, bytes.pieces.at[i].ptr, bytes.pieces.at[i].len);
    base64_encode(&text, all.text.at, all.text.len);
    arena_fini(&own);
    return (IrAttr){.kind = IR_ATTR_STRING, .s = strbuf_cstr(&text)};
}

/* To attributes */

static IrAttr of_string(Arena *arena, Str s) {
    return (IrAttr){.kind = IR_ATTR_STRING, .s = arena_strdup(arena, s)};
}
static IrAttr of_int(int64_t v) { return (IrAttr){.kind = IR_ATTR_INT, .i = v}; }
static IrAttr of_float(double v) { return (IrAttr){.kind = IR_ATTR_FLOAT, .f = v}; }
static IrAttr of_list(const IrAttr *items, size_t n) {
    return (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)n, .items = items};
}

/* The value as a number, a string or a list of these; false: its message is kept. */
static bool readable(Arena *arena, const OnnxAttr *a, IrAttr *out) {
    IrAttr *items = NULL;
    bool ok = true;
    size_t n = 0;
    switch (a->type) {
    case ONNX_ATTR_FLOAT: *out = of_float((double)a->f); return isfinite(a->f);
    case ONNX_ATTR_INT: *out = of_int(a->i); return true;
    case ONNX_ATTR_STRING:
        ok = onnx_is_text(a->s);
        if (ok) *out = of_string(arena, a->s);
        return ok;
    case ONNX_ATTR_FLOATS:
        n = a->floats.len;
        items = ARENA_ARRAY(arena, IrAttr, n + 1);
        for (size_t i = 0; i < n; i++) {
            items[i] = of_float((double)a->floats.at[i]);
            ok &= isfinite(a->floats.at[i]) != 0;
        }
        break;
    case ONNX_ATTR_INTS:
        n = a->ints.len;
        items = ARENA_ARRAY(arena, IrAttr, n + 1);
        for (size_t i = 0; i < n; i++) items[i] = of_int(a->ints.at[i]);
        break;
    case ONNX_ATTR_STRINGS:
        n = a->strings.len;
        items = ARENA_ARRAY(arena, IrAttr, n + 1);
        for (size_t i = 0; ok && i < n; i++) {
            ok = onnx_is_text(a->strings.at[i]);
            if (ok) items[i] = of_string(arena, a->strings.at[i]);
        }
        break;
    default: return false;
    }
    *out = of_list(items, n);
    return ok && n; /* an empty list does not say what of */
}

IrAttr onnx_node_attr(Arena *arena, const OnnxAttr *a, Str name) {
    IrAttr *items = ARENA_ARRAY(arena, IrAttr, 3);
    const bool is_text = onnx_is_text(name);
    items[0] = of_string(arena, is_text ? name : (Str){.ptr = "", .len = 0});
    if (is_text && readable(arena, a, &items[1])) return of_list(items, 2);
    OnnxAttr copy = *a;
    copy.name = name;
    copy.ref = (Str){.len = 0};
    OnnxNode node = {.name = {.len = 0}};
    OnnxGraph graph = {.name = {.len = 0}};
    const OnnxModel model = {.graph = &graph};
    vec_push(arena, &node.attrs, (void *)&copy);
    vec_push(arena, &graph.nodes, (void *)&node);
    items[1] = of_string(arena, str_c(proto_mark));
    items[2] = onnx_model_to_text(arena, &model);
    return of_list(items, 3);
}

bool onnx_node_give(Arena *arena, uint32_t input, const Tensor *t, IrAttr *out) {
    enum { MOST = 64 };
    const bool is_int = dtype_is_int(t->dtype) || t->dtype == DTYPE_BOOL;
    if (t->count > MOST || t->ndim > 2 || (!is_int && !dtype_is_float(t->dtype)) ||
        t->dtype == DTYPE_UINT64)
        return false;
    IrAttr *dims = ARENA_ARRAY(arena, IrAttr, (size_t)t->ndim + 1),
           *values = ARENA_ARRAY(arena, IrAttr, t->count + 1);
    IrAttr *items = ARENA_ARRAY(arena, IrAttr, 4);
    for (uint32_t i = 0; i < t->ndim; i++) dims[i] = of_int(t->dims[i]);
    for (size_t i = 0; i < t->count; i++) {
        if (is_int) {
            values[i] = of_int(dtype_read_int(t->dtype, tensor_at(t, i)));
            continue;
        }
        values[i] = of_float(dtype_read_double(t->dtype, tensor_at(t, i)));
        if (!isfinite(values[i].f)) return false;
    }
    const char *dtype = dtype_name(t->dtype);
    items[0] = of_int(input);
    items[1] = of_string(arena, str_c(dtype));
    items[2] = of_list(dims, t->ndim);
    items[3] = of_list(values, t->count);
    *out = of_list(items, 4);
    return true;
}

/* And back */

/* The i-th of a list, which text may have made one of integers. */
static IrAttr item(const IrAttr *list, uint32_t i) {
    return list->kind == IR_ATTR_INTS ? of_int(list->ints[i]) : list->items[i];
}

static bool is_list(const IrAttr *a) { return a->kind == IR_ATTR_LIST || a->kind == IR_ATTR_INTS; }
static bool is_number(IrAttrKind kind) {
    return kind == IR_ATTR_INT || kind == IR_ATTR_FLOAT || kind == IR_ATTR_BOOL;
}

static double number(const IrAttr *a) { return a->kind == IR_ATTR_FLOAT ? a->f : (double)a->i; }

static Str str_of(const char *s) { return str_c(s); }

/* A list of values of one kind; floats among integers make all floats. */
static bool set_list(Arena *arena, const IrAttr *list, OnnxAttr *a) {
    bool all_ints = true, all_numbers = true, all_strings = true;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrAttr v = item(list, i);
        all_ints &= v.kind == IR_ATTR_INT;
        all_numbers &= v.kind == IR_ATTR_INT || v.kind == IR_ATTR_FLOAT;
        all_strings &= v.kind == IR_ATTR_STRING;
    }
    a->type = all_ints ? ONNX_ATTR_INTS : all_numbers ? ONNX_ATTR_FLOATS : ONNX_ATTR_STRINGS;
    for (uint32_t i = 0; i < list->n && (all_numbers || all_strings); i++) {
        const IrAttr v = item(list, i);
        if (all_ints)
            vec_push(arena, &a->ints, v.i);
        else if (all_numbers)
            vec_push(arena, &a->floats, (float)number(&v));
        else
            vec_push(arena, &a->strings, str_of(v.s));
    }
    return all_numbers || all_strings;
}

/* NULL: it is none. */
static OnnxAttr *attr_of(Arena *arena, const IrAttr *pair) {
    if (pair->kind != IR_ATTR_LIST || pair->n < 2 || pair->n > 3 ||
        pair->items[0].kind != IR_ATTR_STRING)
        return NULL;
    const IrAttr *value = &pair->items[1];
    if (pair->n == 3) {
        const IrAttr *text = &pair->items[2];
        if (value->kind != IR_ATTR_STRING || strcmp(value->s, proto_mark) != 0 ||
            text->kind != IR_ATTR_STRING)
            return NULL;
        const OnnxModel *m = onnx_model_from_text(arena, text->s);
        const OnnxNode *node =
            m && m->graph && m->graph->nodes.len == 1 ? m->graph->nodes.at[0] : NULL;
        return node && node->attrs.len == 1 ? node->attrs.at[0] : NULL;
    }
    OnnxAttr *a = ARENA_NEW(arena, OnnxAttr);
    a->name = str_of(pair->items[0].s);
    switch (value->kind) {
    case IR_ATTR_BOOL:
    case IR_ATTR_INT:
        a->type = ONNX_ATTR_INT;
        a->has_i = true;
        a->i = value->i;
        return a;
    case IR_ATTR_FLOAT:
        a->type = ONNX_ATTR_FLOAT;
        a->has_f = true;
        a->f = (float)value->f;
        return a;
    case IR_ATTR_STRING:
        a->type = ONNX_ATTR_STRING;
        a->has_s = true;
        a->s = str_of(value->s);
        return a;
    case IR_ATTR_LIST:
    case IR_ATTR_INTS: return set_list(arena, value, a) ? a : NULL;
    default: return NULL;
    }
}

/* [input, dtype, dims, values] with as many values as the dims say. */
static bool is_given(const IrAttr *g) {
    DType dtype;
    if (g->kind != IR_ATTR_LIST || g->n != 4 || g->items[0].kind != IR_ATTR_INT ||
        g->items[1].kind != IR_ATTR_STRING)
        return false;
    if (!dtype_parse(str_of(g->items[1].s), &dtype) || dtype == DTYPE_VOID ||
        !is_list(&g->items[2]) || !is_list(&g->items[3]) || g->items[2].n > 2)
        return false;
    size_t count, bytes;
    int64_t dims[2] = {0, 0}, room;
    for (uint32_t i = 0; i < g->items[2].n; i++) {
        const IrAttr d = item(&g->items[2], i);
        if (d.kind != IR_ATTR_INT) return false;
        dims[i] = d.i;
    }
    if (!tensor_count(dims, g->items[2].n, dtype, &count, &bytes) || count != g->items[3].n)
        return false;
    for (uint32_t i = 0; i < g->items[3].n; i++) {
        const IrAttr v = item(&g->items[3], i);
        if (!is_number(v.kind)) return false;
        if (!dtype_is_float(dtype) &&
            (v.kind == IR_ATTR_FLOAT || !dtype_write_int(dtype, &room, v.i)))
            return false;
    }
    return true;
}

Tensor *onnx_node_given(Ctx *ctx, const IrAttr *g) {
    DType dtype = DTYPE_VOID;
    int64_t dims[2] = {0, 0};
    dtype_parse(str_of(g->items[1].s), &dtype);
    for (uint32_t i = 0; i < g->items[2].n; i++) dims[i] = item(&g->items[2], i).i;
    Tensor *t = tensor_new(ctx, dtype, dims, g->items[2].n);
    for (uint32_t i = 0; i < g->items[3].n; i++) {
        const IrAttr v = item(&g->items[3], i);
        if (dtype_is_float(dtype))
            dtype_write_double(dtype, tensor_at(t, i), number(&v));
        else
            dtype_write_int(dtype, tensor_at(t, i), v.i);
    }
    return t;
}

/* Marks the places that a list names; false: some are none, or named twice. */
static bool mark(const IrAttr *list, bool *at, uint32_t n) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrAttr v = item(list, i);
        if (v.kind != IR_ATTR_INT || v.i < 0 || v.i >= n || at[v.i]) return false;
        at[v.i] = true;
    }
    return true;
}

bool onnx_node_decode(Arena *arena, const IrAttr *attrs, uint32_t n_operands, OnnxNodeSpec *out,
                      const char **why) {
    enum { OUTPUTS_MAX = 100000 };
    const IrAttr *given = &attrs[NODE_GIVEN], *list = &attrs[NODE_ATTRS];
    *out = (OnnxNodeSpec){.op_type = attrs[NODE_OP_TYPE].s, .domain = attrs[NODE_DOMAIN].s};
    out->version = attrs[NODE_VERSION].i;
    out->opset = *out->domain && attrs[NODE_OPSET].i ? attrs[NODE_OPSET].i : out->version;
    out->n_in = n_operands + attrs[NODE_ABSENT].n + given->n;
    out->absent = ARENA_ARRAY(arena, bool, (size_t)out->n_in + 1);
    out->given = ARENA_ARRAY(arena, const IrAttr *, (size_t)out->n_in + 1);
    *why = "`absent` to be positions of inputs";
    if (!mark(&attrs[NODE_ABSENT], out->absent, out->n_in)) return false;
    *why = "`given` to hold [input, dtype, dims, values], at most once for each input";
    if (given->n && given->kind != IR_ATTR_LIST) return false;
    for (uint32_t i = 0; i < given->n; i++) {
        const IrAttr *g = &given->items[i];
        if (!is_given(g) || g->items[0].i < 0 || g->items[0].i >= out->n_in) return false;
        const int64_t at = g->items[0].i;
        if (out->given[at] || out->absent[at]) return false;
        out->given[at] = g;
    }
    *why = "`outputs` to be how many outputs the node has, and `skipped` positions of them";
    const int64_t n_out = attrs[NODE_OUTPUTS].i;
    if (n_out < 0 || n_out > OUTPUTS_MAX) return false;
    out->n_out = (uint32_t)n_out;
    out->skipped = ARENA_ARRAY(arena, bool, (size_t)out->n_out + 1);
    if (!mark(&attrs[NODE_SKIPPED], out->skipped, out->n_out)) return false;
    *why = "`attrs` to hold [name, value]: a number, a string, a list of these, or \"proto\" and "
           "base64 of a model";
    if (list->n && list->kind != IR_ATTR_LIST) return false;
    for (uint32_t i = 0; i < list->n; i++) {
        OnnxAttr *a = attr_of(arena, &list->items[i]);
        if (!a) return false;
        vec_push(arena, &out->attrs, (void *)a);
    }
    return true;
}

const IrOperand *onnx_node_items(const IrOperand *inputs, uint32_t *n) {
    const IrOperand *at = inputs;
    while (at->kind == IR_OPERAND_VAR && at->var->def && at->var->def->kind == IR_BIND_VALUE)
        at = at->var->def->operands.at;
    *n = at->kind == IR_OPERAND_TUPLE ? at->n : 0;
    return at->kind == IR_OPERAND_TUPLE ? at + 1 : NULL;
}
