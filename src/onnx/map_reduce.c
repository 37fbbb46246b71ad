/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and orders. */
#include "onnx/import.h"

#include <math.h>

/* Axes as an attribute, or as an input: of ReduceSum since opset 13, of all since 18. *none:
 * nothing is reduced. */
static const int64_t *reduced_axes(O *o, uint32_t *n, bool *none) {
    const bool by_input = o->opset >= (strcmp(o->row->name, "ReduceSum") == 0 ? 13 : 18);
    const int64_t *axes = NULL;
    *n = 0;
    if (!by_input) {
        axes = o_ints(o, "axes", n);
    } else if (o_has(o, 1)) {
        axes = o_const_ints(o, 1, n);
    }
    *none = *n == 0 && o_int(o, "noop_with_empty_axes", 0);
    if (*n || *none) return axes;
    const int32_t rank = o_rank(o, o_in(o, 0));
    int64_t *all = O_ARRAY(o, int64_t, rank);
    for (int32_t i = 0; i < rank; i++) all[i] = i;
    *n = (uint32_t)rank;
    return all;
}

typedef enum { PLAIN, OF_ABS, OF_SQUARE } Before;
typedef enum { AS_IT_IS, ROOT, LOGARITHM } After;

static const struct {
    const char *name;
    const OpDef *op;
    Before before;
    After after;
} reductions[] = {
    {"ReduceL1", &op_sum, OF_ABS, AS_IT_IS},           {"ReduceL2", &op_sum, OF_SQUARE, ROOT},
    {"ReduceLogSum", &op_sum, PLAIN, LOGARITHM},       {"ReduceMax", &op_max, PLAIN, AS_IT_IS},
    {"ReduceMean", &op_mean, PLAIN, AS_IT_IS},         {"ReduceMin", &op_min, PLAIN, AS_IT_IS},
    {"ReduceProd", &op_prod, PLAIN, AS_IT_IS},         {"ReduceSum", &op_sum, PLAIN, AS_IT_IS},
    {"ReduceSumSquare", &op_sum, OF_SQUARE, AS_IT_IS},
};

static IrOperand after(O *o, IrOperand x, After what) {
    const DType dtype = o_dtype(o, x);
    if (what == AS_IT_IS) return x;
    const IrOperand y = dtype_is_float(dtype) ? x : o_cast(o, x, DTYPE_FLOAT64);
    return o_cast(o, o1(o, what == ROOT ? &op_sqrt : &op_log, y), dtype);
}

/* log(sum(exp(x - m))) + m, m being the greatest, or 0 where that is not finite. */
static IrOperand log_sum_exp(O *o, IrOperand x, const int64_t *axes, uint32_t n, bool keep) {
    IrOperand m = o_reduce(o, &op_max, x, axes, n, true);
    const IrOperand is_finite = o1(o, &op_isfinite, m);
    m = o3(o, &op_where, is_finite, m, o_const(o, o_dtype(o, x), 0));
    const IrOperand sum =
        o_reduce(o, &op_sum, o1(o, &op_exp, o2(o, &op_subtract, x, m)), axes, n, true);
    const IrOperand y = o2(o, &op_add, o1(o, &op_log, sum), m);
    return keep ? y : o_squeeze(o, y, axes, n);
}

void onnx_map_reduce(O *o) {
    IrOperand x = o_in(o, 0);
    uint32_t n;
    bool none;
    const int64_t *axes = reduced_axes(o, &n, &none);
    const bool keep = o_int(o, "keepdims", 1) != 0;
    if (strcmp(o->row->name, "ReduceLogSumExp") == 0) {
        const DType dtype = o_dtype(o, x);
        const IrOperand wide = dtype_is_float(dtype) ? x : o_cast(o, x, DTYPE_FLOAT64);
        o_set(o, 0, none ? x : o_cast(o, log_sum_exp(o, wide, axes, n, keep), dtype));
        return;
    }
    size_t i = 0;
    while (strcmp(reductions[i].name, o->row->name) != 0) i++;
    if (reductions[i].before == OF_ABS) x = o1(o, &op_abs, x);
    if (reductions[i].before == OF_SQUARE) x = o1(o, &op_square, x);
    /* of ReduceMax and ReduceMin, since opset 20 */
    const bool is_bool = o_dtype(o, x) == DTYPE_BOOL;
    if (is_bool) x = o_cast(o, x, DTYPE_UINT8);
    if (!none) x = o_reduce(o, reductions[i].op, x, axes, n, keep);
    x = after(o, x, reductions[i].after);
    o_set(o, 0, is_bool ? o_cast(o, x, DTYPE_BOOL) : x);
}

void onnx_map_arg_reduce(O *o) {
    IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_int(o, "axis", 0), o_rank(o, x));
    const OpDef *op = strcmp(o->row->name, "ArgMax") == 0 ? &op_argmax : &op_argmin;
    const bool last = o_int(o, "select_last_index", 0) != 0;
    if (last) x = o_call(o, &op_flip, &x, 1, ATTRS(A_INT("axis", axis)));
    IrOperand at = o_call(
        o, op, &x, 1, ATTRS(A_INT("axis", axis), A_BOOL("keepdims", o_int(o, "keepdims", 1) != 0)));
    if (last) { /* from the end */
        OnnxKnown extent = onnx_known(&o_dims(o, x)[axis], 1, 0, DTYPE_INT64);
        OnnxValue v = {.known = extent};
        at = o2(o, &op_subtract, o2c(o, &op_subtract, onnx_value_operand(o->im, o->b, &v), 1), at);
    }
    o_set(o, 0, at);
}

void onnx_map_cumulate(O *o) {
    const OpDef *op = strcmp(o->row->name, "CumProd") == 0 ? &op_cumprod : &op_cumsum;
    IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_const_int(o, 1, 0), o_rank(o, x));
    const bool reverse = o_int(o, "reverse", 0) != 0;
    const OAttr along[] = {A_INT("axis", axis)};
    if (reverse) x = o_call(o, &op_flip, &x, 1, along, 1);
    x = o_call(o, op, &x, 1,
               ATTRS(A_INT("axis", axis), A_BOOL("exclusive", o_int(o, "exclusive", 0) != 0)));
    if (reverse) x = o_call(o, &op_flip, &x, 1, along, 1);
    o_set(o, 0, x);
}

/* The first k of all, where k is no constant: an extent, or computed. */
static void top_of_sorted(O *o, IrOperand x, int64_t axis) {
    const OAttr how[] = {A_INT("axis", axis), A_BOOL("descending", o_int(o, "largest", 1) != 0),
                         A_DTYPE("dtype", DTYPE_INT64)};
    const IrOperand order = o_call(o, &op_argsort, &x, 1, how, ARRAY_LEN(how));
    OnnxKnown k;
    IrOperand at;
    if (o_known(o, 1, &k) && k.n == 1) {
        at = o_slice(o, order, axis, o_dim(o, 0), k.at[0], 1);
    } else {
        const int32_t rank = o_rank(o, x);
        int64_t *zeros = O_ARRAY(o, int64_t, rank), *ones = O_ARRAY(o, int64_t, rank),
                *ends = O_ARRAY(o, int64_t, rank);
        for (int32_t i = 0; i < rank; i++) ones[i] = 1, ends[i] = INT64_MAX;
        const IrDim *const one[] = {o_dim(o, 1)};
        const IrOperand count = o_reshape(o, o_cast(o, o_in(o, 1), DTYPE_INT64), one, 1);
        const IrOperand all = o_const_ints_new(o, DTYPE_INT64, ends, (uint32_t)rank);
        const IrOperand end =
            o_call(o, &op_scatter_elements,
                   OPS(all, o_const_ints_new(o, DTYPE_INT64, &axis, 1), count), NO_ATTRS);
        const IrOperand begin = o_const_ints_new(o, DTYPE_INT64, zeros, (uint32_t)rank);
        const IrOperand step = o_const_ints_new(o, DTYPE_INT64, ones, (uint32_t)rank);
        at = o_call(o, &op_dynamic_strided_slice, OPS(order, begin, end, step), NO_ATTRS);
    }
    if (o_wants(o, 0))
        o_set(o, 0, o_call(o, &op_gather_elements, OPS(x, at), ATTRS(A_INT("axis", axis))));
    if (o_wants(o, 1)) o_set(o, 1, at);
}

/* k as an attribute before opset 10. */
void onnx_map_topk(O *o) {
    const IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_int(o, "axis", -1), o_rank(o, x));
    if (o->opset >= 10 && o_has(o, 1) && !o_is_const(o, 1)) {
        top_of_sorted(o, x, axis);
        return;
    }
    const int64_t k = o->opset < 10 ? o_int(o, "k", 0) : o_const_int(o, 1, 0);
    int64_t extent;
    const bool is_known = o_has_dims(o, x) && ir_dim_is_const(o_dims(o, x)[axis], &extent);
    if (k < 0 || (is_known && k > extent)) o_fail(o, "k is %lld", (long long)k);
    if (k == 0 && o->opset >= 10 && !(is_known && extent == 0)) {
        top_of_sorted(o, x, axis);
        return;
    }
    const OAttr attrs[] = {A_INT("k", k), A_INT("axis", axis),
                           A_BOOL("largest", o_int(o, "largest", 1) != 0),
                           A_DTYPE("dtype", DTYPE_INT64)};
    const IrOperand both = o_call(o, &op_topk, &x, 1, attrs, ARRAY_LEN(attrs));
    for (uint32_t i = 0; i < 2; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, both, i));
    }
}
