/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_PRIM("start"),
    OP_PRIM_OR_NONE("end"),
    OP_PRIM_DEFAULT("step", 1),
    OP_DTYPE("dtype"),
};

static const char *const constraints[] = {
    "start, end and step are integers or floating-point numbers",
    "step is not 0",
    "dtype is an integer or floating-point dtype",
    "the number of elements is finite",
    NULL,
};

/* The operand's value as a double; false when it is unknown. */
static bool number(const IrInfer *in, uint32_t arg, double absent, double *out) {
    const IrArg *a = &in->args[arg];
    int64_t i;
    *out = absent;
    if (!a->type) return true;
    if (a->type->kind != IR_TYPE_PRIM) return false;
    if (dtype_is_float(a->type->dtype)) {
        if (!a->operand || a->operand->kind != IR_OPERAND_PRIM) return false;
        *out = a->operand->f;
        return true;
    }
    if (!a->type->value || !ir_dim_is_const(a->type->value, &i)) return false;
    *out = (double)i;
    return true;
}

static const IrType *infer_float(IrInfer *in, DType dtype) {
    double start, end, step;
    bool known = number(in, 0, 0, &start);
    known &= number(in, 2, 1, &step);
    if (in->args[1].type) {
        known &= number(in, 1, 0, &end);
    } else {
        end = start;
        start = 0;
    }
    if (!known) return infer_tensor_ndim(in, 1, dtype);
    if (step == 0) return infer_fail(in, 2, "a step other than 0", "0");
    double n = (end - start) / step;
    if (!isfinite(n) || n > 9e18) return infer_fail(in, 4, NULL, NULL);
    int64_t count = n > 0 ? (int64_t)n : 0;
    if (n > 0 && (double)count < n) count++;
    const IrDim *dim = ir_dim_const(in->m, count);
    return infer_tensor(in, &dim, 1, dtype);
}

/* ceil((end - start) / step), at least 0; NULL when the step's sign is unknown. */
static const IrDim *count(IrInfer *in, const IrDim *start, const IrDim *end, const IrDim *step) {
    IrModule *m = in->m;
    int64_t lo, hi;
    ir_dim_bounds(step, &lo, &hi);
    if (lo <= 0 && hi >= 0) return NULL;
    const IrDim *length = ir_dim_sub(m, lo > 0 ? end : start, lo > 0 ? start : end);
    if (lo <= 0) step = ir_dim_scale(m, step, -1);
    if (extent_overflowed(in)) return NULL;
    const IrDim *n = ir_dim_floordiv(m, ir_dim_add(m, length, ir_dim_offset(m, step, -1)), step);
    return ir_dim_max(m, n, ir_dim_const(m, 0));
}

static const IrType *infer(IrInfer *in) {
    bool is_float = false, is_known = true;
    for (uint32_t i = 0; i < 3; i++) {
        DType dtype = extent_prim_dtype(in, i);
        if (!extent_dtype_kind(in, dtype, KIND_INT | KIND_FLOAT, 1, in->args[i].name)) return NULL;
        is_float |= dtype_is_float(dtype);
        is_known &= dtype != DTYPE_VOID || !in->args[i].type;
    }
    DType implied = is_float ? DTYPE_FLOAT32 : is_known ? DTYPE_INT64 : DTYPE_VOID;
    DType dtype = extent_dtype_attr(in, "dtype", implied);
    if (!extent_dtype_kind(in, dtype, KIND_INT | KIND_FLOAT, 3, "dtype")) return NULL;
    if (is_float) return infer_float(in, dtype);
    const IrDim *start = infer_prim_arg(in, 0), *end = infer_prim_arg(in, 1),
                *step = infer_prim_arg(in, 2);
    if (!in->args[1].type) {
        end = start;
        start = ir_dim_const(in->m, 0);
    }
    if (!in->args[2].type) step = ir_dim_const(in->m, 1);
    if (step && ir_dim_is(step, 0)) return infer_fail(in, 2, "a step other than 0", "0");
    const IrDim *n = start && end && step ? count(in, start, end, step) : NULL;
    return infer_tensor(in, n ? &n : NULL, 1, dtype);
}

/* start + i * step: in int64 when all are integers, else in float64, rounded once to the dtype. */
static void lower(OpLower *low) {
    bool is_float = false;
    for (uint32_t i = 0; i < 3; i++)
        is_float |= low->args[i] && dtype_is_float(low->args[i]->dtype);
    DType t = is_float ? DTYPE_FLOAT64 : DTYPE_INT64;
    const LoopExpr *start = low->args[1] ? place_prim(low, 0, t, 0) : l_num(low, t, 0);
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *offset = l_mul(low, l_cast(low, t, index[0]), place_prim(low, 2, t, 1));
    lower_store(low, low->out[0], index,
                l_cast(low, low->out[0]->dtype, l_add(low, start, offset)));
    lower_close(low, 1);
}

static void sample(OpSample *s) {
    const bool floats = s_chance(s, 30), has_end = s_chance(s, 70);
    const int64_t sign = s_chance(s, 30) ? -1 : 1;
    if (floats) {
        s_float_prim(s, s_float(s, -2, 2));
        if (has_end) {
            s_float_prim(s, s_float(s, -2, 4));
        } else {
            s_none(s);
        }
        s_float_prim(s, (double)sign * s_float(s, 0.5, 2));
    } else {
        s_int_prim(s, s_range(s, -2, 5));
        if (has_end) {
            s_dim_prim(s, s_dim(s, 0));
        } else {
            s_none(s);
        }
        s_int_prim(s, sign * s_range(s, 1, 3));
    }
    if (s_chance(s, 50)) s_set_dtype(s, "dtype", s_dtype(s, KIND_INT | KIND_FLOAT));
}

const OpDef op_arange = {
    .name = "arange",
    .doc = "start, start + step, ... up to and without end: ceil((end - start) / step) elements, "
           "none when that is negative. Without an end, start is the end and the first element is "
           "0. The dtype is int64 when all three are integers, else float32, where it is not "
           "given. Element i is start + i * step, in int64 or float64, then cast to the dtype.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .no_gradient = GRAD_NONE_OPERAND,
};
