/* SPDX-License-Identifier: Apache-2.0 */
/* What writers of operators are written in: operands, attributes, constants, nodes. */
#include "ir/growth.h"
#include "onnx/export.h"

/* Operands */

static const IrOperand *operand(W *w, uint32_t i) { return ir_operand_get(&w->b->operands, i); }

bool w_has(const W *w, uint32_t i) {
    return ir_operand_get(&w->b->operands, i)->kind != IR_OPERAND_NONE;
}

const IrType *w_type(W *w, uint32_t i) {
    return w_has(w, i) ? ir_operand_type(w->x->m, operand(w, i)) : NULL;
}

DType w_dtype(W *w, uint32_t i) {
    const IrType *t = w_type(w, i);
    if (!t || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_PRIM) || t->dtype == DTYPE_VOID)
        w_fail(w, "an operand whose dtype is not known");
    return t->dtype;
}

int32_t w_rank(W *w, uint32_t i) {
    const IrType *t = w_type(w, i);
    if (t && t->kind == IR_TYPE_PRIM) return 0;
    if (!t || t->kind != IR_TYPE_TENSOR || t->ndim == IR_NDIM_UNKNOWN)
        w_fail(w, "an operand whose rank is not known");
    return t->ndim;
}

bool w_extent(W *w, uint32_t i, int64_t axis, int64_t *out) {
    const IrType *t = w_type(w, i);
    return t && t->kind == IR_TYPE_TENSOR && t->dims && axis < t->ndim &&
           ir_dim_is_const(t->dims[axis], out);
}

const char *w_in(W *w, uint32_t i) {
    const WValue v = x_operand(w, operand(w, i), false);
    return x_value(w, &v);
}

const char *w_operand(W *w, const IrOperand *o) {
    const WValue v = x_operand(w, o, false);
    return x_value(w, &v);
}

const char *w_opt(W *w, uint32_t i) { return w_has(w, i) ? w_in(w, i) : ""; }

const Tensor *w_const(W *w, uint32_t i) {
    const WValue v = x_operand(w, operand(w, i), false);
    return v.constant ? v.constant->tensor : NULL;
}

const char **w_ins(W *w, uint32_t i, uint32_t *n) {
    const WValue v = x_operand(w, operand(w, i), false);
    if (!v.is_tuple) w_fail(w, "an operand that is not known to be a tuple");
    const char **names = ARENA_ARRAY(w->x->arena, const char *, (size_t)v.n + 1);
    for (uint32_t k = 0; k < v.n; k++) names[k] = x_value(w, &v.items[k]);
    *n = v.n;
    return names;
}

const IrDim *const *w_shape(W *w, uint32_t i, int32_t *n) {
    const WValue v = x_operand(w, operand(w, i), false);
    const IrType *t = w_type(w, i);
    if (v.name || !t || t->kind != IR_TYPE_SHAPE || !t->dims) return NULL;
    *n = t->ndim;
    return t->dims;
}

static const IrDim *dim_of(const WValue *v) {
    const bool is_int =
        v->dims && !v->name && v->dims->kind == IR_TYPE_PRIM && !dtype_is_float(v->dims->dtype);
    return is_int ? v->dims->value : NULL;
}

const IrDim *w_prim_dim(W *w, uint32_t i) {
    const WValue v = x_operand(w, operand(w, i), false);
    return dim_of(&v);
}

const char *w_prim(W *w, uint32_t i, DType dtype) {
    const WValue v = x_operand(w, operand(w, i), false);
    const IrDim *d = dim_of(&v);
    int64_t n;
    if (d && ir_dim_is_const(d, &n)) return w_scalar_int(w, dtype, n);
    if (!v.name && v.dims && dtype_is_float(v.dims->dtype)) return w_scalar(w, dtype, v.f);
    const DType from = d ? DTYPE_INT64 : w_dtype(w, i);
    return w_cast(w, d ? w_dim(w, d) : x_value(w, &v), from, dtype);
}

const IrDim *const *w_prim_dims(W *w, uint32_t i, uint32_t *n) {
    const WValue v = x_operand(w, operand(w, i), false);
    const IrDim **dims = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)v.n + 1);
    *n = v.is_tuple ? v.n : 0;
    for (uint32_t k = 0; k < *n; k++) dims[k] = dim_of(&v.items[k]);
    return dims;
}

const char *w_prims(W *w, uint32_t i) {
    const WValue v = x_operand(w, operand(w, i), false);
    if (!v.is_tuple) w_fail(w, "an operand that is not known to be a tuple");
    const IrDim **dims = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)v.n + 1);
    bool known = true;
    for (uint32_t k = 0; k < v.n; k++) known = (dims[k] = dim_of(&v.items[k])) && known;
    if (known) return w_dims(w, dims, (int32_t)v.n);
    const char **parts = ARENA_ARRAY(w->x->arena, const char *, v.n);
    for (uint32_t k = 0; k < v.n; k++)
        parts[k] = dims[k] ? w_dims(w, &dims[k], 1)
                           : w_unsqueeze(w, x_value(w, &v.items[k]), (const int64_t[]){0}, 1);
    return w_concat(w, parts, v.n, 0);
}

const int64_t *w_prim_ints(W *w, uint32_t i, uint32_t *n) {
    const WValue v = x_operand(w, operand(w, i), false);
    int64_t *ints = ARENA_ARRAY(w->x->arena, int64_t, (size_t)v.n + 1);
    for (uint32_t k = 0; k < v.n; k++) {
        const IrDim *d = dim_of(&v.items[k]);
        if (!d || !ir_dim_is_const(d, &ints[k])) w_fail(w, "an operand %u that is not constant", i);
    }
    *n = v.n;
    return ints;
}

/* Attributes */

const IrAttr *w_attr(W *w, const char *name) {
    const int i = ir_op_attr_index(w->b->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", w->b->op->name, name);
    return &w->b->attrs[i];
}

int64_t w_int(W *w, const char *name) { return w_attr(w, name)->i; }
double w_float(W *w, const char *name) { return w_attr(w, name)->f; }

bool w_is(W *w, const char *name, const char *value) {
    const IrAttr *a = w_attr(w, name);
    return a->kind == IR_ATTR_STRING && strcmp(a->s, value) == 0;
}

DType w_dtype_attr(W *w, const char *name, DType otherwise) {
    const IrAttr *a = w_attr(w, name);
    return a->kind == IR_ATTR_DTYPE && a->dtype != DTYPE_VOID ? a->dtype : otherwise;
}

/* Constants */

OnnxTensor *w_tensor(W *w, DType dtype, const int64_t *dims, uint32_t n, const void *data) {
    Arena *arena = w->x->arena;
    OnnxTensor *t = ARENA_NEW(arena, OnnxTensor);
    int64_t count = 1, bytes = 0;
    t->data_type = x_type(w->x, dtype);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(arena, &t->dims, dims[i]);
        count *= dims[i];
    }
    (void)dtype_bytes(dtype, count, &bytes); /* it is there */
    t->has_raw = bytes > 0;
    if (bytes)
        t->raw =
            (Str){memcpy(arena_alloc(arena, (size_t)bytes), data, (size_t)bytes), (size_t)bytes};
    return t;
}

/* A small constant: the same one twice is one initializer. */
const char *w_small(W *w, const char *name, DType dtype, const int64_t *dims, uint32_t n,
                    const void *data, size_t bytes) {
    OnnxExport *x = w->x;
    const uint64_t hash = hash_mix(hash_mix(hash_bytes(x->ctx, data, bytes), n), (uint64_t)dtype);
    for (MapIter it = map_find(&x->constants, hash); map_next(&x->constants, &it);) {
        const OnnxTensor *t = it.value;
        if (t->data_type == onnx_data_type(dtype) && t->dims.len == n &&
            str_eq(t->raw, (Str){data, bytes}))
            return t->name.ptr;
    }
    OnnxTensor *t = w_tensor(w, dtype, dims, n, data);
    const char *unique = x_name(x, name);
    t->name = str_c(unique);
    map_add(&x->constants, hash, t);
    vec_push(x->arena, &x->main->initializers, (void *)t);
    return unique;
}

const char *w_ints(W *w, const int64_t *v, uint32_t n) {
    const int64_t dims[] = {n};
    return w_small(w, "ints", DTYPE_INT64, dims, 1, v, n * sizeof *v);
}

const char *w_scalar(W *w, DType dtype, double v) {
    char at[8] = {0};
    if (dtype_is_float(dtype)) {
        dtype_write_double(dtype, at, v);
        return w_small(w, "number", dtype, NULL, 0, at, dtype_size_up(dtype));
    }
    const bool fits = v > -0x1p63 && v < 0x1p63; /* else the dtype's end */
    return w_scalar_int(w, dtype, fits ? (int64_t)v : v > 0 ? INT64_MAX : v < 0 ? INT64_MIN : 0);
}

const char *w_scalar_int(W *w, DType dtype, int64_t v) {
    char at[8] = {0};
    if (!dtype_write_int(dtype, at, v)) {
        const int bits = (int)dtype_bits(dtype);
        const bool is_unsigned = dtype_kind(dtype) == DTYPE_KIND_UINT;
        const int64_t most = (int64_t)(UINT64_MAX >> (64 - bits + !is_unsigned));
        dtype_write_int(dtype, at, v > 0 ? most : is_unsigned ? 0 : -most - 1);
    }
    return w_small(w, "number", dtype, NULL, 0, at, dtype_size_up(dtype));
}

/* Nodes */

OnnxNode *w_node(W *w, const char *op, const char *const *ins, uint32_t n_ins, uint32_t n_outs) {
    OnnxExport *x = w->x;
    OnnxNode *n = ARENA_NEW(x->arena, OnnxNode);
    CtxWork work = {.kind = "ONNX node", .name = op, .loc = w->b ? w->b->loc : (Loc){.line = 0}};
    ctx_work_begin(x->ctx, &work); /* calls are written in place */
    ir_grow(x->m, 1 + (size_t)n_ins + n_outs);
    ctx_work_end(x->ctx);
    ctx_poll(x->ctx);
    n->op_type = str_c(op);
    n->origin = w->b ? w->b->origin : NULL;
    n->op = w->b && w->b->kind == IR_BIND_CALL ? w->b->op : NULL;
    while (n_ins && !*ins[n_ins - 1]) n_ins--;
    vec_reserve(x->arena, &n->inputs, n_ins);
    for (uint32_t i = 0; i < n_ins; i++) vec_push(x->arena, &n->inputs, (str_c(ins[i])));
    vec_reserve(x->arena, &n->outputs, n_outs);
    for (uint32_t i = 0; i < n_outs; i++) {
        const char *name = x_name(x, "t");
        vec_push(x->arena, &n->outputs, (str_c(name)));
    }
    vec_push(x->arena, &w->s->graph->nodes, (void *)n);
    x->fresh = n;
    return n;
}

const char *w1(W *w, const char *op, const char *x) { return w_out(w_node(w, op, NAMES(x), 1), 0); }
const char *w2(W *w, const char *op, const char *x, const char *y) {
    return w_out(w_node(w, op, NAMES(x, y), 1), 0);
}
const char *w3(W *w, const char *op, const char *x, const char *y, const char *z) {
    return w_out(w_node(w, op, NAMES(x, y, z), 1), 0);
}

const char *w_cast(W *w, const char *x, DType from, DType to) {
    if (from == to) return x;
    OnnxNode *n = w_node(w, "Cast", NAMES(x), 1);
    w_add_int(w, n, "to", x_type(w->x, to));
    return w_out(n, 0);
}

const char *w_unsqueeze(W *w, const char *x, const int64_t *axes, uint32_t n) {
    return n ? w2(w, "Unsqueeze", x, w_ints(w, axes, n)) : x;
}

const char *w_squeeze(W *w, const char *x, const int64_t *axes, uint32_t n) {
    return n ? w2(w, "Squeeze", x, w_ints(w, axes, n)) : x;
}

const char *w_concat(W *w, const char *const *parts, uint32_t n, int64_t axis) {
    OnnxNode *node = w_node(w, "Concat", parts, n, 1);
    w_add_int(w, node, "axis", axis);
    return w_out(node, 0);
}

const char *w_shape_of(W *w, uint32_t i, int32_t start, int32_t end) {
    const IrType *t = w_type(w, i);
    if (t->kind == IR_TYPE_TENSOR && t->dims) return w_dims(w, t->dims + start, end - start);
    if (w->x->opset < ONNX_OPSET_SHAPE_PART && start >= 0 && end >= start) {
        int64_t *places = ARENA_ARRAY(w->x->arena, int64_t, (size_t)(end - start) + 1);
        for (int32_t k = start; k < end; k++) places[k - start] = k;
        return w2(w, "Gather", w1(w, "Shape", w_in(w, i)),
                  w_ints(w, places, (uint32_t)(end - start)));
    }
    OnnxNode *n = w_node(w, "Shape", NAMES(w_in(w, i)), 1);
    w_add_int(w, n, "start", start);
    w_add_int(w, n, "end", end);
    return w_out(n, 0);
}

const char *w_slice(W *w, const char *x, int64_t axis, int64_t start, int64_t end, int64_t step) {
    return w_out(w_node(w, "Slice",
                        NAMES(x, w_ints(w, &start, 1), w_ints(w, &end, 1), w_ints(w, &axis, 1),
                              w_ints(w, &step, 1)),
                        1),
                 0);
}

OnnxAttr *w_add_attr(W *w, OnnxNode *n, const char *name, OnnxAttrType type) {
    OnnxAttr *a = ARENA_NEW(w->x->arena, OnnxAttr);
    a->name = str_c(name);
    a->type = type;
    vec_push(w->x->arena, &n->attrs, (void *)a);
    return a;
}

void w_add_int(W *w, OnnxNode *n, const char *name, int64_t v) {
    OnnxAttr *a = w_add_attr(w, n, name, ONNX_ATTR_INT);
    a->has_i = true;
    a->i = v;
}

void w_add_float(W *w, OnnxNode *n, const char *name, double v) {
    OnnxAttr *a = w_add_attr(w, n, name, ONNX_ATTR_FLOAT);
    a->has_f = true;
    a->f = (float)v;
}

void w_add_str(W *w, OnnxNode *n, const char *name, const char *v) {
    OnnxAttr *a = w_add_attr(w, n, name, ONNX_ATTR_STRING);
    a->has_s = true;
    a->s = str_c(v);
}

void w_add_ints(W *w, OnnxNode *n, const char *name, const int64_t *v, uint32_t len) {
    OnnxAttr *a = w_add_attr(w, n, name, ONNX_ATTR_INTS);
    vec_reserve(w->x->arena, &a->ints, len);
    for (uint32_t i = 0; i < len; i++) a->ints.at[a->ints.len++] = v[i];
}

/* Results */

/* The variable that takes field i out of the result, and that no node gave a value yet; the
 * result's own, where there is none. */
const IrVar *w_field_var(W *w, uint32_t i) {
    const IrVar *v = w->b->var;
    if (!w->fields) {
        w->fields = ARENA_ARRAY(w->x->arena, const IrVar *, (size_t)v->type->n + 1);
        for (const IrOperand *use = v->uses; use; use = use->next_use) {
            const IrBinding *user = use->list->binding;
            if (!user || user->kind != IR_BIND_FIELD || user->index >= v->type->n) continue;
            if (w->s->frame->values[user->var->id].is_known) continue;
            const bool is_wanted = w->s->frame->wanted[user->var->id];
            if (is_wanted || !w->fields[user->index]) w->fields[user->index] = user->var;
        }
    }
    return w->fields[i] ? w->fields[i] : v;
}

/* A node that was just made gives its outputs names. */
static WValue made(W *w, const char *name, const IrVar *v) {
    const OnnxNode *n = w->x->fresh;
    const char *wanted = w->s->frame->wanted[v->id];
    for (size_t i = 0; n && i < n->outputs.len; i++) {
        if (n->outputs.at[i].ptr != name) continue;
        name = wanted ? wanted : x_name(w->x, x_var_name(w->x, v));
        n->outputs.at[i] = str_c(name);
        if (!v->n_uses) x_keep(w->x, name);
        return (WValue){.is_known = true, .name = name, .graph = w->s->graph};
    }
    return (WValue){.is_known = true, .name = name};
}

void w_set(W *w, const char *name) { *w->result = made(w, name, w->b->var); }

WValue *w_fields(W *w) {
    WValue *r = w->result;
    const uint32_t n = w->b->var->type->n;
    if (!r->is_known)
        *r = (WValue){.is_known = true,
                      .is_tuple = true,
                      .n = n,
                      .items = ARENA_ARRAY(w->x->arena, WValue, (size_t)n + 1)};
    return r->items;
}

/* The variable that takes the field out has it from now on: a node of the file that would make it
 * as well must not take the same name. */
void w_set_field(W *w, uint32_t i, const char *name) {
    const IrVar *v = w_field_var(w, i);
    const WValue made_now = made(w, name, v);
    w_fields(w)[i] = made_now;
    if (v != w->b->var) w->s->frame->values[v->id] = made_now;
}

void w_drop_unused(W *w, OnnxNode *n) {
    for (const IrOperand *use = w->b->var->uses; use; use = use->next_use) {
        if (!use->list->binding || use->list->binding->kind != IR_BIND_FIELD) return;
    }
    for (uint32_t i = 0; i < n->outputs.len; i++) {
        if (w_field_var(w, i) == w->b->var) n->outputs.at[i] = (Str){.len = 0};
    }
    while (n->outputs.len > 1 && !n->outputs.at[n->outputs.len - 1].len) n->outputs.len--;
}

const char **w_outs(W *w, const OnnxNode *n, uint32_t skip) {
    const char **names = ARENA_ARRAY(w->x->arena, const char *, n->outputs.len + skip + 1);
    for (uint32_t i = 0; i < n->outputs.len; i++) names[skip + i] = w_out(n, i);
    return names;
}

void w_alias(W *w, uint32_t i) {
    const WValue v = x_operand(w, operand(w, i), false);
    w_set_value(w, &v);
}

void w_set_value(W *w, const WValue *v) {
    *w->result = *v;
    w->result->is_known = true;
}

void w_direct(W *w) {
    const uint32_t n = ir_op_n_operands(w->b->op);
    const char *ins[8];
    for (uint32_t i = 0; i < n; i++) ins[i] = w_opt(w, i);
    w_set(w, w_out(w_node(w, w->row->nodes, ins, n, 1), 0));
}
