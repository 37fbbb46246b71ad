/* SPDX-License-Identifier: Apache-2.0 */
/* Products of 8-bit integers less a zero point, as ConvInteger and MatMulInteger are:
 *
 *     q1 = R.astype(q, dtype="int32")        q: of uint8 or int8
 *     q2 = R.subtract(q1, z)                 z: one int32; or none
 *     w1 = R.astype(w, dtype="int32")        w: of int8; or w1 is of constants, and its elements are
 *     y = R.nn.conv2d(q2, w1)
 *     y1 = R.add(y, b)                       b: an int32 a channel; or none
 *     f = R.astype(y1, dtype="float32")
 *
 * oneDNN takes q, w, z and b, and gives f: sums of int32, which wrap nowhere that the loops' do
 * not, but b is added in float32 (a sum of more than 24 bits is rounded before that too).
 * It is exact by instructions that add up products of 8 bits in 32 (VNNI). Without these oneDNN 2.6
 * adds pairs of them up in 16 bits, which saturate, so nothing is taken. */
#include <string.h>

#include "backend/onednn/chain_parts.h"
#include "ops/ops.h"

static bool is_one(const IrOperand *o) {
    const IrType *t = onednn_type(o);
    if (!onednn_is_tensor(t, DTYPE_INT32)) return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is(t->dims[i], 1)) return false;
    }
    return true;
}

static void note_before(OnednnChain *c, IrBinding *b) {
    BUG_IF(c->n_before == ONEDNN_BEFORE_MAX);
    if (b) c->before[c->n_before++] = b;
}

/* The 8 bits that the operand widens. */
static const IrOperand *narrow_of(OnednnChain *c, const IrOperand *o) {
    IrBinding *b = onednn_call_of(o, &op_astype);
    if (!b || !onednn_is_tensor(onednn_type(o), DTYPE_INT32)) return NULL;
    note_before(c, b);
    return b->operands.at;
}

static bool read_data(OnednnChain *c, const IrOperand *o) {
    IrBinding *less = onednn_call_of(o, &op_subtract);
    const IrOperand *wide = o;
    if (less) {
        wide = &less->operands.at[0];
        c->inputs[2] = &less->operands.at[1];
        note_before(c, less);
        if (!is_one(c->inputs[2]) || !onednn_type(wide) ||
            onednn_type(wide)->ndim != onednn_type(o)->ndim)
            return false;
    }
    c->call.has_zero = less != NULL;
    c->inputs[0] = narrow_of(c, wide);
    if (!c->inputs[0] || !onednn_type(c->inputs[0])) return false;
    c->call.data = onednn_type(c->inputs[0])->dtype;
    return c->call.data == DTYPE_UINT8 || c->call.data == DTYPE_INT8;
}

bool onednn_same_integer(const IrOperand *o, int64_t *out) {
    const Tensor *t = o->kind == IR_OPERAND_CONST ? o->constant->tensor : NULL;
    if (!t || !t->count || !dtype_is_int(t->dtype) || dtype_size_up(t->dtype) > 4) return false;
    *out = tensor_get_int(t, 0);
    for (size_t i = 1; i < t->count; i++) {
        if (tensor_get_int(t, i) != *out) return false;
    }
    return true;
}

/* One number that is known: a constant, or one that is widened. */
static bool known_zero(const IrOperand *o, int64_t *out) {
    const IrBinding *b = onednn_call_of(o, &op_astype);
    return onednn_same_integer(b ? b->operands.at : o, out);
}

static int64_t element(const Tensor *t, size_t i) {
    int32_t x; /* data of a file lie at any alignment */
    switch (t->dtype) {
    case DTYPE_UINT8: return ((const uint8_t *)t->data)[i];
    case DTYPE_INT32: memcpy(&x, (const char *)t->data + i * sizeof x, sizeof x); return x;
    default: return tensor_get_int(t, i);
    }
}

/* All numbers of the dtype, less the zero point, are int8: constants may be large, and are asked
 * about more than once. */
static bool always_fits(const OnednnChain *c) {
    const DType t = c->weight->dtype;
    return (t == DTYPE_UINT8 && c->weight_zero == -INT8_MIN) ||
           (t == DTYPE_INT8 && c->weight_zero == 0);
}

/* The elements, less the zero point, are int8. */
static bool fits(const OnednnChain *c) {
    const Tensor *t = c->weight;
    if (!t || !t->count || !dtype_is_int(t->dtype) || dtype_size_up(t->dtype) > 4) return false;
    for (size_t i = 0; !always_fits(c) && i < t->count; i++) {
        const int64_t x = element(t, i) - c->weight_zero;
        if (x < INT8_MIN || x > INT8_MAX) return false;
    }
    return true;
}

/* A constant, maybe widened, less its zero point, and of a kernel with its dims permuted, which
 * onednn_chain_unpermute takes off. */
static bool read_constant(OnednnChain *c, const IrBinding *b, const IrOperand *o) {
    const bool is_kernel = b->op != &op_matmul && b->op != &op_einsum;
    IrBinding *permute = is_kernel ? onednn_call_of(o, &op_permute_dims) : NULL;
    const IrOperand *w = permute ? permute->operands.at : o;
    IrBinding *less = onednn_call_of(w, &op_subtract);
    const IrType *type = onednn_type(w);
    if (!onednn_is_tensor(type, DTYPE_INT32) ||
        (less && !known_zero(&less->operands.at[1], &c->weight_zero)))
        return false;
    if (less) w = less->operands.at;
    IrBinding *wide = onednn_call_of(w, &op_astype);
    if (wide) w = wide->operands.at;
    if (w->kind != IR_OPERAND_CONST || w->constant->type->ndim != type->ndim) return false;
    c->weight = w->constant->tensor;
    c->weight_constant = w->constant;
    c->inputs[1] = o;
    if (!fits(c)) return false;
    note_before(c, less);
    note_before(c, wide);
    return true;
}

static bool read_weight(OnednnChain *c, const IrBinding *b, const IrOperand *o) {
    if (read_constant(c, b, o)) return true;
    c->weight = NULL;
    c->inputs[1] = narrow_of(c, o);
    return c->inputs[1] && onednn_is_tensor(onednn_type(c->inputs[1]), DTYPE_INT8);
}

bool onednn_integers(IrBinding *b, OnednnChain *out) {
    if (b->operands.n < 2 || !onednn_is_tensor(b->var->type, DTYPE_INT32) || !onednn_adds_exactly())
        return false;
    if (!read_data(out, &b->operands.at[0]) || !read_weight(out, b, &b->operands.at[1]))
        return false;
    out->call.n_inputs = onednn_n_tensors(&out->call);
    return true;
}

/* The call that alone uses what the chain gives so far; NULL: it is none of the operator's. */
static IrBinding *next_call(const OnednnChain *c, const OpDef *op) {
    const IrBinding *b = c->bindings[c->n_bindings - 1];
    IrBinding *next = b->var->n_uses == 1 ? b->var->uses->list->binding : NULL;
    const bool ok = next && next->block == b->block && next->kind == IR_BIND_CALL && next->op == op;
    return ok ? next : NULL;
}

/* One number for each channel of the result. */
static bool is_of_channels(const OnednnChain *c, const IrType *t) {
    const bool is_conv = c->call.kind == ONEDNN_CONV;
    const int32_t at = is_conv ? c->call.conv.out_at[1] : c->type->ndim - 1;
    if (!onednn_is_tensor(t, DTYPE_INT32) || t->ndim > c->type->ndim ||
        (!is_conv && c->call.matmul.y_is_vector))
        return false;
    const int32_t missing = c->type->ndim - t->ndim;
    for (int32_t i = 0; i < t->ndim; i++) {
        const bool is_channel = i + missing == at;
        if (is_channel ? t->dims[i] != c->type->dims[at] : !ir_dim_is(t->dims[i], 1)) return false;
    }
    return at >= missing;
}

/* What is added before the cast. */
static void read_bias(OnednnChain *c) {
    IrBinding *add = next_call(c, &op_add);
    const IrVar *y = c->bindings[0]->var;
    if (!add || add->var->type != c->type) return;
    const IrOperand *o = add->operands.at, *bias = &o[o[0].kind == IR_OPERAND_VAR && o[0].var == y];
    if (!is_of_channels(c, onednn_type(bias))) return;
    c->call.has_bias = true;
    c->inputs[c->call.n_inputs++] = bias;
    c->bindings[c->n_bindings++] = add;
}

bool onednn_integers_cast(OnednnChain *c) {
    read_bias(c);
    IrBinding *cast = next_call(c, &op_astype);
    if (!cast || cast->var->type->dtype != DTYPE_FLOAT32) return false;
    c->bindings[c->n_bindings++] = cast;
    c->type = cast->var->type;
    return true;
}

bool onednn_integers_are_small(const OnednnChain *c) {
    enum { MOST = 1 << 30 };
    if (!c->call.has_bias) return true;
    const IrOperand *o = c->inputs[onednn_n_tensors(&c->call) - 1];
    const Tensor *t = o->kind == IR_OPERAND_CONST ? o->constant->tensor : NULL;
    for (size_t i = 0; t && i < t->count; i++) {
        if (element(t, i) < -MOST || element(t, i) > MOST) return false;
    }
    return t != NULL;
}

void onednn_integers_narrow(OnednnChain *c, IrModule *m) {
    const Tensor *wide = c->weight;
    if (!wide) return;
    IrOperand *o = ARENA_NEW(&m->arena, IrOperand);
    *o = (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = c->weight_constant};
    c->inputs[1] = o;
    if (wide->dtype == DTYPE_INT8 && !c->weight_zero) return;
    Tensor *t = tensor_new(m->ctx, DTYPE_INT8, wide->dims, wide->ndim);
    int8_t *to = t->data;
    for (size_t i = 0; i < wide->count; i++) to[i] = (int8_t)(element(wide, i) - c->weight_zero);
    o->constant = ir_const_new(m, t);
}

static IrVar *widened(IrBuilder *builder, IrVar *x) {
    IrAttr *attrs = ARENA_ARRAY(&builder->m->scratch, IrAttr, ir_op_n_attrs(&op_astype));
    attrs[ir_op_attr_index(&op_astype, "dtype")] =
        (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = DTYPE_INT32};
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = x};
    return ir_build_call(builder, &op_astype, &o, 1, (IrCallForm){.attrs = attrs}, "wide");
}

bool onednn_integers_build(const OnednnChain *c, IrBuilder *builder, IrVar *const *params,
                           IrVar **out) {
    out[0] = widened(builder, params[0]);
    out[1] = widened(builder, params[1]);
    if (!out[0] || !out[1]) return false;
    out[0]->is_output = out[1]->is_output = false;
    if (!c->call.has_zero) return true;
    const IrOperand pair[] = {{.kind = IR_OPERAND_VAR, .span = 1, .var = out[0]},
                              {.kind = IR_OPERAND_VAR, .span = 1, .var = params[2]}};
    out[0] = ir_build_call(builder, &op_subtract, pair, 2, (IrCallForm){.attrs = NULL}, "less");
    if (out[0]) out[0]->is_output = false;
    return out[0] != NULL;
}
