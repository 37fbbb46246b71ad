/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/decompose.h"

#include <math.h>

#include "base/diag.h"
#include "ir/definition.h"
#include "ops/ops.h"

static const char lv[] = "lv"; /* the intermediate values' name */

/* Whether what was reported last is a limit, which a decomposition may reach where the call did
 * not. */
static bool at_limit(const Ctx *ctx) {
    const DiagList *list = ctx->diags;
    if (!list || !list->diags.len || list->errors > list->diags.len) return list && list->errors;
    switch (list->diags.at[list->diags.len - 1].id) {
    case DIAG_TOO_MANY:
    case DIAG_TOO_DEEP:
    case DIAG_DIM_OVERFLOW:
    case DIAG_DIM_DEPTH: return true;
    default: return false;
    }
}

static IrOperand built(const OpDecompose *call, const char *what, IrVar *v) {
    if (v) return d_var(v);
    if (at_limit(call->b->m->ctx)) ctx_throw(call->b->m->ctx, STATUS_LIMIT);
    BUG("%s: its decomposition's %s is ill-typed", call->op ? call->op->name : "a pass", what);
}

static int attr_index(const OpDef *op, const char *name) {
    int i = ir_op_attr_index(op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", op->name, name);
    return i;
}

IrOperand d_arg(const OpDecompose *call, uint32_t i) {
    BUG_IF(!call->args[i] || call->args[i]->span != 1);
    IrOperand x = *call->args[i];
    x.list = NULL;
    return x;
}

const IrAttr *d_attr(const OpDecompose *call, const char *name) {
    return &call->attrs[attr_index(call->op, name)];
}
int64_t d_int(const OpDecompose *call, const char *name) { return d_attr(call, name)->i; }
bool d_bool(const OpDecompose *call, const char *name) { return d_attr(call, name)->i != 0; }
double d_float(const OpDecompose *call, const char *name) { return d_attr(call, name)->f; }
bool d_is_none(const OpDecompose *call, const char *name) {
    return d_attr(call, name)->kind == IR_ATTR_NONE;
}
bool d_string_is(const OpDecompose *call, const char *name, const char *value) {
    const IrAttr *a = d_attr(call, name);
    return a->kind == IR_ATTR_STRING && strcmp(a->s, value) == 0;
}

IrOperand d_var(IrVar *v) { return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}; }

void d_not_known(const OpDecompose *call, const char *what, const IrType *found) {
    Ctx *ctx = call->b->m->ctx;
    Diag *d = diag_error(ctx, call->b->loc, DIAG_VALUE,
                         diag_fmt(ctx, "what is made here needs %s", what));
    diag_expected(ctx, d, "a type that says so");
    if (found) diag_found(ctx, d, "%s", ir_type_text(call->b->m, found));
    ctx_throw(ctx, STATUS_INVALID);
}

IrOperand d_const(OpDecompose *call, DType dtype, double v) {
    IrModule *m = call->b->m;
    if (dtype == DTYPE_VOID) d_not_known(call, "the dtype of a tensor", NULL);
    Tensor *t = tensor_new(m->ctx, dtype, NULL, 0);
    if (dtype_is_float(dtype)) {
        dtype_write_double(dtype, t->data, v);
    } else if (!dtype_write_int(dtype, t->data, (int64_t)v)) {
        BUG("%g as %s", v, dtype_name(dtype));
    }
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(m, t)};
}

IrOperand d_prim(OpDecompose *call, const IrDim *value) {
    return (IrOperand){
        .kind = IR_OPERAND_PRIM, .span = 1, .type = ir_type_prim(call->b->m, DTYPE_INT64, value)};
}

IrOperand d_shape(OpDecompose *call, const IrDim *const *dims, int32_t ndim) {
    return (IrOperand){
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(call->b->m, dims, ndim)};
}

const IrType *d_type(OpDecompose *call, IrOperand x) { return ir_operand_type(call->b->m, &x); }

IrAttr *d_attrs(OpDecompose *call, const OpDef *op) {
    IrAttr *attrs = ARENA_ARRAY(&call->b->m->scratch, IrAttr, (size_t)ir_op_n_attrs(op) + 1);
    ir_attr_defaults(call->b->m, op, attrs);
    return attrs;
}

IrAttr *d_attrs_like(OpDecompose *call, const OpDef *op) {
    IrAttr *attrs = d_attrs(call, op);
    for (uint32_t i = 0; i < ir_op_n_attrs(op); i++) {
        const int from = ir_op_attr_index(call->op, ir_op_attr_param(op, i)->name);
        if (from >= 0) attrs[i] = call->attrs[from];
    }
    return attrs;
}

void d_set_ints(const OpDef *op, IrAttr *attrs, const char *name, const int64_t *ints, uint32_t n) {
    attrs[attr_index(op, name)] = (IrAttr){.kind = IR_ATTR_INTS, .n = n, .ints = ints};
}

void d_set_int(const OpDef *op, IrAttr *attrs, const char *name, int64_t v) {
    attrs[attr_index(op, name)] = (IrAttr){.kind = IR_ATTR_INT, .i = v};
}

void d_set_bool(const OpDef *op, IrAttr *attrs, const char *name, bool v) {
    attrs[attr_index(op, name)] = (IrAttr){.kind = IR_ATTR_BOOL, .i = v};
}

void d_set_string(OpDecompose *call, const OpDef *op, IrAttr *attrs, const char *name,
                  const char *v) {
    const char *s = ir_name(call->b->m, str_c(v));
    attrs[attr_index(op, name)] = (IrAttr){.kind = IR_ATTR_STRING, .s = s};
}

void d_set_dtype(const OpDef *op, IrAttr *attrs, const char *name, DType v) {
    attrs[attr_index(op, name)] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = v};
}

IrOperand d_call(OpDecompose *call, const OpDef *op, const IrOperand *operands, uint32_t n,
                 const IrAttr *attrs) {
    if (!attrs) attrs = d_attrs(call, op);
    return built(call, op->name,
                 ir_build_call(call->b, op, operands, n, (IrCallForm){.attrs = attrs}, lv));
}

IrOperand d1(OpDecompose *call, const OpDef *op, IrOperand x) {
    return d_call(call, op, &x, 1, NULL);
}

IrOperand d2(OpDecompose *call, const OpDef *op, IrOperand x, IrOperand y) {
    return d_call(call, op, (const IrOperand[]){x, y}, 2, NULL);
}

IrOperand d3(OpDecompose *call, const OpDef *op, IrOperand x, IrOperand y, IrOperand z) {
    return d_call(call, op, (const IrOperand[]){x, y, z}, 3, NULL);
}

IrOperand d_reduce(OpDecompose *call, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n,
                   bool keepdims) {
    IrAttr *attrs = d_attrs(call, op);
    d_set_ints(op, attrs, "axis", axes, n);
    d_set_bool(op, attrs, "keepdims", keepdims);
    return d_call(call, op, &x, 1, attrs);
}

IrOperand d_filled(OpDecompose *call, const OpDef *op, const IrType *like) {
    const bool is_known = like->kind == IR_TYPE_TENSOR && like->dims && like->dtype != DTYPE_VOID;
    if (!is_known) d_not_known(call, "the shape and dtype of a tensor", like);
    IrAttr *attrs = d_attrs(call, op);
    d_set_dtype(op, attrs, "dtype", like->dtype);
    const IrOperand shape = d_shape(call, like->dims, like->ndim);
    return d_call(call, op, &shape, 1, attrs);
}

static bool has_shape(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim) {
    const IrType *t = d_type(call, x);
    bool same = t->ndim == ndim && t->dims;
    for (int32_t i = 0; same && i < ndim; i++) same = t->dims[i] == dims[i];
    return same;
}

IrOperand d_reshape(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim) {
    if (has_shape(call, x, dims, ndim)) return x;
    return d2(call, &op_reshape, x, d_shape(call, dims, ndim));
}

IrOperand d_match(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim) {
    if (has_shape(call, x, dims, ndim)) return x;
    const IrType *t = ir_type_tensor(call->b->m, dims, ndim, d_type(call, x)->dtype);
    return built(call, "match_cast", ir_build_match_cast(call->b, &x, 1, t, lv));
}

IrOperand d_broadcast(OpDecompose *call, IrOperand x, const IrDim *const *dims, int32_t ndim) {
    if (has_shape(call, x, dims, ndim)) return x;
    return d2(call, &op_broadcast_to, x, d_shape(call, dims, ndim));
}

IrOperand d_permute(OpDecompose *call, IrOperand x, const int64_t *axes, uint32_t n) {
    IrAttr *attrs = d_attrs(call, &op_permute_dims);
    d_set_ints(&op_permute_dims, attrs, "axes", axes, n);
    return d_call(call, &op_permute_dims, &x, 1, attrs);
}

IrOperand d_cast(OpDecompose *call, IrOperand x, DType dtype) {
    if (d_type(call, x)->dtype == dtype) return x;
    IrAttr *attrs = d_attrs(call, &op_astype);
    d_set_dtype(&op_astype, attrs, "dtype", dtype);
    return d_call(call, &op_astype, &x, 1, attrs);
}

IrOperand d_up(OpDecompose *call, IrOperand x) {
    DType t = d_type(call, x)->dtype;
    return dtype_is_half(t) ? d_cast(call, x, DTYPE_FLOAT32) : x;
}

IrOperand d_on(OpDecompose *call, IrOperand x, const char *vdevice) {
    const char *now = d_type(call, x)->first_vdevice;
    if (!vdevice || !now || now == vdevice) return x;
    IrAttr *attrs = d_attrs(call, &op_to_vdevice);
    d_set_string(call, &op_to_vdevice, attrs, "dst_vdevice", vdevice);
    return d_call(call, &op_to_vdevice, &x, 1, attrs);
}

IrOperand d_field(OpDecompose *call, IrOperand tuple, uint32_t index) {
    return built(call, "tuple's field", ir_build_field(call->b, &tuple, 1, index, lv));
}

IrOperand d_tuple(OpDecompose *call, const IrOperand *items, uint32_t n) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &call->b->m->scratch);
    size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(&buf, &items[i]);
    ir_operands_end(&buf, at, n);
    return built(call, "tuple", ir_build_value(call->b, buf.ops.at, (uint32_t)buf.ops.len, lv));
}

IrOperand d_concat(OpDecompose *call, const IrOperand *items, uint32_t n, int64_t axis) {
    if (n == 1) return items[0];
    IrOperandBuf buf;
    ir_operands_init(&buf, &call->b->m->scratch);
    size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(&buf, &items[i]);
    ir_operands_end(&buf, at, n);
    IrAttr *attrs = d_attrs(call, &op_concat);
    d_set_int(&op_concat, attrs, "axis", axis);
    return d_call(call, &op_concat, buf.ops.at, (uint32_t)buf.ops.len, attrs);
}

IrOperand d_slice(OpDecompose *call, IrOperand x, const int64_t *axes, const IrDim *const *begin,
                  const IrDim *const *end, uint32_t n, const IrAttr *attrs) {
    enum { AXES, BEGIN, END };
    IrModule *m = call->b->m;
    if (!n) return x;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_copy(&buf, &x);
    for (int part = AXES; part <= END; part++) {
        const size_t at = ir_operands_tuple(&buf);
        for (uint32_t i = 0; i < n; i++) {
            const IrDim *v = part == AXES    ? ir_dim_const(m, axes[i])
                             : part == BEGIN ? begin[i]
                                             : end[i];
            ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, v), 0);
        }
        ir_operands_end(&buf, at, n);
    }
    ir_operands_none(&buf);
    return d_call(call, &op_strided_slice, buf.ops.at, (uint32_t)buf.ops.len, attrs);
}

IrOperand d_split(OpDecompose *call, IrOperand x, int64_t sections, int64_t axis) {
    IrAttr *attrs = d_attrs(call, &op_split);
    d_set_int(&op_split, attrs, "indices_or_sections", sections);
    d_set_int(&op_split, attrs, "axis", axis);
    return d_call(call, &op_split, &x, 1, attrs);
}

void d_function(OpDecompose *call, const char *name, OpDecompose *inner) {
    IrModule *m = call->b->m;
    IrFunction *fn = ir_function_new(m, intern_c(&m->names, name));
    fn->parent = call->b->fn;
    fn->is_private = true;
    fn->loc = call->b->loc;
    fn->body = ir_body_new(fn, NULL);
    *inner = *call;
    inner->b = ARENA_NEW(&m->scratch, IrBuilder);
    *inner->b = (IrBuilder){
        .m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = call->b->loc};
}

const IrDim *d_own_dim(OpDecompose *inner, const IrDim *outer, const char *name) {
    IrModule *m = inner->b->m;
    int64_t n;
    if (ir_dim_is_const(outer, &n)) return outer;
    return ir_dim_symbol(m, ir_symbol_new(inner->b->fn, intern_c(&m->names, name), inner->b->loc));
}

IrOperand d_param(OpDecompose *inner, const char *name, const IrType *type) {
    IrModule *m = inner->b->m;
    IrFunction *fn = inner->b->fn;
    IrVar *v = ir_var_new(fn, intern_c(&m->names, name), type);
    vec_push(&m->arena, &fn->params, v);
    ir_define_symbols(type, NULL);
    return d_var(v);
}

IrOperand d_function_end(OpDecompose *call, OpDecompose *inner, const IrOperand *results,
                         uint32_t n) {
    IrFunction *fn = inner->b->fn;
    IrOperandBuf buf;
    ir_operands_init(&buf, &call->b->m->scratch);
    size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(&buf, &results[i]);
    ir_operands_end(&buf, at, n);
    ir_body_set_result(fn->body, buf.ops.at, (uint32_t)buf.ops.len);
    fn->result = ir_operand_type(call->b->m, fn->body->result.at);
    return built(call, fn->name, ir_build_function(call->b, fn, NULL, 0, fn->name));
}

IrVar *d_expand(OpDecompose *call, const IrDefinition *d) {
    IrOperandBuf out;
    ir_operands_init(&out, &call->b->m->scratch);
    if (!ir_definition_expand(d, call->b, call->args, call->types, call->attrs, &out)) return NULL;
    if (out.ops.len == 1) return d_result(call, out.ops.at[0]);
    return ir_build_value(call->b, out.ops.at, (uint32_t)out.ops.len, call->name);
}

IrVar *d_hooked(OpDecompose *call) {
    const OpDef *op = call->op;
    IrModule *m = call->b->m;
    const char *why = NULL;
    const uint32_t n = ir_op_n_operands(op);
    const IrDefinition *d = op->hook(op, m, call->b->loc, call->types, n, call->attrs, &why);
    if (d) why = ir_definition_refuses(d, m, call->types, n, call->attrs);
    if (why) diag_error(m->ctx, call->b->loc, DIAG_ARGUMENT, op->name, why);
    return d && !why ? d_expand(call, d) : NULL;
}

IrVar *d_defined(OpDecompose *call) {
    return built(call, "body", d_expand(call, call->op->definition)).var;
}

IrVar *d_result(OpDecompose *call, IrOperand x) {
    bool own = x.kind == IR_OPERAND_VAR;
    for (uint32_t i = 0; own && i < ir_op_n_operands(call->op); i++) {
        const IrOperand *arg = call->args[i];
        own = !arg || arg->kind != IR_OPERAND_VAR || arg->var != x.var;
    }
    if (!own) x = built(call, "result", ir_build_value(call->b, &x, 1, call->name));
    x.var->name = call->name;
    return x.var;
}
