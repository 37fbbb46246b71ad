/* SPDX-License-Identifier: Apache-2.0 */
/* Products of dequantized values as products of integers, which onednn_integers reads:
 *
 *     x = R.dequantize(q, s, z)                      q: of uint8 or int8; s, z: one constant each
 *     w = R.dequantize(c, t, u, axis=...)            c: a constant of these, less u an int8; t: one
 *     y = R.nn.conv2d(x, w)                          scale, or one an output channel
 *
 *     q1 = R.subtract(R.astype(q, dtype="int32"), z)
 *     f = R.astype(R.nn.conv2d(q1, R.astype(c - u, dtype="int32")), dtype="float32")
 *     y = R.multiply(f, s * t)
 *
 * Sums are exact, where those of floats are rounded; padding is 0 in both, as it comes behind z.
 * x and w may have their dims permuted before the product. */
#include "backend/onednn/quantized.h"

#include <math.h>
#include <string.h>

#include "backend/onednn/chain_parts.h"
#include "base/diag.h"
#include "ir/build.h"
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"

static const IrAttr *attr(const IrBinding *b, const char *name) {
    return &b->attrs[ir_op_attr_index(b->op, name)];
}

/* So many products of a difference of two of 8 bits and an int8 do not wrap. */
enum { MOST_TERMS = INT32_MAX / (255 * 128) };

/* Reading */

static const Tensor *constant_of(const IrOperand *o) {
    return o->kind == IR_OPERAND_CONST ? o->constant->tensor : NULL;
}

static bool is_of_8_bits(const IrOperand *o) {
    const IrType *t = onednn_type(o);
    return onednn_is_tensor(t, DTYPE_INT8) || onednn_is_tensor(t, DTYPE_UINT8);
}

/* An element of float32; data of a file lie at any alignment. */
static float float_at(const Tensor *t, size_t i) {
    float x;
    memcpy(&x, (const char *)t->data + i * sizeof x, sizeof x);
    return x;
}

/* Positive scales of float32. */
static const Tensor *scales_of(const IrOperand *o) {
    const Tensor *t = constant_of(o);
    if (!t || !t->count || t->dtype != DTYPE_FLOAT32) return NULL;
    for (size_t i = 0; i < t->count; i++) {
        if (!isfinite(float_at(t, i)) || float_at(t, i) <= 0) return NULL;
    }
    return t;
}

/* The dequantize that gives the operand, and the permute_dims between; NULL: there is none. */
static IrBinding *dequantize_of(const IrOperand *o, IrBinding **permute) {
    *permute = onednn_call_of(o, &op_permute_dims);
    IrBinding *b = onednn_call_of(*permute ? (*permute)->operands.at : o, &op_dequantize);
    const bool ok =
        b && onednn_is_tensor(b->var->type, DTYPE_FLOAT32) && is_of_8_bits(b->operands.at);
    return ok ? b : NULL;
}

static bool read_data(OnednnQuantized *q) {
    const IrBinding *b = dequantize_of(&q->anchor->operands.at[0], &q->data_permute);
    const Tensor *scale = b ? scales_of(&b->operands.at[1]) : NULL;
    if (!scale || scale->count != 1 || b->operands.at->kind != IR_OPERAND_VAR ||
        !onednn_same_integer(&b->operands.at[2], &q->zero) || q->zero < INT32_MIN ||
        q->zero > INT32_MAX)
        return false;
    q->data = b->operands.at;
    q->scale = dtype_read_double(scale->dtype, scale->data);
    return true;
}

/* Where the output channels are among the dims of the second operand, and of the result. */
static bool find_channels(OnednnQuantized *q, int32_t *of_weight) {
    const IrBinding *b = q->anchor;
    if (b->op == &op_matmul) {
        q->channel = b->var->type->ndim - 1;
        *of_weight = 1;
        return onednn_type(&b->operands.at[1])->ndim == 2;
    }
    *of_weight = (int32_t)(strchr(attr(b, "kernel_layout")->s, 'O') - attr(b, "kernel_layout")->s);
    q->channel = (int32_t)(strchr(attr(b, "out_layout")->s, 'C') - attr(b, "out_layout")->s);
    return true;
}

static bool read_weight(OnednnQuantized *q) {
    const IrBinding *b = dequantize_of(&q->anchor->operands.at[1], &q->weight_permute);
    int32_t channel;
    if (!b || !constant_of(b->operands.at) || !find_channels(q, &channel)) return false;
    if (q->weight_permute) channel = (int32_t)attr(q->weight_permute, "axes")->ints[channel];
    const Tensor *w = constant_of(b->operands.at);
    const int64_t depth = (int64_t)w->count / (w->dims[channel] ? w->dims[channel] : 1);
    q->weight = &b->operands.at[0];
    q->weight_scale = scales_of(&b->operands.at[1]);
    return depth <= MOST_TERMS && q->weight_scale &&
           onednn_same_integer(&b->operands.at[2], &q->weight_zero) &&
           (!onednn_type(&b->operands.at[1])->ndim || attr(b, "axis")->i == channel);
}

static bool is_product(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->operands.n == 2 &&
           (b->op == &op_matmul || b->op == &op_nn_conv1d || b->op == &op_nn_conv2d ||
            b->op == &op_nn_conv3d);
}

/* The scales of the result: finite, and no denormals. */
static bool scales_fit(const OnednnQuantized *q) {
    for (size_t i = 0; i < q->weight_scale->count; i++) {
        if (!isnormal((float)q->scale * float_at(q->weight_scale, i))) return false;
    }
    return true;
}

/* The weight's elements, less its zero point, are int8. */
static bool weight_fits(const OnednnQuantized *q) {
    const Tensor *t = constant_of(q->weight);
    const bool is_signed = t->dtype == DTYPE_INT8;
    if (q->weight_zero == (is_signed ? 0 : -INT8_MIN)) return true;
    for (size_t i = 0; i < t->count; i++) {
        const int64_t x = (is_signed ? (int64_t)((const int8_t *)t->data)[i]
                                     : (int64_t)((const uint8_t *)t->data)[i]) -
                          q->weight_zero;
        if (x < INT8_MIN || x > INT8_MAX) return false;
    }
    return true;
}

bool onednn_quantized(IrBinding *b, OnednnQuantized *out) {
    *out = (OnednnQuantized){.anchor = b};
    return is_product(b) && onednn_is_tensor(b->var->type, DTYPE_FLOAT32) &&
           b->var->type->ndim > 0 && read_data(out) && read_weight(out) && scales_fit(out) &&
           weight_fits(out);
}

/* Building */

static IrOperand of_constant(IrModule *m, Tensor *own) {
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(m, own)};
}

static IrOperand call(IrBuilder *b, const OpDef *op, const IrOperand *operands, uint32_t n,
                      const IrAttr *attrs, const char *name) {
    IrVar *v = ir_build_call(b, op, operands, n, (IrCallForm){.attrs = attrs}, name);
    return v ? (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}
             : (IrOperand){.kind = IR_OPERAND_NONE};
}

static IrOperand cast(IrBuilder *b, IrOperand x, DType to, const char *name) {
    IrAttr *attrs = ARENA_ARRAY(&b->m->scratch, IrAttr, ir_op_n_attrs(&op_astype));
    attrs[ir_op_attr_index(&op_astype, "dtype")] = (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = to};
    return call(b, &op_astype, &x, 1, attrs, name);
}

/* The weight less its zero point, and of a product of matrices transposed where it was. */
static IrOperand int8_of(const OnednnQuantized *q, IrModule *m) {
    const Tensor *from = constant_of(q->weight);
    const bool transposes = q->weight_permute && q->anchor->op == &op_matmul &&
                            attr(q->weight_permute, "axes")->ints[0] == 1;
    if (from->dtype == DTYPE_INT8 && !q->weight_zero && !transposes) return *q->weight;
    const int64_t swapped[] = {from->ndim > 1 ? from->dims[1] : 1, from->dims[0]};
    Tensor *to = tensor_new(m->ctx, DTYPE_INT8, transposes ? swapped : from->dims, from->ndim);
    const size_t rows = (size_t)swapped[1], columns = (size_t)swapped[0];
    const uint8_t *in = from->data;
    uint8_t *out = to->data, zero = (uint8_t)q->weight_zero;
    for (size_t i = 0; !transposes && i < from->count; i++) out[i] = (uint8_t)(in[i] - zero);
    for (size_t i = 0; transposes && i < rows; i++) {
        for (size_t k = 0; k < columns; k++)
            out[k * rows + i] = (uint8_t)(in[i * columns + k] - zero);
    }
    return of_constant(m, to);
}

static IrOperand scale_of(const OnednnQuantized *q, IrModule *m) {
    const IrType *t = q->anchor->var->type;
    int64_t dims[ONEDNN_RANK_MAX], channels = 1;
    if (!ir_dim_is_const(t->dims[q->channel], &channels)) channels = 1;
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = i == q->channel ? channels : 1;
    Tensor *to = tensor_new(m->ctx, DTYPE_FLOAT32, dims, (uint32_t)t->ndim);
    float *out = to->data;
    const bool is_one = q->weight_scale->count == 1;
    for (size_t i = 0; i < to->count; i++)
        out[i] = (float)q->scale * float_at(q->weight_scale, is_one ? 0 : i);
    return of_constant(m, to);
}

static const IrAttr *product_attrs(const OnednnQuantized *q, IrModule *m) {
    const IrBinding *b = q->anchor;
    const uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) attrs[i] = b->attrs[i];
    attrs[ir_op_attr_index(b->op, "out_dtype")].dtype = DTYPE_INT32;
    return attrs;
}

/* The bindings, at the end of the block; NONE where one of them is refused. */
static IrOperand build(const OnednnQuantized *q, IrBuilder *b, IrBinding **product) {
    IrModule *m = b->m;
    const char *name = q->anchor->var->name;
    IrOperand x = *q->data, w = int8_of(q, m), none = {.kind = IR_OPERAND_NONE};
    if (q->data_permute) x = call(b, &op_permute_dims, &x, 1, q->data_permute->attrs, "permuted");
    if (x.kind != IR_OPERAND_NONE) x = cast(b, x, DTYPE_INT32, "wide");
    if (x.kind != IR_OPERAND_NONE && q->zero) {
        Tensor *zero = tensor_new(m->ctx, DTYPE_INT32, NULL, 0);
        *(int32_t *)zero->data = (int32_t)q->zero;
        x = call(b, &op_subtract, (IrOperand[]){x, of_constant(m, zero)}, 2, NULL, "less");
    }
    w = cast(b, w, DTYPE_INT32, "weight");
    if (q->weight_permute && q->anchor->op != &op_matmul && w.kind != IR_OPERAND_NONE)
        w = call(b, &op_permute_dims, &w, 1, q->weight_permute->attrs, "kernel");
    if (x.kind == IR_OPERAND_NONE || w.kind == IR_OPERAND_NONE) return none;
    IrOperand y = call(b, q->anchor->op, (IrOperand[]){x, w}, 2, product_attrs(q, m), "sums");
    if (y.kind == IR_OPERAND_NONE) return none;
    *product = y.var->def;
    y = cast(b, y, DTYPE_FLOAT32, "sums");
    if (y.kind == IR_OPERAND_NONE) return none;
    return call(b, &op_multiply, (IrOperand[]){y, scale_of(q, m)}, 2, NULL, name);
}

bool onednn_quantized_build(OnednnQuantized *q, IrModule *m) {
    IrBinding *anchor = q->anchor, *last = anchor->block->last;
    IrBlock *block = anchor->block;
    IrBuilder b = {.m = m,
                   .fn = block->body->function,
                   .block = block,
                   .loc = anchor->loc,
                   .origin = anchor->origin};
    const DiagMark mark = diag_mark(m->ctx);
    const IrOperand y = build(q, &b, &q->product);
    const bool ok = y.kind == IR_OPERAND_VAR && y.var->type == anchor->var->type;
    q->result = ok ? y.var : NULL;
    q->first = q->last = NULL;
    for (IrBinding *at = last->next, *next, *end = block->last; last != end; at = next) {
        next = at->next;
        if (!q->first) q->first = at;
        q->last = at;
        at->var->is_output = !block->is_dataflow;
        ir_binding_move_before(anchor, at);
        if (at == end) break;
    }
    if (ok) {
        y.var->is_output = anchor->var->is_output;
        ir_var_replace_uses(anchor->var, y.var);
        return true;
    }
    diag_rewind(m->ctx, mark);
    onednn_quantized_undo(q);
    return false;
}

void onednn_quantized_undo(OnednnQuantized *q) {
    if (q->result) ir_var_replace_uses(q->result, q->anchor->var);
    for (IrBinding *b = q->last, *prev; b; b = prev) {
        prev = b == q->first ? NULL : b->prev;
        ir_binding_remove(b);
    }
}

static void remove_unused(IrBinding *b) {
    if (b && b->block && !b->var->n_uses) ir_binding_remove(b);
}

void onednn_quantized_finish(const OnednnQuantized *q) {
    IrBinding *permutes[2];
    IrBinding *of[] = {dequantize_of(&q->anchor->operands.at[0], &permutes[0]),
                       dequantize_of(&q->anchor->operands.at[1], &permutes[1])};
    ir_binding_remove(q->anchor);
    for (int i = 0; i < 2; i++) {
        remove_unused(permutes[i]);
        remove_unused(of[i]);
    }
}
