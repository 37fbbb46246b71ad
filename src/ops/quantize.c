/* SPDX-License-Identifier: Apache-2.0 */
/* quantize and dequantize. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "ops/small.h"

static const OpParam params[] = {
    OP_TENSOR("data"),   OP_TENSOR("scale"),    OP_TENSOR("zero_point"),
    OP_AXIS("axis", -1), OP_DTYPE("out_dtype"),
};

typedef struct {
    unsigned data_kinds, out_kinds;
    DType out; /* what void means */
} QuantizeRow;

#define SHARED                                                                                     \
    "scale is floating-point and zero_point an integer tensor", "axis is a dim of data",           \
        "scale and zero_point have rank 0, or rank 1 and the extent of dim axis of data"

static const char *const quantize_constraints[] = {
    "data is floating-point, but of no small type",
    SHARED,
    "out_dtype is an integer dtype",
    NULL,
};
static const char *const dequantize_constraints[] = {
    "data is an integer tensor",
    SHARED,
    "out_dtype is a floating-point dtype, but no small one",
    NULL,
};

static bool is_small_float(DType t) { return dtype_is_small(t) && dtype_is_float(t); }

/* Small integers are, small floats are not. */
static bool is_computed(IrInfer *in, uint32_t arg, unsigned c) {
    const bool is_float = dtype_is_float(in->args[arg].type->dtype);
    return !is_float || infer_computes(in, arg, c);
}

static const IrType *infer(IrInfer *in) {
    const QuantizeRow *row = in->op->data;
    const IrType *data = in->args[0].type;
    if (!infer_dtype_kind(in, 0, row->data_kinds, 1) || !infer_dtype_kind(in, 1, KIND_FLOAT, 2) ||
        !infer_dtype_kind(in, 2, KIND_INT, 2)) {
        return NULL;
    }
    if (!is_computed(in, 0, 1) || !is_computed(in, 1, 2)) return NULL;
    /* A scalar has no dim for the axis, and needs none. */
    if (data->ndim != 0 && !infer_axis(in, "axis", data->ndim, 3)) return NULL;
    for (uint32_t i = 1; i <= 2; i++) {
        const IrType *t = in->args[i].type;
        if (t->ndim > 1 || (t->ndim == 1 && data->ndim == 0)) {
            return infer_fail(in, 4,
                              infer_text(in, "rank 0%s for `%s`", data->ndim == 0 ? "" : " or 1",
                                         in->args[i].name),
                              infer_text(in, "rank %d", t->ndim));
        }
        if (t->ndim == 1 && t->dims && data->dims &&
            !infer_dim_eq(in, data->dims[infer_int(in, "axis")], t->dims[0], 4,
                          infer_text(in, "the extent of `%s`", in->args[i].name))) {
            return NULL;
        }
    }
    IrAttr *out = infer_attr(in, "out_dtype");
    if (out->dtype == DTYPE_VOID) out->dtype = row->out;
    if (!(row->out_kinds >> dtype_kind(out->dtype) & 1u) || is_small_float(out->dtype)) {
        return infer_fail(
            in, 5, row->out_kinds == KIND_FLOAT ? "a floating-point dtype" : "an integer dtype",
            dtype_name(out->dtype));
    }
    return infer_with_dtype(in, data, out->dtype);
}

/* Element of scale (operand 1) or zero_point (operand 2) for the place. */
static const LoopExpr *parameter(OpLower *low, uint32_t arg, const LoopExpr *const *index) {
    const LoopBuffer *b = low->in[arg];
    return lower_load(low, b, b->ndim ? &index[lower_int(low, "axis")] : NULL);
}

static DType wider(DType a, DType b) {
    return a == DTYPE_FLOAT64 || b == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
}

static bool is_short(DType t) { return dtype_is_int(t) && dtype_bits(t) <= 16; }

/* The quotient in the wider of data's and scale's dtypes, float32 or more; the sum, whose terms are
 * integers, in float64. The cast clamps. Of 16 bits and less the sum is in the quotient's dtype:
 * it is exact there, unless it is far out of the range. */
static void lower_quantize(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index), *scale = parameter(low, 1, index);
    const DType t = wider(x->dtype, scale->dtype);
    const LoopExpr *q = l_op2(low, LOOP_DIV, l_cast(low, t, x), l_cast(low, t, scale));
    const LoopExpr *zero = parameter(low, 2, index);
    const bool fits = is_short(lower_out_type(low, 0)->dtype) && is_short(zero->dtype);
    const DType sum = fits ? t : DTYPE_FLOAT64;
    const LoopExpr *y =
        l_add(low, l_cast(low, sum, l_op1(low, LOOP_ROUND, q)), l_cast(low, sum, zero));
    lower_store(low, out, index,
                lower_convert(low, 0, small_clamp(low, lower_out_type(low, 0)->dtype, y)));
    lower_close(low, out->ndim);
}

/* The product in the wider of out_dtype and scale's dtype, float32 or more. */
static void lower_dequantize(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index), *zero = parameter(low, 2, index);
    const LoopExpr *scale = parameter(low, 1, index);
    const DType t = wider(out->dtype, scale->dtype);
    /* 64-bit integers by float64, the others exactly. */
    const bool wide = dtype_size(x->dtype) == 8 || dtype_size(zero->dtype) == 8,
               narrow = is_short(x->dtype) && is_short(zero->dtype);
    const DType exact = wide ? DTYPE_FLOAT64 : narrow ? DTYPE_INT32 : DTYPE_INT64;
    const LoopExpr *difference = l_sub(low, l_cast(low, exact, x), l_cast(low, exact, zero));
    const LoopExpr *y = l_mul(low, l_cast(low, t, difference), l_cast(low, t, scale));
    lower_store(low, out, index, l_cast(low, out->dtype, y));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const QuantizeRow *row = s->op->data;
    const IrType *x = s_tensor(s, (SampleWant){.kinds = row->data_kinds});
    const IrDim *extent = x->ndim ? x->dims[s_axis(s, "axis", x->ndim)] : NULL;
    s_tensor_dims(s, &extent, x->ndim && s_chance(s, 60), s_dtype(s, KIND_FLOAT));
    s_tensor_dims(s, &extent, x->ndim && s_chance(s, 60), s_dtype(s, KIND_INT));
    if (s_chance(s, 60)) s_set_dtype(s, "out_dtype", s_dtype(s, row->out_kinds));
}

static const QuantizeRow quantize_row = {KIND_FLOAT, KIND_INT, DTYPE_INT8};
static const QuantizeRow dequantize_row = {KIND_INT, KIND_FLOAT, DTYPE_FLOAT32};

const OpDef op_quantize = {
    .name = "quantize",
    .doc = "round(data / scale) + zero_point, clamped to the range of out_dtype (int8 unless "
           "given); ties round to even, NaN gives 0. A scale and zero_point of rank 1 go by "
           "position along "
           "axis.",
    .constraints = quantize_constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_VALUES,
    .infer = infer,
    .lower = lower_quantize,
    .data = &quantize_row,
    .no_gradient = GRAD_NONE_INTEGER,
};

/* (data - zero_point) * scale is linear in scale, its only floats. */
static void gradient(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *t = g->d.types[0], *scales = g->d.types[1];
    const DType dtype = wider(g->d.result->dtype, scales->dtype);
    const bool is_line[3] = {false, scales->ndim == 1, g->d.types[2]->ndim == 1};
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = ir_dim_const(m, 1);
    if (is_line[1] || is_line[2])
        dims[d_int(&g->d, "axis")] = g->d.types[is_line[1] ? 1 : 2]->dims[0];
    IrOperand zero = d_cast(&g->d, d_arg(&g->d, 2), dtype);
    if (is_line[2]) zero = d_reshape(&g->d, zero, dims, t->ndim);
    const IrOperand data = d_cast(&g->d, d_arg(&g->d, 0), dtype),
                    dy = d_cast(&g->d, g_adjoint(g), dtype);
    const IrOperand each = d2(&g->d, &op_multiply, dy, d2(&g->d, &op_subtract, data, zero));
    const IrOperand sum = g_collapse(g, each, dims, is_line[1] ? t->ndim : 0);
    g_add(g, 1, d_reshape(&g->d, sum, scales->dims, scales->ndim));
}

const OpDef op_dequantize = {
    .name = "dequantize",
    .doc = "(data - zero_point) * scale in out_dtype (float32 unless given), the difference "
           "computed without overflow. A scale and zero_point of rank 1 go by position along axis.",
    .constraints = dequantize_constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_VALUES,
    .infer = infer,
    .lower = lower_dequantize,
    .data = &dequantize_row,
    .gradient = gradient,
};
