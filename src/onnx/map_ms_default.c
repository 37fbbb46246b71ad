/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: operators that the default domain has in another form, and small ones. */
#include <math.h>

#include "onnx/import.h"

/* By the default domain's map, in the form of that opset. */
static void as_default(O *o, int64_t opset, OnnxMapFn map) {
    const int64_t own = o->opset;
    o->opset = opset;
    map(o);
    o->opset = own;
}

void onnx_map_ms_pad(O *o) { as_default(o, 13, onnx_map_pad); }
void onnx_map_ms_grid_sample(O *o) { as_default(o, 16, onnx_map_grid_sample); }

/* A vector's elements as they come first, where each of its elements is among them, and how often:
 * what ONNX's Unique gives without order. */
void onnx_map_ms_unique(O *o) {
    enum { INVERSE = 2, COUNTS = 3 };
    const IrOperand x = o_in(o, 0);
    if (o_rank(o, x) != 1) o_fail(o, "its operand is of rank %d instead of 1", o_rank(o, x));
    const OAttr attrs[] = {A_BOOL("sorted", false), A_BOOL("return_index", true),
                           A_BOOL("return_inverse", true), A_BOOL("return_counts", true)};
    const IrOperand all = o_call(o, &op_unique, &x, 1, attrs, ARRAY_LEN(attrs));
    static const uint32_t fields[] = {0, INVERSE, COUNTS};
    for (uint32_t i = 0; i < 3; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, all, fields[i]));
    }
}

void onnx_map_ms_expand_dims(O *o) {
    const IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_const_int(o, 1, 0), o_rank(o, x) + 1);
    o_set(o, 0, o_expand(o, x, &axis, 1));
}

void onnx_map_matmul_integer16(O *o) {
    const IrOperand a = o_cast(o, o_in(o, 0), DTYPE_INT32), b = o_cast(o, o_in(o, 1), DTYPE_INT32);
    o_set(o, 0, o2(o, &op_matmul, a, b));
}

/* Distances of the rows of two matrices, by |a|^2 + |b|^2 - 2 a . b. */
void onnx_map_cdist(O *o) {
    static const int64_t swap[] = {1, 0}, last = 1, first = 0;
    const IrOperand a = o_in(o, 0), b = o_in(o, 1);
    const Str metric = o_str(o, "metric", "sqeuclidean");
    const bool is_root = str_eq_c(metric, "euclidean");
    if (!is_root && !str_eq_c(metric, "sqeuclidean"))
        o_unsupported(o, "its metric '%.*s'", (int)(metric.len < 40 ? metric.len : 40), metric.ptr);
    if (o_rank(o, a) != 2 || o_rank(o, b) != 2)
        o_fail(o, "its operands are of ranks %d and %d instead of 2", o_rank(o, a), o_rank(o, b));
    const IrOperand of_a = o_reduce(o, &op_sum, o1(o, &op_square, a), &last, 1, true);
    const IrOperand of_b = o_reduce(o, &op_sum, o1(o, &op_square, b), &last, 1, false);
    const IrOperand both = o2(o, &op_matmul, a, o_permute(o, b, swap, 2));
    const IrOperand sums = o2(o, &op_add, of_a, o_expand(o, of_b, &first, 1));
    IrOperand y = o2(o, &op_subtract, sums, o2c(o, &op_multiply, both, 2));
    y = o2c(o, &op_maximum, y, 0);
    o_set(o, 0, is_root ? o1(o, &op_sqrt, y) : y);
}

/* -inf at each token that would complete an n-gram which is among the tokens already. */
void onnx_map_ngram_repeat_block(O *o) {
    const IrOperand scores = o_in(o, 1);
    const int64_t n = o_int(o, "ngram_size", 0);
    if (n < 1 || n > 64) o_unsupported(o, "its ngram_size %lld", (long long)n);
    const IrOperand tokens = o_cast(o, o_in(o, 0), DTYPE_INT64);
    if (o_rank(o, tokens) != 2 || o_rank(o, scores) != 2)
        o_fail(o, "its operands are of ranks %d and %d instead of 2", o_rank(o, tokens),
               o_rank(o, scores));
    const IrDim *length = o_dims(o, tokens)[1], *zero = o_dim(o, 0);
    const IrDim *tail = ir_dim_offset(o->m, length, 1 - n);
    const IrDim *count = ir_dim_max(o->m, tail, zero);
    if (ir_dim_is(count, 0)) {
        o_set(o, 0, scores);
        return;
    }
    const DType dtype = o_dtype(o, scores);
    IrOperand seen = o_none();
    for (int64_t i = 0; i + 1 < n; i++) {
        const IrOperand window =
            o_slice(o, tokens, 1, o_dim(o, i), ir_dim_offset(o->m, count, i), 1);
        const IrDim *at = ir_dim_max(o->m, ir_dim_offset(o->m, tail, i), zero);
        const IrOperand now = o_slice(o, tokens, 1, at, ir_dim_offset(o->m, at, 1), 1);
        const IrOperand same = o2(o, &op_equal, window, now);
        seen = seen.kind == IR_OPERAND_NONE ? same : o2(o, &op_logical_and, seen, same);
    }
    const IrOperand next =
        o_slice(o, tokens, 1, o_dim(o, n - 1), ir_dim_offset(o->m, count, n - 1), 1);
    const IrOperand never = o_const(o, dtype, -(double)INFINITY);
    IrOperand limit;
    if (seen.kind == IR_OPERAND_NONE) {
        limit = o_broadcast(o, never, o_dims(o, next), 2);
    } else {
        limit = o3(o, &op_where, seen, never, o_const(o, dtype, (double)INFINITY));
    }
    o_set(o, 0,
          o_call(o, &op_scatter_elements, OPS(scores, next, limit),
                 ATTRS(A_INT("axis", 1), A_STR("reduction", "min"))));
}

/* softmax(x + bias) over the dims from `axis` on. */
void onnx_map_bias_softmax(O *o) {
    const IrOperand x = o2(o, &op_add, o_in(o, 0), o_in(o, 1));
    const int32_t rank = o_rank(o, x), axis = (int32_t)o_axis(o, o_int(o, "axis", 1), rank);
    if (axis == rank - 1) {
        o_set(o, 0, o_call(o, &op_nn_softmax, &x, 1, ATTRS(A_INT("axis", axis))));
        return;
    }
    const IrDim *const *dims = o_dims(o, x), **flat = O_ARRAY(o, const IrDim *, axis + 1);
    for (int32_t i = 0; i < axis; i++) flat[i] = dims[i];
    flat[axis] = o_dim(o, 1);
    for (int32_t i = axis; i < rank; i++) flat[axis] = ir_dim_mul(o->m, flat[axis], dims[i]);
    const IrOperand rows = o_reshape(o, x, flat, axis + 1);
    const IrOperand y = o_call(o, &op_nn_softmax, &rows, 1, ATTRS(A_INT("axis", axis)));
    o_set(o, 0, o_reshape(o, y, dims, rank));
}
